"""The generated parts of the pages say what the code says."""

import json
from dataclasses import replace

import pytest

from benchmarks import pages
from benchmarks.pages import MARK, PARTS, page
from elderzoo import envs
from elderzoo.envs.core.game import Game
from tests.training.crew import SPEC as CREW


@pytest.mark.parametrize("id", envs.games())
def test_a_page_is_up_to_date(id):
    file, text = page(envs.load_game(id))
    assert file.read_text("utf-8") == text, "run make pages"


@pytest.mark.parametrize("id", envs.games())
def test_a_page_has_every_part(id):
    game = envs.load_game(id)
    _file, text = page(game)
    left_out = set() if game.spec.balance_field else {"groups"}  # it breaks wins down by that field
    assert {m[1] for m in MARK.finditer(text)} == set(PARTS) - left_out | set(game.spec.reference)


# ----------------------------------------------------------------------- what was measured of a co-operative game


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """The game, and what stores a measurement of it."""
    monkeypatch.setattr(pages, "RESULTS", tmp_path)

    def store(what, report):
        (tmp_path / what).mkdir()
        (tmp_path / what / "crew.json").write_text(json.dumps(report))

    return Game(CREW), store


def of_team(agent, seats, rate, rules):
    spread = {"p5": 3, "median": 8, "p95": 9}
    result = {"win_rate": rate, "interval": [rate - 0.1, rate + 0.1], "endings": {"out": 30, "ended": 10}}
    named = {"agent": agent, "seats": seats, "rules": rules, "games": 40}
    return named | result | {"decisions": spread, "rounds": spread if rules else None}


def test_the_balance_of_a_team_by_seats_for_each_set_of_options(measured):
    game, store = measured
    martyr = {"martyr": True}
    cells = [
        of_team("greedy", 2, 0.5, {}),
        of_team("greedy", 3, 0.75, {}),
        of_team("random", 3, 0.25, {}),
        of_team("greedy", 2, 0.13, martyr),
    ]
    means = [
        {"agent": "greedy", "rules": {}, "seats": [2, 3], "win_rate": 0.625},
        {"agent": "random", "rules": {}, "seats": [3], "win_rate": 0.25},
        {"agent": "greedy", "rules": martyr, "seats": [2], "win_rate": 0.13},
    ]
    store("balance", {"cells": cells, "means": means})
    assert pages.balance(game) == [
        "Games won, options as they are unless told:",
        "",
        "| Team of | 2 seats | 3 seats | Mean of the seat counts |",
        "| --- | --- | --- | --- |",
        "| greedy | 50% (40%-60%) of 40 | 75% (65%-85%) of 40 | 62% |",
        "| random |  | 25% (15%-35%) of 40 | 25% |",
        "",
        "Games won, options `martyr=True`:",
        "",
        "| Team of | 2 seats | Mean of the seat counts |",
        "| --- | --- | --- |",
        "| greedy | 13% (3%-23%) of 40 | 13% |",
        "",
        "| Team of | Options | Seats | Decisions | Rounds | Endings |",
        "| --- | --- | --- | --- | --- | --- |",
        "| greedy | as they are unless told | 2 | 8 (3-9) |  | out 30, ended 10 |",
        "| greedy | as they are unless told | 3 | 8 (3-9) |  | out 30, ended 10 |",
        "| random | as they are unless told | 3 | 8 (3-9) |  | out 30, ended 10 |",
        "| greedy | `martyr=True` | 2 | 8 (3-9) | 8 (3-9) | out 30, ended 10 |",
    ]


def test_strength_and_ablation_of_teams(measured):
    game, store = measured
    teams = [{"win_rate": 0.5, "interval": [0.4, 0.6]}, {"win_rate": 0.25, "interval": [0.15, 0.35]}]
    versus = {"teams": teams, "pair": {"deals": 80, "difference": 0.25, "interval": [-0.005, 0.385]}}
    store("strength", {"rows": [{"agent": "greedy", "against": "random", "seats": 2} | versus]})
    store("ablation", {"seats": 1, "rows": [{"weight": "who", "value": 2, "meaning": "who is at risk"} | versus]})
    cells = "| 80 | 50% (40%-60%) | 25% (15%-35%) | +25.0 (-0.5 to +38.5) |"
    assert pages.strength(game) == [
        "| Team of | Against a team of | Seats | Deals | Won | Won by the other | Difference in points |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        f"| greedy | random | 2 {cells}",
    ]
    assert pages.ablation(game) == [
        "Teams at 1 seat:",
        "",
        "| Line | Weight | What it is | Deals | Won without it | Won with it | Difference in points |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        f"| `who` | 2 | who is at risk {cells}",
    ]


def test_a_game_without_teams_says_its_options_where_there_are_several_sets(measured):
    game, store = measured
    seats = [{"win_rate": 0.5, "interval": [0.4, 0.6]}]
    cell = of_team("greedy", 2, 0.5, {}) | {"by_seat": seats}
    store("balance", {"cells": [cell, cell | {"rules": {"martyr": True}}]})
    game.spec = replace(game.spec, kind="competitive")
    assert pages.balance(game) == [
        "| Agent on every seat | Options | Seats | Games | Wins by seat | Decisions | Rounds | Endings |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        "| greedy | as they are unless told | 2 | 40 | 50% (40%-60%) | 8 (3-9) |  | out 30, ended 10 |",
        "| greedy | `martyr=True` | 2 | 40 | 50% (40%-60%) | 8 (3-9) |  | out 30, ended 10 |",
    ]
