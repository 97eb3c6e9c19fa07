"""Clients generated from the OpenAPI document: a Python package that plays, types that TypeScript accepts and a sample
that plays with them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from elderzoo.envs import load_game

from .test_transports import Running

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "samples" / "typescript"
GAMES = ("kuhn-v0", "age_of_madness-v0")

pytestmark = pytest.mark.full


def node_tool(name: str) -> str:
    """A command of a Node.js package: of this environment's folder ``node``, or of the machine."""
    own = Path(sys.prefix) / "node" / "node_modules" / ".bin" / name
    found = str(own) if own.exists() else shutil.which(name)
    if found is None or shutil.which("node") is None:
        pytest.skip(f"{name} of Node.js is not installed")
    return found


def done(*command: str | Path, **more) -> str:
    """The output of a command that must succeed."""
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, **more)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-4000:]
    return ran.stdout


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    made = Running(games=())
    yield made
    made.stop()


@pytest.fixture(scope="module")
def document(running: Running, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OpenAPI document of all games."""
    file = tmp_path_factory.mktemp("openapi") / "openapi.json"
    file.write_text(json.dumps(running.http.fetch("GET", "/openapi.json")[1]), "utf-8")
    return file


@pytest.mark.parametrize("id", GAMES)
def test_a_generated_python_client_plays(running: Running, document: Path, tmp_path: Path, id: str) -> None:
    pytest.importorskip("openapi_python_client")
    package = tmp_path / "package"
    generate = [sys.executable, "-m", "openapi_python_client", "generate", "--path", document, "--output-path", package]
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # it formats what it writes
    said = done(*generate, "--fail-on-warning", env=os.environ | {"PATH": tools})
    assert "Generating" in said
    path = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    told = json.loads(
        done(sys.executable, HERE / "generated_game.py", running.http.url, id, env=os.environ | {"PYTHONPATH": path})
    )
    game = load_game(id)
    assert told["known"] == list(game.actions)
    state = game.new(5)
    for action in told["actions"]:
        state.step(action)
    assert state.is_over
    assert told["returns"] == state.returns.tolist()
    assert told["seq"] == len(told["actions"])
    assert told["acts"] > 0
    assert told["refused"] == "unknown_game"
    assert set(told["moves"]) <= set(game.actions)


@pytest.fixture
def typed(document: Path, tmp_path: Path) -> Path:
    """The sample for TypeScript with generated types beside it."""
    folder = tmp_path / "typescript"
    shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("node_modules", "built", "elderzoo.d.ts"))
    flags = json.loads((SAMPLE / "package.json").read_text("utf-8"))["scripts"]["types"].split()[2:]
    done(node_tool("openapi-typescript"), document, *flags, cwd=folder)
    return folder


def test_generated_types_hold_a_client(typed: Path) -> None:
    compiler, source = node_tool("tsc"), (typed / "play.ts").read_text("utf-8")
    done(compiler, "--noEmit", "-p", typed)
    for right, wrong in (("session, token, action:", "session, action:"), ("last.seq,", "last.sequence,")):
        assert right in source
        (typed / "play.ts").write_text(source.replace(right, wrong), "utf-8")
        ran = subprocess.run([compiler, "--noEmit", "-p", typed], capture_output=True, text=True, check=False)
        assert ran.returncode != 0, f"{wrong} was taken"


@pytest.mark.parametrize("id", GAMES)
def test_the_typescript_sample_plays(running: Running, typed: Path, id: str) -> None:
    done(node_tool("tsc"), "-p", typed, "--noEmit", "false", "--outDir", typed / "built")
    told = json.loads(done("node", typed / "built" / "play.js", running.http.url, id, cwd=typed))
    assert told["game"] == id
    assert told["acts"] > 0
    assert sum(told["returns"]) == pytest.approx(0)
