"""Make the network of a run one that comes with the package: ``agents/shipped/GAME-SEATS.safetensors`` and its card.

    python -m elderzoo.training.ship runs/RUN

Weights are kept in half precision, and where that is too much, those from the inputs to the values in eight bits: no
move depends on them. The card leaves the game's rules out, so that the agent also sits at tables with
other options. How strong it is, is measured afterwards and stands on the game's page and in the card:

    python -m elderzoo.benchmarks.strength GAME
    elderzoo ladder add neural GAME --seats N && elderzoo ladder card neural GAME --seats N
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from ..agents import neural
from ..agents.cards import SHIPPED
from ..envs.core.errors import ConfigError, ElderZooError

MOST = 1_000_000  # bytes of weights
VALUES = "into_value"


def ship(run: Path, folder: Path = SHIPPED) -> Path:
    """Put the network of ``run`` (see :func:`neural.locate`) into ``folder``; returns its file. Raises ConfigError for
    one of several games or seat counts, or of more than ``MOST`` bytes."""
    model = neural.locate(run)
    about = neural.read_card(model)
    if len(about["games"]) != 1:
        raise ConfigError(f"{model} plays {len(about['games'])} games, expected one")
    (entry,) = about["games"]
    identity = {key: value for key, value in entry["identity"].items() if key != "rules"}
    weights = {name: value.half() for name, value in load_file(model).items()}
    if total(weights) > MOST and VALUES in weights:
        weights[VALUES] = weights[VALUES].to(torch.float8_e4m3fn)
    if total(weights) > MOST:
        raise ConfigError(f"{model} has {total(weights):,} bytes, allowed {MOST:,}: ppo.net_arch is too large")
    folder.mkdir(exist_ok=True)
    path = folder / f"{identity['game'].rpartition('-')[0]}-{identity['players']}.safetensors"
    save_file(weights, path)
    neural.write_card(path, about | {"games": [entry | {"identity": identity}], "strength": {"ladder": []}})
    return path


def total(weights: dict[str, Tensor]) -> int:
    """The size of weights in bytes."""
    return sum(value.numel() * value.element_size() for value in weights.values())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="RUN", nargs="+", help="a run, a checkpoint or a file of weights")
    try:
        for run in parser.parse_args(arguments).run:
            print(ship(Path(run)))
    except ElderZooError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
