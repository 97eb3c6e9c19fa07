"""What the cards say: the layout of TABLES, the declaration of a card file, and the options.

All that is printed on any card is up to three effects: an operation, an amount, a set of symbols, and whom it is about.
Investigator cards, Items, Locations, abilities, Cultists, Great Old Ones, Terror cards and Final Acts share one index
of sources and one vocabulary of operations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.content import Content, ContentSchema, Key, Section
from ..core.spec import Option
from .state import (
    ACTS,
    CARDS,
    COPIES,
    CULTISTS,
    DECK,
    GODS,
    INVESTIGATORS,
    ITEMS,
    LOCATIONS,
    NAMES,
    OF_ABILITY,
    OF_ACT,
    OF_CARD,
    OF_CULTIST,
    OF_GOD,
    OF_ITEM,
    OF_LOCATION,
    OF_REVENGE,
    OF_TERROR,
    PLACES,
    SEATS,
    SOURCES,
    STEPS,
    SYMBOLS,
    TERRORS,
)

EFFECTS = 3  # of one source

STYLES = ("melee", "ranged")
MELEE, RANGED = range(len(STYLES))

LASTS = ("discard", "remove", "stays", "event")  # the four duration symbols of Items
DISCARDED_ITEM, REMOVED_ITEM, STAYS, EVENT = range(len(LASTS))

SETS = ("core", "special", "creatures")
CORE, SPECIAL, CREATURES = range(len(SETS))

WAVES = ("first", "second", "special")
FIRST_WAVE, SECOND_WAVE, SPECIAL_WAVE = range(len(WAVES))

# What a Final Act changes for the rest of the game.
LASTING = ("none", "terror", "dice", "cards", "strong")
NOTHING, MORE_TERROR, ONE_DIE_FEWER, ONE_CARD_FEWER, STRONGER = range(len(LASTING))

# Whom an effect of a foe is about: who brought it about, everybody, and so on.
WHO = ("self", "all", "sanest", "maddest", "random", "chosen")
ON_SELF, ON_ALL, ON_SANEST, ON_MADDEST, ON_RANDOM, ON_CHOSEN = range(len(WHO))

# What effects do: who may have them (T the team's cards, Items, Locations and abilities; F Terror cards, Final Acts,
# Cultists, Great Old Ones and events; B both), the range of their amount, and what they mean. An effect of the team is
# about whoever uses it, or is supported by it.
OPS = {
    # In a fight.
    "symbol": ("T", (1, 3), "so many symbols in a fight, each any one of a set"),
    # The investigator.
    "heal": ("B", (1, 4), "loses so much Insanity, the permanent one excepted"),
    "cure": ("T", (0, 0), "loses the permanent Insanity"),
    "shelter": ("T", (0, 0), "gets the Protection marker: it spares the next Insanity"),
    "sharpen": ("T", (0, 0), "fights any Cultist of the own Location in this round, as ranged fighters do"),
    "go": ("T", (0, 0), "moves to any Location, at no cost"),
    # Cards, dice, Items, Trophies.
    "draw": ("T", (1, 3), "draws so many cards"),
    "recall": ("T", (1, 2), "takes up to so many cards of the own discard pile into the hand"),
    "die": ("T", (1, 2), "gets so many Investigator dice of the supply, rolled"),
    "pool": ("T", (1, 2), "so many Investigator dice of the supply are rolled and join the pool"),
    "roll": ("T", (0, 0), "rolls one of the own dice again"),
    "turn": ("T", (0, 0), "turns one of the own dice to any symbol"),
    "find": ("T", (1, 4), "draws so many Items and keeps one, as in a search"),
    "restock": ("T", (0, 0), "the discarded Items are shuffled into their deck"),
    "trophy": ("T", (1, 2), "so many Trophies of the supply, each of a symbol of a set"),
    # Foes.
    "ward": ("T", (0, 0), "the own Location is warded"),
    "blank": ("T", (0, 0), "the Cultist die of the own Location is turned to its blank side"),
    "banish": ("T", (1, 2), "so many Cultists of the own Location are discarded, without Trophies"),
    "shove": ("T", (1, 2), "so many Cultists of the own Location go to the next one clockwise"),
    "ease": ("T", (1, 3), "up to so many crystals are taken off one Terror card"),
    "look": ("T", (0, 0), "the team looks at a face-down Terror card, which stays open"),
    # What foes do.
    "scare": ("F", (1, 3), "suffers so much Insanity"),
    "madden": ("F", (0, 0), "suffers a permanent Insanity"),
    "terror": ("B", (1, 3), "the Terror marker takes so many steps"),
    "come": ("F", (1, 5), "so many Cultists appear, each at a Location chosen by chance"),
    "march": ("F", (1, 5), "the Cultist marker takes so many steps, and Cultists appear where it goes"),
    "gather": ("F", (1, 2), "so many Cultists appear at the Location of whom it is about"),
    "summon": ("F", (1, 1), "a Great Old One of the first wave, chosen by chance, is summoned at the Cultist marker"),
    "summon_second": (
        "F",
        (1, 1),
        "a Great Old One of the second wave, chosen by chance, is summoned at the Cultist marker; of Final Acts, once",
    ),
    "drop": ("F", (1, 3), "discards so many cards of the hand, chosen by chance"),
    "rob": ("F", (1, 2), "loses so many Items, chosen by chance"),
    "strip": ("F", (1, 2), "loses so many Trophies, chosen by chance"),
    "fewer_dice": ("F", (1, 2), "so many dice fewer in the next pool"),
    "fewer_cards": ("F", (1, 2), "so many cards fewer in the next hand"),
    "darken": ("F", (1, 2), "so many active Locations, chosen by chance, are no longer active"),
    "stir": ("F", (0, 0), "all Cultist dice are rolled again"),
    "thin": ("F", (1, 5), "so many cards of the Cultist deck are discarded"),
}
(
    SYMBOL,
    HEAL,
    CURE,
    SHELTER,
    SHARPEN,
    GO,
    DRAW,
    RECALL_OP,
    DIE,
    POOL,
    ROLL,
    TURN,
    FIND,
    RESTOCK,
    TROPHY_OP,
    WARD,
    BLANK,
    BANISH,
    SHOVE,
    EASE,
    LOOK,
    SCARE,
    MADDEN,
    TERROR_OP,
    COME,
    MARCH,
    GATHER,
    SUMMON,
    SUMMON_SECOND,
    DROP,
    ROB,
    STRIP,
    FEWER_DICE_OP,
    FEWER_CARDS_OP,
    DARKEN,
    STIR,
    THIN,
) = range(len(OPS))

# Operations that name a set of symbols.
OF_SYMBOLS = {"symbol", "trophy"}
# Operations of foes that name whom they are about.
ABOUT = {"heal", "scare", "madden", "gather", "drop", "rob", "strip", "fewer_cards"}

# Operations that bring foes into play, which foes that come into play may not have.
CHAINS = {"come", "march", "gather", "summon", "summon_second"}

# Operations that could pay, by a card or two, for an action that is used again and again: it might never end.
ENDLESS = {"heal", "find", "restock", "terror"}

# ------------------------------------------------------------------------------------------------- options

PREPARATION_FIRST, TERROR_FIRST = range(2)
IDLE_TERROR, IDLE_INSANITY, IDLE_BOTH = range(3)
MUST_PAY, ANY_COUNTS, MUST_BE_ABLE = range(3)
ANY_GOD, ITS_GOD, ROUND_END = range(3)
GRACE, AT_ONCE, WAITS = range(3)
ALWAYS, OF_SECT, OF_DEVOURED = range(3)
DISTINCT, FREE = range(2)
SEAL_OF_SYMBOL, SEAL_OF_PLACE = range(2)
OPEN_HANDS, HIDDEN_HANDS = range(2)
BY_CHANCE, BY_CHOICE = range(2)
EASY, STANDARD, HARD = range(3)

OPTIONS = (
    Option(
        "order", ("preparation", "terror"), "preparation", "which phase follows the Cultist Phase, the other one next"
    ),
    Option(
        "idle",
        ("terror", "insanity", "both"),
        "terror",
        "who does not fight moves the Terror marker, and suffers Insanity where there are Cultists; only the Insanity;"
        " or both, and only where there are Cultists",
    ),
    Option(
        "attack",
        ("paid", "any", "able"),
        "paid",
        "a fight counts once it is paid; any target counts; or only what can be paid may be attempted",
    ),
    Option(
        "last_god",
        ("any", "its", "round"),
        "any",
        "after the Final Act began, the game is lost with the defeat of the last Great Old One in play; of the one that"
        " the act brought; or at the end of a round with none in play",
    ),
    Option(
        "cleared",
        ("grace", "at_once", "waits"),
        "grace",
        "a Great Old One whose Cultists were all defeated comes in front of its Location in the next Cultist Phase; at"
        " once; or waits for others to devour",
    ),
    Option(
        "bare",
        ("grace", "at_once"),
        "grace",
        "the same for one that is summoned where there are no Cultists",
    ),
    Option(
        "god_symbol",
        ("always", "sect", "devoured"),
        "always",
        "a Great Old One has the symbol of its Location; where it is that of its sect; or of a devoured Cultist",
    ),
    Option("symbols", ("distinct", "free"), "distinct", "Locations in play have different symbols; or any"),
    Option("seals", ("symbol", "place"), "symbol", "a Gate Seal is that of a symbol, or of one Location in play"),
    Option("starting_item", (False, True), False, "whether everybody begins with one of two Items"),
    Option("investigators", ("random", "chosen"), "random", "investigators are dealt, or chosen in seat order"),
    Option("special_sect", (False, True), False, "whether the special sect replaces a part of the Cultist deck"),
    Option("creatures", (False, True), False, "whether the creature set replaces five cards of the Cultist deck"),
    Option("difficulty", ("easy", "standard", "hard"), "standard", "gems of Terror cards and size of the Cultist deck"),
    Option("circle", (4, 5, 6), 5, "places of the Terror circle, that of the Final Act included"),
    Option("hands", ("open", "hidden"), "open", "whether the team sees all hands"),
    Option("auto_pay", (False, True), False, "whether fights are paid by the engine, with what is missed least"),
    Option("shaping", (False, True), False, "whether progress is paid as it is made; all pay together is the same"),
)

# By number of players: Cultists that the team can bear, steps of the Cultist marker, dice of the pool, cards of a hand,
# Trophies to seal a Location, cards that a special sect replaces.
TABLE = {
    2: (13, 3, 3, 5, 3, 6),
    3: (11, 3, 3, 4, 3, 6),
    4: (12, 4, 4, 4, 4, 8),
    5: (13, 5, 5, 4, 5, 10),
}
COLUMNS = ("threshold", "marker_steps", "pool_dice", "hand_limit", "seal_trophies", "special_cards")
CREATURE_CARDS = 5
TROPHIES_EACH = 8  # of each symbol
DIFFICULTY = {"easy": (1, 0), "standard": (0, 0), "hard": (-1, 5)}  # gems more, Cultists taken out

TABLES = np.dtype(
    [
        ("card_kinds", np.int16),
        ("card_symbol", np.int16, (CARDS,)),
        ("card_copies", np.int16, (CARDS,)),  # of all investigators together
        ("unique", np.int16, (CARDS,)),
        ("search", np.int16, (CARDS,)),
        ("no_draw", np.int16, (CARDS,)),
        ("in_fight", np.int16, (CARDS,)),
        ("item_kinds", np.int16),
        ("item_copies", np.int16, (ITEMS,)),
        ("lasts", np.int16, (ITEMS,)),
        ("locations", np.int16),
        ("location_symbol", np.int16, (LOCATIONS,)),
        ("once", np.int16, (LOCATIONS,)),
        ("price", np.int16, (LOCATIONS,)),
        ("cultist_kinds", np.int16),
        ("cultist_copies", np.int16, (CULTISTS,)),  # for this number of players
        ("cultist_set", np.int16, (CULTISTS,)),
        ("sect", np.int16, (CULTISTS,)),
        ("cultist_god", np.int16, (CULTISTS,)),
        ("cultist_symbols", np.int16, (CULTISTS, SYMBOLS)),
        ("gods", np.int16),
        ("wave", np.int16, (GODS,)),
        ("god_sect", np.int16, (GODS,)),
        ("god_symbols", np.int16, (GODS, SYMBOLS)),
        ("terror_kinds", np.int16),
        ("terror_copies", np.int16, (TERRORS,)),
        ("terror_gems", np.int16, (TERRORS,)),
        ("acts", np.int16),
        ("act_gems", np.int16, (ACTS,)),
        ("lasting", np.int16, (ACTS,)),
        ("investigators", np.int16),
        ("style", np.int16, (INVESTIGATORS,)),
        ("decklist", np.int16, (INVESTIGATORS, CARDS)),
        # Effects of all sources.
        ("effects", np.int16, (SOURCES,)),
        ("op", np.int16, (SOURCES, EFFECTS)),
        ("amount", np.int16, (SOURCES, EFFECTS)),
        ("symbols", np.int16, (SOURCES, EFFECTS)),
        ("who", np.int16, (SOURCES, EFFECTS)),
        ("optional", np.int16, (SOURCES, EFFECTS)),
        *((name, np.int16) for name in COLUMNS),
        ("cultists_out", np.int16),  # taken out by the difficulty
        *(("opt_" + o.name, np.int16) for o in OPTIONS),
    ],
    align=True,
)


def operations() -> list[tuple]:
    """The operations as a table of the game's page."""
    whose = {"T": "the team", "F": "foes", "B": "both"}
    rows = [(f"`{op}`", whose[side], _span(span), meaning) for op, (side, span, meaning) in OPS.items()]
    return [("Operation", "Of", "Amount", "Meaning"), *rows]


