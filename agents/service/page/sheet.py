"""What the page is told about a configured game, from its schema and declarations alone."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ....envs.core.game import Game, State
from ....envs.core.schema import Field, _slashed

CELLS = 512  # more names of cells than this are not told

Words = dict[str, Any]


def sheet(game: Game) -> dict[str, Any]:
    """A configured game as JSON-able data: facts, options, vocabularies with what their cards say, fields, decisions,
    events and blocks of actions."""
    spec = game.spec
    zones = {z.field for z in spec.zones}
    return {
        "game": spec.id,
        "title": spec.title,
        "summary": spec.summary,
        "kind": spec.kind,
        "players": game.num_players,
        "options": dict(game.options),
        "identity": dict(game.identity),
        "labels": {name: list(labels) for name, labels in game.labels.items()},
        "cards": _cards(game),
        "fields": [_field(game, f, f.name in zones) for f in spec.schema.fields],
        "elimination": spec.elimination,
        "decisions": [{"name": d.name, "text": d.text, "subject": d.subject, "asks": d.asks} for d in spec.decisions],
        "events": [{"name": e.name, "text": e.text, "numbers": [list(n) for n in e.numbers]} for e in spec.events],
        "actions": [
            {"verb": b.verb, "args": list(b.args), "places": list(b.places), "meaning": b.meaning}
            for b in spec.actions.blocks
        ],
    }


def _cards(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Vocabulary -> what each of its cards says, in the order of its labels."""
    out = {}
    for vocab, source in game.spec.content.labels.items():
        if isinstance(source, list):
            continue  # the cards of other vocabularies again
        section, meant = (source, None) if isinstance(source, str) else source
        cards = [c for c in game.content.sections[section] if meant is None or meant(c)]
        out[vocab] = [{k: v for k, v in card.items() if k not in ("id", "provenance")} for card in cards]
    return out


def _field(game: Game, f: Field, zone: bool) -> dict[str, Any]:
    out = {
        "name": f.name,
        "shape": list(f.shape),
        "what": f.what,
        "vocab": f.vocab,
        "axes": list(f.axes),
        "see": f.see if f.name not in game.spec.reveal(game.options) else "public",
        "owned": f.see == "owner",  # by its nature, whether or not an option reveals it
        "seats": f.seats,
        "empty": f.empty,
        "hi": f.hi,
        "show": f.show,
        "panel": f.panel,
        "meaning": f.meaning,
        "total_of": f.total_of,
        "zone": zone,
        "lines": f.lines is not None,
        "beside": list(f.beside),
        "along": list(f.along),
    }
    if f.words is not _slashed and int(np.prod(f.cells)) <= CELLS:
        names = [game.labels[axis] for axis in f.axes[-len(f.cells) :]]
        indices = itertools.product(*(range(n) for n in f.cells))
        plain = ([row[i].replace("_", " ") for row, i in zip(names, index, strict=True)] for index in indices)
        out["cells"] = [f.words(*labels) for labels in plain]
    return out


def words(state: State, seat: int | str | None = None) -> Words:
    """What the games' own ``lines`` say of the fields that have them: ``{"table": {field: [[label, text], ...]},
    "seats": [{field: ...} for each seat]}``. Fields wholly hidden from ``seat`` (a seat, "public", or None or "open"
    for all to be seen) are left out, and so are those of which there is nothing to say."""
    from ....envs.core.render import all_hidden, hidden_from

    game, record = state.game, state.record
    hidden = hidden_from(game, seat)
    fields = [f for f in game.spec.schema.fields if f.show and f.lines is not None]
    table: dict[str, list] = {}
    seats: list[dict[str, list]] = [{} for _ in range(game.num_players)]
    for f in fields:
        for p in range(game.num_players) if f.seats else (None,):
            if all_hidden(hidden, f, p):
                continue
            mine = record if p is None else {name: record[name][p] for name in (f.name, *f.along)}
            values = [mine[f.name], *(record[b] for b in f.beside), *(mine[b] for b in f.along)]
            said = f.lines(game.tables, game.labels, *map(np.asarray, values)) if f.lines else []
            if said:
                (table if p is None else seats[p])[f.name] = [list(line) for line in said]
    return {"table": table, "seats": seats}
