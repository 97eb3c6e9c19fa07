"""Several targets of one card, other rows than the current one, and how rows follow each other."""

import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, beat, cultists, ready, summon
from .story import attack, dead, dead_but, dice, events, hand, out, play, points, rolls, row

ALL_THREE = (0, 1, 2)
THREE_DEAD = {("first", 0), ("first", 1), ("first", 2)}
FISTS = {1: {"harsh_language": 1}}
WITHOUT_SECOND = {1: row("first") | row("third")}


def gun(*throws, targets=ALL_THREE, **given):
    return beat(*throws, card="tommy_gun", targets=targets, **given)


# ------------------------------------------------------------------------------------------------ who they are


def test_a_tommy_gun_has_three_targets_in_one_row_of_one_cult():
    s = gun(targets=(4,))
    assert s.pending == "target"
    assert s.legal_names() == cultists(0, 1, 2, 3, 5, 6, 7)
    play(s, "cultist:1>seat+1")
    assert s.legal_names() == cultists(0, 2, 3, 5, 6, 7)
    play(dice(s, MISS), "cultist:7>seat+1")
    assert (s.seat, s.pending) == (0, "turn")
    assert events(s)[1] == "player_0 attacks player_1: bouncer with tommy gun on horoscope columnist, targets 3"


def test_a_molotov_cocktail_has_two_targets():
    s = beat(SPOOGE, card="molotov_cocktail", targets=(3, 4))
    assert dead(s, 1) == {("first", 3), ("first", 4)}
    assert points(s) == [2, 0, 0]


@pytest.mark.parametrize("living", [(1, 6), (5,)])
def test_there_are_no_more_targets_than_live_and_none_in_the_next_row(living):
    s = gun(SPOOGE, targets=living, alive={1: row("first", *living) | row("second")})
    assert (s.seat, s.pending) == (0, "turn")
    assert dead(s, 1) == {("first", c) for c in range(8)} | {("third", c) for c in range(8)}
    assert points(s) == [len(living), 0, 0]


def test_a_card_with_several_targets_is_one_attack():
    s = gun(MISS, hand={0: {"tommy_gun": 2}})
    assert hand(s, 0) == {"tommy_gun": 1}
    play(s, "play:tommy_gun")
    assert s.legal_names() == cultists(1, 2, 3, 4, 5, 6, 7, seat=0)


# -------------------------------------------------------------------------------------------------- multi_rolls


def test_one_roll_of_the_attacker_and_a_defence_of_each():
    s = gun(HIT, FALL, HOLD, FALL)
    assert rolls(s) == [
        "player_0 rolls 444 = 12 against 13 for thuggery: success",
        "player_1 rolls 444 = 12 against 7 for defence: failure",
        "player_1 rolls 222 = 6 against 6 for defence: success",
        "player_1 rolls 444 = 12 against 6 for defence: failure",
    ]
    assert dead(s, 1) == {("first", 0), ("first", 2)}
    assert points(s) == [3, 0, 0]


@pytest.mark.parametrize(("throw", "killed"), [(MISS, set()), (BOOF, set()), (SPOOGE, THREE_DEAD)])
def test_one_roll_settles_it_for_all(throw, killed):
    s = gun(throw)
    assert len(rolls(s)) == 1
    assert dead(s, 1) == killed


def test_a_spooged_defence_saves_only_itself_and_a_boofed_one_keeps_the_card():
    s = gun(HIT, SPOOGE, BOOF, HOLD)
    assert dead(s, 1) == {("first", 1)}
    assert hand(s, 0) == {"tommy_gun": 1}


def test_separate_rolls_of_both_for_each():
    s = gun(HIT, FALL, SPOOGE, HIT, HOLD, points={0: 0}, rules={"multi_rolls": "separate_rolls"})
    assert (s.seat, s.pending) == (0, "spend")  # with the points of the first kill
    play(s, "pass")
    assert (s.seat, s.pending) == (0, "spend")
    play(s, "pass")
    assert [e.split(" for ")[1] for e in rolls(s)] == [
        "thuggery: success",
        "defence: failure",
        "thuggery: spooge",
        "thuggery: success",
        "defence: success",
    ]
    assert dead(s, 1) == {("first", 0), ("first", 1)}


def test_separate_rolls_fail_separately():
    s = gun(MISS, BOOF, SPOOGE, rules={"multi_rolls": "separate_rolls"})
    assert len(rolls(s)) == 3
    assert dead(s, 1) == {("first", 2)}


def test_one_defence_settles_it_for_all():
    rules = {"multi_rolls": "one_defence"}
    s = gun(HIT, FALL, rules=rules)
    assert rolls(s)[1].endswith("against 7 for defence: failure")
    assert dead(s, 1) == THREE_DEAD
    s = gun(HIT, HOLD, rules=rules)
    assert len(rolls(s)) == 2
    assert dead(s, 1) == set()


