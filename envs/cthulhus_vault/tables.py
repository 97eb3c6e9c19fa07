"""What the cards say: the layout of TABLES, the declaration of a card file, and the options."""

from __future__ import annotations

import numpy as np

from ..core.content import Content, ContentSchema, Key, Section
from ..core.spec import Option
from .state import (
    ANCIENTS,
    BATTLES,
    CARDS,
    CHARACTERS,
    COPIES,
    DECKS,
    DISPLAY,
    GUARD,
    HAND,
    HEALTH,
    KINDS,
    ONES,
    ORDERS,
    POOL,
    SEATS,
    STORIES,
    STUNS,
    TEAMS,
    TOKENS,
    VOCABULARIES,
)

ICONS = 2  # of one story card
BONUSES = 2  # to choose from, on one story card
EFFECTS = 3  # of one special attack
HAND_CAP = 8  # battle cards an investigator may hold
LEAST_SEATS = 3

TYPES = VOCABULARIES["type"]

# What a story card pays: tokens of a known pool, by side, or of the Mystery pool.
ICON_NAMES = ("investigator", "cultist", "mystery")
FROM_INVESTIGATORS, FROM_CULTISTS, FROM_MYSTERY = range(len(ICON_NAMES))

# Bonus Actions: the range of the amount, and what they do.
BONUS_OPS = {
    "mystery": ((1, 3), "draw that many tokens of the Mystery pool"),
    "cultist": ((1, 2), "take that many tokens of the Cultist pool"),
    "investigator": ((1, 2), "take that many tokens of the Investigator pool"),
    "steal": ((1, 2), "take that many face-down tokens of a player, chosen by chance"),
    "swap": ((1, 1), "give a player a token for one of that player's, chosen by chance"),
    "peek": ((2, 4), "look at that many tokens of the Mystery pool and keep one"),
    "look": ((1, 4), "look at that many face-down tokens of a player"),
}
B_MYSTERY, B_CULTIST, B_INVESTIGATOR, B_STEAL, B_SWAP, B_PEEK, B_LOOK = range(len(BONUS_OPS))

# What a special attack does: who may have it (the decks), the range of its amount, and its meaning. "The target" of
# an investigator is the Ancient One; that of the Ancient One is the investigator its player has chosen.
BOTH_DECKS, ONES_DECK, TEAMS_DECK = ("ancient_one", "investigator"), ("ancient_one",), ("investigator",)
OPS = {
    "damage": (BOTH_DECKS, (1, 9), "the target loses that many tokens"),
    "damage_all": (ONES_DECK, (1, 5), "every investigator loses that many tokens"),
    "damage_others": (ONES_DECK, (1, 5), "every investigator but the target loses that many tokens"),
    "torment": (BOTH_DECKS, (1, 5), "the target loses that many tokens, and the attacker chooses which"),
    "rend": (BOTH_DECKS, (1, 9), "the target loses a token for each one it has revealed, at most that many"),
    "corrupt": (ONES_DECK, (1, 9), "the target loses a token for each unrevealed Cultist token, at most that many"),
    "gamble": (BOTH_DECKS, (1, 9), "a die is thrown; on 4 and more the target loses that many tokens"),
    "devour": (ONES_DECK, (0, 0), "the target is devoured with all its tokens"),
    "drain": (ONES_DECK, (1, 4), "that many tokens of the target, chosen by chance, go to the Ancient One"),
    "heal": (BOTH_DECKS, (1, 4), "the attacker draws that many tokens of the Mystery pool, up to its health"),
    "aid": (TEAMS_DECK, (1, 4), "a living investigator, named by the attacker, does that"),
    "recover": (BOTH_DECKS, (1, 6), "that many revealed tokens of the attacker are turned face down"),
    "expose": (BOTH_DECKS, (1, 6), "that many unrevealed tokens of the target, chosen by chance, are revealed"),
    "scatter": (BOTH_DECKS, (1, 4), "the target discards that many battle cards, chosen by chance"),
    "stun": (BOTH_DECKS, (1, 2), f"the next order cards of the target, so many, do nothing; at most {STUNS} in all"),
    "venom": (
        ONES_DECK,
        (1, 5),
        f"the target loses that many tokens when it next acts; at most {GUARD} in all",
    ),
    "guard": (
        BOTH_DECKS,
        (1, 5),
        f"the next damage to the attacker costs that many tokens less; at most {GUARD} in all",
    ),
    "haste": (BOTH_DECKS, (1, 2), "so many more order cards of the attacker go into the order deck"),
    "delay": (BOTH_DECKS, (1, 2), "so many order cards of the target leave the order deck until it is reset"),
}
(
    DAMAGE,
    DAMAGE_ALL,
    DAMAGE_OTHERS,
    TORMENT,
    REND,
    CORRUPT,
    GAMBLE,
    DEVOUR,
    DRAIN,
    HEAL,
    AID_ONE,
    RECOVER,
    EXPOSE,
    SCATTER,
    STUN,
    VENOM,
    GUARDS,
    HASTE,
    DELAY,
) = range(len(OPS))

