"""Gaining Forbidden Knowledge: what it costs, what it brings about, and Gate Seals."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .story import (
    cultists,
    cultists_drawn,
    decision,
    ending,
    gods,
    named,
    play,
    table,
    terrors_drawn,
    told,
)

SEALS = ["symbol:star", "symbol:shield", "symbol:tentacle", "symbol:eye", "symbol:planet"]
ALL_TAKEN = {"star": 1, "shield": 1, "tentacle": 1, "eye": 1, "planet": 1}


def trophies(s, p):
    return named(s, "trophies", p, "symbol")


def seals(s):
    return {s.game.labels["symbol"][k]: int(p) for k, p in enumerate(s.record["seal_of"]) if p >= 0}


# ----------------------------------------------------------------------------------------------------- the price


def test_the_first_ability_costs_a_trophy():
    s = table(3, trophies={0: {"star": 1}})
    play(s, "learn", "symbol:eye")
    assert s.record["level"][0] == 1
    assert trophies(s, 0) == {}
    assert named(s, "knowledge", 0, "symbol") == {"star": 1}
    assert s.record["insanity"][0] == 0
    assert decision(s) == (1, "investigate")


def test_its_trophy_does_not_return_to_the_supply():
    s = table(3, trophies={0: {"star": 3}})
    assert s.record["trophy_supply"].tolist() == [5, 8, 8, 8, 8]
    play(s, "learn", "symbol:eye")
    assert s.record["trophy_supply"].tolist() == [5, 8, 8, 8, 8]


def test_any_trophy_will_do_and_with_several_the_choice_is_asked():
    s = table(3, trophies={0: {"star": 1, "planet": 2}})
    play(s, "learn")
    assert decision(s) == (0, "learn")
    assert s.legal_names() == ["trophy:star", "trophy:planet"]
    play(s, "trophy:planet")
    assert trophies(s, 0) == {"star": 1, "planet": 1}


@pytest.mark.parametrize("level", [1, 2])
def test_the_second_and_third_cost_two_of_one_symbol(level):
    s = table(3, level={0: level}, trophies={0: {"star": 1, "eye": 1, "planet": 1}})
    assert "learn" not in s.legal_names()
    with pytest.raises(IllegalAction):
        play(s, "learn")
    s = table(3, level={0: level}, trophies={0: {"star": 3, "eye": 1}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:planet")
    assert trophies(s, 0) == {"star": 1, "eye": 1}
    assert named(s, "knowledge", 0, "symbol") == {"star": 2}
    assert s.record["level"][0] == level + 1


def test_of_two_pairs_one_is_chosen():
    s = table(3, level={0: 1}, trophies={0: {"star": 2, "shield": 1, "planet": 2}})
    play(s, "learn")
    assert s.legal_names() == ["trophy:star", "trophy:planet"]
    play(s, "trophy:star")
    assert trophies(s, 0) == {"shield": 1, "planet": 2}


def test_without_trophies_nothing_is_learned():
    s = table(3, trophies={1: {"star": 2}})
    assert "learn" not in s.legal_names()


def test_trophies_at_locations_are_spent_already():
    s = table(3, placed={(0, "star"): 3})
    assert s.record["placed"][0].tolist() == [3, 0, 0, 0, 0]
    assert "learn" not in s.legal_names()


def test_there_are_three_abilities_learned_in_order():
    s = table(3, level={0: 3}, trophies={0: {"star": 4}})
    assert "learn" not in s.legal_names()
    s = table(2, trophies={0: {"star": 5}})
    cultists_drawn(s, "wharf_diver", "meadow_drover")
    for level in (1, 2, 3):
        play(s, "learn", f"symbol:{('star', 'shield', 'eye')[level - 1]}")
        assert s.record["level"][0] == level
        play(s, "wait")
    assert trophies(s, 0) == {}
    assert "learn" not in s.legal_names()


def test_several_may_be_learned_in_one_phase_and_used_at_once():
    s = table(2, investigators={0: "night_nurse", 1: "trapper"}, insanity={0: 2}, trophies={0: {"star": 3}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:eye", "wait")
    assert "ability:2" not in s.legal_names()
    play(s, "learn", "symbol:star", "wait", "ability:2")
    assert s.record["insanity"][0] == 1


# ------------------------------------------------------------------------------------------- what it brings about


def test_the_first_ability_moves_the_terror_marker_and_nothing_else():
    s = table(3, trophies={0: {"star": 1}})
    play(s, "learn", "symbol:eye")
    assert s.record["terror_at"] == 1
    assert s.record["crystals"][:5].tolist() == [0, 1, 0, 0, 0]
    assert cultists(s) == []
    assert s.record["permanent"][0] == 0


def test_the_second_brings_a_cultist_to_the_own_location_as_well():
    s = table(3, at={0: 3}, level={0: 1}, trophies={0: {"star": 2}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:eye")
    assert s.record["terror_at"] == 1
    assert cultists(s) == [("wharf_diver", 3)]
    assert s.record["insanity"][0] == 0
    assert s.record["marker"] == 0


def test_the_third_costs_a_permanent_insanity_as_well():
    s = table(3, at={0: 3}, level={0: 2}, insanity={0: 1}, trophies={0: {"star": 2}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:eye")
    assert s.record["terror_at"] == 1
    assert cultists(s) == [("wharf_diver", 3)]
    assert s.record["insanity"][0] == 2
    assert s.record["permanent"][0] == 1


def test_a_second_permanent_insanity_moves_the_terror_marker_instead():
    s = table(3, level={0: 2}, insanity={0: 1}, permanent={0: 1}, trophies={0: {"star": 2}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:eye")
    assert s.record["insanity"][0] == 1
    assert s.record["permanent"][0] == 1
    assert s.record["terror_at"] == 2


def test_a_permanent_insanity_counts_as_one_and_the_fifth_loses():
    s = table(3, level={0: 2}, insanity={0: 4}, trophies={0: {"star": 2}})
    play(s, "learn")
    assert s.is_over
    assert ending(s) == "insane"
    assert list(s.returns) == [-1, -1, -1]


def test_the_protection_marker_does_not_spare_a_permanent_one():
    s = table(3, level={0: 2}, protected=0, trophies={0: {"star": 2}})
    play(s, "learn", "symbol:eye")
    assert s.record["permanent"][0] == 1
    assert s.record["insanity"][0] == 1
    assert s.record["protected"] == 0


def test_a_permanent_insanity_is_not_healed_by_usual_means():
    s = table(2, at={0: 3}, shrine={3: 1}, insanity={0: 2}, permanent={0: 1}, items={0: {"bootleg_whiskey": 2}})
    play(s, "use_location")
    assert s.record["insanity"][0] == 1
    assert s.record["permanent"][0] == 1
    play(s, "wait")
    assert "item:bootleg_whiskey" not in s.legal_names()


def test_a_special_item_cures_it():
    s = table(2, insanity={0: 2}, permanent={0: 1}, items={0: {"laudanum": 1}})
    play(s, "item:laudanum")
    assert s.record["insanity"][0] == 1
    assert s.record["permanent"][0] == 0


# ----------------------------------------------------------------------------------------- where Cultists come to


def test_at_a_warded_location_no_cultist_appears():
    s = table(3, at={0: 3}, level={0: 1}, ward=3, trophies={0: {"star": 2}})
    play(s, "learn", "symbol:eye")
    assert cultists(s) == []
    assert s.record["level"][0] == 2
    assert s.record["terror_at"] == 1
    assert "cultist_barred" in told(s)


def test_where_a_great_old_one_is_no_cultist_appears():
    s = table(3, at={0: 3}, level={0: 1}, gods={"hastur": 3}, trophies={0: {"star": 2}})
    play(s, "learn", "symbol:eye")
    assert cultists(s) == []
    assert s.record["level"][0] == 2


def test_at_a_sealed_location_one_does():
    s = table(3, at={0: 3}, level={0: 1}, sealed={3: 1}, trophies={0: {"star": 2}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:eye")
    assert cultists(s) == [("wharf_diver", 3)]


def test_as_the_fourth_it_summons():
    s = table(
        3,
        at={0: 3},
        level={0: 1},
        cultists=[("lodge_acolyte", 3), ("meadow_drover", 3), ("meadow_reaper", 3)],
        trophies={0: {"star": 2}},
    )
    cultists_drawn(s, "society_porter")
    play(s, "learn", "symbol:eye")
    assert gods(s) == {"yog_sothoth": 3}
    assert list(s.record["insanity"][:3]) == [1, 1, 1]


def test_beyond_the_threshold_it_loses_the_game():
    crowd = [("lodge_acolyte", 0), ("lodge_acolyte", 1), ("lodge_astrologer", 2), ("lodge_astrologer", 4)]
    crowd += [("meadow_drover", 0), ("meadow_drover", 1), ("meadow_midwife", 2), ("meadow_midwife", 4)]
    crowd += [("wharf_caulker", 0), ("wharf_caulker", 1), ("wharf_diver", 2)]
    s = table(3, at={0: 3}, level={0: 1}, cultists=crowd, trophies={0: {"star": 2}})
    play(s, "learn")
    assert s.is_over
    assert ending(s) == "threshold"


def test_terror_comes_before_the_cultist():
    """A Great Old One that the Terror card summons bars the Cultist."""
    s = table(
        3,
        at={0: 3},
        marker=3,
        level={0: 1},
        terror=["one_too_many", "it_answers", "shared_dream", "lit_windows"],
        crystals={1: 1},
        trophies={0: {"star": 2}},
    )
    play(s, "learn", "symbol:eye")
    assert list(gods(s).values()) == [3]
    assert cultists(s) == []
    assert s.record["level"][0] == 2


def test_terror_comes_before_the_permanent_insanity():
    """The Terror card is about the sanest investigator, of equals the first: until then that is who learns."""
    s = table(
        2,
        level={0: 2},
        terror=["one_too_many", "last_sane_voice", "shared_dream", "lit_windows"],
        crystals={1: 2},
        trophies={0: {"star": 2}},
    )
    terrors_drawn(s, "cold_hands")
    play(s, "learn", "symbol:eye")
    assert list(s.record["insanity"][:2]) == [3, 0]
    assert s.record["permanent"][0] == 1


# ------------------------------------------------------------------------------------------------------ Gate Seals


def test_a_free_gate_seal_of_choice_is_taken():
    s = table(3, trophies={0: {"star": 1}})
    play(s, "learn")
    assert decision(s) == (0, "gate_seal")
    assert s.legal_names() == SEALS
    play(s, "symbol:planet")
    assert seals(s) == {"planet": 0}
    assert decision(s) == (1, "investigate")


def test_those_of_others_are_not_free():
    s = table(3, trophies={0: {"star": 1}}, seal_of={"planet": 2, "star": 0})
    play(s, "learn")
    assert s.legal_names() == ["symbol:shield", "symbol:tentacle", "symbol:eye"]


def test_one_comes_with_each_ability():
    s = table(2, trophies={0: {"star": 3}})
    cultists_drawn(s, "wharf_diver")
    play(s, "learn", "symbol:star", "wait", "learn", "symbol:eye")
    assert seals(s) == {"star": 0, "eye": 0}


def test_with_none_left_an_ability_is_learned_all_the_same():
    s = table(3, trophies={0: {"star": 1}}, seal_of=ALL_TAKEN)
    play(s, "learn")
    assert s.record["level"][0] == 1
    assert s.record["terror_at"] == 1
    assert seals(s) == ALL_TAKEN
    assert decision(s) == (1, "investigate")


def test_gate_seals_are_no_items():
    s = table(3, trophies={0: {"star": 1}}, items={0: {"glass_eye": 2}})
    play(s, "learn", "symbol:star")
    assert named(s, "items", 0, "item") == {"glass_eye": 2}
    assert decision(s) == (1, "investigate")


def test_option_seals_place_there_is_one_for_each_location_in_play():
    s = table(2, rules={"seals": "place"}, location={0: "dunwich", 4: "arkham"}, trophies={0: {"star": 1}})
    play(s, "learn", "symbol:star", "pass", "pass")
    assert s.record["seal_of"].tolist() == [0, -1, -1, -1, -1]
    for rule, place in (("place", 0), ("symbol", 4)):
        s = table(
            2,
            phase="sealing",
            rules={"seals": rule},
            location={0: "dunwich", 4: "arkham"},
            at={0: place, 1: 2},
            seal_of={"star": 0},
            placed={(0, "planet"): 3, (4, "star"): 3},
        )
        assert decision(s) == (0, "sealing")
        assert "seal" in s.legal_names()
        play(s, "seal")
        assert s.record["sealed"][place] == 1


def test_abilities_are_not_learned_in_combat():
    s = table(2, phase="combat", cultists=[("lodge_acolyte", 0)], aims={0: [0]}, trophies={0: {"star": 1}})
    assert decision(s) == (0, "combat")
    assert "learn" not in s.legal_names()


# ----------------------------------------------------------------------------------------------- Trophies run out


def test_a_trophy_that_the_supply_has_not_is_not_won():
    """All eight of a symbol may lie on boards and at Locations."""
    s = table(
        2,
        phase="combat",
        hand={0: {"haymaker": 1}, 1: {"borrowed_lens": 1}},
        investigators={0: "dockhand", 1: "trapper"},
        knowledge={1: {"star": 8}},
        dice={0: {"shield": 1, "tentacle": 1}},
        at={0: 1, 1: 4},
        cultists=[("lodge_acolyte", 1)],
        aims={0: [0]},
    )
    assert s.record["trophy_supply"].tolist() == [0, 8, 8, 8, 8]
    play(s, "fight", "card:haymaker", "die:shield", "die:tentacle")
    assert named(s, "cultist_discards", vocab="cultist") == {"lodge_acolyte": 1}
    assert trophies(s, 0) == {}
    assert s.record["trophy_supply"].tolist() == [0, 8, 8, 8, 8]


def test_an_item_gives_only_trophies_that_the_supply_has():
    s = table(2, items={0: {"confession": 1}}, knowledge={1: {"star": 8, "eye": 8}})
    play(s, "item:confession")
    assert s.legal_names() == ["symbol:shield", "symbol:tentacle", "symbol:planet"]
