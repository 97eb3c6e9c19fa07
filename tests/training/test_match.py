"""Matches and what is made of them: pairing, rotation, counting, intervals."""

import io
import json

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents import Agent, registry
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.age_of_madness import SPEC as AGE_OF_MADNESS
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.training import match
from elderzoo.training.evaluate import evaluate, print_report, summarise, wilson
from elderzoo.training.match import GameResult, deal_seeds, lineups, play_match


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return Game(KUHN)


class Always(Agent):
    """Takes one action, legal or not, and remembers what it saw."""

    def __init__(self, game, action, name="always"):
        super().__init__(game, name)
        self.action, self.seen, self.seeds = action, [], []

    def reset(self, seed):
        self.seeds.append(seed)

    def act(self, view):
        self.seen.append((view.seat, view.row.copy()))
        return self.action


# ----------------------------------------------------------------------------------------- the design


@pytest.mark.parametrize(
    ("count", "seats", "expected"),
    [
        (2, 2, [(0, 1), (1, 0)]),
        (1, 3, [(0, 0, 0)]),
        (2, 3, [(0, 1, 1), (1, 0, 1), (1, 1, 0)]),
        (3, 3, [(0, 1, 2), (2, 0, 1), (1, 2, 0)]),
        (2, 4, [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]),
    ],
)
def test_lineups_put_every_agent_on_every_seat(count, seats, expected):
    assert lineups(count, seats) == expected
    assert all({lineup[p] for lineup in expected} == set(range(count)) for p in range(seats))


@pytest.mark.parametrize("count", [0, 3])
def test_as_many_agents_as_seats_at_most(count):
    with pytest.raises(ConfigError, match=f"agents: {count} given, allowed 1..2"):
        lineups(count, 2)


def test_a_deal_is_the_same_for_both_rotations_and_differs_between_deals():
    game = Game(AGE_OF_MADNESS, 2)
    a, b = Always(game, 0, "a"), Always(game, 0, "b")
    first = {}
    for deal in deal_seeds(3, 5):
        a.seen, b.seen = [], []
        list(play_match(game, [a, b], [deal]))
        assert a.seen[0][0] == b.seen[0][0] == 0  # the seat that begins is held by one, then by the other
        assert np.array_equal(a.seen[0][1], b.seen[0][1])
        first[deal] = a.seen[0][1].tobytes()
        seen = game.spec.schema.record(a.seen[0][1])
        assert seen["seed"] == 0
        assert seen["hand"][0].any()
        assert not seen["hand"][1].any()
    assert len(set(first.values())) == 5


def test_paired_deals_of_equal_agents_cancel(kuhn):
    """Two agents that always bet: the better card wins, once for each of them."""
    bet = kuhn.actions.id("bet")
    report = evaluate(kuhn, [Always(kuhn, bet, "a"), Always(kuhn, bet, "b")], games=40)
    a, b = report["agents"]
    assert (a["wins"], b["wins"]) == (20, 20)
    assert a["mean_return"] == b["mean_return"] == 0
    assert [s["wins"] for s in a["by_seat"]] == [20 - s["wins"] for s in a["by_seat"]][::-1]


def test_results_depend_neither_on_blocks_played_together_nor_on_processes(kuhn):
    deals = deal_seeds(1, 6)
    one = list(play_match(kuhn, ["mc:sims=5", "random"], deals, seed=9, workers=1))
    two = list(play_match(kuhn, ["mc:sims=5", "random"], deals, seed=9, workers=2))
    assert one == two
    assert one != list(play_match(kuhn, ["mc:sims=5", "random"], deals, seed=10, workers=1))
    assert [r.deal for r in one] == [d for d in deals for _ in range(2)]


@pytest.mark.parametrize("agents", [["mc:sims=5", "random"], ["random", "random"]])
@pytest.mark.parametrize("skip", [1, 4, 11])
def test_results_that_are_there_are_left_out(kuhn, agents, skip):
    """Also in the middle of a deal, and of a batch that has to be played whole."""
    deals = deal_seeds(1, 6)
    whole = list(play_match(kuhn, agents, deals, seed=9, workers=1))
    assert list(play_match(kuhn, agents, deals, seed=9, workers=1, skip=skip)) == whole[skip:]


