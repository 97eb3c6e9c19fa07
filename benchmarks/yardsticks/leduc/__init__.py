"""Leduc poker (Southey and others 2005, "Bayes' Bluff"): two seats, six cards of three ranks, two rounds of betting.

Each seat puts in a chip and receives a card. The first round of betting is followed by a card for both, the second by
the showdown: a pair with the common card wins, else the higher card; equal ranks share. A raise is of 2 chips, in the
second round of 4; at most two a round.
"""

from pathlib import Path

import numpy as np

from elderzoo.envs.core import jit
from elderzoo.envs.core.actions import ActionTable, Block
from elderzoo.envs.core.content import ContentSchema, Key, Section
from elderzoo.envs.core.header import DECK
from elderzoo.envs.core.kernels import clear, draw, emit, end_competitive, need, note, pop, push
from elderzoo.envs.core.schema import Field, Schema, Zone
from elderzoo.envs.core.spec import Decision, Event, GameSpec

SEATS, KINDS, RANKS = 2, 6, 13
ANTE, RAISE_BY, RAISES = 1, 2, 2  # chips, chips in the first round, raises a round
MOST = ANTE + RAISES * (RAISE_BY + 2 * RAISE_BY)

TABLES = np.dtype([("kinds", np.int16), ("rank", np.int16, (KINDS,))], align=True)
SCHEMA = Schema(
    SEATS,
    [
        Field("deck", (KINDS,), hi=1, see="hidden", axes=("kind",), meaning="cards not dealt"),
        Field("deck_count", (), hi=KINDS, total_of="deck", meaning="number of cards not dealt"),
        Field("hand", (SEATS, KINDS), hi=1, see="owner", seats=1, axes=("kind",), meaning="card held"),
        Field("hand_count", (SEATS,), hi=1, seats=1, total_of="hand", meaning="number of cards held"),
        Field("board", (KINDS,), hi=1, axes=("kind",), meaning="common card"),
        Field("round", (), hi=1, meaning="rounds of betting that are over"),
        Field("raises", (), hi=RAISES, meaning="raises in this round"),
        Field("bet", (SEATS,), hi=MOST, seats=1, meaning="chips in the pot"),
    ],
)

ACTIONS = ActionTable([Block("fold"), Block("call"), Block("raise")], {})
FOLD, CALL, RAISE = (ACTIONS.base[name] for name in ("fold", "call", "raise"))
OPEN, ANSWER = 0, 1  # kinds of decisions; the subject of an answer is who raised, counted from who answers
DEALT, SHOWN, DID_FOLD, DID_CALL, DID_RAISE = 0, 1, 2, 3, 4  # kinds of events

rule = jit.rules(TABLES, SCHEMA.dtype)


@rule
def take(t, s):
    """The kind of the next card, which leaves the deck."""
    left = draw(s, DECK, s.deck_count)
    k = 0
    while left >= s.deck[k]:
        left -= s.deck[k]
        k += 1
    s.deck[k] -= 1
    s.deck_count -= 1
    return k


@rule
def deal(t, s, p):
    """Give seat p the next card of the deck."""
    k = take(t, s)
    s.hand[p, k] = 1
    s.hand_count[p] = 1
    note(s, p, DEALT, p, -1, k, -1, -1, -1, -1)


@rule
def strength(t, s, p):
    """What seat p has at the showdown: a pair is more than any card alone."""
    held, common = np.int64(-1), np.int64(-1)
    for k in range(KINDS):
        if s.hand[p, k] == 1:
            held = t.rank[k] + 0
        if s.board[k] == 1:
            common = t.rank[k] + 0
    if held == common:
        held += RANKS
    return held


@rule
def end(t, s, folded):
    """End the game; ``folded`` is the seat that gave up, or -1 to compare cards."""
    mine, other = strength(t, s, 0), strength(t, s, 1)
    s.winners[0] = 1 if folded == 1 or (folded < 0 and mine >= other) else 0
    s.winners[1] = 1 if folded == 0 or (folded < 0 and other >= mine) else 0
    end_competitive(s)
    stake = min(s.bet[0], s.bet[1])
    for p in range(SEATS):
        s.returns[p] = s.returns[p] * stake


