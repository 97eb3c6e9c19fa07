"""What a seat is told: its position, and what each action of the game changed in it.

Everything here is made from :class:`Seen`, which holds what one seat may know (or a watcher, or everybody's cards for
the open view) and not the game, so nothing else can be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ....envs.core.game import State, View
from ....envs.core.header import EVENTS, NOTES
from ....envs.core.render import fresh, panels, speech
from .games import RINGS, UNSEEN, Table
from .texts import Texts

PANELS, WORDS = "panels", "words"


@dataclass(frozen=True)
class Seen:
    """A row as one viewer sees it: ``seat`` a number, None for a watcher, ``open`` for all cards; the mask is that
    of the seat if it decides, else empty."""

    table: Table
    seat: int | None
    row: np.ndarray
    mask: np.ndarray
    open: bool = False

    @staticmethod
    def of_view(table: Table, view: View) -> Seen:
        """What the holder of ``view`` sees."""
        return Seen(table, view.seat, view.row, view.action_mask)

    @staticmethod
    def of(table: Table, state: State, seat: int | None) -> Seen:
        """What ``seat`` sees of a position; a watcher sees what all seats see."""
        if seat is not None:
            return Seen.of_view(table, state.view(seat))
        row = state.view(0).row
        record = table.game.spec.schema.record(row)
        for name, flags in table.public.items():
            field = table.game.spec.schema.by_name.get(name)
            record[name] = np.where(flags, 0 if field is None else field.empty, record[name])
        return Seen(table, None, row, np.zeros_like(state.legal()))

    @staticmethod
    def all_of(table: Table, state: State) -> Seen:
        """Everything that lies on the table, hidden hands as well."""
        return Seen(table, None, state.row.copy(), state.legal(), open=True)

    @cached_property
    def record(self) -> Any:
        return self.table.game.spec.schema.record(self.row)

    @cached_property
    def state(self) -> State:
        """The row as a state, for what shows it in words."""
        return State(self.table.game, self.row)

    @property
    def whose(self) -> int | str:
        """Who looks, as the views in words and pictures have it."""
        return "open" if self.open else "public" if self.seat is None else self.seat

    @property
    def hidden(self) -> dict[str, np.ndarray]:
        """Flags of the cells this viewer cannot see, by field."""
        if self.open:
            return {}
        return self.table.public if self.seat is None else self.table.hidden[self.seat]

    def view(self) -> dict[str, Any]:
        """The view as JSON, as ``View.to_json`` gives it."""
        fields = self.table.game.spec.schema.to_json(self.row, self.hidden.get)
        for name in UNSEEN:
            del fields[name]
        return {"identity": dict(self.table.game.identity), "seat": self.seat, "fields": fields}


@dataclass(frozen=True)
class Speaker:
    """Makes messages of what is seen: the language, the names of the seats, and whether panels are wanted."""

    texts: Texts
    names: tuple[str, ...]
    include: frozenset[str] = frozenset()

    # --------------------------------------------------------------------------------------- messages

    def position(self, seen: Seen) -> dict[str, Any]:
        """All the viewer knows now."""
        told = [self.event(seen, e, None) for e in _ring(seen.record["events"], EVENTS)]
        if seen.seat is not None:
            told += [self.event(seen, e, seen.seat) for e in _ring(seen.record["notes"][seen.seat], NOTES)]
        return {"type": "position", "seat": seen.seat, "view": seen.view(), "events": told} | self.now(seen)

    def step(self, before: Seen, after: Seen, by: int, action: int | None) -> dict[str, Any]:
        """What one action of seat ``by`` changed; ``action`` is told to whom it is given for only."""
        return {
            "type": "step",
            "seat": after.seat,
            "by": by,
            "action": None if action is None else self.action(before, action, by),
            "events": list(self.events(before, after)),
            "changes": changes(before, after),
            "rings": rings(before, after),
        } | self.now(after)

    def now(self, seen: Seen) -> dict[str, Any]:
        """Who decides what, and how the game stands."""
        record, game = seen.record, seen.table.game
        over = bool(record["over"])
        pending = [] if over else [self.question(seen, d) for d in range(int(record["depth"]))]
        out = {
            "to_decide": None if over else int(record["seat"]),
            "question": pending[0] if pending else None,
            "pending": pending[1:],
            "legal": self.legal(seen),
            "phase": game.labels["phase"][int(record["phase"])],
            "decisions": int(record["decisions"]),
            "over": over,
            "returns": record["returns"][: game.num_players].tolist() if over else None,
            "ending": self.ending(seen) if over else None,
        }
        if PANELS in self.include:
            out[PANELS] = self.panels(seen)
        if WORDS in self.include:
            from ..page.sheet import words

            out[WORDS] = words(seen.state, seen.whose)
        return out

    # ------------------------------------------------------------------------------------------ parts

    def legal(self, seen: Seen) -> list[dict[str, Any]]:
        """The legal actions of the seat that looks."""
        seat = int(seen.record["seat"])
        return [self.action(seen, int(a), seat) for a in np.flatnonzero(seen.mask)]

    def action(self, seen: Seen, action: int, seat: int) -> dict[str, Any]:
        """An action of ``seat`` in a position, with its arguments and its words."""
        table = seen.table
        entry = table.actions[action]
        args = dict(entry["args"])
        words = {
            arg: self.called(seen, arg, index, label, self.pending(seen)) for arg, (index, label) in entry["of"].items()
        }
        if "seat" in args:
            args["seat"] = (seat + args["seat"]) % table.game.num_players
            words["seat"] = self.name(args["seat"])
        key = f"action.{entry['verb']}"
        return {"id": action, "name": entry["name"], "key": key, "args": args, "text": self.texts.fill(key, words)}

    def question(self, seen: Seen, place: int) -> dict[str, Any]:
        """The pending decision at ``place``, the next one at 0."""
        game = seen.table.game
        kind, seat, subject, count = map(int, seen.record["stack"][place])
        decision, args, about = game.spec.decisions[kind], {"count": count}, None
        key = f"decision.{decision.name}"
        words = {"seat": self.name(seat), "question": self.texts.fill(key, args)}
        if decision.subject == "seat" and subject >= 0:
            about = (seat + subject) % game.num_players
            words["subject"] = self.name(about)
        elif decision.subject and subject >= 0:
            about = game.labels[decision.subject][subject]
            words["subject"] = self.called(seen, decision.subject, subject, about, decision.name)
        say = speech(game)
        told = say.about(seen.state, kind, seat, subject, count) if hasattr(say, "about") else None
        if told:
            words["subject"] = told
        text = self.texts.fill("question.about" if words.get("subject") else "question", words)
        return {"seat": seat, "decision": decision.name, "key": key, "args": args, "subject": about, "text": text}

    def events(self, before: Seen, after: Seen) -> Iterator[dict[str, Any]]:
        """What happened between two positions, oldest first; then what only the viewer was told."""
        a, b = before.record, after.record
        for entry in fresh(b["events"], int(b["event_count"]), int(a["event_count"])):
            yield self.event(after, entry, None)
        noted = range(after.table.game.num_players) if after.open else [] if after.seat is None else [after.seat]
        for p in noted:
            for entry in fresh(b["notes"][p], int(b["note_count"][p]), int(a["note_count"][p])):
                yield self.event(after, entry, p)

    def event(self, seen: Seen, entry: np.ndarray, to: int | None) -> dict[str, Any]:
        """An event with its arguments and its words, "" for what goes without saying; ``to`` is the one seat that was
        told, or None."""
        game = self.texts.game
        declared, seat, other = game.spec.events[entry[0]], int(entry[1]), int(entry[2])
        words, args = {"seat": self.name(seat), "other": self.name(other)}, {}
        for (label, what), value in zip(declared.numbers, entry[3:].tolist(), strict=False):
            labels = game.labels.get(what)
            named = labels[value] if labels and 0 <= value < len(labels) else None
            args[label] = value if named is None else named
            words[label] = str(value) if what == "count" else self.called(seen, what, value, named)
        key = f"event.{declared.name}"
        own = self.own_template(seen, entry)
        text = self.texts.fill(key, words) if own is None else self.texts.put(own, words)
        return {
            "kind": declared.name,
            "key": key,
            "seat": seat if seat >= 0 else None,
            "other": other if other >= 0 else None,
            "args": args,
            "private": to is not None,
            "to": to,
            "text": text,
        }

    def ending(self, seen: Seen) -> str:
        """How the game ended, in one sentence."""
        game, record = seen.table.game, seen.record
        returns = record["returns"][: game.num_players]
        if int(record["over"]) == 2:
            return self.texts.templates["ending.cut"]
        if game.spec.kind == "team":
            name = "team_won" if returns[0] > 0 else "team_lost" if returns[0] < 0 else "draw"
            return self.texts.templates[f"ending.{name}"]
        if returns.max() <= 0:
            return self.texts.templates["ending.draw"]
        winners = [self.name(int(p)) for p in np.flatnonzero(returns == returns.max())]
        return self.texts.fill("ending.won", {"seats": ", ".join(winners)})

    def panels(self, seen: Seen) -> list[dict[str, Any]]:
        """The table in words, as ``State.text`` shows it."""
        shown = panels(seen.state, seen.whose)
        return [{"title": p.title, "marked": p.marked, "lines": [list(line) for line in p.lines]} for p in shown]

    def called(self, seen: Seen, vocab: str, index: int, label: str | None, decision: str = "") -> str:
        """What number ``index`` of a vocabulary is called at this table, as far as the viewer can see."""
        say = speech(seen.table.game)
        told = say.thing(seen.state, vocab, index, decision) if hasattr(say, "thing") else None
        return told or (str(index) if label is None else self.texts.label(vocab, label))

    def own_template(self, seen: Seen, entry: np.ndarray) -> str | None:
        """How the game itself wants an event told here: None as declared, "" not at all."""
        say = speech(seen.table.game)
        own = say.template(seen.state, entry) if hasattr(say, "template") else None
        return own if self.texts.language == "en" or own == "" else None

    @staticmethod
    def pending(seen: Seen) -> str:
        """The kind of decision to take; "" when there is none."""
        return seen.state.pending or ""

    def name(self, seat: int) -> str:
        """What a seat is called; "" for none."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""


