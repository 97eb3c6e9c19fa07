"""Cthulhu: A Deck Building Game: setting up, what is legal, and what an action does."""

from ..core.header import DECK
from ..core.kernels import clear, draw, need, pop, push, share
from .actions import ACTIONS as TABLE
from .rules_effects import (
    begin_effects,
    bind,
    bury,
    choose_card,
    dispel,
    gain_card,
    may_be_named,
    may_choose_card,
    may_gain,
    may_name_minion,
    name_somebody,
    permanent_at,
    run_effects,
    strike,
)
from .rules_rounds import (
    BEGINS,
    CLEANS,
    GODS_ACT,
    end_game,
    on_sale,
    run_gods,
    run_minions,
    run_mythos,
    run_round,
    team_health,
    total_health,
)
from .rules_table import god_acts, hit_god, hit_minion, is_able, is_decided, moxie, rule
from .rules_turns import (
    BUYS,
    FINISHES,
    PREPARES,
    aim_at_god,
    aim_at_minion,
    ask_amount,
    begin_hit,
    buy,
    choose_order,
    end_combat,
    end_planning,
    heal_self,
    hit,
    may_buy,
    may_heal,
    may_spend,
    may_use_ability,
    play_card,
    run_start,
    run_turns,
    use_ability,
)
from .state import (
    AMOUNT,
    BURY,
    CARDS,
    CLEAN,
    COMBAT,
    COMBAT_PHASE,
    DESTROY,
    DISPEL,
    FIRST_TASK,
    GAIN,
    GOD,
    GOD_SLOTS,
    IN_EFFECTS,
    IN_GODS,
    IN_MINIONS,
    IN_MYTHOS,
    IN_ROUND,
    IN_START,
    IN_TURNS,
    MARKET,
    MINION,
    MINIONS,
    OF_AFTER,
    ORDER,
    PERMANENTS,
    PLAN,
    RETRIEVE,
    SLEUTHS,
    STAGGERS,
    TARGET,
    TOUGHEST,
    WHOM,
    WOUNDED,
)
from .tables import BIND, IN_COMBAT, IN_PLANNING

PLAY = TABLE.base["play"]
BUY = TABLE.base["buy"]
CARD = TABLE.base["card"]
HEAL_TRACK = TABLE.base["heal"]
ABILITY = TABLE.base["ability"]
TO_FINAL = TABLE.base["to_final"]
END_PLANNING = TABLE.base["end_planning"]
HIT = TABLE.base["hit"]
GOD_AT = TABLE.base["god"]
MINION_OF = TABLE.base["minion"]
WITH_HEALTH = TABLE.base["health"]
SPEND = TABLE.base["spend"]
END_COMBAT = TABLE.base["end_combat"]
SEAT = TABLE.base["seat"]
REMOVE = TABLE.base["remove"]
KEEP = TABLE.base["keep"]
BURY_IT = TABLE.base["bury"]
GO = TABLE.base["go"]
YIELD = TABLE.base["yield"]
DECLINE = TABLE.base["decline"]

TRACKS, AMOUNTS = 2, 3


@rule
def pay_progress(t, s):
    """By option, what is achieved is paid at once: health taken from the gods, less what the team has lost of its own,
    each as a half of all there is. The end of the game pays the rest."""
    gods = total_health(t, s, 1)
    team = team_health(t, s, 1)
    if t.opt_shaping == 1 and gods > 0 and team > 0:
        won = (gods - total_health(t, s, 0)) * team
        lost = (team - team_health(t, s, 0)) * gods
        share(s, won - lost, 2 * gods * team)


@rule
def settle(t, s):
    """Go on with what is under way until somebody has to decide."""
    while s.over == 0:
        kind = s.stack[0, 0] + 0
        if is_decided(t, s) == 1:
            end_game(s)
        elif kind in (PLAN, COMBAT) and is_able(s, s.stack[0, 1]) == 0:
            if kind == PLAN:
                end_planning(t, s, s.stack[0, 1])
            else:
                end_combat(t, s, s.stack[0, 1])
        elif kind < FIRST_TASK:
            pay_progress(t, s)
            return
        elif kind == IN_EFFECTS:
            run_effects(t, s)
        elif kind == IN_START:
            run_start(t, s)
        elif kind == IN_TURNS:
            run_turns(t, s)
        elif kind == IN_GODS:
            run_gods(t, s)
        elif kind == IN_MYTHOS:
            run_mythos(t, s)
        elif kind == IN_MINIONS:
            run_minions(t, s)
        else:
            run_round(t, s)


