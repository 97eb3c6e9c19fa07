"""What stops a card that is no attack: an Elder Sign a spell, a bluff a death."""

import pytest

from .cards import changes, use
from .story import (
    attack,
    dead,
    dice,
    discards,
    events,
    lasting,
    out,
    play,
    points,
    rolls,
    row,
    table,
)

LATER_ROWS = row("second") | row("third")


# ---------------------------------------------------------------------------------------------------------- Elder Sign


def cast(*names, throw="334", rules=None, target="seat+1", card_="power_drain"):
    return use(card_, target, *names, throws=(throw,), hand={1: {"elder_sign": 1}}, rules=rules)


def test_an_elder_sign_may_stop_a_spell_after_its_roll():
    s, _ = cast()
    assert rolls(s) == ["player_0 rolls 334 = 10 against 10 for sorcery: success"]
    assert (s.pending, s.seat) == ("elder_sign", 1)
    play(s, "play:elder_sign")
    assert not lasting(s, 1)
    assert discards(s) == {"power_drain": 1, "elder_sign": 1}
    assert events(s)[0] == "player_1 stops power drain with an Elder Sign"


def test_an_elder_sign_may_be_kept():
    _, changed = cast("pass")
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"power_drain": 1}}}


@pytest.mark.parametrize("throw", ["551", "666"])
def test_nobody_is_asked_about_a_spell_that_failed(throw):
    s, _ = cast(throw=throw)
    assert s.pending == "turn"


def test_nobody_stops_a_spell_on_somebody_else():
    s, changed = cast(target="seat+2")
    assert changed == {"hand": [-1, 0, 0], "lasting": {2: {"power_drain": 1}}}
    assert s.pending == "turn"


def test_a_spooged_spell_may_be_stopped_unless_it_says_otherwise():
    s, _ = cast(throw="111")
    assert s.pending == "elder_sign"
    s, _ = cast(throw="111", card_="dread_curse_of_azathoth")
    assert s.pending == "turn"


def test_elder_sign_spooge_false_leaves_spooged_spells_alone():
    s, _ = cast(throw="111", rules={"elder_sign_spooge": False})
    assert s.pending == "turn"
    assert lasting(s, 1) == {"power_drain": 1}
    s, _ = cast(throw="334", rules={"elder_sign_spooge": False})
    assert s.pending == "elder_sign"


def test_a_stopped_spell_gives_no_card():
    _, changed = cast("play:elder_sign", throw="111")
    assert changed == {"hand": [-1, -1, 0], "discards": {"power_drain": 1, "elder_sign": 1}}


def test_elder_sign_time_after_success_is_the_same_for_spells():
    s, _ = cast(rules={"elder_sign_time": "after_success"})
    assert rolls(s)
    assert s.pending == "elder_sign"


def test_elder_sign_time_before_roll_asks_before_the_dice():
    s, _ = use("power_drain", "seat+1", hand={1: {"elder_sign": 1}}, rules={"elder_sign_time": "before_roll"})
    assert not rolls(s)
    assert (s.pending, s.seat) == ("elder_sign", 1)
    stopped = play(s.clone(), "play:elder_sign")
    assert not rolls(stopped)
    assert discards(stopped) == {"power_drain": 1, "elder_sign": 1}
    dice(s, "334")
    play(s, "pass")
    assert s.pending == "turn"
    assert lasting(s, 1) == {"power_drain": 1}


def test_elder_sign_time_before_roll_is_in_time_for_any_spooge_to_come():
    hands = {1: {"elder_sign": 1}}
    s, _ = use("dread_curse_of_azathoth", "seat+1", hand=hands, rules={"elder_sign_time": "before_roll"})
    assert s.pending == "elder_sign"


def test_an_elder_sign_does_nothing_against_a_spell_that_lies_there():
    s = table(hand={0: {"elder_sign": 1}}, lasting={0: {"power_drain": 1}})
    assert s.legal_names() == ["discard:elder_sign", "end_turn"]
    s, _ = use(
        "power_drain",
        "seat+1",
        "play:elder_sign",
        throws=("334",),
        hand={1: {"elder_sign": 1}},
        lasting={1: {"power_drain": 1}},
    )
    assert lasting(s, 1) == {"power_drain": 1}


def test_nobody_is_asked_about_a_summoning():
    s = table(2, favoured=0, points={0: 25}, ready={0: 1}, hand={1: {"elder_sign": 1}})
    dice(s, "333")
    play(s, "summon")
    assert s.is_over
    assert s.returns.tolist() == [1, -1]


def test_an_elder_sign_stops_all_a_spell_does(own):
    g = own("sorcery", "lose target 2", "gain self 2", "lose others 1")
    s, _ = use("own", "seat+1", throws=("334",), own=g, points={1: 5, 2: 5}, hand={1: {"elder_sign": 1}})
    play(s, "play:elder_sign")
    assert points(s) == [0, 5, 5]


