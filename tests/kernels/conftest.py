import pytest

from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs.core.game import Game


@pytest.fixture
def kuhn():
    return Game(SPEC)
