"""Counter-attacks: who strikes back at whom, when, with what, and what follows."""

import pytest

from .fights import BOOF, FALL, HIT, HOLD, MISS, SPOOGE, beat, cultists, ready, summon, symbol
from .story import attack, dead, dead_but, dice, discards, events, hand, known, out, play, plays, points, rolls, row

FISTS = {1: {"harsh_language": 1}}
MONSTER = {1: {"deep_one": 1}}

# -------------------------------------------------------------------------------------------------- the right


def test_a_failed_attack_may_be_answered_by_the_attacked_against_the_attacker():
    s = beat(MISS, SPOOGE, source=1, targets=(2,), hand=FISTS | {2: {"harsh_language": 1}})
    assert (s.seat, s.pending) == (1, "counter")
    play(s, "play:harsh_language")
    assert events(s)[3] == (
        "player_1 strikes back at player_0: schoolyard bully with harsh language on debt collector, targets 1"
    )
    assert rolls(s)[1] == "player_1 rolls 112 = 4 against 11 for thuggery: spooge"
    assert dead(s, 0) == {("first", 1)}
    assert discards(s) == {"harsh_language": 2}
    assert (s.seat, s.pending) == (0, "turn")


def test_a_defended_attack_may_be_answered():
    s = beat(HIT, HOLD, hand=FISTS)
    assert (s.seat, s.pending) == (1, "counter")


@pytest.mark.parametrize("throws", [(SPOOGE,), (HIT, FALL), (HIT, BOOF)])
def test_the_dead_do_not_strike_back(throws):
    s = beat(*throws, hand=FISTS)
    assert (s.seat, s.pending) == (0, "turn")


def test_a_counter_attack_is_with_thuggery_or_conjuring_and_no_other_card():
    cards = ["dodge", "elder_sign", "its_a_bluff", "assassination", "power_drain", "cricket_bat", "byakhee", "shoggoth"]
    s = beat(MISS, hand={1: dict.fromkeys(cards, 1)})
    assert s.pending == "dodge"
    play(s, "pass")
    assert s.pending == "counter"
    assert s.legal_names() == ["play:cricket_bat", "play:byakhee", "play:shoggoth", "pass"]


def test_nobody_is_asked_who_has_no_card_to_strike_back_with():
    s = beat(MISS, hand={1: {"assassination": 1, "elder_sign": 1}, 2: {"harsh_language": 1}})
    assert (s.seat, s.pending) == (0, "turn")
    s = beat(MISS, hand=MONSTER, lasting={1: {"acrid_aroma_of_appleton": 1}})
    assert (s.seat, s.pending) == (0, "turn")


def test_a_silenced_kind_is_not_offered():
    both = {1: {"harsh_language": 1, "deep_one": 1}}
    s = beat(MISS, hand=both, lasting={1: {"mistaken_for_the_kkk": 1}})
    assert s.legal_names() == ["play:deep_one", "pass"]


def test_the_chance_to_strike_back_is_passed_up_for_good():
    s = beat(MISS, hand=FISTS)
    play(s, "pass")
    assert (s.seat, s.pending) == (0, "turn")
    assert hand(s, 1) == {"harsh_language": 1}


def test_being_asked_to_strike_back_makes_no_card_known():
    assert known(beat(MISS, hand=FISTS), 1) == {}


# --------------------------------------------------------------------------------------- how it is settled


@pytest.mark.parametrize(("throws", "against"), [((MISS,), 13), ((HIT, HOLD), 13), ((BOOF,), 15), ((HIT, SPOOGE), 15)])
def test_the_number_of_a_counter_attack(throws, against):
    s = beat(*throws, hand=FISTS)
    play(dice(s, BOOF), "play:harsh_language")
    assert rolls(s)[-1] == f"player_1 rolls 665 = 17 against {against} for thuggery: boof"


def test_the_bonus_is_for_monsters_that_strike_back_too():
    s = beat(BOOF, targets=(7,), hand=MONSTER)
    play(dice(s, "663", FALL), "play:deep_one")
    assert rolls(s)[1] == "player_1 rolls 663 = 15 against 15 for control: success"


def test_the_bonus_is_for_one_counter_attack_only():
    s = beat(BOOF, hand={0: {"harsh_language": 2}} | FISTS)
    play(dice(s, BOOF), "play:harsh_language")
    attack(dice(s, BOOF), "harsh_language", 1)
    assert rolls(s)[-1].endswith("against 12 for thuggery: boof")


