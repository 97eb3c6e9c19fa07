"""Death: who dies, what becomes of the cards, what the dead still do, the optional Insanity rule, and the loss."""

import pytest

from .rounds import acted, in_turn, round_begun, seats
from .story import decision, game, minions, mythos, named, play, told

QUIET = "defrocked_priest"  # after death ends a Permanent Mythos, where there is one


def grave(players, *gone, **fields):
    """Fields of a position in which some are dead, the first of them as QUIET unless told; the Elder God is a quiet
    one as well."""
    fields["dead"] = dict.fromkeys(gone, 1)
    fields["health"] = fields.get("health", {}) | dict.fromkeys(gone, 0)
    fields["deck"] = fields.get("deck", {}) | {p: {} for p in gone}
    fields["investigators"] = {gone[0]: QUIET} | fields.get("investigators", {})
    fields.setdefault("gods", ["aphoom_shah"])
    return fields | {"players": players}


# -------------------------------------------------------------------------------------------------- who dies


def test_an_investigator_without_health_is_dead():
    s = in_turn(2, gods=["aphoom_shah"], investigators={1: QUIET}, health={0: 8, 1: 1})
    play(s, "end_planning")
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert (seats(s, "health"), seats(s, "dead")) == ([7, 0], [0, 1])
    assert told(s)[:4] == ["turn_began", "died", "hurt", "hurt"]
    assert decision(s) == (0, "combat")


def test_an_investigator_without_sanity_is_dead():
    s = in_turn(2, gods=["aphoom_shah"], sanity={0: 9, 1: 1})
    play(s, "end_planning")
    mythos(s, "whispers_on_the_wireless")
    play(s, "end_planning")
    assert (seats(s, "sanity"), seats(s, "health"), seats(s, "dead")) == ([8, 0], [8, 0], [0, 1])


def test_one_point_is_enough_to_live():
    s = in_turn(2, gods=["aphoom_shah"], health={0: 8, 1: 2}, sanity={0: 9, 1: 1})
    play(s, "end_planning")
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert (seats(s, "health"), seats(s, "sanity"), seats(s, "dead")) == ([7, 1], [9, 1], [0, 0])


def test_the_cards_of_the_dead_leave_the_game():
    s = in_turn(
        2,
        gods=["aphoom_shah"],
        health={0: 8, 1: 1},
        hand={1: {"shovel": 1, "stagger": 1}},
        active={1: {"silver_censer": 1}},
        discards={1: {"whiskey": 2, "sleuth": 3}},
    )
    play(s, "end_planning")
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    for zone in ("hand", "deck", "active", "discards", "held"):
        assert named(s, zone, 1) == {}
    assert named(s, "box") == {"sleuth": 35, "stagger": 15, "shovel": 1, "silver_censer": 1, "whiskey": 2}


def test_death_in_the_own_planning_turn_ends_it():
    """A Stagger is played with 1 health left; what the turn took from the University is filled up."""
    s = in_turn(2, hand={0: {"stagger": 1, "sleuth": 3}}, health={0: 1, 1: 7})
    play(s, *["play:sleuth"] * 3, "buy:whiskey", "to_final", "play:stagger")
    assert seats(s, "dead") == [1, 0]
    assert decision(s) == (1, "plan")
    assert s.record["market"].min() >= 0


def test_death_in_the_own_combat_turn_ends_it():
    s = in_turn(2, phase="combat", hand={0: {"stagger": 1, "shovel": 1}}, health={0: 1, 1: 7})
    play(s, "play:shovel", "play:stagger")
    assert decision(s) == (1, "combat")
    assert s.legal_names() == ["end_combat"]


def test_who_has_no_card_left_anywhere_dies_when_cards_are_drawn():
    s = in_turn(2, phase="combat", deck={1: {}})
    play(s, "end_combat", "end_combat", "keep")
    assert seats(s, "dead") == [0, 1]
    assert seats(s, "health") == [8, 0]


def test_a_single_card_in_the_discard_pile_is_enough_to_live():
    s = in_turn(2, phase="combat", deck={1: {}}, discards={1: {"stagger": 1}})
    play(s, "end_combat", "end_combat", "keep")
    assert seats(s, "dead") == [0, 0]
    assert named(s, "hand", 1) == {"stagger": 1}


