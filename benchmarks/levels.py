"""Calibration of the service's levels: a ladder of all levels of a game, and what to write into ``levels.toml``.

    python -m elderzoo.benchmarks.levels age_of_madness-v0 --games 200 --json FILE

Neighbours on the ladder play paired deals (``training.match``); ratings are the maximum-likelihood Bradley-Terry
strengths on the Elo scale with level 1 at 0, intervals by bootstrap over games. A level that is not stronger than the
one below it, beyond doubt, is named. Co-operative games: a team of one level on every seat, equal deals, the better
return wins.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import agents
from ..agents import registry
from ..agents.service.core.bots import LevelBot, levels
from ..envs import load_game
from ..envs.core.game import Game
from ..training.match import deal_seeds, play_match

REACH = 2  # levels up to so far apart play each other
DRAWS = 500  # of the bootstrap


def pairs(count: int, reach: int = REACH) -> list[tuple[int, int]]:
    """Which levels play, the weaker first."""
    return [(a, b) for a in range(1, count + 1) for b in range(a + 1, min(a + reach, count) + 1)]


def played(game: Game, weak: int, strong: int, games: int, seed: int) -> list[float]:
    """Points of the stronger level by deal: 1 won, 0 lost, 0.5 alike."""
    names = [f"level:n={strong}", f"level:n={weak}"]
    line = [agents.load(name, game) for name in names]
    results = list(play_match(game, line, deal_seeds(seed, games), seed=seed))
    by_deal: dict[int, list[float]] = {}
    for r in results:
        value = [
            np.mean([v for v, name in zip(r.returns, r.agents, strict=True) if name == n] or [np.nan]) for n in names
        ]
        by_deal.setdefault(r.deal, []).append(value)  # type: ignore[arg-type]
    out = []
    for values in by_deal.values():
        mine, other = np.nanmean(np.array(values), axis=0)
        out.append(1.0 if mine > other else 0.0 if mine < other else 0.5)
    return out


def ratings(count: int, points: dict[tuple[int, int], Sequence[float]]) -> np.ndarray:
    """Elo of each level, level 1 at 0; half a point is added to each side of a pair, so that all are finite."""
    strength = np.zeros(count)
    for _ in range(2000):
        slope, bend = np.zeros(count), np.full(count, 1e-9)
        for (a, b), scores in points.items():
            won, n = sum(scores) + 0.5, len(scores) + 1
            p = 1 / (1 + math.exp(strength[a - 1] - strength[b - 1]))
            slope[b - 1] += won - n * p
            slope[a - 1] -= won - n * p
            bend[[a - 1, b - 1]] += n * p * (1 - p)
        step = slope / bend / 2
        strength += step
        if np.abs(step).max() < 1e-9:
            break
    return (strength - strength[0]) * 400 / math.log(10)


def calibrated(id: str, players: int | None, games: int, seed: int) -> dict[str, Any]:
    """The ladder of one game."""
    game = load_game(id, players)
    recipes, points = levels(id), {}
    for a, b in pairs(len(recipes)):
        points[a, b] = played(game, a, b, games, seed)
        print(f"level {b} against {a}: {np.mean(points[a, b]):.2f} of {len(points[a, b])} deals", flush=True)
    found, chance = ratings(len(recipes), points), np.random.default_rng(seed)
    drawn = np.array(
        [ratings(len(recipes), {k: chance.choice(v, len(v)).tolist() for k, v in points.items()}) for _ in range(DRAWS)]
    )
    rows = []
    for k, recipe in enumerate(recipes):
        low, high = np.percentile(drawn[:, k], [2.5, 97.5])
        above = k == 0 or float(np.mean(drawn[:, k] > drawn[:, k - 1]))
        rows.append(
            {
                "level": recipe.level,
                "bot": recipe.bot,
                "temperature": recipe.temperature,
                "blunder": recipe.blunder,
                "rating": round(float(found[k])),
                "interval": [round(float(low)), round(float(high))],
                "above_the_one_below": above if k else None,
            }
        )
    return {"game": id, "players": game.num_players, "deals": games, "seed": seed, "levels": rows}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=200, help="deals of each pair (200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args(arguments)
    if "level" not in registry.names():
        registry.register("level", LevelBot)
    report = calibrated(args.game, args.seats, args.games, args.seed)
    for row in report["levels"]:
        above = row["above_the_one_below"]
        doubt = "" if above is None or above >= 0.975 else f"  not surely above level {row['level'] - 1}: {above:.2f}"
        print(
            f"{row['level']:>3}  {row['rating']:>6}  {row['interval']!s:<16} {row['bot']} {row['blunder'] or ''}{doubt}"
        )
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
