"""The Cultist Phase: Great Old Ones devour, the marker brings Cultists, wards keep them off, dice are rolled."""

import pytest

from .phases import hands, in_front, insanity, passes, paying, phases_told, round_ahead, under
from .story import cultists, cultists_drawn, decision, ending, gods, named, play, rolled, table, told

COLUMN = [("lodge_acolyte", 1), ("meadow_drover", 1), ("wharf_diver", 1), ("society_porter", 1)]
FIRST_WAVE = ("hastur", "shub_niggurath", "cthulhu", "the_unlidded", "yog_sothoth")


# ------------------------------------------------------------------------------------------- Great Old Ones move


def test_a_great_old_one_devours_the_cultist_closest_to_it():
    s = round_ahead(cultists=COLUMN, gods={"yog_sothoth": 1}, marker=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover", "wharf_diver"]
    assert under(s, 1) == {"society_porter": 1}
    assert gods(s) == {"yog_sothoth": 1}
    assert in_front(s) == []
    assert s.record["cultist_discards"].sum() == 0
    assert decision(s) == (2, "discard")


def test_it_devours_one_in_each_cultist_phase():
    s = round_ahead(cultists=COLUMN[:3], gods={"yog_sothoth": 1}, under={(1, "society_porter"): 1}, marker=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover"]
    assert under(s, 1) == {"society_porter": 1, "wharf_diver": 1}
    assert in_front(s) == []


def test_each_great_old_one_moves():
    there = [("lodge_acolyte", 1), ("meadow_drover", 3), ("wharf_diver", 1), ("society_porter", 3)]
    s = round_ahead(cultists=there, gods={"yog_sothoth": 1, "hastur": 3}, marker=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte"]
    assert cultists(s, 3) == ["meadow_drover"]
    assert under(s, 1) == {"wharf_diver": 1}
    assert under(s, 3) == {"society_porter": 1}


def test_with_the_last_cultist_devoured_it_is_in_front_and_the_round_goes_on():
    s = round_ahead(cultists=COLUMN[:1], gods={"yog_sothoth": 1}, marker=1)
    play(s, "pass")
    assert cultists(s, 1) == []
    assert in_front(s) == ["yog_sothoth"]
    assert not s.is_over
    assert decision(s) == (2, "discard")


def test_in_the_next_cultist_phase_it_reaches_the_location():
    s = round_ahead(gods={"yog_sothoth": 1}, god_front={"yog_sothoth": 1}, under={(1, "lodge_acolyte"): 1}, marker=1)
    play(s, "pass")
    assert s.is_over
    assert ending(s) == "great_old_one"
    assert s.returns.tolist() == [-1, -1, -1]
    assert cultists(s) == []


def test_great_old_ones_move_before_cultists_come_and_dice_are_rolled_last():
    s = round_ahead(cultists=COLUMN[:2], gods={"yog_sothoth": 1}, marker=1)
    play(s, "pass")
    one_by_one = ["marker_moved", "cultist_came"] * 3
    assert told(s)[::-1][-14:] == ["phase_began", "devoured", *one_by_one, *["cultist_die"] * 5, "phase_began"]
    assert phases_told(s)[-2:] == ["cultist", "preparation"]


def test_without_great_old_ones_nothing_is_devoured():
    s = round_ahead(cultists=COLUMN[:2], marker=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover"]
    assert s.record["under"].sum() == 0


@pytest.mark.parametrize("older", ["yog_sothoth", "choirmaster"])
def test_of_two_at_a_location_the_older_devours(older):
    s = round_ahead(cultists=COLUMN[:2], gods={"azathoth": 1, older: 1}, marker=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte"]
    assert under(s, 1) == {"meadow_drover": 1}
    s = round_ahead(cultists=COLUMN[:1], gods={"azathoth": 1, older: 1}, marker=1)
    play(s, "pass")
    assert in_front(s) == [older]


def test_of_two_the_younger_moves_once_the_older_is_gone():
    s = round_ahead(gods={"azathoth": 1}, cultists=COLUMN[:2], marker=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte"]
    assert under(s, 1) == {"meadow_drover": 1}


def test_what_it_has_devoured_is_discarded_with_its_defeat():
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True},
        gods={"hastur": 0},
        under={(0, "meadow_drover"): 1},
        aims={0: ["great_old_one"]},
        dice=paying(star=3, shield=2, tentacle=1, planet=1),
        trophies={0: {"shield": 1}},
    )
    play(s, "fight")
    assert gods(s) == {}
    assert under(s, 0) == {}
    assert named(s, "cultist_discards", vocab="cultist") == {"meadow_drover": 1}


# ----------------------------------------------------------------------- -------- cleared: without Cultists left


def cleared(choice, **fields):
    """Seat 0 defeats the last Cultist below a Great Old One, and may go on."""
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True, "cleared": choice},
        cultists=[("lodge_acolyte", 0)],
        gods={"hastur": 0},
        aims={0: [0, "great_old_one"]},
        dice=paying(star=2, shield=1, tentacle=1),
        **fields,
    )
    play(s, "fight")
    assert cultists(s) == []
    assert decision(s) == (0, "combat")
    return s


def to_the_next_round(s):
    """Seat 0 gives up its other target, and keeps the Trophy it has won."""
    play(s, "pass")
    assert decision(s) == (0, "sealing")
    return play(s, "pass")


def test_one_whose_cultists_were_defeated_comes_in_front_in_the_next_cultist_phase():
    s = cleared("grace")
    assert in_front(s) == []
    to_the_next_round(s)
    assert s.record["round"] == 3
    assert in_front(s) == ["hastur"]
    assert not s.is_over


def test_option_cleared_at_once_it_is_in_front_at_once_and_reaches_the_location_next():
    s = cleared("at_once")
    assert in_front(s) == ["hastur"]
    to_the_next_round(s)
    assert ending(s) == "great_old_one"


def test_option_cleared_waits_it_stays_where_it_is():
    s = cleared("waits")
    to_the_next_round(s)
    assert s.record["round"] == 3
    assert in_front(s) == []
    assert gods(s) == {"hastur": 0}
    assert not s.is_over


def test_option_cleared_waits_is_no_mercy_once_it_has_devoured_the_last():
    s = round_ahead(rules={"cleared": "waits"}, cultists=COLUMN[:1], gods={"yog_sothoth": 1}, marker=1)
    play(s, "pass")
    assert in_front(s) == ["yog_sothoth"]


@pytest.mark.parametrize(("choice", "front"), [("grace", []), ("at_once", ["hastur"]), ("waits", [])])
def test_option_cleared_counts_those_who_are_driven_away_as_well(choice, front):
    two = [("lodge_acolyte", 0), ("meadow_drover", 0)]
    s = table(3, rules={"cleared": choice}, cultists=two, gods={"hastur": 0}, items={0: {"dynamite": 1}})
    play(s, "item:dynamite", "slot:0", "slot:0")
    assert cultists(s) == []
    assert in_front(s) == front


# ---------------------------------------------------------------------------------------------- the Cultist marker


@pytest.mark.parametrize(("players", "steps"), [(3, 3), (4, 4), (5, 5)])
def test_the_marker_moves_clockwise_once_for_each_player(players, steps):
    s = round_ahead(players, marker=3)
    play(s, "pass")
    places = [4, 0, 1, 2, 3][:steps]
    assert [x for _, x in cultists(s)] == places
    assert s.record["marker"] == places[-1]


def test_the_marker_draws_a_cultist_for_each_location_it_enters():
    s = round_ahead(marker=3)
    cultists_drawn(s, "wharf_pilot", "lodge_almoner", "lodge_acolyte")
    left = s.record["cultist_count"] + 0
    play(s, "pass")
    assert cultists(s) == [("wharf_pilot", 4), ("lodge_almoner", 0), ("lodge_acolyte", 1)]
    assert s.record["cultist_count"] == left - 3


def test_a_new_cultist_stands_on_top_of_those_that_are_there():
    s = round_ahead(cultists=COLUMN[:2], marker=0)
    cultists_drawn(s, "wharf_pilot")
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover", "wharf_pilot"]


def test_after_a_defeat_the_column_closes_up():
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True},
        cultists=[("lodge_acolyte", 0), ("meadow_drover", 0), ("wharf_pilot", 0)],
        aims={0: [0, 1]},
        dice=paying(star=2, shield=1, tentacle=1),
    )
    play(s, "fight")
    assert cultists(s, 0) == ["meadow_drover", "wharf_pilot"]
    assert s.record["aims"][0].tolist() == [-1, 0]


