"""Sessions on disk: one file each, a line for how it began and one for every action and every change of who sits.

The record of a game is its seed, its options, its cards and the actions by name, so a session is read back by playing
it again. A last line cut short by a crash is left out.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERSION = 1


class Store:
    """Session files in ``folder``; None keeps nothing."""

    def __init__(self, folder: Path | None):
        self.folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.failed = 0

    def __bool__(self) -> bool:
        return self.folder is not None

    def begin(self, id: str, head: dict[str, Any]) -> None:
        """Write how a session began."""
        self._write(id, {"version": VERSION} | head)

    def add(self, id: str, line: dict[str, Any]) -> None:
        """Add an action or a change."""
        self._write(id, line)

    def remove(self, id: str) -> None:
        """Forget a session."""
        if self.folder is not None:
            self._path(id).unlink(missing_ok=True)

    def report(self, line: dict[str, Any]) -> None:
        """Keep how a game of somebody's against a bot ended."""
        self._write("reports", line | {"at": int(time.time())}, ".json")

    def read(self) -> Iterator[tuple[str, float, list[dict[str, Any]] | None]]:
        """Every session: its id, when it was written last, and its lines; None where they cannot be read."""
        if self.folder is None:
            return
        for path in sorted(self.folder.glob("*.jsonl")):
            try:
                yield path.stem, path.stat().st_mtime, _lines(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                yield path.stem, time.time(), None

    def _path(self, id: str, end: str = ".jsonl") -> Path:
        assert self.folder is not None
        return self.folder / f"{id}{end}"

    def _write(self, id: str, line: dict[str, Any], end: str = ".jsonl") -> None:
        if self.folder is None:
            return
        try:
            descriptor = os.open(self._path(id, end), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(descriptor, (json.dumps(line, separators=(",", ":")) + "\n").encode())
            finally:
                os.close(descriptor)
        except OSError as problem:
            self.failed += 1
            if self.failed == 1:
                print(f"elderzoo: sessions are not kept any more: {problem}", file=sys.stderr)


def _lines(text: str) -> list[dict[str, Any]]:
    """The lines of a file; raises ValueError where one but an unfinished last one is damaged."""
    *whole, last = text.split("\n")
    lines = [json.loads(line) for line in whole]
    if last:
        print(f"elderzoo: an unfinished line is left out: {last[:60]}", file=sys.stderr)
    if not lines or lines[0].get("version") != VERSION or not all(isinstance(x, dict) for x in lines):
        raise ValueError
    return lines
