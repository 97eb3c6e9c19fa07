"""Policies of MaskablePPO as agents: loaded only for the game they were trained for."""

import json
import subprocess
import sys

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents import make_seat
from elderzoo.agents.sb3 import write_identity
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game

sb3_contrib = pytest.importorskip("sb3_contrib")


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(SPEC)


@pytest.fixture(scope="module")
def trained(game, tmp_path_factory):
    """A policy that nobody trained."""
    path = tmp_path_factory.mktemp("policy") / "model.zip"
    env = make_seat(game, opponents="random")
    sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=1, device="cpu").save(path)
    write_identity(path, game)
    return path


@pytest.fixture
def policy(trained, tmp_path):
    """A copy to be broken."""
    for file in trained.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path / "model.zip"


def test_one_view_and_a_batch_of_observations_give_the_same_actions(game, policy):
    agent = agents.load(f"sb3:{policy}", game)
    views = [game.new(seed).view(0) for seed in range(10)]
    batch = agent.act_batch(
        np.stack([v.observation for v in views]), np.stack([v.action_mask for v in views]), np.zeros(10, np.int16)
    )
    assert batch.tolist() == [agent.act(v) for v in views]
    model = sb3_contrib.MaskablePPO.load(policy, device="cpu")
    expected = model.predict(views[3].observation, action_masks=views[3].action_mask, deterministic=True)[0]
    assert batch[3] == expected


def test_the_mask_is_obeyed(game, policy):
    agent = agents.load(f"sb3:{policy}", game)
    view = game.new(0).view(0)
    for only in (0, 1):
        view.action_mask[:] = 0
        view.action_mask[only] = 1
        assert agent.act(view) == only


def test_a_checkpoint_and_a_run_are_found_by_their_folder(game, policy):
    expected = [agents.load(f"sb3:{policy}", game).act(game.new(s).view(0)) for s in range(8)]
    folder = policy.parent / "run" / "best"
    folder.mkdir(parents=True)
    (folder / "model.zip").write_bytes(policy.read_bytes())
    (folder / "state.json").write_text(json.dumps({"identity": game.identity, "step": 3}))
    for path in (folder, folder.parent, folder / "model.zip"):
        agent = agents.load(f"sb3:{path}", game)
        assert [agent.act(game.new(s).view(0)) for s in range(8)] == expected


def test_another_game_is_refused_naming_what_differs(game, policy):
    with pytest.raises(ConfigError, match=r"of another game: rules '\w+' \(here '\w+'\)$"):
        agents.load(f"sb3:{policy}", Game(SPEC, rules={"open_hands": True}))


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("model.json", None, "model.json is missing"),
        ("model.json", b"{", "model.json cannot be read"),
        ("model.json", b"[]", "model.json cannot be read"),
        ("model.zip", None, "there is no file"),
        ("model.zip", b"", "model.zip is damaged"),
        ("model.zip", b"PK\x03\x04 not a zip", "model.zip is damaged"),
    ],
)
def test_damaged_files(game, policy, file, content, message):
    path = policy.with_name(file)
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(ConfigError, match=message) as problem:
        agents.load(f"sb3:{policy}", game)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_a_file_cut_short(game, policy, share):
    data = policy.read_bytes()
    policy.write_bytes(data[: int(share * len(data))])
    with pytest.raises(ConfigError, match=r"model\.zip is damaged"):
        agents.load(f"sb3:{policy}", game)


def test_torch_is_not_imported_before_a_policy_is_loaded():
    code = "import sys; from elderzoo import agents; agents.check('sb3:x'); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
