"""Who attacks whom, how often, and what changes the number to roll: Thuggery and Conjuring alike."""

import numpy as np
import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, beat, cultists, ready, summon, symbol
from .story import (
    attack,
    dead,
    dead_but,
    deck,
    dice,
    discards,
    events,
    game,
    hand,
    play,
    plays,
    points,
    rolls,
    row,
    spends,
    table,
)

# ------------------------------------------------------------------------------------------- the cult sheet


def test_a_row_has_thugs_and_conjurers_each_better_at_their_own():
    t = game().tables
    assert t["is_thug"].tolist() == [[1, 1, 1, 1, 0, 0, 0, 0]] * 3
    conjuring, thuggery = t["cultist_mod"][:, :, 1], t["cultist_mod"][:, :, 2]
    assert np.array_equal(thuggery > conjuring, t["is_thug"] == 1)


def test_each_row_is_stronger_and_worth_more_than_the_one_before():
    t = game().tables
    best, worst = t["cultist_mod"][:, :, 1:].max(axis=2), t["cultist_mod"][:, :, 1:].min(axis=2)
    for values in (t["points"], best, worst):
        assert (np.diff(values, axis=0) > 0).all()
    assert (worst < 0).all()


def test_the_middle_of_a_row_is_weakest_and_its_ends_are_strongest():
    t = game().tables
    best, worst = t["cultist_mod"][:, :, 1:].max(axis=2), t["cultist_mod"][:, :, 1:].min(axis=2)
    for values in (t["points"], best, worst):
        assert (values[:, 3:5] == values.min(axis=1, keepdims=True)).all()
        assert (values[:, [0, 7]] == values.max(axis=1, keepdims=True)).all()


# ---------------------------------------------------------------------------------------- who attacks whom


def test_all_of_the_first_row_may_attack_and_be_attacked_at_first():
    s = play(ready("harsh_language"), "play:harsh_language")
    assert s.pending == "attacker"
    assert s.legal_names() == cultists(*range(8), seat=0)
    play(s, "cultist:5>seat+0")
    assert s.pending == "target"
    assert s.legal_names() == [name for c in range(8) for name in cultists(c) + cultists(c, seat=2)]


def test_dead_cultists_neither_attack_nor_are_attacked():
    alive = {0: row("first", 1, 6) | row("second"), 1: row("first", 2, 3) | row("third"), 2: row("second", 7)}
    s = play(ready("harsh_language", alive=alive), "play:harsh_language")
    assert s.legal_names() == cultists(1, 6, seat=0)
    play(s, "cultist:6>seat+0")
    assert s.legal_names() == [*cultists(2), *cultists(3), *cultists(7, seat=2)]


def test_the_last_of_a_row_alone_attacks_and_is_attacked():
    alive = {0: dead_but(("first", 3), ("third", 0)), 1: dead_but(("first", 5), ("second", 1))}
    s = play(ready("deep_one", players=2, alive=alive), "play:deep_one")
    assert s.legal_names() == ["cultist:3>seat+0"]
    play(s, "cultist:3>seat+0")
    assert s.legal_names() == ["cultist:5>seat+1"]


def test_cults_out_of_the_game_are_not_attacked():
    s = ready("harsh_language", out={1: 1})
    play(s, "play:harsh_language", "cultist:0>seat+0")
    assert s.legal_names() == cultists(*range(8), seat=2)


def test_without_a_thuggery_or_conjuring_card_nobody_attacks():
    cards = {"dodge": 1, "elder_sign": 1, "its_a_bluff": 1}
    assert plays(table(hand={0: cards})) == set()
    assert plays(table(hand={0: cards | {"cricket_bat": 1}})) == {"cricket_bat"}


def test_an_attack_is_announced_with_both_cultists_and_the_card():
    s = beat(MISS, card="falling_piano", source=4, targets=(7,))
    announced = "player_0 attacks player_1: horoscope columnist with falling piano on night librarian, targets 1"
    assert events(s)[1] == announced


# ---------------------------------------------------------------------------------------------- how often


