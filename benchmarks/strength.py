"""How strong the shipped agents are, on paired deals with rotated seats: the table of a game's page.

    python -m elderzoo.benchmarks.strength age_of_madness-v0

Matches that are stored and still stand (same rules, cards and agents) are not played again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..envs import load_game
from ..envs.core.errors import ElderZooError
from ..training.evaluate import evaluate
from .balance import stamp
from .speed import about

RESULTS = Path(__file__).parent / "results" / "strength"
SEED = 5
KEPT = ("games", "wins", "win_rate", "interval", "mean_return", "by_seat", "illegal", "timeouts")
# Agent, opponents, games; at the fewest seats, and the first match at every seat count. In a game with sides all but
# the last, which takes its time by the clock, are played the other way round too: one opponent among such agents.
MATCHES = (("greedy", "random", 4000), ("greedy", "mc:sims=128", 400), ("search:ms=200", "greedy", 200))


def wanted(game: str) -> list[dict[str, Any]]:
    """The matches of a game."""
    spec = load_game(game).spec
    lo, hi = spec.seats
    *counted, timed = MATCHES
    pairs = [(counted[0], seats) for seats in range(lo, hi + 1)] + [(match, lo) for match in counted[1:]]
    if spec.sides:
        pairs += [((b, a, n), seats) for (a, b, n), seats in pairs]
    pairs.append((timed, lo))
    return [{"agent": a, "against": b, "seats": seats, "asked": n, "seed": SEED} for (a, b, n), seats in pairs]


def play(id: str, match: dict[str, Any], made_with: dict[str, Any]) -> dict[str, Any]:
    """One match and its result, with the load of the machine where the clock decides the strength."""
    agents = [match["agent"], match["against"]]
    report = evaluate(id, agents, games=match["asked"], seats=match["seats"], seed=match["seed"])
    first = report["agents"][0]
    kept = KEPT + ("by_group",) * load_game(id).spec.sides
    return match | {key: first[key] for key in kept if key in first} | {"made_with": made_with} | about()


def strength(id: str, file: Path) -> None:
    """Play what is missing in ``file``; it is written after each match, whole or not at all."""
    stored = json.loads(file.read_text("utf-8"))["rows"] if file.exists() else []
    rows = []
    for match in wanted(id):
        made_with = stamp(load_game(id, match["seats"]))
        same = [r for r in stored if match.items() <= r.items() and r["made_with"] == made_with]
        row = same[0] if same else play(id, match, made_with)
        low, high = row["interval"]
        line = f"{row['agent']} against {row['against']}, {row['seats']} seats: {row['win_rate']:.1%}"
        print(f"{line} ({low:.1%} to {high:.1%}) of {row['games']} games", flush=True)
        rows.append(row)
        partial = file.with_suffix(".partial")
        partial.write_text(json.dumps({"game": id, "rows": rows}, indent=1) + "\n", "utf-8")
        os.replace(partial, file)


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
