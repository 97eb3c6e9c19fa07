"""Counting the deals of hidden hands that agree with what is known of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def count_hands(room: Sequence[int], least: Sequence[int], most: Sequence[int]) -> int:
    """How many ways there are to fill hands with ``room[h]`` cards, told apart by kind only.

    Of kind k at least ``least[k]`` and at most ``most[k]`` cards go to the hands together. Exact below 2**53.
    """
    ways = np.zeros([n + 1 for n in room])  # by room left
    ways[tuple(room)] = 1
    for lo, hi in zip(least, most, strict=True):
        taken = np.zeros((max(hi, 0) + 1, *ways.shape))  # by cards of this kind handed out so far
        taken[0] = ways
        for hand in range(1, taken.ndim):
            taken = _hand_out(taken, hand)
        ways = taken[max(lo, 0) :].sum(axis=0)
    return int(ways[(0,) * len(room)])


def _hand_out(taken: np.ndarray, hand: int) -> np.ndarray:
    """The same after one hand took none, one, or more of the kind."""
    out = taken.copy()
    count, room = taken.shape[0], taken.shape[hand]
    for n in range(1, min(count, room)):
        to, start = [slice(None)] * taken.ndim, [slice(None)] * taken.ndim
        to[0], start[0] = slice(n, None), slice(0, count - n)
        to[hand], start[hand] = slice(0, room - n), slice(n, None)
        out[tuple(to)] += taken[tuple(start)]
    return out
