"""What the cards say: the layout of TABLES, the declaration of a card file, and the options."""

from __future__ import annotations

import numpy as np

from ..core.content import Content, ContentSchema, Key, Section
from ..core.errors import ConfigError
from ..core.spec import Option
from .state import CARDS, COPIES, FACTIONS, HAND, KINDS, READERS, SEALS, SEATS

# What a card does (``op``): the argument it needs beside its targets, and its meaning.
OPS = {
    "cultist": ("faction", "joins its player's Pool as a cultist of the faction"),
    "place_sign": (None, "opens a Seal of its player"),
    "convert_group": (None, "everybody of one faction in one Pool serves the player's god from now on"),
    "call_group": (None, "an opponent's group of the player's god joins the player's Pool"),
    "kill_one": (None, "one cultist of an opponent goes to the Graveyard"),
    "barrier": (None, "nothing an opponent does reaches the player until the next turn"),
    "discard_random": ("amount", "an opponent loses that many cards of the hand blindly"),
    "draw": ("amount", "the player draws that many cards, whatever the hand size"),
    "attach": (None, "one cultist of the player counts one more"),
    "steal_sign": (None, "an opponent's Elder Sign moves to a Seal of the player"),
    "take_from_graveyard": ("amount", "the player takes that many other cards from the Graveyard into the hand"),
    "all_lose_sign": (None, "every player loses an Elder Sign"),
    "destroy_circle": (None, "an opponent's Ritual Circle goes to the Graveyard"),
    "take_circle": (None, "an opponent's Ritual Circle moves to a Seal of the player"),
}
(
    CULTIST,
    PLACE_SIGN,
    CONVERT_GROUP,
    CALL_GROUP,
    KILL_ONE,
    BARRIER,
    DISCARD_RANDOM,
    DRAW,
    ATTACH_ONE,
    STEAL_SIGN,
    TAKE_FROM_GRAVEYARD,
    ALL_LOSE_SIGN,
    DESTROY_CIRCLE,
    TAKE_CIRCLE,
) = range(len(OPS))
# Cards of these operations stay on the table, where they are counted without their kind.
ONE_KIND_EACH = ("place_sign", "barrier", "attach")

# What a god does when one of its Seals opens (``power``), with the ``amount`` it needs.
POWERS = {
    "hand_size": "while Seals are open, the hand size is larger by that much for each",
    "convert_group": "the player may convert that many groups",
    "take_cultists": "the player may take that many cultists from the Graveyard into the Pool",
    "free_play": "the player may play that many cards for free",
}
HAND_SIZE, FREE_CONVERT, TAKE_CULTISTS, FREE_PLAY = range(len(POWERS))

TYPES = ("cultist", "elder_sign", "cultist_power", "advantage", "eldritch_power")

RESHUFFLE, STOP, END = range(3)
KEEP, WASTE, DISCARD = range(3)
OWNER, AUTO = range(2)
EVERYTHING, TARGETED, CARDS_ONLY = range(3)
CHAIN, ACTION, ONCE = range(3)


def _god_list(given) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) for n in names):
        raise ValueError(f"{given!r} is neither 'random' nor a list of gods by seat")
    names = tuple(n.strip() for n in names)
    if len(set(names)) < len(names):
        raise ValueError(f"{', '.join(names)}: two seats have the same god")
    return names


