"""Building positions and reading them back, for the rule stories."""

from __future__ import annotations

from functools import cache

import numpy as np

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cthulhus_vault import SPEC

START = {"investigator": 1, "cultist": 1}


@cache
def _game(players: int, rules: tuple) -> Game:
    return Game(SPEC, players, dict(rules), auto_single=False)


def game(players=4, **rules) -> Game:
    """A game whose engine plays nothing by itself."""
    return _game(players, tuple(sorted(rules.items())))


def card(g: Game, vocab: str, name: str) -> int:
    return g.labels[vocab].index(name)


def mystery(players=4, turn=0, last="book", rules=None, knows=None, **fields) -> State:
    """The beginning of a seat's turn in the Mystery Stage, round 2, with a story of one card, ``last``.

    Seats have the tokens they start with unless ``tokens={seat: {kind: n}}`` says otherwise, and two story cards that
    pay out of the Mystery pool unless ``stories={seat: {card: n}}`` does. Nobody knows anything of others' tokens but
    for ``knows={knower: {(owner, kind): n}}``; ``open={seat: {kind: n}}`` is known to all.
    """
    g = game(players, **(rules or {}))
    fields["tokens"] = dict.fromkeys(range(players), START) | fields.get("tokens", {})
    given = fields.get("stories", {})
    used = {name for cards in given.values() for name in cards} | {last}
    fillers = [
        c["id"] for c in g.content.sections["story"] if c["first"] == c["second"] == "mystery" and c["id"] not in used
    ]
    fields["stories"] = {p: {fillers[2 * p]: 1, fillers[2 * p + 1]: 1} for p in range(players)} | given
    known = {p: dict(cells) for p, cells in fields.get("open", {}).items()}
    fields["open"] = {p: known.get(p, {}) for p in range(players)}
    everybody = {(owner, kind): n for owner, cells in known.items() for kind, n in cells.items()}
    own = {q: {(q, kind): n for kind, n in fields["tokens"][q].items()} for q in range(players)}
    sure = {q: everybody | own[q] for q in range(players)}
    for q, cells in (knows or {}).items():
        sure[q] |= cells
    fields["sure"] = {q: {(p, g.labels["token"].index(k)): n for (p, k), n in c.items()} for q, c in sure.items()}
    fields["line"], fields["tellers"], fields["played"] = {0: last}, {}, {last: 1}
    fields["last"] = card(g, "story", last)
    fields.setdefault("round", 2)
    return g.new(1).edit(decide=(turn, "mystery"), **fields)


CHARACTERS = ("curious_student", "bootlegger", "occultist", "country_doctor", "lighthouse_keeper")
SPARE = ("retired_wrestler",)  # for a seat whose own is another's


def battle(players=4, one=0, acts=0, ancient="cthulhu", characters=None, rules=None, hidden=None, **fields) -> State:
    """``acts`` is activated in the battle, against or as the Ancient One of seat ``one``.

    Investigators are the Curious Student and so on from seat to seat unless ``characters={seat: name}`` says who.
    Unless told, investigators have three face-down Investigator and two Cultist tokens, and the Ancient One five of
    each; hands are empty but for ``hand={seat: {card: n}}``; every seat has an order card left. All know all tokens but
    those that ``hidden={kind: n}`` takes out for the Ancient One.
    """
    g = game(players, **(rules or {}))
    many = [p for p in range(players) if p != one]
    names = characters or {}
    spare = [name for name in CHARACTERS + SPARE if name not in names.values()]
    for p, name in zip(many, CHARACTERS, strict=False):
        names = {p: name if name in spare else spare[-1]} | names
    tokens = {p: {"investigator": 3, "cultist": 2} for p in many} | {one: {"investigator": 5, "cultist": 5}}
    fields["tokens"] = tokens | fields.get("tokens", {})
    shown = {p: dict(cells) for p, cells in fields["tokens"].items()}
    for kind, n in (hidden or {}).items():
        shown[one][kind] -= n
    at = g.labels["token"].index
    fields["open"] = shown
    fields["sure"] = {
        q: {(p, at(k)): n for p, cells in (shown | {q: fields["tokens"][q]}).items() for k, n in cells.items()}
        for q in range(players)
    }
    fields["role"] = {p: "ancient_one" if p == one else "investigator" for p in range(players)}
    fields["character"] = names
    fields["ancient"] = card(g, "ancient", ancient)
    fields["secret"] = dict.fromkeys(range(players), -1)
    fields["stories"] = {p: {} for p in range(players)}
    fields["hand"] = {p: {} for p in range(players)} | fields.get("hand", {})
    fields["ending"] = 0
    fields.setdefault("cycle", 1)
    fields.setdefault("order", dict.fromkeys(range(players), 1))
    return g.new(1).edit(decide=(acts, "battle"), **fields)


