"""Networks of the own learner, in torch alone: a policy tower and a value tower over features, an optional memory.

A network serves one game or several. What depends on a game's sizes, the first weights (features to hidden units) and
the last ones (hidden units to actions), are its *ends*: here plain parameters of one game; in :mod:`entity` made
from descriptions, so that one network plays all games. Ends are made once for many forward passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from ..envs.core.game import Game
from .features import Features

OFF = -1e9  # logit of an illegal action: its probability is exactly 0, its log-probability still finite


class Tanh(torch.autograd.Function):
    """tanh by way of the logistic function, which torch computes ten times as fast; right to 1e-7."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        out = (x + x).sigmoid_().mul_(2).sub_(1)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, *given: Tensor) -> Tensor:
        return torch.ops.aten.tanh_backward(given[0], ctx.saved_tensors[0])


ACTIVATIONS: dict[str, Callable[[Tensor], Any]] = {"tanh": Tanh.apply, "relu": torch.relu}


@dataclass(frozen=True)
class Shape:
    """What a network is, as its model card keeps it.

    kind: "mlp" or "entity". widths: hidden units of each tower. critic: "own" features or those of the "full" state.
    value_heads: values predicted, of which a decision's side selects one. memory: units of the memory, 0 for none.
    embedding: size of the entity network's embeddings. base: the scripted agent whose policy the network corrects, None
    for none: ``base_logit`` is added to the logit of its action (residual policy learning, Silver and others 2018).
    """

    kind: str = "mlp"
    widths: tuple[int, ...] = (128, 128)
    activation: str = "tanh"
    critic: str = "own"
    value_heads: int = 1
    memory: int = 0
    embedding: int = 24
    base: str | None = None
    base_logit: float = 0.0

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Shape:
        """The inverse of ``dataclasses.asdict``, also after JSON; raises KeyError or TypeError."""
        values: dict[str, Any] = {**given, "widths": tuple(given["widths"])}
        return cls(**values)


class Ends(NamedTuple):
    """Weights that depend on a game: (inputs, hidden) and (hidden,) into the towers, (actions, hidden) and (actions,)
    out of the policy. Where both towers read the same features, ``into`` holds the policy's and the value's columns
    side by side and ``into_value`` is None."""

    into: Tensor
    bias: Tensor
    into_value: Tensor | None
    bias_value: Tensor | None
    out: Tensor
    out_bias: Tensor


