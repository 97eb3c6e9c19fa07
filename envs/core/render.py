"""The table in words and as a picture, from the schema: what lies where, who decides and why, what happened.

Both show the same panels. ``seat`` says whose cards are shown: a seat (what it may see), "public" (only what
everybody sees), or "open" or None (everything).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import ConfigError
from .schema import Field

if TYPE_CHECKING:
    from .actions import ActionTable
    from .game import Game, State

WRAP = 32000  # counters of events start again here
WIDTH = 120  # of the text, in characters
EVENTS_SHOWN = 6
PENDING_SHOWN = 3
TALL = 40  # lines; a longer text is filled to the edge
KEPT_TOGETHER = 75  # characters
_GLUE = "\N{NO-BREAK SPACE}"
MARGIN = 20  # a longer label has its value on the same line, without moving the others


@dataclass(frozen=True)
class Panel:
    """A titled part of the table: lines of a label and what there is to say; ``marked`` for who decides. The labels in
    ``brief`` have a word or a number each, and share a line of the text."""

    title: str
    lines: list[tuple[str, str]]
    marked: bool = False
    brief: frozenset[str] = frozenset()

    def text(self, width: int, margin: int, dense: bool = False) -> list[str]:
        """The panel as lines: what is brief beside the title, then a line for each label; ``dense`` fills lines where
        short things would else be kept together."""
        lead = [f"{label} {value}".strip() for label, value in self.lines if label in self.brief]
        long = [line for line in self.lines if line[0] not in self.brief]
        if long and not long[0][0] and (len(long) == 1 or any(label for label, _ in long)):
            lead, long = [long[0][1], *lead], long[1:]
        title = ("> " if self.marked else "  ") + self.title
        out = textwrap.wrap(title + (f": {', '.join(lead)}" if lead else ""), width, subsequent_indent=" " * 6)
        out[0] = title[:2] + out[0].lstrip("> ")
        labelled = any(label for label, _ in long)
        if dense and labelled:
            long = _joined(long)
        for label, value in long:
            start = f"    {label:<{margin}}  " if labelled else "    "
            indent = " " * (margin + 6 if labelled else 4)
            out += _wrapped(value, width, start, indent, 0 if dense else KEPT_TOGETHER)
        return out


def _joined(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Lines without a label go to the end of the one before them."""
    out: list[tuple[str, str]] = []
    for label, value in lines:
        if label or not out:
            out.append((label, value))
        else:
            out[-1] = (out[-1][0], f"{out[-1][1]}; {value}")
    return out


def _wrapped(value: str, width: int, start: str, indent: str, whole: int) -> list[str]:
    """The lines of a value; what stands between semicolons, or in brackets, stays together up to ``whole``
    characters."""

    whole = min(whole, width - len(indent) - 1)  # what follows it may be a semicolon

    def glued(words: str) -> str:
        return words if len(words) > whole else words.replace(" ", _GLUE)

    if "; " in value:
        value = "; ".join(map(glued, value.split("; ")))
    value = re.sub(r"\[[^\[\]]*\]", lambda m: glued(m[0]), value)
    lines = textwrap.wrap(value, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(_GLUE, " ") for line in lines]


def text(state: State, seat: int | str | None = None, width: int = WIDTH, events: int = EVENTS_SHOWN) -> str:
    """The table in words, at most ``width`` wide, with so many of the last events."""
    shown = panels(state, seat, events)
    margin = max((len(label) for p in shown for label, _ in p.lines if label not in p.brief), default=0)
    head = [line for words in heading(state) for line in textwrap.wrap(words, width, subsequent_indent="    ")]
    lines = [line for p in shown for line in p.text(width, min(margin, MARGIN))]
    if len(head) + len(lines) > TALL:
        lines = [line for p in shown for line in p.text(width, min(margin, MARGIN), dense=True)]
    return "\n".join([*head, *lines])


def heading(state: State) -> list[str]:
    """The game and how far it is, then who decides what, and what that interrupts."""
    game, record = state.game, state.record
    if state.is_over:
        return [f"{game.spec.title}: the game is over after {int(record['decisions'])} decisions"]
    first, *rest = pending(state)
    rest = [words for words, told in rest if told][:PENDING_SHOWN]
    where = f"{_words(state.phase)}, decision {int(record['decisions']) + 1}"
    return [f"{game.spec.title}: {where}", f"  {first[0]}", *(f"  then {words}" for words in rest)]


