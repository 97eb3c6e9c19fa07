"""What lies on the table and how it moves: investigators, cards, Cultists, Great Old Ones, the Terror circle.

Nobody decides here. What takes effect is put on the stack; steps of the Terror marker are owed, and taken as soon as
what is under way has been resolved.
"""

from ..core import jit
from ..core.header import CHANCE, DECK, DICE
from ..core.kernels import draw, emit, note, push
from .state import (
    ACT_BEGAN,
    AIMS,
    COMBAT_PHASE,
    CROWD,
    CROWDED_OUT,
    CULTIST_BARRED,
    CULTIST_CAME,
    CULTIST_DIE,
    CULTISTS_RESHUFFLED,
    DREW,
    FACES,
    FIRST_TASK,
    GREAT,
    HEALED,
    IN_EFFECTS,
    MADDENED,
    MARKER_MOVED,
    OF_ACT,
    OF_CULTIST,
    OF_GOD,
    OF_TERROR,
    PLACES,
    POOL_ROLLED,
    RECEIVED,
    RESHUFFLED,
    SANE,
    SCHEMA,
    SEALED,
    SPARED,
    SUFFERED,
    SUMMONED,
    SYMBOLS,
    TERROR_FLIPPED,
    TERROR_MOVED,
    TOO_MANY,
    TROPHY_WON,
    WENT_INSANE,
)
from .tables import (
    AT_ONCE,
    FIRST_WAVE,
    HIDDEN_HANDS,
    SEAL_OF_PLACE,
    SECOND_WAVE,
    SPECIAL,
    SPECIAL_WAVE,
    TABLES,
)

# Where a Great Old One is: ``god_front``, 0 above the column.
IS_IN_FRONT, CAME_BARE = 1, 2

rule = jit.rules(TABLES, SCHEMA.dtype)

# --------------------------------------------------------------------------------------------- investigators


@rule
def spokesman(s):
    """Who decides for the team: the seat that is asked first in this round."""
    return max(s.first, 0)


@rule
def lose(s, how):
    """The game is lost; the first reason counts."""
    if s.ending < 0:
        s.ending = how


@rule
def suffer(s, p, n):
    """``p`` suffers Insanity; the Protection marker spares the first. With more than a mind can bear, all is lost."""
    if n > 0 and s.protected == p:
        s.protected = -1
        n -= 1
        emit(s, SPARED, p, -1, -1, -1, -1, -1, -1)
    n = min(n, SANE + 1 - s.insanity[p])
    if n > 0:
        s.insanity[p] += n
        emit(s, SUFFERED, p, -1, n, s.insanity[p], -1, -1, -1)
        if s.insanity[p] > SANE:
            lose(s, WENT_INSANE)


@rule
def madden(s, p):
    """``p`` suffers a permanent Insanity; who has one moves the Terror marker instead."""
    if s.permanent[p] == 1:
        s.terror_due = min(s.terror_due + 1, 99)
        return
    s.permanent[p] = 1
    s.insanity[p] = min(s.insanity[p] + 1, SANE + 1)
    emit(s, MADDENED, p, -1, s.insanity[p], -1, -1, -1, -1)
    if s.insanity[p] > SANE:
        lose(s, WENT_INSANE)


@rule
def curable(s, p):
    """Insanity of ``p`` that can be healed."""
    return s.insanity[p] - s.permanent[p]


@rule
def heal(s, p, n):
    n = min(n, curable(s, p))
    if n > 0:
        s.insanity[p] -= n
        emit(s, HEALED, p, -1, n, s.insanity[p], -1, -1, -1)


# ---------------------------------------------------------------------------------------------------- cards


@rule
def to_hand(t, s, p, k):
    """A card that everybody sees comes into the hand of ``p``."""
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    if t.opt_hands == HIDDEN_HANDS:
        s.known[p, k] += 1


@rule
def from_hand(t, s, p, k):
    """A card leaves the hand of ``p`` in sight of all."""
    s.hand[p, k] -= 1
    s.hand_count[p] -= 1
    if s.known[p, k] > 0:
        s.known[p, k] -= 1
    elif t.search[k] == 0:
        s.plain[p] = max(s.plain[p] - 1, 0)


