"""Matches: the same deals replayed with the agents in every seat, many games at a time.

**Design.** Agents fill the seats in the order given, the last one named repeated until all seats are taken
(``[a, b]`` at four seats is a against three of b). Each deal is played once with every distinct rotation of
that line-up, so each agent plays the same cards from every seat, and luck of the deal and of the seat cancels.
In a co-operative game each agent is a whole team instead, and each deal is played once by every team.

**Reproducible.** Deals are cut into blocks whose size depends on the agents only. Agents are reset before a
block from the match's seed and the block's number, so results depend neither on the executor nor on the number of
its workers.

**Faults.** What an agent does wrong is counted for its seat and ends nothing: in place of an illegal action, or of none
because the agent raised an exception, the first legal action is played. A ConfigError is no such fault: it says that
the agent cannot play here, and ends the match.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain, islice
from typing import Any

import numpy as np

from .. import agents as registry
from ..agents import Agent
from ..envs.core.batch import batch_flatten, cores
from ..envs.core.drive import begin, blind, step
from ..envs.core.encoder import encode
from ..envs.core.errors import ConfigError, EngineError
from ..envs.core.game import Game, View
from ..envs.core.header import ERRORS, RUNNING, TRUNCATED
from ..envs.core.jit import head, kernel
from ..envs.core.rng import hash_seed
from .executor import Executor, executor

TEXT, TEXTS = 200, 3  # characters kept of what an agent raised, and different texts in a report
BLOCK = 256  # deals played side by side where every agent decides in batches; otherwise one


@dataclass(frozen=True)
class GameResult:
    """One finished game. Lists have one entry a seat; ``agents`` names who sat there.

    ``ending`` is the last public event's name, or "truncated"; ``rounds`` is None where the game counts none;
    ``groups`` are the labels of the game's ``balance_field``, or None; ``outcomes`` those of its ``balance_counts``.
    ``faults`` has an entry for each seat whose agent raised an exception: ``seat``, ``decisions`` in which it did, and
    ``raised``, the text of the first.
    """

    deal: int
    agents: list[str]
    returns: list[float]
    decisions: int
    rounds: int | None
    ending: str
    illegal: list[int]
    timeouts: list[int]
    groups: list[str] | None = None
    outcomes: dict[str, str] | None = None
    faults: list[dict[str, Any]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def lineups(agents: int, seats: int, team: bool = False) -> list[tuple[int, ...]]:
    """Who sits where, by place in the list of ``agents``: the distinct rotations of the padded line-up, or with
    ``team`` one agent on every seat."""
    if team and agents:
        return [(k,) * seats for k in range(agents)]
    if not 1 <= agents <= seats:
        raise ConfigError(f"agents: {agents} given, allowed 1..{seats} (one a seat; the last one fills the rest)")
    base = [min(p, agents - 1) for p in range(seats)]
    rotations = [tuple(base[(p - r) % seats] for p in range(seats)) for r in range(seats)]
    return list(dict.fromkeys(rotations))


def deal_seeds(seed: int, count: int) -> list[int]:
    """Seeds of ``count`` deals; ``game.new`` of one is the deal."""
    return [hash_seed(seed, k) >> 20 for k in range(count)]  # exact in JSON readers that know doubles only


@dataclass(frozen=True)
class Block:
    """What is played at a time: ``deals`` with every one of the ``lineups`` of ``agents``, which are reset from
    ``seed`` before. A job for an executor where agents are names."""

    agents: tuple[str | Agent, ...]
    lineups: tuple[tuple[int, ...], ...]
    deals: tuple[int, ...]
    seed: int


class Player:
    """Plays blocks of ``game``: what a worker does. Agents are loaded with their first block, so that their errors
    reach the caller, and kept."""

    def __init__(self, game: Game, move_limit: float | None = None):
        self.game, self.move_limit = game, move_limit
        self._loaded: dict[tuple[int, str], Agent] = {}  # by place in a block's line-up: no two share a generator

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_loaded": {}}

    def agents(self, named: Sequence[str | Agent]) -> list[Agent]:
        """The agents of a block; raises ConfigError."""
        return [self._agent(k, a) if isinstance(a, str) else a for k, a in enumerate(named)]

    def _agent(self, place: int, name: str) -> Agent:
        if (place, name) not in self._loaded:
            self._loaded[place, name] = registry.load(name, self.game)
        return self._loaded[place, name]

    def __call__(self, block: Block) -> list[GameResult]:
        players = self.agents(block.agents)
        return play_block(self.game, players, block.lineups, block.deals, block.seed, self.move_limit)


def play_match(
    game: Game,
    agents: Sequence[str | Agent],
    deals: Sequence[int],
    seed: int = 0,
    workers: int | None = None,
    move_limit: float | None = None,
    skip: int = 0,
    executor: str | None = None,
) -> Iterator[GameResult]:
    """Play every deal with every line-up of ``agents``; results as they come, by deal, then line-up.

    agents: names (``agents.load``) or agents; the latter are played in this process.
    workers: of the executor; None takes all cores where an agent decides one position at a time, else one.
    move_limit: seconds a move; one that takes longer counts as a time-out and is played all the same.
    skip: results at the start that are there already: left out, and not played again where that can be helped.
    executor: one of ``executor.KINDS``; None is processes where there are several workers, else this process.

    Raises ConfigError for agents that do not exist, do not fit, or cannot be sent to another process.
    """
    rotations = lineups(len(agents), game.num_players, game.spec.kind == "team")
    player = Player(game, move_limit)
    slow = not all(batched(a) for a in player.agents(agents))
    size = 1 if slow else BLOCK
    done, rest = divmod(skip, size * len(rotations))
    blocks = cut(agents, rotations, deals, seed, size)[done:]
    where = choose(executor, workers, len(blocks), slow, all(isinstance(a, str) for a in agents))
    return islice(chain.from_iterable(where.map(player, blocks)), rest, None)


def batched(agent: Agent) -> bool:
    """Whether the agent decides for many rows at once."""
    return hasattr(agent, "act_batch") or hasattr(agent, "act_rows")


def cut(
    agents: Sequence[str | Agent], rotations: Sequence[tuple[int, ...]], deals: Sequence[int], seed: int, size: int
) -> list[Block]:
    """``deals`` in blocks of ``size``, each with a seed that follows from its number."""
    starts = range(0, len(deals), size)
    return [
        Block(tuple(agents), tuple(rotations), tuple(deals[k : k + size]), hash_seed(seed, b))
        for b, k in enumerate(starts)
    ]


def choose(kind: str | None, workers: int | None, jobs: int, slow: bool, named: bool) -> Executor:
    """Where ``jobs`` are done, see :func:`play_match`; raises ConfigError."""
    if workers is None:
        workers = cores() if named and (slow or kind is not None) else 1
    if not named and (workers != 1 or kind not in (None, "inline")):
        raise ConfigError(f"workers is {workers}, executor is {kind or 'processes'}: agents must be given by name")
    kind = kind or ("processes" if workers != 1 and jobs > 1 else "inline")
    return executor(kind, workers, jobs)


# ---------------------------------------------------------------------------------------- one block


@kernel
def advance(F, T, X, S, rows, actions, masks, observations, seats):
    """Play ``actions[k]`` in row ``rows[k]`` and encode the row for the seat that decides next (-1: over)."""
    for k in range(len(rows)):
        i = rows[k]
        step(F, T, S, i, actions[k], masks[i])
        h = head(S, i)
        seats[i] = h.seat
        if h.over == RUNNING and h.error == 0:
            encode(X, h.seat, S, i, observations[i])


def play_block(
    game: Game,
    players: Sequence[Agent],
    rotations: Sequence[tuple[int, ...]],
    deals: Sequence[int],
    seed: int,
    move_limit: float | None = None,
) -> list[GameResult]:
    """Play ``deals`` with every rotation, all games side by side: one batch of decisions a step and agent."""
    players = [_reset(player, hash_seed(seed, k)) for k, player in enumerate(players)]
    table = _Table(game, [d for d in deals for _ in rotations], np.array(list(rotations) * len(deals)))
    while len(running := np.flatnonzero(table.seats >= 0)):
        deciding = table.lineup[running, table.seats[running]]
        for k, player in enumerate(players):
            rows = running[deciding == k]
            if len(rows):
                table.play(player, rows, move_limit)
    return [table.result(i, [players[k].name for k in lineup]) for i, lineup in enumerate(table.lineup)]


def faults(held: Iterable[tuple[GameResult, int]]) -> dict[str, Any]:
    """What an agent raised in seats it ``held``: ``faults``, in how many decisions, and ``raised``, texts, the most
    frequent ones first."""
    mine = [entry for result, seat in held for entry in result.faults if entry["seat"] == seat]
    texts = Counter(entry["raised"] for entry in mine)
    return {
        "faults": sum(entry["decisions"] for entry in mine),
        "raised": [text for text, _ in texts.most_common(TEXTS)],
    }


def _reset(player: Agent, seed: int) -> Agent:
    """The agent, ready for a block; where it raises at that, one that does so at each decision."""
    try:
        player.reset(seed)
    except Exception as problem:
        return _Broken(player, problem)
    return player


class _Broken(Agent):
    """An agent that could not be reset."""

    def __init__(self, player: Agent, problem: Exception):
        super().__init__(player.game, player.name)
        self.problem = problem

    def act(self, view: View) -> int:
        raise self.problem


class _Table:
    """Rows of games side by side, with what their next seats see."""

    def __init__(self, game: Game, deals: list[int], lineup: np.ndarray):
        self.game, self.deals, self.lineup = game, deals, lineup
        n = len(deals)
        self.rows = np.zeros((n, game.width), np.int16)
        self.masks = np.zeros((n, game.n_actions), np.int8)
        self.observations = np.zeros((n, game.compact_size), np.int16)
        self.seats = np.zeros(n, np.int16)
        self.illegal = np.zeros((n, game.num_players), np.int64)
        self.timeouts = np.zeros((n, game.num_players), np.int64)
        self.faults: dict[tuple[int, int], dict[str, Any]] = {}  # by row and seat, as in a GameResult
        for i, deal in enumerate(deals):
            begin(game.F, game.T, self.rows, i, game.template, np.uint64(hash_seed(deal)), self.masks[i])
            self.seats[i] = self.record(i)["seat"]
            encode(game.X, max(int(self.seats[i]), 0), self.rows, i, self.observations[i])

    def record(self, i: int) -> np.record:
        return self.game.spec.schema.record(self.rows[i : i + 1])

    def play(self, player: Agent, rows: np.ndarray, move_limit: float | None) -> None:
        """Let ``player`` decide in ``rows`` and take its actions; an illegal one counts, and the first legal
        action is played instead."""
        seats = self.seats[rows]
        if batched(player):
            actions = self.decide_batch(player, rows)
        else:
            actions = np.array([self.decide(player, i, move_limit) for i in rows], np.int64)
        known = (actions >= 0) & (actions < self.game.n_actions)
        bad = ~known | (self.masks[rows, np.where(known, actions, 0)] == 0)
        if bad.any():
            self.illegal[rows[bad], seats[bad]] += 1
            actions[bad] = self.masks[rows[bad]].argmax(1)
        g = self.game
        advance(g.F, g.T, g.X, self.rows, rows, actions, self.masks, self.observations, self.seats)

    def observed(self, player: Agent, rows: np.ndarray) -> np.ndarray:
        """What the seats to decide in ``rows`` see, in the form the player reads."""
        compact = self.observations[rows]
        if player.form == "compact":
            return compact
        flat = np.empty((len(rows), self.game.flat_size), np.float32)
        batch_flatten(self.game.Y, self.game.scale, compact, flat, 0, len(rows))
        return flat

    def decide_batch(self, player: Agent, rows: np.ndarray) -> np.ndarray:
        """The actions of ``player`` in ``rows``, int64; where it raises, the first legal ones."""
        seen, masks, seats = self.observed(player, rows), self.masks[rows], self.seats[rows]
        act_batch, act_rows = getattr(player, "act_batch", None), getattr(player, "act_rows", None)
        try:
            given = act_batch(seen, masks, seats) if act_batch else act_rows(seen, masks, seats, rows)  # type: ignore
            actions = np.array(given, np.int64)
            if actions.shape != rows.shape:
                raise ValueError(f"actions are {actions.shape}, expected {rows.shape}")
        except ConfigError:
            raise
        except Exception as problem:
            return np.array([self.fault(i, problem) for i in rows], np.int64)
        return actions

    def decide(self, player: Agent, i: int, move_limit: float | None) -> int:
        """The action of ``player`` in row ``i``; where it raises, the first legal one."""
        seat, row = int(self.seats[i]), self.rows[i : i + 1].copy()
        blind(self.game.K, seat, row, 0)
        start = time.perf_counter()
        try:
            action = int(np.int64(int(player.act(View(self.game, seat, row, self.masks[i].copy())))))
        except ConfigError:
            raise
        except Exception as problem:
            return self.fault(i, problem)
        if move_limit is not None and time.perf_counter() - start > move_limit:
            self.timeouts[i, seat] += 1
        return action

    def fault(self, i: int, problem: Exception) -> int:
        """Count what the agent to decide in row ``i`` raised; returns what is played instead."""
        seat = int(self.seats[i])
        if isinstance(problem, TimeoutError):
            self.timeouts[i, seat] += 1
        else:
            text = " ".join(f"{type(problem).__name__}: {problem}".split())[:TEXT]
            entry = self.faults.setdefault((i, seat), {"seat": seat, "decisions": 0, "raised": text})
            entry["decisions"] += 1
        return int(self.masks[i].argmax())

    def result(self, i: int, names: list[str]) -> GameResult:
        """The finished game of row ``i``; raises EngineError where the row stopped by an error."""
        s, players = self.record(i), self.game.num_players
        if s["error"]:
            raise EngineError(f"{self.game.spec.id}: deal {self.deals[i]}: {ERRORS[int(s['error'])]}")
        last = int(s["events"][0, 0])
        ending = "truncated" if s["over"] == TRUNCATED else self.game.labels["event"][last] if last >= 0 else "ended"
        return GameResult(
            deal=self.deals[i],
            agents=names,
            returns=s["returns"][:players].tolist(),
            decisions=int(s["decisions"]),
            rounds=int(s["round"]) if "round" in (s.dtype.names or ()) else None,
            ending=ending,
            illegal=self.illegal[i].tolist(),
            timeouts=self.timeouts[i].tolist(),
            groups=self.groups(s),
            outcomes=self.outcomes(s),
            faults=[entry for (row, _), entry in sorted(self.faults.items()) if row == i],
        )

    def groups(self, record: np.record) -> list[str] | None:
        """Labels of the field that balance reports break wins down by."""
        name = self.game.spec.balance_field
        if name is None:
            return None
        return [self.label(name, v) for v in record[name][: self.game.num_players]]

    def outcomes(self, record: np.record) -> dict[str, str] | None:
        """Labels of the fields whose last values balance reports count."""
        return {name: self.label(name, record[name]) for name in self.game.spec.balance_counts} or None

    def label(self, field: str, value: int) -> str:
        labels = self.game.labels[self.game.spec.schema.by_name[field].vocab or ""]
        return labels[value] if value >= 0 else "none"
