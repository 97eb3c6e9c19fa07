"""The reference cards, and card files that are refused."""

from __future__ import annotations

import copy
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from elderzoo.envs.core.errors import ContentError
from elderzoo.envs.core.game import Game
from elderzoo.envs.deck_building import SPEC
from elderzoo.envs.deck_building.tables import OPS
from tests.conformance import contents

from .other_cards import REFERENCE, changed, of, without, written
from .story import game

CARDS = game().content.sections
LIBRARY = [c for c in CARDS["card"] if c["type"] not in ("sleuth", "stagger")]


def copies(cards) -> int:
    return sum(c["copies"] for c in cards)


def rows(card: dict) -> list[dict]:
    return [row for field in ("effects", "ability", "after") for row in card.get(field, [])]


def ops(card: dict, field: str = "effects") -> frozenset:
    return frozenset(row["op"] for row in card[field])


def average(values: list[float]) -> float:
    return sum(values) / len(values)


# --------------------------------------------------------------------------------------- how many there are


def test_kinds_and_copies_of_the_box():
    """60 Starters, 69 kinds and 180 Library cards, 43 and 103 Mythos cards, eleven and 101 Minions."""
    assert [(len(CARDS[name]), copies(CARDS[name])) for name in ("card", "mythos", "minion")] == [
        (71, 240),
        (43, 103),
        (11, 101),
    ]
    assert (len(LIBRARY), copies(LIBRARY)) == (69, 180)
    assert (len(CARDS["god"]), len(CARDS["investigator"])) == (12, 21)


@pytest.mark.parametrize(
    ("kind", "kinds", "cards"),
    [
        ("sleuth", 1, 42),
        ("stagger", 1, 18),
        ("action", 20, 60),
        ("equipment", 22, 62),
        ("spell", 19, 50),
        ("location", 8, 8),
    ],
)
def test_cards_by_type(kind, kinds, cards):
    found = [c for c in CARDS["card"] if c["type"] == kind]
    assert (len(found), copies(found)) == (kinds, cards)


def test_mythos_cards_by_what_they_do():
    """Of damage 14 kinds and 38 cards, of Minions 12 and 36, of disruption 10 and 19, Permanent 7 and 10."""
    lasting = [c for c in CARDS["mythos"] if c["permanent"]]
    spawning = [c for c in CARDS["mythos"] if "spawn" in ops(c) and c not in lasting]
    rest = [c for c in CARDS["mythos"] if c not in lasting + spawning]
    harmful = [c for c in rest if ops(c) & {"hurt", "scare"} and c["id"] != "hungry_altar"]
    others = [c for c in rest if c not in harmful]
    split = [(len(found), copies(found)) for found in (harmful, spawning, others, lasting)]
    assert split == [(14, 38), (12, 36), (10, 19), (7, 10)]


def test_minions_in_three_sizes():
    """Four kinds of sixteen, four of seven, three of three; the more there are the weaker they are."""
    found = Counter((c["copies"], 1 + (c["health"] > 3) + (c["health"] > 6)) for c in CARDS["minion"])
    assert found == {(16, 1): 4, (7, 2): 4, (3, 3): 3}
    assert {c["health"] for c in CARDS["minion"]} == {1, 3, 4, 5, 8, 10, 12}


def test_there_are_so_many_of_a_card_that_a_deck_can_be_built_of_it():
    assert set(Counter(c["copies"] for c in LIBRARY if c["type"] != "location")) == {1, 2, 3, 4}
    assert {c["copies"] for c in LIBRARY if c["type"] == "location"} == {1}


# ------------------------------------------------------------------------------------------- what they say


def test_starters():
    """A Sleuth gives one Moxie, a Stagger costs who plays it a point of health."""
    assert rows(of("card", "sleuth", CARDS)) == [
        {"op": "base", "amount": 1, "each": 0, "who": "none", "minion": "none"}
    ]
    assert rows(of("card", "stagger", CARDS)) == [
        {"op": "hurt", "amount": 1, "each": 0, "who": "self", "minion": "none"}
    ]


def test_costs_are_one_to_eight_and_four_on_average():
    assert {c["cost"] for c in LIBRARY} == set(range(1, 9))
    assert 3.5 < average([c["cost"] for c in LIBRARY]) < 4.5


