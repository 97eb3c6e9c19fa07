"""What the seat to decide may do, question by question."""

from ..core.kernels import clear
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
    dice_of,
    may_name_step,
)
from .rules_fight import (
    fights_open,
    may_aim,
    may_fight,
    may_lay,
    may_lay_at,
    may_seal,
    may_spend_ability,
    may_spend_card,
    may_spend_die,
    may_spend_item,
    may_spend_place,
    may_spend_support,
    settled_symbols,
)
from .rules_rounds import (
    others_fight,
)
from .rules_setup import is_free
from .rules_table import (
    rule,
)
from .rules_turns import (
    anything_to_aim_at,
    may_accept,
    may_learn_with,
    may_search,
    may_support,
    may_take,
    may_trade,
    may_trade_with,
    may_use_ability,
    may_use_item,
    may_use_place,
    may_wait,
    pool_size,
    seal_is_free,
    supportable,
    ways_to_learn,
)
from .state import (
    CHOOSE_SELF,
    CHOOSE_START,
    COMBAT,
    CROWD,
    CRYSTAL,
    CULTIST,
    DISCARD,
    DROP_ITEM,
    FACES,
    FOUND,
    GATE_SEAL,
    INVESTIGATE,
    LAY_TROPHY,
    LEARN,
    LEVELS,
    OPTIONAL,
    PAY,
    PLACES,
    POOL_DIE,
    RECALL,
    ROLL_DIE,
    SEALING,
    SEARCH_DEPTH,
    SET_DIE,
    SHRINE,
    STEPS,
    SUPPORT_WHOM,
    SUPPORTS,
    SYMBOLS,
    TARGET,
    TRADE_ANSWER,
    TRADE_ITEM,
    TRADE_WITH,
    TROPHY,
    TURN_DIE,
    VICTIM,
    WHERE,
)
from .tables import (
    MUST_BE_ABLE,
)


@rule
def legal_laying(t, s, p, mask):
    for k in range(SYMBOLS):
        mask[TROPHY_OF + k] = may_lay(t, s, p, k)


@rule
def legal_anytime(t, s, p, mask):
    """What may be done in any own decision of the Investigator and Combat Phases."""
    if dice_of(s, p) > 0:
        mask[REROLL] = 1
    for k in range(t.item_kinds):
        mask[ITEM + k] = may_use_item(t, s, p, k)
    for level in range(LEVELS):
        mask[ABILITY + level] = may_use_ability(t, s, p, level)
    legal_laying(t, s, p, mask)


@rule
def legal_investigate(t, s, p, mask):
    legal_anytime(t, s, p, mask)
    if may_take(s, p) == 1:
        for face in range(FACES):
            mask[TAKE + face] = min(s.pool[face], 1)
    if pool_size(s) > 0:
        mask[REROLL_POOL] = 1
    for x in range(PLACES):
        mask[MOVE + x] = 1 if s.at[p] != x else 0
    for k in range(t.card_kinds):
        if s.hand[p, k] > 0 and s.stack[1, 2] < SUPPORTS:
            mask[SUPPORT + k] = min(supportable(t, s, p, k), 1)
    mask[USE_LOCATION] = may_use_place(t, s, p)
    mask[SEARCH] = may_search(t, s, p)
    mask[TRADE] = may_trade(t, s, p)
    mask[LEARN_NOW] = min(ways_to_learn(s, p), 1)
    mask[TARGET_NOW] = anything_to_aim_at(t, s, p)
    mask[WAIT] = may_wait(s)
    mask[PASS] = 1


@rule
def legal_combat(t, s, p, mask):
    legal_anytime(t, s, p, mask)
    mask[FIGHT] = min(fights_open(t, s, p), 1)
    if s.stack[0, 3] == 1:
        mask[WAIT] = others_fight(s, p)
    mask[PASS] = 1


@rule
def may_cancel(t, s):
    """1 before anything was spent, but for who may only attempt what can be paid."""
    return 1 if s.stack[0, 3] < 2 and t.opt_attack != MUST_BE_ABLE else 0


@rule
def legal_pay(t, s, p, mask):
    if s.stack[0, 3] > 0:
        settled = settled_symbols(s)
        for k in range(t.card_kinds):
            mask[CARD + k] = may_spend_card(t, s, p, k, settled)
            mask[SUPPORT + k] = may_spend_support(t, s, p, k, settled)
        for k in range(t.item_kinds):
            mask[ITEM + k] = may_spend_item(t, s, p, k, settled)
        for level in range(LEVELS):
            mask[ABILITY + level] = may_spend_ability(t, s, p, level, settled)
        for k in range(SYMBOLS):
            mask[DIE_OF + k] = may_spend_die(s, p, k, settled)
        mask[USE_LOCATION] = may_spend_place(t, s, p, settled)
    mask[DECLINE] = may_cancel(t, s)


