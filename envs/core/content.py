"""Card files: TOML read against a game's declaration, with errors that name file, card, field and reason."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from .errors import ContentError

PROVENANCE = ("rulebook", "published", "designed")


@dataclass(frozen=True)
class Key:
    """One field of a card: its type, range or choices; without a default it is required.

    ``rows``: the field is a list of at most ``hi`` tables with these keys (effects, say).
    """

    name: str
    type: type = str
    lo: int | None = None
    hi: int | None = None
    choices: tuple = ()
    default: Any = ...
    meaning: str = ""
    rows: tuple[Key, ...] = ()

    def read(self, value: Any, fail: Callable[[str], ContentError]) -> Any:
        if self.rows:
            return self._read_rows(value, fail)
        if type(value) is not self.type:
            raise fail(f"is {value!r}, expected {self.type.__name__}")
        if self.choices and value not in self.choices:
            raise fail(f"is {value!r}, allowed: {', '.join(map(str, self.choices))}")
        if (self.lo is not None and value < self.lo) or (self.hi is not None and value > self.hi):
            raise fail(f"is {value}, allowed {self.lo}..{self.hi}")
        return value

    def _read_rows(self, value: Any, fail: Callable[[str], ContentError]) -> list[dict]:
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise fail(f"is {value!r}, expected a list of tables")
        if self.hi is not None and len(value) > self.hi:
            raise fail(f"has {len(value)} entries, capacity {self.hi}")
        return [_values(row, self.rows, lambda at, why: fail(f"{at!r} {why}")) for row in value]


@dataclass(frozen=True)
class Section:
    """A kind of card: its keys beside the common ones (id, name, text, provenance), and how many fit."""

    name: str
    capacity: int
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class ContentSchema:
    """The sections of a game's card files.

    labels: vocabulary -> section whose ids are its labels, or that section and which of its cards are meant, or a list
        of sections, one after the other at full capacity.
    check: refuses what single fields cannot show, by raising ContentError through ``content.fail``.
    """

    sections: tuple[Section, ...]
    labels: Mapping[str, str | tuple[str, Callable[[dict], bool]] | list[str]]
    check: Callable[[Content], None] = lambda content: None


@dataclass(frozen=True)
class Content:
    """A read card file: per section a list of cards (dicts). ``seats`` and ``rules``: the number of seats and the
    options it is made for, which a game takes unless told."""

    path: Path
    name: str
    sections: dict[str, list[dict]]
    hash: str
    seats: int | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)

    def fail(self, card: dict, field: str, reason: str) -> ContentError:
        """An error that names file, card, field and reason."""
        return ContentError(f"{self.path.name}: card {card.get('id', '?')!r}, field {field!r}: {reason}")

    def labels(self, source: str | tuple[str, Callable[[dict], bool]], capacity: int) -> list[str]:
        """Ids of the cards that ``ContentSchema.labels`` names; unused rows are called ``unused_<row>``."""
        section, meant = (source, None) if isinstance(source, str) else source
        ids = [c["id"] for c in self.sections[section] if meant is None or meant(c)]
        return ids + [f"unused_{k}" for k in range(len(ids), capacity)]


def shipped(folder: Path) -> list[str]:
    """The names of the card files in a game's folder."""
    return sorted(path.stem for path in (folder / "content").glob("*.toml"))


def load(schema: ContentSchema, folder: Path, source: str | Path) -> Content:
    """Read card file ``source``: a path, or the name of a file in the game's ``content`` folder."""
    if not isinstance(source, (str, Path)):
        raise ContentError(f"content is {source!r}, expected a name or a path")
    path = folder / "content" / f"{source}.toml" if _is_name(source) else Path(source)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        known = ", ".join(shipped(folder))
        raise ContentError(f"content {str(source)!r}: {problem.strerror}; shipped: {known}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ContentError(f"{path.name}: not TOML: {problem}") from None
    return parse(schema, data, path)


def parse(schema: ContentSchema, data: dict, path: Path) -> Content:
    """Check the parsed file against the declaration; raises ContentError."""
    known = {s.name for s in schema.sections} | {"title", "version", "preset"}
    for key in data:
        if key not in known:
            raise ContentError(f"{path.name}: unknown section {key!r}, known: {', '.join(sorted(known))}")
    sections = {s.name: _cards(s, data.get(s.name, []), path) for s in schema.sections}
    digest = hashlib.sha256(json.dumps(sections, sort_keys=True).encode()).hexdigest()[:12]
    content = Content(path, str(data.get("title", path.stem)), sections, digest, **_preset(data, path))
    schema.check(content)
    return content


def _preset(data: dict, path: Path) -> dict[str, Any]:
    """What the file says of the game it is made for; the game checks the values."""
    given = data.get("preset", {})
    if not isinstance(given, dict) or not given.keys() <= {"seats", "rules"}:
        raise ContentError(f"{path.name}: 'preset' is {given!r}, expected a table of 'seats' and 'rules'")
    if not isinstance(given.get("rules", {}), dict):
        raise ContentError(f"{path.name}: 'preset.rules' is {given['rules']!r}, expected options by name")
    return given


def _is_name(source: str | Path) -> bool:
    return isinstance(source, str) and "/" not in source and "\\" not in source and not source.endswith(".toml")


def _cards(section: Section, rows: Any, path: Path) -> list[dict]:
    if not isinstance(rows, list):
        raise ContentError(f"{path.name}: section {section.name!r} must be [[{section.name}]] tables")
    if len(rows) > section.capacity:
        raise ContentError(f"{path.name}: {len(rows)} {section.name} kinds, capacity {section.capacity}")
    keys = (Key("id"), Key("name"), Key("text", default=""), *section.keys)
    cards, seen = [], set()
    for n, row in enumerate(rows):
        name = row.get("id", f"number {n + 1}") if isinstance(row, dict) else f"number {n + 1}"
        cards.append(_card(row, keys, f"{path.name}: {section.name} {name!r}"))
        if cards[-1]["id"] in seen:
            raise ContentError(f"{path.name}: card {cards[-1]['id']!r}, field 'id': used twice")
        seen.add(cards[-1]["id"])
    return cards


def _values(row: dict, keys: tuple[Key, ...], fail: Callable[[str, str], ContentError]) -> dict[str, Any]:
    """The fields of a table, defaults filled in."""
    row, out = dict(row), {}
    for key in keys:
        if key.name not in row and key.default is ...:
            raise fail(key.name, "missing")
        if key.name in row:
            out[key.name] = key.read(row.pop(key.name), partial(fail, key.name))
        else:
            out[key.name] = [] if key.rows else key.default
    if row:
        raise fail(next(iter(row)), "unknown")
    return out


def _card(row: Any, keys: tuple[Key, ...], where: str) -> dict:
    if not isinstance(row, dict):
        raise ContentError(f"{where}: not a table")
    row = dict(row)
    provenance = row.pop("provenance", None)
    card = _values(row, keys, lambda at, why: ContentError(f"{where}, field {at!r}: {why}"))
    if not card["id"].replace("_", "").isalnum() or card["id"] != card["id"].lower():
        raise ContentError(f"{where}, field 'id': use lower case letters, digits and _")
    if not isinstance(provenance, dict) or set(provenance) != {"name", "values"}:
        raise ContentError(f"{where}, field 'provenance': needs 'name' and 'values'")
    for key, value in provenance.items():
        if value not in PROVENANCE:
            raise ContentError(f"{where}, field 'provenance.{key}': is {value!r}, allowed: {', '.join(PROVENANCE)}")
    card["provenance"] = provenance
    return card
