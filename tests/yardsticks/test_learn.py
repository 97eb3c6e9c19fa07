"""The learner on a yardstick: its policy as a table, the mean of its policies, the command and the page."""

import json
from pathlib import Path

import numpy as np
import pytest

from elderzoo import envs
from elderzoo.benchmarks.yardsticks import __main__ as command
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.benchmarks.yardsticks.learn import HERE, AveragedRun
from elderzoo.benchmarks.yardsticks.tree import YARDSTICKS, Average, Tree
from elderzoo.training import config

TINY = ["--env.num_envs", "16", "--ppo.batch_size", "64", "--ppo.net_arch", "[8]", "--run.steps", "800"]


@pytest.fixture
def run(tmp_path: Path) -> AveragedRun:
    envs.register(SPEC)
    words = ["--run.folder", str(tmp_path), *TINY]
    settings = config.load(SPEC.id, [HERE / "kuhn.yaml"], words)
    return AveragedRun(settings, Tree(envs.load_game(SPEC.id)), lambda policy: float(policy[0, 0]))


def test_the_policy_of_a_run_is_what_its_agent_would_do(run: AveragedRun) -> None:
    run.iterate()
    run.learner.refresh()
    policy, seen = run.policy, 0
    for state, _ in Tree(run.game).histories():
        if not state.is_over:
            shares = run.learner.scores(state.view(state.seat)).probabilities
            assert policy[run.information.number(state)] == pytest.approx(shares, abs=1e-6)
            seen += 1
    assert seen == 24


def test_the_average_of_a_run_is_that_of_its_policies_by_their_steps(run: AveragedRun) -> None:
    by_hand = Average(run.information)
    while not run.done:
        run.iterate()
        by_hand.add(run.policy, run.step)
    assert np.array_equal(run.average.policy, by_hand.policy)
    assert not np.array_equal(run.average.policy, run.policy)
    last = run.curve[-1]
    assert last["step"] == run.step
    assert last["last"] == pytest.approx(run.policy[0, 0], abs=1e-5)
    assert last["average"] == pytest.approx(run.average.policy[0, 0], abs=1e-5)


@pytest.mark.parametrize("name", YARDSTICKS)
def test_the_settings_of_a_yardstick_are_settings(name: str) -> None:
    settings = config.load(YARDSTICKS[name].id, [HERE / f"{name}.yaml"])
    assert settings.algo == "ppo"
    assert settings.self_play.weights["self"] == 1


def test_the_command_trains_and_says_what_can_be_lost(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (make bench)")
    assert command.main(["kuhn", "--json", "-", "--seed", "3", *TINY]) == 0
    out = capsys.readouterr().out
    result = json.loads(out[out.index("{\n") :])
    (found,) = result["yardsticks"]
    assert (found["game"], found["information_states"], found["seed"]) == ("kuhn-v0", 12, 3)
    assert found["uniform"] == pytest.approx(11 / 24, abs=1e-5)
    assert found["curve"][-1] == {"step": found["steps"], "last": found["last"], "average": found["average"]}
    assert 0 < found["average"] < found["uniform"] + 0.1
    assert found["settings"]["run.steps"] == 800
    assert {"machine", "commit", "command", "versions"} <= set(result)


def test_a_wrong_yardstick_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["chess"])
    assert "no yardstick 'chess': kuhn, leduc" in capsys.readouterr().err


def test_the_page_shows_the_stored_result() -> None:
    result = json.loads(command.RESULTS.read_text("utf-8"))
    assert command.page(result) == command.PAGE.read_text("utf-8"), "run python -m benchmarks.yardsticks"
    assert {found["game"] for found in result["yardsticks"]} == {spec.id for spec in YARDSTICKS.values()}


def test_published_figures_bracket_the_average_policies() -> None:
    """What the page is there to show: the learner is neither lost nor too good to be true."""
    for found in json.loads(command.RESULTS.read_text("utf-8"))["yardsticks"]:
        values = [value for id, _, value, _ in command.PUBLISHED if id == found["game"]]
        assert min(values) < found["average"] < max(values)
