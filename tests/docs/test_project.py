"""The project as a whole: what the wheel holds, who may import whom, and what does not belong in a file."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# Installed name -> folder, the root package last: {"elderzoo.envs": "envs", …, "elderzoo": "elderzoo"}
PACKAGES: dict[str, str] = dict(sorted(SETTINGS["tool"]["setuptools"]["package-dir"].items(), reverse=True))
FOLDERS = [folder for name, folder in PACKAGES.items() if name != "elderzoo"]
# Modules of optional packages: what needs one of them may fail to import where it is not installed.
OPTIONAL = {"pyspiel", "open_spiel", "fastapi", "starlette", "uvicorn", "pydantic", "websockets", "prometheus_client"}
OPTIONAL |= {"onnx", "onnxruntime", "onnxscript", "ray"}


def sources(*folders: str, root: Path = ROOT) -> list[Path]:
    return sorted(path for folder in folders for path in (root / folder).rglob("*.py"))


def installed_name(path: Path, root: Path = ROOT) -> str:
    """The dotted name a source file is installed under: envs/core/rng.py -> elderzoo.envs.core.rng"""
    parts = list(path.relative_to(root).with_suffix("").parts)
    if parts[0] in FOLDERS:
        parts.insert(0, "elderzoo")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


def run_python(code: str, *arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=cwd, env=variables, capture_output=True, text=True, check=False
    )


# ------------------------------------------------------------------------------------------------------ the wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A wheel and the copy of the sources it was built from, so that nothing is left behind in the checkout."""
    base = tmp_path_factory.mktemp("wheel")
    sources_copy, work = base / "sources", base / "work"  # the second is where setuptools leaves its output
    for folder in PACKAGES.values():
        shutil.copytree(ROOT / folder, sources_copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources_copy)
    shutil.copytree(sources_copy, work)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(base), str(work)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = base.glob("*.whl")
    return wheel, sources_copy


def test_wheel_holds_every_source_and_data_file(built: tuple[Path, Path]) -> None:
    wheel, copy = built
    suffixes = {".py", ".typed", ".toml", ".yaml", ".md", ".json", ".html", ".css", ".js", ".svg", ".safetensors"}
    wanted = set()
    for name, folder in PACKAGES.items():
        for path in (copy / folder).rglob("*"):
            inside = path.relative_to(copy / folder)
            if path.suffix in suffixes and not (folder == "benchmarks" and inside.parts[0] == "results"):
                wanted.add(f"{name.replace('.', '/')}/{inside.as_posix()}")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    missing = sorted(wanted - held)
    assert not missing, "missing from the wheel (a folder without __init__.py?):\n" + "\n".join(missing)
    assert {name.split("/")[0] for name in held if ".dist-info/" not in name} == {"elderzoo"}


IMPORT_ALL = """
import importlib, pkgutil, sys
site, optional = sys.argv[1], set(sys.argv[2].split(","))
# Only the unpacked wheel may answer for elderzoo: neither a checkout nor an editable install.
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
sys.path.insert(0, site)
import elderzoo
names = [m.name for m in pkgutil.walk_packages(elderzoo.__path__, "elderzoo.", onerror=lambda name: None)]
for name in names:
    if name.endswith("__main__"):
        continue
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in optional:
            raise
        continue
    assert module.__file__.startswith(site), (name, module.__file__)
print("\\n".join(names))
"""


