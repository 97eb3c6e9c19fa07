"""What the views say of the table: Elder Gods, Minions and what is on sale with what they do, a few lines a seat."""

from __future__ import annotations

import re

# Operations in a word or two; {n} is the amount, {m} the Minion, {most} what a crowd is. What is not here is called by
# its name.
SHORT = {
    "base": "{n} Moxie",
    "times": "Moxie x{n}",
    "plus": "+{n} Moxie",
    "minus": "-{n} Moxie",
    "combo": "{n} Moxie for each other card played",
    "crowd": "{n} Moxie for each of at most {most} Minions",
    "grit": "{n} Moxie for each health lacking",
    "draw": "draw {n}",
    "heal": "heal {n} health",
    "calm": "heal {n} sanity",
    "armor": "ward off {n} health damage",
    "nerve": "ward off {n} sanity damage",
    "hurt": "-{n} health",
    "scare": "-{n} sanity",
    "destroy": "destroy up to {n} cards",
    "retrieve": "take back {n} discards",
    "cheap": "cards cost {n} less",
    "gain": "take a card of cost {n} or less",
    "strike": "{n} damage to a Minion",
    "sweep": "{n} damage to each Minion",
    "smite": "{n} damage to an Elder God",
    "bind": "bind {n} Minions",
    "look": "look at the next Mythos",
    "bury": "look at the next Mythos, discard it or not",
    "dispel": "end {n} Permanent Mythos",
    "spawn": "{n} of {m} come",
    "breed": "{n} more of it come",
    "mend": "Elder Gods heal {n}",
    "devour": "eats {n} Minions to heal",
    "fewer": "draws {n} fewer",
    "drop": "discards {n}",
    "curse": "gets {n} Staggers",
    "sweep_market": "removes {n} cards of the University",
    "silence": "no abilities",
    "dear": "cards cost {n} more",
    "more": "{n} more Mythos",
    "raze": "destroys {n} Locations",
}
ONE = {
    "cards": "card",
    "discards": "discard",
    "Minions": "Minion",
    "Staggers": "Stagger",
    "Locations": "Location",
    "rounds": "round",
}
ABOUT = {
    "other": "another",
    "any": "anybody",
    "all": "everybody",
    "first": "the first",
    "weakest": "the weakest",
    "sturdiest": "the sturdiest",
    "random": "somebody by chance",
    "chosen": "somebody chosen",
}

Lines = list[tuple[str, str]]


def plain(name: str) -> str:
    return name.replace("_", " ")


def _one(words: str) -> str:
    """The singular after a 1."""
    return re.sub(r"\b1 (\w+)", lambda m: f"1 {ONE.get(m[1], m[1])}", words)


def effect(op: str, amount: int, each: bool, who: str, minion: str) -> str:
    """One effect as it is printed, in a few words."""
    from .tables import CROWD_MOST

    said = _one(SHORT.get(op, plain(op)).format(n=amount, m=plain(minion), most=CROWD_MOST))
    return said + " for each investigator" * each + (f" ({ABOUT[who]})" if who in ABOUT else "")


def does(t, labels, source: int) -> str:
    """What a source does in this game, in a few words; "nothing" where it does nothing."""
    from .tables import ABOUT as NAMES_WHOM
    from .tables import OPS, WHO

    ops, whom, said = tuple(OPS), tuple(WHO), []
    for e in range(t["effects"][source]):
        op, n, kind = ops[t["op"][source, e]], int(t["amount"][source, e]), int(t["kind"][source, e])
        who = whom[t["who"][source, e]] if op in NAMES_WHOM else "none"
        said.append(effect(op, n, False, who, labels["minion"][kind] if kind >= 0 else ""))
    return ", ".join(said) or "nothing"


def gods(t, labels, god, health) -> Lines:
    """The Elder Gods with the health they have left, and what they do in each round."""
    from .state import OF_GOD

    found = [
        f"{plain(labels['god'][g]).upper()} " + (f"{h} health [{does(t, labels, OF_GOD + g)}]" if h else "(banished)")
        for g, h in zip(god, health, strict=True)
        if g >= 0
    ]
    return [("elder gods", "; ".join(found))] if found else []


