"""Great Old Ones enter play: by the fourth Cultist, by an effect, from the second wave, of a special sect."""

import pytest

from .phases import hands, in_front, insanity, passes, paying, round_ahead, terror_ahead
from .story import chance, cultists, cultists_drawn, decision, ending, gods, play, table, told

THREE = [("lodge_acolyte", 1), ("meadow_drover", 1), ("wharf_diver", 1)]
SPECIAL = {"special_sect": True}


def fourth(name, three=THREE, **fields):
    """``name`` comes as the fourth Cultist to place 1; no other Cultist comes."""
    s = round_ahead(cultists=three, marker=0, **fields)
    cultists_drawn(s, name)
    return play(s, "pass")


def called(god=None, players=3, **fields):
    """A Terror card summons a Great Old One by chance: the number ``god`` of those that can come."""
    circle = ("one_too_many", "it_answers", "shared_dream", "lit_windows")
    s = terror_ahead(players, terror=circle, crystals={1: 1}, **fields)
    if god is not None:
        chance(s, god)
    return play(s, "pass")


# --------------------------------------------------------------------------------------------- the fourth Cultist


def test_the_third_cultist_summons_nobody():
    s = fourth("society_porter", three=THREE[:2])
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover", "society_porter"]
    assert gods(s) == {}
    assert insanity(s) == [0, 0, 0]


def test_the_fourth_cultist_summons_the_one_it_worships():
    s = fourth("society_porter")
    assert gods(s) == {"yog_sothoth": 1}
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover", "wharf_diver", "society_porter"]
    assert in_front(s) == []
    assert s.record["under"].sum() == 0


@pytest.mark.parametrize(
    ("name", "god"),
    [
        ("lodge_almoner", "hastur"),
        ("meadow_reaper", "shub_niggurath"),
        ("wharf_pilot", "cthulhu"),
        ("lidless_glazier", "the_unlidded"),
        ("society_porter", "yog_sothoth"),
    ],
)
def test_the_sect_of_the_fourth_decides_whoever_the_others_are(name, god):
    assert gods(fourth(name)) == {god: 1}


def test_every_investigator_suffers_an_insanity():
    assert insanity(fourth("society_porter")) == [1, 1, 1]
    assert insanity(fourth("society_porter", insanity={0: 3, 1: 1})) == [4, 2, 1]


def test_what_is_printed_on_it_takes_effect():
    s = fourth("society_porter")  # Yog-Sothoth: three cards of the Cultist deck are discarded
    assert s.record["cultist_discards"].sum() == 3
    s = fourth("lodge_almoner")  # Hastur: everybody loses a card of the hand
    assert s.record["hand_count"][:3].tolist() == [1, 1, 1]


def test_it_moves_only_in_the_next_cultist_phase():
    s = fourth("society_porter")
    assert cultists(s, 1)[-1] == "society_porter"
    assert "devoured" not in told(s)


def test_no_more_cultists_appear_there_and_the_marker_goes_on_with_its_steps():
    s = fourth("society_porter")
    assert [x for _, x in cultists(s)] == [1, 1, 1, 1, 2, 3]
    assert s.record["marker"] == 3


def test_at_a_sealed_location_the_fourth_summons_nobody():
    s = fourth("society_porter", sealed={1: 1})
    assert gods(s) == {}
    assert insanity(s) == [0, 0, 0]
    assert len(cultists(s, 1)) == 4


def test_three_cultists_elsewhere_do_not_count():
    three = [("lodge_acolyte", 1), ("meadow_drover", 4), ("wharf_diver", 1)]
    assert gods(fourth("society_porter", three=three)) == {}


# ---------------------------------------------------------------------------------------- the one it worships is out


def test_if_that_one_is_in_play_another_of_the_first_wave_comes():
    s = round_ahead(cultists=[*THREE, ("lodge_astrologer", 4), ("lodge_almoner", 4)], gods={"yog_sothoth": 4}, marker=0)
    cultists_drawn(s, "society_porter")
    chance(s, 3)
    play(s, "pass")
    assert gods(s) == {"yog_sothoth": 4, "the_unlidded": 1}
    assert insanity(s) == [1, 1, 1]