def test_an_empty_deck_in_the_middle_of_a_round_kills_nobody():
    s = in_turn(2, deck={0: {}}, hand={0: {"pull_an_all_nighter": 1}})
    play(s, "play:pull_an_all_nighter")
    assert seats(s, "dead") == [0, 0]
    assert s.record["hand_count"][0] + s.record["deck_count"][0] == 0


# ------------------------------------------------------------------------------------ the dead have no turn


def test_the_dead_draw_no_cards_and_have_no_turn():
    """Of three one is dead: the question of the order goes to the others, the last of them is not asked."""
    s = round_begun(**grave(3, 0, seat=1, investigators={1: "detective"}))
    assert s.record["hand_count"][:3].tolist() == [0, 5, 5]
    assert decision(s) == (1, "order")
    play(s, "go", "end_planning")
    assert decision(s) == (2, "plan")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert (s.phase, *decision(s)) == ("combat", 1, "order")
    play(s, "yield", "go", "end_combat")
    assert decision(s) == (1, "combat")
    play(s, "end_combat")
    assert decision(s) == (1, "clean")


def test_the_last_one_alive_plans_without_a_question():
    s = round_begun(**grave(2, 1))
    assert decision(s) == (0, "plan")


def test_the_dead_are_neither_hurt_nor_healed_nor_named():
    s = in_turn(**grave(3, 1, minions={("masked_herald", 1): 1}, hand={0: {"doctors_bag": 1}}))
    play(s, "play:doctors_bag")
    assert s.legal_names() == ["seat+0", "seat+2"]
    play(s, "seat+2", "end_planning")
    mythos(s, "night_of_broken_windows")
    play(s, "end_planning")
    assert s.legal_names() == ["seat+0", "seat+2"]
    play(s, "seat+2")
    assert seats(s, "health") == [6, 0, 7]
    assert seats(s, "sanity") == [7, 8, 5]


def test_the_dead_still_count_where_investigators_are_counted():
    """For each of three, dead or alive: Lightning hurts for 3, Uvash mends 6."""
    s = in_turn(**grave(3, 1))
    play(s, "end_planning")
    mythos(s, "lightning_out_of_a_clear_sky")
    play(s, "end_planning")
    assert seats(s, "health") == [8, 0, 6]
    s = in_turn(**grave(3, 1, gods=["uvash"], god_health={0: 20}))
    play(s, "end_planning")
    mythos(s, "numb_fingers")
    play(s, "end_planning")
    assert s.record["god_health"][0] == 26


# --------------------------------------------------------------------------------- what they do after death


def test_the_dead_are_asked_at_the_start_of_every_round_for_their_ability():
    """The Detective, dead, may turn the next Mythos card away."""
    s = round_begun(**grave(2, 1, investigators={0: "doctor", 1: "detective"}))
    assert decision(s) == (1, "after")
    assert s.legal_names() == ["ability", "decline"]
    mythos(s, "poisoned_well")
    play(s, "ability")
    assert decision(s) == (1, "bury")
    assert s.legal_names() == ["keep", "bury"]
    play(s, "bury")
    assert named(s, "mythos_discards", vocab="mythos") == {"poisoned_well": 1}
    assert decision(s) == (0, "plan")
    mythos(s, "the_long_night")
    play(s, "end_planning", "end_combat", "keep")
    assert decision(s) == (1, "after")


def test_the_dead_may_decline():
    s = round_begun(**grave(2, 1, investigators={0: "doctor", 1: "detective"}))
    play(s, "decline")
    assert decision(s) == (0, "plan")
    assert named(s, "next_mythos", vocab="mythos") == {}


def test_the_dead_are_skipped_while_their_ability_offers_nothing():
    """The Doctor heals another, where one is wounded."""
    s = round_begun(**grave(3, 1, investigators={1: "doctor"}))
    assert decision(s) == (0, "order")
    s = round_begun(**grave(3, 1, investigators={1: "doctor"}, health={0: 8, 2: 6}))
    assert decision(s) == (1, "after")
    play(s, "ability")
    assert decision(s) == (1, "whom")
    assert s.legal_names() == ["seat+1", "seat+2"]
    play(s, "seat+1")
    assert seats(s, "health") == [8, 0, 7]
    assert decision(s) == (0, "order")


