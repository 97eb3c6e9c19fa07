"""A sensible player of Cthulhu: A Deck Building Game: every legal action gets a score, the best one is played.

It reads the row its seat sees: seat 0 is itself, the others follow in turn order. Scores are on one scale, on
which a Moxie in Combat is worth 100; ``WEIGHTS`` holds every number of the list, and stands in
``deck_building_worth`` with what things are worth.

In Planning it first plays what only helps there, heals what is in danger, and then spends Moxie on the cards of the
University that bring more, in this Combat and in those to come, than the cards it takes to pay for them: what it
does not play gives its Moxie in Combat. There it kills Minions as long as that is worth more than hitting a god.
"""

import numpy as np

from ...envs.deck_building.actions import ACTIONS
from ...envs.deck_building.rules_effects import permanent_at
from ...envs.deck_building.rules_rounds import total_health
from ...envs.deck_building.rules_table import (
    all_in_play,
    lacks,
    left,
    moxie,
    price,
    rule,
    weakest_health,
)
from ...envs.deck_building.rules_turns import PREPARES, has_a_turn
from ...envs.deck_building.state import (
    AFTER,
    AMOUNT,
    BURY,
    CLEAN,
    COMBAT,
    COMBAT_PHASE,
    DESTROY,
    DISPEL,
    GAIN,
    GOD,
    HEALTH_TRACK,
    MARKET,
    MINION,
    OF_ABILITY,
    OF_CARD,
    OF_MINION,
    OF_MYTHOS,
    PLAN,
    PLANNING_PHASE,
    RETRIEVE,
    SANITY_TRACK,
    TARGET,
    TOUGHEST,
    WHOM,
    WOUNDED,
)
from ...envs.deck_building.tables import (
    ARMOR,
    BASE,
    BIND,
    CHEAP,
    COMBO,
    CROWD,
    CROWD_MOST,
    DRAW,
    GRIT,
    HURT_OP,
    LOCATION,
    MINUS,
    NERVE,
    PLUS,
    RETRIEVE_OP,
    SCARE,
    SMITE,
    STRIKE,
    SWEEP,
    TIMES_OP,
)
from .deck_building_worth import (
    MOXIE,
    NEVER,
    W_BURY,
    W_DULL,
    W_HEAL,
    WEIGHTS,
    average,
    best_god,
    card_worth,
    effect_worth,
    heal_worth,
    kill_worth,
    kills,
    living,
    look_ahead,
    person_worth,
    point,
    source_worth,
    threat,
    ward,
)

__all__ = ["WEIGHTS", "act"]

PLAY, BUY, CARD, HEAL_TRACK = (ACTIONS.base[name] for name in ("play", "buy", "card", "heal"))
ABILITY, TO_FINAL, END_PLANNING = ACTIONS.base["ability"], ACTIONS.base["to_final"], ACTIONS.base["end_planning"]
HIT, GOD_AT, MINION_OF, WITH_HEALTH = (ACTIONS.base[name] for name in ("hit", "god", "minion", "health"))
SPEND, END_COMBAT, SEAT, REMOVE = (ACTIONS.base[name] for name in ("spend", "end_combat", "seat", "remove"))
KEEP, BURY_IT, GO, YIELD = (ACTIONS.base[name] for name in ("keep", "bury", "go", "yield"))
DECLINE = ACTIONS.base["decline"]
NEEDED, ALL = 1, 2  # of an amount

# ----------------------------------------------------------------------------------------------- Planning


@rule
def forbids(t, s, k, e):
    """1 where effect ``e`` of card ``k`` keeps it for Combat: it multiplies, takes, hits foes, or would kill."""
    op = t.op[k, e] + 0
    if op == HURT_OP:
        return kills(s, 0, HEALTH_TRACK, t.amount[k, e])
    if op == SCARE:
        return kills(s, 0, SANITY_TRACK, t.amount[k, e])
    return 1 if op in (TIMES_OP, MINUS, COMBO, STRIKE, SWEEP, SMITE) else 0


@rule
def pays(t, s, k):
    """Moxie that card ``k`` gives in Planning."""
    n = 0
    for e in range(t.effects[OF_CARD + k]):
        op = t.op[k, e] + 0
        if forbids(t, s, k, e) == 1:
            return 0
        if op == BASE:
            n += t.amount[k, e] * max(s.factor, 1)
        elif op == PLUS:
            n += t.amount[k, e]
        elif op == CROWD:
            n += t.amount[k, e] * min(all_in_play(t, s), CROWD_MOST)
        elif op == GRIT:
            n += t.amount[k, e] * lacks(t, s, 0, HEALTH_TRACK)
    return n