@rule
def show_hand(t, s, p, icons):
    """Everybody sees the hand of ``p``, or (``icons`` 1) its cards with search icons: the others have none, then."""
    if t.opt_hands == HIDDEN_HANDS:
        s.plain[p] = s.hand_count[p]
        for k in range(t.card_kinds):
            if icons == 0 or t.search[k] > 0:
                s.known[p, k] = s.hand[p, k]
            s.plain[p] -= s.known[p, k]


@rule
def reshuffle(t, s, p):
    """The own discard pile becomes the own deck: what is still in hand can be told by then."""
    show_hand(t, s, p, 0)
    for k in range(t.card_kinds):
        s.deck[p, k] += s.discards[p, k]
        s.deck_count[p] += s.discards[p, k]
        s.discards[p, k] = 0
    if s.deck_count[p] > 0:
        emit(s, RESHUFFLED, p, -1, s.deck_count[p], -1, -1, -1, -1)


@rule
def draw_card(t, s, p):
    """``p`` draws a card of its own deck: 1, or 0 where there is none."""
    if s.deck_count[p] == 0:
        reshuffle(t, s, p)
    if s.deck_count[p] == 0:
        return 0
    x = draw(s, DECK, s.deck_count[p])
    k = 0
    while x >= s.deck[p, k]:
        x -= s.deck[p, k]
        k += 1
    s.deck[p, k] -= 1
    s.deck_count[p] -= 1
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    if s.phase == COMBAT_PHASE and t.opt_hands == HIDDEN_HANDS:  # hands lie open until the end of the phase
        s.known[p, k] += 1
    note(s, p, RECEIVED, p, -1, k, -1, -1, -1, -1)
    return 1


@rule
def draw_cards(t, s, p, n):
    got = 0
    while got < n and draw_card(t, s, p) == 1:
        got += 1
    if got > 0:
        emit(s, DREW, p, -1, got, -1, -1, -1, -1)


@rule
def can_draw(t, s, p):
    """1 where ``p`` has a card to draw."""
    n = s.deck_count[p] + 0
    for k in range(t.card_kinds):
        n += s.discards[p, k]
    return 1 if n > 0 else 0


@rule
def discard_card(t, s, p, k):
    from_hand(t, s, p, k)
    s.discards[p, k] += 1


@rule
def items_of(t, s, p):
    n = 0
    for k in range(t.item_kinds):
        n += s.items[p, k]
    return n


@rule
def take_item(t, s):
    """Take the top card of the Item deck, which is not empty: its kind."""
    x = draw(s, DECK, s.item_count)
    k = 0
    while x >= s.item_deck[k]:
        x -= s.item_deck[k]
        k += 1
    s.item_deck[k] -= 1
    s.item_count -= 1
    return k


# -------------------------------------------------------------------------------------------------- Locations


@rule
def symbol_at(t, s, x):
    """The symbol of the Location at place ``x``."""
    return t.location_symbol[s.location[x]] + 0


@rule
def seal_index(t, s, x):
    """Which Gate Seal the Location at place ``x`` takes."""
    return x if t.opt_seals == SEAL_OF_PLACE else symbol_at(t, s, x)


@rule
def sealed_places(s):
    n = 0
    for x in range(PLACES):
        n += s.sealed[x]
    return n


@rule
def win_trophy(s, p, symbol):
    """``p`` gets a Trophy of the supply, if there is one."""
    if symbol >= 0 and s.trophy_supply[symbol] > 0:
        s.trophy_supply[symbol] -= 1
        s.trophies[p, symbol] += 1
        emit(s, TROPHY_WON, p, -1, symbol, -1, -1, -1, -1)


@rule
def close_gate(s, x):
    """The Location at place ``x`` is sealed; all Trophies there return to the supply."""
    s.sealed[x] = 1
    for k in range(SYMBOLS):
        s.trophy_supply[k] += s.placed[x, k]
        s.placed[x, k] = 0
    emit(s, SEALED, -1, -1, x, sealed_places(s), -1, -1, -1)


@rule
def roll_cultist_die(s, x):
    """A Cultist die has five symbols and a blank side."""
    face = draw(s, DICE, FACES)
    s.cultist_die[x] = face if face < SYMBOLS else -1
    emit(s, CULTIST_DIE, -1, -1, x, face, -1, -1, -1)


