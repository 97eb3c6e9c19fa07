"""Mondo, Event and Sorcery cards: their rolls, answers and effects.

A card that takes effect is one entry of the stack; its count is the stage, and from ``EFFECTS_FROM`` on the
effect and the cult that is next.
"""

from ..core.header import CHANCE
from ..core.kernels import draw, emit, pop, push
from .rules_attack import clear_attack, open_window
from .rules_rolls import begin_roll, card_number
from .rules_table import (
    clear_attacks,
    current_row,
    dead_in_row,
    discard_random,
    draw_cards,
    gain,
    given,
    lay,
    leave_hand,
    lift,
    living,
    lose,
    refill,
    rule,
)
from .state import (
    BOOF,
    CLEANSE,
    ELDER_SIGN,
    FAILURE,
    FOR_EVENT,
    FOR_SORCERY,
    IN_CARD,
    IN_DEATH,
    KILL,
    PLACES,
    PLAYED,
    PLAYED_ON,
    RAISE,
    RAISED,
    READIED,
    SACRIFICE,
    SEATS,
    SIGNED,
    SORCERY,
    SPOOGE,
    SUCCESS,
    TARGETS,
    VICTIM,
)
from .tables import (
    A_ELDER_SIGN,
    BACKFIRE,
    BEFORE_ROLL,
    CLEANSE_ONE,
    CULTIST_LOST,
    DISCARD,
    DOUBLE,
    DRAW,
    DRAWS,
    EVENT_CARD,
    GAIN,
    GIVES_SILENCE,
    KILL_ONE,
    LOSE,
    MONDO_CARD,
    ON_ALL,
    ON_OTHERS,
    ON_TARGET,
    PLAYER_ROLLS,
    POINTS_LOST,
    RAISE_ONE,
    READY,
    SACRIFICE_ONE,
    SORCERY_CARD,
    STEAL,
    STRIKE,
    SURE,
    TARGET_ROLLS,
)

# Stages of a card.
SHOWN, TO_ROLL, ROLLED_CARD, WORKS, TO_LAY, OVER, EFFECTS_FROM = range(7)

# --------------------------------------------------------------------------------------------- playing a card


@rule
def may_play(t, s, p, k):
    """1 where ``p`` may play Event or Sorcery card ``k`` in its turn."""
    if s.hand[p, k] == 0 or t.cost[k] > s.points[p]:
        return 0
    if t.type[k] == SORCERY_CARD:
        return 1 if given(t, s, p, GIVES_SILENCE + SORCERY) == 0 else 0
    return 1 if t.type[k] == EVENT_CARD else 0


@rule
def play_card(t, s, p, k):
    """``p`` shows a card and pays for it; one that is aimed asks at whom."""
    leave_hand(s, p, k)
    lose(s, p, t.cost[k])
    s.card = k
    s.outcome = -1
    push(s, IN_CARD, p, k, SHOWN)
    if t.aimed[k] == 1:
        push(s, VICTIM, p, k, 0)


@rule
def end_card(t, s, p, k):
    """The card is settled; a Mondo card is replaced."""
    pop(s)
    clear_attack(s)
    if t.type[k] == MONDO_CARD and s.out[p] == 0:
        if t.opt_mondo_refill == 1:
            refill(t, s, p)
        else:
            draw_cards(t, s, p, 1)


@rule
def roll_card(t, s, p, k):
    """Sorcery is rolled for by its player, an Event as it says."""
    if t.type[k] == SORCERY_CARD:
        begin_roll(t, s, p, FOR_SORCERY, card_number(t, s, p, k, s.victim))
    elif t.roller[k] == PLAYER_ROLLS:
        begin_roll(t, s, p, FOR_EVENT, card_number(t, s, p, k, s.victim))
    elif t.roller[k] == TARGET_ROLLS:
        begin_roll(t, s, s.victim, FOR_EVENT, card_number(t, s, s.victim, k, -1))
    else:
        s.stack[0, 3] = WORKS


