"""Threads that do the work, with a bounded queue, and a clock for what happens later.

Requests that only look something up never wait behind those that think: they have a thread of their own. Moves of
bots in sessions take turns with requests that think; a session has one of them in the queue at most.
"""

from __future__ import annotations

import heapq
import itertools
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable

from .errors import ServiceError

Job = Callable[[], None]
LIGHT, HEAVY, TURN = "light", "heavy", "turn"


class Workers:
    """``threads`` for work that thinks and one for work that does not; at most ``queue`` requests wait."""

    def __init__(self, threads: int, queue: int):
        self.queue = queue
        self._jobs: dict[str, deque[Job]] = {LIGHT: deque(), HEAVY: deque(), TURN: deque()}
        self._more = threading.Condition()
        self._stopping = False
        self._busy = 0
        plans = [(LIGHT,)] + [(HEAVY, TURN, LIGHT) if k % 2 == 0 else (TURN, HEAVY, LIGHT) for k in range(threads)]
        self._threads = [threading.Thread(target=self._work, args=(plan,), daemon=True) for plan in plans]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job, kind: str) -> None:
        """Have a job done; raises ServiceError where too many requests wait. Turns of bots are always taken."""
        with self._more:
            if self._stopping:
                raise ServiceError("stopping", "the service stops; come back and resume")
            if kind != TURN and len(self._jobs[LIGHT]) + len(self._jobs[HEAVY]) >= self.queue:
                raise ServiceError("busy", f"{self.queue} requests wait already", retry_after=1)
            self._jobs[kind].append(job)
            self._more.notify_all()

    def depth(self) -> dict[str, int]:
        """Jobs that wait, by kind."""
        with self._more:
            return {kind: len(jobs) for kind, jobs in self._jobs.items()}

    def stop(self, wait: float) -> None:
        """Take no more work, drop what waits, and wait for what is under way."""
        with self._more:
            self._stopping = True
            self._more.notify_all()
        until = time.monotonic() + wait
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _work(self, plan: tuple[str, ...]) -> None:
        turn = itertools.count()
        while True:
            # Two kinds that think take turns, so that neither starves the other.
            order = plan if len(plan) == 1 or next(turn) % 2 else (plan[1], plan[0], *plan[2:])
            with self._more:
                while not self._stopping and not any(self._jobs[kind] for kind in order):
                    self._more.wait()
                if self._stopping:
                    return
                job = next(self._jobs[kind] for kind in order if self._jobs[kind]).popleft()
            try:
                job()
            except Exception:
                traceback.print_exc(file=sys.stderr)


class Clock:
    """Calls functions later, on a thread of its own; they must be short."""

    def __init__(self):
        self._due: list[tuple[float, int, Job]] = []
        self._count = itertools.count()
        self._change = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def later(self, seconds: float, call: Job) -> None:
        """Call ``call`` in so many seconds."""
        with self._change:
            heapq.heappush(self._due, (time.monotonic() + seconds, next(self._count), call))
            self._change.notify()

    def stop(self) -> None:
        with self._change:
            self._stopping = True
            self._change.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join(5)

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._stopping and (not self._due or self._due[0][0] > time.monotonic()):
                    self._change.wait(None if not self._due else max(0.0, self._due[0][0] - time.monotonic()))
                if self._stopping:
                    return
                call = heapq.heappop(self._due)[2]
            try:
                call()
            except Exception:
                traceback.print_exc(file=sys.stderr)