@pytest.mark.parametrize("place", range(5))
def test_the_die_of_each_location_is_rolled_whether_a_cultist_came_or_not(place):
    s = round_ahead(marker=place, cultist_die={0: "star", 1: "star", 2: "star", 3: "star", 4: "star"})
    rolled(s, "shield", "blank", "eye", "planet", "tentacle")
    play(s, "pass")
    assert s.record["cultist_die"].tolist() == [1, -1, 3, 4, 2]


def test_a_great_old_one_s_location_has_its_die_rolled_too():
    s = round_ahead(cultists=COLUMN[:3], gods={"yog_sothoth": 1}, marker=1)
    rolled(s, "blank", "eye", "blank", "blank", "blank")
    play(s, "pass")
    assert s.record["cultist_die"].tolist() == [-1, 3, -1, -1, -1]


# -------------------------------------------------------------------------------------------------------- wards


def test_no_cultist_appears_at_a_warded_location_and_the_step_is_spent():
    s = round_ahead(marker=0, ward=2)
    play(s, "pass")
    assert [x for _, x in cultists(s)] == [1, 3]
    assert s.record["marker"] == 3
    assert "cultist_barred" in told(s)


def test_a_ward_costs_no_cultist_of_the_deck():
    s = round_ahead(marker=0, ward=1)
    cultists_drawn(s, "wharf_pilot", "lodge_almoner")
    play(s, "pass")
    assert cultists(s) == [("wharf_pilot", 2), ("lodge_almoner", 3)]


