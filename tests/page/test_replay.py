"""The replay: the whole game is in it, it plays again, and the page needs nothing else."""

import json
import re

import numpy as np
import pytest

from elderzoo import envs
from elderzoo.agents.service import replay
from elderzoo.agents.service.page.sheet import words
from elderzoo.envs import ConfigError, IllegalAction

from .conftest import GAMES


def recorded(name: str, steps: int = 40, seed: int = 3, **options) -> replay.Recorder:
    """A recorder after some random steps."""
    game = envs.load_game(f"{name}-v0", **options)
    recorder, rng = replay.Recorder(game.new(seed), seed=seed), np.random.default_rng(1)
    while not recorder.state.is_over and len(recorder.actions) < steps:
        recorder.step(int(rng.choice(np.flatnonzero(recorder.state.legal()))))
    return recorder


def shown(page: str) -> dict:
    """What a page holds for its script."""
    return json.loads(page.partition('<script type="application/json" id="replay">')[2].partition("</script>")[0])


@pytest.mark.parametrize("name", GAMES)
def test_steps_add_up_to_the_positions(name):
    recorder = recorded(name)
    data = shown(recorder.html())
    fields, said = data["messages"][0]["view"]["fields"], data["messages"][0]["words"]
    for message in data["messages"][1:]:
        for change in message["changes"]:
            where, *last = [change["field"], *change["index"]][:-1], [change["field"], *change["index"]][-1]
            cell = fields
            for key in where:
                cell = cell[key]
            cell[last[0]] = change["to"]
        said["table"].update(message["words"]["table"])
        for mine, news in zip(said["seats"], message["words"]["seats"], strict=True):
            mine.update(news)
    truth = recorder.state.to_json()["fields"]
    assert fields == {name: value for name, value in truth.items() if name in fields}
    assert {f.name for f in recorder.state.game.spec.schema.fields} <= set(fields)
    assert words(recorder.state) == {
        "table": {k: v for k, v in said["table"].items() if v is not None},
        "seats": [{k: v for k, v in seat.items() if v is not None} for seat in said["seats"]],
    }


def test_what_one_seat_was_told_says_which():
    data = shown(recorded("age_of_madness").html())
    told = [event["to"] for message in data["messages"] for event in message["events"] if event["private"]]
    assert set(told) == set(range(data["record"]["players"]))


def test_the_record_plays_again():
    recorder = recorded("age_of_madness", 30)
    told = recorder.replay()["record"]
    game = envs.load_game(told["game"], told["players"], told["options"], told["content"])
    again = replay.record(game, told["seed"], told["actions"], [s["name"] for s in told["seats"]])
    assert again.state == recorder.state
    assert again.html() == recorder.html()


def test_every_step_names_who_did_what():
    recorder = recorded("creatures_and_cultists", 25)
    steps = recorder.replay()["messages"][1:]
    assert [m["action"]["name"] for m in steps] == recorder.actions
    state = recorder.state.game.new(3)
    for message in steps:
        assert message["by"] == state.seat
        state.step(message["action"]["name"])


@pytest.mark.parametrize("name", GAMES)
def test_flags_hide_what_views_hide(name):
    recorder = recorded(name, 15)
    state, game = recorder.state, recorder.state.game
    for seat, flags in enumerate(replay.hidden_cells(game)):
        view = state.view(seat).to_json()["fields"]
        for f in game.spec.schema.fields:
            nulls = np.array(view[f.name], object) == None  # noqa: E711
            assert np.array_equal(np.broadcast_to(spread(flags.get(f.name, 0), f.shape), f.shape), nulls), f.name


def spread(flags, shape: tuple[int, ...]) -> np.ndarray:
    """Shortened flags at full size."""
    if not isinstance(flags, list):
        return np.full(shape, bool(flags))
    return np.array([spread(part, shape[1:]) for part in flags])


def test_the_page_refers_to_nothing_outside():
    page = recorded("cultistorm", 10).html()
    outside = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', outside) == []
    assert re.findall(r"\bimport\b[^\n]*\bfrom\b|@import|url\(", outside) == []
    assert "default-src 'none'" in page


def test_words_cannot_break_out_of_the_page():
    recorder = recorded("age_of_madness", 3)
    recorder.names[0] = "</script><img src=x onerror=alert(1)>"
    page = recorder.html()
    assert "</script><img" not in page
    assert shown(page)["record"]["seats"][0]["name"] == recorder.names[0]


def test_an_illegal_action_is_refused_and_changes_nothing():
    recorder = recorded("age_of_madness", 5)
    before, steps = recorder.state.clone(), len(recorder.messages)
    with pytest.raises(IllegalAction, match="'nonsense' is not legal"):
        recorder.step("nonsense")
    assert recorder.state == before
    assert len(recorder.messages) == steps
    assert len(recorder.actions) == 5


def test_bad_input_is_named(tmp_path):
    game = envs.load_game("age_of_madness-v0", 2)
    with pytest.raises(ConfigError, match="1 names of seats, 2 are needed"):
        replay.Recorder(game.new(0), ["greedy"])
    with pytest.raises(ConfigError, match="record is missing"):
        replay.html({"catalogue": {"sheet": {}}, "messages": [1]})
    with pytest.raises(ConfigError, match=r"catalogue\.sheet"):
        replay.html({"catalogue": {}, "record": {}, "messages": [1]})
    with pytest.raises(ConfigError, match=r"no_such_folder.*No such file"):
        recorded("age_of_madness", 1).write(tmp_path / "no_such_folder" / "game.html")


def test_modules_come_after_those_they_import_from():
    from elderzoo.agents.service.page import FOLDER, REPLAY_MODULES

    for k, name in enumerate(REPLAY_MODULES):
        needs = re.findall(r'from "\./([\w.]+)"', (FOLDER / name).read_text(encoding="utf-8"))
        assert set(needs) <= set(REPLAY_MODULES[:k]), name
