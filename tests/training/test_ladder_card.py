"""What a ladder writes into the card of a trained agent."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from elderzoo import agents, envs
from elderzoo.agents import cards, neural
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.training import checkpoint
from elderzoo.training.cli import main
from elderzoo.training.executor import executor
from elderzoo.training.ladder import card, games, ratings, report
from elderzoo.training.ladder.games import Entrant
from tests.agents.test_export import network
from tests.training.crew import SPEC as CREW


@pytest.fixture
def kuhn() -> Game:
    for spec in (KUHN, CREW):
        envs.register(spec)
    return Game(KUHN)


def fill(folder: Path, game: Game) -> None:
    agent = network(game)
    about = neural.card(agent.net.shape, [(game, (agent.own, None))]) | {"steps": 5, "results": {"x": 0.1}}
    neural.write_model(folder / neural.MODEL, agent.net, about)


@pytest.fixture
def trained(kuhn: Game, tmp_path: Path) -> str:
    fill(tmp_path, kuhn)
    return f"neural:{tmp_path}"


def ladder(game: Game, names: list[str], folder: Path, pool: int | None = None) -> dict[str, Any]:
    entrants = [Entrant(name) for name in names]
    return report.build(game, entrants, games.play(game, names, 8, folder, workers=1), 0, executor("inline"), pool)


def test_the_row_says_against_whom_and_how_well(
    kuhn: Game, trained: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings.ratings, "__defaults__", (5,))
    found = ladder(kuhn, ["random", trained, "mc:sims=2"], tmp_path / "ladder", pool=3)
    before = cards.card(trained)
    assert card.write(found, trained) == tmp_path / "model.json"
    after = cards.card(trained)
    (row,) = after["strength"]["ladder"]
    (mine,) = [r for r in found["ratings"] if r["name"] == trained]
    assert row["rating"] == {key: mine[key] for key in ("mu", "sigma", "interval")}
    assert (row["game"], row["seats"], row["pool"], row["games"]) == ("kuhn-v0", 2, 3, 16)
    assert row["opponents"] == ["random", "mc:sims=2"]
    assert {key: value for key, value in after.items() if key != "strength"} == before
    assert agents.load(trained, kuhn).name == trained  # the key changes nothing of what the file is
    card.write(found, trained)
    assert cards.card(trained) == after
    card.write(found | {"pool": 4}, trained)
    assert [r["pool"] for r in cards.card(trained)["strength"]["ladder"]] == [3, 4]


def test_what_else_is_known_of_the_strength_stays(trained: str) -> None:
    model = neural.locate(trained.removeprefix("neural:"))
    neural.write_card(model, neural.read_card(model) | {"strength": {"said": "by hand"}})
    card.write(REPORT | {"agents": [{"agent": trained, "games": 4}]}, trained)
    assert cards.card(trained)["strength"]["said"] == "by hand"


REPORT: dict[str, Any] = {"game": "g", "seats": 2, "pool": None, "seed": 0, "deals": 2, "commit": ""}


def test_rows_of_sides_and_of_teams() -> None:
    own = {"agents": [{"agent": "a", "games": 4}, {"agent": "ab", "games": 4}]}
    figures = {"mu": 1.0, "sigma": 2.0, "interval": [0, 2]}
    sides = [{"name": name, **figures} for name in ("a as one", "a as many", "ab as one")]
    assert card.row(REPORT | own | {"ratings": sides}, "a")["rating"] == {"one": figures, "many": figures}
    teams = [{"agent": "ab", "self_play": {"wins": 1}}, {"agent": "a", "self_play": {"wins": 2}, "gap": 0.5}]
    row = card.row(REPORT | own | {"teams": teams}, "a")
    assert row["self_play"] == {"wins": 2}
    assert "rating" not in row
    with pytest.raises(ConfigError, match="the ladder has no agent 'b', it has a, ab"):
        card.row(REPORT | own, "b")


def test_a_card_is_whole_or_as_it_was(trained: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cards.card(trained)

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        card.write(REPORT | {"agents": [{"agent": trained, "games": 4}]}, trained)
    assert cards.card(trained) == before


def test_a_checkpoint_stays_whole(kuhn: Game, tmp_path: Path) -> None:
    """What is measured later is no damage; any other change of the card is."""
    state = {"step": 5, "seconds": 1.0, "identity": kuhn.identity, "history": []}
    path = checkpoint.write(tmp_path, state, lambda folder: fill(folder, kuhn))
    agent = f"neural:{tmp_path}"
    card.write(REPORT | {"agents": [{"agent": agent, "games": 4}]}, agent)
    assert "strength" in cards.card(agent)
    assert checkpoint.read(path).step == 5
    about = json.loads((path / "model.json").read_text("utf-8"))
    (path / "model.json").write_text(neural.card_text(about | {"steps": 6}), "utf-8")
    with pytest.raises(ValueError, match=r"model\.json is damaged"):
        checkpoint.read(path)


def test_the_command(
    trained: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ratings.ratings, "__defaults__", (5,))
    out = ["--out", str(tmp_path / "ladder")]
    assert main(["ladder", "card", trained, "kuhn-v0", *out]) == 2
    assert f"elderzoo ladder add {trained} first" in capsys.readouterr().err
    words = ["ladder", "kuhn-v0", "--agents", f"random,{trained}", "--games", "4", "--workers", "1", *out]
    assert main(words) == 0
    assert main(["ladder", "card", trained, "kuhn-v0", *out]) == 0
    assert capsys.readouterr().out.endswith(f"written: {tmp_path / 'model.json'}\n")
    (row,) = cards.card(trained)["strength"]["ladder"]
    assert (row["games"], row["opponents"]) == (4, ["random"])
    for agent, game, message in (
        ("random", "kuhn-v0", "agent 'random' has no model card, expected neural:PATH"),
        ("neural:elsewhere", "kuhn-v0", "the ladder has no agent 'neural:elsewhere', it has random, neural:"),
        (trained, "crew-v0", "the report is of kuhn-v0 with 2 seats"),
    ):
        assert main(["ladder", "card", agent, game, *out]) == 2
        assert message in capsys.readouterr().err
    (tmp_path / "ladder" / "report.json").write_text("{}", "utf-8")
    assert main(["ladder", "card", trained, "kuhn-v0", *out]) == 2
    assert "the report cannot be read" in capsys.readouterr().err
