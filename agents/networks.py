"""Networks of learning agents. The only module here that imports torch and SB3 when it is imported."""

from __future__ import annotations

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn
from torch.nn import functional

from ..envs.core.game import Game, View
from .base import Agent

OFF = -1e9  # logit of an illegal action: its probability is exactly 0, its log-probability still finite


class Inputs(BaseFeaturesExtractor):
    """The entries ``keep`` of a flat observation, less their ``mean``, times their ``scale``."""

    keep: torch.Tensor
    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, observation_space: spaces.Box, keep: list[int], mean: list[float], scale: list[float]):
        super().__init__(observation_space, len(keep))
        self.register_buffer("keep", torch.tensor(keep))
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("scale", torch.tensor(scale))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return (observations.index_select(1, self.keep) - self.mean) * self.scale


class MaskedPolicy(MaskableActorCriticPolicy):
    """SB3's masked actor-critic for one discrete action and a flat observation, without its distribution objects.

    One log_softmax an evaluation and the Gumbel-max trick for sampling, in place of torch's ``Categorical``, which
    normalises twice and checks its arguments each time. Same losses, same saved form.
    """

    def forward(self, obs, deterministic: bool = False, action_masks: np.ndarray | None = None):
        """Actions int64 (rows,), values float32 (rows, 1), log-probabilities float32 (rows,)."""
        latent_pi, latent_vf = self.mlp_extractor(self.extract_features(obs))
        log_probs = self._log_probs(latent_pi, action_masks)
        actions = pick(log_probs, deterministic)
        return actions, self.value_net(latent_vf), taken(log_probs, actions)

    def evaluate_actions(self, obs, actions, action_masks=None):
        """Values (rows, 1), log-probabilities (rows,) and entropies (rows,) of given actions."""
        latent_pi, latent_vf = self.mlp_extractor(self.extract_features(obs))
        log_probs = self._log_probs(latent_pi, action_masks)
        entropy = -(log_probs.exp() * log_probs).sum(-1)
        return self.value_net(latent_vf), taken(log_probs, actions), entropy

    def _predict(self, observation, deterministic: bool = False, action_masks: np.ndarray | None = None):
        latent, _ = self.mlp_extractor(self.extract_features(observation))
        return pick(self._log_probs(latent, action_masks), deterministic)

    def _log_probs(self, latent: torch.Tensor, action_masks) -> torch.Tensor:
        logits = self.action_net(latent)
        if action_masks is not None:
            logits = masked(logits, action_masks)
        return functional.log_softmax(logits, dim=-1)

    def actor(self) -> nn.Sequential:
        """Observation to logits, sharing this policy's weights."""
        return nn.Sequential(self.features_extractor, *self.mlp_extractor.policy_net, self.action_net)


class ActorAgent(Agent):
    """A network from flat observations (rows, size) to logits (rows, n_actions), as an agent."""

    form = "flat"

    def __init__(self, game: Game, name: str, actor: nn.Module, deterministic: bool = False, seed: int = 0):
        super().__init__(game, name)
        self.actor, self.deterministic = actor, deterministic
        self._generator = torch.Generator()
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self._generator.manual_seed(seed & (2**63 - 1))

    def act(self, view: View) -> int:
        self.options(view)
        return int(self.act_batch(view.observation[None], view.action_mask[None], np.array([view.seat]))[0])

    def act_batch(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Ids, int64 (rows,)."""
        with torch.inference_mode():
            logits = masked(self.actor(torch.from_numpy(observations)), masks)
            return pick(logits, self.deterministic, self._generator).numpy()


def masked(logits: torch.Tensor, masks) -> torch.Tensor:
    """Logits with those of illegal actions out of reach."""
    legal = torch.as_tensor(masks, device=logits.device).bool().reshape(logits.shape)
    return logits.masked_fill(~legal, OFF)


def pick(log_probs: torch.Tensor, deterministic: bool, generator: torch.Generator | None = None) -> torch.Tensor:
    """The likeliest action of each row, or one drawn with its probability."""
    if deterministic:
        return log_probs.argmax(-1)
    return (log_probs - torch.empty_like(log_probs).exponential_(generator=generator).log_()).argmax(-1)


def taken(log_probs: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
    """The entries of the taken actions."""
    return log_probs.gather(-1, actions.long().unsqueeze(-1)).squeeze(-1)
