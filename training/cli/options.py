"""Options that several commands share, and how they are read."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ... import envs
from ...envs import ConfigError, PositionError

if TYPE_CHECKING:
    from ...envs.core.game import Game, State


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises ConfigError instead of printing its usage and leaving."""

    def __init__(self, command: str, description: str, examples: str):
        super().__init__(
            prog=f"elderzoo {command}",
            description=description,
            epilog="examples:\n" + examples.strip("\n"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise ConfigError(f"{message} (elderzoo {self.prog.removeprefix('elderzoo ')} --help shows the options)")


def add_game(parser: Parser) -> None:
    """GAME and what configures it."""
    parser.add_argument("game", metavar="GAME", help="game id; `elderzoo games` lists them")
    add_rules(parser)


def add_rules(parser: Parser) -> None:
    """What configures a game."""
    parser.add_argument("--seats", metavar="N", help="number of seats")
    parser.add_argument(
        "--rules", metavar="KEY=VALUE", nargs="+", action="extend", default=[], help="options of the rules"
    )
    parser.add_argument("--content", metavar="FILE", default="reference", help="card file: a shipped name or a path")


def add_seed(parser: Parser) -> None:
    parser.add_argument("--seed", metavar="N", type=count, default=0, help="the same seed gives the same game (0)")


def add_agents(parser: Parser, text: str) -> None:
    parser.add_argument("--agents", metavar="A,B", help=text)


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - for standard output")


def add_position(parser: Parser) -> None:
    parser.add_argument("--position", metavar="FILE", help="begin from a saved position (JSON) instead of a new game")


def count(text: str) -> int:
    """A whole number from 0 up, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 up, for argparse."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def seats(args: argparse.Namespace) -> int | None:
    """The seat count asked for, or None."""
    if args.seats is None:
        return None
    if not args.seats.isdecimal():
        raise ConfigError(f"--seats is {args.seats!r}, expected a whole number")
    return int(args.seats)


def rules(args: argparse.Namespace) -> dict[str, Any]:
    """``key=value`` words as a dict; values are read as YAML: numbers, true and false, [lists]. Without PyYAML they
    stay words, which options understand too."""
    out = {}
    for word in args.rules:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise ConfigError(f"--rules {word!r}: expected KEY=VALUE")
        out[key] = yaml_value(value)
    return out


def yaml_value(text: str) -> Any:
    """What a word means in YAML; the word itself where it is none, or PyYAML is not installed."""
    try:
        import yaml
    except ModuleNotFoundError:
        return text
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return text


def game_id(text: str) -> str:
    """The id of a game; ``package.module:id`` first imports the module and registers its ``SPEC``."""
    module, colon, name = text.rpartition(":")
    if not colon:
        return text
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        envs.register(import_module(module).SPEC)
    except (ImportError, AttributeError, ValueError, TypeError, SyntaxError) as problem:
        raise ConfigError(f"game {text!r}: {problem}") from None
    return name


def game(args: argparse.Namespace) -> Game:
    """The game that the options ask for; raises ConfigError or ContentError."""
    return envs.load_game(game_id(args.game), seats(args), rules(args), args.content)


def begin(args: argparse.Namespace, game: Game) -> State:
    """A new game, or the saved position; raises PositionError."""
    from ...envs.core.game import State

    if args.position is None:
        return game.new(args.seed)
    try:
        data = json.loads(Path(args.position).read_text(encoding="utf-8"))
    except OSError as problem:
        raise PositionError(f"position {args.position!r}: {problem.strerror}") from None
    except ValueError as problem:
        raise PositionError(f"position {args.position!r}: not JSON: {problem}") from None
    return State.from_json(game, data)


def names(args: argparse.Namespace, seats: int, default: str) -> list[str]:
    """Agent names for ``seats`` seats; a single name stands for all of them. Raises ConfigError."""
    given = [name.strip() for name in (args.agents or default).split(",")]
    if len(given) == 1:
        given *= seats
    if len(given) != seats or not all(given):
        raise ConfigError(f"--agents names {len(given)} agents, {seats} seats need one")
    return given


def default_agent(game: Game) -> str:
    """``greedy`` where the game has one, else ``random``."""
    from ... import agents

    try:
        agents.load("greedy", game)
    except ConfigError:
        return "random"
    return "greedy"


def check_json(args: argparse.Namespace) -> None:
    """Raise ConfigError where --json names a file that cannot be, before there is anything to lose."""
    if args.json in (None, "-"):
        return
    path = Path(args.json)
    if path.is_dir():
        raise ConfigError(f"--json {args.json!r}: Is a directory")
    if not path.parent.is_dir():
        raise ConfigError(f"--json {args.json!r}: No such file or directory")


def write_json(args: argparse.Namespace, data: dict[str, Any]) -> None:
    """Write one object where --json asks for it."""
    if args.json is None:
        return
    text = json.dumps(data, indent=2) + "\n"
    if args.json == "-":
        sys.stdout.write(text)
        return
    try:
        Path(args.json).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise ConfigError(f"--json {args.json!r}: {problem.strerror}") from None


def table(rows: list[list[str]], head: list[str]) -> str:
    """Columns of equal width, numbers and words alike to the left."""
    widths = [max(len(row[c]) for row in [head, *rows]) for c in range(len(head))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in [head, *rows]]
    return "\n".join(lines)


@contextmanager
def counter(wanted: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A function that shows "done of all" on one line of a terminal; None where there is none."""
    if not (wanted and sys.stderr.isatty()):
        yield None
        return

    def show(done: int, total: int) -> None:
        print(f"\r{done} of {total} games", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