def by_players() -> list[tuple]:
    """What depends on the number of players, as a table of the game's page."""
    words = ("Cultists allowed", "Marker steps", "Dice of the pool", "Hand", "Trophies to seal", "Special cards")
    rows = [(word, *(str(TABLE[n][k]) for n in TABLE)) for k, word in enumerate(words)]
    return [("Players", *map(str, TABLE)), *rows]


def _span(span: tuple[int, int]) -> str:
    lo, hi = span
    return "" if hi == 0 else str(lo) if lo == hi else f"{lo} to {hi}"


# -------------------------------------------------------------------------------------------- the card file


def symbols_of(text: str) -> list[int]:
    """The symbols that a text names, such as ``star star eye``; ``any`` is all five. Raises ValueError."""
    return list(range(SYMBOLS)) if text == "any" else [NAMES.index(word) for word in text.split()]


def _symbols(content: Content, card: dict, field: str, text: str, least: int, most: int) -> list[int]:
    try:
        found = [] if text == "none" else symbols_of(text)
    except ValueError:
        raise content.fail(card, field, f"is {text!r}, expected words of: {', '.join(NAMES)}") from None
    if not least <= len(found) <= most:
        raise content.fail(card, field, f"names {len(found)} symbols, allowed {least}..{most}")
    return found


