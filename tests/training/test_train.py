"""Runs: what they write, how they go on after a kill or a damaged checkpoint, and the parts they are made of."""

import csv
import dataclasses
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from elderzoo import envs
from elderzoo.agents.networks import ActorAgent, Inputs, MaskedPolicy
from elderzoo.agents.sb3_vec import Sb3VecEnv
from elderzoo.benchmarks import kill_resume
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs import ConfigError
from elderzoo.training import checkpoint, config, inputs
from elderzoo.training.progress import Log, columns, read_log
from elderzoo.training.self_play import Opponents
from elderzoo.training.train import Training, train

ROOT = Path(__file__).resolve().parents[2]
KUHN = "elderzoo.benchmarks.yardsticks.kuhn:kuhn-v0"
SMALL = {
    "env.num_envs": 8,
    "ppo.n_steps": 8,
    "ppo.batch_size": 64,
    "ppo.n_epochs": 1,
    "ppo.net_arch": "[8]",
    "self_play.weights": "{random: 1, past: 1}",
    "self_play.window": 2,
    "self_play.save_every": 128,
    "self_play.swap_every": 64,
    "evaluation.opponents": "[random]",
    "evaluation.every": 256,
    "evaluation.deals": 4,
    "evaluation.final_deals": 6,
    "run.checkpoint_every": 128,
    "run.keep": 2,
    "run.tensorboard": "false",
}


def words(folder: Path, **changes: object) -> list[str]:
    settings = SMALL | {"run.folder": str(folder)} | {k.replace("__", "."): v for k, v in changes.items()}
    return [word for key, value in settings.items() for word in (f"--{key}", str(value))]


