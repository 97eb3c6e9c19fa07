"""A person at a terminal."""

from __future__ import annotations

from collections.abc import Callable

from ..envs.core.game import Game, View
from .base import Agent


class Human(Agent):
    """Shows the table as the seat sees it, lists the legal actions by number and asks for one.

    An answer is a number of the list, an action's name, or the beginning of exactly one name.
    EOFError and KeyboardInterrupt pass through: the caller ends the game.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        show_table: bool = True,
    ):
        super().__init__(game, "human")
        self._read, self._write, self._show_table = read, write, show_table

    def act(self, view: View) -> int:
        legal = self.options(view)
        names = [self.game.actions.name(a) for a in legal]
        if self._show_table:
            self._write(view.text())
        self._write("\n".join(f"{k + 1:>3}  {name}" for k, name in enumerate(names)))
        while True:
            answer = self._read(f"seat {view.seat}, your choice (1-{len(names)}): ").strip()
            place = find(answer, names)
            if place is not None:
                return int(legal[place])
            self._write(f"{answer!r} is neither a number of the list nor the beginning of exactly one name")


def find(answer: str, names: list[str]) -> int | None:
    """The place in ``names`` that ``answer`` means, or None."""
    if answer.isdecimal():
        return int(answer) - 1 if 1 <= int(answer) <= len(names) else None
    if answer in names:
        return names.index(answer)
    begun = [k for k, name in enumerate(names) if answer and name.startswith(answer)]
    return begun[0] if len(begun) == 1 else None
