"""Where everything is: the fields of one game, the decisions that can be pending, the events that are told."""

from typing import Any

from ..core.schema import Field, Schema
from . import words
from .words import NAMES, SANE

SEATS = 5
CARDS = 96  # Investigator card kinds a content file may hold
ITEMS = 40
CULTISTS = 56
GODS = 16
LOCATIONS = 16
TERRORS = 24
ACTS = 8
INVESTIGATORS = 12
LEVELS = 3  # abilities of an investigator
SYMBOLS = 5
WILD = SYMBOLS  # the face of an Investigator die that is set to any symbol
FACES = SYMBOLS + 1
MASKS = 1 << SYMBOLS  # sets of symbols
PLACES = 5  # Locations in play
STEPS = 6  # places of the Terror circle, at most
CROWD = 13  # Cultists in play: one more loses the game at any number of players
AIMS = 2  # Target markers of an investigator
GREAT = CROWD  # the Great Old One, among the slots that can be aimed at
COPIES = 60  # of one card kind
DECK = 120  # cards in one place
DICE = 8  # Investigator dice
TROPHIES = 12  # of one symbol
ITEM_LIMIT = 2
TRADES = 3  # proposals of a seat in one phase
ROUNDS = 40  # after which the game is called off

# Where effects come from: one index for all that is printed on any card.
OF_CARD = 0
OF_ITEM = OF_CARD + CARDS
OF_LOCATION = OF_ITEM + ITEMS
OF_ABILITY = OF_LOCATION + LOCATIONS
OF_CULTIST = OF_ABILITY + INVESTIGATORS * LEVELS  # when it comes
OF_REVENGE = OF_CULTIST + CULTISTS  # when it is defeated
OF_GOD = OF_REVENGE + CULTISTS
OF_TERROR = OF_GOD + GODS
OF_ACT = OF_TERROR + TERRORS
SOURCES = OF_ACT + ACTS

PHASES = ("setup", "cultist", "preparation", "terror", "investigator", "combat", "sealing")
(
    SETUP_PHASE,
    CULTIST_PHASE,
    PREPARATION_PHASE,
    TERROR_PHASE,
    INVESTIGATOR_PHASE,
    COMBAT_PHASE,
    SEALING_PHASE,
) = range(len(PHASES))

# How the game was lost or won.
ENDINGS = ("sealed", "insane", "great_old_one", "threshold", "final_act")
SEALED_ALL, WENT_INSANE, GOD_REACHED, TOO_MANY, ACT_UNDONE = range(len(ENDINGS))

# Decisions: kinds of stack entries. ``count`` and ``subject`` are explained where they are pushed.
(
    CHOOSE_SELF,
    CHOOSE_START,
    DISCARD,
    INVESTIGATE,
    COMBAT,
    SEALING,
    # Questions inside an action or an effect.
    SET_DIE,
    ROLL_DIE,
    POOL_DIE,
    TURN_DIE,
    WHERE,
    SUPPORT_WHOM,
    OPTIONAL,
    TROPHY,
    RECALL,
    CULTIST,
    CRYSTAL,
    VICTIM,
    SEARCH_DEPTH,
    FOUND,
    DROP_ITEM,
    TRADE_WITH,
    TRADE_ITEM,
    TRADE_ANSWER,
    LEARN,
    GATE_SEAL,
    TARGET,
    LAY_TROPHY,
    SHRINE,
    FIGHT_WHOM,
    PAY,
    # What is under way below them; nobody is asked.
    IN_ROUND,
    IN_SETUP,
    IN_CULTISTS,
    IN_PREPARATION,
    IN_INVESTIGATION,
    IN_COMBAT,
    IN_SEALING,
    IN_SEARCH,
    IN_SUPPORT,
    IN_LEARNING,
    IN_EFFECTS,
) = range(42)
FIRST_TASK = IN_ROUND

