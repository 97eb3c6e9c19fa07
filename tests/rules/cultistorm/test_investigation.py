"""The Investigator Phase: who acts next, moves, Locations, targets, Trophies, and what ends it."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .story import (
    cards_drawn,
    cultists,
    cultists_drawn,
    decision,
    ending,
    named,
    play,
    rolled,
    table,
    terrors_drawn,
    told,
)

# ------------------------------------------------------------------------------------------------- whose action


def test_actions_go_round_one_at_a_time():
    s = table(3)
    for p in (0, 1, 2, 0, 1):
        assert decision(s) == (p, "investigate")
        play(s, f"move:{3 if s.record['at'][p] != 3 else 4}")
    assert decision(s) == (2, "investigate")


def test_the_first_seat_of_the_round_acts_first():
    s = table(3, seat=2)
    play(s, "move:1")
    assert decision(s) == (0, "investigate")
    play(s, "wait")
    assert decision(s) == (1, "investigate")


def test_who_waits_is_asked_again():
    s = table(3)
    play(s, "wait", "wait", "move:1")
    assert decision(s) == (0, "investigate")
    play(s, "move:2")
    assert decision(s) == (1, "investigate")


def test_a_full_circle_of_waits_ends_the_phase():
    s = table(3)
    play(s, "move:1", "wait", "wait")
    assert (s.phase, *decision(s)) == ("investigator", 0, "investigate")
    play(s, "wait")
    assert s.record["round"] == 3


def test_waits_that_an_action_comes_between_do_not_add_up():
    s = table(3)
    play(s, "wait", "wait", "move:1", "wait", "wait")
    assert (s.record["round"], *decision(s)) == (2, 2, "investigate")


def test_a_pass_comes_between_too():
    s = table(3)
    play(s, "wait", "wait", "pass", "wait")
    assert (s.record["round"], *decision(s)) == (2, 1, "investigate")
    play(s, "wait")
    assert s.record["round"] == 3


def test_who_has_passed_is_not_asked_again_in_this_phase():
    s = table(3)
    play(s, "move:1", "pass", "move:1")
    assert decision(s) == (0, "investigate")
    play(s, "move:2")
    assert decision(s) == (2, "investigate")
    play(s, "pass")
    assert decision(s) == (0, "investigate")


def test_the_last_one_in_does_not_wait():
    s = table(2)
    assert "wait" in s.legal_names()
    play(s, "pass")
    assert decision(s) == (1, "investigate")
    assert "wait" not in s.legal_names()
    assert "pass" in s.legal_names()
    with pytest.raises(IllegalAction):
        play(s, "wait")


def test_the_phase_lasts_until_all_have_passed():
    s = table(2, at={0: 0, 1: 1}, cultists=[("lodge_acolyte", 0)], aims={0: [0]})
    play(s, "pass")
    assert s.phase == "investigator"
    play(s, "move:2", "move:3")
    assert s.phase == "investigator"
    play(s, "pass")
    assert (s.phase, *decision(s)) == ("combat", 0, "combat")


def test_passing_needs_nothing_and_is_always_possible():
    s = table(3, insanity={0: 4})
    assert "pass" in s.legal_names()
    play(s, "pass")
    assert s.record["ready"][0] == 1
    assert told(s)[0] == "passed"
    assert s.record["insanity"][0] == 4


# -------------------------------------------------------------------------------------------------------- moves


def test_any_location_can_be_gone_to_and_the_first_move_is_free():
    s = table(3, at={0: 2})
    assert [n for n in s.legal_names() if n.startswith("move")] == ["move:0", "move:1", "move:3", "move:4"]
    play(s, "move:4")
    assert s.record["at"][0] == 4
    assert s.record["insanity"][0] == 0
    assert [int(x) for x in s.record["at"][1:3]] == [0, 0]


def test_moving_on_costs_an_insanity_each_time():
    s = table(2)
    play(s, "move:1", "wait", "move:2")
    assert s.record["insanity"][0] == 1
    play(s, "wait", "move:3")
    assert s.record["insanity"][0] == 2
    assert s.record["at"][0] == 3
    assert s.record["insanity"][1] == 0


def test_the_first_move_is_free_for_each_investigator():
    s = table(2, moved={0: 1})
    play(s, "move:1", "move:1")
    assert list(s.record["insanity"][:2]) == [1, 0]


def test_the_first_move_is_free_again_in_the_next_round():
    s = table(2, round=2, moved={0: 1, 1: 1})
    play(s, "pass", "pass")
    assert s.record["round"] == 3
    assert list(s.record["moved"][:2]) == [0, 0]


def test_several_investigators_may_be_at_one_location():
    s = table(3)
    play(s, "move:3", "move:3", "move:3")
    assert list(s.record["at"][:3]) == [3, 3, 3]


def test_moving_on_with_four_insanity_loses_the_game():
    s = table(2, insanity={0: 4}, moved={0: 1})
    play(s, "move:1")
    assert s.is_over
    assert ending(s) == "insane"
    assert list(s.returns) == [-1, -1]


def test_a_first_move_with_four_insanity_does_not():
    s = table(2, insanity={0: 4})
    play(s, "move:1")
    assert not s.is_over


def test_who_moves_away_drops_its_target_markers():
    s = table(2, cultists=[("lodge_acolyte", 0), ("wharf_diver", 0)], aims={0: [0, 1], 1: [1]})
    play(s, "move:1")
    assert list(s.record["aims"][0]) == [-1, -1]
    assert list(s.record["aims"][1]) == [1, -1]


def test_who_is_moved_by_a_friend_drops_them_too_and_has_still_a_free_move():
    s = table(2, hand={0: {"up_the_fire_escape": 1}}, cultists=[("lodge_acolyte", 0)], aims={0: [0], 1: [0]})
    play(s, "support:up_the_fire_escape")
    assert decision(s) == (1, "where")
    assert s.legal_names() == ["place:1", "place:2", "place:3", "place:4"]
    play(s, "place:2")
    assert s.record["at"][1] == 2
    assert list(s.record["aims"][1]) == [-1, -1]
    assert list(s.record["aims"][0]) == [0, -1]
    assert s.record["moved"][1] == 0
    assert s.record["insanity"][1] == 0


# ---------------------------------------------------------------------------------------------------- Locations


def test_only_an_active_location_can_be_used():
    s = table(3, at={0: 3}, insanity={0: 2})
    assert "use_location" not in s.legal_names()
    s = table(3, at={0: 3}, insanity={0: 2}, shrine={3: 1})
    play(s, "use_location")
    assert s.record["insanity"][0] == 1
    assert decision(s) == (1, "investigate")


def test_only_the_own_location_can_be_used():
    s = table(2, at={0: 2, 1: 3}, insanity={0: 2, 1: 2}, shrine={3: 1})
    assert "use_location" not in s.legal_names()
    play(s, "move:3")
    assert "use_location" in s.legal_names()
    play(s, "move:0")
    assert decision(s) == (0, "investigate")
    assert "use_location" in s.legal_names()


def test_an_action_for_one_use_a_round_is_so_for_the_team():
    s = table(3, at={0: 3, 1: 3}, insanity={0: 3, 1: 3}, shrine={3: 1})
    play(s, "use_location")
    assert "use_location" not in s.legal_names()
    with pytest.raises(IllegalAction):
        play(s, "use_location")
    play(s, "pass", "pass")
    assert decision(s) == (0, "investigate")
    assert "use_location" not in s.legal_names()


def test_it_can_be_used_again_in_the_next_round():
    s = table(2, shrine={3: 1}, used_place={3: 1})
    play(s, "pass", "pass")
    assert s.record["round"] == 3
    assert list(s.record["used_place"]) == [0, 0, 0, 0, 0]
    assert list(s.record["shrine"]) == [0, 0, 0, 1, 0]


def test_an_action_without_limit_is_used_again_for_its_price():
    """The Drowned Chapel gives dice of the supply, for an Insanity each."""
    s = table(2, at={0: 2}, location={2: "drowned_chapel"}, shrine={2: 1})
    rolled(s, "star", "eye")
    play(s, "use_location")
    assert s.record["insanity"][0] == 1
    assert named(s, "dice", 0, "symbol") == {"star": 1}
    play(s, "wait", "use_location")
    assert s.record["insanity"][0] == 2
    assert named(s, "dice", 0, "symbol") == {"star": 1, "eye": 1}
    assert s.record["took"][0] == 0


def test_an_action_that_would_do_nothing_cannot_be_used():
    s = table(2, at={0: 3}, shrine={3: 1}, insanity={0: 1}, permanent={0: 1})
    assert "use_location" not in s.legal_names()
    s = table(2, at={0: 2}, location={2: "drowned_chapel"}, shrine={2: 1}, pool={"star": 8})
    assert "use_location" not in s.legal_names()


def test_a_location_that_gives_symbols_is_for_fights():
    s = table(2, at={0: 2}, shrine={2: 1})
    assert "use_location" not in s.legal_names()


def test_a_sealed_location_can_still_be_used():
    s = table(2, at={0: 3}, insanity={0: 2}, shrine={3: 1}, sealed={3: 1})
    play(s, "use_location")
    assert s.record["insanity"][0] == 1


def test_locations_do_what_they_say():
    s = table(2, at={0: 0, 1: 1}, shrine={0: 1, 1: 1})
    cards_drawn(s, 0, "haymaker")
    play(s, "use_location")
    assert named(s, "hand", 0) == {"haymaker": 1}
    play(s, "use_location")
    assert s.record["protected"] == 1
    s = table(2, at={0: 4}, shrine={4: 1}, cultist_die={4: "planet"})
    play(s, "use_location")
    assert s.record["cultist_die"][4] == -1
    s = table(2, at={0: 1}, location={1: "keepers_lighthouse"}, shrine={1: 1}, crystals={0: 1, 2: 2})
    play(s, "use_location", "slot:2")
    assert s.record["crystals"].tolist() == [1, 0, 1, 0, 0, 0]
    s = table(2, at={0: 4}, location={4: "standing_stones"}, shrine={4: 1}, dice={0: {"star": 1}})
    play(s, "use_location", "die:star", "symbol:eye")
    assert named(s, "dice", 0, "symbol") == {"eye": 1}


# ------------------------------------------------------------------------------------------------------ targets

THREE = (("lodge_acolyte", 0), ("wharf_diver", 1), ("meadow_drover", 0))


def test_a_target_is_a_cultist_of_the_own_location():
    s = table(2, cultists=THREE)
    play(s, "target")
    assert decision(s) == (0, "target")
    assert s.legal_names() == ["slot:0", "slot:2"]
    play(s, "slot:2")
    assert list(s.record["aims"][0]) == [2, -1]
    assert decision(s) == (1, "investigate")


def test_there_are_two_target_markers_for_two_cultists():
    s = table(2, cultists=[*THREE, ("society_porter", 0)])
    play(s, "target", "slot:0", "wait", "target")
    assert s.legal_names() == ["slot:2", "slot:3"]
    play(s, "slot:3", "wait")
    assert list(s.record["aims"][0]) == [0, 3]
    assert "target" not in s.legal_names()


def test_one_cultist_can_be_the_target_of_several():
    s = table(2, cultists=THREE)
    play(s, "target", "slot:0", "target", "slot:0")
    assert s.record["aims"][0][0] == s.record["aims"][1][0] == 0


def test_without_a_foe_at_the_own_location_there_is_no_target():
    s = table(2, at={0: 3}, cultists=THREE)
    assert "target" not in s.legal_names()


def test_a_great_old_one_can_be_a_target():
    s = table(2, cultists=THREE, gods={"hastur": 0})
    play(s, "target")
    assert s.legal_names() == ["slot:0", "slot:2", "slot:great_old_one"]
    play(s, "slot:great_old_one")
    assert s.record["aims"][0][0] == 13


def test_a_melee_fighter_may_aim_at_any_cultist_of_the_column():
    """The fight is another matter: others may clear the way."""
    s = table(3, cultists=THREE)
    play(s, "target")
    assert "slot:2" in s.legal_names()


def test_nobody_has_to_choose_a_target():
    s = table(2, cultists=THREE)
    play(s, "pass", "pass")
    assert s.record["round"] == 3


def test_a_marker_returns_when_its_cultist_leaves_and_others_stay_on_theirs():
    s = table(
        2,
        hand={0: {"raise_the_alarm": 1}},
        cultists=[*THREE, ("society_porter", 0)],
        aims={0: [0, 3], 1: [2, 0]},
    )
    play(s, "support:raise_the_alarm", "slot:0")
    assert cultists(s) == [("wharf_diver", 1), ("meadow_drover", 0), ("society_porter", 0), ("lodge_acolyte", 1)]
    assert list(s.record["aims"][0]) == [-1, 2]
    assert list(s.record["aims"][1]) == [1, -1]


# ----------------------------------------------------------------------------------------------------- Trophies


def test_a_trophy_of_the_own_supply_is_laid_at_its_location_from_anywhere():
    s = table(2, at={0: 3}, trophies={0: {"tentacle": 2, "eye": 1}})
    play(s, "trophy:tentacle")
    assert named(s, "trophies", 0, "symbol") == {"tentacle": 1, "eye": 1}
    assert s.record["placed"][2].tolist() == [0, 0, 1, 0, 0]
    assert decision(s) == (1, "investigate")
    assert "trophy:eye" not in s.legal_names()


def test_no_trophy_of_others_is_laid():
    s = table(2, trophies={1: {"tentacle": 1}})
    assert "trophy:tentacle" not in s.legal_names()
    play(s, "wait")
    assert "trophy:tentacle" in s.legal_names()


def test_there_is_no_limit_to_trophies_at_a_location_and_several_may_give_them():
    s = table(2, trophies={0: {"star": 4}, 1: {"star": 4}})
    play(s, *["trophy:star"] * 8)
    assert s.record["placed"][0].tolist() == [8, 0, 0, 0, 0]
    assert named(s, "trophies", 0, "symbol") == named(s, "trophies", 1, "symbol") == {}


def test_a_trophy_is_of_no_use_at_a_sealed_location():
    s = table(2, trophies={0: {"star": 1, "eye": 1}}, sealed={0: 1})
    assert [n for n in s.legal_names() if n.startswith("trophy")] == ["trophy:eye"]


def test_a_trophy_that_is_laid_is_not_taken_back():
    s = table(2, trophies={0: {"star": 1}})
    play(s, "trophy:star", "wait")
    assert not [n for n in s.legal_names() if n.startswith("trophy")]
    assert "learn" not in s.legal_names()


def test_where_two_locations_have_the_symbol_the_choice_is_asked():
    s = table(2, rules={"symbols": "free"}, location={0: "arkham", 1: "hilltop_observatory"}, trophies={0: {"star": 1}})
    play(s, "trophy:star")
    assert decision(s) == (0, "lay_trophy")
    assert s.legal_names() == ["place:0", "place:1"]
    play(s, "place:1")
    assert s.record["placed"][1].tolist() == [1, 0, 0, 0, 0]
    assert s.record["placed"][0].tolist() == [0, 0, 0, 0, 0]


def test_trophies_can_be_laid_in_combat():
    s = table(
        2,
        phase="combat",
        at={0: 0, 1: 1},
        cultists=[("lodge_acolyte", 0)],
        aims={0: [0]},
        trophies={0: {"eye": 1}},
    )
    assert decision(s) == (0, "combat")
    play(s, "trophy:eye")
    assert s.record["placed"][3].tolist() == [0, 0, 0, 1, 0]
    assert decision(s) == (0, "combat")


def test_trophies_can_be_laid_when_locations_are_sealed():
    s = table(2, phase="sealing", at={0: 1}, trophies={0: {"eye": 2}})
    assert decision(s) == (0, "sealing")
    assert s.legal_names() == ["trophy:eye", "pass"]
    play(s, "trophy:eye")
    assert s.record["placed"][3].tolist() == [0, 0, 0, 1, 0]
    assert decision(s) == (0, "sealing")


def test_who_has_passed_lays_no_trophies_until_the_next_phase():
    s = table(2, at={0: 1, 1: 0}, trophies={0: {"eye": 1}})
    play(s, "pass", "move:1", "move:2")
    assert decision(s) == (1, "investigate")
    play(s, "pass")
    assert (s.phase, *decision(s)) == ("sealing", 0, "sealing")
    assert "trophy:eye" in s.legal_names()


# ------------------------------------------------------------------------------------------- Terror in between


def test_a_step_of_the_terror_marker_is_done_before_the_next_one_acts():
    s = table(
        3,
        hand={0: {"cast_out": 1}},
        investigators={0: "lay_preacher", 1: "trapper", 2: "night_nurse"},
        cultists=[("lodge_acolyte", 0)],
        crystals={1: 2},
    )
    terrors_drawn(s, "cold_hands")
    play(s, "support:cast_out", "seat+2")
    assert decision(s) == (2, "cultist")
    assert s.record["terror_at"] == 0
    play(s, "slot:0")
    assert s.record["terror_at"] == 1
    assert "terror_flipped" in told(s)
    assert list(s.record["insanity"][:3]) == [2, 0, 0]
    assert decision(s) == (1, "investigate")


def test_the_phase_ends_where_the_game_does():
    s = table(2, insanity={0: 4}, hand={0: {"harpoon_rack": 1}})
    play(s, "support:harpoon_rack")
    assert s.is_over
    assert ending(s) == "insane"
    assert s.legal_names() == []


def test_a_full_round_comes_back_to_the_investigators():
    """With nobody at a Location with Cultists, the fights are over as soon as they begin."""
    s = table(2, round=2, at={0: 4, 1: 4})
    cultists_drawn(s, "lodge_acolyte", "wharf_diver", "meadow_drover")
    play(s, "pass", "pass")
    assert s.record["round"] == 3
    assert s.record["first"] == 0
    assert (s.phase, *decision(s)) == ("investigator", 0, "investigate")
