"""What cards do: one vocabulary of operations for everything that is printed on any card.

A source that takes effect is an entry of the stack: its seat is whom it works on (for foes: who brought it about, or
speaks for the team), its subject is the source, its count the next of its effects and how often that was done already.
Choices are entries above it.
"""

from ..core.header import CHANCE, DICE
from ..core.kernels import draw, emit, need, pop, push
from .rules_table import (
    appear,
    can_draw,
    come_in_front,
    crowd_at,
    curable,
    discard_card,
    draw_cards,
    draw_cultist,
    drop_aims,
    heal,
    is_barred,
    madden,
    remove_cultist,
    roll_cultist_die,
    roll_into_pool,
    rule,
    spokesman,
    stand_at,
    step_marker,
    suffer,
    summon_by_chance,
    take_item,
    to_hand,
    turn_up,
    win_trophy,
)
from .state import (
    BANISHED,
    CROWD,
    CRYSTAL,
    CRYSTALS_OFF,
    CULTIST,
    CURED,
    DEACTIVATED,
    DROPPED_ITEM,
    EVENT_CAME,
    FACES,
    FEWER_CARDS,
    FEWER_DICE,
    FOUND,
    FOUND_ITEM,
    IN_EFFECTS,
    IN_SEARCH,
    LOST_CARDS,
    LOST_TROPHY,
    OF_ACT,
    OF_CULTIST,
    OF_ITEM,
    OF_LOCATION,
    OPTIONAL,
    PLACES,
    RECALL,
    RECALLED,
    REROLLED,
    RESTOCKED,
    ROLL_DIE,
    SEARCHED,
    SET,
    SET_DIE,
    SHELTERED,
    SHOVED,
    STEPS,
    SYMBOLS,
    TERROR_LOOKED,
    THINNED,
    TOOK_DIE,
    TROPHY,
    TURN_DIE,
    VICTIM,
    WARDED,
    WHERE,
    WILD,
)
from .tables import (
    BANISH,
    BLANK,
    COME,
    CURE,
    DARKEN,
    DIE,
    DRAW,
    DROP,
    EASE,
    EVENT,
    FEWER_CARDS_OP,
    FEWER_DICE_OP,
    FIND,
    FIRST_WAVE,
    GATHER,
    GO,
    HEAL,
    LOOK,
    MADDEN,
    MARCH,
    ON_ALL,
    ON_CHOSEN,
    ON_MADDEST,
    ON_RANDOM,
    ON_SANEST,
    POOL,
    RANGED,
    RECALL_OP,
    RESTOCK,
    ROB,
    ROLL,
    SCARE,
    SECOND_WAVE,
    SHARPEN,
    SHELTER,
    SHOVE,
    STIR,
    STRIP,
    SUMMON,
    SUMMON_SECOND,
    SYMBOL,
    TERROR_OP,
    THIN,
    TROPHY_OP,
    TURN,
    WARD,
)

DONE = 8  # a count is the next effect, and this much more for each time it was done already
TO_BANISH, TO_SHOVE = range(2)
TO_EASE, TO_LOOK = range(2)

# ------------------------------------------------------------------------------------------------------- dice


@rule
def dice_of(s, p):
    n = 0
    for k in range(SYMBOLS):
        n += s.dice[p, k]
    return n


@rule
def get_face(s, p, face, event):
    """``p`` gets a die that shows ``face``: who gets a wild one says what it shows."""
    emit(s, event, p, -1, face, -1, -1, -1, -1)
    if face == WILD:
        push(s, SET_DIE, p, -1, 1)
    else:
        s.dice[p, face] += 1


@rule
def get_die(s, p):
    """``p`` gets an Investigator die of the supply, rolled, if there is one."""
    if s.dice_left > 0:
        s.dice_left -= 1
        get_face(s, p, draw(s, DICE, FACES), TOOK_DIE)


@rule
def set_die(s, p, symbol):
    need(symbol >= 0 and symbol < SYMBOLS)
    pop(s)
    s.dice[p, symbol] += 1
    emit(s, SET, p, -1, symbol, -1, -1, -1, -1)