def test_the_dead_who_were_skipped_are_asked_before_the_fight_once_there_is_something():
    s = round_begun(**grave(2, 1, investigators={1: "doctor"}))
    assert decision(s) == (0, "plan")
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert seats(s, "health") == [7, 0]
    assert (s.phase, *decision(s)) == ("combat", 1, "after")
    play(s, "ability", "seat+1")
    assert seats(s, "health") == [8, 0]
    assert decision(s) == (0, "combat")


def test_the_dead_who_hit_foes_are_asked_before_the_fight():
    """In Planning nothing is done to a Minion: the Boxer, dead, waits."""
    s = round_begun(**grave(2, 1, investigators={1: "boxer"}, minions={("zombie", 3): 1}))
    assert decision(s) == (0, "plan")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert (s.phase, *decision(s)) == ("combat", 1, "after")
    play(s, "ability", "minion:zombie")
    assert minions(s) == {("zombie", 1): 1}
    assert decision(s) == (0, "combat")


@pytest.mark.parametrize(("answer", "health"), [(["ability", "seat+1"], 5), (["decline"], 4)])
def test_the_dead_are_asked_once_a_round(answer, health):
    """There would be something to heal again before the fight."""
    s = round_begun(**grave(2, 1, investigators={1: "doctor"}, health={0: 5}))
    play(s, *answer)
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert seats(s, "health") == [health, 0]
    assert decision(s) == (0, "combat")


def test_the_dead_gardener_shows_the_next_mythos_card():
    s = round_begun(**grave(2, 1, investigators={1: "gardener"}))
    mythos(s, "numb_fingers")
    play(s, "ability")
    assert named(s, "next_mythos", vocab="mythos") == {"numb_fingers": 1}
    play(s, "end_planning")
    assert acted(s, "mythos_came") == ["numb_fingers"]


def test_several_dead_are_asked_by_seat():
    s = round_begun(**grave(3, 1, 2, investigators={0: "doctor", 1: "detective", 2: "gardener"}))
    assert decision(s) == (1, "after")
    play(s, "decline")
    assert decision(s) == (2, "after")
    play(s, "decline")
    assert decision(s) == (0, "plan")


def test_who_dies_before_the_fight_still_acts_in_it():
    s = in_turn(2, gods=["aphoom_shah"], investigators={1: "engineer"}, health={0: 8, 1: 1})
    s = s.edit(turn=[1, 1, 0, 0, 0, 0])
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert seats(s, "dead") == [0, 1]
    assert decision(s) == (1, "after")


@pytest.mark.parametrize("name", ["gardener", "detective"])
def test_the_dead_tell_of_the_mythos_when_planning_begins_and_not_before_the_fight(name):
    """Killed by the Mythos, they say nothing of the next card before the fight, but when the next round begins."""
    s = in_turn(2, gods=["aphoom_shah"], investigators={0: "doctor", 1: name}, health={1: 1})
    s = s.edit(turn=[1, 1, 0, 0, 0, 0])
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert seats(s, "dead") == [0, 1]
    assert decision(s) == (0, "combat")
    play(s, "end_combat", "keep")
    assert (s.phase, *decision(s)) == ("planning", 1, "after")
    play(mythos(s, "numb_fingers"), "ability")
    assert named(s, "next_mythos", vocab="mythos") == {"numb_fingers": 1}


def test_the_dead_who_do_more_than_tell_are_asked_before_the_fight():
    """The Professor steadies somebody as well."""
    s = in_turn(2, gods=["aphoom_shah"], investigators={1: "professor"}, health={0: 8, 1: 1})
    s = s.edit(turn=[1, 1, 0, 0, 0, 0])
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert (s.phase, *decision(s)) == ("combat", 1, "after")


def test_who_dies_after_its_special_ability_acts_from_the_next_round_on():
    """One ability a round: the Doctor has healed already, and falls in its own turn."""
    s = in_turn(2, seat=1, gods=["aphoom_shah"], hand={1: {"stagger": 1}}, health={0: 5, 1: 1})
    s = s.edit(turn=[1, 1, 0, 0, 0, 0])
    play(s, "ability", "seat+1")
    mythos(s, "the_long_night")
    play(s, "play:stagger")
    assert seats(s, "dead") == [0, 1]
    assert decision(s) == (0, "combat")
    play(s, "end_combat", "keep")
    assert decision(s) == (1, "after")


