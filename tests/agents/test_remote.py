"""Agents behind the service's protocol: over HTTP and in a process, and everything that can be wrong with them."""

import json
import os
import shlex
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from elderzoo import agents, envs
from elderzoo.agents import remote
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.training.cli import main
from elderzoo.training.evaluate import summarise
from elderzoo.training.ladder import ratings
from elderzoo.training.match import deal_seeds, play_match
from tests.roulette import SPEC as ROULETTE
from tests.service.test_transports import Running

PYTHON = f"{shlex.quote(sys.executable)} -S -E"


@pytest.fixture(scope="module")
def kuhn() -> Game:
    for spec in (KUHN, ROULETTE):
        envs.register(spec)
    return Game(KUHN)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A service for Kuhn poker."""
    made = Running()
    yield f"url:http://127.0.0.1:{made.port}"
    made.stop()


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No process outlives its test."""
    yield
    remote._close()
    remote._running.clear()


# ------------------------------------------------------------------------------------------- a real service


def test_a_bot_of_a_service_plays_a_match(kuhn: Game, url: str) -> None:
    """Its games are legal, and the same again; another seed is another game."""
    names = [f"{url}:bot=mc:sims=4", "random"]
    results = list(play_match(kuhn, names, deal_seeds(1, 8), seed=2, workers=1))
    bot = summarise(results)["agents"][0]
    assert (bot["name"], bot["games"]) == (names[0], 16)
    assert (bot["illegal"], bot["timeouts"], bot["faults"]) == (0, 0, 0)
    assert list(play_match(kuhn, names, deal_seeds(1, 8), seed=2, workers=1)) == results
    assert list(play_match(kuhn, names, deal_seeds(1, 8), seed=3, workers=1)) != results


