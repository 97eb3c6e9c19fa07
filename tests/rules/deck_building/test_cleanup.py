"""Clean up: what is discarded, what is over, the University, and decks that run out."""

import pytest

from .rounds import FIVE, in_turn, round_begun, seats
from .story import cards_drawn, decision, game, market, mythos, named, play, table, told


def library_cards(players=2, *but) -> dict[str, int]:
    """All Library cards by name, less those named."""
    g = game(players)
    cards = {g.labels["card"][k]: int(g.tables["copies"][k]) for k in range(g.tables["cards"]) if g.tables["cost"][k]}
    for name in but:
        cards[name] -= 1
    return cards


# --------------------------------------------------------------------------------------- hands and what was active


def test_hands_and_activated_cards_of_all_are_discarded():
    s = in_turn(
        2,
        phase="combat",
        hand={0: {"shovel": 1, "sleuth": 2}, 1: {"stagger": 1, "whiskey": 1}},
        active={0: {"body_armor": 1}, 1: {"silver_censer": 1}},
    )
    play(s, "play:shovel", "end_combat")
    assert named(s, "active", 0) == {"body_armor": 1}
    play(s, "end_combat")
    assert decision(s) == (0, "clean")
    for p in range(2):
        assert named(s, "hand", p) == named(s, "active", p) == {}
    assert named(s, "discards", 0) == {"shovel": 1, "sleuth": 2, "body_armor": 1}
    assert named(s, "discards", 1) == {"stagger": 1, "whiskey": 1, "silver_censer": 1}
    assert s.record["hand_count"][:2].tolist() == [0, 0]


def test_purchases_that_were_not_used_are_discarded_with_the_hand():
    s = in_turn(1, hand={0: {"shovel": 2}}, gods=["aphoom_shah"])
    play(s, "play:shovel", "play:shovel", "buy:body_armor", "end_planning")
    while decision(s)[1] != "clean":
        play(s, "end_combat")
    assert named(s, "discards", 0)["body_armor"] == 1


def test_armor_and_nerve_are_over():
    s = in_turn(2, phase="combat", armor={0: 3, 1: 1}, nerve={0: 1, 1: 2})
    play(s, "end_combat")
    assert (seats(s, "armor"), seats(s, "nerve")) == ([3, 1], [1, 2])
    play(s, "end_combat")
    assert (seats(s, "armor"), seats(s, "nerve")) == ([0, 0], [0, 0])


def test_locations_stay():
    s = round_begun(2, locations={"police_armory": 1})
    assert named(s, "locations") == {"police_armory": 1}


# ------------------------------------------------------------------------------------------- the University


def test_any_number_of_cards_is_removed_from_the_university():
    s = play(table(2, phase="combat", market=list(FIVE)), "end_combat")
    assert s.legal_names() == ["remove:0", "remove:1", "remove:2", "remove:3", "remove:4", "keep"]
    play(s, "remove:1", "remove:4")
    assert market(s) == ["body_armor", "", "shovel", "storm_lantern", ""]
    assert named(s, "unwanted") == {"whiskey": 1, "leather_coat": 1}
    assert s.legal_names() == ["remove:0", "remove:2", "remove:3", "keep"]
    assert s.record["round"] == 2
    play(s, "keep")
    assert s.record["round"] == 3
    assert [market(s)[x] for x in (0, 2, 3)] == ["body_armor", "shovel", "storm_lantern"]
    assert all(market(s))


def test_the_university_may_be_left_as_it_is():
    s = play(table(2, phase="combat", market=list(FIVE)), "end_combat", "keep")
    assert market(s) == list(FIVE)
    assert named(s, "unwanted") == {}


def test_with_nothing_left_to_remove_the_round_is_over():
    s = play(table(2, phase="combat", market=["whiskey", "shovel"]), "end_combat", "remove:0")
    assert s.record["round"] == 2
    play(s, "remove:1")
    assert s.record["round"] == 3
    assert named(s, "unwanted") == {"whiskey": 1, "shovel": 1}


def test_an_empty_university_asks_nothing():
    s = play(table(2, phase="combat"), "end_combat")
    assert s.record["round"] == 3
    assert decision(s) == (0, "order")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_whoever_went_first_in_planning_decides_for_the_university(first):
    """Not who fights first or last."""
    s = play(round_begun(3, gods=["aphoom_shah"]), *["yield"] * first, "go", "end_planning")
    play(s, "go", "end_planning")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    while decision(s)[1] != "clean":
        asked, what = decision(s)
        play(s, "end_combat" if what == "combat" else "yield" if asked == first else "go")
    assert decision(s) == (first, "clean")


def test_if_that_one_is_dead_the_next_one_decides():
    s = in_turn(3, phase="combat", dead={1: 1}, health={0: 8, 1: 0, 2: 9}, deck={1: {}}).edit(first=1)
    play(s, "end_combat", "end_combat")
    assert decision(s) == (2, "clean")


# --------------------------------------------------------------------------------------- decks that run out


