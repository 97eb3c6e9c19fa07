"""A sensible player of Cthulhu's Vault: every legal action gets a score, the best one is played.

It reads the row its seat sees: seat 0 is itself, the others follow in turn order. ``WEIGHTS`` holds every number of
the list. The two stages have a scale each: in the Mystery Stage a point of Cultist Power is worth 100, in the battle
a token of the other side is.

In the Mystery Stage it races to awaken its Ancient One, and robs who is ahead. In the battle both sides play for
tokens: those the other side loses, and those the own side keeps, which count more the fewer there are of them. What
delays the other side or speeds up the own counts as the tokens that a card usually costs. Battle cards that the other
side has to discard count nothing: it draws others.
"""

import numpy as np

from ...envs.cthulhus_vault.actions import ACTIONS
from ...envs.cthulhus_vault.rules_battle import cost, may_cast, may_strike
from ...envs.cthulhus_vault.rules_change import kept
from ...envs.cthulhus_vault.rules_effects import ability_amount, has_ability
from ...envs.cthulhus_vault.rules_mystery import BONUSES, awakening_power
from ...envs.cthulhus_vault.rules_table import (
    full_health,
    health,
    kind_value,
    lives,
    living,
    revealed,
    rule,
    the_one,
)
from ...envs.cthulhus_vault.state import (
    AID,
    BATTLE,
    BONUS,
    CHARACTER,
    CULTIST,
    FACE_UP,
    FACES,
    GIVE,
    INVESTIGATOR,
    KEEP,
    KEEP_ONE,
    KINDS,
    LOSE,
    ONE,
    SIDES,
    STORY,
    TARGET,
    VALUES,
    VICTIM,
)
from ...envs.cthulhus_vault.tables import (
    AID_ONE,
    ARMED,
    B_CULTIST,
    B_INVESTIGATOR,
    B_LOOK,
    B_MYSTERY,
    B_PEEK,
    B_SWAP,
    CORRUPT,
    COUNT,
    DAMAGE,
    DAMAGE_ALL,
    DAMAGE_OTHERS,
    DELAY,
    DEVOUR,
    DRAIN,
    EXPOSE,
    FROM_MYSTERY,
    GAMBLE,
    GUARDS,
    HASTE,
    HEAL,
    ICONS,
    INCANTATIONS,
    MEDIC,
    RECOVER,
    REND,
    STEADFAST,
    STUN,
    SWIFT,
    THRIFT,
    TORMENT,
    VENGEFUL,
    VENOM,
    VERSATILE,
    WARY,
)

# Every number of the list. ``act`` finds them in this order from place 1 of its line of weights.
WEIGHTS = {
    # The Mystery Stage.
    "cultist": 100,  # a point of Cultist Power
    "investigator": 60,  # a point of Investigator Power: an earlier choice, and special attacks to pay for
    "token": 10,  # any token: health in the battle
    "awaken": 400,  # being sure of enough Cultist Power; ending the stage with most of it, or else without
    "harm": 120,  # percent: Cultist Power that a player about to awaken loses, against gaining it; of others less
    "leave": 60,  # leaving the type that the next player certainly has, and so its bonus
    "variety": 10,  # playing a type of which more are left in hand
    "look": 10,  # seeing a token of another player
    # Between the stages: an investigator is worth 100 for each token of its health, and this.
    "hand": 10,  # each card that it holds
    "incantations": 215,  # may use Incantations
    "thrift": 80,  # special attacks cost less; this and what follows for each point, if it has points
    "versatile": 25,  # pays with tokens of both sides
    "armed": 135,  # basic attacks cost the Ancient One more
    "wary": 290,  # loses less to what hits every investigator
    "steadfast": 100,  # is not devoured; not for each point
    "medic": 40,  # heals more
    "vengeful": 75,  # costs the Ancient One tokens when slain
    "swift": 480,  # acts more often
    "spells": 3,  # Cultist tokens that one who may use Incantations keeps
    # The battle.
    "win": 100000,  # the last token of the other side
    "own": 100,  # percent: a token of the own side, where both sides have equally many
    "focus": 60,  # hurting an investigator that survives: for the share of its tokens that it loses
    "threat": 15,  # percent: how much more a token counts that is lost by who has an ability worth 1000
    "blow": 180,  # what a card of an investigator usually costs the Ancient One
    "storm": 150,  # what a card of the Ancient One usually costs the investigators
    "storm_each": 40,  # and more for each of them
    "pay": 10,  # a token that the own side reveals, or turns down again
    "expose": 5,  # a token that the other side must reveal
    "guard": 80,  # percent: a token that a guard is to spare, against having it
}
(
    W_CULTIST,
    W_INVESTIGATOR,
    W_TOKEN,
    W_AWAKEN,
    W_HARM,
    W_LEAVE,
    W_VARIETY,
    W_LOOK,
    W_HAND,
    W_INCANTATIONS,
    W_THRIFT,
    W_VERSATILE,
    W_ARMED,
    W_WARY,
    W_STEADFAST,
    W_MEDIC,
    W_VENGEFUL,
    W_SWIFT,
    W_SPELLS,
    W_WIN,
    W_OWN,
    W_FOCUS,
    W_THREAT,
    W_BLOW,
    W_STORM,
    W_STORM_EACH,
    W_PAY,
    W_EXPOSE,
    W_GUARD,
) = range(1, len(WEIGHTS) + 1)

