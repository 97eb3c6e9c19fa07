"""Positions in which little is hidden, so that all deals can be counted."""

from __future__ import annotations

from elderzoo.envs.core.game import State

from .story import battle, mystery, tokens

KINDS = ("investigator", "investigator_2", "cultist", "cultist_2")


def _in_sight(*piles: dict[str, int]) -> dict[str, int]:
    """All tokens but these and the known pools: for the pile of lost tokens."""
    left = {"investigator": 42 - 8, "investigator_2": 8, "cultist": 42 - 8, "cultist_2": 8}
    for cells in piles:
        for kind, n in cells.items():
            left[kind] -= n
    return left


def few_hidden(turn: int, others: dict, pool: dict[str, int], players: int = 3, **fields) -> State:
    """A turn of the Mystery Stage. All tokens but those of ``others`` (seat: tokens) and ``pool`` (the Mystery pool)
    are in sight; seat 0 has an Investigator token."""
    held = {0: {"investigator": 1}} | others
    return mystery(players, turn, tokens=held, lost=_in_sight(pool, *held.values()), **fields)


def few_hidden_in_battle(
    ones: dict[str, int],
    known: dict[str, int],
    pool: dict[str, int],
    hands: dict | None = None,
    deck: dict[str, int] | None = None,
    players: int = 3,
    **fields,
) -> State:
    """Seat 1 acts, against seat 0. Of the tokens ``ones`` of the Ancient One everybody knows ``known``, the Mystery
    pool has ``pool``, the battle decks have ``deck``; everything else lies in sight."""
    held = {0: ones, 1: {"investigator": 3}, **{p: {"cultist": 2} for p in range(2, players)}}
    hidden = {k: n - known.get(k, 0) for k, n in ones.items() if n > known.get(k, 0)}
    hands = {1: {"revolver": 1}} | (hands or {})
    lost = _in_sight(pool, *held.values())
    s = battle(players, acts=1, tokens=held, hidden=hidden, lost=lost, hand=hands, **fields)
    discards = {c["id"]: c["copies"] for c in s.game.content.sections["battle"]}
    for cells in (deck or {}, *hands.values()):
        for name, n in cells.items():
            discards[name] -= n
    return s.edit(discards=discards)


def beside(s: State, p: int, known: dict[str, int] | None = None) -> tuple[str, ...]:
    """Tokens of a seat beside those known of it, one by one."""
    known = known or {}
    return tuple(k for k, n in tokens(s, p).items() for _ in range(n - known.get(k, 0)))
