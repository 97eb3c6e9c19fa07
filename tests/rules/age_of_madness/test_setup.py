"""Setting up: gods, the deal, who begins, which cards are in."""

import numpy as np
import pytest

from elderzoo.envs.age_of_madness import SPEC
from elderzoo.envs.core.errors import ConfigError, PositionError
from elderzoo.envs.core.game import Game, State

from .story import A, C, N, Y, game, hand, play, size


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_cards_each_and_the_rest_is_the_deck(players):
    s = Game(SPEC, players).new(3)
    assert [size(s, p) for p in range(players)] == [5] * players
    assert s.record["deck_count"] == 100 - 5 * players
    assert not s.record["graveyard"].any()
    assert not s.record["pool"].any()
    s.check()


def test_the_player_left_of_the_dealer_begins_with_two_actions():
    s = game().new(1)
    assert s.seat == 0
    assert s.pending == "main"
    assert s.record["stack"][0, 3] == 2


def test_the_deal_goes_round_one_card_at_a_time():
    s = game().new(1, forced=[("deck", 0), ("deck", 99 - 1)] + [("deck", 0)] * 8)
    assert hand(s, 0) == {"cultist_of_azathoth": 5}
    assert hand(s, 1) == {"cultist_of_azathoth": 4, "whispers_of_the_void": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_gods_are_all_different_and_all_occur(players):
    g = Game(SPEC, players)
    seen = set()
    for seed in range(60):
        gods = g.new(seed).record["god"][:players].tolist()
        assert len(set(gods)) == players
        seen |= {(p, f) for p, f in enumerate(gods)}
    assert len(seen) == 4 * players


def test_random_gods_follow_the_chance_stream():
    s = Game(SPEC, 3).new(1, forced=[("events", 3), ("events", 0), ("events", 1)])
    assert s.record["god"].tolist() == [3, 0, 2, -1]


def test_gods_by_list():
    assert game((Y, A, N)).new(1).record["god"].tolist() == [3, 0, 2, -1]
    assert Game(SPEC, 2, {"gods": [N, C]}).new(1).record["god"].tolist() == [2, 1, -1, -1]


@pytest.mark.parametrize(
    ("gods", "reason"),
    [("azathoth", "1 gods for 2 seats"), ("azathoth,hastur", "hastur"), ("azathoth,azathoth", "same god"), (7, "7")],
)
def test_a_bad_list_of_gods_is_refused(gods, reason):
    with pytest.raises(ConfigError, match=reason):
        Game(SPEC, 2, {"gods": gods})


def test_cultists_of_absent_gods_are_in_the_deck():
    s = game((A, C)).new(1)
    assert not s.record["box"].any()


def test_strip_unused_leaves_them_in_the_box():
    s = game((A, C), strip_unused=True).new(1)
    assert s.record["box"].tolist()[:4] == [0, 0, 10, 10]
    assert s.record["box"].sum() == 20
    assert s.record["deck_count"] == 70
    s.check()


def test_equal_seeds_give_the_same_next_card_whoever_draws_it():
    """The deck is a stream of its own: what players do besides drawing does not change it."""
    one, other = game(deck_empty="stop").new(5), game(deck_empty="stop").new(5)
    assert np.array_equal(one.record["hand"], other.record["hand"])
    empty = {"hand": {0: {}, 1: {}}}
    one = one.edit(**empty, decide=(0, "turn"))
    other = other.edit(**empty, decide=(1, "turn"))
    play(one, "pass", "pass")
    play(other, "pass", "pass")
    assert hand(one, 0) == hand(other, 1)
    assert size(one, 0) == 5


def test_a_position_that_asks_about_nothing_is_refused():
    data = game().new(1).to_json()
    data["fields"]["stack"][0] = [[d.name for d in SPEC.decisions].index("native"), 0, 3000, 0]
    with pytest.raises(PositionError, match=r"'stack'\[0, 2\] is 3000, no faction"):
        State.from_json(game(), data)
