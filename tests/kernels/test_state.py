"""States, views, positions from outside, and the errors they answer bad input with. Subject: Kuhn poker."""

import copy
import json
import pickle

import numpy as np
import pytest

from elderzoo.benchmarks.yardsticks.kuhn import SPEC
from elderzoo.envs.core.content import load, parse
from elderzoo.envs.core.errors import ConfigError, ContentError, GameOver, IllegalAction, PositionError
from elderzoo.envs.core.game import Game, State

# Every line of play: actions, and what the seat holding the king wins if it is the first or the second one.
LINES = {
    ("pass", "pass"): (1, -1),
    ("pass", "bet", "pass"): (-1, -1),
    ("pass", "bet", "bet"): (2, -2),
    ("bet", "pass"): (1, 1),
    ("bet", "bet"): (2, -2),
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("king", [0, 1])
def test_every_line_of_kuhn_pays_as_published(kuhn, line, king):
    state = kuhn.new(forced=[("deck", 2 if king == 0 else 0), ("deck", 0 if king == 0 else 1)])
    for action in line:
        state.step(action)
    assert state.is_over
    assert state.returns.tolist() == [LINES[line][king], -LINES[line][king]]


def test_seats_alternate_and_the_mask_is_the_deciders(kuhn):
    state = kuhn.new(seed=5)
    assert (state.seat, state.pending, state.legal_names()) == (0, "open", ["bet", "pass"])
    state.step("pass")
    assert (state.seat, state.pending) == (1, "open")
    state.step("bet")
    assert (state.seat, state.pending) == (0, "answer")
    state.step("pass")
    assert (state.seat, state.legal().sum(), state.pending) == (-1, 0, None)


@pytest.mark.parametrize("action", ["raise", "", 2, -1, True, None, 0.0, np.int64(7)])
def test_illegal_actions_change_nothing(kuhn, action):
    state = kuhn.new(seed=5)
    before = state.to_bytes()
    with pytest.raises(IllegalAction, match="seat 0, phase play, decision open"):
        state.step(action)
    assert state.to_bytes() == before


def test_a_finished_game_cannot_be_stepped(kuhn):
    state = kuhn.new(seed=5).step("bet").step("pass")
    with pytest.raises(GameOver):
        state.step("bet")


def test_the_safety_net_truncates_and_pays_nobody():
    state = Game(SPEC, max_decisions=1).new(seed=1).step("pass")
    assert state.is_truncated
    assert state.returns.tolist() == [0, 0]


@pytest.mark.parametrize("trip", ["clone", "bytes", "json", "pickle", "deepcopy"])
def test_round_trips_have_the_same_future(kuhn, trip):
    state = kuhn.new(seed=5).step("pass")
    other = {
        "clone": lambda: state.clone(),
        "bytes": lambda: State.from_bytes(kuhn, state.to_bytes()),
        "json": lambda: State.from_json(kuhn, json.loads(json.dumps(state.to_json()))),
        "pickle": lambda: pickle.loads(pickle.dumps(state)),
        "deepcopy": lambda: copy.deepcopy(state),
    }[trip]()
    assert other == state
    assert (other.legal() == state.legal()).all()
    state.step("bet").step("bet")
    assert other != state
    other.step("bet").step("bet")
    assert other == state


def test_a_view_holds_nothing_hidden(kuhn):
    one = kuhn.new(forced=[("deck", 0), ("deck", 0)])
    two = kuhn.new(seed=99, forced=[("deck", 0), ("deck", 1)])
    assert one.record["hand"][1].tolist() != two.record["hand"][1].tolist()
    assert pickle.dumps(one.view(0)) == pickle.dumps(two.view(0))
    assert pickle.dumps(one.view(1)) != pickle.dumps(two.view(1))
    assert json.dumps(one.view(0).to_json()) == json.dumps(two.view(0).to_json())
    assert one.view(0).deals() == 2


def test_samples_deal_the_hidden_cards_evenly(kuhn):
    view = kuhn.new(forced=[("deck", 0), ("deck", 0)]).view(0)
    kings = sum(int(view.sample(seed).record["hand"][1, 2]) for seed in range(2000))
    assert 900 < kings < 1100
    view.sample(3).check()
    assert view.sample(3) == view.sample(3)


def test_a_position_from_what_one_seat_received(kuhn):
    state = kuhn.new(seed=5).step("pass")
    data = json.loads(json.dumps(state.view(1).to_json()))
    other = kuhn.from_view(data, 1, seed=8)
    assert (other.observe(1) == state.observe(1)).all()
    assert (other.legal() == state.legal()).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["fields"].update(seed="0x1"), "'seed' is hidden"),
        (lambda d: d["fields"].update(deck=[1, 0, 0]), "'deck' holds cells hidden"),
        (lambda d: d["fields"]["hand"].__setitem__(1, [0, 0, 1]), "'hand' holds cells hidden"),
        (lambda d: d.update(seat=1), "'seat' of the view is 1"),
        (lambda d: d.pop("fields"), "needs"),
        (lambda d: d["identity"].update(content="x"), "has content 'x'"),
        (lambda d: d.update(fields=[1]), "needs"),
        (lambda d: d["fields"].update(phase=9), "'phase' is 9, allowed 0..0"),
        (lambda d: d["fields"].update(hand_count=[1, 0]), "hand_count"),
        (lambda d: d["fields"].update(bet=[1, 30000]), r"'bet'\[1\] is 30000, allowed 0..2"),
        (lambda d: d["fields"]["stack"].__setitem__(0, [9, 0, -1, 0]), r"'stack'\[0, 0\] is 9"),
    ],
)
def test_views_that_cannot_be_are_refused(kuhn, change, message):
    data = json.loads(json.dumps(kuhn.new(seed=5).view(0).to_json()))
    change(data)
    with pytest.raises(PositionError, match=message):
        kuhn.from_view(data, 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["fields"].pop("bet"), "'bet' is missing"),
        (lambda d: d["fields"].update(chips=1), "unknown field 'chips'"),
        (lambda d: d["fields"].update(bet=[1, 3]), r"'bet'\[1\] is 3, allowed 0..2"),
        (lambda d: d["fields"].update(bet=[1, "2"]), r"'bet'\[1\] is '2'"),
        (lambda d: d["fields"].update(bet=[1, True]), r"'bet'\[1\] is True"),
        (lambda d: d["fields"].update(bet=[1]), "'bet' has shape"),
        (lambda d: d["fields"].update(seed="zz"), "'seed' is 'zz'"),
        (lambda d: d["fields"].update(hand=[[0, 0, 1], [0, 0, 1]]), "hold 0 jack|hold"),
        (lambda d: d["fields"].update(deck_count=3), "not the size of 'deck'"),
        (lambda d: d["fields"].update(depth=0), "'depth' is 0"),
        (lambda d: d["fields"].update(depth=99), "'depth' is 99"),
        (lambda d: d["fields"].update(forced_n=33), "'forced_n' is 33"),
        (lambda d: d["fields"].update(phase=9), "'phase' is 9, allowed 0..0"),
        (lambda d: d["fields"].update(error=99), "'error' is 99"),
        (lambda d: d["fields"]["events"][0].__setitem__(0, 77), r"'events'\[0, 0\] is 77, allowed -1..2"),
        (lambda d: d["fields"]["notes"][1][0].__setitem__(1, 2), r"'notes'\[1, 0, 1\] is 2, allowed -1..1"),
        (lambda d: d["fields"]["stack"].__setitem__(0, [9, 0, -1, 0]), r"'stack'\[0, 0\] is 9"),
        (lambda d: d["fields"]["stack"].__setitem__(0, [0, 5, -1, 0]), r"'stack'\[0, 1\] is 5"),
        (lambda d: d.update(fields=[1]), "must be an object"),
        (lambda d: d.pop("identity"), "does not name its game"),
    ],
)
def test_positions_that_cannot_be_are_refused(kuhn, change, message):
    data = json.loads(json.dumps(kuhn.new(forced=[("deck", 1), ("deck", 1)]).to_json()))
    change(data)
    with pytest.raises(PositionError, match=message):
        State.from_json(kuhn, data)


