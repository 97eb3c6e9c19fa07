"""How a game ends: a win, a stall, the last round; and who is paid what."""

import numpy as np
import pytest

from elderzoo.envs.age_of_madness import SPEC
from elderzoo.envs.core.game import Game

from .story import A, C, N, Y, group, play, table

FULL = {"grimoire": 5}


def idle(gods=(A, C), rules=None, **fields):
    """Everybody holds as much as allowed, so that passing changes nothing."""
    hands = dict(enumerate([{"grimoire": 5}, {"convert_cultist": 5}, {"masters_call": 5}, {"cultist_of_azathoth": 5}]))
    fields.setdefault("hand", {p: hands[p] for p in range(len(gods))})
    return table(gods, rules=rules, **fields)


@pytest.mark.parametrize("gods", [(A, C), (A, C, N), (A, C, N, Y)])
def test_a_full_round_of_idle_passes_ends_the_game_for_the_most_seals(gods):
    s = idle(gods, sign={1: {"north": 1}})
    play(s, *["pass", "pass"] * (len(gods) - 1))
    assert not s.is_over
    play(s, "pass", "pass")
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == [1 if p == 1 else -1 / (len(gods) - 1) for p in range(len(gods))]


def test_joint_winners_share():
    s = play(idle((A, C, N), sign={1: {"north": 1}, 2: {"north": 1}}), *["pass"] * 6)
    assert s.returns.tolist() == [-1, 0.5, 0.5]


def test_all_equal_is_a_draw():
    assert play(idle((A, C, N)), *["pass"] * 6).returns.tolist() == [0, 0, 0]


def test_a_round_in_which_somebody_draws_is_no_stall():
    s = idle(hand={0: {"grimoire": 4}, 1: {"convert_cultist": 5}})
    play(s, *["pass"] * 4)
    assert not s.is_over
    assert s.record["idle"] == 1
    assert play(s, "pass", "pass").is_over


def test_a_barrier_that_fades_is_a_change():
    s = idle(shield={1: 1})
    play(s, *["pass"] * 4)
    assert not s.is_over
    assert s.record["idle"] == 0


def test_a_turn_with_anything_but_passes_is_a_change():
    s = idle(pool={0: group(A, 1)})
    play(s, "pass", "play:grimoire", "cultist:azathoth:plain>seat+0", "pass", "pass")
    assert not s.is_over
    assert s.record["idle"] == 1


def test_the_game_is_called_off_after_300_rounds():
    s = idle(sign={0: {"north": 1}}, hand={0: {}, 1: {}}, round=299)
    play(s, *["pass"] * 4)
    assert s.record["round"] == 300
    assert not s.is_over
    s = s.edit(hand={0: {}, 1: {}})
    play(s, *["pass"] * 4)
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == [1, -1]


def test_stall_none_goes_on():
    s = play(idle(rules={"stall": "none"}), *["pass"] * 12)
    assert not s.is_over
    s = play(idle(rules={"stall": "none"}, round=300), *["pass"] * 12)
    assert not s.is_over
    assert s.record["round"] == 300


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [{}, SPEC.presets["turned"]], ids=["default", "turned"])
def test_random_games_end_by_themselves_and_pay_to_zero(players, rules):
    g = Game(SPEC, players, rules)
    rng = np.random.default_rng(players)
    for seed in range(3):
        s = g.new(seed)
        while not s.is_over:
            s.check()
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert not s.is_truncated
        assert abs(s.returns.sum()) < 1e-9
