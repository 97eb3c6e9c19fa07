"""Positions, events and actions in words, for the commands that show a game."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

import numpy as np

from ...envs.core import render
from ...envs.core.game import State
from ...envs.core.header import EVENTS

GAP = "   "  # between the choices of a menu


class Events:
    """Tells each event from now on once: the public ones and, with ``seat``, what that seat alone may know.

    ``history``: all that was told, oldest first.
    """

    def __init__(self, state: State, names: list[str], seat: int | None = None):
        self.state, self.names, self.seat = state, names, seat
        self.seen = self.noted = 0
        self.history: list[str] = []
        self.seen = int(state.record["event_count"])
        self._fresh()

    def new(self) -> list[str]:
        """Events since the last call in words, oldest first."""
        lines = [line for line in self._fresh() if line]
        self.history += lines
        return lines

    def _fresh(self) -> list[str]:
        state, record = self.state, self.state.record
        lines = [
            render.told(state, e, self.names)
            for e in render.fresh(record["events"], int(record["event_count"]), self.seen)
        ]
        lost = (int(record["event_count"]) - self.seen) % render.WRAP - EVENTS
        if lost > 0:  # more at once than a position keeps
            lines.insert(0, render.plural(f"({lost} event(s) before these)"))
        self.seen = int(record["event_count"])
        if self.seat is not None:
            total = int(record["note_count"][self.seat])
            notes = render.fresh(record["notes"][self.seat], total, self.noted)
            whose = "to you" if state.game.spec.reveal(state.game.options) else "only you know"
            lines += [f"({whose}) {render.told(state, e, self.names)}" for e in notes]
            self.noted = total
        return lines


# --------------------------------------------------------------------------------------------------- choices


@dataclass(frozen=True)
class Choice:
    """A legal action: its id, its name, its verb, and for people what it is about ("" where the verb says it all)."""

    action: int
    name: str
    verb: str
    thing: str

    @property
    def words(self) -> str:
        return f"{self.verb}: {self.thing}" if self.thing else self.verb


def choices(state: State) -> list[Choice]:
    """The legal actions in the order of their ids, which is that of their numbers in the menu."""
    out = []
    for action in np.flatnonzero(state.legal()):
        verb, _, thing = render.spoken(state, int(action)).partition(": ")
        out.append(Choice(int(action), state.game.actions.name(int(action)), verb, thing))
    return out


def menu(state: State, width: int = render.WIDTH) -> str:
    """The legal actions with their numbers, one line a verb; those without anything more to say share lines."""
    groups: dict[str, list[str]] = {}
    for number, choice in enumerate(choices(state), 1):
        groups.setdefault(choice.verb if choice.thing else "", []).append(f"{number} {choice.thing or choice.verb}")
    margin = max(map(len, groups))
    lines = []
    for verb, entries in groups.items():
        line = f"  {verb:<{margin}}  "
        for k, entry in enumerate(entries):
            if k and len(line) + len(GAP) + len(entry) > width:
                lines.append(line)
                line = " " * (margin + 4) + entry
            else:
                line += (GAP if k else "") + entry
        lines.append(line)
    return "\n".join(lines)


def spoken(name: str, state: State) -> str:
    """A legal action's name for people, and as it is written."""
    words = render.spoken(state, state.game.actions.id(name))
    return words if words.replace(": ", ":").replace(" ", "_") == name else f"{words} ({name})"


def verbs(state: State) -> dict[str, str]:
    """What each verb of the legal actions means."""
    table = state.game.actions.table
    rows = render.verbs_of(table)
    blocks = {int(rows[a]): None for a in np.flatnonzero(state.legal())}
    return {table.blocks[b].verb: table.blocks[b].meaning for b in blocks if table.blocks[b].meaning}


def meanings(meant: dict[str, str], width: int = render.WIDTH) -> str:
    """What verbs mean, a line each."""
    margin = max(map(len, meant), default=0)
    lines = []
    for verb, meaning in meant.items():
        start = f"  {verb.replace('_', ' '):<{margin}}  "
        lines += textwrap.wrap(meaning, width, initial_indent=start, subsequent_indent=" " * len(start))
    return "\n".join(lines)


def why(state: State, width: int = render.WIDTH) -> str:
    """What is decided, what that interrupts, and what the actions mean."""
    (first, _), *rest = render.pending(state)
    lines = [first, *(f"  while {words}" for words, _ in rest), "What you can do:"]
    return "\n".join([*lines, meanings(verbs(state), width)]).rstrip()


# ---------------------------------------------------------------------------------------------------- the end


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


def length(state: State) -> str:
    """How long the game was."""
    record, decisions = state.record, int(state.record["decisions"])
    fields = state.game.spec.schema.by_name
    rounds = f"{int(record['round'])} round(s) and " if "round" in fields else ""
    return render.plural(f"{rounds}{decisions} decision(s)")
