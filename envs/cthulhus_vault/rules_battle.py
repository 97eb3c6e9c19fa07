"""The Epic Battle: who acts, which battle card is played and how, and who wins."""

from ..core.header import DECK
from ..core.kernels import draw, emit, end_competitive, need, pop, push
from .rules_change import REVEAL_NEXT, reset_order
from .rules_effects import (
    ability_amount,
    has_ability,
    hit,
    run_effect,
)
from .rules_table import (
    discard,
    draw_battle,
    fill_hand,
    first_of,
    health,
    lives,
    living,
    reveal,
    rule,
    side_down,
    the_one,
)
from .state import (
    ACTIVATED,
    AIMED,
    BATTLE,
    CAST,
    DISCARD,
    DROPPED,
    IN_ATTACK,
    MANY,
    MANY_WON,
    ONE_WON,
    SKIPPED,
    STRUCK,
    TARGET,
)
from .tables import (
    ARMED,
    EACH_PLAY,
    EACH_RESET,
    INCANTATIONS,
    THRIFT,
    VERSATILE,
    WHEN_EMPTY,
)

# How far an activation has come: the count of its entry, after REVEAL_NEXT.
VENOM_WORKS, ACTS = 1, 2

# ------------------------------------------------------------------------------------------- the end of the battle


@rule
def is_decided(s):
    """1 once the Ancient One or all investigators have no token left."""
    return 1 if health(s, the_one(s)) == 0 or living(s) == 0 else 0


@rule
def end_battle(s, actor):
    """The side that acts wins where both are beaten at once."""
    one = the_one(s)
    won = 1 if living(s) == 0 and (health(s, one) > 0 or actor == one) else 0
    for p in range(s.players):
        s.winners[p] = won if p == one else 1 - won
    if won == 1:
        emit(s, ONE_WON, one, -1, s.cycle, -1, -1, -1, -1)
    else:
        emit(s, MANY_WON, -1, one, s.cycle, -1, -1, -1, -1)
    end_competitive(s)


# -------------------------------------------------------------------------------------------- playing a battle card


@rule
def cost(t, s, p, k):
    return max(t.cost[k] - ability_amount(t, s, p, THRIFT), 0)


@rule
def suits(t, s, p, k):
    """1 where ``p`` may use battle card ``k`` at all: Incantations are not for everybody."""
    return 1 if t.incantation[k] == 0 or has_ability(t, s, p, INCANTATIONS) == 1 else 0


@rule
def strikes(t, s, p, k):
    """1 where battle card ``k`` would give ``p`` a basic attack."""
    return 1 if t.base[k] > 0 and suits(t, s, p, k) == 1 else 0


@rule
def casts(t, s, p, k):
    """1 where battle card ``k`` would give ``p`` a special attack: it is for its Ancient One, and its cost can be
    revealed."""
    if t.effects[k] == 0 or suits(t, s, p, k) == 0:
        return 0
    if t.owner[k] >= 0 and t.owner[k] != s.ancient:
        return 0
    able = side_down(s, p, t.cost_side[k])
    if has_ability(t, s, p, VERSATILE) == 1:
        able = s.token_count[p] + 0
    return 1 if able >= cost(t, s, p, k) else 0


@rule
def may_strike(t, s, p, k):
    return 1 if s.hand[p, k] > 0 and strikes(t, s, p, k) == 1 else 0


@rule
def may_cast(t, s, p, k):
    return 1 if s.hand[p, k] > 0 and casts(t, s, p, k) == 1 else 0


@rule
def can_play(t, s, p):
    """1 where ``p`` can play a battle card."""
    for k in range(t.battles):
        if may_strike(t, s, p, k) == 1 or may_cast(t, s, p, k) == 1:
            return 1
    return 0


@rule
def pay(t, s, p, k):
    """``p`` reveals the cost of the special attack of ``k``, with the side it names first."""
    side = t.cost_side[k] + 0
    for _ in range(cost(t, s, p, k)):
        if side_down(s, p, side) > 0:
            reveal(s, p, first_of(s, p, side))
        else:
            reveal(s, p, first_of(s, p, 1 - side))


