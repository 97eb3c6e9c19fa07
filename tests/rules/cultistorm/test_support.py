"""Investigator cards played as support: for whom, what happens then, what it costs, and what is drawn."""

import pytest

from elderzoo.envs.core.errors import IllegalAction
from elderzoo.envs.cultistorm.state import SUPPORTS

from .story import cards_drawn, cultists, decision, ending, named, play, rolled, table, told

# Seat 0 is the Dockhand, seat 1 the Trapper, seat 2 the Night Nurse, seat 3 the Stage Magician.


def hand(s, p):
    return named(s, "hand", p)


def supports(s):
    return [n.removeprefix("support:") for n in s.legal_names() if n.startswith("support")]


# ----------------------------------------------------------------------------------------------------- for whom


def test_the_team_plays_sixty_supports_in_a_phase_at_most():
    """With its whole deck in hand the Stage Magician draws what it has played, again and again."""
    everything = named(table(2, investigators={0: "stage_magician"}), "deck", 0)
    s = table(2, investigators={0: "stage_magician"}, hand={0: everything})
    for n in range(SUPPORTS):
        play(s, "support:vanishing_act", f"place:{n % 2 + 1}")
        play(s, *["decline"] * (decision(s)[1] == "optional"), "wait")
    assert named(s, "hand", 0) == everything
    assert supports(s) == []
    with pytest.raises(IllegalAction):
        play(s, "support:vanishing_act")
    play(s, "pass", "pass")
    assert s.record["phase"] != 4


def test_a_support_that_is_asked_about_counts_once():
    s = play(table(3, hand={0: {"spare_charm": 1}}), "support:spare_charm", "seat+1")
    assert s.record["stack"][1].tolist()[2] == 1


def test_a_card_is_played_for_another_investigator_at_any_distance():
    s = table(3, at={0: 0, 1: 3, 2: 4}, hand={0: {"spare_charm": 1}})
    play(s, "support:spare_charm")
    assert decision(s) == (0, "support_whom")
    assert s.legal_names() == ["seat+1", "seat+2"]
    play(s, "seat+2")
    assert sum(s.record["dice"][2]) == 1
    assert sum(s.record["dice"][0]) == sum(s.record["dice"][1]) == 0


def test_never_for_oneself():
    s = table(2, insanity={0: 3}, hand={0: {"coffee_on_the_roof": 1}})
    assert supports(s) == []


def test_only_for_who_can_resolve_it():
    s = table(3, insanity={0: 3, 2: 1}, hand={0: {"coffee_on_the_roof": 1}})
    play(s, "support:coffee_on_the_roof")
    assert s.record["insanity"][2] == 0
    assert decision(s) == (1, "investigate")


def test_a_card_that_nobody_can_resolve_is_not_played():
    s = table(3, hand={0: {"coffee_on_the_roof": 1, "raise_the_alarm": 1, "harpoon_rack": 1}})
    assert supports(s) == ["harpoon_rack"]
    with pytest.raises(IllegalAction):
        play(s, "support:coffee_on_the_roof")


def test_permanent_insanity_alone_is_nothing_to_calm():
    s = table(2, insanity={1: 1}, permanent={1: 1}, hand={0: {"coffee_on_the_roof": 1}})
    assert supports(s) == []
    s = table(2, insanity={1: 2}, permanent={1: 1}, hand={0: {"coffee_on_the_roof": 1}})
    play(s, "support:coffee_on_the_roof")
    assert s.record["insanity"][1] == 1
    assert s.record["permanent"][1] == 1