def pending(state: State) -> list[tuple[str, bool]]:
    """Who decides what, then what is under way behind it; and whether that is more than the course of the game."""
    out = []
    for d in range(int(state.record["depth"])):
        kind, seat, subject, count = map(int, state.record["stack"][d])
        decision = state.game.spec.decisions[kind]
        tells = decision.asks or (decision.subject is not None and subject >= 0)
        out.append((f"player_{seat}: {question(state, kind, seat, subject, count)}", tells))
    return out


def question(state: State, kind: int, seat: int, subject: int, count: int) -> str:
    """A pending decision in words."""
    game, say = state.game, speech(state.game)
    decision = game.spec.decisions[kind]
    said = (decision.text or _words(decision.name)).format(count=count)
    about = say.about(state, kind, seat, subject, count) if hasattr(say, "about") else None
    if about is None and decision.subject and subject >= 0:
        about = f"player_{(seat + subject) % game.num_players}"
        if decision.subject != "seat":
            about = called(state, decision.subject, subject, decision.name)
    return f"{said} ({about})" if about else said


# ----------------------------------------------------------------------------------- what things are called


def speech(game: Game) -> Any:
    """The module ``speech`` of the game's package, or None. Any of these may be in it:

    thing(state, vocab, index, decision): what a numbered thing is at this table, or None; ``decision`` is the name of
        the decision in question, "" in an event.
    about(state, kind, seat, subject, count): what an entry of the stack is about, or None.
    template(state, event): how to tell an event; None as declared, "" not at all.
    GUIDE: how to read the table, for people.
    """
    return _speech(game.spec.module)


@cache
def _speech(package: str) -> Any:
    try:
        found = find_spec(f"{package}.speech")
    except ModuleNotFoundError:  # the game is a module, no package
        return None
    return import_module(f"{package}.speech") if found else None


def called(state: State, vocab: str, index: int, decision: str = "") -> str:
    """What number ``index`` of a vocabulary is called at this table."""
    say = speech(state.game)
    name = say.thing(state, vocab, index, decision) if hasattr(say, "thing") else None
    labels = state.game.labels.get(vocab)
    if name is None and labels is not None and 0 <= index < len(labels):
        name = _words(labels[index])
    return str(index) if name is None else name


def spoken(state: State, action: int) -> str:
    """An action for people: its verb with the names of what it is about, and of the player meant."""
    table, row = state.game.actions.table, _rows(state.game.actions.table)[action]
    block = table.blocks[row[0]]
    verb, said = _words(block.verb), []
    for arg in block.args:
        index = int(row[1 + table.arguments.index(arg)])
        if arg == "seat":
            player = f"player_{(state.seat + index) % state.game.num_players}" + (" (yourself)" if not index else "")
            said.append(player if block.verb == "seat" or not said else f"on {player}")
        else:
            name = called(state, arg, index, state.pending or "")
            said.append(f"at {name}" if arg in block.places else name)
    return f"{verb}: {', '.join(said)}" if said else verb


def verbs_of(table: ActionTable) -> np.ndarray:
    """The place of each action's block, int16 (n,)."""
    return _rows(table)[:, 0]


@cache
def _rows(table: ActionTable) -> np.ndarray:
    return table.rows()


def told(state: State, entry: np.ndarray, names: list[str] | None = None) -> str:
    """An event in words; ``names`` are the seats'. "" where there is nothing to tell."""
    game, say = state.game, speech(state.game)
    event = game.spec.events[entry[0]]
    names = names or [f"player_{p}" for p in range(game.num_players)]
    words = {"seat": names[entry[1]] if entry[1] >= 0 else "", "other": names[entry[2]] if entry[2] >= 0 else ""}
    for (label, what), value in zip(event.numbers, entry[3:], strict=False):
        words[label] = called(state, what, int(value)) if what != "count" else str(value)
    text = say.template(state, entry) if hasattr(say, "template") else None
    return plural((event.text if text is None else text).format(**words))


