"""The benchmark suite: fixed tasks and methods, one command to run a task, one to make the table.

    python -m elderzoo.benchmarks.suite list
    python -m elderzoo.benchmarks.suite run age_of_madness-2 --method ppo_self_play --seed 0
    python -m elderzoo.benchmarks.suite table

``elderzoo suite`` is the same. What is finished is not done again, what was interrupted goes on; other seeds than those
asked for are welcome.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from elderzoo.benchmarks.suite import table, tasks
from elderzoo.benchmarks.suite.run import RESULTS, RUNS, Entry, run
from elderzoo.envs.core.errors import ConfigError, ElderZooError

EXAMPLES = """examples:
  elderzoo suite list
  elderzoo suite run age_of_madness-2                                       every method and seed that is missing
  elderzoo suite run age_of_madness-2 --method ppo_self_play --seed 5       one more run
  elderzoo suite table                                                      benchmarks/results/suite/table.md
"""

say = partial(print, flush=True)


class Parser(argparse.ArgumentParser):
    """Raises ConfigError instead of leaving."""

    def error(self, message: str) -> NoReturn:
        raise ConfigError(f"{message} (elderzoo suite --help shows the options)")


def parser() -> Parser:
    out = Parser(
        prog="elderzoo suite",
        description="The benchmark suite: list its tasks, run one, make the table.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    out.add_argument("command", choices=("list", "run", "table"), help="what to do")
    out.add_argument("task", metavar="TASK", nargs="?", help="the task to run")
    out.add_argument("--method", metavar="M", help="one method (all of the task)")
    out.add_argument("--seed", metavar="S", help="one training run (all that the task's tier asks for)")
    out.add_argument("--workers", metavar="N", help="workers that play games (as many as pay off)")
    out.add_argument("--executor", metavar="KIND", help="where they are: inline, processes, or ray")
    out.add_argument("--tasks", metavar="FILE", type=Path, default=tasks.FILE, help="another list of tasks")
    out.add_argument("--results", metavar="FOLDER", type=Path, default=RESULTS, help="where results are kept")
    out.add_argument("--runs", metavar="FOLDER", type=Path, default=RUNS, help="where training runs and raw games are")
    return out


def whole(option: str, text: str | None, least: int = 0) -> int | None:
    """A number given in words; raises ConfigError."""
    if text is None:
        return None
    if not text.isdecimal() or int(text) < least:
        raise ConfigError(f"{option} is {text!r}, expected a whole number from {least} up")
    return int(text)


def command(words: Sequence[str] | None = None) -> int:
    """Do what the words say; returns the exit status. Raises ElderZooError."""
    args = parser().parse_args(words)
    suite, seed = tasks.load(args.tasks), whole("--seed", args.seed)
    if args.command != "run" and (args.task, args.method, seed) != (None, None, None):
        raise ConfigError(f"TASK, --method and --seed go with `run`, not with {args.command!r}")
    if args.command == "table":
        say(table.markdown(table.store(suite, args.results)))
        return 0
    if args.command == "list":
        listed(suite, args.results)
        return 0
    if args.task is None:
        raise ConfigError(f"TASK is missing, known: {', '.join(suite.tasks)}")
    for entry in wanted(suite, args.task, args.method, seed, args.results, args.runs):
        if run(entry, whole("--workers", args.workers, 1), args.executor, say) is None:
            return 130
    return 0


def wanted(
    suite: tasks.Suite, task: str, method: str | None, seed: int | None, results: Path = RESULTS, runs: Path = RUNS
) -> list[Entry]:
    """The results to have; raises ConfigError."""
    known = suite.task(task).methods
    if method is not None and method not in known:
        raise ConfigError(f"method {method!r} is none of task {task}, known: {', '.join(known)}")
    return [
        Entry(suite, task, name, one, results, runs)
        for name in (known if method is None else [method])
        for one in (suite.seeds(task, name) if seed is None or not suite.methods[name].trained else [seed])
    ]


def listed(suite: tasks.Suite, results: Path) -> None:
    """Print every task with how many results each method has and should have."""
    found, left_out = table.collect(suite, results)
    for name, task in suite.tasks.items():
        done = [f"{m} {len(found[name, m])}/{len(suite.seeds(name, m))}" for m in task.methods]
        say(f"{name} (tier {task.tier}): " + ", ".join(done))
    for out in left_out:
        say(f"left out: {out['file']} {out['why']}")


def main(words: Sequence[str] | None = None) -> int:
    """The command; wrong input ends with one line."""
    try:
        return command(words)
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