# -------------------------------------------------------------------------------------------- setting up


@rule
def deal_investigators(t, s):
    """Each player is an investigator at random."""
    for p in range(s.players):
        x = draw(s, DECK, t.investigators - p)
        for k in range(t.investigators):
            taken = 0
            for q in range(p):
                if s.investigator[q] == k:
                    taken = 1
            if taken == 0:
                if x == 0:
                    s.investigator[p] = k
                x -= 1
        s.health[p] = t.health[s.investigator[p]]
        s.sanity[p] = t.sanity[s.investigator[p]]


@rule
def reveal_gods(t, s):
    """Elder Gods are revealed, as many as the setup table says."""
    for x in range(t.gods_in_play):
        at = draw(s, DECK, t.gods - x)
        for g in range(t.gods):
            taken = 0
            for y in range(x):
                if s.god[y] == g:
                    taken = 1
            if taken == 0:
                if at == 0:
                    s.god[x] = g
                at -= 1
        s.god_health[x] = t.god_health[s.god[x]]


@rule
def deal_starters(t, s, k, n):
    """Each player has ``n`` Starters of kind ``k``; the others are out of the game."""
    s.box[k] = t.copies[k] - n * s.players
    for p in range(s.players):
        s.deck[p, k] = n
        s.deck_count[p] += n
        s.held[p, k] = n


@rule
def setup(T, S, i):
    """Investigators and Elder Gods are dealt by chance, Starters to each, and the first round begins."""
    t = T[0]
    s = S[i]
    deal_investigators(t, s)
    reveal_gods(t, s)
    for k in range(t.cards):
        if k != t.k_sleuth and k != t.k_stagger:
            s.library[k] = t.copies[k]
            s.library_count += t.copies[k]
    deal_starters(t, s, t.k_sleuth, SLEUTHS)
    deal_starters(t, s, t.k_stagger, STAGGERS)
    for k in range(t.mythos_kinds):
        s.mythos[k] = t.mythos_copies[k]
        s.mythos_count += t.mythos_copies[k]
    for k in range(t.minion_kinds):
        s.supply[k] = t.minion_copies[k]
    push(s, IN_ROUND, 0, -1, BEGINS)
    settle(t, s)


@rule
def enter(T, S, i, seat, phase):
    """Begin the turn of ``seat`` in a phase, as the only one left in it."""
    t = T[0]
    s = S[i]
    s.phase = phase
    for p in range(s.players):
        s.turn[p] = 0 if p == seat else 1
        s.yielded[p] = 0
    s.first = seat
    push(s, IN_ROUND, 0, -1, CLEANS if phase == COMBAT_PHASE else GODS_ACT)
    push(s, IN_TURNS, 0, phase, 1)
    settle(t, s)


# ------------------------------------------------------------------------------------------ what is legal


@rule
def legal_hand(t, s, p, mask):
    for k in range(t.cards):
        mask[PLAY + k] = min(s.hand[p, k], 1)


@rule
def legal_market(t, s, mask):
    for x in range(MARKET):
        k = s.market[x] + 0
        if k >= 0:
            mask[BUY + k] = may_buy(t, s, k)


@rule
def legal_plan(t, s, p, mask):
    stage = s.stack[0, 3] + 0
    if stage != BUYS:
        legal_hand(t, s, p, mask)
    if stage != FINISHES:
        legal_market(t, s, mask)
    if stage == PREPARES:
        for track in range(TRACKS):
            mask[HEAL_TRACK + track] = may_heal(t, s, p, track)
        mask[ABILITY] = may_use_ability(t, s, p, IN_PLANNING)
    elif stage == BUYS:
        mask[TO_FINAL] = 1
    mask[END_PLANNING] = 1


@rule
def legal_combat(t, s, p, mask):
    legal_hand(t, s, p, mask)
    mask[ABILITY] = may_use_ability(t, s, p, IN_COMBAT)
    mask[HIT] = 1 if moxie(s) > 0 else 0
    mask[END_COMBAT] = 1


