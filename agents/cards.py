"""What the file of a trained agent says of itself, before it is loaded for a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from .search_team import PROGRESS

SHIPPED = Path(__file__).with_name("shipped")  # GAME-SEATS.safetensors and cards, put there by ``training.ship``
FILES = ("neural", "sb3", "onnx")  # agents that are a file; loaded, nothing of them changes but their memory


def is_file(agent: str) -> bool:
    """Whether the agent of this name is a file."""
    return agent.partition(":")[0] in FILES


def card(agent: str) -> dict[str, Any]:
    """The model card of an agent by its name, empty where it is no file. ``strength``, if there, says how well it plays
    as its trainer measured it. Raises ConfigError where the card is missing or damaged."""
    name, _, path = agent.partition(":")
    if agent == "neural":
        return _shipped()
    if name == "neural":
        from . import neural

        return neural.read_card(neural.locate(path))
    if name == "onnx":
        from . import onnx_agent

        return onnx_agent.Runner(onnx_agent.locate(path)).meta
    return _sb3(path) if name == "sb3" else {}


def _shipped() -> dict[str, Any]:
    """``games`` and ``strength`` of all networks that come with the package."""
    about = [json.loads(file.read_text("utf-8")) for file in sorted(SHIPPED.glob("*.json"))]
    rows = [row for card in about for row in card["strength"]["ladder"]]
    return {"games": [entry for card in about for entry in card["games"]], "strength": {"ladder": rows}}


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


def differences(identity: Mapping[str, Any], game: Game) -> list[str]:
    """What ``identity`` says that is not so of ``game``, in words. A key that is left out may have any value; whether
    progress is paid as it is made is no difference: nothing is played otherwise for it."""
    wrong = [key for key, mine in game.identity.items() if identity.get(key, mine) != mine]
    if wrong == ["rules"] and PROGRESS in game.options:
        other = game.under({PROGRESS: not game.options[PROGRESS]})
        wrong = [] if identity["rules"] == other.identity["rules"] else wrong
    return [f"{key} {identity[key]!r} (here {game.identity[key]!r})" for key in wrong]
