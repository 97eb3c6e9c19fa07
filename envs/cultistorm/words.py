"""What the views say of the table: a line for each Location, one for the Terror circle, a few for each seat."""

from __future__ import annotations

from collections.abc import Iterable

# What the views need as well as the fields.
NAMES = ("star", "shield", "tentacle", "eye", "planet")
SANE = 4  # Insanity that an investigator can bear

Lines = list[tuple[str, str]]


def plain(name: str) -> str:
    return name.replace("_", " ")


def some_of(labels, counts) -> str:
    """Kinds and how many of each, but for those of which there are none."""
    return ", ".join(plain(labels[k]) + (f" x{n}" if n > 1 else "") for k, n in enumerate(counts) if n)


def symbols(counts: Iterable[int]) -> str:
    """Numbers of each symbol, such as ``2 star, eye``."""
    return ", ".join((f"{n} " if n > 1 else "") + NAMES[k] for k, n in enumerate(counts) if n)


def places(
    t, labels, location, sealed, shrine, used, placed, die, ward, marker, cultist, cultist_at, god_at, front, under
) -> Lines:
    """A line for each Location: what is active, laid and rolled there, then its column from the bottom up."""
    found = [("cultists", f"{(cultist >= 0).sum()} in play, {t['threshold']} allowed")]
    for x, k in enumerate(location):
        if k < 0:
            continue
        symbol = int(t["location_symbol"][k])
        marks = [NAMES[symbol]]
        marks += ["SEALED"] * bool(sealed[x]) + ["active" if not used[x] else "active, used"] * bool(shrine[x])
        marks += ["warded"] * bool(ward == x) + ["Cultist marker"] * bool(marker == x)
        marks.append(f"die {NAMES[die[x]] if die[x] >= 0 else 'blank'}")
        if not sealed[x]:
            marks.append(f"Trophies {placed[x].sum()} of {t['seal_trophies']}")
        column = [
            f"{j}: {plain(labels['cultist'][c])} [{symbols(t['cultist_symbols'][c])}{_sect(t, c)}]"
            for j, (c, at) in enumerate(zip(cultist, cultist_at, strict=True))
            if c >= 0 and at == x
        ]
        for g, at in enumerate(god_at):
            if at == x:
                eaten = f", {under[x].sum()} devoured" if under[x].any() else ""
                there = ", IN FRONT" if front[g] == 1 else ""
                column.append(f"{plain(labels['god'][g]).upper()} [{symbols(t['god_symbols'][g])}{eaten}]{there}")
        found.append((f"{x} {plain(labels['location'][k])}", "; ".join([", ".join(marks), *column])))
    return found


def _sect(t, c) -> str:
    sect = int(t["sect"][c])
    return f"; {NAMES[sect]} sect" if sect >= 0 else "; no sect"


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
    return [("terror circle", " | ".join(found))] if found else []


def investigator(t, labels, who, location, players, at, insanity, permanent, level, fewer, sharp) -> Lines:
    """Who the seat is, how they fight, where they are, how they are."""
    if who < 0:
        return []
    said = [plain(labels["investigator"][who]), "ranged" if t["style"][who] or sharp or players == 2 else "melee"]
    if at >= 0:
        said.append(f"at {at} {plain(labels['location'][location[at]])}")
    said.append(f"Insanity {insanity} of {SANE}" + (", one permanent" if permanent else ""))
    said.append(f"{level} abilities" if level != 1 else "1 ability")
    if fewer:
        said.append(f"draws {fewer} fewer")
    return [("", ", ".join(said))]


def aims(t, labels, marks, cultist) -> Lines:
    """What the Target markers are on."""
    said = [
        f"{m}: {plain(labels['cultist'][cultist[m]])}" if m < len(cultist) and cultist[m] >= 0 else "the Great Old One"
        for m in marks
        if m >= 0
    ]
    return [("aims at", ", ".join(said))] if said else []


def holdings(t, labels, trophies, dice, items) -> Lines:
    """Trophies, dice and Items in one line."""
    said = [f"Trophies: {symbols(trophies)}"] * bool(trophies.any()) + [f"dice: {symbols(dice)}"] * bool(dice.any())
    said += [f"Items: {some_of(labels['item'], items)}"] * bool(items.any())
    return [("has", "; ".join(said))] if said else []


def cards_with_symbols(label: str):
    """A line of cards, each with the symbol that it gives in a fight of one's own."""

    def lines(t, labels, counts) -> Lines:
        said = [
            f"{plain(labels['card'][k])} [{NAMES[t['card_symbol'][k]]}]" + (f" x{n}" if n > 1 else "")
            for k, n in enumerate(counts)
            if n
        ]
        return [(label, ", ".join(said))] if said else []

    return lines


def dice_pool(t, labels, pool) -> Lines:
    said = some_of(labels["face"], pool)
    return [("dice pool", said)] if said else []


def gate_seals(t, labels, seal_of) -> Lines:
    said = ", ".join(f"{NAMES[k]} player_{p}" for k, p in enumerate(seal_of) if p >= 0)
    return [("gate seals", said)] if said else []
