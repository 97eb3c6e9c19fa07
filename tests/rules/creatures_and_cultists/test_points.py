"""Fuggly Points: gained for kills, never below zero, and spent in pairs on the own rolls."""

import pytest

from .story import attack, dead, dead_but, dice, events, play, plays, points, rolls, spends, table

# ------------------------------------------------------------------------------------------ gained and lost


@pytest.mark.parametrize(
    ("row", "place", "worth"), [("first", 0, 2), ("first", 3, 1), ("second", 7, 3), ("second", 4, 2), ("third", 1, 4)]
)
def test_a_kill_brings_the_points_of_the_cultist(row, place, worth):
    s = table(hand={0: {"harsh_language": 1}}, alive={1: dead_but((row, place), ("third", 6))}, points={0: 1, 1: 4})
    attack(dice(s, "111"), "harsh_language", target=f"cultist:{place}>seat+1")
    assert points(s) == [1 + worth, 4]
    assert (row, place) in dead(s, 1)


def test_points_are_no_secret():
    s = table(3, points={0: 3, 1: 14, 2: 7})
    assert [s.view(p).to_json()["fields"]["points"][:3] for p in range(3)] == [[3, 14, 7]] * 3


def test_points_never_go_below_zero():
    s = table(3, hand={0: {"scandal_in_the_gazette": 1, "pickpocket_choir": 2}}, points={0: 5, 1: 1, 2: 3})
    play(s, "play:scandal_in_the_gazette")
    assert points(s) == [5, 0, 1]
    play(s, "play:pickpocket_choir", "seat+2")  # only what there is can be stolen
    assert points(s) == [6, 0, 0]
    play(s, "play:pickpocket_choir", "seat+1")
    assert points(s) == [6, 0, 0]


def test_some_cards_have_uses_of_their_own_for_points():
    s = table(hand={0: {"tithe_of_toenails": 1, "smear_campaign": 1}}, points={0: 1, 1: 5})
    assert plays(s) == {"smear_campaign"}
    play(s, "play:smear_campaign", "seat+1")
    assert points(s) == [0, 2]


# --------------------------------------------------------------------------------------- spent on own rolls

THUGGERY = ("play:harsh_language", "cultist:0>seat+0", "cultist:0>seat+1")
CONJURING = ("play:deep_one", "cultist:7>seat+0", "cultist:0>seat+1")

# Who rolls, against what, the throw before that, what seat 0 does, and a throw that misses by one.
ROLLS = {
    "thuggery": (0, 13, "", THUGGERY, "554"),
    "defence": (1, 7, "332", THUGGERY, "332"),
    "control": (0, 13, "", CONJURING, "554"),
    "survival": (1, 9, "332", CONJURING, "433"),
    "sorcery": (0, 10, "", ("play:siphon_the_faithful", "seat+1"), "443"),
    "event": (0, 10, "", ("play:temple_burglary", "seat+1"), "443"),
    "event of another": (1, 10, "", ("play:worried_parents", "seat+1"), "443"),
}


def before_roll(why: str, points: dict, rules=None, throw=""):
    """Seat 0 has done what leads to that roll, in a game of three in which seat 2 is favoured."""
    _, _, first, names, _ = ROLLS[why]
    s = table(3, hand={0: {names[0].removeprefix("play:"): 1}}, points=points, rules=rules)
    return play(dice(s, first, throw), *names)


@pytest.mark.parametrize("why", ROLLS)
def test_a_pair_of_points_is_worth_1_on_any_own_roll(why):
    who, number, _, _, miss = ROLLS[why]
    s = before_roll(why, {who: 2})
    assert (s.seat, s.pending) == (who, "spend")
    assert s.legal_names() == ["spend:1", "pass"]
    dice(s, miss, "111")  # whoever is attacked survives
    play(s, "spend:1")
    assert f" against {number + 1} for {why.split()[0]}: success" in " ".join(rolls(s))
    assert points(s) == [0, 0, 0]
    assert "spends 1 pairs of points for +1" in " ".join(events(s))


@pytest.mark.parametrize("why", ROLLS)
def test_whoever_passes_keeps_the_points_and_the_number(why):
    who, number, _, _, miss = ROLLS[why]
    s = before_roll(why, {who: 2})
    play(dice(s, miss), "pass")
    assert rolls(s)[-1].endswith(f" against {number} for {why.split()[0]}: failure")
    assert points(s)[who] == 2


@pytest.mark.parametrize("why", ROLLS)
@pytest.mark.parametrize("spend_time", ["before", "after"])
def test_nobody_spends_on_the_rolls_of_others(why, spend_time):
    who = ROLLS[why][0]
    others = {0: 20, 1: 20, 2: 20} if who == 0 else {1: 20, 2: 20}
    s = before_roll(why, others | {who: 0}, rules={"spend_time": spend_time}, throw="555")
    assert rolls(s)[-1].startswith(f"player_{who} rolls 555")
    assert s.pending != "spend"
    assert points(s)[2] == 20
    assert not any("spends" in e for e in events(s))


def casting(sorcery: int, has: int, throw="", **rules):
    """Seat 0 casts a spell with that Sorcery, no other modifier, and so many points."""
    lies = {"dread_curse_of_azathoth": 1} if sorcery < 1 else {}
    s = table(
        3,
        hand={0: {"siphon_the_faithful": 1}},
        points={0: has, 1: 10},
        skill={0: {"sorcery": sorcery + 2 * len(lies)}},
        lasting={0: lies},
        rules=rules,
    )
    return play(dice(s, throw), "play:siphon_the_faithful", "seat+1")


