"""A session under way: actions, what has happened, how it stands, its record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import messages as m
from .errors import ServiceError
from .request import Request
from .sessions import Session, Waiter, hashed
from .workers import TURN

if TYPE_CHECKING:
    from .service import Service


class Playing:
    """Answers requests of those who sit or watch."""

    def __init__(self, service: Service):
        self.service = service

    def on_act(self, message: m.Act, request: Request) -> dict[str, Any] | None:
        session, seat = self.service.entered(message)
        say = session.speaker(message.lang, message.include)
        with session.lock:
            done = session.answered.get((hashed(message.token), message.id or ""))
            if done is None:
                self._may_act(session, seat, message)
                a = session.state.action_id(message.action)
                since = session.seq
            else:
                since, a = done[0] - 1, -1
                known = message.seq is not None and message.seq >= done[0]
                if known or message.action not in (done[1], session.table.game.actions.name(done[1])):
                    raise ServiceError("id_reused", f"id {message.id!r} was action {done[0]}", field="id")
            if request.client.streams:
                request.answer(session.head("acted", seq=since + 1, messages=[]))
                if a >= 0:
                    session.play(a, message.token, message.id or "")
            else:
                if a >= 0:
                    session.play(a, message.token, message.id or "")
                known = since if message.seq is None else min(message.seq, session.seq)

                def answer() -> None:
                    told = session.steps(seat, known, say)
                    request.answer(session.head("acted", seq=session.seq, messages=told))

                def your_turn() -> bool:
                    return session.state.is_over or session.state.seat == seat or session.status == "closed"

                self._wait(session, message.wait_ms, your_turn, answer)
        self.service.turns.go_on(session)
        return None

    def _may_act(self, session: Session, seat: int | None, message: m.Act) -> None:
        if seat is None:
            raise ServiceError("forbidden", "who watches does not act")
        if session.status == "closed":
            raise ServiceError("forbidden", "the session is closed")
        if session.state.is_over:
            raise ServiceError("game_over", "the game is over", seq=session.seq)
        if message.seq is not None and message.seq != session.seq:
            detail = f"seq is {message.seq}, the newest is {session.seq}"
            raise ServiceError("stale", detail, field="seq", seq=session.seq)
        if session.state.seat != seat:
            detail = f"seat {seat} does not decide, seat {session.state.seat} does"
            raise ServiceError("not_your_turn", detail, to_decide=session.state.seat, seq=session.seq)

    def on_poll(self, message: m.Poll, request: Request) -> None:
        session, seat = self.service.entered(message)
        say = session.speaker(message.lang, message.include)
        with session.lock:
            if message.after > session.seq:
                detail = f"after is {message.after}, the newest seq is {session.seq}"
                raise ServiceError("stale", detail, field="after", seq=session.seq)

            def answer() -> None:
                told = session.steps(seat, message.after, say)
                more = {"table": session.describe()}
                request.answer(session.head("messages", seq=session.seq, messages=told) | more)

            def news() -> bool:
                return session.seq > message.after or session.status != "playing"

            self._wait(session, message.wait_ms, news, answer)

    def _wait(self, session: Session, wait_ms: int, ready, answer) -> None:
        """Answer when ``ready``, or when the time is over. The lock is held."""
        if wait_ms <= 0 or ready() or self.service.stopping:
            answer()
            return
        waiter = Waiter(ready, answer)
        session.waiters.append(waiter)

        def over() -> None:
            with session.lock:
                if not waiter.done:
                    session.finish(waiter)

        self.service.clock.later(wait_ms / 1000, lambda: self._now(over))

    def _now(self, job) -> None:
        """Do something on a worker rather than on the clock; when nobody works any more, here."""
        try:
            self.service.workers.submit(job, TURN)
        except ServiceError:
            job()

    def on_position(self, message: m.Position, request: Request) -> dict[str, Any]:
        session, seat = self.service.entered(message)
        with session.lock:
            table = {"table": session.describe()}
            return session.position(seat, session.speaker(message.lang, message.include)) | table

    def on_open(self, message: m.Open, request: Request) -> dict[str, Any]:
        session, _ = self.service.entered(message)
        if session.status != "over":
            self._need_open(session)
        with session.lock:
            return session.opened(session.speaker(message.lang, message.include))

    def _need_open(self, session: Session) -> None:
        if not session.debug:
            raise ServiceError("hidden_information", "this session was not created with debug")

    def on_record(self, message: m.Record, request: Request) -> dict[str, Any]:
        session, _ = self.service.entered(message)
        if session.status != "over":
            self._need_open(session)
        with session.lock:
            names = session.table.game.actions
            record = {
                "game": session.table.game.spec.id,
                "players": session.table.game.num_players,
                "options": session.table.options(),
                "content": session.table.content,
                "seed": session.seed,
                "actions": [names.name(a) for a in session.actions],
                "seats": session.named(),
            }
        out = session.head("record", seq=len(record["actions"])) | record
        if message.replay:
            from ..replay import record as recorded

            out["replay"] = recorded(
                session.table.game, session.seed, record["actions"], record["seats"], message.lang
            ).replay()
        return out
