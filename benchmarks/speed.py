"""Speed by layer, beside other libraries in the same run.

    python -m benchmarks.speed age_of_madness-v0 --seats 2,4 --json speed.json

Every figure is the median of five rounds; a round goes through all layers once, so that what else happens on the
machine meets all of them. Beside steps a second stand steps per second of this process's own time on a core: what
the code costs where the cores are shared. Ratios and parts are of the latter.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from elderzoo import envs
from elderzoo.benchmarks import layers, peers
from elderzoo.envs.core.batch import cores
from elderzoo.envs.core.errors import ElderZooError
from elderzoo.envs.core.game import Game
from elderzoo.training.provenance import commit

ROUNDS, SECONDS = 5, 0.3  # of one layer in one round
QUICK_ROUNDS, QUICK_SECONDS = 3, 0.05
PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable_baselines3", "sb3_contrib", "open_spiel")

Say = Callable[[str], None]


def measure(
    game_ids: Iterable[str],
    seats: Iterable[int] | None = None,
    quick: bool = False,
    say: Say = lambda line: print(line, file=sys.stderr),
    training: bool = True,
) -> dict[str, Any]:
    """Time every layer of the games at these seat counts (default: fewest and most).

    ``quick`` is for a look: short rounds, without start-up times and the training loop. Returns ``machine``,
    ``versions``, ``commit``, ``command``,
    ``rows`` (``layer``, ``game``, ``seats``, ``steps_per_second``, ``steps_per_core_second``, sizes),
    ``parts`` (ns of a batched step), ``ratios``, ``startup`` and ``training``. Raises ConfigError.
    """
    games = [envs.load_game(id, n) for id in game_ids for n in _seat_counts(id, seats)]
    other = peers.peers()
    out = about() | {"rows": [], "parts": [], "ratios": [], "startup": [], "training": []}
    for game in games:
        say(f"{game.spec.id}, {game.num_players} seats" + " " * 13 + "steps/s   /s of a core")
        rows = time_all(layers.probes(game) + other, quick, say)
        out["rows"] += [{"game": game.spec.id, "seats": game.num_players} | row for row in rows]
        out["parts"].append(_label(game) | parts(game, rows, quick))
        out["ratios"].append(_label(game) | ratios(rows, other))
        say("  ns of a batched step: " + json.dumps(out["parts"][-1]))
        say("  ratios: " + json.dumps(out["ratios"][-1]))
    for id in dict.fromkeys(game.spec.id for game in games):
        game = next(g for g in reversed(games) if g.spec.id == id)
        out["rows"].append(_pettingzoo(game, say))
        if quick:
            continue
        say(f"{id}: compiling into an empty cache, and starting again")
        out["startup"].append(_label(game) | startup(id, game.num_players))
        say("  " + json.dumps(out["startup"][-1]))
        if training and _installed("sb3_contrib"):
            from elderzoo.benchmarks import loop

            say(f"{id}: MaskablePPO's training loop")
            smallest = next(g for g in games if g.spec.id == id)
            out["training"].append(_label(smallest) | loop.measure(smallest))
            say("  " + json.dumps(out["training"][-1]))
    return out


def _seat_counts(id: str, seats: Iterable[int] | None) -> list[int]:
    lo, hi = envs.spec(id).seats
    return sorted({lo, hi}) if seats is None else list(seats)


def _label(game: Game) -> dict[str, Any]:
    return {"game": game.spec.id, "seats": game.num_players}


# -------------------------------------------------------------------------------------------- timing


def time_all(probes: list[layers.Probe], quick: bool, say: Say) -> list[dict[str, Any]]:
    """Rounds over all probes; one row each: median, lowest and highest steps a second."""
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if quick else (ROUNDS, SECONDS)
    found: list[list[tuple[float, float]]] = [[] for _ in probes]
    for _ in range(rounds):
        for k, probe in enumerate(probes):
            found[k].append(rates(probe, seconds))
    rows = []
    for probe, pairs in zip(probes, found, strict=True):
        wall, own = zip(*pairs, strict=True)
        row = {"layer": probe.layer, "steps_per_second": round(statistics.median(wall))}
        row |= {"steps_per_core_second": round(statistics.median(own))}
        rows.append(row | {"lowest": round(min(wall)), "highest": round(max(wall))} | probe.facts)
        say(f"  {probe.layer:34} {row['steps_per_second']:>12,} {row['steps_per_core_second']:>12,}")
    return rows


def rates(probe: layers.Probe, seconds: float) -> tuple[float, float]:
    """The probe's steps a second over at least this long, and per second of the process's own time."""
    steps, start, own = 0, time.perf_counter(), time.process_time()
    while (passed := time.perf_counter() - start) < seconds:
        steps += probe.run()
    return steps / passed, steps / max(time.process_time() - own, 1e-9)


def parts(game: Game, rows: list[dict], quick: bool) -> dict[str, int]:
    """Nanoseconds of a batched step in compact form: legal, encode and choose timed alone, apply what remains
    (with forced moves, resets and their masks)."""
    total = 1e9 / next(r["steps_per_core_second"] for r in rows if r["layer"] == "batch, compact")
    seconds = QUICK_SECONDS if quick else SECONDS
    alone = {p.layer: 1e9 / rates(p, seconds)[1] for p in layers.part_probes(game)}
    alone = {"apply": max(total - sum(alone.values()), 0.0)} | alone | {"step": total}
    return {part: round(ns) for part, ns in alone.items()}


def ratios(rows: list[dict], other: list[layers.Probe]) -> dict[str, float]:
    """What the rates mean: the batch beside other libraries, the AEC environment beside one that does nothing."""
    rate = {row["layer"]: row["steps_per_core_second"] for row in rows}
    out = {f"batch, compact / {p.layer}": rate["batch, compact"] / rate[p.layer] for p in other}
    for form in ("compact", "flat"):
        out[f"AEC, {form} / null AEC"] = rate[f"AEC, {form}"] / rate[f"null AEC, {form}"]
    return {name: round(ratio, 2) for name, ratio in out.items()}


def _pettingzoo(game: Game, say: Say) -> dict[str, Any]:
    turns = layers.pettingzoo_benchmark(game.spec.id, game.num_players)
    say(f"  {'PettingZoo performance_benchmark':34} {turns:>12,.0f} turns/s")
    facts = {"observation": game.flat_size, "actions": game.n_actions}
    return _label(game) | {"layer": "PettingZoo performance_benchmark", "steps_per_second": round(turns)} | facts


# ------------------------------------------------------------------------------------------- start-up

_FIRST_STEP = """
import sys, time
start, own = time.perf_counter(), time.process_time()
from elderzoo import envs
env = envs.make(sys.argv[1], int(sys.argv[2]))
env.reset(seed=0)
env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
print(time.perf_counter() - start, time.process_time() - own)
"""


def startup(id: str, seats: int, warm: int = 5) -> dict[str, float]:
    """Seconds, and the process's own on a core, from import to the first step: with an empty cache, then
    (median) with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        times = [_first_step(id, seats, folder) for _ in range(1 + warm)]
    middle = [statistics.median(side) for side in zip(*times[1:], strict=True)]
    out = {"cold_seconds": times[0][0], "cold_core_seconds": times[0][1]}
    out |= {"warm_seconds": middle[0], "warm_core_seconds": middle[1]}
    return {name: round(value, 2) for name, value in out.items()}


