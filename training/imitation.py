"""A warm start: the learner imitates another agent before its first own decision.

The agent plays on every seat; the policy learns to give its actions (behaviour cloning: cross-entropy over the legal
actions), the value function to predict its returns. Then PPO goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from torch import nn
from torch.nn import functional

from ..agents.base import Agent
from ..agents.networks import MaskedPolicy
from ..agents.sb3_vec import Sb3VecEnv
from ..agents.scripted import Scripted
from ..envs.core.errors import ConfigError
from .config import Imitation

Say = Callable[[str], None]


def scripted(teacher: Agent) -> Scripted:
    """The agent as one that can be asked for many games at once; raises ConfigError."""
    if not isinstance(teacher, Scripted):
        raise ConfigError(f"imitation.agent is {teacher.name!r}, expected a scripted agent, such as greedy")
    return teacher


def imitate(model: MaskablePPO, env: Sb3VecEnv, teacher: Scripted, settings: Imitation, seed: int, say: Say) -> float:
    """Train the policy and values of ``model`` on ``settings.steps`` decisions of ``teacher``; returns the share of the
    last decisions in which they agree."""
    env.set_pool([(teacher, 1.0)])
    env.seed(seed)
    observation, starts = env.reset(), np.ones(env.num_envs, bool)
    rate = settings.learning_rate
    agreed, seen = 0.0, 0
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=rate, eps=1e-5)
    while seen < settings.steps:
        observation, starts = watch(model, env, teacher, observation, starts)
        seen += env.num_envs * model.n_steps
        for group in optimizer.param_groups:
            group["lr"] = rate * max(1.0 - seen / settings.steps, 0.05)
        for _ in range(settings.epochs):
            agreed = learn(model, optimizer)
        say(f"imitating {teacher.name}: {min(seen, settings.steps):,} of {settings.steps:,}, agrees in {agreed:.1%}")
    return agreed


def watch(
    model: MaskablePPO, env: Sb3VecEnv, teacher: Scripted, observation: np.ndarray, starts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Fill the model's buffer with decisions of ``teacher``; returns what comes next."""
    buffer, policy = model.rollout_buffer, model.policy
    buffer.reset()
    dones = starts
    for _ in range(model.n_steps):
        vec = env.vec
        masks = env.action_masks().copy()
        actions = np.asarray(teacher.act_batch(vec.compact, vec.action_mask, vec.learner))
        with torch.inference_mode():
            values = policy.predict_values(torch.from_numpy(observation))
        env.step_async(actions)
        following, rewards, dones, _ = env.step_wait()
        unknown = torch.zeros(env.num_envs)
        buffer.add(observation, actions[:, None], rewards, starts, values, unknown, action_masks=masks)
        observation, starts = following, dones
    with torch.inference_mode():
        values = policy.predict_values(torch.from_numpy(observation))
    buffer.compute_returns_and_advantage(last_values=values, dones=dones)
    return observation, starts


def learn(model: MaskablePPO, optimizer: torch.optim.Optimizer) -> float:
    """One pass over the buffer; returns the share of decisions in which the policy agreed."""
    policy, agreed, count = model.policy, 0, 0
    assert isinstance(policy, MaskedPolicy)
    policy.set_training_mode(True)
    for batch in model.rollout_buffer.get(model.batch_size):
        values, log_probs, _ = policy.evaluate_actions(batch.observations, batch.actions.flatten(), batch.action_masks)
        loss = -log_probs.mean() + model.vf_coef * functional.mse_loss(batch.returns, values.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
        optimizer.step()
        agreed += int((log_probs > -0.6931).sum())  # given at least every second time: no other is likelier
        count += len(log_probs)
    return agreed / count
