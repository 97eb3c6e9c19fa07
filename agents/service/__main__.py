"""``python -m elderzoo.agents.service``: the service, over HTTP and WebSocket or with ``--stdio``."""

from .start import main

if __name__ == "__main__":
    raise SystemExit(main())
