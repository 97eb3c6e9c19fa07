"""Golden play-throughs: recorded games as text, compared line by line.

``make golden`` (``python -m tests.golden.record``) records them anew; the diff is reviewed like code. The first
game of a seat count is played at random, the second steers towards whatever was played least so far, so that rare
cards and their decisions appear.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.rng import hash_seed
from tests.conformance.games import CASES

FOLDER = Path(__file__).parent / "games"
SHOWN = 1  # the first decisions of each seat are shown whole, and the first of each kind
EVERY = 120  # and then one in so many
SEEDS = range(1, 13)  # of these the shortest game is recorded

Choice = Callable[[State, int], str]


def at_random(seed: int) -> Choice:
    """A legal action by a hash of seed and decision."""

    def choose(state: State, n: int) -> str:
        names = state.legal_names()
        return names[hash_seed(seed, n) % len(names)]

    return choose


def rarest_first(seed: int) -> Choice:
    """The legal action taken least in this game, passes last; ties by a hash."""
    taken: Counter[str] = Counter()

    def choose(state: State, n: int) -> str:
        names = state.legal_names()
        idle = ("pass", "decline", "exchange")
        ids = state.game.actions
        rarest = min(names, key=lambda name: (name in idle, taken[name], hash_seed(seed, n, ids.id(name))))
        taken[rarest] += 1
        return rarest

    return choose


def replay(actions: list[str]) -> Choice:
    """The recorded actions."""
    return lambda state, n: actions[n]


def transcript(game: Game, seed: int, title: str, choose: Choice) -> str:
    """The whole game as text: every action and state digest, and chosen positions in full."""
    state = game.new(seed)
    lines = [
        f"game: {game.spec.id}  players: {game.num_players}  seed: {seed}  title: {title}",
        f"options: {' '.join(f'{k}={v}' for k, v in game.options.items())}",
        f"identity: {' '.join(f'{k}={v}' for k, v in game.identity.items() if k not in ('game', 'players'))}",
        f"actions: {game.n_actions}  compact: {game.compact_size}  flat: {game.flat_size}  limit: {game.max_decisions}",
        "",
    ]
    seen: Counter[tuple] = Counter()
    n = 0
    while not state.is_over:
        kind, seat = ("kind", state.pending), ("seat", state.seat)
        if not seen[kind] or seen[seat] < SHOWN or n % EVERY == 0:
            lines += _whole(state, n)
        seen[kind] += 1
        seen[seat] += 1
        action = choose(state, n)
        state.step(action)
        lines.append(f"{n} {action}  {state.digest()}")
        n += 1
    returns = " ".join(f"{r:g}" for r in state.returns)
    return "\n".join([*lines, "", f"end: decisions {n}  returns {returns}", *state.events(4), ""])


def _whole(state: State, n: int) -> list[str]:
    seat = state.seat
    return [
        f"--- {n}: seat {seat}, {state.pending}",
        *("    " + line for line in state.text().splitlines()),
        f"    legal: {' '.join(state.legal_names())}",
        f"    seat {seat} sees: {' '.join(_blocks(state, seat))}",
    ]


def _blocks(state: State, seat: int) -> list[str]:
    """What is not empty in the compact observation, by block and field."""
    game, obs = state.game, state.observe(seat, "compact")
    out = []
    for part in game.encoder.parts:
        values = obs[part.start : part.start + part.size]
        empty = game.encoder.columns["empty"][part.start : part.start + part.size]
        full = np.flatnonzero(values != empty)
        if len(full) and part.field.name not in ("events", "notes", "decisions"):
            cells = ",".join(f"{k}:{values[k]}" for k in full)
            out.append(f"{part.block}.{part.field.name}[{cells}]")
    return out


def path(game: Game, title: str) -> Path:
    return FOLDER / f"{game.spec.name}-{game.num_players}-{title}.txt"


def recordings() -> list[tuple[Game, str, Callable[[int], Choice]]]:
    """Every golden game: configuration, title and the way to choose for a seed."""
    ways = {"random": at_random, "steered": rarest_first}
    return [(case.game, title, way) for case in CASES if not case.preset for title, way in ways.items()]


def shortest(game: Game, title: str, way: Callable[[int], Choice]) -> str:
    """The transcript of the shortest game of a few seeds."""
    return min((transcript(game, seed, title, way(seed)) for seed in SEEDS), key=lambda text: text.count("\n"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.record", description="Record the golden games again.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="games, such as cultistorm (all)")
    names = parser.parse_args().names
    known = sorted({game.spec.name for game, _, _ in recordings()})
    if unknown := set(names) - set(known):
        parser.error(f"no game {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    FOLDER.mkdir(exist_ok=True)
    for game, title, way in recordings():
        if names and game.spec.name not in names:
            continue
        file = path(game, title)
        text = shortest(game, title, way)
        changed = not file.exists() or file.read_text(encoding="utf-8") != text
        file.write_text(text, encoding="utf-8")
        print(f"{'changed' if changed else 'same   '} {file.name}  {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
