"""Measuring agents against each other: paired deals, rotated seats, Wilson intervals.

The interval treats each seat an agent held in a game as one independent trial of fixed agents. Pairing deals
makes the trials slightly less variable than that, so the interval errs on the wide side in two-seat games.
An agent holding several seats of one game has one trial for each; those depend on each other.

In a co-operative game an agent is a team: it holds every seat, a game is one trial, and every team plays every deal.
Teams are compared deal by deal.
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
from .match import GameResult, deal_seeds, faults, lineups, play_match

Z95 = 1.959963984540054
DESIGN = "each deal played with every rotation of the agents over the seats; the last agent fills seats left over"
TEAMS = "each deal played by a team of each agent, which holds every seat"


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share of ``wins`` in ``games`` (Wilson 1927); (0, 1) without games."""
    if games == 0:
        return 0.0, 1.0
    p, zz = wins / games, z * z / games
    middle, half = p + zz / 2, z * math.sqrt(p * (1 - p) / games + zz / (4 * games))
    return max(0.0, (middle - half) / (1 + zz)), min(1.0, (middle + half) / (1 + zz))


def paired(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """Interval of the difference of two win rates on the same deals, by how many deals both, only one or neither won:
    Newcombe's method 10 (1998, Statistics in Medicine 17, 2635-2650), made of two Wilson intervals and the
    correlation of the teams' results; (-1, 1) without deals."""
    n = both + first + second + neither
    if n == 0:
        return -1.0, 1.0
    a, b = both + first, both + second
    (low_a, high_a), (low_b, high_b) = wilson(a, n), wilson(b, n)
    product = both * neither - first * second
    if product > 0:
        product = max(product - n / 2, 0)
    spread = math.sqrt(a * (n - a) * b * (n - b))
    phi = product / spread if spread else 0.0

    def half(x: float, y: float) -> float:
        return math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y))

    middle = (first - second) / n
    return middle - half(a / n - low_a, high_b - b / n), middle + half(high_a - a / n, b / n - low_b)


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
    executor: str | None = None,
    move_limit: float | None = None,
    jsonl: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play ``agents`` against each other and report.

    game: an id, or a configured game (then seats, rules and content are its own).
    games: at least so many; rounded up to whole deals, each played with every rotation, or by every team.
    workers, executor, move_limit: see :func:`training.match.play_match`.
    jsonl: a file that receives one line a game as it ends.
    progress: called with games finished and games in all.

    Returns the report that ``elderzoo evaluate --json`` writes. Raises ConfigError.
    """
    if isinstance(game, str):
        game = load_game(game, num_players=seats, rules=rules, content=content)
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ConfigError(f"games is {games!r}, allowed 1 and more")
    team = game.spec.kind == "team"
    rotations = len(lineups(len(agents), game.num_players, team))
    deals = deal_seeds(seed, math.ceil(games / rotations))
    results: list[GameResult] = []
    for result in play_match(game, agents, deals, seed, workers, move_limit, executor=executor):
        results.append(result)
        if jsonl is not None:
            _append(jsonl, result, first=len(results) == 1)
        if progress is not None:
            progress(len(results), rotations * len(deals))
    head = {"game": game.spec.id, "seats": game.num_players, "seed": seed, "sides": game.spec.sides, "team": team}
    return head | summarise(results, team)


def summarise(results: Sequence[GameResult], team: bool = False) -> dict[str, Any]:
    """Totals of finished games, JSON-ready: per agent, and how the games ended. With ``team`` an agent is a team, and
    ``pairs`` compares the first one with each other one."""
    names = list(dict.fromkeys(name for r in results for name in r.agents))
    record = _team if team else _agent
    report = {
        "games": len(results),
        "deals": len({r.deal for r in results}),
        "design": TEAMS if team else DESIGN,
        "agents": [{"name": name} | record(results, name) for name in names],
        "decisions": _spread([r.decisions for r in results]),
        "rounds": _spread([r.rounds for r in results if r.rounds is not None]),
        "endings": dict(Counter(r.ending for r in results).most_common()),
        "truncated": sum(r.ending == "truncated" for r in results),
    } | _outcomes(results)
    if team:
        report["pairs"] = [_pair(results, names[0], name) for name in names[1:]]
    return report


def _team(results: Sequence[GameResult], name: str) -> dict[str, Any]:
    """The record of a team: one trial a game."""
    held = [r for r in results if r.agents[0] == name]
    return _record([r.returns[0] for r in held]) | {
        "illegal": sum(sum(r.illegal) for r in held),
        "timeouts": sum(sum(r.timeouts) for r in held),
        **faults((r, p) for r in held for p in range(len(r.agents))),
    }


def _pair(results: Sequence[GameResult], first: str, second: str) -> dict[str, Any]:
    """Two teams on the deals that both played: by how much the first one's win rate is higher."""
    one, two = ({r.deal: r.returns[0] > 0 for r in results if r.agents[0] == name} for name in (first, second))
    count = Counter((one[deal], two[deal]) for deal in one.keys() & two.keys())
    cells = [count[won] for won in ((True, True), (True, False), (False, True), (False, False))]
    return {
        "teams": [first, second],
        "deals": sum(cells),
        **dict(zip(("both", "only_first", "only_second", "neither"), cells, strict=True)),
        "difference": (cells[1] - cells[2]) / max(sum(cells), 1),
        "interval": list(paired(*cells)),
    }


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
        **faults(held),
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