def test_each_cultist_makes_one_attack_of_each_type_a_turn():
    s = dice(ready("harsh_language", hand={0: {"harsh_language": 3, "deep_one": 2}}), MISS, HIT, HOLD, "666", "222")
    attack(s, "harsh_language", 0)
    play(s, "play:harsh_language")
    assert s.legal_names() == cultists(1, 2, 3, 4, 5, 6, 7, seat=0)
    play(s, "cultist:7>seat+0", "cultist:0>seat+1", "play:deep_one")
    assert s.legal_names() == cultists(*range(8), seat=0)
    play(s, "cultist:7>seat+0", "cultist:0>seat+1", "play:harsh_language")
    assert s.legal_names() == cultists(1, 2, 3, 4, 5, 6, seat=0)


def test_a_card_is_not_playable_once_everybody_has_used_that_attack():
    alive = {0: dead_but(("first", 0), ("second", 0))}
    s = beat(MISS, alive=alive, hand={0: {"harsh_language": 2, "deep_one": 2}})
    assert plays(s) == {"deep_one"}
    attack(dice(s, "555"), "deep_one")
    assert plays(s) == set()


def test_the_next_turn_brings_new_attacks():
    hands = {0: {"harsh_language": 2, "dodge": 4}, 1: {"elder_sign": 6}}
    s = attack(dice(table(2, hand=hands), MISS), "harsh_language")
    dice(deck(s, "dodge"), "61")
    play(s, "end_turn", "end_turn", "play:harsh_language")
    assert (s.seat, s.pending) == (0, "attacker")
    assert s.legal_names() == cultists(*range(8), seat=0)


def test_a_turn_goes_on_after_attacks():
    s = summon("555", hand={0: {"harsh_language": 1}})
    assert (s.seat, s.pending) == (0, "turn")
    assert plays(s) == {"harsh_language"}


@pytest.mark.parametrize("throws", [(MISS,), (HIT, HOLD), (HIT, FALL), (SPOOGE,), (BOOF,)])
def test_the_card_is_used_up_whatever_comes_of_it(throws):
    s = beat(*throws)
    assert hand(s, 0) == {}
    assert discards(s) == {"harsh_language": 1}


# ---------------------------------------------------------------------------------------------- the number


def test_skill_6_with_a_plus_3_thug_rolls_against_9():
    s = beat("324", FALL, rules={"skills": "10/10/6"})
    assert rolls(s)[0] == "player_0 rolls 324 = 9 against 9 for thuggery: success"


@pytest.mark.parametrize(
    ("card", "where", "place", "against"),
    [
        ("harsh_language", "first", 0, 13),
        ("harsh_language", "first", 3, 11),
        ("harsh_language", "first", 4, 4),
        ("brass_knuckles", "first", 7, 6),
        ("big_honkin_truck", "first", 1, 17),
        ("cricket_bat", "second", 6, 9),
        ("falling_piano", "third", 0, 18),
        ("deep_one", "first", 7, 13),
        ("deep_one", "first", 0, 5),
        ("rat_with_a_face", "first", 2, 7),
        ("chthonian", "second", 7, 10),
        ("cthugha", "third", 4, 7),
        ("shoggoth", "third", 3, 6),
    ],
)
def test_skill_cultist_and_card_add_up(card, where, place, against):
    s = beat(BOOF, "333", "333", card=card, source=place, alive={0: row(where)})
    assert f"player_0 rolls 665 = 17 against {against} for " in rolls(s)[0]


def test_each_kind_of_attack_uses_its_own_skill():
    assert rolls(beat(BOOF, rules={"skills": "3/4/7"}))[0].endswith("against 10 for thuggery: boof")
    assert rolls(summon(BOOF, HOLD, rules={"skills": "3/4/7"}))[0].endswith("against 7 for control: boof")


def test_a_card_on_the_cult_changes_its_skill():
    on = {0: {"alliance_with_ghouls": 1, "bad_dental_plan": 1}}  # Thuggery +3; Sorcery and Conjuring -2
    assert rolls(beat(BOOF, lasting=on))[0].endswith("against 16 for thuggery: boof")
    assert rolls(summon(BOOF, HOLD, lasting=on))[0].endswith("against 11 for control: boof")


