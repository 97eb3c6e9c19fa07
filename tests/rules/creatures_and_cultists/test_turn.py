"""A turn: Mondo cards first, then anything in any order, discarding, and whose turn it is."""

import pytest

from .story import attack, chance, dead, deck, dice, discards, game, hand, out, play, plays, points, size, table

DONATION = "play:anonymous_donation"
POCKETS = "play:deep_pockets"
SHORTAGE = "play:chalk_shortage"
SKILLED = {"skills": "18/18/18"}  # no points are worth spending on such rolls


# --------------------------------------------------------------------------------------------- Mondo cards


def test_mondo_cards_come_first_and_nothing_else_is_possible_before_them():
    s = table(hand={0: {"anonymous_donation": 1, "cricket_bat": 1, "assassination": 1}})
    assert (s.seat, s.pending) == (0, "mondo")
    assert s.legal_names() == [DONATION]
    deck(s, "dodge")
    play(s, DONATION)
    assert s.pending == "turn"
    assert points(s) == [3, 0]


def test_a_hand_without_mondo_cards_begins_with_the_turn():
    assert table(hand={0: {"cricket_bat": 1}, 1: {"anonymous_donation": 1}}).pending == "turn"


@pytest.mark.parametrize("order", [(DONATION, POCKETS, SHORTAGE), (SHORTAGE, DONATION, POCKETS)])
def test_the_owner_chooses_the_order_of_several_mondo_cards(order):
    s = table(hand={0: {"anonymous_donation": 1, "deep_pockets": 1, "chalk_shortage": 1}})
    deck(s, *["dodge"] * 3)
    for n, name in enumerate(order):
        assert s.pending == "mondo"
        assert set(s.legal_names()) == set(order[n:])
        play(s, name)
    assert s.pending == "turn"
    assert hand(s, 0) == {"dodge": 3}


def test_each_mondo_card_is_replaced_by_one():
    s = deck(table(hand={0: {"anonymous_donation": 1, "cricket_bat": 2}}), "dodge")
    play(s, DONATION)
    assert hand(s, 0) == {"cricket_bat": 2, "dodge": 1}
    assert discards(s) == {"anonymous_donation": 1}


def test_mondo_refill_full_fills_the_hand():
    s = table(hand={0: {"anonymous_donation": 1, "cricket_bat": 2}}, rules={"mondo_refill": "full"})
    deck(s, "dodge", "dodge", "dodge", "elder_sign")
    play(s, DONATION)
    assert hand(s, 0) == {"cricket_bat": 2, "dodge": 3, "elder_sign": 1}


def test_mondo_refill_full_goes_up_to_the_hand_limit():
    s = table(hand={0: {"deep_pockets": 1, "cricket_bat": 5}}, rules={"mondo_refill": "full"})
    deck(s, "dodge", "dodge")
    play(s, POCKETS)
    assert hand(s, 0) == {"cricket_bat": 5, "dodge": 2}
    less = {0: {"rent_doubled": 1}}
    s = table(hand={0: {"anonymous_donation": 1, "cricket_bat": 5}}, lasting=less, rules={"mondo_refill": "full"})
    play(s, DONATION)
    assert hand(s, 0) == {"cricket_bat": 5}


@pytest.mark.parametrize("refill", ["one", "full"])
def test_mondo_cards_drawn_for_mondo_cards_are_played_too(refill):
    s = table(hand={0: {"anonymous_donation": 1, "cricket_bat": 5}}, rules={"mondo_refill": refill})
    deck(s, "chalk_shortage", "tax_audit", "dodge")
    play(s, DONATION)
    assert s.legal_names() == [SHORTAGE]
    play(s, SHORTAGE)
    assert s.legal_names() == ["play:tax_audit"]


def late(drawn: str, **rules):
    """Seat 0 has drawn ``drawn`` with a card it played in its turn."""
    s = table(hand={0: {"double_espresso": 1, "cricket_bat": 2}}, rules=rules)
    deck(s, drawn)
    return play(s, "play:double_espresso")


def test_a_mondo_card_drawn_later_in_the_turn_waits_and_cannot_be_played_or_discarded():
    s = late("anonymous_donation")
    assert s.pending == "turn"
    assert hand(s, 0) == {"anonymous_donation": 1, "cricket_bat": 2}
    assert s.legal_names() == ["play:cricket_bat", "discard:cricket_bat", "end_turn"]


def test_a_mondo_card_that_waited_is_played_when_the_next_own_turn_begins():
    """Seat 1 is favoured again, so that seat 0 plays first in the next round."""
    s = late("anonymous_donation")
    dice(s, "2", "1")
    deck(s, *["cricket_bat"] * 3, *["dodge"] * 6)
    play(s, "end_turn")
    assert (s.seat, s.pending) == (1, "turn")
    play(s, "end_turn")
    assert (s.seat, s.pending) == (0, "mondo")
    assert s.legal_names() == [DONATION]


