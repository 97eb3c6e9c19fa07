"""Opponents for other front ends: one protocol of JSON messages over HTTP, WebSocket and lines of text.

``core`` knows games, bots and sessions and no network; ``http`` puts it behind a web server and ``stdio`` behind
standard input and output. ``python -m elderzoo.agents.service --help`` starts either.
"""

PROTOCOL = 1
