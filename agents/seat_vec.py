"""Many one-seat environments in arrays: a learner in each game, other agents in the other seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces

from ..envs import registry
from ..envs.core import batch
from ..envs.core.errors import ConfigError, GameOver, NotStarted
from ..envs.core.game import Game, State
from ..envs.core.jit import agent_table
from ..envs.core.rng import hash_seed
from ..envs.vector import (
    AUTORESETS,
    OBSERVATIONS,
    checked_actions,
    failed,
    one_of,
    positive,
    refuse,
    starting_row,
)
from . import seat_kernels as kernels
from .base import Agent
from .registry import load
from .scripted import Scripted

Opponents = str | Agent | Sequence[str | Agent | tuple[str | Agent, float]] | Mapping[str, float]

ROWS_PER_THREAD = 256  # a step plays several decisions a row, so that a thread pays earlier than in VectorEnv


class Pool:
    """The agents that opponents are drawn from, by weight, and the codes the kernels know them by.

    A pool may change while games run: an agent leaves its slot only when no game seats it any more.

    Attributes
    ----------
    lines: int64 (n, 2), cumulated weight and code of each agent. ``table``: the scripted ones.
    outsiders: agents asked in Python, the k-th has the code ``OUTSIDER - k``; free slots are None.
    """

    def __init__(self, game: Game, opponents: Opponents, seated: np.ndarray):
        self.game, self._scripted, self.outsiders = game, [], []
        self.set(opponents, seated)

    def set(self, opponents: Opponents, seated: np.ndarray) -> None:
        """Draw from ``opponents`` from the next games on; ``seated`` are the codes of running games."""
        pairs = weighted(self.game, opponents)
        wanted = {_key(agent) for agent, _ in pairs}
        for slots, first, step in ((self._scripted, 0, 1), (self.outsiders, kernels.OUTSIDER, -1)):
            for k, agent in enumerate(slots):
                if agent is not None and _key(agent) not in wanted and not (seated == first + step * k).any():
                    slots[k] = None
        codes = [self._code(agent) for agent, _ in pairs]
        ends = np.cumsum([weight for _, weight in pairs])
        self.lines = np.stack([np.floor(ends / ends[-1] * kernels.WEIGHTS).astype(np.int64), codes], axis=1)
        self._tabulate()

    def _tabulate(self) -> None:
        scripts = [(None, ()) if agent is None else agent.script for agent in self._scripted]
        self.table = agent_table(scripts or [(None, ())])

    def __getstate__(self) -> dict[str, Any]:
        """Without ``table``, whose addresses belong to this process."""
        return {k: v for k, v in self.__dict__.items() if k != "table"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._tabulate()

    def _code(self, agent: Agent) -> int:
        if isinstance(agent, Scripted):
            return _place(self._scripted, agent)
        return kernels.OUTSIDER - _place(self.outsiders, agent)

    def agent(self, code: int) -> Agent | None:
        """The agent with this code; None for the learner."""
        if code == kernels.LEARNER:
            return None
        return self._scripted[code] if code >= 0 else self.outsiders[kernels.OUTSIDER - code]

    def reset(self, seed: int) -> None:
        """Start the generators of the agents asked in Python from ``seed``."""
        for k, agent in enumerate(self.outsiders):
            if agent is not None:
                agent.reset(hash_seed(seed, k))


class SeatVec:
    """``num_envs`` games with a learner in one seat of each; ``step`` returns at its next decision, or the end.

    Scripted opponents play inside one compiled call; agents with ``act_batch`` are asked for all rows that wait
    for them at once; any other agent is asked row by row. Each game draws an agent for each other seat from the
    pool of ``opponents``: an agent or its name, a list of them, or weights: ``{"random": 1, "greedy": 3}``,
    ``[(agent, 2.0), "greedy"]``. ``seat``: the learner's seat, or "random": the first is drawn, then it takes
    turns. Seeds, ``autoreset``, ``threads`` and positions are those of :class:`VectorEnv`; a game that ends
    before the learner's first decision is skipped.

    Attributes, overwritten by each step (B rows, D entries, A actions):

    observation   [B, D] of the learner: float32 ("flat") or int16 ("compact")
    action_mask   int8 [B, A]
    reward        float64 [B]  change of the learner's return since its last decision
    terminated, truncated  bool [B]
    learner       int64 [B]    the learner's seat (a view)
    episode       int64 [B]
    final_return, final_length  float64, int64 [B]  of the row's last finished game; length in its own decisions
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Opponents = "greedy",
        seat: int | str = "random",
        seed: int = 0,
        observation: str = "flat",
        autoreset: str = "same_step",
        threads: int | None = None,
    ):
        self.game = game
        self.num_envs = rows = positive(game, "num_envs", num_envs)
        self.form = one_of(game, "observation", observation, OBSERVATIONS)
        self.autoreset = one_of(game, "autoreset", autoreset, AUTORESETS)
        self._threads = None if threads is None else positive(game, "threads", threads)
        self._seat = -1 if seat == "random" else game.check_seat(seat)  # type: ignore[arg-type]  # checked there
        self._seed, self._start, self._origin = game.check_seed(seed), batch.NEW_GAME, game.template
        self._started = False
        self.state = np.zeros((rows, game.width), np.int16)
        self.compact = np.zeros((rows, game.compact_size), np.int16)
        flats = self.form == "flat"
        self.observation = np.zeros((rows, game.flat_size), np.float32) if flats else self.compact
        self.action_mask = np.zeros((rows, game.n_actions), np.int8)
        self.reward, self._paid, self.final_return = np.zeros((3, rows))
        self.terminated, self.truncated = np.zeros((2, rows), bool)
        self.episode = np.full(rows, -1, np.int64)
        self.final_length = np.zeros(rows, np.int64)
        self._endings = np.zeros((rows, game.compact_size), np.int16)
        self._book = np.full((rows, kernels.AGENTS + game.num_players), kernels.OVER, np.int64)
        self.learner = self._book[:, kernels.LEARNER_SEAT]
        self._rngs = np.zeros((rows, 1), np.uint64)
        self._actions = np.zeros(rows, np.int64)
        self._all_rows = np.arange(rows)
        self.pool = Pool(game, opponents, self._seated)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "learner"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.learner = self._book[:, kernels.LEARNER_SEAT]  # a view again, not a copy of its own

    @property
    def _seated(self) -> np.ndarray:
        return self._book[:, kernels.AGENTS :]

    def set_pool(self, opponents: Opponents) -> None:
        """Draw opponents from these from the next games on; running games keep theirs. Raises ConfigError."""
        self.pool.set(opponents, self._seated)

    def seated(self, row: int) -> list[Agent | None]:
        """The agents of a row's game, by seat; None is the learner."""
        return [self.pool.agent(code) for code in self._seated[row]]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> np.ndarray:
        """Begin all rows and play on to the learner's first decisions; returns ``observation``.

        With ``seed`` every row begins at episode 0 of it, otherwise at its next episode. Option "state": see
        :meth:`VectorEnv.reset`. Raises ConfigError, PositionError, EngineError.
        """
        options = dict(options or {})
        state = options.pop("state", None)
        if options:
            raise ConfigError(f"{self.game.spec.id}: reset has no option {next(iter(options))!r}")
        wanted = self._seed if seed is None else self.game.check_seed(seed)
        self._start, self._origin = starting_row(self.game, state, seed)
        self._seed = wanted
        if seed is not None or not self._started:
            self.episode[:] = -1
            self.pool.reset(self._seed)
        self.episode += 1
        self._started = True
        self._clear()
        self._run(self._all_rows, fresh=True)
        self._finish(self._all_rows)
        return self.observation

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Take the learner's action of every row, integers [B]; returns (observation, reward, terminated,
        truncated). Raises IllegalAction naming row, seat, phase and action before anything has changed,
        NotStarted, and GameOver where no row has a decision to take."""
        if not self._started:
            raise NotStarted(f"{self.game.spec.id}: step before reset")
        self._actions[:] = checked_actions(self.game, actions, self.num_envs)
        waiting = self._book[:, kernels.WAITING_SEAT].astype(np.int16)
        bad = batch.check_actions(self.action_mask, waiting, self._actions)
        if bad >= 0:
            refuse(self.game, self.state, self.action_mask, bad, int(self._actions[bad]))
        rows = self._all_rows if self.autoreset == "same_step" else np.flatnonzero(waiting >= 0)
        if len(rows) == 0:
            raise GameOver(f"{self.game.spec.id}: the games of all rows are over")
        self._clear(rows)
        self._run(rows, fresh=False)
        self._finish(rows)
        return self.observation, self.reward, self.terminated, self.truncated

    def endings(self, rows: np.ndarray) -> np.ndarray:
        """What the learner saw at the end of the last finished game of ``rows``, in the form of ``observation``."""
        return self._shown(self._endings[rows])

    # ---------------------------------------------------------------------------------------- the passes

    def _clear(self, rows: np.ndarray | slice = slice(None)) -> None:
        self.reward[:] = 0
        self.terminated[rows] = self.truncated[rows] = False

    def _run(self, rows: np.ndarray, fresh: bool) -> None:
        """Compiled passes over ``rows``, between them the agents asked in Python, until the learner decides."""
        while True:
            self._pass(rows, fresh)
            if not self.pool.outsiders:
                return
            waits = self._book[rows, kernels.WAITS]
            rows, waits, fresh = rows[waits <= kernels.OUTSIDER], waits[waits <= kernels.OUTSIDER], False
            if len(rows) == 0:
                return
            for code in np.unique(waits):
                self._ask(self.pool.outsiders[kernels.OUTSIDER - code], rows[waits == code])

    def _pass(self, rows: np.ndarray, fresh: bool) -> None:
        g = self.game
        arguments = (
            *(g.F, g.T, g.X, self.state, self.pool.table, g.template, self._origin, self._start),
            *(np.uint64(hash_seed(self._seed)), self._seat, int(self.autoreset == "same_step"), self.pool.lines),
            *(self._book, self._rngs, self.episode, self.action_mask, self.compact, self.reward, self._paid),
            *(self.terminated.view(np.uint8), self.truncated.view(np.uint8), self.final_return, self.final_length),
            self._endings,
        )

        def work(lo: int, hi: int) -> int:
            scratch = np.zeros((1, g.width), np.int16)
            return kernels.seats_run(lo, hi, rows, int(fresh), self._actions, *arguments, scratch)

        bad = batch.share(work, batch.slices(len(rows), self._threads, ROWS_PER_THREAD))
        if bad >= 0:
            self._fail(bad)

    def _ask(self, agent: Agent, rows: np.ndarray) -> None:
        """Write the actions of ``agent`` for the rows that wait for it."""
        masks, seats = self.action_mask[rows], self._book[rows, kernels.WAITING_SEAT].astype(np.int16)
        act_batch = getattr(agent, "act_batch", None)
        if act_batch is not None:
            actions = act_batch(self._shown(self.compact[rows], agent.form), masks, seats)
        else:
            actions = np.array([agent.act(self._view(i, seat)) for i, seat in zip(rows, seats, strict=True)])
        self._actions[rows] = checked_actions(self.game, actions, len(rows))
        bad = batch.check_actions(masks, seats, self._actions[rows])
        if bad >= 0:
            i = int(rows[bad])
            refuse(self.game, self.state, self.action_mask, i, int(self._actions[i]), f", opponent {agent.name}")

    def _view(self, i: int, seat: int):
        state = State(self.game, self.state[i : i + 1].copy())
        state._mask[:] = self.action_mask[i]
        return state.view(int(seat))

    def _shown(self, compact: np.ndarray, form: str | None = None) -> np.ndarray:
        """Compact observations (n, size) in another form, by default that of ``observation``."""
        if (form or self.form) == "compact":
            return compact
        g = self.game
        flats = np.empty((len(compact), g.flat_size), np.float32)
        batch.batch_flatten(g.Y, g.scale, compact, flats, 0, len(compact))
        return flats

    def _finish(self, rows: np.ndarray) -> None:
        """The learner's observation: of its decision, or of its game's end where the row does not go on."""
        if self.autoreset == "disabled":
            over = rows[self._book[rows, kernels.WAITS] == kernels.OVER]
            self.compact[over] = self._endings[over]
        if self.form == "flat":
            g = self.game

            def work(lo: int, hi: int) -> int:
                batch.batch_flatten(g.Y, g.scale, self.compact, self.observation, lo, hi)
                return -1

            batch.share(work, batch.slices(self.num_envs, self._threads))

    def _fail(self, i: int) -> NoReturn:
        if self.game.spec.schema.record(self.state[i : i + 1])["error"]:
            failed(self.game, self.state, i)
        raise ConfigError(f"{self.game.spec.id}: in {kernels.TRIES} games the learner of row {i} had nothing to decide")


def seat_spaces(game: Game, observation: str) -> tuple[spaces.Box, spaces.Discrete]:
    """Observation space of one seat ("flat" or "compact") and the action space."""
    if observation == "flat":
        return spaces.Box(0.0, 1.0, (game.flat_size,), np.float32), spaces.Discrete(game.n_actions)
    return spaces.Box(*game.encoder.bounds(), dtype=np.int16), spaces.Discrete(game.n_actions)


def resolve_game(
    game: str | Game,
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
) -> Game:
    """The game itself, or by its id with its settings."""
    return game if isinstance(game, Game) else registry.load_game(game, num_players, rules, content)


def make_seat_vec(
    game: str | Game,
    num_envs: int,
    opponents: Opponents = "greedy",
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
    **options: Any,
) -> SeatVec:
    """A :class:`SeatVec` by game id; ``options`` are those of the class. Raises ConfigError, ContentError."""
    return SeatVec(resolve_game(game, num_players, rules, content), num_envs, opponents, **options)


def weighted(game: Game, opponents: Opponents) -> list[tuple[Agent, float]]:
    """Agents with their weights; raises ConfigError."""
    if isinstance(opponents, Mapping):
        given = list(opponents.items())
    elif isinstance(opponents, str | Agent):
        given = [(opponents, 1.0)]
    elif not isinstance(opponents, Iterable):
        raise ConfigError(f"{game.spec.id}: opponents are {opponents!r}, expected agents or their names")
    else:
        given = [x if isinstance(x, tuple) else (x, 1.0) for x in opponents]
    out = []
    for agent, weight in given:
        if not isinstance(weight, int | float) or not 0 <= weight < float("inf"):
            raise ConfigError(f"{game.spec.id}: opponent {agent} has weight {weight!r}, expected a number from 0 up")
        agent = load(agent, game) if isinstance(agent, str) else agent
        if agent.game is not game and agent.game.identity != game.identity:
            raise ConfigError(f"{game.spec.id}: opponent {agent.name} was loaded for {agent.game!r}")
        if weight > 0:
            out.append((agent, float(weight)))
    if not out:
        raise ConfigError(f"{game.spec.id}: no opponent has a weight above 0")
    return out


def _key(agent: Agent) -> Any:
    """What makes two agents one opponent: the compiled function and its weights, or the object."""
    return agent.script if isinstance(agent, Scripted) else id(agent)


def _place(slots: list, agent: Agent) -> int:
    """The agent's slot: the one it has, else the first free one."""
    for k, other in enumerate(slots):
        if other is not None and _key(other) == _key(agent):
            return k
    if None in slots:
        slots[slots.index(None)] = agent
        return slots.index(agent)
    slots.append(agent)
    return len(slots) - 1
