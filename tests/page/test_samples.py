"""The sample clients: a web page of twenty lines in the browser, and RemoteBot in a host of its own under node."""

from __future__ import annotations

import functools
import http.server
import json
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Browser, Servers, needed

REFUSED = """
const told = async (does) => {
  try { await does(); } catch (problem) { console.log(problem.code ?? problem.message); }
};
const made = { game: "age_of_madness-v0", players: 2, view: () => ({ seat: 0, fields: {} }) };
const state = { G: {}, ctx: { numPlayers: 2 } };
await told(() => new RemoteBot({ ...made, server: process.argv[2] }).play(state, "0"));
await told(() => new RemoteBot({ game: "x" }));
const pass = { type: "move", action: { name: "pass" } };
const answers = [[429, { type: "error", code: "busy", retry_after: 0.01 }], [200, pass]];
const busy = async () => { const [status, answer] = answers.shift(); return { status, json: async () => answer }; };
console.log(JSON.stringify((await new RemoteBot({ ...made, fetch: busy }).play(state, "1")).action));
"""
SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site that serves the sample page."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format, *args):
            pass

        def do_GET(self):
            if self.path == "/favicon.ico":
                self.send_response(204)
                self.end_headers()
                return
            super().do_GET()

    serving = functools.partial(Quiet, directory=str(SAMPLES / "web"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serving) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_page_has_twenty_lines():
    assert len((SAMPLES / "web" / "index.html").read_text(encoding="utf-8").splitlines()) <= 20


@pytest.mark.full
def test_the_page_of_twenty_lines_plays(browser: Browser, servers: Servers, elsewhere: str):
    watched = browser.page()
    page = watched.page
    page.goto(f"{elsewhere}/index.html?server={servers.at('age_of_madness')}&seed=3")
    for _ in range(12):
        page.wait_for_function(
            "document.querySelector('#actions button') || /won|draw/.test(document.querySelector('#ask').textContent)"
        )
        buttons = page.locator("#actions button")
        if not buttons.count():
            break
        before = page.locator("#log li").count()
        buttons.first.click()
        page.wait_for_function("n => document.querySelectorAll('#log li').length > n", arg=before)
    assert all(name in page.inner_text("#log") for name in ("Armitage", "Wilbur", "Lavinia"))
    assert "player_2" in page.inner_text("#table")
    watched.shot("sample-web")


def hosted(address: str, *more: str) -> dict:
    done = subprocess.run(
        [needed("node"), SAMPLES / "boardgame" / "host.mjs", address, "age_of_madness-v0", *more],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_remote_bots_play_a_whole_game_the_same_for_a_seed(servers: Servers):
    address = servers.at("age_of_madness")
    one = hosted(address, "2", "9")
    assert one["moves"] > 20
    assert sum(one["returns"]) == 0
    assert hosted(address, "2", "9") == one


def test_remote_bot_passes_on_what_the_service_refuses(servers: Servers, tmp_path):
    script = tmp_path / "refused.mjs"
    bot = json.dumps((SAMPLES / "boardgame" / "remote-bot.js").as_uri())
    script.write_text(f"import {{ RemoteBot }} from {bot};\n" + REFUSED, encoding="utf-8")
    done = subprocess.run(
        [needed("node"), script, servers.at("age_of_madness")], capture_output=True, text=True, timeout=60
    )
    code, message, action = done.stdout.splitlines()
    assert code in ("bad_position", "rules_mismatch"), done.stderr
    assert message == "RemoteBot needs `game` and `view`"
    assert json.loads(action) == {"type": "MAKE_MOVE", "payload": {"type": "act", "args": ["pass"], "playerID": "1"}}
