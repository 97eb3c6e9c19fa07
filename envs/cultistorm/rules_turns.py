"""What investigators do in their phase: dice, moves, Locations, searches, trades, supports, knowledge, targets."""

from ..core.header import DICE
from ..core.kernels import draw, emit, need, pop, push
from .rules_effects import (
    begin_effects,
    begin_search,
    discard_item,
    get_face,
    go_to,
    is_for_fights,
    may_resolve,
)
from .rules_fight import ability_source, free_mark, has_ability, has_item, may_aim, place_is_open, use_up
from .rules_table import appear, draw_card, from_hand, items_of, madden, rule, show_hand, suffer
from .state import (
    AIMED,
    CARDS,
    CROWD,
    DROP_ITEM,
    FACES,
    GATE_SEAL,
    IN_LEARNING,
    IN_SUPPORT,
    ITEM_LIMIT,
    KEPT,
    LEARN,
    LEARNED,
    LEVELS,
    MOVED,
    OF_CARD,
    OF_ITEM,
    OF_LOCATION,
    OFFERED,
    PASSED,
    PLACES,
    REFUSED,
    REROLLED,
    SEARCH_DEPTH,
    SUPPORT_WHOM,
    SUPPORTED,
    SUPPORTS,
    SYMBOLS,
    TARGET,
    TOOK_DIE,
    TOOK_SEAL,
    TRADE_ANSWER,
    TRADE_ITEM,
    TRADE_WITH,
    TRADED,
    TRADES,
    USED_ABILITY,
    USED_ITEM,
    USED_LOCATION,
    WAITED,
)

# How far learning has come: the count of its entry.
TERROR_MOVES, CULTIST_APPEARS, MIND_BREAKS = range(3)

# ------------------------------------------------------------------------------------------------- whose turn


@rule
def still_in(s):
    """Investigators who have not passed."""
    n = 0
    for p in range(s.players):
        n += 1 - s.ready[p]
    return n


@rule
def run_investigation(s):
    """Actions go round, clockwise, until all have passed, or waited one after the other. The count of the entry is
    whose action is next, its subject how many supports were played."""
    if still_in(s) == 0 or s.waits >= still_in(s):
        pop(s)
        return -1
    for away in range(s.players):
        p = (s.stack[0, 3] + away) % s.players
        if s.ready[p] == 0:
            s.stack[0, 3] = (p + 1) % s.players
            return p
    return -1


@rule
def may_wait(s):
    return 1 if still_in(s) > 1 else 0


@rule
def wait(s, p):
    need(may_wait(s) == 1)
    s.waits += 1
    emit(s, WAITED, p, -1, -1, -1, -1, -1, -1)


@rule
def make_ready(s, p):
    s.ready[p] = 1
    emit(s, PASSED, p, -1, -1, -1, -1, -1, -1)


# ------------------------------------------------------------------------------------------------------ dice


@rule
def may_take(s, p):
    """1 where ``p`` may take a die of the pool: one each, and what is left when everybody has taken one."""
    if s.took[p] == 0:
        return 1
    for q in range(s.players):
        if s.took[q] == 0:
            return 0
    return 1


@rule
def take_die(s, p, face):
    need(face >= 0 and face < FACES)
    need(may_take(s, p) == 1 and s.pool[face] > 0)
    s.took[p] = 1
    s.pool[face] -= 1
    get_face(s, p, face, TOOK_DIE)


@rule
def reroll_pool(s, p, face):
    """A die of the pool is rolled again; it was paid for when the question was asked."""
    need(face >= 0 and face < FACES)
    need(s.pool[face] > 0)
    pop(s)
    now = draw(s, DICE, FACES)
    s.pool[face] -= 1
    s.pool[now] += 1
    emit(s, REROLLED, p, -1, now, -1, -1, -1, -1)


@rule
def pool_size(s):
    n = 0
    for k in range(FACES):
        n += s.pool[k]
    return n


# -------------------------------------------------------------------------------------------- moving, Locations


