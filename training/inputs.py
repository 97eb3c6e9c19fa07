"""What a network reads: the entries of an observation that ever change, brought to a common scale.

An observation has room for every seat, card and event the game allows. Most entries never change in a given set-up
(absent seats, unused kinds), and most counts stay far below their capacity.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..agents.features import encode_rows
from ..agents.scripted import Scripted, greedy_agent, random_agent
from ..envs.core.batch import batch_flatten
from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from ..envs.core.rng import hash_seed
from ..envs.vector import VectorEnv

GAMES, STEPS = 512, 256
LARGEST = 10.0  # no entry comes out larger than this in the sample, however rarely it is not 0


def sample(game: Game, seed: int, full: bool = False) -> dict[str, list[Any]]:
    """Entries of flat observations to ``keep``, their ``mean`` and ``scale``, from games of scripted agents.

    Depends on the game and the seed only. Half of the games are played by the game's own agent where it has one.
    ``full``: of observations with nothing hidden.
    """
    vec = VectorEnv(game, GAMES, seed=hash_seed(seed, 3), observation="flat")
    vec.reset()
    everything, flat = np.zeros_like(vec.compact), np.zeros_like(vec.observation)

    def shown() -> np.ndarray:
        if not full:
            return vec.observation
        encode_rows(game.X_full, vec.state, vec.seat, everything)
        batch_flatten(game.Y, game.scale, everything, flat, 0, GAMES)
        return flat

    seen = shown()
    low, high = seen.min(0), seen.max(0)
    total, squares = np.zeros((2, game.flat_size))
    players = _players(game, seed)
    shares = np.array_split(np.arange(GAMES), len(players))
    for _ in range(STEPS):
        actions = [
            p.act_batch(vec.compact[s], vec.action_mask[s], vec.seat[s]) for p, s in zip(players, shares, strict=True)
        ]
        vec.step(np.concatenate(actions))
        seen = shown()
        low, high = np.minimum(low, seen.min(0)), np.maximum(high, seen.max(0))
        total += seen.sum(0, dtype=float)
        squares += np.square(seen, dtype=float).sum(0)
    keep = np.flatnonzero(high > low)
    mean = (total / (GAMES * STEPS))[keep]
    deviation = np.sqrt(np.maximum((squares / (GAMES * STEPS))[keep] - mean**2, 0))
    widest = np.maximum(high[keep] - mean, mean - low[keep])
    scale = 1 / np.maximum(deviation, widest / LARGEST)
    return {"keep": keep.tolist(), "mean": mean.tolist(), "scale": scale.tolist()}


def _players(game: Game, seed: int) -> list[Scripted]:
    try:
        return [random_agent(game, seed), greedy_agent(game, seed)]
    except ConfigError:
        return [random_agent(game, seed)]
