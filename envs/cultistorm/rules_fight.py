"""Fights: what a foe takes, what may be spent on it, and what its defeat brings; and sealing Locations.

A foe takes a number of each symbol. What is spent gives symbols, each of which may be any one of a set. Whether given
symbols can be matched with needed ones is a question of a small flow: by the cut theorem, as many can be as the least,
over all sets A of symbols, of the needed symbols in A and the given ones that may be outside A.
"""

from ..core.kernels import emit, need, pop, push
from .rules_effects import begin_effects, is_for_fights
from .rules_table import (
    bottom_at,
    close_gate,
    come_in_front,
    crowd_at,
    discard_card,
    forget_aims,
    god_here,
    gods_at,
    gods_in_play,
    is_won,
    lose,
    remove_cultist,
    rule,
    seal_index,
    suffer,
    symbol_at,
    win_trophy,
)
from .state import (
    ACT_UNDONE,
    AIMS,
    CROWD,
    DEFEATED,
    FAILED,
    FIGHT_WHOM,
    FOUGHT,
    GOD_DEFEATED,
    GREAT,
    INVESTIGATORS,
    LAID,
    LAY_TROPHY,
    LEVELS,
    MASKS,
    OF_ABILITY,
    OF_CARD,
    OF_ITEM,
    OF_LOCATION,
    OF_REVENGE,
    PAY,
    PLACES,
    SPENT_ABILITY,
    SPENT_CARD,
    SPENT_DIE,
    SPENT_ITEM,
    SPENT_LOCATION,
    SPENT_SUPPORT,
    SYMBOLS,
)
from .tables import (
    ALWAYS,
    ANY_GOD,
    DISCARDED_ITEM,
    EVENT,
    ITS_GOD,
    MUST_BE_ABLE,
    OF_SECT,
    RANGED,
    REMOVED_ITEM,
    STAYS,
    STRONGER,
)

# ---------------------------------------------------------------------------------------------- what a foe takes


@rule
def lasting(t, s):
    """What the Final Act changes, once it has begun."""
    return t.lasting[s.act_now] + 0 if s.act_now >= 0 else 0


@rule
def cultist_needs(t, s, k, x, symbol):
    """How many of a symbol it takes to defeat a Cultist of kind ``k`` at place ``x``."""
    n = t.cultist_symbols[k, symbol] + 0
    if s.cultist_die[x] == symbol:
        n += 1
    if symbol_at(t, s, x) == symbol and (t.sect[k] == symbol or lasting(t, s) == STRONGER):
        n += 1
    return n


@rule
def devoured_of(t, s, x, symbol):
    """Cultists of a sect that were devoured at place ``x``."""
    n = 0
    for k in range(t.cultist_kinds):
        if t.sect[k] == symbol:
            n += s.under[x, k]
    return n


@rule
def has_place_symbol(t, s, g, x, symbol):
    """1 where the symbol of its Location strengthens Great Old One ``g``."""
    if symbol_at(t, s, x) != symbol:
        return 0
    if t.opt_god_symbol == ALWAYS:
        return 1
    if t.opt_god_symbol == OF_SECT:
        return 1 if t.god_sect[g] == symbol else 0
    return 1 if devoured_of(t, s, x, symbol) > 0 else 0


@rule
def god_needs(t, s, g, x, symbol):
    """How many of a symbol it takes to defeat Great Old One ``g``, the older one at place ``x``."""
    n = t.god_symbols[g, symbol] + has_place_symbol(t, s, g, x, symbol) + devoured_of(t, s, x, symbol)
    return n + 1 if s.cultist_die[x] == symbol else n


@rule
def foe_needs(t, s, p, slot, symbol):
    """How many of a symbol ``p`` takes to defeat what is in a slot at its Location."""
    if slot == GREAT:
        return god_needs(t, s, god_here(t, s, s.at[p]), s.at[p], symbol)
    return cultist_needs(t, s, s.cultist[slot], s.at[p], symbol)


# ------------------------------------------------------------------------------------------- what may be spent


