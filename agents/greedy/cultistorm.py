"""A sensible player of Cultistorm: every legal action gets a score, the best one is played.

It reads the row its seat sees: seat 0 is itself, the others follow in turn order. Scores are on one scale, on which a
Cultist less is worth 60 and the first Insanity of an investigator 10; ``WEIGHTS`` holds every number of the list, and
stands in ``cultistorm_plan`` with the plan of the round.

In the Investigator Phase everybody makes the same plan for the whole team: who goes where, fights what, with which die.
Then each takes what is free, helps whom a support saves more Insanity than it costs, takes the die, goes, lends symbols
where they complete a fight, aims, and lets others act first as long as somebody is not where the plan has them.
"""

import numpy as np

from ...envs.cultistorm.actions import (
    ABILITY,
    ACCEPT,
    CARD,
    DECLINE,
    DIE_OF,
    FIGHT,
    ITEM,
    PASS,
    PLACE,
    SEAL,
    SEAT,
    SLOT,
    SUPPORT,
    SYMBOL_OF,
    TROPHY_OF,
    USE_LOCATION,
    WAIT,
)
from ...envs.cultistorm.rules_fight import ability_source, may_fight, missing
from ...envs.cultistorm.rules_table import crowd_at, items_of, rule, seal_index, symbol_at
from ...envs.cultistorm.state import (
    CARDS,
    CHOOSE_START,
    COMBAT,
    CROWD,
    CRYSTAL,
    CULTIST,
    DISCARD,
    DROP_ITEM,
    FIGHT_WHOM,
    FOUND,
    GATE_SEAL,
    INVESTIGATE,
    INVESTIGATOR_PHASE,
    LAY_TROPHY,
    LEARN,
    LEVELS,
    OF_CARD,
    OF_ITEM,
    OF_LOCATION,
    OPTIONAL,
    PAY,
    PLACES,
    RECALL,
    ROLL_DIE,
    SANE,
    SEALING,
    SEARCH_DEPTH,
    SET_DIE,
    SHRINE,
    STEPS,
    SUPPORT_WHOM,
    SYMBOLS,
    TARGET,
    TRADE_ANSWER,
    TROPHY,
    TURN_DIE,
    VICTIM,
    WHERE,
)
from ...envs.cultistorm.tables import (
    BANISH,
    BLANK,
    CURE,
    DRAW,
    DROP,
    FIND,
    GATHER,
    GO,
    HEAL,
    HIDDEN_HANDS,
    MELEE,
    ROB,
    ROLL,
    SCARE,
    SHARPEN,
    SHELTER,
    STAYS,
    STRIP,
    SYMBOL,
    TROPHY_OP,
    TURN,
)
from .cultistorm_plan import (
    NEVER,
    TWO,
    W_CARD,
    W_ITEM,
    W_KEEP,
    W_TROPHY,
    W_TWIN,
    WEIGHTS,
    about_to_summon,
    lack_in,
    make_plan,
    more_pain,
    pain,
    place_in,
    second_target,
    slot_in,
    stock,
    takes_trophies,
)
from .cultistorm_turns import (
    best_loan,
    best_to_learn_with,
    gain,
    help_with,
    investigate,
    wanted,
)

__all__ = ["WEIGHTS", "act"]

HORIZON = 20  # decisions of each seat, about a round: as far as plans on top of this script look (``search_team``)

# ------------------------------------------------------------------------------------------------- fights


@rule
def choose_fight(t, s):
    for slot in range(CROWD + 1):
        if may_fight(t, s, 0, slot) == 1 and missing(t, s, 0, slot) == 0:
            return slot
    return -1


@rule
def combat(t, s, mask):
    if mask[FIGHT] == 1 and choose_fight(t, s) >= 0:
        return FIGHT + 0
    if mask[WAIT] == 1:
        return WAIT + 0
    return PASS + 0


@rule
def fight_whom(t, s, mask):
    slot = choose_fight(t, s)
    if slot >= 0 and mask[SLOT + slot] == 1:
        return SLOT + slot
    for j in range(CROWD + 1):
        if mask[SLOT + j] == 1:
            return SLOT + j
    return -1


@rule
def width(set_of):
    n = 0
    for k in range(SYMBOLS):
        n += (set_of >> k) & 1
    return n


