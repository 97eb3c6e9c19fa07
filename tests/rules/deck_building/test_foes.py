"""Every Elder God and every Minion acts once; what that changes is written here and not read from the cards."""

import pytest

from elderzoo.envs.core.game import State

from .changes import changes, counted
from .story import chance, decision, game, minions, mythos, play, table

SECTIONS = game().content.sections


def scene(script: str, **fields) -> State:
    """The Detective ends the last turn of the Planning phase, worse hurt and calmer than the Doctor. Nothing razes
    Locations but Subsidence, the next Mythos card, and there are none; it thins the Detective's hand by a card."""
    fields = {
        "health": {0: 4, 1: 6},
        "sanity": {0: 7, 1: 5},
        "hand": {0: {"sleuth": 2}, 1: {"sleuth": 1, "shovel": 1}},
        "market": ["whiskey", "body_armor", "box_camera", "doctors_bag", "haggle"],
        "gods": ("aphoom_shah",),
        "god_health": {0: 20},
    } | fields
    return mythos(table(2, **fields), *script.split())


SUBSIDENCE = {"mythos_discards subsidence": 1, "fewer 0": 1}
STAGGER = {"box stagger": -1}


def swept(*names: str) -> dict:
    return {f"market {name}": -1 for name in names} | {f"unwanted {name}": 1 for name in names}


def dropped(p: int, name: str) -> dict:
    return {f"hand {p} {name}": -1, f"discards {p} {name}": 1}


MOB = {"minions": {("zombie", "1"): 1, ("zombie", "3"): 2}}

# Elder God, what is there beside, Mythos cards, chance, answers, what changes beside what Subsidence does.
GODS = [
    ("nyarlathotep", {}, "subsidence", (), "seat+1 seat+1", {"masked_herald of 1": 2, "sanity 1": -2}),
    (
        *("behmoth", MOB, "subsidence", (), ""),
        {"zombie of 1": -1, "zombie of 3": -1, "god 0": 6, "health 1": -1, "health 0": -1},
    ),
    ("aphoom_shah", {}, "subsidence", (), "", {"fewer 0": 2, "fewer 1": 1}),
    (
        *("atlach_nacha", {}, "subsidence", (0, 0, 0, 0), ""),
        {"hand 0 sleuth": -2, "discards 0 sleuth": 2, **dropped(1, "sleuth"), **dropped(1, "shovel")},
    ),
    ("uvash", {}, "subsidence", (), "", {"health 0": -1, "god 0": 4}),
    (
        *("cthugha", {}, "subsidence", (3, 1, 0), ""),
        {"fire_vampire of 1": 2, **swept("doctors_bag"), "health 1": -1, "health 0": -1, "god 0": 2},
    ),
    (
        *("the_salt_mother", {}, "subsidence", (0, 0), ""),
        {"health 0": -1, "health 1": -1, **dropped(0, "sleuth"), **dropped(1, "sleuth")},
    ),
    ("the_pallid_choir", {}, "subsidence", (), "", {"sanity 0": -1, "sanity 1": -1, "fewer 0": 2, "fewer 1": 1}),
    (
        *("oth_zamun", {}, "subsidence", (), ""),
        {"sanity 0": -1, "discards 0 stagger": 1, "discards 1 stagger": 1, "box stagger": -2},
    ),
    ("glaathu", {}, "subsidence", (0, 1), "", {"dear_next": 2, **dropped(0, "sleuth"), **dropped(1, "shovel")}),
    ("szithara", {}, "subsidence", (0, 3), "", {"sanity 0": -2, **swept("whiskey", "haggle")}),
    (
        *("thule_vrax", {}, "subsidence poisoned_well", (), ""),
        {"mythos_discards poisoned_well": 1, "health 0": -1, "health 1": -1},
    ),
]

# Minion, its health, chance, answers, what changes beside what Subsidence and Aphoom Shah do.
MINIONS = [
    ("tarantula", "1", (), "seat+1", {"health 1": -1, "tarantula of 1": 1}),
    ("fire_vampire", "1", (1,), "", {"health 1": -1, "god 0": 1}),
    ("masked_herald", "1", (), "seat+0", {"sanity 0": -1}),
    ("zombie", "3", (), "", {"health 0": -1}),
    ("cellar_ghoul", "4", (), "", {"health 0": -1}),
    ("night_piper", "5", (), "", {"sanity 0": -1}),
    ("reef_hybrid", "5", (0, 1, 1), "", {"health 0": -1, **dropped(1, "shovel")}),
    ("ink_leech", "4", (), "", {"sanity 0": -1, "fewer 0": 3}),
    ("drowned_colossus", "12", (), "", {"health 0": -1, "health 1": -1}),
    ("many_handed_bride", "10", (), "", {"sanity 0": -1, "sanity 1": -1}),
    ("vault_worm", "8", (), "", {"health 1": -1, "discards 1 stagger": 1, **STAGGER}),
]
APHOOM = {"fewer 0": 2, "fewer 1": 1, "mythos_discards subsidence": 1}


