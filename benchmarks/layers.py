"""What is timed: one probe a layer. A probe does some work when called and returns the number of steps it made."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from pettingzoo.utils import wrappers

from elderzoo import envs
from elderzoo.agents.seat_vec import SeatVec
from elderzoo.benchmarks.null_aec import NullEnv, play
from elderzoo.envs.aec import GameEnv
from elderzoo.envs.core import batch, drive
from elderzoo.envs.core.encoder import encode
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.core.jit import call_legal, kernel
from elderzoo.envs.vector import VectorEnv

BATCH = 1024
MANY = 8192  # rows where threads pay
AEC_STEPS = 2000
ROW_STEPS = 500


@dataclass
class Probe:
    """A layer of a game: ``run`` makes some steps and returns how many. ``facts`` go into its result."""

    layer: str
    run: Callable[[], int]
    facts: dict[str, Any] = field(default_factory=dict)


def probes(game: Game) -> list[Probe]:
    """All layers of a game, from the compiled batch up to the environments that libraries take."""
    return [
        batch_probe(game, "compact", BATCH, 1),
        batch_probe(game, "flat", BATCH, 1),
        batch_probe(game, "compact", MANY, None),
        row_probe(game),
        state_probe(game),
        *aec_probes(game, "compact"),
        *aec_probes(game, "flat"),
        *(seat_probe(game, opponents) for opponents in ("random", "greedy") if _has(game, opponents)),
    ]


def _has(game: Game, agent: str) -> bool:
    from elderzoo import agents

    try:
        agents.load(agent, game)
    except ConfigError:
        return False
    return True


def _sizes(game: Game, form: str) -> dict[str, int]:
    size = game.compact_size if form == "compact" else game.flat_size
    return {"observation": size, "actions": game.n_actions}


# -------------------------------------------------------------------------------------------- batches


def batch_probe(game: Game, form: str, rows: int, threads: int | None) -> Probe:
    """Random legal actions, mask and observation of every step; ``threads`` None: all that pay."""
    vec = VectorEnv(game, rows, observation=form, threads=threads)
    vec.reset(0)
    rng, actions = np.zeros(1, np.uint64), np.zeros(rows, np.int64)

    def run() -> int:
        batch.random_actions(vec.action_mask, actions, rng)
        vec.step(actions)
        return rows

    for _ in range(100):  # into the middle of games
        run()
    used = len(batch.slices(rows, threads))
    facts = {"rows": rows, "threads": used} | _sizes(game, form)
    return Probe(f"batch, {form}" + (", threads" if threads is None else ""), run, facts)


@kernel
def legal_rows(F, T, S, masks):
    """The mask of every row."""
    for i in range(len(masks)):
        call_legal(F[drive.LEGAL], T, S, i, masks[i])


@kernel
def encode_rows(X, S, seats, observations):
    """The compact observation of every row's seat to decide."""
    for i in range(len(seats)):
        encode(X, seats[i], S, i, observations[i])


def part_probes(game: Game) -> list[Probe]:
    """Parts of a batched step on their own, over rows in the middle of games."""
    vec = VectorEnv(game, BATCH, threads=1)
    vec.reset(0)
    rng, actions = np.zeros(1, np.uint64), np.zeros(BATCH, np.int64)
    for _ in range(100):
        batch.random_actions(vec.action_mask, actions, rng)
        vec.step(actions)

    def part(name: str, work: Callable, *arguments) -> Probe:
        def run() -> int:
            work(*arguments)
            return BATCH

        return Probe(name, run)

    return [
        part("legal", legal_rows, game.F, game.T, vec.state, vec.action_mask),
        part("encode", encode_rows, game.X, vec.state, vec.seat, vec.compact),
        part("choose", batch.random_actions, vec.action_mask, actions, rng),
    ]


# ----------------------------------------------------------------------------------------- single games


def row_probe(game: Game) -> Probe:
    """One row: a compiled call a step, with mask and compact observation, from Python."""
    state = game.new(0)
    obs, rng, seed = np.zeros(game.compact_size, np.int16), np.zeros(1, np.uint64), np.uint64(0)
    gains = np.zeros(game.num_players)

    def run() -> int:
        for _ in range(ROW_STEPS):
            action = drive.choose(state._mask, rng)
            drive.observe_step(game.F, game.T, game.X, state.row, 0, action, state._mask, obs, gains)
            if state.record["over"]:
                drive.begin(game.F, game.T, state.row, 0, game.template, seed + rng[0], state._mask)
        return ROW_STEPS

    return Probe("row", run, _sizes(game, "compact"))


def state_probe(game: Game) -> Probe:
    """``State.step``, without observations."""
    rng = np.zeros(1, np.uint64)
    states = [game.new(0)]

    def run() -> int:
        state = states[0]
        for k in range(ROW_STEPS):
            state.step(drive.choose(state._mask, rng))
            if state.is_over:
                state = game.new(k)
        states[0] = state
        return ROW_STEPS

    return Probe("State.step", run, {"actions": game.n_actions})


def aec_probes(game: Game, form: str) -> list[Probe]:
    """The AEC environment a user gets, the same under PettingZoo's stock wrappers, and one that does nothing."""
    noise = np.random.default_rng(0).random((97, game.n_actions), np.float32) + 0.5
    raw, inner = GameEnv(game, observation=form), GameEnv(game, observation=form)
    raw.reset(seed=0)
    stock = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))
    )
    episodes = play(raw, noise, AEC_STEPS)[1]
    null = NullEnv(raw, max(AEC_STEPS // episodes, 1))

    def probe(layer: str, env: Any) -> Probe:
        def run() -> int:
            play(env, noise, AEC_STEPS)
            return AEC_STEPS

        return Probe(f"{layer}, {form}", run, _sizes(game, form))

    return [probe("AEC", raw), probe("AEC in stock wrappers", stock), probe("null AEC", null)]


# ----------------------------------------------------------------------------------------- one learner


def seat_probe(game: Game, opponents: str, rows: int = 256) -> Probe:
    """The learner's decisions a second of the SB3 VecEnv, the other seats played inside the step."""
    try:
        from elderzoo.agents.sb3_vec import Sb3VecEnv
    except ModuleNotFoundError:
        return _seat_vec_probe(game, opponents, rows)
    env = Sb3VecEnv(game, rows, opponents)
    env.reset()
    rng, actions = np.zeros(1, np.uint64), np.zeros(rows, np.int64)

    def run() -> int:
        batch.random_actions(env.vec.action_mask, actions, rng)
        env.step(actions)
        return rows

    return Probe(f"SB3 VecEnv, {opponents} opponents", run, {"rows": rows} | _sizes(game, "flat"))


def _seat_vec_probe(game: Game, opponents: str, rows: int) -> Probe:
    vec = SeatVec(game, rows, opponents)
    vec.reset()
    rng, actions = np.zeros(1, np.uint64), np.zeros(rows, np.int64)

    def run() -> int:
        batch.random_actions(vec.action_mask, actions, rng)
        vec.step(actions)
        return rows

    return Probe(f"SeatVec, {opponents} opponents", run, {"rows": rows} | _sizes(game, "flat"))


def pettingzoo_benchmark(id: str, seats: int | None) -> float:
    """Turns a second that PettingZoo's ``performance_benchmark`` prints (it runs for five seconds)."""
    from pettingzoo.test import performance_benchmark

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(envs.make(id, seats))
    found = re.search(r"([\d.e+]+) turns per second", printed.getvalue())
    assert found, printed.getvalue()
    return float(found.group(1))
