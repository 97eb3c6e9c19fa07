"""The benchmark suite: its list of tasks, single results, and the table, on tasks of seconds."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from elderzoo import agents, envs
from elderzoo.agents import registry
from elderzoo.benchmarks.files import write_json
from elderzoo.benchmarks.suite import run as suite_run
from elderzoo.benchmarks.suite import table, tasks
from elderzoo.benchmarks.suite.__main__ import command, main, wanted
from elderzoo.benchmarks.suite.run import Entry, differences, through_json
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.errors import ConfigError, EngineError
from elderzoo.envs.core.game import Game
from elderzoo.envs.registry import SHIPPED
from elderzoo.training import checkpoint, inputs
from elderzoo.training import config as settings
from elderzoo.training.cli import main as elderzoo
from elderzoo.training.ladder.statistics import interquartile_mean, stratified
from elderzoo.training.match import Player
from elderzoo.training.ppo import load_games
from tests.training.crew import SPEC as CREW
from tests.training.test_ladder import Always

SMALL = {
    "env.num_envs": 8,
    "ppo.n_steps": 8,
    "ppo.batch_size": 64,
    "ppo.n_epochs": 1,
    "ppo.net_arch": [8],
}
KUHN_TASK = {"game": "kuhn-v0", "seats": 2, "steps": 128, "deals": 20, "seed": 3, "tier": 1, "slow_deals": 4}
CREW_TASK = {"game": "crew-v0", "seats": 3, "steps": 128, "deals": 30, "seed": 4, "tier": 2}
TINY: dict[str, Any] = {
    "suite_version": 1,
    "tiers": {1: {"seeds": [0, 1], "text": "two seeds"}, 2: {"seeds": [0], "text": "one run each, no benchmark"}},
    "methods": {
        "random": {"text": "random", "agent": "random"},
        "greedy": {"text": "scripted", "agent": "greedy"},
        "planner": {"text": "slow", "agent": "mc:sims=2", "slow": True},
        "sb3": {"text": "baseline", "settings": SMALL | {"self_play.weights": {"random": 1, "past": 1}}},
        "own": {"text": "learner", "config": "ppo/self_play", "settings": SMALL},
    },
    "tasks": {
        "kuhn": KUHN_TASK | {"methods": ["random", "greedy", "planner", "sb3", "own"]},
        "crew": CREW_TASK | {"rules": {"martyr": True}, "methods": ["random", "greedy", "own"]},
    },
}


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two small games, in which greedy takes one action; a look at few games, and short measurements."""
    monkeypatch.setattr(inputs, "GAMES", 16)
    monkeypatch.setattr(inputs, "STEPS", 16)
    monkeypatch.setattr(suite_run, "CURVE_DEALS", 4)
    for spec in (KUHN, CREW):
        envs.register(spec)
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))
    del registry._BUILDERS["greedy"]
    verbs = {"kuhn-v0": "bet", "crew-v0": "self"}
    agents.register("greedy", lambda game, seed=0: Always(game, verbs[game.spec.id]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The tiny list of tasks, in a file."""
    path = tmp_path / "tiny.yaml"
    path.write_text(yaml.safe_dump(TINY, sort_keys=False), "utf-8")
    return path


@pytest.fixture
def suite(file: Path) -> tasks.Suite:
    return tasks.load(file)


@pytest.fixture
def suite_command(file: Path, tmp_path: Path) -> Callable[..., int]:
    """The command on the tiny list, in folders of the test."""

    def call(*words: str) -> int:
        folders = ["--tasks", str(file), "--results", str(tmp_path / "results")]
        more = ["--runs", str(tmp_path / "runs"), "--workers", "1"] if words[0] == "run" else []
        return command([*words, *folders, *more])

    return call


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is trained and which blocks of games are played."""
    seen: list[str] = []
    train, play = suite_run.train, Player.__call__

    def note_train(entry):
        seen.append(f"train {entry.name}")
        return train(entry)

    def note_play(self, block):
        seen.append("play")
        return play(self, block)

    monkeypatch.setattr(suite_run, "train", note_train)
    monkeypatch.setattr(Player, "__call__", note_play)
    return seen


def result(folder: Path, task: str, name: str) -> dict[str, Any]:
    return suite_run.read(folder / "results" / task / f"{name}.json")


# ---------------------------------------------------------------------------------------- the list of tasks


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("suite_version",), 0, "tiny.yaml.suite_version is 0, allowed 1 and more"),
        (("tasks", "kuhn", "steps"), "many", "tasks.kuhn.steps is 'many', expected int"),
        (("tasks", "kuhn", "steps"), True, "tasks.kuhn.steps is True, expected int"),
        (("tasks", "kuhn", "deals"), 0, "tasks.kuhn.deals is 0, allowed 1 and more"),
        (("tasks", "kuhn", "budget"), 5, "tasks.kuhn: unknown field 'budget', known: game, seats"),
        (("tasks", "kuhn", "tier"), 3, "tasks.kuhn.tier is 3, known: 1, 2"),
        (("tasks", "kuhn", "methods"), ["random", "greedy", "magic"], "tasks.kuhn.methods names 'magic', which"),
        (("tasks", "kuhn", "methods"), ["greedy", "own"], "tasks.kuhn.methods is without 'random', which scores"),
        (("tasks", "kuhn"), [1], r"tasks.kuhn is \[1\], expected fields by name"),
        (("tasks", "../kuhn"), KUHN_TASK | {"methods": []}, r"the name '../kuhn' is not made of"),
        (("methods", "own", "steps"), "2", "methods.own.steps is '2', expected int . null"),
        (("methods", "planner", "slow"), 1, "methods.planner.slow is 1, expected bool"),
        (("methods", "random", "config"), "demo", "methods.random.agent is not trained, so it has no settings"),
        (("methods", "random", "slow"), True, "methods.random: scores are measured by it, so it is not slow"),
        (("methods", "own", "steps"), 5, "methods.own: game and steps need each other"),
        (("tiers", 1, "seeds"), [0, "one"], r"tiers.1.seeds is \[0, 'one'\], expected whole numbers"),
    ],
)
def test_a_broken_list_names_its_field(file: Path, place: tuple, value: object, message: str) -> None:
    data = json.loads(json.dumps(TINY))
    data["tiers"] = {int(k): v for k, v in data["tiers"].items()}
    inside = data
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    file.write_text(yaml.safe_dump(data), "utf-8")
    with pytest.raises(ConfigError, match=message):
        tasks.load(file)


