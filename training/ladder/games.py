"""Raw games: which are wanted, which are there, and playing the rest. One line of JSON a game in ``games.jsonl``.

**Design.** Every two agents meet on the same deals. At two seats each deal is played with the seats both ways; at more,
by one of the two alone among copies of the other, in every seat, and the other way round. In a co-operative game every
agent also plays each deal with copies of itself.

**Resumable.** Games are written in blocks of deals. A block that is there is not played again; one that was cut off
when the process ended is. More agents or more games later cost only what is missing, and give the very games of a
ladder played at once.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from ...agents.human import Human
from ...envs.core.errors import ConfigError
from ...envs.core.game import Game
from ..match import Block, GameResult, Player, batched, choose, cut, deal_seeds, lineups

SIZE = 16  # deals in a block where both agents decide in batches; otherwise one

Pair = tuple[str, str]  # names in order; twice the same is an agent with itself
Key = tuple[str, str, int, int]  # a block: its pair, its number, and how many deals it holds
Wanted = Sequence[tuple[Key, Block]]


@dataclass(frozen=True)
class Entrant:
    """An agent of the ladder; ``label`` names the method where it is one of several runs of it."""

    agent: str
    label: str | None = None

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """``AGENT`` or ``LABEL=AGENT``; raises ConfigError."""
        found = re.fullmatch(r"(?:([\w.-]+)=)?(.+)", text.strip())
        if not found:
            raise ConfigError(f"agents: {text!r}, expected AGENT or LABEL=AGENT")
        return cls(found[2], found[1])

    def __str__(self) -> str:
        return self.agent if self.label is None else f"{self.label}={self.agent}"


def pair_lineups(seats: int) -> list[tuple[int, ...]]:
    """Who sits where when two agents meet: each of them alone among copies of the other, in every seat."""
    one = lineups(2, seats)
    return list(dict.fromkeys([*one, *(tuple(1 - k for k in line) for line in one)]))


def plan(game: Game, names: Sequence[str], games: int, seed: int, slow: Sequence[bool]) -> list[tuple[Key, Block]]:
    """The blocks of a ladder. ``games``: of every two agents, at least; ``slow`` says which decide one position at a
    time."""
    team, seats = game.spec.kind == "team", game.num_players
    pairs: list[Pair] = [(min(p), max(p)) for p in combinations(names, 2)] if seats > 1 else []
    meeting = pair_lineups(seats) if seats > 1 else [(0,)]
    deals = deal_seeds(seed, math.ceil(games / len(meeting)))
    patient = dict(zip(names, slow, strict=True))
    out = []
    for pair in [*pairs, *((name, name) for name in names if team)]:
        own = pair[0] == pair[1]
        size = 1 if patient[pair[0]] or patient[pair[1]] else SIZE
        blocks = cut(pair[:1] if own else pair, lineups(1, seats) if own else meeting, deals, seed, size)
        out += [((*pair, number, len(block.deals)), block) for number, block in enumerate(blocks)]
    return out


def play(
    game: Game,
    names: Sequence[str],
    games: int,
    folder: Path,
    seed: int = 0,
    workers: int | None = None,
    executor: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[Pair, list[GameResult]]:
    """Play what is missing in ``folder``; returns the games of every two agents, by deal, then line-up.

    ``workers`` and ``executor`` as in :func:`training.match.play_match`. ``progress`` is called with games there and
    wanted. Raises ConfigError for wrong agents or numbers, and for a folder with games of another kind.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ConfigError(f"games is {games!r}, allowed 1 and more")
    check_names(game, names)
    player = Player(game)
    slow = [not batched(agent) for name in names for agent in player.agents([name])]
    wanted = plan(game, names, games, seed, slow)
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder / "games.jsonl", game, seed)
    total = sum(len(block.deals) * len(block.lineups) for _, block in wanted)
    done = total - sum(len(block.deals) * len(block.lineups) for _, block in store.missing(wanted))
    for key in store.play(wanted, player, any(slow), workers, executor):
        done += len(store.blocks[key])
        if progress is not None:
            progress(done, total)
    return store.by_pair(wanted)


def check_names(game: Game, names: Sequence[str]) -> None:
    """Raise ConfigError where agents are too few, stand twice, do not exist, or are people."""
    least = 1 if game.spec.kind == "team" else 2
    if len(names) < least:
        raise ConfigError(f"agents: {len(names)} given, a ladder of {game.spec.id} needs {least} and more")
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"agents: {name!r} is given twice")
    for name in names:
        if isinstance(Player(game).agents([name])[0], Human):
            raise ConfigError(f"agents: {name!r} is a person, who plays in `elderzoo play`")


