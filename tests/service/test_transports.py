"""The same messages over HTTP, WebSocket and lines; malformed ones get one error each and harm nothing."""

import io
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from websockets.sync.client import connect

from elderzoo import envs
from elderzoo.agents.service.client import HttpClient
from elderzoo.agents.service.core.answers import AnyAnswer
from elderzoo.agents.service.core.errors import ServiceError
from elderzoo.agents.service.core.limits import Limits, Rate
from elderzoo.agents.service.core.service import Service
from elderzoo.agents.service.http import build
from elderzoo.agents.service.stdio import serve as serve_lines
from elderzoo.envs import load_game

from .malformed import malformed
from .support import WAIT, Seat, run, settings

KUHN = {"game": "kuhn-v0"}
ROOT = Path(__file__).resolve().parents[2]


class Running:
    """A server on a free port, in a thread."""

    def __init__(self, origins=(), **given):
        self.service = Service(settings(**given))
        app = build(self.service, origins)
        config = uvicorn.Config(app, port=0, log_level="error", ws_max_size=4 * self.service.settings.largest)
        self.server = uvicorn.Server(config)
        socket = config.bind_socket()
        self.port = socket.getsockname()[1]
        self.thread = threading.Thread(target=self.server.run, args=([socket],), daemon=True)
        self.thread.start()
        assert self.service.ready.wait(300)
        while not self.server.started and self.thread.is_alive():
            time.sleep(0.01)
        self.http = HttpClient(f"http://127.0.0.1:{self.port}")

    def connect(self, **more):
        return connect(f"ws://127.0.0.1:{self.port}/v1/ws", max_size=2**24, open_timeout=WAIT, **more)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(30)


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    made = Running()
    yield made
    made.stop()


def ask(socket, **message) -> dict:
    """The answer to a message on a WebSocket; pushes in between are dropped."""
    socket.send(json.dumps(message))
    return answer(socket)


def answer(socket, *types: str) -> dict:
    while True:
        message = json.loads(socket.recv(timeout=WAIT))
        AnyAnswer.validate_python(message)
        if message["type"] in types or (not types and message["type"] not in ("step", "table", "heartbeat")):
            return message


def lines(service: Service, *messages: bytes | dict) -> list[dict]:
    """What the line transport answers."""
    given = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
    out = io.StringIO()
    serve_lines(service, io.BytesIO(b"\n".join(given) + b"\n"), out)  # type: ignore[arg-type]
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    for message in told:
        AnyAnswer.validate_python(message)
    return told


def test_the_same_message_has_the_same_answer_everywhere(running: Running) -> None:
    game = load_game("kuhn-v0")
    move = {"type": "move", "id": "m", **KUHN, "seat": 0, "view": game.new(2).view(0).to_json(), "bot": "mc:sims=8"}
    messages = [
        {"type": "games"},
        {"type": "bots"},
        {"type": "game", **KUHN},
        move,
        move | {"legal": []},
        {"type": "x"},
    ]
    with running.connect() as socket:
        for message in messages:
            found = [running.http.ask(**message), ask(socket, **message), *lines(running.service, message)]
            assert [m | {"time_ms": 0} for m in found] == [found[0] | {"time_ms": 0}] * 3


def test_a_game_over_http(running: Running) -> None:
    http = running.http
    status, created = http.fetch("POST", "/v1/sessions", {**KUHN, "seed": 1})
    assert status == 200
    seat, chance = Seat(created), random.Random(0)
    path = f"/v1/sessions/{created['session']}"
    while not seat.over:
        action = chance.choice(seat.last["legal"])["name"]
        body = {"token": created["token"], "seq": seat.seq, "action": action, "wait_ms": 20_000}
        status, acted = http.fetch("POST", f"{path}/act", body)
        assert status == 200
        for message in acted["messages"]:
            seat.take(message)
    assert http.fetch("POST", f"{path}/record", {"token": created["token"]})[1]["actions"]
    assert http.fetch("POST", f"{path}/act", {"token": created["token"], "action": 0})[0] == 409