def test_every_module_of_the_wheel_imports(built: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, copy = built
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # Plain Python: what is compiled is cached by path, and this path is new each time.
    environment = {"PYTHONPATH": "", "ELDERZOO_JIT": "0"}
    done = run_python(IMPORT_ALL, str(site), ",".join(OPTIONAL), cwd=tmp_path, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = {installed_name(path, copy) for path in sources(*FOLDERS, root=copy)}
    missing = sorted(expected - set(done.stdout.split()))
    assert not missing, "not found in the wheel:\n" + "\n".join(missing)


# ---------------------------------------------------------------------------------------------------- the imports


def imports_of(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Line, absolute dotted name and relative-or-not of each import; `from a import b` gives a.b as well as a."""
    package = installed_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, False
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            target = [*base, *(node.module.split(".") if node.module else [])]
            if node.module:
                yield node.lineno, ".".join(target), bool(node.level)
            for alias in node.names:
                yield node.lineno, ".".join([*target, alias.name]), bool(node.level)


ORDER = ["core", "game", "envs", "agents", "training", "benchmarks", "command line"]


def layer(name: str) -> tuple[str, str]:
    """The layer of a dotted name, and the game if it is one; ("", "") for what has no layer."""
    parts = name.split(".")
    if parts[0] != "elderzoo" or len(parts) < 2 or parts[1] == "configs":
        return "", ""
    if parts[:3] == ["elderzoo", "training", "cli"]:
        return "command line", ""
    if parts[1] == "envs" and len(parts) > 2:
        if parts[2] == "core":
            return "core", ""
        if (ROOT / "envs" / parts[2] / "__init__.py").exists():
            return "game", parts[2]
    return (parts[1], "") if parts[1] in ORDER else ("", "")


def test_imports_run_one_way() -> None:
    wrong = []
    for path in sources(*FOLDERS):
        mine, my_game = layer(installed_name(path))
        for line, name, _ in imports_of(path):
            theirs, their_game = layer(name)
            if not mine or not theirs:
                continue
            if mine in ("core", "game") and name in ("elderzoo.envs", "elderzoo"):
                continue  # the first half of `from .. import core`; the second half is checked by its own name
            upward = ORDER.index(theirs) > ORDER.index(mine)
            if upward or (mine == theirs == "game" and my_game != their_game):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {mine} imports {name} ({theirs})")
    assert not wrong, "\n".join(wrong)


def test_library_imports_itself_relatively() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources("envs", "agents", "training", "configs")
        for line, name, relative in imports_of(path)
        if name.split(".")[0] == "elderzoo" and not relative
    ]
    assert not wrong, "inside the library imports are relative:\n" + "\n".join(wrong)


def test_nothing_imports_the_bare_folder_names() -> None:
    bare = {"envs", "agents", "training", "configs"}
    wrong = []
    for path in sources(*FOLDERS, "tests"):
        forbidden = bare if path.is_relative_to(ROOT / "tests") else bare | {"tests"}
        for line, name, relative in imports_of(path):
            if not relative and name.split(".")[0] in forbidden:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert not wrong, "import elderzoo.<name> instead; the library never imports its tests:\n" + "\n".join(wrong)


def test_only_the_jit_module_imports_numba() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources(*FOLDERS)
        for _, name, _ in imports_of(path)
        if name.split(".")[0] in ("numba", "llvmlite")
    }
    assert users <= {"envs/core/jit.py"}


def test_environments_need_neither_torch_nor_a_web_framework() -> None:
    web = ["fastapi", "starlette", "uvicorn", "flask", "django", "aiohttp", "websockets"]
    heavy = ["torch", "stable_baselines3", *web]
    code = "import sys, elderzoo.envs; print(*(set(sys.argv[1:]) & set(sys.modules)))"
    done = run_python(code, *heavy, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_environments_import_without_numba() -> None:
    code = "import sys; sys.modules['numba'] = None; import elderzoo.envs"
    done = run_python(code, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) <= 1, "one line of warning at most:\n" + done.stderr


# ------------------------------------------------------------------------------------------------------ the files


def project_files() -> list[Path]:
    """What is, or would be, under version control; all files where that cannot be asked."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        skipped = {".venv", ".git", "runs", "build", "dist", "__pycache__"}
        return [path for path in ROOT.rglob("*") if path.is_file() and not skipped & set(path.parts)]
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", errors="replace")


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    folders = "|".join(("home", "work", "tmp", "root", "Users", "opt"))
    pattern = re.compile(rf"(?<![\w.:/$~{{}}<>-])/(?:{folders})/\w")
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in project_files()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if pattern.search(line)
    ]
    assert not wrong, "\n".join(wrong)


def test_constraints_name_exact_versions_and_no_registry() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.]*", pin) for pin in pins)
    project = SETTINGS["project"]
    declared = [*project["dependencies"], *(r for extra in project["optional-dependencies"].values() for r in extra)]
    names = {re.match(r"[a-z0-9-]+", requirement).group() for requirement in declared}  # pyright: ignore[reportOptionalMemberAccess]
    assert names - {project["name"]} <= {pin.split("==")[0] for pin in pins}, "every direct dependency is pinned"
