"""Attacks and counter-attacks: aiming, the rolls of both sides, answers, deaths, and striking back.

An attack is one entry of the stack whose count is its stage; the windows, rolls and deaths it waits for lie
above it. A counter-attack takes its place, with the roles exchanged.
"""

from ..core.kernels import emit, need, pop, push
from .rules_deaths import open_window
from .rules_rolls import attack_number, attack_skill, begin_roll, defence_number, survival_number
from .rules_table import current_row, given, leave_hand, living, rule, take_back
from .state import (
    ATTACKED,
    ATTACKER,
    BOOF,
    CONJURING,
    COUNTER,
    COUNTERED,
    COUNTERER,
    CULT,
    DEAD,
    DODGE,
    DODGED,
    DOOMED,
    ELDER_SIGN,
    FAILURE,
    FOR_CONTROL,
    FOR_DEFENCE,
    FOR_SURVIVAL,
    FOR_THUGGERY,
    HIT,
    IN_ATTACK,
    IN_DEATH,
    KEPT,
    OPEN,
    PLACES,
    SAVED,
    SIDESTEP,
    SIGNED,
    SPOOGE,
    SUCCESS,
    TARGET,
    TARGETS,
    TURNED,
)
from .tables import (
    A_DODGE,
    A_ELDER_SIGN,
    AFTER_DEFENCE,
    BEFORE_ROLL,
    CONJURING_CARD,
    GIVES_GATE,
    GIVES_SILENCE,
    ONE_DEFENCE,
    SEPARATE_ROLLS,
    THUGGERY_CARD,
)

# Stages of an attack.
ANNOUNCED, TO_ROLL, ROLLED_ATTACK, HIT_ANYBODY, TO_DEFEND, DEFENDED, DOOMED_ANYBODY, TO_KILL, TO_COUNTER, DONE = range(
    10
)
MAY, MAY_WITH_BONUS = 1, 2  # the right to counter-attack
COUNTER_BONUS = 2


# ------------------------------------------------------------------------------------------------ who may


@rule
def is_attack(t, k):
    return 1 if t.type[k] == THUGGERY_CARD or t.type[k] == CONJURING_CARD else 0


@rule
def attack_of(t, k):
    """Which of a cultist's two attacks of a turn a card uses: 0 conjuring, 1 thuggery."""
    return 0 if t.type[k] == CONJURING_CARD else 1


@rule
def may_use(t, s, p, k):
    """1 where ``p`` holds attack card ``k`` and nothing forbids it."""
    if s.hand[p, k] == 0 or is_attack(t, k) == 0:
        return 0
    return 1 if given(t, s, p, GIVES_SILENCE + attack_skill(t, k)) == 0 else 0


@rule
def may_attack_with(t, s, p, k, r, place):
    """1 where the cultist at ``place`` of ``r``, the current row of ``p``, has the attack left that ``k`` uses."""
    return 1 if s.alive[p, r, place] == 1 and s.used[p, place, attack_of(t, k)] == 0 else 0


@rule
def may_attack(t, s, p, k):
    """1 where ``p`` may attack with card ``k``: somebody in its current row still can."""
    if may_use(t, s, p, k) == 0:
        return 0
    r = current_row(s, p)
    for place in range(PLACES):
        if may_attack_with(t, s, p, k, r, place) == 1:
            return 1
    return 0


@rule
def reaches(t, s, p, k):
    """1 where an attack with card ``k`` may be made on other rows than the current one."""
    return 1 if t.reaches[k] == 1 or given(t, s, p, GIVES_GATE) > 0 else 0


@rule
def may_aim_at_row(t, s, q, r):
    """1 where an attack that reaches other rows may be made on row ``r`` of cult ``q``: a living cultist is there."""
    if living(s, q, r) == 0:
        return 0
    if t.opt_reach == 1:
        for between in range(current_row(s, q) + 1, r):
            if living(s, q, between) > 0:
                return 0
    return 1


@rule
def may_target(s, p, q, r, place):
    """1 where ``p`` may name the cultist of ``q`` at ``place`` as the next target; ``r`` is its current row."""
    if q == p or s.out[q] == 1:
        return 0
    if s.defender == -1:
        return s.alive[q, r, place] + 0
    if q != s.defender or s.alive[q, s.row, place] == 0:
        return 0
    for x in range(TARGETS):
        if s.target[x] == place:
            return 0
    return 1


