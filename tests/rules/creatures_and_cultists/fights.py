"""Attacks that most stories of fights begin with, and the dice they need.

Every skill is 10 unless told. The Bouncer (place 0) attacks with Harsh Language against 13 and defends against 7; the
Night Librarian (place 7) calls a Deep One against 13, which is survived under 10. At three seats the stars favour
seat 2, which has no part in it.
"""

from elderzoo.envs.core.game import State

from .story import dice, play, table

HIT, MISS = "444", "554"  # 12 and 14, of an attacker
HOLD, FALL = "222", "444"  # 6 and 12, of a defender
SPOOGE, BOOF = "112", "665"


def cultists(*places: int, seat: int = 1) -> list[str]:
    """Actions that name those cultists, of the cult that sits so many seats to the right."""
    return [f"cultist:{c}>seat+{seat}" for c in places]


def ready(card: str, players: int = 3, hand: dict | None = None, **fields) -> State:
    """Seat 0's turn with ``card`` in its hand."""
    hand = hand or {}
    return table(players, hand=hand | {0: {card: 1} | hand.get(0, {})}, **fields)


def beat(*throws: str, card: str = "harsh_language", source: int = 0, targets=(0,), **given) -> State:
    """Seat 0 attacks cultists of seat 1 with a Thuggery card."""
    s = dice(ready(card, **given), *throws)
    return play(s, f"play:{card}", f"cultist:{source}>seat+0", *cultists(*targets))


def summon(*throws: str, card: str = "deep_one", source: int = 7, target: int = 0, **given) -> State:
    """Seat 0 attacks a cultist of seat 1 with a monster."""
    return beat(*throws, card=card, source=source, targets=(target,), **given)


def number(s: State) -> int:
    """What the last roll had to be at or under, also below 0."""
    return int(s.record["number"])


def symbol(s: State, p: int, row: int, place: int) -> int:
    """Whose Cult Symbol is on a cultist; -1 nobody's."""
    return int(s.record["mark"][p, row, place])
