"""Observations follow from declarations: a toy with every kind of field and visibility, three seats of four."""

import numpy as np
import pytest

from elderzoo.envs.core.encoder import Encoder, decode, encode, flatten, wipe
from elderzoo.envs.core.jit import index_table
from elderzoo.envs.core.schema import Field, Schema

SEATS, PLAYERS = 4, 3
SIZES = {"colour": 3, "seat": SEATS, "phase": 2, "decision": 5, "event": 4}
SCHEMA = Schema(
    SEATS,
    [
        Field("pile", (3,), hi=9, meaning="public counts"),
        Field("secret", (3,), hi=9, see="hidden"),
        Field("leader", (), "seat"),
        Field("name", (2,), "category", vocab="colour", encode=False),
        Field("hand", (SEATS, 3), hi=9, see="owner", seats=1),
        Field("mood", (SEATS,), "category", vocab="colour", seats=1),
        Field("target", (SEATS, 2), "seat", seats=1),
        Field("sure", (SEATS, SEATS, 2), hi=9, see="owner", seats=2),
    ],
)


def filled(seed=0):
    """A row with a different value in every cell that range allows."""
    rng = np.random.default_rng(seed)
    row = SCHEMA.template()
    record = SCHEMA.record(row)
    record["players"], record["seat"], record["depth"] = PLAYERS, 1, 1
    record["stack"][0] = (3, 1, 2, 1)
    record["events"][0] = (2, 0, 2, 5, -1, -1, -1, -1)
    record["notes"][:PLAYERS, 0] = (1, 2, -1, 7, -1, -1, -1, -1)
    for name in ("pile", "secret", "hand", "sure"):
        record[name] = rng.integers(1, 9, record[name].shape)
    record["leader"] = 2
    record["mood"] = (0, 1, 2, -1)
    record["target"] = [[1, 2], [2, 0], [0, -1], [-1, -1]]
    for name in ("hand", "sure"):
        record[name][PLAYERS:] = 0
    record["sure"][:, PLAYERS:] = 0
    return row


def compact(row, viewer, full=False, revealed=frozenset(), fill=99):
    encoder = Encoder(SCHEMA, SIZES, PLAYERS, revealed)
    out = np.full(encoder.size, fill, np.int16)
    encode(index_table(encoder.tables(full)), viewer, row, 0, out)
    return encoder, out


def part(encoder, obs, field, owner=-1):
    (p,) = [p for p in encoder.parts if p.field.name == field and p.owner == owner]
    return obs[p.start : p.start + p.size].tolist()


@pytest.mark.parametrize("viewer", range(PLAYERS))
def test_seats_are_relative_and_only_own_cells_show(viewer):
    row = filled()
    record = SCHEMA.record(row)
    encoder, obs = compact(row, viewer)
    assert part(encoder, obs, "pile") == record["pile"].tolist()
    assert part(encoder, obs, "secret") == [0, 0, 0]
    assert part(encoder, obs, "leader") == [(2 - viewer) % PLAYERS]
    assert part(encoder, obs, "hand", 0) == record["hand"][viewer].tolist()
    for q in (1, 2, 3):
        assert part(encoder, obs, "hand", q) == [0, 0, 0]
        assert part(encoder, obs, "sure", q) == [0] * 8
    for q in range(PLAYERS):
        assert part(encoder, obs, "mood", q) == [record["mood"][(viewer + q) % PLAYERS]]
        target = record["target"][(viewer + q) % PLAYERS]
        assert part(encoder, obs, "target", q) == [(t - viewer) % PLAYERS if t >= 0 else -1 for t in target]
    assert part(encoder, obs, "mood", 3) == [-1]
    about = [record["sure"][viewer, (viewer + r) % PLAYERS].tolist() for r in range(PLAYERS)] + [[0, 0]]
    assert part(encoder, obs, "sure", 0) == [x for line in about for x in line]


def test_header_events_and_own_notes():
    encoder, obs = compact(filled(), 1)
    assert part(encoder, obs, "seat") == [0]
    assert part(encoder, obs, "stack")[:4] == [3, 0, 2, 1]
    assert part(encoder, obs, "events")[:8] == [2, 2, 1, 5, -1, -1, -1, -1]
    assert part(encoder, obs, "notes", 0)[:8] == [1, 1, -1, 7, -1, -1, -1, -1]


def test_fields_for_people_have_no_column():
    encoder, _ = compact(filled(), 0)
    assert "name" not in {p.field.name for p in encoder.parts}


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("viewer", range(PLAYERS))
def test_every_entry_is_written(viewer, full):
    row = filled()
    assert (compact(row, viewer, full, fill=99)[1] == compact(row, viewer, full, fill=0)[1]).all()


@pytest.mark.parametrize("viewer", range(PLAYERS))
def test_no_hidden_cell_changes_the_observation(viewer):
    row = filled()
    encoder, before = compact(row, viewer)
    record = SCHEMA.record(row)
    for name, flags in encoder.hidden_cells(viewer).items():
        record[name] = np.where(flags, 6, record[name])
    assert (compact(row, viewer)[1] == before).all()
    assert not (compact(row, viewer, full=True)[1] == compact(filled(), viewer, full=True)[1]).all()


