"""Where everything is: the fields of one game, the decisions that can be pending, the events that are told."""

from ..core.schema import Field, Schema

SEATS = 6
STORIES = 80  # story card kinds a content file may hold
BATTLES = 48  # battle card kinds, of both decks
CHARACTERS = 16  # investigators
ANCIENTS = 16
COPIES = 10  # of one card kind
CARDS = 200  # of one deck
TOKENS = 100  # of one kind
PILE = 200  # tokens in one place
HAND = 7  # story cards dealt to each
LINE = SEATS * HAND + 1  # cards of the story line, the prologue first
HEALTH = 12  # most tokens of an investigator
POOL = 8  # tokens in each known pool
DISPLAY = 5  # investigators to choose from
GUARD = 9  # most of what is laid up against the next attack, and of venom
STUNS = 4
CYCLES = 999
ORDERS = 12  # order cards of one seat

# What tokens show. Token kind k is of side k // VALUES and has value 1 + k % VALUES.
SIDES, VALUES = 2, 2
INVESTIGATOR, CULTIST = range(SIDES)
KINDS = SIDES * VALUES
BOTH = SIDES  # as an answer: a token whose side its finder cannot see
FACES = 2
FACE_DOWN, FACE_UP = range(FACES)

DECKS = 2  # of battle cards
ONES, TEAMS = range(DECKS)

PHASES = ("mystery", "battle")
MYSTERY_PHASE, BATTLE_PHASE = range(len(PHASES))

ROLES = ("investigator", "ancient_one")
MANY, ONE = range(len(ROLES))

# Decisions: kinds of stack entries. ``count`` and ``subject`` are explained where they are pushed.
(
    AWAKEN,
    STORY,
    BONUS,
    VICTIM,
    GIVE,
    KEEP_ONE,
    CHARACTER,
    KEEP,
    TARGET,
    BATTLE,
    DISCARD,
    LOSE,
    AID,
    # What is under way below them; nobody is asked.
    IN_MYSTERY,
    IN_CHANGE,
    IN_BATTLE,
    IN_ATTACK,
) = range(17)
FIRST_TASK = IN_MYSTERY

# Why the Mystery Stage ended.
AWAKENING, NO_CARDS, EMPTY_POOL = range(3)

# Events
(
    PROLOGUE,
    TURN_BEGAN,
    TOLD,
    TOOK,
    DREW,
    RECEIVED,
    BONUS_TAKEN,
    STOLE,
    STOLEN,
    SWAPPED,
    GAVE,
    PEEKED,
    LOOKED,
    SAW,
    STAGE_OVER,
    AWOKE,
    SHOWED,
    CHOSE,
    RETURNED,
    FILLED,
    ORDER_RESET,
    ACTIVATED,
    DRAWN,
    RESHUFFLED,
    AIMED,
    STRUCK,
    CAST,
    DROPPED,
    SKIPPED,
    HURT,
    LOST,
    GUARDED,
    HEALED,
    RECOVERED,
    EXPOSED,
    DRAINED,
    SCATTERED,
    STUNNED,
    POISONED,
    SHIELDED,
    HASTENED,
    DELAYED,
    DIE_ROLLED,
    DEVOURED,
    SLAIN,
    ONE_WON,
    MANY_WON,
) = range(47)

VOCABULARIES = {
    "story": STORIES,
    "battle": BATTLES,
    "character": CHARACTERS,
    "ancient": ANCIENTS,
    "token": ("investigator", "investigator_2", "cultist", "cultist_2"),
    "side": ("investigator", "cultist"),
    "lost": ("investigator", "cultist", "any"),
    "face": ("face_down", "face_up"),
    "deck": ("ancient_one", "investigator"),
    "role": ROLES,
    "yes": ("no", "yes"),
    "type": ("person", "place", "item", "cult", "event"),
    "bonus": ("mystery", "cultist", "investigator", "steal", "swap", "peek", "look"),
    "ending": ("awakening", "no_cards", "empty_pool"),
}


