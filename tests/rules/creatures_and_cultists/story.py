"""Building positions and reading them back, for the rule stories."""

from __future__ import annotations

from functools import cache

import numpy as np

from elderzoo.envs.core import render
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.creatures_and_cultists import SPEC
from elderzoo.envs.creatures_and_cultists.state import PLACES, ROWS

ALL = ("first", "second", "third")


@cache
def _game(players: int, rules: tuple) -> Game:
    return Game(SPEC, players, dict(rules), auto_single=False)


def game(players=2, **rules) -> Game:
    """A game whose engine plays nothing by itself; every skill is 10 unless told."""
    return _game(players, tuple(sorted({"skills": "equal", **rules}.items())))


def table(players=2, turn=0, favoured=None, rules=None, **fields) -> State:
    """The start of a seat's turn, in round 2: every card is in the deck except those in ``fields``, everybody
    lives, nobody has points, and the stars favour the seat left of ``turn`` (who plays last) unless told."""
    g = game(players, **(rules or {}))
    nobody = {p: {} for p in range(players)}
    fields["hand"] = nobody | fields.get("hand", {})
    fields.setdefault("round", 2)
    fields["favoured"] = (turn - 1) % players if favoured is None else favoured
    return g.new(1).edit(decide=(turn, "turn"), **fields)


def row(name: str, *places: int) -> dict:
    """Living cultists of one row, for ``alive``: those places, or all eight."""
    return {(name, c): 1 for c in (places or range(PLACES))}


def dead_but(*living: tuple[str, int]) -> dict:
    """For ``alive``: only these cultists (row, place) live."""
    return dict.fromkeys(living, 1)


def dice(state: State, *throws: str) -> State:
    """Script the next throws: ``dice(s, "416", "2")`` for three dice of a roll, then one die."""
    state.force(*[("dice", int(d) - 1) for throw in throws for d in throw])
    return state


def chance(state: State, *values: int) -> State:
    """Script the next random choices other than dice and cards, counted from 0."""
    state.force(*[("events", v) for v in values])
    return state


def deck(state: State, *kinds: str) -> State:
    """Script the next cards drawn; the deck must hold them."""
    counts = np.array(state.record["deck"], np.int64)
    draws = []
    for name in kinds:
        k = state.game.labels["kind"].index(name)
        assert counts[k] > 0, f"the deck holds no {name}"
        draws.append(("deck", int(counts[:k].sum())))
        counts[k] -= 1
    state.force(*draws)
    return state


def play(state: State, *names: str) -> State:
    """Take the named actions one after the other."""
    for name in names:
        state.step(name)
        state.check()
    return state


def attack(state: State, card: str, source: int = 0, target: str = "cultist:0>seat+1") -> State:
    """Announce an attack: the card, the own cultist's place, the target."""
    return play(state, f"play:{card}", f"cultist:{source}>seat+0", target)


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


def lasting(state: State, p: int) -> dict[str, int]:
    return _named(state, state.record["lasting"][p], ("lasting",))


def discards(state: State) -> dict[str, int]:
    return _named(state, state.record["discards"], ("kind",))


def dead(state: State, p: int) -> set[tuple[str, int]]:
    """Dead cultists of a seat as (row, place)."""
    alive = state.record["alive"][p]
    return {(ALL[r], c) for r in range(ROWS) for c in range(PLACES) if not alive[r, c]}


def points(state: State) -> list[int]:
    return [int(x) for x in state.record["points"][: state.game.num_players]]


def out(state: State) -> list[int]:
    """Seats that are out of the game."""
    return [p for p in range(state.game.num_players) if state.record["out"][p]]


def size(state: State, p: int) -> int:
    return int(state.record["hand_count"][p])


def events(state: State) -> list[str]:
    """The public events in words, newest first."""
    return [render.told(state, e) for e in state.record["events"] if e[0] >= 0]


def rolls(state: State) -> list[str]:
    """The rolls among the events in words, oldest first."""
    return [e for e in reversed(events(state)) if " rolls " in e and " against " in e]


def plays(state: State) -> set[str]:
    """Cards that may be played."""
    return {n.removeprefix("play:") for n in state.legal_names() if n.startswith("play:")}


def spends(state: State) -> set[int]:
    """Pairs of points that may be spent."""
    return {int(n.removeprefix("spend:")) for n in state.legal_names() if n.startswith("spend:")}
