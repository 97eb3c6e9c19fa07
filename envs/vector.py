"""Many games stepped at once, over arrays that are owned here and overwritten in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from .core import batch
from .core.errors import ConfigError, EngineError, GameOver, IllegalAction, NotStarted, PositionError
from .core.game import Game, State
from .core.rng import hash_seed

AUTORESETS = ("same_step", "disabled")
OBSERVATIONS = ("flat", "compact")


class VectorEnv:
    """``num_envs`` games (rows) side by side; each step takes one action a row, for the seat that decides.

    Row r, episode e is seeded by the hash of (seed, r, e): what a row does depends neither on the number of
    rows nor on threads. With ``autoreset="same_step"`` a finished row shows the first decision of its next
    game, and its end in ``terminated`` or ``truncated`` and ``final_returns``; with ``"disabled"`` it stays as
    it ended (mask all zero, seat -1, action ignored) until it is reset.

    Attributes, overwritten by each step (B rows, P seats, D entries, A actions):

    observation      [B, D] of the seat that decides: float32 ("flat") or int16 ("compact")
    action_mask      int8 [B, A]       of the seat that decides
    seat             int16 [B]         that decides
    rewards          float64 [B, P]    change of every seat's return in this step
    terminated       bool [B]          ended by its rules in this step
    truncated        bool [B]          ended by the cap on decisions in this step
    episode          int64 [B]         games begun since the seed was set, less one
    final_returns    float64 [B, P]    of the row's last finished game
    final_observation [B, P, D]        of the row's last finished game, every seat; None unless asked for

    ``threads``: slices to share the rows out to; None takes as many as pay for themselves.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seed: int = 0,
        autoreset: str = "same_step",
        observation: str = "compact",
        final_observation: bool = False,
        threads: int | None = None,
    ):
        self.game = game
        self.num_envs = positive(game, "num_envs", num_envs)
        self.autoreset = one_of(game, "autoreset", autoreset, AUTORESETS)
        self.form = one_of(game, "observation", observation, OBSERVATIONS)
        self._parts = batch.slices(num_envs, None if threads is None else positive(game, "threads", threads))
        self._seed, self._start, self._origin = game.check_seed(seed), batch.NEW_GAME, game.template
        self._started = False
        rows, players = self.num_envs, game.num_players
        self.state = np.zeros((rows, game.width), np.int16)
        self.compact = np.zeros((rows, game.compact_size), np.int16)
        self.observation = self.compact if observation == "compact" else _flats(game, rows)
        self.action_mask = np.zeros((rows, game.n_actions), np.int8)
        self.seat = np.full(rows, -1, np.int16)
        self.rewards, self.final_returns = np.zeros((2, rows, players))
        self.terminated, self.truncated = np.zeros((2, rows), bool)
        self.episode = np.full(rows, -1, np.int64)
        self._actions = np.zeros(rows, np.int64)
        self._all_rows = np.arange(rows)
        self._finals = np.zeros((rows if final_observation else 0, players, game.compact_size), np.int16)
        self.final_observation = self._final_array() if final_observation else None

    def _final_array(self) -> np.ndarray:
        if self.form == "compact":
            return self._finals
        return np.zeros((*self._finals.shape[:2], self.game.flat_size), np.float32)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> np.ndarray:
        """Begin all rows; returns ``observation``.

        With ``seed`` every row begins at episode 0 of it, otherwise at its next episode.
        ``options={"state": State}``: rows, and their later episodes, begin as copies of this position, whose
        chance is its own, or follows ``seed`` where one is given. ``options={"reset_mask": bool [B]}`` begins
        only these rows, at their next episode. Raises ConfigError, PositionError, EngineError.
        """
        options = dict(options or {})
        state, only = options.pop("state", None), options.pop("reset_mask", None)
        if options:
            raise ConfigError(f"{self.game.spec.id}: reset has no option {next(iter(options))!r}")
        rows = self._all_rows if only is None else self._chosen(only, seed, state)
        wanted = self._seed if seed is None else self.game.check_seed(seed)
        if only is None:
            self._start, self._origin = starting_row(self.game, state, seed)
        self._seed = wanted
        if seed is not None:
            self.episode[:] = -1
        self.episode[rows] += 1
        self.rewards[rows] = 0
        self.terminated[rows] = self.truncated[rows] = False
        self._run(self._begin, batch.slices(len(rows), len(self._parts)), rows)
        self._started = True
        return self.observation

    def _chosen(self, mask: Any, seed: int | None, state: State | None) -> np.ndarray:
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise ConfigError(f"{self.game.spec.id}: reset_mask must be bool ({self.num_envs},)")
        if seed is not None or state is not None:
            raise ConfigError(f"{self.game.spec.id}: reset_mask goes with neither a seed nor a position")
        if not self._started:
            raise NotStarted(f"{self.game.spec.id}: reset_mask before the first reset")
        return np.flatnonzero(mask)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Take one action a row, integers [B]; returns (observation, rewards, terminated, truncated).

        Raises IllegalAction naming row, seat, phase and action before anything has changed, NotStarted, and
        GameOver where no row has a decision to take.
        """
        if not self._started:
            raise NotStarted(f"{self.game.spec.id}: step before reset")
        self._actions[:] = checked_actions(self.game, actions, self.num_envs)
        bad = batch.check_actions(self.action_mask, self.seat, self._actions)
        if bad >= 0:
            refuse(self.game, self.state, self.action_mask, bad, int(self._actions[bad]))
        if self.autoreset == "disabled" and self.seat.max() < 0:
            raise GameOver(f"{self.game.spec.id}: the games of all rows are over")
        self._run(self._advance, self._parts, None)
        return self.observation, self.rewards, self.terminated, self.truncated

    # ------------------------------------------------------------------------------------------ slices

    def _run(self, work, parts: list[tuple[int, int]], rows: np.ndarray | None) -> None:
        bad = batch.share(lambda lo, hi: work(lo, hi, rows), parts)
        if bad >= 0:
            failed(self.game, self.state, bad)

    def _begin(self, lo: int, hi: int, rows: np.ndarray) -> int:
        g = self.game
        bad = batch.batch_reset(
            g.F,
            g.T,
            g.X,
            self.state,
            lo,
            hi,
            rows,
            self._origin,
            self._start,
            np.uint64(hash_seed(self._seed)),
            self.episode,
            self.action_mask,
            self.compact,
            self.seat,
        )
        if self.form == "flat":  # the rows to begin need not lie side by side
            for i in rows[lo:hi]:
                batch.batch_flatten(g.Y, g.scale, self.compact, self.observation, i, i + 1)
        return bad

    def _advance(self, lo: int, hi: int, _) -> int:
        g = self.game
        bad = batch.batch_step(
            g.F,
            g.T,
            g.X,
            self.state,
            lo,
            hi,
            self._origin,
            self._start,
            np.uint64(hash_seed(self._seed)),
            int(self.autoreset == "same_step"),
            self._actions,
            self.episode,
            self.action_mask,
            self.compact,
            self.seat,
            self.rewards,
            self.terminated.view(np.uint8),
            self.truncated.view(np.uint8),
            self.final_returns,
            self._finals,
        )
        if self.form == "flat":
            batch.batch_flatten(g.Y, g.scale, self.compact, self.observation, lo, hi)
            self._flatten_finals(lo, hi)
        return bad

    def _flatten_finals(self, lo: int, hi: int) -> None:
        if self.final_observation is None:
            return
        g = self.game
        for i in lo + np.flatnonzero(self.terminated[lo:hi] | self.truncated[lo:hi]):
            batch.batch_flatten(g.Y, g.scale, self._finals[i], self.final_observation[i], 0, g.num_players)


# ------------------------------------------------------------------- shared with the seat environments


def positive(game: Game, name: str, value: Any) -> int:
    """A whole number from 1 up; raises ConfigError."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise ConfigError(f"{game.spec.id}: {name} is {value!r}, expected a whole number from 1 up")
    return int(value)


