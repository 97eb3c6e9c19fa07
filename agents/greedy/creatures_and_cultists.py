"""A sensible player of Creatures & Cultists: every choice gets a score, the best one is taken.

It reads the row its seat sees: seat 0 is itself, the others follow in turn order. Scores are on one scale, on
which a Fuggly Point on the way to the minimum is worth 100; ``WEIGHTS`` holds every number of the list. Chances
are counted in throws of three dice out of 216.

In its turn it plays the card that is worth most while any is worth something, throws away what a new card is
likely to beat, and summons last, when all that may raise the odds has been done.
"""

import numpy as np

from ...envs.creatures_and_cultists.actions import ACTIONS
from ...envs.creatures_and_cultists.rules_attack import COUNTER_BONUS, MAY_WITH_BONUS, may_attack_with, reaches
from ...envs.creatures_and_cultists.rules_rolls import (
    attack_number,
    bought,
    card_number,
    defence_number,
    minimum,
    summon_number,
    survival_number,
)
from ...envs.creatures_and_cultists.rules_table import current_row, living, next_seat, rule
from ...envs.creatures_and_cultists.state import (
    ATTACKER,
    COUNTER,
    DODGE,
    DOOMED,
    ELDER_SIGN,
    FOR_DEFENCE,
    FOR_EVENT,
    FOR_SORCERY,
    FOR_SUMMONING,
    FOR_SURVIVAL,
    IN_ATTACK,
    KILL,
    KINDS,
    MONDO,
    OPEN,
    PLACES,
    RAISE,
    ROWS,
    SACRIFICE,
    SEATS,
    SORCERY,
    STARS,
    TARGET,
    TARGETS,
    TURN,
    VICTIM,
)
from ...envs.creatures_and_cultists.tables import (
    CLEANSE_ONE,
    CONJURING_CARD,
    DEFENSE_CARD,
    DISCARD,
    DRAW,
    EVENT_CARD,
    FOR_GOOD,
    GAIN,
    GATE,
    HAND_LIMIT,
    KILL_ONE,
    LOSE,
    ON_ALL,
    ON_OTHERS,
    ON_SELF,
    ON_TARGET,
    PLAYER_ROLLS,
    RAISE_ONE,
    READY,
    ROLLS,
    SACRIFICE_ONE,
    SILENCE,
    SKILL,
    SORCERY_CARD,
    STEAL,
    STRIKE,
    TARGET_ROLLS,
    THUGGERY_CARD,
    WARD,
)

# Every number of the list. ``act`` finds them in this order from place 1 of its line of weights.
WEIGHTS = {
    "point": 100,  # a Fuggly Point below the minimum
    "ready": 300,  # reaching the minimum
    "excess": 40,  # a point above it, as long as it improves the odds of a summoning; then points are worth nothing
    "win": 4000,  # a summoning, one's own or an opponent's in this round
    "summon": 40,  # percent: the least odds of a summoning
    "harm": 25,  # percent: what an opponent without points loses, against having it
    "lead": 35,  # percent more for an opponent who has the minimum, less in proportion for others
    "body": 40,  # a cultist of an opponent, for each of its points, besides these points
    "own": 80,  # an own cultist, for each of its points
    "counter": 25,  # percent: failed Thuggery that costs the attacking cultist
    "card": 80,  # a card in hand
    "sorcery": 100,  # a point of Sorcery for good
    "skill": 60,  # a point of Conjuring or Thuggery for good, or of a ward
    "moment": 20,  # percent: the same for a turn or a round
    "attack": 40,  # a gate, or attacking again, for every attack card in hand that gets more out of it
    "hold": 50,  # keeping a card against a summoning, for every opponent with the minimum
    "defence": 120,  # keeping a Defense card
    "double": 40,  # keeping a second one of a kind
}
(
    W_POINT,
    W_READY,
    W_EXCESS,
    W_WIN,
    W_SUMMON,
    W_HARM,
    W_LEAD,
    W_BODY,
    W_OWN,
    W_COUNTER,
    W_CARD,
    W_SORCERY,
    W_SKILL,
    W_MOMENT,
    W_ATTACK,
    W_HOLD,
    W_DEFENCE,
    W_DOUBLE,
) = range(1, len(WEIGHTS) + 1)

