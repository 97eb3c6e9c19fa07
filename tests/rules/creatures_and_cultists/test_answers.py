"""Defense cards against attacks: Dodge, Elder Sign, It's A Bluff!, and when anybody is asked at all."""

import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, beat, cultists, ready, summon, symbol
from .story import (
    dead,
    dead_but,
    dice,
    discards,
    events,
    hand,
    known,
    lasting,
    out,
    play,
    plays,
    points,
    rolls,
    row,
    table,
)

DODGE = {1: {"dodge": 1}}
SIGN = {1: {"elder_sign": 1}}
BLUFF = {1: {"its_a_bluff": 1}}
FISTS = {1: {"harsh_language": 1}}
NO_ANSWERS = {1: {"assassination": 1}}

# ------------------------------------------------------------------------------------------------------ Dodge


def test_a_dodge_stops_thuggery_before_any_dice():
    s = beat(hand=DODGE)
    assert (s.seat, s.pending) == (1, "dodge")
    assert s.legal_names() == ["play:dodge", "pass"]
    assert rolls(s) == []
    play(s, "play:dodge")
    assert rolls(s) == []
    assert events(s)[0] == "player_1 dodges harsh language of player_0"
    assert dead(s, 1) == set()
    assert (s.seat, s.pending) == (0, "turn")


def test_it_is_played_before_points_are_spent():
    s = beat(hand=DODGE, points={0: 4})
    assert s.pending == "dodge"
    assert play(s, "pass").pending == "spend"


def test_who_does_not_dodge_is_attacked_and_cannot_dodge_later():
    s = beat(HIT, hand=DODGE)
    play(dice(s, FALL), "pass")
    assert dead(s, 1) == {("first", 0)}
    assert (s.seat, s.pending) == (0, "turn")
    assert hand(s, 1) == {"dodge": 1}


def test_after_a_dodge_the_attackers_card_and_attack_are_spent():
    s = play(beat(hand=DODGE | {0: {"harsh_language": 2}}), "play:dodge")
    assert hand(s, 0) == {"harsh_language": 1}
    assert discards(s) == {"harsh_language": 1, "dodge": 1}
    play(s, "play:harsh_language")
    assert s.legal_names() == cultists(1, 2, 3, 4, 5, 6, 7, seat=0)


def test_a_dodge_is_no_help_against_monsters_or_for_others():
    assert len(rolls(summon(HIT, HOLD, hand=DODGE))) == 2
    assert len(rolls(beat(MISS, hand={2: {"dodge": 1}}))) == 1


@pytest.mark.parametrize(("rules", "asked"), [({}, (0, "turn")), ({"dodge_counter": True}, (1, "counter"))])
def test_who_dodged_may_not_strike_back_unless_the_option_says_so(rules, asked):
    s = play(beat(hand={1: {"dodge": 1, "harsh_language": 1}}, rules=rules), "play:dodge")
    assert (s.seat, s.pending) == asked


def test_dodge_counter_has_no_bonus():
    s = play(beat(hand={1: {"dodge": 1, "harsh_language": 1}}, rules={"dodge_counter": True}), "play:dodge")
    play(dice(s, BOOF), "play:harsh_language")
    assert rolls(s)[0].endswith("against 13 for thuggery: boof")


@pytest.mark.parametrize("rules", [{}, {"dodge_counter": True}])
def test_a_counter_attack_is_dodged_too_and_that_ends_the_exchange(rules):
    s = beat(MISS, hand={0: {"dodge": 1, "harsh_language": 2}} | FISTS, rules=rules)
    play(s, "play:harsh_language")
    assert (s.seat, s.pending) == (0, "dodge")
    play(s, "play:dodge")
    assert len(rolls(s)) == 1
    assert (s.seat, s.pending) == (0, "turn")


def test_a_dodge_stops_a_card_with_several_targets_altogether():
    s = play(beat(card="tommy_gun", targets=(0, 1, 2), hand={1: {"dodge": 2}}), "play:dodge")
    assert rolls(s) == []
    assert dead(s, 1) == set()
    assert hand(s, 1) == {"dodge": 1}
    assert (s.seat, s.pending) == (0, "turn")


def test_dodge_scope_cultist_saves_one_of_several_targets():
    s = beat(card="tommy_gun", targets=(4, 1, 2), hand=DODGE, rules={"dodge_scope": "cultist"})
    play(s, "play:dodge")
    assert (s.seat, s.pending) == (1, "sidestep")
    assert s.legal_names() == cultists(1, 2, 4, seat=0)
    play(dice(s, SPOOGE), "cultist:1>seat+0")
    assert dead(s, 1) == {("first", 4), ("first", 2)}


