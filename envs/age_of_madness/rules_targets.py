"""What may be chosen: who is out of reach, which groups, cultists, circles and cards a decision may name."""

from .rules_table import (
    cultists,
    first_sign,
    fits,
    has_group,
    is_first_alike,
    points,
    rule,
)
from .state import ATTACH, CALL, CIRCLE, FACTIONS, GATHER, KILL, READERS, ROB, SACRIFICE, SEALS, STEAL, TURN
from .tables import (
    ALL_LOSE_SIGN,
    ATTACH_ONE,
    CALL_GROUP,
    CARDS_ONLY,
    CONVERT_GROUP,
    CULTIST,
    DESTROY_CIRCLE,
    DISCARD_RANDOM,
    DRAW,
    KILL_ONE,
    STEAL_SIGN,
    STOP,
    TAKE_CIRCLE,
    TAKE_FROM_GRAVEYARD,
    TARGETED,
)

# ------------------------------------------------------------------------------------- single targets


@rule
def shielded(s, p, q):
    """1 where a Barrier Spell keeps ``q`` out of reach of what ``p`` does; it never stops one's own cards."""
    return 1 if q != p and s.shield[q] > 0 else 0


@rule
def may_convert(t, s, p, q, f, by_power):
    """1 where ``p`` may convert the group serving ``f`` in the Pool of ``q``, and that changes something."""
    if f == s.god[p] or has_group(s, q, f) == 0:
        return 0
    if by_power == 1 and t.opt_barrier_scope == CARDS_ONLY:
        return 1
    return 1 - shielded(s, p, q)


@rule
def may_name_seat(s, kind, p, q):
    """1 where ``p`` may answer a decision of ``kind`` with opponent ``q``."""
    if q == p or shielded(s, p, q) == 1:
        return 0
    if kind == CALL:
        return has_group(s, q, s.god[p])
    if kind == ROB:
        return 1 if s.hand_count[q] > 0 else 0
    return 1 if first_sign(s, q) >= 0 else 0


@rule
def may_name_cultist(t, s, kind, p, q, f, load):
    """1 where ``p`` may answer a decision of ``kind`` with a cultist of ``q`` serving ``f``, carrying ``load``."""
    if cultists(s, q, f, load) == 0:
        return 0
    if kind == KILL:
        return 1 if q != p and shielded(s, p, q) == 0 else 0
    if q != p:
        return 0
    if kind == ATTACH:
        return 1 if load < t.opt_grimoire_max else 0
    if kind == TURN:
        return 1 if f != s.god[p] else 0
    if kind == GATHER:
        return 1 if f == s.god[p] and fits(s, p, f, load, s.stack[0, 3]) == 1 else 0
    return 1


@rule
def may_name_circle(s, p, q, corner):
    """1 where ``p`` may name the circle on a corner of ``q``; of circles alike only the first is named."""
    if q == p or shielded(s, p, q) == 1:
        return 0
    return is_first_alike(s, q, corner)


@rule
def may_dig(s, played, k):
    """1 where the Graveyard offers a card of kind ``k`` other than the one just ``played``."""
    spare = s.graveyard[k] + 0
    if k == played:
        spare -= 1
    return 1 if spare > 0 else 0


@rule
def may_raise(t, s, k):
    return 1 if t.op[k] == CULTIST and s.graveyard[k] > 0 else 0


# ------------------------------------------------------------------------------- is there any target


@rule
def any_convert(t, s, p, by_power):
    for q in range(s.players):
        for f in range(FACTIONS):
            if may_convert(t, s, p, q, f, by_power) == 1:
                return 1
    return 0


@rule
def any_seat(s, kind, p):
    for q in range(s.players):
        if may_name_seat(s, kind, p, q) == 1:
            return 1
    return 0


@rule
def any_cultist(t, s, kind, p):
    for q in range(s.players):
        for f in range(FACTIONS):
            for load in range(READERS):
                if may_name_cultist(t, s, kind, p, q, f, load) == 1:
                    return 1
    return 0


@rule
def any_circle(s, p):
    for q in range(s.players):
        for corner in range(SEALS):
            if may_name_circle(s, p, q, corner) == 1:
                return 1
    return 0


@rule
def any_dig(t, s, played):
    for k in range(t.kinds):
        if may_dig(s, played, k) == 1:
            return 1
    return 0


@rule
def any_raise(t, s):
    for k in range(t.kinds):
        if may_raise(t, s, k) == 1:
            return 1
    return 0


@rule
def loses_sign(t, s, p, q):
    """1 where an effect on every player, brought about by ``p``, takes an Elder Sign from ``q``."""
    if first_sign(s, q) < 0:
        return 0
    if t.opt_barrier_scope == TARGETED:
        return 1
    return 1 - shielded(s, p, q)


@rule
def anyone_loses_sign(t, s, p):
    for q in range(s.players):
        if loses_sign(t, s, p, q) == 1:
            return 1
    return 0


@rule
def has_target(t, s, p, k):
    """1 where playing a card of kind ``k``, still in hand, would change something."""
    op = t.op[k]
    if op == CONVERT_GROUP:
        return any_convert(t, s, p, 0)
    if op == CALL_GROUP:
        return any_seat(s, CALL, p)
    if op == KILL_ONE:
        return any_cultist(t, s, KILL, p)
    if op == DISCARD_RANDOM:
        return any_seat(s, ROB, p)
    if op == DRAW:
        return 1 if s.deck_count > 0 or t.opt_deck_empty != STOP else 0
    if op == ATTACH_ONE:
        return any_cultist(t, s, ATTACH, p)
    if op == STEAL_SIGN:
        return any_seat(s, STEAL, p)
    if op == TAKE_FROM_GRAVEYARD:
        return any_dig(t, s, -1)
    if op == ALL_LOSE_SIGN:
        return anyone_loses_sign(t, s, p)
    if op in (DESTROY_CIRCLE, TAKE_CIRCLE):
        return any_circle(s, p)
    return 1


@rule
def may_play(t, s, p, k):
    """1 where ``p`` holds a card of kind ``k`` and may play it."""
    if s.hand[p, k] == 0:
        return 0
    return 1 if t.opt_dump == 1 or has_target(t, s, p, k) == 1 else 0


@rule
def may_sacrifice(t, s, p):
    return any_cultist(t, s, SACRIFICE, p)


@rule
def must_gather(s, p):
    """1 where the cultists of the own god in the Pool of ``p`` make a Ritual Circle."""
    return 1 if points(s, p, s.god[p]) >= CIRCLE else 0