COLUMNS = (
    "agent",
    "games",
    "win rate",
    "95% interval",
    "mean return",
    "wins by seat",
    "draws",
    "illegal",
    "time-outs",
    "faults",
)
OF_TEAMS = ("team of", *(c for c in COLUMNS[1:] if c != "wins by seat"))


def print_report(report: Mapping[str, Any], file: TextIO | None = None) -> None:
    """The report as a table: with rich on a terminal where it is installed, else in plain text."""
    out = sys.stdout if file is None else file
    title = f"{report['game']}, {seats_told(report['seats'])}, {report['games']} games ({report['deals']} deals)"
    rows = [row for agent in report["agents"] for row in _lines(agent, report.get("sides", False))]
    columns = OF_TEAMS if report.get("team") else COLUMNS
    try:
        from rich import box
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        box = Console = Table = None
    if box is None or Console is None or Table is None or not out.isatty():
        _print_plain(title, columns, rows, out)
    else:
        table = Table(title=title, box=box.SIMPLE, padding=0)
        for column in columns:
            table.add_column(column, no_wrap=column == columns[0])
        for row in rows:
            table.add_row(*row)
        Console(file=out).print(table)
    for agent in report["agents"]:
        for text in agent["raised"]:
            print(f"{agent['name']} raised {text}", file=out)
    for pair in report.get("pairs", ()):
        first, second = pair["teams"]
        print(f"{first} against {second}, deal by deal: {difference(pair)} points of win rate", file=out)


def seats_told(seats: int) -> str:
    return "1 seat" if seats == 1 else f"{seats} seats"


def difference(pair: Mapping[str, Any], digits: int = 1) -> str:
    """How much higher the win rate of the first of two teams is, in percentage points, with its interval."""
    middle, low, high = (f"{100 * x:+.{digits}f}" for x in (pair["difference"], *pair["interval"]))
    return f"{middle} ({low} to {high})"


def _lines(agent: Mapping[str, Any], sides: bool) -> list[list[str]]:
    """A line for the agent, and in a game with sides one for each side it was on."""
    by_seat = [", ".join(f"{s['win_rate']:.0%}" for s in agent["by_seat"])] if "by_seat" in agent else []
    counts = [str(agent[what]) for what in ("draws", "illegal", "timeouts", "faults")]
    first = [agent["name"], *_rates(agent), *by_seat, *counts]
    groups = agent.get("by_group", ()) if sides else ()
    return [
        first,
        *([f"  as {g['group'].replace('_', ' ')}", *_rates(g), "", str(g["draws"]), "", "", ""] for g in groups),
    ]


def _rates(record: Mapping[str, Any]) -> list[str]:
    low, high = record["interval"]
    rate, mean = f"{record['win_rate']:.1%}", f"{record['mean_return']:+.3f}"
    return [str(record["games"]), rate, f"{low:.1%} to {high:.1%}", mean]


def _print_plain(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], file: TextIO) -> None:
    lines = [columns, *rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(columns))]
    print(title, file=file)
    for line in lines:
        print("  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip(), file=file)