@rule
def may_strike_back(t, s, x):
    """1 where target ``x`` may counter-attack: it lives, and so does who attacked it."""
    if x > 0 and t.opt_multi_counter == 0:
        return 0
    if s.right[x] == 0 or s.alive[s.defender, s.row, s.target[x]] == 0:
        return 0
    return s.alive[s.attacker, s.source // PLACES, s.source % PLACES] + 0


@rule
def may_strike_back_with(t, s, x, k):
    """The same with card ``k``; by option a counter-attack is one of the cultist's attacks of the turn."""
    if may_strike_back(t, s, x) == 0:
        return 0
    if t.opt_counter_uses == 1 and s.row == current_row(s, s.defender):
        return 1 - s.used[s.defender, s.target[x], attack_of(t, k)]
    return 1


@rule
def may_counter(t, s, q, k):
    if may_use(t, s, q, k) == 0:
        return 0
    for x in range(TARGETS):
        if may_strike_back_with(t, s, x, k) == 1:
            return 1
    return 0


@rule
def any_counter(t, s, q):
    for k in range(t.kinds):
        if may_counter(t, s, q, k) == 1:
            return 1
    return 0


# -------------------------------------------------------------------------------------------------- aiming


@rule
def clear_attack(s):
    """No attack is under way."""
    s.card = -1
    s.attacker = -1
    s.source = -1
    s.defender = -1
    s.row = -1
    for x in range(TARGETS):
        s.target[x] = -1
        s.fate[x] = -1
        s.right[x] = 0
    s.counter = 0
    s.bonus = 0
    s.turned = 0
    s.keep = 0
    s.at = 0
    s.victim = -1
    s.killer = -1


@rule
def announce(t, s, p, k):
    """``p`` shows an attack card; it says next who attacks whom."""
    leave_hand(s, p, k)
    s.card = k
    s.attacker = p
    push(s, IN_ATTACK, p, k, ANNOUNCED)
    push(s, ATTACKER, p, k, 0)


@rule
def choose_attacker(t, s, p, place):
    k = s.card + 0
    s.source = current_row(s, p) * PLACES + place
    s.used[p, place, attack_of(t, k)] = 1
    pop(s)
    push(s, TARGET, p, k, 0)
    if reaches(t, s, p, k) == 1:
        push(s, CULT, p, k, 0)


@rule
def choose_target(t, s, q, place):
    """Name a target; a card with several asks for the next, all in one row."""
    x = s.stack[0, 3] + 0
    if s.defender == -1:
        s.defender = q
        s.row = current_row(s, q)
    s.target[x] = place
    s.fate[x] = OPEN
    if x + 1 < min(t.targets[s.card], living(s, q, s.row)):
        s.stack[0, 3] = x + 1
    else:
        pop(s)


@rule
def begin_counter(t, s, x, k):
    """Target ``x`` strikes back with card ``k``: the roles are exchanged, and the attack begins anew."""
    q = s.defender + 0
    p = s.attacker + 0
    bonus = COUNTER_BONUS if s.right[x] == MAY_WITH_BONUS else 0
    source = s.row * PLACES + s.target[x]
    target = s.source + 0
    clear_attack(s)
    s.card = k
    s.attacker = q
    s.source = source
    s.defender = p
    s.row = target // PLACES
    s.target[0] = target % PLACES
    s.fate[0] = OPEN
    s.counter = 1
    s.bonus = bonus
    if t.opt_counter_uses == 1 and source // PLACES == current_row(s, q):
        s.used[q, source % PLACES, attack_of(t, k)] = 1
    s.stack[0, 1] = q
    s.stack[0, 2] = k
    s.stack[0, 3] = ANNOUNCED
    if min(t.targets[k], living(s, p, s.row)) > 1:
        push(s, TARGET, q, k, 1)


# ------------------------------------------------------------------------------------------- what becomes of it


@rule
def count_fate(s, fate):
    n = 0
    for x in range(TARGETS):
        if s.fate[x] == fate:
            n += 1
    return n


@rule
def first_fate(s, fate):
    """The first target with that fate; TARGETS where there is none."""
    x = 0
    while x < TARGETS and s.fate[x] != fate:
        x += 1
    return x


@rule
def decide(s, fate, after, right, only):
    """Targets with one fate get another, and a right to counter-attack: all of them, or (``only``) the one at hand."""
    for x in range(TARGETS):
        if s.fate[x] == fate and (only == 0 or x == s.at):
            s.fate[x] = after
            s.right[x] = right


@rule
def stop_card(s, right):
    """Nothing more comes of the attack, and its card is gone."""
    s.keep = 0
    decide(s, OPEN, SAVED, right, 0)
    decide(s, HIT, SAVED, 0, 0)
    decide(s, DOOMED, SAVED, 0, 0)


@rule
def right_after_attack(s, outcome):
    """Failed Thuggery may be countered, Boofed with a bonus; a counter-attack may not."""
    if s.counter == 1:
        return 0
    return MAY_WITH_BONUS if outcome == BOOF else MAY


@rule
def right_after_defence(t, s, thuggery, outcome):
    """Who defended against Thuggery may strike back, Spooged with a bonus; against a monster only Spooged."""
    if s.turned == 1 or (s.counter == 1 and (t.opt_counter_chain == 0 or outcome != SPOOGE)):
        return 0
    if outcome == SPOOGE:
        return MAY_WITH_BONUS if thuggery == 1 or t.opt_monster_bonus == 1 else MAY
    return thuggery


@rule
def turn_on_summoner(s):
    """The monster attacks the cultist that called it; everybody else is spared."""
    p = s.attacker + 0
    s.victim = s.defender
    s.defender = p
    s.row = s.source // PLACES
    for x in range(TARGETS):
        s.target[x] = -1
        s.fate[x] = -1
        s.right[x] = 0
    s.target[0] = s.source % PLACES
    s.fate[0] = HIT
    s.turned = 1
    s.keep = 0
    emit(s, TURNED, p, -1, s.card, s.source, -1, -1, -1)


@rule
def after_attack_roll(t, s):
    k = s.card + 0
    only = 1 if t.opt_multi_rolls == SEPARATE_ROLLS else 0
    if s.outcome == SPOOGE:
        decide(s, OPEN, DOOMED, 0, only)
    elif s.outcome == SUCCESS:
        decide(s, OPEN, HIT, 0, only)
    elif t.type[k] == THUGGERY_CARD:
        decide(s, OPEN, SAVED, right_after_attack(s, s.outcome), only)
    elif s.outcome == BOOF:
        turn_on_summoner(s)
    else:
        decide(s, OPEN, SAVED, 0, only)


@rule
def defend(t, s):
    """The next target that was hit rolls; the stage waits until none is left."""
    x = first_fate(s, HIT)
    if x == TARGETS:
        s.stack[0, 3] = DOOMED_ANYBODY
    elif s.counter == 1 and s.turned == 0 and t.opt_counter_defence == 0:
        s.fate[x] = DOOMED
    else:
        s.at = x
        q = s.defender + 0
        s.stack[0, 3] = DEFENDED
        if t.type[s.card] == THUGGERY_CARD:
            begin_roll(t, s, q, FOR_DEFENCE, defence_number(t, s, q, s.row * PLACES + s.target[x]))
        else:
            begin_roll(t, s, q, FOR_SURVIVAL, survival_number(t, s, q, s.card))


@rule
def after_defence_roll(t, s):
    only = 0 if t.opt_multi_rolls == ONE_DEFENCE else 1
    thuggery = attack_of(t, s.card)
    if s.outcome == FAILURE or s.outcome == BOOF:
        decide(s, HIT, DOOMED, 0, only)
        if s.outcome == BOOF and s.turned == 0:
            s.keep = 1
    else:
        decide(s, HIT, SAVED, right_after_defence(t, s, thuggery, s.outcome), only)


@rule
def offer_elder_sign(t, s):
    """An Elder Sign stops a monster, by option also one that turned on its summoner."""
    if t.type[s.card] == CONJURING_CARD and (s.turned == 0 or t.opt_elder_sign_turned == 1):
        open_window(t, s, ELDER_SIGN, s.defender, A_ELDER_SIGN, s.card)


@rule
def kill_next(t, s):
    """The next doomed target dies; then targets not yet rolled for, and then the counter-attack."""
    x = first_fate(s, DOOMED)
    if x < TARGETS:
        s.fate[x] = DEAD
        s.killer = s.attacker
        if s.turned == 1:
            s.killer = s.victim if t.opt_turned_points == 1 else -1
        push(s, IN_DEATH, s.defender, s.row * PLACES + s.target[x], 0)
    else:
        s.stack[0, 3] = TO_ROLL if count_fate(s, OPEN) > 0 else TO_COUNTER


@rule
def offer_counter(t, s):
    """The card stays with the attacker if the victim Boofed; who defended may strike back, now or never."""
    s.stack[0, 3] = DONE
    if s.keep == 1 and s.out[s.attacker] == 0:
        take_back(s, s.attacker, s.card)
        emit(s, KEPT, s.attacker, -1, s.card, -1, -1, -1, -1)
    q = s.defender + 0
    may = 0
    for x in range(TARGETS):
        may = max(may, may_strike_back(t, s, x))
    if may == 1 and (t.opt_uniform_windows == 1 or any_counter(t, s, q) == 1):
        push(s, COUNTER, q, s.card, 0)


@rule
def roll_attack(t, s):
    """The attacker rolls against the first target that is open."""
    x = first_fate(s, OPEN)
    if x == TARGETS:
        s.stack[0, 3] = TO_COUNTER
        return
    s.at = x
    s.stack[0, 3] = ROLLED_ATTACK
    number = attack_number(t, s, s.attacker, s.source, s.card, s.defender) + s.bonus
    reason = FOR_CONTROL if attack_skill(t, s.card) == CONJURING else FOR_THUGGERY
    begin_roll(t, s, s.attacker, reason, number)


@rule
def begin_attack(t, s):
    """Everything is announced: the last moment for a Dodge."""
    s.stack[0, 3] = TO_ROLL
    kind = COUNTERED if s.counter == 1 else ATTACKED
    slot = s.row * PLACES + s.target[0]
    emit(s, kind, s.attacker, s.defender, s.card, s.source, slot, count_fate(s, OPEN), -1)
    if t.type[s.card] == THUGGERY_CARD:
        open_window(t, s, DODGE, s.defender, A_DODGE, s.card)
    elif t.opt_elder_sign_time == BEFORE_ROLL:
        open_window(t, s, ELDER_SIGN, s.defender, A_ELDER_SIGN, s.card)


@rule
def run_attack(t, s):
    """One stage of the attack on top of the stack."""
    stage = s.stack[0, 3] + 0
    if stage == ANNOUNCED:
        begin_attack(t, s)
    elif stage == TO_ROLL:
        roll_attack(t, s)
    elif stage == ROLLED_ATTACK:
        s.stack[0, 3] = HIT_ANYBODY
        after_attack_roll(t, s)
    elif stage == HIT_ANYBODY:
        s.stack[0, 3] = TO_DEFEND
        early = 1 if t.opt_elder_sign_time != AFTER_DEFENCE else 0
        if early == 1 and (s.turned == 1 or t.opt_elder_sign_time != BEFORE_ROLL):
            if count_fate(s, HIT) + count_fate(s, DOOMED) > 0:
                offer_elder_sign(t, s)
    elif stage == TO_DEFEND:
        defend(t, s)
    elif stage == DEFENDED:
        s.stack[0, 3] = TO_DEFEND
        after_defence_roll(t, s)
    elif stage == DOOMED_ANYBODY:
        s.stack[0, 3] = TO_KILL
        if t.opt_elder_sign_time == AFTER_DEFENCE and count_fate(s, DOOMED) > 0:
            offer_elder_sign(t, s)
    elif stage == TO_KILL:
        kill_next(t, s)
    elif stage == TO_COUNTER:
        offer_counter(t, s)
    else:
        pop(s)
        clear_attack(s)


# ------------------------------------------------------------------------------------------------- answers


@rule
def dodge_right(t, s):
    return MAY if t.opt_dodge_counter == 1 and s.counter == 0 else 0


@rule
def dodge(t, s, q, k):
    """The attack fails before any dice: all of it, or (by option) for one cultist."""
    pop(s)
    leave_hand(s, q, k)
    emit(s, DODGED, q, s.attacker, s.card, -1, -1, -1, -1)
    if t.opt_dodge_scope == 1 and count_fate(s, OPEN) > 1:
        push(s, SIDESTEP, q, s.card, 0)
    else:
        stop_card(s, dodge_right(t, s))


@rule
def sidestep(t, s, q, place):
    """The cultist that a Dodge saves; another Dodge may save another."""
    pop(s)
    for x in range(TARGETS):
        if s.target[x] == place and s.fate[x] == OPEN:
            s.fate[x] = SAVED
            s.right[x] = dodge_right(t, s)
    open_window(t, s, DODGE, q, A_DODGE, s.card)


@rule
def sign_attack(s, q, k):
    """An Elder Sign stops the monster."""
    pop(s)
    leave_hand(s, q, k)
    emit(s, SIGNED, q, -1, s.card, -1, -1, -1, -1)
    stop_card(s, 0)


@rule
def choose_counter(t, s, q, k):
    """``q`` strikes back with card ``k``; where several may, it says who."""
    pop(s)
    leave_hand(s, q, k)
    able = 0
    first = TARGETS
    for x in range(TARGETS - 1, -1, -1):
        if may_strike_back_with(t, s, x, k) == 1:
            able += 1
            first = x
    if able > 1:
        push(s, COUNTERER, q, k, 0)
    else:
        begin_counter(t, s, first, k)


@rule
def target_at(s, place):
    """Which target stands at ``place``."""
    for x in range(TARGETS):
        if s.target[x] == place:
            return x
    need(1 == 0)
    return 0
