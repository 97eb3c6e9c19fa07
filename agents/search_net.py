"""Search that a network leads: ``search:ms=200:net=PATH``, or ``net=shipped`` for the one that comes with the package.

The network's policy says which few actions are worth a look, and which of them to play unless another one is better on
the same futures: policy improvement by simulation on a prior (Silver and others 2016; Danihelka and others 2022 halve
the likeliest actions in this way). The simulations are those of :mod:`search_team`, played on by the game's script.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from .base import Agent, whole_number
from .scripted import Scripted, greedy_script
from .search_team import FAR, PROGRESS, TeamSearch, horizon
from .search_team import search_agent as without_network

SHIPPED = "shipped"
WIDTH = 6  # actions that are looked at
FLOOR = 0.01  # probability from which on an action is
CAUTION = 1.0  # of few actions the best does not look much better than it is


class Lead(Scripted):
    """Plays simulations on as the game's script does, and chooses what it was told."""

    def __init__(self, game: Game):
        act, weights = greedy_script(game)
        super().__init__(game, "greedy", act, weights=weights.values())
        self.choice = -1

    def act(self, view: View) -> int:
        return self.choice


class NetSearch(TeamSearch):
    """Improves a network's moves by simulation, in any game that has a script.

    net: a path, or "shipped". sims, ms, cutoff and caution: see :class:`TeamSearch`. Raises ConfigError, also for a
    network with a memory, which would have to see every decision.
    """

    def __init__(
        self,
        game: Game,
        net: str,
        seed: int = 0,
        *,
        sims: int = 0,
        ms: int = 0,
        cutoff: int = 0,
        caution: float = CAUTION,
    ):
        from .neural import neural_agent

        Agent.__init__(self, game, "search")  # the one of TeamSearch takes co-operative games alone
        if sims and ms:
            raise ConfigError("agent 'search': give sims or ms, not both")
        self.sims = whole_number("search", "sims", sims, 0, 10_000_000)
        self.ms = whole_number("search", "ms", ms if ms or sims else 200, 0, 10_000_000)
        if not 0 <= caution < np.inf:
            raise ConfigError(f"agent 'search': caution is {caution!r}, allowed 0 and more")
        self.caution = caution
        self._net = neural_agent(game, "" if net == SHIPPED else net)
        if self._net.net.shape.memory:
            raise ConfigError(f"agent 'search': the network {net} has a memory")
        self._script = self._lead = Lead(game)
        self._paid = game.under({PROGRESS: True}) if PROGRESS in game.options else game
        self.cutoff = whole_number("search", "cutoff", cutoff, 0, FAR) or horizon(game)
        self._rows, self._seen = np.zeros((3, game.width), np.int16), np.zeros((1, game.width), np.int16)
        self._mask, self._obs = np.zeros(game.n_actions, np.int8), np.zeros(game.compact_size, np.int16)
        self._rng, self._chance = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        self._played, self._started = 0, 0.0
        self.reset(seed)

    def options(self, view: View) -> np.ndarray:
        """Ids of the actions to look at, the network's likeliest first; raises as :meth:`Agent.options`."""
        legal = super().options(view)
        shares = self._net.scores(view).probabilities
        likely = legal[np.argsort(-shares[legal], kind="stable")][:WIDTH]
        self._lead.choice = int(likely[0])
        return likely[shares[likely] >= min(FLOOR, shares[likely[0]])]


def search_agent(game: Game, seed: int = 0, *, net: str = "", **given: Any) -> Agent:
    """The search that fits the game, led by a network where one is named; raises ConfigError."""
    if not net:
        return without_network(game, seed, **given)
    for name in given:
        if name not in inspect.signature(NetSearch).parameters:
            raise ConfigError(f"agent 'search': {name} does not exist in the search with a network")
    return NetSearch(game, net, seed, **given)


# Its parameters are those of the search without a network, and ``net``.
_plain = inspect.signature(without_network, eval_str=True)
_net = inspect.Parameter("net", inspect.Parameter.KEYWORD_ONLY, default="", annotation=str)
search_agent.__signature__ = _plain.replace(parameters=[*_plain.parameters.values(), _net])  # pyright: ignore