@rule
def strike(t, s, p, q, n):
    """``n`` cultists of the current row of ``q`` die, each of it as likely as any other."""
    r = current_row(s, q)
    left = living(s, q, r)
    n = min(min(n, left), TARGETS)
    for x in range(n):
        nth = draw(s, CHANCE, left - x)
        for c in range(PLACES):
            free = s.alive[q, r, c] + 0
            for y in range(x):
                if s.target[y] == c:
                    free = 0
            if free == 1:
                if nth == 0:
                    s.target[x] = c
                nth -= 1
    s.killer = p if p != q else -1
    for x in range(n - 1, -1, -1):
        push(s, IN_DEATH, q, r * PLACES + s.target[x], 0)
        s.target[x] = -1


@rule
def boof_card(t, s, p, k):
    """What a Boof of its player does, as the card says."""
    s.stack[0, 3] = OVER
    if t.boof[k] == BACKFIRE:
        s.victim = p
        s.stack[0, 3] = TO_LAY
    elif t.boof[k] == POINTS_LOST:
        lose(s, p, t.boof_amount[k])
    elif t.boof[k] == CULTIST_LOST:
        strike(t, s, p, p, 1)


@rule
def after_card_roll(t, s, p, k):
    """Whether the card works; the target of an Event resists by succeeding."""
    if t.type[k] == EVENT_CARD and t.roller[k] == TARGET_ROLLS:
        s.stack[0, 3] = WORKS if s.outcome <= FAILURE else OVER
        s.outcome = -1  # what Spooge and Boof do is about rolls of the player
    elif s.outcome >= SUCCESS:
        s.stack[0, 3] = WORKS
    elif s.outcome == BOOF:
        boof_card(t, s, p, k)
    else:
        s.stack[0, 3] = OVER


@rule
def may_be_signed(t, s, p, k):
    """1 where the target of Sorcery card ``k``, which works, may answer with an Elder Sign."""
    if t.type[k] != SORCERY_CARD or s.victim < 0 or s.victim == p or t.opt_elder_sign_time == BEFORE_ROLL:
        return 0
    if s.outcome == SPOOGE and (t.spooge[k] == SURE or t.opt_elder_sign_spooge == 0):
        return 0
    return 1


@rule
def sign_card(s, q, k):
    """An Elder Sign stops the card on top of the stack."""
    pop(s)
    leave_hand(s, q, k)
    emit(s, SIGNED, q, -1, s.card, -1, -1, -1, -1)
    s.stack[0, 3] = OVER


# --------------------------------------------------------------------------------------------------- effects


@rule
def lying_on(t, s, q):
    """Cards that lie on cult ``q``."""
    n = 0
    for x in range(t.lasting_kinds):
        n += s.lasting[q, x]
    return n


@rule
def lasts(t, k, e):
    """1 for an effect that lasts as long as its card lies there: those before ``DRAW`` in the list."""
    return 1 if t.op[k, e] < DRAW else 0


@rule
def lay_card(t, s, p, k):
    """A card with an effect that lasts is laid before anything else comes of it, so that no reshuffle takes it."""
    s.stack[0, 3] = EFFECTS_FROM
    for e in range(t.effects[k]):
        if lasts(t, k, e) == 1:
            lay(t, s, s.victim if t.who[k, e] == ON_TARGET or s.victim == p else p, k)
            return


@rule
def choose_cultists(s, kind, decider, q, n):
    """Ask for cultists of the current row of ``q``, as many as there are at most."""
    r = current_row(s, q)
    there = dead_in_row(s, q, r) if kind == RAISE else living(s, q, r)
    if min(n, there) > 0:
        push(s, kind, decider, (q - decider + s.players) % s.players, min(n, there))


@rule
def move_things(t, s, p, q, op, n):
    """Effects on cards and points."""
    if op == DRAW:
        draw_cards(t, s, q, n)
    elif op == DISCARD:
        for _ in range(n):
            discard_random(s, q)
    elif op == GAIN:
        gain(s, q, n)
    elif op == LOSE:
        lose(s, q, n)
    elif op == STEAL and p != q and s.out[p] == 0:
        gain(s, p, lose(s, q, n))


@rule
def touch_cultists(t, s, p, q, op, n):
    """Effects on cultists, and on the cards that lie on a cult."""
    if op == KILL_ONE and s.out[p] == 0:
        choose_cultists(s, KILL, p, q, n)
    elif op == STRIKE:
        strike(t, s, p, q, n)
    elif op == SACRIFICE_ONE:
        choose_cultists(s, SACRIFICE, q, q, n)
    elif op == RAISE_ONE:
        choose_cultists(s, RAISE, q, q, n)
    elif op == READY:
        clear_attacks(s, q)
        emit(s, READIED, q, -1, -1, -1, -1, -1, -1)
    elif op == CLEANSE_ONE and lying_on(t, s, q) > 0:
        push(s, CLEANSE, q, -1, min(n, lying_on(t, s, q)))


