"""What the stored results say together: scores by task and method, as JSON, Markdown, and a plot of learning curves.

The score of a run is its value less that of ``random``, by the distance from ``random`` to ``greedy``, on the same
deals. A value is the mean return of the method alone among copies of ``greedy``; of a team, its win rate.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from elderzoo.benchmarks.files import write_json
from elderzoo.benchmarks.pages import table as rows_to_table
from elderzoo.benchmarks.suite.run import Entry, read
from elderzoo.benchmarks.suite.tasks import SCALE, Suite
from elderzoo.training.evaluate import seats_told
from elderzoo.training.ladder.seeds import figure
from elderzoo.training.ladder.statistics import draws, interquartile_mean, interval

Runs = dict[int | None, dict[str, Any]]  # results by seed
Results = dict[tuple[str, str], Runs]  # by task and method

COUNTS = ("illegal", "timeouts", "truncated")


def collect(suite: Suite, folder: Path) -> tuple[Results, list[dict[str, str]]]:
    """The results in ``folder`` that stand, and which files are left out and why. Raises ConfigError for a damaged
    file."""
    found: Results = {(task, method): {} for task, t in suite.tasks.items() for method in t.methods}
    out = []
    for path in sorted(folder.glob("*/*.json")):
        result = read(path)
        task, method, seed = result["task"], result["method"], result.get("seed")
        name = path.relative_to(folder).as_posix()
        if (task, method) not in found:
            out.append({"file": name, "why": "no such task, or no such method of it"})
            continue
        if (type(seed) is int) != suite.methods[method].trained:
            out.append({"file": name, "why": f"has seed {seed}"})
            continue
        entry = Entry(suite, task, method, seed, folder)
        if entry.path != path:
            out.append({"file": name, "why": f"is of {entry}, whose place is {entry.path.name}"})
            continue
        if changed := entry.changed(result):
            out.append({"file": name, "why": "was made with other " + ", ".join(changed)})
        else:
            found[task, method][seed] = result
    return found, out


def build(suite: Suite, folder: Path) -> dict[str, Any]:
    """The whole table. Raises ConfigError for a damaged file."""
    found, left_out = collect(suite, folder)
    tasks = {name: task_rows(suite, name, found) for name in suite.tasks}
    return {
        "suite_version": suite.suite_version,
        "tiers": [tier(suite, number, tasks) for number in suite.tiers],
        "left_out": left_out,
    }


def tier(suite: Suite, number: int, tasks: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The tasks of a tier, and the methods that are in all of them."""
    mine = [name for name, task in suite.tasks.items() if task.tier == number]
    asked, text = suite.tiers[number].seeds, suite.tiers[number].text
    together = [m for m in suite.methods if suite.methods[m].trained and all(m in suite.tasks[t].methods for t in mine)]
    over_all = [over_tasks(method, [tasks[name] for name in mine]) for method in together] if len(mine) > 1 else []
    return {"tier": number, "text": text, "seeds": asked, "tasks": [tasks[n] for n in mine], "over_tasks": over_all}


