"""Thuggery: the attack, the defence at half skill, Spooge and Boof of both."""

import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, beat, cultists, number
from .story import dead, dice, discards, events, hand, known, play, plays, points, rolls, row, spends

STRIKES_BACK = {1: {"harsh_language": 1}}  # the attacked cult could

# ----------------------------------------------------------------------------------------------- the attack


def test_an_attack_succeeds_at_its_number_and_fails_above():
    assert rolls(beat("445", HOLD)) == [
        "player_0 rolls 445 = 13 against 13 for thuggery: success",
        "player_1 rolls 222 = 6 against 7 for defence: success",
    ]
    assert rolls(beat("446")) == ["player_0 rolls 446 = 14 against 13 for thuggery: failure"]


def test_a_failed_attack_harms_nobody():
    s = beat(MISS)
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize("throw", ["111", "112", "122", "113"])
def test_a_spooged_attack_kills_whatever_the_number_and_without_a_defence(throw):
    s = beat(throw, source=4, rules={"skills": "10/10/1"}, hand=STRIKES_BACK)
    assert number(s) == -5
    assert len(rolls(s)) == 1
    assert rolls(s)[0].endswith("against 0 for thuggery: spooge")
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert (s.seat, s.pending) == (0, "turn")


def test_6_is_no_spooge():
    assert rolls(beat("114", source=4, rules={"skills": "10/10/1"}))[0].endswith("= 6 against 0 for thuggery: failure")


@pytest.mark.parametrize("throw", ["655", "664", "665", "666"])
def test_a_boofed_attack_fails_whatever_the_number(throw):
    s = beat(throw, card="big_honkin_truck", rules={"skills": "10/10/18"})
    assert len(rolls(s)) == 1
    assert rolls(s)[0].endswith("against 26 for thuggery: boof")
    assert dead(s, 1) == set()


def test_15_is_no_boof():
    s = beat("663", HOLD, card="big_honkin_truck", rules={"skills": "10/10/18"})
    assert rolls(s)[0].endswith("= 15 against 26 for thuggery: success")


def test_a_boofed_attack_may_be_answered_with_2_more():
    s = beat(BOOF, hand=STRIKES_BACK)
    assert (s.seat, s.pending) == (1, "counter")
    play(dice(s, "663", FALL), "play:harsh_language")
    assert rolls(s)[1] == "player_1 rolls 663 = 15 against 15 for thuggery: success"


# ---------------------------------------------------------------------------------------------- the defence


def test_a_defence_holds_at_half_the_thuggery_and_fails_above():
    s = beat(HIT, "223")
    assert rolls(s)[1] == "player_1 rolls 223 = 7 against 7 for defence: success"
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]
    s = beat(HIT, "224")
    assert rolls(s)[1] == "player_1 rolls 224 = 8 against 7 for defence: failure"
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert discards(s) == {"harsh_language": 1}


@pytest.mark.parametrize(
    ("skill", "where", "target", "against"),
    [
        (10, "first", 0, 7),  # 13
        (10, "first", 1, 6),  # 12
        (10, "first", 4, 2),  # 4
        (9, "first", 4, 2),  # 3
        (6, "first", 4, 0),  # 0
        (5, "first", 4, 0),  # -1
        (4, "first", 4, -1),  # -2
        (3, "first", 4, -1),  # -3
        (1, "first", 4, -2),  # -5
        (10, "second", 0, 7),  # 14
        (10, "third", 0, 8),  # 15
        (18, "third", 0, 12),  # 23
    ],
)
def test_half_is_rounded_up(skill, where, target, against):
    skills = f"10/10/10,10/10/{skill},10/10/10"
    s = beat(HIT, BOOF, targets=(target,), alive={1: row(where)}, rules={"skills": skills})
    assert number(s) == against


