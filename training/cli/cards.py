"""``elderzoo cards check``: read a card file as the game would, and say what is in it."""

from __future__ import annotations

from collections import Counter

from ... import envs
from ...envs.core.content import PROVENANCE, Content
from ...envs.core.content import load as load_content
from . import options

EXAMPLES = """
  elderzoo cards check age_of_madness-v0                       the shipped cards
  elderzoo cards check age_of_madness-v0 --content mine.toml   a file of your own
"""
COMMON = {"id", "name", "text", "provenance"}


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
        print(report(content, facts))
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
        words = {k: v for k, v in card.items() if k not in COMMON and not isinstance(v, (int, float))}
        groups.setdefault(repr(sorted(words.items())), []).append(card["id"])
    return [ids for ids in groups.values() if len(ids) > 1]


def report(content: Content, facts: dict[str, dict]) -> str:
    """The file in words: a table of its cards, their effects, then counts."""
    lines = [f"{content.name} ({content.path.name}, hash {content.hash})"]
    for section, cards in content.sections.items():
        fact = facts[section]
        lines += ["", f"{section}: {fact['kinds']} kinds, {fact['copies']} copies"]
        lines += [card_line(card) for card in cards]
        for key, counts in fact["provenance"].items():
            lines.append(f"  {key} from: " + ", ".join(f"{p} {n}" for p, n in counts.items()))
        lines += [f"  differ in numbers only: {', '.join(ids)}" for ids in fact["alike"]]
    return "\n".join(lines)


def card_line(card: dict) -> str:
    """One card: its name, what the file says of it, and its effect in words."""
    values = ", ".join(f"{k} {v}" for k, v in card.items() if k not in COMMON and v not in ("", 0, "none", -1))
    return f"  {card['name']:<28}{values}" + (f"\n  {'':<28}{card['text']}" if card["text"] else "")
