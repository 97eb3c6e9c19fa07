"""What the greedy player of Cultistorm knows: its weights, what a fight is worth, and who is to fight what.

The plan is made for the whole team, the same from every seat, and handed down in one number: ten bits a seat for a
place, a slot and a die. Seats are planned from the first of the round on. What investigators could pay is laid out in
the row itself, which is the agent's own copy: ``paid`` holds the reach of one of them, ``need`` what a foe takes.
"""

import numpy as np

from ...envs.cultistorm.rules_effects import is_for_fights
from ...envs.cultistorm.rules_fight import (
    ability_source,
    beyond,
    cultist_needs,
    god_needs,
    has_ability,
    has_item,
    is_ranged,
    needed_in,
)
from ...envs.cultistorm.rules_rounds import held_by_team
from ...envs.cultistorm.rules_table import crowd, crowd_at, god_here, gods_at, gods_in_play, rule, seal_index, symbol_at
from ...envs.cultistorm.rules_turns import free_seals
from ...envs.cultistorm.state import (
    CARDS,
    CROWD,
    GREAT,
    MASKS,
    OF_CARD,
    OF_ITEM,
    OF_LOCATION,
    PLACES,
    SANE,
    SYMBOLS,
    WILD,
)

# Every number of the list. ``act`` finds them in this order from place 1 of its line of weights.
WEIGHTS = {
    "pain1": 10,  # the first Insanity of an investigator
    "pain2": 14,  # the second
    "pain3": 26,  # the third
    "pain4": 70,  # the fourth
    "kill": 60,  # a Cultist less
    "crowded": 15,  # the same, for each Cultist that the team is nearer to the threshold than it should be
    "room": 5,  # Cultists that the team should have room for after the next Cultist Phase
    "trophy": 30,  # a Trophy that a Location still takes
    "study": 18,  # a Trophy that can only be studied
    "summon": 90,  # a Cultist less where the fourth is about to come
    "clear": 60,  # a Cultist less where a Great Old One waits
    "god": 260,  # a Great Old One less
    "front": 400,  # the same in front of its Location
    "seal": 150,  # being where a Location can be sealed
    "idle": 30,  # a fight that is fought rather than none
    "lack": 22,  # a symbol that others are to give
    "card": 6,  # a card of the hand
    "die": 14,  # a die more
    "item": 12,  # an Item found
    "crystal": 7,  # a Terror crystal
    "ward": 45,  # a Cultist that cannot come
    "shelter": 12,  # the Protection marker
    "support": 4,  # what a support must be worth beyond its cost
    "own_trophy": 70,  # a Trophy of one's choice
    "stay": 8,  # a second move in a round, beyond the Insanity
    "stall": 60,  # a Cultist more that a Great Old One has to devour, where it must not be defeated yet
    "second": 12,  # what a second fight must be worth beyond what others give for it
    "keep": 10,  # what a card left over must be worth to be kept, of 10 for any
    "twin": 6,  # how much less another of the same symbol is worth there
    "learn": 3,  # room for Cultists that there must be to learn what brings one
}
(
    W_PAIN1,
    W_PAIN2,
    W_PAIN3,
    W_PAIN4,
    W_KILL,
    W_CROWDED,
    W_ROOM,
    W_TROPHY,
    W_STUDY,
    W_SUMMON,
    W_CLEAR,
    W_GOD,
    W_FRONT,
    W_SEAL,
    W_IDLE,
    W_LACK,
    W_CARD,
    W_DIE,
    W_ITEM,
    W_CRYSTAL,
    W_WARD,
    W_SHELTER,
    W_SUPPORT,
    W_OWN_TROPHY,
    W_STAY,
    W_STALL,
    W_SECOND,
    W_KEEP,
    W_TWIN,
    W_LEARN,
) = range(1, len(WEIGHTS) + 1)