def test_weapons_give_about_what_they_cost():
    for name, cost, moxie in (("shovel", 3, 2), ("service_revolver", 4, 3), ("lash_of_embers", 4, 4)):
        card = of("card", name, CARDS)
        assert (card["cost"], card["effects"][0]["amount"]) == (cost, moxie)


def test_every_spell_costs_something_beside_moxie():
    spells = [c for c in LIBRARY if c["type"] == "spell"]
    assert all(ops(c) & {"hurt", "scare", "minus"} for c in spells)
    assert not any(ops(c) & {"hurt", "scare", "minus"} for c in LIBRARY if c not in spells)


def test_locations_work_in_each_turn_and_one_fights():
    assert Counter(c["when"] for c in LIBRARY if c["type"] == "location") == {"each_planning": 7, "each_combat": 1}


def test_health_and_sanity_of_investigators():
    """Six to ten of each, and 16 to 18 together."""
    for c in CARDS["investigator"]:
        assert 6 <= c["health"] <= 10
        assert 6 <= c["sanity"] <= 10
        assert 16 <= c["health"] + c["sanity"] <= 18


def test_gods_grow_with_the_team():
    """Ten, and 12 to 18 for each investigator."""
    assert {c["health"] for c in CARDS["god"]} == {10}
    assert {c["each"] for c in CARDS["god"]} == {12, 15, 16, 17, 18}


def test_one_spike_among_mild_mythos_cards():
    """The family curse takes four from everybody; no other card more than two."""
    wide = {
        c["id"]: max(row["amount"] for row in c["effects"] if row["who"] == "all")
        for c in CARDS["mythos"]
        if any(row["who"] == "all" and row["op"] in ("hurt", "scare") for row in c["effects"])
    }
    assert wide.pop("svens_family_curse") == 4
    assert set(wide.values()) == {1, 2}


def test_the_gardener_shows_the_next_mythos_card_after_death():
    assert [row["op"] for row in of("investigator", "gardener", CARDS)["after"]] == ["look"]


def test_a_spawner_a_devourer_and_a_healer_by_minions():
    assert ops(of("god", "nyarlathotep", CARDS)) == {"spawn"}
    assert "devour" in ops(of("god", "behmoth", CARDS))
    assert ("mend" in ops(of("minion", "fire_vampire", CARDS)), "breed" in ops(of("minion", "tarantula", CARDS))) == (
        True,
        True,
    )
    assert of("god", "cthugha", CARDS)["effects"][0]["minion"] == "fire_vampire"


# ------------------------------------------------------------------------------------------- no two alike


def test_every_operation_is_used():
    used = {row["op"] for section in CARDS.values() for card in section for row in rows(card)}
    assert used == set(OPS)
    assert len(used) == 37


@pytest.mark.parametrize("section", ["card", "mythos", "minion", "god"])
def test_at_most_three_kinds_share_a_set_of_operations(section):
    assert max(Counter(ops(c) for c in CARDS[section]).values()) <= 3


def said(card: dict, field: str) -> tuple:
    """What it does and to whom, without the numbers."""
    return (card.get("when"), *((row["op"], row["who"], row["minion"]) for row in card[field]))


def test_each_god_has_operations_that_no_other_has_together():
    assert len({ops(c) for c in CARDS["god"]}) == 12


def test_each_minion_does_what_no_other_does():
    assert len({said(c, "effects") for c in CARDS["minion"]}) == 11


def test_each_investigator_has_an_ability_that_no_other_has():
    assert len({said(c, "ability") for c in CARDS["investigator"]}) == 21


def test_no_two_kinds_differ_in_numbers_only_but_for_these():
    """In the Library; a plain draw of two and of three is there twice, by what it costs beside."""
    alike = Counter((c["type"], said(c, "effects")) for c in LIBRARY)
    assert max(alike.values()) == 1


def test_texts_are_there_and_differ():
    texts = [c["text"] for cards in CARDS.values() for c in cards]
    assert all(texts)
    assert len(set(texts)) == len(texts) == 71 + 43 + 11 + 12 + 21


