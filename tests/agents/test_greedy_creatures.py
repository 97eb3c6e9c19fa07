"""The greedy player of Creatures & Cultists in positions whose best move is plain."""

import pytest

from elderzoo import agents
from elderzoo.envs.creatures_and_cultists.state import PLACES
from tests.rules.creatures_and_cultists.story import ALL, dice, play, row, table


def choose(state) -> str:
    """The name of what the greedy player does."""
    bot = agents.load("greedy", state.game)
    return state.game.actions.name(bot.act(state.view(state.seat)))


def sheet(*first: int) -> dict:
    """For ``alive``: these places of the first row, and all of the others."""
    return row("first", *first) | {(r, c): 1 for r in ALL[1:] for c in range(PLACES)}


def attacked(*throws, **hand):
    """Seat 0 comes with a club for the bouncer of seat 1, who holds ``hand``."""
    s = table(hand={0: {"rented_wrecking_ball": 1}, 1: hand})
    dice(s, *throws)
    return play(s, "play:rented_wrecking_ball", "cultist:0>seat+0", "cultist:0>seat+1")


@pytest.mark.parametrize(
    ("sorcery", "points", "expected"), [(10, 15, "summon"), (6, 15, "end_turn"), (6, 25, "summon")]
)
def test_it_summons_when_the_odds_are_good(sorcery, points, expected):
    s = table(4, favoured=0, points={0: points}, ready={0: 1}, rules={"skills": f"{sorcery}/10/10"})
    assert choose(s) == expected


def test_it_attacks_before_it_summons():
    s = table(4, favoured=0, points={0: 15}, ready={0: 1}, hand={0: {"cricket_bat": 1}})
    assert choose(s) == "play:cricket_bat"


def test_it_spends_what_exceeds_the_minimum_on_the_summoning():
    s = table(4, favoured=0, points={0: 20}, ready={0: 1})
    assert choose(play(s, "summon")) == "spend:2"


def test_it_saves_points_below_the_minimum():
    s = table(points={0: 10}, hand={0: {"cricket_bat": 1}})
    play(s, "play:cricket_bat", "cultist:3>seat+0", "cultist:4>seat+1")
    assert s.pending == "spend"
    assert choose(s) == "pass"


def test_the_best_attacker_goes_for_the_best_target():
    s = table(hand={0: {"deep_one": 1}})
    names = []
    for _ in range(3):
        names.append(choose(s))
        play(s, names[-1])
    # The night librarian has the highest Conjuring; monsters care for points only.
    assert names == ["play:deep_one", "cultist:7>seat+0", "cultist:0>seat+1"]


def test_thugs_are_harder_to_beat_up_than_conjurers_of_the_same_points():
    s = table(hand={0: {"cricket_bat": 1}}, skill={1: {"thuggery": 14}})
    play(s, "play:cricket_bat", "cultist:0>seat+0")
    assert choose(s) == "cultist:7>seat+1"


def test_a_tommy_gun_is_for_a_full_row():
    s = table(3, hand={0: {"tommy_gun": 1}}, alive={1: sheet(7), 2: sheet()})
    play(s, "play:tommy_gun", "cultist:0>seat+0")
    assert choose(s).endswith(">seat+2")


def test_penalties_hit_who_is_about_to_summon():
    s = table(4, turn=1, favoured=3, points={0: 14, 3: 18}, ready={3: 1}, hand={1: {"bad_dental_plan": 1}})
    assert choose(s) == "play:bad_dental_plan"
    assert choose(play(s, "play:bad_dental_plan")) == "seat+2"


def test_penalties_wait_for_who_is_ready_but_not_favoured():
    s = table(4, turn=1, favoured=0, points={2: 18, 3: 18}, ready={2: 1, 3: 1}, hand={1: {"bad_dental_plan": 1}})
    assert choose(s) == "end_turn"


def test_one_defence_card_of_each_kind_is_kept():
    s = table(hand={0: {"dodge": 2, "elder_sign": 1, "its_a_bluff": 1}})
    assert choose(s) == "discard:dodge"
    assert choose(play(s, "discard:dodge")) == "end_turn"


def test_it_dodges_when_something_is_at_stake():
    s = attacked(dodge=1)
    assert s.pending == "dodge"
    assert choose(s) == "play:dodge"


def test_it_strikes_back():
    s = attacked("666", cricket_bat=1)
    assert s.pending == "counter"
    assert choose(s) == "play:cricket_bat"


def test_events_go_to_the_leader():
    s = table(4, points={0: 3, 1: 2, 2: 13, 3: 4}, hand={0: {"smear_campaign": 1}})
    assert choose(play(s, "play:smear_campaign")) == "seat+2"
