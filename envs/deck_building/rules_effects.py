"""What cards do: one vocabulary of operations for Library cards, Mythos, Minions, Elder Gods and abilities.

A source that takes effect is an entry of the stack: its seat acts (or, for foes, speaks for the team), its subject is
the source, its count the next of its effects. Choices are entries above it.
"""

from ..core.header import CHANCE, DECK
from ..core.kernels import draw, emit, need, pop, push
from .rules_table import (
    all_in_play,
    discard_one,
    draw_cards,
    from_hand,
    god_acts,
    gods_there,
    hit_god,
    hit_minion,
    hurt,
    in_play,
    lacks,
    left,
    mend_god,
    random_in_hand,
    remove_minion,
    restore,
    rule,
    scare,
    slot_of,
    spawn,
    spokesman,
    to_hand,
    weakest_health,
)
from .state import (
    ARMED,
    BLOCK,
    BOUND,
    BURIED,
    BURY,
    CALMED,
    COMBAT_PHASE,
    CURSED,
    DEARER,
    DESTROY,
    DESTROYED,
    DEVOURED,
    DISPEL,
    DISPELLED,
    DROPPED,
    GAIN,
    GAINED,
    GOD,
    GOD_SLOTS,
    HAND,
    HEALED,
    HEALTH_TRACK,
    IN_EFFECTS,
    LOOKED,
    MARKET,
    MINION,
    MOST_CHANGE,
    MOST_MYTHOS,
    MOXIE,
    OF_ABILITY,
    OF_AFTER,
    OF_GOD,
    OF_MINION,
    OF_MYTHOS,
    PLANNING_PHASE,
    RAZED,
    RETRIEVE,
    RETRIEVED,
    SANITY_TRACK,
    SILENCED,
    STEELED,
    SWEPT,
    TOUGHEST,
    WHOM,
    WOUNDED,
)
from .tables import (
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
    DISPEL_OP,
    DRAW,
    DROP,
    FEWER,
    GAIN_OP,
    GRIT,
    HEAL,
    HURT_OP,
    LOOK,
    MEAL,
    MEND,
    MINUS,
    MORE,
    NERVE,
    ON_ALL,
    ON_ANY,
    ON_CHOSEN,
    ON_FIRST,
    ON_OTHER,
    ON_RANDOM,
    ON_SELF,
    ON_STURDIEST,
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

# ------------------------------------------------------------------------------------------------------ Moxie


@rule
def make_moxie(t, s, p, op, n):
    """Operations on the purse of the turn; their order does not matter."""
    if op == BASE:
        s.base = min(s.base + n, MOXIE)
    elif op == TIMES_OP:
        s.factor = min(s.factor * n, MOXIE)
    elif op == COMBO:
        s.combo = min(s.combo + n, MOXIE)
    elif op == MINUS:
        s.bonus = max(s.bonus - n, -MOXIE)
    else:
        if op == CROWD:
            n = n * min(all_in_play(t, s), CROWD_MOST)
        elif op == GRIT:
            n = n * lacks(t, s, p, HEALTH_TRACK)
        s.bonus = min(s.bonus + n, MOXIE)


# ------------------------------------------------------------------------------------------- one investigator


@rule
def drop_cards(s, q, n):
    """``q`` discards cards of its hand chosen by chance."""
    gone = 0
    while gone < n and s.hand_count[q] > 0:
        discard_one(s, q, random_in_hand(s, q))
        gone += 1
    emit(s, DROPPED, q, -1, gone, -1, -1, -1, -1)


@rule
def curse(t, s, q, n):
    """Staggers come out of the box into the discard pile of ``q``."""
    n = min(n, s.box[t.k_stagger])
    s.box[t.k_stagger] -= n
    s.discards[q, t.k_stagger] += n
    emit(s, CURSED, q, -1, n, -1, -1, -1, -1)


@rule
def apply_to(t, s, q, op, n):
    """An operation about an investigator works on ``q``, who lives."""
    if s.dead[q] == 1:
        return
    if op == HEAL:
        emit(s, HEALED, q, -1, restore(t, s, q, HEALTH_TRACK, n), s.health[q], -1, -1, -1)
    elif op == CALM:
        emit(s, CALMED, q, -1, restore(t, s, q, SANITY_TRACK, n), s.sanity[q], -1, -1, -1)
    elif op == ARMOR:
        s.armor[q] = min(s.armor[q] + n, BLOCK)
        emit(s, ARMED, q, -1, s.armor[q], -1, -1, -1, -1)
    elif op == NERVE:
        s.nerve[q] = min(s.nerve[q] + n, BLOCK)
        emit(s, STEELED, q, -1, s.nerve[q], -1, -1, -1, -1)
    elif op == HURT_OP:
        hurt(t, s, q, n)
    elif op == SCARE:
        scare(t, s, q, n)
    elif op == DRAW:
        draw_cards(t, s, q, n)
    elif op == FEWER:
        s.fewer[q] = min(s.fewer[q] + n, HAND)
    elif op == DROP:
        drop_cards(s, q, n)
    else:
        curse(t, s, q, n)


@rule
def is_about_somebody(op):
    return 1 if op in (HEAL, CALM, ARMOR, NERVE, HURT_OP, SCARE, DRAW, FEWER, DROP, CURSE) else 0


@rule
def may_be_named(s, p, q, who):
    """1 where ``p`` may name ``q`` for an effect."""
    if s.dead[q] == 1 or (who == ON_OTHER and q == p):
        return 0
    return 1


@rule
def anybody_to_name(s, p, who):
    for q in range(s.players):
        if may_be_named(s, p, q, who) == 1:
            return 1
    return 0


@rule
def strength(s, q, op):
    """By what the weakest and the sturdiest are found: sanity where that is hit, else health; no armor, no nerve."""
    return left(s, q, SANITY_TRACK if op == SCARE else HEALTH_TRACK)


@rule
def picked_out(s, who, op):
    """Whom a foe's effect is about, where it is one and nobody chooses, the first of equals; -1: nobody lives."""
    first = spokesman(s)
    if s.dead[first] == 1:
        return -1
    if who == ON_FIRST:
        return first
    if who == ON_RANDOM:
        n = 0
        for q in range(s.players):
            n += 1 - s.dead[q]
        x = draw(s, CHANCE, n)
        for q in range(s.players):
            if s.dead[q] == 0:
                if x == 0:
                    return q
                x -= 1
    best = first
    for away in range(1, s.players):
        q = (first + away) % s.players
        if s.dead[q] == 0:
            more = strength(s, q, op) - strength(s, best, op)
            if (who == ON_STURDIEST and more > 0) or (who == ON_WEAKEST and more < 0):
                best = q
    return best


@rule
def about_somebody(t, s, p, source, e, op, n, who):
    """An operation about investigators: on those it names, or after a question whom. Where a foe has two effects
    running on the first, the weakest or the sturdiest, both are about one: the seat of the entry remembers whom."""
    if who == ON_SELF:
        apply_to(t, s, p, op, n)
    elif who == ON_ALL:
        for away in range(s.players):
            apply_to(t, s, (p + away) % s.players, op, n)
    elif who in (ON_OTHER, ON_ANY, ON_CHOSEN):
        if anybody_to_name(s, p, who) == 1:
            push(s, WHOM, p, source, e)
    else:
        again = 1 if e > 0 and who != ON_RANDOM and t.who[source, e - 1] == who else 0
        q = s.stack[0, 1] + 0 if again == 1 else picked_out(s, who, op)
        if q >= 0:
            s.stack[0, 1] = q
            apply_to(t, s, q, op, n)


@rule
def name_somebody(t, s, p, q):
    """``p`` names ``q`` for the effect in question."""
    source = s.stack[0, 2] + 0
    e = s.stack[0, 3] + 0
    need(may_be_named(s, p, q, t.who[source, e]) == 1)
    pop(s)
    apply_to(t, s, q, t.op[source, e], t.amount[source, e])


# ---------------------------------------------------------------------------------- own cards and the University


@rule
def may_destroy(s, p, k):
    return 1 if s.hand[p, k] > 0 or s.discards[p, k] > 0 else 0


@rule
def may_choose_card(s, p, kind, k):
    """1 where ``p`` may name card ``k``: to destroy it, or to take it back."""
    return may_destroy(s, p, k) if kind == DESTROY else min(s.discards[p, k], 1)


@rule
def any_card_to_choose(t, s, p, kind):
    for k in range(t.cards):
        if may_choose_card(s, p, kind, k) == 1:
            return 1
    return 0


@rule
def one_less(s):
    """One fewer of what the question on top allows."""
    s.stack[0, 3] -= 1
    if s.stack[0, 3] == 0:
        pop(s)


@rule
def choose_card(t, s, p, kind, k):
    """A card is destroyed (one of the discard pile before one of the hand), or returns to the hand."""
    need(may_choose_card(s, p, kind, k) == 1)
    one_less(s)
    if kind == RETRIEVE:
        s.discards[p, k] -= 1
        to_hand(s, p, k)
        emit(s, RETRIEVED, p, -1, k, -1, -1, -1, -1)
    else:
        if s.discards[p, k] > 0:
            s.discards[p, k] -= 1
        else:
            from_hand(s, p, k)
        s.box[k] += 1
        emit(s, DESTROYED, p, -1, k, -1, -1, -1, -1)
    if s.stack[0, 0] == kind and s.stack[0, 1] == p and any_card_to_choose(t, s, p, kind) == 0:
        pop(s)


@rule
def may_gain(t, s, k, most):
    return 1 if slot_of(s, k) >= 0 and t.cost[k] <= most else 0


@rule
def anything_to_gain(t, s, most):
    for x in range(MARKET):
        if s.market[x] >= 0 and t.cost[s.market[x]] <= most:
            return 1
    return 0


@rule
def take_from_market(s, p, k):
    s.market[slot_of(s, k)] = -1
    to_hand(s, p, k)


@rule
def gain_card(t, s, p, k):
    need(may_gain(t, s, k, s.stack[0, 3]) == 1)
    pop(s)
    take_from_market(s, p, k)
    emit(s, GAINED, p, -1, k, -1, -1, -1, -1)


@rule
def sweep_market(t, s, n):
    """Cards of the University chosen by chance are removed."""
    for _ in range(n):
        on_sale = 0
        for x in range(MARKET):
            if s.market[x] >= 0:
                on_sale += 1
        if on_sale > 0:
            at = draw(s, CHANCE, on_sale)
            for x in range(MARKET):
                if s.market[x] >= 0:
                    if at == 0:
                        s.unwanted[s.market[x]] += 1
                        emit(s, SWEPT, -1, -1, s.market[x], -1, -1, -1, -1)
                        s.market[x] = -1
                    at -= 1


@rule
def raze(t, s, n):
    """Locations chosen by chance are destroyed."""
    for _ in range(n):
        there = 0
        for k in range(t.cards):
            there += s.locations[k]
        if there > 0:
            x = draw(s, CHANCE, there)
            k = 0
            while x >= s.locations[k]:
                x -= s.locations[k]
                k += 1
            s.locations[k] -= 1
            s.box[k] += 1
            emit(s, RAZED, -1, -1, k, -1, -1, -1, -1)


# ---------------------------------------------------------------------------------------------------- Mythos


@rule
def draw_mythos(t, s):
    """Take the next Mythos card: the one looked at, or the top of the deck (made anew of discards). -1: none."""
    for k in range(t.mythos_kinds):
        if s.next_mythos[k] > 0:
            s.next_mythos[k] = 0
            return k
    if s.mythos_count == 0:
        for k in range(t.mythos_kinds):
            s.mythos[k] = s.mythos_discards[k]
            s.mythos_count += s.mythos_discards[k]
            s.mythos_discards[k] = 0
    if s.mythos_count == 0:
        return -1
    x = draw(s, DECK, s.mythos_count)
    k = 0
    while x >= s.mythos[k]:
        x -= s.mythos[k]
        k += 1
    s.mythos[k] -= 1
    s.mythos_count -= 1
    return k


@rule
def look(t, s, p):
    """The team looks at the next Mythos card: 1, or 0 where there is none."""
    k = draw_mythos(t, s)
    if k < 0:
        return 0
    s.next_mythos[k] = 1
    emit(s, LOOKED, p, -1, k, -1, -1, -1, -1)
    return 1


@rule
def bury(t, s, p):
    """The next Mythos card, which the team has looked at, is discarded."""
    for k in range(t.mythos_kinds):
        if s.next_mythos[k] > 0:
            s.next_mythos[k] = 0
            s.mythos_discards[k] += 1
            emit(s, BURIED, p, -1, k, -1, -1, -1, -1)


@rule
def permanent_at(t, s, x):
    """The kind of the Permanent Mythos at place ``x`` of those in play, in the order of their kinds, or -1."""
    for k in range(t.mythos_kinds):
        if s.permanent[k] > 0:
            if x == 0:
                return k
            x -= 1
    return -1


@rule
def dispel(t, s, p, x):
    """A Permanent Mythos is discarded."""
    k = permanent_at(t, s, x)
    need(k >= 0)
    one_less(s)
    s.permanent[k] -= 1
    s.mythos_discards[k] += 1
    emit(s, DISPELLED, p, -1, k, -1, -1, -1, -1)
    if s.stack[0, 0] == DISPEL and permanent_at(t, s, 0) < 0:
        pop(s)


# ------------------------------------------------------------------------------------------------------ foes


@rule
def unbound(s, k):
    """Minions of kind ``k`` in play that are not bound."""
    return in_play(s, k) - s.bound[k]


@rule
def may_name_minion(s, k, binds):
    return 1 if (unbound(s, k) if binds == 1 else in_play(s, k)) > 0 else 0


@rule
def any_minion(t, s, binds):
    for k in range(t.minion_kinds):
        if may_name_minion(s, k, binds) == 1:
            return 1
    return 0


@rule
def healths(s, k):
    """How many different healths Minions of kind ``k`` have."""
    n = 0
    for h in range(TOUGHEST):
        if s.minions[k, h] > 0:
            n += 1
    return n


@rule
def bind(t, s, p, k):
    one_less(s)
    s.bound[k] += 1
    emit(s, BOUND, p, -1, k, s.bound[k], -1, -1, -1)
    if s.stack[0, 0] == MINION and any_minion(t, s, 1) == 0:
        pop(s)


@rule
def strike(s, p, k, n):
    """A Minion of kind ``k`` takes damage; where they differ in health, ``p`` says which. The entry's subject is the
    kind, its count the damage."""
    if healths(s, k) > 1:
        push(s, WOUNDED, p, k, n)
    else:
        hit_minion(s, p, k, weakest_health(s, k), n)


@rule
def sweep(t, s, p, n):
    """Each Minion takes damage."""
    for k in range(t.minion_kinds):
        for h in range(TOUGHEST):
            for _ in range(s.minions[k, h]):
                hit_minion(s, p, k, h, n)


@rule
def smite(t, s, p, n):
    """An Elder God takes damage; ``p`` says which, where there are several."""
    if gods_there(t, s) > 1:
        push(s, GOD, p, -1, n)
        return
    for x in range(GOD_SLOTS):
        if god_acts(t, s, x) == 1:
            hit_god(s, p, x, n)


@rule
def eater(t, s):
    """The Elder God that devours for the Mythos and Minions: the one with most health to regain, or -1."""
    best = -1
    for x in range(GOD_SLOTS):
        if god_acts(t, s, x) == 1:
            if best < 0:
                best = x
            elif t.god_health[s.god[x]] - s.god_health[x] > t.god_health[s.god[best]] - s.god_health[best]:
                best = x
    return best


@rule
def devour(t, s, source, n):
    """An Elder God eats the weakest Minions and heals for each: the one that says so itself, or the hungriest."""
    x = eater(t, s)
    for y in range(GOD_SLOTS):
        if s.god[y] >= 0 and OF_GOD + s.god[y] == source:
            x = y
    if x < 0:
        return
    eaten = 0
    for h in range(TOUGHEST):
        for k in range(t.minion_kinds):
            while eaten < n and s.minions[k, h] > 0:
                remove_minion(s, k, h)
                eaten += 1
    emit(s, DEVOURED, -1, -1, s.god[x], eaten, -1, -1, -1)
    if eaten > 0:
        mend_god(t, s, x, MEAL * eaten)


# ---------------------------------------------------------------------------------------------- running effects


@rule
def against_foes(t, s, p, op, n):
    """Operations of the team on foes, who take no damage in the Planning phase."""
    if s.phase == PLANNING_PHASE and op in (STRIKE, SWEEP, SMITE):
        return
    if op == STRIKE:
        if any_minion(t, s, 0) == 1:
            push(s, MINION, p, STRIKE, n)
    elif op == SWEEP:
        sweep(t, s, p, n)
    elif op == SMITE:
        smite(t, s, p, n)
    elif op == BIND:
        if any_minion(t, s, 1) == 1:
            push(s, MINION, p, BIND, n)
    elif op == LOOK:
        look(t, s, p)
    elif op == BURY_OP:
        if look(t, s, p) == 1:
            push(s, BURY, p, -1, 1)
    elif permanent_at(t, s, 0) >= 0:
        push(s, DISPEL, p, -1, n)


@rule
def with_cards(t, s, p, op, n):
    """Operations of the team on its own cards and the University."""
    if op == DESTROY_OP:
        if any_card_to_choose(t, s, p, DESTROY) == 1:
            push(s, DESTROY, p, -1, n)
    elif op == RETRIEVE_OP:
        if any_card_to_choose(t, s, p, RETRIEVE) == 1:
            push(s, RETRIEVE, p, -1, n)
    elif op == GAIN_OP:
        if anything_to_gain(t, s, n) == 1:
            push(s, GAIN, p, -1, n)
    else:
        s.cheap = min(s.cheap + n, MOST_CHANGE)


@rule
def of_foes(t, s, source, e, op, n):
    """Operations of Mythos, Minions and Elder Gods that are not about investigators."""
    if op in (SPAWN, BREED):
        k = t.kind[source, e] + 0 if op == SPAWN else source - OF_MINION
        came = spawn(t, s, k, n)
        if source >= OF_MINION and source < OF_GOD:
            s.newborn[k] += came
    elif op == MEND:
        for x in range(GOD_SLOTS):
            if god_acts(t, s, x) == 1:
                mend_god(t, s, x, n)
    elif op == DEVOUR:
        devour(t, s, source, n)
    elif op == SWEEP_MARKET:
        sweep_market(t, s, n)
    elif op == SILENCE:
        s.silent = 1
        emit(s, SILENCED, -1, -1, -1, -1, -1, -1, -1)
    elif op == DEAR:
        s.dear_next = min(s.dear_next + n, MOST_CHANGE)
        emit(s, DEARER, -1, -1, s.dear_next, -1, -1, -1, -1)
    elif op == MORE:
        s.more_mythos = min(s.more_mythos + n, MOST_MYTHOS)
    else:
        raze(t, s, n)


@rule
def run_effect(t, s, p, source, e):
    """Effect ``e`` of a source; ``p`` acts, or speaks for the team."""
    op = t.op[source, e] + 0
    n = t.amount[source, e] + 0
    if is_about_somebody(op) == 1:
        about_somebody(t, s, p, source, e, op, n, t.who[source, e])
    elif op in (BASE, TIMES_OP, PLUS, MINUS, COMBO, CROWD, GRIT):
        make_moxie(t, s, p, op, n)
    elif op in (DESTROY_OP, RETRIEVE_OP, GAIN_OP, CHEAP):
        with_cards(t, s, p, op, n)
    elif op in (STRIKE, SWEEP, SMITE, BIND, LOOK, BURY_OP, DISPEL_OP):
        against_foes(t, s, p, op, n)
    else:
        of_foes(t, s, source, e, op, n)


@rule
def begin_effects(t, s, p, source):
    """A source takes effect: ``p`` acts, or speaks for the team."""
    if t.effects[source] > 0:
        push(s, IN_EFFECTS, p, source, 0)


@rule
def run_effects(t, s):
    """Go on with a source that takes effect, whose entry is on top."""
    p = s.stack[0, 1] + 0
    source = s.stack[0, 2] + 0
    e = s.stack[0, 3] + 0
    of_team = 1 if source < OF_MYTHOS or source >= OF_ABILITY else 0
    if e == t.effects[source] or (of_team == 1 and source < OF_AFTER and s.dead[p] == 1):
        pop(s)
        return
    s.stack[0, 3] = e + 1
    if of_team == 0:
        p = spokesman(s)
    run_effect(t, s, p, source, e)


@rule
def has_a_point(t, s, p, source):
    """1 where an ability would do something now."""
    for e in range(t.effects[source]):
        op = t.op[source, e] + 0
        if op in (HEAL, CALM):
            track = HEALTH_TRACK if op == HEAL else SANITY_TRACK
            for q in range(s.players):
                if s.dead[q] == 0 and lacks(t, s, q, track) > 0:
                    if t.who[source, e] != ON_SELF or q == p:
                        if t.who[source, e] != ON_OTHER or q != p:
                            return 1
        elif op == SMITE:
            if s.phase == COMBAT_PHASE:
                return 1
        elif op in (STRIKE, SWEEP):
            if s.phase == COMBAT_PHASE and any_minion(t, s, 0) == 1:
                return 1
        elif op == BIND:
            if any_minion(t, s, 1) == 1:
                return 1
        elif op == DISPEL_OP:
            if permanent_at(t, s, 0) >= 0:
                return 1
        elif op in (LOOK, BURY_OP) and source >= OF_AFTER and s.phase == COMBAT_PHASE:
            continue  # the dead tell of the Mythos at the beginning of Planning
        elif op == LOOK:
            known = 0
            for k in range(t.mythos_kinds):
                known += s.next_mythos[k]
            if known == 0:
                return 1
        elif op in (DESTROY_OP, RETRIEVE_OP):
            if any_card_to_choose(t, s, p, DESTROY if op == DESTROY_OP else RETRIEVE) == 1:
                return 1
        elif op == GAIN_OP:
            if anything_to_gain(t, s, t.amount[source, e]) == 1:
                return 1
        elif op not in (HURT_OP, SCARE):
            return 1
    return 0
