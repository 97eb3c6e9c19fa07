"""``elderzoo bot``: the service without a network (``--stdio``), and ``elderzoo bot check URL``, which plays against
any server of the protocol and reports its faults."""

from __future__ import annotations

import json

from ...agents.service import start
from ...agents.service.check import add_options, check, printed
from ...envs import ConfigError
from .options import Parser

EXAMPLES = """
  elderzoo bot --stdio                                     one message a line in, one a line out
  echo '{"type":"bots"}' | elderzoo bot --stdio --games age_of_madness-v0
  elderzoo bot check http://127.0.0.1:8000                 play a game of each kind against a server
  elderzoo bot check http://127.0.0.1:8000 --games cultistorm-v0 --count 5 --json faults.json
"""


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["check"]:
        return checked(arguments[1:])
    parser = Parser("bot", "Answer messages of standard input, or check a server of the protocol.", EXAMPLES)
    parser.add_argument("--stdio", action="store_true", help="answer one message a line")
    start.add_options(parser)
    args = parser.parse_args(arguments)
    if not args.stdio:
        raise ConfigError("say --stdio, or check URL (elderzoo bot --help shows the options)")
    return start.stdio(args)


def checked(arguments: list[str]) -> int:
    """Check a server; 1 where it has faults."""
    parser = Parser("bot check", "Play games against a server of the protocol and report its faults.", EXAMPLES)
    add_options(parser)
    args = parser.parse_args(arguments)
    report = check(args.url, [g for g in args.games.split(",") if g], args.count, args.seed, args.limit_ms)
    print(printed(report))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report.to_json(), file, indent=2)
    return 1 if report.faults else 0
