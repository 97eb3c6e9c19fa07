"""What a seat cannot see cannot be told from what it gets: views, re-deals, and states made from views."""

import json
import pickle
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from elderzoo.envs import PositionError
from elderzoo.envs.core import drive
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.header import NOTES
from elderzoo.envs.core.rng import hash_seed

from .games import Case, positions, random_action

SEATS_OF = 15  # positions looked at from every seat
COUNTS = [pytest.param(SEATS_OF, id="quick"), pytest.param(300, id="full", marks=pytest.mark.full)]


def with_garbage(state: State, seat: int, seed: int) -> State:
    """The same for ``seat``: whatever it cannot see is replaced by in-range garbage, the generator included."""
    game, rng, other = state.game, np.random.default_rng(seed), state.clone()
    schema, record = game.spec.schema, other.record
    for name, flags in game.hidden_cells[seat].items():
        lo, hi = schema.bounds(schema.by_name[name], game.sizes) if name in schema.by_name else (0, NOTES)
        values = np.array(record[name])
        values[flags] = rng.integers(lo, hi, flags.sum(), endpoint=True)
        record[name] = values
    record["seed"] = rng.integers(2**63, dtype=np.uint64)
    record["stream"] = rng.integers(2**20, size=3, dtype=np.uint64)
    record["forced"][:2] = rng.integers(3, size=(2, 2))
    record["forced_n"] = 2
    return other


def redealt(state: State, seat: int, seed: int) -> State:
    game, other = state.game, state.clone()
    drive.redeal(game.F, game.T, game.K, other.row, 0, seat, np.uint64(hash_seed(seed)), other._mask)
    other._raise()
    return other


def from_every_seat(game: Game, count: int = SEATS_OF):
    for k, state in enumerate(positions(game, count, every=13)):
        for seat in range(game.num_players):
            yield k, state, seat


def hidden_cells(state: State, seat: int) -> bytes:
    return b"".join(np.asarray(state.record[f])[flags].tobytes() for f, flags in state.game.hidden_cells[seat].items())


@pytest.mark.parametrize("count", COUNTS)
def test_a_redeal_reads_nothing_hidden(game: Game, count: int):
    for k, state, seat in from_every_seat(game, count):
        first = redealt(state, seat, k)
        second = redealt(with_garbage(state, seat, k), seat, k)
        assert first.row.tobytes() == second.row.tobytes(), f"position {k}, seat {seat}"
        assert first.legal().tobytes() == second.legal().tobytes()


@pytest.mark.parametrize("count", COUNTS)
def test_a_view_holds_nothing_hidden(game: Game, count: int):
    """Rows that differ only in what is hidden from a seat give it byte-identical views."""
    for k, state, seat in from_every_seat(game, count):
        other = with_garbage(state, seat, k)
        assert pickle.dumps(state.view(seat)) == pickle.dumps(other.view(seat)), f"position {k}, seat {seat}"


def test_a_redeal_changes_nothing_seen(game: Game):
    for k, state, seat in from_every_seat(game):
        again = state.view(seat).sample(k)
        assert pickle.dumps(again.view(seat)) == pickle.dumps(state.view(seat)), f"position {k}, seat {seat}"


def test_redeals_differ_where_more_than_one_is_consistent(game: Game):
    several = 0
    for _, state, seat in from_every_seat(game, 3):
        view = state.view(seat)
        dealt = {hidden_cells(view.sample(seed), seat) for seed in range(20)}
        assert view.deals() >= 1
        assert (len(dealt) > 1) == (view.deals() > 1)
        several += view.deals() > 1
    assert several or game.spec.kind == "team"  # which may hide nothing from each other


def test_redealt_games_can_be_played(game: Game):
    for k, state, seat in from_every_seat(game):
        again, rng = state.view(seat).sample(k), np.random.default_rng(k)
        again.check()
        for _ in range(50):
            if again.is_over:
                break
            again.step(random_action(again, rng))
            again.check()


def test_a_state_is_made_from_a_view_alone(game: Game):
    for k, state, seat in from_every_seat(game):
        view = state.view(seat)
        received = json.loads(json.dumps(view.to_json()))
        assert game.from_view(received, seat, seed=k) == view.sample(k)


