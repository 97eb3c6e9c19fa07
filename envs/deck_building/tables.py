"""What the cards say: the layout of TABLES, the declaration of a card file, and the options.

All that is printed on any card is up to three effects: an operation, an amount, whether the amount is taken for each
investigator, and whom it is about. Library cards, Mythos, Minions, Elder Gods, special abilities and those after death
share one index of sources and one vocabulary of operations.
"""

from __future__ import annotations

import numpy as np

from ..core.content import Content, ContentSchema, Key, Section
from ..core.spec import Option
from .state import (
    BLOCK,
    CARDS,
    COPIES,
    DECK,
    GOD_HEALTH,
    GOD_SLOTS,
    GODS,
    HAND,
    HEALTH,
    INVESTIGATORS,
    LEAST_PRICE,
    MARKET,
    MINIONS,
    MOST_CHANGE,
    MOST_MYTHOS,
    MYTHOS,
    OF_ABILITY,
    OF_AFTER,
    OF_CARD,
    OF_GOD,
    OF_MINION,
    OF_MYTHOS,
    PERMANENTS,
    SEATS,
    SLEUTHS,
    SOURCES,
    STAGGERS,
    TOUGHEST,
)

EFFECTS = 3  # of one source

TYPES = ("sleuth", "stagger", "action", "equipment", "spell", "location")
SLEUTH, STAGGER, ACTION, EQUIPMENT, SPELL, LOCATION = range(len(TYPES))

# When an ability, or a Location, takes effect: when its owner says so in the Planning or the Combat phase, or by itself
# at the start of each turn there; after death, at the start of the Planning phase.
TIMES = ("planning", "combat", "each_planning", "each_combat")
IN_PLANNING, IN_COMBAT, EACH_PLANNING, EACH_COMBAT = range(len(TIMES))

# Whom an effect is about: never one of the dead.
_EQUALS = ", armor and nerve apart; of equals the first, counted from `first`"
WHO = {
    "self": "whoever plays the card or has the ability",
    "other": "another investigator, whom that one names",
    "any": "that one or another, whom that one names",
    "all": "every investigator",
    "first": "whoever had the first turn of the round, or the next one able to decide",
    "weakest": "who has the least sanity left where sanity is hit, else the least health" + _EQUALS,
    "sturdiest": "who has the most sanity left where sanity is hit, else the most health" + _EQUALS,
    "random": "an investigator chosen by chance",
    "chosen": "an investigator of the team's choice: `first` decides",
}
ON_SELF, ON_OTHER, ON_ANY, ON_ALL, ON_FIRST, ON_WEAKEST, ON_STURDIEST, ON_RANDOM, ON_CHOSEN = range(len(WHO))
OF_TEAM = ("self", "other", "any", "all")  # for effects of investigators and of foes
OF_FOES = ("all", "first", "weakest", "sturdiest", "random", "chosen")

CROWD_MOST = 6  # Minions that a crowd is
MEAL = 3  # what a god heals for a Minion it devours

