"""Stepping many games at once: the same games as one by one, whatever the number of rows and threads."""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from elderzoo.benchmarks.yardsticks.kuhn import BET, PASS, SPEC
from elderzoo.envs.core import batch, drive
from elderzoo.envs.core.errors import ConfigError, GameOver, IllegalAction, NotStarted, PositionError
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.rng import hash_seed
from elderzoo.envs.vector import VectorEnv
from tests.agents.kuhn_agents import PAYING


def choices(masks, step):
    """A legal action a row that follows from its row, its mask and the step alone; 0 where there is none."""
    out = np.zeros(len(masks), np.int64)
    for i, mask in enumerate(masks):
        legal = np.flatnonzero(mask)
        if len(legal):
            out[i] = legal[hash_seed(i, step) % len(legal)]
    return out


def trace(vec, steps, seed=5):
    """All that a run showed, row by row: a list of arrays with one line a row."""
    vec.reset(seed)
    out = []
    for k in range(steps):
        vec.step(choices(vec.action_mask, k))
        shown = (vec.observation, vec.action_mask, vec.seat, vec.rewards, vec.terminated, vec.episode, vec.state)
        out += [array.copy() for array in shown]
    return out


def digest(arrays):
    h = hashlib.sha256()
    for array in arrays:
        h.update(np.ascontiguousarray(array).tobytes())
    return h.hexdigest()


def same(some, others, rows):
    return all(np.array_equal(a[:rows], b[:rows]) for a, b in zip(some, others, strict=True))


def episode(game, seed, row, number):
    """The game that row ``row`` plays as its episode ``number``."""
    state = State(game, np.zeros((1, game.width), np.int16))
    word = np.uint64(hash_seed(seed, row, number))
    drive.begin(game.F, game.T, state.row, 0, game.template, word, state._mask)
    return state


# ------------------------------------------------------------------------------------- independence


@pytest.mark.parametrize("form", ["compact", "flat"])
def test_a_row_does_not_depend_on_the_number_of_rows_or_threads(kuhn, form):
    few = trace(VectorEnv(kuhn, 5, observation=form), 40)
    many = trace(VectorEnv(kuhn, 23, observation=form), 40)
    sliced = trace(VectorEnv(kuhn, 23, observation=form, threads=4), 40)
    assert same(few, many, 5)
    assert same(many, sliced, 23)
    assert not same(trace(VectorEnv(kuhn, 5, observation=form), 40, seed=6), few, 5)


def test_rows_are_different_games(kuhn):
    vec = VectorEnv(kuhn, 50)
    vec.reset(1)
    assert len({row.tobytes() for row in vec.state}) > 40


def test_a_row_is_the_game_of_its_seed(kuhn):
    vec = VectorEnv(kuhn, 3)
    vec.reset(9)
    states = [episode(kuhn, 9, r, 0) for r in range(3)]
    for k in range(60):
        assert all(np.array_equal(vec.state[r], states[r].row[0]) for r in range(3))
        assert all(np.array_equal(vec.observation[r], states[r].observe(vec.seat[r], "compact")) for r in range(3))
        actions = choices(vec.action_mask, k)
        vec.step(actions)
        for r in range(3):
            if states[r].step(actions[r]).is_over:
                states[r] = episode(kuhn, 9, r, int(vec.episode[r]))
    assert vec.episode.min() > 10


def test_plain_python_steps_the_same_batch(kuhn):
    code = (
        "from tests.kernels.test_batch import *\nprint(digest(trace(VectorEnv(Game(SPEC), 6, observation='flat'), 12)))"
    )
    environment = os.environ | {"ELDERZOO_JIT": "0"}
    plain = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert plain.stdout.strip() == digest(trace(VectorEnv(kuhn, 6, observation="flat"), 12))


def test_a_forked_child_and_threads_step_on_after_the_parent(kuhn):
    vec = VectorEnv(kuhn, 64, threads=2)
    expected = digest(trace(vec, 20))
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, digest(trace(vec, 20)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 100).decode() == expected
    os.close(read), os.close(write)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: digest(trace(VectorEnv(kuhn, 64, threads=2), 20)), range(4)))
    assert results == [expected] * 4


