"""What the operations of the team's cards do, one by one, up to their limits."""

from pathlib import Path

import pytest

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.deck_building import SPEC
from elderzoo.envs.deck_building.tables import OPS

from .changes import changes, counted
from .other_cards import changed, written
from .story import cards_drawn, decision, minions, moxie, mythos, named, play, table, told

MARKET = ["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"]


def holds(*names: str, phase="planning", players=2, **fields) -> State:
    """The turn of seat 0, who holds these cards."""
    hand = {name: names.count(name) for name in names}
    return table(players, phase=phase, hand={0: hand}, **fields)


def made(*names: str, **fields) -> int:
    """Moxie of these cards, played in this order."""
    return moxie(play(holds(*names, **fields), *(f"play:{name}" for name in names)))


def test_there_are_37_operations():
    assert len(OPS) == 37


def with_cards(s: State, path: Path) -> State:
    """The same position in a game with the cards of another file, of which there are as many."""
    other = Game(SPEC, s.game.num_players, content=path, auto_single=False)
    return State.from_json(other, {"identity": other.identity, "fields": s.to_json()["fields"]})


# ------------------------------------------------------------------------------------------------------ Moxie


def test_two_factors_multiply_each_other():
    assert made("sleuth", "double_down", "thrice_spoken_name") == 6


def test_what_is_subtracted_is_not_multiplied():
    assert made("shovel", "fickle_blessing") == 1
    assert made("shovel", "fickle_blessing", "double_down") == 5


def test_moxie_is_never_less_than_nothing_and_a_debt_is_paid_later():
    s = play(holds("fickle_blessing", "shovel"), "play:fickle_blessing")
    assert moxie(s) == 0
    assert [name for name in s.legal_names() if name.startswith(("heal", "buy"))] == []
    assert moxie(play(s, "play:shovel")) == 1


def test_moxie_spent_is_not_refunded_and_not_multiplied_again():
    """Two of three are spent; then doubled: six less two."""
    s = holds("shovel", "sleuth", "double_down", phase="combat", god_health={0: 20})
    play(s, "play:shovel", "play:sleuth", "hit", "god:0", "spend:one", "hit", "god:0", "spend:one", "play:double_down")
    assert moxie(s) == 4
    assert s.record["god_health"][0] == 18


@pytest.mark.parametrize(("n", "left"), [(0, 0), (1, 1), (3, 3)])
def test_combo_counts_the_other_cards_played_in_this_turn(n, left):
    names = ["body_armor", "dive_for_cover", "catch_your_breath"][:n]
    assert made("one_thing_leads_to_another", *names) == left
    assert made(*names, "one_thing_leads_to_another") == left


def test_two_combos_count_each_other():
    """Two cards, each worth the one beside it, and Brass Knuckles a point more."""
    assert made("one_thing_leads_to_another", "brass_knuckles") == 3


def test_combo_is_multiplied():
    """Two others count, one of them doubles."""
    assert made("one_thing_leads_to_another", "double_down", "body_armor") == 4


def test_cards_of_an_earlier_phase_do_not_count():
    s = holds("one_thing_leads_to_another", phase="combat", active={0: {"body_armor": 2}})
    assert moxie(play(s, "play:one_thing_leads_to_another")) == 0


@pytest.mark.parametrize(("count", "made_"), [(0, 1), (1, 2), (6, 7), (7, 7), (9, 7)])
def test_crowd_counts_six_minions_at_most(count, made_):
    there = {("zombie", "3"): count} if count else {}
    assert made("into_the_thick_of_it", minions=there) == made_


def test_crowd_twice_each_and_bound_minions_count():
    assert made("feast_of_echoes", minions={("zombie", "3"): 2, ("tarantula", "1"): 1}, bound={"zombie": 1}) == 7


def test_crowd_and_grit_are_not_multiplied():
    assert made("double_down", "into_the_thick_of_it", minions={("zombie", "3"): 2}) == 4
    assert made("double_down", "back_to_the_wall", health={0: 5}) == 5


@pytest.mark.parametrize(("health", "made_"), [(8, 1), (7, 2), (1, 8)])
def test_grit_counts_lost_health_only(health, made_):
    assert made("back_to_the_wall", health={0: health}, sanity={0: 2}) == made_


