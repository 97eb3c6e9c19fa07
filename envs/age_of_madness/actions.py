"""The ids of all actions, by blocks. Seats are relative to whoever decides: seat+1 is the next player."""

from ..core.actions import ActionTable, Block
from .state import FACTIONS, KINDS, READERS, SEALS, SEATS

ACTIONS = ActionTable(
    blocks=[
        Block("play", ("kind",), "play a card from hand"),
        Block("sacrifice", (), "give up a cultist of your Pool to convert another"),
        Block("exchange", (), "discard and redraw; takes the whole turn"),
        Block("discard", ("kind",), "put a card of your hand into the Graveyard"),
        Block("done", (), "discard no more"),
        Block("take", ("kind",), "take a card out of the Graveyard"),
        Block("group", ("faction", "seat"), "all cultists of a faction in somebody's Pool"),
        Block("cultist", ("faction", "load", "seat"), "one cultist by the faction it serves and what it carries"),
        Block("native", ("faction",), "the one printed with this faction"),
        Block("seat", ("seat",), "a player"),
        Block("circle", ("corner", "seat"), "the Ritual Circle on a corner of somebody's god card"),
        Block("decline", (), "leave the power of your god unused"),
        Block("pass", (), "use up an Action"),
    ],
    sizes={"kind": KINDS, "faction": FACTIONS, "load": READERS, "seat": SEATS, "corner": SEALS},
)
