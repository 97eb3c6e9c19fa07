"""JSON Schema and OpenAPI of the protocol, made from the requests' models, the answers' and the games' declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ....envs.core.schema import Schema
from .. import PROTOCOL
from . import answers
from . import messages as m
from .errors import CODES
from .games import UNSEEN, Games

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class Route:
    """An address: the message it carries, and what of it stands in the address."""

    method: str
    path: str
    type: str | None
    summary: str
    query: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.method.lower()}_{self.path.strip('/').replace('/', '_').replace('{', '').replace('}', '')}"


_GAME = {"players": "integer", "options": "object", "content": "string", "lang": "string", "include": "array"}
ROUTES = (
    Route("GET", "/v1", "welcome", "What this service offers and allows"),
    Route("GET", "/v1/games", "games", "The games, in short"),
    Route("GET", "/v1/games/{game}", "game", "One game: actions, fields, events, texts", _GAME),
    Route("GET", "/v1/bots", "bots", "Bots and levels"),
    Route("GET", "/v1/texts/{lang}", "texts", "Templates of a language", {"game": "string"}),
    Route("GET", "/v1/move", "move", "A move; q is the message as JSON or base64url of it", {"q": "string"}),
    Route("POST", "/v1/move", "move", "A move in a position; nothing is remembered"),
    Route("POST", "/v1/sessions", "create", "Begin a session"),
    Route("POST", "/v1/sessions/{session}/join", "join", "Sit down on an open seat, or watch"),
    Route("POST", "/v1/sessions/{session}/resume", "resume", "Come back, and hear what was missed"),
    Route("POST", "/v1/sessions/{session}/act", "act", "Take an action"),
    Route("POST", "/v1/sessions/{session}/poll", "poll", "What happened since"),
    Route("POST", "/v1/sessions/{session}/hint", "hint", "What a bot would do, and why"),
    Route("POST", "/v1/sessions/{session}/position", "position", "Everything the seat knows now"),
    Route("POST", "/v1/sessions/{session}/open", "open", "All cards; with debug, or when the game is over"),
    Route("POST", "/v1/sessions/{session}/record", "record", "Seed, options and actions; when the game is over"),
    Route("POST", "/v1/sessions/{session}/leave", "leave", "Leave the seat to a bot"),
    Route("POST", "/v1/report", "report", "Tell how a game against a bot ended"),
    Route("POST", "/v1/messages", None, "Any message, by its type"),
)
IN_PATH = {"game": "string", "lang": "string", "session": "string"}


def document(games: Games) -> dict[str, Any]:
    """The OpenAPI document."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ElderZoo",
            "version": str(PROTOCOL),
            "description": "Opponents and games for other front ends. The same messages go over WebSocket (/v1/ws) and "
            "standard input and output.",
        },
        "paths": paths,
        "components": {"schemas": components(games, "#/components/schemas/")},
    }


def schema(games: Games) -> dict[str, Any]:
    """JSON Schema of requests and answers."""
    return {
        "$schema": DIALECT,
        "title": f"ElderZoo protocol {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/AnyRequest"}, {"$ref": "#/$defs/AnyAnswer"}],
        "$defs": components(games, "#/$defs/"),
    }


def components(games: Games, prefix: str) -> dict[str, Any]:
    """Every schema by name: messages, and the view and actions of each game."""
    out: dict[str, Any] = {}
    template = prefix + "{model}"
    requests = m.AnyRequest.json_schema(ref_template=template, mode="validation")
    answered = answers.AnyAnswer.json_schema(ref_template=template, mode="serialization")
    for name, whole in (("AnyRequest", requests), ("AnyAnswer", answered)):
        out |= whole.pop("$defs", {})
        out[name] = whole
    views = []
    for id in games.ids:
        spec, name = games.spec(id), id.replace("-", "_")
        out[f"View_{name}"] = view_schema(spec.schema, spec.sizes(), id)
        views.append({"$ref": f"{prefix}View_{name}"})
        out[f"Action_{name}"] = {"type": "string", "enum": list(games.get(id).game.actions)}
    out["View"] = {"anyOf": views}
    out["Move"]["properties"]["view"] = {"anyOf": [{"$ref": f"{prefix}View"}, {"type": "null"}], "default": None}
    return out


def view_schema(declared: Schema, sizes: Mapping[str, int], id: str) -> dict[str, Any]:
    """The schema of what a seat sees of a game."""
    properties = {}
    for name, (dtype, _) in declared.layout.items():
        if name in UNSEEN:
            continue
        f = declared.by_name.get(name)
        cell: dict[str, Any] = {"type": "number" if dtype.base == np.float64 else "integer"}
        if f is not None:
            lo, hi = declared.bounds(f, dict(sizes))
            cell |= {"minimum": int(lo), "maximum": int(hi)}
        if f is None or f.see not in ("public", "team"):
            cell["type"] = [cell["type"], "null"]
        for n in reversed(dtype.shape):
            cell = {"type": "array", "items": cell, "minItems": n, "maxItems": n}
        if f is not None and f.meaning:
            cell["description"] = f.meaning
        properties[name] = cell
    identity = {"game": {"const": id}, "players": {"type": "integer"}}
    identity |= {name: {"type": "string"} for name in ("schema", "content", "rules")}
    return {
        "type": "object",
        "required": ["identity", "seat", "fields"],
        "properties": {
            "identity": {"type": "object", "required": list(identity), "properties": identity},
            "seat": {"type": ["integer", "null"], "minimum": 0},
            "fields": {"type": "object", "required": list(properties), "properties": properties},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    ref = "#/components/schemas/"
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": kind}}
        for name, kind in IN_PATH.items()
        if f"{{{name}}}" in route.path
    ]
    for name, kind in route.query.items():
        shape: dict[str, Any] = {"schema": {"type": kind}}
        if kind == "object":
            shape = {"content": {"application/json": {"schema": {"type": "object"}}}}
        if kind == "array":
            shape = {"schema": {"type": "array", "items": {"enum": ["sheet"]}}, "style": "form", "explode": False}
        parameters.append({"name": name, "in": "query", "required": name == "q", **shape})
    given = answers.ANSWERS[route.type].__name__ if route.type else "AnyAnswer"
    problem = {"application/problem+json": {"schema": {"$ref": ref + "Error"}}}
    statuses = sorted({status for status, _ in CODES.values() if status not in (200, 500)})
    responses: dict[str, Any] = {
        "200": {"description": "The answer", "content": {"application/json": {"schema": {"$ref": ref + given}}}}
    }
    responses |= {str(status): {"description": _titles(status), "content": problem} for status in statuses}
    out = {"operationId": route.name, "summary": route.summary, "parameters": parameters, "responses": responses}
    if route.method == "POST":
        model = m.REQUESTS[route.type].__name__ if route.type else "AnyRequest"
        out["requestBody"] = {"required": True, "content": {"application/json": {"schema": _body(route, ref + model)}}}
    return out


def _body(route: Route, ref: str) -> dict[str, Any]:
    """What stands in the body: fields the address has may be left out there."""
    return {"$ref": ref}


def _titles(status: int) -> str:
    return "; ".join(title for _, (s, title) in CODES.items() if s == status)