def test_grit_counts_what_is_lost_when_the_card_is_played():
    s = play(holds("dented_war_medal", "catch_your_breath", health={0: 5}), "play:dented_war_medal")
    assert moxie(play(s, "play:catch_your_breath")) == 4


# --------------------------------------------------------------------------------------- the investigators


def test_draw_shuffles_the_discard_pile_where_the_deck_is_empty():
    s = holds("pull_an_all_nighter", deck={0: {"sleuth": 1}}, discards={0: {"stagger": 2}})
    cards_drawn(s, 0, "sleuth")
    before = counted(s)
    play(s, "play:pull_an_all_nighter")
    assert changes(before, s) == {
        "hand 0 pull_an_all_nighter": -1,
        "active 0 pull_an_all_nighter": 1,
        "hand 0 sleuth": 1,
        "deck 0 sleuth": -1,
        "discards 0 stagger": -2,
        "hand 0 stagger": 1,
        "deck 0 stagger": 1,
    }
    assert "reshuffled" in told(s)


def test_draw_takes_what_there_is():
    """The card itself lies activated and is not shuffled in."""
    s = holds("pull_an_all_nighter", deck={0: {"sleuth": 1}})
    play(s, "play:pull_an_all_nighter")
    assert named(s, "hand", 0) == {"sleuth": 1}
    assert s.record["deck_count"][0] == 0
    s = holds("pull_an_all_nighter", deck={0: {}})
    play(s, "play:pull_an_all_nighter")
    assert named(s, "hand", 0) == {}
    assert decision(s) == (0, "plan")


@pytest.mark.parametrize(("health", "healed"), [(1, 3), (5, 7), (6, 8), (7, 8), (8, 8)])
def test_healing_ends_at_the_health_printed(health, healed):
    s = play(holds("catch_your_breath", health={0: health}), "play:catch_your_breath")
    assert s.record["health"][0] == healed


@pytest.mark.parametrize(("sanity", "calm"), [(1, 3), (8, 9), (9, 9)])
def test_calming_ends_at_the_sanity_printed(sanity, calm):
    s = play(holds("talk_it_through", sanity={0: sanity}), "play:talk_it_through", "seat+0")
    assert s.record["sanity"][0] == calm


def well(s: State, card="poisoned_well") -> State:
    """The turn ends, Aphoom Shah acts, and the Mythos card comes."""
    return play(mythos(s, card), "end_planning")


def test_armor_wards_off_harm_to_the_body_and_is_used_up():
    s = holds("dive_for_cover", gods=("aphoom_shah",), market=MARKET, health={0: 8, 1: 7})
    s = well(play(s, "play:dive_for_cover"), "gasworks_explosion")
    assert (s.record["health"][:2].tolist(), s.record["armor"][0]) == ([8, 5], 0)
    s = holds("dive_for_cover", gods=("aphoom_shah",), market=MARKET)
    s = well(play(s, "play:dive_for_cover"))
    assert (s.record["health"][0], s.record["armor"][0]) == (8, 1)
    s = holds("dive_for_cover", gods=("aphoom_shah",), market=MARKET)
    s = well(play(s, "play:dive_for_cover"), "whispers_on_the_wireless")
    assert (s.record["sanity"][0], s.record["armor"][0]) == (8, 2), "not to the mind"


def test_nerve_wards_off_harm_to_the_mind_and_is_used_up():
    s = holds("storm_lantern", gods=("aphoom_shah",), market=MARKET, sanity={0: 9, 1: 9})
    s = well(play(s, "play:storm_lantern"), "svens_family_curse")
    assert (s.record["sanity"][:2].tolist(), s.record["nerve"][0]) == ([6, 5], 0)
    s = holds("storm_lantern", gods=("aphoom_shah",), market=MARKET)
    s = well(play(s, "play:storm_lantern"))
    assert (s.record["health"][0], s.record["nerve"][0]) == (7, 1), "not to the body"


def test_armor_adds_up_to_twenty():
    s = holds("body_armor", "dive_for_cover", armor={0: 16}, nerve={0: 19})
    assert play(s, "play:body_armor").record["armor"][0] == 19
    assert play(s, "play:dive_for_cover").record["armor"][0] == 20
    s = holds("whiskey", nerve={0: 19})
    assert play(s, "play:whiskey").record["nerve"][0] == 20


