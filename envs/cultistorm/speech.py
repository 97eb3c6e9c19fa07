"""Decisions, choices and events in words where a number alone says little: the names of Locations and Cultists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import (
    CROWD,
    FOUGHT,
    GREAT,
    INVESTIGATORS,
    LOST,
    LOST_CARDS,
    OF_ABILITY,
    OPTIONAL,
    PAY,
    POOL_ROLLED,
    THINNED,
    VICTIM,
)
from .tables import OPS, SEAL_OF_PLACE
from .words import does, effect, older_of, phrase, plain, symbols

if TYPE_CHECKING:
    from ..core.game import State

GUIDE = """The table: a Location's row names its symbol, its Trophies and its Cultist die; below it stand Cultists from
  the bottom up: #number name (sect): all the symbols that it takes to defeat it now.
Cards: [your symbol in a fight of your own > what a friend gets when you support them (and may decline)]. Supporting
  costs you an Insanity, unless the card says "free"; then you draw a card, unless it says "no draw". "search": counts
  for a search.
A round: the investigators act in turn (take a die, move, search, support, aim with `target`) until all pass; then
  everybody fights what they aimed at: a Cultist is worth a Trophy. Trophies buy abilities and Gate Seals (`learn`) and
  seal Locations; five seals win. The fifth Insanity of anybody, or one Cultist too many, loses the game.
`card NAME` says more of a card, an investigator, a Location or a foe."""

WHY_LOST = {
    "insane": "a mind breaks at the fifth Insanity",
    "great_old_one": "a Great Old One comes through",
    "threshold": "there are too many Cultists",
    "final_act": "a Great Old One was defeated too soon after the Final Act began",
}
SILENT_AT_0 = (LOST_CARDS, POOL_ROLLED, THINNED)


def thing(state: State, vocab: str, index: int, decision: str = "") -> str | None:
    """What number ``index`` of a vocabulary is at this table; None where its label says it all. ``decision`` is what
    is being decided, or "" in an event."""
    game, record = state.game, state.record
    if vocab == "place" and record["location"][index] >= 0:
        return plain(game.labels["location"][record["location"][index]])
    if vocab == "symbol" and decision == "gate_seal" and game.tables["opt_seals"] == SEAL_OF_PLACE:
        return thing(state, "place", index)
    if vocab == "slot":
        return _slot(state, index, decision)
    if vocab == "level" and decision:
        who = int(record["investigator"][state.seat])
        return f"level {index + 1} [{does(game.tables, OF_ABILITY + INVESTIGATORS * index + who)}]"
    return None


def _slot(state: State, index: int, decision: str) -> str:
    game, record = state.game, state.record
    if decision == "choose_self":
        style = "ranged" if game.tables["style"][index] else "melee"
        return f"{plain(game.labels['investigator'][index])} ({style})"
    if decision == "search_depth":
        return f"{index} Items" if index != 1 else "1 Item"
    if decision == "crystal":
        return f"place {index} ({record['crystals'][index]} of {record['gems'][index]} crystals)"
    return foe(state, index, state.seat)


def foe(state: State, slot: int, seat: int) -> str:
    """The Cultist of a slot, or the Great Old One where ``seat`` is."""
    game, record = state.game, state.record
    if slot < CROWD:
        k = int(record["cultist"][slot])
        return f"#{slot} {plain(game.labels['cultist'][k])}" if k >= 0 else f"#{slot}"
    gods = [g for g, x in enumerate(record["god_at"]) if x >= 0 and x == record["at"][seat]]
    return plain(game.labels["god"][older_of(game.tables, gods)]).upper() if gods else "the Great Old One"


def about(state: State, kind: int, seat: int, subject: int, count: int) -> str | None:
    """What a pending decision is about, where the declaration has no word for it."""
    if kind == PAY and subject >= 0:
        record = state.record
        left = "" if count else ": you cannot pay for it all"
        return f"{foe(state, subject, seat)} takes {symbols(record['need'])}{left}"
    if kind == VICTIM and subject >= 0:
        return phrase(tuple(OPS)[subject], count)
    if kind == OPTIONAL and subject >= 0:
        return f"{plain(state.game.labels['source'][subject])}: {effect(state.game.tables, subject, count)}"
    return None


def template(state: State, entry) -> str | None:
    """How to tell an event: None as declared, "" not at all."""
    kind = int(entry[0])
    if kind in SILENT_AT_0 and entry[3] == 0:
        return ""
    if kind == LOST:
        return "the team loses in round {round}: " + WHY_LOST[state.game.labels["ending"][entry[4]]]
    if kind == FOUGHT:
        if entry[3] >= 0:
            return "{seat} fights " + plain(state.game.labels["god"][entry[3]]).upper()
        top = state.record["stack"][0]
        if state.pending == "pay" and top[1] == entry[1] and top[2] != GREAT:
            return "{seat} fights " + foe(state, int(top[2]), int(entry[1]))
    return None
