"""Where everything is: the fields of one game, the decisions that can be pending, the events that are told."""

from ..core.schema import Field, Schema
from . import words

SEATS = 6
CARDS = 80  # card kinds a content file may hold: Library and Starters
MYTHOS = 48
MINIONS = 16
GODS = 16
INVESTIGATORS = 24
COPIES = 100  # of one card kind
DECK = 250  # cards in one place
GOD_SLOTS = 3  # Elder Gods in one game
MARKET = 5  # cards on sale
PERMANENTS = 7  # kinds of Permanent Mythos a content file may hold
HAND = 5  # cards drawn at the start of a round
SLEUTHS, STAGGERS = 7, 3  # Starters of each investigator
TOUGHEST = 12  # health of a Minion
HEALTH = 10  # health or sanity of an investigator
GOD_HEALTH = 150
MOXIE = 999
MOST_CHANGE = 9  # Moxie by which prices rise, or fall
LEAST_PRICE = 1
MOST_MYTHOS = 9  # cards to come in one round
BLOCK = 20  # damage a seat may ward off in a round
ROUNDS = 60  # after which the game is called off

HEALTH_TRACK, SANITY_TRACK = range(2)

# Where effects come from: one index for all that is printed on any card.
OF_CARD = 0
OF_MYTHOS = OF_CARD + CARDS
OF_MINION = OF_MYTHOS + MYTHOS
OF_GOD = OF_MINION + MINIONS
OF_ABILITY = OF_GOD + GODS
OF_AFTER = OF_ABILITY + INVESTIGATORS
SOURCES = OF_AFTER + INVESTIGATORS

PHASES = ("planning", "combat")
PLANNING_PHASE, COMBAT_PHASE = range(len(PHASES))

# Decisions: kinds of stack entries. ``count`` and ``subject`` are explained where they are pushed.
(
    ORDER,
    PLAN,
    COMBAT,
    TARGET,
    WOUNDED,
    AMOUNT,
    WHOM,
    MINION,
    GOD,
    DESTROY,
    RETRIEVE,
    GAIN,
    DISPEL,
    BURY,
    AFTER,
    CLEAN,
    # What is under way below them; nobody is asked.
    IN_ROUND,
    IN_TURNS,
    IN_START,
    IN_GODS,
    IN_MYTHOS,
    IN_MINIONS,
    IN_EFFECTS,
) = range(23)
FIRST_TASK = IN_ROUND

# Events
(
    ROUND_BEGAN,
    FILLED,
    DREW,
    RECEIVED,
    RESHUFFLED,
    YIELDED,
    TURN_BEGAN,
    PLAYED,
    BOUGHT,
    GAINED,
    HEALED,
    CALMED,
    ARMED,
    STEELED,
    ABILITY_USED,
    MOXIE_MADE,
    COMBAT_BEGAN,
    GOD_ACTS,
    MYTHOS_CAME,
    PERMANENT,
    MINION_ACTS,
    SPAWNED,
    HURT,
    SCARED,
    WARDED,
    DIED,
    ENTRANCED,
    HIT_GOD,
    HIT_MINION,
    BANISHED,
    DEFEATED,
    MENDED,
    DEVOURED,
    BOUND,
    DESTROYED,
    RETRIEVED,
    CURSED,
    LOOKED,
    BURIED,
    DISPELLED,
    RAZED,
    SILENCED,
    DEARER,
    DROPPED,
    SWEPT,
    WON,
    LOST,
    CALLED_OFF,
) = range(48)

VOCABULARIES = {
    "card": CARDS,
    "mythos": MYTHOS,
    "minion": MINIONS,
    "god": GODS,
    "investigator": INVESTIGATORS,
    "source": SOURCES,
    "slot": tuple(str(k) for k in range(PERMANENTS)),
    "place": tuple(str(k) for k in range(GOD_SLOTS)),
    "health": tuple(str(k) for k in range(1, TOUGHEST + 1)),
    "track": ("health", "sanity"),
    "amount": ("one", "needed", "all"),
}

