"""One request on its way through the service."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from .. import PROTOCOL
from . import messages as m
from .bots import Best
from .errors import ServiceError, refusal
from .sessions import Client

if TYPE_CHECKING:
    from .service import Service


class Request:
    """One request on its way: answered once, from whichever thread comes first."""

    def __init__(self, service: Service, client: Client, type_: str, id_: str | None, started: float, done=None):
        self.service, self.client, self.type, self.id, self.started = service, client, type_, id_, started
        self.done: Callable[[], None] | None = done
        self.message: m.Message | None = None
        self.deadline: float | None = None
        self.best = Best()
        self.late: Callable[[], dict[str, Any]] | None = None  # makes the answer when time is up
        self.taken_up = self._done = False
        self._lock = threading.Lock()

    def run(self) -> None:
        """Do what is asked, on a worker."""
        self.taken_up = True
        if self._done:
            return
        self.finish(lambda: self.service.handle(cast(m.Message, self.message), self))

    def nobody_came(self) -> None:
        """The deadline has passed and no thread took the request up: it need not be done any more."""
        if not self.taken_up:
            self.fail(ServiceError("busy", "no thread came free in time", retry_after=1))

    def time_is_up(self) -> None:
        """The deadline has come: answer with the best so far, if there is any."""
        if self.late is not None and not self._done:
            self.finish(self.late)

    def finish(self, make: Callable[[], dict[str, Any] | None]) -> None:
        """Send the answer that ``make`` gives, if any, or the error that it raises."""
        try:
            answer = make()
            if answer is not None:
                self.answer(answer)
        except Exception as problem:
            self.fail(problem)

    def answer(self, message: dict[str, Any]) -> None:
        """Send the answer, unless there was one."""
        with self._lock:
            if self._done:
                return
            self._done = True
        code = message.get("code", "ok")
        known = self.type if self.type in m.REQUESTS else "other"
        self.service.metrics.request(known, code, time.perf_counter() - self.started)
        head = {"type": message["type"], "protocol": PROTOCOL} | ({} if self.id is None else {"re": self.id})
        self.client.send(head | message)
        if self.done is not None:
            self.done()

    def fail(self, problem: Exception) -> None:
        """Send an error message."""
        refused = refusal(problem)
        if refused is None:
            traceback.print_exception(problem, file=sys.stderr)
            refused = ServiceError("internal", f"{type(problem).__name__} while doing {self.type or 'a request'}")
        self.answer(refused.message())
