"""Co-operative games: an agent is a team, teams play the same deals and are compared deal by deal."""

import io
import json

import numpy as np
import pytest

from elderzoo import agents, envs
from elderzoo.agents import Agent, registry
from elderzoo.benchmarks import ablation, strength
from elderzoo.benchmarks import balance as report
from elderzoo.benchmarks.balance import balance, blocks, print_balance
from elderzoo.envs import load_game
from elderzoo.envs.core.game import Game
from elderzoo.training.evaluate import evaluate, paired, print_report, summarise
from elderzoo.training.match import GameResult, deal_seeds, lineups, play_match
from tests.training.crew import SPEC

ALONE, OTHER, ALL = 0, 1, 2  # who is put at risk


class Always(Agent):
    """Puts the same seats at risk each time."""

    def __init__(self, game, seed=0, *, who: int = ALONE):
        super().__init__(game, "always")
        self.who = who

    def act_batch(self, observations, masks, seats):
        return np.full(len(seats), self.who)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """The game and the agent by name, in this test only."""
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))
    agents.register("always", Always)
    envs.register(SPEC)


@pytest.fixture
def crew() -> Game:
    return Game(SPEC)


# ----------------------------------------------------------------------------------------- matches


def test_a_team_holds_every_seat():
    assert lineups(2, 3, team=True) == [(0, 0, 0), (1, 1, 1)]
    assert lineups(3, 1, team=True) == [(0,), (1,), (2,)]  # more teams than seats


def test_every_team_plays_every_deal(crew):
    deals = deal_seeds(1, 4)
    results = list(play_match(crew, ["random", "always:who=2"], deals))
    assert [(r.deal, r.agents) for r in results] == [(d, [n] * 3) for d in deals for n in ("random", "always:who=2")]


def test_a_game_is_one_trial_of_a_team(crew):
    """Seats risked one at a time: the last one in is left. All at once: sometimes nobody is."""
    found = evaluate(crew, ["always:who=0", "always:who=2"], games=99, seed=3)
    careful, bold = found["agents"]
    assert (found["games"], found["deals"], found["team"]) == (100, 50, True)
    assert (careful["games"], careful["wins"], careful["losses"]) == (50, 50, 0)
    assert 0 < bold["wins"] < 50
    assert bold["wins"] + bold["losses"] == bold["games"] == 50
    assert not {"by_seat", "by_group"} & set(bold)
    (pair,) = found["pairs"]
    assert pair["teams"] == ["always:who=0", "always:who=2"]
    assert (pair["both"], pair["only_first"]) == (bold["wins"], bold["losses"])
    assert pair["only_second"] == pair["neither"] == 0
    assert pair["difference"] == careful["win_rate"] - bold["win_rate"]


def game(deal, name, won):
    return GameResult(deal, [name] * 2, [won, won], 5, 3, "ended", [0, 1], [0, 2])


def test_teams_are_compared_deal_by_deal():
    """A fourth deal that only one of them played does not count, and a draw is not won."""
    won = {"a": {1: 1, 2: 1, 3: 0, 4: 1}, "b": {1: 1, 2: -1, 3: 1}, "c": {1: -1, 2: -1, 3: -1}}
    found = summarise([game(deal, name, x) for name, deals in won.items() for deal, x in deals.items()], team=True)
    b, c = found["pairs"]
    kept = ("teams", "deals", "both", "only_first", "only_second", "neither", "difference")
    assert [b[k] for k in kept] == [["a", "b"], 3, 1, 1, 1, 0, 0]
    assert [c[k] for k in kept] == [["a", "c"], 3, 0, 2, 0, 1, 2 / 3]
    assert c["interval"] == list(paired(0, 2, 0, 1))
    a = found["agents"][0]
    assert (a["wins"], a["draws"], a["games"], a["illegal"], a["timeouts"]) == (3, 1, 4, 4, 8)


@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [
        ((59, 6, 16, 80), -0.1186, -0.0046),  # Fagerland, Lydersen and Laake 2017, chapter 8, as its own code has it
        ((14, 5, 0, 22), 0.011, 0.226),  # Altman et al. 2000, table 6.2
        ((0, 0, 0, 0), -1, 1),
    ],
)
def test_interval_of_a_paired_difference(cells, low, high):
    assert paired(*cells) == pytest.approx((low, high), abs=6e-4)
    both, first, second, neither = cells
    assert paired(both, second, first, neither) == pytest.approx((-high, -low), abs=6e-4)


def test_results_that_agree_make_the_interval_narrower():
    agree, differ = paired(30, 10, 10, 30), paired(10, 30, 30, 10)
    assert agree[1] - agree[0] < 0.6 * (differ[1] - differ[0])


def test_a_table_of_teams(crew):
    out = io.StringIO()
    print_report(evaluate(crew, ["always:who=0", "random"], 80, seed=1), out)
    title, columns, first, _second, pair = out.getvalue().splitlines()
    assert title == "crew-v0, 3 seats, 80 games (40 deals)"
    assert " ".join(columns.split()) == "team of games win rate 95% interval mean return draws illegal time-outs faults"
    assert first.split()[:3] == ["always:who=0", "40", "100.0%"]
    assert pair.startswith("always:who=0 against random, deal by deal: +")
    assert pair.endswith(") points of win rate")


# ----------------------------------------------------------------------------------------- balance


