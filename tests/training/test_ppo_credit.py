"""Credit of the own learner: what a seat is paid reaches its own last decision, whoever's turn it was."""

from collections import defaultdict

import numpy as np
import pytest
import torch

from elderzoo.agents.features import Features
from elderzoo.agents.nets import Shape, build
from elderzoo.benchmarks.yardsticks.kuhn import BET, PASS, SPEC
from elderzoo.envs.core.game import Game
from elderzoo.training.rollouts import Guest, Shard
from tests.agents.kuhn_agents import PAYING, scripted, sensible
from tests.roulette import SPEC as ROULETTE

GAMMA, LAM = 0.9, 0.7


def everything(game: Game) -> Features:
    """All entries as they are."""
    return Features(game, range(game.flat_size), np.zeros(game.flat_size), np.ones(game.flat_size))


def shard_of(game: Game, rows: int, steps: int, **options) -> Shard:
    return Shard(game, rows, steps, 3, everything(game), **options)


def network(shard: Shard, **changes):
    torch.manual_seed(1)
    return build(Shape(widths=(8,), **changes), shard.own.size, shard.game.n_actions)


class Recorder:
    """Every decision of a shard's rows with its value, and every payment, in plain lists."""

    def __init__(self, shard: Shard):
        self.steps: list[tuple[list, list, list]] = []  # seats, rewards, games that ended
        step = shard.vec.step

        def recorded(actions):
            seats = shard.vec.seat.tolist()
            step(actions)
            over = shard.vec.terminated | shard.vec.truncated
            self.steps.append((seats, shard.vec.rewards.tolist(), over.tolist()))

        shard.vec.step = recorded  # type: ignore[method-assign]


def plain(steps: list, values: list[list[float]], rounds: list[int]) -> dict[tuple[int, int], tuple[int, float]]:
    """The slow twin: (step, row) of each decision -> (round in which its advantage is known, advantage).

    Written from the definition: first the stream of each seat in each game, then what each decision earned until the
    next one of its stream, then the recursion from the end of what a round knows.
    """
    streams = defaultdict(list)  # (row, seat, game) -> [[step, earned, ...]]
    game, closed, where = defaultdict(int), {}, np.repeat(np.arange(len(rounds)), rounds)
    for t, (seats, rewards, over) in enumerate(steps):
        for row, seat in enumerate(seats):
            streams[row, seat, game[row]].append([t, 0.0])
            for other, paid in enumerate(rewards[row]):
                if streams[row, other, game[row]]:
                    streams[row, other, game[row]][-1][1] += paid
            if over[row]:
                closed[row, game[row]] = t
                game[row] += 1
    out = {}
    for (row, _, number), stream in streams.items():
        for k in reversed(range(len(stream))):
            t, earned = stream[k]
            last = k == len(stream) - 1
            if last and (row, number) not in closed:
                continue
            known = where[closed[row, number] if last else stream[k + 1][0]]
            after = 0.0 if last else values[stream[k + 1][0]][row]
            gained = earned + GAMMA * after - values[t][row]
            if not last:
                later = out.get((stream[k + 1][0], row))
                if later is not None and later[0] == known:
                    gained += GAMMA * LAM * later[1]
            out[t, row] = (int(known), gained)
    return out


