"""What is exact about the games that are small enough: by enumeration of all positions, without a single random game.

    python -m benchmarks.exact          # trains on all of them (minutes), stores the result, writes the page
    python -m benchmarks.exact deck_building-v0 --agents greedy,neural:runs/RUN

Agents must draw no lots, or say their probabilities, as networks do in games of rivals; ``random`` draws evenly.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from elderzoo.agents import load
from elderzoo.agents.base import Agent
from elderzoo.agents.neural import NeuralAgent
from elderzoo.agents.scripted import Scripted
from elderzoo.benchmarks.files import write_json
from elderzoo.benchmarks.pages import MARK, table
from elderzoo.benchmarks.speed import about
from elderzoo.envs import load_game
from elderzoo.envs.core.errors import ConfigError, ElderZooError
from elderzoo.envs.core.game import Game
from elderzoo.training import checkpoint, config
from elderzoo.training.ppo import train

from .graph import explore, of_agent
from .rivals import Rivals

PAGE = Path(__file__).with_name("README.md")
RESULTS = Path(__file__).parents[1] / "results" / "exact.json"
PRESET = "mini"
GAMES = ("age_of_madness-v0", "deck_building-v0")
AGENTS = ("random", "greedy")
SETTINGS = Path(__file__).with_name("mini.yaml")
ITERATIONS = 200  # of the solver


def measure(game: Game, agents: Mapping[str, str]) -> dict[str, Any]:
    """All that is exact about a game and ``agents``, by what they are called. Raises ConfigError."""
    loaded = {called: load(name, game) for called, name in agents.items()}
    about_it = {"game": game.spec.id, "preset": PRESET, "seats": game.num_players, "identity": dict(game.identity)}
    return about_it | (alone(game, loaded) if game.num_players == 1 else against(game, loaded))


def alone(game: Game, agents: Mapping[str, Agent]) -> dict[str, Any]:
    """Of a game for one player: what the best play gets, and each agent's."""
    whole = explore(game)
    rows = []
    for called, agent in agents.items():
        graph = whole if agent.name == "random" else explore(game, of_agent(agent), merge=False)
        (value,), decisions = graph.expected()
        rows.append({"agent": called, "return": round(float(value), 6), "decisions": round(decisions, 3)})
    return {"positions": len(whole.choices), "best": round(whole.best(), 6), "agents": rows}


def against(game: Game, agents: Mapping[str, Agent]) -> dict[str, Any]:
    """Of a game of two rivals: what the first seat gets between players that can lose nothing, and what each agent can
    lose."""
    rivals = Rivals(game)
    solved = rivals.solve(ITERATIONS)
    # Neither seat can be kept below what its best response gets: the value lies between.
    low, high = -rivals.best_response(solved, 1), rivals.best_response(solved, 0)
    rows = [
        {"agent": called, "exploitability": round(rivals.exploitability(rivals.of(shares(agent, rivals))), 6)}
        for called, agent in agents.items()
    ]
    found = {"histories": rivals.histories, "information_states": len(rivals.seat)}
    return found | {"value": [round(low, 6), round(high, 6)], "agents": rows}


def shares(agent: Agent, rivals: Rivals) -> np.ndarray:
    """How likely ``agent`` takes each action, float64 (states, n_actions): a network as its probabilities are, other
    agents are asked. Raises ConfigError for one that cannot be asked for many positions."""
    masks, seats = rivals.masks, rivals.seat.astype(np.int16)
    if agent.name == "random":
        return masks / masks.sum(1, keepdims=True)
    if isinstance(agent, NeuralAgent) and agent.net.shape.memory == 0:
        weights = np.exp(agent.logits(rivals.observations, masks, seats).astype(float))
        return weights / weights.sum(1, keepdims=True)
    if not isinstance(agent, Scripted):
        raise ConfigError(f"agent {agent.name!r}: only scripted agents and networks without a memory are exact here")
    out = np.zeros(masks.shape)
    out[np.arange(len(out)), agent.act_batch(rivals.observations, masks, seats)] = 1
    return out


def learner(id: str, folder: str) -> tuple[str, str]:
    """An agent of the own learner, trained as ``mini.yaml`` says in ``folder``: what to call it, and its name."""
    settings = config.load(id, [SETTINGS], ["--run.folder", folder])
    made = train(settings)
    return f"own learner, {settings.run.steps:,} decisions, seed {settings.seed}", f"neural:{last(made.folder)}"


def last(folder: Path) -> Path:
    """The newest checkpoint of a run: the best one would be chosen by games at random."""
    return checkpoint.steps(folder)[0]


def figures(result: dict[str, Any]) -> str:
    """The tables of the page."""
    single, double = [], []
    for found in result["games"]:
        if "best" in found:
            single.append((found["game"], f"{found['positions']:,}", "**best play**", told(found["best"]), ""))
            ordered = sorted(found["agents"], key=lambda row: -row["return"])
            single += [
                (found["game"], "", row["agent"], told(row["return"]), f"{row['decisions']:.3f}") for row in ordered
            ]
        else:
            low, high = found["value"]
            sizes = f"{found['histories']:,} histories, {found['information_states']:,} information states"
            double.append((found["game"], sizes, f"**value** {low:+.4f} to {high:+.4f}", ""))
            ordered = sorted(found["agents"], key=lambda row: row["exploitability"])
            double += [(found["game"], "", row["agent"], f"{row['exploitability']:.5f}") for row in ordered]
    parts = []
    if double:
        parts.append(table(("Game of rivals", "Size", "Who plays", "Exploitability"), double))
    if single:
        parts.append(table(("Game for one", "Positions", "Who plays", "Return, games won", "Decisions a game"), single))
    return "\n\n".join("\n".join(lines) for lines in parts)


def told(value: float) -> str:
    """A mean return; a game that is won pays +1, a lost one -1."""
    return f"{value + 0.0:+.4f}, {(1 + value) / 2:.2%}"  # not minus nothing


def page(result: dict[str, Any]) -> str:
    """The page with its tables as ``result`` has them."""
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
