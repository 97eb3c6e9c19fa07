"""Every Sorcery card of the reference deck: its roll, what it does, Spooge, Boof, cost and duration."""

import pytest

from .cards import FULL, NORMAL, changes, next_round, numbers, use
from .story import attack, deck, dice, discards, hand, lasting, play, plays, points, rolls, row, size, table

LATER_ROWS = row("second") | row("third")
AIMED = (
    "power_drain",
    "dread_curse_of_azathoth",
    "acrid_aroma_of_appleton",
    "withering_stare",
    "siphon_the_faithful",
)
# What each rolls against with a Sorcery of 10, and its cost.
NUMBERS = {
    "power_drain": (10, 0),
    "dread_curse_of_azathoth": (9, 0),
    "acrid_aroma_of_appleton": (10, 0),
    "create_gate": (10, 0),
    "withering_stare": (8, 0),
    "siphon_the_faithful": (10, 0),
    "salt_on_the_doorstep": (10, 0),
    "rise_and_whine": (10, 0),
    "skim_the_forbidden_page": (10, 0),
    "tithe_of_toenails": (13, 2),
    "sage_and_bleach": (10, 0),
    "loaded_dice_of_leng": (10, 1),
}


def target(card: str) -> tuple[str, ...]:
    return ("seat+1",) if card in AIMED else ()


@pytest.mark.parametrize("card", NUMBERS)
def test_a_failed_spell_costs_its_price_and_does_nothing_else(card):
    """By one above the number: the card goes to the discards, as it does whatever comes of it."""
    number, cost = NUMBERS[card]
    throw = {10: "551", 9: "442", 8: "333", 13: "554"}[number]
    s, changed = use(card, *target(card), throws=(throw,), points={0: cost, 1: 9})
    assert rolls(s) == [f"player_0 rolls {throw} = {number + 1} against {number} for sorcery: failure"]
    assert changed == {"hand": [-1, 0, 0], "discards": {card: 1}} | ({"points": [-cost, 0, 0]} if cost else {})
    assert (s.pending, s.seat) == ("turn", 0)


@pytest.mark.parametrize("card", AIMED)
def test_an_aimed_spell_may_be_aimed_at_any_other_cult_still_in_the_game(card):
    s = play(table(4, hand={0: {card: 1}}, out={2: 1}, alive={2: {}}), f"play:{card}")
    assert s.pending == "victim"
    assert s.legal_names() == ["seat+1", "seat+3"]


@pytest.mark.parametrize("card", AIMED)
def test_an_elder_sign_stops_an_aimed_spell_that_works(card):
    s, _ = use(card, "seat+1", throws=("332",), points={1: 9}, hand={1: {"elder_sign": 1}})
    assert (s.pending, s.seat) == ("elder_sign", 1)
    assert s.legal_names() == ["play:elder_sign", "pass"]
    before = s.clone()
    play(s, "play:elder_sign")
    assert changes(before, s) == {"hand": [0, -1, 0], "discards": {"elder_sign": 1}}
    assert discards(s) == {card: 1, "elder_sign": 1}
    assert (s.pending, s.seat) == ("turn", 0)


@pytest.mark.parametrize("card", sorted(set(NUMBERS) - set(AIMED)))
def test_spells_on_oneself_are_not_stopped_by_others(card):
    dead_one = row("first", 0, 1, 2, 3, 4, 5, 6) | LATER_ROWS
    hands = {1: {"elder_sign": 1}, 2: {"elder_sign": 1}}
    s, _ = use(card, throws=("332",), points={0: NUMBERS[card][1]}, hand=hands, alive={0: dead_one})
    assert s.seat == 0
    assert s.pending in ("turn", "raise")


@pytest.mark.parametrize("card", ["tithe_of_toenails", "loaded_dice_of_leng"])
def test_spells_that_cost_points_need_them(card):
    cost = NUMBERS[card][1]
    assert plays(table(hand={0: {card: 1}}, points={0: cost - 1})) == set()
    assert plays(table(hand={0: {card: 1}}, points={0: cost})) == {card}


