"""Exported agents: the file computes what the agent does, the layout is the game's, the samples work, `onnx:` plays."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from elderzoo import agents, envs
from elderzoo.agents import cards, make_seat
from elderzoo.agents.export import bundle, plain
from elderzoo.agents.export.bundle import export
from elderzoo.agents.export.layout import layout
from elderzoo.agents.export.samples import bot as sample
from elderzoo.agents.features import Features
from elderzoo.agents.nets import OFF, Shape, build
from elderzoo.agents.neural import NeuralAgent, card, side_entry, write_model
from elderzoo.agents.sb3 import write_identity
from elderzoo.envs import ConfigError
from elderzoo.envs.core.game import Game, View
from elderzoo.training.cli import main
from tests.agents.kuhn_agents import kuhn

AGE, VAULT = "age_of_madness-v0", "cthulhus_vault-v0"
SAMPLES = Path(sample.__file__).parent


def network(game: Game, **changes) -> NeuralAgent:
    """An agent with random weights that reads some of a game's flat observation."""
    torch.manual_seed(4)
    pick = np.random.default_rng(4)

    def features() -> Features:
        keep = np.sort(pick.permutation(game.flat_size)[:400])
        return Features(
            game, keep.tolist(), pick.uniform(0, 0.5, len(keep)).tolist(), pick.uniform(1, 5, len(keep)).tolist()
        )

    own, full = features(), features() if changes.get("critic") == "full" else None
    net = build(Shape(**{"widths": (24, 16)} | changes), own.size, game.n_actions, full.size if full else 0)
    net.meet(game, own, full)
    with torch.no_grad():
        for p in net.parameters():
            p.add_(torch.randn_like(p) * 0.2)
    return NeuralAgent(game, "neural:random", net, own, full)


def positions(game: Game, count: int, seed: int) -> list[View]:
    """Views of the deciding seat along random games."""
    pick, out = np.random.default_rng(seed), []
    while len(out) < count:
        state = game.new(int(pick.integers(1 << 30)))
        while not state.is_over and len(out) < count:
            out.append(state.view(state.seat))
            state.step(int(pick.choice(np.flatnonzero(state.legal()))))
    return out


MADE = {
    "mlp": (AGE, 3, {}),
    "relu": (AGE, 2, {"activation": "relu", "widths": (16,)}),
    "entity": (AGE, 2, {"kind": "entity"}),
    "judged with all open": (AGE, 2, {"critic": "full"}),
    "a value for each side": (VAULT, 3, {"value_heads": 3}),
}


QUICK = ("mlp", "a value for each side")  # an export takes seconds


@pytest.fixture(
    scope="module", params=[name if name in QUICK else pytest.param(name, marks=pytest.mark.full) for name in MADE]
)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[NeuralAgent, Path]:
    id, seats, changes = MADE[request.param]
    agent = network(envs.load_game(id, seats), **changes)
    folder = tmp_path_factory.mktemp("bundle") / "made"
    export(agent, folder, {"steps": 12, "secret": 1})
    return agent, folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[NeuralAgent, Path]:
    agent = network(kuhn())
    folder = tmp_path_factory.mktemp("bundle") / "kuhn"
    export(agent, folder)
    return agent, folder


def read(folder: Path, name: str) -> dict:
    return json.loads((folder / name).read_text("utf-8"))


# -------------------------------------------------------------------------------------------------- the same numbers


def test_the_file_computes_what_the_agent_does(made: tuple[NeuralAgent, Path]) -> None:
    """In positions that nobody exported, and alone as in a batch."""
    agent, folder = made
    game, read_back = agent.game, agents.load(f"onnx:{folder}", agent.game)
    views = positions(game, 80, seed=9)
    for view in views:
        mine, theirs = agent.scores(view), read_back.scores(view)  # type: ignore[attr-defined]
        assert np.abs(mine.probabilities - theirs.probabilities).max() < 1e-5
        assert (mine.value is None) == (theirs.value is None)
        assert mine.value is None or abs(mine.value - theirs.value) <= 1e-5 * max(1, abs(mine.value))
        assert read_back.act(view) == agent.act(view)
    seen, masks = (np.stack([getattr(v, name) for v in views]) for name in ("compact", "action_mask"))
    seats = np.array([v.seat for v in views], np.int16)
    assert read_back.act_batch(seen, masks, seats).tolist() == [agent.act(v) for v in views]  # type: ignore[attr-defined]


