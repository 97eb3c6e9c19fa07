"""``elimination="terminate"``: who is out is paid and leaves, and a draw shares what they lost. Over every game whose
spec tells who is out, and over Roulette, whose chance is scripted here."""

import copy
import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from elderzoo.envs import ConfigError, IllegalAction
from elderzoo.envs.aec import ELIMINATION, GameEnv
from elderzoo.envs.core.game import Game, State
from tests.known_warnings import PETTINGZOO, only
from tests.roulette import SEATS, SPEC, TURNS

from .games import CASES, GAMES

PLAYED = {f"roulette-{n}": partial(Game, SPEC, n) for n in range(2, SEATS + 1)}
PLAYED["roulette-3-martyr"] = partial(Game, SPEC, 3, {"martyr": True})
PLAYED |= {str(case): case.make for case in CASES if GAMES[case.id].elimination}


@pytest.fixture(scope="module", params=PLAYED)
def game(request) -> Game:
    return PLAYED[request.param]()


def seeds(game: Game) -> range:
    return range(200 if game.spec is SPEC else 6)


def out(state: State) -> np.ndarray:
    """Which seats are out by the rules, bool (players,)."""
    return state.record[state.game.spec.elimination][: state.game.num_players] == 1


def names(flags) -> list[str]:
    return [f"player_{p}" for p in np.flatnonzero(flags)]


def ended(table: GameEnv) -> list[str]:
    return [agent for agent in table.agents if table.terminations[agent] or table.truncations[agent]]


def live_steps(table: GameEnv, seed: int, told: dict[str, float] | None = None) -> Iterator[State]:
    """A random game: after each decision, before anybody leaves, the position it was taken in. ``told`` adds up what
    ``last`` gives each agent."""
    table.reset(seed=seed)
    rng, told = np.random.default_rng(seed), {} if told is None else told
    for agent in table.agent_iter():
        told[agent] = told.get(agent, 0.0) + table.last()[1]
        if ended(table):
            table.step(None)
            continue
        before = table.snapshot()
        table.step(int(rng.choice(np.flatnonzero(before.legal()))))
        yield before


def play_until_out(table: GameEnv, seed: int, most: int) -> None:
    """A random game until somebody is about to leave, or for ``most`` decisions."""
    for k, _ in enumerate(live_steps(table, seed), 1):
        if k == most or ended(table):
            return


def play_on(table: GameEnv, seed: int = 0) -> list:
    """Play at random to the end: agents, what they are told, and how each ended."""
    rng, seen = np.random.default_rng(seed), []
    for agent in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        seen.append((agent, reward, terminated, truncated))
        table.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(table.snapshot().legal()))))
    return seen


# ------------------------------------------------------------------------------------------------------ every game


def test_returns(game: Game):
    """As in the other mode where somebody wins; shared among those still in where nobody does."""
    table, other, n = GameEnv(game, elimination="terminate"), GameEnv(game), game.num_players
    endings = set()
    for seed in seeds(game):
        sums, skipped = ({}.fromkeys(table.possible_agents, 0.0) for _ in ELIMINATION)
        *_, last = live_steps(table, seed, sums)
        end, told = table.snapshot(), list(sums.values())
        for _ in live_steps(other, seed, skipped):
            assert len(other.agents) == n  # nobody leaves early
        assert other.snapshot() == end
        assert list(skipped.values()) == end.returns.tolist()
        assert sum(told) == pytest.approx(0, abs=1e-12)
        if end.returns.any():
            endings.add("somebody wins")
            assert told == end.returns.tolist()
            continue
        still = ~out(end) if not out(end).all() else ~out(last)
        endings.add("draw of all" if still.all() else "draw of those still in")
        assert told == pytest.approx(np.where(still, (~still).sum() / (n - 1) / still.sum(), -1 / (n - 1)))
    if game.spec is SPEC:
        assert len(endings) == (2 if n == 2 else 3)


def test_who_is_out_leaves_before_the_next_decision(game: Game):
    table, n = GameEnv(game, elimination="terminate"), game.num_players
    together = set()
    for seed in seeds(game):
        for before in live_steps(table, seed):
            now = table.snapshot()
            assert not (out(before) & ~out(now)).any()
            assert set(table.rewards) == set(table.agents) == set(names(~out(before)))
            if now.is_over:
                assert ended(table) == table.agents
                continue
            assert not out(now)[now.seat]
            leaving = names(out(now) & ~out(before))
            together.add(len(leaving))
            assert ended(table) == leaving
            assert not any(table.truncations.values())
            assert table.rewards == {a: -1 / (n - 1) if a in leaving else 0 for a in table.agents}
            expect_dead_steps(table, leaving)
    assert game.spec is not SPEC or together == set(range(n - 1))


