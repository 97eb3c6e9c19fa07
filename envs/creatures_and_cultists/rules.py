"""Creatures & Cultists: setting up, rounds and turns, what is legal, and what an action does."""

from ..core.header import DICE
from ..core.kernels import clear, draw, emit, end_competitive, need, pop, push
from .actions import ACTIONS as TABLE
from .rules_attack import (
    announce,
    begin_counter,
    bluff,
    choose_attacker,
    choose_counter,
    choose_target,
    clear_attack,
    dodge,
    is_attack,
    may_aim_at_row,
    may_attack,
    may_attack_with,
    may_counter,
    may_strike_back_with,
    may_target,
    run_attack,
    run_death,
    sidestep,
    sign_attack,
    target_at,
)
from .rules_cards import (
    cleanse_chosen,
    kill_chosen,
    may_cleanse,
    may_play,
    play_card,
    raise_chosen,
    run_card,
    sign_card,
)
from .rules_rolls import begin_roll, may_spend, minimum, run_roll, spend, summon_number
from .rules_table import (
    clear_attacks,
    cults_left,
    current_row,
    discard,
    draw_card,
    eliminate,
    expire,
    has_mondo,
    lose,
    next_seat,
    refill,
    rule,
)
from .state import (
    ATTACKER,
    BLUFF,
    BOOF,
    CALLED_OFF,
    CLEANSE,
    COUNTER,
    COUNTERER,
    CULT,
    DODGE,
    ELDER_SIGN,
    FIRST_TASK,
    FOR_SUMMONING,
    HAND,
    IN_ATTACK,
    IN_CARD,
    IN_DEATH,
    IN_MONDO,
    IN_ROLL,
    IN_ROUND,
    IN_SUMMONING,
    KILL,
    KINDS,
    MONDO,
    NOBODY_LEFT,
    OPEN,
    OUTLASTED,
    PAIRS,
    PLACES,
    RAISE,
    ROUND_BEGAN,
    ROUNDS,
    ROW,
    ROWS,
    SACRIFICE,
    SEATS,
    SIDESTEP,
    SKILL_ROLLED,
    SKILLS,
    SPEND,
    SPENT,
    STAR_ROLLED,
    STARS,
    SUCCESS,
    SUMMONED,
    TARGET,
    TARGETS,
    TURN,
    TURN_BEGAN,
    VICTIM,
)
from .tables import (
    A_BLUFF,
    A_DODGE,
    A_ELDER_SIGN,
    ALL_ROLL,
    ANY_TIE,
    BOTH_TIMES,
    DEFENSE_CARD,
    MONDO_CARD,
    MONDO_DRAWN,
    MONDO_ROUND,
    MONDO_TURN,
    NOW,
    ONE_ROUND,
    ONE_TURN,
)

PLAY = TABLE.base["play"]
DISCARD = TABLE.base["discard"]
CULTIST = TABLE.base["cultist"]
ROW_OF = TABLE.base["row"]
SEAT = TABLE.base["seat"]
SPEND_PAIRS = TABLE.base["spend"]
PASS = TABLE.base["pass"]
SUMMON = TABLE.base["summon"]
END_TURN = TABLE.base["end_turn"]

BEGIN, STARS_ROLLED, READY = range(3)  # stages of the beginning of a round
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


# --------------------------------------------------------------------------------------- rounds and turns


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
    s.stack[0, 3] = READY
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


@rule
def settle(t, s):
    """Go on with what is under way until somebody has to decide."""
    while s.over == 0:
        kind = s.stack[0, 0] + 0
        if kind in (TURN, IN_ROUND, IN_ATTACK, IN_MONDO) and cults_left(s) < 2:
            end_if_decided(t, s)
        elif kind == TURN:
            if run_turn(t, s) == 1:
                return
        elif kind < FIRST_TASK:
            return
        elif kind == IN_ROLL:
            run_roll(t, s)
        elif kind == IN_ATTACK:
            run_attack(t, s)
        elif kind == IN_CARD:
            run_card(t, s)
        elif kind == IN_DEATH:
            run_death(t, s)
        elif kind == IN_SUMMONING:
            run_summoning(t, s)
        elif kind == IN_MONDO:
            run_mondo(t, s)
        else:
            run_round(t, s)