def test_armor_and_nerve_are_over_when_the_round_is():
    s = table(2, phase="combat", armor={0: 3, 1: 1}, nerve={0: 2}, market=MARKET)
    play(s, "end_combat", "keep")
    assert s.record["armor"].tolist() == s.record["nerve"].tolist() == [0] * 6


def test_armor_wards_off_what_a_card_costs_its_player():
    s = play(holds("bloodletting_rite", armor={0: 1}, health={0: 5}), "play:bloodletting_rite")
    assert (s.record["health"][0], s.record["armor"][0]) == (4, 0)


def test_who_dies_of_a_card_gets_no_more_of_it_and_has_no_turn():
    """The spear hits, then hurts, then shakes: the last point of health goes, and the mind is left alone."""
    s = holds(
        "spear_of_the_seventh_star", phase="combat", health={0: 1}, sanity={0: 5}, god_health={0: 20}, market=MARKET
    )
    play(s, "play:spear_of_the_seventh_star")
    assert s.record["dead"][0] == 1
    assert (s.record["health"][0], s.record["sanity"][0]) == (0, 5)
    assert s.record["god_health"][0] == 13
    assert decision(s) == (1, "clean"), "nobody has a turn left, and the other speaks for the team"


def test_who_dies_of_a_card_in_planning_leaves_a_full_university():
    s = holds("stagger", "sleuth", health={0: 1}, market=MARKET[:2]).edit(turn={1: 0})
    play(s, "play:stagger")
    assert s.record["dead"][0] == 1
    assert (s.record["market"] >= 0).all()
    assert decision(s) == (1, "plan"), "the turn is over, and the next begins"
    assert named(s, "hand", 0) == named(s, "deck", 0) == named(s, "active", 0) == {}


# ------------------------------------------------------------------------------------------------ own cards


def test_destroy_asks_nothing_where_there_is_no_card():
    s = play(holds("burn_the_evidence"), "play:burn_the_evidence")
    assert decision(s) == (0, "plan")


def test_destroy_takes_cards_of_the_discard_pile_before_those_of_the_hand():
    s = holds("burn_the_evidence", "sleuth", discards={0: {"sleuth": 1}})
    play(s, "play:burn_the_evidence")
    assert s.legal_names() == ["card:sleuth", "decline"]
    play(s, "card:sleuth")
    assert (named(s, "hand", 0), named(s, "discards", 0), named(s, "box")["sleuth"]) == ({"sleuth": 1}, {}, 29)
    assert decision(s) == (0, "destroy")
    play(s, "card:sleuth")
    assert (named(s, "hand", 0), named(s, "box")["sleuth"]) == ({}, 30)
    assert decision(s) == (0, "plan")


def test_destroy_may_be_declined_at_any_time():
    s = holds("burn_the_evidence", "sleuth", "stagger")
    play(s, "play:burn_the_evidence", "decline")
    assert named(s, "hand", 0) == {"sleuth": 1, "stagger": 1}
    s = holds("burn_the_evidence", "sleuth", "stagger")
    play(s, "play:burn_the_evidence", "card:stagger", "decline")
    assert named(s, "hand", 0) == {"sleuth": 1}


def test_destroy_ends_when_no_card_is_left():
    s = holds("burn_the_evidence", "sleuth")
    play(s, "play:burn_the_evidence", "card:sleuth")
    assert decision(s) == (0, "plan")


def test_destroyed_cards_never_come_back():
    """A Whiskey destroyed is neither in the discard pile, nor in the Library, nor among unwanted cards."""
    s = holds("burn_the_evidence", "whiskey")
    library = int(s.record["library"][s.game.labels["card"].index("whiskey")])
    play(s, "play:burn_the_evidence", "card:whiskey")
    assert named(s, "box")["whiskey"] == 1
    assert named(s, "discards", 0) == named(s, "unwanted") == {}
    assert s.record["library"][s.game.labels["card"].index("whiskey")] == library


def test_activated_cards_and_the_deck_are_not_destroyed():
    s = holds("burn_the_evidence", "stagger", active={0: {"body_armor": 1}})
    play(s, "play:burn_the_evidence")
    assert s.legal_names() == ["card:stagger", "decline"]


def test_retrieve_asks_nothing_where_the_pile_is_empty():
    s = play(holds("retrace_your_steps", "sleuth"), "play:retrace_your_steps")
    assert decision(s) == (0, "plan")


