"""``elderzoo cards check``: read a card file as the game would, and say what is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from ... import envs
from ...envs.core import render
from ...envs.core.content import PROVENANCE, Content, Key
from ...envs.core.content import load as load_content
from ...envs.core.game import Game
from . import options

EXAMPLES = """
  elderzoo cards check age_of_madness-v0                       the shipped cards
  elderzoo cards check age_of_madness-v0 --content mine.toml   a file of your own
"""
COMMON = {"id", "name", "text", "provenance"}
EMPTY = ("", "none", 0, [])


def main(arguments: list[str]) -> int:
    parser = options.Parser("cards", "Check a card file and say what is in it.", EXAMPLES)
    parser.add_argument("action", choices=["check"], help="what to do")
    options.add_game(parser)
    options.add_json(parser)
    args = parser.parse_args(arguments)
    spec = envs.spec(options.game_id(args.game))
    content = load_content(spec.content, spec.folder, args.content)
    game = options.game(args)
    facts = describe(content)
    if args.json != "-":
        print(report(content, facts, game))
        print(f"\n{content.path.name} fits {game.spec.id}.")
    options.write_json(args, {"game": spec.id, "file": content.path.name, "hash": content.hash, "sections": facts})
    return 0


def describe(content: Content) -> dict[str, dict]:
    """Per section: kinds, copies, provenance counts, and kinds that differ only in numbers."""
    facts = {}
    for name, cards in content.sections.items():
        origin = {key: Counter(c["provenance"][key] for c in cards) for key in ("name", "values")}
        facts[name] = {
            "kinds": len(cards),
            "copies": sum(c.get("copies", 1) for c in cards),
            "provenance": {key: {p: origin[key][p] for p in PROVENANCE} for key in origin},
            "alike": alike(cards),
        }
    return facts


def alike(cards: list[dict]) -> list[list[str]]:
    """Groups of kinds that agree in everything but names and numbers."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        words = {k: _without_numbers(v) for k, v in card.items() if k not in COMMON}
        groups.setdefault(repr(sorted(words.items())), []).append(card["id"])
    return [ids for ids in groups.values() if len(ids) > 1]


def _without_numbers(value):
    if isinstance(value, list):
        return [{k: _without_numbers(v) for k, v in row.items()} for row in value]
    return None if isinstance(value, (int, float)) else value


def report(content: Content, facts: dict[str, dict], game: Game) -> str:
    """The file in words: a table of its cards, their effects, then counts."""
    lines = [f"{content.name} ({content.path.name}, hash {content.hash})"]
    for section, cards in content.sections.items():
        fact = facts[section]
        margin = max((len(card["name"]) for card in cards), default=0) + 2
        lines += ["", f"{section}: {fact['kinds']} kinds, {fact['copies']} copies"]
        lines += [card_line(game, section, card, margin) for card in cards]
        for key, counts in fact["provenance"].items():
            lines.append(f"  {key} from: " + ", ".join(f"{p} {n}" for p, n in counts.items()))
        lines += [f"  differ in numbers only: {', '.join(ids)}" for ids in fact["alike"]]
    return "\n".join(lines)


def card_line(game: Game, section: str, card: dict, margin: int) -> str:
    """One card: its name, what the file says of it beyond the usual, and its effect in words."""
    values = ", ".join(f"{name} {value}".rstrip() for name, value, _ in said_of(game, section, card))
    return f"  {card['name']:<{margin}}{values}".rstrip() + (
        f"\n  {'':<{margin}}{card['text']}" if card["text"] else ""
    )


def said_of(game: Game, section: str, card: dict) -> Iterator[tuple[str, str, str]]:
    """What the file says of a card beyond the usual: name, value and meaning. A flag says all by its name."""
    (kind,) = [s for s in game.spec.content.sections if s.name == section]
    say = getattr(render.speech(game), "card_effect", None)
    for key in kind.keys:
        value = card[key.name]
        if _is_unusual(key, value):
            if key.rows:
                words = "; ".join(say(row) if say else _row(key.rows, row) for row in value)
                yield _words(key.name), words, key.meaning
            else:
                yield *_value(key, value), key.meaning


def _row(keys: tuple[Key, ...], row: dict) -> str:
    """A table of a card's list, where the game has no words of its own for it: values, and the names of flags."""
    said = (_value(key, row[key.name]) for key in keys if _is_unusual(key, row[key.name]))
    return " ".join(value or name for name, value in said)


def _value(key: Key, value) -> tuple[str, str]:
    """Name and value of a key in words."""
    name = _words(key.name)
    return (name if value else f"not {name}", "") if _is_flag(key) else (name, _words(str(value)))


def _is_flag(key: Key) -> bool:
    return key.type is int and (key.lo, key.hi) == (0, 1)


def _is_unusual(key: Key, value) -> bool:
    return value != key.default and (_is_flag(key) or value not in EMPTY)


def _words(name: str) -> str:
    return name.replace("_", " ")


# ------------------------------------------------------------------------------------------ one card, for players

MOST = 3  # cards that are told of at once
EXPLAINED = {"op": "operations", "who": "whom"}  # key -> table of the game's page that says what its values mean


def about(game: Game, name: str) -> str:
    """The cards of a game that are called so: what is printed on each, and what its operations mean."""
    wanted = _plain(name)
    everything = [(section, card) for section, cards in game.content.sections.items() for card in cards]
    ways = (
        lambda card: wanted in (_plain(card["name"]), _plain(card["id"])),
        lambda card: any(_plain(card[key]).startswith(wanted) for key in ("name", "id")),
        lambda card: wanted in _plain(card["name"]),
    )
    found = next((hits for way in ways if (hits := [x for x in everything if way(x[1])])), [])
    if not wanted or not found:
        near = get_close_matches(wanted, [_plain(card["name"]) for _, card in everything], n=3)
        return f"No card is called {name!r}." + (f" Did you mean {' or '.join(near)}?" if near else "")
    if len(found) > MOST:
        return f"{name!r} could be {', '.join(card['name'] for _, card in found)}."
    return "\n".join(_told(game, section, card) for section, card in found)


def _told(game: Game, section: str, card: dict) -> str:
    """All that a card says, with the meaning of every key and operation."""
    lines = [f"{card['name']} ({_words(section)})"] + [f"  {card['text']}"] * bool(card["text"])
    for name, value, meaning in said_of(game, section, card):
        lines.append(f"  {name}" + f": {value}" * bool(value) + f" ({meaning})")
    rows = [card, *(row for value in card.values() if isinstance(value, list) for row in value)]
    for key, name in EXPLAINED.items():
        table = game.spec.reference.get(name, list)()
        meanings = {row[0]: row[-1] for row in table}
        used = dict.fromkeys(row[key] for row in rows if key in row)
        lines += [f"    {_words(code)}: {meanings[f'`{code}`']}" for code in used if f"`{code}`" in meanings]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Letters and figures with single spaces between them."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower().replace("'", "")).split())
