"""Plays games against any server of the protocol and reports what it does wrong.

It believes nothing: every answer is held against the models, every step against the view it leads to, legal actions
against the rules of this library, and each seat's messages against what that seat may see.
"""

from __future__ import annotations

import argparse
import random
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from pydantic import ValidationError

from ... import envs
from ...envs.core.errors import ElderZooError
from ...envs.core.game import Game
from .client import HttpClient
from .core.answers import AnyAnswer

FAULTS = 50  # that are told in full


@dataclass
class Report:
    """What a check found. ``latencies``: milliseconds by message type; ``faults``: what was wrong, in words."""

    url: str
    games: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    latencies: dict[str, list[float]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"latencies": {k: summary(v) for k, v in self.latencies.items()}}


def summary(times: Sequence[float]) -> dict[str, float]:
    """Count and percentiles of some times."""
    p50, p95, p99 = np.percentile(times, [50, 95, 99])
    return {"count": len(times), "p50": round(p50, 2), "p95": round(p95, 2), "p99": round(p99, 2), "max": max(times)}


class Checker:
    """One check of one server."""

    def __init__(self, url: str, seed: int, limit_ms: float):
        self.client, self.report, self.limit = HttpClient(url), Report(url), limit_ms
        self.random = random.Random(seed)

    # -------------------------------------------------------------------------------------- asking

    def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask, note the time, and hold the answer against its model."""
        id_ = str(uuid.UUID(int=self.random.getrandbits(128)))
        started = time.perf_counter()
        answer = self.client.ask(type_, id=id_, **fields)
        took = 1000 * (time.perf_counter() - started)
        self.report.latencies.setdefault(type_, []).append(round(took, 3))
        if not isinstance(answer, dict):
            self.report.fault(type_, f"the answer is no message: {answer!r:.80}")
            return {"type": "error", "code": "", "detail": "no message"}
        if answer.get("re") != id_:
            self.report.fault(type_, f"re is {answer.get('re')!r}, the id was {id_!r}")
        if took > self.limit:
            self.report.fault(type_, f"took {took:.0f} ms, allowed {self.limit:.0f}")
        self.valid(type_, answer)
        return answer

    def valid(self, where: str, message: dict[str, Any]) -> None:
        try:
            AnyAnswer.validate_python(message)
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            self.report.fault(where, f"{'.'.join(map(str, first['loc']))}: {first['msg']}")

    def refused(self, what: str, code: str, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask for something wrong; it must be refused with ``code``."""
        answer = self.ask(type_, **fields)
        if answer["type"] != "error":
            self.report.fault(type_, f"{what} was not refused")
        elif answer["code"] != code:
            self.report.fault(type_, f"{what} was refused with {answer['code']!r}, expected {code!r}")
        return answer

    # ----------------------------------------------------------------------------------- one game

    def game(self, id: str, players: int, options: dict[str, Any] | None = None) -> None:
        """Play one game through a session and through stateless moves."""
        catalogue = self.ask("game", game=id, players=players)
        if catalogue["type"] == "error":
            self.report.fault(id, f"no catalogue: {catalogue['detail']}")
            return
        game = self.same_game(id, players, catalogue)
        created = self.ask("create", game=id, players=players, options=options, seed=self.random.getrandbits(40))
        if created["type"] == "error":
            self.report.fault(id, f"no session: {created['detail']}")
            return
        try:
            played = Played(self, game, created)
            played.run()
        except (KeyError, TypeError, IndexError, AttributeError) as problem:
            self.report.fault(id, f"a message cannot be used, the game is left: {type(problem).__name__} {problem}")
            return
        self.report.games.append({"game": id, "players": players, "steps": played.seq, "acts": played.acts})

    def same_game(self, id: str, players: int, catalogue: dict[str, Any]) -> Game | None:
        """The game as this library knows it; None where the server plays other rules or cards."""
        try:
            game = envs.load_game(id, players)
        except ElderZooError as problem:
            self.report.skipped.append(f"{id}: rules are not checked: {problem}")
            return None
        if catalogue["identity"] != game.identity:
            self.report.skipped.append(f"{id}: rules are not checked: the server's cards or rules are others")
            return None
        names = [a["name"] for a in catalogue["actions"]]
        if names != list(game.actions):
            self.report.fault(id, "the catalogue has other actions")
        return game


