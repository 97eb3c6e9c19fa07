"""Card files of another size and split than the reference ones, generated: a writer for each game."""

from collections.abc import Callable
from pathlib import Path

PROVENANCE = 'provenance = { name = "designed", values = "designed" }\n'


def toml(value) -> str:
    """A whole number, a string, or a list or dict of values, as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(x)}" for key, x in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def table(section: str, **keys) -> str:
    lines = [f"{key} = {toml(value)}" for key, value in keys.items()]
    return f"[[{section}]]\n" + "\n".join(lines) + f"\n{PROVENANCE}"


def kuhn() -> str:
    """Two cards instead of three."""
    return "".join(table("card", id=f"card_{k}", name=f"Card {k}", rank=rank) for k, rank in enumerate((12, 7)))


def age_of_madness() -> str:
    """Twelve kinds instead of seventeen, with fewer cultists, more signs, other amounts and other gods."""
    gods = ("dagon", "hastur", "shub", "tulu")
    powers = ("free_play", "take_cultists", "convert_group", "hand_size")
    out = [table("card", id=f"acolyte_of_{g}", name=g, type="cultist", copies=7, op="cultist", faction=g) for g in gods]
    rest = (
        ("elder_sign", "sign", "place_sign", 14, {}),
        ("cultist_power", "turncoat", "convert_group", 11, {}),
        ("cultist_power", "summons", "call_group", 9, {}),
        ("advantage", "ward", "barrier", 5, {}),
        ("advantage", "study", "draw", 6, {"amount": 3}),
        ("advantage", "plunder", "discard_random", 4, {"amount": 2}),
        ("advantage", "tome", "attach", 8, {}),
        ("eldritch_power", "ruin", "destroy_circle", 3, {}),
    )
    out += [table("card", id=i, name=i, type=t, copies=n, op=op, **more) for t, i, op, n, more in rest]
    amounts = (1, 2, 1, 2)
    out += [table("god", id=g, name=g, power=p, amount=n) for g, p, n in zip(gods, powers, amounts, strict=True)]
    return "".join(out)


def card(type_: str, id_: str, copies: int, *effects: str, **more) -> str:
    """A card of Creatures & Cultists; an effect is written as "op who", "op who amount" or "op who amount skill"."""
    keys = ("op", "who", "amount", "skill")
    rows = [dict(zip(keys, line.split(), strict=False)) for line in effects]
    if rows:
        more["effects"] = [row | {"amount": int(row.get("amount", 0))} for row in rows]
    return table("card", id=id_, name=id_, type=type_, copies=copies, **more)


def creatures_and_cultists() -> str:
    """Twenty-two kinds instead of fifty-seven, 96 cards instead of 118: fewer attacks and no Dodge, more cards with
    effects, which use every operation; cults whose first row is their best."""
    out = [
        card("mondo", "feast", 4, "gain all 2", "draw others 1"),
        card("mondo", "flood", 3, "strike others 2"),
        card("mondo", "fog", 4, "ward self -3 sorcery", "gate self", duration="round"),
        card("mondo", "fast", 3, "hand_limit self -1", duration="game"),
        card("event", "mutiny", 5, "sacrifice target 2", "ready self"),
        card("event", "lawsuit", 5, "steal others 3", "lose target 1", cost=2),
        card("event", "duel", 4, "kill target 1", "discard self 1", roll="player", skill="conjuring", spooge="double"),
        card("event", "raid", 2, "lose all 2", roll="player", skill="sorcery", boof="points", boof_amount=5),
        card("event", "vow", 4, "silence target 0 sorcery", roll="target", skill="thuggery", duration="turn"),
        card("sorcery", "hex", 6, "skill target -3 thuggery", duration="game", spooge="sure", boof="backfire"),
        card("sorcery", "luck", 4, "rolls self 4", duration="round", spooge="draw"),
        card("sorcery", "storm", 4, "strike all 1", modifier=-1, spooge="double", boof="cultist"),
        card("sorcery", "rite", 5, "cleanse all 2", "raise all 3", cost=1),
        card("sorcery", "tide", 4, "discard others 2", "draw self 2", spooge="double"),
        card("thuggery", "fist", 7, modifier=-1),
        card("thuggery", "bomb", 4, modifier=2, targets=4),
        card("thuggery", "sniper", 3, modifier=1, reaches=1),
        card("conjuring", "imp", 6, modifier=4, survival=14),
        card("conjuring", "swarm", 3, survival=11, targets=3),
        card("conjuring", "demon", 8, modifier=-3, survival=7),
        card("defense", "star", 5, answer="elder_sign"),
        card("defense", "sham", 3, answer="bluff"),
    ]
    for n in range(24):
        kind, strength, off = "conjurer" if n % 3 else "thug", 4 - n // 8, n % 3
        skills = {"thuggery": strength - 2 * off, "conjuring": strength - 4 + 2 * off}
        out.append(table("cultist", id=f"cultist_{n}", name=f"Cultist {n}", kind=kind, points=1 + n % 4, **skills))
    return "".join(out)


WRITERS: dict[str, Callable[[], str]] = {
    "kuhn-v0": kuhn,
    "age_of_madness-v0": age_of_madness,
    "creatures_and_cultists-v0": creatures_and_cultists,
}


def write(game: str, folder: Path) -> Path:
    """The generated card file of ``game`` in ``folder``."""
    path = folder / "generated.toml"
    path.write_text('title = "Generated"\n' + WRITERS[game](), encoding="utf-8")
    return path
