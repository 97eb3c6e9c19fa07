"""Cthulhu: Age of Madness: setting up, the turn, what is legal, and what an action does."""

from ..core.header import CHANCE
from ..core.kernels import clear, draw, emit, need, pop, push
from .actions import ACTIONS as TABLE
from .rules_cards import (
    begin_circle,
    convert,
    dig,
    name_cultist,
    play_card,
    raise_cultist,
    use_on_circle,
    use_on_cultist,
    use_on_seat,
)
from .rules_table import discard, draw_card, draw_cards, end_by_seals, hand_size, rule
from .rules_targets import (
    any_convert,
    may_convert,
    may_dig,
    may_name_circle,
    may_name_cultist,
    may_name_seat,
    may_play,
    may_raise,
    may_sacrifice,
    must_gather,
)
from .state import (
    ACTIONS,
    BARRIER_GONE,
    BREAK,
    CALL,
    CONVERT,
    DIG,
    EXCHANGE,
    FACTIONS,
    FREE,
    HAND,
    KINDS,
    MAIN,
    NATIVE,
    PASSED,
    POWER_CONVERT,
    RAISE,
    READERS,
    ROB,
    ROUNDS,
    SACRIFICE,
    SEALS,
    SEATS,
    SEIZE,
    STEAL,
)
from .tables import CULTIST

PLAY = TABLE.base["play"]
SACRIFICE_ONE = TABLE.base["sacrifice"]
EXCHANGE_HAND = TABLE.base["exchange"]
DISCARD = TABLE.base["discard"]
DONE = TABLE.base["done"]
TAKE = TABLE.base["take"]
GROUP = TABLE.base["group"]
ONE_CULTIST = TABLE.base["cultist"]
ONE_NATIVE = TABLE.base["native"]
SEAT = TABLE.base["seat"]
CIRCLE_AT = TABLE.base["circle"]
DECLINE = TABLE.base["decline"]
PASS = TABLE.base["pass"]

# --------------------------------------------------------------------------------------------- the turn


@rule
def begin_turn(t, s, p):
    """A Barrier Spell ends before the first Action."""
    s.quiet = 1
    s.acted = 0
    s.freed = 0
    if s.shield[p] > 0:
        s.graveyard[t.k_barrier] += s.shield[p]
        s.shield[p] = 0
        s.quiet = 0
        emit(s, BARRIER_GONE, p, -1, -1, -1, -1, -1, -1)
    push(s, MAIN, p, -1, ACTIONS)


@rule
def is_stalled(t, s, next_seat):
    """1 after a full round of passes that changed nothing, and after the last round there may be."""
    if t.opt_stall != 0:
        return 0
    return 1 if s.idle >= s.players or (next_seat == 0 and s.round >= ROUNDS) else 0


@rule
def end_turn(t, s, p):
    """Draw up to the hand size, then the next player's turn begins."""
    pop(s)
    if draw_cards(t, s, p, hand_size(t, s, p) - s.hand_count[p]) > 0:
        s.quiet = 0
    if s.over != 0:
        return
    s.idle = min(s.idle + 1, SEATS) if s.quiet == 1 else 0
    q = (p + 1) % s.players
    if is_stalled(t, s, q) == 1:
        end_by_seals(s)
        return
    if q == 0 and s.round < ROUNDS:
        s.round += 1
    begin_turn(t, s, q)


@rule
def settle(t, s):
    """After each whole effect: first complete a circle that is ready, then end a turn without Actions left."""
    while s.over == 0 and s.stack[0, 0] == MAIN:
        p = s.stack[0, 1] + 0
        if must_gather(s, p) == 1:
            begin_circle(t, s, p)
        elif s.stack[0, 3] == 0:
            end_turn(t, s, p)
        else:
            return


# -------------------------------------------------------------------------------------------- setting up


@rule
def deal_gods(t, s):
    """Each player has another god: the chosen ones, or one of those left at random."""
    for p in range(s.players):
        god = t.god_of[p] + 0
        if god < 0:
            x = draw(s, CHANCE, FACTIONS - p)
            for f in range(FACTIONS):
                taken = 0
                for q in range(p):
                    if s.god[q] == f:
                        taken = 1
                if taken == 0:
                    if x == 0:
                        god = f
                    x -= 1
        s.god[p] = god


@rule
def is_served(s, f):
    """1 where somebody represents god ``f``."""
    for p in range(s.players):
        if s.god[p] == f:
            return 1
    return 0


