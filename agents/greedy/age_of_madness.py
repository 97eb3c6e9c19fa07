"""A sensible player of Age of Madness: every legal action gets a score, the best one is played.

It reads the row its seat sees: seat 0 is itself, the others follow in turn order. Scores are on one scale, on
which opening a Seal is worth 100; ``WEIGHTS`` holds every number of the list.
"""

import numpy as np

from ...envs.age_of_madness.actions import ACTIONS
from ...envs.age_of_madness.rules_table import cultists, first_sign, open_seals, points, rule
from ...envs.age_of_madness.rules_targets import (
    loses_sign,
    may_convert,
    may_name_circle,
    may_name_cultist,
    may_name_seat,
)
from ...envs.age_of_madness.state import (
    ATTACH,
    CALL,
    CIRCLE,
    DIG,
    FACTIONS,
    GATHER,
    KILL,
    KINDS,
    READERS,
    ROB,
    SEALS,
    SEATS,
    STEAL,
    TURN,
)
from ...envs.age_of_madness.tables import (
    ALL_LOSE_SIGN,
    ATTACH_ONE,
    BARRIER,
    CALL_GROUP,
    CONVERT_GROUP,
    CULTIST,
    DESTROY_CIRCLE,
    DISCARD_RANDOM,
    DRAW,
    KILL_ONE,
    PLACE_SIGN,
    STEAL_SIGN,
    TAKE_CIRCLE,
    TAKE_FROM_GRAVEYARD,
)

# Every number of the list. ``act`` finds them in this order from place 1 of its line of weights.
WEIGHTS = {
    "win": 1000,  # opening the last Seal, or keeping somebody from it
    "seal": 100,  # opening any other
    "first": 10,  # the first point of the own group
    "second": 14,  # its second point
    "third": 30,  # its third point
    "fodder": 4,  # any cultist of another god in the own Pool
    "hoped": 30,  # percent: a group in the own Pool against the same one converted
    "held": 60,  # the same with a card in hand that converts it
    "harm": 45,  # percent: what an opponent loses, against gaining it
    "lead": 25,  # for every Seal of the opponent that is chosen
    "barrier": 9,  # a Barrier, for every Seal and half of it for every point it protects
    "rob": 12,  # a card of an opponent's hand
    "draw": 13,  # a card for the own hand
    "dig": 24,  # a card of the Graveyard for the own hand
    "call": 60,  # percent: an opponent's group against calling it, with a card in hand that does
    "sacrifice": 8,  # what a cultist given up must at least bring
    "exchange": 4,  # a new hand, for every card in it that is worth less than "keep"
    "keep": 15,  # a card worth less is exchanged rather than kept
}
(
    W_WIN,
    W_SEAL,
    W_FIRST,
    W_SECOND,
    W_THIRD,
    W_FODDER,
    W_HOPED,
    W_HELD,
    W_HARM,
    W_LEAD,
    W_BARRIER,
    W_ROB,
    W_DRAW,
    W_DIG,
    W_CALL,
    W_SACRIFICE,
    W_EXCHANGE,
    W_KEEP,
) = range(1, len(WEIGHTS) + 1)

PLAY, SACRIFICE_ONE, EXCHANGE = ACTIONS.base["play"], ACTIONS.base["sacrifice"], ACTIONS.base["exchange"]
DISCARD, DONE, TAKE = ACTIONS.base["discard"], ACTIONS.base["done"], ACTIONS.base["take"]
GROUP, ONE_CULTIST, NATIVE = ACTIONS.base["group"], ACTIONS.base["cultist"], ACTIONS.base["native"]
SEAT, CIRCLE_AT, DECLINE, PASS = (
    ACTIONS.base["seat"],
    ACTIONS.base["circle"],
    ACTIONS.base["decline"],
    ACTIONS.base["pass"],
)
NEVER = -10000

# ----------------------------------------------------------------------------------- what things are worth


@rule
def seal_worth(s, q, weights):
    """One open Seal more for ``q``, or one fewer."""
    return weights[W_WIN] if open_seals(s, q) >= SEALS - 1 else weights[W_SEAL]


@rule
def group_worth(s, q, n, weights):
    """``n`` points of the own god in the Pool of ``q``."""
    worth = np.int64(0)
    if n >= 1:
        worth += weights[W_FIRST]
    if n >= 2:
        worth += weights[W_SECOND]
    if n >= 3:
        worth += weights[W_THIRD]
    if n >= CIRCLE:
        worth = seal_worth(s, q, weights) + (n - CIRCLE) * weights[W_FIRST]
    return worth


@rule
def gain(s, n, weights):
    """``n`` points more in the own group."""
    now = points(s, 0, s.god[0])
    return group_worth(s, 0, now + n, weights) - group_worth(s, 0, now, weights)