def test_favour_wards_and_points_count_in_a_counter_attack():
    s = beat(BOOF, hand=FISTS, favoured=1, lasting={0: {"salt_on_the_doorstep": 1}}, points={1: 2})
    play(dice(s, BOOF), "play:harsh_language")
    assert rolls(s)[1].endswith("against 16 for thuggery: boof")  # 13 + 2 + 2 - 1
    s = beat(MISS, hand=FISTS, points={1: 2})
    play(s, "play:harsh_language")
    assert (s.seat, s.pending) == (1, "spend")


def test_a_monster_that_was_spooged_at_is_answered_by_the_attacked_cultist():
    s = summon(HIT, SPOOGE, target=7, hand=MONSTER)
    play(dice(s, "445", FALL), "play:deep_one")
    assert rolls(s)[2] == "player_1 rolls 445 = 13 against 13 for control: success"
    assert dead(s, 0) == {("first", 7)}


def test_there_is_a_defence_roll_against_a_counter_attack():
    s = beat(MISS, hand=FISTS)
    play(dice(s, HIT, HOLD), "play:harsh_language")
    assert rolls(s)[1:] == [
        "player_1 rolls 444 = 12 against 13 for thuggery: success",
        "player_0 rolls 222 = 6 against 7 for defence: success",
    ]
    assert dead(s, 0) == set()
    s = beat(HIT, SPOOGE, targets=(7,), hand=MONSTER)
    play(dice(s, HIT, "333"), "play:deep_one")
    assert rolls(s)[3] == "player_0 rolls 333 = 9 against 9 for survival: success"


def test_counter_defence_false_means_success_kills():
    s = beat(MISS, hand=FISTS, rules={"counter_defence": False})
    play(dice(s, HIT), "play:harsh_language")
    assert len(rolls(s)) == 2
    assert dead(s, 0) == {("first", 0)}
    s = beat(MISS, targets=(7,), hand=MONSTER, rules={"counter_defence": False})
    play(dice(s, HIT), "play:deep_one")
    assert dead(s, 0) == {("first", 0)}


def test_counter_defence_false_is_for_counter_attacks_only():
    assert len(rolls(beat(HIT, HOLD, rules={"counter_defence": False}))) == 2
    s = beat(MISS, targets=(7,), hand=MONSTER, rules={"counter_defence": False})
    play(dice(s, BOOF, "333"), "play:deep_one")
    assert rolls(s)[2] == "player_1 rolls 333 = 9 against 9 for survival: success"  # the monster has turned


def test_a_kill_by_counter_attack_scores():
    s = beat(MISS, hand=FISTS)
    play(dice(s, HIT, FALL), "play:harsh_language")
    assert dead(s, 0) == {("first", 0)}
    assert points(s) == [0, 2, 0]
    assert symbol(s, 0, 0, 0) == 1


def test_who_strikes_back_keeps_its_card_when_the_attacker_boofs():
    s = beat(MISS, hand=FISTS)
    play(dice(s, HIT, BOOF), "play:harsh_language")
    assert hand(s, 1) == known(s, 1) == {"harsh_language": 1}
    assert discards(s) == {"harsh_language": 1}


def test_a_kept_card_is_not_the_attackers_to_strike_with_at_once():
    s = beat(HIT, BOOF, hand={0: {"harsh_language": 1}} | FISTS)
    assert (s.seat, s.pending) == (0, "turn")
    assert hand(s, 0) == {"harsh_language": 1}


def test_a_monster_that_strikes_back_may_turn_on_its_summoner():
    s = beat(MISS, targets=(7,), hand=MONSTER)
    play(dice(s, BOOF, FALL), "play:deep_one")
    assert "deep one turns on night librarian of player_1" in events(s)
    assert dead(s, 1) == {("first", 7)}
    assert dead(s, 0) == set()
    assert points(s) == [0, 0, 0]


def test_turned_points_of_a_counter_attack_go_to_the_attacker_it_was_meant_for():
    s = beat(MISS, targets=(7,), hand=MONSTER, rules={"turned_points": "victim"})
    play(dice(s, BOOF, FALL), "play:deep_one")
    assert points(s) == [2, 0, 0]


def test_failed_control_in_a_counter_attack_is_the_end_of_it():
    s = beat(MISS, targets=(7,), hand=MONSTER | {0: {"harsh_language": 2}})
    play(dice(s, MISS), "play:deep_one")
    assert (s.seat, s.pending) == (0, "turn")
    assert dead(s, 0) == dead(s, 1) == set()


# --------------------------------------------------------------------------- several targets, other rows


def test_a_card_with_several_targets_strikes_the_attacker_and_others_of_its_row():
    s = beat(MISS, source=3, hand={1: {"tommy_gun": 1}})
    play(s, "play:tommy_gun")
    assert (s.seat, s.pending) == (1, "target")
    assert s.legal_names() == cultists(0, 1, 2, 4, 5, 6, 7, seat=2)
    play(dice(s, SPOOGE), "cultist:0>seat+2", "cultist:6>seat+2")
    assert dead(s, 0) == {("first", 0), ("first", 3), ("first", 6)}
    assert points(s) == [0, 4, 0]


