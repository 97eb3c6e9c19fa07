"""One learner a row: what it is paid and shown, who plays against it, and that batches and threads do not matter."""

import numpy as np
import pytest

from elderzoo.agents.seat_vec import SeatVec
from elderzoo.benchmarks.yardsticks.kuhn import BET, PASS
from elderzoo.envs.core.errors import ConfigError, GameOver, IllegalAction, NotStarted
from elderzoo.envs.core.game import Game
from tests.agents.kuhn_agents import LEAVING, PAYING, ByBatch, ByView, Illegal, bet, kuhn, scripted, sensible, spy
from tests.kernels.test_batch import choices, episode, same


@pytest.fixture
def game():
    return kuhn()


def trace(vec, steps, seed=5):
    vec.reset(seed)
    out = []
    for k in range(steps):
        vec.step(choices(vec.action_mask, k))
        shown = (vec.observation, vec.action_mask, vec.learner, vec.reward, vec.terminated, vec.episode, vec.state)
        out += [array.copy() for array in shown]
    return out


# ------------------------------------------------------------------------------------- independence


@pytest.mark.parametrize("form", ["compact", "flat"])
def test_a_row_does_not_depend_on_the_number_of_rows_or_threads(game, form):
    pool = ["random", scripted(sensible, game)]
    few = trace(SeatVec(game, 4, pool, observation=form), 30)
    many = trace(SeatVec(game, 21, pool, observation=form), 30)
    sliced = trace(SeatVec(game, 21, pool, observation=form, threads=4), 30)
    assert same(few, many, 4)
    assert same(many, sliced, 21)


def test_it_does_not_matter_how_an_opponent_is_asked(game):
    agents = [scripted(sensible, game), ByView(game), ByBatch(game, "compact"), ByBatch(game, "flat")]
    runs = [trace(SeatVec(game, 9, agent), 30) for agent in agents]
    assert all(same(runs[0], run, 9) for run in runs[1:])
    assert not same(runs[0], trace(SeatVec(game, 9, "random"), 30), 9)
    assert max(agents[2].calls) > 1  # rows that wait for the same agent are asked together


def test_every_seat_plays_by_the_rules_of_its_game(game):
    """Row by row, the same games played on single states."""
    vec = SeatVec(game, 6, ByView(game))
    vec.reset(3)
    bot = ByView(game)

    def play_on(state, learner):
        while not state.is_over and state.seat != learner:
            state.step(bot.act(state.view(state.seat)))
        return state

    states = [play_on(episode(game, 3, r, 0), vec.learner[r]) for r in range(6)]
    ends = 0
    for k in range(30):
        for r in range(6):
            assert np.array_equal(vec.state[r], states[r].row[0])
            assert np.allclose(vec.observation[r], states[r].observe(vec.learner[r], "flat"))
            assert np.array_equal(vec.action_mask[r], states[r].legal())
        actions, learners = choices(vec.action_mask, k), vec.learner.copy()
        vec.step(actions)
        for r in range(6):
            play_on(states[r].step(actions[r]), learners[r])
            assert vec.terminated[r] == states[r].is_over
            if states[r].is_over:
                ends += 1
                assert vec.reward[r] == vec.final_return[r] == states[r].returns[learners[r]]
                assert np.allclose(vec.endings(np.array([r]))[0], states[r].observe(learners[r], "flat"))
                states[r] = play_on(episode(game, 3, r, int(vec.episode[r])), vec.learner[r])
            else:
                assert vec.reward[r] == 0
    assert ends > 60


# -------------------------------------------------------------------------------------------- episodes


def test_lengths_count_the_learners_own_decisions(game):
    vec = SeatVec(game, 2, scripted(bet, game), seat=0)
    vec.reset(0)
    vec.step(np.array([PASS, BET]))  # passed: the opponent bets; bet: the opponent calls and the game ends
    assert vec.terminated.tolist() == [False, True]
    assert vec.final_length[1] == 1
    assert vec.reward[0] == 0
    assert abs(vec.reward[1]) == 2
    vec.step(np.array([PASS, PASS]))
    assert vec.terminated.tolist() == [True, False]
    assert vec.final_length[0] == 2
    assert vec.reward[0] == vec.final_return[0] == -1


