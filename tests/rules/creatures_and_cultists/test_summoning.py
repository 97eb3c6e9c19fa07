"""Summoning the deity: who may, the roll, and what becomes of those who fail."""

import pytest

from .story import (
    attack,
    dead,
    deck,
    dice,
    discards,
    events,
    game,
    hand,
    lasting,
    out,
    play,
    points,
    rolls,
    spends,
    table,
)

LAST = {("third", 0): 1}  # the only cultist of a cult


def stars_right(players=2, has=25, **fields):
    """The turn of seat 0, whom the stars favour and who had ``has`` points when the round began."""
    fields.setdefault("points", {0: has})
    return table(players, favoured=0, ready={0: 1}, **fields)


def may_summon(state) -> bool:
    return "summon" in state.legal_names()


# ------------------------------------------------------------------------------------------------- who may


@pytest.mark.parametrize(("players", "minimum"), [(2, 25), (3, 20), (4, 15), (5, 15)])
def test_the_points_needed_go_by_the_number_of_cults(players, minimum):
    """Seat 0 has one point too few at the start of the round, or just enough."""
    for has in (minimum - 1, minimum):
        s = table(players, turn=players - 1, favoured=players - 1, points={0: has, 1: minimum})
        dice(s, "1", *["2"] * (players - 1))
        play(s, "end_turn")
        assert s.record["ready"].tolist() == [int(has == minimum), 1, 0, 0, 0]
        s = s.edit(hand={p: {} for p in range(players)}, decide=(0, "turn"))
        assert s.record["favoured"] == 0
        assert may_summon(s) is (has == minimum)


def test_only_the_favoured_cult_may_summon():
    s = table(3, favoured=2, points={0: 30, 1: 30, 2: 30}, ready=[1, 1, 1, 0, 0])
    assert not may_summon(s)
    play(s, "end_turn")
    assert not may_summon(s)
    play(s, "end_turn")
    assert (s.seat, may_summon(s)) == (2, True)


def test_mondo_cards_come_before_the_summoning():
    s = stars_right(hand={0: {"anonymous_donation": 1}})
    assert s.legal_names() == ["play:anonymous_donation"]
    deck(s, "dodge")
    play(s, "play:anonymous_donation")
    assert may_summon(s)


def test_a_deity_may_be_summoned_after_attacks_and_cards_of_the_same_turn():
    s = stars_right(
        hand={0: {"brass_knuckles": 1, "pickpocket_choir": 1}},
        points={0: 25, 1: 2},
        skill={0: {"sorcery": 10, "thuggery": 18}},
    )
    attack(dice(s, "111"), "brass_knuckles")
    assert dead(s, 1) == {("first", 0)}
    play(s, "play:pickpocket_choir", "seat+1")
    assert points(s) == [29, 0]
    dice(s, "444")
    play(s, "summon", "pass")
    assert s.returns.tolist() == [1, -1]


def test_points_must_have_been_there_when_the_round_began():
    assert not may_summon(table(favoured=0, points={0: 40}))


def test_points_must_still_be_there():
    assert not may_summon(stars_right(has=24))
    assert may_summon(stars_right(has=25))


def test_points_that_were_spent_in_between_are_missed():
    s = stars_right(has=26, hand={0: {"siphon_the_faithful": 1}})
    assert may_summon(s)
    play(dice(s, "555"), "play:siphon_the_faithful", "seat+1", "spend:1")
    assert points(s) == [24, 0]
    assert not may_summon(s)


def test_points_that_others_took_in_between_are_missed():
    s = table(favoured=1, points={1: 26}, ready={1: 1}, hand={0: {"pickpocket_choir": 1}})
    play(s, "play:pickpocket_choir", "seat+1", "end_turn")
    assert (s.seat, points(s)) == (1, [2, 24])
    assert not may_summon(s)


@pytest.mark.parametrize(
    ("option", "allowed"),
    [  # had enough and has it; had not but has; had but has not
        ("both", (True, False, False)),
        ("round_start", (True, False, True)),
        ("now", (True, True, False)),
    ],
)
def test_summon_when(option, allowed):
    rules = {"summon_when": option}
    assert may_summon(table(favoured=0, points={0: 25}, ready={0: 1}, rules=rules)) is allowed[0]
    assert may_summon(table(favoured=0, points={0: 25}, rules=rules)) is allowed[1]
    assert may_summon(table(favoured=0, points={0: 24}, ready={0: 1}, rules=rules)) is allowed[2]


