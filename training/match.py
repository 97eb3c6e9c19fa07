"""Matches: the same deals replayed with the agents in every seat, many games at a time.

**Design.** Agents fill the seats in the order given, the last one named repeated until all seats are taken
(``[a, b]`` at four seats is a against three of b). Each deal is played once with every distinct rotation of
that line-up, so each agent plays the same cards from every seat, and luck of the deal and of the seat cancels.
In a co-operative game each agent is a whole team instead, and each deal is played once by every team.

**Reproducible.** Deals are cut into blocks whose size depends on the agents only. Agents are reset before a
block from the match's seed and the block's number, so results do not depend on the number of processes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain, islice
from multiprocessing import get_context
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

BLOCK = 256  # deals played side by side where every agent decides in batches; otherwise one


@dataclass(frozen=True)
class GameResult:
    """One finished game. Lists have one entry a seat; ``agents`` names who sat there.

    ``ending`` is the last public event's name, or "truncated"; ``rounds`` is None where the game counts none;
    ``groups`` are the labels of the game's ``balance_field``, or None; ``outcomes`` those of its ``balance_counts``.
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


def play_match(
    game: Game,
    agents: Sequence[str | Agent],
    deals: Sequence[int],
    seed: int = 0,
    workers: int | None = None,
    move_limit: float | None = None,
    skip: int = 0,
) -> Iterator[GameResult]:
    """Play every deal with every line-up of ``agents``; results as they come, by deal, then line-up.

    agents: names (``agents.load``) or agents; the latter are played in this process.
    workers: processes; None takes all cores where an agent decides one position at a time, else none.
    move_limit: seconds a move; one that takes longer counts as a time-out and is played all the same.
    skip: results at the start that are there already: left out, and not played again where that can be helped.

    Raises ConfigError for agents that do not exist, do not fit, or cannot be sent to another process.
    """
    rotations = lineups(len(agents), game.num_players, game.spec.kind == "team")
    players = _load(game, agents)
    slow = not all(hasattr(a, "act_batch") for a in players)
    size = 1 if slow else BLOCK
    done, rest = divmod(skip, size * len(rotations))
    blocks = _blocks(deals, seed, size)[done:]
    played = _play_blocks(game, agents, players, rotations, blocks, _workers(workers, agents, slow), move_limit)
    return islice(chain.from_iterable(played), rest, None)


def _load(game: Game, agents: Sequence[str | Agent]) -> list[Agent]:
    return [registry.load(a, game) if isinstance(a, str) else a for a in agents]


def _workers(given: int | None, agents: Sequence[str | Agent], slow: bool) -> int:
    named = all(isinstance(a, str) for a in agents)
    if given is None:
        return cores() if slow and named else 1
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise ConfigError(f"workers is {given!r}, allowed 1 and more")
    if given > 1 and not named:
        raise ConfigError(f"workers is {given}: agents must be given by name")
    return given


def _blocks(deals: Sequence[int], seed: int, size: int) -> list[tuple[list[int], int]]:
    """Deals and the seed of each block."""
    starts = range(0, len(deals), size)
    return [(list(deals[k : k + size]), hash_seed(seed, b)) for b, k in enumerate(starts)]


# --------------------------------------------------------------------------------------- processes

# What a worker process plays, and its agents: loaded with the first block, so that their errors reach the caller.
_match: Any = None
_players: list[Agent] = []


def _start_worker(*match) -> None:
    global _match
    _match = match


def _work(block: tuple[list[int], int]) -> list[GameResult]:
    game, names, rotations, move_limit = _match
    if not _players:
        _players.extend(_load(game, names))
    deals, seed = block
    return play_block(game, _players, rotations, deals, seed, move_limit)


def _play_blocks(game, agents, players, rotations, blocks, workers, move_limit) -> Iterator[list[GameResult]]:
    """Results of each block, in order."""
    workers = min(workers, len(blocks))
    if workers <= 1:
        for deals, seed in blocks:
            yield play_block(game, players, rotations, deals, seed, move_limit)
        return
    # Spawned, not forked: this process may have threads, of torch for one.
    with ProcessPoolExecutor(
        workers, get_context("spawn"), _start_worker, (game, list(agents), rotations, move_limit)
    ) as pool:
        yield from pool.map(_work, blocks)


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
    for k, player in enumerate(players):
        player.reset(hash_seed(seed, k))
    table = _Table(game, [d for d in deals for _ in rotations], np.array(list(rotations) * len(deals)))
    while len(running := np.flatnonzero(table.seats >= 0)):
        deciding = table.lineup[running, table.seats[running]]
        for k, player in enumerate(players):
            rows = running[deciding == k]
            if len(rows):
                table.play(player, rows, move_limit)
    return [table.result(i, [players[k].name for k in lineup]) for i, lineup in enumerate(table.lineup)]


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
        act_batch = getattr(player, "act_batch", None)
        if act_batch is not None:
            actions = np.asarray(act_batch(self.observed(player, rows), self.masks[rows], seats), np.int64)
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

    def decide(self, player: Agent, i: int, move_limit: float | None) -> int:
        seat, row = int(self.seats[i]), self.rows[i : i + 1].copy()
        blind(self.game.K, seat, row, 0)
        start = time.perf_counter()
        action = int(player.act(View(self.game, seat, row, self.masks[i].copy())))
        if move_limit is not None and time.perf_counter() - start > move_limit:
            self.timeouts[i, seat] += 1
        return action

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