# What an investigator brings to the battle: the range of its amount, and its meaning.
ABILITIES = {
    "none": ((0, 0), "nothing more"),
    "incantations": ((0, 0), "may use Incantations"),
    "thrift": ((1, 2), "special attacks cost so many tokens less"),
    "versatile": ((0, 0), "pays with Investigator and Cultist tokens alike"),
    "armed": ((1, 2), "basic attacks cost the Ancient One so many tokens more"),
    "wary": ((1, 2), "loses so many tokens less to what hits every investigator"),
    "steadfast": ((1, 4), "is not devoured, but loses so many tokens"),
    "medic": ((1, 2), "draws, or lets draw, so many tokens more when healing"),
    "vengeful": ((1, 4), "when slain, costs the Ancient One so many tokens"),
    "swift": ((1, 1), "has so many more cards in every order deck"),
}
(
    NO_ABILITY,
    INCANTATIONS,
    THRIFT,
    VERSATILE,
    ARMED,
    WARY,
    STEADFAST,
    MEDIC,
    VENGEFUL,
    SWIFT,
) = range(len(ABILITIES))

# ------------------------------------------------------------------------------------------------- options

VALUE, COUNT = range(2)
MUST, MAY = range(2)
WHOLE_CARD, AT_TOKEN, WHOLE_TURN = range(3)
FIVE, FIRST_FIVE, WHOLE_FILE = range(3)
BY_TARGET, BY_ATTACKER, REVEALED_FIRST = range(3)
FROM_POOL, OWN_ONLY, ALL_CULTISTS = range(3)
UNSEEN, SHOWN = range(2)
EACH_PLAY, EACH_RESET, WHEN_EMPTY = range(3)
FIXED_HAND, LARGEST_HAND = range(2)
AS_RESET, SINGLE = range(2)
EQUAL, NOTED = range(2)
ONES_HAND = 5

OPTIONS = (
    Option("threshold", ("values", "tokens"), "values", "awakening takes the sum of Cultist values, or their number"),
    Option("awaken", ("must", "may"), "must", "whether a player with enough Cultist Power must awaken, or may wait"),
    Option(
        "empty_pool",
        ("card", "token", "turn"),
        "card",
        "when a pool runs out the Mystery Stage ends after the tokens of that card, that token, or that turn",
    ),
    Option(
        "investigators",
        ("five", "first_five", "all"),
        "five",
        "which investigators are on display: five by chance, the first five of the file, or all",
    ),
    Option(
        "damage_choice",
        ("target", "attacker", "revealed_first"),
        "target",
        "who chooses the tokens lost to damage: who loses them, who attacks (face-down ones blind), or nobody: "
        "revealed ones go first, then others by chance",
    ),
    Option(
        "ones_tokens",
        ("mystery", "own", "cultists"),
        "mystery",
        "the Ancient One's tokens are filled up from the Mystery pool, not at all, or with Cultist tokens",
    ),
    Option("ones_fill", ("hidden", "open"), "hidden", "whether the tokens drawn to fill up are shown to all"),
    Option(
        "battle_hand",
        ("play", "reset", "empty"),
        "play",
        "battle hands are filled after every card, when the order deck is reset, or once they are empty",
    ),
    Option(
        "ones_hand", ("five", "largest"), "five", "the Ancient One holds five cards, or the most an investigator holds"
    ),
    Option(
        "first_order",
        ("reset", "single"),
        "reset",
        "the first order deck is made like all others, or with a single card of the Ancient One",
    ),
    Option(
        "ones_order",
        ("equal", "noted"),
        "equal",
        "the Ancient One has an order card for each living investigator, or those noted with so many or fewer",
    ),
)

