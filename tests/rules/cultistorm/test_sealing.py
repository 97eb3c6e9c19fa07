"""The Location Sealing Phase: what it takes, what it costs, and the victory."""

import pytest

from .fights import begun_act, numbers, trophies
from .story import cultists, decision, ending, game, named, play, table, told

DIVER = "wharf_diver"
ALL_BUT_0 = {1: 1, 2: 1, 3: 1, 4: 1}


def sealing(**fields):
    """Seat 0 stands at place 0 (a Star) with its Gate Seal, and three Stars lie there; seat 2 has an Eye to lay, so
    that the phase does not end by itself."""
    fields = {
        "placed": {(0, "star"): 3},
        "seal_of": {"star": 0},
        "trophies": {2: {"eye": 1}},
        "at": {1: 1, 2: 2},
    } | fields
    return table(phase="sealing", **fields)


def may_seal(**fields):
    s = sealing(**fields)
    return s.seat == 0 and "seal" in s.legal_names()


# ------------------------------------------------------------------------------------------------ the conditions


def test_with_all_conditions_met_the_holder_of_the_seal_may_seal():
    s = sealing()
    assert (decision(s), s.legal_names()) == ((0, "sealing"), ["seal", "pass"])
    play(s, "seal")
    assert s.record["sealed"].tolist() == [1, 0, 0, 0, 0]


