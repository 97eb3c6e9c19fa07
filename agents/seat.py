"""One seat of a game as a Gymnasium environment; the other seats play inside ``step``."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from ..envs.core.errors import GameOver, IllegalAction, NotStarted
from ..envs.core.game import Game, State
from ..envs.vector import one_of
from .seat_vec import Opponents, SeatVec, resolve_game, seat_spaces

ILLEGAL = ("raise", "lose")
RENDER_MODES = ("ansi",)


class SeatEnv(gymnasium.Env):
    """A learner in one seat: a step goes from its decision to its next one, or to the end of the game.

    The reward is what the learner's return changed by in between, so that the rewards of a game sum to its
    return: who loses by another seat's move is told so in its last step. ``infos`` hold the ``action_mask`` (int8)
    that :meth:`action_masks` gives as bool, all zero at the end.

    ``seat``: a number, or "random": drawn by the seed, then taking turns game by game. ``opponents``: see
    :class:`SeatVec`. ``illegal``: "raise" IllegalAction, or "lose": the game ends with the reward of a loss, -1.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game,
        seat: int | str = "random",
        opponents: Opponents = "greedy",
        observation: str = "flat",
        illegal: str = "raise",
        render_mode: str | None = None,
    ):
        self.game = game
        self.illegal = one_of(game, "illegal", illegal, ILLEGAL)
        self.render_mode = None if render_mode is None else one_of(game, "render_mode", render_mode, RENDER_MODES)
        self.vec = SeatVec(game, 1, opponents, seat, observation=observation, autoreset="disabled")
        self.observation_space, self.action_space = seat_spaces(game, observation)
        self._forfeited = False

    @property
    def learner(self) -> int:
        """The learner's seat in this game."""
        return int(self.vec.learner[0])

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None):
        """Begin a game and play it to the learner's first decision. Without a seed: the next game of the seed
        given last. Option "state": begin from this position. Raises ConfigError, PositionError."""
        unseeded = seed is None and self._np_random is None
        super().reset(seed=seed)
        if unseeded:
            seed = int(self.np_random.integers(2**63))
        self._forfeited = False
        self.vec.reset(seed, options)
        return self.vec.observation[0].copy(), self._info()

    def step(self, action: int):
        """Take the learner's action; returns (observation, reward, terminated, truncated, info). Raises
        IllegalAction (or ends the game with -1), GameOver, NotStarted."""
        if self._forfeited:
            raise GameOver(f"{self.game.spec.id}: the game ended with an illegal action")
        try:
            self.vec.step(np.array([whole_action(self.game, action)], np.int64))
        except IllegalAction:
            if self.illegal == "raise":
                raise
            return self._forfeit()
        vec = self.vec
        ends = bool(vec.terminated[0]), bool(vec.truncated[0])
        return vec.observation[0].copy(), float(vec.reward[0]), *ends, self._info()

    def _forfeit(self):
        self._forfeited = True
        return self.vec.observation[0].copy(), -1.0, True, False, self._info()

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, bool (n,); all false when the game is over."""
        return self._mask().view(bool)

    def _mask(self) -> np.ndarray:
        mask = self.vec.action_mask[0].copy()
        if self._forfeited:
            mask[:] = 0
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def render(self) -> str | None:
        """The table as the learner sees it, in words (``render_mode="ansi"``)."""
        if self.render_mode is None:
            return None
        if self.vec.episode[0] < 0:
            raise NotStarted(f"{self.game.spec.id}: render before reset")
        return State(self.game, self.vec.state.copy()).text(self.learner)


def whole_action(game: Game, action: Any) -> int:
    """The action as an int; raises IllegalAction for what is no id at all."""
    try:
        return index(action)
    except TypeError:
        raise IllegalAction(f"{game.spec.id}: {action!r} is not an action id") from None


def make_seat(
    game: str | Game,
    seat: int | str = "random",
    opponents: Opponents = "greedy",
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
    **options: Any,
) -> SeatEnv:
    """A Gymnasium environment by game id; ``options`` are those of :class:`SeatEnv`. Registered with Gymnasium
    as ``elderzoo/<id>``. Raises ConfigError, ContentError."""
    return SeatEnv(resolve_game(game, num_players, rules, content), seat, opponents, **options)