# Section -> side of its effects, by field.
_SIDES = {
    "card": {"effects": "T"},
    "location": {"effects": "T"},
    "investigator": {"first": "T", "second": "T", "third": "T"},
    "cultist": {"effects": "F", "revenge": "F"},
    "god": {"effects": "F"},
    "terror": {"effects": "F"},
    "act": {"effects": "F"},
}
_MAY_BE_EMPTY = {("cultist", "effects"), ("cultist", "revenge"), ("god", "effects")}


def _check(content: Content) -> None:
    for section, fields in _SIDES.items():
        for card in content.sections[section]:
            for field, side in fields.items():
                _check_effects(content, section, card, field, side)
    for card in content.sections["item"]:
        _check_effects(content, "item", card, "effects", "F" if card["lasts"] == "event" else "T")
    _check_cards(content)
    _check_foes(content)
    _check_terror(content)
    _check_decks(content)
    _check_counts(content)


def _check_effects(content: Content, section: str, card: dict, field: str, side: str) -> None:
    if not card[field] and (section, field) not in _MAY_BE_EMPTY:
        raise content.fail(card, field, "is missing")
    for effect in card[field]:
        _check_effect(content, section, card, field, effect, side)
    if sum(e["op"] == "summon_second" for e in card[field]) > 1:
        raise content.fail(card, field, "summon_second stands there twice: of two of the second wave none is the older")
    if side == "T" and len({e["op"] == "symbol" for e in card[field]}) > 1:
        raise content.fail(card, field, "symbol is of fights alone, and stands with no other operation")


