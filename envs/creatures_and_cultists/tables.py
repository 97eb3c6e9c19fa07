"""What the cards and the cult sheet say: the layout of TABLES, the declaration of a card file, and the options."""

from __future__ import annotations

from itertools import product

import numpy as np

from ..core.content import Content, ContentSchema, Key, Section
from ..core.errors import ConfigError
from ..core.spec import Option
from .state import (
    CARDS,
    COPIES,
    CULTISTS,
    HAND,
    KINDS,
    LASTING,
    PLACES,
    ROUNDS,
    ROWS,
    SEATS,
    SKILLS,
    TARGETS,
    VOCABULARIES,
)

EFFECTS = 3  # of one card

TYPES = ("mondo", "event", "sorcery", "thuggery", "conjuring", "defense")
MONDO_CARD, EVENT_CARD, SORCERY_CARD, THUGGERY_CARD, CONJURING_CARD, DEFENSE_CARD = range(len(TYPES))

# Which attack or spell a Defense card answers, and when.
ANSWERS = ("dodge", "elder_sign", "bluff")
A_DODGE, A_ELDER_SIGN, A_BLUFF = range(len(ANSWERS))

SKILL_NAMES = VOCABULARIES["skill"]

# What an effect does (``op``): whether it lasts as long as its card lies on the table, whether it names a skill,
# the range of its amount, and its meaning. "The cult" is the one the effect is on (``who``).
OPS = {
    "skill": (True, True, (-9, 9), "a skill of the cult changes by the amount"),
    "rolls": (True, False, (-9, 9), "every roll of the cult is made against a number changed by the amount"),
    "hand_limit": (True, False, (-5, 6), "the hand limit of the cult changes by the amount"),
    "ward": (True, True, (-9, 9), "rolls of that skill which others make to harm the cult change by the amount"),
    "silence": (True, True, (0, 0), "the cult may not play cards of that skill"),
    "gate": (True, False, (0, 0), "attacks of the cult reach every row"),
    "draw": (False, False, (1, 6), "the cult draws that many cards"),
    "discard": (False, False, (1, 6), "the cult loses that many cards of its hand at random"),
    "gain": (False, False, (1, 20), "the cult gains that many Fuggly Points"),
    "lose": (False, False, (1, 20), "the cult loses that many Fuggly Points"),
    "steal": (False, False, (1, 20), "that many Fuggly Points go from the cult to the player of the card"),
    "kill": (False, False, (1, 3), "the player of the card kills that many cultists of the cult's current row"),
    "strike": (False, False, (1, 2), "that many cultists of the cult's current row, chosen by chance, die"),
    "sacrifice": (False, False, (1, 3), "the cult chooses that many cultists of its current row to die"),
    "raise": (False, False, (1, 3), "the cult brings that many dead cultists of its current row back"),
    "ready": (False, False, (0, 0), "cultists of the cult that attacked in this turn may attack again"),
    "cleanse": (False, False, (1, 3), "the cult discards that many cards that lie on it with an effect"),
}
(
    SKILL,
    ROLLS,
    HAND_LIMIT,
    WARD,
    SILENCE,
    GATE,
    DRAW,
    DISCARD,
    GAIN,
    LOSE,
    STEAL,
    KILL_ONE,
    STRIKE,
    SACRIFICE_ONE,
    RAISE_ONE,
    READY,
    CLEANSE_ONE,
) = range(len(OPS))

# What lasting cards give a cult: lines of the table ``gives``, one for each skill where an operation names one.
GIVES_SKILL, GIVES_ROLLS, GIVES_HAND_LIMIT, GIVES_WARD, GIVES_SILENCE, GIVES_GATE, GIVEN = 0, 3, 4, 5, 8, 11, 12
GIVES = {
    "skill": GIVES_SKILL,
    "rolls": GIVES_ROLLS,
    "hand_limit": GIVES_HAND_LIMIT,
    "ward": GIVES_WARD,
    "silence": GIVES_SILENCE,
    "gate": GIVES_GATE,
}

# Whom an effect is on.
WHO = ("target", "self", "others", "all")
ON_TARGET, ON_SELF, ON_OTHERS, ON_ALL = range(len(WHO))