# --------------------------------------------------------------------------------------------- where from


def test_all_known_names_are_used_and_marked():
    named = {
        section: {c["name"]: c["provenance"]["name"] for c in cards if c["provenance"]["name"] != "designed"}
        for section, cards in CARDS.items()
    }
    assert named == {
        "card": {
            **dict.fromkeys(("Sleuth", "Stagger", "Body Armor"), "rulebook"),
            **dict.fromkeys(("Whiskey", "Shovel", "Mystic Binding"), "published"),
        },
        "mythos": {"Sven's Family Curse": "published"},
        "minion": dict.fromkeys(("Tarantula", "Fire Vampire", "Zombie"), "published"),
        "god": dict.fromkeys(("Nyarlathotep", "Beh'moth", "Aphoom Shah", "Atlach-Nacha", "Uvash"), "published"),
        "investigator": dict.fromkeys(
            (
                *("Gardener", "Detective", "Doctor", "Engineer", "Grandmother", "Boxer", "Librarian", "Professor"),
                "Time Traveller",
            ),
            "published",
        ),
    }


def test_all_values_are_ours_but_those_of_the_sleuth():
    official = {c["id"] for cards in CARDS.values() for c in cards if c["provenance"]["values"] != "designed"}
    assert official == {"sleuth"}


# ------------------------------------------------------------------------------------------ other card files


def test_a_copy_of_the_reference_file_is_the_same_game(tmp_path):
    assert Game(SPEC, 3, content=written(REFERENCE, tmp_path)).identity == game(3).identity


@pytest.mark.parametrize("players", [1, 4, 6])
def test_other_cards_play_without_a_change_of_shape(players, tmp_path):
    """Twenty-six kinds of another split, which use every operation."""
    path = tmp_path / "generated.toml"
    path.write_text('title = "Generated"\n' + contents.deck_building(), encoding="utf-8")
    g, reference = Game(SPEC, players, content=path), game(players)
    assert (g.n_actions, g.compact_size, g.width) == (reference.n_actions, reference.compact_size, reference.width)
    assert not np.array_equal(g.T, reference.T)
    used = {row["op"] for section in g.content.sections.values() for card in section for row in rows(card)}
    assert used == set(OPS)
    rng = np.random.default_rng(0)
    for seed in range(3):
        s = g.new(seed)
        while not s.is_over:
            s.check()
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert not s.is_truncated


def test_the_values_of_another_file_are_followed(tmp_path):
    g = Game(SPEC, 3, content=written(changed("god", "uvash", health=20, each=9), tmp_path))
    assert g.tables["god_health"][g.labels["god"].index("uvash")] == 47


def test_the_health_of_a_god_has_an_end(tmp_path):
    """60 and 25 for each of six would be 210."""
    g = Game(SPEC, 6, content=written(changed("god", "uvash", health=60, each=25), tmp_path))
    assert g.tables["god_health"][g.labels["god"].index("uvash")] == 150


# --------------------------------------------------------------------------------------------- refused files


def one(op: str, **more) -> dict:
    return {"effects": [{"op": op} | more]}


def ability(op: str, **more) -> dict:
    return {"ability": [{"op": op} | more]}


def after(op: str, **more) -> dict:
    return {"after": [{"op": op} | more]}


