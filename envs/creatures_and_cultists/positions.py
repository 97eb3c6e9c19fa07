"""Which positions from outside the rules may be run on: what is under way must hang together.

Rules look cultists and cards up by what lies on the stack; a position that contradicts itself would send them
to places that do not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rules_attack import DEFENDED, DONE, ROLLED_ATTACK
from .rules_cards import EFFECTS_FROM
from .rules_rounds import HANDS_FULL, SPENT_TURN
from .state import (
    ATTACKER,
    BLUFF,
    CLEANSE,
    COUNTER,
    COUNTERER,
    CULT,
    DODGE,
    ELDER_SIGN,
    FIRST_TASK,
    IN_ATTACK,
    IN_CARD,
    IN_DEATH,
    IN_MONDO,
    IN_ROLL,
    IN_ROUND,
    IN_SUMMONING,
    KILL,
    MONDO,
    PLACES,
    RAISE,
    ROW,
    ROWS,
    SACRIFICE,
    SEATS,
    SIDESTEP,
    SPEND,
    STARS,
    TARGET,
    TARGETS,
    TURN,
    VICTIM,
)
from .tables import CONJURING_CARD, EFFECTS, THUGGERY_CARD

# What an entry of the stack may lie on; -1 is the bottom.
LIES_ON = {
    TURN: (-1,),
    IN_ROUND: (-1,),
    MONDO: (IN_MONDO,),
    STARS: (IN_ROUND, STARS),
    ATTACKER: (IN_ATTACK,),
    CULT: (TARGET,),
    ROW: (TARGET,),
    TARGET: (IN_ATTACK,),
    SPEND: (IN_ROLL,),
    DODGE: (IN_ATTACK,),
    SIDESTEP: (IN_ATTACK,),
    ELDER_SIGN: (IN_ATTACK, IN_CARD),
    BLUFF: (IN_DEATH,),
    COUNTER: (IN_ATTACK,),
    COUNTERER: (IN_ATTACK,),
    VICTIM: (IN_CARD,),
    KILL: (IN_CARD,),
    SACRIFICE: (IN_CARD,),
    RAISE: (IN_CARD,),
    CLEANSE: (IN_CARD,),
    IN_MONDO: (TURN, IN_ROUND, IN_MONDO),
    IN_ATTACK: (TURN,),
    IN_CARD: (TURN, IN_MONDO),
    IN_DEATH: (IN_ATTACK, IN_CARD, IN_DEATH, KILL, SACRIFICE),
    IN_SUMMONING: (TURN,),
    IN_ROLL: (IN_ATTACK, IN_CARD, IN_SUMMONING),
}
# Highest count of an entry, where it is not 0: stages, targets named before, choices left.
MOST = {
    TURN: SPENT_TURN,
    IN_ROUND: HANDS_FULL,
    IN_ATTACK: DONE,
    IN_CARD: EFFECTS_FROM + EFFECTS * SEATS,
    IN_DEATH: SEATS,
    IN_SUMMONING: 1,
    TARGET: TARGETS - 1,
    SPEND: 100,
    KILL: PLACES,
    SACRIFICE: PLACES,
    RAISE: PLACES,
    CLEANSE: 100,
}
CHOICES = (KILL, SACRIFICE, RAISE, CLEANSE)


def problem(t: Any, s: Any) -> str | None:
    """What makes position ``s`` contradict itself, with the field it is in; None where it does not."""
    if s["over"]:
        return None
    return next((p for find in (cults, knowledge, entries, attack, card, choice) for p in find(t, s)), None)


def stack(s: Any) -> list[tuple[int, ...]]:
    """The entries of the stack (kind, seat, subject, count), top first."""
    return [tuple(map(int, entry)) for entry in s["stack"][: int(s["depth"])]]


def current_row(s: Any, p: int) -> int:
    """The first row of ``p`` with anybody alive, or ROWS."""
    return next((r for r in range(ROWS) if s["alive"][p, r].any()), ROWS)


def cults(t: Any, s: Any) -> Iterator[str]:
    """Who is in the game has somebody alive (or dying), and who is out has nothing."""
    dying = {seat for kind, seat, *_ in stack(s) if kind == IN_DEATH}
    for p in range(int(s["players"])):
        if s["out"][p]:
            if s["hand_count"][p] or s["points"][p] or s["lasting"][p].any():
                yield f"field 'out'[{p}] is 1 for a cult that has cards or points"
        elif current_row(s, p) == ROWS and p not in dying:
            yield f"field 'alive'[{p}]: nobody lives, but the cult is in the game"
    if (s["out"][: int(s["players"])] == 0).sum() < 2 and not dying:
        yield "field 'out': the game is decided"


def knowledge(t: Any, s: Any) -> Iterator[str]:
    """Cards known to be in a hand are there, where the hand can be seen; what is outside the deck is not in it."""
    for p in range(int(s["players"])):
        if s["known"][p].sum() > s["hand_count"][p] or (
            s["hand"][p].sum() == s["hand_count"][p] and (s["known"][p] > s["hand"][p]).any()
        ):
            yield f"field 'known'[{p}] holds cards that are not in that hand"
        if (s["outside"][p] + s["deck"] > t["copies"]).any():
            yield f"field 'outside'[{p}] holds more cards than can be outside the deck"


def entries(t: Any, s: Any) -> Iterator[str]:
    """Each entry lies on what it may lie on, with a count it may have."""
    found = stack(s)
    for d, (kind, seat, _, count) in enumerate(found):
        below = found[d + 1][0] if d + 1 < len(found) else -1
        if below not in LIES_ON[kind]:
            yield f"field 'stack'[{d}, 0] is {kind}, which cannot lie on {below}"
        least = 1 if kind in CHOICES else 0
        if not least <= count <= MOST.get(kind, 0):
            yield f"field 'stack'[{d}, 3] is {count}, allowed {least}..{MOST.get(kind, 0)}"
        if d == 0 and kind >= FIRST_TASK:
            yield f"field 'stack'[0, 0] is {kind}, which asks nobody"
        if d == 0 and s["out"][seat]:
            yield f"field 'stack'[0, 1] is {seat}, a cult that is out"
    if found and s["favoured"] < 0 and found[-1][0] == TURN:
        yield "field 'favoured' is -1 in a turn"
    if s["favoured"] >= s["players"]:
        yield f"field 'favoured' is {s['favoured']}, no seat of this game"


def attack(t: Any, s: Any) -> Iterator[str]:
    """An attack has a card, and once it is aimed everything else."""
    found = stack(s)
    at = next((d for d, entry in enumerate(found) if entry[0] == IN_ATTACK), None)
    if at is None:
        return
    _, seat, kind, stage = found[at]
    if kind != s["card"] or kind < 0 or t["type"][kind] not in (THUGGERY_CARD, CONJURING_CARD):
        yield f"field 'card' is {s['card']}, not the attack on the stack"
    elif s["attacker"] != seat:
        yield f"field 'attacker' is {s['attacker']}, the attack on the stack is that of {seat}"
    else:
        above = [entry[0] for entry in found[:at]]
        yield from _aim(t, s, found[0], above) if stage == 0 else _aimed(t, s, stage)


def _aim(t: Any, s: Any, top: tuple[int, ...], above: list[int]) -> Iterator[str]:
    """How far an attack that is being announced has come."""
    named = int((s["target"] >= 0).sum())
    if not above:
        return
    if (s["source"] < 0) != (top[0] == ATTACKER):
        yield f"field 'source' is {s['source']} while targets are named"
    if (s["defender"] < 0) != (top[0] in (ATTACKER, CULT) or (top[0] == TARGET and named == 0 and s["row"] < 0)):
        yield f"field 'defender' is {s['defender']} while targets are named"
    if (s["row"] < 0) != (top[0] in (ATTACKER, CULT, ROW) or s["defender"] < 0):
        yield f"field 'row' is {s['row']} while targets are named"
    if named != (top[3] if top[0] == TARGET else 0) or (s["target"][:named] < 0).any():
        yield "field 'target' does not hold the targets named so far"
    if top[0] == TARGET and s["defender"] >= 0:
        yield from _seats(s)
        if s["row"] >= 0 and not s["alive"][s["defender"], s["row"]].any():
            yield f"field 'row' is {s['row']}, in which nobody lives"


def _seats(s: Any) -> Iterator[str]:
    for name in ("attacker", "defender"):
        if not 0 <= s[name] < s["players"]:
            yield f"field {name!r} is {s[name]} in an attack"


def _aimed(t: Any, s: Any, stage: int) -> Iterator[str]:
    """An attack past its announcement."""
    yield from _seats(s)
    for name in ("source", "row"):
        if s[name] < 0:
            yield f"field {name!r} is -1 in an attack"
    if s["target"][0] < 0:
        yield "field 'target'[0] is -1 in an attack"
    if ((s["target"] < 0) != (s["fate"] < 0)).any() or ((s["target"] < 0) & (s["right"] > 0)).any():
        yield "field 'fate' does not fit 'target'"
    elif stage in (ROLLED_ATTACK, DEFENDED) and s["target"][int(s["at"])] < 0:
        yield f"field 'at' is {s['at']}, no target"
    if s["turned"] and not 0 <= s["victim"] < s["players"]:
        yield f"field 'victim' is {s['victim']} after a monster turned"


def card(t: Any, s: Any) -> Iterator[str]:
    """A card that takes effect is the one on the stack, and has a target once it needs one."""
    found = stack(s)
    at = next((d for d, entry in enumerate(found) if entry[0] == IN_CARD), None)
    if at is None:
        return
    kind, stage = found[at][2], found[at][3]
    if kind != s["card"] or kind < 0 or t["effects"][kind] == 0:
        yield f"field 'card' is {s['card']}, not the card on the stack"
    elif t["aimed"][kind] and (stage > 0 or found[0][0] != VICTIM) and not 0 <= s["victim"] < s["players"]:
        yield f"field 'victim' is {s['victim']} for a card with a target"
    if s["victim"] >= s["players"]:
        yield f"field 'victim' is {s['victim']}, no seat of this game"


def choice(t: Any, s: Any) -> Iterator[str]:
    """Cultists to choose among are there."""
    for d, (kind, seat, subject, count) in enumerate(stack(s)):
        if kind not in (KILL, SACRIFICE, RAISE):
            continue
        if kind == KILL and not 0 <= subject < s["players"]:
            yield f"field 'stack'[{d}, 2] is {subject}, no seat of this game"
            continue
        p = (seat + subject) % int(s["players"]) if kind == KILL else seat
        r = current_row(s, p)
        there = 0 if r == ROWS else int(s["alive"][p, r].sum())
        if s["out"][p] or r == ROWS or (PLACES - there if kind == RAISE else there) < count:
            dying = d > 0
            if not dying:
                yield f"field 'stack'[{d}, 3] is {count}, more than there are to choose among"
