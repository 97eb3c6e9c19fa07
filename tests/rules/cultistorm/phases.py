"""Positions just before a phase that runs by itself, so that its chances can be scripted."""

from __future__ import annotations

from elderzoo.envs.core.game import State

from .story import game, play, table

# Two cards of its own for each investigator of ``story.INVESTIGATORS``.
HANDS = (
    ("coil_of_rope", "bar_the_door"),
    ("two_barrels", "lamp_on_the_ridge"),
    ("night_shift", "steady_hands"),
    ("up_the_sleeve", "vanishing_act"),
    ("hallowed_ground", "old_hymn"),
)
FOUR = {"night_shift": 1, "steady_hands": 1, "smelling_salts": 1, "comet_log": 1}  # a full hand of the nurse


def hands(players: int) -> dict:
    return {p: dict.fromkeys(HANDS[p], 1) for p in range(players)}


def round_ahead(players=3, trophy="star", **fields) -> State:
    """Round 2 ends as soon as seat 0 passes: it could lay a Trophy. Round 3 stops in Preparation, where the first seat
    may discard, unless something else is asked before."""
    fields.setdefault("hand", hands(players))
    return table(players, 0, "sealing", trophies={0: {trophy: 1}}, **fields)


def terror_ahead(players=3, **fields) -> State:
    """Preparation ends, and the Terror Phase begins, as soon as the last seat passes; it draws no card then."""
    last = players - 1
    full = FOUR if players == 3 else dict.fromkeys(HANDS[last], 1)
    return table(players, 0, "preparation", hand={last: full}, **fields)


def last_cultists(deck, in_play=(), players=3) -> dict:
    """Discards that leave only ``deck`` in the Cultist deck."""
    g = game(players)
    names = g.labels["cultist"]
    left = {names[k]: int(n) for k, n in enumerate(g.tables["cultist_copies"]) if n and g.tables["cultist_set"][k] == 0}
    for name in [*deck, *(name for name, _ in in_play)]:
        left[name] -= 1
    return {name: n for name, n in left.items() if n}


def paying(**symbols) -> dict:
    """Dice of seat 0 with these symbols."""
    return {0: symbols}


def insanity(state: State) -> list[int]:
    return state.record["insanity"][: state.game.num_players].tolist()


def under(state: State, place: int) -> dict[str, int]:
    """Devoured Cultists at a place."""
    names = state.game.labels["cultist"]
    return {names[k]: int(n) for k, n in enumerate(state.record["under"][place]) if n}


def in_front(state: State) -> list[str]:
    names = state.game.labels["god"]
    return [names[k] for k, n in enumerate(state.record["god_front"]) if n == 1]


def phases_told(state: State) -> list[str]:
    """Phases that began, the oldest first."""
    events, names = state.game.labels["event"], state.game.labels["phase"]
    return [names[e[4]] for e in reversed(state.record["events"]) if e[0] >= 0 and events[e[0]] == "phase_began"]


def passes(state: State, n: int) -> State:
    return play(state, *["pass"] * n)


def begun(act: str, **fields) -> dict:
    """Fields of a position in which a Final Act has begun."""
    labels = game(3).labels["act"]
    return {"act": act, "act_now": labels.index(act), "gems": {4: 0}} | fields