def test_golden_pairs_are_real_decisions_of_many_kinds(made: tuple[NeuralAgent, Path]) -> None:
    agent, folder = made
    game, golden = agent.game, read(folder, "golden.json")
    pairs = golden["pairs"]
    assert len(pairs) >= 64
    asked = {d.name for d in game.spec.decisions if d.asks}
    assert set(golden["decisions"]) | set(golden["not_met"]) == asked
    assert {pair["decision"] for pair in pairs} == set(golden["decisions"])
    assert len(golden["decisions"]) > 2
    assert len({json.dumps(pair["obs"]) for pair in pairs}) > 60
    for pair in pairs:
        view = game.from_view(pair["view"], pair["view"]["seat"]).view(pair["view"]["seat"])
        assert view.compact.tolist() == pair["obs"]
        assert view.action_mask.tolist() == pair["mask"]
        assert game.actions.name(agent.act(view)) == pair["action"]
        logits = np.array(pair["logits"])
        assert (logits[view.action_mask == 0] == OFF).all()
        shares = np.exp(logits - logits.max())
        assert np.allclose(shares / shares.sum(), agent.scores(view).probabilities, atol=1e-6)
        value = agent.scores(view).value
        assert pair["value"] == (None if value is None else pytest.approx(value, abs=1e-5))


def test_values_of_all_sides_are_checked() -> None:
    """The positions of the Vault come to seats of both sides and of none."""
    game = envs.load_game(VAULT, 3)
    heads = {int(v.compact[side_entry(game)]) + 1 for v in positions(game, 400, seed=9)}
    assert heads == {0, 1, 2}


def test_a_bundle_is_one_onnx_file_and_tells_no_secrets(made: tuple[NeuralAgent, Path]) -> None:
    onnx = importlib.import_module("onnx")
    agent, folder = made
    files = {p.name for p in folder.iterdir()}
    assert files == {
        "model.onnx",
        "layout.json",
        "golden.json",
        "weights.json",
        "card.json",
        "README.md",
        *bundle.SAMPLES,
    }
    model = onnx.load(folder / "model.onnx", load_external_data=False)
    assert not any(x.external_data for x in model.graph.initializer)
    assert [x.version for x in model.opset_import] == [bundle.OPSET]
    assert all(b not in (folder / "model.onnx").read_bytes() for b in (b".py", bytes(Path.cwd())))
    shapes = {x.name: [d.dim_param or d.dim_value for d in x.type.tensor_type.shape.dim] for x in model.graph.input}
    assert shapes == read(folder, "layout.json")["model"]["inputs"]
    assert [x.name for x in model.graph.output] == list(read(folder, "layout.json")["model"]["outputs"])
    about = read(folder, "card.json")
    assert about["trained"] == {"steps": 12}
    assert about["identity"] == agent.game.identity
    assert "{" not in (folder / "README.md").read_text("utf-8")


# --------------------------------------------------------------------------------------------------------- the layout


@pytest.mark.parametrize("id", envs.registry.SHIPPED)
def test_views_are_encoded_by_the_layout_alone(id: str) -> None:
    """The Python sample, told the layout, makes the observation of what a seat is sent, at all seat counts."""
    spec = envs.spec(id)
    for seats in range(spec.seats[0], spec.seats[1] + 1):
        game = envs.load_game(id, seats)
        told = json.loads(json.dumps(layout(game, 18, ["logits"])))
        encoder = sample.Bot.__new__(sample.Bot)
        encoder.layout = told
        fields = told["observation"]["fields"]
        assert [f["start"] for f in fields] == np.cumsum([0, *(f["size"] for f in fields[:-1])]).tolist()
        low, high = (np.concatenate([spread(f, f[x]) for f in fields]) for x in ("lo", "hi"))
        for view in positions(game, 60, seed=seats)[::6]:
            obs = encoder.encode(json.loads(json.dumps(view.to_json())))
            assert (obs == view.compact).all()
            empty = np.concatenate([spread(f, f["empty"]) for f in fields])
            assert ((obs >= low) & (obs <= high) | (obs == empty)).all()
    assert told["actions"] == [game.actions.name(a) for a in range(game.n_actions)]


def spread(f: dict, value) -> np.ndarray:
    """A number for each cell of a field of the layout."""
    return np.resize(value, f["size"])


# -------------------------------------------------------------------------------------------------------- the samples


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, folder / "bot.py"], capture_output=True, text=True, cwd=folder.parent, check=False
    )


def test_the_python_sample_checks_its_folder(small: tuple[NeuralAgent, Path]) -> None:
    folder = small[1]
    pairs = read(folder, "golden.json")["pairs"]
    done = run(folder)
    assert (done.returncode, done.stdout) == (0, f"{len(pairs)} pairs, 0 differ\n"), done.stderr
    for change in ({"logits": [x + 1e-4 for x in pairs[0]["logits"]]}, {"obs": pairs[1]["obs"][::-1]}, {"action": "?"}):
        data = read(folder, "golden.json")
        before = (folder / "golden.json").read_text("utf-8")
        data["pairs"][0] |= change
        (folder / "golden.json").write_text(json.dumps(data), "utf-8")
        assert run(folder).stdout == f"{len(pairs)} pairs, 1 differ\n"
        (folder / "golden.json").write_text(before, "utf-8")