OPTIONS = (
    Option(
        "deck_empty",
        ("reshuffle", "stop", "end"),
        "reshuffle",
        "an empty deck: the Graveyard becomes the deck, nobody draws any more, or the next draw ends the game",
    ),
    Option(
        "stall",
        ("cap_then_seals", "none"),
        "cap_then_seals",
        "a full round of idle passes or 300 rounds end the game for the most open Seals, or nothing does",
    ),
    Option(
        "overflow",
        ("keep", "waste", "discard"),
        "keep",
        "what exceeds a Ritual Circle: stays in the Pool, goes to the Seal too, or goes to the Graveyard",
    ),
    Option("grimoire_max", (1, 2), 1, "Grimoires one cultist may carry"),
    Option("whispers_fires", (True, False), True, "whether a Ritual Circle taken from another player fires the power"),
    Option("dump", (False, True), False, "whether a card may be played without a target, for no effect"),
    Option("strip_unused", (False, True), False, "whether the cultists of absent gods are left out of the deck"),
    Option(
        "gods",
        ("random",),
        "random",
        "how gods are dealt: random, or a list by seat such as 'cthulhu,azathoth'",
        _god_list,
    ),
    Option(
        "circle_choice",
        ("owner", "auto"),
        "owner",
        "who says which cultists form a Ritual Circle when there are more: its owner, or carriers first",
    ),
    Option(
        "marker",
        ("stays", "dropped"),
        "stays",
        "whether converted cultists stay converted when Master's Call moves them, or serve their printed god again",
    ),
    Option(
        "barrier_scope",
        ("everything", "targeted", "cards"),
        "everything",
        "what Barrier Spell blocks: all that opponents do, all but effects on every player, or all but god powers",
    ),
    Option(
        "free_play",
        ("chain", "action", "once"),
        "chain",
        "an extra play by a god's power: at once and every time, as an extra Action, or at once but once a turn",
    ),
)

TABLES = np.dtype(
    [
        ("kinds", np.int16),
        ("total", np.int16),
        ("copies", np.int16, (KINDS,)),
        ("op", np.int16, (KINDS,)),
        ("faction", np.int16, (KINDS,)),
        ("amount", np.int16, (KINDS,)),
        ("k_cultist", np.int16, (FACTIONS,)),
        ("k_sign", np.int16),
        ("k_barrier", np.int16),
        ("k_attach", np.int16),
        ("power", np.int16, (FACTIONS,)),
        ("power_amount", np.int16, (FACTIONS,)),
        ("god_of", np.int16, (SEATS,)),
        ("opt_deck_empty", np.int16),
        ("opt_stall", np.int16),
        ("opt_overflow", np.int16),
        ("opt_grimoire_max", np.int16),
        ("opt_whispers_fires", np.int16),
        ("opt_dump", np.int16),
        ("opt_strip_unused", np.int16),
        ("opt_circle_choice", np.int16),
        ("opt_marker", np.int16),
        ("opt_barrier_scope", np.int16),
        ("opt_free_play", np.int16),
    ],
    align=True,
)
# Options whose value is a number or a yes are stored as that number, the others by their place in ``choices``.
_AS_NUMBER = ("grimoire_max", "whispers_fires", "dump", "strip_unused")


def _check(content: Content) -> None:
    cards, gods = content.sections["card"], content.sections["god"]
    if len(gods) != FACTIONS:
        raise content.fail({"id": "god"}, "god", f"{len(gods)} gods, expected {FACTIONS}")
    factions = {g["id"] for g in gods}
    first: dict[tuple, str] = {}
    for card in cards:
        _check_card(content, card, factions)
        place = (card["op"], card["faction"])
        if card["op"] in (*ONE_KIND_EACH, "cultist") and place in first:
            raise content.fail(card, "op", f"{card['op']} is already the operation of {first[place]!r}")
        first[place] = card["id"]
    total = sum(c["copies"] for c in cards)
    if total > CARDS:
        raise content.fail({"id": "card"}, "copies", f"{total} cards in all, allowed up to {CARDS}")


def _check_deal(content: Content, options: dict, players: int) -> None:
    """Raise ContentError where the cards that are sure to be in the deck are too few for the hands."""
    sure = sum(c["copies"] for c in content.sections["card"] if c["op"] != "cultist" or not options["strip_unused"])
    if sure < players * HAND:
        at = f"{sure} cards in the deck, {players} seats need {players * HAND}"
        raise content.fail({"id": "card"}, "copies", at)