def _check_effect(content: Content, section: str, card: dict, field: str, effect: dict, side: str) -> None:
    op = effect["op"]
    whose, (lo, hi), _ = OPS[op]
    if whose not in (side, "B"):
        raise content.fail(card, field, f"{op} is not for {section} cards of this kind")
    if not lo <= effect["amount"] <= hi:
        raise content.fail(card, field, f"{op}: 'amount' is {effect['amount']}, allowed {lo}..{hi}")
    if op in OF_SYMBOLS:
        named = _symbols(content, card, field, effect["symbols"], 1, SYMBOLS)
        if len(set(named)) != len(named):
            raise content.fail(card, field, f"{op}: 'symbols' names one of them twice")
    elif effect["symbols"] != "none":
        raise content.fail(card, field, f"{op} takes no 'symbols'")
    if (side == "F" and op in ABOUT) != (effect["who"] != "none"):
        raise content.fail(card, field, f"{op} " + ("takes no" if effect["who"] != "none" else "needs") + " 'who'")
    if effect["who"] == "self" and section in ("god", "terror", "act"):
        raise content.fail(card, field, f"{op}: nobody brings it about: 'who' cannot be 'self'")
    if effect["who"] == "self" and field == "effects" and section == "cultist":
        raise content.fail(card, field, f"{op}: nobody brings it about: 'who' cannot be 'self'")
    if section in ("cultist", "god") and op in CHAINS:
        raise content.fail(card, field, f"{op} is not for {section} cards: one would bring the next")
    if op == "summon_second" and section != "act":
        raise content.fail(card, field, f"{op} is for Final Acts: of two of the second wave none is the older")
    if op == "gather" and effect["who"] == "all" and effect["amount"] > 1:
        raise content.fail(card, field, "gather: with everybody one Cultist each is the most")
    if effect["optional"] and (section != "card" or op == "symbol"):
        raise content.fail(card, field, f"{op}: 'optional' is for support effects outside fights")


