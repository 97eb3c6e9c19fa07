"""Which positions from outside the rules may be run on: what is under way must hang together."""

from __future__ import annotations

from typing import Any


def problem(t: Any, s: Any) -> str | None:
    """What makes position ``s`` contradict itself, with the field it is in; None where it does not."""
    return None
