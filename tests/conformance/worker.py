"""What runs in a process of its own, plain or compiled: ``python -m tests.conformance.worker WHAT NUMBER CASE...``.

Prints one JSON object, by case.
"""

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from elderzoo.envs.core import drive
from elderzoo.envs.core.errors import NeedFailed
from elderzoo.envs.core.game import Game
from elderzoo.envs.core.jit import JIT

from .games import CASES, EVERY, Case, positions, walk

ROOT = Path(__file__).resolve().parents[2]


def run(what: str, number: int, cases: Iterable[Case], **environment: str) -> dict[str, dict]:
    """What the worker prints for ``cases`` when run with more environment variables; raises where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.worker", what, str(number), *map(str, cases)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def digests(game: Game, number: int) -> dict:
    """For each of at least ``number`` decisions of random games a checksum of row, mask and every seat's compact
    observation, by game; of the last game there may be a part."""
    games: list[list[int]] = []
    while sum(map(len, games)) < number:
        steps: list[int] = []
        for state in walk(game, len(games)):
            crc = zlib.crc32(state.legal(), zlib.crc32(state.row))
            for seat in range(game.num_players):
                crc = zlib.crc32(state.observe(seat, "compact"), crc)
            steps.append(crc)
            if sum(map(len, games)) + len(steps) == number:
                break
        games.append(steps)
    return {"compiled": JIT, "games": games}


def legality(game: Game, number: int) -> dict:
    """Apply every id in ``number`` positions: what disagrees with the mask, as text. Plain mode only."""
    assert not JIT
    problems: dict[str, str] = {}
    met = positions(game, number, EVERY)
    verbs = [b.verb for b in game.actions.table.blocks for _ in range(int(np.prod(game.actions.table.shapes[b.verb])))]
    for state in met:
        mask = state.legal()
        for a in range(game.n_actions):
            row = state.row.copy()
            try:
                game.F[drive.APPLY](game.T, row, 0, a)
                outcome = "changes nothing" if np.array_equal(row, state.row) else "applies"
            except NeedFailed:
                outcome = "is refused"
            wanted = "applies" if mask[a] else "is refused"
            if outcome != wanted and (mask[a] or verbs[a] not in game.spec.forbidden_only_by_rule):
                name = f"{state.pending}: {game.actions.name(a)}, mask {mask[a]}"
                problems.setdefault(name, f"{outcome}; {state.text()}")
    return {"positions": len(met), "problems": problems}


def main() -> None:
    what, number, *names = sys.argv[1:]
    work = {"digests": digests, "legality": legality}[what]
    print(json.dumps({str(case): work(case.game, int(number)) for case in CASES if str(case) in names}))


if __name__ == "__main__":
    main()
