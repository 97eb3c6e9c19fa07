"""What can be wrong with a request, each with its code, its HTTP status and a title."""

from __future__ import annotations

from typing import Any

from ....envs.core.errors import (
    ConfigError,
    ContentError,
    GameOver,
    HiddenInformation,
    IllegalAction,
    NeedFailed,
    PositionError,
)

# code -> (HTTP status, title)
CODES = {
    "bad_json": (400, "This is not JSON"),
    "bad_message": (400, "The message is not as the protocol says"),
    "unsupported_protocol": (400, "Another version of the protocol is spoken here"),
    "wrong_token": (403, "The token is not of this session"),
    "forbidden": (403, "This is not allowed here"),
    "hidden_information": (403, "The request holds what its seat cannot know"),
    "unknown_game": (404, "There is no such game"),
    "unknown_session": (404, "There is no such session"),
    "unknown_path": (404, "There is nothing at this address"),
    "wrong_method": (405, "This address does not take such requests"),
    "rules_mismatch": (409, "The request is about other rules or cards"),
    "legal_differs": (409, "The legal actions differ"),
    "illegal_action": (409, "The action is not legal now"),
    "not_your_turn": (409, "Another seat decides"),
    "stale": (409, "The game has gone on"),
    "game_over": (409, "The game is over"),
    "id_reused": (409, "The id stands for another request"),
    "too_large": (413, "The message is too large"),
    "bad_config": (422, "The game or the bot cannot be set up so"),
    "bad_position": (422, "The position cannot be used"),
    "too_many_requests": (429, "Too many requests"),
    "busy": (429, "Too much to do"),
    "internal": (500, "The service made a mistake"),
    "stopping": (503, "The service stops"),
}


class ServiceError(Exception):
    """A refusal: a ``code`` of CODES, what exactly is wrong, and more fields of the error message."""

    def __init__(self, code: str, detail: str, **more: Any):
        super().__init__(detail)
        self.code, self.detail, self.more = code, detail, more

    def message(self) -> dict[str, Any]:
        """The error message, without ``re`` and ``protocol``."""
        status, title = CODES[self.code]
        return {"type": "error", "code": self.code, "status": status, "title": title, "detail": self.detail} | self.more


def refusal(problem: Exception) -> ServiceError | None:
    """The refusal that an error of the library means; None for an error nobody made on purpose."""
    text = " ".join(str(problem).split())
    if isinstance(problem, ServiceError):
        return problem
    if isinstance(problem, PositionError):
        return ServiceError("hidden_information" if isinstance(problem, HiddenInformation) else "bad_position", text)
    if isinstance(problem, NeedFailed):
        return ServiceError("bad_position", text)
    if isinstance(problem, IllegalAction):
        return ServiceError("illegal_action", text, field="action")
    if isinstance(problem, GameOver):
        return ServiceError("game_over", text)
    if isinstance(problem, (ConfigError, ContentError)):
        return ServiceError("bad_config", text)
    return None


def short(value: Any) -> str:
    """What a client sent, for an error message."""
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
