"""Plain Python and compiled code are the same rules, and the mask and the rules agree on every action.

Both need a process of their own: how rules run is settled when they are imported.
"""

import pytest

from elderzoo.envs.core.jit import JIT

from . import worker
from .games import CASES, EVERY, GAMES, Case, positions

QUICK, FULL = 600, 2_000  # decisions of random games, for each game and seat count
NUMBERS = [pytest.param(QUICK, id="quick"), pytest.param(FULL, id="full", marks=pytest.mark.full)]
# Decisions that random play does not come to: investigators who act at random go mad before they hold Trophies. The
# rule stories of the game hold what is legal there.
UNREACHED = {"cultistorm-v0": {"lay_trophy", "learn"}}
FEW, MANY, ALL = 300, 800, 3_000  # positions, for each game, seat count and preset
POSITIONS = [pytest.param(FEW, id="quick"), pytest.param(MANY, id="full", marks=pytest.mark.full)]


@pytest.mark.parametrize("number", NUMBERS)
def test_plain_and_compiled_reach_the_same_bytes(case: Case, number: int):
    plain = worker.run("digests", number, [case], ELDERZOO_JIT="0")[str(case)]
    assert not plain["compiled"]
    here = worker.digests(case.game, number)
    for seed, (a, b) in enumerate(zip(plain["games"], here["games"], strict=True)):
        assert a == b, f"seed {seed} differs at step {next(k for k in range(len(a)) if a[k : k + 1] != b[k : k + 1])}"


def test_two_processes_reach_the_same_bytes():
    mode = {"ELDERZOO_JIT": "1" if JIT else "0"}
    first, second = (worker.run("digests", 200, CASES, PYTHONHASHSEED=seed, **mode) for seed in ("1", "2"))
    assert first == second == {str(case): worker.digests(case.game, 200) for case in CASES}


@pytest.mark.parametrize("number", POSITIONS)
def test_the_mask_and_the_rules_agree(case: Case, number: int):
    """Every id with mask 1 applies and changes the row; every other one fails a ``need``."""
    report = worker.run("legality", number, [case], ELDERZOO_JIT="0")[str(case)]
    assert report["positions"] == number
    assert not report["problems"], "\n".join(f"{k}: {v}" for k, v in report["problems"].items())


@pytest.mark.parametrize("id", GAMES)
def test_random_play_comes_to_every_kind_of_decision(id: str):
    met = {str(s.pending) for case in CASES if case.id == id for s in positions(case.game, ALL, EVERY)}
    assert met == {d.name for d in GAMES[id].decisions if d.asks} - UNREACHED.get(id, set())


def test_what_rules_leave_to_the_mask_is_explained():
    for spec in GAMES.values():
        assert set(spec.forbidden_only_by_rule) <= set(spec.actions.base)
        assert all(reason.strip() for reason in spec.forbidden_only_by_rule.values())
