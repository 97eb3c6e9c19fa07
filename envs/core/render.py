"""The table in words and as a picture, from the schema: what lies where, who decides and why, what happened.

Both show the same panels. ``seat`` says whose cards are shown: a seat (what it may see), "public" (only what
everybody sees), or "open" or None (everything).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .errors import ConfigError
from .schema import Field

if TYPE_CHECKING:
    from .game import Game, State

WIDTH = 100  # of the text, in characters
EVENTS_SHOWN = 6
PENDING_SHOWN = 3


@dataclass(frozen=True)
class Panel:
    """A titled part of the table: lines of a label and what there is to say; ``marked`` for who decides."""

    title: str
    lines: list[tuple[str, str]]
    marked: bool = False


def text(state: State, seat: int | str | None = None) -> str:
    """The table in words, at most ``WIDTH`` wide."""
    shown = panels(state, seat)
    margin = max((len(label) for panel in shown for label, _ in panel.lines), default=0)
    out = [*heading(state)]
    for panel in shown:
        out.append(("> " if panel.marked else "  ") + panel.title)
        for label, value in panel.lines:
            start = f"    {label:<{margin}}  " if label else "    "
            out += textwrap.wrap(value, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
    return "\n".join(out)


def heading(state: State) -> list[str]:
    """The game and how far it is, then who decides what, and what is decided after that."""
    game, record = state.game, state.record
    first = f"{game.spec.title}: {_words(state.phase)}, decision {int(record['decisions']) + 1}"
    if state.is_over:
        return [f"{game.spec.title}: the game is over after {int(record['decisions'])} decisions"]
    pending = [_pending(game, record["stack"][d]) for d in range(int(record["depth"]))]
    rest = [f"  then {p}" for p in pending[1 : 1 + PENDING_SHOWN]]
    return [first, f"  {pending[0]}", *rest]


def _pending(game: Game, entry: np.ndarray) -> str:
    kind, seat, subject, count = map(int, entry)
    decision = game.spec.decisions[kind]
    about = ""
    if decision.subject and subject >= 0:
        whom = f"player_{(seat + subject) % game.num_players}"
        about = f" ({whom if decision.subject == 'seat' else _words(game.labels[decision.subject][subject])})"
    return f"player_{seat}: {(decision.text or _words(decision.name)).format(count=count)}{about}"


def panels(state: State, seat: int | str | None = None) -> list[Panel]:
    """The table's own zones, one panel a seat, and the last events, as ``seat`` may see them."""
    game, hidden = state.game, _hidden_from(state.game, seat)
    fields, record = [f for f in game.spec.schema.fields if f.show], state.record
    own = [(f, np.asarray(record[f.name]), _all_hidden(hidden, f)) for f in fields if f.seats == 0]
    titles = dict.fromkeys(["table", *(f.panel for f, _, _ in own if f.panel)])
    by_panel = {title: [cell for cell in own if (cell[0].panel or "table") == title] for title in titles}
    out = [Panel(title, list(_lines(state, cells))) for title, cells in by_panel.items()]
    for p in range(game.num_players):
        mine = [(f, np.asarray(record[f.name][p]), _all_hidden(hidden, f, p)) for f in fields if f.seats]
        title = f"player_{p}" + (" (you)" if p == seat else "")
        title += f": {float(record['returns'][p]):+.2f}" if state.is_over else ""
        out.append(Panel(title, list(_lines(state, mine, p)), marked=p == state.seat))
    events = [("", event) for event in state.events(EVENTS_SHOWN)]
    if isinstance(seat, int):
        notes = [n for n in record["notes"][seat] if n[0] >= 0]
        events += [("you saw", game.describe(n)) for n in reversed(notes)]
    return out + ([Panel("last events", events)] if events else [])


def _hidden_from(game: Game, seat: int | str | None) -> dict[str, np.ndarray]:
    """Flags of hidden cells by field."""
    if seat is None or seat == "open":
        return {}
    if seat == "public":
        views = game._hidden
        return {name: np.any([view[name] for view in views], axis=0) for name in views[0]}
    if isinstance(seat, str):
        raise ConfigError(f"{game.spec.id}: whose cards to show is {seat!r}, allowed: public, open, or a seat")
    return game._hidden[game.check_seat(seat)]


def _all_hidden(hidden: dict[str, np.ndarray], f: Field, seat: int | None = None) -> bool:
    if f.name not in hidden:
        return False
    flags = hidden[f.name] if seat is None else hidden[f.name][seat]
    return bool(np.all(flags))


def _lines(
    state: State, cells: list[tuple[Field, np.ndarray, bool]], seat: int | None = None
) -> Iterator[tuple[str, str]]:
    """A line for each field (of a seat) that is not empty; a zone and its public size share one."""
    game, record = state.game, state.record
    sizes = {f.total_of: int(values) for f, values, _ in cells if f.total_of and values.ndim == 0}
    counted = {f.name for f, _, _ in cells}
    for f, values, concealed in cells:
        if f.total_of in counted:
            continue
        size = sizes.get(f.name)
        if concealed:
            if size is not None:
                yield _words(f.name), f"{size} hidden" if size else "none"
            continue
        if f.lines is not None:
            others = [np.asarray(record[b]) for b in f.beside] + [np.asarray(record[b][seat]) for b in f.along]
            yield from f.lines(game.tables, game.labels, values, *others)
            continue
        value = _contents(game, f, values)
        if size:
            yield _words(f.name), f"{size}: {value}"
        elif size == 0:
            yield _words(f.name), "none"
        elif value:
            yield _words(f.name), value