@pytest.mark.parametrize(("card", "against"), [("kind_horoscope", 15), ("bad_shellfish", 11)])
def test_a_card_that_changes_all_rolls_changes_attacks(card, against):
    on = {0: {card: 1}}
    assert rolls(beat(BOOF, lasting=on))[0].endswith(f"against {against} for thuggery: boof")
    assert rolls(summon(BOOF, HOLD, lasting=on))[0].endswith(f"against {against} for control: boof")


def test_the_favoured_cult_attacks_with_2_more():
    assert rolls(beat(BOOF, favoured=0))[0].endswith("against 15 for thuggery: boof")
    assert rolls(summon(BOOF, HOLD, favoured=0))[0].endswith("against 15 for control: boof")


@pytest.mark.parametrize(("card", "against"), [("salt_on_the_doorstep", 12), ("address_on_the_flyer", 15)])
def test_a_ward_changes_attacks_on_its_cult(card, against):
    assert rolls(beat(BOOF, lasting={1: {card: 1}}))[0].endswith(f"against {against} for thuggery: boof")
    assert rolls(summon(BOOF, HOLD, lasting={1: {card: 1}}))[0].endswith(f"against {against} for control: boof")


def test_a_ward_changes_no_other_attacks():
    on = {0: {"salt_on_the_doorstep": 1}, 2: {"address_on_the_flyer": 1}}
    assert rolls(beat(BOOF, lasting=on))[0].endswith("against 13 for thuggery: boof")
    assert rolls(summon(BOOF, HOLD, lasting=on))[0].endswith("against 13 for control: boof")


def test_a_silenced_cult_does_not_attack_in_that_way():
    both = {0: {"harsh_language": 1, "deep_one": 1}}
    assert plays(table(hand=both)) == {"harsh_language", "deep_one"}
    assert plays(table(hand=both, lasting={0: {"mistaken_for_the_kkk": 1}})) == {"deep_one"}
    assert plays(table(hand=both, lasting={0: {"acrid_aroma_of_appleton": 1}})) == {"harsh_language"}
    assert plays(table(hand=both, lasting={1: {"acrid_aroma_of_appleton": 1}})) == {"harsh_language", "deep_one"}


def test_points_are_spent_on_an_attack_before_its_dice():
    s = beat(points={0: 5})
    assert (s.seat, s.pending) == (0, "spend")
    assert spends(s) == {1, 2}
    play(dice(s, MISS, FALL), "spend:1")
    assert rolls(s)[0] == "player_0 rolls 554 = 14 against 14 for thuggery: success"
    assert points(s) == [5 - 2 + 2, 0, 0]


@pytest.mark.parametrize("mine", [0, 1])
def test_nobody_is_asked_to_spend_less_than_two_points(mine):
    assert rolls(beat(MISS, points={0: mine}))


def test_nobody_is_asked_to_spend_where_it_cannot_matter():
    assert rolls(beat(HIT, HOLD, card="falling_piano", points={0: 20}))[0].endswith("against 16 for thuggery: success")
    assert rolls(beat(MISS, source=4, rules={"skills": "10/10/5"}, points={0: 12}))  # -1 and 6 are still only a Spooge
    assert spends(beat(source=4, rules={"skills": "10/10/5"}, points={0: 14})) == {7}


# ----------------------------------------------------------------------------------------- what a kill brings


@pytest.mark.parametrize(
    ("where", "place", "worth"),
    [("first", 0, 2), ("first", 3, 1), ("second", 7, 3), ("second", 4, 2), ("third", 1, 4), ("third", 7, 5)],
)
def test_a_kill_scores_what_the_cultist_is_worth_and_leaves_the_killers_symbol(where, place, worth):
    s = beat(SPOOGE, targets=(place,), alive={1: row(where)}, points={0: 1, 1: 1})
    assert points(s) == [1 + worth, 1, 0]
    assert (where, place) in dead(s, 1)
    assert symbol(s, 1, ["first", "second", "third"].index(where), place) == 0


def test_a_monsters_kill_scores_too():
    s = summon(SPOOGE, target=7)
    assert points(s) == [2, 0, 0]
    assert dead(s, 1) == {("first", 7)}
    assert symbol(s, 1, 0, 7) == 0