def tokens_drawn(state: State, *kinds: str) -> State:
    """Script the next tokens drawn from the Mystery pool, which must hold them."""
    return _scripted(state, "events", state.record["mystery"], "token", kinds)


def picked(state: State, owner: int, *kinds: str) -> State:
    """Script which face-down tokens of ``owner`` are picked by chance one after the other."""
    return _scripted(state, "events", state.record["tokens"][owner], "token", kinds)


def cards_drawn(state: State, deck: int, *names: str) -> State:
    """Script the next cards drawn from battle deck 0 (the Ancient One's) or 1."""
    return _scripted(state, "deck", state.record["deck"][deck], "battle", names)


def next_to_act(state: State, *seats: int) -> State:
    """Script whose order cards come next."""
    counts = np.array(state.record["order"], np.int64)
    for p in seats:
        assert counts[p] > 0, f"no order card of seat {p} is left"
        state.force(("deck", int(counts[:p].sum())))
        counts[p] -= 1
    return state


def chance(state: State, *values: int) -> State:
    """Script the next choices of the stream ``events``, counted from 0."""
    state.force(*[("events", v) for v in values])
    return state


def dice(state: State, *throws: int) -> State:
    """Script the next throws of the die."""
    state.force(*[("dice", n - 1) for n in throws])
    return state


def _scripted(state: State, stream: str, cells, vocab: str, names) -> State:
    counts = np.array(cells, np.int64)
    draws = []
    for name in names:
        k = state.game.labels[vocab].index(name)
        assert counts[k] > 0, f"there is no {name}"
        draws.append((stream, int(counts[:k].sum())))
        counts[k] -= 1
    state.force(*draws)
    return state


def play(state: State, *names: str) -> State:
    """Take the named actions one after the other."""
    for name in names:
        state.step(name)
        state.check()
    return state


def _named(state: State, values, vocab: str) -> dict[str, int]:
    return {state.game.labels[vocab][k]: int(n) for k, n in enumerate(values) if n}


def tokens(state: State, p: int) -> dict[str, int]:
    """Face-down tokens of a seat."""
    return _named(state, state.record["tokens"][p], "token")


def revealed(state: State, p: int) -> dict[str, int]:
    return _named(state, state.record["revealed"][p], "token")


def lost(state: State) -> dict[str, int]:
    return _named(state, state.record["lost"], "token")


def sure(state: State, q: int, p: int) -> dict[str, int]:
    """What seat ``q`` knows of the tokens of ``p``."""
    return _named(state, state.record["sure"][q, p], "token")


def open_(state: State, p: int) -> dict[str, int]:
    """What everybody knows of the tokens of ``p``."""
    return _named(state, state.record["open"][p], "token")


def hand(state: State, p: int) -> dict[str, int]:
    """Battle cards of a seat."""
    return _named(state, state.record["hand"][p], "battle")


def stories(state: State, p: int) -> dict[str, int]:
    return _named(state, state.record["stories"][p], "story")


def health(state: State, p: int) -> int:
    return int(state.record["token_count"][p] + state.record["revealed"][p].sum())


def decision(state: State) -> tuple[int, str]:
    """Who decides what."""
    return int(state.seat), state.game.labels["decision"][state.record["stack"][0, 0]]


def told(state: State) -> list[str]:
    """Names of the events, newest first."""
    return [state.game.labels["event"][e[0]] for e in state.record["events"] if e[0] >= 0]


def line(state: State) -> list[tuple[str, int]]:
    """The story line with who told each card."""
    r, titles = state.record, state.game.labels["story"]
    return [(titles[k], int(p)) for k, p in zip(r["line"], r["tellers"], strict=True) if k >= 0]
