"""Balance report: one agent on every seat; who wins by seat and group, how long games last, how they end.

    python -m elderzoo.benchmarks.balance age_of_madness-v0

A cell is an agent, a seat count and a set of rule options, played in blocks of deals. Each block is a file of its own,
which is written as its games end, so a run that was stopped goes on where it was; a file made with other rules, cards
or agents is played anew. After a change that is meant to change no game, ``--carry`` plays the first game of a file
again, of agents that search, and takes the others over where it comes out the same.
A game declares which sets of options it is reported under; in a co-operative one the agent's team wins or does not, and
seats say nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..agents import load as load_agent
from ..envs import load_game
from ..envs.core.errors import ConfigError, ElderZooError
from ..envs.core.game import Game
from ..envs.core.rng import hash_seed
from ..envs.core.spec import GameSpec
from ..training.evaluate import seats_told, summarise
from ..training.match import GameResult, batched, deal_seeds, play_match
from .files import write_json
from .speed import about

GAMES = {"greedy": 200, "search:sims=64": 60}  # games a cell
BLOCK = 20  # games a file
RESULTS = Path(__file__).parent / "results" / "balance"
AGENTS = Path(__file__).resolve().parents[1] / "agents"

Say = Callable[[str], None]


@dataclass(frozen=True)
class Block:
    """One file of a cell: ``count`` games of ``agent`` on every seat of ``game``."""

    game: Game
    agent: str
    number: int
    count: int
    folder: Path

    @property
    def path(self) -> Path:
        rules = "".join(f"-{name}_{_plain(value)}" for name, value in changed(self.game).items())
        file = f"{_plain(self.agent)}{rules}-{self.game.num_players}seats-{self.number:03d}.json"
        return self.folder / self.game.spec.name / file

    @property
    def made_with(self) -> dict[str, Any]:
        """What results depend on; a file that says otherwise is stale."""
        return stamp(self.game) | {"agent": self.agent, "games": self.count}

    def stored(self) -> list[GameResult] | None:
        """The results in the file, or None where some are missing or they are stale."""
        results = self.found()
        return results if len(results) == self.count else None

    def found(self) -> list[GameResult]:
        """The results that the file has so far."""
        try:
            data = json.loads(self.path.read_text("utf-8"))
            return [GameResult(**r) for r in data["results"]] if data["made_with"] == self.made_with else []
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def carried(self, workers: int | None) -> list[GameResult]:
        """The results of a stale file whose first game comes out the same again: they stand from now on. None of an
        agent that decides many games at a time, which are played together, and fast."""
        try:
            data = json.loads(self.path.read_text("utf-8"))
            results = [GameResult(**r) for r in data["results"][: self.count]]
            agent = data["made_with"]["agent"]
        except (OSError, ValueError, KeyError, TypeError):
            return []
        seed = hash_seed(self.game.num_players, self.number)
        if not results or agent != self.agent or batched(load_agent(self.agent, self.game)):
            return []
        (again,) = play_match(self.game, [self.agent], deal_seeds(seed, 1), seed, workers)
        if again.to_json() != results[0].to_json():
            return []
        self.write(results)
        return results

    def play(self, workers: int | None) -> list[GameResult]:
        """Play what is missing of the block; its file grows game by game, and is never half written."""
        seed, results = hash_seed(self.game.num_players, self.number), self.found()
        deals = deal_seeds(seed, self.count)
        for result in play_match(self.game, [self.agent], deals, seed, workers, skip=len(results)):
            results.append(result)
            self.write(results)
        return results

    def write(self, results: list[GameResult]) -> None:
        data = {"made_with": self.made_with, "results": [r.to_json() for r in results]}
        write_json(self.path, data)


def changed(game: Game) -> dict[str, Any]:
    """The options of the game that are not as they are unless told, as JSON has them."""
    given = {o.name: game.options[o.name] for o in game.spec.options if game.options[o.name] != o.default}
    return json.loads(json.dumps(given))


def _plain(value: Any) -> str:
    """A value as part of a file's name."""
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace(":", "-").replace("=", "").replace("/", "_")


