"""Flat Monte-Carlo and tree search: reproducible, blind to what is hidden, and right where right is known."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents.search import NODES, Search
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.age_of_madness import SPEC as AGE_OF_MADNESS
from elderzoo.envs.core.game import Game

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["random", "mc:sims=60", "search:sims=60"]
JACK, QUEEN, KING = range(3)


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return Game(KUHN)


@pytest.fixture(scope="module")
def aom() -> Game:
    return Game(AGE_OF_MADNESS, 3)


def midgame(game: Game, seed: int, steps: int = 25):
    """A position some random decisions into a game."""
    state, rng = game.new(seed), np.random.default_rng(seed)
    for _ in range(steps):
        state.step(int(rng.choice(np.flatnonzero(state.legal()))))
    return state


def holding(game: Game, card: int):
    """Seat 1 holds ``card`` and answers a bet."""
    for seed in range(100):
        state = game.new(seed)
        if state.record["hand"][1, card]:
            return state.step("bet")
    raise AssertionError(f"no deal gives seat 1 card {card}")


# ------------------------------------------------------------------------------------ reproducible


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_moves(aom, name):
    positions = [midgame(aom, seed) for seed in range(12)]

    def moves(agent):
        return [agent.act(s.view(s.seat)) for s in positions]

    agent = agents.load(name, aom, seed=5)
    first = moves(agent)
    assert moves(agents.load(name, aom, seed=5)) == first
    assert moves(agents.load(name, aom, seed=6)) != first
    assert moves(agent) != first
    agent.reset(5)
    assert moves(agent) == first


ELSEWHERE = """
import pickle, sys
from elderzoo import agents
name, seed, views = pickle.load(sys.stdin.buffer)
agent = agents.load(name, views[0].game, seed=seed)
print([agent.act(view) for view in views])
"""


@pytest.mark.parametrize("jit", ["0", "1"])
@pytest.mark.parametrize("name", NAMES)
def test_a_view_sent_to_another_process_gives_the_same_moves_compiled_or_not(kuhn, name, jit):
    views = [s.view(s.seat) for s in (kuhn.new(seed) for seed in range(20))]
    agent = agents.load(name, kuhn, seed=3)
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=pickle.dumps((name, 3, views)),
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"ELDERZOO_JIT": jit, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().strip() == str([agent.act(view) for view in views])


# ------------------------------------------------------------------------------------------- blind


@pytest.mark.parametrize("name", [*NAMES, "greedy"])
def test_what_is_hidden_does_not_change_a_move(aom, name):
    changed = 0
    for seed in range(8):
        state = midgame(aom, seed)
        view = state.view(state.seat)
        agent = agents.load(name, aom, seed=seed)
        move = agent.act(view)
        for other in (view.sample(k) for k in range(3)):
            changed += not np.array_equal(other.record["hand"], state.record["hand"])
            agent.reset(seed)
            assert agent.act(other.view(state.seat)) == move
    assert changed > 10


def test_the_row_an_agent_holds_has_no_generator_and_no_hidden_card(aom):
    state = midgame(aom, 1).force(("deck", 3))
    view = state.view(state.seat)
    row = aom.spec.schema.record(view.row)
    assert state.record["seed"] != 0
    assert row["seed"] == 0
    assert not row["stream"].any()
    assert row["forced_n"] == 0
    assert not row["forced"].any()
    assert not row["deck"].any()
    assert not np.delete(row["hand"], state.seat, 0).any()
    assert row["hand"][state.seat].any()


# ------------------------------------------------------------------------------------------- right


@pytest.mark.parametrize("name", ["mc:sims=200", "search:sims=200"])
@pytest.mark.parametrize(("card", "answer"), [(JACK, "pass"), (KING, "bet")])
def test_kuhn_answers_whose_value_is_certain(kuhn, name, card, answer):
    state = holding(kuhn, card)
    for seed in range(5):
        assert kuhn.actions.name(agents.load(name, kuhn, seed).act(state.view(1))) == answer


def test_mc_means_are_the_true_values(kuhn):
    """A king facing a bet: calling pays 2, folding costs 1."""
    agent = agents.load("mc:sims=50", kuhn)
    state = holding(kuhn, KING)
    values = agent.evaluate(state.view(1), np.array([kuhn.actions.id("bet"), kuhn.actions.id("pass")]))
    assert values.tolist() == [2.0, -1.0]


def test_mc_shares_its_games_evenly(kuhn):
    """With one game less than there are actions the last has none to be judged by."""
    agent = agents.load("mc:sims=1", kuhn)
    values = agent.evaluate(kuhn.new(0).view(0), np.array([0, 1]))
    assert np.isfinite(values).tolist() == [True, False]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["mc:sims=300", "search:sims=300"])
def test_the_winning_card_is_played(players, name):
    game = Game(AGE_OF_MADNESS, players)
    state = one_seal_short(game)
    for seed in range(3):
        move = agents.load(name, game, seed).act(state.view(0))
        assert game.actions.name(move) == "play:elder_sign"


def one_seal_short(game: Game):
    """Seat 0 has three Elder Signs on its Seals, holds the fourth, and has one Action left."""
    state = game.new(0)
    sign = np.zeros_like(state.record["sign"])
    sign[0, :3] = 1
    hand = {p: {"convert_cultist": 5} for p in range(1, game.num_players)}
    hand[0] = {"elder_sign": 1, "artefact_of_old": 4}
    return state.edit(sign=sign, hand=hand, decide=(0, "turn")).step("pass")


# ---------------------------------------------------------------------------------------- the tree


def test_every_simulation_is_counted_once_on_each_level(aom):
    state = midgame(aom, 2)
    agent = agents.load("search:sims=400:grow=1", aom, 1)
    move = agent.act(state.view(state.seat))
    tree, totals = agent._tree, agent._totals
    assert tree[0, 4] == 400
    below = [k for k in range(1, 401) if tree[k, 0] == 0]
    assert sum(tree[below, 4]) == 400
    assert sorted(tree[below, 1]) == np.flatnonzero(state.legal()).tolist()
    assert move == tree[max(below, key=lambda k: tree[k, 4]), 1]
    assert (tree[1:401, 5] >= tree[1:401, 4]).all()
    assert np.allclose(totals[:401].sum(1), 0)


@pytest.mark.parametrize("grow", [10, 50])
def test_a_young_node_has_no_children(aom, grow):
    state = midgame(aom, 2)
    agent = agents.load(f"search:sims=400:grow={grow}", aom, 1)
    agent.act(state.view(state.seat))
    tree = agent._tree[1:]
    parents = tree[(tree[:, 4] > 0) & (tree[:, 2] > 0)]
    assert len(parents) > 0
    assert parents[:, 4].min() > grow
    assert tree[tree[:, 4] > grow + 1, 2].min() > 0  # all the old ones have some (no game ends so early)


def test_a_full_tree_is_still_searched(kuhn, monkeypatch):
    monkeypatch.setattr("elderzoo.agents.search.NODES", 4)
    agent = agents.load("search:sims=300", kuhn)
    assert agent.act(kuhn.new(0).view(0)) in (0, 1)
    assert agent._tree[0, 4] == 300
    assert len(agent._tree) == 4
    assert agent._tree[1:, 4].min() > 0


def test_a_budget_of_time_ends_with_a_legal_move(kuhn):
    agent = agents.load("search:ms=1", kuhn)
    assert isinstance(agent, Search)
    assert len(agent._tree) == NODES
    assert agent.act(kuhn.new(0).view(0)) in (0, 1)


def test_a_cutoff_counts_unfinished_games_as_drawn(aom):
    agent = agents.load("search:sims=50:cutoff=1", aom)
    state = aom.new(0)
    agent.act(state.view(state.seat))
    assert not agent._totals.any()
