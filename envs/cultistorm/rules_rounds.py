"""Rounds and their six phases: what begins and ends them, and what happens in them by itself."""

from ..core.kernels import emit, end_team, pop, push, share
from .rules_fight import any_to_lay, lasting, may_seal
from .rules_table import (
    CAME_BARE,
    IS_IN_FRONT,
    crowd,
    crowd_at,
    draw_cards,
    god_here,
    gods_in_play,
    is_won,
    lose,
    remove_top,
    roll_cultist_die,
    roll_into_pool,
    rule,
    seal_index,
    show_hand,
    step_marker,
    suffer,
    symbol_at,
    take_item,
)
from .rules_turns import run_investigation
from .state import (
    ACT_UNDONE,
    AIMS,
    CALLED_OFF,
    CHOOSE_SELF,
    CHOOSE_START,
    COMBAT,
    COMBAT_PHASE,
    CULTIST_PHASE,
    DEVOURED,
    DISCARD,
    FACES,
    FOUND,
    GOD_REACHED,
    IDLE,
    IN_COMBAT,
    IN_CULTISTS,
    IN_FRONT,
    IN_INVESTIGATION,
    IN_PREPARATION,
    IN_SEALING,
    INVESTIGATE,
    INVESTIGATOR_PHASE,
    ITEMS,
    LEVELS,
    LOST,
    PHASE_BEGAN,
    PLACES,
    PREPARATION_PHASE,
    ROUND_BEGAN,
    ROUNDS,
    SANE,
    SEALED_ALL,
    SEALING,
    SEALING_PHASE,
    SYMBOLS,
    TERROR_PHASE,
    WON,
)
from .tables import (
    ANY_COUNTS,
    EVENT,
    IDLE_BOTH,
    IDLE_INSANITY,
    MORE_TERROR,
    ONE_CARD_FEWER,
    ONE_DIE_FEWER,
    ROUND_END,
    TERROR_FIRST,
    WAITS,
)

# How far a round has come: the count of its entry.
BEGINS, CULTISTS_COME, SECOND, THIRD, INVESTIGATES, FIGHTS, SEALS, ENDS = range(8)
# How far the Cultist Phase has come: the subject of its entry.
GODS_MOVE, MARKER_MOVES, DICE_ROLL = range(3)
# How far Preparation has come: the subject of its entry.
ASKS, REFILLS = range(2)
# How far setting up has come: the subject of its entry.
SELVES, STARTS, FIRST_ITEMS = range(3)

# ------------------------------------------------------------------------------------------------- the end


@rule
def end_game(t, s):
    """All sealed is a win, whatever it cost."""
    won = is_won(t, s)
    if won == 1:
        s.ending = SEALED_ALL
        emit(s, WON, -1, -1, s.round, -1, -1, -1, -1)
    else:
        emit(s, LOST, -1, -1, s.round, s.ending, -1, -1, -1)
    end_team(s, 1 if won == 1 else -1)


# ------------------------------------------------------------------------------------------------- setting up


@rule
def offer_first_items(t, s, p):
    """Two Items are drawn, of which one may be kept; events are put aside."""
    got = 0
    while got < 2 and s.item_count > 0:
        k = take_item(t, s)
        if t.lasts[k] == EVENT:
            s.item_discards[k] += 1
        else:
            s.found[k] += 1
            got += 1
    if got > 0:
        push(s, FOUND, p, -1, 1)


@rule
def run_setup(t, s):
    """Go on with setting up: investigators are chosen (by option), then where they start, then (by option) Items."""
    stage = s.stack[0, 2] + 0
    p = s.stack[0, 3] + 0
    if p == s.players:
        s.stack[0, 2] = stage + 1
        s.stack[0, 3] = 0
        if stage == FIRST_ITEMS:
            pop(s)
        return
    s.stack[0, 3] = p + 1
    if stage == SELVES:
        if s.investigator[p] < 0:
            push(s, CHOOSE_SELF, p, -1, 1)
    elif stage == STARTS:
        push(s, CHOOSE_START, p, -1, 1)
    elif t.opt_starting_item == 1:
        offer_first_items(t, s, p)


