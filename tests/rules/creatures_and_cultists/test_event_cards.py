"""Every Event card of the reference deck: played on another cult in the own turn, without a roll unless it says so."""

import pytest

from .cards import FULL, NORMAL, changes, next_round, numbers, use
from .story import (
    attack,
    chance,
    dead,
    deck,
    dice,
    discards,
    events,
    hand,
    lasting,
    out,
    play,
    plays,
    points,
    rolls,
    row,
    size,
    table,
)

LATER_ROWS = row("second") | row("third")
AIMED = (
    "assassination",
    "bad_dental_plan",
    "mistaken_for_the_kkk",
    "pickpocket_choir",
    "sheriffs_visit",
    "rent_doubled",
    "address_on_the_flyer",
    "temple_burglary",
    "worried_parents",
    "bad_shellfish",
    "smear_campaign",
)


@pytest.mark.parametrize("card", AIMED)
def test_an_event_is_aimed_at_any_other_cult_still_in_the_game_but_not_at_the_own(card):
    s = play(table(4, hand={0: {card: 1}}, points={0: 1}, out={2: 1}, alive={2: {}}), f"play:{card}")
    assert s.pending == "victim"
    assert s.legal_names() == ["seat+1", "seat+3"]


@pytest.mark.parametrize("card", ["double_espresso", "scandal_in_the_gazette"])
def test_an_event_that_is_not_aimed_asks_nothing(card):
    s, _ = use(card)
    assert s.pending == "turn"


# ------------------------------------------------------------------------------------------------- deaths


def test_assassination_kills_a_chosen_cultist_of_the_current_row_for_its_points():
    alive = {1: row("second", 0, 3, 6) | row("third")}
    s, _ = use("assassination", "seat+1", alive=alive)
    assert s.pending == "kill"
    assert s.seat == 0
    assert s.legal_names() == ["cultist:0>seat+1", "cultist:3>seat+1", "cultist:6>seat+1"]
    before = s.clone()
    play(s, "cultist:0>seat+1")
    assert changes(before, s) == {"points": [3, 0, 0], "dead": {1: [("second", 0)]}}
    assert discards(s) == {"assassination": 1}
    assert not rolls(s)


def test_assassination_may_be_a_bluff():
    _, changed = use("assassination", "seat+2", "cultist:7>seat+2", "play:its_a_bluff", hand={2: {"its_a_bluff": 1}})
    assert changed == {"hand": [-1, 0, -1], "discards": {"assassination": 1, "its_a_bluff": 1}}


def test_assassination_of_the_last_cultist_puts_a_cult_out():
    _, changed = use("assassination", "seat+1", "cultist:0>seat+1", alive={1: row("third", 0)}, hand={1: {"dodge": 2}})
    assert changed == {
        "points": [5, 0, 0],
        "hand": [-1, -2, 0],
        "discards": {"assassination": 1, "dodge": 2},
        "dead": {1: [("third", 0)]},
        "out": {1},
    }


def test_worried_parents_cost_a_cultist_of_the_targets_choice_if_its_sorcery_roll_fails():
    s, _ = use("worried_parents", "seat+1", throws=("551",), points={0: 1})
    assert rolls(s) == ["player_1 rolls 551 = 11 against 10 for event: failure"]
    assert (s.pending, s.seat) == ("sacrifice", 1)
    assert s.legal_names() == [f"cultist:{c}>seat+0" for c in range(8)]
    before = s.clone()
    play(s, "cultist:3>seat+0")
    assert changes(before, s) == {"points": [1, 0, 0], "dead": {1: [("first", 3)]}}
    assert s.seat == 0


@pytest.mark.parametrize("throw", ["541", "111"])
def test_worried_parents_do_nothing_if_it_succeeds(throw):
    s, changed = use("worried_parents", "seat+1", throws=(throw,))
    assert changed == {"hand": [-1, 0, 0], "discards": {"worried_parents": 1}}
    assert (s.pending, s.seat) == ("turn", 0)


def test_worried_parents_go_by_the_sorcery_of_the_target_its_stars_and_its_points():
    s, _ = use("worried_parents", "seat+2", points={2: 2}, lasting={2: {"power_drain": 1}})
    assert (s.pending, s.seat) == ("spend", 2)
    dice(s, "444")
    play(s, "spend:1")
    assert rolls(s) == ["player_2 rolls 444 = 12 against 12 for event: success"]
    assert points(s) == [0, 0, 0]


