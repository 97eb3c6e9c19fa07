"""The frozen opponent pool: ``pool.yaml``, agents by game and seats, with a version and a hash of them.

A rating means something beside the agents it was measured against. So the pool does not change: another pool has
another version, and its hash is written by ``python -m elderzoo.training.ladder.pool``. Agents in it are bound by
numbers of simulations, not by the clock, so that they play alike on every machine.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ...envs.core.errors import ConfigError

FILE = Path(__file__).with_name("pool.yaml")


def digest(pool: dict[str, Any]) -> str:
    """The hash of version and agents."""
    text = json.dumps({"version": pool["version"], "games": pool["games"]}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def load(path: Path = FILE) -> dict[str, Any]:
    """The pool: ``version``, ``sha256``, ``games`` (id -> seats -> names). Raises ConfigError where it was changed
    under its version, or cannot be read."""
    import yaml

    try:
        pool = yaml.safe_load(path.read_text("utf-8"))
        found, stored = digest(pool), pool["sha256"]
    except (OSError, yaml.YAMLError, KeyError, TypeError) as problem:
        raise ConfigError(f"pool {path}: cannot be read ({problem!r})") from None
    if found != stored:
        raise ConfigError(f"pool {path}: version {pool['version']} is frozen and was changed (sha256 {found[:12]}…)")
    return pool


def opponents(game: str, seats: int, path: Path = FILE) -> list[str]:
    """The pool's agents for a game; raises ConfigError where it has none."""
    pool = load(path)
    try:
        return pool["games"][game][seats]
    except KeyError:
        raise ConfigError(f"the pool has no agents for {game} at {seats} seats: name some with --agents") from None


if __name__ == "__main__":
    import yaml

    changed = yaml.safe_load(FILE.read_text("utf-8"))
    text = FILE.read_text("utf-8").replace(changed["sha256"], digest(changed))
    FILE.write_text(text, "utf-8")
