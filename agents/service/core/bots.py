"""Which agents may be asked for, the levels made of them, and a decision with its deadline and its reasons.

An agent of the library is a name like ``search:sims=400``; what a client may name is a list of patterns, and files
(trained agents) go by names the service was given, never by paths.
"""

from __future__ import annotations

import copy
import json
import math
import threading
import time
import tomllib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ....envs.core.errors import ConfigError
from ....envs.core.game import Game, View
from ....envs.core.rng import hash_seed
from ... import cards, registry
from ...base import Agent, whole_number
from ...consider import consider
from ...scripted import greedy_script
from .errors import ServiceError

LEVELS = Path(__file__).with_name("levels.toml")
MEASURED = Path(__file__).parents[1] / "levels"  # what ``benchmarks.levels`` found, a file a game
DEFAULT_LEVEL = 5
SCORER_SIMS = 16  # simulations a legal action, to score the actions of agents that give no scores
STAGES = (64, 16, 4)  # a budget of simulations is tried at these fractions first where there is a deadline
BOTS = ("random", "greedy", "mc", "search")  # agents anyone may ask for
CACHED = 8  # trained agents kept in memory
LIMITS = {"sims": 20_000, "ms": 5_000, "grow": 100_000, "cutoff": 32_767}


@dataclass(frozen=True)
class Recipe:
    """What decides: an agent by name, how loosely it picks, how often it errs; ``level`` where it is one."""

    bot: str
    temperature: float = 0.0
    blunder: float = 0.0
    level: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"level": self.level, "bot": self.bot, "temperature": self.temperature, "blunder": self.blunder}


@dataclass
class Decision:
    """What a bot answers.

    scores: expected return (-1 to 1) by action id, where known; visits: how often each was tried. shares, value: what a
    network says instead, probabilities and the return it expects. why: "best", "only", "rule", "blunder", "loose" or
    "late"; late: time was up, ``fallback`` decided.
    """

    action: int
    scores: dict[int, float] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)
    scored_by: str | None = None
    shares: dict[int, float] = field(default_factory=dict)
    value: float | None = None
    why: str = "best"
    fallback: str | None = None
    late: bool = False
    worlds: int | None = None


# ------------------------------------------------------------------------------------------- levels


@cache
def _level_file() -> dict[str, Any]:
    return tomllib.loads(LEVELS.read_text(encoding="utf-8"))


def levels(game: str) -> list[Recipe]:
    """The levels of a game, weakest first."""
    data = _level_file()
    rows = data.get("games", {}).get(game, {}).get("level") or data["level"]
    return [
        Recipe(row["bot"], float(row.get("temperature", 0)), float(row.get("blunder", 0)), row["level"])
        for row in sorted(rows, key=lambda row: row["level"])
    ]


def level(game: Game, number: int) -> Recipe:
    """One level of a game, by random futures where the game has no rules of thumb; raises ConfigError."""
    rows = levels(game.spec.id)
    recipe = rows[whole_number("level", "n", number, 1, len(rows)) - 1]
    if recipe.bot == "greedy":
        try:
            greedy_script(game)
        except ConfigError:
            return replace(recipe, bot="mc:sims=64")
    return recipe


class LevelBot(Agent):
    """The bot of a level: an agent that now and then picks loosely or errs, by its own generator.

    Deciding without a memory, it is started anew for every decision: ``reset(seed)`` before ``act`` makes the answer
    a function of view and seed. ``temperature`` 0 leaves the agent's choice alone.
    """

    def __init__(self, game: Game, seed: int = 0, *, n: int = DEFAULT_LEVEL):
        super().__init__(game, f"level:n={n}")
        self.recipe = level(game, n)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self.seed = seed

    def act(self, view: View) -> int:
        self.options(view)
        return decide(self.recipe, view, self.seed).action


def measured(game: str) -> dict[str, Any] | None:
    """What ``python -m elderzoo.benchmarks.levels`` has stored of a game's levels; None where it has nothing, or is of
    levels that were others."""
    try:
        found = json.loads((MEASURED / f"{game}.json").read_text("utf-8"))
    except FileNotFoundError:
        return None
    recipes = [recipe.to_json() for recipe in levels(game)]
    return found if recipes == [{key: row[key] for key in recipes[0]} for row in found["levels"]] else None