@pytest.mark.parametrize(
    ("card", "who", "without", "there"),
    [
        ("second_look", "night_nurse", {}, {"discards": {1: {"chalk_circle": 1}}}),
        ("twist_of_the_wrist", "night_nurse", {}, {"dice": {1: {"star": 1}}}),
        ("raise_the_alarm", "dockhand", {}, {"cultists": [("lodge_acolyte", 0)]}),
        ("cast_out", "lay_preacher", {}, {"cultists": [("lodge_acolyte", 0)]}),
        ("hallowed_ground", "lay_preacher", {}, {"crystals": {2: 1}}),
        ("chalk_circle", "lay_preacher", {"ward": 0}, {"ward": 3}),
        ("sleep_in_shifts", "night_nurse", {"protected": 1}, {"protected": 0}),
        ("spare_charm", "dockhand", {"pool": {"star": 8}}, {"pool": {"star": 7}}),
        ("emptied_pockets", "lay_preacher", {"pool": {"star": 8}}, {"pool": {"star": 7}}),
        ("compare_notes", "night_nurse", {"deck": {1: {}}}, {"deck": {1: {"chalk_circle": 1}}}),
    ],
)
def test_what_it_takes_to_resolve_a_card(card, who, without, there):
    cast = {"investigators": {0: who, 1: "trapper"}, "hand": {0: {card: 1}}}
    assert supports(table(2, **cast, **without)) == []
    assert supports(table(2, **cast, **there)) == [card]


def test_what_is_optional_need_not_be_possible():
    """The friend is ranged already: there is nothing to sharpen, but to move is enough."""
    s = table(3, hand={0: {"up_the_fire_escape": 1}})
    play(s, "support:up_the_fire_escape", "seat+1", "place:3")
    assert decision(s) == (1, "investigate")


# ---------------------------------------------------------------------------------------------- what happens then


def test_the_supported_one_must_resolve_it_and_chooses():
    s = table(
        3,
        at={2: 1},
        hand={0: {"raise_the_alarm": 1}},
        cultists=[("lodge_acolyte", 1), ("wharf_diver", 1), ("meadow_drover", 0)],
    )
    play(s, "support:raise_the_alarm", "seat+2")
    assert decision(s) == (2, "cultist")
    assert s.legal_names() == ["slot:0", "slot:1"]
    play(s, "slot:0")
    assert cultists(s) == [("wharf_diver", 1), ("meadow_drover", 0), ("lodge_acolyte", 2)]


def test_an_optional_effect_is_for_the_supported_one_to_choose():
    s = table(2, insanity={1: 1}, hand={0: {"walk_each_other_home": 1}})
    play(s, "support:walk_each_other_home")
    assert s.record["insanity"][1] == 0
    assert decision(s) == (1, "optional")
    assert s.legal_names() == ["accept", "decline"]
    play(s, "accept")
    assert decision(s) == (1, "where")
    play(s, "place:4")
    assert s.record["at"][1] == 4
    assert s.record["moved"][1] == 0


def test_an_optional_effect_can_be_declined():
    s = table(2, insanity={1: 1}, hand={0: {"walk_each_other_home": 1}})
    play(s, "support:walk_each_other_home", "decline")
    assert s.record["insanity"][1] == 0
    assert s.record["at"][1] == 0
    assert decision(s) == (1, "investigate")


def test_an_optional_effect_that_can_do_nothing_is_not_asked_for():
    s = table(2, investigators={0: "trapper", 1: "night_nurse"}, insanity={1: 1}, hand={0: {"hand_of_cards": 1}})
    play(s, "support:hand_of_cards")
    assert decision(s) == (1, "investigate")
    s = table(
        2,
        investigators={0: "trapper", 1: "night_nurse"},
        insanity={1: 1},
        hand={0: {"hand_of_cards": 1}},
        dice={1: {"star": 1}},
    )
    play(s, "support:hand_of_cards")
    assert decision(s) == (1, "optional")


def test_the_effect_is_about_the_friend_and_its_location():
    s = table(3, at={0: 0, 1: 3, 2: 1}, hand={1: {"chalk_circle": 1}}, seat=1)
    play(s, "support:chalk_circle", "seat+1")
    assert s.record["ward"] == 1
    assert told(s)[0] in ("warded", "suffered")


