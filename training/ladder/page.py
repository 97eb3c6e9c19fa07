"""The report of a ladder as one page of HTML, plots included."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from ..evaluate import seats_told

Report = Mapping[str, Any]

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; }
img { max-width: 100%; }
p.note { color: #555; max-width: 48rem; }
"""


def html(report: Report) -> str:
    """The page of ``report`` (see :func:`report.build`)."""
    title = f"{report['title']}, {seats_told(report['seats'])}"
    pool = "" if report["pool"] is None else f", opponent pool version {report['pool']}"
    head = f"{report['games']} games of {report['deals']} deals, seed {report['seed']}{pool}. {report['commit']}"
    parts = [f"<h1>{escape(title)}</h1><p>{escape(head)}</p>"]
    parts += [told(report) for told in (_ratings, _nash, _teams, _matrix, _seeds, _agents)]
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>\n{''.join(parts)}</html>\n"
    )


# ------------------------------------------------------------------------------------------------- sections


def _ratings(report: Report) -> str:
    rows = report.get("ratings")
    if not rows:
        return ""
    note = (
        "OpenSkill (Plackett-Luce), the mean over many orders of the games. Interval: 95 % over draws of other deals "
        "for the same agents. Sigma is the model's own belief. Only differences within this table mean something."
    )
    lines = [[r["name"], f"{r['mu']:.1f}", span(r["interval"], ".1f"), f"{r['sigma']:.1f}"] for r in rows]
    shown = plot(lambda axes: whiskers(axes, [(r["name"], r["mu"], r["interval"]) for r in rows], "rating"), len(rows))
    return section("Ratings", note, table(["agent", "mu", "95% interval", "sigma"], lines), shown)


def _nash(report: Report) -> str:
    rows = report.get("nash")
    if not rows:
        return ""
    note = (
        "Nash averaging: what an agent gets against the mixture of agents that nobody here beats, 0 at best. Copies "
        "of an agent and easy prey change nothing. Interval: 95 % over draws of other deals."
    )
    rows = sorted(rows, key=lambda r: -r["rating"])
    lines = [[r["agent"], f"{r['share']:.0%}", f"{r['rating']:+.3f}", span(r["interval"], "+.3f")] for r in rows]
    shown = plot(
        lambda axes: whiskers(axes, [(r["agent"], r["rating"], r["interval"]) for r in rows], "Nash rating"), len(rows)
    )
    return section("Nash averaging", note, table(["agent", "share", "rating", "95% interval"], lines), shown)


def _teams(report: Report) -> str:
    rows = report.get("teams")
    if not rows:
        return ""
    note = (
        "Self-play: the agent on every seat. Cross-play: the agent on one seat of teams of each other agent. With "
        "scripted: of a team of greedy. Win rates with 95 % Wilson intervals by game; the gap is in return, with a "
        "bootstrap interval over deals."
    )
    kinds = [kind for kind in ("self_play", "cross_play", "with_scripted") if any(kind in r for r in rows)]
    lines = [
        [
            r["agent"],
            *(rate(r.get(kind)) for kind in kinds),
            f"{r['gap']:+.3f} ({span(r['gap_interval'], '+.3f')})" if "gap" in r else "",
        ]
        for r in rows
    ]
    points = [
        (f"{r['agent']}, {kind.replace('_', ' ')}", r[kind]["win_rate"], r[kind]["win_interval"])
        for r in rows
        for kind in kinds
        if kind in r
    ]
    shown = plot(lambda axes: whiskers(axes, points, "share of games won"), len(points))
    head = ["agent", *(kind.replace("_", " ") for kind in kinds), "gap"]
    return section("Self-play and cross-play", note, table(head, lines), shown)


def _matrix(report: Report) -> str:
    names, cells = [a["agent"] for a in report["agents"]], report["matrix"]
    if not any(cell for row in cells for cell in row):
        return ""
    among = "on one seat of a team of" if report["team"] else "alone among copies of"
    note = (
        f"The agent of the row {among} the agent of the column: share of games won, 95 % Wilson interval by game, and "
        "mean return with its bootstrap interval over deals. Everybody plays the same deals from every seat."
    )

    def paid(cell: Mapping[str, Any] | None) -> str:
        return "" if cell is None else f"{cell['mean_return']:+.3f} ({span(cell['return_interval'], '+.3f')})"

    tables = [
        table([head, *names], [[name, *map(told, row)] for name, row in zip(names, cells, strict=True)])
        for head, told in (("games won", rate), ("mean return", paid))
    ]
    return section(
        "Payoff matrix", note, "\n".join(tables), plot(lambda axes: heat(axes, names, cells), 2 + len(names))
    )