TABLES = np.dtype(
    [
        # Story cards.
        ("stories", np.int16),
        ("story_copies", np.int16, (STORIES,)),
        ("type", np.int16, (STORIES,)),
        ("wanted", np.int16, (STORIES,)),
        ("icon", np.int16, (STORIES, ICONS)),
        ("bonus_amount", np.int16, (STORIES, len(BONUS_OPS))),
        # Battle cards.
        ("battles", np.int16),
        ("battle_copies", np.int16, (BATTLES,)),
        ("deck_of", np.int16, (BATTLES,)),
        ("base", np.int16, (BATTLES,)),
        ("owner", np.int16, (BATTLES,)),
        ("cost", np.int16, (BATTLES,)),
        ("cost_side", np.int16, (BATTLES,)),
        ("incantation", np.int16, (BATTLES,)),
        ("effects", np.int16, (BATTLES,)),
        ("op", np.int16, (BATTLES, EFFECTS)),
        ("amount", np.int16, (BATTLES, EFFECTS)),
        # Characters.
        ("characters", np.int16),
        ("health", np.int16, (CHARACTERS,)),
        ("hand", np.int16, (CHARACTERS,)),
        ("ability", np.int16, (CHARACTERS,)),
        ("ability_amount", np.int16, (CHARACTERS,)),
        ("ancients", np.int16),
        # Tokens, order cards and the Power Guide card of this game.
        ("token_copies", np.int16, (KINDS,)),
        ("orders", np.int16, (SEATS,)),
        ("awaken_at", np.int16),
        ("ones_health", np.int16),
        *(("opt_" + o.name, np.int16) for o in OPTIONS),
    ],
    align=True,
)


def operations() -> list[tuple]:
    """What special attacks do, as a table of the game's page."""
    rows = [
        (f"`{op}`", " or ".join(decks).replace("_", " "), _span(span), meaning)
        for op, (decks, span, meaning) in OPS.items()
    ]
    return [("Operation", "Cards of", "Amount", "Meaning"), *rows]


def bonuses() -> list[tuple]:
    """Bonus Actions, as a table of the game's page."""
    rows = [(f"`{op}`", _span(span), meaning) for op, (span, meaning) in BONUS_OPS.items()]
    return [("Bonus", "Amount", "Meaning"), *rows]


def abilities() -> list[tuple]:
    """What investigators can do, as a table of the game's page."""
    rows = [(f"`{name}`", _span(span), meaning) for name, (span, meaning) in ABILITIES.items() if name != "none"]
    return [("Ability", "Amount", "Meaning"), *rows]


def _span(span: tuple[int, int]) -> str:
    lo, hi = span
    return "" if hi == 0 else str(lo) if lo == hi else f"{lo} to {hi}"


# -------------------------------------------------------------------------------------------- the card file


def _check(content: Content) -> None:
    cards = content.sections
    for card in cards["story"]:
        _check_story(content, card)
    for card in cards["battle"]:
        _check_battle(content, card)
    for card in cards["investigator"]:
        lo, hi = ABILITIES[card["ability"]][0]
        if not lo <= card["amount"] <= hi:
            raise content.fail(card, "amount", f"is {card['amount']}, allowed {lo}..{hi} for {card['ability']!r}")
    _check_tokens(content)
    _check_counts(content)
    _check_guide(content)


def _check_story(content: Content, card: dict) -> None:
    ops = [bonus["op"] for bonus in card["bonus"]]
    if not ops:
        raise content.fail(card, "bonus", "is missing")
    if len(set(ops)) < len(ops):
        raise content.fail(card, "bonus", "has the same choice twice")
    for bonus in card["bonus"]:
        lo, hi = BONUS_OPS[bonus["op"]][0]
        if not lo <= bonus["amount"] <= hi:
            raise content.fail(card, "bonus", f"{bonus['op']}: 'amount' is {bonus['amount']}, allowed {lo}..{hi}")


def _check_battle(content: Content, card: dict) -> None:
    known = [a["id"] for a in content.sections["ancient_one"]]
    if card["ancient_one"] != "any" and (card["ancient_one"] not in known or card["deck"] != "ancient_one"):
        raise content.fail(card, "ancient_one", f"is {card['ancient_one']!r}, no Ancient One of this deck")
    if card["incantation"] and card["deck"] != "investigator":
        raise content.fail(card, "incantation", "is for cards of investigators")
    if not card["effects"] and (card["cost"] or card["ancient_one"] != "any" or card["incantation"]):
        raise content.fail(card, "effects", "is missing: the special attack does nothing")
    if not card["base"] and not card["effects"]:
        raise content.fail(card, "base", "is missing: the card does nothing")
    if not card["base"] and card["deck"] == "ancient_one":
        raise content.fail(card, "base", "is missing: every Ancient One can use the base attack")
    if card["deck"] == "ancient_one" and card["cost_side"] != "cultist":
        raise content.fail(card, "cost_side", "the Ancient One pays with Cultist tokens")
    for effect in card["effects"]:
        decks, (lo, hi), _ = OPS[effect["op"]]
        if card["deck"] not in decks:
            raise content.fail(card, "effects", f"{effect['op']} is not for cards of the {card['deck']} deck")
        if not lo <= effect["amount"] <= hi:
            raise content.fail(card, "effects", f"{effect['op']}: 'amount' is {effect['amount']}, allowed {lo}..{hi}")