def test_mondo_late_at_once_interrupts_the_turn():
    s = late("anonymous_donation", mondo_late="at_once")
    assert (s.seat, s.pending) == (0, "mondo")
    assert s.legal_names() == [DONATION]
    deck(s, "dodge")
    play(s, DONATION)
    assert (s.seat, s.pending, points(s)) == (0, "turn", [3, 0])
    assert hand(s, 0) == {"cricket_bat": 2, "dodge": 1}


def test_mondo_late_at_once_is_about_mondo_cards_of_the_own_turn():
    s = table(hand={1: {"anonymous_donation": 1}}, rules={"mondo_late": "at_once"})
    assert (s.seat, s.pending) == (0, "turn")
    assert late("dodge", mondo_late="at_once").pending == "turn"


def next_round(**rules):
    """Round 3 begins and everybody has drawn a Mondo card; seat 1 is favoured."""
    held = {0: {"cricket_bat": 5}, 1: {"falling_piano": 5}, 2: {"brass_knuckles": 5}}
    s = table(3, turn=2, favoured=2, rules=rules, hand=held)
    dice(s, "2", "1", "3")
    deck(s, "chalk_shortage", "anonymous_donation", "deep_pockets")
    play(s, "end_turn")
    assert (s.record["round"], s.record["favoured"]) == (3, 1)
    return deck(s, *["elder_sign"] * 3)


def test_mondo_cards_are_played_when_the_own_turn_begins():
    s = next_round()
    assert (s.seat, s.pending) == (2, "mondo")
    play(s, SHORTAGE)
    assert (s.seat, s.pending) == (2, "turn")
    play(s, "end_turn")
    assert (s.seat, s.pending) == (0, "mondo")
    play(s, DONATION, "end_turn")
    assert (s.seat, s.pending) == (1, "mondo")
    play(s, POCKETS)
    assert (s.seat, s.pending) == (1, "turn")


@pytest.mark.parametrize("when", ["round", "drawn"])
def test_mondo_time_round_and_drawn_play_all_of_them_before_the_first_turn(when):
    s = next_round(mondo_time=when)
    asked = []
    for name in (SHORTAGE, DONATION, POCKETS):
        asked.append((s.seat, s.pending))
        play(s, name)
    assert asked == [(2, "mondo"), (0, "mondo"), (1, "mondo")]
    assert (s.seat, s.pending) == (2, "turn")
    play(s, "end_turn")
    assert (s.seat, s.pending) == (0, "turn")
    play(s, "end_turn")
    assert (s.seat, s.pending) == (1, "turn")


def test_mondo_time_round_lets_a_late_mondo_card_wait_for_the_next_round():
    """Seat 0 is favoured next: it has the last turn, and plays the card before the first."""
    s = late("anonymous_donation", mondo_time="round")
    assert s.pending == "turn"
    assert s.legal_names() == ["play:cricket_bat", "discard:cricket_bat", "end_turn"]
    dice(s, "1", "2")
    deck(s, *["dodge"] * 6, *["cricket_bat"] * 3)
    play(s, "end_turn", "end_turn")
    assert (s.seat, s.pending) == (0, "mondo")
    deck(s, "elder_sign")
    play(s, DONATION)
    assert (s.seat, s.pending) == (1, "turn")


def test_mondo_time_round_does_not_ask_when_the_turn_begins():
    s = table(hand={0: {"anonymous_donation": 1}}, rules={"mondo_time": "round"})
    assert s.legal_names() == ["end_turn"]


def test_mondo_time_drawn_plays_a_late_mondo_card_at_once():
    s = late("anonymous_donation", mondo_time="drawn")
    assert (s.seat, s.pending) == (0, "mondo")
    deck(s, "dodge")
    play(s, DONATION)
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize(("when", "who"), [("turn", (1, "turn")), ("round", (0, "mondo")), ("drawn", (0, "mondo"))])
def test_mondo_time_holds_for_the_cards_dealt_at_the_start(when, who):
    """Seat 0 is favoured, so it plays last, and is dealt nothing but Mondo cards."""
    dealt = [("deck", 0 if n % 2 == 0 else 117 - n) for n in range(12)]
    s = game(2, mondo_time=when).new(1, forced=[*dealt, ("dice", 0), ("dice", 1)])
    assert hand(s, 0) == {"resurrect_your_mentor": 2, "alliance_with_ghouls": 2, "use_the_library": 2}
    assert (s.seat, s.pending) == who


def test_a_mondo_card_that_kills_the_last_own_cultist_ends_the_turn():
    s = table(3, turn=1, favoured=0, hand={1: {"indoor_bonfire": 1, "cricket_bat": 3}}, alive={1: {("third", 7): 1}})
    chance(s, 0, 0, 0)
    play(s, "play:indoor_bonfire")
    assert out(s) == [1]
    assert size(s, 1) == 0
    assert dead(s, 2) == {("first", 0)}
    assert (s.seat, s.pending) == (2, "turn")
    assert discards(s) == {"indoor_bonfire": 1, "cricket_bat": 3}