@rule
def move(s, p, x):
    """The first move of a round is free; the others cost an Insanity."""
    need(x >= 0 and x < PLACES)
    need(s.at[p] != x)
    go_to(s, p, x)
    emit(s, MOVED, p, -1, x, -1, -1, -1, -1)
    if s.moved[p] == 1:
        suffer(s, p, 1)
    s.moved[p] = 1


@rule
def may_use_place(t, s, p):
    """1 where ``p`` may use the action of its Location outside a fight."""
    source = OF_LOCATION + s.location[s.at[p]]
    if place_is_open(t, s, p) == 0 or is_for_fights(t, source) == 1:
        return 0
    return may_resolve(t, s, p, source)


@rule
def use_place(t, s, p):
    need(may_use_place(t, s, p) == 1)
    x = s.at[p] + 0
    s.used_place[x] = 1
    emit(s, USED_LOCATION, p, -1, x, -1, -1, -1, -1)
    suffer(s, p, t.price[s.location[x]])
    begin_effects(t, s, p, OF_LOCATION + s.location[x])


@rule
def may_use_item(t, s, p, k):
    if has_item(t, s, p, k) == 0 or is_for_fights(t, OF_ITEM + k) == 1:
        return 0
    return may_resolve(t, s, p, OF_ITEM + k)


@rule
def use_item(t, s, p, k):
    need(may_use_item(t, s, p, k) == 1)
    use_up(t, s, p, k)
    emit(s, USED_ITEM, p, -1, k, -1, -1, -1, -1)
    begin_effects(t, s, p, OF_ITEM + k)


@rule
def may_use_ability(t, s, p, level):
    source = ability_source(s, p, level)
    if has_ability(t, s, p, level) == 0 or is_for_fights(t, source) == 1:
        return 0
    return may_resolve(t, s, p, source)


@rule
def use_ability(t, s, p, level):
    need(level >= 0 and level < LEVELS)
    need(may_use_ability(t, s, p, level) == 1)
    s.used_ability[p, level] = 1
    emit(s, USED_ABILITY, p, -1, s.investigator[p], level, -1, -1, -1)
    begin_effects(t, s, p, ability_source(s, p, level))


# ------------------------------------------------------------------------------------------ searching and trading


@rule
def search_icons(t, s, p):
    n = 0
    for k in range(t.card_kinds):
        n += s.hand[p, k] * t.search[k]
    return n


@rule
def may_search(t, s, p):
    return 1 if s.searched[p] == 0 and s.item_count > 0 and search_icons(t, s, p) > 0 else 0


@rule
def search(t, s, p):
    """``p`` draws up to as many Items as its hand has search icons; those cards stay there, and everybody sees them."""
    need(may_search(t, s, p) == 1)
    s.searched[p] = 1
    show_hand(t, s, p, 1)
    most = min(search_icons(t, s, p), s.item_count, CROWD)  # as many as there are names for
    if most > 1:
        push(s, SEARCH_DEPTH, p, -1, most)
    else:
        begin_search(t, s, p, 1)


@rule
def search_for(t, s, p, n):
    """``p`` draws ``n`` Items: the count of the entry is the most it may."""
    need(n > 0 and n <= s.stack[0, 3])
    pop(s)
    begin_search(t, s, p, n)


@rule
def keep_item(t, s, p, k):
    """An Item that was found is kept; with more than two, one is dropped."""
    s.items[p, k] += 1
    emit(s, KEPT, p, -1, k, -1, -1, -1, -1)
    if items_of(t, s, p) > ITEM_LIMIT:
        push(s, DROP_ITEM, p, -1, 1)


@rule
def drop_item(t, s, p, k):
    need(s.items[p, k] > 0)
    pop(s)
    discard_item(t, s, p, k)


@rule
def may_trade_with(s, p, q):
    return 1 if q != p and s.at[q] == s.at[p] else 0


@rule
def may_trade(t, s, p):
    if s.trades[p] == TRADES or items_of(t, s, p) == 0:
        return 0
    for q in range(s.players):
        if may_trade_with(s, p, q) == 1:
            return 1
    return 0