def test_any_of_the_unused_first_wave_may_come_and_none_of_the_second():
    found = set()
    for k in range(4):
        s = round_ahead(
            cultists=[*THREE, ("lodge_astrologer", 4), ("lodge_almoner", 4)], gods={"yog_sothoth": 4}, marker=0
        )
        cultists_drawn(s, "society_porter")
        chance(s, k)
        play(s, s.legal_names()[-1])
        found |= set(gods(s)) - {"yog_sothoth"}
    assert found == {"hastur", "shub_niggurath", "cthulhu", "the_unlidded"}


def test_one_that_was_defeated_can_return():
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True},
        gods={"hastur": 0},
        aims={0: ["great_old_one"]},
        dice=paying(star=3, shield=1, tentacle=1, planet=1),
        cultists=THREE,
        marker=0,
        hand=hands(3),
    )
    cultists_drawn(s, "lodge_almoner")
    play(s, "fight")
    assert s.record["round"] == 3
    assert gods(s) == {"hastur": 1}


# ----------------------------------------------------------------------- a Cultist that Forbidden Knowledge brings


def learned(cultist="society_porter", **fields):
    """Seat 0, at place 1, learns its second ability: a Cultist is to appear there."""
    s = table(3, at={0: 1}, level={0: 1}, trophies={0: {"star": 2}}, **fields)
    cultists_drawn(s, cultist)
    play(s, "learn")
    if decision(s) == (0, "gate_seal"):
        play(s, "symbol:star")
    return s


def test_one_of_forbidden_knowledge_may_be_the_fourth():
    s = learned(cultists=THREE)
    assert len(cultists(s, 1)) == 4
    assert gods(s) == {"yog_sothoth": 1}
    assert insanity(s) == [1, 1, 1]


def test_it_does_not_come_to_a_warded_location():
    s = table(3, at={0: 1}, level={0: 1}, trophies={0: {"star": 2}}, ward=1)
    play(s, "learn", "symbol:star")
    assert cultists(s) == []
    assert s.record["level"][0] == 2


def test_nor_to_one_with_a_great_old_one():
    s = table(3, at={0: 1}, level={0: 1}, trophies={0: {"star": 2}}, gods={"yog_sothoth": 1}, cultists=THREE[:1])
    play(s, "learn", "symbol:star")
    assert cultists(s) == [("lodge_acolyte", 1)]
    assert s.record["level"][0] == 2


# ---------------------------------------------------------------------------------------------------- by an effect


def test_an_effect_summons_at_the_cultist_marker_without_four_cultists():
    s = called(1, marker=3)
    assert gods(s) == {"shub_niggurath": 3}
    assert cultists(s) == []
    assert in_front(s) == []
    assert s.record["insanity"][:3].sum() == 4  # Shub-Niggurath frightens one more


def test_an_effect_summons_any_of_the_first_wave():
    assert {next(iter(gods(called(k, marker=3)))) for k in range(5)} == {
        "hastur",
        "shub_niggurath",
        "cthulhu",
        "the_unlidded",
        "yog_sothoth",
    }


def test_if_the_location_is_sealed_it_comes_to_the_next_one_clockwise():
    assert gods(called(0, marker=3, sealed={3: 1})) == {"hastur": 4}
    assert gods(called(0, marker=3, sealed={3: 1, 4: 1})) == {"hastur": 0}


def test_if_there_is_another_it_comes_to_the_next_one_clockwise():
    assert gods(called(0, marker=3, gods={"yog_sothoth": 3})) == {"yog_sothoth": 3, "hastur": 4}
    assert gods(called(0, marker=4, gods={"yog_sothoth": 4}, sealed={0: 1})) == {"yog_sothoth": 4, "hastur": 1}


def test_a_ward_keeps_off_cultists_only():
    assert gods(called(0, marker=3, ward=3)) == {"hastur": 3}


def test_cultists_that_are_there_stand_between_it_and_the_location():
    s = called(0, marker=1, cultists=THREE)
    assert gods(s) == {"hastur": 1}
    assert cultists(s, 1) == ["lodge_acolyte", "meadow_drover", "wharf_diver"]


def test_with_no_location_left_everybody_suffers_and_the_terror_marker_moves_for_each():
    s = called(marker=3, gods={"yog_sothoth": 3, "hastur": 4}, sealed={0: 1, 1: 1, 2: 1})
    assert gods(s) == {"yog_sothoth": 3, "hastur": 4}
    assert insanity(s) == [1, 1, 1]
    assert s.record["terror_at"] == 4  # one step of the phase, three for the investigators
    assert s.record["crystals"].tolist() == [0, 0, 1, 1, 1, 0]
    assert "crowded_out" in told(s)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_the_terror_marker_moves_for_each_investigator_of_any_team(players):
    there = {"yog_sothoth": 3, "hastur": 4}
    s = called(players=players, marker=3, gods=there, sealed={0: 1, 1: 1, 2: 1})
    if decision(s)[1] == "shrine":  # the marker was at the start in between
        play(s, "place:0")
    assert insanity(s) == [1] * players
    assert s.record["terror_at"] == (1 + players) % 5


