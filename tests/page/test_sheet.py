"""What the page is told about a game: complete, JSON, and nothing that a seat may not know."""

import json

import numpy as np
import pytest

from elderzoo import envs
from elderzoo.agents.service.page.sheet import sheet, words
from elderzoo.envs.core.game import State
from elderzoo.envs.core.render import fresh

from .conftest import GAMES


def wandering(name: str, steps: int, **options) -> State:
    """A position some random steps into a game."""
    game = envs.load_game(f"{name}-v0", **options)
    state, rng = game.new(11), np.random.default_rng(5)
    for _ in range(steps):
        if state.is_over:
            break
        state.step(int(rng.choice(np.flatnonzero(state.legal()))))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_sheet_tells_the_declarations(name):
    game = envs.load_game(f"{name}-v0")
    told = json.loads(json.dumps(sheet(game)))
    assert [f["name"] for f in told["fields"]] == [f.name for f in game.spec.schema.fields]
    assert told["players"] == game.num_players
    assert told["labels"]["event"] == [e.name for e in game.spec.events]
    for supply in game.spec.supplies:
        assert supply.vocab in told["cards"] or not isinstance(game.spec.vocabs[supply.vocab], int)
    for vocab, cards in told["cards"].items():
        assert all(card["name"] and "provenance" not in card for card in cards)
        assert len(cards) <= len(told["labels"][vocab])


def test_sheet_names_cells_that_have_words_of_their_own():
    told = sheet(envs.load_game("age_of_madness-v0"))
    pool = next(f for f in told["fields"] if f["name"] == "pool")
    assert len(pool["cells"]) == 4 * 4 * 3
    assert pool["cells"][0] == "azathoth"
    assert "carrier" in pool["cells"][1]


def test_an_option_that_reveals_makes_the_field_public():
    closed, opened = (
        {f["name"]: f for f in sheet(envs.load_game("cultistorm-v0", rules=rules))["fields"]}
        for rules in ({"hands": "hidden"}, {"hands": "open"})
    )
    assert (closed["hand"]["see"], opened["hand"]["see"]) == ("owner", "public")
    assert closed["hand"]["owned"]
    assert opened["hand"]["owned"]


@pytest.mark.parametrize("name", GAMES)
def test_words_of_a_seat_need_only_its_view(name):
    state = wandering(name, 25)
    for seat in range(state.game.num_players):
        assert words(state, seat) == words(State(state.game, state.view(seat).row), seat)


def test_words_leave_out_what_is_hidden():
    state = wandering("cthulhus_vault", 12)
    mine, everybody, all_of_it = words(state, 1), words(state, "public"), words(state, "open")
    assert any("sure" in said for said in all_of_it["seats"])
    assert all("sure" not in said for said in everybody["seats"])
    assert [p for p, said in enumerate(mine["seats"]) if "sure" in said] in ([], [1])


def test_fresh_takes_the_newest_entries_oldest_first():
    ring = np.array([[3, 0], [2, 0], [1, 0], [-1, 0]])
    assert [e.tolist() for e in fresh(ring, 3, 1)] == [[2, 0], [3, 0]]
    assert [e.tolist() for e in fresh(ring, 3, 3)] == []
    assert [e.tolist() for e in fresh(ring, 1, 31998)] == [[1, 0], [2, 0], [3, 0]]  # the counter began again at 32000