@rule
def take_effect(t, s, p, q, k, e):
    """Effect ``e`` of card ``k``, which ``p`` played, on cult ``q``."""
    n = t.amount[k, e] + 0
    if lasts(t, k, e) == 1:
        return  # it lies there
    if s.outcome == SPOOGE and t.spooge[k] == DOUBLE:
        n = 2 * n
    if t.op[k, e] <= STEAL:
        move_things(t, s, p, q, t.op[k, e], n)
    else:
        touch_cultists(t, s, p, q, t.op[k, e], n)


@rule
def run_effects(t, s, p, k):
    """The next effect on the next cult it is on; one that backfired is on the player's cult only."""
    step = s.stack[0, 3] - EFFECTS_FROM
    e = step // SEATS
    away = step % SEATS
    if e >= t.effects[k]:
        s.stack[0, 3] = OVER
        if s.outcome == SPOOGE and t.spooge[k] == DRAWS and s.out[p] == 0:
            draw_cards(t, s, p, 1)
        return
    s.stack[0, 3] += 1
    if away >= s.players:
        return
    who = t.who[k, e] + 0
    q = (p + away) % s.players
    if who == ON_TARGET:
        q = s.victim + 0
    if s.victim != p and who in (ON_OTHERS, ON_ALL):
        if away == 0 and who == ON_OTHERS:
            return
    elif away > 0:
        return
    if s.out[q] == 0:
        take_effect(t, s, p, q, k, e)


@rule
def run_card(t, s):
    """One stage of the card on top of the stack."""
    p = s.stack[0, 1] + 0
    k = s.stack[0, 2] + 0
    stage = s.stack[0, 3] + 0
    if stage == SHOWN:
        s.stack[0, 3] = TO_ROLL
        emit(s, PLAYED_ON if s.victim >= 0 else PLAYED, p, s.victim, k, -1, -1, -1, -1)
        if t.type[k] == SORCERY_CARD and s.victim >= 0 and t.opt_elder_sign_time == BEFORE_ROLL:
            open_window(t, s, ELDER_SIGN, s.victim, A_ELDER_SIGN, k)
    elif stage == TO_ROLL:
        s.stack[0, 3] = ROLLED_CARD
        roll_card(t, s, p, k)
    elif stage == ROLLED_CARD:
        after_card_roll(t, s, p, k)
    elif stage == WORKS:
        s.stack[0, 3] = TO_LAY
        if may_be_signed(t, s, p, k) == 1:
            open_window(t, s, ELDER_SIGN, s.victim, A_ELDER_SIGN, k)
    elif stage == TO_LAY:
        lay_card(t, s, p, k)
    elif stage == OVER:
        end_card(t, s, p, k)
    else:
        run_effects(t, s, p, k)


# ------------------------------------------------------------------------------------------ answers to effects


@rule
def count_down(s):
    """One fewer of what the decision on top asks for; the last takes it off the stack."""
    s.stack[0, 3] -= 1
    if s.stack[0, 3] == 0:
        pop(s)


@rule
def kill_chosen(s, p, q, place):
    """A cultist named for a card's effect dies by the hand of the card's player; nobody scores for its own."""
    by = s.stack[1, 1] + 0  # the card lies below the question
    slot = current_row(s, q) * PLACES + place
    count_down(s)
    s.killer = by if by != q else -1
    push(s, IN_DEATH, q, slot, 0)


@rule
def raise_chosen(s, p, place):
    r = current_row(s, p)
    s.alive[p, r, place] = 1
    s.mark[p, r, place] = -1
    emit(s, RAISED, p, -1, r * PLACES + place, -1, -1, -1, -1)
    count_down(s)


@rule
def may_cleanse(t, s, p, k):
    """1 where a card of kind ``k`` lies on cult ``p``."""
    return 1 if t.lasting_place[k] >= 0 and s.lasting[p, t.lasting_place[k]] > 0 else 0


@rule
def cleanse_chosen(t, s, p, k):
    lift(t, s, p, t.lasting_place[k])
    count_down(s)
