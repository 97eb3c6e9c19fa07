"""The mutation command: what it changes, and how it reads what the tests say."""

import ast

import pytest

from elderzoo.benchmarks.mutate import Sources, choose, run_tests

RULES = '''
def helper(s, p):
    """Docstring 1."""
    need(s.count > 1)
    return 1 if s.count[p] > 0 else -1

def legal(s):
    return helper(s, 0) == 1

def apply(s):
    s.count += 1
    s.seat = s.other + 0

def elsewhere(s):
    return s.count < 2
'''


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    return Sources(tmp_path)


def test_what_is_reached_is_changed_but_not_preconditions_or_what_means_nothing(sources):
    found = {(m.function, sources.mutated(m)[1]) for m in choose(sources, 60, seed=1)}
    assert found == {
        ("helper", "s.count[p] > 0  ->  s.count[p] >= 0"),
        ("legal", "helper(s, 0) == 1  ->  helper(s, 0) != 1"),
        ("apply", "s.count += 1  ->  s.count -= 1"),
        ("apply", "1  ->  2"),
        ("apply", "0  ->  1"),
    }


def test_a_mutant_is_one_change_of_the_source(sources):
    before = ast.unparse(ast.parse(RULES)).splitlines()
    for mutant in choose(sources, 60, seed=1):
        after = sources.mutated(mutant)[0].splitlines()
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_the_seed_chooses(sources):
    assert choose(sources, 4, seed=1) == choose(sources, 4, seed=1)
    assert len({tuple(choose(sources, 2, seed)) for seed in range(20)}) > 1


@pytest.mark.parametrize(
    ("body", "outcome"),
    [("pass", "passed"), ("assert 0", "test_it.py::test_it"), ("import time; time.sleep(60)", "timeout")],
)
def test_outcomes_of_a_run(tmp_path, body, outcome):
    (tmp_path / "test_it.py").write_text(f"def test_it():\n    {body}\n", encoding="utf-8")
    assert run_tests(tmp_path, "test_it.py", timeout=1 if outcome == "timeout" else 100) == outcome
