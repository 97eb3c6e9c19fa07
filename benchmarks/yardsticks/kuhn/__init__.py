"""Kuhn poker (H. W. Kuhn 1950), whole: the engine's own subject, and the worked example of adding a game.

Two seats, one card each out of three. Check or bet; a bet is called or folded; the higher card wins.
"""

from pathlib import Path

import numpy as np

from elderzoo.envs.core import jit
from elderzoo.envs.core.actions import ActionTable, Block
from elderzoo.envs.core.content import ContentSchema, Key, Section
from elderzoo.envs.core.header import DECK
from elderzoo.envs.core.kernels import clear, draw, emit, end_competitive, need, note, pop, push
from elderzoo.envs.core.schema import Field, Schema, Zone
from elderzoo.envs.core.spec import Decision, Event, GameSpec, Option

SEATS, KINDS = 2, 3

# What the cards say, what the state is ----------------------------------------------------------------
TABLES = np.dtype([("kinds", np.int16), ("rank", np.int16, (KINDS,)), ("opt_open", np.int16)], align=True)
SCHEMA = Schema(
    SEATS,
    [
        Field("deck", (KINDS,), hi=1, see="hidden", axes=("kind",), meaning="cards not dealt"),
        Field("deck_count", (), hi=KINDS, total_of="deck", meaning="number of cards not dealt"),
        Field("hand", (SEATS, KINDS), hi=1, see="owner", seats=1, axes=("kind",), meaning="card held"),
        Field("hand_count", (SEATS,), hi=1, seats=1, total_of="hand", meaning="number of cards held"),
        Field("bet", (SEATS,), hi=2, seats=1, meaning="chips in the pot"),
    ],
)

# What a seat may do --------------------------------------------------------------------------------------
ACTIONS = ActionTable([Block("bet"), Block("pass")], {})
BET, PASS = ACTIONS.base["bet"], ACTIONS.base["pass"]
OPEN, ANSWER = 0, 1  # kinds of decisions; the subject of an answer is who bet, counted from who answers
DEALT, DID_BET, DID_PASS = 0, 1, 2  # kinds of events

# The rules -------------------------------------------------------------------------------------------------
rule = jit.rules(TABLES, SCHEMA.dtype)


@rule
def deal(t, s, p):
    """Give seat p the next card of the deck."""
    left = draw(s, DECK, s.deck_count)
    k = 0
    while left >= s.deck[k]:
        left -= s.deck[k]
        k += 1
    s.deck[k] -= 1
    s.deck_count -= 1
    s.hand[p, k] = 1
    s.hand_count[p] = 1
    note(s, p, DEALT, p, -1, k, -1, -1, -1, -1)


@rule
def showdown(t, s, folded):
    """End the game; ``folded`` is the seat that gave up, or -1 to compare cards."""
    winner = 1 - folded
    if folded < 0:
        high = np.int64(-1)
        for p in range(SEATS):
            for k in range(KINDS):
                if s.hand[p, k] == 1 and t.rank[k] > high:
                    high = t.rank[k] + 0
                    winner = p
    s.winners[winner] = 1
    end_competitive(s)
    stake = s.bet[1 - winner]
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
        s.bet[p] = 1
        deal(t, s, p)
    push(s, OPEN, 0, -1, 0)


@rule
def legal(T, S, i, mask):
    clear(mask)
    mask[BET] = 1
    mask[PASS] = 1


@rule
def apply(T, S, i, action):
    t = T[0]
    s = S[i]
    need(action in (BET, PASS))
    p = s.stack[0, 1] + 0
    answering = s.stack[0, 0] == ANSWER
    pop(s)
    emit(s, DID_BET if action == BET else DID_PASS, p, -1, -1, -1, -1, -1, -1)
    if action == BET:
        s.bet[p] = 2
        if answering:
            showdown(t, s, -1)
        else:
            push(s, ANSWER, 1 - p, 1, 0)
    elif answering:
        showdown(t, s, p)
    elif p == 0:
        push(s, OPEN, 1, -1, 0)
    else:
        showdown(t, s, -1)


@rule
def resample(T, S, i, seat):
    t = T[0]
    s = S[i]
    for k in range(t.kinds):
        s.deck[k] = 1 - s.hand[seat, k]
    s.deck_count = t.kinds - 1
    deal(t, s, 1 - seat)
    s.notes[1 - seat, 0, 0] = -1
    s.note_count[1 - seat] = 0


@rule
def enter(T, S, i, seat, phase):
    push(S[i], OPEN, seat, -1, 0)


# The declaration ---------------------------------------------------------------------------------------------
def build(content, options, players):
    t = np.zeros(1, TABLES)
    t["kinds"] = len(content.sections["card"])
    t["rank"][0, : len(content.sections["card"])] = [c["rank"] for c in content.sections["card"]]
    t["opt_open"] = options["open_hands"]
    return t


SPEC = GameSpec(
    id="kuhn-v0",
    module=__name__,
    title="Kuhn poker",
    kind="competitive",
    seats=(2, 2),
    default_seats=2,
    folder=Path(__file__).parent,
    schema=SCHEMA,
    tables=TABLES,
    actions=ACTIONS,
    content=ContentSchema((Section("card", KINDS, (Key("rank", int, 0, 12),)),), {"kind": "card"}),
    vocabs={"kind": KINDS},
    decisions=(Decision("open", "check or bet"), Decision("answer", "fold or call", subject="seat")),
    events=(
        Event("dealt", "{seat} receives {card}", (("card", "kind"),)),
        Event("bet", "{seat} bets"),
        Event("pass", "{seat} passes"),
    ),
    phases=("play",),
    options=(Option("open_hands", (False, True), False, "hands face up"),),
    build=build,
    setup=setup,
    legal=legal,
    apply=apply,
    resample=resample,
    enter=enter,
    zones=(Zone("deck", lambda t: np.eye(KINDS, dtype=int)), Zone("hand", lambda t: np.eye(KINDS, dtype=int))),
    reservoir="deck",
    max_decisions=10,
    deals=lambda t, s, seat: int(t["kinds"]) - 1,
    reveal=lambda options: frozenset({"hand"} if options["open_hands"] else ()),
)
