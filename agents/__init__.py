"""Agents: they act on a view of one seat, never on the state.

from elderzoo import agents
bot = agents.load("search:ms=200", game)
bot.act(state.view(seat=0))
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .base import Agent
from .registry import check, load, names, register

if TYPE_CHECKING:
    from .seat import make_seat
    from .seat_vec import make_seat_vec

# Seat environments need Gymnasium, which not everything here does: imported at first use.
_LAZY = {"make_seat": ".seat", "make_seat_vec": ".seat_vec"}

__all__ = ["Agent", "check", "load", "make_seat", "make_seat_vec", "names", "register"]


def __getattr__(name: str):
    if name in _LAZY:
        return getattr(import_module(_LAZY[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