# ----------------------------------------------------------------------------------------------------- the loss


def test_with_the_last_of_the_team_the_game_is_lost_at_once():
    """A Colossus that would act is not asked for any more."""
    s = in_turn(**grave(2, 1, health={0: 1}, minions={("drowned_colossus", 12): 1}))
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert s.is_over
    assert s.returns.tolist() == [-1, -1]
    assert told(s)[:2] == ["lost", "died"]
    assert acted(s, "minion_acts") == []


def test_one_who_lives_is_enough():
    s = in_turn(**grave(6, 1, 2, 3, 4, 5, gods=["aphoom_shah", "glaathu"], health={0: 3}))
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert not s.is_over
    assert seats(s, "health") == [2, 0, 0, 0, 0, 0]


# -------------------------------------------------------------------------------------------- option insanity


def shaken(players=2, insanity=True, gods=("aphoom_shah",), **fields):
    """The Combat phase, after seat 1 has lost its last sanity to the Mythos."""
    sanity = {0: 9, 1: 1} | fields.pop("sanity", {})
    s = in_turn(players, rules={"insanity": insanity}, gods=list(gods), sanity=sanity, **fields)
    s = s.edit(turn=[1] * players + [0] * (6 - players))
    mythos(s, "whispers_on_the_wireless")
    return play(s, "end_planning")


def test_insanity_is_optional():
    assert game(2).options["insanity"] is False
    assert seats(shaken(insanity=False), "dead") == [0, 1]


def test_a_mind_without_sanity_stares_and_keeps_health_and_cards():
    s = shaken(hand={1: {"sleuth": 2}})
    assert (seats(s, "dead"), seats(s, "entranced"), seats(s, "health")) == ([0, 0], [0, 2], [8, 7])
    assert named(s, "hand", 1) == {"sleuth": 2}
    assert told(s)[:3] == ["turn_began", "entranced", "scared"]


def test_who_stares_has_no_turn_and_draws_no_cards_until_the_end_of_the_next_round():
    s = shaken()
    assert decision(s) == (0, "combat")
    play(s, "end_combat", "keep")
    assert decision(s) == (0, "plan")
    assert s.record["hand_count"][:2].tolist() == [4, 0]  # Aphoom Shah takes one
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert decision(s) == (0, "combat")
    play(s, "end_combat")
    assert seats(s, "dead") == [0, 0]


def test_a_mind_still_without_sanity_then_takes_its_own_life():
    s = play(shaken(), "end_combat", "keep")
    mythos(s, "the_long_night")
    play(s, "end_planning", "end_combat", "keep")
    assert s.record["round"] == 4
    assert (seats(s, "dead"), seats(s, "health"), seats(s, "entranced")) == ([0, 1], [8, 0], [0, 0])
    assert named(s, "held", 1) == {}


def test_a_mind_that_is_calmed_in_time_lives():
    """The Grandmother calms it in the next round; the round after that it has a turn and cards again."""
    s = play(shaken(investigators={0: "grandmother"}), "end_combat", "keep")
    play(s, "ability")
    assert s.legal_names() == ["seat+0", "seat+1"]
    play(s, "seat+1")
    assert (seats(s, "sanity"), seats(s, "entranced")) == ([8, 1], [0, 1])
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert decision(s) == (0, "combat")
    play(s, "end_combat", "keep")
    assert (seats(s, "dead"), seats(s, "entranced")) == ([0, 0], [0, 0])
    assert decision(s) == (0, "order")
    assert s.record["hand_count"][1] > 0


def test_locations_are_for_those_who_stare_too():
    """The Chapel restores the lost mind when Planning begins, and it lives. Its ability rests, and it buys nothing."""
    there = {"hilltop_chapel": 1, "night_reading_room": 1, "pawnshop": 1}
    s = play(shaken(3, investigators={1: "mission_sister"}, locations=there), "go", "end_combat", "end_combat", "keep")
    assert decision(s) == (0, "order")
    assert (seats(s, "sanity"), seats(s, "entranced"), seats(s, "nerve")) == ([8, 1, 7], [0, 1, 0], [0, 0, 0])
    assert [int(s.record[field]) for field in ("base", "factor", "cheap")] == [0, 0, 0]
    play(s, "go")
    assert int(s.record["base"]) == 1
    mythos(s, "the_long_night")
    play(s, "end_planning", "end_planning", "go", "end_combat", "end_combat", "keep")
    assert (seats(s, "dead"), seats(s, "entranced")) == ([0, 0, 0], [0, 0, 0])


