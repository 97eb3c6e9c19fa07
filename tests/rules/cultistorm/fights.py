"""The Combat Phase in stories: who aims at what, and what it takes."""

from __future__ import annotations

from elderzoo.envs.core.game import State

from .story import game, named, play, table

# Cards of each symbol that give something else, or nothing, as a support.
STAR, SHIELD, TENTACLE, EYE, PLANET = "salt_line", "harpoon_rack", "divers_helmet", "watchmans_lantern", "comet_log"


def combat(cultists=(), aims=None, **fields) -> State:
    """The Combat Phase begins; seat 0 aims at the first Cultist unless told otherwise."""
    return table(phase="combat", cultists=cultists, aims={0: [0]} if aims is None else aims, **fields)


def held_up(cultists=(), aims=None, at=None, players=3, **fields) -> State:
    """The same, with the last seat alone at place 4, where it aims at a Society Porter: there the phase waits, and
    what happened before can be seen."""
    last, n = players - 1, len(cultists)
    aims = ({0: [0]} if aims is None else aims) | {last: [n]}
    at = (at or {}) | {last: 4}
    return combat([*cultists, ("society_porter", 4)], aims, at=at, players=players, **fields)


def begun_act(name: str) -> dict:
    """Fields of a position in which this Final Act has begun."""
    return {"act": name, "act_now": game().labels["act"].index(name), "gems": {4: 0}}


def needed(s: State) -> dict[str, int]:
    """What the fight under way takes."""
    return named(s, "need", vocab="symbol")


def takes(s: State) -> dict[str, int]:
    """What the fight takes that the seat to decide begins now."""
    return needed(play(s, "fight"))


def trophies(s: State, p: int) -> dict[str, int]:
    return named(s, "trophies", p, "symbol")


def numbers(s: State, field: str, players: int = 3) -> list[int]:
    return [int(n) for n in s.record[field][:players]]


def owed(s: State) -> int:
    """Steps the Terror marker has taken since it was at the start of a circle of five (less than a lap)."""
    assert int(s.record["terror_due"]) == 0
    return int(s.record["terror_at"])
