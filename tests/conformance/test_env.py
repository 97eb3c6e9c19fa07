"""The PettingZoo face beyond PettingZoo's own tests: masks, order, errors, copies, starting positions, ends."""

import copy
import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test

from elderzoo.envs import ConfigError, EngineError, GameOver, IllegalAction, NotStarted, PositionError
from elderzoo.envs.aec import FORMS, MASK_PLACES, GameEnv
from elderzoo.envs.core.game import Game
from tests.agents.kuhn_agents import PAYING

from .games import CASES, Case, env, positions

KUHN = Case("kuhn-v0", 2)


def pick(table: GameEnv, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(table.snapshot().legal())))


def told(table: GameEnv) -> tuple:
    """What ``last`` gives, as values that can be compared."""
    obs, reward, terminated, truncated, info = table.last()
    arrays = {**(obs if isinstance(obs, dict) else {"observation": obs}), **{f"info {k}": v for k, v in info.items()}}
    return {k: (v.dtype, v.tobytes()) for k, v in arrays.items()}, reward, terminated, truncated


def play(table: GameEnv, seed: int, steps: int = 10**6) -> list[tuple]:
    """Step at random; what ``last`` gives before each step."""
    rng, seen = np.random.default_rng(seed), []
    for _ in table.agent_iter(steps):
        seen.append(told(table))
        table.step(None if seen[-1][2] or seen[-1][3] else pick(table, rng))
    return seen


# ------------------------------------------------------------------------------------------- observations


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", MASK_PLACES)
def test_where_the_mask_is(case: Case, place, form):
    table = env(case, mask_in=place, observation=form)
    table.reset(seed=1)
    rng = np.random.default_rng(1)
    for agent in table.agent_iter(10):
        obs, _, terminated, _, info = table.last()
        if terminated:
            break
        legal = table.snapshot().legal()
        masks = ([] if place == "info" else [obs["action_mask"]]) + (
            [] if place == "observation" else [info["action_mask"]]
        )
        assert all(mask.dtype == np.int8 and np.array_equal(mask, legal) for mask in masks)
        assert all(mask is masks[0] for mask in masks)
        assert isinstance(obs, np.ndarray) == (place == "info")
        assert set(info) == (set() if place == "observation" else {"action_mask"})
        for other in set(table.possible_agents) - {agent}:
            idle = table.observe(other)["action_mask"] if place != "info" else table.infos[other]["action_mask"]
            assert not idle.any()
            assert not idle.flags.writeable
        table.step(pick(table, rng))


def test_what_a_user_writes_into_an_observation_stays_there(case: Case):
    table = env(case)
    table.reset(seed=1)
    obs = table.last()[0]
    illegal = int(np.flatnonzero(obs["action_mask"] == 0)[0]) if (obs["action_mask"] == 0).any() else -1
    obs["action_mask"][:] = 1
    with pytest.raises(IllegalAction):
        table.step(illegal)
    legal = table.snapshot().legal()
    before = {k: v.copy() for k, v in obs.items()}
    table.step(int(legal.argmax()))
    assert all(np.array_equal(obs[k], before[k]) for k in obs)  # no later step writes into it
    assert table.last()[0]["action_mask"].sum() == table.snapshot().legal().sum()


def test_anyone_can_be_observed_at_any_time(case: Case):
    table = env(case, observation="compact")
    table.reset(seed=2)
    shapes = {table.observe(agent)["observation"].shape for agent in table.possible_agents}
    play(table, 2)
    assert not table.agents
    shapes |= {table.observe(agent)["observation"].shape for agent in table.possible_agents}
    assert shapes == {(case.game.compact_size,)}
    assert table.state_space.contains(table.state())
    with pytest.raises(ConfigError, match="player_9"):
        table.observe("player_9")


def test_the_state_shows_what_observations_hide(case: Case):
    table = env(case, observation="compact")
    table.reset(seed=3)
    assert not np.array_equal(table.state(), table.observe("player_0")["observation"])
    assert np.array_equal(table.state(), table.snapshot().observe(0, "compact", full=True))


# --------------------------------------------------------------------------------------------- order, errors


def test_nothing_works_before_reset(case: Case):
    table = env(case, render_mode="ansi")
    calls = (lambda: table.step(0), table.last, table.agent_iter, table.state, table.render, table.snapshot)
    for call in (*calls, lambda: table.observe("player_0"), lambda: table.view("player_0")):
        with pytest.raises(NotStarted, match="reset"):
            call()


