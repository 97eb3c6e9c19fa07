"""A configured game, its states, and what one seat may hold of them."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from . import content as content_files
from . import drive
from .encoder import Encoder, encode, flatten
from .errors import ConfigError, EngineError, GameOver, HiddenInformation, IllegalAction, PositionError
from .header import ERR_FORCED_LEFT, ERR_FORCED_RANGE, ERRORS, FORCED, STREAMS
from .jit import address_table, index_table
from .rng import hash_seed
from .spec import GameSpec

_MAGIC = b"elderzoo state\n"


class Game:
    """One game with its seat count, options and cards fixed; makes and reads states. Unless told, seats and options are
    those of the card file, where it says some, or the game's own.

    Raises ConfigError for a wrong seat count or option, ContentError for a bad card file.

    Attributes
    ----------
    actions: names and ids. ``n_actions`` their number.
    encoder: the observation layout (``encoder.blocks()``), sizes ``compact_size`` and ``flat_size``.
    labels: vocabulary -> names. ``options``: every rule option with its value.
    hidden_cells: of each seat, field -> flags of the cells that it never sees, where there are any.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_players: int | None = None,
        rules: Mapping[str, Any] | None = None,
        content: str | Path = "reference",
        max_decisions: int | None = None,
        auto_single: bool = True,
    ):
        self.spec = spec
        self.content = content_files.load(spec.content, spec.folder, content)
        seats = self.content.seats or spec.default_seats
        self.num_players = spec.check_players(seats if num_players is None else num_players)
        self.options = spec.resolve({**self.content.rules, **spec.given(rules)})
        self.auto_single = bool(auto_single)
        self.max_decisions = self._limit(max_decisions)
        self._config = (num_players, dict(rules or {}), str(content), max_decisions, auto_single)
        self.sizes = spec.sizes()
        self.labels = self._labels()
        self.actions = spec.actions.named(self.labels)
        self.n_actions = self.actions.n
        tables = np.ascontiguousarray(spec.build(self.content, self.options, self.num_players)).reshape(-1)
        self.T = tables.view(np.int16).reshape(-1)
        self.tables = self.T.view(spec.tables)[0]
        self.F = address_table([spec.setup, spec.legal, spec.apply, spec.resample, spec.enter])
        self.encoder = Encoder(spec.schema, self.sizes, self.num_players, spec.reveal(self.options))
        self.X = index_table(self.encoder.tables())
        self.X_full = index_table(self.encoder.tables(full=True))
        self.K = index_table(self.encoder.wipe_tables())
        flat_table, self.scale = self.encoder.flat_tables()
        self.Y = index_table(flat_table)
        self.compact_size, self.flat_size = self.encoder.size, self.encoder.flat_size
        self.width = spec.schema.width
        self.template = self._template()
        self.hidden_cells = [self.encoder.hidden_cells(p) for p in range(self.num_players)]

    def under(self, rules: Mapping[str, Any]) -> Game:
        """The same game with the options ``rules`` as given; its rows mean the same. Raises ConfigError."""
        players, mine, content, max_decisions, auto_single = self._config
        return Game(self.spec, players, {**mine, **rules}, content, max_decisions, auto_single)

    def _limit(self, given: int | None) -> int:
        top = self.spec.max_decisions
        if given is None:
            return top
        if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or not 1 <= given <= 32767:
            raise ConfigError(f"{self.spec.id}: max_decisions is {given!r}, allowed 1..32767")
        return int(given)

    def _labels(self) -> dict[str, list[str]]:
        out = {n: list(v) for n, v in self.spec.vocabs.items() if not isinstance(v, int)}
        capacity = {section.name: section.capacity for section in self.spec.content.sections}
        for vocab, source in self.spec.content.labels.items():
            if isinstance(source, list):
                out[vocab] = [label for name in source for label in self.content.labels(name, capacity[name])]
            else:
                out[vocab] = self.content.labels(source, self.sizes[vocab])
        out["phase"] = list(self.spec.phases)
        out["decision"] = [d.name for d in self.spec.decisions]
        out["event"] = [e.name for e in self.spec.events]
        return out

    def _template(self) -> np.ndarray:
        row = self.spec.schema.template()
        record = self.spec.schema.record(row)
        record["players"], record["limit"], record["auto"] = self.num_players, self.max_decisions, self.auto_single
        return row[0]

    def __repr__(self):
        return f"<Game {self.spec.id}, {self.num_players} seats>"

    def __deepcopy__(self, memo):
        return self  # nothing in it changes

    def __reduce__(self):
        return _rebuild_game, (self.spec.module, self._config)

    @cached_property
    def identity(self) -> dict[str, str | int]:
        """What saved states, goldens and checkpoints must agree on."""
        layout = repr((self.spec.schema.hash(), self.spec.actions.hash_parts(), sorted(self.sizes.items())))
        return {
            "game": self.spec.id,
            "players": self.num_players,
            "schema": _short(layout),
            "content": self.content.hash,
            "rules": _rules_hash(self.options),
        }

    def check_identity(self, given: Any, what: str) -> None:
        """Raise PositionError where ``given`` names another game, layout, content or rules."""
        if not isinstance(given, dict):
            raise PositionError(f"{self.spec.id}: {what} does not name its game")
        for key, mine in self.identity.items():
            if given.get(key) == mine:
                continue
            other = self._other_rules(given.get(key)) if key == "rules" else ""
            raise PositionError(
                f"{self.spec.id}: {what} " + (other or f"has {key} {given.get(key)!r}, this game has {mine!r}")
            )

    def _other_rules(self, rules: Any) -> str:
        """How rules of that hash differ from this game's, where one or two options do; "" where more do."""
        changes = [{o.name: v} for o in self.spec.options for v in o.choices if v != self.options[o.name]]
        for change in [*changes, *(a | b for a, b in combinations(changes, 2) if a.keys() != b.keys())]:
            if _rules_hash(self.options | change) == rules:
                said = ", ".join(f"{k}={v} (this game: {self.options[k]})" for k, v in change.items())
                return f"was made with other rules: {said}"
        return ""

    # ------------------------------------------------------------------------------------------ states

    def new(self, seed: int = 0, forced: Iterable[tuple[str, int]] = ()) -> State:
        """A new game. ``forced``: (stream, value) outcomes taken before any random one. Raises ConfigError for a
        wrong seed or outcome, EngineError for an impossible outcome."""
        seed, row = self.check_seed(seed), self.template.copy()
        _queue(self.spec.schema.record(row[None]), forced, self.spec.id)
        state = State(self, np.zeros((1, self.width), np.int16))
        drive.begin(self.F, self.T, state.row, 0, row, np.uint64(hash_seed(seed)), state._mask)
        state._raise()
        return state

    def from_view(self, data: Mapping[str, Any], seat: int, seed: int = 0) -> State:
        """A state consistent with what ``seat`` received (``View.to_json``); hidden cells are dealt from
        ``seed``. Raises PositionError, and HiddenInformation where the data hold what the seat cannot know."""
        self.check_seat(seat)
        name = self.spec.id
        if not isinstance(data, Mapping) or not isinstance(data.get("fields"), Mapping):
            raise PositionError(f"{name}: a view needs 'identity', 'seat' and 'fields' by name")
        self.check_identity(data.get("identity"), "the view")
        if data.get("seat") != seat:
            raise PositionError(f"{name}: field 'seat' of the view is {data.get('seat')!r}, expected {seat}")
        fields = dict(data["fields"])
        for field in ("seed", "stream", "forced", "forced_n"):
            if fields.pop(field, None) is not None:
                raise HiddenInformation(f"{name}: field {field!r} is hidden from every seat")
        for field, flags in self.hidden_cells[seat].items():
            given = np.array(fields.get(field), object)
            if given.shape == flags.shape and any(v is not None for v in np.atleast_1d(given[flags])):
                raise HiddenInformation(f"{name}: field {field!r} holds cells hidden from seat {seat}")
        base = self.template[None].copy()
        record = self.spec.schema.record(base)
        hidden = {n: np.asarray(record[n]).tolist() for n in ("stream", "forced", "forced_n")} | {"seed": "0x0"}
        row = self.spec.schema.from_json(fields | hidden, base, name)
        self.spec.schema.check_cells(row, self.num_players, self.sizes, name)
        self._check_subjects(row)
        self.check_rules_may_run(self.spec.schema.record(row))
        drive.blind(self.K, seat, row, 0)
        try:
            state = View(self, seat, row, np.zeros(self.n_actions, np.int8)).sample(seed)
        except EngineError as problem:
            raise PositionError(f"{problem}; the view fits no deal of the hidden cards") from None
        state.check()
        self._check_same_view(row, state.view(seat).row)
        return state

    def _check_same_view(self, given: np.ndarray, dealt: np.ndarray) -> None:
        """Raise PositionError where dealing the hidden cells had to change what the seat sees."""
        one, two = self.spec.schema.record(given), self.spec.schema.record(dealt)
        for field in self.spec.schema.layout:
            if not np.array_equal(one[field], two[field]):
                raise PositionError(f"{self.spec.id}: field {field!r} of the view fits no deal of the hidden cards")

    def check_seat(self, seat: Any) -> int:
        """The seat as an int; raises ConfigError."""
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.num_players:
            raise ConfigError(f"{self.spec.id}: seat is {seat!r}, allowed 0..{self.num_players - 1}")
        return int(seat)

    def check_seed(self, seed: Any) -> int:
        """The seed as an int; raises ConfigError."""
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
            raise ConfigError(f"{self.spec.id}: seed is {seed!r}, expected a whole number")
        return int(seed)

    def check(self, row: np.ndarray) -> None:
        """Raise PositionError unless ranges, public sizes, the conservation of cards and the game's own checks hold."""
        self.spec.schema.check(row, self.num_players, self.sizes, self.spec.id)
        self._check_subjects(row)
        self.check_rules_may_run(self.spec.schema.record(row))
        for supply in self.spec.supplies:
            total, census = self.totals[supply.vocab], self.spec.schema.census(row, supply.zones, self.tables)
            for k in np.flatnonzero(census != total):
                label = self.labels[supply.vocab][k]
                raise PositionError(f"{self.spec.id}: the zones hold {census[k]} {label}, the game has {total[k]}")

    def _check_subjects(self, row: np.ndarray) -> None:
        """Raise PositionError where a pending decision is about nothing there is; rules look places up by it."""
        record = self.spec.schema.record(row)
        for d in range(record["depth"]):
            kind, _, subject, _ = map(int, record["stack"][d])
            vocab = self.spec.decisions[kind].subject
            if vocab is not None and not -1 <= subject < self.sizes[vocab]:
                raise PositionError(f"{self.spec.id}: field 'stack'[{d}, 2] is {subject}, no {vocab} of this game")

    def check_rules_may_run(self, record: Any) -> None:
        """Raise PositionError where the game's own declaration finds a problem."""
        problem = self.spec.problem(self.tables, record)
        if problem is not None:
            raise PositionError(f"{self.spec.id}: {problem}")

    @property
    def card_vocab(self) -> str:
        """The vocabulary of the kinds of cards, or the first of several."""
        return self.spec.supplies[0].vocab

    @property
    def card_totals(self) -> np.ndarray:
        """How many cards of each kind of that vocabulary are in the game."""
        return self.totals[self.card_vocab]

    @cached_property
    def totals(self) -> dict[str, np.ndarray]:
        """How many cards of each kind are in the game, by vocabulary."""
        row = self.new(0).row
        return {x.vocab: self.spec.schema.census(row, x.zones, self.tables) for x in self.spec.supplies}


