"""The one-seat environment: Gymnasium's contract, and rewards that tell the learner how its game ended."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from elderzoo import agents
from elderzoo.agents.seat import SeatEnv, make_seat
from elderzoo.benchmarks.yardsticks.kuhn import BET, PASS, SPEC
from elderzoo.envs import registry
from elderzoo.envs.core.errors import ConfigError, GameOver, IllegalAction, NotStarted
from elderzoo.envs.core.game import Game
from tests.agents.kuhn_agents import ByView, bet, kuhn, scripted
from tests.known_warnings import GYMNASIUM, only


@pytest.fixture
def game():
    return kuhn()


@pytest.mark.parametrize("form", ["flat", "compact"])
def test_it_passes_the_checks_of_gymnasium_and_sb3(game, form):
    from stable_baselines3.common.env_checker import check_env as check_sb3

    env = make_seat(game, opponents="random", illegal="lose", observation=form)
    with only(GYMNASIUM):
        check_env(env)
        check_sb3(env)


@pytest.mark.parametrize("id", registry.games())
def test_shipped_games_are_registered_with_gymnasium(id):
    from stable_baselines3.common.env_checker import check_env as check_sb3

    for players in registry.spec(id).seats:
        env = gymnasium.make(f"elderzoo/{id}", num_players=players, opponents="random", illegal="lose")
        assert isinstance(env.unwrapped, SeatEnv)
        with only(GYMNASIUM):
            check_env(env.unwrapped)
            check_sb3(env.unwrapped)


def test_a_registered_game_is_made_by_its_id():
    registry.register(SPEC)
    env = gymnasium.make("elderzoo/kuhn-v0", opponents="random", seat=1)
    _, info = env.reset(seed=1)
    assert env.unwrapped.learner == 1
    assert env.get_wrapper_attr("action_masks")().tolist() == info["action_mask"].tolist() == [1, 1]
    assert agents.make_seat("kuhn-v0", opponents="random").game.num_players == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_the_loser_is_told_that_it_lost(game, seat):
    """The opponent moves last: what the learner lost arrives with the end of its own last step."""
    env = make_seat(game, seat=seat, opponents=scripted(bet, game))
    seen = set()
    for seed in range(40):
        env.reset(seed=seed)
        state = env.vec.state.copy()
        _, reward, terminated, truncated, info = env.step(BET)  # the opponent has bet, or calls: cards decide
        hands = game.spec.schema.record(state)["hand"].argmax(1)
        assert terminated
        assert not truncated
        assert reward == (2 if hands[seat] > hands[1 - seat] else -2)
        assert info["action_mask"].sum() == 0
        seen.add(reward)
    assert seen == {2, -2}


def test_rewards_of_a_game_sum_to_its_return(game):
    env = make_seat(game, seat=0, opponents=scripted(bet, game))
    env.reset(seed=3)
    first = env.step(PASS)
    assert first[1:4] == (0.0, False, False)
    last = env.step(PASS)
    assert last[1:4] == (-1.0, True, False)


def test_an_illegal_action_raises_or_loses(game):
    env = make_seat(game, opponents="random", seat=0)
    env.reset(seed=0)
    mask = env.action_masks()
    with pytest.raises(IllegalAction, match=r"seat 0, phase play, decision open: 9"):
        env.step(9)
    assert np.array_equal(env.action_masks(), mask)
    env.step(BET)
    lose = make_seat(game, opponents="random", seat=0, illegal="lose")
    lose.reset(seed=0)
    _, reward, terminated, truncated, info = lose.step(9)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["action_mask"].sum() == 0
    assert not lose.action_masks().any()
    with pytest.raises(GameOver, match="illegal"):
        lose.step(BET)
    lose.reset()
    assert lose.action_masks().all()


def test_seeds_and_turns_at_the_seats(game):
    one, two = (make_seat(game, opponents="random") for _ in range(2))
    assert np.array_equal(one.reset(seed=4)[0], two.reset(seed=4)[0])
    seats = []
    for _ in range(6):
        assert np.array_equal(one.reset()[0], two.reset()[0])
        seats.append(one.learner)
    assert seats in ([0, 1] * 3, [1, 0] * 3)
    assert {make_first(game, seed) for seed in range(20)} == {0, 1}
    words = {make_seat(game, opponents="random").reset(seed=None)[0].tobytes() for _ in range(30)}
    assert len(words) > 1  # without a seed every environment has chance of its own


def make_first(game, seed):
    env = make_seat(game, opponents="random")
    env.reset(seed=seed)
    return env.learner


def test_it_begins_from_a_position_and_ends_at_the_cap(game):
    env = make_seat(game, opponents=ByView(game), seat=1)
    state = game.new(2).step("bet")
    observation, _ = env.reset(options={"state": state})
    assert np.array_equal(observation, state.view(1).observation)
    assert env.step(PASS)[1] == -1.0
    capped = make_seat(Game(SPEC, max_decisions=1), opponents="random", seat=0)
    capped.reset(seed=0)
    assert capped.step(BET)[1:4] == (0.0, False, True)


def test_the_picture_in_words_shows_the_learners_own_cards(game):
    env = make_seat(game, opponents="random", seat=0, render_mode="ansi")
    with pytest.raises(NotStarted):
        env.render()
    env.reset(options={"state": game.new(5)})
    assert env.render() == game.new(5).text(0) != game.new(5).text(1)
    assert make_seat(game, opponents="random").render() is None


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"illegal": "ignore"}, "illegal"),
        ({"render_mode": "rgb_array"}, "render_mode"),
        ({"observation": "both"}, "observation"),
        ({"seat": 5}, "seat"),
        ({"opponents": "nobody"}, "nobody"),
    ],
)
def test_wrong_options_are_named(game, options, named):
    with pytest.raises(ConfigError, match=named):
        make_seat(game, **{"opponents": "random"} | options)


def test_wrong_calls_are_named(game):
    env = make_seat(game, opponents="random", seat=0)
    with pytest.raises(NotStarted):
        env.step(0)
    env.reset(seed=0)
    for wrong in ("bet", None, 0.9, [0]):
        with pytest.raises(IllegalAction, match="not an action id"):
            env.step(wrong)
    env.step(BET)
    with pytest.raises(GameOver):
        env.step(BET)
