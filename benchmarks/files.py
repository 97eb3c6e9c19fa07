"""Results are written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_json(path: Path, data: Any, indent: int | None = None) -> None:
    """Store JSON in a file, in a folder that is made where there is none; an older file stands until then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(data, indent=indent) + "\n", "utf-8")
    os.replace(partial, path)