class State:
    """A position of a game: one row, owned by this object. Everything that can influence the future is in it.

    ``seat`` decides (-1 when over), ``is_over``, ``returns`` float64 (players,).
    """

    def __init__(self, game: Game, row: np.ndarray):
        self.game, self.row = game, row
        self._mask = np.zeros(game.n_actions, np.int8)

    @cached_property
    def record(self) -> Any:
        """The row by field names (a live view)."""
        return self.game.spec.schema.record(self.row)

    @property
    def seat(self) -> int:
        return int(self.record["seat"])

    @property
    def is_over(self) -> bool:
        return bool(self.record["over"])

    @property
    def is_truncated(self) -> bool:
        """Whether the safety net outside the rules ended the game."""
        return int(self.record["over"]) == 2

    @property
    def phase(self) -> str:
        return self.game.labels["phase"][int(self.record["phase"])]

    @property
    def pending(self) -> str | None:
        """The kind of decision to take."""
        top = int(self.record["stack"][0, 0])
        return None if self.is_over else self.game.labels["decision"][top]

    @property
    def returns(self) -> np.ndarray:
        return self.record["returns"][: self.game.num_players].copy()

    def legal(self) -> np.ndarray:
        """Mask of the seat to decide, int8 (n_actions,); all zero when the game is over."""
        return self._mask.copy()

    def legal_names(self) -> list[str]:
        """Names of the legal actions, in id order."""
        return [self.game.actions.name(int(a)) for a in np.flatnonzero(self._mask)]

    def action_id(self, action: int | str) -> int:
        """A legal action's id; raises IllegalAction naming seat, phase and action, or GameOver."""
        if self.is_over:
            raise GameOver(f"{self.game.spec.id}: the game is over")
        names, a, shown = self.game.actions, -1, action
        if isinstance(action, str):
            a = names.id(action) if action in names else -1
        elif isinstance(action, (int, np.integer)) and not isinstance(action, bool) and 0 <= action < names.n:
            a, shown = int(action), names.name(int(action))
        if a < 0 or not self._mask[a]:
            raise IllegalAction(
                f"{self.game.spec.id}: seat {self.seat}, phase {self.phase}, decision {self.pending}: "
                f"{shown!r} is not legal"
            )
        return a

    def step(self, action: int | str) -> State:
        """Take an action, by id or name, in place; returns this state. On an error nothing has changed."""
        a = self.action_id(action)
        before = self.row.copy()
        drive.step(self.game.F, self.game.T, self.row, 0, a, self._mask)
        if self.record["error"]:
            after, self.row[:] = self.row.copy(), before
            drive.settle(self.game.F, self.game.T, self.row, 0, self._mask)
            State(self.game, after)._raise()
        return self

    def force(self, *outcomes: tuple[str, int]) -> State:
        """Queue (stream, value) outcomes, taken before random ones by their stream; returns this state. Raises
        ConfigError, and queues none, where one is wrong."""
        _queue(self.record, outcomes, self.game.spec.id)
        return self

    def clone(self) -> State:
        other = State(self.game, self.row.copy())
        other._mask[:] = self._mask
        return other

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return self.game.identity == other.game.identity and np.array_equal(self.row, other.row)

    __hash__ = None  # type: ignore[assignment]  # a state is changed in place

    def __getstate__(self):
        return {"game": self.game, "row": self.row, "_mask": self._mask}

    def digest(self) -> str:
        """A short hash of the row."""
        return _short(self.row.tobytes())

    def _raise(self) -> None:
        error = int(self.record["error"])
        if not error:
            return
        a, b = map(int, self.record["error_value"])
        detail = f": {STREAMS[a]} {b}" if error in (ERR_FORCED_RANGE, ERR_FORCED_LEFT) else f" ({a}, {b})"
        raise EngineError(f"{self.game.spec.id}: {ERRORS[error]}{detail}")

    def check(self) -> None:
        """Raise PositionError unless ranges, public sizes, the conservation of cards and the game's own checks hold."""
        self.game.check(self.row)

    # ------------------------------------------------------------------------------- views and observations

    def observe(self, seat: int, form: str = "flat", full: bool = False) -> np.ndarray:
        """The observation of ``seat``: "compact" int16 (compact_size,) or "flat" float32 in [0, 1] (flat_size,);
        ``full`` lifts visibility. Raises ConfigError."""
        game = self.game
        if form not in ("flat", "compact"):
            raise ConfigError(f"{game.spec.id}: observation is {form!r}, allowed flat, compact")
        obs = np.empty(game.compact_size, np.int16)
        encode(game.X_full if full else game.X, game.check_seat(seat), self.row, 0, obs)
        return obs if form == "compact" else flat_of(game, obs)

    def view(self, seat: int) -> View:
        """All that ``seat`` may know, and nothing else."""
        game = self.game
        row = self.row.copy()
        drive.blind(game.K, game.check_seat(seat), row, 0)
        mask = self._mask.copy() if seat == self.seat else np.zeros_like(self._mask)
        return View(game, int(seat), row, mask)

    def events(self, newest: int = 16) -> list[str]:
        """The last public events in words, oldest first."""
        from .render import told

        rows = [e for e in self.record["events"][:newest] if e[0] >= 0]
        return [line for line in (told(self, e) for e in reversed(rows)) if line]

    def text(self, seat: int | str | None = None) -> str:
        """The table in words: as ``seat`` sees it, "public" (nobody's hidden cards), or None for everything."""
        from .render import text

        return text(self, seat)

    def picture(self, seat: int | str | None = None) -> np.ndarray:
        """The same as :meth:`text` as an RGB picture, uint8 (height, width, 3); needs Pillow."""
        from .render import picture

        return picture(self, seat)

    # ----------------------------------------------------------------------------------- bytes, JSON, edit

    def to_bytes(self) -> bytes:
        """The state with its identity; little-endian."""
        meta = json.dumps(self.game.identity, sort_keys=True).encode()
        return _MAGIC + meta + b"\n" + self.row.astype("<i2").tobytes()

    @staticmethod
    def from_bytes(game: Game, data: bytes) -> State:
        """The inverse of :meth:`to_bytes`; raises PositionError."""
        if not isinstance(data, bytes) or not data.startswith(_MAGIC):
            raise PositionError(f"{game.spec.id}: these bytes are no saved state")
        head, _, rest = data[len(_MAGIC) :].partition(b"\n")
        try:
            meta = json.loads(head)
        except ValueError:
            raise PositionError(f"{game.spec.id}: the saved state's identity is damaged") from None
        game.check_identity(meta, "the saved state")
        if len(rest) != 2 * game.width:
            raise PositionError(f"{game.spec.id}: the saved state has {len(rest)} bytes, expected {2 * game.width}")
        return _settled(State(game, np.frombuffer(rest, "<i2").astype(np.int16)[None].copy()))

    def to_json(self) -> dict[str, Any]:
        """The whole state by field names; 64-bit numbers as hex strings."""
        return {"identity": dict(self.game.identity), "fields": self.game.spec.schema.to_json(self.row)}

    @staticmethod
    def from_json(game: Game, data: Mapping[str, Any]) -> State:
        """The inverse of :meth:`to_json`; raises PositionError naming the field."""
        if not isinstance(data, Mapping) or "fields" not in data:
            raise PositionError(f"{game.spec.id}: a position needs 'identity' and 'fields'")
        game.check_identity(data.get("identity"), "the position")
        row = game.spec.schema.from_json(data["fields"], game.template[None].copy(), game.spec.id)
        return _settled(State(game, row))

    def edit(self, decide: tuple[int, str] | None = None, **fields: Any) -> State:
        """A changed copy that still has every card once.

        A field is given whole, or as a dict: seats (of fields with a seat axis) not named keep what they have,
        cells not named become empty; cells are named by label, index or a tuple of them. Cards come out of
        and return to the game's reservoir; public sizes follow. ``decide=(seat, phase)`` clears pending
        decisions and begins ``phase`` for ``seat``. Raises PositionError.
        """
        from .edit import edited

        return _settled(edited(self, decide, fields))