# ------------------------------------------------------------------------------------------------ multi_counter


@pytest.mark.parametrize("throws", [(MISS,), (HIT, HOLD, FALL, HOLD)])
def test_the_target_named_first_strikes_back(throws):
    s = gun(*throws, targets=(2, 1, 0), hand=FISTS)
    assert (s.seat, s.pending) == (1, "counter")
    play(dice(s, BOOF), "play:harsh_language")
    assert events(s)[1].startswith("player_1 strikes back at player_0: schoolyard bully with")


def test_other_survivors_do_not():
    s = gun(HIT, FALL, HOLD, SPOOGE, hand=FISTS)
    assert (s.seat, s.pending) == (0, "turn")


def test_multi_counter_any_asks_which_survivor_strikes_back():
    s = gun(HIT, FALL, HOLD, SPOOGE, targets=(1, 0, 4), hand=FISTS, rules={"multi_counter": "any"})
    play(s, "play:harsh_language")
    assert (s.seat, s.pending) == (1, "counterer")
    assert s.legal_names() == cultists(0, 4, seat=0)
    for place, against in ((0, 13), (4, 6)):  # 10 + 3, and 10 - 6 + 2 for the Spooge
        done = play(dice(s.clone(), BOOF), f"cultist:{place}>seat+0")
        assert rolls(done)[-1].endswith(f"against {against} for thuggery: boof")
        assert done.pending == "turn"


def test_multi_counter_any_asks_for_no_name_where_one_survived():
    s = gun(HIT, FALL, FALL, HOLD, hand=FISTS, rules={"multi_counter": "any"})
    play(dice(s, BOOF), "play:harsh_language")
    assert events(s)[1].startswith("player_1 strikes back at player_0: schoolyard bully with")


def test_multi_counter_any_after_a_missed_attack_is_still_one_counter_attack():
    s = gun(MISS, hand={1: {"harsh_language": 2}}, rules={"multi_counter": "any"})
    play(s, "play:harsh_language")
    assert s.legal_names() == cultists(0, 1, 2, seat=0)
    play(dice(s, BOOF), "cultist:1>seat+0")
    assert (s.seat, s.pending) == (0, "turn")


# --------------------------------------------------------------------------------------------------- other rows


@pytest.mark.parametrize(
    ("card", "source", "throws"), [("exploding_fruit_basket", 0, (HIT, FALL)), ("thing_in_the_cupboard", 7, (SPOOGE,))]
)
def test_cards_that_reach_other_rows_name_cult_row_and_cultist(card, source, throws):
    s = ready(card, alive={1: row("first") | row("second") | row("third", 1, 4)})
    play(s, f"play:{card}", f"cultist:{source}>seat+0")
    assert s.pending == "cult"
    assert s.legal_names() == ["seat+1", "seat+2"]
    play(s, "seat+1")
    assert s.pending == "row"
    assert s.legal_names() == ["row:first", "row:second", "row:third"]
    play(s, "row:third")
    assert s.pending == "target"
    assert s.legal_names() == cultists(1, 4)
    play(dice(s, *throws), "cultist:1>seat+1")
    assert ("third", 1) in dead(s, 1)
    assert points(s) == [4, 0, 0]


def test_they_reach_the_current_row_too():
    s = beat(card="exploding_fruit_basket", targets=())
    play(dice(s, SPOOGE), "seat+2", "row:first", "cultist:5>seat+2")
    assert dead(s, 2) == {("first", 5)}


def test_other_cards_do_not():
    s = beat(targets=())
    assert s.pending == "target"
    assert "cultist:0>seat+1" in s.legal_names()


@pytest.mark.parametrize(
    ("alive", "rules", "rows"),
    [
        ({}, {}, ["row:first", "row:second", "row:third"]),
        ({}, {"reach": "next_row"}, ["row:first", "row:second"]),
        (WITHOUT_SECOND, {}, ["row:first", "row:third"]),
        (WITHOUT_SECOND, {"reach": "next_row"}, ["row:first", "row:third"]),
        ({1: row("second") | row("third")}, {"reach": "next_row"}, ["row:second", "row:third"]),
        ({1: row("third")}, {}, ["row:third"]),
    ],
)
def test_rows_within_reach(alive, rules, rows):
    s = beat(card="exploding_fruit_basket", targets=(), alive=alive, rules=rules)
    assert play(s, "seat+1").legal_names() == rows


def test_the_defence_in_another_row_is_the_attacked_cultists():
    s = beat(card="exploding_fruit_basket", targets=())
    play(dice(s, HIT, BOOF), "seat+1", "row:third", "cultist:0>seat+1")
    assert rolls(s)[1].endswith("against 8 for defence: boof")


