"""One result of the suite: train where the method is trained, play the task's deals, store what came out.

A result is one file, ``results/suite/<task>/<method>[-seed<S>].json``. It holds all that the table is made of and names
no folder. Training runs and raw games are kept below ``runs/suite/``, in folders whose names hash what they depend on:
what was interrupted goes on, and nothing made with other rules, cards, settings or agents is taken up.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from elderzoo.benchmarks.balance import stamp
from elderzoo.benchmarks.files import write_json
from elderzoo.benchmarks.speed import about
from elderzoo.benchmarks.suite.tasks import Method, Suite, Task
from elderzoo.envs.core.errors import ConfigError, EngineError
from elderzoo.envs.core.game import Game
from elderzoo.training import checkpoint
from elderzoo.training import config as settings
from elderzoo.training.evaluate import summarise, wilson
from elderzoo.training.ladder.games import SIZE, Store
from elderzoo.training.match import Block, GameResult, Player, batched, cut, deal_seeds, lineups
from elderzoo.training.run import load_game

RESULTS = Path(__file__).parents[1] / "results" / "suite"
RUNS = Path("runs") / "suite"
OPPONENT = "greedy"  # everybody's, in games of rivals
FIELDS = {"task": str, "method": str, "made_with": dict, "returns": list, "curve": list, "games": int}
FIELDS |= {"illegal": int, "timeouts": int, "truncated": int}  # what a table reads
POINTS, CURVE_DEALS = 10, 100  # of a learning curve; the deals of a point are others than the task's

Say = Callable[[str], None]


@dataclass(frozen=True)
class Entry:
    """One result: ``method`` in ``task``, of the training run ``seed`` where it is trained."""

    suite: Suite
    task_name: str
    method_name: str
    seed: int | None
    results: Path = RESULTS
    runs: Path = RUNS

    def __str__(self) -> str:
        return f"{self.task_name}, {self.method_name}" + ("" if self.seed is None else f", seed {self.seed}")

    @property
    def name(self) -> str:
        return self.method_name + ("" if self.seed is None else f"-seed{self.seed}")

    @property
    def path(self) -> Path:
        return self.results / self.task_name / f"{self.name}.json"

    @property
    def task(self) -> Task:
        return self.suite.tasks[self.task_name]

    @property
    def method(self) -> Method:
        return self.suite.methods[self.method_name]

    @property
    def deals(self) -> int:
        task = self.task
        return task.slow_deals or task.deals if self.method.slow else task.deals

    @cached_property
    def game(self) -> Game:
        return self.task.load()

    @cached_property
    def made_with(self) -> dict[str, Any]:
        """What the result depends on; a file that says otherwise is stale."""
        task = {
            "game": self.task.game,
            "seats": self.task.seats,
            "rules": self.task.rules or {},
            "seed": self.task.seed,
        }
        found = {"suite_version": self.suite.suite_version, "task": task | {"deals": self.deals}}
        found |= {"agent": self.method.agent} | stamp(self.game)
        return through_json(found | ({"training": self.training} if self.method.trained else {}))

    @cached_property
    def config(self) -> settings.Config:
        """The settings of the training run: the game's own, then the method's, then the task's."""
        task, method, seed = self.task, self.method, self.seed
        assert seed is not None
        options = [f"--{key}={settings.yaml_value(value)}" for key, value in (method.settings or {}).items()]
        base = settings.load(method.game or task.game, [method.config] if method.config else [], options)
        if method.game is None:
            base = dataclasses.replace(base, seats=task.seats, rules=dict(self.game.options))
        steps = method.steps or task.steps
        every = max(steps // POINTS, 1)
        evaluation = dataclasses.replace(base.evaluation, opponents=(OPPONENT,), every=every, deals=CURVE_DEALS)
        run = dataclasses.replace(base.run, steps=steps, name=self.method_name, checkpoint_every=every, keep=1)
        run = dataclasses.replace(run, tensorboard=False, folder="runs")
        return dataclasses.replace(base, seed=seed, evaluation=evaluation, run=run)

    @cached_property
    def training(self) -> dict[str, Any]:
        """What the training run depends on but the seed: settings, and the games it is on."""
        config = self.config
        games = [load_game(config), *(load_game(settings.load(id)) for id in config.also if id != config.game)]
        chosen = {key: value for key, value in config.to_dict().items() if key != "seed"}
        return through_json({"settings": chosen, "games": [stamp(game) for game in games]})

    @property
    def home(self) -> Path:
        """The folder of the training run; tasks that train alike share it."""
        seats = "" if self.config.seats is None else f"-{self.config.seats}seats"
        return self.runs / "training" / f"{self.config.game}{seats}-{self.name}-{digest(self.training)}"

    @property
    def raw(self) -> Path:
        """The file of raw games."""
        return self.runs / self.task_name / f"{self.name}-{digest(self.made_with)}.jsonl"

    def stored(self) -> dict[str, Any] | None:
        """The result in the file, None where there is none; raises ConfigError where the file is damaged."""
        return read(self.path) if self.path.exists() else None

    def changed(self, found: Mapping[str, Any]) -> list[str]:
        """What a stored result was made with that is different now; nothing where it stands."""
        lineups = 1 if self.game.spec.kind == "team" else self.task.seats
        fits = np.shape(found["returns"]) == (self.deals, lineups)
        return differences(found["made_with"], self.made_with) or ["number of games"] * (not fits)

    def finished(self) -> bool:
        """Whether the result is there and stands."""
        found = self.stored()
        return found is not None and not self.changed(found)


# ------------------------------------------------------------------------------------------------ what stands


def read(path: Path) -> dict[str, Any]:
    """A stored result; raises ConfigError, naming file and field, where it is none."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"result {path}: cannot be read ({problem})") from None
    for field, kind in FIELDS.items():
        if not isinstance(found, dict) or not isinstance(found.get(field), kind):
            raise ConfigError(f"result {path}: {field} is missing or no {kind.__name__}")
    try:
        returns = np.array(found["returns"], float)
    except (TypeError, ValueError):
        returns = np.zeros(0)
    if returns.ndim != 2 or returns.size == 0 or not np.isfinite(returns).all():
        raise ConfigError(f"result {path}: returns are no table of numbers, deals by line-ups")
    return found


def differences(
    stored: Mapping[str, Any], present: Mapping[str, Any], unset: Mapping[str, Any] | None = None, above: str = ""
) -> list[str]:
    """Dotted names of what is not as it was stored. ``unset``: values of keys that were not there then; unless told, a
    setting of training that was added since had its default."""
    if unset is None:
        unset = {"training": {"settings": through_json(settings.Config().to_dict())}}
    out = []
    for key in {**stored, **present}:
        was, now, name = stored.get(key, unset.get(key)), present.get(key), f"{above}{key}"
        if isinstance(was, dict) and isinstance(now, dict):
            out += differences(was, now, unset.get(key) or {}, f"{name}.")
        elif was != now:
            out.append(name)
    return out


def through_json(data: dict[str, Any]) -> dict[str, Any]:
    """The same as it will be read back."""
    return json.loads(json.dumps(data))


def digest(data: Mapping[str, Any]) -> str:
    """A short name for what something depends on."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:10]


# ------------------------------------------------------------------------------------------------ making one


def run(
    entry: Entry, workers: int | None = None, executor: str | None = None, say: Say = lambda line: None
) -> dict[str, Any] | None:
    """The result, stored; what is there already is not done again. None where training was stopped. Raises
    ConfigError."""
    if entry.finished():
        say(f"{entry}: finished before")
        return entry.stored()
    say(f"{entry}: begins")
    trained = None
    agent = entry.method.agent
    if agent is None:
        trained = train(entry)
        if trained is None:
            say(f"{entry}: stopped; the same command goes on")
            return None
        agent = f"{'neural' if entry.config.algo == 'ppo' else 'sb3'}:{trained.path}"
    start = time.monotonic()
    results, anew = play(entry, agent, workers, executor)
    found = report(entry, results, trained) | {"playing": {"games": anew, "seconds": time.monotonic() - start}}
    write_json(entry.path, found)
    say(f"{entry}: {found['win_rate']:.1%} of {found['games']} games won, mean return {found['mean_return']:+.3f}")
    return found


def train(entry: Entry) -> checkpoint.Checkpoint | None:
    """The last checkpoint of the training run, which begins or goes on where it is not done; None where it was
    stopped."""
    folders = sorted(path for path in entry.home.glob("*") if path.is_dir())
    folder = folders[-1] if folders else None
    if folder is not None and (found := last(folder)) is not None and found.step >= entry.config.run.steps:
        return found
    if entry.config.algo == "ppo":
        from elderzoo.training.ppo import train as learn
    else:
        from elderzoo.training.train import train as learn
    config = dataclasses.replace(entry.config, run=dataclasses.replace(entry.config.run, folder=str(entry.home)))
    made = learn(config, folder)
    return last(made.folder) if made.done else None


def last(folder: Path) -> checkpoint.Checkpoint | None:
    """The newest checkpoint of a run, None where there is none or it is damaged."""
    for path in checkpoint.steps(folder)[:1]:
        try:
            return checkpoint.read(path)
        except (OSError, ValueError, KeyError, TypeError):
            return None
    return None


def play(
    entry: Entry, agent: str, workers: int | None = None, executor: str | None = None
) -> tuple[list[GameResult], int]:
    """All games of the result, by deal, then line-up, and how many of them were not there. The agent is called by its
    method's name in them, wherever its files are."""
    game, task = entry.game, entry.task
    team = game.spec.kind == "team"
    names = (agent,) if team else (agent, OPPONENT)
    rotations = lineups(len(names), game.num_players, team)
    player = Player(game)
    slow = not all(batched(a) for a in player.agents(names))
    deals = deal_seeds(task.seed, entry.deals)
    blocks = cut(names, rotations, deals, task.seed, 1 if slow else SIZE)
    others = entry.method_name if team else OPPONENT
    keys = [(entry.method_name, others, number, len(block.deals)) for number, block in enumerate(blocks)]
    wanted = list(zip(keys, blocks, strict=True))
    entry.raw.parent.mkdir(parents=True, exist_ok=True)
    store = Store(entry.raw, game, task.seed)
    called = Called(player, (entry.method_name, OPPONENT))
    anew = sum(len(store.blocks[key]) for key in store.play(wanted, called, slow, workers, executor))
    return [result for key in keys for result in store.blocks[key]], anew


@dataclass(frozen=True)
class Called:
    """Plays blocks; the results have ``names`` for the agents."""

    player: Player
    names: tuple[str, str]

    def __call__(self, block: Block) -> list[GameResult]:
        seated = [line for _ in block.deals for line in block.lineups]
        return [
            dataclasses.replace(result, agents=[self.names[k] for k in line])
            for result, line in zip(self.player(block), seated, strict=True)
        ]


def report(entry: Entry, results: Sequence[GameResult], trained: checkpoint.Checkpoint | None) -> dict[str, Any]:
    """What is stored of finished games and of the training run before them. Raises EngineError where an agent raised an
    exception: they are all our own."""
    if raised := [fault["raised"] for result in results for fault in result.faults]:
        raise EngineError(f"{entry}: an agent failed in {len(raised)} seats: {raised[0]}")
    summary = summarise(results, entry.game.spec.kind == "team")
    returns, illegal, late = (measured(entry.game, results, what) for what in ("returns", "illegal", "timeouts"))
    wins = int((returns > 0).sum())
    found = {"task": entry.task_name, "method": entry.method_name, "seed": entry.seed, "made_with": entry.made_with}
    found |= {"deals": len(returns), "games": returns.size, "wins": wins, "win_rate": wins / returns.size}
    found |= {"interval": list(wilson(wins, returns.size)), "mean_return": float(returns.mean())}
    found |= {"illegal": int(illegal.sum()), "timeouts": int(late.sum())}
    found |= {key: summary[key] for key in ("truncated", "decisions", "rounds", "endings")}
    found |= {"returns": returns.tolist(), "curve": [], "training": None}
    if trained is not None:
        # A network for several games is measured on the first one while it is trained.
        own = trained.state["identity"] == entry.game.identity
        found |= {"curve": curve(trained.state["history"]) if own else [], "training": spent(trained)}
    command = f"elderzoo suite run {entry.task_name} --method {entry.method_name}"
    found |= about() | {"command": command + ("" if entry.seed is None else f" --seed {entry.seed}")}
    return found | {"raw_games": entry.raw.relative_to(entry.runs).as_posix()}


def measured(game: Game, results: Sequence[GameResult], what: str) -> np.ndarray:
    """``what`` of the measured agent, float64 (deals, line-ups): of its seat, in line-up r seat r. A team is paid alike
    on all seats; its other numbers are summed."""
    seats = game.num_players
    if game.spec.kind != "team":
        found = np.array([getattr(r, what) for r in results], float).reshape(-1, seats, seats)
        return found[:, range(seats), range(seats)]
    found = np.array([getattr(r, what) for r in results], float)
    return found[:, :1] if what == "returns" else found.sum(1, keepdims=True)


def curve(history: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The measurements of a training run; in a game of rivals against OPPONENT, like the result itself."""
    kept = ("games", "win_rate", "mean_return")
    return [
        {"step": point["step"], "seconds": point["seconds"]} | {key: point["results"][OPPONENT][key] for key in kept}
        for point in history
    ]


def spent(trained: checkpoint.Checkpoint) -> dict[str, Any]:
    """Steps, seconds (of learning, imitating and measuring) and commit of a training run."""
    steps, seconds = trained.step, trained.state["seconds"]
    about = json.loads((trained.path.parents[1] / "versions.json").read_text("utf-8"))
    return {
        "steps": steps,
        "seconds": round(seconds, 1),
        "steps_per_second": round(steps / seconds, 1),
        "commit": about["commit"],
    }
