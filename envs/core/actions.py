"""One flat action space per game, generated from a declaration of blocks in fixed order.

Ids depend on capacities only, never on today's players, options or content; names come from the content.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Block:
    """A verb and its arguments; each argument names a vocabulary, ``seat`` counts from the decider.

    places: arguments printed as ``@place`` instead of ``:thing``.
    """

    verb: str
    args: tuple[str, ...] = ()
    meaning: str = ""
    places: tuple[str, ...] = ()


class ActionTable:
    """The ids of a game: ``n`` in all, ``base[verb]`` where a block starts, last argument fastest.

    sizes: places of every vocabulary an argument names, at full capacity.
    """

    def __init__(self, blocks: list[Block], sizes: dict[str, int]):
        self.blocks, self.sizes = tuple(blocks), dict(sizes)
        self.base: dict[str, int] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.n = 0
        for b in self.blocks:
            if b.verb in self.base:
                raise ValueError(f"verb {b.verb!r} declared twice")
            self.base[b.verb] = self.n
            self.shapes[b.verb] = tuple(sizes[a] for a in b.args)
            self.n += int(np.prod(self.shapes[b.verb], dtype=int))
        self.arguments = tuple(dict.fromkeys(a for b in self.blocks for a in b.args))

    def rows(self) -> np.ndarray:
        """Each id as integers, int16 (n, 1 + arguments): verb, then each argument or -1."""
        out = np.full((self.n, 1 + len(self.arguments)), -1, np.int16)
        for v, b in enumerate(self.blocks):
            for k, index in enumerate(np.ndindex(*self.shapes[b.verb])):
                out[self.base[b.verb] + k, 0] = v
                for a, i in zip(b.args, index, strict=True):
                    out[self.base[b.verb] + k, 1 + self.arguments.index(a)] = i
        return out

    def hash_parts(self) -> str:
        """Text of everything ids depend on."""
        return repr([(b.verb, b.args, self.shapes[b.verb]) for b in self.blocks])

    def named(self, labels: dict[str, list[str]]) -> Actions:
        """The table with the names of a game's content."""
        return Actions(self, labels)


class Actions:
    """Ids and names of one game: ``name(id)`` and ``id(name)`` are inverse."""

    def __init__(self, table: ActionTable, labels: dict[str, list[str]]):
        self.table, self.n = table, table.n
        self._names: list[str] = []
        for b in table.blocks:
            for index in np.ndindex(*table.shapes[b.verb]):
                self._names.append(_name(b, index, labels))
        self._ids = {name: k for k, name in enumerate(self._names)}
        if len(self._ids) != self.n:
            raise ValueError("two actions share a name")

    def name(self, action: int) -> str:
        """The name of an id; raises IndexError."""
        if not 0 <= action < self.n:
            raise IndexError(f"action {action}, allowed 0..{self.n - 1}")
        return self._names[action]

    def id(self, name: str) -> int:
        """The id of a name; raises KeyError."""
        return self._ids[name]

    def __len__(self):
        return self.n

    def __iter__(self):
        return iter(self._names)

    def __contains__(self, name):
        return name in self._ids


def _name(block: Block, index: tuple[int, ...], labels: dict[str, list[str]]) -> str:
    if block.verb == "seat":
        return f"seat+{index[0]}"
    things, tail = [], ""
    for arg, i in zip(block.args, index, strict=True):
        if arg == "seat":
            tail = f">seat+{i}" + tail
        elif arg in block.places:
            tail += f"@{labels[arg][i]}"
        else:
            things.append(labels[arg][i])
    return block.verb + "".join(f":{t}" for t in things) + tail
