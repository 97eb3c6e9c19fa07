"""Rolls of Events and spells, what Spooge and Boof add, costs, and how long cards lie on the table."""

import pytest

from .cards import FULL, begin, next_round, numbers, use
from .story import (
    attack,
    chance,
    dead,
    dice,
    discards,
    events,
    hand,
    lasting,
    play,
    plays,
    points,
    rolls,
    row,
    size,
    table,
)

LATER_ROWS = row("second") | row("third")


# ------------------------------------------------------------------------------------------------- Spooge, Boof, rolls


def test_double_counts_for_what_does_not_last_only(own):
    g = own("sorcery", "lose target 2", "discard target 1", "skill target -1 sorcery", duration="game", spooge="double")
    s, changed = use("own", "seat+1", throws=("111",), own=g, points={1: 9}, hand={1: {"dodge": 3}})
    assert changed["points"] == [0, -4, 0]
    assert changed["hand"] == [-1, -2, 0]
    assert numbers(s, 1)["sorcery"] == 9


def test_double_of_a_strike_and_of_a_sacrifice(own):
    _, changed = use("own", "seat+1", throws=("111",), own=own("sorcery", "strike target 2", spooge="double"))
    assert len(changed["dead"][1]) == 4
    s, _ = use("own", "seat+1", throws=("111",), own=own("sorcery", "sacrifice target 1", spooge="double"))
    play(s, "cultist:0>seat+0")
    assert (s.pending, s.seat) == ("sacrifice", 1)


def test_an_event_of_its_player_knows_spooge_and_boof_too(own):
    g = own("event", "lose target 2", roll="player", skill="conjuring", spooge="double", boof="backfire")
    s, changed = use("own", "seat+1", throws=("111",), own=g, points={1: 9})
    assert rolls(s) == ["player_0 rolls 111 = 3 against 10 for event: spooge"]
    assert changed["points"] == [0, -4, 0]
    _, changed = use("own", "seat+1", throws=("666",), own=g, points={0: 1, 1: 9})
    assert changed["points"] == [-1, 0, 0]


def test_an_event_spooged_may_draw(own):
    g = own("event", "lose target 2", roll="player", skill="sorcery", spooge="draw")
    _, changed = use("own", "seat+1", throws=("111",), own=g, points={1: 9})
    assert changed == {"points": [0, -2, 0], "deck": -1, "discards": {"own": 1}}


@pytest.mark.parametrize(("throw", "left"), [("111", 1), ("334", 1), ("551", 0), ("666", 0)])
def test_the_target_of_an_event_resists_by_succeeding(own, throw, left):
    g = own("event", "lose target 1", roll="target", skill="thuggery")
    s, _ = use("own", "seat+1", throws=(throw,), own=g, points={1: 1})
    assert "player_1 rolls" in rolls(s)[0]
    assert "against 10 for event" in rolls(s)[0]
    assert points(s) == [0, left, 0]


def test_backfire_is_on_the_player_alone_whomever_the_effects_are_on(own):
    g = own("sorcery", "lose target 2", "discard others 1", "gain all 5", boof="backfire")
    hands = {0: {"dodge": 1}, 1: {"dodge": 1}, 2: {"dodge": 1}}
    _, changed = use("own", "seat+1", "pass", throws=("666",), own=g, hand=hands, points={0: 2, 1: 2, 2: 2})
    assert changed == {"points": [3, 0, 0], "hand": [-2, 0, 0], "discards": {"own": 1, "dodge": 1}}


def test_backfired_theft_takes_nothing_and_a_backfired_kill_scores_for_nobody(own):
    g = own("sorcery", "steal target 2", "kill target 1", boof="backfire")
    s, _ = use("own", "seat+1", throws=("666",), own=g, points={0: 1, 1: 2})
    assert (s.pending, s.seat) == ("kill", 0)
    assert s.legal_names() == [f"cultist:{c}>seat+0" for c in range(8)]
    play(s, "cultist:0>seat+0")
    assert points(s) == [1, 2, 0]
    assert dead(s, 0) == {("first", 0)}


def test_a_card_laid_while_the_deck_runs_out_is_not_shuffled_in(own):
    """The only card to draw is among the discards; the card being played is not one of them."""
    g = own("event", "draw self 2", "skill self 1 sorcery", duration="game")
    rest = {k: int(n) for k, n in zip(g.labels["kind"], g.card_totals, strict=True) if n}
    for kind in ("own", "dodge"):
        rest[kind] -= 1
    s, _ = use("own", own=g, hand={1: rest}, discards={"dodge": 1})
    assert hand(s, 0) == {"dodge": 1}
    assert lasting(s, 0) == {"own": 1}
    assert not discards(s)


# ----------------------------------------------------------------------------------------------------- points and time


@pytest.mark.parametrize(("have", "may"), [(2, False), (3, True), (4, True)])
def test_a_cost_is_paid_before_anything_else_or_the_card_not_played(own, have, may):
    g = own("event", "lose all 1", cost=3)
    s = begin(g, hand={0: {"own": 1}}, points={0: have, 1: 5})
    assert plays(s) == ({"own"} if may else set())
    if may:
        play(s, "play:own")
        assert points(s) == [max(have - 4, 0), 4, 0]


