"""Rolls: what has to be rolled, points spent on it, and the dice.

A roll is an entry of the stack. ``number`` is what its three dice must be at or under; whoever asked for the
roll lies below it and reads ``outcome`` when it is settled.
"""

from ..core.header import DICE
from ..core.kernels import draw, emit, pop, push
from .rules_table import cults_left, given, lose, rule
from .state import (
    BOOF,
    CONJURING,
    FAILURE,
    FOR_DEFENCE,
    FOR_EVENT,
    FOR_SORCERY,
    FOR_SUMMONING,
    FOR_SURVIVAL,
    IN_ROLL,
    PAIRS,
    PLACES,
    ROLLED,
    SORCERY,
    SPEND,
    SPENT,
    SPOOGE,
    SUCCESS,
    THUGGERY,
    TURN,
)
from .tables import CONJURING_CARD, GIVES_ROLLS, GIVES_SKILL, GIVES_WARD

STARS_BONUS = 2  # on the number the favoured cult rolls against
SPOOGE_MOST, BOOF_LEAST = 5, 16  # totals of three dice that succeed and fail whatever the number
LOWEST, HIGHEST = -100, 100  # numbers beyond are all the same

# ------------------------------------------------------------------------------------- what has to be rolled


@rule
def stars_bonus(t, s, p):
    """The favoured cult's bonus, on its rolls of the whole round or (by option) of its own turn."""
    if s.favoured != p:
        return 0
    turn = s.depth - 1  # at the bottom of the stack
    if t.opt_star_bonus == 1 and (s.stack[turn, 0] != TURN or s.stack[turn, 1] != p):
        return 0
    return STARS_BONUS + 0


@rule
def skill_now(t, s, p, skill):
    """A skill with the cards that lie on the cult."""
    return s.skill[p, skill] + given(t, s, p, GIVES_SKILL + skill)


@rule
def all_rolls(t, s, p):
    """What changes every number that ``p`` rolls against."""
    return given(t, s, p, GIVES_ROLLS) + stars_bonus(t, s, p)


@rule
def attack_skill(t, k):
    return CONJURING if t.type[k] == CONJURING_CARD else THUGGERY