def test_cards_on_the_skill_count_before_halving_and_cards_on_all_rolls_after():
    beats = {"alliance_with_ghouls": 8, "bad_shellfish": 5, "kind_horoscope": 9, "bad_dental_plan": 7}
    assert {k: number(beat(HIT, BOOF, lasting={1: {k: 1}})) for k in beats} == beats


def test_the_attackers_card_and_wards_do_not_change_the_defence():
    assert number(beat(HIT, BOOF, card="big_honkin_truck")) == 7
    assert number(beat(HIT, BOOF, lasting={0: {"salt_on_the_doorstep": 1}, 1: {"address_on_the_flyer": 1}})) == 7


def test_the_favoured_cult_defends_with_2_more():
    assert number(beat(HIT, BOOF, favoured=1)) == 9
    assert number(beat(HIT, BOOF, favoured=0)) == 7


def test_points_are_spent_on_a_defence():
    s = beat(HIT, points={1: 3})
    assert (s.seat, s.pending) == (1, "spend")
    assert spends(s) == {1}
    play(dice(s, "224"), "spend:1")
    assert rolls(s)[1] == "player_1 rolls 224 = 8 against 8 for defence: success"
    assert points(s) == [0, 1, 0]


@pytest.mark.parametrize("throw", ["111", "112", "113"])
def test_a_spooged_defence_holds_whatever_the_number_and_is_answered_with_2_more(throw):
    skills = "10/10/10,10/10/1,10/10/10"
    s = beat(HIT, throw, targets=(4,), rules={"skills": skills}, hand={1: {"deep_one": 1}})
    assert rolls(s)[1].endswith("against 0 for defence: spooge")
    assert dead(s, 1) == set()
    assert (s.seat, s.pending) == (1, "counter")
    play(dice(s, BOOF, HOLD), "play:deep_one")
    assert rolls(s)[2] == "player_1 rolls 665 = 17 against 13 for control: boof"  # 10 + 1 + 2


def test_a_plain_defence_is_answered_without_a_bonus():
    s = beat(HIT, HOLD, hand=STRIKES_BACK)
    assert (s.seat, s.pending) == (1, "counter")
    play(dice(s, MISS), "play:harsh_language")
    assert rolls(s)[2] == "player_1 rolls 554 = 14 against 13 for thuggery: failure"


@pytest.mark.parametrize("throw", ["664", "665", "666"])
def test_a_boofed_defence_dies_whatever_the_number_and_the_attacker_keeps_the_card(throw):
    strong = {"alive": {1: row("third")}, "favoured": 1, "lasting": {1: {"kind_horoscope": 1}}}
    s = beat(HIT, throw, rules={"skills": "10/10/18"}, **strong)
    assert rolls(s)[1].endswith("against 16 for defence: boof")
    assert dead(s, 1) >= {("third", 0)}
    assert points(s) == [5, 0, 0]
    assert hand(s, 0) == known(s, 0) == {"harsh_language": 1}
    assert discards(s) == {}
    assert events(s)[0] == "player_0 keeps harsh language"


def test_a_failed_defence_below_16_keeps_no_card():
    s = beat(HIT, "663")
    assert dead(s, 1) == {("first", 0)}
    assert hand(s, 0) == {}


def test_a_kept_card_is_used_again_by_who_has_that_attack_left():
    s = beat(HIT, BOOF)
    play(s, "play:harsh_language")
    assert s.legal_names() == cultists(1, 2, 3, 4, 5, 6, 7, seat=0)
    play(dice(s, SPOOGE), "cultist:1>seat+0", "cultist:1>seat+1", "pass")
    assert dead(s, 1) == {("first", 0), ("first", 1)}
    assert known(s, 0) == {}


def test_a_kept_card_waits_where_nobody_has_that_attack_left():
    s = beat(HIT, BOOF, alive={0: {("first", 0): 1, ("second", 0): 1}})
    assert hand(s, 0) == {"harsh_language": 1}
    assert plays(s) == set()
