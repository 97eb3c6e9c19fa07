"""Kill training with SIGKILL at random moments and resume it: is every checkpoint readable, every step written once?

    python -m benchmarks.kill_resume --kills 20 --json -

Prints one JSON object: kills and when they came, resumes that failed, checkpoints that could not be read, steps that
stand twice in the log, steps lost by each kill, and how the run ended. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import random
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from elderzoo.training import checkpoint
from elderzoo.training.progress import read_log

ENDLESS = 1_000_000_000
TINY = {
    "seats": 2,
    "env.num_envs": 16,
    "ppo.n_steps": 16,
    "ppo.batch_size": 128,
    "ppo.n_epochs": 1,
    "ppo.net_arch": "[16]",
    "self_play.weights": "{random: 1, past: 1}",
    "self_play.window": 3,
    "self_play.save_every": 512,
    "self_play.swap_every": 256,
    "evaluation.opponents": "[random]",
    "evaluation.every": 1024,
    "evaluation.deals": 4,
    "evaluation.final_deals": 0,
    "run.checkpoint_every": 1024,
    "run.tensorboard": "false",
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="age_of_madness-v0")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    parser.add_argument("--json", metavar="FILE", default="-")
    args = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        report = measure(args.game, args.kills, args.seed, Path(folder))
    text = json.dumps(report, indent=2) + "\n"
    if args.json == "-":
        sys.stdout.write(text)
    else:
        Path(args.json).write_text(text, encoding="utf-8")
    return 0 if report["ok"] else 1


def measure(game: str, kills: int, seed: int, folder: Path) -> dict:
    """Train in ``folder``, killing and resuming; returns the figures."""
    moments = random.Random(seed)
    options = [word for key, value in TINY.items() for word in (f"--{key}", str(value))]
    process = start(["train", game, *options, "--run.steps", str(ENDLESS), "--run.folder", str(folder)])
    wait_until(lambda: any(folder.glob("*/checkpoints/step_*")), process)
    (run,) = (path.parent for path in folder.glob("*/config.yaml"))
    killed, problems = [], []
    for _ in range(kills):
        killed.append(kill(process, run, moments))
        if process.returncode != -signal.SIGKILL:
            problems.append({"status": process.returncode, "stderr": error_text(process)})
        process = start(["train", game, "--resume", str(run)])
    kill(process, run, moments)
    last = start(["train", game, "--resume", str(run), "--run.steps", str(survey(run)["checkpoint"] + 2000)])
    _, errors = last.communicate(timeout=600)
    if last.returncode:
        problems.append({"status": last.returncode, "stderr": errors[-300:]})
    return report(game, run, killed, problems)


def kill(process: subprocess.Popen, run: Path, moments: random.Random) -> dict:
    """Kill a run that has gone on, or, one time in four, one that may still be starting; returns what is left."""
    begun = progress(run)
    if moments.random() < 0.75:
        wait_until(lambda: progress(run) > begun, process)
    delay = moments.uniform(0.0, 3.0)
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return {"delay": round(delay, 3), "log": progress(run)} | survey(run)


def start(command: list[str]) -> subprocess.Popen:
    """Run ``elderzoo`` in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "elderzoo.training.cli", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_until(true, process: subprocess.Popen, timeout: float = 180.0) -> None:
    """Wait for a condition; raises RuntimeError when the process ends before it, TimeoutError."""
    end = time.monotonic() + timeout
    while not true():
        if process.poll() is not None:
            raise RuntimeError(f"training ended: {error_text(process)}")
        if time.monotonic() > end:
            raise TimeoutError("training does not go on")
        time.sleep(0.02)


def error_text(process: subprocess.Popen) -> str:
    """The end of what a finished process said on standard error."""
    return process.stderr.read()[-300:] if process.stderr else ""


def progress(run: Path) -> int:
    """The last step in the log."""
    return max((row["step"] for row in read_log(run / "progress.csv")), default=0)


def survey(run: Path) -> dict:
    """The checkpoints as a kill left them."""
    found, broken = [], []
    for path in checkpoint.steps(run):
        try:
            found.append(checkpoint.read(path).step)
        except (OSError, ValueError, KeyError):
            broken.append(path.name)
    return {"checkpoint": max(found, default=0), "unreadable": broken}


def repeated(path: Path) -> list[int]:
    """Steps that stand more than once, or out of order, in the whole log."""
    with path.open(newline="", encoding="utf-8") as file:
        steps = [int(row["step"]) for row in csv.DictReader(file)]
    return [b for a, b in pairwise(steps) if b <= a]


def report(game: str, run: Path, killed: list[dict], problems: list[dict]) -> dict:
    twice, end = repeated(run / "progress.csv"), survey(run)
    unreadable = [name for k in [*killed, end] for name in k["unreadable"]]
    return {
        "ok": not (problems or unreadable or twice),
        "game": game,
        "kills": len(killed),
        "failed_resumes": problems,
        "unreadable_checkpoints": unreadable,
        "repeated_steps": twice,
        "steps_lost": [max(k["log"] - k["checkpoint"], 0) for k in killed],
        "moments": killed,
        "final_step": end["checkpoint"],
        "machine": {"platform": platform.platform(), "python": platform.python_version()},
    }


if __name__ == "__main__":
    sys.exit(main())
