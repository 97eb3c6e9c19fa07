"""Agents that are one compiled function, and the agent that chooses at random.

A scripted agent is ``act(T, S, i, mask, weights) -> id`` over the row its seat sees (``core.drive.ask``), so it
cannot know more than its seat, and runs inside compiled batches and rollouts.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..envs.core.drive import ask
from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from ..envs.core.jit import agent_table, kernel
from ..envs.core.rng import hash_seed
from .base import Agent


@kernel
def ask_batch(A, agent, T, X, row, observations, masks, actions, W, rng):
    """Write the action of scripted agent ``A[agent]`` for every row of ``observations`` and ``masks``."""
    for i in range(len(actions)):
        actions[i] = ask(A, agent, T, X, row, observations[i], masks[i], W, rng)


class Scripted(Agent):
    """The agent that ``act`` is with these ``weights``; None chooses uniformly at random.

    ``table`` is the agent table with it alone, as ``core.drive.ask`` wants it.
    """

    def __init__(self, game: Game, name: str, act: Callable | None, seed: int = 0, weights: Iterable[int] = ()):
        super().__init__(game, name)
        self.script = (act, tuple(weights))
        self.table = agent_table([self.script])
        self._scratch = np.zeros((1, game.width), np.int16)
        self._rng = np.zeros(1, np.uint64)
        self.reset(seed)

    def __getstate__(self) -> dict[str, Any]:
        """Without ``table``, whose addresses belong to this process; the function goes by its name."""
        act, weights = self.script
        named = None if act is None else (act.__module__, act.__qualname__)
        return {k: v for k, v in self.__dict__.items() if k != "table"} | {"script": (named, weights)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        named, weights = state["script"]
        act = None if named is None else getattr(importlib.import_module(named[0]), named[1])
        self.__dict__.update(state)
        self.script = (act, weights)
        self.table = agent_table([self.script])

    def reset(self, seed: int) -> None:
        self._rng[0] = hash_seed(seed)

    def act(self, view: View) -> int:
        self.options(view)
        g = self.game
        return int(ask(self.table, 0, g.T, g.X, g.template, view.compact, view.action_mask, self._scratch, self._rng))

    def act_batch(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Ids, int64 (rows,), for compact observations; every row has a legal action."""
        g, actions = self.game, np.empty(len(masks), np.int64)
        ask_batch(self.table, 0, g.T, g.X, g.template, observations, masks, actions, self._scratch, self._rng)
        return actions


def random_agent(game: Game, seed: int = 0) -> Scripted:
    """A uniformly random legal action."""
    return Scripted(game, "random", None, seed)


def greedy_agent(game: Game, seed: int = 0, **weights: int) -> Scripted:
    """The scripted agent of this game, ``weights`` changed by name; raises ConfigError where it has none."""
    act, known = greedy_script(game)
    for name in weights:
        if name not in known:
            raise ConfigError(f"agent 'greedy': unknown weight {name!r}, known: {', '.join(known)}")
    return Scripted(game, "greedy", act, seed, (known | weights).values())


def greedy_script(game: Game) -> tuple[Callable, dict[str, int]]:
    """``act`` and ``WEIGHTS`` of ``agents/greedy/<game>.py``; raises ConfigError where there is none."""
    name = f"{__package__}.greedy.{game.spec.name}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name != name:
            raise
        raise ConfigError(f"agent 'greedy': {game.spec.id} has none (no module {name})") from None
    return module.act, dict(module.WEIGHTS)
