"""Building positions and reading them back, for the rule stories."""

from __future__ import annotations

from functools import cache

import numpy as np

from elderzoo.envs.age_of_madness import SPEC
from elderzoo.envs.core import render
from elderzoo.envs.core.game import Game, State

A, C, N, Y = "azathoth", "cthulhu", "nyarlathotep", "yog_sothoth"


@cache
def _game(players: int, rules: tuple) -> Game:
    return Game(SPEC, players, dict(rules), auto_single=False)


def game(gods=(A, C), **rules) -> Game:
    """A game whose engine plays nothing by itself, with a god for each seat."""
    return _game(len(gods), tuple(sorted({"gods": ",".join(gods), **rules}.items())))


def table(gods=(A, C), turn=0, rules=None, **fields) -> State:
    """The start of a seat's turn: every card is in the deck except those in ``fields``."""
    g = game(gods, **(rules or {}))
    nobody = {p: {} for p in range(len(gods))}
    fields["hand"] = nobody | fields.get("hand", {})
    return g.new(1).edit(decide=(turn, "turn"), **fields)


def play(state: State, *names: str) -> State:
    """Take the named actions one after the other."""
    for name in names:
        state.step(name)
        state.check()
    return state


def group(faction: str, n: int, native: str | None = None, load: str = "plain") -> dict:
    """Cultists of a Pool who serve ``faction``."""
    return {(faction, native or faction, load): n}


def circle(faction: str, corner: str = "north") -> dict:
    """The cards of a plain Ritual Circle on a corner."""
    return {(corner, faction, "plain"): 4}


def _named(state: State, values, axes: tuple[str, ...]) -> dict:
    labels = [state.game.labels[a] for a in axes]
    found = {
        tuple(names[i] for names, i in zip(labels, index, strict=True)): int(values[tuple(index)])
        for index in np.argwhere(values)
    }
    return found if len(axes) > 1 else {key[0]: n for key, n in found.items()}


def hand(state: State, p: int) -> dict[str, int]:
    return _named(state, state.record["hand"][p], ("kind",))


def known(state: State, p: int) -> dict[str, int]:
    return _named(state, state.record["known"][p], ("kind",))


def graveyard(state: State) -> dict[str, int]:
    return _named(state, state.record["graveyard"], ("kind",))


def pool(state: State, p: int) -> dict[tuple, int]:
    return _named(state, state.record["pool"][p], ("faction", "faction", "load"))


def circles(state: State, p: int) -> dict[tuple, int]:
    return _named(state, state.record["circle"][p], ("corner", "faction", "load"))


def seals(state: State, p: int) -> list[str]:
    """What lies on the corners of a seat's god."""
    r = state.record
    return ["sign" if r["sign"][p, c] else "circle" if r["complete"][p, c] else "" for c in range(4)]


def events(state: State) -> list[str]:
    """The public events in words, newest first."""
    return [render.told(state, e) for e in state.record["events"] if e[0] >= 0]


def actions_left(state: State) -> int:
    assert state.pending == "main"
    return int(state.record["stack"][0, 3])


def size(state: State, p: int) -> int:
    return int(state.record["hand_count"][p])


def plays(state: State) -> set[str]:
    """Cards that may be played."""
    return {n.removeprefix("play:") for n in state.legal_names() if n.startswith("play:")}