@rule
def legal_cards(t, s, p, kind, mask):
    """Questions about cards and Items."""
    if kind == DISCARD:
        for k in range(t.card_kinds):
            mask[CARD + k] = min(s.hand[p, k], 1)
        mask[PASS] = 1
    elif kind == RECALL:
        for k in range(t.card_kinds):
            mask[CARD + k] = min(s.discards[p, k], 1)
        mask[DECLINE] = 1
    elif kind == FOUND:
        for k in range(t.item_kinds):
            mask[ITEM + k] = min(s.found[k], 1)
        mask[DECLINE] = 1
    else:
        for k in range(t.item_kinds):
            mask[ITEM + k] = min(s.items[p, k], 1)
        if kind == TRADE_ANSWER:
            mask[ACCEPT] = may_accept(t, s, p)
            mask[DECLINE] = 1


@rule
def legal_symbols(t, s, p, kind, mask):
    """Questions about symbols, dice and Trophies."""
    if kind == SET_DIE:
        for k in range(SYMBOLS):
            mask[SYMBOL_OF + k] = 1
    elif kind == TROPHY:
        for k in range(SYMBOLS):
            if s.stack[0, 2] >> k & 1 == 1 and s.trophy_supply[k] > 0:
                mask[SYMBOL_OF + k] = 1
    elif kind == GATE_SEAL:
        for k in range(SYMBOLS):
            mask[SYMBOL_OF + k] = seal_is_free(s, k)
    elif kind == LEARN:
        for k in range(SYMBOLS):
            mask[TROPHY_OF + k] = may_learn_with(s, p, k)
    elif kind == POOL_DIE:
        for face in range(FACES):
            mask[DIE_OF + face] = min(s.pool[face], 1)
    else:
        for k in range(SYMBOLS):
            mask[DIE_OF + k] = min(s.dice[p, k], 1)


@rule
def legal_places(t, s, p, kind, mask):
    """Questions about Locations and what is there."""
    if kind == CHOOSE_SELF:
        for k in range(t.investigators):
            mask[SLOT + k] = is_free(s, k)
    elif kind == SEARCH_DEPTH:
        for n in range(1, s.stack[0, 3] + 1):
            mask[SLOT + n] = 1
    elif kind == CHOOSE_START:
        for x in range(PLACES):
            mask[PLACE + x] = 1
    elif kind == WHERE:
        for x in range(PLACES):
            mask[PLACE + x] = 1 if s.at[p] != x else 0
    elif kind == SHRINE:
        for x in range(PLACES):
            mask[PLACE + x] = 1 - s.shrine[x]
    elif kind == LAY_TROPHY:
        for x in range(PLACES):
            mask[PLACE + x] = may_lay_at(t, s, x, s.stack[0, 2])
    elif kind == CULTIST:
        for j in range(CROWD):
            if s.cultist[j] >= 0 and s.cultist_at[j] == s.at[p]:
                mask[SLOT + j] = 1
    elif kind == CRYSTAL:
        for x in range(STEPS):
            mask[SLOT + x] = may_name_step(s, s.stack[0, 2], x)
    elif kind == TARGET:
        for slot in range(CROWD + 1):
            mask[SLOT + slot] = may_aim(t, s, p, slot)
    else:
        for slot in range(CROWD + 1):
            mask[SLOT + slot] = may_fight(t, s, p, slot)


@rule
def legal_seats(t, s, p, kind, mask):
    for away in range(s.players):
        q = (p + away) % s.players
        if kind == SUPPORT_WHOM:
            mask[SEAT + away] = may_support(t, s, p, q, s.stack[0, 2])
        elif kind == TRADE_WITH:
            mask[SEAT + away] = may_trade_with(s, p, q)
        else:
            mask[SEAT + away] = 1


@rule
def legal(T, S, i, mask):
    """What the seat to decide may do."""
    t = T[0]
    s = S[i]
    clear(mask)
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == INVESTIGATE:
        legal_investigate(t, s, p, mask)
    elif kind == PAY:
        legal_pay(t, s, p, mask)
    elif kind == COMBAT:
        legal_combat(t, s, p, mask)
    elif kind == SEALING:
        legal_laying(t, s, p, mask)
        mask[SEAL] = may_seal(t, s, p)
        mask[PASS] = 1
    elif kind in (DISCARD, RECALL, FOUND, DROP_ITEM, TRADE_ITEM, TRADE_ANSWER):
        legal_cards(t, s, p, kind, mask)
    elif kind in (SET_DIE, TROPHY, GATE_SEAL, LEARN, POOL_DIE, ROLL_DIE, TURN_DIE):
        legal_symbols(t, s, p, kind, mask)
    elif kind in (SUPPORT_WHOM, TRADE_WITH, VICTIM):
        legal_seats(t, s, p, kind, mask)
    elif kind == OPTIONAL:
        mask[ACCEPT] = 1
        mask[DECLINE] = 1
    else:
        legal_places(t, s, p, kind, mask)
