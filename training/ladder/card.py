"""What a ladder found out of an agent, written into its model card: the key ``strength``, which the bot service shows.

``strength.ladder`` has one row for each game, seat count and version of the pool: who it was measured against, in how
many games, and its rating (in a game with sides one for each), or for a team its win rates.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...agents import neural
from ...envs import load_game
from ...envs.core.errors import ConfigError

ABOUT = ("game", "seats", "pool", "seed", "deals", "commit")
PLACE = ("game", "seats", "pool")  # a row takes the place of an older one that has the same
RATED = ("mu", "sigma", "interval")
TEAM = ("self_play", "cross_play", "with_scripted")


def row(report: Mapping[str, Any], agent: str) -> dict[str, Any]:
    """The row of ``agent`` in the report of a ladder; raises ConfigError where it is not in it."""
    own = next((a for a in report["agents"] if a["agent"] == agent), None)
    if own is None:
        names = ", ".join(a["agent"] for a in report["agents"])
        raise ConfigError(f"the ladder has no agent {agent!r}, it has {names}")
    out = {key: report[key] for key in ABOUT} | {"games": own.get("games")}
    out["opponents"] = [a["agent"] for a in report["agents"] if a["agent"] != agent]
    for team in report.get("teams", ()):
        if team["agent"] == agent:
            out |= {kind: team[kind] for kind in TEAM if kind in team}
    for rated in report.get("ratings", ()):
        figures = {key: rated[key] for key in RATED}
        if rated["name"] == agent:
            out["rating"] = figures
        elif rated["name"].startswith(f"{agent} as "):
            out.setdefault("rating", {})[rated["name"].removeprefix(f"{agent} as ")] = figures
    return out


def write(report: Mapping[str, Any], agent: str) -> Path:
    """Write the row of ``agent`` into its card, whole or not at all; returns the card's file. Raises ConfigError where
    the agent is no ``neural:PATH`` or ``neural``, or its card cannot be read."""
    kind, _, path = agent.partition(":")
    if kind != "neural":
        raise ConfigError(f"agent {agent!r} has no model card, expected neural:PATH")
    mine = row(report, agent)
    model = neural.locate(path) if path else neural.shipped(load_game(report["game"], report["seats"]))
    about = neural.read_card(model)
    strength = about.get("strength") or {}
    others = [old for old in strength.get("ladder", ()) if any(old.get(key) != mine[key] for key in PLACE)]
    return neural.write_card(model, about | {"strength": strength | {"ladder": [*others, mine]}})