# Events
(
    ROUND_BEGAN,
    PHASE_BEGAN,
    BECAME,
    STARTED,
    DREW,
    RECEIVED,
    RESHUFFLED,
    DISCARDED,
    CULTIST_CAME,
    CULTIST_BARRED,
    MARKER_MOVED,
    CULTIST_DIE,
    CULTISTS_RESHUFFLED,
    SUMMONED,
    CROWDED_OUT,
    DEVOURED,
    IN_FRONT,
    TERROR_MOVED,
    TERROR_FLIPPED,
    TERROR_LOOKED,
    CRYSTALS_OFF,
    ACT_BEGAN,
    ACTIVATED,
    DEACTIVATED,
    SUFFERED,
    MADDENED,
    HEALED,
    CURED,
    SHELTERED,
    SPARED,
    POOL_ROLLED,
    TOOK_DIE,
    SET,
    REROLLED,
    MOVED,
    USED_LOCATION,
    USED_ITEM,
    USED_ABILITY,
    SUPPORTED,
    SEARCHED,
    FOUND_ITEM,
    EVENT_CAME,
    KEPT,
    DROPPED_ITEM,
    OFFERED,
    TRADED,
    REFUSED,
    LEARNED,
    TOOK_SEAL,
    AIMED,
    LAID,
    WAITED,
    PASSED,
    FOUGHT,
    SPENT_CARD,
    SPENT_SUPPORT,
    SPENT_ITEM,
    SPENT_ABILITY,
    SPENT_DIE,
    SPENT_LOCATION,
    FAILED,
    DEFEATED,
    BANISHED,
    GOD_DEFEATED,
    IDLE,
    SEALED,
    WARDED,
    SHOVED,
    TROPHY_WON,
    LOST_CARDS,
    LOST_TROPHY,
    THINNED,
    RECALLED,
    FEWER_DICE,
    FEWER_CARDS,
    RESTOCKED,
    WON,
    LOST,
    CALLED_OFF,
) = range(79)

VOCABULARIES = {
    "card": CARDS,
    "item": ITEMS,
    "cultist": CULTISTS,
    "god": GODS,
    "location": LOCATIONS,
    "terror": TERRORS,
    "act": ACTS,
    "investigator": INVESTIGATORS,
    "source": SOURCES,
    "symbol": NAMES,
    "face": (*NAMES, "wild"),
    "side": (*NAMES, "blank"),
    "place": tuple(str(k) for k in range(PLACES)),
    "step": tuple(str(k) for k in range(STEPS)),
    "slot": (*(str(k) for k in range(CROWD)), "great_old_one"),
    "level": ("1", "2", "3"),
    "ending": ENDINGS,
    "symbols": tuple("+".join(n for b, n in enumerate(NAMES) if m >> b & 1) or "none" for m in range(MASKS)),
}

_WHERE: dict[str, Any] = {"what": "category", "vocab": "place"}
_CARDS = {"what": "count", "hi": COPIES, "axes": ("card",)}
_OWN = {"what": "count", "hi": COPIES, "axes": ("card",), "seats": 1}
_ITEMS = {"what": "count", "hi": COPIES, "axes": ("item",)}
_CULTISTS = {"what": "count", "hi": COPIES, "axes": ("cultist",)}
_TERRORS = {"what": "count", "hi": COPIES, "axes": ("terror",)}
_FLAG = {"what": "flag", "seats": 1}