def _contents(game: Game, f: Field, values: np.ndarray) -> str:
    """The cells of a field that are not empty, in words; "" where there are none."""
    if values.ndim == 0:
        return "" if int(values) == f.empty else _value(game, f, int(values))
    return ", ".join(
        _cell(game, f, tuple(index), int(values[tuple(index)])) for index in np.argwhere(values != f.empty)
    )


def _cell(game: Game, f: Field, index: tuple[int, ...], value: int) -> str:
    where = f.words(*(_place(game, f, k, int(i)) for k, i in enumerate(index)))
    if f.what == "flag" or (f.what == "count" and value == 1):
        return where
    return f"{where} x{value}" if f.what == "count" else f"{where}: {_value(game, f, value)}"


def _place(game: Game, f: Field, axis: int, i: int) -> str:
    """The name of place ``i`` on an axis of a cell (the seat axis that owns the cell is gone)."""
    if f.seats == 2 and axis == 0:
        return f"player_{i}"
    names = f.axes[-len(f.cells) :] if f.axes else ()
    k = axis - (f.seats == 2)
    labels = game.labels.get(names[k]) if k < len(names) else None
    return _words(labels[i]) if labels else str(i)


def _value(game: Game, f: Field, value: int) -> str:
    if f.what == "category":
        return _words(game.labels[f.vocab or ""][value]) if value >= 0 else "-"
    if f.what == "seat":
        return f"player_{value}" if value >= 0 else "-"
    return "yes" if f.what == "flag" else str(value)


def _words(name: str) -> str:
    return name.replace("_", " ")


# ------------------------------------------------------------------------------------------- the picture

SIZE = (1200, 800)
_MARGIN, _LINE, _FONT = 16, 19, 15
_BACK, _PAPER, _EDGE, _MARKED, _INK, _PALE = "#20242b", "#2b3038", "#434b57", "#d8a657", "#e6e1d6", "#9aa5b1"


def picture(state: State, seat: int | str | None = None) -> np.ndarray:
    """The table as an RGB picture, uint8 (800, 1200, 3); the size never changes. Needs Pillow."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise ConfigError("pictures need Pillow: pip install 'elderzoo[render]'") from None

    image = Image.new("RGB", SIZE, _BACK)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(_FONT)
    top = _MARGIN
    for k, line in enumerate(heading(state)):
        draw.text((_MARGIN, top), line.strip(), _MARKED if k < 2 else _PALE, font)
        top += _LINE
    table, *rest = panels(state, seat)
    seats = [p for p in rest if p.title.startswith("player_")]
    others = [p for p in rest if not p.title.startswith("player_")]
    area = (_MARGIN, top + 8, SIZE[0] - _MARGIN, SIZE[1] - _MARGIN)
    for panel, box in _layout([table, *others], seats, area):
        _draw_panel(draw, font, panel, box)
    return np.asarray(image, np.uint8).copy()


def _layout(above: list[Panel], seats: list[Panel], area: tuple) -> Iterator[tuple[Panel, tuple]]:
    """A box for each panel: the table above on the left, others beside it (where there are several, by how much they
    say), seats below in two or three columns."""
    left, top, right, bottom = area
    third = top + (bottom - top) * (1 / 3 if len(above) <= 2 else 0.42)
    said = [max(sum(len(label) + len(value) for label, value in panel.lines), 200) for panel in above]
    shares = [0.5 / len(above) + 0.5 * n / sum(said) for n in said] if len(above) > 2 else [0.5, 0.5]
    x = left
    for panel, share in zip(above, shares, strict=False):
        wide = (right - left + 8) * share
        yield panel, (x, top, x + wide - 8, third - 4)
        x += wide
    columns = 2 if len(seats) <= 4 else 3
    rows = -(-len(seats) // columns)
    wide, high = (right - left + 8) / columns, (bottom - third + 8) / rows
    for k, panel in enumerate(seats):
        x, y = left + (k % columns) * wide, third + (k // columns) * high
        yield panel, (x, y, x + wide - 8, y + high - 8)


def _draw_panel(draw, font, panel: Panel, box: tuple) -> None:
    """A panel's frame and its lines, wrapped to its width; what does not fit ends in an ellipsis."""
    left, top, right, bottom = box
    draw.rounded_rectangle(box, 6, _PAPER, _MARKED if panel.marked else _EDGE, 2)
    draw.text((left + 10, top + 6), panel.title, _MARKED if panel.marked else _INK, font)
    margin = max([draw.textlength(label, font) for label, _ in panel.lines], default=0)
    y = top + 6 + _LINE
    for label, value in panel.lines:
        wrapped = _wrap(draw, font, value, right - left - (margin if label else 0) - 36)
        for k, line in enumerate(wrapped):
            if y + 2 * _LINE > bottom:
                draw.text((left + 10, y), "…", _PALE, font)
                return
            if k == 0:
                draw.text((left + 10, y), label, _PALE, font)
            draw.text((left + 10 + (margin + 12 if label else 0), y), line, _INK, font)
            y += _LINE


def _wrap(draw, font, value: str, width: float) -> list[str]:
    lines, line = [], ""
    for word in value.split():
        longer = f"{line} {word}".strip()
        if line and draw.textlength(longer, font) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]