# How long a card lies on the table: until the end of the cult's next turn to end, of the round, or for good.
DURATIONS = ("none", "turn", "round", "game")
NO_TIME, ONE_TURN, ONE_ROUND, FOR_GOOD = range(len(DURATIONS))

# Who rolls when an Event is played, and what has to happen for it to work.
ROLLERS = ("none", "player", "target")
NOBODY_ROLLS, PLAYER_ROLLS, TARGET_ROLLS = range(len(ROLLERS))

SPOOGES = {
    "none": "nothing more",
    "double": "amounts of effects that do not last count twice",
    "sure": "nobody may answer the card",
    "draw": "the player draws a card as well",
}
PLAIN_SPOOGE, DOUBLE, SURE, DRAWS = range(len(SPOOGES))

BOOFS = {
    "none": "nothing more",
    "backfire": "the effects are on the player's own cult",
    "points": "the player loses Fuggly Points (`boof_amount`)",
    "cultist": "a cultist of the player's current row, chosen by chance, dies",
}
PLAIN_BOOF, BACKFIRE, POINTS_LOST, CULTIST_LOST = range(len(BOOFS))

# ------------------------------------------------------------------------------------------------- options

TIED_ROLL, ALL_ROLL, ANY_TIE = range(3)
MONDO_TURN, MONDO_ROUND, MONDO_DRAWN = range(3)
AFTER_DEFENCE, AFTER_SUCCESS, BEFORE_ROLL = range(3)
ONE_ROLL, SEPARATE_ROLLS, ONE_DEFENCE = range(3)
BOTH_TIMES, ROUND_START, NOW = range(3)
EQUAL_SKILL = 10  # the mean of 2d6 + 3 without doubles


def _skills(given) -> str:
    """Skills as "sorcery/conjuring/thuggery", for all cults or one after the other by seat."""
    if isinstance(given, (list, tuple)):
        rows = [given] if all(isinstance(x, int) for x in given) else given
        if not all(isinstance(r, (list, tuple)) for r in rows):
            raise ValueError(f"{given!r} is neither 'rolled', 'equal' nor a list of skills")
        given = ",".join("/".join(map(str, r)) for r in rows)
    if not isinstance(given, str):
        raise ValueError(f"{given!r} is neither 'rolled', 'equal' nor a list of skills")
    for row in given.split(","):
        numbers = row.strip().split("/")
        if len(numbers) != SKILLS or not all(n.strip().isdecimal() and 1 <= int(n) <= 18 for n in numbers):
            raise ValueError(f"{row.strip()!r} is not sorcery/conjuring/thuggery, each 1..18, such as '10/9/12'")
    return given