def test_a_card_with_several_targets_strikes_no_more_than_live():
    s = beat(MISS, source=3, hand={1: {"tommy_gun": 1}}, alive={0: dead_but(("first", 3), ("second", 0))})
    play(dice(s, SPOOGE), "play:tommy_gun")
    assert (s.seat, s.pending) == (0, "turn")
    assert points(s) == [0, 1, 0]


def test_the_attacked_strikes_back_from_another_row():
    s = beat(card="exploding_fruit_basket", targets=(), hand=FISTS)
    play(dice(s, BOOF, BOOF), "seat+1", "row:third", "cultist:0>seat+1", "play:harsh_language")
    assert events(s)[1].startswith("player_1 strikes back at player_0: retired wrestler with harsh language on bouncer")
    assert events(s)[0] == "player_1 rolls 665 = 17 against 17 for thuggery: boof"


# -------------------------------------------------------------------------------------- the end of the exchange


@pytest.mark.parametrize("throws", [(MISS,), (BOOF,), (HIT, HOLD), (HIT, SPOOGE)])
def test_a_counter_attack_is_not_answered(throws):
    s = beat(MISS, hand={0: {"harsh_language": 2, "deep_one": 1}} | FISTS)
    play(dice(s, *throws), "play:harsh_language")
    assert len(rolls(s)) == 1 + len(throws)
    assert (s.seat, s.pending) == (0, "turn")


def test_a_monsters_counter_attack_is_not_answered_either():
    s = beat(MISS, targets=(7,), hand={0: {"harsh_language": 2, "deep_one": 1}} | MONSTER)
    play(dice(s, HIT, SPOOGE), "play:deep_one")
    assert rolls(s)[2].endswith("for survival: spooge")
    assert (s.seat, s.pending) == (0, "turn")


def test_counter_chain_lets_a_spooged_defence_be_answered_again_and_again():
    s = beat(MISS, hand={0: {"harsh_language": 2}, 1: {"harsh_language": 2}}, rules={"counter_chain": True})
    play(dice(s, HIT, SPOOGE), "play:harsh_language")
    assert (s.seat, s.pending) == (0, "counter")
    play(dice(s, HIT, SPOOGE), "play:harsh_language")
    assert rolls(s)[3] == "player_0 rolls 444 = 12 against 15 for thuggery: success"
    assert (s.seat, s.pending) == (1, "counter")
    play(dice(s, MISS, HOLD), "play:harsh_language")
    assert rolls(s)[5] == "player_1 rolls 554 = 14 against 15 for thuggery: success"


@pytest.mark.parametrize("throws", [(MISS,), (BOOF,), (HIT, HOLD)])
def test_counter_chain_is_for_a_spooged_defence_only(throws):
    s = beat(MISS, hand={0: {"harsh_language": 2}} | FISTS, rules={"counter_chain": True})
    play(dice(s, *throws), "play:harsh_language")
    assert (s.seat, s.pending) == (0, "turn")


def test_counter_chain_after_a_spooged_survival():
    s = beat(MISS, targets=(7,), hand={0: {"harsh_language": 2}} | MONSTER, rules={"counter_chain": True})
    play(dice(s, HIT, SPOOGE), "play:deep_one")
    assert (s.seat, s.pending) == (0, "counter")
    play(dice(s, BOOF), "play:harsh_language")
    assert rolls(s)[3].endswith("against 13 for thuggery: boof")


# ------------------------------------------------------------------------------- attacks of the turn, counter_uses


CARDS = {0: {"harsh_language": 4}, 1: {"brass_knuckles": 2, "deep_one": 1}}


def twice_attacked(**rules):
    """The Bouncer of seat 1 has struck back once with Thuggery, and is attacked again in the same turn."""
    s = beat(MISS, hand=CARDS, rules=rules)
    play(dice(s, BOOF, MISS), "play:brass_knuckles")
    return attack(s, "harsh_language", 1)


def test_a_cultist_strikes_back_as_often_as_it_is_attacked():
    s = twice_attacked()
    assert s.legal_names() == ["play:brass_knuckles", "play:deep_one", "pass"]


def test_counter_uses_makes_it_one_of_the_attacks_of_the_turn():
    s = twice_attacked(counter_uses=True)
    assert s.legal_names() == ["play:deep_one", "pass"]
    play(dice(s, "555", MISS), "play:deep_one")
    attack(s, "harsh_language", 2)
    assert (s.seat, s.pending) == (0, "turn")


