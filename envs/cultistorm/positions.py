"""Which positions from outside the rules may be run on: what is under way must hang together.

Rules look seats, cards, foes and places up by what lies on the stack; a position that contradicts itself would send
them to places that do not exist. Cells that a view hides are empty here, and are not held against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .positions_asked import is_of_team, is_placed, older_god, payment, questions, seats, setting_up, stack
from .rules_effects import (
    DONE,
    TO_LOOK,
    TO_SHOVE,
)
from .rules_rounds import (
    ASKS,
    BEGINS,
    DICE_ROLL,
    ENDS,
    FIGHTS,
    FIRST_ITEMS,
    GODS_MOVE,
    REFILLS,
    SEALS,
    SECOND,
    SELVES,
    THIRD,
)
from .rules_turns import (
    MIND_BREAKS,
    TERROR_MOVES,
)
from .state import (
    CARDS,
    CHOOSE_SELF,
    CHOOSE_START,
    COMBAT,
    COMBAT_PHASE,
    CROWD,
    CRYSTAL,
    CULTIST,
    CULTIST_PHASE,
    DICE,
    DISCARD,
    DROP_ITEM,
    FIGHT_WHOM,
    FIGHTING,
    FIRST_TASK,
    FOUND,
    GATE_SEAL,
    GREAT,
    IN_COMBAT,
    IN_CULTISTS,
    IN_EFFECTS,
    IN_INVESTIGATION,
    IN_LEARNING,
    IN_PREPARATION,
    IN_ROUND,
    IN_SEALING,
    IN_SEARCH,
    IN_SETUP,
    IN_SUPPORT,
    INVESTIGATE,
    INVESTIGATOR_PHASE,
    ITEM_LIMIT,
    LAY_TROPHY,
    LEARN,
    MASKS,
    OF_ACT,
    OF_CULTIST,
    OF_GOD,
    OF_REVENGE,
    OF_TERROR,
    OPTIONAL,
    PAY,
    PLACES,
    POOL_DIE,
    PREPARATION_PHASE,
    RECALL,
    ROLL_DIE,
    ROUNDS,
    SANE,
    SEALED_ALL,
    SEALING,
    SEALING_PHASE,
    SEARCH_DEPTH,
    SET_DIE,
    SETUP_PHASE,
    SHRINE,
    SOURCES,
    SUPPORT_WHOM,
    SUPPORTS,
    SYMBOLS,
    TARGET,
    TRADE_ANSWER,
    TRADE_ITEM,
    TRADE_WITH,
    TROPHY,
    TURN_DIE,
    VICTIM,
    WHERE,
)
from .tables import (
    BANISH,
    BY_CHANCE,
    COME,
    CORE,
    DIE,
    DISTINCT,
    DROP,
    EASE,
    EVENT,
    FEWER_CARDS_OP,
    FIND,
    GATHER,
    GO,
    HEAL,
    HIDDEN_HANDS,
    LOOK,
    MADDEN,
    MARCH,
    ON_ALL,
    ON_CHOSEN,
    RECALL_OP,
    ROB,
    ROLL,
    SCARE,
    SECOND_WAVE,
    SHOVE,
    STRIP,
    TERROR_FIRST,
    TROPHY_OP,
    TURN,
)

# What an entry of the stack may lie on; -1 is the bottom.
OF_PHASES = (IN_SETUP, IN_CULTISTS, IN_PREPARATION, IN_INVESTIGATION, IN_COMBAT, IN_SEALING)
BY_TURNS = (DISCARD, INVESTIGATE, COMBAT, SEALING)
WHEN_RESOLVED = (IN_ROUND, *OF_PHASES, IN_SEARCH, IN_SUPPORT, IN_LEARNING, *BY_TURNS)  # where Terror steps are taken
LIES_ON = {
    CHOOSE_SELF: (IN_SETUP,),
    CHOOSE_START: (IN_SETUP,),
    DISCARD: (IN_PREPARATION,),
    INVESTIGATE: (IN_INVESTIGATION,),
    COMBAT: (IN_COMBAT,),
    SEALING: (IN_SEALING,),
    SET_DIE: (IN_INVESTIGATION, IN_COMBAT, IN_EFFECTS, SET_DIE),
    ROLL_DIE: (IN_INVESTIGATION, IN_COMBAT, IN_EFFECTS),
    POOL_DIE: (IN_INVESTIGATION,),
    **dict.fromkeys((TURN_DIE, WHERE, OPTIONAL, TROPHY, RECALL, CULTIST, CRYSTAL, VICTIM), (IN_EFFECTS,)),
    FOUND: (IN_SEARCH, IN_SETUP),
    DROP_ITEM: (IN_SEARCH,),
    **dict.fromkeys((SUPPORT_WHOM, SEARCH_DEPTH, TRADE_WITH, TRADE_ITEM, TRADE_ANSWER), (IN_INVESTIGATION,)),
    **dict.fromkeys((LEARN, GATE_SEAL, TARGET), (IN_INVESTIGATION,)),
    LAY_TROPHY: (IN_INVESTIGATION, IN_COMBAT, IN_SEALING),
    SHRINE: WHEN_RESOLVED,
    FIGHT_WHOM: (IN_COMBAT,),
    PAY: (IN_COMBAT,),
    IN_ROUND: (-1,),
    **dict.fromkeys(OF_PHASES, (IN_ROUND,)),
    IN_SEARCH: (IN_INVESTIGATION, IN_EFFECTS),
    IN_SUPPORT: (IN_INVESTIGATION,),
    IN_LEARNING: (IN_INVESTIGATION,),
    IN_EFFECTS: (*WHEN_RESOLVED, IN_EFFECTS),
}
# Lowest and highest count of an entry, where it is not 1; a seat or a number of seats is looked at below.
COUNTS = {
    COMBAT: (0, 1),
    OPTIONAL: (0, 2),
    TROPHY: (1, 2),
    RECALL: (1, 2),
    CRYSTAL: (0, 3),
    VICTIM: (0, 3),
    SEARCH_DEPTH: (2, CROWD),
    TRADE_ITEM: (1, 4),
    TRADE_ANSWER: (1, 4),
    PAY: (0, 2),
    IN_ROUND: (BEGINS, ENDS),
    IN_SETUP: (0, 5),
    IN_CULTISTS: (0, 5),
    IN_PREPARATION: (0, 5),
    IN_INVESTIGATION: (0, 4),
    IN_COMBAT: (0, 31),
    IN_SEALING: (0, 0),
    IN_SEARCH: (0, 1),
    IN_LEARNING: (TERROR_MOVES, MIND_BREAKS + 1),
    IN_EFFECTS: (0, 5 * DONE),
}
# Lowest and highest subject, where there is one.
SUBJECTS = {
    OPTIONAL: (0, 32767),
    TROPHY: (1, MASKS - 1),
    CULTIST: (0, TO_SHOVE),
    CRYSTAL: (0, TO_LOOK),
    VICTIM: (0, 32767),
    SUPPORT_WHOM: (0, CARDS - 1),
    TRADE_ANSWER: (0, 32767),
    LAY_TROPHY: (0, SYMBOLS - 1),
    PAY: (0, GREAT),
    IN_SETUP: (SELVES, FIRST_ITEMS),
    IN_CULTISTS: (GODS_MOVE, DICE_ROLL),
    IN_INVESTIGATION: (0, SUPPORTS),
    IN_PREPARATION: (ASKS, REFILLS),
    IN_COMBAT: (0, PLACES),
    IN_SUPPORT: (0, CARDS - 1),
    IN_EFFECTS: (0, 32767),
}
# The operations that ask a question about what they do, or begin a search.
ASKS_FOR = {
    SET_DIE: (DIE, ROLL, TURN),
    ROLL_DIE: (ROLL,),
    TURN_DIE: (TURN,),
    WHERE: (GO,),
    OPTIONAL: (),
    TROPHY: (TROPHY_OP,),
    RECALL: (RECALL_OP,),
    CULTIST: (BANISH, SHOVE),
    CRYSTAL: (EASE, LOOK),
    VICTIM: (HEAL, SCARE, MADDEN, GATHER, DROP, ROB, STRIP, FEWER_CARDS_OP),
    IN_SEARCH: (FIND,),
}
# The phase in which an entry lies on that of the round, and how far the round has come by then.
PHASE_OF = {
    IN_SETUP: (SETUP_PHASE, BEGINS),
    IN_CULTISTS: (CULTIST_PHASE, SECOND),
    IN_PREPARATION: (PREPARATION_PHASE, THIRD),  # by option the next
    IN_INVESTIGATION: (INVESTIGATOR_PHASE, FIGHTS),
    IN_COMBAT: (COMBAT_PHASE, SEALS),
    IN_SEALING: (SEALING_PHASE, ENDS),
}


def problem(t: Any, s: Any) -> str | None:
    """What makes position ``s`` contradict itself, with the field it is in; None where it does not."""
    checks = (table, foes, circle, team, cards, unseen, things, finished)
    if not s["over"]:
        checks = (entries, stages, *checks, questions, payment)
    return next((found for find in checks for found in find(t, s)), None)


def finished(t: Any, s: Any) -> Iterator[str]:
    """A game that is over has paid everybody what its ending is worth; all sealed is a win, and only that."""
    if not s["over"]:
        return
    ending, by_rules = int(s["ending"]), s["over"] == 1
    won = bool(s["sealed"].all() and (s["god_at"] < 0).all())
    if won != (ending == SEALED_ALL) or (ending >= 0 and not by_rules):
        yield f"field 'ending' is {ending}, not how this game ended"
    if ending < 0 and by_rules and s["round"] < ROUNDS:
        yield f"field 'ending' is -1 in round {s['round']}: a game is called off after {ROUNDS}"
    worth = -1 if ending > SEALED_ALL else ending + 1
    for p in seats(s):
        if by_rules and s["returns"][p] != worth:
            yield f"field 'returns'[{p}] is {s['returns'][p]}, this ending pays {worth}"


# ------------------------------------------------------------------------------------------------- the stack


def entries(t: Any, s: Any) -> Iterator[str]:
    """Each entry lies on what it may lie on, about something there is."""
    found = stack(s)
    for d, (kind, _, subject, count) in enumerate(found):
        below = found[d + 1] if d + 1 < len(found) else (-1, -1, -1, -1)
        if below[0] not in LIES_ON[kind]:
            yield f"field 'stack'[{d}, 0] is {kind}, which cannot lie on {below[0]}"
        lo, hi = COUNTS.get(kind, (1, 1))
        if kind in (IN_SETUP, IN_PREPARATION, TRADE_ITEM, TRADE_ANSWER, IN_INVESTIGATION):
            hi = int(s["players"]) - (kind not in (IN_SETUP, IN_PREPARATION))
        elif kind == IN_CULTISTS:
            hi = int(t["marker_steps"])
        if not lo <= count <= hi:
            yield f"field 'stack'[{d}, 3] is {count}, allowed {lo}..{hi}"
        lo, hi = SUBJECTS.get(kind, (-1, -1))
        if not lo <= subject <= hi:
            yield f"field 'stack'[{d}, 2] is {subject}, allowed {lo}..{hi}"
        if kind == IN_EFFECTS and not _is_effect(t, s, subject, count):
            yield f"field 'stack'[{d}, 3] is {count}, no effect of source {subject}"
        if below[0] == IN_EFFECTS and kind in ASKS_FOR and not _is_asked(t, s, found[d], below):
            yield f"field 'stack'[{d}, 2] is {subject}, no question of source {below[2]}"
        if kind == below[0] == IN_EFFECTS and _order(subject) <= _order(below[2]):
            yield f"field 'stack'[{d}, 2] is {subject}, which source {below[2]} does not bring"
        if d == 0 and kind >= FIRST_TASK:
            yield f"field 'stack'[0, 0] is {kind}, which asks nobody"
        if d and kind in (SHRINE, IN_SEARCH) and any(entry[0] == kind for entry in found[:d]):
            yield f"field 'stack'[{d}, 0] is {kind}, which is there already"


def _order(source: int) -> int:
    """What an effect brings comes later in this order: of a Cultist that appears, first the Final Act, where the deck
    has run out, then the Great Old One that it summons, then its own effect."""
    later = (range(OF_ACT, SOURCES), range(OF_GOD, OF_TERROR), range(OF_CULTIST, OF_REVENGE))
    return next((n for n, sources in enumerate(later, 1) if source in sources), 0)


def _is_effect(t: Any, s: Any, source: int, count: int) -> bool:
    """Whether a source has such an effect, done so often; the count after its last effect ends it."""
    e, done = count % DONE, count // DONE
    if t["effects"][source] == 0 or e > t["effects"][source]:
        return False
    if e == t["effects"][source]:
        return done == 0
    op, times = t["op"][source, e], 1
    if op in (COME, MARCH, BANISH, SHOVE):
        times = t["amount"][source, e]
    elif op == GATHER and t["who"][source, e] == ON_ALL:
        times = s["players"]
    return bool(done < times)


def _is_asked(t: Any, s: Any, entry: tuple[int, ...], below: tuple[int, ...]) -> bool:
    """Whether the effect that was done last of the source below asks this."""
    kind, seat, subject, count = entry
    _, whose, source, done = below
    e = done % DONE - (done < DONE)
    if e < 0 or not _is_effect(t, s, source, done):
        return False
    op, amount = int(t["op"][source, e]), int(t["amount"][source, e])
    if kind == OPTIONAL:
        return (seat, subject, count) == (whose, source, e) and t["optional"][source, e] == 1
    if kind == VICTIM:
        return op in ASKS_FOR[kind] and (subject, count) == (op, amount) and t["who"][source, e] == ON_CHOSEN
    if op not in ASKS_FOR[kind] or seat != whose or not is_of_team(t, source):
        return False
    if kind == TROPHY:
        return subject == t["symbols"][source, e] and count <= amount
    if kind == RECALL:
        return count <= amount
    return (kind != CULTIST or subject == (op == SHOVE)) and (
        kind != CRYSTAL or (subject, count) == (int(op == LOOK), amount)
    )


def stages(t: Any, s: Any) -> Iterator[str]:
    """The phase, and how far round and setting up have come, are those of what is under way."""
    found = stack(s)
    if not found:
        return
    count = found[-1][3]
    if len(found) > 1 and found[-2][0] in PHASE_OF:
        kind = found[-2][0]
        phase, stage = PHASE_OF[kind]
        stage += int(kind == IN_PREPARATION and t["opt_order"] == TERROR_FIRST)
        if s["phase"] != phase:
            yield f"field 'phase' is {s['phase']}, under way is {phase}"
        if count != stage:
            yield f"field 'stack'[{len(found) - 1}, 3] is {count}, a round in this phase has come to {stage}"
    if not 0 <= s["first"] < s["players"]:
        yield f"field 'first' is {s['first']}, no seat of this game"
    if found[0][0] in (CHOOSE_SELF, CHOOSE_START) and found[0][1] != found[1][3] - 1:
        yield f"field 'stack'[0, 1] is {found[0][1]}, seat {found[1][3] - 1} is to choose"
    if s["round"] == 0 and setting_up(s) is None:
        yield "field 'round' is 0 after setting up"


# ------------------------------------------------------------------------------------------- Locations and foes


def table(t: Any, s: Any) -> Iterator[str]:
    """Five different Locations of this game; markers are on the table."""
    for x, k in enumerate(s["location"]):
        before = [int(y) for y in s["location"][:x]]
        if not 0 <= k < t["locations"]:
            yield f"field 'location'[{x}] is {k}, no Location of this game"
            return
        if k in before:
            yield f"field 'location'[{x}] is {k}, a Location that is there already"
        if t["opt_symbols"] == DISTINCT and t["location_symbol"][k] in [t["location_symbol"][y] for y in before]:
            yield f"field 'location'[{x}] is {k}, of a symbol that is there already"
    if s["marker"] < 0:
        yield "field 'marker' is -1: the Cultist marker is always somewhere"
    for name in ("protected", "seal_of"):
        for k, p in enumerate(np.atleast_1d(s[name])):
            if p >= s["players"]:
                yield f"field {name!r}{[k] if s[name].shape else ''} is {p}, no seat of this game"
    asked = sum(entry[0] == SET_DIE for entry in stack(s))
    dice = int(s["pool"].sum() + s["dice"].sum() + s["dice_left"]) + asked
    if dice > DICE or (dice < DICE and s["depth"]):  # before a phase is begun anew, what is missing was to be set
        yield f"field 'dice_left': there are {dice} Investigator dice, the game has {DICE}"
    if s["depth"] and s["ending"] >= 0:
        yield f"field 'ending' is {s['ending']} in a running game"


def foes(t: Any, s: Any) -> Iterator[str]:
    """Cultists stand in order of age without a gap; Great Old Ones are of this game, and devour where they are."""
    crowd = int((s["cultist"] >= 0).sum())
    for j in range(CROWD):
        k, x = int(s["cultist"][j]), int(s["cultist_at"][j])
        if k >= t["cultist_kinds"]:
            yield f"field 'cultist'[{j}] is {k}, no Cultist of this game"
        if (k >= 0) != (j < crowd):
            yield f"field 'cultist'[{j}] is {k}: Cultists in play leave no gap"
        if (k >= 0) != (x >= 0):
            yield f"field 'cultist_at'[{j}] is {x} for Cultist {k}"
    if crowd > t["threshold"]:
        yield f"field 'cultist' holds {crowd} Cultists, more than the team can bear"
    for g, x in enumerate(s["god_at"]):
        if g >= t["gods"] and x >= 0:
            yield f"field 'god_at'[{g}] is {x}, but there is no such Great Old One in this game"
        if s["god_front"][g] and x < 0:
            yield f"field 'god_front'[{g}] is {s['god_front'][g]} for a Great Old One that is not in play"
    for x in range(PLACES):
        here = [g for g in range(int(t["gods"])) if s["god_at"][g] == x]
        younger = sum(t["wave"][g] == SECOND_WAVE for g in here)
        if max(younger, len(here) - younger) > 1:
            yield f"field 'god_at' has two at Location {x}, of which none is the older"
        if not here and s["under"][x].any():
            yield f"field 'under'[{x}] holds Cultists where no Great Old One is"
    if s["depth"] and s["sealed"].all() and (s["god_at"] < 0).all():
        yield "field 'sealed': the game is won"


def circle(t: Any, s: Any) -> Iterator[str]:
    """Cards of the Terror circle have the gems and crystals that are shown, and can be what they are."""
    steps, last = int(s["steps"]), int(s["steps"]) - 1
    if steps != t["opt_circle"]:
        yield f"field 'steps' is {steps}, this game has {t['opt_circle']}"
        return
    if not 0 <= s["terror_at"] < steps:
        yield f"field 'terror_at' is {s['terror_at']}, no place of the circle"
    for x in range(len(s["gems"])):
        face, down = int(s["terror_open"][x]), int(s["terror"][x])
        if (face >= 0 or down >= 0) and (
            x >= last or (face >= 0 and down >= 0) or max(face, down) >= t["terror_kinds"]
        ):
            yield f"field 'terror'[{x}] is {down}, 'terror_open'[{x}] is {face}: not one Terror card"
        elif (face >= 0 or down >= 0) and s["gems"][x] != t["terror_gems"][max(face, down)]:
            yield f"field 'gems'[{x}] is {s['gems'][x]}, not those of its Terror card"
        if x >= steps and s["gems"][x]:
            yield f"field 'gems'[{x}] is {s['gems'][x]}, beyond the circle"
        if s["crystals"][x] > max(s["gems"][x] - 1, 0):
            yield f"field 'crystals'[{x}] is {s['crystals'][x]}, with {s['gems'][x]} gems"
    yield from _face_down(t, s, last)
    act, now = int(s["act"]), int(s["act_now"])
    if now >= t["acts"] or act >= t["acts"] or (act < 0 and _is_full(s)) or (now >= 0 and act >= 0 and act != now):
        yield f"field 'act' is {act}, 'act_now' is {now}: no Final Act of this game"
    elif now >= 0 and s["gems"][last]:
        yield f"field 'gems'[{last}] is {s['gems'][last]}, but the Final Act has begun"
    elif now < 0 and s["gems"][last] not in (t["act_gems"][[act]] if act >= 0 else t["act_gems"][: int(t["acts"])]):
        yield f"field 'gems'[{last}] is {s['gems'][last]}, not those of the Final Act"
    if s["act_god"] >= t["gods"] or (s["act_god"] >= 0 and now < 0):
        yield f"field 'act_god' is {s['act_god']}, which no Final Act has brought"
    if s["god_lost"] and now < 0:
        yield "field 'god_lost' is 1 before the Final Act"


def _is_full(s: Any) -> bool:
    """Whether cells that views hide from all are there."""
    return any(np.asarray(s[name]).any() for name in ("cultist_deck", "terror_deck", "item_deck"))


def _face_down(t: Any, s: Any, last: int) -> Iterator[str]:
    """There are as many unseen Terror cards of each number of gems as lie face down, and the deck has the rest; those
    that were there when it was shuffled last are known together."""
    before = s["terror_before"]
    left = t["terror_copies"] - s["terror_used"] - before
    for k in s["terror_open"]:
        left[k] -= k >= 0
    down = [x for x in range(last) if s["gems"][x] and s["terror_open"][x] < 0]
    old = [x for x in down if s["terror_old"][x]]
    if (left < 0).any() or left.sum() + before.sum() - len(down) != s["terror_count"]:
        yield f"field 'terror_count' is {s['terror_count']}, not what has not been seen"
    if s["terror_old"].sum() != len(old):
        yield "field 'terror_old' is 1 where no Terror card lies face down"
    there = np.bincount([max(int(s["terror"][x]), 0) for x in old], minlength=len(before))
    if before.sum() != len(old) or (all(s["terror"][x] >= 0 for x in old) and (there != before).any()):
        yield "field 'terror_before' is not what lies face down since the deck was shuffled"
    for gems in {int(s["gems"][x]) for x in down}:
        of_it, aged = [x for x in down if s["gems"][x] == gems], [x for x in old if s["gems"][x] == gems]
        same = t["terror_gems"] == gems
        if left[same].sum() < len(of_it) - len(aged) or before[same].sum() != len(aged):
            yield f"field 'gems': there are no {len(of_it)} unseen Terror cards with {gems} gems"


# --------------------------------------------------------------------------------------------------- the team


def team(t: Any, s: Any) -> Iterator[str]:
    """Investigators are different ones of this game, somewhere, and bear what they have to."""
    now = setting_up(s)
    for p in seats(s):
        k, x = int(s["investigator"][p]), int(s["at"][p])
        chosen = now is None or t["opt_investigators"] == BY_CHANCE or now[0] > SELVES or p < now[1]
        if k >= t["investigators"] or (k >= 0) != chosen:
            yield f"field 'investigator'[{p}] is {k}, no investigator of this game at this time"
        if k >= 0 and (s["investigator"][:p] == k).any():
            yield f"field 'investigator'[{p}] is {k}, the investigator of another seat"
        if (x >= 0) != is_placed(s, p) and s["depth"]:
            yield f"field 'at'[{p}] is {x}, no place to be at this time"
        if s["insanity"][p] < s["permanent"][p] or (s["insanity"][p] > SANE and s["depth"]):
            yield f"field 'insanity'[{p}] is {s['insanity'][p]}, no Insanity that it can bear"
        marks = [int(slot) for slot in s["aims"][p] if slot >= 0]
        for slot in marks:
            there = older_god(t, s, x) >= 0 if slot == GREAT else s["cultist_at"][slot] == x
            if x < 0 or not there:
                yield f"field 'aims'[{p}] has {slot}, which is not at its Location"
        if marks and s["phase"] not in FIGHTING and (s["depth"] or s["over"]):
            yield f"field 'aims'[{p}] holds Target markers in phase {s['phase']}"
        if len(set(marks)) < len(marks):
            yield f"field 'aims'[{p}] holds one foe twice"


def cards(t: Any, s: Any) -> Iterator[str]:
    """What lies in front of somebody was lent, though which of two like cards is whose is not kept; hands and decks
    hold what everybody knows of them."""
    if s["lent_by"].any() and s["phase"] not in FIGHTING and (s["depth"] or s["over"]):
        yield f"field 'lent_by' holds cards for fights in phase {s['phase']}"
    for k in np.flatnonzero((s["lent_to"] + s["lent_by"]).any(axis=0)):
        if s["lent_to"][:, k].sum() > s["lent_by"][:, k].sum():
            yield f"field 'lent_to' holds more cards of kind {k} than anybody has lent"
        if s["lent_to"][:, k].any() and not t["in_fight"][k]:
            yield f"field 'lent_to' holds card {k}, which is not for fights"
    for p in seats(s):
        known, size = s["known"][p], int(s["hand_count"][p])
        if s["hand"][p].sum() == size and (known > s["hand"][p]).any():
            yield f"field 'known'[{p}] holds cards that are not in that hand"
        if t["opt_hands"] == HIDDEN_HANDS:
            yield from _own(t, s, p)


def _own(t: Any, s: Any, p: int) -> Iterator[str]:
    """The own cards of ``p`` lie in hand and deck, as far as they lie nowhere else."""
    k = int(s["investigator"][p])
    total = t["decklist"][k] if k >= 0 else np.zeros(CARDS, np.int16)
    left = total - s["discards"][p] - s["lent_by"][p]
    size = int(s["hand_count"][p]) + int(s["deck_count"][p])
    if (left < 0).any() or left.sum() != size:
        yield f"field 'deck_count'[{p}]: hand and deck hold {size} cards, the own ones that lie nowhere else are others"
    if (s["known"][p] > left).any() or s["known"][p].sum() > s["hand_count"][p]:
        yield f"field 'known'[{p}] holds cards that cannot be in that hand"
    without = t["search"] == 0
    may_be, shown = left - s["known"][p], s["hand"][p].sum() == s["hand_count"][p]
    if shown and s["deck"][p].sum() == s["deck_count"][p]:
        may_be = s["hand"][p] - s["known"][p]
        if (s["hand"][p] + s["deck"][p] != left).any():
            yield f"field 'hand'[{p}] holds cards that are not its own"
    if s["plain"][p] > min(s["hand_count"][p] - s["known"][p].sum(), may_be[without].sum()):
        yield f"field 'plain'[{p}] is {s['plain'][p]}, more cards without icons than can be in that hand"


def unseen(t: Any, s: Any) -> Iterator[str]:
    """Decks that nobody sees hold what has not been seen."""
    left = t["cultist_copies"] - s["cultist_discards"] - s["cultist_box"] - s["under"].sum(axis=0)
    for k in s["cultist"]:
        left[k] -= k >= 0
    core = left[t["cultist_set"] == CORE]
    if (left < 0).any() or core.sum() < s["replaced_count"]:
        yield f"field 'replaced_count' is {s['replaced_count']}, not of Cultists that have not been seen"
    elif left.sum() - s["replaced_count"] != s["cultist_count"]:
        yield f"field 'cultist_count' is {s['cultist_count']}, not what has not been seen"
    if s["replaced"][t["cultist_set"] != CORE].any():
        yield "field 'replaced' holds a Cultist that replaces others"
    left = t["item_copies"] - s["item_discards"] - s["item_box"] - s["found"] - s["items"].sum(axis=0)
    if (left < 0).any() or left.sum() != s["item_count"]:
        yield f"field 'item_count' is {s['item_count']}, not what has not been seen"


def things(t: Any, s: Any) -> Iterator[str]:
    """Nobody has more Items than allowed, but who is asked to drop one; Items are found in searches. A game may have
    ended in the middle of that."""
    found = stack(s)
    events = t["lasts"] == EVENT
    for p in seats(s):
        most = ITEM_LIMIT + (bool(s["over"]) or (DROP_ITEM, p) in [entry[:2] for entry in found])
        if s["items"][p].sum() > most:
            yield f"field 'items'[{p}] holds {s['items'][p].sum()} Items, allowed {most}"
        if s["items"][p, events].any():
            yield f"field 'items'[{p}] holds an event"
        if (s["worn"][p] > s["items"][p]).any():
            yield f"field 'worn'[{p}] holds Items that it does not have"
    asked = bool(found) and found[0][0] == FOUND
    goes_on = asked or any(kind == IN_SEARCH and count == 0 for kind, _, _, count in found)
    if s["found"].any() and not goes_on and not s["over"]:
        yield "field 'found' holds Items, but nobody searches"
    if asked and (not s["found"].any() or s["found"][events].any()):
        yield "field 'found' holds no Items to choose from"
