"""Kernels over a slice of rows, and the threads that share the slices out.

Arrays have one line a row. A slice is ``lo..hi-1``; slices do not touch each other's lines, so that they may
run side by side. Every row has a seed of its own: results depend neither on the number of rows nor on threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .drive import begin, choose, count_legal, settle, step
from .encoder import encode, flatten
from .header import RUNNING, TERMINATED, TRUNCATED
from .jit import head, kernel, s64
from .rng import mix2, set_seed

ROWS_PER_THREAD = 1024  # below two slices of this size a thread costs more than it saves

# How a row begins: by the rules, as a copy of a position, or as a copy of it with a future of its own.
NEW_GAME, POSITION, RESEEDED = 0, 1, 2


@kernel(result="u64")
def episode_seed(seed, i, episode):
    """The seed of episode ``episode`` of row ``i``: ``hash_seed`` continued by both numbers."""
    return mix2(mix2(seed, i), episode)


@kernel
def begin_row(F, T, S, i, origin, start, seed, mask):
    """Begin row ``i`` from ``origin``, a template or position, as ``start`` says; returns its legal actions."""
    if start == NEW_GAME:
        return begin(F, T, S, i, origin, seed, mask)
    for k in range(len(origin)):
        S[i, k] = origin[k]
    if start == RESEEDED:
        set_seed(head(S, i), seed)
    return settle(F, T, S, i, mask)


@kernel
def check_actions(masks, seats, actions):
    """The first row that waits for a decision and whose action is not legal, or -1."""
    for i in range(len(actions)):
        a = actions[i]
        if seats[i] >= 0 and (a < 0 or a >= masks.shape[1] or masks[i, a] == 0):
            return i
    return -1


@kernel
def random_actions(masks, actions, rng):
    """Write a uniformly random legal action for every row; rows without one get 0."""
    for i in range(len(actions)):
        actions[i] = choose(masks[i], rng) if count_legal(masks[i]) > 0 else 0


@kernel
def batch_reset(F, T, X, S, lo, hi, rows, origin, start, seed, episodes, masks, observations, seats):
    """Begin the rows ``rows[lo:hi]``, each at its episode. Returns a row with an error, or -1."""
    for r in range(lo, hi):
        i = rows[r]
        begin_row(F, T, S, i, origin, start, episode_seed(seed, i, episodes[i]), masks[i])
        h = head(S, i)
        if h.error != 0:
            return i
        seats[i] = h.seat
        encode(X, h.seat, S, i, observations[i])
    return -1


@kernel
def batch_step(
    F,
    T,
    X,
    S,
    lo,
    hi,
    origin,
    start,
    seed,
    autoreset,
    actions,
    episodes,
    masks,
    observations,
    seats,
    rewards,
    terminated,
    truncated,
    returns,
    final_observations,
):
    """Step rows lo..hi-1 with checked actions; finished rows begin again where ``autoreset`` is 1.

    ``returns`` and ``final_observations`` keep the last of a finished game (the latter may be empty: none).
    Rows that were over before are left alone. Returns a row with an error, or -1.
    """
    for i in range(lo, hi):
        h = head(S, i)
        players = h.players
        if h.over != RUNNING:
            for p in range(players):
                rewards[i, p] = 0.0
            continue
        for p in range(players):
            rewards[i, p] = -h.returns[p]
        step(F, T, S, i, s64(actions[i]), masks[i])
        for p in range(players):
            rewards[i, p] += h.returns[p]
        terminated[i] = 1 if h.over == TERMINATED else 0
        truncated[i] = 1 if h.over == TRUNCATED else 0
        if h.over != RUNNING and h.error == 0:
            for p in range(players):
                returns[i, p] = h.returns[p]
            if len(final_observations) > 0:
                for p in range(players):
                    encode(X, p, S, i, final_observations[i, p])
            if autoreset == 1:
                episodes[i] += 1
                begin_row(F, T, S, i, origin, start, episode_seed(seed, i, episodes[i]), masks[i])
        if h.error != 0:
            return i
        seats[i] = h.seat
        encode(X, max(h.seat, 0), S, i, observations[i])
    return -1


@kernel
def batch_flatten(Y, scale, observations, flats, lo, hi):
    """The flat form of compact observations, rows lo..hi-1."""
    for i in range(lo, hi):
        flatten(Y, scale, observations[i], flats[i])


# -------------------------------------------------------------------------------------------- threads

_pool: ThreadPoolExecutor | None = None


def _forget_pool() -> None:
    """A forked child has the parent's pool, but not its threads."""
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def slices(n: int, threads: int | None, enough: int = ROWS_PER_THREAD) -> list[tuple[int, int]]:
    """Row ranges to share out: ``threads`` of them, or as many as have ``enough`` rows to pay for themselves."""
    parts = max(1, min(cores(), n // enough) if threads is None else min(threads, n))
    return [(n * k // parts, n * (k + 1) // parts) for k in range(parts)]


def share(work: Callable[[int, int], int], parts: list[tuple[int, int]]) -> int:
    """Run ``work(lo, hi)`` for every slice, side by side where there are several; the first row with an
    error, or -1."""
    global _pool
    if len(parts) == 1:
        return work(*parts[0])
    if _pool is None:
        _pool = ThreadPoolExecutor(cores(), thread_name_prefix="elderzoo")
    jobs = [_pool.submit(work, lo, hi) for lo, hi in parts[1:]]
    found = [work(*parts[0])] + [job.result() for job in jobs]
    return min((row for row in found if row >= 0), default=-1)