def test_dodge_scope_cultist_lets_every_target_dodge_with_a_card_of_its_own():
    s = beat(card="tommy_gun", targets=(4, 1, 2), hand={1: {"dodge": 4}}, rules={"dodge_scope": "cultist"})
    play(s, "play:dodge", "cultist:1>seat+0")
    assert s.pending == "dodge"
    play(s, "play:dodge")
    assert s.legal_names() == cultists(2, 4, seat=0)
    play(s, "cultist:4>seat+0")
    assert s.pending == "dodge"
    play(s, "play:dodge")
    assert rolls(s) == []
    assert (s.seat, s.pending) == (0, "turn")
    assert hand(s, 1) == {"dodge": 1}


@pytest.mark.parametrize(
    ("rules", "offered"), [({}, []), ({"dodge_counter": True, "multi_counter": "any"}, ["play:harsh_language", "pass"])]
)
def test_dodge_scope_cultist_and_striking_back(rules, offered):
    """Only the one that dodged lives; by option it strikes back."""
    cards = {1: {"dodge": 1, "harsh_language": 1}}
    s = beat(card="molotov_cocktail", targets=(0, 1), hand=cards, rules={"dodge_scope": "cultist"} | rules)
    play(dice(s, SPOOGE), "play:dodge", "cultist:1>seat+0")
    assert dead(s, 1) == {("first", 0)}
    assert (s.legal_names() if s.pending == "counter" else []) == offered


# ------------------------------------------------------------------------------------------------- Elder Sign


def test_an_elder_sign_stops_a_monster_after_a_failed_survival_roll():
    s = summon(HIT, FALL, hand=SIGN)
    assert len(rolls(s)) == 2
    assert (s.seat, s.pending) == (1, "elder_sign")
    assert s.legal_names() == ["play:elder_sign", "pass"]
    assert dead(s, 1) == set()
    play(s, "play:elder_sign")
    assert events(s)[0] == "player_1 stops deep one with an Elder Sign"
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]
    assert discards(s) == {"deep_one": 1, "elder_sign": 1}
    assert (s.seat, s.pending) == (0, "turn")


def test_without_the_elder_sign_the_cultist_dies():
    s = play(summon(HIT, FALL, hand=SIGN), "pass")
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert hand(s, 1) == {"elder_sign": 1}


@pytest.mark.parametrize("throws", [(MISS,), (HIT, HOLD), (HIT, SPOOGE), (BOOF, HOLD)])
def test_nobody_is_asked_for_an_elder_sign_whom_the_monster_does_not_kill(throws):
    s = summon(*throws, hand={1: {"elder_sign": 1}, 2: {"elder_sign": 1}})
    assert (s.seat, s.pending) == (0, "turn")
    assert known(s, 1) == {}


def test_an_elder_sign_is_no_help_against_thuggery_or_for_others():
    assert dead(beat(HIT, FALL, hand=SIGN), 1) == {("first", 0)}
    assert dead(summon(HIT, FALL, hand={0: {"elder_sign": 1}, 2: {"elder_sign": 1}}), 1) == {("first", 0)}


@pytest.mark.parametrize("time", ["after_defence", "after_success"])
def test_an_elder_sign_stops_a_monster_whose_control_was_spooged(time):
    s = summon(SPOOGE, hand=SIGN, rules={"elder_sign_time": time})
    assert (s.seat, s.pending) == (1, "elder_sign")
    play(s, "play:elder_sign")
    assert dead(s, 1) == set()
    assert (s.seat, s.pending) == (0, "turn")


def test_an_elder_sign_after_a_boofed_survival_loses_the_attacker_its_card():
    s = play(summon(HIT, BOOF, hand=SIGN), "play:elder_sign")
    assert dead(s, 1) == set()
    assert discards(s) == {"deep_one": 1, "elder_sign": 1}
    assert hand(s, 0) == {}


def test_elder_sign_time_after_success_is_before_the_survival_roll():
    rules = {"elder_sign_time": "after_success"}
    s = summon(HIT, hand=SIGN, rules=rules)
    assert (s.seat, s.pending) == (1, "elder_sign")
    assert len(rolls(s)) == 1
    done = play(s.clone(), "play:elder_sign")
    assert len(rolls(done)) == 1
    assert dead(done, 1) == set()
    assert (done.seat, done.pending) == (0, "turn")
    play(dice(s, FALL), "pass")
    assert dead(s, 1) == {("first", 0)}
    assert (s.seat, s.pending) == (0, "turn")
    s = summon(MISS, hand=SIGN, rules=rules)
    assert (s.seat, s.pending) == (0, "turn")


