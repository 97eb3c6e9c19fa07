"""What an agent thinks of the actions it can choose from: for hints, explanations and weaker levels of play.

Kept apart from the agents, whose files are part of the stamp of measured results.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..envs.core.game import View
from ..envs.core.rng import pick_below
from .base import Agent
from .mc import MonteCarlo
from .search import ACTION, CHILD, ROOT, SIBLING, VISITS, Search


@dataclass(frozen=True)
class Thought:
    """What an agent decided and why.

    ``scores``: the expected return (-1 to 1) of the deciding seat by action id; ``visits``: how often each was tried.
    Both empty where the agent weighs nothing.
    """

    action: int
    scores: dict[int, float] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)


def consider(agent: Agent, view: View) -> Thought:
    """Decide as ``agent.act(view)`` does, for the same state of its generator, and say what it thinks.

    An agent of another kind may have a method ``consider(view)`` of its own that gives a Thought.
    """
    if hasattr(agent, "consider"):
        return agent.consider(view)  # type: ignore[attr-defined]
    if isinstance(agent, MonteCarlo):
        return _of_samples(agent, view)
    if isinstance(agent, Search):
        return _of_tree(agent, view)
    return Thought(agent.act(view))


def _of_samples(agent: MonteCarlo, view: View) -> Thought:
    legal = agent.options(view)
    if len(legal) == 1:
        return Thought(int(legal[0]))
    means = agent.evaluate(view, legal)
    tried = {int(a): agent.sims // len(legal) + (k < agent.sims % len(legal)) for k, a in enumerate(legal)}
    scores = {int(a): float(m) for a, m in zip(legal, means, strict=True) if np.isfinite(m)}
    best = np.flatnonzero(means == means.max())
    action = int(legal[best[pick_below(agent._rng, len(best))]])
    return Thought(action, scores, {a: n for a, n in tried.items() if a in scores})


def _of_tree(agent: Search, view: View) -> Thought:
    if len(agent.options(view)) == 1:
        return Thought(agent.act(view))
    action, tree, totals = agent.act(view), agent._tree, agent._totals
    scores, visits, child = {}, {}, int(tree[ROOT, CHILD])
    while child >= 0:
        a, n = int(tree[child, ACTION]), int(tree[child, VISITS])
        scores[a], visits[a] = float(totals[child, view.seat] / n), n
        child = int(tree[child, SIBLING])
    return Thought(action, scores, visits)
