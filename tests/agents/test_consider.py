"""What agents think of their actions: the same move as they play, and numbers that add up."""

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents.consider import Thought, consider
from elderzoo.envs import load_game

NAMES = ["random", "greedy", "mc:sims=30", "search:sims=60"]


def positions(game, count=6):
    """Positions of random play with a choice to make."""
    rng, state = np.random.default_rng(3), game.new(3)
    while count:
        if len(state.legal_names()) > 1 and rng.random() < 0.3:
            count -= 1
            yield state.clone()
        state.step(int(rng.choice(np.flatnonzero(state.legal()))))


@pytest.mark.parametrize("id", ["age_of_madness-v0", "deck_building-v0"])
@pytest.mark.parametrize("name", NAMES)
def test_the_move_is_the_one_it_would_play(id, name):
    game = load_game(id, 2)
    one, other = (agents.load(name, game, 5) for _ in range(2))
    for state in positions(game):
        view = state.view(state.seat)
        thought = consider(one, view)
        assert thought.action == other.act(view)
        assert thought.scores.keys() == thought.visits.keys()
        if name in ("random", "greedy"):
            assert thought == Thought(thought.action)
        else:
            assert thought.action in thought.scores
            assert all(-1 <= score <= 1 for score in thought.scores.values())
            assert all(state.legal()[a] and n > 0 for a, n in thought.visits.items())


def test_games_tried_are_counted():
    game = load_game("age_of_madness-v0", 2)
    for state in positions(game, 3):
        view = state.view(state.seat)
        assert sum(consider(agents.load("mc:sims=30", game), view).visits.values()) == 30
        assert sum(consider(agents.load("search:sims=60", game), view).visits.values()) == 60
