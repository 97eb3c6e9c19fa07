"""The declaration of a game's state: each field once, and what follows from it.

From the fields follow the record dtype, the row's empty values, range and card-conservation checks, JSON,
and (in :mod:`encoder`) the observations. Nothing here knows rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import PositionError
from .header import EVENT_SIZE, EVENTS, FORCED, HEADER, MAX_SEATS, NOTES, STACK

WHATS = ("count", "flag", "category", "seat")
VISIBILITIES = ("public", "owner", "team", "hidden")


def _slashed(*labels: str) -> str:
    return "/".join(labels)


@dataclass(frozen=True)
class Field:
    """One field of STATE.

    name, shape: as in the dtype, int16.
    what: ``count``, ``flag`` (0/1), ``category`` of vocabulary ``vocab`` (-1 none), or ``seat`` (-1 none).
    lo, hi: inclusive range of values (flags, categories and seats need none).
    see: who may see it; ``owner`` is the seat on the first axis, ``team`` every seat of a co-operative game.
    seats: how many leading axes are seats (0, 1, or 2: who, about whom).
    axes: names of the other axes for people; a vocabulary's name prints its labels.
    total_of: this field is the public size of another one: the sum over the axes which that one has beyond its own.
    encode: False for fields for people only; show: False for what the text and the picture leave out.
    words: what a cell is called, from the labels of its axes.
    lines: what the views show instead of the cells: (tables, labels of the vocabularies, values) -> labelled lines.
    beside: names of public fields whose values ``lines`` takes as well.
    along: names of public fields by seat of which ``lines`` takes the values of the same seat, after those.
    panel: the views show the field in a panel of this title, instead of the table's or its seat's.
    """

    name: str
    shape: tuple[int, ...] = ()
    what: str = "count"
    lo: int = 0
    hi: int = 1
    see: str = "public"
    seats: int = 0
    vocab: str | None = None
    axes: tuple[str, ...] = ()
    meaning: str = ""
    empty: Any = None
    total_of: str | None = None
    encode: bool = True
    show: bool = True
    words: Callable[..., str] = _slashed
    lines: Callable[..., list[tuple[str, str]]] | None = None
    beside: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    panel: str | None = None

    def __post_init__(self):
        if self.what not in WHATS or self.see not in VISIBILITIES:
            raise ValueError(f"field {self.name}: what={self.what!r}, see={self.see!r}")
        if self.what == "category" and not self.vocab:
            raise ValueError(f"field {self.name}: a category needs a vocabulary")
        if self.see == "owner" and self.seats == 0:
            raise ValueError(f"field {self.name}: an owner's field needs a seat axis")
        if self.empty is None:  # -1 for categories and seats, else 0 or the lowest value above it
            object.__setattr__(self, "empty", -1 if self.what in ("category", "seat") else max(self.lo, 0))

    @property
    def cells(self) -> tuple[int, ...]:
        """The shape without its seat axes."""
        return self.shape[self.seats :]


@dataclass(frozen=True)
class Zone:
    """A field that holds cards: ``holds(t)`` gives an int array, cells (without seat axes) x kinds, of the
    cards of each kind in one unit of that cell; of a category field it is values x kinds, the cards a value stands
    for. ``t`` is the game's TABLES record. ``of`` is the vocabulary of those kinds, where the game has several."""

    field: str
    holds: Callable[[Any], np.ndarray]
    of: str | None = None


# The header as an observation shows it. ``number`` columns mean what their event or decision kind declares.
HEADER_FIELDS = (
    Field("seat", (), "seat", meaning="seat to decide"),
    Field("phase", (), "category", vocab="phase", meaning="phase of the game"),
    Field("players", (), "count", 0, MAX_SEATS, meaning="seats in this game"),
    Field("decisions", (), "count", 0, 32767, meaning="decisions taken so far"),
    Field("over", (), "count", 0, 2, meaning="0 running, 1 ended by the rules, 2 truncated"),
    Field("depth", (), "count", 0, STACK, meaning="pending decisions"),
    Field(
        "stack",
        (STACK, 4),
        "count",
        -1,
        32767,
        axes=("place", "part"),
        empty=-1,
        meaning="pending decisions, top first: kind, seat, subject, count",
    ),
    Field(
        "events",
        (EVENTS, EVENT_SIZE),
        "count",
        -1,
        32767,
        axes=("age", "part"),
        empty=-1,
        meaning="last public events, newest first: kind, seat, other, five numbers",
    ),
    Field(
        "notes",
        (MAX_SEATS, NOTES, EVENT_SIZE),
        "count",
        -1,
        32767,
        see="owner",
        seats=1,
        axes=("age", "part"),
        empty=-1,
        meaning="last events only this seat saw, newest first",
    ),
)