def test_balance_of_a_team_game(tmp_path, capsys):
    found = balance("crew-v0", [2, 3], {"always:who=2": 25}, tmp_path)
    cells = found["cells"]
    assert [(c["rules"], c["seats"]) for c in cells] == [
        ({}, 2),
        ({}, 3),
        ({"martyr": True}, 2),
        ({"martyr": True}, 3),
    ]
    assert all(c["games"] == 25 and not {"by_seat", "by_group", "pairs"} & set(c) for c in cells)
    assert [m["rules"] for m in found["means"]] == [{}, {"martyr": True}]
    mean = found["means"][0]
    assert mean["win_rate"] == pytest.approx((cells[0]["wins"] + cells[1]["wins"]) / 50)
    assert (mean["seats"], "interval" in mean) == ([2, 3], False)
    assert cells[0]["win_rate"] > cells[2]["win_rate"]
    assert sorted(f.name for f in (tmp_path / "crew").iterdir()) == sorted(
        f"always-who2{rules}-{n}seats-00{b}.json" for rules in ("", "-martyr_True") for n in (2, 3) for b in (0, 1)
    )
    print_balance(found)
    text = capsys.readouterr().out
    assert "crew-v0, martyr=True, 2 seats, always:who=2 on every seat, 25 games" in text
    assert f"the team wins: {cells[0]['win_rate']:.1%}" in text
    assert f"always:who=2: {mean['win_rate']:.1%}, the mean over 2, 3 seats" in text
    assert "seat 0" not in text


def test_balance_under_options_that_were_asked_for(tmp_path, capsys):
    words = ["crew-v0", "--seats", "2", "--cell", "random@5", "--folder", str(tmp_path)]
    assert report.main([*words, "--rules", "martyr=true"]) == 0
    read = lambda: [c["rules"] for c in json.loads((tmp_path / "crew.json").read_text())["cells"]]  # noqa: E731
    assert read() == [{"martyr": True}]
    assert report.main([*words, "--rules", "martyr=false"]) == 0  # as it is unless told, and comes first
    assert read() == [{}, {"martyr": True}]
    capsys.readouterr()
    for wrong, message in ((["martyr"], "expected KEY=VALUE"), (["saint=1"], "unknown option 'saint'")):
        assert report.main([*words, "--rules", *wrong]) == 2
        assert message in capsys.readouterr().err


def test_files_of_other_options_do_not_pass_for_each_other(tmp_path):
    (plain,), (martyr,) = (
        blocks(load_game("crew-v0", 2, rules), "random", 3, tmp_path) for rules in ({}, {"martyr": True})
    )
    plain.play(1)
    assert len(plain.stored()) == 3
    assert martyr.stored() is None
    martyr.path.write_bytes(plain.path.read_bytes())
    assert martyr.stored() is None


# ----------------------------------------------------------------------------------------- strength and ablation


def test_matches_of_a_team_game():
    few = [(m["agent"], m["against"], m["seats"]) for m in strength.wanted("crew-v0")]
    assert few == [
        ("greedy", "random", 2),
        ("greedy", "random", 3),
        ("greedy", "random", 4),
        ("greedy", "mc:sims=128", 2),
    ]
    assert {m["asked"] for m in strength.wanted("crew-v0") if m["against"] == "mc:sims=128"} == {400}


def test_strength_of_teams(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(strength, "TEAMS", (("always:who=0", "always:who=2", 30),))
    strength.strength("crew-v0", tmp_path / "crew.json")
    first = json.loads((tmp_path / "crew.json").read_text())["rows"]
    line = capsys.readouterr().out.splitlines()[0]
    row = first[0]
    careful, bold = row["teams"]
    assert (row["seats"], row["pair"]["deals"], careful["wins"]) == (2, 30, 30)
    assert row["pair"]["only_first"] == 30 - bold["wins"] > 0
    assert line.startswith(f"always:who=0 against always:who=2, 2 seats: 100.0% and {bold['win_rate']:.1%} of 30 deals")
    monkeypatch.setattr(strength, "play", None)  # what is stored is not played again
    strength.strength("crew-v0", tmp_path / "crew.json")
    assert json.loads((tmp_path / "crew.json").read_text())["rows"] == first


def test_ablation_of_teams(monkeypatch, capsys):
    """Of a player whose list says who is put at risk; without that line it is careful."""
    agents_by_name = registry._BUILDERS
    monkeypatch.setitem(agents_by_name, "greedy", greedy)
    monkeypatch.setattr(ablation, "greedy_script", lambda game: (None, {"who": 2}))
    monkeypatch.setattr(ablation, "_meanings", lambda name: {"who": "who is at risk"})
    found = ablation.ablation("crew-v0", 30, 1)
    (row,) = found["rows"]
    careful, bold = row["teams"]
    assert (found["seats"], row["pair"]["deals"], careful["wins"]) == (3, 30, 30)
    assert row["pair"]["only_first"] == 30 - bold["wins"] > 0
    assert "who: 100.0% of 30 games without it, +" in capsys.readouterr().out
    assert ablation.ablation("crew-v0", 3, 1, seats=2)["seats"] == 2


def greedy(game, seed=0, *, who: int = ALL):
    return Always(game, seed, who=who)


def test_meanings_stand_beside_the_player_or_in_a_file_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr(ablation, "LISTS", tmp_path)
    (tmp_path / "crew.py").write_text('WEIGHTS = {\n    "a": 1,  # the first\n}\n')
    (tmp_path / "crew_worth.py").write_text('MORE = {\n    "b": -2,  # the second\n}\n')
    assert ablation._meanings("crew") == {"a": "the first", "b": "the second"}
