"""The games a service plays, configured and kept, and what a front end needs to know of each."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .... import envs
from ....envs.core.content import shipped
from ....envs.core.errors import ConfigError
from ....envs.core.game import Game
from ....envs.core.schema import HEADER_FIELDS
from .errors import ServiceError
from .texts import Texts, keys

KEPT = 64  # configured games at a time
UNSEEN = ("seed", "stream", "forced", "forced_n")  # fields of a row that are on no table
RINGS = ("events", "notes")


class Table:
    """A configured game and what follows from its declaration for messages.

    cells: per int16 of a row, the field and index path it is, or None for what change lists leave out.
    """

    def __init__(self, game: Game, content: str):
        self.game, self.content = game, content
        self.cells = _cells(game)
        self.plain = np.array([cell is not None for cell in self.cells])
        self.actions = _actions(game)
        everything = [game.hidden_cells[p] for p in range(game.num_players)]
        self.hidden: list[dict[str, np.ndarray]] = everything
        self.public: dict[str, np.ndarray] = {n: np.any([h[n] for h in everything], axis=0) for n in everything[0]}
        self._texts: dict[str, Texts] = {}

    @cached_property
    def rules_version(self) -> str:
        """What positions of this game must agree on, in one word."""
        identity = self.game.identity
        return f"{identity['schema']}-{identity['content']}-{identity['rules']}"

    def texts(self, language: str = "en") -> Texts:
        """The templates in a language."""
        if language not in self._texts:
            self._texts[language] = Texts(self.game, language)
        return self._texts[language]

    def options(self) -> dict[str, Any]:
        """Every option with its value, as JSON."""
        return json.loads(json.dumps(self.game.options, default=str))

    def catalogue(self, language: str = "en") -> dict[str, Any]:
        """Everything a front end needs to know of the game: a ``game`` message."""
        g, spec = self.game, self.game.spec
        return {
            "type": "game",
            "rules_version": self.rules_version,
            **facts(spec),
            "players": g.num_players,
            "content": self.content,
            "values": self.options(),
            "identity": dict(g.identity),
            "actions": [{k: v for k, v in a.items() if k != "of"} for a in self.actions],
            "verbs": [
                {"verb": b.verb, "args": list(b.args), "meaning": b.meaning, "key": f"action.{b.verb}"}
                for b in spec.actions.blocks
            ],
            "decisions": [
                {"name": d.name, "text": d.text, "subject": d.subject, "asks": d.asks, "key": f"decision.{d.name}"}
                for d in spec.decisions
            ],
            "events": [
                {"name": e.name, "text": e.text, "numbers": [list(n) for n in e.numbers], "key": f"event.{e.name}"}
                for e in spec.events
            ],
            "phases": list(spec.phases),
            "vocabularies": {name: list(labels) for name, labels in g.labels.items()},
            "fields": fields(g),
            "hidden": [{n: f.astype(int).tolist() for n, f in h.items() if n not in UNSEEN} for h in self.hidden],
            "observation": {
                "compact": g.compact_size,
                "flat": g.flat_size,
                "blocks": json.loads(json.dumps(g.encoder.blocks(), default=_plain)),
            },
            "texts": self.texts(language).templates,
        }


def facts(spec: Any) -> dict[str, Any]:
    """A game in short."""
    return {
        "id": spec.id,
        "title": spec.title,
        "kind": spec.kind,
        "seats": list(spec.seats),
        "default_seats": spec.default_seats,
        "summary": spec.summary,
        "options": [
            {"name": o.name, "choices": list(o.choices), "default": o.default, "meaning": o.meaning}
            for o in spec.options
        ],
    }


def fields(game: Game) -> list[dict[str, Any]]:
    """The declaration of every field of a view, the header's included."""
    named = {f.name for f in HEADER_FIELDS}
    out = []
    for f in game.spec.schema.by_name.values():
        lo, hi = game.spec.schema.bounds(f, game.sizes)
        out.append(
            {
                "name": f.name,
                "header": f.name in named,
                "shape": list(f.shape),
                "what": f.what,
                "vocab": f.vocab,
                "axes": list(f.axes),
                "seats": f.seats,
                "see": f.see,
                "lo": int(lo),
                "hi": int(hi),
                "empty": int(f.empty),
                "total_of": f.total_of,
                "panel": f.panel,
                "show": bool(f.show) and f.name not in named,
                "meaning": f.meaning,
            }
        )
    return out