@rule
def roll_die(s, p, symbol):
    """A die of ``p`` is rolled again."""
    need(symbol >= 0 and symbol < SYMBOLS)
    need(s.dice[p, symbol] > 0)
    pop(s)
    s.dice[p, symbol] -= 1
    get_face(s, p, draw(s, DICE, FACES), REROLLED)


@rule
def turn_die(s, p, symbol):
    """A die of ``p`` is turned: next is asked to what."""
    need(symbol >= 0 and symbol < SYMBOLS)
    need(s.dice[p, symbol] > 0)
    pop(s)
    s.dice[p, symbol] -= 1
    push(s, SET_DIE, p, -1, 1)


# ------------------------------------------------------------------------------------------------ one investigator


@rule
def go_to(s, p, x):
    """``p`` is at place ``x`` now; its Target markers return."""
    if s.at[p] != x:
        s.at[p] = x
        drop_aims(s, p)


@rule
def drop_by_chance(t, s, q, n):
    gone = 0
    while gone < n and s.hand_count[q] > 0:
        x = draw(s, CHANCE, s.hand_count[q])
        k = 0
        while x >= s.hand[q, k]:
            x -= s.hand[q, k]
            k += 1
        discard_card(t, s, q, k)
        gone += 1
    emit(s, LOST_CARDS, q, -1, gone, -1, -1, -1, -1)


@rule
def discard_item(t, s, q, k):
    """An Item of ``q`` goes to the discard pile."""
    s.items[q, k] -= 1
    s.worn[q, k] = min(s.worn[q, k], s.items[q, k])
    s.item_discards[k] += 1
    emit(s, DROPPED_ITEM, q, -1, k, -1, -1, -1, -1)


@rule
def rob(t, s, q, n):
    """``q`` loses Items chosen by chance."""
    for _ in range(n):
        total = 0
        for k in range(t.item_kinds):
            total += s.items[q, k]
        if total > 0:
            x = draw(s, CHANCE, total)
            k = 0
            while x >= s.items[q, k]:
                x -= s.items[q, k]
                k += 1
            discard_item(t, s, q, k)


@rule
def strip(s, q, n):
    """``q`` loses Trophies chosen by chance."""
    for _ in range(n):
        total = 0
        for k in range(SYMBOLS):
            total += s.trophies[q, k]
        if total > 0:
            x = draw(s, CHANCE, total)
            k = 0
            while x >= s.trophies[q, k]:
                x -= s.trophies[q, k]
                k += 1
            s.trophies[q, k] -= 1
            s.trophy_supply[k] += 1
            emit(s, LOST_TROPHY, q, -1, k, -1, -1, -1, -1)


@rule
def harm(t, s, q, op, n):
    """An operation of foes works on ``q``."""
    if op == HEAL:
        heal(s, q, n)
    elif op == SCARE:
        suffer(s, q, n)
    elif op == MADDEN:
        madden(s, q)
    elif op == DROP:
        drop_by_chance(t, s, q, n)
    elif op == ROB:
        rob(t, s, q, n)
    elif op == STRIP:
        strip(s, q, n)
    else:
        s.fewer_cards[q] = min(s.fewer_cards[q] + n, 9)
        emit(s, FEWER_CARDS, q, -1, n, -1, -1, -1, -1)


@rule
def madness(s, p, op):
    """Insanity of ``p``; for what heals, that can be healed."""
    return curable(s, p) if op == HEAL else s.insanity[p] + 0


@rule
def most_mad(s, sign, op):
    """The seat with most Insanity (``sign`` 1) or least (-1), the first of those from the spokesman on."""
    best = -1
    for away in range(s.players):
        p = (spokesman(s) + away) % s.players
        if best < 0 or sign * madness(s, p, op) > sign * madness(s, best, op):
            best = p
    return best


