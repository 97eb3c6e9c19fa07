"""Building positions and reading them back, for the rule stories."""

from __future__ import annotations

from functools import cache

import numpy as np

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cultistorm import SPEC
from elderzoo.envs.cultistorm.state import CROWD, DICE

# Melee and ranged fighters, one after the other.
INVESTIGATORS = ("dockhand", "trapper", "night_nurse", "stage_magician", "lay_preacher")
# The Location of each place has the symbol of that number: star, shield, tentacle, eye, planet.
LOCATIONS = ("arkham", "salem", "innsmouth", "kingsport", "dunwich")
TERRORS = ("one_too_many", "last_sane_voice", "shared_dream", "lit_windows", "drums_below")


@cache
def _game(players: int, rules: tuple) -> Game:
    options = dict(rules)
    return Game(SPEC, players, options, content=options.pop("content", "reference"), auto_single=False)


def game(players=3, **rules) -> Game:
    """A game whose engine plays nothing by itself; ``content`` is the path of a card file."""
    return _game(players, tuple(sorted(rules.items())))


def number(g: Game, vocab: str, name: str) -> int:
    return g.labels[vocab].index(name)


def table(
    players=3,
    seat=0,
    phase="investigator",
    rules=None,
    investigators=None,
    cultists=(),
    gods=None,
    terror=None,
    **fields,
) -> State:
    """A phase of round 2 begins, with ``seat`` as the first to act in it; nothing else is going on.

    Everybody is at place 0, sane, with no cards in hand, no Items, Trophies, dice or abilities; all Locations are those
    of LOCATIONS, not active and not sealed, their Cultist dice blank. ``cultists=[(name, place), ...]`` are in play,
    the oldest first; ``gods={name: place}``; ``terror=[name, ...]`` lie on the circle from the start on, else TERRORS,
    and no crystals; the marker is at the start. ``hand``, ``discards``, ``lent_by`` take ``{seat: {card: n}}``; own
    decks hold the rest of the own deck list. Other fields are as in ``State.edit``.
    """
    g = game(players, **(rules or {}))
    t = g.tables
    names = {p: INVESTIGATORS[p] for p in range(players)} | (investigators or {})
    everybody = range(players)
    fields["investigator"] = names
    for zone in ("hand", "discards", "lent_by", "lent_to", "items", "trophies", "knowledge", "dice", "worn", "known"):
        fields[zone] = {p: {} for p in everybody} | fields.get(zone, {})
    decks = {}
    for p, name in names.items():
        row = t["decklist"][number(g, "investigator", name)]
        decks[p] = {g.labels["card"][k]: int(row[k]) for k in np.flatnonzero(row)}
        for zone in ("hand", "discards", "lent_by"):
            for card, n in fields[zone][p].items():
                if card in decks[p]:
                    decks[p][card] = max(decks[p][card] - n, 0)
    _borrow(g, decks, {z: fields[z] for z in ("hand", "discards", "lent_by")})
    fields["deck"] = decks | fields.get("deck", {})
    for name in ("at", "insanity", "permanent", "level", "took", "moved", "searched", "fought", "sharp", "fewer_cards"):
        fields[name] = dict.fromkeys(everybody, 0) | fields.get(name, {})
    fields["aims"] = {p: {} for p in everybody} | {
        p: dict(enumerate(marks)) for p, marks in fields.get("aims", {}).items()
    }
    fields["location"] = dict(enumerate(LOCATIONS)) | fields.get("location", {})
    fields["cultist"] = {j: name for j, (name, _) in enumerate(cultists)}
    fields["cultist_at"] = {j: place for j, (_, place) in enumerate(cultists)}
    fields["god_at"] = dict(gods or {})
    for name in ("sealed", "shrine", "placed", "cultist_die", "god_front", "under", "seal_of", "pool", "found"):
        fields.setdefault(name, {})
    steps = int(t["opt_circle"])
    cards = list(terror or TERRORS)[: steps - 1]
    fields["terror"] = dict(enumerate(cards))
    fields["terror_open"] = fields.get("terror_open", {})
    for x in fields["terror_open"]:
        fields["terror"][x] = -1
    act = number(g, "act", fields.pop("act", g.labels["act"][0]))
    gems = {x: int(t["terror_gems"][number(g, "terror", name)]) for x, name in enumerate(cards)}
    fields["gems"] = gems | {steps - 1: int(t["act_gems"][act])} | fields.get("gems", {})
    fields.setdefault("crystals", {})
    fields["act"] = act
    fields.setdefault("terror_at", 0)
    fields.setdefault("marker", 0)
    for name in ("cultist_discards", "item_discards", "item_box", "terror_used"):
        fields.setdefault(name, {})
    used = sum(fields["pool"].values()) + sum(n for p in everybody for n in fields["dice"][p].values())
    fields.setdefault("dice_left", DICE - used)
    fields.setdefault("round", 2)
    return g.new(1).edit(decide=(seat, phase), **fields)


def _borrow(g: Game, decks: dict, zones: dict) -> None:
    """Cards that are in nobody's box come out of the decks of others."""
    total = {g.labels["card"][k]: int(n) for k, n in enumerate(g.tables["card_copies"]) if n}
    for card, n in total.items():
        given = sum(cards.get(card, 0) for zone in zones.values() for cards in zone.values())
        for cards in decks.values():
            spare = min(cards.get(card, 0), max(given + sum(d.get(card, 0) for d in decks.values()) - n, 0))
            if spare:
                cards[card] -= spare


def cards_drawn(state: State, p: int, *names: str) -> State:
    """Script the next cards that ``p`` draws from its deck, which must hold them."""
    return _scripted(state, state.record["deck"][p], "card", names)


def cultists_drawn(state: State, *names: str) -> State:
    """Script the next Cultists of the deck."""
    return _scripted(state, state.record["cultist_deck"], "cultist", names)


def items_drawn(state: State, *names: str) -> State:
    """Script the next Items of the deck."""
    return _scripted(state, state.record["item_deck"], "item", names)


def terrors_drawn(state: State, *names: str) -> State:
    """Script the next Terror cards of the deck."""
    return _scripted(state, state.record["terror_deck"], "terror", names)


def rolled(state: State, *faces: str) -> State:
    """Script the next dice, Cultist dice (``blank`` is their sixth face) and Investigator dice (``wild``)."""
    names = [*state.game.labels["symbol"], "wild"]
    state.force(*[("dice", 5 if face == "blank" else names.index(face)) for face in faces])
    return state


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


def cultists(state: State, place: int | None = None) -> list:
    """Cultists at a place, from the bottom up; or all of them with their places, the oldest first."""
    r, labels = state.record, state.game.labels["cultist"]
    found = [(labels[r["cultist"][j]], int(r["cultist_at"][j])) for j in range(CROWD) if r["cultist"][j] >= 0]
    return found if place is None else [name for name, x in found if x == place]


def gods(state: State) -> dict[str, int]:
    """Great Old Ones in play and where they are."""
    return {state.game.labels["god"][g]: int(x) for g, x in enumerate(state.record["god_at"]) if x >= 0}


def ending(state: State) -> str | None:
    k = int(state.record["ending"])
    return state.game.labels["ending"][k] if k >= 0 else None


def decision(state: State) -> tuple[int, str]:
    """Who decides what."""
    return int(state.seat), state.game.labels["decision"][state.record["stack"][0, 0]]


def told(state: State) -> list[str]:
    """Names of the events, newest first."""
    return [state.game.labels["event"][e[0]] for e in state.record["events"] if e[0] >= 0]