# ---------------------------------------------------------------------------------------------------- the round


@rule
def begin_phase(s, phase):
    s.phase = phase
    emit(s, PHASE_BEGAN, -1, -1, s.round, phase, -1, -1, -1)
    for p in range(s.players):
        s.ready[p] = 0
        s.yielded[p] = 0


@rule
def begin_round(s):
    if s.round == ROUNDS:
        emit(s, CALLED_OFF, -1, -1, s.round, -1, -1, -1, -1)
        end_team(s, 0)
        return
    s.round += 1
    s.first = (s.round - 1) % s.players
    emit(s, ROUND_BEGAN, -1, -1, s.round, -1, -1, -1, -1)
    for x in range(PLACES):
        s.used_place[x] = 0
    for p in range(s.players):
        s.took[p] = 0
        s.moved[p] = 0
        s.searched[p] = 0
        s.trades[p] = 0
        s.fought[p] = 0
        s.sharp[p] = 0
        for level in range(LEVELS):
            s.used_ability[p, level] = 0
        for k in range(ITEMS):
            s.worn[p, k] = 0


@rule
def begin_terror(t, s):
    """The Terror marker moves, and once more where the Final Act says so."""
    begin_phase(s, TERROR_PHASE)
    s.terror_due += 2 if lasting(t, s) == MORE_TERROR else 1


@rule
def begin_preparation(s):
    begin_phase(s, PREPARATION_PHASE)
    push(s, IN_PREPARATION, s.first, ASKS, 0)


@rule
def end_round(t, s):
    """By option, the game is lost when a round ends without a Great Old One in play after one was defeated."""
    if t.opt_last_god == ROUND_END and s.god_lost == 1 and gods_in_play(t, s) == 0 and is_won(t, s) == 0:
        lose(s, ACT_UNDONE)


@rule
def has_aims(s, p):
    for a in range(AIMS):
        if s.aims[p, a] >= 0:
            return 1
    return 0


@rule
def begin_combat(t, s, seat):
    """All hands are shown, and fights begin with ``seat``; by option, who has a target counts as fighting."""
    for p in range(s.players):
        show_hand(t, s, p, 0)
        if t.opt_attack == ANY_COUNTS and has_aims(s, p) == 1:
            s.fought[p] = 1
    push(s, IN_COMBAT, seat, 0, 0)


@rule
def end_combat(t, s):
    """Supports that were not used return to their owners' discard piles, and Target markers to theirs."""
    for p in range(s.players):
        for a in range(AIMS):
            s.aims[p, a] = -1
        for k in range(t.card_kinds):
            s.lent_to[p, k] = 0
            s.discards[p, k] += s.lent_by[p, k]
            s.lent_by[p, k] = 0


@rule
def run_round(t, s):
    """Go on with a round, whose entry is on top."""
    stage = s.stack[0, 3] + 0
    s.stack[0, 3] = stage + 1
    terror_second = 1 if t.opt_order == TERROR_FIRST else 0
    if stage == BEGINS:
        begin_round(s)
    elif stage == CULTISTS_COME:
        begin_phase(s, CULTIST_PHASE)
        push(s, IN_CULTISTS, s.first, GODS_MOVE, t.marker_steps)
    elif stage in (SECOND, THIRD):
        if (stage == SECOND) == (terror_second == 1):
            begin_terror(t, s)
        else:
            begin_preparation(s)
    elif stage == INVESTIGATES:
        begin_phase(s, INVESTIGATOR_PHASE)
        s.waits = 0
        push(s, IN_INVESTIGATION, s.first, 0, s.first)
    elif stage == FIGHTS:
        begin_phase(s, COMBAT_PHASE)
        begin_combat(t, s, s.first)
    elif stage == SEALS:
        end_combat(t, s)
        begin_phase(s, SEALING_PHASE)
        push(s, IN_SEALING, s.first, -1, 0)
    else:
        end_round(t, s)
        s.stack[0, 3] = BEGINS


# ------------------------------------------------------------------------------------------------ the Cultist Phase