OPTIONS = (
    Option("draw_time", ("after", "before"), "after", "hands are filled after the roll for the stars, or before it"),
    Option(
        "mondo_time",
        ("turn", "round", "drawn"),
        "turn",
        "Mondo cards are played when their player's turn begins, when the round begins, or as soon as they are drawn",
    ),
    Option(
        "mondo_refill",
        ("one", "full"),
        "one",
        "for each Mondo card played its player draws one card, or fills the hand up to the limit",
    ),
    Option(
        "mondo_late",
        ("wait", "at_once"),
        "wait",
        "Mondo cards drawn later in the own turn wait for the next one, or are played at once",
    ),
    Option(
        "star_ties",
        ("tied", "all", "any"),
        "tied",
        "who rolls again for the stars: those tied for lowest, everybody when the lowest tie, or everybody on any tie",
    ),
    Option("star_points", (False, True), False, "whether pairs of points may lower the own die for the stars"),
    Option(
        "star_bonus",
        ("round", "turn"),
        "round",
        "the bonus of the favoured cult counts on its rolls in the whole round, or in its own turn only",
    ),
    Option(
        "star_defence", ("after", "before"), "after", "on a halved defence that bonus counts after halving, or before"
    ),
    Option(
        "survival", ("under", "at_or_under"), "under", "a monster is survived strictly under its number, or at it too"
    ),
    Option("counter_defence", (True, False), True, "whether there is a defence roll against a counter-attack"),
    Option("counter_chain", (False, True), False, "whether a Spooged defence against a counter-attack is countered"),
    Option("counter_uses", (False, True), False, "whether a counter-attack is one of a cultist's attacks of the turn"),
    Option("dodge_counter", (False, True), False, "whether who dodged may counter-attack"),
    Option("dodge_scope", ("card", "cultist"), "card", "what Dodge saves from a card with several targets"),
    Option(
        "elder_sign_time",
        ("after_defence", "after_success", "before_roll"),
        "after_defence",
        "the last moment for an Elder Sign: after a failed defence roll, a successful roll of the player, or before it",
    ),
    Option("elder_sign_spooge", (True, False), True, "whether an Elder Sign stops a Spooged Sorcery card"),
    Option("elder_sign_turned", (True, False), True, "whether it stops a monster that turned on its summoner"),
    Option("bluff_scope", ("own", "any"), "own", "whose cultists It's A Bluff! brings back"),
    Option("bluff_event", (True, False), True, "whether it brings back who was killed by other cards than attacks"),
    Option(
        "multi_rolls",
        ("one_roll", "separate_rolls", "one_defence"),
        "one_roll",
        "a card with several targets: one attack roll and a defence for each, both for each, or one of both",
    ),
    Option(
        "multi_counter", ("first", "any"), "first", "who may strike back then: the target named first, or any survivor"
    ),
    Option(
        "turned_points",
        ("nobody", "victim"),
        "nobody",
        "who gets the points when a monster kills its summoner: nobody, or the cult it was meant for",
    ),
    Option("monster_bonus", (False, True), False, "whether the bonus of 2 counts after a Spooged survival roll too"),
    Option("reach", ("any", "next_row"), "any", "what cards that reach other rows reach: every row, or only the next"),
    Option(
        "spend_time", ("before", "after"), "before", "points are spent on a roll before the dice are seen, or after"
    ),
    Option(
        "spend_halved", ("after", "before"), "after", "on a halved defence, points count after halving, or before it"
    ),
    Option(
        "summon_when",
        ("both", "round_start", "now"),
        "both",
        "when the points for a summoning are needed: at the start of the round, now, or both",
    ),
    Option("summon_spend", ("excess", "all"), "excess", "what may be spent on the roll: points above those, or all"),
    Option(
        "summon_players",
        ("starting", "living"),
        "starting",
        "whether the points needed go by the cults at the start, or by those still in the game",
    ),
    Option("nobody_left", ("draw", "last"), "draw", "when no cult is left: nobody wins, or the last to go"),
    Option("round_cap", (True, False), True, f"whether the game is called off after {ROUNDS} rounds"),
    Option(
        "skills",
        ("rolled", "equal"),
        "rolled",
        f"2d6 + 3 without doubles, {EQUAL_SKILL} each, or a list such as '10/9/12' for all or '10/9/12,8/8/8' by seat",
        _skills,
    ),
    Option(
        "uniform_windows",
        (False, True),
        False,
        "whether seats are asked for an answer, and every decision without a choice too, when they can give none",
    ),
)

TABLES = np.dtype(
    [
        ("kinds", np.int16),
        ("total", np.int16),
        ("copies", np.int16, (KINDS,)),
        ("type", np.int16, (KINDS,)),
        ("modifier", np.int16, (KINDS,)),
        ("survival", np.int16, (KINDS,)),
        ("targets", np.int16, (KINDS,)),
        ("reaches", np.int16, (KINDS,)),
        ("cost", np.int16, (KINDS,)),
        ("roller", np.int16, (KINDS,)),
        ("roll_skill", np.int16, (KINDS,)),
        ("spooge", np.int16, (KINDS,)),
        ("boof", np.int16, (KINDS,)),
        ("boof_amount", np.int16, (KINDS,)),
        ("duration", np.int16, (KINDS,)),
        ("aimed", np.int16, (KINDS,)),
        ("effects", np.int16, (KINDS,)),
        ("op", np.int16, (KINDS, EFFECTS)),
        ("op_skill", np.int16, (KINDS, EFFECTS)),
        ("amount", np.int16, (KINDS, EFFECTS)),
        ("who", np.int16, (KINDS, EFFECTS)),
        ("lasting_kinds", np.int16),
        ("lasting_kind", np.int16, (LASTING,)),
        ("lasting_place", np.int16, (KINDS,)),
        ("gives", np.int16, (GIVEN, LASTING)),
        ("k_answer", np.int16, (len(ANSWERS),)),
        ("points", np.int16, (ROWS, PLACES)),
        ("cultist_mod", np.int16, (ROWS, PLACES, SKILLS)),
        ("is_thug", np.int16, (ROWS, PLACES)),
        ("minimum", np.int16, (SEATS + 1,)),
        ("ways", np.int16, (19,)),
        ("skill_of", np.int16, (SEATS, SKILLS)),
        *(("opt_" + o.name, np.int16) for o in OPTIONS if o.name != "skills"),
    ],
    align=True,
)

