"""Two rivals: against what is known of Kuhn and Leduc poker, and a small game of the collection."""

import math

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.benchmarks.exact.__main__ import shares
from elderzoo.benchmarks.exact.rivals import Rivals
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.benchmarks.yardsticks.leduc import SPEC as LEDUC
from elderzoo.envs import ConfigError, load_game
from elderzoo.envs.core.game import Game
from elderzoo.training.match import deal_seeds, play_match

AGE_OF_MADNESS = "age_of_madness-v0"


@pytest.fixture(scope="module")
def kuhn() -> Rivals:
    return Rivals(Game(KUHN))


@pytest.fixture(scope="module")
def mini() -> Rivals:
    return Rivals(load_game(AGE_OF_MADNESS, preset="mini"))


@pytest.mark.parametrize(
    # Information states and exploitability of the even policy as OpenSpiel has them; values: Kuhn 1950; Leduc poker as
    # solved by many.
    ("spec", "states", "even", "value"),
    [(KUHN, 12, 0.458333, -1 / 18), (LEDUC, 936, 2.373611, -0.0856)],
    ids=["kuhn", "leduc"],
)
def test_known_games(spec, states, even, value):
    rivals = Rivals(Game(spec))
    assert len(rivals.seat) == states
    assert rivals.exploitability(rivals.uniform) == pytest.approx(even, abs=1e-5)
    solved = rivals.solve(300)
    low, high = -rivals.best_response(solved, 1), rivals.best_response(solved, 0)
    assert low - 1e-4 <= value <= high + 1e-4
    assert rivals.exploitability(solved) == pytest.approx((high - low) / 2)
    assert 0 <= high - low < 0.01
    assert rivals.value(solved) == pytest.approx(value, abs=0.005)


def test_an_equilibrium_loses_nothing_and_a_fault_in_it_is_found(kuhn):
    solved = kuhn.solve(2000)
    assert kuhn.exploitability(solved) < 1e-4
    sure = [k for k in range(len(kuhn.seat)) if solved[kuhn.state == k].max() > 0.99]
    assert len(sure) >= 6  # a King that is bet against, say
    for k in sure:
        spoilt = solved.copy()
        spoilt[kuhn.state == k] = solved[kuhn.state == k][::-1]
        assert kuhn.exploitability(spoilt) > 0.01


def test_a_best_response_gets_what_it_is_said_to_get_and_no_less_than_any_policy(kuhn):
    rng = np.random.default_rng(5)
    policy = kuhn._matching(rng.random(len(kuhn.action)))
    for seat, sign in ((0, 1), (1, -1)):
        best = kuhn.best_response(policy, seat)
        for _ in range(50):
            other = np.where(kuhn.seat[kuhn.state] == seat, kuhn._matching(rng.random(len(kuhn.action))), policy)
            assert sign * kuhn.value(other) <= best + 1e-12


@pytest.mark.full
def test_nothing_is_seen_of_the_other_hand(mini):
    """One information state for all hands of the other seat: fewer beginnings than deals."""
    first = np.flatnonzero(mini.depth == 0)
    signs = mini.observations[first[mini.seat[first] == 0]]
    assert len(signs) == 4  # none to three Signs in hand
    assert len(np.flatnonzero(mini._start)) > 4


@pytest.mark.full
def test_random_games_come_to_the_exact_mean(mini):
    games = 20_000
    results = list(play_match(mini.game, ["random"], deal_seeds(4, games), 4, 1))
    returns = np.array([r.returns[0] for r in results])
    assert abs(returns.mean() - mini.value(mini.uniform)) < 4 * returns.std() / math.sqrt(games)


@pytest.mark.full
def test_greedy_can_be_exploited_and_the_solver_less(mini):
    policy = mini.of(shares(agents.load("greedy", mini.game), mini))
    assert np.bincount(mini.state, policy) == pytest.approx(1)
    assert mini.exploitability(mini.solve(20)) < mini.exploitability(policy) < mini.exploitability(mini.uniform)


def test_wrong_input():
    with pytest.raises(ConfigError, match="3 seats, rivals are 2"):
        Rivals(load_game(AGE_OF_MADNESS, 3))
    with pytest.raises(ConfigError, match="more than 100 histories"):
        Rivals(load_game(AGE_OF_MADNESS, preset="mini"), 100)
    rivals = Rivals(Game(KUHN))
    with pytest.raises(ConfigError, match="only scripted agents and networks"):
        shares(agents.load("mc:sims=2", rivals.game), rivals)
