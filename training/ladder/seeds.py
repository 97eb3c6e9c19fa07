"""Statistics by seed: what can be said of a method from several independent training runs of it.

A run is scored by its win rate in each task (against each opponent, with each partner). Over runs and tasks stands the
interquartile mean with rliable's stratified bootstrap. Games are not pooled: an interval by seed says what other runs
of the method would have given, one by game what other deals would have given the same agent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...agents import cards
from .games import Entrant
from .payoffs import Cells
from .statistics import interquartile_mean, stratified

Tasks = dict[str, np.ndarray]  # returns of a run, game by game


def methods(entrants: Sequence[Entrant]) -> dict[str, list[str]]:
    """Label -> its runs, of those that have one; every agent is its own method where nobody has a label."""
    out: dict[str, list[str]] = {}
    for e in entrants:
        if e.label is not None:
            out.setdefault(e.label, []).append(e.agent)
    return out or {e.agent: [e.agent] for e in entrants}


def tasks(cells: Cells, entrants: Sequence[Entrant], agent: str, team: bool) -> Tasks:
    """What ``agent`` is scored in: a task for each agent without a label, all the others together where there is none;
    in a co-operative game self-play and, with the other runs of its method, cross-play."""
    label = {e.agent: e.label for e in entrants}[agent]
    own = [e.agent for e in entrants if label is not None and e.label == label and e.agent != agent]
    fixed = [e.agent for e in entrants if e.label is None] if label is not None else []
    others = [e.agent for e in entrants if e.agent != agent and e.agent not in own]
    met = "with" if team else "against"
    groups = {"self-play": [agent], "cross-play": own} if team else {}
    groups |= {f"{met} {other}": [other] for other in fixed} or {f"{met} the others": others or own}
    return {
        task: np.concatenate([cells[agent, other].returns for other in names])
        for task, names in groups.items()
        if names and all((agent, other) in cells for other in names)
    }


def by_seed(cells: Cells, entrants: Sequence[Entrant], team: bool) -> list[dict[str, Any]]:
    """Each method with several runs: ``iqm``, ``mean``, ``median`` (of the runs' means) and ``optimality_gap`` (how far
    win rates are below 1) of the win rates of all runs in all tasks, each with its interval by seed."""
    out = []
    for label, runs in methods(entrants).items():
        if len(runs) < 2:
            continue
        scored = [tasks(cells, entrants, run, team) for run in runs]
        names = list(scored[0])
        rates = np.array([[(run[task] > 0).mean() for task in names] for run in scored])
        out.append(
            {
                "method": label,
                "runs": runs,
                "tasks": {task: rates[:, k].tolist() for k, task in enumerate(names)},
                **{name: figure(rates, statistic) for name, statistic in STATISTICS.items()},
            }
        )
    return out


STATISTICS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "iqm": interquartile_mean,
    "mean": lambda scores: scores.mean(-1),
    "median": lambda scores: np.median(scores, -1),
    "optimality_gap": lambda scores: 1 - scores.mean(-1),
}


def figure(rates: np.ndarray, statistic: Callable[[np.ndarray], np.ndarray]) -> dict[str, Any]:
    """A statistic of the entries of ``rates`` (runs, tasks) with its interval by seed."""
    return {"value": float(statistic(rates.reshape(-1))), "interval": stratified(rates, statistic)}


# ------------------------------------------------------------------------------------------------ marl-eval


def marl_eval(cells: Cells, entrants: Sequence[Entrant], game: str, seats: int, team: bool) -> dict[str, Any]:
    """The raw data of marl-eval (Gorsane et al. 2022, arXiv 2209.10485): environment, task, algorithm, run, step, and
    ``return`` and ``win`` (0 or 1) of every game. Runs are measured once, after training: ``step_1`` and
    ``absolute_metrics`` are the same games."""
    out: dict[str, Any] = {}
    for label, runs in methods(entrants).items():
        for number, run in enumerate(runs, 1):
            for task, returns in tasks(cells, entrants, run, team).items():
                metrics = {"return": returns.tolist(), "win": [int(x > 0) for x in returns]}
                steps = {"step_1": {"step_count": trained(run)} | metrics, "absolute_metrics": metrics}
                out.setdefault(f"{seats} seats, {task}", {}).setdefault(label, {})[f"run_{number}"] = steps
    return {game: out}


def trained(agent: str) -> int:
    """Steps that a network was trained for, 0 for other agents."""
    return int(cards.card(agent).get("steps", 0))
