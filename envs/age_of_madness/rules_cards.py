"""What cards and gods do: Seals that open, Ritual Circles, a card played, and its effect once aimed."""

from ..core.header import CHANCE
from ..core.kernels import draw, emit, end_competitive, pop, push
from .rules_table import (
    bury,
    bury_circle,
    call_group,
    can_make_without,
    circle_size,
    convert_group,
    cultists,
    discard,
    draw_cards,
    fits,
    free_corner,
    leave_hand,
    lose_sign,
    move_circle,
    open_seals,
    points,
    rule,
)
from .rules_targets import any_convert, any_cultist, any_dig, any_raise, has_target, loses_sign
from .state import (
    ATTACH,
    ATTACHED,
    BREAK,
    CALL,
    CALLED,
    CIRCLE_DONE,
    CONVERT,
    CONVERTED,
    DIG,
    DUG,
    FACTIONS,
    FREE,
    GATHER,
    KILL,
    KILLED,
    NATIVE,
    PLAYED,
    POWER,
    POWER_CONVERT,
    RAISE,
    RAISED,
    READERS,
    ROB,
    SACRIFICE,
    SACRIFICED,
    SEAL_OPENED,
    SEALS,
    SEIZE,
    STEAL,
    TURN,
    WON,
)
from .tables import (
    ACTION,
    ALL_LOSE_SIGN,
    ATTACH_ONE,
    AUTO,
    BARRIER,
    CALL_GROUP,
    CONVERT_GROUP,
    CULTIST,
    DESTROY_CIRCLE,
    DISCARD,
    DISCARD_RANDOM,
    DRAW,
    FREE_CONVERT,
    FREE_PLAY,
    KILL_ONE,
    ONCE,
    PLACE_SIGN,
    STEAL_SIGN,
    TAKE_CIRCLE,
    TAKE_CULTISTS,
    TAKE_FROM_GRAVEYARD,
    WASTE,
)

# ------------------------------------------------------------------------------------- a Seal opens


@rule
def grant_free_play(t, s, p, n):
    """Yog-Sothoth: the window opens whatever the hand holds, so that it tells nobody about it.

    Plays won while others are left join them, so that the stack stays low however many a god grants.
    """
    if t.opt_free_play == ACTION:
        s.stack[s.depth - 1, 3] += n  # the turn itself lies at the bottom of the stack
    elif (t.opt_free_play != ONCE or s.freed == 0) and s.hand_count[p] > 0:
        s.freed = 1
        if s.stack[0, 0] == FREE:
            s.stack[0, 3] += n
        else:
            push(s, FREE, p, -1, n)


@rule
def fire_power(t, s, p):
    """The god of ``p`` acts, where there is anything it can do."""
    power = t.power[s.god[p]]
    n = t.power_amount[s.god[p]]
    emit(s, POWER, p, -1, s.god[p], -1, -1, -1, -1)
    if power == FREE_CONVERT and any_convert(t, s, p, 1) == 1:
        push(s, POWER_CONVERT, p, -1, n)
    elif power == TAKE_CULTISTS and any_raise(t, s) == 1:
        push(s, RAISE, p, -1, n)
    elif power == FREE_PLAY:
        grant_free_play(t, s, p, n)


@rule
def unlock(t, s, p, fires):
    """A Seal of ``p`` has opened: the fourth wins on the spot, any other wakes the god."""
    n = open_seals(s, p)
    emit(s, SEAL_OPENED, p, -1, n, -1, -1, -1, -1)
    if n == SEALS:
        s.winners[p] = 1
        emit(s, WON, p, -1, -1, -1, -1, -1, -1)
        end_competitive(s)
    elif fires == 1:
        fire_power(t, s, p)


# --------------------------------------------------------------------------------- Ritual Circles


@rule
def put_in_circle(s, p, corner, native, load):
    s.pool[p, s.god[p], native, load] -= 1
    s.circle[p, corner, native, load] += 1


@rule
def bury_group(t, s, p, f):
    for native in range(FACTIONS):
        for load in range(READERS):
            for _ in range(s.pool[p, f, native, load]):
                bury(t, s, native, load)
            s.pool[p, f, native, load] = 0


