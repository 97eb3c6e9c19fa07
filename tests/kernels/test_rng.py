"""The generator: two twins of one hash, bounded without bias, streams apart, forced outcomes first."""

import numpy as np
import pytest

from elderzoo.envs.core import rng
from elderzoo.envs.core.errors import ConfigError, EngineError
from elderzoo.envs.core.header import DECK, DICE, HEADER
from elderzoo.envs.core.jit import head, kernel
from elderzoo.envs.core.kernels import draw


@kernel
def draws(S, stream, n, ints):
    """Fill ``ints`` with draws of row 0."""
    s = head(S, 0)
    for k in range(len(ints)):
        ints[k] = draw(s, stream, n)


@kernel
def start(S, seed):
    rng.set_seed(head(S, 0), seed)


def row(seed=7):
    S = np.zeros((1, HEADER.itemsize // 2), np.int16)
    start(S, np.uint64(seed))
    return S


def take(S, stream, n, count):
    out = np.zeros(count, np.int64)
    draws(S, stream, n, out)
    return out


def test_splitmix_reference_values():
    """SplitMix64 from state 0: the published first outputs."""
    golden = 0x9E3779B97F4A7C15
    state = [0, golden, 2 * golden % 2**64]
    assert [rng.mix_plain(s) for s in state] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1, 0x0123456789ABCDEF])
def test_compiled_and_plain_words_agree(word):
    assert int(rng.mix(np.uint64(word))) == rng.mix_plain(word)


def test_first_draws_are_pinned():
    """The same in plain and compiled mode, today and in a year."""
    assert take(row(), DECK, 100, 8).tolist() == PINNED


PINNED = [19, 4, 42, 5, 45, 82, 16, 50]


@pytest.mark.parametrize("n", [2, 3, 6, 100])
def test_draws_are_uniform(n):
    counts = np.bincount(take(row(n), DICE, n, 6000), minlength=n)
    expected = 6000 / n
    assert len(counts) == n
    assert ((counts - expected) ** 2 / expected).sum() < n - 1 + 5 * np.sqrt(2 * (n - 1))


def test_streams_do_not_disturb_each_other():
    one, two = row(), row()
    take(two, DICE, 6, 50)
    assert take(one, DECK, 1000, 20).tolist() == take(two, DECK, 1000, 20).tolist()
    assert take(row(), DICE, 1000, 20).tolist() != take(row(), DECK, 1000, 20).tolist()


def test_reduction_has_no_modulo_bias():
    """A word below the rejection threshold is refused: 2**32 mod 3 is 1, so exactly one 32-bit value is."""
    assert rng.reduce32(np.uint64(0), 3) == -1
    assert rng.reduce32(np.uint64(1 << 32), 3) == 0
    assert rng.reduce32(np.uint64(0xFFFFFFFF << 32), 3) == 2


def test_seeds_hash_apart():
    seeds = {rng.hash_seed(a, b) for a in range(-5, 40) for b in range(40)}
    assert len(seeds) == 45 * 40
    assert rng.hash_seed(1, 2) != rng.hash_seed(2, 1)
    assert int(rng.mix2(np.uint64(rng.hash_seed(3)), np.uint64(9))) == rng.hash_seed(3, 9)


def test_forced_outcomes_come_first_and_by_stream(kuhn):
    """The first card goes to seat 0: index 2 of the deck is the king; a die in the queue does not matter."""
    state = kuhn.new(seed=1, forced=[("deck", 2), ("deck", 0)])
    assert state.record["hand"].tolist() == [[0, 0, 1], [1, 0, 0]]
    assert state.record["forced_n"] == 0


def test_impossible_forced_outcome_is_named(kuhn):
    with pytest.raises(EngineError, match="forced outcome is impossible: deck 3"):
        kuhn.new(seed=1, forced=[("deck", 3)])


def test_left_over_forced_outcome_is_named_and_nothing_changed(kuhn):
    state = kuhn.new(seed=1).force(("dice", 4))
    state.step("pass")
    before, mask = state.to_bytes(), state.legal()
    with pytest.raises(EngineError, match="left over: dice 4"):
        state.step("pass")
    assert state.to_bytes() == before
    assert (state.legal() == mask).all()


@pytest.mark.parametrize("outcome", [("cards", 1), ("deck", -1), ("deck", 70000), "deck", ("deck", 1.5)])
def test_wrong_forced_outcomes_are_refused(kuhn, outcome):
    state = kuhn.new(5)
    with pytest.raises(ConfigError):
        state.force(("deck", 0), outcome)
    assert state == kuhn.new(5)  # the one before it is not queued either
    with pytest.raises(ConfigError, match="forced outcome"):
        kuhn.new(seed=1, forced=[outcome])
