"""Rounds and turns: the stars, Mondo cards, whose turn it is, summoning, and the end."""

from ..core.header import DICE
from ..core.kernels import draw, emit, end_competitive, pop, push
from .rules_rolls import begin_roll, minimum, summon_number
from .rules_table import clear_attacks, cults_left, eliminate, expire, has_mondo, lose, next_seat, refill, rule
from .state import (
    BOOF,
    CALLED_OFF,
    FOR_SUMMONING,
    IN_MONDO,
    IN_ROUND,
    MONDO,
    NOBODY_LEFT,
    OUTLASTED,
    PAIRS,
    ROUND_BEGAN,
    ROUNDS,
    STAR_ROLLED,
    STARS,
    SUCCESS,
    SUMMONED,
    TURN,
    TURN_BEGAN,
)
from .tables import ALL_ROLL, ANY_TIE, BOTH_TIMES, MONDO_DRAWN, MONDO_ROUND, MONDO_TURN, NOW, ONE_ROUND, ONE_TURN

BEGIN, STARS_ROLLED, HANDS_FULL = range(3)  # stages of the beginning of a round
RUNNING, SPENT_TURN = range(2)  # a turn goes on, or is over
DIE = 6

# ------------------------------------------------------------------------------------------------ the end


@rule
def end_if_decided(t, s):
    """The last cult wins at once; where none is left nobody does, or (by option) the last to go."""
    left = cults_left(s)
    if left > 1:
        return
    for p in range(s.players):
        if left == 1 and s.out[p] == 0:
            s.winners[p] = 1
        if left == 0 and t.opt_nobody_left == 1 and s.last_out == p:
            s.winners[p] = 1
        if s.winners[p] == 1:
            emit(s, OUTLASTED, p, -1, -1, -1, -1, -1, -1)
    if left == 0 and t.opt_nobody_left == 0:
        emit(s, NOBODY_LEFT, -1, -1, -1, -1, -1, -1, -1)
    end_competitive(s)


@rule
def may_summon(t, s, p):
    """1 where ``p`` is favoured and has (by option: had) the points that a summoning takes."""
    if s.favoured != p:
        return 0
    if t.opt_summon_when != NOW and s.ready[p] == 0:
        return 0
    if t.opt_summon_when in (BOTH_TIMES, NOW) and s.points[p] < minimum(t, s):
        return 0
    return 1


@rule
def run_summoning(t, s):
    """The deity comes, does not, or swallows its own cult; unless it comes, the turn is over."""
    p = s.stack[0, 1] + 0
    if s.stack[0, 3] == 0:
        s.stack[0, 3] = 1
        begin_roll(t, s, p, FOR_SUMMONING, summon_number(t, s, p))
        return
    pop(s)
    s.stack[0, 3] = SPENT_TURN
    if s.outcome >= SUCCESS:
        s.winners[p] = 1
        emit(s, SUMMONED, p, -1, -1, -1, -1, -1, -1)
        end_competitive(s)
    elif s.outcome == BOOF:
        eliminate(t, s, p)
    else:
        lose(s, p, minimum(t, s))


# ----------------------------------------------------------------------------------------------- the stars


@rule
def roll_die(s, p):
    """The die of ``p`` for the stars, lowered by points spent on it."""
    die = draw(s, DICE, DIE) + 1
    emit(s, STAR_ROLLED, p, -1, die, max(die - s.stars[p], 0), -1, -1, -1)
    return die - s.stars[p]


@rule
def roll_for_stars(t, s):
    """Everybody throws a die, the lowest is favoured; on ties (some) throw again."""
    among = 0  # bit p: seat p throws
    for p in range(s.players):
        if s.out[p] == 0:
            among += 1 << p
    everybody = among + 0
    while True:
        lowest = 100
        seen = 0  # bits of results that fell, to notice any tie
        low = 0
        any_tie = 0
        for p in range(s.players):
            if among & (1 << p) != 0:
                die = roll_die(s, p)
                if seen & (1 << (die + PAIRS)) != 0:
                    any_tie = 1
                seen |= 1 << (die + PAIRS)
                if die < lowest:
                    lowest = die
                    low = 0
                if die == lowest:
                    low += 1 << p
        first = 0
        while low & (1 << first) == 0:
            first += 1
        alone = 1 if low == 1 << first else 0
        if alone == 1 and (any_tie == 0 or t.opt_star_ties != ANY_TIE):
            s.favoured = first
            return
        among = everybody if t.opt_star_ties in (ALL_ROLL, ANY_TIE) else low