# ------------------------------------------------------------------------------------------------ the turn


def test_what_a_turn_offers():
    held = {"assassination": 1, "siphon_the_faithful": 1, "cricket_bat": 1, "deep_one": 1, "dodge": 1, "elder_sign": 1}
    s = table(hand={0: held})
    assert s.pending == "turn"
    assert plays(s) == {"assassination", "siphon_the_faithful", "cricket_bat", "deep_one"}
    assert {n for n in s.legal_names() if not n.startswith("play:")} == {f"discard:{k}" for k in held} | {"end_turn"}


def test_an_empty_hand_can_only_end_the_turn():
    s = table()
    assert s.legal_names() == ["end_turn"]
    play(s, "end_turn")
    assert s.seat == 1


def test_everything_goes_in_any_order_and_again():
    s = table(
        hand={0: {"pickpocket_choir": 2, "siphon_the_faithful": 2, "cricket_bat": 2, "deep_one": 1, "dodge": 2}},
        points={1: 20},
        rules=SKILLED,
    )
    play(s, "discard:dodge")
    play(s, "play:pickpocket_choir", "seat+1")
    attack(dice(s, "345"), "deep_one", source=7)
    assert (s.seat, s.pending) == (1, "spend")
    play(dice(s, "333"), "pass")  # it survives
    play(dice(s, "345"), "play:siphon_the_faithful", "seat+1")
    attack(dice(s, "111"), "cricket_bat", target="cultist:2>seat+1")
    play(s, "play:pickpocket_choir", "seat+1")
    play(dice(s, "345"), "play:siphon_the_faithful", "seat+1")
    play(s, "discard:dodge")
    assert s.pending == "turn"
    assert hand(s, 0) == {"cricket_bat": 1}
    assert points(s) == [9, 12]
    assert dead(s, 1) == {("first", 2)}


def test_sorcery_has_no_limit_and_uses_up_no_cultist():
    s = table(hand={0: {"siphon_the_faithful": 2, "withering_stare": 2, "deep_one": 1}}, points={1: 10}, rules=SKILLED)
    for _ in range(2):
        play(dice(s, "345"), "play:siphon_the_faithful", "seat+1")
    for _ in range(2):
        play(chance(dice(s, "666"), 0), "play:withering_stare", "seat+1")
    assert points(s) == [4, 6]
    assert dead(s, 0) == {("first", 0), ("first", 1)}
    assert not s.record["used"].any()
    assert plays(s) == {"deep_one"}


def test_nobody_plays_events_or_sorcery_in_the_turn_of_another():
    """Seat 1 could play every card of its hand in its own turn, and is not asked in that of seat 0."""
    held = {"assassination": 2, "power_drain": 2, "siphon_the_faithful": 1, "worried_parents": 1}
    mine = {"pickpocket_choir": 1, "siphon_the_faithful": 1, "cricket_bat": 1}
    s = table(hand={0: mine, 1: held}, points={1: 10}, rules=SKILLED)
    play(s, "play:pickpocket_choir", "seat+1")
    assert (s.seat, s.pending) == (0, "turn")
    play(dice(s, "345"), "play:siphon_the_faithful", "seat+1")
    assert (s.seat, s.pending) == (0, "turn")
    attack(dice(s, "666"), "cricket_bat")
    assert (s.seat, s.pending) == (0, "turn")
    play(s, "end_turn")
    assert s.seat == 1
    assert plays(s) == set(held)


# ---------------------------------------------------------------------------------------------- discarding


def test_any_number_of_cards_are_discarded_and_made_up_for_in_the_next_round_only():
    held = {"cricket_bat": 2, "dodge": 1, "assassination": 1, "power_drain": 1, "deep_one": 1}
    s = table(hand={0: held, 1: {"falling_piano": 5, "elder_sign": 1}})
    play(s, *[f"discard:{k}" for k, n in held.items() for _ in range(n)])
    assert s.legal_names() == ["end_turn"]
    assert discards(s) == held
    play(s, "end_turn")
    assert (size(s, 0), size(s, 1)) == (0, 6)
    dice(s, "1", "2")
    deck(s, *["harsh_language"] * 4, *["brass_knuckles"] * 2)
    play(s, "end_turn")
    assert s.record["round"] == 3
    assert hand(s, 0) == {"harsh_language": 4, "brass_knuckles": 2}
    assert discards(s) == held


def test_one_card_may_be_discarded_and_the_rest_kept():
    s = table(hand={0: {"cricket_bat": 2, "dodge": 1}})
    play(s, "discard:cricket_bat")
    assert hand(s, 0) == {"cricket_bat": 1, "dodge": 1}
    assert discards(s) == {"cricket_bat": 1}
    assert s.legal_names() == ["play:cricket_bat", "discard:cricket_bat", "discard:dodge", "end_turn"]
