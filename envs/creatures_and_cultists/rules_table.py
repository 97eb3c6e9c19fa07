"""What lies on the table and how it moves: deck and hands, cards in effect, cultists, points. Nobody decides here."""

from ..core import jit
from ..core.header import CHANCE, DECK
from ..core.kernels import draw, emit, note
from .state import (
    DISCARDED,
    DREW,
    ELIMINATED,
    EXPIRED,
    GAINED,
    HAND,
    LASTING,
    LASTS,
    LOST,
    PLACES,
    POINTS,
    RECEIVED,
    RESHUFFLED,
    ROWS,
    SCHEMA,
)
from .tables import GIVES_HAND_LIMIT, MONDO_CARD, TABLES

rule = jit.rules(TABLES, SCHEMA.dtype)

# ------------------------------------------------------------------------------------------ cards in effect


@rule
def given(t, s, p, what):
    """What the cards that lie on cult ``p`` add up to, in one line of ``gives``; cards of a kind add up."""
    n = 0
    for x in range(LASTING):
        n += s.lasting[p, x] * t.gives[what, x]
    return n


@rule
def lay(t, s, p, k):
    """A card that was just played stays on the table, where it affects cult ``p``."""
    s.discards[k] -= 1
    s.lasting[p, t.lasting_place[k]] += 1
    emit(s, LASTS, p, -1, k, -1, -1, -1, -1)


@rule
def lift(t, s, p, x):
    """A card in effect goes to the discard pile."""
    s.lasting[p, x] -= 1
    s.discards[t.lasting_kind[x]] += 1
    emit(s, EXPIRED, p, -1, t.lasting_kind[x], -1, -1, -1, -1)


@rule
def expire(t, s, p, duration):
    """Cards that lie on cult ``p`` for that long are over."""
    for x in range(t.lasting_kinds):
        while s.lasting[p, x] > 0 and t.duration[t.lasting_kind[x]] == duration:
            lift(t, s, p, x)


# -------------------------------------------------------------------------------------------- deck and hands


@rule
def hand_limit(t, s, p):
    return max(HAND + given(t, s, p, GIVES_HAND_LIMIT), 0)


@rule
def reshuffle(t, s):
    """The discards, which everybody has seen, become the deck; cards in effect stay out."""
    for k in range(t.kinds):
        s.deck[k] = s.discards[k]
        s.deck_count += s.discards[k]
        for p in range(s.players):
            s.outside[p, k] = t.copies[k] - s.discards[k]
        s.discards[k] = 0
    if s.deck_count > 0:
        s.shuffles = 1
        emit(s, RESHUFFLED, -1, -1, s.deck_count, -1, -1, -1, -1)


@rule
def top_card(s):
    """Take the top card off the deck: its kind, the same for equal seeds whoever draws it."""
    x = draw(s, DECK, s.deck_count)
    k = 0
    while x >= s.deck[k]:
        x -= s.deck[k]
        k += 1
    s.deck[k] -= 1
    s.deck_count -= 1
    return k


@rule
def draw_card(t, s, p):
    """``p`` draws a card: 1, or 0 where there is none."""
    if s.deck_count == 0:
        reshuffle(t, s)
    if s.deck_count == 0:
        return 0
    k = top_card(s)
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    if s.shuffles == 1:
        s.outside[p, k] += 1
    note(s, p, RECEIVED, p, -1, k, -1, -1, -1, -1)
    return 1


@rule
def draw_cards(t, s, p, n):
    """``p`` draws up to ``n`` cards."""
    got = 0
    while got < n and draw_card(t, s, p) == 1:
        got += 1
    if got > 0:
        emit(s, DREW, p, -1, got, -1, -1, -1, -1)


@rule
def refill(t, s, p):
    """``p`` draws up to the hand limit; more cards than that are kept."""
    draw_cards(t, s, p, hand_limit(t, s, p) - s.hand_count[p])


@rule
def leave_hand(s, p, k):
    """A card of kind ``k`` goes from the hand of ``p`` to the discards, in sight of all: one known card fewer."""
    s.hand[p, k] -= 1
    s.hand_count[p] -= 1
    if s.known[p, k] > 0:
        s.known[p, k] -= 1
    s.discards[k] += 1


@rule
def take_back(s, p, k):
    """The card just played returns to the hand of ``p``, and everybody knows it."""
    s.discards[k] -= 1
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    s.known[p, k] += 1


@rule
def discard(s, p, k):
    leave_hand(s, p, k)
    emit(s, DISCARDED, p, -1, k, -1, -1, -1, -1)


@rule
def discard_random(s, p):
    """``p`` loses a card, each of its hand as likely as any other."""
    if s.hand_count[p] > 0:
        x = draw(s, CHANCE, s.hand_count[p])
        k = 0
        while x >= s.hand[p, k]:
            x -= s.hand[p, k]
            k += 1
        discard(s, p, k)


@rule
def show(s, p, k):
    """A window opened for ``p`` because it holds a card of kind ``k``: everybody knows that now."""
    s.known[p, k] = max(s.known[p, k], 1)


@rule
def has_mondo(t, s, p):
    for k in range(t.kinds):
        if t.type[k] == MONDO_CARD and s.hand[p, k] > 0:
            return 1
    return 0


# --------------------------------------------------------------------------------------------------- points


@rule
def gain(s, p, n):
    got = min(n, POINTS - s.points[p])
    if got > 0:
        s.points[p] += got
        emit(s, GAINED, p, -1, got, s.points[p], -1, -1, -1)


@rule
def lose(s, p, n):
    """``p`` loses up to ``n`` points, never more than it has: how many they were."""
    lost = min(n, s.points[p])
    if lost > 0:
        s.points[p] -= lost
        emit(s, LOST, p, -1, lost, s.points[p], -1, -1, -1)
    return lost


# -------------------------------------------------------------------------------------------------- cultists


@rule
def current_row(s, p):
    """The first row of ``p`` in which anybody lives; ROWS where nobody does."""
    for r in range(ROWS):
        for c in range(PLACES):
            if s.alive[p, r, c] == 1:
                return r
    return ROWS


@rule
def living(s, p, r):
    """Living cultists in a row of ``p``."""
    n = 0
    for c in range(PLACES):
        n += s.alive[p, r, c]
    return n


@rule
def dead_in_row(s, p, r):
    """Dead cultists in a row of ``p``; there is none beyond the last row."""
    return PLACES - living(s, p, r) if r < ROWS else 0


@rule
def cults_left(s):
    n = 0
    for p in range(s.players):
        if s.out[p] == 0:
            n += 1
    return n


@rule
def next_seat(s, p):
    """The next cult still in the game at the right of ``p``; one is."""
    q = (p + 1) % s.players
    while s.out[q] == 1 and q != p:
        q = (q + 1) % s.players
    return q


@rule
def clear_attacks(s, p):
    for c in range(PLACES):
        s.used[p, c, 0] = 0
        s.used[p, c, 1] = 0


@rule
def eliminate(t, s, p):
    """Cult ``p`` is out: its hand and the cards that lie on it are discarded, what it laid on others stays."""
    s.out[p] = 1
    s.last_out = p
    for k in range(t.kinds):
        while s.hand[p, k] > 0:
            leave_hand(s, p, k)
        s.known[p, k] = 0
    for x in range(t.lasting_kinds):
        while s.lasting[p, x] > 0:
            lift(t, s, p, x)
    s.points[p] = 0
    s.ready[p] = 0
    s.stars[p] = 0
    clear_attacks(s, p)
    emit(s, ELIMINATED, p, -1, -1, -1, -1, -1, -1)