# What effects do: who may have them (T the team's cards and abilities, F Mythos, Minions and gods, B both), the range
# of their amount, and what they mean.
OPS = {
    # Moxie of the turn: (base x factor) + bonus - spent.
    "base": ("T", (1, 9), "that much Moxie, to be multiplied"),
    "times": ("T", (2, 4), "Moxie is multiplied by that"),
    "plus": ("T", (1, 9), "that much Moxie, not multiplied"),
    "minus": ("T", (1, 9), "that much Moxie less"),
    "combo": ("T", (1, 3), "that much Moxie, to be multiplied, for each other card played in this turn"),
    "crowd": ("T", (1, 3), f"that much Moxie for each Minion in play, at most {CROWD_MOST} of them"),
    "grit": ("T", (1, 3), "that much Moxie for each point of health that the investigator lacks"),
    # The investigators.
    "draw": ("T", (1, 4), "draw that many cards"),
    "heal": ("T", (1, 6), "so much health is healed"),
    "calm": ("T", (1, 6), "so much sanity is healed"),
    "armor": ("T", (1, 6), f"so much health damage is warded off in this round, {BLOCK} in all at most"),
    "nerve": ("T", (1, 6), f"so much sanity damage is warded off in this round, {BLOCK} in all at most"),
    "hurt": ("B", (1, 9), "so much health damage"),
    "scare": ("B", (1, 9), "so much sanity damage"),
    # Their cards.
    "destroy": ("T", (1, 3), "up to that many cards of the hand or discard pile are destroyed"),
    "retrieve": ("T", (1, 3), "up to that many cards of the discard pile return to the hand"),
    "cheap": (
        "T",
        (1, 4),
        f"cards cost so much less in this turn, {MOST_CHANGE} in all at most, and never below {LEAST_PRICE}",
    ),
    "gain": ("T", (1, 8), "take a card of the University that costs at most that for nothing"),
    # Foes.
    "strike": ("T", (1, 9), "a Minion takes so much damage"),
    "sweep": ("T", (1, 4), "each Minion takes so much damage"),
    "smite": ("T", (1, 9), "an Elder God takes so much damage"),
    "bind": ("T", (1, 4), "up to that many Minions are bound: they do nothing the next time Minions act"),
    "look": ("T", (0, 0), "the team looks at the next Mythos card"),
    "bury": ("T", (0, 0), "the team looks at the next Mythos card and may discard it"),
    "dispel": ("T", (1, 2), "up to that many Permanent Mythos cards are discarded"),
    "spawn": ("F", (1, 6), "so many Minions of a kind come into play"),
    "breed": ("F", (1, 2), "so many Minions of its own kind come into play"),
    "mend": ("F", (1, 9), "the Elder Gods heal so much"),
    "devour": ("F", (1, 4), f"an Elder God eats so many Minions, the weakest first, and heals {MEAL} for each"),
    "fewer": ("F", (1, 3), f"draws so many cards fewer in the next round, {HAND} in all at most"),
    "drop": ("F", (1, 3), "discards so many cards of the hand, chosen by chance"),
    "curse": ("F", (1, 2), "so many Staggers come into the discard pile"),
    "sweep_market": ("F", (1, 5), "so many cards of the University, chosen by chance, are removed"),
    "silence": ("F", (0, 0), "special abilities are off until the end of the next Planning phase"),
    "dear": ("F", (1, 3), f"cards cost so much more in the next round, {MOST_CHANGE} in all at most"),
    "more": ("F", (1, 1), f"so many more Mythos cards come in this round, {MOST_MYTHOS} in all at most"),
    "raze": ("F", (1, 1), "so many Locations, chosen by chance, are destroyed"),
}
(
    BASE,
    TIMES_OP,
    PLUS,
    MINUS,
    COMBO,
    CROWD,
    GRIT,
    DRAW,
    HEAL,
    CALM,
    ARMOR,
    NERVE,
    HURT_OP,
    SCARE,
    DESTROY_OP,
    RETRIEVE_OP,
    CHEAP,
    GAIN_OP,
    STRIKE,
    SWEEP,
    SMITE,
    BIND,
    LOOK,
    BURY_OP,
    DISPEL_OP,
    SPAWN,
    BREED,
    MEND,
    DEVOUR,
    FEWER,
    DROP,
    CURSE,
    SWEEP_MARKET,
    SILENCE,
    DEAR,
    MORE,
    RAZE,
) = range(len(OPS))

# Operations whose amount is about investigators, and so names whom.
ABOUT = {"heal", "calm", "armor", "nerve", "hurt", "scare", "fewer", "drop", "curse", "draw"}
# Operations that only count in a turn with a purse, or against foes, and so have a phase of their own.
MAKES_MOXIE = {"base", "times", "plus", "minus", "combo", "crowd", "grit"}
# Operations of the team that do nothing in the Planning phase, as foes are out of reach there.
FOR_COMBAT = {"strike", "sweep", "smite"}
# Operations that the dead can still bring about: they have no turn, no purse and no cards.
AFTER_DEATH = {"heal", "calm", "armor", "nerve", "draw", "strike", "sweep", "smite", "bind", "look", "bury", "dispel"}

# ------------------------------------------------------------------------------------------------- options

NORMAL, CTHULHU = range(2)
CHOSEN_ORDER, SEAT_ORDER = range(2)
OPEN_HANDS, HIDDEN_HANDS = range(2)
TOGETHER, ONE_BY_ONE = range(2)

OPTIONS = (
    Option(
        "mode", ("normal", "cthulhu"), "normal", "how many Elder Gods and Mythos cards there are: see the setup table"
    ),
    Option("insanity", (False, True), False, "whether a mind without sanity is lost for a round before it kills"),
    Option("hands", ("open", "hidden"), "open", "whether the team sees all hands"),
    Option("order", ("chosen", "seat"), "chosen", "turns are taken in the order the players choose, or by seat"),
    Option("gods", ("together", "one_by_one"), "together", "the Elder Gods act all at once, or one after the other"),
    Option("shaping", (False, True), False, "whether progress is paid as it is made; all pay together is the same"),
)

