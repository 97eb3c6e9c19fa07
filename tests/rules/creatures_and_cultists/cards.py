"""Playing one card and reading what it changed, for the stories about Mondo, Event and Sorcery cards."""

from __future__ import annotations

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.creatures_and_cultists.state import FOR_CONTROL, FOR_SORCERY, FOR_THUGGERY, ROLLED

from .story import attack, chance, dead, deck, dice, discards, game, lasting, out, play, points

# Ways to roll for each skill with nothing added: a card of modifier 0, for an attack a cultist with +3.
PROBES = {
    FOR_SORCERY: "skim_the_forbidden_page",
    FOR_CONTROL: "deep_one",
    FOR_THUGGERY: "harsh_language",
}

# What ``numbers`` finds where every skill is 10 and nothing lies on the cult.
NORMAL = {"sorcery": 10, "conjuring": 13, "thuggery": 13}
# Full hands for the others, who then draw nothing when a round begins.
FULL = {1: {"cricket_bat": 6}, 2: {"falling_piano": 5, "shoggoth": 1}}


def changes(before: State, after: State) -> dict:
    """What differs on the table, nothing else: numbers as differences, by seat in lists, by card in dicts."""
    seats = range(before.game.num_players)
    found = {
        "points": [b - a for a, b in zip(points(before), points(after), strict=True)],
        "hand": [int(after.record["hand_count"][p] - before.record["hand_count"][p]) for p in seats],
        "deck": int(after.record["deck_count"] - before.record["deck_count"]),
        "discards": _more(discards(before), discards(after)),
        "lasting": {p: more for p in seats if (more := _more(lasting(before, p), lasting(after, p)))},
        "dead": {p: sorted(gone) for p in seats if (gone := dead(after, p) - dead(before, p))},
        "back": {p: sorted(back) for p in seats if (back := dead(before, p) - dead(after, p))},
        "out": set(out(after)) - set(out(before)),
    }
    return {name: what for name, what in found.items() if what and what != [0] * len(seats)}


def _more(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    difference = {k: after.get(k, 0) - before.get(k, 0) for k in before | after}
    return {k: n for k, n in difference.items() if n}


def begin(own: Game, **fields) -> State:
    """As ``table``, the start of a turn of seat 0, in any game: one of other cards, say."""
    last = own.num_players - 1
    hands = {p: {} for p in range(last + 1)} | fields.pop("hand", {})
    return own.new(1).edit(decide=(0, "turn"), hand=hands, **({"round": 2, "favoured": last} | fields))


def use(card: str, *names: str, throws=(), picks=(), draws=(), own=None, rules=None, **fields) -> tuple[State, dict]:
    """Seat 0 of three plays ``card`` in its turn and the named actions follow, with dice, random choices and
    drawn cards scripted; the stars favour seat 2. Returns the state and what changed."""
    hands = {**fields.pop("hand", {})}
    hands[0] = {card: 1} | hands.get(0, {})
    s = begin(own or game(3, **(rules or {})), hand=hands, **fields)
    before = s.clone()
    dice(s, *throws)
    chance(s, *picks)
    deck(s, *draws)
    play(s, f"play:{card}", *names)
    return s, changes(before, s)


def next_round(state: State) -> State:
    """The turns of seats 0, 1 and 2, which are left of this round, pass; the stars favour seat 2 again."""
    dice(state, "561")
    return play(state, "end_turn", "end_turn", "end_turn")


def numbers(state: State, p: int) -> dict[str, int | None]:
    """What seat ``p`` would roll against, by skill, in a turn of its own: with Sorcery, and with the cultist of
    its first row who is best at Conjuring or Thuggery against the next seat. None where it may not play the card."""
    found = {}
    for reason, card in PROBES.items():
        hands = {q: {} for q in range(state.game.num_players)} | {p: {card: 1}}
        s = state.edit(hand=hands, points={p: 0}, decide=(p, "turn"))
        if f"play:{card}" not in s.legal_names():
            found[card] = None
            continue
        dice(s, "666")
        if reason == FOR_SORCERY:
            play(s, f"play:{card}")
        else:
            attack(s, card, 7 if reason == FOR_CONTROL else 0)
        found[card] = next(int(e[4]) for e in s.record["events"] if e[0] == ROLLED and e[3] == reason)
    return dict(zip(("sorcery", "conjuring", "thuggery"), found.values(), strict=True))
