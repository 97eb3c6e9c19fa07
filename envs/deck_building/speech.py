"""Decisions, choices and events in words where a number alone says little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import words
from .state import AMOUNT, CALMED, CURSED, DEVOURED, DROPPED, GOD_SLOTS, HEALED, MENDED, MOXIE_MADE, TOUGHEST, WHOM
from .tables import CALM, NERVE, SCARE
from .words import does, plain, price

if TYPE_CHECKING:
    from ..core.game import State

GUIDE = """A round: in your Planning turn play cards for Moxie, then buy cards (they come into your hand) or heal; what
  is left is lost. `to final` ends the buying: bought cards can then be played, armor for example, but buy nothing.
  In Combat the Elder Gods, a Mythos card and the Minions act; then play the cards you kept and hit.
  Cards are shown with what they do in brackets; those on sale with their price. "The first" had the first turn of
  the round; "the weakest" has the least health left, "the sturdiest" the most (sanity where it costs sanity).
The team wins when no Elder God has health left, and loses when nobody is left: 0 health or 0 sanity kills.
`card NAME` says more of a card, an investigator or a foe."""

# Events that are not told where this number of them is 0.
SILENT_AT_0 = {DROPPED: 3, CURSED: 3, HEALED: 3, CALMED: 3, MENDED: 4, DEVOURED: 4}


def thing(state: State, vocab: str, index: int, decision: str = "") -> str | None:
    """What number ``index`` of a vocabulary is at this table; None where its label says it all. ``decision`` is what
    is being decided, or "" in an event."""
    game, record = state.game, state.record
    t, labels = game.tables, game.labels
    if vocab == "place" and record["god"][index] >= 0:
        return f"{plain(labels['god'][record['god'][index]]).upper()} ({record['god_health'][index]} health)"
    if vocab == "slot" and decision == "clean" and record["market"][index] >= 0:
        return plain(labels["card"][record["market"][index]])
    if vocab == "slot" and decision == "dispel":
        there = [k for k, n in enumerate(record["permanent"]) if n]
        return plain(labels["mythos"][there[index]]) if index < len(there) else None
    if vocab == "health" and decision == "wounded":
        return f"one with {index + 1} health"
    if vocab == "minion" and decision in ("target", "minion"):
        left = "/".join(str(h + 1) for h, n in enumerate(record["minions"][index]) if n)
        return f"{plain(labels['minion'][index])} ({left} health)"
    if vocab == "card" and decision in ("plan", "combat", "gain"):
        cost = price(t, index, record["dear"], record["cheap"])
        on_sale = f"for {cost} " if index in record["market"] and not record["hand"][state.seat, index] else ""
        return f"{plain(labels['card'][index])} {on_sale}[{does(t, labels, index)}]"
    return None


def about(state: State, kind: int, seat: int, subject: int, count: int) -> str | None:
    """What a pending decision is about, where the declaration has no word for it."""
    if kind == WHOM and subject >= 0:
        said = f"{plain(state.game.labels['source'][subject])}: {does(state.game.tables, state.game.labels, subject)}"
        return f"{said}; {_left(state, int(state.game.tables['op'][subject, count]))}"
    if kind != AMOUNT or subject < 0:
        return None
    if subject < GOD_SLOTS:
        return thing(state, "place", subject)
    minion, health = divmod(subject - GOD_SLOTS, TOUGHEST)
    return f"{plain(state.game.labels['minion'][minion])}, {health + 1} health"


def _left(state: State, op: int) -> str:
    """What the living have left of what an operation is about."""
    track, record = "sanity" if op in (CALM, NERVE, SCARE) else "health", state.record
    alive = (p for p in range(state.game.num_players) if not record["dead"][p])
    return f"{track} left: " + ", ".join(f"player_{p} {record[track][p]}" for p in alive)


def card_effect(row: dict) -> str:
    """One effect of a card file in words."""
    return words.effect(row["op"], row["amount"], bool(row["each"]), row["who"], row["minion"])


def template(state: State, entry) -> str | None:
    """How to tell an event: None as declared, "" not at all."""
    kind = int(entry[0])
    if kind == MOXIE_MADE:
        spent, lost = int(entry[3]), int(entry[4])
        if not spent and not lost:
            return "{seat} ends the turn"
        return None if lost else "{seat} ends the turn: {count} Moxie spent"
    if kind in SILENT_AT_0 and entry[SILENT_AT_0[kind]] == 0:
        return ""
    return None