# Fuggly Points that a summoning takes, by cults in the game.
MINIMUM = {1: 25, 2: 25, 3: 20, 4: 15, 5: 15}


def ways_at_or_under() -> list[int]:
    """Of the 216 throws of three dice, how many succeed against each number 0..18: 3 to 5 always, 16 to 18 never."""
    totals = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    return [sum(x <= 5 or (x <= number and x <= 15) for x in totals) for number in range(19)]


def chances() -> list[tuple]:
    """The dice as a table of the game's page."""
    ways = ways_at_or_under()
    rows = [(str(n), str(ways[n]), f"{ways[n] / 216:.1%}") for n in range(5, 16)]
    return [
        ("Number", "Throws of 216", "Chance"),
        ("5 or less", *rows[0][1:]),
        *rows[1:-1],
        ("15 or more", *rows[-1][1:]),
    ]


def operations() -> list[tuple]:
    """The operations as a table of the game's page."""
    rows = [
        (f"`{op}`", "as the card lies there" if lasts else "at once", f"{lo} to {hi}" if hi else "", meaning)
        for op, (lasts, _, (lo, hi), meaning) in OPS.items()
    ]
    return [("Operation", "Lasts", "Amount", "Meaning"), *rows]


# -------------------------------------------------------------------------------------------- the card file


def _check(content: Content) -> None:
    cards, cultists = content.sections["card"], content.sections["cultist"]
    answers = {}
    for card in cards:
        _check_card(content, card)
        if card["answer"] != "none":
            if card["answer"] in answers:
                raise content.fail(card, "answer", f"is already that of {answers[card['answer']]!r}")
            answers[card["answer"]] = card["id"]
    if sum(map(_lasts, cards)) > LASTING:
        raise content.fail({"id": "card"}, "duration", f"{sum(map(_lasts, cards))} kinds last, capacity {LASTING}")
    total = sum(c["copies"] for c in cards)
    if not SEATS * HAND <= total <= CARDS:
        raise content.fail({"id": "card"}, "copies", f"{total} cards in all, allowed {SEATS * HAND}..{CARDS}")
    if all(c["type"] == "mondo" for c in cards):
        raise content.fail({"id": "card"}, "type", "a deck of Mondo cards only cannot be played")
    if len(cultists) != CULTISTS:
        raise content.fail({"id": "cultist"}, "cultist", f"{len(cultists)} cultists, expected {CULTISTS}")


