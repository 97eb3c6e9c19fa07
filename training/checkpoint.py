"""Checkpoints: folders that are whole or absent.

``runs/<run>/checkpoints/step_<N>/`` holds ``state.json`` (step, history, identity, digests of the others) and what the
learner keeps: for SB3 ``model.zip`` (a plain SB3 file: network, optimiser) and ``pool.pt`` (past selves, generators),
for the own learner what :mod:`ppo` lists. A folder is written under another name, flushed to disk and renamed, and
renamed again before it is removed; loading checks every digest and falls back to the one before.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ..agents import neural
from ..envs.core.errors import ConfigError, PositionError
from ..envs.core.game import Game

FORMAT = 1
CARD = Path(neural.MODEL).with_suffix(".json").name
# What SB3 would save of the games going on: they are not continued.
NOT_SAVED = ["_last_obs", "_last_episode_starts", "_last_original_obs", "ep_info_buffer", "ep_success_buffer"]


@dataclass
class Checkpoint:
    """One checkpoint that was found whole."""

    path: Path
    state: dict[str, Any]

    @property
    def step(self) -> int:
        return self.state["step"]

    def pool(self) -> dict[str, Any]:
        return torch.load(self.path / "pool.pt", weights_only=True)


def save(run: Path, model, pool: dict[str, Any], state: dict[str, Any]) -> Path:
    """Write the checkpoint of ``state["step"]`` with an SB3 model: whole, or not at all."""

    def fill(folder: Path) -> None:
        model.save(folder / "model.zip", exclude=NOT_SAVED)
        torch.save({**pool, "torch": torch.get_rng_state()}, folder / "pool.pt")

    return write(run, {**state, "random": random_state()}, fill)


def write(run: Path, state: dict[str, Any], fill: Callable[[Path], None]) -> Path:
    """Write the checkpoint of ``state["step"]``, whole or not at all; ``fill`` writes the files beside ``state.json``
    into the folder it is given."""
    home = run / "checkpoints"
    home.mkdir(exist_ok=True)
    for left in (*home.glob(".new-*"), *home.glob(".old-*")):  # of a run that was killed while it wrote or removed
        shutil.rmtree(left)
    path = home / f"step_{state['step']:012d}"
    new = home / f".new-{path.name}"
    new.mkdir()
    fill(new)
    digests = {file.name: digest(file) for file in sorted(new.iterdir())}
    record = {"format": FORMAT, **state, "files": digests}
    (new / "state.json").write_text(json.dumps(record), encoding="utf-8")
    for file in new.iterdir():
        flush(file)
    flush(new)
    if path.exists():
        remove(path)
    os.replace(new, path)
    flush(home)
    return path


def prune(run: Path, keep: int, best: Path | None) -> None:
    """Remove all but the latest ``keep`` checkpoints and the best one; point ``best`` at that one."""
    for path in steps(run)[keep:]:
        if path != best:
            remove(path)
    if best is not None:
        link = run / ".best"
        link.unlink(missing_ok=True)
        link.symlink_to(best.relative_to(run))
        os.replace(link, run / "best")


def remove(path: Path) -> None:
    """Remove a checkpoint, whole at once: a kill in between leaves it under a name that nobody reads."""
    old = path.with_name(f".old-{path.name}")
    os.replace(path, old)
    shutil.rmtree(old)


def steps(run: Path) -> list[Path]:
    """Checkpoint folders of a run, newest first."""
    return sorted((run / "checkpoints").glob("step_*"), reverse=True)


def number(path: Path) -> int:
    """The step of a checkpoint folder."""
    return int(path.name.removeprefix("step_"))


def latest(run: Path, game: Game, say=print) -> Checkpoint | None:
    """The newest checkpoint that is whole; ``say`` is told of each that is not. None where there is none.

    Raises ConfigError for a checkpoint of another game, layout, content or rules.
    """
    for path in steps(run):
        try:
            found = read(path)
        except (OSError, ValueError, KeyError, TypeError) as problem:
            say(f"checkpoint {path.name} cannot be used ({problem}); trying the one before")
            continue
        try:
            game.check_identity(found.state["identity"], f"checkpoint {path.name}")
        except PositionError as problem:
            raise ConfigError(str(problem)) from None
        return found
    return None


def read(path: Path) -> Checkpoint:
    """A checkpoint with every digest checked; raises ValueError, OSError or KeyError."""
    state = json.loads((path / "state.json").read_text(encoding="utf-8"))
    if state["format"] != FORMAT:
        raise ValueError(f"format {state['format']}, this version reads {FORMAT}")
    missing = [name for name in ("step", "seconds", "identity", "history", "files") if name not in state]
    if missing or state["step"] != number(path):
        raise ValueError("state.json is damaged")
    for name, wanted in state["files"].items():
        if digest(path / name) != wanted:
            raise ValueError(f"{name} is damaged")
    return Checkpoint(path, state)


def digest(path: Path) -> str:
    """The hash of a file. What was measured later and written into a model card is left out."""
    data = path.read_bytes()
    if path.name == CARD:
        about = json.loads(data)
        if isinstance(about, dict) and about.pop("strength", None) is not None:
            data = neural.card_text(about).encode()
    return hashlib.sha256(data).hexdigest()


def flush(path: Path) -> None:
    """Have the disk hold a file, or the names in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# -------------------------------------------------------------------------------------------------- generators


def random_state() -> dict[str, Any]:
    """Python's and NumPy's global generators, which SB3 draws from, as JSON."""
    name, keys, *rest = np.random.get_state()  # noqa: NPY002
    return {"python": random.getstate(), "numpy": [name, np.asarray(keys).tolist(), *rest]}


def restore_random(checkpoint: Checkpoint, pool: dict[str, Any]) -> None:
    """Set all global generators as they were."""
    version, keys, gauss = checkpoint.state["random"]["python"]
    random.setstate((version, tuple(keys), gauss))
    name, keys, *rest = checkpoint.state["random"]["numpy"]
    np.random.set_state((name, np.array(keys, np.uint32), *rest))  # noqa: NPY002
    torch.set_rng_state(pool["torch"])
