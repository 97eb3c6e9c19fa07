"""Building positions and reading them back, for the rule stories."""

from __future__ import annotations

from functools import cache

import numpy as np

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.deck_building import SPEC

INVESTIGATORS = ("detective", "doctor", "engineer", "grandmother", "librarian", "gardener")
GODS = ("cthugha", "uvash", "nyarlathotep")


@cache
def _game(players: int, rules: tuple) -> Game:
    return Game(SPEC, players, dict(rules), auto_single=False)


def game(players=2, **rules) -> Game:
    """A game whose engine plays nothing by itself."""
    return _game(players, tuple(sorted(rules.items())))


def number(g: Game, vocab: str, name: str) -> int:
    return g.labels[vocab].index(name)


def table(players=2, seat=0, phase="planning", rules=None, investigators=None, gods=None, **fields) -> State:
    """The turn of ``seat`` begins, the only one left in its phase; nothing else is going on.

    Hands, discard piles and what was activated are empty but for ``hand={seat: {card: n}}`` and so on; own decks hold
    the ten Starters less those named. Nothing is on sale but ``market=[...]``; there are no Minions but
    ``minions={(minion, health): n}``, no Locations, no Permanent Mythos. Investigators are INVESTIGATORS in order
    unless ``investigators={seat: name}``, in full health unless ``health`` and ``sanity`` say otherwise, and the
    Elder Gods are GODS in full health unless ``god_health={place: n}``.
    """
    g = game(players, **(rules or {}))
    names = {p: INVESTIGATORS[p] for p in range(players)} | (investigators or {})
    here = {p: number(g, "investigator", name) for p, name in names.items()}
    t = g.tables
    for track in ("health", "sanity"):
        fields[track] = {p: int(t[track][k]) for p, k in here.items()} | fields.get(track, {})
    fields["investigator"] = names
    places = [number(g, "god", name) for name in (gods or GODS)][: int(t["gods_in_play"])]
    fields["god"] = dict(enumerate(places))
    fields["god_health"] = {x: int(t["god_health"][k]) for x, k in enumerate(places)} | fields.get("god_health", {})
    for zone in ("hand", "active", "discards"):
        fields[zone] = {p: {} for p in range(players)} | fields.get(zone, {})
    decks = {p: {"sleuth": 7, "stagger": 3} for p in range(players)}
    for zone in ("hand", "active", "discards"):
        for p, cards in fields[zone].items():
            for name, n in cards.items():
                if name in decks[p]:
                    decks[p][name] -= n
    fields["deck"] = decks | fields.get("deck", {})
    fields["held"] = {p: _sum(fields["hand"][p], fields["deck"][p]) for p in range(players)}
    fields["market"] = dict(enumerate(fields.get("market", [])))
    for name in ("minions", "permanent", "next_mythos", "locations", "unwanted", "mythos_discards"):
        fields.setdefault(name, {})
    fields.setdefault("round", 2)
    return g.new(1).edit(decide=(seat, phase), **fields)


def _sum(a: dict, b: dict) -> dict:
    return {name: a.get(name, 0) + b.get(name, 0) for name in a | b}


def cards_drawn(state: State, p: int, *names: str) -> State:
    """Script the next cards that ``p`` draws from its deck, which must hold them."""
    return _scripted(state, state.record["deck"][p], "card", names)


def library(state: State, *names: str) -> State:
    """Script the next cards that come on sale."""
    return _scripted(state, state.record["library"], "card", names)


def mythos(state: State, *names: str) -> State:
    """Script the next Mythos cards."""
    return _scripted(state, state.record["mythos"], "mythos", names)


def chance(state: State, *values: int) -> State:
    """Script the next choices of the stream ``events``, counted from 0."""
    state.force(*[("events", v) for v in values])
    return state


def _scripted(state: State, cells, vocab: str, names) -> State:
    counts = np.array(cells, np.int64)
    draws = []
    for name in names:
        k = state.game.labels[vocab].index(name)
        assert counts[k] > 0, f"there is no {name}"
        draws.append(("deck", int(counts[:k].sum())))
        counts[k] -= 1
    state.force(*draws)
    return state


def play(state: State, *names: str) -> State:
    """Take the named actions one after the other."""
    for name in names:
        state.step(name)
        state.check()
    return state


def named(state: State, field: str, p: int | None = None, vocab: str = "card") -> dict[str, int]:
    """The cells of a field that are not 0, by name."""
    values = state.record[field] if p is None else state.record[field][p]
    return {state.game.labels[vocab][k]: int(n) for k, n in enumerate(values) if n}


def market(state: State) -> list[str]:
    return [state.game.labels["card"][k] if k >= 0 else "" for k in state.record["market"]]


def minions(state: State) -> dict[tuple[str, int], int]:
    """Minions in play by kind and health left."""
    values = state.record["minions"]
    return {(state.game.labels["minion"][k], int(h) + 1): int(values[k, h]) for k, h in np.argwhere(np.asarray(values))}


def moxie(state: State) -> int:
    """Moxie of the turn that is left."""
    r = state.record
    made = (int(r["base"]) + int(r["combo"]) * max(int(r["plays"]) - 1, 0)) * int(r["factor"])
    return max(made + int(r["bonus"]) - int(r["spent"]), 0)


def decision(state: State) -> tuple[int, str]:
    """Who decides what."""
    return int(state.seat), state.game.labels["decision"][state.record["stack"][0, 0]]


def told(state: State) -> list[str]:
    """Names of the events, newest first."""
    return [state.game.labels["event"][e[0]] for e in state.record["events"] if e[0] >= 0]