@rule
def keep_worth(t, s, k):
    """What a card of the hand is worth for later: its symbol, its icons, its support."""
    n = 10 + 6 * t.search[k] + 5 * t.unique[k] - 3 * t.no_draw[k]
    if t.in_fight[k] == 1:
        n += 2 * width(t.symbols[OF_CARD + k, 0])
    elif t.op[OF_CARD + k, 0] == HEAL:
        n += 6
    return n


@rule
def pay(t, s, mask):
    """What is missed least; with another target, what could be least else."""
    another = 1 if s.aims[0, 1] >= 0 and s.aims[0, 0] >= 0 else 0
    best = np.int64(NEVER)
    choice = DECLINE + 0
    if mask[USE_LOCATION] == 1:
        best = np.int64(-2) - another * 4 * width(t.symbols[OF_LOCATION + s.location[s.at[0]], 0])
        choice = USE_LOCATION + 0
    for k in range(SYMBOLS):
        if mask[DIE_OF + k] == 1 and best < -1:
            best = np.int64(-1)
            choice = DIE_OF + k
    for level in range(LEVELS):
        if mask[ABILITY + level] == 1:
            score = -another * 4 * width(t.symbols[ability_source(s, 0, level), 0]) - 2
            if score > best:
                best = np.int64(score)
                choice = ABILITY + level
    for k in range(t.card_kinds):
        if mask[SUPPORT + k] == 1:
            score = -another * 4 * width(t.symbols[OF_CARD + k, 0]) - 1
            if score > best:
                best = np.int64(score)
                choice = SUPPORT + k
        if mask[CARD + k] == 1:
            score = -keep_worth(t, s, k) * (1 - another) - 3
            if score > best:
                best = np.int64(score)
                choice = CARD + k
    for k in range(t.item_kinds):
        if mask[ITEM + k] == 1:
            score = -3 if t.lasts[k] == STAYS else -200
            score -= another * 4 * width(t.symbols[OF_ITEM + k, 0])
            if score > best:
                best = np.int64(score)
                choice = ITEM + k
    return choice


# ------------------------------------------------------------------------------------------- Trophies and seals


@rule
def seal_now(t, s, weights):
    """1 where sealing is worth the Insanity; the last one always is."""
    x = s.at[0] + 0
    open_places = 0
    for y in range(PLACES):
        open_places += 1 - s.sealed[y]
    if open_places == 1:
        return 1
    return 1 if s.insanity[0] + crowd_at(s, x) <= SANE else 0


@rule
def lays(t, s, k):
    """1 where a Trophy of a symbol is to be laid: it completes what its Location takes, with those of others."""
    for x in range(PLACES):
        if s.sealed[x] == 0 and symbol_at(t, s, x) == k and s.placed[x, k] < t.seal_trophies:
            if stock(t, s, x) >= t.seal_trophies and s.seal_of[seal_index(t, s, x)] >= 0:
                return 1
    return 0


@rule
def sealing(t, s, mask, weights):
    if mask[SEAL] == 1 and seal_now(t, s, weights) == 1:
        return SEAL + 0
    for k in range(SYMBOLS):
        if mask[TROPHY_OF + k] == 1 and lays(t, s, k) == 1:
            return TROPHY_OF + k
    return PASS + 0


@rule
def lay_where(t, s, mask):
    """The Location that is nearest to what it takes."""
    best = -1
    choice = -1
    for x in range(PLACES):
        if mask[PLACE + x] == 1:
            n = s.placed[x, symbol_at(t, s, x)] + 0
            if n >= t.seal_trophies:
                n = 0
            if n > best:
                best = n
                choice = PLACE + x
    return choice


@rule
def choose_seal(t, s, mask):
    """The Gate Seal of an open Location for which most Trophies are there."""
    best = -1
    choice = -1
    for k in range(SYMBOLS):
        if mask[SYMBOL_OF + k] == 1:
            n = 0
            for x in range(PLACES):
                if seal_index(t, s, x) == k and s.sealed[x] == 0:
                    n = 1 + min(stock(t, s, x), t.seal_trophies) * 2
                    if s.trophies[0, symbol_at(t, s, x)] > 0:
                        n += 1
            if n > best:
                best = n
                choice = SYMBOL_OF + k
    return choice


# ---------------------------------------------------------------------------------------------- other choices


