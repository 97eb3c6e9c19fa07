"""Observations from the schema: which entry of a row goes where, seen from which seat.

``compact`` is int16, one entry per visible-or-empty cell; ``flat`` is derived from it, float32 in [0, 1];
``full`` is ``compact`` with visibility lifted. A table per viewer lists runs (source, destination, length),
constant runs for what the viewer cannot see, and the entries that hold seats. No table of a seat points at
a cell hidden from it, so none can leak; every entry is written at each call.

Order: the header's blocks (same offsets in every game), the game's public fields, then one block per seat,
the viewer's first and absent seats last.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .header import EVENT_SIZE
from .jit import f32, kernel, s64, u64
from .schema import HEADER_FIELDS, Field, Schema

SHORT = 4  # entries of a run that are copied one by one
FLAT_EVENTS = 4  # how many stack entries, events and notes the flat form shows
_NUMBER_TOP = 64  # what the free numbers of events and decisions are scaled by in the flat form
_COUNT_TOP = 1000  # and counts that may be larger

_EVENT_PARTS = ("category:event", "seat", "seat") + ("number",) * (EVENT_SIZE - 3)
_PARTS = {"stack": ("category:decision", "seat", "number", "number"), "events": _EVENT_PARTS, "notes": _EVENT_PARTS}
KINDS = ("count", "flag", "category", "seat", "number")
COLUMNS = ("field", "block", "slot", "owner", "kind", "lo", "hi", "empty", "flat")


@dataclass(frozen=True)
class Part:
    """Cells of one field of one block: ``owner`` is the seat offset from the viewer, -1 for the table."""

    field: Field
    block: str
    owner: int
    start: int
    size: int


class Encoder:
    """Tables for one game, seat count and set of revealed fields."""

    def __init__(self, schema: Schema, sizes: dict[str, int], players: int, revealed: frozenset[str] = frozenset()):
        self.schema, self.sizes, self.players, self.revealed = schema, sizes, players, revealed
        self.parts: list[Part] = []
        self._size = 0
        self._field_ids = {name: k for k, name in enumerate(schema.by_name)}
        shown = [f for f in schema.fields if f.encode]
        columns = [self._part(f, "header", 0 if f.seats else -1) for f in HEADER_FIELDS]
        columns += [self._part(f, "table", -1) for f in shown if f.seats == 0]
        columns += [self._part(f, f"seat+{q}", q) for q in range(schema.seats) for f in shown if f.seats]
        self.columns = dict(zip(COLUMNS, np.concatenate(columns, axis=1), strict=True))
        self.size = self._size
        self.flat_entries = self._flat()
        self.flat_size = max(d + max(places, 1) for _, d, places in self.flat_entries)

    def _part(self, f: Field, block: str, owner: int) -> np.ndarray:
        shape = f.shape[1:] if f.seats else f.shape
        n = int(np.prod(shape, dtype=int))
        self.parts.append(Part(f, block, owner, self._size, n))
        self._size += n
        out = np.zeros((len(COLUMNS), n), np.int32)
        kind, lo, hi = self._kinds(f, n)
        out[0], out[1] = self._field_ids[f.name], ("header", "table").index(block) if owner < 0 else 2 + owner
        if block == "header":
            out[1] = 0
        out[2], out[3] = np.arange(n), owner
        out[4], out[5], out[6] = kind, lo, hi
        out[7] = f.empty
        out[8] = 1
        if f.name in ("stack", "events"):
            out[8] = np.arange(n) // f.shape[-1] < FLAT_EVENTS
        return out

    def _kinds(self, f: Field, n: int):
        """Kind, lowest and highest value of each of a part's entries."""
        if f.name in _PARTS:
            names = np.array(_PARTS[f.name] * (n // len(_PARTS[f.name])))
            kind, lo, hi = np.zeros(n, int), np.full(n, -1), np.full(n, 32767)
            for name in set(names):
                here = names == name
                kind[here] = KINDS.index(name.partition(":")[0])
                if name == "seat":
                    hi[here] = self.schema.seats - 1
                elif name.startswith("category"):
                    hi[here] = self.sizes[name.partition(":")[2]] - 1
            return kind, lo, hi
        lo, hi = self.schema.bounds(f, self.sizes)
        return KINDS.index(f.what), lo, hi

    # ------------------------------------------------------------------------------------------ tables

    def _visible(self, f: Field, owner: int, full: bool) -> bool:
        if full or f.see in ("public", "team") or f.name in self.revealed:
            return True
        return f.see == "owner" and owner == 0

    def _sources(self, viewer: int, full: bool) -> np.ndarray:
        """Where each entry is read in a row (int16 units), -1 for an entry that stays empty."""
        out = np.full(self.size, -1, np.int64)
        for part in self.parts:
            f, seats = part.field, part.owner >= 0
            if part.owner >= self.players or not self._visible(f, part.owner, full):
                continue
            cells = np.arange(int(np.prod(f.shape, dtype=int))).reshape(f.shape)
            if seats:
                cells = cells[(viewer + part.owner) % self.players]
            if f.seats == 2:
                other = [(viewer + r) % self.players for r in range(self.players)]
                kept = np.full_like(cells, -1)
                kept[: self.players] = cells[other]
                cells = kept
            flat = np.atleast_1d(cells).ravel()
            here = np.where(flat >= 0, flat + self.schema.offset(f.name), -1)
            out[part.start : part.start + part.size] = here
        return out

    def tables(self, full: bool = False) -> np.ndarray:
        """One line per viewer, uint32: numbers of runs, single entries, constant runs and seat entries, seats in the
        game; then the runs (source, destination, length), singles (source, destination), constants (destination,
        length, value), destinations of seats. A short run costs more than its entries one by one: those are singles."""
        lines = []
        seat_entries = np.flatnonzero(self.columns["kind"] == KINDS.index("seat"))
        for viewer in range(self.players):
            src = self._sources(viewer, full)
            runs = _runs(src)
            consts = _constants(src, self.columns["empty"])
            singles = [(s + k, d + k) for s, d, n in runs if n <= SHORT for k in range(n)]
            runs = [r for r in runs if r[2] > SHORT]
            lines.append([len(runs), len(singles), len(consts), len(seat_entries), self.players])
            lines[-1] += [x for part in (runs, singles, consts) for entry in part for x in entry] + list(seat_entries)
        return _rectangle(lines)

    def wipe_tables(self) -> np.ndarray:
        """One line per viewer, uint32: number of runs, then (destination, length, value) of a row's cells
        that the viewer cannot see, with their empty values."""
        lines = []
        for viewer in range(self.players):
            empty = np.full(self.schema.width, -1, np.int64)
            values = np.zeros(self.schema.width, np.int64)
            for name, flags in self.hidden_cells(viewer).items():
                at, f = self.schema.offset(name), self.schema.by_name.get(name)
                empty[at + np.flatnonzero(flags.ravel())] = 0
                values[at : at + flags.size] = 0 if f is None else f.empty
            runs = _constants(np.where(empty == 0, -1, 0), values)
            lines.append([len(runs)] + [x for r in runs for x in r])
        return _rectangle(lines)

    def hidden_cells(self, viewer: int) -> dict[str, np.ndarray]:
        """Flags of the cells ``viewer`` cannot see, for each field that has any; int16 fields only."""
        out = {}
        for f in (*HEADER_FIELDS, *self.schema.fields):
            if f.see in ("public", "team") or f.name in self.revealed:
                continue
            flags = np.ones(f.shape, bool)
            if f.see == "owner":
                flags[viewer] = False
            out[f.name] = flags
        others = np.ones(self.schema.layout["note_count"][0].shape, bool)
        others[viewer] = False
        out["note_count"] = others
        return out

    def _flat(self) -> list[tuple[int, int, int]]:
        """The entries the flat form shows: (source, destination, places), 0 places for a scaled number."""
        out, at = [], 0
        for e in np.flatnonzero(self.columns["flat"]):
            kind = KINDS[self.columns["kind"][e]]
            places = self.schema.seats if kind == "seat" else int(self.columns["hi"][e]) + 1
            places = places if kind in ("category", "seat") else 0
            out.append((int(e), at, places))
            at += max(places, 1)
        return out

    def flat_tables(self) -> tuple[np.ndarray, np.ndarray]:
        """How to write the flat form: uint32 of the numbers of runs and of one-hots, the runs of scaled numbers
        (source, destination, length), the one-hots (source, destination, places); and float32 (2, flat_size) of
        the factor and the summand of each scaled number."""
        scale = np.zeros((2, self.flat_size), np.float32)
        src = np.full(self.flat_size, -1, np.int64)
        hots = [entry for entry in self.flat_entries if entry[2]]
        for e, d, places in self.flat_entries:
            if not places:
                lo, hi = int(self.columns["lo"][e]), int(self.columns["hi"][e])
                top = _NUMBER_TOP if KINDS[self.columns["kind"][e]] == "number" else min(hi, _COUNT_TOP)
                scale[0, d] = 1.0 / max(top - lo, 1)
                scale[1, d] = -lo * scale[0, d]
                src[d] = e
        runs = _runs(src)
        return np.array([len(runs), len(hots), *(x for line in runs + hots for x in line)], np.uint32), scale

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest value of each compact entry, int16."""
        lo = np.minimum(self.columns["lo"], self.columns["empty"])
        hi = np.maximum(self.columns["hi"], self.columns["empty"])
        return lo.astype(np.int16), hi.astype(np.int16)

    def blocks(self) -> list[dict]:
        """The layout for people: one line per part, with index ranges in compact and flat form."""
        ends = {e: d + max(places, 1) for e, d, places in self.flat_entries}
        starts = {e: d for e, d, _ in self.flat_entries}
        out = []
        for p in self.parts:
            shown = [e for e in range(p.start, p.start + p.size) if e in starts]
            flat = (starts[shown[0]], ends[shown[-1]]) if shown else None
            out.append(
                {
                    "block": p.block,
                    "field": p.field.name,
                    "shape": p.field.shape[1:] if p.owner >= 0 else p.field.shape,
                    "compact": (p.start, p.start + p.size),
                    "flat": flat,
                    "what": p.field.what if p.field.vocab is None else f"{p.field.what} of {p.field.vocab}",
                    "see": p.field.see,
                    "meaning": p.field.meaning,
                }
            )
        return out


def _runs(src: np.ndarray) -> list[tuple[int, int, int]]:
    """Maximal runs of consecutive sources: (source, destination, length)."""
    out: list[tuple[int, int, int]] = []
    for d, s in enumerate(src):
        if s < 0:
            continue
        if out and out[-1][0] + out[-1][2] == s and out[-1][1] + out[-1][2] == d:
            out[-1] = (out[-1][0], out[-1][1], out[-1][2] + 1)
        else:
            out.append((int(s), d, 1))
    return out


def _constants(src: np.ndarray, values: np.ndarray) -> list[tuple[int, int, int]]:
    """Maximal runs of entries without a source and with one value: (destination, length, value as uint16)."""
    out: list[tuple[int, int, int]] = []
    for d in np.flatnonzero(src < 0):
        value = int(values[d]) & 0xFFFF
        if out and out[-1][0] + out[-1][1] == d and out[-1][2] == value:
            out[-1] = (out[-1][0], out[-1][1] + 1, value)
        else:
            out.append((int(d), 1, value))
    return out


def _rectangle(lines: list[list[int]]) -> np.ndarray:
    out = np.zeros((len(lines), max(map(len, lines))), np.uint32)
    for k, line in enumerate(lines):
        out[k, : len(line)] = line
    return out


# --------------------------------------------------------------------------------------------- kernels


@kernel
def encode(X, viewer, S, i, obs):
    """Write the compact observation of ``viewer`` of row ``i`` into ``obs``."""
    n = s64(X[viewer, 4])
    at = u64(5)
    for _ in range(X[viewer, 0]):
        src = u64(X[viewer, at])
        dst = u64(X[viewer, at + u64(1)])
        for k in range(u64(X[viewer, at + u64(2)])):
            obs[dst + k] = S[i, src + k]
        at += u64(3)
    for _ in range(X[viewer, 1]):
        obs[u64(X[viewer, at + u64(1)])] = S[i, u64(X[viewer, at])]
        at += u64(2)
    for _ in range(X[viewer, 2]):
        dst = u64(X[viewer, at])
        value = u64(X[viewer, at + u64(2)])
        signed = value if value < 32768 else value - u64(65536)
        for k in range(u64(X[viewer, at + u64(1)])):
            obs[dst + k] = signed
        at += u64(3)
    for _ in range(X[viewer, 3]):
        dst = u64(X[viewer, at])
        seat = s64(obs[dst])
        if seat >= 0:
            seat -= viewer
            obs[dst] = seat if seat >= 0 else seat + n
        at += u64(1)


@kernel
def decode(X, obs, row, W):
    """Rebuild in ``W[0]`` the row that ``obs`` shows, seats counted from the viewer; the rest as in ``row``."""
    for k in range(len(row)):
        W[0, k] = row[k]
    at = u64(5)
    for _ in range(X[0, 0]):
        src = u64(X[0, at])
        dst = u64(X[0, at + u64(1)])
        for k in range(u64(X[0, at + u64(2)])):
            W[0, src + k] = obs[dst + k]
        at += u64(3)
    for _ in range(X[0, 1]):
        W[0, u64(X[0, at])] = obs[u64(X[0, at + u64(1)])]
        at += u64(2)


@kernel
def wipe(K, viewer, S, i):
    """Replace the cells of row ``i`` that ``viewer`` cannot see by their empty values."""
    at = u64(1)
    for _ in range(K[viewer, 0]):
        dst = u64(K[viewer, at])
        value = u64(K[viewer, at + u64(2)])
        signed = value if value < 32768 else value - u64(65536)
        for k in range(u64(K[viewer, at + u64(1)])):
            S[i, dst + k] = signed
        at += u64(3)


@kernel
def flatten(Y, scale, obs, flat):
    """Write the flat form of a compact observation into ``flat``, float32 in [0, 1]."""
    for k in range(len(flat)):
        flat[k] = 0
    at = u64(2)
    for _ in range(s64(Y[0])):
        src = u64(Y[at])
        dst = u64(Y[at + u64(1)])
        for k in range(u64(Y[at + u64(2)])):
            flat[dst + k] = min(max(obs[src + k] * scale[0, dst + k] + scale[1, dst + k], f32(0)), f32(1))
        at += u64(3)
    for _ in range(s64(Y[1])):
        value = s64(obs[u64(Y[at])])
        if value >= 0 and value < s64(Y[at + u64(2)]):
            flat[s64(Y[at + u64(1)]) + value] = 1
        at += u64(3)
