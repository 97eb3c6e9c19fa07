"""A small client of the protocol over HTTP, with nothing but the standard library."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from ...envs.core.errors import ConfigError
from .core.wire import dumps


class HttpClient:
    """Sends messages to the service at ``url`` (``http://127.0.0.1:8000``)."""

    def __init__(self, url: str, key: str | None = None, timeout: float = 60.0):
        if not url.startswith(("http://", "https://")):
            raise ConfigError(f"url is {url!r}, expected http://… or https://…")
        self.url, self.key, self.timeout = url.rstrip("/"), key, timeout

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message, an error message included. Raises ConfigError where nobody answers."""
        return self.fetch("POST", "/v1/messages", {"type": type, **fields})[1]

    def fetch(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and answer of any request; raw ``bytes`` are sent as they are."""
        data = None if body is None else body if isinstance(body, bytes) else dumps(body).encode()
        headers = {"Content-Type": "application/json"} | ({"X-API-Key": self.key} if self.key else {})
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                return response.status, _read(response.read())
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code, _read(problem.read())
        except OSError as problem:
            raise ConfigError(f"{self.url}{path}: {problem}") from None


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data
