"""The balance report: cells, resuming, what makes a file stale."""

import dataclasses
import hashlib
import json

import pytest

from elderzoo.benchmarks import balance as report
from elderzoo.benchmarks.balance import balance, blocks, main, print_balance
from elderzoo.envs import load_game
from elderzoo.envs.core.errors import ConfigError
from elderzoo.training.match import GameResult

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
    monkeypatch.setattr(report, "sources", lambda game: "changed")
    assert second.stored() is None


def test_results_of_other_sources_are_carried_where_the_first_game_is_the_same(tmp_path, monkeypatch, capsys):
    (block,) = blocks(load_game(GAME, 2), "mc:sims=1", 3, tmp_path)
    whole = [r.to_json() for r in block.play(1)]
    monkeypatch.setattr(report, "sources", lambda game: "a word was changed")
    assert block.stored() is None
    assert [r.to_json() for r in block.carried(1)] == whole
    assert [r.to_json() for r in block.stored() or ()] == whole
    monkeypatch.setattr(report, "sources", lambda game: "a rule was changed")
    data = json.loads(block.path.read_text())
    data["results"][0]["decisions"] += 1
    block.path.write_text(json.dumps(data))
    assert block.carried(1) == []
    assert block.found() == []
    block.path.write_text('{"results": [], "made_with": {}}')
    assert block.carried(1) == []
    block.path.unlink()
    assert block.carried(1) == []
    # A file of more games than are asked for gives as many as are.
    block.write([GameResult(**r) for r in whole])
    (fewer,) = blocks(load_game(GAME, 2), "mc:sims=1", 2, tmp_path)
    assert [r.to_json() for r in fewer.carried(1)] == whole[:2]
    # The command plays what is not carried: the game that differs, and those of agents that decide for many at once.
    block.path.write_text(json.dumps(data))
    assert main([GAME, "--seats", "2", "--cell", "mc:sims=1@3", "--folder", str(tmp_path), "--carry"]) == 0
    assert [r.to_json() for r in block.stored() or ()] == whole
    (batch,) = blocks(load_game(GAME, 2), "random", 3, tmp_path)
    batch.play(1)
    monkeypatch.setattr(report, "sources", lambda game: "another word was changed")
    assert batch.carried(1) == []


def test_files_of_games_as_they_are_unless_told_keep_their_names(tmp_path):
    names = [b.path.name for n in (2, 3) for b in blocks(load_game(GAME, n), "search:sims=64", 40, tmp_path)]
    assert names == [f"search-sims64-{n}seats-00{b}.json" for n in (2, 3) for b in (0, 1)]
    (told,) = blocks(load_game(GAME, 2, {"dump": False}), "greedy", 1, tmp_path)  # its default, said aloud
    assert told.path.name == "greedy-2seats-000.json"
    (other,) = blocks(load_game(GAME, 2, {"dump": True}), "greedy", 1, tmp_path)
    assert other.path.name == "greedy-dump_True-2seats-000.json"


def test_cells_of_a_report_from_before_there_were_options_in_it_still_stand(played, tmp_path):
    first = balance(GAME, [2], {"random": 3}, tmp_path)
    file = tmp_path / "age_of_madness.json"
    for c in first["cells"]:
        assert c.pop("rules") == {}
    file.write_text(json.dumps(first))
    assert [c["seats"] for c in balance(GAME, [3], {"random": 3}, tmp_path)["cells"]] == [2, 3]
    assert len(balance(GAME, [2], {"random": 3}, tmp_path)["cells"]) == 2


def test_a_cell_with_an_option_that_is_no_more_is_dropped(played, tmp_path):
    first = balance(GAME, [2], {"random": 3}, tmp_path, rules={"dump": True})
    first["cells"][0]["rules"] = {"gone": 1}
    (tmp_path / "age_of_madness.json").write_text(json.dumps(first))
    assert [(c["seats"], c["rules"]) for c in balance(GAME, [3], {"random": 3}, tmp_path)["cells"]] == [(3, {})]


def test_what_a_greedy_player_is_made_of(tmp_path, monkeypatch):
    """The files whose names begin with that of its game; one file alone counts as it always did."""
    (tmp_path / "greedy").mkdir()
    for name in ("mc.py", "scripted.py", "search.py", "greedy/age_of_madness.py"):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(report, "AGENTS", tmp_path)
    game = load_game(GAME)
    digest = hashlib.sha256(b"".join(f.read_bytes() for f in sorted(game.spec.folder.glob("*.py"))))
    digest.update(b"mc.pyscripted.pysearch.pygreedy/age_of_madness.py")
    assert report.sources(game) == digest.hexdigest()[:12]
    (tmp_path / "greedy" / "age_of_reason.py").write_text("another game")
    assert report.sources(game) == digest.hexdigest()[:12]
    (tmp_path / "greedy" / "age_of_madness_worth.py").write_text("more")
    digest.update(b"more")
    assert report.sources(game) == digest.hexdigest()[:12]


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
