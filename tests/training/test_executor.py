"""Executors: the same results in the same order wherever the work is done."""

import os
import sys
import time
from collections.abc import Iterator

import pytest

from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.training.evaluate import evaluate
from elderzoo.training.executor import AHEAD, WorkerLost, executor
from elderzoo.training.match import deal_seeds, play_match


class Work:
    """Squares a number, the first one slowly; says in which process, and the how manieth job of it this is."""

    def __init__(self) -> None:
        self.jobs = 0

    def __call__(self, job: int) -> tuple[int, int, int]:
        self.jobs += 1
        time.sleep(0.3 if job == 0 else 0)
        if job < 0:
            raise ConfigError(f"job is {job}")
        return job * job, os.getpid(), self.jobs


def check_order_state_and_errors(kind: str, workers: int) -> None:
    done = list(executor(kind, workers).map(Work(), range(12)))
    assert [square for square, _, _ in done] == [k * k for k in range(12)]
    by_process: dict[int, list[int]] = {}
    for _, process, count in done:
        by_process.setdefault(process, []).append(count)
    assert len(by_process) <= workers
    assert (os.getpid() in by_process) == (kind == "inline")
    # One object a worker does all of its jobs.
    assert all(sorted(counts) == list(range(1, len(counts) + 1)) for counts in by_process.values())
    with pytest.raises(ConfigError, match="job is -1"):
        list(executor(kind, workers).map(Work(), [1, 2, -1, 3]))


@pytest.mark.parametrize(("kind", "workers"), [("inline", 1), ("processes", 2)])
def test_order_state_and_errors(kind: str, workers: int) -> None:
    check_order_state_and_errors(kind, workers)


def leave(job: int) -> int:
    """What a process that is killed does."""
    if job == 2:
        os._exit(9)
    return job


def test_a_worker_that_was_killed_is_told_in_a_line() -> None:
    with pytest.raises(WorkerLost, match="a worker process was killed"):
        list(executor("processes", 2).map(leave, range(4)))


def test_jobs_are_handed_out_as_workers_become_free() -> None:
    asked = []

    def jobs() -> Iterator[int]:
        for k in range(1000):
            asked.append(k)
            yield k

    results = executor("processes", 2).map(Work(), jobs())
    assert next(results)[0] == 0
    results.close()  # the rest is not waited for
    assert len(asked) <= 2 * AHEAD + 1


@pytest.mark.parametrize(
    ("kind", "workers", "message"),
    [
        ("threads", 1, "executor is 'threads', known: inline, processes, ray"),
        ("inline", 0, "workers is 0"),
        ("processes", True, "workers is True"),
    ],
)
def test_wrong_input(kind: str, workers: int, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        executor(kind, workers)


def test_no_more_workers_than_jobs() -> None:
    assert executor("processes", 8, jobs=3).workers == 3
    assert executor("processes", 8, jobs=0).workers == 1


def test_ray_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"the package of the extra 'ray' .*elderzoo\[ray\]"):
        executor("ray", 2)


def test_matches_do_not_depend_on_the_executor() -> None:
    game, deals = Game(KUHN), deal_seeds(3, 5)
    inline = list(play_match(game, ["mc:sims=4", "random"], deals, seed=2, executor="inline"))
    assert inline == list(play_match(game, ["mc:sims=4", "random"], deals, seed=2, workers=2, executor="processes"))
    with pytest.raises(ConfigError, match="executor is 'cloud'"):
        evaluate(game, ["random"], executor="cloud")


@pytest.mark.full
def test_ray_on_this_machine() -> None:
    ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    try:
        check_order_state_and_errors("ray", 2)
        game = Game(KUHN)
        inline = evaluate(game, ["mc:sims=4", "random"], 12, seed=2, executor="inline")
        assert evaluate(game, ["mc:sims=4", "random"], 12, seed=2, executor="ray", workers=2) == inline
    finally:
        ray.shutdown()