def _first_step(id: str, seats: int, cache: str) -> tuple[float, float]:
    command = [sys.executable, "-c", _FIRST_STEP, id, str(seats)]
    environment = os.environ | {"ELDERZOO_CACHE": cache}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the first step of {id} failed:\n{done.stderr}")
    wall, own = map(float, done.stdout.split()[-2:])
    return wall, own


# -------------------------------------------------------------------------------------------- context


def about() -> dict[str, Any]:
    """Machine, versions, commit and command of this run."""
    versions = {"python": platform.python_version(), "elderzoo": _version("elderzoo")}
    versions |= {name: _version(name) for name in PACKAGES if _installed(name)}
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    machine = {"processor": _processor(), "cores": cores(), "system": platform.platform(), "load_at_start": load}
    return {"machine": machine, "versions": versions, "commit": commit(), "command": _command()}


def _command() -> str:
    """What was typed, without the folders of this machine."""
    module = getattr(sys.modules["__main__"], "__spec__", None)
    program = ["python", "-m", module.name] if module else [Path(sys.argv[0]).name]
    return shlex.join([*program, *(Path(word).name if Path(word).is_absolute() else word for word in sys.argv[1:])])


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _installed(package: str) -> bool:
    return _version(package) != ""


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


# --------------------------------------------------------------------------------------- command line


def parser() -> argparse.ArgumentParser:
    """The arguments of this benchmark."""
    out = argparse.ArgumentParser(prog="elderzoo bench", description="Speed by layer, beside other libraries.")
    out.add_argument("games", nargs="*", metavar="GAME", help="game ids (default: all)")
    out.add_argument("--seats", type=_numbers, help="seat counts, by commas (default: fewest and most)")
    out.add_argument("--quick", action="store_true", help="a look: short rounds, no start-up, no training loop")
    out.add_argument("--json", metavar="FILE", help="write the results as one JSON object ('-': standard output)")
    return out


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def run(args: argparse.Namespace) -> int:
    """Measure what the parsed arguments ask for; prints lines, and writes JSON where asked to."""
    result = measure(args.games or envs.games(), args.seats, args.quick)
    text = json.dumps(result, indent=2)
    if args.json == "-":
        print(text)
    elif args.json:
        Path(args.json).write_text(text + "\n", encoding="utf-8")
    return 0


def main(argv: list[str] | None = None) -> int:
    """The command; the exit status."""
    try:
        return run(parser().parse_args(argv))
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
