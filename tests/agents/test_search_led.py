"""Search that an agent leads: its move unless another one is better; of a network few actions, and stronger than it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents import search_led
from elderzoo.agents.search_led import LedSearch
from elderzoo.agents.search_team import CAUTION
from elderzoo.envs import ConfigError, load_game
from elderzoo.envs.core.errors import GameOver
from elderzoo.training import inputs
from elderzoo.training.evaluate import evaluate
from tests.agents.test_neural import positions, written

AGE = load_game("age_of_madness-v0", 2)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network with weights drawn at random."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "GAMES", 32)
        patch.setattr(inputs, "STEPS", 64)
        return written(tmp_path_factory.mktemp("net"), AGE)[0]


def test_it_looks_at_few_actions_and_plays_one_of_them(path: Path) -> None:
    agent, network = agents.load(f"search:sims=60:lead={path}", AGE), agents.load(f"neural:{path}", AGE)
    assert isinstance(agent, LedSearch)
    for view in positions(AGE, 40):
        looked, shares = agent.options(view), network.scores(view).probabilities
        assert len(looked) <= search_led.WIDTH
        assert looked[0] == network.act(view)
        assert shares[looked].min() >= min(search_led.FLOOR, shares.max())
        thought = agent.consider(view)
        assert thought.action in looked
        assert set(thought.scores) <= set(looked.tolist())
        assert agent._played <= 60


def test_without_a_gain_it_is_the_network(path: Path) -> None:
    agent = agents.load(f"search:sims=40:lead={path}:caution=1e9", AGE)
    network = agents.load(f"neural:{path}", AGE)
    for view in positions(AGE, 20, seed=3):
        assert agent.act(view) == network.act(view)


def test_greedy_can_lead_among_rivals() -> None:
    """Every legal action is looked at; greedy's is played unless another one stood better."""
    sure = agents.load("search:sims=200:lead=greedy:caution=1e9", AGE)
    rash, greedy = agents.load("search:sims=200:lead=greedy:caution=0", AGE), agents.load("greedy", AGE)
    other = 0
    for view in positions(AGE, 60, seed=8):
        script = greedy.act(view)
        assert sure.act(view) == script
        thought = rash.consider(view)
        if len(legal := rash.options(view)) > 1:
            assert set(thought.scores) == set(legal.tolist())
        if thought.action != script:
            assert thought.scores[thought.action] > thought.scores[script]
            other += 1
    assert 5 < other < 55
    assert (rash.caution, agents.load("search:lead=greedy", AGE).caution) == (0, CAUTION)


def test_the_lead_is_a_shipped_network_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    automatic, named = (agents.load(f"search:sims=40:lead={lead}:caution=1e9", AGE) for lead in ("auto", "shipped"))
    network = agents.load("neural", AGE)
    for view in positions(AGE, 20, seed=4):
        assert automatic.act(view) == named.act(view) == network.act(view)
    three = load_game("age_of_madness-v0", 3)
    automatic, greedy = agents.load("search:sims=40:lead=auto:caution=1e9", three), agents.load("greedy", three)
    for view in positions(three, 20, seed=4):
        assert automatic.act(view) == greedy.act(view)

    monkeypatch.setitem(sys.modules, "elderzoo.agents.neural", None)
    without, greedy = agents.load("search:sims=40:lead=auto:caution=1e9", AGE), agents.load("greedy", AGE)
    for view in positions(AGE, 20, seed=4):
        assert without.act(view) == greedy.act(view)


def test_a_seed_gives_the_same_moves(path: Path) -> None:
    views = positions(AGE, 20, seed=5)
    agent = agents.load(f"search:sims=40:lead={path}", AGE)
    runs = []
    for _ in range(2):
        agent.reset(7)
        runs.append([agent.act(view) for view in views])
    assert runs[0] == runs[1]


def test_it_is_stronger_than_the_network(path: Path) -> None:
    report = evaluate(AGE, [f"search:sims=48:lead={path}", f"neural:{path}"], games=40, seed=2, workers=1)
    mine, its = (agent["wins"] for agent in report["agents"])  # the network dawdles: most games are drawn
    assert mine >= 10 > 3 * its, report["agents"]


def test_errors_name_the_field(path: Path, tmp_path: Path) -> None:
    for name, said in (
        (f"search:sims=4:ms=4:lead={path}", "sims or ms, not both"),
        (f"search:sims=-1:lead={path}", "sims"),
        (f"search:caution=-1:lead={path}", "caution"),
        (f"search:rollout=random:lead={path}", "rollout does not exist in the search with a lead"),
        (f"search:lead={tmp_path / 'none'}", "there is no file"),
        ("search:leads=1", "unknown parameter 'leads'"),
        ("search:lead=shipped", "no network comes with"),
    ):
        with pytest.raises(ConfigError, match=said):
            agents.load(name, load_game("cthulhus_vault-v0", 6) if "shipped" in name else AGE)
    memory = written(tmp_path, AGE, "memory", memory=4)[0]
    with pytest.raises(ConfigError, match="has a memory"):
        agents.load(f"search:lead={memory}", AGE)


def test_a_finished_game_has_no_move(path: Path) -> None:
    state = AGE.new(1)
    rng = np.random.default_rng(0)
    while not state.is_over:
        state.step(int(rng.choice(np.flatnonzero(state.legal()))))
    with pytest.raises(GameOver):
        agents.load(f"search:sims=4:lead={path}", AGE).act(state.view(0))