@rule
def attack_number(t, s, p, slot, k, q):
    """For the attack of cultist ``slot`` of ``p`` with card ``k`` on cult ``q``; a counter-attack's bonus is in it."""
    skill = attack_skill(t, k)
    n = skill_now(t, s, p, skill) + t.cultist_mod[slot // PLACES, slot % PLACES, skill] + t.modifier[k]
    return n + all_rolls(t, s, p) + given(t, s, q, GIVES_WARD + skill)


@rule
def defence_base(t, s, q, slot):
    """The Thuggery of a cultist that is attacked, before it is halved."""
    n = skill_now(t, s, q, THUGGERY) + t.cultist_mod[slot // PLACES, slot % PLACES, THUGGERY]
    return n + stars_bonus(t, s, q) if t.opt_star_defence == 1 else n


@rule
def half(n):
    """Half of ``n``, fractions rounded up."""
    return (n + 1) // 2


@rule
def defence_number(t, s, q, slot):
    """Against Thuggery: half of the own Thuggery, then what changes every roll."""
    n = half(defence_base(t, s, q, slot)) + given(t, s, q, GIVES_ROLLS)
    return n if t.opt_star_defence == 1 else n + stars_bonus(t, s, q)


@rule
def survival_number(t, s, q, k):
    """Against a monster: strictly under its number (at or under one less), whatever the skills."""
    n = t.survival[k] + all_rolls(t, s, q)
    return n if t.opt_survival == 1 else n - 1


@rule
def card_number(t, s, p, k, q):
    """For a roll of ``p`` that Sorcery or Event card ``k`` asks for, at cult ``q`` or nobody (-1)."""
    skill = t.roll_skill[k]
    n = skill_now(t, s, p, skill) + t.modifier[k] + all_rolls(t, s, p)
    return n + given(t, s, q, GIVES_WARD + skill) if q >= 0 and q != p else n


@rule
def summon_number(t, s, p):
    return skill_now(t, s, p, SORCERY) + all_rolls(t, s, p)


@rule
def minimum(t, s):
    """Fuggly Points that a summoning takes."""
    return t.minimum[cults_left(s)] if t.opt_summon_players == 1 else t.minimum[s.players]


# ------------------------------------------------------------------------------------------ points on a roll


@rule
def budget(t, s, p):
    """Points that ``p`` may spend on the roll under way."""
    if s.reason == FOR_SUMMONING and t.opt_summon_spend == 0:
        return s.points[p] - minimum(t, s)
    return s.points[p] + 0


@rule
def bought(t, s, p, pairs):
    """By how much so many pairs raise the number of the roll under way."""
    if s.reason == FOR_DEFENCE and t.opt_spend_halved == 1:
        base = defence_base(t, s, p, s.row * PLACES + s.target[s.at])
        return half(base + pairs) - half(base)
    return pairs


@rule
def may_spend(t, s, p, pairs):
    """1 where spending so many pairs, and not one fewer, changes the odds, or the result once dice are thrown."""
    if 2 * pairs > budget(t, s, p):
        return 0
    now = s.number + bought(t, s, p, pairs)
    fewer = s.number + bought(t, s, p, pairs - 1)
    if now == fewer:
        return 0
    if s.total > 0:
        return 1 if now >= s.total and fewer < s.total else 0
    return 1 if now > SPOOGE_MOST and now < BOOF_LEAST else 0


@rule
def any_spend(t, s, p):
    if budget(t, s, p) < 2 or s.number >= BOOF_LEAST - 1:
        return 0
    for pairs in range(1, PAIRS + 1):
        if may_spend(t, s, p, pairs) == 1:
            return 1
    return 0


@rule
def spend(t, s, p, pairs):
    """Pay for a bonus on the roll under way."""
    gained = bought(t, s, p, pairs)
    s.number = min(s.number + gained, HIGHEST)
    lose(s, p, 2 * pairs)
    emit(s, SPENT, p, -1, pairs, gained, -1, -1, -1)


# ------------------------------------------------------------------------------------------------- the dice


@rule
def result(s, number):
    """How a throw ends: the extremes whatever the number, else at or under it."""
    if s.total <= SPOOGE_MOST:
        return SPOOGE + 0
    if s.total >= BOOF_LEAST:
        return BOOF + 0
    return SUCCESS if s.total <= number else FAILURE


@rule
def begin_roll(t, s, p, reason, number):
    """``p`` is going to roll; first it may spend points."""
    s.reason = reason
    s.number = min(max(number, LOWEST), HIGHEST)
    s.total = 0
    s.outcome = -1
    push(s, IN_ROLL, p, reason, 0)
    if t.opt_spend_time == 0 and any_spend(t, s, p) == 1:
        push(s, SPEND, p, reason, max(s.number, 0))


@rule
def opponent(s, p):
    """Whom the roll of ``p`` is about, or -1."""
    if s.reason == FOR_SUMMONING:
        return -1
    if s.reason == FOR_SORCERY or s.reason == FOR_EVENT:
        q = s.victim + 0
    elif s.reason == FOR_DEFENCE or s.reason == FOR_SURVIVAL:
        q = s.attacker + 0
    else:
        q = s.defender + 0
    return q if q != p else -1


@rule
def throw(s, p):
    """Three dice, told with their reason, number and result; 0 stands for a number of 0 or less."""
    a = draw(s, DICE, 6) + 1
    b = draw(s, DICE, 6) + 1
    c = draw(s, DICE, 6) + 1
    s.total = a + b + c
    s.outcome = result(s, s.number)
    emit(s, ROLLED, p, opponent(s, p), s.reason, max(s.number, 0), 100 * a + 10 * b + c, s.total, s.outcome)


@rule
def run_roll(t, s):
    """Throw the dice; where points are spent afterwards, ask whether they turn a failure."""
    p = s.stack[0, 1] + 0
    if s.total == 0:
        throw(s, p)
        if t.opt_spend_time == 1 and s.outcome == FAILURE and any_spend(t, s, p) == 1:
            push(s, SPEND, p, s.reason, max(s.number, 0))
            return
    s.outcome = result(s, s.number)
    pop(s)