BAD = [
    # whose an operation is
    ("card", "shovel", one("spawn", amount=1, minion="zombie"), "effects", "spawn is not for card cards"),
    ("card", "shovel", one("mend", amount=1), "effects", "mend is not for card cards"),
    ("mythos", "poisoned_well", one("base", amount=1), "effects", "base is not for mythos cards"),
    ("minion", "zombie", one("look"), "effects", "look is not for minion cards"),
    ("god", "uvash", one("armor", amount=1, who="all"), "effects", "armor is not for god cards"),
    ("investigator", "boxer", ability("dear", amount=1), "ability", "dear is not for investigator cards"),
    ("investigator", "boxer", after("drop", amount=1), "after", "drop is not for investigator cards"),
    ("god", "uvash", one("breed", amount=1), "effects", "breed is for Minions"),
    ("mythos", "poisoned_well", one("breed", amount=1), "effects", "breed is for Minions"),
    ("minion", "zombie", one("silence"), "effects", "silence is for Mythos cards"),
    ("god", "uvash", one("silence"), "effects", "silence is for Mythos cards"),
    ("minion", "zombie", one("more", amount=1), "effects", "more is for Mythos cards and Elder Gods"),
    ("card", "pawnshop", one("combo", amount=1), "effects", "combo is for cards that are played beside others"),
    ("investigator", "boxer", ability("combo", amount=1), "ability", "combo is for cards that are played beside"),
    # when
    ("investigator", "doctor", ability("strike", amount=1), "ability", "strike does nothing in the Planning phase"),
    ("investigator", "engineer", ability("sweep", amount=1), "ability", "sweep does nothing in the Planning phase"),
    ("investigator", "boxer", ability("cheap", amount=1), "ability", "cheap does nothing in the Combat phase"),
    ("card", "pawnshop", one("smite", amount=1), "effects", "smite does nothing in the Planning phase"),
    ("card", "police_armory", one("cheap", amount=1), "effects", "cheap does nothing in the Combat phase"),
    (
        "investigator",
        "boxer",
        {"after": [{"op": "strike", "amount": 1}, {"op": "armor", "amount": 1, "who": "other"}]},
        "after",
        "is used at one time: what hits foes cannot stand beside what does not",
    ),
    # how much
    ("card", "shovel", one("base"), "effects", "base: 'amount' is 0, allowed 1..9"),
    ("card", "shovel", one("times", amount=5), "effects", "times: 'amount' is 5, allowed 2..4"),
    ("card", "shovel", one("times", amount=1), "effects", "times: 'amount' is 1, allowed 2..4"),
    ("card", "shovel", one("base", amount=10), "effects", "'amount' is 10, allowed 0..9"),
    ("card", "shovel", one("look", amount=1), "effects", "look: 'amount' is 1, allowed 0..0"),
    ("mythos", "poisoned_well", one("more", amount=2), "effects", "more: 'amount' is 2, allowed 1..1"),
    ("minion", "tarantula", one("breed", amount=3), "effects", "breed: 'amount' is 3, allowed 1..2"),
    # whom it is about
    ("card", "body_armor", one("armor", amount=1), "effects", "armor: 'who' is 'none', allowed: self, other, any, all"),
    ("card", "body_armor", one("armor", amount=1, who="first"), "effects", "armor: 'who' is 'first', allowed: self"),
    ("mythos", "poisoned_well", one("hurt", amount=1, who="any"), "effects", "hurt: 'who' is 'any', allowed: all"),
    ("mythos", "poisoned_well", one("curse", amount=1), "effects", "curse: 'who' is 'none', allowed: all, first"),
    ("card", "shovel", one("base", amount=1, who="self"), "effects", "base takes no 'who'"),
    ("card", "stagger", one("hurt", amount=1, who="all"), "effects", "hurt: the team harms nobody but whoever plays"),
    ("card", "stagger", one("scare", amount=1, who="other"), "effects", "scare: the team harms nobody but whoever"),
    # which Minion
    ("mythos", "poisoned_well", one("spawn", amount=1), "effects", "spawn needs 'minion'"),
    ("mythos", "poisoned_well", one("spawn", amount=1, minion="rat"), "effects", "spawn: no Minion 'rat' in this file"),
    ("mythos", "poisoned_well", one("mend", amount=1, minion="zombie"), "effects", "mend takes no 'minion'"),
    # Library cards and Starters
    ("card", "shovel", {"cost": None}, "cost", "Starters have none, other cards have one"),
    ("card", "shovel", {"cost": 0}, "cost", "Starters have none, other cards have one"),
    ("card", "sleuth", {"cost": 1}, "cost", "Starters have none, other cards have one"),
    ("card", "shovel", {"when": "each_combat"}, "when", "is for Locations"),
    ("card", "pawnshop", {"when": None}, "when", "a Location takes effect in each turn: each_planning or each_combat"),
    ("card", "pawnshop", {"when": "combat"}, "when", "a Location takes effect in each turn"),
    ("card", "shovel", {"effects": None}, "effects", "is missing"),
    ("card", "sleuth", {"effects": []}, "effects", "is missing"),
    ("card", "shovel", {"type": "weapon"}, "type", "is 'weapon', allowed: sleuth, stagger, action, equipment, spell"),
    ("card", "shovel", {"type": None}, "type", "missing"),
    ("card", "shovel", {"cost": 10}, "cost", "is 10, allowed 0..9"),
    ("card", "shovel", {"copies": 0}, "copies", "is 0, allowed 1..100"),
    ("card", "shovel", {"copies": 101}, "copies", "is 101, allowed 1..100"),
    ("card", "shovel", {"colour": 1}, "colour", "unknown"),
    ("card", "shovel", one("dig"), "effects", "'op' is 'dig', allowed: base, times"),
    ("card", "shovel", {"effects": [{"op": "look"}] * 4}, "effects", "has 4 entries, capacity 3"),
    ("card", "shovel", one("base", amount=1, each=2), "effects", "'each' is 2, allowed 0..1"),
    ("card", "sleuth", {"copies": 41}, "copies", "is 41, needed 42"),
    ("card", "stagger", {"copies": 17}, "copies", "is 17, needed 18"),
    # foes
    ("mythos", "poisoned_well", {"effects": None}, "effects", "is missing"),
    ("minion", "zombie", {"effects": []}, "effects", "is missing"),
    ("god", "uvash", {"effects": None}, "effects", "is missing"),
    ("mythos", "poisoned_well", {"permanent": 2}, "permanent", "is 2, allowed 0..1"),
    ("minion", "zombie", {"health": 13}, "health", "is 13, allowed 1..12"),
    ("minion", "zombie", {"health": 0}, "health", "is 0, allowed 1..12"),
    ("god", "uvash", {"health": 61}, "health", "is 61, allowed 0..60"),
    ("god", "uvash", {"each": 26}, "each", "is 26, allowed 0..25"),
    # investigators
    ("investigator", "boxer", {"ability": None}, "ability", "is missing"),
    ("investigator", "boxer", {"after": []}, "after", "is missing"),
    ("investigator", "boxer", {"health": 11}, "health", "is 11, allowed 1..10"),
    ("investigator", "boxer", {"sanity": 0}, "sanity", "is 0, allowed 1..10"),
    ("investigator", "boxer", {"when": "always"}, "when", "is 'always', allowed: planning, combat, each_planning"),
    (
        "investigator",
        "boxer",
        after("base", amount=1),
        "after",
        "base does nothing for the dead, or is about themselves",
    ),
    (
        "investigator",
        "boxer",
        after("heal", amount=1, who="self"),
        "after",
        "heal does nothing for the dead, or is abo",
    ),
    ("investigator", "boxer", after("gain", amount=1), "after", "gain does nothing for the dead"),
    # where they come from
    ("card", "shovel", {"provenance": {"name": "rulebook"}}, "provenance", "needs 'name' and 'values'"),
    ("card", "shovel", {"provenance": {"name": "rulebook", "values": "guess"}}, "provenance.values", "is 'guess'"),
]


