"""Every test that takes ``case`` runs for every game, seat count and preset; ``game`` is that game."""

import pytest

from .games import CASES


def pytest_generate_tests(metafunc):
    chosen = {name for mark in metafunc.definition.iter_markers("parametrize") for name in mark.args[0]}
    if "case" in metafunc.fixturenames and "case" not in chosen:
        metafunc.parametrize("case", CASES, ids=str)


@pytest.fixture
def game(case):
    return case.game
