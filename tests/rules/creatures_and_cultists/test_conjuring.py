"""Conjuring: controlling the monster, surviving it, and the monster that turns on its summoner."""

import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, number, ready, summon, symbol
from .story import attack, dead, dead_but, dice, discards, events, hand, known, out, play, plays, points, rolls, spends

STRIKES_BACK = {1: {"harsh_language": 1, "deep_one": 1}}  # the attacked cult could

# -------------------------------------------------------------------------------------------------- control


def test_a_monster_is_controlled_at_the_number_and_not_above():
    assert rolls(summon("445", HOLD)) == [
        "player_0 rolls 445 = 13 against 13 for control: success",
        "player_1 rolls 222 = 6 against 9 for survival: success",
    ]
    assert rolls(summon("446")) == ["player_0 rolls 446 = 14 against 13 for control: failure"]


def test_nothing_comes_of_failed_control_but_the_loss_of_the_card():
    s = summon(MISS, hand=STRIKES_BACK)
    assert dead(s, 0) == dead(s, 1) == set()
    assert (s.seat, s.pending) == (0, "turn")
    assert hand(s, 0) == {}
    assert discards(s) == {"deep_one": 1}


@pytest.mark.parametrize("throw", ["111", "112", "122", "113"])
def test_spooged_control_kills_outright_whatever_the_number(throw):
    s = summon(throw, card="cthugha", source=2, rules={"skills": "10/1/10"}, hand=STRIKES_BACK)
    assert number(s) == -11
    assert len(rolls(s)) == 1
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert (s.seat, s.pending) == (0, "turn")
    assert discards(s) == {"cthugha": 1}


def test_6_is_no_spooge():
    s = summon("114", card="cthugha", source=2, rules={"skills": "10/1/10"})
    assert rolls(s) == ["player_0 rolls 114 = 6 against 0 for control: failure"]
    assert dead(s, 1) == set()


def test_bigger_monsters_are_harder_to_control_and_to_survive():
    monsters = ["rat_with_a_face", "night_gaunt", "byakhee", "deep_one", "shoggoth", "chthonian", "cthugha"]
    control = [number(summon(MISS, card=k, rules={"skills": "1/1/1"})) for k in monsters]
    survival = [number(summon("222", "555", card=k, rules={"skills": "9/9/9"})) for k in monsters]
    assert control == [7, 6, 5, 4, 2, 0, -2]
    assert survival == [12, 11, 10, 9, 7, 5, 3]


# ------------------------------------------------------------------------------------------------- survival


def test_a_monster_is_survived_strictly_under_its_number():
    s = summon(HIT, "333")
    assert rolls(s)[1] == "player_1 rolls 333 = 9 against 9 for survival: success"
    assert dead(s, 1) == set()
    s = summon(HIT, "334")
    assert rolls(s)[1] == "player_1 rolls 334 = 10 against 9 for survival: failure"
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert discards(s) == {"deep_one": 1}


def test_survival_at_or_under_is_survived_at_the_number_too():
    rules = {"survival": "at_or_under"}
    assert dead(summon(HIT, "334", rules=rules), 1) == set()
    assert dead(summon(HIT, "335", rules=rules), 1) == {("first", 0)}


@pytest.mark.parametrize("target", [0, 3, 4, 7])
def test_the_victims_modifiers_do_not_count(target):
    assert number(summon(HIT, FALL, target=target)) == 9


def test_skills_and_cards_on_them_do_not_count():
    on = {1: {"alliance_with_ghouls": 1, "bad_dental_plan": 1, "dread_curse_of_azathoth": 1}}
    assert number(summon(HIT, FALL, lasting=on)) == 9
    assert number(summon(HIT, FALL, rules={"skills": "10/10/10,1/1/1,10/10/10"})) == 9


def test_cards_on_all_rolls_do_count():
    assert number(summon(HIT, FALL, lasting={1: {"bad_shellfish": 1}})) == 7
    assert number(summon(HIT, FALL, lasting={1: {"kind_horoscope": 1}})) == 11


def test_the_favoured_cult_survives_with_2_more():
    assert number(summon(HIT, FALL, favoured=1)) == 11
    assert number(summon(HIT, FALL, favoured=0)) == 9


def test_points_are_spent_on_survival():
    s = summon(HIT, points={1: 2})
    assert (s.seat, s.pending) == (1, "spend")
    assert spends(s) == {1}
    play(dice(s, "334"), "spend:1")
    assert rolls(s)[1] == "player_1 rolls 334 = 10 against 10 for survival: success"
    assert points(s) == [0, 0, 0]


def test_a_plain_survivor_does_not_strike_back():
    s = summon(HIT, HOLD, hand=STRIKES_BACK)
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize("throw", ["111", "112", "113"])
def test_a_spooged_survival_holds_whatever_the_number_and_may_be_answered_in_both_ways(throw):
    s = summon("222", throw, card="cthugha", hand=STRIKES_BACK, lasting={1: {"bad_shellfish": 1}})
    assert rolls(s)[1].endswith("against 1 for survival: spooge")
    assert dead(s, 1) == set()
    assert (s.seat, s.pending) == (1, "counter")
    assert s.legal_names() == ["play:harsh_language", "play:deep_one", "pass"]


