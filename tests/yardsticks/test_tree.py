"""Policies as tables: their mean, what they are worth, what OpenSpiel says they can lose."""

import numpy as np
import pytest

from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.benchmarks.yardsticks.leduc import SPEC as LEDUC
from elderzoo.benchmarks.yardsticks.tree import Average, Peer, Tree
from elderzoo.envs.core.game import Game

JACK, QUEEN, KING = range(3)
TREE = Tree(Game(KUHN))
BET, PASS = (TREE.game.actions.id(name) for name in ("bet", "pass"))


def number(card: int, line: str) -> int:
    """The information state of Kuhn poker of who decides after ``line``, holding ``card``."""
    other = (card + 1) % 3
    dealt = (card, other) if len(line.split()) % 2 == 0 else (other, card)
    state = TREE.game.new(forced=[("deck", dealt[0]), ("deck", dealt[1] - (dealt[0] < dealt[1]))])
    for move in line.split():
        state.step(move)
    return TREE.information.number(state)


def policy(bets: dict[tuple[int, str], float]) -> np.ndarray:
    """The policy that bets (or calls) with these probabilities; each information state is named."""
    out = np.zeros((12, 2))
    for (card, line), p in bets.items():
        out[number(card, line), BET], out[number(card, line), PASS] = p, 1 - p
    assert (out.sum(1) == 1).all()
    return out


def equilibrium(alpha: float) -> np.ndarray:
    """Kuhn's (1950) equilibria: one for each ``alpha`` from 0 to 1/3."""
    first = {(JACK, ""): alpha, (QUEEN, ""): 0, (KING, ""): 3 * alpha}
    called = {(JACK, "pass bet"): 0, (QUEEN, "pass bet"): alpha + 1 / 3, (KING, "pass bet"): 1}
    second = {(JACK, "pass"): 1 / 3, (QUEEN, "pass"): 0, (KING, "pass"): 1}
    answer = {(JACK, "bet"): 0, (QUEEN, "bet"): 1 / 3, (KING, "bet"): 1}
    return policy(first | called | second | answer)


def value(first: np.ndarray, second: np.ndarray) -> float:
    """What the first seat gets on average where the seats play these policies."""

    def of(state) -> float:
        if state.is_over:
            return state.returns[0]
        shares = (first, second)[state.seat][TREE.information.number(state)]
        after = {action: TREE.after(state, action) for action in np.flatnonzero(state.legal()).tolist()}
        return sum(shares[action] * np.mean([of(later) for later in states]) for action, states in after.items())

    return float(np.mean([of(state) for state in TREE.deals()]))


def random_policy(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).dirichlet((1, 1), 12)


def test_the_mean_counts_a_policy_by_how_often_it_comes_to_a_decision():
    one, two = equilibrium(0), equilibrium(0)
    opening, answer = number(JACK, ""), number(JACK, "pass bet")
    one[opening], one[answer] = (0, 1), (1, 0)  # shares of bet and pass: it always passes, and then calls
    two[opening], two[answer] = (0.5, 0.5), (0, 1)  # it passes half the time, and then folds
    average = Average(TREE.information)
    average.add(one)
    average.add(two)
    assert average.policy[opening].tolist() == [0.25, 0.75]
    assert average.policy[answer] == pytest.approx([2 / 3, 1 / 3])
    average.add(two, 2)
    assert average.policy[opening] == pytest.approx([1.5 / 4, 2.5 / 4])
    assert average.policy[answer] == pytest.approx([1 / 2.5, 1.5 / 2.5])


def test_the_mean_is_worth_as_much_as_drawing_one_of_the_policies():
    one, two, other = (random_policy(seed) for seed in range(3))
    average = Average(TREE.information)
    average.add(one)
    average.add(two, 3)
    assert value(average.policy, other) == pytest.approx(value(one, other) / 4 + value(two, other) * 3 / 4)
    assert value(other, average.policy) == pytest.approx(value(other, one) / 4 + value(other, two) * 3 / 4)


def test_where_no_policy_leads_the_mean_is_uniform():
    average = Average(TREE.information)
    always_bets = np.tile([1.0, 0.0], (12, 1))
    average.add(always_bets)
    assert average.policy[number(QUEEN, "pass bet")].tolist() == [0.5, 0.5]
    assert average.policy[number(QUEEN, "bet")].tolist() == [1, 0]


def test_kuhn_is_worth_a_loss_of_an_eighteenth():
    assert value(equilibrium(0), equilibrium(1 / 3)) == pytest.approx(-1 / 18)
    assert value(equilibrium(0.2), equilibrium(0)) == pytest.approx(-1 / 18)


@pytest.fixture(scope="module")
def peer() -> Peer:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (make bench)")
    return Peer(TREE)


def test_the_exploitability_of_the_uniform_policy(peer: Peer):
    assert peer.exploitability(TREE.information.uniform) == pytest.approx(11 / 24)
    leduc = Tree(Game(LEDUC))
    assert Peer(leduc).exploitability(leduc.information.uniform) == pytest.approx(2.373611, abs=1e-6)


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_an_equilibrium_cannot_be_exploited(peer: Peer, alpha: float):
    assert peer.exploitability(equilibrium(alpha)) == pytest.approx(0, abs=1e-12)


def test_openspiel_is_given_the_policy_itself(peer: Peer):
    """Its value of a pair of policies is that of the engine."""
    from open_spiel.python.algorithms.expected_game_score import policy_value

    one, two = random_policy(4), random_policy(5)
    theirs = policy_value(peer.game.new_initial_state(), [peer.tabular(one), peer.tabular(two)])
    assert theirs == pytest.approx([value(one, two), -value(one, two)])