@rule
def play_battle(t, s, p, k, special):
    """``p`` plays battle card ``k``. The entry of an attack: its subject the card, its count the next effect."""
    pop(s)
    discard(s, p, k)
    s.card = k
    s.special = special
    if special == 1:
        emit(s, CAST, p, s.target, k, -1, -1, -1, -1)
        pay(t, s, p, k)
    else:
        emit(s, STRUCK, p, s.target, k, -1, -1, -1, -1)
    push(s, IN_ATTACK, p, k, 0)


@rule
def end_action(t, s, p):
    """The card is settled: the hand of ``p`` is filled, unless an option says when else."""
    s.card = -1
    s.special = 0
    s.target = -1
    if lives(s, p) == 0 and s.role[p] == MANY:
        return
    if t.opt_battle_hand == EACH_PLAY or (t.opt_battle_hand == WHEN_EMPTY and s.hand_count[p] == 0):
        fill_hand(t, s, p)


@rule
def drop(t, s, p, k):
    """Nothing in hand can be played: ``p`` discards a card and draws another instead."""
    need(s.hand[p, k] > 0)
    pop(s)
    discard(s, p, k)
    emit(s, DROPPED, p, -1, k, -1, -1, -1, -1)
    draw_battle(t, s, p)
    end_action(t, s, p)


@rule
def run_attack(t, s):
    """Go on with an attack, whose entry is on top."""
    p = s.stack[0, 1] + 0
    k = s.stack[0, 2] + 0
    step = s.stack[0, 3] + 0
    s.stack[0, 3] = step + 1
    if s.special == 0 and step == 0:
        hit(t, s, p, s.target, t.base[k] + ability_amount(t, s, p, ARMED), t.opt_damage_choice)
    elif s.special == 1 and step < t.effects[k]:
        run_effect(t, s, p, s.target, t.op[k, step], t.amount[k, step])
    else:
        pop(s)
        end_action(t, s, p)


# ------------------------------------------------------------------------------------------------ activations


@rule
def order_cards(s):
    n = 0
    for p in range(s.players):
        n += s.order[p]
    return n


@rule
def reveal_order(t, s):
    """The top card of the order deck, which is reset where there is none: whose it is."""
    if order_cards(s) == 0:
        reset_order(t, s)
        if t.opt_battle_hand == EACH_RESET:
            for p in range(s.players):
                if s.slain[p] == 0:
                    fill_hand(t, s, p)
    x = draw(s, DECK, order_cards(s))
    p = 0
    while x >= s.order[p]:
        x -= s.order[p]
        p += 1
    s.order[p] -= 1
    return p


@rule
def aim(s, p, q):
    """The Ancient One of ``p`` attacks ``q``."""
    need(lives(s, q) == 1)
    pop(s)
    s.target = q
    emit(s, AIMED, p, q, -1, -1, -1, -1, -1)
    push(s, BATTLE, p, -1, 1)


@rule
def begin_action(t, s, p):
    """``p`` is to play a battle card, the Ancient One after it has chosen its target."""
    if t.opt_battle_hand != EACH_RESET and s.hand_count[p] == 0:
        fill_hand(t, s, p)
    if s.stun[p] > 0 or s.hand_count[p] == 0:
        s.stun[p] = max(s.stun[p] - 1, 0)
        emit(s, SKIPPED, p, -1, -1, -1, -1, -1, -1)
    elif s.role[p] == MANY:
        s.target = the_one(s)
        if can_play(t, s, p) == 1:
            push(s, BATTLE, p, -1, 1)
        else:
            push(s, DISCARD, p, -1, 1)
    else:
        push(s, TARGET, p, -1, 1)


@rule
def run_battle(t, s):
    """Go on with the battle, whose entry is on top; its seat is the one activated last."""
    stage = s.stack[0, 3] + 0
    p = s.stack[0, 1] + 0
    if stage == REVEAL_NEXT:
        p = reveal_order(t, s)
        if s.slain[p] == 1:
            return
        s.stack[0, 1] = p
        s.stack[0, 3] = VENOM_WORKS
        emit(s, ACTIVATED, p, -1, -1, -1, -1, -1, -1)
    elif stage == VENOM_WORKS:
        s.stack[0, 3] = ACTS
        n = s.venom[p] + 0
        if n > 0:
            s.venom[p] = 0
            hit(t, s, the_one(s), p, n, t.opt_damage_choice)
    else:
        s.stack[0, 3] = REVEAL_NEXT
        if s.slain[p] == 0:
            begin_action(t, s, p)