class View:
    """What one seat may hold: observation, legal actions, public and own fields, and deals to search in.

    Made of a row whose hidden cells are empty and whose generator is gone: the true state is not in it.
    """

    def __init__(self, game: Game, seat: int, row: np.ndarray, mask: np.ndarray):
        self.game, self.seat, self.row, self.action_mask = game, seat, row, mask

    @cached_property
    def compact(self) -> np.ndarray:
        """int16 (compact_size,)."""
        obs = np.empty(self.game.compact_size, np.int16)
        encode(self.game.X, self.seat, self.row, 0, obs)
        return obs

    @cached_property
    def observation(self) -> np.ndarray:
        """float32 in [0, 1], (flat_size,)."""
        return flat_of(self.game, self.compact)

    @property
    def to_decide(self) -> int:
        """The seat to decide, -1 when the game is over."""
        return int(self.game.spec.schema.record(self.row)["seat"])

    def legal_names(self) -> list[str]:
        return [self.game.actions.name(int(a)) for a in np.flatnonzero(self.action_mask)]

    def sample(self, seed: int) -> State:
        """A state consistent with this view: everything hidden is dealt anew from ``seed``. Raises ConfigError."""
        state = State(self.game, self.row.copy())
        g = self.game
        seed = g.check_seed(seed)
        drive.redeal(g.F, g.T, g.K, state.row, 0, self.seat, np.uint64(hash_seed(seed)), state._mask)
        state._raise()
        return state

    def deals(self) -> int:
        """How many deals of the hidden cells are consistent with this view."""
        return self.game.spec.deals(self.game.tables, self.game.spec.schema.record(self.row), self.seat)

    def to_json(self) -> dict[str, Any]:
        """Public and own fields; cells hidden from the seat are null."""
        hidden = self.game.hidden_cells[self.seat].get
        fields = self.game.spec.schema.to_json(self.row, hidden)
        for name in ("seed", "stream", "forced", "forced_n"):
            del fields[name]
        return {"identity": dict(self.game.identity), "seat": self.seat, "fields": fields}

    def text(self) -> str:
        """The table as this seat sees it."""
        return State(self.game, self.row).text(self.seat)

    def __getstate__(self):
        return {"game": self.game, "seat": self.seat, "row": self.row, "action_mask": self.action_mask}


