"""The table in words and as a picture: short, whole, and never with cards that are not for the eyes of a seat."""

import itertools
import sys

import numpy as np
import pytest

from elderzoo.envs import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.core.render import WIDTH

from .games import Case, env, positions
from .test_redeal import with_garbage


def test_text_is_short_and_names_who_decides(game: Game):
    for state in positions(game, 20):
        lines = state.text("public").splitlines()
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) <= 30 + 12 * game.num_players
        decision = game.spec.decisions[state.record["stack"][0, 0]]
        assert lines[1].strip().startswith(f"player_{state.seat}: {decision.text.partition('{')[0]}")
        assert [line for line in lines if line.startswith(">")] == [f"> player_{state.seat}"]


@pytest.mark.parametrize("how", ["text", "picture"])
def test_hidden_cards_are_not_shown(game: Game, how):
    for k, state in enumerate(positions(game, 4, every=29)):
        for seat in range(game.num_players):
            garbled = with_garbage(state, seat, k)
            for eyes in (seat, "public"):
                assert np.array_equal(getattr(state, how)(eyes), getattr(garbled, how)(eyes))


def test_a_view_shows_what_its_seat_sees(game: Game):
    for state in positions(game, 5):
        for seat in range(game.num_players):
            assert state.view(seat).text() == state.text(seat)


def test_open_shows_more_than_a_seat_and_a_seat_more_than_the_public(game: Game):
    state = positions(game, 1)[0]
    for how in ("text", "picture"):
        shown = [getattr(state, how)(eyes) for eyes in ("public", 0, "open")]
        assert not any(np.array_equal(a, b) for a, b in itertools.pairwise(shown))


def test_modes(case: Case, capsys):
    seat = case.seats - 1
    tables = {mode: env(case, render_mode=mode, render_seat=seat) for mode in ("ansi", "rgb_array", "human")}
    for table in tables.values():
        table.reset(seed=1)
    text = tables["ansi"].snapshot().text(seat)
    assert tables["ansi"].render() == text
    picture = tables["rgb_array"].render()
    assert picture.dtype == np.uint8
    assert picture.shape == (800, 1200, 3)
    assert capsys.readouterr().out == text + "\n"  # "human" shows the table by itself
    tables["human"].step(int(tables["human"].snapshot().legal().argmax()))
    assert capsys.readouterr().out == tables["human"].snapshot().text(seat) + "\n"


def test_without_a_mode_render_says_so(case: Case):
    table = env(case)
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert table.render() is None


def test_unknown_eyes_are_refused(game: Game):
    with pytest.raises(ConfigError, match="everyone"):
        game.new(0).text("everyone")


def test_pictures_without_pillow_say_what_is_missing(game: Game, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ConfigError, match=r"elderzoo\[render\]"):
        game.new(0).picture()
