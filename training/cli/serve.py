"""``elderzoo serve``: games and bots for other front ends, and the table in the browser."""

from __future__ import annotations

from ...agents.service import start
from .options import Parser

EXAMPLES = start.EXAMPLES.partition("\n")[2]


def main(arguments: list[str]) -> int:
    return start.main(arguments, Parser("serve", "Serve games and bots over HTTP and WebSocket.", EXAMPLES))