def test_the_next_action_is_that_of_the_seat_after_the_supporter():
    s = table(3, insanity={2: 2}, hand={0: {"coffee_on_the_roof": 1}})
    play(s, "support:coffee_on_the_roof")
    assert decision(s) == (1, "investigate")


def test_who_has_passed_can_still_be_supported():
    s = table(2, seat=1, insanity={1: 1}, hand={0: {"walk_each_other_home": 1}})
    play(s, "pass", "support:walk_each_other_home")
    assert s.record["insanity"][1] == 0
    assert decision(s) == (1, "optional")
    play(s, "decline")
    assert decision(s) == (0, "investigate")


def test_a_played_card_is_discarded_to_the_pile_of_its_owner():
    s = table(2, insanity={1: 2}, hand={0: {"coffee_on_the_roof": 1}})
    play(s, "support:coffee_on_the_roof")
    assert named(s, "discards", 0) == {"coffee_on_the_roof": 1}
    assert named(s, "discards", 1) == {}


# ------------------------------------------------------------------------------------------------ what it costs


def test_a_supporter_suffers_an_insanity_and_draws_a_card():
    s = table(2, insanity={1: 1}, hand={0: {"coffee_on_the_roof": 1, "haymaker": 1}})
    cards_drawn(s, 0, "bar_the_door")
    play(s, "support:coffee_on_the_roof")
    assert list(s.record["insanity"][:2]) == [1, 0]
    assert hand(s, 0) == {"haymaker": 1, "bar_the_door": 1}
    assert s.record["hand_count"][0] == 2


def test_the_effect_comes_first_then_the_insanity_and_the_new_card():
    s = table(2, insanity={1: 1}, hand={0: {"walk_each_other_home": 1}})
    cards_drawn(s, 0, "bar_the_door")
    play(s, "support:walk_each_other_home")
    assert decision(s) == (1, "optional")
    assert list(s.record["insanity"][:2]) == [0, 0]
    assert hand(s, 0) == {}
    play(s, "decline")
    assert list(s.record["insanity"][:2]) == [1, 0]
    assert hand(s, 0) == {"bar_the_door": 1}


def test_the_protection_marker_goes_over_before_the_supporter_suffers():
    s = table(2, investigators={0: "night_nurse", 1: "trapper"}, hand={0: {"sleep_in_shifts": 1}}, protected=0)
    play(s, "support:sleep_in_shifts")
    assert s.record["protected"] == 1
    assert s.record["insanity"][0] == 1


def test_each_support_costs_an_insanity():
    s = table(2, insanity={1: 2}, hand={0: {"coffee_on_the_roof": 1, "walk_each_other_home": 1}})
    play(s, "support:coffee_on_the_roof", "wait", "support:walk_each_other_home", "decline")
    assert list(s.record["insanity"][:2]) == [2, 0]


def test_a_unique_card_costs_none_and_a_card_is_drawn():
    s = table(2, hand={0: {"bar_the_door": 1}})
    cards_drawn(s, 0, "haymaker")
    play(s, "support:bar_the_door", "decline")
    assert s.record["insanity"][0] == 0
    assert hand(s, 0) == {"haymaker": 1}


def test_with_the_no_draw_icon_no_card_is_drawn():
    s = table(2, insanity={1: 1}, hand={0: {"letter_from_home": 1}})
    cards_drawn(s, 1, "two_barrels")
    play(s, "support:letter_from_home")
    assert hand(s, 0) == {}
    assert hand(s, 1) == {"two_barrels": 1}
    assert list(s.record["insanity"][:2]) == [1, 0]


def test_a_unique_card_with_the_no_draw_icon_costs_and_brings_nothing():
    s = table(2, hand={0: {"haymaker": 1}})
    play(s, "support:haymaker")
    assert hand(s, 0) == {}
    assert s.record["insanity"][0] == 0
    assert s.record["deck_count"][0] == 14


