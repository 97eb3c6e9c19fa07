"""The table in the browser: its files (HTML, JavaScript, CSS) and what they are told about a game.

The page knows no game. It draws from the *sheet* of a game (:func:`.sheet.sheet`: the schema and the declarations
as data), from the fields that a viewer may see, and from what the game's own ``lines`` say of them
(:func:`.sheet.words`).
"""

from pathlib import Path

FOLDER = Path(__file__).parent
# In an order in which each needs only those before it.
REPLAY_MODULES = ("text.js", "art.js", "model.js", "draw.js", "table.js", "replay.js")
