"""``elderzoo play``: one seat is yours, agents sit on the others. Reads lines, so it works over a pipe as well."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from ... import agents
from ...envs import ConfigError
from ...envs.core.game import Game, State
from . import options, words

EXAMPLES = """
  elderzoo play age_of_madness-v0                        against greedy, with the default number of seats
  elderzoo play age_of_madness-v0 --seats 2 --seat 1     the second seat of two
  elderzoo play age_of_madness-v0 --seats 3 --agents search:ms=200,random --seed 7
"""

HELP = """Answer with the number of an action, its name, or the beginning of its name.
  ?      this text          table  the table again
  hint   ask an agent       quit   leave the game"""


@dataclass
class Table:
    """A game at the terminal: the position, your seat, and who sits on the others."""

    state: State
    seat: int
    others: dict[int, agents.Agent]
    adviser: str
    seed: int
    events: words.Events = field(init=False)

    def __post_init__(self):
        self.events = words.Events(self.state, self.names(), self.seat)

    @property
    def game(self) -> Game:
        return self.state.game

    def names(self) -> list[str]:
        """What the seats are called."""
        return [
            f"player_{p} (you)" if p == self.seat else f"player_{p} ({self.others[p].name})"
            for p in range(self.game.num_players)
        ]


def main(arguments: list[str]) -> int:
    table = sit_down(arguments)
    print(f"{table.game.spec.title}. You are player_{table.seat}. Type ? for help.")
    while not table.state.is_over:
        if table.state.seat != table.seat:
            table.state.step(table.others[table.state.seat].act(table.state.view(table.state.seat)))
            print_events(table)
        elif not your_turn(table):
            print("You leave the game.")
            return 0
    print_events(table)
    print("\n" + words.ending(table.state, table.names()))
    return 0


def sit_down(arguments: list[str]) -> Table:
    """Read the options; raises ConfigError, ContentError or PositionError."""
    parser = options.Parser("play", "Play a game in the terminal.", EXAMPLES)
    options.add_game(parser)
    parser.add_argument("--seat", metavar="N", type=options.count, default=0, help="your seat, counted from 0 (0)")
    options.add_agents(parser, "who sits on the other seats: one name for all of them, or one each in order")
    parser.add_argument("--adviser", metavar="A", help="the agent that `hint` asks (the first one of --agents)")
    options.add_seed(parser)
    options.add_position(parser)
    args = parser.parse_args(arguments)
    game = options.game(args)
    if args.seat >= game.num_players:
        raise ConfigError(f"--seat is {args.seat}, allowed 0..{game.num_players - 1}")
    chairs = [p for p in range(game.num_players) if p != args.seat]
    names = options.names(args, len(chairs), options.default_agent(game)) if chairs else []
    others = {p: agents.load(name, game, args.seed + p) for p, name in zip(chairs, names, strict=True)}
    adviser = args.adviser or (names[0] if names else options.default_agent(game))
    agents.check(adviser)
    return Table(options.begin(args, game), args.seat, others, adviser, args.seed)


def your_turn(table: Table) -> bool:
    """Show the table and take one action of yours; False to leave."""
    show(table)
    while True:
        answer = ask()
        if answer in (None, "quit", "q", "exit"):
            return False
        if answer in ("?", "help"):
            print(HELP)
        elif answer == "table":
            show(table)
        elif answer == "hint":
            bot = agents.load(table.adviser, table.game, table.seed)
            print(f"{bot.name} would play {table.game.actions.name(bot.act(table.state.view(table.seat)))}")
        elif answer:
            action = chosen(table.state.legal_names(), answer)
            if action is not None:
                table.state.step(action)
                print_events(table)
                return True


def ask() -> str | None:
    """One line of input, trimmed; None at its end."""
    print("> ", end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.strip())
    return line.strip() if line else None


def chosen(legal: list[str], answer: str) -> str | None:
    """The legal action meant by a number, a name or its beginning; None, after saying why, if it is not clear."""
    if answer.isdecimal():
        if 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        print(f"There is no action {answer}; the numbers go from 1 to {len(legal)}.")
        return None
    if answer in legal:
        return answer
    wanted = answer.lower().replace(" ", "_")
    found = [n for n in legal if n.startswith(wanted)] or [n for n in legal if n.partition(":")[2].startswith(wanted)]
    if len(found) == 1:
        return found[0]
    print(f"{answer!r} could be {', '.join(found)}." if found else f"{answer!r} is not possible now. Type ? for help.")
    return None


def show(table: Table) -> None:
    """The table as your seat sees it, and what you may do."""
    state = table.state
    print("\n" + state.view(table.seat).text())
    print("\n" + words.menu(state))


def print_events(table: Table) -> None:
    for line in table.events.new():
        print(f"  {line}")
