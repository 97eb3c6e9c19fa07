"""What a seat cannot see: dealing it anew, and how many deals there are."""

import numpy as np

from ..core.deals import count_hands
from ..core.header import DECK
from ..core.kernels import draw
from .rules_attack import is_attack, may_strike_back_with
from .rules_rolls import attack_skill
from .rules_table import given, rule
from .state import COUNTER, KINDS, MONDO, TARGETS
from .tables import GIVES_SILENCE, MONDO_CARD

TRIES = 100  # deals in which the seat to decide may turn out to have nothing to decide about


@rule
def in_sight(t, s, k):
    """Cards of kind ``k`` on the table."""
    n = s.discards[k] + 0
    x = t.lasting_place[k] + 0
    if x >= 0:
        for p in range(s.players):
            n += s.lasting[p, x]
    return n


@rule
def room(t, s, p):
    """Cards the hand of ``p`` still lacks."""
    n = s.hand_count[p] + 0
    for k in range(t.kinds):
        n -= s.hand[p, k]
    return n


@rule
def give(t, s, seat, k):
    """A card of kind ``k`` goes to a hand, each free place alike; in a position that has none, to the deck."""
    places = 0
    for p in range(s.players):
        if p != seat:
            places += room(t, s, p)
    if places <= 0:
        s.deck[k] += 1
        return
    x = draw(s, DECK, places)
    for p in range(s.players):
        if p != seat and x >= 0:
            x -= room(t, s, p)
            if x < 0:
                s.hand[p, k] += 1


@rule
def hidden_cards(t, s, k):
    """Cards of kind ``k`` that are neither on the table nor in a hand as dealt so far."""
    n = t.copies[k] - in_sight(t, s, k)
    for p in range(s.players):
        n -= s.hand[p, k]
    return n


@rule
def for_the_deck(t, s, seat, k, n):
    """How many of ``n`` hidden cards of kind ``k`` may lie in the deck, for what ``seat`` knows of the last shuffle."""
    return min(n, t.copies[k] - s.outside[seat, k])


@rule
def deal_rest(t, s, seat):
    """Of the hidden cards, those that may be in the deck fill it, each as likely as any other; the rest go to the
    hands."""
    candidates = 0
    for k in range(t.kinds):
        s.deck[k] = hidden_cards(t, s, k)
        candidates += for_the_deck(t, s, seat, k, s.deck[k])
    wanted = s.deck_count + 0
    for k in range(t.kinds):
        hidden = s.deck[k] + 0
        s.deck[k] = 0
        for _ in range(for_the_deck(t, s, seat, k, hidden)):
            if draw(s, DECK, candidates) < wanted:
                s.deck[k] += 1
                wanted -= 1
            candidates -= 1
        for _ in range(hidden - s.deck[k]):
            give(t, s, seat, k)


@rule
def answers(t, s, k):
    """1 where a card of kind ``k`` answers the question on top of the stack, which shows that its seat holds one."""
    q = s.stack[0, 1] + 0
    if s.stack[0, 0] == MONDO:
        return 1 if t.type[k] == MONDO_CARD else 0
    if is_attack(t, k) == 0 or given(t, s, q, GIVES_SILENCE + attack_skill(t, k)) > 0:
        return 0
    for x in range(TARGETS):
        if may_strike_back_with(t, s, x, k) == 1:
            return 1
    return 0


@rule
def missing_answers(t, s, seat):
    """Kinds of cards that the seat to decide must still hold for its question to be one; a choice between Mondo
    cards is between two."""
    kind = s.stack[0, 0] + 0
    q = s.stack[0, 1] + 0
    if q == seat or t.opt_uniform_windows == 1 or (kind != MONDO and kind != COUNTER):
        return 0
    missing = 2 if kind == MONDO and s.auto == 1 else 1
    for k in range(t.kinds):
        if s.hand[q, k] > 0 and answers(t, s, k) == 1:
            missing -= 1
    return missing


@rule
def may_be_the_answer(t, s, seat, spare, k):
    """How many hidden cards of kind ``k`` could be dealt to the seat to decide as its answer; the deck, which has
    ``spare`` candidates too many, must still be filled."""
    n = hidden_cards(t, s, k)
    if n <= 0 or s.hand[s.stack[0, 1], k] > 0 or answers(t, s, k) == 0:
        return 0
    return 0 if for_the_deck(t, s, seat, k, n) - for_the_deck(t, s, seat, k, n - 1) > spare else n


@rule
def deal_answer(t, s, seat):
    """Deal the seat to decide a card that answers its question, any hidden one alike."""
    spare = -s.deck_count
    for k in range(t.kinds):
        spare += for_the_deck(t, s, seat, k, hidden_cards(t, s, k))
    n = 0
    for k in range(t.kinds):
        n += may_be_the_answer(t, s, seat, spare, k)
    if n == 0 or room(t, s, s.stack[0, 1]) <= 0:
        return
    x = draw(s, DECK, n)
    for k in range(t.kinds):
        if x >= 0:
            x -= may_be_the_answer(t, s, seat, spare, k)
            if x < 0:
                s.hand[s.stack[0, 1], k] += 1


@rule
def resample(T, S, i, seat):
    """Deal anew what ``seat`` cannot see: what is known of a hand stays there.

    Deals in which the seat to decide lacks what it is asked about are dealt again; where that does not help,
    it is dealt the missing cards first.
    """
    t = T[0]
    s = S[i]
    for attempt in range(TRIES + 1):
        for p in range(s.players):
            if p != seat:
                for k in range(t.kinds):
                    s.hand[p, k] = s.known[p, k]
        if attempt == TRIES:
            for _ in range(max(missing_answers(t, s, seat), 0)):
                deal_answer(t, s, seat)
        deal_rest(t, s, seat)
        if missing_answers(t, s, seat) <= 0:
            return


def laid(t) -> np.ndarray:
    """The kind of each lasting card, LASTING x KINDS."""
    return (np.asarray(t["lasting_kind"])[:, None] == np.arange(KINDS)).astype(np.int64)


def deals(t, s, seat: int) -> int:
    """How many different hands (counts by kind) the others can hold, for all that ``seat`` can see.

    That whoever decides has a choice, which the engine sees to, is left out of the count.
    """
    others = [p for p in range(int(s["players"])) if p != seat]
    hidden = np.asarray(t["copies"], np.int64) - s["discards"] - s["hand"][seat]
    hidden -= np.asarray(s["lasting"], np.int64).sum(axis=0) @ laid(t)
    known = np.asarray(s["known"], np.int64)[others]
    hidden -= known.sum(axis=0)
    room = np.asarray(s["hand_count"], np.int64)[others] - known.sum(axis=1)
    in_hands = hidden - (np.asarray(t["copies"], np.int64) - s["outside"][seat])
    return count_hands(room.tolist(), in_hands.tolist(), hidden.tolist())
