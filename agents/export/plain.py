"""What all exported policies are: features of a compact observation, and a tower of fully connected layers for the
policy and for the value, whichever way they were trained and stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from ...envs.core.errors import ConfigError
from ...envs.core.game import flat_of
from ..base import Agent
from ..features import Features
from ..nets import OFF
from ..neural import NeuralAgent, side_entry
from ..sb3 import Sb3Agent

_ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"tanh": torch.tanh, "relu": torch.relu}


class Layer(NamedTuple):
    """Weights (outputs, inputs) and biases (outputs,)."""

    weight: Tensor
    bias: Tensor


class Plain(nn.Module):
    """Observations float32 (rows, compact_size) and masks float32 (rows, n_actions), 1 for legal and 0 for illegal
    actions, to logits (rows, n_actions), those of illegal actions ``OFF``, and values (rows,) where there are any.

    features: None where the network reads the observation as it is. side: the entry that selects one of several
    values, counted from -1.
    """

    def __init__(
        self,
        features: Features | None,
        activation: str,
        policy: Sequence[Layer],
        value: Sequence[Layer] | None,
        side: int = -1,
    ):
        super().__init__()
        self.features, self.activation, self.side = features, activation, side
        self.policy, self.value = list(policy), None if value is None else list(value)
        if features is not None:
            self.entries = torch.from_numpy(features.plan[:, 0])
            self.hot = torch.from_numpy(features.plan[:, 1] >= 0)
            self.named = torch.from_numpy(features.plan[:, 1].astype(np.float32))
            self.numbers = torch.from_numpy(features.numbers).unbind(1)

    def forward(self, obs: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        read = obs if self.features is None else self.read(obs)
        logits = torch.where(mask > 0, self.tower(self.policy, read), torch.tensor(OFF))  # a float32 holds it exactly
        if self.value is None:
            return (logits,)
        values = self.tower(self.value, read)
        if self.side >= 0:
            head = obs[:, self.side : self.side + 1].long() + 1
            return logits, values.gather(1, head).squeeze(1)
        return logits, values.squeeze(1)

    def read(self, obs: Tensor) -> Tensor:
        """What :class:`Features` makes of an observation."""
        seen = obs.index_select(1, self.entries)
        first, second, mean, scale = self.numbers
        number = ((seen * first + second).clamp(0, 1) - mean) * scale
        return torch.where(self.hot, torch.where(seen == self.named, second, first), number)

    def tower(self, layers: Sequence[Layer], given: Tensor) -> Tensor:
        for k, (weight, bias) in enumerate(layers):
            given = nn.functional.linear(given, weight, bias)
            if k < len(layers) - 1:
                given = _ACTIVATIONS[self.activation](given)
        return given

    def weights(self) -> dict[str, Any]:
        """The policy as plain numbers: ``features`` as rows (entry, value or -1 for a number, and for a number factor,
        summand, mean, scale; else what an absent and a present value are written as), ``activation``, ``layers``."""
        rows = None
        if self.features is not None:
            numbers = short(self.features.numbers)
            rows = [[*plan, *row] for plan, row in zip(self.features.plan.tolist(), numbers, strict=True)]
        layers = [{"weight": short(x.weight.numpy()), "bias": short(x.bias.numpy())} for x in self.policy]
        return {"features": rows, "activation": self.activation, "layers": layers}


def short(values: np.ndarray) -> list[Any]:
    """Numbers as nested lists, with the digits that a float32 has."""
    return [short(row) for row in values] if values.ndim > 1 else [float(f"{x:.9g}") for x in values.tolist()]


class Original(NamedTuple):
    """An agent to be exported: its network in plain form, and what it computes itself, for compact observations int16
    (rows, compact_size): logits float32 (rows, n_actions) before the mask, values (rows,) or None."""

    plain: Plain
    compute: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray | None]]


def original(agent: Agent) -> Original:
    """An agent as it can be exported; raises ConfigError where it is no network, or one that needs more than an
    observation: a memory, or the policy that it corrects."""
    if isinstance(agent, NeuralAgent):
        return _neural(agent)
    if isinstance(agent, Sb3Agent):
        return _sb3(agent)
    raise ConfigError(f"agent {agent.name!r} cannot be exported: only trained networks (neural:PATH, sb3:PATH) can be")


def _neural(agent: NeuralAgent) -> Original:
    net, ends = agent.net, agent.ends
    if net.shape.memory:
        raise ConfigError(
            f"agent {agent.name!r} cannot be exported: its network has a memory of {net.shape.memory} units, "
            "a bundle decides by one observation alone"
        )
    hidden = net.hidden
    if agent.base is not None:
        raise ConfigError(
            f"agent {agent.name!r} cannot be exported: its network corrects {net.shape.base!r}, "
            "which a bundle does not hold"
        )
    policy = [Layer(ends.into[:, :hidden].t(), ends.bias[:hidden]), *_linear(net.policy_layers)]
    value = None
    if not agent.blind:
        value = [Layer(ends.into[:, hidden:].t(), ends.bias[hidden:]), *_linear([*net.value_layers, net.value_head])]
    side = side_entry(agent.game) if net.shape.value_heads > 1 else -1
    plain = Plain(agent.own, net.shape.activation, [*policy, Layer(ends.out, ends.out_bias)], value, side)

    def compute(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        with torch.inference_mode():
            own = torch.from_numpy(agent.own(observations))
            if agent.blind:
                return net.logits(ends, own)[0].numpy(), None
            logits, values, _ = net(ends, own)
        heads = observations[:, side] + 1 if side >= 0 else np.zeros(len(observations), np.int64)
        return logits.numpy(), values.numpy()[np.arange(len(observations)), heads]

    return Original(_detached(plain), compute)


def _sb3(agent: Sb3Agent) -> Original:
    policy = agent.policy
    features = _sb3_features(agent)
    towers = policy.mlp_extractor.policy_net, policy.mlp_extractor.value_net
    ends = policy.action_net, policy.value_net
    layers = [_linear([*(m for m in t if isinstance(m, nn.Linear)), end]) for t, end in zip(towers, ends, strict=True)]
    kinds = {type(m).__name__.lower() for tower in towers for m in tower if not isinstance(m, nn.Linear)}
    if len(kinds) > 1 or not kinds <= _ACTIVATIONS.keys():
        raise ConfigError(f"agent {agent.name!r} cannot be exported: its layers are {', '.join(sorted(kinds))}")
    plain = Plain(features, kinds.pop() if kinds else "tanh", layers[0], layers[1])

    def compute(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        seen = np.stack([flat_of(agent.game, x) for x in observations]) if agent.form == "flat" else observations
        with torch.inference_mode():
            given = torch.from_numpy(seen.astype(np.float32))
            latent = policy.mlp_extractor.forward_actor(policy.extract_features(given, policy.pi_features_extractor))
            return policy.action_net(latent).numpy(), policy.predict_values(given).numpy()[:, 0]

    return Original(_detached(plain), compute)


def _sb3_features(agent: Sb3Agent) -> Features | None:
    from stable_baselines3.common.torch_layers import FlattenExtractor

    from ..networks import Inputs

    extractor, game = agent.policy.features_extractor, agent.game
    shared = agent.policy.share_features_extractor
    if shared and isinstance(extractor, Inputs) and agent.form == "flat":
        return Features(game, extractor.keep.tolist(), extractor.mean.tolist(), extractor.scale.tolist())
    if not shared or not isinstance(extractor, FlattenExtractor):
        raise ConfigError(f"agent {agent.name!r} cannot be exported: it reads by {type(extractor).__name__}")
    if agent.form == "compact":
        return None
    return Features(game, range(game.flat_size), [0.0] * game.flat_size, [1.0] * game.flat_size)


def _linear(layers: Iterable[Any]) -> list[Layer]:
    return [Layer(x.weight, x.bias) for x in layers]


def _detached(plain: Plain) -> Plain:
    """The network with weights of its own, without gradients."""
    for name in ("policy", "value"):
        layers = getattr(plain, name)
        if layers is not None:
            setattr(plain, name, [Layer(*(x.detach().clone().contiguous() for x in layer)) for layer in layers])
    return plain.eval()
