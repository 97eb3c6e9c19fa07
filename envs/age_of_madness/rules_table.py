"""What lies on the table and how it moves: deck and hands, Pools, Seals. Nobody decides anything here."""

from ..core import jit
from ..core.header import DECK
from ..core.kernels import draw, emit, end_competitive, note
from .state import (
    CALLED_OFF,
    CIRCLE,
    DISCARDED,
    DREW,
    FACTIONS,
    HAND,
    READERS,
    RECEIVED,
    RESHUFFLED,
    ROUNDS,
    SCHEMA,
    SEAL_LOST,
    SEALS,
)
from .tables import END, HAND_SIZE, RESHUFFLE, TABLES

rule = jit.rules(TABLES, SCHEMA.dtype)

# ------------------------------------------------------------------------------------------------ Seals


@rule
def is_open(s, p, corner):
    return s.sign[p, corner] + s.complete[p, corner]


@rule
def open_seals(s, p):
    n = 0
    for corner in range(SEALS):
        n += is_open(s, p, corner)
    return n


@rule
def free_corner(s, p):
    """The first locked Seal of ``p``; while a game runs there is one."""
    corner = 0
    while corner < SEALS - 1 and is_open(s, p, corner) == 1:
        corner += 1
    return corner


@rule
def first_sign(s, p):
    """A corner of ``p`` that holds an Elder Sign, or -1."""
    for corner in range(SEALS):
        if s.sign[p, corner] == 1:
            return corner
    return -1


@rule
def lose_sign(s, p):
    """Take an Elder Sign, which are all alike, off the god of ``p``: that Seal is locked again."""
    s.sign[p, first_sign(s, p)] = 0
    emit(s, SEAL_LOST, p, -1, open_seals(s, p), -1, -1, -1, -1)


@rule
def same_circle(s, p, corner, other):
    for f in range(FACTIONS):
        for load in range(READERS):
            if s.circle[p, corner, f, load] != s.circle[p, other, f, load]:
                return 0
    return 1


@rule
def is_first_alike(s, p, corner):
    """1 where a completed circle lies on ``corner`` and no earlier corner holds the same cards."""
    if s.complete[p, corner] == 0:
        return 0
    for other in range(corner):
        if s.complete[p, other] == 1 and same_circle(s, p, corner, other) == 1:
            return 0
    return 1


@rule
def end_by_seals(s):
    """The game is called off: whoever has the most open Seals wins."""
    most = 0
    for p in range(s.players):
        most = max(most, open_seals(s, p))
    for p in range(s.players):
        if open_seals(s, p) == most:
            s.winners[p] = 1
    emit(s, CALLED_OFF, -1, -1, most, -1, -1, -1, -1)
    end_competitive(s)


# -------------------------------------------------------------------------------------- deck and hands


@rule
def hand_size(t, s, p):
    """Azathoth's servants hold more the more Seals are open."""
    size = HAND + 0
    if t.power[s.god[p]] == HAND_SIZE:
        size += t.power_amount[s.god[p]] * open_seals(s, p)
    return size


@rule
def reshuffle(t, s):
    """The Graveyard, which everybody has seen, becomes the deck; a card that is just being played is in it."""
    for k in range(t.kinds):
        s.deck[k] = s.graveyard[k]
        s.deck_count += s.graveyard[k]
        for p in range(s.players):
            s.outside[p, k] = t.copies[k] - s.graveyard[k]
        s.graveyard[k] = 0
    if s.deck_count > 0:
        s.shuffles = min(s.shuffles + 1, ROUNDS)
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
        if t.opt_deck_empty == RESHUFFLE:
            reshuffle(t, s)
        elif t.opt_deck_empty == END:
            end_by_seals(s)
    if s.deck_count == 0:
        return 0
    k = top_card(s)
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    if s.shuffles > 0:
        s.outside[p, k] += 1
    note(s, p, RECEIVED, p, -1, k, -1, -1, -1, -1)
    return 1


@rule
def draw_cards(t, s, p, n):
    """``p`` draws up to ``n`` cards: how many it got."""
    got = 0
    while got < n and s.over == 0 and draw_card(t, s, p) == 1:
        got += 1
    if got > 0:
        emit(s, DREW, p, -1, got, -1, -1, -1, -1)
    return got


