"""Which positions from outside the rules may be run on: what is under way must hang together.

Rules look seats, cards and foes up by what lies on the stack; a position that contradicts itself would send them to
places that do not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rules_rounds import (
    BEGINS,
    CLEANS,
    DEAD_FIGHT,
    DEAD_PLAN,
    ENDS,
    GODS_ACT,
    MINIONS_ACT,
    MYTHOS_COMES,
    NEW_ONES,
)
from .rules_turns import FINISHES, PREPARES
from .state import (
    AFTER,
    AMOUNT,
    BURY,
    CARDS,
    CLEAN,
    COMBAT,
    COMBAT_PHASE,
    DESTROY,
    DISPEL,
    FIRST_TASK,
    GAIN,
    GOD,
    GOD_SLOTS,
    IN_EFFECTS,
    IN_GODS,
    IN_MINIONS,
    IN_MYTHOS,
    IN_ROUND,
    IN_START,
    IN_TURNS,
    MINION,
    MINIONS,
    MOXIE,
    ORDER,
    PHASES,
    PLAN,
    PLANNING_PHASE,
    RETRIEVE,
    SEATS,
    TARGET,
    TOUGHEST,
    WHOM,
    WOUNDED,
)
from .tables import BIND, EFFECTS, LOCATION, ON_ANY, ON_CHOSEN, ON_OTHER, ONE_BY_ONE, STRIKE

# What an entry of the stack may lie on; -1 is the bottom.
TURNS = (PLAN, COMBAT)
LIES_ON = {
    ORDER: (IN_TURNS,),
    PLAN: (IN_TURNS,),
    COMBAT: (IN_TURNS,),
    TARGET: (COMBAT,),
    WOUNDED: (COMBAT, IN_EFFECTS),
    AMOUNT: (COMBAT,),
    AFTER: (IN_ROUND,),
    CLEAN: (IN_ROUND,),
    **dict.fromkeys((WHOM, MINION, GOD, DESTROY, RETRIEVE, GAIN, DISPEL, BURY), (IN_EFFECTS,)),
    IN_ROUND: (-1,),
    IN_TURNS: (IN_ROUND,),
    IN_START: (*TURNS, IN_TURNS, IN_START),
    IN_GODS: (IN_ROUND,),
    IN_MYTHOS: (IN_ROUND,),
    IN_MINIONS: (IN_ROUND,),
    IN_EFFECTS: (*TURNS, IN_START, IN_ROUND, IN_GODS, IN_MYTHOS, IN_MINIONS),
}
# Lowest and highest count of an entry, where it is not 1.
COUNTS = {
    PLAN: (PREPARES, FINISHES),
    COMBAT: (PREPARES, PREPARES),
    WOUNDED: (0, 9 * SEATS),
    WHOM: (0, EFFECTS - 1),
    **dict.fromkeys((MINION, GOD, DESTROY, RETRIEVE, GAIN, DISPEL), (1, 60)),
    IN_ROUND: (BEGINS, ENDS + 1),
    IN_START: (0, CARDS),
    IN_GODS: (0, GOD_SLOTS),
    IN_MYTHOS: (0, 999),
    IN_MINIONS: (0, 999),
    IN_EFFECTS: (0, EFFECTS),
}
# Lowest and highest subject, where there is one that is no name.
SUBJECTS = {
    ORDER: (0, len(PHASES) - 1),
    AMOUNT: (0, GOD_SLOTS + MINIONS * TOUGHEST - 1),
    IN_TURNS: (0, len(PHASES) - 1),
    IN_START: (0, len(PHASES) - 1),
    IN_MYTHOS: (0, NEW_ONES),
    IN_MINIONS: (-1, MINIONS * TOUGHEST - 1),
}
# How far a round has come, by what is under way in it.
STAGES = {
    AFTER: (DEAD_PLAN, DEAD_FIGHT),
    IN_EFFECTS: (DEAD_PLAN, DEAD_FIGHT),  # of an ability after death
    IN_TURNS: (GODS_ACT, CLEANS),
    IN_GODS: (MYTHOS_COMES,),
    IN_MYTHOS: (MINIONS_ACT,),
    IN_MINIONS: (DEAD_FIGHT,),
    CLEAN: (ENDS,),
}


def problem(t: Any, s: Any) -> str | None:
    """What makes position ``s`` contradict itself, with the field it is in; None where it does not."""
    checks = (cards,) if s["over"] else (entries, phases, foes, team, cards, market, questions)
    return next((found for find in checks for found in find(t, s)), None)


def stack(s: Any) -> list[tuple[int, ...]]:
    """The entries of the stack (kind, seat, subject, count), top first."""
    return [tuple(map(int, entry)) for entry in s["stack"][: int(s["depth"])]]


def entries(t: Any, s: Any) -> Iterator[str]:
    """Each entry lies on what it may lie on, about something there is."""
    found = stack(s)
    for d, (kind, _, subject, count) in enumerate(found):
        below = found[d + 1][0] if d + 1 < len(found) else -1
        if below not in LIES_ON[kind]:
            yield f"field 'stack'[{d}, 0] is {kind}, which cannot lie on {below}"
        lo, hi = COUNTS.get(kind, (1, 1))
        if not lo <= count <= hi:
            yield f"field 'stack'[{d}, 3] is {count}, allowed {lo}..{hi}"
        lo, hi = SUBJECTS.get(kind, (-1, 32767))
        if not lo <= subject <= hi:
            yield f"field 'stack'[{d}, 2] is {subject}, allowed {lo}..{hi}"
        if kind in (IN_EFFECTS, WHOM):
            last = t["effects"][subject] - (kind == WHOM) if subject >= 0 else -1
            if subject < 0 or t["effects"][subject] == 0 or count > last:
                yield f"field 'stack'[{d}, 2] is {subject}, which has no effect number {count}"
        if d == 0 and kind >= FIRST_TASK:
            yield f"field 'stack'[0, 0] is {kind}, which asks nobody"


def phases(t: Any, s: Any) -> Iterator[str]:
    """The round has come as far as what is under way in it, and all of that is of the phase that it says."""
    found, phase = stack(s), int(s["phase"])
    if s["round"] == 0:
        yield "field 'round' is 0: none has begun"
    if phase == PLANNING_PHASE and s["more_mythos"]:
        yield f"field 'more_mythos' is {s['more_mythos']} in the Planning phase"
    for d, (kind, _, subject, count) in enumerate(found):
        if kind == IN_ROUND and (d == 0 or count not in STAGES[found[d - 1][0]]):
            yield f"field 'stack'[{d}, 3] is {count}, where no round is"
        if kind == IN_ROUND and (count > GODS_ACT) != (phase == COMBAT_PHASE):
            yield f"field 'phase' is {PHASES[phase]}, which the round is not in"
        if kind in (ORDER, IN_TURNS, IN_START) and subject != phase:
            yield f"field 'stack'[{d}, 2] is {subject}, not the phase"
        if (kind == PLAN and phase != PLANNING_PHASE) or (kind == COMBAT and phase != COMBAT_PHASE):
            yield f"field 'stack'[{d}, 0] is {kind}, no turn of this phase"


def foes(t: Any, s: Any) -> Iterator[str]:
    """Elder Gods and Minions are of this game, and as healthy as they may be."""
    for x, god in enumerate(s["god"]):
        if god >= t["gods"] or (god < 0) != (x >= t["gods_in_play"]):
            yield f"field 'god'[{x}] is {god}, no Elder God of this game"
        elif god >= 0 and (s["god"][:x] == god).any():
            yield f"field 'god'[{x}] is {god}, an Elder God that is there already"
        elif s["god_health"][x] > (t["god_health"][god] if god >= 0 else 0):
            yield f"field 'god_health'[{x}] is {s['god_health'][x]}, more than it has"
    for k in range(MINIONS):
        if s["minions"][k, int(t["minion_health"][k]) :].any():
            yield f"field 'minions'[{k}] holds Minions with more health than their kind has"
        for name in ("bound", "newborn"):
            if s[name][k] > s["minions"][k].sum():
                yield f"field {name!r}[{k}] is {s[name][k]}, more than there are in play"
    if s["next_mythos"].sum() > 1:
        yield "field 'next_mythos' holds more than one card"
    if (s["permanent"] * (t["permanent"] == 0)).any():
        yield "field 'permanent' holds a card that does not stay"
    if not (s["god_health"] > 0).any():
        yield "field 'god_health': the game is decided"


def team(t: Any, s: Any) -> Iterator[str]:
    """Investigators are of this game, no healthier than they may be, and the dead have nothing."""
    sane = 0
    for p in range(int(s["players"])):
        k = int(s["investigator"][p])
        if not 0 <= k < t["investigators"]:
            yield f"field 'investigator'[{p}] is {k}, no investigator of this game"
            return
        if (s["investigator"][:p] == k).any():
            yield f"field 'investigator'[{p}] is {k}, an investigator who is there already"
        for track in ("health", "sanity"):
            if s[track][p] > t[track][k]:
                yield f"field {track!r}[{p}] is {s[track][p]}, more than the investigator has"
        if (s["dead"][p] == 1) != (s["health"][p] == 0):
            yield f"field 'dead'[{p}] is {s['dead'][p]} with {s['health'][p]} health"
        if s["entranced"][p] and not t["opt_insanity"]:
            yield f"field 'entranced'[{p}] is {s['entranced'][p]} without option 'insanity'"
        if s["dead"][p] and s["entranced"][p]:
            yield f"field 'entranced'[{p}] is {s['entranced'][p]} for one of the dead"
        if not s["dead"][p] and not s["entranced"][p] and s["sanity"][p] == 0:
            yield f"field 'sanity'[{p}] is 0 for an investigator in their right mind"
        sane += not s["dead"][p] and s["sanity"][p] > 0
    if sane == 0:
        yield "field 'dead': the game is decided"


def cards(t: Any, s: Any) -> Iterator[str]:
    """What everybody knows of hands and decks holds, where they can be seen; the dead have no cards."""
    for p in range(int(s["players"])):
        held, known = s["held"][p], s["known"][p]
        if s["dead"][p] and (held + s["active"][p] + s["discards"][p]).any():
            yield f"field 'held'[{p}]: the dead have no cards"
        size = s["hand_count"][p] + s["deck_count"][p]
        if held.sum() != size:
            yield f"field 'held'[{p}] counts {held.sum()} cards of hand and deck, which are {size}"
        in_hand = s["hand"][p].sum() == s["hand_count"][p]
        if in_hand and s["deck"][p].sum() == s["deck_count"][p] and (s["hand"][p] + s["deck"][p] != held).any():
            yield f"field 'held'[{p}] is not what hand and deck hold"
        if known.sum() > s["hand_count"][p] or (known > held).any() or (in_hand and (known > s["hand"][p]).any()):
            yield f"field 'known'[{p}] holds cards that are not in that hand"


def market(t: Any, s: Any) -> Iterator[str]:
    """Library cards only are on sale, and Locations only are places."""
    if (s["locations"] * (t["type"] != LOCATION)).any():
        yield "field 'locations' holds a card that is no Location"
    for x, k in enumerate(s["market"]):
        if k >= t["cards"] or (k >= 0 and not t["cost"][k]):
            yield f"field 'market'[{x}] is {k}, no Library card of this game"


def questions(t: Any, s: Any) -> Iterator[str]:
    """Who is asked can answer."""
    found = stack(s)
    if not found:
        return
    kind, seat, subject, count = found[0]
    below = found[1][0] if len(found) > 1 else -1
    if kind in (*TURNS, ORDER) and (s["dead"][seat] or s["entranced"][seat]):
        yield f"field 'dead'[{seat}]: a turn is that of somebody able to take it"
    if kind == ORDER and s["turn"][seat]:
        yield f"field 'turn'[{seat}] is 1 for a seat that is asked whether it goes"
    for turn, owner, _, _ in found:
        if turn in TURNS and not s["turn"][owner]:
            yield f"field 'turn'[{owner}] is 0 for a seat that has its turn"
        if turn in TURNS and s["factor"] == 0:
            yield "field 'factor' is 0 in a turn"
    if kind == AFTER and not s["dead"][seat]:
        yield f"field 'dead'[{seat}] is 0 for a seat that acts after death"
    if kind == WOUNDED and not (0 <= subject < MINIONS and s["minions"][subject].any()):
        yield f"field 'stack'[0, 2] is {subject}, no Minion in play"
    if kind == WOUNDED and (count == 0) != (below == COMBAT):
        yield f"field 'stack'[0, 3] is {count}: Moxie is named afterwards, damage of an effect before"
    if kind == WHOM and t["who"][subject, count] not in (ON_OTHER, ON_ANY, ON_CHOSEN):
        yield f"field 'stack'[0, 2] is {subject}, where effect {count} asks about nobody"
    if kind == MINION and (subject not in (BIND, STRIKE) or not _minion_to_name(s, subject)):
        yield f"field 'stack'[0, 2] is {subject}, no question about Minions in play"
    if kind == AMOUNT:
        yield from _amount(t, s, subject)
    if kind == DISPEL and not s["permanent"].any():
        yield "field 'permanent': there is none to discard"
    if kind == BURY and not s["next_mythos"].any():
        yield "field 'next_mythos': there is none to discard"
    if kind == CLEAN and not (s["market"] >= 0).any():
        yield "field 'market': there is nothing to remove"
    if (kind in (TARGET, AMOUNT) or (kind == WOUNDED and below == COMBAT)) and _moxie(s) < 1:
        yield "field 'spent': there is no Moxie to hit with"


def _minion_to_name(s: Any, subject: int) -> bool:
    free = s["minions"].sum(axis=1) - (s["bound"] if subject == BIND else 0)
    return bool((free > 0).any())


def _amount(t: Any, s: Any, subject: int) -> Iterator[str]:
    if subject < GOD_SLOTS:
        earlier = t["opt_gods"] == ONE_BY_ONE and (s["god_health"][:subject] > 0).any()
        if s["god_health"][subject] == 0 or earlier:
            yield f"field 'stack'[0, 2] is {subject}, an Elder God that is not there"
    elif s["minions"].reshape(-1)[subject - GOD_SLOTS] == 0:
        yield f"field 'stack'[0, 2] is {subject}, a Minion that is not there"


def _moxie(s: Any) -> int:
    made = (int(s["base"]) + int(s["combo"]) * max(int(s["plays"]) - 1, 0)) * int(s["factor"])
    return min(made + int(s["bonus"]), MOXIE) - int(s["spent"])
