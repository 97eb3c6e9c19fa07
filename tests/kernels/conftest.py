import pytest

from elderzoo.envs.core.game import Game
from tests.kuhn import SPEC


@pytest.fixture
def kuhn():
    return Game(SPEC)