def settings(folder: Path, **changes: object) -> config.Config:
    envs.register(SPEC)
    return config.load("kuhn-v0", [], words(folder, **changes))


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "elderzoo.training.cli", "train", KUHN, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_steps(folder: Path, process: subprocess.Popen, step: int) -> Path:
    """The run's folder, once its log has come to ``step``."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        for run in folder.glob("kuhn*"):
            if kill_resume.progress(run) >= step:
                return run
        time.sleep(0.02)
    process.kill()
    raise AssertionError(process.communicate())


def logged(run: Path) -> list[int]:
    with (run / "progress.csv").open(newline="", encoding="utf-8") as file:
        return [int(row["step"]) for row in csv.DictReader(file)]


# ------------------------------------------------------------------------------------------------- whole runs


def test_a_short_run_writes_everything(tmp_path: Path) -> None:
    process = start(*words(tmp_path, run__steps=512, run__tensorboard="true"))
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    (run,) = tmp_path.iterdir()
    assert run.name.startswith("kuhn-v0-default-seed0-")
    assert logged(run) == list(range(64, 513, 64))
    assert config.parse([run / "config.yaml"]).run.steps == 512
    versions = json.loads((run / "versions.json").read_text())
    assert versions["packages"]["torch"] == torch.__version__
    assert versions["identity"]["game"] == "kuhn-v0"
    assert (run / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((run / "tensorboard").glob("events*"))
    result = json.loads((run / "result.json").read_text())
    assert result["reports"][0]["games"] == 12
    assert checkpoint.number(checkpoint.steps(run)[0]) == 512
    assert "step 512 of 512" in out
    assert "12 games (6 deals)" in out
    assert f"trained agent:  sb3:{checkpoint.steps(run)[0]}" in out


def test_json_on_standard_output_stands_alone(tmp_path: Path) -> None:
    process = start(*words(tmp_path, run__steps=64), "--json", "-")
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert json.loads(out)["step"] == 64
    assert "step 64 of 64" in errors


def test_killed_run_goes_on(tmp_path: Path) -> None:
    process = start(*words(tmp_path, run__steps=10_000_000))
    run = wait_for_steps(tmp_path, process, 320)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = checkpoint.read(checkpoint.steps(run)[0])
    goal = before.step + 320
    process = start("--resume", str(run), "--run.steps", str(goal))
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert f"resuming at step {before.step:,}" in out
    assert logged(run) == list(range(64, goal + 1, 64)), "each step once, none left out"
    after = checkpoint.read(checkpoint.steps(run)[0])
    assert after.step == goal
    assert after.state["history"][: len(before.state["history"])] == before.state["history"]
    assert after.state["seconds"] > before.state["seconds"]


@pytest.mark.full
def test_twenty_kills(tmp_path: Path) -> None:
    report = kill_resume.measure(KUHN, 20, 0, tmp_path)
    assert report["ok"], report
    assert report["kills"] == 20


def test_interrupt_saves_and_ends(tmp_path: Path) -> None:
    process = start(*words(tmp_path, run__steps=10_000_000, run__checkpoint_every=5_000_000))
    run = wait_for_steps(tmp_path, process, 128)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert "--resume" in out.splitlines()[-1]
    assert checkpoint.number(checkpoint.steps(run)[0]) == logged(run)[-1] >= 128


def test_same_seed_same_run(tmp_path: Path) -> None:
    def figures(seed: int) -> list[dict]:
        run = train(settings(tmp_path, run__steps=384, seed=seed))
        timed = ("seconds", "steps_per_second")
        return [{k: v for k, v in row.items() if k not in timed} for row in read_log(run.folder / "progress.csv")]

    assert figures(3) == figures(3)
    assert figures(3) != figures(4)


# ------------------------------------------------------------------------------------------------ checkpoints


@pytest.fixture
def run(tmp_path: Path) -> Training:
    """A finished run with checkpoints at 256 and 384."""
    return train(settings(tmp_path, run__steps=384))


def damage_model(path: Path) -> None:
    data = bytearray((path / "model.zip").read_bytes())
    data[len(data) // 2] ^= 1
    (path / "model.zip").write_bytes(data)


def rewrite(path: Path, **changes: object) -> None:
    record = json.loads((path / "state.json").read_text()) | changes
    (path / "state.json").write_text(json.dumps({k: v for k, v in record.items() if v is not None}))


DAMAGES = {
    "one bit": damage_model,
    "cut off": lambda path: (path / "pool.pt").write_bytes((path / "pool.pt").read_bytes()[:-9]),
    "missing": lambda path: (path / "model.zip").unlink(),
    "empty": lambda path: (path / "state.json").write_text(""),
    "not a record": lambda path: (path / "state.json").write_text("[]"),
    "another step": lambda path: rewrite(path, step=1),
    "a part missing": lambda path: rewrite(path, identity=None),
    "later format": lambda path: (path / "state.json").write_text('{"format": 99}'),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_damaged_checkpoint_falls_back_to_the_one_before(run: Training, kind: str) -> None:
    newest, older = checkpoint.steps(run.folder)[:2]
    DAMAGES[kind](newest)
    told: list[str] = []
    found = checkpoint.latest(run.folder, run.game, told.append)
    assert found is not None
    assert found.path == older
    assert len(told) == 1
    assert newest.name in told[0]


def test_resumed_run_has_the_same_weights_optimiser_pool_and_generators(run: Training) -> None:
    again = Training(run.config, run.folder)
    assert again.step == 384
    for name, weights in run.model.policy.state_dict().items():
        assert torch.equal(weights, again.model.policy.state_dict()[name]), name
    mine, theirs = (r.model.policy.optimizer.state_dict()["state"] for r in (run, again))
    assert all(torch.equal(mine[k]["exp_avg"], theirs[k]["exp_avg"]) for k in mine)
    assert [step for step, _ in again.opponents.past] == [step for step, _ in run.opponents.past] == [256, 384]
    assert again.history == run.history


def test_settings_given_at_a_resume_are_kept(run: Training, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(run.folder, folder, symlinks=True)
    longer = dataclasses.replace(run.config, run=dataclasses.replace(run.config.run, steps=9999))
    Training(longer, folder)
    assert config.parse([folder / "config.yaml"]).run.steps == 9999


def test_generators_are_restored(run: Training) -> None:
    found = checkpoint.latest(run.folder, run.game)
    assert found is not None
    drawn = []
    for _ in range(2):
        checkpoint.restore_random(found, found.pool())
        drawn.append((torch.rand(3).tolist(), np.random.rand(3).tolist()))  # noqa: NPY002
    assert drawn[0] == drawn[1]


def test_checkpoint_of_other_rules_is_refused(run: Training) -> None:
    other = envs.load_game("kuhn-v0", rules={"open_hands": True})
    with pytest.raises(ConfigError, match=r"rules|schema"):
        checkpoint.latest(run.folder, other)


def test_other_network_is_refused_by_name(run: Training, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"ppo\.net_arch"):
        Training(settings(tmp_path, ppo__net_arch="[16]"), run.folder)


def test_old_checkpoints_go_and_the_best_stays(run: Training) -> None:
    kept = [checkpoint.number(path) for path in checkpoint.steps(run.folder)]
    assert kept[:2] == [384, 256]
    assert len(kept) <= 3
    assert (run.folder / "best").resolve() in [path.resolve() for path in checkpoint.steps(run.folder)]


def test_a_half_written_checkpoint_is_not_seen(run: Training) -> None:
    (run.folder / "checkpoints" / ".new-step_000000000999").mkdir()
    assert checkpoint.number(checkpoint.steps(run.folder)[0]) == 384
    run.save()
    assert not list((run.folder / "checkpoints").glob(".new-*"))


def test_a_half_removed_checkpoint_is_not_seen(run: Training, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(path: Path) -> None:
        next(path.iterdir()).unlink()
        raise KeyboardInterrupt

    removed = checkpoint.steps(run.folder)[1]
    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            checkpoint.remove(removed)
    assert removed not in checkpoint.steps(run.folder)
    assert [checkpoint.read(path).step for path in checkpoint.steps(run.folder)]
    run.save()
    assert not list((run.folder / "checkpoints").glob(".old-*"))


def test_log_drops_later_steps_and_a_torn_line(tmp_path: Path) -> None:
    log = Log(tmp_path, ("random",), 0, tensorboard=False)
    for step in (1, 2, 3):
        log.write({"step": step, "entropy": 0.5})
    log.close()
    with log.path.open("a", encoding="utf-8") as file:
        file.write("2,0.1,9")
    Log(tmp_path, ("random",), 2, tensorboard=False).close()
    rows = read_log(log.path)
    assert [row["step"] for row in rows] == [1, 2]
    assert list(rows[0]) == columns(("random",))


# ------------------------------------------------------------------------------------------- policy, opponents


def test_inputs_are_the_changing_entries_on_one_scale() -> None:
    game = envs.load_game("age_of_madness-v0", 2)
    chosen = inputs.sample(game, 3)
    assert chosen == inputs.sample(game, 3)
    absent = [b["flat"][0] for b in game.encoder.blocks() if b["block"] == "seat+2"]
    assert absent
    assert not set(absent) & set(chosen["keep"])
    env = Sb3VecEnv(game, 256, "greedy", seed=1)
    read = Inputs(env.observation_space, **chosen)(torch.from_numpy(env.reset()))
    assert read.shape == (256, len(chosen["keep"]))
    assert float(read.abs().max()) < 2 * inputs.LARGEST


def test_fast_policy_computes_what_the_stock_policy_does() -> None:
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

    game = envs.load_game("age_of_madness-v0", 2)
    env = Sb3VecEnv(game, 32, "random", seed=5)
    obs, masks = torch.from_numpy(env.reset()), env.action_masks()
    torch.manual_seed(0)
    options = {"features_extractor_class": Inputs, "features_extractor_kwargs": inputs.sample(game, 0)}
    fast = MaskedPolicy(env.observation_space, env.action_space, lambda _: 1e-3, **options)
    stock = MaskableActorCriticPolicy(env.observation_space, env.action_space, lambda _: 1e-3, **options)
    stock.load_state_dict(fast.state_dict())
    actions, values, log_probs = fast(obs, action_masks=masks)
    assert masks[np.arange(32), actions].all()
    wanted = stock.evaluate_actions(obs, actions, torch.from_numpy(masks))
    for mine, theirs in zip(fast.evaluate_actions(obs, actions, masks), wanted, strict=True):
        assert torch.allclose(mine, theirs, atol=1e-5)
    assert torch.allclose(values, wanted[0], atol=1e-5)
    assert torch.allclose(log_probs, wanted[1], atol=1e-5)
    best, _ = fast.predict(obs.numpy(), action_masks=masks, deterministic=True)
    assert (best == stock.predict(obs.numpy(), action_masks=masks, deterministic=True)[0]).all()


def test_sampling_follows_the_probabilities() -> None:
    game = envs.load_game("age_of_madness-v0", 2)
    logits = torch.zeros(game.n_actions)
    logits[3] = np.log(3.0)
    agent = ActorAgent(game, "fixed", lambda obs: logits.expand(len(obs), -1), seed=1)
    masks = np.zeros((4000, game.n_actions), np.int8)
    masks[:, [3, 7]] = 1
    picks = agent.act_batch(np.zeros((4000, game.flat_size), np.float32), masks, np.zeros(4000, np.int16))
    share = (picks == 3).mean()
    assert set(picks) == {3, 7}
    assert 0.72 < share < 0.78


def test_window_keeps_the_latest_past_selves_as_they_were() -> None:
    game = envs.load_game("age_of_madness-v0", 2)
    actor = torch.nn.Sequential(torch.nn.Linear(game.flat_size, game.n_actions))
    opponents = Opponents(game, config.SelfPlay(weights={"past": 1.0}, window=2), actor, seed=0)
    for step in (0, 10, 20):
        torch.nn.init.constant_(actor[0].bias, step)
        opponents.remember(step, actor)
    torch.nn.init.constant_(actor[0].bias, 99)
    assert [(step, float(weights["0.bias"][0])) for step, weights in opponents.past] == [(10, 10.0), (20, 20.0)]
    ((agent, weight),) = opponents.draw()
    assert weight == 1.0
    assert agent.name in ("past:10", "past:20")
    assert f"past:{float(agent.actor[0].bias[0].detach()):.0f}" == agent.name