def _check_cards(content: Content) -> None:
    for card in content.sections["location"]:
        if not card["once"] and not card["price"]:
            raise content.fail(card, "price", "an action that may be used again and again needs one")
        endless = [effect["op"] for effect in card["effects"] if effect["op"] in ENDLESS]
        if not card["once"] and endless:
            what = "an action that may be used again and again could pay for itself"
            raise content.fail(card, "effects", f"{endless[0]}: {what}")
        if card["price"] and card["effects"][0]["op"] == "symbol":
            raise content.fail(card, "price", "symbols of a Location are free")
    for card in content.sections["item"]:
        if card["lasts"] == "discard" and {"find", "restock"} <= {effect["op"] for effect in card["effects"]}:
            raise content.fail(card, "effects", "find and restock: one that is discarded could find itself for ever")


def _check_foes(content: Content) -> None:
    gods = {g["id"]: g for g in content.sections["god"]}
    for card in content.sections["cultist"]:
        _symbols(content, card, "symbols", card["symbols"], 3, 3)
        if card["symbol"] == "none" and card["set"] == "core":
            raise content.fail(card, "symbol", "an ordinary Cultist has one")
        god = gods.get(card["god"])
        if god is None:
            raise content.fail(card, "god", f"is {card['god']!r}, no Great Old One of this file")
        if (god["wave"] == "special") != (card["set"] == "special") or god["wave"] == "second":
            raise content.fail(card, "god", f"is of the {god['wave']} wave")
        if not card["players"] or set(card["players"]) - set("2345"):
            raise content.fail(card, "players", f"is {card['players']!r}, expected digits of 2345")
    for card in gods.values():
        _symbols(content, card, "symbols", card["symbols"], 3, 9)
        sects = {c["symbol"] for c in content.sections["cultist"] if c["god"] == card["id"]} - {"none"}
        if len(sects) > 1:
            raise content.fail(card, "wave", f"Cultists of several sects worship it: {', '.join(sorted(sects))}")