def speaker(
    table: Table, language: str = "en", names: Sequence[str] | None = None, include: Sequence[str] = ()
) -> Speaker:
    """A speaker for a game; seats without names are called by number."""
    texts = table.texts(language)
    numbered = [texts.fill("player", {"seat": p}) for p in range(table.game.num_players)]
    return Speaker(texts, tuple(names or numbered), frozenset(include))


def changes(before: Seen, after: Seen) -> list[dict[str, Any]]:
    """Every cell that differs, the rings of events aside: field, index path, value before and after."""
    a, b, cells = before.row.reshape(-1), after.row.reshape(-1), before.table.cells
    differ = np.flatnonzero((a != b) & before.table.plain)
    out = []
    for k in differ.tolist():
        name, index = cells[k]  # type: ignore[misc]
        out.append({"field": name, "index": list(index), "from": int(a[k]), "to": int(b[k])})
    one, two = before.record["returns"], after.record["returns"]
    paid = np.flatnonzero(one != two).tolist()
    return out + [{"field": "returns", "index": [p], "from": float(one[p]), "to": float(two[p])} for p in paid]


def rings(before: Seen, after: Seen) -> dict[str, Any]:
    """The rings of events that differ, whole, as the view shows them."""
    out = {}
    for name in RINGS:
        if not np.array_equal(before.record[name], after.record[name]):
            value = np.asarray(after.record[name]).astype(object)
            flags = after.hidden.get(name)
            if flags is not None:
                value[np.broadcast_to(flags, value.shape)] = None
            out[name] = value.tolist()
    return out


def _ring(ring: np.ndarray, count: int) -> list[np.ndarray]:
    return [entry for entry in ring[:count][::-1] if entry[0] >= 0]
