"""Agents elsewhere that speak the bot service's protocol: ``url:http://HOST:PORT`` and ``stdio:COMMAND``.

Each decision is one stateless ``move`` message with what the seat sees. After the address or command stand parameters:
``bot`` or ``level`` (which bot of the service), ``seed`` (the same for every request; else one of its own for each),
``budget_ms`` (when the service has to answer) and ``timeout`` (seconds to wait for it):
``url:http://127.0.0.1:8000:bot=search:sims=64:budget_ms=500``, ``stdio:elderzoo bot --stdio:level=7``.
"""

from __future__ import annotations

import atexit
import json
import queue
import re
import shlex
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from functools import partial
from http.client import HTTPException
from typing import Any

from ..envs.core.errors import ConfigError, PositionError
from ..envs.core.game import Game, View
from ..envs.core.rng import hash_seed
from .base import Agent
from .service import PROTOCOL
from .service.client import HttpClient
from .service.core.wire import dumps

PARAMETERS = {"bot": str, "level": int, "seed": int, "budget_ms": int, "timeout": float}
TIMEOUT = 60.0  # seconds
LATER = ("busy", "too_many_requests")  # refusals that ask for patience
# Refusals of one position; any other says that the service and this agent do not fit.
OF_A_POSITION = ("internal", "bad_position", "hidden_information", "legal_differs", "not_your_turn", "game_over")


class RemoteAgent(Agent):
    """Asks for every move. ``send(type, **fields)`` sends a message and returns the answer, an error message included;
    ``fields`` go with each ``move``: ``bot``, ``level``, ``seed``, ``budget_ms``.

    Raises ConfigError, naming what is wrong, where nobody answers, or with another protocol, or about a game of other
    rules; ``act`` TimeoutError where no answer came in ``timeout`` seconds, PositionError where the service could not
    decide.
    """

    def __init__(
        self, game: Game, name: str, send: Callable[..., Any], fields: dict[str, Any], timeout: float, seed: int
    ):
        super().__init__(game, name)
        self.send, self.fields, self.timeout = send, fields, timeout
        content = game.content.path.stem
        options = json.loads(json.dumps(game.options))
        self.setup = {"game": game.spec.id, "players": game.num_players, "options": options, "content": content}
        try:
            spoken = self.ask("welcome", protocol=PROTOCOL).get("protocol")
            if spoken != PROTOCOL:
                raise ConfigError(f"agent {name!r}: it speaks protocol {spoken!r}, this version {PROTOCOL}")
            game.check_identity(self.ask("game", **self.setup).get("identity"), "the game of the service")
        except (TimeoutError, PositionError) as problem:
            raise ConfigError(f"agent {name!r}: {problem}") from None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self.seed, self.asked = seed, 0

    def act(self, view: View) -> int:
        legal = self.options(view)
        seed = hash_seed(self.seed, self.asked) >> 11  # exact in readers that know doubles only
        self.asked += 1
        fields = {"seat": view.seat, "view": view.to_json(), "legal": legal.tolist(), "seed": seed}
        return self.ask("move", **self.setup, **fields | self.fields)["action"]["id"]

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message, which is no error."""
        end = time.monotonic() + self.timeout
        while True:
            try:
                answer = self.send(type, **fields)
            except (ConfigError, HTTPException) as problem:
                if is_late(problem):
                    raise TimeoutError(f"no answer in {self.timeout:g} seconds") from None
                raise ConfigError(f"agent {self.name!r}: {problem or repr(problem)}") from None
            if not isinstance(answer, dict) or "type" not in answer:
                raise ConfigError(f"agent {self.name!r}: the answer is no message of the protocol: {answer!r:.80}")
            if answer["type"] != "error":
                return answer
            said = f"{answer.get('code')}: {answer.get('detail')}"
            if answer.get("code") in OF_A_POSITION:
                raise PositionError(f"agent {self.name!r}: {said}")
            if answer.get("code") not in LATER:
                raise ConfigError(f"agent {self.name!r} is refused, {said}")
            wait = float(answer.get("retry_after", 1))
            if time.monotonic() + wait > end:
                raise TimeoutError(said)
            time.sleep(wait)


def is_late(problem: BaseException) -> bool:
    """Whether the HTTP client gave up because the time was over: it tells all failures of the network alike, the cause
    is behind them."""
    cause = problem.__context__
    return isinstance(cause, TimeoutError) or isinstance(getattr(cause, "reason", None), TimeoutError)


def url_agent(game: Game, url: str, seed: int = 0) -> RemoteAgent:
    """A bot of the service at ``url``; raises ConfigError."""
    address, given, timeout = parsed("url", url)
    return RemoteAgent(game, f"url:{url}", HttpClient(address, timeout=timeout).ask, given, timeout, seed)


def stdio_agent(game: Game, command: str, seed: int = 0) -> RemoteAgent:
    """A bot of the process that ``command`` starts, one for all agents of this command; raises ConfigError."""
    words, given, timeout = parsed("stdio", command)
    return RemoteAgent(game, f"stdio:{command}", partial(running(words).ask, timeout), given, timeout, seed)


def parsed(kind: str, text: str) -> tuple[str, dict[str, Any], float]:
    """Address or command, the fields to send, and the time limit. A parameter begins at a colon before a known name, so
    that the colons of ``bot=search:sims=64`` are the bot's own."""
    where, *parameters = re.split(rf":(?=(?:{'|'.join(PARAMETERS)})=)", text)
    given: dict[str, Any] = {}
    for part in parameters:
        key, _, value = part.partition("=")
        try:
            given[key] = PARAMETERS[key](value)
        except ValueError:
            raise ConfigError(f"agent {kind!r}: {key} is {value!r}, expected {PARAMETERS[key].__name__}") from None
    timeout = given.pop("timeout", TIMEOUT)
    if not 0 < timeout < 1e6:
        raise ConfigError(f"agent {kind!r}: timeout is {timeout}, expected seconds above 0")
    return where, given, timeout