def test_all_of_them_act_here():
    assert [row[0] for row in GODS] == [card["id"] for card in SECTIONS["god"]]
    assert [row[0] for row in MINIONS] == [card["id"] for card in SECTIONS["minion"]]


@pytest.mark.parametrize(("name", "there", "cards", "rolls", "answers", "expected"), GODS, ids=[g[0] for g in GODS])
def test_an_elder_god_acts(name, there, cards, rolls, answers, expected):
    s = chance(scene(cards, gods=(name,), **there), *rolls)
    before = counted(s)
    play(s, "end_planning", *answers.split())
    assert changes(before, s) == {**SUBSIDENCE, **expected}
    assert decision(s) == (0, "order"), "turns of the Combat phase begin"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "health", "rolls", "answers", "expected"), MINIONS, ids=[m[0] for m in MINIONS])
def test_a_minion_acts(name, health, rolls, answers, expected):
    s = chance(scene("subsidence", minions={(name, health): 1}), *rolls)
    before = counted(s)
    play(s, "end_planning", *answers.split())
    assert changes(before, s) == {**APHOOM, **expected}
    assert decision(s) == (0, "order")
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "health"), [row[:2] for row in MINIONS], ids=[row[0] for row in MINIONS])
def test_a_bound_minion_does_nothing_and_is_free_again_in_the_next_round(name, health):
    """The bond is used up. A bound Tarantula does not breed either."""
    s = scene("subsidence", minions={(name, health): 1}, bound={name: 1})
    before = counted(s)
    play(s, "end_planning")
    assert changes(before, s) == {**APHOOM, f"bound {name}": -1}
    assert decision(s) == (0, "order")
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize("name", [row[0] for row in GODS])
def test_a_banished_god_does_nothing(name):
    """The one beside it, Aphoom Shah or Uvash, does."""
    other = "uvash" if name == "aphoom_shah" else "aphoom_shah"
    s = table(
        4,
        gods=(name, other),
        god_health={0: 0, 1: 9},
        health={0: 4, 1: 6, 2: 7, 3: 7},
        market=["whiskey", "body_armor", "box_camera", "doctors_bag", "haggle"],
    )
    before = counted(s)
    play(mythos(s, "subsidence"), "end_planning")
    acts = {"health 0": -1, "god 1": 8, "fewer 0": 1}
    if other == "aphoom_shah":
        acts = {"fewer 0": 2, "fewer 1": 1, "fewer 2": 1, "fewer 3": 1}
    assert changes(before, s) == {"mythos_discards subsidence": 1, **acts}


def test_gods_act_in_the_order_they_lie_in():
    """Uvash bites the weakest first, and Beh'moth the healthiest of those left. What Beh'moth eats is not for Uvash,
    who has lost more."""
    s = table(
        4,
        gods=("uvash", "behmoth"),
        god_health={0: 9, 1: 60},
        health={0: 2, 1: 3, 2: 3, 3: 3},
        minions={("zombie", "3"): 1},
        bound={"zombie": 1},
        market=["whiskey", "body_armor", "box_camera", "doctors_bag", "haggle"],
    )
    before = counted(s)
    play(mythos(s, "subsidence"), "end_planning")
    mends = {"god 0": 8, "god 1": 11}  # Uvash mends both, and Beh'moth eats the Zombie
    assert changes(before, s) == {
        **SUBSIDENCE,
        **mends,
        "health 0": -1,
        "health 1": -1,
        "zombie of 3": -1,
        "bound zombie": -1,
    }


def test_what_comes_may_be_named_by_one_seat_for_the_whole_team():
    """Two Heralds: the Detective, who went first, names somebody for each."""
    s = scene("subsidence", minions={("masked_herald", "1"): 2})
    play(s, "end_planning")
    assert decision(s) == (0, "whom")
    assert s.legal_names() == ["seat+0", "seat+1"]
    play(s, "seat+1")
    assert decision(s) == (0, "whom")
    play(s, "seat+1")
    assert s.record["sanity"][:2].tolist() == [7, 3]
    assert minions(s) == {("masked_herald", 1): 2}
