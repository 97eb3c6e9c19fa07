"""Who sits where: sessions begin, are joined, come back to, and are left."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from . import messages as m
from .errors import ServiceError
from .games import Table
from .request import Request
from .sessions import WATCHERS, Chair, Listener, Session, hashed

if TYPE_CHECKING:
    from .service import Service

ANSWERS = 10_000  # requests with an id of their own whose answer is remembered


class Seating:
    """Answers requests to enter or leave a session."""

    def __init__(self, service: Service):
        self.service = service
        self._answers: OrderedDict[tuple[str, str], tuple[str, dict[str, Any]]] = OrderedDict()
        self._answers_lock = threading.Lock()

    def on_create(self, message: m.Create, request: Request) -> dict[str, Any] | None:
        known = self._known(message, request)
        if known is not None:
            session = self.service.sessions.find(known["session"])
            with session.lock:
                return self._seated("created", session, known["token"], message, request)
        if message.debug:
            self.service.need_debug(True, "an open game")
        table = self.service.table(message)
        table.texts(message.lang)
        chairs, sit = self._chairs(table, message)
        token = "t" + secrets.token_urlsafe(18)
        session = self.service.sessions.create(table, message.seed, chairs, message.debug, request.client.key)
        with session.lock:
            if sit is None:
                session.watchers.append(hashed(token))
            else:
                session.chairs[sit].token = hashed(token)
            self.service.sessions.keep(session)
            self._remember(message, request, {"session": session.id, "token": token})
            return self._seated("created", session, token, message, request)

    def _chairs(self, table: Table, message: m.Create) -> tuple[list[Chair], int | None]:
        """Who sits where at the beginning, and the seat of who creates the session."""
        n = table.game.num_players
        given = message.seats
        if given is not None and len(given) != n:
            raise ServiceError("bad_message", f"seats: {len(given)} given, the game has {n}", field="seats")
        people = [p for p, c in enumerate(given or []) if c.kind == "human"]
        sit = message.sit
        if len(people) > 1:
            raise ServiceError("bad_message", "seats: one human sits down; seats of others are open", field="seats")
        if people and "sit" not in message.model_fields_set:
            sit = people[0]
        if sit == "random":
            sit = secrets.randbelow(n)
        if sit is not None:
            table.game.check_seat(sit)
        if people and people != [sit]:
            raise ServiceError("bad_message", f"seats: the human is on {people[0]}, sit is {sit}", field="sit")
        chairs = []
        for p in range(n):
            asked = given[p] if given is not None else m.Chair.model_validate({"kind": "bot"})
            if p == sit:
                chairs.append(Chair("human", asked.name or message.name))
            elif asked.kind == "open":
                chairs.append(Chair("open"))
            else:
                recipe = self.service.bots.recipe(table.game, asked.bot, asked.level)
                chairs.append(Chair("bot", asked.name, recipe))
        return chairs, sit

    def on_join(self, message: m.Join, request: Request) -> None:
        session = self.service.sessions.find(message.session)
        with session.lock:
            session.table.texts(message.lang)
            if not secrets.compare_digest(message.invite.encode(), session.invite.encode()):
                raise ServiceError("wrong_token", "the invite is not of this session", field="invite")
            known = self._known(message, request)
            if known is not None:
                return self._seated("joined", session, known["token"], message, request)
            if session.status == "closed":
                raise ServiceError("forbidden", "the session is closed")
            token = "t" + secrets.token_urlsafe(18)
            if message.seat is None:
                if len(session.watchers) >= WATCHERS:
                    raise ServiceError("busy", f"{WATCHERS} watch already", retry_after=60)
                session.watchers.append(hashed(token))
            else:
                chair = session.chairs[session.table.game.check_seat(message.seat)]
                if chair.kind != "open":
                    free = [p for p, c in enumerate(session.chairs) if c.kind == "open"]
                    detail = f"seat {message.seat} is taken, open: {free or 'none'}"
                    raise ServiceError("forbidden", detail, field="seat", open=free)
                chair.kind, chair.name, chair.token = "human", message.name, hashed(token)
            session.changed()
            self._remember(message, request, {"token": token})
            return self._seated("joined", session, token, message, request)

    def on_resume(self, message: m.Resume, request: Request) -> None:
        session, _ = self.service.entered(message)
        with session.lock:
            self._seated("resumed", session, message.token, message, request, message.after)

    def on_leave(self, message: m.Leave, request: Request) -> dict[str, Any]:
        session, seat = self.service.entered(message)
        with session.lock:
            if seat is None:
                session.watchers.remove(hashed(message.token))
            else:
                recipe = self.service.bots.recipe(session.table.game, message.bot, message.level)
                session.chairs[seat] = Chair("bot", None, recipe)
            session.listeners = [x for x in session.listeners if not (x.client is request.client and x.seat == seat)]
            nobody = not session.watchers and not any(c.kind == "human" for c in session.chairs)
            if nobody and session.status == "playing":
                session.status = "closed"
            session.changed()
            session.wake()
        self.service.turns.go_on(session)
        return session.head("left", seq=session.seq)

    def _seated(
        self, type_: str, session: Session, token: str, message: Any, request: Request, after: int | None = None
    ) -> None:
        """Answer with what the seat needs to begin or go on, then push what comes. The lock is held."""
        seat = session.seat_of(token)
        say = session.speaker(message.lang, message.include)
        told = [session.position(seat, say)] if after is None else session.steps(seat, after, say)
        mine = {"token": token, "invite": session.invite, "seat": seat, "seq": session.seq}
        answer = session.head(type_, **mine, table=session.describe(), messages=told)
        session.touched = time.time()
        request.answer(answer)
        if request.client.streams:
            request.client.attended[session.id] = session
            session.listen(Listener(request.client, seat, message.lang, tuple(message.include)))
        self.service.turns.go_on(session)

    def _known(self, message: m.Message, request: Request) -> dict[str, Any] | None:
        """What the same request with the same id was answered; raises ServiceError where it was another one."""
        if message.id is None or len(message.id) < m.UNIQUE:
            return None
        with self._answers_lock:
            found = self._answers.get((request.client.key, message.id))
        if found is None:
            return None
        if found[0] != digest(message):
            raise ServiceError("id_reused", f"id {message.id!r} was another request", field="id")
        return found[1]

    def _remember(self, message: m.Message, request: Request, answer: dict[str, Any]) -> None:
        if message.id is None or len(message.id) < m.UNIQUE:
            return
        with self._answers_lock:
            self._answers[request.client.key, message.id] = (digest(message), answer)
            while len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)


def digest(message: m.Message) -> str:
    """What tells a request from another one."""
    return hashlib.sha256(message.model_dump_json().encode()).hexdigest()