def test_a_ward_lasts_until_the_end_of_the_cultist_phase():
    s = round_ahead(marker=0, ward=4)
    play(s, "pass")
    assert s.record["ward"] == -1
    assert [x for _, x in cultists(s)] == [1, 2, 3]


def test_a_ward_does_not_drive_off_those_who_are_there():
    s = round_ahead(cultists=COLUMN[:2], marker=0, ward=1)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover"]


# ---------------------------------------------------------------------------- Great Old Ones and sealed Locations


def test_the_marker_passes_over_a_location_with_a_great_old_one_at_no_step():
    s = round_ahead(cultists=COLUMN[:2], gods={"yog_sothoth": 1}, marker=0)
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte"]
    assert [x for _, x in cultists(s)] == [1, 2, 3, 4]
    assert s.record["marker"] == 4


def test_with_a_great_old_one_everywhere_the_marker_stays_and_no_cultist_comes():
    there = [("lodge_acolyte", 0), ("lodge_acolyte", 1), ("meadow_drover", 2), ("meadow_drover", 3), ("wharf_diver", 4)]
    s = round_ahead(cultists=there, gods={g: x for x, g in enumerate(FIRST_WAVE)}, marker=2)
    play(s, "pass")
    assert cultists(s) == []
    assert s.record["marker"] == 2
    assert "marker_moved" not in told(s)
    assert decision(s) == (2, "discard")


def test_cultists_still_come_to_a_sealed_location():
    s = round_ahead(sealed={1: 1}, marker=0)
    play(s, "pass")
    assert [x for _, x in cultists(s)] == [1, 2, 3]


def test_more_than_four_stand_at_a_sealed_location_and_nobody_is_summoned():
    s = round_ahead(cultists=COLUMN, sealed={1: 1}, marker=0)
    cultists_drawn(s, "wharf_pilot")
    play(s, "pass")
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover", "wharf_diver", "society_porter", "wharf_pilot"]
    assert gods(s) == {}
    assert insanity(s) == [0, 0, 0]


def test_the_four_moves_of_the_rulebook_s_example():
    """A Cultist; a Great Old One, which takes no move; a ward, which does; a Cultist at a sealed Location."""
    s = round_ahead(
        cultists=[("lodge_acolyte", 2), ("meadow_drover", 2)],
        gods={"yog_sothoth": 2},
        ward=3,
        sealed={4: 1},
        marker=0,
    )
    cultists_drawn(s, "wharf_pilot", "lodge_almoner")
    play(s, "pass")
    assert cultists(s) == [("lodge_acolyte", 2), ("wharf_pilot", 1), ("lodge_almoner", 4)]
    assert s.record["marker"] == 4


# ---------------------------------------------------------------------------------------------------- threshold

# At two Locations that are sealed.
MANY = [
    *[(name, 3) for name in ("lodge_astrologer", "lodge_astrologer", "lodge_almoner", "meadow_midwife")],
    *[(name, 3) for name in ("meadow_midwife", "wharf_caulker", "wharf_caulker")],
    *[(name, 4) for name in ("lidless_optician", "lidless_optician", "lidless_informer", "lidless_informer")],
    *[(name, 4) for name in ("society_secretary", "society_secretary")],
]


@pytest.mark.parametrize(("players", "threshold", "steps"), [(2, 13, 3), (3, 11, 3), (4, 12, 4), (5, 13, 5)])
def test_as_many_cultists_as_the_threshold_are_borne_and_one_more_loses(players, threshold, steps):
    for there in (threshold - steps, threshold - steps + 1):
        s = round_ahead(players, cultists=MANY[:there], sealed={3: 1, 4: 1}, marker=4)
        play(s, "pass")
        assert s.is_over == (there + steps > threshold)
        assert ending(s) == ("threshold" if s.is_over else None)
        assert len(cultists(s)) == threshold
    assert s.returns.tolist() == [-1] * players


