"""Self-play with MaskablePPO: the whole loop, top to bottom.

One iteration: play ``n_steps`` decisions in every game, update the network, then, whenever enough steps have passed,
remember a past self, draw new opponents, measure, and write a checkpoint. ``elderzoo train`` calls ``train``.
"""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import FloatSchedule, LinearSchedule
from torch import nn, set_num_threads

from .. import agents
from ..agents.networks import ActorAgent, Inputs, MaskedPolicy
from ..agents.sb3_vec import Sb3VecEnv
from ..agents.scripted import Scripted
from ..envs.core.errors import ConfigError
from ..envs.core.rng import hash_seed
from . import checkpoint, imitation, inputs
from .config import Config
from .config import save as save_config
from .run import Run, check_agents, first_line, load_game, new_folder
from .self_play import PAST, Opponents


def train(config: Config, resume: Path | None = None) -> Training:
    """Train as ``config`` says, or go on with the run in folder ``resume``; returns the run.

    SIGINT saves and ends. Raises ConfigError, ContentError.
    """
    run = Training(config, resume)
    run.go()
    return run


class Training(Run):
    """A run: the model, its games and opponents, its logs."""

    kind = "sb3"

    def __init__(self, config: Config, resume: Path | None = None):
        self.config = config
        set_num_threads(config.run.torch_threads)
        self.game = load_game(config)
        check_agents(config, self.game, agents.load, (PAST,))
        named = config.imitation.agent
        self.teacher = (
            None if named is None else imitation.scripted(agents.load(named, self.game, hash_seed(config.seed, 3)))
        )
        self.env = Sb3VecEnv(self.game, config.env.num_envs, "random")
        self.folder = resume or new_folder(config)
        save_config(config, self.folder / "config.yaml")  # a resumed run may have been given other settings
        found = checkpoint.latest(self.folder, self.game)
        if found is None and checkpoint.steps(self.folder):
            raise ConfigError(f"run {str(self.folder)!r}: none of its checkpoints can be used")
        self.inputs = found.state["inputs"] if found else inputs.sample(self.game, config.seed)
        self.model = build_model(config, self.env, self.inputs)
        self.learner = ActorAgent(self.game, "learner", actor_of(self.model), deterministic=True)
        self.opponents = Opponents(self.game, config.self_play, self.learner.actor, config.seed)
        self.history: list[dict[str, Any]] = []
        self.seconds = 0.0
        if found:
            self.restore(found)
        self.step = self.model.num_timesteps
        self.begin_log()
        self.begin(resumed=found is not None)

    def begin(self, resumed: bool) -> None:
        """Seat the opponents and deal; a resumed run plays games it has not played before."""
        self.model.set_logger(Logger(folder=None, output_formats=[]))
        if not resumed:
            if self.teacher:
                self.imitate(self.teacher)
            self.opponents.remember(0, self.learner.actor)
        self.env.set_pool(self.opponents.draw())
        self.env.seed(hash_seed(self.config.seed, self.step) >> 1)
        # SB3's own preparation of `learn`: first observation, callback.
        _, self.callback = self.model._setup_learn(self.config.run.steps - self.step, None, reset_num_timesteps=False)
        self.display.say(f"{'resuming at step ' + format(self.step, ',') if resumed else 'training'} in {self.folder}")
        if not resumed:
            self.measure()
            self.save()

    def imitate(self, teacher: Scripted) -> None:
        """Learn from the decisions of ``teacher`` before the first own one."""
        start = time.monotonic()
        imitation.imitate(self.model, self.env, teacher, self.config.imitation, self.config.seed, self.display.say)
        self.seconds += time.monotonic() - start

    # --------------------------------------------------------------------------------------- one iteration

    def iterate(self) -> None:
        """Play, learn, and do what is due."""
        model, settings, before = self.model, self.config, self.step
        start = time.monotonic()
        model.collect_rollouts(self.env, self.callback, model.rollout_buffer, model.n_steps)
        model._update_current_progress_remaining(model.num_timesteps, settings.run.steps)
        model.train()
        spent = time.monotonic() - start
        self.seconds += spent
        self.step = model.num_timesteps

        def due(every: int) -> bool:
            return self.step // every > before // every

        if due(settings.self_play.save_every):
            self.opponents.remember(self.step, self.learner.actor)
        if due(settings.self_play.swap_every):
            self.env.set_pool(self.opponents.draw())
        self.report(before, self.figures((self.step - before) / spent))

    def figures(self, pace: float) -> dict[str, float]:
        """One row of the log."""
        said = dict(self.model.logger.name_to_value)
        self.model.logger.dump(self.step)
        ended = list(self.model.ep_info_buffer or ())
        self.model.ep_info_buffer = deque(maxlen=1_000_000)
        return {
            "step": self.step,
            "seconds": round(self.seconds, 3),
            "steps_per_second": round(pace, 1),
            "return": float(np.mean([e["r"] for e in ended])) if ended else 0.0,
            "length": float(np.mean([e["l"] for e in ended])) if ended else 0.0,
            "past_selves": len(self.opponents.past),
            "entropy": -float(said["train/entropy_loss"]),
            "policy_loss": float(said["train/policy_gradient_loss"]),
            "value_loss": float(said["train/value_loss"]),
            "explained_variance": float(said["train/explained_variance"]),
            "approx_kl": float(said["train/approx_kl"]),
            "clip_fraction": float(said["train/clip_fraction"]),
            "learning_rate": float(said["train/learning_rate"]),
        }

    # ------------------------------------------------------------------------------------------ checkpoints

    def save(self) -> None:
        """Write a checkpoint, then drop those no longer kept."""
        state = {
            "step": self.step,
            "seconds": self.seconds,
            "identity": self.game.identity,
            "inputs": self.inputs,
            "history": self.history,
        }
        checkpoint.save(self.folder, self.model, self.opponents.state(), state)
        checkpoint.prune(self.folder, self.config.run.keep, self.best())

    def restore(self, found: checkpoint.Checkpoint) -> None:
        """Set everything as it was at a checkpoint."""
        pool = found.pool()
        try:
            self.model.set_parameters(str(found.path / "model.zip"), device="cpu")
            self.opponents.restore(pool)
        except (RuntimeError, ValueError) as problem:
            raise ConfigError(
                f"checkpoint {found.path.name} does not fit ppo.net_arch: {first_line(problem)}"
            ) from None
        self.model.num_timesteps = found.step
        self.history, self.seconds = found.state["history"], found.state["seconds"]
        checkpoint.restore_random(found, pool)