def test_a_card_taken_back_may_be_played_at_once():
    s = holds("retrace_your_steps", discards={0: {"shovel": 1, "sleuth": 1}})
    play(s, "play:retrace_your_steps")
    assert s.legal_names() == ["card:sleuth", "card:shovel", "decline"]
    play(s, "card:shovel")
    assert moxie(play(s, "play:shovel")) == 2


def test_retrieve_ends_early_or_with_the_pile():
    s = holds("call_back_the_hour", discards={0: {"shovel": 2}})
    play(s, "play:call_back_the_hour", "card:shovel", "decline")
    assert (named(s, "hand", 0), named(s, "discards", 0)) == ({"shovel": 1}, {"shovel": 1})
    s = holds("call_back_the_hour", discards={0: {"shovel": 1}})
    play(s, "play:call_back_the_hour", "card:shovel")
    assert decision(s) == (0, "plan")


def test_cheap_lowers_prices_of_this_turn():
    s = holds("haggle", "shovel", market=["whiskey", "body_armor", "doctors_bag", "chase_a_lead", "elephant_gun"])
    play(s, "play:haggle")
    assert [name for name in s.legal_names() if name.startswith("buy")] == ["buy:chase_a_lead"]
    play(s, "play:shovel", "buy:body_armor")
    assert moxie(s) == 0
    assert s.legal_names() == ["to_final", "end_planning"], "a card that costs 1 still costs it"


def test_cheap_is_over_with_the_turn():
    s = holds("readers_ticket", market=MARKET).edit(turn={1: 0})
    play(s, "play:readers_ticket", "end_planning")
    assert decision(s) == (1, "plan")
    assert s.record["cheap"] == 0


def test_prices_are_never_below_one():
    s = holds("haggle", "haggle", "haggle", market=["box_camera", "whiskey"])
    play(s, "play:haggle", "play:haggle", "play:haggle", "buy:box_camera")
    assert moxie(s) == 2


def test_gain_is_by_the_cost_printed():
    """At most four; what cards cost more or less in this round does not matter."""
    s = holds("call_in_a_favor", market=["whiskey", "doctors_bag", "body_armor", "elephant_gun", "haggle"], dear=3)
    play(s, "play:call_in_a_favor")
    assert s.legal_names() == ["buy:haggle", "buy:body_armor", "buy:whiskey", "decline"]
    before = counted(s)
    play(s, "buy:body_armor")
    assert changes(before, s) == {"hand 0 body_armor": 1, "market body_armor": -1}
    assert decision(s) == (0, "plan")
    assert "play:body_armor" in s.legal_names()


def test_gain_may_be_declined_and_asks_nothing_where_all_is_too_dear():
    s = play(holds("call_in_a_favor", market=MARKET), "play:call_in_a_favor", "decline")
    assert named(s, "hand", 0) == {}
    for market in (["doctors_bag", "elephant_gun"], []):
        s = play(holds("call_in_a_favor", market=market), "play:call_in_a_favor")
        assert decision(s) == (0, "plan")


# ---------------------------------------------------------------------------------------------- on Minions


def test_strike_asks_nothing_where_there_is_no_minion():
    s = play(holds("flying_tackle", phase="combat"), "play:flying_tackle")
    assert decision(s) == (0, "combat")


def test_strike_hits_one_minion_and_what_is_too_much_is_lost():
    s = holds("flying_tackle", phase="combat", minions={("zombie", "3"): 2, ("vault_worm", "8"): 1})
    play(s, "play:flying_tackle")
    assert s.legal_names() == ["minion:zombie", "minion:vault_worm"]
    play(s, "minion:zombie")
    assert minions(s) == {("zombie", 3): 1, ("vault_worm", 8): 1}
    assert named(s, "supply", vocab="minion")["zombie"] == 15
    assert decision(s) == (0, "combat")


def test_strike_asks_which_where_minions_of_a_kind_differ():
    s = holds("flying_tackle", phase="combat", minions={("vault_worm", "8"): 1, ("vault_worm", "5"): 1})
    play(s, "play:flying_tackle", "minion:vault_worm")
    assert decision(s) == (0, "wounded")
    assert s.legal_names() == ["health:5", "health:8"]
    play(s, "health:8")
    assert minions(s) == {("vault_worm", 4): 1, ("vault_worm", 5): 1}


