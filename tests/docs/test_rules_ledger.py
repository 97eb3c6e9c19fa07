"""Every function and test that a RULES.md names exists, every line has a state, and no ruling is left open."""

import ast
import re
from pathlib import Path

import pytest

from elderzoo import envs

ROOT = Path(__file__).parents[2]
STATES = ("done", "simplified", "left out")


def ledgers():
    return [envs.spec(id).folder / "RULES.md" for id in envs.games()]


def functions(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def rows(ledger):
    """Lines of tables that end in a state: (line number, cells)."""
    for n, line in enumerate(ledger.read_text(encoding="utf-8").splitlines(), 1):
        cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) >= 4 and not set(line) <= set("|-: ") and cells[-1] != "State":
            yield n, cells


@pytest.mark.parametrize("ledger", ledgers(), ids=lambda p: p.parent.name)
def test_every_line_has_a_state_and_done_lines_a_function_and_a_test(ledger):
    found = list(rows(ledger))
    assert len(found) > 20
    for n, cells in found:
        state = cells[-1]
        assert state.startswith(STATES), f"line {n}: {state!r}"
        if state.startswith("done"):
            assert "`" in cells[-3], f"line {n}: no function"
            assert "::test_" in cells[-2], f"line {n}: no test"
        else:
            assert ":" in state, f"line {n}: {state!r} gives no reason"


@pytest.mark.parametrize("ledger", ledgers(), ids=lambda p: p.parent.name)
def test_named_functions_and_tests_exist(ledger):
    text, game = ledger.read_text(encoding="utf-8"), ledger.parent
    tests = ROOT / "tests" / "rules" / game.name
    named = re.findall(r"`((?:rules|tables|state|actions)\w*)\.(\w+)`", text)
    assert len(named) > 20
    for module, function in named:
        assert function in functions(game / f"{module}.py"), f"{module}.{function}"
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", text)
    assert len(named) > 20
    for file, function in named:
        assert function in functions(tests / file), f"{file}::{function}"


@pytest.mark.parametrize("ledger", ledgers(), ids=lambda p: p.parent.name)
def test_every_option_is_explained(ledger):
    text = ledger.read_text(encoding="utf-8")
    for option in envs.spec(envs.games()[[p.parent.name for p in ledgers()].index(ledger.parent.name)]).options:
        assert f"`{option.name}" in text, option.name
