"""Two rivals who do not see each other's cards: what a policy can lose, and play that can lose nothing.

An information state is what a seat has seen whenever it had to decide, and what it did then: it forgets nothing. Best
responses and exploitability are exact; ``solve`` comes as near to an equilibrium as it is given iterations (CFR+:
Tammelin 2014; Bowling and others 2015).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game, State

from .chance import Chance
from .graph import MOST, Same

SEATS = 2

Last = tuple[int, int]  # the latest move of each seat, -1 before its first


@dataclass(frozen=True)
class Layer:
    """The ways from histories after so many decisions, one for each result of a move: ``src`` and ``dst``, histories;
    ``move``, an action in an information state; ``chance``, how likely the result is; ``seat``, who moves."""

    src: np.ndarray
    dst: np.ndarray
    move: np.ndarray
    chance: np.ndarray
    seat: np.ndarray


@dataclass
class _Information:
    """Information states and their moves, numbered as they are met: a state after those its seat was in before."""

    number: dict[tuple[int, bytes], int] = field(default_factory=dict)
    seen: list[np.ndarray] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)  # move
    action: list[int] = field(default_factory=list)  # of each move
    state: list[int] = field(default_factory=list)  # of each move

    def moves(self, state: State, last: int) -> list[tuple[int, int]]:
        """The moves and actions of the seat that decides in ``state``, whose latest move was ``last``."""
        legal, seen = np.flatnonzero(state.legal()).tolist(), state.observe(state.seat, "compact")
        k = self.number.setdefault((last, seen.tobytes()), len(self.seat))
        if k == len(self.seat):
            self.seen.append(seen)
            self.seat.append(state.seat)
            self.before.append(last)
            self.first.append(len(self.action))
            self.action += legal
            self.state += [k] * len(legal)
        return list(enumerate(legal, self.first[k]))


@dataclass
class _Histories:
    """Histories, numbered as they are met; equal positions with the same information are one."""

    game: Game
    most: int
    same: Same
    number: dict[tuple[bytes, Last], int] = field(default_factory=dict)
    payoff: list[float] = field(default_factory=list)
    new: list[tuple[int, State, Last]] = field(default_factory=list)

    def at(self, row: np.ndarray, mask: np.ndarray, last: Last) -> int:
        k = self.number.setdefault((self.same.key(row), last), len(self.payoff))
        if k == self.most:
            raise ConfigError(f"{self.game.spec.id}: more than {self.most} histories")
        if k == len(self.payoff):
            state = State(self.game, row)
            state._mask[:] = mask
            self.payoff.append(float(state.returns[0]) if state.is_over else 0.0)
            self.new.append((k, state, last))
        return k


class Rivals:
    """All histories of a game of two seats whose returns sum to zero; equal ones are one.

    A policy of both seats is float64 (moves,), the probability of each move in its information state.

    seat: int (states,), who decides in an information state. before: int (states,), the move by which its seat came
    there, -1 for its first decision. depth: int (states,), how many decisions that seat took before. action, state: int
    (moves,), of each move. observations, masks: what is seen in each information state, compact, int16 (states, size),
    and its legal actions, int8 (states, n_actions).

    Raises ConfigError for more seats, or more than ``most`` histories.
    """

    def __init__(self, game: Game, most: int = MOST):
        if game.num_players != SEATS:
            raise ConfigError(f"{game.spec.id}: {game.num_players} seats, rivals are {SEATS}")
        self.game = game
        known, met, chance = _Information(), _Histories(game, most, Same(game, merge=False)), Chance(game)
        starts = [(met.at(row, mask, (-1, -1)), p) for p, row, mask in chance.begin()]
        self._layers = []
        while met.new:
            now, met.new = met.new, []
            if ways := [way for k, state, last in now for way in _ways(k, state, last, known, met, chance)]:
                self._layers.append(Layer(*(np.array(column) for column in zip(*ways, strict=True))))
        self.seat, self.before = np.array(known.seat), np.array(known.before)
        self.action, self.state = np.array(known.action), np.array(known.state)
        self.observations = np.array(known.seen)
        self.masks = np.zeros((len(self.seat), game.n_actions), np.int8)
        self.masks[self.state, self.action] = 1
        self._first = np.array([*known.first, len(self.action)])
        self._payoff, self._start = np.array(met.payoff), np.zeros(len(met.payoff))
        for k, p in starts:
            self._start[k] += p
        self.depth = np.zeros(len(self.seat), int)
        for k in np.flatnonzero(self.before >= 0).tolist():
            self.depth[k] = self.depth[self.state[self.before[k]]] + 1

    @property
    def histories(self) -> int:
        return len(self._payoff)

    @property
    def uniform(self) -> np.ndarray:
        """The policy of all legal actions alike."""
        return 1 / np.bincount(self.state)[self.state]

    def of(self, shares: np.ndarray) -> np.ndarray:
        """The policy that takes actions with these probabilities, float64 (states, n_actions)."""
        return shares[self.state, self.action]

    def value(self, policy: np.ndarray) -> float:
        """What the first seat gets in the mean."""
        return float(self._start @ self._values(policy))

    def best_response(self, policy: np.ndarray, seat: int) -> float:
        """The most that ``seat`` can get against ``policy`` of the other one."""
        sign, reach = (1, -1)[seat], self._reach(policy, seat)
        answer = policy.copy()
        mine = self.seat == seat
        for depth in range(self.depth[mine].max(initial=-1), -1, -1):  # later decisions are the best ones already
            worth = sign * self._worth(reach, self._values(answer))
            for k in np.flatnonzero(mine & (self.depth == depth)).tolist():
                own = slice(self._first[k], self._first[k + 1])
                answer[own] = 0
                answer[self._first[k] + int(np.argmax(worth[own]))] = 1
        return sign * self.value(answer)

    def exploitability(self, policy: np.ndarray) -> float:
        """What best responses win from a policy, mean over the seats: half of NashConv."""
        return sum(self.best_response(policy, seat) for seat in range(SEATS)) / SEATS

    def solve(self, iterations: int = 1000) -> np.ndarray:
        """A policy near an equilibrium: the mean of CFR+, later iterations counting more."""
        regret, mean = np.zeros(len(self.action)), np.zeros(len(self.action))
        for n in range(1, iterations + 1):
            for seat in range(SEATS):
                policy = self._matching(regret)
                mine = self.seat[self.state] == seat
                worth = (1, -1)[seat] * self._worth(self._reach(policy, seat), self._values(policy))
                gained = worth - np.bincount(self.state, policy * worth)[self.state]
                regret[mine] = np.maximum(regret + gained, 0)[mine]
                mean[mine] += n * (self._own(self._matching(regret)) * self._matching(regret))[mine]
        return self._matching(mean)

    def _matching(self, weights: np.ndarray) -> np.ndarray:
        """Moves by their weight in their information state; all alike where none has any."""
        total = np.bincount(self.state, weights)[self.state]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), self.uniform)

    def _own(self, policy: np.ndarray) -> np.ndarray:
        """Of each move, the probability that its seat's earlier moves lead to it."""
        reach = np.ones(len(self.seat))
        for depth in range(1, self.depth.max(initial=0) + 1):
            at = np.flatnonzero(self.depth == depth)
            last = self.before[at]
            reach[at] = reach[self.state[last]] * policy[last]
        return reach[self.state]

    def _values(self, policy: np.ndarray) -> np.ndarray:
        """What the first seat gets in the mean from each history."""
        value = self._payoff.copy()
        for layer in reversed(self._layers):
            value += np.bincount(layer.src, layer.chance * policy[layer.move] * value[layer.dst], len(value))
        return value

    def _reach(self, policy: np.ndarray, seat: int) -> np.ndarray:
        """How likely each history is where ``seat`` does all to come there."""
        reach = self._start.copy()
        for layer in self._layers:
            theirs = np.where(layer.seat == seat, 1.0, policy[layer.move])
            reach += np.bincount(layer.dst, reach[layer.src] * layer.chance * theirs, len(reach))
        return reach

    def _worth(self, reach: np.ndarray, value: np.ndarray) -> np.ndarray:
        """Of each move, what the first seat gets after it, histories weighted by ``reach``."""
        out = np.zeros(len(self.action))
        for layer in self._layers:
            out += np.bincount(layer.move, reach[layer.src] * layer.chance * value[layer.dst], len(out))
        return out


def _ways(
    k: int, state: State, last: Last, known: _Information, met: _Histories, chance: Chance
) -> list[tuple[int, int, int, float, int]]:
    """The columns of a Layer for what history ``k`` leads to."""
    if state.is_over:
        return []
    seat, out = state.seat, []
    for move, action in known.moves(state, last[seat]):
        after = (move, last[1]) if seat == 0 else (last[0], move)
        out += [(k, met.at(row, mask, after), move, p, seat) for p, row, mask in chance.after(state.row, action)]
    return out