@rule
def move_god(t, s, x):
    """The Great Old One of place ``x`` (the older of two) devours the Cultist closest to it. Without Cultists left it
    is in front of its Location, and reaches it in the next Cultist Phase."""
    g = god_here(t, s, x)
    if s.god_front[g] == IS_IN_FRONT:
        lose(s, GOD_REACHED)
        return
    if crowd_at(s, x) > 0:
        k = remove_top(s, x)
        s.under[x, k] += 1
        emit(s, DEVOURED, -1, -1, g, k, -1, -1, -1)
        if crowd_at(s, x) > 0:
            return
    elif t.opt_cleared == WAITS and s.god_front[g] != CAME_BARE:
        return
    s.god_front[g] = IS_IN_FRONT
    emit(s, IN_FRONT, -1, -1, g, x, -1, -1, -1)


@rule
def run_cultists(t, s):
    """Go on with the Cultist Phase: its subject says how far it has come, its count how many steps the Cultist marker
    has left. A ward lasts until its end."""
    stage = s.stack[0, 2] + 0
    if stage == GODS_MOVE:
        s.stack[0, 2] = MARKER_MOVES
        for x in range(PLACES):
            if god_here(t, s, x) >= 0:
                move_god(t, s, x)
    elif stage == MARKER_MOVES:
        if s.stack[0, 3] == 0:
            s.stack[0, 2] = DICE_ROLL
        else:
            s.stack[0, 3] -= 1
            step_marker(t, s)
    else:
        for x in range(PLACES):
            roll_cultist_die(s, x)
        s.ward = -1
        pop(s)


# ---------------------------------------------------------------------------------------------------- Preparation


@rule
def refill(t, s, p):
    """``p`` draws up to the limit of a hand."""
    limit = t.hand_limit - s.fewer_cards[p]
    if lasting(t, s) == ONE_CARD_FEWER:
        limit -= 1
    draw_cards(t, s, p, max(limit - s.hand_count[p], 0))
    s.fewer_cards[p] = 0


@rule
def roll_pool(t, s):
    """Dice that were not used return to the supply, and a new pool is rolled."""
    for face in range(FACES):
        s.dice_left += s.pool[face]
        s.pool[face] = 0
    for p in range(s.players):
        for k in range(SYMBOLS):
            s.dice_left += s.dice[p, k]
            s.dice[p, k] = 0
    n = t.pool_dice - s.fewer_dice
    if lasting(t, s) == ONE_DIE_FEWER:
        n -= 1
    s.fewer_dice = 0
    roll_into_pool(s, max(n, 0))


@rule
def run_preparation(t, s):
    """Go on with Preparation: each says what to discard, from the first seat on, and draws; then dice are rolled."""
    n = s.stack[0, 3] + 0
    if n == s.players:
        pop(s)
        roll_pool(t, s)
        return
    p = (s.first + n) % s.players
    if s.stack[0, 2] == ASKS:
        s.stack[0, 2] = REFILLS
        if s.hand_count[p] > 0:
            push(s, DISCARD, p, -1, 1)
    else:
        s.stack[0, 2] = ASKS
        s.stack[0, 3] = n + 1
        refill(t, s, p)


# ------------------------------------------------------------------------------------------ investigating, fighting


@rule
def run_investigators(s):
    p = run_investigation(s)
    if p >= 0:
        push(s, INVESTIGATE, p, -1, 1)


@rule
def still_fights(s, p, x):
    """1 where ``p``, at place ``x``, has a target and has not given up."""
    return 1 if s.at[p] == x and s.ready[p] == 0 and has_aims(s, p) == 1 else 0


@rule
def others_fight(s, p):
    """1 where somebody else at the Location of ``p`` still fights."""
    for q in range(s.players):
        if q != p and still_fights(s, q, s.at[p]) == 1:
            return 1
    return 0


