"""Self-play as jobs of an executor: rounds of playing on other processes, or with Ray on other machines.

What a shard plays in a round follows from its state, the weights, the number of the round and who may sit: all of that
is in a job, and the decisions and the new state are its result. So it does not matter where a round is played.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing import parent_process
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from .. import agents
from ..agents.features import Features
from ..agents.nets import Shape, Towers, build
from ..agents.neural import base_agent
from ..envs.core.game import Game
from ..envs.core.rng import hash_seed
from .config import Config
from .rollouts import Guest, Shard

Seen = tuple[Features, Features | None]  # what a network reads of a game, and what its values read of the full state


@dataclass(frozen=True)
class Plan:
    """What the settings of a run ask for, from which any process makes the same networks and shards."""

    config: Config
    games: list[Game]
    features: list[Seen]
    shape: Shape

    def net(self) -> Towers:
        """A new network, with random weights."""
        own, full = self.features[0]
        net = build(self.shape, own.size, self.games[0].n_actions, full.size if full else 0)
        for game, (own, full) in zip(self.games, self.features, strict=True):
            net.meet(game, own, full)
        return net

    def shard(self, learner: int, place: int) -> Shard:
        """The shard at ``place`` of a learner by its number."""
        config, kind = self.config, place % len(self.games)
        game, (own, full) = self.games[kind], self.features[kind]
        rows, seed = config.env.num_envs // config.run.shards, hash_seed(config.seed, 4, learner, place)
        sides, by_side = config.network.value_heads == "side", config.self_play.by == "side"
        shard = Shard(game, rows, config.ppo.n_steps, seed, own, full, config.network.memory, sides, by_side)
        if (base := config.network.base) is not None:
            shard.base, shard.base_logit = base_agent(game, base), config.network.base_logit
        return shard


@dataclass(frozen=True)
class Round:
    """A job: round ``number`` of the shard at ``place`` of ``learner`` (its number), which is in ``state``, with the
    parameters ``vector``. ``guests`` of ``pool`` by code: the name of an agent, or parameters. Arrays, no tensors:
    those would be sent through files of shared memory."""

    learner: int
    place: int
    number: int
    state: dict[str, np.ndarray]
    vector: np.ndarray
    discount: tuple[float, float]  # gamma and lambda
    pool: list[tuple[int, float]]
    guests: dict[int, str | np.ndarray]
    teacher: Any
    own_moves: float

    @classmethod
    def of(cls, learner: int, place: int, number: int, shard: Shard, vector: Tensor, discount: tuple[float, float]):
        """The next round of a shard."""
        guests = {code: sent(guest) for code, guest in shard.guests.items()}
        head = learner, place, number, arrays(shard.state()), vector.detach().numpy(), discount
        return cls(*head, shard.pool, guests, shard.teacher, shard.own_moves)


@dataclass(frozen=True)
class Played:
    """What a round gave: the state after it, the decisions, finished games, and of each guest its games and wins."""

    state: dict[str, np.ndarray]
    decisions: dict[str, Any]
    finished: list[tuple[float, int]]
    tally: dict[int, tuple[int, float]]

    def put(self, shard: Shard) -> None:
        """Have ``shard`` be as if it had played the round."""
        shard.restore(tensors(self.state))
        shard.store.load(self.decisions)
        shard.finished = self.finished
        for code, (games, wins) in self.tally.items():
            shard.guests[code].games += games
            shard.guests[code].wins += wins


@dataclass
class Playing:
    """What a worker does with jobs. It makes its shards and networks when they are first needed."""

    plan: Plan
    nets: dict[int, Towers] = field(default_factory=dict)
    shards: dict[tuple[int, int], Shard] = field(default_factory=dict)
    hired: dict[Any, agents.Agent] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        return {"plan": self.plan, "nets": {}, "shards": {}, "hired": {}}

    def __call__(self, job: Round) -> Played:
        torch.set_num_threads(1)
        if parent_process() is not None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process: the run ends after its round
        key = job.learner, job.place
        if key not in self.shards:
            self.shards[key] = self.plan.shard(*key)
        shard = self.shards[key]
        shard.restore(tensors(job.state))
        shard.pool, shard.teacher, shard.own_moves = job.pool, job.teacher, job.own_moves
        seated = enumerate(job.guests.items(), 1)
        shard.guests = {code: self.guest(key, code, who, k, shard.game) for k, (code, who) in seated}
        net = self.net(0, job.vector)
        with torch.inference_mode():
            ends = net.ends(shard.game)
        shard.play(net, ends, job.number)
        shard.credit(*job.discount)
        tally = {code: (guest.games, guest.wins) for code, guest in shard.guests.items()}
        return Played(arrays(shard.state()), shard.store.dump(), shard.finished, tally)

    def net(self, k: int, vector: np.ndarray) -> Towers:
        """The network number ``k`` of this worker, with these parameters."""
        if k not in self.nets:
            self.nets[k] = self.plan.net().requires_grad_(False)
        vector_to_parameters(torch.from_numpy(vector).clone(), self.nets[k].parameters())
        return self.nets[k]

    def guest(self, key: tuple[int, int], code: int, who: str | np.ndarray, k: int, game: Game) -> Guest:
        """Somebody to sit down in a shard. Agents are reset at the begin of each round."""
        if isinstance(who, str):
            if (key, code) not in self.hired:
                self.hired[key, code] = agents.load(who, game)
            return Guest(who, self.hired[key, code])
        net = self.net(k, who)
        with torch.inference_mode():
            return Guest(str(code), net=net, ends=net.ends(game))


def sent(guest: Guest) -> str | np.ndarray:
    """What a worker makes the guest of."""
    if guest.agent is not None:
        return guest.agent.name
    assert guest.net is not None
    return parameters_to_vector(guest.net.parameters()).detach().numpy()


def arrays(given: Mapping[str, Tensor]) -> dict[str, np.ndarray]:
    return {name: tensor.numpy() for name, tensor in given.items()}


def tensors(given: Mapping[str, np.ndarray]) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in given.items()}
