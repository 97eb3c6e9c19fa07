"""A game as one HTML file that needs no network: the record, every step, and the page that shows them.

    recorder = Recorder(state, ["greedy", "random"], seed=7)
    while not state.is_over:
        recorder.step(players[state.seat].act(state.view(state.seat)))
    recorder.write("game.html")

A replay is a JSON-able object in the shapes of the protocol (see ``Recorder.replay``), with everything in it: the page
hides what a viewer may not see until the open view is chosen.
"""

from __future__ import annotations

import html as escape
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.errors import ConfigError
from ...envs.core.game import Game, State
from . import PROTOCOL
from .core.games import UNSEEN, Table
from .core.stream import Seen, speaker
from .core.texts import of_page
from .page import FOLDER, REPLAY_MODULES
from .page.sheet import sheet, words

UNSHOWN = (
    "events",
    "notes",
    "event_count",
    "note_count",
    "error",
    "error_value",
    "limit",
    "auto",
)  # told in words, or no part of the game

# The page may use what is in it, and nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

Message = dict[str, Any]


class Recorder:
    """Takes a game's actions and keeps what a replay needs. ``names``: one a seat; ``seed``: for the record;
    ``language`` of its texts. Raises ServiceError for a language that there is not.

    ``state`` is stepped in place, so whoever holds it goes on using it.
    """

    def __init__(self, state: State, names: Iterable[str] | None = None, seed: int | None = None, language: str = "en"):
        self.state, self.seed, self.language = state, seed, language
        self.names = list(names or (f"player_{p}" for p in range(state.game.num_players)))
        if len(self.names) != state.game.num_players:
            raise ConfigError(
                f"{state.game.spec.id}: {len(self.names)} names of seats, {state.game.num_players} are needed"
            )
        self.actions: list[str] = []
        self._table = Table(state.game, _file(state.game))
        self._say = speaker(self._table, language)
        self._seen = Seen.all_of(self._table, state)
        self.messages: list[Message] = [self._say.position(self._seen) | {"seq": 0, "words": words(state, "open")}]

    def step(self, action: int | str) -> None:
        """Take a legal action, by id or name. Raises what :meth:`State.step` raises, and nothing has changed then."""
        state, seat = self.state, self.state.seat
        a = state.action_id(action)
        state.step(a)
        self.actions.append(state.game.actions.name(a))
        now = Seen.all_of(self._table, state)
        told = self._say.step(self._seen, now, seat, a)
        self.messages.append(told | {"seq": len(self.actions), "words": words(state, "open")})
        self._seen = now

    def replay(self) -> Message:
        """``catalogue`` (the sheet of the game, and the cells hidden from each seat), ``record`` (how to play it again)
        and ``messages`` (the first position, then a step for each action)."""
        game = self.state.game
        return {
            "type": "replay",
            "protocol": PROTOCOL,
            "lang": self.language,
            "catalogue": {"sheet": sheet(game), "hidden": hidden_cells(game)},
            "record": {
                "game": game.spec.id,
                "players": game.num_players,
                "options": self._table.options(),
                "content": self._table.content,
                "seed": self.seed,
                "actions": list(self.actions),
                "seats": [{"seat": p, "name": name} for p, name in enumerate(self.names)],
            },
            "messages": list(self.messages),
        }

    def html(self) -> str:
        """The replay as a page."""
        return html(self.replay())

    def write(self, path: str | Path) -> None:
        """Write the page; raises ConfigError naming the file."""
        try:
            Path(path).write_text(self.html(), encoding="utf-8")
        except OSError as problem:
            raise ConfigError(f"replay {str(path)!r}: {problem.strerror}") from None


def record(
    game: Game, seed: int, actions: Iterable[int | str], names: Iterable[str] | None = None, language: str = "en"
) -> Recorder:
    """A finished or broken-off game played again from its seed and actions. Raises ConfigError or IllegalAction."""
    recorder = Recorder(game.new(seed), names, seed, language)
    for action in actions:
        recorder.step(action)
    return recorder


def _file(game: Game) -> str:
    """The name of a shipped card file, or the file name of another one."""
    path = game.content.path
    return path.stem if path.parent == game.spec.folder / "content" else path.name


