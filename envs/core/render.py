"""The table in words, from the schema: zones and slots with their names, empty ones left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .schema import Field

if TYPE_CHECKING:
    from .game import State


def text(state: State, seat: int | None = None) -> str:
    """The position in words; with ``seat``, what that seat cannot see is left out."""
    game, lines = state.game, []
    record, hidden = state.record, {} if seat is None else game._hidden[seat]
    who = "the game is over" if state.is_over else f"player_{state.seat} decides: {state.pending}"
    lines.append(f"{game.spec.title} - {state.phase}, {who}")
    for f in game.spec.schema.fields:
        if f.seats == 0 and f.name not in hidden:
            lines += _line(game, f, np.asarray(record[f.name]), "  ")
    for p in range(game.num_players):
        lines.append(f"  player_{p}" + (" (you)" if p == seat else ""))
        for f in game.spec.schema.fields:
            if f.seats and not (f.name in hidden and np.all(hidden[f.name][p])):
                lines += _line(game, f, np.asarray(record[f.name][p]), "    ")
    return "\n".join(lines)


def _line(game, f: Field, values: np.ndarray, indent: str) -> list[str]:
    if values.ndim == 0:
        return [f"{indent}{f.name}: {_value(game, f, int(values))}"]
    shown = []
    for index in np.argwhere(values != f.empty):
        where = _where(game, f, index)
        value = int(values[tuple(index)])
        shown.append(where if f.what == "count" and value == 1 else f"{where} {_sign(f)}{_value(game, f, value)}")
    return [f"{indent}{f.name}: {', '.join(shown)}"] if shown else []


def _sign(f: Field) -> str:
    return "x" if f.what == "count" else ""


def _value(game, f: Field, value: int) -> str:
    if f.what == "category":
        return game.labels[f.vocab][value] if value >= 0 else "-"
    if f.what == "seat":
        return f"player_{value}" if value >= 0 else "-"
    return str(value)


def _where(game, f: Field, index: np.ndarray) -> str:
    names = []
    axes = f.axes[-len(index) :] if f.axes else ()
    for k, i in enumerate(index):
        labels = game.labels.get(axes[k]) if k < len(axes) else None
        names.append(labels[i] if labels else str(i))
    return "/".join(names)