def test_rewards_in_the_middle_of_a_game_sum_to_its_return():
    """The learner is paid at each of its decisions for all that happened since the one before."""
    vec = SeatVec(Game(PAYING), 20, "random")
    vec.reset(2)
    total, seen = np.zeros(20), set()
    for k in range(60):
        vec.step(choices(vec.action_mask, k))
        total += vec.reward
        over = vec.terminated
        assert np.array_equal(total[over], vec.final_return[over])
        total[over] = 0
        seen |= set(vec.reward[~over].tolist())
    assert seen == {2.0}  # the opening seat passed and saw a bet: both actions paid it


def test_games_that_end_before_the_learner_decides_are_no_episodes():
    vec = SeatVec(Game(LEAVING), 40, "random", seat=1)
    vec.reset(0)
    assert (vec.episode > 0).any()
    assert not vec.terminated.any()
    for _ in range(4):
        assert (vec.action_mask == 1).all()
        vec.step(np.full(40, PASS))
        assert vec.terminated.all()
        assert (vec.reward == -1).all()  # folded, whatever seat 0 gave up in games between
        assert (vec.final_length == 1).all()


def test_random_seats_take_turns_from_a_drawn_first(game):
    vec = SeatVec(game, 40, "random")
    vec.reset(1)
    seats = []
    for k in range(40):
        seats.append(vec.learner.copy())
        vec.step(choices(vec.action_mask, k))
    assert 8 < seats[0].sum() < 32
    for r in range(40):
        episodes = (r + np.zeros(1, int), vec.episode[r])
        assert vec.learner[r] == (seats[0][r] + episodes[1]) % 2
    fixed = SeatVec(game, 10, "random", seat=1)
    fixed.reset(1)
    for k in range(10):
        assert (fixed.learner == 1).all()
        fixed.step(choices(fixed.action_mask, k))


def test_without_reset_a_finished_row_shows_its_end_and_waits(game):
    vec = SeatVec(game, 3, scripted(bet, game), seat=0, autoreset="disabled")
    vec.reset(0)
    vec.step(np.array([BET, PASS, BET]))
    assert vec.terminated.tolist() == [True, False, True]
    assert np.array_equal(vec.observation[[0, 2]], vec.endings(np.array([0, 2])))
    assert vec.action_mask.sum(1).tolist() == [0, 2, 0]
    rewards = vec.reward.copy()
    vec.step(np.array([44, PASS, 44]))
    assert vec.terminated.all()
    assert rewards[0] != 0
    assert vec.reward.tolist() == [0, -1, 0]
    with pytest.raises(GameOver):
        vec.step(np.zeros(3, int))
    vec.reset()
    assert (vec.episode == 1).all()
    assert not vec.terminated.any()


def test_the_cap_on_decisions_truncates(game):
    vec = SeatVec(kuhn(max_decisions=1), 4, "random", seat=0)
    vec.reset(0)
    vec.step(np.full(4, BET))
    assert vec.truncated.all()
    assert not vec.terminated.any()
    assert (vec.reward == 0).all()


def test_a_learner_that_never_decides_is_an_error():
    with pytest.raises(ConfigError, match="nothing to decide"):
        SeatVec(kuhn(max_decisions=1), 2, "random", seat=1).reset(0)


def test_rows_begin_from_a_position_that_shows_no_hidden_card_to_opponents(game):
    state = game.new(3)
    vec = SeatVec(game, 3, scripted(spy, game), seat=0)
    vec.reset(options={"state": state})
    assert (vec.state == state.row).all()
    vec.step(np.full(3, BET))
    assert vec.terminated.all()
    assert (vec.reward == 1).all()  # the spy saw nothing and folded
    assert (vec.state == state.row).all()


