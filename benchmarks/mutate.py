"""How much the rule tests notice: small changes to a game's rules, one at a time, and whether a test goes red.

    python -m elderzoo.benchmarks.mutate age_of_madness-v0

Comparisons are flipped in whatever `legal` reaches; signs, augmented operators and constants are changed in
whatever `apply` reaches. What stands in `need(...)` is left alone: it says again what the mask says. The tests of
`tests/rules/<game>` run in plain Python on a copy of the checkout, one process at a time.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..envs import load_game
from ..envs.core.errors import ConfigError, ElderZooError
from .speed import about

ROOT = Path(__file__).resolve().parents[1]
RESULTS = Path(__file__).parent / "results" / "mutation"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "runs", "results", "build", "dist", "__pycache__", ".*_cache")

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """One change: ``node`` counts in the order of ``ast.walk``, ``part`` among the operators of a comparison."""

    file: Path
    function: str
    line: int
    node: int
    part: int


class Sources:
    """The rule files of a game as they are when this is made, and their syntax trees."""

    def __init__(self, folder: Path):
        self.texts = {path: path.read_text("utf-8") for path in sorted(folder.glob("rules*.py"))}
        self.trees = {path: ast.parse(text) for path, text in self.texts.items()}
        self.functions = {
            item.name: (path, item)
            for path, tree in self.trees.items()
            for item in tree.body
            if isinstance(item, ast.FunctionDef)
        }

    def reachable(self, entry: str) -> set[str]:
        """Names of the rule functions that ``entry`` calls, itself included."""
        seen, waiting = set(), [entry]
        while waiting:
            name = waiting.pop()
            if name not in seen and name in self.functions:
                seen.add(name)
                waiting += [n.id for n in ast.walk(self.functions[name][1]) if isinstance(n, ast.Name)]
        return seen

    def mutants(self, entry: str, kinds: tuple[type[ast.expr | ast.stmt], ...]) -> list[Mutant]:
        """Every change of a node of ``kinds`` in what ``entry`` reaches, in the order of the sources."""
        wanted = self.reachable(entry)
        found = []
        for path, tree in self.trees.items():
            number = {id(node): k for k, node in enumerate(ast.walk(tree))}
            for function in tree.body:
                if isinstance(function, ast.FunctionDef) and function.name in wanted:
                    for node in _live(function.body):
                        if isinstance(node, kinds):
                            at = (path, function.name, node.lineno, number[id(node)])
                            found += [Mutant(*at, part) for part in range(_parts(node))]
        return found

    def mutated(self, mutant: Mutant) -> tuple[str, str]:
        """The changed source, and what changed in words."""
        tree = ast.parse(self.texts[mutant.file])
        node = next(n for k, n in enumerate(ast.walk(tree)) if k == mutant.node)
        before = ast.unparse(node)
        _change(node, mutant.part)
        return ast.unparse(tree), f"{before}  ->  {ast.unparse(node)}"


def _live(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes of a function's body but docstrings, preconditions and -1, which stands for nothing."""
    for statement in body:
        waiting: list[ast.AST] = [statement]
        while waiting:
            node = waiting.pop(0)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "need":
                continue
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
                continue
            yield node
            waiting += ast.iter_child_nodes(node)


def _parts(node: ast.AST) -> int:
    """In how many ways a node can be changed."""
    if isinstance(node, ast.Compare):
        return sum(type(op) in FLIPPED for op in node.ops)
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and node.right.value == 0:
        return 0  # `x + 0` copies a field: there is no sign to get wrong
    if isinstance(node, ast.AugAssign | ast.BinOp):
        return int(type(node.op) in SIGNS)
    return int(isinstance(node, ast.Constant) and type(node.value) is int)


def _change(node: ast.AST, part: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[part] = FLIPPED[type(node.ops[part])]()
    elif isinstance(node, ast.AugAssign | ast.BinOp):
        node.op = SIGNS[type(node.op)]()
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1


def choose(sources: Sources, number: int, seed: int) -> list[Mutant]:
    """``number`` mutants, half of them of `legal`, half of `apply`; the same for equal seeds and sources."""
    rng = random.Random(seed)
    of_legal = sources.mutants("legal", (ast.Compare,))
    of_apply = sources.mutants("apply", (ast.AugAssign, ast.BinOp, ast.Constant))
    first = rng.sample(of_legal, min(len(of_legal), number // 2))
    return first + rng.sample(of_apply, min(len(of_apply), number - len(first)))


def run_tests(copy: Path, tests: str, timeout: float) -> str:
    """What the rule tests of a copy say: "passed", the name of the first that failed, or "timeout"."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests]
    settings = {"ELDERZOO_JIT": "0", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=os.environ | settings, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    if done.returncode == 0:
        return "passed"
    red = [line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return red[0].partition(" ")[2] if red else f"exit status {done.returncode}"


def mutate(id: str, number: int, seed: int, timeout: float) -> dict:
    """Run the rule tests of a game on mutants of its rules; JSON. Raises ConfigError."""
    spec = load_game(id).spec
    tests = f"tests/rules/{spec.name}"
    if not (ROOT / tests).is_dir():
        raise ConfigError(f"{id}: no folder {tests} here; mutants are run from a checkout")
    sources = Sources(spec.folder)
    rows = []
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copy = Path(shutil.copytree(ROOT, Path(folder) / "checkout", ignore=LEFT_OUT))
        unchanged = run_tests(copy, tests, timeout)
        if unchanged != "passed":
            raise ConfigError(f"{id}: the tests of the unchanged rules do not pass: {unchanged}")
        for mutant in choose(sources, number, seed):
            rows.append(_try(sources, mutant, copy, tests, timeout))
            print("{outcome:8} {file}:{line} {function}: {change}".format(**rows[-1]), flush=True)
    killed = sum(row["outcome"] == "killed" for row in rows)
    result = {"game": spec.id, "seed": seed, "mutants": len(rows), "killed": killed, "share": killed / len(rows)}
    return result | {"rows": rows} | about()


def _try(sources: Sources, mutant: Mutant, copy: Path, tests: str, timeout: float) -> dict:
    """Run the tests on one mutant and put the rules back as they were."""
    file = mutant.file.relative_to(ROOT)
    source, change = sources.mutated(mutant)
    (copy / file).write_text(source, "utf-8")
    result = run_tests(copy, tests, timeout)
    (copy / file).write_text(sources.texts[mutant.file], "utf-8")
    outcome = {"outcome": "survived"} if result == "passed" else {"outcome": "killed", "by": result}
    place = {"file": file.as_posix(), "line": mutant.line, "function": mutant.function, "change": change}
    return place | outcome


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m elderzoo.benchmarks.mutate", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--timeout", type=float, default=120, help="seconds a mutant may take; then it counts as killed"
    )
    args = parser.parse_args(argv)
    try:
        report = mutate(args.game, args.mutants, args.seed, args.timeout)
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"{report['game'].rpartition('-v')[0]}.json"
    file.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(f"{report['killed']} of {report['mutants']} killed ({report['share']:.0%}); {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
