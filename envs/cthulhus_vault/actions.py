"""The ids of all actions, by blocks. Seats are relative to whoever decides: seat+1 is the next player."""

from ..core.actions import ActionTable, Block
from .state import BATTLES, CHARACTERS, FACES, KINDS, SEATS, SIDES, STORIES, VOCABULARIES

ACTIONS = ActionTable(
    blocks=[
        Block("play", ("story",), "add a story card to the story line"),
        Block("strike", ("battle",), "play a battle card for its basic attack"),
        Block("special", ("battle",), "play a battle card for its special attack"),
        Block("drop", ("battle",), "discard a battle card and draw another: nothing in hand can be played"),
        Block("bonus", ("bonus",), "take this bonus of the story card just played"),
        Block("seat", ("seat",), "a player"),
        Block("keep", ("token",), "keep such a token; before the battle, of either value"),
        Block("give", ("token",), "give such a token away"),
        Block("lose", ("lost", "face"), "a token is lost; `any` is one that the decider cannot see", places=("face",)),
        Block("choose", ("character",), "become this investigator"),
        Block("decline", (), "take no bonus"),
        Block("awaken", (), "awaken your Ancient One"),
        Block("wait", (), "do not awaken it yet"),
    ],
    sizes={
        "story": STORIES,
        "battle": BATTLES,
        "bonus": len(VOCABULARIES["bonus"]),
        "seat": SEATS,
        "token": KINDS,
        "lost": SIDES + 1,
        "face": FACES,
        "character": CHARACTERS,
    },
)
