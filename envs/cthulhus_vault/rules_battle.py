"""The Epic Battle: who acts, what their battle card does, who loses which tokens, and who wins."""

from ..core.header import CHANCE, DECK, DICE
from ..core.kernels import draw, emit, end_competitive, need, pop, push
from .rules_change import REVEAL_NEXT, reset_order
from .rules_table import (
    EVERYBODY,
    NOBODY,
    discard,
    discard_hand,
    draw_battle,
    draw_tokens,
    fill_hand,
    first_of,
    first_up,
    full_health,
    health,
    hide,
    lives,
    living,
    lose_all,
    lose_down,
    lose_up,
    picked,
    put,
    random_down,
    reveal,
    revealed,
    rule,
    side_down,
    side_up,
    take,
    the_one,
)
from .state import (
    ACTIVATED,
    AID,
    AIMED,
    BATTLE,
    BOTH,
    CAST,
    CULTIST,
    DELAYED,
    DEVOURED,
    DIE_ROLLED,
    DISCARD,
    DRAINED,
    DROPPED,
    EXPOSED,
    FACE_UP,
    FACES,
    GUARD,
    GUARDED,
    HASTENED,
    HEALED,
    HURT,
    IN_ATTACK,
    KINDS,
    LOSE,
    MANY,
    MANY_WON,
    ONE,
    ONE_WON,
    ORDERS,
    POISONED,
    RECOVERED,
    SCATTERED,
    SHIELDED,
    SIDES,
    SKIPPED,
    SLAIN,
    STRUCK,
    STUNNED,
    STUNS,
    TARGET,
)
from .tables import (
    AID_ONE,
    ARMED,
    BY_ATTACKER,
    BY_TARGET,
    CORRUPT,
    DAMAGE,
    DAMAGE_ALL,
    DAMAGE_OTHERS,
    DELAY,
    DEVOUR,
    EACH_PLAY,
    EACH_RESET,
    EXPOSE,
    GAMBLE,
    GUARDS,
    HASTE,
    HEAL,
    INCANTATIONS,
    MEDIC,
    RECOVER,
    REND,
    SCATTER,
    STEADFAST,
    STUN,
    THRIFT,
    TORMENT,
    VENGEFUL,
    VENOM,
    VERSATILE,
    WARY,
    WHEN_EMPTY,
)

DIE = 6
DIE_HITS = 4  # least throw with which a gamble works
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


# --------------------------------------------------------------------------------------------------- losing tokens


@rule
def has_ability(t, s, p, ability):
    return 1 if s.role[p] == MANY and t.ability[s.character[p]] == ability else 0


@rule
def ability_amount(t, s, p, ability):
    """The amount of an ability where ``p`` has it, else 0."""
    return t.ability_amount[s.character[p]] + 0 if has_ability(t, s, p, ability) == 1 else 0


@rule
def lose_revealed_first(s, p):
    """``p`` loses a revealed token, or one chosen by chance."""
    for side in range(SIDES):
        if side_up(s, p, side) > 0:
            lose_up(s, p, first_up(s, p, side))
            return
    lose_down(s, p, random_down(s, p))


@rule
def slay(t, s, p):
    """``p`` has no token left: an investigator is out of the battle, and may take revenge."""
    if s.role[p] == ONE or s.slain[p] == 1:
        return
    s.slain[p] = 1
    s.guard[p] = 0
    s.stun[p] = 0
    s.venom[p] = 0
    discard_hand(t, s, p)
    emit(s, SLAIN, p, -1, -1, -1, -1, -1, -1)
    one = the_one(s)
    revenge = min(ability_amount(t, s, p, VENGEFUL), health(s, one))
    if revenge > 0:
        emit(s, HURT, one, p, revenge, -1, -1, -1, -1)
        for _ in range(revenge):
            lose_revealed_first(s, one)


@rule
def may_lose(s, decider, p, x):
    """1 where ``decider`` may name ``x`` (side and face) as a token that ``p`` loses. Whoever cannot see face-down
    tokens names none of them in particular."""
    side = x // FACES
    if x % FACES == FACE_UP:
        return 1 if side < SIDES and side_up(s, p, side) > 0 else 0
    if decider != p:
        return 1 if side == BOTH and s.token_count[p] > 0 else 0
    return 1 if side < SIDES and side_down(s, p, side) > 0 else 0


