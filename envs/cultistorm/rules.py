"""Cultistorm: setting up, what is legal, and what an action does."""

from ..core.kernels import emit, need, pop, push
from .actions import (
    ABILITY,
    ACCEPT,
    CARD,
    DECLINE,
    DIE_OF,
    FIGHT,
    ITEM,
    LEARN_NOW,
    MOVE,
    PASS,
    PLACE,
    REROLL,
    REROLL_POOL,
    SEAL,
    SEARCH,
    SEAT,
    SLOT,
    SUPPORT,
    SYMBOL_OF,
    TAKE,
    TARGET_NOW,
    TRADE,
    TROPHY_OF,
    USE_LOCATION,
    WAIT,
)
from .rules_effects import (
    answer_optional,
    choose_cultist,
    choose_step,
    choose_trophy,
    clear_found,
    dice_of,
    go_to,
    name_victim,
    recall,
    roll_die,
    run_effects,
    run_search,
    set_die,
    turn_die,
)
from .rules_fight import (
    after_spending,
    begin_fight,
    begin_to_lay,
    cancel_fight,
    choose_fight,
    end_fight,
    lay_trophy,
    may_lay_at,
    may_spend_ability,
    may_spend_card,
    may_spend_die,
    may_spend_item,
    may_spend_place,
    may_spend_support,
    seal_place,
    settled_symbols,
    spend_ability,
    spend_card,
    spend_die,
    spend_item,
    spend_place,
    spend_support,
)
from .rules_legal import may_cancel
from .rules_rounds import (
    ASKS,
    BEGINS,
    CULTISTS_COME,
    ENDS,
    FIGHTS,
    INVESTIGATES,
    SEALS,
    SECOND,
    SELVES,
    THIRD,
    begin_combat,
    end_combat,
    end_game,
    others_fight,
    pay_progress,
    recall_sealers,
    run_combat,
    run_cultists,
    run_investigators,
    run_preparation,
    run_round,
    run_sealing,
    run_setup,
)
from .rules_setup import become, build_cultist_deck, deal_investigators, deal_locations, is_free, set_up_circle
from .rules_table import (
    discard_card,
    draw_cultist,
    is_decided,
    is_task,
    may_refill_cultists,
    refill_cultists,
    roll_cultist_die,
    rule,
    spokesman,
    stand_at,
    step_terror,
    suffer,
)
from .rules_turns import (
    aim,
    answer_trade,
    begin_aim,
    begin_learn,
    begin_support,
    begin_trade,
    drop_item,
    keep_item,
    learn,
    make_ready,
    move,
    offer_item,
    pay_for_support,
    pool_size,
    refuse_trade,
    reroll_pool,
    run_learning,
    search,
    search_for,
    support,
    take_die,
    take_seal,
    trade_with,
    use_ability,
    use_item,
    use_place,
    wait,
)
from .state import (
    ACTIVATED,
    CARDS,
    CHOOSE_SELF,
    CHOOSE_START,
    COMBAT,
    COMBAT_PHASE,
    CROWD,
    CRYSTAL,
    CULTIST,
    CULTIST_PHASE,
    DICE,
    DISCARD,
    DISCARDED,
    DROP_ITEM,
    FACES,
    FIGHT_WHOM,
    FIGHTING,
    FOUND,
    GATE_SEAL,
    IN_COMBAT,
    IN_CULTISTS,
    IN_EFFECTS,
    IN_INVESTIGATION,
    IN_LEARNING,
    IN_PREPARATION,
    IN_ROUND,
    IN_SEALING,
    IN_SEARCH,
    IN_SETUP,
    IN_SUPPORT,
    INVESTIGATE,
    INVESTIGATOR_PHASE,
    ITEMS,
    LAY_TROPHY,
    LEARN,
    LEVELS,
    MOVED,
    PAY,
    PLACES,
    POOL_DIE,
    PREPARATION_PHASE,
    RECALL,
    ROLL_DIE,
    SEALING,
    SEALING_PHASE,
    SEARCH_DEPTH,
    SET_DIE,
    SHRINE,
    STARTED,
    SUPPORT_WHOM,
    SYMBOLS,
    TARGET,
    TERROR_PHASE,
    TRADE_ANSWER,
    TRADE_ITEM,
    TRADE_WITH,
    TROPHY,
    TURN_DIE,
    VICTIM,
    WAITED,
    WHERE,
)
from .tables import (
    PREPARATION_FIRST,
    TROPHIES_EACH,
)


