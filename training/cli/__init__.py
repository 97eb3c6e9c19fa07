"""The ``elderzoo`` command. Every subcommand is a module here, imported only when it is called.

Wrong input of any kind ends with one line on standard error and exit status 2, never with a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {
    "games": "list the games, or the facts of one",
    "play": "play a game in the terminal",
    "watch": "watch agents play one game",
    "train": "train an agent in self-play",
    "evaluate": "measure agents against each other",
    "ladder": "rate many agents, add one, write a model card, train a best response",
    "export": "write a trained agent as an ONNX file for other languages",
    "bench": "measure speed, layer by layer",
    "suite": "the benchmark suite: list its tasks, run one, make the table",
    "cards": "check a card file and say what is in it",
    "serve": "serve bots, games and the table in the browser",
    "bot": "answer messages line by line, or check a server",
}

HELP = """usage: elderzoo COMMAND [GAME] [OPTIONS]

{commands}

  elderzoo COMMAND --help   the options of a command, with examples
  elderzoo --version

examples:
  elderzoo games
  elderzoo play age_of_madness-v0 --agents greedy
  elderzoo watch age_of_madness-v0 --seats 3 --agents greedy,random,random --seed 7
  elderzoo train age_of_madness-v0 --config demo
  elderzoo evaluate age_of_madness-v0 --agents greedy,random --games 400
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, 2 for wrong input, 130 when interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if words[0] in ("-V", "--version"):
        print(f"elderzoo {import_module(__name__.partition('.')[0]).__version__}")
        return 0
    return guarded(words[0], words[1:])


def guarded(command: str, words: list[str]) -> int:
    """Run one command; errors made on purpose become one line."""
    from ...envs import ElderZooError

    try:
        if command not in COMMANDS:
            return fail("", f"unknown command {command!r}, known: {', '.join(COMMANDS)}")
        return import_module(f".{command}", __name__).main(words) or 0
    except ElderZooError as problem:
        return fail(command, str(problem))
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] == __name__.partition(".")[0]:
            raise
        return fail(
            command, f"needs the package {problem.name!r}; install ElderZoo with its extras: .[train,eval,serve,onnx]"
        )
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away: nothing more to say
        return 0
    except OSError as problem:  # a file or folder named by the user
        return fail(command, f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem))
    except EOFError:
        return fail(command, "the input ended while a person was asked to decide")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def fail(command: str, message: str) -> int:
    """Say in one line what was wrong."""
    print(f"elderzoo {command}".rstrip() + ": " + " ".join(message.split()), file=sys.stderr)
    return 2


def help_text() -> str:
    """The first page of help."""
    return HELP.format(commands="\n".join(f"  {name:<10}{text}" for name, text in COMMANDS.items())).rstrip()