def test_a_support_with_four_insanity_loses_the_game():
    s = table(3, insanity={0: 4, 1: 3}, hand={0: {"coffee_on_the_roof": 1}})
    assert supports(s) == ["coffee_on_the_roof"]
    play(s, "support:coffee_on_the_roof")
    assert s.is_over
    assert ending(s) == "insane"
    assert list(s.returns) == [-1, -1, -1]


def test_a_unique_card_with_four_insanity_does_not():
    s = table(3, insanity={0: 4}, hand={0: {"haymaker": 1}})
    play(s, "support:haymaker", "seat+1")
    assert not s.is_over
    assert s.record["insanity"][0] == 4


def test_a_card_drawn_from_an_empty_deck_comes_of_the_discard_pile():
    s = table(
        2,
        insanity={1: 2},
        hand={0: {"coffee_on_the_roof": 1}},
        deck={0: {}},
        discards={0: {"haymaker": 1, "coil_of_rope": 1}},
    )
    play(s, "support:coffee_on_the_roof")
    assert s.record["hand_count"][0] == 1
    assert "reshuffled" in told(s)
    assert named(s, "discards", 0).keys() <= {"coffee_on_the_roof"}


# --------------------------------------------------------------------------------------------- the combat icon


def test_a_card_with_the_combat_icon_lies_in_front_of_the_friend_until_a_fight():
    s = table(3, hand={0: {"harpoon_rack": 1}})
    cards_drawn(s, 0, "haymaker")
    play(s, "support:harpoon_rack", "seat+1")
    assert named(s, "lent_to", 1) == {"harpoon_rack": 1}
    assert named(s, "lent_by", 0) == {"harpoon_rack": 1}
    assert named(s, "discards", 0) == {}
    assert hand(s, 0) == {"haymaker": 1}
    assert list(s.record["insanity"][:2]) == [1, 0]
    assert decision(s) == (1, "investigate")


def test_it_can_be_played_for_somebody_without_a_foe():
    s = table(3, at={0: 1, 1: 2, 2: 3}, hand={0: {"harpoon_rack": 1}}, cultists=[("lodge_acolyte", 1)])
    play(s, "support:harpoon_rack")
    assert s.legal_names() == ["seat+1", "seat+2"]


def test_in_the_fight_the_friend_uses_it_and_its_owner_gets_it_back():
    """The Lamplighter takes a Star, a Tentacle and a Planet; the Harpoon Rack gives a Star or a Tentacle."""
    s = table(
        2,
        hand={0: {"harpoon_rack": 1}, 1: {"spring_the_trap": 1, "lead_lined_net": 1}},
        cultists=[("lodge_lamplighter", 1)],
        at={0: 0, 1: 1},
    )
    play(s, "support:harpoon_rack", "target", "slot:0", "pass", "pass", "fight")
    assert decision(s) == (1, "pay")
    play(s, "support:harpoon_rack", "card:spring_the_trap")
    assert named(s, "lent_to", 1) == named(s, "lent_by", 0) == {}
    assert named(s, "discards", 0) == {"harpoon_rack": 1}
    play(s, "card:lead_lined_net")
    assert cultists(s, 1) != ["lodge_lamplighter"]
    assert named(s, "trophies", 1, "symbol") == {"star": 1}
    assert named(s, "discards", 1) == {"spring_the_trap": 1, "lead_lined_net": 1}


def test_supports_that_were_not_used_are_discarded_without_a_refund():
    s = table(2, hand={0: {"harpoon_rack": 1, "haymaker": 1}}, at={0: 4, 1: 4}, seat=0)
    cards_drawn(s, 0, "bar_the_door")
    play(s, "support:harpoon_rack", "pass", "pass")
    assert s.record["round"] == 3
    assert decision(s) == (0, "discard")
    assert named(s, "lent_to", 1) == named(s, "lent_by", 0) == {}
    assert named(s, "discards", 0) == {"harpoon_rack": 1}
    assert hand(s, 0) == {"haymaker": 1, "bar_the_door": 1}


