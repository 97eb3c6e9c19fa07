"""Setting up: Locations, the Cultist deck, the Terror circle, investigators; nobody decides yet."""

from ..core.header import DECK
from ..core.kernels import draw, emit
from .rules_table import (
    add_crystal,
    deal_terror,
    draw_cultist,
    rule,
)
from .state import (
    BECAME,
    PLACES,
)
from .tables import (
    BY_CHANCE,
    CORE,
    CREATURE_CARDS,
    CREATURES,
    DISTINCT,
    SPECIAL,
)


@rule
def is_free(s, k):
    """1 where nobody is investigator ``k`` yet."""
    for p in range(s.players):
        if s.investigator[p] == k:
            return 0
    return 1


@rule
def free_investigators(t, s):
    n = 0
    for k in range(t.investigators):
        n += is_free(s, k)
    return n


@rule
def become(t, s, p, k):
    """``p`` is investigator ``k``, with their deck."""
    s.investigator[p] = k
    for c in range(t.card_kinds):
        s.deck[p, c] = t.decklist[k, c]
        s.deck_count[p] += t.decklist[k, c]
        s.card_box[c] -= t.decklist[k, c]
    emit(s, BECAME, p, -1, k, -1, -1, -1, -1)


@rule
def deal_investigators(t, s):
    """Investigators are dealt by chance, or (by option) chosen later."""
    for c in range(t.card_kinds):
        s.card_box[c] = t.card_copies[c]
    if t.opt_investigators == BY_CHANCE:
        for p in range(s.players):
            x = draw(s, DECK, free_investigators(t, s))
            for k in range(t.investigators):
                if is_free(s, k) == 1:
                    if x == 0:
                        become(t, s, p, k)
                        break
                    x -= 1


@rule
def may_be_dealt(t, s, k):
    """1 where Location ``k`` may be the next: not there already, and (by option) of another symbol than those."""
    for x in range(PLACES):
        there = s.location[x] + 0
        if there == k:
            return 0
        if there >= 0 and t.opt_symbols == DISTINCT and t.location_symbol[there] == t.location_symbol[k]:
            return 0
    return 1


@rule
def deal_locations(t, s):
    for x in range(PLACES):
        n = 0
        for k in range(t.locations):
            n += may_be_dealt(t, s, k)
        at = draw(s, DECK, n)
        for k in range(t.locations):
            if may_be_dealt(t, s, k) == 1:
                if at == 0:
                    s.location[x] = k
                    break
                at -= 1


@rule
def put_aside(t, s, n):
    """Cards of the Cultist deck are taken out by chance: nobody sees which."""
    for _ in range(n):
        if s.cultist_count > 0:
            k = draw_cultist(t, s)
            s.replaced[k] += 1
            s.replaced_count += 1


@rule
def add_by_chance(t, s, which, n):
    """So many cards of a special set, chosen by chance where there are more, join the Cultist deck; the others stay in
    the box."""
    left = 0
    for k in range(t.cultist_kinds):
        if t.cultist_set[k] == which:
            s.cultist_box[k] = t.cultist_copies[k]
            left += t.cultist_copies[k]
    for _ in range(min(n, left)):
        x = draw(s, DECK, left)
        k = 0
        while t.cultist_set[k] != which or x >= s.cultist_box[k]:
            if t.cultist_set[k] == which:
                x -= s.cultist_box[k]
            k += 1
        s.cultist_box[k] -= 1
        s.cultist_deck[k] += 1
        s.cultist_count += 1
        left -= 1


@rule
def cards_of_set(t, which):
    n = 0
    for k in range(t.cultist_kinds):
        if t.cultist_set[k] == which:
            n += t.cultist_copies[k]
    return n


@rule
def build_cultist_deck(t, s):
    """The Cultists of this number of players, some of them replaced by special ones (by option)."""
    for k in range(t.cultist_kinds):
        if t.cultist_set[k] == CORE:
            s.cultist_deck[k] = t.cultist_copies[k]
            s.cultist_count += t.cultist_copies[k]
        else:
            s.cultist_box[k] = t.cultist_copies[k]
    put_aside(t, s, t.cultists_out)
    special = min(t.special_cards, cards_of_set(t, SPECIAL)) if t.opt_special_sect == 1 else 0
    creatures = min(CREATURE_CARDS, cards_of_set(t, CREATURES)) if t.opt_creatures == 1 else 0
    put_aside(t, s, special + creatures)
    add_by_chance(t, s, SPECIAL, special)
    add_by_chance(t, s, CREATURES, creatures)


@rule
def set_up_circle(t, s):
    """Terror cards on all places of the circle but the last, which has the Final Act; a crystal on the first."""
    s.steps = t.opt_circle
    for k in range(t.terror_kinds):
        s.terror_deck[k] = t.terror_copies[k]
        s.terror_count += t.terror_copies[k]
    for x in range(s.steps - 1):
        deal_terror(t, s, x)
    s.act = draw(s, DECK, t.acts)
    s.gems[s.steps - 1] = t.act_gems[s.act]
    s.terror_at = 0
    add_crystal(t, s, 0)