def test_what_is_sent(kuhn: Game, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the seat sees and no more, with the parameters; a seed of its own for each request unless one is given."""
    sent: list[dict[str, Any]] = []
    ask = remote.HttpClient.ask
    monkeypatch.setattr(
        remote.HttpClient, "ask", lambda self, type, **fields: sent.append(fields) or ask(self, type, **fields)
    )
    state = kuhn.new(4)
    agent = agents.load(f"{url}:bot=random:budget_ms=900", kuhn)
    for _ in "ab":
        assert agent.act(state.view(0)) in (0, 1)
    first, second = sent[-2:]
    assert first["view"] == state.view(0).to_json()
    assert first["seed"] != second["seed"]
    assert (first["bot"], first["budget_ms"], first["seat"]) == ("random", 900, 0)
    assert (first["game"], first["players"], first["content"]) == ("kuhn-v0", 2, "reference")
    agent.reset(agent.seed)
    agent.act(state.view(0))
    assert sent[-1]["seed"] == first["seed"]
    agents.load(f"{url}:level=3:seed=7", kuhn).act(state.view(0))
    assert (sent[-1]["level"], sent[-1]["seed"]) == (3, 7)


def test_rules_of_the_game_are_those_of_the_service(url: str) -> None:
    open_hands = Game(KUHN, rules={"open_hands": True})
    agent = agents.load(f"{url}:bot=random", open_hands)
    assert agent.setup["options"] == {"open_hands": True}
    theirs = agent.ask("game", **agent.setup)
    assert theirs["identity"] == open_hands.identity != Game(KUHN).identity
    with pytest.raises(ConfigError, match="unknown_game: game is 'roulette-v0', known: kuhn-v0"):
        agents.load(url, Game(ROULETTE, 3))


def test_a_bot_that_the_service_has_not_ends_the_match(kuhn: Game, url: str) -> None:
    with pytest.raises(ConfigError, match=r"is refused, .*'nobody'"):
        list(play_match(kuhn, [f"{url}:bot=nobody", "random"], deal_seeds(0, 1), workers=1))
    with pytest.raises(ConfigError, match=r"is refused, .*level"):
        list(play_match(kuhn, [f"{url}:level=11", "random"], deal_seeds(0, 1), workers=1))


def test_a_ladder_takes_it(kuhn: Game, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(ratings.ratings, "__defaults__", (5,))
    options = ["--games", "4", "--out", str(tmp_path), "--workers", "1"]
    assert main(["ladder", "kuhn-v0", "--agents", "random,mc:sims=2", *options]) == 0
    capsys.readouterr()
    name = f"{url}:bot=mc:sims=2:seed=1"
    assert main(["ladder", "add", name, "kuhn-v0", *options, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    mine = found["agents"][-1]
    assert (mine["agent"], mine["illegal"], mine["timeouts"], mine["faults"]) == (name, 0, 0, 0)
    assert found["games"] == 12


def test_the_bot_command_plays_over_its_lines() -> None:
    """One process for all agents of the command."""
    game = envs.load_game("age_of_madness-v0", 2)
    command = f"{sys.executable} -m elderzoo.training.cli bot --stdio --state none --games age_of_madness-v0"
    before = os.environ.get("ELDERZOO_JIT")
    os.environ["ELDERZOO_JIT"] = "0"  # of the process: it need not compile
    try:
        agent = agents.load(f"stdio:{command}:bot=greedy", game)
    finally:
        os.environ.pop("ELDERZOO_JIT") if before is None else os.environ.update(ELDERZOO_JIT=before)
    greedy, state = agents.load("greedy", game), game.new(3)
    for _ in range(3):
        view = state.view(state.seat)
        assert agent.act(view) == greedy.act(view)
        state.step(greedy.act(view))
    weak = agents.load(f"stdio:{command}:level=1", game)
    assert game.actions.name(weak.act(state.view(state.seat))) in state.legal_names()
    assert len(remote._running) == 1


# ---------------------------------------------------------------------------------------------- what is wrong

FAKE = """
import json, sys, time
answers = json.load(open(sys.argv[1]))
for line in sys.stdin:
    message = json.loads(line)
    answer = answers[message["type"]]
    if answer == "end":
        sys.exit(3)
    print("" if isinstance(answer, dict) else answer, end="")
    if isinstance(answer, dict):
        print(json.dumps({"type": "step"}))  # news that nobody asked for
        print(json.dumps({"re": message["id"], **answer}))
    sys.stdout.flush()
"""


@pytest.fixture
def fake(kuhn: Game, tmp_path: Path) -> Callable[..., str]:
    """The name of an agent whose process gives these answers, by type of message."""
    script, count = tmp_path / "fake.py", iter(range(99))
    script.write_text(FAKE, "utf-8")
    usual = {"welcome": {"type": "welcome", "protocol": 1}, "game": {"type": "game", "identity": dict(kuhn.identity)}}

    def named(timeout: float = 20, **answers: Any) -> str:
        file = tmp_path / f"answers{next(count)}.json"
        file.write_text(json.dumps(usual | answers), "utf-8")
        return f"stdio:{PYTHON} {script} {file}:timeout={timeout}"

    return named


def error(code: str, detail: str) -> dict[str, str]:
    return {"type": "error", "code": code, "detail": detail}


def test_a_process_that_cannot_play_is_named_at_once(kuhn: Game, fake: Callable[..., str]) -> None:
    wrong = {
        "speaks protocol 2, this version 1": fake(welcome={"type": "welcome", "protocol": 2}),
        "is refused, unsupported_protocol: speaks 3": fake(welcome=error("unsupported_protocol", "speaks 3")),
        "the game of the service has rules 'x', this game has '": fake(
            game={"type": "game", "identity": kuhn.identity | {"rules": "x"}}
        ),
        "is refused, unknown_game: no kuhn": fake(game=error("unknown_game", "no kuhn")),
        "no message of the protocol: 'hello'": fake(welcome="hello\n"),
        "the process has ended, status 3": fake(welcome="end"),
        "no answer in 0.3 seconds": fake(0.3, welcome=""),
        "'nothing-like-this' cannot be started": "stdio:nothing-like-this",
        "cannot be started .No closing quotation": "stdio:'",
        "command is missing": "stdio:",
        "level is 'high', expected int": "stdio:x:level=high",
        "timeout is 0": "stdio:x:timeout=0",
    }
    for message, name in wrong.items():
        with pytest.raises(ConfigError, match=message) as problem:
            agents.load(name, kuhn)
        assert "\n" not in str(problem.value)


def test_late_answers_and_refused_positions_are_counted(kuhn: Game, fake: Callable[..., str]) -> None:
    """And the ladder goes on; a process that dies ends it."""
    deals = deal_seeds(0, 2)
    late = summarise(list(play_match(kuhn, [fake(0.2, move=""), "random"], deals, workers=1)))["agents"][0]
    assert late["timeouts"] >= 4
    assert late["faults"] == 0
    refused = fake(move=error("internal", "it broke"))
    bad = summarise(list(play_match(kuhn, [refused, "random"], deals, workers=1)))["agents"][0]
    assert bad["faults"] >= 4
    assert bad["raised"] == [f"PositionError: agent '{refused}': internal: it broke"[:200]]
    strange = fake(move={"type": "move", "action": None})
    assert summarise(list(play_match(kuhn, [strange, "random"], deals, workers=1)))["agents"][0]["faults"] >= 4
    illegal = fake(move={"type": "move", "action": {"id": 99}})
    assert summarise(list(play_match(kuhn, [illegal, "random"], deals, workers=1)))["agents"][0]["illegal"] >= 4
    with pytest.raises(ConfigError, match="the process has ended, status 3"):
        list(play_match(kuhn, [fake(move="end"), "random"], deals, workers=1))


def test_a_process_that_ended_is_started_again(kuhn: Game, fake: Callable[..., str]) -> None:
    name = fake(move="end")
    for _ in "ab":
        with pytest.raises(ConfigError, match="ended"):
            agents.load(name, kuhn).act(kuhn.new(0).view(0))
        (process,) = remote._running.values()
        process.process.wait(20)


@pytest.fixture
def server(kuhn: Game) -> Iterator[tuple[str, list[Any]]]:
    """An HTTP server and the answers it gives to ``move``, one after the other: a message, or seconds to wait."""
    moves: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer: Any = {"type": message["type"], "protocol": 1, "identity": dict(kuhn.identity)}
            if message["type"] == "move":
                answer = moves.pop(0)
            if isinstance(answer, float):
                time.sleep(answer)
                return
            body = json.dumps(answer).encode()
            self.send_response(429 if answer["type"] == "error" else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    made = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield f"url:http://127.0.0.1:{made.server_address[1]}", moves
    made.shutdown()
    made.server_close()


def test_a_service_that_asks_for_patience_is_asked_again(kuhn: Game, server: tuple[str, list[Any]]) -> None:
    url, moves = server
    busy = error("too_many_requests", "100 a second") | {"retry_after": 0.05}
    moves += [busy, busy, {"type": "move", "action": {"id": 1}}]
    agent = agents.load(f"{url}:timeout=5", kuhn)
    assert agent.act(kuhn.new(0).view(0)) == 1
    moves += [busy | {"retry_after": 60}]
    with pytest.raises(TimeoutError, match="too_many_requests"):
        agent.act(kuhn.new(0).view(0))


def test_a_late_service_is_a_time_out_and_no_service_an_error(kuhn: Game, server: tuple[str, list[Any]]) -> None:
    url, moves = server
    moves += [0.6]
    agent = agents.load(f"{url}:timeout=0.2", kuhn)
    with pytest.raises(TimeoutError, match=r"no answer in 0\.2 seconds"):
        agent.act(kuhn.new(0).view(0))
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        closed = f"url:http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(ConfigError, match=f"agent '{closed}': .*Connection refused"):
            agents.load(closed, kuhn)
        unused.listen()
        with pytest.raises(ConfigError, match=r"no answer in 0\.2 seconds"):
            agents.load(f"{closed}:timeout=0.2", kuhn)
    for wrong, message in {"url:localhost": "expected http", "url:": "url is missing", f"{url}:seed=x": "seed"}.items():
        with pytest.raises(ConfigError, match=message):
            agents.load(wrong, kuhn)


def test_a_site_that_is_no_service(kuhn: Game, server: tuple[str, list[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote.HttpClient, "ask", lambda self, type, **fields: b"<html>hello</html>")
    with pytest.raises(ConfigError, match="the answer is no message of the protocol: b'<html>hello"):
        agents.load(server[0], kuhn)
