"""Load of the bot service: many sessions at once over WebSocket, each a client that plays at random against bots.

    python -m elderzoo.benchmarks.load                                200 sessions, 300 seconds: results/load.json
    python -m elderzoo.benchmarks.load --sessions 40 --seconds 15 --json -

Starts a service of its own as a process, or takes one with ``--url``. Clients play all games, at every seat a random or
a greedy bot. Each holds every step against the order and against the view it leads to, what it is told of its own
actions and of the whole game against the record, and a part of the lists of legal actions against the rules. Now and
then one drops its connection in mid-game, half of the time with an action on its way, comes back with ``resume`` and
must have missed nothing. Reports latency, moves a second, the work of server and client, and every fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import envs
from ..agents.service.check import apply
from ..agents.service.client import HttpClient
from ..envs.core.errors import ConfigError, ElderZooError
from .speed import about

RESULTS = Path(__file__).parent / "results" / "load.json"
BOTS = ("random", "greedy")
COMPARED = 0.05  # of the own actions: after them the view is held against the server's, and legal actions by the rules
WAIT = 120  # seconds without an answer or a step after which a client gives up
EVERY = 5.0  # seconds between lines of progress


@dataclass
class Tally:
    """What all clients saw together."""

    acts: list[float] = field(default_factory=list)  # seconds from an act to its answer
    turns: list[float] = field(default_factory=list)  # seconds from an act to being asked again, or the end
    steps: int = 0
    begun: int = 0
    games: Counter = field(default_factory=Counter)
    resumed: int = 0
    in_flight: int = 0  # of these: with an action on its way
    caught_up: int = 0  # steps told by `resume`
    views: int = 0
    legal: int = 0
    refused: int = 0  # with 429, and asked again
    faults: list[str] = field(default_factory=list)


class Player:
    """One client, playing one game after the other."""

    def __init__(self, url: str, games: Sequence[dict[str, Any]], number: int, seed: int, tally: Tally, drop: float):
        self.url, self.games, self.tally, self.drop = url, games, tally, drop
        self.number, self.random = number, random.Random(seed * 10_000 + number)
        self.until = 0.0
        self.socket: Any = None
        self.ids = self.played = 0

    async def run(self, until: float) -> None:
        """Play until then, by ``time.perf_counter()``."""
        from websockets.exceptions import ConnectionClosed

        self.until = until
        self.socket = await self.connected()
        while time.perf_counter() < until:
            try:
                await self.game()
            except ConnectionClosed as problem:
                self.fault(f"the connection was lost: {problem}")
                self.socket = await self.connected()
        await self.socket.close()

    async def connected(self) -> Any:
        from websockets.asyncio.client import connect

        return await connect(self.url, max_size=2**24, open_timeout=WAIT)

    # ------------------------------------------------------------------------------------- messages

    async def send(self, type_: str, **fields: Any) -> str:
        """Send a message; returns its id."""
        self.ids += 1
        id_ = fields.setdefault("id", f"{self.number}-{self.ids}")
        await self.socket.send(json.dumps({"type": type_, **fields}))
        return id_

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message; what is pushed before it is taken. A service that is busy is asked again."""
        while True:
            id_ = await self.send(type_, **fields)
            while (message := await self.next()).get("re") != id_:
                self.take(message)
            if message["type"] != "error" or message["status"] != 429:
                return message
            self.tally.refused += 1
            await asyncio.sleep(message["retry_after"])

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(WAIT):
            return json.loads(await self.socket.recv())

    def take(self, message: dict[str, Any]) -> None:
        """A step must be the next one, tell the own action to who took it, and fit the view."""
        if message["type"] == "position":
            self.view, self.seq = message["view"], message["seq"]
        elif message["type"] == "step":
            if message["seq"] != self.seq + 1:
                self.fault(f"step {message['seq']} after {self.seq}")
            apply(self.view, message, self.fault)
            self.seq = message["seq"]
            self.tally.steps += 1
            if message["by"] == 0:
                self.told[self.seq] = (message["action"] or {}).get("name")
        else:
            return
        self.last = message

    def fault(self, what: str) -> None:
        self.tally.faults.append(f"client {self.number}, game {self.played}: {what}")

    # ----------------------------------------------------------------------------------------- play

    async def game(self) -> None:
        """Play one game to its end, or until the time is over. The first games of all clients are of every kind."""
        here = self.games[self.number % len(self.games)] if self.played == 0 else self.random.choice(self.games)
        self.played += 1
        bots = [{"kind": "bot", "bot": self.random.choice(BOTS)} for _ in range(here["players"])]
        created = await self.ask("create", game=here["id"], players=here["players"], seats=bots, sit=0)
        if created["type"] == "error":
            self.fault(f"no session: {created['detail']}")
            await asyncio.sleep(1)
            return
        self.tally.begun += 1
        self.here = envs.load_game(here["id"], here["players"]) if here["rules"] else None
        self.enter = {"session": created["session"], "token": created["token"]}
        self.told: dict[int, str | None] = {}
        for message in created["messages"]:
            self.take(message)
        while not self.last["over"] and time.perf_counter() < self.until:
            if self.last["legal"]:
                await self.act()
            else:
                self.take(await self.next())
        await self.compare()
        if self.last["over"]:
            self.tally.games[here["id"]] += 1
            await self.recorded()
        await self.ask("leave", **self.enter, bot="random")

    async def act(self) -> None:
        """Take an action at random and wait until the seat is asked again."""
        action, seq = self.random.choice(self.last["legal"])["name"], self.seq
        given: dict[str, Any] = {"action": action, "seq": seq}
        if self.random.random() < self.drop:
            await self.lose(given)
        if self.seq == seq:  # not yet played before the connection was lost
            started = time.perf_counter()
            answer = await self.ask("act", **self.enter, **given)
            self.tally.acts.append(time.perf_counter() - started)
            if answer["type"] == "error":
                self.fault(f"{action}: {answer['detail']}")
                return
        else:
            started = None
        while not self.last["over"] and (self.seq == seq or not self.last["legal"]):
            self.take(await self.next())
        if started is not None:
            self.tally.turns.append(time.perf_counter() - started)
        if self.told.get(seq + 1) != action:
            self.fault(f"the step after {action} tells {self.told.get(seq + 1)}")
        if self.random.random() < COMPARED:
            await self.compare()

    async def lose(self, given: dict[str, Any]) -> None:
        """Drop the connection without a word, half of the time with an action on its way, and come back. The action has
        an id from now on, so that it is taken once however often it is sent."""
        self.tally.resumed += 1
        if self.random.random() < 0.5:
            self.tally.in_flight += 1
            given["id"] = f"{self.number}-{self.ids}-once"
            await self.send("act", **self.enter, **given)
        self.socket.transport.abort()
        self.socket = await self.connected()
        resumed = await self.ask("resume", **self.enter, after=self.seq)
        if resumed["type"] == "error":
            self.fault(f"resume: {resumed['detail']}")
            return
        self.tally.caught_up += len(resumed["messages"])
        for message in resumed["messages"]:
            self.take(message)

    # --------------------------------------------------------------------------------------- checks

    async def compare(self) -> None:
        """What the steps lead to must be what the server says, and the legal actions those of the rules."""
        position = await self.ask("position", **self.enter)
        if position["type"] == "error":
            self.fault(f"no position: {position['detail']}")
            return
        self.tally.views += 1
        if position["seq"] != self.seq:
            self.fault(f"the position is of {position['seq']}, the newest step told is {self.seq}")
        elif position["view"] != self.view or position["legal"] != self.last["legal"]:
            self.fault(f"seq {self.seq}: the steps lead elsewhere")
        if self.here is None or not self.last["legal"]:
            return
        self.tally.legal += 1
        try:
            known = self.here.from_view(self.view, 0, 0).view(0).legal_names()
        except ElderZooError as problem:
            self.fault(f"seq {self.seq}: the view cannot be: {problem}")
            return
        if sorted(known) != sorted(a["name"] for a in self.last["legal"]):
            self.fault(f"seq {self.seq}: the legal actions are not those of the rules")

    async def recorded(self) -> None:
        """The record must have every step that was told, with the own actions where they were taken."""
        record = await self.ask("record", **self.enter)
        actions = record.get("actions", [])
        if len(actions) != self.seq:
            self.fault(f"the record has {len(actions)} actions, {self.seq} steps were told")
            return
        for seq, action in self.told.items():
            if actions[seq - 1] != action:
                self.fault(f"action {seq} is {actions[seq - 1]} in the record, told was {action}")