def test_an_illegal_action_changes_nothing(case: Case):
    table = env(case)
    for state in positions(case.game, 5):
        table.reset(options={"state": state})
        before = told(table)
        for bad in (*np.flatnonzero(state.legal() == 0), -1, state.game.n_actions, None, "bet", 0.0, [0]):
            with pytest.raises(IllegalAction, match=case.id):
                table.step(bad)
        assert told(table) == before
        assert table.snapshot() == state


def test_an_illegal_action_may_lose_the_game(case: Case):
    table, n = env(case, illegal="terminate"), case.seats
    table.reset(seed=4)
    loser = table.agent_selection
    table.step(case.game.n_actions)
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    other = -1.0 if case.game.spec.kind == "team" else pytest.approx(1 / (n - 1))
    assert table.rewards == {a: -1.0 if a == loser else other for a in table.possible_agents}
    assert not any(table.observe(agent)["action_mask"].any() for agent in table.possible_agents)
    assert len(play(table, 0)) == n


def test_who_has_ended_may_only_pass_none(case: Case):
    table = env(case)
    table.reset(seed=5)
    play(table, 5, steps=0)
    rng = np.random.default_rng(5)
    while not any(table.terminations.values()):
        table.step(pick(table, rng))
    with pytest.raises(IllegalAction, match="None"):
        table.step(0)
    for left in range(case.seats, 0, -1):
        assert len(table.agents) == left
        table.step(None)
    for call in (lambda: table.step(None), table.last):
        with pytest.raises(GameOver):
            call()
    table.reset()
    assert table.agents == table.possible_agents


def test_an_error_of_the_row_changes_nothing():
    """A forced outcome that nobody draws is an error when the game ends; the last step is taken back."""
    state = KUHN.game.new(0).force(("deck", 1))
    table = env(KUHN)
    table.reset(options={"state": state})
    table.step(KUHN.game.actions.id("bet"))
    before, seen = table.snapshot(), told(table)
    with pytest.raises(EngineError, match="left over"):
        table.step(KUHN.game.actions.id("bet"))
    assert table.snapshot() == before
    assert np.array_equal(table.snapshot().legal(), before.legal())
    assert told(table) == seen


@pytest.mark.parametrize(
    "option",
    [
        {"mask_in": "both "},
        {"observation": "full"},
        {"elimination": "out"},
        {"elimination": "terminate"},
        {"illegal": "lose"},
        {"render_mode": "svg"},
        {"render_seat": 2},
        {"render_seat": "all"},
    ],
    ids=str,
)
def test_wrong_options_are_named(option):
    with pytest.raises(ConfigError, match="kuhn-v0: .*" + next(iter(option)).replace("render_seat", "seat")):
        env(KUHN, **option)


# ---------------------------------------------------------------------------------- seeds, copies, positions


def test_interleaved_environments_are_independent(case: Case):
    alone = []
    for seed in (1, 2):
        table = env(case)
        table.reset(seed=seed)
        alone.append(play(table, seed, steps=40))
    tables, rngs, seen = [env(case), env(case)], [np.random.default_rng(s) for s in (1, 2)], [[], []]
    for table, seed in zip(tables, (1, 2), strict=True):
        table.reset(seed=seed)
    for _ in range(40):
        for table, rng, steps in zip(tables, rngs, seen, strict=True):
            if table.agents:
                steps.append(told(table))
                table.step(None if table.last()[2] else pick(table, rng))
    assert seen == alone


@pytest.mark.parametrize(
    "copy_of", [copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))], ids=["deepcopy", "pickle"]
)
def test_copies_of_an_environment_live_their_own_lives(case: Case, copy_of):
    table = env(case)
    table.reset(seed=6)
    play(table, 6, steps=min(case.seats, 25))
    if not table.agents:
        table.reset(seed=7)
    other = copy_of(table)
    position = table.snapshot()
    first = play(other, 8)
    assert table.snapshot() == position
    assert play(table, 8) == first
    assert not other._none.flags.writeable