@pytest.mark.parametrize("data", ["text", b"", b"rubbish", b"elderzoo state\n{", b"elderzoo state\n{}\n"])
def test_bytes_that_are_no_state_are_refused(kuhn, data):
    with pytest.raises(PositionError):
        State.from_bytes(kuhn, data)


def test_bytes_of_another_configuration_are_refused(kuhn):
    data = kuhn.new(seed=1).to_bytes()
    with pytest.raises(PositionError, match="rules"):
        State.from_bytes(Game(SPEC, rules={"open_hands": True}), data)
    with pytest.raises(PositionError, match="bytes"):
        State.from_bytes(kuhn, data[:-2])


def test_edit_moves_cards_out_of_the_deck(kuhn):
    state = kuhn.new(forced=[("deck", 0), ("deck", 0)])
    other = state.edit(hand={0: {"king": 1}})
    assert other.record["hand"].tolist() == [[0, 0, 1], [0, 1, 0]]
    assert other.record["deck"].tolist() == [1, 0, 0]
    assert state.record["hand"].tolist() == [[1, 0, 0], [0, 1, 0]]
    with pytest.raises(PositionError, match="1 queen too many, the deck has no more"):
        state.edit(hand={0: {"queen": 1}})


def test_edit_begins_a_phase_for_a_seat(kuhn):
    state = kuhn.new(seed=5).step("pass").step("bet").edit(decide=(1, "play"))
    assert (state.seat, state.pending) == (1, "open")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"hands": 1}, "unknown field 'hands'"),
        ({"hand": {5: {"king": 1}}}, "seat is 5"),
        ({"hand": {0: {"ace": 1}}}, "no cell 'ace'"),
        ({"hand": {0: [1, 0]}}, "does not fit"),
        ({"hand": {0: {"king": "one"}}}, "'king' is 'one'"),
        ({"hand": {0: {"king": 1.5}}}, "'king' is 1.5"),
        ({"decide": 3}, "decide is 3"),
        ({"bet": [9, 1]}, "allowed 0..2"),
        ({"decide": (0, "dream")}, "no phase 'dream'"),
        ({"decide": (4, "play")}, "seat is 4"),
    ],
)
def test_edits_that_cannot_be_are_refused(kuhn, fields, message):
    with pytest.raises((PositionError, ConfigError), match=message):
        kuhn.new(seed=5).edit(**fields)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_players": 3}, "num_players is 3, allowed 2..2"),
        ({"num_players": True}, "num_players"),
        ({"rules": {"open": True}}, "unknown option 'open', known: open_hands"),
        ({"rules": {"open_hands": "maybe"}}, "allowed: False, True"),
        ({"rules": {"open_hands": 1}}, "allowed: False, True"),
        ({"rules": ["open_hands"]}, "rules are"),
        ({"max_decisions": 0}, "max_decisions is 0"),
    ],
)
def test_configurations_that_cannot_be_are_refused(arguments, message):
    with pytest.raises(ConfigError, match=message):
        Game(SPEC, **arguments)


