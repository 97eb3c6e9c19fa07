"""SB3's training loop over the native VecEnv and over AEC-backed environments, and where its time goes."""

from __future__ import annotations

import cProfile
import pstats
import random
import time
from typing import Any

import gymnasium
import numpy as np

from elderzoo.agents.seat_vec import seat_spaces
from elderzoo.envs.aec import GameEnv
from elderzoo.envs.core.game import Game

SETTINGS = {"n_steps": 64, "batch_size": 2048, "n_epochs": 4, "seed": 0, "device": "cpu"}
NETWORK = (128, 128)
ENVS = 128


class AecSeat(gymnasium.Env):
    """What one writes by hand on top of an AEC environment: a learner, and random opponents inside ``step``."""

    metadata = {"render_modes": []}

    def __init__(self, game: Game, seed: int):
        self.aec = GameEnv(game, mask_in="info")
        self.observation_space, self.action_space = seat_spaces(game, "flat")
        self._pick, self._seed = random.Random(seed), seed

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.aec.reset(seed=self._seed if seed is None else seed)
        self._seed = None
        self.me = self._pick.choice(self.aec.possible_agents)
        return self._until_mine()[0], {}

    def step(self, action):
        self.aec.step(int(action))
        observation, reward, terminated, truncated = self._until_mine()
        return observation, reward, terminated, truncated, {}

    def _until_mine(self):
        aec = self.aec
        while True:
            observation, reward, terminated, truncated, info = aec.last()
            if terminated or truncated:
                return aec.observe(self.me), aec._cumulative_rewards[self.me], terminated, truncated
            if aec.agent_selection == self.me:
                self._mask = info["action_mask"]
                return observation, reward, False, False
            aec.step(self._pick.choice(np.flatnonzero(info["action_mask"]).tolist()))

    def action_masks(self) -> np.ndarray:
        return self._mask.astype(bool)


def native(game: Game, rows: int = ENVS):
    """The native VecEnv against random opponents."""
    from elderzoo.agents.sb3_vec import Sb3VecEnv

    return Sb3VecEnv(game, rows, "random")


def dummy(game: Game, rows: int = ENVS):
    """SB3's ``DummyVecEnv`` over AEC-backed environments, each in a ``Monitor``."""
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv

    return DummyVecEnv([lambda k=k: Monitor(AecSeat(game, k)) for k in range(rows)])


def learner(env: Any):
    """MaskablePPO as it comes, with the network and batches of this benchmark, on one torch thread."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    return MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": list(NETWORK)}, **SETTINGS)


def rate(env: Any, rollouts: int) -> float:
    """Steps a second of ``learn``, after one rollout to warm up."""
    model = learner(env)
    per_rollout = SETTINGS["n_steps"] * env.num_envs
    model.learn(per_rollout)
    start = time.perf_counter()
    model.learn(rollouts * per_rollout)
    return rollouts * per_rollout / (time.perf_counter() - start)


def shares(env: Any, rollouts: int) -> dict[str, Any]:
    """Shares of the time of ``learn``: ``update`` (losses, gradients, optimiser), ``policy`` (acting, values),
    ``environment`` (steps and masks), and the ``rest`` of the loop."""
    model = learner(env)
    per_rollout = SETTINGS["n_steps"] * env.num_envs
    model.learn(per_rollout)
    profile = cProfile.Profile()
    profile.runcall(model.learn, rollouts * per_rollout)
    spent = {"update": 0.0, "policy": 0.0, "environment": 0.0}
    wanted = {
        ("ppo_mask.py", "train"): "update",
        ("maskable/policies.py", "forward"): "policy",
        ("maskable/policies.py", "predict_values"): "policy",
        ("base_vec_env.py", "step"): "environment",
        ("maskable/utils.py", "get_action_masks"): "environment",
    }
    profiled: Any = pstats.Stats(profile)  # its attributes are missing in the type stubs
    for (file, _, function), (_, _, _, cumulative, _) in profiled.stats.items():
        for (ending, name), part in wanted.items():
            if name == function and file.replace("\\", "/").endswith(ending):
                spent[part] += cumulative
    out = {part: seconds / profiled.total_tt for part, seconds in spent.items()}
    return out | {"rest": 1 - sum(out.values())}


def measure(game: Game, rounds: int = 3, rollouts: int = 2) -> dict[str, Any]:
    """Both loops in turn, medians; the native one's profile."""
    pairs = [(rate(native(game), rollouts), rate(dummy(game), 1)) for _ in range(rounds)]
    ours, theirs = (float(np.median(side)) for side in zip(*pairs, strict=True))
    parts = shares(native(game), rollouts)
    return {
        "settings": SETTINGS | {"num_envs": ENVS, "network": list(NETWORK), "threads": 1, "opponents": "random"},
        "native_steps_per_second": round(ours),
        "dummy_steps_per_second": round(theirs),
        "ratio": round(ours / theirs, 2),
        "shares": {part: round(share, 3) for part, share in parts.items()},
        "outside_policy_and_optimiser": round(parts["environment"] + parts["rest"], 3),
        "dummy_shares": {part: round(share, 3) for part, share in shares(dummy(game), 1).items()},
    }