@rule
def ability_source(s, p, level):
    return OF_ABILITY + INVESTIGATORS * level + s.investigator[p]


@rule
def has_ability(t, s, p, level):
    """1 where ``p`` has learned an ability and not used it in this round."""
    return 1 if level < s.level[p] and s.used_ability[p, level] == 0 else 0


@rule
def has_item(t, s, p, k):
    """1 where ``p`` has an Item of kind ``k`` that was not used in this round."""
    return 1 if s.items[p, k] > s.worn[p, k] and t.lasts[k] != EVENT else 0


@rule
def place_is_open(t, s, p):
    """1 where the action of the Location of ``p`` is active, and may be used."""
    x = s.at[p] + 0
    return 1 if s.shrine[x] == 1 and (t.once[s.location[x]] == 0 or s.used_place[x] == 0) else 0


@rule
def beyond(t, source, a):
    """Symbols of a source that may be one outside the set ``a``."""
    n = 0
    for e in range(t.effects[source]):
        if t.symbols[source, e] & ~a != 0:
            n += t.amount[source, e]
    return n


@rule
def reach(t, s, p, a):
    """Symbols that ``p`` has to give which may be ones outside the set ``a``."""
    n = 0
    for k in range(SYMBOLS):
        if a >> k & 1 == 0:
            n += s.dice[p, k]
    for k in range(t.card_kinds):
        if s.hand[p, k] > 0 and a >> t.card_symbol[k] & 1 == 0:
            n += s.hand[p, k]
        if s.lent_to[p, k] > 0:
            n += s.lent_to[p, k] * beyond(t, OF_CARD + k, a)
    for k in range(t.item_kinds):
        if has_item(t, s, p, k) == 1 and is_for_fights(t, OF_ITEM + k) == 1:
            n += (s.items[p, k] - s.worn[p, k]) * beyond(t, OF_ITEM + k, a)
    for level in range(LEVELS):
        source = ability_source(s, p, level)
        if has_ability(t, s, p, level) == 1 and is_for_fights(t, source) == 1:
            n += beyond(t, source, a)
    source = OF_LOCATION + s.location[s.at[p]]
    if place_is_open(t, s, p) == 1 and is_for_fights(t, source) == 1:
        n += beyond(t, source, a)
    return n


@rule
def missing(t, s, p, slot):
    """Symbols that ``p`` lacks to defeat what is in a slot at its Location: 0 where it can pay."""
    total = 0
    for k in range(SYMBOLS):
        total += foe_needs(t, s, p, slot, k)
    most = total
    for a in range(MASKS - 1):
        inside = 0
        for k in range(SYMBOLS):
            if a >> k & 1 == 1:
                inside += foe_needs(t, s, p, slot, k)
        if inside < most:
            most = min(most, inside + reach(t, s, p, a))
    return total - most


@rule
def paid_beyond(s, a):
    """Symbols spent that may be ones outside the set ``a``."""
    n = 0
    for m in range(1, MASKS):
        if s.paid[m] > 0 and m & ~a != 0:
            n += s.paid[m]
    return n


@rule
def needed_in(s, a):
    n = 0
    for k in range(SYMBOLS):
        if a >> k & 1 == 1:
            n += s.need[k]
    return n


@rule
def matched(s):
    """Needed symbols that what is spent can be matched with."""
    most = needed_in(s, MASKS - 1)
    for a in range(MASKS - 1):
        inside = needed_in(s, a)
        if inside < most:
            most = min(most, inside + paid_beyond(s, a))
    return most


@rule
def is_paid(s):
    return 1 if matched(s) == needed_in(s, MASKS - 1) else 0


@rule
def settled_symbols(s):
    """The largest set of symbols that need nothing more: what may only be one of them is of no use."""
    least = matched(s)
    out = 0
    for a in range(MASKS):
        if needed_in(s, a) + paid_beyond(s, a) == least:
            out |= a
    return out


