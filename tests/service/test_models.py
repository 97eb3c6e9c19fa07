"""Trained agents in the service: offered with what their cards say, loaded once, and not mixed up."""

import threading
from pathlib import Path

import pytest

from elderzoo import agents
from elderzoo.agents.export.bundle import export
from elderzoo.agents.neural import card, write_model
from elderzoo.agents.service.core.bots import Bots
from elderzoo.agents.service.core.service import Service
from elderzoo.envs import ConfigError, load_game
from elderzoo.envs.core.game import Game
from tests.agents.kuhn_agents import kuhn
from tests.agents.test_export import network

from .support import Client, settings, setup_of


def written(folder: Path, name: str, game: Game, strength: dict | None = None, **changes) -> str:
    """A model file; its name as an agent."""
    agent = network(game, **changes)
    about = card(agent.net.shape, [(game, (agent.own, None))])
    write_model(folder / f"{name}.safetensors", agent.net, about | ({"strength": strength} if strength else {}))
    return f"neural:{folder / name}.safetensors"


@pytest.fixture
def game() -> Game:
    return kuhn()


def serving(models: dict[str, str], **more) -> tuple[Service, Client]:
    service = Service(settings(models=models, **more))
    return service, Client(service)


def moved(client: Client, game: Game, seed: int, bot: str, **more) -> dict:
    view = game.new(seed).view(0)
    return client.ask("move", **setup_of(game), seat=0, view=view.to_json(), bot=bot, **more)


def test_bots_are_told_with_games_seats_and_strength(game: Game, tmp_path: Path) -> None:
    ladder = {"rating": 1712, "low": 1650, "high": 1770, "games": 4000}
    models = {"rated": written(tmp_path, "a", game, ladder), "plain": written(tmp_path, "b", game), "old": "greedy"}
    export(network(game), tmp_path / "bundle", {"strength": {"rating": 3}})
    models["file"] = f"onnx:{tmp_path / 'bundle'}"
    service, client = serving(models)
    bots = {bot["name"]: bot for bot in client.ask("bots")["bots"]}
    service.stop()
    assert [bots[name].get("strength") for name in models] == [ladder, None, None, {"rating": 3}]
    for name in ("rated", "plain", "file"):
        assert bots[name]["setups"] == [{"game": "kuhn-v0", "players": 2}]
        assert bots[name]["games"] == ["kuhn-v0"]
        assert bots[name]["scores"]
    assert bots["old"]["games"] == ["kuhn-v0"]


def test_a_model_of_a_game_that_is_not_on_offer_is_for_none(game: Game, tmp_path: Path) -> None:
    bots = Bots({"mine": written(tmp_path, "a", game)}).describe(("cultistorm-v0",))["bots"]
    assert [bot["games"] for bot in bots if bot["name"] == "mine"] == [[]]


def test_a_model_of_another_game_is_refused_before_it_sits_down(game: Game, tmp_path: Path) -> None:
    service, client = serving({"mine": written(tmp_path, "a", load_game("age_of_madness-v0", 2))})
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "mine"}]
    for answer in (client.ask("create", **setup_of(game), seats=seats), moved(client, game, 1, "mine")):
        assert (answer["code"], answer["field"]) == ("bad_config", "bot")
        assert "'mine' is not for kuhn-v0 with 2 seats" in answer["detail"]
    service.stop()


def test_files_are_read_once_and_the_oldest_is_dropped(game: Game, tmp_path: Path) -> None:
    models = {name: written(tmp_path, name, game) for name in "abc"}
    service, client = serving(models, models_cached=2)
    loads = []
    for name in "aaabbacab":
        answer = moved(client, game, 3, name, explain=True)
        assert answer["type"] == "move", answer
        loads.append(service.bots.loaded.loads)
    service.stop()
    assert loads == [1, 1, 1, 2, 2, 2, 3, 3, 4], "c takes the place of b, a was asked for later"
    assert len(service.bots.loaded) == 2


def test_answers_are_those_of_the_agent_from_many_threads(game: Game, tmp_path: Path) -> None:
    export(network(game), tmp_path / "bundle")
    models = {"net": written(tmp_path, "a", game), "file": f"onnx:{tmp_path / 'bundle'}"}
    service, _ = serving(models, threads=3)
    mine = agents.load(models["net"], game)
    wanted = [float(mine.scores(game.new(s).view(0)).probabilities.max()) for s in range(12)]  # type: ignore[attr-defined]
    got: dict[tuple[str, int], list[float]] = {}

    def ask(bot: str, thread: int) -> None:
        client = Client(service, key=f"{bot}{thread}")
        answers = [moved(client, game, s, bot, explain=True) for s in range(12)]
        got[bot, thread] = [answer["scores"][0]["share"] for answer in answers]

    threads = [threading.Thread(target=ask, args=(bot, k)) for bot in models for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    service.stop()
    assert len(set(wanted)) > 2
    assert len(got) == 6
    assert all(shares == pytest.approx(wanted, abs=1e-4) for shares in got.values())


def test_copies_remember_games_of_their_own(game: Game, tmp_path: Path) -> None:
    bots = Bots({"mine": written(tmp_path, "a", game, memory=6)})
    one, two = (bots.load("mine", game, seed=0) for _ in range(2))
    assert bots.loaded.loads == 1
    assert one.net is two.net  # type: ignore[attr-defined]
    one.act(game.new(1).view(0))
    assert one._memories  # type: ignore[attr-defined]
    assert not two._memories  # type: ignore[attr-defined]
    assert one.ends is two.ends  # type: ignore[attr-defined]


def test_a_missing_file_is_told_at_the_start(game: Game, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.json is missing"):
        Bots({"mine": f"neural:{tmp_path / 'nothing.safetensors'}"})
    with pytest.raises(ConfigError, match="cannot be read"):
        Bots({"mine": f"sb3:{tmp_path / 'nothing.zip'}"})