@rule
def begin_trade(t, s, p):
    need(may_trade(t, s, p) == 1)
    s.trades[p] += 1
    push(s, TRADE_WITH, p, -1, 1)


@rule
def trade_with(s, p, q):
    """The count of the next question is how far away the partner sits."""
    need(may_trade_with(s, p, q) == 1)
    pop(s)
    push(s, TRADE_ITEM, p, -1, (q - p + s.players) % s.players)


@rule
def offer_item(s, p, k):
    """The partner answers: the subject of that entry is the Item, its count how far away who offers it sits."""
    need(s.items[p, k] > 0)
    q = (p + s.stack[0, 3]) % s.players
    pop(s)
    emit(s, OFFERED, p, q, k, -1, -1, -1, -1)
    push(s, TRADE_ANSWER, q, k, (p - q + s.players) % s.players)


@rule
def hand_over(s, p, q, k):
    """An Item goes from ``p`` to ``q``; one that was used in this round stays used."""
    used = 1 if s.worn[p, k] == s.items[p, k] else 0
    s.items[p, k] -= 1
    s.worn[p, k] -= used
    s.items[q, k] += 1
    s.worn[q, k] += used
    emit(s, TRADED, p, q, k, -1, -1, -1, -1)


@rule
def may_accept(t, s, q):
    return 1 if items_of(t, s, q) < ITEM_LIMIT else 0


@rule
def answer_trade(t, s, q, back):
    """``q`` takes the offered Item, and gives one of kind ``back`` for it, or (-1) nothing."""
    k = s.stack[0, 2] + 0
    p = (q + s.stack[0, 3]) % s.players
    if back < 0:
        need(may_accept(t, s, q) == 1)
    else:
        need(s.items[q, back] > 0)
    pop(s)
    if back >= 0:
        hand_over(s, q, p, back)
    hand_over(s, p, q, k)


@rule
def refuse_trade(s, q):
    p = (q + s.stack[0, 3]) % s.players
    pop(s)
    emit(s, REFUSED, q, p, -1, -1, -1, -1, -1)


# ------------------------------------------------------------------------------------------------------ support


@rule
def may_support(t, s, p, q, k):
    """1 where ``p`` may support ``q`` with a card of kind ``k``: ``q`` can resolve it."""
    if q == p or s.hand[p, k] == 0:
        return 0
    return may_resolve(t, s, q, OF_CARD + k)


@rule
def supportable(t, s, p, k):
    """How many investigators ``p`` may support with a card of kind ``k``."""
    n = 0
    if s.hand[p, k] > 0:
        for q in range(s.players):
            n += may_support(t, s, p, q, k)
    return n


@rule
def support(t, s, p, q, k):
    """``p`` plays a card for ``q``: it takes effect at once, or lies in front of ``q`` until a fight; then ``p``
    suffers an Insanity, unless the card is unique, and draws a card, unless it says otherwise."""
    need(may_support(t, s, p, q, k) == 1)
    from_hand(t, s, p, k)
    emit(s, SUPPORTED, p, q, k, -1, -1, -1, -1)
    if t.in_fight[k] == 1:
        s.lent_to[q, k] += 1
        s.lent_by[p, k] += 1
    else:
        s.discards[p, k] += 1
    push(s, IN_SUPPORT, p, k, 1)
    if t.in_fight[k] == 0:
        begin_effects(t, s, q, OF_CARD + k)


@rule
def pay_for_support(t, s):
    """The card of the entry on top has taken effect."""
    p = s.stack[0, 1] + 0
    k = s.stack[0, 2] + 0
    pop(s)
    if t.unique[k] == 0:
        suffer(s, p, 1)
    if t.no_draw[k] == 0:
        draw_card(t, s, p)


