"""Where everything is: the fields of one game, the decisions that can be pending, the events that are told."""

from ..core.schema import Field, Schema

SEATS = 5
KINDS = 64  # card kinds a content file may hold
LASTING = 32  # of them, kinds with effects that last
COPIES = 20  # of one card kind
CARDS = 240  # in the whole deck
ROWS = 3  # of a cult sheet, the first one in play first
PLACES = 8  # cultists of a row
CULTISTS = ROWS * PLACES
TARGETS = 4  # cultists that one card may attack
PAIRS = 20  # Fuggly Points are spent in pairs: at most so many on one roll
HAND = 6  # cards dealt, and the hand limit before any card changes it
ROUNDS = 100  # after which the game is called off
POINTS = 600

SKILLS = 3
SORCERY, CONJURING, THUGGERY = range(SKILLS)

# Decisions: kinds of stack entries. ``count`` and ``subject`` are explained where they are pushed.
(
    TURN,
    MONDO,
    STARS,
    ATTACKER,
    CULT,
    ROW,
    TARGET,
    SPEND,
    DODGE,
    SIDESTEP,
    ELDER_SIGN,
    BLUFF,
    COUNTER,
    COUNTERER,
    VICTIM,
    KILL,
    SACRIFICE,
    RAISE,
    CLEANSE,
    # What is under way below them; nobody is asked.
    IN_ROUND,
    IN_MONDO,
    IN_ATTACK,
    IN_CARD,
    IN_DEATH,
    IN_SUMMONING,
    IN_ROLL,
) = range(26)
FIRST_TASK = IN_ROUND

# Why somebody rolls.
FOR_THUGGERY, FOR_DEFENCE, FOR_CONTROL, FOR_SURVIVAL, FOR_SORCERY, FOR_EVENT, FOR_SUMMONING = range(7)
# How a roll ends.
BOOF, FAILURE, SUCCESS, SPOOGE = range(4)
# What an attack does to a target: nothing yet, hit, going to die, out of danger, dead.
OPEN, HIT, DOOMED, SAVED, DEAD = range(5)

# Events
(
    SKILL_ROLLED,
    STAR_ROLLED,
    ROUND_BEGAN,
    TURN_BEGAN,
    DREW,
    RECEIVED,
    RESHUFFLED,
    DISCARDED,
    PLAYED,
    PLAYED_ON,
    ATTACKED,
    COUNTERED,
    SPENT,
    ROLLED,
    DODGED,
    SIGNED,
    KILLED,
    DIED,
    BLUFFED,
    TURNED,
    KEPT,
    GAINED,
    LOST,
    LASTS,
    EXPIRED,
    RAISED,
    READIED,
    ELIMINATED,
    SUMMONED,
    OUTLASTED,
    NOBODY_LEFT,
    CALLED_OFF,
) = range(32)

VOCABULARIES = {
    "kind": KINDS,
    "lasting": LASTING,
    "slot": CULTISTS,
    "skill": ("sorcery", "conjuring", "thuggery"),
    "row": ("first", "second", "third"),
    "place": tuple(str(k) for k in range(PLACES)),
    "attack": ("conjuring", "thuggery"),
    "reason": ("thuggery", "defence", "control", "survival", "sorcery", "event", "summoning"),
    "outcome": ("boof", "failure", "success", "spooge"),
    "fate": ("open", "hit", "doomed", "saved", "dead"),
    "pairs": tuple(str(k) for k in range(1, PAIRS + 1)),
}


def skills_in_words(t, labels, values) -> list[tuple[str, str]]:
    """The three skills on one line."""
    return [("skills", ", ".join(f"{name} {n}" for name, n in zip(labels["skill"], values, strict=True)))]


def sheet_in_words(t, labels, alive) -> list[tuple[str, str]]:
    """The current row, each cultist with its place, points and modifiers, and how many live in the rows behind."""
    rows = [r for r in range(ROWS) if alive[r].any()]
    out = []
    for r in rows[:1]:
        cultists = []
        for c in range(PLACES):
            name = labels["slot"][r * PLACES + c].replace("_", " ")
            thuggery, conjuring = (int(t["cultist_mod"][r, c, k]) for k in (THUGGERY, CONJURING))
            if alive[r, c]:
                cultists.append(f"{c} {name} {t['points'][r, c]} ({thuggery:+d}{conjuring:+d})")
        out.append((labels["row"][r], ", ".join(cultists)))
    behind = ", ".join(f"{int(alive[r].sum())} in the {labels['row'][r]} row" for r in rows[1:])
    return out + ([("behind", behind)] if behind else [])


_KIND = {"what": "count", "hi": COPIES, "axes": ("kind",)}
_SEAT_KIND = {"what": "count", "hi": COPIES, "seats": 1, "axes": ("kind",)}

