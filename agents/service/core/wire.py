"""Messages as text, and back."""

from __future__ import annotations

import json
from typing import Any

from .. import PROTOCOL
from .errors import ServiceError


def dumps(message: Any) -> str:
    """A message as text, on one line."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def decode(text: str | bytes, largest: int) -> Any:
    """A message from its text; raises ServiceError where it is too large or not JSON."""
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > largest:
        raise ServiceError("too_large", f"{size} bytes, allowed {largest}", limit=largest)
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ServiceError("bad_json", "nested too deeply") from None
    except ValueError as problem:  # UnicodeDecodeError is one
        raise ServiceError("bad_json", " ".join(str(problem).split())[:200]) from None


def error_message(problem: ServiceError, id_: str | None = None) -> dict[str, Any]:
    """A whole error message, for what does not come as far as a request."""
    return {"type": "error", "protocol": PROTOCOL} | ({} if id_ is None else {"re": id_}) | problem.message()


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
