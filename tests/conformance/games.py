"""What the suite runs over, and the ways its tests play. A new game joins by being registered."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from elderzoo import envs
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.benchmarks.yardsticks.leduc import SPEC as LEDUC
from elderzoo.envs.aec import GameEnv
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.spec import GameSpec

EVERY = 5  # decisions between two positions of a game in which every action is tried
GAMES: dict[str, GameSpec] = {spec.id: spec for spec in (KUHN, LEDUC, *map(envs.spec, envs.games()))}


@dataclass(frozen=True)
class Case:
    """A game with seats and options fixed."""

    id: str
    seats: int
    preset: str = ""

    def __str__(self):
        return "-".join(filter(None, (GAMES[self.id].name, str(self.seats), self.preset)))

    def make(self, **options) -> Game:
        spec = GAMES[self.id]
        rules = spec.presets[self.preset] if self.preset else None
        return Game(spec, self.seats, rules, **options)

    @property
    def game(self) -> Game:
        return _made(self)


@cache
def _made(case: Case) -> Game:
    return case.make()


CASES = [
    Case(spec.id, seats, preset)
    for spec in GAMES.values()
    for preset in ("", *spec.presets)
    for seats in range(spec.seats[0], spec.seats[1] + 1)
]


def env(case: Case, **options) -> GameEnv:
    return GameEnv(case.game, **options)


def random_action(state: State, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(state.legal())))


def walk(game: Game, seed: int) -> Iterator[State]:
    """A random game: the same State object after each decision."""
    state, rng = game.new(seed), np.random.default_rng(seed)
    yield state
    while not state.is_over:
        state.step(random_action(state, rng))
        yield state


def positions(game: Game, count: int, every: int = 7) -> list[State]:
    """Positions of random games with a decision to take, ``every`` apart, openings included."""
    found: list[State] = []
    seed = 0
    while True:
        for k, state in enumerate(walk(game, seed)):
            if k % every == seed % every and not state.is_over:
                found.append(state.clone())
                if len(found) == count:
                    return found
        seed += 1
