"""Counting deals, against enumeration."""

import itertools

import pytest

from elderzoo.envs.core.deals import count_hands


def enumerated(room, least, most):
    """All ways to give each hand some cards of each kind."""
    kinds = range(len(most))
    hands = [
        [h for h in itertools.product(*(range(most[k] + 1) for k in kinds)) if sum(h) == places] for places in room
    ]
    return sum(
        all(least[k] <= sum(hand[k] for hand in deal) <= most[k] for k in kinds) for deal in itertools.product(*hands)
    )


@pytest.mark.parametrize(
    ("room", "least", "most"),
    [
        ([2], [0, 0, 0], [2, 1, 3]),
        ([2, 1], [0, 0, 0], [2, 1, 3]),
        ([2, 1], [1, -2, 0], [2, 1, 0]),
        ([1, 2, 2], [1, 0, 2], [2, 3, 2]),
        ([0, 2], [0, 0], [1, 1]),
        ([3], [0, 0], [1, 1]),
        ([], [0], [2]),
    ],
)
def test_as_many_as_can_be_listed(room, least, most):
    assert count_hands(room, least, most) == enumerated(room, least, most)
