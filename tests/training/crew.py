"""Crew: roulette played as one team, the smallest co-operative game. The team wins while somebody is still in, or by
the option ``martyr`` only while everybody is."""

from dataclasses import replace

from elderzoo.envs.core.kernels import end_team
from tests.roulette import SPEC as ROULETTE
from tests.roulette import apply as roulette
from tests.roulette import rule


@rule
def apply(T, S, i, action):
    s = S[i]
    roulette(T, S, i, action)
    if s.over == 0:
        return
    left = s.players + 0
    for q in range(s.players):
        left -= s.out[q]
    if T[0].opt_martyr == 1:
        end_team(s, 1 if left == s.players else -1)
    else:
        end_team(s, 1 if left > 0 else -1)


SPEC = replace(
    ROULETTE,
    id="crew-v0",
    module=__name__,
    title="Crew",
    kind="team",
    seats=(2, 4),
    default_seats=3,
    apply=apply,
    elimination=None,
    balance_rules=({}, {"martyr": True}),
)
