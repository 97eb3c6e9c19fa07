"""Every Mondo card of the reference deck: played when its player's turn begins, and replaced."""

import pytest

from .cards import FULL, NORMAL, changes, next_round, numbers, use
from .story import (
    chance,
    dead,
    dead_but,
    deck,
    dice,
    discards,
    events,
    hand,
    lasting,
    out,
    play,
    plays,
    points,
    row,
    size,
    table,
)

LATER_ROWS = row("second") | row("third")


def mondo(card, *names, **fields):
    """The card is played and replaced by a Dodge."""
    return use(card, *names, draws=("dodge",), **fields)


def test_a_mondo_card_has_to_be_played_before_anything_else():
    s = table(hand={0: {"use_the_library": 1, "harsh_language": 1, "assassination": 1}})
    assert s.pending == "mondo"
    assert s.legal_names() == ["play:use_the_library"]


@pytest.mark.parametrize(
    "card",
    ["alliance_with_ghouls", "kind_horoscope", "evening_classes", "chalk_shortage", "deep_pockets"],
)
def test_a_lasting_mondo_card_lies_on_its_players_cult(card):
    s, changed = mondo(card)
    assert changed == {"deck": -1, "lasting": {0: {card: 1}}}
    assert hand(s, 0) == {"dodge": 1}
    assert s.pending == "turn"


# -------------------------------------------------------------------------------------- Resurrect Your Mentor


def test_resurrect_your_mentor_brings_two_dead_of_the_current_row_back():
    living = row("first", 0, 1, 2, 3) | LATER_ROWS
    s, _ = mondo("resurrect_your_mentor", alive={0: living})
    assert s.pending == "raise"
    assert s.legal_names() == [f"cultist:{c}>seat+0" for c in (4, 5, 6, 7)]
    play(s, "cultist:7>seat+0")
    assert s.legal_names() == [f"cultist:{c}>seat+0" for c in (4, 5, 6)]
    deck(s, "dodge")
    play(s, "cultist:4>seat+0")
    assert dead(s, 0) == {("first", 5), ("first", 6)}
    assert discards(s) == {"resurrect_your_mentor": 1}
    assert hand(s, 0) == {"dodge": 1}
    assert s.pending == "turn"


def test_resurrect_your_mentor_leaves_later_rows_alone_and_takes_the_mark_off():
    living = row("first", 0, 1) | row("second", 0) | row("third")
    s, _ = mondo("resurrect_your_mentor", alive={0: living}, mark={0: {("first", 2): 1}})
    assert {n.removesuffix(">seat+0") for n in s.legal_names()} == {f"cultist:{c}" for c in (2, 3, 4, 5, 6, 7)}
    play(s, "cultist:2>seat+0", "cultist:3>seat+0")
    assert s.record["alive"][0, 0].tolist() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert s.record["alive"][0, 1].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert s.record["mark"][0, 0].tolist() == [-1] * 8


def test_resurrect_your_mentor_with_one_dead_asks_once_and_with_none_not_at_all():
    s, _ = mondo("resurrect_your_mentor", "cultist:5>seat+0", alive={0: row("first", 0, 1, 2, 3, 4, 6, 7) | LATER_ROWS})
    assert s.pending == "turn"
    assert not dead(s, 0)
    s, changed = mondo("resurrect_your_mentor")
    assert s.pending == "turn"
    assert changed == {"deck": -1, "discards": {"resurrect_your_mentor": 1}}


# ----------------------------------------------------------------------------------------------- skills


def test_alliance_with_ghouls_raises_thuggery_by_3():
    s, _ = mondo("alliance_with_ghouls")
    assert numbers(s, 0) == NORMAL | {"thuggery": 16}


def test_alliance_with_ghouls_is_over_with_the_turn():
    s, _ = mondo("alliance_with_ghouls")
    play(s, "end_turn")
    assert not lasting(s, 0)
    assert discards(s) == {"alliance_with_ghouls": 1}
    assert events(s)[1] == "alliance with ghouls no longer lies on player_0"
    assert numbers(s, 0) == NORMAL


def test_use_the_library_raises_sorcery_by_1_for_good():
    s, changed = mondo("use_the_library", hand=FULL | {0: {"elder_sign": 5}})
    assert changed == {"deck": -1, "lasting": {0: {"use_the_library": 1}}}
    assert numbers(s, 0) == NORMAL | {"sorcery": 11}
    next_round(s)
    assert s.record["round"] == 3
    assert numbers(s, 0) == NORMAL | {"sorcery": 11}


def test_evening_classes_raise_conjuring_and_thuggery_by_1_for_good():
    s, _ = mondo("evening_classes", hand=FULL | {0: {"elder_sign": 5}})
    assert numbers(s, 0) == NORMAL | {"conjuring": 14, "thuggery": 14}
    next_round(s)
    assert s.record["round"] == 3
    assert lasting(s, 0) == {"evening_classes": 1}


def test_chalk_shortage_forbids_conjuring_cards_until_the_turn_ends():
    s, _ = mondo("chalk_shortage", hand={0: {"byakhee": 1, "cricket_bat": 1}})
    assert plays(s) == {"cricket_bat"}
    assert numbers(s, 0) == NORMAL | {"conjuring": None}
    play(s, "end_turn")
    assert discards(s) == {"chalk_shortage": 1}
    assert numbers(s, 0) == NORMAL


# ------------------------------------------------------------------------------------- points, cards, rolls


