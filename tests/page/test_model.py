"""The modules of the page that need no browser, under node: positions go in, panels and actions come out."""

import json
import re
import shutil
import subprocess

import numpy as np

from elderzoo import envs
from elderzoo.agents.service.page import FOLDER
from elderzoo.agents.service.page.sheet import sheet, words

from .conftest import GAMES, needed


def positions(name: str) -> dict:
    """A game's sheet, its actions by their parts, and what is seen and may be done at some positions."""
    game = envs.load_game(f"{name}-v0")
    state, rng = game.new(8), np.random.default_rng(2)
    views, legal = [], []
    for k in range(60):
        if state.is_over:
            break
        if k % 12 == 0:
            for viewer in range(game.num_players):
                seen = state.view(viewer).to_json()["fields"]
                views.append({"viewer": viewer, "fields": seen, "words": words(state, viewer)})
        if k % 4 == 0:
            seen = state.view(state.seat).to_json()["fields"]
            view = {"fields": seen, "words": words(state, state.seat)}
            legal.append({"view": view, "seat": state.seat, "names": state.legal_names()})
        state.step(int(rng.choice(np.flatnonzero(state.legal()))))
    return {"name": name, "sheet": sheet(game), "views": views, "legal": legal, "actions": actions(game)}


def actions(game) -> list[dict]:
    table, out = game.spec.actions, []
    for a, row in enumerate(table.rows()):
        block = table.blocks[row[0]]
        values = {arg: int(row[1 + table.arguments.index(arg)]) for arg in block.args}
        offset = values.pop("seat", None)
        named = {arg: game.labels[arg][k] for arg, k in values.items()}
        out.append({"name": game.actions.name(a), "args": named, "offset": offset})
    return out


def test_model(tmp_path):
    node = needed("node")
    for path in FOLDER.glob("*.js"):
        shutil.copy(path, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "positions.json").write_text(json.dumps([positions(name) for name in GAMES]))
    shutil.copy(FOLDER.parents[2] / "tests" / "page" / "model.test.mjs", tmp_path)
    done = subprocess.run([node, "--test", tmp_path / "model.test.mjs"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-6000:]
    assert sum(map(int, re.findall(r"^# pass (\d+)$", done.stdout, re.MULTILINE))) > 60


def test_a_public_view_is_drawn_too():
    """The words of everybody's view have no line of a hidden field."""
    state = envs.load_game("cthulhus_vault-v0").new(1)
    assert all("stories" not in said and "sure" not in said for said in words(state, "public")["seats"])