@rule
def ask_for_shrine(s):
    """Which Location to activate is asked, as long as there is one that is not active: 1 where it is."""
    s.shrines_due -= 1
    for x in range(PLACES):
        if s.shrine[x] == 0:
            push(s, SHRINE, spokesman(s), -1, 1)
            return 1
    return 0


@rule
def is_resolved(s):
    """1 where nothing is half done: steps of the Terror marker that are owed can be taken."""
    kind = s.stack[0, 0] + 0
    return 1 if kind in (DISCARD, INVESTIGATE, COMBAT, SEALING) or (is_task(kind) == 1 and kind != IN_EFFECTS) else 0


@rule
def go_on(t, s, kind):
    """Go on with what is under way."""
    if kind == IN_EFFECTS:
        run_effects(t, s)
    elif kind == IN_SEARCH:
        run_search(t, s)
    elif kind == IN_SUPPORT:
        pay_for_support(t, s)
    elif kind == IN_LEARNING:
        run_learning(t, s)
    elif kind == IN_INVESTIGATION:
        run_investigators(s)
    elif kind == IN_COMBAT:
        run_combat(t, s)
    elif kind == IN_SEALING:
        run_sealing(t, s)
    elif kind == IN_PREPARATION:
        run_preparation(t, s)
    elif kind == IN_CULTISTS:
        run_cultists(t, s)
    elif kind == IN_SETUP:
        run_setup(t, s)
    else:
        run_round(t, s)


@rule
def settle(t, s):
    """Go on until somebody has to decide."""
    while s.over == 0:
        kind = s.stack[0, 0] + 0
        if is_decided(t, s) == 1:
            end_game(t, s)
        elif s.cultist_count == 0 and is_resolved(s) == 1 and may_refill_cultists(t, s) == 1:
            refill_cultists(t, s)
        elif s.shrines_due > 0 and is_resolved(s) == 1:
            ask_for_shrine(s)
        elif s.terror_due > 0 and is_resolved(s) == 1:
            step_terror(t, s)
        elif is_task(kind) == 0:
            pay_progress(t, s)
            return
        else:
            go_on(t, s, kind)


@rule
def setup(T, S, i):
    """Locations, Cultists, the Terror circle, investigators; then the players choose where to start."""
    t = T[0]
    s = S[i]
    s.first = 0
    deal_locations(t, s)
    for x in range(PLACES):
        roll_cultist_die(s, x)
    build_cultist_deck(t, s)
    for k in range(t.item_kinds):
        s.item_deck[k] = t.item_copies[k]
        s.item_count += t.item_copies[k]
    for k in range(SYMBOLS):
        s.trophy_supply[k] = TROPHIES_EACH
    s.dice_left = DICE
    s.marker = 0
    deal_investigators(t, s)
    push(s, IN_ROUND, 0, -1, BEGINS)
    push(s, IN_SETUP, 0, SELVES, 0)
    for x in range(PLACES):
        stand_at(t, s, draw_cultist(t, s), x)
    set_up_circle(t, s)
    settle(t, s)


