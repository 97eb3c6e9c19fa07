"""Every result that a move can have by chance, with its probability."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from elderzoo.envs.core import drive
from elderzoo.envs.core.errors import EngineError
from elderzoo.envs.core.game import Game
from elderzoo.envs.core.header import ERR_FORCED_RANGE, ERRORS
from elderzoo.envs.core.rng import hash_seed

# Values of a draw are told apart by what follows them with these generators.
SEEDS = (hash_seed(1), hash_seed(2))

Forced = tuple[tuple[int, int], ...]  # (stream, value) of the draws so far
Result = tuple[float, np.ndarray, np.ndarray]  # probability, row (1, width), mask (n_actions,)


class Chance:
    """Follows the draws of a move one after the other, each forced to all its values in turn.

    A move says neither how many draws it makes nor out of how many values; both are found by trying: a draw that was
    not forced moves its generator on, a value beyond the last one is an error. Values after which everything is the
    same, events and what is drawn later, count as one: two cards of a kind, say. Where a move draws from several
    streams, how many values a draw has must not depend on draws of another stream.
    """

    def __init__(self, game: Game):
        self.game = game
        self._row = np.zeros((1, game.width), np.int16)
        self._record = game.spec.schema.record(self._row)
        self._mask = np.zeros(game.n_actions, np.int8)
        self._template = game.template.copy()
        self._head = game.spec.schema.record(self._template[None])

    def begin(self) -> Iterator[Result]:
        """All beginnings."""
        g = self.game

        def move(forced: Forced, seed: int) -> None:
            _force(self._head, forced, seed)
            drive.begin(g.F, g.T, self._row, 0, self._template, np.uint64(seed), self._mask)

        return self._outcomes(move)

    def after(self, row: np.ndarray, action: int) -> Iterator[Result]:
        """All that ``action`` leads to in ``row``, int16 (1, width)."""
        g = self.game

        def move(forced: Forced, seed: int) -> None:
            self._row[:] = row
            _force(self._record, forced, seed)
            drive.step(g.F, g.T, self._row, 0, action, self._mask)

        return self._outcomes(move)

    def _outcomes(self, move: Callable[[Forced, int], None]) -> Iterator[Result]:
        todo: list[tuple[Forced, float]] = [((), 1.0)]
        while todo:
            forced, probability = todo.pop()
            move(forced, SEEDS[0])
            self._raise()
            drawn = np.flatnonzero(self._record["stream"])
            if len(drawn) == 0:
                yield probability, self._row.copy(), self._mask.copy()
                continue
            values = self._values(move, forced, int(drawn[0]))
            total = sum(map(len, values))
            todo += [((*forced, (int(drawn[0]), same[0])), probability * len(same) / total) for same in values]

    def _values(self, move: Callable[[Forced, int], None], forced: Forced, stream: int) -> list[list[int]]:
        """The values that the next draw of ``stream`` can have, those together that make no difference."""
        alike: dict[bytes, list[int]] = {}
        value = 0
        while True:
            after = b""
            for seed in SEEDS:
                move((*forced, (stream, value)), seed)
                if int(self._record["error"]) == ERR_FORCED_RANGE:
                    return list(alike.values())
                self._raise()
                after += self._row.tobytes()
            alike.setdefault(after, []).append(value)
            value += 1

    def _raise(self) -> None:
        error = int(self._record["error"])
        if error:
            raise EngineError(f"{self.game.spec.id}: {ERRORS[error]}")


def _force(record, forced: Forced, seed: int) -> None:
    """Queue ``forced`` in a row, and nothing else, before generators that start from ``seed``."""
    record["seed"], record["stream"], record["forced"], record["forced_n"] = seed, 0, 0, len(forced)
    for k, outcome in enumerate(forced):
        record["forced"][k] = outcome