def expect_dead_steps(table: GameEnv, leaving: list[str]) -> None:
    """Those who leave step first, by seat; then whoever decides by the rules has the turn."""
    now, agents = table.snapshot(), list(table.agents)
    for agent in leaving:
        assert table.agent_selection == agent
        assert not any(table.infos[a]["action_mask"].any() for a in table.agents)
        assert not any(table.observe(a)["action_mask"].any() for a in table.possible_agents)
        observation, reward, terminated, truncated, info = table.last()
        assert np.array_equal(observation["observation"], now.observe(int(agent[-1])))
        assert (reward, terminated, truncated) == (table._cumulative_rewards[agent], True, False)
        assert info is table.infos[agent]
        with pytest.raises(IllegalAction, match=f"{agent} has ended"):
            table.step(0)
        table.step(None)
        agents.remove(agent)
        assert table.agents == agents
        for kept in (table.rewards, table._cumulative_rewards, table.terminations, table.truncations, table.infos):
            assert set(kept) == set(agents)
    assert table.agent_selection == f"player_{now.seat}"
    assert table.snapshot() == now
    observation, _, terminated, truncated, info = table.last()
    assert not terminated
    assert not truncated
    assert np.array_equal(observation["observation"], now.observe(now.seat))
    assert np.array_equal(observation["action_mask"], now.legal())
    assert info["action_mask"] is observation["action_mask"]


@pytest.mark.parametrize(("place", "form"), [("both", "flat"), ("info", "compact")])
def test_pettingzoo(game: Game, place, form):
    make = partial(GameEnv, game, mask_in=place, observation=form, elimination="terminate")
    with only(PETTINGZOO):
        for _ in range(10 if game.spec is SPEC else 1):
            api_test(make(), num_cycles=300)
        seed_test(make, num_cycles=100)


@pytest.mark.parametrize("most", [1, 10**6])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))], ids=["deepcopy", "pickle"])
def test_copies_live_their_own_lives(game: Game, copied, most):
    table = GameEnv(game, elimination="terminate")
    for seed in range(6):
        play_until_out(table, seed, most)
        other, position = copied(table), table.snapshot()
        seen = play_on(other)
        assert table.snapshot() == position
        assert play_on(table) == seen


@pytest.mark.parametrize("most", [1, 10**6])
def test_reset_brings_everybody_back(game: Game, most):
    table, fresh = GameEnv(game, elimination="terminate"), GameEnv(game, elimination="terminate")
    for seed in range(6):
        play_until_out(table, seed, most)
        table.reset(seed=7)
        fresh.reset(seed=7)
        assert table.agents == table.possible_agents
        assert not any(table.rewards.values())
        assert play_on(table) == play_on(fresh)


@pytest.mark.parametrize("make", PLAYED.values(), ids=PLAYED)
def test_the_safety_net_at_the_first_decision(make):
    """It may be one that the engine plays, before reset returns."""
    table = GameEnv(make(max_decisions=1), elimination="terminate")
    for seed in range(6):
        table.reset(seed=seed)
        if not ended(table):
            table.step(int(table.snapshot().legal().argmax()))
        seen, end = play_on(table), table.snapshot()
        terminated = out(end) | (not end.is_truncated)
        assert [step[2:] for step in seen] == [(flag, not flag) for flag in terminated.tolist()]
        assert sum(step[1] for step in seen) == pytest.approx(0, abs=1e-12)


def test_beginning_where_seats_are_out(game: Game):
    """They are paid and leave first."""
    table, other, n = GameEnv(game, elimination="terminate"), GameEnv(game), game.num_players
    found = 0
    for seed in seeds(game):
        for before in live_steps(other, seed):
            if not out(before).any():
                continue
            found += 1
            table.reset(options={"state": before})
            leaving = names(out(before))
            assert ended(table) == leaving
            assert table.rewards == {a: -1 / (n - 1) if a in leaving else 0 for a in table.agents}
            expect_dead_steps(table, leaving)
            assert sum(step[1] for step in play_on(table)) == pytest.approx(len(leaving) / (n - 1))
            break
    assert found or n == 2


# -------------------------------------------------------------------------------------------------------- Roulette


def story(*turns: str, elimination="terminate", rules=None, **options) -> tuple[GameEnv, list, list]:
    """Four seats play ``turns``, each an action and, for every seat at risk by seat, whether it goes out (x) or stays
    (o). Returns the table, what each seat was told, and "T" or "U" (truncated) by seat, "" where it goes on."""
    game = Game(SPEC, 4, rules, **{k: options.pop(k) for k in ("max_decisions",) if k in options})
    table = GameEnv(game, elimination=elimination, **options)
    chance = [("events", 0 if mark == "x" else 1) for turn in turns for mark in turn.split()[1]]
    table.reset(options={"state": game.new(0).force(*chance)})
    told, ends = dict.fromkeys(table.possible_agents, 0.0), dict.fromkeys(table.possible_agents, "")
    todo = [turn.split()[0] for turn in turns]
    for agent in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            told[agent] += reward
            ends[agent] = "T" * terminated + "U" * truncated
            table.step(None)
        elif todo:
            told[agent] += reward
            table.step(game.actions.id(todo.pop(0)))
        else:
            break
    assert not todo
    return table, list(told.values()), list(ends.values())


