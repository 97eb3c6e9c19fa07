"""The reference cards are all of use: greedy players come to play each kind."""

from collections.abc import Iterator

import numpy as np
import pytest

from elderzoo import agents, envs
from elderzoo.envs.core.game import Game
from elderzoo.envs.vector import VectorEnv

GAMES, SHARE = 2000, 0.01  # design: each kind in at least this share of so many greedy games
VERBS = ("play", "strike", "special", "support")  # that play a card
TOLD = ("item", "terror", "act", "mythos", "minion")  # cards that come, or are used, with an event that names them


def by_action(game: Game) -> set[str]:
    """Vocabularies of the cards that an action plays."""
    return {b.args[0] for b in game.spec.actions.blocks if b.verb in VERBS}


def by_event(game: Game) -> dict[str, list[tuple[int, int]]]:
    """Vocabularies of the cards that events tell of: kinds of events, and which of their numbers is the card."""
    out: dict[str, list[tuple[int, int]]] = {}
    for kind, event in enumerate(game.spec.events):
        for place, (_, vocab) in enumerate(event.numbers):
            if vocab in TOLD:
                out.setdefault(vocab, []).append((kind, place))
    return out


def cards(game: Game) -> Iterator[tuple[str, int, str]]:
    """Section, place in it and id of every kind of card that is played."""
    sections = {
        vocab: source if isinstance(source, str) else source[0] for vocab, source in game.spec.content.labels.items()
    }
    for vocab in sorted(by_action(game) | by_event(game).keys()):
        for k, card in enumerate(game.content.sections[sections[vocab]]):
            yield vocab, k, card["id"]


def played(game: Game, games: int) -> dict[tuple[str, int], int]:
    """In how many of the first ``games`` greedy games each kind (vocabulary, number) is played at least once."""
    vec = envs.make_vec(game.spec.id, num_envs=games, seed=3, autoreset="disabled")
    bot = agents.load("greedy", vec.game)
    seen = np.zeros((games, vec.game.n_actions), bool)
    told = {vocab: np.zeros((games, len(game.labels[vocab]) + 1), bool) for vocab in by_event(game)}
    vec.reset()
    actions = np.zeros(games, np.int64)
    while (running := np.flatnonzero(vec.seat >= 0)).size:
        actions[running] = bot.act_batch(vec.observation[running], vec.action_mask[running], vec.seat[running])
        seen[running, actions[running]] = True
        vec.step(actions)
        note(vec, told)
    table, out = game.spec.actions, {}
    for vocab, k, _ in cards(game):
        if vocab in told:
            out[vocab, k] = int(told[vocab][:, k].sum())
            continue
        ways = [table.base[b.verb] + k for b in table.blocks if b.verb in VERBS and b.args[0] == vocab]
        out[vocab, k] = int(seen[:, ways].any(axis=1).sum())
    return out


def note(vec: VectorEnv, told: dict[str, np.ndarray]) -> None:
    """Mark the cards that the last events of each game name."""
    if not told:
        return
    events = vec.state.view(vec.game.spec.schema.dtype)["events"][:, 0]
    games = np.arange(len(events))[:, None]
    for vocab, places in by_event(vec.game).items():
        for kind, place in places:
            number = np.where(events[:, :, 0] == kind, events[:, :, 3 + place], -1)
            told[vocab][games, number] = True  # -1 is the last column, which stands for none


@pytest.mark.parametrize("id", envs.games())
def test_every_kind_is_played_in_greedy_games(id):
    game = envs.load_game(id)
    counts = played(game, GAMES)
    assert len(counts) > 10
    rare = {name: counts[vocab, k] for vocab, k, name in cards(game) if counts[vocab, k] < SHARE * GAMES}
    assert not rare