# -------------------------------------------------------------------------------------------- setting up


@rule
def roll_skills(t, s, p):
    """Two dice and three for each skill, doubles again, unless an option says what they are."""
    for k in range(SKILLS):
        if t.skill_of[p, k] >= 0:
            s.skill[p, k] = t.skill_of[p, k]
        else:
            a = draw(s, DICE, DIE) + 1
            b = draw(s, DICE, DIE) + 1
            while a == b:
                a = draw(s, DICE, DIE) + 1
                b = draw(s, DICE, DIE) + 1
            s.skill[p, k] = a + b + 3
        emit(s, SKILL_ROLLED, p, -1, k, s.skill[p, k], -1, -1, -1)


@rule
def setup(T, S, i):
    """Skills are rolled, six cards dealt to each, and the first round begins."""
    t = T[0]
    s = S[i]
    if t.opt_uniform_windows == 1:
        s.auto = 0
    for k in range(t.kinds):
        s.deck[k] = t.copies[k]
        s.deck_count += t.copies[k]
    for p in range(s.players):
        roll_skills(t, s, p)
        for r in range(ROWS):
            for c in range(PLACES):
                s.alive[p, r, c] = 1
    for _ in range(HAND):
        for p in range(s.players):
            draw_card(t, s, p)
    push(s, IN_ROUND, 0, -1, BEGIN)
    settle(t, s)


@rule
def enter(T, S, i, seat, phase):
    """Begin the turn of ``seat``."""
    t = T[0]
    s = S[i]
    clear_attack(s)
    begin_turn(t, s, seat)
    settle(t, s)


# ------------------------------------------------------------------------------------------ what is legal


@rule
def may_play_now(t, s, p, k):
    """1 where card ``k`` may be played in the own turn, to take effect or to attack."""
    return may_attack(t, s, p, k) if is_attack(t, k) == 1 else may_play(t, s, p, k)


@rule
def legal_turn(t, s, p, mask):
    for k in range(t.kinds):
        if s.hand[p, k] > 0 and t.type[k] != MONDO_CARD:
            mask[DISCARD + k] = 1
            if t.type[k] != DEFENSE_CARD:
                mask[PLAY + k] = may_play_now(t, s, p, k)
    mask[SUMMON] = may_summon(t, s, p)
    mask[END_TURN] = 1


@rule
def legal_spend(t, s, p, mask):
    for pairs in range(1, PAIRS + 1):
        mask[SPEND_PAIRS + pairs - 1] = may_spend(t, s, p, pairs)
    mask[PASS] = 1


@rule
def may_lower(s, p, pairs):
    """1 where so many pairs may be spent on the die for the stars: beyond five they change nothing."""
    return 1 if pairs < DIE and 2 * pairs <= s.points[p] else 0


@rule
def answer_kind(t, kind):
    """The card that answers in a window, or -1."""
    if kind == DODGE:
        return t.k_answer[A_DODGE] + 0
    if kind == ELDER_SIGN:
        return t.k_answer[A_ELDER_SIGN] + 0
    return t.k_answer[A_BLUFF] + 0


@rule
def may_answer(t, s, p, kind, k):
    return 1 if k == answer_kind(t, kind) and s.hand[p, k] > 0 else 0


@rule
def may_name_target(t, s, kind, place):
    """1 where the cultist at ``place`` of the row attacked may dodge, or strike back."""
    for x in range(TARGETS):
        if s.target[x] == place:
            if kind == SIDESTEP:
                return 1 if s.fate[x] == OPEN else 0
            return may_strike_back_with(t, s, x, s.stack[0, 2])
    return 0