def test_slices_cover_all_rows_once():
    for n, threads in ((1, None), (7, 3), (5000, None), (3, 8)):
        parts = batch.slices(n, threads)
        assert [k for lo, hi in parts for k in range(lo, hi)] == list(range(n))
    assert len(batch.slices(2047, None)) == 1
    assert len(batch.slices(7, 3)) == 3


# --------------------------------------------------------------------------------- ends of games, resets


def test_same_step_reset_shows_the_next_game_and_the_last_result(kuhn):
    vec = VectorEnv(kuhn, 8, seed=2)
    vec.reset()
    vec.step(np.full(8, BET))
    assert not vec.terminated.any()
    assert (vec.rewards == 0).all()
    before = vec.episode.copy()
    vec.step(np.full(8, PASS))  # seat 1 folds
    assert vec.terminated.all()
    assert not vec.truncated.any()
    assert (vec.rewards == [1, -1]).all()
    assert (vec.final_returns == [1, -1]).all()
    assert (vec.episode == before + 1).all()
    assert (vec.seat == 0).all()
    assert vec.action_mask.sum() == 16
    vec.step(np.full(8, BET))
    assert not vec.terminated.any()
    assert (vec.rewards == 0).all()
    assert (vec.final_returns == [1, -1]).all()


def test_rewards_are_what_returns_change_by():
    vec = VectorEnv(Game(PAYING), 4)
    vec.reset(0)
    vec.step(np.array([BET, BET, PASS, PASS]))
    assert (vec.rewards == [1, -1]).all()
    vec.step(np.array([PASS, PASS, BET, BET]))
    assert vec.rewards.tolist() == [[0, 0], [0, 0], [1, -1], [1, -1]]  # folded: from a point to the stake of one
    vec.step(np.array([BET, BET, PASS, PASS]))
    assert vec.rewards.tolist() == [[1, -1], [1, -1], [-3, 3], [-3, 3]]


def test_without_reset_finished_rows_stay_until_they_are_reset(kuhn):
    vec = VectorEnv(kuhn, 3, autoreset="disabled")
    vec.reset(4)
    vec.step(np.array([BET, PASS, BET]))
    vec.step(np.array([PASS, BET, BET]))
    assert vec.terminated.tolist() == [True, False, True]
    assert vec.seat.tolist() == [-1, 0, -1]
    ended = vec.state[0].copy()
    vec.step(np.array([99, PASS, -1]))  # actions of finished rows are not looked at
    assert vec.terminated.all()
    assert vec.rewards.tolist() == [[0, 0], [-1, 1], [0, 0]]
    assert vec.action_mask.sum() == 0
    assert np.array_equal(vec.state[0], ended)
    with pytest.raises(GameOver):
        vec.step(np.zeros(3, int))
    vec.reset(options={"reset_mask": np.array([False, True, False])})
    assert vec.episode.tolist() == [0, 1, 0]
    assert vec.seat.tolist() == [-1, 0, -1]
    assert vec.terminated.tolist() == [True, False, True]
    assert np.array_equal(vec.state[1], episode(kuhn, 4, 1, 1).row[0])


@pytest.mark.parametrize("form", ["compact", "flat"])
@pytest.mark.parametrize("threads", [1, 3])
def test_final_observations_are_what_every_seat_saw_at_the_end(kuhn, form, threads):
    vec = VectorEnv(kuhn, 6, observation=form, final_observation=True, threads=threads)
    vec.reset(11)
    states = [episode(kuhn, 11, r, 0) for r in range(6)]
    ends = 0
    for k in range(12):
        actions = choices(vec.action_mask, k)
        vec.step(actions)
        for r in range(6):
            if states[r].step(actions[r]).is_over:
                ends += 1
                seen = [states[r].observe(p, form) for p in range(2)]
                assert np.array_equal(vec.final_observation[r], seen)
                assert np.array_equal(vec.final_returns[r], states[r].returns)
                states[r] = episode(kuhn, 11, r, int(vec.episode[r]))
    assert ends > 12


