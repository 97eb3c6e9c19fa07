"""The own learner against the SB3 path: decisions learnt from in a second, same network, in one run.

    python -m benchmarks.learner --game age_of_madness-v0 --seats 2 --rounds 5

Both are run as shipped, in turn: MaskablePPO with ``configs/default.yaml``, the own learner with
``configs/ppo/self_play.yaml``, each with the same network and the same passes over the decisions. Prints one JSON
object: steps a second of each (median), their ratio in each round, CPU time a step, and the shares of the own
learner's time on one thread: the network (playing and learning, Adam included), the engine, and the rest.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import torch

from elderzoo.agents.nets import Chosen, Towers
from elderzoo.agents.sb3_vec import Sb3VecEnv
from elderzoo.envs.vector import VectorEnv
from elderzoo.training import config, inputs, ppo
from elderzoo.training.run import load_game
from elderzoo.training.self_play import Opponents
from elderzoo.training.train import actor_of, build_model


def own_learner(game: str, options: list[str], folder: str) -> Callable[[], int]:
    """One iteration of the own learner; gives the decisions learnt from."""
    more = ["--evaluation.deals", "1", "--run.folder", folder, "--run.tensorboard", "false", *options]
    run = ppo.PpoRun(config.load(game, ["ppo/self_play"], more))

    def iterate() -> int:
        steps = run.main.play()
        run.main.learn(run.config.ppo.learning_rate, run.config.ppo.n_epochs)
        return steps

    return iterate


def sb3(game: str, options: list[str]) -> Callable[[], int]:
    """One iteration of MaskablePPO against the opponents of its settings."""
    from stable_baselines3.common.logger import Logger

    settings = config.load(game, [], options)
    torch.set_num_threads(settings.run.torch_threads)
    made = load_game(settings)
    env = Sb3VecEnv(made, settings.env.num_envs, "random")
    model = build_model(settings, env, inputs.sample(made, settings.seed))
    opponents = Opponents(made, settings.self_play, actor_of(model), settings.seed)
    opponents.remember(0, actor_of(model))
    env.set_pool(opponents.draw())
    model.set_logger(Logger(folder=None, output_formats=[]))
    _, callback = model._setup_learn(10**12, None, reset_num_timesteps=False)

    def iterate() -> int:
        before = model.num_timesteps
        model.collect_rollouts(env, callback, model.rollout_buffer, model.n_steps)
        model.train()
        return model.num_timesteps - before

    return iterate


def timed(iterate: Callable[[], int], least: int = 30_000) -> tuple[float, float]:
    """Wall and CPU seconds a step, over at least so many steps."""
    steps, wall, cpu = 0, time.perf_counter(), time.process_time()
    while steps < least:
        steps += iterate()
    return (time.perf_counter() - wall) / steps, (time.process_time() - cpu) / steps


@contextmanager
def clocked(spent: dict[str, float]):
    """Add up the time inside the network's functions and the engine's while the context lasts (one thread)."""
    inside: list[str] = []

    def watch(owner: Any, name: str, part: str) -> tuple[Any, str, Any]:
        plain = getattr(owner, name)

        def function(*args: Any, **named: Any) -> Any:
            if inside:
                return plain(*args, **named)
            inside.append(part)
            start = time.perf_counter()
            try:
                return plain(*args, **named)
            finally:
                spent[part] += time.perf_counter() - start
                inside.pop()

        setattr(owner, name, function)
        return owner, name, plain

    watched = [
        *(watch(Towers, name, "network") for name in ("forward", "logits")),
        watch(Chosen, "apply", "network"),
        watch(torch.autograd, "grad", "network"),
        watch(ppo.Learner, "descend", "network"),
        watch(VectorEnv, "step", "engine"),
    ]
    try:
        yield
    finally:
        for owner, name, plain in watched:
            setattr(owner, name, plain)


def shares(game: str, options: list[str], folder: str) -> dict[str, float]:
    """Where the own learner's time goes, on one thread."""
    iterate = own_learner(game, [*options, "--run.shards", "1"], folder)
    iterate()
    spent = {"network": 0.0, "engine": 0.0}
    start = time.perf_counter()
    with clocked(spent):
        for _ in range(3):
            iterate()
    whole = time.perf_counter() - start
    out = {part: round(seconds / whole, 3) for part, seconds in spent.items()}
    return out | {"rest": round(1 - sum(out.values()), 3)}


def measure(game: str, options: list[str], rounds: int) -> dict[str, Any]:
    """Both learners in turn."""
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = own_learner(game, options, folder), sb3(game, options)
        for iterate in (mine, theirs):
            iterate()
        pairs = [(timed(mine), timed(theirs)) for _ in range(rounds)]
        parts = shares(game, options, folder)
    return {
        "game": game,
        "options": options,
        "cores": os.cpu_count(),
        "load": [round(x, 2) for x in os.getloadavg()],
        "own_steps_per_second": round(1 / statistics.median(own[0] for own, _ in pairs)),
        "sb3_steps_per_second": round(1 / statistics.median(other[0] for _, other in pairs)),
        "ratios": [round(other[0] / own[0], 2) for own, other in pairs],
        "cpu_microseconds": [round(1e6 * statistics.median(p[k][1] for p in pairs), 1) for k in (0, 1)],
        "shares": parts,
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="age_of_madness-v0")
    parser.add_argument("--seats", default="2")
    parser.add_argument("--rounds", type=int, default=5)
    args, options = parser.parse_known_args(arguments)
    print(json.dumps(measure(args.game, ["--seats", args.seats, *options], args.rounds), indent=2))


if __name__ == "__main__":
    main()