async def load(
    url: str, games: Sequence[dict[str, Any]], sessions: int, seconds: float, drop: float, seed: int
) -> tuple[Tally, float]:
    """Run ``sessions`` clients for so many seconds; what they saw, and how long it took. ``games``: ``id``, ``players``
    and whether the ``rules`` are this library's."""
    tally, started = Tally(), time.perf_counter()
    where = url.replace("http", "ws", 1) + "/v1/ws"
    players = [Player(where, games, k, seed, tally, drop) for k in range(sessions)]
    progress = asyncio.create_task(shown(tally, started, seconds))
    for found in await asyncio.gather(*(p.run(started + seconds) for p in players), return_exceptions=True):
        if isinstance(found, BaseException):
            tally.faults.append(f"a client failed: {type(found).__name__}: {found}")
    progress.cancel()
    return tally, time.perf_counter() - started


async def shown(tally: Tally, started: float, seconds: float) -> None:
    """Say how it goes, line by line."""
    while True:
        await asyncio.sleep(EVERY)
        said = f"{tally.steps} steps, {tally.begun} games begun, {tally.games.total()} played, {tally.resumed} resumed"
        passed = time.perf_counter() - started
        print(f"{passed:.0f} of {seconds:.0f} s: {said}, {len(tally.faults)} faults", file=sys.stderr, flush=True)


