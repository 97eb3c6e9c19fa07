"""The reference cards are all of use: greedy players come to play each kind."""

import numpy as np
import pytest

from elderzoo import agents, envs

GAMES, SHARE = 2000, 0.01  # design: each kind in at least this share of so many greedy games


def played(id: str, games: int) -> np.ndarray:
    """In how many of the first ``games`` greedy games each kind is played at least once."""
    vec = envs.make_vec(id, num_envs=games, seed=3, autoreset="disabled")
    game, bot = vec.game, agents.load("greedy", vec.game)
    first = game.spec.actions.base["play"]
    kinds = game.sizes[game.card_vocab]
    seen = np.zeros((games, kinds), bool)
    vec.reset()
    actions = np.zeros(games, np.int64)
    while (running := np.flatnonzero(vec.seat >= 0)).size:
        actions[running] = bot.act_batch(vec.observation[running], vec.action_mask[running], vec.seat[running])
        cards = actions[running] - first
        plays = (cards >= 0) & (cards < kinds)
        seen[running[plays], cards[plays]] = True
        vec.step(actions)
    return seen.sum(0)


@pytest.mark.parametrize("id", envs.games())
def test_every_kind_is_played_in_greedy_games(id):
    game = envs.load_game(id)
    counts = played(id, GAMES)
    rare = {c["id"]: int(n) for c, n in zip(game.content.sections["card"], counts, strict=False) if n < SHARE * GAMES}
    assert not rare
