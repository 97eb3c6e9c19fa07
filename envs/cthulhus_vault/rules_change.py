"""Between the stages: who is who in the battle, which investigators there are, and which tokens everybody keeps."""

from ..core.header import CHANCE
from ..core.kernels import draw, emit, need, pop, push
from .rules_table import (
    EVERYBODY,
    NOBODY,
    draw_tokens,
    fill_hand,
    full_health,
    give_back,
    living,
    power,
    put,
    rule,
    show,
    side_down,
    take_known,
    the_one,
)
from .state import (
    AWOKE,
    BATTLE_PHASE,
    CHARACTER,
    CHOSE,
    CULTIST,
    CYCLES,
    DISPLAY,
    FILLED,
    IN_BATTLE,
    IN_CHANGE,
    INVESTIGATOR,
    KEEP,
    KINDS,
    MANY,
    ONE,
    ORDER_RESET,
    RETURNED,
    SHOWED,
    STAGE_OVER,
    VALUES,
)
from .tables import ALL_CULTISTS, EQUAL, FIRST_FIVE, FIVE, OWN_ONLY, SHOWN, SINGLE, SWIFT

# How far the change has come: the count of its entry.
CHOOSING, KEEPING, FILLING = range(3)
REVEAL_NEXT = 0  # of an entry of the battle: the next order card is due

# ----------------------------------------------------------------------------------------- the Mystery Stage is over


@rule
def show_characters(t, s):
    """Investigators are laid out: five by chance, the first five, or all."""
    left = DISPLAY + 0 if t.opt_investigators == FIVE else t.characters + 0
    if t.opt_investigators == FIRST_FIVE:
        for c in range(DISPLAY):
            s.display[c] = 1
        return
    for c in range(t.characters):
        if draw(s, CHANCE, t.characters - c) < left:
            s.display[c] = 1
            left -= 1


@rule
def change_stage(t, s, one, reason):
    """The Ancient One of ``one`` awakens, everybody shows its tokens, and the story cards are put away."""
    while s.depth > 0:
        pop(s)
    s.phase = BATTLE_PHASE
    s.ending = reason
    emit(s, STAGE_OVER, -1, -1, reason, -1, -1, -1, -1)
    s.ancient = s.secret[one]
    emit(s, AWOKE, one, -1, s.ancient, -1, -1, -1, -1)
    for p in range(s.players):
        s.role[p] = ONE if p == one else MANY
        s.secret[p] = -1
        show(s, p)
        emit(s, SHOWED, p, -1, s.tokens[p, 0], s.tokens[p, 1], s.tokens[p, 2], s.tokens[p, 3], -1)
        for k in range(t.stories):
            s.box[k] += s.stories[p, k]
            s.box_count += s.stories[p, k]
            s.stories[p, k] = 0
        s.story_count[p] = 0
    show_characters(t, s)
    push(s, IN_CHANGE, one, -1, CHOOSING)


# ------------------------------------------------------------------------------------------------ the investigators


@rule
def chooses_before(s, p, q, one):
    """1 where ``p`` chooses an investigator before ``q``: more Investigator Power, more of both, nearer to the left of
    the Ancient One's player."""
    more = power(s, p, INVESTIGATOR) - power(s, q, INVESTIGATOR)
    if more == 0:
        more = power(s, p, CULTIST) - power(s, q, CULTIST)
    if more == 0:
        more = (q - one + s.players) % s.players - (p - one + s.players) % s.players
    return 1 if more > 0 else 0


@rule
def next_to_choose(s, one):
    """Who chooses an investigator next, or -1."""
    best = -1
    for p in range(s.players):
        if p != one and s.character[p] < 0:
            if best < 0 or chooses_before(s, p, best, one) == 1:
                best = p
    return best


@rule
def ask_what_to_keep(t, s, p):
    """``p`` keeps no more tokens than its health. The entry's count: tokens still to keep; its subject: Investigator
    tokens kept."""
    if s.token_count[p] > full_health(t, s, p):
        push(s, KEEP, p, 0, full_health(t, s, p))


@rule
def choose_character(t, s, p, c):
    need(s.display[c] == 1)
    pop(s)
    s.display[c] = 0
    s.character[p] = c
    emit(s, CHOSE, p, -1, c, -1, -1, -1, -1)
    ask_what_to_keep(t, s, p)


