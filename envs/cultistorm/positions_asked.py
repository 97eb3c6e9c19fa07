"""Positions from outside the rules: whether who is asked can answer, and whether fights can be paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .rules_effects import (
    TO_BANISH,
    TO_EASE,
    TO_LOOK,
    TO_SHOVE,
)
from .rules_rounds import (
    STARTS,
)
from .state import (
    CHOOSE_SELF,
    CHOOSE_START,
    COMBAT,
    CROWD,
    CRYSTAL,
    CULTIST,
    DISCARD,
    DROP_ITEM,
    FIGHT_WHOM,
    GATE_SEAL,
    GREAT,
    IN_EFFECTS,
    IN_SETUP,
    INVESTIGATE,
    INVESTIGATORS,
    ITEM_LIMIT,
    LAY_TROPHY,
    LEARN,
    LEVELS,
    MASKS,
    OF_ABILITY,
    OF_CARD,
    OF_CULTIST,
    OF_ITEM,
    OF_LOCATION,
    PAY,
    PLACES,
    POOL_DIE,
    RECALL,
    ROLL_DIE,
    SEALING,
    SEARCH_DEPTH,
    SHRINE,
    SUPPORT_WHOM,
    SYMBOLS,
    TARGET,
    TRADE_ANSWER,
    TRADE_ITEM,
    TRADE_WITH,
    TROPHY,
    TURN_DIE,
)
from .tables import (
    ALWAYS,
    BANISH,
    BLANK,
    CURE,
    DIE,
    DRAW,
    EASE,
    EVENT,
    FIND,
    HEAL,
    LOOK,
    MUST_BE_ABLE,
    OF_SECT,
    POOL,
    RANGED,
    RECALL_OP,
    RESTOCK,
    ROLL,
    SECOND_WAVE,
    SHARPEN,
    SHELTER,
    SHOVE,
    STRONGER,
    SYMBOL,
    TROPHY_OP,
    TURN,
    WARD,
)

# ------------------------------------------------------------------------------------------------- what is under way


def stack(s: Any) -> list[tuple[int, ...]]:
    """The entries of the stack (kind, seat, subject, count), top first."""
    return [tuple(map(int, entry)) for entry in s["stack"][: int(s["depth"])]]


def seats(s: Any) -> range:
    return range(int(s["players"]))


def is_of_team(t: Any, source: int) -> bool:
    """Whether a source is a card, Location, ability, or Item that is no event."""
    if OF_ITEM <= source < OF_LOCATION:
        return bool(t["lasts"][source - OF_ITEM] != EVENT)
    return source < OF_CULTIST


def setting_up(s: Any) -> tuple[int, int] | None:
    """How far setting up has come, and how many seats have been seen to in it; None after it."""
    found = stack(s)
    if len(found) < 2 or found[-2][0] != IN_SETUP:
        return None
    return found[-2][2], found[-2][3] - (found[0][0] in (CHOOSE_SELF, CHOOSE_START))


def is_placed(s: Any, p: int) -> bool:
    """Whether seat ``p`` has said where it starts."""
    now = setting_up(s)
    return now is None or now[0] > STARTS or (now[0] == STARTS and p < now[1])


def older_god(t: Any, s: Any, x: int) -> int:
    """The Great Old One at a place, of two the older; -1 for none."""
    here = [g for g in range(int(t["gods"])) if s["god_at"][g] == x]
    first = [g for g in here if t["wave"][g] != SECOND_WAVE]
    return (first or here[-1:] or [-1])[-1]


# ------------------------------------------------------------------------------------------------- questions


def questions(t: Any, s: Any) -> Iterator[str]:
    """Who is asked can answer."""
    found = stack(s)
    for d, (kind, seat, subject, _) in enumerate(found):
        if kind == IN_EFFECTS and is_of_team(t, subject) and not is_placed(s, seat):
            yield f"field 'stack'[{d}, 1] is {seat}, who is nowhere yet"
    if found:
        kind, seat, subject, count = found[0]
        if kind in (INVESTIGATE, COMBAT, SEALING) and s["ready"][seat]:
            yield f"field 'ready'[{seat}] is 1 for a seat that is asked"
        answer = ANSWERS.get(kind)
        if answer is not None and not answer[1](t, s, seat, subject, count):
            yield f"field {answer[0]!r}: seat {seat} has no answer to what it is asked"


def _crowd_at(s: Any, x: int) -> int:
    return int(((s["cultist"] >= 0) & (s["cultist_at"] == x)).sum())


def _can_shove(s: Any, x: int) -> bool:
    """Whether Cultists of a place can go to another: one that is not warded, without a Great Old One."""
    return any(y not in (x, s["ward"]) and not (s["god_at"] == y).any() for y in range(PLACES))


def _has_cultist(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    x = int(s["at"][p])
    return _crowd_at(s, x) > 0 and (subject != TO_SHOVE or _can_shove(s, x))


def _has_step(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    if subject == TO_LOOK:
        last = int(s["steps"]) - 1
        return bool(((s["gems"][:last] > 0) & (s["terror_open"][:last] < 0)).any())
    return bool(s["crystals"].any())


def _has_trophy(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    return any(subject >> k & 1 and s["trophy_supply"][k] for k in range(SYMBOLS))


def _is_searching(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    icons = int((np.maximum(s["hand"][p], s["known"][p]) * t["search"]).sum())
    return count <= min(icons, int(s["item_count"]))


def _has_partner(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    near = (s["at"][: int(s["players"])] == s["at"][p]).sum() > 1
    return bool(near and s["items"][p].any())


def _has_offer(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    q = (p + count) % int(s["players"])
    return bool(s["at"][q] == s["at"][p] and s["items"][q, subject])


def _can_learn(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    level = int(s["level"][p])
    return level < LEVELS and bool((s["trophies"][p] >= (1 if level == 0 else 2)).any())


def _can_lay(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    open_ = (t["location_symbol"][s["location"]] == subject) & (s["sealed"] == 0)
    return bool(s["trophies"][p, subject] and open_.any())


def _can_aim(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    x, marks = int(s["at"][p]), [int(slot) for slot in s["aims"][p]]
    here = [j for j in range(CROWD) if s["cultist"][j] >= 0 and s["cultist_at"][j] == x]
    here += [GREAT] * (older_god(t, s, x) >= 0)
    return -1 in marks and bool(set(here) - set(marks))


def _fights(t: Any, s: Any, p: int) -> list[int]:
    """What seat ``p`` has aimed at and may attack."""
    x = int(s["at"][p])
    here = [j for j in range(CROWD) if s["cultist"][j] >= 0 and s["cultist_at"][j] == x]
    ranged = s["players"] == 2 or t["style"][s["investigator"][p]] == RANGED or s["sharp"][p]
    may = (here if ranged else here[:1]) or [GREAT]
    return [int(slot) for slot in s["aims"][p] if slot in may]


def _can_fight(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    sure = t["opt_attack"] != MUST_BE_ABLE
    return any(sure or _lacks(t, s, p, _needs(t, s, p, slot)) == 0 for slot in _fights(t, s, p))


def _can_support(t: Any, s: Any, p: int, subject: int, count: int) -> bool:
    if s["hand"][p].sum() == s["hand_count"][p] and not s["hand"][p, subject]:
        return False
    source = OF_CARD + subject
    ops = [
        (int(t["op"][source, e]), int(t["symbols"][source, e]))
        for e in range(int(t["effects"][source]))
        if not t["optional"][source, e]
    ]
    return any(q != p and all(_can_resolve(t, s, q, op, symbols) for op, symbols in ops) for q in seats(s))


def _can_resolve(t: Any, s: Any, q: int, op: int, symbols: int) -> bool:
    """Whether an operation of the team would do something for seat ``q``."""
    x = int(s["at"][q])
    able = {
        HEAL: lambda: s["insanity"][q] > s["permanent"][q],
        CURE: lambda: s["permanent"][q],
        SHELTER: lambda: s["protected"] != q,
        SHARPEN: lambda: not s["sharp"][q] and t["style"][s["investigator"][q]] != RANGED and s["players"] > 2,
        DRAW: lambda: s["deck_count"][q] or s["discards"][q].any(),
        RECALL_OP: lambda: s["discards"][q].any(),
        **dict.fromkeys((DIE, POOL), lambda: s["dice_left"]),
        **dict.fromkeys((ROLL, TURN), lambda: s["dice"][q].any()),
        FIND: lambda: s["item_count"],
        RESTOCK: lambda: s["item_discards"].any(),
        TROPHY_OP: lambda: _has_trophy(t, s, q, symbols, 1),
        WARD: lambda: s["ward"] != x,
        BLANK: lambda: s["cultist_die"][x] >= 0,
        BANISH: lambda: _has_cultist(t, s, q, TO_BANISH, 1),
        SHOVE: lambda: _has_cultist(t, s, q, TO_SHOVE, 1),
        EASE: lambda: _has_step(t, s, q, TO_EASE, 1),
        LOOK: lambda: _has_step(t, s, q, TO_LOOK, 1),
    }
    return bool(able[op]()) if op in able else True


# Questions that may have no answer: the field to blame, and whether there is one.
ANSWERS: dict[int, tuple[str, Callable[[Any, Any, int, int, int], bool]]] = {
    CHOOSE_SELF: ("investigator", lambda t, s, p, subject, count: s["investigator"][p] < 0),
    DISCARD: ("hand_count", lambda t, s, p, subject, count: s["hand_count"][p] > 0),
    POOL_DIE: ("pool", lambda t, s, p, subject, count: s["pool"].any()),
    **dict.fromkeys((ROLL_DIE, TURN_DIE), ("dice", lambda t, s, p, subject, count: s["dice"][p].any())),
    TROPHY: ("trophy_supply", _has_trophy),
    RECALL: ("discards", lambda t, s, p, subject, count: s["discards"][p].any()),
    CULTIST: ("cultist", _has_cultist),
    CRYSTAL: ("crystals", _has_step),
    SEARCH_DEPTH: ("item_count", _is_searching),
    DROP_ITEM: ("items", lambda t, s, p, subject, count: s["items"][p].sum() > ITEM_LIMIT),
    **dict.fromkeys((TRADE_WITH, TRADE_ITEM), ("items", _has_partner)),
    TRADE_ANSWER: ("items", _has_offer),
    LEARN: ("trophies", _can_learn),
    GATE_SEAL: ("seal_of", lambda t, s, p, subject, count: (s["seal_of"] < 0).any()),
    TARGET: ("aims", _can_aim),
    LAY_TROPHY: ("trophies", _can_lay),
    SHRINE: ("shrine", lambda t, s, p, subject, count: not s["shrine"].all()),
    SUPPORT_WHOM: ("hand", _can_support),
    FIGHT_WHOM: ("aims", _can_fight),
}


# --------------------------------------------------------------------------------------------------- fights


def payment(t: Any, s: Any) -> Iterator[str]:
    """What a fight takes and has been given is that of the fight under way, which can be paid or given up."""
    found = stack(s)
    if not found:
        return
    kind, p, slot, count = found[0]
    if kind != PAY:
        for name in ("need", "paid"):
            if s[name].any():
                yield f"field {name!r} holds symbols, but there is no fight under way"
        return
    if slot not in _fights(t, s, p):
        yield f"field 'stack'[0, 2] is {slot}, no foe that seat {p} has aimed at and may fight"
        return
    needs = _needs(t, s, p, slot)
    if needs != s["need"].tolist():
        yield f"field 'need' is {s['need'].tolist()}, the foe takes {needs}"
    if s["paid"][0] or s["paid"].any() != (count == 2):
        yield f"field 'paid' holds {s['paid'].sum()} symbols, with 'stack'[0, 3] {count}"
    if _matched(needs, s["paid"]) == sum(needs):
        yield "field 'paid': the fight is won"
    if count == 0 and t["opt_attack"] == MUST_BE_ABLE:
        yield "field 'stack'[0, 3] is 0: what cannot be paid may not be fought"
    if count and s["hand"][p].sum() == s["hand_count"][p] and _lacks(t, s, p, needs):
        yield f"field 'stack'[0, 3] is {count}, but seat {p} cannot pay for the fight"


def _needs(t: Any, s: Any, p: int, slot: int) -> list[int]:
    """How many of each symbol it takes to defeat what is in a slot, at the Location of seat ``p``."""
    x = int(s["at"][p])
    of_place, die = int(t["location_symbol"][s["location"][x]]), int(s["cultist_die"][x])
    if slot == GREAT:
        g = older_god(t, s, x)
        eaten = [int(s["under"][x, t["sect"] == k].sum()) for k in range(SYMBOLS)]
        needs = [int(t["god_symbols"][g, k]) + eaten[k] for k in range(SYMBOLS)]
        of_sect = t["opt_god_symbol"] == OF_SECT
        more = of_place in ((t["god_sect"][g],) if of_sect else [k for k in range(SYMBOLS) if eaten[k]])
        needs[of_place] += int(t["opt_god_symbol"] == ALWAYS or more)
    else:
        kind = int(s["cultist"][slot])
        needs = [int(n) for n in t["cultist_symbols"][kind]]
        strong = s["act_now"] >= 0 and t["lasting"][s["act_now"]] == STRONGER
        needs[of_place] += int(t["sect"][kind] == of_place or strong)
    if die >= 0:
        needs[die] += 1
    return needs


def _matched(needs: list[int], given: Any) -> int:
    """Needed symbols that those given, counted by the set that each may be one of, can be matched with."""
    least = sum(needs)
    for a in range(MASKS):
        inside = sum(n for k, n in enumerate(needs) if a >> k & 1)
        least = min(least, inside + sum(int(n) for m, n in enumerate(given) if m & ~a))
    return least


def _lacks(t: Any, s: Any, p: int, needs: list[int]) -> int:
    """Symbols that seat ``p`` lacks, with all it has, for a fight that takes these."""
    given = np.array(s["paid"], np.int64)
    for k in range(SYMBOLS):
        given[1 << k] += s["dice"][p, k]
    for k in np.flatnonzero(s["hand"][p]):
        given[1 << t["card_symbol"][k]] += s["hand"][p, k]
    sources = [(OF_CARD + k, int(s["lent_to"][p, k])) for k in np.flatnonzero(s["lent_to"][p])]
    sources += [(OF_ITEM + k, int(s["items"][p, k] - s["worn"][p, k])) for k in np.flatnonzero(s["items"][p])]
    learned = [level for level in range(int(s["level"][p])) if not s["used_ability"][p, level]]
    sources += [(OF_ABILITY + INVESTIGATORS * level + int(s["investigator"][p]), 1) for level in learned]
    x = int(s["at"][p])
    if s["shrine"][x] and (not t["once"][s["location"][x]] or not s["used_place"][x]):
        sources.append((OF_LOCATION + int(s["location"][x]), 1))
    for source, times in sources:
        for e in range(int(t["effects"][source])):
            if t["op"][source, e] == SYMBOL:
                given[t["symbols"][source, e]] += times * t["amount"][source, e]
    return sum(needs) - _matched(needs, given)
