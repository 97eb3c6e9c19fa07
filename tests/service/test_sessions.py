"""Clients that are lost and come back, and services that stop and start again."""

import random
from pathlib import Path

import pytest

from elderzoo import envs
from elderzoo.agents.service.core import sessions as sessions_module
from elderzoo.agents.service.core import turns
from elderzoo.agents.service.core.service import Service
from elderzoo.envs import load_game

from .support import Client, Seat, play, settings

KUHN = {"game": "kuhn-v0"}
TWO = {**KUHN, "seats": [{"kind": "human"}, {"kind": "open"}]}


def started(folder: Path | None, **given) -> Service:
    service = Service(settings(state=folder, **given))
    service.warm()
    return service


def test_a_lost_client_resumes_and_misses_nothing(service) -> None:
    lost = Client(service, streams=True)
    created = lost.ask("create", **TWO, seed=7)
    other = Client(service)
    joined = Seat(other.ask("join", session=created["session"], invite=created["invite"], seat=1))
    lost.ask("act", session=created["session"], token=created["token"], action="pass")
    seat = Seat(created)
    seat.take(lost.until("step"))
    service.drop(lost)
    told = other.ask("poll", **joined.enter, after=0)
    assert [s["connected"] for s in told["table"]["seats"]] == [False, False]

    other.ask("act", **joined.enter, action="bet")
    assert lost.inbox.qsize() == 0

    back = Client(service, streams=True)
    resumed = back.ask("resume", **seat.enter, after=seat.seq)
    assert [m["seq"] for m in resumed["messages"]] == [2]
    for message in resumed["messages"]:
        seat.take(message)
    assert seat.view == back.ask("position", **seat.enter)["view"]
    service.submit({"type": "act", **seat.enter, "action": "pass"}, back)
    seat.take(back.until("step"))
    assert seat.over
    whole = back.ask("resume", **seat.enter, after=0)
    assert [m["seq"] for m in whole["messages"]] == [1, 2, 3]
    assert back.ask("resume", **seat.enter, after=9)["code"] == "stale"