def test_counter_uses_leaves_other_cultists_and_the_own_turn_alone():
    s = play(twice_attacked(counter_uses=True), "pass")
    attack(dice(s, MISS), "harsh_language", 2, "cultist:1>seat+1")
    assert s.legal_names() == ["play:brass_knuckles", "play:deep_one", "pass"]
    play(s, "pass", "end_turn", "play:brass_knuckles")
    assert s.seat == 1
    assert s.legal_names() == cultists(*range(8), seat=0)


@pytest.mark.parametrize(
    ("uses", "offered"),
    [(False, ["play:harsh_language", "play:deep_one", "pass"]), (True, ["play:deep_one", "pass"])],
)
def test_counter_uses_counts_the_attack_that_began_the_exchange(uses, offered):
    cards = {0: {"harsh_language": 2, "deep_one": 1}} | FISTS
    s = beat(MISS, hand=cards, rules={"counter_chain": True, "counter_uses": uses})
    play(dice(s, HIT, SPOOGE), "play:harsh_language")
    assert s.legal_names() == offered


@pytest.mark.parametrize(("card", "able"), [("brass_knuckles", (0, 4)), ("deep_one", (0, 1, 4))])
def test_counter_uses_leaves_out_who_has_struck_back_where_several_may(card, able):
    cards = {0: {"harsh_language": 1, "tommy_gun": 1}, 1: {"brass_knuckles": 2, "deep_one": 1}}
    s = beat(MISS, targets=(1,), hand=cards, rules={"counter_uses": True, "multi_counter": "any"})
    play(dice(s, BOOF, MISS), "play:brass_knuckles")
    play(s, "play:tommy_gun", "cultist:1>seat+0", *cultists(1, 0, 4), f"play:{card}")
    assert (s.seat, s.pending) == (1, "counterer")
    assert s.legal_names() == cultists(*able, seat=0)


def test_counter_uses_does_not_count_in_rows_that_are_not_in_play():
    """Bouncer and Wrestler stand at the same place of two rows."""
    hands = {0: {"harsh_language": 4}, 1: {"brass_knuckles": 3, "deep_one": 1}}
    s = ready("harsh_language", hand=hands, lasting={0: {"create_gate": 1}}, rules={"counter_uses": True})
    offered = []
    for source, where in enumerate(["third", "first", "third", "first"]):
        play(dice(s, BOOF), "play:harsh_language", f"cultist:{source}>seat+0")
        play(s, "seat+1", f"row:{where}", "cultist:0>seat+1")
        offered.append(s.legal_names()[0])
        if source < 2:
            play(dice(s, BOOF), "play:brass_knuckles")
        else:
            play(s, "pass")
    assert offered == ["play:brass_knuckles"] * 3 + ["play:deep_one"]


# ------------------------------------------------------------------------------------- the attacker dies of it


def test_the_turn_goes_on_with_the_next_row_when_the_only_attacker_dies():
    alive = {0: dead_but(("first", 0), ("second", 2), ("second", 3))}
    s = beat(MISS, hand={0: {"harsh_language": 2, "deep_one": 1}} | FISTS, alive=alive)
    play(dice(s, SPOOGE), "play:harsh_language")
    assert (s.seat, s.pending) == (0, "turn")
    assert plays(s) == {"harsh_language", "deep_one"}
    play(s, "play:harsh_language")
    assert s.legal_names() == cultists(2, 3, seat=0)


def test_the_place_of_a_dead_attacker_is_fresh_in_the_next_row():
    s = beat(MISS, hand={0: {"harsh_language": 2}} | FISTS, alive={0: dead_but(("first", 0)) | row("second")})
    play(dice(s, SPOOGE), "play:harsh_language", "play:harsh_language")
    assert s.legal_names() == cultists(*range(8), seat=0)


def test_the_turn_ends_when_the_attacker_was_the_last_of_its_cult():
    s = beat(BOOF, hand={0: {"deep_one": 1}} | FISTS, alive={0: dead_but(("third", 0))})
    play(dice(s, SPOOGE), "play:harsh_language")
    assert out(s) == [0]
    assert points(s) == [0, 5, 0]
    assert (s.seat, s.pending) == (1, "turn")


def test_a_counter_attack_may_win_the_game():
    s = beat(BOOF, players=2, hand=FISTS, alive={0: dead_but(("third", 0))})
    play(dice(s, SPOOGE), "play:harsh_language")
    assert s.is_over
    assert s.returns.tolist() == [-1, 1]


def test_the_dead_attacker_leaves_the_other_attacks_alone():
    s = beat(MISS, hand={0: {"harsh_language": 2}} | FISTS)
    play(dice(s, SPOOGE), "play:harsh_language", "play:harsh_language")
    assert s.legal_names() == cultists(1, 2, 3, 4, 5, 6, 7, seat=0)