@rule
def helps(t, source, settled):
    """1 where a source gives a symbol that is still of use."""
    if is_for_fights(t, source) == 0:
        return 0
    return 1 if beyond(t, source, settled) > 0 else 0


@rule
def may_spend_card(t, s, p, k, settled):
    return 1 if s.hand[p, k] > 0 and settled >> t.card_symbol[k] & 1 == 0 else 0


@rule
def may_spend_support(t, s, p, k, settled):
    return 1 if s.lent_to[p, k] > 0 and helps(t, OF_CARD + k, settled) == 1 else 0


@rule
def may_spend_item(t, s, p, k, settled):
    return 1 if has_item(t, s, p, k) == 1 and helps(t, OF_ITEM + k, settled) == 1 else 0


@rule
def may_spend_ability(t, s, p, level, settled):
    return 1 if has_ability(t, s, p, level) == 1 and helps(t, ability_source(s, p, level), settled) == 1 else 0


@rule
def may_spend_die(s, p, symbol, settled):
    return 1 if s.dice[p, symbol] > 0 and settled >> symbol & 1 == 0 else 0


@rule
def may_spend_place(t, s, p, settled):
    return 1 if place_is_open(t, s, p) == 1 and helps(t, OF_LOCATION + s.location[s.at[p]], settled) == 1 else 0


# --------------------------------------------------------------------------------------------------- spending


@rule
def pay_with(t, s, source, times):
    """The symbols of a source are given, so many times; -1 takes them back."""
    for e in range(t.effects[source]):
        s.paid[t.symbols[source, e]] += times * t.amount[source, e]


@rule
def spend_card(t, s, p, k):
    discard_card(t, s, p, k)
    s.paid[1 << t.card_symbol[k]] += 1
    emit(s, SPENT_CARD, p, -1, k, t.card_symbol[k], -1, -1, -1)


@rule
def give_back(s, p, k):
    """A card that supported ``p`` goes to the discard pile of an owner: the next seat that lent one of its kind."""
    s.lent_to[p, k] -= 1
    for away in range(1, s.players):
        q = (p + away) % s.players
        if s.lent_by[q, k] > 0:
            s.lent_by[q, k] -= 1
            s.discards[q, k] += 1
            return


@rule
def spend_support(t, s, p, k):
    give_back(s, p, k)
    pay_with(t, s, OF_CARD + k, 1)
    emit(s, SPENT_SUPPORT, p, -1, k, -1, -1, -1, -1)


@rule
def use_up(t, s, p, k):
    """An Item of ``p`` has been used: its duration says what becomes of it."""
    if t.lasts[k] == STAYS:
        s.worn[p, k] += 1
        return
    s.items[p, k] -= 1
    if t.lasts[k] == REMOVED_ITEM:
        s.item_box[k] += 1
    else:
        need(t.lasts[k] == DISCARDED_ITEM)
        s.item_discards[k] += 1


@rule
def spend_item(t, s, p, k):
    use_up(t, s, p, k)
    pay_with(t, s, OF_ITEM + k, 1)
    emit(s, SPENT_ITEM, p, -1, k, -1, -1, -1, -1)


@rule
def spend_ability(t, s, p, level):
    s.used_ability[p, level] = 1
    pay_with(t, s, ability_source(s, p, level), 1)
    emit(s, SPENT_ABILITY, p, -1, s.investigator[p], level, -1, -1, -1)


@rule
def spend_die(s, p, symbol):
    s.dice[p, symbol] -= 1
    s.dice_left += 1
    s.paid[1 << symbol] += 1
    emit(s, SPENT_DIE, p, -1, symbol, -1, -1, -1, -1)


@rule
def spend_place(t, s, p):
    s.used_place[s.at[p]] = 1
    pay_with(t, s, OF_LOCATION + s.location[s.at[p]], 1)
    emit(s, SPENT_LOCATION, p, -1, s.at[p], -1, -1, -1, -1)


