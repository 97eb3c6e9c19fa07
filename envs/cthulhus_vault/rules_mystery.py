"""The Mystery Stage: awakening, the story card, its tokens and its bonus, and what ends the stage."""

from ..core.header import CHANCE, DECK
from ..core.kernels import draw, emit, need, note, pop, push
from .rules_change import change_stage
from .rules_table import (
    NOBODY,
    draw_tokens,
    from_mystery,
    kind_value,
    pools_left,
    power,
    put,
    random_down,
    rule,
    take,
    take_known,
)
from .state import (
    AWAKEN,
    AWAKENING,
    BONUS,
    BONUS_TAKEN,
    CULTIST,
    EMPTY_POOL,
    GAVE,
    GIVE,
    HAND,
    IN_MYSTERY,
    INVESTIGATOR,
    KEEP_ONE,
    KINDS,
    LINE,
    LOOKED,
    NO_CARDS,
    PEEKED,
    SAW,
    STOLE,
    STOLEN,
    STORY,
    SWAPPED,
    TOLD,
    TURN_BEGAN,
    VALUES,
    VICTIM,
)
from .tables import (
    AT_TOKEN,
    B_CULTIST,
    B_INVESTIGATOR,
    B_MYSTERY,
    B_PEEK,
    B_STEAL,
    B_SWAP,
    BONUS_OPS,
    COUNT,
    FROM_CULTISTS,
    FROM_INVESTIGATORS,
    ICONS,
    MUST,
    WHOLE_TURN,
)

# How far a turn has come: the count of its entry. Its subject is a story card that earned its bonus, or -1.
BEGUN, ASKED, TELLING, ENDING = range(4)
BONUSES = len(BONUS_OPS)

# ---------------------------------------------------------------------------------------------- awakening


@rule
def awakening_value(t, k):
    """What a token of kind ``k`` counts towards awakening: its Cultist value, or (by option) one for a Cultist."""
    if k // VALUES != CULTIST:
        return 0
    return 1 if t.opt_threshold == COUNT else kind_value(k)


@rule
def awakening_power(t, s, p):
    """What ``p`` has towards awakening its Ancient One."""
    n = 0
    for k in range(KINDS):
        n += s.tokens[p, k] * awakening_value(t, k)
    return n


@rule
def may_awaken(t, s, p):
    return 1 if awakening_power(t, s, p) >= t.awaken_at else 0


@rule
def most_powerful(s):
    """Who awakens where nobody has announced it: most Cultist Power, then most of both, then the first seat."""
    best = 0
    for p in range(1, s.players):
        more = power(s, p, CULTIST) - power(s, best, CULTIST)
        if more == 0:
            more = power(s, p, INVESTIGATOR) - power(s, best, INVESTIGATOR)
        if more > 0:
            best = p
    return best


# ---------------------------------------------------------------------------------------------- the story


@rule
def add_to_line(s, p, k):
    """Card ``k`` is the story's last now; ``p`` has told it, or -1: it is the prologue."""
    if s.told < LINE:
        s.line[s.told] = k
        s.tellers[s.told] = p
    s.told += 1
    s.played[k] += 1
    s.last = k


@rule
def collect(t, s, p, k):
    """The tokens that story card ``k`` pays."""
    for x in range(ICONS):
        if t.opt_empty_pool == AT_TOKEN and pools_left(s) == 0:
            return
        if t.icon[k, x] == FROM_INVESTIGATORS:
            take_known(s, p, INVESTIGATOR)
        elif t.icon[k, x] == FROM_CULTISTS:
            take_known(s, p, CULTIST)
        else:
            draw_tokens(s, p, 1, NOBODY)


@rule
def tell(t, s, p, k):
    """``p`` adds a story card to the line; the turn's entry lies below."""
    need(s.stories[p, k] > 0)
    matches = 1 if t.type[k] == t.wanted[s.last] else 0
    s.stories[p, k] -= 1
    s.story_count[p] -= 1
    add_to_line(s, p, k)
    emit(s, TOLD, p, -1, k, matches, -1, -1, -1)
    collect(t, s, p, k)
    s.stack[0, 2] = k if matches == 1 else -1


# ------------------------------------------------------------------------------------------------ bonuses


@rule
def others_have_tokens(s, p):
    for q in range(s.players):
        if q != p and s.token_count[q] > 0:
            return 1
    return 0


@rule
def may_take(t, s, p, k, op):
    """1 where story card ``k`` has bonus ``op`` and it can be had."""
    if t.bonus_amount[k, op] == 0:
        return 0
    if op in (B_MYSTERY, B_PEEK):
        return 1 if s.mystery_count > 0 else 0
    if op == B_CULTIST:
        return 1 if s.pool[CULTIST] > 0 else 0
    if op == B_INVESTIGATOR:
        return 1 if s.pool[INVESTIGATOR] > 0 else 0
    if op == B_SWAP and s.token_count[p] == 0:
        return 0
    return others_have_tokens(s, p)


@rule
def any_bonus(t, s, p, k):
    for op in range(BONUSES):
        if may_take(t, s, p, k, op) == 1:
            return 1
    return 0


@rule
def peek(s, p, n):
    """``p`` looks at tokens of the Mystery pool, to keep one."""
    for _ in range(min(n, s.mystery_count)):
        s.aside[p, from_mystery(s)] += 1
        s.aside_count[p] += 1
    emit(s, PEEKED, p, -1, s.aside_count[p], -1, -1, -1, -1)
    push(s, KEEP_ONE, p, -1, 1)