# -------------------------------------------------------------------------------------- bare: where no Cultist is


def test_one_summoned_without_cultists_is_not_in_front_at_once():
    s = called(0, marker=3)
    assert in_front(s) == []


@pytest.mark.parametrize("cleared", ["grace", "at_once", "waits"])
def test_it_comes_in_front_in_the_next_cultist_phase(cleared):
    s = called(0, marker=3, rules={"cleared": cleared})
    passes(s, 3)
    assert s.record["round"] == 3
    assert in_front(s) == ["hastur"]
    assert not s.is_over


def test_option_bare_at_once_it_is_in_front_and_reaches_the_location_next():
    s = called(0, marker=3, rules={"bare": "at_once"})
    assert in_front(s) == ["hastur"]
    passes(s, 3)
    assert ending(s) == "great_old_one"


def test_option_bare_at_once_changes_nothing_where_cultists_are():
    assert in_front(called(0, marker=1, cultists=THREE, rules={"bare": "at_once"})) == []


# ---------------------------------------------------------------------------------------------------- second wave


def act_begins(**fields):
    """The Final Act begins in the Terror Phase: of the second wave, Azathoth comes."""
    s = terror_ahead(terror_at=3, crystals={4: 4}, **fields)
    chance(s, 0)
    return play(s, "pass")


def test_the_second_wave_comes_to_the_marker_too():
    s = act_begins(marker=2)
    assert gods(s) == {"azathoth": 2}
    assert insanity(s) == [1, 1, 1]


def test_the_second_wave_comes_beside_another():
    s = act_begins(marker=2, gods={"yog_sothoth": 2})
    assert gods(s) == {"yog_sothoth": 2, "azathoth": 2}
    assert insanity(s) == [1, 1, 1]


def test_the_second_wave_comes_even_where_all_locations_have_another():
    there = dict(zip(("hastur", "shub_niggurath", "cthulhu", "the_unlidded", "yog_sothoth"), range(5), strict=True))
    s = act_begins(marker=2, gods=there)
    assert gods(s) == {**there, "azathoth": 2}
    assert gods(called(marker=2, gods=there)) == there


def beside(**fields):
    """Azathoth stands beside Hastur at Arkham, where seat 0 fights and seat 1 comes after."""
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True},
        gods={"azathoth": 0, "hastur": 0},
        aims={0: ["great_old_one"], 1: ["great_old_one"]},
        dice={0: {"star": 3, "shield": 1, "tentacle": 1, "planet": 1}},
        items={1: {"burning_page": 1}},
        trophies={0: {"shield": 1}},
        placed={(0, "star"): 3},
        seal_of={"star": 0},
        **fields,
    )
    return s


def test_of_two_the_older_is_fought_first_and_the_other_keeps_the_location_open():
    s = beside()
    play(s, "fight")
    assert gods(s) == {"azathoth": 0}
    assert s.record["sealed"].tolist() == [0, 0, 0, 0, 0]
    assert s.record["placed"][0].tolist() == [3, 0, 0, 0, 0]
    while decision(s)[1] == "combat":
        play(s, "pass")
    assert decision(s) == (0, "sealing")
    assert "seal" not in s.legal_names()


def test_the_second_wave_does_not_come_to_a_sealed_location():
    assert gods(act_begins(marker=2, sealed={2: 1, 3: 1})) == {"azathoth": 4}


def test_any_of_the_second_wave_may_come():
    found = set()
    for k in range(3):
        s = terror_ahead(terror_at=3, crystals={4: 4}, marker=2)
        chance(s, k)
        play(s, "pass")
        found |= set(gods(s))
    assert found == {"azathoth", "nyarlathotep", "the_last_tide"}


# -------------------------------------------------------------------------------------------------- a special sect


def test_a_fourth_cultist_of_the_special_sect_summons_its_own():
    s = fourth("hollow_chorister", rules=SPECIAL, cultist_box={})
    assert gods(s) == {"choirmaster": 1}
    assert insanity(s) == [1, 1, 1]


