"""Exported agents: ``onnx:PATH``, a bundle of ``elderzoo export`` or its ``model.onnx``, run by ONNX Runtime."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from .base import Agent, Scores
from .cards import differences

MODEL = "model.onnx"
KEY = "elderzoo"  # the entry of the file's metadata that says which game it is for
FORMAT = 1


class Runner:
    """An ONNX file under ONNX Runtime: called with compact observations (rows, size) and masks (rows, n_actions) it
    gives logits float32 (rows, n_actions) and values float32 (rows,), None where the file has none. ``meta`` is what
    the file says of itself. Raises ConfigError where it is damaged, or ONNX Runtime is missing."""

    def __init__(self, path: Path):
        try:
            runtime: Any = import_module("onnxruntime")
        except ModuleNotFoundError as problem:
            raise ConfigError(f"agent 'onnx' needs the package {problem.name!r} of the extra 'onnx'") from None
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the networks are small
        options.log_severity_level = 4
        try:
            self.session = runtime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
            self.meta = json.loads(self.session.get_modelmeta().custom_metadata_map[KEY])
            if self.meta["format"] != FORMAT or not isinstance(self.meta["identity"], dict):
                raise ValueError(f"format {self.meta['format']!r}, this version reads {FORMAT}")
            self.inputs = {x.name: x.shape[1] for x in self.session.get_inputs()}
            self.outputs = [x.name for x in self.session.get_outputs()]
        except Exception as problem:
            # Each fault of a file is an exception of its own: protobuf, the graph, the metadata.
            reason = (str(problem).splitlines() or [""])[0] or type(problem).__name__
            raise ConfigError(f"agent 'onnx': {path} is damaged or no exported agent ({reason})") from None

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        given = {"obs": observations.astype(np.float32), "mask": masks.astype(np.float32)}
        logits, *value = self.session.run(self.outputs, given)
        return logits, value[0] if value else None


class OnnxAgent(Agent):
    """An exported network; takes the likeliest legal action. Raises ConfigError where the file at ``path`` (a bundle or
    its ``model.onnx``) is missing, damaged, or of another game, layout, content, rules or seat count."""

    form = "compact"

    def __init__(self, game: Game, path: str, seed: int = 0):
        super().__init__(game, f"onnx:{path}")
        model = locate(path)
        if not model.is_file():
            raise ConfigError(f"agent 'onnx': there is no file {model}")
        self.runner = Runner(model)
        given = self.runner.meta["identity"]
        differ = differences(given, game)
        if differ:
            raise ConfigError(f"agent 'onnx': the network of {model} is of another game: {', '.join(differ)}")
        wanted = {"obs": game.compact_size, "mask": game.n_actions}
        if self.runner.inputs != wanted or self.runner.outputs[0] != "logits":
            raise ConfigError(f"agent 'onnx': {model} takes {self.runner.inputs}, the game gives {wanted}")

    def act(self, view: View) -> int:
        self.options(view)
        return int(self.act_batch(view.compact[None], view.action_mask[None], np.array([view.seat]))[0])

    def act_batch(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Ids, int64 (rows,), for compact observations."""
        return self.logits(observations, masks, seats).argmax(-1)

    def logits(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What actions are chosen by, float32 (rows, n_actions), illegal ones far below, for compact observations."""
        return self.runner(observations, masks)[0]

    def scores(self, view: View) -> Scores:
        """Probabilities and value of a position in which the view's seat decides. Raises as ``act``."""
        self.options(view)
        logits, values = self.runner(view.compact[None], view.action_mask[None])
        wide = np.where(view.action_mask > 0, logits[0].astype(float), -np.inf)
        shares = np.exp(wide - wide.max())
        return Scores(shares / shares.sum(), None if values is None else float(values[0]))


def locate(path: str | Path) -> Path:
    """The file that ``path`` means: itself, or the model of a bundle."""
    path = Path(path)
    return path / MODEL if path.is_dir() else path