def test_an_agent_that_another_process_does_not_know(kuhn, monkeypatch):
    """What a process registers for itself cannot be spread over processes; the error says which agent."""
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))
    agents.register("first", lambda game, seed=0: Always(game, 0))
    assert len(list(play_match(kuhn, ["first", "random"], deal_seeds(0, 2), workers=1))) == 4
    with pytest.raises(ConfigError, match="'first' does not exist"):
        list(play_match(kuhn, ["first", "random"], deal_seeds(0, 2), workers=2))


def test_agents_are_reset_before_each_block(kuhn):
    a, b = Always(kuhn, 0, "a"), Always(kuhn, 1, "b")
    list(play_match(kuhn, [a, b], deal_seeds(0, 3), seed=4))
    assert len(set(a.seeds)) == 3
    assert not set(a.seeds) & set(b.seeds)
    again = Always(kuhn, 0)
    list(play_match(kuhn, [again, b], deal_seeds(0, 3), seed=4))
    assert again.seeds == a.seeds


def test_batches_and_single_positions_play_alike(kuhn, monkeypatch):
    """An agent that always takes the last legal action, once deciding row by row, once for all rows."""

    class Last(Agent):
        def act(self, view):
            return int(self.options(view)[-1])

    class LastBatch(Last):
        def act_batch(self, observations, masks, seats):
            return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    deals = deal_seeds(2, 30)
    single = list(play_match(kuhn, [Last(kuhn, "a"), Last(kuhn, "b")], deals))
    monkeypatch.setattr(match, "BLOCK", 7)
    assert list(play_match(kuhn, [LastBatch(kuhn, "a"), LastBatch(kuhn, "b")], deals)) == single


# ----------------------------------------------------------------------------------------- counting


@pytest.mark.parametrize("action", [-1, 2, 10**6])
def test_illegal_actions_are_counted_and_the_first_legal_one_is_played(kuhn, action):
    bet = list(play_match(kuhn, [Always(kuhn, kuhn.actions.id("bet"), "bad"), "random"], deal_seeds(0, 4)))
    bad = list(play_match(kuhn, [Always(kuhn, action, "bad"), "random"], deal_seeds(0, 4)))
    assert [r.returns for r in bad] == [r.returns for r in bet]
    agent = summarise(bad)["agents"][0]
    assert agent["illegal"] == sum(sum(r.illegal) for r in bad) == 8
    assert summarise(bet)["agents"][0]["illegal"] == summarise(bad)["agents"][1]["illegal"] == 0


def test_time_outs_are_counted(kuhn):
    bet = kuhn.actions.id("bet")
    for limit, expected in ((None, 0), (1e9, 0), (-1.0, 1)):
        results = list(play_match(kuhn, [Always(kuhn, bet, "slow"), "random"], deal_seeds(0, 4), move_limit=limit))
        assert [r.timeouts[r.agents.index("slow")] for r in results] == [expected] * 8


class Failing(Agent):
    """Passes; in each game it raises ``problem`` at its move number ``at``."""

    def __init__(self, game, problem, at=3, name="failing"):
        super().__init__(game, name)
        self.problem, self.at, self.moves = problem, at, 0

    def reset(self, seed):
        self.moves = 0
        if self.at == 0:
            raise self.problem

    def act(self, view):
        self.moves += 1
        if self.moves == self.at:
            raise self.problem
        return int(self.options(view)[0])


def test_what_an_agent_raises_is_a_fault_of_its_seat_and_the_first_legal_action_is_played():
    game = Game(AGE_OF_MADNESS, 2)
    rotations, deals = lineups(2, 2), deal_seeds(0, 1)

    def played(agent):  # block by block, each of one game, as single positions are
        return [
            match.play_block(game, [agent, Failing(game, None, -1, "b")], [line], deals, 0)[0] for line in rotations
        ]

    first = played(Failing(game, None, -1, "a"))
    bad = played(Failing(game, KeyError("no\n such card"), 3, "a"))
    entry = {"decisions": 1, "raised": "KeyError: 'no\\n such card'"}
    assert [r.faults for r in bad] == [[{"seat": 0, **entry}], [{"seat": 1, **entry}]]
    assert [(r.returns, r.decisions, r.illegal, r.timeouts) for r in bad] == [
        (r.returns, r.decisions, r.illegal, r.timeouts) for r in first
    ]
    a, b = summarise(bad)["agents"]
    assert (a["faults"], a["raised"]) == (2, [entry["raised"]])
    assert (b["faults"], b["raised"], a["illegal"]) == (0, [], 0)


