"""What an action changes on the table, by name, for stories that say all of it."""

from __future__ import annotations

from collections import Counter

from elderzoo.envs.core.game import State
from elderzoo.envs.cultistorm.state import NAMES

from .story import cards_drawn, chance, cultists, cultists_drawn, gods, items_drawn, named, rolled, table, terrors_drawn

# Fields and the vocabulary of their cells.
OF_ALL = {
    "item_discards": "item",
    "item_box": "item",
    "cultist_discards": "cultist",
    "terror_used": "terror",
    "pool": "face",
    "paid": "symbols",
    "shrine": "place",
    "used_place": "place",
    "sealed": "place",
    "crystals": "step",
    "god_front": "god",
}
OF_SEATS = {
    "hand": "card",
    "deck": "card",
    "discards": "card",
    "lent_to": "card",
    "lent_by": "card",
    "items": "item",
    "worn": "item",
    "dice": "symbol",
    "trophies": "symbol",
    "used_ability": "level",
}
NUMBERS = ("insanity", "permanent", "sharp", "fewer_cards", "moved", "searched")
OF_TABLE = ("fewer_dice", "terror_at", "marker")
ONE_OF = {"act_now": "act", "act_god": "god"}


def counted(s: State) -> Counter:
    """All that can be counted: "hand 0 haymaker" is 1, "wharf_diver at 2" is 1, "die 2 eye" is 1, "1 at 3" is 1.

    Supplies (of dice, Trophies) and the decks of Cultists, Items and Terror cards are left out: what comes from there
    is somewhere else. Face-down Terror cards are left out as well.
    """
    r, labels = s.record, s.game.labels
    out = Counter()
    for field, vocab in OF_ALL.items():
        out.update({f"{field} {name}": n for name, n in named(s, field, vocab=vocab).items()})
    for p in range(s.game.num_players):
        for field, vocab in OF_SEATS.items():
            out.update({f"{field} {p} {name}": n for name, n in named(s, field, p, vocab).items()})
        out.update({f"{field} {p}": int(r[field][p]) for field in NUMBERS})
        out[f"{p} at {r['at'][p]}"] = 1
    out.update({field: int(r[field]) for field in OF_TABLE})
    out.update(f"{name} at {x}" for name, x in [*cultists(s), *gods(s).items()])
    out.update(f"die {x} {labels['symbol'][k]}" for x, k in enumerate(r["cultist_die"]) if k >= 0)
    out.update(f"open {x} {labels['terror'][k]}" for x, k in enumerate(r["terror_open"]) if k >= 0)
    out.update({f"{field} {labels[vocab][r[field]]}": 1 for field, vocab in ONE_OF.items() if r[field] >= 0})
    out.update({f"{field} {r[field]}": 1 for field in ("ward", "protected") if r[field] >= 0})
    return out


def changes(before: Counter, s: State) -> dict[str, int]:
    """What is more or less than before."""
    now = counted(s)
    return {name: now[name] - before[name] for name in sorted(now | before) if now[name] != before[name]}


def together(*parts: dict[str, int]) -> dict[str, int]:
    """Several changes as one."""
    out = Counter()
    for part in parts:
        for name, n in part.items():
            out[name] += n
    return {name: n for name, n in out.items() if n}


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


def discards(p: int, *names: str) -> dict:
    return together(*({f"hand {p} {name}": -1, f"discards {p} {name}": 1} for name in names))


def lost(p: int, item: str) -> dict:
    return {f"items {p} {item}": -1, f"item_discards {item}": 1}


def thinned(*names: str) -> dict:
    return {f"cultist_discards {name}": 1 for name in names}


def paid(gives: dict) -> dict:
    return {f"paid {symbols}": n for symbols, n in gives.items()}


def scripted(s: State, script: str) -> State:
    """What comes by chance, in this order: "1:comet_log,tide_tables" are the next cards of seat 1, "dice:eye,wild" the
    next dice, "items:", "cultists:" and "terror:" the next cards of those decks, "chance:2,0" other choices, counted
    from 0."""
    drawn = {"dice": rolled, "items": items_drawn, "cultists": cultists_drawn, "terror": terrors_drawn}
    for part in script.split():
        where, names = part.split(":")
        if where == "chance":
            chance(s, *map(int, names.split(",")))
        elif where in drawn:
            drawn[where](s, *names.split(","))
        else:
            cards_drawn(s, int(where), *names.split(","))
    return s


def busy(user: int, place: int, **fields) -> State:
    """Somebody for whom everything is of use: seat 0 is next.

    ``user`` has a permanent and two other Insanity, an Eye die, and two cards of the Dockhand in the discard pile. At
    its Location, ``place``, are a Lodge Acolyte and a Wharf Diver (slots 0 and 1), and its Cultist die shows an Eye;
    that three places on shows a Star. An Eye lies in the pool, a Brass Orrery with the discarded Items; the Terror
    cards of places 2 and 3 have a crystal and two. The others are two places on, where a Society Porter is (slot 2).
    """
    there = (place + 2) % 5
    fields = {
        "at": {p: place if p == user else there for p in range(3)},
        "insanity": {user: 3},
        "permanent": {user: 1},
        "dice": {user: {"eye": 1}},
        "discards": {user: {"bar_the_door": 1, "haymaker": 1}},
        "cultists": [("lodge_acolyte", place), ("wharf_diver", place), ("society_porter", there)],
        "cultist_die": {place: "eye", (place + 3) % 5: "star"},
        "pool": {"eye": 1},
        "item_discards": {"brass_orrery": 1},
        "crystals": {2: 1, 3: 2},
        "terror": ("one_too_many", "drums_below", "shared_dream", "last_sane_voice"),
    } | fields
    return table(3, 0, **fields)


def fight(user: int, place: int, **fields) -> State:
    """``user`` fights Azathoth, which takes every symbol and more than one Planet, and could pay with dice. Nothing is
    spent yet, and so nothing is of no use."""
    dice = {"star": 1, "shield": 1, "tentacle": 1, "eye": 1, "planet": 2}
    dice[NAMES[place]] += 1
    fields = {
        "at": {p: place if p == user else (place + 2) % 5 for p in range(3)},
        "fought": {p: 1 for p in range(3) if p != user},
        "gods": {"azathoth": place},
        "aims": {user: ["great_old_one"]},
        "dice": {user: dice},
    } | fields
    s = table(3, user, "combat", **fields)
    s.step("fight")
    return s


# Whom foes hurt: seat 0 speaks for the team; seat 1 has most Insanity, seat 2 least. All have two cards, and something
# to lose; the Locations of places 1 and 3 are active.
HANDS = {
    0: {"bar_the_door": 1, "coil_of_rope": 1},
    1: {"lamp_on_the_ridge": 1, "two_barrels": 1},
    2: {"steady_hands": 1, "night_shift": 1},
}
VICTIMS = {
    "insanity": {0: 1, 1: 2},
    "hand": HANDS,
    "items": {0: {"glass_eye": 1, "laudanum": 1}, 1: {"dynamite": 1}, 2: {"railway_pass": 1}},
    "trophies": {0: {"star": 1, "shield": 1}, 1: {"eye": 1}, 2: {"planet": 1}},
    "shrine": {1: 1, 3: 1},
}
