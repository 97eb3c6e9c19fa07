"""The layout of a bundle's inputs and outputs as JSON, from the declarations of a game alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...envs.core.encoder import KINDS, Part
from ...envs.core.game import Game
from ..nets import OFF
from ..onnx_agent import FORMAT, MODEL


def layout(game: Game, opset: int, outputs: list[str]) -> dict[str, Any]:
    """Identity, rules and seats; the tensors; each field of an observation with its place; action names by id; the
    names of the vocabularies that categories, axes and actions are of."""
    spec = game.spec
    tensors = {
        "obs": ["batch", game.compact_size],
        "mask": ["batch", game.n_actions],
        "logits": ["batch", game.n_actions],
        "value": ["batch"],
    }
    return {
        "format": FORMAT,
        "identity": dict(game.identity),
        "title": spec.title,
        "players": game.num_players,
        "options": dict(game.options),
        "model": {
            "file": MODEL,
            "opset": opset,
            "type": "float32",
            "inputs": {name: tensors[name] for name in ("obs", "mask")},
            "outputs": {name: tensors[name] for name in outputs},
            "illegal_logit": OFF,
        },
        "observation": {
            "form": "compact",
            "size": game.compact_size,
            "fields": [_field(game, part) for part in game.encoder.parts],
        },
        "actions": list(game.actions),
        "labels": {name: list(labels) for name, labels in game.labels.items()},
    }


def _field(game: Game, part: Part) -> dict[str, Any]:
    """One field of one owner. ``owner``: which seat, counted from the viewer, or -1 for the table. ``shape``: without
    the owner's axis. ``seat_axes``: how many axes of the field in a view are seats. ``kind``, ``lo`` and ``hi``: one
    for all cells, or one for each place of the last axis."""
    f, columns = part.field, game.encoder.columns
    shape = f.shape[1:] if part.owner >= 0 else f.shape
    cells = slice(part.start, part.start + part.size)

    def each(values: np.ndarray) -> Any:
        if len(set(values.tolist())) == 1:
            return values[0].item()
        row = values[: shape[-1]]
        assert (values.reshape(-1, shape[-1]) == row).all(), f.name
        return row.tolist()

    return {
        "field": f.name,
        "block": part.block,
        "owner": part.owner,
        "start": part.start,
        "size": part.size,
        "shape": list(shape),
        "axes": list(f.axes),
        "seat_axes": f.seats,
        "kind": each(np.array(KINDS)[columns["kind"][cells]]),
        "vocab": f.vocab,
        "lo": each(columns["lo"][cells]),
        "hi": each(columns["hi"][cells]),
        "empty": int(f.empty),
        "see": f.see,
        "meaning": f.meaning,
    }
