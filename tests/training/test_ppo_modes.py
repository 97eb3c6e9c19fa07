"""The own learner on the shipped games: every settings file for a few updates, sides, one network for several games,
imitation, and learning in several processes."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from elderzoo import agents, envs
from elderzoo.agents.base import Agent
from elderzoo.agents.entity import Entity, action_parts, entry_parts, feature_parts
from elderzoo.agents.features import Features
from elderzoo.agents.nets import Shape
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.game import Game, View
from elderzoo.training import checkpoint, config, imitation, inputs
from elderzoo.training.ppo import PpoRun, train
from tests.training.test_ppo import ROOT, words

AGE, VAULT = "age_of_madness-v0", "cthulhus_vault-v0"
FILES = sorted((config.FOLDER / "ppo").glob("*.yaml"))
FEW = {"env__num_envs": 16, "ppo__n_steps": 4, "ppo__batch_size": 64, "ppo__net_arch": "[16]"}
GAMES = {"sides": VAULT, "all_games": AGE}


@pytest.fixture(autouse=True)
def short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "GAMES", 32)
    monkeypatch.setattr(inputs, "STEPS", 64)


def few(folder: Path, *kept: str, **changes: object) -> list[str]:
    """Options that make a run short, but for those of the settings file that are to be ``kept``."""
    given = words(folder, **FEW | {"evaluation__every": 1000, "evaluation__deals": 1, "run__steps": 200} | changes)
    pairs = list(zip(given[::2], given[1::2], strict=True))
    return [word for key, value in pairs if key.removeprefix("--") not in kept for word in (key, value)]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_file_trains(path: Path, tmp_path: Path) -> None:
    game = GAMES.get(path.stem, AGE)
    kept = ("algo", "self_play.weights", "self_play.window")
    chosen = config.load(game, [f"ppo/{path.stem}"], few(tmp_path, *kept, self_play__exploiter_steps=80))
    assert chosen.algo == "ppo"
    run = train(chosen)
    assert run.step >= 200
    state = run.game.new(0)
    agent = agents.load(f"neural:{run.folder}", run.game)
    assert agent.act(state.view(state.seat)) in state.legal().nonzero()[0]


# ------------------------------------------------------------------------------------------------------- sides


def test_each_side_has_values_and_opponents_of_its_own(tmp_path: Path) -> None:
    options = few(tmp_path, ppo__n_steps=64, self_play__weights="{random: 1}", self_play__by="side", run__shards=1)
    run = PpoRun(config.load(VAULT, ["ppo/sides"], options))
    assert run.shape.value_heads == 3
    (shard,) = run.main.shards
    battle = 0
    for _ in range(6):
        run.main.play()
        store = shard.store
        heads = store.head[: store.n]
        battle += int((heads > 0).sum())
        assert set(heads.tolist()) <= {0, 1, 2}
        held = shard.who
        assert (held[:, 0] == 0).all(), "before there are sides the learner holds every seat"
        assert ((held[:, 1:] == 0).sum(1) == 1).all(), "then it holds one side, a guest the other"
    assert battle > 20
    assert next(iter(shard.guests.values())).games > 0


def test_only_the_value_of_the_own_side_learns(tmp_path: Path) -> None:
    run = PpoRun(config.load(VAULT, ["ppo/sides"], few(tmp_path, run__shards=1)))
    main, shard = run.main, run.main.shards[0]
    main.play()
    shard.store.head[:] = 2
    ready = torch.from_numpy(np.flatnonzero(shard.store.ready[: shard.store.n]))
    gradient = main.gradient(shard, (ready, None, None), 0.0, 1.0, 1.0, 0.0)
    at, found = 0, {}
    for name, p in main.net.named_parameters():
        found[name] = gradient[at : at + p.numel()].view_as(p)
        at += p.numel()
    assert (found["value_head.bias"][:2] == 0).all()
    assert found["value_head.bias"][2] != 0


# -------------------------------------------------------------------------------------- one network, many games


def test_descriptions_name_what_is_there() -> None:
    game = envs.load_game(AGE, 2)
    own = Features(game, **inputs.sample(game, 0))
    hand = next(b for b in game.encoder.blocks() if b["field"] == "hand" and b["block"] == "seat+0")
    assert "thing:age_of_madness/kind=3" in entry_parts(game)[hand["compact"][0] + 3]
    assert "owner:seat0" in entry_parts(game)[hand["compact"][0] + 3]
    assert len(entry_parts(game)) == game.compact_size
    parts = feature_parts(game, own)
    assert len(parts) == own.size
    assert len({tuple(p) for p in parts}) == own.size, "no two features are described alike"
    acts = action_parts(game)
    assert len({tuple(p) for p in acts}) == game.n_actions, "no two actions are described alike"
    card = next(k for k in range(game.n_actions) if game.actions.table.rows()[k][1] == 3)
    assert "thing:age_of_madness/kind=3" in acts[card], "a card is the same thing in a hand and in an action"


@pytest.mark.parametrize("id", envs.games()[:5])
def test_every_game_is_described_without_doubles(id: str) -> None:
    game = envs.load_game(id)
    assert len({tuple(p) for p in action_parts(game)}) == game.n_actions
    assert len({tuple(p) for p in entry_parts(game)}) == game.compact_size


def test_the_networks_parameters_do_not_depend_on_the_game() -> None:
    shape = Shape(kind="entity", widths=(16,))
    sizes = []
    for id in (AGE, "kuhn-v0"):
        envs.register(KUHN)
        game = envs.load_game(id)
        net = Entity(shape)
        net.meet(game, Features(game, **inputs.sample(game, 0)), None)
        ends = net.ends(game)
        assert ends.out.shape == (game.n_actions, 16)
        sizes.append([tuple(p.shape) for p in net.parameters()])
    assert sizes[0] == sizes[1]


def test_shipped_networks_stay_below_a_megabyte() -> None:
    net = Entity(Shape(kind="entity", widths=(256, 128)))
    assert 4 * sum(p.numel() for p in net.parameters()) < 1_000_000


# ----------------------------------------------------------------------------------------------------- imitation


def test_the_learner_takes_after_the_agent_it_imitates(tmp_path: Path) -> None:
    taught = {"env__num_envs": 64, "ppo__n_steps": 16, "ppo__batch_size": 256, "ppo__net_arch": "[32]"}
    options = few(tmp_path, **taught, imitation__agent="greedy", imitation__steps=30_000)
    run = PpoRun(config.load(AGE, [], options))
    assert run.step == 0
    teacher, same = agents.load("greedy", run.game), []
    for seed in range(6):
        state = run.game.new(seed)
        while not state.is_over:
            view = state.view(state.seat)
            action = teacher.act(view)
            same.append(run.learner.act(view) == action)
            state.step(action)
    assert np.mean(same) > 0.5


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_own_moves_are_played_while_the_agents_are_learnt(tmp_path: Path, monkeypatch, share: float) -> None:
    run = PpoRun(config.load(AGE, [], few(tmp_path, ppo__n_steps=64, run__shards=1, self_play__weights="{self: 1}")))
    (shard,) = run.main.shards
    shard.teacher, shard.own_moves = imitation.scripted(agents.load("greedy", run.game)), share
    played, step = [], shard.vec.step
    monkeypatch.setattr(shard.vec, "step", lambda actions: (played.append(actions.copy()), step(actions)))
    run.main.play()
    taught = shard.store.taught[shard.store.n - len(played) * shard.rows : shard.store.n].numpy()
    same = np.mean(np.concatenate(played) == taught)
    if share == 0:
        assert same == 1
    else:
        assert 0 < same < 1 - share / 4


def test_imitation_is_not_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = PpoRun(config.load(AGE, [], few(tmp_path, imitation__agent="greedy", imitation__steps=300)))
    monkeypatch.setattr(PpoRun, "imitate", lambda *_: pytest.fail("imitated twice"))
    again = PpoRun(run.config, run.folder)
    assert torch.equal(again.main.vector, run.main.vector)


def test_a_learner_with_a_base_corrects_it(tmp_path: Path) -> None:
    options = few(tmp_path, ppo__n_steps=16, run__shards=1, self_play__weights="{self: 1}")
    run = PpoRun(config.load(AGE, [], [*options, "--network.base", "greedy", "--network.base_logit", "12"]))
    (shard,) = run.main.shards
    shard.teacher = imitation.scripted(agents.load("greedy", run.game))  # told beside what is played
    run.main.play()
    store = shard.store
    assert torch.equal(store.action[: store.n], store.taught[: store.n])
    legal = store.legal[: store.n]
    assert torch.equal(legal.argmax(1), store.taught[: store.n])
    assert torch.equal((legal == 12).sum(1), torch.ones(store.n))
    assert torch.equal(store.log[: store.n], store.log[: store.n].clamp(min=-0.01))


class OneByOne(Agent):
    """Greedy, asked for one view after another."""

    def __init__(self, game: Game):
        super().__init__(game, "one by one")
        self.script = agents.load("greedy", game)

    def act(self, view: View) -> int:
        return self.script.act(view)


def test_any_agent_can_be_a_teacher(tmp_path: Path) -> None:
    taught = []
    for number, teacher in enumerate((OneByOne, lambda game: agents.load("greedy", game))):
        options = few(tmp_path / str(number), ppo__n_steps=16, run__shards=1, self_play__weights="{self: 1}")
        run = PpoRun(config.load(AGE, [], options))
        (shard,) = run.main.shards
        shard.teacher = teacher(run.game)
        run.main.play()
        taught.append(shard.store.taught[: shard.store.n])
    assert len(taught[0].unique()) > 3
    assert torch.equal(*taught)
    PpoRun(config.load(AGE, [], few(tmp_path, imitation__agent="mc:sims=4", imitation__steps=32)))


def test_a_teacher_forgets_games_that_are_over(tmp_path: Path) -> None:
    envs.register(KUHN)
    options = few(tmp_path, ppo__n_steps=16, run__shards=1, self_play__weights="{self: 1}")
    run = PpoRun(config.load("kuhn-v0", [], options))
    (shard,) = run.main.shards
    forgotten: list[np.ndarray] = []
    shard.teacher = Agent(run.game, "teacher")
    shard.teacher.reset = lambda seed: None  # type: ignore[method-assign]
    shard.teacher.act_rows = lambda seen, masks, seats, games: masks.argmax(1)  # type: ignore[attr-defined]
    shard.teacher.forget = forgotten.append  # type: ignore[attr-defined]
    run.main.play()
    assert len(np.concatenate(forgotten)) == len(shard.finished) > 0


# ------------------------------------------------------------------------------------------------------ processes


def torchrun(processes: int, *options: str) -> str:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes)]
    command += ["-m", "elderzoo.training.cli", "train", "elderzoo.benchmarks.yardsticks.kuhn:kuhn-v0", *options]
    quiet = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400, env=quiet, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_two_processes_compute_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the processes know nothing of it
    envs.register(KUHN)
    changes = {"self_play__weights": "{self: 1, past: 1}", "run__steps": 300, "evaluation__every": 10_000}
    alone = train(config.load("kuhn-v0", [], words(tmp_path / "one", **changes)))
    out = torchrun(2, *words(tmp_path / "two", **changes))
    assert out.count("trained agent") == 1, "one process speaks for all"
    (run,) = (tmp_path / "two").iterdir()
    one, two = (checkpoint.steps(folder)[0] for folder in (alone.folder, run))
    assert one.name == two.name
    mine, theirs = (load_file(path / "model.safetensors") for path in (one, two))
    for name in mine:
        assert torch.allclose(mine[name], theirs[name], atol=1e-6), name
    longer = {**changes, "run__steps": 600}
    torchrun(2, "--resume", str(run), "--run.steps", "600")
    goal = train(config.load("kuhn-v0", [], words(tmp_path / "three", **longer)))
    assert checkpoint.steps(goal.folder)[0].name == checkpoint.steps(run)[0].name