@pytest.mark.parametrize("action", [None, "bet", 10**30])
def test_what_is_no_number_of_an_action_is_a_fault(kuhn, action):
    results = list(play_match(kuhn, [Always(kuhn, action, "bad"), "random"], deal_seeds(0, 2)))
    assert all(r.faults[0]["seat"] == r.agents.index("bad") for r in results)


def test_an_agent_that_cannot_be_reset_fails_in_each_decision(kuhn):
    results = list(play_match(kuhn, [Failing(kuhn, RuntimeError("x" * 500), 0, "a"), "random"], deal_seeds(0, 4)))
    assert all(r.faults[0]["decisions"] >= 1 for r in results)
    assert summarise(results)["agents"][0]["raised"] == [("RuntimeError: " + "x" * 500)[:200]]


def test_a_batch_that_raises_is_a_fault_of_all_its_rows(kuhn):
    class Batch(Always):
        def act_batch(self, observations, masks, seats):
            return self.action(masks)

    def broken(masks):
        raise ArithmeticError

    results = list(play_match(kuhn, [Batch(kuhn, broken, "bad"), "random"], deal_seeds(0, 4)))
    (first,) = {entry["raised"] for r in results for entry in r.faults}
    assert first == "ArithmeticError:"
    assert all(r.faults[0]["seat"] == r.agents.index("bad") for r in results)
    short = list(play_match(kuhn, [Batch(kuhn, lambda masks: np.zeros(1), "bad"), "random"], deal_seeds(0, 4)))
    assert short[0].faults[0]["raised"] == "ValueError: actions are (1,), expected (4,)"


def test_a_time_out_that_is_raised_counts_as_one_and_a_wrong_set_up_ends_the_match(kuhn):
    late = list(play_match(kuhn, [Failing(kuhn, TimeoutError("late"), 1, "late"), "random"], deal_seeds(0, 4)))
    assert late[0].timeouts == [1, 0]
    assert all(r.faults == [] for r in late)
    with pytest.raises(ConfigError, match="gone"):
        list(play_match(kuhn, [Failing(kuhn, ConfigError("gone"), 1), "random"], deal_seeds(0, 1)))
    with pytest.raises(ConfigError, match="gone"):
        list(play_match(kuhn, [Failing(kuhn, ConfigError("gone"), 0), "random"], deal_seeds(0, 1)))


def test_a_match_between_many_seats():
    report = evaluate(Game(AGE_OF_MADNESS, 3), ["random", "mc:sims=1"], games=7)
    assert report["games"] == 9  # whole deals of three rotations
    assert report["deals"] == 3
    one, many = report["agents"]
    assert (one["games"], many["games"]) == (9, 18)
    assert [s["games"] for s in one["by_seat"]] == [3, 3, 3]
    assert [s["games"] for s in many["by_seat"]] == [6, 6, 6]
    assert one["wins"] + many["wins"] + one["draws"] / 3 == pytest.approx(9)
    assert one["mean_return"] * 9 + many["mean_return"] * 18 == pytest.approx(0)


def result(returns, names=("a", "b"), ending="won", rounds=None, decisions=5):
    zero = [0] * len(returns)
    return GameResult(1, list(names), list(returns), decisions, rounds, ending, zero, zero)