SCHEMA = Schema(
    seats=SEATS,
    fields=[
        Field("round", what="count", hi=ROUNDS, meaning="rounds begun; stays at the cap once reached"),
        Field("favoured", what="seat", meaning="whom the stars favour in this round; -1 before the first roll"),
        Field("last_out", what="seat", show=False, meaning="the seat that left the game last; -1 nobody"),
        Field("shuffles", what="flag", show=False, meaning="1 once the discard pile became the deck"),
        Field("deck_count", what="count", hi=CARDS, total_of="deck", meaning="cards in the deck"),
        Field(
            "deck",
            (KINDS,),
            see="hidden",
            meaning="cards of each kind in the deck; its order is decided card by card, when drawn",
            **_KIND,
        ),
        Field("discards", (KINDS,), meaning="cards of each kind in the discard pile", **_KIND),
        # What is under way.
        Field("card", what="category", vocab="kind", meaning="the card that is being settled; -1 none"),
        Field("attacker", what="seat", show=False, meaning="seat that attacks; -1 no attack"),
        Field("source", what="category", vocab="slot", show=False, meaning="cultist that attacks; -1 none"),
        Field("defender", what="seat", show=False, meaning="seat that is attacked; -1 no attack"),
        Field("row", what="category", vocab="row", show=False, meaning="row that is attacked; -1 none"),
        Field(
            "target",
            (TARGETS,),
            what="category",
            vocab="place",
            axes=("target",),
            show=False,
            meaning="places of that row that are attacked, the one named first first; -1 none",
        ),
        Field(
            "fate",
            (TARGETS,),
            what="category",
            vocab="fate",
            axes=("target",),
            show=False,
            meaning="what has become of each target; -1 no target",
        ),
        Field(
            "right",
            (TARGETS,),
            what="count",
            hi=2,
            axes=("target",),
            show=False,
            meaning="1 where the target may counter-attack, 2 with a bonus; 0 not",
        ),
        Field("counter", what="flag", show=False, meaning="1 while the attack is a counter-attack"),
        Field("bonus", what="count", hi=2, show=False, meaning="bonus of the counter-attack that is under way"),
        Field("turned", what="flag", show=False, meaning="1 once the monster has turned on its summoner"),
        Field("keep", what="flag", show=False, meaning="1 once the attacker keeps its card"),
        Field("at", what="count", hi=TARGETS - 1, show=False, meaning="target whose roll is under way"),
        Field("victim", what="seat", show=False, meaning="cult that a card is for, or a monster was; -1 none"),
        Field("killer", what="seat", show=False, meaning="who gets the points of a death under way; -1 nobody"),
        Field("reason", what="category", vocab="reason", show=False, meaning="why the last roll was made; -1 none"),
        Field("number", what="count", lo=-100, hi=100, show=False, meaning="what it had to be at or under"),
        Field("total", what="count", hi=18, show=False, meaning="total of its dice; 0 while they are not thrown"),
        Field("outcome", what="category", vocab="outcome", show=False, meaning="how it ended; -1 not yet"),
        # The cults.
        Field("out", (SEATS,), what="flag", seats=1, meaning="1 once the cult is out of the game"),
        Field("points", (SEATS,), what="count", hi=POINTS, seats=1, meaning="Fuggly Points"),
        Field(
            "ready",
            (SEATS,),
            what="flag",
            seats=1,
            meaning="1 with the Fuggly Points for a summoning at the start of this round",
        ),
        Field(
            "stars",
            (SEATS,),
            what="count",
            hi=PAIRS,
            seats=1,
            show=False,
            meaning="pairs of points spent on the die for the stars in this round",
        ),
        Field(
            "skill",
            (SEATS, SKILLS),
            what="count",
            hi=18,
            seats=1,
            axes=("skill",),
            lines=skills_in_words,
            meaning="skills as rolled; 0 for an absent seat",
        ),
        Field(
            "alive",
            (SEATS, ROWS, PLACES),
            what="flag",
            seats=1,
            axes=("row", "place"),
            lines=sheet_in_words,
            meaning="1 for a living cultist of the sheet",
        ),
        Field(
            "mark",
            (SEATS, ROWS, PLACES),
            what="seat",
            seats=1,
            axes=("row", "place"),
            encode=False,
            show=False,
            meaning="whose symbol is on a dead cultist; -1 nobody's",
        ),
        Field(
            "used",
            (SEATS, PLACES, 2),
            what="flag",
            seats=1,
            axes=("place", "attack"),
            show=False,
            meaning="1 where the cultist at this place of the current row has made this attack in this turn",
        ),
        Field(
            "lasting",
            (SEATS, LASTING),
            what="count",
            hi=COPIES,
            seats=1,
            axes=("lasting",),
            meaning="cards of each kind that lie on the table with an effect on this cult",
        ),
        Field("hand_count", (SEATS,), what="count", hi=CARDS, seats=1, total_of="hand", meaning="cards in hand"),
        Field("hand", (SEATS, KINDS), see="owner", meaning="cards of each kind in hand", **_SEAT_KIND),
        Field(
            "known",
            (SEATS, KINDS),
            meaning="cards of each kind everybody knows to be in this hand, at least",
            **_SEAT_KIND,
        ),
        Field(
            "outside",
            (SEATS, KINDS),
            see="owner",
            show=False,
            encode=False,
            meaning="cards of each kind the seat knows were not in the last shuffle or drew since; 0 before the first",
            **_SEAT_KIND,
        ),
    ],
)