@rule
def kept(t, s, p, side):
    """Tokens of a side that ``p``, who is choosing, has kept so far."""
    if side == INVESTIGATOR:
        return s.stack[0, 2] + 0
    return full_health(t, s, p) - s.stack[0, 3] - s.stack[0, 2]


@rule
def may_keep(t, s, p, side):
    return 1 if side_down(s, p, side) > kept(t, s, p, side) else 0


@rule
def keep_no_more(s, p, side, n):
    """``p`` returns tokens of a side until ``n`` are left: how many. Those of the higher value first; values no longer
    matter."""
    gone = 0
    while side_down(s, p, side) > n:
        k = (side + 1) * VALUES - 1
        while s.tokens[p, k] == 0:
            k -= 1
        give_back(s, p, k)
        gone += 1
    return gone


@rule
def keep(t, s, p, k):
    """``p`` keeps one more token of the side of ``k``; those not kept at the end return to the Mystery pool."""
    need(k % VALUES == 0)
    side = k // VALUES
    need(may_keep(t, s, p, side) == 1)
    if side == INVESTIGATOR:
        s.stack[0, 2] += 1
    s.stack[0, 3] -= 1
    if s.stack[0, 3] > 0:
        return
    investigators = kept(t, s, p, INVESTIGATOR)
    cultists = kept(t, s, p, CULTIST)
    pop(s)
    a = keep_no_more(s, p, INVESTIGATOR, investigators)
    b = keep_no_more(s, p, CULTIST, cultists)
    emit(s, RETURNED, p, -1, a, b, -1, -1, -1)


# ------------------------------------------------------------------------------------------------- the Ancient One


@rule
def fill_with_cultists(t, s, p):
    """Tokens of the Cultist pool, then Cultist tokens of the Mystery pool, for all to see."""
    more = 1
    while more == 1 and s.token_count[p] < t.ones_health:
        more = take_known(s, p, CULTIST)
    for k in range(CULTIST * VALUES, KINDS):
        while s.mystery[k] > 0 and s.token_count[p] < t.ones_health:
            s.mystery[k] -= 1
            s.mystery_count -= 1
            put(s, p, k, EVERYBODY)


@rule
def fill_ones_tokens(t, s, p):
    """The Ancient One holds as many tokens as the Power Guide says, as far as there are any."""
    if t.opt_ones_tokens == OWN_ONLY:
        return
    before = s.token_count[p] + 0
    if t.opt_ones_tokens == ALL_CULTISTS:
        fill_with_cultists(t, s, p)
    else:
        draw_tokens(s, p, t.ones_health - before, EVERYBODY if t.opt_ones_fill == SHOWN else NOBODY)
    emit(s, FILLED, p, -1, s.token_count[p] - before, -1, -1, -1, -1)


# --------------------------------------------------------------------------------------------------- the battle


@rule
def reset_order(t, s):
    """A new order deck: a card for each living investigator, and the Ancient One's."""
    if s.cycle < CYCLES:
        s.cycle += 1
    n = living(s)
    for p in range(s.players):
        if s.role[p] == ONE:
            s.order[p] = n if t.opt_ones_order == EQUAL else t.orders[n]
            if s.cycle == 1 and t.opt_first_order == SINGLE:
                s.order[p] = 1
        elif s.slain[p] == 1:
            s.order[p] = 0
        else:
            s.order[p] = 1
            if t.ability[s.character[p]] == SWIFT:
                s.order[p] += t.ability_amount[s.character[p]]
    emit(s, ORDER_RESET, -1, -1, s.cycle, n, -1, -1, -1)


@rule
def begin_battle(t, s):
    for c in range(t.characters):
        s.display[c] = 0
    for p in range(s.players):
        fill_hand(t, s, p)
    reset_order(t, s)
    while s.depth > 0:
        pop(s)
    push(s, IN_BATTLE, the_one(s), -1, REVEAL_NEXT)


@rule
def run_change(t, s):
    """Go on with the change of stage, whose entry is on top."""
    one = s.stack[0, 1] + 0
    stage = s.stack[0, 3] + 0
    if stage == CHOOSING:
        p = next_to_choose(s, one)
        if p >= 0:
            push(s, CHARACTER, p, -1, 1)
        else:
            s.stack[0, 3] = KEEPING
    elif stage == KEEPING:
        s.stack[0, 3] = FILLING
        ask_what_to_keep(t, s, one)
    else:
        fill_ones_tokens(t, s, one)
        begin_battle(t, s)
