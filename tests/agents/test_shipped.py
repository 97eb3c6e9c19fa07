"""The networks that come with the package: small, of the games as they are now, measured, and legal players."""

from pathlib import Path

import pytest
from safetensors.torch import load_file

from elderzoo import agents
from elderzoo.agents import cards, neural
from elderzoo.envs import ConfigError, load_game
from elderzoo.envs.core.game import Game
from elderzoo.training import ship
from elderzoo.training.evaluate import evaluate
from tests.agents.kuhn_agents import kuhn
from tests.agents.test_neural import rewrite, written

FILES = sorted(cards.SHIPPED.glob("*.safetensors"))


def game_of(file: Path) -> Game:
    (entry,) = neural.read_card(file)["games"]
    return load_game(entry["identity"]["game"], entry["identity"]["players"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_small_and_says_where_it_comes_from(file: Path) -> None:
    assert file.stat().st_size <= 1.01 * ship.MOST
    card = neural.read_card(file)
    assert card["config"]["game"] == card["games"][0]["identity"]["game"]
    assert card["steps"] > 0
    assert card["seed"] == card["config"]["seed"]
    assert card["commit"]
    low, high = card["results"]["greedy"]["interval"]
    assert low < card["results"]["greedy"]["win_rate"] < high


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_plays_the_game_as_it_is_now(file: Path) -> None:
    game = game_of(file)
    assert neural.shipped(game) == file
    report = evaluate(game, ["neural", "random"], games=2 * game.num_players, seed=3, workers=1)
    first = report["agents"][0]
    assert first["illegal"] == 0
    assert not first["faults"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_plays_under_other_options(file: Path) -> None:
    spec = game_of(file).spec
    turned = {o.name: next(c for c in o.choices if c != o.default) for o in spec.options[:1]}
    game = load_game(spec.id, game_of(file).num_players, turned)
    state = game.new(5)
    assert state.legal()[agents.load("neural", game).act(state.view(state.seat))] == 1


def test_the_card_of_all_of_them_names_each() -> None:
    known = {(x["game"], x["players"]) for x in cards.identities(cards.card("neural"))}
    assert known == {(game_of(file).spec.id, game_of(file).num_players) for file in FILES}


def test_a_game_without_one_is_told_what_there_is() -> None:
    with pytest.raises(ConfigError, match="no network comes with kuhn-v0") as raised:
        agents.load("neural", kuhn())
    assert all(file.stem in str(raised.value) for file in FILES)
    with pytest.raises(ConfigError, match="path is missing"):
        agents.load("neural:", kuhn())


def test_shipping_halves_the_weights_and_leaves_the_rules_out(tmp_path: Path) -> None:
    path, agent = written(tmp_path, kuhn())
    shipped = ship.ship(path, tmp_path / "shipped")
    assert shipped.name == "kuhn-2.safetensors"
    kept, whole = load_file(shipped), agent.net.state_dict()
    assert all(str(kept[name].dtype) == "torch.float16" for name in whole)
    assert all(kept[name].float().allclose(value, atol=2e-3) for name, value in whole.items())
    (entry,) = neural.read_card(shipped)["games"]
    assert set(entry["identity"]) == {*kuhn().identity} - {"rules"}
    state = kuhn().new(1)
    assert state.legal()[neural.neural_agent(kuhn(), str(shipped)).act(state.view(state.seat))] == 1


def test_what_is_too_large_or_of_several_games_is_not_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    path, _ = written(tmp_path, kuhn())
    monkeypatch.setattr(ship, "MOST", 100)
    assert ship.main([str(path)]) == 2
    assert "ppo.net_arch" in capsys.readouterr().err
    rewrite(path, games=neural.read_card(path)["games"] * 2)
    with pytest.raises(ConfigError, match="plays 2 games"):
        ship.ship(path, tmp_path / "shipped")
    assert not (tmp_path / "shipped").exists()


def test_whether_progress_is_paid_makes_no_other_game() -> None:
    paid, unpaid, other = (load_game("deck_building-v0", 1, r) for r in ({"shaping": True}, {}, {"mode": "cthulhu"}))
    assert cards.differences(paid.identity, unpaid) == cards.differences(unpaid.identity, paid) == []
    (said,) = cards.differences(paid.identity, other)
    assert said == f"rules {paid.identity['rules']!r} (here {other.identity['rules']!r})"
    assert cards.differences({"game": "chess"}, unpaid) == ["game 'chess' (here 'deck_building-v0')"]