def _check_terror(content: Content) -> None:
    """No Terror card brings more steps of the Terror marker than crystals have turned it over: Terror might never end.
    A permanent Insanity may be a step for each, a summons without room is one for everybody, though it is borne five
    times at most unless Terror heals."""
    cards = content.sections["terror"]
    heals = any(effect["op"] == "heal" for card in cards for effect in card["effects"])
    for card in cards:
        gems = _gems(card, "hard")
        steps = 0
        for effect in card["effects"]:
            if effect["op"] == "terror":
                steps += effect["amount"]
            elif effect["op"] == "madden":
                steps += SEATS if effect["who"] == "all" else 1
            elif effect["op"] == "summon" and heals:
                steps += SEATS
        if steps > gems:
            what = f"bring up to {steps} steps of the Terror marker, {gems} at most in a hard game: it would never stop"
            raise content.fail(card, "effects", what)


def _gems(card: dict, difficulty: str) -> int:
    """Crystals that turn a Terror card over in a game of this difficulty."""
    return max(card["gems"] + DIFFICULTY[difficulty][0], 1)


def _check_decks(content: Content) -> None:
    cards = {c["id"] for c in content.sections["card"]}
    for card in content.sections["investigator"]:
        for row in card["deck"]:
            if row["card"] not in cards:
                raise content.fail(card, "deck", f"no card {row['card']!r} in this file")
        if len({row["card"] for row in card["deck"]}) != len(card["deck"]):
            raise content.fail(card, "deck", "names a card twice")
        size = sum(row["copies"] for row in card["deck"])
        if not 8 <= size <= 40:
            raise content.fail(card, "deck", f"has {size} cards, allowed 8..40")


def _check_counts(content: Content) -> None:
    sections = content.sections
    core = [c for c in sections["cultist"] if c["set"] == "core"]
    of_wave = {wave: sum(g["wave"] == wave for g in sections["god"]) for wave in WAVES}
    special = sum(c["copies"] for c in sections["cultist"] if c["set"] == "special")
    needs: dict[str, tuple[int, int, Any]] = {
        "item": (10, DECK, sum(c["copies"] for c in sections["item"])),
        "terror": (STEPS, DECK, sum(c["copies"] for c in sections["terror"])),
        "act": (1, ACTS, len(sections["act"])),
        "investigator": (SEATS, INVESTIGATORS, len(sections["investigator"])),
        "first wave of god": (PLACES, GODS, of_wave["first"]),
        "second wave of god": (1, GODS, of_wave["second"]),
        "special wave of god": (int(special > 0), 1, of_wave["special"]),
        "special cultist": (0 if special == 0 else 10, DECK, special),
        "creatures": (0, CREATURE_CARDS, sum(c["copies"] for c in sections["cultist"] if c["set"] == "creatures")),
    }
    for n in TABLE:
        needs[f"cultist deck of {n} players"] = (25, DECK, sum(c["copies"] for c in core if str(n) in c["players"]))
    for what, (least, most, given) in needs.items():
        if not least <= given <= most:
            raise content.fail({"id": what}, "copies", f"{given} in all, allowed {least}..{most}")
    for name in NAMES:
        if not any(c["symbol"] == name for c in sections["location"]):
            raise content.fail({"id": "location"}, "symbol", f"no Location has the symbol {name}")


_EFFECT = (
    Key("op", choices=tuple(OPS), meaning="what it does"),
    Key("amount", int, 0, 9, default=0, meaning="how much"),
    Key("symbols", default="none", meaning="of symbol and trophy: any one of these"),
    Key("who", choices=("none", *WHO), default="none", meaning="of foes: whom it is about"),
    Key("optional", int, 0, 1, default=0, meaning="of a support: 1 where the supported one may decline it"),
)


