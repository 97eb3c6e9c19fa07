"""The search for teams: reproducible, blind, careful, and better than its script where better is known."""

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents.scripted import random_agent
from elderzoo.agents.search import Search
from elderzoo.agents.search_team import FAR, TeamSearch, horizon
from elderzoo.envs import ConfigError, load_game
from tests.rules.deck_building.story import table

COMBAT = {"phase": "combat", "god_health": {0: 2}, "hand": {0: {"sleuth": 2}}}


@pytest.fixture(scope="module")
def game():
    return load_game("deck_building-v0", 2)


def midgame(game, seed, steps=60):
    """A position some decisions of the script into a game."""
    state, script = game.new(seed), agents.load("greedy", game, seed)
    for _ in range(steps):
        state.step(script.act(state.view(state.seat)))
    while len(state.legal_names()) < 3:
        state.step(script.act(state.view(state.seat)))
    return state


def spent_on_the_god(script=random_agent):
    """Seat 0 has played two Sleuths; two Moxie are what the last Elder God has left."""
    state = table(1, **COMBAT)
    for _ in range(2):
        state.step("play:sleuth")
    agent = TeamSearch(state.game, 3, sims=64)
    agent._script = script(state.game)
    return state, agent


def test_the_blow_that_wins_is_found_by_a_team_that_acts_at_random():
    state, agent = spent_on_the_god()
    for name in ("hit", "god:0", "spend:needed"):
        if name in state.legal_names():
            move = state.game.actions.name(agent.act(state.view(0)))
            assert move == name
            state.step(move)
    assert state.is_over
    assert state.returns.tolist() == [1]


def test_scores_are_what_the_seat_stands_at():
    state, agent = spent_on_the_god()
    for name in ("hit", "god:0"):
        if name in state.legal_names():
            state.step(name)
    scores = {state.game.actions.name(a): score for a, score in agent.consider(state.view(0)).scores.items()}
    assert scores["spend:needed"] == 1.0
    assert scores["spend:one"] < 1.0
    assert set(scores) == set(state.legal_names())


def test_who_is_careful_without_end_plays_as_the_script_does(game):
    careful = TeamSearch(game, 5, sims=48, caution=1e9)
    for seed in range(8):
        state = midgame(game, seed)
        careful.reset(seed)
        script = agents.load("greedy", game)
        script.reset(0)
        assert careful.act(state.view(state.seat)) == script.act(state.view(state.seat))


def test_same_seed_same_moves_and_hidden_cards_do_not_matter():
    game = load_game("deck_building-v0", 2, {"hands": "hidden"})
    agent, changed, other_chance = TeamSearch(game, 5, sims=40), 0, 0
    for seed in range(6):
        state = midgame(game, seed)
        view = state.view(state.seat)
        agent.reset(seed)
        thought = agent.consider(view)
        agent.reset(seed)
        move = agent.act(view)
        for other in (view.sample(k) for k in range(6)):
            changed += not np.array_equal(other.record["hand"], state.record["hand"])
            agent.reset(seed)
            assert agent.consider(other.view(state.seat)) == thought
            agent.reset(seed)
            assert agent.act(other.view(state.seat)) == move
        agent.reset(seed + 100)
        other_chance += agent.consider(view) != thought
    assert changed > 3
    assert other_chance > 1


def test_a_budget_is_kept(game):
    state = midgame(game, 1)
    for sims in (2, 16, 64, 200):
        agent = TeamSearch(game, 0, sims=sims)
        agent.act(state.view(state.seat))
        assert 2 <= agent._played <= sims


@pytest.mark.parametrize(("gain", "least", "most"), [(0, 2, 32), (1, 48, 64)])
def test_the_budget_is_spent_only_while_an_action_gains_on_the_script(game, monkeypatch, gain, least, most):
    state = midgame(game, 1)
    view, agent = state.view(state.seat), TeamSearch(game, 0, sims=64)
    agent.reset(0)
    script = agents.load("greedy", game).act(view)
    better = int(np.flatnonzero(view.action_mask)[-1])
    assert better != script

    def said(seat, actions, first, deals):
        values = np.zeros((deals, len(actions)))
        values[:, actions == better] = gain
        agent._played += values.size
        return values

    monkeypatch.setattr(agent, "_try", said)
    assert agent.act(view) == (better if gain else script)
    assert least <= agent._played <= most


def test_actions_that_are_compared_share_their_deals(game):
    """The same action twice has the same values, deal by deal."""
    state = midgame(game, 2)
    agent = TeamSearch(game, 0, sims=8)
    agent._rows[0] = state.view(state.seat).row[0]
    action = int(np.flatnonzero(state.legal())[0])
    values = agent._try(state.seat, np.array([action, action]), 3, 12)
    assert np.array_equal(values[:, 0], values[:, 1])
    assert len(np.unique(values)) > 1
    assert np.array_equal(agent._try(state.seat, np.array([action]), 5, 10)[:, 0], values[2:, 0])


def test_a_budget_of_time_ends_with_a_legal_move(game):
    state = midgame(game, 4)
    agent = agents.load("search:ms=1", game)
    assert isinstance(agent, TeamSearch)
    assert state.legal()[agent.act(state.view(state.seat))]


def test_how_far_it_looks(game):
    assert horizon(game) == FAR
    assert horizon(load_game("cultistorm-v0", 3)) == 60
    assert TeamSearch(game, sims=8, cutoff=7).cutoff == 7


def test_search_is_the_one_that_fits_the_game(game):
    rivals = load_game("age_of_madness-v0", 2)
    assert isinstance(agents.load("search:sims=8:cutoff=5", game), TeamSearch)
    assert isinstance(agents.load("search:sims=8:cutoff=5", rivals), Search)


@pytest.mark.parametrize(
    ("id", "name", "said"),
    [
        ("deck_building-v0", "search:c=2.0", "c does not exist in the search for deck_building-v0"),
        ("deck_building-v0", "search:grow=4", "grow does not exist"),
        ("deck_building-v0", "search:rollout=random", "rollout does not exist"),
        ("deck_building-v0", "search:caution=-1", "caution is -1.0"),
        ("deck_building-v0", "search:sims=4:ms=4", "sims or ms"),
        ("age_of_madness-v0", "search:caution=3", "caution does not exist in the search for age_of_madness-v0"),
    ],
)
def test_what_does_not_belong_to_it_is_refused(id, name, said):
    with pytest.raises(ConfigError, match=said):
        agents.load(name, load_game(id))


def test_games_of_rivals_are_refused():
    with pytest.raises(ConfigError, match="not co-operative"):
        TeamSearch(load_game("age_of_madness-v0"))
