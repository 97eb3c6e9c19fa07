"""One network for all games: what it reads and what it may do are described by their parts, not by their places.

Every feature is the sum of embeddings of its parts: its field, its owner (which seat, counted from the viewer, or the
table), the things on its other axes (card kind 5 of this game, place 2), and the thing or seat it stands for where
it is one value of a category. Every action is the sum of those of its verb and arguments. A thing has one embedding
wherever it occurs: a card kind in a hand, in an event and as an argument of an action. Fields of the header, verbs,
owners and seats are shared between games, things and other fields belong to one.

Embeddings are rows of one table of fixed size; a part's name is hashed to two of them, so that a further game needs no
new parameters. Two small networks turn the sums into the first weights of the towers (a column for each feature) and
the last ones (a row for each action). They are made once for many positions, so that a position costs what it costs
in a plain network with as many hidden units.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..envs.core.encoder import KINDS
from ..envs.core.game import Game
from ..envs.core.schema import HEADER_FIELDS
from .features import Features
from .nets import Ends, Shape, Towers, scaled

ROWS = 3072  # of the table of embeddings
HASHES = 2
BETWEEN = 128  # units between a description and the weights made of it; also the rank of the first weights
_HEADER = {f.name for f in HEADER_FIELDS}
_VALUES = {"stack": "decision", "events": "event", "notes": "event"}  # what the categories of these fields are


class Bags(NamedTuple):
    """Descriptions as rows of the table: all of them in one list, and where each description begins."""

    rows: Tensor
    starts: Tensor


class Tables(NamedTuple):
    """The descriptions of one game: its features, those of the full state, its actions, itself."""

    own: Bags
    full: Bags | None
    actions: Bags
    game: Bags


class Entity(Towers):
    """The network; ``meet`` a game before ``ends`` of it."""

    def __init__(self, shape: Shape):
        super().__init__(shape)
        size, first, last = shape.embedding, shape.widths[0], shape.widths[-1]
        self.table = nn.Parameter(torch.randn(ROWS, size) * 0.5)
        self.describe = scaled(nn.Linear(size, BETWEEN), 2**0.5)
        self.to_policy, self.to_value = (nn.Linear(BETWEEN, first) for _ in range(2))
        self.describe_action = scaled(nn.Linear(size, BETWEEN), 2**0.5)
        self.to_action = scaled(nn.Linear(BETWEEN, last + 1), 0.1)  # the last column is the action's own bias
        self.games: dict[str, Tables] = {}

    def meet(self, game: Game, own: Features, full: Features | None) -> None:
        self.games[key(game)] = Tables(
            bags(feature_parts(game, own)),
            None if full is None else bags(feature_parts(game, full)),
            bags(action_parts(game)),
            bags([[f"game:{game.spec.name}", f"seats:{game.num_players}"]]),
        )

    def ends(self, game: Game) -> Ends:
        tables = self.games[key(game)]
        own, whole = self.described(tables.own), self.described(tables.game)[0]
        into = self.to_policy(own) * spread(tables.own)
        bias, bias_value = self.to_policy(whole), self.to_value(whole)
        acts = self.to_action(torch.relu(self.describe_action(self.sums(tables.actions))))
        out, out_bias = acts[:, :-1] * acts.shape[1] ** -0.5, acts[:, -1]
        if tables.full is None:
            both = torch.cat([into, self.to_value(own) * spread(tables.own)], dim=1)
            return Ends(both, torch.cat([bias, bias_value]), None, None, out, out_bias)
        into_value = self.to_value(self.described(tables.full)) * spread(tables.full)
        return Ends(into, bias, into_value, bias_value, out, out_bias)

    def described(self, given: Bags) -> Tensor:
        return torch.relu(self.describe(self.sums(given)))

    def sums(self, given: Bags) -> Tensor:
        return functional.embedding_bag(given.rows, self.table, given.starts, mode="sum")


def key(game: Game) -> str:
    """What distinguishes the descriptions of games."""
    return f"{game.spec.id} {game.num_players}"


def spread(given: Bags) -> float:
    """Keeps sums over features of one size, however many there are."""
    return len(given.starts) ** -0.5


def bags(descriptions: list[list[str]]) -> Bags:
    """Lists of parts as rows of the table."""
    known: dict[str, list[int]] = {}
    rows: list[int] = []
    starts: list[int] = []
    for parts in descriptions:
        starts.append(len(rows))
        for part in parts:
            if part not in known:
                known[part] = slots(part)
            rows += known[part]
    return Bags(torch.tensor(rows), torch.tensor(starts))


def slots(part: str) -> list[int]:
    """The rows of the table that a part's name is hashed to."""
    digest = hashlib.blake2b(part.encode(), digest_size=4 * HASHES).digest()
    return [int.from_bytes(digest[4 * k : 4 * k + 4], "little") % ROWS for k in range(HASHES)]


def feature_parts(game: Game, features: Features) -> list[list[str]]:
    """The parts of every feature: those of its entry, and the value it stands for."""
    entries, names = entry_parts(game), list(game.spec.schema.by_name)
    columns = game.encoder.columns
    out = []
    for entry, value in features.plan.tolist():
        parts = entries[entry]
        if value >= 0:
            name = names[columns["field"][entry]]
            seat = KINDS[columns["kind"][entry]] == "seat"
            vocab = _VALUES.get(name) or game.spec.schema.by_name[name].vocab or ""
            parts = [*parts, f"seat:{value}" if seat else thing(game, vocab, value)]
        out.append(parts)
    return out


def entry_parts(game: Game) -> list[list[str]]:
    """The parts of every entry of a compact observation."""
    out: list[list[str]] = []
    for part in game.encoder.parts:
        field = part.field
        shape = field.shape[1:] if part.owner >= 0 else field.shape
        axes = ["seat"] * (len(shape) - len(field.axes)) + list(field.axes)
        name = field.name if field.name in _HEADER else f"{game.spec.name}/{field.name}"
        owner = "table" if part.owner < 0 else f"seat{part.owner}"
        for cell in np.ndindex(*shape):
            places = [thing(game, axis, at) for axis, at in zip(axes, cell, strict=True)]
            out.append([f"field:{name}", f"owner:{owner}", f"field:{name} owner:{owner}", *places])
    return out


def action_parts(game: Game) -> list[list[str]]:
    """The parts of every action: its verb, of all games and of this one, and each argument."""
    table = game.spec.actions
    out = []
    for verb, *given in table.rows().tolist():
        name = table.blocks[verb].verb
        arguments = [thing(game, a, at) for a, at in zip(table.arguments, given, strict=True) if at >= 0]
        out.append([f"verb:{name}", f"verb:{game.spec.name}/{name}", *arguments])
    return out


def thing(game: Game, vocab: str, at: int) -> str:
    """The name of a thing: seats are the same in all games, other things belong to one."""
    return f"seat:{at}" if vocab == "seat" else f"thing:{game.spec.name}/{vocab}={at}"