@rule
def demand(t, s, k):
    """How often a symbol is called for by the foes in play."""
    n = 0
    for j in range(CROWD):
        if s.cultist[j] >= 0:
            n += t.cultist_symbols[s.cultist[j], k]
    return n


@rule
def hand_symbols(t, s, symbol):
    n = 0
    for k in range(t.card_kinds):
        if t.card_symbol[k] == symbol:
            n += s.hand[0, k]
    return n


@rule
def discard(t, s, mask, weights):
    """Cards that do not fit: the third and fourth of a symbol, and one that nothing in play calls for."""
    worst = weights[W_KEEP] + 0
    choice = PASS + 0
    for k in range(t.card_kinds):
        if mask[CARD + k] == 1:
            score = keep_worth(t, s, k) + 0
            n = hand_symbols(t, s, t.card_symbol[k])
            if n > 1:
                score -= weights[W_TWIN] * (n - 1)
            if demand(t, s, t.card_symbol[k]) < 2:
                score -= 6
            if score < worst:
                worst = score
                choice = CARD + k
    return choice


@rule
def item_worth(t, s, k):
    """What an Item is worth to have."""
    worth = 0
    for e in range(t.effects[OF_ITEM + k]):
        op = t.op[OF_ITEM + k, e] + 0
        if op == SYMBOL:
            worth += t.amount[OF_ITEM + k, e] * (14 + 4 * width(t.symbols[OF_ITEM + k, e]))
        elif op == HEAL:
            worth += 16 + 4 * s.insanity[0]
        elif op == TROPHY_OP:
            worth += 60
        elif op == BANISH:
            worth += 22 * t.amount[OF_ITEM + k, e]
        elif op == CURE:
            worth += 40 if s.permanent[0] == 1 else 3
        elif op in (ROLL, GO):
            worth += 6
        elif op == SHARPEN:
            worth += 10 if t.style[s.investigator[0]] == MELEE and s.players > 2 else 0
        else:
            worth += 5
    return worth * 2 if t.lasts[k] == STAYS else worth


@rule
def choose_item(t, s, kind, mask):
    """The best to keep; the worst to drop."""
    sign = -1 if kind == DROP_ITEM else 1
    best = np.int64(NEVER)
    choice = DECLINE + 0
    for k in range(t.item_kinds):
        if mask[ITEM + k] == 1 and sign * item_worth(t, s, k) > best:
            best = np.int64(sign * item_worth(t, s, k))
            choice = ITEM + k
    return choice


@rule
def choose_symbol(t, s, mask, weights):
    """What a die is to show: what the fight lacks, or what foes call for that the hand has not."""
    useful = 0
    if s.phase == INVESTIGATOR_PHASE:
        useful = wanted(t, s, make_plan(t, s, weights))
    best = -1
    choice = -1
    for k in range(SYMBOLS):
        score = demand(t, s, k) - 3 * hand_symbols(t, s, k) + 99 * (1 + ((useful >> k) & 1))
        if score > best:
            best = score
            choice = SYMBOL_OF + k
    return choice


@rule
def choose_die(t, s, mask, weights):
    """The die that is missed least."""
    plan = np.int64(0)
    if s.phase == INVESTIGATOR_PHASE:
        plan = make_plan(t, s, weights)
    best = np.int64(1 << 40)
    choice = -1
    for k in range(SYMBOLS):
        if mask[DIE_OF + k] == 1:
            s.dice[0, k] -= 1
            score = 10 * lack_in(t, s, plan, 0) + demand(t, s, k)
            s.dice[0, k] += 1
            if score < best:
                best = np.int64(score)
                choice = DIE_OF + k
    return choice


@rule
def choose_trophy(t, s, mask):
    """A Trophy that a Location takes, of the symbol of which fewest are missing."""
    best = np.int64(NEVER)
    choice = -1
    for k in range(SYMBOLS):
        if mask[SYMBOL_OF + k] == 1:
            n = takes_trophies(t, s, k)
            score = 20 - n if n > 0 else 0
            if score > best:
                best = np.int64(score)
                choice = SYMBOL_OF + k
    return choice


@rule
def recall(t, s, mask):
    best = np.int64(0)
    choice = DECLINE + 0
    for k in range(t.card_kinds):
        if mask[CARD + k] == 1:
            score = keep_worth(t, s, k) + demand(t, s, t.card_symbol[k]) - 5 * hand_symbols(t, s, t.card_symbol[k]) + 60
            if score > best:
                best = np.int64(score)
                choice = CARD + k
    return choice


