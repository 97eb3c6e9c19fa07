"""Settings: files that load, layers that win, and errors that name the key."""

from pathlib import Path

import pytest
import yaml

from elderzoo.envs import ConfigError, registry
from elderzoo.training import config as settings
from elderzoo.training.config import Config, load

GAME = "age_of_madness-v0"
FILES = sorted(settings.FOLDER.rglob("*.yaml"))


@pytest.fixture
def file(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "mine.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_default_file_states_every_default() -> None:
    assert (settings.FOLDER / "default.yaml").read_text(encoding="utf-8") == settings.default_yaml(), (
        "run python -m elderzoo.training.config"
    )
    assert settings.parse([settings.FOLDER / "default.yaml"]) == Config()


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_file_loads_and_builds_game_and_model(path: Path) -> None:
    from elderzoo.agents.sb3_vec import Sb3VecEnv
    from elderzoo.training.train import build_model, load_game

    ids = {id.rsplit("-v", 1)[0]: id for id in registry.games()}
    config = load(ids.get(path.stem, GAME), [path], ["--env.num_envs", "4"])
    game = load_game(config)
    model = build_model(config, Sb3VecEnv(game, 4, "random"), {"keep": [0, 1], "mean": [0.0, 0.0], "scale": [1.0, 1.0]})
    assert model.policy.action_net.out_features == game.n_actions
    assert config.run.name == path.stem


@pytest.mark.parametrize("path", [p for p in FILES if p.stem != "default"], ids=lambda p: p.stem)
def test_other_files_hold_differences_only(path: Path) -> None:
    default = Config().to_dict()
    for key, value in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        if isinstance(value, dict) and key in settings.SECTIONS:
            assert all(default[key][name] != inner for name, inner in value.items()), key
        else:
            assert default[key] != value, key


def test_later_layers_win(file) -> None:
    path = file("seed: 3\nppo: {gamma: 0.5, ent_coef: 0.2}\n")
    config = load(GAME, [path], ["--ppo.gamma", "0.6", "--rules.deck_empty", "stop", "--ppo.net_arch", "[32,16]"])
    assert (config.game, config.seed, config.ppo.gamma, config.ppo.ent_coef) == (GAME, 3, 0.6, 0.2)
    assert config.rules == {"deck_empty": "stop"}
    assert config.ppo.net_arch == (32, 16)
    assert config.ppo.n_steps == Config().ppo.n_steps


def test_saved_settings_read_back(tmp_path: Path) -> None:
    config = load(GAME, ["demo"], ["--seats", "3", "--self_play.weights", "{past: 1}"])
    settings.save(config, tmp_path / "config.yaml")
    assert settings.parse([tmp_path / "config.yaml"]) == config


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ppo: {learning_rat: 1}", "ppo.learning_rat"),
        ("colour: red", "colour"),
        ("ppo: {learning_rate: fast}", "ppo.learning_rate is 'fast', expected float"),
        ("ppo: 3", "ppo is 3"),
        ("seats: two", "seats is 'two', expected int | null"),
        ("ppo: {gamma: 2}", "ppo.gamma is 2.0, allowed: 0 to 1"),
        ("ppo: {activation: sine}", "ppo.activation is 'sine', allowed: tanh, relu"),
        ("ppo: {net_arch: [0]}", "ppo.net_arch is 0"),
        ("self_play: {weights: {past: -1}}", "self_play.weights is -1"),
        ("self_play: {weights: {past: 0}}", "self_play.weights"),
        ("self_play: {weights: {self: 1}}", "self_play.weights.self needs --algo ppo"),
        ("network: {kind: entity}", "network.kind is 'entity', which needs --algo ppo"),
        ("ppo: {ent_final: 0.001}", "ppo.ent_final is 0.001, which needs --algo ppo"),
        ("also: [age_of_madness-v0]", "also is ('age_of_madness-v0',), which needs --algo ppo"),
        ("ppo: [", "mine.yaml"),
        ("- 1", "mine.yaml"),
    ],
)
def test_wrong_files_name_the_key(file, text: str, wanted: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(GAME, [file(text)])
    assert wanted in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--ppo.learning_rat", "1"], "ppo.learning_rat"),
        (["--ppo.learning_rate", "x"], "ppo.learning_rate is 'x'"),
        (["--ppo.n_steps", "1.5"], "ppo.n_steps is '1.5', expected int"),
        (["--run.tensorboard", "maybe"], "run.tensorboard"),
        (["stray"], "stray"),
        (["--seed"], "seed"),
    ],
)
def test_wrong_options_name_the_key(options: list[str], wanted: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(GAME, [], options)
    assert wanted in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file_lists_what_there_is() -> None:
    with pytest.raises(ConfigError, match=r"'dmo'.*default, demo"):
        load(GAME, ["dmo"])
