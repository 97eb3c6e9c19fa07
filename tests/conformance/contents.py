"""Card files of another size and split than the reference ones, generated: a writer for each game."""

from collections.abc import Callable
from pathlib import Path

PROVENANCE = 'provenance = { name = "designed", values = "designed" }\n'


def table(section: str, **keys) -> str:
    lines = [f"{key} = {value!r}" if isinstance(value, int) else f'{key} = "{value}"' for key, value in keys.items()]
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


WRITERS: dict[str, Callable[[], str]] = {"kuhn-v0": kuhn, "age_of_madness-v0": age_of_madness}


def write(game: str, folder: Path) -> Path:
    """The generated card file of ``game`` in ``folder``."""
    path = folder / "generated.toml"
    path.write_text('title = "Generated"\n' + WRITERS[game](), encoding="utf-8")
    return path
