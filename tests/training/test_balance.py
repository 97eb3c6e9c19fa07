"""The balance report: cells, resuming, what makes a file stale."""

import dataclasses
import json

import pytest

from elderzoo.benchmarks import balance as report
from elderzoo.benchmarks.balance import balance, blocks, main, print_balance
from elderzoo.envs import load_game
from elderzoo.envs.core.errors import ConfigError

GAME = "age_of_madness-v0"


@pytest.fixture
def played(monkeypatch):
    """Counts the blocks that are played, three games each."""
    monkeypatch.setattr(report, "BLOCK", 3)
    numbers, original = [], report.Block.play

    def play(block, workers):
        numbers.append(block.number)
        return original(block, workers)

    monkeypatch.setattr(report.Block, "play", play)
    return numbers


def test_a_report_is_played_once_and_then_read(played, tmp_path, capsys):
    first = balance(GAME, [2, 3], {"random": 7}, tmp_path)
    assert played == [0, 1, 2, 0, 1, 2]
    second = balance(GAME, [2, 3], {"random": 7}, tmp_path)
    assert len(played) == 6
    assert first["cells"] == second["cells"]
    assert [(c["agent"], c["seats"], c["games"]) for c in first["cells"]] == [("random", 2, 7), ("random", 3, 7)]
    two, three = first["cells"]
    assert sum(s["wins"] for s in two["by_seat"]) + two["draws"] // 2 == 7
    assert sum(g["games"] for g in three["by_group"]) == 21
    assert {g["group"] for g in three["by_group"]} <= set(load_game(GAME).labels["faction"])
    assert sum(two["endings"].values()) == 7
    assert json.loads((tmp_path / "age_of_madness.json").read_text())["cells"] == first["cells"]
    print_balance(first)
    assert "2 seats, random on every seat, 7 games" in capsys.readouterr().out


def test_more_games_keep_the_whole_blocks(played, tmp_path):
    balance(GAME, [2], {"random": 7}, tmp_path)
    balance(GAME, [2], {"random": 9}, tmp_path)
    assert played == [0, 1, 2, 2]


def test_a_block_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch):
    (block,) = blocks(load_game(GAME, 2), "mc:sims=1", 3, tmp_path)
    whole, match = block.play(1), report.play_match

    def stopped(*args, skip, **kwargs):
        yield from list(match(*args, skip=skip, **kwargs))[:2]
        raise KeyboardInterrupt

    block.path.unlink()
    monkeypatch.setattr(report, "play_match", stopped)
    with pytest.raises(KeyboardInterrupt):
        block.play(1)
    assert [r.to_json() for r in block.found()] == [r.to_json() for r in whole[:2]]
    assert block.stored() is None
    monkeypatch.setattr(report, "play_match", match)
    assert [r.to_json() for r in block.play(1)] == [r.to_json() for r in whole]
    assert block.stored() is not None


def test_a_report_keeps_the_cells_it_was_not_asked_for_while_they_stand(played, tmp_path, monkeypatch):
    def cells(seats):
        return [(c["seats"], c["games"]) for c in balance(GAME, seats, {"random": 3}, tmp_path)["cells"]]

    assert cells([3]) == [(3, 3)]
    assert cells([2]) == [(2, 3), (3, 3)]
    assert cells([2]) == [(2, 3), (3, 3)]
    monkeypatch.setattr(report, "sources", lambda game: "changed")
    assert cells([4]) == [(4, 3)]


def test_a_stale_or_damaged_file_is_played_anew(played, tmp_path, monkeypatch):
    balance(GAME, [2], {"random": 6}, tmp_path)
    first, second = blocks(load_game(GAME, num_players=2), "random", 6, tmp_path)
    kept = first.stored()
    first.path.write_text("{")
    balance(GAME, [2], {"random": 6}, tmp_path)
    assert played == [0, 1, 0]
    assert first.stored() == kept
    assert dataclasses.replace(second, agent="greedy").stored() is None
    other = dataclasses.replace(second, game=load_game(GAME, num_players=2, rules={"dump": True}))
    assert other.path == second.path
    assert other.stored() is None
    monkeypatch.setattr(report, "sources", lambda game: "changed")
    assert second.stored() is None


def test_wrong_input(capsys, tmp_path):
    with pytest.raises(ConfigError, match="num_players is 9"):
        balance(GAME, [9], {"random": 1}, tmp_path)
    for words, message in (
        ([GAME, "--cell", "random"], "--cell is 'random'"),
        ([GAME, "--cell", "random@none"], "--cell: 'none'"),
        ([GAME, "--seats", "2,x"], "--seats: 'x'"),
        (["chess-v0"], "chess-v0"),
    ):
        assert main([*words, "--folder", str(tmp_path)]) == 2
        assert message in capsys.readouterr().err
