"""The payoff matrix: what an agent gets alone among copies of another one; in a co-operative game what a team gets in
which one seat is taken by another agent (cross-play), and by nobody else (self-play).

Means have bootstrap intervals over deals, of which all agents play the same; win rates have Wilson intervals by game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..evaluate import wilson
from ..match import GameResult
from .games import Pair
from .statistics import bootstrap_mean


@dataclass(frozen=True)
class Cell:
    """An agent among copies of another: ``returns`` float64 (games,) and ``deals`` int64 (games,), game by game."""

    returns: np.ndarray
    deals: np.ndarray

    @property
    def wins(self) -> int:
        return int((self.returns > 0).sum())

    @property
    def by_deal(self) -> np.ndarray:
        """Mean return of each deal, over the seats the agent had in it; the deals in the order they were played."""
        _, first, which = np.unique(self.deals, return_index=True, return_inverse=True)
        means = np.bincount(which, self.returns) / np.bincount(which)
        return means[np.argsort(first)]

    def figures(self) -> dict[str, Any]:
        games = len(self.returns)
        return {
            "games": games,
            "mean_return": float(self.returns.mean()),
            "return_interval": bootstrap_mean(self.by_deal),
            "wins": self.wins,
            "win_rate": self.wins / games,
            "win_interval": list(wilson(self.wins, games)),
        }


Cells = dict[Pair, Cell]


def cells(results: Mapping[Pair, Iterable[GameResult]]) -> Cells:
    """(agent, among whom) -> its games; the same name twice is an agent with itself."""
    found: dict[Pair, list[tuple[float, int]]] = {}
    for pair, games in results.items():
        for game in games:
            if pair[0] == pair[1]:
                found.setdefault(pair, []).append((game.returns[0], game.deal))
                continue
            for seat, name in enumerate(game.agents):
                if game.agents.count(name) == 1:
                    other = pair[1] if name == pair[0] else pair[0]
                    found.setdefault((name, other), []).append((game.returns[seat], game.deal))
    return {pair: Cell(*map(np.array, zip(*rows, strict=True))) for pair, rows in found.items()}


def matrix(cells: Cells, names: Sequence[str]) -> list[list[dict[str, Any] | None]]:
    """Figures by agent (row) and those it is among (column); None where they did not meet."""
    return [[cells[a, b].figures() if (a, b) in cells else None for b in names] for a in names]


def advantages(cells: Cells, names: Sequence[str]) -> np.ndarray:
    """By deal, float64 (deals, agents, agents): half of what an agent gets alone among copies of the other more than
    the other gets alone among copies of it. At two seats of a zero-sum game that is its return. Antisymmetric."""
    count = len(names)
    some = next(iter(cells.values()))
    out = np.zeros((len(some.by_deal), count, count))
    for i, a in enumerate(names):
        for k, b in enumerate(names):
            if a != b:
                out[:, i, k] = (cells[a, b].by_deal - cells[b, a].by_deal) / 2
    return out
