"""Agents by name: ``load("mc:sims=128", game)``."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from .base import Agent

Builder = Callable[..., Agent]

# name -> what builds it: called as build(game, seed=…, **parameters), or "module:function", imported at first use.
# Its keyword-only parameters are the agent's; a text that follows the game is the whole text after the colon (a path),
# and may be left out where it has a default.
_BUILDERS: dict[str, Builder | str] = {
    "random": ".scripted:random_agent",
    "greedy": ".scripted:greedy_agent",
    "mc": ".mc:MonteCarlo",
    "search": ".search_led:search_agent",
    "sb3": ".sb3:Sb3Agent",
    "neural": ".neural:neural_agent",
    "onnx": ".onnx_agent:OnnxAgent",
    "class": ".custom:custom_agent",
    "url": ".remote:url_agent",
    "stdio": ".remote:stdio_agent",
    "level": ".service.core.bots:LevelBot",
    "human": ".human:Human",
}


def register(name: str, build: Builder) -> None:
    """Make ``build(game, seed=0, *, …)`` known as ``name``; its annotated keyword-only parameters become
    the agent's. Raises ConfigError for a name that is taken or cannot be written in a list of agents."""
    if name in _BUILDERS:
        raise ConfigError(f"agent {name!r} is registered already")
    if not name.isidentifier():
        raise ConfigError(f"agent name is {name!r}, expected letters, digits and '_'")
    _BUILDERS[name] = build


def names() -> list[str]:
    """Registered names."""
    return list(_BUILDERS)


def load(name: str, game: Game, seed: int = 0) -> Agent:
    """The agent that ``name`` describes, for ``game``.

    ``name`` is a registered name, its parameters after colons: ``random``, ``mc:sims=128``,
    ``search:ms=200:c=1.0``, ``neural``, ``neural:PATH``, ``sb3:PATH``, ``onnx:PATH``, ``class:MODULE:NAME``,
    ``url:http://HOST:PORT:bot=greedy``, ``stdio:COMMAND:level=7``. Raises ConfigError naming the agent or parameter
    that is wrong.
    """
    build, given = _parse(name)
    agent = build(game, seed=seed, **given)
    agent.name = name
    return agent


def check(name: str) -> None:
    """Raise ConfigError where ``name`` cannot be loaded for any game."""
    _parse(name)


def _parse(text: Any) -> tuple[Builder, dict[str, Any]]:
    if not isinstance(text, str):
        raise ConfigError(f"agent is {text!r}, expected a name: {', '.join(_BUILDERS)}")
    name, colon, rest = text.partition(":")
    if name not in _BUILDERS:
        raise ConfigError(f"agent {name!r} does not exist, known: {', '.join(_BUILDERS)}")
    build = _builder(name)
    whole, known, any_other = _parameters(build)
    if whole is not None:
        if not rest and (colon or whole.default is whole.empty):
            raise ConfigError(f"agent {name!r}: {whole.name} is missing, expected {name}:{whole.name.upper()}")
        return build, {whole.name: rest} if rest else {}
    given: dict[str, Any] = {}
    for part in rest.split(":") if colon else []:
        key, equals, value = part.partition("=")
        kind = known.get(key, any_other)
        if kind is None:
            raise ConfigError(f"agent {name!r}: unknown parameter {key!r}, known: {', '.join(known) or 'none'}")
        if not equals or key in given:
            raise ConfigError(f"agent {name!r}: expected {key}=VALUE, once, got {part!r}")
        given[key] = _convert(name, key, value, kind)
    return build, given


def _builder(name: str) -> Builder:
    build = _BUILDERS[name]
    if isinstance(build, str):
        module, _, attribute = build.partition(":")
        build = _BUILDERS[name] = getattr(importlib.import_module(module, __package__), attribute)
    return build


def _parameters(build: Builder) -> tuple[inspect.Parameter | None, dict[str, type], type | None]:
    """The parameter that takes the whole text, the types of the keyword-only ones, and of any other (``**``)."""
    signature = inspect.signature(build, eval_str=True).parameters.values()
    keyword = {p.name: p.annotation for p in signature if p.kind is p.KEYWORD_ONLY}
    others = [p.annotation for p in signature if p.kind is p.VAR_KEYWORD]
    texts = [p for p in signature if p.kind is p.POSITIONAL_OR_KEYWORD and p.annotation is str]
    return (texts[0] if texts else None), keyword, (others[0] if others else None)


def _convert(agent: str, key: str, value: str, kind: type) -> Any:
    try:
        given = kind(value)
        if kind is int and abs(given) >= 2**31:
            raise ValueError
        return given
    except ValueError:
        raise ConfigError(f"agent {agent!r}: {key} is {value!r}, expected {kind.__name__}") from None
