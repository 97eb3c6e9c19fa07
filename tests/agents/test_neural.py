"""Networks as agents: files that load, files that are refused by name, and what a network says of a position."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from elderzoo import agents, envs
from elderzoo.agents import neural
from elderzoo.agents.features import Features
from elderzoo.agents.nets import Shape, Towers, build
from elderzoo.agents.neural import NeuralAgent, neural_agent
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs import ConfigError
from elderzoo.envs.core.errors import GameOver
from elderzoo.envs.core.game import Game
from elderzoo.training import inputs
from elderzoo.training.evaluate import evaluate
from elderzoo.training.match import batched, deal_seeds, play_block
from tests.agents.kuhn_agents import kuhn
from tests.roulette import SPEC as ROULETTE

AGE = "age_of_madness-v0"


@pytest.fixture(autouse=True)
def short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "GAMES", 32)
    monkeypatch.setattr(inputs, "STEPS", 64)


def made(game: Game, **changes) -> tuple[Towers, Features, Features | None]:
    """A network of a game with random weights, and its features."""
    torch.manual_seed(2)
    own = Features(game, **inputs.sample(game, 0))
    full = Features(game, **inputs.sample(game, 0, full=True)) if changes.get("critic") == "full" else None
    net = build(Shape(widths=(16, 8), **changes), own.size, game.n_actions, full.size if full else 0)
    net.meet(game, own, full)
    with torch.no_grad():
        for p in net.parameters():
            p.add_(torch.randn_like(p) * 0.3)
    return net, own, full


def written(folder: Path, game: Game, name: str = "model", **changes) -> tuple[Path, NeuralAgent]:
    net, own, full = made(game, **changes)
    path = folder / f"{name}.safetensors"
    about = neural.card(net.shape, [(game, (own, full))]) | {"seed": 7, "steps": 3, "commit": "", "config": {}}
    neural.write_model(path, net, about)
    return path, NeuralAgent(game, "written", net, own, full)


def rewrite(path: Path, **changes) -> None:
    card = path.with_suffix(".json")
    card.write_text(json.dumps(json.loads(card.read_text()) | changes))


def positions(game: Game, count: int, seed: int = 0):
    """Views of the deciding seat along random games."""
    pick, out = np.random.default_rng(seed), []
    while len(out) < count:
        state = game.new(int(pick.integers(1 << 30)))
        while not state.is_over and len(out) < count:
            out.append(state.view(state.seat))
            state.step(int(pick.choice(np.flatnonzero(state.legal()))))
    return out


@pytest.mark.parametrize(
    "changes", [{}, {"kind": "entity"}, {"critic": "full"}, {"memory": 5}, {"base": "greedy", "base_logit": 0.5}]
)
def test_a_file_plays_what_was_written(tmp_path: Path, changes: dict) -> None:
    game = envs.load_game(AGE, 2)
    path, agent = written(tmp_path, game, **changes)
    read = agents.load(f"neural:{path}", game)
    assert read.name == f"neural:{path}"
    if not changes.get("memory"):
        for view in positions(game, 40):
            assert read.act(view) == agent.act(view)
    by_folder = agents.load(f"neural:{tmp_path}", game)
    assert by_folder.act(positions(game, 1)[0]) == agent.act(positions(game, 1)[0])


def test_batches_and_single_positions_agree() -> None:
    game = envs.load_game(AGE, 2)
    net, own, full = made(game)
    agent = NeuralAgent(game, "net", net, own, full)
    views = positions(game, 60)
    seen, masks = (np.stack([getattr(v, name) for v in views]) for name in ("compact", "action_mask"))
    together = agent.act_batch(seen, masks, np.array([v.seat for v in views]))
    assert together.tolist() == [agent.act(view) for view in views]
    assert together.dtype == np.int64
    assert masks[np.arange(60), together].all()


def test_a_network_with_a_base_starts_from_its_actions_and_can_leave_them() -> None:
    game = envs.load_game(AGE, 2)
    greedy = agents.load("greedy", game)
    views = positions(game, 60)
    wanted = [greedy.act(view) for view in views]

    def played(base_logit: float) -> list[int]:
        net, own, full = made(game, base="greedy", base_logit=base_logit)
        return [NeuralAgent(game, "net", net, own, full).act(view) for view in views]

    assert played(20.0) == wanted
    assert played(0.0) != wanted
    net, own, full = made(game, base="greedy", base_logit=3.0)
    agent, plain = NeuralAgent(game, "net", net, own, full), NeuralAgent(game, "net", net, own, full)
    plain.base = None
    for view, action in zip(views, wanted, strict=True):
        with_base, without = (a.scores(view).probabilities for a in (agent, plain))
        odds, plain_odds = (
            with_base[action] / (1 - with_base[action] + 1e-30),
            without[action] / (1 - without[action] + 1e-30),
        )
        assert with_base[action] == 1 or odds == pytest.approx(np.exp(3.0) * plain_odds, rel=1e-3)


@pytest.mark.parametrize("name", ["mc:sims=4", "random"])
def test_only_a_scripted_agent_can_be_the_base(name: str) -> None:
    game = envs.load_game(AGE, 2)
    net, own, full = made(game, base=name)
    with pytest.raises(ConfigError, match=rf"network\.base is '{name}', expected a scripted agent"):
        NeuralAgent(game, "net", net, own, full)


def test_features_are_the_flat_entries_on_one_scale() -> None:
    game = envs.load_game(AGE, 3)
    given = inputs.sample(game, 0)
    own = Features(game, **given)
    views = positions(game, 50)
    flat = np.stack([v.observation for v in views])[:, given["keep"]]
    wanted = (flat - np.array(given["mean"])) * np.array(given["scale"])
    assert np.allclose(own(np.stack([v.compact for v in views])), wanted, atol=1e-4)


@pytest.mark.parametrize("kind", ["mlp", "entity"])
def test_scores_are_probabilities_of_legal_actions_and_a_value(kind: str) -> None:
    game = envs.load_game(AGE, 2)
    net, own, full = made(game, kind=kind)
    agent = NeuralAgent(game, "net", net, own, full)
    values = set()
    for view in positions(game, 20):
        shares, value = agent.scores(view)
        assert shares.shape == (game.n_actions,)
        assert shares.sum() == pytest.approx(1)
        assert (shares[view.action_mask == 0] == 0).all()
        assert shares.argmax() == agent.act(view)
        values.add(value)
    assert len(values) > 10


def test_sampling_follows_the_scores_and_its_seed() -> None:
    game = kuhn()
    net, own, full = made(game)
    view = game.new(1).view(0)
    agent = NeuralAgent(game, "net", net, own, full, sample=True)
    agent.reset(5)
    first = [agent.act(view) for _ in range(400)]
    agent.reset(5)
    assert [agent.act(view) for _ in range(400)] == first
    assert np.mean(np.array(first) == 0) == pytest.approx(agent.scores(view).probabilities[0], abs=0.08)


def test_a_memory_is_of_one_game() -> None:
    game = Game(ROULETTE)
    net, own, full = made(game, memory=6)
    agent = NeuralAgent(game, "net", net, own, full)
    assert not hasattr(agent, "act_batch"), "it has to be asked one position after the other"

    def asked(seed: int) -> list[np.ndarray]:
        state, out = game.new(seed), []
        while not state.is_over:
            view = state.view(state.seat)
            out.append(agent.scores(view).probabilities)
            state.step(agent.act(view))
        return out

    games = {}
    for seed in range(6):
        agent.reset(0)
        games[seed] = asked(seed)
    long = max(games, key=lambda seed: len(games[seed]))
    assert len(games[long]) > 6
    agent.reset(0)
    for _ in range(2):
        again = asked(long)
        assert all(np.array_equal(a, b) for a, b in zip(games[long], again, strict=True)), "nothing stays of a game"
    assert len({tuple(shares) for shares in again}) > 3
    view = game.new(long).view(0)
    agent.reset(0)
    plain = agent.scores(view).probabilities
    assert np.array_equal(plain, games[long][0])
    assert evaluate(game, [agent, "random"], 8)["agents"][0]["illegal"] == 0


def test_networks_of_other_games_are_refused_by_name(tmp_path: Path) -> None:
    game = envs.load_game(AGE, 2)
    path, _ = written(tmp_path, game)
    for other, word in (
        (kuhn(), "game 'age_of_madness-v0'"),
        (envs.load_game(AGE, 3), "players 2"),
        (_rules(), "rules"),
    ):
        with pytest.raises(ConfigError, match=word) as caught:
            neural_agent(other, str(path))
        assert "here" in str(caught.value)
    card = json.loads(path.with_suffix(".json").read_text())
    for free in ("players", "rules"):
        del card["games"][0]["identity"][free]
    rewrite(path, games=card["games"])
    neural_agent(envs.load_game(AGE, 3), str(path))  # what the card leaves open may be anything
    neural_agent(_rules(), str(path))


def _rules() -> Game:
    return envs.load_game(AGE, 2, {"deck_empty": "stop"})


def test_many_games_at_once_have_a_memory_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of many games are played as each game is by itself, and numbers can be given to other games."""
    game = Game(ROULETTE)
    net, own, full = made(game, memory=6)
    agent, alone = NeuralAgent(game, "net", net, own, full), NeuralAgent(game, "net", net, own, full)
    del alone.act_rows
    assert batched(agent)
    assert not batched(alone)
    deals, line = deal_seeds(3, 12), (0,) * game.num_players
    wanted = [play_block(game, [alone], [line], [deal], 0)[0] for deal in deals]
    sizes, act_rows = [], agent.act_rows
    monkeypatch.setattr(agent, "act_rows", lambda *given: sizes.append(len(given[3])) or act_rows(*given))
    assert play_block(game, [agent], [line], deals, 0) == wanted
    assert sizes[0] == len(deals)
    assert len({r.decisions for r in wanted}) > 1
    view, seats = game.new(1).view(0), np.zeros(1, np.int16)
    given = view.compact[None], view.action_mask[None], seats, np.array([5])
    agent.reset(0)
    act_rows(*given)
    fresh = agent._games[5][0].clone()
    act_rows(*given)
    assert not torch.equal(agent._games[5][0], fresh), "the game goes on"
    agent.forget(np.array([5]))
    act_rows(*given)
    assert torch.equal(agent._games[5][0], fresh)


