"""The reference cards are all of use: greedy players come to play each kind."""

from collections.abc import Iterator

import numpy as np
import pytest

from elderzoo import agents, envs
from elderzoo.envs.core.game import Game

GAMES, SHARE = 2000, 0.01  # design: each kind in at least this share of so many greedy games
VERBS = ("play", "strike", "special")  # that play a card


def cards(game: Game) -> Iterator[tuple[str, int, str]]:
    """Section, place in it and id of every kind of card that is played."""
    sections = {
        vocab: source if isinstance(source, str) else source[0] for vocab, source in game.spec.content.labels.items()
    }
    vocabs = {b.args[0] for b in game.spec.actions.blocks if b.verb in VERBS}
    for vocab in sorted(vocabs):
        for k, card in enumerate(game.content.sections[sections[vocab]]):
            yield vocab, k, card["id"]


def played(game: Game, games: int) -> dict[tuple[str, int], int]:
    """In how many of the first ``games`` greedy games each kind (vocabulary, number) is played at least once."""
    vec = envs.make_vec(game.spec.id, num_envs=games, seed=3, autoreset="disabled")
    bot = agents.load("greedy", vec.game)
    seen = np.zeros((games, vec.game.n_actions), bool)
    vec.reset()
    actions = np.zeros(games, np.int64)
    while (running := np.flatnonzero(vec.seat >= 0)).size:
        actions[running] = bot.act_batch(vec.observation[running], vec.action_mask[running], vec.seat[running])
        seen[running, actions[running]] = True
        vec.step(actions)
    table, out = game.spec.actions, {}
    for vocab, k, _ in cards(game):
        ways = [table.base[b.verb] + k for b in table.blocks if b.verb in VERBS and b.args[0] == vocab]
        out[vocab, k] = int(seen[:, ways].any(axis=1).sum())
    return out


@pytest.mark.parametrize("id", envs.games())
def test_every_kind_is_played_in_greedy_games(id):
    game = envs.load_game(id)
    counts = played(game, GAMES)
    assert len(counts) > 10
    rare = {name: counts[vocab, k] for vocab, k, name in cards(game) if counts[vocab, k] < SHARE * GAMES}
    assert not rare
