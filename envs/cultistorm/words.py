"""What the views say of the table: a line or two for each Location, one for the Terror circle, a few for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What the views need as well as the fields.
NAMES = ("star", "shield", "tentacle", "eye", "planet")
SANE = 4  # Insanity that an investigator can bear

# Operations in a word or two; {n} is the amount, {s} the set of symbols. What is not here is called by its name.
SHORT = {
    "symbol": "{s}",
    "heal": "heals {n}",
    "cure": "cures the permanent Insanity",
    "shelter": "Protection",
    "sharpen": "fights as ranged",
    "go": "goes anywhere",
    "draw": "draws {n}",
    "recall": "takes back {n} discards",
    "die": "gets {n} dice",
    "pool": "{n} dice to the pool",
    "roll": "rolls a die again",
    "turn": "turns a die",
    "find": "finds {n} Items, keeps one",
    "restock": "reshuffles the Items",
    "trophy": "{n} Trophies of {s}",
    "ward": "wards the Location",
    "blank": "blanks the Location's die",
    "banish": "banishes {n} Cultists",
    "shove": "shoves {n} Cultists on",
    "ease": "{n} crystals off a Terror card",
    "look": "looks at a Terror card",
    "scare": "{n} Insanity",
    "madden": "a permanent Insanity",
    "terror": "Terror moves {n}",
    "come": "{n} Cultists by chance",
    "march": "the marker moves {n}",
    "gather": "{n} Cultists here",
    "summon": "summons a Great Old One",
    "summon_second": "summons one of the second wave",
    "drop": "discards {n} cards",
    "rob": "loses {n} Items",
    "strip": "loses {n} Trophies",
    "fewer_dice": "{n} dice fewer",
    "fewer_cards": "draws {n} fewer",
    "darken": "{n} Locations no longer active",
    "stir": "rolls all Cultist dice",
    "thin": "{n} cards off the Cultist deck",
}
ONE = {
    "dice": "die",
    "Items": "Item",
    "Trophies": "Trophy",
    "Cultists": "Cultist",
    "crystals": "crystal",
    "cards": "card",
    "discards": "discard",
    "Locations": "Location",
}

Lines = list[tuple[str, str]]


def plain(name: str) -> str:
    return name.replace("_", " ")


def symbols(counts: Iterable[int]) -> str:
    """Numbers of each symbol, such as ``2 star, eye``."""
    return ", ".join((f"{n} " if n > 1 else "") + NAMES[k] for k, n in enumerate(counts) if n)


def any_of(mask: int) -> str:
    """A set of symbols, such as ``star/eye``."""
    found = [name for k, name in enumerate(NAMES) if mask >> k & 1]
    return "any" if len(found) == len(NAMES) else "/".join(found)


def phrase(op: str, n: int, some: str = "") -> str:
    """An operation in a word or two; ``some``: its symbols."""
    words = SHORT.get(op, plain(op)).format(n=n, s=some)
    return re.sub(r"\b1 (\w+)", lambda m: f"1 {ONE.get(m[1], m[1])}", words)


def does(t, source: int) -> str:
    """What is printed on a source, in a few words, what may be declined in brackets; "" where it does nothing."""
    parts = [("+ " if e else "") + effect(t, source, e) for e in range(t["effects"][source])]
    return " ".join(f"({part})" if t["optional"][source, e] else part for e, part in enumerate(parts))


def effect(t, source: int, e: int) -> str:
    """One effect of a source, in a few words."""
    from .tables import OPS

    op, n, some = tuple(OPS)[t["op"][source, e]], int(t["amount"][source, e]), any_of(int(t["symbols"][source, e]))
    return phrase(op, n, f"{n} {some}" if op == "symbol" and n > 1 else some)


# ------------------------------------------------------------------------------------------------- Locations


def cultist_takes(t, k: int, x: int, location, die, strong: bool) -> list[int]:
    """Symbols that it takes to defeat a Cultist of kind ``k`` at place ``x``."""
    here = int(t["location_symbol"][location[x]])
    need = [int(n) for n in t["cultist_symbols"][k]]
    if die[x] >= 0:
        need[die[x]] += 1
    if t["sect"][k] == here or strong:
        need[here] += 1
    return need


def god_takes(t, g: int, x: int, location, die, eaten: list[int], older: bool) -> list[int]:
    """The same of Great Old One ``g``; ``eaten``: devoured Cultists there by symbol of their sect."""
    from .tables import ALWAYS, OF_SECT

    here = int(t["location_symbol"][location[x]])
    need = [int(n) for n in t["god_symbols"][g]]
    if die[x] >= 0:
        need[die[x]] += 1
    if older:
        need = [a + b for a, b in zip(need, eaten, strict=True)]
    when = t["opt_god_symbol"]
    if when == ALWAYS or (t["god_sect"][g] == here if when == OF_SECT else eaten[here] > 0):
        need[here] += 1
    return need


def eaten_at(t, under, x: int) -> list[int]:
    """Cultists that were devoured at place ``x`` by symbol of their sect."""
    out = [0] * len(NAMES)
    for k, n in enumerate(under[x]):
        if n and t["sect"][k] >= 0:
            out[t["sect"][k]] += int(n)
    return out


def is_strong(t, act_now: int) -> bool:
    """Whether the Final Act gives each Cultist the symbol of its Location."""
    from .tables import STRONGER

    return act_now >= 0 and t["lasting"][act_now] == STRONGER


def places(
    t,
    labels,
    location,
    sealed,
    shrine,
    used,
    placed,
    die,
    ward,
    marker,
    cultist,
    cultist_at,
    god_at,
    front,
    under,
    at,
    act_now,
) -> Lines:
    """Each Location: what is active, laid, rolled and who is there; below, its column from the bottom up: of each foe
    its number, its sect, and all the symbols that it takes now."""
    n = int((cultist >= 0).sum())
    found = [("", f"{n} Cultists in play, {t['threshold']} allowed")]
    strong = is_strong(t, act_now)
    for x, k in enumerate(location):
        if k < 0:
            continue
        marks = ["SEALED"] if sealed[x] else [f"Trophies {placed[x].sum()} of {t['seal_trophies']}"]
        marks.append(f"die {NAMES[die[x]] if die[x] >= 0 else 'blank'}")
        if shrine[x]:
            spent = used[x] and t["once"][k]
            marks.append("active" + (", used" if spent else "") + f": {does(t, _of_location(k))}")
        marks += ["warded"] * bool(ward == x) + ["Cultist marker"] * bool(marker == x)
        here = [f"player_{p}" for p, place in enumerate(at) if place == x]
        marks += [f"here: {', '.join(here)}"] if here else []
        found.append((plain(labels["location"][k]), f"{NAMES[t['location_symbol'][k]]}; " + "; ".join(marks)))
        column = [
            f"#{j} {plain(labels['cultist'][c])} ({_sect(t, c)}): "
            + symbols(cultist_takes(t, c, x, location, die, strong))
            for j, (c, place) in enumerate(zip(cultist, cultist_at, strict=True))
            if c >= 0 and place == x
        ]
        column += _gods(t, labels, x, location, die, god_at, front, under)
        if column:
            found.append(("", "; ".join(column)))
    return found


def _gods(t, labels, x: int, location, die, god_at, front, under) -> list[str]:
    """Great Old Ones at place ``x``."""
    found, eaten = [], eaten_at(t, under, x)
    gods = [g for g, place in enumerate(god_at) if place == x]
    older = older_of(t, gods)
    for g in gods:
        marks = ["IN FRONT"] if front[g] == 1 else []
        if under[x].any() and g == older:
            marks.append(f"devoured {under[x].sum()}: {symbols(eaten) or 'no sect'}")
        said = f" ({', '.join(marks)})" if marks else ""
        takes = symbols(god_takes(t, g, x, location, die, eaten, g == older))
        found.append(f"{plain(labels['god'][g]).upper()}{said}: {takes}")
    return found


def older_of(t, gods: list[int]) -> int:
    """Of the Great Old Ones at one Location the older: one of the second wave comes last."""
    from .tables import SECOND_WAVE

    older = -1
    for g in gods:
        if older < 0 or t["wave"][older] == SECOND_WAVE:
            older = g
    return older


def _sect(t, c) -> str:
    sect = int(t["sect"][c])
    return f"{NAMES[sect]} sect" if sect >= 0 else "no sect"


def _of_location(k: int) -> int:
    from .state import OF_LOCATION

    return OF_LOCATION + int(k)


# -------------------------------------------------------------------------------------------------- the table


def circle(t, labels, gems, crystals, terror_open, at, steps) -> Lines:
    """The Terror circle from its start on: crystals of gems on each card; the marker in brackets."""
    found = []
    for x in range(int(steps)):
        said = f"{crystals[x]} of {gems[x]}" if gems[x] else "-"
        if terror_open[x] >= 0:
            said += f" {plain(labels['terror'][terror_open[x]])}"
        if x == steps - 1:
            said = f"Final Act {said}"
        found.append(f"[{said}]" if x == at else said)
    return [("terror circle", " | ".join(found) + " (crystals of gems; [marker])")] if found else []


def dice_pool(t, labels, pool) -> Lines:
    said = some_of(labels["face"], pool)
    return [("dice pool", said)] if said else []


def gate_seals(t, labels, seal_of, location) -> Lines:
    """Who holds which Gate Seal."""
    from .tables import SEAL_OF_PLACE

    of_place = t["opt_seals"] == SEAL_OF_PLACE
    said = ", ".join(
        f"{plain(labels['location'][location[k]]) if of_place else NAMES[k]} player_{p}"
        for k, p in enumerate(seal_of)
        if p >= 0
    )
    return [("gate seals", said)] if said else []


def fight(t, labels, need, paid) -> Lines:
    """The fight under way: what it takes, and what is spent on it."""
    if not need.any():
        return []
    spent = ", ".join((f"{n} " if n > 1 else "") + any_of(m) for m, n in enumerate(paid) if n)
    return [("fight", f"takes {symbols(need)}; spent: {spent or 'nothing yet'}")]


# ---------------------------------------------------------------------------------------------- the investigators


def some_of(labels, counts) -> str:
    """Kinds and how many of each, but for those of which there are none."""
    return ", ".join(plain(labels[k]) + (f" x{n}" if n > 1 else "") for k, n in enumerate(counts) if n)


def investigator(
    t,
    labels,
    who,
    location,
    players,
    at,
    insanity,
    permanent,
    fewer,
    sharp,
    took,
    moved,
    searched,
    fought,
    ready,
) -> Lines:
    """Who the seat is, how they fight, where they are, how they are, and what they have done in this round."""
    if who < 0:
        return []
    said = [plain(labels["investigator"][who]), "ranged" if t["style"][who] or sharp or players == 2 else "melee"]
    if at >= 0:
        said.append(f"at {plain(labels['location'][location[at]])}")
    said.append(f"Insanity {insanity} of {SANE}" + (" (one permanent)" if permanent else ""))
    if fewer:
        said.append(f"draws {fewer} fewer")
    done = {"took a die": took, "moved": moved, "searched": searched, "fought": fought, "PASSED": ready}
    return [("", ", ".join(said + [words for words, flag in done.items() if flag]))]


def holdings(t, labels, trophies, cultist, dice, items, worn, aims, level, who, used, lent) -> Lines:
    """Trophies, dice, Items, abilities, Target markers, and cards that support the seat's fights."""
    from .state import INVESTIGATORS, OF_ABILITY, OF_ITEM

    said = [f"Trophies {symbols(trophies)}"] * bool(trophies.any()) + [f"dice {symbols(dice)}"] * bool(dice.any())
    if items.any():
        held = []
        for k, n in enumerate(items):
            if n:
                number = (f" x{n}" if n > 1 else "") + (" used" if worn[k] else "")
                held.append(f"{plain(labels['item'][k])}{number} [{does(t, OF_ITEM + k)}]")
        said.append(f"Items {', '.join(held)}")
    if level > 0:
        learned = [
            f"[{does(t, OF_ABILITY + INVESTIGATORS * n + int(who))}]" + (" used" if used[n] else "")
            for n in range(int(level))
        ]
        said.append(f"abilities {', '.join(learned)}")
    targets = [
        f"#{m} {plain(labels['cultist'][cultist[m]])}" if m < len(cultist) and cultist[m] >= 0 else "the Great Old One"
        for m in aims
        if m >= 0
    ]
    said += [f"aims at {', '.join(targets)}"] if targets else []
    helps = [f"{plain(labels['card'][k])}{_times(n)} [{does(t, k)}]" for k, n in enumerate(lent) if n]
    said += [f"supported by {', '.join(helps)}"] if helps else []
    return [("has", "; ".join(said))] if said else []


def hand(t, labels, counts) -> Lines:
    """Cards in hand: the symbol in a fight of one's own > what it does for a friend | that this costs no Insanity, that
    the card counts for a search, that supporting with it draws no new card."""
    said = []
    for k, n in enumerate(counts):
        if n:
            icons = (
                ["free"] * bool(t["unique"][k]) + ["search"] * int(t["search"][k]) + ["no draw"] * int(t["no_draw"][k])
            )
            helps = does(t, k) + (f" | {', '.join(icons)}" if icons else "")
            said.append(f"{plain(labels['card'][k])}{_times(n)} [{NAMES[t['card_symbol'][k]]} > {helps}]")
    return [("hand", "; ".join(said))] if said else []


def _times(n) -> str:
    return f" x{n}" if n > 1 else ""