@rule
def means(t, s):
    """Moxie that the purse and all cards in hand can give in Planning."""
    n = moxie(s)
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            n += s.hand[0, k] * pays(t, s, k)
    return n


@rule
def smallest(t, s):
    """The least Moxie of a card in hand that gives some, or 1."""
    n = 0
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            m = pays(t, s, k)
            if m > 0 and (n == 0 or m < n):
                n = m
    return max(n, 1)


@rule
def given_up(total, have, coin):
    """What it costs to come to ``total`` Moxie with ``have`` in the purse: cards are whole."""
    need = max(total - have, 0)
    return MOXIE * ((need + coin - 1) // coin * coin)


@rule
def list_price(t, s, bits):
    """What the cards at these places cost together."""
    n = 0
    for x in range(MARKET):
        if (bits >> x) & 1 == 1:
            n += price(t, s, s.market[x])
    return n


@rule
def shopping(t, s, most, have, ahead, weights):
    """The cards to buy with up to ``most`` Moxie, ``have`` of it in the purse, as bits."""
    worths = np.zeros(MARKET, np.int64)  # found once, as most sets hold the same cards
    for x in range(MARKET):
        if s.market[x] >= 0:
            worths[x] = card_worth(t, s, s.market[x], ahead, weights)
    coin = smallest(t, s)
    best = np.int64(0)
    choice = 0
    for bits in range(1, 1 << MARKET):
        worth = np.int64(0)
        for x in range(MARKET):
            if (bits >> x) & 1 == 1:
                worth += worths[x] if worths[x] > 0 else NEVER
        if worth > best:
            total = list_price(t, s, bits)
            worth -= given_up(total, have, coin)
            if total <= most and worth > best:
                best = worth
                choice = bits
    return choice


@rule
def side_worth(t, s, k, ahead, weights):
    """What a card that pays does beside in Planning."""
    worth = np.int64(0)
    for e in range(t.effects[OF_CARD + k]):
        if t.op[k, e] in (DRAW, ARMOR, NERVE, CHEAP, HURT_OP, SCARE):
            worth += effect_worth(t, s, k, e, 0, ahead, weights)
    return worth


@rule
def payment(t, s, need, ahead, weights):
    """The card in hand to play towards ``need`` Moxie, or -1: as large as fits, or else as small as will do."""
    best = NEVER
    choice = -1
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            n = pays(t, s, k)
            if n > 0:
                fit = 1000 * n if n <= need else -1000 * (n - need)
                worth = fit + max(min(side_worth(t, s, k, ahead, weights), 2000), -2000)
                if worth > best:
                    best = worth
                    choice = k
    return choice


@rule
def plan_worth(t, s, k, ahead, weights):
    """Playing card ``k`` in Planning for what it does beside giving Moxie; NEVER where it is for Combat, or to pay.
    Foes cannot be hit now: what it would do to them is lost."""
    if t.type[k] == LOCATION:
        return 5000
    worth = np.int64(0)
    for e in range(t.effects[OF_CARD + k]):
        op = t.op[k, e] + 0
        if op in (BASE, TIMES_OP, PLUS, COMBO, CROWD, GRIT, RETRIEVE_OP):
            return NEVER
        gain = effect_worth(t, s, k, e, 0, ahead, weights)
        if op in (STRIKE, SWEEP, SMITE):
            worth -= gain
        else:
            worth += 10 * gain if op == DRAW else gain
    return worth


@rule
def best_plan(t, s, ahead, weights):
    """The card in hand to play now for what it does, or -1."""
    best = np.int64(0)
    choice = -1
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            worth = plan_worth(t, s, k, ahead, weights)
            if worth > best:
                best = worth
                choice = k
    return choice


@rule
def worst_track(t, s, ahead, weights):
    """The track on which a point healed is worth more; -1: nothing is lacking."""
    body = heal_worth(t, s, 0, HEALTH_TRACK, 1, ahead, weights)
    mind = heal_worth(t, s, 0, SANITY_TRACK, 1, ahead, weights)
    if body <= 0 and mind <= 0:
        return -1
    return HEALTH_TRACK if body >= mind else SANITY_TRACK


@rule
def heal_or_pay(t, s, mask, most, ahead, weights):
    """Healing with Moxie where a point is worth more than it costs: the action, or -1."""
    track = worst_track(t, s, ahead, weights)
    if track < 0 or most < 2:
        return -1
    if heal_worth(t, s, 0, track, 1, ahead, weights) <= weights[W_HEAL]:
        return -1
    if mask[HEAL_TRACK + track] == 1:
        return HEAL_TRACK + track
    k = payment(t, s, 2 - moxie(s), ahead, weights)
    return PLAY + k if k >= 0 else -1


@rule
def dearest(t, s, bits, mask):
    """The dearest of the cards at these places that can be bought: its action, or -1."""
    best = -1
    choice = -1
    for x in range(MARKET):
        if (bits >> x) & 1 == 1 and mask[BUY + s.market[x]] == 1 and price(t, s, s.market[x]) > best:
            best = price(t, s, s.market[x])
            choice = BUY + s.market[x]
    return choice


@rule
def prepare(t, s, mask, ahead, weights):
    """A turn of the Planning phase before anything is bought."""
    k = best_plan(t, s, ahead, weights)
    if k >= 0:
        return PLAY + k
    if mask[ABILITY] == 1 and source_worth(t, s, OF_ABILITY + s.investigator[0], 0, ahead, weights) > 0:
        return ABILITY + 0
    most = means(t, s)
    a = heal_or_pay(t, s, mask, most, ahead, weights)
    if a >= 0:
        return a
    have = moxie(s)
    bits = shopping(t, s, most, have, ahead, weights)
    total = list_price(t, s, bits)
    if total > have:
        k = payment(t, s, total - have, ahead, weights)
        if k >= 0:
            return PLAY + k
    track = worst_track(t, s, ahead, weights)
    if have >= total + 2 and track >= 0 and mask[HEAL_TRACK + track] == 1:
        return HEAL_TRACK + track
    if bits > 0:
        a = dearest(t, s, bits, mask)
        if a >= 0:
            return a
    return END_PLANNING + 0


@rule
def plan(t, s, mask, ahead, weights):
    """An action of a turn of the Planning phase."""
    if s.stack[0, 3] == PREPARES:
        return prepare(t, s, mask, ahead, weights)
    if mask[TO_FINAL] == 1:
        bits = shopping(t, s, moxie(s), moxie(s), ahead, weights)
        a = dearest(t, s, bits, mask)
        if a >= 0:
            return a
        return TO_FINAL + 0 if best_plan(t, s, ahead, weights) >= 0 else END_PLANNING + 0
    k = best_plan(t, s, ahead, weights)
    return PLAY + k if k >= 0 else END_PLANNING + 0


# ----------------------------------------------------------------------------------------------- Combat


@rule
def fight_worth(t, s, k, ahead, weights):
    """Playing card ``k`` in Combat: cards that draw come first, then those for a crowd before it is thinned, and those
    that make all others worth more, even a Stagger."""
    worth = np.int64(0)
    first = 0
    for e in range(t.effects[OF_CARD + k]):
        op = t.op[k, e] + 0
        if op in (ARMOR, NERVE, CHEAP):
            continue
        worth += effect_worth(t, s, k, e, 0, ahead, weights)
        if op in (DRAW, RETRIEVE_OP):
            first = 20000
        elif op in (CROWD, COMBO):
            first = 10000
    worth += MOXIE * s.combo * max(s.factor, 1)
    return worth + first if worth > 0 else worth


@rule
def might(t, s, p):
    """Moxie that ``p`` can be seen to have for Combat."""
    base = 0
    bonus = 0
    factor = 1
    for k in range(t.cards):
        if s.hand[p, k] > 0:
            for e in range(t.effects[OF_CARD + k]):
                op = t.op[k, e] + 0
                if op == BASE:
                    base += s.hand[p, k] * t.amount[k, e]
                elif op in (PLUS, SMITE):
                    bonus += s.hand[p, k] * t.amount[k, e]
                elif op == TIMES_OP:
                    factor = factor * t.amount[k, e]
    return base * min(factor, 9) + bonus


@rule
def might_of_others(t, s):
    """The same for all others whose turn of the Combat phase is still to come."""
    n = 0
    for p in range(1, s.players):
        if has_a_turn(s, p) == 1:
            n += might(t, s, p)
    return n


@rule
def best_minion(t, s, most, ahead, weights):
    """The kind of Minion that is worth more than the Moxie it takes, most of all for each; -1: hit a god."""
    best = np.int64(MOXIE)
    choice = -1
    for k in range(t.minion_kinds):
        h = weakest_health(s, k)
        if h >= 0 and h < most:
            worth = kill_worth(t, s, k, ahead, weights) // (h + 1)
            if worth > best:
                best = worth
                choice = k
    return choice


@rule
def fight(t, s, mask, ahead, weights):
    """An action of a turn of the Combat phase."""
    best = np.int64(0)
    choice = -1
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            worth = fight_worth(t, s, k, ahead, weights)
            if worth > best:
                best = worth
                choice = PLAY + k
    if choice >= 0:
        return choice
    if mask[ABILITY] == 1 and source_worth(t, s, OF_ABILITY + s.investigator[0], 0, ahead, weights) > 0:
        return ABILITY + 0
    return HIT + 0 if mask[HIT] == 1 else END_COMBAT + 0


@rule
def aim(t, s, ahead, weights):
    """The foe to hit: the last gods where the team can finish them now, a Minion that is worth it, or a god."""
    have = moxie(s)
    most = have + might_of_others(t, s)
    if total_health(t, s, 0) > most:
        k = best_minion(t, s, most, ahead, weights)
        if k >= 0:
            return MINION_OF + k
    return GOD_AT + best_god(t, s, have, ahead, weights)


@rule
def amount(mask):
    """All that is needed, or else all that is left, or else one."""
    if mask[SPEND + NEEDED] == 1:
        return SPEND + NEEDED
    return SPEND + ALL if mask[SPEND + ALL] == 1 else SPEND


# ------------------------------------------------------------------------------------------- other choices


@rule
def strike_score(t, s, k, n, ahead, weights):
    """Damage of ``n`` to a Minion of kind ``k``: best where it kills."""
    h = weakest_health(s, k)
    worth = kill_worth(t, s, k, ahead, weights)
    return 1000 + worth if h < n else worth * n // (h + 1)


@rule
def name_minion(t, s, mask, ahead, weights):
    """The Minion to be bound or struck."""
    binds = 1 if s.stack[0, 2] == BIND else 0
    n = s.stack[0, 3] + 0
    best = np.int64(NEVER)
    choice = DECLINE + 0
    for k in range(t.minion_kinds):
        if mask[MINION_OF + k] == 1:
            worth = threat(t, s, OF_MINION + k, ahead, weights)
            if binds == 0:
                worth = strike_score(t, s, k, n, ahead, weights)
            if worth > best:
                best = worth
                choice = MINION_OF + k
    return choice


@rule
def name_wounded(s, mask):
    """Among Minions of a kind the one with most health that dies of it, or else the weakest."""
    n = s.stack[0, 3] + 0
    choice = -1
    for h in range(TOUGHEST):
        if mask[WITH_HEALTH + h] == 1 and (choice < 0 or h < n):
            choice = WITH_HEALTH + h
    return choice


@rule
def name_seat(t, s, mask, ahead, weights):
    """Whom an effect is about: whoever gains most by it, or is hurt least."""
    source = s.stack[0, 2] + 0
    e = s.stack[0, 3] + 0
    op = t.op[source, e] + 0
    n = t.amount[source, e] + 0
    best = np.int64(NEVER)
    choice = -1
    for q in range(s.players):
        if mask[SEAT + q] == 1:
            worth = person_worth(t, s, q, op, n, ahead, weights)
            if op in (HURT_OP, SCARE):
                track = HEALTH_TRACK if op == HURT_OP else SANITY_TRACK
                worth = MOXIE * (left(s, q, track) + ward(s, q, track))
            if worth > best:
                best = worth
                choice = SEAT + q
    return choice


@rule
def rest_worth(t, k):
    """How useful a card is, roughly: to take it back, or rather destroy others."""
    worth = 20 * t.cost[k]
    for e in range(t.effects[OF_CARD + k]):
        if t.op[k, e] in (BASE, PLUS, SMITE):
            worth += MOXIE * t.amount[k, e]
        elif t.op[k, e] in (TIMES_OP, COMBO):
            worth += 4 * MOXIE
        elif t.op[k, e] == DRAW:
            worth += 2 * MOXIE
    return worth


@rule
def name_card(t, s, kind, mask, ahead, weights):
    """The card to destroy (Staggers, and Sleuths of a good deck), or to take back."""
    best = np.int64(0)
    choice = DECLINE + 0
    for k in range(t.cards):
        if mask[CARD + k] == 1:
            worth = rest_worth(t, k)
            if kind == DESTROY:
                worth = 0
                if k == t.k_stagger:
                    worth = 2 * MOXIE
                elif k == t.k_sleuth and average(ahead) >= 2 * MOXIE and s.phase == PLANNING_PHASE:
                    worth = MOXIE + 0
            if worth > best:
                best = worth
                choice = CARD + k
    return choice


@rule
def name_gain(t, s, mask, ahead, weights):
    """The card to take for nothing."""
    best = np.int64(0)
    choice = DECLINE + 0
    for k in range(t.cards):
        if mask[BUY + k] == 1:
            worth = card_worth(t, s, k, ahead, weights)
            if worth > best:
                best = worth
                choice = BUY + k
    return choice


@rule
def name_permanent(t, s, mask, ahead, weights):
    """The worst of the Permanent Mythos cards."""
    best = np.int64(NEVER)
    choice = DECLINE + 0
    for x in range(MARKET):
        if mask[REMOVE + x] == 1:
            worth = threat(t, s, OF_MYTHOS + permanent_at(t, s, x), ahead, weights)
            if worth > best:
                best = worth
                choice = REMOVE + x
    return choice


@rule
def clear_slot(t, s, mask, ahead, weights):
    """A card of the University that nobody wants, or none."""
    for x in range(MARKET):
        if mask[REMOVE + x] == 1:
            k = s.market[x] + 0
            if card_worth(t, s, k, ahead, weights) - MOXIE * t.cost[k] < weights[W_DULL]:
                return REMOVE + x
    return KEEP + 0


@rule
def mythos_threat(t, s, ahead, weights):
    """What the Mythos card that is known to be next will cost."""
    for k in range(t.mythos_kinds):
        if s.next_mythos[k] > 0:
            often = 4 if t.permanent[k] == 1 else 1
            return often * threat(t, s, OF_MYTHOS + k, ahead, weights)
    return 0


@rule
def goes_first(t, s, ahead, weights):
    """1 where it is well for this seat to go first of all: blows on the first fall on the sturdiest."""
    own = point(t, s, 0, HEALTH_TRACK, ahead, weights) + point(t, s, 0, SANITY_TRACK, ahead, weights)
    for q in range(1, s.players):
        if has_a_turn(s, q) == 1 and s.yielded[q] == 0:
            other = point(t, s, q, HEALTH_TRACK, ahead, weights) + point(t, s, q, SANITY_TRACK, ahead, weights)
            if other < own:
                return 0
    return 1


@rule
def choose_order(t, s, ahead, weights):
    if s.phase == COMBAT_PHASE or s.first >= 0:
        return GO + 0
    return GO + 0 if goes_first(t, s, ahead, weights) == 1 else YIELD + 0


@rule
def answer(t, s, kind, mask, ahead, weights):
    """Choices that are neither turns nor blows."""
    if kind == WHOM:
        return name_seat(t, s, mask, ahead, weights)
    if kind == MINION:
        return name_minion(t, s, mask, ahead, weights)
    if kind in (DESTROY, RETRIEVE):
        return name_card(t, s, kind, mask, ahead, weights)
    if kind == GAIN:
        return name_gain(t, s, mask, ahead, weights)
    if kind == DISPEL:
        return name_permanent(t, s, mask, ahead, weights)
    if kind == CLEAN:
        return clear_slot(t, s, mask, ahead, weights)
    if kind == BURY:
        return BURY_IT + 0 if mythos_threat(t, s, ahead, weights) > weights[W_BURY] * living(s) else KEEP + 0
    if kind == AFTER:
        return ABILITY + 0
    return choose_order(t, s, ahead, weights)


@rule
def act(T, S, i, mask, weights):
    """The legal action of the highest score."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    if kind == AMOUNT:
        return amount(mask)
    if kind == WOUNDED:
        return name_wounded(s, mask)
    ahead = look_ahead(t, s, weights)
    if kind == PLAN:
        return plan(t, s, mask, ahead, weights)
    if kind == COMBAT:
        return fight(t, s, mask, ahead, weights)
    if kind == TARGET:
        return aim(t, s, ahead, weights)
    if kind == GOD:
        return GOD_AT + best_god(t, s, s.stack[0, 3], ahead, weights)
    return answer(t, s, kind, mask, ahead, weights)
