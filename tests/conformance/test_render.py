"""The table in words and as a picture: short, whole, and never with cards that are not for the eyes of a seat."""

import itertools
import sys

import numpy as np
import pytest

from elderzoo.envs import ConfigError
from elderzoo.envs.core import render
from elderzoo.envs.core.game import Game
from elderzoo.envs.core.render import WIDTH, plural, spoken, text, told

from .games import Case, env, positions
from .test_redeal import with_garbage

COPIES_ALIKE = 0  # actions that people cannot tell apart


def plain(shown: str) -> list[str]:
    """The words of a text, without what joins them."""
    return [word.strip(";") for word in shown.split()]


def test_text_is_short_and_names_who_decides(game: Game):
    for state in positions(game, 20):
        lines = state.text("public").splitlines()
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) <= 30 + 12 * game.num_players
        decision = game.spec.decisions[state.record["stack"][0, 0]]
        assert lines[1].strip().startswith(f"player_{state.seat}: {decision.text.partition('{')[0]}")
        (marked,) = [line for line in lines if line.startswith(">")]
        assert marked.partition(":")[0] == f"> player_{state.seat}"


def test_what_is_shown_is_whole_at_any_width(game: Game):
    """Every word of a wide table is in a narrow one, in the same order; lines may be joined by semicolons."""
    for state in positions(game, 5):
        narrow = text(state, "public", 80)
        assert max(map(len, narrow.splitlines())) <= 80
        assert plain(narrow) == plain(state.text("public"))


def test_a_tall_table_is_filled_to_the_edge(game: Game, monkeypatch):
    state = positions(game, 30)[-1]
    loose = text(state, "public").splitlines()
    monkeypatch.setattr(render, "TALL", 0)
    dense = text(state, "public").splitlines()
    assert len(dense) <= len(loose)
    assert plain(" ".join(dense)) == plain(" ".join(loose))


def test_the_number_of_events_is_asked_for(game: Game):
    state = next(s for s in reversed(positions(game, 30)) if s.events())
    assert "last events" in text(state, "public")
    assert "last events" not in text(state, "public", events=0)


def test_every_action_and_event_has_words(game: Game):
    for state in positions(game, 10):
        said = [spoken(state, int(a)) for a in np.flatnonzero(state.legal())]
        assert all(said)
        assert len(set(said)) >= len(said) - COPIES_ALIKE, sorted(said)
        for entry in state.record["events"]:
            if entry[0] >= 0:
                assert "{" not in told(state, entry)
                assert "(s)" not in told(state, entry)


def test_plurals():
    assert plural("a draws 1 card(s) and 2 card(s) of 11 wild card(s)") == "a draws 1 card and 2 cards of 11 wild cards"
    assert plural("place 0 loses 1 crystal(s)") == "place 0 loses 1 crystal"


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