def test_seeds(case: Case):
    table, other = env(case), env(case)
    table.reset(seed=9)
    assert table.snapshot() == case.game.new(9)
    other.reset(seed=np.int64(9))
    later = []
    for _ in range(3):  # without a seed, the next ones follow from the last one given
        table.reset()
        other.reset()
        assert table.snapshot() == other.snapshot()
        later.append(int(table.snapshot().record["seed"]))
    assert len(set(later)) == 3
    with pytest.raises(ConfigError, match="seed"):
        table.reset(seed="7")


def test_beginning_from_a_position(case: Case):
    table = env(case)
    for state in positions(case.game, 3):
        table.reset(options={"state": state})
        kept = state.row.copy()
        assert table.snapshot() == state
        assert table.agent_selection == f"player_{state.seat}"
        play(table, 0, steps=20)
        assert np.array_equal(state.row, kept)


def test_beginning_from_a_position_with_other_chance(case: Case):
    table, state = env(case), case.game.new(1)
    seeds = []
    for seed in (5, 5, 6):
        table.reset(seed=seed, options={"state": state})
        begun = table.snapshot()
        seeds.append(int(begun.record["seed"]))
        begun.record["seed"], begun.record["stream"] = state.record["seed"], state.record["stream"]
        assert begun == state
    assert seeds[0] == seeds[1] != seeds[2] != int(state.record["seed"])


def test_what_is_no_position_to_begin_from(case: Case):
    table, finished = env(case), case.game.new(0)
    while not finished.is_over:
        finished.step(int(np.random.default_rng(finished.record["decisions"]).choice(np.flatnonzero(finished.legal()))))
    for wrong, why in (("opening", "str"), (finished, "finished"), (case.game.new(0).view(0), "View")):
        with pytest.raises(PositionError, match=f"state.*{why}"):
            table.reset(options={"state": wrong})


def test_positions_of_other_games_are_refused():
    other = next(case for case in CASES if case.id != KUHN.id)
    table = env(KUHN)
    with pytest.raises(PositionError, match="state"):
        table.reset(options={"state": other.game.new(0)})


# ------------------------------------------------------------------------------------------------------- ends


def test_rewards_are_the_returns(case: Case):
    """What is paid adds up to the returns; before the end nothing is, but with progress paid as it is made."""
    table = env(case)
    shaped = bool(table.game.options.get("shaping"))
    for seed in range(5):
        table.reset(seed=seed)
        rng, total, taken = np.random.default_rng(seed), np.zeros(case.seats), dict.fromkeys(table.possible_agents, 0.0)
        while not any(table.terminations.values()) and not any(table.truncations.values()):
            assert shaped or not any(table.rewards.values())
            taken[table.agent_selection] += table.last()[1]
            table.step(pick(table, rng))
            total += list(table.rewards.values())
        end = table.snapshot()
        assert total == pytest.approx(end.returns, abs=1e-12 if shaped else 0)
        assert all(type(flag) is bool for flag in (*table.terminations.values(), *table.truncations.values()))
        assert set(table.terminations.values()) == {not end.is_truncated}
        assert set(table.truncations.values()) == {end.is_truncated}
        for agent in table.agent_iter():
            taken[agent] += table.last()[1]
            table.step(None)
        assert list(taken.values()) == pytest.approx(end.returns, abs=1e-12 if shaped else 0)


def test_the_safety_net_truncates_everybody(case: Case):
    table = GameEnv(case.make(max_decisions=1))
    table.reset(seed=0)
    if not any(table.truncations.values()):
        table.step(int(table.snapshot().legal().argmax()))
    assert all(type(flag) is bool and flag for flag in table.truncations.values())
    assert all(type(flag) is bool and not flag for flag in table.terminations.values())
    assert not any(table.rewards.values())


def test_rewards_in_the_middle_of_a_game_are_told_once_and_sum_to_the_return():
    """PettingZoo's own check of ``last`` against ``rewards``, and what each agent is told adds up."""
    api_test(GameEnv(Game(PAYING), mask_in="info"), num_cycles=200)
    table = GameEnv(Game(PAYING))
    paid_early = 0
    for seed in range(30):
        table.reset(seed=seed)
        rng, total = np.random.default_rng(seed), dict.fromkeys(table.possible_agents, 0.0)
        for agent in table.agent_iter():
            _, reward, terminated, _, _ = table.last()
            total[agent] += reward
            paid_early += reward != 0 and not terminated
            table.step(None if terminated else pick(table, rng))
        assert list(total.values()) == table.snapshot().returns.tolist()
    assert paid_early > 20
