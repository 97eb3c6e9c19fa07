"""What everybody is told, and in which words."""

import numpy as np
import pytest

from elderzoo.envs.core.game import Game
from elderzoo.envs.creatures_and_cultists import SPEC

from .cards import use
from .story import attack, dead_but, dice, events, play, rolls, table

NUMBER = {e.name: k for k, e in enumerate(SPEC.events)}


def told(state) -> set[str]:
    """Kinds of events that this state still holds, public ones and notes."""
    rows = np.concatenate([state.record["events"], *state.record["notes"]])
    return {state.game.labels["event"][e[0]] for e in rows if e[0] >= 0}


def test_an_attack_is_told_newest_first():
    s = table(3, hand={0: {"harsh_language": 1}}, points={0: 2})
    dice(s, "464", "653")
    attack(s, "harsh_language", 0, "cultist:1>seat+1")
    play(s, "spend:1")
    assert events(s)[:6] == [
        "player_0 gains 1 points and has 1",
        "player_0 kills debt collector of player_1, worth 1",
        "player_1 rolls 653 = 14 against 6 for defence: failure",
        "player_0 rolls 464 = 14 against 14 for thuggery: success",
        "player_0 spends 1 pairs of points for +1",
        "player_0 loses 2 points and has 0",
    ]
    assert events(s)[6] == "player_0 attacks player_1: bouncer with harsh language on debt collector, targets 1"


def test_a_spell_is_told_newest_first():
    s, _ = use("power_drain", "seat+2", throws=("333",))
    assert events(s)[:3] == [
        "power drain lies on player_2",
        "player_0 rolls 333 = 9 against 10 for sorcery: success",
        "player_0 plays power drain on player_2",
    ]


# -------------------------------------------------------------------------------------------- every roll


@pytest.mark.parametrize(
    ("throw", "outcome"),
    [("111", "spooge"), ("122", "spooge"), ("334", "success"), ("551", "failure"), ("664", "boof")],
)
def test_a_spells_roll_names_who_why_number_dice_and_result(throw, outcome):
    s, _ = use("siphon_the_faithful", "seat+1", throws=(throw,))
    total = sum(map(int, throw))
    assert rolls(s) == [f"player_0 rolls {throw} = {total} against 10 for sorcery: {outcome}"]


def test_so_does_a_thuggery_and_a_defence_roll():
    s = table(3, hand={0: {"cricket_bat": 1}})
    dice(s, "456", "632")
    attack(s, "cricket_bat", 1)
    assert rolls(s) == [
        "player_0 rolls 456 = 15 against 14 for thuggery: failure",
    ]
    s = table(3, hand={0: {"cricket_bat": 1}})
    dice(s, "446", "232")
    attack(s, "cricket_bat", 1)
    assert rolls(s) == [
        "player_0 rolls 446 = 14 against 14 for thuggery: success",
        "player_1 rolls 232 = 7 against 7 for defence: success",
    ]


def test_so_does_a_control_and_a_survival_roll():
    s = table(3, hand={0: {"byakhee": 1}})
    dice(s, "446", "244")
    attack(s, "byakhee", 7)
    assert rolls(s) == [
        "player_0 rolls 446 = 14 against 14 for control: success",
        "player_1 rolls 244 = 10 against 10 for survival: success",
    ]


def test_so_does_an_events_roll_of_either_side():
    s, _ = use("temple_burglary", "seat+1", throws=("551",))
    assert rolls(s) == ["player_0 rolls 551 = 11 against 10 for event: failure"]
    s, _ = use("worried_parents", "seat+1", throws=("541",))
    assert rolls(s) == ["player_1 rolls 541 = 10 against 10 for event: success"]


def test_so_does_a_summoning():
    s = table(2, favoured=0, points={0: 25}, ready={0: 1})
    dice(s, "661")
    play(s, "summon")
    assert rolls(s) == ["player_0 rolls 661 = 13 against 12 for summoning: failure"]


def test_a_roll_says_whom_it_is_about():
    s, _ = use("power_drain", "seat+2", throws=("333",))
    assert [e[1:3].tolist() for e in s.record["events"] if e[0] == NUMBER["rolled"]] == [[0, 2]]
    s = table(3, hand={0: {"byakhee": 1}})
    dice(s, "446", "244")
    attack(s, "byakhee", 7, "cultist:0>seat+2")
    assert [e[1:3].tolist() for e in s.record["events"] if e[0] == NUMBER["rolled"]] == [[2, 0], [0, 2]]


def test_the_stars_and_skills_are_told_with_their_dice():
    s = Game(SPEC, 2).new(1, forced=[("dice", d) for d in (0, 1, 3, 4, 5, 4, 0, 1, 2, 3, 1, 2, 4, 4, 4, 1)])
    told = list(reversed(events(s)))
    assert told[:6] == [
        "player_0 has sorcery 6",
        "player_0 has conjuring 12",
        "player_0 has thuggery 14",
        "player_1 has sorcery 6",
        "player_1 has conjuring 10",
        "player_1 has thuggery 8",
    ]
    assert told[6:11] == [
        "player_0 rolls 5 for the stars: 5",
        "player_1 rolls 5 for the stars: 5",
        "player_0 rolls 5 for the stars: 5",
        "player_1 rolls 2 for the stars: 2",
        "round 1: the stars favour player_1",
    ]


# ------------------------------------------------------------------------------------------- every kind


def test_a_public_draw_does_not_name_the_card():
    s, _ = use("double_espresso")
    assert s.record["events"][0].tolist() == [NUMBER["drew"], 0, -1, 1, -1, -1, -1, -1]


def test_the_end_of_a_cult_and_of_the_game_are_told():
    s = table(2, favoured=0, points={0: 25}, ready={0: 1})
    dice(s, "666")
    play(s, "summon")
    assert events(s)[:2] == ["player_1 has outlasted all other cults and wins", "player_0 is out of the game"]


def test_every_kind_of_event_happens_and_can_be_told():
    g = Game(SPEC, 4)
    rng = np.random.default_rng(2)
    seen = set()
    for seed in range(6):
        s = g.new(seed)
        while not s.is_over:
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
            assert all("{" not in line for line in events(s)[:3])
            seen |= told(s)
    s = table(2, favoured=0, points={0: 25}, ready={0: 1})
    seen |= told(play(dice(s, "111"), "summon"))
    s = table(2, round=100)
    play(s, "end_turn", "end_turn")
    assert events(s)[0] == "the game is called off after 100 rounds"
    seen |= told(s)
    one_each = {p: dead_but(("third", 0)) for p in range(2)}
    s = play(table(2, hand={0: {"indoor_bonfire": 1}}, alive=one_each), "play:indoor_bonfire")
    assert events(s)[0] == "no cult is left"
    assert seen | told(s) == set(NUMBER)