def _check_tokens(content: Content) -> None:
    ids = [token["id"] for token in content.sections["token"]]
    if ids != list(VOCABULARIES["token"]):
        expected = ", ".join(VOCABULARIES["token"])
        raise content.fail({"id": "token"}, "token", f"{', '.join(ids) or 'none'} given, expected {expected}")
    for token in content.sections["token"]:
        if not token["id"].endswith("_2") and token["copies"] < POOL + SEATS + 1:
            raise content.fail(token, "copies", f"is {token['copies']}, needed {POOL + SEATS + 1}")


def _check_counts(content: Content) -> None:
    """There are enough of everything for the most players, and not too many."""
    sections = content.sections
    hands = sorted((c["hand"] for c in sections["investigator"]), reverse=True)[:DISPLAY]
    needs = {
        "story": (SEATS * HAND + 1, CARDS, sum(c["copies"] for c in sections["story"])),
        "investigator": (DISPLAY, CHARACTERS, len(sections["investigator"])),
        "ancient_one": (SEATS, ANCIENTS, len(sections["ancient_one"])),
        "order": (DISPLAY, ORDERS, sum(c["side"] == "ancient_one" for c in sections["order"])),
    }
    for deck, least in (("ancient_one", max(ONES_HAND, *hands, 0)), ("investigator", sum(hands))):
        needs[f"battle ({deck})"] = (
            least + 1,
            CARDS,
            sum(c["copies"] for c in sections["battle"] if c["deck"] == deck),
        )
    for what, (least, most, given) in needs.items():
        if not least <= given <= most:
            raise content.fail({"id": what}, "copies", f"{given} in all, allowed {least}..{most}")
    if all(c["investigators"] > 1 for c in sections["order"] if c["side"] == "ancient_one"):
        raise content.fail({"id": "order"}, "investigators", "no card of the Ancient One is for one investigator")
    if not any(c["base"] and c["deck"] == "investigator" and not c["incantation"] for c in sections["battle"]):
        raise content.fail({"id": "battle (investigator)"}, "base", "no card has a basic attack")


def _check_guide(content: Content) -> None:
    for seats in range(LEAST_SEATS, SEATS + 1):
        fitting = [g["id"] for g in content.sections["guide"] if g["least"] <= seats <= g["most"]]
        if len(fitting) != 1:
            raise content.fail({"id": "guide"}, "least", f"{len(fitting)} cards for {seats} players, expected one")