@rule
def victim_of(t, s, p, op, who):
    """Whom an effect of foes is about, where it is one seat and nobody has to say."""
    if who == ON_SANEST:
        return most_mad(s, -1, op)
    if who == ON_MADDEST:
        return most_mad(s, 1, op)
    if who == ON_RANDOM:
        return draw(s, CHANCE, s.players)
    return p


@rule
def gather_at(t, s, q, n):
    """Cultists appear where ``q`` is: nowhere yet, while the game is set up."""
    for _ in range(n):
        if s.ending < 0 and s.at[q] >= 0:
            appear(t, s, s.at[q])


@rule
def about_somebody(t, s, p, op, n, who, done):
    """An operation of foes that is about investigators; ``chosen`` asks the spokesman. Where it is about everybody,
    Cultists gather at one seat at a time: ``done`` is the next."""
    if who == ON_CHOSEN:
        push(s, VICTIM, spokesman(s), op, n)
    elif op == GATHER:
        gather_at(t, s, done if who == ON_ALL else victim_of(t, s, p, op, who), n)
    elif who == ON_ALL:
        for q in range(s.players):
            harm(t, s, q, op, n)
    else:
        harm(t, s, victim_of(t, s, p, op, who), op, n)


@rule
def name_victim(t, s, q):
    """The subject of the entry is the operation, its count the amount."""
    op = s.stack[0, 2] + 0
    n = s.stack[0, 3] + 0
    pop(s)
    if op == GATHER:
        gather_at(t, s, q, n)
    else:
        harm(t, s, q, op, n)


# -------------------------------------------------------------------------------------------------------- Items


@rule
def begin_search(t, s, p, n):
    """``p`` draws up to ``n`` Items. Unexpected Events come first, then one Item may be kept."""
    got = min(n, s.item_count)
    for _ in range(got):
        k = take_item(t, s)
        s.found[k] += 1
        emit(s, FOUND_ITEM, p, -1, k, -1, -1, -1, -1)
    emit(s, SEARCHED, p, -1, got, -1, -1, -1, -1)
    push(s, IN_SEARCH, p, -1, 0)


@rule
def run_search(t, s):
    """Go on with a search: its count is 1 once the seat has been asked what to keep."""
    p = s.stack[0, 1] + 0
    left = 0
    for k in range(t.item_kinds):
        if s.found[k] > 0 and t.lasts[k] == EVENT:
            s.found[k] -= 1
            s.item_discards[k] += 1
            emit(s, EVENT_CAME, p, -1, k, -1, -1, -1, -1)
            push(s, IN_EFFECTS, p, OF_ITEM + k, 0)
            return
        left += s.found[k]
    if s.stack[0, 3] == 0 and left > 0:
        s.stack[0, 3] = 1
        push(s, FOUND, p, -1, 1)
    else:
        pop(s)


@rule
def clear_found(t, s):
    for k in range(t.item_kinds):
        s.item_discards[k] += s.found[k]
        s.found[k] = 0


@rule
def restock(t, s):
    for k in range(t.item_kinds):
        s.item_deck[k] += s.item_discards[k]
        s.item_count += s.item_discards[k]
        s.item_discards[k] = 0
    emit(s, RESTOCKED, -1, -1, s.item_count, -1, -1, -1, -1)


@rule
def any_discarded_item(t, s):
    for k in range(t.item_kinds):
        if s.item_discards[k] > 0:
            return 1
    return 0


# ------------------------------------------------------------------------------------- choosing cards and places


@rule
def any_discard(t, s, p):
    for k in range(t.card_kinds):
        if s.discards[p, k] > 0:
            return 1
    return 0


@rule
def one_less(s):
    """One of the things that the entry on top asks for is done."""
    s.stack[0, 3] -= 1
    if s.stack[0, 3] <= 0:
        pop(s)


@rule
def recall(t, s, p, k):
    """``p`` takes a card of its discard pile into its hand."""
    need(s.discards[p, k] > 0)
    one_less(s)
    s.discards[p, k] -= 1
    to_hand(t, s, p, k)
    emit(s, RECALLED, p, -1, k, -1, -1, -1, -1)
    if s.stack[0, 0] == RECALL and any_discard(t, s, p) == 0:
        pop(s)


