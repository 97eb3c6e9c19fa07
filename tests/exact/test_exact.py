"""Exact values of small games: against formulas, trees, and games played at random."""

import json
import math

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.benchmarks.exact import __main__ as command
from elderzoo.benchmarks.exact.chance import Chance
from elderzoo.benchmarks.exact.graph import Graph, explore, of_agent
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.benchmarks.yardsticks.leduc import SPEC as LEDUC
from elderzoo.benchmarks.yardsticks.tree import Tree
from elderzoo.envs import ConfigError, load_game
from elderzoo.envs.core.game import Game, State
from elderzoo.training import config, ppo
from elderzoo.training.match import deal_seeds, play_match

DECK_BUILDING = "deck_building-v0"


@pytest.fixture(scope="module")
def mini() -> Game:
    return load_game(DECK_BUILDING, preset="mini")


@pytest.fixture(scope="module")
def whole(mini: Game) -> Graph:
    return explore(mini)


@pytest.fixture
def tiny(mini: Game, tmp_path) -> Game:
    """The same with less health on both sides, so that it is over in two rounds."""
    text = mini.content.path.read_text("utf-8").replace("health = 7", "health = 3").replace("health = 5", "health = 3")
    (tmp_path / "tiny.toml").write_text(text, "utf-8")
    return load_game(DECK_BUILDING, content=tmp_path / "tiny.toml")


# ------------------------------------------------------------------------------------------------ chance


def test_a_hand_is_dealt_as_the_formula_says(mini):
    """Five of ten cards, three of which are Staggers."""
    found = np.zeros(4)
    stagger = int(mini.tables["k_stagger"])
    for p, row, _ in Chance(mini).begin():
        found[State(mini, row).record["hand"][0, stagger]] += p
    expected = [math.comb(3, k) * math.comb(7, 5 - k) / math.comb(10, 5) for k in range(4)]
    assert found == pytest.approx(expected)


def test_results_of_a_move_are_told_from_each_other_and_add_up(mini):
    state = mini.new(3)
    while state.pending != "clean":  # the last answer of a round: then a card of the Mythos waits, and a hand is dealt
        state.step("keep" if "keep" in state.legal_names() else state.legal_names()[-1])
    results = list(Chance(mini).after(state.row, state.action_id("keep")))
    assert sum(p for p, _, _ in results) == pytest.approx(1)
    assert len(results) > 1
    for _, row, mask in results:
        after = State(mini, row)
        assert not after.record["forced_n"]
        after.check()
        assert mask.any() or after.is_over


@pytest.mark.parametrize("spec", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_random_play_is_worth_what_the_tree_of_all_histories_says(spec):
    tree = Tree(Game(spec))

    def value(state: State) -> np.ndarray:
        if state.is_over:
            return state.returns
        moves = [tree.after(state, a) for a in np.flatnonzero(state.legal()).tolist()]
        return np.mean([np.mean([value(s) for s in results], axis=0) for results in moves], axis=0)

    deals = [value(state) for state in tree.deals()]
    found, decisions = explore(tree.game).expected()
    assert found == pytest.approx(np.mean(deals, axis=0))
    assert found.sum() == pytest.approx(0)
    assert 2 <= decisions <= 8


# ------------------------------------------------------------------------------------------------ the graph


def test_merging_changes_no_value(tiny):
    def fight(state: State) -> np.ndarray:
        """Nothing is bought nor removed: that leaves few positions."""
        legal = state.legal()
        for name in ("end_planning", "keep"):
            if legal[state.game.actions.id(name)]:
                legal[:] = 0
                legal[state.game.actions.id(name)] = 1
        return legal / legal.sum()

    merged, plain = explore(tiny, fight), explore(tiny, fight, merge=False)
    assert len(merged.choices) < len(plain.choices) / 10
    assert merged.best() == pytest.approx(plain.best())
    assert merged.expected()[0] == pytest.approx(plain.expected()[0])
    assert merged.expected()[1] == pytest.approx(plain.expected()[1])


def test_nobody_plays_better_than_the_best(mini, whole):
    greedy = explore(mini, of_agent(agents.load("greedy", mini)), merge=False).expected()[0][0]
    random = whole.expected()[0][0]
    assert -1 < random < greedy < whole.best() < 1


def test_following_the_best_choices_gets_what_the_best_play_is_said_to_get(tiny):
    graph = explore(tiny)
    value = graph.best_from()
    for choices in graph.choices:  # one of the best is always taken
        worth = [sum(p * value[at] for at, p in choice.after.items()) for choice in choices]
        for n, choice in enumerate(choices):
            choice.share = float(n == int(np.argmax(worth)))
    assert graph.expected()[0][0] == pytest.approx(graph.best())


def test_random_games_come_to_the_exact_means(mini, whole):
    """Decisions and their spread, over the batched engine: a draw that is not even would show."""
    games = 20_000
    (value,), decisions = whole.expected()
    results = list(play_match(mini, ["random"], deal_seeds(11, games), 11, 1))
    counts = np.array([r.decisions for r in results], float)
    assert abs(counts.mean() - decisions) < 4 * counts.std() / math.sqrt(games)
    wins = sum(r.returns[0] > 0 for r in results)
    assert wins <= games * (1 + value) / 2 + 5


def test_games_of_greedy_come_to_its_exact_value(mini):
    games = 4_000
    (value,), decisions = explore(mini, of_agent(agents.load("greedy", mini)), merge=False).expected()
    results = list(play_match(mini, ["greedy"], deal_seeds(12, games), 12, 1))
    returns = np.array([r.returns[0] for r in results])
    assert abs(returns.mean() - value) < 4 * returns.std() / math.sqrt(games)
    counts = np.array([r.decisions for r in results], float)
    assert abs(counts.mean() - decisions) < 4 * counts.std() / math.sqrt(games)


@pytest.mark.full
def test_the_own_learner_comes_near_the_best_play(mini, tmp_path):
    settings = config.load(DECK_BUILDING, [command.SETTINGS], ["--run.folder", str(tmp_path), "--run.steps", "500000"])
    made = ppo.train(settings)
    agent = agents.load(f"neural:{made.folder}", mini)
    (value,), _ = explore(mini, of_agent(agent), merge=False).expected()
    assert 0.25 < value < 0.4985  # greedy has 0, the best play 0.4984


def test_what_cannot_be_exact_is_refused(mini):
    with pytest.raises(ConfigError, match="draws lots"):
        explore(mini, of_agent(agents.load("random", mini)))
    with pytest.raises(ConfigError, match="more than 500 positions"):
        explore(mini, most=500)
    with pytest.raises(ConfigError, match="2 seats"):
        explore(Game(KUHN)).best()


# ------------------------------------------------------------------------------------------------ the page


def test_the_page_shows_what_is_stored():
    result = json.loads(command.RESULTS.read_text("utf-8"))
    assert command.page(result) == command.PAGE.read_text("utf-8")
    assert [found["game"] for found in result["games"]] == list(command.GAMES)
    for found in result["games"]:
        assert found["identity"] == load_game(found["game"], preset=command.PRESET).identity


def test_the_command(capsys):
    assert command.main([DECK_BUILDING, "--agents", "nobody", "--json", "-"]) == 2
    assert "nobody" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        command.main(["chess"])
    assert "chess" in capsys.readouterr().err