def test_worried_parents_with_a_boof_cost_one_cultist_like_any_failure():
    _, changed = use("worried_parents", "seat+1", "cultist:0>seat+0", throws=("666",))
    assert changed["dead"] == {1: [("first", 0)]}
    assert changed["points"] == [2, 0, 0]


# -------------------------------------------------------------------------------------------- lasting ones


def test_bad_dental_plan_lowers_sorcery_and_conjuring_by_2():
    s, changed = use("bad_dental_plan", "seat+1")
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"bad_dental_plan": 1}}}
    assert numbers(s, 1) == NORMAL | {"sorcery": 8, "conjuring": 11}


def test_bad_shellfish_lowers_every_roll_by_2():
    s, changed = use("bad_shellfish", "seat+1")
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"bad_shellfish": 1}}}
    assert numbers(s, 1) == {"sorcery": 8, "conjuring": 11, "thuggery": 11}


def test_bad_shellfish_counts_on_defence_and_survival_rolls():
    s, _ = use("bad_shellfish", "seat+1", hand={0: {"harsh_language": 1, "deep_one": 1}})
    dice(s, "333", "651", "333", "651")
    attack(s, "harsh_language", 0, "cultist:3>seat+1")
    attack(s, "deep_one", 7, "cultist:4>seat+1")
    assert rolls(s)[1].startswith("player_1 rolls 651 = 12 against 4 for defence")
    assert rolls(s)[3].startswith("player_1 rolls 651 = 12 against 7 for survival")


def test_mistaken_for_the_kkk_costs_2_points_and_forbids_thuggery_cards():
    s, changed = use("mistaken_for_the_kkk", "seat+1", points={1: 5})
    assert changed == {"points": [0, -2, 0], "hand": [-1, 0, 0], "lasting": {1: {"mistaken_for_the_kkk": 1}}}
    assert numbers(s, 1) == NORMAL | {"thuggery": None}


def test_mistaken_for_the_kkk_forbids_striking_back_with_thuggery_too():
    hands = {0: {"harsh_language": 1}, 1: {"cricket_bat": 1, "deep_one": 1}}
    s, _ = use("mistaken_for_the_kkk", "seat+1", hand=hands)
    dice(s, "555")
    attack(s, "harsh_language")
    assert s.pending == "counter"
    assert s.legal_names() == ["play:deep_one", "pass"]


@pytest.mark.parametrize("card", ["bad_dental_plan", "bad_shellfish", "mistaken_for_the_kkk"])
def test_these_are_over_with_the_targets_next_turn(card):
    s, _ = use(card, "seat+1")
    play(s, "end_turn")
    assert lasting(s, 1) == {card: 1}
    play(s, "end_turn")
    assert not lasting(s, 1)
    assert discards(s) == {card: 1}
    assert numbers(s, 1) == NORMAL


def test_played_on_a_cult_whose_turn_is_over_it_lasts_into_the_next_round():
    hands = FULL | {0: {"dodge": 6}, 2: {"bad_dental_plan": 1, "falling_piano": 5, "shoggoth": 1}}
    s = table(3, turn=2, favoured=2, hand=hands)
    play(s, "play:bad_dental_plan", "seat+1")
    dice(s, "651")
    play(s, "end_turn")
    assert (s.record["round"], s.seat) == (3, 0)
    assert lasting(s, 0) == {"bad_dental_plan": 1}
    play(s, "end_turn")
    assert not lasting(s, 0)


def test_rent_doubled_lowers_the_hand_limit_to_5_for_good():
    hands = FULL | {0: {"elder_sign": 5}, 1: {"cricket_bat": 4}}
    s, changed = use("rent_doubled", "seat+1", hand=hands)
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"rent_doubled": 1}}}
    deck(s, "dodge", "dodge")
    next_round(s)
    assert [size(s, p) for p in range(3)] == [6, 5, 6]
    assert lasting(s, 1) == {"rent_doubled": 1}