@rule
def harm(s, q, n, weights):
    """``n`` points fewer in the group of opponent ``q``."""
    now = points(s, q, s.god[q])
    loss = group_worth(s, q, now, weights) - group_worth(s, q, now - n, weights)
    return (loss + weights[W_LEAD] * open_seals(s, q) // 4) * weights[W_HARM] // 100


@rule
def lose_seal(s, q, weights):
    """Locking a Seal of opponent ``q`` again: it counts as what that Seal would bring once more."""
    return seal_worth(s, q, weights) * weights[W_HARM] // 100 + weights[W_LEAD] * open_seals(s, q)


@rule
def holds(t, s, op):
    """1 with a card of operation ``op`` in hand."""
    for k in range(t.kinds):
        if t.op[k] == op and s.hand[0, k] > 0:
            return 1
    return 0


@rule
def promise(t, s, n, weights):
    """A group of ``n`` points of another god in the own Pool: it may be converted."""
    share = weights[W_HELD] if holds(t, s, CONVERT_GROUP) == 1 else weights[W_HOPED]
    return gain(s, min(n, CIRCLE), weights) * share // 100 + weights[W_FODDER] * n


# ------------------------------------------------------------------------------------------- single targets


@rule
def convert_worth(t, s, q, f, weights):
    """Converting the group serving ``f`` in the Pool of ``q``."""
    n = points(s, q, f)
    if q == 0:
        return gain(s, n, weights) - promise(t, s, n, weights) // 2
    worth = harm(s, q, n, weights) if f == s.god[q] else 0
    if holds(t, s, CALL_GROUP) == 1:
        worth += gain(s, n + points(s, q, s.god[0]), weights) * weights[W_CALL] // 100
    return worth


@rule
def best_convert(t, s, weights):
    best = NEVER
    for q in range(s.players):
        for f in range(FACTIONS):
            if may_convert(t, s, 0, q, f, 0) == 1:
                best = max(best, convert_worth(t, s, q, f, weights))
    return best


@rule
def seat_worth(s, kind, q, weights):
    """Naming opponent ``q`` for a Master's Call, a lost card or a stolen Elder Sign."""
    if kind == CALL:
        return gain(s, points(s, q, s.god[0]), weights)
    if kind == ROB:
        return weights[W_ROB] + weights[W_LEAD] * open_seals(s, q) // 4
    return seal_worth(s, 0, weights) + lose_seal(s, q, weights)


@rule
def best_seat(s, kind, weights):
    best = NEVER
    for q in range(1, s.players):
        if may_name_seat(s, kind, 0, q) == 1:
            best = max(best, seat_worth(s, kind, q, weights))
    return best


@rule
def best_circle(s, weights):
    best = NEVER
    for q in range(1, s.players):
        for corner in range(SEALS):
            if may_name_circle(s, 0, q, corner) == 1:
                best = max(best, lose_seal(s, q, weights))
    return best


@rule
def cultist_worth(t, s, kind, q, f, load, weights):
    """Naming one cultist for the decision of ``kind``."""
    if kind == KILL:
        return harm(s, q, 1 + load, weights) if f == s.god[q] else load
    if kind == ATTACH:
        return gain(s, 1, weights) if f == s.god[0] else weights[W_FODDER]
    if kind == TURN:
        return gain(s, 1 + load, weights)
    if kind == GATHER:
        return load
    # To be sacrificed: the least useful.
    return -gain(s, 1, weights) if f == s.god[0] else -promise(t, s, points(s, 0, f), weights) - load


@rule
def best_cultist(t, s, kind, weights):
    best = NEVER
    for q in range(s.players):
        for f in range(FACTIONS):
            for load in range(READERS):
                if may_name_cultist(t, s, kind, 0, q, f, load) == 1:
                    best = max(best, cultist_worth(t, s, kind, q, f, load, weights))
    return best


@rule
def sign_balance(t, s, weights):
    """Everybody losing an Elder Sign."""
    worth = np.int64(0)
    for q in range(1, s.players):
        if loses_sign(t, s, 0, q) == 1:
            worth += lose_seal(s, q, weights)
    return worth - seal_worth(s, 0, weights) if first_sign(s, 0) >= 0 else worth


@rule
def barrier_worth(s, weights):
    """Protection, by what there is to lose."""
    if s.shield[0] > 0:
        return 0
    return weights[W_BARRIER] * (2 * open_seals(s, 0) + points(s, 0, s.god[0])) // 2


@rule
def sacrifice_worth(s, weights):
    """Giving up the least useful cultist to convert another."""
    spare = np.int64(0)
    for f in range(FACTIONS):
        if f != s.god[0]:
            for load in range(READERS):
                spare += cultists(s, 0, f, load)
    return gain(s, 1, weights) - weights[W_SACRIFICE] if spare >= 2 else NEVER


# --------------------------------------------------------------------------------------------------- cards


@rule
def recruit_worth(t, s, f, weights):
    """A cultist serving ``f`` for the own Pool."""
    if f == s.god[0]:
        return gain(s, 1, weights)
    n = points(s, 0, f)
    return promise(t, s, n + 1, weights) - promise(t, s, n, weights)


@rule
def target_worth(t, s, op, weights):
    """Playing a card that is aimed at somebody."""
    if op == CONVERT_GROUP:
        return best_convert(t, s, weights)
    if op == CALL_GROUP:
        return best_seat(s, CALL, weights)
    if op == KILL_ONE:
        return best_cultist(t, s, KILL, weights)
    if op == DISCARD_RANDOM:
        return best_seat(s, ROB, weights)
    if op == ATTACH_ONE:
        return best_cultist(t, s, ATTACH, weights)
    if op == STEAL_SIGN:
        return best_seat(s, STEAL, weights)
    if op == DESTROY_CIRCLE:
        return best_circle(s, weights)
    return best_circle(s, weights) + seal_worth(s, 0, weights)


@rule
def play_worth(t, s, k, weights):
    """Playing a card of kind ``k`` now."""
    op = t.op[k]
    if op == CULTIST:
        return recruit_worth(t, s, t.faction[k], weights)
    if op == PLACE_SIGN:
        return seal_worth(s, 0, weights)
    if op == BARRIER:
        return barrier_worth(s, weights)
    if op == DRAW:
        return weights[W_DRAW] * t.amount[k]
    if op == TAKE_FROM_GRAVEYARD:
        return weights[W_DIG] * t.amount[k]
    if op == ALL_LOSE_SIGN:
        return sign_balance(t, s, weights)
    return target_worth(t, s, op, weights)


@rule
def keep_worth(t, s, k, weights):
    """Having a card of kind ``k`` in hand, whether or not it can be played now."""
    op = t.op[k]
    if op == CULTIST:
        return max(recruit_worth(t, s, t.faction[k], weights), 20 if t.faction[k] == s.god[0] else 0)
    if op in (PLACE_SIGN, STEAL_SIGN, TAKE_CIRCLE):
        return weights[W_SEAL]
    if op in (CONVERT_GROUP, CALL_GROUP, DESTROY_CIRCLE, TAKE_FROM_GRAVEYARD):
        return 28
    return 22 if op in (ATTACH_ONE, BARRIER, DRAW) else 14


@rule
def exchange_worth(t, s, weights):
    """A new hand for the cards that are not worth keeping; it takes both Actions."""
    junk = np.int64(0)
    for k in range(t.kinds):
        if s.hand[0, k] > 0 and keep_worth(t, s, k, weights) < weights[W_KEEP]:
            junk += s.hand[0, k]
    return junk * weights[W_EXCHANGE]


@rule
def take_worth(t, s, kind, k, weights):
    """Taking a card of kind ``k`` out of the Graveyard: into the hand, or a cultist into the Pool."""
    return keep_worth(t, s, k, weights) if kind == DIG else recruit_worth(t, s, t.faction[k], weights)


# ------------------------------------------------------------------------------------------------ the choice


@rule
def score(t, s, kind, a, weights):
    """What legal action ``a`` is worth as the answer to a decision of ``kind``."""
    if a < PLAY + KINDS:
        return play_worth(t, s, a - PLAY, weights)
    if a == SACRIFICE_ONE:
        return sacrifice_worth(s, weights)
    if a == EXCHANGE:
        return exchange_worth(t, s, weights)
    if a < DISCARD + KINDS:
        return weights[W_KEEP] - keep_worth(t, s, a - DISCARD, weights)
    if a < TAKE:
        return 0
    if a < TAKE + KINDS:
        return take_worth(t, s, kind, a - TAKE, weights)
    if a < ONE_CULTIST:
        return convert_worth(t, s, (a - GROUP) % SEATS, (a - GROUP) // SEATS, weights)
    if a < NATIVE:
        x = a - ONE_CULTIST
        return cultist_worth(t, s, kind, x % SEATS, x // SEATS // READERS, x // SEATS % READERS, weights)
    if a < SEAT:
        return 0
    if a < CIRCLE_AT:
        return seat_worth(s, kind, a - SEAT, weights)
    if a < DECLINE:
        return lose_seal(s, (a - CIRCLE_AT) % SEATS, weights)
    return 0


@rule
def act(T, S, i, mask, weights):
    """The legal action of the highest score; the first of equals."""
    t = T[0]
    s = S[i]
    best = NEVER - 1
    choice = -1
    for a in range(len(mask)):
        if mask[a] == 1:
            worth = score(t, s, s.stack[0, 0], a, weights)
            if worth > best:
                best = worth
                choice = a
    return choice
