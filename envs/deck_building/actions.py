"""The ids of all actions, by blocks. Seats are relative to whoever decides: seat+0 is oneself."""

from ..core.actions import ActionTable, Block
from .state import CARDS, GOD_SLOTS, MINIONS, PERMANENTS, SEATS, TOUGHEST

ACTIONS = ActionTable(
    blocks=[
        Block("play", ("card",), "activate a card of your hand"),
        Block("buy", ("card",), "buy a card at the University, or take it for nothing"),
        Block("card", ("card",), "a card of your hand or discard pile"),
        Block("heal", ("track",), "spend 2 Moxie on a point of health or sanity"),
        Block("ability", (), "use your special ability, or when dead the one after death"),
        Block("to_final", (), "buy no more, and play what is left in your hand"),
        Block("end_planning", (), "end your turn of the Planning phase; Moxie left is lost"),
        Block("hit", (), "spend Moxie on a foe"),
        Block("god", ("place",), "an Elder God"),
        Block("minion", ("minion",), "a Minion"),
        Block("health", ("health",), "the one of these Minions with so much health left"),
        Block("spend", ("amount",), "one Moxie, all that is needed, or all that is left"),
        Block("end_combat", (), "end your turn of the Combat phase; Moxie left is lost"),
        Block("seat", ("seat",), "an investigator"),
        Block("remove", ("slot",), "remove the card at this place"),
        Block("keep", (), "leave it as it is"),
        Block("bury", (), "discard the next Mythos card"),
        Block("go", (), "take your turn now"),
        Block("yield", (), "let others go first"),
        Block("decline", (), "choose nothing more"),
    ],
    sizes={
        "card": CARDS,
        "track": 2,
        "place": GOD_SLOTS,
        "minion": MINIONS,
        "health": TOUGHEST,
        "amount": 3,
        "seat": SEATS,
        "slot": PERMANENTS,
    },
)
