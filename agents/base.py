"""What an agent is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..envs.core.errors import ConfigError, GameOver
from ..envs.core.game import Game, View


class Scores(NamedTuple):
    """What a network thinks of a position: a probability for each action, float64 (n_actions,), 0 where it is illegal;
    and the return it expects for the seat, None where its values need more than the seat can see."""

    probabilities: np.ndarray
    value: float | None


class Agent:
    """Decides for a seat from a :class:`View`, which holds what that seat may know and nothing else.

    Subclasses define ``act``; those that can decide for many rows at once also define
    ``act_batch(observations, masks, seats) -> ids``, with observations (rows, size) in the form named by
    ``form``, int8 masks (rows, n_actions), int16 seats (rows,) and int64 ids (rows,). One that also has to know which
    games the rows are of defines ``act_rows(observations, masks, seats, games) -> ids`` instead, with int64 numbers
    (rows,), and ``forget(games)``, after which other games have these numbers; so has ``reset``.
    """

    form: str = "compact"

    def __init__(self, game: Game, name: str):
        self.game, self.name = game, name

    def reset(self, seed: int) -> None:
        """Forget everything and start the agent's own generator from ``seed``: before a game, or a batch of them."""

    def act(self, view: View) -> int:
        """The id of a legal action for the seat that holds ``view``."""
        raise NotImplementedError

    def options(self, view: View) -> np.ndarray:
        """Ids of the legal actions, int64; raises GameOver, or ConfigError where another seat decides or the
        view is of another game."""
        if view.game is not self.game and view.game.identity != self.game.identity:
            raise ConfigError(f"agent {self.name!r} was loaded for {self.game!r}, the view is of {view.game!r}")
        legal = np.flatnonzero(view.action_mask)
        if len(legal) == 0 and view.to_decide < 0:
            raise GameOver(f"agent {self.name!r}: the game is over")
        if len(legal) == 0:
            raise ConfigError(f"agent {self.name!r}: seat {view.seat} does not decide now, seat {view.to_decide} does")
        return legal

    def __repr__(self):
        return f"<agent {self.name} for {self.game!r}>"


def whole_number(agent: str, field: str, value: int, lo: int, hi: int) -> int:
    """``value`` where it lies in lo..hi; raises ConfigError naming agent and field."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not lo <= value <= hi:
        raise ConfigError(f"agent {agent!r}: {field} is {value!r}, allowed {lo}..{hi}")
    return int(value)
