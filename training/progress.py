"""What a run says of itself: a live table or plain lines, a CSV log, TensorBoard, and the learning curve."""

from __future__ import annotations

import csv
import os
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table

# Column of progress.csv -> meaning. Those of an opponent stand once for each of evaluation.opponents.
COLUMNS = {
    "step": "decisions the learner has trained on",
    "seconds": "time spent so far, interruptions left out",
    "steps_per_second": "in this update: games, opponents and learning together",
    "return": "mean return of the games that ended in this update, against the opponents of training",
    "length": "mean number of the learner's decisions in those games",
    "past_selves": "past selves kept",
    "entropy": "mean entropy of the policy in nats: near 0 when it has made up its mind",
    "policy_loss": "PPO's clipped objective, negated",
    "value_loss": "mean squared error of the predicted returns",
    "explained_variance": "share of the variance of returns that the values predict; 1 is perfect, 0 useless",
    "approx_kl": "how far the update moved the policy (Kullback-Leibler divergence)",
    "clip_fraction": "share of decisions whose change was clipped",
    "learning_rate": "step size of Adam",
}
RESULT_COLUMNS = {
    "win_rate": "share of the games won in the measurement at this step, paired deals in all seats; else empty",
    "win_low": "lower end of its 95% Wilson interval",
    "win_high": "upper end of its 95% Wilson interval",
}


def columns(opponents: tuple[str, ...]) -> list[str]:
    """The head of progress.csv."""
    return [*COLUMNS, *(f"{name}_{what}" for name in opponents for what in RESULT_COLUMNS)]


class Log:
    """progress.csv and TensorBoard. Each step stands once, also after a resume: later lines are dropped then."""

    def __init__(self, run: Path, opponents: tuple[str, ...], step: int, tensorboard: bool):
        self.path, self.columns = run / "progress.csv", columns(opponents)
        kept = [row for row in read_log(self.path) if row["step"] <= step] if step else []
        self.rewrite(kept)
        self.file = self.path.open("a", newline="", encoding="utf-8")
        self.writer = csv.DictWriter(self.file, self.columns)
        self.board = None
        if tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self.board = SummaryWriter(str(run / "tensorboard"), purge_step=step + 1)

    def rewrite(self, rows: list[dict[str, Any]]) -> None:
        """Write the file anew under another name, then put it in place."""
        new = self.path.with_suffix(".new")
        with new.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)

    def write(self, row: dict[str, Any]) -> None:
        """Add one update's figures."""
        shown = {k: round(v, 6) if isinstance(v, float) else v for k, v in row.items()}
        self.writer.writerow({k: shown[k] for k in self.columns if k in shown})
        self.file.flush()
        if self.board is not None:
            for name, value in row.items():
                if name != "step":
                    self.board.add_scalar(tag(name), value, row["step"])
            self.board.flush()

    def close(self) -> None:
        self.file.close()
        if self.board is not None:
            self.board.close()


def tag(name: str) -> str:
    """Where TensorBoard shows a column."""
    group = "win" if "_win_" in name else "train" if name in list(COLUMNS)[6:] else "run"
    return f"{group}/{name}"


