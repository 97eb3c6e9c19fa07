"""The service: takes a message of a client, does what it asks, answers. Any transport may stand before it."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
from pydantic import ValidationError

from ....envs.core.errors import PositionError
from ....envs.core.game import State, View
from ....envs.core.jit import JIT
from .. import PROTOCOL
from . import messages as m
from .bots import CACHED, DEFAULT_LEVEL, Best, Bots, Decision, Recipe, decide, level
from .errors import ServiceError, refusal
from .explain import explained
from .games import Games, Table, facts
from .limits import Limits, Rate
from .metrics import Metrics
from .sessions import WATCHERS, Chair, Client, Listener, Session, Sessions, Waiter, bot_turn, hashed
from .store import Store
from .stream import Seen, Speaker, speaker
from .texts import common, languages
from .workers import HEAVY, LIGHT, TURN, Clock, Workers

SOON = 0.02  # seconds in which the first answer of a bot is there, though the time is up
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
        self.ready = threading.Event()
        self.stopping = False
        self._when_ready: list[Callable[[], None]] = []
        self._left = ""
        self._answers: OrderedDict[tuple[str, str], tuple[str, dict[str, Any]]] = OrderedDict()
        self._answers_lock = threading.Lock()
        for kind in (LIGHT, HEAVY, TURN):
            self.metrics.gauge(f"queue_{kind}", f"Jobs that wait: {kind}", lambda k=kind: self.workers.depth()[k])
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
            self.go_on(session)
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
        request = _Request(self, client, type_, _id_of(data), started, done)
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
            raise ServiceError("bad_message", f"type is {_short(type_)}, known: {known}", field="type")
        spoken_ = data.get("protocol")
        if spoken_ is not None and (isinstance(spoken_, bool) or spoken_ != PROTOCOL):
            detail = f"protocol is {_short(spoken_)}, this service speaks {PROTOCOL}"
            raise ServiceError("unsupported_protocol", detail, field="protocol", supported=[PROTOCOL])
        try:
            return m.REQUESTS[type_].model_validate(data)
        except ValidationError as problem:
            first = problem.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise ServiceError("bad_message", f"{where or type_}: {first['msg']}", field=where) from None

    def handle(self, message: m.Message, request: _Request) -> dict[str, Any] | None:
        """The answer to a request; None where it is given otherwise."""
        return getattr(self, "_on_" + message.type)(message, request)  # type: ignore[attr-defined]

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

    # ------------------------------------------------------------------------------------ catalogues

    def _on_welcome(self, message: m.Welcome, request: _Request) -> dict[str, Any]:
        from .... import __version__  # pyright: ignore[reportMissingImports]

        s = self.settings
        return {
            "type": "welcome",
            "service": "elderzoo",
            "version": __version__,
            "games": list(self.games.ids),
            "languages": list(languages()),
            "debug": s.debug,
            "ready": self.ready.is_set(),
            "sessions": {
                "kept": bool(self.store),
                "restored": len(self.sessions.kept),
                "lost": list(self.sessions.lost),
                "lifetime_s": s.lifetime,
                "heartbeat_s": s.heartbeat,
            },
            "limits": {
                "message_bytes": s.largest,
                "requests_per_second": s.rate.per_second,
                "burst": s.rate.burst,
                "queue": s.queue,
            },
        }

    def _on_games(self, message: m.GamesRequest, request: _Request) -> dict[str, Any]:
        return {"type": "games", "games": [facts(self.games.spec(id)) for id in self.games.ids]}

    def _on_game(self, message: m.GameRequest, request: _Request) -> dict[str, Any]:
        table = self.table(message)
        out = table.catalogue(message.lang)
        if "sheet" in message.include:
            from ..page.sheet import sheet

            out["sheet"] = sheet(table.game)
        return out

    def _on_bots(self, message: m.BotsRequest, request: _Request) -> dict[str, Any]:
        return self.bots.describe(self.games.ids)

    def _on_texts(self, message: m.TextsRequest, request: _Request) -> dict[str, Any]:
        if message.game is None:
            templates = common(message.lang)
        else:
            templates = self.games.get(message.game).texts(message.lang).templates
        out = {"type": "texts", "lang": message.lang, "languages": list(languages()), "game": message.game}
        return out | {"texts": dict(templates)}

    def _on_report(self, message: m.Report, request: _Request) -> dict[str, Any]:
        table = self.table(message)
        recipe = self.bots.recipe(table.game, message.bot, message.level)
        game = table.game
        game.check_seat(message.seat)
        if len(message.returns) != game.num_players:
            raise ServiceError("bad_message", f"returns: {game.num_players} seats have one each", field="returns")
        line = message.model_dump(include={"game", "players", "options", "seat", "returns"})
        line |= {"bot": recipe.bot, "level": recipe.level, "rules_version": table.rules_version}
        if self.store.folder is not None:
            self.store.report(line)
        return {"type": "reported", "rules_version": table.rules_version, "kept": bool(self.store)}

    # ------------------------------------------------------------------------------------------ moves

    def _on_move(self, message: m.Move, request: _Request) -> dict[str, Any] | None:
        table = self.table(message)
        recipe = self.bots.recipe(table.game, message.bot, message.level)
        view = self.view_of(table, message)
        if message.legal is not None:
            _compare(table, view, message.legal)
        speak = speaker(table, message.lang)

        def answer(decision: Decision, late: bool) -> dict[str, Any]:
            return self.decided("move", Seen.of_view(table, view), recipe, decision, message, speak, request, late)

        if request.deadline is not None:
            request.late = lambda: answer(request.best.get() or _any(view), True)
            self.clock.later(max(SOON, request.deadline - time.perf_counter()), request.time_is_up)
        name = self.bots.agent_name(recipe.bot)
        agent = self.bots.at_hand(recipe.bot, table.game, message.seed)
        found = decide(recipe, view, message.seed, request.deadline, message.explain, request.best, name, agent)
        return answer(found, found.late)

    def decided(
        self,
        type_: str,
        seen: Seen,
        recipe: Recipe,
        decision: Decision,
        message: Any,
        speak: Speaker,
        request: _Request,
        late: bool,
    ) -> dict[str, Any]:
        """The answer that a decision gives."""
        table, seat = seen.table, cast(int, seen.seat)
        took = time.perf_counter() - request.started
        self.metrics.move(recipe.bot, recipe.level, took, late)
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
            self.need_debug(message.debug, "a whole state")
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
                detail = f"view: identity has {key} {_short(given.get(key))}, this game has {mine!r}"
                raise ServiceError("rules_mismatch", detail, field=f"view.identity.{key}", expected=mine)

    def need_debug(self, asked: bool, what: str) -> None:
        """Raise ServiceError unless both sides allow what shows hidden cards."""
        if not asked:
            raise ServiceError("hidden_information", f"{what} holds hidden cards: ask with debug", field="debug")
        if not self.settings.debug:
            raise ServiceError("hidden_information", f"{what} holds hidden cards: this service has no debug")

    # --------------------------------------------------------------------------------------- sessions

    def _on_create(self, message: m.Create, request: _Request) -> dict[str, Any] | None:
        known = self._known(message, request)
        if known is not None:
            session = self.sessions.find(known["session"])
            with session.lock:
                return self._seated("created", session, known["token"], message, request)
        if message.debug:
            self.need_debug(True, "an open game")
        table = self.table(message)
        table.texts(message.lang)
        chairs, sit = self._chairs(table, message)
        token = "t" + secrets.token_urlsafe(18)
        session = self.sessions.create(table, message.seed, chairs, message.debug, request.client.key)
        with session.lock:
            if sit is None:
                session.watchers.append(hashed(token))
            else:
                session.chairs[sit].token = hashed(token)
            self.sessions.keep(session)
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
                recipe = self.bots.recipe(table.game, asked.bot, asked.level)
                chairs.append(Chair("bot", asked.name, recipe))
        return chairs, sit

    def _seated(
        self, type_: str, session: Session, token: str, message: Any, request: _Request, after: int | None = None
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
        self.go_on(session)

    def _on_join(self, message: m.Join, request: _Request) -> None:
        session = self.sessions.find(message.session)
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

    def _on_resume(self, message: m.Resume, request: _Request) -> None:
        session, _ = self._entered(message)
        with session.lock:
            self._seated("resumed", session, message.token, message, request, message.after)

    def _on_act(self, message: m.Act, request: _Request) -> dict[str, Any] | None:
        session, seat = self._entered(message)
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
        self.go_on(session)
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

    def _on_poll(self, message: m.Poll, request: _Request) -> None:
        session, seat = self._entered(message)
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
        if wait_ms <= 0 or ready() or self.stopping:
            answer()
            return
        waiter = Waiter(ready, answer)
        session.waiters.append(waiter)

        def over() -> None:
            with session.lock:
                if not waiter.done:
                    session.finish(waiter)

        self.clock.later(wait_ms / 1000, lambda: self._now(over))

    def _now(self, job) -> None:
        """Do something on a worker rather than on the clock; when nobody works any more, here."""
        try:
            self.workers.submit(job, TURN)
        except ServiceError:
            job()

    def _on_position(self, message: m.Position, request: _Request) -> dict[str, Any]:
        session, seat = self._entered(message)
        with session.lock:
            table = {"table": session.describe()}
            return session.position(seat, session.speaker(message.lang, message.include)) | table

    def _on_open(self, message: m.Open, request: _Request) -> dict[str, Any]:
        session, _ = self._entered(message)
        if session.status != "over":
            self._need_open(session)
        with session.lock:
            return session.opened(session.speaker(message.lang, message.include))

    def _need_open(self, session: Session) -> None:
        if not session.debug:
            raise ServiceError("hidden_information", "this session was not created with debug")

    def _on_hint(self, message: m.Hint, request: _Request) -> dict[str, Any]:
        session, seat = self._entered(message)
        with session.lock:
            state, seq = session.state, session.seq
            say = session.speaker(message.lang, message.include)
        if state.is_over:
            raise ServiceError("game_over", "the game is over")
        if seat is None or state.seat != seat:
            detail = "hints are for the seat that decides"
            raise ServiceError("not_your_turn", detail, to_decide=state.seat, seq=seq)
        table = session.table
        recipe = self.bots.recipe(table.game, message.bot, message.level)
        deadline = None if message.budget_ms is None else request.started + message.budget_ms / 1000
        name = self.bots.agent_name(recipe.bot)
        view = state.view(seat)
        agent = self.bots.at_hand(recipe.bot, table.game, message.seed)
        found = decide(recipe, view, message.seed, deadline, True, name=name, agent=agent)
        answer = self.decided("hint", Seen.of_view(table, view), recipe, found, message, say, request, found.late)
        return answer | {"session": session.id, "seq": seq}

    def _on_record(self, message: m.Record, request: _Request) -> dict[str, Any]:
        session, _ = self._entered(message)
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

    def _on_leave(self, message: m.Leave, request: _Request) -> dict[str, Any]:
        session, seat = self._entered(message)
        with session.lock:
            if seat is None:
                session.watchers.remove(hashed(message.token))
            else:
                recipe = self.bots.recipe(session.table.game, message.bot, message.level)
                session.chairs[seat] = Chair("bot", None, recipe)
            session.listeners = [x for x in session.listeners if not (x.client is request.client and x.seat == seat)]
            nobody = not session.watchers and not any(c.kind == "human" for c in session.chairs)
            if nobody and session.status == "playing":
                session.status = "closed"
            session.changed()
            session.wake()
        self.go_on(session)
        return session.head("left", seq=session.seq)

    def _entered(self, message: m.InSession) -> tuple[Session, int | None]:
        """The session and seat of a token."""
        session = self.sessions.find(message.session)
        with session.lock:
            seat = session.seat_of(message.token)
            session.touched = time.time()
            session.table.texts(getattr(message, "lang", "en"))
        self.same_rules(message, session.table)
        return session, seat

    def go_on(self, session: Session) -> None:
        """Let bots play on, one action at a time, until somebody else is to decide."""
        with session.lock:
            if session.thinking or self.stopping or session.bot_to_move() is None:
                return
            session.thinking = True

        def turn() -> None:
            played = None
            try:
                played = bot_turn(session, self.bots)
            finally:
                with session.lock:
                    session.thinking = False
            if played is not None:
                recipe, took = played
                self.metrics.move(recipe.bot, recipe.level, took)
                self.go_on(session)

        try:
            self.workers.submit(turn, TURN)
        except ServiceError:
            with session.lock:
                session.thinking = False

    def drop(self, client: Client) -> None:
        """A client that streamed is gone."""
        for session in list(client.attended.values()):
            with session.lock:
                session.drop(client)

    # ------------------------------------------------------------------------------------- idempotence

    def _known(self, message: m.Message, request: _Request) -> dict[str, Any] | None:
        """What the same request with the same id was answered; raises ServiceError where it was another one."""
        if message.id is None or len(message.id) < m.UNIQUE:
            return None
        with self._answers_lock:
            found = self._answers.get((request.client.key, message.id))
        if found is None:
            return None
        if found[0] != _digest(message):
            raise ServiceError("id_reused", f"id {message.id!r} was another request", field="id")
        return found[1]

    def _remember(self, message: m.Message, request: _Request, answer: dict[str, Any]) -> None:
        if message.id is None or len(message.id) < m.UNIQUE:
            return
        with self._answers_lock:
            self._answers[request.client.key, message.id] = (_digest(message), answer)
            while len(self._answers) > 10_000:
                self._answers.popitem(last=False)


class _Request:
    """One request on its way: answered once, from whichever thread comes first."""

    def __init__(self, service: Service, client: Client, type_: str, id_: str | None, started: float, done=None):
        self.service, self.client, self.type, self.id, self.started = service, client, type_, id_, started
        self.done: Callable[[], None] | None = done
        self.message: m.Message | None = None
        self.deadline: float | None = None
        self.best = Best()
        self.late: Callable[[], dict[str, Any]] | None = None  # makes the answer when time is up
        self.taken_up = self._done = False
        self._lock = threading.Lock()

    def run(self) -> None:
        """Do what is asked, on a worker."""
        self.taken_up = True
        if self._done:
            return
        try:
            answer = self.service.handle(cast(m.Message, self.message), self)
            if answer is not None:
                self.answer(answer)
        except Exception as problem:
            self.fail(problem)

    def nobody_came(self) -> None:
        """The deadline has passed and no thread took the request up: it need not be done any more."""
        if not self.taken_up:
            self.fail(ServiceError("busy", "no thread came free in time", retry_after=1))

    def time_is_up(self) -> None:
        """The deadline has come: answer with the best so far, if there is any."""
        if self.late is None or self._done:
            return
        try:
            self.answer(self.late())
        except Exception as problem:
            self.fail(problem)

    def answer(self, message: dict[str, Any]) -> None:
        """Send the answer, unless there was one."""
        with self._lock:
            if self._done:
                return
            self._done = True
        code = message.get("code", "ok")
        known = self.type if self.type in m.REQUESTS else "other"
        self.service.metrics.request(known, code, time.perf_counter() - self.started)
        head = {"type": message["type"], "protocol": PROTOCOL} | ({} if self.id is None else {"re": self.id})
        self.client.send(head | message)
        if self.done is not None:
            self.done()

    def fail(self, problem: Exception) -> None:
        """Send an error message."""
        refused = refusal(problem)
        if refused is None:
            traceback.print_exception(problem, file=sys.stderr)
            refused = ServiceError("internal", f"{type(problem).__name__} while doing {self.type or 'a request'}")
        self.answer(refused.message())


def _sessions(n: int) -> str:
    return f"{n} session{'' if n == 1 else 's'}"


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
            raise ServiceError("legal_differs", f"{game} has no action {_short(action)}", field="legal", unknown=action)
        ids.add(names.id(action) if isinstance(action, str) else action)
    mine = {int(a) for a in np.flatnonzero(view.action_mask)}
    if ids != mine:
        missing, extra = ([names.name(a) for a in sorted(x)] for x in (mine - ids, ids - mine))
        detail = f"{game}: {len(missing)} legal actions are missing, {len(extra)} are not legal"
        raise ServiceError("legal_differs", detail, field="legal", missing=missing, extra=extra)


def _any(view: View) -> Decision:
    """The first legal action: there was no time for more."""
    return Decision(int(np.flatnonzero(view.action_mask)[0]), why="late", late=True, fallback="first")


def _id_of(data: Any) -> str | None:
    id_ = data.get("id") if isinstance(data, dict) else None
    return id_ if isinstance(id_, str) and 0 < len(id_) <= 64 else None


def _digest(message: m.Message) -> str:
    return hashlib.sha256(message.model_dump_json().encode()).hexdigest()


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
