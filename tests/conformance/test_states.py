"""States: the same future from the same past, nothing lost or invented, an end, and returns as declared."""

import json
import pickle

import numpy as np
import pytest

from elderzoo.envs import PositionError, load_game
from elderzoo.envs.core import drive
from elderzoo.envs.core.game import Game, State

from .games import Case, positions, random_action, walk


def future(state: State, seed: int, steps: int = 60) -> list[bytes]:
    """The rows and masks of a random continuation."""
    rng, out = np.random.default_rng(seed), [state.row.tobytes()]
    for _ in range(steps):
        if state.is_over:
            break
        state.step(random_action(state, rng))
        out.append(state.row.tobytes() + state.legal().tobytes())
    return out


def test_the_same_seed_gives_the_same_game(game: Game):
    first, second = (future(game.new(5), 5, 10_000) for _ in range(2))
    assert first == second
    assert first[0] != game.new(6).row.tobytes()


def test_copies_have_the_same_future(game: Game):
    for k, state in enumerate(positions(game, 10, every=23)):
        copies = {
            "clone": state.clone(),
            "JSON": State.from_json(game, json.loads(json.dumps(state.to_json()))),
            "bytes": State.from_bytes(game, state.to_bytes()),
            "pickle": pickle.loads(pickle.dumps(state)),
        }
        expected = future(state.clone(), k)
        for name, copy in copies.items():
            assert copy == state, name
            assert np.array_equal(copy.legal(), state.legal()), name
            assert future(copy, k) == expected, name


def test_cards_and_ranges_hold_at_every_step(game: Game):
    for seed in range(2):
        for state in walk(game, seed):
            state.check()


def test_who_decides_has_a_choice(game: Game):
    for state in walk(game, 3):
        legal = state.legal()
        assert legal.dtype == np.int8
        assert set(np.unique(legal)) <= {0, 1}
        if state.is_over:
            assert state.seat == -1
            assert not legal.any()
        else:
            assert 0 <= state.seat < game.num_players
            # What is no choice is played by the engine, unless an option of the game has every decision asked.
            assert legal.sum() > 1 or not state.record["auto"]
            assert state.record["seat"] == state.record["stack"][0, 1]


def test_random_play_ends_by_itself(case: Case, game: Game):
    """In 99 of 100 games, within the game's own limit of decisions."""
    rng, truncated = np.array([1], np.uint64), 0
    for seed in range(100):
        state = game.new(seed)
        drive.rollout(game.F, game.T, state.row, 0, state._mask, rng)
        assert state.is_over
        assert not state.record["error"]
        assert state.record["decisions"] <= game.max_decisions
        truncated += state.is_truncated
    assert truncated <= 1


def test_returns_are_as_declared(game: Game):
    for seed in range(30):
        *_, state = walk(game, seed)
        won = state.record["winners"][: game.num_players].astype(bool)
        returns = state.returns
        if state.is_truncated:
            assert not returns.any()
        elif game.spec.kind == "team":
            assert set(returns) in ({1.0}, {0.0}, {-1.0})
        else:
            assert returns.sum() == pytest.approx(0.0, abs=1e-12)
            if won.any() and not won.all():
                winners, losers = returns[won], returns[~won]
                assert (winners == winners[0]).all()
                assert (losers == losers[0]).all()
                assert winners[0] > 0 > losers[0]
                # a game may be played for more than one stake
                assert winners[0] / -losers[0] == pytest.approx((~won).sum() / won.sum())
            else:
                assert not returns.any()


def test_the_safety_net_truncates_and_pays_nobody(case: Case):
    game = case.make(max_decisions=1)
    state = game.new(0)
    if not state.is_over:
        state.step(int(state.legal().argmax()))
    assert state.is_truncated
    assert not state.returns.any()


def test_playing_what_is_no_choice_changes_nothing(case: Case, game: Game):
    """With ``auto_single`` off the same rows are reached, with more decisions to take on the way."""
    by_hand = case.make(auto_single=False)
    forced = 0
    for seed in range(5):
        rng, auto, hand = np.random.default_rng(seed), game.new(seed), by_hand.new(seed)
        while True:
            while hand.legal().sum() == 1 and auto.record["auto"]:
                hand.step(int(hand.legal().argmax()))
                forced += 1
            row = hand.row.copy()
            game.spec.schema.record(row)["auto"] = auto.record["auto"]
            assert np.array_equal(row, auto.row)
            if auto.is_over:
                break
            choice = random_action(auto, rng)
            auto.step(choice)
            hand.step(choice)
    # In small games of poker every decision is a choice; an option may have every decision asked.
    assert forced > 0 or game.spec.id in ("kuhn-v0", "leduc-v0") or not game.new(0).record["auto"]


def test_a_position_of_other_rules_names_the_options():
    here = load_game("cultistorm-v0")
    data = load_game("cultistorm-v0", rules={"idle": "both"}).new(0).to_json()
    with pytest.raises(PositionError, match=r"other rules: idle=both \(this game: terror\)"):
        State.from_json(here, data)
    many = {o.name: o.choices[-1] for o in here.spec.options if o.choices[-1] != o.default}
    with pytest.raises(PositionError, match="rules '"):
        State.from_json(here, load_game("cultistorm-v0", rules=many).new(0).to_json())
