"""Planning: five cards, the order of turns, preparation, research and final preparation, healing, abilities."""

import pytest

from .rounds import FIVE, in_turn, round_begun, seats
from .story import cards_drawn, decision, game, library, market, minions, moxie, mythos, named, play, table, told

# ------------------------------------------------------------------------------------------- five cards each


def test_every_round_each_investigator_draws_five_cards_of_the_own_deck():
    s = table(2, phase="combat", market=list(FIVE), hand={0: {"stagger": 1}})
    play(s, "end_combat")
    cards_drawn(s, 0, "sleuth", "sleuth", "sleuth", "stagger", "stagger")
    cards_drawn(s, 1, "sleuth", "stagger", "stagger", "stagger", "sleuth")
    play(s, "keep")
    assert named(s, "hand", 0) == {"sleuth": 3, "stagger": 2}
    assert named(s, "deck", 0) == {"sleuth": 4}
    assert named(s, "hand", 1) == {"sleuth": 2, "stagger": 3}
    assert named(s, "deck", 1) == {"sleuth": 5}
    assert s.record["round"] == 3


def test_the_university_is_filled_before_hands_are_drawn():
    s = table(2, phase="combat", market=["shovel", "whiskey"])
    play(s, "end_combat")
    library(s, "haggle", "black_tide", "haggle")
    play(s, "keep")
    assert market(s) == ["shovel", "whiskey", "haggle", "black_tide", "haggle"]
    assert told(s)[:5] == ["drew", "drew", "filled", "filled", "filled"]


def test_hands_are_open_to_the_team():
    s = in_turn(2, hand={0: {"sleuth": 2}, 1: {"shovel": 1, "stagger": 1}})
    k = s.game.labels["card"].index
    seen = s.view(0).to_json()["fields"]["hand"][1]
    assert (seen[k("shovel")], seen[k("stagger")], seen[k("sleuth")]) == (1, 1, 0)


def test_option_hands_hidden_keeps_them_from_the_others():
    """How many cards there are, and what hand and deck hold together, is known; the own hand is."""
    s = in_turn(2, rules={"hands": "hidden"}, hand={0: {"sleuth": 2}, 1: {"shovel": 1, "stagger": 1}})
    k = s.game.labels["card"].index
    seen = s.view(0).to_json()["fields"]
    assert set(seen["hand"][1]) == {None}
    assert set(seen["deck"][1]) == {None}
    assert seen["hand_count"][:2] == [2, 2]
    assert seen["held"][1][k("shovel")] == 1
    assert seen["hand"][0][k("sleuth")] == 2
    assert s.legal_names() == in_turn(2, hand={0: {"sleuth": 2}, 1: {"shovel": 1, "stagger": 1}}).legal_names()


# ---------------------------------------------------------------------------------------- the order of turns


def orders(state, taken=()):
    """Every order of turns that can be reached from here by ``go`` and ``yield``."""
    seat, what = decision(state)
    if what == "order":
        found = set()
        for answer in ("go", "yield"):
            found |= orders(state.clone().step(answer), taken)
        return found
    taken = (*taken, seat)
    if len(taken) == state.game.num_players:
        return {taken}
    return orders(state.step("end_planning" if what == "plan" else "end_combat"), taken)


@pytest.mark.parametrize(("players", "count"), [(2, 2), (3, 6), (6, 720)])
def test_all_orders_of_the_planning_turns_can_be_chosen(players, count):
    assert len(orders(round_begun(players))) == count


def test_all_orders_of_the_combat_turns_can_be_chosen():
    s = play(in_turn(3), "end_planning", "go", "end_planning")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert (s.phase, *decision(s)) == ("combat", 0, "order")
    assert len(orders(s)) == 6


def test_those_who_still_have_a_turn_are_asked_by_seat_until_one_goes():
    s = round_begun(3)
    assert decision(s) == (0, "order")
    play(s, "yield")
    assert decision(s) == (1, "order")
    play(s, "yield")
    assert decision(s) == (2, "order")
    assert s.legal_names() == ["go", "yield"]
    play(s, "go")
    assert decision(s) == (2, "plan")
    play(s, "end_planning")
    assert decision(s) == (0, "order")
    play(s, "yield", "go")
    assert decision(s) == (1, "plan")


