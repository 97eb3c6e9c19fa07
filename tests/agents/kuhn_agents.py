"""Kuhn players for the tests: one rule in the three forms an agent may have, and players of one action."""

from dataclasses import replace

import numpy as np

from elderzoo.agents.base import Agent
from elderzoo.agents.scripted import Scripted
from elderzoo.benchmarks.yardsticks.kuhn import BET, KINDS, PASS, SPEC, apply, rule, showdown
from elderzoo.envs.core.game import Game


@rule
def sensible(T, S, i, mask, weights):
    """Bet with the two higher cards."""
    s = S[i]
    return PASS if s.hand[0, 0] == 1 else BET


@rule
def bet(T, S, i, mask, weights):
    return BET + 0 * S[i].bet[0]


@rule
def spy(T, S, i, mask, weights):
    """Bet where the other seat's card shows."""
    s = S[i]
    for k in range(KINDS):
        if s.hand[1, k] == 1:
            return BET
    return PASS


def scripted(function, game):
    return Scripted(game, function.__name__, function)


@rule
def apply_and_pay(T, S, i, action):
    """The rules, and a point from seat 1 to seat 0 for every action that does not end the game."""
    s = S[i]
    apply(T, S, i, action)
    if s.over == 0:
        s.returns[0] += 1
        s.returns[1] -= 1


@rule
def apply_or_leave(T, S, i, action):
    """The rules, but a pass of the first seat gives up: the second may never decide."""
    s = S[i]
    if s.decisions == 1 and action == PASS:
        showdown(T[0], s, 0)
    else:
        apply(T, S, i, action)


LEAVING = replace(SPEC, id="leaving-v0", apply=apply_or_leave)
PAYING = replace(SPEC, id="paying-v0", apply=apply_and_pay)


class ByView(Agent):
    """``sensible``, asked with one view at a time."""

    def __init__(self, game):
        super().__init__(game, "by view")

    def act(self, view):
        return PASS if view.to_json()["fields"]["hand"][view.seat][0] == 1 else BET


class ByBatch(Agent):
    """``sensible``, asked for many rows at once in the given form; counts the rows of each call."""

    def __init__(self, game, form):
        super().__init__(game, f"by {form} batch")
        self.form, self.calls = form, []
        hand = next(b for b in game.encoder.blocks() if b["field"] == "hand" and b["block"] == "seat+0")
        self._lowest = hand[form][0]

    def act_batch(self, observations, masks, seats):
        assert observations.dtype == (np.float32 if self.form == "flat" else np.int16)
        assert (masks.sum(1) == 2).all()
        assert observations.shape == (len(seats), getattr(self.game, f"{self.form}_size"))
        self.calls.append(len(seats))
        return np.where(observations[:, self._lowest] == 1, PASS, BET)


class Illegal(Agent):
    def __init__(self, game):
        super().__init__(game, "cheat")

    def act(self, view):
        return 5


def kuhn(**options):
    return Game(SPEC, **options)