def read_log(path: Path) -> list[dict[str, Any]]:
    """Rows of a progress.csv with ``step`` as a number; a line that was cut off while written is left out."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        lines = file.read().split("\n")
    rows = csv.DictReader(lines[:-1])  # what follows the last line end is not whole
    return [{**row, "step": int(row["step"])} for row in rows if (row["step"] or "").isdecimal()]


def flat_results(results: dict[str, dict[str, Any]]) -> dict[str, float]:
    """A measurement as columns of the log."""
    row = {}
    for name, r in results.items():
        row |= {
            f"{name}_win_rate": r["win_rate"],
            f"{name}_win_low": r["interval"][0],
            f"{name}_win_high": r["interval"][1],
        }
    return row


# ----------------------------------------------------------------------------------------------------- display


class Display:
    """The run on the terminal: a table that renews itself, or plain lines where there is no terminal."""

    EVERY = 10.0  # seconds between two plain lines

    def __init__(self, total: int, start: int, console: Console | None = None):
        self.console = console or Console()
        self.total, self.start = total, start
        self.began, self.spoke = time.monotonic(), 0.0
        self.row: dict[str, Any] = {}
        self.results: dict[str, dict[str, Any]] = {}
        self.live = Live(console=self.console, auto_refresh=False) if self.console.is_terminal else None

    def __enter__(self) -> Display:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self.live.stop()

    def say(self, text: str) -> None:
        """One line above the table."""
        self.console.print(text, highlight=False, soft_wrap=True)

    def update(self, row: dict[str, Any], results: dict[str, dict[str, Any]], measured: bool) -> None:
        """Show the newest figures."""
        self.row, self.results = row, results
        if self.live:
            self.live.update(self.table(), refresh=True)
        elif measured or time.monotonic() - self.spoke >= self.EVERY:
            self.spoke = time.monotonic()
            self.say(self.line())

    def left(self) -> str:
        """Time left at the pace of this session."""
        done = self.row["step"] - self.start
        if done <= 0:
            return "?"
        return clock((self.total - self.row["step"]) * (time.monotonic() - self.began) / done)

    def line(self) -> str:
        rates = "".join(f", {name} {percent(r)}" for name, r in self.results.items())
        return (
            f"step {self.row['step']:,} of {self.total:,}, {self.row.get('steps_per_second', 0):,.0f}/s{rates}, "
            f"entropy {self.row.get('entropy', 0):.2f}, {self.left()} left"
        )

    def table(self) -> Table:
        out = Table(title="training", show_header=False, min_width=54)
        share = min(self.row["step"] / self.total, 1.0)  # the last update may go a little beyond
        out.add_row("steps", f"{self.row['step']:,} of {self.total:,} ({share:.0%})")
        out.add_row("steps a second", f"{self.row.get('steps_per_second', 0):,.0f}")
        for name, r in self.results.items():
            out.add_row(f"wins against {name}", percent(r))
        out.add_row("return in training", f"{self.row.get('return', 0):+.2f}")
        out.add_row("entropy", f"{self.row.get('entropy', 0):.2f}")
        out.add_row("past selves", str(self.row.get("past_selves", 0)))
        out.add_row("time left", self.left())
        return out


def percent(result: dict[str, Any]) -> str:
    """A win rate with its interval."""
    low, high = result["interval"]
    return f"{result['win_rate']:.1%} [{low:.1%}, {high:.1%}]"


def clock(seconds: float) -> str:
    """A duration as h:mm:ss."""
    whole = int(max(seconds, 0))
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def draw_curve(history: list[dict[str, Any]], title: str, path: Path) -> None:
    """Win rates over steps with their intervals, one line an opponent, as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), dpi=120)
    names = list(dict.fromkeys(name for entry in history for name in entry["results"]))
    for name in names:
        points = [(e["step"], e["results"][name]) for e in history if name in e["results"]]
        steps = [step for step, _ in points]
        (line,) = axes.plot(
            steps, [r["win_rate"] for _, r in points], marker="o", markersize=3, label=f"against {name}"
        )
        low, high = zip(*(r["interval"] for _, r in points), strict=True)
        axes.fill_between(steps, low, high, alpha=0.2, color=line.get_color(), linewidth=0)
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle="--")
    axes.set(xlabel="steps of the learner", ylabel="share of games won", ylim=(0, 1), title=title)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x / 1e6:g}M" if x >= 1e5 else f"{x:g}")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", title="band: 95% interval")
    figure.tight_layout()
    new = path.with_name(f".{path.name}")
    figure.savefig(new, format="png")
    pyplot.close(figure)
    os.replace(new, path)
