"""Playing for the own learner: decisions of every seat it holds, each with what came of it.

Every (row, seat) of a batch of games is a stream of decisions. What a seat is paid after one of its decisions and
before its next one, on whoever's turn, belongs to that decision; the last one of a game gets what the seat was paid
until the end. A seat's latest decision in a game going on waits for its next one: it is *carried* into the next round
of playing, so that its advantage is never guessed from somebody else's turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..agents.base import Agent
from ..agents.features import Features, encode_rows
from ..agents.nets import OFF, Ends, Towers, choose, lean
from ..agents.scripted import Scripted
from ..envs.core.game import Game, State
from ..envs.core.rng import hash_seed
from ..envs.vector import VectorEnv

LEARNER = 0  # code of the learner among those who hold seats


class Guest:
    """Somebody else who holds seats: an agent, or a network of the learner's shape, which needs no agent around it."""

    def __init__(self, name: str, agent: Agent | None = None, net: Towers | None = None, ends: Ends | None = None):
        self.name, self.agent, self.net, self.ends = name, agent, net, ends
        self.games, self.wins = 0, 0.0  # of finished games of training; wins of the guest


class Store:
    """Decisions in arrays that are filled from the front; ``n`` of them are there.

    ``own`` and ``full``: float32 features. ``legal``: 0, or OFF for an illegal action. The ``action`` taken, its
    ``log`` probability, the predicted ``value``; ``taught``: what the teacher would do, where there is one; ``row``,
    ``seat``, ``head`` (which value), ``past`` memory. After ``credit`` the ``advantage``, and ``ready`` where it is
    known.
    """

    def __init__(self, capacity: int, own: int, full: int, actions: int, memory: int):
        self.capacity, self.n = capacity, 0
        self.own, self.full = torch.zeros(capacity, own), torch.zeros(capacity if full else 0, full)
        self.legal = torch.zeros(capacity, actions)
        self.action, self.taught, self.row, self.seat, self.head = torch.zeros(5, capacity, dtype=torch.int64)
        self.log, self.value, self.advantage = torch.zeros(3, capacity)
        self.past = torch.zeros(capacity if memory else 0, memory)
        self.ready = np.zeros(capacity, bool)
        self.owed = np.zeros(capacity)  # paid already for a decision that is not ready
        self.starts: list[int] = []  # where the decisions of each step begin; those before the first are carried ones
        self.rewards: list[np.ndarray] = []  # (rows, seats) of each step
        self.ends: list[np.ndarray] = []  # bool (rows,) of each step

    @property
    def tensors(self) -> dict[str, Tensor]:
        """What is kept of a decision that is carried on."""
        names = ("own", "full", "legal", "action", "taught", "log", "value", "row", "seat", "head", "past")
        return {name: tensor for name in names if len(tensor := getattr(self, name))}

    def waiting(self) -> dict[str, Tensor]:
        """The decisions that are not ready yet, copied, with what they are ``owed``."""
        left = torch.from_numpy(np.flatnonzero(~self.ready[: self.n]))
        kept = {name: tensor[left] for name, tensor in self.tensors.items()}
        return kept | {"owed": torch.from_numpy(self.owed)[left]}

    def begin(self, carried: Mapping[str, Tensor]) -> None:
        """Empty the store but for decisions ``carried`` on."""
        self.n = len(carried["owed"]) if carried else 0
        for name, tensor in self.tensors.items():
            tensor[: self.n] = carried[name] if self.n else 0
        self.owed[: self.n] = carried["owed"].numpy() if self.n else 0
        self.ready[:] = False
        self.starts, self.rewards, self.ends = [], [], []

    def dump(self) -> dict[str, Any]:
        """Copies of what there is to learn from, for ``load`` of another store."""
        kept = self.tensors | {"advantage": self.advantage}
        decisions = {name: tensor[: self.n].numpy().copy() for name, tensor in kept.items()}
        return {"decisions": decisions, "ready": self.ready[: self.n].copy(), "starts": self.starts, "ends": self.ends}

    def load(self, given: Mapping[str, Any]) -> None:
        """Hold what another store gave."""
        self.n = len(given["ready"])
        for name, array in given["decisions"].items():
            getattr(self, name)[: self.n] = torch.from_numpy(array)
        self.ready[:] = False
        self.ready[: self.n] = given["ready"]
        self.starts, self.ends = given["starts"], given["ends"]

    def credit(self, gamma: float, lam: float, seats: int) -> None:
        """Advantages of all decisions that have a successor, or whose game is over: generalised advantage estimation
        (Schulman and others 2016) along each seat's own decisions, latest first."""
        rows = len(self.rewards[0])
        value, advantage, due = np.zeros((3, rows, seats))  # of the seat's next decision; paid before it
        known = np.zeros((rows, seats), bool)
        row, seat, values = self.row.numpy(), self.seat.numpy(), self.value.numpy()
        bounds = [*self.starts, self.n]
        for t in reversed(range(-1, len(self.starts))):
            part = slice(bounds[t], bounds[t + 1]) if t >= 0 else slice(0, bounds[0])
            if t >= 0:
                over = self.ends[t]
                value[over], advantage[over], due[over], known[over] = 0, 0, 0, True
                due += self.rewards[t]
            at = row[part], seat[part]
            paid = due[at] + (self.owed[part] if t < 0 else 0)
            gained = paid + gamma * value[at] - values[part] + gamma * lam * advantage[at]
            self.ready[part], self.owed[part] = known[at], paid
            advantage[at] = np.where(known[at], gained, 0)
            value[at], due[at], known[at] = values[part], 0, True
            self.advantage[part] = torch.from_numpy(gained)