@rule
def lose_one(t, s, decider, p, x):
    """``p`` loses the token that ``decider`` named; the entry of the loss is on top."""
    need(x >= 0 and x < (SIDES + 1) * FACES)
    need(may_lose(s, decider, p, x) == 1)
    s.stack[0, 3] -= 1
    if s.stack[0, 3] == 0:
        pop(s)
    side = x // FACES
    if x % FACES == FACE_UP:
        lose_up(s, p, first_up(s, p, side))
    elif side == BOTH:
        lose_down(s, p, random_down(s, p))
    else:
        lose_down(s, p, first_of(s, p, side))
    if health(s, p) == 0:
        slay(t, s, p)


@rule
def hit(t, s, actor, p, n, chooser):
    """``p`` is to lose ``n`` tokens to ``actor``; ``chooser`` (tables.BY_...) says who chooses them."""
    spared = min(s.guard[p], n)
    if spared > 0:
        s.guard[p] = 0
        n -= spared
        emit(s, GUARDED, p, -1, spared, -1, -1, -1, -1)
    n = min(n, health(s, p))
    if n <= 0:
        return
    emit(s, HURT, p, actor, n, -1, -1, -1, -1)
    if n == health(s, p):
        lose_all(s, p)
        slay(t, s, p)
    elif chooser == BY_TARGET:
        push(s, LOSE, p, 0, n)
    elif chooser == BY_ATTACKER:
        push(s, LOSE, actor, (p - actor + s.players) % s.players, n)
    else:
        for _ in range(n):
            lose_revealed_first(s, p)


@rule
def hit_many(t, s, actor, n, spared):
    """Every living investigator but ``spared`` is to lose ``n`` tokens; the nearest to the left of ``actor`` first."""
    for away in range(s.players - 1, 0, -1):  # the last one pushed is the first to choose
        q = (actor + away) % s.players
        if lives(s, q) == 1 and q != spared:
            hit(t, s, actor, q, max(n - ability_amount(t, s, q, WARY), 0), t.opt_damage_choice)


# --------------------------------------------------------------------------------------------- what effects do


@rule
def heal(t, s, p, more):
    """``p`` draws up to ``more`` tokens of the Mystery pool, up to its health."""
    got = draw_tokens(s, p, min(more, full_health(t, s, p) - health(s, p)), NOBODY)
    emit(s, HEALED, p, -1, got, -1, -1, -1, -1)


@rule
def recover(s, p, n):
    """Revealed tokens of ``p`` are turned face down, Cultist ones first."""
    turned = 0
    for k in range(KINDS - 1, -1, -1):
        while turned < n and s.revealed[p, k] > 0:
            hide(s, p, k)
            turned += 1
    emit(s, RECOVERED, p, -1, turned, -1, -1, -1, -1)


@rule
def expose(s, p, n):
    """Face-down tokens of ``p`` chosen by chance are revealed."""
    turned = 0
    while turned < n and s.token_count[p] > 0:
        reveal(s, p, random_down(s, p))
        turned += 1
    emit(s, EXPOSED, p, -1, turned, -1, -1, -1, -1)


@rule
def drain(t, s, actor, p, n):
    """Tokens of ``p`` chosen by chance, revealed or not, go to the Ancient One, face down, up to its health."""
    got = 0
    while got < n and health(s, p) > 0 and health(s, actor) < full_health(t, s, actor):
        x = draw(s, CHANCE, health(s, p))
        if x < s.token_count[p]:
            k = picked(s, p, x)
            take(s, p, k, EVERYBODY)
        else:
            x -= s.token_count[p]
            k = 0
            while x >= s.revealed[p, k]:
                x -= s.revealed[p, k]
                k += 1
            s.revealed[p, k] -= 1
        put(s, actor, k, EVERYBODY)
        got += 1
    emit(s, DRAINED, actor, p, got, -1, -1, -1, -1)
    if health(s, p) == 0:
        slay(t, s, p)


@rule
def scatter(s, p, n):
    """``p`` discards battle cards chosen by chance."""
    gone = 0
    while gone < n and s.hand_count[p] > 0:
        x = draw(s, CHANCE, s.hand_count[p])
        k = 0
        while x >= s.hand[p, k]:
            x -= s.hand[p, k]
            k += 1
        discard(s, p, k)
        gone += 1
    emit(s, SCATTERED, p, -1, gone, -1, -1, -1, -1)


@rule
def gamble(t, s, actor, p, n):
    """A die decides whether ``p`` loses ``n`` tokens."""
    x = draw(s, DICE, DIE) + 1
    emit(s, DIE_ROLLED, actor, p, DIE_HITS, x, 1 if x >= DIE_HITS else 0, -1, -1)
    if x >= DIE_HITS:
        hit(t, s, actor, p, n, t.opt_damage_choice)