@rule
def finish_circle(t, s, p, corner):
    if t.opt_overflow == DISCARD:
        bury_group(t, s, p, s.god[p])
    s.complete[p, corner] = 1
    emit(s, CIRCLE_DONE, p, -1, corner, -1, -1, -1, -1)
    unlock(t, s, p, 1)


@rule
def first_member(s, p, wanted, needed):
    """The first cultist that fits, as load * FACTIONS + native, carriers first; -1 if there is none.

    With ``needed`` only one counts whose like no way to make ``wanted`` points can do without.
    """
    f = s.god[p]
    for load in range(READERS - 1, -1, -1):
        if fits(s, p, f, load, wanted) == 1:
            for native in range(FACTIONS):
                n = s.pool[p, f, native, load]
                if n > 0 and (needed == 0 or can_make_without(s, p, f, load, n, wanted) == 0):
                    return load * FACTIONS + native
    return -1


@rule
def gather(t, s, p, corner, wanted):
    """Move cultists of the own god to a Seal until they make ``wanted`` points; ask where it matters who."""
    while wanted > 0:
        member = first_member(s, p, wanted, 1)
        if member < 0 and t.opt_circle_choice == AUTO:
            member = first_member(s, p, wanted, 0)
        if member < 0:
            push(s, GATHER, p, corner, wanted)
            return
        put_in_circle(s, p, corner, member % FACTIONS, member // FACTIONS)
        wanted -= 1 + member // FACTIONS
    finish_circle(t, s, p, corner)


@rule
def begin_circle(t, s, p):
    """A group that makes a circle moves to a locked Seal at once: four points of it, or all of it."""
    f = s.god[p]
    wanted = circle_size(s, p, f)
    if t.opt_overflow == WASTE:
        wanted = points(s, p, f)
    gather(t, s, p, free_corner(s, p), wanted)


# ------------------------------------------------------------------------------------ playing a card


@rule
def place_sign(t, s, p):
    s.sign[p, free_corner(s, p)] = 1
    unlock(t, s, p, 1)


@rule
def everybody_loses_sign(t, s, p):
    for seat in range(s.players):
        if loses_sign(t, s, p, seat) == 1:
            lose_sign(s, seat)
            s.graveyard[t.k_sign] += 1


@rule
def take_effect(t, s, p, k):
    """What a card in the Graveyard does: at once where it needs no target, else its player names one."""
    op = t.op[k]
    n = t.amount[k]
    if op == CONVERT_GROUP:
        push(s, CONVERT, p, k, 1)
    elif op == CALL_GROUP:
        push(s, CALL, p, k, 1)
    elif op == KILL_ONE:
        push(s, KILL, p, k, 1)
    elif op == DISCARD_RANDOM:
        push(s, ROB, p, k, n)
    elif op == DRAW:
        draw_cards(t, s, p, n)
    elif op == ATTACH_ONE:
        push(s, ATTACH, p, k, 1)
    elif op == STEAL_SIGN:
        push(s, STEAL, p, k, 1)
    elif op == TAKE_FROM_GRAVEYARD:
        push(s, DIG, p, k, n)
    elif op == ALL_LOSE_SIGN:
        everybody_loses_sign(t, s, p)
    elif op == DESTROY_CIRCLE:
        push(s, BREAK, p, k, 1)
    elif op == TAKE_CIRCLE:
        push(s, SEIZE, p, k, 1)


@rule
def play_card(t, s, p, k):
    """Announce a card: it leaves the hand for the table or the Graveyard before anything is chosen."""
    aimed = has_target(t, s, p, k)
    op = t.op[k]
    leave_hand(s, p, k)
    emit(s, PLAYED, p, -1, k, -1, -1, -1, -1)
    if op == CULTIST:
        s.pool[p, t.faction[k], t.faction[k], 0] += 1
    elif op == PLACE_SIGN:
        place_sign(t, s, p)
    elif op == BARRIER:
        s.shield[p] += 1
    else:
        s.graveyard[k] += 1
        if aimed == 1:
            take_effect(t, s, p, k)


# ------------------------------------------------------------------------------------ effects, aimed


@rule
def convert(s, p, q, f):
    n = 0
    for load in range(READERS):
        n += cultists(s, q, f, load)
    convert_group(s, q, f, s.god[p])
    emit(s, CONVERTED, p, q, f, s.god[p], n, -1, -1)


@rule
def use_on_seat(t, s, kind, p, q, n):
    """Master's Call, Cannibalistic Endeavor, Steal Elder Sign: their effect on opponent ``q``."""
    if kind == CALL:
        emit(s, CALLED, p, q, s.god[p], points(s, q, s.god[p]), -1, -1, -1)
        call_group(s, q, s.god[p], p, 1 - t.opt_marker)
    elif kind == ROB:
        for _ in range(min(n, s.hand_count[q])):
            x = draw(s, CHANCE, s.hand_count[q])
            k = 0
            while x >= s.hand[q, k]:
                x -= s.hand[q, k]
                k += 1
            discard(s, q, k)
    else:
        lose_sign(s, q)
        place_sign(t, s, p)


@rule
def use_on_circle(t, s, kind, p, q, corner):
    """Star Spawn breaks a circle, Whispers of the Void moves it to a Seal of ``p``."""
    if kind == BREAK:
        bury_circle(t, s, q, corner)
    else:
        move_circle(s, q, corner, p, free_corner(s, p))
        unlock(t, s, p, t.opt_whispers_fires)


@rule
def use_on_cultist(t, s, p, q, f, native, load):
    """The decision on top of the stack is answered with one cultist: do what it was asked for."""
    kind = s.stack[0, 0] + 0
    corner = s.stack[0, 2] + 0
    wanted = s.stack[0, 3] + 0
    pop(s)
    if kind == GATHER:
        put_in_circle(s, p, corner, native, load)
        gather(t, s, p, corner, wanted - 1 - load)
        return
    s.pool[q, f, native, load] -= 1
    if kind == KILL:
        bury(t, s, native, load)
        emit(s, KILLED, p, q, f, native, load, -1, -1)
    elif kind == SACRIFICE:
        bury(t, s, native, load)
        emit(s, SACRIFICED, p, -1, f, native, load, -1, -1)
        if any_cultist(t, s, TURN, p) == 1:
            push(s, TURN, p, -1, 1)
    elif kind == TURN:
        s.pool[p, s.god[p], native, load] += 1
        emit(s, CONVERTED, p, p, f, s.god[p], 1, -1, -1)
    else:
        s.graveyard[t.k_attach] -= 1
        s.pool[p, f, native, load + 1] += 1
        emit(s, ATTACHED, p, -1, f, native, load + 1, -1, -1)


@rule
def name_cultist(t, s, p, q, f, load):
    """A cultist is named by what everybody sees first; which printed one is asked only if they differ."""
    found = -1
    for native in range(FACTIONS):
        if s.pool[q, f, native, load] > 0:
            if found >= 0:
                away = (q - p + s.players) % s.players
                push(s, NATIVE, p, f, away * READERS + load)
                return
            found = native
    use_on_cultist(t, s, p, q, f, found, load)


@rule
def dig(t, s, p, k):
    """Take a card everybody sees from the Graveyard into the hand, as long as there are others to take."""
    played = s.stack[0, 2] + 0
    s.graveyard[k] -= 1
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    s.known[p, k] += 1
    s.stack[0, 3] -= 1
    emit(s, DUG, p, -1, k, -1, -1, -1, -1)
    if s.stack[0, 3] == 0 or any_dig(t, s, played) == 0:
        pop(s)


@rule
def raise_cultist(t, s, p, k):
    """Bring a cultist from the Graveyard into the own Pool, as long as there are more to take."""
    s.graveyard[k] -= 1
    s.pool[p, t.faction[k], t.faction[k], 0] += 1
    s.stack[0, 3] -= 1
    emit(s, RAISED, p, -1, k, -1, -1, -1, -1)
    if s.stack[0, 3] == 0 or any_raise(t, s) == 0:
        pop(s)