def test_a_view_with_hidden_cells_is_refused(game: Game):
    state = positions(game, 1)[0]
    for seat in range(game.num_players):
        truth = state.to_json()["fields"]
        for field in (*game.hidden_cells[seat], "seed", "stream", "forced", "forced_n"):
            told = state.view(seat).to_json()
            told["fields"][field] = truth[field]
            with pytest.raises(PositionError, match=field):
                game.from_view(told, seat)


# ------------------------------------------------------------------------------- evenness, on small positions

DEALS = 10_000


def age_of_madness() -> State:
    """Five different cards are hidden, two of them in the hand of seat 1; all others lie open."""
    game = Case("age_of_madness-v0", 2).game
    hidden = ("elder_sign", "grimoire", "barrier_spell", "ghoul", "master_of_horror")
    left = dict(zip(game.labels["kind"], map(int, game.card_totals), strict=True))
    for kind in (*hidden, "convert_cultist"):
        left[kind] -= 1
    hands = {0: {"convert_cultist": 1}, 1: dict.fromkeys(hidden[:2], 1)}
    return game.new(0).edit(hand=hands, graveyard=left, known={0: {}, 1: {}}, decide=(0, "turn"))


def cthulhus_vault() -> State:
    """Two of four different tokens lie before the Ancient One of seat 0, and one of three cards is in the hand of seat
    2; everything else lies open. Seat 1 is to act."""
    game = Case("cthulhus_vault-v0", 3).game
    chants = ("burning_sign", "mending_chant", "word_of_banishment")
    piles = {0: {"cultist": 2, "investigator": 1, "cultist_2": 1}, 1: {"investigator": 2}, 2: {"cultist": 2}}
    known = {0: {"cultist": 2}, 1: {"investigator": 2}, 2: {"cultist": 2}}
    # But for known pools of eight each, these, and an Investigator token of Value 2 and a Cultist token in the pool.
    lost = {"investigator": 42 - 8 - 3, "investigator_2": 8 - 1, "cultist": 42 - 8 - 5, "cultist_2": 8 - 1}
    token = game.labels["token"].index
    out = {c["id"]: c["copies"] for c in game.content.sections["battle"]}
    for name in ("revolver", *chants):
        out[name] -= 1
    state = game.new(0)
    return state.edit(
        tokens=piles,
        open=known,
        sure={
            q: {(p, token(k)): n for p in range(3) for k, n in (piles if p == q else known)[p].items()}
            for q in range(3)
        },
        lost=lost,
        role={0: "ancient_one", 1: "investigator", 2: "investigator"},
        character={1: "bootlegger", 2: "occultist"},
        ancient=int(state.record["secret"][0]),
        secret=dict.fromkeys(range(3), -1),
        stories={p: {} for p in range(3)},
        hand={1: {"revolver": 1}, 2: {chants[0]: 1}},
        discards=out,
        order=dict.fromkeys(range(3), 1),
        cycle=1,
        ending=0,
        decide=(1, "battle"),
    )


SMALL: dict[str, Callable[[], tuple[State, int]]] = {
    "Kuhn, to open": lambda: (Case("kuhn-v0", 2).game.new(0), 0),
    "Kuhn, to answer": lambda: (Case("kuhn-v0", 2).game.new(1).step("bet"), 1),
    "Age of Madness": lambda: (age_of_madness(), 0),
    "Cthulhu's Vault": lambda: (cthulhus_vault(), 1),
}
"""Positions with few consistent deals, all of them as likely, and the seat that looks."""


@pytest.mark.parametrize("name", SMALL)
def test_every_consistent_deal_is_as_likely(name: str):
    state, seat = SMALL[name]()
    game, scratch = state.game, state.clone()
    seen: Counter[bytes] = Counter()
    for seed in range(DEALS):
        scratch.row[:] = state.row
        drive.redeal(game.F, game.T, game.K, scratch.row, 0, seat, np.uint64(hash_seed(seed)), scratch._mask)
        seen[hidden_cells(scratch, seat)] += 1
    assert len(seen) == state.view(seat).deals() > 1
    assert stats.chisquare(list(seen.values())).pvalue > 0.001