@rule
def punish_idle(t, s, p):
    """``p`` did not fight: it moves the Terror marker, and suffers an Insanity where Cultists are."""
    cultists = 1 if crowd_at(s, s.at[p]) > 0 else 0
    emit(s, IDLE, p, -1, -1, -1, -1, -1, -1)
    if t.opt_idle != IDLE_INSANITY and (t.opt_idle != IDLE_BOTH or cultists == 1):
        s.terror_due = min(s.terror_due + 1, 99)
    suffer(s, p, cultists)


@rule
def next_idle(s, x):
    """A seat at place ``x`` (or, after the last, anywhere) that has not fought and was not reckoned with, or -1."""
    for away in range(s.players):
        p = (s.first + away) % s.players
        if (x == PLACES or s.at[p] == x) and s.fought[p] == 0 and s.stack[0, 3] >> p & 1 == 0:
            return p
    return -1


@rule
def run_combat(t, s):
    """Go on with fights, Location by Location (the subject of the entry): those present fight in an order they choose;
    when all have let others go first, the first of them has to say. Then those who did not fight pay for it, one by
    one; the count of the entry is the set of those who have."""
    x = s.stack[0, 2] + 0
    first = -1
    asked = -1
    for away in range(s.players):
        p = (s.first + away) % s.players
        if still_fights(s, p, x) == 1:
            if first < 0:
                first = p
            if asked < 0 and s.yielded[p] == 0:
                asked = p
    idle = next_idle(s, x)
    if asked >= 0:
        push(s, COMBAT, asked, -1, 1)
    elif first >= 0:
        push(s, COMBAT, first, -1, 0)
    elif idle >= 0:
        s.stack[0, 3] |= 1 << idle
        punish_idle(t, s, idle)
    elif x == PLACES:
        pop(s)
    else:
        s.stack[0, 2] = x + 1


@rule
def run_sealing(t, s):
    """Who can seal a Location or lay a Trophy is asked, until they pass; what others lay may change a mind."""
    for away in range(s.players):
        p = (s.first + away) % s.players
        if s.ready[p] == 0 and (may_seal(t, s, p) == 1 or any_to_lay(t, s, p) == 1):
            push(s, SEALING, p, -1, 1)
            return
    pop(s)


@rule
def recall_sealers(t, s):
    """Those who can seal now are asked again."""
    for p in range(s.players):
        if may_seal(t, s, p) == 1:
            s.ready[p] = 0


# ----------------------------------------------------------------------------------------------------- progress

# Hundredths of a win that progress is worth (by option): in all, but for Cultists.
SEALED_WORTH = 12  # a Location sealed
LAID_WORTH = 6  # all the Trophies that one takes, laid there
HELD_WORTH = 3  # the same, held by investigators
SEAL_WORTH = 2  # the Gate Seal of one that is not sealed
INSANITY_COST = 30  # all the Insanity that the team can bear
CULTIST_COST = 3  # each Cultist beyond half of those the team can bear


@rule
def held_by_team(s, symbol):
    n = 0
    for p in range(s.players):
        n += s.trophies[p, symbol]
    return n


@rule
def progress(t, s):
    """How much has been achieved and lost, in hundredths of a win for each Trophy that a Location takes and each
    player: whole numbers."""
    unit = t.seal_trophies * s.players
    n = 0
    for x in range(PLACES):
        if s.sealed[x] == 1:
            n += SEALED_WORTH * unit
        else:
            symbol = symbol_at(t, s, x)
            laid = min(s.placed[x, symbol], t.seal_trophies)
            held = min(held_by_team(s, symbol), t.seal_trophies - laid)
            n += (LAID_WORTH * laid + HELD_WORTH * held) * s.players
            if s.seal_of[seal_index(t, s, x)] >= 0:
                n += SEAL_WORTH * unit
    insanity = 0
    for p in range(s.players):
        insanity += s.insanity[p]
    n -= INSANITY_COST * insanity * t.seal_trophies // SANE
    n -= CULTIST_COST * max(2 * crowd(s) - t.threshold, 0) * unit // 2
    return n


@rule
def pay_progress(t, s):
    """By option, what is achieved is paid at once, from the first round on; the end of the game pays the rest."""
    if t.opt_shaping == 1 and s.round > 0:
        share(s, progress(t, s), 100 * t.seal_trophies * s.players)
