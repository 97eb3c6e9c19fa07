"""Rounds: what begins and ends them, and what the Elder Gods, the Mythos and the Minions do in between."""

from ..core.kernels import emit, end_team, pop, push
from .rules_effects import begin_effects, draw_mythos, has_a_point
from .rules_table import (
    die,
    discard_active,
    discard_hand,
    draw_cards,
    fill_market,
    full,
    god_acts,
    is_able,
    left,
    rule,
    spokesman,
)
from .state import (
    AFTER,
    CALLED_OFF,
    CLEAN,
    COMBAT_BEGAN,
    COMBAT_PHASE,
    GOD_ACTS,
    GOD_SLOTS,
    HAND,
    HEALTH_TRACK,
    IN_GODS,
    IN_MINIONS,
    IN_MYTHOS,
    IN_START,
    IN_TURNS,
    LOST,
    MARKET,
    MINION_ACTS,
    MINIONS,
    MOST_MYTHOS,
    MYTHOS_CAME,
    OF_AFTER,
    OF_GOD,
    OF_MINION,
    OF_MYTHOS,
    PERMANENT,
    PLANNING_PHASE,
    ROUND_BEGAN,
    ROUNDS,
    SANITY_TRACK,
    TOUGHEST,
    WON,
)

# How far a round has come: the count of its entry.
BEGINS, DEAD_PLAN, PLANS, GODS_ACT, MYTHOS_COMES, MINIONS_ACT, DEAD_FIGHT, FIGHTS, CLEANS, ENDS = range(10)
# In the Mythos step: Permanent cards act first, then others come. The subject of its entry.
OLD_ONES, NEW_ONES = range(2)

# ------------------------------------------------------------------------------------------------- the end


@rule
def end_game(s):
    """The team has won once no Elder God is left."""
    health = 0
    for x in range(GOD_SLOTS):
        health += s.god_health[x]
    emit(s, LOST if health > 0 else WON, -1, -1, s.round, -1, -1, -1, -1)
    end_team(s, -1 if health > 0 else 1)


@rule
def total_health(t, s, most):
    """Health of the Elder Gods, now or (``most`` 1) at first."""
    n = 0
    for x in range(GOD_SLOTS):
        if s.god[x] >= 0:
            n += t.god_health[s.god[x]] if most == 1 else s.god_health[x]
    return n


@rule
def team_health(t, s, most):
    """Health and sanity of the team, now or (``most`` 1) at best."""
    n = 0
    for p in range(s.players):
        for track in (HEALTH_TRACK, SANITY_TRACK):
            if most == 1:
                n += full(t, s, p, track)
            elif s.dead[p] == 0:
                n += left(s, p, track)
    return n


# -------------------------------------------------------------------------------------------------- rounds


@rule
def draw_hand(t, s, p):
    """``p`` draws a new hand; with no card left anywhere, it dies."""
    draw_cards(t, s, p, max(HAND - s.fewer[p], 0))
    cards = s.hand_count[p] + s.deck_count[p]
    for k in range(t.cards):
        cards += s.discards[p, k]
    if cards == 0:
        die(t, s, p)


@rule
def begin_round(t, s):
    if s.round == ROUNDS:
        emit(s, CALLED_OFF, -1, -1, s.round, -1, -1, -1, -1)
        end_team(s, 0)
        return
    s.round += 1
    s.phase = PLANNING_PHASE
    s.first = -1
    s.dear = s.dear_next
    s.dear_next = 0
    emit(s, ROUND_BEGAN, -1, -1, s.round, -1, -1, -1, -1)
    fill_market(t, s)
    for p in range(s.players):
        s.used[p] = 0
        s.turn[p] = 0
        if is_able(s, p) == 1:
            draw_hand(t, s, p)
        s.fewer[p] = 0


@rule
def ask_the_dead(t, s):
    """Each of the dead is asked once a round, when its ability would do something: 1 while one is."""
    for p in range(s.players):
        if s.dead[p] == 1 and s.used[p] == 0:
            if has_a_point(t, s, p, OF_AFTER + s.investigator[p]) == 1:
                s.used[p] = 1
                push(s, AFTER, p, -1, 1)
                return 1
    return 0


@rule
def begin_turns(s, phase):
    for p in range(s.players):
        s.turn[p] = 0
        s.yielded[p] = 0
    push(s, IN_TURNS, 0, phase, 1)
    for p in range(s.players):
        if s.entranced[p] > 0:  # no turn, but Locations are for everybody
            push(s, IN_START, p, phase, 0)


@rule
def clean_up(t, s):
    """Hands and activated cards are discarded, and what lasted for the round is over."""
    for p in range(s.players):
        if s.dead[p] == 0:
            discard_hand(t, s, p)
            discard_active(t, s, p, 1)
        s.armor[p] = 0
        s.nerve[p] = 0


@rule
def on_sale(s):
    n = 0
    for x in range(MARKET):
        if s.market[x] >= 0:
            n += 1
    return n


@rule
def end_round(t, s):
    """A mind that was lost for a round and is not restored takes its own life."""
    for p in range(s.players):
        if s.entranced[p] > 0:
            s.entranced[p] -= 1
            if s.entranced[p] == 0 and s.sanity[p] == 0:
                die(t, s, p)


