"""Where work is done: in this process, in a pool of processes, or by Ray, on this machine or a cluster.

    for result in executor("processes", workers=2).map(function, jobs):
        ...

An executor sends ``function`` once to each worker, then jobs as workers become free; results come in the order of the
jobs. A result must depend on its job alone: then it is the same under every executor and number of workers.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from ..envs.core.errors import ConfigError, ElderZooError

Job = TypeVar("Job")
Result = TypeVar("Result")
Crew = Callable[[Iterable[Job]], Iterator[Result]]

AHEAD = 3  # jobs handed out at a time for each worker: none waits for its next one, and few results are held back


class WorkerLost(ElderZooError, RuntimeError):
    """A worker process ended before its job was done."""


class Executor(Protocol):
    """``function``, jobs and results are pickled where the workers are other processes. A function that is dear to
    prepare is an object with ``__call__`` that prepares itself when it is first called."""

    def crew(self, function: Callable[[Job], Result]) -> AbstractContextManager[Crew[Job, Result]]:
        """Workers that stay until the context is left, as a function: from jobs to their results in the same order,
        each as soon as it and those before it are there. An exception of ``function`` is raised here, and WorkerLost
        where a process was killed."""
        ...

    def map(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """The same with workers for these ``jobs`` alone. A generator that is closed early drops the jobs that have not
        begun."""
        with self.crew(function) as crew:
            yield from crew(jobs)


def executor(kind: str, workers: int = 1, jobs: int | None = None) -> Executor:
    """The executor called ``kind``, one of ``KINDS``, with no more workers than there are ``jobs``; raises
    ConfigError."""
    if kind not in KINDS:
        raise ConfigError(f"executor is {kind!r}, known: {', '.join(KINDS)}")
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise ConfigError(f"workers is {workers!r}, allowed 1 and more")
    return KINDS[kind](workers if jobs is None else max(1, min(workers, jobs)))


class Inline(Executor):
    """In this process, one job after the other."""

    def __init__(self, workers: int = 1):
        self.workers = 1

    @contextmanager
    def crew(self, function: Callable[[Job], Result]) -> Iterator[Crew[Job, Result]]:
        yield lambda jobs: map(function, jobs)


def _in_turn(submit: Callable[[Job], Any], wait: Callable[[Any], Result], jobs: Iterable[Job], ahead: int):
    """Submit jobs, ``ahead`` of them at a time, and wait for the oldest."""
    left = iter(jobs)
    pending = deque(submit(job) for job in islice(left, ahead))
    while pending:
        result = wait(pending.popleft())
        pending.extend(submit(job) for job in islice(left, 1))
        yield result


# ------------------------------------------------------------------------------------------------- processes

_function: Any = None  # what a worker process does


def _start(function: Any) -> None:
    global _function
    _function = function


def _work(job: Any) -> Any:
    return _function(job)


class Processes(Executor):
    """A pool of ``workers`` processes on this machine. They are spawned, not forked: this process may have threads, of
    torch for one."""

    def __init__(self, workers: int):
        self.workers = workers

    @contextmanager
    def crew(self, function: Callable[[Job], Result]) -> Iterator[Crew[Job, Result]]:
        pool = ProcessPoolExecutor(self.workers, get_context("spawn"), _start, (function,))
        try:
            yield lambda jobs: _in_turn(
                lambda job: pool.submit(_work, job), lambda future: future.result(), jobs, AHEAD * self.workers
            )
        except BrokenProcessPool:
            raise WorkerLost(
                "a worker process was killed, perhaps for want of memory: fewer workers need less"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


# ------------------------------------------------------------------------------------------------------- Ray


class Ray(Executor):
    """``workers`` Ray actors: on the cluster that ``RAY_ADDRESS`` names, one core each, where ElderZoo has to be
    installed on every machine; else on this machine, where Ray is started with the first job and stops with this
    process. A worker that is lost is replaced and its jobs are done again. Raises ConfigError where Ray is missing."""

    def __init__(self, workers: int):
        self.workers, self.ray = workers, _ray()

    @contextmanager
    def crew(self, function: Callable[[Job], Result]) -> Iterator[Crew[Job, Result]]:
        ray, cluster = self.ray, bool(os.environ.get("RAY_ADDRESS"))
        if not ray.is_initialized():
            own = {} if cluster else {"num_cpus": self.workers, "include_dashboard": False}
            ray.init(log_to_driver=False, logging_level="error", **own)
        # Here actors ask for no core: as many are started as workers were asked for, whatever Ray was started with.
        actor = ray.remote(num_cpus=1 if cluster else 0, max_restarts=3, max_task_retries=3)(_Worker)
        actors = deque(actor.remote(ray.cloudpickle.dumps(function)) for _ in range(self.workers))

        def submit(job: Job) -> Any:
            actors.rotate(-1)
            return actors[0].do.remote(pickle.dumps(job))

        def wait(reference: Any) -> Result:
            try:
                return pickle.loads(ray.get(reference))
            except ray.exceptions.RayTaskError as problem:
                raise problem.cause from None

        try:
            yield lambda jobs: _in_turn(submit, wait, jobs, AHEAD * self.workers)
        finally:
            for worker in actors:
                ray.kill(worker)


class _Worker:
    """What a Ray actor is. All that it gets is pickled here: arrays that Ray itself hands over cannot be written."""

    def __init__(self, function: bytes):
        self.function = pickle.loads(function)

    def do(self, job: bytes) -> bytes:
        return pickle.dumps(self.function(pickle.loads(job)))


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read when Ray starts
    try:
        return import_module("ray")
    except ImportError as problem:
        raise ConfigError(f"executor 'ray' needs the package of the extra 'ray' ({problem}): elderzoo[ray]") from None


KINDS: dict[str, Callable[[int], Executor]] = {"inline": Inline, "processes": Processes, "ray": Ray}
