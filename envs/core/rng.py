"""Counter-based random numbers: a SplitMix64 hash of (seed, stream, counter), all kept in the row.

The two definitions of each function, for 64-bit words and for Python ints, are the only rule-side code
written twice; the tests hold them against each other.
"""

import numpy as np

from .jit import JIT, kernel

_M64 = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15
_C1 = 0xBF58476D1CE4E5B9
_C2 = 0x94D049BB133111EB


def mix_plain(u: int) -> int:
    """SplitMix64's finaliser over Python ints (Steele, Lea and Flood 2014)."""
    u = (int(u) + _GOLDEN) & _M64
    u = ((u ^ (u >> 30)) * _C1) & _M64
    u = ((u ^ (u >> 27)) * _C2) & _M64
    return u ^ (u >> 31)


def hash_seed(*words: int) -> int:
    """One 64-bit seed out of several integers; negative ones are taken modulo 2**64."""
    out = 0
    for word in words:
        out = mix_plain(out ^ mix_plain(int(word) & _M64))
    return out


if JIT:
    _G, _D1, _D2 = np.uint64(_GOLDEN), np.uint64(_C1), np.uint64(_C2)
    _S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
    _LOW, _ONE, _2_32 = np.uint64(0xFFFFFFFF), np.uint64(1), np.uint64(2**32)

    @kernel(result="u64")
    def mix(u):
        u = u + _G
        u = (u ^ (u >> _S30)) * _D1
        u = (u ^ (u >> _S27)) * _D2
        return u ^ (u >> _S31)

    @kernel(result="u64")
    def mix2(u, v):
        """The two-word hash of :func:`hash_seed`, continuing from ``u``."""
        return mix(u ^ mix(v))

    @kernel(result="u64")
    def row_word(s, stream):
        """The next 64-bit word of a row's stream."""
        count = s.stream[stream]
        s.stream[stream] = count + _ONE
        return mix(s.seed ^ mix(np.uint64(stream + 1) << _S32) ^ (count * _G))

    @kernel
    def reduce32(u, n):
        """Lemire's bounded reduction of a word's high half: a value in 0..n-1, or -1 to draw again."""
        bound = np.uint64(n)
        product = (u >> _S32) * bound
        low = product & _LOW
        if low < bound and low < (_2_32 - bound) % bound:
            return -1
        return np.int64(product >> _S32)

    @kernel
    def below(s, stream, n):
        while True:
            value = reduce32(row_word(s, stream), n)
            if value >= 0:
                return value

    @kernel
    def pick_below(rng, n):
        """A uniform integer in 0..n-1 from ``rng`` (one counter word), outside any row."""
        while True:
            rng[0] += _G
            value = reduce32(mix(rng[0]), n)
            if value >= 0:
                return value

    @kernel
    def set_seed(s, seed):
        """Start a row's generator from a 64-bit seed."""
        s.seed = seed
        for k in range(3):
            s.stream[k] = np.uint64(0)

else:
    mix = mix_plain

    def mix2(u, v):
        return mix(int(u) ^ mix(int(v)))

    def row_word(s, stream):
        count = s.stream[stream]
        s.stream[stream] = count + 1
        return mix(s.seed ^ mix((stream + 1) << 32) ^ (count * _GOLDEN & _M64))

    def reduce32(u, n):
        product = (u >> 32) * n
        low = product & 0xFFFFFFFF
        if low < n and low < (2**32 - n) % n:
            return -1
        return product >> 32

    def below(s, stream, n):
        while True:
            value = reduce32(row_word(s, stream), n)
            if value >= 0:
                return value

    def pick_below(rng, n):
        while True:
            word = (int(rng[0]) + _GOLDEN) & _M64
            rng[0] = word
            value = reduce32(mix(word), n)
            if value >= 0:
                return value

    def set_seed(s, seed):
        s.seed = int(seed)
        for k in range(3):
            s.stream[k] = 0