class Played:
    """A session as its client sees it."""

    def __init__(self, checker: Checker, game: Game | None, created: dict[str, Any]):
        self.checker, self.game, self.created = checker, game, created
        self.where = created["table"]["game"]
        self.seat, self.acts = created["seat"], 0
        self.enter = {"session": created["session"], "token": created["token"]}
        first = created["messages"][-1]
        self.view, self.last, self.seq = first["view"], first, first["seq"]
        self.random = checker.random

    def run(self) -> None:
        """Play to the end at random, checking each message."""
        idle = 0
        self.position()
        while not self.last["over"] and idle < 100:
            before = self.seq
            if self.last["to_decide"] == self.seat:
                self.decide()
            else:
                answer = self.checker.ask("poll", **self.enter, after=self.seq, wait_ms=2000)
                self.take(answer)
            idle = 0 if self.seq > before else idle + 1
        if idle:
            self.fault(f"the game stands still at seq {self.seq}")
        else:
            self.ended()

    def fault(self, what: str) -> None:
        self.checker.report.fault(self.where, what)

    def decide(self) -> None:
        """Try what must be refused, now and then ask for a hint and a move, then act."""
        legal = [a["name"] for a in self.last["legal"]]
        if not legal:
            self.fault(f"seq {self.seq}: the seat decides and has no legal action")
            return
        if self.acts % 10 == 3:
            self.stateless(legal)
        if self.acts % 10 == 5:
            hint = self.checker.ask("hint", **self.enter, bot="greedy", seed=self.acts)
            if hint["type"] == "error" or hint["action"]["name"] not in legal:
                self.fault(f"seq {self.seq}: the hint is {hint.get('action') or hint.get('detail')!r}")
        if self.acts % 10 == 7:
            self.checker.refused(
                "an action that does not exist", "illegal_action", "act", **self.enter, action="nothing:at:all"
            )
            self.checker.refused("an old seq", "stale", "act", **self.enter, action=legal[0], seq=max(0, self.seq - 1))
            self.checker.refused("a wrong token", "wrong_token", "act", **self.enter | {"token": "tx"}, action=legal[0])
        action = self.random.choice(legal)
        answer = self.checker.ask("act", **self.enter, action=action, seq=self.seq)
        self.acts += 1
        if answer["type"] == "error":
            self.fault(f"seq {self.seq}: the legal action {action!r} was refused: {answer['detail']}")
            self.position()
            return
        own = answer["messages"][0] if answer["messages"] else {}
        if (own.get("action") or {}).get("name") != action or own.get("by") != self.seat:
            self.fault(f"seq {self.seq}: the step after {action!r} tells another action or seat")
        self.take(answer)
        if self.acts % 20 == 9:
            self.position()

    def take(self, answer: dict[str, Any]) -> None:
        """Apply steps in order."""
        for message in answer.get("messages", []):
            if message["type"] == "position":
                self.view, self.last, self.seq = message["view"], message, message["seq"]
                continue
            if message["seq"] != self.seq + 1:
                self.fault(f"step {message['seq']} follows {self.seq}")
            if message["action"] is not None and message["by"] != self.seat:
                self.fault(f"step {message['seq']} tells the action of another seat")
            apply(self.view, message, self.fault)
            self.last, self.seq = message, message["seq"]
        self.legal()

    def position(self) -> None:
        """What is built from steps must be what the server says."""
        answer = self.checker.ask("position", **self.enter)
        if answer["type"] == "error":
            self.fault(f"no position: {answer['detail']}")
            return
        if answer["seq"] == self.seq and answer["view"] != self.view:
            wrong = [n for n, v in answer["view"]["fields"].items() if self.view["fields"].get(n) != v]
            self.fault(f"seq {self.seq}: the steps lead to other values of {', '.join(wrong)}")
        self.view, self.last, self.seq = answer["view"], answer, answer["seq"]
        self.legal()

    def legal(self) -> None:
        """The view must be one of the game, and the legal actions those of the rules."""
        if self.game is None or self.last["over"]:
            return
        try:
            view = self.game.from_view(self.view, self.seat, 0).view(self.seat)
        except ElderZooError as problem:
            self.fault(f"seq {self.seq}: the view cannot be: {problem}")
            return
        mine = sorted(view.legal_names())
        told = sorted(a["name"] for a in self.last["legal"])
        if self.last["to_decide"] == self.seat and mine != told:
            self.fault(f"seq {self.seq}: legal actions differ: {sorted(set(mine) ^ set(told))}")

    def stateless(self, legal: list[str]) -> None:
        """A stateless move in this position: legal, the same twice, and refused where it must be."""
        table, ask = self.created["table"], self.checker.ask
        setup = {k: table[k] for k in ("game", "players", "options", "content")} | {"seat": self.seat}
        moves = [ask("move", **setup, view=self.view, legal=legal, level=5, seed=self.acts, explain=True) for _ in "ab"]
        for move in moves:
            if move["type"] == "error":
                self.fault(f"seq {self.seq}: a move was refused: {move['detail']}")
                return
            if move["action"]["name"] not in legal:
                self.fault(f"seq {self.seq}: the move {move['action']['name']!r} is not legal")
        varying = ("re", "time_ms")
        if any(
            {k: v for k, v in m.items() if k not in varying} != {k: v for k, v in moves[0].items() if k not in varying}
            for m in moves
        ):
            self.fault(f"seq {self.seq}: the same move request with the same seed has two answers")
        wrong = [*legal[1:], "nothing:at:all"]
        self.checker.refused(
            "a wrong list of legal actions", "legal_differs", "move", **setup, view=self.view, legal=wrong
        )
        if len(legal) > 1:
            answer = self.checker.refused(
                "a short list", "legal_differs", "move", **setup, view=self.view, legal=legal[1:]
            )
            if answer.get("missing") != [legal[0]]:
                self.fault(f"seq {self.seq}: the difference of legal actions is {answer.get('missing')!r}")
        seen = {**self.view, "fields": {**self.view["fields"], "seed": "0x1"}}
        self.checker.refused("a view with the generator", "hidden_information", "move", **setup, view=seen)

    def ended(self) -> None:
        """What holds at the end."""
        self.position()
        table = self.created["table"]
        returns = self.last["returns"]
        if returns is None or len(returns) != table["players"]:
            self.fault(f"the game ended with returns {returns!r}")
        self.checker.refused("an action after the end", "game_over", "act", **self.enter, action=0)
        again = self.checker.ask("resume", **self.enter, after=max(0, self.seq - 5))
        seqs = [m["seq"] for m in again.get("messages", [])]
        if seqs != list(range(max(0, self.seq - 5) + 1, self.seq + 1)):
            self.fault(f"resume after {self.seq - 5} tells steps {seqs}")
        record = self.checker.ask("record", **self.enter)
        if record["type"] == "error" or len(record["actions"]) != self.seq:
            self.fault("the record is not complete")
        elif self.game is not None:
            state = self.game.new(record["seed"])
            try:
                for action in record["actions"]:
                    state.step(action)
            except ElderZooError as problem:
                self.fault(f"the record cannot be played: {problem}")
                return
            if state.view(self.seat).to_json() != self.view:
                self.fault("the record leads to another end")


