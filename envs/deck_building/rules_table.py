"""What lies on the table and how it moves: cards, the University, investigators, Minions, gods. Nobody decides here."""

from ..core import jit
from ..core.header import CHANCE, DECK
from ..core.kernels import draw, emit, note
from .state import (
    BANISHED,
    DEFEATED,
    DIED,
    DREW,
    ENTRANCED,
    FILLED,
    GOD_SLOTS,
    HEALTH_TRACK,
    HIT_GOD,
    HIT_MINION,
    HURT,
    LEAST_PRICE,
    MARKET,
    MENDED,
    MOXIE,
    RECEIVED,
    RESHUFFLED,
    SANITY_TRACK,
    SCARED,
    SCHEMA,
    SPAWNED,
    TOUGHEST,
    WARDED,
)
from .tables import ONE_BY_ONE, SLEUTH, STAGGER, TABLES

rule = jit.rules(TABLES, SCHEMA.dtype)

# ------------------------------------------------------------------------------------------------ the team


@rule
def is_able(s, p):
    """1 for an investigator who is alive and in their right mind."""
    return 1 if s.dead[p] == 0 and s.entranced[p] == 0 else 0


@rule
def is_sane(s, p):
    """1 for an investigator who is alive and not insane, even one who is calm again and still stares."""
    return 1 if s.dead[p] == 0 and s.sanity[p] > 0 else 0


@rule
def spokesman(s):
    """Who decides for the team: whoever went first in this round, or the next who is able to; with no such, the next
    who is sane."""
    first = max(s.first, 0)
    for away in range(s.players):
        p = (first + away) % s.players
        if is_able(s, p) == 1:
            return p
    for away in range(s.players):
        p = (first + away) % s.players
        if is_sane(s, p) == 1:
            return p
    return first


@rule
def full(t, s, p, track):
    """Health or sanity of ``p`` at most."""
    k = s.investigator[p] + 0
    return t.health[k] + 0 if track == HEALTH_TRACK else t.sanity[k] + 0


@rule
def left(s, p, track):
    return s.health[p] + 0 if track == HEALTH_TRACK else s.sanity[p] + 0


@rule
def lacks(t, s, p, track):
    """Points of health or sanity that ``p`` lacks."""
    return full(t, s, p, track) - left(s, p, track)


@rule
def restore(t, s, p, track, n):
    """``p`` gains health or sanity, up to its own: how much."""
    got = min(n, lacks(t, s, p, track))
    if track == HEALTH_TRACK:
        s.health[p] += got
    else:
        s.sanity[p] += got
    return got


# ---------------------------------------------------------------------------------------------------- cards


@rule
def to_hand(s, p, k):
    """A card comes into the hand of ``p`` in sight of all: one known card more."""
    s.hand[p, k] += 1
    s.hand_count[p] += 1
    s.held[p, k] += 1
    s.known[p, k] += 1


@rule
def from_hand(s, p, k):
    """A card leaves the hand of ``p`` in sight of all; it may be a known one."""
    s.hand[p, k] -= 1
    s.hand_count[p] -= 1
    s.held[p, k] -= 1
    s.known[p, k] = max(s.known[p, k] - 1, 0)


@rule
def reshuffle(t, s, p):
    """The own discard pile becomes the own deck, which is empty: what ``p`` holds until then is all in its hand."""
    for k in range(t.cards):
        s.known[p, k] = s.hand[p, k]
        n = s.discards[p, k] + 0
        s.deck[p, k] += n
        s.deck_count[p] += n
        s.held[p, k] += n
        s.discards[p, k] = 0
    if s.deck_count[p] > 0:
        emit(s, RESHUFFLED, p, -1, s.deck_count[p], -1, -1, -1, -1)


@rule
def draw_card(t, s, p):
    """``p`` draws a card of its own deck: 1, or 0 where there is none. After the last a new deck is made at once; with
    nothing discarded then, when the next card is to be drawn."""
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
    note(s, p, RECEIVED, p, -1, k, -1, -1, -1, -1)
    if s.deck_count[p] == 0:
        reshuffle(t, s, p)
    return 1


@rule
def draw_cards(t, s, p, n):
    """``p`` draws up to ``n`` cards: how many there were."""
    got = 0
    while got < n and draw_card(t, s, p) == 1:
        got += 1
    if got > 0:
        emit(s, DREW, p, -1, got, -1, -1, -1, -1)
    return got


