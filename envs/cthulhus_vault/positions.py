"""Which positions from outside the rules may be run on: what is under way must hang together.

Rules look seats, investigators and cards up by what lies on the stack; a position that contradicts itself would send
them to places that do not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .rules_battle import ACTS
from .rules_change import CHOOSING, FILLING, REVEAL_NEXT
from .rules_mystery import BEGUN, ENDING
from .state import (
    AID,
    AWAKEN,
    BATTLE,
    BONUS,
    CHARACTER,
    CULTIST,
    DECKS,
    DISCARD,
    FIRST_TASK,
    GIVE,
    IN_ATTACK,
    IN_BATTLE,
    IN_CHANGE,
    IN_MYSTERY,
    KEEP,
    KEEP_ONE,
    LOSE,
    MANY,
    ONE,
    PILE,
    STORY,
    TARGET,
    VALUES,
    VICTIM,
)
from .tables import ABILITIES, B_LOOK, B_STEAL, B_SWAP, BONUS_OPS, EFFECTS, OPS

# What an entry of the stack may lie on; -1 is the bottom.
LIES_ON = {
    AWAKEN: (IN_MYSTERY,),
    STORY: (IN_MYSTERY,),
    BONUS: (IN_MYSTERY,),
    VICTIM: (IN_MYSTERY,),
    GIVE: (IN_MYSTERY,),
    KEEP_ONE: (IN_MYSTERY,),
    CHARACTER: (IN_CHANGE,),
    KEEP: (IN_CHANGE,),
    TARGET: (IN_BATTLE,),
    BATTLE: (IN_BATTLE,),
    DISCARD: (IN_BATTLE,),
    LOSE: (IN_BATTLE, IN_ATTACK, LOSE),
    AID: (IN_ATTACK,),
    IN_MYSTERY: (-1,),
    IN_CHANGE: (-1,),
    IN_BATTLE: (-1,),
    IN_ATTACK: (IN_BATTLE,),
}
MOST_BONUS = max(span[1] for span, _ in BONUS_OPS.values())
MOST_AID = OPS["aid"][1][1] + ABILITIES["medic"][0][1]
# Lowest and highest count of an entry, where it is not 1.
COUNTS = {
    VICTIM: (1, MOST_BONUS),
    KEEP: (1, PILE),
    LOSE: (1, PILE),
    AID: (1, MOST_AID),
    IN_MYSTERY: (BEGUN, ENDING + 1),
    IN_CHANGE: (CHOOSING, FILLING),
    IN_BATTLE: (REVEAL_NEXT, ACTS),
    IN_ATTACK: (0, EFFECTS + 1),
}
OF_MYSTERY = (AWAKEN, STORY, BONUS, VICTIM, GIVE, KEEP_ONE, IN_MYSTERY)
OF_BATTLE = (TARGET, BATTLE, DISCARD, LOSE, AID, IN_BATTLE, IN_ATTACK)


def problem(t: Any, s: Any) -> str | None:
    """What makes position ``s`` contradict itself, with the field it is in; None where it does not."""
    if s["over"]:
        return None
    finders = (entries, sides, story, knowledge, decks, mystery, change, battle)
    return next((found for find in finders for found in find(t, s)), None)


def stack(s: Any) -> list[tuple[int, ...]]:
    """The entries of the stack (kind, seat, subject, count), top first."""
    return [tuple(map(int, entry)) for entry in s["stack"][: int(s["depth"])]]


def entries(t: Any, s: Any) -> Iterator[str]:
    """Each entry lies on what it may lie on, with a count it may have."""
    found = stack(s)
    for d, (kind, _, _, count) in enumerate(found):
        below = found[d + 1][0] if d + 1 < len(found) else -1
        if below not in LIES_ON[kind]:
            yield f"field 'stack'[{d}, 0] is {kind}, which cannot lie on {below}"
        lo, hi = COUNTS.get(kind, (1, 1))
        if not lo <= count <= hi:
            yield f"field 'stack'[{d}, 3] is {count}, allowed {lo}..{hi}"
        if d == 0 and kind >= FIRST_TASK:
            yield f"field 'stack'[0, 0] is {kind}, which asks nobody"


def sides(t: Any, s: Any) -> Iterator[str]:
    """Before the battle nobody has a role; then one is the Ancient One and all others are investigators."""
    players = int(s["players"])
    roles = np.asarray(s["role"][:players])
    if (roles < 0).all():
        if s["ancient"] >= 0:
            yield f"field 'ancient' is {s['ancient']}, but nobody is the Ancient One"
    elif (roles == ONE).sum() != 1 or (roles < 0).any():
        yield "field 'role': there must be one Ancient One, and all others investigators"
    elif not 0 <= s["ancient"] < t["ancients"]:
        yield f"field 'ancient' is {s['ancient']}, no Ancient One of this game"
    dealt_to = (s["secret"][:players] >= 0).sum()
    for name, kinds, what in (("character", t["characters"], "investigator"), ("secret", t["ancients"], "Ancient One")):
        given = s[name][:players].tolist()
        for p, k in enumerate(given):
            missing = k < 0 and name == "secret" and 1 < dealt_to < players  # what is hidden is -1 too
            if k >= kinds or missing:
                yield f"field {name!r}[{p}] is {k}, no {what} of this game"
            if k >= 0 and k in given[:p]:
                yield f"field {name!r}[{p}] is {k}, the {what} of another seat"
    if s["display"][int(t["characters"]) :].any():
        yield "field 'display' shows an investigator that is not in this game"
    if s["target"] >= players:
        yield f"field 'target' is {s['target']}, no seat of this game"


def story(t: Any, s: Any) -> Iterator[str]:
    """The story line holds the cards that are counted, and ends with the last."""
    line = np.asarray(s["line"])
    told = min(int(s["told"]), len(line))
    if (line[:told] < 0).any() or (line[told:] >= 0).any():
        yield f"field 'line' does not hold the {told} cards told"
    elif told and s["last"] != line[told - 1]:
        yield f"field 'last' is {s['last']}, the story line ends with {line[told - 1]}"
    elif (np.bincount(line[:told], minlength=len(s["played"])) != s["played"]).any():
        yield "field 'line' does not hold the cards of 'played'"
    if s["last"] < 0:
        yield "field 'last' is -1: there is a prologue"


def knowledge(t: Any, s: Any) -> Iterator[str]:
    """What is known of a pile is there, where the pile can be seen; what is outside a deck is not in it."""
    players = range(int(s["players"]))
    for p in players:
        tokens, visible = np.asarray(s["tokens"][p]), s["tokens"][p].sum() == s["token_count"][p]
        for name, known in (("open", s["open"][p]), *(("sure", s["sure"][q, p]) for q in players)):
            if known.sum() > s["token_count"][p] or (visible and (known > tokens).any()):
                yield f"field {name!r} holds tokens that do not lie before seat {p}"
        if visible and (s["sure"][p, p] != tokens).any():
            yield f"field 'sure'[{p}, {p}] is not what the seat has"
        for q in players:
            if s["sure"][q].any() and (s["open"][p] > s["sure"][q, p]).any():
                yield f"field 'open'[{p}] holds tokens that seat {q} does not know of"
    for d in range(DECKS):
        for p in players:
            if (s["outside"][p] + s["deck"][d] > t["battle_copies"]).any():
                yield f"field 'outside'[{p}] holds more cards than can be outside the deck"


def decks(t: Any, s: Any) -> Iterator[str]:
    """Battle cards are in hands of their side only."""
    for p in range(int(s["players"])):
        side = np.asarray(t["deck_of"]) == (0 if s["role"][p] == ONE else 1)
        if (np.asarray(s["hand"][p])[~side] > 0).any() or (s["role"][p] < 0 and s["hand_count"][p]):
            yield f"field 'hand'[{p}] holds cards of the other deck"


def mystery(t: Any, s: Any) -> Iterator[str]:
    """A turn of the Mystery Stage is that of one seat, before anybody has a role."""
    found = stack(s)
    if not found or found[-1][0] not in OF_MYSTERY:
        return
    if (s["role"] >= 0).any():
        yield "field 'role': nobody has one in the Mystery Stage"
    for name, empty in (("slain", 0), ("character", -1), ("ending", -1)):
        if (np.asarray(s[name]) != empty).any():
            yield f"field {name!r}: the Mystery Stage is not over"
    kind, seat, subject, _ = found[0]
    if any(entry[0] not in OF_MYSTERY or entry[1] != seat for entry in found):
        yield "field 'stack': a turn of the Mystery Stage is that of one seat"
    if found[-1][2] >= t["stories"] or (kind == BONUS and not 0 <= subject < t["stories"]):
        yield f"field 'stack'[0, 2] is {subject}, no story card of this game"
    if kind == STORY and s["story_count"][seat] == 0:
        yield f"field 'story_count'[{seat}] is 0 for a seat that is to play a card"
    if kind == KEEP_ONE and s["aside_count"][seat] == 0:
        yield f"field 'aside_count'[{seat}] is 0 for a seat that is to keep a token"
    if kind == VICTIM and subject not in (B_STEAL, B_SWAP, B_LOOK):
        yield f"field 'stack'[0, 2] is {subject}, a bonus without a player"
    if kind == GIVE:
        other = (seat + subject) % int(s["players"])
        if not 1 <= subject < s["players"] or s["token_count"][other] == 0 or s["token_count"][seat] == 0:
            yield f"field 'stack'[0, 2] is {subject}, nobody to exchange tokens with"
    elif kind == VICTIM and not np.delete(np.asarray(s["token_count"]), seat).any():
        yield "field 'token_count': nobody has tokens"


def change(t: Any, s: Any) -> Iterator[str]:
    """While the battle is prepared there are roles, and investigators to choose from."""
    found = stack(s)
    if not found or found[-1][0] != IN_CHANGE:
        return
    if (s["role"][: int(s["players"])] < 0).any():
        yield "field 'role': everybody has one when the battle is prepared"
        return
    kind, seat, subject, count = found[0]
    if s["role"][found[-1][1]] != ONE or s["slain"].any():
        yield f"field 'stack'[{len(found) - 1}, 1] is {found[-1][1]}, not the Ancient One before a battle"
    without = sum(s["character"][p] < 0 for p in range(int(s["players"])) if s["role"][p] == MANY)
    if s["display"].sum() < without:
        yield "field 'display' shows fewer investigators than are to be chosen"
    if kind == CHARACTER and (s["role"][seat] != MANY or s["character"][seat] >= 0):
        yield f"field 'stack'[0, 1] is {seat}, who has no investigator to choose"
    if kind == KEEP:
        if s["role"][seat] == MANY and s["character"][seat] < 0:
            yield f"field 'character'[{seat}] is -1 for a seat that keeps tokens"
            return
        most = int(t["ones_health"] if s["role"][seat] == ONE else t["health"][s["character"][seat]])
        down = np.asarray(s["tokens"][seat])
        investigators, cultists = down[:VALUES].sum(), down[CULTIST * VALUES :].sum()
        shown = investigators + cultists == s["token_count"][seat]
        if not 0 <= subject <= most - count or s["token_count"][seat] <= most:
            yield f"field 'stack'[0, 2] is {subject}, not a number of tokens kept"
        elif shown and (subject > investigators or most - count - subject > cultists):
            yield f"field 'stack'[0, 2] is {subject}, which the seat does not have"


def battle(t: Any, s: Any) -> Iterator[str]:
    """In the battle everybody has a role, investigators are chosen, and whoever acts is alive."""
    found = stack(s)
    if not found or found[-1][0] != IN_BATTLE:
        return
    players = int(s["players"])
    roles = s["role"][:players]
    if (roles < 0).any():
        yield "field 'role': everybody has one in the battle"
        return
    one = int(np.flatnonzero(np.asarray(roles) == ONE)[0])
    for p in range(players):
        tokens = int(s["token_count"][p] + s["revealed"][p].sum())
        if s["role"][p] == MANY and s["character"][p] < 0:
            yield f"field 'character'[{p}] is -1 in the battle"
        if (s["slain"][p] != 0) != (tokens == 0 and s["role"][p] == MANY):
            yield f"field 'slain'[{p}] is {s['slain'][p]} for a seat with {tokens} tokens"
        if s["slain"][p] and s["hand_count"][p]:
            yield f"field 'hand_count'[{p}] is {s['hand_count'][p]} for an investigator who is slain"
        if s["role"][p] == ONE and tokens == 0:
            yield "field 'tokens': the Ancient One has none"
    if (s["slain"][:players] != 0).sum() == players - 1:
        yield "field 'slain': the battle is decided"
    yield from _asked(t, s, found, one)


def _asked(t: Any, s: Any, found: list[tuple[int, ...]], one: int) -> Iterator[str]:
    """Who is asked in the battle can answer."""
    players = int(s["players"])
    for kind, seat, subject, count in found:
        if kind in (TARGET, BATTLE, DISCARD, AID) and s["slain"][seat]:
            yield f"field 'slain'[{seat}] is 1 for a seat that is asked"
        if kind in (BATTLE, IN_ATTACK) and (s["target"] < 0 or (s["target"] == one) == (seat == one)):
            yield f"field 'target' is {s['target']} in an attack of seat {seat}"
        if kind == IN_ATTACK and (subject != s["card"] or not 0 <= subject < t["battles"]):
            yield f"field 'card' is {s['card']}, not the attack on the stack"
        if kind == TARGET and seat != one:
            yield f"field 'stack'[0, 1] is {seat}, who has no target to choose"
        if kind in (BATTLE, DISCARD) and s["hand_count"][seat] == 0:
            yield f"field 'hand_count'[{seat}] is 0 for a seat that is to play a card"
        if kind == LOSE:
            q = (seat + subject) % players
            if subject < 0 or count >= int(s["token_count"][q] + s["revealed"][q].sum()):
                yield f"field 'stack': seat {q} cannot lose {count} tokens and live"
