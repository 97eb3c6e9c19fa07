"""The strength of levels: measured on a ladder, told by the service for the very levels it was measured of."""

import json
from collections import Counter
from pathlib import Path

import pytest

from elderzoo import envs
from elderzoo.agents.service.core import bots
from elderzoo.agents.service.core.bots import Recipe, decide
from elderzoo.benchmarks import levels
from elderzoo.envs import load_game
from elderzoo.training.match import GameResult, Player
from tests.agents.kuhn_agents import kuhn

from .support import Client

KUHN = "kuhn-v0"
THREE = [
    {"level": 1, "bot": "random"},
    {"level": 2, "bot": "mc:sims=8", "blunder": 0.5},
    {"level": 3, "bot": "mc:sims=64"},
]


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Three levels of Kuhn poker, measured beside random; the folder of results."""
    monkeypatch.setattr(bots, "_level_file", lambda: {"level": [], "games": {KUHN: {"level": THREE}}})
    monkeypatch.setattr(levels, "ANCHORS", ("random",))
    for module in (bots, levels):
        monkeypatch.setattr(module, "MEASURED", tmp_path / "results")
    return tmp_path / "results"


def measured(folder: Path, *given: str) -> int:
    return levels.main([KUHN, "--games", "40", "--workers", "1", "--out", str(folder / "raw"), *given])


def test_levels_are_rated_and_told(
    service, three: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    client = Client(service)
    before = client.ask("bots")
    assert before["calibration"] == {KUHN: {"status": "designed"}}
    assert [row["strength"] for row in before["levels"][KUHN]] == [None] * 3

    assert measured(tmp_path) == 0
    report = json.loads((three / f"{KUHN}.json").read_text("utf-8"))
    assert [row["bot"] for row in report["levels"]] == ["random", "mc:sims=8", "mc:sims=64"]
    assert [row["games"] for row in report["levels"]] == [120, 120, 120], "both others, and the agent beside them"
    assert report["anchors"]["random"]["games"] == 120
    for row in [*report["levels"], *report["anchors"].values()]:
        assert row["interval"][0] < row["rating"] < row["interval"][1]
    rates = {(row["agent"], row["among"]): row["win_rate"] for row in report["meetings"]}
    assert rates["level:n=3", "level:n=1"] + rates["level:n=1", "level:n=3"] == pytest.approx(1)
    assert {"commit", "machine", "command", "identity"} <= report.keys()
    assert "OpenSkill" in capsys.readouterr().out

    told = client.ask("bots")
    how = told["calibration"][KUHN]
    assert (how["status"], how["scale"], how["players"]) == ("measured", "OpenSkill", 2)
    assert how["identity"] == load_game(KUHN).identity
    strengths = [row["strength"] for row in told["levels"][KUHN]]
    assert strengths == [{k: row[k] for k in ("rating", "interval", "games")} for row in report["levels"]]

    def none(*given: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(Player, "__call__", none)
    first = report["levels"]
    assert measured(tmp_path) == 0
    assert json.loads((three / f"{KUHN}.json").read_text("utf-8"))["levels"] == first

    monkeypatch.setitem(THREE[1], "blunder", 0.4)
    assert client.ask("bots")["calibration"] == {KUHN: {"status": "designed"}}, "they are no longer the levels measured"


def test_teams_are_rated_by_what_they_get_themselves() -> None:
    game = kuhn()
    team = levels.Plan(load_game("cultistorm-v0", 2), games=4)
    assert team.meetings() == [(name,) for name in ("random", "greedy", *team.names())]
    keys = [key for key, _ in team.blocks(dict.fromkeys(("random", "greedy", *team.names()), True))]
    assert len(keys) == 4 * 12, "every team plays every deal once"
    assert {key[0] == key[1] for key in keys} == {True}

    some = levels.Plan(load_game("cultistorm-v0", 2), games=40, searching=4)
    keys = [key for key, _ in some.blocks(dict.fromkeys(("random", "greedy", *some.names()), True))]
    played = Counter(key[0] for key in keys)
    assert played == {name: 4 if some.searches([name]) else 40 for name in ("random", "greedy", *some.names())}
    assert [name for name in some.names() if some.searches([name])] == [f"level:n={n}" for n in (7, 8, 9, 10)]

    def result(name: str, deal: int, value: float) -> GameResult:
        return GameResult(deal, [name] * 2, [value] * 2, 9, None, "won", [0, 0], [0, 0])

    paid = {name: k / 12 for k, name in enumerate(("random", "greedy", *team.names()))}
    results = {(name, name): [result(name, d, value + d / 100) for d in range(4)] for name, value in paid.items()}
    report = levels.rated(team, results)
    assert report["scale"] == "return of a team of its own"
    assert [row["rating"] for row in report["levels"]] == [round(k / 12 + 0.015, 3) for k in range(2, 12)]
    assert levels.falls(report) == []
    assert levels.Plan(game).meetings()[-1] == ("random", "greedy")


def test_a_level_that_is_not_above_the_one_below_is_named() -> None:
    row = {"bot": "x", "blunder": 0.0, "interval": [0.0, 9.0]}
    rows = [row | {"level": k, "rating": rating} for k, rating in ((1, 2.0), (2, 5.0), (3, 5.0), (4, 4.0))]
    report = {"game": KUHN, "players": 2, "scale": "OpenSkill", "levels": rows, "anchors": {}}
    assert levels.falls(report) == [3, 4]
    assert "level 4 is not above level 3" in levels.shown(report)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["chess"], "chess"),
        ([KUHN, "--games", "0"], "--games is 0, allowed 1 and more"),
        ([KUHN, "--searching", "0"], "--searching is 0, allowed 1 and more"),
        ([KUHN, "--workers", "-1"], "--workers is -1, allowed 1 and more"),
        ([KUHN, "--seats", "9"], "9"),
    ],
)
def test_wrong_options_are_named(given: list[str], said: str, capsys: pytest.CaptureFixture) -> None:
    assert levels.main(given) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_level_errs_now_and_then_within_a_game() -> None:
    """Whoever plays a game with one seed errs in some of its positions."""
    game, recipe = load_game(KUHN), Recipe("random", blunder=0.5)
    differ = 0
    for seed in range(40):
        state = game.new(seed)
        later = state.clone().step("pass")
        why = [decide(recipe, x.view(x.seat), seed).why == "blunder" for x in (state, later)]
        differ += why[0] != why[1]
        assert decide(recipe, state.view(0), seed) == decide(recipe, state.view(0), seed)
    assert 8 < differ < 32


@pytest.mark.parametrize("id", envs.registry.SHIPPED)
def test_stored_strengths_rise_with_the_level(id: str) -> None:
    if not (bots.MEASURED / f"{id}.json").exists():
        pytest.skip(f"the levels of {id} are not measured: python -m elderzoo.benchmarks.levels {id}")
    report = bots.measured(id)
    assert report is not None, "levels.toml has changed since the measurement"
    assert report["identity"] == load_game(id, report["players"]).identity
    assert levels.falls(report) == []
