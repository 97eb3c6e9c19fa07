"""Observations: inside their space, written whole, the same whatever is hidden, and seen alike from every seat."""

import numpy as np
import pytest

from elderzoo.envs.core.encoder import decode, encode
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.schema import HEADER_FIELDS

from .games import Case, env, positions


def compact(game: Game, row: np.ndarray, viewer: int, fill: int = 0, full: bool = False) -> np.ndarray:
    obs = np.full(game.compact_size, fill, np.int16)
    encode(game.X_full if full else game.X, viewer, row, 0, obs)
    return obs


@pytest.mark.parametrize("form", ["flat", "compact"])
def test_inside_its_space(case: Case, form):
    table = env(case, observation=form, mask_in="info")
    table.reset(seed=0)
    for state in positions(case.game, 60):
        table.reset(options={"state": state})
        for agent in table.possible_agents:
            obs = table.observe(agent)
            assert table.observation_space(agent).contains(obs)
            assert np.isfinite(obs).all()
        assert table.state_space.contains(table.state())


def test_every_entry_is_written(game: Game):
    for state in positions(game, 20):
        for viewer in range(game.num_players):
            for full in (False, True):
                first, second = (compact(game, state.row, viewer, fill, full) for fill in (99, -99))
                assert np.array_equal(first, second)


def test_hidden_cells_play_no_part(game: Game):
    """What a seat sees of the true row is what it sees of the row without the hidden cells."""
    for state in positions(game, 40):
        for seat in range(game.num_players):
            assert np.array_equal(state.view(seat).compact, state.observe(seat, "compact"))


def test_an_observation_can_be_read_back(game: Game):
    """``decode`` rebuilds a row with the viewer as seat 0; encoding that gives the observation again."""
    for state in positions(game, 20):
        for seat in range(game.num_players):
            obs, scratch = state.observe(seat, "compact"), np.zeros((1, game.width), np.int16)
            decode(game.X, obs, game.template, scratch)
            assert np.array_equal(compact(game, scratch, 0), obs)


def rotated(state: State, k: int) -> np.ndarray:
    """The row in which every seat p has become seat p + k."""
    game, n = state.game, state.game.num_players
    row = state.row.copy()
    record = game.spec.schema.record(row)

    def shift(seats: np.ndarray) -> np.ndarray:
        return np.where(seats >= 0, (seats + k) % n, seats)

    for f in (*HEADER_FIELDS, *game.spec.schema.fields):
        values = np.array(record[f.name])
        for axis in range(f.seats):
            present = np.moveaxis(values, axis, 0)[:n].copy()
            np.moveaxis(values, axis, 0)[:n] = np.roll(present, k, axis=0)
        record[f.name] = shift(values) if f.what == "seat" else values
    for name, places in (("stack", slice(1, 2)), ("events", slice(1, 3)), ("notes", slice(1, 3))):
        record[name][..., places] = shift(np.array(record[name][..., places]))
    return row


def test_numbers_of_events_are_no_seats(game: Game):
    """They are shown as they are; a seat would have to be counted from the viewer."""
    for event in game.spec.events:
        assert all(vocabulary != "seat" for _, vocabulary in event.numbers)


def test_seats_are_alike(game: Game):
    """Moving every seat and the viewer round the table changes nothing of what is seen."""
    for state in positions(game, 20):
        for k in range(1, game.num_players):
            row = rotated(state, k)
            for seat in range(game.num_players):
                for full in (False, True):
                    before = compact(game, state.row, seat, full=full)
                    after = compact(game, row, (seat + k) % game.num_players, full=full)
                    assert np.array_equal(before, after)