def test_rent_doubled_takes_no_card_out_of_a_full_hand():
    s, _ = use("rent_doubled", "seat+1", hand=FULL | {0: {"elder_sign": 6}})
    next_round(s)
    assert s.record["round"] == 3
    assert hand(s, 1) == {"cricket_bat": 6}


def test_address_on_the_flyer_gives_others_2_on_attacks_against_the_target():
    s, changed = use("address_on_the_flyer", "seat+1")
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"address_on_the_flyer": 1}}}
    assert numbers(s, 0) == NORMAL | {"conjuring": 15, "thuggery": 15}
    assert numbers(s, 1) == NORMAL


def test_address_on_the_flyer_says_nothing_about_attacks_on_a_third_cult():
    s, _ = use("address_on_the_flyer", "seat+2", hand={0: {"harsh_language": 1}})
    dice(s, "555")
    attack(s, "harsh_language")
    assert rolls(s)[0].startswith("player_0 rolls 555 = 15 against 13 for thuggery")


def test_address_on_the_flyer_is_over_with_the_round():
    s, _ = use("address_on_the_flyer", "seat+1", hand=FULL | {0: {"elder_sign": 6}})
    play(s, "end_turn", "end_turn")
    assert lasting(s, 1) == {"address_on_the_flyer": 1}
    dice(s, "561")
    play(s, "end_turn")
    assert not lasting(s, 1)
    assert discards(s) == {"address_on_the_flyer": 1}


# -------------------------------------------------------------------------------------- points and cards


def test_pickpocket_choir_steals_2_points():
    _, changed = use("pickpocket_choir", "seat+1", points={0: 1, 1: 7, 2: 7})
    assert changed == {"points": [2, -2, 0], "hand": [-1, 0, 0], "discards": {"pickpocket_choir": 1}}


def test_pickpocket_choir_steals_no_more_than_there_is():
    _, changed = use("pickpocket_choir", "seat+1", points={1: 1})
    assert changed["points"] == [1, -1, 0]
    _, changed = use("pickpocket_choir", "seat+1")
    assert changed == {"hand": [-1, 0, 0], "discards": {"pickpocket_choir": 1}}


def test_sheriffs_visit_costs_2_random_cards():
    s, changed = use("sheriffs_visit", "seat+1", picks=(2, 0), hand={1: {"dodge": 1, "byakhee": 2}})
    assert changed["hand"] == [-1, -2, 0]
    assert hand(s, 1) == {"byakhee": 1}
    assert discards(s) == {"sheriffs_visit": 1, "byakhee": 1, "dodge": 1}


def test_sheriffs_visit_takes_the_only_card():
    _, changed = use("sheriffs_visit", "seat+1", hand={1: {"dodge": 1}})
    assert changed == {"hand": [-1, -1, 0], "discards": {"sheriffs_visit": 1, "dodge": 1}}


def test_scandal_in_the_gazette_costs_every_other_cult_2_points():
    _, changed = use("scandal_in_the_gazette", points={0: 5, 1: 5, 2: 1})
    assert changed == {"points": [0, -2, -1], "hand": [-1, 0, 0], "discards": {"scandal_in_the_gazette": 1}}


def test_smear_campaign_costs_its_player_1_point_and_the_target_3_and_a_card():
    _, changed = use("smear_campaign", "seat+2", points={0: 1, 2: 9}, hand={2: {"dodge": 1}})
    assert changed == {
        "points": [-1, 0, -3],
        "hand": [-1, 0, -1],
        "discards": {"smear_campaign": 1, "dodge": 1},
    }


def test_smear_campaign_cannot_be_played_without_the_point():
    assert plays(table(hand={0: {"smear_campaign": 1}})) == set()
    assert plays(table(hand={0: {"smear_campaign": 1}}, points={0: 1})) == {"smear_campaign"}


def test_double_espresso_readies_the_cultists_and_draws_a_card():
    s = table(hand={0: {"double_espresso": 1, "harsh_language": 2}})
    dice(s, "555")
    attack(s, "harsh_language")
    assert "cultist:0>seat+0" not in play(s.clone(), "play:harsh_language").legal_names()
    deck(s, "dodge")
    before = s.clone()
    play(s, "play:double_espresso")
    assert changes(before, s) == {"deck": -1, "discards": {"double_espresso": 1}}
    assert events(s)[:2] == ["player_0 draws 1", "the cultists of player_0 may attack again"]
    assert hand(s, 0) == {"harsh_language": 1, "dodge": 1}
    assert "cultist:0>seat+0" in play(s, "play:harsh_language").legal_names()