def test_nobody_is_asked_about_a_spell_on_all_others(own):
    hands = {1: {"elder_sign": 1}, 2: {"elder_sign": 1}}
    s, changed = use("own", throws=("334",), own=own("sorcery", "lose others 1"), points={1: 5, 2: 5}, hand=hands)
    assert changed["points"] == [0, -1, -1]
    assert s.pending == "turn"


# ------------------------------------------------------------------------------------------------------- It's A Bluff!


@pytest.mark.parametrize(
    ("card_", "names", "throws", "picks"),
    [
        ("assassination", ["seat+1", "cultist:5>seat+1"], [], []),
        ("withering_stare", ["seat+1", "cultist:5>seat+1"], ["332"], []),
        ("worried_parents", ["seat+1", "cultist:5>seat+0"], ["555"], []),
        ("indoor_bonfire", [], [], [0, 5, 0]),
    ],
)
def test_a_bluff_undoes_a_death_by_any_card(card_, names, throws, picks):
    s, changed = use(card_, *names, throws=throws, picks=picks, hand={1: {"its_a_bluff": 1}})
    assert (s.pending, s.seat) == ("bluff", 1)
    assert changed["dead"][1] == [("first", 5)]
    before = s.clone()
    play(s, "play:its_a_bluff")
    assert changes(before, s)["back"] == {1: [("first", 5)]}
    assert changes(before, s)["discards"]["its_a_bluff"] == 1
    assert s.record["mark"][1, 0, 5] == -1


def test_without_the_bluff_the_points_are_scored():
    s, _ = use("assassination", "seat+1", "cultist:0>seat+1", hand={1: {"its_a_bluff": 1}})
    assert points(s) == [0, 0, 0]
    play(s, "pass")
    assert points(s) == [2, 0, 0]
    assert dead(s, 1) == {("first", 0)}


def test_a_bluff_saves_an_own_cultist_from_an_own_card():
    hands = {0: {"its_a_bluff": 1}}
    s, changed = use("skim_the_forbidden_page", "play:its_a_bluff", throws=("666",), picks=(5,), hand=hands)
    assert changed == {"hand": [-2, 0, 0], "discards": {"skim_the_forbidden_page": 1, "its_a_bluff": 1}}
    assert s.pending == "turn"


def test_a_bluff_keeps_the_last_of_a_row_and_the_row():
    alive = {1: row("first", 5) | LATER_ROWS}
    s, _ = use("assassination", "seat+1", "cultist:5>seat+1", hand={1: {"its_a_bluff": 1}}, alive=alive)
    play(s, "play:its_a_bluff")
    assert s.record["alive"][1, 0].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    s = s.edit(hand={0: {"assassination": 1}, 1: {}})
    assert play(s, "play:assassination", "seat+1").legal_names() == ["cultist:5>seat+1"]


def test_a_bluff_keeps_a_cult_in_the_game():
    s, _ = use("assassination", "seat+1", "cultist:5>seat+1", hand={1: {"its_a_bluff": 1}}, alive={1: row("third", 5)})
    play(s, "play:its_a_bluff")
    assert not out(s)
    assert s.pending == "turn"


def test_each_of_two_deaths_may_be_a_bluff(own):
    g = own("event", "strike target 2")
    s, _ = use("own", "seat+1", own=g, picks=(0, 6), hand={1: {"its_a_bluff": 2}})
    play(s, "play:its_a_bluff")
    assert (s.pending, s.seat) == ("bluff", 1)
    play(s, "pass")
    assert dead(s, 1) == {("first", 7)}
    assert points(s) == [2, 0, 0]


def test_the_second_of_two_deaths_may_be_that_of_who_just_bluffed():
    names = ("seat+1", "cultist:0>seat+1", "play:its_a_bluff")
    s, _ = use("withering_stare", *names, throws=("111",), hand={1: {"its_a_bluff": 1}})
    assert (s.pending, s.seat) == ("kill", 0)
    play(s, "cultist:0>seat+1")
    assert dead(s, 1) == {("first", 0)}
    assert s.pending == "turn"


def test_bluff_event_false_leaves_what_other_cards_killed_dead():
    rules = {"bluff_event": False}
    hands = {0: {"harsh_language": 1}, 1: {"its_a_bluff": 1}}
    s, changed = use("assassination", "seat+1", "cultist:0>seat+1", hand=hands, rules=rules)
    assert changed["dead"] == {1: [("first", 0)]}
    assert s.pending == "turn"
    dice(s, "333", "666")
    attack(s, "harsh_language", 1, "cultist:3>seat+1")
    play(s, "pass")
    assert s.pending == "bluff"