def sources(game: Game) -> str:
    """A hash of the rules of the game and of what the agents here are made of."""
    names = ("mc", "scripted", "search", "search_team") if game.spec.kind == "team" else ("mc", "scripted", "search")
    files = sorted(game.spec.folder.glob("*.py")) + [AGENTS / f"{name}.py" for name in names]
    greedy = AGENTS / "greedy"
    files += [greedy / f"{game.spec.name}.py", *sorted(greedy.glob(f"{game.spec.name}_*.py"))]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes() if file.exists() else b"")
    return digest.hexdigest()[:12]


def stamp(game: Game) -> dict[str, Any]:
    """What a result depends on."""
    return {"identity": game.identity, "sources": sources(game)}


def blocks(game: Game, agent: str, games: int, folder: Path) -> list[Block]:
    """The files of one cell."""
    starts = range(0, games, BLOCK)
    return [Block(game, agent, b, min(BLOCK, games - start), folder) for b, start in enumerate(starts)]


def cell(
    game: Game, agent: str, games: int, folder: Path, workers: int | None, say: Say, carry: bool = False
) -> dict[str, Any]:
    """Play what is missing of a cell and sum it up."""
    results: list[GameResult] = []
    rules = changed(game)
    for block in blocks(game, agent, games, folder):
        if carry and not block.found():
            block.carried(workers)
        found = block.stored()
        results += block.play(workers) if found is None else found
        say(f"{game.spec.id}{_told(rules)}, {seats_told(game.num_players)}, {agent}: {len(results)} of {games} games")
    team = game.spec.kind == "team"
    report = summarise(results, team)
    (record,) = report.pop("agents")
    for name in ("design", "pairs"):
        report.pop(name, None)
    kept = (
        *(("wins", "win_rate", "interval") if team else ("by_seat", "by_group")),
        "draws",
        "illegal",
        "timeouts",
        "faults",
    )
    named = {"agent": agent, "seats": game.num_players, "rules": rules, "made_with": stamp(game)}
    return named | report | {k: record[k] for k in kept if k in record}


