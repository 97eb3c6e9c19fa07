"""Copies of agents and of one-seat environments, here and in another process, which has other addresses."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from elderzoo import agents, envs
from elderzoo.agents import make_seat, make_seat_vec
from elderzoo.agents.seat_vec import SeatVec

ROOT = Path(__file__).resolve().parents[2]
GAME = "age_of_madness-v0"
NAMES = ("random", "greedy", "greedy:harm=60", "mc:sims=8", "search:sims=8")

PLAY = """
import pickle, sys
import numpy as np
from elderzoo import envs
view = envs.load_game("age_of_madness-v0", 2).new(3).view(0)
bots, seat, vec = pickle.load(open(sys.argv[1], "rb"))
print(*(bot.act(view) for bot in bots))
for _ in range(5):
    seat.step(int(seat.action_masks().argmax()))
    vec.step(vec.action_mask.argmax(1))
print(seat.vec.state.sum(), vec.state.sum())
"""


def test_a_pickle_plays_on_in_another_process(tmp_path: Path):
    game = envs.load_game(GAME, 2)
    bots = [agents.load(name, game, seed=4) for name in NAMES]
    seat = make_seat(game, opponents="greedy")
    vec = make_seat_vec(game, 4, {"random": 1, "greedy": 1})
    seat.reset(seed=1)
    vec.reset(seed=1)
    path = tmp_path / "pickle"
    path.write_bytes(pickle.dumps((bots, seat, vec)))
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    moves = [bot.act(game.new(3).view(0)) for bot in bots]
    for _ in range(5):
        seat.step(int(seat.action_masks().argmax()))
        vec.step(vec.action_mask.argmax(1))
    assert done.stdout.split() == list(map(str, [*moves, seat.vec.state.sum(), vec.state.sum()]))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))], ids=["deepcopy", "pickle"])
def test_a_copy_knows_its_own_learners(copied):
    vec = copied(SeatVec(envs.load_game(GAME, 2), 8, "random"))
    first = vec.reset(1).copy()
    begun = vec.learner.copy()
    while (vec.learner == begun).any():
        vec.step(vec.action_mask.argmax(1))
    assert [row.index(None) for row in map(vec.seated, range(8))] == vec.learner.tolist()
    assert not np.array_equal(first, vec.observation)