# Elder Gods and Mythos cards a round, by mode and number of players: the setup table.
SETUP = {
    "normal": ((1, 1), (1, 1), (1, 1), (2, 1), (2, 1), (2, 1)),
    "cthulhu": ((2, 2), (2, 2), (2, 2), (3, 3), (3, 3), (3, 3)),
}

TABLES = np.dtype(
    [
        ("cards", np.int16),
        ("copies", np.int16, (CARDS,)),
        ("type", np.int16, (CARDS,)),
        ("cost", np.int16, (CARDS,)),
        ("lasts", np.int16, (CARDS,)),
        ("k_sleuth", np.int16),
        ("k_stagger", np.int16),
        ("mythos_kinds", np.int16),
        ("mythos_copies", np.int16, (MYTHOS,)),
        ("permanent", np.int16, (MYTHOS,)),
        ("minion_kinds", np.int16),
        ("minion_copies", np.int16, (MINIONS,)),
        ("minion_health", np.int16, (MINIONS,)),
        ("gods", np.int16),
        ("god_health", np.int16, (GODS,)),
        ("investigators", np.int16),
        ("health", np.int16, (INVESTIGATORS,)),
        ("sanity", np.int16, (INVESTIGATORS,)),
        # Effects of all sources.
        ("effects", np.int16, (SOURCES,)),
        ("when", np.int16, (SOURCES,)),
        ("op", np.int16, (SOURCES, EFFECTS)),
        ("amount", np.int16, (SOURCES, EFFECTS)),
        ("who", np.int16, (SOURCES, EFFECTS)),
        ("kind", np.int16, (SOURCES, EFFECTS)),
        # The setup table.
        ("gods_in_play", np.int16),
        ("mythos_a_round", np.int16),
        *(("opt_" + o.name, np.int16) for o in OPTIONS),
    ],
    align=True,
)


def operations() -> list[tuple]:
    """The operations as a table of the game's page."""
    whose = {"T": "the team", "F": "foes", "B": "both"}
    rows = [(f"`{op}`", whose[side], _span(span), meaning) for op, (side, span, meaning) in OPS.items()]
    return [("Operation", "Of", "Amount", "Meaning"), *rows]


def whom() -> list[tuple]:
    """Whom effects are about, as a table of the game's page."""
    return [("Whom", "Meaning"), *((f"`{who}`", meaning) for who, meaning in WHO.items())]


def setup_table() -> list[tuple]:
    """The setup table as a table of the game's page."""
    names = {"normal": "Normal", "cthulhu": "Cthulhu Mode"}
    rows = []
    for mode, cells in SETUP.items():
        for k, what in enumerate(("Elder Gods", "Mythos cards a round")):
            rows.append((f"{names[mode]}: {what}", *(str(cell[k]) for cell in cells)))
    return [("Investigators", *(str(n) for n in range(1, SEATS + 1))), *rows]


def _span(span: tuple[int, int]) -> str:
    lo, hi = span
    return "" if hi == 0 else str(lo) if lo == hi else f"{lo} to {hi}"


# -------------------------------------------------------------------------------------------- the card file


def _check(content: Content) -> None:
    cards = content.sections
    for section, side in (("card", "T"), ("mythos", "F"), ("minion", "F"), ("god", "F")):
        for card in cards[section]:
            for effect in card["effects"]:
                _check_effect(content, card, "effects", effect, side, section)
    for card in cards["card"]:
        _check_card(content, card)
    for card in cards["investigator"]:
        for field in ("ability", "after"):
            if not card[field]:
                raise content.fail(card, field, "is missing")
            for effect in card[field]:
                _check_effect(content, card, field, effect, "T", "investigator")
        if dull := [e["op"] for e in card["after"] if e["op"] not in AFTER_DEATH or e["who"] == "self"]:
            raise content.fail(card, "after", f"{dull[0]} does nothing for the dead, or is about themselves")
        _check_phase(content, card, "ability", card["when"])
        if len({e["op"] in FOR_COMBAT for e in card["after"]}) > 1:
            raise content.fail(card, "after", "is used at one time: what hits foes cannot stand beside what does not")
    for card in cards["god"]:
        if card["health"] + card["each"] == 0:
            raise content.fail(card, "health", "is missing: it would be banished at once")
    for card in (*cards["mythos"], *cards["god"], *cards["minion"]):
        if not card["effects"]:
            raise content.fail(card, "effects", "is missing")
    _check_counts(content)


