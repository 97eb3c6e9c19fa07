"""The list of tasks and methods, ``tasks.yaml``, read and checked.

``python -m elderzoo.benchmarks.suite.tasks`` writes the tables of README.md again.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import yaml

from elderzoo.benchmarks.pages import table
from elderzoo.envs import load_game
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.training import config as settings

FILE = Path(__file__).with_name("tasks.yaml")
PAGE = Path(__file__).with_name("README.md")
SCALE = ("random", "greedy")  # the methods that score 0 and 1
LEAST = {"seats": 1, "steps": 1, "deals": 1, "slow_deals": 1, "seed": 0, "suite_version": 1}

Record = TypeVar("Record")


@dataclass(frozen=True)
class Tier:
    """How many runs a result stands on. ``seeds`` of the trainings asked for; ``text`` goes into headings."""

    seeds: list
    text: str


@dataclass(frozen=True)
class Method:
    """How an agent is made: ``agent`` is one that needs no training; else it is trained with ``config`` (a name in
    configs/) and ``settings`` (dotted keys of ``elderzoo train``) above the game's own settings.

    slow: it plays the first ``slow_deals`` of a task's deals only.
    game, steps: it is trained once, for all tasks: on this game first, for so many steps in place of a task's.
    """

    text: str
    agent: str | None = None
    slow: bool = False
    config: str | None = None
    settings: dict | None = None
    game: str | None = None
    steps: int | None = None

    @property
    def trained(self) -> bool:
        return self.agent is None


@dataclass(frozen=True)
class Task:
    """A configured game; ``steps`` to train; ``deals`` to measure on, which follow from ``seed``; of these the first
    ``slow_deals`` for slow methods, all unless told."""

    game: str
    seats: int
    steps: int
    deals: int
    seed: int
    tier: int
    methods: list
    rules: dict | None = None
    slow_deals: int | None = None

    def load(self) -> Game:
        """The game; raises ConfigError."""
        return load_game(self.game, self.seats, self.rules)


@dataclass(frozen=True)
class Suite:
    """Everything in the file."""

    suite_version: int
    tiers: dict
    methods: dict
    tasks: dict

    def task(self, name: str) -> Task:
        """A task by name; raises ConfigError."""
        if name not in self.tasks:
            raise ConfigError(f"unknown task {name!r}, known: {', '.join(self.tasks)}")
        return self.tasks[name]

    def seeds(self, task: str, method: str) -> list[int | None]:
        """The runs asked for; an agent that is not trained has one, without a seed."""
        return self.tiers[self.tasks[task].tier].seeds if self.methods[method].trained else [None]


def load(path: Path = FILE) -> Suite:
    """The suite in a file. Raises ConfigError, one line that names file, entry and field."""
    try:
        given = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as problem:
        raise ConfigError(f"{path.name} cannot be read: {problem}") from None
    found = record(Suite, given, path.name)
    suite = Suite(
        found.suite_version,
        {name: record(Tier, tier, f"{path.name}: tiers.{name}") for name, tier in found.tiers.items()},
        {name: record(Method, method, f"{path.name}: methods.{name}") for name, method in found.methods.items()},
        {name: record(Task, task, f"{path.name}: tasks.{name}") for name, task in found.tasks.items()},
    )
    check(suite, path.name)
    return suite


def record(kind: type[Record], given: Any, where: str) -> Record:
    """``given`` as a ``kind``; raises ConfigError where a field is unknown, missing, or has another type."""
    if not isinstance(given, dict):
        raise ConfigError(f"{where} is {given!r}, expected fields by name")
    known, types = {f.name: f for f in fields(kind)}, get_type_hints(kind)  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            raise ConfigError(f"{where}: unknown field {name!r}, known: {', '.join(known)}")
    for name, f in known.items():
        if f.default is MISSING and name not in given:
            raise ConfigError(f"{where}.{name} is missing")
    for name, value in given.items():
        if not isinstance(value, types[name]) or (isinstance(value, bool) and types[name] is not bool):
            raise ConfigError(f"{where}.{name} is {value!r}, expected {f'{known[name].type}'.replace('None', 'null')}")
        if isinstance(value, int) and value < LEAST.get(name, value):
            raise ConfigError(f"{where}.{name} is {value}, allowed {LEAST[name]} and more")
    return kind(**given)


def check(suite: Suite, where: str) -> None:
    """Raise ConfigError where entries do not fit each other."""
    for name in [*suite.tasks, *suite.methods]:
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", str(name)):
            raise ConfigError(f"{where}: the name {name!r} is not made of a-z, 0-9, _ and -")
    for name, tier in suite.tiers.items():
        if not tier.seeds or not all(type(seed) is int and seed >= 0 for seed in tier.seeds):
            raise ConfigError(f"{where}: tiers.{name}.seeds is {tier.seeds!r}, expected whole numbers from 0 up")
    for name, method in suite.methods.items():
        if method.agent is not None and (method.config or method.settings or method.game or method.steps):
            raise ConfigError(f"{where}: methods.{name}.agent is not trained, so it has no settings, game or steps")
        if (method.game is None) != (method.steps is None):
            raise ConfigError(f"{where}: methods.{name}: game and steps need each other")
    for name, task in suite.tasks.items():
        if task.tier not in suite.tiers:
            raise ConfigError(f"{where}: tasks.{name}.tier is {task.tier}, known: {', '.join(map(str, suite.tiers))}")
        for method in task.methods:
            if method not in suite.methods:
                raise ConfigError(f"{where}: tasks.{name}.methods names {method!r}, which there is not")
        for method in SCALE:
            if method not in task.methods:
                raise ConfigError(f"{where}: tasks.{name}.methods is without {method!r}, which scores are measured by")
            if suite.methods[method].slow or suite.methods[method].trained:
                raise ConfigError(f"{where}: methods.{method}: scores are measured by it, so it is not slow or trained")


# ------------------------------------------------------------------------------------------------ the page


def tables(suite: Suite) -> dict[str, str]:
    """The generated tables of README.md, by name."""
    tasks = []
    for name, t in suite.tasks.items():
        configured = (f"`{t.game}`", t.seats, told(t.rules), f"{t.steps:,}")
        tasks.append((name, t.tier, *configured, t.deals, t.slow_deals or t.deals, t.seed, ", ".join(t.methods)))
    head = ("Task", "Tier", "Game", "Seats", "Rules", "Steps", "Deals", "for slow methods", "Their seed", "Methods")
    methods = [(name, m.text, made(m)) for name, m in suite.methods.items()]
    lines = {"tasks": table(head, tasks), "methods": table(("Method", "What it is", "Made by"), methods)}
    return {name: "\n".join(found) for name, found in lines.items()}


def told(options: dict | None) -> str:
    """Options or settings in a line."""
    return ", ".join(f"`{key}={settings.yaml_value(value)}`" for key, value in (options or {}).items())


def made(method: Method) -> str:
    """How an agent is made, in a line."""
    if method.agent is not None:
        return f"`{method.agent}`" + ", slow" * method.slow
    parts = [f"`--config {method.config}`" if method.config else "", told(method.settings)]
    parts += [f"`{method.game}` first, {method.steps:,} steps" if method.game else ""]
    return ", ".join(filter(None, parts)) or "the game's own settings"


def renewed(text: str, suite: Suite) -> str:
    """The page with its tables as ``suite`` has them."""
    for name, lines in tables(suite).items():
        block = f"<!-- generated: {name} -->\n{lines}\n<!-- end -->"
        text = re.sub(rf"<!-- generated: {name} -->\n.*?<!-- end -->", lambda _, b=block: b, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8"), load()), "utf-8")
