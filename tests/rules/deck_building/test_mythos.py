"""Every Mythos card comes once; what it changes is written here and not read from the cards."""

import pytest

from elderzoo.envs.core.game import State

from .changes import changes, counted
from .story import chance, decision, game, mythos, play, table

KINDS = game().content.sections["mythos"]


def scene(**fields) -> State:
    """The Detective ends the last turn of the Planning phase. It is the worse hurt and the calmer one of two; the
    Doctor is the healthier and more shaken. Aphoom Shah, wounded, thins both hands by a card."""
    fields = {
        "health": {0: 4, 1: 6},
        "sanity": {0: 7, 1: 5},
        "hand": {0: {"sleuth": 2}, 1: {"sleuth": 1, "shovel": 1}},
        "market": ["whiskey", "body_armor", "box_camera", "doctors_bag", "haggle"],
        "gods": ("aphoom_shah",),
        "god_health": {0: 20},
    } | fields
    return table(2, **fields)


APHOOM = {"fewer 0": 1, "fewer 1": 1}
STAGGER = {"box stagger": -1}


def swept(*names: str) -> dict:
    return {f"market {name}": -1 for name in names} | {f"unwanted {name}": 1 for name in names}


def dropped(p: int, name: str) -> dict:
    return {f"hand {p} {name}": -1, f"discards {p} {name}": 1}


ZOMBIE = {"minions": {("zombie", "3"): 1}}
MOB = {"minions": {("zombie", "1"): 1, ("zombie", "3"): 3}}
ARMORY = {"locations": {"police_armory": 1}}