def test_one_file_for_several_games(tmp_path: Path) -> None:
    age, small = envs.load_game(AGE, 2), Game(ROULETTE)
    net, own, full = made(age, kind="entity")
    theirs = Features(small, **inputs.sample(small, 0))
    neural.write_model(
        tmp_path / "all.safetensors", net, neural.card(net.shape, [(age, (own, full)), (small, (theirs, None))])
    )
    for game in (age, small):
        agent = agents.load(f"neural:{tmp_path / 'all.safetensors'}", game)
        assert evaluate(game, [agent, "random"], 8)["agents"][0]["illegal"] == 0
    with pytest.raises(ConfigError, match="is of another game"):
        neural_agent(kuhn(), str(tmp_path / "all.safetensors"))


DAMAGES = {
    "no card": (lambda p: p.with_suffix(".json").unlink(), r"model\.json is missing"),
    "card of bits": (lambda p: p.with_suffix(".json").write_text("{"), r"model\.json cannot be read"),
    "card of another kind": (lambda p: p.with_suffix(".json").write_text("[]"), r"model\.json cannot be read"),
    "later format": (lambda p: rewrite(p, format=99), "has format 99, this version reads 1"),
    "cut off": (lambda p: p.write_bytes(p.read_bytes()[:-20]), "damaged"),
    "a pickle": (lambda p: torch.save({"a": torch.zeros(3)}, p), "damaged"),
    "other widths": (lambda p: rewrite(p, network={"kind": "mlp", "widths": [4]}), "does not fit its card"),
    "unknown word": (lambda p: rewrite(p, network={"colour": 1, "widths": [4]}), "does not fit its card"),
    "no file": (lambda p: p.unlink(), "there is no file"),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_what_cannot_be_loaded_is_one_line(tmp_path: Path, kind: str) -> None:
    game = kuhn()
    path, _ = written(tmp_path, game)
    damage, wanted = DAMAGES[kind]
    damage(path)
    with pytest.raises(ConfigError, match=wanted) as caught:
        agents.load(f"neural:{path}", game)
    assert "\n" not in str(caught.value)


def test_who_does_not_decide_is_refused() -> None:
    game = Game(SPEC)
    net, own, full = made(game)
    agent, state = NeuralAgent(game, "net", net, own, full), game.new(1)
    with pytest.raises(ConfigError, match="does not decide now"):
        agent.scores(state.view(1 - state.seat))
    while not state.is_over:
        state.step(int(np.flatnonzero(state.legal())[0]))
    with pytest.raises(GameOver):
        agent.act(state.view(0))


def test_weights_are_read_anew_after_refresh() -> None:
    game = kuhn()
    net, own, full = made(game)
    agent, view = NeuralAgent(game, "net", net, own, full), game.new(1).view(0)
    before = agent.scores(view).probabilities
    with torch.no_grad():
        net.out_bias += torch.tensor([3.0, 0.0])
        net.bias += 1
    agent.refresh()
    assert not np.allclose(agent.scores(view).probabilities, before)