PLAY, DISCARD_ONE, CULTIST = ACTIONS.base["play"], ACTIONS.base["discard"], ACTIONS.base["cultist"]
ROW_OF, SEAT, SPEND_PAIRS = ACTIONS.base["row"], ACTIONS.base["seat"], ACTIONS.base["spend"]
PASS, SUMMON, END_TURN = ACTIONS.base["pass"], ACTIONS.base["summon"], ACTIONS.base["end_turn"]
NEVER = -1000000
THROWS = 216  # of three dice
SPOOGES = 10  # of them, and as many Boofs
CERTAIN = 15  # a higher number is no better

# --------------------------------------------------------------------------------------------------- chances


@rule
def ways(t, number):
    """Throws that succeed against ``number``."""
    return t.ways[min(max(number, 0), 18)] + 0


@rule
def fatal(t, s, q, slot, k):
    """Throws with which cultist ``slot`` of ``q`` does not survive being hit by card ``k``."""
    if t.type[k] == CONJURING_CARD:
        return THROWS - ways(t, survival_number(t, s, q, k))
    return THROWS - ways(t, defence_number(t, s, q, slot))


@rule
def kills(hits, fatals):
    """Throws out of 216 that kill: a Spooge outright, other hits where the defence fails."""
    return SPOOGES + (hits - SPOOGES) * fatals // THROWS