THIRD = 1 / 3
WAIT = ("self o",)
STORIES = {
    "the seat to act": (["self x"], None),
    "another seat": (["next x"], None),
    "two at once, the seat to act among them": (["all xoxo"], None),
    "one by one, the last one wins": (["self x", "self x", "self x"], [-THIRD, -THIRD, -THIRD, 1]),
    "three at once": (["all xxox"], [-THIRD, -THIRD, 1, -THIRD]),
    "one, then two at once": (["next x", "all xxo"], [-THIRD, -THIRD, -THIRD, 1]),
    "all at once": (["all xxxx"], [0, 0, 0, 0]),
    "one, then all others at once": (["next x", "all xxx"], [1 / 9, -THIRD, 1 / 9, 1 / 9]),
    "two, then the two others at once": (["all xxoo", "all xx"], [-THIRD, -THIRD, THIRD, THIRD]),
    "nobody in all turns": (WAIT * TURNS, [0, 0, 0, 0]),
    "one, then no turn left": (["next x", *WAIT * (TURNS - 1)], [1 / 9, -THIRD, 1 / 9, 1 / 9]),
    "one, then one in the last turn": (["next x", *WAIT * (TURNS - 2), "all oxo"], [THIRD, -THIRD, -THIRD, THIRD]),
    "two in the last turn": ([*WAIT * (TURNS - 1), "all xoxo"], [-THIRD, THIRD, -THIRD, THIRD]),
}


@pytest.mark.parametrize(("turns", "returns"), STORIES.values(), ids=STORIES)
def test_stories(turns, returns):
    table, told, ends = story(*turns)
    gone = out(table.snapshot())
    if returns is None:
        assert told == [-THIRD * flag for flag in gone]
        assert ends == ["T" if flag else "" for flag in gone]
        assert table.agents == names(~gone)
        return
    assert told == pytest.approx(returns)
    assert ends == ["T"] * 4
    assert not table.agents


def test_who_goes_out_in_the_last_step_may_win_it():
    for turns, returns in {
        ("all xxxx",): [1, -THIRD, -THIRD, -THIRD],
        ("self x", "all xxx"): [-THIRD, 1, -THIRD, -THIRD],
        ("self x", "all xox"): [-THIRD, 1, -THIRD, -THIRD],
    }.items():
        assert story(*turns, rules={"martyr": True})[1] == returns


def test_the_safety_net_truncates_who_is_still_in():
    assert story("next x", "self o", max_decisions=2)[1:] == ([1 / 9, -THIRD, 1 / 9, 1 / 9], ["U", "T", "U", "U"])
    _, told, ends = story("next x", "next x", max_decisions=2)  # one of them in the very step
    assert told == pytest.approx([THIRD, -THIRD, THIRD, -THIRD])
    assert ends == ["U", "T", "U", "T"]
    assert story("next x", max_decisions=1)[2] == ["U", "T", "U", "U"]
    assert story("next x", "self o", max_decisions=2, elimination="skip")[1:] == ([0] * 4, ["U"] * 4)


@pytest.mark.parametrize("elimination", ELIMINATION)
def test_an_illegal_action(elimination):
    table, _, _ = story("next x", elimination=elimination)
    before = table.snapshot()
    with pytest.raises(IllegalAction):
        table.step(99)
    assert table.snapshot() == before
    table, _, _ = story("next x", elimination=elimination, illegal="terminate")
    assert table.agent_selection == "player_2"
    table.step(99)
    shares = {"player_0": 2 * THIRD, "player_2": -1.0, "player_3": 2 * THIRD}
    if elimination == "skip":
        shares = {"player_0": THIRD, "player_1": THIRD, "player_2": -1.0, "player_3": THIRD}
    assert table.rewards == pytest.approx(shares)
    assert {agent: reward for agent, reward, *_ in play_on(table)} == pytest.approx(shares)
    assert not table.agents


@pytest.mark.parametrize(
    ("field", "why"),
    [(None, "no seat leaves"), ("turns", "'turns', expected"), ("seat", "'seat', expected"), ("on", "'on', expected")],
)
def test_a_game_must_tell_who_is_out(field, why):
    with pytest.raises(ConfigError, match=f"roulette-v0: elimination is .*{why}"):
        GameEnv(Game(replace(SPEC, elimination=field)), elimination="terminate")