@pytest.mark.parametrize(("card", "source"), [("harsh_language", 0), ("deep_one", 7)])
def test_a_gate_lets_every_attack_reach(card, source):
    s = beat(card=card, source=source, targets=(), lasting={0: {"create_gate": 1}})
    play(dice(s, SPOOGE), "seat+1", "row:second", "cultist:0>seat+1")
    assert dead(s, 1) == {("second", 0)}
    assert points(s) == [3, 0, 0]


def test_a_gate_of_the_victim_lets_nobody_in():
    assert beat(targets=(), lasting={1: {"create_gate": 1}}).pending == "target"


def test_through_a_gate_all_targets_are_in_one_row():
    s = gun(targets=(), lasting={0: {"create_gate": 1}})
    play(s, "seat+1", "row:third", "cultist:7>seat+1")
    assert s.legal_names() == cultists(0, 1, 2, 3, 4, 5, 6)
    play(dice(s, SPOOGE), "cultist:0>seat+1", "cultist:1>seat+1")
    assert dead(s, 1) == {("third", 7), ("third", 0), ("third", 1)}
    assert points(s) == [14, 0, 0]


def test_through_a_gate_there_are_no_more_targets_than_live_in_that_row():
    s = gun(targets=(), lasting={0: {"create_gate": 1}}, alive={1: row("first") | row("third", 2)})
    play(dice(s, SPOOGE), "seat+1", "row:third", "cultist:2>seat+1")
    assert points(s) == [3, 0, 0]


# ------------------------------------------------------------------------------------------- row follows row


def test_the_dead_of_a_later_row_stay_dead_when_it_comes_into_play():
    cards = {0: {"harsh_language": 1, "deep_one": 1}}
    alive = {1: row("first", 0) | row("second")}
    s = beat(card="exploding_fruit_basket", targets=(), players=2, hand=cards, alive=alive)
    play(dice(s, SPOOGE, SPOOGE), "seat+1", "row:second", "cultist:3>seat+1")
    play(attack(s, "harsh_language", 1), "pass")
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert s.legal_names() == cultists(0, 1, 2, 4, 5, 6, 7)


def test_a_row_of_dead_is_passed_over():
    s = beat(SPOOGE, players=2, alive={1: dead_but(("first", 0), ("third", 5))}, hand={0: {"deep_one": 1}})
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert s.legal_names() == ["cultist:5>seat+1"]


def test_losing_a_later_row_first_is_not_the_end_of_a_cult():
    alive = {1: dead_but(("first", 3), ("third", 5))}
    s = beat(card="exploding_fruit_basket", targets=(), alive=alive, hand={0: {"deep_one": 1}})
    play(dice(s, SPOOGE), "seat+1", "row:third", "cultist:5>seat+1")
    assert out(s) == []
    assert points(s) == [3, 0, 0]
    attack(s, "deep_one", 7, "cultist:3>seat+1")
    play(dice(s, SPOOGE), "pass")
    assert out(s) == [1]
    assert points(s) == [4, 0, 0]


def test_the_next_row_comes_into_play_at_once():
    alive = {1: row("first", 0) | row("second", 4, 5) | row("third")}
    s = beat(SPOOGE, players=2, alive=alive, hand={0: {"deep_one": 1}})
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert s.legal_names() == cultists(4, 5)


def test_the_next_row_waits_until_the_attack_is_settled():
    """Three die of a row of three, one after the other: nobody of the next row is touched."""
    s = gun(HIT, FALL, FALL, FALL, alive={1: row("first", 0, 1, 2) | row("second")})
    assert dead(s, 1) == {("first", c) for c in range(8)} | {("third", c) for c in range(8)}
    assert points(s) == [4, 0, 0]


def test_a_row_stays_while_one_of_it_lives():
    s = gun(HIT, FALL, HOLD, FALL, alive={1: row("first", 0, 1, 2) | row("second")}, hand={0: {"deep_one": 1}})
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert cultists(1)[0] in s.legal_names()
    assert cultists(0)[0] not in s.legal_names()


def test_the_attack_of_the_last_one_of_a_row_is_settled_in_its_row():
    """Its monster kills it; the next row then attacks in the same turn, with both attacks."""
    alive = {0: dead_but(("first", 7), ("second", 0))}
    s = summon(BOOF, FALL, hand={0: {"harsh_language": 1, "deep_one": 2}}, alive=alive)
    attack(dice(s, MISS, "222"), "harsh_language", 0)
    attack(dice(s, MISS), "deep_one", 0)
    assert rolls(s)[2].endswith("against 14 for thuggery: success")
    assert rolls(s)[-1].endswith("against 7 for control: failure")
