"""Trained networks as agents: ``neural:PATH``, or ``neural``, the one that comes with the package for a game and seat
count. Weights are safetensors, the rest a JSON card: nothing is unpickled.

The card beside ``NAME.safetensors`` is ``NAME.json``: ``format``, ``network`` (its shape), ``games`` (for each game:
what it must agree with, and which features the network reads), what the trainer says of it: ``config``, ``seed``,
``steps``, ``commit``, ``results``; and ``strength``, what was measured later. In a game's ``identity`` a key that is
left out may have any value (:func:`cards.differences`).
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from ..envs.core.errors import ConfigError
from ..envs.core.game import Game, View
from .base import Agent, Scores
from .cards import SHIPPED, differences
from .features import Features, from_dict
from .nets import Ends, Shape, Towers, build, choose, lean, penalty
from .registry import load
from .scripted import Scripted

FORMAT = 1
MODEL = "model.safetensors"


class NeuralAgent(Agent):
    """A network as an agent. It takes the likeliest legal action, or with ``sample`` draws from the probabilities.

    ``refresh`` is to be called after the network's parameters have changed. A network with a memory remembers what each
    seat saw. ``act`` is about one game: call ``reset`` before another one; a position with no more decisions behind it
    than the seat's last one begins a new game too. ``act_rows`` is about many games, told apart by their numbers.
    """

    form = "compact"

    def __init__(
        self,
        game: Game,
        name: str,
        net: Towers,
        own: Features,
        full: Features | None = None,
        sample: bool = False,
        seed: int = 0,
    ):
        super().__init__(game, name)
        self.net, self.own, self.sample = net, own, sample
        self.blind = full is not None  # its values need the full state
        self._ends: Ends | None = None
        self.base = None if net.shape.base is None else base_agent(game, net.shape.base)
        self._generator = torch.Generator()
        self._side = side_entry(game) if net.shape.value_heads > 1 else -1
        if net.shape.memory == 0:
            self.act_batch = self._act_batch
        else:
            self.act_rows = self._act_rows
        self.reset(seed)

    def refresh(self) -> None:
        """Read the network's parameters anew."""
        self._ends = None

    def reset(self, seed: int) -> None:
        self._generator.manual_seed(seed & (2**63 - 1))
        self._memories: dict[int, tuple[int, Tensor]] = {}  # seat -> decisions taken when it last decided, memory
        self._games: dict[int, dict[int, Tensor]] = {}  # number of a game -> seat -> memory

    @property
    def ends(self) -> Ends:
        """The network's weights for this game."""
        if self._ends is None:
            with torch.inference_mode():
                self._ends = self.net.ends(self.game)
        return self._ends

    def act(self, view: View) -> int:
        self.options(view)
        return int(self._pick(self._look(view, keep=True)[0])[0])

    def _act_batch(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Ids, int64 (rows,), for compact observations."""
        return self._pick(torch.from_numpy(self.logits(observations, masks, seats))).numpy()

    def logits(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What actions are chosen by, float32 (rows, n_actions), illegal ones far below, for compact observations; of a
        network without a memory."""
        with torch.inference_mode():
            logits, _ = self.net.logits(self.ends, torch.from_numpy(self.own(observations)))
            return (logits + self._prior(observations, masks, seats)).numpy()

    def _act_rows(
        self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray, games: np.ndarray
    ) -> np.ndarray:
        """The same, int64 ``games`` (rows,) being the numbers of the games that the rows are of."""
        numbers, empty = games.tolist(), torch.zeros(self.net.shape.memory)
        held = [self._games.setdefault(game, {}) for game in numbers]
        with torch.inference_mode():
            past = torch.stack([mine.get(seat, empty) for mine, seat in zip(held, seats.tolist(), strict=True)])
            logits, after = self.net.logits(self.ends, torch.from_numpy(self.own(observations)), past)
            assert after is not None
            for mine, seat, memory in zip(held, seats.tolist(), after, strict=True):
                mine[seat] = memory
            return self._pick(logits + self._prior(observations, masks, seats)).numpy()

    def forget(self, games: np.ndarray) -> None:
        """Other games begin under these numbers."""
        for game in games.tolist():
            self._games.pop(game, None)

    def _prior(self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> Tensor:
        """What the logits of the network are added to."""
        legal = penalty(masks)
        if self.base is None:
            return legal
        return lean(legal, self.base.act_batch(observations, masks, seats), self.net.shape.base_logit)

    def scores(self, view: View) -> Scores:
        """Probabilities and value of a position in which the view's seat decides; no memory changes. Raises as
        ``act``."""
        self.options(view)
        logits, values = self._look(view, keep=False)
        shares = logits.double().softmax(-1)[0].numpy()
        head = int(view.compact[self._side]) + 1 if self._side >= 0 else 0
        return Scores(shares, None if values is None else float(values[0, head]))

    def _pick(self, logits: Tensor) -> Tensor:
        return choose(logits, self._generator)[0] if self.sample else logits.argmax(-1)

    def _look(self, view: View, keep: bool) -> tuple[Tensor, Tensor | None]:
        """Penalised logits and values of a view; with ``keep`` the memory goes on from it."""
        with torch.inference_mode():
            own = torch.from_numpy(self.own(view.compact[None]))
            past, values = None, None
            decisions = int(self.game.spec.schema.record(view.row)["decisions"])
            if self.net.shape.memory:
                seen, past = self._memories.get(view.seat, (-1, None))
                if past is None or seen >= decisions:
                    past = torch.zeros(1, self.net.shape.memory)
            if self.blind:
                logits, after = self.net.logits(self.ends, own, past)
            else:
                logits, values, after = self.net(self.ends, own, None, past)
            if keep and after is not None:
                self._memories[view.seat] = decisions, after
            return logits + self._prior(view.compact[None], view.action_mask[None], np.array([view.seat])), values


def base_agent(game: Game, name: str) -> Scripted:
    """The scripted agent that a network corrects; raises ConfigError where it is none, or one that draws lots."""
    found = load(name, game)
    if not isinstance(found, Scripted) or found.script[0] is None:
        raise ConfigError(f"network.base is {name!r}, expected a scripted agent, such as greedy")
    return found


def side_entry(game: Game) -> int:
    """The compact entry that holds the deciding seat's own side, -1 while it has none."""
    field = game.spec.balance_field
    return next(p.start for p in game.encoder.parts if p.field.name == field and p.owner == 0)


# ------------------------------------------------------------------------------------------------------ files


def card(shape: Shape, games: Sequence[tuple[Game, tuple[Features, Features | None]]]) -> dict[str, Any]:
    """The part of a model card that loading needs: ``format``, ``network``, ``games``."""
    entries = [
        {"identity": dict(game.identity), "own": own.to_dict(), "full": None if full is None else full.to_dict()}
        for game, (own, full) in games
    ]
    return {"format": FORMAT, "network": dataclasses.asdict(shape), "games": entries}


def write_model(path: Path, net: Towers, about: Mapping[str, Any]) -> None:
    """Write the weights to ``path`` (``NAME.safetensors``) and the card ``about`` to ``NAME.json``."""
    save_file({name: value.detach().clone().contiguous() for name, value in net.state_dict().items()}, path)
    write_card(path, about)


def write_card(path: Path, about: Mapping[str, Any]) -> Path:
    """Put the card ``about`` beside the weights ``path``, whole or not at all; returns its file."""
    target = path.with_suffix(".json")
    partial = target.with_name(target.name + ".partial")
    partial.write_text(card_text(about), "utf-8")
    os.replace(partial, target)
    return target


def card_text(about: Mapping[str, Any]) -> str:
    return json.dumps(about, indent=1) + "\n"


def locate(path: str | Path) -> Path:
    """The weights that ``path`` means: a run (its best checkpoint, else its latest), a checkpoint or other folder with
    ``model.safetensors``, or a file."""
    path = Path(path)
    if not path.is_dir():
        return path
    if (path / "best").is_dir():
        return path / "best" / MODEL
    steps = sorted((path / "checkpoints").glob("step_*"))
    return (steps[-1] if steps else path) / MODEL


def shipped(game: Game) -> Path:
    """The weights that come with the package for ``game``; raises ConfigError where there are none."""
    model = SHIPPED / f"{game.spec.name}-{game.num_players}.safetensors"
    if not model.is_file():
        known = ", ".join(file.stem for file in sorted(SHIPPED.glob("*.safetensors"))) or "none"
        said = f"no network comes with {game.spec.id} for this number of seats ({game.num_players})"
        raise ConfigError(f"agent 'neural': {said}, there are: {known}; name one of your own, neural:PATH")
    return model


def read_card(path: Path) -> dict[str, Any]:
    """The card beside the weights ``path``; raises ConfigError."""
    source = path.with_suffix(".json")
    try:
        about = json.loads(source.read_text("utf-8"))
        if about["format"] != FORMAT:
            raise ConfigError(f"agent 'neural': {source} has format {about['format']!r}, this version reads {FORMAT}")
        if not all(isinstance(entry["identity"], dict) for entry in about["games"]) or "network" not in about:
            raise ValueError("no identity")
    except FileNotFoundError:
        raise ConfigError(f"agent 'neural': {source} is missing, it says what the network is") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise ConfigError(f"agent 'neural': {source} cannot be read ({problem!r})") from None
    return about


def matching(about: Mapping[str, Any], game: Game, source: Path) -> Mapping[str, Any]:
    """The card's entry for ``game``; raises ConfigError naming what differs."""
    differ: list[str] = []
    for entry in about["games"]:
        wrong = differences(entry["identity"], game)
        if not wrong:
            return entry
        differ = wrong if not differ or entry["identity"].get("game") == game.spec.id else differ
    raise ConfigError(f"agent 'neural': the network of {source} is of another game: {', '.join(differ) or 'none'}")


def neural_agent(game: Game, path: str = "", seed: int = 0) -> NeuralAgent:
    """The network at ``path`` (see :func:`locate`), or the one that comes with the package, as an agent; raises
    ConfigError where it is missing, damaged, or of another game, layout, content, rules or seat count."""
    model = locate(path) if path else shipped(game)
    if not model.is_file():
        raise ConfigError(f"agent 'neural': there is no file {model}")
    about = read_card(model)
    entry = matching(about, game, model)
    try:
        shape = Shape.from_dict(about["network"])
        own = from_dict(game, entry["own"])
        full = None if entry["full"] is None else from_dict(game, entry["full"])
        net = build(shape, own.size, game.n_actions, full.size if full else 0)
        net.load_state_dict(load_file(model))
    except (SafetensorError, RuntimeError, ValueError, KeyError, TypeError, IndexError) as problem:
        reason = (str(problem).splitlines() or [type(problem).__name__])[0]
        raise ConfigError(f"agent 'neural': {model} is damaged or does not fit its card ({reason})") from None
    net.requires_grad_(False)
    net.meet(game, own, full)
    return NeuralAgent(game, f"neural:{path}", net, own, full, seed=seed)
