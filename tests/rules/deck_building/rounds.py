"""Helpers for stories of whole rounds: positions in the middle of one, and what was told in what order."""

from __future__ import annotations

from elderzoo.envs.core.game import State

from .story import decision, play, table

FIVE = ("body_armor", "whiskey", "shovel", "storm_lantern", "leather_coat")


def in_turn(players=2, seat=0, phase="planning", **fields) -> State:
    """The turn of ``seat`` while all others still have theirs; the University is full unless told. Minions are named by
    kind and health left."""
    fields.setdefault("market", list(FIVE))
    fields["minions"] = {(k, str(h)): n for (k, h), n in fields.get("minions", {}).items()}
    return table(players, seat, phase, **fields).edit(turn={p: 0 for p in range(players) if p != seat})


def round_begun(players=2, **fields) -> State:
    """The first decision of a round that has just begun, after the end of the round before."""
    s = in_turn(players, phase="combat", **fields)
    while decision(s)[1] != "clean":
        play(s, "end_combat" if decision(s)[1] == "combat" else "go")
    return play(s, "keep")


def acted(state: State, *kinds: str) -> list[str]:
    """What the newest events of these kinds were about (god, Mythos or Minion), oldest first."""
    about = {"god_acts": "god", "mythos_came": "mythos", "permanent": "mythos", "minion_acts": "minion"}
    labels, names = state.game.labels, []
    for entry in state.record["events"][::-1]:
        kind = labels["event"][entry[0]] if entry[0] >= 0 else ""
        if kind in (kinds or about):
            names.append(labels[about[kind]][entry[3]])
    return names


def seats(state: State, field: str) -> list[int]:
    """A field of the investigators, seat by seat."""
    return [int(n) for n in state.record[field][: state.game.num_players]]