def test_double_espresso_readies_conjuring_too():
    s = table(hand={0: {"double_espresso": 1}}).edit(used={0: {(0, 0): 1, (0, 1): 1, (5, 0): 1}})
    play(s, "play:double_espresso")
    assert s.record["used"][0].tolist() == [[0, 0]] * 8


def test_a_mondo_card_drawn_by_an_event_waits_for_the_next_turn():
    s, _ = use("double_espresso", draws=("use_the_library",))
    assert s.pending == "turn"
    assert s.legal_names() == ["end_turn"]


# ---------------------------------------------------------------------------------------- Temple Burglary


def test_temple_burglary_rolls_its_players_thuggery_takes_2_cards_and_draws_1():
    hands = {1: {"dodge": 1, "byakhee": 2}}
    s, changed = use("temple_burglary", "seat+1", throws=("334",), picks=(0, 0), draws=("shoggoth",), hand=hands)
    assert rolls(s) == ["player_0 rolls 334 = 10 against 10 for event: success"]
    assert changed["hand"] == [0, -2, 0]
    assert hand(s, 0) == {"shoggoth": 1}


def test_temple_burglary_that_fails_does_nothing():
    s, changed = use("temple_burglary", "seat+1", throws=("551",), hand={1: {"dodge": 3}})
    assert changed == {"hand": [-1, 0, 0], "discards": {"temple_burglary": 1}}
    assert s.pending == "turn"


def test_temple_burglary_spooged_takes_4_and_draws_2():
    _, changed = use("temple_burglary", "seat+1", throws=("111",), draws=("dodge", "dodge"), hand={1: {"byakhee": 4}})
    assert changed == {
        "hand": [1, -4, 0],
        "deck": -2,
        "discards": {"temple_burglary": 1, "byakhee": 4},
    }


def test_temple_burglary_boofed_costs_a_random_cultist_and_scores_for_nobody():
    s, changed = use("temple_burglary", "seat+1", throws=("664",), picks=(6,), hand={1: {"dodge": 3}})
    assert changed == {
        "hand": [-1, 0, 0],
        "discards": {"temple_burglary": 1},
        "dead": {0: [("first", 6)]},
    }
    assert s.record["mark"][0, 0, 6] == -1


def test_temple_burglary_goes_by_thuggery_without_a_cultist():
    s, _ = use("temple_burglary", "seat+1", throws=("555",), lasting={0: {"evening_classes": 1}})
    assert rolls(s) == ["player_0 rolls 555 = 15 against 11 for event: failure"]


def test_temple_burglary_that_boofs_may_put_its_own_player_out():
    s = table(2, hand={0: {"temple_burglary": 1}}, alive={0: row("third", 5)})
    dice(s, "666")
    chance(s, 0)
    play(s, "play:temple_burglary", "seat+1")
    assert s.is_over
    assert out(s) == [0]
    assert s.returns.tolist() == [-1, 1]


# ------------------------------------------------------------------------------------------------ when


def test_events_are_played_as_often_and_in_any_order_with_attacks():
    s = table(hand={0: {"assassination": 2, "harsh_language": 1, "pickpocket_choir": 1}}, points={1: 2})
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1")
    dice(s, "555")
    attack(s, "harsh_language", 0, "cultist:1>seat+1")
    play(s, "pass", "play:assassination", "seat+1", "cultist:7>seat+1", "play:pickpocket_choir", "seat+1")
    assert dead(s, 1) == {("first", 0), ("first", 7)}
    assert points(s) == [6, 0]
    assert s.legal_names() == ["end_turn"]


def test_no_answer_stops_an_event_but_a_bluff():
    hands = {1: {"dodge": 1, "elder_sign": 1, "its_a_bluff": 1}}
    s, _ = use("pickpocket_choir", "seat+1", hand=hands, points={1: 2})
    assert (s.pending, s.seat) == ("turn", 0)
    s, _ = use("assassination", "seat+1", "cultist:0>seat+1", hand=hands)
    assert s.pending == "bluff"
