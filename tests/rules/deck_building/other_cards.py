"""Card files that differ from the reference file in a few cards."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path

from elderzoo.envs.deck_building import SPEC
from tests.conformance import contents

REFERENCE = tomllib.loads((SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8"))


def of(section: str, name: str, data: dict) -> dict:
    return next(card for card in data[section] if card["id"] == name)


def written(data: dict, folder: Path) -> Path:
    """A card file as TOML."""
    path = folder / "cards.toml"
    lines = [f"title = {contents.toml(data['title'])}"]
    for section, cards in data.items():
        for card in cards if section != "title" else ():
            lines += ["", f"[[{section}]]", *(f"{key} = {contents.toml(value)}" for key, value in card.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def changed(section: str, name: str, **keys) -> dict:
    """The reference cards with other values of a card; None takes one out."""
    data = copy.deepcopy(REFERENCE)
    card = of(section, name, data)
    card |= keys
    for key in [key for key, value in card.items() if value is None]:
        del card[key]
    return data


def without(section: str, *names: str) -> dict:
    data = copy.deepcopy(REFERENCE)
    data[section] = [c for c in data[section] if c["id"] not in names]
    return data