def flat_of(game: Game, compact: np.ndarray) -> np.ndarray:
    """The flat form of a compact observation, float32 (flat_size,)."""
    flat = np.empty(game.flat_size, np.float32)
    flatten(game.Y, game.scale, compact, flat)
    return flat


def _settled(state: State) -> State:
    """A state made from outside: checked, and waiting for its next decision."""
    state.check()
    g = state.game
    drive.settle(g.F, g.T, state.row, 0, state._mask)
    state._raise()
    return state


def _queue(record: Any, outcomes: Iterable[tuple[str, int]], game: str) -> None:
    """Append forced outcomes to a row's queue; raises ConfigError naming the outcome, before any is queued."""
    if not isinstance(outcomes, Iterable):
        raise ConfigError(f"{game}: forced outcomes are {outcomes!r}, expected pairs (stream, value)")
    queued = []
    for outcome in outcomes:
        try:
            stream, value = outcome
            code = STREAMS.index(stream)
        except (TypeError, ValueError):
            raise ConfigError(f"{game}: forced outcome {outcome!r}, expected (stream, value)") from None
        if not isinstance(value, (int, np.integer)) or not 0 <= value <= 32767:
            raise ConfigError(f"{game}: forced outcome {outcome!r}, value outside 0..32767")
        queued.append((code, value))
    n = int(record["forced_n"])
    if n + len(queued) > FORCED:
        raise ConfigError(f"{game}: more than {FORCED} forced outcomes")
    for k, pair in enumerate(queued, n):
        record["forced"][k] = pair
    record["forced_n"] = n + len(queued)


def _rules_hash(options: Mapping[str, Any]) -> str:
    return _short(json.dumps(options, sort_keys=True, default=str))


def _short(data: str | bytes) -> str:
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()[:12]


def _rebuild_game(module: str, config: tuple) -> Game:
    """The game a pickle names; one object per configuration and process."""
    key = (module, repr(config))
    if key not in _rebuilt:
        players, rules, content, max_decisions, auto_single = config
        _rebuilt[key] = Game(importlib.import_module(module).SPEC, players, rules, content, max_decisions, auto_single)
    return _rebuilt[key]


_rebuilt: dict[tuple, Game] = {}
