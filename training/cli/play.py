"""``elderzoo play``: one seat is yours, agents sit on the others. Reads lines, so it works over a pipe as well."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass, field

from ... import agents
from ...envs import ConfigError
from ...envs.core import render
from ...envs.core.game import Game, State
from . import cards, options, words

EXAMPLES = """
  elderzoo play age_of_madness-v0                        against greedy, with the default number of seats
  elderzoo play age_of_madness-v0 --seats 2 --seat 1     the second seat of two
  elderzoo play cultistorm-v0 --seats 4 --seed 7         with three greedy friends
  elderzoo play age_of_madness-v0 --seats 3 --agents search:ms=200,random --seed 7
"""

HELP = """Answer with the number of an action, its name, or the beginning of its name.
  table      the whole table again      why      what is decided, and what each action does
  card NAME  what a card does           log [N]  the last events, 20 or N of them
  hint       ask an agent               quit     leave the game        ?  this text"""
LOGGED = 20
SMALL = 6  # lines of news; where there are more, a small table is shown whole


@dataclass
class Table:
    """A game at the terminal: the position, your seat, who sits on the others, and what you have been shown."""

    state: State
    seat: int
    others: dict[int, agents.Agent]
    adviser: str
    seed: int
    width: int = render.WIDTH
    mine: int = 0  # decisions that you took
    events: words.Events = field(init=False)
    shown: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # the panels as shown last, by title
    phase: str = ""  # when they were
    explained: set[str] = field(default_factory=set)

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

    def eyes(self) -> State:
        """The position as your seat sees it."""
        view = self.state.view(self.seat)
        seen = State(self.game, view.row)
        seen._mask[:] = view.action_mask
        return seen


def main(arguments: list[str]) -> int:
    table = sit_down(arguments)
    print(f"{table.game.spec.title}. You are player_{table.seat}. Type ? for help.")
    guide = getattr(render.speech(table.game), "GUIDE", "")
    if table.game.spec.summary or guide:
        print(f"{table.game.spec.summary}\n{guide}".strip())
    while not table.state.is_over:
        if table.state.seat != table.seat:
            table.state.step(table.others[table.state.seat].act(table.state.view(table.state.seat)))
            print_events(table)
        elif not your_turn(table):
            print("You leave the game.")
            return 0
    print("\n" + render.text(table.state, "open", table.width, events=0))
    print(f"\n{words.ending(table.state, table.names())}")
    print(f"{words.length(table.state)}, {table.mine} of them yours; seed {table.seed}.")
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
    return Table(options.begin(args, game), args.seat, others, adviser, args.seed, screen_width())


def screen_width() -> int:
    """Columns to use: those of the terminal, 80 to 120; 120 over a pipe."""
    if not sys.stdout.isatty():
        return render.WIDTH
    return min(max(shutil.get_terminal_size().columns, 80), render.WIDTH)


def your_turn(table: Table) -> bool:
    """Show the table, or what is new on it, and take one action of yours; False to leave."""
    show(table)
    while True:
        answer = ask()
        if answer in (None, "quit", "q", "exit"):
            return False
        if answer and not command(table, *answer.split(maxsplit=1)):
            action = chosen(words.choices(table.eyes()), answer)
            if action is not None:
                table.state.step(action)
                table.mine += 1
                print_events(table)
                return True


def command(table: Table, word: str, rest: str = "") -> bool:
    """Do what is no action of the game; False where it is none of these."""
    if word in ("?", "help") and not rest:
        guide = getattr(render.speech(table.game), "GUIDE", "")
        print(f"{HELP}\n{guide}".rstrip())
    elif word == "table" and not rest:
        show(table, whole=True)
    elif word == "why" and not rest:
        print(words.why(table.eyes(), table.width))
    elif word == "log" and (not rest or rest.isdecimal()):
        told = table.events.history[-int(rest or LOGGED) :] if rest != "0" else []
        print("\n".join(f"  {line}" for line in told) or "  nothing has happened yet")
    elif word == "card":
        print(cards.about(table.game, rest) if rest else "card NAME: which card?")
    elif word == "hint" and not rest:
        hint(table)
    else:
        return False
    return True


def hint(table: Table) -> None:
    bot = agents.load(table.adviser, table.game, table.seed)
    action = bot.act(table.state.view(table.seat))
    found = [(n, c) for n, c in enumerate(words.choices(table.eyes()), 1) if c.action == action]
    print(f"{bot.name} would play {found[0][0]}, {found[0][1].words}")


def ask() -> str | None:
    """One line of input, trimmed; None at its end."""
    print("> ", end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.strip())
    return line.strip() if line else None


def chosen(legal: list[words.Choice], answer: str) -> int | None:
    """The legal action meant by a number, a name or its beginning; None, after saying why, if it is not clear."""
    wanted = plain(answer)
    if any(c.isalpha() for c in wanted):
        whole = [c for c in legal if answer == c.name or wanted in (plain(c.name), plain(c.words), plain(c.thing))]
        begun = [c for c in legal if plain(c.name).startswith(wanted) or plain(c.words).startswith(wanted)]
        inside = [c for c in legal if plain(c.name.partition(":")[2]).startswith(wanted)]
        inside += [c for c in legal if c not in inside and plain(c.thing).startswith(wanted)]
        found = whole or begun or inside
    elif answer.startswith("#") and any(c.thing.startswith("#") for c in legal):  # the menu has such labels itself
        found = [c for c in legal if answer in c.thing.split()]
    else:
        return numbered(legal, answer)
    if len(found) == 1:
        return found[0].action
    if found:
        numbers = ", ".join(f"{legal.index(c) + 1} {c.words}" for c in found)
        print(f"{answer!r} could be {numbers}.")
    else:
        print(f"{answer!r} is not possible now. Type ? for help.")
    return None


def numbered(legal: list[words.Choice], answer: str) -> int | None:
    """The legal action of a number of the menu, written as ``1``, ``1.``, ``1)`` or ``#1``; None, after saying so, for
    any other: nothing is guessed from a number that the menu does not show."""
    number = re.fullmatch(r"#?(\d+)[.)]?", answer)
    if number and 1 <= int(number[1]) <= len(legal):
        return legal[int(number[1]) - 1].action
    print(f"There is no action {answer}; the numbers go from 1 to {len(legal)}.")
    return None


def plain(text: str) -> str:
    """Letters and figures with single spaces between them, for comparing what people write."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def show(table: Table, whole: bool = False) -> None:
    """The table as your seat sees it, and what you may do. In the same phase only what has changed since, unless that
    is much of a small table."""
    state = table.eyes()
    panels = render.panels(state, table.seat, events=0)
    news = [new for panel in panels if (new := changed(panel, table.shown.get(panel.title, []))) is not None]
    everything = render.text(state, table.seat, table.width, events=0)
    new_lines = [line for panel in news for line in panel.text(table.width, render.MARGIN)]
    much = max(everything.count("\n") // 3, SMALL)
    if whole or state.phase != table.phase or len(new_lines) > much:
        print("\n" + everything)
    elif new_lines:
        print("\n  now:\n" + "\n".join(new_lines))
    table.shown, table.phase = {p.title: p.lines for p in panels}, state.phase
    print(f"\n{render.pending(state)[0][0].replace(':', ' (you):', 1)}")
    print(words.menu(state, table.width))
    new = {verb: meaning for verb, meaning in words.verbs(state).items() if verb not in table.explained}
    if new:
        table.explained |= set(new)
        print("what these do:\n" + words.meanings(new, table.width))


def changed(panel: render.Panel, before: list[tuple[str, str]]) -> render.Panel | None:
    """What of a panel is not as it was: its lines, each below the label it belongs to; None where nothing is."""
    lines, label = [], None
    for line in panel.lines:
        if line[0]:
            label = line
        if line not in before:
            if not line[0] and label is not None and label not in lines:
                lines.append(label)
            lines.append(line)
    now = {label for label, _ in panel.lines}
    gone = [(label, "none") for label, _ in before if label not in now]
    return (
        render.Panel(panel.title, lines + gone, False, panel.brief | {label for label, _ in gone})
        if lines or gone
        else None
    )


def print_events(table: Table) -> None:
    for line in table.events.new():
        print(f"  {line}")