# -------------------------------------------------------------------------------------------- the pool


def test_opponents_are_drawn_by_weight(game):
    bettor = scripted(bet, game)
    vec = SeatVec(game, 4000, [("random", 1), (bettor, 3), (ByView(game), 0)], seat=0)
    vec.reset(0)
    share = np.mean([vec.seated(r)[1] is bettor for r in range(4000)])
    assert 0.72 < share < 0.78
    assert all(vec.seated(r)[0] is None for r in range(4000))
    first = [vec.seated(r)[1] for r in range(50)]
    vec.reset()
    assert first != [vec.seated(r)[1] for r in range(50)]


def test_a_new_pool_waits_for_the_next_game(game):
    bettor, batched = scripted(bet, game), ByBatch(game, "flat")
    vec = SeatVec(game, 2, bettor, seat=0)
    vec.reset(0)
    vec.step(np.array([PASS, PASS]))
    vec.set_pool([batched])
    assert [vec.seated(r)[1] for r in range(2)] == [bettor, bettor]
    vec.step(np.array([PASS, PASS]))
    assert vec.terminated.all()
    assert [vec.seated(r)[1] for r in range(2)] == [batched, batched]
    assert batched.calls == []
    vec.step(np.array([PASS, PASS]))
    assert batched.calls == [2]


def test_slots_of_agents_that_left_are_used_again(game):
    vec = SeatVec(game, 3, "random", seat=0)
    vec.reset(0)
    for k in range(30):
        vec.set_pool([ByView(game), ByBatch(game, "flat"), "random"])
        for j in range(4):
            vec.step(choices(vec.action_mask, 10 * k + j))
    assert len(vec.pool.outsiders) <= 8
    assert len(vec.pool.table) == 1


# ----------------------------------------------------------------------------------------- wrong input


def test_illegal_actions_are_named_and_change_nothing(game):
    vec = SeatVec(game, 3, "random", seat=0)
    vec.reset(0)
    before = vec.state.copy(), vec.observation.copy(), vec.action_mask.copy()
    with pytest.raises(IllegalAction, match=r"row 1: kuhn-v0: seat 0, phase play, decision open: 2 is not legal"):
        vec.step(np.array([0, 2, 0]))
    assert all(np.array_equal(a, b) for a, b in zip(before, (vec.state, vec.observation, vec.action_mask), strict=True))
    with pytest.raises(IllegalAction, match="row 0, opponent cheat"):
        SeatVec(game, 3, Illegal(game), seat=1).reset(0)


@pytest.mark.parametrize(
    ("opponents", "options", "named"),
    [
        ("nobody", {}, "nobody"),
        ([], {}, "no opponent"),
        (3, {}, "opponents are 3"),
        ({"random": 0}, {}, "no opponent"),
        ({"random": -1}, {}, "weight -1"),
        ("random", {"seat": 2}, "seat is 2"),
        ("random", {"seat": "first"}, "seat is 'first'"),
        ("random", {"observation": "picture"}, "observation"),
        ("random", {"autoreset": "later"}, "autoreset"),
        ("random", {"threads": 0}, "threads"),
        ("random", {"seed": "x"}, "seed"),
    ],
)
def test_wrong_options_are_named(game, opponents, options, named):
    with pytest.raises(ConfigError, match=named):
        SeatVec(game, 2, opponents, **options)


def test_wrong_calls_are_named(game):
    vec = SeatVec(game, 2, "random")
    with pytest.raises(NotStarted):
        vec.step(np.zeros(2, int))
    with pytest.raises(ConfigError, match="reset_mask"):
        vec.reset(0, options={"reset_mask": np.ones(2, bool)})
    with pytest.raises(ConfigError, match="loaded for"):
        SeatVec(game, 2, ByView(kuhn(rules={"open_hands": True})))
    with pytest.raises(ConfigError, match="loaded for"):
        vec.set_pool([scripted(bet, kuhn(rules={"open_hands": True}))])