@rule
def setup(T, S, i):
    """All cards form the deck; five are dealt to each player, and the one left of the dealer begins."""
    t = T[0]
    s = S[i]
    deal_gods(t, s)
    for k in range(t.kinds):
        if t.opt_strip_unused == 1 and t.op[k] == CULTIST and is_served(s, t.faction[k]) == 0:
            s.box[k] = t.copies[k]
        else:
            s.deck[k] = t.copies[k]
            s.deck_count += t.copies[k]
    for _ in range(HAND):
        for p in range(s.players):
            draw_card(t, s, p)
    s.round = 1
    begin_turn(t, s, 0)


@rule
def enter(T, S, i, seat, phase):
    """Begin the turn of ``seat``."""
    t = T[0]
    s = S[i]
    begin_turn(t, s, seat)
    settle(t, s)


# ------------------------------------------------------------------------------------------ what is legal


@rule
def legal_plays(t, s, p, mask):
    for k in range(t.kinds):
        mask[PLAY + k] = may_play(t, s, p, k)


@rule
def may_exchange(s, p):
    """1 where ``p`` has used no Action yet and holds a card."""
    return 1 if s.acted == 0 and s.hand_count[p] > 0 else 0


@rule
def legal_main(t, s, p, mask):
    legal_plays(t, s, p, mask)
    mask[SACRIFICE_ONE] = may_sacrifice(t, s, p)
    mask[EXCHANGE_HAND] = may_exchange(s, p)
    mask[PASS] = 1


@rule
def legal_exchange(t, s, p, mask):
    for k in range(t.kinds):
        if s.hand[p, k] > 0:
            mask[DISCARD + k] = 1
    if s.stack[0, 3] > 0:
        mask[DONE] = 1


@rule
def legal_groups(t, s, p, by_power, mask):
    for away in range(s.players):
        q = (p + away) % s.players
        for f in range(FACTIONS):
            mask[GROUP + f * SEATS + away] = may_convert(t, s, p, q, f, by_power)


@rule
def legal_cultists(t, s, kind, p, mask):
    for away in range(s.players):
        q = (p + away) % s.players
        for f in range(FACTIONS):
            for load in range(READERS):
                where = ONE_CULTIST + (f * READERS + load) * SEATS + away
                mask[where] = may_name_cultist(t, s, kind, p, q, f, load)


@rule
def legal_seats(s, kind, p, mask):
    for away in range(1, s.players):
        mask[SEAT + away] = may_name_seat(s, kind, p, (p + away) % s.players)


@rule
def legal_circles(s, p, mask):
    for away in range(1, s.players):
        for corner in range(SEALS):
            mask[CIRCLE_AT + corner * SEATS + away] = may_name_circle(s, p, (p + away) % s.players, corner)


@rule
def legal_takes(t, s, kind, mask):
    for k in range(t.kinds):
        mask[TAKE + k] = may_dig(s, s.stack[0, 2], k) if kind == DIG else may_raise(t, s, k)


@rule
def named_load(s):
    return s.stack[0, 3] % READERS