NEVER = -(1 << 40)
RUIN = 5000  # the Insanity that loses the game
SPOT = 1 << 10  # places, slots and dice of one seat
STEP = 1 << 10  # one card of one supporter
COSTS = 1 << 16
ENOUGH = 4  # supports for one fight
TWO = 16  # slots, the second target beside the first

# ------------------------------------------------------------------------------------------------- Insanity


@rule
def pain(n, weights):
    """What ``n`` Insanity of one investigator costs in all."""
    total = np.int64(0)
    for k in range(min(n, SANE)):
        total += weights[W_PAIN1 + k]
    return total if n <= SANE else total + RUIN


@rule
def more_pain(s, p, n, weights):
    """What ``n`` more cost ``p``; the Protection marker spares one."""
    if n > 0 and s.protected == p:
        n -= 1
    return pain(s.insanity[p] + n, weights) - pain(s.insanity[p] + 0, weights)


# ---------------------------------------------------------------------------------------------- who can pay what


@rule
def add_symbols(s, set_of, n):
    """``n`` more symbols, each any one of a set, in the reach that is laid out."""
    for a in range(MASKS):
        if set_of & ~a != 0:
            s.paid[a] += n


@rule
def add_source(t, s, source, n):
    for e in range(t.effects[source]):
        add_symbols(s, t.symbols[source, e], n * t.amount[source, e])


@rule
def lay_out(t, s, p):
    """The reach of ``p`` without what its Location gives, as in ``rules_fight.reach``, for all sets at once."""
    for a in range(MASKS):
        s.paid[a] = 0
    for k in range(SYMBOLS):
        if s.dice[p, k] > 0:
            add_symbols(s, 1 << k, s.dice[p, k])
    for k in range(t.card_kinds):
        if s.hand[p, k] > 0:
            add_symbols(s, 1 << t.card_symbol[k], s.hand[p, k])
        if s.lent_to[p, k] > 0:
            add_source(t, s, OF_CARD + k, s.lent_to[p, k])
    for k in range(t.item_kinds):
        if has_item(t, s, p, k) == 1 and is_for_fights(t, OF_ITEM + k) == 1:
            add_source(t, s, OF_ITEM + k, s.items[p, k] - s.worn[p, k])
    for level in range(s.level[p]):
        source = ability_source(s, p, level)
        if has_ability(t, s, p, level) == 1 and is_for_fights(t, source) == 1:
            add_source(t, s, source, 1)


@rule
def place_helps(t, s, x):
    """1 where the Location of place ``x`` gives symbols in fights there."""
    if s.shrine[x] == 0 or (t.once[s.location[x]] == 1 and s.used_place[x] == 1):
        return 0
    return is_for_fights(t, OF_LOCATION + s.location[x])


@rule
def with_second(slot, second):
    """Two foes of one investigator, as one number."""
    return slot + TWO * (second + 1)


@rule
def ask_for(t, s, x, slot):
    """Lay out what a foe at place ``x`` takes; with another beside it (``with_second``), what both take."""
    second = slot // TWO - 1
    slot = slot % TWO
    for k in range(SYMBOLS):
        if slot == GREAT:
            s.need[k] = god_needs(t, s, god_here(t, s, x), x, k)
        else:
            s.need[k] = cultist_needs(t, s, s.cultist[slot], x, k)
        if second >= 0:
            s.need[k] += cultist_needs(t, s, s.cultist[second], x, k)


@rule
def lack(t, s, x, die):
    """Symbols lacking of what is laid out, at place ``x`` and with one die more (or -1)."""
    total = needed_in(s, MASKS - 1)
    most = total + 0
    helped = place_helps(t, s, x)
    for a in range(MASKS - 1):
        inside = needed_in(s, a)
        if inside < most:
            inside += s.paid[a]
            if die >= 0 and (a >> die) & 1 == 0:
                inside += 1
            if inside < most and helped == 1:
                inside += beyond(t, OF_LOCATION + s.location[x], a)
            most = min(most, inside)
    return total - most


