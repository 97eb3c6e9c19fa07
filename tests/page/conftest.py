"""A browser, a server, and what they may not do: write an error on the console, or ask for anything elsewhere.

``tests/page/install.sh`` brings the browser. Screenshots are kept in ``tests/page/shots`` (or ELDERZOO_SHOTS).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

SHOTS = Path(os.environ.get("ELDERZOO_SHOTS") or Path(__file__).parent / "shots")
START = 120.0  # seconds a server may take to be ready
GAMES = ("age_of_madness", "creatures_and_cultists", "cthulhus_vault", "deck_building", "cultistorm")


def needed(program: str) -> str:
    """The path of a program; skips the test where there is none, fails in CI."""
    path = shutil.which(program)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"{program} is missing: tests/page/install.sh brings it")
    if path is None:
        pytest.skip(f"{program} is missing: tests/page/install.sh brings it")
    return path


@dataclass
class Watched:
    """A page of the browser, and what went wrong on it."""

    page: Any
    errors: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def shot(self, name: str, full: bool = False) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=full)


class Browser:
    """Chromium; its pages are watched."""

    def __init__(self, chromium: Any):
        self.chromium, self.open = chromium, []

    def page(self, width: int = 1400, height: int = 900, theme: str = "light", **options: Any) -> Watched:
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce", **options
        )
        watched = Watched(context.new_page())
        watched.page.set_default_timeout(60000)
        watched.page.on("console", lambda m: watched.errors.append(m.text) if m.type in ("error", "warning") else None)
        watched.page.on("pageerror", lambda e: watched.errors.append(str(e)))
        watched.page.on("request", lambda r: watched.asked.append(r.url))
        self.open.append((context, watched))
        return watched


@pytest.fixture(scope="session")
def _chromium() -> Iterator[Any]:
    path = needed("chromium")
    if os.environ.get("CI"):
        from playwright.sync_api import sync_playwright
    else:
        sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def browser(_chromium: Any) -> Iterator[Browser]:
    """Pages of it are closed after the test, which fails if any of them wrote an error on its console."""
    browser = Browser(_chromium)
    yield browser
    for context, _ in browser.open:
        context.close()
    assert [error for _, watched in browser.open for error in watched.errors] == []


class Servers:
    """A running service for each set of games; stopped at the end."""

    def __init__(self):
        self.running: dict[str, tuple[subprocess.Popen, str]] = {}

    def at(self, game: str) -> str:
        """The address of a service that offers ``game``, its rules as plain Python: it is ready at once."""
        if game not in self.running:
            self.running[game] = self._start(game)
        return self.running[game][1]

    def _start(self, game: str) -> tuple[subprocess.Popen, str]:
        command = [sys.executable, "-m", "elderzoo.agents.service", "--port", "0", "--no-open", "--state", "none"]
        command += ["--origins", "*", "--rate", "0", "--threads", "1", "--games", f"{game}-v0"]
        env = dict(os.environ) | {"ELDERZOO_JIT": "0"}
        SHOTS.mkdir(parents=True, exist_ok=True)
        log = open(SHOTS / f"server-{game}.log", "w+", encoding="utf-8")  # noqa: SIM115
        process = subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT, text=True)
        end = time.monotonic() + START
        while time.monotonic() < end:
            said = Path(log.name).read_text(encoding="utf-8")
            found = re.search(r"http://127\.0\.0\.1:\d+", said)
            if found and _ready(found[0]):
                return process, found[0]
            if process.poll() is not None:
                pytest.fail(f"the service ended: {said}")
            time.sleep(0.2)
        process.kill()
        pytest.fail(f"the service was not ready in {START:.0f} s: {Path(log.name).read_text(encoding='utf-8')}")

    def stop(self) -> None:
        for process, _ in self.running.values():
            process.terminate()
            process.wait(20)


def _ready(address: str) -> bool:
    try:
        return urllib.request.urlopen(f"{address}/readyz", timeout=5).status == 200
    except OSError:
        return False


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    servers = Servers()
    yield servers
    servers.stop()