def test_a_field_that_is_missing_is_named(file: Path) -> None:
    data = json.loads(json.dumps(TINY))
    del data["tasks"]["kuhn"]["seed"]
    file.write_text(yaml.safe_dump(data), "utf-8")
    with pytest.raises(ConfigError, match=r"tasks.kuhn.seed is missing"):
        tasks.load(file)
    file.write_text("tasks: [", "utf-8")
    with pytest.raises(ConfigError, match=r"tiny.yaml cannot be read"):
        tasks.load(file)


def test_the_shipped_list_names_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, seats, rules, agents, settings; every game is in tier 2; one network is trained on the very games of
    its tasks."""
    monkeypatch.setitem(registry._BUILDERS, "greedy", ".scripted:greedy_agent")
    suite = tasks.load()
    games = {name: task.load() for name, task in suite.tasks.items()}
    assert {task.game for task in suite.tasks.values() if task.tier == 2} == set(SHIPPED)
    shared = []
    for name, task in suite.tasks.items():
        for entry in (wanted(suite, name, method, 0)[0] for method in task.methods):
            if entry.method.agent is not None:
                agents.load(entry.method.agent, games[name])
            elif entry.method.game is not None:
                shared.append((name, entry))
            else:
                config = entry.config
                assert (config.game, config.seats, config.rules) == (task.game, task.seats, games[name].options)
                assert (config.algo == "sb3") == (entry.method_name == "maskable_ppo")
    together = {game.spec.id: game.identity for game in load_games(shared[0][1].config)[0]}
    assert [games[name].identity for name, _ in shared] == [together[suite.tasks[name].game] for name, _ in shared]


def test_runs_of_one_method_in_different_tasks_are_one_training_where_they_train_alike(suite: tasks.Suite) -> None:
    shipped = tasks.load()
    homes = {wanted(shipped, name, "one_network", 0)[0].home for name in ("age_of_madness-4", "cultistorm-3")}
    assert len(homes) == 1
    assert len({entry.home for entry in wanted(suite, "kuhn", None, None) if entry.method.trained}) == 4


def test_the_tables_of_the_page_are_current() -> None:
    text = tasks.PAGE.read_text("utf-8")
    assert tasks.renewed(text, tasks.load()) == text, "run python -m elderzoo.benchmarks.suite.tasks"
    assert "`search:sims=256`" in text


# ---------------------------------------------------------------------------------------- single results


def test_a_task_is_run_once_and_seeds_can_be_added(
    suite_command: Callable[..., int], tmp_path: Path, done: list[str]
) -> None:
    assert suite_command("run", "kuhn") == 0
    assert [what for what in done if what != "play"] == [f"train {m}-seed{s}" for m in ("sb3", "own") for s in (0, 1)]
    names = {path.stem for path in (tmp_path / "results" / "kuhn").iterdir()}
    assert names == {"random", "greedy", "planner", *(f"{m}-seed{s}" for m in ("sb3", "own") for s in (0, 1))}
    done.clear()
    assert suite_command("run", "kuhn") == 0
    assert done == []
    assert suite_command("run", "kuhn", "--method", "own", "--seed", "7") == 0
    assert done[0] == "train own-seed7"
    assert result(tmp_path, "kuhn", "own-seed7")["seed"] == 7


def test_a_result_holds_what_its_readers_need_and_no_folder(suite_command: Callable[..., int], tmp_path: Path) -> None:
    for method in ("greedy", "planner", "own"):
        assert suite_command("run", "kuhn", "--method", method, "--seed", "1") == 0
    own = result(tmp_path, "kuhn", "own-seed1")
    assert (own["task"], own["method"], own["seed"]) == ("kuhn", "own", 1)
    assert own["command"] == "elderzoo suite run kuhn --method own --seed 1"
    assert {"machine", "versions", "commit"} <= own.keys()
    assert own["made_with"]["identity"] == dict(Game(KUHN).identity)
    assert own["made_with"]["training"]["settings"]["ppo"]["net_arch"] == [8]
    assert np.shape(own["returns"]) == (20, 2)
    assert own["wins"] == sum(x > 0 for deal in own["returns"] for x in deal)
    assert own["mean_return"] == pytest.approx(np.mean(own["returns"]))
    assert own["curve"][0]["step"] == 0
    assert own["curve"][-1]["step"] == own["training"]["steps"] >= 128
    assert own["training"]["steps_per_second"] > 0
    assert np.shape(result(tmp_path, "kuhn", "planner")["returns"]) == (4, 2)  # its share of the deals
    greedy = result(tmp_path, "kuhn", "greedy")
    assert greedy["mean_return"] == 0  # among its copies, in every seat
    assert greedy["games"] == 40
    for path in (tmp_path / "results").rglob("*.json"):
        assert str(tmp_path) not in path.read_text("utf-8")
    for name in ("own-seed1", "planner"):
        raw = tmp_path / "runs" / result(tmp_path, "kuhn", name)["raw_games"]
        rows = [json.loads(line) for line in raw.read_text("utf-8").splitlines()]
        method = name.removesuffix("-seed1")
        assert len(rows) == result(tmp_path, "kuhn", name)["games"]
        assert [row["agents"] for row in rows[:2]] == [[method, "greedy"], ["greedy", method]]
        assert str(tmp_path) not in raw.read_text("utf-8")


def test_returns_are_those_of_the_measured_seat(
    suite_command: Callable[..., int], tmp_path: Path, suite: tasks.Suite
) -> None:
    """Against an agent that always bets, whoever always bets gets the higher card's chips, in whichever seat."""
    suite_command("run", "kuhn", "--method", "greedy")
    rows = np.array(result(tmp_path, "kuhn", "greedy")["returns"])
    assert (rows.sum(1) == 0).all()
    assert (np.abs(rows) > 0).all()
    suite_command("run", "kuhn", "--method", "random")
    raw = tmp_path / "runs" / result(tmp_path, "kuhn", "random")["raw_games"]
    games = [json.loads(line) for line in raw.read_text("utf-8").splitlines()]
    mine = [game["returns"][game["agents"].index("random")] for game in games]
    assert np.array(result(tmp_path, "kuhn", "random")["returns"]).ravel().tolist() == mine


