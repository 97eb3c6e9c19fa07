"""What a game states about itself, and nothing more: facts, schema, actions, content and entry functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .actions import ActionTable
from .content import Content, ContentSchema
from .errors import ConfigError
from .schema import Schema, Zone


@dataclass(frozen=True)
class Option:
    """A named rule option. ``choices`` are its values, the first documented one being ``default``; ``parse``
    turns other input (a list by seat, say) into a value or raises ValueError."""

    name: str
    choices: tuple = ()
    default: Any = None
    meaning: str = ""
    parse: Callable[[Any], Any] | None = None

    def value(self, given: Any) -> Any:
        """The option's value for what a user gave; raises ConfigError."""
        for choice in self.choices:
            if type(choice) is type(given) and choice == given:
                return choice
        for choice in self.choices:
            if isinstance(given, str) and str(choice).lower() == given.lower():
                return choice
        if self.parse is not None:
            try:
                return self.parse(given)
            except ValueError as problem:
                raise ConfigError(f"option {self.name!r}: {problem}") from None
        allowed = ", ".join(str(c) for c in self.choices)
        raise ConfigError(f"option {self.name!r} is {given!r}, allowed: {allowed}")


@dataclass(frozen=True)
class Decision:
    """A kind of entry on the stack: its question, a template over {count}, and the vocabulary of its subject, or
    None. A subject that is a seat counts from the decider, like the seats of actions: observations show it as it is."""

    name: str
    text: str = ""
    subject: str | None = None

    @property
    def asks(self) -> bool:
        """Whether somebody is asked; names of what is only under way, below the decisions, begin with ``in_``."""
        return not self.name.startswith("in_")


@dataclass(frozen=True)
class Event:
    """A kind of event: a text template over {seat}, {other} and its numbers, each a count or of a vocabulary."""

    name: str
    text: str
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Supply:
    """The cards of one vocabulary: the zones they come out of and return to (each kind the first that holds such a
    card), and all zones that hold them."""

    vocab: str
    reservoirs: tuple[Zone, ...]
    zones: tuple[Zone, ...]


@dataclass(frozen=True)
class GameSpec:
    """The declaration of one game.

    module: the importable module whose ``SPEC`` this is (``__name__``); pickles name it.
    seats: fewest and most seats; default_seats: what ``make`` takes unless told.
    kind: "competitive" (returns sum to zero) or "team" (every seat is paid alike).
    vocabs: name -> labels, or -> capacity where the labels come from the content.
    build: (content, options, players) -> TABLES record.
    max_decisions: the safety net outside the rules that truncates.
    zones, reservoir: where cards are, and the zone that ``edit`` balances with; a game with cards of several
        vocabularies has one or more for each, and its zones say whose cards they hold.
    reveal: options -> names of fields that these options make public.
    deals: (tables, row record, seat) -> number of consistent deals of what the seat cannot see.
    problem: (tables, row record) -> what makes a position one that rules must not be run on ("field 'x': ..."),
        or None; ranges, subjects of decisions and sums are checked before.
    forbidden_only_by_rule: action verbs whose masked ids ``apply`` need not refuse, each with its reason.
    elimination: the public flag by seat that is 1 once the seat is out and decides no more; such a game is
        competitive and pays at its end only.
    reference: name -> a table of the game's page (head, then rows), for what only this game has.
    balance_field: a category of each seat, settled before the game ends, by which reports break wins down.
    sides: whether the values of ``balance_field`` are sides that play against each other: strength is reported apart.
    balance_counts: public categories of the table of which balance reports count the last values.
    balance_rules: the sets of options, by name, that balance reports cover.
    """

    id: str
    module: str
    title: str
    kind: str
    seats: tuple[int, int]
    default_seats: int
    folder: Path
    schema: Schema
    tables: np.dtype
    actions: ActionTable
    content: ContentSchema
    vocabs: Mapping[str, tuple[str, ...] | int]
    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]
    phases: tuple[str, ...]
    options: tuple[Option, ...]
    build: Callable[[Content, dict, int], np.ndarray]
    setup: Callable
    legal: Callable
    apply: Callable
    resample: Callable
    enter: Callable
    zones: tuple[Zone, ...]
    reservoir: str | tuple[str, ...]
    max_decisions: int
    deals: Callable[[Any, Any, int], int]
    problem: Callable[[Any, Any], str | None] = lambda tables, record: None
    reveal: Callable[[dict], frozenset[str]] = lambda options: frozenset()
    forbidden_only_by_rule: Mapping[str, str] = field(default_factory=dict)
    summary: str = ""
    reference: Mapping[str, Callable[[], list[tuple]]] = field(default_factory=dict)
    presets: Mapping[str, dict] = field(default_factory=dict)
    elimination: str | None = None
    balance_field: str | None = None
    sides: bool = False
    balance_counts: tuple[str, ...] = ()
    balance_rules: tuple[Mapping[str, Any], ...] = ({},)

    @property
    def supplies(self) -> tuple[Supply, ...]:
        """The cards of each vocabulary."""
        if not self.zones:
            return ()
        names = (self.reservoir,) if isinstance(self.reservoir, str) else self.reservoir
        vocabs = {name: self.schema.by_name[name].axes[-1] for name in names}
        out = []
        for vocab in dict.fromkeys(vocabs.values()):
            zones = tuple(z for z in self.zones if z.of in (None, vocab))
            stocks = tuple(z for name in names for z in zones if z.field == name and vocabs[name] == vocab)
            out.append(Supply(vocab, stocks, zones))
        return tuple(out)

    @property
    def name(self) -> str:
        """The id without its version: also the module and folder name."""
        return self.id.rsplit("-v", 1)[0]

    def resolve(self, rules: Mapping[str, Any] | None) -> dict[str, Any]:
        """All options with defaults filled in; raises ConfigError naming the option."""
        known, given = {o.name: o for o in self.options}, self.given(rules)
        for name in given:
            if name not in known:
                raise ConfigError(f"{self.id}: unknown option {name!r}, known: {', '.join(known)}")
        return {o.name: o.value(given[o.name]) if o.name in given else o.default for o in self.options}

    def given(self, rules: Mapping[str, Any] | None) -> dict[str, Any]:
        """Options as they were told; raises ConfigError where they are no mapping."""
        if rules is not None and not isinstance(rules, Mapping):
            raise ConfigError(f"{self.id}: rules are {rules!r}, expected values by option name")
        return dict(rules or {})

    def sizes(self) -> dict[str, int]:
        """Places of every vocabulary at full capacity, the engine's own included."""
        own = {n: v if isinstance(v, int) else len(v) for n, v in self.vocabs.items()}
        return own | {
            "seat": self.schema.seats,
            "phase": len(self.phases),
            "decision": len(self.decisions),
            "event": len(self.events),
        }

    def check_players(self, players: int) -> int:
        """The seat count as an int; raises ConfigError."""
        lo, hi = self.seats
        if isinstance(players, bool) or not isinstance(players, (int, np.integer)) or not lo <= players <= hi:
            raise ConfigError(f"{self.id}: num_players is {players!r}, allowed {lo}..{hi}")
        return int(players)