def _check_effect(content: Content, card: dict, field: str, effect: dict, side: str, section: str) -> None:
    op = effect["op"]
    whose, (lo, hi), _ = OPS[op]
    if whose not in (side, "B"):
        raise content.fail(card, field, f"{op} is not for {section} cards")
    if not lo <= effect["amount"] <= hi:
        raise content.fail(card, field, f"{op}: 'amount' is {effect['amount']}, allowed {lo}..{hi}")
    allowed = (OF_TEAM if side == "T" else OF_FOES) if op in ABOUT else ()
    if op in ABOUT and effect["who"] not in allowed:
        raise content.fail(card, field, f"{op}: 'who' is {effect['who']!r}, allowed: {', '.join(allowed)}")
    if op not in ABOUT and effect["who"] != "none":
        raise content.fail(card, field, f"{op} takes no 'who'")
    minions = [m["id"] for m in content.sections["minion"]]
    if (op == "spawn") != (effect["minion"] != "none"):
        raise content.fail(card, field, f"{op} " + ("needs" if op == "spawn" else "takes no") + " 'minion'")
    if op == "spawn" and effect["minion"] not in minions:
        raise content.fail(card, field, f"spawn: no Minion {effect['minion']!r} in this file")
    if op == "breed" and section != "minion":
        raise content.fail(card, field, "breed is for Minions")
    if op == "silence" and section != "mythos":
        raise content.fail(card, field, "silence is for Mythos cards")
    if op == "more" and section == "minion":
        raise content.fail(card, field, "more is for Mythos cards and Elder Gods: Minions act after the Mythos")
    if op == "combo" and (section != "card" or card["type"] == "location"):
        raise content.fail(card, field, "combo is for cards that are played beside others")
    if op in ("hurt", "scare") and side == "T" and effect["who"] != "self":
        raise content.fail(card, field, f"{op}: the team harms nobody but whoever plays the card")


def _check_phase(content: Content, card: dict, field: str, when: str) -> None:
    """What takes effect in one phase only does something there."""
    for effect in card[field]:
        if effect["op"] in FOR_COMBAT and "planning" in when:
            raise content.fail(card, field, f"{effect['op']} does nothing in the Planning phase")
        if effect["op"] == "cheap" and "combat" in when:
            raise content.fail(card, field, "cheap does nothing in the Combat phase")


def _check_card(content: Content, card: dict) -> None:
    starter = card["type"] in ("sleuth", "stagger")
    if starter == bool(card["cost"]):
        raise content.fail(card, "cost", "Starters have none, other cards have one")
    if card["when"] != "planning" and card["type"] != "location":
        raise content.fail(card, "when", "is for Locations")
    if card["type"] == "location" and not card["when"].startswith("each"):
        raise content.fail(card, "when", "a Location takes effect in each turn: each_planning or each_combat")
    if card["type"] == "location":
        _check_phase(content, card, "effects", card["when"])
    if not card["effects"] and card["type"] != "stagger":
        raise content.fail(card, "effects", "is missing")


def _check_counts(content: Content) -> None:
    sections = content.sections
    for kind, each in (("sleuth", SLEUTHS), ("stagger", STAGGERS)):
        found = [c for c in sections["card"] if c["type"] == kind]
        if len(found) != 1:
            raise content.fail({"id": "card"}, "type", f"{len(found)} kinds of {kind}, expected one")
        if found[0]["copies"] < each * SEATS:
            raise content.fail(found[0], "copies", f"is {found[0]['copies']}, needed {each * SEATS}")
    library = sum(c["copies"] for c in sections["card"] if c["type"] not in ("sleuth", "stagger"))
    needs = {
        "card": (MARKET, DECK, library),
        "mythos": (1, DECK, sum(c["copies"] for c in sections["mythos"])),
        "Permanent mythos kinds": (0, PERMANENTS, sum(c["permanent"] for c in sections["mythos"])),
        "god": (GOD_SLOTS, GODS, len(sections["god"])),
        "investigator": (SEATS, INVESTIGATORS, len(sections["investigator"])),
    }
    for what, (least, most, given) in needs.items():
        if not least <= given <= most:
            raise content.fail({"id": what}, "copies", f"{given} in all, allowed {least}..{most}")


_EFFECT = (
    Key("op", choices=tuple(OPS), meaning="what it does"),
    Key("amount", int, 0, 9, default=0, meaning="how much"),
    Key("each", int, 0, 1, default=0, meaning="1 where the amount is taken for each investigator of the game"),
    Key("who", choices=("none", *WHO), default="none", meaning="whom it is about"),
    Key("minion", default="none", meaning="of spawn: which Minion"),
)
_EFFECTS = Key("effects", list, hi=EFFECTS, default=(), rows=_EFFECT, meaning="what it does")

