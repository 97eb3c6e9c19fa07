"""Starting the service from options: used by ``elderzoo serve``, ``elderzoo bot --stdio`` and ``python -m``."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from ...envs.core.errors import ConfigError
from .core.limits import Rate
from .core.service import Service, Settings

EXAMPLES = """examples:
  elderzoo serve                                        the table in the browser, at http://127.0.0.1:8000
  elderzoo serve --host 0.0.0.0 --port 80 --no-open     for others; hidden cards stay hidden there
  elderzoo serve --games cultistorm-v0 --origins https://my.site
  elderzoo serve --models mine=sb3:runs/best --state none
"""


def default_state() -> Path:
    """Where sessions are kept unless told otherwise."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "elderzoo" / "sessions"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a service, whatever its transport."""
    add = parser.add_argument
    add("--games", metavar="A,B", default="", help="games to offer (all)")
    add(
        "--models", metavar="NAME=AGENT", nargs="+", action="extend", default=[], help="trained agents clients may name"
    )
    add("--content", metavar="NAME=FILE", nargs="+", action="extend", default=[], help="card files clients may name")
    add("--state", metavar="DIR", help="where sessions are kept; none to keep nothing (%(default)s)")
    add(
        "--debug",
        action=argparse.BooleanOptionalAction,
        help="open games: all cards can be seen (on this machine: yes)",
    )
    add("--threads", metavar="N", type=int, default=0, help="threads that think (one a core)")
    add("--queue", metavar="N", type=int, default=256, help="requests that may wait (256)")
    add("--rate", metavar="N", type=float, default=100.0, help="requests a second of one client, 0 for no limit (100)")
    add("--keys", metavar="FILE", help="lines KEY RATE BURST: clients with an X-API-Key")
    add("--keys-required", action="store_true", help="answer nobody else")
    add("--sessions", metavar="N", type=int, default=2000, help="sessions at a time (2000)")
    add("--lifetime", metavar="HOURS", type=float, default=24.0, help="how long an untouched session is kept (24)")


def settings(args: argparse.Namespace, local: bool) -> Settings:
    """What the options ask for; raises ConfigError."""
    for name in ("threads", "queue", "rate", "sessions", "lifetime"):
        if getattr(args, name) < (1 if name in ("queue", "sessions") else 0):
            raise ConfigError(f"--{name} is {getattr(args, name)}: too small")
    state = default_state() if args.state is None else None if args.state == "none" else Path(args.state)
    return Settings(
        games=tuple(g.strip() for g in args.games.split(",") if g.strip()),
        models=_pairs("--models", args.models),
        contents={name: Path(path) for name, path in _pairs("--content", args.content).items()},
        debug=local if args.debug is None else args.debug,
        state=state,
        threads=args.threads,
        queue=args.queue,
        rate=Rate(args.rate, 4 * args.rate),
        keys=_keys(args.keys),
        keys_required=args.keys_required,
        sessions=args.sessions,
        lifetime=args.lifetime * 3600,
    )


def _pairs(option: str, words: Sequence[str]) -> dict[str, str]:
    out = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise ConfigError(f"{option} {word!r}: expected NAME=VALUE")
        out[name] = value
    return out


def _keys(path: str | None) -> dict[str, Rate]:
    if path is None:
        return {}
    out = {}
    for n, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                key, rate, burst = line.split()
                out[key] = Rate(float(rate), float(burst))
            except ValueError:
                raise ConfigError(f"--keys {path!r}, line {n}: expected KEY RATE BURST") from None
    return out


def is_local(host: str) -> bool:
    """Whether only this machine can connect."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def main(arguments: Sequence[str] | None = None, parser: argparse.ArgumentParser | None = None) -> int:
    """Run the server until it is stopped; raises ConfigError for wrong options."""
    parser = parser or argparse.ArgumentParser(
        "elderzoo serve", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port (8000), 0 for any free one")
    parser.add_argument("--origins", metavar="A,B", default="", help="sites whose pages may use the service, * for all")
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, help="open the table in a browser")
    add_options(parser)
    args = parser.parse_args(arguments)
    return serve(args)


def serve(args: argparse.Namespace) -> int:
    """Listen, say where and what was kept, serve, say what is kept."""
    import uvicorn

    from .http import build

    service = Service(settings(args, is_local(args.host)))
    origins = [o.strip() for o in args.origins.split(",") if o.strip()]
    config = uvicorn.Config(
        build(service, origins, lambda: _stopped(service)),
        host=args.host,
        port=args.port,
        log_level="warning",
        ws_max_size=4 * service.settings.largest,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    socket = config.bind_socket()
    host, port = socket.getsockname()[:2]
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    print(f"elderzoo: {url}", flush=True)
    service.when_ready(lambda: _started(service, url, args.open))
    server.run([socket])
    return 0


def _started(service: Service, url: str, browser: bool | None) -> None:
    print(f"elderzoo: ready; {service.kept()}", file=sys.stderr, flush=True)
    if browser or (browser is None and sys.stdout.isatty() and os.environ.get("DISPLAY")):
        webbrowser.open(url)


def _stopped(service: Service) -> None:
    print(f"elderzoo: stopped; {service.left()}", file=sys.stderr, flush=True)


def stdio(args: argparse.Namespace) -> int:
    """Answer lines of standard input until it ends; everything else goes to standard error."""
    from .stdio import serve as serve_lines

    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # whatever else prints must not end up between the messages
    service = Service(settings(args, True))
    service.when_ready(lambda: print(f"elderzoo: ready; {service.kept()}", file=sys.stderr, flush=True))
    service.warm()
    serve_lines(service, out=out)
    service.stop()
    _stopped(service)
    return 0
