"""The Investigator Phase of the greedy player of Cultistorm: what effects are worth, and one action after another."""

import numpy as np

from ...envs.cultistorm.actions import (
    ABILITY,
    ITEM,
    LEARN_NOW,
    MOVE,
    PASS,
    SEARCH,
    SUPPORT,
    TAKE,
    TARGET_NOW,
    TROPHY_OF,
    USE_LOCATION,
    WAIT,
)
from ...envs.cultistorm.rules_effects import dice_of
from ...envs.cultistorm.rules_fight import ability_source, missing
from ...envs.cultistorm.rules_table import crowd, crowd_at, curable, gods_at, items_of, rule
from ...envs.cultistorm.rules_turns import may_support, pool_size
from ...envs.cultistorm.state import (
    CARDS,
    CROWD,
    FACES,
    LEVELS,
    OF_CARD,
    OF_ITEM,
    OF_LOCATION,
    PLACES,
    SYMBOLS,
    WILD,
)
from ...envs.cultistorm.tables import (
    BANISH,
    BLANK,
    CURE,
    DIE,
    DRAW,
    EASE,
    FIND,
    GO,
    HEAL,
    POOL,
    RECALL_OP,
    RESTOCK,
    ROLL,
    SHARPEN,
    SHELTER,
    SHOVE,
    STAYS,
    TERROR_OP,
    TROPHY_OP,
    TURN,
    WARD,
)
from .cultistorm_plan import (
    NEVER,
    TWO,
    W_CARD,
    W_CRYSTAL,
    W_DIE,
    W_ITEM,
    W_KILL,
    W_LEARN,
    W_OWN_TROPHY,
    W_SHELTER,
    W_SUMMON,
    W_SUPPORT,
    W_WARD,
    about_to_summon,
    ask_for,
    die_in,
    incoming,
    lack,
    lack_in,
    lay_out,
    make_plan,
    may_be_sealed,
    more_pain,
    pain,
    place_in,
    rescue,
    seals_wanted,
    second_loan,
    second_target,
    slot_in,
    takes_trophies,
    with_second,
)

# ------------------------------------------------------------------------------------------ what effects are worth


@rule
def is_settled(s, plan, q):
    """1 where ``q`` is where the plan has it, and has its die."""
    if s.ready[q] == 1:
        return 1
    return 1 if s.at[q] == place_in(plan, q) and (s.took[q] == 1 or pool_size(s) == 0) else 0


@rule
def all_aimed(s, plan):
    """1 where everybody has aimed who is to fight."""
    for q in range(s.players):
        if s.ready[q] == 0 and (is_settled(s, plan, q) == 0 or (slot_in(plan, q) >= 0 and s.aims[q, 0] < 0)):
            return 0
    return 1


@rule
def turned_lack(t, s, q, x, slot):
    """Symbols that ``q`` would lack with its least useful die turned to what it likes best."""
    lay_out(t, s, q)
    ask_for(t, s, x, slot)
    best = lack(t, s, x, -1)
    for old in range(SYMBOLS):
        if s.dice[q, old] > 0:
            s.dice[q, old] -= 1
            lay_out(t, s, q)
            s.dice[q, old] += 1
            for new in range(SYMBOLS):
                best = min(best, lack(t, s, x, new))
    return best


@rule
def blanked_lack(t, s, q, x, slot):
    """The same with the Cultist die of the Location turned to its blank side."""
    face = s.cultist_die[x] + 0
    s.cultist_die[x] = -1
    lay_out(t, s, q)
    ask_for(t, s, x, slot)
    n = lack(t, s, x, -1)
    s.cultist_die[x] = face
    return n


@rule
def blank_worth(t, s, x, plan, weights):
    """Turning the Cultist die of a Location to its blank side: what fights there then take less."""
    worth = np.int64(0)
    for p in range(s.players):
        slot = slot_in(plan, p)
        if slot >= 0 and place_in(plan, p) == x and s.at[p] == x and s.fought[p] == 0:
            short = lack_in(t, s, plan, p)
            if short > 0:
                worth += (short - blanked_lack(t, s, p, x, slot)) * weights[W_KILL] // short
    return worth


@rule
def ward_worth(t, s, x, weights):
    """What a ward keeps away from place ``x``."""
    if s.ward >= 0:
        return 0
    worth = incoming(t, s, x) * weights[W_WARD]
    if about_to_summon(t, s, x) > 0:
        worth += weights[W_SUMMON] // 2
    return worth


