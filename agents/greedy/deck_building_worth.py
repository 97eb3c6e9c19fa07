"""What the greedy player of Cthulhu: A Deck Building Game knows: its weights, what is ahead, what things are worth.

Worths are on one scale, on which a Moxie in Combat is worth 100. What is ahead is found once for each decision, and
handed down in one number.
"""

import numpy as np

from ...envs.deck_building.rules_effects import permanent_at
from ...envs.deck_building.rules_rounds import total_health
from ...envs.deck_building.rules_table import (
    all_in_play,
    god_acts,
    gods_there,
    in_play,
    is_able,
    lacks,
    left,
    rule,
)
from ...envs.deck_building.state import (
    COMBAT_PHASE,
    GOD_SLOTS,
    HAND,
    HEALTH_TRACK,
    OF_CARD,
    OF_GOD,
    OF_MINION,
    OF_MYTHOS,
    PLANNING_PHASE,
    SANITY_TRACK,
)
from ...envs.deck_building.tables import (
    ARMOR,
    BASE,
    BIND,
    BREED,
    BURY_OP,
    CALM,
    CHEAP,
    COMBO,
    CROWD,
    CROWD_MOST,
    CURSE,
    DEAR,
    DESTROY_OP,
    DEVOUR,
    DRAW,
    DROP,
    FEWER,
    GAIN_OP,
    GRIT,
    HEAL,
    HURT_OP,
    LOCATION,
    LOOK,
    MEAL,
    MEND,
    MINUS,
    MORE,
    NERVE,
    ON_ALL,
    ON_RANDOM,
    ON_SELF,
    ON_WEAKEST,
    PLUS,
    RETRIEVE_OP,
    SCARE,
    SILENCE,
    SMITE,
    SPAWN,
    STRIKE,
    SWEEP,
    SWEEP_MARKET,
    TIMES_OP,
)

# Every number of the list. ``act`` finds them in this order from place 1 of its line of weights.
WEIGHTS = {
    "pace": 82,  # percent of all Moxie that is thought to reach the gods, where rounds to come are counted
    "caution": 120,  # hundredths of health, and of sanity, that a round may cost beyond what is expected
    "mythos": 30,  # the same that an investigator is expected to lose to a Mythos card
    "minions": 60,  # percent of the harm that Minions in play would do if they stayed
    "wound": 160,  # a point of health or sanity where just as much is left as the rest of the game will take
    "life": 90,  # percent: a round of an investigator, which is the most that is paid for, against the Moxie of a hand
    "margin": 130,  # hundredths of health or sanity: who is left with fewer may die in this round
    "deadly": 100,  # percent of "life": a point of somebody who may die in this round
    "doomed": 200,  # the same of somebody who will, if all comes as expected
    "heal": 320,  # what a point must be worth to be healed with Moxie rather than with cards
    "future": 40,  # percent: Moxie in rounds to come against Moxie now
    "times": 800,  # percent: a doubling in a round to come, against the average of the deck
    "draw": 140,  # percent: a card drawn, against the average of the deck
    "retrieve": 160,  # percent: the same for a card taken back
    "thin": 60,  # percent: a Stagger destroyed, against a card of average worth instead of it each time
    "cheap": 60,  # cards costing a Moxie less
    "gain": 85,  # a Moxie of what a card taken for nothing may cost
    "strike": 85,  # a point of damage to a Minion
    "crowd": 2,  # Minions that are expected in rounds to come
    "bind": 90,  # binding a Minion in a round to come
    "look": 12,  # knowing the next Mythos card
    "bury": 50,  # turning the next Mythos card away, if need be, for each investigator
    "dispel": 150,  # ending a Permanent Mythos
    "drop": 90,  # a card discarded by chance
    "curse": 150,  # a Stagger more
    "breed": 250,  # a Minion more, bred or spawned
    "more": 200,  # one more Mythos card
    "dear": 70,  # cards costing a Moxie more, for each investigator
    "silence": 60,  # a round without abilities, for each investigator
    "dull": 30,  # a card on sale whose worth exceeds its price by less is removed
    "stay": 4,  # rounds for which a Minion is thought to stay if it is not killed, at most
}
(
    W_PACE,
    W_CAUTION,
    W_MYTHOS,
    W_MINIONS,
    W_WOUND,
    W_LIFE,
    W_MARGIN,
    W_DEADLY,
    W_DOOMED,
    W_HEAL,
    W_FUTURE,
    W_TIMES,
    W_DRAW,
    W_RETRIEVE,
    W_THIN,
    W_CHEAP,
    W_GAIN,
    W_STRIKE,
    W_CROWD,
    W_BIND,
    W_LOOK,
    W_BURY,
    W_DISPEL,
    W_DROP,
    W_CURSE,
    W_BREED,
    W_MORE,
    W_DEAR,
    W_SILENCE,
    W_DULL,
    W_STAY,
) = range(1, len(WEIGHTS) + 1)