@rule
def keep_one(s, p, k):
    """``p`` keeps one of the tokens it looks at; the others go back."""
    need(s.aside[p, k] > 0)
    pop(s)
    s.aside[p, k] -= 1
    put(s, p, k, NOBODY)
    for kind in range(KINDS):
        s.mystery[kind] += s.aside[p, kind]
        s.mystery_count += s.aside[p, kind]
        s.aside[p, kind] = 0
    s.aside_count[p] = 0


@rule
def take_bonus(t, s, p, k, op):
    """Do the Bonus Action ``op`` of story card ``k``."""
    need(may_take(t, s, p, k, op) == 1)
    n = t.bonus_amount[k, op] + 0
    emit(s, BONUS_TAKEN, p, -1, k, op, -1, -1, -1)
    if op == B_MYSTERY:
        draw_tokens(s, p, n, NOBODY)
    elif op in (B_CULTIST, B_INVESTIGATOR):
        side = CULTIST if op == B_CULTIST else INVESTIGATOR
        for _ in range(n):
            take_known(s, p, side)
    elif op == B_PEEK:
        peek(s, p, n)
    else:
        push(s, VICTIM, p, op, n)


@rule
def steal(s, p, q, n):
    """Tokens chosen by chance go from ``q`` to ``p``; the two see which."""
    for _ in range(min(n, s.token_count[q])):
        k = random_down(s, q)
        take(s, q, k, p)
        put(s, p, k, q)
        emit(s, STOLE, p, q, -1, -1, -1, -1, -1)
        note(s, p, STOLEN, p, q, k, -1, -1, -1, -1)
        note(s, q, STOLEN, p, q, k, -1, -1, -1, -1)


@rule
def swap(s, p, q, k):
    """``p`` gives ``q`` a token of kind ``k`` for one chosen by chance; the two see which."""
    got = random_down(s, q)
    take(s, q, got, p)
    take(s, p, k, q)
    put(s, q, k, p)
    put(s, p, got, q)
    emit(s, SWAPPED, p, q, -1, -1, -1, -1, -1)
    note(s, p, GAVE, p, q, k, got, -1, -1, -1)
    note(s, q, GAVE, p, q, k, got, -1, -1, -1)


@rule
def look(s, p, q, n):
    """``p`` looks at tokens of ``q`` chosen by chance; they may be ones that it knew."""
    left = s.token_count[q] + 0
    wanted = min(n, left)
    emit(s, LOOKED, p, q, wanted, -1, -1, -1, -1)
    for k in range(KINDS):
        seen = 0
        for _ in range(s.tokens[q, k]):
            if draw(s, CHANCE, left) < wanted:
                seen += 1
                wanted -= 1
                note(s, p, SAW, p, q, k, -1, -1, -1, -1)
            left -= 1
        s.sure[p, q, k] = max(s.sure[p, q, k], seen)


@rule
def use_on(s, p, q):
    """The bonus under way is on ``q``."""
    need(q != p and s.token_count[q] > 0)
    op = s.stack[0, 2] + 0
    n = s.stack[0, 3] + 0
    pop(s)
    if op == B_STEAL:
        steal(s, p, q, n)
    elif op == B_SWAP:
        push(s, GIVE, p, (q - p + s.players) % s.players, 1)
    else:
        look(s, p, q, n)


@rule
def give(s, p, k):
    """``p`` names what it gives for a token of the player in the question."""
    need(s.tokens[p, k] > 0)
    q = (p + s.stack[0, 2]) % s.players
    pop(s)
    swap(s, p, q, k)


# --------------------------------------------------------------------------------------------- the turns


@rule
def begin_turn(s, p):
    """The turn of ``p`` is all that is under way."""
    while s.depth > 0:
        pop(s)
    push(s, IN_MYSTERY, p, -1, BEGUN)
    emit(s, TURN_BEGAN, p, -1, s.round, -1, -1, -1, -1)


@rule
def next_turn(s, p):
    q = (p + 1) % s.players
    if q == 0 and s.round <= HAND:
        s.round += 1
    begin_turn(s, q)


@rule
def run_mystery(t, s):
    """Go on with a turn, whose entry is on top."""
    p = s.stack[0, 1] + 0
    k = s.stack[0, 2] + 0
    stage = s.stack[0, 3] + 0
    s.stack[0, 3] = stage + 1
    if stage == BEGUN:
        if may_awaken(t, s, p) == 1:
            if t.opt_awaken == MUST:
                change_stage(t, s, p, AWAKENING)
            else:
                push(s, AWAKEN, p, -1, 1)
    elif stage == ASKED:
        if s.story_count[p] == 0:
            change_stage(t, s, most_powerful(s), NO_CARDS)
        else:
            push(s, STORY, p, -1, 1)
    elif stage == TELLING:
        if pools_left(s) == 0 and t.opt_empty_pool != WHOLE_TURN:
            change_stage(t, s, most_powerful(s), EMPTY_POOL)
        elif k >= 0 and any_bonus(t, s, p, k) == 1:
            push(s, BONUS, p, k, 1)
    elif pools_left(s) == 0:
        change_stage(t, s, most_powerful(s), EMPTY_POOL)
    else:
        next_turn(s, p)


@rule
def deal_story(s, p):
    """A story card leaves the box: into a hand, or (-1) as the prologue."""
    x = draw(s, DECK, s.box_count)
    k = 0
    while x >= s.box[k]:
        x -= s.box[k]
        k += 1
    s.box[k] -= 1
    s.box_count -= 1
    if p >= 0:
        s.stories[p, k] += 1
        s.story_count[p] += 1
    else:
        add_to_line(s, -1, k)
