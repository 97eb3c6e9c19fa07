"""Turns of the investigators: in which order, what they plan, what they buy, and how they fight."""

from ..core.kernels import emit, need, pop, push
from .rules_effects import begin_effects, has_a_point, healths, take_from_market
from .rules_table import (
    close_purse,
    discard_active,
    fill_market,
    from_hand,
    god_acts,
    hit_god,
    hit_minion,
    in_play,
    is_able,
    lacks,
    moxie,
    open_purse,
    price,
    restore,
    rule,
    slot_of,
    weakest_health,
)
from .state import (
    ABILITY_USED,
    AMOUNT,
    BOUGHT,
    CALMED,
    COMBAT,
    COMBAT_PHASE,
    DECK,
    GOD_SLOTS,
    HEALED,
    HEALTH_TRACK,
    IN_START,
    MOXIE_MADE,
    OF_ABILITY,
    ORDER,
    PLAN,
    PLANNING_PHASE,
    PLAYED,
    TARGET,
    TOUGHEST,
    TURN_BEGAN,
    WOUNDED,
    YIELDED,
)
from .tables import EACH_COMBAT, EACH_PLANNING, LOCATION, SEAT_ORDER

HEALING = 2  # Moxie for a point of health or sanity
# How far a turn of the Planning phase has come: the count of its entry.
PREPARES, BUYS, FINISHES = range(3)
ONE, NEEDED, ALL = range(3)  # Moxie spent on a foe

# --------------------------------------------------------------------------------------------------- the order


@rule
def has_a_turn(s, p):
    """1 where ``p`` still has its turn in this phase."""
    return 1 if s.turn[p] == 0 and is_able(s, p) == 1 else 0


@rule
def turns_left(s):
    n = 0
    for p in range(s.players):
        n += has_a_turn(s, p)
    return n


@rule
def begin_turn(s, p, phase):
    """The turn of ``p``: what always takes effect comes first."""
    s.turn[p] = 1
    for q in range(s.players):
        s.yielded[q] = 0
    if phase == PLANNING_PHASE and s.first < 0:
        s.first = p
    open_purse(s)
    emit(s, TURN_BEGAN, p, -1, s.round, phase, -1, -1, -1)
    push(s, COMBAT if phase == COMBAT_PHASE else PLAN, p, -1, PREPARES)
    push(s, IN_START, p, phase, 0)


@rule
def run_turns(t, s):
    """Go on with the turns of a phase (the subject of their entry, which is on top)."""
    phase = s.stack[0, 2] + 0
    first = -1
    asked = -1
    for p in range(s.players):
        if has_a_turn(s, p) == 1:
            if first < 0:
                first = p
            if asked < 0 and s.yielded[p] == 0:
                asked = p
    if first < 0:
        pop(s)
    elif t.opt_order == SEAT_ORDER or turns_left(s) == 1 or asked < 0:
        begin_turn(s, first, phase)
    else:
        push(s, ORDER, asked, phase, 1)


@rule
def choose_order(s, p, goes):
    """``p`` takes its turn now, or lets others go first."""
    phase = s.stack[0, 2] + 0
    pop(s)
    if goes == 1:
        begin_turn(s, p, phase)
    else:
        s.yielded[p] = 1
        emit(s, YIELDED, p, -1, -1, -1, -1, -1, -1)


@rule
def run_start(t, s):
    """Locations, each kind once, and an ability that takes effect in every turn. Who stares has Locations alone, and
    no turn for the Moxie that they make."""
    p = s.stack[0, 1] + 0
    when = EACH_COMBAT if s.stack[0, 2] == COMBAT_PHASE else EACH_PLANNING
    for k in range(s.stack[0, 3], t.cards):
        if s.locations[k] > 0 and t.when[k] == when:
            s.stack[0, 3] = k + 1
            begin_effects(t, s, p, k)
            return
    pop(s)
    ability = OF_ABILITY + s.investigator[p]
    if is_able(s, p) == 0:
        close_purse(s)
    elif t.when[ability] == when and s.silent == 0:
        begin_effects(t, s, p, ability)


# ------------------------------------------------------------------------------------------- playing and buying


@rule
def play_card(t, s, p, k):
    """``p`` activates a card of its hand; a Location stays in play for all, and works at once in a turn of its kind."""
    need(s.hand[p, k] > 0)
    from_hand(s, p, k)
    s.plays = min(s.plays + 1, DECK)
    emit(s, PLAYED, p, -1, k, -1, -1, -1, -1)
    if t.type[k] != LOCATION:
        s.active[p, k] += 1
        begin_effects(t, s, p, k)
        return
    s.locations[k] += 1
    when = EACH_COMBAT if s.stack[0, 0] == COMBAT else EACH_PLANNING
    if s.locations[k] == 1 and t.when[k] == when:
        begin_effects(t, s, p, k)


