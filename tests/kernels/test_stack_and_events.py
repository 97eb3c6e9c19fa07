"""Pending decisions and events: newest first, freed places empty, bounded."""

import numpy as np
import pytest

from elderzoo.envs.core.header import ERR_STACK_EMPTY, ERR_STACK_FULL, EVENTS, HEADER, NOTES, STACK
from elderzoo.envs.core.jit import head, kernel
from elderzoo.envs.core.kernels import emit, end_competitive, end_team, note, pop, push


@kernel
def do_push(S, k, seat):
    push(head(S, 0), k, seat, -1, 1)


@kernel
def do_pop(S):
    pop(head(S, 0))


@kernel
def do_emit(S, k):
    emit(head(S, 0), k, 0, 1, k, -1, -1, -1, -1)


@kernel
def do_note(S, owner, k):
    note(head(S, 0), owner, k, owner, -1, k, -1, -1, -1, -1)


@kernel
def do_end(S):
    end_competitive(head(S, 0))


@kernel
def do_end_team(S, k):
    end_team(head(S, 0), k)


@pytest.fixture
def row():
    S = np.zeros((1, HEADER.itemsize // 2), np.int16)
    record = S[0].view(HEADER)[0]
    record["stack"] = -1
    record["events"] = record["notes"] = -1
    record["players"] = 4
    return S, record


def test_top_is_first_and_freed_places_are_empty(row):
    S, record = row
    empty = record["stack"].copy()
    for k in range(3):
        do_push(S, k, k)
    assert record["stack"][:3, 0].tolist() == [2, 1, 0]
    do_pop(S)
    assert record["stack"][0].tolist() == [1, 1, -1, 1]
    assert record["depth"] == 2
    do_pop(S)
    do_pop(S)
    assert (record["stack"] == empty).all()


def test_a_full_stack_is_an_error_and_writes_nothing(row):
    S, record = row
    for k in range(STACK):
        do_push(S, k, 0)
    assert record["error"] == 0
    before = S.copy()
    do_push(S, 1, 1)
    assert record["error"] == ERR_STACK_FULL
    record["error"] = 0
    assert (before == S).all()


def test_popping_nothing_is_an_error(row):
    S, record = row
    do_pop(S)
    assert record["error"] == ERR_STACK_EMPTY


def test_events_keep_the_newest(row):
    S, record = row
    for k in range(EVENTS + 5):
        do_emit(S, k)
    assert record["events"][:, 0].tolist() == list(range(EVENTS + 4, 4, -1))
    assert record["event_count"] == EVENTS + 5


def test_notes_belong_to_one_seat(row):
    S, record = row
    for k in range(NOTES + 2):
        do_note(S, 2, k)
    assert record["notes"][2, :, 0].tolist() == [5, 4, 3, 2]
    assert (record["notes"][[0, 1, 3]] == -1).all()


@pytest.mark.parametrize(
    ("winners", "returns"),
    [
        ([1, 0, 0, 0], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([1, 0, 1, 0], [0.5, -0.5, 0.5, -0.5]),
        ([1, 1, 1, 0], [1 / 3, 1 / 3, 1 / 3, -1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([1, 1, 1, 1], [0, 0, 0, 0]),
    ],
)
def test_competitive_returns(row, winners, returns):
    S, record = row
    do_push(S, 0, 0)
    record["winners"][:4] = winners
    do_end(S)
    assert record["returns"][:4].tolist() == pytest.approx(returns)
    assert record["over"] == 1
    assert record["depth"] == 0


@pytest.mark.parametrize("won", [1, 0, -1])
def test_team_returns(row, won):
    S, record = row
    do_end_team(S, won)
    assert record["returns"].tolist() == [won] * 4 + [0, 0]
    assert record["winners"][:4].tolist() == [int(won > 0)] * 4