def test_when_all_yield_the_first_of_them_goes():
    s = play(round_begun(3), "yield", "yield", "yield")
    assert decision(s) == (0, "plan")
    play(s, "end_planning", "yield", "yield")
    assert decision(s) == (1, "plan")


def test_the_last_one_is_not_asked():
    s = play(round_begun(2), "yield", "go", "end_planning")
    assert decision(s) == (0, "plan")


def test_a_lone_investigator_is_not_asked():
    assert decision(round_begun(1)) == (0, "plan")


def test_option_order_seat_asks_nobody_in_either_phase():
    s = round_begun(3, rules={"order": "seat"})
    for p in range(3):
        assert decision(s) == (p, "plan")
        if p == 2:
            mythos(s, "the_long_night")
        play(s, "end_planning")
    for p in range(3):
        assert (s.phase, *decision(s)) == ("combat", p, "combat")
        play(s, "end_combat")
    assert decision(s) == (0, "clean")


def test_each_investigator_takes_the_whole_turn_at_once():
    """Seat 1 is asked nothing before seat 0 has ended its turn."""
    s = in_turn(2, hand={0: {"sleuth": 4}, 1: {"sleuth": 4}})
    for action in ("play:sleuth", "play:sleuth", "play:sleuth", "buy:shovel", "to_final", "play:shovel"):
        assert decision(s) == (0, "plan")
        play(s, action)
    play(s, "end_planning")
    assert decision(s) == (1, "plan")


# ------------------------------------------------------------- preparation, research, final preparation


def test_nothing_is_done_to_foes_with_the_moxie_of_planning():
    s = in_turn(2, hand={0: {"sleuth": 3}}, minions={("masked_herald", 1): 1})
    play(s, "play:sleuth", "play:sleuth", "play:sleuth")
    assert s.legal_names() == [
        "buy:whiskey",
        "buy:shovel",
        "buy:storm_lantern",
        "buy:leather_coat",
        "ability",
        "end_planning",
    ]


def test_cards_played_in_planning_harm_no_foe():
    """Dynamite, a tackle and a spear do nothing there; what they cost their player they cost, and they are played."""
    there = {("zombie", 3): 2}
    hand = {"quarry_dynamite": 1, "flying_tackle": 1, "spear_of_the_seventh_star": 1}
    s = in_turn(2, hand={0: hand}, minions=there, god_health={0: 20})
    play(s, *(f"play:{name}" for name in hand))
    assert decision(s) == (0, "plan")
    assert (minions(s), s.record["god_health"][0]) == (there, 20)
    assert (seats(s, "health"), seats(s, "sanity")) == ([7, 7], [8, 9])
    assert named(s, "active", 0) == hand


def test_minions_can_be_bound_in_planning():
    s = in_turn(2, hand={0: {"mystic_binding": 1}}, minions={("zombie", 3): 2}, god_health={0: 20})
    play(s, "play:mystic_binding")
    assert s.legal_names() == ["minion:zombie", "decline"]
    play(s, "minion:zombie")
    assert named(s, "bound", vocab="minion") == {"zombie": 1}
    assert s.record["god_health"][0] == 20


def test_to_activate_cards_is_a_choice():
    s = in_turn(2, hand={0: {"shovel": 1, "body_armor": 1}})
    play(s, "end_planning")
    assert named(s, "hand", 0) == {"shovel": 1, "body_armor": 1}
    assert named(s, "active", 0) == {}


def test_preparation_research_and_final_preparation_come_in_that_order():
    s = in_turn(2, hand={0: {"shovel": 2, "sleuth": 1, "body_armor": 1}}, health={0: 5, 1: 7}).edit(base=3)
    play(s, "play:shovel", "play:shovel")
    assert set(s.legal_names()) == {
        *("play:sleuth", "play:body_armor"),
        *(f"buy:{k}" for k in FIVE),
        *("heal:health", "ability", "end_planning"),
    }
    play(s, "buy:storm_lantern")
    assert set(s.legal_names()) == {*(f"buy:{k}" for k in FIVE if k != "storm_lantern"), "to_final", "end_planning"}
    play(s, "to_final")
    assert s.legal_names() == ["play:sleuth", "play:body_armor", "play:storm_lantern", "end_planning"]