def fresh(ring: np.ndarray, total: int, seen: int) -> list[np.ndarray]:
    """The entries of a newest-first ring (events, or the notes of a seat) added since its counter stood at ``seen``,
    oldest first; those that fell out of it are lost."""
    count = min((total - seen) % WRAP, len(ring))
    return [entry for entry in ring[:count][::-1] if entry[0] >= 0]


def plural(text: str) -> str:
    """``4 card(s)`` as ``4 cards``, ``1 card(s)`` as ``1 card``."""
    return re.sub(r"\b(\d+)((?: [^\W\d]\w*)+)\(s\)", lambda m: f"{m[1]}{m[2]}{'' if m[1] == '1' else 's'}", text)


# ----------------------------------------------------------------------------------------------- the panels


def panels(state: State, seat: int | str | None = None, events: int = EVENTS_SHOWN) -> list[Panel]:
    """The table's own zones, one panel a seat, and the last events, as ``seat`` may see them."""
    game, hidden = state.game, hidden_from(state.game, seat)
    fields, record = [f for f in game.spec.schema.fields if f.show], state.record
    own = [(f, np.asarray(record[f.name]), all_hidden(hidden, f)) for f in fields if f.seats == 0]
    titles = dict.fromkeys(["table", *(f.panel for f, _, _ in own if f.panel)])
    by_panel = {title: [cell for cell in own if (cell[0].panel or "table") == title] for title in titles}
    out = [_panel(title, _lines(state, cells)) for title, cells in by_panel.items()]
    for p in range(game.num_players):
        mine = [(f, np.asarray(record[f.name][p]), all_hidden(hidden, f, p)) for f in fields if f.seats]
        title = f"player_{p}" + (" (you)" if p == seat else "")
        title += f": {float(record['returns'][p]):+.2f}" if state.is_over else ""
        out.append(_panel(title, _lines(state, mine, p), marked=p == state.seat))
    entries = [e for e in record["events"] if e[0] >= 0]
    lines = [line for line in (told(state, e) for e in entries) if line][:events]
    return out + ([Panel("last events", [("", line) for line in reversed(lines)])] if lines else [])


def _panel(title: str, lines: Iterator[tuple[str, str, bool]], marked: bool = False) -> Panel:
    found = list(lines)
    brief = frozenset(label for label, _, short in found if short)
    return Panel(title, [(label, value) for label, value, _ in found], marked, brief)


def hidden_from(game: Game, seat: int | str | None) -> dict[str, np.ndarray]:
    """Flags of hidden cells by field."""
    if seat is None or seat == "open":
        return {}
    if seat == "public":
        views = game.hidden_cells
        return {name: np.any([view[name] for view in views], axis=0) for name in views[0]}
    if isinstance(seat, str):
        raise ConfigError(f"{game.spec.id}: whose cards to show is {seat!r}, allowed: public, open, or a seat")
    return game.hidden_cells[game.check_seat(seat)]


def all_hidden(hidden: dict[str, np.ndarray], f: Field, seat: int | None = None) -> bool:
    if f.name not in hidden:
        return False
    flags = hidden[f.name] if seat is None else hidden[f.name][seat]
    return bool(np.all(flags))


def _lines(
    state: State, cells: list[tuple[Field, np.ndarray, bool]], seat: int | None = None
) -> Iterator[tuple[str, str, bool]]:
    """A line for each field (of a seat) that is not empty, and whether it is brief; a zone and its public size share
    one."""
    game, record = state.game, state.record
    sizes = {f.total_of: int(values) for f, values, _ in cells if f.total_of and values.ndim == 0}
    counted = {f.name for f, _, _ in cells}
    for f, values, concealed in cells:
        if f.total_of in counted:
            continue
        size = sizes.get(f.name)
        if concealed:
            if size is not None:
                yield _words(f.name), f"{size} hidden" if size else "none", True
            continue
        if f.lines is not None:
            others = [np.asarray(record[b]) for b in f.beside] + [np.asarray(record[b][seat]) for b in f.along]
            yield from ((*line, False) for line in f.lines(game.tables, game.labels, values, *others))
            continue
        value = _contents(game, f, values)
        if size:
            yield _words(f.name), f"{size}: {value}", False
        elif size == 0:
            yield _words(f.name), "none", True
        elif value and values.ndim == 0 and f.total_of:
            yield _words(f.total_of), value, True
        elif value:
            yield _words(f.name), value, values.ndim == 0


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
