"""Messages that are wrong in some way: well-formed ones with something broken, and noise."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from elderzoo.envs.core.game import Game

from .support import positions, setup_of

STRANGE = (
    None,
    True,
    -1,
    0,
    2**53,
    2**63,
    10**400,
    1e308,
    -0.0,
    0.5,
    "",
    "x",
    "0x1",
    "\ud800",
    "\x00",
    "a" * 5000,
    [],
    {},
    [[]],
    {"type": "ping"},
    [None] * 50,
    "../../etc",
    "%s{0}{type}",
)


def well_formed(games: Sequence[Game], chance: random.Random) -> list[dict[str, Any]]:
    """One message of each type, and moves in positions of each game."""
    enter = {"session": "s0", "token": "t0"}
    out: list[dict[str, Any]] = [{"type": t} for t in ("welcome", "games", "bots", "texts", "ping")]
    out += [{"type": t, **enter} for t in ("resume", "position", "open", "hint", "record", "leave")]
    out += [{"type": "act", **enter, "action": "pass", "seq": 0}, {"type": "poll", **enter, "after": 0}]
    out += [{"type": "join", "session": "s0", "invite": "i0", "seat": 0, "name": "A"}]
    for game in games:
        out.append({"type": "game", **setup_of(game), "options": {}, "content": "reference"})
        out.append({"type": "report", **setup_of(game), "seat": 0, "level": 1, "returns": [0.0] * game.num_players})
        for state in positions(game, 6, chance.randrange(1000)):
            move = {"type": "move", **setup_of(game), "seat": state.seat, "legal": state.legal_names(), "seed": 1}
            out.append(move | {"view": state.view(state.seat).to_json(), "bot": "random"})
            out.append(move | {"state": state.to_json(), "debug": True, "bot": "random"})
    return out


def malformed(games: Sequence[Game], count: int, seed: int) -> Iterator[bytes]:
    """``count`` broken messages, one line each; about one in ten is still right."""
    chance = random.Random(seed)
    base = well_formed(games, chance)
    moves = [m for m in base if m["type"] == "move"]
    for _ in range(count):
        kind = chance.randrange(10)
        message = copy.deepcopy(chance.choice(moves if kind < 5 else base))
        if kind < 8:
            for _ in range(chance.choice((1, 1, 1, 2, 5))):
                _break(message, chance)
            text = json.dumps(message)
        elif kind == 8:
            text = _noise(json.dumps(message), chance)
        else:
            text = chance.choice(NOISE)
        yield text.encode("utf-8", "surrogatepass").replace(b"\n", b" ").replace(b"\r", b" ")


NOISE = (
    "[",
    "[" * 100_000,
    '{"type":' * 5_000,
    "null",
    "[]",
    '"ping"',
    "12",
    "NaN",
    '{"type":"ping","id":NaN}',
    '{"type":"ping"}{"type":"ping"}',
    '{"type":"move","seed":' + "9" * 5000 + "}",
    "\x00",
    "\ud800",
    "{'type':'ping'}",
    '{"type":"ping","type":"nonsense"}',
)


def _break(message: Any, chance: random.Random) -> None:
    """Change, remove or add something anywhere in a message."""
    at: Any = message
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = chance.choice(keys)
        if not isinstance(at[key], (dict, list)) or not at[key] or chance.random() < 0.15:
            break
        at = at[key]
    what = chance.randrange(6)
    if what == 0:
        del at[key]
    elif what == 1 and isinstance(at, list):
        at.append(copy.deepcopy(at[key]))
    elif what <= 3 and isinstance(at[key], int):
        at[key] = chance.choice((at[key] + 1, at[key] - 1, -at[key], chance.randrange(-3, 40), 32767, -32768))
    else:
        at[key] = copy.deepcopy(chance.choice(STRANGE))


def _noise(text: str, chance: random.Random) -> str:
    k = chance.randrange(len(text))
    return chance.choice((text[:k], text[k:], text[:k] + chance.choice('{}[],:"\\x') + text[k + 1 :]))
