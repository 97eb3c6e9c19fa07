"""What is counted. With prometheus-client the counts can be read at ``/metrics``; without it nothing is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Metrics:
    """Counters of one service."""

    def __init__(self):
        try:
            import prometheus_client as prometheus
        except ModuleNotFoundError:
            self._registry = None
            return
        self._prometheus = prometheus
        self._registry = prometheus.CollectorRegistry()
        name = "elderzoo_"
        self._requests = prometheus.Counter(
            name + "requests", "Requests, by message type and how they ended", ["type", "code"], registry=self._registry
        )
        self._seconds = prometheus.Histogram(
            name + "request_seconds",
            "From a request to its answer, by message type",
            ["type"],
            registry=self._registry,
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30),
        )
        self._moves = prometheus.Histogram(
            name + "move_seconds",
            "What a move takes, by bot and level",
            ["bot", "level"],
            registry=self._registry,
            buckets=(0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
        )
        self._late = prometheus.Counter(
            name + "late_moves", "Moves that were not the whole answer when time was up", registry=self._registry
        )
        self._batch = prometheus.Histogram(
            name + "batch_rows",
            "Moves that a network decided in one pass",
            registry=self._registry,
            buckets=(1, 2, 4, 8, 16, 32, 64),
        )
        self._illegal = prometheus.Counter(
            name + "illegal_requests", "Refused actions and lists of legal actions", ["code"], registry=self._registry
        )

    def request(self, type: str, code: str, seconds: float) -> None:
        """A request was answered."""
        if self._registry is None:
            return
        self._requests.labels(type, code).inc()
        self._seconds.labels(type).observe(seconds)
        if code in ("illegal_action", "legal_differs", "hidden_information", "not_your_turn"):
            self._illegal.labels(code).inc()

    def move(self, bot: str, level: int | None, seconds: float, late: bool = False) -> None:
        """A bot decided."""
        if self._registry is None:
            return
        name = bot.partition(":")[0]  # budgets are many, and clients name them
        self._moves.labels(name, "" if level is None else str(level)).observe(seconds)
        if late:
            self._late.inc()

    def batch(self, rows: int) -> None:
        """A network decided so many moves in one pass."""
        if self._registry is not None:
            self._batch.observe(rows)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A number that is read when it is asked for."""
        if self._registry is not None:
            self._prometheus.Gauge("elderzoo_" + name, text, registry=self._registry).set_function(value)

    def text(self) -> tuple[bytes, str]:
        """The page for Prometheus and its content type."""
        if self._registry is None:
            return b"# prometheus-client is not installed\n", "text/plain"
        from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as plain

        return self._prometheus.generate_latest(self._registry), plain

    def names(self) -> list[Any]:
        """What is counted, for tests."""
        return [] if self._registry is None else [m.name for m in self._registry.collect()]
