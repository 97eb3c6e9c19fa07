"""The service on standard input and output: one message a line, each answer and each push one line, flushed."""

from __future__ import annotations

import sys
import threading
from typing import Any, TextIO

from .core.errors import ServiceError
from .core.service import Service
from .core.sessions import Session
from .core.wire import decode, dumps, error_message


class Lines:
    """The one client: writes messages as lines."""

    streams = True

    def __init__(self, out: TextIO):
        self.key, self.out = "stdio", out
        self.attended: dict[str, Session] = {}
        self._lock = threading.Lock()

    def send(self, message: dict[str, Any]) -> None:
        with self._lock:
            self.out.write(dumps(message) + "\n")
            self.out.flush()


def serve(service: Service, lines: TextIO | None = None, out: TextIO | None = None) -> None:
    """Answer until the input ends. Requests are taken one after the other."""
    client = Lines(out or sys.stdout)
    source = (lines or sys.stdin).buffer if lines is None else lines  # bytes of stdin: they may be no UTF-8
    largest = service.settings.largest
    for line in source:
        text = line.strip()
        if not text:
            continue
        try:
            data = decode(text, largest)
        except ServiceError as problem:
            client.send(error_message(problem))
            continue
        answered = threading.Event()
        service.submit(data, client, answered.set)
        answered.wait()
    service.drop(client)