CONTENT = ContentSchema(
    sections=(
        Section(
            "card",
            CARDS,
            (
                Key("type", choices=TYPES, meaning="what kind of card it is"),
                Key("copies", int, 1, COPIES, meaning="how many there are"),
                Key("cost", int, 0, 9, default=0, meaning="Moxie it takes to buy"),
                Key("when", choices=TIMES, default="planning", meaning="of a Location: in which turns it takes effect"),
                _EFFECTS,
            ),
        ),
        Section(
            "mythos",
            MYTHOS,
            (
                Key("copies", int, 1, COPIES, meaning="how many there are"),
                Key("permanent", int, 0, 1, default=0, meaning="1 where it stays and acts in every round"),
                _EFFECTS,
            ),
        ),
        Section(
            "minion",
            MINIONS,
            (
                Key("copies", int, 1, COPIES, meaning="how many there are"),
                Key("health", int, 1, TOUGHEST, meaning="Moxie it takes to defeat it"),
                _EFFECTS,
            ),
        ),
        Section(
            "god",
            GODS,
            (
                Key("health", int, 0, 60, meaning="Moxie it takes to banish it"),
                Key(
                    "each",
                    int,
                    0,
                    25,
                    default=0,
                    meaning=f"more for each investigator of the game, {GOD_HEALTH} in all at most",
                ),
                _EFFECTS,
            ),
        ),
        Section(
            "investigator",
            INVESTIGATORS,
            (
                Key("health", int, 1, HEALTH, meaning="health"),
                Key("sanity", int, 1, HEALTH, meaning="sanity"),
                Key("when", choices=TIMES, default="planning", meaning="when the special ability takes effect"),
                Key("ability", list, hi=EFFECTS, default=(), rows=_EFFECT, meaning="the special ability"),
                Key("after", list, hi=EFFECTS, default=(), rows=_EFFECT, meaning="the ability after death"),
            ),
        ),
    ),
    labels={
        **{name: name for name in ("card", "mythos", "minion", "god", "investigator")},
        "source": ["card", "mythos", "minion", "god", "investigator", "investigator"],  # the order of state.OF_...
    },
    check=_check,
)


def build(content: Content, options: dict, players: int) -> np.ndarray:
    """The TABLES row of a content file under ``options``."""
    tables = np.zeros(1, TABLES)
    t, cards = tables[0], content.sections
    t["kind"] = -1
    minions = [m["id"] for m in cards["minion"]]

    def put(source: int, effects: list[dict], when: str = "planning") -> None:
        t["effects"][source], t["when"][source] = len(effects), TIMES.index(when)
        for e, effect in enumerate(effects):
            t["op"][source, e] = list(OPS).index(effect["op"])
            t["amount"][source, e] = effect["amount"] * (players if effect["each"] else 1)
            t["who"][source, e] = list(WHO).index(effect["who"]) if effect["who"] != "none" else 0
            if effect["minion"] != "none":
                t["kind"][source, e] = minions.index(effect["minion"])

    t["cards"], t["mythos_kinds"], t["minion_kinds"] = len(cards["card"]), len(cards["mythos"]), len(minions)
    t["gods"], t["investigators"] = len(cards["god"]), len(cards["investigator"])
    for k, card in enumerate(cards["card"]):
        t["copies"][k], t["cost"][k], t["type"][k] = card["copies"], card["cost"], TYPES.index(card["type"])
        t["lasts"][k] = not any(e["op"] in MAKES_MOXIE for e in card["effects"])
        put(OF_CARD + k, card["effects"], card["when"])
        if card["type"] in ("sleuth", "stagger"):
            t["k_" + card["type"]] = k
    for k, card in enumerate(cards["mythos"]):
        t["mythos_copies"][k], t["permanent"][k] = card["copies"], card["permanent"]
        put(OF_MYTHOS + k, card["effects"])
    for k, card in enumerate(cards["minion"]):
        t["minion_copies"][k], t["minion_health"][k] = card["copies"], card["health"]
        put(OF_MINION + k, card["effects"])
    for k, card in enumerate(cards["god"]):
        t["god_health"][k] = min(card["health"] + card["each"] * players, GOD_HEALTH)
        put(OF_GOD + k, card["effects"])
    for k, card in enumerate(cards["investigator"]):
        t["health"][k], t["sanity"][k] = card["health"], card["sanity"]
        put(OF_ABILITY + k, card["ability"], card["when"])
        put(OF_AFTER + k, card["after"])
    t["gods_in_play"], t["mythos_a_round"] = SETUP[options["mode"]][players - 1]
    for option in OPTIONS:
        value = options[option.name]
        t["opt_" + option.name] = int(value) if isinstance(value, bool) else option.choices.index(value)
    return tables