PLAY, STRIKE, SPECIAL = (ACTIONS.base[name] for name in ("play", "strike", "special"))
BONUS_OF, SEAT, KEEP_KIND, GIVE_KIND = (ACTIONS.base[name] for name in ("bonus", "seat", "keep", "give"))
LOSE_TOKEN, CHOOSE, DECLINE, AWAKE = (ACTIONS.base[name] for name in ("lose", "choose", "decline", "awaken"))
NEVER = -1000000
WHOLE = 1000  # of a chance
USUAL_GUARD = 2  # what an attack usually costs, and a guard spares at most
LEAST_OWN, MOST_OWN = 40, 250  # percent: bounds of what a token of the own side is worth

# ------------------------------------------------------------------------------------- the worth of tokens


@rule
def power_of(t, k):
    """What a token counts towards awakening or, of Investigators, towards choosing."""
    return 1 if t.opt_threshold == COUNT and k // VALUES == CULTIST else kind_value(k)


@rule
def token_worth(t, k, weights):
    """Having a token of kind ``k``."""
    side = weights[W_CULTIST] if k // VALUES == CULTIST else weights[W_INVESTIGATOR]
    return weights[W_TOKEN] + side * power_of(t, k)


@rule
def unseen(t, s, k):
    """How many tokens of kind ``k`` the own seat cannot place."""
    n = t.token_copies[k] - s.lost[k] - s.aside[0, k]
    if k % VALUES == 0:
        n -= s.pool[k // VALUES]
    for q in range(s.players):
        n -= s.sure[0, q, k] + s.revealed[q, k]
    return max(n, 0)


@rule
def unseen_tokens(t, s):
    n = np.int64(0)
    for k in range(KINDS):
        n += unseen(t, s, k)
    return max(n, 1)


@rule
def mystery_worth(t, s, weights):
    """A token of unknown kind."""
    worth = np.int64(0)
    for k in range(KINDS):
        worth += unseen(t, s, k) * token_worth(t, k, weights)
    return worth // unseen_tokens(t, s)


@rule
def mystery_power(t, s):
    """Hundredths of Cultist Power in a token of unknown kind."""
    power = np.int64(0)
    for k in range(CULTIST * VALUES, KINDS):
        power += 100 * unseen(t, s, k) * power_of(t, k)
    return power // unseen_tokens(t, s)


@rule
def unknown(s, q):
    """Face-down tokens of ``q`` whose kind the own seat does not know."""
    n = s.token_count[q] + 0
    for k in range(KINDS):
        n -= s.sure[0, q, k]
    return max(n, 0)


@rule
def likely_power(t, s, q):
    """Hundredths of the Cultist Power that ``q`` is likely to have."""
    power = unknown(s, q) * mystery_power(t, s)
    for k in range(CULTIST * VALUES, KINDS):
        power += 100 * s.sure[0, q, k] * power_of(t, k)
    return power


@rule
def token_of(t, s, q, weights):
    """A token of ``q`` chosen by chance."""
    worth = unknown(s, q) * mystery_worth(t, s, weights)
    for k in range(KINDS):
        worth += s.sure[0, q, k] * token_worth(t, k, weights)
    return worth // max(s.token_count[q], 1)


@rule
def nearness(t, s, q):
    """Percent of the Cultist Power needed to awaken that ``q`` is likely to have."""
    return min(likely_power(t, s, q) // max(t.awaken_at, 1), 100)


@rule
def robbing(t, s, q, weights):
    """What it is worth that ``q`` loses a token chosen by chance: more, the nearer it is to awakening."""
    each = weights[W_CULTIST] * likely_power(t, s, q) // (100 * max(s.token_count[q], 1))
    return each * weights[W_HARM] * nearness(t, s, q) // 10000


# --------------------------------------------------------------------------------------------- story cards


@rule
def gift_worth(t, s, weights):
    """What the own seat gives away in a swap: its least valuable token."""
    least = -NEVER
    for k in range(KINDS):
        if s.tokens[0, k] > 0:
            least = min(least, token_worth(t, k, weights))
    return least


@rule
def victim_worth(t, s, op, n, q, weights):
    """Bonus ``op`` at the cost of ``q``."""
    if op == B_LOOK:
        return weights[W_LOOK] * min(n, unknown(s, q)) * (100 + nearness(t, s, q)) // 200
    each = token_of(t, s, q, weights) + robbing(t, s, q, weights)
    if op == B_SWAP:
        return each - gift_worth(t, s, weights)
    return each * min(n, s.token_count[q] + 0)


@rule
def all_of(part, whole, n):
    """The chance, out of 1000, that ``n`` things are all of a part of the whole."""
    chance = np.int64(WHOLE)
    for _ in range(n):
        chance = chance * part // max(whole, 1)
    return chance


@rule
def best_of(t, s, n, weights):
    """The best of ``n`` tokens of unknown kind."""
    worth = np.int64(0)
    for k in range(KINDS):
        own = token_worth(t, k, weights)
        worse = np.int64(0)
        for j in range(KINDS):
            other = token_worth(t, j, weights)
            if other < own or (other == own and j < k):
                worse += unseen(t, s, j)
        whole = unseen_tokens(t, s)
        worth += own * (all_of(worse + unseen(t, s, k), whole, n) - all_of(worse, whole, n))
    return worth // WHOLE


@rule
def leads(t, s, gain):
    """1 where the own seat, with ``gain`` hundredths of Cultist Power more, is likely to have most of it."""
    own = likely_power(t, s, 0) + gain
    for q in range(1, s.players):
        if likely_power(t, s, q) >= own:
            return 0
    return 1


@rule
def ending_worth(t, s, side, n, gain, weights):
    """Taking ``n`` tokens of a known pool ends the stage where none are left: good for who has most Cultist Power."""
    if n == 0 or s.pool[side] > n:
        return 0
    return weights[W_AWAKEN] + 0 if leads(t, s, gain) == 1 else -weights[W_AWAKEN]


@rule
def bonus_worth(t, s, k, op, weights):
    """Bonus ``op`` of story card ``k``."""
    n = t.bonus_amount[k, op] + 0
    if n == 0:
        return NEVER + 0
    if op == B_MYSTERY:
        return n * mystery_worth(t, s, weights)
    if op in (B_CULTIST, B_INVESTIGATOR):
        side = CULTIST if op == B_CULTIST else INVESTIGATOR
        gain = 100 * n if op == B_CULTIST else np.int64(0)
        return n * token_worth(t, side * VALUES, weights) + ending_worth(t, s, side, n, gain, weights)
    if op == B_PEEK:
        return best_of(t, s, n, weights)
    best = NEVER + 0
    for q in range(1, s.players):
        if s.token_count[q] > 0:
            best = max(best, victim_worth(t, s, op, n, q, weights))
    return best


@rule
def best_bonus(t, s, k, weights):
    best = np.int64(0)
    for op in range(BONUSES):
        best = max(best, bonus_worth(t, s, k, op, weights))
    return best


@rule
def left_chance(t, s, k):
    """The chance, out of 1000, that the next player holds the type that story card ``k`` wants."""
    cards = np.int64(0)
    fitting = np.int64(0)
    for c in range(t.stories):
        n = t.story_copies[c] - s.played[c] - s.stories[0, c]
        cards += n
        if t.type[c] == t.wanted[k]:
            fitting += n
    return WHOLE - all_of(cards - fitting, cards, s.story_count[1] + 0)


@rule
def icons(t, k, pool):
    """Tokens of that pool that story card ``k`` pays."""
    n = 0
    for x in range(ICONS):
        if t.icon[k, x] == pool:
            n += 1
    return n


@rule
def pay_worth(t, s, k, weights):
    """The tokens that story card ``k`` pays."""
    drawn = icons(t, k, FROM_MYSTERY)
    gain = 100 * icons(t, k, CULTIST) + mystery_power(t, s) * drawn
    worth = mystery_worth(t, s, weights) * drawn
    for side in range(SIDES):
        n = icons(t, k, side)
        worth += n * token_worth(t, side * VALUES, weights) + ending_worth(t, s, side, n, gain, weights)
    return worth


@rule
def alike(t, s, k):
    """Cards of the type of ``k`` in the own hand."""
    n = 0
    for c in range(t.stories):
        if t.type[c] == t.type[k]:
            n += s.stories[0, c]
    return n


@rule
def story_worth(t, s, k, weights):
    """Adding card ``k`` to the story: its tokens, its bonus, and what it leaves to the next player."""
    worth = pay_worth(t, s, k, weights)
    power = awakening_power(t, s, 0)
    sure = power + icons(t, k, CULTIST)
    if t.type[k] == t.wanted[s.last]:
        worth += best_bonus(t, s, k, weights)
        sure += t.bonus_amount[k, B_CULTIST]
    if power < t.awaken_at <= sure:
        worth += weights[W_AWAKEN]
    if alike(t, s, k) > 1:
        worth += weights[W_VARIETY]
    return worth - weights[W_LEAVE] * left_chance(t, s, k) // WHOLE


# ---------------------------------------------------------------------------------------- between the stages


@rule
def ability_worth(t, c, weights):
    """The ability of investigator ``c``."""
    ability = t.ability[c]
    if ability == INCANTATIONS:
        return weights[W_INCANTATIONS] + 0
    if ability == THRIFT:
        return weights[W_THRIFT] * t.ability_amount[c]
    if ability == VERSATILE:
        return weights[W_VERSATILE] + 0
    if ability == ARMED:
        return weights[W_ARMED] * t.ability_amount[c]
    if ability == WARY:
        return weights[W_WARY] * t.ability_amount[c]
    if ability == STEADFAST:
        return weights[W_STEADFAST] + 0
    if ability == MEDIC:
        return weights[W_MEDIC] * t.ability_amount[c]
    if ability == VENGEFUL:
        return weights[W_VENGEFUL] * t.ability_amount[c]
    return weights[W_SWIFT] * t.ability_amount[c] if ability == SWIFT else np.int64(0)


@rule
def character_worth(t, s, c, weights):
    """Being investigator ``c``, with the own tokens."""
    return 100 * min(t.health[c], s.token_count[0]) + weights[W_HAND] * t.hand[c] + ability_worth(t, c, weights)


@rule
def pays(t, s, side):
    """1 where tokens of a side pay for special attacks of the own seat."""
    if s.role[0] == ONE:
        return 1 if side == CULTIST else 0
    if side == INVESTIGATOR or has_ability(t, s, 0, VERSATILE) == 1:
        return 1
    return has_ability(t, s, 0, INCANTATIONS)


@rule
def keep_worth(t, s, side, weights):
    """Keeping one more token of a side for the battle."""
    if side == CULTIST and s.role[0] != ONE and has_ability(t, s, 0, INCANTATIONS) == 1:
        return 3 if kept(t, s, 0, CULTIST) < weights[W_SPELLS] else 1
    return 2 * pays(t, s, side)


# ------------------------------------------------------------------------------------- damage in the battle


@rule
def known_down(s, q, side):
    """Face-down tokens of ``q`` of one side, as far as the own seat knows."""
    n = 0
    for k in range(side * VALUES, (side + 1) * VALUES):
        n += s.sure[0, q, k]
    return n


@rule
def on_target(t, s, op, n, q, shown):
    """Hundredths of tokens that an operation costs its target ``q``, ``shown`` more of them being revealed."""
    if op in (DAMAGE, TORMENT, VENOM):
        return 100 * n
    if op == REND:
        return 100 * min(revealed(s, q) + min(shown, s.token_count[q] + 0), n)
    if op == CORRUPT:
        return 100 * min(known_down(s, q, CULTIST), n)
    if op == GAMBLE:
        return 50 * n
    if op == DRAIN:
        return 100 * min(n, full_health(t, s, 0) - health(s, 0))
    if op == DEVOUR:
        if has_ability(t, s, q, STEADFAST) == 1:
            return 100 * ability_amount(t, s, q, STEADFAST)
        return 100 * health(s, q)
    return 0


@rule
def damage(t, s, k, special, q, target):
    """Hundredths of tokens that battle card ``k`` of the own seat, aimed at ``target``, costs ``q``."""
    if special == 0:
        n = 100 * (t.base[k] + ability_amount(t, s, 0, ARMED)) if q == target else np.int64(0)
    else:
        n = np.int64(0)
        shown = np.int64(0)
        for e in range(t.effects[k]):
            op = t.op[k, e]
            if op == DAMAGE_ALL or (op == DAMAGE_OTHERS and q != target):
                n += 100 * max(t.amount[k, e] - ability_amount(t, s, q, WARY), 0)
            elif q == target:
                n += on_target(t, s, op, t.amount[k, e] + 0, q, shown)
                if op == EXPOSE:
                    shown += t.amount[k, e]
    if special == 0 or t.op[k, 0] != DEVOUR:
        n -= 100 * s.guard[q]
    return min(max(n, 0), 100 * health(s, q))


@rule
def team_health(s):
    n = np.int64(0)
    for q in range(s.players):
        if lives(s, q) == 1:
            n += health(s, q)
    return n


@rule
def own_token(s, weights):
    """A token of the own side, where one of the other side is worth 100: the fewer, the more."""
    one = health(s, the_one(s))
    many = team_health(s)
    percent = 100 * many // max(one, 1) if s.role[0] == ONE else 100 * one // max(many, 1)
    return weights[W_OWN] * min(max(percent, LEAST_OWN + 0), MOST_OWN + 0) // 100


@rule
def harm(t, s, q, n, weights):
    """``q`` loses ``n`` hundredths of tokens to the own seat."""
    left = 100 * health(s, q) - n
    if s.role[0] != ONE:
        return n if left > 0 else n + weights[W_WIN]
    worth = n * (100 + weights[W_THREAT] * ability_worth(t, s.character[q], weights) // 1000) // 100
    if left <= 0:
        return worth + weights[W_BLOW] * s.order[q] * own_token(s, weights) // 100
    return worth + weights[W_FOCUS] * n // (100 * health(s, q))


# ------------------------------------------------------------------------------------ battle cards and targets


@rule
def turn_worth(s, q, weights):
    """What an activation of ``q`` usually costs those it attacks, in hundredths of their tokens."""
    if s.role[q] == ONE:
        return weights[W_STORM] + weights[W_STORM_EACH] * living(s)
    return weights[W_BLOW] + 0


@rule
def missing(t, s, q):
    return full_health(t, s, q) - health(s, q)


@rule
def most_missing(t, s):
    """Tokens that a living investigator lacks most."""
    most = 0
    for q in range(s.players):
        if lives(s, q) == 1:
            most = max(most, missing(t, s, q))
    return most


@rule
def helps(t, s, op, n, weights):
    """What an operation does for the own side."""
    if op == HEAL:
        return min(n + ability_amount(t, s, 0, MEDIC), missing(t, s, 0)) * own_token(s, weights)
    if op == AID_ONE:
        return min(n + ability_amount(t, s, 0, MEDIC), most_missing(t, s)) * own_token(s, weights)
    if op == RECOVER:
        return min(n, revealed(s, 0)) * weights[W_PAY]
    if op == GUARDS:
        spared = min(n, USUAL_GUARD + 0) - min(s.guard[0], USUAL_GUARD + 0)
        return weights[W_GUARD] * max(spared, 0) * own_token(s, weights) // 100
    if op == DRAIN:
        return min(n, missing(t, s, 0)) * own_token(s, weights)
    return turn_worth(s, 0, weights) if op == HASTE else np.int64(0)


@rule
def hinders(t, s, op, n, q, weights):
    """What an operation keeps ``q`` from doing."""
    turn = turn_worth(s, q, weights) * own_token(s, weights) // 100
    if op == STUN:
        return turn * n
    if op == DELAY:
        return turn * min(n, s.order[q] + 0)
    return weights[W_EXPOSE] * min(n, s.token_count[q] + 0) if op == EXPOSE else np.int64(0)


@rule
def hurts(t, s, k, special, target, weights):
    """What battle card ``k`` costs the other side."""
    worth = np.int64(0)
    left = np.int64(0)
    for q in range(s.players):
        if q != 0 and s.role[q] != s.role[0] and s.slain[q] == 0:
            n = damage(t, s, k, special, q, target)
            worth += harm(t, s, q, n, weights)
            left += 100 * health(s, q) - n
    return worth if left > 0 else worth + weights[W_WIN]


@rule
def special_worth(t, s, k, target, weights):
    """Playing battle card ``k`` for its special attack."""
    worth = hurts(t, s, k, 1, target, weights) - cost(t, s, 0, k) * weights[W_PAY]
    spared = 1 if damage(t, s, k, 1, target, target) < 100 * health(s, target) else 0
    for e in range(t.effects[k]):
        n = t.amount[k, e] + 0
        worth += helps(t, s, t.op[k, e], n, weights)
        if spared == 1:
            worth += hinders(t, s, t.op[k, e], n, target, weights)
    return worth


@rule
def target_worth(t, s, q, weights):
    """Attacking ``q`` with the card that is best for it."""
    best = NEVER + 0
    for k in range(t.battles):
        if may_strike(t, s, 0, k) == 1:
            best = max(best, hurts(t, s, k, 0, q, weights))
        if may_cast(t, s, 0, k) == 1:
            best = max(best, special_worth(t, s, k, q, weights))
    return best


@rule
def aid_worth(t, s, q, weights):
    """Tokens for ``q``: as many as it may take, then for who has fewest."""
    return 100 * min(s.stack[0, 3] + 0, missing(t, s, q)) - health(s, q)


@rule
def lose_worth(t, s, x):
    """Losing a token of that side and face: revealed ones first, then those that pay for nothing, then of the side
    with more. An attacker who chooses takes what may still pay."""
    if s.stack[0, 2] != 0:
        return 1 if x % FACES == FACE_UP else 2
    if x % FACES == FACE_UP:
        return 3
    side = x // FACES
    if pays(t, s, side) == 0:
        return 2
    return 1 if known_down(s, 0, side) > known_down(s, 0, 1 - side) else 0


# -------------------------------------------------------------------------------------------- all decisions


@rule
def bonus_choice(t, s, kind, a, weights):
    """Choices that a bonus asks for."""
    if kind == BONUS:
        return bonus_worth(t, s, s.stack[0, 2] + 0, a - BONUS_OF, weights)
    if kind == VICTIM:
        return victim_worth(t, s, s.stack[0, 2] + 0, s.stack[0, 3] + 0, a - SEAT, weights)
    if kind == GIVE:
        return -token_worth(t, a - GIVE_KIND, weights)
    return token_worth(t, a - KEEP_KIND, weights)


@rule
def score(t, s, kind, a, weights):
    """What legal action ``a`` is worth as the answer to a decision of ``kind``; declining is worth nothing."""
    if a == DECLINE:
        return 0
    if kind == STORY:
        return story_worth(t, s, a - PLAY, weights)
    if kind in (BONUS, VICTIM, GIVE, KEEP_ONE):
        return bonus_choice(t, s, kind, a, weights)
    if kind == CHARACTER:
        return character_worth(t, s, a - CHOOSE, weights)
    if kind == KEEP:
        return keep_worth(t, s, (a - KEEP_KIND) // VALUES, weights)
    if kind == TARGET:
        return target_worth(t, s, a - SEAT, weights)
    if kind == BATTLE:
        if a < SPECIAL:
            return hurts(t, s, a - STRIKE, 0, s.target + 0, weights)
        return special_worth(t, s, a - SPECIAL, s.target + 0, weights)
    if kind == LOSE:
        return lose_worth(t, s, a - LOSE_TOKEN)
    if kind == AID:
        return aid_worth(t, s, a - SEAT, weights)
    return 1 if a == AWAKE else 0


@rule
def act(T, S, i, mask, weights):
    """The legal action of the highest score; the first of equals."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    best = 10 * NEVER
    choice = -1
    for a in range(len(mask)):
        if mask[a] == 1:
            worth = score(t, s, kind, a, weights)
            if worth > best:
                best = worth
                choice = a
    return choice
