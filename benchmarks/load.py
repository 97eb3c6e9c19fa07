"""Load of the bot service: many sessions at once over WebSocket, each a client that plays at random against bots.

    python -m elderzoo.benchmarks.load --sessions 200 --seconds 300 --json benchmarks/results/load/two_cores.json

Starts a service of its own, or takes one with ``--url``. Every client holds each step against the order and against
the view it leads to; now and then it drops its connection in mid-game, comes back with ``resume`` and must have
missed nothing. Reports answers' latency and moves a second, and every fault: a lost move, a wrong order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..agents.service.check import apply

BOTS = ("random", "greedy")


@dataclass
class Tally:
    """What all clients saw together."""

    acts: list[float] = field(default_factory=list)  # seconds from an act to its answer
    turns: list[float] = field(default_factory=list)  # seconds from an act to being asked again, or the end
    steps: int = 0
    games: Counter = field(default_factory=Counter)
    resumed: int = 0
    faults: list[str] = field(default_factory=list)


class Player:
    """One client, playing one game after the other."""

    def __init__(self, url: str, games: list[dict[str, Any]], seed: int, tally: Tally, until: float, drop: float):
        self.url, self.games, self.tally, self.until, self.drop = url, games, tally, until, drop
        self.random, self.number = random.Random(seed), seed
        self.socket: Any = None
        self.ids = 0

    async def run(self) -> None:
        from websockets.asyncio.client import connect

        while time.perf_counter() < self.until:
            async with connect(self.url, max_size=2**24, open_timeout=60) as self.socket:
                await self.game(connect)

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer; what is pushed before it is taken."""
        self.ids += 1
        id_ = f"{self.number}-{self.ids}"
        await self.socket.send(json.dumps({"type": type_, "id": id_, **fields}))
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), 120))
            if message.get("re") == id_:
                return message
            self.take(message)

    def take(self, message: dict[str, Any]) -> None:
        """A step must be the next one, and fit the view."""
        if message["type"] == "position":
            self.view, self.seq = message["view"], message["seq"]
        elif message["type"] == "step":
            if message["seq"] != self.seq + 1:
                self.fault(f"step {message['seq']} after {self.seq}")
            apply(self.view, message, self.fault)
            self.seq = message["seq"]
            self.tally.steps += 1
        else:
            return
        self.last = message

    def fault(self, what: str) -> None:
        self.tally.faults.append(f"client {self.number}: {what}")

    async def game(self, connect) -> None:
        """Play one game to its end, or until the time is over."""
        chosen = self.random.choice(self.games)
        bots = [{"kind": "bot", "bot": self.random.choice(BOTS)} for _ in range(chosen["players"])]
        created = await self.ask("create", game=chosen["id"], players=chosen["players"], seats=bots, sit=0)
        if created["type"] == "error":
            self.fault(f"no session: {created['detail']}")
            await asyncio.sleep(1)
            return
        self.enter = {"session": created["session"], "token": created["token"]}
        for message in created["messages"]:
            self.take(message)
        while not self.last["over"] and time.perf_counter() < self.until:
            if self.random.random() < self.drop:
                await self.lose(connect)
            elif self.last["legal"]:
                await self.act()
            else:
                self.take(json.loads(await asyncio.wait_for(self.socket.recv(), 120)))
        if self.last["over"]:
            self.tally.games[chosen["id"]] += 1
            record = await self.ask("record", **self.enter)
            if len(record.get("actions", [])) != self.seq:
                self.fault(f"the record has {len(record.get('actions', []))} actions, {self.seq} steps were told")
        position = await self.ask("position", **self.enter)
        if position.get("seq") == self.seq and position["view"] != self.view:
            self.fault(f"seq {self.seq}: the steps lead elsewhere")
        await self.ask("leave", **self.enter, bot="random")

    async def act(self) -> None:
        action, seq = self.random.choice(self.last["legal"])["name"], self.seq
        started = time.perf_counter()
        answer = await self.ask("act", **self.enter, action=action, seq=seq)
        self.tally.acts.append(time.perf_counter() - started)
        if answer["type"] == "error":
            self.fault(f"{action}: {answer['detail']}")
            return
        while not self.last["over"] and (self.seq == seq or not self.last["legal"]):
            self.take(json.loads(await asyncio.wait_for(self.socket.recv(), 120)))
        self.tally.turns.append(time.perf_counter() - started)

    async def lose(self, connect) -> None:
        """Drop the connection without a word, act meanwhile or not, and come back."""
        self.socket.transport.abort()
        self.socket = await connect(self.url, max_size=2**24, open_timeout=60)
        resumed = await self.ask("resume", **self.enter, after=self.seq)
        if resumed["type"] == "error":
            self.fault(f"resume: {resumed['detail']}")
            return
        for message in resumed["messages"]:
            self.take(message)
        self.tally.resumed += 1


