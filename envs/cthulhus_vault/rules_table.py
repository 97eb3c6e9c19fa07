"""What lies on the table and how it moves: tokens and who knows them, story cards, battle cards. Nobody decides here.

What a seat knows of a face-down pile is a number of each kind that lies there at least (``sure``), and what
everybody knows of it likewise (``open``). Both are bounds that hold: a token whose kind was not seen leaves the pile
with every kind that might have been it.
"""

from ..core import jit
from ..core.header import CHANCE, DECK
from ..core.kernels import draw, emit, note
from .state import (
    CULTIST,
    DRAWN,
    DREW,
    INVESTIGATOR,
    KINDS,
    LOST,
    MANY,
    ONE,
    ONES,
    RECEIVED,
    RESHUFFLED,
    SCHEMA,
    SIDES,
    TEAMS,
    TOOK,
    VALUES,
)
from .tables import FIXED_HAND, ONES_HAND, TABLES

rule = jit.rules(TABLES, SCHEMA.dtype)

# -------------------------------------------------------------------------------------------------- sides


@rule
def the_one(s):
    """The seat whose Ancient One awoke, or -1."""
    for p in range(s.players):
        if s.role[p] == ONE:
            return p
    return -1


@rule
def lives(s, p):
    """1 for an investigator in the battle who is not slain."""
    return 1 if s.role[p] == MANY and s.slain[p] == 0 else 0


@rule
def living(s):
    """How many investigators are not slain."""
    n = 0
    for p in range(s.players):
        n += lives(s, p)
    return n


# ------------------------------------------------------------------------------------------ tokens counted


@rule
def kind_value(k):
    return 1 + k % VALUES


@rule
def power(s, p, side):
    """Power of one side in the face-down tokens of ``p``: the sum of their values."""
    n = 0
    for k in range(side * VALUES, (side + 1) * VALUES):
        n += s.tokens[p, k] * kind_value(k)
    return n


@rule
def side_down(s, p, side):
    """How many face-down tokens of one side ``p`` has."""
    n = 0
    for k in range(side * VALUES, (side + 1) * VALUES):
        n += s.tokens[p, k]
    return n


@rule
def side_up(s, p, side):
    """How many revealed tokens of one side ``p`` has."""
    n = 0
    for k in range(side * VALUES, (side + 1) * VALUES):
        n += s.revealed[p, k]
    return n


@rule
def revealed(s, p):
    return side_up(s, p, INVESTIGATOR) + side_up(s, p, CULTIST)


@rule
def health(s, p):
    """Tokens of ``p`` in the battle, revealed or not."""
    return s.token_count[p] + revealed(s, p)


@rule
def full_health(t, s, p):
    """How many tokens ``p`` may hold in the battle."""
    return t.ones_health + 0 if s.role[p] == ONE else t.health[s.character[p]] + 0


@rule
def first_of(s, p, side):
    """The lowest kind of a side that ``p`` has face down: in the battle all of a side are alike. -1: none."""
    for k in range(side * VALUES, (side + 1) * VALUES):
        if s.tokens[p, k] > 0:
            return k
    return -1


@rule
def first_up(s, p, side):
    """The lowest kind of a side that ``p`` has revealed, or -1."""
    for k in range(side * VALUES, (side + 1) * VALUES):
        if s.revealed[p, k] > 0:
            return k
    return -1


@rule
def picked(s, p, x):
    """The kind of the face-down token of ``p`` at place ``x``."""
    for k in range(KINDS):
        if x < s.tokens[p, k]:
            return k
        x -= s.tokens[p, k]
    return KINDS - 1


# --------------------------------------------------------------------------- face-down piles and who knows them

NOBODY, EVERYBODY = -1, -2  # who sees a token move, beside whose it is


@rule
def put(s, p, k, seer):
    """A token of kind ``k`` is laid face down before ``p``, who sees it; so does ``seer`` (a seat)."""
    s.tokens[p, k] += 1
    s.token_count[p] += 1
    if seer == EVERYBODY:
        s.open[p, k] += 1
    for q in range(s.players):
        if q in (p, seer) or seer == EVERYBODY:
            s.sure[q, p, k] += 1


@rule
def forget(s, q, p):
    """A token of ``p`` left that ``q`` did not see: it may have been any."""
    for k in range(KINDS):
        if s.sure[q, p, k] > 0:
            s.sure[q, p, k] -= 1


@rule
def take(s, p, k, seer):
    """A face-down token of kind ``k`` leaves ``p``, who sees which; so does ``seer`` (a seat)."""
    s.tokens[p, k] -= 1
    s.token_count[p] -= 1
    for kind in range(KINDS):
        if s.open[p, kind] > 0 and (kind == k or seer != EVERYBODY):
            s.open[p, kind] -= 1
    for q in range(s.players):
        if q in (p, seer) or seer == EVERYBODY:
            if s.sure[q, p, k] > 0:
                s.sure[q, p, k] -= 1
        else:
            forget(s, q, p)


@rule
def show(s, p):
    """Everybody sees the face-down tokens of ``p``."""
    for k in range(KINDS):
        s.open[p, k] = s.tokens[p, k]
        for q in range(s.players):
            s.sure[q, p, k] = s.tokens[p, k]


@rule
def random_down(s, p):
    """The kind of a face-down token of ``p`` chosen by chance; there is one."""
    return picked(s, p, draw(s, CHANCE, s.token_count[p]))


# -------------------------------------------------------------------------------------------------- pools