def balance(
    game: str,
    seats: Sequence[int] | None = None,
    games: dict[str, int] | None = None,
    folder: Path = RESULTS,
    workers: int | None = None,
    say: Say = lambda line: None,
    rules: Mapping[str, Any] | None = None,
    carry: bool = False,
) -> dict[str, Any]:
    """The report of these cells and of stored ones that still stand, also written to ``<folder>/<game>.json``.

    Raises ConfigError.

    seats: seat counts, all that the game allows unless told. games: agent -> games a cell.
    rules: options; those sets of them that the game declares unless told. carry: take over results of other sources
    where a game comes out the same, see ``Block.carried``.
    """
    spec = load_game(game).spec
    lo, hi = spec.seats
    counts = list(range(lo, hi + 1)) if seats is None else list(seats)
    wanted = GAMES if games is None else games
    cells = [
        cell(load_game(game, n, chosen), agent, count, folder, workers, say, carry)
        for chosen in (spec.balance_rules if rules is None else (rules,))
        for agent, count in wanted.items()
        for n in counts
    ]
    cells = _with_stored(spec, cells, folder / f"{spec.name}.json")
    report = {"game": spec.id, "cells": cells} | ({"means": means(cells)} if spec.kind == "team" else {}) | about()
    (folder / f"{spec.name}.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return report


def means(cells: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The mean of a team's win rates over the seat counts, each counting the same, for each agent and set of rules."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for c in cells:
        groups.setdefault((c["agent"], _key(c)), []).append(c)
    return [
        {
            "agent": group[0]["agent"],
            "rules": group[0]["rules"],
            "seats": [c["seats"] for c in group],
            "win_rate": sum(c["win_rate"] for c in group) / len(group),
        }
        for group in groups.values()
    ]


def _key(cell: dict[str, Any]) -> str:
    """The options of a cell, to compare and sort by; cells of old reports have none."""
    return json.dumps(cell.get("rules", {}), sort_keys=True)


def _with_stored(spec: GameSpec, cells: list[dict[str, Any]], file: Path) -> list[dict[str, Any]]:
    """These cells and those of an earlier report that still stand: other agents, seat counts or rules, same sources.
    Sets of rules come in the order in which the game declares them."""

    def name(c: dict[str, Any]) -> tuple:
        return c["agent"], c["seats"], _key(c)

    def stands(c: dict[str, Any]) -> bool:
        try:
            return c.get("made_with") == stamp(load_game(spec.id, c["seats"], c.get("rules")))
        except ConfigError:  # there was such an option, or such a value
            return False

    stored = json.loads(file.read_text("utf-8"))["cells"] if file.exists() else []
    asked = {name(c) for c in cells}
    kept = [c for c in stored if name(c) not in asked and stands(c)]
    declared = [_key({"rules": changed(load_game(spec.id, rules=rules))}) for rules in spec.balance_rules]
    order = {key: k for k, key in enumerate(declared)}
    return sorted(kept + cells, key=lambda c: (order.get(_key(c), len(order)), _key(c), c["agent"], c["seats"]))


def _told(rules: Mapping[str, Any]) -> str:
    """Options after the name of a game: nothing where all are as they are unless told."""
    return "".join(f", {name}={value}" for name, value in rules.items())


def print_balance(report: dict[str, Any]) -> None:
    """The cells in plain lines."""
    for c in report["cells"]:
        told = _told(c.get("rules", {}))
        print(f"\n{report['game']}{told}, {seats_told(c['seats'])}, {c['agent']} on every seat, {c['games']} games")
        if "win_rate" in c:
            low, high = c["interval"]
            print(f"  the team wins: {c['win_rate']:.1%} ({low:.1%} to {high:.1%}), draws {c['draws']}")
        for label, key in (("seat", "by_seat"), ("group", "by_group")):
            for line in c.get(key, ()):
                low, high = line["interval"]
                print(f"  {label} {line[label]}: {line['win_rate']:.1%} ({low:.1%} to {high:.1%})")
        for what in ("decisions", "rounds"):
            if c[what]:
                print("  {}: mean {mean:.1f}, 5% {p5:.0f}, median {median:.0f}, 95% {p95:.0f}".format(what, **c[what]))
        for what, counts in {"endings": c["endings"], **c.get("outcomes", {})}.items():
            print(f"  {what}: " + ", ".join(f"{name} {n}" for name, n in counts.items()))
    for mean in report.get("means", ()):
        seats = ", ".join(map(str, mean["seats"]))
        print(f"\n{mean['agent']}{_told(mean['rules'])}: {mean['win_rate']:.1%}, the mean over {seats} seats")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m elderzoo.benchmarks.balance", description="Balance report.")
    parser.add_argument("game")
    parser.add_argument("--seats", help="seat counts, such as 2,3 (all)")
    parser.add_argument(
        "--rules", metavar="KEY=VALUE", nargs="+", action="extend", default=[], help="options (the game's own sets)"
    )
    parser.add_argument("--cell", action="append", metavar="AGENT@GAMES", help="such as greedy@200 (may be repeated)")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="where results are kept")
    parser.add_argument("--workers", type=int, help="processes (as many as pay off)")
    parser.add_argument("--carry", action="store_true", help="keep stale files whose first game is the same")
    args = parser.parse_args(argv)
    try:
        seats = None if args.seats is None else [_number("--seats", n) for n in args.seats.split(",")]
        games = dict(map(_cell, args.cell)) if args.cell else None
        say = partial(print, flush=True)
        rules = dict(map(_rule, args.rules)) if args.rules else None
        print_balance(balance(args.game, seats, games, args.folder, args.workers, say, rules, args.carry))
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def _cell(text: str) -> tuple[str, int]:
    agent, _, games = text.rpartition("@")
    if not agent:
        raise ConfigError(f"--cell is {text!r}, expected AGENT@GAMES")
    return agent, _number("--cell", games)


def _rule(text: str) -> tuple[str, str]:
    """An option and its value in words, which options understand."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise ConfigError(f"--rules {text!r}: expected KEY=VALUE")
    return key, value


def _number(option: str, text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ConfigError(f"{option}: {text!r} is not a number of 1 and more")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
