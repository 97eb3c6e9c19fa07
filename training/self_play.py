"""The opponents of a run: scripted agents by weight, and a window of the learner's past selves."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from torch import nn

from .. import agents
from ..agents import Agent
from ..agents.networks import ActorAgent
from ..envs.core.game import Game
from ..envs.core.rng import hash_seed
from .config import SelfPlay

PAST = "past"


class Opponents:
    """Who may sit on the other seats. One past self is on duty at a time; ``draw`` chooses it anew.

    Opponents change for games that begin later; games going on keep theirs (the environment sees to that).
    """

    def __init__(self, game: Game, settings: SelfPlay, actor: nn.Module, seed: int):
        self.game, self.settings = game, settings
        self.shape = copy.deepcopy(actor)
        self.past: list[tuple[int, dict[str, torch.Tensor]]] = []  # (step, weights), oldest first
        self.rng = np.random.default_rng(hash_seed(seed, 1))
        self.scripted: dict[str, Agent] = {
            name: agents.load(name, game, hash_seed(seed, 2, k))
            for k, name in enumerate(settings.weights)
            if name != PAST and settings.weights[name] > 0
        }

    def remember(self, step: int, actor: nn.Module) -> None:
        """Let the learner as it is now join its past selves."""
        self.past.append((step, {name: w.detach().clone() for name, w in actor.state_dict().items()}))
        del self.past[: -self.settings.window]

    def draw(self) -> list[tuple[Agent, float]]:
        """Agents and their weights for the games to come."""
        pool = [(agent, self.settings.weights[name]) for name, agent in self.scripted.items()]
        share = self.settings.weights.get(PAST, 0.0)
        if share > 0:
            step, weights = self.past[self.rng.integers(len(self.past))]
            pool.append((self.past_self(step, weights), share))
        return pool

    def past_self(self, step: int, weights: dict[str, torch.Tensor]) -> ActorAgent:
        """An agent that plays as the learner did at ``step``."""
        actor = copy.deepcopy(self.shape)
        actor.load_state_dict(weights)
        return ActorAgent(self.game, f"past:{step}", actor, seed=int(self.rng.integers(2**62)))

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"past": self.past, "rng": self.rng.bit_generator.state}

    def restore(self, state: dict[str, Any]) -> None:
        self.past = [(step, weights) for step, weights in state["past"]][-self.settings.window :]
        self.rng.bit_generator.state = state["rng"]