@rule
def named_seat(s, p):
    """Whose cultist a decision between printed factions is about; it holds the distance from ``p``."""
    return (p + s.stack[0, 3] // READERS) % s.players


@rule
def legal_natives(s, p, mask):
    for native in range(FACTIONS):
        if s.pool[named_seat(s, p), s.stack[0, 2], native, named_load(s)] > 0:
            mask[ONE_NATIVE + native] = 1


@rule
def legal(T, S, i, mask):
    """Set the mask to the legal actions of the decision on top of the stack."""
    t = T[0]
    s = S[i]
    clear(mask)
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == MAIN:
        legal_main(t, s, p, mask)
    elif kind == FREE:
        legal_plays(t, s, p, mask)
    elif kind == EXCHANGE:
        legal_exchange(t, s, p, mask)
    elif kind == CONVERT:
        legal_groups(t, s, p, 0, mask)
    elif kind == POWER_CONVERT:
        legal_groups(t, s, p, 1, mask)
    elif kind in (CALL, ROB, STEAL):
        legal_seats(s, kind, p, mask)
    elif kind in (DIG, RAISE):
        legal_takes(t, s, kind, mask)
    elif kind in (BREAK, SEIZE):
        legal_circles(s, p, mask)
    elif kind == NATIVE:
        legal_natives(s, p, mask)
    else:
        legal_cultists(t, s, kind, p, mask)
    if kind in (FREE, POWER_CONVERT, RAISE):
        mask[DECLINE] = 1


# -------------------------------------------------------------------------------- what an action does


@rule
def use_up(s):
    """One fewer of what the decision on top allows; the last takes it off the stack."""
    s.stack[0, 3] -= 1
    if s.stack[0, 3] == 0:
        pop(s)


@rule
def act(t, s, p, action):
    """An Action of the turn; the entry of the turn stays at the bottom of the stack."""
    need(action <= EXCHANGE_HAND or action == PASS)
    s.stack[0, 3] -= 1
    if action == PASS:
        emit(s, PASSED, p, -1, -1, -1, -1, -1, -1)
    else:
        s.quiet = 0
    if action == SACRIFICE_ONE:
        need(may_sacrifice(t, s, p) == 1)
        push(s, SACRIFICE, p, -1, 1)
    elif action == EXCHANGE_HAND:
        need(may_exchange(s, p) == 1)
        s.stack[0, 3] = 0
        push(s, EXCHANGE, p, -1, 0)
    elif action != PASS:
        need(may_play(t, s, p, action - PLAY) == 1)
        play_card(t, s, p, action - PLAY)
    s.acted = 1


@rule
def play_free(t, s, p, action):
    need(action >= PLAY and action < PLAY + KINDS)
    need(may_play(t, s, p, action - PLAY) == 1)
    use_up(s)
    play_card(t, s, p, action - PLAY)


@rule
def exchange(s, p, action):
    if action == DONE:
        need(s.stack[0, 3] > 0)
        pop(s)
        return
    k = action - DISCARD
    need(k >= 0 and k < KINDS)
    need(s.hand[p, k] > 0)
    discard(s, p, k)
    s.stack[0, 3] += 1


@rule
def convert_chosen(t, s, kind, p, action):
    """Convert the group named; a god that grants several conversions asks again while there is a target."""
    x = action - GROUP
    need(x >= 0 and x < FACTIONS * SEATS and x % SEATS < s.players)
    q = (p + x % SEATS) % s.players
    by_power = 1 if kind == POWER_CONVERT else 0
    need(may_convert(t, s, p, q, x // SEATS, by_power) == 1)
    convert(s, p, q, x // SEATS)
    s.stack[0, 3] -= 1
    if s.stack[0, 3] == 0 or any_convert(t, s, p, by_power) == 0:
        pop(s)


@rule
def choose_seat(t, s, kind, p, action):
    away = action - SEAT
    need(away >= 1 and away < s.players)
    q = (p + away) % s.players
    need(may_name_seat(s, kind, p, q) == 1)
    n = s.stack[0, 3] + 0
    pop(s)
    use_on_seat(t, s, kind, p, q, n)


@rule
def choose_circle(t, s, kind, p, action):
    x = action - CIRCLE_AT
    need(x >= 0 and x < SEALS * SEATS and x % SEATS < s.players)
    q = (p + x % SEATS) % s.players
    need(may_name_circle(s, p, q, x // SEATS) == 1)
    pop(s)
    use_on_circle(t, s, kind, p, q, x // SEATS)


@rule
def choose_card(t, s, kind, p, action):
    k = action - TAKE
    need(k >= 0 and k < t.kinds)
    if kind == DIG:
        need(may_dig(s, s.stack[0, 2], k) == 1)
        dig(t, s, p, k)
    else:
        need(may_raise(t, s, k) == 1)
        raise_cultist(t, s, p, k)


@rule
def choose_cultist(t, s, kind, p, action):
    x = action - ONE_CULTIST
    need(x >= 0 and x < FACTIONS * READERS * SEATS and x % SEATS < s.players)
    q = (p + x % SEATS) % s.players
    f = x // SEATS // READERS
    load = x // SEATS % READERS
    need(may_name_cultist(t, s, kind, p, q, f, load) == 1)
    name_cultist(t, s, p, q, f, load)


@rule
def choose_native(t, s, p, action):
    native = action - ONE_NATIVE
    need(native >= 0 and native < FACTIONS)
    q = named_seat(s, p)
    f = s.stack[0, 2] + 0
    load = named_load(s)
    need(s.pool[q, f, native, load] > 0)
    pop(s)
    use_on_cultist(t, s, p, q, f, native, load)


@rule
def apply(T, S, i, action):
    """Do what ``action`` answers to the decision on top of the stack."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if action == DECLINE:
        need(kind in (FREE, POWER_CONVERT, RAISE))
        pop(s)
    elif kind == MAIN:
        act(t, s, p, action)
    elif kind == FREE:
        play_free(t, s, p, action)
    elif kind == EXCHANGE:
        exchange(s, p, action)
    elif kind in (CONVERT, POWER_CONVERT):
        convert_chosen(t, s, kind, p, action)
    elif kind in (CALL, ROB, STEAL):
        choose_seat(t, s, kind, p, action)
    elif kind in (DIG, RAISE):
        choose_card(t, s, kind, p, action)
    elif kind in (BREAK, SEIZE):
        choose_circle(t, s, kind, p, action)
    elif kind == NATIVE:
        choose_native(t, s, p, action)
    else:
        choose_cultist(t, s, kind, p, action)
    settle(t, s)