@rule
def stage_after(t, phase):
    """Where a round goes on after a phase that ``enter`` begins; those that nobody has to begin come by themselves."""
    if phase == COMBAT_PHASE:
        return SEALS
    if phase == SEALING_PHASE:
        return ENDS
    if phase == INVESTIGATOR_PHASE:
        return FIGHTS
    if phase == PREPARATION_PHASE:
        return THIRD if t.opt_order == PREPARATION_FIRST else INVESTIGATES
    if phase == TERROR_PHASE:
        return THIRD if t.opt_order == PREPARATION_FIRST else SECOND
    return CULTISTS_COME if phase == CULTIST_PHASE else BEGINS


@rule
def enter(T, S, i, seat, phase):
    """Begin a phase with ``seat`` as the first to act in it; without a Location, it is at the first. A game that was
    over goes on, a die that was to be set returns to the supply, and supports and Target markers do where no fights
    follow."""
    t = T[0]
    s = S[i]
    s.ending = -1
    s.phase = phase
    s.round = max(s.round, 1)
    s.first = seat
    s.waits = 0
    end_fight(s)
    clear_found(t, s)
    dice = DICE - pool_size(s)
    for p in range(s.players):
        s.ready[p] = 0
        s.yielded[p] = 0
        s.at[p] = max(s.at[p], 0)
        dice -= dice_of(s, p)
    s.dice_left = dice
    if phase not in FIGHTING:
        end_combat(t, s)
    push(s, IN_ROUND, 0, -1, stage_after(t, phase))
    if phase == PREPARATION_PHASE:
        push(s, IN_PREPARATION, seat, ASKS, 0)
    elif phase == INVESTIGATOR_PHASE:
        push(s, IN_INVESTIGATION, seat, 0, seat)
    elif phase == COMBAT_PHASE:
        begin_combat(t, s, seat)
    elif phase == SEALING_PHASE:
        push(s, IN_SEALING, seat, -1, 0)
    settle(t, s)


# ------------------------------------------------------------------------------------------ what is done


@rule
def act_anytime(t, s, p, action):
    """What may be done in any own decision of the Investigator and Combat Phases."""
    if action == REROLL:
        need(dice_of(s, p) > 0)
        suffer(s, p, 1)
        push(s, ROLL_DIE, p, -1, 1)
    elif action >= TROPHY_OF:
        need(action < TROPHY_OF + SYMBOLS)
        begin_to_lay(t, s, p, action - TROPHY_OF)
    elif action >= ABILITY:
        need(action < ABILITY + LEVELS)
        use_ability(t, s, p, action - ABILITY)
    else:
        need(action >= ITEM and action < ITEM + ITEMS)
        use_item(t, s, p, action - ITEM)


@rule
def investigate(t, s, p, action):
    """An action of the Investigator Phase; the next one is somebody else's."""
    pop(s)
    if action != WAIT:
        s.waits = 0
    if action == PASS:
        make_ready(s, p)
    elif action == WAIT:
        wait(s, p)
    elif action == TARGET_NOW:
        begin_aim(t, s, p)
    elif action == LEARN_NOW:
        begin_learn(t, s, p)
    elif action == TRADE:
        begin_trade(t, s, p)
    elif action == SEARCH:
        search(t, s, p)
    elif action == USE_LOCATION:
        use_place(t, s, p)
    elif action == REROLL_POOL:
        need(pool_size(s) > 0)
        suffer(s, p, 1)
        push(s, POOL_DIE, p, -1, 1)
    elif action >= TAKE and action < TAKE + FACES:
        take_die(s, p, action - TAKE)
    elif action >= MOVE and action < MOVE + PLACES:
        move(s, p, action - MOVE)
    elif action < SUPPORT + CARDS:
        begin_support(t, s, p, action - SUPPORT)
    else:
        act_anytime(t, s, p, action)


@rule
def combat(t, s, p, action):
    """An action of the Combat Phase at the own Location."""
    lets = s.stack[0, 3] + 0
    pop(s)
    if action == FIGHT:
        choose_fight(t, s, p)
    elif action == WAIT:
        need(lets == 1 and others_fight(s, p) == 1)
        s.yielded[p] = 1
        emit(s, WAITED, p, -1, -1, -1, -1, -1, -1)
    elif action == PASS:
        make_ready(s, p)
    else:
        act_anytime(t, s, p, action)


