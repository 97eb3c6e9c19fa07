"""Measuring agents against each other: paired deals, rotated seats, Wilson intervals.

The interval treats each seat an agent held in a game as one independent trial of fixed agents. Pairing deals
makes the trials slightly less variable than that, so the interval errs on the wide side in two-seat games.
An agent holding several seats of one game has one trial for each; those depend on each other.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from ..agents import Agent
from ..envs import load_game
from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from .match import GameResult, deal_seeds, lineups, play_match

Z95 = 1.959963984540054
DESIGN = "each deal played with every rotation of the agents over the seats; the last agent fills seats left over"


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share of ``wins`` in ``games`` (Wilson 1927); (0, 1) without games."""
    if games == 0:
        return 0.0, 1.0
    p, zz = wins / games, z * z / games
    middle, half = p + zz / 2, z * math.sqrt(p * (1 - p) / games + zz / (4 * games))
    return max(0.0, (middle - half) / (1 + zz)), min(1.0, (middle + half) / (1 + zz))


def evaluate(
    game: str | Game,
    agents: Sequence[str | Agent],
    games: int = 200,
    seats: int | None = None,
    seed: int = 0,
    *,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
    workers: int | None = None,
    move_limit: float | None = None,
    jsonl: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play ``agents`` against each other and report.

    game: an id, or a configured game (then seats, rules and content are its own).
    games: at least so many; rounded up to whole deals, each played with every rotation.
    workers, move_limit: see :func:`training.match.play_match`.
    jsonl: a file that receives one line a game as it ends.
    progress: called with games finished and games in all.

    Returns the report that ``elderzoo evaluate --json`` writes. Raises ConfigError.
    """
    if isinstance(game, str):
        game = load_game(game, num_players=seats, rules=rules, content=content)
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ConfigError(f"games is {games!r}, allowed 1 and more")
    rotations = len(lineups(len(agents), game.num_players))
    deals = deal_seeds(seed, math.ceil(games / rotations))
    results: list[GameResult] = []
    for result in play_match(game, agents, deals, seed, workers, move_limit):
        results.append(result)
        if jsonl is not None:
            _append(jsonl, result, first=len(results) == 1)
        if progress is not None:
            progress(len(results), rotations * len(deals))
    head = {"game": game.spec.id, "seats": game.num_players, "seed": seed, "sides": game.spec.sides}
    return head | summarise(results)


def summarise(results: Sequence[GameResult]) -> dict[str, Any]:
    """Totals of finished games, JSON-ready: per agent, and how the games ended."""
    names = list(dict.fromkeys(name for r in results for name in r.agents))
    return {
        "games": len(results),
        "deals": len({r.deal for r in results}),
        "design": DESIGN,
        "agents": [{"name": name} | _agent(results, name) for name in names],
        "decisions": _spread([r.decisions for r in results]),
        "rounds": _spread([r.rounds for r in results if r.rounds is not None]),
        "endings": dict(Counter(r.ending for r in results).most_common()),
        "truncated": sum(r.ending == "truncated" for r in results),
    } | _outcomes(results)


def _outcomes(results: Sequence[GameResult]) -> dict[str, Any]:
    """How often each of the game's ``balance_counts`` had which value at the end."""
    found = [r.outcomes for r in results if r.outcomes]
    counts = {name: dict(Counter(o[name] for o in found).most_common()) for name in (found[0] if found else ())}
    return {"outcomes": counts} if counts else {}


def _agent(results: Sequence[GameResult], name: str) -> dict[str, Any]:
    held = [(r, p) for r in results for p, who in enumerate(r.agents) if who == name]
    seats = sorted({p for _, p in held})
    report = _record([r.returns[p] for r, p in held]) | {
        "by_seat": [{"seat": s} | _record([r.returns[p] for r, p in held if p == s]) for s in seats],
        "illegal": sum(r.illegal[p] for r, p in held),
        "timeouts": sum(r.timeouts[p] for r, p in held),
    }
    grouped = [(r.groups[p], r.returns[p]) for r, p in held if r.groups]
    if grouped:
        groups = sorted({group for group, _ in grouped})
        report["by_group"] = [{"group": g} | _record([x for group, x in grouped if group == g]) for g in groups]
    return report


def _record(returns: Sequence[float]) -> dict[str, Any]:
    """Wins (paid more than nothing: alone, jointly or as a team), draws (paid nothing) and losses."""
    wins, games = sum(x > 0 for x in returns), len(returns)
    return {
        "games": games,
        "wins": wins,
        "draws": sum(x == 0 for x in returns),
        "losses": sum(x < 0 for x in returns),
        "win_rate": wins / games,
        "interval": list(wilson(wins, games)),
        "mean_return": sum(returns) / games,
    }


def _spread(numbers: Sequence[int]) -> dict[str, float] | None:
    if not numbers:
        return None
    low, middle, high = np.percentile(numbers, [5, 50, 95])
    return {"mean": float(np.mean(numbers)), "p5": float(low), "median": float(middle), "p95": float(high)}


def _append(path: str | Path, result: GameResult, first: bool) -> None:
    with open(path, "w" if first else "a", encoding="utf-8") as file:
        file.write(json.dumps(result.to_json()) + "\n")


# ------------------------------------------------------------------------------------------- the table

COLUMNS = ("agent", "games", "win rate", "95% interval", "mean return", "wins by seat", "draws", "illegal", "time-outs")


def print_report(report: Mapping[str, Any], file: TextIO | None = None) -> None:
    """The report as a table: with rich on a terminal where it is installed, else in plain text."""
    out = sys.stdout if file is None else file
    title = f"{report['game']}, {report['seats']} seats, {report['games']} games ({report['deals']} deals)"
    rows = [row for agent in report["agents"] for row in _lines(agent, report.get("sides", False))]
    try:
        from rich import box
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        box = Console = Table = None
    if box is None or Console is None or Table is None or not out.isatty():
        _print_plain(title, rows, out)
        return
    table = Table(title=title, box=box.SIMPLE, padding=0)
    for column in COLUMNS:
        table.add_column(column, no_wrap=column == COLUMNS[0])
    for row in rows:
        table.add_row(*row)
    Console(file=out).print(table)


def _lines(agent: Mapping[str, Any], sides: bool) -> list[list[str]]:
    """A line for the agent, and in a game with sides one for each side it was on."""
    by_seat = ", ".join(f"{s['win_rate']:.0%}" for s in agent["by_seat"])
    first = [agent["name"], *_rates(agent), by_seat, str(agent["draws"]), str(agent["illegal"]), str(agent["timeouts"])]
    groups = agent.get("by_group", ()) if sides else ()
    return [first, *([f"  as {g['group'].replace('_', ' ')}", *_rates(g), "", str(g["draws"]), "", ""] for g in groups)]


def _rates(record: Mapping[str, Any]) -> list[str]:
    low, high = record["interval"]
    rate, mean = f"{record['win_rate']:.1%}", f"{record['mean_return']:+.3f}"
    return [str(record["games"]), rate, f"{low:.1%} to {high:.1%}", mean]


def _print_plain(title: str, rows: Sequence[Sequence[str]], file: TextIO) -> None:
    lines = [COLUMNS, *rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(COLUMNS))]
    print(title, file=file)
    for line in lines:
        print("  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip(), file=file)