def test_cards_drawn_fewer_in_a_round_without_a_hand_are_not_owed_to_the_one_after():
    """Aphoom Shah takes a card from everybody's next hand: the one it took while seat 1 drew none is over."""
    s = play(shaken(investigators={0: "grandmother"}), "end_combat", "keep")
    play(s, "ability", "seat+1")
    mythos(s, "numb_fingers")
    play(s, "end_planning", "end_combat", "keep")
    assert s.record["hand_count"][:2].tolist() == [4, 4]


def test_a_mind_lost_in_the_own_turn_ends_the_turn():
    s = in_turn(2, rules={"insanity": True}, hand={0: {"lash_of_embers": 1, "sleuth": 1}}, sanity={0: 1})
    play(s, "play:lash_of_embers")
    assert seats(s, "entranced") == [2, 0]
    assert decision(s) == (1, "plan")
    assert seats(s, "dead") == [0, 0]


def test_who_stares_can_still_be_hurt_and_die():
    s = play(shaken(health={0: 8, 1: 1}), "end_combat", "keep")
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert (seats(s, "dead"), seats(s, "entranced")) == ([0, 1], [0, 0])


def test_the_next_one_speaks_for_a_team_whose_first_stares():
    """Seat 0 went first and stares; seat 1 says whom the Herald shakes."""
    s = shaken(3, sanity={0: 1, 1: 9, 2: 8}, minions={("masked_herald", 1): 1})
    assert seats(s, "entranced") == [2, 0, 0]
    assert decision(s) == (1, "whom")


@pytest.mark.parametrize(("insanity", "dead", "entranced"), [(True, [0, 0], [2, 2]), (False, [1, 1], [0, 0])])
def test_when_all_are_dead_or_stare_the_game_is_lost(insanity, dead, entranced):
    s = shaken(sanity={0: 1}, insanity=insanity)
    assert s.is_over
    assert s.returns.tolist() == [-1, -1]
    assert (seats(s, "dead"), seats(s, "entranced")) == (dead, entranced)


def test_one_who_is_calm_again_keeps_the_game_going():
    """Seat 0 was calmed and stares to the end of the round; the other dies. Foes act, seat 0 speaks, and then plays."""
    calmed = {"rules": {"insanity": True}, "sanity": {0: 4}, "entranced": {0: 1}}
    s = in_turn(
        2, seat=1, gods=["aphoom_shah"], hand={1: {"stagger": 1}}, health={1: 1}, investigators={1: QUIET}, **calmed
    )
    play(mythos(s, "a_seat_at_the_table"), "play:stagger")
    assert (s.is_over, decision(s)) == (False, (0, "whom"))
    play(s, "seat+0")
    assert decision(s) == (0, "clean")
    play(s, "keep")
    assert (s.record["round"], *decision(s)) == (3, 0, "plan")
    assert (seats(s, "dead"), seats(s, "sanity")) == ([0, 1], [2, 8])


def test_the_last_calm_mind_that_is_lost_again_is_the_loss():
    calmed = {"rules": {"insanity": True}, "sanity": {0: 2}, "entranced": {0: 1}}
    s = in_turn(
        2, seat=1, gods=["aphoom_shah"], hand={1: {"stagger": 1}}, health={1: 1}, investigators={1: QUIET}, **calmed
    )
    play(mythos(s, "a_seat_at_the_table"), "play:stagger", "seat+0")
    assert s.is_over
    assert s.returns.tolist() == [-1, -1]


def test_one_dead_and_one_who_stares_have_lost():
    s = shaken(3, dead={0: 1, 2: 1}, health={0: 0, 2: 0}, deck={0: {}, 2: {}}, seat=1)
    assert s.is_over
    assert s.returns.tolist() == [-1, -1, -1]
    assert seats(s, "entranced") == [0, 2, 0]