@pytest.mark.parametrize(("rules", "against"), [({}, 13), ({"monster_bonus": True}, 15)])
def test_the_answer_to_a_monster_has_no_bonus_unless_the_option_says_so(rules, against):
    s = summon(HIT, SPOOGE, hand=STRIKES_BACK, rules=rules)
    play(dice(s, BOOF), "play:harsh_language")
    assert rolls(s)[2] == f"player_1 rolls 665 = 17 against {against} for thuggery: boof"


def test_monster_bonus_is_for_a_spooge_only():
    s = summon(HIT, HOLD, hand=STRIKES_BACK, rules={"monster_bonus": True})
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize("throw", ["664", "665", "666"])
def test_a_boofed_survival_dies_whatever_the_number_and_the_attacker_keeps_the_card(throw):
    s = summon(HIT, throw, card="rat_with_a_face", favoured=1, lasting={1: {"kind_horoscope": 1}})
    assert rolls(s)[1].endswith("against 16 for survival: boof")
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert hand(s, 0) == known(s, 0) == {"rat_with_a_face": 1}
    assert discards(s) == {}


def test_a_survival_of_15_is_no_boof():
    s = summon(HIT, "663", card="rat_with_a_face", favoured=1, lasting={1: {"kind_horoscope": 1}})
    assert dead(s, 1) == set()
    assert hand(s, 0) == {}


def test_a_kept_monster_is_called_again_by_another_cultist():
    s = summon(HIT, BOOF)
    play(attack(dice(s, SPOOGE), "deep_one", 6, "cultist:1>seat+1"), "pass")
    assert dead(s, 1) == {("first", 0), ("first", 1)}


# ---------------------------------------------------------------------------- the monster turns on its summoner


@pytest.mark.parametrize("throw", ["655", "664", "665", "666"])
def test_boofed_control_turns_the_monster_whatever_the_number(throw):
    s = summon(throw, "333", rules={"skills": "10/18/10"})
    assert rolls(s) == [
        f"player_0 rolls {throw} = {sum(map(int, throw))} against 21 for control: boof",
        "player_0 rolls 333 = 9 against 9 for survival: success",
    ]
    assert "deep one turns on night librarian of player_0" in events(s)
    assert dead(s, 0) == dead(s, 1) == set()
    assert (s.seat, s.pending) == (0, "turn")


def test_15_turns_no_monster():
    assert rolls(summon("663", HOLD, rules={"skills": "10/18/10"}))[0].endswith("for control: success")


def test_the_summoner_dies_and_nobody_scores():
    s = summon(BOOF, "334")
    assert dead(s, 0) == {("first", 7)}
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]
    assert symbol(s, 0, 0, 7) == -1
    assert events(s)[0] == "night librarian of player_0 dies"
    assert discards(s) == {"deep_one": 1}


def test_turned_points_victim_gives_them_to_the_cult_it_was_meant_for():
    s = summon(BOOF, "334", rules={"turned_points": "victim"})
    assert dead(s, 0) == {("first", 7)}
    assert points(s) == [0, 2, 0]
    assert symbol(s, 0, 0, 7) == 1


def test_the_summoners_survival_is_a_survival_like_any_other():
    assert number(summon(BOOF, FALL, favoured=0)) == 11
    assert number(summon(BOOF, FALL, favoured=1, lasting={0: {"bad_shellfish": 1}})) == 7
    assert dead(summon(BOOF, "334", rules={"survival": "at_or_under"}), 0) == set()


def test_points_are_spent_on_the_summoners_survival():
    s = summon(points={0: 4})
    play(dice(s, BOOF), "pass")
    assert (s.seat, s.pending) == (0, "spend")
    play(dice(s, "335"), "spend:2")
    assert rolls(s)[1] == "player_0 rolls 335 = 11 against 11 for survival: success"


def test_a_summoners_spooge_lets_nobody_strike_back():
    s = summon(BOOF, SPOOGE, hand={0: {"deep_one": 2, "harsh_language": 1}} | STRIKES_BACK)
    assert rolls(s)[1].endswith("for survival: spooge")
    assert dead(s, 0) == set()
    assert (s.seat, s.pending) == (0, "turn")
    assert discards(s) == {"deep_one": 1}


def test_a_summoners_boof_keeps_no_card():
    s = summon(BOOF, BOOF)
    assert dead(s, 0) == {("first", 7)}
    assert hand(s, 0) == hand(s, 1) == {}
    assert discards(s) == {"deep_one": 1}


def test_the_last_of_a_row_killed_by_its_own_monster_calls_the_next_row():
    s = summon(BOOF, FALL, hand={0: {"deep_one": 2}}, alive={0: dead_but(("first", 7), ("second", 7))})
    play(s, "play:deep_one")
    assert s.legal_names() == ["cultist:7>seat+0"]


def test_a_cult_wiped_out_by_its_own_monster_is_out_and_the_turn_over():
    s = summon(BOOF, FALL, hand={0: {"harsh_language": 1}}, alive={0: dead_but(("third", 7))})
    assert out(s) == [0]
    assert points(s) == [0, 0, 0]
    assert (s.seat, s.pending) == (1, "turn")


def test_the_attack_of_a_turned_monster_is_used():
    s = summon(BOOF, HOLD, hand={0: {"deep_one": 2}}, alive={0: dead_but(("first", 7), ("second", 7))})
    assert plays(s) == set()
    assert plays(ready("deep_one", alive={0: dead_but(("first", 7), ("second", 7))})) == {"deep_one"}
