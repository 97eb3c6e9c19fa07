"""Search that an agent leads: ``search:sims=200:lead=greedy``, ``lead=PATH`` for a network, ``lead=shipped`` for the
one that comes with the package, or ``lead=auto`` for that one where there is one, else greedy.

The leader's move is played unless another one is better on the same futures: policy improvement by simulation. A
network's policy also says which few actions are worth a look (Silver and others 2016; Danihelka and others 2022 halve
the likeliest actions in this way). The simulations are those of :mod:`search_team`, played on by the game's script, in
games of rivals too: at a small budget this errs less than their tree, which has to find the leader's move first.
"""

from __future__ import annotations

import inspect
from copy import copy
from typing import Any

import numpy as np

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from .base import Agent, whole_number
from .scripted import Scripted, greedy_script
from .search_team import CAUTION, FAR, PROGRESS, TeamSearch, horizon
from .search_team import search_agent as without_leader

GREEDY, SHIPPED, AUTO = "greedy", "shipped", "auto"
WIDTH = 6  # actions that are looked at with a network
FLOOR = 0.01  # probability from which on an action is
CAUTION_OF_FEW = 1.0  # of few actions the best does not look much better than it is


class Lead(Scripted):
    """Plays simulations on as the game's script does, and chooses what it was told."""

    def __init__(self, game: Game):
        act, weights = greedy_script(game)
        super().__init__(game, "greedy", act, weights=weights.values())
        self.choice: int | None = None  # None: the script's

    def act(self, view: View) -> int:
        return super().act(view) if self.choice is None else self.choice


class LedSearch(TeamSearch):
    """Improves the moves of greedy or of a network by simulation, in any game that has a script.

    lead: "greedy", a network's path, "shipped" or "auto". sims, ms, cutoff and caution (1 with a network): see
    :class:`TeamSearch`. Raises ConfigError, also for a network with a memory, which would have to see every decision.
    """

    def __init__(
        self,
        game: Game,
        lead: str,
        seed: int = 0,
        *,
        sims: int = 0,
        ms: int = 0,
        cutoff: int = 0,
        caution: float | None = None,
    ):
        Agent.__init__(self, game, "search")  # the one of TeamSearch takes co-operative games alone
        if sims and ms:
            raise ConfigError("agent 'search': give sims or ms, not both")
        self.sims = whole_number("search", "sims", sims, 0, 10_000_000)
        self.ms = whole_number("search", "ms", ms if ms or sims else 200, 0, 10_000_000)
        self._net = None if lead == GREEDY else _network(game, lead)
        self.caution = (CAUTION_OF_FEW if self._net else CAUTION) if caution is None else caution
        if not 0 <= self.caution < np.inf:
            raise ConfigError(f"agent 'search': caution is {caution!r}, allowed 0 and more")
        self._script = self._lead = Lead(game)
        self._paid = game.under({PROGRESS: True}) if PROGRESS in game.options else game
        self.cutoff = whole_number("search", "cutoff", cutoff, 0, FAR) or horizon(game)
        self._rows, self._seen = np.zeros((3, game.width), np.int16), np.zeros((1, game.width), np.int16)
        self._mask, self._obs = np.zeros(game.n_actions, np.int8), np.zeros(game.compact_size, np.int16)
        self._rng, self._chance = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        self._played, self._started = 0, 0.0
        self.reset(seed)

    def options(self, view: View) -> np.ndarray:
        """Ids of the actions to look at, a network's likeliest first; raises as :meth:`Agent.options`."""
        legal = super().options(view)
        if self._net is None:
            return legal
        shares = self._net.scores(view).probabilities
        likely = legal[np.argsort(-shares[legal], kind="stable")][:WIDTH]
        self._lead.choice = int(likely[0])
        return likely[shares[likely] >= min(FLOOR, shares[likely[0]])]


_kept: dict[tuple, Any] = {}  # shipped networks by identity of the game: a level is built anew for every decision


def _network(game: Game, lead: str) -> Any:
    """The network to be led by, None for greedy; raises ConfigError."""
    if lead == AUTO:
        try:
            return _network(game, SHIPPED)
        except (ConfigError, ModuleNotFoundError):  # none for this table, or PyTorch is not installed
            return None
    from .neural import neural_agent

    if lead == SHIPPED:
        key = tuple(game.identity.values())
        if key not in _kept:
            _kept[key] = neural_agent(game)
            _ = _kept[key].ends  # its weights for the game are made at first use: now, for all copies
        return copy(_kept[key])
    agent = neural_agent(game, lead)
    if agent.net.shape.memory:
        raise ConfigError(f"agent 'search': the network {lead} has a memory")
    return agent


def search_agent(game: Game, seed: int = 0, *, lead: str = "", **given: Any) -> Agent:
    """The search that fits the game, led by an agent where one is named; raises ConfigError."""
    if not lead:
        return without_leader(game, seed, **given)
    for name in given:
        if name not in inspect.signature(LedSearch).parameters:
            raise ConfigError(f"agent 'search': {name} does not exist in the search with a lead")
    return LedSearch(game, lead, seed, **given)


# Its parameters are those of the search without a leader, and ``lead``.
_plain = inspect.signature(without_leader, eval_str=True)
_lead = inspect.Parameter("lead", inspect.Parameter.KEYWORD_ONLY, default="", annotation=str)
search_agent.__signature__ = _plain.replace(parameters=[*_plain.parameters.values(), _lead])  # pyright: ignore
