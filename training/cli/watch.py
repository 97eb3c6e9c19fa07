"""``elderzoo watch``: agents play one game, shown step by step."""

from __future__ import annotations

import time
from pathlib import Path

from ... import agents
from ...envs import ConfigError
from ...envs.core import render
from . import options, words

EXAMPLES = """
  elderzoo watch age_of_madness-v0 --seed 7
  elderzoo watch age_of_madness-v0 --seats 3 --agents greedy,random,random --delay 0.5
  elderzoo watch age_of_madness-v0 --agents search:ms=200 --open
  elderzoo watch cultistorm-v0 --seed 7 --html game.html        a page to step through, without a network
"""


def main(arguments: list[str]) -> int:
    parser = options.Parser("watch", "Watch agents play one game.", EXAMPLES)
    options.add_game(parser)
    options.add_agents(parser, "who plays: one name for all seats, or one each in order")
    options.add_seed(parser)
    options.add_position(parser)
    parser.add_argument("--delay", metavar="S", type=seconds, default=0.0, help="seconds to wait after each action (0)")
    parser.add_argument("--open", action="store_true", help="show hidden hands as well")
    parser.add_argument(
        "--every", metavar="N", type=options.positive, default=20, help="show the table after N actions (20)"
    )
    parser.add_argument("--html", metavar="FILE", help="write the game as one HTML page that needs no network")
    args = parser.parse_args(arguments)
    check_page(args.html)
    game = options.game(args)
    names = options.names(args, game.num_players, options.default_agent(game))
    players = [agents.load(name, game, args.seed + p) for p, name in enumerate(names)]
    state = options.begin(args, game)
    seats = [f"player_{p} ({name})" for p, name in enumerate(names)]
    events = words.Events(state, seats)
    recorder, step, page = None, 0, args.html
    if page is not None:
        from ...agents.service.replay import Recorder

        recorder = Recorder(state, names, seed=args.seed)

    def table() -> str:
        return render.text(state, "open" if args.open else "public", events=0)

    while not state.is_over:
        if step % args.every == 0:
            print(f"\n{table()}\n")
        step += 1
        action = players[state.seat].act(state.view(state.seat))
        print(f"{step:>4}  {seats[state.seat]}: {words.spoken(game.actions.name(action), state)}")
        (recorder or state).step(action)
        for line in events.new():
            print(f"        {line}")
        if args.delay:
            time.sleep(args.delay)
    print(f"\n{table()}\n\n{words.ending(state, seats)}\n{words.length(state)}; seed {args.seed}.")
    if recorder and page:
        recorder.write(page)
        print(f"{page} shows the game in a browser.")
    return 0


def check_page(file: str | None) -> None:
    """Raise ConfigError where a page cannot be written to ``file``, before a game is played for it."""
    if file is None:
        return
    if Path(file).is_dir():
        raise ConfigError(f"--html {file!r}: Is a directory")
    if not Path(file).parent.is_dir():
        raise ConfigError(f"--html {file!r}: No such file or directory")


def seconds(text: str) -> float:
    """A number from 0 up, for argparse."""
    value = float(text)
    if not 0 <= value < 3600:
        raise ValueError
    return value
