"""Exceptions of the library. They leave the game they were raised for unchanged, but for EngineError in a batch."""


class ElderZooError(Exception):
    """Base class of every error this library raises on purpose."""


class ConfigError(ElderZooError, ValueError):
    """A wrong game id, seat count, option, agent name or setting; the message names it."""


class ContentError(ElderZooError, ValueError):
    """A card file that cannot be used; the message names file, card, field and reason."""


class PositionError(ElderZooError, ValueError):
    """A position (JSON, bytes, edit) that cannot be used; the message names the field."""


class HiddenInformation(PositionError):
    """A view that holds what its seat cannot know; the message names the field."""


class IllegalAction(ElderZooError, ValueError):
    """An action that the rules do not allow now; the message names seat, phase and action."""


class NotStarted(ElderZooError, RuntimeError):
    """An environment was used before ``reset``."""


class GameOver(ElderZooError, RuntimeError):
    """A finished game was stepped."""


class NeedFailed(ElderZooError, AssertionError):
    """A precondition stated by ``need`` in a game's rules did not hold (plain mode only)."""


class EngineError(ElderZooError, RuntimeError):
    """The row reports an error of its own: full stack, impossible or left-over forced outcome."""
