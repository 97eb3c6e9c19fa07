"""How many symbols it takes to defeat a Cultist, and a Great Old One."""

import pytest

from .fights import begun_act, combat, needed, takes
from .story import play

# Wharf Diver: star, shield, eye, of the sect of the Tentacle. Innsmouth, place 2, has a Tentacle.
DIVER = "wharf_diver"
MASTERS_VOICE = begun_act("masters_voice")


def cultist(name, place, **fields):
    return takes(combat([(name, place)], at={0: place}, **fields))


def god(name, place, **fields):
    fields.setdefault("god_front", {name: 1})
    return takes(combat(gods={name: place}, aims={0: ["great_old_one"]}, at={0: place}, **fields))


# ---------------------------------------------------------------------------------------------------- Cultists


def test_a_cultist_takes_the_three_symbols_printed_on_it():
    assert cultist(DIVER, 0) == {"star": 1, "shield": 1, "eye": 1}


def test_a_symbol_printed_twice_is_taken_twice():
    assert cultist("lodge_almoner", 4) == {"tentacle": 2, "eye": 1}


@pytest.mark.parametrize("face", ["star", "shield", "tentacle", "eye", "planet"])
def test_a_cultist_die_that_is_not_blank_is_a_symbol_more(face):
    printed = {"star": 1, "shield": 1, "eye": 1}
    assert cultist(DIVER, 0, cultist_die={0: face}) == printed | {face: printed.get(face, 0) + 1}


def test_the_cultist_die_of_another_location_is_nothing_to_it():
    assert cultist(DIVER, 0, cultist_die={1: "planet", 2: "planet", 3: "planet", 4: "planet"}) == {
        "star": 1,
        "shield": 1,
        "eye": 1,
    }


def test_a_location_of_its_sect_is_a_symbol_more():
    assert cultist(DIVER, 2) == {"star": 1, "shield": 1, "eye": 1, "tentacle": 1}
    assert cultist("wharf_caulker", 2) == {"tentacle": 2, "eye": 1, "planet": 1}


def test_a_location_whose_symbol_is_only_printed_on_it_is_none():
    """At Arkham the Diver meets a Star that it shows itself; its sect is that of the Tentacle."""
    assert sum(cultist(DIVER, 0).values()) == 3


def test_three_four_and_five_symbols():
    assert sum(cultist(DIVER, 1).values()) == 3
    assert sum(cultist(DIVER, 1, cultist_die={1: "eye"}).values()) == 4
    assert sum(cultist(DIVER, 2).values()) == 4
    assert cultist(DIVER, 2, cultist_die={2: "eye"}) == {"star": 1, "shield": 1, "eye": 2, "tentacle": 1}


def test_the_die_and_the_location_may_add_the_same_symbol():
    assert cultist(DIVER, 2, cultist_die={2: "tentacle"}) == {"star": 1, "shield": 1, "eye": 1, "tentacle": 2}


def test_a_cultist_without_a_sect_gets_nothing_of_a_location():
    for place in range(5):
        assert cultist("hollow_chorister", place, cultist_box={}) == {"star": 1, "eye": 1, "planet": 1}
    assert sum(cultist("hollow_chorister", 0, cultist_box={}, cultist_die={0: "star"}).values()) == 4


def test_after_the_final_act_of_the_masters_voice_every_location_is_a_symbol_more():
    fields = MASTERS_VOICE | {"gods": {"azathoth": 3}}
    assert cultist(DIVER, 0, **fields) == {"star": 2, "shield": 1, "eye": 1}
    assert cultist(DIVER, 2, **fields) == {"star": 1, "shield": 1, "eye": 1, "tentacle": 1}
    assert cultist(DIVER, 2, cultist_die={2: "planet"}, **fields) == {
        "star": 1,
        "shield": 1,
        "eye": 1,
        "tentacle": 1,
        "planet": 1,
    }


@pytest.mark.parametrize("act", ["stars_come_right", "endless_night"])
def test_after_the_other_final_acts_it_is_not(act):
    assert cultist(DIVER, 0, gods={"azathoth": 3}, **begun_act(act)) == {"star": 1, "shield": 1, "eye": 1}


