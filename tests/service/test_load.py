"""The load of the service: clients that check what they are told, find what is wrong, and lose nothing when cut off."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from elderzoo.agents.service.core.sessions import Session
from elderzoo.benchmarks import load

from .support import WAIT, run
from .test_transports import Running

GAMES = [{"id": "kuhn-v0", "players": 2, "rules": True}]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    made = Running()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kuhn poker has no rules of thumb."""
    monkeypatch.setattr(load, "BOTS", ("random",))


def played(running: Running, drop: float, games: int = 4) -> load.Tally:
    """What six clients see in so many games each, or until the first fault."""
    tally = load.Tally()

    async def play(player: load.Player) -> None:
        player.until = float("inf")
        player.socket = await player.connected()
        for _ in range(games):
            await player.game()
        await player.socket.close()

    async def until_a_fault() -> None:
        url = running.http.url.replace("http", "ws", 1) + "/v1/ws"
        players = [load.Player(url, GAMES, k, 1, tally, drop) for k in range(6)]
        running_ = {asyncio.create_task(play(player)) for player in players}
        while running_ and not tally.faults:
            done, running_ = await asyncio.wait(running_, timeout=0.05)
            for task in done:
                task.result()
        for player in players:
            player.until = 0.0
        for task in running_:
            task.cancel()

    run(asyncio.wait_for(until_a_fault(), WAIT))
    return tally


def test_clients_that_are_cut_off_miss_nothing(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "COMPARED", 0.5)
    tally = played(running, drop=0.5)
    assert tally.faults == []
    assert tally.games["kuhn-v0"] == tally.begun == 24
    assert tally.resumed > tally.in_flight > 0
    assert tally.caught_up > 0
    assert tally.views > tally.legal > 0
    told = load.report(tally, 1.5, None, 0.3)
    assert told["act_to_answer"]["count"] == len(tally.acts)
    assert told["cores_used"] == {"client": 0.2}
    assert list(told["act_to_answer"]) == ["count", "p50_ms", "p95_ms", "p99_ms", "max_ms"]


def test_the_load_ends_with_its_time(running: Running, monkeypatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setattr(load, "EVERY", 0.2)
    tally, took = run(load.load(running.http.url, GAMES, 3, 0.5, 0.0, seed=1))
    assert tally.faults == []
    assert tally.begun >= 3
    assert took >= 0.5
    told = capsys.readouterr().err
    assert "of 0 s:" in told.splitlines()[0], told


def lost(step: dict) -> dict:
    return step | {"seq": step["seq"] + 1}


def wrong(step: dict) -> dict:
    return step | {"changes": [c | {"to": c["to"] + 1} for c in step["changes"]]}


def astray(step: dict) -> dict:
    return wrong(step) if step["over"] else step


def other(step: dict) -> dict:
    return step | ({"action": {"name": "raise"}} if step["action"] else {})


def short(step: dict) -> dict:
    return step | {"legal": step["legal"][:1]}


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (lost, "step 2 after 0"),
        (wrong, "the step says"),
        (astray, "the steps lead elsewhere"),
        (other, "tells raise"),
        (short, "not those of the rules"),
    ],
)
def test_what_is_wrong_is_found(
    running: Running, monkeypatch: pytest.MonkeyPatch, lie: Callable[[dict], dict], said: str
) -> None:
    step = Session._step
    monkeypatch.setattr(Session, "_step", lambda *given: lie(step(*given)))
    monkeypatch.setattr(load, "COMPARED", 1.0)
    tally = played(running, drop=0)
    assert any(said in fault for fault in tally.faults), tally.faults[:5]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--sessions", "0"], "--sessions is 0, allowed 1 and more"),
        (["--seconds", "0"], "--seconds is 0.0, allowed more than 0"),
        (["--drop", "2"], "--drop is 2.0, allowed 0 to 1"),
        (["--games", "chess"], "chess"),
        (["--url", "nowhere"], "url is 'nowhere'"),
    ],
)
def test_wrong_options_are_named(given: list[str], said: str, capsys: pytest.CaptureFixture) -> None:
    assert load.main(given) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.full
def test_a_service_of_its_own_under_load(tmp_path: Path) -> None:
    """All games, some clients cut off: nothing is lost, and the figures are written."""
    file = tmp_path / "load.json"
    command = [
        sys.executable,
        "-m",
        "elderzoo.benchmarks.load",
        "--sessions",
        "20",
        "--seconds",
        "15",
        "--drop",
        "0.05",
    ]
    done = subprocess.run([*command, "--json", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(file.read_text("utf-8"))
    assert len(told["games"]) == 5
    assert told["games_begun"] >= 20
    assert told["resumed"] > 0
    assert told["steps_per_second"] > 0
    assert told["legal_lists_compared"] > 0
    assert {"machine", "commit", "command"} <= told.keys()