def _check_card(content: Content, card: dict) -> None:
    """Refuse fields that have no meaning on a card of this type, and missing ones that have."""
    kind, attack = card["type"], card["type"] in ("thuggery", "conjuring")
    fits = {
        "answer": kind == "defense",
        "survival": kind == "conjuring",
        "modifier": attack or kind == "sorcery",
        "targets": attack,
        "reaches": attack,
        "effects": kind in ("mondo", "event", "sorcery"),
        "roll": kind == "event",
        "skill": kind == "event" and card["roll"] != "none",
        "cost": kind in ("event", "sorcery"),
        "spooge": kind == "sorcery" or (kind == "event" and card["roll"] == "player"),
        "boof": kind == "sorcery" or (kind == "event" and card["roll"] == "player"),
        "boof_amount": card["boof"] == "points",
        "duration": any(OPS[e["op"]][0] for e in card["effects"]),
    }
    empty = {k.name: k.default for k in CARD_KEYS} | {"effects": []}
    needed = {"answer", "survival", "effects", "skill", "boof_amount", "duration"}
    for field, allowed in fits.items():
        if not allowed and card[field] != empty[field]:
            raise content.fail(card, field, f"has no meaning for this {kind} card")
        if allowed and field in needed and card[field] == empty[field]:
            raise content.fail(card, field, "is missing")
    lasting = {e["who"] for e in card["effects"] if OPS[e["op"]][0]}
    if lasting - {"target", "self"} or len(lasting) > 1:
        raise content.fail(card, "effects", "all that lasts must be on one cult: the target, or self")
    aimed = any(e["who"] == "target" for e in card["effects"])
    if card["spooge"] == "sure" and not (kind == "sorcery" and aimed):
        raise content.fail(card, "spooge", "'sure' is for Sorcery at a target: nobody answers anything else")
    if card["roll"] == "target" and not aimed:
        raise content.fail(card, "roll", "the target rolls, but no effect has one")
    for effect in card["effects"]:
        _check_effect(content, card, effect)


def _check_effect(content: Content, card: dict, effect: dict) -> None:
    _, names_skill, (lo, hi), _ = OPS[effect["op"]]
    if names_skill != (effect["skill"] != "none"):
        raise content.fail(card, "effects", f"{effect['op']} " + ("needs" if names_skill else "takes no") + " 'skill'")
    if not lo <= effect["amount"] <= hi or (effect["amount"] == 0 and (lo, hi) != (0, 0)):
        raise content.fail(card, "effects", f"{effect['op']}: 'amount' is {effect['amount']}, allowed {lo}..{hi}")
    if card["type"] == "mondo" and effect["who"] == "target":
        raise content.fail(card, "effects", "a Mondo card has no target")
    if effect["op"] == "steal" and effect["who"] == "self":
        raise content.fail(card, "effects", "nobody steals from themselves")


def _lasts(card: dict) -> bool:
    return card["duration"] != "none"


EFFECT_KEYS = (
    Key("op", choices=tuple(OPS), meaning="what it does"),
    Key("who", choices=WHO, default="target", meaning="on whom: the target, the player, all others, everybody"),
    Key("skill", choices=("none", *SKILL_NAMES), default="none", meaning="the skill it is about"),
    Key("amount", int, -9, 20, default=0, meaning="how much"),
)
CARD_KEYS = (
    Key("type", choices=TYPES, meaning="what kind of card it is"),
    Key("copies", int, 1, COPIES, meaning="how many the deck holds"),
    Key("modifier", int, -9, 9, default=0, meaning="added to the number its player rolls against"),
    Key("survival", int, 0, 18, default=0, meaning="of a monster: what its victim has to roll under"),
    Key("targets", int, 1, TARGETS, default=1, meaning="how many cultists an attack is made on"),
    Key("reaches", int, 0, 1, default=0, meaning="1 where an attack may be made on other rows"),
    Key("cost", int, 0, 20, default=0, meaning="Fuggly Points paid when it is played"),
    Key("roll", choices=ROLLERS, default="none", meaning="of an Event: who rolls; the target resists by succeeding"),
    Key("skill", choices=("none", *SKILL_NAMES), default="none", meaning="of an Event: the skill rolled against"),
    Key("spooge", choices=tuple(SPOOGES), default="none", meaning="what a Spooge of the player adds"),
    Key("boof", choices=tuple(BOOFS), default="none", meaning="what a Boof of the player does"),
    Key("boof_amount", int, 0, 20, default=0, meaning="Fuggly Points a Boof costs"),
    Key("duration", choices=DURATIONS, default="none", meaning="how long the card lies on the table"),
    Key("answer", choices=("none", *ANSWERS), default="none", meaning="of a Defense card: how it defends"),
    Key("effects", list, hi=EFFECTS, default=(), rows=EFFECT_KEYS, meaning="what it does"),
)

