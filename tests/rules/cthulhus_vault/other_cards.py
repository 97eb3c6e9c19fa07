"""Card files that differ from the reference file in a few cards, and positions played with them."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cthulhus_vault import SPEC
from tests.conformance.contents import toml

from .story import play

REFERENCE = tomllib.loads((SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8"))


def card_of(data: dict, section: str, name: str) -> dict:
    return next(card for card in data[section] if card["id"] == name)


def changed(section: str, name: str, **keys) -> dict:
    """The reference cards with other values of a card; None takes one out."""
    data = copy.deepcopy(REFERENCE)
    card = card_of(data, section, name)
    card |= keys
    for key in [key for key, value in card.items() if value is None]:
        del card[key]
    return data


def written(data: dict, folder: Path) -> Path:
    """A card file as TOML."""
    path = folder / "cards.toml"
    lines = [f"title = {toml(data['title'])}"]
    for section, cards in data.items():
        for card in cards if section != "title" else ():
            lines += ["", f"[[{section}]]", *(f"{key} = {toml(value)}" for key, value in card.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def played_with(state: State, path: Path, **rules) -> State:
    """The same position in a game with the cards of another file that has as many of each."""
    other = Game(SPEC, state.game.num_players, rules, content=path, auto_single=False)
    return State.from_json(other, {"identity": other.identity, "fields": state.to_json()["fields"]})


# Cards that cost nothing. What their special attacks do is rewritten by the fixture ``fight``.
CARD = {"ancient_one": "black_tide", "investigator": "steady_nerves"}


def special(s: State, target: int = 2) -> State:
    """The seat to act uses the card of ``fight``, which its Ancient One (seat 0) does on seat ``target``."""
    if s.pending == "target":
        play(s, f"seat+{target}")
    return play(s, "special:" + CARD["investigator" if s.seat else "ancient_one"])


def counts(s: State, field: str) -> list[int]:
    """A number of each of four seats."""
    return s.record[field][:4].tolist()
