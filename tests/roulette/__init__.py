"""Roulette: the smallest game in which seats go out early. Nothing is hidden, chance alone decides who stays.

In turn a seat risks itself, the next one, or all. The last one in wins; nobody left, or no turn, is a draw.
"""

from pathlib import Path

import numpy as np

from elderzoo.envs.core import jit
from elderzoo.envs.core.actions import ActionTable, Block
from elderzoo.envs.core.content import ContentSchema
from elderzoo.envs.core.header import CHANCE
from elderzoo.envs.core.kernels import draw, emit, end_competitive, need, pop, push
from elderzoo.envs.core.schema import Field, Schema
from elderzoo.envs.core.spec import Decision, Event, GameSpec, Option

SEATS, TURNS, ODDS = 5, 9, 3  # who is at risk goes out once in ODDS times
TABLES = np.dtype([("opt_martyr", np.int16)], align=True)
SCHEMA = Schema(SEATS, [Field("out", (SEATS,), "flag", seats=1), Field("turns", hi=TURNS)])
ACTIONS = ActionTable([Block("self"), Block("next"), Block("all")], {})
SELF, NEXT, ALL = (ACTIONS.base[verb] for verb in ("self", "next", "all"))
rule = jit.rules(TABLES, SCHEMA.dtype)


@rule
def after(s, p):
    """The next seat still in; somebody is."""
    q = p + 1
    while q >= s.players or s.out[q] == 1:
        q = q + 1 if q < s.players else 0
    return q


@rule
def risk(s, p):
    """Seat p may go out, unless it has."""
    if s.out[p] == 0 and draw(s, CHANCE, ODDS) == 0:
        s.out[p] = 1
        emit(s, 0, p, -1, -1, -1, -1, -1, -1)


@rule
def setup(T, S, i):
    push(S[i], 0, 0, -1, 0)


@rule
def legal(T, S, i, mask):
    for k in range(len(mask)):
        mask[k] = 1


@rule
def apply(T, S, i, action):
    s = S[i]
    need(action in (SELF, NEXT, ALL))
    p = s.stack[0, 1] + 0
    pop(s)
    s.turns += 1
    if action == SELF:
        risk(s, p)
    elif action == NEXT:
        risk(s, after(s, p))
    else:
        for q in range(s.players):
            risk(s, q)
    left = s.players + 0
    for q in range(s.players):
        left -= s.out[q]
    if left > 1 and s.turns < TURNS:
        push(s, 0, after(s, p), -1, 0)
        return
    if left < 2 and T[0].opt_martyr == 1:
        s.winners[p] = 1
    elif left == 1:
        s.winners[after(s, p)] = 1
    end_competitive(s)


@rule
def resample(T, S, i, seat):
    pass


@rule
def enter(T, S, i, seat, phase):
    push(S[i], 0, seat, -1, 0)


SPEC = GameSpec(
    id="roulette-v0",
    module=__name__,
    title="Roulette",
    kind="competitive",
    seats=(2, SEATS),
    default_seats=4,
    folder=Path(__file__).parent,
    schema=SCHEMA,
    tables=TABLES,
    actions=ACTIONS,
    content=ContentSchema((), {}),
    vocabs={},
    decisions=(Decision("turn", "who is at risk"),),
    events=(Event("out", "{seat} is out"),),
    phases=("play",),
    options=(Option("martyr", (False, True), False, "whoever leaves at most one seat in wins, out or not"),),
    build=lambda content, options, players: np.array([(options["martyr"],)], TABLES),
    setup=setup,
    legal=legal,
    apply=apply,
    resample=resample,
    enter=enter,
    zones=(),
    reservoir="",
    max_decisions=100,
    deals=lambda t, s, seat: 1,
    elimination="out",
)
