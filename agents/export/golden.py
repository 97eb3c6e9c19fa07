"""Positions that a bundle is checked with: of real games, and of every kind of decision that they come to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import zip_longest

import numpy as np

from ...envs.core.errors import ConfigError
from ...envs.core.game import Game, View
from ..base import Agent
from ..scripted import greedy_agent, random_agent

PAIRS = 64
VARIETY = 4  # positions to choose one from
GAMES, DECISIONS = 200, 4000  # how many are looked through at most


def positions(game: Game, agent: Agent, count: int = PAIRS, seed: int = 0) -> list[tuple[str, View]]:
    """``count`` views of the deciding seat, with the kind of decision: all kinds that the games come to in turn. Fewer
    where the games have fewer decisions."""
    asked = [d.name for d in game.spec.decisions if d.asks]
    enough = VARIETY * math.ceil(count / len(asked))
    found: dict[str, list[View]] = defaultdict(list)
    for kind, view in _played(game, agent, seed):
        found[kind].append(view)
        if all(len(found[name]) >= enough for name in asked):
            break
    pick = np.random.default_rng(seed)
    for views in found.values():
        pick.shuffle(views)  # type: ignore[arg-type]
    turns = zip_longest(*([(kind, view) for view in found[kind]] for kind in sorted(found)))
    return [pair for turn in turns for pair in turn if pair is not None][:count]


def _played(game: Game, agent: Agent, seed: int) -> Iterator[tuple[str, View]]:
    """The decisions of games in which the agent, the game's own and chance play in turn."""
    players = [agent, random_agent(game, seed)]
    with suppress(ConfigError):
        players.append(greedy_agent(game, seed))
    decisions = 0
    for k in range(GAMES):
        state, player = game.new(seed + k), players[k % len(players)]
        while not state.is_over and decisions < DECISIONS:
            view = state.view(state.seat)
            yield state.pending or "", view
            state.step(player.act(view))
            decisions += 1
