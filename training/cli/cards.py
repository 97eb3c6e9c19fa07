"""``elderzoo cards check``: read a card file as the game would, and say what is in it."""

from __future__ import annotations

from collections import Counter

from ... import envs
from ...envs.core.content import PROVENANCE, Content, ContentSchema
from ...envs.core.content import load as load_content
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
        print(report(content, facts, spec.content))
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


def report(content: Content, facts: dict[str, dict], schema: ContentSchema) -> str:
    """The file in words: a table of its cards, their effects, then counts."""
    usual = {s.name: {key.name: key.default for key in s.keys} for s in schema.sections}
    lines = [f"{content.name} ({content.path.name}, hash {content.hash})"]
    for section, cards in content.sections.items():
        fact = facts[section]
        lines += ["", f"{section}: {fact['kinds']} kinds, {fact['copies']} copies"]
        lines += [card_line(card, usual[section]) for card in cards]
        for key, counts in fact["provenance"].items():
            lines.append(f"  {key} from: " + ", ".join(f"{p} {n}" for p, n in counts.items()))
        lines += [f"  differ in numbers only: {', '.join(ids)}" for ids in fact["alike"]]
    return "\n".join(lines)


def _in_words(value) -> str:
    if isinstance(value, list):
        return "; ".join(" ".join(str(v) for v in row.values() if v not in EMPTY) for row in value)
    return str(value)


def card_line(card: dict, usual: dict) -> str:
    """One card: its name, what the file says of it beyond the usual, and its effect in words."""
    said = {k: v for k, v in card.items() if k not in COMMON and v not in EMPTY and v != usual[k]}
    values = ", ".join(f"{k} {_in_words(v)}" for k, v in said.items())
    return f"  {card['name']:<28}{values}" + (f"\n  {'':<28}{card['text']}" if card["text"] else "")