# Card, what is there beside, chance, answers, what changes beside the card itself and what Aphoom Shah does. Minions
# that come act in the same round.
COMES = [
    ("poisoned_well", {}, (), "", {"health 0": -1, "health 1": -1}),
    ("whispers_on_the_wireless", {}, (), "", {"sanity 0": -1, "sanity 1": -1}),
    ("knife_in_the_fog", {}, (), "seat+1", {"health 1": -2}),
    ("a_seat_at_the_table", {}, (), "seat+0", {"sanity 0": -2}),
    ("lightning_out_of_a_clear_sky", {}, (), "", {"health 1": -2}),
    ("the_portrait_has_turned", {}, (), "", {"sanity 0": -2}),
    ("collapsing_stairwell", {}, (1, 0, 0), "", {"health 1": -1, **dropped(0, "sleuth")}),
    ("fever_dream", {}, (0, 1), "", {"sanity 0": -1, "fewer 1": 2}),
    ("the_limping_thing", {}, (0,), "", {"health 0": -1, **dropped(0, "sleuth")}),
    ("mirror_without_you", {}, (), "", {"sanity 1": -1, "discards 1 stagger": 1, **STAGGER}),
    ("sprung_tripwire", {}, (), "", {"health 0": -1, "sanity 0": -1}),
    ("night_of_broken_windows", {}, (), "", {"health 0": -2, "health 1": -2, "sanity 0": -2, "sanity 1": -2}),
    (
        *("gasworks_explosion", {}, (0, 0), ""),
        {"health 0": -2, "health 1": -2, **swept("whiskey", "body_armor")},
    ),
    (
        *("svens_family_curse", {}, (), ""),
        {"sanity 0": -4, "sanity 1": -4, "discards 0 stagger": 1, "discards 1 stagger": 1, "box stagger": -2},
    ),
    ("crate_from_the_tropics", {}, (), "seat+1 seat+1", {"health 1": -2, "tarantula of 1": 4}),
    ("masquerade_at_midnight", {}, (), "seat+0 seat+1", {"sanity 0": -1, "sanity 1": -1, "masked_herald of 1": 2}),
    ("wormhole_in_the_vault", {}, (), "", {"health 1": -1, "discards 1 stagger": 1, **STAGGER, "vault_worm of 8": 1}),
    ("ash_falls_upward", {}, (0, 1), "", {"god 0": 4, "health 0": -1, "health 1": -1, "fire_vampire of 1": 2}),
    (
        *("fire_in_the_stacks", {}, (4, 0, 1), ""),
        {"fire_vampire of 1": 2, **swept("haggle"), "health 0": -1, "health 1": -1, "god 0": 2},
    ),
    ("potters_field_opens", {}, (1, 1), "", {"zombie of 3": 2, **dropped(1, "shovel"), "health 0": -2}),
    ("flute_in_the_sewers", {}, (1,), "", {"night_piper of 5": 1, "fewer 1": 2, "sanity 0": -1}),
    (
        "strange_gold",
        {},
        (1, 0, 1),
        "",
        {"reef_hybrid of 5": 1, "dear_next": 1, "health 1": -1, **dropped(0, "sleuth")},
    ),
    (
        *("blot_on_the_deed", {}, (), ""),
        {"ink_leech of 4": 1, "discards 0 stagger": 1, **STAGGER, "sanity 0": -1, "fewer 0": 2},
    ),
    (
        *("the_table_is_laid", MOB, (), ""),
        {"zombie of 1": -1, "zombie of 3": -1, "god 0": 6, "cellar_ghoul of 4": 1, "health 0": -3},
    ),
    (
        *("harbor_wall_breaks", ARMORY, (0,), ""),
        {
            "drowned_colossus of 12": 1,
            "locations police_armory": -1,
            "box police_armory": 1,
            "health 0": -1,
            "health 1": -1,
        },
    ),
    (
        *("wedding_without_a_groom", {}, (), ""),
        {"many_handed_bride of 10": 1, "silent": 1, "sanity 0": -1, "sanity 1": -1},
    ),
    ("the_long_night", {}, (), "", {"fewer 0": 2, "fewer 1": 2}),
    ("numb_fingers", {}, (0, 1), "", {**dropped(0, "sleuth"), **dropped(1, "shovel")}),
    ("left_handed_luck", {}, (1, 0), "", {"discards 1 stagger": 1, **STAGGER, "fewer 0": 2}),
    (
        *("university_closed", {}, (0, 0, 0, 0, 0), ""),
        swept("whiskey", "body_armor", "box_camera", "doctors_bag", "haggle"),
    ),
    ("swallowed_words", {}, (1,), "", {"silent": 1, **dropped(0, "sleuth")}),
    ("bank_failure", {}, (3, 1), "", {"dear_next": 2, **swept("doctors_bag", "body_armor")}),
    ("subsidence", ARMORY, (0,), "", {"locations police_armory": -1, "box police_armory": 1, "fewer 0": 2}),
    ("choir_beneath_the_hill", {}, (), "", {"god 0": 4}),
    (
        *("hungry_altar", MOB, (1,), ""),
        {"zombie of 1": -1, "zombie of 3": -2, "god 0": 9, "sanity 1": -1, "health 0": -1},
    ),
]

# The same of Permanent ones, which stay.
STAYS = [
    ("ration_cards", {}, (), {"dear_next": 1}),
    ("the_gate_stands_ajar", {}, (2,), {"god 0": 1, **swept("box_camera")}),
    ("pickpocket_shade", {}, (0,), dropped(0, "sleuth")),
    ("sleepwalking_plague", {}, (), {"fewer 0": 2}),
    ("dripping_in_the_walls", {}, (0,), {"sanity 0": -1, **swept("whiskey")}),
    ("the_feeding_hour", ZOMBIE, (), {"zombie of 3": -1, "god 0": 3}),
    ("seal_on_every_tongue", {}, (), {"silent": 1}),
]


def test_every_kind_of_card_comes_here():
    come = [row[0] for row in (*COMES, *STAYS)] + ["the_stars_hurry"]
    assert sorted(come) == sorted(card["id"] for card in KINDS)
    assert {row[0] for row in STAYS} == {card["id"] for card in KINDS if card["permanent"]}


