"""Investigator cards, Items, Locations and abilities: each is played once, as a support or by itself, or spent in a
fight. What that changes is written here and not read from the cards."""

import pytest

from elderzoo.envs.core.game import State

from .changes import busy, changes, counted, fight, scripted, together
from .story import decision, game, named, play, table

SECTIONS = game().content.sections
DECKS = {card["id"]: {row["card"]: row.get("copies", 1) for row in card["deck"]} for card in SECTIONS["investigator"]}


def of_kind(section: str, *lasts: str) -> list[str]:
    return [card["id"] for card in SECTIONS[section] if not lasts or card["lasts"] in lasts]


def moves(p: int, here: int, there: int) -> dict:
    return {f"{p} at {here}": -1, f"{p} at {there}": 1}


def goes(name: str, here: int, there: int) -> dict:
    return {f"{name} at {here}": -1, f"{name} at {there}": 1}


def gone(name: str, here: int) -> dict:
    return {f"{name} at {here}": -1, f"cultist_discards {name}": 1}


def draws(p: int, *names: str) -> dict:
    return together(*({f"hand {p} {name}": 1, f"deck {p} {name}": -1} for name in names))


def recalls(p: int, *names: str) -> dict:
    return together(*({f"hand {p} {name}": 1, f"discards {p} {name}": -1} for name in names))


def turned(p: int, old: str, new: str) -> dict:
    return {f"dice {p} {old}": -1, f"dice {p} {new}": 1}


# -------------------------------------------------------------------------------------------- Investigator cards

# Card; the symbol it is in its owner's fight, what the support costs and brings (an Insanity, a new card), and its
# search icons; then what a friend draws or rolls, what is answered, what changes beside the card and that.
SUPPORTS = [
    ("coffee_on_the_roof", "star insanity card", "", "", {"insanity 1": -2}),
    ("walk_each_other_home", "shield insanity card", "", "accept place:4", {"insanity 1": -2, **moves(1, 1, 4)}),
    (
        *("hand_of_cards", "tentacle insanity card", "dice:star", "accept die:eye"),
        {"insanity 1": -2, **turned(1, "eye", "star")},
    ),
    ("talk_it_over", "eye insanity card", "", "accept slot:2", {"insanity 1": -2, "open 2 shared_dream": 1}),
    ("letter_from_home", "planet insanity", "1:haymaker", "", {"insanity 1": -2, **draws(1, "haymaker")}),
    ("spare_charm", "star insanity card icon", "dice:planet", "", {"dice 1 planet": 1}),
    ("chalk_circle", "shield insanity card", "", "", {"ward 1": 1}),
    ("sleep_in_shifts", "shield insanity card", "", "accept slot:3", {"protected 1": 1, "crystals 3": -1}),
    ("up_the_fire_escape", "tentacle insanity card", "", "place:0 accept", {**moves(1, 1, 0), "sharp 1": 1}),
    ("second_look", "tentacle insanity", "", "card:bar_the_door", recalls(1, "bar_the_door")),
    ("twist_of_the_wrist", "eye insanity card", "", "die:eye symbol:star", turned(1, "eye", "star")),
    (
        *("raise_the_alarm", "eye insanity card", "", "slot:0 accept"),
        {**goes("lodge_acolyte", 1, 2), "die 1 eye": -1},
    ),
    (
        *("emptied_pockets", "planet insanity card icon", "dice:wild,star", "accept die:eye"),
        {"pool wild": 1, **turned(1, "eye", "star")},
    ),
    ("compare_notes", "planet insanity card", "1:haymaker,spare_charm", "", draws(1, "haymaker", "spare_charm")),
    ("bar_the_door", "shield card", "", "accept", {"ward 1": 1, "protected 1": 1}),
    ("coil_of_rope", "star card", "1:haymaker", "place:3", {**moves(1, 1, 3), **draws(1, "haymaker")}),
    ("smelling_salts", "planet card", "", "accept", {"insanity 1": -3, "permanent 1": -1}),
    ("night_shift", "eye card", "", "accept", {"protected 1": 1, "insanity 1": -1}),
    ("cast_out", "star card", "", "slot:1", {**gone("wharf_diver", 1), "terror_at": 1, "crystals 1": 1}),
    ("hallowed_ground", "star card", "", "slot:2 accept", {"crystals 2": -1, "ward 1": 1}),
    (
        *("spring_the_trap", "tentacle card", "", "slot:1 slot:0"),
        {**goes("wharf_diver", 1, 2), **goes("lodge_acolyte", 1, 2)},
    ),
    ("lamp_on_the_ridge", "star card", "1:haymaker", "accept", {**draws(1, "haymaker"), "sharp 1": 1}),
    ("loaded_dice", "star card", "dice:planet", "accept die:eye symbol:star", {"dice 1 planet": 1, **turned(1, "eye", "star")}),
    ("vanishing_act", "tentacle card", "", "place:4 accept", {**moves(1, 1, 4), "die 4 star": -1}),
    ("relay", "eye", "", "card:bar_the_door card:haymaker", recalls(1, "bar_the_door", "haymaker")),
    (
        *("wire_for_supplies", "planet card icon", "items:laudanum,glass_eye,dynamite", "item:laudanum accept"),
        # What is kept before the deck is restocked: the other Items are discarded, and all discards shuffled in.
        {"items 1 laudanum": 1, "item_discards dynamite": -1},
    ),
    ("forewarned", "eye card", "", "slot:3 accept slot:1", {"crystals 3": -2, "open 1 drums_below": 1}),
]

