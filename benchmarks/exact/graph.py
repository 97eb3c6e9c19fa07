"""All positions of a game, equal ones being one, and what is expected from them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

import numpy as np

from elderzoo.agents.base import Agent
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game, State

from .chance import SEEDS, Chance, Result

MOST = 2_000_000  # positions
# What a position was before, and generators: no rule reads them.
FORGOTTEN = ("seed", "stream", "forced", "forced_n", "notes", "note_count", "decisions")
TOLD = ("events", "event_count")  # nor these, but rivals learn from them
UNORDERED = ("market",)  # fields of places whose order means nothing
NAMED = ("id", "name", "text", "provenance")  # what cards that are alike may differ in

# The probabilities with which the seat that decides takes each action, float64 (n_actions,).
Policy = Callable[[State], np.ndarray]


@dataclass
class Choice:
    """An action of a position: how likely a policy takes it, where it leads, by position, and how many decisions that
    takes in the mean, those among them that the engine plays itself."""

    action: int
    share: float
    after: dict[int, float]
    took: float


@dataclass
class Graph:
    """Positions by number. ``begins``: how likely a game begins with each, ``begun``: after how many decisions.
    ``choices``: of each, none where the game is over. ``returns``: of those that are over, float64 (players,).
    ``order``: every position, after all it leads to."""

    game: Game
    begins: dict[int, float]
    begun: float
    choices: list[list[Choice]]
    returns: dict[int, np.ndarray]
    order: list[int]

    def expected(self) -> tuple[np.ndarray, float]:
        """What every seat gets in the mean, float64 (players,), and how many decisions a game has."""
        players = self.game.num_players
        value = np.zeros((len(self.choices), players + 1))
        for k in self.order:
            if k in self.returns:
                value[k, :players] = self.returns[k]
            for choice in self.choices[k]:
                value[k] += choice.share * _mean(value, choice.after)
                value[k, players] += choice.share * choice.took
        mean = _mean(value, self.begins)
        return mean[:players], self.begun + float(mean[players])

    def best(self) -> float:
        """The most that a single player can get in the mean. Raises ConfigError for more seats."""
        return float(_mean(self.best_from(), self.begins))

    def best_from(self) -> np.ndarray:
        """The same from each position, float64 (positions,).

        A position holds no more than its player sees: what is hidden, the order of decks, is drawn when it is needed.
        """
        if self.game.num_players != 1:
            raise ConfigError(f"{self.game.spec.id}: the best play of {self.game.num_players} seats is not looked for")
        value = np.zeros(len(self.choices))
        for k in self.order:
            worth = [_mean(value, choice.after) for choice in self.choices[k]]
            value[k] = self.returns[k][0] if k in self.returns else max(worth)
        return value


def explore(game: Game, policy: Policy | None = None, merge: bool = True, most: int = MOST) -> Graph:
    """Every position that ``policy`` on all seats can lead to; all legal actions alike unless told.

    merge: whether positions that differ in nothing but names count as one: cards that are alike, places without
        order (``UNORDERED``). A policy that goes by such names is judged with False only.

    Raises ConfigError where there are more than ``most`` positions, or they come round again.
    """
    chance, same = Chance(game), Same(game, merge)
    number: dict[bytes, int] = {}
    choices: list[list[Choice]] = []
    returns: dict[int, np.ndarray] = {}
    todo: list[tuple[int, State]] = []

    def at(row: np.ndarray, mask: np.ndarray) -> int:
        key = same.key(row)
        if key not in number:
            if len(number) == most:
                raise ConfigError(f"{game.spec.id}: more than {most} positions")
            number[key] = len(number)
            choices.append([])
            state = State(game, row)
            state._mask[:] = mask
            todo.append((number[key], state))
        return number[key]

    def led(results: Iterable[Result]) -> tuple[dict[int, float], float]:
        """Where results lead, by position, and the decisions that were taken by then."""
        out: dict[int, float] = {}
        taken = 0.0
        for p, row, mask in results:
            k = at(row, mask)
            out[k] = out.get(k, 0.0) + p
            taken += p * int(game.spec.schema.record(row)["decisions"])
        return out, taken

    begins, begun = led(chance.begin())
    while todo:
        k, state = todo.pop()
        if state.is_over:
            returns[k] = state.returns
            continue
        before = int(state.record["decisions"])
        shares = uniform(state) if policy is None else policy(state)
        for action in np.flatnonzero(shares).tolist():
            after, taken = led(chance.after(state.row, action))
            choices[k].append(Choice(action, float(shares[action]), after, taken - before))
    leads = {k: {at for choice in own for at in choice.after} for k, own in enumerate(choices)}
    try:
        order = list(TopologicalSorter(leads).static_order())
    except CycleError:
        raise ConfigError(f"{game.spec.id}: positions come round again") from None
    return Graph(game, begins, begun, choices, returns, order)


def uniform(state: State) -> np.ndarray:
    """The policy of all legal actions alike."""
    legal = state.legal()
    return legal / legal.sum()


def of_agent(agent: Agent) -> Policy:
    """The policy of an agent that draws no lots: its action. It raises ConfigError where that depends on a seed."""

    def policy(state: State) -> np.ndarray:
        shares, view = np.zeros(state.game.n_actions), state.view(state.seat)
        for seed in SEEDS:
            agent.reset(seed)
            shares[agent.act(view)] = 1
        if shares.sum() > 1:
            raise ConfigError(f"agent {agent.name!r} draws lots: nothing is exact about it")
        return shares

    return policy


def _mean(value: np.ndarray, by: dict[int, float]) -> np.ndarray:
    """The mean of ``value`` over positions, by their probabilities."""
    return np.array(list(by.values())) @ value[list(by)]


class Same:
    """Tells which positions are one: ``key`` is the same for them. ``told``: whether it matters what everybody was told
    on the way."""

    def __init__(self, game: Game, merge: bool, told: bool = False):
        self._row = np.zeros((1, game.width), np.int16)
        self._record = game.spec.schema.record(self._row)
        self._forgotten = FORGOTTEN if told else FORGOTTEN + TOLD
        self._alike = _alike(game) if merge else {}
        self._unordered = [f for f in UNORDERED if merge and f in game.spec.schema.by_name]

    def key(self, row: np.ndarray) -> bytes:
        self._row[:] = row
        for field in self._forgotten:
            self._record[field] = 0
        for field, first in self._alike.items():
            value = self._record[field]
            self._record[field] = np.where(value >= 0, first[value], value)
        for field in self._unordered:
            self._record[field].sort()
        return hashlib.blake2b(self._row.tobytes(), digest_size=16).digest()


def _alike(game: Game) -> dict[str, np.ndarray]:
    """Of fields that name a card: its kind -> the first kind that is the same but for its name."""
    out = {}
    for vocab, section in game.spec.content.labels.items():
        fields = [f for f in game.spec.schema.by_name.values() if vocab == f.vocab or vocab in (f.axes or ())]
        if not isinstance(section, str) or not all(f.what == "category" and f.vocab == vocab for f in fields):
            continue  # they are counted by kind as well
        cards = [{k: v for k, v in c.items() if k not in NAMED} for c in game.content.sections[section]]
        first = np.arange(game.sizes[vocab])
        first[: len(cards)] = [cards.index(card) for card in cards]
        out |= {f.name: first for f in fields}
    return out
