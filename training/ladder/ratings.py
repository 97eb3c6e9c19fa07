"""OpenSkill ratings (Weng and Lin 2011, Plackett-Luce) of agents that do not change.

Each game is one observation: who came before whom, by return. In a game with sides an agent has a rating for each side,
and those of a side are a team; elsewhere every seat is a team of one. An agent that holds several seats learns the mean
of what they do. A rating depends on the order of the games: it is the mean over many drawn orders and draws of deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...envs.core.errors import ConfigError
from ..executor import Executor
from ..match import GameResult
from .statistics import interval

RESAMPLES = 100


@dataclass(frozen=True)
class Outcome:
    """A game as the rating sees it: teams of players by number, and the rank of each team, 0 the best."""

    teams: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]


def players(games: Iterable[GameResult], sides: bool) -> list[str]:
    """Who is rated: agents, in a game with ``sides`` once for each."""
    return sorted({name for game in games for name in _seats(game, sides)})


def _seats(game: GameResult, sides: bool) -> list[str]:
    if not sides or game.groups is None:
        return game.agents
    return [f"{name} as {group.replace('_', ' ')}" for name, group in zip(game.agents, game.groups, strict=True)]


def outcome(game: GameResult, known: dict[str, int], sides: bool) -> Outcome:
    """A game in the numbers of ``known`` players."""
    teams: dict[Any, list[int]] = {}
    for seat in range(len(game.agents)):
        teams.setdefault(game.groups[seat] if sides and game.groups else seat, []).append(seat)
    paid = [float(np.mean([game.returns[seat] for seat in team])) for team in teams.values()]
    order = sorted(set(paid), reverse=True)
    held = [known[name] for name in _seats(game, sides)]
    return Outcome(tuple(tuple(held[s] for s in team) for team in teams.values()), tuple(map(order.index, paid)))


def rate(games: Iterable[Outcome], count: int) -> np.ndarray:
    """Mean and deviation of each of ``count`` players after ``games`` in that order, float64 (count, 2)."""
    model = _model()
    ratings = [model.rating() for _ in range(count)]
    for game in games:
        if len(game.teams) < 2:  # all on one side
            continue
        after = model.rate([[ratings[k] for k in team] for team in game.teams], ranks=list(game.ranks))
        changed: dict[int, list[Any]] = {}
        for team, new in zip(game.teams, after, strict=True):
            for k, rating in zip(team, new, strict=True):
                changed.setdefault(k, []).append(rating)
        for k, new in changed.items():
            several = [[r.mu, r.sigma] for r in new]
            ratings[k] = new[0] if len(new) == 1 else model.create_rating(list(np.mean(several, axis=0)))
    return np.array([[r.mu, r.sigma] for r in ratings])


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError as problem:
        raise ConfigError(f"ratings need the packages of the extra 'eval' ({problem}): elderzoo[eval]") from None
    return PlackettLuce(tau=0.0)  # agents that do not change: nothing is forgotten


class Resample:
    """Ratings after deals drawn with replacement, their games in a drawn order, by the number of the draw: a job of an
    executor."""

    def __init__(self, deals: Sequence[Sequence[Outcome]], count: int, seed: int):
        self.deals, self.count, self.seed = deals, count, seed

    def __call__(self, number: int) -> np.ndarray:
        rng = np.random.default_rng([self.seed, number])
        games = [game for k in rng.integers(len(self.deals), size=len(self.deals)) for game in self.deals[k]]
        return rate((games[k] for k in rng.permutation(len(games))), self.count)


def ratings(
    results: Sequence[GameResult], sides: bool, seed: int, where: Executor, resamples: int = RESAMPLES
) -> list[dict[str, Any]]:
    """Players by rating, the best first: ``mu`` and ``sigma`` of the library, means over ``resamples`` draws of deals
    and of the order of games, and ``interval``, the middle 95 % of their ``mu``: what other deals would have given the
    same agents. ``sigma`` is the model's own belief, which knows nothing of pairing."""
    names = players(results, sides)
    known = {name: k for k, name in enumerate(names)}
    deals: dict[int, list[Outcome]] = {}
    for game in results:
        deals.setdefault(game.deal, []).append(outcome(game, known, sides))
    drawn = np.array(list(where.map(Resample(list(deals.values()), len(names), seed), range(resamples))))
    mean = drawn.mean(0)
    rows = [
        {"name": name, "mu": float(mean[k, 0]), "sigma": float(mean[k, 1]), "interval": interval(drawn[:, k, 0])}
        for k, name in enumerate(names)
    ]
    return sorted(rows, key=lambda row: -row["mu"])
