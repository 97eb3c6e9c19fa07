"""Policies trained with MaskablePPO of sb3-contrib. Torch is imported when one is loaded, not before."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from .base import Agent
from .cards import differences


def locate(path: str | Path) -> tuple[Path, Path]:
    """The files of a policy: its zip, and the JSON beside it that says what it was trained for.

    ``path`` is a run of ``elderzoo train`` (its best checkpoint), a checkpoint, or a zip ``model.zip`` with
    ``model.json`` or a checkpoint's ``state.json`` beside it.
    """
    path = Path(path)
    if path.is_dir():
        path = path / "best" if (path / "best").is_dir() else path
        return path / "model.zip", path / "state.json"
    own = path.with_suffix(".json")
    return path, own if own.exists() or not (path.parent / "state.json").exists() else path.parent / "state.json"


def write_identity(path: str | Path, game: Game) -> None:
    """Say, beside the policy ``path`` (a zip), which game, layout, content and rules it was trained for."""
    target = Path(path).with_suffix(".json")
    partial = target.with_name(target.name + ".partial")
    partial.write_text(json.dumps({"identity": game.identity}, indent=2) + "\n", "utf-8")
    os.replace(partial, target)


def check_identity(source: Path, game: Game) -> None:
    """Raise ConfigError where the policy that ``source`` describes is of another game, naming what differs."""
    try:
        given = json.loads(source.read_text("utf-8"))["identity"]
        differ = differences(given, game)
    except FileNotFoundError:
        raise ConfigError(f"agent 'sb3': {source} is missing, it says which game the policy is for") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise ConfigError(f"agent 'sb3': {source} cannot be read ({problem!r})") from None
    if differ:
        raise ConfigError(f"agent 'sb3': the policy of {source} is of another game: {', '.join(differ)}")


class Sb3Agent(Agent):
    """The MaskablePPO policy at ``path`` (see :func:`locate`); takes the most probable legal action."""

    def __init__(self, game: Game, path: str, seed: int = 0):
        super().__init__(game, f"sb3:{path}")
        model, identity = locate(path)
        if not model.is_file():
            raise ConfigError(f"agent 'sb3': there is no file {model}")
        check_identity(identity, game)
        self.policy = _load_policy(model)
        forms = {(game.flat_size,): "flat", (game.compact_size,): "compact"}
        shape = self.policy.observation_space.shape
        if shape not in forms:
            raise ConfigError(
                f"agent 'sb3': {model} reads observations {shape}, the game has {' or '.join(map(str, forms))}"
            )
        self.form = forms[shape]

    def act(self, view: View) -> int:
        self.options(view)
        seen = view.observation if self.form == "flat" else view.compact
        return int(self.act_batch(seen[None], view.action_mask[None], np.array([view.seat], np.int16))[0])

    def act_batch(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Ids, int64 (rows,), for observations in ``form``."""
        actions, _ = self.policy.predict(observations, action_masks=masks.astype(bool), deterministic=True)
        return np.asarray(actions, np.int64)


def _load_policy(path: Path) -> Any:
    try:
        from sb3_contrib import MaskablePPO
    except ImportError as problem:
        raise ConfigError(f"agent 'sb3' needs the packages of the extra 'train' ({problem})") from None
    try:
        policy = MaskablePPO.load(path, device="cpu").policy
    except Exception as problem:
        # A damaged zip fails in many places (zipfile, pickle, torch), each with an exception of its own.
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise ConfigError(f"agent 'sb3': {path} is damaged or no MaskablePPO policy ({reason})") from None
    policy.set_training_mode(False)
    return policy