def hidden_cells(game: Game) -> list[dict[str, Any]]:
    """For each seat: field -> flags of the cells hidden from it, nested; 1 or 0 alone for a part that is all alike."""
    out = []
    for flags in game.hidden_cells:
        cells = {
            name: np.asarray(hidden)
            for name, hidden in flags.items()
            if name not in (*UNSEEN, *UNSHOWN) and np.any(hidden)
        }
        out.append({name: _short(hidden) for name, hidden in cells.items()})
    return out


def _short(flags: np.ndarray) -> Any:
    """Flags as nested lists of 0 and 1, a single one for a part that is all alike."""
    if flags.all() or not flags.any():
        return int(flags.any())
    return [_short(part) for part in flags]


def html(replay: Mapping[str, Any]) -> str:
    """A replay as one page without any reference to the network. Raises ConfigError where it is none."""
    missing = [k for k in ("catalogue", "record", "messages") if k not in replay]
    if missing or "sheet" not in replay["catalogue"] or not replay["messages"]:
        raise ConfigError(f"replay: {(missing or ['catalogue.sheet or messages'])[0]} is missing")
    title = escape.escape(f"{replay['catalogue']['sheet']['title']}, {len(replay['messages']) - 1} steps")
    # "<" never ends or opens anything in the page: inside JSON strings it can be written as an escape.
    lang = replay.get("lang", "en")
    told = slim(replay) | {"texts": of_page(lang)}
    data = json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    style = (FOLDER / "table.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="replay">{data}</script>
<script type="module">
{bundle(REPLAY_MODULES)}
$["replay.js"].showReplay(document.getElementById("root"), JSON.parse(document.getElementById("replay").textContent));
</script>
</body>
</html>
"""


def bundle(modules: Iterable[str]) -> str:
    """Modules as one script, each in a scope of its own and after those that it imports from."""
    out = ["const $ = {};"]
    for name in modules:
        text = (FOLDER / name).read_text(encoding="utf-8")
        text = re.sub(r'^import \{([^}]*)\} from "\./([\w.]+)";$', _taken, text, flags=re.MULTILINE)
        names = re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", text, flags=re.MULTILINE)
        text = re.sub(r"^export (?=async|function|class|const|let)", "", text, flags=re.MULTILINE)
        out.append(f'$["{name}"] = (() => {{\n{text}\nreturn {{ {", ".join(names)} }};\n}})();')
    return "\n".join(out)


def _taken(found: re.Match[str]) -> str:
    """An import as names taken out of a module that has run."""
    return f'const {{{found[1].replace(" as ", ": ")}}} = $["{found[2]}"];'


# ------------------------------------------------------------------------------------------- what the page needs


def slim(replay: Mapping[str, Any]) -> Message:
    """A replay without what the page does not read, and with the words of each step that are new only."""
    catalogue, record = replay["catalogue"], replay["record"]
    messages, said = [], None
    for message in replay["messages"]:
        kept = {k: message[k] for k in ("type", "seq", "by", "question", "pending", "phase", "ending") if k in message}
        told = message["events"]
        kept["events"] = [{k: e[k] for k in ("text", "private", "to") if e.get(k) is not None} for e in told]
        if message.get("action"):
            kept["action"] = {k: message["action"][k] for k in ("name", "text") if k in message["action"]}
        if "view" in message:
            fields = message["view"]["fields"]
            kept["view"] = {"fields": {name: value for name, value in fields.items() if name not in UNSHOWN}}
        changes = [c for c in message.get("changes", ()) if c["field"] not in UNSHOWN]
        kept["changes"] = [{k: c[k] for k in ("field", "index", "to")} for c in changes]
        now = message.get("words") or {"table": {}, "seats": [{} for _ in range(catalogue["sheet"]["players"])]}
        kept["words"] = now if said is None else _changed_words(said, now)
        said = now
        messages.append(kept)
    return {
        "catalogue": {"sheet": catalogue["sheet"], "hidden": catalogue["hidden"]},
        "record": {k: v for k, v in record.items() if k != "actions"},
        "messages": messages,
    }


def _changed_words(before: Message, after: Message) -> Message:
    """The entries of ``words`` that are new; null for those that are gone."""

    def changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> Message:
        out = {name: said for name, said in new.items() if old.get(name) != said}
        return out | {name: None for name in old if name not in new}

    seats = [changed(a, b) for a, b in zip(before["seats"], after["seats"], strict=True)]
    return {"table": changed(before["table"], after["table"]), "seats": seats}