def layout(dtype: np.dtype) -> dict[str, tuple[np.dtype, int]]:
    """Type and byte offset of each field of a structured dtype, in order."""
    fields: Any = dtype.fields
    return {name: fields[name][:2] for name in dtype.names or ()}


_HEADER = layout(HEADER)


class Schema:
    """The fields of one game for at most ``seats`` seats, and what follows from them."""

    def __init__(self, seats: int, fields: list[Field] | tuple[Field, ...]):
        self.seats = seats
        self.fields = tuple(fields)
        self.by_name = {f.name: f for f in HEADER_FIELDS + self.fields}
        for f in self.fields:
            if f.name in _HEADER or [g.name for g in self.fields].count(f.name) > 1:
                raise ValueError(f"field {f.name}: declared twice")
            if any(n != seats for n in f.shape[: f.seats]):
                raise ValueError(f"field {f.name}: a seat axis must have {seats} places")
            if f.total_of is not None and f.total_of not in self.by_name:
                raise ValueError(f"field {f.name}: no field {f.total_of!r} to be the size of")
        description: list[Any] = [(n, sub.base, sub.shape) for n, (sub, _) in _HEADER.items()]
        description += [(f.name, np.int16, f.shape) for f in self.fields]
        self.dtype = np.dtype(description, align=True)
        self.layout = layout(self.dtype)
        self.width = self.dtype.itemsize // 2

    def offset(self, name: str) -> int:
        """Where a field starts in a row, in int16 units."""
        return self.layout[name][1] // 2

    def hash(self) -> str:
        """A short hash of everything the layout of rows and observations depends on."""
        parts = [(f.name, f.shape, f.what, f.lo, f.hi, f.see, f.seats, f.vocab, f.empty, f.encode) for f in self.fields]
        return hashlib.sha256(repr((str(HEADER), self.seats, parts)).encode()).hexdigest()[:12]

    def template(self) -> np.ndarray:
        """A row of empty values, int16 (1, width)."""
        row = np.zeros((1, self.width), np.int16)
        record = self.record(row)
        for f in self.by_name.values():
            record[f.name] = f.empty
        for name in ("seat", "phase", "players", "decisions", "over", "depth"):
            record[name] = 0
        return row

    def record(self, row: np.ndarray) -> Any:
        """The first row of an int16 array as a writable structured record."""
        return row.reshape(-1, self.width)[0].view(self.dtype)[0]

    # -------------------------------------------------------------------------------------------- JSON

    def to_json(self, row: np.ndarray, hidden: Callable[[str], np.ndarray | None] = lambda name: None) -> dict:
        """Fields by name as nested lists, 64-bit numbers as hex strings; cells that ``hidden(name)`` flags
        are null."""
        record, out = self.record(row), {}
        for name in self.layout:
            value = np.asarray(record[name])
            if value.dtype == np.uint64:
                out[name] = [f"{int(v):#018x}" for v in value] if value.shape else f"{int(value):#018x}"
                continue
            flags = hidden(name)
            out[name] = value.tolist() if flags is None else _with_nulls(value, flags)
        return out

    def from_json(self, data: dict, base: np.ndarray, game: str) -> np.ndarray:
        """A row from fields by name; a null cell keeps what ``base`` has. Raises PositionError."""
        if not isinstance(data, dict):
            raise PositionError(f"{game}: a position's fields must be an object")
        unknown = sorted(set(data) - set(self.layout))
        if unknown:
            raise PositionError(f"{game}: unknown field {unknown[0]!r}")
        row = base.copy()
        record = self.record(row)
        for name in self.layout:
            if name not in data:
                raise PositionError(f"{game}: field {name!r} is missing")
            self.put(record, name, data[name], game)
        return row

    def put(self, record: Any, name: str, value, game: str) -> None:
        """Store ``value`` in a field of ``record``; raises PositionError naming field and index."""
        if name not in self.layout:
            raise PositionError(f"{game}: unknown field {name!r}")
        base, shape = self.layout[name][0].base, self.layout[name][0].shape
        try:
            given = np.array(value, object)
        except ValueError:
            raise PositionError(f"{game}: field {name!r} is not a regular array") from None
        if given.shape != shape:
            raise PositionError(f"{game}: field {name!r} has shape {given.shape}, expected {shape}")
        for index in np.ndindex(shape):
            v = given[index]
            if v is None:
                continue
            cell = _number(v, base, f"{game}: field {name!r}{list(index) if index else ''}")
            if shape:
                record[name][index] = cell
            else:
                record[name] = cell

    # ------------------------------------------------------------------------------------------ checks

    def bounds(self, f: Field, vocab_sizes: dict[str, int]) -> tuple[int, int]:
        """Lowest and highest value of a field."""
        if f.what == "flag":
            return 0, 1
        if f.what == "category":
            return -1, vocab_sizes[f.vocab or ""] - 1
        if f.what == "seat":
            return -1, self.seats - 1
        return f.lo, f.hi

    def check(self, row: np.ndarray, players: int, vocab_sizes: dict[str, int], game: str) -> None:
        """Raise PositionError for a value out of range, a used absent seat or a wrong public size."""
        self.check_cells(row, players, vocab_sizes, game)
        record = self.record(row)
        for f in self.fields:
            if f.total_of is not None:
                self._check_total(f, record, game)

    def check_cells(self, row: np.ndarray, players: int, vocab_sizes: dict[str, int], game: str) -> None:
        """Raise PositionError for a value out of range or a used absent seat: what rules must never read."""
        record = self.record(row)
        if record["players"] != players:
            raise PositionError(f"{game}: field 'players' is {record['players']}, this game has {players}")
        for f in self.fields:
            lo, hi = self.bounds(f, vocab_sizes)
            values = np.asarray(record[f.name])
            bad = np.argwhere((values < lo) | (values > hi))
            if len(bad):
                index = tuple(bad[0])
                where = list(map(int, index)) if index else ""
                raise PositionError(f"{game}: field {f.name!r}{where} is {values[index]}, allowed {lo}..{hi}")
            for axis in range(f.seats):
                absent = np.moveaxis(values, axis, 0)[players:]
                if absent.size and (absent != f.empty).any():
                    raise PositionError(f"{game}: field {f.name!r} has values for an absent seat")
        self._check_header(record, players, vocab_sizes, game)

    def _check_total(self, f: Field, record: Any, game: str) -> None:
        total = self.total(record, f)
        if not np.array_equal(total, np.asarray(record[f.name])):
            raise PositionError(f"{game}: field {f.name!r} is not the size of {f.total_of!r}")

    def total(self, record: Any, f: Field) -> np.ndarray:
        """What a ``total_of`` field must hold, summed from the field it counts."""
        of = self.by_name[f.total_of or ""]
        return np.asarray(record[of.name]).sum(axis=tuple(range(len(f.shape), len(of.shape))))

    def _check_header(self, record: Any, players: int, sizes: dict[str, int], game: str) -> None:
        tops = {"depth": STACK, "forced_n": FORCED, "over": 2, "phase": sizes["phase"] - 1, "error": 0}
        for name, most in tops.items():
            if not 0 <= record[name] <= most:
                raise PositionError(f"{game}: field {name!r} is {record[name]}, allowed 0..{most}")
        for name in ("events", "notes"):
            entries = np.asarray(record[name])
            for part, size in ((0, sizes["event"]), (1, players), (2, players)):
                bad = np.argwhere((entries[..., part] < -1) | (entries[..., part] >= size))
                if len(bad):
                    where = [*map(int, bad[0]), part]
                    value = entries[(*bad[0], part)]
                    raise PositionError(f"{game}: field {name!r}{where} is {value}, allowed -1..{size - 1}")
        if not record["over"] and record["depth"] == 0:
            raise PositionError(f"{game}: field 'depth' is 0 in a running game")
        for d in range(record["depth"]):
            kind, seat = record["stack"][d, :2]
            if not 0 <= kind < sizes["decision"]:
                raise PositionError(f"{game}: field 'stack'[{d}, 0] is {kind}, no decision of this game")
            if not 0 <= seat < players:
                raise PositionError(f"{game}: field 'stack'[{d}, 1] is {seat}, no seat of this game")

    def census(self, row: np.ndarray, zones: tuple[Zone, ...], tables: Any) -> np.ndarray:
        """How many cards of each kind the zones hold together."""
        record, total = self.record(row), np.zeros((), np.int64)
        for zone in zones:
            f = self.by_name[zone.field]
            cells, weights = np.asarray(record[f.name], np.int64), np.asarray(zone.holds(tables), np.int64)
            if f.what == "category":
                total = total + weights[cells[cells >= 0]].sum(axis=0)
            else:
                cells = cells.reshape(-1, int(np.prod(f.cells)))
                total = total + (cells @ weights.reshape(cells.shape[1], -1)).sum(axis=0)
        return total


def _number(v, base: np.dtype, where: str):
    if base == np.float64:
        if isinstance(v, bool) or not isinstance(v, (int, float)):
            raise PositionError(f"{where} is {v!r}, expected a number")
        return float(v)
    if base == np.uint64:
        try:
            word = int(v, 16) if isinstance(v, str) else int(v)
            return np.uint64(word)
        except (ValueError, OverflowError, TypeError):
            raise PositionError(f"{where} is {v!r}, expected a 64-bit number as a hex string") from None
    if isinstance(v, bool) or not isinstance(v, (int, np.integer)) or not -32768 <= v <= 32767:
        raise PositionError(f"{where} is {v!r}, expected a 16-bit integer")
    return int(v)


def _with_nulls(value: np.ndarray, flags: np.ndarray):
    out = value.astype(object)
    out[np.broadcast_to(flags, value.shape)] = None
    return out.tolist()
