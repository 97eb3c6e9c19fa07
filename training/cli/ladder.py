"""``elderzoo ladder``: many agents against each other, rated; ``ladder add`` puts one more among them, ``ladder card``
writes what was found into a model card, ``ladder best-response`` trains an answer to one agent."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...envs import ConfigError
from . import options
from .evaluate import add_workers

if TYPE_CHECKING:
    from ...envs.core.game import Game
    from ..ladder.games import Entrant

EXAMPLES = """
  elderzoo ladder age_of_madness-v0 --seats 2
  elderzoo ladder age_of_madness-v0 --seats 2 --agents random,greedy,mc:sims=32 --games 400 --out runs/ladder/mine
  elderzoo ladder cultistorm-v0 --agents ppo=neural:runs/A,ppo=neural:runs/B,greedy --workers 2
  elderzoo ladder add neural:runs/RUN age_of_madness-v0 --seats 2
  elderzoo ladder card neural:runs/RUN age_of_madness-v0 --seats 2
  elderzoo ladder best-response greedy age_of_madness-v0 --seats 2 --steps 3000000

other commands, each with its own --help:
  elderzoo ladder add AGENT GAME             one more agent for a ladder, played and rated
  elderzoo ladder card AGENT GAME            write an agent's rating into its model card
  elderzoo ladder best-response AGENT GAME   train a fresh learner against an agent and report what it gains

The folder holds games.jsonl (raw games; only missing ones are played), report.json, marl_eval.json and report.html.
An agent that changes under its name needs a new folder.
"""
ADD_EXAMPLES = """
  elderzoo ladder add neural:runs/RUN age_of_madness-v0 --seats 2
  elderzoo ladder add ppo=neural:runs/RUN age_of_madness-v0 --seats 2 --out runs/ladder/mine

AGENT is any name that `elderzoo evaluate --agents` takes. It meets the agents that the folder's last report has, or
those of the frozen pool where there is none.
"""
CARD_EXAMPLES = """
  elderzoo ladder card neural:runs/RUN age_of_madness-v0 --seats 2

The row of the folder's last report goes into the key `strength` of model.json, which `elderzoo serve` shows and
`elderzoo export` takes along.
"""
RESPONSE_EXAMPLES = """
  elderzoo ladder best-response greedy age_of_madness-v0 --seats 2 --steps 3000000
  elderzoo ladder best-response neural:runs/RUN age_of_madness-v0 --seats 2 --steps 3000000 --games 4000

