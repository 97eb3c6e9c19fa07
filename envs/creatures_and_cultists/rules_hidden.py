"""What a seat cannot see: dealing it anew, and how many deals there are."""

import numpy as np

from ..core.deals import count_hands
from ..core.header import DECK
from ..core.kernels import draw
from .rules_table import rule
from .state import KINDS


@rule
def in_sight(t, s, k):
    """Cards of kind ``k`` on the table."""
    n = s.discards[k] + 0
    x = t.lasting_place[k] + 0
    if x >= 0:
        for p in range(s.players):
            n += s.lasting[p, x]
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


def laid(t) -> np.ndarray:
    """The kind of each lasting card, LASTING x KINDS."""
    return (np.asarray(t["lasting_kind"])[:, None] == np.arange(KINDS)).astype(np.int64)


def deals(t, s, seat: int) -> int:
    """How many different hands (counts by kind) the others can hold, for all that ``seat`` can see.

    That whoever decides has a choice, which the engine sees to, is left out of the count.
    """
    others = [p for p in range(int(s["players"])) if p != seat]
    hidden = np.asarray(t["copies"], np.int64) - s["discards"] - s["hand"][seat]
    hidden -= np.asarray(s["lasting"], np.int64).sum(axis=0) @ laid(t)
    known = np.asarray(s["known"], np.int64)[others]
    hidden -= known.sum(axis=0)
    room = np.asarray(s["hand_count"], np.int64)[others] - known.sum(axis=1)
    in_hands = hidden - (np.asarray(t["copies"], np.int64) - s["outside"][seat])
    return count_hands(room.tolist(), in_hands.tolist(), hidden.tolist())
