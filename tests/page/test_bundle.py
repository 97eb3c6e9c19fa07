"""An exported agent under onnxruntime-web: the JavaScript sample compares every golden pair, under Node."""

import json
import subprocess
from pathlib import Path

import pytest

from elderzoo import envs
from elderzoo.agents.export.bundle import export
from tests.agents.test_export import network

from .conftest import needed

PACKAGE = "onnxruntime-web@1.30.0"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder below which the package is found."""
    folder = tmp_path_factory.mktemp("web")
    command = [needed("npm"), "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def checked(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [needed("node"), folder / "bot.mjs"], capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.full
@pytest.mark.parametrize("kind", ["mlp", "entity"])
def test_onnxruntime_web_computes_the_golden_pairs(kind: str, packages: Path) -> None:
    folder = packages / kind
    export(network(envs.load_game("age_of_madness-v0", 3), kind=kind), folder)
    assert checked(folder) == (0, "64 pairs, 0 differ\n")
    golden = json.loads((folder / "golden.json").read_text(encoding="utf-8"))
    first, second, third = golden["pairs"][:3]
    first["logits"] = [x + 3e-5 for x in first["logits"]]
    second["obs"][0] += 1
    third["value"] += 3e-5
    (folder / "golden.json").write_text(json.dumps(golden), encoding="utf-8")
    assert checked(folder) == (1, "64 pairs, 3 differ\n")