@pytest.mark.parametrize("option", ["both", "round_start", "now"])
def test_summon_when_leaves_it_to_the_favoured_cult(option):
    assert not may_summon(table(favoured=1, points={0: 25}, ready={0: 1}, rules={"summon_when": option}))


def one_dead(**rules):
    """Four cults began and three are left; seat 3 is favoured next and has 15 points, seat 1 has 20."""
    s = table(4, turn=3, favoured=3, out={0: 1}, alive={0: {}}, points={3: 15, 1: 20}, rules=rules)
    dice(s, "6", "5", "1")
    play(s, "end_turn")
    return s


def test_the_points_needed_stay_those_of_the_cults_at_the_start():
    s = one_dead()
    assert s.record["ready"].tolist() == [0, 1, 0, 1, 0]
    assert may_summon(s.edit(hand={3: {}}, decide=(3, "turn")))


def test_summon_players_living_asks_for_more_when_fewer_are_left():
    s = one_dead(summon_players="living")
    assert s.record["ready"].tolist() == [0, 1, 0, 0, 0]
    assert not may_summon(s.edit(hand={3: {}}, decide=(3, "turn")))


@pytest.mark.parametrize(("option", "allowed"), [("starting", True), ("living", False)])
def test_summon_players_counts_deaths_within_the_round(option, allowed):
    """The death of seat 2, by the hand of seat 1, leaves three cults."""
    s = table(
        4,
        turn=1,
        favoured=3,
        hand={1: {"assassination": 1}},
        alive={2: LAST},
        points={3: 15},
        ready={3: 1},
        rules={"summon_players": option},
    )
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1", "end_turn")
    assert (s.seat, out(s)) == (3, [2])
    assert may_summon(s) is allowed


@pytest.mark.parametrize(("option", "left"), [("starting", 5), ("living", 0)])
def test_summon_players_decides_what_a_failure_costs(option, left):
    s = stars_right(4, has=20, out={1: 1}, alive={1: {}}, rules={"summon_players": option})
    dice(s, "555")
    play(s, "summon")
    if option == "starting":
        play(s, "pass")  # five points could have been spent
    assert points(s)[0] == left


# ------------------------------------------------------------------------------------------------ the roll


def test_the_roll_is_sorcery_plus_2():
    s = stars_right(skill={0: {"sorcery": 9, "conjuring": 18, "thuggery": 1}})
    play(dice(s, "443"), "summon")
    assert "player_0 rolls 443 = 11 against 11 for summoning: success" in events(s)
    assert s.returns.tolist() == [1, -1]


def test_cards_that_lie_on_the_cult_count():
    lies = {0: {"power_drain": 2, "use_the_library": 1, "kind_horoscope": 1, "bad_dental_plan": 1}}
    s = stars_right(lasting=lies)  # 10 - 2 + 1 - 2 and + 2 + 2
    play(dice(s, "444"), "summon")
    assert rolls(s) == ["player_0 rolls 444 = 12 against 11 for summoning: failure"]


def test_only_the_points_above_those_needed_may_be_spent_on_it():
    s = stars_right(has=29)
    play(s, "summon")
    assert (s.seat, s.pending) == (0, "spend")
    assert s.legal_names() == ["spend:1", "spend:2", "pass"]
    play(dice(s, "554"), "spend:2")
    assert s.returns.tolist() == [1, -1]
    assert points(s) == [25, 0]


def test_an_excess_of_one_point_buys_nothing():
    s = stars_right(has=26)
    play(dice(s, "445"), "summon")
    assert rolls(s) == ["player_0 rolls 445 = 13 against 12 for summoning: failure"]


def test_summon_spend_all_lets_every_point_be_spent():
    s = stars_right(has=25, rules={"summon_spend": "all"}, skill={0: {"sorcery": 8}})
    play(s, "summon")
    assert spends(s) == {1, 2, 3, 4, 5}
    play(dice(s, "555"), "spend:4")
    assert rolls(s) == ["player_0 rolls 555 = 15 against 14 for summoning: failure"]
    assert points(s) == [0, 0]


def test_points_may_be_spent_afterwards_by_option():
    s = stars_right(has=29, rules={"spend_time": "after"})
    play(dice(s, "554"), "summon")
    assert (s.seat, s.pending) == (0, "spend")
    assert spends(s) == {2}
    play(s, "spend:2")
    assert s.returns.tolist() == [1, -1]
    s = stars_right(has=28, rules={"spend_time": "after"})
    play(dice(s, "554"), "summon")
    assert points(s) == [3, 0]