@pytest.mark.parametrize(("section", "name", "keys", "field", "reason"), BAD)
def test_a_bad_card_is_refused_with_file_card_field_and_reason(section, name, keys, field, reason, tmp_path):
    with pytest.raises(ContentError) as error:
        Game(SPEC, 3, content=written(changed(section, name, **keys), tmp_path))
    told = str(error.value)
    assert told.startswith("cards.toml: ")
    assert f"{name!r}, field {field!r}: {reason}" in told


def refuse(data: dict, folder: Path, message: str) -> None:
    with pytest.raises(ContentError, match=re.escape(message)):
        Game(SPEC, 3, content=written(data, folder))


def many(section: str, name: str, count: int) -> dict:
    """The reference cards with a kind of the section again and again, so that there are ``count`` kinds."""
    data = copy.deepcopy(REFERENCE)
    model = of(section, name, data)
    data[section] += [model | {"id": f"{name}_{k}"} for k in range(count - len(data[section]))]
    return data


@pytest.mark.parametrize(("kind", "name"), [("sleuth", "sleuth"), ("stagger", "stagger")])
def test_there_is_one_kind_of_each_starter(kind, name, tmp_path):
    refuse(without("card", name), tmp_path, f"card 'card', field 'type': 0 kinds of {kind}, expected one")
    data = copy.deepcopy(REFERENCE)
    data["card"].append(of("card", name, data) | {"id": "another"})
    refuse(data, tmp_path, f"card 'card', field 'type': 2 kinds of {kind}, expected one")


