"""A Stable-Baselines3 ``VecEnv`` over :class:`SeatVec`: masks, infos and terminal observations as SB3 expects."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from ..envs.core.game import Game
from .seat_vec import Opponents, SeatVec, resolve_game, seat_spaces


class Sb3VecEnv(VecEnv):
    """One learner against a pool of opponents in ``num_envs`` games, for MaskablePPO and its relatives.

    ``env_method("action_masks")`` is a bool view [B, A] of the mask, so that masks cost nothing. Infos are empty
    but at the end of a game: ``terminal_observation``, ``TimeLimit.truncated``, and ``episode`` as
    ``Monitor`` writes it. Options are those of :class:`SeatVec`, which is ``vec``. An illegal action raises
    IllegalAction: an algorithm without masks fails at once.
    """

    def __init__(self, game: Game, num_envs: int, opponents: Opponents = "greedy", **options: Any):
        self.vec = SeatVec(game, num_envs, opponents, **options)
        self._start_time = time.time()
        super().__init__(self.vec.num_envs, *seat_spaces(game, self.vec.form))

    def action_masks(self) -> np.ndarray:
        """bool [B, A], a view that each step overwrites."""
        return self.vec.action_mask.view(bool)

    def set_pool(self, opponents: Opponents) -> None:
        """Draw opponents from these from the next games on. Raises ConfigError."""
        self.vec.set_pool(opponents)

    def reset(self) -> np.ndarray:
        seed, options = self._seeds[0], dict(self._options[0])
        self.vec.reset(seed, options)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return self.vec.observation.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next reset; every row follows from this one number."""
        if seed is None:
            seed = int(np.random.default_rng().integers(2**32))
        self._seeds = [int(seed)] * self.num_envs
        return self._seeds

    def step_async(self, actions: np.ndarray) -> None:
        self._given = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        vec = self.vec
        vec.step(self._given)
        dones = vec.terminated | vec.truncated
        infos: list[dict] = [{} for _ in range(self.num_envs)]
        over = np.flatnonzero(dones)
        for i, ending in zip(over, vec.endings(over), strict=True):
            infos[i] = self._ending(int(i), ending)
        # The algorithm holds on to what it receives; the arrays of the environment are overwritten.
        return vec.observation.copy(), vec.reward.astype(np.float32), dones, infos

    def _ending(self, i: int, observation: np.ndarray) -> dict:
        passed = round(time.time() - self._start_time, 6)
        episode = {"r": float(self.vec.final_return[i]), "l": int(self.vec.final_length[i]), "t": passed}
        cut = bool(self.vec.truncated[i])
        return {"terminal_observation": observation, "TimeLimit.truncated": cut, "episode": episode}

    def close(self) -> None:
        """Nothing to release."""

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "render_mode" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of this environment, for each row asked for: all rows share it."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all rows; raises NotImplementedError for single rows."""
        if indices is not None:
            raise NotImplementedError("the rows share their attributes: set_attr takes no indices")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """``action_masks``: a bool view, one line a row. Other methods are called once; all rows share the result."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return masks if indices is None else masks[list(self._get_indices(indices))]
        result = getattr(self, method_name)(*args, **kwargs)
        return [result for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """True for ``Monitor``: its ``episode`` entries are here without it."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]


def make_sb3_vec(
    game: str | Game,
    num_envs: int,
    opponents: Opponents = "greedy",
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str = "reference",
    **options: Any,
) -> Sb3VecEnv:
    """A native VecEnv by game id; ``options`` are those of :class:`SeatVec`. Raises ConfigError, ContentError."""
    return Sb3VecEnv(resolve_game(game, num_players, rules, content), num_envs, opponents, **options)