# ------------------------------------------------------------------------------------------- what is to come


@rule
def incoming(t, s, x):
    """Cultists that the next Cultist Phase brings to place ``x``."""
    if s.ward == x or gods_at(t, s, x) > 0:
        return 0
    n = 0
    at = s.marker + 0
    left = t.marker_steps + 0
    away = 0
    while left > 0 and away < 2 * PLACES:
        away += 1
        at = (at + 1) % PLACES
        if gods_at(t, s, at) == 0:
            left -= 1
            if at == x:
                n += 1
    return n


@rule
def about_to_summon(t, s, x):
    """Cultists too many at place ``x``, were nobody to fight there."""
    if s.sealed[x] == 1 or gods_at(t, s, x) > 0:
        return 0
    return max(crowd_at(s, x) + incoming(t, s, x) - 3, 0)


@rule
def stock(t, s, x):
    """Trophies laid at place ``x`` or held for it."""
    symbol = symbol_at(t, s, x)
    return s.placed[x, symbol] + held_by_team(s, symbol)


@rule
def takes_trophies(t, s, symbol):
    """Trophies of a symbol that Locations still take beyond those that are there."""
    n = 0
    for x in range(PLACES):
        if s.sealed[x] == 0 and symbol_at(t, s, x) == symbol:
            n += t.seal_trophies - s.placed[x, symbol]
    return n - held_by_team(s, symbol)


@rule
def seals_wanted(t, s):
    """Gate Seals that nobody holds yet, of Locations that are not sealed."""
    n = 0
    for x in range(PLACES):
        if s.sealed[x] == 0 and s.seal_of[seal_index(t, s, x)] < 0:
            n += 1
    return min(n, free_seals(s))


@rule
def may_be_sealed(t, s, x, p):
    """1 where ``p`` could seal place ``x`` at the end of this round."""
    if s.sealed[x] == 1 or gods_at(t, s, x) > 0 or s.seal_of[seal_index(t, s, x)] != p:
        return 0
    return 1 if stock(t, s, x) >= t.seal_trophies else 0


@rule
def god_may_fall(t, s, x):
    """1 where the defeat of the Great Old One at place ``x`` does not lose the game."""
    if s.act_now < 0 or gods_in_play(t, s) > 1:
        return 1
    for y in range(PLACES):
        if y != x and s.sealed[y] == 0:
            return 0
    return 1


@rule
def foe_worth(t, s, x, slot, weights):
    """What the defeat of a foe at place ``x`` is worth."""
    if slot == GREAT:
        g = god_here(t, s, x)
        if god_may_fall(t, s, x) == 0:
            return -RUIN
        return weights[W_GOD] + (weights[W_FRONT] if s.god_front[g] == 1 or crowd_at(s, x) == 0 else 0)
    worth = weights[W_KILL] + 0
    short = crowd(s) + t.marker_steps + weights[W_ROOM] - t.threshold
    if short > 0:
        worth += short * weights[W_CROWDED]
    if about_to_summon(t, s, x) > 0:
        worth += weights[W_SUMMON]
    if gods_at(t, s, x) > 0:
        worth += weights[W_CLEAR] if god_may_fall(t, s, x) == 1 else -weights[W_STALL]
    symbol = t.sect[s.cultist[slot]] + 0
    if symbol >= 0 and s.trophy_supply[symbol] > 0:
        if takes_trophies(t, s, symbol) > 0:
            worth += weights[W_TROPHY]
        elif seals_wanted(t, s) > 0:
            worth += weights[W_STUDY]
    return worth


# --------------------------------------------------------------------------------------------------- the plan


@rule
def spot_of(plan, p):
    return (plan >> (10 * p)) & (SPOT - 1)


@rule
def place_in(plan, p):
    return spot_of(plan, p) >> 7