def strengths(game: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The levels of a game, each with its ``strength`` where that was measured; and how they were measured."""
    rows, found = [recipe.to_json() for recipe in levels(game)], measured(game)
    if found is None:
        return [row | {"strength": None} for row in rows], {"status": "designed"}
    known = [{key: row[key] for key in ("rating", "interval", "games")} for row in found["levels"]]
    told = [row | {"strength": strength} for row, strength in zip(rows, known, strict=True)]
    return told, {"status": "measured"} | {key: found[key] for key in ("scale", "players", "identity", "commit")}


# ------------------------------------------------------------------------------------------ allowed


class Bots:
    """What may be asked for. models: name -> agent (``neural:PATH`` say) with a file of this machine, whose card is
    read at once, besides those that come with the package (``neural``, where torch is installed). cached: how many
    loaded files are kept in memory. Raises ConfigError."""

    def __init__(self, models: Mapping[str, str] | None = None, cached: int = CACHED):
        shipped = {"neural": "neural"} if find_spec("torch") and any(cards.SHIPPED.glob("*.json")) else {}
        self.models = shipped | dict(models or {})
        self.cards: dict[str, dict[str, Any]] = {}
        for name, agent in self.models.items():
            registry.check(agent)
            if name in BOTS:
                raise ConfigError(f"model {name!r}: the name is an agent's")
            self.cards[name] = cards.card(agent)
        self.loaded = Loaded(cached)

    def recipe(self, game: Game, bot: str | None = None, level_number: int | None = None) -> Recipe:
        """What a request asks for, by default the default level; raises ServiceError or ConfigError."""
        if bot is not None and level_number is not None:
            raise ServiceError("bad_message", "give bot or level, not both", field="bot")
        if bot is None:
            return level(game, DEFAULT_LEVEL if level_number is None else level_number)
        self.check(bot)
        self._check_game(bot, game)
        return Recipe(bot)

    def check(self, bot: str) -> None:
        """Raise ServiceError or ConfigError where ``bot`` may not be asked for."""
        name, _, rest = bot.partition(":")
        if bot in self.models:
            return
        if name not in BOTS:
            known = ", ".join((*BOTS, *self.models))
            raise ServiceError("bad_config", f"bot is {bot!r}, known: {known}", field="bot")
        registry.check(bot)
        for part in rest.split(":") if rest else []:
            key, _, value = part.partition("=")
            most = LIMITS.get(key)
            if most is not None and float(value) > most:
                raise ServiceError("bad_config", f"bot {bot!r}: {key} is {value}, allowed up to {most}", field="bot")

    def _check_game(self, bot: str, game: Game) -> None:
        """Raise ServiceError where the trained agent is not for this game, seat count, cards and rules."""
        known = cards.identities(self.cards.get(bot, {}))
        if known and all(cards.differences(x, game) for x in known):
            said = f"{game.spec.id} with {game.num_players} seats, these cards and rules"
            raise ServiceError("bad_config", f"bot {bot!r} is not for {said}", field="bot")

    def load(self, bot: str, game: Game, seed: int) -> Agent:
        """An agent for one seat of one game; one that is a file is taken from memory where it is there."""
        name = self.agent_name(bot)
        return self.loaded.take(name, game, seed) if cards.is_file(name) else registry.load(name, game, seed)

    def at_hand(self, bot: str, game: Game, seed: int) -> Agent | None:
        """An agent that is a file, for one decision; None for others, which are made anew for each."""
        return self.load(bot, game, seed) if cards.is_file(self.agent_name(bot)) else None

    def agent_name(self, bot: str) -> str:
        """The library's name of a bot."""
        return self.models.get(bot, bot)

    def _model(self, name: str, games: tuple[str, ...]) -> dict[str, Any]:
        """A trained agent: for which of the games on offer and how many seats, what its card says of its strength."""
        card = self.cards[name]
        known = [x for x in cards.identities(card) if x.get("game") in games]
        return {
            "name": name,
            "pattern": name,
            "games": sorted({x["game"] for x in known}) if known else list(games) if not card else [],
            "setups": [{k: x[k] for k in ("game", "players") if k in x} for x in known],
            "scores": self.agent_name(name).partition(":")[0] in ("neural", "onnx"),
            "strength": card.get("strength"),
        }

    def describe(self, games: tuple[str, ...]) -> dict[str, Any]:
        """The bots and levels there are."""
        out = [{"name": name, "pattern": _pattern(name), "games": list(games), "scores": name != "random"}
               for name in BOTS]  # fmt: skip
        out += [self._model(name, games) for name in self.models]
        told = {game: strengths(game) for game in games}
        return {
            "type": "bots",
            "bots": out,
            "limits": dict(LIMITS),
            "default_level": DEFAULT_LEVEL,
            "calibration": {game: how for game, (_, how) in told.items()},
            "levels": {game: rows for game, (rows, _) in told.items()},
        }


class Loaded:
    """Agents that are files, loaded: those asked for last. A file that has changed is read anew after a restart."""

    def __init__(self, most: int):
        self.most, self.loads = most, 0
        self._agents: OrderedDict[tuple, Agent] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self):
        return len(self._agents)

    def take(self, name: str, game: Game, seed: int) -> Agent:
        """A copy that shares the weights and remembers its own games; raises ConfigError as ``registry.load``."""
        key = (name, *game.identity.values())
        with self._lock:
            agent = self._agents.get(key)
            if agent is not None:
                self._agents.move_to_end(key)
        if agent is None:
            agent = registry.load(name, game, seed)
            getattr(agent, "ends", None)  # a network's weights for the game are made at first use: now, for all copies
            with self._lock:
                self.loads += 1
                self._agents[key] = agent
                while len(self._agents) > self.most:
                    self._agents.popitem(last=False)
        own = copy.copy(agent)
        own.reset(seed)
        return own


