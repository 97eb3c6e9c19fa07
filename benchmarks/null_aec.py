"""What a PettingZoo environment costs before it computes anything: the measure of ``envs/aec.py``.

The null environment has the same agents, spaces and episode length, and returns freshly allocated zero arrays
through PettingZoo's own ``last`` and ``_accumulate_rewards``.

    python -m benchmarks.null_aec age_of_madness-v0 --seats 4
"""

import argparse
import json
import statistics
import time
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from elderzoo import envs
from elderzoo.envs.aec import GameEnv

_SIZES = 97  # how many lines of noise the picker goes through; prime


class NullEnv(AECEnv):
    """Agents in turn, zero arrays of the shapes of ``env`` (mask in both places), ``length`` steps an episode."""

    metadata = {"name": "null_v0", "is_parallelizable": False}

    def __init__(self, env: GameEnv, length: int):
        self.possible_agents, self.length = env.possible_agents[:], length
        self.observation_spaces, self.action_spaces = env.observation_spaces, env.action_spaces
        compact = env.observation_form == "compact"
        self.size = env.game.compact_size if compact else env.game.flat_size
        self._dtype, self._n = np.int16 if compact else np.float32, env.game.n_actions

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection, self._steps = self.agents[0], 0

    def observe(self, agent):
        mask = np.zeros(self._n, np.int8)
        self.infos[agent] = {"action_mask": mask}
        return {"observation": np.zeros(self.size, self._dtype), "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._steps += 1
        self._cumulative_rewards[agent] = 0
        self.agent_selection = self.possible_agents[self._steps % len(self.possible_agents)]
        if self._steps == self.length:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


def play(env: Any, noise: np.ndarray, steps: int) -> tuple[float, int]:
    """Steps a second of so many steps of random play (by a picker that costs the same for any mask), and episodes
    begun; the last one may be left in the middle."""
    done = episodes = 0
    start = time.perf_counter()
    while done < steps:
        env.reset()
        episodes += 1
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int((observation["action_mask"] * noise[done % _SIZES]).argmax()))
            done += 1
            if done == steps:
                break
    return done / (time.perf_counter() - start), episodes


def measure(game: str, seats: int | None = None, form: str = "compact", steps: int = 10_000, rounds: int = 8) -> dict:
    """Steps a second of the game's environment and of the null one, alternating; medians and their ratio."""
    env = envs.make(game, seats, observation=form)
    noise = np.random.default_rng(0).random((_SIZES, env.game.n_actions), np.float32) + 0.5
    env.reset(seed=0)
    episodes = play(env, noise, steps)[1]  # also warms up
    null = NullEnv(env, max(steps // episodes, 1))
    play(null, noise, steps)
    rates = [(play(env, noise, steps)[0], play(null, noise, steps)[0]) for _ in range(rounds)]
    ours, theirs = (statistics.median(side) for side in zip(*rates, strict=True))
    return {
        "layer": f"AEC, {form}",
        "game": game,
        "seats": env.game.num_players,
        "observation": null.size,
        "actions": env.game.n_actions,
        "episode_steps": null.length,
        "steps_per_second": round(ours),
        "null_steps_per_second": round(theirs),
        "ratio_to_null": round(statistics.median(a / b for a, b in rates), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of a PettingZoo environment beside one that computes nothing.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=8)
    args = parser.parse_args()
    for form in ("compact", "flat"):
        print(json.dumps(measure(args.game, args.seats, form, args.steps, args.rounds)))


if __name__ == "__main__":
    main()