@rule
def begin_support(t, s, p, k):
    """Whom to support is asked where there are several; there is a limit to a phase, so that it ends."""
    need(k >= 0 and k < CARDS)
    need(supportable(t, s, p, k) > 0 and s.stack[0, 2] < SUPPORTS)
    s.stack[0, 2] += 1
    if supportable(t, s, p, k) > 1:
        push(s, SUPPORT_WHOM, p, k, 1)
        return
    for q in range(s.players):
        if may_support(t, s, p, q, k) == 1:
            support(t, s, p, q, k)
            return


# ----------------------------------------------------------------------------------------------- Forbidden Knowledge


@rule
def price_of(level):
    """Trophies of one symbol that the next ability costs, after so many."""
    return 1 if level == 0 else 2


@rule
def may_learn_with(s, p, symbol):
    return 1 if s.level[p] < LEVELS and s.trophies[p, symbol] >= price_of(s.level[p]) else 0


@rule
def ways_to_learn(s, p):
    n = 0
    for k in range(SYMBOLS):
        n += may_learn_with(s, p, k)
    return n


@rule
def seal_is_free(s, x):
    return 1 if s.seal_of[x] < 0 else 0


@rule
def free_seals(s):
    n = 0
    for x in range(SYMBOLS):
        n += seal_is_free(s, x)
    return n


@rule
def take_seal(s, p, x):
    need(x >= 0 and x < SYMBOLS)
    need(seal_is_free(s, x) == 1)
    pop(s)
    s.seal_of[x] = p
    emit(s, TOOK_SEAL, p, -1, x, -1, -1, -1, -1)


@rule
def learn(t, s, p, symbol):
    """``p`` gives Trophies for the next ability, and pays its other prices one after the other."""
    need(symbol >= 0 and symbol < SYMBOLS)
    need(may_learn_with(s, p, symbol) == 1)
    n = price_of(s.level[p])
    s.trophies[p, symbol] -= n
    s.knowledge[p, symbol] += n
    s.level[p] += 1
    emit(s, LEARNED, p, -1, s.investigator[p], s.level[p] - 1, -1, -1, -1)
    push(s, IN_LEARNING, p, -1, TERROR_MOVES)


@rule
def run_learning(t, s):
    """The Terror marker moves; from the second ability on a Cultist appears; the third costs a permanent Insanity. A
    Gate Seal is taken, as long as there are any. The count of the entry says which of these is next."""
    p = s.stack[0, 1] + 0
    stage = s.stack[0, 3] + 0
    s.stack[0, 3] = stage + 1
    if stage == TERROR_MOVES:
        s.terror_due = min(s.terror_due + 1, 99)
    elif stage == CULTIST_APPEARS:
        if s.level[p] > 1:
            appear(t, s, s.at[p])
    elif stage == MIND_BREAKS:
        if s.level[p] == LEVELS:
            madden(s, p)
    else:
        pop(s)
        if free_seals(s) > 0:
            push(s, GATE_SEAL, p, -1, 1)


@rule
def begin_learn(t, s, p):
    """With which Trophies is asked where there is a choice."""
    need(ways_to_learn(s, p) > 0)
    if ways_to_learn(s, p) > 1:
        push(s, LEARN, p, -1, 1)
        return
    for k in range(SYMBOLS):
        if may_learn_with(s, p, k) == 1:
            learn(t, s, p, k)
            return


# ----------------------------------------------------------------------------------------------------- targets


@rule
def anything_to_aim_at(t, s, p):
    if free_mark(s, p) < 0:
        return 0
    for slot in range(CROWD + 1):
        if may_aim(t, s, p, slot) == 1:
            return 1
    return 0


@rule
def aim(t, s, p, slot):
    need(slot >= 0 and slot <= CROWD)
    need(may_aim(t, s, p, slot) == 1)
    pop(s)
    s.aims[p, free_mark(s, p)] = slot
    emit(s, AIMED, p, -1, slot, -1, -1, -1, -1)


@rule
def begin_aim(t, s, p):
    """What to aim at is always asked."""
    need(anything_to_aim_at(t, s, p) == 1)
    push(s, TARGET, p, -1, 1)