@rule
def shove_worth(t, s, q, weights):
    """Driving a Cultist of the Location of ``q`` to the next one."""
    x = s.at[q] + 0
    y = (x + 1) % PLACES
    worth = np.int64(-8)
    if about_to_summon(t, s, x) > 0:
        worth += weights[W_SUMMON]
    if crowd_at(s, y) + incoming(t, s, y) >= 3 and s.sealed[y] == 0:
        worth -= weights[W_SUMMON]
    if may_be_sealed(t, s, x, q) == 1:
        worth += 20
    return worth


@rule
def ease_worth(s, n, weights):
    """Crystals off the Terror card that is nearest to its last."""
    worth = np.int64(0)
    for x in range(s.steps):
        if s.crystals[x] > 0:
            here = min(n, s.crystals[x]) * weights[W_CRYSTAL]
            if s.crystals[x] == s.gems[x] - 1:
                here = here * 2
            worth = max(worth, here)
    return worth


@rule
def sharp_worth(t, s, q, plan, weights):
    """Being able to aim at any Cultist: where that makes up for what is lacking."""
    short = lack_in(t, s, plan, q)
    if short == 0 and slot_in(plan, q) >= 0:
        return 0
    x = s.at[q] + 0
    lay_out(t, s, q)
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x:
            ask_for(t, s, x, j)
            if lack(t, s, x, -1) == 0:
                return weights[W_KILL] + 0
    return 0


@rule
def die_gain(t, s, q, op, plan, weights):
    """Dice for ``q``, or other faces of those it has."""
    slot = slot_in(plan, q)
    short = lack_in(t, s, plan, q)
    if op in (DIE, POOL):
        return weights[W_DIE] * (2 if short > 0 else 1)
    if slot < 0 or short == 0 or dice_of(s, q) == 0:
        return 0
    x = place_in(plan, q)
    if turned_lack(t, s, q, x, slot) < short:
        return weights[W_KILL] // (2 * short) if op == TURN else weights[W_DIE] // 2
    return 0


@rule
def go_worth(s, q, plan, weights):
    """A move for nothing."""
    if place_in(plan, q) == s.at[q]:
        return -40
    return more_pain(s, q, 1, weights) + 2 if s.moved[q] == 1 else 3


@rule
def place_gain(t, s, q, op, n, plan, weights):
    """Effects on the Location of ``q``, once it is where it is to be."""
    x = s.at[q] + 0
    if op == WARD:
        return ward_worth(t, s, x, weights)
    if op == BLANK:
        return blank_worth(t, s, x, plan, weights)
    if op == SHOVE:
        return shove_worth(t, s, q, weights)
    worth = np.int64(0)
    if crowd_at(s, x) > 0:
        worth = min(n, crowd_at(s, x)) * weights[W_KILL] * 2 // 3
        if about_to_summon(t, s, x) > 0:
            worth += weights[W_SUMMON]
    return worth


@rule
def gain(t, s, q, op, n, plan, weights):
    """What an operation of the team is worth for ``q``."""
    if op == HEAL:
        n = min(n, curable(s, q))
        return pain(s.insanity[q] + 0, weights) - pain(s.insanity[q] - n, weights)
    if op == CURE:
        return pain(s.insanity[q] + 0, weights) - pain(s.insanity[q] - s.permanent[q], weights)
    if op == SHELTER:
        return weights[W_SHELTER] + more_pain(s, q, 1, weights) // 4 if s.protected < 0 else 0
    if op == SHARPEN:
        return sharp_worth(t, s, q, plan, weights)
    if op == GO:
        return go_worth(s, q, plan, weights)
    if op in (DRAW, RECALL_OP):
        return n * weights[W_CARD] * (3 if lack_in(t, s, plan, q) > 0 else 2)
    if op in (DIE, POOL, ROLL, TURN):
        return die_gain(t, s, q, op, plan, weights)
    if op == FIND:
        return min(n, s.item_count) * 3 + weights[W_ITEM] if items_of(t, s, q) < 2 else 4
    if op == RESTOCK:
        return weights[W_ITEM] if s.item_count < 6 else 0
    if op == TROPHY_OP:
        return n * weights[W_OWN_TROPHY]
    if op == EASE:
        return ease_worth(s, n, weights)
    if op == TERROR_OP:
        return -2 * n * weights[W_CRYSTAL]
    if op in (WARD, BLANK, SHOVE, BANISH):
        return place_gain(t, s, q, op, n, plan, weights)
    return 1


@rule
def needs_place(t, source):
    """1 where a source works on the Location of whom it helps, or on its dice."""
    for e in range(t.effects[source]):
        if t.op[source, e] in (WARD, BLANK, SHOVE, BANISH, TURN, ROLL, SHARPEN):
            return 1
    return 0