@rule
def roll_into_pool(s, n):
    """Investigator dice of the supply are rolled into the pool, as many as there are."""
    n = min(n, s.dice_left)
    for _ in range(n):
        s.pool[draw(s, DICE, FACES)] += 1
    s.dice_left -= n
    emit(s, POOL_ROLLED, -1, -1, n, -1, -1, -1, -1)


# ---------------------------------------------------------------------------------------- Great Old Ones in play


@rule
def gods_at(t, s, x):
    n = 0
    for g in range(t.gods):
        if s.god_at[g] == x:
            n += 1
    return n


@rule
def gods_in_play(t, s):
    n = 0
    for g in range(t.gods):
        if s.god_at[g] >= 0:
            n += 1
    return n


@rule
def god_here(t, s, x):
    """The Great Old One at place ``x``, of two the older: one of the second wave comes last. -1 for none."""
    found = -1
    for g in range(t.gods):
        if s.god_at[g] == x and (found < 0 or t.wave[found] == SECOND_WAVE):
            found = g
    return found


@rule
def crowd_at(s, x):
    """Cultists at place ``x``."""
    n = 0
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x:
            n += 1
    return n


@rule
def crowd(s):
    """Cultists in play."""
    n = 0
    for j in range(CROWD):
        if s.cultist[j] >= 0:
            n += 1
    return n


@rule
def bottom_at(s, x):
    """The slot of the Cultist at the bottom of the column of place ``x``, or -1."""
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x:
            return j
    return -1


@rule
def drop_aims(s, p):
    for a in range(AIMS):
        s.aims[p, a] = -1


@rule
def forget_aims(s, slot, x):
    """Target markers on ``slot`` of those at place ``x`` return to their owners."""
    for p in range(s.players):
        for a in range(AIMS):
            if s.aims[p, a] == slot and s.at[p] == x:
                s.aims[p, a] = -1


@rule
def remove_cultist(s, j):
    """The Cultist of slot ``j`` leaves its column; the others close up: its kind."""
    k = s.cultist[j] + 0
    forget_aims(s, j, s.cultist_at[j])
    for i in range(j, CROWD - 1):
        s.cultist[i] = s.cultist[i + 1]
        s.cultist_at[i] = s.cultist_at[i + 1]
    s.cultist[CROWD - 1] = -1
    s.cultist_at[CROWD - 1] = -1
    for p in range(s.players):
        for a in range(AIMS):
            if s.aims[p, a] > j and s.aims[p, a] != GREAT:
                s.aims[p, a] -= 1
    return k


@rule
def remove_top(s, x):
    """The Cultist at the top of the column of place ``x`` leaves it: its kind. There is one."""
    top = -1
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x:
            top = j
    return remove_cultist(s, top)


@rule
def come_in_front(t, s, x):
    """By option, a Great Old One comes in front of its Location as soon as no Cultist is left there."""
    g = god_here(t, s, x)
    if g >= 0 and t.opt_cleared == AT_ONCE and crowd_at(s, x) == 0:
        s.god_front[g] = IS_IN_FRONT


# ---------------------------------------------------------------------------------------------------- summoning


@rule
def summon_at(t, s, g, x):
    """Great Old One ``g`` enters play at place ``x``: everybody suffers an Insanity."""
    s.god_at[g] = x
    s.god_front[g] = 0
    if crowd_at(s, x) == 0:
        s.god_front[g] = IS_IN_FRONT if t.opt_bare == AT_ONCE else CAME_BARE
    emit(s, SUMMONED, -1, -1, g, x, -1, -1, -1)
    for p in range(s.players):
        suffer(s, p, 1)
    if t.effects[OF_GOD + g] > 0:
        push(s, IN_EFFECTS, spokesman(s), OF_GOD + g, 0)


@rule
def no_room(s):
    """No Great Old One can come: everybody suffers an Insanity, and the Terror marker moves for each."""
    emit(s, CROWDED_OUT, -1, -1, -1, -1, -1, -1, -1)
    for p in range(s.players):
        suffer(s, p, 1)
    s.terror_due = min(s.terror_due + s.players, 99)


@rule
def unused_god(t, s, wave):
    """A Great Old One of ``wave`` that is not in play, chosen by chance, or -1."""
    n = 0
    for g in range(t.gods):
        if t.wave[g] == wave and s.god_at[g] < 0:
            n += 1
    if n == 0:
        return -1
    x = draw(s, CHANCE, n)
    for g in range(t.gods):
        if t.wave[g] == wave and s.god_at[g] < 0:
            if x == 0:
                return g
            x -= 1
    return -1