def test_points_may_be_spent_on_the_roll_of_a_spell_before_the_dice():
    s, _ = use("power_drain", "seat+1", points={0: 4})
    assert (s.pending, s.seat) == ("spend", 0)
    assert s.legal_names() == ["spend:1", "spend:2", "pass"]
    dice(s, "552")
    play(s, "spend:2")
    assert rolls(s) == ["player_0 rolls 552 = 12 against 12 for sorcery: success"]
    assert points(s) == [0, 0, 0]


def test_spend_time_after_asks_when_a_spell_failed_by_as_much_as_points_can_buy():
    s, _ = use("power_drain", "seat+1", throws=("552",), points={0: 4}, rules={"spend_time": "after"})
    assert (s.pending, s.seat) == ("spend", 0)
    assert s.legal_names() == ["spend:2", "pass"]
    play(s, "spend:2")
    assert lasting(s, 1) == {"power_drain": 1}


def test_events_and_spells_are_for_the_own_turn():
    """Seat 1 may answer, but not with an Event or a spell."""
    hands = {0: {"harsh_language": 1}, 1: {"assassination": 1, "power_drain": 1, "cricket_bat": 1, "dodge": 1}}
    s = table(hand=hands)
    attack(s, "harsh_language")
    assert s.legal_names() == ["play:dodge", "pass"]
    dice(s, "555")
    play(s, "pass")
    assert s.pending == "counter"
    assert s.legal_names() == ["play:cricket_bat", "pass"]


def test_a_played_card_lies_face_up_and_the_state_says_on_whom():
    s, _ = use("bad_dental_plan", "seat+2")
    assert events(s)[:2] == ["bad dental plan lies on player_2", "player_0 plays bad dental plan on player_2"]
    assert lasting(s.view(1).sample(3), 2) == {"bad_dental_plan": 1}


def test_several_random_choices_follow_the_stream_of_events():
    s = table(3, hand={0: {"sheriffs_visit": 1}, 1: {"dodge": 1, "byakhee": 1, "shoggoth": 1}})
    chance(s, 2, 1)
    play(s, "play:sheriffs_visit", "seat+1")
    assert hand(s, 1) == {"byakhee": 1}
    assert s.record["forced_n"] == 0


# ----------------------------------------------------------------------------------------------------------- durations


@pytest.mark.parametrize(
    ("who", "duration", "ends"),
    [
        ("self", "turn", 1),
        ("target", "turn", 2),
        ("self", "round", 3),
        ("target", "round", 3),
    ],
)
def test_a_card_lies_there_until_the_end_of_a_turn_of_its_cult_or_of_the_round(own, who, duration, ends):
    """``ends``: with which of the three turns left in this round, its player's first, the card is over."""
    g = own("event", f"rolls {who} 1", duration=duration)
    names = ["seat+1"] if who == "target" else []
    s, _ = use("own", *names, own=g, hand=FULL | {0: {"elder_sign": 6}})
    dice(s, "561")
    for turn in (1, 2, 3):
        assert sum(lasting(s, p).get("own", 0) for p in range(3)) == 1
        play(s, "end_turn")
        if turn == ends:
            break
    assert not any(lasting(s, p) for p in range(3))
    assert discards(s) == {"own": 1}
    assert (turn, s.record["round"]) == (ends, 3 if ends == 3 else 2)


def test_a_card_for_the_game_stays(own):
    s, _ = use("own", own=own("event", "rolls self 1", duration="game"), hand=FULL | {0: {"elder_sign": 6}})
    next_round(s)
    next_round(s)
    assert lasting(s, 0) == {"own": 1}


def test_all_cards_of_a_kind_are_over_together():
    s = table(3, lasting={0: {"alliance_with_ghouls": 2}, 1: {"bad_dental_plan": 2}})
    play(s, "end_turn")
    assert discards(s) == {"alliance_with_ghouls": 2}
    play(s, "end_turn")
    assert discards(s) == {"alliance_with_ghouls": 2, "bad_dental_plan": 2}


def test_a_card_with_several_lasting_effects_lies_there_once(own):
    g = own("event", "rolls target -1", "skill target -1 sorcery", duration="game")
    s, changed = use("own", "seat+1", own=g)
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"own": 1}}}
    assert numbers(s, 1) == {"sorcery": 8, "conjuring": 12, "thuggery": 12}


def test_a_card_in_effect_is_no_card_of_a_hand_and_is_replaced():
    s, _ = use("bad_dental_plan", "seat+1", hand=FULL | {0: {"elder_sign": 5}})
    next_round(s)
    assert [size(s, p) for p in range(3)] == [6, 6, 6]


def test_cards_that_lie_on_a_dead_cult_are_discarded_and_those_it_laid_stay():
    hands = {0: {"assassination": 1}, 1: {"dodge": 2}}
    laid = {0: {"power_drain": 1}, 1: {"rent_doubled": 1, "power_drain": 1}}
    s, changed = use(
        "assassination", "seat+1", "cultist:0>seat+1", hand=hands, lasting=laid, alive={1: row("third", 0)}
    )
    assert changed["out"] == {1}
    assert changed["lasting"] == {1: {"rent_doubled": -1, "power_drain": -1}}
    assert changed["discards"] == {"assassination": 1, "rent_doubled": 1, "power_drain": 1, "dodge": 2}
    assert lasting(s, 0) == {"power_drain": 1}
