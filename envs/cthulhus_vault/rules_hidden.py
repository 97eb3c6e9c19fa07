"""What a seat cannot see: dealing it anew, and how many deals there are."""

from itertools import product
from math import perm

import numpy as np

from ..core.deals import count_hands
from ..core.header import CHANCE, DECK
from ..core.kernels import draw
from .rules_battle import casts, strikes
from .rules_mystery import awakening_value, may_awaken
from .rules_table import deck_for, rule
from .state import AWAKEN, CULTIST, DECKS, DISCARD, KINDS, ONE, ONES, STORY, VALUES
from .tables import COUNT, MUST

TRIES = 200  # deals in which the seat to decide may turn out to have the wrong Cultist Power

# -------------------------------------------------------------------------------------------------- tokens


@rule
def tokens_left(t, s, k):
    """Tokens of kind ``k`` that lie nowhere yet."""
    n = t.token_copies[k] - s.lost[k] - s.mystery[k]
    if k % VALUES == 0:
        n -= s.pool[k // VALUES]
    for p in range(s.players):
        n -= s.tokens[p, k] + s.revealed[p, k] + s.aside[p, k]
    return n


@rule
def all_tokens_left(t, s):
    n = 0
    for k in range(KINDS):
        n += tokens_left(t, s, k)
    return n


@rule
def down(s, p):
    """Face-down tokens dealt to ``p`` so far."""
    n = 0
    for k in range(KINDS):
        n += s.tokens[p, k]
    return n


@rule
def looked_at(s, p):
    """Tokens dealt so far that ``p`` is looking at."""
    n = 0
    for k in range(KINDS):
        n += s.aside[p, k]
    return n


@rule
def any_token(t, s):
    """The kind of a token that lies nowhere yet, each as likely as any other; there is one."""
    x = draw(s, CHANCE, all_tokens_left(t, s))
    for k in range(KINDS):
        if x < tokens_left(t, s, k):
            return k
        x -= tokens_left(t, s, k)
    return KINDS - 1


@rule
def deal_tokens(t, s, seat):
    """What ``seat`` knows lies where it knows it; the rest is spread over all other places, the Mystery pool last."""
    for k in range(KINDS):
        s.mystery[k] = 0
        for p in range(s.players):
            if p != seat:
                s.tokens[p, k] = s.sure[seat, p, k]
                s.aside[p, k] = 0
    left = all_tokens_left(t, s)
    for p in range(s.players):
        if p != seat:
            while left > 0 and down(s, p) < s.token_count[p]:
                s.tokens[p, any_token(t, s)] += 1
                left -= 1
            while left > 0 and looked_at(s, p) < s.aside_count[p]:
                s.aside[p, any_token(t, s)] += 1
                left -= 1
    for k in range(KINDS):
        s.mystery[k] += tokens_left(t, s, k)


@rule
def asked_power(t, s):
    """What the question on top of the stack shows of whom it asks: 1 that it may awaken its Ancient One, 0 that it may
    not, -1 nothing."""
    if s.stack[0, 0] == AWAKEN:
        return 1
    return 0 if s.stack[0, 0] == STORY and t.opt_awaken == MUST else -1


@rule
def exchange(t, s, p, seat, gets):
    """One face-down token of ``p`` that ``seat`` does not know is exchanged for one of the Mystery pool or of another
    pile that it does not know either, for one that counts less towards awakening or (``gets`` 1) more: 1, or 0 where
    there are none."""
    for mine in range(KINDS - 1, -1, -1):
        for other in range(KINDS):
            more = awakening_value(t, other) - awakening_value(t, mine)
            if (more > 0 if gets == 1 else more < 0) and s.tokens[p, mine] > s.sure[seat, p, mine]:
                if s.mystery[other] > 0:
                    s.mystery[other] -= 1
                    s.mystery[mine] += 1
                    s.tokens[p, mine] -= 1
                    s.tokens[p, other] += 1
                    return 1
                for q in range(s.players):
                    if q != p and q != seat and s.tokens[q, other] > s.sure[seat, q, other]:
                        s.tokens[q, other] -= 1
                        s.tokens[q, mine] += 1
                        s.tokens[p, mine] -= 1
                        s.tokens[p, other] += 1
                        return 1
    return 0


@rule
def deal_fitting_tokens(t, s, seat):
    """Deals in which the seat to decide could not be asked what it is asked are dealt again; where that does not help,
    its tokens are exchanged, as long as there is any to exchange."""
    wanted = asked_power(t, s)
    p = s.stack[0, 1] + 0
    for _ in range(TRIES):
        deal_tokens(t, s, seat)
        if wanted < 0 or p == seat or may_awaken(t, s, p) == wanted:
            return
    more = 1
    while more == 1 and may_awaken(t, s, p) != wanted:
        more = exchange(t, s, p, seat, wanted)


@rule
def deal_knowledge(s, seat):
    """Others know what everybody knows, and their own tokens."""
    for q in range(s.players):
        if q != seat:
            for p in range(s.players):
                for k in range(KINDS):
                    s.sure[q, p, k] = s.tokens[p, k] if p == q else s.open[p, k]


# --------------------------------------------------------------------------------------------------- cards


@rule
def stories_left(t, s, k):
    """Story cards of kind ``k`` that are neither in the story line nor in a hand."""
    n = t.story_copies[k] - s.played[k]
    for p in range(s.players):
        n -= s.stories[p, k]
    return n


@rule
def deal_stories(t, s, seat):
    """Hands are filled with any cards not seen; the box has what is left."""
    left = 0
    for k in range(t.stories):
        s.box[k] = stories_left(t, s, k)
        left += s.box[k]
    for p in range(s.players):
        if p != seat:
            for _ in range(min(s.story_count[p], left)):
                x = draw(s, DECK, left)
                k = 0
                while x >= s.box[k]:
                    x -= s.box[k]
                    k += 1
                s.box[k] -= 1
                s.stories[p, k] += 1
                left -= 1


@rule
def deal_ancients(t, s, seat):
    """Before one awakens, each other player has any Ancient One that is not the own one nor another's."""
    if s.ancient >= 0:
        return
    left = t.ancients - 1
    for p in range(s.players):
        if p != seat and left > 0:
            x = draw(s, DECK, left)
            left -= 1
            for a in range(t.ancients):
                taken = 0
                for q in range(s.players):
                    if q != p and s.secret[q] == a:
                        taken = 1
                if taken == 0:
                    if x == 0 and s.secret[p] < 0:
                        s.secret[p] = a
                    x -= 1


@rule
def battles_left(t, s, k):
    """Battle cards of kind ``k`` that are in no hand and not discarded."""
    n = t.battle_copies[k] - s.discards[k]
    for p in range(s.players):
        n -= s.hand[p, k]
    return n


@rule
def for_the_deck(t, s, seat, k):
    """How many hidden cards of kind ``k`` may be in the deck, for what ``seat`` knows of the last shuffle."""
    return min(battles_left(t, s, k), t.battle_copies[k] - s.outside[seat, k])


@rule
def room(t, s, p):
    """Battle cards the hand of ``p`` still lacks."""
    n = s.hand_count[p] + 0
    for k in range(t.battles):
        n -= s.hand[p, k]
    return n


@rule
def to_a_hand(t, s, seat, d, k):
    """A card of deck ``d`` goes to a hand, each free place alike; in a position that has none, to the deck."""
    places = 0
    for p in range(s.players):
        if p != seat and deck_for(s, p) == d:
            places += room(t, s, p)
    if places <= 0:
        s.deck[d, k] += 1
        return
    x = draw(s, DECK, places)
    for p in range(s.players):
        if p != seat and deck_for(s, p) == d and x >= 0:
            x -= room(t, s, p)
            if x < 0:
                s.hand[p, k] += 1


@rule
def spare_places(t, s, seat, d):
    """Places in hands of a deck's side beyond those for cards that cannot be in the deck."""
    n = 0
    for p in range(s.players):
        if p != seat and deck_for(s, p) == d:
            n += room(t, s, p)
    for k in range(t.battles):
        if t.deck_of[k] == d:
            n -= battles_left(t, s, k) - for_the_deck(t, s, seat, k)
    return n


@rule
def idle_cards(t, s, seat, p, spare, k):
    """How many cards of kind ``k`` may fill the hand of ``p`` when it holds nothing that could be played."""
    if t.deck_of[k] != deck_for(s, p) or strikes(t, s, p, k) == 1 or casts(t, s, p, k) == 1:
        return 0
    n = battles_left(t, s, k)
    return n if spare > 0 or n > for_the_deck(t, s, seat, k) else 0


@rule
def deal_idle_hand(t, s, seat):
    """Whoever is to discard a card as none can be played holds none that could be."""
    p = s.stack[0, 1] + 0
    for _ in range(room(t, s, p)):
        spare = spare_places(t, s, seat, deck_for(s, p))
        n = 0
        for k in range(t.battles):
            n += idle_cards(t, s, seat, p, spare, k)
        if n == 0:
            return
        x = draw(s, DECK, n)
        for k in range(t.battles):
            if x >= 0:
                x -= idle_cards(t, s, seat, p, spare, k)
                if x < 0:
                    s.hand[p, k] += 1


@rule
def deal_discard(t, s, seat):
    """Tokens and the hand of whoever is to discard a card, so that it can play none of them."""
    p = s.stack[0, 1] + 0
    deal_idle_hand(t, s, seat)
    for _ in range(TRIES):
        if room(t, s, p) <= 0:
            return
        for k in range(t.battles):
            s.hand[p, k] = 0
        deal_fitting_tokens(t, s, seat)
        deal_idle_hand(t, s, seat)


@rule
def deal_battles(t, s, seat, d):
    """Of the hidden cards of a deck, those that may be in it fill it, each as likely as any other; the rest go to the
    hands."""
    candidates = 0
    for k in range(t.battles):
        if t.deck_of[k] == d:
            candidates += for_the_deck(t, s, seat, k)
    wanted = s.deck_count[d] + 0
    for k in range(t.battles):
        if t.deck_of[k] == d:
            hidden = battles_left(t, s, k)
            able = for_the_deck(t, s, seat, k)
            for _ in range(able):
                if draw(s, DECK, candidates) < wanted:
                    s.deck[d, k] += 1
                    wanted -= 1
                    hidden -= 1
                candidates -= 1
            for _ in range(hidden):
                to_a_hand(t, s, seat, d, k)


@rule
def resample(T, S, i, seat):
    """Deal anew what ``seat`` cannot see."""
    t = T[0]
    s = S[i]
    deal_fitting_tokens(t, s, seat)
    if s.stack[0, 0] == DISCARD and s.stack[0, 1] != seat:
        deal_discard(t, s, seat)
    deal_knowledge(s, seat)
    deal_stories(t, s, seat)
    deal_ancients(t, s, seat)
    for d in range(DECKS):
        deal_battles(t, s, seat, d)


# -------------------------------------------------------------------------------------------------- counting


def deals(t, s, seat: int) -> int:
    """How many different deals (counts by kind in each hidden place) agree with all that ``seat`` knows.

    That whoever decides has a choice, which the engine sees to, and that whoever discards a card holds none that can be
    played, is left out of the count.
    """
    return _token_deals(t, s, seat) * _story_deals(t, s, seat) * _ancient_deals(t, s) * _battle_deals(t, s, seat)


def _others(s, seat: int) -> list[int]:
    return [p for p in range(int(s["players"])) if p != seat]


def _token_deals(t, s, seat: int) -> int:
    others = _others(s, seat)
    hidden = np.asarray(t["token_copies"], np.int64) - s["lost"] - np.asarray(s["revealed"], np.int64).sum(axis=0)
    hidden[::VALUES] -= s["pool"]
    hidden -= np.asarray(s["tokens"], np.int64)[seat] + s["aside"][seat]
    known = np.asarray(s["sure"], np.int64)[seat, others]
    hidden -= known.sum(axis=0)
    room = np.asarray(s["token_count"], np.int64)[others] - known.sum(axis=1)
    places = {p: int(n) for p, n in zip(others, room, strict=True)}
    aside = [int(s["aside_count"][p]) for p in others]
    asked, wanted = int(s["stack"][0, 1]), _asked_power(t, s)
    if wanted is None or asked == seat:
        return count_hands([*places.values(), *aside], [0] * KINDS, hidden.tolist())
    rest = [n for p, n in places.items() if p != asked] + aside
    total = 0
    for extra in _piles(places[asked], hidden):
        if _may_awaken(t, np.asarray(extra) + s["sure"][seat, asked]) == wanted:
            total += count_hands(rest, [0] * KINDS, (hidden - extra).tolist())
    return total


def _piles(size: int, hidden: np.ndarray):
    """All piles of ``size`` hidden tokens, as counts by kind."""
    for head in product(*(range(min(size, int(n)) + 1) for n in hidden[:-1])):
        last = size - sum(head)
        if 0 <= last <= hidden[-1]:
            yield (*head, last)


def _asked_power(t, s) -> bool | None:
    if s["stack"][0, 0] == AWAKEN:
        return True
    return False if s["stack"][0, 0] == STORY and t["opt_awaken"] == MUST else None


def _may_awaken(t, pile: np.ndarray) -> bool:
    weights = np.arange(VALUES) * (t["opt_threshold"] != COUNT) + 1
    return bool(pile[CULTIST * VALUES :] @ weights >= t["awaken_at"])


def _story_deals(t, s, seat: int) -> int:
    hidden = np.asarray(t["story_copies"], np.int64) - s["stories"][seat] - s["played"]
    room = [int(s["story_count"][p]) for p in _others(s, seat)]
    return count_hands(room, [0] * len(hidden), hidden.tolist()) if any(room) else 1


def _ancient_deals(t, s) -> int:
    return perm(int(t["ancients"]) - 1, int(s["players"]) - 1) if s["ancient"] < 0 else 1


def _battle_deals(t, s, seat: int) -> int:
    total = 1
    for d in range(DECKS):
        here = np.asarray(t["deck_of"]) == d
        hands = [p for p in _others(s, seat) if s["role"][p] >= 0 and (s["role"][p] == ONE) == (d == ONES)]
        hidden = np.where(here, np.asarray(t["battle_copies"], np.int64) - s["discards"] - s["hand"][seat], 0)
        in_hands = np.where(here, hidden - (np.asarray(t["battle_copies"], np.int64) - s["outside"][seat]), 0)
        room = [int(s["hand_count"][p]) for p in hands]
        if any(room):
            total *= count_hands(room, in_hands.tolist(), hidden.tolist())
    return total