def story_in_words(t, labels, told, tellers) -> list[tuple[str, str]]:
    """The story so far: titles in order, the prologue first, each with the seat that told it; what is wanted next."""
    titles = [
        labels["story"][k].replace("_", " ") + (f" ({p})" if p >= 0 else "")
        for k, p in zip(told, tellers, strict=True)
        if k >= 0
    ]
    wanted = labels["type"][int(t["wanted"][[k for k in told if k >= 0][-1]])] if titles else "none"
    return [("", ", ".join(titles)), ("wanted next", wanted)]


def knowledge_in_words(t, labels, sure, known) -> list[tuple[str, str]]:
    """What a seat knows of the face-down tokens of each seat, where that is more than everybody knows."""
    piles = []
    for p, pile in enumerate(sure):
        names = [f"{name.replace('_', ' ')} x{n}" for name, n in zip(labels["token"], pile, strict=True) if n]
        if names and (pile != known[p]).any():
            piles.append(f"player_{p}: {', '.join(names)}")
    return [("knows", "; ".join(piles))] if piles else []


_TOKENS = {"what": "count", "hi": TOKENS, "axes": ("token",)}
_BATTLE = {"what": "count", "hi": COPIES, "axes": ("battle",)}

SCHEMA = Schema(
    seats=SEATS,
    fields=[
        # The Mystery Stage.
        Field("round", what="count", hi=HAND + 1, meaning="rounds of the Mystery Stage begun"),
        Field("ending", what="category", vocab="ending", meaning="why the Mystery Stage ended; -1 not yet"),
        Field("last", what="category", vocab="story", show=False, meaning="the last card of the story line"),
        Field("told", what="count", hi=CARDS, total_of="played", show=False, meaning="cards in the story line"),
        Field(
            "played",
            (STORIES,),
            what="count",
            hi=COPIES,
            axes=("story",),
            show=False,
            meaning="story cards of each kind in the story line",
        ),
        Field(
            "line",
            (LINE,),
            what="category",
            vocab="story",
            axes=("place",),
            encode=False,
            lines=story_in_words,
            beside=("tellers",),
            panel="story",
            meaning="the story line in order, the prologue first; -1 no card",
        ),
        Field(
            "tellers",
            (LINE,),
            what="seat",
            axes=("place",),
            encode=False,
            show=False,
            meaning="who played each card of the story line; -1 the prologue, and no card",
        ),
        Field("box_count", what="count", hi=CARDS, total_of="box", show=False, meaning="story cards out of the game"),
        Field(
            "box",
            (STORIES,),
            what="count",
            hi=COPIES,
            axes=("story",),
            see="hidden",
            show=False,
            meaning="story cards of each kind that nobody was dealt or that were left over",
        ),
        Field("pool", (SIDES,), what="count", hi=TOKENS, axes=("side",), meaning="tokens in the known pools"),
        Field("mystery_count", what="count", hi=PILE, total_of="mystery", meaning="tokens in the Mystery pool"),
        Field("mystery", (KINDS,), see="hidden", meaning="tokens of each kind in the Mystery pool", **_TOKENS),
        # The Epic Battle.
        Field("ancient", what="category", vocab="ancient", meaning="the Ancient One that awoke; -1 none yet"),
        Field(
            "display",
            (CHARACTERS,),
            what="flag",
            axes=("character",),
            meaning="1 for an investigator that can be chosen",
        ),
        Field("lost", (KINDS,), meaning="tokens of each kind lost in the battle", **_TOKENS),
        Field("cycle", what="count", hi=CYCLES, meaning="order decks begun"),
        Field(
            "deck_count",
            (DECKS,),
            what="count",
            hi=CARDS,
            axes=("deck",),
            total_of="deck",
            meaning="cards in the decks",
        ),
        Field(
            "deck",
            (DECKS, BATTLES),
            what="count",
            hi=COPIES,
            axes=("deck", "battle"),
            see="hidden",
            show=False,
            meaning="battle cards of each kind in the two decks; their order is decided card by card, when drawn",
        ),
        Field(
            "shuffled",
            (DECKS,),
            what="flag",
            axes=("deck",),
            show=False,
            meaning="1 once discards became that deck",
        ),
        Field("discards", (BATTLES,), meaning="battle cards of each kind in the discard piles", **_BATTLE),
        Field("card", what="category", vocab="battle", show=False, meaning="the battle card under way; -1 none"),
        Field("special", what="flag", show=False, meaning="1 where its special attack is under way"),
        Field("target", what="seat", show=False, meaning="whom the attack under way is on; -1 nobody"),
        # The seats.
        Field("role", (SEATS,), what="category", vocab="role", seats=1, meaning="side in the battle; -1 before it"),
        Field(
            "secret",
            (SEATS,),
            what="category",
            vocab="ancient",
            see="owner",
            seats=1,
            meaning="the Ancient One the seat was dealt; -1 once it is known which one awoke",
        ),
        Field("character", (SEATS,), what="category", vocab="character", seats=1, meaning="investigator; -1 none"),
        Field("slain", (SEATS,), what="flag", seats=1, meaning="1 once the investigator is slain"),
        Field("order", (SEATS,), what="count", hi=ORDERS, seats=1, meaning="order cards of the seat left in that deck"),
        Field("guard", (SEATS,), what="count", hi=GUARD, seats=1, meaning="taken off the next attack on the seat"),
        Field("stun", (SEATS,), what="count", hi=STUNS, seats=1, meaning="times the seat is skipped"),
        Field("venom", (SEATS,), what="count", hi=GUARD, seats=1, meaning="tokens lost when it is next activated"),
        Field("story_count", (SEATS,), what="count", hi=HAND, seats=1, total_of="stories", meaning="story cards"),
        Field("hand_count", (SEATS,), what="count", hi=CARDS, seats=1, total_of="hand", meaning="battle cards in hand"),
        Field("token_count", (SEATS,), what="count", hi=PILE, seats=1, total_of="tokens", meaning="tokens face down"),
        Field(
            "aside_count", (SEATS,), what="count", hi=PILE, seats=1, total_of="aside", show=False, meaning="of aside"
        ),
        Field("revealed", (SEATS, KINDS), seats=1, meaning="tokens of each kind face up", **_TOKENS),
        Field(
            "open",
            (SEATS, KINDS),
            seats=1,
            meaning="tokens of each kind everybody knows to be face down before the seat, at least",
            **_TOKENS,
        ),
        Field(
            "stories",
            (SEATS, STORIES),
            what="count",
            hi=COPIES,
            axes=("story",),
            seats=1,
            see="owner",
            meaning="story cards of each kind in hand",
        ),
        Field("hand", (SEATS, BATTLES), seats=1, see="owner", meaning="battle cards of each kind in hand", **_BATTLE),
        Field("tokens", (SEATS, KINDS), seats=1, see="owner", meaning="tokens of each kind face down", **_TOKENS),
        Field(
            "aside",
            (SEATS, KINDS),
            seats=1,
            see="owner",
            meaning="tokens of the Mystery pool the seat is looking at",
            **_TOKENS,
        ),
        Field(
            "sure",
            (SEATS, SEATS, KINDS),
            seats=2,
            see="owner",
            lines=knowledge_in_words,
            beside=("open",),
            meaning="tokens of each kind the seat knows to be face down before each seat, at least; of itself exactly",
            **_TOKENS,
        ),
        Field(
            "outside",
            (SEATS, BATTLES),
            seats=1,
            see="owner",
            show=False,
            encode=False,
            meaning="battle cards of each kind the seat knows were not in the last shuffle or drew since; 0 before it",
            **_BATTLE,
        ),
    ],
)