def quantiles(seconds: Sequence[float]) -> dict[str, float]:
    """Count, quantiles and maximum in milliseconds."""
    if not seconds:
        return {"count": 0}
    found = np.percentile(np.array(seconds) * 1000, [50, 95, 99, 100])
    names = ("p50_ms", "p95_ms", "p99_ms", "max_ms")
    return {"count": len(seconds)} | {name: round(float(x), 2) for name, x in zip(names, found, strict=True)}


def cpu_of(process: subprocess.Popen | None) -> float | None:
    """Seconds of processor time that a process has used, None where that cannot be known."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split() if process else []
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None


def report(tally: Tally, took: float, server: float | None, client: float) -> dict[str, Any]:
    """The figures, ready for JSON. ``server`` and ``client``: seconds of processor time."""
    cores = {"client": round(client / took, 2)} | ({} if server is None else {"server": round(server / took, 2)})
    return {
        "seconds": round(took, 1),
        "steps": tally.steps,
        "steps_per_second": round(tally.steps / took, 1),
        "acts_per_second": round(len(tally.acts) / took, 1),
        "act_to_answer": quantiles(tally.acts),
        "act_to_next_decision": quantiles(tally.turns),
        "cores_used": cores,
        "games_begun": tally.begun,
        "games_finished": dict(sorted(tally.games.items())),
        "resumed": tally.resumed,
        "resumed_with_an_action_on_its_way": tally.in_flight,
        "steps_caught_up": tally.caught_up,
        "views_compared": tally.views,
        "legal_lists_compared": tally.legal,
        "refused_and_asked_again": tally.refused,
        "faults": tally.faults,
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a service that runs; else one is started")
    parser.add_argument("--sessions", metavar="N", type=int, default=200, help="clients at once (200)")
    parser.add_argument("--seconds", metavar="N", type=float, default=300.0, help="how long (300)")
    parser.add_argument("--games", metavar="A,B", default="", help="games to play (all)")
    parser.add_argument("--drop", metavar="P", type=float, default=0.01, help="chance to be cut off, an action (0.01)")
    parser.add_argument("--seed", metavar="N", type=int, default=0)
    parser.add_argument("--json", metavar="FILE", default=str(RESULTS), help=f"- for none (results/{RESULTS.name})")
    args = parser.parse_args(arguments)
    try:
        return run(args)
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2


def run(args: argparse.Namespace) -> int:
    """Measure what the options ask for; 1 where there are faults. Raises ConfigError."""
    for name, good, allowed in (
        ("sessions", args.sessions >= 1, "1 and more"),
        ("seconds", args.seconds > 0, "more than 0"),
        ("drop", 0 <= args.drop <= 1, "0 to 1"),
    ):
        if not good:
            raise ConfigError(f"--{name} is {getattr(args, name)}, allowed {allowed}")
    wanted = [g.strip() for g in args.games.split(",") if g.strip()]
    begun = about()  # before the load is our own
    with tempfile.TemporaryDirectory() as state:
        server, url = (None, args.url) if args.url else started(wanted, state)
        try:
            games = offered(url, wanted)
            before, own = cpu_of(server), time.process_time()
            tally, took = asyncio.run(load(url, games, args.sessions, args.seconds, args.drop, args.seed))
            after, mine = cpu_of(server), time.process_time() - own
        finally:
            if server is not None:
                server.terminate()
                server.wait(30)
    used = None if before is None or after is None else after - before
    found = {"sessions": args.sessions, "drop": args.drop, "seed": args.seed, "games": [g["id"] for g in games]}
    found |= report(tally, took, used, mine) | begun
    print(json.dumps({k: v for k, v in found.items() if k not in begun}, indent=1))
    if args.json != "-":
        path = Path(args.json)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 1 if tally.faults else 0


def offered(url: str, wanted: Sequence[str]) -> list[dict[str, Any]]:
    """The games to play at a service, and whether their rules and cards are this library's; raises ConfigError."""
    client = HttpClient(url)
    known = {g["id"]: g["default_seats"] for g in client.ask("games")["games"]}
    for id in wanted:
        if id not in known:
            raise ConfigError(f"--games: {id!r} is not on offer, known: {', '.join(known)}")
    out = []
    for id in wanted or known:
        told, same = client.ask("game", game=id), False
        with suppress(ConfigError):
            game = envs.load_game(id, known[id])
            same = told["identity"] == game.identity
            game.from_view(game.new(0).view(0).to_json(), 0, 0)  # compiled before the clients start
        out.append({"id": id, "players": known[id], "rules": same})
    return out


def started(games: Sequence[str], state: str) -> tuple[subprocess.Popen, str]:
    """A service of our own, ready; raises ConfigError."""
    for id in games:
        envs.spec(id)
    command = [sys.executable, "-m", "elderzoo.agents.service", "--port", "0", "--rate", "0", "--state", state]
    command += ["--games", ",".join(games)] if games else []
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = (server.stdout.readline().split() or [""])[-1]
    while server.poll() is None:
        with suppress(ConfigError):
            if HttpClient(url).fetch("GET", "/readyz")[0] == 200:
                return server, url
        time.sleep(0.2)
    raise ConfigError("the service did not start")


if __name__ == "__main__":
    raise SystemExit(main())