def test_wins_draws_and_losses():
    report = summarise(
        [
            result([1, -1]),
            result([-1, 1], ("b", "a"), rounds=4),
            result([0, 0], ending="called_off", rounds=8),
            result([0, 0], ending="truncated"),
            result([-1, 1]),
        ]
    )
    a, b = report["agents"]
    assert (a["name"], a["games"], a["wins"], a["draws"], a["losses"]) == ("a", 5, 2, 2, 1)
    assert (b["wins"], b["draws"], b["losses"]) == (1, 2, 2)
    assert a["win_rate"] == 0.4
    assert a["mean_return"] == 0.2
    assert a["interval"] == list(wilson(2, 5))
    assert [(s["seat"], s["games"], s["wins"]) for s in a["by_seat"]] == [(0, 4, 1), (1, 1, 1)]
    assert report["endings"] == {"won": 3, "called_off": 1, "truncated": 1}
    assert report["truncated"] == 1
    assert report["rounds"]["mean"] == 6
    assert report["decisions"] == {"mean": 5.0, "p5": 5.0, "median": 5.0, "p95": 5.0}


def test_joint_winners_and_a_team_all_win():
    joint = summarise([result([0.5, 0.5, -1], ("a", "b", "b"))])["agents"]
    assert [(x["wins"], x["games"]) for x in joint] == [(1, 1), (1, 2)]
    (team,) = summarise([result([1, 1], ("a", "a")), result([-1, -1], ("a", "a"))])["agents"]
    assert (team["wins"], team["games"], team["win_rate"]) == (2, 4, 0.5)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (50, 100, 0.4038315, 0.5961685),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (115, 200, 0.5057093, 0.6414639),
    ],
)
def test_wilson(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-7)


def test_wilson_without_games():
    assert wilson(0, 0) == (0, 1)


# ---------------------------------------------------------------------------------------- the report


def test_evaluate_reports_writes_lines_and_tells_how_far_it_is(kuhn, tmp_path):
    path, told = tmp_path / "games.jsonl", []
    report = evaluate(
        kuhn, ["random", "mc:sims=4"], 6, seed=2, workers=1, jsonl=path, progress=lambda *n: told.append(n)
    )
    assert told == [(k, 6) for k in range(1, 7)]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == 6
    assert sum(line["returns"][line["agents"].index("random")] for line in lines) == pytest.approx(
        6 * report["agents"][0]["mean_return"]
    )
    assert report == json.loads(json.dumps(report))
    assert (report["game"], report["seats"], report["games"], report["seed"]) == ("kuhn-v0", 2, 6, 2)
    wanted = {"name", "games", "wins", "win_rate", "interval", "mean_return", "by_seat", "illegal"}
    assert all(wanted <= set(agent) for agent in report["agents"])


def test_the_table_in_plain_text(kuhn):
    out = io.StringIO()
    print_report(evaluate(kuhn, ["random"], 4), out)
    title, columns, row = out.getvalue().splitlines()
    assert title == "kuhn-v0, 2 seats, 4 games (4 deals)"
    assert columns.startswith("agent   games  win rate")
    assert row.startswith("random  8      50.0%     21.5% to 78.5%  +0.000")


def test_the_table_tells_what_was_raised(kuhn):
    out = io.StringIO()
    print_report(evaluate(kuhn, [Failing(kuhn, OSError("gone"), 1, "bad"), "random"], 2), out)
    _title, columns, bad, other, raised = out.getvalue().splitlines()
    assert columns.split()[-1] == "faults"
    assert (bad.split()[-1], other.split()[-1]) == ("1", "0")
    assert raised == "bad raised OSError: gone"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(agents=["random"], games=0), "games is 0"),
        (dict(agents=["random"], games=1.5), "games is 1.5"),
        (dict(agents=["random", "random", "random"]), "agents: 3 given"),
        (dict(agents=[]), "agents: 0 given"),
        (dict(agents=["nobody"]), "'nobody' does not exist"),
        (dict(agents=["random"], workers=0), "workers is 0"),
    ],
)
def test_wrong_input(kuhn, arguments, message):
    with pytest.raises(ConfigError, match=message):
        evaluate(kuhn, **arguments)


def test_agents_given_as_objects_stay_in_this_process(kuhn):
    with pytest.raises(ConfigError, match="agents must be given by name"):
        evaluate(kuhn, [agents.load("random", kuhn)], workers=2)


def test_an_unknown_game():
    with pytest.raises(ConfigError, match="chess-v0"):
        evaluate("chess-v0", ["random"])
