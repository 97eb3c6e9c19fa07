"""Information-set Monte-Carlo tree search: plans for one seat with what that seat may know.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012). Every simulation deals the hidden cards anew,
walks one shared tree as far as the actions legal in *this* deal lead, adds one node, and plays the game out.
A node stands for a sequence of actions, not for a position, so chance needs no nodes of its own; it keeps the
mean return of every seat, and the seat that decides maximises its own, whatever the teams are.
"""

from __future__ import annotations

import math
import time

import numpy as np

from ..envs.core.drive import ask, choose, count_legal, redeal, step
from ..envs.core.encoder import encode
from ..envs.core.errors import ConfigError, EngineError
from ..envs.core.game import Game, View
from ..envs.core.header import MAX_SEATS, RUNNING
from ..envs.core.jit import head, kernel
from ..envs.core.rng import hash_seed, mix, pick_below
from .base import Agent, whole_number
from .mc import copy_row
from .scripted import Scripted, greedy_agent, random_agent

# Columns of a tree: the node above, the action that leads here, the newest node below, the next one beside,
# times taken, times it could have been taken.
PARENT, ACTION, CHILD, SIBLING, VISITS, OFFERED = 0, 1, 2, 3, 4, 5
COLUMNS = 6
ROOT = 0

CHUNK = 16  # simulations between two looks at the clock
GROW = 200  # default of ``grow`` with greedy rollouts
NODES = 1 << 16  # room of a tree with a budget of time; a full tree is still walked and played out


@kernel
def select(tree, totals, node, seat, c, mask):
    """The child of ``node`` to follow, by upper confidence bound for ``seat``; or -1 where a legal action has no
    child yet: ``mask`` is then left with those actions."""
    fresh = count_legal(mask)
    best = -1
    best_bound = 0.0
    child = tree[node, CHILD] + 0
    while child >= 0:
        if mask[tree[child, ACTION]] == 1:
            fresh -= 1
            tree[child, OFFERED] += 1
            visits = tree[child, VISITS]
            bound = totals[child, seat] / visits + c * math.sqrt(math.log(tree[child, OFFERED]) / visits)
            if best < 0 or bound > best_bound:
                best = child
                best_bound = bound
        child = tree[child, SIBLING] + 0
    if fresh == 0:
        return best
    child = tree[node, CHILD] + 0
    while child >= 0:
        mask[tree[child, ACTION]] = 0
        child = tree[child, SIBLING] + 0
    return -1


@kernel
def add_node(tree, totals, node, action, nodes):
    """Make node ``nodes`` the newest child of ``node``."""
    tree[nodes, PARENT] = node
    tree[nodes, ACTION] = action
    tree[nodes, CHILD] = -1
    tree[nodes, SIBLING] = tree[node, CHILD]
    tree[nodes, VISITS] = 0
    tree[nodes, OFFERED] = 1
    for p in range(MAX_SEATS):
        totals[nodes, p] = 0.0
    tree[node, CHILD] = nodes


@kernel
def play_out(F, T, X, A, S, i, row, obs, mask, W, greed, cutoff, rng):
    """Play row ``i`` on, to its end or for ``cutoff`` decisions: by scripted agent ``A[0]`` where ``greed`` is 1,
    else at random."""
    h = head(S, i)
    left = cutoff
    while h.over == RUNNING and h.error == 0 and left > 0:
        left -= 1
        if greed == 1:
            encode(X, h.seat, S, i, obs)
            action = ask(A, 0, T, X, row, obs, mask, W, rng)
        else:
            action = choose(mask, rng)
        step(F, T, S, i, action, mask)


@kernel
def is_grown(tree, node, grow):
    """1 where a node may have children: the root, and what was visited ``grow`` times."""
    return 1 if node == ROOT or tree[node, VISITS] >= grow else 0


@kernel
def descend(F, T, S, i, c, grow, tree, totals, mask):
    """Walk the tree with row ``i`` to a node not visited ``grow`` times yet, or with an action not tried yet
    (``mask`` then holds those), or to the end of the game. Returns the node."""
    h = head(S, i)
    node = ROOT
    while h.over == RUNNING and h.error == 0 and is_grown(tree, node, grow) == 1:
        child = select(tree, totals, node, h.seat, c, mask)
        if child < 0:
            return node
        node = child
        step(F, T, S, i, tree[node, ACTION], mask)
    return node


@kernel
def back_up(tree, totals, node, s):
    """Count the finished game of row ``s`` in ``node`` and every node above it."""
    while node >= 0:
        tree[node, VISITS] += 1
        for p in range(s.players):
            totals[node, p] += s.returns[p]
        node = tree[node, PARENT] + 0