def test_the_cap_on_decisions_truncates_and_pays_nobody():
    vec = VectorEnv(Game(SPEC, max_decisions=1), 4)
    vec.reset(0)
    vec.step(np.full(4, BET))
    assert vec.truncated.all()
    assert not vec.terminated.any()
    assert (vec.rewards == 0).all()
    assert (vec.final_returns == 0).all()
    assert (vec.episode == 1).all()


def test_reset_goes_on_to_the_next_episode_and_a_seed_begins_anew(kuhn):
    vec = VectorEnv(kuhn, 4)
    first = vec.reset(3).copy()
    second = vec.reset().copy()
    assert (vec.episode == 1).all()
    assert not np.array_equal(first, second)
    assert np.array_equal(vec.reset(3), first)


def test_rows_begin_from_a_position(kuhn):
    state = kuhn.new(8).step("bet")
    vec = VectorEnv(kuhn, 3)
    vec.reset(options={"state": state})
    assert (vec.state == state.row).all()
    assert np.array_equal(vec.action_mask[0], state.legal())
    vec.step(np.full(3, PASS))
    assert vec.terminated.all()
    assert (vec.state == state.row).all()  # the next episode begins there too
    vec.reset(5, options={"state": state})
    words = vec.state[:, :4]  # the generator comes first in a row
    assert len({word.tobytes() for word in words}) == 3  # with a seed every row has chance of its own
    assert (vec.seat == 1).all()


# ----------------------------------------------------------------------------------------- wrong input


def test_an_illegal_action_is_named_and_changes_nothing(kuhn):
    vec = VectorEnv(kuhn, 5, threads=2)
    vec.reset(1)
    vec.step(np.full(5, BET))
    names = ("state", "compact", "action_mask", "seat", "rewards", "terminated", "episode")
    before = [getattr(vec, name).copy() for name in names]
    with pytest.raises(IllegalAction, match=r"row 3: kuhn-v0: seat 1, phase play, decision answer: 7 is not legal"):
        vec.step(np.array([PASS, PASS, PASS, 7, -1]))
    assert all(np.array_equal(getattr(vec, n), b) for n, b in zip(names, before, strict=True))
    vec.step(np.full(5, PASS))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 2.5}, "num_envs"),
        ({"num_envs": 2, "autoreset": "next_step"}, "autoreset"),
        ({"num_envs": 2, "observation": "picture"}, "observation"),
        ({"num_envs": 2, "threads": 0}, "threads"),
        ({"num_envs": 2, "seed": 1.5}, "seed"),
    ],
)
def test_wrong_options_are_named(kuhn, options, named):
    with pytest.raises(ConfigError, match=named):
        VectorEnv(kuhn, **options)


def test_wrong_calls_are_named(kuhn):
    vec = VectorEnv(kuhn, 2)
    with pytest.raises(NotStarted):
        vec.step(np.zeros(2, int))
    with pytest.raises(NotStarted):
        vec.reset(options={"reset_mask": np.ones(2, bool)})
    with pytest.raises(ConfigError, match="sead"):
        vec.reset(options={"sead": 1})
    with pytest.raises(ConfigError, match="seed"):
        vec.reset("one", options={"state": kuhn.new(8).step("bet")})
    assert vec.reset(5).tolist() == VectorEnv(kuhn, 2).reset(5).tolist()  # the position was not taken either
    vec = VectorEnv(kuhn, 2)
    with pytest.raises(PositionError, match="state"):
        vec.reset(options={"state": 3})
    with pytest.raises(PositionError, match="over"):
        vec.reset(options={"state": kuhn.new(0).step("bet").step("pass")})
    with pytest.raises(PositionError, match="rules"):
        vec.reset(options={"state": Game(SPEC, rules={"open_hands": True}).new(0)})
    vec.reset(0)
    for wrong in (np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2)):
        with pytest.raises(ConfigError, match="actions"):
            vec.step(wrong)
    with pytest.raises(ConfigError, match="reset_mask"):
        vec.reset(options={"reset_mask": [1, 0]})
    with pytest.raises(ConfigError, match="reset_mask"):
        vec.reset(3, options={"reset_mask": np.ones(2, bool)})