@rule
def summon_chance(t, s, q, change, lost):
    """Throws with which a summoning of ``q`` works with its skill changed and points lost, all excess spent."""
    excess = s.points[q] - lost - minimum(t, s)
    if excess < 0:
        return 0
    return ways(t, summon_number(t, s, q) + change + excess // 2)


@rule
def to_play(s, q):
    """1 where the turn of ``q`` in this round has yet to come."""
    now = s.stack[s.depth - 1, 1] + 0
    first = s.favoured + 1
    return 1 if (q - first + s.players) % s.players > (now - first + s.players) % s.players else 0


# ----------------------------------------------------------------------------------- what things are worth


@rule
def points_worth(t, s, q, n, weights):
    """Having ``n`` Fuggly Points, for cult ``q``."""
    least = minimum(t, s)
    if n < least:
        return weights[W_POINT] * max(n, 0)
    useful = min(n - least, 2 * max(CERTAIN - summon_number(t, s, q), 0))
    return weights[W_POINT] * least + weights[W_READY] + weights[W_EXCESS] * useful


@rule
def gain(t, s, n, weights):
    """``n`` points more."""
    now = s.points[0] + 0
    return points_worth(t, s, 0, now + n, weights) - points_worth(t, s, 0, now, weights)


@rule
def weight_of(t, s, q, weights):
    """Percent: how much it counts what opponent ``q`` loses."""
    least = max(minimum(t, s), 1)
    return weights[W_HARM] + weights[W_LEAD] * min(s.points[q] + 0, least) // least


@rule
def threat(t, s, q, change, lost, weights):
    """What it is worth to lower the Sorcery and the points of ``q``, if it is going to summon in this round."""
    if s.favoured != q or s.ready[q] == 0 or to_play(s, q) == 0:
        return 0
    return weights[W_WIN] * (summon_chance(t, s, q, 0, 0) - summon_chance(t, s, q, change, lost)) // THROWS


@rule
def rob(t, s, q, n, weights):
    """``q`` loses ``n`` points."""
    now = s.points[q] + 0
    loss = points_worth(t, s, q, now, weights) - points_worth(t, s, q, now - n, weights)
    return loss * weight_of(t, s, q, weights) // 100 + threat(t, s, q, 0, min(n, now), weights)


@rule
def prize(t, s, q, weights):
    """Killing a cultist of ``q``, for each of its points."""
    return gain(t, s, 2, weights) // 2 + weights[W_BODY] * weight_of(t, s, q, weights) // 100


@rule
def most_points(t, s, q):
    """The points of the most valuable cultist in the current row of ``q``."""
    r = current_row(s, q)
    most = 0
    for c in range(PLACES):
        if r < ROWS and s.alive[q, r, c] == 1:
            most = max(most, t.points[r, c])
    return most


@rule
def ready_opponents(t, s):
    n = 0
    for q in range(1, s.players):
        if s.out[q] == 0 and s.points[q] >= minimum(t, s):
            n += 1
    return n


# --------------------------------------------------------------------------------------------------- attacks


@rule
def risk(t, s, slot, k, hits, weights):
    """What an attack may cost: a counter-attack on a thug who failed, a monster that turns on its summoner."""
    own = weights[W_OWN] * t.points[slot // PLACES, slot % PLACES]
    if t.type[k] == CONJURING_CARD:
        return SPOOGES * fatal(t, s, 0, slot, k) * own // THROWS // THROWS
    return (THROWS - hits) * own * weights[W_COUNTER] // THROWS // 100


@rule
def attacker_worth(t, s, k, place, weights):
    """Attacking with the cultist at ``place``: the odds for it, less what it risks."""
    slot = current_row(s, 0) * PLACES + place
    hits = ways(t, attack_number(t, s, 0, slot, k, next_seat(s, 0)))
    return hits * weights[W_POINT] // THROWS - risk(t, s, slot, k, hits, weights)


@rule
def best_attacker(t, s, k, fresh, weights):
    """The place of the cultist to attack with, or -1: one who may, or (``fresh``) anybody alive."""
    r = current_row(s, 0)
    best = NEVER + 0
    place = -1
    for c in range(PLACES):
        if s.alive[0, r, c] == 1 and (fresh == 1 or may_attack_with(t, s, 0, k, r, c) == 1):
            worth = attacker_worth(t, s, k, c, weights)
            if worth > best:
                best = worth
                place = c
    return place


@rule
def target_points(t, s, k, q, r, place, hits):
    """Points to be expected of attacking one cultist, times 216."""
    return t.points[r, place] * kills(hits, fatal(t, s, q, r * PLACES + place, k))


@rule
def row_points(t, s, k, q, r, hits):
    """The same of attacking a row of ``q``: the best target, and three quarters of it for each further one."""
    best = 0
    left = 0
    for c in range(PLACES):
        if s.alive[q, r, c] == 1:
            left += 1
            if t.points[r, c] * THROWS > best:
                best = max(best, target_points(t, s, k, q, r, c, hits))
    if t.targets[k] == 1 or left < 2:
        return best
    return best * (1 + 3 * min(t.targets[k] + 0, left)) // 4


@rule
def aim_worth(t, s, slot, k, q, r, weights):
    """Attacking row ``r`` of ``q`` with cultist ``slot`` and card ``k``."""
    hits = ways(t, attack_number(t, s, 0, slot, k, q))
    points = row_points(t, s, k, q, r, hits)
    return points * prize(t, s, q, weights) // THROWS


@rule
def cult_worth(t, s, slot, k, q, weights):
    """Attacking ``q``: its current row, or the best that the card reaches."""
    if reaches(t, s, 0, k) == 0:
        return aim_worth(t, s, slot, k, q, current_row(s, q), weights)
    best = np.int64(0)
    for r in range(ROWS):
        if living(s, q, r) > 0:
            best = max(best, aim_worth(t, s, slot, k, q, r, weights))
    return best


@rule
def attack_worth(t, s, k, fresh, weights):
    """Attacking with card ``k``, with the best cultist on the best row."""
    place = best_attacker(t, s, k, fresh, weights)
    if place < 0:
        return NEVER + 0
    slot = current_row(s, 0) * PLACES + place
    best = np.int64(0)
    for q in range(1, s.players):
        if s.out[q] == 0:
            best = max(best, cult_worth(t, s, slot, k, q, weights))
    hits = ways(t, attack_number(t, s, 0, slot, k, next_seat(s, 0)))
    return best - risk(t, s, slot, k, hits, weights)


@rule
def target_worth(t, s, q, place, weights):
    """Naming a cultist as the target of the attack that is being announced; the first of several chooses the row."""
    k = s.card + 0
    hits = ways(t, attack_number(t, s, 0, s.source, k, q))
    r = s.row + 0 if s.row >= 0 else current_row(s, q)
    points = target_points(t, s, k, q, r, place, hits)
    if t.targets[k] > 1 and s.defender < 0:
        points += row_points(t, s, k, q, r, hits)
    return points * prize(t, s, q, weights)


@rule
def counter_worth(t, s, k, weights):
    """Striking back with card ``k``."""
    x = 0
    while x < TARGETS - 1 and s.right[x] == 0:
        x += 1
    slot = s.row * PLACES + s.target[x]
    number = attack_number(t, s, 0, slot, k, s.attacker)
    if s.right[x] == MAY_WITH_BONUS:
        number += COUNTER_BONUS
    hits = ways(t, number)
    points = target_points(t, s, k, s.attacker, s.source // PLACES, s.source % PLACES, hits)
    worth = points * prize(t, s, s.attacker, weights) // THROWS
    if t.type[k] == CONJURING_CARD:
        worth -= risk(t, s, slot, k, hits, weights)
    return worth


@rule
def attack_cards(t, s):
    """Attack cards in the own hand."""
    n = 0
    for k in range(t.kinds):
        if t.type[k] == THUGGERY_CARD or t.type[k] == CONJURING_CARD:
            n += s.hand[0, k]
    return n


# --------------------------------------------------------------------------------------- effects of cards


@rule
def skill_worth(t, skill, n, k, weights):
    """``n`` points of a skill (-1: of all), for as long as card ``k`` lies there."""
    each = weights[W_SORCERY] + weights[W_SKILL] if skill < 0 else weights[W_SKILL] + 0
    if skill == SORCERY:
        each = weights[W_SORCERY] + 0
    return n * each if t.duration[k] == FOR_GOOD else n * each * weights[W_MOMENT] // 100


@rule
def lasting_worth(t, k, e, weights):
    """A lasting effect for the cult it is on: bad ones are negative."""
    op = t.op[k, e]
    if op in (SKILL, ROLLS):
        return skill_worth(t, t.op_skill[k, e], t.amount[k, e], k, weights)
    if op == WARD:
        return skill_worth(t, t.op_skill[k, e], -t.amount[k, e], k, weights)
    if op == HAND_LIMIT:
        return 3 * weights[W_CARD] * t.amount[k, e]
    return -2 * weights[W_CARD] if op == SILENCE else np.int64(0)


@rule
def burden(t, k, weights):
    """What card ``k`` is worth to the cult it lies on."""
    worth = np.int64(0)
    for e in range(t.effects[k]):
        if t.op[k, e] < DRAW:
            worth += lasting_worth(t, k, e, weights)
    return worth


@rule
def worst_burden(t, s, weights):
    worst = np.int64(0)
    for x in range(t.lasting_kinds):
        k = t.lasting_kind[x]
        if s.lasting[0, x] > 0:
            worst = min(worst, burden(t, k, weights))
    return worst


@rule
def roll_help(t, s, n, k, weights):
    """A bonus on the own rolls: on attacks to come, and on a summoning in this turn."""
    worth = lasting_worth(t, k, 0, weights) + n * attack_cards(t, s) * weights[W_POINT] // 10
    if s.favoured == 0 and s.ready[0] == 1:
        worth += weights[W_WIN] * (summon_chance(t, s, 0, n, t.cost[k]) - summon_chance(t, s, 0, 0, 0)) // THROWS
    return worth


@rule
def again_worth(t, s, weights):
    """The own cultists may attack again: for those who did, as long as there are cards."""
    tired = np.int64(0)
    for c in range(PLACES):
        tired += s.used[0, c, 0] + s.used[0, c, 1]
    return weights[W_ATTACK] * min(tired, attack_cards(t, s))


@rule
def own_effect(t, s, k, e, weights):
    """An effect on the own cult."""
    op = t.op[k, e]
    n = t.amount[k, e] + 0
    if op == GATE:
        return weights[W_ATTACK] * attack_cards(t, s)
    if op == ROLLS:
        return roll_help(t, s, n, k, weights)
    if op < DRAW:
        return lasting_worth(t, k, e, weights)
    if op == DRAW:
        return weights[W_CARD] * n
    if op == DISCARD:
        return -weights[W_CARD] * n
    if op == GAIN:
        return gain(t, s, n, weights)
    if op == LOSE:
        return gain(t, s, -n, weights)
    if op == RAISE_ONE:
        return weights[W_OWN] * min(n, PLACES - living(s, 0, current_row(s, 0)))
    if op == READY:
        return again_worth(t, s, weights)
    if op == CLEANSE_ONE:
        return -worst_burden(t, s, weights)
    return -weights[W_OWN] * n


@rule
def effect_on(t, s, k, e, q, weights):
    """An effect on opponent ``q``."""
    op = t.op[k, e]
    n = t.amount[k, e] + 0
    if op < DRAW:
        worth = -lasting_worth(t, k, e, weights) * weight_of(t, s, q, weights) // 100
        if op == ROLLS or (op == SKILL and t.op_skill[k, e] == SORCERY):
            worth += threat(t, s, q, n, 0, weights)
        return worth
    if op == DISCARD:
        lost = min(n, s.hand_count[q] + 0) * weights[W_CARD] * (1 + to_play(s, q)) // 2
        return lost * weight_of(t, s, q, weights) // 100
    if op == LOSE:
        return rob(t, s, q, n, weights)
    if op == STEAL:
        n = min(n, s.points[q] + 0)
        return rob(t, s, q, n, weights) + gain(t, s, n, weights)
    if op == KILL_ONE:
        return most_points(t, s, q) * prize(t, s, q, weights)
    if op in (STRIKE, SACRIFICE_ONE):
        return prize(t, s, q, weights)
    return 0


@rule
def effect_worth(t, s, k, e, q, weights):
    """An effect of card ``k``, aimed at ``q``, on everybody it is on."""
    who = t.who[k, e]
    if who == ON_TARGET:
        return effect_on(t, s, k, e, q, weights)
    worth = own_effect(t, s, k, e, weights) if who in (ON_SELF, ON_ALL) else np.int64(0)
    if who in (ON_OTHERS, ON_ALL):
        for p in range(1, s.players):
            if s.out[p] == 0:
                worth += effect_on(t, s, k, e, p, weights)
    return worth


@rule
def effects_worth(t, s, k, q, weights):
    """Card ``k``, aimed at ``q``, once it works."""
    worth = np.int64(0)
    for e in range(t.effects[k]):
        worth += effect_worth(t, s, k, e, q, weights)
    return worth


@rule
def works(t, s, k, q):
    """Throws with which card ``k``, aimed at ``q``, works."""
    if t.type[k] == SORCERY_CARD or t.roller[k] == PLAYER_ROLLS:
        return ways(t, card_number(t, s, 0, k, q))
    return THROWS - ways(t, card_number(t, s, q, k, -1)) if t.roller[k] == TARGET_ROLLS else THROWS + 0


@rule
def card_on(t, s, k, q, weights):
    """Playing card ``k`` on ``q``."""
    return effects_worth(t, s, k, q, weights) * works(t, s, k, q) // THROWS


@rule
def card_worth(t, s, k, weights):
    """Playing card ``k``, on the best cult, at its price."""
    price = gain(t, s, -t.cost[k], weights) if t.cost[k] > 0 else np.int64(0)
    if t.aimed[k] == 0:
        return card_on(t, s, k, -1, weights) + price
    best = NEVER + 0
    for q in range(1, s.players):
        if s.out[q] == 0:
            best = max(best, card_on(t, s, k, q, weights))
    return best + price


# -------------------------------------------------------------------------------------------- the own turn


@rule
def hold_worth(t, s, k, weights):
    """Keeping card ``k`` for a summoning: one that weakens others for a while, or strengthens the own cult."""
    if t.duration[k] == FOR_GOOD or s.favoured < 0:
        return 0
    for e in range(t.effects[k]):
        if t.op[k, e] == ROLLS or (t.op[k, e] == SKILL and t.op_skill[k, e] == SORCERY):
            if t.who[k, e] == ON_TARGET:
                return weights[W_HOLD] * ready_opponents(t, s)
            return weights[W_HOLD] + 0 if s.points[0] >= minimum(t, s) else 0
    return 0


@rule
def play_worth(t, s, k, weights):
    """Playing card ``k`` in the own turn."""
    if t.type[k] == THUGGERY_CARD or t.type[k] == CONJURING_CARD:
        return attack_worth(t, s, k, 0, weights)
    return card_worth(t, s, k, weights) - hold_worth(t, s, k, weights)


@rule
def keep_worth(t, s, k, weights):
    """Having card ``k`` in hand until the next turn."""
    if t.type[k] == DEFENSE_CARD:
        return weights[W_DEFENCE] + 0 if s.hand[0, k] == 1 else weights[W_DOUBLE] + 0
    if t.type[k] == EVENT_CARD or t.type[k] == SORCERY_CARD:
        return hold_worth(t, s, k, weights)
    return attack_worth(t, s, k, 1, weights)


@rule
def turn(t, s, mask, weights):
    """What to do in the own turn."""
    best = np.int64(0)
    choice = -1
    for k in range(t.kinds):
        if mask[PLAY + k] == 1:
            worth = play_worth(t, s, k, weights)
            if worth > best:
                best = worth
                choice = PLAY + k
    if choice >= 0:
        return choice
    for k in range(t.kinds):
        if mask[DISCARD_ONE + k] == 1 and keep_worth(t, s, k, weights) < weights[W_CARD]:
            return DISCARD_ONE + k
    odds = summon_chance(t, s, 0, 0, 0)
    if mask[SUMMON] == 1 and 100 * odds >= weights[W_SUMMON] * THROWS:
        return SUMMON + 0
    return END_TURN + 0


# ------------------------------------------------------------------------------------------ other decisions


@rule
def own_targets(t, s, fate, weights):
    """Own cultists under attack whose fate stands there."""
    worth = np.int64(0)
    for x in range(TARGETS):
        if s.fate[x] == fate:
            worth += weights[W_OWN] * t.points[s.row, s.target[x]]
    return worth


@rule
def sign_worth(t, s, weights):
    """What an Elder Sign saves: cultists about to die, or what a spell does."""
    if s.stack[1, 0] == IN_ATTACK:
        fate = DOOMED if s.total > 0 else OPEN
        return own_targets(t, s, fate, weights)
    loss = np.int64(0)
    for e in range(t.effects[s.card]):
        loss -= own_effect(t, s, s.card, e, weights)
    return loss


@rule
def stake(t, s, reason, weights):
    """What depends on the roll under way."""
    if reason == FOR_SUMMONING:
        return weights[W_WIN] + 0
    if reason in (FOR_DEFENCE, FOR_SURVIVAL):
        return weights[W_OWN] * t.points[s.row, s.target[s.at]]
    if reason == FOR_SORCERY or (reason == FOR_EVENT and s.victim != 0):
        return effects_worth(t, s, s.card, s.victim, weights)
    if reason == FOR_EVENT:
        return weights[W_OWN] + 0
    worth = np.int64(0)
    for x in range(TARGETS):
        if s.fate[x] == OPEN:
            slot = s.row * PLACES + s.target[x]
            worth += t.points[s.row, s.target[x]] * fatal(t, s, s.defender, slot, s.card)
    return worth * prize(t, s, s.defender, weights) // THROWS


@rule
def spend_worth(t, s, pairs, weights):
    """Spending so many pairs of points on the roll under way: what they bring, less what they cost."""
    better = ways(t, s.number + bought(t, s, 0, pairs)) - ways(t, s.number + 0)
    if s.total > 0:
        better = THROWS + 0
    return stake(t, s, s.reason, weights) * better // THROWS + gain(t, s, -2 * pairs, weights)


@rule
def name_cultist(t, s, kind, q, place, weights):
    """Naming the cultist of ``q`` at ``place`` for the decision of ``kind``."""
    if kind == ATTACKER:
        return attacker_worth(t, s, s.card, place, weights)
    if kind == TARGET:
        return target_worth(t, s, q, place, weights)
    if kind == KILL:
        return t.points[current_row(s, q), place] + 0
    if kind == RAISE:
        return t.points[current_row(s, 0), place] + 0
    if kind == SACRIFICE:
        return -t.points[current_row(s, 0), place]
    return t.points[s.row, place] + 0


@rule
def star_worth(s, pairs, least):
    """By option: points are spent on the die for the stars only above the minimum."""
    return pairs if s.points[0] - 2 * pairs >= least else -pairs


@rule
def mondo_worth(t, s, k, weights):
    """Mondo cards from the best to the worst; but one that takes points first of all while there are none to lose."""
    if t.op[k, 0] == LOSE and s.points[0] < t.amount[k, 0]:
        return weights[W_WIN] + 0
    return card_worth(t, s, k, weights)


@rule
def answer_worth(t, s, kind, k, weights):
    """Playing card ``k`` as an answer."""
    if kind == MONDO:
        return mondo_worth(t, s, k, weights)
    if kind == COUNTER:
        return counter_worth(t, s, k, weights)
    if kind == DODGE:
        return own_targets(t, s, OPEN, weights)
    if kind == ELDER_SIGN:
        return sign_worth(t, s, weights)
    slot = s.stack[0, 2] + 0
    return weights[W_OWN] * t.points[slot // PLACES, slot % PLACES]


@rule
def score(t, s, kind, a, weights):
    """What legal action ``a`` is worth as the answer to a decision of ``kind``; passing is worth nothing."""
    if a < PLAY + KINDS:
        return answer_worth(t, s, kind, a - PLAY, weights)
    if a < DISCARD_ONE + KINDS:
        return -burden(t, a - DISCARD_ONE, weights)
    if a < ROW_OF:
        x = a - CULTIST
        return name_cultist(t, s, kind, x % SEATS, x // SEATS, weights)
    if a < SEAT:
        return aim_worth(t, s, s.source, s.card, s.defender, a - ROW_OF, weights)
    if a < SPEND_PAIRS:
        q = a - SEAT
        if kind == VICTIM:
            return card_on(t, s, s.card, q, weights)
        return cult_worth(t, s, s.source, s.card, q, weights)
    if a < PASS:
        pairs = a - SPEND_PAIRS + 1
        return star_worth(s, pairs, minimum(t, s)) if kind == STARS else spend_worth(t, s, pairs, weights)
    return 0


@rule
def act(T, S, i, mask, weights):
    """The legal action of the highest score; the first of equals, and passing before them."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    if kind == TURN:
        return turn(t, s, mask, weights)
    best = np.int64(0)
    choice = PASS + 0
    if mask[PASS] == 0:
        best = NEVER + 0
    for a in range(PASS):
        if mask[a] == 1:
            worth = score(t, s, kind, a, weights)
            if worth > best:
                best = worth
                choice = a
    return choice