@rule
def offer_all(t, s, p):
    """Everything that ``p`` may spend counts as spent."""
    for k in range(SYMBOLS):
        s.paid[1 << k] += s.dice[p, k]
    for k in range(t.card_kinds):
        s.paid[1 << t.card_symbol[k]] += s.hand[p, k]
        if s.lent_to[p, k] > 0:
            pay_with(t, s, OF_CARD + k, s.lent_to[p, k])
    for k in range(t.item_kinds):
        if has_item(t, s, p, k) == 1 and is_for_fights(t, OF_ITEM + k) == 1:
            pay_with(t, s, OF_ITEM + k, s.items[p, k] - s.worn[p, k])
    for level in range(LEVELS):
        source = ability_source(s, p, level)
        if has_ability(t, s, p, level) == 1 and is_for_fights(t, source) == 1:
            pay_with(t, s, source, 1)
    source = OF_LOCATION + s.location[s.at[p]]
    if place_is_open(t, s, p) == 1 and is_for_fights(t, source) == 1:
        pay_with(t, s, source, 1)


@rule
def misses_symbol(s, symbol):
    """A card or die of a symbol counts as spent no more: 1 where the fight is not paid without it."""
    s.paid[1 << symbol] -= 1
    return 1 - is_paid(s)


@rule
def misses_source(t, s, source):
    """The same with a source of its own symbols."""
    pay_with(t, s, source, -1)
    return 1 - is_paid(s)


@rule
def pay_items(t, s, p, lasts):
    """Spend the Items of a duration that the fight is not paid without."""
    for k in range(t.item_kinds):
        if t.lasts[k] == lasts and has_item(t, s, p, k) == 1 and is_for_fights(t, OF_ITEM + k) == 1:
            for _ in range(s.items[p, k] - s.worn[p, k]):
                if misses_source(t, s, OF_ITEM + k) == 1:
                    spend_item(t, s, p, k)


@rule
def pay_cards(t, s, p, icons):
    """Spend the cards of the hand with so many search icons that the fight is not paid without."""
    for k in range(t.card_kinds):
        if t.search[k] == icons:
            for _ in range(s.hand[p, k] + 0):
                if misses_symbol(s, t.card_symbol[k]) == 1:
                    spend_card(t, s, p, k)


@rule
def pay_all(t, s, p):
    """Pay for the fight under way, which can be paid, with what is missed least.

    What is missed most goes first, and stays with ``p`` where all that follows can pay without it: Items that leave the
    game, Items to be discarded, cards with two search icons, one and none, Items that stay, dice, supports, abilities,
    the Location. So of all sets that pay, it is the one that spares what is missed most, then the next, and so on.
    """
    offer_all(t, s, p)
    pay_items(t, s, p, REMOVED_ITEM)
    pay_items(t, s, p, DISCARDED_ITEM)
    for icons in range(2, -1, -1):
        pay_cards(t, s, p, icons)
    pay_items(t, s, p, STAYS)
    for k in range(SYMBOLS):
        for _ in range(s.dice[p, k] + 0):
            if misses_symbol(s, k) == 1:
                spend_die(s, p, k)
    for k in range(t.card_kinds):
        for _ in range(s.lent_to[p, k] + 0):
            if misses_source(t, s, OF_CARD + k) == 1:
                spend_support(t, s, p, k)
    for level in range(LEVELS):
        source = ability_source(s, p, level)
        if has_ability(t, s, p, level) == 1 and is_for_fights(t, source) == 1 and misses_source(t, s, source) == 1:
            spend_ability(t, s, p, level)
    source = OF_LOCATION + s.location[s.at[p]]
    if place_is_open(t, s, p) == 1 and is_for_fights(t, source) == 1 and misses_source(t, s, source) == 1:
        spend_place(t, s, p)


# ---------------------------------------------------------------------------------------------- aims and fights


@rule
def may_aim(t, s, p, slot):
    """1 where ``p`` may put a Target marker on what is in a slot."""
    for a in range(AIMS):
        if s.aims[p, a] == slot:
            return 0
    if slot == GREAT:
        return 1 if god_here(t, s, s.at[p]) >= 0 else 0
    return 1 if s.cultist[slot] >= 0 and s.cultist_at[slot] == s.at[p] else 0