@rule
def shove_to(t, s, x):
    """Where a Cultist goes that is shoved from place ``x``: the next that Cultists can come to, or -1."""
    for away in range(1, PLACES):
        y = (x + away) % PLACES
        if is_barred(t, s, y) == 0:
            return y
    return -1


@rule
def may_choose_cultist(t, s, p, what):
    if crowd_at(s, s.at[p]) == 0:
        return 0
    return 1 if what == TO_BANISH or shove_to(t, s, s.at[p]) >= 0 else 0


@rule
def choose_cultist(t, s, p, j):
    """A Cultist at the Location of ``p`` is banished or shoved: the subject of the entry says which."""
    need(j >= 0 and j < CROWD)
    need(s.cultist[j] >= 0 and s.cultist_at[j] == s.at[p])
    what = s.stack[0, 2] + 0
    pop(s)
    x = s.at[p] + 0
    k = remove_cultist(s, j)
    if what == TO_BANISH:
        s.cultist_discards[k] += 1
        emit(s, BANISHED, p, -1, k, -1, -1, -1, -1)
        come_in_front(t, s, x)
    else:
        y = shove_to(t, s, x)
        emit(s, SHOVED, p, -1, k, y, -1, -1, -1)
        stand_at(t, s, k, y)
        come_in_front(t, s, x)


@rule
def may_look(s, x):
    """1 where a face-down Terror card lies at place ``x``; that of the Final Act is none."""
    return 1 if x < s.steps - 1 and s.gems[x] > 0 and s.terror_open[x] < 0 else 0


@rule
def may_name_step(s, what, x):
    if x >= s.steps:
        return 0
    if what == TO_EASE:
        return 1 if s.crystals[x] > 0 else 0
    return may_look(s, x)


@rule
def any_step(s, what):
    for x in range(STEPS):
        if may_name_step(s, what, x) == 1:
            return 1
    return 0


@rule
def choose_step(s, x):
    """A Terror card loses crystals, or is looked at: the subject says which, the count how many crystals."""
    what = s.stack[0, 2] + 0
    n = s.stack[0, 3] + 0
    need(x >= 0 and x < STEPS)
    need(may_name_step(s, what, x) == 1)
    pop(s)
    if what == TO_EASE:
        n = min(n, s.crystals[x])
        s.crystals[x] -= n
        emit(s, CRYSTALS_OFF, -1, -1, x, n, -1, -1, -1)
    else:
        s.terror_open[x] = turn_up(s, x)
        emit(s, TERROR_LOOKED, -1, -1, s.terror_open[x], x, -1, -1, -1)


@rule
def any_trophy(s, symbols):
    for k in range(SYMBOLS):
        if symbols >> k & 1 == 1 and s.trophy_supply[k] > 0:
            return 1
    return 0


@rule
def choose_trophy(s, p, symbol):
    """A Trophy of the supply: the subject of the entry is the set of symbols."""
    symbols = s.stack[0, 2] + 0
    need(symbol >= 0 and symbol < SYMBOLS)
    need(symbols >> symbol & 1 == 1 and s.trophy_supply[symbol] > 0)
    one_less(s)
    win_trophy(s, p, symbol)
    if s.stack[0, 0] == TROPHY and any_trophy(s, symbols) == 0:
        pop(s)


# --------------------------------------------------------------------------------------- whether it has a point