@rule
def choose_cultist(t, s, mask, weights):
    """Whom to drive away: who is worth least as a Trophy, from the top."""
    best = np.int64(NEVER)
    choice = -1
    for j in range(CROWD):
        if mask[SLOT + j] == 1:
            symbol = t.sect[s.cultist[j]] + 0
            score = j
            if symbol >= 0 and takes_trophies(t, s, symbol) > 0:
                score -= 20
            if score > best:
                best = np.int64(score)
                choice = SLOT + j
    return choice


@rule
def choose_step(s, mask):
    """The Terror card that is nearest to its last crystal."""
    best = -1
    choice = -1
    for x in range(STEPS):
        if mask[SLOT + x] == 1:
            score = 10 * s.crystals[x] + 20 - 2 * s.gems[x]
            if score > best:
                best = score
                choice = SLOT + x
    return choice


@rule
def victim_cost(t, s, q, op, n, weights):
    """What it costs the team that ``q`` suffers an operation of foes."""
    if op == SCARE:
        return more_pain(s, q, n, weights)
    if op == STRIP:
        held = 0
        for k in range(SYMBOLS):
            held += s.trophies[q, k]
        return min(held, n) * weights[W_TROPHY]
    if op == ROB:
        return min(items_of(t, s, q), n) * weights[W_ITEM]
    if op == DROP:
        return min(s.hand_count[q], n) * weights[W_CARD]
    if op == GATHER:
        return 10 * crowd_at(s, s.at[q]) + 100 * about_to_summon(t, s, s.at[q])
    if op == HEAL:
        return -pain(s.insanity[q] + 0, weights)
    return pain(s.insanity[q] + 1, weights) * (1 + s.permanent[q])


@rule
def victim(t, s, mask, weights):
    best = np.int64(1 << 40)
    choice = -1
    for q in range(s.players):
        if mask[SEAT + q] == 1:
            cost = victim_cost(t, s, q, s.stack[0, 2], s.stack[0, 3], weights)
            if cost < best:
                best = cost
                choice = SEAT + q
    return choice


@rule
def shrine_worth(t, s, x):
    """How useful the action of a Location is."""
    source = OF_LOCATION + s.location[x]
    op = t.op[source, 0] + 0
    if op == SYMBOL:
        return 50
    if op == HEAL:
        return 45
    if op in (DRAW, FIND):
        return 35
    return 25 if op in (SHELTER, TURN, BLANK) else 15


@rule
def shrine(t, s, mask):
    best = -1
    choice = -1
    for x in range(PLACES):
        if mask[PLACE + x] == 1:
            score = shrine_worth(t, s, x) + crowd_at(s, x)
            if score > best:
                best = score
                choice = PLACE + x
    return choice


@rule
def deck_symbols(t, s, symbol):
    n = 0
    for k in range(t.card_kinds):
        if t.card_symbol[k] == symbol:
            n += t.decklist[s.investigator[0], k]
    return n


@rule
def start(t, s, mask):
    """Where the own deck fits the Cultist at the bottom best, and fewest others are."""
    best = np.int64(NEVER)
    choice = -1
    for x in range(PLACES):
        if mask[PLACE + x] == 1:
            score = np.int64(0)
            for q in range(1, s.players):
                if s.at[q] == x:
                    score -= 10
            for j in range(CROWD):
                if s.cultist[j] >= 0 and s.cultist_at[j] == x:
                    for k in range(SYMBOLS):
                        score += t.cultist_symbols[s.cultist[j], k] * deck_symbols(t, s, k)
            if score > best:
                best = score
                choice = PLACE + x
    return choice


@rule
def where_to(t, s, mask, weights):
    """Where the plan has this seat, or the place with fewest Cultists."""
    if s.phase == INVESTIGATOR_PHASE:
        x = place_in(make_plan(t, s, weights), 0)
        if mask[PLACE + x] == 1:
            return PLACE + x
    best = np.int64(1 << 40)
    choice = -1
    for x in range(PLACES):
        if mask[PLACE + x] == 1 and crowd_at(s, x) < best:
            best = np.int64(crowd_at(s, x))
            choice = PLACE + x
    return choice


