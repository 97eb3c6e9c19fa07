"""What each message does, without a network; every answer is held against its model by the client."""

import random

import pytest

from elderzoo.agents.service.core.errors import CODES
from elderzoo.envs import load_game

from .support import Client, Seat, play, setup_of

KUHN = {"game": "kuhn-v0"}


def test_every_answer_says_what_it_answers(client: Client) -> None:
    for type_ in ("welcome", "games", "bots", "texts", "ping"):
        answer = client.ask(type_, id="r1")
        assert (answer["re"], answer["protocol"]) == ("r1", 1)
    assert "re" not in client.ask("ping")


def test_the_catalogue_is_the_declaration(client: Client) -> None:
    game = load_game("kuhn-v0")
    told = client.ask("game", **KUHN)
    assert [a["name"] for a in told["actions"]] == list(game.actions)
    assert told["identity"] == game.identity
    fields = {f["name"]: f for f in told["fields"]}
    assert set(game.spec.schema.by_name) == set(fields)
    assert (fields["hand"]["see"], fields["hand"]["shape"], fields["hand"]["seats"]) == ("owner", [2, 3], 1)
    assert told["hidden"][0]["hand"] == [[0, 0, 0], [1, 1, 1]]
    assert told["texts"]["event.dealt"] == "{seat} receives {card}"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("bad_message", {"type": "nonsense"}),
        ("bad_message", {"type": None}),
        ("bad_message", {"type": "poll", "session": "s"}),
        ("bad_message", {"type": "move", **KUHN, "seat": 0}),
        ("bad_message", {"type": "move", **KUHN, "seat": True, "view": {}}),
        ("bad_message", {"type": "move", **KUHN, "seat": 0, "view": {}, "seed": -1}),
        ("bad_message", {"type": "move", **KUHN, "seat": 0, "view": {}, "seed": 1.0}),
        ("bad_message", {"type": "create", **KUHN, "seats": [{"kind": "bot"}]}),
        ("bad_message", {"type": "ping", "id": "x" * 65}),
        ("unsupported_protocol", {"type": "ping", "protocol": 2}),
        ("unsupported_protocol", {"type": "ping", "protocol": True}),
        ("unknown_game", {"type": "game", "game": "chess"}),
        ("bad_config", {"type": "game", **KUHN, "players": 3}),
        ("bad_config", {"type": "game", **KUHN, "options": {"nothing": 1}}),
        ("bad_config", {"type": "game", **KUHN, "content": "../../secret"}),
        ("bad_config", {"type": "game", **KUHN, "lang": "tlh"}),
        ("bad_config", {"type": "create", **KUHN, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "sb3:x.zip"}]}),
        (
            "bad_config",
            {"type": "create", **KUHN, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "mc:sims=21000"}]},
        ),
        ("bad_position", {"type": "move", **KUHN, "seat": 0, "view": {}}),
        ("rules_mismatch", {"type": "game", **KUHN, "rules_version": "other"}),
        ("unknown_session", {"type": "poll", "session": "s0", "token": "t", "after": 0}),
        ("hidden_information", {"type": "move", **KUHN, "seat": 0, "state": {}}),
    ],
)
def test_refusals_name_their_code(client: Client, code: str, message: dict) -> None:
    answer = client.ask(**message)
    assert (answer["type"], answer["code"], answer["status"]) == ("error", code, CODES[code][0])
    assert answer["detail"]


def test_unknown_fields_are_ignored(client: Client) -> None:
    assert client.ask("ping", mood="good")["type"] == "pong"


def test_a_game_from_beginning_to_end(client: Client) -> None:
    created = client.ask("create", **KUHN, seed=3)
    seat = Seat(created)
    play(client, seat, random.Random(1))
    assert seat.over
    assert sum(seat.last["returns"]) == 0
    assert seat.last["ending"].endswith("won.")
    assert client.ask("position", **seat.enter)["view"] == seat.view
    record = client.ask("record", **seat.enter)
    state = load_game("kuhn-v0").new(record["seed"])
    for action in record["actions"]:
        state.step(action)
    assert state.view(0).to_json() == seat.view