_CARDS = {"what": "count", "hi": COPIES, "axes": ("card",)}
_MYTHOS = {"what": "count", "hi": COPIES, "axes": ("mythos",)}
_OWN = {"what": "count", "hi": COPIES, "axes": ("card",), "seats": 1}

SCHEMA = Schema(
    seats=SEATS,
    fields=[
        Field("round", what="count", hi=ROUNDS, meaning="rounds begun"),
        Field("first", what="seat", show=False, meaning="whose turn came first in this round; -1 nobody's yet"),
        # The Elder Gods and what they bring.
        Field(
            "god",
            (GOD_SLOTS,),
            what="category",
            vocab="god",
            axes=("place",),
            lines=words.gods,
            beside=("god_health",),
            meaning="the Elder Gods of this game; -1 none",
        ),
        Field(
            "god_health",
            (GOD_SLOTS,),
            what="count",
            hi=GOD_HEALTH,
            axes=("place",),
            show=False,
            meaning="Moxie it still takes to banish each; 0 banished",
        ),
        Field(
            "minions",
            (MINIONS, TOUGHEST),
            what="count",
            hi=COPIES,
            axes=("minion", "health"),
            lines=words.minions,
            beside=("bound",),
            meaning="Minions in play by kind and health left",
        ),
        Field(
            "newborn",
            (MINIONS,),
            what="count",
            hi=COPIES,
            axes=("minion",),
            show=False,
            meaning="of those, bred or brought while Minions act: they act from the next round on",
        ),
        Field(
            "bound",
            (MINIONS,),
            what="count",
            hi=COPIES,
            axes=("minion",),
            show=False,
            meaning="of those, bound: they do nothing the next time Minions act",
        ),
        Field(
            "supply",
            (MINIONS,),
            what="count",
            hi=COPIES,
            axes=("minion",),
            show=False,
            meaning="Minions of each kind out of play",
        ),
        Field("mythos_count", what="count", hi=DECK, total_of="mythos", meaning="cards in the Mythos deck"),
        Field(
            "mythos",
            (MYTHOS,),
            see="hidden",
            show=False,
            meaning="Mythos cards of each kind in the deck; their order is decided card by card, when drawn",
            **_MYTHOS,
        ),
        Field(
            "next_mythos",
            (MYTHOS,),
            lines=words.next_mythos,
            meaning="the next Mythos card, where the team has looked at it",
            **_MYTHOS,
        ),
        Field("mythos_discards", (MYTHOS,), show=False, meaning="discarded Mythos cards of each kind", **_MYTHOS),
        Field(
            "permanent",
            (MYTHOS,),
            lines=words.permanents,
            meaning="Permanent Mythos cards of each kind in play",
            **_MYTHOS,
        ),
        Field(
            "more_mythos", what="count", hi=MOST_MYTHOS, show=False, meaning="Mythos cards still to come in this round"
        ),
        Field("silent", what="flag", meaning="1 while special abilities are off"),
        Field(
            "dear",
            what="count",
            hi=MOST_CHANGE,
            lines=words.dearer,
            meaning="Moxie that every card costs more in this round",
        ),
        Field("dear_next", what="count", hi=MOST_CHANGE, show=False, meaning="the same for the next round"),
        # Miskatonic University.
        Field(
            "market",
            (MARKET,),
            what="category",
            vocab="card",
            axes=("slot",),
            lines=words.market,
            beside=("dear", "cheap"),
            meaning="cards on sale; -1 none",
        ),
        Field("library_count", what="count", hi=DECK, total_of="library", meaning="cards in the Library deck"),
        Field(
            "library",
            (CARDS,),
            see="hidden",
            show=False,
            meaning="cards of each kind in the Library deck; their order is decided card by card, when drawn",
            **_CARDS,
        ),
        Field("unwanted", (CARDS,), show=False, meaning="cards of each kind removed from the University", **_CARDS),
        Field("box", (CARDS,), show=False, meaning="cards of each kind out of the game", **_CARDS),
        Field(
            "locations",
            (CARDS,),
            lines=words.cards("locations"),
            meaning="Locations of each kind in play",
            **_CARDS,
        ),
        # The turn under way.
        Field(
            "base",
            what="count",
            hi=MOXIE,
            lines=words.moxie,
            beside=("factor", "bonus", "spent", "plays", "combo"),
            meaning="Moxie of this turn before it is multiplied",
        ),
        Field("factor", what="count", hi=MOXIE, show=False, meaning="what it is multiplied by; 0 outside turns"),
        Field("bonus", what="count", lo=-MOXIE, hi=MOXIE, show=False, meaning="Moxie added after that"),
        Field("spent", what="count", hi=MOXIE, show=False, meaning="Moxie spent in this turn"),
        Field("cheap", what="count", hi=MOST_CHANGE, show=False, meaning="Moxie that cards cost less in this turn"),
        Field("plays", what="count", hi=DECK, show=False, meaning="cards played in this turn"),
        Field("combo", what="count", hi=MOXIE, show=False, meaning="Moxie for each but one of those, to be multiplied"),
        # The investigators.
        Field(
            "investigator",
            (SEATS,),
            what="category",
            vocab="investigator",
            seats=1,
            lines=words.investigator,
            beside=("silent",),
            along=("health", "sanity", "dead", "entranced", "used", "armor", "nerve", "fewer"),
            meaning="who the seat is",
        ),
        Field("health", (SEATS,), what="count", hi=HEALTH, seats=1, show=False, meaning="health; 0 dead"),
        Field("sanity", (SEATS,), what="count", hi=HEALTH, seats=1, show=False, meaning="sanity"),
        Field("dead", (SEATS,), what="flag", seats=1, show=False, meaning="1 once dead"),
        Field(
            "entranced",
            (SEATS,),
            what="count",
            hi=2,
            seats=1,
            show=False,
            meaning="rounds until the mind breaks; 0 sane",
        ),
        Field("turn", (SEATS,), what="flag", seats=1, show=False, meaning="1 once the turn in this phase is over"),
        Field("yielded", (SEATS,), what="flag", seats=1, show=False, meaning="1 where others are to go first"),
        Field("used", (SEATS,), what="flag", seats=1, show=False, meaning="1 once the ability was used in this round"),
        Field(
            "armor",
            (SEATS,),
            what="count",
            hi=BLOCK,
            seats=1,
            show=False,
            meaning="health damage warded off in this round",
        ),
        Field(
            "nerve",
            (SEATS,),
            what="count",
            hi=BLOCK,
            seats=1,
            show=False,
            meaning="sanity damage warded off in this round",
        ),
        Field("fewer", (SEATS,), what="count", hi=HAND, seats=1, show=False, meaning="cards fewer drawn next round"),
        Field("hand_count", (SEATS,), what="count", hi=DECK, seats=1, total_of="hand", meaning="cards in hand"),
        Field("deck_count", (SEATS,), what="count", hi=DECK, seats=1, total_of="deck", meaning="cards in the own deck"),
        Field(
            "active",
            (SEATS, CARDS),
            lines=words.active,
            meaning="cards of each kind activated in this round",
            **_OWN,
        ),
        Field("discards", (SEATS, CARDS), show=False, meaning="cards of each kind in the own discard pile", **_OWN),
        Field("held", (SEATS, CARDS), show=False, meaning="cards of each kind in hand and deck together", **_OWN),
        Field(
            "known",
            (SEATS, CARDS),
            show=False,
            meaning="of those, cards everybody knows to be in this hand, at least",
            **_OWN,
        ),
        Field(
            "hand",
            (SEATS, CARDS),
            see="owner",
            lines=words.cards("hand"),
            meaning="cards of each kind in hand",
            **_OWN,
        ),
        Field("deck", (SEATS, CARDS), see="owner", show=False, meaning="cards of each kind in the own deck", **_OWN),
    ],
)