def test_nobody_answers_a_summoning():
    """Seats 1 and 2 hold every Defense card, and seat 2 plays only after seat 0 has failed."""
    answers = {"elder_sign": 1, "dodge": 1, "its_a_bluff": 1}
    s = stars_right(3, hand={1: answers, 2: answers}, points={0: 20, 1: 19, 2: 19})
    play(dice(s, "333"), "summon")
    assert s.is_over
    assert s.returns.tolist() == [1, -0.5, -0.5]


def test_others_answer_before_it_in_their_own_turns():
    """The favoured cult is last: a curse laid on it in the same round counts against its summoning."""
    s = table(favoured=1, points={1: 25}, ready={1: 1}, hand={0: {"bad_dental_plan": 1}})
    play(s, "play:bad_dental_plan", "seat+1", "end_turn")
    assert (s.seat, may_summon(s)) == (1, True)
    dice(s, "443", "1", "2")
    play(s, "summon")
    assert rolls(s) == ["player_1 rolls 443 = 11 against 10 for summoning: failure"]


# --------------------------------------------------------------------------------------- what becomes of it


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("throw", ["444", "111"])
def test_success_wins_the_game_at_once(players, throw):
    s = stars_right(players)
    dice(s, throw)
    play(s, "summon", *["pass"] * (players > 2))
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == pytest.approx([1] + [-1 / (players - 1)] * (players - 1))
    assert events(s)[0] == "the deity of player_0 comes: player_0 wins"


def test_failure_costs_the_points_and_ends_the_turn_and_nothing_else():
    held = {"cricket_bat": 2, "dodge": 1, "siphon_the_faithful": 2}
    s = stars_right(
        3, has=21, hand={0: held, 1: {"dodge": 5}}, lasting={0: {"rent_doubled": 1}}, alive={0: LAST, 1: LAST}
    )
    dice(s, "445", "5", "3", "4")
    play(s, "summon")
    assert points(s) == [1, 0, 0]
    assert (s.seat, s.record["round"]) == (2, 3)
    assert s.record["favoured"] == 1
    assert hand(s, 0) == held
    assert lasting(s, 0) == {"rent_doubled": 1}
    assert len(dead(s, 0)) == 23
    assert out(s) == []


def test_failure_never_leaves_fewer_than_no_points():
    s = stars_right(has=7, rules={"summon_when": "round_start"})
    dice(s, "445", "2", "1")
    play(s, "summon")
    assert points(s) == [0, 0]
    assert (s.seat, s.record["round"]) == (0, 3)


def boofed(players=3, **fields):
    """Seat 0 Boofs its summoning; seat 1 is favoured next."""
    s = stars_right(players, has=20, **fields)
    dice(s, "556", *(["1"] + ["2"] * (players - 2) if players > 2 else []))
    return play(s, "summon")


def test_a_boof_puts_the_cult_out_of_the_game_and_the_others_go_on():
    s = boofed(hand={0: {"cricket_bat": 2, "dodge": 1}}, points={0: 20, 1: 4, 2: 9})
    assert out(s) == [0]
    assert points(s) == [0, 4, 9]
    assert not s.is_over
    assert discards(s) == {"cricket_bat": 2, "dodge": 1}
    assert hand(s, 0) == {}
    assert (s.seat, s.record["round"], s.record["favoured"]) == (2, 3, 1)


def test_a_boof_discards_what_lies_on_the_cult_and_leaves_what_it_laid_on_others():
    s = boofed(lasting={0: {"rent_doubled": 1, "use_the_library": 2}, 1: {"power_drain": 1}})
    assert lasting(s, 0) == {}
    assert lasting(s, 1) == {"power_drain": 1}
    assert discards(s) == {"rent_doubled": 1, "use_the_library": 2}


def test_a_boof_of_one_of_two_makes_the_other_win():
    s = stars_right()
    play(dice(s, "666"), "summon")
    assert s.is_over
    assert s.returns.tolist() == [-1, 1]
    assert points(s) == [0, 0]


def test_a_cult_that_was_swallowed_is_not_played_on():
    s = boofed()
    s = s.edit(hand={2: {"assassination": 1}}, decide=(2, "turn"))
    play(s, "play:assassination")
    assert s.legal_names() == ["seat+2"]


def test_a_summoning_can_be_tried_again_in_a_later_round():
    s = stars_right(has=25)
    s = s.edit(points={0: 50})
    dice(s, "445", "1", "2")
    play(s, "summon", "pass")
    assert points(s) == [25, 0]
    s = s.edit(hand={0: {}}, decide=(0, "turn"))
    assert may_summon(s)


def test_the_table_of_points_needed():
    assert game(5).tables["minimum"].tolist() == [0, 25, 25, 20, 15, 15]