def test_what_it_takes_is_counted_anew_for_each_fight():
    """The second target has other symbols; nothing of the first is left over."""
    s = combat([(DIVER, 0), ("lodge_almoner", 0)], aims={0: [0, 1]}, investigators={0: "trapper", 1: "dockhand"})
    play(s, "fight", "slot:0")
    assert needed(s) == {"star": 1, "shield": 1, "eye": 1}
    play(s, "decline", "fight")
    assert needed(s) == {"star": 1, "tentacle": 2, "eye": 1}


# ---------------------------------------------------------------------------------------------- Great Old Ones

# Hastur: star star shield tentacle planet.


def test_a_great_old_one_takes_what_is_printed_on_it_and_the_symbol_of_its_location():
    assert god("hastur", 3) == {"star": 2, "shield": 1, "tentacle": 1, "planet": 1, "eye": 1}


def test_the_symbol_of_its_location_is_one_more_also_where_it_is_printed():
    assert god("hastur", 0) == {"star": 3, "shield": 1, "tentacle": 1, "planet": 1}


def test_the_cultist_die_is_one_more():
    assert god("hastur", 3, cultist_die={3: "eye"})["eye"] == 2
    assert god("hastur", 3, cultist_die={2: "eye"})["eye"] == 1


def test_each_devoured_cultist_gives_the_symbol_of_its_sect_and_not_those_printed():
    """Lodge Almoner: two Tentacles and an Eye, of the sect of the Star."""
    assert god("hastur", 3, under={(3, "lodge_almoner"): 1}) == {
        "star": 3,
        "shield": 1,
        "tentacle": 1,
        "planet": 1,
        "eye": 1,
    }


def test_nine_symbols_as_in_the_example_of_the_rulebook():
    """Five printed, two devoured, one of the die, one of the Location."""
    under = {(3, "lodge_acolyte"): 1, (3, "wharf_pilot"): 1}
    assert god("hastur", 3, under=under, cultist_die={3: "planet"}) == {
        "star": 3,
        "shield": 1,
        "tentacle": 2,
        "planet": 2,
        "eye": 1,
    }


def test_two_devoured_of_a_kind_count_twice_and_those_of_other_places_not_at_all():
    assert god("hastur", 3, under={(3, "wharf_diver"): 2})["tentacle"] == 3
    s = {"hastur": 3, "cthulhu": 1}
    found = takes(
        combat(gods=s, aims={0: ["great_old_one"]}, at={0: 3}, under={(1, "wharf_diver"): 2, (3, "lodge_acolyte"): 1})
    )
    assert found == {"star": 3, "shield": 1, "tentacle": 1, "planet": 1, "eye": 1}


def test_a_devoured_cultist_without_a_sect_gives_nothing():
    found = god("hastur", 3, under={(3, "hollow_chorister"): 2}, cultist_box={})
    assert sum(found.values()) == 6


def test_the_masters_voice_makes_cultists_stronger_and_not_great_old_ones():
    assert sum(god("azathoth", 3, **MASTERS_VOICE).values()) == 7


# ------------------------------------------------------------------------------------------- option god_symbol


def test_option_god_symbol_sect_a_great_old_one_has_the_symbol_of_the_location_of_its_sect_alone():
    rules = {"god_symbol": "sect"}
    assert god("hastur", 3, rules=rules) == {"star": 2, "shield": 1, "tentacle": 1, "planet": 1}
    assert god("hastur", 0, rules=rules)["star"] == 3
    assert god("hastur", 3, rules=rules, under={(3, "lidless_optician"): 1})["eye"] == 1  # the devoured one's own


def test_option_god_symbol_sect_those_of_the_second_wave_have_no_sect():
    for place in range(5):
        assert sum(god("azathoth", place, rules={"god_symbol": "sect"}).values()) == 6


def test_option_god_symbol_devoured_the_location_counts_where_one_of_its_sect_was_devoured():
    rules = {"god_symbol": "devoured"}
    assert god("hastur", 0, rules=rules)["star"] == 2
    assert "eye" not in god("hastur", 3, rules=rules, under={(3, "lodge_acolyte"): 1})
    assert god("hastur", 3, rules=rules, under={(3, "lidless_optician"): 1})["eye"] == 2
    assert god("hastur", 3, rules=rules, under={(3, "lidless_optician"): 2})["eye"] == 3


def test_the_location_always_counts_unless_told_otherwise():
    assert combat(aims={}).game.options["god_symbol"] == "always"
