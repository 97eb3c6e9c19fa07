"""What a seat cannot see: dealing it anew, and how many deals there are."""

import math

import numpy as np

from ..core.deals import count_hands
from ..core.header import DECK
from ..core.kernels import draw
from .rules_table import rule
from .state import CROWD, PLACES, SUPPORT_WHOM
from .tables import CORE, HIDDEN_HANDS


@rule
def announced(s, p):
    """The card that ``p`` is about to support somebody with, so that it holds one; -1 for none."""
    return s.stack[0, 2] + 0 if s.stack[0, 0] == SUPPORT_WHOM and s.stack[0, 1] == p else -1


@rule
def keep_known(t, s, p):
    """What is known of a hand stays in it: cards that were shown, and one that is announced."""
    for k in range(t.card_kinds):
        s.hand[p, k] = s.known[p, k]
        s.deck[p, k] = t.decklist[s.investigator[p], k] - s.discards[p, k] - s.lent_by[p, k] - s.known[p, k]
    k = announced(s, p)
    if k >= 0 and s.known[p, k] == 0:
        s.hand[p, k] += 1
        s.deck[p, k] -= 1


@rule
def plain_left(t, s, p):
    """Cards without search icons that are still to be dealt to a hand: those known to be in it, but for one that is
    announced."""
    k = announced(s, p)
    return s.plain[p] - 1 if s.plain[p] > 0 and k >= 0 and s.known[p, k] == 0 and t.search[k] == 0 else s.plain[p] + 0


@rule
def deal_some(t, s, p, wanted, plain):
    """``wanted`` cards of the own deck, any (``plain`` 0) or without search icons, come into the hand."""
    left = 0
    for k in range(t.card_kinds):
        if plain == 0 or t.search[k] == 0:
            left += s.deck[p, k]
    for k in range(t.card_kinds):
        if plain == 0 or t.search[k] == 0:
            for _ in range(s.deck[p, k] + 0):
                if draw(s, DECK, left) < wanted:
                    s.hand[p, k] += 1
                    s.deck[p, k] -= 1
                    wanted -= 1
                left -= 1


@rule
def deal_hand(t, s, p):
    """A hand is what is known of it and any other cards of those that lie nowhere else; the deck is the rest."""
    keep_known(t, s, p)
    wanted = s.hand_count[p] + 0
    for k in range(t.card_kinds):
        wanted -= s.hand[p, k]
    plain = plain_left(t, s, p)
    deal_some(t, s, p, plain, 1)
    deal_some(t, s, p, wanted - plain, 0)


@rule
def unseen_cultists(t, s, k):
    """Cultists of kind ``k`` that are in the deck, or were replaced at setup."""
    n = t.cultist_copies[k] - s.cultist_discards[k] - s.cultist_box[k]
    for j in range(CROWD):
        if s.cultist[j] == k:
            n -= 1
    for x in range(PLACES):
        n -= s.under[x, k]
    return n


@rule
def deal_cultists(t, s):
    """The deck holds what is nowhere else, but for ordinary Cultists that were replaced: any of them."""
    left = 0
    for k in range(t.cultist_kinds):
        s.cultist_deck[k] = unseen_cultists(t, s, k)
        if t.cultist_set[k] == CORE:
            left += s.cultist_deck[k]
    wanted = s.replaced_count + 0
    for k in range(t.cultist_kinds):
        if t.cultist_set[k] == CORE:
            for _ in range(s.cultist_deck[k] + 0):
                if draw(s, DECK, left) < wanted:
                    s.replaced[k] += 1
                    s.cultist_deck[k] -= 1
                    wanted -= 1
                left -= 1


@rule
def pick_terror(t, s, x):
    """A face-down Terror card for place ``x``, with as many gems as can be seen: of those that lay there when the deck
    was shuffled last, or of the others."""
    old = s.terror_old[x] + 0
    n = 0
    for k in range(t.terror_kinds):
        if t.terror_gems[k] == s.gems[x]:
            n += s.terror_before[k] if old == 1 else s.terror_deck[k]
    at = draw(s, DECK, n)
    for k in range(t.terror_kinds):
        if t.terror_gems[k] == s.gems[x]:
            there = s.terror_before[k] + 0 if old == 1 else s.terror_deck[k] + 0
            if at < there:
                s.terror[x] = k
                if old == 1:
                    s.terror_before[k] -= 1
                else:
                    s.terror_deck[k] -= 1
                return
            at -= there


@rule
def deal_circle(t, s):
    """Face-down Terror cards are any with as many gems as can be seen; the deck is the rest."""
    for k in range(t.terror_kinds):
        s.terror_deck[k] = t.terror_copies[k] - s.terror_used[k] - s.terror_before[k]
    for x in range(s.steps):
        if s.terror_open[x] >= 0:
            s.terror_deck[s.terror_open[x]] -= 1
    for x in range(s.steps - 1):
        if s.gems[x] > 0 and s.terror_open[x] < 0:
            pick_terror(t, s, x)
    for x in range(s.steps - 1):
        if s.terror_old[x] == 1:
            s.terror_before[s.terror[x]] += 1