def test_as_many_spells_as_one_likes_by_no_cultist():
    s = table(hand={0: {"power_drain": 2, "siphon_the_faithful": 1}}, points={1: 2})
    dice(s, "333", "333", "333")
    play(s, "play:power_drain", "seat+1", "play:siphon_the_faithful", "seat+1", "play:power_drain", "seat+1", "pass")
    assert lasting(s, 1) == {"power_drain": 2}
    assert s.record["used"][0].tolist() == [[0, 0]] * 8


# --------------------------------------------------------------------------------------------- Power Drain


def test_power_drain_lowers_sorcery_by_1_for_good():
    s, changed = use("power_drain", "seat+1", throws=("334",), hand=FULL | {0: {"elder_sign": 6}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"power_drain": 1}}}
    assert numbers(s, 1) == NORMAL | {"sorcery": 9}
    next_round(s)
    assert s.record["round"] == 3
    assert lasting(s, 1) == {"power_drain": 1}
    assert numbers(s, 1) == NORMAL | {"sorcery": 9}


def test_power_drain_spooged_draws_a_card_as_well():
    s, changed = use("power_drain", "seat+1", throws=("113",), draws=("shoggoth",))
    assert changed == {"deck": -1, "lasting": {1: {"power_drain": 1}}}
    assert hand(s, 0) == {"shoggoth": 1}


def test_power_drain_boofed_is_the_players_own_loss():
    s, changed = use("power_drain", "seat+1", throws=("664",), hand={1: {"elder_sign": 1}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {0: {"power_drain": 1}}}
    assert numbers(s, 0) == NORMAL | {"sorcery": 9}
    assert s.pending == "turn"


# ------------------------------------------------------------------------------------------ Dread Curse


def test_dread_curse_lowers_all_three_skills_by_2_until_the_targets_next_turn_ends():
    s, changed = use("dread_curse_of_azathoth", "seat+1", throws=("333",))
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"dread_curse_of_azathoth": 1}}}
    assert numbers(s, 1) == {"sorcery": 8, "conjuring": 11, "thuggery": 11}
    play(s, "end_turn")
    assert lasting(s, 1) == {"dread_curse_of_azathoth": 1}
    play(s, "end_turn")
    assert discards(s) == {"dread_curse_of_azathoth": 1}
    assert numbers(s, 1) == NORMAL


def test_dread_curse_spooged_leaves_no_answer():
    s, changed = use("dread_curse_of_azathoth", "seat+1", throws=("122",), hand={1: {"elder_sign": 1}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"dread_curse_of_azathoth": 1}}}
    assert s.pending == "turn"


def test_dread_curse_boofed_lies_on_the_player_until_this_turn_ends():
    s, changed = use("dread_curse_of_azathoth", "seat+1", throws=("666",))
    assert changed == {"hand": [-1, 0, 0], "lasting": {0: {"dread_curse_of_azathoth": 1}}}
    assert numbers(s, 0) == {"sorcery": 8, "conjuring": 11, "thuggery": 11}
    play(s, "end_turn")
    assert not lasting(s, 0)


# ------------------------------------------------------------------------------------------ Acrid Aroma


def test_acrid_aroma_forbids_conjuring_cards_until_the_targets_next_turn_ends():
    s, changed = use("acrid_aroma_of_appleton", "seat+1", throws=("334",), hand={1: {"byakhee": 1, "cricket_bat": 1}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"acrid_aroma_of_appleton": 1}}}
    play(s, "end_turn")
    assert plays(s) == {"cricket_bat"}
    play(s, "end_turn")
    assert numbers(s, 1) == NORMAL
    assert discards(s) == {"acrid_aroma_of_appleton": 1}