def test_the_python_sample_draws_by_its_shares(small: tuple[NeuralAgent, Path]) -> None:
    agent, folder = small
    bot, view = sample.Bot(folder), agent.game.new(1).view(0)
    bot.chance = np.random.default_rng(3)
    drawn = [bot.choose(view.to_json(), view.legal_names(), temperature=1) for _ in range(600)]
    share = agent.scores(view).probabilities[agent.game.actions.id("bet")]
    assert drawn.count("bet") / 600 == pytest.approx(share, abs=0.06)


def test_the_lua_sample_plays_in_plain_numbers(made: tuple[NeuralAgent, Path]) -> None:
    from lupa.lua54 import LuaRuntime

    agent, folder = made
    lua = LuaRuntime(unpack_returned_tuples=True)
    tabled = lua.eval("function(x) return x end")

    def table(x):
        """As a JSON decoder gives it: null is nil."""
        if isinstance(x, dict):
            return lua.table_from({k: table(v) for k, v in x.items() if v is not None})
        if isinstance(x, list):
            return lua.table_from({k + 1: table(v) for k, v in enumerate(x) if v is not None})
        return tabled(x)

    module = lua.execute((folder / "bot.lua").read_text("utf-8"))
    bot = module.new(table(read(folder, "layout.json")), table(read(folder, "weights.json")))
    for pair in read(folder, "golden.json")["pairs"][::3]:
        view, mask = table(pair["view"]), np.array(pair["mask"], bool)
        assert list(bot.encode(bot, view).values()) == pair["obs"]
        logits = np.array(list(bot.think(bot, table(pair["obs"])).values()))[mask]
        wanted = np.array(pair["logits"])[mask]
        assert (np.abs(logits - wanted) <= 1e-5 * np.maximum(1, np.abs(wanted))).all()
        legal = [agent.game.actions.name(int(a)) for a in np.flatnonzero(mask)]
        assert bot.choose(bot, view, table(legal)) == pair["action"]


def test_the_other_samples_are_well_formed() -> None:
    import tree_sitter
    import tree_sitter_c_sharp
    from gdtoolkit.parser import parser as gdscript
    from lark import UnexpectedInput

    text = (SAMPLES / "bot.gd").read_text("utf-8")
    gdscript.parse(text)
    with pytest.raises(UnexpectedInput):
        gdscript.parse(text.replace("):", ")", 1))
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c_sharp.language()))
    text = (SAMPLES / "Bot.cs").read_bytes()
    assert not parser.parse(text).root_node.has_error
    assert parser.parse(text.replace(b"using System;", b"using System", 1)).root_node.has_error


# --------------------------------------------------------------------------------------------------- what is exported


@pytest.mark.parametrize("form", ["flat", "compact"])
def test_policies_of_sb3_are_exported_too(form: str, tmp_path: Path) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    game = envs.load_game(AGE, 2)
    env = make_seat(game, opponents="random", observation=form)
    policy = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=1, device="cpu")
    policy.save(tmp_path / "model.zip")
    write_identity(tmp_path / "model.zip", game)
    agent = agents.load(f"sb3:{tmp_path / 'model.zip'}", game)
    assert agent.form == form
    export(agent, tmp_path / "bundle")
    again = agents.load(f"onnx:{tmp_path / 'bundle'}", game)
    for view in positions(game, 40, seed=5):
        assert again.act(view) == agent.act(view)


