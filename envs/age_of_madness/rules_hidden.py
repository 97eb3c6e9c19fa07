"""What a seat cannot see: dealing it anew, and how many deals there are."""

from ..core.header import DECK
from ..core.kernels import draw
from .rules_table import rule
from .state import FACTIONS, READERS, SEALS
from .tables import CULTIST


@rule
def in_play(s, native, load):
    """Cultists printed with ``native`` that carry ``load`` Grimoires, in all Pools and on all Seals."""
    n = 0
    for p in range(s.players):
        for f in range(FACTIONS):
            n += s.pool[p, f, native, load]
        for corner in range(SEALS):
            n += s.circle[p, corner, native, load]
    return n


@rule
def in_sight(t, s, k):
    """Cards of kind ``k`` on the table, in the Graveyard and out of the game."""
    n = s.graveyard[k] + s.box[k]
    if t.op[k] == CULTIST:
        for load in range(READERS):
            n += in_play(s, t.faction[k], load)
    elif k == t.k_attach:
        for f in range(FACTIONS):
            for load in range(1, READERS):
                n += load * in_play(s, f, load)
    for p in range(s.players):
        if k == t.k_barrier:
            n += s.shield[p]
        elif k == t.k_sign:
            for corner in range(SEALS):
                n += s.sign[p, corner]
    return n


@rule
def deal_hidden(s, p, heap):
    """One of the ``heap`` cards nobody can see, still piled up as the deck, goes to the hand of ``p``."""
    x = draw(s, DECK, heap)
    k = 0
    while x >= s.deck[k]:
        x -= s.deck[k]
        k += 1
    s.deck[k] -= 1
    s.hand[p, k] += 1


@rule
def resample(T, S, i, seat):
    """Deal anew what ``seat`` cannot see: what is known of a hand stays there, the rest comes off one heap."""
    t = T[0]
    s = S[i]
    heap = s.deck_count + 0
    for k in range(t.kinds):
        s.deck[k] = t.copies[k] - in_sight(t, s, k) - s.hand[seat, k]
    for p in range(s.players):
        if p != seat:
            heap += s.hand_count[p]
            for k in range(t.kinds):
                s.hand[p, k] = s.known[p, k]
                s.deck[k] -= s.known[p, k]
                heap -= s.known[p, k]
    for p in range(s.players):
        if p != seat:
            missing = s.hand_count[p] + 0
            for k in range(t.kinds):
                missing -= s.known[p, k]
            for _ in range(missing):
                deal_hidden(s, p, heap)
                heap -= 1


def deals(t, s, seat: int) -> int:
    """How many different hands (counts by kind) the others can hold, for all that ``seat`` can see."""
    others = [p for p in range(int(s["players"])) if p != seat]
    known = {p: [int(n) for n in s["known"][p]] for p in others}
    room = tuple(int(s["hand_count"][p]) - sum(known[p]) for p in others)
    ways = {room: 1}
    for k in range(int(t["kinds"])):
        hidden = int(s["deck"][k]) + sum(int(s["hand"][p][k]) - known[p][k] for p in others)
        ways = _spread(ways, hidden)
    return ways.get((0,) * len(others), 0)


def _spread(ways: dict[tuple, int], hidden: int) -> dict[tuple, int]:
    """Ways to fill hands with room left, after up to ``hidden`` cards of one more kind went to them."""
    out: dict[tuple, int] = {}

    def give(left: tuple, place: int, cards: int, done: tuple, n: int) -> None:
        if place == len(left):
            out[done] = out.get(done, 0) + n
            return
        for take in range(min(cards, left[place]) + 1):
            give(left, place + 1, cards - take, (*done, left[place] - take), n)

    for left, n in ways.items():
        give(left, 0, hidden, (), n)
    return out