@rule
def source_gain(t, s, q, source, plan, weights):
    """What a source that is not for fights is worth for ``q``; what is optional may be declined."""
    if needs_place(t, source) == 1 and is_settled(s, plan, q) == 0:
        return 0
    worth = np.int64(0)
    for e in range(t.effects[source]):
        here = gain(t, s, q, t.op[source, e], t.amount[source, e], plan, weights)
        worth += max(here, 0) if t.optional[source, e] == 1 else here
    return worth


# --------------------------------------------------------------------------------------------- own actions


@rule
def card_loss(t, s, k, plan, weights):
    """What the own hand misses without a card of kind ``k``."""
    short = lack_in(t, s, plan, 0)
    s.hand[0, k] -= 1
    more = lack_in(t, s, plan, 0)
    s.hand[0, k] += 1
    loss = weights[W_CARD] * (2 if t.no_draw[k] == 1 else 0)
    if more > short:
        loss += weights[W_KILL] // 2
    return loss


@rule
def help_with(t, s, k, q, plan, weights):
    """The worth of supporting ``q`` with a card that is not for fights."""
    worth = source_gain(t, s, q, OF_CARD + k, plan, weights)
    if worth <= 0:
        return worth
    if t.unique[k] == 0:
        worth -= more_pain(s, 0, 1, weights)
    return worth - card_loss(t, s, k, plan, weights)


@rule
def best_help(t, s, mask, plan, weights):
    """The support that is worth most now: seat * CARDS + card, or -1."""
    best = weights[W_SUPPORT] + 0
    choice = -1
    for k in range(t.card_kinds):
        if mask[SUPPORT + k] == 1 and t.in_fight[k] == 0:
            for q in range(1, s.players):
                if may_support(t, s, 0, q, k) == 1:
                    worth = help_with(t, s, k, q, plan, weights)
                    if worth > best:
                        best = worth
                        choice = q * CARDS + k
    return choice


@rule
def best_second_loan(t, s, plan, weights):
    """The same for a second fight, once everybody has aimed."""
    if all_aimed(s, plan) == 0:
        return -1
    for away in range(s.players):
        q = (max(s.first, 0) + away) % s.players
        if q != 0 and s.aims[q, 0] >= 0:
            found = second_loan(t, s, q, weights)
            if found >= 0 and found // CARDS % 8 == 0:
                return q * CARDS + found % CARDS
    return -1


@rule
def best_loan(t, s, plan, weights):
    """The card for a fight of somebody else that this seat is to play now: seat * CARDS + card, or -1."""
    for away in range(s.players):
        q = (max(s.first, 0) + away) % s.players
        if q != 0 and is_settled(s, plan, q) == 1 and s.aims[q, 0] < 0 and s.ready[q] == 0:
            if lack_in(t, s, plan, q) > 0:
                found = rescue(t, s, q, place_in(plan, q), slot_in(plan, q), die_in(plan, q), weights)
                if found >= 0 and found // CARDS % 8 == 0:
                    return q * CARDS + found % CARDS
    return best_second_loan(t, s, plan, weights)


@rule
def best_use(t, s, mask, plan, weights):
    """An Item, ability or Location that is worth its use: the action, or -1."""
    best = np.int64(2)
    choice = -1
    for k in range(t.item_kinds):
        if mask[ITEM + k] == 1:
            worth = source_gain(t, s, 0, OF_ITEM + k, plan, weights) - (0 if t.lasts[k] == STAYS else 8)
            if worth > best:
                best = worth
                choice = ITEM + k
    for level in range(LEVELS):
        if mask[ABILITY + level] == 1:
            worth = source_gain(t, s, 0, ability_source(s, 0, level), plan, weights)
            if worth > best:
                best = worth
                choice = ABILITY + level
    if mask[USE_LOCATION] == 1:
        x = s.at[0] + 0
        worth = source_gain(t, s, 0, OF_LOCATION + s.location[x], plan, weights)
        worth -= more_pain(s, 0, t.price[s.location[x]], weights)
        if worth > best:
            choice = USE_LOCATION + 0
    return choice


@rule
def pays_to_learn(t, s):
    """1 where the next ability brings a Gate Seal that is wanted, and what it costs can be borne."""
    wanted = seals_wanted(t, s)
    if wanted == 0:
        return 0
    if s.level[0] == 0:
        return 1
    fresh = 0
    low = 0
    for p in range(s.players):
        if s.level[p] == 0:
            fresh += 1
        if s.level[p] < s.level[0]:
            low += 1
    if wanted <= fresh:
        return 0
    if s.level[0] == 2 and (low > 0 or s.insanity[0] > 2):
        return 0
    return 1