def test_a_game_over_a_websocket_with_a_lost_connection(running: Running) -> None:
    with running.connect() as socket:
        created = ask(socket, type="create", **KUHN, seed=4, seats=[{"kind": "human"}, {"kind": "open"}])
    seat = Seat(created)
    http = running.http
    other = Seat(http.ask("join", session=created["session"], invite=created["invite"], seat=1))
    with running.connect() as socket:
        ask(socket, type="resume", **seat.enter, after=seat.seq)
        socket.send(json.dumps({"type": "act", **seat.enter, "action": "pass"}))
        seat.take(answer(socket, "step"))
    assert http.ask("act", **other.enter, action="bet")["type"] == "acted"
    with running.connect() as socket:
        resumed = ask(socket, type="resume", **seat.enter, after=seat.seq)
        assert [m["seq"] for m in resumed["messages"]] == [2]
        for message in resumed["messages"]:
            seat.take(message)
        socket.send(json.dumps({"type": "act", **seat.enter, "action": "pass"}))
        seat.take(answer(socket, "step"))
        assert seat.over
        assert ask(socket, type="position", **seat.enter)["view"] == seat.view


def test_a_quiet_connection_hears_a_heartbeat() -> None:
    running = Running(heartbeat=0.05)
    with running.connect() as socket:
        created = ask(socket, type="create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}])
        assert answer(socket, "heartbeat")["seqs"] == {created["session"]: 0}
    running.stop()


def test_get_requests_are_enough_for_a_move(running: Running) -> None:
    import base64
    from urllib.parse import quote

    move = {**KUHN, "seat": 0, "view": load_game("kuhn-v0").new(2).view(0).to_json(), "bot": "random", "seed": 3}
    text = json.dumps(move)
    told = [
        running.http.fetch("GET", f"/v1/move?q={quote(text)}"),
        running.http.fetch("GET", f"/v1/move?q={base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"),
        running.http.fetch("POST", "/v1/move", text.encode()),
    ]
    assert [status for status, _ in told] == [200] * 3
    assert len({answer["action"]["name"] for _, answer in told}) == 1


def test_addresses_say_what_they_are(running: Running) -> None:
    fetch = running.http.fetch
    assert fetch("GET", "/livez") == (200, b"alive")
    assert fetch("GET", "/readyz") == (200, b"ready")
    assert fetch("GET", "/v1/games/kuhn-v0?players=2")[1]["id"] == "kuhn-v0"
    assert fetch("GET", "/v1/games/kuhn-v0?players=two")[0] == 400
    assert fetch("GET", "/v1/games/kuhn-v0?options={")[0] == 400
    assert fetch("GET", "/v1/texts/en?game=kuhn-v0")[1]["texts"]["verb.bet"] == "bet"
    assert fetch("GET", "/v1/nothing")[1]["code"] == "unknown_path"
    assert fetch("GET", "/v1/report")[1]["code"] == "wrong_method"
    assert fetch("GET", "/page/../http.py")[0] == 404
    assert fetch("GET", "/page/%2e%2e/http.py")[0] == 404
    assert fetch("POST", "/v1/move", {"type": "ping"})[1]["field"] == "type"


def test_what_is_counted_can_be_read(running: Running) -> None:
    pytest.importorskip("prometheus_client")
    running.http.ask("ping")
    text = running.http.fetch("GET", "/metrics")[1].decode()
    assert 'elderzoo_requests_total{code="ok",type="ping"}' in text
    for name in ("move_seconds", "request_seconds", "queue_heavy", "late_moves", "illegal_requests", "sessions"):
        assert f"elderzoo_{name}" in text


def test_large_messages_are_refused(running: Running) -> None:
    large = json.dumps({"type": "ping", "x": "y" * running.service.settings.largest}).encode()
    status, told = running.http.fetch("POST", "/v1/messages", large)
    assert (status, told["code"]) == (413, "too_large")
    with running.connect() as socket:
        socket.send(large.decode())
        assert answer(socket)["code"] == "too_large"
        assert ask(socket, type="ping")["type"] == "pong"
    assert lines(running.service, large)[0]["code"] == "too_large"


def test_a_wrong_method_is_told_which_ones_there_are(running: Running) -> None:
    import urllib.error
    import urllib.request

    wrong = urllib.request.Request(f"http://127.0.0.1:{running.port}/v1/move", method="PUT")
    with pytest.raises(urllib.error.HTTPError) as problem:
        urllib.request.urlopen(wrong, timeout=WAIT)
    assert problem.value.code == 405
    assert problem.value.headers["Allow"] == "GET, POST"
    assert json.loads(problem.value.read())["code"] == "wrong_method"


def test_pages_of_other_sites_are_kept_out() -> None:
    from websockets.exceptions import InvalidStatus

    running = Running(origins=["https://friend.example"])
    with pytest.raises(InvalidStatus):
        running.connect(origin="https://elsewhere.example")
    with running.connect(origin="https://friend.example") as socket:
        assert ask(socket, type="ping")["type"] == "pong"
    with running.connect(origin=f"http://127.0.0.1:{running.port}") as socket:
        assert ask(socket, type="ping")["type"] == "pong"
    running.stop()


def test_a_slow_reader_is_cut_off_and_can_resume(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    from elderzoo.agents.service.http import Connection

    async def full() -> list:
        connection = Connection("k", outbox=3)
        for k in range(5):
            connection.send({"seq": k})
        await asyncio.sleep(0)
        return [connection.outbox.get_nowait() for _ in range(connection.outbox.qsize())]

    assert run(full()) == [{"seq": 0}, {"seq": 1}, {"seq": 2}, None]


# ----------------------------------------------------------------------------------------------- limits


def test_requests_beyond_the_rate_wait() -> None:
    now = [0.0]
    limits = Limits(Rate(2, 3), {"friend": Rate(100, 100)}, now=lambda: now[0])
    for _ in range(3):
        limits.take("a")
    with pytest.raises(ServiceError) as refused:
        limits.take("a")
    assert (refused.value.code, refused.value.more["retry_after"]) == ("too_many_requests", 1)
    limits.take("b")
    for _ in range(100):
        limits.take("friend")
    now[0] += 0.5
    limits.take("a")
    with pytest.raises(ServiceError):
        limits.take("a")


def test_a_client_that_asks_too_much_is_told_when_to_come_back() -> None:
    import urllib.error
    import urllib.request

    running = Running(rate=Rate(0.001, 2), keys={"friend": Rate(0, 0)})
    url = f"http://127.0.0.1:{running.port}/v1"
    for _ in range(2):
        urllib.request.urlopen(url, timeout=WAIT).close()
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(url, timeout=WAIT)
    with refused.value as problem:
        assert problem.code == 429
        assert int(problem.headers["Retry-After"]) > 1
    friend = HttpClient(f"http://127.0.0.1:{running.port}", key="friend")
    assert [friend.ask("ping")["type"] for _ in range(5)] == ["pong"] * 5
    running.stop()


def test_a_key_may_be_required() -> None:
    running = Running(keys={"friend": Rate(0, 0)}, keys_required=True)
    assert running.http.ask("ping")["code"] == "forbidden"
    assert HttpClient(running.http.url, key="friend").ask("ping")["type"] == "pong"
    running.stop()


def test_a_full_queue_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    running = Running(queue=1, threads=1)
    release, begun = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        release.wait(WAIT)

    running.service.workers.submit(hold, "heavy")
    begun.wait(WAIT)
    running.service.workers.submit(lambda: None, "heavy")
    told = running.http.ask("move", **KUHN, seat=0, view={})
    assert (told["code"], told["retry_after"]) == ("busy", 1)
    release.set()
    running.stop()


# ------------------------------------------------------------------------------------------------ stdio


def test_the_command_speaks_lines_and_nothing_else() -> None:
    """Messages on standard output; everything else, compilation included, on standard error."""
    command = [sys.executable, "-m", "elderzoo.training.cli", "bot", "--stdio", "--state", "none"]
    given = b'{"type":"ping","id":"1"}\n\xff\xfe\nnonsense\n{"type":"bots"}\n'
    done = subprocess.run(
        [*command, "--games", "age_of_madness-v0"],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "ELDERZOO_JIT": "0"},
        check=True,
        timeout=300,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [m["type"] for m in told] == ["pong", "error", "error", "bots"]
    assert b"ready" in done.stderr


# ------------------------------------------------------------------------------------------------- fuzz


@pytest.fixture(scope="module")
def fuzzed(request) -> Iterator[Running]:
    made = Running(games=("kuhn-v0", *getattr(request, "param", ())))
    yield made
    made.stop()


def over_http(running: Running, message: bytes) -> dict:
    return running.http.fetch("POST", "/v1/messages", message)[1]


def fuzz(running: Running, transport: str, count: int, seed: int) -> None:
    games = [load_game(id) for id in running.service.games.ids]
    given = list(malformed(games, count, seed))
    if transport == "http":
        told = [over_http(running, message) for message in given]
    elif transport == "websocket":
        told = []
        with running.connect() as socket:
            for message in given:
                try:
                    socket.send(message.decode())
                except UnicodeDecodeError:
                    socket.send(message)
                told.append(json.loads(socket.recv(timeout=WAIT)))
    else:
        kept = [m for m in given if m.strip()]
        told = lines(running.service, *kept)
        assert len(told) == len(kept)
        given = kept
    refused = 0
    for message, answer_ in zip(given, told, strict=True):
        AnyAnswer.validate_python(answer_)
        refused += answer_["type"] == "error"
        assert answer_.get("code") != "internal", (message, answer_)
        assert answer_["type"] != "error" or answer_["detail"]
    assert refused > 0.6 * len(given)
    assert running.http.ask("ping")["type"] == "pong"


@pytest.mark.parametrize("transport", ["http", "websocket", "lines"])
def test_malformed_messages(fuzzed: Running, transport: str) -> None:
    fuzz(fuzzed, transport, 300, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("fuzzed", [envs.registry.SHIPPED], indirect=True, ids=["all"])
@pytest.mark.parametrize("transport", ["http", "websocket", "lines"])
def test_ten_thousand_malformed_messages(fuzzed: Running, transport: str) -> None:
    fuzz(fuzzed, transport, 10_000, seed=2)


@pytest.mark.full
def test_the_openapi_document_holds(running: Running, tmp_path: Path) -> None:
    """schemathesis finds no request that the service answers otherwise than its document says."""
    pytest.importorskip("schemathesis")
    command = ["run", f"{running.http.url}/openapi.json", "--max-examples", "20", "--seed", "1"]
    command += [
        "--exclude-checks",
        "positive_data_acceptance,negative_data_rejection",
        "--generation-database",
        "none",
        "--phases",
        "coverage,fuzzing",
    ]
    tool = Path(sys.executable).with_name("schemathesis")
    done = subprocess.run([tool, *command], capture_output=True, text=True, cwd=tmp_path, check=False, timeout=900)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_clock_calls_in_order() -> None:
    from elderzoo.agents.service.core.workers import Clock

    clock, called, done = Clock(), [], threading.Event()
    clock.later(0.02, lambda: called.append("late"))
    clock.later(0.0, lambda: called.append("soon"))
    clock.later(0.04, done.set)
    assert done.wait(WAIT)
    assert called == ["soon", "late"]
    clock.stop()
