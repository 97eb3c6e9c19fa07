"""The ids of all actions, by blocks. Seats are relative to whoever decides: seat+0 is oneself."""

from ..core.actions import ActionTable, Block
from .state import CARDS, CROWD, FACES, ITEMS, LEVELS, PLACES, SEATS, SYMBOLS

ACTIONS = ActionTable(
    blocks=[
        Block("support", ("card",), "support somebody with a card of your hand; in a fight, use one that supports you"),
        Block("card", ("card",), "a card of your hand or discard pile: spend, discard or take it back"),
        Block("item", ("item",), "use, spend, keep, give or drop an Item"),
        Block("ability", ("level",), "use or spend an ability you have learned"),
        Block("move", ("place",), "go to a Location"),
        Block("place", ("place",), "a Location"),
        Block("slot", ("slot",), "a Cultist by age, the Great Old One, or by number: a Terror card, an investigator"),
        Block("seat", ("seat",), "an investigator"),
        Block("symbol", ("symbol",), "a symbol"),
        Block("take", ("face",), "take a die of the pool"),
        Block("die", ("face",), "spend or choose a die"),
        Block("trophy", ("symbol",), "lay a Trophy at the Location of its symbol, or spend such Trophies"),
        Block("reroll", (), "roll one of your dice again, for an Insanity"),
        Block("reroll_pool", (), "roll a die of the pool again, for an Insanity"),
        Block("use_location", (), "use the action of your Location, which its row names"),
        Block("search", (), "search for Items"),
        Block("trade", (), "offer an Item to somebody at your Location"),
        Block("learn", (), "gain Forbidden Knowledge"),
        Block("target", (), "put a Target marker on a foe"),
        Block("fight", (), "fight one of your targets"),
        Block("seal", (), "seal your Location"),
        Block("wait", (), "let others act first"),
        Block("pass", (), "do nothing more in this phase"),
        Block("accept", (), "yes"),
        Block("decline", (), "no, or nothing of this; of a payment: the fight is given up"),
    ],
    sizes={
        "card": CARDS,
        "item": ITEMS,
        "level": LEVELS,
        "place": PLACES,
        "slot": CROWD + 1,
        "seat": SEATS,
        "symbol": SYMBOLS,
        "face": FACES,
    },
)

# Where the ids of each verb begin.
SUPPORT = ACTIONS.base["support"]
CARD = ACTIONS.base["card"]
ITEM = ACTIONS.base["item"]
ABILITY = ACTIONS.base["ability"]
MOVE = ACTIONS.base["move"]
PLACE = ACTIONS.base["place"]
SLOT = ACTIONS.base["slot"]
SEAT = ACTIONS.base["seat"]
SYMBOL_OF = ACTIONS.base["symbol"]
TAKE = ACTIONS.base["take"]
DIE_OF = ACTIONS.base["die"]
TROPHY_OF = ACTIONS.base["trophy"]
REROLL = ACTIONS.base["reroll"]
REROLL_POOL = ACTIONS.base["reroll_pool"]
USE_LOCATION = ACTIONS.base["use_location"]
SEARCH = ACTIONS.base["search"]
TRADE = ACTIONS.base["trade"]
LEARN_NOW = ACTIONS.base["learn"]
TARGET_NOW = ACTIONS.base["target"]
FIGHT = ACTIONS.base["fight"]
SEAL = ACTIONS.base["seal"]
WAIT = ACTIONS.base["wait"]
PASS = ACTIONS.base["pass"]
ACCEPT = ACTIONS.base["accept"]
DECLINE = ACTIONS.base["decline"]
