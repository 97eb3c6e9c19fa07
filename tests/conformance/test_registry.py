"""Games by their ids: here, as modules, with PettingZoo and Gymnasium."""

import importlib
import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

from elderzoo import envs
from elderzoo.envs import ConfigError, ElderZooError

IDS = envs.games()


@pytest.mark.parametrize("id", IDS)
def test_the_ways_to_make_one(id):
    module = importlib.import_module(f"elderzoo.envs.{id.replace('-', '_')}")
    assert getattr(envs, id.replace("-", "_")) is module
    seats = envs.spec(id).seats[0]
    tables = [
        envs.make(id, num_players=seats, mask_in="info"),
        module.env(num_players=seats, mask_in="info"),
        module.raw_env(num_players=seats, mask_in="info"),
        pettingzoo.make("aec", f"elderzoo/{id}", num_players=seats, mask_in="info"),
    ]
    for table in tables:
        table.reset(seed=1)
        assert len(table.agents) == seats
        assert table.mask_in == "info"
        assert table.metadata["name"] == id.replace("-", "_")
        assert table.snapshot() == envs.load_game(id, seats).new(1)
    assert gymnasium.spec(f"elderzoo/{id}").entry_point == "elderzoo.agents.seat:make_seat"


def test_options_reach_the_game():
    for id in IDS:
        spec = envs.spec(id)
        for rules in spec.presets.values():
            assert envs.load_game(id, rules=rules).options == spec.resolve(rules)
        table = envs.make(id, max_decisions=3)
        table.reset(seed=0)
        assert table.snapshot().record["limit"] == 3


def test_a_preset_is_a_set_of_options_or_a_card_file_with_its_own():
    turned = envs.spec("deck_building-v0").presets["turned"]
    game = envs.load_game("deck_building-v0", preset="turned", rules={"insanity": False})
    assert game.options == game.options | turned | {"insanity": False}
    mini = envs.load_game("deck_building-v0", preset="mini")
    assert (mini.num_players, mini.content.path.stem) == (1, "mini")
    assert envs.load_game("deck_building-v0", content="mini").identity == mini.identity
    assert envs.load_game("deck_building-v0", 2, preset="mini").num_players == 2
    for table in (envs.make("deck_building-v0", preset="mini"), envs.deck_building_v0.env(preset="mini")):
        assert table.game.identity == mini.identity
    assert envs.make_vec("deck_building-v0", 2, preset="mini").game.identity == mini.identity
    for id, given, message in (
        ("deck_building-v0", {"preset": "big"}, r"preset is 'big', known: turned, mini"),
        ("age_of_madness-v0", {"preset": "reference"}, r"preset is 'reference', known: turned"),
        ("deck_building-v0", {"preset": "mini", "content": "reference.toml"}, r"'mini' is a card file, and so is"),
        ("deck_building-v0", {"preset": "turned", "rules": 3}, r"rules are 3"),
    ):
        with pytest.raises(ConfigError, match=message):
            envs.load_game(id, **given)


def test_what_a_card_file_is_made_for_holds_unless_told(tmp_path):
    text = envs.load_game("age_of_madness-v0").content.path.read_text("utf-8")

    def load(preset: str, *args, **given):
        (tmp_path / "cards.toml").write_text(text.replace('"Base deck"\n', f'"Base deck"\n{preset}', 1), "utf-8")
        return envs.load_game("age_of_madness-v0", *args, content=tmp_path / "cards.toml", **given)

    told = "[preset]\nseats = 3\nrules = { dump = true, marker = 'dropped' }\n"
    game = load(told)
    assert (game.num_players, game.options["dump"], game.options["marker"]) == (3, True, "dropped")
    assert game.content.hash == envs.load_game("age_of_madness-v0").content.hash
    assert game.under({"marker": "stays"}).options == game.options | {"marker": "stays"}
    game = load(told, 2, {"dump": False})
    assert (game.num_players, game.options["dump"], game.options["marker"]) == (2, False, "dropped")
    for preset, message in (
        ("[preset]\nseats = 9\n", r"num_players is 9"),
        ("[preset]\nrules = { dumps = true }\n", r"unknown option 'dumps'"),
        ("[preset]\nplayers = 2\n", r"cards.toml: 'preset' is .*'players'"),
        ("[preset]\nrules = 3\n", r"cards.toml: 'preset.rules' is 3"),
        ("preset = 3\n", r"cards.toml: 'preset' is 3"),
    ):
        with pytest.raises(ElderZooError, match=message):
            load(preset)


def test_an_unknown_id_names_the_closest():
    with pytest.raises(ConfigError, match=r"'age_of_madnes-v0'.*age_of_madness-v0"):
        envs.make("age_of_madnes-v0")
    with pytest.raises(ConfigError, match=r"known: .*age_of_madness-v0"):
        envs.load_game("zzz")
    with pytest.raises(ConfigError, match="None"):
        envs.spec(None)


@pytest.mark.parametrize("make", [envs.make, envs.make_vec])
def test_an_unknown_option_is_named_with_those_there_are(make):
    with pytest.raises(ConfigError, match=r"unknown option 'foo'; known: num_players, rules"):
        make("cultistorm-v0", foo=9)
    with pytest.raises(ConfigError, match=r"unknown option 'idle'; the rules have it: rules=\{'idle': 'both'\}"):
        make("cultistorm-v0", idle="both")


@pytest.mark.parametrize("seats", [0, 1, 9, "2", True, 2.0])
def test_a_wrong_seat_count_is_named(seats):
    with pytest.raises(ConfigError, match=r"num_players is .*allowed 2\.\.4"):
        envs.make("age_of_madness-v0", num_players=seats)


REGISTER = """
from elderzoo import envs
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
import dataclasses, pettingzoo
envs.register(SPEC); envs.register(SPEC)
from elderzoo.envs import kuhn_v0
kuhn_v0.env().reset(seed=1)
pettingzoo.make("aec", "elderzoo/kuhn-v0").reset(seed=1)
assert envs.games()[-1] == "kuhn-v0"
try:
    envs.register(dataclasses.replace(SPEC, title="another"))
except envs.ConfigError as problem:
    assert "kuhn-v0" in str(problem)
else:
    raise AssertionError("two games share an id")
"""

LIGHT = """
import sys
import elderzoo.envs
heavy = {"torch", "stable_baselines3", "fastapi", "PIL", "matplotlib", "elderzoo.agents"} & set(sys.modules)
assert not heavy, heavy
assert not any(name.startswith("elderzoo.envs.age_of_madness.") for name in sys.modules)
"""


@pytest.mark.parametrize("code", [REGISTER, LIGHT], ids=["games of other packages", "a light import"])
def test_in_a_process_of_its_own(code, pytestconfig):
    """Registering is for good, and what is imported here is not what a user imports."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=pytestconfig.rootpath, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