def test_elder_sign_time_before_roll_is_before_any_dice():
    s = summon(hand=SIGN, rules={"elder_sign_time": "before_roll"})
    assert (s.seat, s.pending) == (1, "elder_sign")
    assert rolls(s) == []
    done = play(s.clone(), "play:elder_sign")
    assert rolls(done) == []
    assert hand(done, 0) == {}
    assert (done.seat, done.pending) == (0, "turn")
    play(dice(s, HIT, FALL), "pass")
    assert dead(s, 1) == {("first", 0)}
    assert (s.seat, s.pending) == (0, "turn")


def test_elder_sign_time_before_roll_leaves_no_answer_to_a_spooge():
    s = play(dice(summon(hand=SIGN, rules={"elder_sign_time": "before_roll"}), SPOOGE), "pass")
    assert dead(s, 1) == {("first", 0)}
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize(
    ("time", "throws", "seen"),
    [("after_defence", (BOOF, FALL), 2), ("after_success", (BOOF,), 1), ("before_roll", (BOOF,), 1)],
)
def test_the_summoner_of_a_turned_monster_may_stop_it(time, throws, seen):
    s = summon(*throws, hand={0: {"elder_sign": 1}}, rules={"elder_sign_time": time})
    assert (s.seat, s.pending) == (0, "elder_sign")
    assert len(rolls(s)) == seen
    play(s, "play:elder_sign")
    assert dead(s, 0) == set()
    assert discards(s) == {"deep_one": 1, "elder_sign": 1}
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize("time", ["after_defence", "after_success", "before_roll"])
def test_elder_sign_turned_false_leaves_the_summoner_to_the_monster(time):
    rules = {"elder_sign_time": time, "elder_sign_turned": False}
    s = summon(BOOF, FALL, hand={0: {"elder_sign": 1}}, rules=rules)
    assert dead(s, 0) == {("first", 7)}
    assert (s.seat, s.pending) == (0, "turn")
    assert known(s, 0) == {}


def test_elder_sign_turned_false_still_stops_other_monsters():
    assert summon(HIT, FALL, hand=SIGN, rules={"elder_sign_turned": False}).pending == "elder_sign"


def test_the_attacker_stops_a_monster_that_strikes_back():
    s = beat(MISS, targets=(7,), hand={0: {"elder_sign": 1}, 1: {"deep_one": 1}})
    play(dice(s, HIT, FALL), "play:deep_one")
    assert (s.seat, s.pending) == (0, "elder_sign")
    assert dead(play(s, "play:elder_sign"), 0) == set()


def test_a_stopped_monster_is_not_answered():
    s = play(summon(HIT, FALL, hand={1: {"elder_sign": 1, "harsh_language": 1}}), "play:elder_sign")
    assert (s.seat, s.pending) == (0, "turn")


@pytest.mark.parametrize(("rules", "asked"), [({}, (1, "elder_sign")), ({"elder_sign_spooge": False}, (0, "turn"))])
def test_elder_sign_spooge_is_about_spells_alone(rules, asked):
    s = dice(ready("siphon_the_faithful", hand=SIGN, rules=rules), SPOOGE)
    play(s, "play:siphon_the_faithful", "seat+1")
    assert (s.seat, s.pending) == asked
    assert summon(SPOOGE, hand=SIGN, rules=rules).pending == "elder_sign"


def test_an_elder_sign_undoes_no_spell_that_is_in_effect():
    s = table(2, turn=1, hand=SIGN, lasting={1: {"power_drain": 1}})
    assert plays(s) == set()
    assert lasting(s, 1) == {"power_drain": 1}


def test_an_elder_sign_is_no_help_against_a_deity():
    s = table(2, favoured=0, points={0: 25}, ready={0: 1}, hand=SIGN)
    play(dice(s, "444"), "summon")
    assert s.is_over
    assert s.returns.tolist() == [1, -1]


# ----------------------------------------------------------------------------------------------- It's A Bluff!