@rule
def discard_active(t, s, p, lasting):
    """Activated cards of ``p`` go to its discard pile: those that made Moxie, or (``lasting`` 1) all."""
    for k in range(t.cards):
        if lasting == 1 or t.lasts[k] == 0:
            s.discards[p, k] += s.active[p, k]
            s.active[p, k] = 0


@rule
def discard_hand(t, s, p):
    for k in range(t.cards):
        n = s.hand[p, k] + 0
        s.discards[p, k] += n
        s.held[p, k] -= n
        s.hand[p, k] = 0
        s.known[p, k] = 0
    s.hand_count[p] = 0


@rule
def discard_one(s, p, k):
    from_hand(s, p, k)
    s.discards[p, k] += 1


@rule
def random_in_hand(s, p):
    """The kind of a card of the hand of ``p`` chosen by chance; there is one."""
    x = draw(s, CHANCE, s.hand_count[p])
    k = 0
    while x >= s.hand[p, k]:
        x -= s.hand[p, k]
        k += 1
    return k


# ------------------------------------------------------------------------------------------ the University


@rule
def is_starter(t, k):
    return 1 if t.type[k] in (SLEUTH, STAGGER) else 0


@rule
def library_card(t, s):
    """Take the top card of the Library deck, made anew of unwanted cards where it is empty: its kind, or -1."""
    if s.library_count == 0:
        for k in range(t.cards):
            s.library[k] = s.unwanted[k]
            s.library_count += s.unwanted[k]
            s.unwanted[k] = 0
    if s.library_count == 0:
        return -1
    x = draw(s, DECK, s.library_count)
    k = 0
    while x >= s.library[k]:
        x -= s.library[k]
        k += 1
    s.library[k] -= 1
    s.library_count -= 1
    return k


@rule
def fill_market(t, s):
    """Five cards are on sale again, as far as there are any."""
    for x in range(MARKET):
        if s.market[x] < 0:
            k = library_card(t, s)
            s.market[x] = k
            if k >= 0:
                emit(s, FILLED, -1, -1, k, -1, -1, -1, -1)


@rule
def slot_of(s, k):
    """Where a card of kind ``k`` is on sale, or -1."""
    for x in range(MARKET):
        if s.market[x] == k:
            return x
    return -1


@rule
def price(t, s, k):
    """What it takes to buy card ``k``: never nothing, as only activated cards that make Moxie let buy."""
    return max(t.cost[k] + s.dear - s.cheap, LEAST_PRICE)


# ----------------------------------------------------------------------------------------------------- Moxie


@rule
def moxie(s):
    """Moxie of the turn that is left: multiply, then add and subtract. No turn makes more than there is room for."""
    made = (s.base + s.combo * max(s.plays - 1, 0)) * s.factor + s.bonus
    return max(min(made, MOXIE) - s.spent, 0)


@rule
def open_purse(s):
    s.base = 0
    s.factor = 1
    s.bonus = 0
    s.spent = 0
    s.cheap = 0
    s.plays = 0
    s.combo = 0


@rule
def close_purse(s):
    """Moxie that is left is lost."""
    open_purse(s)
    s.factor = 0


# ------------------------------------------------------------------------------------------------ Elder Gods


@rule
def god_acts(t, s, x):
    """1 where the Elder God at place ``x`` is there: in play, not banished, and (by option) the first of those."""
    if s.god[x] < 0 or s.god_health[x] == 0:
        return 0
    if t.opt_gods == ONE_BY_ONE:
        for y in range(x):
            if s.god_health[y] > 0:
                return 0
    return 1


@rule
def gods_there(t, s):
    n = 0
    for x in range(GOD_SLOTS):
        n += god_acts(t, s, x)
    return n


@rule
def hit_god(s, p, x, n):
    """The Elder God at place ``x`` takes damage; what is beyond its health is lost."""
    n = min(n, s.god_health[x])
    s.god_health[x] -= n
    emit(s, HIT_GOD, p, -1, s.god[x], n, s.god_health[x], -1, -1)
    if s.god_health[x] == 0:
        emit(s, BANISHED, p, -1, s.god[x], -1, -1, -1, -1)


@rule
def mend_god(t, s, x, n):
    got = min(n, t.god_health[s.god[x]] - s.god_health[x])
    s.god_health[x] += got
    emit(s, MENDED, -1, -1, s.god[x], got, -1, -1, -1)


