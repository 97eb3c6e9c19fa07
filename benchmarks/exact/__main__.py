"""What is exact about the games that are small enough: by enumeration of all positions, without a single random game.

    python -m benchmarks.exact          # trains on all of them (minutes), stores the result, writes the page
    python -m benchmarks.exact deck_building-v0 --agents greedy,neural:runs/RUN

Agents must draw no lots; ``random`` is known to draw evenly.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from elderzoo.agents import load
from elderzoo.benchmarks.files import write_json
from elderzoo.benchmarks.pages import MARK, table
from elderzoo.benchmarks.speed import about
from elderzoo.envs import load_game
from elderzoo.envs.core.errors import ElderZooError
from elderzoo.envs.core.game import Game
from elderzoo.training import config

from .graph import explore, of_agent

PAGE = Path(__file__).with_name("README.md")
RESULTS = Path(__file__).parents[1] / "results" / "exact.json"
PRESET = "mini"
GAMES = ("deck_building-v0",)
AGENTS = ("random", "greedy")
SETTINGS = Path(__file__).with_name("mini.yaml")


def measure(game: Game, agents: Mapping[str, str]) -> dict[str, Any]:
    """All that is exact about a game for one player: the best play, and that of ``agents``, by what they are called.
    Raises ConfigError."""
    loaded = {called: load(name, game) for called, name in agents.items()}
    whole = explore(game)
    rows = []
    for called, agent in loaded.items():
        graph = whole if agent.name == "random" else explore(game, of_agent(agent), merge=False)
        (value,), decisions = graph.expected()
        rows.append({"agent": called, "return": round(float(value), 6), "decisions": round(decisions, 3)})
    found = {"game": game.spec.id, "preset": PRESET, "seats": game.num_players, "identity": dict(game.identity)}
    return found | {"positions": len(whole.choices), "best": round(whole.best(), 6), "agents": rows}


def learner(id: str, folder: str) -> tuple[str, str]:
    """An agent of the own learner, trained as ``mini.yaml`` says in ``folder``: what to call it, and its name."""
    from elderzoo.training.ppo import train

    settings = config.load(id, [SETTINGS], ["--run.folder", folder])
    made = train(settings)
    return f"own learner, {settings.run.steps:,} decisions, seed {settings.seed}", f"neural:{made.folder}"


def figures(result: dict[str, Any]) -> str:
    """The table of the page."""
    rows = []
    for found in result["games"]:
        rows.append((found["game"], f"{found['positions']:,}", "**best play**", told(found["best"]), ""))
        ordered = sorted(found["agents"], key=lambda row: -row["return"])
        rows += [(found["game"], "", row["agent"], told(row["return"]), f"{row['decisions']:.3f}") for row in ordered]
    return "\n".join(table(("Game", "Positions", "Who plays", "Return, games won", "Decisions a game"), rows))


def told(value: float) -> str:
    """A mean return; a game that is won pays +1, a lost one -1."""
    return f"{value + 0.0:+.4f}, {(1 + value) / 2:.2%}"  # not minus nothing


def page(result: dict[str, Any]) -> str:
    """The page with its table as ``result`` has it."""
    return MARK.sub(lambda _: f"<!-- generated: figures -->\n{figures(result)}\n<!-- end -->", PAGE.read_text("utf-8"))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.exact", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (all)")
    parser.add_argument(
        "--agents", metavar="A,B", help=f"who plays beside the best ({', '.join(AGENTS)}, the own learner)"
    )
    parser.add_argument("--json", metavar="FILE", help="where to write the result ('-': standard output)")
    args = parser.parse_args(arguments)
    unknown = [name for name in args.games if name not in GAMES]
    if unknown:
        parser.error(f"no small game of {unknown[0]!r}: {', '.join(GAMES)}")
    result: dict[str, Any] = {"games": []} | about()
    try:
        for id in args.games or GAMES:
            with tempfile.TemporaryDirectory() as folder:
                agents = {name: name for name in (args.agents.split(",") if args.agents else AGENTS)}
                if not args.agents:
                    agents |= dict([learner(id, folder)])
                result["games"].append(measure(load_game(id, preset=PRESET), agents))
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    if args.json == "-":
        sys.stdout.write(json.dumps(result, indent=1) + "\n")
        return 0
    print(figures(result))
    if args.json:
        write_json(Path(args.json), result, indent=1)
    elif not args.games and not args.agents:
        write_json(RESULTS, result, indent=1)
        PAGE.write_text(page(result), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