@pytest.mark.parametrize("attack", [beat, summon])
def test_a_bluff_brings_an_own_cultist_back_and_nobody_scores(attack):
    s = attack(HIT, FALL, hand=BLUFF)
    assert (s.seat, s.pending) == (1, "bluff")
    assert s.legal_names() == ["play:its_a_bluff", "pass"]
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [0, 0, 0]
    play(s, "play:its_a_bluff")
    assert events(s)[0] == "player_1: it was all a bluff, bouncer of player_1 lives"
    assert dead(s, 1) == set()
    assert symbol(s, 1, 0, 0) == -1
    assert points(s) == [0, 0, 0]
    assert discards(s)["its_a_bluff"] == 1
    assert (s.seat, s.pending) == (0, "turn")


def test_without_the_bluff_the_death_stands():
    s = play(beat(SPOOGE, hand=BLUFF), "pass")
    assert dead(s, 1) == {("first", 0)}
    assert symbol(s, 1, 0, 0) == 0
    assert points(s) == [2, 0, 0]


def test_nobody_is_asked_to_bluff_where_nobody_died():
    s = beat(HIT, HOLD, hand=BLUFF)
    assert (s.seat, s.pending) == (0, "turn")
    assert known(s, 1) == {}


def test_a_bluff_is_for_own_cultists_only():
    s = beat(SPOOGE, hand={0: {"its_a_bluff": 1}, 2: {"its_a_bluff": 1}})
    assert (s.seat, s.pending) == (0, "turn")
    assert dead(s, 1) == {("first", 0)}


def test_bluff_scope_any_asks_the_own_cult_and_then_the_others():
    s = beat(SPOOGE, hand={p: {"its_a_bluff": 1} for p in range(3)}, rules={"bluff_scope": "any"})
    asked = []
    while s.pending == "bluff":
        asked.append(s.seat)
        play(s, "pass")
    assert asked == [1, 2, 0]
    assert points(s) == [2, 0, 0]


def test_bluff_scope_any_ends_with_the_first_bluff():
    s = beat(SPOOGE, hand={p: {"its_a_bluff": 1} for p in range(3)}, rules={"bluff_scope": "any"})
    play(s, "pass")
    assert s.seat == 2
    assert known(s, 0) == {}
    play(s, "play:its_a_bluff")
    assert events(s)[0] == "player_2: it was all a bluff, bouncer of player_1 lives"
    assert (s.seat, s.pending) == (0, "turn")
    assert [known(s, p) for p in range(3)] == [{}, {"its_a_bluff": 1}, {}]
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]


def test_a_bluff_for_the_last_of_a_row_keeps_the_row_in_play():
    s = beat(SPOOGE, players=2, alive={1: row("first", 0) | row("second")}, hand=BLUFF | {0: {"deep_one": 1}})
    play(s, "play:its_a_bluff", "play:deep_one", "cultist:7>seat+0")
    assert s.legal_names() == ["cultist:0>seat+1"]


def test_a_bluff_for_the_last_of_a_cult_keeps_it_in_the_game():
    s = beat(SPOOGE, players=2, alive={1: dead_but(("third", 0))}, hand=BLUFF)
    assert (s.seat, s.pending) == (1, "bluff")
    play(s, "play:its_a_bluff")
    assert not s.is_over
    assert out(s) == []
    assert points(s) == [0, 0]


def test_passing_there_is_the_end_of_the_cult():
    s = play(beat(SPOOGE, players=2, alive={1: dead_but(("third", 0))}, hand=BLUFF), "pass")
    assert s.is_over
    assert s.returns.tolist() == [1, -1]


def test_a_bluff_saves_a_summoner_from_its_own_monster():
    s = summon(BOOF, FALL, hand={0: {"its_a_bluff": 1}} | BLUFF)
    assert (s.seat, s.pending) == (0, "bluff")
    assert dead(play(s, "play:its_a_bluff"), 0) == set()


def test_a_bluff_saves_the_attacker_from_a_counter_attack():
    s = beat(MISS, hand={0: {"its_a_bluff": 1}} | FISTS)
    play(dice(s, SPOOGE), "play:harsh_language")
    assert (s.seat, s.pending) == (0, "bluff")
    assert dead(play(s, "play:its_a_bluff"), 0) == set()
    assert points(s) == [0, 0, 0]


def test_each_death_of_several_is_a_bluff_of_its_own():
    s = beat(SPOOGE, card="tommy_gun", targets=(4, 1, 0), hand={1: {"its_a_bluff": 2}})
    play(s, "pass", "play:its_a_bluff")
    assert (s.seat, s.pending) == (1, "bluff")
    play(s, "play:its_a_bluff")
    assert dead(s, 1) == {("first", 4)}
    assert points(s) == [1, 0, 0]