@pytest.mark.parametrize(
    ("spec", "rounds", "steps"), [(SPEC, 5, 1), (SPEC, 4, 3), (PAYING, 4, 2), (ROULETTE, 6, 1), (ROULETTE, 3, 7)]
)
def test_advantages_are_those_of_the_slow_twin(spec, rounds: int, steps: int) -> None:
    game, rows = Game(spec), 6
    shard = shard_of(game, rows, steps)
    net, found, values = network(shard), {}, []
    record = Recorder(shard)
    ends = net.ends(game)
    waiting: dict[tuple[int, int], int] = {}  # (row, seat) -> step of the decision that waits
    for r in range(rounds):
        shard.play(net, ends, r)
        shard.credit(GAMMA, LAM)
        store = shard.store
        first = len(values)
        values += [store.value[at : at + rows].tolist() for at in store.starts]
        assert len(values) == len(record.steps)
        step = np.searchsorted(store.starts, np.arange(store.n), side="right") - 1
        now = {}
        for k in range(store.n):
            row, seat = int(store.row[k]), int(store.seat[k])
            t = waiting[row, seat] if step[k] < 0 else first + int(step[k])
            if store.ready[k]:
                found[t, row] = (r, float(store.advantage[k]))
            else:
                now[row, seat] = t
        waiting = now
    wanted = plain(record.steps, values, [steps] * rounds)
    assert found.keys() == wanted.keys()
    assert len(found) > rows * steps * rounds / 2
    for key, (r, gained) in wanted.items():
        assert found[key][0] == r, key
        assert found[key][1] == pytest.approx(gained, abs=1e-5), key


def test_the_loser_is_told_that_it_lost() -> None:
    """Kuhn: who bet and is called with the lower card decides no more; the call ends the game on the other's turn."""
    game = Game(SPEC)
    shard = shard_of(game, 64, 8)
    net = network(shard)
    with torch.no_grad():
        net.value_head.weight.zero_()
        net.value_head.bias.zero_()
        net.out.zero_()
        net.out_bias[BET], net.out_bias[PASS] = 50.0, -50.0  # everybody bets
    shard.play(net, net.ends(game), 0)
    shard.credit(1.0, 0.0)
    store = shard.store
    ready = store.ready[: store.n]
    told = store.advantage[: store.n].numpy()[ready].reshape(-1)
    seats, rows = store.seat[: store.n].numpy()[ready], store.row[: store.n].numpy()[ready]
    assert sorted(set(told)) == [-2.0, 2.0]  # both stakes, for both seats
    for row in range(64):
        by_seat = [told[(rows == row) & (seats == seat)] for seat in (0, 1)]
        n = min(map(len, by_seat))
        assert n >= 3
        assert (by_seat[0][:n] == -by_seat[1][:n]).all()  # seat 0 never decides last, and is told all the same


def test_a_guests_decisions_are_not_the_learners() -> None:
    game = Game(SPEC)
    shard = shard_of(game, 32, 8)
    shard.set_pool({1: Guest("sensible", scripted(sensible, game))}, [(1, 1.0)])
    net = network(shard)
    for r in range(3):
        shard.play(net, net.ends(game), r)
        shard.credit(1.0, 1.0)
        store = shard.store
        held = shard.who == 0
        assert (held.sum(1) == 1).all()
        late = slice(store.starts[-1], store.n)
        assert 0 < store.n - store.starts[-1] <= 32
        assert set(store.seat[late].tolist()) <= {0, 1}
    guest = shard.guests[1]
    assert guest.games > 50
    assert guest.wins > guest.games / 2, "a network that knows nothing loses to who bets with the higher cards"


def test_games_going_on_keep_their_opponents() -> None:
    game = Game(ROULETTE)
    shard = shard_of(game, 32, 2)
    first, second = (Guest(name, scripted(act, game)) for name, act in (("a", _self), ("b", _self)))
    shard.set_pool({1: first}, [(1, 1.0)])
    net = network(shard)
    shard.play(net, net.ends(game), 0)
    shard.credit(1.0, 1.0)
    before = shard.who.copy()
    shard.set_pool({2: second}, [(2, 1.0)])
    episodes = shard.vec.episode.copy()
    shard.play(net, net.ends(game), 1)
    same = shard.vec.episode == episodes
    assert same.any()
    assert not same.all()
    assert (shard.who[same] == before[same]).all()
    assert (shard.who[~same].max(1) == 2).all()


from tests.roulette import rule  # noqa: E402


@rule
def _self(T, S, i, mask, weights):
    return 0 * S[i].turns