@pytest.mark.parametrize(("players", "least"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_as_many_trophies_as_there_are_players_and_three_for_two(players, least):
    for laid in (least - 1, least, least + 1):
        fields = {"at": {1: 1}, "trophies": {1: {"eye": 1}}, "placed": {(0, "star"): laid}}
        assert may_seal(players=players, **fields) == (laid >= least), laid


def test_trophies_that_are_held_do_not_count():
    s = sealing(placed={(0, "star"): 2}, trophies={0: {"star": 1}, 2: {"eye": 1}})
    assert s.legal_names() == ["trophy:star", "pass"]
    play(s, "trophy:star")
    assert s.legal_names() == ["seal", "pass"]


def test_trophies_that_lie_elsewhere_do_not_count():
    assert not may_seal(placed={(0, "star"): 2, (1, "shield"): 3})
    assert not may_seal(placed={(1, "shield"): 3})


def test_trophies_of_another_symbol_do_not_count():
    assert not may_seal(placed={(0, "star"): 2, (0, "shield"): 3})


@pytest.mark.parametrize("seals", [{}, {"shield": 0, "eye": 0}, {"star": 1}, {"star": 2}])
def test_the_seal_of_the_location_must_be_held_by_who_seals(seals):
    assert not may_seal(seal_of=seals)


def test_the_holder_of_the_seal_must_be_there():
    s = sealing(at={0: 1, 1: 0, 2: 0})
    assert decision(s) == (2, "sealing")
    assert s.legal_names() == ["trophy:eye", "pass"]


def test_no_great_old_one_may_be_there():
    assert not may_seal(gods={"hastur": 0})
    assert may_seal(gods={"hastur": 1})


def test_cultists_do_not_hinder_it():
    assert may_seal(cultists=[(DIVER, 0)])


def test_a_sealed_location_is_not_sealed_again():
    assert not may_seal(placed={}, sealed={0: 1})


def test_it_is_done_in_the_sealing_phase_alone():
    fields = {"placed": {(0, "star"): 3}, "seal_of": {"star": 0}}
    for phase, more in (("investigator", {}), ("combat", {"cultists": [(DIVER, 0)], "aims": {0: [0]}})):
        assert "seal" not in table(phase=phase, **fields, **more).legal_names()


def test_to_seal_is_no_duty():
    s = play(sealing(), "pass")
    assert s.record["sealed"].tolist() == [0, 0, 0, 0, 0]
    assert decision(s) == (2, "sealing")
    assert s.record["placed"][0].tolist() == [3, 0, 0, 0, 0]


# ------------------------------------------------------------------------------------------------ what it costs


@pytest.mark.parametrize("crowd", [0, 1, 2, 3])
def test_who_seals_suffers_an_insanity_for_each_cultist_there(crowd):
    here = [(DIVER, 0), ("lodge_acolyte", 0), ("society_secretary", 0)][:crowd]
    s = play(sealing(cultists=[*here, (DIVER, 1)]), "seal")
    assert numbers(s, "insanity") == [crowd, 0, 0]
    assert len(cultists(s, 0)) == crowd  # they stay


def test_others_who_are_there_do_not_suffer():
    s = play(sealing(cultists=[(DIVER, 0)], at={}), "seal")
    assert numbers(s, "insanity") == [1, 0, 0]


def test_the_protection_marker_spares_one():
    s = play(sealing(cultists=[(DIVER, 0), ("lodge_acolyte", 0)], protected=0), "seal")
    assert numbers(s, "insanity") == [1, 0, 0]


def test_whoever_goes_insane_over_a_seal_loses_the_game():
    s = play(sealing(cultists=[(DIVER, 0)], insanity={0: 4}), "seal")
    assert (s.is_over, ending(s)) == (True, "insane")
    assert s.returns.tolist() == [-1, -1, -1]


# --------------------------------------------------------------------------------------------- what becomes of it


def test_all_trophies_there_return_to_the_supply_those_too_many_as_well():
    s = sealing(placed={(0, "star"): 5, (0, "eye"): 1, (1, "shield"): 2})
    assert s.record["trophy_supply"].tolist() == [3, 6, 8, 6, 8]
    play(s, "seal")
    assert s.record["trophy_supply"].tolist() == [8, 6, 8, 7, 8]
    assert s.record["placed"].sum(axis=1).tolist() == [0, 2, 0, 0, 0]


def test_trophies_spent_on_abilities_do_not_return():
    s = play(sealing(knowledge={0: {"star": 1}}, level={0: 1}), "seal")
    assert s.record["trophy_supply"].tolist() == [7, 8, 8, 7, 8]


def test_nobody_can_lay_a_trophy_at_a_sealed_location():
    s = play(sealing(trophies={0: {"star": 1}, 2: {"eye": 1}}), "seal")
    assert decision(s) == (2, "sealing")
    assert trophies(s, 0) == {"star": 1}


def test_a_seal_of_a_location_that_is_sealed_stays_with_its_holder():
    s = play(sealing(), "seal")
    assert s.record["seal_of"].tolist() == [0, -1, -1, -1, -1]


def test_a_seal_lasts():
    """A round later it is still there, and Cultists may come but summon nobody (their rules are told elsewhere)."""
    s = play(sealing(trophies={}), "seal")
    assert int(s.record["round"]) == 3
    assert s.record["sealed"].tolist() == [1, 0, 0, 0, 0]


# --------------------------------------------------------------------------------------------- laying Trophies, order


def test_any_number_of_trophies_is_laid_one_by_one_from_anywhere():
    s = sealing(placed={}, trophies={1: {"star": 2, "planet": 1}})
    assert (decision(s), s.legal_names()) == ((1, "sealing"), ["trophy:star", "trophy:planet", "pass"])
    play(s, "trophy:star", "trophy:planet", "trophy:star")
    assert s.record["placed"][0].tolist() == [2, 0, 0, 0, 0]
    assert s.record["placed"][4].tolist() == [0, 0, 0, 0, 1]
    assert trophies(s, 1) == {}


def test_several_investigators_may_contribute_to_one_location():
    s = sealing(placed={(0, "star"): 1}, trophies={1: {"star": 1}, 2: {"star": 1}})
    play(s, "trophy:star", "trophy:star")
    assert (decision(s), s.legal_names()) == ((0, "sealing"), ["seal", "pass"])


def test_trophies_of_others_are_not_laid():
    s = sealing(placed={}, trophies={1: {"star": 3}})
    assert decision(s) == (1, "sealing")


def test_trophies_that_were_laid_are_not_taken_back():
    s = sealing(placed={(0, "star"): 2}, trophies={0: {"star": 1}})
    play(s, "trophy:star", "pass")
    assert s.record["placed"][0].tolist() == [3, 0, 0, 0, 0]


def test_only_those_who_can_do_something_are_asked_from_the_first_seat_on():
    s = sealing(placed={}, trophies={0: {"star": 1}, 2: {"eye": 1}}, seat=1)
    assert decision(s) == (2, "sealing")
    play(s, "pass")
    assert decision(s) == (0, "sealing")
    play(s, "pass")
    assert int(s.record["round"]) == 3


def test_who_has_passed_is_asked_again_when_another_makes_a_seal_possible():
    s = sealing(placed={(0, "star"): 2}, trophies={0: {"eye": 1}, 1: {"star": 1, "eye": 1}})
    assert s.legal_names() == ["trophy:eye", "pass"]
    play(s, "pass", "trophy:star")
    assert (decision(s), s.legal_names()) == ((0, "sealing"), ["trophy:eye", "seal", "pass"])


def test_several_locations_may_be_sealed_in_one_phase_in_the_order_the_seats_choose():
    s = sealing(placed={(0, "star"): 3, (1, "shield"): 3}, seal_of={"star": 0, "shield": 1})
    play(s, "pass")
    assert decision(s) == (1, "sealing")
    play(s, "seal")
    assert s.record["sealed"].tolist() == [0, 1, 0, 0, 0]


def test_without_anything_to_do_the_phase_ends_by_itself():
    s = table(phase="sealing", placed={(0, "star"): 2}, seal_of={"star": 0})
    assert int(s.record["round"]) == 3


# ------------------------------------------------------------------------------------ victory and heroic sacrifice


def test_with_the_fifth_seal_the_game_is_won_at_once():
    s = play(sealing(sealed={1: 1, 2: 1, 3: 1, 4: 1}, trophies={}), "seal")
    assert (s.is_over, ending(s)) == (True, "sealed")
    assert s.returns.tolist() == [1, 1, 1]
    assert told(s)[:2] == ["won", "sealed"]


def test_with_the_fourth_it_goes_on():
    s = play(sealing(sealed={1: 1, 2: 1, 3: 1}, trophies={2: {"planet": 1}}), "seal")
    assert not s.is_over


def test_who_goes_insane_over_the_last_seal_has_won():
    s = play(sealing(sealed={1: 1, 2: 1, 3: 1, 4: 1}, cultists=[(DIVER, 0)], insanity={0: 4}, trophies={}), "seal")
    assert (s.is_over, ending(s)) == (True, "sealed")
    assert s.returns.tolist() == [1, 1, 1]


def test_the_sacrifice_is_for_the_last_seal_alone():
    here = [(DIVER, 0)]
    s = play(sealing(sealed={1: 1, 2: 1, 3: 1}, cultists=here, insanity={0: 4}), "seal")
    assert ending(s) == "insane"


def test_the_sacrifice_is_in_vain_where_a_great_old_one_is_still_in_play():
    """As may be by other cards: one came to a Location that was sealed before."""
    fields = {"sealed": {1: 1, 2: 1, 3: 1, 4: 1}, "gods": {"azathoth": 3}, "trophies": {}} | begun_act("endless_night")
    s = play(sealing(cultists=[(DIVER, 0)], insanity={0: 4}, **fields), "seal")
    assert (s.is_over, ending(s)) == (True, "insane")
    s = play(sealing(cultists=[(DIVER, 0)], insanity={0: 3}, **fields), "seal")
    assert not s.is_over


def test_other_insanity_is_no_sacrifice():
    """The fourth seal lies, and who does not fight goes insane."""
    fields = {"sealed": {1: 1, 2: 1, 3: 1, 4: 1}, "placed": {(0, "star"): 3}, "seal_of": {"star": 0}}
    s = table(phase="combat", cultists=[(DIVER, 0)], aims={0: [0]}, insanity={0: 4}, **fields)
    play(s, "pass")
    assert ending(s) == "insane"


# -------------------------------------------------------------------------------------------- options symbols, seals

TWO_STARS = {"location": {1: "hilltop_observatory"}}


def test_option_symbols_free_a_trophy_may_be_laid_at_either_of_two_locations():
    s = sealing(placed={}, trophies={1: {"star": 2}}, rules={"symbols": "free"}, **TWO_STARS)
    play(s, "trophy:star")
    assert decision(s) == (1, "lay_trophy")
    assert s.legal_names() == ["place:0", "place:1"]
    play(s, "place:1", "trophy:star", "place:0")
    assert s.record["placed"][:2].tolist() == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0]]