def _check_card(content: Content, card: dict, factions: set[str]) -> None:
    takes, _ = OPS[card["op"]]
    for argument, absent in (("faction", ""), ("amount", 0)):
        if takes == argument and card[argument] == absent:
            raise content.fail(card, argument, f"{card['op']} needs it")
        if takes != argument and card[argument] != absent:
            raise content.fail(card, argument, f"{card['op']} does not take it")
    if takes == "faction" and card["faction"] not in factions:
        raise content.fail(card, "faction", f"is {card['faction']!r}, allowed: {', '.join(sorted(factions))}")


CONTENT = ContentSchema(
    sections=(
        Section(
            "card",
            KINDS,
            (
                Key("type", choices=TYPES, meaning="printed type; no rule reads it"),
                Key("copies", int, 1, COPIES, meaning="how many the deck holds"),
                Key("op", choices=tuple(OPS), meaning="what the card does"),
                Key("faction", default="", meaning="of a cultist: the god it serves"),
                Key("amount", int, 0, HAND, default=0, meaning="cards drawn, discarded or taken"),
            ),
        ),
        Section(
            "god",
            FACTIONS,
            (
                Key("power", choices=tuple(POWERS), meaning="what happens when a Seal opens"),
                Key("amount", int, 1, HAND, meaning="cards of hand size, conversions, cultists or plays"),
            ),
        ),
    ),
    labels={"kind": "card", "faction": "god"},
    check=_check,
)


def build(content: Content, options: dict, players: int) -> np.ndarray:
    """The TABLES row of a content file under ``options``. Raises ContentError."""
    _check_deal(content, options, players)
    tables = np.zeros(1, TABLES)
    t = tables[0]
    cards, gods = content.sections["card"], content.sections["god"]
    factions = [g["id"] for g in gods]
    t["kinds"], t["total"] = len(cards), sum(c["copies"] for c in cards)
    for name in ("k_sign", "k_barrier", "k_attach", "k_cultist", "faction", "god_of"):
        t[name] = -1
    for k, card in enumerate(cards):
        t["copies"][k], t["amount"][k] = card["copies"], card["amount"]
        t["op"][k] = list(OPS).index(card["op"])
        if card["op"] == "cultist":
            t["faction"][k] = factions.index(card["faction"])
            t["k_cultist"][t["faction"][k]] = k
        elif card["op"] in ONE_KIND_EACH:
            t[{"place_sign": "k_sign", "barrier": "k_barrier", "attach": "k_attach"}[card["op"]]] = k
    for f, god in enumerate(gods):
        t["power"][f], t["power_amount"][f] = list(POWERS).index(god["power"]), god["amount"]
    if options["gods"] != "random":
        t["god_of"][:players] = _gods_by_seat(options["gods"], factions, players)
    for option in OPTIONS:
        value = options[option.name]
        if option.name in _AS_NUMBER:
            t["opt_" + option.name] = int(value)
        elif option.name != "gods":
            t["opt_" + option.name] = option.choices.index(value)
    return tables


def _gods_by_seat(names: tuple[str, ...], factions: list[str], players: int) -> list[int]:
    for name in names:
        if name not in factions:
            raise ConfigError(f"option 'gods': {name!r} is no god, known: {', '.join(factions)}")
    if len(names) < players:
        raise ConfigError(f"option 'gods': {len(names)} gods for {players} seats")
    return [factions.index(name) for name in names[:players]]


def on_table(t: np.record) -> dict[str, np.ndarray]:
    """Cards of each kind that one unit of a field's cell stands for, cells x kinds (see ``Zone``)."""

    def one(*kinds: int) -> np.ndarray:
        out = np.zeros(KINDS, np.int64)
        for k in kinds:
            if k >= 0:
                out[k] += 1
        return out

    cultists = np.array(
        [one(t["k_cultist"][f], *[t["k_attach"]] * load) for f in range(FACTIONS) for load in range(READERS)]
    )
    return {
        "pool": np.tile(cultists, (FACTIONS, 1)),
        "circle": np.tile(cultists, (SEALS, 1)),
        "sign": np.tile(one(t["k_sign"]), (SEALS, 1)),
        "shield": one(t["k_barrier"])[None],
    }
