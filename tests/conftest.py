"""Settings of every test run; at its end the files that took longest, and the list, by name, of what was left out."""

import os

# Set before anything that starts threads or opens a window is imported. One numerical thread a process: the runs
# themselves are spread over processes.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from collections import Counter

import hypothesis
import pytest

# The same examples in each run: a failure is found again by running the test again.
hypothesis.settings.register_profile("elderzoo", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("elderzoo")

LONG = 60.0  # seconds of tests, from which on a run says where they went
SHOWN = 25  # files

_left_out = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_left_out] = []


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Note the tests marked `full` that the choice `-m "not full"` leaves out."""
    for item in items:
        if item.get_closest_marker("full"):
            item.config.stash[_left_out].append(item.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under pytest-xdist the workers choose the tests; they hand their list to the process that reports."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = session.config.stash[_left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error) -> None:
    """Every worker collects all tests, so the lists are equal and one is enough."""
    handed_over = getattr(node, "workeroutput", {}).get("left_out", [])
    if handed_over:
        node.config.stash[_left_out] = handed_over


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    """Print where the time went, and what was not run: one line a test function with the number of its cases."""
    took: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                took[report.nodeid.partition("::")[0]] += report.duration
    if sum(took.values()) > LONG:
        terminalreporter.section("files that took longest")
        for file, seconds in took.most_common(SHOWN):
            terminalreporter.write_line(f"{seconds:6.0f} s  {file}")
    cases = Counter(nodeid.partition("[")[0] for nodeid in config.stash[_left_out])
    if not cases:
        return
    terminalreporter.section("not run (marked full; `make test-full` runs them)")
    previous = ""
    for nodeid, count in sorted(cases.items()):
        file, _, name = nodeid.partition("::")
        if file != previous:
            terminalreporter.write_line(file)
            previous = file
        terminalreporter.write_line(f"    {name}" + (f" ({count} cases)" if count > 1 else ""))