@rule
def can_resolve(t, s, q, op, symbols):
    """1 where an operation of the team would do something for ``q`` now."""
    if op == SYMBOL:
        return 1
    if op == HEAL:
        return 1 if curable(s, q) > 0 else 0
    if op == CURE:
        return s.permanent[q] + 0
    if op == SHELTER:
        return 1 if s.protected != q else 0
    if op == SHARPEN:
        return 1 if s.sharp[q] == 0 and t.style[s.investigator[q]] != RANGED and s.players > 2 else 0
    if op == DRAW:
        return can_draw(t, s, q)
    if op == RECALL_OP:
        return any_discard(t, s, q)
    if op in (DIE, POOL):
        return 1 if s.dice_left > 0 else 0
    if op in (ROLL, TURN):
        return 1 if dice_of(s, q) > 0 else 0
    if op == FIND:
        return 1 if s.item_count > 0 else 0
    if op == RESTOCK:
        return any_discarded_item(t, s)
    if op == TROPHY_OP:
        return any_trophy(s, symbols)
    if op == WARD:
        return 1 if s.ward != s.at[q] else 0
    if op == BLANK:
        return 1 if s.cultist_die[s.at[q]] >= 0 else 0
    if op in (BANISH, SHOVE):
        return may_choose_cultist(t, s, q, TO_BANISH if op == BANISH else TO_SHOVE)
    if op in (EASE, LOOK):
        return any_step(s, TO_EASE if op == EASE else TO_LOOK)
    return 1  # moving, and what is no help


@rule
def may_resolve(t, s, q, source):
    """1 where ``q`` can resolve all of a source that is not optional."""
    for e in range(t.effects[source]):
        if t.optional[source, e] == 0 and can_resolve(t, s, q, t.op[source, e], t.symbols[source, e]) == 0:
            return 0
    return 1


@rule
def is_for_fights(t, source):
    return 1 if t.effects[source] > 0 and t.op[source, 0] == SYMBOL else 0


# --------------------------------------------------------------------------------------------- running effects


@rule
def help_seat(t, s, q, op, n):
    """Operations of the team on the investigator alone."""
    if op == HEAL:
        heal(s, q, n)
    elif op == CURE:
        if s.permanent[q] == 1:
            s.permanent[q] = 0
            s.insanity[q] -= 1
            emit(s, CURED, q, -1, s.insanity[q], -1, -1, -1, -1)
    elif op == SHELTER:
        s.protected = q
        emit(s, SHELTERED, q, -1, -1, -1, -1, -1, -1)
    elif op == SHARPEN:
        s.sharp[q] = 1
    elif op == DRAW:
        draw_cards(t, s, q, n)
    elif op == DIE:
        for _ in range(n):
            get_die(s, q)
    elif op == POOL:
        roll_into_pool(s, n)
    elif op == RESTOCK:
        restock(t, s)
    elif op == FIND:
        begin_search(t, s, q, n)
    elif op == WARD:
        s.ward = s.at[q]
        emit(s, WARDED, q, -1, s.ward, -1, -1, -1, -1)
    else:
        s.cultist_die[s.at[q]] = -1


@rule
def ask_seat(t, s, q, op, n, symbols):
    """Operations of the team in which ``q`` has a choice, as far as there is something to choose."""
    if op == GO:
        push(s, WHERE, q, -1, 1)
    elif op == RECALL_OP:
        if any_discard(t, s, q) == 1:
            push(s, RECALL, q, -1, n)
    elif op in (ROLL, TURN):
        if dice_of(s, q) > 0:
            push(s, ROLL_DIE if op == ROLL else TURN_DIE, q, -1, 1)
    elif op == TROPHY_OP:
        if any_trophy(s, symbols) == 1:
            push(s, TROPHY, q, symbols, n)
    elif op in (BANISH, SHOVE):
        what = TO_BANISH if op == BANISH else TO_SHOVE
        if may_choose_cultist(t, s, q, what) == 1:
            push(s, CULTIST, q, what, 1)
    else:
        what = TO_EASE if op == EASE else TO_LOOK
        if any_step(s, what) == 1:
            push(s, CRYSTAL, q, what, n)


@rule
def darken(s, n):
    """Active Locations chosen by chance are no longer active."""
    for _ in range(n):
        active = 0
        for x in range(PLACES):
            active += s.shrine[x]
        if active > 0:
            at = draw(s, CHANCE, active)
            for x in range(PLACES):
                if s.shrine[x] == 1:
                    if at == 0:
                        s.shrine[x] = 0
                        emit(s, DEACTIVATED, -1, -1, x, -1, -1, -1, -1)
                        break
                    at -= 1