def _cells(game: Game) -> list[tuple[str, tuple[int, ...]] | None]:
    schema = game.spec.schema
    out: list[tuple[str, tuple[int, ...]] | None] = [None] * schema.width
    for name, (dtype, offset) in schema.layout.items():
        if name in UNSEEN or name in RINGS or dtype.base != np.int16:
            continue
        for k, index in enumerate(np.ndindex(*dtype.shape)):
            out[offset // 2 + k] = (name, index)
    return out


def _actions(game: Game) -> list[dict[str, Any]]:
    """Every action by its parts; a seat counts from the decider here. ``of``: number and label of other arguments."""
    table, rows, out = game.spec.actions, game.spec.actions.rows(), []
    for a in range(game.n_actions):
        block, args, of = table.blocks[rows[a, 0]], {}, {}
        for arg in block.args:
            value = int(rows[a, 1 + table.arguments.index(arg)])
            args[arg] = value if arg == "seat" else game.labels[arg][value]
            if arg != "seat":
                of[arg] = (value, args[arg])
        out.append({"id": a, "name": game.actions.name(a), "verb": block.verb, "args": args, "of": of})
    return out


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    return getattr(value, "__dict__", None) or str(value)


class Games:
    """Configured games by what configures them, the ones used last at hand. Thread-safe.

    only: ids to offer, all where empty. contents: card files beside the shipped ones, by the name clients use.
    """

    def __init__(self, only: Iterable[str] = (), contents: Mapping[str, Path] | None = None):
        self.ids = tuple(only) or envs.games()
        for id in self.ids:
            if id not in envs.games():
                envs.spec(id)  # says what is wrong; rules of known games are imported, and compiled, when asked for
        self.contents = dict(contents or {})
        self.loaded = 0
        self._tables: OrderedDict[tuple, Table] = OrderedDict()
        self._lock = threading.Lock()
        self._loading: dict[str, threading.Lock] = {id: threading.Lock() for id in self.ids}

    def spec(self, id: str) -> Any:
        """The declaration of a game on offer."""
        if id not in self.ids:
            raise ServiceError("unknown_game", f"game is {id!r}, known: {', '.join(self.ids)}", field="game")
        return envs.spec(id)

    def get(
        self, id: str, players: int | None = None, options: Mapping[str, Any] | None = None, content: str = "reference"
    ) -> Table:
        """The table of a configured game; raises ServiceError, ConfigError or ContentError."""
        spec = self.spec(id)
        offered = {*shipped(spec.folder), *self.contents}
        if content not in offered:
            known = ", ".join(sorted(offered))
            raise ServiceError("bad_config", f"content is {content!r}, known: {known}", field="content")
        try:
            resolved = spec.resolve(options)
            seats = None if players is None else spec.check_players(players)
            key = (id, seats, repr(sorted((name, resolved[name]) for name in options or {})), content)
        except (TypeError, AttributeError, IndexError, OverflowError, RecursionError) as problem:
            raise ConfigError(f"{id}: options cannot be read: {problem}") from None
        with self._lock:
            if key in self._tables:
                self._tables.move_to_end(key)
                return self._tables[key]
        with self._loading[id]:
            with self._lock:
                if key in self._tables:
                    return self._tables[key]
            game = envs.load_game(id, seats, options, self.contents.get(content, content))
            table = Table(game, content)
            with self._lock:
                self._tables[key] = table
                self.loaded += 1
                while len(self._tables) > KEPT:
                    self._tables.popitem(last=False)
            return table


__all__ = ["Games", "Table", "facts", "fields", "keys"]