def _effects(name: str, meaning: str) -> Key:
    return Key(name, list, hi=EFFECTS, default=(), rows=_EFFECT, meaning=meaning)


_COPIES = Key("copies", int, 1, COPIES, default=1, meaning="how many there are")
_SYMBOL = Key("symbol", choices=NAMES, meaning="its symbol")

CONTENT = ContentSchema(
    sections=(
        Section(
            "card",
            CARDS,
            (
                _SYMBOL,
                Key("unique", int, 0, 1, default=0, meaning="1 where playing it as support costs no Insanity"),
                Key("search", int, 0, 2, default=0, meaning="search icons"),
                Key("no_draw", int, 0, 1, default=0, meaning="1 where no card is drawn for it"),
                _effects("effects", "what it does as support"),
            ),
        ),
        Section(
            "item",
            ITEMS,
            (
                _COPIES,
                Key("lasts", choices=LASTS, meaning="what becomes of it when used; event: resolved when found"),
                _effects("effects", "what it does"),
            ),
        ),
        Section(
            "location",
            LOCATIONS,
            (
                _SYMBOL,
                Key("once", int, 0, 1, default=1, meaning="1 where its action is for one use a round"),
                Key("price", int, 0, 2, default=0, meaning="Insanity that a use costs"),
                _effects("effects", "its action"),
            ),
        ),
        Section(
            "cultist",
            CULTISTS,
            (
                Key("set", choices=SETS, default="core", meaning="ordinary, of the special sect, or a creature"),
                _COPIES,
                Key("players", default="2345", meaning="numbers of players it is for, as digits"),
                Key("symbol", choices=("none", *NAMES), meaning="the symbol of its sect"),
                Key("symbols", meaning="the three symbols it takes to defeat it"),
                Key("god", meaning="whom it worships"),
                _effects("effects", "what happens when it comes into play"),
                _effects("revenge", "what happens when it is defeated"),
            ),
        ),
        Section(
            "god",
            GODS,
            (
                Key("wave", choices=WAVES, meaning="the wave it is of, or the special sect"),
                Key("symbols", meaning="the symbols printed on it"),
                _effects("effects", "what happens when it comes into play"),
            ),
        ),
        Section(
            "terror",
            TERRORS,
            (
                _COPIES,
                Key("gems", int, 1, 8, meaning="crystals that turn it over"),
                _effects("effects", "what happens then"),
            ),
        ),
        Section(
            "act",
            ACTS,
            (
                Key("gems", int, 1, 9, default=5, meaning="crystals that begin it"),
                Key("lasting", choices=LASTING, default="none", meaning="what it changes for the rest of the game"),
                _effects("effects", "what happens at once"),
            ),
        ),
        Section(
            "investigator",
            INVESTIGATORS,
            (
                Key("style", choices=STYLES, meaning="how they fight"),
                Key(
                    "deck",
                    list,
                    hi=40,
                    rows=(
                        Key("card", meaning="an Investigator card of this file"),
                        Key("copies", int, 1, 9, default=1, meaning="how many of it"),
                    ),
                    meaning="the own deck",
                ),
                _effects("first", "the ability of level 1"),
                _effects("second", "the ability of level 2"),
                _effects("third", "the ability of level 3"),
            ),
        ),
    ),
    labels={
        **{name: name for name in ("card", "item", "location", "cultist", "god", "terror", "act", "investigator")},
        # The order of state.OF_...: first, second and third abilities.
        "source": ["card", "item", "location", "investigator", "investigator", "investigator", "cultist", "cultist"]
        + ["god", "terror", "act"],
    },
    check=_check,
)


