"""What befalls tokens in the Epic Battle, and what the operations of special attacks do."""

from ..core.header import CHANCE, DICE
from ..core.kernels import draw, emit, need, pop, push
from .rules_table import (
    EVERYBODY,
    NOBODY,
    discard,
    discard_hand,
    draw_tokens,
    first_of,
    first_up,
    full_health,
    health,
    hide,
    lives,
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
    AID,
    BOTH,
    CULTIST,
    DELAYED,
    DEVOURED,
    DIE_ROLLED,
    DRAINED,
    EXPOSED,
    FACE_UP,
    FACES,
    GUARD,
    GUARDED,
    HASTENED,
    HEALED,
    HURT,
    KINDS,
    LOSE,
    MANY,
    ONE,
    ORDERS,
    POISONED,
    RECOVERED,
    SCATTERED,
    SHIELDED,
    SIDES,
    SLAIN,
    STUNNED,
    STUNS,
)
from .tables import (
    AID_ONE,
    BY_ATTACKER,
    BY_TARGET,
    CORRUPT,
    DAMAGE,
    DAMAGE_ALL,
    DAMAGE_OTHERS,
    DELAY,
    DEVOUR,
    EXPOSE,
    GAMBLE,
    GUARDS,
    HASTE,
    HEAL,
    MEDIC,
    RECOVER,
    REND,
    SCATTER,
    STEADFAST,
    STUN,
    TORMENT,
    VENGEFUL,
    VENOM,
    WARY,
)

DIE = 6
DIE_HITS = 4  # least throw with which a gamble works

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