@rule
def leave_hand(s, p, k):
    """A card of kind ``k`` leaves the hand of ``p`` in sight of all: one known card fewer, if any was known."""
    s.hand[p, k] -= 1
    s.hand_count[p] -= 1
    if s.known[p, k] > 0:
        s.known[p, k] -= 1


@rule
def discard(s, p, k):
    leave_hand(s, p, k)
    s.graveyard[k] += 1
    emit(s, DISCARDED, p, -1, k, -1, -1, -1, -1)


# ------------------------------------------------------------------------------------------------ Pools


@rule
def cultists(s, p, f, load):
    """How many cultists in the Pool of ``p`` serve ``f`` and carry ``load`` Grimoires."""
    n = 0
    for native in range(FACTIONS):
        n += s.pool[p, f, native, load]
    return n


@rule
def has_group(s, p, f):
    for load in range(READERS):
        if cultists(s, p, f, load) > 0:
            return 1
    return 0


@rule
def points(s, p, f):
    """What a group counts towards a circle: each cultist one, each Grimoire one."""
    n = 0
    for load in range(READERS):
        n += (1 + load) * cultists(s, p, f, load)
    return n


@rule
def bury(t, s, native, load):
    """A cultist that left the table goes to the Graveyard as what it is printed as, Grimoires too."""
    s.graveyard[t.k_cultist[native]] += 1
    if load > 0:
        s.graveyard[t.k_attach] += load


@rule
def bury_circle(t, s, p, corner):
    """The circle on a corner goes to the Graveyard: that Seal is locked again."""
    s.complete[p, corner] = 0
    for native in range(FACTIONS):
        for load in range(READERS):
            for _ in range(s.circle[p, corner, native, load]):
                bury(t, s, native, load)
            s.circle[p, corner, native, load] = 0
    emit(s, SEAL_LOST, p, -1, open_seals(s, p), -1, -1, -1, -1)


@rule
def move_circle(s, p, corner, q, place):
    """The circle on a corner of ``p`` moves to a locked one of ``q``."""
    s.complete[p, corner] = 0
    s.complete[q, place] = 1
    for native in range(FACTIONS):
        for load in range(READERS):
            s.circle[q, place, native, load] = s.circle[p, corner, native, load]
            s.circle[p, corner, native, load] = 0
    emit(s, SEAL_LOST, p, q, open_seals(s, p), -1, -1, -1, -1)


@rule
def convert_group(s, p, f, to):
    """Everybody in the Pool of ``p`` who serves ``f`` serves ``to`` from now on."""
    for native in range(FACTIONS):
        for load in range(READERS):
            s.pool[p, to, native, load] += s.pool[p, f, native, load]
            s.pool[p, f, native, load] = 0


@rule
def call_group(s, p, f, q, keep):
    """The group serving ``f`` walks from ``p`` to ``q``; unless they ``keep`` markers they turn native."""
    for native in range(FACTIONS):
        serves = f if keep == 1 else native
        for load in range(READERS):
            n = s.pool[p, f, native, load] + 0
            s.pool[p, f, native, load] = 0
            s.pool[q, serves, native, load] += n


# -------------------------------------------------------------------------------- what forms a circle


@rule
def can_make(ones, twos, threes, x):
    """1 where some of that many cultists worth one, two and three make exactly ``x`` points."""
    for c in range(min(threes, x // 3) + 1):
        for b in range(min(twos, (x - 3 * c) // 2) + 1):
            if x - 3 * c - 2 * b <= ones:
                return 1
    return 0


@rule
def can_make_without(s, p, f, load, n, x):
    """1 where the group serving ``f``, less ``n`` that carry ``load``, can make exactly ``x`` points."""
    ones, twos, threes = cultists(s, p, f, 0), cultists(s, p, f, 1), cultists(s, p, f, 2)
    if load == 0:
        ones -= n
    elif load == 1:
        twos -= n
    else:
        threes -= n
    return can_make(ones, twos, threes, x)


@rule
def circle_size(s, p, f):
    """Points the next circle of the group takes: four, or the least above that it can make."""
    x = CIRCLE + 0
    while can_make_without(s, p, f, 0, 0, x) == 0:
        x += 1
    return x


@rule
def fits(s, p, f, load, wanted):
    """1 where one of the group carrying ``load`` can be among those that make ``wanted`` points."""
    if cultists(s, p, f, load) == 0:
        return 0
    return can_make_without(s, p, f, load, 1, wanted - 1 - load)