def _pattern(name: str) -> str:
    return {"mc": "mc:sims=N", "search": "search:sims=N or search:ms=N"}.get(name, name)


# ----------------------------------------------------------------------------------------- deciding


class Best:
    """The best answer so far of a decision under way; read from another thread when time is up."""

    def __init__(self):
        self._lock, self._decision = threading.Lock(), None

    def put(self, decision: Decision) -> None:
        with self._lock:
            self._decision = decision

    def get(self) -> Decision | None:
        with self._lock:
            return self._decision


def decide(
    recipe: Recipe,
    view: View,
    seed: int,
    deadline: float | None = None,
    explain: bool = False,
    best: Best | None = None,
    name: str | None = None,
    agent: Agent | None = None,
) -> Decision:
    """What ``recipe`` plays in ``view``: a function of both and of ``seed`` unless time runs out.

    deadline: ``time.perf_counter()`` by which there must be an answer; agents with a budget of simulations are tried
    with parts of it first, and what does not fit is left out. explain: with scores of the actions, which an agent
    that gives none is lent. best: told of every better answer. name: the library's name of the bot, if another. agent:
    one that is at hand, with what it remembers, instead of a fresh one.
    """
    legal = np.flatnonzero(view.action_mask)
    if len(legal) == 1:
        return Decision(int(legal[0]), why="only")
    # By the position as well: who plays a whole game with one seed does not err everywhere or nowhere.
    rng = np.random.default_rng([seed, 0xB1, int(view.game.spec.schema.record(view.row)["decisions"])])
    errs, pick = rng.random() < recipe.blunder, rng.random()
    if errs:
        # Weak levels err without thinking, so that an error takes no longer than it is worth.
        return Decision(int(legal[int(pick * len(legal))]), why="blunder")
    scored = explain or recipe.temperature > 0
    found = _think(name or recipe.bot, view, seed, deadline, best, scored, agent)
    if found.scored_by is not None and name is not None and not found.late:
        found.scored_by = recipe.bot
    if recipe.temperature > 0 and len(found.scores) > 1:
        _loosen(found, recipe.temperature, pick)
    if explain and not found.scores and not found.shares:
        _lend_scores(found, view, seed, legal, deadline)
    return found