@pytest.mark.parametrize(("name", "there", "rolls", "answers", "expected"), COMES, ids=[row[0] for row in COMES])
def test_a_card_takes_effect_and_is_discarded(name, there, rolls, answers, expected):
    s = chance(mythos(scene(**there), name), *rolls)
    before = counted(s)
    play(s, "end_planning", *answers.split())
    assert changes(before, s) == {f"mythos_discards {name}": 1, **APHOOM, **expected}
    assert decision(s) == (0, "order"), "turns of the Combat phase begin"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "there", "rolls", "expected"), STAYS, ids=[row[0] for row in STAYS])
def test_a_permanent_card_takes_effect_and_stays(name, there, rolls, expected):
    s = chance(mythos(scene(**there), name), *rolls)
    before = counted(s)
    play(s, "end_planning")
    assert changes(before, s) == {f"permanent {name}": 1, **APHOOM, **expected}
    assert decision(s) == (0, "order")
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "there", "rolls", "expected"), STAYS, ids=[row[0] for row in STAYS])
def test_a_permanent_card_takes_effect_in_every_round(name, there, rolls, expected):
    """Before the new card, which is the Poisoned Well here."""
    s = chance(mythos(scene(permanent={name: 1}, **there), "poisoned_well"), *rolls)
    before = counted(s)
    play(s, "end_planning")
    well = {"mythos_discards poisoned_well": 1, "health 0": -1, "health 1": -1}
    assert changes(before, s) == {**well, **APHOOM, **expected}
    assert s.record["forced_n"] == 0


def test_the_stars_hurry_brings_another_card():
    s = mythos(scene(), "the_stars_hurry", "poisoned_well")
    before = counted(s)
    play(s, "end_planning")
    cards = {"mythos_discards the_stars_hurry": 1, "mythos_discards poisoned_well": 1}
    assert changes(before, s) == {**cards, "health 0": -1, "health 1": -1, **APHOOM}
    assert decision(s) == (0, "order")


def test_the_stars_hurry_twice_brings_two_more():
    s = mythos(scene(), "the_stars_hurry", "the_stars_hurry", "poisoned_well")
    before = counted(s)
    play(s, "end_planning")
    assert changes(before, s)["mythos_discards poisoned_well"] == 1
    assert s.record["mythos_discards"].sum() == 3


def test_two_copies_of_a_permanent_card_take_effect_twice():
    """The Doctor and the Detective lose nothing; the prices of the next round rise by two."""
    s = mythos(scene(permanent={"ration_cards": 2}), "choir_beneath_the_hill")
    before = counted(s)
    play(s, "end_planning")
    assert changes(before, s) == {"mythos_discards choir_beneath_the_hill": 1, "god 0": 4, **APHOOM, "dear_next": 2}


def test_svens_family_curse_can_end_a_game():
    """Nobody survives it with four points of sanity."""
    s = mythos(scene(sanity={0: 4, 1: 4}), "svens_family_curse")
    play(s, "end_planning")
    assert s.is_over
    assert s.returns.tolist() == [-1, -1]


@pytest.mark.parametrize(
    ("players", "dead", "left"), [(1, (), 8), (2, (), 7), (3, (), 6), (3, (1, 2), 6), (6, (), 3), (6, (2, 3, 4), 3)]
)
def test_the_symbol_counts_all_investigators_and_the_dead(players, dead, left):
    """Lightning takes a point of health from the healthiest for each of them: the Boxer has nine."""
    s = table(
        players,
        investigators={0: "boxer"},
        health={p: 9 if p == 0 else 0 if p in dead else 5 for p in range(players)},
        dead=dict.fromkeys(dead, 1),
        deck={p: {} for p in dead},
        market=["whiskey", "body_armor", "box_camera", "doctors_bag", "haggle"],
        gods=("aphoom_shah", "atlach_nacha"),
    )
    before = counted(s)
    play(mythos(s, "lightning_out_of_a_clear_sky"), "end_planning")
    assert s.record["health"][0] == left
    assert {name for name in changes(before, s) if name.startswith("health")} == {"health 0"}