# ------------------------------------------------------------------------------------------------- processes


class LineClient:
    """A process that answers one message a line; closed with this one. Raises ConfigError where it cannot be
    started."""

    def __init__(self, command: str):
        self.command = command
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except (OSError, ValueError, IndexError) as problem:
            raise ConfigError(f"agent 'stdio': {command!r} cannot be started ({problem})") from None
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()  # "" at the end of the output
        self.lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def ask(self, timeout: float, type: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message, an error message included; what else the process says is dropped. Raises
        TimeoutError, ConfigError where the process ended or does not speak the protocol."""
        assert self.process.stdin is not None
        id_, end = uuid.uuid4().hex, time.monotonic() + timeout
        with self.lock:
            try:
                self.process.stdin.write(dumps({"type": type, "id": id_, **fields}) + "\n")
                self.process.stdin.flush()
            except (OSError, ValueError):
                pass  # it ended: what it said before is told below
            while True:
                try:
                    line = self.lines.get(timeout=max(end - time.monotonic(), 0))
                except queue.Empty:
                    raise TimeoutError(f"no answer in {timeout:g} seconds") from None
                if not line:
                    self.lines.put("")  # for whoever asks next
                    raise ConfigError(f"the process has ended, status {self.process.wait()}")
                try:
                    answer = json.loads(line)
                    mine = answer.get("re") == id_
                except (ValueError, AttributeError):
                    raise ConfigError(f"no message of the protocol: {line.strip()!r:.80}") from None
                if mine:
                    return answer

    def close(self) -> None:
        """End the process by closing its input."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


_running: dict[str, LineClient] = {}  # by command: the protocol remembers nothing, agents can share a process
_lock = threading.Lock()


def running(command: str) -> LineClient:
    """The process of a command, started where it does not run."""
    with _lock:
        if command not in _running or not _running[command].runs:
            _running[command] = LineClient(command)
        return _running[command]


@atexit.register
def _close() -> None:
    for lines in _running.values():
        lines.close()