@pytest.mark.parametrize(
    ("number", "has", "offered"),
    [
        (10, 2, {1}),
        (10, 3, {1}),
        (10, 8, {1, 2, 3, 4}),
        (10, 20, {1, 2, 3, 4, 5}),  # more than 15 is no better than 15
        (14, 20, {1}),
        (5, 2, {1}),
        (4, 4, {2}),  # 5 is no better than 4: the dice succeed there anyway
        (1, 20, {5, 6, 7, 8, 9, 10}),
        (0, 13, {6}),
        (-1, 60, set(range(7, 17))),
    ],
)
def test_what_may_be_spent_is_what_changes_the_odds(number, has, offered):
    s = casting(number, has)
    assert (s.seat, s.pending) == (0, "spend")
    assert spends(s) == offered
    assert "pass" in s.legal_names()
    assert len(s.legal_names()) == len(offered) + 1


@pytest.mark.parametrize(
    ("number", "has"),
    [(10, 0), (10, 1), (15, 20), (18, 20), (4, 3), (4, 2), (1, 8), (0, 11), (-1, 13)],
)
def test_no_window_opens_where_points_change_nothing(number, has):
    s = casting(number, has, throw="555")
    assert (s.seat, s.pending) == (0, "turn")
    assert points(s)[0] == has + (2 if number >= 15 else 0)


@pytest.mark.parametrize(
    ("pairs", "total", "result"), [(3, "436", "success"), (3, "455", "failure"), (2, "436", "failure")]
)
def test_each_pair_adds_1_and_is_lost_whatever_the_dice(pairs, total, result):
    s = casting(10, 9)
    play(dice(s, total), f"spend:{pairs}")
    assert rolls(s)[-1].endswith(f"against {10 + pairs} for sorcery: {result}")
    assert points(s)[0] == 9 - 2 * pairs + (2 if result == "success" else 0)
    assert s.pending == "turn"


# ------------------------------------------------------------------------------------------ by other options


@pytest.mark.parametrize(
    ("number", "has", "throw", "offered"),
    [
        (10, 20, "443", {1}),  # 11: missed by one
        (10, 20, "444", {2}),
        (10, 20, "555", {5}),
        (10, 10, "555", {5}),
        (4, 4, "222", {2}),
        (-1, 60, "222", {7}),
    ],
)
def test_spend_time_after_asks_for_what_turns_a_failure_into_a_success(number, has, throw, offered):
    s = casting(number, has, throw, spend_time="after")
    assert (s.seat, s.pending) == (0, "spend")
    assert spends(s) == offered
    assert rolls(s)[-1].endswith(": failure")
    (pairs,) = offered
    passed = play(s.clone(), "pass")
    assert points(passed) == [has, 10, 0]
    play(s, f"spend:{pairs}")
    assert points(s) == [has - 2 * pairs + 2, 8, 0]
    assert s.pending == "turn"


@pytest.mark.parametrize(
    ("number", "has", "throw"),
    [(10, 20, "433"), (10, 20, "111"), (10, 20, "556"), (10, 9, "555"), (10, 1, "443"), (10, 0, "443")],
)
def test_spend_time_after_does_not_ask_where_nothing_can_be_turned(number, has, throw):
    """A success, a Spooge, a Boof, and too few points."""
    assert casting(number, has, throw, spend_time="after").pending == "turn"


@pytest.mark.parametrize("why", ROLLS)
def test_spend_time_after_is_about_any_own_roll(why):
    who, _, _, _, miss = ROLLS[why]
    s = before_roll(why, {who: 2}, rules={"spend_time": "after"}, throw=miss)
    assert (s.seat, s.pending) == (who, "spend")
    assert s.legal_names() == ["spend:1", "pass"]
    assert rolls(s)[-1].endswith("failure")
    dice(s, "111")
    play(s, "spend:1")
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]


def defending(thuggery: int, **rules):
    """A thug of seat 1 with +3 has been hit, and seat 1 has 20 points."""
    s = table(3, hand={0: {"harsh_language": 1}}, points={1: 20}, skill={1: {"thuggery": thuggery}}, rules=rules)
    return attack(dice(s, "332"), "harsh_language")


def test_on_a_halved_defence_points_count_after_halving():
    s = defending(10)
    assert spends(s) == set(range(1, 9))
    play(dice(s, "333"), "spend:2")
    assert rolls(s)[-1] == "player_1 rolls 333 = 9 against 9 for defence: success"
    assert points(s) == [0, 16, 0]


@pytest.mark.parametrize(
    ("thuggery", "offered", "pairs", "number"),
    [(10, {2, 4, 6, 8, 10}, 4, 9), (9, {1, 3, 5, 7, 9}, 3, 8)],  # halves of 13 + 4 and of 12 + 3, rounded up
)
def test_spend_halved_before_halves_them_too_and_offers_no_point_that_is_rounded_away(thuggery, offered, pairs, number):
    s = defending(thuggery, spend_halved="before")
    assert spends(s) == offered
    play(dice(s, "332"), f"spend:{pairs}")
    assert rolls(s)[-1] == f"player_1 rolls 332 = 8 against {number} for defence: success"
    assert points(s) == [0, 20 - 2 * pairs, 0]


def test_spend_halved_before_is_about_halved_defences_only():
    s = before_roll("survival", {1: 20}, rules={"spend_halved": "before"})
    assert spends(s) == set(range(1, 7))
    play(dice(s, "555"), "spend:6")
    assert rolls(s)[-1].endswith("against 15 for survival: success")