# -------------------------------------------------------------------------------------------------- Minions


@rule
def in_play(s, k):
    """Minions of kind ``k`` in play."""
    n = 0
    for h in range(TOUGHEST):
        n += s.minions[k, h]
    return n


@rule
def all_in_play(t, s):
    n = 0
    for k in range(t.minion_kinds):
        n += in_play(s, k)
    return n


@rule
def spawn(t, s, k, n):
    """Minions of kind ``k`` come into play, as many as there are left: how many."""
    n = min(n, s.supply[k])
    s.supply[k] -= n
    s.minions[k, t.minion_health[k] - 1] += n
    if n > 0:
        emit(s, SPAWNED, -1, -1, k, n, -1, -1, -1)
    return n


@rule
def remove_minion(s, k, h):
    """A Minion of kind ``k`` with ``h`` + 1 health leaves play."""
    s.minions[k, h] -= 1
    s.supply[k] += 1
    s.bound[k] = min(s.bound[k], in_play(s, k))
    s.newborn[k] = min(s.newborn[k], in_play(s, k))


@rule
def hit_minion(s, p, k, h, n):
    """A Minion of kind ``k`` with ``h`` + 1 health takes damage; what is beyond its health is lost."""
    n = min(n, h + 1)
    emit(s, HIT_MINION, p, -1, k, n, h + 1 - n, -1, -1)
    if n == h + 1:
        remove_minion(s, k, h)
        emit(s, DEFEATED, p, -1, k, -1, -1, -1, -1)
    else:
        s.minions[k, h] -= 1
        s.minions[k, h - n] += 1


@rule
def weakest_health(s, k):
    """The least health (from 0: one point) of the Minions of kind ``k``, or -1."""
    for h in range(TOUGHEST):
        if s.minions[k, h] > 0:
            return h
    return -1


# ------------------------------------------------------------------------------------------- harm and death


@rule
def die(t, s, p):
    """``p`` is dead: its cards leave the game, what it may do after death remains."""
    s.dead[p] = 1
    s.health[p] = 0
    s.entranced[p] = 0
    s.armor[p] = 0
    s.nerve[p] = 0
    s.fewer[p] = 0
    for k in range(t.cards):
        s.box[k] += s.hand[p, k] + s.deck[p, k] + s.active[p, k] + s.discards[p, k]
        s.hand[p, k] = 0
        s.deck[p, k] = 0
        s.active[p, k] = 0
        s.discards[p, k] = 0
        s.held[p, k] = 0
        s.known[p, k] = 0
    s.hand_count[p] = 0
    s.deck_count[p] = 0
    emit(s, DIED, p, -1, -1, -1, -1, -1, -1)


@rule
def hurt(t, s, p, n):
    """``p`` takes health damage, less what its armor wards off."""
    if s.dead[p] == 1:
        return
    warded = min(s.armor[p], n)
    s.armor[p] -= warded
    if warded > 0:
        emit(s, WARDED, p, -1, HEALTH_TRACK, warded, -1, -1, -1)
    n = min(n - warded, s.health[p])
    if n > 0:
        s.health[p] -= n
        emit(s, HURT, p, -1, n, s.health[p], -1, -1, -1)
        if s.health[p] == 0:
            die(t, s, p)


@rule
def scare(t, s, p, n):
    """``p`` takes sanity damage, less what its nerve wards off. A mind without sanity dies, or (by option) is lost
    until the end of the next round."""
    if s.dead[p] == 1:
        return
    warded = min(s.nerve[p], n)
    s.nerve[p] -= warded
    if warded > 0:
        emit(s, WARDED, p, -1, SANITY_TRACK, warded, -1, -1, -1)
    n = min(n - warded, s.sanity[p])
    if n > 0:
        s.sanity[p] -= n
        emit(s, SCARED, p, -1, n, s.sanity[p], -1, -1, -1)
        if s.sanity[p] == 0:
            if t.opt_insanity == 0:
                die(t, s, p)
            else:
                s.entranced[p] = 2
                emit(s, ENTRANCED, p, -1, -1, -1, -1, -1, -1)


@rule
def is_decided(t, s):
    """1 once no Elder God is left, or all of the team are dead or insane."""
    sane = 0
    for p in range(s.players):
        sane += is_sane(s, p)
    if sane == 0:
        return 1
    for x in range(GOD_SLOTS):
        if s.god_health[x] > 0:
            return 0
    return 1
