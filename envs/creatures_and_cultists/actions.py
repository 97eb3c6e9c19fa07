"""The ids of all actions, by blocks. Seats are relative to whoever decides: seat+1 sits at its right hand."""

from ..core.actions import ActionTable, Block
from .state import KINDS, PAIRS, PLACES, ROWS, SEATS

ACTIONS = ActionTable(
    blocks=[
        Block("play", ("kind",), "play a card from hand: attack, answer, counter-attack or take effect"),
        Block("discard", ("kind",), "put a card of your hand on the discard pile, or one that lies on your cult"),
        Block("cultist", ("place", "seat"), "a cultist of a row, by place from the left; seat+0 is your own cult"),
        Block("row", ("row",), "a row of a cult sheet"),
        Block("seat", ("seat",), "a cult"),
        Block("spend", ("pairs",), "spend so many pairs of Fuggly Points on the roll"),
        Block("pass", (), "do nothing here"),
        Block("summon", (), "summon your deity"),
        Block("end_turn", (), "end your turn"),
    ],
    sizes={"kind": KINDS, "place": PLACES, "row": ROWS, "seat": SEATS, "pairs": PAIRS},
)
