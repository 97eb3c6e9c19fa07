"""Writing a bundle, and checking it before it is called done."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import tempfile
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ...envs.core.errors import ConfigError
from ...envs.core.game import Game
from ..base import Agent
from ..onnx_agent import FORMAT, KEY, MODEL, Runner
from . import golden
from .layout import layout
from .plain import OFF, Plain, original, short

OPSET = 18
TOLERANCE = 1e-5  # of logits and values, relative to those beyond 1
TOLD = ("network", "config", "seed", "steps", "step", "commit", "results", "strength")  # of the model card
SAMPLES = ("bot.py", "bot.mjs", "Bot.cs", "bot.gd", "bot.lua")


def export(agent: Agent, folder: Path, about: dict[str, Any] | None = None) -> dict[str, Any]:
    """Write ``agent`` to ``folder``, which must not exist or be empty; returns what the bundle's card says.

    about: the model card. The folder appears when ONNX Runtime has computed the same as the agent for every golden
    pair. Raises ConfigError where the agent cannot be exported, packages are missing, or the two differ.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(f"export: {folder} exists already")
    game, found = agent.game, original(agent)
    positions = golden.positions(game, agent)
    observations = np.stack([view.compact for _, view in positions])
    masks = np.stack([view.action_mask for _, view in positions])
    logits, values = found.compute(observations)
    logits = np.where(masks > 0, logits, np.float32(OFF))
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        strength = (about or {}).get("strength")
        meta = {"format": FORMAT, "identity": game.identity} | ({} if strength is None else {"strength": strength})
        write_model(found.plain, game, work / MODEL, meta)
        worst = compare(Runner(work / MODEL), observations, masks, logits, values)
        check_choices(logits, [agent.act(view) for _, view in positions])
        outputs = ["logits"] if values is None else ["logits", "value"]
        card = _card(agent, about or {}, work / MODEL, len(positions), worst)
        _write(work / "layout.json", layout(game, OPSET, outputs))
        _write(work / "golden.json", _pairs(game, positions, logits, values))
        _write(work / "weights.json", found.plain.weights())
        _write(work / "card.json", card)
        samples = Path(__file__).with_name("samples")
        for name in SAMPLES:
            (work / name).write_bytes((samples / name).read_bytes())
        (work / "README.md").write_text(_readme(game, card, (samples / "README.md").read_text("utf-8")), "utf-8")
        work.chmod(0o755)
        os.replace(work, folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return card


def write_model(plain: Plain, game: Game, path: Path, meta: dict[str, Any]) -> None:
    """Write one file with the network and ``meta`` in it; raises ConfigError naming the packages that are missing."""
    try:
        onnx, _ = import_module("onnx"), import_module("onnxscript")
    except ModuleNotFoundError as problem:
        raise ConfigError(f"export needs the package {problem.name!r} of the extra 'onnx'") from None
    example = torch.zeros(2, game.compact_size), torch.ones(2, game.n_actions)
    batch = torch.export.Dim("batch")
    names = ["logits"] if plain.value is None else ["logits", "value"]
    noise = logging.getLogger("torch.onnx")
    level = noise.level
    noise.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = torch.onnx.export(
                plain,
                example,
                input_names=["obs", "mask"],
                output_names=names,
                opset_version=OPSET,
                dynamic_shapes={"obs": {0: batch}, "mask": {0: batch}},
                external_data=False,
                dynamo=True,
                verbose=False,
            )
    finally:
        noise.setLevel(level)
    assert program is not None
    model = program.model_proto
    for part in (model.graph, *model.graph.node, *model.graph.input, *model.graph.output, *model.graph.value_info):
        part.ClearField("metadata_props")  # names and paths of the machine that wrote it
        part.ClearField("doc_string")
    onnx.helper.set_model_props(model, {KEY: json.dumps(meta)})
    onnx.checker.check_model(model, full_check=True)
    path.write_bytes(model.SerializeToString())


def compare(
    runner: Runner, observations: np.ndarray, masks: np.ndarray, logits: np.ndarray, values: np.ndarray | None
) -> float:
    """The largest difference between ONNX Runtime and what is wanted; raises ConfigError beyond the tolerance."""
    got, got_values = runner(observations, masks)
    worst = apart(got, logits) if values is None else max(apart(got, logits), apart(got_values, values))
    one_by_one = [runner(observations[k : k + 1], masks[k : k + 1])[0][0] for k in range(len(observations))]
    worst = max(worst, apart(np.stack(one_by_one), logits))
    if not worst <= TOLERANCE:
        raise ConfigError(f"export: ONNX Runtime differs from the agent by {worst:.1e}, allowed {TOLERANCE:.0e}")
    return worst


def check_choices(logits: np.ndarray, actions: Sequence[int]) -> None:
    """Raise ConfigError where the agent takes another action than that of its largest logit, equal ones aside."""
    for row, action in zip(logits, actions, strict=True):
        if row.max() - row[action] > TOLERANCE * max(1, abs(float(row.max()))):
            raise ConfigError(f"export: the agent takes action {action}, its network prefers {int(row.argmax())}")


def apart(got: np.ndarray | None, wanted: np.ndarray) -> float:
    """The largest difference, relative to numbers beyond 1."""
    assert got is not None
    assert got.shape == wanted.shape
    wide = wanted.astype(float)
    return float((np.abs(got.astype(float) - wide) / np.maximum(np.abs(wide), 1)).max())


def _pairs(game: Game, positions: list, logits: np.ndarray, values: np.ndarray | None) -> dict[str, Any]:
    pairs = []
    for k, (kind, view) in enumerate(positions):
        action = int(logits[k].argmax())
        pairs.append(
            {
                "decision": kind,
                "view": view.to_json(),
                "obs": view.compact.tolist(),
                "mask": view.action_mask.tolist(),
                "logits": short(logits[k]),
                "value": None if values is None else short(values[k : k + 1])[0],
                "action": game.actions.name(action),
            }
        )
    kinds = [kind for kind, _ in positions]
    asked = [d.name for d in game.spec.decisions if d.asks]
    return {
        "tolerance": TOLERANCE,
        "decisions": {name: kinds.count(name) for name in asked if name in kinds},
        "not_met": [name for name in asked if name not in kinds],
        "pairs": pairs,
    }


def _card(agent: Agent, about: dict[str, Any], model: Path, pairs: int, worst: float) -> dict[str, Any]:
    tools = {name: version(name) for name in ("torch", "onnx", "onnxscript", "onnxruntime", "numpy")}
    return {
        "agent": agent.name.partition(":")[0],
        "identity": dict(agent.game.identity),
        "sha256": hashlib.sha256(model.read_bytes()).hexdigest(),
        "checked": {"pairs": pairs, "largest_difference": worst, "tolerance": TOLERANCE},
        "made_with": tools,
        "trained": {name: about[name] for name in TOLD if name in about},
    }


def _readme(game: Game, card: dict[str, Any], template: str) -> str:
    facts = {
        "title": game.spec.title,
        "game": game.spec.id,
        "players": game.num_players,
        "size": game.compact_size,
        "actions": game.n_actions,
        "opset": OPSET,
        "pairs": card["checked"]["pairs"],
        "difference": f"{card['checked']['largest_difference']:.1e}",
        "tolerance": f"{TOLERANCE:.0e}",
        "off": f"{OFF:.0e}".replace("e+0", "e"),
    }
    for name, value in facts.items():
        template = template.replace("{" + name + "}", str(value))
    return template


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
