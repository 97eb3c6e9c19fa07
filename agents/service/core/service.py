"""The service: takes a message of a client, does what it asks, answers. Any transport may stand before it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ....envs.core.jit import JIT
from .. import PROTOCOL
from . import messages as m
from .batches import Batches
from .bots import CACHED, DEFAULT_LEVEL, Bots, Recipe, decide, level
from .catalogue import Catalogue
from .errors import ServiceError, short
from .games import Games, Table
from .limits import Limits, Rate
from .metrics import Metrics
from .moves import Moves
from .playing import Playing
from .request import Request
from .seating import Seating
from .sessions import Client, Session, Sessions
from .store import Store
from .turns import Turns
from .workers import HEAVY, LIGHT, TURN, Clock, Workers

GRACE = 0.2  # seconds after its deadline in which a request that nobody took up is refused
THINKS = ("move", "hint", "create", "game", "record")  # requests that may take long


@dataclass(frozen=True)
class Settings:
    """How a service is set up.

    games: ids on offer, all where empty. contents: card files by name. models: trained agents by name,
    models_cached: how many of them are kept in memory.
    debug: whether requests may see hidden cards. state: folder sessions are kept in, None for none.
    threads: that think; 0 for one a core. queue: requests that wait at most. largest: bytes of a message.
    rate, keys, keys_required: requests of a client. sessions: at most, and of one client; lifetime in seconds.
    """

    games: tuple[str, ...] = ()
    contents: Mapping[str, Path] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    models_cached: int = CACHED
    debug: bool = False
    state: Path | None = None
    threads: int = 0
    queue: int = 256
    largest: int = 512 * 1024
    rate: Rate = field(default_factory=lambda: Rate(100, 400))
    keys: Mapping[str, Rate] = field(default_factory=dict)
    keys_required: bool = False
    sessions: int = 2000
    sessions_of_one: int = 1000
    lifetime: float = 24 * 3600.0
    heartbeat: float = 15.0


class Service:
    """Games, bots and sessions. ``submit`` answers by ``client.send``, once for each request."""

    def __init__(self, settings: Settings | None = None):
        self.settings = s = settings or Settings()
        self.games = Games(s.games, s.contents)
        self.bots = Bots(s.models, s.models_cached)
        self.store = Store(s.state)
        self.limits = Limits(s.rate, s.keys, s.keys_required)
        self.sessions = Sessions(self.store, self.bots, s.sessions, s.sessions_of_one, s.lifetime)
        self.metrics = Metrics()
        self.workers = Workers(s.threads or os.cpu_count() or 1, s.queue)
        self.clock = Clock()
        self.batches = Batches(self.workers, self.clock, self.metrics, s.queue)
        self.ready = threading.Event()
        self.stopping = False
        self._when_ready: list[Callable[[], None]] = []
        self._left = ""
        self.turns = Turns(self)
        rooms = (Catalogue(self), Moves(self), Seating(self), Playing(self))
        self._handlers: dict[str, Callable[[Any, Request], dict[str, Any] | None]] = {
            type_: getattr(room, "on_" + type_)
            for type_ in m.REQUESTS
            for room in rooms
            if hasattr(room, "on_" + type_)
        }
        for kind in (LIGHT, HEAVY, TURN):
            self.metrics.gauge(f"queue_{kind}", f"Jobs that wait: {kind}", lambda k=kind: self.workers.depth()[k])
        self.metrics.gauge("queue_batches", "Moves that wait for a network", self.batches.waiting)
        self.metrics.gauge("sessions", "Sessions at hand", lambda: len(self.sessions.by_id))
        self.metrics.gauge("games_loaded", "Games configured since the start", lambda: self.games.loaded)
        self.metrics.gauge("models_cached", "Trained agents in memory", lambda: len(self.bots.loaded))
        self.metrics.gauge("models_loaded", "Trained agents read since the start", lambda: self.bots.loaded.loads)

    # ---------------------------------------------------------------------------------------- life

    def warm(self) -> None:
        """Load every game, so that nobody waits for compilation, and read the sessions back; then it is ready."""
        for id in self.games.ids:
            try:
                game = self.games.get(id).game
                state = game.new(0)
                decide(level(game, DEFAULT_LEVEL), state.view(state.seat), 0)
                if JIT:
                    decide(Recipe("search:sims=1"), state.view(state.seat), 0)
            except Exception as problem:
                print(f"elderzoo: {id}: {problem}", file=sys.stderr)
        self.sessions.restore(self.games.get)
        for session in list(self.sessions.by_id.values()):
            self.turns.go_on(session)
        self._expire()
        self.ready.set()
        for call in self._when_ready:
            call()

    def when_ready(self, call: Callable[[], None]) -> None:
        """Call a function once the service is ready."""
        self._when_ready.append(call)

    def kept(self) -> str:
        """What was kept of the sessions of the last run, in one sentence."""
        if not self.store:
            return "sessions are not kept: they end with the service"
        kept, lost = [self.sessions.by_id[id] for id in self.sessions.kept], self.sessions.lost
        running = sum(session.status == "playing" for session in kept)
        said = f"{_sessions(len(kept))} kept ({running} running) from {self.store.folder}"
        return said + "".join(f"; not kept: {x['session']} ({x['reason']})" for x in lost)

    def stop(self) -> None:
        """Tell clients, finish what is under way, stop."""
        if self.stopping:
            return
        self.stopping = True
        running = [s for s in self.sessions.by_id.values() if s.status == "playing"]
        said = f"{_sessions(len(running))} running, "
        said += f"kept in {self.store.folder}" if self.store else "lost: nothing is kept"
        self._left = said
        for session in running:
            with session.lock:
                for x in list(session.listeners):
                    more = {"kept": bool(self.store), "detail": said, "protocol": PROTOCOL}
                    x.client.send(session.head("stopping", seq=session.seq) | more)
                for waiter in list(session.waiters):
                    session.finish(waiter)
        self.workers.stop(10.0)
        self.clock.stop()

    def left(self) -> str:
        """What becomes of the sessions when the service stops, in one sentence."""
        return self._left

    def _expire(self) -> None:
        self.sessions.expire()
        if not self.stopping:
            self.clock.later(60.0, self._expire)

    # ------------------------------------------------------------------------------------- requests

    def submit(self, data: Any, client: Client, done: Callable[[], None] | None = None) -> None:
        """Answer a decoded message; never raises. The answer may come from another thread; ``done`` is called after."""
        started = time.perf_counter()
        type_ = data.get("type") if isinstance(data, dict) else ""
        type_ = type_ if isinstance(type_, str) else ""
        request = Request(self, client, type_, _id_of(data), started, done)
        try:
            self.limits.take(client.key)
            message = self.parse(data)
            request.message = message
            if isinstance(message, m.Ping):
                request.answer({"type": "pong"})
                return
            if isinstance(message, m.Move) and message.budget_ms is not None:
                request.deadline = started + message.budget_ms / 1000
                self.clock.later(message.budget_ms / 1000 + GRACE, request.nobody_came)
            self.workers.submit(request.run, HEAVY if message.type in THINKS else LIGHT)  # type: ignore[attr-defined]
        except Exception as problem:
            request.fail(problem)

    def parse(self, data: Any) -> m.Message:
        """The request in a decoded message; raises ServiceError naming the field."""
        if not isinstance(data, dict):
            raise ServiceError("bad_message", "a message is an object", field="")
        type_ = data.get("type")
        if not isinstance(type_, str) or type_ not in m.REQUESTS:
            known = ", ".join(m.REQUESTS)
            raise ServiceError("bad_message", f"type is {short(type_)}, known: {known}", field="type")
        spoken_ = data.get("protocol")
        if spoken_ is not None and (isinstance(spoken_, bool) or spoken_ != PROTOCOL):
            detail = f"protocol is {short(spoken_)}, this service speaks {PROTOCOL}"
            raise ServiceError("unsupported_protocol", detail, field="protocol", supported=[PROTOCOL])
        try:
            return m.REQUESTS[type_].model_validate(data)
        except ValidationError as problem:
            first = problem.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise ServiceError("bad_message", f"{where or type_}: {first['msg']}", field=where) from None

    def handle(self, message: m.Message, request: Request) -> dict[str, Any] | None:
        """The answer to a request; None where it is given otherwise."""
        return self._handlers[message.type](message, request)  # type: ignore[attr-defined]

    def table(self, message: Any) -> Table:
        """The configured game a request is about."""
        table = self.games.get(message.game, message.players, message.options, message.content)
        self.same_rules(message, table)
        return table

    @staticmethod
    def same_rules(message: Any, table: Table) -> None:
        """Raise ServiceError where the client believes in other rules."""
        if message.rules_version is not None and message.rules_version != table.rules_version:
            detail = f"rules_version is {message.rules_version!r}, here it is {table.rules_version!r}"
            raise ServiceError("rules_mismatch", detail, field="rules_version", expected=table.rules_version)

    def entered(self, message: m.InSession) -> tuple[Session, int | None]:
        """The session and seat of a token; raises ServiceError."""
        session = self.sessions.find(message.session)
        with session.lock:
            seat = session.seat_of(message.token)
            session.touched = time.time()
            session.table.texts(getattr(message, "lang", "en"))
        self.same_rules(message, session.table)
        return session, seat

    def need_debug(self, asked: bool, what: str) -> None:
        """Raise ServiceError unless both sides allow what shows hidden cards."""
        if not asked:
            raise ServiceError("hidden_information", f"{what} holds hidden cards: ask with debug", field="debug")
        if not self.settings.debug:
            raise ServiceError("hidden_information", f"{what} holds hidden cards: this service has no debug")

    def drop(self, client: Client) -> None:
        """A client that streamed is gone."""
        for session in list(client.attended.values()):
            with session.lock:
                session.drop(client)


def _sessions(n: int) -> str:
    return f"{n} session{'' if n == 1 else 's'}"


def _id_of(data: Any) -> str | None:
    id_ = data.get("id") if isinstance(data, dict) else None
    return id_ if isinstance(id_, str) and 0 < len(id_) <= 64 else None
