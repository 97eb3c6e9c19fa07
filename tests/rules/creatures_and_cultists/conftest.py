"""A deck with a card of one's own."""

import pytest

from elderzoo.envs.core.game import Game
from elderzoo.envs.creatures_and_cultists import SPEC
from tests.conformance.contents import card

REFERENCE = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")


@pytest.fixture
def own(tmp_path):
    """Makes a game of three whose deck holds four of one more card, called "own"."""

    def make(type_: str, *effects: str, **more) -> Game:
        path = tmp_path / "cards.toml"
        path.write_text(REFERENCE + card(type_, "own", 4, *effects, **more), encoding="utf-8")
        return Game(SPEC, 3, {"skills": "equal"}, content=path, auto_single=False)

    return make