class Shard:
    """Part of a run's games of one kind, played side by side; nothing in it is shared with other shards.

    ``play`` fills ``store``. Randomness follows from ``seed`` and the round of playing, so that a shard's state is its
    games, who holds their seats, memories and carried decisions: ``state`` and ``restore``.
    """

    def __init__(
        self,
        game: Game,
        rows: int,
        steps: int,
        seed: int,
        own: Features,
        full: Features | None = None,
        memory: int = 0,
        sides: bool = False,
        by_side: bool = False,
    ):
        self.game, self.rows, self.seats, self.seed = game, rows, game.num_players, seed
        self.own, self.full, self.memory = own, full, memory
        self.vec = VectorEnv(game, rows, seed=hash_seed(seed, 1), threads=1)
        self.target = rows * steps
        # A step adds at most one decision a row, and of each row at most one decision a seat is carried.
        self.store = Store(self.target + rows * self.seats, own.size, full.size if full else 0, game.n_actions, memory)
        self.carried: dict[str, Tensor] = {}
        self.side_entry = side_entry(game) if sides or by_side else -1
        self.sides, self.by_side = sides, by_side
        self.who = np.zeros((rows, self.holders), np.int64)
        self.side_of = np.zeros((rows, self.seats), np.int64)  # by_side: each seat's place in ``who``, as last seen
        self.memories = torch.zeros(rows if memory else 0, self.seats, memory)
        self.lengths = np.zeros(rows, np.int64)  # the learner's decisions in the game going on
        self.guests: dict[int, Guest] = {}
        self.pool: list[tuple[int, float]] = [(LEARNER, 1.0)]
        self.all_rows = np.arange(rows)
        self.full_seen = np.zeros((rows if full else 0, game.compact_size), np.int16)
        self.teacher: Agent | None = None  # asked what to do; it is done but for this share of own moves:
        self.own_moves = 1.0
        self.base: Scripted | None = None  # whose policy the learner corrects
        self.base_logit = 0.0
        self.finished: list[tuple[float, int]] = []  # the learner's mean return and its decisions, of finished games
        self.vec.reset()
        self.begun = False

    @property
    def holders(self) -> int:
        """Places that are given to the learner or a guest: seats; or sides, the first for nobody's side yet."""
        return value_heads(self.game) if self.by_side else self.seats

    # ---------------------------------------------------------------------------------------- who plays

    def set_pool(self, guests: Mapping[int, Guest], pool: list[tuple[int, float]]) -> None:
        """Give the seats of later games to ``pool``, codes of ``guests`` and LEARNER by weight; games going on keep
        theirs."""
        seated = set(np.unique(self.who).tolist())
        kept = {code: guest for code, guest in self.guests.items() if code in seated}
        self.guests, self.pool = kept | dict(guests), pool

    def seat(self, rows: np.ndarray, rng: np.random.Generator) -> None:
        """Draw who holds the seats of the games beginning in ``rows``: the learner alone, or the learner one place and
        a guest the others."""
        codes = np.array([code for code, _ in self.pool])
        weights = np.array([weight for _, weight in self.pool])
        self.who[rows] = rng.choice(codes, size=len(rows), p=weights / weights.sum())[:, None]
        if self.by_side:
            self.who[rows, 0] = LEARNER
            self.who[rows, 1 + rng.integers(self.holders - 1, size=len(rows))] = LEARNER
        else:
            self.who[rows, rng.integers(self.seats, size=len(rows))] = LEARNER

    def holding(self) -> np.ndarray:
        """The code of who decides in each row."""
        if self.by_side:
            place = self.vec.compact[:, self.side_entry].astype(np.int64) + 1
            self.side_of[self.all_rows, self.vec.seat] = place
            return self.who[self.all_rows, place]
        return self.who[self.all_rows, self.vec.seat]

    # ---------------------------------------------------------------------------------------- one round

    def play(self, net: Towers, ends: Ends, round_: int) -> None:
        """Play until the learner has taken its decisions of one round."""
        self.generator = torch.Generator().manual_seed(hash_seed(self.seed, 2, round_) >> 1)
        rng = np.random.default_rng(hash_seed(self.seed, 3, round_))
        if self.teacher is not None:
            self.teacher.reset(hash_seed(self.seed, 4, round_))
        for code, guest in self.guests.items():
            if guest.agent is not None:
                guest.agent.reset(hash_seed(self.seed, 4, round_, code))
        if not self.begun:
            self.seat(self.all_rows, rng)
            self.begun = True
        store, vec = self.store, self.vec
        store.begin(self.carried)
        self.finished = []
        goal = store.n + self.target
        with torch.inference_mode():
            while store.n + self.rows <= goal:
                actions = self.decide(net, ends)
                vec.step(actions)
                over = vec.terminated | vec.truncated
                store.rewards.append(vec.rewards.copy())
                store.ends.append(over)
                if over.any():
                    self.close(np.flatnonzero(over), rng)

    def decide(self, net: Towers, ends: Ends) -> np.ndarray:
        """An action of each row; the learner's decisions are stored."""
        vec, store, alone = self.vec, self.store, len(self.pool) == 1 and not self.guests
        actions = np.zeros(self.rows, np.int64)
        store.starts.append(store.n)
        rows = self.all_rows
        if not alone:
            codes = self.holding()
            rows = np.flatnonzero(codes == LEARNER)
            for code in np.unique(codes[codes != LEARNER]).tolist():
                theirs = np.flatnonzero(codes == code)
                actions[theirs] = self.ask(self.guests[code], theirs)
        part = slice(store.n, store.n + len(rows))
        own, legal = self.look(rows, store.own[part], store.legal[part])
        full, past = None, None
        store.row[part], store.seat[part] = torch.from_numpy(rows), torch.from_numpy(vec.seat[rows])
        if self.full is not None:
            encode_rows(self.game.X_full, vec.state, vec.seat, self.full_seen)
            full = store.full[part]
            self.full.write(self.full_seen, rows, full.numpy())
        if self.memory:
            past = store.past[part] = self.memories[store.row[part], store.seat[part]]
        if self.sides:
            store.head[part] = torch.from_numpy(vec.compact[rows, self.side_entry].astype(np.int64) + 1)
        logits, values, after = net(ends, own, full, past)
        if after is not None:
            self.memories[store.row[part], store.seat[part]] = after
        store.action[part], store.log[part] = choose(logits.add_(legal), self.generator)
        actions[rows] = store.action[part].numpy()
        if self.teacher is not None:
            store.taught[part] = torch.from_numpy(self.moves(self.teacher, rows))
            own_move = torch.rand(len(rows), generator=self.generator) < self.own_moves
            store.action[part] = torch.where(own_move, store.action[part], store.taught[part])
            actions[rows] = store.action[part].numpy()
        store.value[part] = values.gather(1, store.head[part, None]).squeeze(1)
        self.lengths[rows] += 1
        store.n += len(rows)
        return actions

    def look(self, rows: np.ndarray, own: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Write what the deciding seats of ``rows`` see and may do into ``own`` and ``legal``."""
        self.own.write(self.vec.compact, rows, own.numpy())
        masks = self.vec.action_mask if len(rows) == self.rows else self.vec.action_mask[rows]
        legal.copy_(torch.from_numpy(masks)).sub_(1).mul_(-OFF)
        if self.base is not None:
            lean(legal, self.base.act_batch(self.vec.compact[rows], masks, self.vec.seat[rows]), self.base_logit)
        return own, legal

    def ask(self, guest: Guest, rows: np.ndarray) -> np.ndarray:
        """The actions of a guest in ``rows``."""
        seats = self.vec.seat[rows]
        if guest.net is not None and guest.ends is not None:
            own, legal = torch.empty(len(rows), self.own.size), torch.empty(len(rows), self.game.n_actions)
            self.look(rows, own, legal)
            at = torch.from_numpy(rows), torch.from_numpy(seats.astype(np.int64))
            logits, after = guest.net.logits(guest.ends, own, self.memories[at] if self.memory else None)
            if after is not None:
                self.memories[at] = after
            return choose(logits.add_(legal), self.generator)[0].numpy()
        assert guest.agent is not None
        return self.moves(guest.agent, rows)

    def moves(self, agent: Agent, rows: np.ndarray) -> np.ndarray:
        """What an agent would do in ``rows``, int64: asked for all at once if it can be, else for one view after
        another."""
        vec, seats = self.vec, self.vec.seat[rows]
        act_batch, act_rows = getattr(agent, "act_batch", None), getattr(agent, "act_rows", None)
        if act_batch is None and act_rows is None:
            return np.array([agent.act(self.view(int(i), int(s))) for i, s in zip(rows, seats, strict=True)], np.int64)
        seen = flats(self.game, vec.compact[rows]) if agent.form == "flat" else vec.compact[rows]
        given = seen, vec.action_mask[rows], seats
        return np.asarray(act_batch(*given) if act_batch else act_rows(*given, rows), np.int64)  # type: ignore[misc]

    def view(self, row: int, seat: int) -> Any:
        state = State(self.game, self.vec.state[row : row + 1].copy())
        state._mask[:] = self.vec.action_mask[row]
        return state.view(seat)

    def close(self, rows: np.ndarray, rng: np.random.Generator) -> None:
        """Count the finished games of ``rows`` and seat the next ones."""
        returns = self.vec.final_returns[rows]
        held = np.take_along_axis(self.who[rows], self.side_of[rows], axis=1) if self.by_side else self.who[rows]
        mine = held == LEARNER
        means = (returns * mine).sum(1) / np.maximum(mine.sum(1), 1)
        self.finished += list(zip(means.tolist(), self.lengths[rows].tolist(), strict=True))
        for k in np.flatnonzero(~mine.all(1)):
            guest = self.guests[int(held[k].max())]
            guest.games += 1
            guest.wins += 1.0 if means[k] < 0 else 0.5 if means[k] == 0 else 0.0
        self.lengths[rows], self.side_of[rows] = 0, 0
        if self.memory:
            self.memories[torch.from_numpy(rows)] = 0
        for agent in (self.teacher, *(guest.agent for guest in self.guests.values())):
            if hasattr(agent, "act_rows"):
                agent.forget(rows)  # type: ignore[union-attr]
        if len(self.pool) > 1 or self.guests:
            self.seat(rows, rng)

    def credit(self, gamma: float, lam: float) -> None:
        """Advantages of this round's decisions; those without one are carried on."""
        self.store.credit(gamma, lam, self.seats)
        self.carried = self.store.waiting()

    # ------------------------------------------------------------------------------------------ state

    def state(self) -> dict[str, Tensor]:
        """All that the next rounds depend on, but guests and weights."""
        vec = self.vec
        arrays = {
            "state": vec.state,
            "mask": vec.action_mask,
            "seat": vec.seat,
            "episode": vec.episode,
            "who": self.who,
            "side_of": self.side_of,
            "lengths": self.lengths,
            "begun": np.array([self.begun]),
        }
        out = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
        out |= {f"carried.{name}": tensor for name, tensor in self.carried.items()}
        return out | ({"memories": self.memories.clone()} if self.memory else {})

    def restore(self, given: Mapping[str, Tensor]) -> None:
        """Go on from ``state``; raises KeyError or ValueError where it does not fit."""
        vec = self.vec
        for array, name in ((vec.state, "state"), (vec.action_mask, "mask"), (vec.seat, "seat")):
            array[:] = given[name].numpy()
        vec.episode[:], self.who[:] = given["episode"].numpy(), given["who"].numpy()
        self.side_of[:] = given["side_of"].numpy()
        self.lengths[:], self.begun = given["lengths"].numpy(), bool(given["begun"][0])
        encode_rows(self.game.X, vec.state, vec.seat, vec.compact)
        if self.memory:
            self.memories[:] = given["memories"]
        start = "carried."
        self.carried = {n.removeprefix(start): t.clone() for n, t in given.items() if n.startswith(start)}


def side_entry(game: Game) -> int:
    """The compact entry that holds the deciding seat's own side, -1 while it has none."""
    field = game.spec.balance_field
    return next(p.start for p in game.encoder.parts if p.field.name == field and p.owner == 0)


def value_heads(game: Game) -> int:
    """Sides of a game, and one more for the time before a seat has one."""
    field = game.spec.schema.by_name[game.spec.balance_field or ""]
    return 1 + game.sizes[field.vocab or ""]


def flats(game: Game, compact: np.ndarray) -> np.ndarray:
    """The flat form of compact observations."""
    from ..envs.core.batch import batch_flatten

    out = np.empty((len(compact), game.flat_size), np.float32)
    batch_flatten(game.Y, game.scale, compact, out, 0, len(compact))
    return out