class Store:
    """The file of raw games of one configured game and seed, by block. Raises ConfigError where it holds others."""

    def __init__(self, path: Path, game: Game, seed: int):
        self.path = path
        changed = {o.name: game.options[o.name] for o in game.spec.options if game.options[o.name] != o.default}
        about = {"game": game.spec.id, "seats": game.num_players, "rules": changed, "seed": seed}
        # Through JSON, so that what is stored compares equal.
        self.about = json.loads(json.dumps(about | {"identity": dict(game.identity)}))
        found: dict[Key, list[dict[str, Any]]] = {}
        rows = list(self.read())
        for row in rows:
            found.setdefault((*row["match"], *row["block"][:2]), []).append(row)
        whole = {key: block for key, block in found.items() if len(block) == block[0]["block"][2]}
        self.blocks = {key: [result(row) for row in block] for key, block in whole.items()}
        if len(rows) != sum(map(len, whole.values())) or not ended(path):
            self.rewrite([row for block in whole.values() for row in block])

    def missing(self, wanted: Wanted) -> list[tuple[Key, Block]]:
        """The blocks of ``wanted`` that are not there."""
        return [(key, block) for key, block in wanted if key not in self.blocks]

    def play(
        self,
        wanted: Wanted,
        player: Callable[[Block], list[GameResult]],
        slow: bool,
        workers: int | None = None,
        executor: str | None = None,
    ) -> Iterator[Key]:
        """Have ``player`` play what is missing; gives the key of each block that was stored. ``slow``: some agent
        decides one position at a time; ``workers`` and ``executor`` as in :func:`training.match.play_match`."""
        missing = self.missing(wanted)
        where = choose(executor, workers, len(missing), slow, True)
        for (key, _), results in zip(missing, where.map(player, [block for _, block in missing]), strict=True):
            self.add(key, results)
            yield key

    def by_pair(self, wanted: Wanted) -> dict[Pair, list[GameResult]]:
        """The games of every two agents of ``wanted``, all of which is there."""
        out: dict[Pair, list[GameResult]] = {}
        for key, _ in wanted:
            out.setdefault(key[:2], []).extend(self.blocks[key])
        return out

    def read(self) -> Iterator[dict[str, Any]]:
        """The rows of the file; a last line that was cut off is left out."""
        if not self.path.exists():
            return
        for number, line in enumerate(self.path.read_text("utf-8").split("\n")[:-1], 1):
            try:
                row = json.loads(line)
                result(row)
                differ = [key for key, mine in self.about.items() if row[key] != mine]
                if len(row["match"]) != 2 or len(row["block"]) != 3:
                    raise ValueError("match or block")
            except (ValueError, KeyError, TypeError) as problem:
                raise ConfigError(f"{self.path}: line {number} is no raw game ({problem!r})") from None
            for key in differ:
                here = f"{key} {row[key]!r}, not {self.about[key]!r}"
                raise ConfigError(f"{self.path} holds games of {here}: choose another folder")
            yield row

    def rewrite(self, rows: Sequence[dict[str, Any]]) -> None:
        """Put a file with ``rows`` in place of the old one."""
        partial = self.path.with_suffix(".partial")
        partial.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        os.replace(partial, self.path)

    def add(self, key: Key, results: list[GameResult]) -> None:
        """Write a block that was played."""
        first, second, number, deals = key
        rows = [
            self.about
            | {"id": f"{first}|{second}|{number}.{deals}.{k}", "match": [first, second]}
            | {"block": [number, deals, len(results)]}
            | r.to_json()
            | {"wins": [x > 0 for x in r.returns]}
            for k, r in enumerate(results)
        ]
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(row) + "\n" for row in rows))
        self.blocks[key] = results


def ended(path: Path) -> bool:
    """Whether the last line of a file is whole."""
    return not path.exists() or path.stat().st_size == 0 or path.read_bytes().endswith(b"\n")


def result(row: dict[str, Any]) -> GameResult:
    """A row of the file as the game it is of; rows of older versions may lack what is counted since."""
    return GameResult(**{name: row[name] for name in GameResult.__dataclass_fields__ if name in row})