def test_who_was_brought_back_does_not_strike_back():
    s = play(beat(HIT, FALL, hand={1: {"its_a_bluff": 1, "harsh_language": 1}}), "play:its_a_bluff")
    assert (s.seat, s.pending) == (0, "turn")


def test_the_card_kept_for_a_boof_is_kept_after_a_bluff():
    """The Boof killed; the bluff only undoes the death."""
    s = play(beat(HIT, BOOF, hand=BLUFF), "play:its_a_bluff")
    assert dead(s, 1) == set()
    assert hand(s, 0) == {"harsh_language": 1}


def test_a_bluff_after_an_elder_sign_was_not_used():
    s = play(summon(HIT, FALL, hand={1: {"elder_sign": 1, "its_a_bluff": 1}}), "pass")
    assert (s.seat, s.pending) == (1, "bluff")


def assassinated(**rules):
    s = table(3, hand={0: {"assassination": 1}} | BLUFF, rules=rules)
    return play(s, "play:assassination", "seat+1", "cultist:0>seat+1")


def test_a_bluff_undoes_an_events_kill():
    s = assassinated()
    assert (s.seat, s.pending) == (1, "bluff")
    play(s, "play:its_a_bluff")
    assert dead(s, 1) == set()
    assert points(s) == [0, 0, 0]


def test_bluff_event_false_leaves_it_to_attacks():
    s = assassinated(bluff_event=False)
    assert (s.seat, s.pending) == (0, "turn")
    assert dead(s, 1) == {("first", 0)}
    assert points(s) == [2, 0, 0]
    assert beat(SPOOGE, hand=BLUFF, rules={"bluff_event": False}).pending == "bluff"


# ------------------------------------------------------------------------------------------------ who is asked


@pytest.mark.parametrize(
    ("attack", "throws", "card", "window"),
    [
        (beat, (), "dodge", "dodge"),
        (summon, (HIT, FALL), "elder_sign", "elder_sign"),
        (beat, (SPOOGE,), "its_a_bluff", "bluff"),
    ],
)
@pytest.mark.parametrize("copies", [1, 2])
def test_everybody_knows_one_card_of_who_was_asked(attack, throws, card, window, copies):
    s = attack(*throws, hand={1: {card: copies, "cricket_bat": 1}})
    assert s.pending == window
    assert known(s, 1) == {card: 1}
    done = play(s.clone(), f"play:{card}")
    assert known(done, 1) == {}
    play(dice(s, *([MISS] if window == "dodge" else [])), "pass")
    assert known(s, 1) == {card: 1}


def test_being_asked_twice_makes_no_second_card_known():
    s = beat(hand={0: {"harsh_language": 2}, 1: {"dodge": 2}})
    play(dice(s, MISS), "pass", "play:harsh_language", "cultist:1>seat+0", "cultist:0>seat+1")
    assert s.pending == "dodge"
    assert known(s, 1) == {"dodge": 1}


def test_nobody_is_asked_who_holds_no_answer():
    for s in (beat(HIT, FALL, hand=NO_ANSWERS), summon(HIT, FALL, hand=NO_ANSWERS)):
        assert (s.seat, s.pending) == (0, "turn")
        assert dead(s, 1) == {("first", 0)}


@pytest.mark.parametrize(
    ("attack", "throws", "windows"),
    [
        (beat, (HIT, FALL), ["dodge", "bluff"]),
        (beat, (MISS,), ["dodge", "counter"]),
        (beat, (HIT, SPOOGE), ["dodge", "counter"]),
        (summon, (HIT, FALL), ["elder_sign", "bluff"]),
        (summon, (HIT, HOLD), []),
        (summon, (HIT, SPOOGE), ["counter"]),
        (summon, (BOOF, FALL), ["elder_sign", "bluff"]),
    ],
)
def test_uniform_windows_ask_everybody_and_make_nothing_known(attack, throws, windows):
    s = attack(*throws, hand=NO_ANSWERS, rules={"uniform_windows": True})
    asked = []
    while s.pending != "turn":
        asked.append(s.pending)
        assert s.legal_names() == ["pass"]
        play(s, "pass")
    assert asked == windows
    assert known(s, 0) == known(s, 1) == {}


def test_uniform_windows_make_no_card_of_who_holds_one_known():
    s = beat(hand=DODGE, rules={"uniform_windows": True})
    assert s.legal_names() == ["play:dodge", "pass"]
    assert known(s, 1) == {}
