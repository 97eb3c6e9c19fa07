"""What runs of every learner share: their folder, measuring, the log, and when things are due.

A learner's own part (:mod:`train` for MaskablePPO, :mod:`ppo`) fills in ``iterate`` and ``save``.
"""

from __future__ import annotations

import json
import platform
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from .. import envs
from ..agents import Agent
from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from . import checkpoint
from .config import Config
from .evaluate import evaluate
from .match import lineups
from .progress import Display, Log, draw_curve, flat_results
from .provenance import commit

PACKAGES = (
    *("elderzoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "safetensors"),
    *("gymnasium", "pettingzoo"),
)


class Run:
    """A run of training. Subclasses set ``game``, ``folder``, ``learner`` (an agent for measuring), ``history``,
    ``seconds``, ``step``, ``log`` and ``display``."""

    kind: str  # the name its trained agents load by
    leads = True  # whether this process measures, logs and saves
    config: Config
    game: Game
    folder: Path
    learner: Any  # an agent of the subclass's own kind
    history: list[dict[str, Any]]
    seconds: float
    step: int
    log: Log
    display: Display

    def iterate(self) -> None:
        """Play, learn, and do what is due."""
        raise NotImplementedError

    def save(self) -> None:
        """Write a checkpoint, then drop those no longer kept."""
        raise NotImplementedError

    @property
    def done(self) -> bool:
        return self.step >= self.config.run.steps

    @property
    def left(self) -> float:
        """Share of the run that is to come, 1 to 0."""
        return max(1 - self.step / self.config.run.steps, 0.0)

    def go(self) -> None:
        """Iterate until done, or until SIGINT, which saves and ends."""
        with self.display, interruptible() as interrupted:
            while not self.done and not self.stop(bool(interrupted)):
                self.iterate()
            self.finish()

    def stop(self, interrupted: bool) -> bool:
        """Whether to end before the run is done."""
        return interrupted

    def begin_log(self) -> None:
        """Open the log and the display at ``step``."""
        self.log = Log(self.folder, self.config.evaluation.opponents, self.step, self.config.run.tensorboard)
        self.display = Display(self.config.run.steps, self.step)

    def report(self, before: int, row: dict[str, float]) -> None:
        """Measure and save where that is due since step ``before``, and log ``row``."""

        def due(every: int) -> bool:
            return self.step // every > before // every

        measured = due(self.config.evaluation.every) or self.done
        if measured:
            self.measure()
        self.log.write(row | (flat_results(self.results) if measured else {}))
        self.display.update(row, self.results, measured)
        if due(self.config.run.checkpoint_every) or self.done:
            self.save()

    @property
    def results(self) -> dict[str, dict[str, Any]]:
        """The last measurement, by opponent."""
        return self.history[-1]["results"] if self.history else {}

    def measure(self) -> None:
        """Play the learner, at its likeliest actions, against each opponent of ``evaluation``."""
        start = time.monotonic()
        results = {}
        for name in self.config.evaluation.opponents:
            report = self.evaluate(name, self.config.evaluation.deals)
            record = report["agents"][0]
            results[name] = {key: record[key] for key in ("games", "wins", "win_rate", "interval", "mean_return")}
        self.seconds += time.monotonic() - start
        self.history.append({"step": self.step, "seconds": round(self.seconds, 3), "results": results})
        draw_curve(self.history, f"{self.game.spec.title}, {self.game.num_players} seats", self.folder / "curve.png")

    def evaluate(self, opponent: str, deals: int) -> dict[str, Any]:
        """The report of ``deals`` paired deals, the learner first."""
        ways = len(lineups(2, self.game.num_players, self.game.spec.kind == "team"))
        return evaluate(self.game, [self.learner, opponent], deals * ways, seed=self.config.seed)

    def best(self) -> Path | None:
        """The checkpoint with the highest mean win rate among those that were measured and are still there."""
        rates = {
            e["step"]: np.mean([r["win_rate"] for r in e["results"].values()]) for e in self.history if e["results"]
        }
        known = [path for path in checkpoint.steps(self.folder) if checkpoint.number(path) in rates]
        return max(known, key=lambda path: rates[checkpoint.number(path)], default=None)

    def finish(self) -> None:
        """Save where the last iteration did not."""
        if not self.done:
            self.save()
            self.display.say(f"stopped at step {self.step:,}; go on with: elderzoo train --resume {self.folder}")
        self.log.close()


def load_game(config: Config) -> Game:
    """The game of the settings; raises ConfigError or ContentError."""
    env = config.env
    return envs.load_game(config.game, config.seats, config.rules, env.content, env.max_decisions)


def check_agents(config: Config, game: Game, load: Callable[[str, Game], Agent], own: tuple[str, ...]) -> None:
    """Refuse a wrong name among opponents before a folder is made; ``own`` stand for the learner."""
    for name in (*config.evaluation.opponents, *config.self_play.weights):
        if name not in own:
            load(name, game)


def new_folder(config: Config) -> Path:
    """Make the run's folder, with the settings and versions it is run with; raises ConfigError."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    base = Path(config.run.folder) / f"{config.game}-{config.run.name}-seed{config.seed}-{stamp}"
    folder, k = base, 1
    while folder.exists():
        folder, k = base.with_name(f"{base.name}-{k}"), k + 1
    try:
        (folder / "checkpoints").mkdir(parents=True)
    except OSError as problem:
        raise ConfigError(f"run.folder {config.run.folder!r}: {problem.strerror}") from None
    (folder / "versions.json").write_text(json.dumps(versions(config), indent=2) + "\n", encoding="utf-8")
    return folder


def versions(config: Config) -> dict[str, Any]:
    """What the run depends on: packages, Python, commit, and what the game's files are."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return {
        "packages": found,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "commit": commit(),
        "identity": load_game(config).identity,
    }


@contextmanager
def interruptible() -> Iterator[list]:
    """A list that is no longer empty once SIGINT has come: the loop ends after its iteration. A second SIGINT
    ends it at once."""
    came: list[int] = []

    def note(number: int, frame) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)
        print("\nsaving, then ending (again Ctrl-C: end now)", flush=True)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


def first_line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0]
