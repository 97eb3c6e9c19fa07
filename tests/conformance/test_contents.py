"""Another card file of another size: the same shapes, nothing compiled again, and the game still holds."""

import numpy as np
import pytest

from elderzoo.envs import PositionError
from elderzoo.envs.core import drive
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.jit import JIT

from . import contents
from .games import GAMES, Case, walk


@pytest.fixture
def other(case: Case, tmp_path) -> Game:
    return case.make(content=contents.write(case.id, tmp_path))


def test_every_game_has_a_second_card_file():
    assert set(contents.WRITERS) == set(GAMES)


def test_the_cards_differ_and_the_shapes_do_not(game: Game, other: Game):
    assert not np.array_equal(game.T, other.T)
    assert game.labels[game.card_vocab] != other.labels[game.card_vocab]
    for name in ("width", "compact_size", "flat_size", "n_actions", "num_players"):
        assert getattr(game, name) == getattr(other, name), name
    assert np.array_equal(game.template, other.template)


def test_nothing_is_compiled_again(game: Game, other: Game):
    if not JIT:
        pytest.skip("plain Python compiles nothing")
    assert np.array_equal(game.F, other.F)  # the addresses of the compiled rules
    for kernel in (drive.begin, drive.step, drive.redeal, drive.rollout):
        assert len(kernel.signatures) == 1


def test_the_game_holds(other: Game):
    for seed in range(2):
        for k, state in enumerate(walk(other, seed)):
            state.check()
            if k % 20 == 0:
                for seat in range(other.num_players):
                    state.view(seat).sample(k).check()
        assert state.is_over


def test_states_of_other_cards_are_refused(game: Game, other: Game):
    with pytest.raises(PositionError, match="content"):
        State.from_bytes(game, other.new(0).to_bytes())
