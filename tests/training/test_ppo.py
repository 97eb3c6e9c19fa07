"""Runs of the own learner: what they compute, how they go on after a kill, and every mode for a few updates."""

import csv
import dataclasses
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from elderzoo import agents, envs
from elderzoo.agents.nets import OFF, Chosen, choose
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs import ConfigError
from elderzoo.training import checkpoint, config, ppo
from elderzoo.training.ppo import PpoRun, train
from elderzoo.training.progress import read_log
from tests.roulette import SPEC as ROULETTE
from tests.training.crew import SPEC as CREW

ROOT = Path(__file__).resolve().parents[2]
SMALL = {
    "algo": "ppo",
    "env.num_envs": 8,
    "ppo.n_steps": 8,
    "ppo.batch_size": 32,
    "ppo.n_epochs": 2,
    "ppo.net_arch": "[8]",
    "self_play.weights": "{self: 1}",
    "self_play.window": 2,
    "self_play.save_every": 128,
    "self_play.swap_every": 64,
    "evaluation.opponents": "[random]",
    "evaluation.every": 256,
    "evaluation.deals": 4,
    "evaluation.final_deals": 6,
    "run.checkpoint_every": 128,
    "run.keep": 2,
    "run.steps": 512,
    "run.tensorboard": "false",
}
MODES = {
    "self-play": ("kuhn-v0", {}),
    "pool": ("kuhn-v0", {"self_play.weights": "{self: 1, past: 1, random: 1}", "self_play.prefer": 1}),
    "exploiter": ("kuhn-v0", {"self_play.weights": "{self: 1, past: 1}", "self_play.exploiters": 1}),
    "memory": ("roulette-v0", {"network.memory": 4, "self_play.weights": "{self: 1, past: 1}"}),
    "full critic": ("crew-v0", {"network.critic": "full"}),
    "entity": ("kuhn-v0", {"network.kind": "entity", "network.critic": "full"}),
    "several games": ("kuhn-v0", {"network.kind": "entity", "also": "[roulette-v0]"}),
    "falling entropy": ("kuhn-v0", {"ppo.ent_coef": 0.5, "ppo.ent_final": 0.01}),
    "one shard": ("roulette-v0", {"run.shards": 1}),
    "corrected": ("age_of_madness-v0", {"network.base": "greedy", "network.base_logit": 2.0}),
    "guided": ("kuhn-v0", {"imitation.agent": "random", "imitation.steps": 64, "imitation.guide": 1.0}),
}


@pytest.fixture(autouse=True)
def games() -> None:
    for spec in (KUHN, ROULETTE, CREW):
        envs.register(spec)


def words(folder: Path, **changes: object) -> list[str]:
    settings = SMALL | {"run.folder": str(folder)} | {k.replace("__", "."): v for k, v in changes.items()}
    return [word for key, value in settings.items() for word in (f"--{key}", str(value))]


def settings(folder: Path, game: str = "kuhn-v0", **changes: object) -> config.Config:
    return config.load(game, [], words(folder, **changes))


def weights(folder: Path) -> bytes:
    return (checkpoint.steps(folder)[0] / "model.safetensors").read_bytes()