@rule
def legal_foes(t, s, kind, mask):
    """Minions and Elder Gods that can be named."""
    if kind in (TARGET, GOD):
        for x in range(GOD_SLOTS):
            mask[GOD_AT + x] = god_acts(t, s, x)
    if kind != GOD:
        binds = 1 if kind == MINION and s.stack[0, 2] == BIND else 0
        for k in range(t.minion_kinds):
            mask[MINION_OF + k] = may_name_minion(s, k, binds)
        if binds == 1:
            mask[DECLINE] = 1


@rule
def legal_cards(t, s, p, kind, mask):
    """Cards that can be destroyed, taken back, or taken from the University."""
    if kind == GAIN:
        for x in range(MARKET):
            k = s.market[x] + 0
            if k >= 0:
                mask[BUY + k] = may_gain(t, s, k, s.stack[0, 3])
    else:
        for k in range(t.cards):
            mask[CARD + k] = may_choose_card(s, p, kind, k)
    mask[DECLINE] = 1


@rule
def legal_slots(t, s, kind, mask):
    if kind == CLEAN:
        for x in range(MARKET):
            mask[REMOVE + x] = 1 if s.market[x] >= 0 else 0
    else:
        for x in range(PERMANENTS):
            mask[REMOVE + x] = 1 if permanent_at(t, s, x) >= 0 else 0
    mask[KEEP if kind == CLEAN else DECLINE] = 1


@rule
def legal_whom(t, s, p, mask):
    who = t.who[s.stack[0, 2], s.stack[0, 3]] + 0
    for away in range(s.players):
        mask[SEAT + away] = may_be_named(s, p, (p + away) % s.players, who)


@rule
def legal(T, S, i, mask):
    """Set the mask to the legal actions of the decision on top of the stack."""
    t = T[0]
    s = S[i]
    clear(mask)
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == PLAN:
        legal_plan(t, s, p, mask)
    elif kind == COMBAT:
        legal_combat(t, s, p, mask)
    elif kind == ORDER:
        mask[GO] = 1
        mask[YIELD] = 1
    elif kind in (TARGET, MINION, GOD):
        legal_foes(t, s, kind, mask)
    elif kind == AMOUNT:
        for amount in range(AMOUNTS):
            mask[SPEND + amount] = may_spend(s, amount)
    elif kind == WOUNDED:
        for h in range(TOUGHEST):
            mask[WITH_HEALTH + h] = min(s.minions[s.stack[0, 2], h], 1)
    elif kind == WHOM:
        legal_whom(t, s, p, mask)
    elif kind in (DESTROY, RETRIEVE, GAIN):
        legal_cards(t, s, p, kind, mask)
    elif kind in (CLEAN, DISPEL):
        legal_slots(t, s, kind, mask)
    elif kind == BURY:
        mask[BURY_IT] = 1
        mask[KEEP] = 1
    else:
        mask[ABILITY] = 1
        mask[DECLINE] = 1


# -------------------------------------------------------------------------------- what an action does


@rule
def plan(t, s, p, action):
    """An action of a turn of the Planning phase."""
    stage = s.stack[0, 3] + 0
    if action == END_PLANNING:
        end_planning(t, s, p)
    elif action == TO_FINAL:
        need(stage == BUYS)
        s.stack[0, 3] = FINISHES
    elif action == ABILITY:
        need(stage == PREPARES)
        use_ability(t, s, p, IN_PLANNING)
    elif action >= HEAL_TRACK:
        need(stage == PREPARES and action < HEAL_TRACK + TRACKS)
        heal_self(t, s, p, action - HEAL_TRACK)
    elif action >= BUY:
        need(stage != FINISHES and action < BUY + CARDS)
        buy(t, s, p, action - BUY)
    else:
        need(stage != BUYS)
        play_card(t, s, p, action - PLAY)


@rule
def fight(t, s, p, action):
    """An action of a turn of the Combat phase."""
    if action == END_COMBAT:
        end_combat(t, s, p)
    elif action == HIT:
        begin_hit(s, p)
    elif action == ABILITY:
        use_ability(t, s, p, IN_COMBAT)
    else:
        need(action >= PLAY and action < PLAY + CARDS)
        play_card(t, s, p, action - PLAY)


