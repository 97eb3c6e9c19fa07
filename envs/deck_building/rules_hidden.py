"""What a seat cannot see: dealing it anew, and how many deals there are."""

import numpy as np

from ..core.deals import count_hands
from ..core.header import DECK
from ..core.kernels import draw
from .rules_table import is_starter, rule
from .state import CARDS, MARKET
from .tables import HIDDEN_HANDS


@rule
def on_the_table(s, k):
    """Cards of kind ``k`` that everybody sees, or knows to be with one investigator."""
    n = s.box[k] + s.unwanted[k] + s.locations[k]
    for x in range(MARKET):
        if s.market[x] == k:
            n += 1
    for p in range(s.players):
        n += s.active[p, k] + s.discards[p, k] + s.held[p, k]
    return n


@rule
def deal_hand(t, s, p):
    """A hand is what is known of it and any other cards of those held, as many as it has; the deck is the rest."""
    left = s.hand_count[p] + s.deck_count[p]
    wanted = s.hand_count[p] + 0
    for k in range(t.cards):
        s.hand[p, k] = s.known[p, k]
        left -= s.known[p, k]
        wanted -= s.known[p, k]
    for k in range(t.cards):
        for _ in range(s.held[p, k] - s.known[p, k]):
            if draw(s, DECK, left) < wanted:
                s.hand[p, k] += 1
                wanted -= 1
            else:
                s.deck[p, k] += 1
            left -= 1


@rule
def resample(T, S, i, seat):
    """Deal anew what ``seat`` cannot see: hands of others where they are hidden. The Library and the Mythos deck hold
    what is nowhere else; only their order is unknown, and that is decided card by card."""
    t = T[0]
    s = S[i]
    for k in range(t.cards):
        if is_starter(t, k) == 0:
            s.library[k] = t.copies[k] - on_the_table(s, k)
    for k in range(t.mythos_kinds):
        s.mythos[k] = t.mythos_copies[k] - s.mythos_discards[k] - s.permanent[k] - s.next_mythos[k]
    if t.opt_hands == HIDDEN_HANDS:
        for p in range(s.players):
            if p != seat:
                deal_hand(t, s, p)


def deals(t, s, seat: int) -> int:
    """How many different hands (counts by kind) the others can hold, for all that ``seat`` can see.

    That whoever decides has a choice, which the engine sees to, is left out of the count.
    """
    if t["opt_hands"] != HIDDEN_HANDS:
        return 1
    total = 1
    for p in range(int(s["players"])):
        if p != seat and s["hand_count"][p]:
            known = np.asarray(s["known"][p], np.int64)
            unknown = np.asarray(s["held"][p], np.int64) - known
            total *= count_hands([int(s["hand_count"][p] - known.sum())], [0] * CARDS, unknown.tolist())
    return total