def _seeds(report: Report) -> str:
    rows = report["seeds"]
    if not rows:
        return ""
    note = (
        "Methods with several runs, by seed: the interquartile mean of win rates over runs and tasks with rliable's "
        "stratified bootstrap. It says what other runs of the method would give, not other deals of these."
    )
    kinds = ("iqm", "mean", "median", "optimality_gap")
    lines = [
        [r["method"], str(len(r["runs"])), *(f"{r[k]['value']:.3f} ({span(r[k]['interval'], '.3f')})" for k in kinds)]
        for r in rows
    ]
    shown = plot(
        lambda axes: whiskers(
            axes, [(r["method"], r["iqm"]["value"], r["iqm"]["interval"]) for r in rows], "interquartile mean"
        ),
        len(rows),
    )
    head = ["method", "runs", *(k.replace("_", " ") for k in kinds)]
    return section("By seed", note, table(head, lines), shown)


def _agents(report: Report) -> str:
    kinds = ("illegal", "timeouts", "faults", "truncated")
    lines = [[a["agent"], a["label"] or "", *(str(a[k]) for k in kinds)] for a in report["agents"]]
    note = (
        "Illegal actions, moves beyond the time limit, decisions in which the agent raised an exception (in place of "
        "an illegal action or none the first legal one was played), games cut off."
    )
    raised = "".join(f"<li>{escape(a['agent'])}: {escape(text)}</li>" for a in report["agents"] for text in a["raised"])
    return section(
        "Agents", note, table(["agent", "run of", *kinds], lines), raised and f"<p>Raised:</p><ul>{raised}</ul>"
    )


# ---------------------------------------------------------------------------------------------------- pieces


def section(title: str, note: str, body: str, shown: str) -> str:
    return f'<h2>{escape(title)}</h2>\n<p class="note">{escape(note)}</p>\n{body}\n{shown}\n'


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"

    rows = row(head, "th") + "".join(row(line, "td") for line in lines)
    return f'<div class="wide"><table>{rows}</table></div>'


def span(interval: Sequence[float], form: str) -> str:
    return " to ".join(format(x, form) for x in interval)


def rate(figures: Mapping[str, Any] | None) -> str:
    """A win rate with its interval."""
    return "" if figures is None else f"{figures['win_rate']:.1%} ({span(figures['win_interval'], '.1%')})"


def plot(draw: Callable[[Any], None], lines: int) -> str:
    """A plot that ``draw`` makes on its axes, about ``lines`` lines of text high, as an image within the page."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.2 + 0.32 * lines), layout="constrained")
    draw(figure.subplots())
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "ladder"}):  # the same figures give the same bytes
        figure.savefig(out, format="svg", metadata={"Date": None})
    return f'<img alt="" src="data:image/svg+xml;base64,{base64.b64encode(out.getvalue()).decode()}">'


def whiskers(axes: Any, points: Sequence[tuple[str, float, Sequence[float]]], label: str) -> None:
    """A point and its interval for each name, the first on top."""
    places = range(len(points))
    axes.hlines(places, [p[2][0] for p in points], [p[2][1] for p in points], linewidth=2)
    axes.plot([p[1] for p in points], places, "o")
    axes.set_yticks(places, [p[0] for p in points])
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.set_xlabel(f"{label} (line: 95% interval)")
    axes.grid(axis="x", alpha=0.3)


def heat(axes: Any, names: Sequence[str], cells: Sequence[Sequence[Mapping[str, Any] | None]]) -> None:
    """Win rates as colours and numbers."""
    rates = [[float("nan") if cell is None else cell["win_rate"] for cell in row] for row in cells]
    axes.imshow(rates, vmin=0, vmax=1, cmap="RdYlGn", aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    for i, row in enumerate(rates):
        for k, value in enumerate(row):
            if value == value:
                axes.text(k, i, f"{value:.0%}", ha="center", va="center")