@rule
def setup(T, S, i):
    t = T[0]
    s = S[i]
    for k in range(t.kinds):
        s.deck[k] = 1
        s.deck_count += 1
    for p in range(SEATS):
        s.bet[p] = ANTE
        deal(t, s, p)
    push(s, OPEN, 0, -1, 0)


@rule
def legal(T, S, i, mask):
    s = S[i]
    clear(mask)
    mask[CALL] = 1
    if s.stack[0, 0] == ANSWER:
        mask[FOLD] = 1
    if s.raises < RAISES:
        mask[RAISE] = 1


@rule
def next_round(t, s):
    """Both have put in as much: show the common card and bet again, or compare."""
    if s.round == 1:
        end(t, s, -1)
        return
    s.round = 1
    s.raises = 0
    k = take(t, s)
    s.board[k] = 1
    emit(s, SHOWN, -1, -1, k, -1, -1, -1, -1)
    push(s, OPEN, 0, -1, 0)


@rule
def apply(T, S, i, action):
    t = T[0]
    s = S[i]
    p = s.stack[0, 1] + 0
    answering = s.stack[0, 0] == ANSWER
    need(action == CALL or (action == FOLD and answering) or (action == RAISE and s.raises < RAISES))
    pop(s)
    emit(s, DID_FOLD + action - FOLD, p, -1, -1, -1, -1, -1, -1)
    if action == FOLD:
        end(t, s, p)
    elif action == RAISE:
        s.bet[p] = s.bet[1 - p] + RAISE_BY * (1 + s.round)
        s.raises += 1
        push(s, ANSWER, 1 - p, 1, 0)
    elif p == 0 and not answering:
        push(s, OPEN, 1, -1, 0)
    else:
        s.bet[p] = s.bet[1 - p]
        next_round(t, s)


@rule
def resample(T, S, i, seat):
    t = T[0]
    s = S[i]
    s.deck_count = 0
    for k in range(t.kinds):
        s.deck[k] = 1 - s.hand[seat, k] - s.board[k]
        s.deck_count += s.deck[k]
    deal(t, s, 1 - seat)
    s.notes[1 - seat, 0, 0] = -1
    s.note_count[1 - seat] = 0


@rule
def enter(T, S, i, seat, phase):
    push(S[i], OPEN, seat, -1, 0)


def build(content, options, players):
    t = np.zeros(1, TABLES)
    cards = content.sections["card"]
    t["kinds"] = len(cards)
    t["rank"][0, : len(cards)] = [card["rank"] for card in cards]
    return t


def problem(t, s):
    """A common card that does not fit the round."""
    if s["board"].sum() != s["round"]:
        return f"field 'board': {int(s['board'].sum())} cards, expected one in the second round only"
    return None


SPEC = GameSpec(
    id="leduc-v0",
    module=__name__,
    title="Leduc poker",
    kind="competitive",
    seats=(2, 2),
    default_seats=2,
    folder=Path(__file__).parent,
    schema=SCHEMA,
    tables=TABLES,
    actions=ACTIONS,
    content=ContentSchema((Section("card", KINDS, (Key("rank", int, 0, RANKS - 1),)),), {"kind": "card"}),
    vocabs={"kind": KINDS},
    decisions=(Decision("open", "check or raise"), Decision("answer", "fold, call or raise", subject="seat")),
    events=(
        Event("dealt", "{seat} receives {card}", (("card", "kind"),)),
        Event("shown", "the common card is {card}", (("card", "kind"),)),
        Event("fold", "{seat} folds"),
        Event("call", "{seat} calls"),
        Event("raise", "{seat} raises"),
    ),
    phases=("play",),
    options=(),
    build=build,
    setup=setup,
    legal=legal,
    apply=apply,
    resample=resample,
    enter=enter,
    zones=tuple(Zone(name, lambda t: np.eye(KINDS, dtype=int)) for name in ("deck", "hand", "board")),
    reservoir="deck",
    max_decisions=20,
    deals=lambda t, s, seat: int(t["kinds"]) - 1 - int(s["round"]),
    problem=problem,
)