@rule
def pay(t, s, p, action):
    """Something is spent on the fight under way, as long as it is of use; or it is given up."""
    if action == DECLINE:
        need(may_cancel(t, s) == 1)
        cancel_fight(s, p)
        return
    need(s.stack[0, 3] > 0)
    settled = settled_symbols(s)
    if action == USE_LOCATION:
        need(may_spend_place(t, s, p, settled) == 1)
        spend_place(t, s, p)
    elif action >= DIE_OF:
        need(action < DIE_OF + SYMBOLS and may_spend_die(s, p, action - DIE_OF, settled) == 1)
        spend_die(s, p, action - DIE_OF)
    elif action >= ABILITY:
        need(action < ABILITY + LEVELS and may_spend_ability(t, s, p, action - ABILITY, settled) == 1)
        spend_ability(t, s, p, action - ABILITY)
    elif action >= ITEM:
        need(may_spend_item(t, s, p, action - ITEM, settled) == 1)
        spend_item(t, s, p, action - ITEM)
    elif action >= CARD:
        need(may_spend_card(t, s, p, action - CARD, settled) == 1)
        spend_card(t, s, p, action - CARD)
    else:
        need(may_spend_support(t, s, p, action - SUPPORT, settled) == 1)
        spend_support(t, s, p, action - SUPPORT)
    after_spending(t, s, p)


@rule
def seal_or_lay(t, s, p, action):
    pop(s)
    if action == SEAL:
        seal_place(t, s, p)
    elif action == PASS:
        make_ready(s, p)
    else:
        need(action >= TROPHY_OF and action < TROPHY_OF + SYMBOLS)
        begin_to_lay(t, s, p, action - TROPHY_OF)
        recall_sealers(t, s)


@rule
def choose_cards(t, s, p, kind, action):
    """Answers about cards of the hand or discard pile."""
    if kind == DISCARD:
        if action == PASS:
            pop(s)
            return
        k = action - CARD
        need(k >= 0 and k < CARDS)
        need(s.hand[p, k] > 0)
        discard_card(t, s, p, k)
        emit(s, DISCARDED, p, -1, k, -1, -1, -1, -1)
        if s.hand_count[p] == 0:
            pop(s)
    elif action == DECLINE:
        pop(s)
    else:
        need(action >= CARD and action < CARD + CARDS)
        recall(t, s, p, action - CARD)


@rule
def choose_item(t, s, p, kind, action):
    """Answers about Items."""
    k = action - ITEM
    if kind == TRADE_ANSWER:
        if action == DECLINE:
            refuse_trade(s, p)
            return
        need(action == ACCEPT or (k >= 0 and k < ITEMS))
        answer_trade(t, s, p, -1 if action == ACCEPT else k)
        return
    if kind == FOUND and action == DECLINE:
        pop(s)
        clear_found(t, s)
        return
    need(k >= 0 and k < ITEMS)
    if kind == FOUND:
        need(s.found[k] > 0)
        pop(s)
        s.found[k] -= 1
        clear_found(t, s)
        keep_item(t, s, p, k)
    elif kind == DROP_ITEM:
        drop_item(t, s, p, k)
    else:
        offer_item(s, p, k)


@rule
def choose_symbol(t, s, p, kind, action):
    """Answers about symbols, dice and Trophies."""
    if kind == SET_DIE:
        set_die(s, p, action - SYMBOL_OF)
    elif kind == TROPHY:
        choose_trophy(s, p, action - SYMBOL_OF)
    elif kind == GATE_SEAL:
        take_seal(s, p, action - SYMBOL_OF)
    elif kind == LEARN:
        pop(s)
        learn(t, s, p, action - TROPHY_OF)
    elif kind == POOL_DIE:
        reroll_pool(s, p, action - DIE_OF)
    elif kind == ROLL_DIE:
        roll_die(s, p, action - DIE_OF)
    else:
        turn_die(s, p, action - DIE_OF)


