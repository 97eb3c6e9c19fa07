"""A service without a network for the tests: a client that waits for what it is sent."""

from __future__ import annotations

import asyncio
import queue
import random
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from elderzoo.agents.service.check import apply
from elderzoo.agents.service.core.answers import AnyAnswer
from elderzoo.agents.service.core.limits import Rate
from elderzoo.agents.service.core.service import Service, Settings
from elderzoo.agents.service.core.sessions import Session
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.game import Game, State

WAIT = 60.0  # seconds after which a test gives up; none waits so long unless it fails


def settings(**given: Any) -> Settings:
    """Settings of a service for Kuhn poker, without limits on requests."""
    return Settings(**{"games": (KUHN.id,), "rate": Rate(0, 0), "threads": 2, "debug": True} | given)


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Its result, in a thread of its own: the browser of other tests keeps an event loop in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


class Client:
    """Keeps what it is sent; every message is held against its model."""

    def __init__(self, service: Service, streams: bool = False, key: str = "test"):
        self.service, self.streams, self.key = service, streams, key
        self.attended: dict[str, Session] = {}
        self.inbox: queue.Queue[dict[str, Any]] = queue.Queue()

    def send(self, message: dict[str, Any]) -> None:
        self.inbox.put(message)

    def next(self) -> dict[str, Any]:
        """The next message, valid by the protocol."""
        message = self.inbox.get(timeout=WAIT)
        AnyAnswer.validate_python(message)
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of one of some types; others in between are dropped."""
        while True:
            message = self.next()
            if message["type"] in types:
                return message

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message."""
        self.service.submit({"type": type, **fields}, self)
        return self.next() if not self.streams else self.answer()

    def answer(self) -> dict[str, Any]:
        """The next message that is no push."""
        while True:
            message = self.next()
            if message["type"] not in ("step", "table", "stopping", "heartbeat"):
                return message


class Seat:
    """A session as one seat sees it, kept up to date by the steps it is told."""

    def __init__(self, seated: dict[str, Any]):
        self.enter = {"session": seated["session"], "token": seated["token"]}
        self.seat, self.seq, self.seqs = seated["seat"], seated["seq"], []
        self.view: dict[str, Any] = {}
        self.last: dict[str, Any] = {}
        for message in seated["messages"]:
            self.take(message)

    def take(self, message: dict[str, Any]) -> None:
        """A position or the next step."""
        if message["type"] == "position":
            self.view = message["view"]
        else:
            assert message["seq"] == self.seq + 1
            apply(self.view, message, _fail)
            self.seqs.append(message["seq"])
        self.last, self.seq = message, message["seq"]

    @property
    def decides(self) -> bool:
        return bool(self.last["legal"])

    @property
    def over(self) -> bool:
        return self.last["over"]


def _fail(what: str) -> None:
    raise AssertionError(what)


def play(client: Client, seat: Seat, chance: random.Random, steps: int = 10**6) -> None:
    """Play a session by polling, at random, until it ends or is so far."""
    while not seat.over and seat.seq < steps:
        if seat.decides:
            action = chance.choice(seat.last["legal"])["name"]
            answer = client.ask("act", **seat.enter, action=action, seq=seat.seq, wait_ms=20_000)
        else:
            answer = client.ask("poll", **seat.enter, after=seat.seq, wait_ms=20_000)
        assert answer["type"] in ("acted", "messages"), answer
        for message in answer["messages"]:
            seat.take(message)


def positions(game: Game, count: int, seed: int, stride: int = 7) -> Iterator[State]:
    """Positions in which somebody decides, out of random games."""
    chance, found, n = random.Random(seed), 0, 0
    while True:
        state = game.new(seed * 1000 + n)
        n += 1
        while not state.is_over:
            if chance.randrange(stride) == 0:
                yield state.clone()
                found += 1
                if found == count:
                    return
            state.step(chance.choice(state.legal_names()))


def setup_of(game: Game) -> dict[str, Any]:
    """The fields of a request that say which game it is about."""
    return {"game": game.spec.id, "players": game.num_players}