def test_acrid_aroma_forbids_striking_back_with_a_monster():
    hands = {0: {"harsh_language": 1}, 1: {"byakhee": 1, "cricket_bat": 1}}
    s, _ = use("acrid_aroma_of_appleton", "seat+1", throws=("334", "555"), hand=hands)
    attack(s, "harsh_language")
    assert s.pending == "counter"
    assert s.legal_names() == ["play:cricket_bat", "pass"]


def test_acrid_aroma_spooged_leaves_no_answer():
    _, changed = use("acrid_aroma_of_appleton", "seat+1", throws=("111",), hand={1: {"elder_sign": 1}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {1: {"acrid_aroma_of_appleton": 1}}}


def test_acrid_aroma_boofed_forbids_them_to_the_player():
    s, changed = use("acrid_aroma_of_appleton", "seat+1", throws=("664",), hand={0: {"byakhee": 1, "cricket_bat": 1}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {0: {"acrid_aroma_of_appleton": 1}}}
    assert plays(s) == {"cricket_bat"}
    play(s, "end_turn")
    assert not lasting(s, 0)


# ------------------------------------------------------------------------------------------- Create Gate


def test_create_gate_lets_attacks_reach_every_row_until_the_turn_ends():
    s, changed = use("create_gate", throws=("334",), hand={0: {"harsh_language": 2, "deep_one": 1}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {0: {"create_gate": 1}}}
    play(s, "play:harsh_language", "cultist:0>seat+0")
    assert s.pending == "cult"
    play(s, "seat+2")
    assert s.legal_names() == ["row:first", "row:second", "row:third"]
    dice(s, "333", "666")
    before = s.clone()
    play(s, "row:third", "cultist:7>seat+2")
    assert changes(before, s)["points"] == [5, 0, 0]
    assert changes(before, s)["dead"] == {2: [("third", 7)]}
    play(s, "play:deep_one", "cultist:7>seat+0")
    assert s.pending == "cult"


def test_create_gate_is_over_with_the_turn():
    s, _ = use("create_gate", throws=("334",))
    play(s, "end_turn")
    assert not lasting(s, 0)
    assert discards(s) == {"create_gate": 1}


def test_create_gate_spooged_draws_a_card_as_well():
    s, changed = use("create_gate", throws=("111",), draws=("shoggoth",))
    assert changed == {"deck": -1, "lasting": {0: {"create_gate": 1}}}
    assert hand(s, 0) == {"shoggoth": 1}


def test_create_gate_boofed_costs_a_random_cultist_and_opens_nothing():
    s, changed = use("create_gate", throws=("666",), picks=(4,), hand={0: {"harsh_language": 1}})
    assert changed == {"hand": [-1, 0, 0], "discards": {"create_gate": 1}, "dead": {0: [("first", 4)]}}
    assert play(s, "play:harsh_language", "cultist:0>seat+0").pending == "target"


# ---------------------------------------------------------------------------------------- Withering Stare


def test_withering_stare_kills_a_chosen_cultist_of_the_current_row():
    s, _ = use("withering_stare", "seat+1", throws=("332",), alive={1: row("second", 0, 2) | row("third")})
    assert (s.pending, s.seat) == ("kill", 0)
    assert s.legal_names() == ["cultist:0>seat+1", "cultist:2>seat+1"]
    before = s.clone()
    play(s, "cultist:0>seat+1")
    assert changes(before, s) == {"points": [3, 0, 0], "dead": {1: [("second", 0)]}}
    assert s.pending == "turn"


def test_withering_stare_spooged_kills_two():
    s, changed = use("withering_stare", "seat+1", "cultist:0>seat+1", "cultist:7>seat+1", throws=("111",))
    assert changed == {
        "points": [4, 0, 0],
        "hand": [-1, 0, 0],
        "discards": {"withering_stare": 1},
        "dead": {1: [("first", 0), ("first", 7)]},
    }
    assert s.pending == "turn"


def test_withering_stare_spooged_kills_the_one_there_is_and_nobody_of_the_next_row():
    alive = {1: row("first", 3) | LATER_ROWS}
    s, changed = use("withering_stare", "seat+1", "cultist:3>seat+1", throws=("111",), alive=alive)
    assert changed["dead"] == {1: [("first", 3)]}
    assert s.pending == "turn"


def test_withering_stare_boofed_costs_a_random_own_cultist_for_nobodys_points():
    _, changed = use("withering_stare", "seat+1", throws=("664",), picks=(0,))
    assert changed == {"hand": [-1, 0, 0], "discards": {"withering_stare": 1}, "dead": {0: [("first", 0)]}}


# ---------------------------------------------------------------------------------- Siphon the Faithful


def test_siphon_steals_2_points():
    _, changed = use("siphon_the_faithful", "seat+2", throws=("334",), points={1: 9, 2: 9})
    assert changed == {"points": [2, 0, -2], "hand": [-1, 0, 0], "discards": {"siphon_the_faithful": 1}}


def test_siphon_spooged_steals_4():
    _, changed = use("siphon_the_faithful", "seat+1", throws=("111",), points={1: 9})
    assert changed["points"] == [4, -4, 0]


def test_siphon_spooged_steals_what_there_is():
    _, changed = use("siphon_the_faithful", "seat+1", throws=("111",), points={1: 3})
    assert changed["points"] == [3, -3, 0]


def test_siphon_boofed_costs_the_player_2_points():
    _, changed = use("siphon_the_faithful", "seat+1", "pass", throws=("666",), points={0: 3, 1: 9})
    assert changed == {"points": [-2, 0, 0], "hand": [-1, 0, 0], "discards": {"siphon_the_faithful": 1}}


def test_siphon_boofed_takes_no_more_than_there_is():
    _, changed = use("siphon_the_faithful", "seat+1", throws=("666",), points={0: 1, 1: 9})
    assert changed["points"] == [-1, 0, 0]


# ---------------------------------------------------------------------------------- Salt on the Doorstep


def test_salt_on_the_doorstep_lowers_attacks_of_others_by_1_for_good():
    s, changed = use("salt_on_the_doorstep", throws=("334",), hand=FULL | {0: {"elder_sign": 6}})
    assert changed == {"hand": [-1, 0, 0], "lasting": {0: {"salt_on_the_doorstep": 1}}}
    assert numbers(s, 0) == NORMAL
    next_round(s)
    assert lasting(s, 0) == {"salt_on_the_doorstep": 1}
    s = s.edit(favoured=0)
    assert numbers(s, 1) == NORMAL  # against seat 2
    assert numbers(s, 2) == NORMAL | {"conjuring": 12, "thuggery": 12}  # against seat 0


def test_salt_spooged_draws_a_card_as_well():
    s, changed = use("salt_on_the_doorstep", throws=("111",), draws=("shoggoth",))
    assert changed == {"deck": -1, "lasting": {0: {"salt_on_the_doorstep": 1}}}
    assert hand(s, 0) == {"shoggoth": 1}


def test_salt_boofed_costs_1_point():
    _, changed = use("salt_on_the_doorstep", throws=("666",), points={0: 1})
    assert changed == {"points": [-1, 0, 0], "hand": [-1, 0, 0], "discards": {"salt_on_the_doorstep": 1}}


# ----------------------------------------------------------------------------------------- Rise and Whine


def test_rise_and_whine_brings_one_dead_cultist_back_and_draws_a_card():
    alive = {0: row("first", 0, 1, 2, 3) | LATER_ROWS}
    s, _ = use("rise_and_whine", throws=("334",), alive=alive)
    assert s.pending == "raise"
    assert s.legal_names() == [f"cultist:{c}>seat+0" for c in (4, 5, 6, 7)]
    deck(s, "shoggoth")
    before = s.clone()
    play(s, "cultist:6>seat+0")
    assert changes(before, s) == {"hand": [1, 0, 0], "deck": -1, "back": {0: [("first", 6)]}}
    assert hand(s, 0) == {"shoggoth": 1}
    assert s.pending == "turn"


def test_rise_and_whine_spooged_does_both_twice():
    alive = {0: row("first", 0, 1, 2, 3) | LATER_ROWS}
    names = ("cultist:7>seat+0", "cultist:4>seat+0")
    s, changed = use("rise_and_whine", *names, throws=("111",), draws=("dodge", "shoggoth"), alive=alive)
    assert changed == {
        "hand": [1, 0, 0],
        "deck": -2,
        "discards": {"rise_and_whine": 1},
        "back": {0: [("first", 4), ("first", 7)]},
    }
    assert s.pending == "turn"


def test_rise_and_whine_without_a_dead_cultist_draws_its_card():
    s, changed = use("rise_and_whine", throws=("334",), draws=("dodge",))
    assert changed == {"deck": -1, "discards": {"rise_and_whine": 1}}
    assert s.pending == "turn"


def test_rise_and_whine_boofed_costs_a_random_cultist():
    _, changed = use("rise_and_whine", throws=("666",), picks=(2,))
    assert changed == {"hand": [-1, 0, 0], "discards": {"rise_and_whine": 1}, "dead": {0: [("first", 2)]}}


def test_who_rose_has_the_attacks_it_had_left():
    s = table(hand={0: {"rise_and_whine": 1, "harsh_language": 1}}, alive={0: row("first", 1) | LATER_ROWS})
    s = s.edit(used={0: {(0, 1): 1}})
    dice(s, "334")
    play(s, "play:rise_and_whine", "cultist:0>seat+0", "play:harsh_language")
    assert s.legal_names() == ["cultist:1>seat+0"]


# ------------------------------------------------------------------------------ Skim the Forbidden Page


def test_skim_the_forbidden_page_draws_2_cards_beyond_the_hand_limit_too():
    s, changed = use("skim_the_forbidden_page", throws=("334",), hand={0: {"dodge": 6}})
    assert changed == {"hand": [1, 0, 0], "deck": -2, "discards": {"skim_the_forbidden_page": 1}}
    assert size(s, 0) == 8


def test_skim_the_forbidden_page_spooged_draws_4():
    _, changed = use("skim_the_forbidden_page", throws=("111",))
    assert changed == {"hand": [3, 0, 0], "deck": -4, "discards": {"skim_the_forbidden_page": 1}}


def test_skim_the_forbidden_page_boofed_costs_a_random_cultist():
    _, changed = use("skim_the_forbidden_page", throws=("666",), picks=(7,))
    assert changed == {"hand": [-1, 0, 0], "discards": {"skim_the_forbidden_page": 1}, "dead": {0: [("first", 7)]}}


# ------------------------------------------------------------------------------------ Tithe of Toenails


def test_tithe_of_toenails_raises_sorcery_by_1_for_good_for_2_points():
    hands = FULL | {0: {"elder_sign": 6}}
    s, changed = use("tithe_of_toenails", throws=("553",), points={0: 2}, hand=hands)
    assert changed == {"points": [-2, 0, 0], "hand": [-1, 0, 0], "lasting": {0: {"tithe_of_toenails": 1}}}
    assert numbers(s, 0) == NORMAL | {"sorcery": 11}
    next_round(s)
    assert s.record["round"] == 3
    assert numbers(s, 0) == NORMAL | {"sorcery": 11}


def test_tithe_of_toenails_spooged_draws_a_card_as_well():
    _, changed = use("tithe_of_toenails", throws=("111",), points={0: 2}, draws=("dodge",))
    assert changed == {"points": [-2, 0, 0], "deck": -1, "lasting": {0: {"tithe_of_toenails": 1}}}


def test_tithe_of_toenails_boofed_loses_the_points_and_no_more():
    _, changed = use("tithe_of_toenails", "pass", throws=("666",), points={0: 9})
    assert changed == {"points": [-2, 0, 0], "hand": [-1, 0, 0], "discards": {"tithe_of_toenails": 1}}


def test_points_paid_for_a_card_are_gone_when_its_roll_comes():
    """Of 3 points 1 is left: no pair to spend on the roll."""
    s, _ = use("tithe_of_toenails", throws=("554",), points={0: 3})
    assert points(s) == [1, 0, 0]
    assert s.pending == "turn"


# ------------------------------------------------------------------------------------- Sage and Bleach


def test_sage_and_bleach_removes_a_chosen_card_and_gains_2_points():
    laid = {0: {"power_drain": 2, "bad_dental_plan": 1}, 1: {"rent_doubled": 1}}
    s, _ = use("sage_and_bleach", throws=("222",), lasting=laid)
    assert s.pending == "cleanse"
    assert s.legal_names() == ["discard:bad_dental_plan", "discard:power_drain", "pass"]
    before = s.clone()
    play(s, "discard:power_drain")
    assert changes(before, s) == {
        "points": [2, 0, 0],
        "discards": {"power_drain": 1},
        "lasting": {0: {"power_drain": -1}},
    }
    assert s.pending == "turn"


def test_sage_and_bleach_may_leave_the_cards_there():
    _, changed = use("sage_and_bleach", "pass", throws=("332",), lasting={0: {"use_the_library": 1}})
    assert changed == {"points": [2, 0, 0], "hand": [-1, 0, 0], "discards": {"sage_and_bleach": 1}}


def test_sage_and_bleach_with_nothing_to_remove_gains_its_points():
    s, changed = use("sage_and_bleach", throws=("332",))
    assert changed == {"points": [2, 0, 0], "hand": [-1, 0, 0], "discards": {"sage_and_bleach": 1}}
    assert s.pending == "turn"


@pytest.mark.parametrize("throw", ["111", "666"])
def test_sage_and_bleach_has_no_word_for_a_spooge_or_a_boof(throw):
    """A Spooge is a success and nothing more, a Boof a failure and nothing more."""
    _, changed = use("sage_and_bleach", throws=(throw,))
    gained = {"points": [2, 0, 0]} if throw == "111" else {}
    assert changed == {"hand": [-1, 0, 0], "discards": {"sage_and_bleach": 1}} | gained


# -------------------------------------------------------------------------------- Loaded Dice of Leng


def test_loaded_dice_give_2_on_every_roll_of_this_turn_for_1_point():
    s, changed = use("loaded_dice_of_leng", throws=("334",), points={0: 1})
    assert changed == {"points": [-1, 0, 0], "hand": [-1, 0, 0], "lasting": {0: {"loaded_dice_of_leng": 1}}}
    assert numbers(s, 0) == {"sorcery": 12, "conjuring": 15, "thuggery": 15}
    play(s, "end_turn")
    assert not lasting(s, 0)
    assert discards(s) == {"loaded_dice_of_leng": 1}


def test_loaded_dice_do_not_help_their_own_roll():
    s, _ = use("loaded_dice_of_leng", throws=("551",), points={0: 1})
    assert rolls(s) == ["player_0 rolls 551 = 11 against 10 for sorcery: failure"]


def test_loaded_dice_spooged_draw_a_card_as_well():
    _, changed = use("loaded_dice_of_leng", throws=("111",), points={0: 1}, draws=("dodge",))
    assert changed == {"points": [-1, 0, 0], "deck": -1, "lasting": {0: {"loaded_dice_of_leng": 1}}}


def test_loaded_dice_boofed_cost_2_points_more():
    _, changed = use("loaded_dice_of_leng", "pass", throws=("666",), points={0: 9})
    assert changed == {"points": [-3, 0, 0], "hand": [-1, 0, 0], "discards": {"loaded_dice_of_leng": 1}}