def build(content: Content, options: dict, players: int) -> np.ndarray:
    """The TABLES row of a content file under ``options``."""
    tables = np.zeros(1, TABLES)
    t, cards = tables[0], content.sections
    for n, count in (("card_kinds", "card"), ("item_kinds", "item"), ("cultist_kinds", "cultist")):
        t[n] = len(cards[count])
    t["locations"], t["gods"], t["terror_kinds"] = len(cards["location"]), len(cards["god"]), len(cards["terror"])
    t["acts"], t["investigators"] = len(cards["act"]), len(cards["investigator"])
    for option in OPTIONS:
        value = options[option.name]
        number = isinstance(value, int)  # flags and counts stand for themselves
        t["opt_" + option.name] = int(value) if number else option.choices.index(value)
    for name, value in zip(COLUMNS, TABLE[players], strict=True):
        t[name] = value
    t["cultists_out"] = DIFFICULTY[options["difficulty"]][1]
    _team(t, cards)
    _foes(t, cards, players, options["difficulty"])
    return tables


def _put(t: Any, source: int, effects: list[dict]) -> None:
    t["effects"][source] = len(effects)
    for e, effect in enumerate(effects):
        t["op"][source, e] = list(OPS).index(effect["op"])
        t["amount"][source, e] = effect["amount"]
        t["optional"][source, e] = effect["optional"]
        t["who"][source, e] = WHO.index(effect["who"]) if effect["who"] != "none" else ON_SELF
        if effect["symbols"] != "none":
            t["symbols"][source, e] = sum(1 << s for s in symbols_of(effect["symbols"]))


def _team(t: Any, cards: dict[str, list[dict]]) -> None:
    ids = [c["id"] for c in cards["card"]]
    for k, card in enumerate(cards["card"]):
        t["card_symbol"][k] = NAMES.index(card["symbol"])
        for name in ("unique", "search", "no_draw"):
            t[name][k] = card[name]
        t["in_fight"][k] = card["effects"][0]["op"] == "symbol"
        _put(t, OF_CARD + k, card["effects"])
    for k, card in enumerate(cards["item"]):
        t["item_copies"][k], t["lasts"][k] = card["copies"], LASTS.index(card["lasts"])
        _put(t, OF_ITEM + k, card["effects"])
    for k, card in enumerate(cards["location"]):
        t["location_symbol"][k], t["once"][k] = NAMES.index(card["symbol"]), card["once"]
        t["price"][k] = card["price"]
        _put(t, OF_LOCATION + k, card["effects"])
    for k, card in enumerate(cards["investigator"]):
        t["style"][k] = STYLES.index(card["style"])
        for row in card["deck"]:
            t["decklist"][k, ids.index(row["card"])] = row["copies"]
        for level, field in enumerate(("first", "second", "third")):
            _put(t, OF_ABILITY + INVESTIGATORS * level + k, card[field])
    t["card_copies"] = t["decklist"].sum(axis=0)


def _foes(t: Any, cards: dict[str, list[dict]], players: int, difficulty: str) -> None:
    gods = [g["id"] for g in cards["god"]]
    t["sect"], t["god_sect"], t["cultist_god"] = -1, -1, -1
    for k, card in enumerate(cards["god"]):
        t["wave"][k] = WAVES.index(card["wave"])
        for s in symbols_of(card["symbols"]):
            t["god_symbols"][k, s] += 1
        _put(t, OF_GOD + k, card["effects"])
    for k, card in enumerate(cards["cultist"]):
        t["cultist_copies"][k] = card["copies"] if str(players) in card["players"] else 0
        t["cultist_set"][k] = SETS.index(card["set"])
        t["cultist_god"][k] = gods.index(card["god"])
        for s in symbols_of(card["symbols"]):
            t["cultist_symbols"][k, s] += 1
        if card["symbol"] != "none":
            t["sect"][k] = NAMES.index(card["symbol"])
            t["god_sect"][t["cultist_god"][k]] = t["sect"][k]
        _put(t, OF_CULTIST + k, card["effects"])
        _put(t, OF_REVENGE + k, card["revenge"])
    for k, card in enumerate(cards["terror"]):
        t["terror_copies"][k], t["terror_gems"][k] = card["copies"], _gems(card, difficulty)
        _put(t, OF_TERROR + k, card["effects"])
    for k, card in enumerate(cards["act"]):
        t["act_gems"][k], t["lasting"][k] = min(card["gems"], 9), LASTING.index(card["lasting"])
        _put(t, OF_ACT + k, card["effects"])
