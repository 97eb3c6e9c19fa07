"""What a ladder says, as files of its folder: ``report.json`` with every figure, ``marl_eval.json``, and the page
``report.html``, with tables and plots.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.game import Game
from ..executor import Executor
from ..match import GameResult, faults
from ..provenance import commit
from . import nash, page, seeds
from .games import Entrant, Pair
from .payoffs import Cell, Cells, advantages, cells, matrix
from .ratings import ratings
from .statistics import bootstrap_mean, draws, interval

NASH_RESAMPLES = 200


def build(
    game: Game,
    entrants: Sequence[Entrant],
    results: Mapping[Pair, Sequence[GameResult]],
    seed: int,
    where: Executor,
    pool: int | None = None,
) -> dict[str, Any]:
    """All figures of a ladder, ready for JSON. ``pool``: the version of the pool that its agents are from."""
    names, team = [e.agent for e in entrants], game.spec.kind == "team"
    found, played = cells(results), list(chain.from_iterable(results.values()))
    report = {
        "game": game.spec.id,
        "title": game.spec.title,
        "seats": game.num_players,
        "team": team,
        "seed": seed,
        "pool": pool,
        "commit": commit(),
        "games": len(played),
        "deals": len({r.deal for r in played}),
        "agents": [counted(e, played) for e in entrants],
        "matrix": matrix(found, names),
        "seeds": seeds.by_seed(found, entrants, team),
    }
    if team:
        return report | {"teams": [partners(found, names, name) for name in names]}
    scores = advantages(found, names)
    return report | {"ratings": ratings(played, game.spec.sides, seed, where), "nash": averaged(scores, names, seed)}


def counted(entrant: Entrant, played: Sequence[GameResult]) -> dict[str, Any]:
    """An agent, and what went wrong in its games."""
    held = [(r, seat) for r in played for seat, name in enumerate(r.agents) if name == entrant.agent]
    return {
        "agent": entrant.agent,
        "label": entrant.label,
        "games": len({id(r) for r, _ in held}),
        "illegal": sum(r.illegal[seat] for r, seat in held),
        "timeouts": sum(r.timeouts[seat] for r, seat in held),
        **faults(held),
        "truncated": len({id(r) for r, _ in held if r.ending == "truncated"}),
    }


def averaged(scores: np.ndarray, names: Sequence[str], seed: int) -> list[dict[str, Any]]:
    """Nash averaging of the mean ``scores`` (deals, agents, agents): each agent's share of the mixture that nobody
    beats, and what it gets against it, with the interval over deals."""
    mean = scores.mean(0)
    mixture = nash.nash_mixture(mean)
    drawn = np.array([nash.nash_ratings(scores[k].mean(0)) for k in draws(len(scores), NASH_RESAMPLES, seed)])
    return [
        {
            "agent": name,
            "share": float(mixture[k]),
            "rating": float(mean[k] @ mixture),
            "interval": interval(drawn[:, k]),
        }
        for k, name in enumerate(names)
    ]


def partners(found: Cells, names: Sequence[str], name: str) -> dict[str, Any]:
    """A co-operative agent with itself, in teams of each other agent (together, and the scripted one by itself), and by
    how much its return is lower there."""
    own = found[name, name]
    out: dict[str, Any] = {"agent": name, "self_play": own.figures()}
    others = [found[name, other] for other in names if (name, other) in found and other != name]
    if others:
        cross = Cell(np.concatenate([c.returns for c in others]), np.concatenate([c.deals for c in others]))
        lost = own.by_deal - cross.by_deal
        out |= {"cross_play": cross.figures(), "gap": float(lost.mean()), "gap_interval": bootstrap_mean(lost)}
    if (name, "greedy") in found:
        out["with_scripted"] = found[name, "greedy"].figures()
    return out


def write(
    folder: Path, report: Mapping[str, Any], game: Game, entrants: Sequence[Entrant], results: Mapping[Pair, Any]
) -> None:
    """The three files."""
    (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    data = seeds.marl_eval(cells(results), entrants, game.spec.id, game.num_players, game.spec.kind == "team")
    (folder / "marl_eval.json").write_text(json.dumps(data) + "\n", "utf-8")
    (folder / "report.html").write_text(page.html(report), "utf-8")
