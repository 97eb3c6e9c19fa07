"""``elderzoo games``: the list of games, or the facts of one."""

from __future__ import annotations

from ... import envs
from . import options

EXAMPLES = """
  elderzoo games
  elderzoo games age_of_madness-v0
  elderzoo games --json -
"""


def main(words: list[str]) -> int:
    parser = options.Parser("games", "List the games, or the facts of one.", EXAMPLES)
    parser.add_argument("game", metavar="GAME", nargs="?", help="show this game's options and decisions")
    options.add_json(parser)
    args = parser.parse_args(words)
    ids = envs.games() if args.game is None else [options.game_id(args.game)]
    facts = [describe(id) for id in ids]
    if args.json != "-":
        print(overview(facts) if args.game is None else details(facts[0]))
    options.write_json(args, {"games": facts})
    return 0


def describe(id: str) -> dict:
    """What the registry knows of a game, as JSON."""
    spec = envs.spec(id)
    return {
        "id": spec.id,
        "title": spec.title,
        "seats": list(spec.seats),
        "kind": spec.kind,
        "actions": spec.actions.n,
        "summary": spec.summary,
        "options": [
            {"name": o.name, "choices": list(o.choices), "default": o.default, "meaning": o.meaning}
            for o in spec.options
        ],
    }


def overview(facts: list[dict]) -> str:
    """One line a game."""
    rows = [
        [f["id"], f["title"], "{}-{}".format(*f["seats"]), f["kind"], str(f["actions"]), str(len(f["options"]))]
        for f in facts
    ]
    return options.table(rows, ["game id", "title", "seats", "kind", "actions", "options"])


def details(fact: dict) -> str:
    """One game: what it is, and every option of its rules."""
    low, high = fact["seats"]
    lines = [f"{fact['title']} ({fact['id']})", fact["summary"], ""]
    lines += [f"{low} to {high} seats, {fact['kind']}, {fact['actions']} actions", "", "options of the rules:"]
    for o in fact["options"]:
        choices = ", ".join(f"[{c}]" if c == o["default"] else str(c) for c in o["choices"]) or f"[{o['default']}]"
        lines += [f"  {o['name']}: {choices}", f"      {o['meaning']}"]
    return "\n".join(lines)
