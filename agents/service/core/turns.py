"""Bots in sessions: whenever one is to decide, it does, one action at a time."""

from __future__ import annotations

import sys
import time
import traceback
from typing import TYPE_CHECKING

import numpy as np

from ....envs.core.game import View
from ....envs.core.rng import hash_seed
from .batches import joins
from .bots import Recipe, decide
from .errors import ServiceError
from .sessions import Session
from .workers import TURN

if TYPE_CHECKING:
    from .service import Service


class Turns:
    """Has the bots of sessions play."""

    def __init__(self, service: Service):
        self.service = service

    def go_on(self, session: Session) -> None:
        """Let bots play on until somebody else is to decide."""
        with session.lock:
            if session.thinking or self.service.stopping or session.bot_to_move() is None:
                return
            session.thinking = True
        try:
            self.service.workers.submit(lambda: self._turn(session), TURN)
        except ServiceError:
            with session.lock:
                session.thinking = False

    def _turn(self, session: Session) -> None:
        """Let the bot that is to decide take one action, and go on."""
        with session.lock:
            recipe = session.bot_to_move()
            if recipe is None:
                session.thinking = False
                return
            state, seq = session.state, session.seq
        turn = Turn(self, session, recipe, state.view(state.seat), seq)
        bots, seat = self.service.bots, state.seat
        seed = hash_seed(session.seed, seat, seq) >> 12
        try:
            agent = None
            if recipe.bot in bots.models:
                agent = session.agents.get((seat, recipe.bot))
                if agent is None:
                    agent = session.agents[seat, recipe.bot] = bots.load(recipe.bot, turn.view.game, seed)
            if agent is not None and joins(agent, recipe, turn.view):
                self.service.batches.ask(agent, turn.view, turn.end, bounded=False)
                return
            found = decide(recipe, turn.view, seed, name=bots.agent_name(recipe.bot), agent=agent).action
        except ServiceError:  # the service stops
            with session.lock:
                session.thinking = False
            return
        except Exception as problem:
            found = problem
        turn.end(found)


class Turn:
    """One action of a bot: begun, and ended when it is decided."""

    def __init__(self, turns: Turns, session: Session, recipe: Recipe, view: View, seq: int):
        self.turns, self.session, self.recipe, self.view, self.seq = turns, session, recipe, view, seq
        self.started = time.perf_counter()

    def end(self, found: int | Exception) -> None:
        """Take the action, and go on; a bot that fails must not stop the game of others."""
        if isinstance(found, Exception):
            traceback.print_exception(found, file=sys.stderr)
            found = int(np.flatnonzero(self.view.action_mask)[0])
        session, took = self.session, time.perf_counter() - self.started
        self.turns.service.metrics.move(self.recipe.bot, self.recipe.level, took)
        try:
            with session.lock:
                if session.seq == self.seq and session.bot_to_move() is not None:
                    session.play(found)
        finally:
            with session.lock:
                session.thinking = False
        self.turns.go_on(session)