def over_tasks(method: str, tasks: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A method in all tasks of a tier: the interquartile mean of the scores of the runs that every task has."""
    scored = [next(row for row in task["rows"] if row["method"] == method)["scores"] for task in tasks]
    seeds = [seed for seed in scored[0] if all(scores.get(seed) is not None for scores in scored)]
    out = {"method": method, "seeds": seeds, "score": None, "interval": None}
    if len(seeds) > 1:
        found = figure(np.array([[scores[seed] for scores in scored] for seed in seeds]), interquartile_mean)
        out |= {"score": found["value"], "interval": found["interval"]}
    return out


def task_rows(suite: Suite, name: str, results: Results) -> dict[str, Any]:
    """A task: a row for each of its methods, those without results too."""
    task = suite.tasks[name]
    team = task.load().spec.kind == "team"
    scale = [values(run, team) for method in SCALE for run in results[name, method].values()]
    rows = [
        row(method, suite.seeds(name, method), results[name, method], scale if len(scale) == 2 else None, team)
        for method in task.methods
    ]
    head = {"task": name, "game": task.game, "seats": task.seats, "team": team, "deals": task.deals}
    return head | {"steps": task.steps, "rows": rows}


def row(
    method: str, asked: Sequence[int | None], runs: Runs, scale: Sequence[np.ndarray] | None, team: bool
) -> dict[str, Any]:
    """A method in a task: its runs, value and score. Several runs have an interval by seed, one has one by deal."""
    by_run = {seed: values(run, team) for seed, run in sorted(runs.items(), key=lambda item: str(item[0]))}
    scores = {seed: score(found, scale) for seed, found in by_run.items()}
    out = {"method": method, "asked": len(asked), "runs": len(runs), "missing": [s for s in asked if s not in runs]}
    out |= {"value": None, "score": None, "interval": None, "interval_by": None, "scores": scores, "curves": {}}
    if not runs:
        return out
    out["value"] = float(np.mean([found.mean() for found in by_run.values()]))
    known = [s for s in scores.values() if s is not None]
    if len(known) > 1:
        found = figure(np.array(known)[:, None], interquartile_mean)
        out |= {"score": found["value"], "interval": found["interval"], "interval_by": "seed"}
    elif known:
        (only,) = by_run.values()
        out |= {"score": known[0], "interval": score_interval(only, scale), "interval_by": "deal"}
    out |= {key: sum(run[key] for run in runs.values()) for key in COUNTS}
    out["games"] = sum(run["games"] for run in runs.values())
    trained = [run["training"] for run in runs.values() if run["training"]]
    for key in ("steps", "seconds"):
        out[key] = round(np.mean([t[key] for t in trained])) if trained else None
    out["curves"] = {seed: curve(run, scale, team) for seed, run in runs.items() if run["curve"]}
    return out


def values(run: dict[str, Any], team: bool) -> np.ndarray:
    """The value of a run in each deal, float64 (deals,)."""
    returns = np.array(run["returns"], float)
    return (returns > 0 if team else returns).mean(1)


def score(found: np.ndarray, scale: Sequence[np.ndarray] | None) -> float | None:
    """0 like random, 1 like greedy, on the deals of ``found``; None without both of them, or where they are equal."""
    if scale is None:
        return None
    low, high = (s[: len(found)].mean() for s in scale)
    return None if low == high else float((found.mean() - low) / (high - low))


def score_interval(found: np.ndarray, scale: Sequence[np.ndarray] | None) -> list[float] | None:
    """The score's interval over draws of deals, in which all three keep to the same ones; None where random and greedy
    are equal in a draw."""
    if scale is None:
        return None
    drawn = draws(len(found))
    mean, low, high = (s[: len(found)][drawn].mean(1) for s in (found, *scale))
    return None if (low == high).any() else interval((mean - low) / (high - low))


def curve(run: dict[str, Any], scale: Sequence[np.ndarray] | None, team: bool) -> list[list[float]]:
    """Step and score of each measurement while it trained; empty where there is no scale."""
    points = [(p["step"], np.array([p["win_rate" if team else "mean_return"]])) for p in run["curve"]]
    means = None if scale is None else [s.mean(keepdims=True) for s in scale]
    scored = [[step, score(value, means)] for step, value in points]
    return [[step, value] for step, value in scored if value is not None]


# ------------------------------------------------------------------------------------------------ as a page

EXPLAINED = """\
A score of 0 is `random`, of 1 `greedy`, on the same deals: of the mean return of the method alone among copies of
`greedy`, in every seat; in co-operative games of the win rate of a team of the method. Several training runs have
the interquartile mean of their scores and an interval by seed (other runs of the method); one run, or an agent that is
not trained, has an interval by deal (other deals, the same agent). Both are 95 %. Steps and time of training are the
means of the runs, on the machines that the results name.
"""
HEAD = ("Method", "Runs", "", "Score", "95 % interval", "By", "Games", "Illegal, late, cut off", "Steps", "Training")


def markdown(report: dict[str, Any]) -> str:
    """The page of a report."""
    lines = [f"# The suite, version {report['suite_version']}", "", *EXPLAINED.splitlines()]
    for found in report["tiers"]:
        lines += ["", f"## Tier {found['tier']}: {found['text']}"]
        for task in found["tasks"]:
            told = f"`{task['game']}`, {seats_told(task['seats'])}, {task['steps']:,} steps, {task['deals']} deals"
            head = [*HEAD[:2], "Win rate" if task["team"] else "Mean return", *HEAD[3:]]
            lines += ["", f"### {task['task']}", "", told, "", *rows_to_table(head, map(cells, task["rows"]))]
        if found["over_tasks"]:
            rows = [
                (r["method"], len(r["seeds"]), *(("missing", "") if r["score"] is None else figures(r)))
                for r in found["over_tasks"]
            ]
            head = ("Method", "Runs in every task", "Score", "95 % interval by seed")
            lines += ["", "### All tasks of the tier", "", *rows_to_table(head, rows)]
    if report["left_out"]:
        lines += ["", "## Left out", "", *(f"- `{out['file']}` {out['why']}" for out in report["left_out"])]
    return "\n".join(lines) + "\n"


def cells(found: dict[str, Any]) -> tuple[Any, ...]:
    """A row of the page."""
    runs = f"{found['runs']} of {found['asked']}" if found["runs"] <= found["asked"] else str(found["runs"])
    if not found["runs"]:
        return (found["method"], runs, "missing", *[""] * (len(HEAD) - 3))
    counts = ", ".join(str(found[key]) for key in COUNTS)
    trained = ("", "") if found["seconds"] is None else (f"{found['steps']:,}", f"{found['seconds'] / 60:.1f} min")
    scored = (number(found["value"]), *figures(found), found["interval_by"] or "")
    return (found["method"], runs, *scored, found["games"], counts, *trained)


def figures(found: dict[str, Any]) -> tuple[str, str]:
    """A score and its interval."""
    return number(found["score"]), span(found["interval"])


def number(value: float | None) -> str:
    return "no scale" if value is None else f"{value:.3f}"


def span(ends: Sequence[float] | None) -> str:
    return "" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"


def plot(report: dict[str, Any], path: Path) -> None:
    """Learning curves by task: the mean over runs with the span of all of them; agents that are not trained as lines.
    Tasks without results are left out."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown = [
        (found, task)
        for found in report["tiers"]
        for task in found["tasks"]
        if any(r["score"] is not None for r in task["rows"])
    ]
    figure, panels = pyplot.subplots(max(len(shown), 1), 1, figsize=(8, 4 * max(len(shown), 1)), dpi=100, squeeze=False)
    for (found, task), axes in zip(shown, panels[:, 0], strict=False):
        for r in task["rows"]:
            if r["curves"]:
                # Runs of a method measure at the same steps but the last, which ends with an iteration.
                count = min(map(len, r["curves"].values()))
                runs = np.array([points[:count] for points in r["curves"].values()])
                steps, scores = runs[:, :, 0].mean(0), runs[:, :, 1]
                (line,) = axes.plot(steps, scores.mean(0), marker="o", markersize=3, label=told_runs(r))
                axes.fill_between(steps, scores.min(0), scores.max(0), alpha=0.2, color=line.get_color(), linewidth=0)
            elif r["score"] is not None:
                axes.axhline(r["score"], color="grey", linewidth=0.8, linestyle="--")
                axes.annotate(r["method"], (0.005, r["score"]), xycoords=("axes fraction", "data"), fontsize=7)
        axes.set(title=f"{task['task']} (tier {found['tier']}: {found['text']})", xlabel="steps", ylabel="score")
        axes.grid(alpha=0.3)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=8, title="band: all runs")
    figure.tight_layout()
    partial = path.with_name(f".{path.name}")
    figure.savefig(partial, format="png")
    pyplot.close(figure)
    os.replace(partial, path)