@rule
def free_mark(s, p):
    """A Target marker of ``p`` that is not in use, or -1."""
    for a in range(AIMS):
        if s.aims[p, a] < 0:
            return a
    return -1


@rule
def is_ranged(t, s, p):
    """1 where ``p`` may fight any Cultist of a column: with two players everybody may."""
    return 1 if s.players == 2 or t.style[s.investigator[p]] == RANGED or s.sharp[p] == 1 else 0


@rule
def may_attack(t, s, p, slot):
    """1 where ``p`` may fight what is in a slot at its Location now: a Great Old One only without Cultists there."""
    if slot == GREAT:
        return 1 if god_here(t, s, s.at[p]) >= 0 and crowd_at(s, s.at[p]) == 0 else 0
    return 1 if is_ranged(t, s, p) == 1 or bottom_at(s, s.at[p]) == slot else 0


@rule
def may_fight(t, s, p, slot):
    """1 where ``p`` has aimed at a slot and may attempt to fight it."""
    aimed = 0
    for a in range(AIMS):
        if s.aims[p, a] == slot:
            aimed = 1
    if aimed == 0 or may_attack(t, s, p, slot) == 0:
        return 0
    return 1 if t.opt_attack != MUST_BE_ABLE or missing(t, s, p, slot) == 0 else 0


@rule
def fights_open(t, s, p):
    """How many fights ``p`` may attempt now."""
    n = 0
    for slot in range(CROWD + 1):
        n += may_fight(t, s, p, slot)
    return n


@rule
def end_fight(s):
    for m in range(MASKS):
        s.paid[m] = 0
    for k in range(SYMBOLS):
        s.need[k] = 0


@rule
def drop_mark(s, p, slot):
    """The Target marker of ``p`` on a slot returns."""
    for a in range(AIMS):
        if s.aims[p, a] == slot:
            s.aims[p, a] = -1


@rule
def defeat_god(t, s, p, x):
    """The Great Old One at place ``x`` is defeated: with none left there, the Location is sealed."""
    g = god_here(t, s, x)
    s.god_at[g] = -1
    s.god_front[g] = 0
    for k in range(t.cultist_kinds):
        s.cultist_discards[k] += s.under[x, k]
        s.under[x, k] = 0
    emit(s, GOD_DEFEATED, p, -1, g, x, -1, -1, -1)
    if gods_at(t, s, x) == 0:
        forget_aims(s, GREAT, x)
    else:  # others may fight the younger one that they aim at as well
        drop_mark(s, p, GREAT)
    if gods_at(t, s, x) == 0 and s.sealed[x] == 0:
        close_gate(s, x)
    come_in_front(t, s, x)
    if s.act_now >= 0:
        s.god_lost = 1
        if is_won(t, s) == 0:
            if t.opt_last_god == ANY_GOD and gods_in_play(t, s) == 0:
                lose(s, ACT_UNDONE)
            if t.opt_last_god == ITS_GOD and g == s.act_god:
                lose(s, ACT_UNDONE)


@rule
def defeat(t, s, p, slot):
    """What is in a slot is defeated by ``p``."""
    x = s.at[p] + 0
    s.fought[p] = 1
    if slot == GREAT:
        defeat_god(t, s, p, x)
        return
    k = remove_cultist(s, slot)
    s.cultist_discards[k] += 1
    emit(s, DEFEATED, p, -1, k, x, -1, -1, -1)
    win_trophy(s, p, t.sect[k])
    come_in_front(t, s, x)
    begin_effects(t, s, p, OF_REVENGE + k)


@rule
def give_up(s, p, slot):
    """An attempt that is not paid: the Target marker returns."""
    emit(s, FAILED, p, -1, -1, -1, -1, -1, -1)
    drop_mark(s, p, slot)