@kernel
def simulate(F, T, K, X, A, S, row, obs, mask, W, seat, sims, c, grow, greed, cutoff, tree, totals, nodes, rng):
    """Run ``sims`` simulations from re-deals of ``S[0]``, played in ``S[1]``, on a tree of ``nodes`` nodes.

    Returns the number of nodes then, or -1 where a row stopped by an error.
    """
    h = head(S, 1)
    for _ in range(sims):
        copy_row(S, 0, 1)
        pick_below(rng, 1)
        redeal(F, T, K, S, 1, seat, mix(rng[0]), mask)
        node = descend(F, T, S, 1, c, grow, tree, totals, mask)
        if h.over == RUNNING and h.error == 0 and is_grown(tree, node, grow) == 1 and nodes < len(tree):
            action = choose(mask, rng)
            add_node(tree, totals, node, action, nodes)
            node = nodes
            nodes += 1
            step(F, T, S, 1, action, mask)
        play_out(F, T, X, A, S, 1, row, obs, mask, W, greed, cutoff, rng)
        if h.error != 0:
            return -1
        back_up(tree, totals, node, h)
    return nodes


class Search(Agent):
    """Information-set Monte-Carlo tree search.

    sims or ms: the budget of a move, in simulations (reproducible for a seed) or in milliseconds.
    c: weight of exploration in the confidence bound, on the scale of returns (-1 to 1).
    rollout: who plays a simulation to its end: "greedy", the game's scripted agent; "random"; or "auto", greedy
    where the game has it.
    grow: visits after which a node other than the root gets children of its own; 0 for 1 with random rollouts
    and 200 with greedy ones. Below a node that is too young, sensible play gives way to trying everything once,
    which made 3,000 simulations of Age of Madness no better than greedy.
    cutoff: decisions after which an unfinished simulation counts as drawn; 0 for none.

    The move is the one tried most often (the robust child).
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        sims: int = 0,
        ms: int = 0,
        c: float = 1.4,
        rollout: str = "auto",
        cutoff: int = 0,
        grow: int = 0,
    ):
        super().__init__(game, "search")
        if sims and ms:
            raise ConfigError("agent 'search': give sims or ms, not both")
        self.sims = whole_number("search", "sims", sims, 0, 10_000_000)
        self.ms = whole_number("search", "ms", ms if ms or sims else 200, 0, 10_000_000)
        if not 0 <= c < math.inf:
            raise ConfigError(f"agent 'search': c is {c!r}, allowed 0 and more")
        self._policy = _rollout_policy(game, rollout)
        self.greed, self.c = int(self._policy.name == "greedy"), c
        self.grow = whole_number("search", "grow", grow, 0, 10_000_000) or (GROW if self.greed else 1)
        self.cutoff = whole_number("search", "cutoff", cutoff, 0, 32767) or 32767
        self._make_room(min(self.sims + 1, NODES) if self.sims else NODES)
        self.reset(seed)

    def _make_room(self, nodes: int) -> None:
        game = self.game
        self._tree, self._totals = np.zeros((nodes, COLUMNS), np.int32), np.zeros((nodes, MAX_SEATS))
        self._rows, self._seen = np.zeros((2, game.width), np.int16), np.zeros((1, game.width), np.int16)
        self._mask, self._obs = np.zeros(game.n_actions, np.int8), np.zeros(game.compact_size, np.int16)
        self._rng = np.zeros(1, np.uint64)

    def reset(self, seed: int) -> None:
        self._rng[0] = hash_seed(seed)

    def act(self, view: View) -> int:
        deadline = time.perf_counter() + self.ms / 1000
        legal = self.options(view)
        if len(legal) == 1:
            return int(legal[0])
        self._rows[0] = view.row[0]
        self._tree[ROOT] = -1, -1, -1, -1, 0, 0
        self._totals[ROOT] = 0.0
        if self.sims:
            self._simulate(view.seat, self.sims, 1)
        else:
            nodes = self._simulate(view.seat, CHUNK, 1)
            while time.perf_counter() < deadline:
                nodes = self._simulate(view.seat, CHUNK, nodes)
        return self._robust(view.seat)

    def _simulate(self, seat: int, sims: int, nodes: int) -> int:
        """Run simulations on a tree of ``nodes`` nodes; returns its nodes then. Raises EngineError."""
        g = self.game
        nodes = simulate(
            g.F,
            g.T,
            g.K,
            g.X,
            self._policy.table,
            self._rows,
            g.template,
            self._obs,
            self._mask,
            self._seen,
            seat,
            sims,
            self.c,
            self.grow,
            self.greed,
            self.cutoff,
            self._tree,
            self._totals,
            nodes,
            self._rng,
        )
        if nodes < 0:
            raise EngineError(f"{g.spec.id}: a simulated game ended in an error")
        return nodes

    def _robust(self, seat: int) -> int:
        """The action tried most often; of several, the one with the best mean."""
        best, child = (-1, 0.0, -1), int(self._tree[ROOT, CHILD])
        while child >= 0:
            visits = int(self._tree[child, VISITS])
            best = max(best, (visits, self._totals[child, seat] / visits, int(self._tree[child, ACTION])))
            child = int(self._tree[child, SIBLING])
        return best[2]


def _rollout_policy(game: Game, rollout: str) -> Scripted:
    """The agent that plays simulations to their end; raises ConfigError."""
    if rollout not in ("auto", "random", "greedy"):
        raise ConfigError(f"agent 'search': rollout is {rollout!r}, allowed auto, random, greedy")
    if rollout == "random":
        return random_agent(game)
    try:
        return greedy_agent(game)
    except ConfigError:
        if rollout == "greedy":
            raise
        return random_agent(game)
