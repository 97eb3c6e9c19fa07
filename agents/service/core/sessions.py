"""Games that the service runs: who sits where, who watches, what each is told, and how a lost client comes back.

Action k of a game is step k for everybody, and what a seat is told of it is a function of the record (seed, options,
cards, actions) and of the seat. So nothing that was sent is kept: what a client missed is made again.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ....envs.core.game import State
from ...base import Agent
from .. import PROTOCOL
from .bots import Bots, Recipe
from .errors import ServiceError
from .games import Table
from .store import Store
from .stream import Seen, Speaker, speaker

KEPT_STATES = 64  # newest positions at hand; older ones are played again
REPLAYED = 500  # steps a client is told at once; from further back it gets the position
ANSWERED = 64  # requests whose answer is remembered
WATCHERS = 100


class Client(Protocol):
    """Whoever sent a request. ``send`` takes a message from any thread; ``streams`` says whether messages may be
    pushed, ``attended`` holds the sessions of which they are; ``key`` is who it is for limits."""

    key: str
    streams: bool
    attended: dict[str, Session]

    def send(self, message: dict[str, Any]) -> None: ...


@dataclass
class Chair:
    """A seat: who sits on it."""

    kind: str  # human, bot, open
    name: str | None = None
    recipe: Recipe | None = None
    token: str | None = None  # hashed

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"kind": self.kind, "name": self.name, "token": self.token}
        return out | ({"bot": self.recipe.bot, "level": self.recipe.level} if self.recipe else {})


@dataclass
class Listener:
    """A client that is told what a seat sees (None: what everybody sees)."""

    client: Client
    seat: int | None
    language: str
    include: tuple[str, ...]


@dataclass
class Waiter:
    """A request that is answered when there is something to tell, or time is up."""

    ready: Callable[[], bool]
    answer: Callable[[], None]
    done: bool = False


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


@dataclass
class Session:
    """One game under way. Every method that reads or changes it is called with ``lock`` held."""

    id: str
    table: Table
    seed: int
    seeded: bool
    debug: bool
    invite: str
    chairs: list[Chair]
    store: Store
    owner: str = ""
    watchers: list[str] = field(default_factory=list)  # hashed tokens
    actions: list[int] = field(default_factory=list)
    status: str = "playing"
    thinking: bool = False
    touched: float = field(default_factory=time.time)

    def __post_init__(self):
        self.lock = threading.RLock()
        self.state = self.table.game.new(self.seed)
        self._recent: deque[State] = deque([self.state.clone()], KEPT_STATES)
        self.agents: dict[tuple[int, str], Agent] = {}  # trained agents by seat: they may remember the game
        self.listeners: list[Listener] = []
        self.waiters: list[Waiter] = []
        self.answered: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()

    # ---------------------------------------------------------------------------------------- facts

    @property
    def seq(self) -> int:
        """Steps played."""
        return len(self.actions)

    def seat_of(self, token: str) -> int | None:
        """The seat of a token, None for a watcher; raises ServiceError."""
        known = hashed(token)
        for p, chair in enumerate(self.chairs):
            if chair.token == known:
                return p
        if known in self.watchers:
            return None
        raise ServiceError("wrong_token", f"the token does not belong to session {self.id!r}", field="token")

    def named(self) -> list[str]:
        """What the seats are called."""
        texts = self.table.texts()
        return [chair.name or texts.fill("player", {"seat": p}) for p, chair in enumerate(self.chairs)]

    def speaker(self, language: str = "en", include: Sequence[str] = ()) -> Speaker:
        return speaker(self.table, language, self.named(), include)

    def describe(self) -> dict[str, Any]:
        """Who sits where, and how the session is set up."""
        connected = {x.seat for x in self.listeners}
        seats = [
            {
                "seat": p,
                "kind": chair.kind,
                "name": chair.name,
                "connected": chair.kind == "bot" or p in connected,
                "bot": chair.recipe.bot if chair.recipe else None,
                "level": chair.recipe.level if chair.recipe else None,
            }
            for p, chair in enumerate(self.chairs)
        ]
        return {
            "game": self.table.game.spec.id,
            "players": self.table.game.num_players,
            "options": self.table.options(),
            "content": self.table.content,
            "seats": seats,
            "watchers": len(self.watchers),
            "debug": self.debug,
            "seeded": self.seeded,
            "status": self.status,
        }

    def head(self, type: str, **more: Any) -> dict[str, Any]:
        """What every message about this session has."""
        head = {"type": type, "protocol": PROTOCOL, "rules_version": self.table.rules_version, "session": self.id}
        return head | more

    # ------------------------------------------------------------------------------------- messages

    def position(self, seat: int | None, say: Speaker) -> dict[str, Any]:
        """What a seat knows now."""
        return self.head("position", seq=self.seq) | say.position(Seen.of(self.table, self.state, seat))

    def opened(self, say: Speaker) -> dict[str, Any]:
        """The open view: all cards."""
        seen = Seen.all_of(self.table, self.state)
        return self.head("opened", seq=self.seq) | say.position(seen) | {"type": "opened"}

    def steps(self, seat: int | None, after: int, say: Speaker) -> list[dict[str, Any]]:
        """What a seat is told of the steps after ``after``; the position instead where those are too many."""
        if after > self.seq:
            raise ServiceError("stale", f"seq {after} has not been yet, the newest is {self.seq}", seq=self.seq)
        if self.seq - after > REPLAYED:
            return [self.position(seat, say)]
        return [self._step(seat, k, before, now, say) for k, before, now in self._moments(after)]

    def _step(self, seat: int | None, k: int, before: State, now: State, say: Speaker) -> dict[str, Any]:
        by = before.seat
        told = self.actions[k - 1] if by == seat else None
        step = say.step(Seen.of(self.table, before, seat), Seen.of(self.table, now, seat), by, told)
        return self.head("step", seq=k) | step

    def _moments(self, after: int) -> Iterator[tuple[int, State, State]]:
        """Steps after ``after``: their number, the position before, the position then."""
        states = list(self._recent)
        oldest = self.seq - len(states) + 1
        if after < oldest:
            state = self.table.game.new(self.seed)
            states, oldest = [state.clone()] if after == 0 else [], after
            for k, action in enumerate(self.actions, 1):
                state.step(action)
                if k >= after:
                    states.append(state.clone())
        for k in range(after + 1, self.seq + 1):
            yield k, states[k - 1 - oldest], states[k - oldest]

    # ---------------------------------------------------------------------------------------- changes

    def play(self, action: int | str, token: str = "", request: str = "") -> None:
        """Take an action of the seat to decide and tell everybody; raises IllegalAction or GameOver."""
        before = self.state
        a = before.action_id(action)
        now = before.clone().step(a)
        self.state = now
        self.actions.append(a)
        self._recent.append(now.clone())
        self.touched = time.time()
        line: dict[str, Any] = {"action": self.table.game.actions.name(a)}
        if request:
            line |= {"request": request, "token": hashed(token)}
            self.remember(hashed(token), request, a)
        self.store.add(self.id, line)
        told: dict[tuple, dict[str, Any]] = {}
        for x in list(self.listeners):
            key = (x.seat, x.language, x.include)
            if key not in told:
                told[key] = self._step(x.seat, self.seq, before, now, self.speaker(x.language, x.include))
            x.client.send(told[key])
        if now.is_over and self.status == "playing":
            self.status = "over"
            self.tell_table()
        self.wake()

    def remember(self, token: str, request: str, action: int) -> None:
        """That a request was answered by the step just played."""
        self.answered[token, request] = (self.seq, action)
        while len(self.answered) > ANSWERED:
            self.answered.popitem(last=False)

    def changed(self) -> None:
        """Keep and tell who sits where now."""
        self.touched = time.time()
        self.store.add(
            self.id,
            {"chairs": [c.to_json() for c in self.chairs], "watchers": self.watchers, "status": self.status},
        )
        self.tell_table()

    def tell_table(self) -> None:
        """Tell everybody who sits where."""
        message = self.head("table", seq=self.seq, table=self.describe())
        for x in list(self.listeners):
            x.client.send(message)

    def listen(self, listener: Listener) -> None:
        """Push to a client from now on what its seat is told."""
        same = [x for x in self.listeners if x.client is listener.client and x.seat == listener.seat]
        was = any(x.seat == listener.seat for x in self.listeners)
        for x in same:
            self.listeners.remove(x)
        self.listeners.append(listener)
        if not was:
            self.tell_table()

    def drop(self, client: Client) -> None:
        """A client is gone."""
        gone = [x for x in self.listeners if x.client is client]
        for x in gone:
            self.listeners.remove(x)
        if gone:
            self.tell_table()

    def wake(self) -> None:
        """Answer those who wait for what is the case now."""
        for waiter in list(self.waiters):
            if waiter.ready():
                self.finish(waiter)

    def finish(self, waiter: Waiter) -> None:
        """Answer one who waits."""
        if waiter in self.waiters:
            self.waiters.remove(waiter)
        if not waiter.done:
            waiter.done = True
            waiter.answer()

    def bot_to_move(self) -> Recipe | None:
        """The bot that is to decide, if one is."""
        if self.status != "playing" or self.state.is_over:
            return None
        chair = self.chairs[self.state.seat]
        return chair.recipe if chair.kind == "bot" else None


class Sessions:
    """All sessions, by id; restores those the store has kept."""

    def __init__(self, store: Store, bots: Bots, most: int, most_of_one: int, lifetime: float):
        self.store, self.bots = store, bots
        self.most, self.most_of_one, self.lifetime = most, most_of_one, lifetime
        self.by_id: dict[str, Session] = {}
        self.lock = threading.Lock()
        self.kept: list[str] = []
        self.lost: list[dict[str, str]] = []

    def find(self, id: str) -> Session:
        """A session; raises ServiceError."""
        session = self.by_id.get(id)
        if session is None:
            kept = "are kept when the service starts again" if self.store else "end with the service"
            detail = f"there is no session {id[:60]!r}: it expired or never was (sessions here {kept})"
            lost = next((x["reason"] for x in self.lost if x["session"] == id), None)
            raise ServiceError("unknown_session", f"{detail}; {lost}" if lost else detail, field="session")
        return session

    def create(self, table: Table, seed: int | None, chairs: list[Chair], debug: bool, owner: str) -> Session:
        """A new session; raises ServiceError where there are too many."""
        with self.lock:
            if len(self.by_id) >= self.most:
                self._expire(0.0 if len(self.by_id) < 2 * self.most else 60.0)
            mine = sum(s.owner == owner and s.status == "playing" for s in self.by_id.values())
            if len(self.by_id) >= self.most or mine >= self.most_of_one:
                limit = self.most if len(self.by_id) >= self.most else self.most_of_one
                raise ServiceError("busy", f"{limit} sessions are open already", retry_after=60)
        session = Session(
            id="s" + secrets.token_hex(10),
            table=table,
            seed=secrets.randbits(53) if seed is None else seed,
            seeded=seed is not None,
            debug=debug,
            invite="i" + secrets.token_urlsafe(12),
            chairs=chairs,
            store=self.store,
            owner=owner,
        )
        with self.lock:
            self.by_id[session.id] = session
        return session

    def keep(self, session: Session) -> None:
        """Write how a session begins."""
        game = session.table.game
        self.store.begin(
            session.id,
            {
                "game": game.spec.id,
                "players": game.num_players,
                "options": session.table.options(),
                "content": session.table.content,
                "identity": dict(game.identity),
                "seed": session.seed,
                "seeded": session.seeded,
                "debug": session.debug,
                "invite": session.invite,
                "owner": session.owner,
                "chairs": [c.to_json() for c in session.chairs],
                "watchers": session.watchers,
            },
        )

    def expire(self) -> None:
        """Forget sessions that nobody touched for their lifetime."""
        with self.lock:
            self._expire(self.lifetime)

    def _expire(self, lifetime: float) -> None:
        """Of finished sessions any, of running ones those of the whole lifetime."""
        now = time.time()
        for id, session in list(self.by_id.items()):
            age = now - session.touched
            if not session.listeners and (age > self.lifetime or (session.status != "playing" and age > lifetime)):
                del self.by_id[id]
                self.store.remove(id)

    def restore(self, get_table: Callable[..., Table]) -> None:
        """Read back what the store has kept, and note what could not be."""
        for id, written, lines in self.store.read():
            if time.time() - written > self.lifetime:
                self.store.remove(id)
                continue
            try:
                if lines is None:
                    raise ServiceError("internal", "its file is damaged")
                session = self._restored(id, lines, get_table)
                session.touched = written
            except Exception as problem:
                self.lost.append({"session": id, "reason": " ".join(str(problem).split()) or type(problem).__name__})
                continue
            self.by_id[id] = session
            self.kept.append(id)

    def _restored(self, id: str, lines: list[dict[str, Any]], get_table: Callable[..., Table]) -> Session:
        head = lines[0]
        table = get_table(head["game"], head["players"], head["options"], head["content"])
        table.game.check_identity(head["identity"], f"session {id}")
        chairs = self._chairs(table, head["chairs"])
        session = Session(
            id, table, head["seed"], head["seeded"], head["debug"], head["invite"], chairs, Store(None), head["owner"],
            list(head["watchers"]),
        )  # fmt: skip
        for line in lines[1:]:
            if "action" in line:
                session.play(line["action"])
                if "request" in line:
                    session.remember(line["token"], line["request"], session.actions[-1])
            else:
                session.chairs = self._chairs(table, line["chairs"])
                session.watchers, session.status = list(line["watchers"]), line["status"]
        session.store = self.store
        return session

    def _chairs(self, table: Table, data: list[dict[str, Any]]) -> list[Chair]:
        out = []
        for row in data:
            recipe = None
            if row["kind"] == "bot":
                named = None if row["level"] is not None else row["bot"]
                recipe = self.bots.recipe(table.game, named, row["level"])
            out.append(Chair(row["kind"], row["name"], recipe, row["token"]))
        return out
