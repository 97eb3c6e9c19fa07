"""A user's own agent: ``class:MODULE:NAME``, a subclass of :class:`Agent` built as ``NAME(game, seed=...)``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from .base import Agent


def custom_agent(game: Game, path: str, seed: int = 0) -> Agent:
    """The agent that ``path`` builds: ``MODULE:NAME``, a module that is installed or lies in the current folder.

    Its code is run: load only what you trust. Raises ConfigError where there is no such class.
    """
    module, colon, name = path.partition(":")
    if not colon or not name:
        raise ConfigError(f"agent 'class': {path!r} is no MODULE:NAME")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        build = getattr(import_module(module), name)
        agent = build(game, seed=seed) if callable(build) else None
    except ConfigError:
        raise
    except Exception as problem:
        raise ConfigError(f"agent 'class:{path}' cannot be loaded: {type(problem).__name__}: {problem}") from problem
    if not isinstance(agent, Agent):
        raise ConfigError(f"agent 'class:{path}' is no elderzoo.agents.Agent")
    return agent