def apply(view: dict[str, Any], step: dict[str, Any], fault=lambda what: None) -> None:
    """Bring a view up to date by a step, in place; ``fault`` is told where a value before differs."""
    fields = view["fields"]
    for change in step["changes"]:
        at, index = fields, [change["field"], *change["index"]]
        for place in index[:-1]:
            at = at[place]
        if at[index[-1]] != change["from"]:
            fault(f"step {step['seq']}: {index} was {at[index[-1]]!r}, the step says {change['from']!r}")
        at[index[-1]] = change["to"]
    fields.update(step["rings"])


def check(url: str, games: Sequence[str] = (), count: int = 1, seed: int = 0, limit_ms: float = 10_000.0) -> Report:
    """Play ``count`` games of each kind (all the server has) against the server at ``url``."""
    checker = Checker(url, seed, limit_ms)
    welcome = checker.ask("welcome")
    for type_ in ("games", "bots", "ping"):
        checker.ask(type_)
    checker.refused("an unknown type", "bad_message", "nonsense")
    checker.refused("another protocol", "unsupported_protocol", "ping", protocol=0)
    checker.refused("an unknown game", "unknown_game", "game", game="no_game-v9")
    checker.refused("an unknown session", "unknown_session", "poll", session="s0", token="t0", after=0)
    known = {g["id"]: g for g in checker.ask("games")["games"]}
    for id in games or welcome["games"]:
        if id not in known:
            checker.report.fault(id, "the server does not have it")
            continue
        lo, hi = known[id]["seats"]
        for k in range(count):
            checker.game(id, known[id]["default_seats"] if k == 0 else checker.random.randint(lo, hi))
    return checker.report


def printed(report: Report) -> str:
    """A report for people."""
    lines = [f"{report.url}: {len(report.games)} games, {sum(g['steps'] for g in report.games)} steps"]
    for type_, times in sorted(report.latencies.items()):
        s = summary(times)
        lines.append(f"  {type_:<9} {s['count']:>6} requests, ms: {s['p50']:.1f} median, {s['p99']:.1f} p99")
    lines += [f"  {what}" for what in report.skipped]
    counted = Counter(report.faults)
    lines.append(f"{len(report.faults)} faults" if report.faults else "no faults")
    lines += [f"  {what}" + (f" ({n} times)" if n > 1 else "") for what, n in counted.most_common(FAULTS)]
    return "\n".join(lines)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a check."""
    parser.add_argument("url", metavar="URL", help="where the server is, http://127.0.0.1:8000")
    parser.add_argument("--games", metavar="A,B", default="", help="games to play (all the server has)")
    parser.add_argument("--count", metavar="N", type=int, default=1, help="games of each (1)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed plays the same way (0)")
    parser.add_argument(
        "--limit-ms", metavar="N", type=float, default=10_000, help="a slower answer is a fault (10000)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON")
