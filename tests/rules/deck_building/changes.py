"""What an action changes on the table, by name, for stories that say all of it."""

from __future__ import annotations

from collections import Counter

from elderzoo.envs.core.game import State

from .story import market, minions, moxie, named

OF_ALL = ("next_mythos", "mythos_discards", "permanent", "unwanted", "box", "locations")
OF_SEATS = ("hand", "deck", "active", "discards")
NUMBERS = ("health", "sanity", "dead", "entranced", "used", "armor", "nerve", "fewer")
OF_TABLE = ("silent", "dear", "dear_next", "cheap")
VOCABS = {"next_mythos": "mythos", "mythos_discards": "mythos", "permanent": "mythos"}


def counted(s: State) -> Counter:
    """All that can be counted: "hand 0 sleuth" is 3, "zombie of 2" is 1, and so on.

    What is hidden from all (the Library, the Mythos deck) and Minions out of play are left out: every card and Minion
    is somewhere.
    """
    out = Counter({"moxie": moxie(s)})
    for field in OF_ALL:
        out.update({f"{field} {name}": n for name, n in named(s, field, vocab=VOCABS.get(field, "card")).items()})
    for p in range(s.game.num_players):
        for field in OF_SEATS:
            out.update({f"{field} {p} {name}": n for name, n in named(s, field, p).items()})
        out.update({f"{field} {p}": int(s.record[field][p]) for field in NUMBERS})
    out.update({field: int(s.record[field]) for field in OF_TABLE})
    out.update(f"market {name}" for name in market(s) if name)
    out.update({f"{kind} of {health}": n for (kind, health), n in minions(s).items()})
    for field in ("bound", "newborn"):
        out.update({f"{field} {kind}": n for kind, n in named(s, field, vocab="minion").items()})
    out.update({f"god {x}": int(n) for x, n in enumerate(s.record["god_health"])})
    return out


def changes(before: Counter, s: State) -> dict[str, int]:
    """What is more or less than before."""
    now = counted(s)
    return {name: now[name] - before[name] for name in sorted(now | before) if now[name] != before[name]}
