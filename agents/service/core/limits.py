"""How much a client may ask for."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .errors import ServiceError

CLIENTS = 10_000  # whose buckets are kept


@dataclass(frozen=True)
class Rate:
    """Requests a second, and how many at once. 0 a second is no limit."""

    per_second: float
    burst: float


class Limits:
    """A bucket of requests for every key; ``keys`` have rates of their own. Thread-safe."""

    def __init__(
        self,
        rate: Rate,
        keys: Mapping[str, Rate] | None = None,
        required: bool = False,
        now: Callable[[], float] = time.monotonic,
    ):
        self.rate, self.keys, self.required, self._now = rate, dict(keys or {}), required, now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, key: str) -> bool:
        """Whether a key is one of ``keys``."""
        return key in self.keys

    def take(self, key: str, cost: float = 1.0) -> None:
        """Count a request of ``key``; raises ServiceError with the time to wait where it is one too many."""
        rate = self.keys.get(key, self.rate)
        if rate.per_second <= 0:
            return
        with self._lock:
            now = self._now()
            left, since = self._buckets.pop(key, (rate.burst, now))
            left = min(rate.burst, left + (now - since) * rate.per_second)
            allowed = left >= cost
            self._buckets[key] = (left - cost if allowed else left, now)
            while len(self._buckets) > CLIENTS:
                self._buckets.popitem(last=False)
        if not allowed:
            wait = (cost - left) / rate.per_second
            raise ServiceError(
                "too_many_requests",
                f"at most {rate.per_second:g} requests a second, {rate.burst:g} at once",
                retry_after=max(1, round(wait + 0.5)),
            )