CONTENT = ContentSchema(
    sections=(
        Section(
            "story",
            STORIES,
            (
                Key("type", choices=TYPES, meaning="type of the card"),
                Key("copies", int, 1, COPIES, default=1, meaning="how many there are"),
                Key("first", choices=ICON_NAMES, meaning="pool of the first token it pays"),
                Key("second", choices=ICON_NAMES, meaning="pool of the second token it pays"),
                Key("wants", choices=TYPES, meaning="type of the next card that earns that card's bonus"),
                Key(
                    "bonus",
                    list,
                    hi=BONUSES,
                    default=(),
                    rows=(
                        Key("op", choices=tuple(BONUS_OPS), meaning="what it does"),
                        Key("amount", int, 0, 9, default=1, meaning="how much"),
                    ),
                    meaning="Bonus Actions to choose from",
                ),
            ),
        ),
        Section(
            "battle",
            BATTLES,
            (
                Key("deck", choices=VOCABULARIES["deck"], meaning="which battle deck it is in"),
                Key("copies", int, 1, COPIES, meaning="how many there are"),
                Key("base", int, 0, 5, default=0, meaning="tokens lost to the basic attack; 0 where there is none"),
                Key("ancient_one", default="any", meaning="the Ancient One that alone may use the special attack"),
                Key("cost", int, 0, 6, default=0, meaning="tokens the special attack reveals"),
                Key("cost_side", choices=VOCABULARIES["side"], default="cultist", meaning="side of those tokens"),
                Key("incantation", int, 0, 1, default=0, meaning="1 for an Incantation"),
                Key(
                    "effects",
                    list,
                    hi=EFFECTS,
                    default=(),
                    rows=(
                        Key("op", choices=tuple(OPS), meaning="what it does"),
                        Key("amount", int, 0, 9, default=0, meaning="how much"),
                    ),
                    meaning="what the special attack does",
                ),
            ),
        ),
        Section(
            "investigator",
            CHARACTERS,
            (
                Key("health", int, 1, HEALTH, meaning="tokens it holds at most"),
                Key("hand", int, 1, HAND_CAP, meaning="battle cards it holds"),
                Key("ability", choices=tuple(ABILITIES), default="none", meaning="what else it can do"),
                Key("amount", int, 0, 9, default=0, meaning="how much"),
            ),
        ),
        Section("ancient_one", ANCIENTS, ()),
        Section("token", KINDS, (Key("copies", int, 0, TOKENS, meaning="how many there are"),)),
        Section(
            "order",
            SEATS + ORDERS,
            (
                Key("side", choices=VOCABULARIES["deck"], meaning="who acts"),
                Key("investigators", int, 0, SEATS, default=0, meaning="of the Ancient One: the number noted on it"),
            ),
        ),
        Section(
            "guide",
            SEATS,
            (
                Key("least", int, 1, SEATS, meaning="fewest players it is for"),
                Key("most", int, 1, SEATS, meaning="most players it is for"),
                Key("awaken", int, 1, 99, meaning="Cultist Power that awakens an Ancient One"),
                Key("tokens", int, 1, 99, meaning="tokens the Ancient One has in the battle"),
            ),
        ),
    ),
    labels={"story": "story", "battle": "battle", "character": "investigator", "ancient": "ancient_one"},
    check=_check,
)


def build(content: Content, options: dict, players: int) -> np.ndarray:
    """The TABLES row of a content file under ``options``."""
    tables = np.zeros(1, TABLES)
    t, cards = tables[0], content.sections
    ancients = [a["id"] for a in cards["ancient_one"]]
    t["stories"], t["battles"] = len(cards["story"]), len(cards["battle"])
    t["characters"], t["ancients"] = len(cards["investigator"]), len(ancients)
    for k, card in enumerate(cards["story"]):
        t["story_copies"][k] = card["copies"]
        t["type"][k], t["wanted"][k] = TYPES.index(card["type"]), TYPES.index(card["wants"])
        t["icon"][k] = [ICON_NAMES.index(card[icon]) for icon in ("first", "second")]
        for bonus in card["bonus"]:
            t["bonus_amount"][k, list(BONUS_OPS).index(bonus["op"])] = bonus["amount"]
    for k, card in enumerate(cards["battle"]):
        t["battle_copies"][k], t["base"][k], t["cost"][k] = card["copies"], card["base"], card["cost"]
        t["deck_of"][k] = VOCABULARIES["deck"].index(card["deck"])
        t["owner"][k] = -1 if card["ancient_one"] == "any" else ancients.index(card["ancient_one"])
        t["cost_side"][k] = VOCABULARIES["side"].index(card["cost_side"])
        t["incantation"][k], t["effects"][k] = card["incantation"], len(card["effects"])
        for e, effect in enumerate(card["effects"]):
            t["op"][k, e], t["amount"][k, e] = list(OPS).index(effect["op"]), effect["amount"]
    for k, card in enumerate(cards["investigator"]):
        t["health"][k], t["hand"][k], t["ability_amount"][k] = card["health"], card["hand"], card["amount"]
        t["ability"][k] = list(ABILITIES).index(card["ability"])
    t["token_copies"] = [token["copies"] for token in cards["token"]]
    noted = [c["investigators"] for c in cards["order"] if c["side"] == "ancient_one"]
    for living in range(SEATS):
        t["orders"][living] = sum(n <= living for n in noted)
    (guide,) = [g for g in cards["guide"] if g["least"] <= players <= g["most"]]
    t["awaken_at"], t["ones_health"] = guide["awaken"], guide["tokens"]
    for option in OPTIONS:
        t["opt_" + option.name] = option.choices.index(options[option.name])
    return tables


def by_deck(t) -> np.ndarray:
    """The kind of the cards in each cell of the two battle decks, (DECKS * BATTLES) x BATTLES."""
    here = np.asarray(t["deck_of"])[None, :] == np.array([ONES, TEAMS])[:, None]
    return (here[:, :, None] * np.eye(BATTLES, dtype=np.int64)).reshape(DECKS * BATTLES, BATTLES)
