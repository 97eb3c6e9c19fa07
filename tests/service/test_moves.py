"""The stateless move is the bot: the same answer in the service and in this process."""

import time

import pytest

from elderzoo import agents, envs
from elderzoo.agents.service.core import bots
from elderzoo.agents.service.core.bots import LevelBot, Recipe, decide
from elderzoo.agents.service.core.service import Service
from elderzoo.envs import load_game

from .support import Client, positions, settings, setup_of

GAMES = envs.registry.SHIPPED
BOTS = ("greedy", "random", "mc:sims=8", "search:sims=4:cutoff=20")


@pytest.fixture(scope="module")
def all_games():
    service = Service(settings(games=()))
    yield Client(service)
    service.stop()


def same(client: Client, id: str, count: int, seed: int) -> None:
    lo, hi = envs.spec(id).seats
    for players in sorted({lo, hi}):
        game = load_game(id, players)
        for k, state in enumerate(positions(game, count, seed)):
            view, bot, n = state.view(state.seat), BOTS[k % len(BOTS)], 1 + k % 6
            move = {**setup_of(game), "seat": state.seat, "view": view.to_json(), "legal": state.legal_names()}
            told = client.ask("move", **move, bot=bot, seed=k)
            assert told["type"] == "move", told
            assert told["action"]["id"] == agents.load(bot, game, k).act(view), (id, players, k, bot)
            told = client.ask("move", **move, level=n, seed=k)
            assert told["type"] == "move", told
            assert told["action"]["id"] == LevelBot(game, k, n=n).act(view), (id, players, k, n)


@pytest.mark.parametrize("id", GAMES)
def test_the_stateless_move_is_the_bot(all_games: Client, id: str) -> None:
    same(all_games, id, 8, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("id", GAMES)
def test_the_stateless_move_is_the_bot_on_a_thousand_positions(all_games: Client, id: str) -> None:
    same(all_games, id, 500, seed=2)


def test_the_answer_does_not_depend_on_hidden_cards(all_games: Client) -> None:
    game = load_game("age_of_madness-v0", 3)
    for k, state in enumerate(positions(game, 10, seed=5)):
        other = state.view(state.seat).sample(k)
        moves = [
            all_games.ask(
                "move", **setup_of(game), seat=x.seat, view=x.view(x.seat).to_json(), bot="mc:sims=32", seed=k
            )
            for x in (state, other)
        ]
        assert moves[0] | {"time_ms": 0} == moves[1] | {"time_ms": 0}


# ------------------------------------------------------------------------------------------- the levels


def test_levels_are_ten() -> None:
    for id in GAMES:
        assert [r.level for r in bots.levels(id)] == list(range(1, 11))
        for recipe in bots.levels(id):
            agents.registry.check(recipe.bot)
            assert 0 <= recipe.blunder <= 1
            assert recipe.temperature >= 0


def test_levels_err_as_often_as_they_say() -> None:
    game = load_game("kuhn-v0")
    view = game.new(0).view(0)
    recipe = Recipe("mc:sims=2", blunder=0.3, level=4)
    why = [decide(recipe, view, seed).why for seed in range(400)]
    assert 80 < why.count("blunder") < 160
    assert set(why) == {"blunder", "best"}


def test_a_game_without_rules_of_thumb_has_levels_too() -> None:
    game = load_game("kuhn-v0")
    assert bots.level(game, 5).bot == "mc:sims=64"
    assert game.new(0).view(0).action_mask[LevelBot(game, 1, n=5).act(game.new(0).view(0))] == 1


class Opinionated(agents.Agent):
    """Scores actions, as a search does."""

    def consider(self, view):
        from types import SimpleNamespace

        legal = self.options(view)
        scores = {int(a): 0.5 - 0.4 * k for k, a in enumerate(legal)}
        return SimpleNamespace(action=int(legal[0]), scores=scores, visits=dict.fromkeys(scores, 10))

    def act(self, view):
        return self.consider(view).action


@pytest.fixture(scope="module", autouse=True)
def opinionated():
    from elderzoo.agents import registry

    registry._BUILDERS["opinionated"] = lambda game, seed=0: Opinionated(game, "opinionated")
    yield
    del registry._BUILDERS["opinionated"]


def test_temperature_picks_by_scores() -> None:
    view = load_game("kuhn-v0").new(0).view(0)
    found = [decide(Recipe("opinionated", temperature=0.4), view, seed) for seed in range(600)]
    loose = sum(d.why == "loose" for d in found) / len(found)
    assert loose == pytest.approx(1 / (1 + 2.718281828), abs=0.06)
    assert all(d.why == "best" for d in (decide(Recipe("opinionated"), view, s) for s in range(50)))


def test_scores_of_an_agent_are_its_own() -> None:
    view = load_game("kuhn-v0").new(0).view(0)
    found = decide(Recipe("opinionated"), view, 0, explain=True)
    assert (found.scored_by, found.scores, found.worlds) == ("opinionated", {0: 0.5, 1: pytest.approx(0.1)}, 20)
    lent = decide(Recipe("random"), view, 0, explain=True)
    assert lent.scored_by in ("mc:sims=32", "search:sims=32")


# ------------------------------------------------------------------------------------------ deadlines


def test_a_budget_that_is_long_enough_changes_nothing() -> None:
    game = load_game("kuhn-v0")
    view = game.new(3).view(0)
    for bot in ("mc:sims=64", "search:sims=64"):
        whole = decide(Recipe(bot), view, 5)
        timed = decide(Recipe(bot), view, 5, deadline=time.perf_counter() + 60)
        assert (timed.action, timed.late, timed.why) == (whole.action, False, whole.why)


def test_when_time_is_up_there_is_the_best_so_far() -> None:
    view = load_game("kuhn-v0").new(3).view(0)
    best = bots.Best()
    found = decide(Recipe("mc:sims=4096"), view, 5, deadline=time.perf_counter() - 1, best=best)
    assert (found.late, found.fallback, found.why) == (True, "random", "late")
    assert best.get() == found


def test_part_of_a_budget_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs out after the second part: on a clock of its own, one second a look."""
    view = load_game("kuhn-v0").new(3).view(0)
    clock = iter(range(1000))
    monkeypatch.setattr(bots.time, "perf_counter", lambda: float(next(clock)))
    found = decide(Recipe("mc:sims=640"), view, 5, deadline=8.0)
    assert (found.late, found.fallback) == (True, "mc:sims=40")


def test_a_request_is_answered_at_its_deadline_though_the_bot_goes_on(service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock answers with the best so far while a bot that cannot be stopped still thinks."""
    import threading

    from elderzoo.agents.service.core import moves

    release = threading.Event()

    def stubborn(recipe, view, seed, deadline=None, explain=False, best=None, name=None, agent=None):
        assert best is not None
        best.put(bots.Decision(1, late=True, why="late", fallback="mc:sims=1"))
        release.wait(60)
        return bots.Decision(0)

    monkeypatch.setattr(moves, "decide", stubborn)
    game = load_game("kuhn-v0")
    client = Client(service)
    move = {**setup_of(game), "seat": 0, "view": game.new(1).view(0).to_json(), "budget_ms": 50}
    told = client.ask("move", **move)
    release.set()
    assert (told["action"]["id"], told["deadline_hit"], told["fallback"]) == (1, True, "mc:sims=1")
    assert client.ask("ping")["type"] == "pong"
    assert client.inbox.qsize() == 0