def test_two_may_support_the_same_friend():
    s = table(3, hand={0: {"harpoon_rack": 1}, 2: {"harpoon_rack": 1}})
    play(s, "support:harpoon_rack", "seat+1", "wait", "support:harpoon_rack", "seat+2")
    assert named(s, "lent_to", 1) == {"harpoon_rack": 2}
    assert named(s, "lent_by", 0) == named(s, "lent_by", 2) == {"harpoon_rack": 1}


# --------------------------------------------------------------------------------------- what single cards do


def test_a_friend_takes_cards_back():
    s = table(
        2,
        investigators={0: "telegraphist", 1: "trapper"},
        hand={0: {"relay": 1}},
        discards={1: {"two_barrels": 1, "chalk_circle": 2}, 0: {"forewarned": 1}},
        deck={1: {}},
    )
    play(s, "support:relay")
    assert decision(s) == (1, "recall")
    assert s.legal_names() == ["card:chalk_circle", "card:two_barrels", "decline"]
    play(s, "card:two_barrels", "card:chalk_circle")
    assert hand(s, 1) == {"two_barrels": 1, "chalk_circle": 1}
    assert named(s, "discards", 1) == {"chalk_circle": 1}
    assert decision(s) == (1, "investigate")


def test_fewer_may_be_taken_back():
    s = table(
        2,
        investigators={0: "telegraphist", 1: "trapper"},
        hand={0: {"relay": 1}},
        discards={1: {"two_barrels": 1, "chalk_circle": 1}},
    )
    play(s, "support:relay", "card:two_barrels", "decline")
    assert hand(s, 1) == {"two_barrels": 1}
    assert decision(s) == (1, "investigate")


def test_with_one_card_there_no_second_is_asked_for():
    s = table(
        2,
        investigators={0: "telegraphist", 1: "trapper"},
        hand={0: {"relay": 1}},
        discards={1: {"two_barrels": 1}},
    )
    play(s, "support:relay", "card:two_barrels")
    assert decision(s) == (1, "investigate")


def test_a_melee_friend_may_be_sharpened_where_there_are_more_than_two():
    s = table(3, investigators={0: "trapper", 1: "dockhand"}, hand={0: {"lamp_on_the_ridge": 1}})
    play(s, "support:lamp_on_the_ridge", "seat+1", "accept")
    assert list(s.record["sharp"][:3]) == [0, 1, 0]
    assert s.record["hand_count"][1] == 1
    s = table(2, investigators={0: "trapper", 1: "dockhand"}, hand={0: {"lamp_on_the_ridge": 1}})
    play(s, "support:lamp_on_the_ridge")
    assert decision(s) == (1, "investigate")


def test_a_friend_is_cured_by_special_cards_alone():
    s = table(
        3,
        investigators={0: "night_nurse", 1: "trapper", 2: "dockhand"},
        insanity={1: 3},
        permanent={1: 1},
        hand={0: {"smelling_salts": 1}},
    )
    play(s, "support:smelling_salts")
    assert s.record["insanity"][1] == 1
    play(s, "accept")
    assert s.record["insanity"][1] == 0
    assert s.record["permanent"][1] == 0


def test_the_team_looks_at_a_terror_card_which_stays_open():
    s = table(2, investigators={0: "night_nurse", 1: "trapper"}, insanity={1: 1}, hand={0: {"talk_it_over": 1}})
    play(s, "support:talk_it_over", "accept")
    assert decision(s) == (1, "crystal")
    assert s.legal_names() == ["slot:0", "slot:1", "slot:2", "slot:3"]
    play(s, "slot:2")
    assert s.game.labels["terror"][s.record["terror_open"][2]] == "shared_dream"
    assert s.record["terror"][2] == -1