@rule
def thin(t, s, n):
    """Cards of the Cultist deck are discarded."""
    gone = 0
    while gone < n and s.cultist_count > 0:
        s.cultist_discards[draw_cultist(t, s)] += 1
        gone += 1
    emit(s, THINNED, -1, -1, gone, -1, -1, -1, -1)


@rule
def of_foes(t, s, source, op, n):
    """Operations of foes that are about nobody."""
    if op == SUMMON:
        summon_by_chance(t, s, FIRST_WAVE)
    elif op == SUMMON_SECOND:
        g = summon_by_chance(t, s, SECOND_WAVE)
        if source >= OF_ACT:
            s.act_god = g
    elif op == FEWER_DICE_OP:
        s.fewer_dice = min(s.fewer_dice + n, 9)
        emit(s, FEWER_DICE, -1, -1, n, -1, -1, -1, -1)
    elif op == DARKEN:
        darken(s, n)
    elif op == STIR:
        for x in range(PLACES):
            roll_cultist_die(s, x)
    else:
        thin(t, s, n)


@rule
def is_of_team(t, source):
    """1 for cards, Locations, abilities and those Items that are no events."""
    if source >= OF_ITEM and source < OF_LOCATION:
        return 1 if t.lasts[source - OF_ITEM] != EVENT else 0
    return 1 if source < OF_CULTIST else 0


@rule
def run_effect(t, s, q, source, e, done):
    """Effect ``e`` of a source, which was done so often before, works on ``q``."""
    op = t.op[source, e] + 0
    n = t.amount[source, e] + 0
    if op == TERROR_OP:
        s.terror_due = min(s.terror_due + n, 99)
    elif op == COME:
        appear(t, s, draw(s, CHANCE, PLACES))
    elif op == MARCH:
        step_marker(t, s)
    elif is_of_team(t, source) == 0 and op in (HEAL, SCARE, MADDEN, GATHER, DROP, ROB, STRIP, FEWER_CARDS_OP):
        about_somebody(t, s, q, op, n, t.who[source, e], done)
    elif op in (SUMMON, SUMMON_SECOND, FEWER_DICE_OP, DARKEN, STIR, THIN):
        of_foes(t, s, source, op, n)
    elif op in (GO, RECALL_OP, ROLL, TURN, TROPHY_OP, BANISH, SHOVE, EASE, LOOK):
        ask_seat(t, s, q, op, n, t.symbols[source, e])
    elif op != SYMBOL:
        help_seat(t, s, q, op, n)


@rule
def times_done(t, s, source, e):
    """How often an effect is done: Cultists come and go one by one."""
    op = t.op[source, e] + 0
    if op == GATHER and t.who[source, e] == ON_ALL:
        return s.players + 0
    return t.amount[source, e] + 0 if op in (COME, MARCH, BANISH, SHOVE) else 1


@rule
def begin_effects(t, s, q, source):
    """A source takes effect for ``q``."""
    if t.effects[source] > 0:
        push(s, IN_EFFECTS, q, source, 0)


@rule
def run_effects(t, s):
    """Go on with a source that takes effect, whose entry is on top."""
    q = s.stack[0, 1] + 0
    source = s.stack[0, 2] + 0
    e = s.stack[0, 3] % DONE
    done = s.stack[0, 3] // DONE
    if e == t.effects[source]:
        pop(s)
        return
    if done + 1 < times_done(t, s, source, e):
        s.stack[0, 3] += DONE
    else:
        s.stack[0, 3] = e + 1
    if t.optional[source, e] == 0:
        run_effect(t, s, q, source, e, done)
    elif can_resolve(t, s, q, t.op[source, e], t.symbols[source, e]) == 1:
        push(s, OPTIONAL, q, source, e)


@rule
def answer_optional(t, s, q, accepted):
    source = s.stack[0, 2] + 0
    e = s.stack[0, 3] + 0
    pop(s)
    if accepted == 1:
        run_effect(t, s, q, source, e, 0)
