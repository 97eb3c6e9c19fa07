"""Positions, events and actions in words, for the commands that show a game."""

from __future__ import annotations

import numpy as np

from ...envs.core.game import State
from ...envs.core.header import EVENTS, NOTES

WRAP = 32000  # event counters start again here


class Events:
    """Tells each event from now on once: the public ones and, with ``seat``, what that seat alone may know."""

    def __init__(self, state: State, names: list[str], seat: int | None = None):
        self.state, self.names, self.seat = state, names, seat
        self.seen = self.noted = 0
        self.new()

    def new(self) -> list[str]:
        """Events since the last call in words, oldest first."""
        record, describe = self.state.record, self.state.game.describe
        lines = [
            describe(e, self.names) for e in fresh(record["events"], int(record["event_count"]), self.seen, EVENTS)
        ]
        self.seen = int(record["event_count"])
        if self.seat is not None:
            total = int(record["note_count"][self.seat])
            notes = fresh(record["notes"][self.seat], total, self.noted, NOTES)
            lines += [f"(only you know) {describe(e, self.names)}" for e in notes]
            self.noted = total
        return lines


def fresh(ring: np.ndarray, total: int, seen: int, size: int) -> list[np.ndarray]:
    """The entries of a newest-first ring added since its counter stood at ``seen``, oldest first."""
    count = min((total - seen) % WRAP, size)
    return [entry for entry in ring[:count][::-1] if entry[0] >= 0]


def menu(state: State) -> str:
    """The legal actions with their numbers, one line a verb."""
    groups: dict[str, list[str]] = {}
    for number, name in enumerate(state.legal_names(), 1):
        verb, colon, thing = name.partition(":")
        groups.setdefault(verb if colon else "", []).append(f"{number} {spoken(thing or name, state)}")
    width = max(map(len, groups))
    return "\n".join(f"  {verb:<{width}}  {'   '.join(entries)}".rstrip() for verb, entries in groups.items())


def spoken(name: str, state: State) -> str:
    """An action's name with the player meant by ``seat+k`` after it."""
    _, plus, k = name.rpartition("seat+")
    if not plus or not k.isdecimal():
        return name
    return f"{name} (player_{(state.seat + int(k)) % state.game.num_players})"


def ending(state: State, names: list[str]) -> str:
    """How the game ended."""
    returns = state.returns
    if state.is_truncated:
        return "The game was cut off; nobody is paid."
    if state.game.spec.kind == "team":
        return "The team wins." if returns[0] > 0 else "The team loses." if returns[0] < 0 else "A draw."
    best = [names[p] for p in np.flatnonzero(returns == returns.max())]
    paid = ", ".join(f"{name} {value:+.2f}" for name, value in zip(names, returns, strict=True))
    return f"{'A draw' if returns.max() <= 0 else ' and '.join(best) + ' won'}: {paid}"
