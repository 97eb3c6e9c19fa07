"""How far from an equilibrium the own learner ends in two games small enough to say it exactly.

    python -m benchmarks.yardsticks                     # trains on both (minutes), stores the result, writes the page
    python -m benchmarks.yardsticks kuhn --json - --run.steps 100000

Options of `elderzoo train` change a run; a changed run is stored only where ``--json`` says. OpenSpiel says what the
policies can lose: it has to be installed (`make bench` does).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from elderzoo.benchmarks.pages import MARK, table
from elderzoo.benchmarks.speed import about
from elderzoo.benchmarks.yardsticks.learn import measure
from elderzoo.benchmarks.yardsticks.tree import YARDSTICKS
from elderzoo.envs.core.errors import ElderZooError

PAGE = Path(__file__).with_name("README.md")
RESULTS = Path(__file__).parents[1] / "results" / "yardsticks.json"

# Game, method, where its published curve ends (exploitability), source. Srinivasan and others plot NashConv: halved.
PUBLISHED = (
    ("kuhn-v0", "RMPG (policy gradient)", 0.064, "Srinivasan and others 2018"),
    ("kuhn-v0", "RPG (policy gradient)", 0.014, "Srinivasan and others 2018"),
    ("kuhn-v0", "QPG (policy gradient)", 0.008, "Srinivasan and others 2018"),
    ("leduc-v0", "NFSP, as OpenSpiel has it", 0.33, "Lanctot and others 2019, figure 3"),
    ("leduc-v0", "QPG and RPG (policy gradient)", 0.18, "Srinivasan and others 2018"),
    ("leduc-v0", "NFSP, 128 hidden units", 0.06, "Heinrich and Silver 2016, figure 1"),
)


def figures(result: dict[str, Any]) -> str:
    """The table of the page: policies of ours and of others by what they can lose, most first."""
    rows = []
    for found in result["yardsticks"]:
        game = found["game"]
        steps = f"{found['steps']:,} decisions, seed {found['seed']}"
        mine = [("uniform", found["uniform"], ""), ("**own learner, last policy**", found["last"], steps)]
        mine += [("**own learner, average policy**", found["average"], steps)]
        others = [(method, value, source) for id, method, value, source in PUBLISHED if id == game]
        ordered = sorted(mine + others, key=lambda row: -row[1])
        rows += [(game, method, f"{value:.3f}", f"{2 * value:.3f}", source) for method, value, source in ordered]
    return "\n".join(table(("Game", "Policy", "Exploitability", "NashConv", "From"), rows))


def page(result: dict[str, Any]) -> str:
    """The page with its table as ``result`` has it."""
    return MARK.sub(lambda _: f"<!-- generated: figures -->\n{figures(result)}\n<!-- end -->", PAGE.read_text("utf-8"))


def main(arguments: list[str] | None = None) -> int:
    """The command; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.yardsticks", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(YARDSTICKS)} (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the run (default: 1; the settings were chosen with 0)")
    parser.add_argument("--json", metavar="FILE", help="where to write the result ('-': standard output)")
    args, options = parser.parse_known_args(arguments)
    unknown = [name for name in args.games if name not in YARDSTICKS]
    if unknown:
        parser.error(f"no yardstick {unknown[0]!r}: {', '.join(YARDSTICKS)}")
    result = about() | {"yardsticks": []}
    try:
        for name in args.games or YARDSTICKS:
            found = measure(name, options, args.seed)
            result["yardsticks"].append(found)
            print(f"{name}: exploitability {found['average']} (last policy {found['last']})", file=sys.stderr)
    except (ElderZooError, ModuleNotFoundError) as problem:
        print(problem, file=sys.stderr)
        return 2
    text = json.dumps(result, indent=2) + "\n"
    if args.json == "-":
        sys.stdout.write(text)
    elif args.json:
        Path(args.json).write_text(text, "utf-8")
    elif not args.games and not options:
        RESULTS.write_text(text, "utf-8")
        PAGE.write_text(page(result), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