def test_a_turn_may_end_after_research():
    s = play(in_turn(2, hand={0: {"sleuth": 4}}), *["play:sleuth"] * 3, "buy:leather_coat", "end_planning")
    assert decision(s) == (1, "plan")
    assert named(s, "hand", 0) == {"sleuth": 1, "leather_coat": 1}


def test_nothing_can_be_bought_without_moxie_from_activated_cards():
    """Two of the cards on sale cost 2, and none costs less."""
    s = in_turn(2, hand={0: {"sleuth": 2, "shovel": 2}}, market=["haggle", "whiskey", "box_camera", "body_armor"])
    assert not [a for a in s.legal_names() if a.startswith("buy")]
    play(s, "play:sleuth")
    assert not [a for a in s.legal_names() if a.startswith("buy")]
    play(s, "play:sleuth")
    assert [a for a in s.legal_names() if a.startswith("buy")] == ["buy:haggle", "buy:box_camera"]


@pytest.mark.parametrize("fields", [{"investigators": {0: "engineer"}}, {"locations": {"pawnshop": 1}}])
def test_what_makes_cards_cheaper_lets_nobody_buy_without_moxie(fields):
    """A card that costs 1 is on sale, and all is cheaper by 1 from the start."""
    s = in_turn(2, hand={0: {"sleuth": 1}}, market=["chase_a_lead"], **fields)
    assert s.record["cheap"] == 1
    assert "buy:chase_a_lead" not in s.legal_names()
    play(s, "play:sleuth", "buy:chase_a_lead")
    assert moxie(s) == 0


def test_a_card_costs_the_moxie_in_its_corner():
    s = in_turn(2, hand={0: {"shovel": 2}}, market=[*FIVE[:2], "elephant_gun", "haggle", "box_camera"]).edit(base=5)
    play(s, "play:shovel", "play:shovel")
    assert moxie(s) == 9
    play(s, "buy:body_armor")
    assert moxie(s) == 5
    play(s, "buy:whiskey")
    assert moxie(s) == 2
    assert s.legal_names() == ["buy:haggle", "buy:box_camera", "to_final", "end_planning"]
    play(s, "buy:box_camera")
    assert s.legal_names() == ["to_final", "end_planning"]


def test_a_purchase_goes_into_the_hand():
    s = play(in_turn(2, hand={0: {"sleuth": 3}}), *["play:sleuth"] * 3, "buy:whiskey")
    assert named(s, "hand", 0) == {"whiskey": 1}
    assert market(s) == ["body_armor", "", "shovel", "storm_lantern", "leather_coat"]
    assert named(s, "discards", 0) == {}


def test_a_purchase_buys_nothing_in_the_same_planning_phase():
    """Played in the final preparation it makes Moxie, too late."""
    s = play(in_turn(2, hand={0: {"shovel": 2}}), "play:shovel", "play:shovel", "buy:shovel")
    assert s.legal_names() == ["to_final", "end_planning"]
    play(s, "to_final", "play:shovel")
    assert moxie(s) == 3
    assert s.legal_names() == ["end_planning"]


def test_a_purchase_can_be_played_in_the_combat_of_the_same_round():
    s = in_turn(1, hand={0: {"sleuth": 3}})
    play(s, *["play:sleuth"] * 3, "buy:shovel")
    library(s, "haggle")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert decision(s) == (0, "combat")
    play(s, "play:shovel")
    assert moxie(s) == 2


def test_purchases_and_cards_drawn_may_be_activated_in_the_final_preparation():
    s = in_turn(2, hand={0: {"shovel": 2, "borrowed_time": 1}})
    cards_drawn(s, 0, "stagger", "sleuth", "sleuth")
    play(s, "play:borrowed_time", "play:shovel", "play:shovel", "buy:body_armor", "to_final")
    assert s.legal_names() == ["play:sleuth", "play:stagger", "play:body_armor", "end_planning"]
    play(s, "play:body_armor")
    assert s.record["armor"][0] == 3


