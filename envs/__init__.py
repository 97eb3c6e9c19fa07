"""The games and their faces: ``make`` (PettingZoo), ``make_vec`` (batched) and ``load_game`` (the bare rules).

Importing this package registers every game with PettingZoo (``pettingzoo.make("aec", "elderzoo/<id>")``) and
Gymnasium (``gymnasium.make("elderzoo/<id>")``), and offers it as a module ``<game>_v<N>`` with ``env(...)``.
"""

from .core.errors import (
    ConfigError,
    ContentError,
    ElderZooError,
    EngineError,
    GameOver,
    IllegalAction,
    NotStarted,
    PositionError,
)
from .registry import games, load_game, make, make_vec, register, spec

__all__ = [
    "ConfigError",
    "ContentError",
    "ElderZooError",
    "EngineError",
    "GameOver",
    "IllegalAction",
    "NotStarted",
    "PositionError",
    "games",
    "load_game",
    "make",
    "make_vec",
    "register",
    "spec",
]