@rule
def special_awake(t, s):
    """The Great Old One of the special sect, where a special Cultist is in play and it is not; else -1."""
    for j in range(CROWD):
        if s.cultist[j] >= 0 and t.cultist_set[s.cultist[j]] == SPECIAL:
            for g in range(t.gods):
                if t.wave[g] == SPECIAL_WAVE and s.god_at[g] < 0:
                    return g
    return -1


@rule
def summon_by_chance(t, s, wave):
    """A Great Old One comes to the Location of the Cultist marker, or the next that can take it: one that is not
    sealed and, but for the second wave, has no other."""
    g = special_awake(t, s) if wave == FIRST_WAVE else -1
    if g < 0:
        g = unused_god(t, s, wave)
    for away in range(PLACES):
        x = (max(s.marker, 0) + away) % PLACES
        if g >= 0 and s.sealed[x] == 0 and (wave == SECOND_WAVE or gods_at(t, s, x) == 0):
            summon_at(t, s, g, x)
            return g
    no_room(s)
    return -1


@rule
def summon_named(t, s, k, x):
    """The fourth Cultist, of kind ``k``, summons the Great Old One it worships, or another of the first wave."""
    g = t.cultist_god[k] + 0
    if s.god_at[g] >= 0:
        g = unused_god(t, s, FIRST_WAVE)
    if g >= 0:
        summon_at(t, s, g, x)
    else:
        no_room(s)


# ------------------------------------------------------------------------------------------------------ Cultists


@rule
def begin_act(t, s):
    """The Final Act begins."""
    s.act_now = s.act
    s.gems[s.steps - 1] = 0
    s.crystals[s.steps - 1] = 0
    emit(s, ACT_BEGAN, -1, -1, s.act_now, -1, -1, -1, -1)
    if t.effects[OF_ACT + s.act_now] > 0:
        push(s, IN_EFFECTS, spokesman(s), OF_ACT + s.act_now, 0)


@rule
def refill_cultists(t, s):
    """The Cultist deck has run out: the first time, the Final Act begins. The discard pile becomes the deck."""
    if s.cultist_count > 0:
        return
    if s.act_now < 0:
        begin_act(t, s)
    s.replaced_count = 0
    for k in range(t.cultist_kinds):
        s.cultist_box[k] += s.replaced[k]  # by now it can be told what was replaced
        s.replaced[k] = 0
        s.cultist_deck[k] = s.cultist_discards[k]
        s.cultist_count += s.cultist_discards[k]
        s.cultist_discards[k] = 0
    emit(s, CULTISTS_RESHUFFLED, -1, -1, s.cultist_count, -1, -1, -1, -1)


@rule
def may_refill_cultists(t, s):
    """1 where an empty Cultist deck has something to bring: the Final Act, or discarded Cultists."""
    if s.act_now < 0:
        return 1
    for k in range(t.cultist_kinds):
        if s.cultist_discards[k] > 0:
            return 1
    return 0


@rule
def draw_cultist(t, s):
    """Take the top card of the Cultist deck: its kind, or -1."""
    if s.cultist_count == 0:
        return -1
    x = draw(s, DECK, s.cultist_count)
    k = 0
    while x >= s.cultist_deck[k]:
        x -= s.cultist_deck[k]
        k += 1
    s.cultist_deck[k] -= 1
    s.cultist_count -= 1
    return k


@rule
def stand_at(t, s, k, x):
    """A Cultist of kind ``k`` stands at the top of the column of place ``x``; the fourth summons, unless the Location
    is sealed. More than the team can bear lose the game."""
    n = crowd(s)
    if n + 1 > t.threshold or n == CROWD:
        s.cultist_discards[k] += 1
        lose(s, TOO_MANY)
        return
    s.cultist[n] = k
    s.cultist_at[n] = x
    if crowd_at(s, x) == 4 and s.sealed[x] == 0 and gods_at(t, s, x) == 0:
        summon_named(t, s, k, x)


@rule
def is_barred(t, s, x):
    """1 where no Cultist can appear at place ``x``: it is warded, or a Great Old One is there."""
    return 1 if s.ward == x or gods_at(t, s, x) > 0 else 0