def test_the_university_is_filled_after_each_investigator_and_not_before():
    s = in_turn(2, hand={0: {"shovel": 3}, 1: {"sleuth": 2}})
    play(s, *["play:shovel"] * 3, "buy:whiskey", "buy:shovel", "to_final")
    assert market(s) == ["body_armor", "", "", "storm_lantern", "leather_coat"]
    library(s, "elephant_gun", "box_camera")
    play(s, "end_planning")
    assert market(s) == ["body_armor", "elephant_gun", "box_camera", "storm_lantern", "leather_coat"]
    assert decision(s) == (1, "plan")
    play(s, "play:sleuth", "play:sleuth")
    assert "buy:box_camera" in s.legal_names()


def test_with_two_of_a_kind_on_sale_one_is_bought():
    s = in_turn(2, hand={0: {"sleuth": 3}}, market=["shovel", "whiskey", "shovel", "body_armor", "haggle"])
    play(s, *["play:sleuth"] * 3, "buy:shovel")
    assert market(s) == ["", "whiskey", "shovel", "body_armor", "haggle"]


# -------------------------------------------------------------------------------------------------- healing


def test_two_moxie_heal_one_health_or_one_sanity_as_often_as_there_is_moxie():
    s = in_turn(2, hand={0: {"shovel": 3}}, health={0: 4, 1: 7}, sanity={0: 8, 1: 9})
    play(s, *["play:shovel"] * 3, "heal:health")
    assert (s.record["health"][0], s.record["sanity"][0], moxie(s)) == (5, 8, 4)
    play(s, "heal:sanity", "heal:health")
    assert (s.record["health"][0], s.record["sanity"][0], moxie(s)) == (6, 9, 0)
    assert "heal:health" not in s.legal_names()


def test_one_moxie_heals_nothing():
    s = play(in_turn(2, hand={0: {"sleuth": 2}}, health={0: 4, 1: 7}), "play:sleuth")
    assert "heal:health" not in s.legal_names()
    play(s, "play:sleuth")
    assert "heal:health" in s.legal_names()


def test_healing_ends_at_the_health_and_sanity_of_the_card():
    s = in_turn(2, hand={0: {"shovel": 2}}, health={0: 7, 1: 7})
    play(s, "play:shovel", "play:shovel")
    assert [a for a in s.legal_names() if a.startswith("heal")] == ["heal:health"]
    play(s, "heal:health")
    assert s.record["health"][0] == 8
    assert not [a for a in s.legal_names() if a.startswith("heal")]


def test_moxie_heals_oneself_only():
    """Seat 1 is wounded, seat 0 is not: seat 0 has nobody to heal."""
    s = play(in_turn(2, hand={0: {"shovel": 1}}, health={0: 8, 1: 3}, sanity={0: 9, 1: 2}), "play:shovel")
    assert not [a for a in s.legal_names() if a.startswith("heal")]


def test_healing_is_for_the_preparation():
    s = in_turn(1, hand={0: {"shovel": 3, "sleuth": 1}}, health={0: 4}, sanity={0: 4})
    play(s, "play:shovel", "play:shovel", "play:sleuth", "buy:leather_coat")
    assert moxie(s) == 2
    assert not [a for a in s.legal_names() if a.startswith("heal")]
    play(s, "to_final")
    assert not [a for a in s.legal_names() if a.startswith("heal")]
    library(s, "haggle")
    mythos(s, "the_long_night")
    play(s, "end_planning", "play:shovel")
    assert (decision(s), moxie(s)) == ((0, "combat"), 2)
    assert not [a for a in s.legal_names() if a.startswith("heal")]


# ------------------------------------------------------------------------------------------- Moxie and turns


def test_moxie_is_not_pooled():
    """What seat 0 leaves is lost to seat 1."""
    s = play(in_turn(2, hand={0: {"shovel": 2}, 1: {"sleuth": 1}}), "play:shovel", "play:shovel", "end_planning")
    assert (decision(s), moxie(s)) == ((1, "plan"), 0)
    play(s, "play:sleuth")
    assert moxie(s) == 1
    assert not [a for a in s.legal_names() if a.startswith("buy")]


def test_moxie_of_planning_does_not_carry_over_to_combat_but_unplayed_cards_do():
    s = in_turn(1, hand={0: {"shovel": 2}})
    mythos(s, "the_long_night")
    play(s, "play:shovel", "end_planning")
    assert (decision(s), moxie(s)) == ((0, "combat"), 0)
    assert s.legal_names() == ["play:shovel", "end_combat"]
    play(s, "play:shovel")
    assert moxie(s) == 2
    assert "hit" in s.legal_names()


