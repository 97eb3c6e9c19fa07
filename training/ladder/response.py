"""Approximate best response: a fresh learner is trained against one frozen agent alone, and what it gains is measured.

The gain is by how much the learner's return in one seat among copies of the agent is higher than the agent's own there,
on the same deals. It is a lower bound of what the agent can be exploited by (Timbers et al. 2022, arXiv 2004.09677):
a better learner may find more. The deals it is measured on were neither trained on nor used to choose a checkpoint.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from ...envs.core.game import Game
from ...envs.core.rng import hash_seed
from .. import config as settings
from ..evaluate import wilson
from ..match import Player, batched, choose, cut, deal_seeds
from .games import SIZE
from .statistics import bootstrap_mean

FRESH = 7  # the deals to measure on are those of no other measurement of the seed


def settings_for(
    agent: str,
    game: Game,
    steps: int,
    seed: int = 0,
    content: str = "reference",
    folder: str = "runs",
    changes: Sequence[str] = (),
) -> settings.Config:
    """The settings of the learner: ``ppo/self_play`` against ``agent`` alone; ``changes`` are options of
    ``elderzoo train``. Raises ConfigError."""
    base = settings.load(game.spec.id, ["ppo/self_play"], changes)
    return dataclasses.replace(
        base,
        seats=game.num_players,
        rules=dict(game.options),
        seed=seed,
        env=dataclasses.replace(base.env, content=content),
        self_play=dataclasses.replace(base.self_play, weights={agent: 1.0}),
        evaluation=dataclasses.replace(base.evaluation, opponents=(agent,), every=min(base.evaluation.every, steps)),
        run=dataclasses.replace(base.run, steps=steps, folder=folder, name="best_response"),
    )


def best_response(
    config: settings.Config,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    executor: str | None = None,
) -> dict[str, Any] | None:
    """Train as ``config`` says and report the gain in ``games`` games, also in ``best_response.json`` of the run; None
    where the run was stopped before its end."""
    from .. import checkpoint
    from ..ppo import train

    run = train(config)
    if not run.done or not run.leads:
        return None
    (agent,) = config.self_play.weights
    # The best measured checkpoint was chosen against the agent; a team is measured as a whole, which is another task.
    path = run.folder if run.game.spec.kind != "team" else checkpoint.steps(run.folder)[0]
    report = {"game": config.game, "seats": run.game.num_players, "agent": agent, "response": f"neural:{path}"}
    report |= {"steps": run.step, "seed": config.seed}
    report |= gain(run.game, report["response"], agent, games, seed, workers, executor)
    (run.folder / "best_response.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return report


def gain(
    game: Game,
    response: str,
    agent: str,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    executor: str | None = None,
) -> dict[str, Any]:
    """``response`` alone among copies of ``agent``, in every seat, against ``agent`` in its place: its win rate with
    Wilson's interval, and the gain in return with a bootstrap interval over deals."""
    seats = game.num_players
    alone = [(*(1,) * p, 0, *(1,) * (seats - 1 - p)) for p in range(seats)]
    deals = deal_seeds(hash_seed(seed, FRESH), math.ceil(games / seats))
    player = Player(game)
    slow = not all(batched(a) for a in player.agents([response, agent]))
    blocks = cut([response, agent], [*alone, (1,) * seats], deals, seed, 1 if slow else SIZE)
    where = choose(executor, workers, len(blocks), slow, True)
    played = list(chain.from_iterable(where.map(player, blocks)))
    # (deals, line-ups, seats): the last line-up is the agent everywhere.
    returns = np.array([r.returns for r in played]).reshape(len(deals), seats + 1, seats)
    own = returns[:, range(seats), range(seats)]
    gained = (own - returns[:, -1]).mean(1)
    wins = int((own > 0).sum())
    return {
        "games": own.size,
        "win_rate": wins / own.size,
        "win_interval": list(wilson(wins, own.size)),
        "mean_return": float(own.mean()),
        "gain": float(gained.mean()),
        "gain_interval": bootstrap_mean(gained),
    }