def test_what_was_missed_long_ago_is_played_again(service, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(service)
    created = client.ask("create", **KUHN, seed=11)
    seat = Seat(created)
    play(client, seat, random.Random(3))
    recent = client.ask("poll", **seat.enter, after=0)["messages"]
    session = service.sessions.find(created["session"])
    while len(session._recent) > 1:
        session._recent.popleft()
    assert client.ask("poll", **seat.enter, after=0)["messages"] == recent
    assert client.ask("poll", **seat.enter, after=1)["messages"] == recent[1:]
    monkeypatch.setattr(sessions_module, "REPLAYED", 1)
    assert [m["type"] for m in client.ask("poll", **seat.enter, after=0)["messages"]] == ["position"]


def test_a_service_that_starts_again_keeps_sessions(tmp_path: Path) -> None:
    first = started(tmp_path)
    client = Client(first)
    created = client.ask("create", **TWO, seed=9)
    joined = client.ask("join", session=created["session"], invite=created["invite"], seat=1)
    seat = Seat(created)
    acted = client.ask("act", id="a1", **seat.enter, action="pass")
    seat.take(acted["messages"][0])
    first.stop()
    assert first.left() == f"1 session running, kept in {tmp_path}"

    second = started(tmp_path)
    assert second.kept() == f"1 session kept (1 running) from {tmp_path}"
    client = Client(second)
    assert client.ask("welcome")["sessions"]["restored"] == 1
    resumed = client.ask("resume", **seat.enter, after=0)
    assert resumed["messages"] == acted["messages"]
    assert client.ask("act", id="a1", **seat.enter, action="pass")["messages"] == acted["messages"]
    other = Seat(client.ask("resume", session=created["session"], token=joined["token"]))
    assert other.decides
    client.ask("act", **other.enter, action="pass")
    assert client.ask("position", **seat.enter)["over"]
    second.stop()


def test_bots_go_on_after_a_restart_as_they_would_have(tmp_path: Path) -> None:
    """A session cut in the middle ends as one that was not."""
    ends = []
    for cut in (False, True):
        folder = tmp_path / str(cut)
        service = started(folder)
        client = Client(service)
        created = client.ask("create", **KUHN, seed=21, seats=[{"kind": "human"}, {"bot": "mc:sims=8"}])
        seat = Seat(created)
        answer = client.ask("act", **seat.enter, action="pass", wait_ms=0 if cut else 20_000)
        if cut:
            service.stop()
            service = started(folder)
            client = Client(service)
            seat = Seat(client.ask("resume", **seat.enter))
        else:
            for message in answer["messages"]:
                seat.take(message)
        play(client, seat, random.Random(0))
        ends.append(client.ask("record", **seat.enter)["actions"])
        service.stop()
    assert ends[0] == ends[1]


def test_what_is_not_kept_is_said(tmp_path: Path) -> None:
    service = started(tmp_path)
    client = Client(service)
    created = [client.ask("create", **TWO) for _ in range(3)]
    service.stop()
    files = [tmp_path / f"{x['session']}.jsonl" for x in created]
    files[0].write_text(files[0].read_text(encoding="utf-8").replace('"rules":"', '"rules":"x'), encoding="utf-8")
    files[1].write_text('{"version":1,"ga', encoding="utf-8")
    with files[2].open("a", encoding="utf-8") as file:
        file.write('{"action":"be')  # cut short by a crash
    service = started(tmp_path)
    assert service.kept().startswith("1 session kept (1 running)")
    assert {x["session"] for x in service.sessions.lost} == {x["session"] for x in created[:2]}
    client = Client(service)
    enter = {"session": created[0]["session"], "token": created[0]["token"]}
    assert "rules" in client.ask("resume", **enter)["detail"]
    service.stop()


def test_without_a_folder_nothing_is_kept(service) -> None:
    assert "not kept" in service.kept()
    assert Client(service).ask("welcome")["sessions"]["kept"] is False


def test_tokens_are_not_on_disk(tmp_path: Path) -> None:
    service = started(tmp_path)
    created = Client(service).ask("create", **TWO)
    service.stop()
    text = (tmp_path / f"{created['session']}.jsonl").read_text(encoding="utf-8")
    assert created["token"] not in text
    assert (tmp_path / f"{created['session']}.jsonl").stat().st_mode & 0o077 == 0


def test_a_stopping_service_says_so(tmp_path: Path) -> None:
    service = started(tmp_path)
    client = Client(service, streams=True)
    created = client.ask("create", **TWO)
    service.stop()
    told = client.until("stopping")
    assert (told["session"], told["kept"]) == (created["session"], True)


def test_who_waits_is_answered_when_there_is_news(service) -> None:
    one, two = Client(service), Client(service)
    created = one.ask("create", **TWO)
    seat = Seat(created)
    other = Seat(two.ask("join", session=created["session"], invite=created["invite"], seat=1))
    service.submit({"type": "poll", **other.enter, "after": 0, "wait_ms": 60_000}, two)
    while not service.sessions.find(created["session"]).waiters:
        pass
    assert two.inbox.qsize() == 0
    one.ask("act", **seat.enter, action="bet")
    assert [m["seq"] for m in two.next()["messages"]] == [1]
    assert two.ask("poll", **other.enter, after=1, wait_ms=20)["messages"] == []


def test_expired_sessions_are_forgotten(tmp_path: Path) -> None:
    service = started(tmp_path, lifetime=3600.0)
    client = Client(service)
    old, new = (client.ask("create", **TWO) for _ in "ab")
    service.sessions.find(old["session"]).touched -= 4000
    service.sessions.expire()
    enter = {"session": old["session"], "token": old["token"]}
    assert client.ask("position", **enter)["code"] == "unknown_session"
    assert [p.stem for p in tmp_path.glob("*.jsonl")] == [new["session"]]
    service.stop()


def test_sessions_are_limited(tmp_path: Path) -> None:
    service = started(None, sessions=3, sessions_of_one=2)
    mine, other = Client(service), Client(service, key="other")
    for _ in range(2):
        assert mine.ask("create", **TWO)["type"] == "created"
    answer = mine.ask("create", **TWO)
    assert (answer["code"], answer["retry_after"]) == ("busy", 60)
    assert other.ask("create", **TWO)["type"] == "created"
    assert other.ask("create", **TWO)["code"] == "busy"
    service.stop()


def test_a_bot_that_fails_does_not_stop_the_game(service, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given, **named):
        raise RuntimeError("broken")

    monkeypatch.setattr(turns, "decide", broken)
    client = Client(service)
    seat = Seat(client.ask("create", **KUHN, sit=None, seats=[{"bot": "random"}, {"bot": "random"}], seed=1))
    play(client, seat, random.Random(0))
    record = client.ask("record", **seat.enter)["actions"]
    state = load_game("kuhn-v0").new(1)
    for action in record:
        assert action == state.legal_names()[0]
        state.step(action)


def test_games_of_the_service_are_those_of_the_library() -> None:
    service = Service(settings(games=()))
    assert service.games.ids == envs.games()
    service.stop()