def one_of(game: Game, name: str, value: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words; raises ConfigError."""
    if value not in allowed:
        raise ConfigError(f"{game.spec.id}: {name} is {value!r}, allowed {', '.join(allowed)}")
    return value


def starting_row(game: Game, state: State | None, seed: int | None) -> tuple[int, np.ndarray]:
    """How rows begin and from which row: a new game, or the given position; raises PositionError."""
    if state is None:
        return batch.NEW_GAME, game.template
    if not isinstance(state, State):
        raise PositionError(f"{game.spec.id}: option 'state' is {type(state).__name__}, expected a State")
    game.check_identity(state.game.identity, "the position")
    if state.is_over:
        raise PositionError(f"{game.spec.id}: the position's game is over")
    return batch.POSITION if seed is None else batch.RESEEDED, state.row[0].copy()


def checked_actions(game: Game, actions: Any, n: int) -> np.ndarray:
    """Actions as an array of ``n`` integers; raises ConfigError."""
    given = np.asarray(actions)
    if given.shape != (n,) or not np.issubdtype(given.dtype, np.integer):
        raise ConfigError(f"{game.spec.id}: actions are {given.dtype} {given.shape}, expected integers ({n},)")
    return given


def refuse(game: Game, rows: np.ndarray, masks: np.ndarray, i: int, action: int, who: str = "") -> NoReturn:
    """Raise IllegalAction for a row, naming row, seat, phase and action."""
    state = State(game, rows[i : i + 1].copy())
    state._mask[:] = masks[i]
    try:
        state.action_id(int(action))
    except IllegalAction as error:
        raise IllegalAction(f"row {i}{who}: {error}") from None
    raise AssertionError(f"action {action} of row {i} is legal")


def failed(game: Game, rows: np.ndarray, i: int) -> NoReturn:
    """Raise EngineError for a row that reports an error."""
    try:
        State(game, rows[i : i + 1].copy())._raise()
    except EngineError as error:
        raise EngineError(f"row {i}: {error}") from None
    raise AssertionError(f"row {i} reports no error")


def _flats(game: Game, rows: int) -> np.ndarray:
    return np.zeros((rows, game.flat_size), np.float32)