@pytest.mark.parametrize(
    ("section", "name", "capacity"),
    [
        ("card", "thrice_spoken_name", 80),
        ("mythos", "svens_family_curse", 48),
        ("minion", "vault_worm", 16),
        ("god", "uvash", 16),
        ("investigator", "boxer", 24),
    ],
)
def test_so_many_kinds_fit(section, name, capacity, tmp_path):
    g = Game(SPEC, 3, content=written(many(section, name, capacity), tmp_path))
    assert len(g.content.sections[section]) == capacity
    refuse(many(section, name, capacity + 1), tmp_path, f"{capacity + 1} {section} kinds, capacity {capacity}")


def test_a_university_of_five_cards_is_needed(tmp_path):
    data = copy.deepcopy(REFERENCE)
    data["card"] = [c for c in data["card"] if c["id"] in ("sleuth", "stagger", "shovel")]
    of("card", "shovel", data)["copies"] = 5
    assert Game(SPEC, 6, content=written(data, tmp_path)).new(0).record["library_count"] == 0
    of("card", "shovel", data)["copies"] = 4
    refuse(data, tmp_path, "card 'card', field 'copies': 4 in all, allowed 5..250")


def test_a_deck_holds_so_many_cards(tmp_path):
    data = changed("card", "shovel", copies=75)
    refuse(data, tmp_path, "card 'card', field 'copies': 251 in all, allowed 5..250")
    assert Game(SPEC, 3, content=written(changed("card", "shovel", copies=74), tmp_path)).new(0)
    data = changed("mythos", "poisoned_well", copies=100)
    of("mythos", "whispers_on_the_wireless", data)["copies"] = 56
    refuse(data, tmp_path, "card 'mythos', field 'copies': 251 in all, allowed 1..250")


def test_a_mythos_card_is_needed(tmp_path):
    data = copy.deepcopy(REFERENCE)
    data["mythos"] = []
    refuse(data, tmp_path, "card 'mythos', field 'copies': 0 in all, allowed 1..250")


def test_seven_kinds_of_permanent_mythos_cards_fit(tmp_path):
    """Each has a place by which it can be named."""
    data = changed("mythos", "fever_dream", permanent=1)
    refuse(data, tmp_path, "card 'Permanent mythos kinds', field 'copies': 8 in all, allowed 0..7")


def test_all_mythos_cards_lie_in_one_deck(tmp_path):
    """Permanent ones with the others: 93 and 158."""
    data = changed("mythos", "the_feeding_hour", copies=100)
    of("mythos", "seal_on_every_tongue", data)["copies"] = 51
    refuse(data, tmp_path, "card 'mythos', field 'copies': 252 in all, allowed 1..250")


def test_there_are_three_gods_and_six_investigators(tmp_path):
    gods = [c["id"] for c in REFERENCE["god"]]
    assert Game(SPEC, 3, content=written(without("god", *gods[3:]), tmp_path)).tables["gods"] == 3
    refuse(without("god", *gods[2:]), tmp_path, "card 'god', field 'copies': 2 in all, allowed 3..16")
    who = [c["id"] for c in REFERENCE["investigator"]]
    assert Game(SPEC, 6, content=written(without("investigator", *who[6:]), tmp_path)).tables["investigators"] == 6
    refuse(without("investigator", *who[5:]), tmp_path, "card 'investigator', field 'copies': 5 in all, allowed 6..24")


def test_a_minion_that_comes_is_in_the_file(tmp_path):
    refuse(without("minion", "zombie"), tmp_path, "'potters_field_opens', field 'effects': spawn: no Minion 'zombie'")


def test_a_god_without_health_is_refused(tmp_path):
    """It would be banished before the game begins."""
    refuse(changed("god", "uvash", health=0, each=0), tmp_path, "card 'uvash', field 'health'")
