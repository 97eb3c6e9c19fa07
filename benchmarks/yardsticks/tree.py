# pyright: reportMissingImports=false
# OpenSpiel is optional: what needs it imports it where it is used.
"""All histories of a small two-seat game, policies of it as tables, their mean, and what OpenSpiel says they can lose.

A policy is float64 (information states, actions): the shares of the actions in each information state of either seat,
0 where illegal. Sequence form and exploitability: von Stengel 1996; Lanctot and others 2019, "OpenSpiel".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.benchmarks.yardsticks.leduc import SPEC as LEDUC
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.core.spec import GameSpec

YARDSTICKS: dict[str, GameSpec] = {spec.name: spec for spec in (KUHN, LEDUC)}
# Of each game: OpenSpiel's name of it, and our names of OpenSpiel's actions. Cards have the same numbers.
PEERS = {"kuhn": ("kuhn_poker", ("pass", "bet")), "leduc": ("leduc_poker", ("fold", "call", "raise"))}


@dataclass(frozen=True)
class Information:
    """The information states, numbered so that each comes after those its seat was in before.

    ``seen``: the compact observation, int16 (n, compact_size), by which it is told from the others. ``masks``: int8
    (n, actions). ``before``: the state in which the same seat decided last; ``by``: the action it took there; -1 where
    it had not decided.
    """

    seen: np.ndarray
    masks: np.ndarray
    before: np.ndarray
    by: np.ndarray

    @cached_property
    def index(self) -> dict[bytes, int]:
        return {row.tobytes(): k for k, row in enumerate(self.seen)}

    def number(self, state: State) -> int:
        """The information state of the seat that decides in ``state``."""
        return self.index[state.observe(state.seat, "compact").tobytes()]

    @property
    def uniform(self) -> np.ndarray:
        """The policy of all legal actions alike."""
        return self.masks / self.masks.sum(1, keepdims=True)

    def reach(self, policy: np.ndarray) -> np.ndarray:
        """Of each information state, the probability that its seat's own actions lead there, float64 (n,)."""
        out = np.ones(len(policy))
        for k in np.flatnonzero(self.before >= 0):
            out[k] = out[self.before[k]] * policy[self.before[k], self.by[k]]
        return out


class Tree:
    """All histories of a game of two seats whose only chance is its deck."""

    def __init__(self, game: Game):
        self.game = game

    def deals(self) -> Iterator[State]:
        """Every beginning."""
        plain = self.game.new()
        left = int(plain.record["deck_count"])
        cards = len(self.game.content.sections["card"])
        for places in product(*(range(n) for n in range(cards, left, -1))):
            yield self.game.new(forced=[("deck", place) for place in places])

    def after(self, state: State, action: int) -> list[State]:
        """What ``action`` leads to: one state, or one for each card that may be drawn."""
        before, plain = int(state.record["deck_count"]), state.clone().step(action)
        if int(plain.record["deck_count"]) == before:
            return [plain]
        return [state.clone().force(("deck", place)).step(action) for place in range(before)]

    def histories(self) -> Iterator[tuple[State, tuple[tuple[bytes, int], ...]]]:
        """Every history, those before it first, with each seat's latest observation and action, (b"", -1) for none."""
        todo = [(state, ((b"", -1), (b"", -1))) for state in self.deals()]
        while todo:
            state, own = todo.pop()
            yield state, own
            if state.is_over:
                continue
            seen = state.observe(state.seat, "compact").tobytes()
            for action in np.flatnonzero(state.legal()).tolist():
                later = tuple((seen, action) if p == state.seat else last for p, last in enumerate(own))
                todo += [(next_, later) for next_ in self.after(state, action)]

    @cached_property
    def information(self) -> Information:
        """The information states of both seats."""
        rows: dict[bytes, tuple[np.ndarray, np.ndarray, int, int]] = {}
        number = {b"": -1}
        for state, own in self.histories():
            if state.is_over:
                continue
            seen = state.observe(state.seat, "compact")
            if seen.tobytes() not in number:
                number[seen.tobytes()] = len(rows)
                last, action = own[state.seat]
                rows[seen.tobytes()] = seen, state.legal(), number[last], action
        return Information(*(np.array(column) for column in zip(*rows.values(), strict=True)))


class Average:
    """The policy that is worth as much as drawing one of some policies for each game: the mean of their actions in an
    information state, weighted by the probability of each that it leads there."""

    def __init__(self, information: Information):
        self.information = information
        self.sums = np.zeros(information.masks.shape)

    def add(self, policy: np.ndarray, weight: float = 1.0) -> None:
        """Have ``policy`` drawn ``weight`` times as often as one of weight 1."""
        self.sums += weight * self.information.reach(policy)[:, None] * policy

    @property
    def policy(self) -> np.ndarray:
        """Where none of the policies leads, all legal actions are alike."""
        total = self.sums.sum(1, keepdims=True)
        return np.where(total > 0, self.sums / np.where(total > 0, total, 1), self.information.uniform)


class Peer:
    """A yardstick beside OpenSpiel's game; raises ModuleNotFoundError where that is not installed."""

    def __init__(self, tree: Tree):
        import pyspiel

        name, self.moves = PEERS[tree.game.spec.name]
        self.tree, self.game = tree, pyspiel.load_game(name)

    def replay(self, peer: Any) -> State:
        """Our state after the history of OpenSpiel's state ``peer``, in which no chance is pending."""
        cards, moves = [], []
        before = self.game.new_initial_state()
        for action in peer.history():
            (cards if before.is_chance_node() else moves).append(action)
            before.apply_action(action)
        places = [card - sum(c < card for c in cards[:k]) for k, card in enumerate(cards)]  # among those not dealt
        state = self.tree.game.new(forced=[("deck", place) for place in places])
        for move in moves:
            state.step(self.moves[move])
        return state

    @cached_property
    def _blank(self) -> tuple[Any, list[int]]:
        """A TabularPolicy, and of each row the number of our information state."""
        from open_spiel.python.policy import TabularPolicy

        out = TabularPolicy(self.game)
        return out, [self.tree.information.number(self.replay(state)) for state in out.states]

    def tabular(self, policy: np.ndarray) -> Any:
        """``policy`` as OpenSpiel's TabularPolicy."""
        blank, rows = self._blank
        out = blank.__copy__()
        columns = [self.tree.game.actions.id(move) for move in self.moves]
        out.action_probability_array[:] = policy[rows][:, columns]
        return out

    def exploitability(self, policy: np.ndarray) -> float:
        """What best responses win from ``policy``, mean over the seats, in chips a game: half of NashConv."""
        from open_spiel.python.algorithms import exploitability

        return float(exploitability.exploitability(self.game, self.tabular(policy)))