@rule
def may_use_ability(t, s, p, when):
    """1 where ``p`` may use its special ability now: once a round."""
    ability = OF_ABILITY + s.investigator[p]
    if t.when[ability] != when or s.used[p] == 1 or s.silent == 1:
        return 0
    return has_a_point(t, s, p, ability)


@rule
def use_ability(t, s, p, when):
    need(may_use_ability(t, s, p, when) == 1)
    s.used[p] = 1
    emit(s, ABILITY_USED, p, -1, s.investigator[p], -1, -1, -1, -1)
    begin_effects(t, s, p, OF_ABILITY + s.investigator[p])


@rule
def may_heal(t, s, p, track):
    return 1 if moxie(s) >= HEALING and lacks(t, s, p, track) > 0 else 0


@rule
def spend(s, n):
    s.spent += n


@rule
def heal_self(t, s, p, track):
    need(may_heal(t, s, p, track) == 1)
    spend(s, HEALING)
    got = restore(t, s, p, track, 1)
    if track == HEALTH_TRACK:
        emit(s, HEALED, p, -1, got, s.health[p], -1, -1, -1)
    else:
        emit(s, CALMED, p, -1, got, s.sanity[p], -1, -1, -1)


@rule
def may_buy(t, s, k):
    return 1 if slot_of(s, k) >= 0 and price(t, s, k) <= moxie(s) else 0


@rule
def buy(t, s, p, k):
    """A card is bought: it comes into the hand, and nothing more is played until the final preparation."""
    need(may_buy(t, s, k) == 1)
    spend(s, price(t, s, k))
    take_from_market(s, p, k)
    s.stack[0, 3] = BUYS
    emit(s, BOUGHT, p, -1, k, price(t, s, k), -1, -1, -1)


@rule
def end_planning(t, s, p):
    """Cards that made Moxie are discarded, the Moxie left is lost, and the University is filled again."""
    pop(s)
    emit(s, MOXIE_MADE, p, -1, s.spent, moxie(s), -1, -1, -1)
    discard_active(t, s, p, 0)
    close_purse(s)
    fill_market(t, s)


@rule
def end_combat(t, s, p):
    pop(s)
    emit(s, MOXIE_MADE, p, -1, s.spent, moxie(s), -1, -1, -1)
    discard_active(t, s, p, 0)
    close_purse(s)


# ----------------------------------------------------------------------------------------------- hitting foes


@rule
def begin_hit(s, p):
    need(moxie(s) > 0)
    push(s, TARGET, p, -1, 1)


@rule
def aim_at_god(t, s, p, x):
    """The entry of an amount: its subject a god's place, or a Minion's kind and health after those."""
    need(god_acts(t, s, x) == 1)
    pop(s)
    push(s, AMOUNT, p, x, 1)


@rule
def ask_amount(s, p, k, h):
    push(s, AMOUNT, p, GOD_SLOTS + k * TOUGHEST + h, 1)


@rule
def aim_at_minion(s, p, k):
    """A count of 0 of that entry: how much to spend is asked afterwards."""
    need(in_play(s, k) > 0)
    pop(s)
    if healths(s, k) > 1:
        push(s, WOUNDED, p, k, 0)
    else:
        ask_amount(s, p, k, weakest_health(s, k))


@rule
def needed(s):
    """Moxie it takes to finish the foe in question."""
    x = s.stack[0, 2] + 0
    if x < GOD_SLOTS:
        return s.god_health[x] + 0
    return (x - GOD_SLOTS) % TOUGHEST + 1


@rule
def may_spend(s, amount):
    """1 where one Moxie, all that is needed, or all that is left may be spent: never two names for one number."""
    if amount == ONE:
        return 1
    if amount == NEEDED:
        return 1 if needed(s) > 1 and moxie(s) >= needed(s) else 0
    return 1 if moxie(s) > 1 and moxie(s) < needed(s) else 0


@rule
def hit(s, p, amount):
    need(may_spend(s, amount) == 1)
    n = 1
    if amount == NEEDED:
        n = needed(s)
    elif amount != ONE:
        n = moxie(s)
    x = s.stack[0, 2] + 0
    pop(s)
    spend(s, n)
    if x < GOD_SLOTS:
        hit_god(s, p, x, n)
    else:
        hit_minion(s, p, (x - GOD_SLOTS) // TOUGHEST, (x - GOD_SLOTS) % TOUGHEST, n)
