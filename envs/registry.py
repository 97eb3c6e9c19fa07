"""Which games there are, and the ways to make one by its id.

A shipped game is its folder and one line of ``SHIPPED``; its rules are imported when it is first asked for.
Other packages add theirs with ``register(spec)``.
"""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from .core.errors import ConfigError

if TYPE_CHECKING:
    from .aec import GameEnv
    from .core.game import Game
    from .core.spec import GameSpec
    from .vector import VectorEnv

NAMESPACE = "elderzoo"
_HERE = __name__.rpartition(".")[0]  # elderzoo.envs
SHIPPED = ("age_of_madness-v0", "creatures_and_cultists-v0", "cthulhus_vault-v0", "deck_building-v0", "cultistorm-v0")

_specs: dict[str, GameSpec | None] = {}  # None: shipped, not imported yet


def games() -> tuple[str, ...]:
    """The ids of all games, shipped ones first."""
    return tuple(_specs)


def spec(id: str) -> GameSpec:
    """The declaration of a game; raises ConfigError naming the closest ids."""
    if id not in _specs:
        close = difflib.get_close_matches(str(id), _specs, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(_specs)}"
        raise ConfigError(f"unknown game {id!r}; {hint}")
    found = _specs[id]
    if found is None:
        found = import_module(f".{id.rpartition('-v')[0]}", _HERE).SPEC
        _specs[id] = found
    return found


def register(spec: GameSpec) -> None:
    """Add a game of another package; raises ConfigError where its id is taken by another one."""
    if _specs.get(spec.id, spec) is not spec:
        raise ConfigError(f"game {spec.id!r} is registered already")
    _add(spec.id, spec)


def load_game(
    id: str,
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
    max_decisions: int | None = None,
    auto_single: bool = True,
    preset: str | None = None,
) -> Game:
    """A game with seats, rule options and cards fixed; raises ConfigError or ContentError.

    preset: the name of a set of options (``spec(id).presets``), or of a card file that says what seats and options it
        is made for, such as ``mini``; ``num_players`` and ``rules`` come before it.
    """
    from .core.game import Game

    if preset is not None:
        rules, content = _preset(spec(id), preset, rules, content)
    return Game(spec(id), num_players, rules, content, max_decisions, auto_single)


def _preset(
    spec: GameSpec, preset: str, rules: Mapping[str, Any] | None, content: str | Path
) -> tuple[Mapping[str, Any] | None, str | Path]:
    """Options and card file of a preset; raises ConfigError."""
    from .core.content import shipped

    known = [*spec.presets, *(name for name in shipped(spec.folder) if name != "reference")]
    if preset not in known:
        raise ConfigError(f"{spec.id}: preset is {preset!r}, known: {', '.join(known) or 'none'}")
    if preset in spec.presets:
        return {**spec.presets[preset], **spec.given(rules)}, content
    if content != "reference":
        raise ConfigError(f"{spec.id}: preset {preset!r} is a card file, and so is content {str(content)!r}")
    return rules, preset


def make(
    id: str,
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
    max_decisions: int | None = None,
    auto_single: bool = True,
    preset: str | None = None,
    **face: Any,
) -> GameEnv:
    """A PettingZoo AECEnv; ``face`` are the options of :class:`GameEnv`. Raises ConfigError or ContentError."""
    from .aec import GameEnv

    _check_names(id, GameEnv, face)
    return GameEnv(load_game(id, num_players, rules, content, max_decisions, auto_single, preset), **face)


def make_vec(
    id: str,
    num_envs: int = 1,
    num_players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    content: str | Path = "reference",
    max_decisions: int | None = None,
    auto_single: bool = True,
    preset: str | None = None,
    **face: Any,
) -> VectorEnv:
    """Many games in arrays; ``face`` are the options of :class:`VectorEnv`. Raises ConfigError or ContentError."""
    from .vector import VectorEnv

    _check_names(id, VectorEnv, face)
    game = load_game(id, num_players, rules, content, max_decisions, auto_single, preset)
    return VectorEnv(game, num_envs, **face)


def _check_names(id: str, kind: type, face: Mapping[str, Any]) -> None:
    """Raise ConfigError for an option that neither the game nor the environment ``kind`` has."""
    own = [name for name in inspect.signature(kind).parameters if name not in ("game", "num_envs")]
    known = [*list(inspect.signature(load_game).parameters)[1:], *own]
    for name, value in face.items():
        if name not in known:
            of_rules = any(option.name == name for option in spec(id).options)
            hint = f"the rules have it: rules={{{name!r}: {value!r}}}" if of_rules else f"known: {', '.join(known)}"
            raise ConfigError(f"{id}: unknown option {name!r}; {hint}")


def _add(id: str, spec: GameSpec | None) -> None:
    """List a game here, as a versioned module, and with PettingZoo and Gymnasium."""
    _specs[id] = spec
    module = _versioned_module(id)
    full = f"{NAMESPACE}/{id}"
    if full not in pettingzoo.aec_registry:
        pettingzoo.register("aec", full, entry_point=f"{module.__name__}:env")
    if full not in gymnasium.registry:
        gymnasium.register(full, entry_point="elderzoo.agents.seat:make_seat", kwargs={"game": id})


def _versioned_module(id: str) -> ModuleType:
    """``elderzoo.envs.<game>_v<N>`` with ``env`` and ``raw_env``, as PettingZoo's users import games."""

    def env(num_players: int | None = None, **options: Any) -> GameEnv:
        """The environment; options as in ``elderzoo.envs.make``."""
        return make(id, num_players, **options)

    name = id.replace("-", "_")
    module = ModuleType(f"{_HERE}.{name}", f"The PettingZoo environment ``{id}``: ``env()`` and ``raw_env()``.")
    # The environment checks actions and order by itself, so that there is nothing to wrap: both are the same.
    module.__dict__.update(env=env, raw_env=env)
    sys.modules[module.__name__] = module
    setattr(sys.modules[_HERE], name, module)
    return module


for _id in SHIPPED:
    _add(_id, None)
