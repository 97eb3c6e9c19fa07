"""The loops around a game's entry functions, written once for all games and reached through addresses.

``F`` is the address table of one game, ``T`` its tables, ``S`` rows as int16 (rows, width), ``X``, ``K``,
``Y`` the encoder's tables. Every loop is serial and releases the GIL.
"""

from .encoder import decode, encode, wipe
from .header import (
    ERR_FORCED_LEFT,
    ERR_NO_ACTION,
    ERR_REDEAL,
    ERR_STACK_EMPTY,
    RUNNING,
    TRUNCATED,
)
from .jit import call_agent, call_apply, call_enter, call_legal, call_resample, call_setup, head, kernel, s64
from .kernels import clear, pop
from .rng import mix2, pick_below, set_seed

SETUP, LEGAL, APPLY, RESAMPLE, ENTER = 0, 1, 2, 3, 4
REDEAL_TRIES = 1000


@kernel
def count_legal(mask):
    """Number of legal actions of a mask."""
    n = 0
    for k in range(len(mask)):
        n += s64(mask[k])
    return n


@kernel
def first_legal(mask):
    """The lowest legal action; the mask has one."""
    k = 0
    while mask[k] == 0:
        k += 1
    return k


@kernel
def choose(mask, rng):
    """A uniformly random legal action; the mask has one."""
    left = pick_below(rng, count_legal(mask))
    k = -1
    while left >= 0:
        k += 1
        left -= s64(mask[k])
    return k


@kernel
def truncate(s):
    """End a game outside its rules: nobody is paid."""
    while s.depth > 0:
        pop(s)
    for p in range(s.players):
        s.returns[p] = 0.0
    s.over = TRUNCATED


@kernel
def rest(s, mask):
    """A row that waits for nobody: finished, or stopped by an error."""
    clear(mask)
    s.seat = -1
    if s.error == 0 and s.forced_n > 0:
        s.error = ERR_FORCED_LEFT
        s.error_value[0] = s.forced[0, 0]
        s.error_value[1] = s.forced[0, 1]


@kernel
def settle(F, T, S, i, mask):
    """Name the seat to decide and its legal actions; play actions that are no choice. Returns their number,
    0 where the game is over."""
    h = head(S, i)
    while True:
        if h.over == RUNNING and h.error == 0 and h.depth == 0:
            h.error = ERR_STACK_EMPTY
        if h.over == RUNNING and h.error == 0 and h.decisions >= h.limit:
            truncate(h)
        if h.over != RUNNING or h.error != 0:
            rest(h, mask)
            return 0
        h.seat = h.stack[0, 1]
        call_legal(F[LEGAL], T, S, i, mask)
        n = count_legal(mask)
        if n == 0:
            h.error = ERR_NO_ACTION
            h.error_value[0] = h.stack[0, 0]
        elif n > 1 or h.auto == 0:
            return n
        else:
            h.decisions += 1
            call_apply(F[APPLY], T, S, i, first_legal(mask))


@kernel
def begin(F, T, S, i, row, seed, mask):
    """Set row ``i`` up as a new game from the template ``row``. Returns the number of legal actions."""
    for k in range(len(row)):
        S[i, k] = row[k]
    set_seed(head(S, i), seed)
    call_setup(F[SETUP], T, S, i)
    return settle(F, T, S, i, mask)


@kernel
def step(F, T, S, i, action, mask):
    """Apply a legal action to row ``i``. Returns the number of legal actions of the next decision."""
    h = head(S, i)
    h.decisions += 1
    call_apply(F[APPLY], T, S, i, action)
    return settle(F, T, S, i, mask)


@kernel
def reenter(F, T, S, i, seat, phase, mask):
    """Clear the stack and begin ``phase`` for ``seat`` through the rules."""
    h = head(S, i)
    while h.depth > 0:
        pop(h)
    call_enter(F[ENTER], T, S, i, seat, phase)
    return settle(F, T, S, i, mask)


@kernel
def blind(K, seat, S, i):
    """Leave in row ``i`` only what ``seat`` may know: no hidden cell, no generator, no forced outcome."""
    h = head(S, i)
    wipe(K, seat, S, i)
    set_seed(h, 0)
    for q in range(h.forced_n):
        h.forced[q, 0] = 0
        h.forced[q, 1] = 0
    h.forced_n = 0


@kernel
def redeal(F, T, K, S, i, seat, seed, mask):
    """Deal anew everything in row ``i`` that ``seat`` cannot see. Returns the number of legal actions.

    A seat that faces a decision has a choice to make (the engine plays what is none), so deals that leave
    the seat to decide without one are drawn again.
    """
    h = head(S, i)
    for attempt in range(REDEAL_TRIES):
        blind(K, seat, S, i)
        set_seed(h, mix2(seed, attempt))
        call_resample(F[RESAMPLE], T, S, i, seat)
        set_seed(h, mix2(seed, attempt + REDEAL_TRIES))
        if h.over != RUNNING or h.error != 0:
            rest(h, mask)
            return 0
        call_legal(F[LEGAL], T, S, i, mask)
        n = count_legal(mask)
        if n > 1 or (n == 1 and h.auto == 0):
            return n
    h.error = ERR_REDEAL
    h.error_value[0] = seat
    return 0


@kernel
def rollout(F, T, S, i, mask, rng):
    """Play row ``i`` to its end with random legal actions; ``mask`` is its mask. Returns decisions played."""
    n = 0
    h = head(S, i)
    while h.over == RUNNING and h.error == 0:
        step(F, T, S, i, choose(mask, rng), mask)
        n += 1
    return n


@kernel
def observe_step(F, T, X, S, i, action, mask, obs, gains):
    """Step row ``i`` and encode it for the next seat to decide. Returns its error, how it is over, whether any
    seat was paid, and the seat to decide plus one: error * 64 + paid * 32 + over * 8 + seat + 1."""
    h = head(S, i)
    for p in range(h.players):
        gains[p] = -h.returns[p]
    step(F, T, S, i, action, mask)
    paid = 0
    for p in range(h.players):
        gains[p] += h.returns[p]
        if gains[p] != 0.0:
            paid = 1
    encode(X, max(h.seat, 0), S, i, obs)
    return h.error * 64 + paid * 32 + h.over * 8 + h.seat + 1


# ------------------------------------------------------------------------------------- scripted agents


@kernel
def ask(A, agent, T, X, row, obs, mask, W, rng):
    """The action of scripted agent ``agent`` of table ``A``, which sees ``obs`` and ``mask`` only.

    The observation is turned back into a row, seats counted from the viewer, so that an agent reads fields
    by name; ``W`` (1, width) is scratch. The row's generator is the agent's own.
    """
    if A[agent][0] == 0:
        return choose(mask, rng)
    decode(X, obs, row, W)
    h = head(W, 0)
    set_seed(h, rng[0])
    pick_below(rng, 1)
    return call_agent(A[agent][0], T, W, 0, mask, A[agent])
