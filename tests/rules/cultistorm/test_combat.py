"""The Combat Phase: the order of fights, who may fight what, who does not fight, what a defeat brings."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .fights import EYE, PLANET, SHIELD, STAR, TENTACLE, combat, held_up, needed, numbers, owed, takes, trophies
from .story import (
    cards_drawn,
    chance,
    cultists,
    cultists_drawn,
    decision,
    gods,
    named,
    play,
    rolled,
    table,
    terrors_drawn,
    told,
)

# Wharf Diver takes a Star, a Shield and an Eye; Lodge Acolyte a Star, a Shield and a Tentacle; Society Secretary a
# Star, a Shield and a Planet; none of them is strengthened at place 0 but the Acolyte.
DIVER, ACOLYTE, SECRETARY = "wharf_diver", "lodge_acolyte", "society_secretary"
BEATS_DIVER = {STAR: 1, SHIELD: 1, EYE: 1}
NOBODY_ELSE = {"fought": {1: 1}}  # seat 1 has done its duty: nothing is counted against it


def after(s, *seats):
    """The seats that were asked in Combat, one after the other, each of them passing."""
    asked = []
    while s.phase == "combat" and decision(s)[1] == "combat" and len(asked) < len(seats):
        asked.append(s.seat)
        play(s, "pass")
    return asked


# ----------------------------------------------------------------------------------- the order of Locations and fights


@pytest.mark.parametrize("first", [0, 1, 2])
def test_locations_come_clockwise_from_the_start_whoever_is_first(first):
    here = [(DIVER, 3), (DIVER, 1), (ACOLYTE, 0)]
    s = combat(here, aims={0: [0], 1: [1], 2: [2]}, at={0: 3, 1: 1, 2: 0}, seat=first)
    assert after(s, 0, 1, 2) == [2, 1, 0]


def test_who_has_no_target_is_not_asked():
    s = combat([(DIVER, 0), (DIVER, 1)], aims={2: [1]}, at={1: 1, 2: 1})
    assert decision(s) == (2, "combat")
    assert after(s, 2) == [2]
    assert s.phase != "combat"


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_those_at_one_location_are_asked_from_the_first_seat_on(first, order):
    s = combat([(DIVER, 0), (ACOLYTE, 0), (SECRETARY, 0)], aims={0: [0], 1: [1], 2: [2]}, seat=first)
    assert after(s, 0, 1, 2) == order


def test_whoever_waits_lets_the_next_fight_first_and_is_asked_again_after_the_fight():
    s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [0], 1: [1]}, hand={1: BEATS_DIVER})
    play(s, "wait")
    assert decision(s) == (1, "combat")
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert told(s)[0] == "trophy_won"
    assert decision(s) == (0, "combat")
    assert cultists(s, 0) == [ACOLYTE]


def test_after_a_fight_nobody_is_bound_by_having_waited():
    """Seat 1 fights for seat 0 to follow; seat 0 may then wait once more, for seat 2."""
    s = combat([(ACOLYTE, 0), (DIVER, 0), (SECRETARY, 0)], aims={0: [0], 1: [1], 2: [2]}, hand={1: BEATS_DIVER})
    play(s, "wait", "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (0, "combat")
    play(s, "wait")
    assert decision(s) == (2, "combat")


def test_where_all_have_waited_the_first_of_them_has_to_say():
    s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [0], 1: [1]}, seat=1)
    play(s, "wait")
    assert decision(s) == (0, "combat")
    assert s.legal_names() == ["fight", "wait", "pass"]
    play(s, "wait")
    assert decision(s) == (1, "combat")
    assert s.legal_names() == ["fight", "pass"]


def test_who_has_to_say_and_passes_leaves_it_to_the_next():
    s = combat([(ACOLYTE, 0), (DIVER, 0), (SECRETARY, 0)], aims={0: [0], 1: [1], 2: [2]})
    play(s, "wait", "wait", "wait")
    assert decision(s) == (0, "combat")
    assert s.legal_names() == ["fight", "pass"]
    play(s, "pass")
    assert decision(s) == (1, "combat")
    assert s.legal_names() == ["fight", "pass"]


def test_who_cannot_get_at_a_target_may_wait_for_those_who_have_waited():
    """Seat 0 is a melee fighter whose target stands behind that of seat 1."""
    s = combat([(DIVER, 0), (ACOLYTE, 0)], aims={0: [1], 1: [0]}, seat=1)
    play(s, "wait")
    assert decision(s) == (0, "combat")
    assert s.legal_names() == ["wait", "pass"]


def test_nobody_waits_for_those_without_a_target_or_elsewhere():
    s = combat([(DIVER, 0), (DIVER, 3)], aims={0: [0], 2: [1]}, at={2: 3})
    assert decision(s) == (0, "combat")
    assert s.legal_names() == ["fight", "pass"]


def test_nobody_waits_for_who_has_passed():
    s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [0], 1: [1]})
    play(s, "pass")
    assert decision(s) == (1, "combat")
    assert s.legal_names() == ["fight", "pass"]


def test_who_has_passed_is_not_asked_again():
    s = held_up([(ACOLYTE, 0), (DIVER, 0)], {0: [0], 1: [1]}, hand={1: BEATS_DIVER})
    play(s, "pass", "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (2, "combat")
    assert cultists(s, 0) == [ACOLYTE]


# ------------------------------------------------------------------------------------------------- not fighting


def test_who_does_not_fight_moves_the_terror_marker_and_suffers_where_cultists_are():
    s = held_up([(DIVER, 0)], {}, at={1: 1})
    assert decision(s) == (2, "combat")
    assert numbers(s, "insanity") == [1, 0, 0]
    assert owed(s) == 2  # one step for seat 0, one for seat 1 at an empty Location


def test_an_insanity_is_one_however_many_cultists_are_there():
    s = held_up([(DIVER, 0), (ACOLYTE, 0), (SECRETARY, 0)], {}, **NOBODY_ELSE)
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)


def test_who_passes_with_a_target_has_not_fought_either():
    s = held_up([(DIVER, 0)], **NOBODY_ELSE)
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)
    play(s, "pass")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)


def test_a_great_old_one_is_no_cultist():
    s = held_up([], {}, gods={"hastur": 0}, **NOBODY_ELSE)
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 1)


@pytest.mark.parametrize(
    ("idle", "insanity", "steps"),
    [("terror", [1, 0, 0], 2), ("insanity", [1, 0, 0], 0), ("both", [1, 0, 0], 1)],
)
def test_option_idle(idle, insanity, steps):
    """Seat 0 is among Cultists, seat 1 at an empty Location."""
    s = held_up([(DIVER, 0)], {}, at={1: 1}, rules={"idle": idle})
    assert (numbers(s, "insanity"), owed(s)) == (insanity, steps)


@pytest.mark.parametrize("idle", ["terror", "insanity", "both"])
def test_who_has_fought_is_spared_by_every_reading(idle):
    s = held_up([(DIVER, 0), (ACOLYTE, 0)], hand={0: BEATS_DIVER}, rules={"idle": idle}, **NOBODY_ELSE)
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (2, "combat")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)


def test_where_others_have_defeated_all_cultists_nobody_suffers():
    s = held_up([(DIVER, 0)], hand={0: BEATS_DIVER})
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 1)


def test_a_location_is_reckoned_up_before_the_fights_of_the_next():
    s = combat([(DIVER, 0), (DIVER, 1)], aims={1: [1]}, at={1: 1}, fought={2: 1})
    assert decision(s) == (1, "combat")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)


def test_one_of_two_targets_is_enough_to_have_fought():
    s = held_up([(DIVER, 0), (ACOLYTE, 0)], {0: [0, 1]}, hand={0: BEATS_DIVER}, **NOBODY_ELSE)
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (0, "combat")
    play(s, "pass")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)


def test_to_drive_cultists_away_is_not_to_fight():
    s = held_up([(DIVER, 0), (ACOLYTE, 0)], items={0: {"dynamite": 1}}, **NOBODY_ELSE)
    play(s, "item:dynamite", "slot:0", "slot:0")
    assert decision(s) == (2, "combat")
    assert cultists(s, 0) == []
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 2)  # one step is the dynamite's
    assert trophies(s, 0) == {}


def test_who_leaves_for_a_location_that_is_over_has_not_fought():
    """It is reckoned with when all Locations are over, and where it is then."""
    for here, insanity in (([], [0, 0, 1]), ([(ACOLYTE, 0)], [1, 0, 1])):
        s = combat(
            [(DIVER, 3), (DIVER, 4), *here],
            aims={0: [0], 2: [1]},
            at={0: 3, 2: 4},
            items={0: {"railway_pass": 1}},
            trophies={1: {"star": 1}},
            **NOBODY_ELSE,
        )
        play(s, "item:railway_pass", "place:0", "pass")
        assert s.phase == "sealing"
        assert (numbers(s, "insanity"), owed(s)) == (insanity, 2)


def test_who_leaves_for_a_location_that_is_still_to_come_pays_there_and_once():
    s = held_up([(DIVER, 0), (DIVER, 3)], items={0: {"railway_pass": 1}}, **NOBODY_ELSE)
    play(s, "item:railway_pass", "place:3")
    assert decision(s) == (2, "combat")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)


def test_a_fifth_insanity_of_not_fighting_loses_the_game():
    s = held_up([(DIVER, 0)], insanity={0: 4}, **NOBODY_ELSE)
    play(s, "pass")
    assert s.is_over
    assert s.returns.tolist() == [-1, -1, -1]


# ---------------------------------------------------------------------------------------------- failed attempts


def test_an_attempt_that_is_given_up_is_not_a_fight():
    s = held_up([(DIVER, 0)], hand={0: BEATS_DIVER}, **NOBODY_ELSE)
    play(s, "fight", "decline")
    assert decision(s) == (2, "combat")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)
    assert named(s, "hand", 0) == BEATS_DIVER
    assert cultists(s, 0) == [DIVER]
    assert (trophies(s, 0), needed(s)) == ({}, {})


def test_a_hopeless_attempt_can_only_be_given_up():
    s = held_up([(DIVER, 0)], hand={0: {STAR: 1, SHIELD: 1}}, **NOBODY_ELSE)
    play(s, "fight")
    assert s.legal_names() == ["decline"]
    play(s, "decline")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)
    assert named(s, "hand", 0) == {STAR: 1, SHIELD: 1}


def test_once_something_is_spent_the_fight_is_not_given_up():
    s = held_up([(DIVER, 0)], hand={0: BEATS_DIVER}, **NOBODY_ELSE)
    play(s, "fight")
    assert "decline" in s.legal_names()
    play(s, f"card:{STAR}")
    assert s.legal_names() == [f"card:{SHIELD}", f"card:{EYE}"]


def test_a_target_that_was_given_up_is_no_target_any_more_but_the_other_is():
    s = held_up([(DIVER, 0), (ACOLYTE, 0)], {1: [0, 1]}, hand={1: BEATS_DIVER}, fought={0: 1})
    play(s, "fight", "slot:1", "decline")
    assert decision(s) == (1, "combat")
    play(s, "fight")
    assert needed(s) == {"star": 1, "shield": 1, "eye": 1}


def test_option_attack_any_an_attempt_that_fails_counts():
    s = held_up([(DIVER, 0)], rules={"attack": "any"}, **NOBODY_ELSE)
    play(s, "fight", "decline")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)
    assert cultists(s, 0) == [DIVER]


def test_option_attack_any_a_target_alone_counts():
    s = held_up([(DIVER, 0)], rules={"attack": "any"}, **NOBODY_ELSE)
    play(s, "pass")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)
    s = held_up([(DIVER, 0)], aims={}, rules={"attack": "any"}, **NOBODY_ELSE)  # seat 0 has none
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)


def test_option_attack_any_a_target_out_of_reach_counts_and_one_that_others_defeat():
    """Seat 0 fights hand to hand, and aims at the upper of two; seat 1 defeats the lower."""
    s = held_up([(DIVER, 0), (DIVER, 0)], aims={0: [1]}, rules={"attack": "any"}, **NOBODY_ELSE)
    assert s.legal_names() == ["pass"]
    play(s, "pass")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)
    fields = {"at": {1: 0}, "hand": {1: {STAR: 1, SHIELD: 1, EYE: 1}}}
    s = held_up([(DIVER, 0)], aims={0: [0], 1: [0]}, rules={"attack": "any"}, **fields)
    play(s, "wait", "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert cultists(s, 0) == []
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)


def test_option_attack_any_in_a_whole_round():
    """The Combat Phase that a round comes to by itself counts targets as well."""
    rules = {"attack": "any"}
    s = table(2, cultists=[(DIVER, 0)], rules=rules)
    play(s, "target", "slot:0", "pass", "pass")
    assert decision(s) == (0, "combat")
    assert s.record["fought"][:2].tolist() == [1, 0]


def test_option_attack_able_what_cannot_be_paid_is_not_attempted():
    s = held_up([(DIVER, 0)], hand={0: {STAR: 1, SHIELD: 1}}, rules={"attack": "able"}, **NOBODY_ELSE)
    assert s.legal_names() == ["pass"]
    play(s, "pass")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)


def test_option_attack_able_what_is_attempted_is_paid():
    s = held_up([(DIVER, 0)], hand={0: BEATS_DIVER}, rules={"attack": "able"}, **NOBODY_ELSE)
    assert s.legal_names() == ["fight", "pass"]
    play(s, "fight")
    assert s.legal_names() == [f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}"]
    play(s, f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)


def test_option_attack_able_of_two_targets_only_the_one_that_can_be_paid_is_attempted():
    s = held_up([(ACOLYTE, 0), (DIVER, 0)], {1: [0, 1]}, hand={1: BEATS_DIVER}, rules={"attack": "able"}, fought={0: 1})
    assert takes(s) == {"star": 1, "shield": 1, "eye": 1}  # nobody is asked which


# --------------------------------------------------------------------------------------------- melee and ranged


def test_a_melee_fighter_fights_the_cultist_at_the_bottom_alone():
    s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [1]}, hand={0: BEATS_DIVER})
    assert decision(s) == (0, "combat")
    assert s.legal_names() == ["pass"]
    assert takes(combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [0]})) == {"star": 2, "shield": 1, "tentacle": 1}


def test_the_bottom_is_that_of_the_own_location():
    assert takes(combat([(ACOLYTE, 1), (DIVER, 0)], aims={0: [1]})) == {"star": 1, "shield": 1, "eye": 1}


def test_a_ranged_fighter_fights_any_of_them():
    here = [(ACOLYTE, 0), (SECRETARY, 0), (DIVER, 0)]
    for slot in range(3):
        assert takes(combat(here, aims={1: [slot]})) == takes(combat(here[slot:], aims={0: [0]}))


def test_who_is_sharp_fights_any_of_them_too():
    s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [1]}, sharp={0: 1})
    assert takes(s) == {"star": 1, "shield": 1, "eye": 1}


def test_a_telescope_in_combat_makes_sharp():
    s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={0: [1]}, items={0: {"field_telescope": 1}})
    assert s.legal_names() == ["item:field_telescope", "pass"]
    play(s, "item:field_telescope")
    assert s.legal_names() == ["fight", "pass"]


def test_with_two_players_everybody_is_ranged():
    for p in (0, 1):
        s = combat([(ACOLYTE, 0), (DIVER, 0)], aims={p: [1]}, players=2, fought={1 - p: 1})
        assert takes(s) == {"star": 1, "shield": 1, "eye": 1}


def test_the_next_one_is_at_the_bottom_after_a_kill():
    s = combat([(DIVER, 0), (ACOLYTE, 0)], aims={0: [0, 1]}, hand={0: BEATS_DIVER})
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (0, "combat")
    assert takes(s) == {"star": 2, "shield": 1, "tentacle": 1}


def test_another_may_clear_the_way_for_a_melee_fighter():
    s = combat([(DIVER, 0), (ACOLYTE, 0)], aims={0: [1], 1: [0]}, hand={1: BEATS_DIVER})
    assert s.legal_names() == ["wait", "pass"]
    play(s, "wait", "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (0, "combat")
    assert s.legal_names() == ["fight", "pass"]


def test_a_melee_fighter_may_aim_at_any_of_them_beforehand():
    s = table(cultists=[(ACOLYTE, 0), (DIVER, 0), (SECRETARY, 1)])
    play(s, "target")
    assert s.legal_names() == ["slot:0", "slot:1"]


# --------------------------------------------------------------------------------------------------- two targets


def test_two_targets_are_fought_in_any_order_and_paid_one_by_one():
    hand = {STAR: 2, SHIELD: 2, EYE: 1, PLANET: 1}
    s = combat([(DIVER, 0), (SECRETARY, 0)], aims={1: [0, 1]}, hand={1: hand})
    play(s, "fight")
    assert decision(s) == (1, "fight_whom")
    assert s.legal_names() == ["slot:0", "slot:1"]
    play(s, "slot:1", f"card:{STAR}", f"card:{SHIELD}", f"card:{PLANET}")
    assert trophies(s, 1) == {"planet": 1}
    assert named(s, "hand", 1) == {STAR: 1, SHIELD: 1, EYE: 1}
    assert cultists(s, 0) == [DIVER]
    play(s, "fight")
    assert s.legal_names() == [f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}", "decline"]
    play(s, f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert trophies(s, 1) == {"tentacle": 1, "planet": 1}
    assert named(s, "hand", 1) == {}


def test_what_the_first_fight_took_is_not_there_for_the_second():
    hand = {STAR: 1, SHIELD: 2, EYE: 1, PLANET: 1}
    s = combat([(DIVER, 0), (SECRETARY, 0)], aims={1: [0, 1]}, hand={1: hand})
    play(s, "fight", "slot:0", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}", "fight")
    assert s.legal_names() == ["decline"]


def test_symbols_of_two_investigators_are_not_added_up():
    s = combat([(DIVER, 0)], aims={0: [0], 1: [0]}, hand={0: {STAR: 1, SHIELD: 1}, 1: {EYE: 1}})
    play(s, "fight")
    assert s.legal_names() == ["decline"]
    play(s, "decline", "fight")
    assert s.legal_names() == ["decline"]


# ---------------------------------------------------------------------------------- two investigators on one Cultist


def test_the_second_of_two_on_one_cultist_has_no_target_left():
    s = held_up([(DIVER, 0), (ACOLYTE, 0)], {0: [0], 1: [0]}, hand={0: BEATS_DIVER, 1: {STAR: 1}})
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert decision(s) == (2, "combat")
    assert numbers(s, "insanity") == [0, 1, 0]  # the Acolyte is left
    assert owed(s) == 1
    assert s.record["aims"][1].tolist() == [-1, -1]


def test_the_second_of_two_on_one_cultist_may_step_in_where_the_first_fails():
    s = held_up([(DIVER, 0)], {0: [0], 1: [0]}, hand={1: BEATS_DIVER})
    play(s, "fight", "decline")
    assert decision(s) == (1, "combat")
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert trophies(s, 1) == {"tentacle": 1}
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 1)


def test_markers_stay_on_their_cultists_when_an_older_one_goes():
    s = combat([(DIVER, 0), (SECRETARY, 0), (ACOLYTE, 0)], aims={0: [0], 1: [2]}, hand={0: BEATS_DIVER})
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert s.record["aims"][1].tolist() == [1, -1]
    assert takes(s) == {"star": 2, "shield": 1, "tentacle": 1}


# ------------------------------------------------------------------------------------------------ what a defeat brings


def test_a_defeated_cultist_is_discarded_and_gives_a_trophy_of_its_sect():
    s = held_up([(DIVER, 0)], hand={0: BEATS_DIVER}, **NOBODY_ELSE)
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert trophies(s, 0) == {"tentacle": 1}
    assert s.record["trophy_supply"].tolist() == [8, 8, 7, 8, 8]
    assert named(s, "cultist_discards", vocab="cultist") == {DIVER: 1}
    assert cultists(s) == [("society_porter", 4)]


def test_with_none_in_the_supply_there_is_no_trophy():
    s = held_up([(DIVER, 0)], hand={0: BEATS_DIVER}, knowledge={2: {"tentacle": 8}}, **NOBODY_ELSE)
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert trophies(s, 0) == {}
    assert named(s, "cultist_discards", vocab="cultist") == {DIVER: 1}
    assert (numbers(s, "insanity"), owed(s)) == ([0, 0, 0], 0)


def test_a_cultist_without_a_symbol_gives_no_trophy():
    s = held_up(
        [("hollow_censer_bearer", 0)],
        hand={0: {STAR: 1, SHIELD: 1, TENTACLE: 1}},
        cultist_box={},
        **NOBODY_ELSE,
    )
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{TENTACLE}")
    assert trophies(s, 0) == {}
    assert s.record["trophy_supply"].tolist() == [8, 8, 8, 8, 8]
    assert named(s, "cultist_discards", vocab="cultist") == {"hollow_censer_bearer": 1}
    assert owed(s) == 0


def test_what_was_used_is_discarded_where_it_belongs():
    s = held_up(
        [(SECRETARY, 0)],
        hand={0: {STAR: 1}},
        lent_to={0: {"untaught_word": 1}},
        lent_by={2: {"untaught_word": 1}},
        dice={0: {"planet": 1}},
        **NOBODY_ELSE,
    )
    play(s, "fight", f"card:{STAR}", "support:untaught_word", "die:planet")
    assert named(s, "discards", 0) == {STAR: 1}
    assert named(s, "discards", 2) == {"untaught_word": 1}
    assert named(s, "lent_by", 2) == named(s, "lent_to", 0) == {}
    assert int(s.record["dice_left"]) == 8
    assert s.record["dice"][0].tolist() == [0, 0, 0, 0, 0]


def test_a_card_of_two_owners_goes_back_to_both():
    owners = {1: {"untaught_word": 1}, 2: {"untaught_word": 1}}
    s = held_up([(SECRETARY, 0)], hand={0: {STAR: 1}}, lent_to={0: {"untaught_word": 2}}, lent_by=owners, **NOBODY_ELSE)
    play(s, "fight", f"card:{STAR}", "support:untaught_word")
    assert named(s, "discards", 1) == {"untaught_word": 1}  # the next seat clockwise
    play(s, "support:untaught_word")
    assert named(s, "discards", 2) == {"untaught_word": 1}


def test_supports_that_were_not_used_return_when_the_phase_ends():
    s = combat(
        [],
        {},
        fought={0: 1, 1: 1, 2: 1},
        trophies={0: {"star": 1}},
        lent_to={0: {"untaught_word": 1, SHIELD: 1}},
        lent_by={1: {SHIELD: 1}, 2: {"untaught_word": 1}},
    )
    assert (s.phase, decision(s)) == ("sealing", (0, "sealing"))
    assert named(s, "discards", 1) == {SHIELD: 1}
    assert named(s, "discards", 2) == {"untaught_word": 1}
    assert [named(s, "lent_to", p) | named(s, "lent_by", p) for p in range(3)] == [{}, {}, {}]
    assert numbers(s, "insanity") == [0, 0, 0]


def test_supports_wait_while_the_phase_lasts():
    s = held_up([(DIVER, 0)], lent_to={2: {SHIELD: 1}}, lent_by={0: {SHIELD: 1}}, **NOBODY_ELSE)
    play(s, "pass")
    assert named(s, "lent_to", 2) == named(s, "lent_by", 0) == {SHIELD: 1}


def test_target_markers_return_when_the_phase_ends():
    s = combat([(DIVER, 0)], aims={0: [0]}, trophies={1: {"star": 1}}, fought={1: 1, 2: 1})
    play(s, "pass")
    assert s.phase == "sealing"
    assert s.record["aims"][0].tolist() == [-1, -1]
    assert cultists(s, 0) == [DIVER]


# --------------------------------------------------------------------------------------------- what a defeated foe does


def defeat(name, hand, **fields):
    s = held_up([(name, 0)], hand={0: hand}, cultist_box={}, **(NOBODY_ELSE | fields))
    return play(s, "fight", *[f"card:{card}" for card, n in hand.items() for _ in range(n)])


def test_a_precentor_moves_the_terror_marker_and_gives_a_trophy():
    s = defeat("hollow_precentor", {SHIELD: 1, EYE: 2})
    assert decision(s) == (2, "combat")
    assert (owed(s), trophies(s, 0)) == (1, {"eye": 1})


def test_a_chorister_scares_who_defeated_it():
    s = defeat("hollow_chorister", {STAR: 1, EYE: 1, PLANET: 1})
    assert (numbers(s, "insanity"), owed(s), trophies(s, 0)) == ([1, 0, 0], 0, {})


def test_a_millrace_thing_costs_who_defeated_it_a_card():
    hand = {STAR: 1, TENTACLE: 2}
    s = held_up([("thing_in_the_millrace", 0)], hand={0: hand | {EYE: 1}, 1: {EYE: 1}}, cultist_box={}, **NOBODY_ELSE)
    play(s, "fight", f"card:{STAR}", f"card:{TENTACLE}")
    chance(s, 0)
    play(s, f"card:{TENTACLE}")
    assert named(s, "hand", 0) == {}
    assert named(s, "hand", 1) == {EYE: 1}
    assert named(s, "discards", 0) == {STAR: 1, TENTACLE: 2, EYE: 1}


def test_a_dark_heifer_costs_a_card_of_the_next_hand():
    s = defeat("dark_heifer", {SHIELD: 2, EYE: 1})
    assert numbers(s, "fewer_cards") == [1, 0, 0]


def test_an_understudy_costs_a_die_of_the_next_pool():
    s = defeat("hollow_understudy", {STAR: 1, TENTACLE: 2})
    assert int(s.record["fewer_dice"]) == 1
    assert trophies(s, 0) == {"eye": 1}


def test_a_defeated_foe_is_avenged_before_the_next_fight():
    hand = {0: {SHIELD: 1, EYE: 2}}
    s = combat([("hollow_precentor", 0), (DIVER, 0)], aims={0: [0], 1: [1]}, hand=hand, cultist_box={})
    play(s, "fight", f"card:{SHIELD}", f"card:{EYE}", f"card:{EYE}")
    assert decision(s) == (1, "combat")
    assert owed(s) == 1


def test_a_foe_that_is_driven_away_avenges_nothing():
    s = held_up([("hollow_understudy", 0)], items={0: {"dynamite": 1}}, cultist_box={}, **NOBODY_ELSE)
    play(s, "item:dynamite", "slot:0")
    assert int(s.record["fewer_dice"]) == 0
    assert trophies(s, 0) == {}


# ------------------------------------------------------------------------------------------------ Terror in between


def test_terror_that_flips_changes_the_fights_that_follow():
    """The Cultist dice are rolled again before the Location of seat 2 comes."""
    s = held_up(
        [(DIVER, 0)],
        terror=("one_too_many", "sleepless_night", "shared_dream", "lit_windows"),
        crystals={1: 2},
        **NOBODY_ELSE,
    )
    rolled(s, "blank", "blank", "blank", "blank", "eye")
    play(s, "pass")
    assert decision(s) == (2, "combat")
    assert numbers(s, "fewer_cards") == [1, 0, 0]  # seat 0 has just suffered
    assert takes(s) == {"star": 1, "eye": 3, "planet": 1}  # star, two Eyes; the die; the Location of its sect


def test_terror_that_flips_may_bring_a_cultist_before_the_next_fight():
    s = held_up(
        [(DIVER, 0)],
        terror=("one_too_many", "lit_windows", "shared_dream", "drums_below"),
        crystals={1: 1},
        **NOBODY_ELSE,
    )
    terrors_drawn(s, "cold_hands")
    chance(s, 4)
    cultists_drawn(s, ACOLYTE)
    play(s, "pass")
    assert decision(s) == (2, "combat")
    assert cultists(s, 4) == ["society_porter", ACOLYTE]


def test_terror_may_bring_a_cultist_upon_those_who_do_not_fight():
    """Seat 1 is at an empty Location until the Terror of seat 0 brings a Cultist there."""
    s = held_up(
        [(DIVER, 0)], at={1: 1}, terror=("one_too_many", "lit_windows", "shared_dream", "drums_below"), crystals={1: 1}
    )
    terrors_drawn(s, "cold_hands")
    chance(s, 1)
    cultists_drawn(s, ACOLYTE)
    play(s, "pass")
    assert decision(s) == (2, "combat")
    assert numbers(s, "insanity") == [1, 1, 0]


def test_terror_is_resolved_before_the_next_one_is_reckoned_with():
    """Both are idle at one Location. After seat 0 the card turns over that takes two Insanity from the sanest."""
    s = held_up(
        [(DIVER, 0)],
        terror=("one_too_many", "last_sane_voice", "shared_dream", "lit_windows"),
        crystals={1: 2},
        insanity={2: 4},
    )
    play(s, "pass")
    assert numbers(s, "insanity") == [1, 3, 4]


def test_the_dynamite_of_one_is_heard_before_the_next_decision():
    s = combat(
        [(DIVER, 0), (ACOLYTE, 0), (SECRETARY, 0)],
        aims={0: [2]},
        items={0: {"dynamite": 1}},
        terror=("one_too_many", "shared_dream", "last_sane_voice", "lit_windows"),
        crystals={1: 2},
    )
    play(s, "item:dynamite", "slot:0", "slot:0")
    assert decision(s) == (0, "combat")
    assert numbers(s, "insanity") == [1, 1, 1]
    assert cultists(s, 0) == [SECRETARY]
    assert s.record["aims"][0].tolist() == [0, -1]
    assert takes(s) == {"star": 1, "shield": 1, "planet": 1}


def test_a_great_old_one_may_come_in_the_middle_of_combat():
    s = held_up(
        [(DIVER, 0)],
        terror=("one_too_many", "it_answers", "shared_dream", "lit_windows"),
        crystals={1: 1},
        marker=3,
        **NOBODY_ELSE,
    )
    chance(s, 4)
    play(s, "pass")
    assert gods(s) == {"yog_sothoth": 3}
    assert numbers(s, "insanity") == [2, 1, 1]
    assert decision(s) == (2, "combat")


# ------------------------------------------------------------------------------------------ what else is done in Combat


def test_a_die_is_rolled_again_for_an_insanity():
    s = combat([(DIVER, 0)], hand={0: {STAR: 1, SHIELD: 1}}, dice={0: {"planet": 1}})
    assert s.legal_names() == ["reroll", "fight", "pass"]
    play(s, "reroll")
    rolled(s, "eye")
    play(s, "die:planet")
    assert numbers(s, "insanity") == [1, 0, 0]
    assert decision(s) == (0, "combat")
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", "die:eye")
    assert trophies(s, 0) == {"tentacle": 1}


def test_a_trophy_is_laid_in_combat_from_anywhere():
    s = combat([(DIVER, 0)], trophies={0: {"planet": 1}})
    assert s.legal_names() == ["trophy:planet", "fight", "pass"]
    play(s, "trophy:planet")
    assert s.record["placed"][4].tolist() == [0, 0, 0, 0, 1]
    assert trophies(s, 0) == {}
    assert decision(s) == (0, "combat")


def test_a_trophy_just_won_may_be_laid_before_the_next_fight():
    s = combat([(DIVER, 0), (ACOLYTE, 0)], aims={0: [0, 1]}, hand={0: BEATS_DIVER})
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}", "trophy:tentacle")
    assert s.record["placed"][2].tolist() == [0, 0, 1, 0, 0]


def test_items_and_abilities_that_are_for_no_fight_are_used_in_combat():
    s = combat(
        [(DIVER, 0)],
        insanity={0: 2},
        items={0: {"bootleg_whiskey": 1}},
        investigators={0: "night_nurse", 2: "dockhand"},
        level={0: 2},
    )
    assert s.legal_names() == ["item:bootleg_whiskey", "ability:2", "fight", "pass"]
    play(s, "item:bootleg_whiskey", "ability:2")
    assert numbers(s, "insanity") == [0, 0, 0]
    assert s.legal_names() == ["fight", "pass"]


def test_no_card_is_played_and_nobody_moves_or_searches_in_combat():
    s = combat([(DIVER, 0)], hand={0: {"spare_charm": 1, STAR: 1}}, pool={"star": 1})
    assert s.legal_names() == ["fight", "pass"]
    for action in ("move:1", "search", f"support:{STAR}", "take:star", "target", "learn"):
        with pytest.raises(IllegalAction):
            s.step(action)


def test_who_draws_a_card_in_combat_may_spend_it():
    s = combat([(DIVER, 0)], hand={0: {STAR: 1, SHIELD: 1}}, insanity={0: 1}, items={0: {"dandelion_wine": 1}})
    cards_drawn(s, 0, "raise_the_alarm")
    play(s, "item:dandelion_wine", "fight", f"card:{STAR}", f"card:{SHIELD}", "card:raise_the_alarm")
    assert trophies(s, 0) == {"tentacle": 1}
