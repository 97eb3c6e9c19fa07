"""The native VecEnv: what SB3 is handed, that masks are free and obeyed, and that a policy learns over it."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.monitor import Monitor

from elderzoo.agents.sb3_vec import Sb3VecEnv, make_sb3_vec
from elderzoo.benchmarks.yardsticks.kuhn import BET, PASS, SPEC, rule
from elderzoo.envs.core.errors import IllegalAction
from elderzoo.envs.core.game import Game
from elderzoo.envs.core.kernels import clear
from tests.agents.kuhn_agents import ByBatch, bet, kuhn, scripted

AGE = "age_of_madness-v0"


@pytest.fixture(autouse=True)
def _one_thread():
    torch.set_num_threads(1)


@pytest.fixture
def game():
    return kuhn()


@rule
def told(T, S, i, mask):
    """One action is legal: bet with the highest card, pass with any other."""
    s = S[i]
    clear(mask)
    mask[BET if s.hand[s.stack[0, 1], 2] == 1 else PASS] = 1


def one_way():
    """Kuhn poker in which every decision has one legal action, asked all the same."""
    return Game(replace(SPEC, id="told-v0", legal=told), auto_single=False)


def ppo(env, **options):
    settings = {"n_steps": 16, "batch_size": 256, "n_epochs": 2, "seed": 0, "device": "cpu"} | options
    return MaskablePPO("MlpPolicy", env, **settings)


# ------------------------------------------------------------------------------------ what SB3 is handed


def test_masks_are_a_bool_view(game):
    env = Sb3VecEnv(game, 5, "random")
    env.reset()
    masks = env.env_method("action_masks")
    assert masks.dtype == bool
    assert masks.shape == (5, 2)
    assert np.shares_memory(masks, env.vec.action_mask)
    assert is_masking_supported(env)
    assert np.array_equal(get_action_masks(env), masks)
    assert env.env_method("action_masks", indices=[1, 3]).shape == (2, 2)
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("action_masks", indices=2)
    assert env.env_is_wrapped(Monitor) == [True] * 5
    assert env.env_is_wrapped(str) == [False] * 5


def test_infos_are_empty_but_at_the_end_of_a_game(game):
    env = Sb3VecEnv(game, 2, scripted(bet, game), seat=0)
    env.seed(4)
    first = env.reset()
    kept = first.copy()
    _, rewards, dones, infos = env.step(np.array([PASS, BET]))
    assert dones.tolist() == [False, True]
    assert infos[0] == {}
    assert infos[1]["TimeLimit.truncated"] is False
    assert infos[1]["episode"]["r"] == rewards[1]
    assert infos[1]["episode"]["l"] == 1
    assert np.array_equal(infos[1]["terminal_observation"], env.vec.endings(np.array([1]))[0])
    ended = infos[1]["terminal_observation"].copy()
    _, rewards, dones, later = env.step(np.array([PASS, PASS]))
    assert later[0]["episode"]["l"] == 2
    assert rewards.dtype == np.float32
    assert np.array_equal(first, kept)  # what was handed out is not overwritten
    assert np.array_equal(infos[1]["terminal_observation"], ended)


def test_truncation_is_told_apart():
    env = Sb3VecEnv(kuhn(max_decisions=1), 2, "random", seat=0)
    env.reset()
    _, rewards, dones, infos = env.step(np.array([BET, BET]))
    assert dones.all()
    assert [i["TimeLimit.truncated"] for i in infos] == [True, True]
    assert (rewards == 0).all()


def test_a_seed_makes_a_run_repeatable(game):
    def run():
        env = Sb3VecEnv(game, 3, "random")
        env.seed(7)
        return np.array([env.reset()] + [env.step(np.array([BET, PASS, BET]))[0] for _ in range(12)])

    assert np.array_equal(run(), run())


def test_attributes_are_shared_by_the_rows(game):
    env = make_sb3_vec(game, 2, "random")
    env.set_attr("tag", 3)
    assert env.get_attr("tag") == [3, 3]
    with pytest.raises(NotImplementedError):
        env.set_attr("tag", 3, indices=[0])
    batched = ByBatch(game, "flat")
    env.env_method("set_pool", batched)
    env.reset()
    env.step(np.array([BET, BET]))
    assert batched.calls


# ---------------------------------------------------------------------------------- algorithms over it


def test_an_untrained_policy_is_perfect_where_one_action_is_legal():
    env = Sb3VecEnv(one_way(), 16, "random")
    model = ppo(env)
    observation, actions = env.reset(), set()
    for deterministic in (True, False) * 20:
        masks = get_action_masks(env)
        assert (masks.sum(1) == 1).all()
        chosen, _ = model.predict(observation, action_masks=masks, deterministic=deterministic)
        assert np.array_equal(chosen, masks.argmax(1))
        actions |= set(chosen.tolist())
        observation = env.step(chosen)[0]
    assert actions == {BET, PASS}
    model.learn(16 * 16 * 2)


def test_without_masks_training_fails_at_once():
    with pytest.raises(IllegalAction, match=r"row \d+: told-v0: seat [01], phase play"):
        PPO("MlpPolicy", Sb3VecEnv(one_way(), 16, "random"), n_steps=16, seed=0, device="cpu").learn(256)
    with pytest.raises(IllegalAction):
        ppo(Sb3VecEnv(one_way(), 16, "random")).learn(256, use_masking=False)


def test_no_illegal_action_in_a_thousand_evaluated_moves():
    env = make_sb3_vec(AGE, 32, "random", num_players=2)
    model = ppo(env)
    returns, lengths = evaluate_policy(model, env, n_eval_episodes=40, return_episode_rewards=True, deterministic=False)
    assert sum(lengths) >= 1000
    assert set(np.sign(returns)) <= {-1, 0, 1}
    with pytest.raises(IllegalAction):
        evaluate_policy(model, env, n_eval_episodes=40, use_masking=False)


def test_a_policy_learns_to_beat_random_play(game):
    env = Sb3VecEnv(game, 256, "random")
    model = ppo(env, batch_size=1024, learning_rate=1e-3)
    before = evaluate_policy(model, env, 4000, deterministic=False)[0]
    model.learn(256 * 16 * 8)
    after = evaluate_policy(model, env, 4000, deterministic=False)[0]
    assert model.ep_info_buffer[0].keys() == {"r", "l", "t"}
    print(before, after)
    assert after > before + 0.2