@rule
def may_name(t, s, kind, p, q, r, place):
    """1 where ``p`` may name the cultist of ``q`` at ``place``; ``r`` is the current row of ``q``."""
    if kind == TARGET:
        return may_target(s, p, q, r, place)
    if kind == KILL:
        return s.alive[q, r, place] if q == (p + s.stack[0, 2]) % s.players else 0
    if q != p:
        return 0
    if kind == ATTACKER:
        return may_attack_with(t, s, p, s.card, r, place)
    if kind == SACRIFICE:
        return s.alive[p, r, place] + 0
    if kind == RAISE:
        return 1 - s.alive[p, r, place]
    return may_name_target(t, s, kind, place)


@rule
def legal_cultists(t, s, kind, p, mask):
    cults = s.players if kind in (TARGET, KILL) else 1  # the others are about the own cult
    for away in range(cults):
        q = (p + away) % s.players
        if s.out[q] == 0:
            r = current_row(s, q)
            for place in range(PLACES):
                mask[CULTIST + place * SEATS + away] = may_name(t, s, kind, p, q, r, place)


@rule
def legal_others(s, p, mask):
    for away in range(1, s.players):
        if s.out[(p + away) % s.players] == 0:
            mask[SEAT + away] = 1


@rule
def legal_cards(t, s, kind, p, mask):
    """Cards that answer the decision."""
    for k in range(t.kinds):
        if kind == MONDO:
            if t.type[k] == MONDO_CARD and s.hand[p, k] > 0:
                mask[PLAY + k] = 1
        elif kind == COUNTER:
            mask[PLAY + k] = may_counter(t, s, p, k)
        elif kind == CLEANSE:
            mask[DISCARD + k] = may_cleanse(t, s, p, k)
        else:
            mask[PLAY + k] = may_answer(t, s, p, kind, k)
    if kind != MONDO:
        mask[PASS] = 1


@rule
def legal(T, S, i, mask):
    """Set the mask to the legal actions of the decision on top of the stack."""
    t = T[0]
    s = S[i]
    clear(mask)
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == TURN:
        legal_turn(t, s, p, mask)
    elif kind == SPEND:
        legal_spend(t, s, p, mask)
    elif kind == STARS:
        for pairs in range(1, PAIRS + 1):
            mask[SPEND_PAIRS + pairs - 1] = may_lower(s, p, pairs)
        mask[PASS] = 1
    elif kind in (CULT, VICTIM):
        legal_others(s, p, mask)
    elif kind == ROW:
        for r in range(ROWS):
            mask[ROW_OF + r] = may_aim_at_row(t, s, s.defender, r)
    elif kind in (MONDO, COUNTER, CLEANSE, DODGE, ELDER_SIGN, BLUFF):
        legal_cards(t, s, kind, p, mask)
    else:
        legal_cultists(t, s, kind, p, mask)


# -------------------------------------------------------------------------------- what an action does


@rule
def act(t, s, p, action):
    """What a seat does in its turn, whose entry lies at the bottom of the stack."""
    if action == END_TURN:
        end_turn(t, s, p)
    elif action == SUMMON:
        need(may_summon(t, s, p) == 1)
        push(s, IN_SUMMONING, p, -1, 0)
    elif action >= DISCARD:
        need(action < DISCARD + KINDS)
        k = action - DISCARD
        need(s.hand[p, k] > 0 and t.type[k] != MONDO_CARD)
        discard(s, p, k)
    else:
        k = action - PLAY
        need(t.type[k] != MONDO_CARD and t.type[k] != DEFENSE_CARD)
        need(may_play_now(t, s, p, k) == 1)
        if is_attack(t, k) == 1:
            announce(t, s, p, k)
        else:
            play_card(t, s, p, k)