@rule
def slot_in(plan, p):
    """The slot that ``p`` is to fight, or -1."""
    return ((spot_of(plan, p) >> 3) & 15) - 1


@rule
def die_in(plan, p):
    """The symbol that ``p`` is to have on the die it takes, or -1 for any."""
    return (spot_of(plan, p) & 7) - 1


@rule
def spot(x, slot, die):
    return (x << 7) + ((slot + 1) << 3) + die + 1


@rule
def is_claimed(s, plan, done, x, slot):
    """1 where one of those planned already (the bits of ``done``) is to fight this."""
    for p in range(s.players):
        if (done >> p) & 1 == 1 and slot_in(plan, p) == slot and place_in(plan, p) == x:
            return 1
    return 0


@rule
def unclaimed(s, plan, done, x):
    """Cultists at place ``x`` that nobody is to fight yet."""
    n = 0
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x and is_claimed(s, plan, done, x, j) == 0:
            n += 1
    return n


@rule
def seal_worth(t, s, p, x, left, weights):
    """Being at place ``x`` to seal it, with so many Cultists left there."""
    if may_be_sealed(t, s, x, p) == 0:
        return 0
    return weights[W_SEAL] - more_pain(s, p, left, weights)


@rule
def may_have(s, die):
    """1 where the pool has a die that can show a symbol."""
    return 1 if s.pool[die] > 0 or s.pool[WILD] > 0 else 0


@rule
def best_die(t, s, p, x, without):
    """Of a foe that is laid out, and ``without`` symbols lacking before a die is taken: how many then, and with which
    die, as 8 times the one and one more than the other."""
    best = without * 8
    if s.took[p] == 1 or without == 0:
        return best
    for k in range(SYMBOLS):
        if may_have(s, k) == 1 and lack(t, s, x, k) < without:
            found = (without - 1) * 8 + k + 1
            if best == without * 8 or (s.pool[k] > 0 and s.pool[best % 8 - 1] == 0):
                best = found
    return best


@rule
def try_foe(t, s, p, x, slot, allow, weights):
    """The worth of ``p`` fighting a foe at place ``x``, and its die: worth * 8 + die + 1, or NEVER where more than
    ``allow`` symbols would be lacking."""
    ask_for(t, s, x, slot)
    found = best_die(t, s, p, x, lack(t, s, x, -1))
    short = found // 8
    if short > allow:
        return NEVER
    worth = foe_worth(t, s, x, slot, weights) - short * weights[W_LACK] + weights[W_IDLE]
    if slot == GREAT:
        worth -= more_pain(s, p, 1, weights)
    return worth * 8 + found % 8


@rule
def best_at(t, s, p, x, plan, done, allow, weights):
    """The best for ``p`` at place ``x``: (worth * SPOT) + spot."""
    left = unclaimed(s, plan, done, x)
    worth = seal_worth(t, s, p, x, left, weights)
    if left > 0:
        worth -= more_pain(s, p, 1, weights)
    best = worth * SPOT + spot(x, -1, -1)
    free = left + 0
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x and is_claimed(s, plan, done, x, j) == 0:
            if free == left or is_ranged(t, s, p) == 1:
                found = try_foe(t, s, p, x, j, allow, weights)
                if found != NEVER:
                    worth = (found >> 3) + seal_worth(t, s, p, x, left - 1, weights)
                    best = max(best, worth * SPOT + spot(x, j, found % 8 - 1))
            free -= 1
    if left == 0 and gods_at(t, s, x) > 0 and is_claimed(s, plan, done, x, GREAT) == 0:
        found = try_foe(t, s, p, x, GREAT, ENOUGH if allow > 0 else 0, weights)
        if found != NEVER:
            best = max(best, (found >> 3) * SPOT + spot(x, GREAT, found % 8 - 1))
    return best


