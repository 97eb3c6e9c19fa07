"""Agents that are one compiled function, and the agent that chooses at random.

A scripted agent is ``act(T, S, i, mask) -> id`` over the row its seat sees (``core.drive.ask``), so it
cannot know more than its seat, and runs inside compiled batches and rollouts.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

import numpy as np

from ..envs.core.drive import ask
from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from ..envs.core.jit import address_table, kernel
from ..envs.core.rng import hash_seed
from .base import Agent


@kernel
def ask_batch(A, agent, T, X, row, observations, masks, actions, W, rng):
    """Write the action of scripted agent ``A[agent]`` for every row of ``observations`` and ``masks``."""
    for i in range(len(actions)):
        actions[i] = ask(A, agent, T, X, row, observations[i], masks[i], W, rng)


class Scripted(Agent):
    """The agent that ``function`` is; None chooses uniformly at random.

    ``table`` is the address table with it at 0, as ``core.drive.ask`` wants it.
    """

    def __init__(self, game: Game, name: str, function: Callable | None, seed: int = 0):
        super().__init__(game, name)
        self.table = address_table([function])
        self._scratch = np.zeros((1, game.width), np.int16)
        self._rng = np.zeros(1, np.uint64)
        self.reset(seed)

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


def greedy_agent(game: Game, seed: int = 0) -> Scripted:
    """The scripted agent of this game; raises ConfigError where it has none."""
    return Scripted(game, "greedy", greedy_function(game), seed)


def greedy_function(game: Game) -> Callable:
    """The compiled ``act`` of ``agents/greedy/<game>.py``; raises ConfigError where there is none."""
    module = f"{__package__}.greedy.{game.spec.name}"
    try:
        return importlib.import_module(module).act
    except ModuleNotFoundError as problem:
        if problem.name != module:
            raise
        raise ConfigError(f"agent 'greedy': {game.spec.id} has none (no module {module})") from None
