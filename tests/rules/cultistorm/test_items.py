"""Items: searching, events, the limit, trading, and what using them does."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .story import (
    cards_drawn,
    chance,
    cultists,
    cultists_drawn,
    decision,
    ending,
    items_drawn,
    named,
    play,
    rolled,
    table,
    told,
)

# Two search icons: seat 0 is the Dockhand, whose Deep-Water Chart and Spare Charm have one each.
TWO = {0: {"deep_water_chart": 1, "spare_charm": 1, "harpoon_rack": 1}}


def items(s, p):
    return named(s, "items", p, "item")


def pile(s):
    return named(s, "item_discards", vocab="item")


def with_items(*names, players=2, **fields):
    return table(players, items={0: {n: names.count(n) for n in names}}, **fields)


# --------------------------------------------------------------------------------------------------- searching


def test_as_many_items_are_drawn_as_there_are_search_icons_in_hand_and_one_is_kept():
    s = table(2, hand=TWO)
    items_drawn(s, "dynamite", "glass_eye")
    play(s, "search", "slot:2")
    assert decision(s) == (0, "found")
    assert s.legal_names() == ["item:glass_eye", "item:dynamite", "decline"]
    assert named(s, "found", vocab="item") == {"glass_eye": 1, "dynamite": 1}
    play(s, "item:dynamite")
    assert items(s, 0) == {"dynamite": 1}
    assert pile(s) == {"glass_eye": 1}
    assert s.record["item_count"] == 28
    assert decision(s) == (1, "investigate")


def test_fewer_may_be_drawn_but_not_none():
    s = table(2, hand=TWO)
    play(s, "search")
    assert decision(s) == (0, "search_depth")
    assert s.legal_names() == ["slot:1", "slot:2"]
    items_drawn(s, "glass_eye")
    play(s, "slot:1")
    assert named(s, "found", vocab="item") == {"glass_eye": 1}
    assert s.record["item_count"] == 29


def test_with_one_icon_how_many_is_not_asked():
    s = table(2, hand={0: {"spare_charm": 1}})
    items_drawn(s, "glass_eye")
    play(s, "search")
    assert decision(s) == (0, "found")


def test_cards_with_icons_are_not_spent():
    s = table(2, hand=TWO)
    items_drawn(s, "dynamite", "glass_eye")
    play(s, "search", "slot:2", "decline")
    assert named(s, "hand", 0) == TWO[0]
    assert s.record["insanity"][0] == 0


def test_nothing_has_to_be_kept():
    s = table(2, hand=TWO)
    items_drawn(s, "dynamite", "glass_eye")
    play(s, "search", "slot:2", "decline")
    assert items(s, 0) == {}
    assert pile(s) == {"dynamite": 1, "glass_eye": 1}
    assert decision(s) == (1, "investigate")


def test_two_of_a_kind_count_both_icons():
    s = table(2, investigators={0: "trapper", 1: "dockhand"}, hand={0: {"tide_tables": 2}})
    items_drawn(s, "dynamite", "glass_eye")
    play(s, "search", "slot:2")
    assert named(s, "found", vocab="item") == {"glass_eye": 1, "dynamite": 1}


def test_icons_in_the_hands_of_others_do_not_count():
    s = table(2, hand={0: {"deep_water_chart": 1}, 1: {"tide_tables": 2}})
    items_drawn(s, "dynamite")
    play(s, "search")
    assert named(s, "found", vocab="item") == {"dynamite": 1}


def test_without_a_search_icon_there_is_no_search():
    s = table(2, hand={0: {"harpoon_rack": 2}, 1: {"tide_tables": 1}})
    assert "search" not in s.legal_names()
    with pytest.raises(IllegalAction):
        play(s, "search")


def test_everybody_searches_once_a_round():
    s = table(2, hand=TWO | {1: {"tide_tables": 1}})
    items_drawn(s, "dynamite", "glass_eye", "confession")
    play(s, "search", "slot:2", "item:dynamite")
    assert "search" in s.legal_names()
    play(s, "search", "item:confession")
    assert "search" not in s.legal_names()
    play(s, "move:1")
    assert "search" not in s.legal_names()


def test_searches_are_possible_again_in_the_next_round():
    s = table(2, searched={0: 1, 1: 1})
    play(s, "pass", "pass")
    assert s.record["round"] == 3
    assert list(s.record["searched"][:2]) == [0, 0]


def test_fewer_items_than_icons_are_all_drawn():
    s = table(2, hand=TWO, item_deck={"glass_eye": 1}, item_box=everything_but("glass_eye"))
    play(s, "search")
    assert named(s, "found", vocab="item") == {"glass_eye": 1}
    assert s.record["item_count"] == 0


def everything_but(name, n=1):
    full = named(table(2), "item_deck", vocab="item")
    full[name] -= n
    return {k: m for k, m in full.items() if m}


def test_an_empty_item_deck_is_not_made_anew():
    s = table(2, hand=TWO, item_deck={}, item_discards=everything_but("glass_eye"), items={1: {"glass_eye": 1}})
    assert s.record["item_count"] == 0
    assert "search" not in s.legal_names()
    play(s, "pass", "pass")
    assert s.record["item_count"] == 0


def test_an_action_may_shuffle_discarded_items_into_it():
    s = with_items("pawn_ticket", hand={0: {"deep_water_chart": 1}}, item_discards={"dynamite": 1, "glass_eye": 2})
    before = int(s.record["item_count"])
    cards_drawn(s, 0, "haymaker")
    play(s, "item:pawn_ticket")
    assert pile(s) == {}
    assert s.record["item_count"] == before + 3
    assert named(s, "item_box", vocab="item") == {"pawn_ticket": 1}
    assert named(s, "hand", 0) == {"deep_water_chart": 1, "haymaker": 1}


def test_with_nothing_discarded_it_cannot_be_used():
    s = with_items("pawn_ticket")
    assert "item:pawn_ticket" not in s.legal_names()


# ----------------------------------------------------------------------------------------------------- events


def test_events_are_resolved_before_an_item_is_kept():
    s = table(2, hand=TWO)
    items_drawn(s, "face_at_the_window", "glass_eye")
    play(s, "search", "slot:2")
    assert s.record["insanity"][0] == 1
    assert pile(s) == {"face_at_the_window": 1}
    assert decision(s) == (0, "found")
    assert s.legal_names() == ["item:glass_eye", "decline"]


def test_all_events_are_resolved():
    s = table(2, hand=TWO, insanity={1: 2})
    items_drawn(s, "face_at_the_window", "kind_stranger")
    play(s, "search", "slot:2")
    assert list(s.record["insanity"][:2]) == [1, 1]
    assert pile(s) == {"face_at_the_window": 1, "kind_stranger": 1}
    assert items(s, 0) == {}
    assert decision(s) == (1, "investigate")


def test_an_event_can_bring_a_cultist_to_who_found_it():
    s = table(2, at={0: 3}, hand=TWO)
    items_drawn(s, "wrong_crate", "glass_eye")
    cultists_drawn(s, "wharf_pilot")
    play(s, "search", "slot:2", "item:glass_eye")
    assert cultists(s) == [("wharf_pilot", 3)]
    assert items(s, 0) == {"glass_eye": 1}


def test_an_event_can_take_a_card_of_who_found_it():
    """The icons were counted before."""
    s = table(2, hand={0: {"deep_water_chart": 1}})
    items_drawn(s, "rats_in_the_stacks")
    chance(s, 0)
    play(s, "search")
    assert named(s, "hand", 0) == {}
    assert named(s, "discards", 0) == {"deep_water_chart": 1}


def test_an_event_can_ask_the_team_who_loses_an_item():
    s = table(2, hand=TWO, items={1: {"dynamite": 1}})
    items_drawn(s, "light_fingers", "glass_eye")
    play(s, "search", "slot:2")
    assert decision(s) == (0, "victim")
    play(s, "seat+1")
    assert items(s, 1) == {}
    assert pile(s) == {"dynamite": 1, "light_fingers": 1}
    assert decision(s) == (0, "found")


def test_an_event_can_thin_the_next_pool():
    s = table(2, hand=TWO, pool={"star": 2})
    items_drawn(s, "power_cut", "glass_eye")
    play(s, "search", "slot:2", "item:glass_eye")
    assert s.record["fewer_dice"] == 1
    assert named(s, "pool", vocab="face") == {"star": 2}


def test_an_event_that_drives_mad_ends_the_search_and_the_game():
    s = table(2, hand=TWO, insanity={0: 4})
    items_drawn(s, "face_at_the_window", "glass_eye")
    play(s, "search", "slot:2")
    assert s.is_over
    assert ending(s) == "insane"
    assert items(s, 0) == {}


# ------------------------------------------------------------------------------------------------------- limit


def test_with_a_third_item_one_of_the_three_is_dropped():
    s = with_items("dynamite", "railway_pass", hand=TWO)
    items_drawn(s, "glass_eye", "laudanum")
    play(s, "search", "slot:2", "item:glass_eye")
    assert decision(s) == (0, "drop_item")
    assert s.legal_names() == ["item:glass_eye", "item:dynamite", "item:railway_pass"]
    play(s, "item:dynamite")
    assert items(s, 0) == {"glass_eye": 1, "railway_pass": 1}
    assert pile(s) == {"laudanum": 1, "dynamite": 1}
    assert decision(s) == (1, "investigate")


def test_the_new_item_may_be_the_one_that_is_dropped():
    s = with_items("dynamite", "railway_pass", hand=TWO)
    items_drawn(s, "glass_eye", "laudanum")
    play(s, "search", "slot:2", "item:glass_eye", "item:glass_eye")
    assert items(s, 0) == {"dynamite": 1, "railway_pass": 1}


def test_a_second_item_is_no_reason_to_drop_one():
    s = with_items("dynamite", hand=TWO)
    items_drawn(s, "glass_eye", "laudanum")
    play(s, "search", "slot:2", "item:glass_eye")
    assert decision(s) == (1, "investigate")


def test_trophies_and_gate_seals_are_no_items():
    s = with_items("dynamite", hand=TWO, trophies={0: {"star": 3}}, seal_of={"star": 0, "eye": 0})
    items_drawn(s, "glass_eye", "laudanum")
    play(s, "search", "slot:2", "item:glass_eye")
    assert decision(s) == (1, "investigate")
    assert items(s, 0) == {"dynamite": 1, "glass_eye": 1}


def test_a_friend_who_searches_by_support_may_have_to_drop_one_too():
    s = table(
        2,
        investigators={0: "telegraphist", 1: "trapper"},
        hand={0: {"wire_for_supplies": 1}},
        items={1: {"dynamite": 1, "railway_pass": 1}},
        item_discards={"pawn_ticket": 1},
    )
    items_drawn(s, "glass_eye", "laudanum", "power_cut")
    play(s, "support:wire_for_supplies")
    assert s.record["fewer_dice"] == 1
    assert decision(s) == (1, "found")
    play(s, "item:glass_eye")
    assert decision(s) == (1, "drop_item")
    play(s, "item:dynamite")
    assert decision(s) == (1, "optional")
    play(s, "accept")
    assert pile(s) == {}
    assert s.record["searched"][1] == 0
    assert items(s, 1) == {"glass_eye": 1, "railway_pass": 1}


def test_the_market_finds_an_item_for_who_uses_it_and_is_no_search():
    s = table(2, at={0: 3}, location={3: "curio_market"}, shrine={3: 1}, hand=TWO)
    items_drawn(s, "glass_eye")
    play(s, "use_location", "item:glass_eye", "wait")
    assert items(s, 0) == {"glass_eye": 1}
    assert "search" in s.legal_names()
    assert "use_location" not in s.legal_names()


# ------------------------------------------------------------------------------------------------------ trades


def test_an_item_is_given_to_somebody_at_the_same_location():
    s = with_items("dynamite", "railway_pass", players=3, at={0: 2, 1: 2, 2: 1})
    play(s, "trade")
    assert decision(s) == (0, "trade_with")
    assert s.legal_names() == ["seat+1"]
    play(s, "seat+1")
    assert decision(s) == (0, "trade_item")
    assert s.legal_names() == ["item:dynamite", "item:railway_pass"]
    play(s, "item:railway_pass")
    assert decision(s) == (1, "trade_answer")
    assert s.legal_names() == ["accept", "decline"]
    play(s, "accept")
    assert items(s, 0) == {"dynamite": 1}
    assert items(s, 1) == {"railway_pass": 1}
    assert s.record["insanity"].tolist() == [0] * 5
    assert decision(s) == (1, "investigate")


def test_the_other_one_may_decline():
    s = with_items("dynamite")
    play(s, "trade", "seat+1", "item:dynamite", "decline")
    assert items(s, 0) == {"dynamite": 1}
    assert items(s, 1) == {}
    assert told(s)[0] == "refused"
    assert decision(s) == (1, "investigate")


def test_the_other_one_may_exchange_it_for_one_of_theirs():
    s = table(2, items={0: {"dynamite": 1}, 1: {"glass_eye": 1, "laudanum": 1}})
    play(s, "trade", "seat+1", "item:dynamite")
    assert s.legal_names() == ["item:glass_eye", "item:laudanum", "decline"]
    play(s, "item:laudanum")
    assert items(s, 0) == {"laudanum": 1}
    assert items(s, 1) == {"dynamite": 1, "glass_eye": 1}


def test_the_limit_holds_at_the_end_of_a_trade():
    s = table(2, items={0: {"dynamite": 1, "railway_pass": 1}, 1: {"glass_eye": 2}})
    play(s, "trade", "seat+1", "item:dynamite")
    assert s.legal_names() == ["item:glass_eye", "decline"]
    with pytest.raises(IllegalAction):
        play(s, "accept")
    play(s, "item:glass_eye")
    assert items(s, 0) == {"glass_eye": 1, "railway_pass": 1}
    assert items(s, 1) == {"dynamite": 1, "glass_eye": 1}


def test_nobody_else_at_the_location_is_no_trade():
    s = with_items("dynamite", at={0: 2, 1: 1})
    assert "trade" not in s.legal_names()


def test_without_items_nothing_is_offered():
    s = table(2, items={1: {"dynamite": 1}}, trophies={0: {"star": 2}}, seal_of={"star": 0})
    assert "trade" not in s.legal_names()
    play(s, "wait")
    assert "trade" in s.legal_names()


def test_trophies_and_gate_seals_are_not_traded():
    s = with_items("dynamite", trophies={0: {"star": 2}}, seal_of={"star": 0})
    play(s, "trade", "seat+1")
    assert s.legal_names() == ["item:dynamite"]


def test_with_who_has_passed_one_can_still_trade():
    s = table(2, seat=1, items={0: {"dynamite": 1}})
    play(s, "pass", "trade", "seat+1", "item:dynamite")
    assert decision(s) == (1, "trade_answer")
    play(s, "accept")
    assert items(s, 1) == {"dynamite": 1}
    assert decision(s) == (0, "investigate")


def test_three_offers_a_round_are_enough():
    s = table(2, items={0: {"dynamite": 1}, 1: {"glass_eye": 1}})
    for _ in range(3):
        play(s, "trade", "seat+1", "item:dynamite", "decline", "wait")
    assert "trade" not in s.legal_names()
    play(s, "wait")
    assert s.record["round"] == 3
    assert s.record["trades"][0] == 0


# -------------------------------------------------------------------------------------------------- using them


def test_an_item_is_used_and_discarded():
    s = with_items("bootleg_whiskey", insanity={0: 2})
    play(s, "item:bootleg_whiskey")
    assert s.record["insanity"][0] == 1
    assert items(s, 0) == {}
    assert pile(s) == {"bootleg_whiskey": 1}
    assert decision(s) == (1, "investigate")


def test_an_item_is_used_and_leaves_the_game():
    s = with_items("confession", trophies={0: {"star": 1}})
    play(s, "item:confession")
    assert decision(s) == (0, "trophy")
    play(s, "symbol:planet")
    assert named(s, "trophies", 0, "symbol") == {"star": 1, "planet": 1}
    assert s.record["trophy_supply"].tolist() == [7, 8, 8, 8, 7]
    assert named(s, "item_box", vocab="item") == {"confession": 1}
    assert pile(s) == {}


def test_an_item_that_stays_is_used_once_a_round():
    s = with_items("railway_pass")
    play(s, "item:railway_pass", "place:3")
    assert s.record["at"][0] == 3
    assert s.record["moved"][0] == 0
    assert s.record["insanity"][0] == 0
    assert items(s, 0) == {"railway_pass": 1}
    play(s, "wait")
    assert "item:railway_pass" not in s.legal_names()
    assert "move:1" in s.legal_names()


def test_it_can_be_used_again_in_the_next_round():
    s = with_items("railway_pass", worn={0: {"railway_pass": 1}})
    play(s, "pass", "pass")
    assert s.record["round"] == 3
    assert named(s, "worn", 0, "item") == {}


def test_an_item_that_was_used_stays_used_in_other_hands():
    s = with_items("railway_pass", worn={0: {"railway_pass": 1}})
    play(s, "trade", "seat+1", "item:railway_pass", "accept")
    assert items(s, 1) == {"railway_pass": 1}
    assert "item:railway_pass" not in s.legal_names()


def test_one_that_was_not_used_can_be_used_in_other_hands():
    s = with_items("railway_pass")
    play(s, "trade", "seat+1", "item:railway_pass", "accept")
    assert "item:railway_pass" in s.legal_names()


def test_an_item_that_would_do_nothing_is_not_used():
    s = with_items("bootleg_whiskey", "laudanum")
    assert "item:bootleg_whiskey" not in s.legal_names()
    assert "item:laudanum" not in s.legal_names()


def test_items_for_fights_are_not_used_outside():
    s = with_items("glass_eye", "knuckle_of_meteorite", insanity={0: 1})
    assert not [n for n in s.legal_names() if n.startswith("item")]


def test_items_of_others_are_not_used():
    s = table(2, items={1: {"railway_pass": 1}})
    assert "item:railway_pass" not in s.legal_names()


def test_dynamite_clears_a_location_without_trophies_and_terror_moves():
    s = with_items("dynamite", cultists=[("lodge_acolyte", 0), ("wharf_diver", 0), ("meadow_drover", 1)])
    play(s, "item:dynamite")
    assert decision(s) == (0, "cultist")
    assert s.legal_names() == ["slot:0", "slot:1"]
    play(s, "slot:0", "slot:0")
    assert cultists(s) == [("meadow_drover", 1)]
    assert named(s, "cultist_discards", vocab="cultist") == {"lodge_acolyte": 1, "wharf_diver": 1}
    assert named(s, "trophies", 0, "symbol") == {}
    assert s.record["terror_at"] == 1
    assert named(s, "item_box", vocab="item") == {"dynamite": 1}


def test_dynamite_does_what_it_can():
    s = with_items("dynamite", cultists=[("lodge_acolyte", 0)])
    play(s, "item:dynamite", "slot:0")
    assert cultists(s) == []
    assert s.record["terror_at"] == 1
    assert decision(s) == (1, "investigate")
    s = with_items("dynamite")
    assert "item:dynamite" not in s.legal_names()


def test_items_are_used_in_combat_as_well():
    s = with_items("bootleg_whiskey", phase="combat", insanity={0: 2}, cultists=[("lodge_acolyte", 0)], aims={0: [0]})
    assert decision(s) == (0, "combat")
    play(s, "item:bootleg_whiskey")
    assert s.record["insanity"][0] == 1
    assert decision(s) == (0, "combat")


def test_a_telescope_lets_a_melee_fighter_aim_at_any_cultist_for_the_round():
    s = with_items("field_telescope", players=3)
    play(s, "item:field_telescope")
    assert list(s.record["sharp"][:3]) == [1, 0, 0]
    assert items(s, 0) == {"field_telescope": 1}
    s = with_items("field_telescope", players=3, investigators={0: "trapper", 1: "dockhand"})
    assert "item:field_telescope" not in s.legal_names()


def test_a_bottle_may_bring_a_card():
    s = with_items("dandelion_wine", insanity={0: 1})
    cards_drawn(s, 0, "haymaker")
    play(s, "item:dandelion_wine")
    assert s.record["insanity"][0] == 0
    assert named(s, "hand", 0) == {"haymaker": 1}
    s = with_items("dandelion_wine")
    assert "item:dandelion_wine" not in s.legal_names()


# ---------------------------------------------------------------------------------------------- abilities likewise


def test_an_ability_that_was_learned_is_used_once_a_round():
    s = table(2, investigators={0: "night_nurse", 1: "trapper"}, level={0: 2}, insanity={0: 3})
    play(s, "ability:2")
    assert s.record["insanity"][0] == 2
    assert s.record["used_ability"][0].tolist() == [0, 1, 0]
    play(s, "wait")
    assert "ability:2" not in s.legal_names()
    play(s, "pass", "pass")
    assert s.record["used_ability"][0].tolist() == [0, 0, 0]


def test_an_ability_that_was_not_learned_is_not_used():
    s = table(2, investigators={0: "night_nurse", 1: "trapper"}, level={0: 1}, insanity={0: 3})
    assert not [n for n in s.legal_names() if n.startswith("ability")]


def test_an_ability_for_fights_is_not_used_outside():
    s = table(2, level={0: 2})
    assert not [n for n in s.legal_names() if n.startswith("ability")]


def test_an_ability_is_used_in_combat_as_well():
    s = table(
        2,
        phase="combat",
        investigators={0: "night_nurse", 1: "trapper"},
        level={0: 2},
        insanity={0: 3},
        cultists=[("lodge_acolyte", 0)],
        aims={0: [0]},
    )
    play(s, "ability:2")
    assert s.record["insanity"][0] == 2
    assert decision(s) == (0, "combat")


def able(who, level, **fields):
    return table(
        2, investigators={0: who, 1: "lay_preacher" if who != "lay_preacher" else "trapper"}, level={0: level}, **fields
    )


def test_abilities_that_foes_feel():
    s = play(able("lay_preacher", 2, cultist_die={0: "eye", 1: "star"}), "ability:2")
    assert s.record["cultist_die"].tolist() == [-1, 0, -1, -1, -1]
    s = play(able("lay_preacher", 3, crystals={1: 1, 3: 1}), "ability:3", "slot:3")
    assert s.record["crystals"].tolist() == [0, 1, 0, 0, 0, 0]
    s = play(able("trapper", 3, cultists=[("lodge_acolyte", 0), ("wharf_diver", 0)]), "ability:3", "slot:0")
    assert cultists(s) == [("wharf_diver", 0), ("lodge_acolyte", 1)]


def test_abilities_that_work_on_dice():
    s = able("stage_magician", 1, dice={0: {"star": 1}})
    rolled(s, "eye")
    play(s, "ability:1", "die:star")
    assert named(s, "dice", 0, "symbol") == {"eye": 1}
    s = play(able("stage_magician", 2, dice={0: {"star": 1}}), "ability:2", "die:star", "symbol:planet")
    assert named(s, "dice", 0, "symbol") == {"planet": 1}
    s = able("stage_magician", 3)
    rolled(s, "eye")
    play(s, "ability:3")
    assert named(s, "pool", vocab="face") == {"eye": 1}


def test_abilities_that_work_on_their_owner():
    s = play(able("night_nurse", 3), "ability:3")
    assert s.record["protected"] == 0
    s = play(able("telegraphist", 1), "ability:1", "place:4")
    assert list(s.record["at"][:2]) == [4, 0]
    assert s.record["moved"][0] == 0
    s = able("telegraphist", 2)
    cards_drawn(s, 0, "relay")
    play(s, "ability:2")
    assert named(s, "hand", 0) == {"relay": 1}
    s = play(able("telegraphist", 3, discards={0: {"relay": 1, "forewarned": 1}}), "ability:3", "card:relay")
    assert named(s, "hand", 0) == {"relay": 1}
    assert decision(s) == (1, "investigate")