def games_and_pool(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(checkpoint.steps(folder)[0] / "learner.safetensors")


# ------------------------------------------------------------------------------------------------ stop and go on


@pytest.mark.parametrize("mode", MODES)
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(mode: str, tmp_path: Path) -> None:
    game, changes = MODES[mode]
    whole = train(settings(tmp_path / "whole", game, self_play__exploiter_steps=200, **changes))
    stopped = PpoRun(settings(tmp_path / "stopped", game, self_play__exploiter_steps=200, **changes))
    while stopped.step < 230:
        stopped.iterate()
    del stopped.main.net  # what was learnt after the last checkpoint is lost
    again = train(stopped.config, stopped.folder)
    assert again.step == whole.step >= 512
    assert weights(again.folder) == weights(whole.folder)
    mine, theirs = games_and_pool(again.folder), games_and_pool(whole.folder)
    assert mine.keys() == theirs.keys()
    for name in mine:
        assert torch.equal(mine[name], theirs[name]), name
    timed = ("seconds", "steps_per_second")
    rows = [
        [{k: v for k, v in row.items() if k not in timed} for row in read_log(run.folder / "progress.csv")]
        for run in (again, whole)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 4


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "elderzoo.training.cli", "train", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_killed_run_ends_with_the_same_bytes(tmp_path: Path) -> None:
    options = words(
        tmp_path / "killed",
        run__steps=3000,
        run__checkpoint_every=512,
        self_play__weights="{self: 1, past: 1, random: 1}",
    )
    process = start("elderzoo.benchmarks.yardsticks.kuhn:kuhn-v0", *options)
    end, reached = time.monotonic() + 240, 0
    while reached < 700 and time.monotonic() < end and process.poll() is None:
        time.sleep(0.01)
        logs = list((tmp_path / "killed").glob("*/progress.csv"))
        reached = max((row["step"] for row in read_log(logs[0])), default=0) if logs else 0
    process.send_signal(signal.SIGKILL)
    out = process.communicate()
    assert process.returncode == -signal.SIGKILL, out
    (killed,) = (tmp_path / "killed").iterdir()
    kept = checkpoint.number(checkpoint.steps(killed)[0])
    assert 512 <= kept < 3000
    process = start("elderzoo.benchmarks.yardsticks.kuhn:kuhn-v0", "--resume", str(killed))
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert f"resuming at step {kept:,}" in out
    assert "trained agent:  neural:" in out
    whole = train(
        settings(
            tmp_path / "whole",
            run__steps=3000,
            run__checkpoint_every=512,
            self_play__weights="{self: 1, past: 1, random: 1}",
        )
    )
    assert weights(killed) == weights(whole.folder)
    with (killed / "progress.csv").open(newline="", encoding="utf-8") as file:
        logged = [int(row["step"]) for row in csv.DictReader(file)]
    assert logged == sorted(set(logged))
    assert (killed / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((killed / "result.json").read_text())["reports"][0]["games"] == 12


def test_another_seed_is_another_run(tmp_path: Path) -> None:
    runs = [train(settings(tmp_path / str(k), seed=seed)) for k, seed in enumerate((3, 3, 4))]
    first, again, other = (weights(run.folder) for run in runs)
    assert first == again
    assert first != other


def test_other_settings_are_refused_at_a_resume(tmp_path: Path) -> None:
    run = train(settings(tmp_path, run__steps=128))
    with pytest.raises(ConfigError, match="does not fit"):
        PpoRun(settings(tmp_path, ppo__net_arch="[16]"), run.folder)


# --------------------------------------------------------------------------------------------------- the update


def test_chosen_has_the_gradients_of_torchs_own_functions() -> None:
    torch.manual_seed(0)
    logits = torch.randn(5, 7, dtype=torch.float64, requires_grad=True)
    barred = torch.zeros(5, 7, dtype=torch.float64)
    barred[:, [1, 4]] = OFF
    actions, weight = torch.tensor([0, 2, 3, 5, 6]), torch.randn(2, 5, dtype=torch.float64)

    def both(log: torch.Tensor, entropy: torch.Tensor) -> torch.Tensor:
        return (weight[0] * log + weight[1] * entropy).sum()

    mine = torch.autograd.grad(both(*Chosen.apply(logits + barred, actions)), logits)[0]
    logs = (logits + barred).log_softmax(-1)
    log, entropy = logs.gather(1, actions[:, None]).squeeze(1), -(logs.exp() * logs).sum(-1)
    theirs = torch.autograd.grad(both(log, entropy), logits)[0]
    assert torch.allclose(mine, theirs, atol=1e-12)
    assert (mine[:, [1, 4]] == 0).all()


def test_choices_follow_the_probabilities_and_are_legal() -> None:
    logits = torch.zeros(20_000, 6)
    logits[:, 2] = np.log(3.0)
    logits[:, [0, 3, 5]] = OFF
    actions, logs = choose(logits, torch.Generator().manual_seed(1))
    shares = torch.bincount(actions, minlength=6) / len(actions)
    assert torch.allclose(shares, torch.tensor([0, 0.2, 0.6, 0, 0.2, 0]), atol=0.015)
    assert torch.allclose(logs.exp(), torch.tensor([0, 0.2, 0.6, 0, 0.2, 0])[actions], atol=1e-6)


def test_shards_sum_to_the_whole_batch(tmp_path: Path) -> None:
    """The gradient of parts of a batch, summed, is that of the batch at once, and that of the loss written plainly."""
    run = PpoRun(settings(tmp_path, "roulette-v0", run__shards=1))
    main = run.main
    main.play()
    (shard,) = main.shards
    _, mean, deviation, _ = main.spread()
    ready = torch.from_numpy(np.flatnonzero(shard.store.ready[: shard.store.n]))
    with torch.no_grad():
        main.vector += 0.05 * torch.randn(len(main.vector))  # away from where every ratio is 1
    whole = main.gradient(shard, (ready, None, None), mean, deviation, 1.0, 0.0)
    parts = [main.gradient(shard, (part, None, None), mean, deviation, 1.0, 0.0) for part in ready.chunk(3)]
    assert torch.allclose(whole, torch.stack(parts).sum(0), atol=1e-4)

    store, net, wanted = shard.store, main.net, run.config.ppo
    logits, values, _ = net(net.ends(shard.game), store.own[ready])
    policy = torch.distributions.Categorical(logits=logits + store.legal[ready])
    ratio = (policy.log_prob(store.action[ready]) - store.log[ready]).exp()
    gained = (store.advantage[ready] - mean) / deviation
    kept = ratio.clamp(1 - wanted.clip_range, 1 + wanted.clip_range)
    loss = -torch.min(ratio * gained, kept * gained).sum() - wanted.ent_coef * policy.entropy().sum()
    loss += wanted.vf_coef * (values[:, 0] - store.value[ready] - store.advantage[ready]).pow(2).sum()
    plain = torch.cat([g.reshape(-1) for g in torch.autograd.grad(loss, list(net.parameters()))])
    assert torch.allclose(whole[: len(plain)], plain, atol=1e-3)
    assert whole[-1] == len(ready)


def test_the_weight_of_the_entropy_falls_to_its_end(tmp_path: Path) -> None:
    """Linearly, and the gradient is that of the weight of the step."""
    run = PpoRun(settings(tmp_path, ppo__ent_coef=0.5, ppo__ent_final=0.1, run__shards=1))
    assert run.ent_coef() == 0.5
    run.step = run.config.run.steps // 2
    assert run.ent_coef() == pytest.approx(0.3)
    run.iterate()
    assert run.main.ent_coef == run.ent_coef() < 0.3  # the step that was just learnt
    run.step = 2 * run.config.run.steps
    assert run.ent_coef() == pytest.approx(0.1)
    main = run.main
    main.play()
    (shard,) = main.shards
    ready = torch.from_numpy(np.flatnonzero(shard.store.ready[: shard.store.n]))
    gradients = []
    for main.ent_coef in (0.0, 0.1, 0.2):
        gradients.append(main.gradient(shard, (ready, None, None), 0.0, 1.0, 1.0, 0.0)[: len(main.vector)])
    none, once, twice = gradients
    assert (once - none).abs().max() > 1e-3
    assert torch.allclose(twice - none, 2 * (once - none), atol=1e-4)


def test_without_an_end_the_weight_of_the_entropy_stays(tmp_path: Path) -> None:
    run = PpoRun(settings(tmp_path, ppo__ent_coef=0.5))
    run.step = run.config.run.steps
    assert run.ent_coef() == 0.5


def test_memory_learns_along_sequences(tmp_path: Path) -> None:
    """Packed sequences give what playing gave: the same probabilities and values, decision by decision."""
    run = PpoRun(settings(tmp_path, "roulette-v0", network__memory=4, run__shards=1))
    main = run.main
    for _ in range(3):
        main.play()
        (shard,) = main.shards
        seen = 0
        for index, sizes, starts in ppo.shard_batches(shard, 3, 5):
            store = shard.store
            logits, values, _ = main.net(main.net.ends(shard.game), store.own[index], None, store.past[starts], sizes)
            logs, _ = Chosen.apply(logits + store.legal[index], store.action[index])
            assert torch.allclose(logs, store.log[index], atol=1e-5)
            assert torch.allclose(values[:, 0], store.value[index], atol=1e-5)
            seen += len(index)
        assert seen == shard.store.ready.sum() > 40
        assert shard.store.past.abs().sum() > 0


def test_a_memory_is_empty_when_a_game_begins(tmp_path: Path) -> None:
    run = PpoRun(settings(tmp_path, "roulette-v0", network__memory=4, run__shards=1))
    run.main.play()
    (shard,) = run.main.shards
    store = shard.store
    fresh = [k for k in range(store.n) if store.own[k].abs().sum() == store.own[:8].abs().sum(1).min()]
    first = range(store.starts[0], store.starts[1])
    assert all(store.past[k].abs().sum() == 0 for k in first)
    assert fresh
    over = np.flatnonzero(store.ends[0] | store.ends[1] | store.ends[2])
    assert len(over)
    assert run.main.net.shape.memory == 4


# ------------------------------------------------------------------------------------------------------- modes


def test_a_critic_that_sees_everything_reads_what_the_seat_cannot(tmp_path: Path) -> None:
    run = PpoRun(settings(tmp_path, network__critic="full"))
    own, full = run.features[0]
    assert full is not None
    hands = [b["flat"] for b in run.game.encoder.blocks() if b["field"] == "hand" and b["block"] == "seat+1"]
    theirs = set(range(*hands[0]))
    assert theirs & set(full.keep.tolist())
    assert not theirs & set(own.keep.tolist())
    assert run.learner.scores(run.game.new(1).view(0)).value is None


def test_exploiters_join_the_past_selves(tmp_path: Path) -> None:
    changes = {"self_play__weights": "{self: 1, past: 1}", "self_play__exploiters": 1, "self_play__window": 50}
    run = train(settings(tmp_path, self_play__exploiter_steps=100, **changes))
    names = [past.name for past in run.league.past.values()]
    assert any(name.startswith("exploiter:") for name in names)
    assert any(name.startswith("past:") for name in names)


def test_past_selves_that_win_are_drawn_oftener(tmp_path: Path) -> None:
    run = PpoRun(settings(tmp_path, self_play__weights="{past: 1}", self_play__prefer=3, self_play__window=2))
    league = run.league
    league.remember("strong", run.main.vector)
    first, strong = league.past
    league.past[strong].games, league.past[strong].wins = 100, 90
    league.past[first].games, league.past[first].wins = 100, 10
    drawn = []
    for _ in range(50):
        league.draw()
        drawn += league.duty.values()
    assert drawn.count(strong) > 80


def test_several_games_need_the_network_for_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"network\.kind is 'mlp', several games"):
        PpoRun(settings(tmp_path, also="[roulette-v0]"))
    with pytest.raises(ConfigError, match=r"run\.shards is 1, expected 2"):
        PpoRun(settings(tmp_path, also="[roulette-v0]", network__kind="entity", run__shards=1))


def test_sides_are_refused_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"network\.value_heads is 'side', kuhn-v0 has no sides"):
        PpoRun(settings(tmp_path, network__value_heads="side"))
    with pytest.raises(ConfigError, match=r"self_play\.by is 'side', kuhn-v0 has no sides"):
        PpoRun(settings(tmp_path, self_play__by="side"))


def test_wrong_agents_are_refused_before_a_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="gredy"):
        PpoRun(settings(tmp_path, self_play__weights="{gredy: 1}"))
    assert not list(tmp_path.iterdir())


def test_what_was_trained_plays(tmp_path: Path) -> None:
    run = train(settings(tmp_path, run__steps=128))
    agent = agents.load(f"neural:{run.folder}", run.game)
    state = run.game.new(5)
    run.learner.refresh()
    while not state.is_over:
        view = state.view(state.seat)
        assert agent.act(view) == run.learner.act(view)
        state.step(agent.act(view))


def test_learning_beats_what_it_began_as(tmp_path: Path) -> None:
    """Kuhn: a learner against a fixed opponent comes near the best answer to it."""
    sizes = {"env__num_envs": 128, "ppo__n_steps": 16, "ppo__batch_size": 512, "ppo__net_arch": "[32]"}
    long = {"run__steps": 60_000, "self_play__weights": "{random: 1}", "evaluation__every": 60_000}
    run = train(settings(tmp_path, **sizes, **long, evaluation__deals=400, ppo__learning_rate=0.003))
    gained = run.results["random"]["mean_return"]
    assert gained > run.history[0]["results"]["random"]["mean_return"] + 0.2
    assert gained > 0.25
    assert dataclasses.is_dataclass(run.shape)