@rule
def choose_place(t, s, p, kind, action):
    """Answers that are a Location."""
    x = action - PLACE
    need(x >= 0 and x < PLACES)
    subject = s.stack[0, 2] + 0
    if kind == SHRINE:
        need(s.shrine[x] == 0)
    elif kind == LAY_TROPHY:
        need(may_lay_at(t, s, x, subject) == 1)
    elif kind == WHERE:
        need(s.at[p] != x)
    pop(s)
    if kind == CHOOSE_START:
        s.at[p] = x
        emit(s, STARTED, p, -1, x, -1, -1, -1, -1)
    elif kind == SHRINE:
        s.shrine[x] = 1
        emit(s, ACTIVATED, p, -1, x, -1, -1, -1, -1)
    elif kind == LAY_TROPHY:
        lay_trophy(s, p, subject, x)
        if s.phase == SEALING_PHASE:
            recall_sealers(t, s)
    else:
        go_to(s, p, x)
        emit(s, MOVED, p, -1, x, -1, -1, -1, -1)


@rule
def choose_slot(t, s, p, kind, action):
    """Answers by number."""
    slot = action - SLOT
    need(slot >= 0 and slot <= CROWD)
    if kind == SEARCH_DEPTH:
        search_for(t, s, p, slot)
    elif kind == CHOOSE_SELF:
        need(slot < t.investigators and is_free(s, slot) == 1)
        pop(s)
        become(t, s, p, slot)
    elif kind == CULTIST:
        choose_cultist(t, s, p, slot)
    elif kind == CRYSTAL:
        choose_step(s, slot)
    elif kind == TARGET:
        aim(t, s, p, slot)
    else:
        pop(s)
        begin_fight(t, s, p, slot)


@rule
def choose_seat(t, s, p, kind, action):
    away = action - SEAT
    need(away >= 0 and away < s.players)
    q = (p + away) % s.players
    if kind == SUPPORT_WHOM:
        k = s.stack[0, 2] + 0
        pop(s)
        support(t, s, p, q, k)
    elif kind == TRADE_WITH:
        trade_with(s, p, q)
    else:
        name_victim(t, s, q)


@rule
def apply(T, S, i, action):
    """Do what ``action`` answers to the decision on top of the stack."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == INVESTIGATE:
        investigate(t, s, p, action)
    elif kind == COMBAT:
        combat(t, s, p, action)
    elif kind == PAY:
        pay(t, s, p, action)
    elif kind == SEALING:
        seal_or_lay(t, s, p, action)
    elif kind in (DISCARD, RECALL):
        choose_cards(t, s, p, kind, action)
    elif kind in (FOUND, DROP_ITEM, TRADE_ITEM, TRADE_ANSWER):
        choose_item(t, s, p, kind, action)
    elif kind in (SET_DIE, TROPHY, GATE_SEAL, LEARN, POOL_DIE, ROLL_DIE, TURN_DIE):
        choose_symbol(t, s, p, kind, action)
    elif kind in (CHOOSE_START, WHERE, SHRINE, LAY_TROPHY):
        choose_place(t, s, p, kind, action)
    elif kind in (CHOOSE_SELF, SEARCH_DEPTH, CULTIST, CRYSTAL, TARGET, FIGHT_WHOM):
        choose_slot(t, s, p, kind, action)
    elif kind in (SUPPORT_WHOM, TRADE_WITH, VICTIM):
        choose_seat(t, s, p, kind, action)
    else:
        need(action in (ACCEPT, DECLINE))
        answer_optional(t, s, p, 1 if action == ACCEPT else 0)
    settle(t, s)