def test_an_agent_that_fails_is_no_result(
    suite_command: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Always, "act_batch", lambda *_: 1 // 0)
    with pytest.raises(EngineError, match="kuhn, greedy: an agent failed in 80 seats: ZeroDivisionError"):
        suite_command("run", "kuhn", "--method", "greedy")
    assert not list((tmp_path / "results").rglob("*greedy*"))


def test_a_team_is_measured_by_itself(suite_command: Callable[..., int], tmp_path: Path) -> None:
    assert suite_command("run", "crew") == 0
    own = result(tmp_path, "crew", "own-seed0")
    assert np.shape(own["returns"]) == (30, 1)
    raw = tmp_path / "runs" / own["raw_games"]
    assert {tuple(json.loads(line)["agents"]) for line in raw.read_text("utf-8").splitlines()} == {("own",) * 3}
    assert json.loads(raw.read_text("utf-8").splitlines()[0])["rules"] == {"martyr": True}


def test_one_network_is_trained_once_for_several_games(file: Path, tmp_path: Path) -> None:
    data = json.loads(json.dumps(TINY)) | {"tiers": TINY["tiers"]}
    both = {"algo": "ppo", "also": ["crew-v0"], "network.kind": "entity", "self_play.weights": {"self": 1}}
    data["methods"]["both"] = {"text": "both", "settings": SMALL | both, "game": "kuhn-v0", "steps": 256}
    data["tasks"]["kuhn"]["methods"].append("both")
    data["tasks"]["crew"] = CREW_TASK | {"methods": ["random", "greedy", "both"]}
    file.write_text(yaml.safe_dump(data), "utf-8")
    suite = tasks.load(file)
    entries = [Entry(suite, task, "both", 0, tmp_path / "results", tmp_path / "runs") for task in ("kuhn", "crew")]
    kuhn, crew = (suite_run.run(entry, 1) for entry in entries)
    assert kuhn is not None
    assert crew is not None
    assert len(list((tmp_path / "runs" / "training").glob("*/*"))) == 1
    assert crew["training"] == kuhn["training"]
    assert crew["training"]["steps"] >= 256
    assert [np.shape(found["returns"]) for found in (kuhn, crew)] == [(20, 2), (30, 1)]
    assert kuhn["curve"][-1]["step"] == kuhn["training"]["steps"]
    assert crew["curve"] == []  # the measurements were of the other game


@pytest.mark.parametrize("method", ["sb3", "own"])
def test_training_that_was_stopped_goes_on(
    suite: tasks.Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    entry = Entry(suite, "kuhn", method, 0, tmp_path / "results", tmp_path / "runs")
    with monkeypatch.context() as patch:
        patch.setattr("elderzoo.training.run.Run.stop", lambda self, interrupted: self.step >= 64)
        patch.setattr("elderzoo.training.ppo.PpoRun.stop", lambda self, interrupted: self.step >= 64)
        assert suite_run.run(entry, 1) is None
    assert not entry.path.exists()
    (folder,) = entry.home.iterdir()
    assert 64 <= checkpoint.number(checkpoint.steps(folder)[0]) < 128
    found = suite_run.run(entry, 1)
    assert found is not None
    assert found["training"]["steps"] >= 128
    assert list(entry.home.iterdir()) == [folder]
    assert [point["step"] for point in found["curve"]] == sorted({p["step"] for p in found["curve"]})


def test_games_that_were_stopped_go_on_with_the_trained_agent(
    suite: tasks.Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Entry(suite, "kuhn", "own", 0, tmp_path / "results", tmp_path / "runs")
    play, count = Player.__call__, [0]

    def stopped(self, block):
        count[0] += str(block.agents[0]).startswith("neural:")
        if count[0] == 2:
            raise KeyboardInterrupt
        return play(self, block)

    with monkeypatch.context() as patch:
        patch.setattr(Player, "__call__", stopped)
        with pytest.raises(KeyboardInterrupt):
            suite_run.run(entry, 1)
    assert not entry.path.exists()
    (folder,) = entry.home.iterdir()
    before = (checkpoint.steps(folder)[0] / "state.json").stat().st_mtime_ns
    found = suite_run.run(entry, 1)
    assert found is not None
    assert (found["playing"]["games"], found["games"]) == (8, 40)  # blocks of 16 deals, the first one was there
    assert (checkpoint.steps(folder)[0] / "state.json").stat().st_mtime_ns == before
    whole = suite_run.run(Entry(suite, "kuhn", "own", 0, tmp_path / "other", tmp_path / "anew"), 1)
    assert whole is not None
    assert whole["returns"] == found["returns"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run"], "TASK is missing, known: kuhn, crew"),
        (["run", "chess"], "unknown task 'chess', known: kuhn, crew"),
        (["run", "crew", "--method", "sb3"], "method 'sb3' is none of task crew, known: random, greedy, own"),
        (["run", "kuhn", "--seed", "-1"], "--seed"),
        (["run", "kuhn", "--seed", "x"], "--seed is 'x', expected a whole number from 0 up"),
        (["run", "kuhn", "--workers", "0"], "--workers is '0', expected a whole number from 1 up"),
        (["list", "--seed", "1"], "go with `run`, not with 'list'"),
        (["win"], "invalid choice: 'win'"),
    ],
)
def test_wrong_input_ends_with_one_line(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    full = [*words, "--tasks", str(file), "--results", str(tmp_path / "results")]
    for call in (lambda: main(full), lambda: elderzoo(["suite", *full])):
        assert call() == 2
        said = capsys.readouterr().err
        assert message in said
        assert len(said.splitlines()) == 1
    assert not (tmp_path / "results").exists()


# ------------------------------------------------------------------------------------------------ the table


def put(
    suite: tasks.Suite, folder: Path, task: str, method: str, seed: int | None, returns: list, **more: Any
) -> Entry:
    """A hand-made result."""
    entry = Entry(suite, task, method, seed, folder)
    found = {"task": task, "method": method, "seed": seed, "made_with": entry.made_with, "returns": returns}
    found |= {"games": np.size(returns), "illegal": 0, "timeouts": 0, "truncated": 0, "curve": [], "training": None}
    write_json(entry.path, found | more)
    return entry


@pytest.fixture
def few(file: Path) -> tasks.Suite:
    """The tiny list with fewer deals."""
    data = json.loads(json.dumps(TINY)) | {"tiers": TINY["tiers"]}
    data["tasks"]["kuhn"] |= {"deals": 2, "slow_deals": 1}
    data["tasks"]["crew"] |= {"deals": 4}
    file.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    return tasks.load(file)


@pytest.fixture
def stored(few: tasks.Suite, tmp_path: Path) -> Path:
    """Kuhn: random gets -1 a game, greedy 1, sb3 twice 0 and 0.5, own once; nothing of planner. Crew: wins of half,
    all, and none."""
    folder = tmp_path / "results"
    put(few, folder, "kuhn", "random", None, [[-1, -1], [-2, 0]], illegal=3)
    put(few, folder, "kuhn", "greedy", None, [[1, 1], [0, 2]])
    put(few, folder, "kuhn", "sb3", 0, [[0, 0], [0, 0]], training={"seconds": 60.0, "steps": 128})
    put(few, folder, "kuhn", "sb3", 1, [[1, 0], [1, 0]], training={"seconds": 120.0, "steps": 2128})
    curve = [{"step": 0, "win_rate": 0.1, "mean_return": -1.0}, {"step": 128, "win_rate": 0.6, "mean_return": 2.0}]
    put(few, folder, "kuhn", "own", 0, [[2, 2], [3, 1]], curve=curve)
    put(few, folder, "crew", "random", None, [[-1.0], [1.0], [-1.0], [1.0]])
    put(few, folder, "crew", "greedy", None, [[1.0], [1.0], [1.0], [1.0]])
    put(few, folder, "crew", "own", 0, [[-1.0], [-1.0], [0.0], [-1.0]])
    return folder


def rows(report: dict[str, Any], task: str) -> dict[str, dict[str, Any]]:
    (found,) = [t for tier in report["tiers"] for t in tier["tasks"] if t["task"] == task]
    return {row["method"]: row for row in found["rows"]}


def test_scores_are_0_for_random_and_1_for_greedy(few: tasks.Suite, stored: Path) -> None:
    report = table.build(few, stored)
    assert report["left_out"] == []
    kuhn, crew = rows(report, "kuhn"), rows(report, "crew")
    assert {name: row["score"] for name, row in kuhn.items()} == {
        "random": 0.0,
        "greedy": 1.0,
        "planner": None,
        "sb3": 0.625,  # mean of 0.5 and 0.75: the middle of two values is both
        "own": 1.5,
    }
    assert kuhn["sb3"]["scores"] == {0: 0.5, 1: 0.75}
    assert kuhn["own"]["curves"] == {0: [[0, 0.0], [128, 1.5]]}
    assert (kuhn["random"]["value"], kuhn["random"]["illegal"]) == (-1.0, 3)
    assert {name: (row["value"], row["score"]) for name, row in crew.items()} == {
        "random": (0.5, 0.0),
        "greedy": (1.0, 1.0),
        "own": (0.0, -1.0),
    }


def test_intervals_are_by_seed_for_several_runs_and_by_deal_for_one(few: tasks.Suite, stored: Path) -> None:
    kuhn = rows(table.build(few, stored), "kuhn")
    assert [kuhn[name]["interval_by"] for name in ("random", "sb3", "own")] == ["deal", "seed", "deal"]
    assert kuhn["sb3"]["interval"] == stratified(np.array([[0.5], [0.75]]), interquartile_mean) == [0.5, 0.75]
    # Every deal gives random -1, greedy 1 and own 2: the same score in each draw.
    assert kuhn["own"]["interval"] == [1.5, 1.5]
    put(few, stored, "kuhn", "own", 0, [[2, 2], [0, 0]])
    assert rows(table.build(few, stored), "kuhn")["own"]["interval"] == [0.5, 1.5]


def test_fewer_deals_are_scored_by_the_same_deals(few: tasks.Suite, stored: Path) -> None:
    put(few, stored, "kuhn", "random", None, [[-1, -1], [-5, -5]])
    put(few, stored, "kuhn", "planner", None, [[0, 0]])
    kuhn = rows(table.build(few, stored), "kuhn")
    assert kuhn["planner"]["score"] == 0.5
    assert kuhn["sb3"]["scores"] == {0: 0.75, 1: 0.875}


def test_more_runs_are_all_counted(few: tasks.Suite, stored: Path) -> None:
    for seed, paid in ((2, -1.0), (3, 1.0)):
        put(few, stored, "kuhn", "sb3", seed, [[paid, paid], [paid, paid]])
    row = rows(table.build(few, stored), "kuhn")["sb3"]
    assert (row["runs"], row["asked"], row["missing"]) == (4, 2, [])
    assert row["score"] == 0.625  # 0, 0.5, 0.75 and 1: the middle two


def test_what_is_missing_is_said(few: tasks.Suite, stored: Path) -> None:
    text = table.markdown(table.build(few, stored))
    assert "## Tier 2: one run each, no benchmark" in text.splitlines()
    assert "| planner | 0 of 1 | missing |  |  |  |  |  |  |  |" in text
    assert "| own | 1 of 2 | 2.000 | 1.500 | 1.500 to 1.500 | deal | 4 | 0, 0, 0 |  |  |" in text
    assert "| sb3 | 2 of 2 | 0.250 | 0.625 | 0.500 to 0.750 | seed | 8 | 0, 0, 0 | 1,128 | 1.5 min |" in text
    assert "| random | 1 of 1 | -1.000 | 0.000 | 0.000 to 0.000 | deal | 4 | 3, 0, 0 |  |  |" in text
    Entry(few, "kuhn", "greedy", None, stored).path.unlink()
    assert "| sb3 | 2 of 2 | 0.250 | no scale |" in table.markdown(table.build(few, stored))


def test_without_a_distance_between_random_and_greedy_there_is_no_score(few: tasks.Suite, stored: Path) -> None:
    put(few, stored, "crew", "random", None, [[1.0], [1.0], [1.0], [1.0]])
    crew = rows(table.build(few, stored), "crew")
    assert (crew["own"]["value"], crew["own"]["score"], crew["own"]["interval"]) == (0.0, None, None)


def test_a_method_in_all_tasks_of_a_tier_has_a_score_over_them(file: Path, tmp_path: Path) -> None:
    data = json.loads(json.dumps(TINY)) | {"tiers": TINY["tiers"]}
    data["tasks"]["crew"] |= {"tier": 1, "deals": 2}
    data["tasks"]["kuhn"] |= {"deals": 1}
    file.write_text(yaml.safe_dump(data), "utf-8")
    suite, folder = tasks.load(file), tmp_path / "results"
    for task, returns in (("kuhn", [[0.0, 0.0]]), ("crew", [[-1.0], [1.0]])):
        put(suite, folder, task, "random", None, [[-1.0] * len(r) for r in returns])
        put(suite, folder, task, "greedy", None, [[1.0] * len(r) for r in returns])
        put(suite, folder, task, "own", 0, returns)
    (own,) = table.build(suite, folder)["tiers"][0]["over_tasks"]
    assert own == {"method": "own", "seeds": [0], "score": None, "interval": None}
    put(suite, folder, "kuhn", "own", 1, [[1.0, 1.0]])
    put(suite, folder, "crew", "own", 1, [[1.0], [1.0]])
    put(suite, folder, "crew", "own", 2, [[1.0], [1.0]])  # of one task only
    (own,) = table.build(suite, folder)["tiers"][0]["over_tasks"]
    assert (own["seeds"], own["score"]) == ([0, 1], 0.75)  # 0.5, 0.5, 1 and 1: the middle two
    assert own["interval"] == stratified(np.array([[0.5, 0.5], [1.0, 1.0]]), interquartile_mean)


def test_stale_results_are_named_left_out_and_made_anew(
    few: tasks.Suite, stored: Path, file: Path, suite_command: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored / "kuhn" / "greedy.json"
    data = json.loads(path.read_text("utf-8"))
    data["made_with"]["identity"]["rules"] = "other"
    data["made_with"]["sources"] = "other"
    write_json(path, data)
    write_json(
        stored / "crew" / "own-seed0.json", suite_run.read(stored / "crew" / "own-seed0.json") | {"returns": [[1.0]]}
    )
    write_json(stored / "kuhn" / "magic.json", data | {"method": "magic"})
    write_json(stored / "kuhn" / "own-seed1.json", data | {"method": "own", "seed": 0})
    write_json(stored / "kuhn" / "own.json", data | {"method": "own"})
    report = table.build(few, stored)
    assert {out["file"]: out["why"] for out in report["left_out"]} == {
        "crew/own-seed0.json": "was made with other number of games",
        "kuhn/greedy.json": "was made with other identity.rules, sources",
        "kuhn/magic.json": "no such task, or no such method of it",
        "kuhn/own-seed1.json": "is of kuhn, own, seed 0, whose place is own-seed0.json",
        "kuhn/own.json": "has seed None",
    }
    assert rows(report, "kuhn")["greedy"]["runs"] == 0
    assert "- `kuhn/greedy.json` was made with other identity.rules, sources" in table.markdown(report)
    assert suite_command("run", "kuhn", "--method", "greedy") == 0
    assert [out["file"] for out in table.build(few, stored)["left_out"]] == [
        *("crew/own-seed0.json", "kuhn/magic.json", "kuhn/own-seed1.json", "kuhn/own.json")
    ]
    changed = json.loads(json.dumps(TINY)) | {"tiers": TINY["tiers"]}
    changed["tasks"]["kuhn"]["deals"] = 21
    file.write_text(yaml.safe_dump(changed), "utf-8")
    left = table.build(tasks.load(file), stored)["left_out"]
    assert {"file": "kuhn/sb3-seed0.json", "why": "was made with other task.deals"} in left


def test_settings_that_were_added_since_change_nothing_unless_they_are_used(suite: tasks.Suite) -> None:
    now = Entry(suite, "kuhn", "own", 0).made_with
    then = through_json(now)
    del then["training"]["settings"]["ppo"]["clip_range"], then["training"]["settings"]["network"]
    assert differences(then, now) == []
    now["training"]["settings"]["network"]["kind"] = "entity"
    assert differences(then, now) == ["training.settings.network.kind"]
    del then["task"]
    assert sorted(differences(then, now)) == ["task", "training.settings.network.kind"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("returns"), "greedy.json: returns is missing or no list"),
        (lambda data: data.update(returns=[[1], ["x"]]), "greedy.json: returns are no table of numbers"),
        (lambda data: data.update(returns=[]), "greedy.json: returns are no table of numbers"),
        (lambda data: data.update(made_with=[]), "greedy.json: made_with is missing or no dict"),
        (lambda data: data.update(illegal="none"), "greedy.json: illegal is missing or no int"),
        (lambda data: data.update(task=["kuhn"]), "greedy.json: task is missing or no str"),
    ],
)
def test_a_damaged_result_is_named(few: tasks.Suite, stored: Path, change: Callable, message: str) -> None:
    path = stored / "kuhn" / "greedy.json"
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(ConfigError, match=message):
        table.build(few, stored)
    path.write_text("{", "utf-8")
    with pytest.raises(ConfigError, match=r"greedy.json: cannot be read"):
        table.build(few, stored)


def test_the_table_is_written_and_stays_what_it_was(
    few: tasks.Suite, stored: Path, suite_command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite_command("table") == 0
    text = (stored / "table.md").read_text("utf-8")
    assert capsys.readouterr().out.strip() == text.strip()
    report = json.loads((stored / "table.json").read_text("utf-8"))
    assert table.markdown(report) == text
    assert report == json.loads(json.dumps(table.build(few, stored)))
    assert (stored / "curves.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads((stored / "marl_eval.json").read_text("utf-8"))["kuhn-v0"]["kuhn"]
    assert found["sb3"]["run_1"]["absolute_metrics"] == {"return": [1, 0, 1, 0], "win": [1, 0, 1, 0]}
    assert found["own"]["run_0"]["step_1"] == {"step_count": 128, "return": [2.0], "win": [0.6]}
    assert suite_command("list") == 0
    listed = capsys.readouterr().out
    assert "kuhn (tier 1): random 1/1, greedy 1/1, planner 0/1, sb3 2/2, own 1/2" in listed


def test_an_empty_table_can_be_made(suite_command: Callable[..., int], tmp_path: Path) -> None:
    assert suite_command("table") == 0
    assert "| own | 0 of 2 | missing |" in (tmp_path / "results" / "table.md").read_text("utf-8")


def test_the_stored_table_is_of_its_own_figures() -> None:
    """The page beside the stored figures shows them; whether they still stand is for `suite table` to say."""
    figures = suite_run.RESULTS / "table.json"
    if figures.exists():
        text = figures.with_name("table.md").read_text("utf-8")
        assert table.markdown(json.loads(figures.read_text("utf-8"))) == text, "run elderzoo suite table"
    else:
        assert not figures.with_name("table.md").exists()


def test_settings_of_a_method_go_on_top(suite: tasks.Suite) -> None:
    config = Entry(suite, "crew", "own", 5).config
    assert (config.game, config.seats, config.rules, config.seed) == ("crew-v0", 3, {"martyr": True}, 5)
    assert config.ppo == settings.load("crew-v0", ["ppo/self_play"], [f"--{k}={v}" for k, v in SMALL.items()]).ppo
    assert (config.run.steps, config.run.name, config.evaluation.opponents) == (128, "own", ("greedy",))