def test_what_cannot_be_exported_is_refused(tmp_path: Path) -> None:
    game = kuhn()
    with pytest.raises(ConfigError, match="has a memory of 5 units"):
        export(network(game, memory=5), tmp_path / "out")
    with pytest.raises(ConfigError, match="corrects 'greedy'"):
        export(network(envs.load_game(AGE, 2), base="greedy", base_logit=2.0), tmp_path / "out")
    with pytest.raises(ConfigError, match="only trained networks"):
        export(agents.load("random", game), tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(ConfigError, match="full exists already"):
        export(network(game), tmp_path / "full")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["full"]


def test_a_file_that_differs_is_no_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = plain._detached

    def wrong(net: plain.Plain) -> plain.Plain:
        first(net).policy[-1].bias[0] += 3e-5
        return net

    monkeypatch.setattr(plain, "_detached", wrong)
    with pytest.raises(ConfigError, match=r"differs from the agent by 3\.0e-05, allowed 1e-05"):
        export(network(kuhn()), tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_an_agent_that_does_not_follow_its_network_is_no_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = network(kuhn())
    monkeypatch.setattr(agent, "act", lambda view: int(np.flatnonzero(view.action_mask)[-1]))
    with pytest.raises(ConfigError, match="the agent takes action 1, its network prefers 0"):
        export(agent, tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small) -> None:
    agent, folder = small
    monkeypatch.setitem(sys.modules, "onnxscript", None)
    with pytest.raises(ConfigError, match="'onnxscript' of the extra 'onnx'"):
        export(agent, tmp_path / "out")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ConfigError, match="'onnxruntime' of the extra 'onnx'"):
        agents.load(f"onnx:{folder}", agent.game)


# ------------------------------------------------------------------------------------------------------ onnx: as agent


def test_files_of_other_games_are_refused_by_name(made: tuple[NeuralAgent, Path]) -> None:
    agent, folder = made
    id, seats = agent.game.spec.id, agent.game.num_players
    changed = {AGE: {"deck_empty": "stop"}, VAULT: {}}[id]
    others = [(kuhn(), "game"), (envs.load_game(id, seats + 1), f"players {seats}")]
    others += [(envs.load_game(id, seats, changed), "rules")] if changed else []
    for other, word in others:
        with pytest.raises(ConfigError, match=f"is of another game: .*{word}") as caught:
            agents.load(f"onnx:{folder}", other)
        assert "here" in str(caught.value)
    by_file = agents.load(f"onnx:{folder / 'model.onnx'}", agent.game)
    assert by_file.act(positions(agent.game, 1, 0)[0]) == agent.act(positions(agent.game, 1, 0)[0])


@pytest.mark.parametrize("damage", ["cut", "empty", "text", "bare", "gone"])
def test_damaged_files_are_one_line(damage: str, small: tuple[NeuralAgent, Path], tmp_path: Path) -> None:
    onnx = importlib.import_module("onnx")
    agent, folder = small
    path, data = tmp_path / "model.onnx", (folder / "model.onnx").read_bytes()
    if damage == "bare":  # a sound file that says nothing of a game
        model = onnx.load_from_string(data)
        del model.metadata_props[:]
        data = model.SerializeToString()
    if damage != "gone":
        path.write_bytes({"cut": data[: len(data) // 2], "empty": b"", "text": b"hello", "bare": data}[damage])
    with pytest.raises(
        ConfigError, match="there is no file" if damage == "gone" else "damaged or no exported"
    ) as caught:
        agents.load(f"onnx:{path}", agent.game)
    assert "\n" not in str(caught.value)


def test_torch_is_not_needed_to_play(small: tuple[NeuralAgent, Path]) -> None:
    code = """
import sys
sys.modules["torch"] = None
from elderzoo import agents
from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs.core.game import Game
game = Game(SPEC)
print(agents.load("onnx:" + sys.argv[1], game).act(game.new(1).view(0)))
"""
    done = subprocess.run([sys.executable, "-c", code, small[1]], capture_output=True, text=True, check=False)
    assert done.stdout.strip() in ("0", "1"), done.stderr


# ------------------------------------------------------------------------------------------------------- command line


def written(folder: Path, games: list[Game], **more) -> str:
    """A model file for one game or several; its name as an agent."""
    agent = network(games[0], kind="entity")
    about = card(agent.net.shape, [(game, (features_of(agent, game), None)) for game in games])
    write_model(folder / "model.safetensors", agent.net, about | {"steps": 7} | more)
    return f"neural:{folder}"


def features_of(agent: NeuralAgent, game: Game) -> Features:
    return agent.own if game is agent.game else network(game).own


def test_export_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, [envs.load_game(AGE, 3)], strength={"rating": 3})
    assert main(["export", name, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert f"{AGE} with 3 seats" in said
    assert "64 positions: largest difference" in said
    about = cards.card(f"onnx:{tmp_path / 'out'}")
    assert about["strength"] == {"rating": 3}
    assert about["identity"]["players"] == 3
    assert read(tmp_path / "out", "card.json")["trained"]["steps"] == 7


def test_export_by_command_asks_what_it_cannot_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, [envs.load_game(AGE, 3), envs.load_game(VAULT, 3)])
    out = str(tmp_path / "out")
    for words, said in (
        ([name, "--out", out], f"say which --game; {name} plays {AGE}, {VAULT}"),
        (["greedy", "--out", out], "say which --game; greedy plays none"),
        (["greedy", "--game", AGE, "--out", out], "'greedy' cannot be exported"),
        ([name, "--game", AGE, "--seats", "2", "--out", out], "players 3 (here 2)"),
        ([name], "--out"),
        ([f"neural:{tmp_path / 'nothing'}", "--out", out], "is missing"),
    ):
        assert main(["export", *words]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