def test_full_and_revealed_lift_visibility_in_the_same_columns():
    row = filled()
    record = SCHEMA.record(row)
    encoder, obs = compact(row, 1, full=True)
    assert part(encoder, obs, "secret") == record["secret"].tolist()
    assert part(encoder, obs, "hand", 1) == record["hand"][2].tolist()
    encoder, obs = compact(row, 1, revealed=frozenset({"hand"}))
    assert part(encoder, obs, "hand", 2) == record["hand"][0].tolist()
    assert part(encoder, obs, "secret") == [0, 0, 0]


def rotated(row, by):
    """The same table with every seat moved up by ``by``."""
    out = row.copy()
    record, source = SCHEMA.record(out), SCHEMA.record(row)
    move = [(p - by) % PLAYERS for p in range(PLAYERS)]
    for f in SCHEMA.by_name.values():
        if f.seats:
            record[f.name][:PLAYERS] = source[f.name][:PLAYERS][move]
        if f.seats == 2:
            record[f.name][:, :PLAYERS] = record[f.name][:, :PLAYERS][:, move].copy()
    seats = [record["target"], record["stack"][:, 1], record["events"][:, 1:3], record["notes"][..., 1:3]]
    for cells in seats:
        cells[cells >= 0] = (cells[cells >= 0] + by) % PLAYERS
    for name in ("leader", "seat"):
        record[name] = (record[name] + by) % PLAYERS
    return out


@pytest.mark.parametrize("by", [1, 2])
@pytest.mark.parametrize("viewer", range(PLAYERS))
def test_moving_all_seats_and_the_viewer_changes_nothing(viewer, by):
    row = filled()
    assert (compact(row, viewer)[1] == compact(rotated(row, by), (viewer + by) % PLAYERS)[1]).all()


@pytest.mark.parametrize("viewer", range(PLAYERS))
def test_wiping_empties_what_the_viewer_cannot_see_and_nothing_else(viewer):
    row = filled()
    encoder, before = compact(row, viewer)
    bare = row.copy()
    wipe(index_table(encoder.wipe_tables()), viewer, bare, 0)
    was, now, hidden = SCHEMA.record(row), SCHEMA.record(bare), encoder.hidden_cells(viewer)
    for name in SCHEMA.layout:
        flags = hidden.get(name, np.zeros(np.shape(was[name]), bool))
        empty = SCHEMA.by_name[name].empty if name in SCHEMA.by_name else 0
        assert (np.where(flags, empty, was[name]) == now[name]).all(), name
    assert (compact(bare, viewer)[1] == before).all()


@pytest.mark.parametrize("viewer", range(PLAYERS))
def test_an_observation_is_read_back_as_the_row_of_seat_0(viewer):
    row = filled()
    encoder, obs = compact(row, viewer)
    back = np.zeros((1, SCHEMA.width), np.int16)
    decode(index_table(encoder.tables()), obs, SCHEMA.template()[0], back)
    assert (compact(back, 0)[1] == obs).all()
    assert SCHEMA.record(back)["hand"][0].tolist() == SCHEMA.record(row)["hand"][viewer].tolist()


def test_common_blocks_have_the_same_offsets_in_all_games(kuhn):
    toy, _ = compact(filled(), 0)
    ours = [(p.field.name, p.start, p.size) for p in toy.parts if p.block == "header"]
    theirs = [(p.field.name, p.start, p.size) for p in kuhn.encoder.parts if p.block == "header"]
    assert ours == theirs
    assert ours[0][1] == 0


def flat_of(encoder, obs):
    out = np.full(encoder.flat_size, 99, np.float32)
    table, scale = encoder.flat_tables()
    flatten(index_table(table), scale, obs, out)
    return out


def test_flat_scales_counts_and_spreads_categories():
    encoder, obs = compact(filled(), 1)
    flat = flat_of(encoder, obs)
    assert flat.min() >= 0
    assert flat.max() <= 1
    blocks = {(b["block"], b["field"]): b["flat"] for b in encoder.blocks()}
    a, b = blocks["table", "pile"]
    assert flat[a:b].tolist() == pytest.approx((SCHEMA.record(filled())["pile"] / 9).tolist())
    a, b = blocks["seat+0", "mood"]
    assert flat[a:b].tolist() == [0, 1, 0]
    a, b = blocks["seat+3", "mood"]
    assert flat[a:b].tolist() == [0, 0, 0]
    a, b = blocks["table", "leader"]
    assert flat[a:b].tolist() == [0, 1, 0, 0]
    assert max(b for _, b in filter(None, blocks.values())) == encoder.flat_size


def test_columns_describe_every_entry():
    encoder, obs = compact(filled(), 0)
    lo, hi = encoder.bounds()
    assert {len(v) for v in encoder.columns.values()} == {encoder.size}
    assert (obs >= lo).all()
    assert (obs <= hi).all()


def test_declarations_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="seat axis must have 4 places"):
        Schema(4, [Field("hand", (3, 2), seats=1)])
    with pytest.raises(ValueError, match="declared twice"):
        Schema(4, [Field("a"), Field("a")])
    with pytest.raises(ValueError, match="declared twice"):
        Schema(4, [Field("seat")])
    with pytest.raises(ValueError, match="needs a vocabulary"):
        Field("a", what="category")
    with pytest.raises(ValueError, match="needs a seat axis"):
        Field("a", see="owner")
