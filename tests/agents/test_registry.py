"""Agents by name: what is read from a name, and what is refused."""

import re
import sys

import pytest

from elderzoo import agents
from elderzoo.agents import registry
from elderzoo.agents.mc import MonteCarlo
from elderzoo.agents.search import Search
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs.core.errors import ConfigError, GameOver
from elderzoo.envs.core.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(SPEC)


def test_parameters_reach_the_agent(game):
    search = agents.load("search:sims=77:c=0.5:cutoff=9", game)
    assert isinstance(search, Search)
    assert (search.sims, search.ms, search.c, search.cutoff) == (77, 0, 0.5, 9)
    assert search.name == "search:sims=77:c=0.5:cutoff=9"
    mc = agents.load("mc:sims=3", game)
    assert isinstance(mc, MonteCarlo)
    assert mc.sims == 3
    assert agents.load("search", game).ms == 200
    assert agents.load("human", game).name == "human"


@pytest.mark.parametrize(
    ("name", "field", "allowed"),
    [
        ("oracle", "'oracle'", "random, greedy, mc, search, sb3, neural, onnx"),
        (3, "3", "random, greedy"),
        ("random:sims=3", "'sims'", "none"),
        ("mc:sim=3", "'sim'", "sims"),
        ("mc:sims", "sims=VALUE", ""),
        ("mc:sims=1:sims=2", "sims=VALUE", "once"),
        ("mc:sims=many", "sims is 'many'", "int"),
        ("mc:sims=0", "sims is 0", "1.."),
        ("mc:sims=99999999999999999999", "sims is '99999999999999999999'", "int"),
        ("search:ms=-1", "ms is -1", "0.."),
        ("search:sims=5:ms=5", "sims or ms", ""),
        ("search:c=nan", "c is nan", "0 and more"),
        ("search:rollout=best", "rollout is 'best'", "random, greedy"),
        ("search:cutoff=40000", "cutoff is 40000", "32767"),
        ("human:name=x", "'name'", "none"),
        ("sb3", "path is missing", "sb3:PATH"),
        ("sb3:no/such/file.zip", "no/such/file.zip", ""),
        ("greedy", "kuhn-v0", "agents.greedy.kuhn"),
        ("search:rollout=greedy", "kuhn-v0", "agents.greedy.kuhn"),
    ],
)
def test_a_wrong_name_is_one_line_that_names_the_field(game, name, field, allowed):
    with pytest.raises(ConfigError) as problem:
        agents.load(name, game)
    text = str(problem.value)
    assert field in text
    assert allowed in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no such line", "SyntaxError"),
        ("import no_such_module_at_all", "no_such_module_at_all"),
        ("x = 1 / 0", "ZeroDivisionError"),
        ("class Bot:\n    def __init__(self, game, seed): raise KeyError('rules')", "KeyError: 'rules'"),
        ("class Bot:\n    def __init__(self, game): pass", "unexpected keyword argument 'seed'"),
        ("class Bot:\n    def __init__(self, game, seed): pass", "is no elderzoo.agents.Agent"),
        ("Bot = 3", "is no elderzoo.agents.Agent"),
        ("pass", "has no attribute 'Bot'"),
    ],
)
def test_a_class_that_cannot_be_loaded_is_one_line(game, tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    module = f"bots_{abs(hash(text))}"
    (tmp_path / f"{module}.py").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=re.escape(message)) as problem:
        agents.load(f"class:{module}:Bot", game)
    assert f"class:{module}:Bot" in str(problem.value)
    assert "\n" not in str(problem.value)


def test_register(game, monkeypatch):
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))

    class Last(agents.Agent):
        def __init__(self, game, seed=0, *, back: int = 1):
            super().__init__(game, "last")
            self.back = back

        def act(self, view):
            return self.options(view)[-self.back]

    agents.register("last", Last)
    assert "last" in agents.names()
    view = game.new(0).view(0)
    assert game.actions.name(agents.load("last", game).act(view)) == "pass"
    assert game.actions.name(agents.load("last:back=2", game).act(view)) == "bet"
    for taken in ("last", "mc"):
        with pytest.raises(ConfigError, match=taken):
            agents.register(taken, Last)
    with pytest.raises(ConfigError, match="a,b"):
        agents.register("a,b", Last)


@pytest.mark.parametrize("name", ["random", "mc:sims=4", "search:sims=4"])
def test_an_agent_refuses_a_view_it_cannot_decide(game, name):
    agent = agents.load(name, game)
    state = game.new(0)
    with pytest.raises(ConfigError, match="seat 1 does not decide now, seat 0 does"):
        agent.act(state.view(1))
    with pytest.raises(ConfigError, match="kuhn-v0"):
        agent.act(Game(SPEC, rules={"open_hands": True}).new(0).view(0))
    state.step("pass").step("pass")
    with pytest.raises(GameOver):
        agent.act(state.view(0))
