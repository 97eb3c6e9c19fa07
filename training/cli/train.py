"""``elderzoo train``: read the settings, train, and show the result."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from ...envs import ConfigError
from .. import config as settings
from . import options

if TYPE_CHECKING:
    from ..run import Run

EXAMPLES = """
  elderzoo train age_of_madness-v0 --config demo
  elderzoo train age_of_madness-v0 --config ppo/self_play --run.steps 3000000
  elderzoo train age_of_madness-v0 --seats 3 --rules deck_empty=stop --ppo.learning_rate 1e-4
  elderzoo train --resume runs/age_of_madness-v0-demo-seed0-20260102-030405

every setting of configs/default.yaml is an option: --ppo.gamma 0.99, --run.steps 1000000, --self_play.weights.past 1;
elderzoo train --settings lists them with their meaning
"""


def main(words: list[str]) -> int:
    # The game comes first. Elsewhere it could not be told from the value of a setting, which argparse does not know.
    named = bool(words) and not words[0].startswith("-")
    args, rest = parser().parse_known_args(words[named:])
    args.game = words[0] if named else None
    if args.settings:
        settings.parser().print_help()
        return 0
    resume = None if args.resume is None else run_folder(args.resume)
    config = read(args, rest, resume)
    options.check_json(args)
    if config.algo == "ppo":
        from ..ppo import train
    else:
        from ..train import train

    # What a run says goes where --json does not.
    with redirect_stdout(sys.stderr if args.json == "-" else sys.stdout):
        run: Run = train(config, resume)
        results = final_table(run) if run.done and run.leads else None
    if results is not None:
        options.write_json(args, results)
    return 0


def parser() -> options.Parser:
    out = options.Parser("train", "Train an agent in self-play.", EXAMPLES)
    out.usage = "elderzoo train GAME [OPTIONS]"
    options.add_rules(out)
    out.add_argument(
        "--config", metavar="NAME", action="append", default=[], help="settings: a name in configs/ or a path"
    )
    out.add_argument("--resume", metavar="RUN", help="go on with the run in this folder")
    out.add_argument("--settings", action="store_true", help="list all settings")
    out.set_defaults(content=None)
    options.add_json(out)
    return out


def read(args: argparse.Namespace, rest: list[str], resume: Path | None) -> settings.Config:
    """The settings of a new or a resumed run; raises ConfigError."""
    changes = [*rest]
    changes += ["--seats", args.seats] if args.seats is not None else []
    changes += ["--env.content", args.content] if args.content is not None else []
    for word in args.rules:
        key, equals, value = word.partition("=")
        if not equals:
            raise ConfigError(f"--rules {word!r}: expected KEY=VALUE")
        changes.append(f"--rules.{key}={value}")
    game = None if args.game is None else options.game_id(args.game)
    if resume is None:
        if game is None:
            raise ConfigError("name a game to train, or --resume RUN")
        return settings.load(game, args.config, changes)
    if args.config:
        raise ConfigError(
            "--resume goes on with the run's own settings; change single ones as options, not by --config"
        )
    config = settings.parse([resume / "config.yaml"], changes)
    if game not in (None, config.game):
        raise ConfigError(f"--resume {str(resume)!r}: this run trains {config.game}, not {game}")
    return config


def run_folder(name: str) -> Path:
    """A run's folder; raises ConfigError."""
    folder = Path(name)
    if not (folder / "config.yaml").is_file():
        raise ConfigError(f"--resume {name!r}: no run there (config.yaml is missing)")
    return folder


def final_table(run: Run) -> dict:
    """Measure the trained agent against every opponent of the settings, print the tables, write result.json."""
    import json

    from .. import checkpoint
    from ..evaluate import print_report

    deals = run.config.evaluation.final_deals
    reports = []
    for name in run.config.evaluation.opponents if deals else ():
        run.display.say(f"\nmeasuring: {deals} deals against {name}, each from every seat")
        report = run.evaluate(name, deals)
        print_report(report)
        reports.append(report)
    result = {"game": run.game.spec.id, "seats": run.game.num_players, "step": run.step, "reports": reports}
    (run.folder / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    run.display.say(f"\nlearning curve: {run.folder / 'curve.png'}")
    measured = [path for path in checkpoint.steps(run.folder) if checkpoint.number(path) == run.step]
    run.display.say(f"trained agent:  {run.kind}:{measured[0] if measured else run.folder}")
    if (run.folder / "best").exists():
        run.display.say(f"best measured while it trained: {run.kind}:{run.folder / 'best'}")
    return result