def _think(
    bot: str,
    view: View,
    seed: int,
    deadline: float | None,
    best: Best | None,
    scored: bool,
    agent: Agent | None = None,
) -> Decision:
    """The answer of an agent, in time if it can be had so."""
    if deadline is None:
        return _ask(bot, view, seed, scored, agent)
    name, _, rest = bot.partition(":")
    given: dict[str, str] = {}
    for part in rest.split(":") if rest else []:
        key, _, value = part.partition("=")
        given[key] = value
    if name == "mc":
        given.setdefault("sims", "128")
    elif not given.keys() & {"sims", "ms"}:
        given["ms"] = "200"
    found = first(view, seed)
    if best is not None:
        best.put(found)
    if name not in ("mc", "search"):
        return _ask(bot, view, seed, scored, agent)
    if "ms" in given and int(given["ms"]) > 0:
        left = int(1000 * (deadline - time.perf_counter()))
        if left < 5:
            return found
        given["ms"] = str(min(int(given["ms"]), left))
        return _ask(_named(name, given), view, seed, scored)
    whole, took, done = int(given["sims"]), 0.0, 0
    stages = sorted({max(1, whole // part) for part in STAGES} | {whole})
    for sims in stages:
        now = time.perf_counter()
        if now >= deadline or (done and now + 1.3 * took * sims / done > deadline):
            break
        found = _ask(bot if sims == whole else _named(name, given | {"sims": str(sims)}), view, seed, scored)
        took, done = time.perf_counter() - now, sims
        if sims != whole:
            found.late, found.why, found.fallback = True, "late", f"{name}:sims={sims}"
            if best is not None:
                best.put(found)
    return found


def _named(name: str, given: Mapping[str, str]) -> str:
    return ":".join([name, *(f"{k}={v}" for k, v in given.items())])


def first(view: View, seed: int) -> Decision:
    """An answer at once: of the rules of thumb, or any."""
    for name in ("greedy", "random"):
        try:
            found = _ask(name, view, seed, scored=False)
        except ConfigError:
            continue
        found.late, found.why, found.fallback = True, "late", name
        return found
    raise ConfigError(f"{view.game.spec.id}: there is no agent")


def _ask(bot: str, view: View, seed: int, scored: bool = True, agent: Agent | None = None) -> Decision:
    """The answer of a fresh agent (or of ``agent``), with what it thinks of the actions, where it thinks at all."""
    asked = registry.load(bot, view.game, seed) if agent is None else agent
    thought = consider(asked, view)
    found = Decision(int(thought.action), dict(thought.scores), {int(a): int(n) for a, n in thought.visits.items()})
    found.worlds = sum(found.visits.values()) or getattr(asked, "sims", None) or None
    if scored and not found.scores and hasattr(asked, "scores"):  # a network: probabilities and a value
        other: Any = registry.load(bot, view.game, seed) if agent is None else agent
        given = other.scores(view)
        found.shares = {int(a): float(given.probabilities[a]) for a in np.flatnonzero(view.action_mask)}
        found.value = given.value
    found.scores = {int(a): float(v) for a, v in found.scores.items() if math.isfinite(v)}
    found.scored_by = bot if found.scores or found.shares else None
    found.why = "rule" if found.scored_by is None and bot == "greedy" else "best"
    return found


def _loosen(found: Decision, temperature: float, pick: float) -> None:
    """Pick among the scored actions by the soft maximum of their scores."""
    ids = np.array(sorted(found.scores))
    scores = np.array([found.scores[int(a)] for a in ids])
    weights = np.exp((scores - scores.max()) / temperature)
    place = int(np.searchsorted(np.cumsum(weights / weights.sum()), pick, side="right"))
    chosen = int(ids[min(place, len(ids) - 1)])
    if chosen != found.action:
        found.action, found.why = chosen, "loose"


def _lend_scores(found: Decision, view: View, seed: int, legal: np.ndarray, deadline: float | None) -> None:
    """Scores of a search with a small budget, for agents that give none."""
    if deadline is not None and time.perf_counter() > deadline:
        return
    seed = hash_seed(seed, 1) >> 12
    scorer = f"search:sims={SCORER_SIMS * len(legal)}"
    thought = _ask(scorer, view, seed)
    found.scores, found.visits, found.scored_by = thought.scores, thought.visits, scorer