def test_a_terror_card_loses_crystals():
    s = table(
        2,
        investigators={0: "telegraphist", 1: "trapper"},
        hand={0: {"forewarned": 1}},
        crystals={0: 1, 1: 2, 4: 3},
    )
    play(s, "support:forewarned")
    assert decision(s) == (1, "crystal")
    assert s.legal_names() == ["slot:0", "slot:1", "slot:4"]
    play(s, "slot:4")
    assert s.record["crystals"][:5].tolist() == [1, 2, 0, 0, 1]
    play(s, "decline")
    assert s.record["terror_open"].tolist() == [-1] * 6


def cast(who, card, **fields):
    friend = "trapper" if who != "trapper" else "dockhand"
    return table(3, investigators={0: who, 1: friend, 2: "stage_magician"}, hand={0: {card: 1}}, at={2: 4}, **fields)


def test_a_die_joins_the_pool_and_a_friend_may_roll_one_again():
    s = cast("lay_preacher", "emptied_pockets", dice={1: {"star": 1}})
    rolled(s, "eye", "planet")
    play(s, "support:emptied_pockets", "seat+1", "accept", "die:star")
    assert named(s, "pool", vocab="face") == {"eye": 1}
    assert named(s, "dice", 1, "symbol") == {"planet": 1}


def test_a_friend_draws_two_cards():
    s = cast("night_nurse", "compare_notes")
    cards_drawn(s, 1, "two_barrels", "spring_the_trap")
    play(s, "support:compare_notes", "seat+1")
    assert hand(s, 1) == {"two_barrels": 1, "spring_the_trap": 1}


def test_a_friend_moves_and_draws():
    s = cast("dockhand", "coil_of_rope")
    play(s, "support:coil_of_rope", "seat+1")
    cards_drawn(s, 1, "two_barrels")
    play(s, "place:2")
    assert s.record["at"][1] == 2
    assert hand(s, 1) == {"two_barrels": 1}
    assert s.record["insanity"][0] == 0


def test_a_friend_is_warded_and_may_be_sheltered():
    s = play(cast("dockhand", "bar_the_door"), "support:bar_the_door", "seat+2", "accept")
    assert (s.record["ward"], s.record["protected"]) == (4, 2)


def test_a_friend_is_sheltered_and_may_be_calmed():
    s = play(cast("night_nurse", "night_shift", insanity={1: 2}), "support:night_shift", "seat+1", "accept")
    assert s.record["protected"] == 1
    assert list(s.record["insanity"][:2]) == [0, 1]


def test_a_friend_is_sheltered_and_terror_may_lose_a_crystal():
    s = play(cast("night_nurse", "sleep_in_shifts", crystals={1: 2}), "support:sleep_in_shifts", "seat+1")
    assert s.record["protected"] == 1
    play(s, "accept", "slot:1")
    assert s.record["crystals"][1] == 1


def test_terror_loses_a_crystal_and_a_friend_may_be_warded():
    s = play(cast("lay_preacher", "hallowed_ground", crystals={1: 2}), "support:hallowed_ground", "seat+2", "slot:1")
    assert s.record["crystals"][1] == 1
    play(s, "accept")
    assert s.record["ward"] == 4


def test_two_cultists_are_driven_on():
    s = cast("trapper", "spring_the_trap", cultists=[("lodge_acolyte", 0), ("wharf_diver", 0), ("meadow_drover", 0)])
    play(s, "support:spring_the_trap")
    assert decision(s) == (1, "cultist")
    play(s, "slot:2", "slot:0")
    assert cultists(s) == [("wharf_diver", 0), ("meadow_drover", 1), ("lodge_acolyte", 1)]


def test_cultists_are_driven_past_a_ward():
    s = cast("trapper", "spring_the_trap", cultists=[("lodge_acolyte", 0)], ward=1, gods={"hastur": 2})
    play(s, "support:spring_the_trap", "slot:0")
    assert cultists(s) == [("lodge_acolyte", 3)]
    assert decision(s) == (1, "investigate")


