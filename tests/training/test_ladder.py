"""The ladder: which games are played and kept, and what is made of them."""

import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import trim_mean

from elderzoo import agents, envs
from elderzoo.agents import Agent, registry
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.training.cli import main
from elderzoo.training.executor import executor
from elderzoo.training.ladder import games, payoffs, pool, ratings, report, response, seeds
from elderzoo.training.ladder.games import Entrant, Store, pair_lineups, play
from elderzoo.training.ladder.nash import nash_mixture, nash_ratings
from elderzoo.training.ladder.statistics import bootstrap_mean, interquartile_mean, stratified
from elderzoo.training.match import GameResult, Player
from tests.roulette import SPEC as ROULETTE
from tests.training.crew import SPEC as CREW

INLINE = executor("inline")


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return Game(KUHN)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kuhn players of one action, by name."""
    for spec in (KUHN, ROULETTE, CREW):
        envs.register(spec)
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))
    for verb in ("bet", "pass"):
        agents.register(verb, lambda game, seed=0, verb=verb: Always(game, verb))


class Always(Agent):
    """Takes one action, for many rows at once too, so that it stays in the process that knows it."""

    def __init__(self, game: Game, verb: str):
        super().__init__(game, verb)
        self.action = game.actions.id(verb)

    def act(self, view) -> int:
        return self.action

    def act_batch(self, observations, masks, seats) -> np.ndarray:
        return np.full(len(masks), self.action)


def result(
    names: Sequence[str], returns: Sequence[float], deal: int = 1, groups: list[str] | None = None
) -> GameResult:
    zero = [0] * len(names)
    return GameResult(deal, list(names), list(returns), 5, None, "won", zero, zero, groups)


# ------------------------------------------------------------------------------------------------- raw games


@pytest.mark.parametrize(
    ("seats", "expected"),
    [(2, [(0, 1), (1, 0)]), (3, [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])],
)
def test_two_agents_meet_with_each_of_them_alone_in_every_seat(seats: int, expected: list) -> None:
    assert pair_lineups(seats) == expected


def test_a_raw_game_says_what_was_played(kuhn: Game, tmp_path: Path) -> None:
    play(kuhn, ["random", "bet"], 6, tmp_path, seed=3)
    rows = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 6
    assert len({row["id"] for row in rows}) == 6
    for row in rows:
        assert (row["game"], row["seats"], row["rules"], row["seed"]) == ("kuhn-v0", 2, {}, 3)
        assert sorted(row["agents"]) == row["match"] == ["bet", "random"]
        assert row["wins"] == [x > 0 for x in row["returns"]]
        assert row["decisions"] > 0
        assert row["ending"]
    assert [rows[0]["agents"], rows[0]["deal"]] == [rows[1]["agents"][::-1], rows[1]["deal"]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple]:
    """The agents of every block that is played."""
    seen: list[tuple] = []
    before = Player.__call__

    def note(self, block):
        seen.append(block.agents)
        return before(self, block)

    monkeypatch.setattr(Player, "__call__", note)
    return seen


def test_only_what_is_missing_is_played(kuhn: Game, tmp_path: Path, played: list) -> None:
    """More games, another agent, another order of names, and a process that was killed while it wrote."""
    once = play(kuhn, ["random", "bet", "pass"], 40, tmp_path / "once")
    folder = tmp_path / "bit by bit"
    play(kuhn, ["random", "bet"], 10, folder)
    file = folder / "games.jsonl"
    text = file.read_text("utf-8")
    played.clear()
    assert play(kuhn, ["bet", "random"], 10, folder)
    assert played == []
    file.write_text(text[:-30], "utf-8")
    play(kuhn, ["random", "bet"], 10, folder)
    assert played == [("bet", "random")]  # the block of the lost line, and no other
    assert sorted(file.read_text("utf-8").splitlines()) == sorted(text.splitlines())
    again = play(kuhn, ["random", "bet", "pass"], 40, folder)
    assert {pair: once[pair] for pair in once} == again
    assert play(kuhn, ["random", "bet", "pass"], 40, folder) == once


class Failing(Always):
    """Raises at its third decision of a block."""

    def reset(self, seed: int) -> None:
        self.moves = 0

    def act_batch(self, observations, masks, seats) -> np.ndarray:
        self.moves += 1
        if self.moves == 3:
            raise LookupError("<no> plan")
        return super().act_batch(observations, masks, seats)


def test_an_agent_that_raises_does_not_end_the_ladder(kuhn: Game, tmp_path: Path) -> None:
    """Its games are played to their end, the file and the report say what it raised, and nothing is played twice."""
    agents.register("failing", lambda game, seed=0: Failing(game, "pass"))
    names = ["failing", "random", "bet"]
    results = play(kuhn, names, 100, tmp_path)
    played = list(chain.from_iterable(results.values()))
    assert len(played) == 300
    assert {(r.agents[e["seat"]], e["raised"]) for r in played for e in r.faults} == {
        ("failing", "LookupError: <no> plan")
    }
    stored = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert [row["faults"] for row in stored] == [r.faults for r in played]
    assert play(kuhn, names, 100, tmp_path) == results
    found = report.build(kuhn, [Entrant(name) for name in names], results, 0, INLINE)
    bad, *others = found["agents"]
    assert bad["faults"] == sum(len(r.faults) for r in played) > 0
    assert bad["raised"] == ["LookupError: <no> plan"]
    assert all((a["faults"], a["raised"]) == (0, []) for a in others)
    report.write(tmp_path, found, kuhn, [Entrant(name) for name in names], results)
    assert "<li>failing: LookupError: &lt;no&gt; plan</li>" in (tmp_path / "report.html").read_text("utf-8")


def test_games_of_an_older_version_are_read(kuhn: Game, tmp_path: Path, played: list) -> None:
    play(kuhn, ["random", "bet"], 4, tmp_path)
    file = tmp_path / "games.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    file.write_text("".join(json.dumps({k: v for k, v in r.items() if k != "faults"}) + "\n" for r in rows), "utf-8")
    played.clear()
    play(kuhn, ["random", "bet"], 4, tmp_path)
    assert played == []


def test_a_folder_of_another_ladder_is_refused(kuhn: Game, tmp_path: Path) -> None:
    play(kuhn, ["random", "bet"], 2, tmp_path, seed=3)
    with pytest.raises(ConfigError, match="holds games of seed 3, not 4: choose another folder"):
        play(kuhn, ["random", "bet"], 2, tmp_path, seed=4)
    with pytest.raises(ConfigError, match=r"holds games of rules \{\}, not \{'open_hands': True\}"):
        play(Game(KUHN, rules={"open_hands": True}), ["random", "bet"], 2, tmp_path, seed=3)
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"deal": 1}\n')
    with pytest.raises(ConfigError, match="line 3 is no raw game"):
        Store(tmp_path / "games.jsonl", kuhn, 3)


@pytest.mark.parametrize(
    ("names", "count", "message"),
    [
        (["random"], 2, "agents: 1 given, a ladder of kuhn-v0 needs 2 and more"),
        (["random", "bet", "random"], 2, "'random' is given twice"),
        (["random", "nobody"], 2, "'nobody' does not exist"),
        (["random", "human"], 2, "'human' is a person"),
        (["random", "bet"], 0, "games is 0"),
    ],
)
def test_wrong_input(kuhn: Game, tmp_path: Path, names: list[str], count: int, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        play(kuhn, names, count, tmp_path)


def test_labels() -> None:
    assert Entrant.parse("mc:sims=4") == Entrant("mc:sims=4")
    assert Entrant.parse(" ppo=neural:runs/a=b ") == Entrant("neural:runs/a=b", "ppo")
    assert str(Entrant.parse("ppo=greedy")) == "ppo=greedy"
    with pytest.raises(ConfigError, match="agents: ' '"):
        Entrant.parse(" ")


# --------------------------------------------------------------------------------------------- the matrix


def test_payoffs_are_of_the_seat_that_is_alone() -> None:
    results = {
        ("a", "b"): [
            result("abb", [2, -1, -1], deal=7),
            result("bab", [1, -2, 1], deal=7),
            result("bba", [-1, -1, 2], deal=7),
            result("baa", [-2, 1, 1], deal=7),
            result("aba", [1, -2, 1], deal=7),
            result("aab", [-1, -1, 2], deal=7),
        ]
    }
    cells = payoffs.cells(results)
    assert cells["a", "b"].returns.tolist() == [2, -2, 2]
    assert cells["b", "a"].returns.tolist() == [-2, -2, 2]
    first, second = payoffs.matrix(cells, ["a", "b"])
    assert first[0] is second[1] is None
    assert (first[1]["games"], first[1]["wins"]) == (3, 2)
    assert first[1]["mean_return"] == pytest.approx(2 / 3)
    assert payoffs.advantages(cells, ["a", "b"]).tolist() == [[[0, pytest.approx(2 / 3)], [pytest.approx(-2 / 3), 0]]]


def test_paired_deals_leave_no_interval_where_the_cards_decide(kuhn: Game, tmp_path: Path) -> None:
    """Two players that always bet win each deal once, so the mean is exact; win rates by game are as wide as ever."""
    agents.register("bet_too", lambda game, seed=0: Always(game, "bet"))
    cells = payoffs.cells(play(kuhn, ["bet", "bet_too"], 40, tmp_path))
    figures = cells["bet", "bet_too"].figures()
    assert figures["return_interval"] == [0, 0]
    assert figures["win_interval"][0] < 0.4
    assert payoffs.advantages(cells, ["bet", "bet_too"]).shape == (20, 2, 2)


def test_agents_of_a_team_play_with_themselves_and_with_each_other(tmp_path: Path) -> None:
    crew = Game(CREW, 3)
    cells = payoffs.cells(play(crew, ["random", "mc:sims=4"], 12, tmp_path, workers=1))
    assert {pair: len(cell.returns) for pair, cell in cells.items()} == {
        ("random", "random"): 2,
        ("mc:sims=4", "mc:sims=4"): 2,
        ("random", "mc:sims=4"): 6,
        ("mc:sims=4", "random"): 6,
    }


# ----------------------------------------------------------------------------------------- Nash averaging

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def test_nash_of_rock_paper_scissors_is_even_and_a_copy_shares_its_part() -> None:
    assert nash_mixture(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-4)
    twice = ROCK_PAPER_SCISSORS[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    assert nash_mixture(twice) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-4)
    assert nash_ratings(twice) == pytest.approx([0] * 4, abs=1e-4)


def test_nash_of_an_order_is_its_first() -> None:
    order = np.array([[0, 0.1, 0.9], [-0.1, 0, 0.3], [-0.9, -0.3, 0]])
    assert nash_mixture(order) == pytest.approx([1, 0, 0], abs=1e-6)
    assert nash_ratings(order) == pytest.approx([0, -0.1, -0.9], abs=1e-6)
    assert nash_mixture(np.zeros((3, 3))) == pytest.approx([1 / 3] * 3, abs=1e-4)


def test_nobody_beats_the_mixture() -> None:
    rng = np.random.default_rng(0)
    for n in range(2, 9):
        square = rng.normal(size=(n, n)) * 10.0 ** rng.integers(-3, 1)
        advantage = square - square.T
        assert nash_ratings(advantage).max() < 1e-5 * np.abs(advantage).max()


# ------------------------------------------------------------------------------------------------- ratings


def rated(results: list[GameResult], sides: bool = False, seed: int = 0, where=INLINE) -> dict[str, dict]:
    return {row["name"]: row for row in ratings.ratings(results, sides, seed, where, resamples=20)}


def test_ratings_follow_wins_and_reproduce() -> None:
    results = [result(pair, [1, -1], deal=k) for k in range(20) for pair in ("ab", "bc", "ac")]
    found = rated(results)
    assert list(found) == ["a", "b", "c"]
    for row in found.values():
        assert row["interval"][0] <= row["mu"] <= row["interval"][1]
    assert found["a"]["interval"][0] > found["c"]["interval"][1]
    assert rated(results) == found
    assert rated(results, seed=1) != found
    assert rated(results, where=executor("processes", 2)) == found


def test_draws_and_equal_wins_rate_alike() -> None:
    drawn = rated([result("ab", [0, 0], deal=k) for k in range(20)])
    assert drawn["a"]["mu"] == pytest.approx(drawn["b"]["mu"])
    even = rated([result(pair, [1, -1], deal=k) for k in range(50) for pair in ("ab", "ba")])
    assert abs(even["a"]["mu"] - even["b"]["mu"]) < 3


def test_several_seats_of_one_agent_count_as_one() -> None:
    found = rated([result("abb", [-2, 1, 1], deal=k) for k in range(20)])
    assert found["b"]["mu"] > found["a"]["mu"]


def test_sides_are_rated_apart() -> None:
    """a wins with the many and loses as the one; b the other way round."""
    many, one = ["many", "many", "one"], ["one", "many", "many"]
    results = [result("abb", [1, 1, -2], k, many) for k in range(15)] + [
        result("abb", [-2, 1, 1], k, one) for k in range(15)
    ]
    found = rated(results, sides=True)
    assert sorted(found) == ["a as many", "a as one", "b as many", "b as one"]
    assert found["a as many"]["mu"] > found["a as one"]["mu"]
    assert found["b as many"]["mu"] > found["b as one"]["mu"]


# ----------------------------------------------------------------------------------------------- statistics


def test_interquartile_mean_is_a_trimmed_mean() -> None:
    rng = np.random.default_rng(1)
    for size in range(1, 30):
        scores = rng.normal(size=(3, size))
        assert interquartile_mean(scores) == pytest.approx(trim_mean(scores, 0.25, axis=-1))


def test_the_stratified_bootstrap_draws_runs_within_tasks() -> None:
    """Tasks differ and runs do not, so nothing is uncertain; a bootstrap over all entries would say otherwise."""
    scores = np.tile([0.1, 0.5, 0.9], (4, 1))
    assert stratified(scores, lambda s: s.mean(-1)) == pytest.approx([0.5, 0.5])
    spread = scores + np.array([[-0.1], [0], [0], [0.1]])
    low, high = stratified(spread, lambda s: s.mean(-1))
    assert 0.4 < low < 0.5 < high < 0.6
    assert stratified(spread, lambda s: s.mean(-1)) == [low, high]


def test_the_bootstrap_covers_the_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(200):
        low, high = bootstrap_mean(rng.normal(size=40))
        covered += low <= 0 <= high
    assert 180 <= covered <= 198


# ---------------------------------------------------------------------------------------------- by seed

RUNS = [Entrant("r1", "ppo"), Entrant("r2", "ppo"), Entrant("x")]


def cell(*returns: float) -> payoffs.Cell:
    return payoffs.Cell(np.array(returns), np.arange(len(returns)))


def test_methods_are_scored_by_run_and_task() -> None:
    cells = {("r1", "x"): cell(1, 1, 1, -1), ("r2", "x"): cell(1, -1, -1, -1), ("r1", "r2"): cell(1, -1)}
    (row,) = seeds.by_seed(cells, RUNS, team=False)
    assert (row["method"], row["runs"]) == ("ppo", ["r1", "r2"])
    assert row["tasks"] == {"against x": [0.75, 0.25]}  # games between runs of a method are no task
    assert row["iqm"]["value"] == row["mean"]["value"] == 0.5
    assert row["optimality_gap"]["value"] == 0.5
    assert row["iqm"]["interval"] == [0.25, 0.75]


def test_runs_of_a_team_have_self_play_cross_play_and_the_scripted_partner() -> None:
    cells = {(a, b): cell(1, -1) for a in ("r1", "r2", "x") for b in ("r1", "r2", "x")}
    cells["r1", "r2"] = cell(-1, -1)
    (row,) = seeds.by_seed(cells, RUNS, team=True)
    assert row["tasks"] == {"self-play": [0.5, 0.5], "cross-play": [0, 0.5], "with x": [0.5, 0.5]}


def test_marl_eval_has_the_tree_that_its_tools_read() -> None:
    cells = {("r1", "x"): cell(1, -1), ("r2", "x"): cell(1, 0.5)}
    data = seeds.marl_eval(cells, RUNS, "kuhn-v0", 2, team=False)
    runs = data["kuhn-v0"]["2 seats, against x"]["ppo"]
    assert runs["run_2"] == {
        "step_1": {"step_count": 0, "return": [1, 0.5], "win": [1, 1]},
        "absolute_metrics": {"return": [1, 0.5], "win": [1, 1]},
    }
    assert list(runs["run_1"])[-1] == "absolute_metrics"
    everybody = seeds.marl_eval(
        {("a", "b"): cell(1), ("b", "a"): cell(-1)}, [Entrant("a"), Entrant("b")], "g", 2, False
    )
    assert everybody["g"]["2 seats, against the others"]["b"]["run_1"]["step_1"]["win"] == [0]


# ------------------------------------------------------------------------------------------------ the report


def test_the_report_of_a_competitive_game(kuhn: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings.ratings, "__defaults__", (10,))
    entrants = [Entrant("bet"), Entrant("pass"), Entrant("random")]
    results = play(kuhn, [e.agent for e in entrants], 20, tmp_path)
    found = report.build(kuhn, entrants, results, 0, INLINE)
    assert found["games"] == 60
    best = max(found["nash"], key=lambda row: row["rating"])
    assert (best["agent"], best["share"]) == ("bet", pytest.approx(1))
    report.write(tmp_path, found, kuhn, entrants, results)
    assert json.loads((tmp_path / "report.json").read_text("utf-8")) == found
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<img") == 3
    for wanted in ("Kuhn", "Ratings", "Nash averaging", "Payoff matrix", "Wilson", "<td>bet</td>"):
        assert wanted in page
    assert "http" not in page.replace("http-equiv", "")
    report.write(tmp_path, found, kuhn, entrants, results)
    assert (tmp_path / "report.html").read_text("utf-8") == page


def test_the_report_of_a_team(tmp_path: Path) -> None:
    crew, entrants = Game(CREW, 2), [Entrant("random", "r"), Entrant("mc:sims=2", "r"), Entrant("mc:sims=3")]
    results = play(crew, [e.agent for e in entrants], 20, tmp_path, workers=1)
    found = report.build(crew, entrants, results, 0, INLINE)
    assert "ratings" not in found
    assert [t["agent"] for t in found["teams"]] == [e.agent for e in entrants]
    first = found["teams"][0]
    assert (first["self_play"]["games"], first["cross_play"]["games"]) == (10, 40)
    assert first["gap"] == pytest.approx(first["self_play"]["mean_return"] - first["cross_play"]["mean_return"])
    assert set(found["seeds"][0]["tasks"]) == {"self-play", "cross-play", "with mc:sims=3"}
    report.write(tmp_path, found, crew, entrants, results)
    assert "Self-play and cross-play" in (tmp_path / "report.html").read_text("utf-8")


def test_a_team_of_one_seat_has_self_play_only(tmp_path: Path) -> None:
    assert [key[:2] for key, _ in games.plan(Lonely(), ["a", "b"], 2, 0, [True, True])] == [("a", "a")] * 2 + [
        ("b", "b")
    ] * 2


class Lonely:
    """What ``plan`` asks of a game, of one seat."""

    num_players, spec = 1, CREW


# -------------------------------------------------------------------------------------------------- the pool


def test_the_pool_is_frozen_and_its_agents_exist() -> None:
    found = pool.load()
    shipped = {id: envs.spec(id).seats for id in envs.games() if envs.spec(id).folder.parent.name == "envs"}
    assert {id: (min(by_seats), max(by_seats)) for id, by_seats in found["games"].items()} == shipped
    for name in {name for by_seats in found["games"].values() for names in by_seats.values() for name in names}:
        agents.check(name)
        assert ":ms=" not in name  # the clock decides how strong it is


def test_a_pool_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pool.yaml"
    file.write_text(pool.FILE.read_text("utf-8").replace("sims=64", "sims=65"), "utf-8")
    with pytest.raises(ConfigError, match="version 1 is frozen and was changed"):
        pool.opponents("age_of_madness-v0", 2, file)
    with pytest.raises(ConfigError, match="no agents for kuhn-v0 at 2 seats"):
        pool.opponents("kuhn-v0", 2)


# --------------------------------------------------------------------------------------------- best response


def test_the_gain_is_what_a_response_gets_more_than_the_agent_itself(kuhn: Game) -> None:
    same = response.gain(kuhn, "bet", "bet", 20)
    assert (same["gain"], same["gain_interval"]) == (0, [0, 0])
    better = response.gain(kuhn, "bet", "pass", 20)
    assert better["win_rate"] == 1
    assert better["gain"] == better["mean_return"] > 0
    assert better["games"] == 20


def test_the_learner_meets_the_agent_alone(kuhn: Game) -> None:
    config = response.settings_for("random", kuhn, 300, seed=4, changes=["--ppo.n_steps", "8"])
    assert config.self_play.weights == {"random": 1}
    assert (config.algo, config.seats, config.seed, config.run.steps, config.ppo.n_steps) == ("ppo", 2, 4, 300, 8)


# ------------------------------------------------------------------------------------------------ the command


def test_a_ladder_one_more_agent_and_a_response(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings.ratings, "__defaults__", (5,))
    out = ["--games", "8", "--out", str(tmp_path / "ladder"), "--workers", "1"]
    assert main(["ladder", "kuhn-v0", "--agents", "random,bet", *out]) == 0
    assert "report.html" in capsys.readouterr().out
    assert main(["ladder", "add", "mine=pass", "kuhn-v0", *out, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(a["agent"], a["label"]) for a in found["agents"]] == [("random", None), ("bet", None), ("pass", "mine")]
    assert found["games"] == 24
    tiny = {"env.num_envs": 8, "ppo.n_steps": 8, "ppo.batch_size": 32, "ppo.net_arch": "[8]", "evaluation.deals": 4}
    options = [word for key, value in tiny.items() for word in (f"--{key}", str(value))]
    words = ["ladder", "best-response", "pass", "kuhn-v0", "--steps", "200", "--games", "40", "--out", str(tmp_path)]
    assert main([*words, *options]) == 0
    told = capsys.readouterr().out
    assert "gain against pass: " in told
    (run,) = tmp_path.glob("kuhn-v0-best_response-*")
    stored = json.loads((run / "best_response.json").read_text("utf-8"))
    assert stored["gain_interval"][0] <= stored["gain"] <= stored["gain_interval"][1]
    assert stored["steps"] >= 200


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kuhn-v0"], "the pool has no agents for kuhn-v0 at 2 seats"),
        (["kuhn-v0", "--agents", "random,,bet"], "agents: ''"),
        (["kuhn-v0", "--agents", "random,nobody"], "'nobody' does not exist"),
        (["kuhn-v0", "--agents", "random,bet", "--games", "0"], "'0'"),
        (["kuhn-v0", "--agents", "random,bet", "--executor", "cloud"], "executor is 'cloud'"),
        (["add", "nobody:", "kuhn-v0"], "the pool has no agents"),
        (["best-response", "nobody", "kuhn-v0"], "'nobody' does not exist"),
        (["best-response", "random", "kuhn-v0", "--ppo.gama", "1"], "unknown key 'ppo.gama'"),
        (["best-response", "random"], "GAME"),
    ],
)
def test_wrong_words(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["ladder", *words]) == 2
    assert message in capsys.readouterr().err


def test_every_game_of_a_report_is_there(kuhn: Game, tmp_path: Path) -> None:
    results = play(kuhn, ["random", "bet"], 6, tmp_path)
    stored = [games.result(json.loads(line)) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert list(chain.from_iterable(results.values())) == stored
