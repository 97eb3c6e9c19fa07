"""The own learner: PPO over the batched engine, every seat learning, the whole loop from top to bottom.

One iteration: every shard plays until it has its share of decisions (:mod:`rollouts`), each decision gets the advantage
of its own seat, the network is updated by the clipped objective of PPO (Schulman and others 2017) over a few passes,
and whatever is due is done: past selves, opponents, measuring, a checkpoint. ``elderzoo train --algo ppo`` calls
``train``.

A checkpoint holds ``model.safetensors`` with its card ``model.json`` (what ``neural:PATH`` loads),
``learner.safetensors`` (optimisers, games going on, past selves) and ``state.json``. A run that goes on from one
computes, bit for bit, what it would have computed without the interruption: randomness follows from the seed, the
shard and the number of the round.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from safetensors.torch import load_file, save_file
from torch import Tensor

from .. import agents
from ..agents.base import Agent
from ..agents.features import Features
from ..agents.nets import Chosen, Shape, Towers, flat_parameters, flatten
from ..agents.neural import NeuralAgent, card, write_model
from ..envs.core.errors import ConfigError
from ..envs.core.game import Game
from ..envs.core.rng import hash_seed
from . import checkpoint, inputs
from . import config as settings
from .config import PPO, Config
from .distributed import World
from .executor import Crew, executor
from .league import PAST, SELF, League
from .progress import Display
from .provenance import commit
from .rollouts import Guest, Shard, value_heads
from .run import Run, check_agents, first_line, load_game, new_folder
from .workers import Plan, Played, Playing, Round

SUMS = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction", "agreed")
LIKELY = -0.6931  # log-probability of an action to which no other can be preferred


class Learner:
    """A network, its optimiser, and the shards it plays and learns from: one iteration is ``play``, then ``learn``.

    All parameters are views of one vector, so that gradients of shards and processes are sums of vectors.
    """

    def __init__(
        self, net: Towers, shards: Sequence[tuple[int, Shard]], ppo: PPO, gammas: Sequence[float], world: World
    ):
        self.net, self.places, self.ppo, self.world = net, [place for place, _ in shards], ppo, world
        self.shards, self.gammas = [shard for _, shard in shards], gammas
        self.number = 0  # among the run's learners
        self.crew: Crew[Round, Played] | None = None  # who plays in place of this process
        self.ent_coef = ppo.ent_coef  # weight of the entropy bonus, which a run may change
        self.vector = flat_parameters(net)
        self.optimizer = torch.optim.Adam([self.vector], lr=ppo.learning_rate, eps=1e-5)
        self.rounds = 0
        self.threads = ThreadPoolExecutor(len(self.shards), initializer=torch.set_num_threads, initargs=(1,))

    def all_shards(self, work: Callable[..., Any], *lists: Sequence[Any]) -> list[Any]:
        """``work(shard, ...)`` of every shard, side by side."""
        if len(self.shards) == 1:
            return [work(*given) for given in zip(self.shards, *lists, strict=True)]
        return list(self.threads.map(work, self.shards, *lists))

    def play(self) -> int:
        """One round of playing; returns the decisions that have their advantage."""
        counts = self.play_here() if self.crew is None else self.have_played(self.crew)
        self.rounds += 1
        return int(self.world.sum(torch.tensor(sum(counts), dtype=torch.float64)))

    def play_here(self) -> list[int]:
        """A round of every shard on its thread; returns the decisions of each."""
        with torch.inference_mode():
            ends = {shard.game.spec.id: self.net.ends(shard.game) for shard in self.shards}

        def round_of(shard: Shard, gamma: float) -> int:
            shard.play(self.net, ends[shard.game.spec.id], self.rounds)
            shard.credit(gamma, self.ppo.gae_lambda)
            return int(shard.store.ready.sum())

        return self.all_shards(round_of, self.gammas)

    def have_played(self, crew: Crew[Round, Played]) -> list[int]:
        """The same by others."""
        jobs = [
            Round.of(self.number, place, self.rounds, shard, self.vector, (gamma, self.ppo.gae_lambda))
            for place, shard, gamma in zip(self.places, self.shards, self.gammas, strict=True)
        ]
        for shard, played in zip(self.shards, crew(jobs), strict=True):
            played.put(shard)
        return [int(shard.store.ready.sum()) for shard in self.shards]

    def learn(self, rate: float, epochs: int, own: float = 1.0, taught: float = 0.0) -> dict[str, float]:
        """Passes over the decisions of this round; returns means over them.

        rate: step size of Adam. own, taught: weights of PPO's objective, and of making likelier what the teacher of the
        shards would do.
        """
        total, mean, deviation, explained = self.spread()
        batches = max(1, round(total / self.ppo.batch_size))
        self.optimizer.param_groups[0]["lr"] = rate
        sums = torch.zeros(len(SUMS) + 1)
        for epoch in range(epochs):
            parts = [
                shard_batches(shard, batches, hash_seed(shard.seed, 5, self.rounds, epoch)) for shard in self.shards
            ]
            before = sums.clone()
            for batch in zip(*parts, strict=True):
                found = self.all_shards(lambda s, b: self.gradient(s, b, mean, deviation, own, taught), batch)
                whole = self.world.sum(torch.stack(found).sum(0) if len(found) > 1 else found[0])
                self.descend(whole[: -len(sums)] / whole[-1])
                sums += whole[-len(sums) :]
            kl = (sums[3] - before[3]) / (sums[-1] - before[-1])
            if own and self.ppo.target_kl is not None and kl > 1.5 * self.ppo.target_kl:
                break
        means = (sums[:-1] / sums[-1]).tolist()
        return dict(zip(SUMS, means, strict=True)) | {"explained_variance": explained, "learning_rate": rate}

    def spread(self) -> tuple[int, float, float, float]:
        """Of all decisions of the round, over all processes: their number, mean and deviation of the advantages, and
        the share of the returns' variance that the values explain."""
        sums = torch.zeros(5, dtype=torch.float64)
        for shard in self.shards:
            store = shard.store
            ready = torch.from_numpy(np.flatnonzero(store.ready[: store.n]))
            gained = store.advantage[ready].double()
            returns = gained + store.value[ready]
            sums += torch.stack(
                [torch.tensor(len(ready)), gained.sum(), (gained**2).sum(), returns.sum(), (returns**2).sum()]
            )
        count, gained, squares, returns, return_squares = self.world.sum(sums).tolist()
        if count == 0:
            raise ConfigError("ppo.n_steps: no seat had two decisions in a round, expected more steps")
        variance = max(squares / count - (gained / count) ** 2, 0.0)
        of_returns = return_squares / count - (returns / count) ** 2
        return int(count), gained / count, variance**0.5, 1 - variance / of_returns if of_returns > 1e-12 else 0.0

    def gradient(self, shard: Shard, batch: tuple, mean: float, deviation: float, own: float, taught: float) -> Tensor:
        """The gradient of the loss summed over decisions ``batch`` of a shard, then SUMS over them and their number."""
        index, sizes, starts = batch
        store, ppo = shard.store, self.ppo
        if len(index) == 0:
            return torch.zeros(len(self.vector) + len(SUMS) + 1)
        seen, legal = store.own.index_select(0, index), store.legal.index_select(0, index)
        full = store.full.index_select(0, index) if len(store.full) else None
        past = store.past[starts] if len(store.past) else None
        logits, values, _ = self.net(self.net.ends(shard.game), seen, full, past, sizes)
        logits = logits + legal
        log, entropy = Chosen.apply(logits, store.action[index])  # type: ignore[misc]
        value = values.gather(1, store.head[index, None]).squeeze(1)
        gained, old = store.advantage[index], store.value[index]
        value_loss = (value - (old + gained)).square().sum()
        change = log - store.log[index]
        ratio = change.exp()
        policy_loss, likely = torch.zeros(()), log
        if own:
            gained = (gained - mean) / (deviation + 1e-8)
            kept = ratio.clamp(1 - ppo.clip_range, 1 + ppo.clip_range)
            policy_loss = -own * torch.minimum(ratio * gained, kept * gained).sum()
        if taught:
            likely, _ = Chosen.apply(logits, store.taught[index])  # type: ignore[misc]
            policy_loss = policy_loss - taught * likely.sum()
        loss = policy_loss + ppo.vf_coef * value_loss - own * self.ent_coef * entropy.sum()
        parts = torch.autograd.grad(loss, list(self.net.parameters()), allow_unused=True)
        with torch.no_grad():
            sums = [policy_loss, value_loss, entropy.sum(), (ratio - 1 - change).sum()]
            sums += [((ratio - 1).abs() > ppo.clip_range).sum(), (likely > LIKELY).sum(), torch.tensor(len(index))]
            return torch.cat([flatten(parts, self.net), torch.stack([x.float() for x in sums])])

    def descend(self, gradient: Tensor) -> None:
        """One step of Adam, a gradient that is too long being shortened."""
        length = float(gradient.norm())
        if length > self.ppo.max_grad_norm:
            gradient *= self.ppo.max_grad_norm / (length + 1e-6)
        self.vector.grad = gradient
        self.optimizer.step()

    def finished(self) -> list[tuple[float, int]]:
        """Returns and decisions of the learner in the games that ended in this round, of all processes."""
        mine = [game for shard in self.shards for game in shard.finished]
        return [game for part in self.world.gather(mine) for game in part]

    # ------------------------------------------------------------------------------------------- state

    def state(self) -> dict[str, Tensor]:
        """Parameters, optimiser, games: what the next iteration depends on, but the opponents."""
        out = {"vector": self.vector.detach().clone(), "rounds": torch.tensor(self.rounds)}
        out |= {f"adam.{name}": value.clone() for name, value in self.optimizer.state.get(self.vector, {}).items()}
        mine = {
            f"shard{place}.{name}": value
            for place, shard in zip(self.places, self.shards, strict=True)
            for name, value in shard.state().items()
        }
        return out | {name: value for part in self.world.gather(mine) for name, value in part.items()}

    def restore(self, given: dict[str, Tensor]) -> None:
        """Go on from ``state``; raises KeyError, ValueError or RuntimeError where it does not fit."""
        with torch.no_grad():
            self.vector.copy_(given["vector"])
        self.rounds = int(given["rounds"])
        self.optimizer.state.clear()
        adam = beginning(given, "adam.")
        if adam:
            self.optimizer.state[self.vector] = {name: value.clone() for name, value in adam.items()}
        for place, shard in zip(self.places, self.shards, strict=True):
            shard.restore(beginning(given, f"shard{place}."))

    def restart(self, vector: Tensor) -> None:
        """Begin to learn anew from these parameters."""
        with torch.no_grad():
            self.vector.copy_(vector)
        self.optimizer.state.clear()