def test_a_friend_moves_on_and_may_calm_the_place_it_comes_to():
    s = table(
        2,
        investigators={0: "stage_magician", 1: "trapper"},
        hand={0: {"vanishing_act": 1}},
        cultist_die={0: "star", 3: "eye"},
    )
    play(s, "support:vanishing_act", "place:3")
    assert decision(s) == (1, "optional")
    play(s, "accept")
    assert s.record["cultist_die"].tolist() == [0, -1, -1, -1, -1]


def test_a_cultist_is_driven_on_and_the_place_may_be_calmed():
    s = cast("dockhand", "raise_the_alarm", cultists=[("lodge_acolyte", 0)], cultist_die={0: "star"})
    play(s, "support:raise_the_alarm", "slot:0", "accept")
    assert s.record["cultist_die"][0] == -1


def test_a_card_is_taken_back_and_none_drawn():
    s = cast("night_nurse", "second_look", discards={1: {"two_barrels": 1, "chalk_circle": 1}})
    play(s, "support:second_look", "card:two_barrels")
    assert hand(s, 1) == {"two_barrels": 1}
    assert hand(s, 0) == {}
    assert decision(s) == (1, "investigate")


@pytest.mark.parametrize(
    ("who", "card", "unique", "draws"),
    [
        ("lay_preacher", "salt_line", 0, 1),
        ("night_nurse", "tide_tables", 0, 1),
        ("dockhand", "harpoon_rack", 0, 1),
        ("trapper", "borrowed_lens", 0, 1),
        ("dockhand", "divers_helmet", 0, 1),
        ("trapper", "sextant_reading", 0, 1),
        ("dockhand", "deep_water_chart", 0, 1),
        ("trapper", "watchmans_lantern", 0, 1),
        ("night_nurse", "comet_log", 0, 1),
        ("dockhand", "lead_lined_net", 0, 1),
        ("lay_preacher", "untaught_word", 0, 1),
        ("dockhand", "locked_case_page", 0, 0),
        ("dockhand", "haymaker", 1, 0),
        ("night_nurse", "steady_hands", 1, 1),
        ("lay_preacher", "old_hymn", 1, 0),
        ("trapper", "two_barrels", 1, 1),
    ],
)
def test_cards_for_fights(who, card, unique, draws):
    s = cast(who, card)
    play(s, f"support:{card}", "seat+1")
    assert named(s, "lent_to", 1) == {card: 1}
    assert s.record["insanity"][0] == 1 - unique
    assert s.record["hand_count"][0] == draws


# ------------------------------------------------------------------------------------------ Ward and Protection


def test_a_ward_lasts_through_the_next_cultist_phase():
    s = table(3, at={1: 1, 2: 1}, investigators={0: "lay_preacher", 1: "trapper", 2: "dockhand"}, ward=1)
    play(s, "pass", "pass", "pass")
    assert s.record["round"] == 3
    assert 1 not in {x for _, x in cultists(s)}
    assert len(cultists(s)) == 2
    assert s.record["marker"] == 3
    assert s.record["ward"] == -1


def test_there_is_one_ward():
    s = table(2, at={1: 3}, investigators={0: "lay_preacher", 1: "trapper"}, hand={0: {"chalk_circle": 1}}, ward=1)
    play(s, "support:chalk_circle")
    assert s.record["ward"] == 3


def test_the_protection_marker_spares_one_insanity_and_is_gone():
    s = table(2, protected=0, moved={0: 1})
    play(s, "move:1")
    assert s.record["insanity"][0] == 0
    assert s.record["protected"] == -1
    play(s, "wait", "move:2")
    assert s.record["insanity"][0] == 1


def test_it_spares_nobody_else():
    s = table(2, protected=1, moved={0: 1})
    play(s, "move:1")
    assert s.record["insanity"][0] == 1
    assert s.record["protected"] == 1
