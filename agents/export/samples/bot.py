"""The agent of this folder in Python: needs numpy and onnxruntime.

bot = Bot("path/of/this/folder")
bot.choose(view, ["play:a", "pass"])      the name of one of the legal actions

Run as a program it checks the folder: python bot.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime


class Bot:
    """view: what one seat may know, as in golden.json: {"seat": 0, "fields": {name: nested lists, null: hidden}}."""

    def __init__(self, folder: str | Path = Path(__file__).parent):
        self.layout = json.loads((Path(folder) / "layout.json").read_text("utf-8"))
        self.session = onnxruntime.InferenceSession(Path(folder) / self.layout["model"]["file"])
        self.chance = np.random.default_rng()
        self.ids = {name: k for k, name in enumerate(self.layout["actions"])}

    def encode(self, view) -> np.ndarray:
        """The observation, float32 (size,): every field at its place, seats counted from the one that looks."""
        seat, players = view["seat"], self.layout["players"]
        out = []

        def put(f, value, axis, turned):
            if axis == len(f["shape"]):
                kind = f["kind"] if isinstance(f["kind"], str) else f["kind"][len(out) % len(f["kind"])]
                value = f["empty"] if value is None else value
                return out.append((value - seat) % players if kind == "seat" and value >= 0 else value)
            for i in range(f["shape"][axis]):
                at = (seat + i) % players if turned else i
                put(f, None if value is None or (turned and i >= players) else value[at], axis + 1, False)

        obs = np.empty(self.layout["observation"]["size"], np.float32)
        for f in self.layout["observation"]["fields"]:
            out.clear()
            value, owner = view["fields"][f["field"]], f["owner"]
            if owner >= 0:
                value = value[(seat + owner) % players] if owner < players else None
            put(f, value, 0, owner >= 0 and f["seat_axes"] == 2)
            obs[f["start"] : f["start"] + f["size"]] = out
        return obs

    def mask(self, legal) -> np.ndarray:
        """1 for each legal action, float32 (actions,)."""
        out = np.zeros(len(self.ids), np.float32)
        out[[self.ids[name] for name in legal]] = 1
        return out

    def think(self, obs, mask):
        """Logits (actions,), those of illegal actions layout["model"]["illegal_logit"], and the value or None."""
        found: Any = self.session.run(None, {"obs": obs[None], "mask": mask[None]})
        return found[0][0], float(found[1][0]) if len(found) > 1 else None

    def choose(self, view, legal, temperature=0.0) -> str:
        """The likeliest legal action, or one drawn with its probability: 1 as trained, less is sharper."""
        logits, _ = self.think(self.encode(view), self.mask(legal))
        if temperature > 0:
            weights = np.exp((logits.astype(float) - logits.max()) / temperature)
            return self.layout["actions"][self.chance.choice(len(weights), p=weights / weights.sum())]
        return self.layout["actions"][int(logits.argmax())]


def check(folder: str | Path = Path(__file__).parent) -> int:
    """Compare every golden pair; returns how many differ."""
    golden, bot, wrong = json.loads((Path(folder) / "golden.json").read_text("utf-8")), Bot(folder), 0
    for pair in golden["pairs"]:
        obs, mask = bot.encode(pair["view"]), np.array(pair["mask"], np.float32)
        logits, value = bot.think(obs, mask)
        got, wanted = np.array([*logits, value or 0.0]), np.array([*pair["logits"], pair["value"] or 0.0])
        near = (np.abs(got - wanted) <= golden["tolerance"] * np.maximum(1, np.abs(wanted))).all()
        legal = [name for name, flag in zip(bot.layout["actions"], pair["mask"], strict=True) if flag]
        same = (obs == pair["obs"]).all() and bot.choose(pair["view"], legal) == pair["action"]
        wrong += not (near and same)
    print(f"{len(golden['pairs'])} pairs, {wrong} differ")
    return wrong


if __name__ == "__main__":
    sys.exit(check() > 0)
