"""``elderzoo export AGENT``: a trained agent as a folder with an ONNX file, for other languages and engines."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ... import agents
from ...agents import cards
from ...envs import ConfigError
from . import options

EXAMPLES = """
  elderzoo export neural:runs/age --out bundle                  the best checkpoint of a run, for its game and seats
  elderzoo export neural:all.safetensors --game cultistorm-v0 --seats 3 --out bundle
  elderzoo export sb3:model.zip --rules deck_empty=stop --out bundle
  elderzoo watch age_of_madness-v0 --agents onnx:bundle         the folder as an agent again
"""


def main(arguments: list[str]) -> int:
    parser = options.Parser("export", "Write a trained agent as one ONNX file, with its layout and samples.", EXAMPLES)
    parser.add_argument("agent", metavar="AGENT", help="neural:PATH or sb3:PATH")
    parser.add_argument("--out", metavar="FOLDER", required=True, help="where to; must not exist or be empty")
    parser.add_argument("--game", metavar="GAME", help="game id (the agent's, where it plays one)")
    options.add_rules(parser)
    args = parser.parse_args(arguments)
    agents.check(args.agent)
    about = cards.card(args.agent)
    complete(args, cards.identities(about))
    game = options.game(args)
    agent = agents.load(args.agent, game)
    from ...agents.export.bundle import export

    checked = export(agent, Path(args.out), about)["checked"]
    print(f"{args.out}: {game.spec.id} with {game.num_players} seats")
    print(
        f"ONNX Runtime computes the same as the agent in {checked['pairs']} positions: largest difference "
        f"{checked['largest_difference']:.1e}, allowed {checked['tolerance']:.0e}"
    )
    return 0


def complete(args: argparse.Namespace, known: list[dict[str, Any]]) -> None:
    """Put in game and seats where the agent's card leaves no choice; raises ConfigError where it has to be made."""
    games = sorted({str(x["game"]) for x in known if "game" in x})
    if args.game is None:
        if len(games) != 1:
            raise ConfigError(f"say which --game; {args.agent} plays {', '.join(games) or 'none'}")
        args.game = games[0]
    id = args.game.rpartition(":")[2]
    seats = {x.get("players") for x in known if x.get("game", id) == id}
    if args.seats is None and len(seats) == 1 and None not in seats:
        args.seats = str(seats.pop())
