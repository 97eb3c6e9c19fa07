"""``elderzoo bench``: how fast the layers are, beside other libraries where those are installed."""

from __future__ import annotations

import sys

from ... import envs
from ...envs import ConfigError
from . import options

EXAMPLES = """
  elderzoo bench age_of_madness-v0
  elderzoo bench age_of_madness-v0 --seats 2,4 --quick
  elderzoo bench --json bench.json              all games
"""


def main(words: list[str]) -> int:
    parser = options.Parser("bench", "Measure speed, layer by layer.", EXAMPLES)
    parser.add_argument("game", metavar="GAME", nargs="?", help="game id (all games)")
    parser.add_argument("--seats", metavar="N,M", help="seat counts (fewest and most)")
    parser.add_argument("--quick", action="store_true", help="short rounds, no start-up times, no training loop")
    options.add_json(parser)
    args = parser.parse_args(words)
    options.check_json(args)
    ids = envs.games() if args.game is None else [options.game_id(args.game)]
    seats = None if args.seats is None else seat_counts(args.seats)
    for id in ids:
        spec = envs.spec(id)
        for n in seats or ():
            spec.check_players(n)

    from ...benchmarks import speed

    say = (lambda line: print(line, file=sys.stderr)) if args.json == "-" else print
    report = speed.measure(ids, seats, args.quick, say)
    if args.json != "-":
        for row in report["ratios"]:
            print(", ".join(f"{name} {value}" for name, value in row.items()))
    options.write_json(args, report)
    return 0


def seat_counts(text: str) -> list[int]:
    """Seat counts from "2,4"; raises ConfigError."""
    if not all(word.isdecimal() for word in text.split(",")):
        raise ConfigError(f"--seats is {text!r}, expected whole numbers such as 2,4")
    return [int(word) for word in text.split(",")]