async def load(url: str, games: list[dict[str, Any]], sessions: int, seconds: float, drop: float, seed: int) -> Tally:
    """Run ``sessions`` clients for so many seconds."""
    tally, until = Tally(), time.perf_counter() + seconds
    socket_url = url.replace("http", "ws", 1) + "/v1/ws"
    players = [Player(socket_url, games, seed * 10_000 + k, tally, until, drop) for k in range(sessions)]
    for found in await asyncio.gather(*(p.run() for p in players), return_exceptions=True):
        if isinstance(found, BaseException):
            tally.faults.append(f"a client failed: {type(found).__name__}: {found}")
    return tally


def percentiles(seconds: list[float]) -> dict[str, float]:
    if not seconds:
        return {}
    p50, p95, p99 = np.percentile(np.array(seconds) * 1000, [50, 95, 99])
    return {"count": len(seconds), "p50_ms": round(p50, 2), "p95_ms": round(p95, 2), "p99_ms": round(p99, 2)}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a service that runs; else one is started")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--games", default="", help="games to play (all)")
    parser.add_argument("--drop", type=float, default=0.005, help="chance to lose the connection, an action (0.005)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args(arguments)
    from ..agents.service.client import HttpClient

    with tempfile.TemporaryDirectory() as state:
        server, url = (None, args.url) if args.url else started(args.games, state)
        try:
            wanted = [g for g in args.games.split(",") if g]
            known = HttpClient(url).ask("games")["games"]
            games = [{"id": g["id"], "players": g["default_seats"]} for g in known if not wanted or g["id"] in wanted]
            tally = asyncio.run(load(url, games, args.sessions, args.seconds, args.drop, args.seed))
        finally:
            if server is not None:
                server.terminate()
                server.wait(30)
    report = {
        "sessions": args.sessions,
        "seconds": args.seconds,
        "steps_per_second": round(tally.steps / args.seconds, 1),
        "acts_per_second": round(len(tally.acts) / args.seconds, 1),
        "act_to_answer": percentiles(tally.acts),
        "act_to_next_decision": percentiles(tally.turns),
        "games_finished": dict(tally.games),
        "resumed": tally.resumed,
        "faults": tally.faults,
    }
    print(json.dumps(report, indent=1))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
    return 1 if tally.faults else 0


def started(games: str, state: str) -> tuple[subprocess.Popen, str]:
    """A service of our own, ready."""
    command = [sys.executable, "-m", "elderzoo.agents.service", "--port", "0", "--rate", "0", "--state", state]
    command += ["--games", games] if games else []
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().split()[-1]
    from ..agents.service.client import HttpClient
    from ..envs.core.errors import ConfigError

    while server.poll() is None:
        with suppress(ConfigError):
            if HttpClient(url).fetch("GET", "/readyz")[0] == 200:
                return server, url
        time.sleep(0.2)
    raise SystemExit("the service did not start")


if __name__ == "__main__":
    raise SystemExit(main())