@rule
def choose_minion(t, s, p, kind, k):
    need(k >= 0 and k < MINIONS)
    if kind == TARGET:
        aim_at_minion(s, p, k)
        return
    binds = 1 if s.stack[0, 2] == BIND else 0
    need(may_name_minion(s, k, binds) == 1)
    if binds == 1:
        bind(t, s, p, k)
    else:
        n = s.stack[0, 3] + 0
        pop(s)
        strike(s, p, k, n)


@rule
def choose_god(t, s, p, kind, x):
    need(x >= 0 and x < GOD_SLOTS)
    if kind == TARGET:
        aim_at_god(t, s, p, x)
    else:
        need(god_acts(t, s, x) == 1)
        n = s.stack[0, 3] + 0
        pop(s)
        hit_god(s, p, x, n)


@rule
def choose_foe(t, s, p, kind, action):
    if action == DECLINE:
        need(kind == MINION and s.stack[0, 2] == BIND)
        pop(s)
    elif action >= MINION_OF:
        need(kind != GOD)
        choose_minion(t, s, p, kind, action - MINION_OF)
    else:
        need(kind != MINION)
        choose_god(t, s, p, kind, action - GOD_AT)


@rule
def choose_wounded(s, p, h):
    """Which Minion of a kind, by its health; then it takes the damage, or how much is asked."""
    need(h >= 0 and h < TOUGHEST)
    k = s.stack[0, 2] + 0
    n = s.stack[0, 3] + 0
    need(s.minions[k, h] > 0)
    pop(s)
    if n > 0:
        hit_minion(s, p, k, h, n)
    else:
        ask_amount(s, p, k, h)


@rule
def choose_cards(t, s, p, kind, action):
    if action == DECLINE:
        pop(s)
    elif kind == GAIN:
        need(action >= BUY and action < BUY + CARDS)
        gain_card(t, s, p, action - BUY)
    else:
        need(action >= CARD and action < CARD + CARDS)
        choose_card(t, s, p, kind, action - CARD)


@rule
def choose_slot(t, s, p, kind, action):
    """Cards of the University, or Permanent Mythos cards, are removed."""
    if action == (KEEP if kind == CLEAN else DECLINE):
        pop(s)
        return
    x = action - REMOVE
    need(x >= 0 and x < (PERMANENTS if kind == DISPEL else MARKET))
    if kind == DISPEL:
        dispel(t, s, p, x)
        return
    need(s.market[x] >= 0)
    s.unwanted[s.market[x]] += 1
    s.market[x] = -1
    if on_sale(s) == 0:
        pop(s)


@rule
def answer_after_death(t, s, p, action):
    need(action in (ABILITY, DECLINE))
    pop(s)
    if action == ABILITY:
        begin_effects(t, s, p, OF_AFTER + s.investigator[p])


@rule
def look_and_bury(t, s, p, action):
    need(action in (BURY_IT, KEEP))
    pop(s)
    if action == BURY_IT:
        bury(t, s, p)


@rule
def choose_whom(t, s, p, action):
    away = action - SEAT
    need(away >= 0 and away < s.players)
    name_somebody(t, s, p, (p + away) % s.players)


@rule
def apply(T, S, i, action):
    """Do what ``action`` answers to the decision on top of the stack."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == PLAN:
        plan(t, s, p, action)
    elif kind == COMBAT:
        fight(t, s, p, action)
    elif kind == ORDER:
        need(action in (GO, YIELD))
        choose_order(s, p, 1 if action == GO else 0)
    elif kind in (TARGET, MINION, GOD):
        choose_foe(t, s, p, kind, action)
    elif kind == AMOUNT:
        need(action >= SPEND and action < SPEND + AMOUNTS)
        hit(s, p, action - SPEND)
    elif kind == WOUNDED:
        choose_wounded(s, p, action - WITH_HEALTH)
    elif kind == WHOM:
        choose_whom(t, s, p, action)
    elif kind in (DESTROY, RETRIEVE, GAIN):
        choose_cards(t, s, p, kind, action)
    elif kind in (CLEAN, DISPEL):
        choose_slot(t, s, p, kind, action)
    elif kind == BURY:
        look_and_bury(t, s, p, action)
    else:
        answer_after_death(t, s, p, action)
    settle(t, s)
