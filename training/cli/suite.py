"""``elderzoo suite``: the benchmark suite's tasks, their runs, and the table."""

from __future__ import annotations


def main(words: list[str]) -> int:
    from ...benchmarks.suite.__main__ import command

    return command(words)