@rule
def run_round(t, s):
    """Go on with a round, whose entry is on top."""
    stage = s.stack[0, 3] + 0
    s.stack[0, 3] = stage + 1
    if stage == BEGINS:
        begin_round(t, s)
    elif stage in (DEAD_PLAN, DEAD_FIGHT):
        if ask_the_dead(t, s) == 1:
            s.stack[1, 3] = stage
    elif stage == PLANS:
        begin_turns(s, PLANNING_PHASE)
    elif stage == GODS_ACT:
        s.silent = 0
        s.phase = COMBAT_PHASE
        emit(s, COMBAT_BEGAN, -1, -1, s.round, -1, -1, -1, -1)
        push(s, IN_GODS, spokesman(s), -1, 0)
    elif stage == MYTHOS_COMES:
        s.more_mythos = min(s.more_mythos + t.mythos_a_round, MOST_MYTHOS)
        push(s, IN_MYTHOS, spokesman(s), OLD_ONES, 0)
    elif stage == MINIONS_ACT:
        push(s, IN_MINIONS, spokesman(s), -1, 0)
    elif stage == FIGHTS:
        begin_turns(s, COMBAT_PHASE)
    elif stage == CLEANS:
        clean_up(t, s)
        if on_sale(s) > 0:
            push(s, CLEAN, spokesman(s), -1, 1)
    else:
        end_round(t, s)
        s.stack[0, 3] = BEGINS


# ------------------------------------------------------------------------------------------------ the foes act


@rule
def run_gods(t, s):
    """Each Elder God acts; the entry's count is the next place."""
    for x in range(s.stack[0, 3], GOD_SLOTS):
        if god_acts(t, s, x) == 1:
            s.stack[0, 3] = x + 1
            emit(s, GOD_ACTS, -1, -1, s.god[x], -1, -1, -1, -1)
            begin_effects(t, s, s.stack[0, 1], OF_GOD + s.god[x])
            return
    pop(s)


@rule
def permanent_card(t, s, n):
    """The kind of the Permanent Mythos number ``n``, every copy counted; -1 after the last."""
    for k in range(t.mythos_kinds):
        if n < s.permanent[k]:
            return k
        n -= s.permanent[k]
    return -1


@rule
def reveal_mythos(t, s):
    """The next Mythos card comes; a Permanent one stays."""
    s.more_mythos -= 1
    k = draw_mythos(t, s)
    if k < 0:
        return
    if t.permanent[k] == 1:
        s.permanent[k] += 1
        emit(s, PERMANENT, -1, -1, k, -1, -1, -1, -1)
    else:
        s.mythos_discards[k] += 1
        emit(s, MYTHOS_CAME, -1, -1, k, -1, -1, -1, -1)
    begin_effects(t, s, s.stack[0, 1], OF_MYTHOS + k)


@rule
def run_mythos(t, s):
    """Go on with the Mythos step: the entry's count is the next Permanent card, while its subject says so, and then
    how many new cards have come. A card that asks for more may come again: so they are counted."""
    if s.stack[0, 2] == OLD_ONES:
        k = permanent_card(t, s, s.stack[0, 3])
        if k < 0:
            s.stack[0, 2] = NEW_ONES
            s.stack[0, 3] = 0
        else:
            s.stack[0, 3] += 1
            emit(s, PERMANENT, -1, -1, k, -1, -1, -1, -1)
            begin_effects(t, s, s.stack[0, 1], OF_MYTHOS + k)
    elif s.more_mythos > 0 and s.stack[0, 3] < MOST_MYTHOS:
        s.stack[0, 3] += 1
        reveal_mythos(t, s)
    else:
        s.more_mythos = 0
        pop(s)


@rule
def acting(t, s, k, h):
    """How many Minions of kind ``k`` with ``h`` + 1 health are to act: newborn ones are not, and bound ones use up
    their bonds."""
    n = s.minions[k, h] + 0
    if h == t.minion_health[k] - 1:
        n = max(n - s.newborn[k], 0)
    held = min(s.bound[k], n)
    s.bound[k] -= held
    return n - held


@rule
def run_minions(t, s):
    """Minions act, those with least health first. The entry's subject is their place by health and kind, its count how
    many there are still to act."""
    if s.stack[0, 3] > 0:  # those that one of them had devoured are gone
        at = s.stack[0, 2] + 0
        s.stack[0, 3] = min(s.stack[0, 3], s.minions[at % MINIONS, at // MINIONS])
    if s.stack[0, 3] == 0:
        for at in range(s.stack[0, 2] + 1, TOUGHEST * MINIONS):
            n = acting(t, s, at % MINIONS, at // MINIONS)
            if n > 0:
                s.stack[0, 2] = at
                s.stack[0, 3] = n
                break
    if s.stack[0, 3] == 0:
        for k in range(t.minion_kinds):
            s.newborn[k] = 0
        pop(s)
        return
    k = s.stack[0, 2] % MINIONS
    s.stack[0, 3] -= 1
    emit(s, MINION_ACTS, -1, -1, k, -1, -1, -1, -1)
    begin_effects(t, s, s.stack[0, 1], OF_MINION + k)
