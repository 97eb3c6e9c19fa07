"""The header every STATE record starts with, the same for all games.

Integers are int16, the generator is uint64, returns are float64. ``stack``, ``events`` and ``notes``
keep their newest entry at index 0, so that every entry has a fixed place in an observation.
"""

import numpy as np

MAX_SEATS = 6
STACK = 12
EVENTS = 16
NOTES = 4
FORCED = 32
EVENT_SIZE = 8  # kind, seat, other seat, five numbers

DECK, DICE, CHANCE = 0, 1, 2
STREAMS = ("deck", "dice", "events")

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2

ERR_STACK_FULL, ERR_STACK_EMPTY, ERR_FORCED_RANGE, ERR_FORCED_LEFT, ERR_NO_ACTION, ERR_REDEAL = 1, 2, 3, 4, 5, 6
ERRORS = {
    ERR_STACK_FULL: "the stack of pending decisions is full",
    ERR_STACK_EMPTY: "the game goes on but nobody has a decision to take",
    ERR_FORCED_RANGE: "a forced outcome is impossible",
    ERR_FORCED_LEFT: "the game ended with a forced outcome left over",
    ERR_NO_ACTION: "the seat to decide has no legal action",
    ERR_REDEAL: "no deal is consistent with what the seat knows",
}

HEADER = np.dtype(
    [
        ("seed", np.uint64),
        ("stream", np.uint64, (3,)),
        ("returns", np.float64, (MAX_SEATS,)),
        ("seat", np.int16),
        ("phase", np.int16),
        ("players", np.int16),
        ("decisions", np.int16),
        ("limit", np.int16),
        ("auto", np.int16),
        ("over", np.int16),
        ("error", np.int16),
        ("error_value", np.int16, (2,)),
        ("winners", np.int16, (MAX_SEATS,)),
        ("depth", np.int16),
        ("stack", np.int16, (STACK, 4)),
        ("event_count", np.int16),
        ("events", np.int16, (EVENTS, EVENT_SIZE)),
        ("note_count", np.int16, (MAX_SEATS,)),
        ("notes", np.int16, (MAX_SEATS, NOTES, EVENT_SIZE)),
        ("forced_n", np.int16),
        ("forced", np.int16, (FORCED, 2)),
    ],
    align=True,
)