# Card, the same, the symbols that a friend gets for it in a fight.
LENT = [
    ("salt_line", "star insanity card", {"shield+planet": 1}),
    ("tide_tables", "star insanity card icon", {"tentacle+eye": 1}),
    ("harpoon_rack", "shield insanity card", {"star+tentacle": 1}),
    ("borrowed_lens", "shield insanity card", {"eye+planet": 1}),
    ("divers_helmet", "tentacle insanity card", {"shield+eye": 1}),
    ("sextant_reading", "tentacle insanity card", {"star+planet": 1}),
    ("deep_water_chart", "eye insanity card icon", {"tentacle+planet": 1}),
    ("watchmans_lantern", "eye insanity card", {"star+shield": 1}),
    ("comet_log", "planet insanity card", {"star+eye": 1}),
    ("lead_lined_net", "planet insanity card", {"shield+tentacle": 1}),
    ("untaught_word", "shield insanity card", {"star+shield+tentacle+eye+planet": 1}),
    ("locked_case_page", "tentacle insanity", {"star+shield+tentacle+eye+planet": 1}),
    ("haymaker", "star", {"star+shield": 2}),
    ("steady_hands", "eye card", {"shield+eye+planet": 1}),
    ("old_hymn", "planet", {"star": 1, "planet": 1}),
    ("two_barrels", "eye card", {"star+shield+tentacle+eye+planet": 1}),
    ("up_the_sleeve", "shield", {"star+shield+tentacle+eye+planet": 1}),
]
CARDS = [row[:2] for row in SUPPORTS + LENT]


def casting(name: str) -> dict[int, str]:
    """An owner of the card, a friend who has none, and somebody else."""
    owner = next(who for who, deck in DECKS.items() if name in deck and who != "dockhand") if name not in UNSHARED else "dockhand"
    friend = "night_nurse" if owner == "dockhand" else "dockhand"
    return {0: owner, 1: friend, 2: "trapper" if owner != "trapper" else "lay_preacher"}


UNSHARED = [name for name in DECKS["dockhand"] if sum(name in deck for deck in DECKS.values()) == 1]


def test_every_investigator_card_has_a_row():
    assert sorted(row[0] for row in CARDS) == sorted(of_kind("card"))


def spare(who: str, name: str) -> str:
    """A card that its owner draws, which is the last of the deck."""
    return next(card for card in DECKS[who] if card != name)
