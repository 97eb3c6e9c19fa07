"""Planning for one seat of a team: actions tried on the same futures, the team playing on as its script does.

Policy improvement by simulation (Tesauro and Galperin 1996; for teams that do not see each other's cards, Lerer, Hu,
Foerster and Brown 2020): the script is followed unless another action is better *on the same deals*, so that luck of
cards and dice, which decides most games of a team, is the same for all actions compared. The worse half of them is
dropped again and again (sequential halving: Karnin, Koren and Somekh 2013), and whatever does not gain on the script so
far: a move that nothing gains on costs a part of its budget. The tree of ``search.py`` has no place here: its noise at
a small budget costs a team more than deeper plans gain.
"""

from __future__ import annotations

import importlib
import inspect
import math
import time
from typing import Any

import numpy as np

from ..envs.core.drive import redeal, step
from ..envs.core.errors import ConfigError, EngineError
from ..envs.core.game import Game, View
from ..envs.core.jit import head, kernel
from ..envs.core.rng import hash_seed, mix2, pick_below
from .base import Agent, whole_number
from .consider import Thought
from .mc import copy_row
from .scripted import greedy_agent
from .search import Search, play_out

PROGRESS = "shaping"  # the option under which progress is paid as it is made: what an unfinished game is worth
FAR = 32767  # decisions: to the end of the game
CAUTION = 2.0  # the best of many looks better than it is
EXPLORE = inspect.signature(Search).parameters["c"].default


@kernel
def try_actions(F, T, K, X, A, S, row, obs, mask, W, seat, seed, first, deals, actions, cutoff, totals, rng):
    """Play each of ``actions`` from re-deals ``first`` to ``first + deals`` of ``S[0]``, then as scripted agent
    ``A[0]`` for ``cutoff`` decisions. A re-deal, chance after it and the script's own generator are the same for all.

    Writes what the seat stands at then, ``totals[deal, k]`` for the k-th action. Returns games with an error.
    """
    failed = 0
    dealt, played = head(S, 2), head(S, 1)
    for d in range(deals):
        copy_row(S, 0, 2)
        redeal(F, T, K, S, 2, seat, mix2(seed, first + d), mask)
        for k in range(len(actions)):
            copy_row(S, 2, 1)
            rng[0] = mix2(seed, first + d)
            if dealt.error == 0:
                step(F, T, S, 1, actions[k], mask)
                play_out(F, T, X, A, S, 1, row, obs, mask, W, 1, cutoff, rng)
            if played.error != 0:
                failed += 1
            totals[d, k] = played.returns[seat]
    return failed


