"""Building positions by named fields: the tests' and front ends' way to a wanted position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import drive
from .errors import PositionError
from .schema import Field

if TYPE_CHECKING:
    from .game import State


def edited(state: State, decide: tuple[int, str] | None, fields: dict[str, Any]) -> State:
    """See ``State.edit``."""
    game, out = state.game, state.clone()
    schema, name = game.spec.schema, game.spec.id
    for field, value in fields.items():
        f = schema.by_name.get(field)
        if isinstance(value, dict) and f is not None:
            _store(game, out.record, f, value)
        else:
            schema.put(out.record, field, np.asarray(value).tolist() if isinstance(value, np.ndarray) else value, name)
    _sizes(schema, out.record)
    _balance(out)
    if decide is not None:
        if not isinstance(decide, tuple) or len(decide) != 2:
            raise PositionError(f"{name}: decide is {decide!r}, expected (seat, phase)")
        seat, phase = decide
        if phase not in game.labels["phase"]:
            raise PositionError(f"{name}: no phase {phase!r}, known: {', '.join(game.labels['phase'])}")
        phase_id = game.labels["phase"].index(phase)
        out.record["over"] = 0
        out.record["returns"] = 0
        out.record["winners"] = 0
        out.record["stack"], out.record["depth"] = -1, 0
        game.check_rules_may_run(out.record)
        drive.reenter(game.F, game.T, out.row, 0, game.check_seat(seat), phase_id, out._mask)
        out._raise()
    return out


def _sizes(schema, record) -> None:
    for f in schema.fields:
        if f.total_of is not None:
            record[f.name] = schema.total(record, f)


def _balance(after: State) -> None:
    """Move cards between the reservoirs and the other zones until every kind is complete again."""
    game = after.game
    for supply in game.spec.supplies:
        total = game.totals[supply.vocab]
        census = game.spec.schema.census(after.row, supply.zones, game.tables)
        for k in np.flatnonzero(census != total):
            name, place = _stock(game, supply, int(k))
            stock = after.record[name].reshape(-1)
            left = int(stock[place]) - int(census[k] - total[k])
            if left < 0:
                what = f"{-left} {game.labels[supply.vocab][k]} too many"
                raise PositionError(f"{game.spec.id}: {what}, the {name} has no more")
            stock[place] = left
    _sizes(game.spec.schema, after.record)


def _stock(game, supply, k: int) -> tuple[str, int]:
    """Field and cell that cards of kind ``k`` come out of and return to."""
    for zone in supply.reservoirs:
        holds = np.asarray(zone.holds(game.tables)).reshape(-1, len(game.totals[supply.vocab]))
        if holds[:, k].any():
            return zone.field, int(np.flatnonzero(holds[:, k])[0])
    raise PositionError(f"{game.spec.id}: {game.labels[supply.vocab][k]} cards come from nowhere")


def _store(game, record, f: Field, value: dict) -> None:
    """Store a dict: by seat first where the field has a seat axis, then by cell."""
    target = np.array(record[f.name])
    if f.seats == 0:
        target = _cells(game, f, value)
    else:
        for seat, cells in value.items():
            game.check_seat(seat)
            target[seat] = _cells(game, f, cells) if isinstance(cells, dict) else _whole(game, f, target[seat], cells)
    game.spec.schema.put(record, f.name, target.tolist(), game.spec.id)


def _whole(game, f: Field, place, cells) -> np.ndarray:
    vocab = game.labels.get(f.vocab or "")
    if isinstance(cells, str) and vocab is not None and cells in vocab:
        cells = vocab.index(cells)
    given = np.array(cells)
    if given.shape != np.shape(place) or given.dtype.kind not in "iu":
        raise PositionError(f"{game.spec.id}: field {f.name!r}: {cells!r} does not fit shape {np.shape(place)}")
    return given


def _cells(game, f: Field, cells: dict) -> np.ndarray:
    out = np.full(f.shape[1:] if f.seats else f.shape, f.empty, np.int64)
    for key, value in cells.items():
        index = tuple(_index(game, f, part, k) for k, part in enumerate(key if isinstance(key, tuple) else (key,)))
        if len(index) != out.ndim:
            raise PositionError(f"{game.spec.id}: field {f.name!r}: cell {key!r} needs {out.ndim} parts")
        if isinstance(value, str) and f.vocab and value in game.labels[f.vocab]:
            value = game.labels[f.vocab].index(value)
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
            raise PositionError(f"{game.spec.id}: field {f.name!r}, cell {key!r} is {value!r}, expected a whole number")
        out[index] = value
    return out


def _index(game, f: Field, part, axis: int) -> int:
    size = (f.shape[1:] if f.seats else f.shape)[axis] if axis < len(f.shape) - bool(f.seats) else 0
    axes = f.axes[-len(f.cells) :] if f.axes else ()
    offset = axis - (max(f.seats - 1, 0))
    labels = game.labels.get(axes[offset], []) if 0 <= offset < len(axes) else []
    if isinstance(part, str) and part in labels:
        return labels.index(part)
    if isinstance(part, (int, np.integer)) and 0 <= part < size:
        return int(part)
    raise PositionError(f"{game.spec.id}: field {f.name!r} has no cell {part!r}")