NEVER = -1000000
MOXIE = 100  # worth of one
DIGIT = 1024  # of what is ahead: rounds, loss of health and of sanity, worth of a card, number of cards, next Mythos
MOST_ROUNDS = 20

# -------------------------------------------------------------------------------------------- what is ahead


@rule
def rounds_left(ahead):
    """Rounds still to come, this one included."""
    return ahead % DIGIT


@rule
def loss(ahead, track):
    """Health or sanity that an investigator loses in a round, in hundredths."""
    return ahead // DIGIT % DIGIT if track == HEALTH_TRACK else ahead // (DIGIT * DIGIT) % DIGIT


@rule
def average(ahead):
    """Worth of a card of the own deck in Combat."""
    return ahead // (DIGIT * DIGIT * DIGIT) % DIGIT


@rule
def deck_size(ahead):
    """Cards of the own deck, wherever they are."""
    return ahead // (DIGIT * DIGIT * DIGIT * DIGIT) % DIGIT


@rule
def next_card(ahead):
    """The kind of the next Mythos card, or -1 where it is not known."""
    return ahead // (DIGIT * DIGIT * DIGIT * DIGIT * DIGIT) - 1


@rule
def cards_of(s, p, k):
    """Cards of kind ``k`` that ``p`` has anywhere."""
    return s.held[p, k] + s.discards[p, k] + s.active[p, k]


@rule
def punch(t, s, p, k):
    """What card ``k`` does to foes in a common Combat, in hundredths of a Moxie."""
    worth = 0
    for e in range(t.effects[OF_CARD + k]):
        op = t.op[k, e] + 0
        n = t.amount[k, e] + 0
        if op in (BASE, PLUS, SMITE):
            worth += MOXIE * n
        elif op == MINUS:
            worth -= MOXIE * n
        elif op == TIMES_OP:
            worth += 4 * MOXIE * (n - 1)
        elif op == COMBO:
            worth += 3 * MOXIE * n
        elif op == GRIT:
            worth += MOXIE * n * lacks(t, s, p, HEALTH_TRACK)
        elif op in (CROWD, DRAW, STRIKE, SWEEP, RETRIEVE_OP):
            worth += MOXIE * n
    return worth


@rule
def deck_punch(t, s, p):
    """The same for all cards of ``p`` together, and how many there are (modulo ``DIGIT``)."""
    worth = 0
    size = 0
    for k in range(t.cards):
        n = cards_of(s, p, k)
        if n > 0:
            size += n
            worth += n * punch(t, s, p, k)
    return worth * DIGIT + min(size, DIGIT - 1)


@rule
def living(s):
    n = 0
    for p in range(s.players):
        n += 1 - s.dead[p]
    return n