@rule
def begin_fight(t, s, p, slot):
    """``p`` fights what is in a slot: a Great Old One costs an Insanity first. The entry of a payment has the slot as
    its subject; its count is 1 where the fight can be paid, 2 once something is spent, 0 where it is hopeless."""
    need(may_fight(t, s, p, slot) == 1)
    emit(s, FOUGHT, p, -1, god_here(t, s, s.at[p]) if slot == GREAT else -1, -1, -1, -1, -1)
    for q in range(s.players):
        s.yielded[q] = 0
    if slot == GREAT:
        suffer(s, p, 1)
    if s.ending >= 0:
        return
    able = 1 if missing(t, s, p, slot) == 0 else 0
    for k in range(SYMBOLS):
        s.need[k] = foe_needs(t, s, p, slot, k)
    if t.opt_auto_pay == 1 and able == 1:
        pay_all(t, s, p)
        end_fight(s)
        defeat(t, s, p, slot)
    else:
        push(s, PAY, p, slot, able)


@rule
def choose_fight(t, s, p):
    """``p`` fights: where it may fight two, next is asked which."""
    need(fights_open(t, s, p) > 0)
    if fights_open(t, s, p) > 1:
        push(s, FIGHT_WHOM, p, -1, 1)
        return
    for slot in range(CROWD + 1):
        if may_fight(t, s, p, slot) == 1:
            begin_fight(t, s, p, slot)
            return


@rule
def after_spending(t, s, p):
    """A fight that is paid is won."""
    s.stack[0, 3] = 2
    if is_paid(s) == 1:
        slot = s.stack[0, 2] + 0
        pop(s)
        end_fight(s)
        defeat(t, s, p, slot)


@rule
def cancel_fight(s, p):
    need(s.stack[0, 3] < 2)
    slot = s.stack[0, 2] + 0
    pop(s)
    end_fight(s)
    give_up(s, p, slot)


# ------------------------------------------------------------------------------------------- Trophies and seals


@rule
def may_lay_at(t, s, x, symbol):
    """1 where a Trophy of a symbol is of use at place ``x``."""
    return 1 if s.sealed[x] == 0 and symbol_at(t, s, x) == symbol else 0


@rule
def places_for(t, s, symbol):
    n = 0
    for x in range(PLACES):
        n += may_lay_at(t, s, x, symbol)
    return n


@rule
def may_lay(t, s, p, symbol):
    return 1 if s.trophies[p, symbol] > 0 and places_for(t, s, symbol) > 0 else 0


@rule
def any_to_lay(t, s, p):
    for k in range(SYMBOLS):
        if may_lay(t, s, p, k) == 1:
            return 1
    return 0


@rule
def lay_trophy(s, p, symbol, x):
    s.trophies[p, symbol] -= 1
    s.placed[x, symbol] += 1
    emit(s, LAID, p, -1, symbol, x, -1, -1, -1)


@rule
def begin_to_lay(t, s, p, symbol):
    """``p`` lays a Trophy at the Location of its symbol; where there are several, next is asked which."""
    need(may_lay(t, s, p, symbol) == 1)
    if places_for(t, s, symbol) > 1:
        push(s, LAY_TROPHY, p, symbol, 1)
        return
    for x in range(PLACES):
        if may_lay_at(t, s, x, symbol) == 1:
            lay_trophy(s, p, symbol, x)
            return


@rule
def may_seal(t, s, p):
    """1 where ``p`` may seal its Location now."""
    x = s.at[p] + 0
    if s.sealed[x] == 1 or gods_at(t, s, x) > 0 or s.seal_of[seal_index(t, s, x)] != p:
        return 0
    return 1 if s.placed[x, symbol_at(t, s, x)] >= t.seal_trophies else 0


@rule
def seal_place(t, s, p):
    """``p`` seals its Location, and suffers an Insanity for each Cultist there; who loses their mind over the last one
    has still won."""
    need(may_seal(t, s, p) == 1)
    x = s.at[p] + 0
    close_gate(s, x)
    if is_won(t, s) == 0:
        suffer(s, p, crowd_at(s, x))