def test_option_values_may_come_as_text():
    game = Game(SPEC, rules={"open_hands": "true"})
    assert game.options == {"open_hands": True}
    state = game.new(seed=5)
    assert state.view(0).deals() == 2
    assert state.observe(0, "compact").tolist() == state.view(0).compact.tolist()
    assert state.record["hand"][1].tolist() == game.spec.schema.record(state.view(0).row)["hand"][1].tolist()


GOOD = {"id": "jack", "name": "Jack", "rank": 1, "provenance": {"name": "published", "values": "designed"}}


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"rank": 13}, "file.toml: card 'jack', field 'rank': is 13, allowed 0..12"),
        ({"rank": "1"}, "field 'rank': is '1', expected int"),
        ({"rank": True}, "field 'rank': is True, expected int"),
        ({"id": "Jack!"}, "field 'id': use lower case"),
        ({"suit": 1}, "field 'suit': unknown"),
        ({"provenance": {"name": "published"}}, "field 'provenance': needs"),
        ({"provenance": {"name": "mine", "values": "designed"}}, "field 'provenance.name': is 'mine'"),
    ],
)
def test_bad_cards_are_refused_by_file_card_field_and_reason(tmp_path, card, message):
    with pytest.raises(ContentError, match=message):
        parse(SPEC.content, {"card": [GOOD | card]}, tmp_path / "file.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[card]", "not TOML"),
        ("[[cards]]\nid = 1", "unknown section 'cards', known: card"),
        ('[[card]]\nid = "a"', "field 'name': missing"),
        ("card = 3", r"must be \[\[card\]\] tables"),
        ("card = [1]", "card 'number 1': not a table"),
    ],
)
def test_bad_files_are_refused(tmp_path, text, message):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ContentError, match=f"mine.toml: .*{message}"):
        load(SPEC.content, SPEC.folder, path)


def test_too_many_and_repeated_cards_are_refused(tmp_path):
    with pytest.raises(ContentError, match="used twice"):
        parse(SPEC.content, {"card": [GOOD, GOOD]}, tmp_path / "a.toml")
    with pytest.raises(ContentError, match="4 card kinds, capacity 3"):
        parse(SPEC.content, {"card": [GOOD | {"id": f"c{k}"} for k in range(4)]}, tmp_path / "a.toml")


@pytest.mark.parametrize("seed", ["7", 1.5, None, True])
def test_a_wrong_seed_is_named(kuhn, seed):
    state = kuhn.new(5)
    for call in (kuhn.new, state.view(0).sample, lambda seed: kuhn.from_view(state.view(0).to_json(), 0, seed)):
        with pytest.raises(ConfigError, match="seed is"):
            call(seed)


def test_a_wrong_form_of_observation_is_named(kuhn):
    with pytest.raises(ConfigError, match="'pixels', allowed flat, compact"):
        kuhn.new(5).observe(0, "pixels")


@pytest.mark.parametrize("content", [3, None])
def test_content_that_is_no_name_is_refused(content):
    with pytest.raises(ContentError, match="content is"):
        Game(SPEC, content=content)


def test_a_missing_file_names_what_is_shipped():
    with pytest.raises(ContentError, match="shipped: reference"):
        Game(SPEC, content="expansion")


def test_action_names_are_inverse(kuhn):
    assert [kuhn.actions.id(n) for n in kuhn.actions] == list(range(kuhn.n_actions))
    assert kuhn.spec.actions.rows().tolist() == [[0], [1]]