The learner is that of --config ppo/self_play, which meets copies of AGENT only; its settings are further options, as
in `elderzoo train`.
"""


def main(words: list[str]) -> int:
    if words[:1] == ["add"]:
        return add(words[1:])
    if words[:1] == ["card"]:
        return card(words[1:])
    if words[:1] == ["best-response"]:
        return best_response(words[1:])
    parser = options.Parser("ladder", "Rate many agents of a game against each other.", EXAMPLES)
    options.add_game(parser)
    options.add_agents(parser, "the agents, LABEL=AGENT for runs of one method (those of the frozen pool)")
    add_options(parser)
    args = parser.parse_args(words)
    options.check_json(args)
    game = options.game(args)
    if args.agents is None:
        return run(args, game, *pool_of(game))
    from ..ladder.games import Entrant

    return run(args, game, [Entrant.parse(text) for text in args.agents.split(",")])


def add(words: list[str]) -> int:
    parser = options.Parser("ladder add", "Put one more agent on a ladder.", ADD_EXAMPLES)
    parser.add_argument("agent", metavar="AGENT", help="the agent, or LABEL=AGENT for a run of a method")
    options.add_game(parser)
    add_options(parser)
    args = parser.parse_args(words)
    options.check_json(args)
    game = options.game(args)
    from ..ladder.games import Entrant

    before = last_report(args, game)
    if before is None:
        entrants, pool = pool_of(game)
    else:
        entrants, pool = [Entrant(a["agent"], a["label"]) for a in before["agents"]], before["pool"]
    mine = Entrant.parse(args.agent)
    return run(args, game, [*(e for e in entrants if e.agent != mine.agent), mine], pool)


def card(words: list[str]) -> int:
    parser = options.Parser("ladder card", "Write an agent's rating into its model card.", CARD_EXAMPLES)
    parser.add_argument("agent", metavar="AGENT", help="the agent, neural:PATH, as the ladder names it")
    options.add_game(parser)
    add_folder(parser)
    args = parser.parse_args(words)
    game = options.game(args)
    from ..ladder import card as cards

    report = last_report(args, game)
    if report is None:
        raise ConfigError(f"there is no ladder in {str(folder(args, game))!r}: elderzoo ladder add {args.agent} first")
    print(f"written: {cards.write(report, args.agent)}")
    return 0


def best_response(words: list[str]) -> int:
    parser = options.Parser("ladder best-response", "Train a best response to an agent.", RESPONSE_EXAMPLES)
    parser.add_argument("agent", metavar="AGENT", help="the frozen agent to answer")
    options.add_game(parser)
    parser.add_argument("--steps", metavar="N", type=options.positive, default=1_000_000, help="to train (1000000)")
    parser.add_argument("--games", metavar="N", type=options.positive, default=2000, help="to measure the gain (2000)")
    parser.add_argument("--out", metavar="FOLDER", default="runs", help="where the run's own folder is made (runs)")
    options.add_seed(parser)
    add_workers(parser)
    options.add_json(parser)
    args, rest = parser.parse_known_args(words)
    options.check_json(args)
    game = options.game(args)
    from ..ladder import response

    config = response.settings_for(
        args.agent, game, args.steps, seed=args.seed, content=args.content, folder=args.out, changes=rest
    )
    report = response.best_response(config, args.games, args.seed, args.workers, args.executor)
    if report is None:
        return 0
    if args.json != "-":
        low, high = report["gain_interval"]
        print(f"gain against {report['agent']}: {report['gain']:+.3f} ({low:+.3f} to {high:+.3f}) in return a game,")
        low, high = report["win_interval"]
        print(f"{report['win_rate']:.1%} ({low:.1%} to {high:.1%}) of {report['games']} games won")
        print(f"the response: {report['response']}")
    options.write_json(args, report)
    return 0


def add_options(parser: options.Parser) -> None:
    parser.add_argument("--games", metavar="N", type=options.positive, default=400, help="of every two, at least (400)")
    add_folder(parser)
    options.add_seed(parser)
    add_workers(parser)
    options.add_json(parser)


def add_folder(parser: options.Parser) -> None:
    parser.add_argument("--out", metavar="FOLDER", help="the ladder's folder (runs/ladder/GAME-Nseats)")


def folder(args: argparse.Namespace, game: Game) -> Path:
    return Path(args.out or f"runs/ladder/{game.spec.id}-{game.num_players}seats")


def last_report(args: argparse.Namespace, game: Game) -> dict[str, Any] | None:
    """The report in the ladder's folder, None where there is none; raises ConfigError where it cannot be read, or is of
    another game."""
    try:
        found = json.loads((folder(args, game) / "report.json").read_text("utf-8"))
        told = found["game"], found["seats"], found["agents"][0]["agent"], found["pool"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, IndexError) as problem:
        raise ConfigError(f"--out: the report cannot be read ({problem!r})") from None
    if told[:2] != (game.spec.id, game.num_players):
        raise ConfigError(f"--out: the report is of {told[0]} with {told[1]} seats")
    return found


def pool_of(game: Game) -> tuple[list[Entrant], int]:
    """The frozen pool for a game, and its version."""
    from ..ladder import pool
    from ..ladder.games import Entrant

    return [Entrant(name) for name in pool.opponents(game.spec.id, game.num_players)], pool.load()["version"]


def run(args: argparse.Namespace, game: Game, entrants: Sequence[Entrant], pool: int | None = None) -> int:
    """Play what is missing, rate, write and show the report."""
    from ..ladder import games, ratings, report
    from ..match import choose

    home, names = folder(args, game), [e.agent for e in entrants]
    with options.counter(args.json != "-") as progress:
        results = games.play(game, names, args.games, home, args.seed, args.workers, args.executor, progress)
    where = choose(args.executor, args.workers or 1, ratings.RESAMPLES, False, True)
    found = report.build(game, entrants, results, args.seed, where, pool)
    report.write(home, found, game, entrants, results)
    if args.json != "-":
        print(shown(found))
        print(f"\nreport: {home / 'report.html'}")
    options.write_json(args, found)
    return 0


def shown(report: dict[str, Any]) -> str:
    """The main table in plain text."""
    from ..ladder.page import rate, span

    if report["team"]:
        rows = [
            [t["agent"], *(rate(t.get(k)) for k in ("self_play", "cross_play", "with_scripted"))]
            for t in report["teams"]
        ]
        return options.table(rows, ["agent", "wins in self-play", "cross-play", "with greedy"])
    rows = [[r["name"], f"{r['mu']:.1f}", span(r["interval"], ".1f")] for r in report["ratings"]]
    return options.table(rows, ["agent", "rating", "95% interval"])
