"""The warm start: the learner imitates another agent, then trains as it would have."""

import numpy as np
import pytest

from elderzoo import agents, envs
from elderzoo.envs import ConfigError
from elderzoo.training import config, imitation
from elderzoo.training.train import Training
from tests.training.test_train import words

GAME = "age_of_madness-v0"
FEW = {"env__num_envs": 32, "ppo__n_steps": 16, "ppo__batch_size": 128, "ppo__net_arch": "[32]"}


def settings(folder, **changes) -> config.Config:
    return config.load(GAME, [], words(folder, **FEW | changes))


def weights(run: Training) -> np.ndarray:
    return np.concatenate([p.detach().numpy().ravel() for p in run.model.policy.parameters()])


def agreement(run: Training, name: str) -> float:
    """Share of the decisions of agent ``name`` that the learner would take as well, along games of that agent."""
    teacher, game, same = agents.load(name, run.game), run.game, []
    for seed in range(6):
        state = game.new(seed=seed)
        while not state.is_over:
            view = state.view(state.seat)
            action = teacher.act(view)
            if view.action_mask.sum() > 1:
                same.append(run.learner.act(view) == action)
            state.step(action)
    return float(np.mean(same))


def test_the_learner_takes_after_the_agent_it_imitates(tmp_path):
    plain = Training(settings(tmp_path / "a"))
    taught = Training(settings(tmp_path / "b", imitation__agent="greedy", imitation__steps=20_000))
    assert agreement(taught, "greedy") > agreement(plain, "greedy") + 0.2
    assert taught.step == 0  # its decisions are not steps of the run
    assert taught.seconds > plain.seconds >= 0


def test_values_are_learned_as_well(tmp_path):
    run = Training(settings(tmp_path, imitation__agent="greedy", imitation__steps=20_000))
    buffer = run.model.rollout_buffer
    spread = np.corrcoef(buffer.values.ravel(), buffer.returns.ravel())[0, 1]
    assert spread > 0.3


def test_the_same_seed_gives_the_same_start(tmp_path):
    first, again = (
        Training(settings(tmp_path / name, imitation__agent="greedy", imitation__steps=1_000)) for name in "ab"
    )
    assert (weights(first) == weights(again)).all()


def test_a_resumed_run_does_not_imitate_again(tmp_path, monkeypatch):
    run = Training(settings(tmp_path, imitation__agent="greedy", imitation__steps=1_000))
    before = weights(run)
    monkeypatch.setattr(imitation, "imitate", lambda *args: pytest.fail("imitated twice"))
    assert (weights(Training(run.config, run.folder)) == before).all()


def test_only_scripted_agents_can_be_imitated(tmp_path):
    with pytest.raises(ConfigError, match=r"imitation\.agent is 'mc:sims=4', expected a scripted agent"):
        Training(settings(tmp_path, imitation__agent="mc:sims=4"))
    assert not list(tmp_path.iterdir())  # refused before a folder is made


def test_the_agent_has_to_exist(tmp_path):
    with pytest.raises(ConfigError, match="gredy"):
        Training(settings(tmp_path, imitation__agent="gredy"))


def test_team_games_correct_the_scripted_agent_and_say_so():
    for id in envs.games():
        chosen = config.load(id)
        assert chosen.imitation.agent is None
        assert (chosen.network.base == "greedy") == (envs.spec(id).kind == "team")
