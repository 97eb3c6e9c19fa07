"""What is said in words, as templates: those a game declares, and those of ``texts/en.toml``.

A key names a template, ``{…}`` in it an argument. English follows from the declarations (events, decisions, names of
cards) and from one file with what they do not say (actions, explanations). ``export()`` is all of it as one JSON
file; a translation is that file with other values, laid into the folder ``texts`` under the name of its language.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .... import envs
from ....envs.core.game import Game
from ....envs.core.render import plural
from .errors import ServiceError

FOLDER = Path(__file__).parent.parent / "texts"
COMMON = "common"


@cache
def spoken() -> dict[str, dict[str, str]]:
    """The English templates that no declaration holds, by game id and for all (``common``)."""
    return tomllib.loads((FOLDER / "en.toml").read_text(encoding="utf-8"))


@cache
def languages() -> tuple[str, ...]:
    """The languages there are."""
    return ("en", *sorted(p.stem for p in FOLDER.glob("*.json")))


@cache
def translation(language: str) -> dict[str, dict[str, str]]:
    """Templates of a language other than English, by game id; raises ServiceError where there is none."""
    if language == "en":
        return {}
    if language not in languages():
        raise ServiceError("bad_config", f"lang is {language!r}, known: {', '.join(languages())}", field="lang")
    return json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))


def common(language: str) -> dict[str, str]:
    """The templates of no game in a language; raises ServiceError where there is none."""
    return spoken()[COMMON] | translation(language).get(COMMON, {})


def of_page(language: str) -> dict[str, str]:
    """What the table in the browser says itself, by key."""
    return {key: text for key, text in common(language).items() if key.startswith("page.")}


def readable(name: str) -> str:
    """A name of the declarations as words."""
    return name.replace("_", " ")


def keys(game: Game) -> dict[str, str]:
    """Every template of a game in English."""
    spec, said = game.spec, spoken().get(game.spec.id, {})
    out = dict(spoken()[COMMON])
    for b in spec.actions.blocks:
        plain = " ".join([readable(b.verb), *(f"{{{arg}}}" for arg in b.args)])
        out[f"action.{b.verb}"] = said.get(f"action.{b.verb}", plain)
        out[f"verb.{b.verb}"] = b.meaning or readable(b.verb)
    out |= {f"event.{e.name}": e.text for e in spec.events}
    out |= {f"decision.{d.name}": d.text or readable(d.name) for d in spec.decisions}
    out |= {f"phase.{p}": readable(p) for p in spec.phases}
    out |= {f"option.{o.name}": o.meaning or readable(o.name) for o in spec.options}
    out |= {f"field.{f.name}": readable(f.name) for f in spec.schema.by_name.values()}
    out |= {f"panel.{f.panel}": f.panel for f in spec.schema.fields if f.panel}
    names = {card["id"]: card["name"] for cards in game.content.sections.values() for card in cards}
    for vocab, labels in game.labels.items():
        if vocab in ("phase", "decision", "event"):
            continue
        from_cards = vocab in spec.content.labels
        for label in labels:
            if not label.startswith("unused_"):
                out[f"label.{vocab}.{label}"] = names.get(label, readable(label)) if from_cards else readable(label)
    return out | {k: v for k, v in said.items() if k in out}


class Texts:
    """The templates of one game in one language, and how they are filled."""

    def __init__(self, game: Game, language: str = "en"):
        self.game, self.language = game, language
        other = translation(language)
        self.templates: dict[str, str] = keys(game)
        for part in (COMMON, game.spec.id):
            self.templates |= {k: v for k, v in other.get(part, {}).items() if k in self.templates}

    def fill(self, key: str, args: Mapping[str, Any]) -> str:
        """A template with its arguments put in; a placeholder without an argument stays empty."""
        return self.put(self.templates[key], args)

    def put(self, template: str, args: Mapping[str, Any]) -> str:
        """The same for a template that has no key."""
        text = re.sub(r"\{(\w+)\}", lambda m: str(args.get(m[1], "")), template)
        return plural(text) if self.language == "en" else text

    def label(self, vocab: str, label: str) -> str:
        """What a label of a vocabulary is called."""
        return self.templates.get(f"label.{vocab}.{label}") or readable(label)

    def joined(self, parts: Iterable[str]) -> str:
        return ", ".join(parts)


def export() -> dict[str, Any]:
    """Every template of every game with its reference cards: what a translator starts from."""
    out: dict[str, Any] = {"language": "en", COMMON: dict(spoken()[COMMON])}
    for id in envs.games():
        game = envs.load_game(id)
        out[id] = {k: v for k, v in keys(game).items() if k not in out[COMMON]}
    return out


if __name__ == "__main__":
    print(json.dumps(export(), indent=1, ensure_ascii=False))
