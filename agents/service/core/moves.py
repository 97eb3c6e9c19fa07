"""Moves and hints: a bot decides in one position, which a request holds or a session is in."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ....envs.core.errors import PositionError
from ....envs.core.game import State, View
from ...base import Agent
from . import messages as m
from .batches import joins, made
from .bots import Decision, Recipe, decide, first
from .errors import ServiceError, short
from .explain import explained
from .games import Table
from .request import Request
from .stream import Seen, Speaker, speaker

if TYPE_CHECKING:
    from .service import Service

SOON = 0.02  # seconds in which the first answer of a bot is there, though the time is up


class Moves:
    """Answers requests for a decision."""

    def __init__(self, service: Service):
        self.service = service

    def on_move(self, message: m.Move, request: Request) -> dict[str, Any] | None:
        table = self.service.table(message)
        recipe = self.service.bots.recipe(table.game, message.bot, message.level)
        view = self.view_of(table, message)
        if message.legal is not None:
            _compare(table, view, message.legal)
        speak = speaker(table, message.lang)

        def answer(decision: Decision, late: bool) -> dict[str, Any]:
            return self.decided("move", Seen.of_view(table, view), recipe, decision, message, speak, request, late)

        if request.deadline is not None:
            request.late = lambda: answer(request.best.get() or _any(view), True)
            self.service.clock.later(max(SOON, request.deadline - time.perf_counter()), request.time_is_up)
        name = self.service.bots.agent_name(recipe.bot)
        agent = self.service.bots.at_hand(recipe.bot, table.game, message.seed)
        if not message.explain and joins(agent, recipe, view):
            if request.deadline is not None:
                request.best.put(first(view, message.seed))

            def decided(action: int | Exception) -> None:
                request.finish(lambda: answer(made(action), False))

            self.service.batches.ask(cast(Agent, agent), view, decided)
            return None
        found = decide(recipe, view, message.seed, request.deadline, message.explain, request.best, name, agent)
        return answer(found, found.late)

    def on_hint(self, message: m.Hint, request: Request) -> dict[str, Any]:
        session, seat = self.service.entered(message)
        with session.lock:
            state, seq = session.state, session.seq
            say = session.speaker(message.lang, message.include)
        if state.is_over:
            raise ServiceError("game_over", "the game is over")
        if seat is None or state.seat != seat:
            detail = "hints are for the seat that decides"
            raise ServiceError("not_your_turn", detail, to_decide=state.seat, seq=seq)
        table = session.table
        recipe = self.service.bots.recipe(table.game, message.bot, message.level)
        deadline = None if message.budget_ms is None else request.started + message.budget_ms / 1000
        name = self.service.bots.agent_name(recipe.bot)
        view = state.view(seat)
        agent = self.service.bots.at_hand(recipe.bot, table.game, message.seed)
        found = decide(recipe, view, message.seed, deadline, True, name=name, agent=agent)
        answer = self.decided("hint", Seen.of_view(table, view), recipe, found, message, say, request, found.late)
        return answer | {"session": session.id, "seq": seq}

    def decided(
        self,
        type_: str,
        seen: Seen,
        recipe: Recipe,
        decision: Decision,
        message: Any,
        speak: Speaker,
        request: Request,
        late: bool,
    ) -> dict[str, Any]:
        """The answer that a decision gives."""
        table, seat = seen.table, cast(int, seen.seat)
        took = time.perf_counter() - request.started
        self.service.metrics.move(recipe.bot, recipe.level, took, late)
        return {
            "type": type_,
            "rules_version": table.rules_version,
            "game": table.game.spec.id,
            "seat": seat,
            **explained(decision, recipe, seen, speak, seat, message.top),
            "bot": recipe.bot,
            "level": recipe.level,
            "seed": message.seed,
            "worlds": decision.worlds,
            "deadline_hit": late,
            "fallback": decision.fallback if late else None,
            "time_ms": round(1000 * took, 2),
        }

    def view_of(self, table: Table, message: m.Move) -> View:
        """What the deciding seat sees, out of a request; raises ServiceError or PositionError."""
        game = table.game
        seat = game.check_seat(message.seat)
        if message.state is not None:
            self.service.need_debug(message.debug, "a whole state")
            view = _quietly(lambda: State.from_json(game, cast(Any, message.state))).view(seat)
        elif message.view is None:
            raise ServiceError("bad_message", "view: Field required", field="view")
        else:
            self.check_identity(table, message.view)
            view = _quietly(lambda: game.from_view(cast(Any, message.view), seat, message.seed)).view(seat)
        if view.to_decide < 0:
            raise ServiceError("game_over", f"{game.spec.id}: the game is over")
        if view.to_decide != seat:
            detail = f"seat {seat} does not decide, seat {view.to_decide} does"
            raise ServiceError("not_your_turn", detail, field="seat", to_decide=view.to_decide)
        return view

    @staticmethod
    def check_identity(table: Table, view: Mapping[str, Any]) -> None:
        """Raise ServiceError where a view is of other rules, which is not a fault of its fields."""
        given = view.get("identity")
        if not isinstance(given, dict):
            return
        for key, mine in table.game.identity.items():
            if given.get(key) != mine:
                detail = f"view: identity has {key} {short(given.get(key))}, this game has {mine!r}"
                raise ServiceError("rules_mismatch", detail, field=f"view.identity.{key}", expected=mine)


def _quietly(make):
    """The result of ``make``; what a malformed position makes of NumPy is a bad position too."""
    try:
        return make()
    except (TypeError, IndexError, OverflowError, KeyError, AttributeError, RecursionError) as problem:
        raise PositionError(f"the position cannot be read: {problem}") from None


def _compare(table: Table, view: View, given: list[int | str]) -> None:
    """Raise ServiceError with the difference where the client's legal actions are others."""
    names, game = table.game.actions, table.game.spec.id
    ids: set[int] = set()
    for action in given:
        known = action in names if isinstance(action, str) else 0 <= action < names.n
        if not known:
            raise ServiceError("legal_differs", f"{game} has no action {short(action)}", field="legal", unknown=action)
        ids.add(names.id(action) if isinstance(action, str) else action)
    mine = {int(a) for a in np.flatnonzero(view.action_mask)}
    if ids != mine:
        missing, extra = ([names.name(a) for a in sorted(x)] for x in (mine - ids, ids - mine))
        detail = f"{game}: {len(missing)} legal actions are missing, {len(extra)} are not legal"
        raise ServiceError("legal_differs", detail, field="legal", missing=missing, extra=extra)


def _any(view: View) -> Decision:
    """The first legal action: there was no time for more."""
    return Decision(int(np.flatnonzero(view.action_mask)[0]), why="late", late=True, fallback="first")
