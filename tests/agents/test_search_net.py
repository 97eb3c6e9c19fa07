"""Search that a network leads: few actions, the network's unless another one is better, and stronger than it alone."""

from pathlib import Path

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents import search_net
from elderzoo.agents.search_net import NetSearch
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
    agent, network = agents.load(f"search:sims=60:net={path}", AGE), agents.load(f"neural:{path}", AGE)
    assert isinstance(agent, NetSearch)
    for view in positions(AGE, 40):
        looked, shares = agent.options(view), network.scores(view).probabilities
        assert len(looked) <= search_net.WIDTH
        assert looked[0] == network.act(view)
        assert shares[looked].min() >= min(search_net.FLOOR, shares.max())
        thought = agent.consider(view)
        assert thought.action in looked
        assert set(thought.scores) <= set(looked.tolist())
        assert agent._played <= 60


def test_without_a_gain_it_is_the_network(path: Path) -> None:
    agent = agents.load(f"search:sims=40:net={path}:caution=1e9", AGE)
    network = agents.load(f"neural:{path}", AGE)
    for view in positions(AGE, 20, seed=3):
        assert agent.act(view) == network.act(view)


def test_a_seed_gives_the_same_moves(path: Path) -> None:
    views = positions(AGE, 20, seed=5)
    agent = agents.load(f"search:sims=40:net={path}", AGE)
    runs = []
    for _ in range(2):
        agent.reset(7)
        runs.append([agent.act(view) for view in views])
    assert runs[0] == runs[1]


def test_it_is_stronger_than_the_network(path: Path) -> None:
    report = evaluate(AGE, [f"search:sims=48:net={path}", f"neural:{path}"], games=40, seed=2, workers=1)
    mine, its = (agent["wins"] for agent in report["agents"])  # the network dawdles: most games are drawn
    assert mine >= 10 > 3 * its, report["agents"]


def test_errors_name_the_field(path: Path, tmp_path: Path) -> None:
    for name, said in (
        (f"search:sims=4:ms=4:net={path}", "sims or ms, not both"),
        (f"search:sims=-1:net={path}", "sims"),
        (f"search:caution=-1:net={path}", "caution"),
        (f"search:rollout=random:net={path}", "rollout does not exist in the search with a network"),
        (f"search:net={tmp_path / 'none'}", "there is no file"),
        ("search:nets=1", "unknown parameter 'nets'"),
        ("search:net=shipped", "no network comes with"),
    ):
        with pytest.raises(ConfigError, match=said):
            agents.load(name, load_game("cthulhus_vault-v0", 6) if "shipped" in name else AGE)
    memory = written(tmp_path, AGE, "memory", memory=4)[0]
    with pytest.raises(ConfigError, match="has a memory"):
        agents.load(f"search:net={memory}", AGE)


def test_a_finished_game_has_no_move(path: Path) -> None:
    state = AGE.new(1)
    rng = np.random.default_rng(0)
    while not state.is_over:
        state.step(int(rng.choice(np.flatnonzero(state.legal()))))
    with pytest.raises(GameOver):
        agents.load(f"search:sims=4:net={path}", AGE).act(state.view(0))