def test_an_empty_library_deck_is_made_anew_of_unwanted_cards():
    """All Library cards but one have been removed and one lies on sale: the deck begins anew, with 178 of them."""
    s = in_turn(1, phase="combat", market=["shovel"], unwanted=library_cards(1, "shovel"))
    assert (s.record["library_count"], sum(named(s, "unwanted").values())) == (0, 179)
    play(s, "end_combat", "keep")
    assert all(market(s))
    assert s.record["library_count"] == 175
    assert named(s, "unwanted") == {}


def test_unwanted_cards_wait_while_the_library_deck_has_cards():
    s = in_turn(1, phase="combat", market=["shovel"], unwanted={"haggle": 2})
    play(s, "end_combat", "keep")
    assert named(s, "unwanted") == {"haggle": 2}


def test_with_no_library_card_anywhere_a_place_stays_empty():
    s = in_turn(1, phase="combat", market=["shovel"], unwanted={"haggle": 1}, box=library_cards(1, "shovel", "haggle"))
    play(s, "end_combat", "keep")
    assert market(s) == ["shovel", "haggle", "", "", ""]
    assert decision(s) == (0, "plan")


def test_the_own_deck_is_made_anew_of_the_discard_pile_in_the_middle_of_a_draw():
    """Two cards are left: both are drawn, then three of the eight discarded."""
    owned = {"deck": {0: {"stagger": 2}}, "discards": {0: {"sleuth": 7, "stagger": 1}}}
    s = play(table(1, phase="combat", market=list(FIVE), **owned), "end_combat")
    cards_drawn(s, 0, "stagger", "stagger")
    s.force(("deck", 0), ("deck", 0), ("deck", 5))
    play(s, "keep")
    assert named(s, "hand", 0) == {"sleuth": 2, "stagger": 3}
    assert named(s, "deck", 0) == {"sleuth": 5}
    assert named(s, "discards", 0) == {}


def test_the_discard_pile_waits_while_the_own_deck_has_cards():
    s = table(1, phase="combat", market=list(FIVE), discards={0: {"sleuth": 4}})
    play(s, "end_combat", "keep")
    assert named(s, "discards", 0) == {"sleuth": 4}
    assert s.record["deck_count"][0] == 1


def test_a_new_deck_is_made_as_soon_as_the_last_card_is_drawn():
    """Five of ten are left: all are drawn, and what was discarded in the round before is the deck. What is used in this
    round is discarded beside it."""
    s = table(1, phase="combat", market=list(FIVE), gods=["aphoom_shah"], discards={0: {"sleuth": 5}})
    play(s, "end_combat", "keep")
    assert named(s, "hand", 0) == {"sleuth": 2, "stagger": 3}
    assert (named(s, "deck", 0), named(s, "discards", 0)) == ({"sleuth": 5}, {})
    assert told(s)[:2] == ["turn_began", "drew"]
    assert "reshuffled" in told(s)
    play(mythos(s, "numb_fingers"), "play:sleuth", "end_planning")
    assert sum(named(s, "discards", 0).values()) == 2
    assert named(s, "deck", 0) == {"sleuth": 5}


def test_with_nothing_discarded_the_new_deck_waits_for_the_next_draw():
    """The last card is drawn while the discard pile is empty, and then cards are used."""
    fields = {"hand": {0: {"box_camera": 2, "shovel": 1}}, "deck": {0: {"sleuth": 1}}}
    s = mythos(table(1, phase="combat", market=list(FIVE), **fields), "numb_fingers")
    play(s, "play:box_camera")
    assert (named(s, "hand", 0)["sleuth"], s.record["deck_count"][0]) == (1, 0)
    s = s.edit(discards={0: {"whiskey": 1}})
    play(s, "play:box_camera")
    assert named(s, "hand", 0) == {"sleuth": 1, "shovel": 1, "whiskey": 1}


def test_who_owns_fewer_than_five_cards_draws_them_all():
    s = table(1, phase="combat", market=list(FIVE), hand={0: {"sleuth": 2}}, deck={0: {"stagger": 1}})
    play(s, "end_combat", "keep")
    assert named(s, "hand", 0) == {"sleuth": 2, "stagger": 1}
    assert seats(s, "dead") == [0]


def test_a_card_drawn_in_a_turn_may_come_from_the_discard_pile():
    """Cards that are active are not in it yet."""
    s = table(2, hand={0: {"pull_an_all_nighter": 1}}, active={0: {"body_armor": 1}}, deck={0: {}})
    s = s.edit(discards={0: {"shovel": 1}})
    play(s, "play:pull_an_all_nighter")
    assert named(s, "hand", 0) == {"shovel": 1}
    assert named(s, "active", 0) == {"body_armor": 1, "pull_an_all_nighter": 1}


def test_the_next_round_begins_after_clean_up():
    s = round_begun(2, gods=["aphoom_shah"])
    assert (s.phase, s.record["round"], *decision(s)) == ("planning", 3, 0, "order")
