"""Kuhn and Leduc poker pay as published, and have as many information states; all histories are OpenSpiel's."""

from collections import Counter

import numpy as np
import pytest

from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.benchmarks.yardsticks.leduc import SPEC as LEDUC
from elderzoo.benchmarks.yardsticks.tree import Peer, Tree
from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import Game

JACK, OTHER_JACK, QUEEN, KING = 0, 1, 2, 4


def hand(first: int, second: int, line: str, common: int = -1):
    """Leduc poker from a deal on, to the end of ``line``."""
    deck = [card for card in range(6) if card not in (first, second)]
    draws = [("deck", first), ("deck", second - (first < second))]
    draws += [("deck", deck.index(common))] if common >= 0 else []
    state = Game(LEDUC).new(forced=draws)
    for move in line.split():
        state.step(move)
    return state


@pytest.mark.parametrize(
    ("first", "second", "common", "line", "paid"),
    [
        (KING, JACK, -1, "raise fold", 1),
        (KING, JACK, -1, "call raise fold", -1),
        (KING, JACK, -1, "raise raise fold", -3),
        (KING, JACK, QUEEN, "call call call call", 1),
        (KING, JACK, OTHER_JACK, "call call call call", -1),  # a pair is more than a king
        (JACK, OTHER_JACK, QUEEN, "raise call raise call", 0),
        (QUEEN, JACK, KING, "call raise call call call", 3),
        (JACK, QUEEN, KING, "call raise raise call raise call", -9),
        (QUEEN, JACK, OTHER_JACK, "raise raise call raise raise call", -13),
        (QUEEN, JACK, OTHER_JACK, "raise raise call raise raise fold", -9),
        (QUEEN, JACK, KING, "call call call raise fold", -1),
    ],
)
def test_leduc_pays_what_the_loser_has_put_in(first, second, common, line, paid):
    state = hand(first, second, line, common)
    assert state.is_over
    assert state.returns.tolist() == [paid, -paid]


def test_leduc_allows_two_raises_a_round_and_no_fold_before_one():
    assert hand(KING, JACK, "").legal_names() == ["call", "raise"]
    assert hand(KING, JACK, "raise").legal_names() == ["fold", "call", "raise"]
    assert hand(KING, JACK, "raise raise").legal_names() == ["fold", "call"]
    assert hand(KING, JACK, "raise raise call", QUEEN).legal_names() == ["call", "raise"]


def test_the_first_seat_begins_both_rounds_of_leduc():
    assert [hand(KING, JACK, line, QUEEN).seat for line in ("call raise call", "raise call")] == [0, 0]


def test_the_common_card_of_leduc_is_none_that_is_held():
    tree, seen = Tree(Game(LEDUC)), Counter()
    for state in tree.after(hand(KING, JACK, "raise"), tree.game.actions.id("call")):
        seen[tuple(np.flatnonzero(state.record["board"]))] += 1
    assert seen == {(card,): 1 for card in (1, 2, 3, 5)}


def test_a_position_of_leduc_without_its_common_card_is_refused():
    data = hand(KING, JACK, "raise").to_json()
    data["fields"]["round"] = 1
    with pytest.raises(PositionError, match="field 'board': 0 cards"):
        type(hand(KING, JACK, "raise")).from_json(Game(LEDUC), data)


@pytest.mark.parametrize(("spec", "states", "ends"), [(KUHN, 12, 30), (LEDUC, 936, 5520)])
def test_as_many_information_states_and_endings_as_published(spec, states, ends):
    tree = Tree(Game(spec))
    assert len(tree.information.seen) == states
    assert sum(state.is_over for state, _ in tree.histories()) == ends


@pytest.mark.parametrize("spec", [KUHN, LEDUC])
def test_every_history_is_one_of_openspiel(spec):
    """Same seat, same moves, same returns; what a seat sees tells apart what OpenSpiel tells apart, and no more."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (make bench)")
    tree = Tree(Game(spec))
    peer = Peer(tree)
    todo, ends, names = [peer.game.new_initial_state()], 0, {}
    while todo:
        theirs = todo.pop()
        if theirs.is_chance_node():
            chances = [chance for _, chance in theirs.chance_outcomes()]
            assert chances == pytest.approx([1 / len(chances)] * len(chances))  # as draws of ours are
            todo += [theirs.child(card) for card, _ in theirs.chance_outcomes()]
            continue
        ours = peer.replay(theirs)
        assert ours.is_over == theirs.is_terminal()
        if ours.is_over:
            assert ours.returns.tolist() == theirs.returns()
            ends += 1
            continue
        assert ours.seat == theirs.current_player()
        assert sorted(ours.legal_names()) == sorted(peer.moves[action] for action in theirs.legal_actions())
        number = tree.information.number(ours)
        assert names.setdefault(theirs.information_state_string(), number) == number
        todo += [theirs.child(action) for action in theirs.legal_actions()]
    assert len(set(names.values())) == len(names) == len(tree.information.seen)
    assert ends == sum(state.is_over for state, _ in tree.histories())
