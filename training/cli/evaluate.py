"""``elderzoo evaluate``: agents against each other, deals paired, seats rotated; in a team game teams of them."""

from __future__ import annotations

from ... import agents
from ...agents.human import Human
from ...envs import ConfigError
from . import options

EXAMPLES = """
  elderzoo evaluate age_of_madness-v0 --seats 2 --agents greedy,random --games 400
  elderzoo evaluate age_of_madness-v0 --agents search:ms=200,greedy --games 200 --json result.json
  elderzoo evaluate age_of_madness-v0 --seats 2 --agents sb3:runs/RUN/best,greedy --json -
  elderzoo evaluate cultistorm-v0 --agents search:ms=200,greedy --executor ray --workers 16
"""


def add_workers(parser: options.Parser) -> None:
    """Where games are played."""
    parser.add_argument("--workers", metavar="N", type=options.positive, help="workers (as many as pay off)")
    parser.add_argument(
        "--executor", metavar="KIND", help="where they are: inline, processes, or ray (needs the extra of that name)"
    )


def main(words: list[str]) -> int:
    parser = options.Parser("evaluate", "Measure agents against each other.", EXAMPLES)
    options.add_game(parser)
    options.add_agents(parser, "the agents; the last one named fills the seats left over; in a team game each a team")
    parser.add_argument("--games", metavar="N", type=options.positive, default=200, help="games, at least (200)")
    options.add_seed(parser)
    add_workers(parser)
    parser.add_argument("--jsonl", metavar="FILE", help="write one line of JSON a game, as it ends")
    options.add_json(parser)
    args = parser.parse_args(words)
    options.check_json(args)
    if not args.agents:
        raise ConfigError("--agents is missing: name the agents to measure, such as --agents greedy,random")
    game = options.game(args)
    names = [name.strip() for name in args.agents.split(",")]
    for name in names:
        if isinstance(agents.load(name, game), Human):
            raise ConfigError(f"--agents: {name!r} is a person, who plays in `elderzoo play`")

    from ..evaluate import evaluate, print_report

    with options.counter(args.json != "-") as progress:
        report = evaluate(
            game,
            names,
            args.games,
            seed=args.seed,
            workers=args.workers,
            executor=args.executor,
            jsonl=args.jsonl,
            progress=progress,
        )
    if args.json != "-":
        print_report(report)
    options.write_json(args, report)
    return 0