def test_if_that_one_is_in_play_a_regular_one_comes():
    there = [*THREE, ("lodge_astrologer", 4), ("lodge_almoner", 4)]
    s = round_ahead(rules=SPECIAL, cultists=there, gods={"choirmaster": 4}, cultist_box={}, marker=0)
    cultists_drawn(s, "hollow_chorister")
    chance(s, 4)
    play(s, "pass")
    assert gods(s) == {"choirmaster": 4, "yog_sothoth": 1}


def test_a_fourth_cultist_of_another_sect_summons_the_one_it_worships_all_the_same():
    three = [("hollow_chorister", 1), *THREE[:2]]
    assert gods(fourth("society_porter", three=three, rules=SPECIAL, cultist_box={})) == {"yog_sothoth": 1}


def test_an_effect_brings_that_of_the_special_sect_while_a_special_cultist_is_in_play():
    s = called(marker=3, rules=SPECIAL, cultists=[("hollow_chorister", 1)], cultist_box={})
    assert gods(s) == {"choirmaster": 3}


def test_an_effect_brings_a_regular_one_where_no_special_cultist_is_in_play():
    assert gods(called(0, marker=3, rules=SPECIAL, cultists=THREE)) == {"hastur": 3}
    there = [("hollow_chorister", 1), ("hollow_chorister", 4)]
    s = called(0, marker=3, rules=SPECIAL, cultists=there, gods={"choirmaster": 1}, cultist_box={})
    assert gods(s) == {"choirmaster": 1, "hastur": 3}


def test_a_devoured_special_cultist_is_not_in_play():
    there = {(1, "hollow_chorister"): 1}
    s = called(0, marker=3, rules=SPECIAL, under=there, gods={"yog_sothoth": 1}, cultist_box={})
    assert gods(s) == {"yog_sothoth": 1, "hastur": 3}


def test_an_effect_that_names_the_second_wave_brings_that():
    s = act_begins(marker=2, rules=SPECIAL, cultists=[("hollow_chorister", 1)], cultist_box={})
    assert gods(s) == {"azathoth": 2}


def test_that_of_the_special_sect_can_come_again():
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True, **SPECIAL},
        gods={"choirmaster": 0},
        aims={0: ["great_old_one"]},
        dice=paying(star=2, eye=2, planet=2),
        cultists=THREE,
        cultist_box={},
        marker=0,
        hand=hands(3),
    )
    cultists_drawn(s, "hollow_chorister")
    play(s, "fight")
    assert s.record["sealed"].tolist() == [1, 0, 0, 0, 0]
    assert gods(s) == {"choirmaster": 1}


def test_without_the_option_that_of_the_special_sect_is_never_called():
    assert {next(iter(gods(called(k, marker=3)))) for k in range(5)} & {"choirmaster"} == set()


# --------------------------------------------------------------------------------------------------- their defeat


def test_cultists_keep_a_great_old_one_from_being_fought_until_they_are_defeated():
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True},
        cultists=[("lodge_acolyte", 0)],
        gods={"hastur": 0},
        aims={0: ["great_old_one"], 1: [0]},
        dice={0: {"star": 3, "shield": 1, "tentacle": 1, "planet": 1}, 1: {"star": 2}},
        items={1: {"burning_page": 1}},
    )
    assert decision(s) == (0, "combat")
    assert "fight" not in s.legal_names()
    play(s, "wait", "fight")
    assert cultists(s) == []
    assert decision(s) == (0, "combat")
    play(s, "fight")
    assert gods(s) == {}
    assert s.record["sealed"].tolist() == [1, 0, 0, 0, 0]


def test_a_great_old_one_leaves_no_trophy_and_those_laid_there_return():
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True},
        gods={"hastur": 0},
        aims={0: ["great_old_one"]},
        dice=paying(star=3, shield=1, tentacle=1, planet=1),
        placed={(0, "star"): 5, (1, "shield"): 2},
        trophies={0: {"shield": 1}},
    )
    assert s.record["trophy_supply"].tolist() == [3, 5, 8, 8, 8]
    play(s, "fight")
    assert s.record["trophies"][0].tolist() == [0, 1, 0, 0, 0]
    assert s.record["placed"].sum(axis=1).tolist() == [0, 2, 0, 0, 0]
    assert s.record["trophy_supply"].tolist() == [8, 5, 8, 8, 8]
    assert decision(s) == (0, "sealing")
