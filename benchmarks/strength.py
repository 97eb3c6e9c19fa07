"""How strong the shipped agents are, on paired deals with rotated seats: the table of a game's page.

    python -m elderzoo.benchmarks.strength age_of_madness-v0

In a co-operative game a match is a team of one agent and a team of the other, each of which plays every deal.

Matches that are stored and still stand (same rules, cards and agents) are not played again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..agents import cards
from ..envs import load_game
from ..envs.core.errors import ElderZooError
from ..training.evaluate import difference, evaluate, seats_told
from .balance import stamp
from .files import write_json
from .speed import about

RESULTS = Path(__file__).parent / "results" / "strength"
SEED = 5
KEPT = ("games", "wins", "win_rate", "interval", "mean_return", "by_seat", "illegal", "timeouts", "faults")
# Agent, opponents, games; at the fewest seats, and the first match at every seat count. In a game with sides all but
# the last, which takes its time by the clock, are played the other way round too: one opponent among such agents.
MATCHES = (("greedy", "random", 4000), ("greedy", "mc:sims=128", 400), ("search:ms=200", "greedy", 200))
# The same for teams, with deals: the first match at every seat count, the second at the fewest, as random futures of
# more seats take long. How teams that search play is in the balance report.
TEAMS = (("greedy", "random", 2000), ("greedy", "mc:sims=128", 400))
# The networks that come with the package, at their seat counts; the file is part of what such a match depends on.
SHIPPED = ("neural", "greedy", 1000)
OF_TEAM = ("wins", "win_rate", "interval", "mean_return", "illegal", "timeouts", "faults")
OF_PAIR = ("deals", "both", "only_first", "only_second", "neither", "difference", "interval")


def wanted(game: str) -> list[dict[str, Any]]:
    """The matches of a game; ``asked`` are games, for teams deals."""
    spec = load_game(game).spec
    lo, hi = spec.seats
    if spec.kind == "team":
        at = (range(lo, hi + 1), (lo,))
        matches = [_match(*match, n) for match, counts in zip(TEAMS, at, strict=False) for n in counts]
        return matches + _of_shipped(spec.name)
    *counted, timed = MATCHES
    pairs = [(counted[0], seats) for seats in range(lo, hi + 1)] + [(match, lo) for match in counted[1:]]
    if spec.sides:
        pairs += [((b, a, n), seats) for (a, b, n), seats in pairs]
    return [_match(*match, seats) for match, seats in pairs] + _of_shipped(spec.name) + [_match(*timed, lo)]


def _of_shipped(name: str) -> list[dict[str, Any]]:
    """The matches of the game's networks."""
    files = sorted(cards.SHIPPED.glob(f"{name}-*.safetensors"))
    return [
        _match(*SHIPPED, int(file.stem.rpartition("-")[2]))
        | {"network": hashlib.sha256(file.read_bytes()).hexdigest()[:12]}
        for file in files
    ]


def _match(agent: str, against: str, asked: int, seats: int) -> dict[str, Any]:
    return {"agent": agent, "against": against, "seats": seats, "asked": asked, "seed": SEED}


def play(id: str, match: dict[str, Any], made_with: dict[str, Any]) -> dict[str, Any]:
    """One match and its result, with the load of the machine where the clock decides the strength."""
    spec, agents = load_game(id).spec, [match["agent"], match["against"]]
    if spec.kind == "team":
        row = match | teams(evaluate(id, agents, games=2 * match["asked"], seats=match["seats"], seed=match["seed"]))
    else:
        report = evaluate(id, agents, games=match["asked"], seats=match["seats"], seed=match["seed"])
        first = report["agents"][0]
        kept = KEPT + ("by_group",) * spec.sides
        row = match | {key: first[key] for key in kept if key in first}
    return row | {"made_with": made_with} | about()


def teams(report: dict[str, Any]) -> dict[str, Any]:
    """What is kept of an evaluation of two teams: each one's record, and by how much the first one's is better."""
    (pair,) = report["pairs"]
    records = [{key: agent[key] for key in OF_TEAM} for agent in report["agents"]]
    return {"teams": records, "pair": {key: pair[key] for key in OF_PAIR}}


def told(row: dict[str, Any]) -> str:
    """One match in a line."""
    start = f"{row['agent']} against {row['against']}, {seats_told(row['seats'])}:"
    if "teams" in row:
        first, second = (f"{team['win_rate']:.1%}" for team in row["teams"])
        pair = row["pair"]
        return f"{start} {first} and {second} of {pair['deals']} deals, {difference(pair)} points"
    low, high = row["interval"]
    return f"{start} {row['win_rate']:.1%} ({low:.1%} to {high:.1%}) of {row['games']} games"


def strength(id: str, file: Path) -> None:
    """Play what is missing in ``file``; it is written after each match, whole or not at all."""
    stored = json.loads(file.read_text("utf-8"))["rows"] if file.exists() else []
    rows = []
    for match in wanted(id):
        made_with = stamp(load_game(id, match["seats"]))
        same = [r for r in stored if match.items() <= r.items() and r["made_with"] == made_with]
        row = same[0] if same else play(id, match, made_with)
        print(told(row), flush=True)
        rows.append(row)
        write_json(file, {"game": id, "rows": rows}, indent=1)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m elderzoo.benchmarks.strength", description="Strength of agents.")
    parser.add_argument("game")
    args = parser.parse_args(argv)
    try:
        spec = load_game(args.game).spec
        RESULTS.mkdir(parents=True, exist_ok=True)
        strength(spec.id, RESULTS / f"{spec.name}.json")
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