def test_sweep_hits_each_minion_once():
    there = {("zombie", "1"): 1, ("zombie", "2"): 1, ("zombie", "3"): 2, ("drowned_colossus", "12"): 1}
    s = play(holds("quarry_dynamite", phase="combat", minions=there), "play:quarry_dynamite")
    assert minions(s) == {("zombie", 1): 2, ("drowned_colossus", 10): 1}
    s = play(holds("quarry_dynamite", phase="combat"), "play:quarry_dynamite")
    assert minions(s) == {}


def test_bind_asks_for_minions_that_are_free():
    there = {("zombie", "3"): 1, ("tarantula", "1"): 1}
    s = play(holds("mystic_binding", minions=there, bound={"zombie": 1}), "play:mystic_binding")
    assert s.legal_names() == ["minion:tarantula", "decline"]
    play(s, "minion:tarantula")
    assert named(s, "bound", vocab="minion") == {"zombie": 1, "tarantula": 1}


def test_bind_may_be_declined_and_asks_nothing_where_all_are_bound():
    s = play(holds("mystic_binding", minions={("zombie", "3"): 1}), "play:mystic_binding", "decline")
    assert named(s, "bound", vocab="minion") == {}
    s = play(holds("mystic_binding", minions={("zombie", "3"): 1}, bound={"zombie": 1}), "play:mystic_binding")
    assert decision(s) == (0, "plan")


def test_one_bound_of_two_does_nothing():
    s = holds("mystic_binding", minions={("zombie", "3"): 2}, gods=("aphoom_shah",), market=MARKET)
    play(s, "play:mystic_binding", "minion:zombie")
    well(s, "the_long_night")
    assert s.record["health"][0] == 7, "the other Zombie claws"


@pytest.mark.parametrize(("name", "hit"), [("bear_trap", "minion:tarantula"), ("mystic_binding", "")])
def test_a_bond_made_in_combat_holds_when_minions_act_again(name, hit):
    """The card does all that it says: a foe is hit, and the Zombie stands idle in the next round, but no longer."""
    there = {("zombie", "3"): 1, ("tarantula", "1"): 1} if hit else {("zombie", "3"): 1}
    s = holds(name, phase="combat", players=1, minions=there, gods=("aphoom_shah",), god_health={0: 9}, market=MARKET)
    play(s, f"play:{name}", "minion:zombie", *hit.split())
    assert (minions(s), s.record["god_health"][0]) == ({("zombie", 3): 1}, 9 if hit else 7)
    for health in (8, 7):
        play(s, "end_combat", "keep")
        well(s, "the_long_night")
        assert s.record["health"][0] == health


def test_a_bond_ends_with_the_minion():
    s = holds("flying_tackle", minions={("zombie", "3"): 1}, bound={"zombie": 1}, phase="combat")
    play(s, "play:flying_tackle", "minion:zombie")
    assert named(s, "bound", vocab="minion") == {}


def test_a_bond_is_on_the_kind():
    """Of two Zombies one is bound; with either of them gone it is the other."""
    there = {("zombie", "2"): 1, ("zombie", "3"): 1}
    for fallen in (2, 3):
        s = holds("flying_tackle", minions=there, bound={"zombie": 1}, phase="combat")
        play(s, "play:flying_tackle", "minion:zombie", f"health:{fallen}")
        assert minions(s) == {("zombie", 5 - fallen): 1}
        assert named(s, "bound", vocab="minion") == {"zombie": 1}


# --------------------------------------------------------------------------------- on gods and on the Mythos


NOTHING_DONE = [
    ("flying_tackle", {}),
    ("quarry_dynamite", {}),
    ("whaling_harpoon", {}),
    ("spear_of_the_seventh_star", {"health 0": -1, "sanity 0": -1}),
    ("elephant_gun", {"moxie": 5}),
    ("drum_magazine", {"moxie": 3}),
]


@pytest.mark.parametrize(("name", "beside"), NOTHING_DONE, ids=[row[0] for row in NOTHING_DONE])
def test_nothing_is_done_to_foes_in_the_planning_phase(name, beside):
    """Gods and Minions are out of reach there; the rest of the card takes effect."""
    s = holds(name, minions={("zombie", "3"): 1, ("tarantula", "1"): 1}, god_health={0: 20})
    before = counted(s)
    play(s, f"play:{name}")
    assert changes(before, s) == {f"hand 0 {name}": -1, f"active 0 {name}": 1, **beside}
    assert decision(s) == (0, "plan")


