"""Who the own learner plays against: itself, scripted or other named agents, and its past selves.

Past selves are networks of the learner's own shape. Each shard has one of them on duty at a time, drawn evenly or by
how often it wins (``prefer``); games going on keep their opponents. Exploiters, networks trained against the learner
alone, join its past selves when their time is up.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .. import agents
from ..agents.nets import Towers
from ..envs.core.game import Game
from ..envs.core.rng import hash_seed
from .config import SelfPlay
from .distributed import World
from .rollouts import LEARNER, Guest, Shard

SELF, PAST = "self", "past"
FIRST_PAST = 1_000_000  # codes of past selves begin here, those of named agents at 1


class PastSelf:
    """A network as it was: ``name`` says when, ``games`` and ``wins`` what it did against the learner since."""

    def __init__(self, name: str, net: Towers, vector: Tensor):
        self.name, self.vector, self.net = name, vector, clone(net, vector)
        self.games, self.wins = 0.0, 0.0
        self._ends: dict[str, Any] = {}

    def guest(self, game: Game) -> Guest:
        """It as a guest of games of one kind."""
        if game.spec.id not in self._ends:
            with torch.inference_mode():
                self._ends[game.spec.id] = self.net.ends(game)
        return Guest(self.name, net=self.net, ends=self._ends[game.spec.id])


class League:
    """The opponents of one learner, whose shards they are given to. Draws follow from the seed and their number."""

    def __init__(self, settings: SelfPlay, net: Towers, shards: Sequence[tuple[int, Shard]], seed: int, world: World):
        self.settings, self.net, self.shards, self.seed, self.world = settings, net, shards, seed, world
        self.past: dict[int, PastSelf] = {}  # by code, oldest first
        self.count = self.draws = 0  # of past selves so far, and of draws
        self.duty: dict[int, int] = {}  # shard -> code of its past self
        named = [(k, name) for k, name in enumerate(settings.weights, 1) if settings.weights[name] > 0]
        self.named = {k: name for k, name in named if name not in (SELF, PAST)}
        self.hired = {
            (place, k): Guest(name, agents.load(name, shard.game, hash_seed(seed, 2, place, k)))
            for place, shard in shards
            for k, name in self.named.items()
        }

    @property
    def window(self) -> list[int]:
        """Codes that may be drawn."""
        return list(self.past)[-self.settings.window :]

    def remember(self, name: str, vector: Tensor) -> None:
        """Let a network join the past selves."""
        self.past[FIRST_PAST + self.count] = PastSelf(name, self.net, vector.detach().clone())
        self.count += 1

    def draw(self) -> None:
        """Draw the past self on duty of each shard anew."""
        self.collect()
        window = self.window
        rates = np.array([(self.past[code].wins + 1) / (self.past[code].games + 2) for code in window])
        weights = rates**self.settings.prefer
        for place, _ in self.shards:
            rng = np.random.default_rng(hash_seed(self.seed, 1, self.draws, place))
            self.duty[place] = window[rng.choice(len(window), p=weights / weights.sum())]
        self.draws += 1
        self.seat()

    def collect(self) -> None:
        """Count the games of past selves that ended, over all processes."""
        codes = list(self.past)
        tally = torch.zeros(len(codes), 2, dtype=torch.float64)
        for _, shard in self.shards:
            for k, code in enumerate(codes):
                guest = shard.guests.get(code)
                if guest is not None:
                    tally[k] += torch.tensor([guest.games, guest.wins])
                    guest.games, guest.wins = 0, 0.0
        seated = torch.tensor([any((shard.who == code).any() for _, shard in self.shards) for code in codes])
        self.world.sum(tally)
        kept = set(self.window)
        for k, code in enumerate(codes):
            self.past[code].games += float(tally[k, 0])
            self.past[code].wins += float(tally[k, 1])
            if code not in kept and not self.world.sum(seated[k].double()):
                del self.past[code]

    def seat(self) -> None:
        """Give every shard its pool."""
        weights = self.settings.weights
        for place, shard in self.shards:
            guests = {k: self.hired[place, k] for k in self.named}
            pool = [(k, weights[name]) for k, name in self.named.items()]
            if weights.get(SELF, 0) > 0:
                pool.append((LEARNER, weights[SELF]))
            if weights.get(PAST, 0) > 0:
                code = self.duty[place]
                guests[code] = self.past[code].guest(shard.game)
                pool.append((code, weights[PAST]))
            for code in set(np.unique(shard.who).tolist()) - set(guests) - {LEARNER}:  # of games going on
                guests[code] = shard.guests.get(code) or self.past[code].guest(shard.game)
            shard.set_pool(guests, pool)

    def state(self) -> tuple[dict[str, Any], dict[str, Tensor]]:
        """What a checkpoint keeps: plain values, and the vectors of past selves by code."""
        self.collect()
        past = [[code, p.name, p.games, p.wins] for code, p in self.past.items()]
        duty = {place: code for part in self.world.gather(self.duty) for place, code in part.items()}
        plain = {"past": past, "count": self.count, "draws": self.draws, "duty": duty}
        return plain, {str(code): p.vector for code, p in self.past.items()}

    def restore(self, plain: dict[str, Any], vectors: dict[str, Tensor]) -> None:
        """Go on from ``state``, the shards being restored already."""
        self.past = {}
        for code, name, games, wins in plain["past"]:
            self.past[code] = PastSelf(name, self.net, vectors[str(code)].clone())
            self.past[code].games, self.past[code].wins = games, wins
        self.count, self.draws = plain["count"], plain["draws"]
        self.duty = {int(place): code for place, code in plain["duty"].items()}
        self.seat()


def clone(net: Towers, vector: Tensor) -> Towers:
    """A network of the same shape with its parameters from one vector."""
    out = copy.deepcopy(net)
    torch.nn.utils.vector_to_parameters(vector, out.parameters())
    return out.requires_grad_(False)