@rule
def appear(t, s, x):
    """A Cultist of the deck appears at place ``x``, if it can."""
    if is_barred(t, s, x) == 1:
        emit(s, CULTIST_BARRED, -1, -1, x, -1, -1, -1, -1)
        return
    if s.cultist_count == 0:
        refill_cultists(t, s)
    k = draw_cultist(t, s)
    if k < 0:
        return
    emit(s, CULTIST_CAME, -1, -1, k, x, -1, -1, -1)
    stand_at(t, s, k, x)
    if t.effects[OF_CULTIST + k] > 0 and s.ending < 0:
        push(s, IN_EFFECTS, spokesman(s), OF_CULTIST + k, 0)


@rule
def step_marker(t, s):
    """The Cultist marker enters the next Location without a Great Old One, where a Cultist appears."""
    for away in range(1, PLACES + 1):
        x = (s.marker + away) % PLACES
        if gods_at(t, s, x) == 0:
            s.marker = x
            emit(s, MARKER_MOVED, -1, -1, x, -1, -1, -1, -1)
            appear(t, s, x)
            return


# ------------------------------------------------------------------------------------------------ the Terror circle


@rule
def remember_circle(s, but):
    """The Terror deck has run out: what lies face down on the circle (``but`` for one place) can be told."""
    for x in range(s.steps - 1):
        if x != but and s.terror[x] >= 0 and s.terror_old[x] == 0:
            s.terror_old[x] = 1
            s.terror_before[s.terror[x]] += 1


@rule
def turn_up(s, x):
    """The face-down Terror card at place ``x`` is seen: its kind."""
    k = s.terror[x] + 0
    if s.terror_old[x] == 1:
        s.terror_old[x] = 0
        s.terror_before[k] -= 1
    s.terror[x] = -1
    return k


@rule
def deal_terror(t, s, x):
    """A Terror card is laid face down at place ``x`` of the circle; used ones are shuffled where the deck is empty."""
    s.terror_old[x] = 0
    if s.terror_count == 0:
        remember_circle(s, x)
        for k in range(t.terror_kinds):
            s.terror_deck[k] = s.terror_used[k]
            s.terror_count += s.terror_used[k]
            s.terror_used[k] = 0
    s.terror[x] = -1
    s.terror_open[x] = -1
    s.gems[x] = 0
    s.crystals[x] = 0
    if s.terror_count == 0:
        return
    at = draw(s, DECK, s.terror_count)
    k = 0
    while at >= s.terror_deck[k]:
        at -= s.terror_deck[k]
        k += 1
    s.terror_deck[k] -= 1
    s.terror_count -= 1
    s.terror[x] = k
    s.gems[x] = t.terror_gems[k]


@rule
def add_crystal(t, s, x):
    """A crystal comes on the card at place ``x``; with as many as it has gems, it is turned over."""
    if s.gems[x] == 0:
        return
    s.crystals[x] += 1
    if s.crystals[x] < s.gems[x]:
        return
    if x == s.steps - 1:
        begin_act(t, s)
        return
    k = s.terror_open[x] + 0
    if k < 0:
        k = turn_up(s, x)
    deal_terror(t, s, x)
    s.terror_used[k] += 1
    emit(s, TERROR_FLIPPED, -1, -1, k, x, -1, -1, -1)
    if t.effects[OF_TERROR + k] > 0:
        push(s, IN_EFFECTS, spokesman(s), OF_TERROR + k, 0)


@rule
def step_terror(t, s):
    """The Terror marker takes one of the steps it owes; back at the start, a Location is to be activated."""
    s.terror_due -= 1
    s.terror_at = (s.terror_at + 1) % s.steps
    emit(s, TERROR_MOVED, -1, -1, s.terror_at, -1, -1, -1, -1)
    if s.terror_at == 0:
        s.shrines_due = min(s.shrines_due + 1, 99)
    add_crystal(t, s, s.terror_at)


# --------------------------------------------------------------------------------------------------- the end


@rule
def is_won(t, s):
    """1 where all Locations are sealed and no Great Old One is in play."""
    return 1 if sealed_places(s) == PLACES and gods_in_play(t, s) == 0 else 0


@rule
def is_decided(t, s):
    return 1 if s.ending >= 0 or is_won(t, s) == 1 else 0


@rule
def is_task(kind):
    """1 for what is only under way."""
    return 1 if kind >= FIRST_TASK else 0