# --------------------------------------------------------------------------------------------------- the parts


def build_model(config: Config, env: Sb3VecEnv, inputs: dict[str, list[Any]]) -> MaskablePPO:
    """MaskablePPO with the fast masked policy; raises ConfigError where batch sizes do not fit."""
    ppo = config.ppo
    rollout = ppo.n_steps * config.env.num_envs
    if rollout < 2:
        raise ConfigError("ppo.n_steps times env.num_envs is below 2: one update needs two decisions")
    rate = (
        LinearSchedule(ppo.learning_rate, ppo.learning_rate / 10, 1.0)
        if ppo.anneal
        else FloatSchedule(ppo.learning_rate)
    )
    return MaskablePPO(
        MaskedPolicy,
        env,
        learning_rate=rate,
        n_steps=ppo.n_steps,
        batch_size=min(ppo.batch_size, rollout),
        n_epochs=ppo.n_epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip_range,
        ent_coef=ppo.ent_coef,
        vf_coef=ppo.vf_coef,
        max_grad_norm=ppo.max_grad_norm,
        target_kl=ppo.target_kl,
        stats_window_size=rollout,
        policy_kwargs={
            "features_extractor_class": Inputs,
            "features_extractor_kwargs": inputs,
            "net_arch": list(ppo.net_arch),
            "activation_fn": {"tanh": nn.Tanh, "relu": nn.ReLU}[ppo.activation],
        },
        seed=config.seed,
        device="cpu",
    )


def actor_of(model: MaskablePPO) -> nn.Module:
    """The acting half of the model's network, sharing its weights."""
    assert isinstance(model.policy, MaskedPolicy)
    return model.policy.actor()
