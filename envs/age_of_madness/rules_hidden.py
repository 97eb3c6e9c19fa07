"""What a seat cannot see: dealing it anew, and how many deals there are."""

import numpy as np

from ..core.deals import count_hands
from ..core.header import DECK
from ..core.kernels import draw
from .rules_table import rule
from .state import FACTIONS, READERS, SEALS
from .tables import CULTIST, on_table


@rule
def in_play(s, native, load):
    """Cultists printed with ``native`` that carry ``load`` Grimoires, in all Pools and on all Seals."""
    n = 0
    for p in range(s.players):
        for f in range(FACTIONS):
            n += s.pool[p, f, native, load]
        for corner in range(SEALS):
            n += s.circle[p, corner, native, load]
    return n


@rule
def in_sight(t, s, k):
    """Cards of kind ``k`` on the table, in the Graveyard and out of the game."""
    n = s.graveyard[k] + s.box[k]
    if t.op[k] == CULTIST:
        for load in range(READERS):
            n += in_play(s, t.faction[k], load)
    elif k == t.k_attach:
        for f in range(FACTIONS):
            for load in range(1, READERS):
                n += load * in_play(s, f, load)
    for p in range(s.players):
        if k == t.k_barrier:
            n += s.shield[p]
        elif k == t.k_sign:
            for corner in range(SEALS):
                n += s.sign[p, corner]
    return n


@rule
def room(t, s, p):
    """Cards the hand of ``p`` still lacks."""
    n = s.hand_count[p] + 0
    for k in range(t.kinds):
        n -= s.hand[p, k]
    return n


@rule
def give(t, s, seat, k):
    """A card of kind ``k`` goes to a hand, each free place alike; in a position that has none, to the deck."""
    places = 0
    for p in range(s.players):
        if p != seat:
            places += room(t, s, p)
    if places <= 0:
        s.deck[k] += 1
        return
    x = draw(s, DECK, places)
    for p in range(s.players):
        if p != seat and x >= 0:
            x -= room(t, s, p)
            if x < 0:
                s.hand[p, k] += 1


@rule
def resample(T, S, i, seat):
    """Deal anew what ``seat`` cannot see.

    What is known of a hand stays there. Of the other hidden cards, those that may be in the deck fill it,
    each as likely as any other, and the rest go to the hands.
    """
    t = T[0]
    s = S[i]
    for p in range(s.players):
        if p != seat:
            for k in range(t.kinds):
                s.hand[p, k] = s.known[p, k]
    candidates = 0
    for k in range(t.kinds):
        s.deck[k] = t.copies[k] - in_sight(t, s, k)
        for p in range(s.players):
            s.deck[k] -= s.hand[p, k]
        candidates += min(s.deck[k], t.copies[k] - s.outside[seat, k])
    wanted = s.deck_count + 0
    for k in range(t.kinds):
        hidden = s.deck[k] + 0
        s.deck[k] = 0
        for _ in range(min(hidden, t.copies[k] - s.outside[seat, k])):
            if draw(s, DECK, candidates) < wanted:
                s.deck[k] += 1
                wanted -= 1
            candidates -= 1
        for _ in range(hidden - s.deck[k]):
            give(t, s, seat, k)


def deals(t, s, seat: int) -> int:
    """How many different hands (counts by kind) the others can hold, for all that ``seat`` can see.

    That whoever decides has a choice, which the engine sees to, is left out of the count.
    """
    others = [p for p in range(int(s["players"])) if p != seat]
    hidden = np.asarray(t["copies"], np.int64) - s["graveyard"] - s["box"] - s["hand"][seat]
    for field, weights in on_table(t).items():
        hidden -= np.asarray(s[field], np.int64).reshape(-1, len(weights)).sum(axis=0) @ weights
    known = np.asarray(s["known"], np.int64)[others]
    hidden -= known.sum(axis=0)
    room = np.asarray(s["hand_count"], np.int64)[others] - known.sum(axis=1)
    in_hands = hidden - (np.asarray(t["copies"], np.int64) - s["outside"][seat])
    return count_hands(room.tolist(), in_hands.tolist(), hidden.tolist())
