"""Self-play through an executor: the same run, bit for bit, wherever its rounds are played."""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch

from elderzoo import envs
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs import ConfigError
from elderzoo.training import executor, ppo
from elderzoo.training.ppo import PpoRun, train
from elderzoo.training.workers import Round
from tests.roulette import SPEC as ROULETTE
from tests.training.crew import SPEC as CREW
from tests.training.test_ppo import MODES, games_and_pool, settings, weights


@pytest.fixture(autouse=True)
def games() -> None:
    for spec in (KUHN, ROULETTE, CREW):
        envs.register(spec)


class Elsewhere(executor.Executor):
    """Workers of this process that know nothing but what can be sent."""

    rounds: list[Round]

    def __init__(self, workers: int):
        self.workers = workers

    @contextmanager
    def crew(self, function) -> Iterator:
        sent = pickle.dumps(function)
        crew = [pickle.loads(sent) for _ in range(self.workers)]

        def play(jobs):
            for k, job in enumerate(jobs):
                self.rounds.append(job)
                yield pickle.loads(pickle.dumps(crew[k % self.workers](pickle.loads(pickle.dumps(job)))))

        yield play


def check_same_run(mode: str, kind: str, folder: Path, **more: object) -> None:
    game, changes = MODES[mode]
    changes = {"self_play__exploiter_steps": 200, "run__steps": 384, **changes, **more}
    here = train(settings(folder / "here", game, **changes))
    there = train(settings(folder / "there", game, run__executor=kind, **changes))
    assert there.step == here.step >= 384
    assert weights(there.folder) == weights(here.folder)
    mine, theirs = games_and_pool(there.folder), games_and_pool(here.folder)
    assert mine.keys() == theirs.keys()
    for name in mine:
        assert torch.equal(mine[name], theirs[name]), name


@pytest.mark.parametrize("mode", ["pool", "exploiter", "memory", "full critic", "several games", "guided"])
def test_a_round_is_the_same_elsewhere(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker for both shards: what it plays for one must not reach the other."""
    monkeypatch.setattr(Elsewhere, "rounds", [], raising=False)
    monkeypatch.setitem(executor.KINDS, "processes", Elsewhere)
    check_same_run(mode, "processes", tmp_path, run__workers=1)
    assert {job.place for job in Elsewhere.rounds} == {0, 1}
    assert {job.learner for job in Elsewhere.rounds} == ({0, 1} if mode == "exploiter" else {0})


def test_processes_play_the_same_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And this process plays nothing but its measurements."""
    check_same_run("pool", "processes", tmp_path)
    monkeypatch.setattr(ppo.Shard, "play", None)
    run = PpoRun(settings(tmp_path, "kuhn-v0", run__executor="processes", run__workers=1))
    run.main.play()
    run.hired.close()
    assert run.main.shards[0].store.ready.any()


@pytest.mark.full
def test_ray_plays_the_same_run(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    try:
        check_same_run("pool", "ray", tmp_path)
    finally:
        ray.shutdown()


def test_wrong_settings(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.executor is 'cloud', allowed: inline, processes, ray"):
        settings(tmp_path, run__executor="cloud")
    with pytest.raises(ConfigError, match=r"run\.executor is 'processes', which needs --algo ppo"):
        settings(tmp_path, algo="sb3", self_play__weights="{random: 1}", run__executor="processes")
