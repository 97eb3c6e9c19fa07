"""What each line of a greedy player is worth: without it, against the whole list, on paired deals.

python -m elderzoo.benchmarks.ablation age_of_madness-v0

In a co-operative game a team without the line and a team with it play every deal.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from ..agents.scripted import greedy_script
from ..envs import load_game
from ..envs.core.errors import ElderZooError
from ..training.evaluate import difference, evaluate
from .speed import about
from .strength import teams

RESULTS = Path(__file__).parent / "results" / "ablation"
LISTS = Path(__file__).resolve().parents[1] / "agents" / "greedy"


def ablation(id: str, games: int, seed: int, seats: int | None = None) -> dict:
    """Win rates of ``greedy`` with one weight set to 0 against ``greedy``; JSON.

    games: of the one without the line. seats: the fewest unless told, for teams those the game has unless told.
    """
    spec = load_game(id).spec
    team = spec.kind == "team"
    if seats is None:
        seats = spec.default_seats if team else spec.seats[0]
    game = load_game(id, seats)
    meanings = _meanings(spec.name)
    rows = []
    for weight, value in greedy_script(game)[1].items():
        agents = [f"greedy:{weight}=0", "greedy"]
        report = evaluate(id, agents, games=games * (2 if team else 1), seats=seats, seed=seed)
        changed = report["agents"][0]
        kept = teams(report) if team else {key: changed[key] for key in ("games", "wins", "win_rate", "interval")}
        rows.append({"weight": weight, "value": value, "meaning": meanings[weight]} | kept)
        against = f", {difference(kept['pair'])} points against it" if team else ""
        print(f"{weight}: {changed['win_rate']:.1%} of {changed['games']} games without it{against}", flush=True)
    return {"game": spec.id, "seats": seats, "seed": seed, "rows": rows} | about()


def _meanings(name: str) -> dict[str, str]:
    """The comment beside each weight of a list, which may stand in a file of its own beside the player's."""
    files = [LISTS / f"{name}.py", *sorted(LISTS.glob(f"{name}_*.py"))]
    text = "\n".join(file.read_text("utf-8") for file in files)
    return {m[1]: (m[2] or "").strip() for m in re.finditer(r'^    "(\w+)": -?\d+,(?:  # (.*))?$', text, re.MULTILINE)}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m elderzoo.benchmarks.ablation", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int)
    args = parser.parse_args(argv)
    try:
        report = ablation(args.game, args.games, args.seed, args.seats)
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"{report['game'].rpartition('-v')[0]}.json"
    file.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
