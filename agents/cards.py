"""What the file of a trained agent says of itself, before it is loaded for a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..envs.core.errors import ConfigError

FILES = ("neural", "sb3", "onnx")  # agents that are a file; loaded, nothing of them changes but their memory


def is_file(agent: str) -> bool:
    """Whether the agent of this name is a file."""
    return agent.partition(":")[0] in FILES


def card(agent: str) -> dict[str, Any]:
    """The model card of an agent by its name, empty where it is no file. ``strength``, if there, says how well it plays
    as its trainer measured it. Raises ConfigError where the card is missing or damaged."""
    name, _, path = agent.partition(":")
    if name == "neural":
        from . import neural

        return neural.read_card(neural.locate(path))
    if name == "onnx":
        from . import onnx_agent

        return onnx_agent.Runner(onnx_agent.locate(path)).meta
    return _sb3(path) if name == "sb3" else {}


def _sb3(path: str) -> dict[str, Any]:
    from . import sb3

    source: Path = sb3.locate(path)[1]
    try:
        about = json.loads(source.read_text("utf-8"))
        if not isinstance(about["identity"], dict):
            raise TypeError("no identity")
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise ConfigError(f"agent 'sb3': {source} cannot be read ({problem!r})") from None
    return about


def identities(about: dict[str, Any]) -> list[dict[str, Any]]:
    """What the games of a card are recognised by: ``game``, ``players``, and hashes of layout, cards and rules; a key
    that is left out may have any value."""
    if "games" in about:
        return [entry["identity"] for entry in about["games"]]
    return [about["identity"]] if "identity" in about else []