@rule
def choose_pairs(t, s, kind, p, action):
    pairs = action - SPEND_PAIRS + 1
    need(pairs >= 1 and pairs <= PAIRS)
    pop(s)
    if kind == STARS:
        need(may_lower(s, p, pairs) == 1)
        s.stars[p] = pairs
        lose(s, p, 2 * pairs)
        emit(s, SPENT, p, -1, pairs, pairs, -1, -1, -1)
    else:
        need(may_spend(t, s, p, pairs) == 1)
        spend(t, s, p, pairs)


@rule
def choose_seat(s, kind, p, action):
    away = action - SEAT
    need(away >= 1 and away < s.players)
    q = (p + away) % s.players
    need(s.out[q] == 0)
    pop(s)
    if kind == VICTIM:
        s.victim = q
    else:
        s.defender = q
        push(s, ROW, p, s.card, 0)


@rule
def choose_row(t, s, p, action):
    r = action - ROW_OF
    need(r >= 0 and r < ROWS)
    need(may_aim_at_row(t, s, s.defender, r) == 1)
    pop(s)
    s.row = r


@rule
def answer(t, s, kind, p, k):
    """A Defense card is played."""
    if kind == DODGE:
        dodge(t, s, p, k)
    elif kind == BLUFF:
        bluff(s, p, k)
    elif s.stack[1, 0] == IN_ATTACK:
        sign_attack(s, p, k)
    else:
        sign_card(s, p, k)


@rule
def choose_card(t, s, kind, p, action):
    """A card that answers the decision; a card that lies on the own cult is discarded."""
    if kind == CLEANSE:
        need(action >= DISCARD and action < DISCARD + KINDS)
        need(may_cleanse(t, s, p, action - DISCARD) == 1)
        cleanse_chosen(t, s, p, action - DISCARD)
        return
    k = action - PLAY
    need(k >= 0 and k < KINDS)
    if kind == MONDO:
        need(t.type[k] == MONDO_CARD and s.hand[p, k] > 0)
        pop(s)
        play_card(t, s, p, k)
    elif kind == COUNTER:
        need(may_counter(t, s, p, k) == 1)
        choose_counter(t, s, p, k)
    else:
        need(may_answer(t, s, p, kind, k) == 1)
        answer(t, s, kind, p, k)


@rule
def choose_cultist(t, s, kind, p, action):
    x = action - CULTIST
    need(x >= 0 and x < PLACES * SEATS and x % SEATS < s.players)
    q = (p + x % SEATS) % s.players
    place = x // SEATS
    need(s.out[q] == 0)
    need(may_name(t, s, kind, p, q, current_row(s, q), place) == 1)
    if kind == ATTACKER:
        choose_attacker(t, s, p, place)
    elif kind == TARGET:
        choose_target(t, s, q, place)
    elif kind == SIDESTEP:
        sidestep(t, s, p, place)
    elif kind == COUNTERER:
        k = s.stack[0, 2] + 0
        pop(s)
        begin_counter(t, s, target_at(s, place), k)
    elif kind == RAISE:
        raise_chosen(s, p, place)
    else:
        kill_chosen(s, p, q, place)


@rule
def apply(T, S, i, action):
    """Do what ``action`` answers to the decision on top of the stack."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if action == PASS:
        need(kind in (SPEND, STARS, DODGE, ELDER_SIGN, BLUFF, COUNTER, CLEANSE))
        pop(s)
    elif kind == TURN:
        act(t, s, p, action)
    elif kind in (SPEND, STARS):
        choose_pairs(t, s, kind, p, action)
    elif kind in (CULT, VICTIM):
        choose_seat(s, kind, p, action)
    elif kind == ROW:
        choose_row(t, s, p, action)
    elif kind in (MONDO, COUNTER, CLEANSE, DODGE, ELDER_SIGN, BLUFF):
        choose_card(t, s, kind, p, action)
    else:
        choose_cultist(t, s, kind, p, action)
    settle(t, s)