class TeamSearch(Agent):
    """Improves the scripted agent of a co-operative game by simulation.

    sims or ms: the most a move may take, in simulations (reproducible for a seed) or in milliseconds.
    cutoff: decisions after which a simulation stops and stands at what the game's shaping pays for it; 0 for
    ``HORIZON`` of the script's module times the seats, or to the end where it names none: early progress tells how a
    game of Cultistorm ends, but not one in which a deck is built first.
    caution: how many standard errors an action must be better than the script's to be played instead.

    Raises ConfigError for a game that is not co-operative or has no scripted agent.
    """

    def __init__(
        self, game: Game, seed: int = 0, *, sims: int = 0, ms: int = 0, cutoff: int = 0, caution: float = CAUTION
    ):
        super().__init__(game, "search")
        if game.spec.kind != "team":
            raise ConfigError(f"agent 'search': {game.spec.id} is not co-operative")
        if sims and ms:
            raise ConfigError("agent 'search': give sims or ms, not both")
        self.sims = whole_number("search", "sims", sims, 0, 10_000_000)
        self.ms = whole_number("search", "ms", ms if ms or sims else 200, 0, 10_000_000)
        if not 0 <= caution < math.inf:
            raise ConfigError(f"agent 'search': caution is {caution!r}, allowed 0 and more")
        self.caution = caution
        self._script = greedy_agent(game)
        self._paid = game.under({PROGRESS: True}) if PROGRESS in game.options else game
        self.cutoff = whole_number("search", "cutoff", cutoff, 0, FAR) or horizon(game)
        self._rows, self._seen = np.zeros((3, game.width), np.int16), np.zeros((1, game.width), np.int16)
        self._mask, self._obs = np.zeros(game.n_actions, np.int8), np.zeros(game.compact_size, np.int16)
        self._rng, self._chance = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        self._played, self._started = 0, 0.0
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self._rng[0] = hash_seed(seed)
        self._script.reset(hash_seed(seed, 1))

    def act(self, view: View) -> int:
        return self.consider(view).action

    def consider(self, view: View) -> Thought:
        """The move, what the seat stands at in the mean after each action, and the deals that tell so: few for actions
        that were dropped early."""
        self._played, self._started = 0, time.perf_counter()
        legal = self.options(view)
        script = self._script.act(view)
        if len(legal) == 1:
            return Thought(script)
        self._rows[0] = view.row[0]
        pick_below(self._rng, 1)
        thought = Thought(script)
        actions, values = self._halve(view.seat, script, legal[legal != script], thought)
        if len(actions) == 1:
            return thought
        gains = values[:, 1] - values[:, 0]
        error = gains.std(ddof=1) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
        better = gains.mean() > self.caution * error
        return Thought(int(actions[1]), thought.scores, thought.visits) if better else thought

    def _halve(self, seat: int, script: int, others: np.ndarray, thought: Thought) -> tuple[np.ndarray, np.ndarray]:
        """The script's action and the best of ``others``, if it gains, and their values (deals, actions); ``thought``
        is told of all."""
        if not self.sims:
            self._try(seat, np.array([script]), 0, 1)  # tells how long a simulation takes
        room = max(1, self._left() // 2)
        if len(others) > room:
            others = np.sort(np.random.default_rng(int(self._rng[0])).choice(others, room, replace=False))
        actions = np.concatenate(([script], others))
        values = np.empty((0, len(actions)))
        for rounds in range(math.ceil(math.log2(len(actions))), 0, -1):
            deals = max(self._left() // (rounds * len(actions)), 1 - len(values))
            if deals > 0:
                values = np.vstack((values, self._try(seat, actions, len(values), deals)))
            thought.scores.update(zip(actions.tolist(), values.mean(0).tolist(), strict=True))
            thought.visits.update(dict.fromkeys(actions.tolist(), len(values)))
            means = values.mean(0)
            best = 1 + np.argsort(-means[1:], kind="stable")[: max(1, math.ceil(len(actions) / 2) - 1)]
            kept = np.concatenate(([0], best[means[best] > means[0]]))
            actions, values = actions[kept], values[:, kept]
            if len(actions) == 1:
                break
        return actions, values

    def _left(self) -> int:
        """How many simulations the rest of the budget allows."""
        if self.sims:
            return self.sims - self._played
        spent = time.perf_counter() - self._started
        return int((self.ms / 1000 - spent) / spent * self._played)

    def _try(self, seat: int, actions: np.ndarray, first: int, deals: int) -> np.ndarray:
        """What the seat stands at after each action on each deal, float64 (deals, actions). Raises EngineError."""
        g, totals = self.game, np.zeros((deals, len(actions)))
        failed = try_actions(
            g.F,
            self._paid.T,
            g.K,
            g.X,
            self._script.table,
            self._rows,
            g.template,
            self._obs,
            self._mask,
            self._seen,
            seat,
            self._rng[0],
            first,
            deals,
            actions,
            self.cutoff,
            totals,
            self._chance,
        )
        if failed:
            raise EngineError(f"{g.spec.id}: {failed} simulated games ended in an error")
        self._played += totals.size
        return totals


def horizon(game: Game) -> int:
    """How many decisions ahead a plan on top of the game's script looks."""
    script = importlib.import_module(f"{__package__}.greedy.{game.spec.name}")
    return min(getattr(script, "HORIZON", FAR) * game.num_players, FAR)


def search_agent(
    game: Game,
    seed: int = 0,
    *,
    sims: int = 0,
    ms: int = 0,
    cutoff: int = 0,
    caution: float = CAUTION,
    c: float = EXPLORE,
    rollout: str = "auto",
    grow: int = 0,
) -> Agent:
    """The search that fits the game: of one team (``TeamSearch``), or of rivals (``Search``). Raises ConfigError, also
    for a parameter that belongs to the other one."""
    if game.spec.kind == "team":
        _refuse(game, c=(c, EXPLORE), rollout=(rollout, "auto"), grow=(grow, 0))
        return TeamSearch(game, seed, sims=sims, ms=ms, cutoff=cutoff, caution=caution)
    _refuse(game, caution=(caution, CAUTION))
    return Search(game, seed, sims=sims, ms=ms, c=c, rollout=rollout, cutoff=cutoff, grow=grow)


def _refuse(game: Game, **parameters: tuple[Any, Any]) -> None:
    """Raise ConfigError where a parameter is not as it is unless given."""
    for name, (given, usual) in parameters.items():
        if given != usual:
            raise ConfigError(f"agent 'search': {name} does not exist in the search for {game.spec.id}")
