"""The own learner on a yardstick: what its policies, and their mean, can lose as it learns."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from elderzoo import envs
from elderzoo.agents.nets import penalty
from elderzoo.benchmarks.yardsticks.tree import YARDSTICKS, Average, Peer, Tree
from elderzoo.training import config, ppo

HERE = Path(__file__).parent
POINTS = 20  # of a learning curve

Exploitability = Callable[[np.ndarray], float]


class AveragedRun(ppo.PpoRun):
    """A run that also keeps the mean of the policies it had after each iteration, each by the steps it had seen: the
    policies of the beginning, which know nothing, count for little.

    ``curve``: now and then, and at the end, ``step`` and the exploitability of the ``last`` policy and of the
    ``average``.
    """

    def __init__(self, settings: config.Config, tree: Tree, exploitability: Exploitability):
        super().__init__(settings)
        self.information, self.exploitability = tree.information, exploitability
        self.average = Average(self.information)
        self.curve: list[dict[str, float]] = []

    @property
    def policy(self) -> np.ndarray:
        """What the network does in each information state."""
        own, _ = self.features[0]
        with torch.inference_mode():
            logits, _ = self.main.net.logits(
                self.main.net.ends(self.game), torch.from_numpy(own(self.information.seen))
            )
            return (logits + penalty(self.information.masks)).double().softmax(-1).numpy()

    def iterate(self) -> None:
        part = self.step * POINTS // self.config.run.steps
        super().iterate()
        policy = self.policy
        self.average.add(policy, self.step)
        if self.step * POINTS // self.config.run.steps > part or self.done:
            found = {"last": self.exploitability(policy), "average": self.exploitability(self.average.policy)}
            self.curve.append({"step": self.step} | {name: round(value, 5) for name, value in found.items()})
            self.display.say("exploitability: " + ", ".join(f"{name} {value:.4f}" for name, value in found.items()))


def measure(name: str, options: Sequence[str] = (), seed: int = 0) -> dict[str, Any]:
    """Train on a yardstick with its settings (``<name>.yaml`` here) and ``options`` of ``elderzoo train``.

    Returns ``game``, ``steps``, ``seconds``, ``information_states``, the exploitability of the ``uniform`` policy, of
    the ``last`` and of the ``average`` one, the ``curve`` and the ``settings`` that differ from the defaults. Raises
    ConfigError, ModuleNotFoundError where OpenSpiel is not installed.
    """
    spec = YARDSTICKS[name]
    envs.register(spec)
    with tempfile.TemporaryDirectory() as folder:
        words = ["--seed", str(seed), "--run.folder", folder, *options]
        settings = config.load(spec.id, [HERE / f"{name}.yaml"], words)
        tree = Tree(envs.load_game(spec.id))
        peer = Peer(tree)
        run = AveragedRun(settings, tree, peer.exploitability)
        run.go()
    last = run.curve[-1]
    return {
        "game": spec.id,
        "information_states": len(tree.information.seen),
        "seed": seed,
        "steps": run.step,
        "seconds": round(run.seconds),
        "uniform": round(peer.exploitability(tree.information.uniform), 5),
        "last": last["last"],
        "average": last["average"],
        "curve": run.curve,
        "settings": changed(settings),
    }


def changed(settings: config.Config) -> dict[str, Any]:
    """The settings that are not the defaults, but for those of the run's folder and game."""
    plain = {name: value for name, value, _ in config.walk(config.Config())}
    found = {name: value for name, value, _ in config.walk(settings)}
    left_out = ("game", "run.folder", "run.name")
    return {name: value for name, value in found.items() if value != plain[name] and name not in left_out}