# --------------------------------------------------------------------------------------- rounds and turns


@rule
def refill_all(t, s, first):
    """Everybody fills the hand, in the order of play."""
    for away in range(s.players):
        p = (first + away) % s.players
        if s.out[p] == 0:
            refill(t, s, p)


@rule
def begin_round(t, s):
    """Points on the die for the stars, where the option allows them, are spent before anybody rolls."""
    if s.round == ROUNDS and t.opt_round_cap == 1:
        emit(s, CALLED_OFF, -1, -1, s.round, -1, -1, -1, -1)
        end_competitive(s)
        return
    s.stack[0, 3] = STARS_ROLLED
    s.round = min(s.round + 1, ROUNDS)
    if s.round > 1 and t.opt_draw_time == 1:
        refill_all(t, s, 0)
    if t.opt_star_points == 1:
        for p in range(s.players - 1, -1, -1):
            if s.out[p] == 0 and s.points[p] >= 2:
                push(s, STARS, p, -1, 0)


@rule
def find_favoured(t, s):
    """The stars choose, hands are filled (they are full in the first round), and points are counted."""
    s.stack[0, 3] = HANDS_FULL
    roll_for_stars(t, s)
    emit(s, ROUND_BEGAN, s.favoured, -1, s.round, -1, -1, -1, -1)
    first = next_seat(s, s.favoured)
    if s.round > 1 and t.opt_draw_time == 0:
        refill_all(t, s, first)
    for p in range(s.players):
        s.stars[p] = 0
        s.ready[p] = 1 if s.out[p] == 0 and s.points[p] >= minimum(t, s) else 0
    if t.opt_mondo_time == MONDO_ROUND:
        for away in range(s.players - 1, -1, -1):
            p = (first + away) % s.players
            if s.out[p] == 0:
                push(s, IN_MONDO, p, -1, 0)


@rule
def begin_turn(t, s, p):
    """Every cultist may attack again; Mondo cards come first."""
    for q in range(s.players):
        clear_attacks(s, q)
    emit(s, TURN_BEGAN, p, -1, -1, -1, -1, -1, -1)
    push(s, TURN, p, -1, RUNNING)
    if t.opt_mondo_time == MONDO_TURN:
        push(s, IN_MONDO, p, -1, 0)


@rule
def run_round(t, s):
    if s.stack[0, 3] == BEGIN:
        begin_round(t, s)
    elif s.stack[0, 3] == STARS_ROLLED:
        find_favoured(t, s)
    else:
        pop(s)
        begin_turn(t, s, next_seat(s, s.favoured))


@rule
def end_turn(t, s, p):
    """The next cult at the right plays; after the favoured one, or where it is out its place, a round begins."""
    pop(s)
    expire(t, s, p, ONE_TURN)
    q = p + 0
    while q != s.favoured:
        q = (q + 1) % s.players
        if s.out[q] == 0:
            begin_turn(t, s, q)
            return
    for q in range(s.players):
        expire(t, s, q, ONE_ROUND)
    push(s, IN_ROUND, 0, -1, BEGIN)


@rule
def run_mondo(t, s):
    """Mondo cards are played one by one until the hand holds none."""
    p = s.stack[0, 1] + 0
    if s.out[p] == 0 and has_mondo(t, s, p) == 1:
        push(s, MONDO, p, -1, 0)
    else:
        pop(s)


@rule
def late_mondo(t, s, p):
    """By option Mondo cards drawn in the middle of a turn are played at once, everybody's where they always are."""
    for away in range(s.players):
        q = (p + away) % s.players
        if s.out[q] == 0 and has_mondo(t, s, q) == 1 and (away == 0 or t.opt_mondo_time == MONDO_DRAWN):
            push(s, IN_MONDO, q, -1, 0)
            return 1
    return 0


@rule
def run_turn(t, s):
    """1 where the turn on top waits for its player, 0 where something else comes first."""
    p = s.stack[0, 1] + 0
    if s.out[p] == 1 or s.stack[0, 3] == SPENT_TURN:
        end_turn(t, s, p)
        return 0
    if t.opt_mondo_late == 1 or t.opt_mondo_time == MONDO_DRAWN:
        return 1 - late_mondo(t, s, p)
    return 1