def test_a_minion_may_be_bound_in_the_planning_phase():
    s = holds("bear_trap", minions={("zombie", "3"): 1})
    before = counted(s)
    play(s, "play:bear_trap", "minion:zombie")
    assert changes(before, s) == {"hand 0 bear_trap": -1, "active 0 bear_trap": 1, "bound zombie": 1}


def test_smite_hits_the_only_god_without_a_question():
    s = play(holds("mystic_binding", phase="combat", god_health={0: 10}), "play:mystic_binding")
    assert s.record["god_health"][0] == 8


def test_smite_asks_which_of_several_gods():
    s = holds("mystic_binding", phase="combat", players=4, god_health={0: 10, 1: 2})
    play(s, "play:mystic_binding")
    assert decision(s) == (0, "god")
    assert s.legal_names() == ["god:0", "god:1"]
    play(s, "god:1")
    assert s.record["god_health"][:2].tolist() == [10, 0]
    assert not s.is_over


def test_smite_asks_nothing_where_one_of_two_is_left():
    s = holds("mystic_binding", phase="combat", players=4, god_health={0: 0, 1: 9})
    assert play(s, "play:mystic_binding").record["god_health"][:2].tolist() == [0, 7]


def test_smite_wins_the_game_before_the_card_costs_its_player_anything():
    s = holds("spear_of_the_seventh_star", phase="combat", god_health={0: 7}, health={0: 1})
    play(s, "play:spear_of_the_seventh_star")
    assert s.is_over
    assert s.returns.tolist() == [1, 1]
    assert s.record["dead"][0] == 0


def test_look_shows_the_next_card_once_and_it_stays():
    s = mythos(holds("chase_a_lead", "box_camera"), "fever_dream")
    play(s, "play:chase_a_lead")
    assert named(s, "next_mythos", vocab="mythos") == {"fever_dream": 1}
    deck = int(s.record["mythos_count"])
    cards_drawn(s, 0, "sleuth")
    play(s, "play:box_camera")
    assert named(s, "next_mythos", vocab="mythos") == {"fever_dream": 1}
    assert s.record["mythos_count"] == deck


def test_the_card_looked_at_is_the_one_that_comes():
    s = mythos(holds("chase_a_lead", gods=("aphoom_shah",), market=MARKET), "poisoned_well")
    play(s, "play:chase_a_lead", "end_planning")
    assert s.record["health"][:2].tolist() == [7, 6]
    assert named(s, "next_mythos", vocab="mythos") == {}


def test_bury_turns_the_card_away_or_keeps_it():
    s = mythos(holds("read_the_entrails"), "poisoned_well")
    play(s, "play:read_the_entrails")
    assert decision(s) == (0, "bury")
    assert s.legal_names() == ["keep", "bury"]
    assert named(s, "next_mythos", vocab="mythos") == {"poisoned_well": 1}
    play(s, "keep")
    assert named(s, "next_mythos", vocab="mythos") == {"poisoned_well": 1}
    s = holds("read_the_entrails", next_mythos={"poisoned_well": 1}, gods=("aphoom_shah",), market=MARKET)
    play(s, "play:read_the_entrails", "bury")
    assert named(s, "next_mythos", vocab="mythos") == {}
    well(s, "whispers_on_the_wireless")
    assert s.record["health"][0] == 8, "another card has come"


def test_there_may_be_no_next_mythos_card(tmp_path):
    """The only one there is lies on the table already: nothing is shown, nothing is asked, and nothing else comes."""
    data = changed("mythos", "ration_cards", copies=1)
    data["mythos"] = [card for card in data["mythos"] if card["id"] == "ration_cards"]
    g = Game(SPEC, 1, content=written(data, tmp_path), auto_single=False)
    hand, deck = {"chase_a_lead": 1, "read_the_entrails": 1}, {"sleuth": 7, "stagger": 3}
    cards = {"hand": {0: hand}, "deck": {0: deck}, "held": {0: hand | deck}, "market": dict(enumerate(MARKET))}
    team = {"investigator": {0: "detective"}, "health": {0: 5}, "sanity": {0: 5}}
    foes = {"god": {0: "the_salt_mother"}, "god_health": {0: 10}, "permanent": {"ration_cards": 1}}
    s = g.new(1).edit(decide=(0, "planning"), **foes, **team, **cards)
    assert s.record["mythos_count"] == 0
    play(s, "play:chase_a_lead", "play:read_the_entrails")
    assert decision(s) == (0, "plan")
    before = counted(s)
    play(s, "end_planning")
    assert {name for name in changes(before, s) if name.startswith(("mythos", "permanent", "next"))} == set()
    assert decision(s) == (0, "combat")