CONTENT = ContentSchema(
    sections=(
        Section("card", KINDS, CARD_KEYS),
        Section(
            "cultist",
            CULTISTS,
            (
                Key("kind", choices=("thug", "conjurer"), meaning="what the cultist is"),
                Key("points", int, 1, 9, meaning="Fuggly Points for killing it"),
                Key("thuggery", int, -9, 9, meaning="added to Thuggery rolls it makes"),
                Key("conjuring", int, -9, 9, meaning="added to Conjuring rolls it makes"),
            ),
        ),
    ),
    labels={"kind": "card", "lasting": ("card", _lasts), "slot": "cultist"},
    check=_check,
)


def build(content: Content, options: dict, players: int) -> np.ndarray:
    """The TABLES row of a content file under ``options``."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    cards = content.sections["card"]
    t["kinds"], t["total"] = len(cards), sum(c["copies"] for c in cards)
    t["k_answer"], t["roll_skill"], t["op_skill"] = -1, -1, -1
    t["lasting_kind"], t["lasting_place"] = -1, -1
    for k, card in enumerate(cards):
        _put_card(t, k, card)
    for n, cultist in enumerate(content.sections["cultist"]):
        row, place = divmod(n, PLACES)
        t["points"][row, place] = cultist["points"]
        t["is_thug"][row, place] = cultist["kind"] == "thug"
        for skill in ("conjuring", "thuggery"):
            t["cultist_mod"][row, place, SKILL_NAMES.index(skill)] = cultist[skill]
    for seats, points in MINIMUM.items():
        t["minimum"][seats] = points
    t["ways"] = ways_at_or_under()
    t["skill_of"] = -1
    if options["skills"] != "rolled":
        t["skill_of"][:players] = _skills_by_seat(options["skills"], players)
    for option in OPTIONS:
        value = options[option.name]
        if option.name != "skills":
            t["opt_" + option.name] = int(value) if isinstance(value, bool) else option.choices.index(value)
    return tables


def _put_card(t: np.void, k: int, card: dict) -> None:
    for name in ("copies", "modifier", "survival", "targets", "reaches", "cost", "boof_amount"):
        t[name][k] = card[name]
    t["type"][k] = TYPES.index(card["type"])
    t["roller"][k] = ROLLERS.index(card["roll"])
    t["spooge"][k] = list(SPOOGES).index(card["spooge"])
    t["boof"][k] = list(BOOFS).index(card["boof"])
    t["duration"][k] = DURATIONS.index(card["duration"])
    t["effects"][k] = len(card["effects"])
    if card["type"] == "sorcery" or card["skill"] != "none":
        t["roll_skill"][k] = SKILL_NAMES.index("sorcery" if card["type"] == "sorcery" else card["skill"])
    for e, effect in enumerate(card["effects"]):
        t["op"][k, e], t["amount"][k, e] = list(OPS).index(effect["op"]), effect["amount"]
        t["who"][k, e] = WHO.index(effect["who"])
        if effect["skill"] != "none":
            t["op_skill"][k, e] = SKILL_NAMES.index(effect["skill"])
        if effect["who"] == "target":
            t["aimed"][k] = 1
    if card["duration"] != "none":
        x = t["lasting_kinds"]
        t["lasting_kind"][x], t["lasting_place"][k] = k, x
        t["lasting_kinds"] += 1
        for effect in card["effects"]:
            if OPS[effect["op"]][0]:
                skill = 0 if effect["skill"] == "none" else SKILL_NAMES.index(effect["skill"])
                t["gives"][GIVES[effect["op"]] + skill, x] += effect["amount"] or 1
    if card["answer"] != "none":
        t["k_answer"][ANSWERS.index(card["answer"])] = k


def _skills_by_seat(given: str, players: int) -> list[list[int]]:
    if given == "equal":
        return [[EQUAL_SKILL] * SKILLS] * players
    rows = [[int(n) for n in row.split("/")] for row in given.split(",")]
    if len(rows) == 1:
        return rows * players
    if len(rows) < players:
        raise ConfigError(f"option 'skills': {len(rows)} cults for {players} seats")
    return rows[:players]
