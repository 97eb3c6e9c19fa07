"""What rules may do besides reading and writing their own row: chance, pending decisions, events, endings.

Every function takes a row ``s`` of any game: it touches the header only.
"""

from .errors import NeedFailed
from .header import (
    ERR_FORCED_RANGE,
    ERR_STACK_EMPTY,
    ERR_STACK_FULL,
    EVENT_SIZE,
    EVENTS,
    NOTES,
    STACK,
    TERMINATED,
)
from .jit import JIT, kernel
from .rng import below


@kernel
def draw(s, stream, n):
    """A uniform integer in 0..n-1 from ``stream``; a forced outcome queued for that stream comes first."""
    for q in range(s.forced_n):
        if s.forced[q, 0] == stream:
            value = s.forced[q, 1] + 0
            for k in range(q, s.forced_n - 1):
                s.forced[k, 0] = s.forced[k + 1, 0]
                s.forced[k, 1] = s.forced[k + 1, 1]
            s.forced_n -= 1
            s.forced[s.forced_n, 0] = 0
            s.forced[s.forced_n, 1] = 0
            if value < 0 or value >= n:
                s.error = ERR_FORCED_RANGE
                s.error_value[0] = stream
                s.error_value[1] = value
                return 0
            return value
    return below(s, stream, n)


@kernel
def push(s, kind, seat, subject, count):
    """Put a decision of ``kind`` on top of the stack: ``seat`` decides, about ``subject``, ``count`` times."""
    if s.depth >= STACK:
        s.error = ERR_STACK_FULL
        return
    for d in range(s.depth, 0, -1):
        for k in range(4):
            s.stack[d, k] = s.stack[d - 1, k]
    s.stack[0, 0] = kind
    s.stack[0, 1] = seat
    s.stack[0, 2] = subject
    s.stack[0, 3] = count
    s.depth += 1


@kernel
def pop(s):
    """Take the top decision off the stack; freed entries return to their empty value."""
    if s.depth <= 0:
        s.error = ERR_STACK_EMPTY
        return
    s.depth -= 1
    for d in range(s.depth):
        for k in range(4):
            s.stack[d, k] = s.stack[d + 1, k]
    for k in range(4):
        s.stack[s.depth, k] = -1


@kernel
def emit(s, kind, seat, other, a, b, c_, d, e):
    """Record a public event; -1 stands for a number or seat it does not have."""
    last = min(s.event_count, EVENTS - 1)
    for k in range(last, 0, -1):
        for x in range(EVENT_SIZE):
            s.events[k, x] = s.events[k - 1, x]
    s.events[0, 0] = kind
    s.events[0, 1] = seat
    s.events[0, 2] = other
    s.events[0, 3] = a
    s.events[0, 4] = b
    s.events[0, 5] = c_
    s.events[0, 6] = d
    s.events[0, 7] = e
    s.event_count = s.event_count + 1 if s.event_count < 32000 else EVENTS


@kernel
def note(s, owner, kind, seat, other, a, b, c_, d, e):
    """Record an event that only seat ``owner`` may see."""
    last = min(s.note_count[owner], NOTES - 1)
    for k in range(last, 0, -1):
        for x in range(EVENT_SIZE):
            s.notes[owner, k, x] = s.notes[owner, k - 1, x]
    s.notes[owner, 0, 0] = kind
    s.notes[owner, 0, 1] = seat
    s.notes[owner, 0, 2] = other
    s.notes[owner, 0, 3] = a
    s.notes[owner, 0, 4] = b
    s.notes[owner, 0, 5] = c_
    s.notes[owner, 0, 6] = d
    s.notes[owner, 0, 7] = e
    s.note_count[owner] = s.note_count[owner] + 1 if s.note_count[owner] < 32000 else NOTES


@kernel(inner=True)
def close(s):
    """End the game by its rules: no decision is left."""
    while s.depth > 0:
        pop(s)
    s.over = TERMINATED


@kernel
def end_competitive(s):
    """Pay the seats flagged in ``winners``: k winners 1/k each, the others -1/(n-k); none or all: nothing."""
    k = 0
    for p in range(s.players):
        k += s.winners[p]
    if k > 0 and k < s.players:
        for p in range(s.players):
            s.returns[p] = 1.0 / k if s.winners[p] == 1 else -1.0 / (s.players - k)
    close(s)


@kernel
def end_team(s, won):
    """Pay every seat ``won`` (1 won, -1 lost, 0 neither) and end the game."""
    for p in range(s.players):
        s.returns[p] = 1.0 * won
        s.winners[p] = 1 if won > 0 else 0
    close(s)


@kernel
def share(s, part, whole):
    """Every seat stands at ``part`` / ``whole`` now: what is paid before the end."""
    for p in range(s.players):
        s.returns[p] = part / whole


@kernel
def clear(mask):
    """Set every entry of ``mask`` to 0."""
    for k in range(len(mask)):
        mask[k] = 0


if JIT:

    @kernel
    def need(condition):
        """Nothing: a precondition of ``apply`` is checked in plain mode only."""
else:

    def need(condition):
        """Raise NeedFailed where a precondition of ``apply`` does not hold."""
        if not condition:
            raise NeedFailed("a precondition of apply does not hold")
