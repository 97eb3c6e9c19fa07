"""``elderzoo bot check``: a sound server has no faults, a server with a fault is caught."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from elderzoo.agents.service import check as checking
from elderzoo.agents.service.core.service import Service
from elderzoo.training.cli import bot as command

from .support import Client

Lie = Callable[[dict[str, Any], dict[str, Any]], None]


class Straight:
    """The client of a check, without a network; ``lie`` may spoil an answer."""

    def __init__(self, service: Service, lie: Lie):
        self.client, self.lie = Client(service), lie

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        answer = copy.deepcopy(self.client.ask(type, **fields))
        self.lie({"type": type, **fields}, answer)
        return answer


@pytest.fixture
def checked(service: Service, monkeypatch: pytest.MonkeyPatch) -> Callable[..., checking.Report]:
    def run(lie: Lie = lambda request, answer: None, count: int = 12) -> checking.Report:
        monkeypatch.setattr(checking, "HttpClient", lambda url: Straight(service, lie))
        return checking.check("http://somewhere", count=count)

    return run


def test_a_sound_server_has_no_faults(checked) -> None:
    report = checked()
    assert report.faults == []
    assert len(report.games) == 12
    assert "no faults" in checking.printed(report)
    assert report.to_json()["latencies"]["act"]["count"] > 0


def _wrong_value(request, answer):
    for step in answer.get("messages", []):
        for change in step.get("changes", [])[:1]:
            change["to"] += 1


def _lost_step(request, answer):
    if request["type"] == "act" and answer.get("messages"):
        del answer["messages"][0]


def _told_too_much(request, answer):
    for message in answer.get("messages", []):
        if message["type"] == "step" and message["by"] != message["seat"]:
            message["action"] = {"id": 0, "name": "bet", "key": "action.bet", "args": {}, "text": "bet"}


def _another_legal_list(request, answer):
    for message in [*answer.get("messages", []), *([answer] if answer["type"] == "position" else [])]:
        message["legal"] = message["legal"][:1]


def _no_re(request, answer):
    answer.pop("re", None)


def _missing_field(request, answer):
    answer.pop("seq", None)


def _refuses_nothing(request, answer):
    if answer["type"] == "error" and answer["code"] == "game_over":
        answer["code"] = "illegal_action"


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (_wrong_value, "the steps lead to other values"),
        (_lost_step, "tells another action or seat"),
        (_told_too_much, "tells the action of another seat"),
        (_another_legal_list, "legal actions differ"),
        (_no_re, "re is None"),
        (_missing_field, "seq: Field required"),
        (_refuses_nothing, "was refused with 'illegal_action', expected 'game_over'"),
    ],
)
def test_a_fault_is_found(checked, lie: Lie, said: str) -> None:
    report = checked(lie)
    assert any(said in fault for fault in report.faults), report.faults


def test_the_command_says_what_it_found(checked, monkeypatch, capsys, tmp_path) -> None:
    report = checked(count=1)
    monkeypatch.setattr(command, "check", lambda *given: report)
    assert command.main(["check", "http://somewhere", "--json", str(tmp_path / "r.json")]) == 0
    assert "no faults" in capsys.readouterr().out
    assert (tmp_path / "r.json").stat().st_size > 100
    report.fault("here", "broken")
    assert command.main(["check", "http://somewhere"]) == 1