@rule
def deal_act(t, s):
    """The Final Act is any with as many gems as can be seen, until it has begun."""
    if s.act_now >= 0:
        s.act = s.act_now
        return
    n = 0
    for k in range(t.acts):
        if t.act_gems[k] == s.gems[s.steps - 1]:
            n += 1
    at = draw(s, DECK, n)
    for k in range(t.acts):
        if t.act_gems[k] == s.gems[s.steps - 1]:
            if at == 0:
                s.act = k
                return
            at -= 1


@rule
def resample(T, S, i, seat):
    """Deal anew what ``seat`` cannot see. Of decks with known contents only the order is unknown, and that is decided
    card by card, when drawn."""
    t = T[0]
    s = S[i]
    deal_cultists(t, s)
    deal_circle(t, s)
    deal_act(t, s)
    for k in range(t.item_kinds):
        s.item_deck[k] = t.item_copies[k] - s.item_discards[k] - s.item_box[k] - s.found[k]
        for p in range(s.players):
            s.item_deck[k] -= s.items[p, k]
    if t.opt_hands == HIDDEN_HANDS:
        for p in range(s.players):
            if p != seat and s.investigator[p] >= 0:
                deal_hand(t, s, p)


def deals(t, s, seat: int) -> int:
    """How many different deals (Terror cards by place, the Final Act, Cultists that were replaced, hands of the others)
    there are for all that ``seat`` can see; that whoever decides has a choice is left out of the count."""
    return _circles(t, s) * _acts(t, s) * _replaced(t, s) * _hands(t, s, seat)


def _circles(t, s) -> int:
    before = np.asarray(s["terror_before"], np.int64)
    deck = t["terror_copies"] - s["terror_used"] - before
    for k in s["terror_open"]:
        if k >= 0:
            deck[k] -= 1
    total = 1
    for old, left in enumerate((deck, before)):
        places = [x for x in range(int(s["steps"]) - 1) if s["terror_open"][x] < 0 and s["terror_old"][x] == old]
        down = [int(s["gems"][x]) for x in places if s["gems"][x]]
        for gems in set(down):
            kinds = [int(n) for n in left[(np.asarray(t["terror_gems"]) == gems) & (left > 0)]]
            total *= _sequences(kinds, down.count(gems))
    return total


def _sequences(kinds: list[int], length: int) -> int:
    """How many sequences of that length there are with at most so many of each kind."""
    ways = [1] + [0] * length  # by places filled
    for most in kinds:
        ways = [sum(ways[n - m] * math.comb(n, m) for m in range(min(most, n) + 1)) for n in range(length + 1)]
    return ways[length]


def _acts(t, s) -> int:
    if s["act_now"] >= 0:
        return 1
    gems = s["gems"][int(s["steps"]) - 1]
    return int((np.asarray(t["act_gems"])[: int(t["acts"])] == gems).sum())


def _replaced(t, s) -> int:
    seen = np.asarray(s["cultist_discards"], np.int64) + s["cultist_box"] + s["under"].sum(axis=0)
    for k in s["cultist"]:
        if k >= 0:
            seen[k] += 1
    unseen = (t["cultist_copies"] - seen) * (t["cultist_set"] == CORE)
    return count_hands([int(s["replaced_count"])], [0] * len(unseen), unseen.tolist())


def _hands(t, s, seat: int) -> int:
    total = 1
    if t["opt_hands"] == HIDDEN_HANDS:
        for p in range(int(s["players"])):
            if p != seat and s["investigator"][p] >= 0:
                total *= _hands_of(t, s, p)
    return total


def _hands_of(t, s, p: int) -> int:
    sure, plain = np.asarray(s["known"][p], np.int64), int(s["plain"][p])
    kind, asked, k = (int(s["stack"][0, part]) for part in range(3))
    if (kind, asked) == (SUPPORT_WHOM, p) and not sure[k]:
        sure[k] += 1
        plain -= plain > 0 and t["search"][k] == 0
    unseen = t["decklist"][s["investigator"][p]] - s["discards"][p] - s["lent_by"][p] - sure
    size, without = int(s["hand_count"][p] - sure.sum()), t["search"] == 0
    ways = [count_hands([n], [0] * len(sure), (unseen * without).tolist()) for n in range(plain, size + 1)]
    others = [count_hands([size - n], [0] * len(sure), (unseen * ~without).tolist()) for n in range(plain, size + 1)]
    return sum(a * b for a, b in zip(ways, others, strict=True))