def test_cards_that_made_moxie_are_discarded_after_the_turn_and_armor_stays_active():
    s = in_turn(2, hand={0: {"shovel": 1, "sleuth": 2, "body_armor": 1, "leather_coat": 1}})
    play(s, "play:body_armor", "play:leather_coat", "play:shovel", "play:sleuth")
    assert named(s, "active", 0) == {"shovel": 1, "sleuth": 1, "body_armor": 1, "leather_coat": 1}
    assert named(s, "discards", 0) == {}
    play(s, "end_planning")
    assert named(s, "active", 0) == {"body_armor": 1}
    assert named(s, "discards", 0) == {"shovel": 1, "sleuth": 1, "leather_coat": 1}
    assert named(s, "hand", 0) == {"sleuth": 1}
    assert s.record["armor"][0] == 4


# -------------------------------------------------------------------------------------------- special abilities


def test_a_special_ability_is_used_once_a_round_in_the_preparation():
    """The Detective looks at the next Mythos card and has 1 Moxie."""
    s = mythos(in_turn(2), "numb_fingers")
    play(s, "ability")
    assert moxie(s) == 1
    assert named(s, "next_mythos", vocab="mythos") == {"numb_fingers": 1}
    assert s.legal_names() == ["end_planning"]


def test_a_special_ability_is_there_again_in_the_next_round():
    s = mythos(in_turn(1), "the_long_night")
    play(s, "ability", "end_planning")
    assert s.legal_names() == ["end_combat"]
    play(s, "end_combat", "keep")
    assert decision(s) == (0, "plan")
    assert "ability" in s.legal_names()


def test_a_special_ability_may_be_left():
    s = play(in_turn(2, hand={0: {"sleuth": 3}}), *["play:sleuth"] * 3, "buy:shovel")
    assert "ability" not in s.legal_names()
    play(s, "to_final")
    assert "ability" not in s.legal_names()


def test_some_special_abilities_are_for_combat():
    """The Trench Veteran hits a Minion for 2, once."""
    fields = {"investigators": {0: "trench_veteran"}, "minions": {("zombie", 3): 2}}
    assert "ability" not in in_turn(2, **fields).legal_names()
    s = in_turn(2, phase="combat", **fields)
    play(s, "ability", "minion:zombie")
    assert minions(s) == {("zombie", 3): 1, ("zombie", 1): 1}
    assert s.legal_names() == ["end_combat"]


def test_some_special_abilities_work_by_themselves_in_each_turn():
    """The Engineer pays 1 less, the Ship's Stoker has 1 Moxie in Combat."""
    there = ["haggle", "whiskey", "box_camera", "body_armor", "shovel"]
    s = in_turn(2, investigators={0: "engineer"}, hand={0: {"sleuth": 1}}, market=there)
    assert s.legal_names() == ["play:sleuth", "end_planning"]
    play(s, "play:sleuth")
    assert [a for a in s.legal_names() if a.startswith("buy")] == ["buy:haggle", "buy:box_camera"]
    assert moxie(in_turn(2, phase="combat", investigators={0: "ships_stoker"})) == 1
    assert moxie(in_turn(2, investigators={0: "ships_stoker"})) == 0


def test_a_mythos_card_alone_turns_special_abilities_off():
    """Until the end of the next Planning phase, and in no other way."""
    s = mythos(in_turn(1), "swallowed_words")
    play(s, "end_planning")
    assert s.record["silent"] == 1
    play(s, "end_combat", "keep")
    assert decision(s) == (0, "plan")
    assert "ability" not in s.legal_names()
    mythos(s, "the_long_night")
    play(s, "end_planning", "end_combat", "keep")
    assert decision(s) == (0, "plan")
    assert "ability" in s.legal_names()


def test_after_all_final_preparations_combat_begins():
    s = in_turn(2)
    play(s, "end_planning")
    assert s.phase == "planning"
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert s.phase == "combat"
    assert seats(s, "turn") == [0, 0]
    assert game(2).options["order"] == "chosen"
    assert decision(s) == (0, "order")