class Towers(nn.Module):
    """The parts that no game's sizes enter: hidden layers after the first, memory, value head."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.act = ACTIVATIONS[shape.activation]
        first, last = shape.widths[0], shape.widths[-1]
        pairs = list(zip(shape.widths[:-1], shape.widths[1:], strict=True))
        self.policy_layers = nn.ModuleList(scaled(nn.Linear(a, b), 2**0.5) for a, b in pairs)
        self.value_layers = nn.ModuleList(scaled(nn.Linear(a, b), 2**0.5) for a, b in pairs)
        self.value_head = scaled(nn.Linear(last, shape.value_heads), 1.0)
        self.hidden = first
        if shape.memory:
            self.memory = nn.GRU(last, shape.memory)
            self.recall_policy = nn.Linear(shape.memory, last, bias=False)
            self.recall_value = nn.Linear(shape.memory, last, bias=False)

    def meet(self, game: Game, own: Features, full: Features | None) -> None:
        """Learn what a game's features and actions are; only networks of many games need that."""

    def ends(self, game: Game) -> Ends:
        """The weights of a game; made anew after each change of the parameters."""
        raise NotImplementedError

    def forward(
        self,
        ends: Ends,
        own: Tensor,
        full: Tensor | None = None,
        past: Tensor | None = None,
        sizes: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Logits (rows, actions), values (rows, value_heads), memories after (rows, memory) or None.

        own, full: float32 (rows, inputs). past: memories before, one a row; or with ``sizes`` (rows of each step,
        int64, falling) those of the first step: rows are then whole sequences, step by step, and the memories after
        are those of every row.
        """
        policy, value = self.first(ends, own, full)
        for deeper, deeper_value in zip(self.policy_layers, self.value_layers, strict=True):
            policy, value = self.act(deeper(policy)), self.act(deeper_value(value))
        after = None
        if self.shape.memory:
            assert past is not None
            after = self.remember(policy, past, sizes)
            policy, value = policy + self.recall_policy(after), value + self.recall_value(after)
        return torch.addmm(ends.out_bias, policy, ends.out.t()), self.value_head(value), after

    def first(self, ends: Ends, own: Tensor, full: Tensor | None) -> tuple[Tensor, Tensor]:
        """The first hidden layer of both towers."""
        if ends.into_value is None:
            both = self.act(torch.addmm(ends.bias, own, ends.into))
            return both[:, : self.hidden], both[:, self.hidden :]
        assert full is not None
        assert ends.bias_value is not None
        policy = self.act(torch.addmm(ends.bias, own, ends.into))
        return policy, self.act(torch.addmm(ends.bias_value, full, ends.into_value))

    def remember(self, given: Tensor, past: Tensor, sizes: Tensor | None) -> Tensor:
        if sizes is None:
            return self.memory(given[None], past[None])[0][0]
        packed = nn.utils.rnn.PackedSequence(given, sizes)
        return self.memory(packed, past[None])[0].data

    def logits(self, ends: Ends, own: Tensor, past: Tensor | None = None) -> tuple[Tensor, Tensor | None]:
        """The policy alone, for acting: logits (rows, actions), memories after."""
        if ends.into_value is None:
            policy = self.act(torch.addmm(ends.bias[: self.hidden], own, ends.into[:, : self.hidden]))
        else:
            policy = self.act(torch.addmm(ends.bias, own, ends.into))
        for deeper in self.policy_layers:
            policy = self.act(deeper(policy))
        after = None
        if self.shape.memory:
            assert past is not None
            after = self.remember(policy, past, None)
            policy = policy + self.recall_policy(after)
        return torch.addmm(ends.out_bias, policy, ends.out.t()), after


class Mlp(Towers):
    """Two towers of fully connected layers over the features of one game."""

    def __init__(self, shape: Shape, inputs: int, actions: int, full_inputs: int = 0):
        super().__init__(shape)
        first, last = shape.widths[0], shape.widths[-1]
        self.into = nn.Parameter(orthogonal(first, inputs, 2**0.5))
        self.into_value = nn.Parameter(orthogonal(first, full_inputs or inputs, 2**0.5))
        self.bias, self.bias_value = nn.Parameter(torch.zeros(first)), nn.Parameter(torch.zeros(first))
        self.out, self.out_bias = nn.Parameter(orthogonal(actions, last, 0.01)), nn.Parameter(torch.zeros(actions))

    def ends(self, game: Game) -> Ends:
        if self.shape.critic == "full":
            return Ends(self.into.t(), self.bias, self.into_value.t(), self.bias_value, self.out, self.out_bias)
        into, bias = torch.cat([self.into, self.into_value]).t(), torch.cat([self.bias, self.bias_value])
        return Ends(into, bias, None, None, self.out, self.out_bias)


def orthogonal(rows: int, columns: int, gain: float) -> Tensor:
    """A new orthogonal matrix (rows, columns)."""
    return nn.init.orthogonal_(torch.empty(rows, columns), gain)


def scaled(layer: nn.Linear, gain: float) -> nn.Linear:
    """The layer with orthogonal weights and no bias."""
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def penalty(legal: np.ndarray | Tensor) -> Tensor:
    """What to add to logits: 0 for legal actions, OFF for others, float32 of the shape of the flags or 0/1 masks."""
    return (torch.as_tensor(legal).float() - 1).mul_(-OFF)


def lean(legal: Tensor, actions: np.ndarray, weight: float) -> Tensor:
    """Prefer one action a row: ``weight`` is added, in place, at ``actions``, int64 (rows,), of penalties."""
    legal[torch.arange(len(actions)), torch.from_numpy(actions)] += weight
    return legal


def choose(logits: Tensor, generator: torch.Generator | None) -> tuple[Tensor, Tensor]:
    """An action of each row of penalised logits, drawn with its probability, int64 (rows,), and its log-probability.

    One uniform number a row is compared with the summed probabilities.
    """
    shares = logits.softmax(-1)
    sums = shares.cumsum(-1)
    drawn = torch.rand(len(logits), 1, generator=generator) * (1 - 1e-6) * sums[:, -1:]
    actions = (sums <= drawn).sum(-1)  # an illegal action adds nothing to the sum, and so is never the first beyond
    return actions, shares.gather(1, actions[:, None]).squeeze(1).log()


class Chosen(torch.autograd.Function):
    """Log-probability and entropy (rows,) of given actions, from penalised logits, with gradients written out: a
    fraction of the work of composing them of torch's own functions."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
        logs = logits.log_softmax(-1)
        shares = logs.softmax(-1)
        weighted = shares * logs
        entropy = -weighted.sum(-1)
        ctx.save_for_backward(shares, weighted, entropy, actions)
        return logs.gather(1, actions[:, None]).squeeze(1), entropy

    @staticmethod
    def backward(ctx: Any, *given: Tensor) -> tuple[Tensor, None]:
        to_log, to_entropy = given
        shares, weighted, entropy, actions = ctx.saved_tensors
        out = weighted * -to_entropy[:, None]
        out.addcmul_(shares, (-to_entropy * entropy - to_log)[:, None])
        out.scatter_add_(1, actions[:, None], to_log[:, None])
        return out, None


def build(shape: Shape, inputs: int, actions: int, full_inputs: int = 0) -> Towers:
    """A new network of one game, or of many where its kind is "entity" (the sizes are then unused)."""
    if shape.kind == "mlp":
        return Mlp(shape, inputs, actions, full_inputs)
    from .entity import Entity

    return Entity(shape)


def flat_parameters(net: nn.Module) -> nn.Parameter:
    """All parameters of ``net`` as one vector, of which they become views: one optimiser step, one sum over processes,
    one copy serve them all."""
    own = list(net.parameters())
    vector = torch.cat([p.detach().reshape(-1) for p in own])
    at = 0
    for p in own:
        p.data = vector[at : at + p.numel()].view_as(p)
        at += p.numel()
    return nn.Parameter(vector)


def flatten(parts: Sequence[Tensor | None], net: nn.Module) -> Tensor:
    """Gradients, one a parameter (None: zero), in the order of :func:`flat_parameters`."""
    pairs = zip(parts, net.parameters(), strict=True)
    return torch.cat([torch.zeros(p.numel()) if g is None else g.reshape(-1) for g, p in pairs])
