"""Flat Monte-Carlo: knows no game, tries every action at random futures and takes the best mean."""

from __future__ import annotations

import numpy as np

from ..envs.core.drive import redeal, rollout, step
from ..envs.core.errors import EngineError
from ..envs.core.game import Game, View
from ..envs.core.jit import head, kernel
from ..envs.core.rng import hash_seed, mix2, pick_below
from .base import Agent, whole_number


@kernel
def copy_row(S, source, target):
    """Copy one row of ``S`` over another."""
    for k in range(S.shape[1]):
        S[target, k] = S[source, k]


@kernel
def flat_monte_carlo(F, T, K, S, seat, sims, actions, mask, visits, values, rng):
    """Play ``sims`` random games in ``S[1]`` from re-deals of ``S[0]``, the first move round-robin over ``actions``.

    The actions of one round share a re-deal, so that luck of the deal is the same for all of them. Adds to
    ``visits`` and ``values`` (the returns of ``seat``) by place in ``actions``. Returns games with an error.
    """
    failed = 0
    pick_below(rng, 1)
    seed = rng[0]
    h = head(S, 1)
    for k in range(sims):
        place = k % len(actions)
        copy_row(S, 0, 1)
        redeal(F, T, K, S, 1, seat, mix2(seed, k // len(actions)), mask)
        if h.error == 0:
            step(F, T, S, 1, actions[place], mask)
            rollout(F, T, S, 1, mask, rng)
        if h.error != 0:
            failed += 1
            continue
        visits[place] += 1
        values[place] += h.returns[seat]
    return failed


class MonteCarlo(Agent):
    """Flat Monte-Carlo. ``sims`` random games a move are shared evenly among the legal actions."""

    def __init__(self, game: Game, seed: int = 0, *, sims: int = 128):
        super().__init__(game, "mc")
        self.sims = whole_number("mc", "sims", sims, 1, 10_000_000)
        self._rows = np.zeros((2, game.width), np.int16)
        self._mask = np.zeros(game.n_actions, np.int8)
        self._rng = np.zeros(1, np.uint64)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self._rng[0] = hash_seed(seed)

    def act(self, view: View) -> int:
        legal = self.options(view)
        if len(legal) == 1:
            return int(legal[0])
        means = self.evaluate(view, legal)
        best = np.flatnonzero(means == means.max())
        return int(legal[best[pick_below(self._rng, len(best))]])

    def evaluate(self, view: View, legal: np.ndarray) -> np.ndarray:
        """Mean return of each of the actions ``legal``, float64; -inf where there was no game to try it in.

        Raises EngineError where games could not be played."""
        g = self.game
        visits, values = np.zeros(len(legal), np.int64), np.zeros(len(legal))
        self._rows[0] = view.row[0]
        failed = flat_monte_carlo(
            g.F, g.T, g.K, self._rows, view.seat, self.sims, legal, self._mask, visits, values, self._rng
        )
        if failed:
            raise EngineError(f"{g.spec.id}: {failed} of {self.sims} simulated games ended in an error")
        return np.divide(values, visits, out=np.full(len(legal), -np.inf), where=visits > 0)
