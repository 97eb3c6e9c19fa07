"""The agent that asks a person."""

import pytest

from elderzoo.agents.human import Human, find
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs.core.game import Game


def test_it_asks_until_the_answer_is_an_action():
    game = Game(SPEC)
    answers, written = iter(["3", "x", "", "pass"]), []
    human = Human(game, read=lambda prompt: next(answers), write=written.append)
    assert human.act(game.new(0).view(0)) == game.actions.id("pass")
    shown = "\n".join(written)
    assert "  1  bet\n  2  pass" in shown
    assert shown.count("neither a number") == 3


def test_the_table_shown_is_the_seats_own():
    game = Game(SPEC)
    state, written = game.new(0), []
    Human(game, read=lambda prompt: "1", write=written.append).act(state.view(0))
    assert written[0] == state.view(0).text()
    assert written[0] != state.text()


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("1", 0),
        ("4", 3),
        ("0", None),
        ("5", None),
        ("play:a", 0),
        ("play:b", None),
        ("play:bat", 1),
        ("pa", 3),
        ("", None),
    ],
)
def test_find(answer, place):
    assert find(answer, ["play:a", "play:bat", "play:bag", "pass"]) == place