def told_runs(found: dict[str, Any]) -> str:
    return f"{found['method']}, {found['runs']} run" + "s" * (found["runs"] != 1)


# ------------------------------------------------------------------------------------------------ marl-eval


def marl_eval(suite: Suite, results: Results) -> dict[str, Any]:
    """The results in the raw format of marl-eval (Gorsane et al. 2022, arXiv 2209.10485): environment, task,
    algorithm, run, step. Steps are the measurements while it trained, by their means; absolute metrics are the
    games of the result."""
    out: dict[str, Any] = {}
    for (task, method), runs in results.items():
        for seed, run in runs.items():
            steps: dict[str, Any] = {
                f"step_{k}": {"step_count": p["step"], "return": [p["mean_return"]], "win": [p["win_rate"]]}
                for k, p in enumerate(run["curve"])
            }
            paid = list(chain.from_iterable(run["returns"]))
            steps["absolute_metrics"] = {"return": paid, "win": [int(x > 0) for x in paid]}
            algorithms = out.setdefault(suite.tasks[task].game, {}).setdefault(task, {})
            algorithms.setdefault(method, {})[f"run_{seed or 0}"] = steps
    return out


def store(suite: Suite, folder: Path) -> dict[str, Any]:
    """Write table.json, table.md, curves.png and marl_eval.json into ``folder``; returns the report. Raises
    ConfigError."""
    report = json.loads(json.dumps(build(suite, folder)))
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "table.json", report)
    (folder / "table.md").write_text(markdown(report), "utf-8")
    write_json(folder / "marl_eval.json", marl_eval(suite, collect(suite, folder)[0]))
    plot(report, folder / "curves.png")
    return report
