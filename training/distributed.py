"""Learning in several processes under ``torchrun``: each holds some of the shards, gradients are summed over all.

    torchrun --nproc-per-node 2 -m elderzoo.training.cli train age_of_madness-v0 --config ppo/self_play

One process holding all shards and several holding a part each compute the same updates.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from torch import Tensor, distributed

from ..envs.core.errors import ConfigError


class World:
    """The processes of a run: ``rank`` of ``size``. Outside torchrun it is this one alone."""

    def __init__(self) -> None:
        self.rank, self.size = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))
        if self.size > 1 and not distributed.is_initialized():
            distributed.init_process_group("gloo")

    @property
    def first(self) -> bool:
        """Whether this process measures, logs and saves."""
        return self.rank == 0

    def share(self, things: Sequence[Any]) -> list[tuple[int, Any]]:
        """This process's part of ``things``, each with its place; raises ConfigError where they cannot be shared."""
        if len(things) % self.size:
            raise ConfigError(f"run.shards is {len(things)}, {self.size} processes need a multiple of {self.size}")
        each = len(things) // self.size
        return list(enumerate(things))[self.rank * each : (self.rank + 1) * each]

    def sum(self, vector: Tensor) -> Tensor:
        """``vector`` summed over the processes, in place."""
        if self.size > 1:
            distributed.all_reduce(vector)
        return vector

    def gather(self, thing: Any) -> list[Any]:
        """What every process gave, by rank."""
        if self.size == 1:
            return [thing]
        out: list[Any] = [None] * self.size
        distributed.all_gather_object(out, thing)
        return out

    def agree(self, thing: Any) -> Any:
        """What the first process gave."""
        return self.gather(thing)[0]
