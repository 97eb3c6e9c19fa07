"""Strength of the service's levels: a ladder of all levels of a game, and of random and greedy agents beside them.

    python -m elderzoo.benchmarks.levels age_of_madness-v0

Levels near each other and every level with either agent meet in games of the ladder (``training.ladder``). Ratings are
OpenSkill's, every seat a team of one. In a co-operative game a level is rated by what teams of its own get, all on the
same deals. Results are what ``/v1/bots`` tells. Raw games are kept: a run that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, pairwise
from pathlib import Path
from typing import Any

from ..agents.cards import SHIPPED
from ..agents.service.core.bots import MEASURED, levels
from ..envs import load_game
from ..envs.core.errors import ConfigError, ElderZooError
from ..envs.core.game import Game
from ..training.ladder import games as ladder
from ..training.ladder.payoffs import cells
from ..training.ladder.ratings import RESAMPLES, ratings
from ..training.match import Block, GameResult, Player, batched, choose
from .balance import sources
from .files import write_json
from .speed import about

ANCHORS = ("random", "greedy")
REACH = 2  # levels up to so far apart meet
GAMES = 400  # of every two, at least


@dataclass(frozen=True)
class Plan:
    """What is to be measured of a game. ``games``: of every two agents, or of every team; ``searching``: where one of
    them searches (0: as many), which takes long."""

    game: Game
    games: int = GAMES
    seed: int = 0
    searching: int = 0

    @property
    def team(self) -> bool:
        return self.game.spec.kind == "team"

    def names(self) -> list[str]:
        """The levels, weakest first, as agents."""
        return [f"level:n={recipe.level}" for recipe in levels(self.game.spec.id)]

    def meetings(self) -> list[tuple[str, ...]]:
        """Who meets whom, the weaker first; in a co-operative game everybody meets copies only."""
        names = self.names()
        if self.team:
            return [(name,) for name in (*ANCHORS, *names)]
        near = [(a, b) for k, a in enumerate(names) for b in names[k + 1 : k + 1 + REACH]]
        return [*near, *((anchor, name) for anchor in ANCHORS for name in names), *combinations(ANCHORS, 2)]

    def blocks(self, slow: Mapping[str, bool]) -> list[tuple[ladder.Key, Block]]:
        """The games of all meetings. ``slow`` says which agents decide one position at a time."""
        # A ladder counts the games of two agents; a team by itself plays a deal once.
        seats = self.game.num_players
        of_team = len(ladder.pair_lineups(seats)) if self.team and seats > 1 else 1
        planned = []
        for meeting in self.meetings():
            games = self.searching if self.searching and self.searches(meeting) else self.games
            slows = [slow[name] for name in meeting]
            planned += ladder.plan(self.game, meeting, games * of_team, self.seed, slows)
        return planned

    def searches(self, meeting: Sequence[str]) -> bool:
        """Whether one of them is a level that searches."""
        bots = {name: recipe.bot for name, recipe in zip(self.names(), levels(self.game.spec.id), strict=True)}
        return any(bots.get(name, "").startswith("search:") for name in meeting)

    def stamp(self) -> dict[str, Any]:
        """What the games depend on: rules, cards, agents, what the levels are made of, the network that may lead."""
        made_of = json.dumps([recipe.to_json() for recipe in levels(self.game.spec.id)])
        network = SHIPPED / f"{self.game.spec.name}-{self.game.num_players}.safetensors"
        return {
            "identity": dict(self.game.identity),
            "sources": sources(self.game),
            "recipes": hashlib.sha256(made_of.encode()).hexdigest()[:12],
            "network": hashlib.sha256(network.read_bytes()).hexdigest()[:12] if network.exists() else None,
        }

    def folder(self) -> Path:
        """Where raw games are kept: apart for all that they depend on."""
        about_them = hashlib.sha256(json.dumps(self.stamp()).encode()).hexdigest()[:8]
        return Path("runs") / "levels" / f"{self.game.spec.id}-{self.game.num_players}seats-{about_them}"


def play(plan: Plan, folder: Path, workers: int | None = None) -> dict[ladder.Pair, list[GameResult]]:
    """Play what is missing in ``folder``, with a line of progress for every hundred blocks; the games of every two
    agents."""
    player, names = Player(plan.game), set(chain(*plan.meetings()))
    wanted = plan.blocks({name: not batched(player.agents([name])[0]) for name in names})
    folder.mkdir(parents=True, exist_ok=True)
    store = ladder.Store(folder / "games.jsonl", plan.game, plan.seed)
    missing = len(store.missing(wanted))
    for n, (first, second, *_) in enumerate(store.play(wanted, player, True, workers), 1):
        if n % 100 == 0 or n == missing:
            met = " and ".join(dict.fromkeys((first, second)))
            print(f"{n} of {missing} blocks, {met}", file=sys.stderr, flush=True)
    return store.by_pair(wanted)


def rated(plan: Plan, results: dict[ladder.Pair, list[GameResult]], workers: int | None = 1) -> dict[str, Any]:
    """The strength of every level and anchor: ``rating``, ``interval`` and ``games``; ready for JSON."""
    found = cells(results)
    if plan.team:
        figures = {pair[0]: cell.figures() for pair, cell in found.items()}
        strength = {
            name: {"rating": row["mean_return"], "interval": row["return_interval"]} for name, row in figures.items()
        }
    else:
        where = choose(None, workers, RESAMPLES, False, True)
        rows = ratings(list(chain.from_iterable(results.values())), False, plan.seed, where)
        strength = {row["name"]: {"rating": row["mu"], "interval": row["interval"]} for row in rows}
    counted = {name: sum(len(x) for pair, x in results.items() if name in pair) for name in strength}
    told = {
        name: {"rating": round(row["rating"], 3), "interval": [round(x, 3) for x in row["interval"]]}
        | {"games": counted[name]}
        for name, row in strength.items()
    }
    return {
        "game": plan.game.spec.id,
        "players": plan.game.num_players,
        "scale": "return of a team of its own" if plan.team else "OpenSkill",
        "games": plan.games,
        "searching": plan.searching or plan.games,
        "seed": plan.seed,
        "levels": [
            recipe.to_json() | told[name] for recipe, name in zip(levels(plan.game.spec.id), plan.names(), strict=True)
        ],
        "anchors": {name: told[name] for name in ANCHORS},
        "meetings": [
            {"agent": a, "among": b, "games": len(cell.returns), "win_rate": round(cell.wins / len(cell.returns), 4)}
            for (a, b), cell in found.items()
        ],
        **plan.stamp(),
    }


def falls(report: dict[str, Any]) -> list[int]:
    """Levels that are not rated above the one below."""
    rows = report["levels"]
    return [row["level"] for below, row in pairwise(rows) if row["rating"] <= below["rating"]]


def shown(report: dict[str, Any]) -> str:
    """The ladder in plain text."""
    named = [(f"level {row['level']}", row) for row in report["levels"]] + list(report["anchors"].items())
    lines = [f"{report['game']}, {report['players']} seats, {report['scale']}:"]
    for name, row in named:
        low, high = row["interval"]
        of = f"{row['bot']}{' blunder ' + str(row['blunder']) if row['blunder'] else ''}" if "bot" in row else ""
        lines.append(f"  {name:<9} {row['rating']:>8.2f} ({low:.2f} to {high:.2f})  {of}".rstrip())
    lines += [f"level {n} is not above level {n - 1}" for n in falls(report)]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", metavar="N", type=int, help="seats (the fewest the game has)")
    parser.add_argument("--games", metavar="N", type=int, default=GAMES, help=f"of every two, at least ({GAMES})")
    parser.add_argument("--searching", metavar="N", type=int, help="the same where a level searches (as many)")
    parser.add_argument("--seed", metavar="N", type=int, default=0)
    parser.add_argument("--workers", metavar="N", type=int, help="processes (one a core)")
    parser.add_argument("--out", metavar="FOLDER", help="where raw games are kept (runs/levels/…)")
    parser.add_argument("--json", metavar="FILE", help="the result (agents/service/levels/GAME.json)")
    args = parser.parse_args(arguments)
    try:
        for name in ("games", "searching", "workers"):
            given = getattr(args, name)
            if given is not None and given < 1:
                raise ConfigError(f"--{name} is {given}, allowed 1 and more")
        begun = about()
        spec = load_game(args.game).spec
        plan = Plan(load_game(args.game, args.seats or spec.seats[0]), args.games, args.seed, args.searching or 0)
        results = play(plan, Path(args.out) if args.out else plan.folder(), args.workers)
        report = rated(plan, results, args.workers) | begun
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    print(shown(report))
    write_json(Path(args.json) if args.json else MEASURED / f"{spec.id}.json", report, indent=1)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