def test_an_action_is_told_to_who_took_it_only(client: Client) -> None:
    created = client.ask("create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}])
    other = Seat(client.ask("join", session=created["session"], invite=created["invite"], seat=1))
    watcher = Seat(client.ask("join", session=created["session"], invite=created["invite"]))
    seat = Seat(created)
    client.ask("act", **seat.enter, action="bet")
    told = {
        name: client.ask("poll", **x.enter, after=0)["messages"][0]
        for name, x in (("own", seat), ("other", other), ("watcher", watcher))
    }
    assert told["own"]["action"]["name"] == "bet"
    assert told["other"]["action"] is None
    assert told["watcher"]["action"] is None
    assert told["other"]["events"][-1]["text"] == "player 0 bets"
    assert watcher.view["fields"]["hand"] == [[None] * 3] * 2


def test_watchers_cannot_act_and_seats_not_out_of_turn(client: Client) -> None:
    created = client.ask("create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}])
    other = client.ask("join", session=created["session"], invite=created["invite"], seat=1)
    watcher = client.ask("join", session=created["session"], invite=created["invite"])
    assert client.ask("join", session=created["session"], invite=created["invite"], seat=1)["code"] == "forbidden"
    assert client.ask("join", session=created["session"], invite="i", seat=1)["code"] == "wrong_token"
    enter = {"session": created["session"]}
    assert client.ask("act", **enter, token=watcher["token"], action="bet")["code"] == "forbidden"
    assert client.ask("act", **enter, token=other["token"], action="bet")["code"] == "not_your_turn"
    assert client.ask("act", **enter, token="t0", action="bet")["code"] == "wrong_token"
    assert client.ask("act", **enter, token=created["token"], action="raise")["code"] == "illegal_action"
    assert client.ask("act", **enter, token=created["token"], action=2)["code"] == "illegal_action"
    assert client.ask("position", **enter, token=created["token"])["seq"] == 0


def test_the_same_act_twice_is_played_once(client: Client) -> None:
    created = client.ask("create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}])
    enter = {"session": created["session"], "token": created["token"]}
    first = client.ask("act", id="a1", **enter, action="pass")
    again = client.ask("act", id="a1", **enter, action=1)
    assert first == again
    assert client.ask("act", id="a1", **enter, action="bet")["code"] == "id_reused"
    assert client.ask("act", id="a1", **enter, action="pass", seq=1)["code"] == "id_reused"
    assert client.ask("act", id="a2", **enter, action="pass", seq=0)["code"] == "stale"


def test_the_same_create_twice_is_one_session(service, client: Client) -> None:
    id_ = "6f1c2a52-0000-4000-8000-000000000001"
    one, two = (client.ask("create", id=id_, **KUHN) for _ in "ab")
    assert (one["session"], one["token"]) == (two["session"], two["token"])
    assert client.ask("create", id=id_, **KUHN, seed=1)["code"] == "id_reused"
    stranger = Client(service, key="another")
    assert stranger.ask("create", id=id_, **KUHN)["session"] != one["session"]
    assert client.ask("create", id="1", **KUHN)["session"] != client.ask("create", id="1", **KUHN)["session"]


def test_legal_actions_that_differ_are_answered_with_the_difference(client: Client) -> None:
    game = load_game("kuhn-v0")
    move = {**setup_of(game), "seat": 0, "view": game.new(1).view(0).to_json()}
    assert client.ask("move", **move, legal=["bet", 1], bot="random")["type"] == "move"
    answer = client.ask("move", **move, legal=["bet"])
    assert (answer["code"], answer["missing"], answer["extra"]) == ("legal_differs", ["pass"], [])
    assert client.ask("move", **move, legal=["bet", "pass", "raise"])["code"] == "legal_differs"


def test_hidden_information_is_refused_without_debug(client: Client) -> None:
    game = load_game("kuhn-v0")
    state = game.new(1)
    move = {**setup_of(game), "seat": 0, "bot": "random"}
    view = state.view(0).to_json()
    view["fields"]["hand"][1] = state.to_json()["fields"]["hand"][1]
    assert client.ask("move", **move, view=view)["code"] == "hidden_information"
    view = state.view(0).to_json()
    view["fields"]["seed"] = "0x1"
    assert client.ask("move", **move, view=view)["code"] == "hidden_information"
    assert client.ask("move", **move, state=state.to_json())["code"] == "hidden_information"
    assert client.ask("move", **move, state=state.to_json(), debug=True)["type"] == "move"


def test_views_of_other_rules_are_told_apart_from_bad_ones(client: Client) -> None:
    game = load_game("kuhn-v0")
    view = game.new(1).view(0).to_json()
    view["identity"]["rules"] = "0"
    answer = client.ask("move", **setup_of(game), seat=0, view=view)
    assert (answer["code"], answer["field"]) == ("rules_mismatch", "view.identity.rules")


def test_hints_explain_themselves(client: Client) -> None:
    created = client.ask("create", **KUHN, seed=1)
    enter = {"session": created["session"], "token": created["token"]}
    hint = client.ask("hint", **enter, bot="mc:sims=64", top=5)
    legal = [a["name"] for a in created["messages"][0]["legal"]]
    assert sorted(x["action"]["name"] for x in hint["scores"]) == sorted(legal)
    assert hint["scores"][0]["action"] == hint["action"]
    assert all(x["sentence"].endswith(".") for x in hint["scores"])
    assert sum(x["share"] for x in hint["scores"]) == pytest.approx(1, abs=1e-3)
    again = client.ask("hint", **enter, bot="mc:sims=64", top=5)
    varying = {"time_ms": 0}
    assert hint | varying == again | varying


def test_who_leaves_is_played_on_by_a_bot(client: Client) -> None:
    created = client.ask("create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}], seed=5)
    other = Seat(client.ask("join", session=created["session"], invite=created["invite"], seat=1))
    assert client.ask("leave", session=created["session"], token=created["token"], bot="random")["type"] == "left"
    play(client, other, random.Random(0))
    assert other.over
    gone = client.ask("position", session=created["session"], token=created["token"])
    assert gone["code"] == "wrong_token"


def test_a_session_nobody_is_in_closes(client: Client) -> None:
    created = client.ask("create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}])
    client.ask("leave", session=created["session"], token=created["token"])
    assert client.ask("join", session=created["session"], invite=created["invite"], seat=1)["code"] == "forbidden"


def test_open_views_and_records_need_debug_or_the_end(client: Client) -> None:
    closed = client.ask("create", **KUHN, seats=[{"kind": "human"}, {"kind": "open"}])
    enter = {"session": closed["session"], "token": closed["token"]}
    assert client.ask("open", **enter)["code"] == "hidden_information"
    assert client.ask("record", **enter)["code"] == "hidden_information"
    opened = client.ask("create", **KUHN, debug=True, seed=2)
    enter = {"session": opened["session"], "token": opened["token"]}
    told = client.ask("open", **enter)
    assert told["view"]["fields"]["hand"] == load_game("kuhn-v0").new(2).to_json()["fields"]["hand"]
    assert not {"seed", "stream"} & told["view"]["fields"].keys()


def test_all_bots_play_by_themselves_for_a_watcher(client: Client) -> None:
    created = client.ask("create", **KUHN, sit=None, seats=[{"bot": "random"}, {"bot": "mc:sims=8"}])
    watcher = Seat(created)
    play(client, watcher, random.Random(0))
    assert watcher.over
    assert watcher.seqs == list(range(1, watcher.seq + 1))


def test_pushes_come_after_the_answer_and_in_order(service) -> None:
    client = Client(service, streams=True)
    service.submit({"type": "create", **KUHN, "seed": 4, "id": "c"}, client)
    created = client.next()
    assert (created["type"], created["re"]) == ("created", "c")
    seat = Seat(created)
    while not seat.over:
        if seat.decides:
            service.submit({"type": "act", **seat.enter, "action": "pass"}, client)
            acted = client.until("acted", "step")
            assert (acted["type"], acted["seq"]) == ("acted", seat.seq + 1)
        seat.take(client.until("step"))
    service.drop(client)
    assert not service.sessions.find(created["session"]).listeners


def test_reports_are_taken(client: Client) -> None:
    assert client.ask("report", **KUHN, seat=0, level=3, returns=[1.0, -1.0])["kept"] is False
    assert client.ask("report", **KUHN, seat=0, level=3, returns=[1.0])["code"] == "bad_message"