def shard_batches(shard: Shard, count: int, seed: int) -> list[tuple]:
    """The ready decisions of a shard in ``count`` random parts of nearly one size: (index, sizes, starts).

    Without memory ``index`` alone matters. With memory a part consists of whole sequences, packed step by step:
    ``sizes`` of the steps, and the first decisions ``starts``, whose stored memories they begin with.
    """
    store, rng = shard.store, np.random.default_rng(seed)
    ready = np.flatnonzero(store.ready[: store.n])
    if not shard.memory:
        return [(torch.from_numpy(part), None, None) for part in np.array_split(rng.permutation(ready), count)]
    sequence, place = sequences(shard, ready)
    lengths = np.bincount(sequence)
    order = rng.permutation(len(lengths))
    part_of = np.empty(len(lengths), np.int64)
    part_of[order] = np.minimum(np.cumsum(lengths[order]) * count // (len(ready) + 1), count - 1)
    out = []
    for k in range(count):
        mine = np.flatnonzero(part_of[sequence] == k)
        packed = mine[np.lexsort((sequence[mine], -lengths[sequence[mine]], place[mine]))]
        sizes = np.bincount(place[packed]) if len(packed) else np.zeros(0, np.int64)
        index = torch.from_numpy(ready[packed])
        out.append((index, torch.from_numpy(sizes), index[: int(sizes[0]) if len(sizes) else 0]))
    return out


def sequences(shard: Shard, ready: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each decision: its sequence (one seat in one game of one row), and its place in it."""
    store = shard.store
    before = np.cumsum(np.stack([np.zeros(shard.rows, np.int64), *store.ends]), axis=0)  # games ended before each step
    step = np.maximum(np.searchsorted(np.array(store.starts), ready, side="right") - 1, 0)
    row, seat = store.row.numpy()[ready], store.seat.numpy()[ready]
    key = (row * shard.seats + seat) * (before.max() + 1) + before[step, row]
    sequence = np.unique(key, return_inverse=True)[1]
    order = np.argsort(sequence, kind="stable")
    lengths = np.bincount(sequence)
    place = np.empty(len(ready), np.int64)
    place[order] = np.arange(len(ready)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return sequence, place


def beginning(given: dict[str, Tensor], start: str) -> dict[str, Tensor]:
    """The entries whose names begin so, without that."""
    return {name.removeprefix(start): value for name, value in given.items() if name.startswith(start)}


# ------------------------------------------------------------------------------------------------------- the run


def train(config: Config, resume: Path | None = None) -> PpoRun:
    """Train as ``config`` says, or go on with the run in folder ``resume``; returns the run.

    SIGINT saves and ends. Raises ConfigError, ContentError.
    """
    run = PpoRun(config, resume)
    run.go()
    return run


class PpoRun(Run):
    """A run: the learner, its opponents and exploiters, its logs."""

    kind = "neural"

    def __init__(self, config: Config, resume: Path | None = None):
        self.config = config
        torch.set_num_threads(config.run.torch_threads)
        keep_memory()
        torch.manual_seed(config.seed)
        self.world = World()
        self.leads = self.world.first
        self.games, self.gammas = load_games(config)
        self.game = self.games[0]
        check_agents(config, self.game, agents.load, (PAST, SELF))
        self.teachers = teachers(config, self.games)
        folder = resume or (new_folder(config) if self.leads else None)
        self.folder = self.world.agree(folder)
        if self.leads:
            settings.save(config, self.folder / "config.yaml")
        found = checkpoint.latest(self.folder, self.game)
        if found is None and checkpoint.steps(self.folder):
            raise ConfigError(f"run {str(self.folder)!r}: none of its checkpoints can be used")
        self.features = [self.sampled(game) for game in self.games]
        self.shape = shape(config, self.games)
        self.plan = Plan(config, self.games, self.features, self.shape)
        self.crew, self.hired = None, ExitStack()
        if config.run.executor != "inline":
            where = executor(config.run.executor, config.run.workers or config.run.shards, config.run.shards)
            self.crew = self.hired.enter_context(where.crew(Playing(self.plan)))
        self.main = self.new_learner(0)
        self.league = League(config.self_play, self.main.net, self.seated(self.main), config.seed, self.world)
        self.exploiters = [self.new_learner(1 + k) for k in range(config.self_play.exploiters)]
        own, full = self.features[0]
        self.learner = NeuralAgent(self.game, "learner", self.main.net, own, full)
        self.history: list[dict[str, Any]] = []
        self.seconds, self.step, self.begun = 0.0, 0, [0] * len(self.exploiters)
        if found:
            self.restore(found)
        if self.leads:
            self.begin_log()
        else:
            self.display = Display(config.run.steps, self.step, Console(quiet=True))
        self.begin(resumed=found is not None)

    def sampled(self, game: Game) -> tuple[Features, Features | None]:
        """What the network reads of a game, and what its values read of the full state."""
        seed, full = self.config.seed, self.config.network.critic == "full"
        own = Features(game, **inputs.sample(game, seed))
        return own, Features(game, **inputs.sample(game, seed, full=True)) if full else None

    def new_learner(self, number: int) -> Learner:
        """A learner with its own games; number 0 is the run's, others are exploiters."""
        config, count = self.config, self.config.run.shards
        if count < len(self.games) or config.env.num_envs < count:
            raise ConfigError(f"run.shards is {count}, expected {len(self.games)} (one a game) to env.num_envs")
        made = [(place, self.plan.shard(number, place)) for place, _ in self.world.share(range(count))]
        gammas = [self.gammas[place % len(self.games)] for place, _ in made]
        learner = Learner(self.plan.net(), made, config.ppo, gammas, self.world)
        learner.number, learner.crew = number, self.crew
        return learner

    def seated(self, learner: Learner) -> list[tuple[int, Shard]]:
        return list(zip(learner.places, learner.shards, strict=True))

    def employ(self, wanted: bool) -> None:
        """Have teachers tell the learner what they would do, or nobody; its own moves are played."""
        for place, shard in self.seated(self.main):
            shard.teacher = teacher(self.config, shard.game, place) if wanted else None
            shard.own_moves = 1.0

    def begin(self, resumed: bool) -> None:
        if resumed:
            self.employ(self.config.imitation.guide > 0 and bool(self.teachers))
            self.display.say(f"resuming at step {self.step:,} in {self.folder}")
            return
        if self.teachers:
            self.imitate()
            self.employ(self.config.imitation.guide > 0)
        self.league.remember("past:0", self.main.vector)
        self.league.draw()
        for exploiter in self.exploiters:
            exploiter.restart(self.main.vector)
        self.display.say(f"training in {self.folder}")
        self.measure()
        self.save()

    def stop(self, interrupted: bool) -> bool:
        """Whether any process was interrupted."""
        return bool(self.world.sum(torch.tensor(float(interrupted))))

    def finish(self) -> None:
        self.hired.close()
        if self.leads:
            super().finish()
        elif not self.done:
            self.save()

    def imitate(self) -> None:
        """Learn from the decisions of scripted agents before the first own one."""
        start, wanted, seen = time.monotonic(), self.config.imitation, 0
        self.employ(True)
        while seen < wanted.steps:
            for shard in self.main.shards:  # DAgger (Ross, Gordon and Bagnell 2011): it learns where its own moves lead
                shard.own_moves = wanted.own_moves * min(seen / wanted.steps, 1.0)
            seen += self.main.play()
            rate = wanted.learning_rate * max(1 - seen / wanted.steps, 0.05)
            found = self.main.learn(rate, wanted.epochs, own=0.0, taught=1.0)
            said = f"imitating {wanted.agent}: {min(seen, wanted.steps):,} of {wanted.steps:,}"
            self.display.say(f"{said}, agrees in {found['agreed']:.1%}")
        self.main.restart(self.main.vector.detach().clone())
        self.seconds += time.monotonic() - start

    # --------------------------------------------------------------------------------------- one iteration

    def iterate(self) -> None:
        """Play, learn, and do what is due."""
        before, start = self.step, time.monotonic()
        self.step += self.main.play()
        self.main.ent_coef = self.ent_coef()
        found = self.main.learn(self.rate(), self.config.ppo.n_epochs, taught=self.guide())
        for k in range(len(self.exploiters)):
            self.exploit(k)
        spent = time.monotonic() - start
        self.seconds += spent
        wanted = self.config.self_play
        if self.step // wanted.save_every > before // wanted.save_every:
            self.league.remember(f"past:{self.step}", self.main.vector)
        if self.step // wanted.swap_every > before // wanted.swap_every:
            self.league.draw()
        self.report(before, self.figures(found, (self.step - before) / spent))

    def guide(self) -> float:
        """The weight of what teachers would do at this step: kickstarting (Schmitt and others 2018)."""
        guided = self.config.imitation.guide if self.teachers else 0.0
        return guided * self.left

    def rate(self) -> float:
        """The step size of Adam at this step."""
        ppo = self.config.ppo
        return ppo.learning_rate * (0.1 + 0.9 * self.left) if ppo.anneal else ppo.learning_rate

    def ent_coef(self) -> float:
        """The weight of the entropy bonus at this step."""
        ppo = self.config.ppo
        if ppo.ent_final is None:
            return ppo.ent_coef
        return ppo.ent_final + (ppo.ent_coef - ppo.ent_final) * self.left

    def exploit(self, k: int) -> None:
        """One iteration of an exploiter, against the learner as it is now; its time being up, it joins and restarts."""
        exploiter = self.exploiters[k]
        with torch.inference_mode():
            ends = {game.spec.id: self.main.net.ends(game) for game in self.games}
        for shard in exploiter.shards:
            shard.set_pool({1: Guest("learner", net=self.main.net, ends=ends[shard.game.spec.id])}, [(1, 1.0)])
        self.begun[k] += exploiter.play()
        exploiter.learn(self.config.ppo.learning_rate, self.config.ppo.n_epochs)
        if self.begun[k] >= self.config.self_play.exploiter_steps:
            self.league.remember(f"exploiter:{self.step}", exploiter.vector)
            exploiter.restart(self.main.vector)
            self.begun[k] = 0

    def report(self, before: int, row: dict[str, float]) -> None:
        if self.leads:
            super().report(before, row)
        elif self.step // self.config.run.checkpoint_every > before // self.config.run.checkpoint_every or self.done:
            self.save()

    def measure(self) -> None:
        if self.leads:
            self.learner.refresh()
            super().measure()

    def figures(self, found: dict[str, float], pace: float) -> dict[str, float]:
        """One row of the log."""
        ended = self.main.finished()
        names = ("policy_loss", "value_loss", "explained_variance", "approx_kl", "clip_fraction", "learning_rate")
        return {
            "step": self.step,
            "seconds": round(self.seconds, 3),
            "steps_per_second": round(pace, 1),
            "return": float(np.mean([r for r, _ in ended])) if ended else 0.0,
            "length": float(np.mean([n for _, n in ended])) if ended else 0.0,
            "past_selves": len(self.league.window),
            "entropy": found["entropy"],
            **{name: found[name] for name in names},
        }

    # ------------------------------------------------------------------------------------------ checkpoints

    def save(self) -> None:
        """Write a checkpoint, then drop those no longer kept."""
        plain, vectors = self.league.state()
        tensors = {f"main.{name}": value for name, value in self.main.state().items()}
        for k, exploiter in enumerate(self.exploiters):
            tensors |= {f"exploiter{k}.{name}": value for name, value in exploiter.state().items()}
        tensors |= {f"past.{name}": value for name, value in vectors.items()}
        if not self.leads:
            return
        state = {
            "step": self.step,
            "seconds": self.seconds,
            "identity": self.game.identity,
            "history": self.history,
            "league": plain,
            "begun": self.begun,
        }
        about = {
            **card(self.shape, list(zip(self.games, self.features, strict=True))),
            "config": self.config.to_dict(),
            "seed": self.config.seed,
            "steps": self.step,
            "commit": commit(),
            "results": self.results,
        }

        def fill(folder: Path) -> None:
            save_file({name: value.contiguous() for name, value in tensors.items()}, folder / "learner.safetensors")
            write_model(folder / "model.safetensors", self.main.net, about)

        checkpoint.write(self.folder, state, fill)
        checkpoint.prune(self.folder, self.config.run.keep, self.best())

    def restore(self, found: checkpoint.Checkpoint) -> None:
        """Set everything as it was at a checkpoint."""
        tensors = load_file(found.path / "learner.safetensors")
        try:
            self.main.restore(beginning(tensors, "main."))
            for k, exploiter in enumerate(self.exploiters):
                exploiter.restore(beginning(tensors, f"exploiter{k}."))
            self.league.restore(found.state["league"], beginning(tensors, "past."))
        except (RuntimeError, ValueError, KeyError) as problem:
            what = "ppo, network, run.shards and env.num_envs"
            raise ConfigError(f"checkpoint {found.path.name} does not fit {what}: {first_line(problem)}") from None
        self.step, self.seconds = found.state["step"], found.state["seconds"]
        self.history, self.begun = found.state["history"], found.state["begun"]


def keep_memory() -> None:
    """Have the C library keep freed memory: it would give large blocks back to the system and fetch them again, zeroed,
    for each result of a matrix product. Where it is not glibc, nothing happens."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(-1, 1 << 28)  # M_TRIM_THRESHOLD
    mallopt(-3, 1 << 25)  # M_MMAP_THRESHOLD


def load_games(config: Config) -> tuple[list[Game], list[float]]:
    """The games of a run and their discounts: the first as the settings have it, those of ``also`` as their own
    settings have them."""
    games, gammas = [load_game(config)], [config.ppo.gamma]
    for id in config.also:
        if id == config.game:
            continue
        other = settings.load(id)
        games.append(load_game(other))
        gammas.append(other.ppo.gamma)
    if len(games) > 1 and config.network.kind != "entity":
        raise ConfigError(f"network.kind is {config.network.kind!r}, several games (also) need 'entity'")
    return games, gammas


def shape(config: Config, games: Sequence[Game]) -> Shape:
    """The network that the settings ask for; raises ConfigError where a game has no sides to tell apart."""
    by_side = config.network.value_heads == "side"
    for game in games if by_side or config.self_play.by == "side" else ():
        if not game.spec.sides:
            key = "network.value_heads" if by_side else "self_play.by"
            raise ConfigError(f"{key} is 'side', {game.spec.id} has no sides")
    return Shape(
        kind=config.network.kind,
        widths=config.ppo.net_arch,
        activation=config.ppo.activation,
        critic=config.network.critic,
        value_heads=max(value_heads(game) for game in games) if by_side else 1,
        memory=config.network.memory,
        embedding=config.network.embedding,
        base=config.network.base,
        base_logit=config.network.base_logit,
    )


def teachers(config: Config, games: Sequence[Game]) -> dict[str, Agent]:
    """The agent to imitate in each game, by id; raises ConfigError where it cannot be loaded."""
    return {} if config.imitation.agent is None else {g.spec.id: teacher(config, g, 0) for g in games}


def teacher(config: Config, game: Game, place: int) -> Agent:
    """The agent to imitate, for one shard."""
    return agents.load(config.imitation.agent or "", game, hash_seed(config.seed, 3, place))