@rule
def harm(t, s, source, track):
    """What an investigator loses to one foe, in hundredths; a blow on one of the team is shared out."""
    worth = 0
    op = HURT_OP if track == HEALTH_TRACK else SCARE
    for e in range(t.effects[source]):
        if t.op[source, e] == op:
            n = MOXIE * t.amount[source, e]
            worth += n if t.who[source, e] in (ON_ALL, ON_WEAKEST) else n // max(living(s), 1)
    return worth


@rule
def losses(t, s, track, weights):
    """What an investigator loses on a track in a round, in hundredths."""
    worth = weights[W_CAUTION] + weights[W_MYTHOS] * t.mythos_a_round
    for x in range(GOD_SLOTS):
        if god_acts(t, s, x) == 1:
            worth += harm(t, s, OF_GOD + s.god[x], track)
    for k in range(t.minion_kinds):
        n = in_play(s, k) - s.bound[k]
        if n > 0:
            worth += n * harm(t, s, OF_MINION + k, track) * weights[W_MINIONS] // 100
    for k in range(t.mythos_kinds):
        if s.permanent[k] > 0:
            worth += s.permanent[k] * harm(t, s, OF_MYTHOS + k, track)
    return min(worth, DIGIT - 1)


@rule
def look_ahead(t, s, weights):
    """What is ahead, in one number."""
    pace = np.int64(0)
    own = np.int64(0)
    size = np.int64(1)
    for p in range(s.players):
        if is_able(s, p) == 1:
            told = deck_punch(t, s, p)
            n = max(told % DIGIT, 1)
            worth = told // DIGIT
            pace += HAND * worth // n
            if p == 0:
                own = worth // n
                size = n
    pace = max(pace * weights[W_PACE] // 100, 1)
    rounds = min(1 + total_health(t, s, 0) * MOXIE // pace, MOST_ROUNDS)
    out = np.int64(0)
    for k in range(t.mythos_kinds):
        if s.next_mythos[k] > 0:
            out = k + 1
    out = (out * DIGIT + min(size, DIGIT - 1)) * DIGIT + min(max(own, 0), DIGIT - 1)
    out = out * DIGIT + losses(t, s, SANITY_TRACK, weights)
    return (out * DIGIT + losses(t, s, HEALTH_TRACK, weights)) * DIGIT + rounds


# ----------------------------------------------------------------------------------- what things are worth


@rule
def ward(s, q, track):
    """Damage that ``q`` would ward off."""
    return s.armor[q] + 0 if track == HEALTH_TRACK else s.nerve[q] + 0


@rule
def due(t, s, track, ahead, weights):
    """What an investigator loses in this round, in hundredths: a Mythos card that is known counts as what it does."""
    k = next_card(ahead)
    if k < 0:
        return loss(ahead, track)
    return max(loss(ahead, track) + harm(t, s, OF_MYTHOS + k, track) - weights[W_MYTHOS] - weights[W_CAUTION] // 2, 0)


@rule
def shortage(s, q, track, ahead):
    """Percent: what ``q`` is going to lose on a track in the rounds left, of what it has."""
    now = left(s, q, track)
    rounds = rounds_left(ahead)
    if s.phase == PLANNING_PHASE:
        now += ward(s, q, track)
    else:
        rounds -= 1
    return loss(ahead, track) * rounds // max(now, 1)


@rule
def point(t, s, q, track, ahead, weights):
    """A point of health or sanity of ``q``: the less likely it is to last for the rest of the game, the more; but no
    more than is done in the rounds that a point lasts."""
    rate = max(loss(ahead, track), 1)
    life = HAND * average(ahead) * weights[W_LIFE] // 100
    short = shortage(s, q, track, ahead)
    worth = weights[W_WOUND] * short // 100 * short // 100
    now = MOXIE * left(s, q, track)
    if s.phase == PLANNING_PHASE:
        now += MOXIE * ward(s, q, track) - due(t, s, track, ahead, weights)
    worth = min(worth, life * 100 // max(rate, 50))
    if short > 0 and now <= weights[W_MARGIN]:
        sure = now + weights[W_CAUTION] + weights[W_MYTHOS] * t.mythos_a_round
        worth = max(worth, life * (weights[W_DOOMED] if sure <= 0 else weights[W_DEADLY]) // 100)
    other = shortage(s, q, 1 - track, ahead)
    return worth * short // other if other > short else worth


# ------------------------------------------------------------------------------------------------ what foes do


@rule
def pain(t, s, op, n, who, ahead, weights):
    """A blow of a foe on the investigators it names."""
    track = HEALTH_TRACK if op == HURT_OP else SANITY_TRACK
    total = np.int64(0)
    least = np.int64(-NEVER)
    most = np.int64(0)
    for q in range(s.players):
        if s.dead[q] == 0:
            one = point(t, s, q, track, ahead, weights)
            total += one
            least = min(least, one)
            most = max(most, one)
    if who == ON_ALL:
        return n * total
    if who == ON_WEAKEST:
        return n * most
    return n * total // max(living(s), 1) if who == ON_RANDOM else n * least


@rule
def menace(t, s, source, e, ahead, weights):
    """Effect ``e`` of a foe."""
    op = t.op[source, e] + 0
    n = t.amount[source, e] + 0
    who = t.who[source, e] + 0
    if op in (HURT_OP, SCARE):
        return pain(t, s, op, n, who, ahead, weights)
    if op in (DROP, FEWER, CURSE):
        one = weights[W_CURSE] if op == CURSE else weights[W_DROP]
        return n * one * (living(s) if who == ON_ALL else 1)
    if op in (BREED, SPAWN):
        return n * weights[W_BREED]
    if op == MEND:
        return MOXIE * n * gods_there(t, s)
    if op == DEVOUR:
        return MOXIE * MEAL * min(n, all_in_play(t, s)) // 2
    if op == MORE:
        return n * weights[W_MORE]
    if op == DEAR:
        return n * weights[W_DEAR] * living(s)
    if op == SILENCE:
        return weights[W_SILENCE] * living(s)
    return 10 * n if op == SWEEP_MARKET else 0


@rule
def threat(t, s, source, ahead, weights):
    """What a foe costs the team each time it acts."""
    worth = np.int64(0)
    for e in range(t.effects[source]):
        worth += menace(t, s, source, e, ahead, weights)
    return worth


# ------------------------------------------------------------------------------ what effects of the team are worth


@rule
def heal_worth(t, s, q, track, n, ahead, weights):
    return min(n, lacks(t, s, q, track)) * max(point(t, s, q, track, ahead, weights), 1)


@rule
def ward_worth(t, s, q, track, n, ahead, weights):
    """Warding off up to ``n`` in this round."""
    kept = min(due(t, s, track, ahead, weights) - MOXIE * ward(s, q, track), MOXIE * n)
    return max(kept, 0) * point(t, s, q, track, ahead, weights) // MOXIE


@rule
def kills(s, q, track, n):
    """1 where ``q`` cannot lose so much and live."""
    return 1 if n - ward(s, q, track) >= left(s, q, track) else 0


@rule
def cost_to(t, s, q, track, n, ahead, weights):
    """What ``q`` pays in health or sanity for a card; never its life."""
    if kills(s, q, track, n) == 1:
        return -NEVER
    return max(n - ward(s, q, track), 0) * point(t, s, q, track, ahead, weights)


@rule
def person_worth(t, s, q, op, n, ahead, weights):
    """An effect of the team's own on ``q``."""
    if s.dead[q] == 1:
        return 0
    if op == HEAL:
        return heal_worth(t, s, q, HEALTH_TRACK, n, ahead, weights)
    if op == CALM:
        return heal_worth(t, s, q, SANITY_TRACK, n, ahead, weights)
    if op == ARMOR:
        return ward_worth(t, s, q, HEALTH_TRACK, n, ahead, weights)
    if op == NERVE:
        return ward_worth(t, s, q, SANITY_TRACK, n, ahead, weights)
    if op == DRAW:
        return n * average(ahead) * weights[W_DRAW] // 100
    return -cost_to(t, s, q, HEALTH_TRACK if op == HURT_OP else SANITY_TRACK, n, ahead, weights)


@rule
def people_worth(t, s, op, n, who, ahead, weights):
    """An effect of the team's own on the investigators that it names, or on the best one to be named."""
    if who == ON_SELF:
        return person_worth(t, s, 0, op, n, ahead, weights)
    worth = np.int64(0)
    for q in range(s.players):
        one = person_worth(t, s, q, op, n, ahead, weights)
        worth = worth + one if who == ON_ALL else max(worth, one)
    return worth


@rule
def multiplier(t, s):
    """What the cards in hand, and those played, multiply Moxie by."""
    f = max(s.factor, 1) if s.phase == COMBAT_PHASE else 1
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            for e in range(t.effects[OF_CARD + k]):
                if t.op[k, e] == TIMES_OP:
                    f = f * t.amount[k, e]
    return f


@rule
def basic(t, s):
    """Moxie in hand, and made in this Combat, that can be multiplied."""
    n = s.base + 0 if s.phase == COMBAT_PHASE else 0
    for k in range(t.cards):
        if s.hand[0, k] > 0:
            for e in range(t.effects[OF_CARD + k]):
                if t.op[k, e] == BASE:
                    n += s.hand[0, k] * t.amount[k, e]
    return n


@rule
def purse_worth(t, s, op, n, later, ahead, weights):
    """Moxie in Combat: now, or (``later`` 1) in a round to come."""
    if op == MINUS:
        return -MOXIE * n
    if op == BASE:
        return MOXIE * n * (1 if later == 1 else min(multiplier(t, s), 4))
    if op == TIMES_OP:
        return (n - 1) * (weights[W_TIMES] * average(ahead) // 100 if later == 1 else MOXIE * basic(t, s))
    if op == COMBO:
        return MOXIE * n * (4 if later == 1 else max(s.hand_count[0] + s.plays - 1, 0))
    if op == CROWD:
        return MOXIE * n * min(max(all_in_play(t, s), weights[W_CROWD] * later), CROWD_MOST)
    if op == GRIT:
        return MOXIE * n * max(lacks(t, s, 0, HEALTH_TRACK), 2 * later)
    return MOXIE * n


@rule
def junk(t, s, later):
    """Staggers that can be destroyed: those in hand or discarded, or (``later`` 1) all."""
    k = t.k_stagger + 0
    return s.hand[0, k] + s.discards[0, k] + (s.deck[0, k] + s.active[0, k]) * later


@rule
def thin_worth(ahead, weights):
    """A Stagger fewer: the average card comes instead of it in the rounds left."""
    seen = max(rounds_left(ahead) - 1, 0) * HAND
    return average(ahead) * seen // max(deck_size(ahead), HAND) * weights[W_THIN] // 100


@rule
def deck_worth(t, s, op, n, later, ahead, weights):
    """Effects on own cards and the University."""
    if op == DESTROY_OP:
        return min(n, junk(t, s, later)) * thin_worth(ahead, weights)
    if op == RETRIEVE_OP:
        return n * average(ahead) * weights[W_RETRIEVE] // 100
    if op == CHEAP:
        return n * weights[W_CHEAP]
    return n * weights[W_GAIN]


@rule
def worst_minion(t, s, ahead, weights):
    """What the worst Minion that is not bound costs each time it acts."""
    worth = np.int64(0)
    for k in range(t.minion_kinds):
        if in_play(s, k) > s.bound[k]:
            worth = max(worth, threat(t, s, OF_MINION + k, ahead, weights))
    return worth


@rule
def swept(t, s, n):
    """Damage that Minions take where each is hit for ``n``."""
    out = 0
    for k in range(t.minion_kinds):
        for h in range(t.minion_health[k]):
            out += s.minions[k, h] * min(n, h + 1)
    return out


@rule
def foe_worth(t, s, op, n, later, ahead, weights):
    """Effects of the team's own on foes."""
    foes = max(all_in_play(t, s), weights[W_CROWD] * later)
    if op == STRIKE:
        return weights[W_STRIKE] * min(n, 3) if foes > 0 else 0
    if op == SWEEP:
        return weights[W_STRIKE] * max(swept(t, s, n), weights[W_CROWD] * n * later)
    if op == SMITE:
        return MOXIE * n
    if op == BIND:
        return n * (weights[W_BIND] * min(foes, 1) if later == 1 else worst_minion(t, s, ahead, weights))
    if op == LOOK:
        return weights[W_LOOK] + 0
    if op == BURY_OP:
        return weights[W_BURY] * living(s)
    return weights[W_DISPEL] * n if permanent_at(t, s, 0) >= 0 else weights[W_DISPEL] // 5 * later


@rule
def effect_worth(t, s, source, e, later, ahead, weights):
    """Effect ``e`` of a source of the team."""
    op = t.op[source, e] + 0
    n = t.amount[source, e] + 0
    if op in (BASE, TIMES_OP, PLUS, MINUS, COMBO, CROWD, GRIT):
        return purse_worth(t, s, op, n, later, ahead, weights)
    if op in (DRAW, HEAL, CALM, ARMOR, NERVE, HURT_OP, SCARE):
        return people_worth(t, s, op, n, t.who[source, e], ahead, weights)
    if op in (DESTROY_OP, RETRIEVE_OP, CHEAP, GAIN_OP):
        return deck_worth(t, s, op, n, later, ahead, weights)
    return foe_worth(t, s, op, n, later, ahead, weights)


@rule
def source_worth(t, s, source, later, ahead, weights):
    """All that a card or ability does, wherever it is of use."""
    worth = np.int64(0)
    for e in range(t.effects[source]):
        worth += effect_worth(t, s, source, e, later, ahead, weights)
    return worth


@rule
def location_worth(t, s, k, ahead, weights):
    """A Location works for all that live, in each round; a second one does nothing."""
    if s.locations[k] > 0:
        return 0
    return source_worth(t, s, k, 1, ahead, weights) * living(s) * max(rounds_left(ahead) - 1, 0)


@rule
def card_worth(t, s, k, ahead, weights):
    """Having card ``k`` in hand now, and in the deck from now on."""
    if t.type[k] == LOCATION:
        return location_worth(t, s, k, ahead, weights)
    later = (source_worth(t, s, k, 1, ahead, weights) - average(ahead)) * weights[W_FUTURE] // 100
    seen = max(rounds_left(ahead) - 1, 0) * HAND * later // (max(deck_size(ahead), HAND) + 1)
    return max(source_worth(t, s, k, 0, ahead, weights), 0) + seen


# ------------------------------------------------------------------------------------------ what foes are worth


@rule
def kill_worth(t, s, k, ahead, weights):
    """Killing a Minion of kind ``k``: it no longer acts in the rounds left."""
    stay = min(rounds_left(ahead) - 1, weights[W_STAY])
    return threat(t, s, OF_MINION + k, ahead, weights) * max(stay, 0)


@rule
def god_score(t, s, x, n, ahead, weights):
    """Hitting the god at place ``x`` with ``n`` Moxie: one that can be finished, or that does most for its health."""
    if s.god_health[x] <= n:
        return 100000 - s.god_health[x]
    return (100 + threat(t, s, OF_GOD + s.god[x], ahead, weights)) * 100 // s.god_health[x]


@rule
def best_god(t, s, n, ahead, weights):
    best = NEVER
    choice = 0
    for x in range(GOD_SLOTS):
        if god_acts(t, s, x) == 1:
            worth = god_score(t, s, x, n, ahead, weights)
            if worth > best:
                best = worth
                choice = x
    return choice
