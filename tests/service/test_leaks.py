"""What a seat is told over the wire says nothing that its view does not: the re-deal test, for messages."""

import random

import pytest

from elderzoo import envs
from elderzoo.agents.service.check import apply
from elderzoo.agents.service.core.games import Games
from elderzoo.agents.service.core.stream import Seen, speaker
from elderzoo.agents.service.core.wire import dumps
from elderzoo.envs import EngineError, load_game

from .support import Client, Seat, positions

GAMES = envs.registry.SHIPPED


@pytest.fixture(scope="module")
def games() -> Games:
    return Games()


@pytest.mark.parametrize("id", GAMES)
def test_a_redeal_of_what_a_seat_cannot_see_changes_no_message(games: Games, id: str) -> None:
    """Positions and steps, told of a game and of the same game with other hidden cards, are the same text.

    A step is made equal by force: what the seat sees after it is dealt anew from the true position then."""
    game = load_game(id)
    table = games.get(id)
    say = speaker(table, include=("panels", "words"))
    changed = 0
    for k, before in enumerate(positions(game, 25, seed=4)):
        chance = random.Random(k)
        by, action = before.seat, chance.choice(before.legal_names())
        after = before.clone().step(action)
        for seat in range(game.num_players):
            try:
                one, two = before.view(seat).sample(k), after.view(seat).sample(k + 1)
            except EngineError:  # a seat that does not decide may not know why another has no choice
                continue
            changed += one != before
            assert dumps(say.position(Seen.of(table, one, seat))) == dumps(say.position(Seen.of(table, before, seat)))
            told = game.actions.id(action) if seat == by else None
            real = say.step(Seen.of(table, before, seat), Seen.of(table, after, seat), by, told)
            dealt = say.step(Seen.of(table, one, seat), Seen.of(table, two, seat), by, told)
            assert dumps(real) == dumps(dealt)
    assert changed


@pytest.mark.parametrize("id", GAMES)
def test_messages_are_the_view_and_nothing_else(games: Games, id: str) -> None:
    """Applied to the view before, a step gives the view after; hidden cells are null, for watchers as well."""
    game = load_game(id)
    table = games.get(id)
    say = speaker(table)
    for k, before in enumerate(positions(game, 25, seed=6)):
        after = before.clone().step(random.Random(k).choice(before.legal_names()))
        for seat in (*range(game.num_players), None):
            seen, then = Seen.of(table, before, seat), Seen.of(table, after, seat)
            view, step = seen.view(), say.step(seen, then, before.seat, None) | {"seq": 1}
            apply(view, step, pytest.fail)
            assert view == then.view()
            if seat is not None:
                assert view == after.view(seat).to_json()
            else:
                views = [after.view(p).to_json()["fields"] for p in range(game.num_players)]
                assert all(_hides(view["fields"][n], v[n]) for v in views for n in view["fields"])


def _hides(given, other) -> bool:
    """Whether ``given`` shows nothing that is null in ``other``."""
    if isinstance(given, list):
        return all(_hides(a, b) for a, b in zip(given, other, strict=True)) if isinstance(other, list) else False
    return other is not None or given is None


def test_sessions_on_equal_views_tell_equal_messages(service) -> None:
    """The same over the whole service: two games that differ in the other seat's card only, played the same way."""
    deals: dict[str, list[int]] = {}
    game = load_game("kuhn-v0")
    for seed in range(60):
        deals.setdefault(dumps(game.new(seed).view(0).to_json()), []).append(seed)
    pairs = [(a, b) for a, *rest in deals.values() for b in rest if game.new(a) != game.new(b)]
    differ = [(a, b) for a, b in pairs if _card(game, a) != _card(game, b)][:5]
    assert len(differ) == 5
    for pair in differ:
        told = []
        for seed in pair:
            client = Client(service)
            created = client.ask("create", game="kuhn-v0", seed=seed, seats=[{"kind": "human"}, {"kind": "open"}])
            other = client.ask("join", session=created["session"], invite=created["invite"], seat=1)
            seat = Seat(created)
            client.ask("act", **seat.enter, action="pass")
            client.ask("act", session=created["session"], token=other["token"], action="bet")
            messages = [created["messages"], client.ask("poll", **seat.enter, after=0)["messages"]]
            told.append(dumps(messages).replace(created["session"], "s"))
        assert told[0] == told[1]


def _card(game, seed: int) -> list[int]:
    return game.new(seed).record["hand"][1].tolist()