@rule
def optional(t, s, weights):
    source = s.stack[0, 2] + 0
    e = s.stack[0, 3] + 0
    if s.phase != INVESTIGATOR_PHASE:
        return ACCEPT + 0
    plan = make_plan(t, s, weights)
    worth = gain(t, s, 0, t.op[source, e], t.amount[source, e], plan, weights)
    return ACCEPT + 0 if worth > 0 else DECLINE + 0


@rule
def support_whom(t, s, mask, weights):
    """Whoever the card was played for."""
    k = s.stack[0, 2] + 0
    plan = make_plan(t, s, weights)
    if t.in_fight[k] == 1:
        found = best_loan(t, s, plan, weights)
        if found >= 0 and found % CARDS == k and mask[SEAT + found // CARDS] == 1:
            return SEAT + found // CARDS
    best = np.int64(NEVER)
    choice = -1
    for q in range(1, s.players):
        if mask[SEAT + q] == 1:
            worth = help_with(t, s, k, q, plan, weights)
            if worth > best:
                best = worth
                choice = SEAT + q
    return choice


@rule
def target(t, s, mask, weights):
    """The foe of the plan, or a second one that can be paid for beside it."""
    if s.aims[0, 0] >= 0:
        slot = second_target(t, s, 0) % TWO
    else:
        slot = slot_in(make_plan(t, s, weights), 0)
    if slot >= 0 and mask[SLOT + slot] == 1:
        return SLOT + slot
    for j in range(CROWD + 1):
        if mask[SLOT + j] == 1:
            return SLOT + j
    return -1


@rule
def first_of(mask):
    k = 0
    while mask[k] == 0:
        k += 1
    return k


@rule
def choose_place(t, s, kind, mask, weights):
    if kind == CHOOSE_START:
        return start(t, s, mask)
    if kind == SHRINE:
        return shrine(t, s, mask)
    return lay_where(t, s, mask) if kind == LAY_TROPHY else where_to(t, s, mask, weights)


@rule
def answer(t, s, kind, mask, weights):
    """Questions inside an action or an effect."""
    if kind in (CHOOSE_START, SHRINE, LAY_TROPHY, WHERE):
        return choose_place(t, s, kind, mask, weights)
    if kind in (FOUND, DROP_ITEM):
        return choose_item(t, s, kind, mask)
    if kind == SET_DIE:
        return choose_symbol(t, s, mask, weights)
    if kind in (ROLL_DIE, TURN_DIE):
        return choose_die(t, s, mask, weights)
    if kind == TROPHY:
        return choose_trophy(t, s, mask)
    if kind == GATE_SEAL:
        return choose_seal(t, s, mask)
    if kind == LEARN:
        return best_to_learn_with(t, s, mask)
    if kind == RECALL:
        return recall(t, s, mask)
    if kind == CULTIST:
        return choose_cultist(t, s, mask, weights)
    if kind == CRYSTAL:
        return choose_step(s, mask)
    if kind == VICTIM:
        return victim(t, s, mask, weights)
    if kind == SEARCH_DEPTH:
        return SLOT + s.stack[0, 3]
    if kind == TRADE_ANSWER:
        return ACCEPT + 0 if mask[ACCEPT] == 1 else DECLINE + 0
    return first_of(mask)


@rule
def reveal_known(t, s):
    """With hidden hands, others are thought to have the cards that everybody knows of."""
    if t.opt_hands == HIDDEN_HANDS:
        for q in range(1, s.players):
            for k in range(t.card_kinds):
                s.hand[q, k] = s.known[q, k]


@rule
def act(T, S, i, mask, weights):
    """The legal action of the highest score."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    reveal_known(t, s)
    if kind == INVESTIGATE:
        return investigate(t, s, mask, weights)
    if kind == COMBAT:
        return combat(t, s, mask)
    if kind == PAY:
        return pay(t, s, mask)
    if kind == SEALING:
        return sealing(t, s, mask, weights)
    if kind == DISCARD:
        return discard(t, s, mask, weights)
    if kind == FIGHT_WHOM:
        return fight_whom(t, s, mask)
    if kind == TARGET:
        return target(t, s, mask, weights)
    if kind == SUPPORT_WHOM:
        return support_whom(t, s, mask, weights)
    if kind == OPTIONAL:
        return optional(t, s, weights)
    return answer(t, s, kind, mask, weights)
