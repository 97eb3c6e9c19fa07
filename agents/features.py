"""What a network reads of a game: chosen entries of its flat observation on a common scale, straight from the compact
one, for many rows in one compiled call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..envs.core.encoder import encode
from ..envs.core.game import Game
from ..envs.core.jit import f32, kernel


@kernel
def write_features(pool, scale, observations, rows, flats):
    """Write the features of ``observations[rows[r]]`` into ``flats[r]``.

    ``pool`` has the compact entry of each feature and the value it stands for, -1 for a scaled number; ``scale`` has
    factor, summand, mean and scale of a number, or what an absent and a present value are written as.
    """
    for r in range(len(rows)):
        i = rows[r]
        for k in range(len(pool)):
            value = observations[i, pool[k, 0]]
            if pool[k, 1] < 0:
                shown = min(max(value * scale[k, 0] + scale[k, 1], f32(0)), f32(1))
                flats[r, k] = (shown - scale[k, 2]) * scale[k, 3]
            else:
                flats[r, k] = scale[k, 1] if value == pool[k, 1] else scale[k, 0]


@kernel
def encode_rows(X, S, seats, observations):
    """Write the compact observation that seat ``seats[i]`` has of row ``i`` into ``observations[i]``."""
    for i in range(len(seats)):
        encode(X, max(seats[i], 0), S, i, observations[i])


class Features:
    """Entries ``keep`` of a game's flat observation, less their ``mean``, times their ``scale``.

    ``size`` of them; calling it gives float32 (rows, size) of compact observations int16 (n, compact_size).
    """

    def __init__(self, game: Game, keep: Sequence[int], mean: Sequence[float], scale: Sequence[float]):
        self.keep = np.asarray(keep, np.int64)
        self.mean, self.scale = np.asarray(mean, np.float32), np.asarray(scale, np.float32)
        self.size = len(self.keep)
        source = np.full((game.flat_size, 2), -1, np.int64)
        for entry, at, places in game.encoder.flat_entries:
            source[at : at + max(places, 1), 0] = entry
            source[at : at + places, 1] = np.arange(places)
        self.plan = np.ascontiguousarray(source[self.keep])
        numbers = np.stack([*game.scale[:, self.keep], self.mean, self.scale], axis=1)
        hot = self.plan[:, 1] >= 0
        numbers[hot, 0], numbers[hot, 1] = -self.mean[hot] * self.scale[hot], (1 - self.mean[hot]) * self.scale[hot]
        self.numbers = np.ascontiguousarray(numbers, np.float32)

    def write(self, observations: np.ndarray, rows: np.ndarray, out: np.ndarray) -> None:
        """Write the features of ``observations[rows]`` into ``out``, float32 (len(rows), size)."""
        assert out.shape == (len(rows), self.size)  # compiled code does not look
        write_features(self.plan, self.numbers, observations, rows, out)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        out = np.empty((len(observations), self.size), np.float32)
        self.write(np.ascontiguousarray(observations), np.arange(len(observations)), out)
        return out

    def to_dict(self) -> dict[str, list[Any]]:
        """``keep``, ``mean`` and ``scale`` as lists."""
        return {"keep": self.keep.tolist(), "mean": self.mean.tolist(), "scale": self.scale.tolist()}


def from_dict(game: Game, given: Mapping[str, Any]) -> Features:
    """The inverse of :meth:`Features.to_dict`; raises KeyError, ValueError, IndexError."""
    return Features(game, given["keep"], given["mean"], given["scale"])