SCHEMA = Schema(
    seats=SEATS,
    fields=[
        Field("round", what="count", hi=ROUNDS, meaning="rounds begun"),
        Field("first", what="seat", show=False, meaning="who is asked first, and speaks for the team, in this round"),
        Field("ending", what="category", vocab="ending", meaning="how the game ended; -1 it goes on"),
        # Locations.
        Field(
            "location",
            (PLACES,),
            "category",
            vocab="location",
            axes=("place",),
            lines=words.places,
            panel="locations",
            beside=(
                "sealed",
                "shrine",
                "used_place",
                "placed",
                "cultist_die",
                "ward",
                "marker",
                "cultist",
                "cultist_at",
                "god_at",
                "god_front",
                "under",
            ),
            meaning="Locations in play, clockwise",
        ),
        Field("sealed", (PLACES,), "flag", axes=("place",), show=False, meaning="1 once sealed"),
        Field("shrine", (PLACES,), "flag", axes=("place",), show=False, meaning="1 once its action is active"),
        Field("used_place", (PLACES,), "flag", axes=("place",), show=False, meaning="1 once used in this round"),
        Field(
            "placed",
            (PLACES, SYMBOLS),
            what="count",
            hi=TROPHIES,
            axes=("place", "symbol"),
            show=False,
            meaning="Trophies laid at each",
        ),
        Field(
            "cultist_die",
            (PLACES,),
            what="category",
            vocab="symbol",
            axes=("place",),
            show=False,
            meaning="its Cultist die; -1 blank",
        ),
        Field("ward", what="category", vocab="place", show=False, meaning="the warded Location; -1 none"),
        Field("marker", what="category", vocab="place", show=False, meaning="where the Cultist marker is"),
        # Cultists and Great Old Ones.
        Field(
            "cultist",
            (CROWD,),
            what="category",
            vocab="cultist",
            axes=("slot",),
            show=False,
            meaning="Cultists in play, the oldest first: at a Location the first of them is at the bottom; -1 none",
        ),
        Field("cultist_at", (CROWD,), axes=("slot",), show=False, meaning="where each of them is", **_WHERE),
        Field("cultist_count", what="count", hi=DECK, total_of="cultist_deck", meaning="cards in the Cultist deck"),
        Field(
            "cultist_deck",
            (CULTISTS,),
            see="hidden",
            show=False,
            meaning="Cultists of each kind in the deck; their order is decided card by card, when drawn",
            **_CULTISTS,
        ),
        Field("cultist_discards", (CULTISTS,), show=False, meaning="discarded Cultists of each kind", **_CULTISTS),
        Field("cultist_box", (CULTISTS,), show=False, meaning="Cultists known to be out of the game", **_CULTISTS),
        Field(
            "replaced_count",
            what="count",
            hi=DECK,
            show=False,
            total_of="replaced",
            meaning="cards replaced at setup",
        ),
        Field(
            "replaced",
            (CULTISTS,),
            see="hidden",
            show=False,
            meaning="Cultists of each kind taken out by chance for special ones",
            **_CULTISTS,
        ),
        Field(
            "god_at",
            (GODS,),
            axes=("god",),
            show=False,
            meaning="where each Great Old One is; -1 not in play",
            **_WHERE,
        ),
        Field(
            "god_front",
            (GODS,),
            what="count",
            hi=2,
            axes=("god",),
            show=False,
            meaning="1 in front of its Location; 2 summoned where there were no Cultists",
        ),
        Field(
            "under",
            (PLACES, CULTISTS),
            what="count",
            hi=COPIES,
            axes=("place", "cultist"),
            show=False,
            meaning="Cultists that the older Great Old One of each Location has devoured",
        ),
        # The Terror circle.
        Field("steps", what="count", hi=STEPS, show=False, meaning="places of the Terror circle"),
        Field("terror_at", what="category", vocab="step", show=False, meaning="where the Terror marker is"),
        Field(
            "gems",
            (STEPS,),
            what="count",
            hi=9,
            axes=("step",),
            lines=words.circle,
            beside=("crystals", "terror_open", "terror_at", "steps"),
            meaning="gems of the card at each place; 0 none",
        ),
        Field(
            "crystals",
            (STEPS,),
            what="count",
            hi=9,
            axes=("step",),
            show=False,
            meaning="Terror crystals on each card",
        ),
        Field(
            "terror_open",
            (STEPS,),
            what="category",
            vocab="terror",
            axes=("step",),
            show=False,
            meaning="Terror cards that the team has looked at; -1 face down",
        ),
        Field(
            "terror",
            (STEPS,),
            what="category",
            vocab="terror",
            see="hidden",
            show=False,
            axes=("step",),
            meaning="face-down Terror cards",
        ),
        Field("terror_count", what="count", hi=DECK, total_of="terror_deck", meaning="cards in the Terror deck"),
        Field(
            "terror_deck",
            (TERRORS,),
            see="hidden",
            show=False,
            meaning="Terror cards of each kind in the deck; their order is decided card by card, when drawn",
            **_TERRORS,
        ),
        Field("terror_used", (TERRORS,), show=False, meaning="Terror cards of each kind that have come", **_TERRORS),
        Field(
            "terror_old",
            (STEPS,),
            "flag",
            axes=("step",),
            show=False,
            meaning="1 where a face-down card lies since before the Terror deck was last shuffled",
        ),
        Field(
            "terror_before",
            (TERRORS,),
            show=False,
            meaning="what those are together, which can be told by then",
            **_TERRORS,
        ),
        Field("terror_due", what="count", hi=99, show=False, meaning="steps that the Terror marker still takes"),
        Field("shrines_due", what="count", hi=99, show=False, meaning="Locations still to be activated"),
        Field("act", what="category", vocab="act", see="hidden", show=False, meaning="the face-down Final Act"),
        Field("act_now", what="category", vocab="act", meaning="the Final Act, once it has begun; -1 before"),
        Field(
            "act_god",
            what="category",
            vocab="god",
            meaning="the Great Old One that the Final Act brought; -1 none",
        ),
        Field("god_lost", what="flag", show=False, meaning="1 once one was defeated after the Final Act began"),
        # Dice, Trophies, Gate Seals.
        Field(
            "pool",
            (FACES,),
            what="count",
            hi=DICE,
            axes=("face",),
            lines=words.dice_pool,
            meaning="the dice pool by face",
        ),
        Field("dice_left", what="count", hi=DICE, show=False, meaning="Investigator dice in the supply"),
        Field("fewer_dice", what="count", hi=9, meaning="dice fewer in the next pool"),
        Field(
            "trophy_supply",
            (SYMBOLS,),
            what="count",
            hi=TROPHIES,
            axes=("symbol",),
            show=False,
            meaning="Trophies in the supply",
        ),
        Field(
            "seal_of",
            (SYMBOLS,),
            what="seat",
            axes=("symbol",),
            lines=words.gate_seals,
            meaning="who holds the Gate Seal of each symbol (by option: of each place); -1 nobody",
        ),
        # Items.
        Field("item_count", what="count", hi=DECK, total_of="item_deck", meaning="cards in the Item deck"),
        Field(
            "item_deck",
            (ITEMS,),
            see="hidden",
            show=False,
            meaning="Items of each kind in the deck; their order is decided card by card, when drawn",
            **_ITEMS,
        ),
        Field("item_discards", (ITEMS,), show=False, meaning="discarded Items of each kind", **_ITEMS),
        Field("item_box", (ITEMS,), show=False, meaning="Items of each kind out of the game", **_ITEMS),
        Field("found", (ITEMS,), meaning="Items drawn in the search under way", **_ITEMS),
        # The fight under way.
        Field("need", (SYMBOLS,), what="count", hi=40, axes=("symbol",), meaning="symbols that the fight takes"),
        Field(
            "paid",
            (MASKS,),
            what="count",
            hi=40,
            axes=("symbols",),
            show=False,
            meaning="symbols spent on it, by what each of them may be",
        ),
        Field("waits", what="count", hi=SEATS, show=False, meaning="investigators who waited one after the other"),
        Field("card_box", (CARDS,), show=False, meaning="cards of investigators who are not in the game", **_CARDS),
        # The investigators.
        Field("protected", what="seat", meaning="who has the Protection marker; -1 nobody"),
        Field(
            "investigator",
            (SEATS,),
            what="category",
            vocab="investigator",
            seats=1,
            lines=words.investigator,
            beside=("location", "players"),
            along=("at", "insanity", "permanent", "level", "fewer_cards", "sharp"),
            meaning="who the seat is",
        ),
        Field("at", (SEATS,), seats=1, show=False, meaning="at which Location", **_WHERE),
        Field(
            "insanity",
            (SEATS,),
            what="count",
            hi=SANE + 1,
            seats=1,
            show=False,
            meaning="Insanity, the permanent one included",
        ),
        Field("permanent", (SEATS,), show=False, meaning="1 with a permanent Insanity", **_FLAG),
        Field("level", (SEATS,), what="count", hi=LEVELS, seats=1, show=False, meaning="abilities learned"),
        Field(
            "used_ability",
            (SEATS, LEVELS),
            axes=("level",),
            show=False,
            meaning="1 once used this round",
            **_FLAG,
        ),
        Field(
            "trophies",
            (SEATS, SYMBOLS),
            what="count",
            hi=TROPHIES,
            seats=1,
            axes=("symbol",),
            lines=words.holdings,
            along=("dice", "items"),
            meaning="own Trophies",
        ),
        Field(
            "knowledge",
            (SEATS, SYMBOLS),
            what="count",
            hi=TROPHIES,
            seats=1,
            axes=("symbol",),
            show=False,
            meaning="Trophies spent on abilities",
        ),
        Field(
            "dice",
            (SEATS, SYMBOLS),
            what="count",
            hi=DICE,
            seats=1,
            axes=("symbol",),
            show=False,
            meaning="own Investigator dice",
        ),
        Field("took", (SEATS,), show=False, meaning="1 once a die was taken in this round", **_FLAG),
        Field("moved", (SEATS,), show=False, meaning="1 once moved in this round: moving on costs Insanity", **_FLAG),
        Field("searched", (SEATS,), show=False, meaning="1 once searched in this round", **_FLAG),
        Field(
            "trades",
            (SEATS,),
            what="count",
            hi=TRADES,
            seats=1,
            show=False,
            meaning="trades offered in this round",
        ),
        Field("ready", (SEATS,), show=False, meaning="1 once passed in this phase, or at this Location", **_FLAG),
        Field("yielded", (SEATS,), show=False, meaning="1 where others are to fight first", **_FLAG),
        Field("fought", (SEATS,), show=False, meaning="1 once it has fought in this round", **_FLAG),
        Field(
            "sharp",
            (SEATS,),
            show=False,
            meaning="1 where a melee fighter may aim at any Cultist in this round",
            **_FLAG,
        ),
        Field(
            "fewer_cards",
            (SEATS,),
            what="count",
            hi=9,
            seats=1,
            show=False,
            meaning="cards fewer in the next hand",
        ),
        Field(
            "aims",
            (SEATS, AIMS),
            what="category",
            vocab="slot",
            seats=1,
            axes=("mark",),
            lines=words.aims,
            beside=("cultist",),
            meaning="what its Target markers are on; -1 nothing",
        ),
        Field(
            "items",
            (SEATS, ITEMS),
            what="count",
            hi=COPIES,
            seats=1,
            axes=("item",),
            show=False,
            meaning="own Items of each kind",
        ),
        Field(
            "worn",
            (SEATS, ITEMS),
            what="count",
            hi=COPIES,
            seats=1,
            axes=("item",),
            show=False,
            meaning="of those, used in this round",
        ),
        Field("hand_count", (SEATS,), what="count", hi=DECK, seats=1, total_of="hand", meaning="cards in hand"),
        Field(
            "deck_count",
            (SEATS,),
            what="count",
            hi=DECK,
            seats=1,
            total_of="deck",
            meaning="cards in the own deck",
        ),
        Field("discards", (SEATS, CARDS), show=False, meaning="cards of each kind in the own discard pile", **_OWN),
        Field(
            "lent_to",
            (SEATS, CARDS),
            lines=words.cards_with_symbols("supported by"),
            meaning="cards of each kind that support its next fights",
            **_OWN,
        ),
        Field("lent_by", (SEATS, CARDS), show=False, meaning="own cards that lie in front of others", **_OWN),
        Field(
            "plain",
            (SEATS,),
            what="count",
            hi=DECK,
            seats=1,
            show=False,
            meaning="cards of a hidden hand that everybody knows to be without search icons",
        ),
        Field("known", (SEATS, CARDS), show=False, meaning="cards that everybody knows to be in its hand", **_OWN),
        Field(
            "hand",
            (SEATS, CARDS),
            see="owner",
            lines=words.cards_with_symbols("hand"),
            meaning="cards of each kind in hand",
            **_OWN,
        ),
        Field("deck", (SEATS, CARDS), see="owner", show=False, meaning="cards of each kind in the own deck", **_OWN),
    ],
)
