"""Moves asked of the same network at about the same time are decided in one forward pass.

A move waits for others only while there is work in the queue: ``GATHER`` seconds, or until the network's pass under way
is over. On an idle service it waits for nothing.

**The same answer as alone.** The logits of a row depend, in their last bits, on the other rows of a pass. So a pass
decides a row only where the best legal action is better than the next one by more than such noise can be; the few
others are asked alone. Networks that draw lots or remember a game are always asked alone.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....envs.core.game import View
from ...base import Agent
from .bots import Decision, Recipe
from .errors import ServiceError
from .metrics import Metrics
from .workers import TURN, Clock, Workers

GATHER = 0.01  # seconds in which moves come together, where requests wait
MOST = 64  # rows of a pass
NOISE = 1e-3  # of the largest logit, above float32's noise by two orders and more


@dataclass(frozen=True)
class Row:
    """A move that waits; ``done`` is called once, with the action or with what went wrong."""

    agent: Agent
    view: View
    done: Callable[[int | Exception], None]


def shared(agent: Agent | None) -> Any:
    """What agents must have in common to be asked together, their network; None where they are asked alone."""
    if not hasattr(agent, "act_batch") or not hasattr(agent, "logits") or getattr(agent, "sample", False):
        return None
    return getattr(agent, "net", None) or getattr(agent, "runner", None)


def joins(agent: Agent | None, recipe: Recipe, view: View) -> bool:
    """Whether the decision of ``recipe``, by ``agent`` where that is at hand, may be part of a pass."""
    return recipe.level is None and shared(agent) is not None and int(view.action_mask.sum()) > 1


def made(action: int | Exception) -> Decision:
    """The decision that a pass gave; raises what went wrong."""
    if isinstance(action, Exception):
        raise action
    return Decision(action)


def decide(agent: Any, views: Sequence[View]) -> list[int]:
    """The actions that ``agent.act`` gives for each of several views with two legal actions and more."""
    if len(views) == 1:
        return [agent.act(views[0])]
    masks = np.stack([view.action_mask for view in views])
    seats = np.array([view.seat for view in views], np.int16)
    found = agent.logits(np.stack([view.compact for view in views]), masks, seats)
    legal = np.where(masks > 0, found, -np.inf)
    second, first = np.sort(legal, axis=1)[:, -2:].T
    largest = np.abs(np.where(masks > 0, found, 0)).max(1)
    close = ~(first - second > NOISE * np.maximum(1, largest))
    return [agent.act(view) if alone else int(a) for view, alone, a in zip(views, close, legal.argmax(1), strict=True)]


class Batches:
    """Gathers moves by network; at most ``queue`` wait, those of bots in sessions aside."""

    def __init__(self, workers: Workers, clock: Clock, metrics: Metrics, queue: int):
        self.workers, self.clock, self.metrics, self.queue = workers, clock, metrics, queue
        self._waiting: dict[int, list[Row]] = {}  # by network; one that is there has a pass in the queue or under way
        self._lock = threading.Lock()

    def waiting(self) -> int:
        """Moves that wait."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def ask(self, agent: Agent, view: View, done: Callable[[int | Exception], None], bounded: bool = True) -> None:
        """Have ``agent``, of a ``shared`` network, decide in a view with two legal actions and more. Raises
        ServiceError where too many moves wait, if ``bounded``, and where the service stops."""
        agent.options(view)
        key = id(shared(agent))
        with self._lock:
            if bounded and sum(map(len, self._waiting.values())) >= self.queue:
                raise ServiceError("busy", f"{self.queue} moves wait already", retry_after=1)
            if key not in self._waiting:
                if any(self.workers.depth().values()):
                    self.clock.later(GATHER, lambda: self._begin(key))
                else:
                    self.workers.submit(lambda: self._pass(key), TURN)
            self._waiting.setdefault(key, []).append(Row(agent, view, done))

    def _begin(self, key: int) -> None:
        """Have a pass made; where the service stops nothing is answered any more."""
        with suppress(ServiceError):
            self.workers.submit(lambda: self._pass(key), TURN)

    def _pass(self, key: int) -> None:
        """Decide what waits for one network."""
        with self._lock:
            rows, self._waiting[key] = self._waiting[key][:MOST], self._waiting[key][MOST:]
        self.metrics.batch(len(rows))
        actions: Sequence[int | Exception]
        try:
            actions = decide(rows[0].agent, [row.view for row in rows])
        except Exception as problem:
            actions = [problem] * len(rows)
        with self._lock:
            more = len(self._waiting[key])
            if not more:
                del self._waiting[key]
        if more:
            self._begin(key)
        for row, action in zip(rows, actions, strict=True):
            try:
                row.done(action)
            except Exception:  # it is no concern of the others
                traceback.print_exc(file=sys.stderr)