@rule
def best_spot(t, s, p, plan, done, allow, weights):
    """The best place for ``p`` in this round: (worth * SPOT) + spot."""
    best = np.int64(NEVER) * SPOT
    lay_out(t, s, p)
    for x in range(PLACES):
        found = best_at(t, s, p, x, plan, done, allow, weights)
        if x != s.at[p]:
            cost = more_pain(s, p, 1, weights) + weights[W_STAY] if s.moved[p] == 1 else 1
            found -= cost * SPOT
        best = max(best, found)
    return best


# ----------------------------------------------------------------------------------------------- supports


@rule
def is_bound(s, p):
    """1 where it is settled what ``p`` fights: it has aimed, or passed."""
    return 1 if s.aims[p, 0] >= 0 or s.ready[p] == 1 else 0


@rule
def lend_cost(t, s, q, k, weights):
    """What it costs ``q`` to play a card as support."""
    cost = weights[W_CARD] * (3 if t.no_draw[k] == 1 else 1)
    if t.unique[k] == 0:
        cost += more_pain(s, q, 1, weights)
    return cost


@rule
def best_lender(t, s, p, x, short, weights):
    """The cheapest card that gives ``p`` a symbol of those that are laid out as lacking: its cost for each symbol,
    how many it gives, who plays it, and which: ((cost * 8 + given) * 8 + seat) * CARDS + card, or -1."""
    best = np.int64(-1)
    for away in range(s.players):
        q = (max(s.first, 0) + away) % s.players
        if q != p and s.ready[q] == 0:
            for k in range(t.card_kinds):
                if s.hand[q, k] > 0 and t.in_fight[k] == 1:
                    cost = lend_cost(t, s, q, k, weights)
                    if best < 0 or cost < (best // (64 * CARDS)):
                        add_source(t, s, OF_CARD + k, 1)
                        given = short - lack(t, s, x, -1)
                        add_source(t, s, OF_CARD + k, -1)
                        if given > 0:
                            each = cost // given
                            if best < 0 or each < best // (64 * CARDS):
                                best = ((each * 8 + min(given, 7)) * 8 + q) * CARDS + k
    return best


@rule
def rescue(t, s, p, x, slot, die, weights):
    """How others can make up for what ``p`` lacks: the cost in all, and the first of the cards, as (cost * 8 + seat) *
    CARDS + card; -1 where they cannot."""
    lay_out(t, s, p)
    if die >= 0:
        add_symbols(s, 1 << die, 1)
    ask_for(t, s, x, slot)
    short = lack(t, s, x, -1)
    cost = np.int64(0)
    first = np.int64(-1)
    lent = np.int64(0)
    n = 0
    while short > 0 and n < ENOUGH:
        found = best_lender(t, s, p, x, short, weights)
        if found < 0:
            break
        k = found % CARDS
        q = found // CARDS % 8
        cost += lend_cost(t, s, q, k, weights)
        if first < 0:
            first = found % (8 * CARDS)
        add_source(t, s, OF_CARD + k, 1)
        s.hand[q, k] -= 1
        s.insanity[q] += 1 - t.unique[k]
        lent = lent * (8 * CARDS) + found % (8 * CARDS)
        short = lack(t, s, x, -1)
        n += 1
    for _ in range(n):
        k = lent % CARDS
        q = lent // CARDS % 8
        s.hand[q, k] += 1
        s.insanity[q] -= 1 - t.unique[k]
        lent = lent // (8 * CARDS)
    if short > 0:
        return -1
    return cost * (8 * CARDS) + max(first, 0)


@rule
def afford(t, s, p, found, plan, done, weights):
    """``found`` where others can make up for what is lacking there, and it is worth it; else the best for ``p`` that
    takes no help."""
    here = found % SPOT
    slot = ((here >> 3) & 15) - 1
    if slot < 0:
        return found
    x = here >> 7
    cost = rescue(t, s, p, x, slot, (here & 7) - 1, weights)
    alone = best_spot(t, s, p, plan, done, 0, weights)
    if cost < 0:
        return alone
    lay_out(t, s, p)
    ask_for(t, s, x, slot)
    short = lack(t, s, x, (here & 7) - 1)
    worth = found // SPOT + short * weights[W_LACK] - cost // (8 * CARDS)
    return found if worth >= alone // SPOT else alone


@rule
def assign(s, plan, p, here):
    """``p`` is to be at a spot; the die it needs is out of the pool."""
    die = (here & 7) - 1
    if die >= 0:
        if s.pool[die] > 0:
            s.pool[die] -= 1
        else:
            s.pool[WILD] -= 1
    return plan | (here << (10 * p))


@rule
def make_plan(t, s, weights):
    """Where everybody is to be, whom they fight, and with which die. Who has aimed already stays; of the others, the
    one that has most to win is planned first."""
    plan = np.int64(0)
    done = np.int64(0)
    for p in range(s.players):
        if is_bound(s, p) == 1:
            plan = assign(s, plan, p, spot(s.at[p], s.aims[p, 0], -1))
            done |= 1 << p
    for _ in range(s.players):
        best = np.int64(NEVER) * SPOT
        who = -1
        for away in range(s.players):
            p = (max(s.first, 0) + away) % s.players
            if (done >> p) & 1 == 0:
                found = best_spot(t, s, p, plan, done, 2, weights)
                if found > best:
                    best = found
                    who = p
        if who >= 0:
            best = afford(t, s, who, best, plan, done, weights)
            plan = assign(s, plan, who, best % SPOT)
            done |= 1 << who
    return plan


@rule
def lack_in(t, s, plan, p):
    """Symbols that ``p`` lacks for its fight, with the die that it is to take; 0 where it is to fight nothing."""
    slot = slot_in(plan, p)
    if slot < 0:
        return 0
    lay_out(t, s, p)
    ask_for(t, s, place_in(plan, p), slot)
    return lack(t, s, place_in(plan, p), die_in(plan, p))


# --------------------------------------------------------------------------------------------- second targets


@rule
def is_aimed_at(s, x, slot):
    """1 where somebody at place ``x`` has aimed at this."""
    for p in range(s.players):
        if s.at[p] == x and (s.aims[p, 0] == slot or s.aims[p, 1] == slot):
            return 1
    return 0


@rule
def is_next(t, s, p, first, j):
    """1 where ``p`` can get at foe ``j`` as soon as ``first`` is defeated."""
    if is_ranged(t, s, p) == 1:
        return 1
    for i in range(j):
        if s.cultist[i] >= 0 and s.cultist_at[i] == s.at[p] and i != first:
            return 0
    return 1


@rule
def second_target(t, s, p):
    """Another foe for ``p``, who has aimed at one: with the fewest symbols lacking for both, as 16 times those and
    the slot; or -1."""
    first = s.aims[p, 0] + 0
    x = s.at[p] + 0
    if first < 0 or first == GREAT or s.aims[p, 1] >= 0:
        return -1
    best = -1
    lay_out(t, s, p)
    for j in range(CROWD):
        if s.cultist[j] >= 0 and s.cultist_at[j] == x and is_aimed_at(s, x, j) == 0 and is_next(t, s, p, first, j) == 1:
            ask_for(t, s, x, with_second(first, j))
            found = lack(t, s, x, -1) * TWO + j
            if best < 0 or found < best:
                best = found
    return best


@rule
def second_loan(t, s, p, weights):
    """How others can give ``p`` what it lacks for a second foe, as in ``rescue``, where that is worth it; or -1."""
    found = second_target(t, s, p)
    if found < TWO or found >= 3 * TWO or s.ready[p] == 1:
        return -1
    j = found % TWO
    loan = rescue(t, s, p, s.at[p], with_second(s.aims[p, 0], j), -1, weights)
    if loan < 0 or foe_worth(t, s, s.at[p], j, weights) < loan // (8 * CARDS) + weights[W_SECOND]:
        return -1
    return loan