def test_anonymous_donation_gains_3_points():
    s, changed = mondo("anonymous_donation", points={0: 4})
    assert changed == {"points": [3, 0, 0], "deck": -1, "discards": {"anonymous_donation": 1}}
    assert "player_0 gains 3 points and has 7" in events(s)


def test_deep_pockets_raise_the_hand_limit_to_7_for_good():
    s, _ = mondo("deep_pockets", hand=FULL | {0: {"elder_sign": 5}})
    assert size(s, 0) == 6
    deck(s, "shoggoth")
    next_round(s)
    assert hand(s, 0) == {"elder_sign": 5, "dodge": 1, "shoggoth": 1}
    assert [size(s, 1), size(s, 2)] == [6, 6]
    assert lasting(s, 0) == {"deep_pockets": 1}


def test_kind_horoscope_gives_2_on_every_roll_until_the_round_ends():
    s, _ = mondo("kind_horoscope", hand=FULL | {0: {"elder_sign": 5}})
    assert numbers(s, 0) == {"sorcery": 12, "conjuring": 15, "thuggery": 15}
    play(s, "end_turn", "end_turn")
    assert lasting(s, 0) == {"kind_horoscope": 1}
    dice(s, "561")
    play(s, "end_turn")
    assert not lasting(s, 0)
    assert discards(s) == {"kind_horoscope": 1}
    assert numbers(s, 0) == NORMAL


def test_kind_horoscope_helps_in_others_turns_too():
    s, _ = mondo("kind_horoscope")
    play(s, "end_turn")
    s = s.edit(hand={0: {}, 1: {"harsh_language": 1}, 2: {}})
    dice(s, "333", "333")
    play(s, "play:harsh_language", "cultist:0>seat+0", "cultist:3>seat+2")
    assert any(e.startswith("player_0 rolls 333 = 9 against 8 for defence") for e in events(s))


def test_chain_letter_costs_every_other_cult_a_random_card():
    hands = {1: {"dodge": 1, "shoggoth": 1}, 2: {"cthugha": 1, "dodge": 1, "elder_sign": 1}}
    s, changed = mondo("chain_letter", picks=(0, 2), hand=hands)
    assert changed["hand"] == [0, -1, -1]
    assert changed["discards"] == {"chain_letter": 1, "shoggoth": 1, "elder_sign": 1}
    assert hand(s, 1) == {"dodge": 1}
    assert hand(s, 2) == {"cthugha": 1, "dodge": 1}


def test_chain_letter_passes_over_empty_hands():
    _, changed = mondo("chain_letter", picks=(0,), hand={2: {"dodge": 1}})
    assert changed == {"hand": [0, 0, -1], "deck": -1, "discards": {"chain_letter": 1, "dodge": 1}}


def test_tax_audit_costs_2_points_and_a_random_card():
    s, changed = mondo("tax_audit", picks=(1,), points={0: 5}, hand={0: {"byakhee": 1, "shoggoth": 1}})
    assert changed["points"] == [-2, 0, 0]
    assert changed["discards"] == {"tax_audit": 1, "shoggoth": 1}
    assert hand(s, 0) == {"byakhee": 1, "dodge": 1}


def test_tax_audit_takes_what_there_is():
    _, changed = mondo("tax_audit", points={0: 1})
    assert changed == {"points": [-1, 0, 0], "deck": -1, "discards": {"tax_audit": 1}}


# ---------------------------------------------------------------------------------------------- Indoor Bonfire


def test_indoor_bonfire_kills_one_of_each_current_row_by_chance():
    alive = {1: row("second", 2, 6) | row("third")}
    _, changed = mondo("indoor_bonfire", picks=(7, 1, 3), alive=alive)
    assert changed["dead"] == {0: [("first", 7)], 1: [("second", 6)], 2: [("first", 3)]}
    assert changed["discards"] == {"indoor_bonfire": 1}


def test_indoor_bonfire_scores_for_the_dead_of_others_only():
    s, changed = mondo("indoor_bonfire", picks=(0, 0, 1))
    assert changed["points"] == [2 + 1, 0, 0]
    assert s.record["mark"][0, 0, 0] == -1
    assert s.record["mark"][1, 0, 0] == 0


def test_indoor_bonfire_may_be_a_bluff():
    _, changed = mondo("indoor_bonfire", "play:its_a_bluff", picks=(7, 1, 3), hand={1: {"its_a_bluff": 1}})
    assert changed["dead"] == {0: [("first", 7)], 2: [("first", 3)]}
    assert changed["points"] == [1, 0, 0]


def test_indoor_bonfire_may_end_its_own_players_game():
    """The cult is out in its own turn, gets no new card, and the next one plays."""
    s = table(3, hand={0: {"indoor_bonfire": 1, "dodge": 1}}, alive={0: dead_but(("third", 4))})
    chance(s, 0, 0, 0)
    before = s.clone()
    play(s, "play:indoor_bonfire")
    assert changes(before, s) == {
        "hand": [-2, 0, 0],
        "discards": {"indoor_bonfire": 1, "dodge": 1},
        "dead": {0: [("third", 4)], 1: [("first", 0)], 2: [("first", 0)]},
        "out": {0},
    }
    assert (s.seat, s.pending) == (1, "turn")


def test_indoor_bonfire_in_everybodys_last_row_leaves_nobody():
    last = dead_but(("third", 4))
    s = table(2, hand={0: {"indoor_bonfire": 1}}, alive={0: last, 1: last})
    chance(s, 0, 0)
    play(s, "play:indoor_bonfire")
    assert s.is_over
    assert out(s) == [0, 1]
    assert s.returns.tolist() == [0, 0]
    assert points(s) == [0, 0]