@rule
def devour(t, s, actor, p):
    """``p`` is devoured, unless it stands fast."""
    if has_ability(t, s, p, STEADFAST) == 1:
        hit(t, s, actor, p, ability_amount(t, s, p, STEADFAST), t.opt_damage_choice)
        return
    emit(s, DEVOURED, p, actor, health(s, p), -1, -1, -1, -1)
    lose_all(s, p)
    slay(t, s, p)


@rule
def hurt_target(t, s, p, q, op, n):
    """Operations that cost the target tokens."""
    if op == DAMAGE:
        hit(t, s, p, q, n, t.opt_damage_choice)
    elif op == TORMENT:
        hit(t, s, p, q, n, BY_ATTACKER)
    elif op == REND:
        hit(t, s, p, q, min(revealed(s, q), n), t.opt_damage_choice)
    elif op == CORRUPT:
        hit(t, s, p, q, min(side_down(s, q, CULTIST), n), t.opt_damage_choice)
    elif op == GAMBLE:
        gamble(t, s, p, q, n)
    elif op == DEVOUR:
        devour(t, s, p, q)
    else:
        drain(t, s, p, q, n)


@rule
def hinder_target(s, q, op, n):
    """Operations that hinder the target."""
    if op == EXPOSE:
        expose(s, q, n)
    elif op == SCATTER:
        scatter(s, q, n)
    elif op == STUN:
        s.stun[q] = min(s.stun[q] + n, STUNS)
        emit(s, STUNNED, q, -1, s.stun[q], -1, -1, -1, -1)
    elif op == VENOM:
        s.venom[q] = min(s.venom[q] + n, GUARD)
        emit(s, POISONED, q, -1, s.venom[q], -1, -1, -1, -1)
    else:
        gone = min(n, s.order[q])
        s.order[q] -= gone
        emit(s, DELAYED, q, -1, gone, -1, -1, -1, -1)


@rule
def help_actor(t, s, p, op, n):
    """Operations that help the attacker or its side."""
    if op == HEAL:
        heal(t, s, p, n + ability_amount(t, s, p, MEDIC))
    elif op == AID_ONE:
        push(s, AID, p, -1, n + ability_amount(t, s, p, MEDIC))
    elif op == RECOVER:
        recover(s, p, n)
    elif op == GUARDS:
        s.guard[p] = min(s.guard[p] + n, GUARD)
        emit(s, SHIELDED, p, -1, s.guard[p], -1, -1, -1, -1)
    else:
        s.order[p] = min(s.order[p] + n, ORDERS)
        emit(s, HASTENED, p, -1, n, -1, -1, -1, -1)


@rule
def run_effect(t, s, p, q, op, n):
    """One effect of a special attack of ``p`` on ``q``; what is on a slain investigator is lost."""
    if op == DAMAGE_ALL:
        hit_many(t, s, p, n, -1)
    elif op == DAMAGE_OTHERS:
        hit_many(t, s, p, n, q)
    elif op in (HEAL, AID_ONE, RECOVER, GUARDS, HASTE):
        help_actor(t, s, p, op, n)
    elif s.slain[q] == 0:
        if op in (EXPOSE, SCATTER, STUN, VENOM, DELAY):
            hinder_target(s, q, op, n)
        else:
            hurt_target(t, s, p, q, op, n)


@rule
def aid(t, s, p, q):
    """The investigator named draws tokens."""
    need(lives(s, q) == 1)
    n = s.stack[0, 3] + 0
    pop(s)
    heal(t, s, q, n)


# -------------------------------------------------------------------------------------------- playing a battle card


@rule
def cost(t, s, p, k):
    return max(t.cost[k] - ability_amount(t, s, p, THRIFT), 0)


@rule
def may_use(t, s, p, k):
    """1 where ``p`` holds battle card ``k`` and may use it at all: Incantations are not for everybody."""
    if s.hand[p, k] == 0:
        return 0
    return 1 if t.incantation[k] == 0 or has_ability(t, s, p, INCANTATIONS) == 1 else 0


@rule
def may_strike(t, s, p, k):
    return 1 if t.base[k] > 0 and may_use(t, s, p, k) == 1 else 0


@rule
def may_cast(t, s, p, k):
    """1 where ``p`` may use the special attack of ``k``: it is for its Ancient One, and its cost can be revealed."""
    if t.effects[k] == 0 or may_use(t, s, p, k) == 0:
        return 0
    if t.owner[k] >= 0 and t.owner[k] != s.ancient:
        return 0
    able = side_down(s, p, t.cost_side[k])
    if has_ability(t, s, p, VERSATILE) == 1:
        able = s.token_count[p] + 0
    return 1 if able >= cost(t, s, p, k) else 0


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
    """The card is settled: hands are filled."""
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
