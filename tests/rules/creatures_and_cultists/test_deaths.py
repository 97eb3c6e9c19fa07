"""What deaths bring: the end of a row, of a cult, of a turn, of the game."""

import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, beat, cultists, summon, symbol
from .story import attack, dead, dead_but, dice, discards, events, hand, lasting, out, play, points, row, size

LAST = {1: dead_but(("third", 0))}
FISTS = {1: {"harsh_language": 1}}

# --------------------------------------------------------------------------------------------------- of a row


@pytest.mark.parametrize(
    ("living", "offered"),
    [
        ([("first", 2), ("first", 6), ("second", 0)], ["cultist:6>seat+1"]),
        ([("first", 2), ("second", 0), ("third", 1)], ["cultist:0>seat+1"]),
        ([("first", 2), ("third", 1)], ["cultist:1>seat+1"]),
        ([("second", 2), ("third", 3)], ["cultist:3>seat+1"]),
    ],
)
def test_a_row_is_in_play_until_all_of_it_are_dead(living, offered):
    s = beat(SPOOGE, players=2, targets=(2,), alive={1: dead_but(*living)}, hand={0: {"deep_one": 1}})
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert s.legal_names() == offered


def test_the_new_row_of_the_victim_may_be_wiped_out_in_the_same_turn():
    cards = {0: {"harsh_language": 3}}
    s = beat(SPOOGE, targets=(4,), alive={1: dead_but(("first", 4), ("second", 4), ("third", 4))}, hand=cards)
    attack(dice(s, SPOOGE), "harsh_language", 1, "cultist:4>seat+1")
    play(attack(dice(s, SPOOGE), "harsh_language", 2, "cultist:4>seat+1"), "pass")
    assert out(s) == [1]
    assert points(s) == [1 + 2 + 3, 0, 0]


def test_in_its_turn_the_victim_fights_with_the_row_that_is_left():
    s = beat(SPOOGE, alive={1: dead_but(("first", 0), ("second", 6))}, hand={1: {"deep_one": 1}})
    play(s, "end_turn", "play:deep_one")
    assert s.seat == 1
    assert s.legal_names() == ["cultist:6>seat+0"]


# -------------------------------------------------------------------------------------------------- of a cult


def test_a_cult_without_cultists_is_out_and_its_cards_are_discarded():
    hands = {0: {"deep_one": 1}, 1: {"cricket_bat": 2, "dread_curse_of_azathoth": 1}}
    on = {1: {"use_the_library": 1, "power_drain": 1}, 2: {"rent_doubled": 1}}
    s = beat(SPOOGE, alive=LAST, hand=hands, lasting=on, points={1: 7})
    assert out(s) == [1]
    assert "player_1 is out of the game" in events(s)
    assert size(s, 1) == 0
    assert lasting(s, 1) == {}
    assert lasting(s, 2) == {"rent_doubled": 1}
    assert discards(s) == {
        "harsh_language": 1,
        "cricket_bat": 2,
        "dread_curse_of_azathoth": 1,
        "use_the_library": 1,
        "power_drain": 1,
    }
    assert points(s) == [5, 0, 0]
    assert symbol(s, 1, 2, 0) == 0


def test_the_killers_turn_goes_on_and_the_dead_cult_has_none():
    s = beat(SPOOGE, alive=LAST, hand={0: {"deep_one": 1}})
    assert (s.seat, s.pending) == (0, "turn")
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert s.legal_names() == cultists(*range(8), seat=2)
    play(dice(s, MISS), "cultist:0>seat+2", "pass")
    play(s, "end_turn")
    assert (s.seat, s.pending) == (2, "turn")


def test_all_targets_of_the_last_row_score():
    s = beat(SPOOGE, card="tommy_gun", targets=(0, 7, 3), alive={1: row("third", 0, 3, 7)})
    assert out(s) == [1]
    assert points(s) == [13, 0, 0]


def test_a_boof_of_the_last_of_a_cult_still_keeps_the_card():
    s = beat(HIT, BOOF, alive=LAST)
    assert out(s) == [1]
    assert hand(s, 0) == {"harsh_language": 1}
    assert discards(s) == {}


def test_the_last_of_a_cult_that_defends_itself_is_not_out():
    s = beat(HIT, HOLD, alive=LAST)
    assert out(s) == []
    assert points(s) == [0, 0, 0]


# -------------------------------------------------------------------------------------------------- of the game


def test_destroying_the_only_other_cult_wins_at_once():
    s = beat(SPOOGE, players=2, alive=LAST, hand={0: {"deep_one": 2}})
    assert s.is_over
    assert s.returns.tolist() == [1, -1]
    assert out(s) == [1]
    assert points(s) == [5, 0]


def test_a_monster_that_eats_its_own_cult_makes_the_other_win():
    s = summon(BOOF, FALL, players=2, alive={0: dead_but(("third", 7))})
    assert s.is_over
    assert s.returns.tolist() == [-1, 1]
    assert points(s) == [0, 0]


def test_with_others_left_the_game_goes_on():
    s = beat(SPOOGE, alive=LAST)
    assert not s.is_over
    assert s.pending == "turn"


def test_the_second_of_three_to_go_ends_it():
    s = beat(SPOOGE, alive=LAST, out={2: 1})
    assert s.is_over
    assert s.returns.tolist() == [1, -0.5, -0.5]


# -------------------------------------------------------------------------------------------- who did it, and why


def test_each_of_the_dead_bears_the_symbol_of_its_own_killer():
    """A Bouncer dies of a counter-attack, and the next attacker avenges it."""
    s = beat(MISS, hand={0: {"harsh_language": 2}} | FISTS)
    play(dice(s, SPOOGE), "play:harsh_language")
    attack(dice(s, SPOOGE), "harsh_language", 1)
    assert dead(s, 0) == dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 2, 0]
    assert [symbol(s, p, 0, 0) for p in range(3)] == [1, 0, -1]


def test_a_death_is_told_before_its_points():
    s = beat(HIT, FALL, targets=(7,))
    assert events(s)[:2] == [
        "player_0 gains 2 points and has 2",
        "player_0 kills night librarian of player_1, worth 2",
    ]


@pytest.mark.parametrize("throws", [(MISS,), (BOOF,), (HIT, HOLD), (HIT, SPOOGE)])
def test_nobody_scores_where_nobody_dies(throws):
    s = beat(*throws)
    assert points(s) == [0, 0, 0]
    assert dead(s, 1) == set()
    assert symbol(s, 1, 0, 0) == -1