def test_dispel_asks_nothing_where_nothing_lasts():
    s = play(holds("break_up_the_rite"), "play:break_up_the_rite")
    assert decision(s) == (0, "plan")


def test_dispel_names_kinds_by_their_place_and_takes_one_copy():
    s = holds("unname_the_star", permanent={"ration_cards": 2, "the_feeding_hour": 1})
    play(s, "play:unname_the_star")
    assert s.legal_names() == ["remove:0", "remove:1", "decline"]
    play(s, "remove:0")
    assert named(s, "permanent", vocab="mythos") == {"ration_cards": 1, "the_feeding_hour": 1}
    play(s, "decline")
    assert decision(s) == (0, "plan")
    s = holds("unname_the_star", permanent={"ration_cards": 1})
    play(s, "play:unname_the_star", "remove:0")
    assert decision(s) == (0, "plan"), "there is no other"


def test_each_of_all_kinds_that_last_can_be_discarded():
    names = ("ration_cards", "the_gate_stands_ajar", "pickpocket_shade", "sleepwalking_plague")
    rest = ("dripping_in_the_walls", "the_feeding_hour", "seal_on_every_tongue")
    s = holds("break_up_the_rite", permanent=dict.fromkeys((*names, *rest), 1))
    play(s, "play:break_up_the_rite")
    assert len(s.legal_names()) == 7 + 1, "or none"


# ------------------------------------------------------------------------------------------- whom of the team


def test_any_names_the_living_and_oneself():
    s = holds("talk_it_through", players=3, dead={1: 1}, health={1: 0}, deck={1: {}})
    play(s, "play:talk_it_through")
    assert s.legal_names() == ["seat+0", "seat+2"]
    s = holds("talk_it_through", players=1)
    play(s, "play:talk_it_through")
    assert s.legal_names() == ["seat+0"]


def test_other_names_everybody_alive_but_oneself(tmp_path):
    """Talk It Through of another file is for others. Alone, there is nobody to ask about."""
    calm = [{"op": "calm", "amount": 2, "who": "other"}]
    path = written(changed("card", "talk_it_through", effects=calm), tmp_path)
    s = with_cards(holds("talk_it_through", players=3, dead={1: 1}, health={1: 0}, deck={1: {}}, sanity={2: 3}), path)
    play(s, "play:talk_it_through")
    assert s.legal_names() == ["seat+2"]
    assert play(s, "seat+2").record["sanity"][2] == 5
    s = play(with_cards(holds("talk_it_through", players=1, sanity={0: 3}), path), "play:talk_it_through")
    assert (decision(s), s.record["sanity"][0]) == ((0, "plan"), 3)


def test_seats_are_named_from_who_decides():
    s = table(3, seat=2, hand={2: {"talk_it_through": 1}}, sanity={0: 4})
    play(s, "play:talk_it_through", "seat+1")
    assert s.record["sanity"][:3].tolist() == [6, 9, 8]


def test_all_is_everybody_alive():
    """The dead draw nothing, and are warded against nothing."""
    s = holds("rally_the_team", "silver_censer", players=3, dead={1: 1}, health={1: 0}, deck={1: {}})
    play(s, "play:rally_the_team", "play:silver_censer")
    assert s.record["hand_count"][:3].tolist() == [1, 0, 1]
    assert s.record["nerve"][:3].tolist() == [2, 0, 2]


def test_an_entranced_investigator_can_be_calmed():
    rules = {"insanity": True}
    s = holds("talk_it_through", rules=rules, sanity={1: 0}, entranced={1: 1})
    play(s, "play:talk_it_through", "seat+1")
    assert s.record["sanity"][1] == 2