def minions(t, labels, there, bound) -> Lines:
    """Minions in play with the health they have left, and what each of them does in each round."""
    from .state import OF_MINION

    found = []
    for k in range(there.shape[0]):
        if not there[k].any():
            continue
        healths = ", ".join(f"{n} with {h + 1} health" for h, n in enumerate(there[k]) if n)
        tied = f", {bound[k]} bound" if bound[k] else ""
        found.append(f"{plain(labels['minion'][k])}: {healths}{tied} [{does(t, labels, OF_MINION + k)}]")
    return [("minions", "; ".join(found))] if found else []


def permanents(t, labels, counts) -> Lines:
    """Permanent Mythos in play, and what they do in each round."""
    from .state import OF_MYTHOS

    said = "; ".join(
        f"{plain(labels['mythos'][k])}{_times(n)} [{does(t, labels, OF_MYTHOS + k)}]" for k, n in enumerate(counts) if n
    )
    return [("permanent", said)] if said else []


def next_mythos(t, labels, counts) -> Lines:
    """The next Mythos card, where the team has looked at it."""
    from .state import OF_MYTHOS

    said = "; ".join(
        f"{plain(labels['mythos'][k])} [{does(t, labels, OF_MYTHOS + k)}]" for k, n in enumerate(counts) if n
    )
    return [("next mythos", said)] if said else []


def dearer(t, labels, dear) -> Lines:
    return [("prices", f"{dear} Moxie more in this round")] if dear else []


def price(t, k, dear, cheap) -> int:
    """As ``rules_table.price``."""
    from .state import LEAST_PRICE

    return max(t["cost"][k] + dear - cheap, LEAST_PRICE)


def market(t, labels, cards, dear, cheap) -> Lines:
    """What is on sale, for how much now, and what it does."""
    found = [
        f"{plain(labels['card'][k])} for {price(t, k, dear, cheap)} [{_printed(t, labels, k)}]" for k in cards if k >= 0
    ]
    return [("on sale", "; ".join(found))] if found else []


def _printed(t, labels, k: int) -> str:
    from .tables import LOCATION, TIMES

    said = does(t, labels, int(k))
    return f"{said}, {plain(TIMES[t['when'][k]])} turn" if t["type"][k] == LOCATION else said


def moxie(t, labels, base, factor, bonus, spent, plays, combo) -> Lines:
    """Moxie of the turn under way, as ``rules_table.moxie``."""
    from .state import MOXIE

    base, factor, bonus, spent, plays, combo = map(int, (base, factor, bonus, spent, plays, combo))
    made = min(max((base + combo * max(plays - 1, 0)) * factor + bonus, 0), MOXIE)
    return [("moxie", f"{max(made - spent, 0)} left of {made}")] if factor else []


def cards(label: str):
    """A line of cards, each with what it does."""

    def lines(t, labels, counts) -> Lines:
        said = "; ".join(
            f"{plain(labels['card'][k])}{_times(n)} [{_printed(t, labels, k)}]" for k, n in enumerate(counts) if n
        )
        return [(label, said)] if said else []

    return lines


def active(t, labels, counts) -> Lines:
    """Cards activated in this round."""
    said = ", ".join(f"{plain(labels['card'][k])}{_times(n)}" for k, n in enumerate(counts) if n)
    return [("played", said)] if said else []


def investigator(t, labels, who, silent, health, sanity, dead, entranced, used, armor, nerve, fewer) -> Lines:
    """Who the seat is, how they are, and what their ability does."""
    from .state import OF_ABILITY, OF_AFTER
    from .tables import TIMES

    if who < 0:
        return []
    name = plain(labels["investigator"][who])
    if dead:
        return [("", f"{name}, DEAD"), ("after death", does(t, labels, OF_AFTER + int(who)))]
    said = [name, f"health {health} of {t['health'][who]}", f"sanity {sanity} of {t['sanity'][who]}"]
    said += [_one(f"entranced for {entranced} rounds")] * bool(entranced)
    said += [f"wards off {armor} health"] * bool(armor) + [f"wards off {nerve} sanity"] * bool(nerve)
    said += [f"draws {fewer} fewer"] * bool(fewer)
    when = "off" if silent else "used" if used else plain(TIMES[t["when"][OF_ABILITY + int(who)]])
    return [("", ", ".join(said)), ("ability", f"{does(t, labels, OF_ABILITY + int(who))} ({when})")]


def _times(n) -> str:
    return f" x{n}" if n > 1 else ""
