"""Where everything is: the fields of one game, the decisions that can be pending, the events that are told."""

from ..core.schema import Field, Schema

SEATS = 4
KINDS = 24  # card kinds a content file may hold
FACTIONS = 4  # one per Elder God, and in the same order
SEALS = 4  # corners of a god card
READERS = 3  # a cultist carries 0, 1 or (by option) 2 Grimoires
COPIES = 20  # of one card kind
CARDS = 240  # in the whole deck
ROUNDS = 300  # after which the game is called off
ACTIONS = 2  # in a turn
HAND = 5  # cards dealt, and the hand size before any god changes it
CIRCLE = 4  # points of a Ritual Circle

# Decisions: kinds of stack entries. ``count`` and ``subject`` are explained where they are pushed.
(
    MAIN,
    FREE,
    EXCHANGE,
    CONVERT,
    POWER_CONVERT,
    CALL,
    ROB,
    STEAL,
    DIG,
    RAISE,
    BREAK,
    SEIZE,
    KILL,
    ATTACH,
    SACRIFICE,
    TURN,
    GATHER,
    NATIVE,
) = range(18)

# Events
(
    PLAYED,
    PASSED,
    DREW,
    RECEIVED,
    RESHUFFLED,
    DISCARDED,
    CONVERTED,
    CALLED,
    KILLED,
    SACRIFICED,
    ATTACHED,
    RAISED,
    DUG,
    CIRCLE_DONE,
    SEAL_OPENED,
    SEAL_LOST,
    POWER,
    BARRIER_GONE,
    WON,
    CALLED_OFF,
) = range(20)

VOCABULARIES = {
    "kind": KINDS,
    "faction": FACTIONS,
    "load": ("plain", "carrier", "double"),  # by Grimoires carried
    "corner": ("north", "east", "south", "west"),
}


def cultist_in_words(serves: str, printed: str, load: str) -> str:
    """A cultist as people say it: the printed faction only where another is served, the load only if any."""
    marks = [f"printed {printed}"] * (serves != printed) + [load] * (load != "plain")
    return f"{serves} ({', '.join(marks)})" if marks else serves


SCHEMA = Schema(
    seats=SEATS,
    fields=[
        Field("round", what="count", hi=ROUNDS, meaning="rounds begun; stays at the cap once reached"),
        Field("idle", what="count", hi=SEATS, show=False, meaning="turns in a row that changed nothing"),
        Field("quiet", what="flag", show=False, meaning="1 while nothing has changed in this turn"),
        Field("acted", what="flag", show=False, meaning="1 once an Action of this turn is used"),
        Field("freed", what="flag", show=False, meaning="1 once a free play was granted in this turn"),
        Field("shuffles", what="count", hi=ROUNDS, show=False, meaning="times the Graveyard became the deck"),
        Field("deck_count", what="count", hi=CARDS, total_of="deck", meaning="cards in the deck"),
        Field(
            "deck",
            (KINDS,),
            what="count",
            hi=COPIES,
            see="hidden",
            axes=("kind",),
            meaning="cards of each kind in the deck; its order is decided card by card, when drawn",
        ),
        Field(
            "graveyard",
            (KINDS,),
            what="count",
            hi=COPIES,
            axes=("kind",),
            meaning="cards of each kind in the Graveyard",
        ),
        Field(
            "box",
            (KINDS,),
            what="count",
            hi=COPIES,
            axes=("kind",),
            meaning="cards of each kind left out of this game",
        ),
        Field(
            "god",
            (SEATS,),
            what="category",
            vocab="faction",
            seats=1,
            empty=-1,
            meaning="Elder God of the seat; -1 for an absent seat",
        ),
        Field(
            "hand_count",
            (SEATS,),
            what="count",
            hi=CARDS,
            seats=1,
            total_of="hand",
            meaning="cards in hand",
        ),
        Field(
            "hand",
            (SEATS, KINDS),
            what="count",
            hi=COPIES,
            see="owner",
            seats=1,
            axes=("kind",),
            meaning="cards of each kind in hand",
        ),
        Field(
            "known",
            (SEATS, KINDS),
            what="count",
            hi=COPIES,
            seats=1,
            axes=("kind",),
            meaning="cards of each kind everybody knows to be in this hand, at least",
        ),
        Field(
            "outside",
            (SEATS, KINDS),
            what="count",
            hi=COPIES,
            see="owner",
            seats=1,
            axes=("kind",),
            show=False,
            meaning="cards of each kind the seat knows were not in the last shuffle or drew since; 0 before the first",
        ),
        Field(
            "shield",
            (SEATS,),
            what="count",
            hi=COPIES,
            seats=1,
            meaning="Barrier Spells in force",
        ),
        Field(
            "pool",
            (SEATS, FACTIONS, FACTIONS, READERS),
            what="count",
            hi=COPIES,
            seats=1,
            axes=("faction", "faction", "load"),
            words=cultist_in_words,
            meaning="cultists in the Pool by the faction they serve, the printed one and Grimoires carried",
        ),
        Field(
            "sign",
            (SEATS, SEALS),
            what="flag",
            seats=1,
            axes=("corner",),
            meaning="1 where an Elder Sign holds this Seal open",
        ),
        Field(
            "complete",
            (SEATS, SEALS),
            what="flag",
            seats=1,
            axes=("corner",),
            meaning="1 where a completed Ritual Circle holds this Seal open",
        ),
        Field(
            "circle",
            (SEATS, SEALS, FACTIONS, READERS),
            what="count",
            hi=COPIES,
            seats=1,
            axes=("corner", "faction", "load"),
            words=lambda corner, printed, load: f"{corner} {cultist_in_words(printed, printed, load)}",
            meaning="cultists on this Seal by printed faction and Grimoires carried",
        ),
    ],
)
