"""Creatures & Cultists: setting up, rounds and turns, what is legal, and what an action does."""

from ..core.header import DICE
from ..core.kernels import clear, draw, emit, need, pop, push
from .actions import ACTIONS as TABLE
from .rules_attack import (
    announce,
    begin_counter,
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
from .rules_deaths import bluff, run_death
from .rules_rolls import may_spend, run_roll, spend
from .rules_rounds import (
    BEGIN,
    DIE,
    begin_turn,
    end_if_decided,
    end_turn,
    may_summon,
    run_mondo,
    run_round,
    run_summoning,
    run_turn,
)
from .rules_table import cults_left, current_row, discard, draw_card, lose, rule
from .state import (
    ATTACKER,
    BLUFF,
    CLEANSE,
    COUNTER,
    COUNTERER,
    CULT,
    DODGE,
    ELDER_SIGN,
    FIRST_TASK,
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
    OPEN,
    PAIRS,
    PLACES,
    RAISE,
    ROW,
    ROWS,
    SACRIFICE,
    SEATS,
    SIDESTEP,
    SKILL_ROLLED,
    SKILLS,
    SPEND,
    SPENT,
    STARS,
    TARGET,
    TARGETS,
    TURN,
    VICTIM,
)
from .tables import A_BLUFF, A_DODGE, A_ELDER_SIGN, DEFENSE_CARD, MONDO_CARD

PLAY = TABLE.base["play"]
DISCARD = TABLE.base["discard"]
CULTIST = TABLE.base["cultist"]
ROW_OF = TABLE.base["row"]
SEAT = TABLE.base["seat"]
SPEND_PAIRS = TABLE.base["spend"]
PASS = TABLE.base["pass"]
SUMMON = TABLE.base["summon"]
END_TURN = TABLE.base["end_turn"]


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