def test_option_symbols_free_with_one_of_them_sealed_nobody_is_asked():
    s = sealing(placed={}, sealed={0: 1}, trophies={1: {"star": 1}}, rules={"symbols": "free"}, **TWO_STARS)
    play(s, "trophy:star")
    assert s.record["placed"][1].tolist() == [1, 0, 0, 0, 0]


def test_option_symbols_free_laying_the_last_one_asks_the_holder_again():
    fields = {"trophies": {0: {"eye": 1}, 1: {"star": 1, "eye": 1}}, "rules": {"symbols": "free"}}
    s = sealing(placed={(0, "star"): 2}, **fields, **TWO_STARS)
    play(s, "pass", "trophy:star", "place:0")
    assert decision(s) == (0, "sealing")
    assert "seal" in s.legal_names()


def test_a_seal_of_a_symbol_is_for_both_locations_of_that_symbol():
    fields = {"rules": {"symbols": "free"}, "placed": {(0, "star"): 3, (1, "star"): 3}} | TWO_STARS
    for place in (0, 1):
        s = play(sealing(at={0: place, 1: 3, 2: 3}, **fields), "seal")
        assert s.record["sealed"].tolist() == [1 - place, place, 0, 0, 0]


def test_option_seals_place_a_seal_is_that_of_one_place():
    fields = {"rules": {"symbols": "free", "seals": "place"}, "placed": {(0, "star"): 3, (1, "star"): 3}} | TWO_STARS
    holder = {"star": 0}  # the first: place 0
    assert may_seal(at={0: 0, 1: 3, 2: 3}, seal_of=holder, **fields)
    assert not may_seal(at={0: 1, 1: 3, 2: 3}, seal_of=holder, **fields)
    assert may_seal(at={0: 1, 1: 3, 2: 3}, seal_of={"shield": 0}, **fields)


def test_locations_and_seals_are_those_of_symbols_unless_told_otherwise():
    assert (game().options["symbols"], game().options["seals"]) == ("distinct", "symbol")


def test_all_five_locations_one_after_the_other():
    """Seat 0 holds all Gate Seals; it is at the place of the last."""
    names = ("star", "shield", "tentacle", "eye", "planet")
    for place, name in enumerate(names):
        s = sealing(
            at={0: place},
            placed={(place, name): 3},
            seal_of=dict.fromkeys(names, 0),
            sealed={x: 1 for x in range(5) if x != place},
            trophies={},
        )
        play(s, "seal")
        assert ending(s) == "sealed"
        assert named(s, "sealed", vocab="symbol") == dict.fromkeys(names, 1)