@rule
def may_learn(t, s, weights):
    """The same with an eye to the Cultist that the second and third abilities bring."""
    if pays_to_learn(t, s) == 0:
        return 0
    if s.level[0] == 0:
        return 1
    x = s.at[0] + 0
    if crowd_at(s, x) == 3 and s.sealed[x] == 0 and gods_at(t, s, x) == 0:
        return 0
    return 1 if crowd(s) + weights[W_LEARN] <= t.threshold else 0


@rule
def surplus(t, s, k):
    """How little Trophies of a symbol are missed: those that are there beyond what Locations still take."""
    return -takes_trophies(t, s, k)


@rule
def best_to_learn_with(t, s, mask):
    best = np.int64(NEVER)
    choice = -1
    for k in range(SYMBOLS):
        if mask[TROPHY_OF + k] == 1 and surplus(t, s, k) > best:
            best = surplus(t, s, k)
            choice = TROPHY_OF + k
    return choice


@rule
def wanted(t, s, plan):
    """Symbols that would help the own fight, or else a second one, as a set."""
    x = place_in(plan, 0)
    slot = slot_in(plan, 0)
    if slot < 0:
        return 0
    lay_out(t, s, 0)
    ask_for(t, s, x, slot)
    short = lack(t, s, x, -1)
    if short == 0 and s.aims[0, 0] >= 0:
        found = second_target(t, s, 0)
        if found >= 0:
            ask_for(t, s, x, with_second(slot, found % TWO))
            short = found // TWO
    out = 0
    if short > 0:
        for k in range(SYMBOLS):
            if lack(t, s, x, k) < short:
                out |= 1 << k
    return out


@rule
def best_take(t, s, mask, plan):
    """The die to take: the one of the plan, or a wild one for it; else one that a later fight could use."""
    die = die_in(plan, 0)
    if die >= 0:
        if mask[TAKE + die] == 1:
            return TAKE + die
        if mask[TAKE + WILD] == 1:
            return TAKE + WILD
    useful = wanted(t, s, plan)
    best = -1
    choice = -1
    for face in range(FACES):
        if mask[TAKE + face] == 1:
            score = 40 - s.pool[WILD] if face == WILD else 30 + s.pool[face]
            if face < WILD and (useful >> face) & 1 == 1:
                score += 30
            for q in range(1, s.players):
                if s.took[q] == 0 and die_in(plan, q) == face:
                    score -= 15
            if face == WILD and s.took[0] == 0:
                score -= 15
            if score > best:
                best = score
                choice = TAKE + face
    return choice


@rule
def aim_now(t, s, mask, plan):
    """1 where a Target marker is to be put down now."""
    if mask[TARGET_NOW] == 0:
        return 0
    if s.aims[0, 0] >= 0:
        found = second_target(t, s, 0)
        return 1 if found >= 0 and found < TWO else 0
    slot = slot_in(plan, 0)
    if slot < 0 or s.at[0] != place_in(plan, 0):
        return 0
    return 1 if missing(t, s, 0, slot) == 0 else 0


@rule
def begin_turn(t, s, mask, weights):
    """What comes before any plan: to search, to learn."""
    if mask[SEARCH] == 1:
        return SEARCH + 0
    if mask[LEARN_NOW] == 1 and may_learn(t, s, weights) == 1:
        return LEARN_NOW + 0
    return -1


@rule
def investigate(t, s, mask, weights):
    a = begin_turn(t, s, mask, weights)
    if a >= 0:
        return a
    plan = make_plan(t, s, weights)
    a = best_use(t, s, mask, plan, weights)
    if a >= 0:
        return a
    a = best_help(t, s, mask, plan, weights)
    if a >= 0:
        return SUPPORT + a % CARDS
    a = best_take(t, s, mask, plan)
    if a >= 0:
        return a
    x = place_in(plan, 0)
    if x != s.at[0] and mask[MOVE + x] == 1:
        return MOVE + x
    a = best_loan(t, s, plan, weights)
    if a >= 0:
        return SUPPORT + a % CARDS
    if aim_now(t, s, mask, plan) == 1:
        return TARGET_NOW + 0
    if mask[WAIT] == 1 and (all_aimed(s, plan) == 0 or second_loan(t, s, 0, weights) >= 0):
        return WAIT + 0
    return PASS + 0