@rule
def pools_left(s):
    """0 once any of the three pools is empty."""
    if s.mystery_count == 0:
        return 0
    for side in range(SIDES):
        if s.pool[side] == 0:
            return 0
    return 1


@rule
def take_known(s, p, side):
    """``p`` takes a token of a known pool, for all to see: 1, or 0 where there is none."""
    if s.pool[side] == 0:
        return 0
    s.pool[side] -= 1
    put(s, p, side * VALUES, EVERYBODY)
    emit(s, TOOK, p, -1, side * VALUES, -1, -1, -1, -1)
    return 1


@rule
def from_mystery(s):
    """Take a token out of the Mystery pool: its kind; there is one."""
    x = draw(s, CHANCE, s.mystery_count)
    k = 0
    while x >= s.mystery[k]:
        x -= s.mystery[k]
        k += 1
    s.mystery[k] -= 1
    s.mystery_count -= 1
    return k


@rule
def draw_token(s, p, seer):
    """``p`` draws a token of the Mystery pool, seen by ``seer`` as well: 1, or 0 where there is none."""
    if s.mystery_count == 0:
        return 0
    k = from_mystery(s)
    put(s, p, k, seer)
    if seer != EVERYBODY:
        note(s, p, RECEIVED, p, -1, k, -1, -1, -1, -1)
    return 1


@rule
def draw_tokens(s, p, n, seer):
    """``p`` draws up to ``n`` tokens of the Mystery pool: how many there were."""
    got = 0
    while got < n and draw_token(s, p, seer) == 1:
        got += 1
    if got > 0:
        emit(s, DREW, p, -1, got, -1, -1, -1, -1)
    return got


@rule
def give_back(s, p, k):
    """A face-down token of ``p`` goes to the Mystery pool, for all to see."""
    take(s, p, k, EVERYBODY)
    s.mystery[k] += 1
    s.mystery_count += 1


# ------------------------------------------------------------------------------------- tokens in the battle


@rule
def reveal(s, p, k):
    """``p`` turns a face-down token up."""
    take(s, p, k, EVERYBODY)
    s.revealed[p, k] += 1


@rule
def hide(s, p, k):
    """``p`` turns a revealed token down; everybody has seen it."""
    s.revealed[p, k] -= 1
    put(s, p, k, EVERYBODY)


@rule
def lose_down(s, p, k):
    """``p`` loses a face-down token."""
    take(s, p, k, EVERYBODY)
    s.lost[k] += 1
    emit(s, LOST, p, -1, k, 0, -1, -1, -1)


@rule
def lose_up(s, p, k):
    """``p`` loses a revealed token."""
    s.revealed[p, k] -= 1
    s.lost[k] += 1
    emit(s, LOST, p, -1, k, 1, -1, -1, -1)


@rule
def lose_all(s, p):
    """``p`` loses all its tokens."""
    for k in range(KINDS):
        while s.revealed[p, k] > 0:
            lose_up(s, p, k)
        while s.tokens[p, k] > 0:
            lose_down(s, p, k)


# ------------------------------------------------------------------------------------------- battle cards


@rule
def deck_for(s, p):
    return ONES + 0 if s.role[p] == ONE else TEAMS + 0


@rule
def reshuffle(t, s, d):
    """The discards of a deck, which everybody has seen, become that deck."""
    for k in range(t.battles):
        if t.deck_of[k] == d:
            s.deck[d, k] = s.discards[k]
            s.deck_count[d] += s.discards[k]
            for p in range(s.players):
                s.outside[p, k] = t.battle_copies[k] - s.discards[k]
            s.discards[k] = 0
    if s.deck_count[d] > 0:
        s.shuffled[d] = 1
        emit(s, RESHUFFLED, -1, -1, d, s.deck_count[d], -1, -1, -1)


@rule
def draw_battle(t, s, p):
    """``p`` draws a card of its battle deck: 1, or 0 where there is none."""
    d = deck_for(s, p)
    if s.deck_count[d] == 0:
        reshuffle(t, s, d)
    if s.deck_count[d] == 0:
        return 0
    x = draw(s, DECK, s.deck_count[d])
    k = 0
    while x >= s.deck[d, k]:
        x -= s.deck[d, k]
        k += 1
    s.deck[d, k] -= 1
    s.deck_count[d] -= 1
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    if s.shuffled[d] == 1:
        s.outside[p, k] += 1
    note(s, p, DRAWN, p, -1, k, -1, -1, -1, -1)
    return 1


@rule
def hand_size(t, s, p):
    """Battle cards that ``p`` holds."""
    if s.role[p] == MANY:
        return t.hand[s.character[p]] + 0
    if t.opt_ones_hand == FIXED_HAND:
        return ONES_HAND + 0
    most = 0
    for q in range(s.players):
        if s.role[q] == MANY:
            most = max(most, t.hand[s.character[q]])
    return most


@rule
def fill_hand(t, s, p):
    """``p`` draws battle cards up to its hand size."""
    n = hand_size(t, s, p)
    more = 1
    while more == 1 and s.hand_count[p] < n:
        more = draw_battle(t, s, p)


@rule
def discard(s, p, k):
    """A battle card of ``p`` goes to the discard pile."""
    s.hand[p, k] -= 1
    s.hand_count[p] -= 1
    s.discards[k] += 1


@rule
def discard_hand(t, s, p):
    for k in range(t.battles):
        while s.hand[p, k] > 0:
            discard(s, p, k)