def test_devoured_cultists_and_great_old_ones_do_not_count():
    s = round_ahead(
        cultists=[*MANY[:8], ("lodge_lamplighter", 1)],
        gods={"yog_sothoth": 1},
        under={(1, "society_porter"): 1, (1, "society_clockmaker"): 1},
        sealed={3: 1, 4: 1},
        marker=4,
    )
    play(s, "pass")
    assert len(cultists(s)) == 11
    assert not s.is_over


def test_cultists_at_sealed_locations_count():
    s = round_ahead(cultists=MANY[:9], sealed={3: 1, 4: 1}, marker=2)
    play(s, "pass")
    assert ending(s) == "threshold"


def test_one_too_many_loses_before_it_can_summon():
    there = [*MANY[:8], *COLUMN[:3]]
    s = round_ahead(cultists=there, sealed={3: 1, 4: 1}, marker=0)
    play(s, "pass")
    assert ending(s) == "threshold"
    assert gods(s) == {}
    assert insanity(s) == [0, 0, 0]
    assert "summoned" not in told(s)


def test_the_fourth_that_just_reaches_the_threshold_summons():
    there = [*MANY[:7], *COLUMN[:3]]
    s = round_ahead(cultists=there, sealed={3: 1, 4: 1}, marker=0, ward=2)
    cultists_drawn(s, "society_porter")
    play(s, "pass")
    assert gods(s) == {"yog_sothoth": 1}
    assert ending(s) == "threshold"
    assert insanity(s) == [1, 1, 1]


# ------------------------------------------------------------------------------------------------ order of phases


def test_the_six_phases_of_a_round():
    s = table(
        3,
        cultists=[("lodge_acolyte", 0), *[(name, 3) for name, _ in COLUMN[:3]]],
        aims={0: [0]},
        trophies={0: {"shield": 1}},
        hand={2: {"night_shift": 1}},
        marker=2,
        terror_at=1,
    )
    seen = [s.phase]
    passes(s, 3)
    seen.append(s.phase)
    passes(s, 1)
    seen.append(s.phase)
    cultists_drawn(s, "wharf_pilot")  # who worships Cthulhu: somebody is to be named
    passes(s, 1)
    seen.append(s.phase)
    play(s, s.legal_names()[0])
    seen.append(s.phase)
    passes(s, 1)
    seen.append(s.phase)
    assert seen == ["investigator", "combat", "sealing", "cultist", "preparation", "terror"]
    assert s.record["round"] == 3


def test_preparation_comes_before_terror():
    s = round_ahead()
    play(s, "pass")
    assert s.phase == "preparation"
    assert s.record["terror_at"] == 0
    passes(s, 3)
    assert s.record["terror_at"] == 1
    assert phases_told(s)[-3:] == ["preparation", "terror", "investigator"]


def test_option_order_terror_comes_before_preparation():
    s = round_ahead(rules={"order": "terror"})
    play(s, "pass")
    assert s.phase == "preparation"
    assert s.record["terror_at"] == 1
    assert s.record["pool"].sum() == 0
    passes(s, 3)
    assert s.record["terror_at"] == 1
    assert phases_told(s)[-2:] == ["preparation", "investigator"]


@pytest.mark.parametrize(
    ("order", "phases"),
    [("preparation", ["preparation", "terror", "investigator"]), ("terror", ["terror", "preparation", "investigator"])],
)
def test_a_phase_that_is_begun_goes_on_with_the_next_ones_as_in_a_round(order, phases):
    s = passes(play(round_ahead(rules={"order": order}), "pass"), 3)
    assert phases_told(s)[-3:] == phases
    for n, phase in enumerate(phases):
        s = table(3, 1, phase, rules={"order": order}, hand=hands(3))
        while s.phase != "investigator":
            passes(s, 1)
        told = phases[n:] if phase == "terror" else phases[n + 1 :]  # where nobody has to begin, it begins by itself
        assert phases_told(s) == told
        assert s.record["terror_at"] == phases[n:].count("terror")


def test_the_first_seat_changes_with_each_round():
    s = round_ahead()
    play(s, "pass")
    assert decision(s) == (2, "discard")
    passes(s, 3)
    assert decision(s) == (2, "investigate")
    s = round_ahead(round=3)
    play(s, "pass")
    assert decision(s) == (0, "discard")
