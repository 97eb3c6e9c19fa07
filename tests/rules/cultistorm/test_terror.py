"""The Terror Phase and circle, Locations that become active, and what a mind can bear."""

import pytest

from .phases import begun, insanity, passes, round_ahead, terror_ahead
from .story import cultists_drawn, decision, ending, game, gods, items_drawn, named, play, table, terrors_drawn, told


def crystals(s) -> list[int]:
    return s.record["crystals"].tolist()


def circle(s) -> list[str]:
    """Terror cards on the circle, the Final Act's place left out."""
    return [s.game.labels["terror"][k] for k in s.record["terror"][: s.record["steps"] - 1]]


# ------------------------------------------------------------------------------------------ the marker, crystals


def test_the_marker_moves_to_the_next_card_which_gets_a_crystal():
    s = terror_ahead(crystals={0: 1})
    play(s, "pass")
    assert s.record["terror_at"] == 1
    assert crystals(s) == [1, 1, 0, 0, 0, 0]
    assert decision(s) == (0, "investigate")


def test_a_card_with_fewer_crystals_than_gems_stays_face_down():
    s = terror_ahead(terror=("lit_windows", "shared_dream", "drums_below", "one_too_many"), crystals={1: 1})
    play(s, "pass")
    assert crystals(s) == [0, 2, 0, 0, 0, 0]
    assert circle(s) == ["lit_windows", "shared_dream", "drums_below", "one_too_many"]
    assert insanity(s) == [0, 0, 0]
    assert "terror_flipped" not in told(s)


def test_with_as_many_crystals_as_gems_it_is_flipped_and_resolved():
    s = terror_ahead(terror=("lit_windows", "shared_dream", "drums_below", "one_too_many"), crystals={1: 2, 2: 1})
    play(s, "pass")
    assert insanity(s) == [1, 1, 1]
    assert crystals(s) == [0, 0, 1, 0, 0, 0]
    assert "terror_flipped" in told(s)


def test_a_new_card_of_the_deck_lies_where_it_was():
    s = terror_ahead(terror=("lit_windows", "shared_dream", "drums_below", "one_too_many"), crystals={1: 2})
    left = s.record["terror_count"] + 0
    terrors_drawn(s, "missing_hours")
    play(s, "pass")
    assert circle(s) == ["lit_windows", "missing_hours", "drums_below", "one_too_many"]
    assert s.record["gems"].tolist() == [2, 3, 2, 2, 5, 0]
    assert s.record["terror_count"] == left - 1
    assert named(s, "terror_used", vocab="terror") == {"shared_dream": 1}


def test_with_the_deck_empty_used_cards_are_shuffled():
    there = ("lit_windows", "shared_dream", "drums_below", "one_too_many")
    names = game(3).labels["terror"]
    rest = {names[k]: int(n) for k, n in enumerate(game(3).tables["terror_copies"]) if n}
    for name in there:
        rest[name] -= 1
    used = {name: n for name, n in rest.items() if n}
    s = terror_ahead(terror=there, crystals={1: 2}, terror_used=used)
    assert s.record["terror_count"] == 0
    play(s, "pass")
    assert circle(s)[1] in used
    assert s.record["terror_count"] == 9
    assert named(s, "terror_used", vocab="terror") == {"shared_dream": 1}
    assert not s.is_over


def test_a_card_that_was_looked_at_is_flipped_like_any_other():
    there = ("lit_windows", "shared_dream", "drums_below", "one_too_many")
    s = terror_ahead(terror=there, terror_open={1: "shared_dream"}, crystals={1: 2})
    terrors_drawn(s, "missing_hours")
    play(s, "pass")
    assert insanity(s) == [1, 1, 1]
    assert s.record["terror_open"].tolist() == [-1] * 6
    assert circle(s)[1] == "missing_hours"


def test_any_other_step_of_the_marker_follows_the_same_rules():
    """Who does not fight moves the marker: three steps in the Combat Phase."""
    s = table(3, trophies={0: {"star": 1}}, terror=("lit_windows", "shared_dream", "drums_below", "one_too_many"))
    passes(s, 3)
    assert s.phase == "sealing"
    assert s.record["terror_at"] == 3
    assert crystals(s) == [0, 1, 1, 1, 0, 0]


def test_a_card_flipped_in_the_combat_phase_is_resolved_at_once():
    s = table(3, trophies={0: {"star": 1}}, terror=("lit_windows", "shared_dream"), crystals={1: 2})
    passes(s, 3)
    assert s.phase == "sealing"
    assert insanity(s) == [1, 1, 1]


def test_steps_that_a_terror_card_brings_are_taken_after_it():
    s = terror_ahead(terror=("lit_windows", "procession", "drums_below", "one_too_many"), crystals={1: 1})
    left = s.record["cultist_count"] + 0
    play(s, "pass")
    assert s.record["cultist_count"] == left - 2
    assert s.record["terror_at"] == 2
    assert crystals(s) == [0, 0, 1, 0, 0, 0]


# ----------------------------------------------------------------------------------------- activating a Location


def test_back_at_the_start_the_first_seat_says_which_location_is_activated():
    s = terror_ahead(terror_at=4)
    play(s, "pass")
    assert s.record["terror_at"] == 0
    assert decision(s) == (0, "shrine")
    assert s.legal_names() == ["place:0", "place:1", "place:2", "place:3", "place:4"]
    play(s, "place:3")
    assert s.record["shrine"].tolist() == [0, 0, 0, 1, 0]
    assert decision(s) == (0, "investigate")


def test_elsewhere_no_location_is_activated():
    for at in range(3):
        s = terror_ahead(terror_at=at)
        play(s, "pass")
        assert decision(s) == (0, "investigate")
        assert s.record["shrine"].sum() == 0


def test_each_return_activates_another_location():
    s = terror_ahead(terror_at=4, shrine={1: 1, 3: 1})
    play(s, "pass")
    assert s.legal_names() == ["place:0", "place:2", "place:4"]
    play(s, "place:0")
    assert s.record["shrine"].tolist() == [1, 1, 0, 1, 0]


def test_with_all_active_nobody_is_asked():
    s = terror_ahead(terror_at=4, shrine=dict.fromkeys(range(5), 1))
    play(s, "pass")
    assert decision(s) == (0, "investigate")


def test_a_location_stays_active_and_its_action_is_available_from_then_on():
    s = terror_ahead(terror_at=4, at=dict.fromkeys(range(3), 3), insanity={0: 2})  # Kingsport heals
    play(s, "pass", "place:3")
    assert "use_location" in s.legal_names()
    play(s, "use_location")
    assert insanity(s) == [1, 0, 0]
    assert s.record["shrine"].tolist() == [0, 0, 0, 1, 0]


def test_a_location_that_is_not_active_cannot_be_used():
    s = table(3, at=dict.fromkeys(range(3), 3), insanity={0: 2}, shrine={0: 1})
    assert "use_location" not in s.legal_names()


def test_a_sealed_location_can_be_activated():
    s = terror_ahead(terror_at=4, sealed={2: 1})
    play(s, "pass")
    assert "place:2" in s.legal_names()


def test_the_card_at_the_start_gets_its_crystal_as_well_and_comes_first():
    s = terror_ahead(terror=("shared_dream", "lit_windows"), crystals={0: 2}, terror_at=4)
    play(s, "pass")
    assert insanity(s) == [1, 1, 1]
    assert crystals(s) == [0, 0, 0, 0, 0, 0]
    assert decision(s) == (0, "shrine")


def test_a_location_is_activated_before_the_marker_goes_on():
    """The Final Act makes it two steps a round."""
    s = terror_ahead(terror_at=4, **begun("stars_come_right"))
    play(s, "pass")
    assert decision(s) == (0, "shrine")
    assert s.record["terror_at"] == 0
    play(s, "place:3")
    assert s.record["terror_at"] == 1
    assert decision(s) == (0, "investigate")


def test_an_extra_step_to_the_start_activates_too():
    s = table(3, terror_at=4, trophies={0: {"star": 1}})
    passes(s, 3)
    assert s.phase == "combat"
    assert decision(s) == (0, "shrine")
    play(s, "place:1")
    assert s.record["terror_at"] == 2
    assert s.phase == "sealing"


# ---------------------------------------------------------------------------------------------- the Final Act slot


def test_the_final_act_gets_a_crystal_each_time_and_nothing_happens_before_the_fifth():
    for have in range(4):
        s = terror_ahead(terror_at=3, crystals={4: have})
        play(s, "pass")
        assert crystals(s) == [0, 0, 0, 0, have + 1, 0]
        assert s.record["act_now"] == -1
        assert gods(s) == {}


def test_with_the_last_crystal_the_final_act_begins():
    s = terror_ahead(terror_at=3, crystals={4: 4})
    play(s, "pass")
    assert s.game.labels["act"][s.record["act_now"]] == "stars_come_right"
    assert len(gods(s)) == 1
    assert "act_began" in told(s)
    assert not s.is_over


def test_its_place_is_an_empty_step_afterwards():
    s = terror_ahead(terror_at=3, **begun("endless_night"))
    play(s, "pass")
    assert s.record["terror_at"] == 4
    assert crystals(s) == [0, 0, 0, 0, 0, 0]
    assert gods(s) == {}
    assert decision(s) == (0, "investigate")
    s = terror_ahead(terror_at=4, **begun("endless_night"))
    play(s, "pass")
    assert decision(s) == (0, "shrine")


@pytest.mark.parametrize(("act", "steps"), [("stars_come_right", 2), ("endless_night", 1), ("masters_voice", 1)])
def test_what_the_final_act_changes_lasts(act, steps):
    s = terror_ahead(**begun(act))
    play(s, "pass")
    assert s.record["terror_at"] == steps
    assert s.record["pool"].sum() == (2 if act == "endless_night" else 3)


@pytest.mark.parametrize("places", [4, 5, 6])
def test_option_circle_says_how_many_places_there_are(places):
    s = terror_ahead(rules={"circle": places}, terror_at=places - 2)
    play(s, "pass")
    assert s.record["terror_at"] == places - 1
    assert crystals(s)[places - 1] == 1
    s = terror_ahead(rules={"circle": places}, terror_at=places - 1)
    play(s, "pass")
    assert s.record["terror_at"] == 0
    assert decision(s) == (0, "shrine")


# -------------------------------------------------------------------------------------------------------- Insanity


def test_four_insanity_can_be_borne():
    s = terror_ahead(terror=("lit_windows", "shared_dream"), crystals={1: 2}, insanity={0: 3})
    play(s, "pass")
    assert insanity(s) == [4, 1, 1]
    assert not s.is_over


def test_with_the_fifth_the_game_is_lost():
    s = terror_ahead(terror=("lit_windows", "shared_dream"), crystals={1: 2}, insanity={2: 4})
    play(s, "pass")
    assert s.is_over
    assert ending(s) == "insane"
    assert s.returns.tolist() == [-1, -1, -1]


def maddened(seat="seat+0", **fields):
    """Cthulhu is summoned: everybody suffers, and one who is named a permanent Insanity."""
    three = [("lodge_acolyte", 1), ("meadow_drover", 1), ("wharf_diver", 1)]
    s = round_ahead(cultists=three, marker=0, **fields)
    cultists_drawn(s, "wharf_pilot")
    play(s, "pass")
    assert decision(s) == (2, "victim")
    return play(s, seat)


def test_a_permanent_insanity_is_one_of_those_that_can_be_borne():
    s = maddened()
    assert insanity(s) == [1, 1, 2]
    assert s.record["permanent"][:3].tolist() == [0, 0, 1]


def test_who_can_bear_no_more_goes_insane_of_a_permanent_one_too():
    assert ending(maddened("seat+1", insanity={0: 3})) == "insane"


def test_who_has_a_permanent_insanity_moves_the_terror_marker_instead_of_another():
    s = maddened("seat+1", insanity={0: 2}, permanent={0: 1})
    assert insanity(s) == [3, 1, 1]
    assert s.record["permanent"][:3].tolist() == [1, 0, 0]
    assert s.record["terror_at"] == 1
    assert crystals(s) == [0, 1, 0, 0, 0, 0]


def test_a_permanent_insanity_is_not_healed_by_usual_means():
    s = table(3, insanity={0: 2}, permanent={0: 1}, items={0: {"bootleg_whiskey": 2}})
    play(s, "item:bootleg_whiskey", "wait", "wait")
    assert insanity(s) == [1, 0, 0]
    assert "item:bootleg_whiskey" not in s.legal_names()


def test_special_effects_remove_it():
    s = table(3, insanity={0: 3}, permanent={0: 1}, items={0: {"laudanum": 1}})
    play(s, "item:laudanum")
    assert insanity(s) == [2, 0, 0]
    assert s.record["permanent"][:3].tolist() == [0, 0, 0]


# -------------------------------------------------------------------------------------------------------- reminders


def test_who_does_not_fight_moves_the_terror_marker_and_suffers_only_where_cultists_are():
    s = table(3, at={0: 1, 1: 2, 2: 2}, cultists=[("lodge_acolyte", 1)], trophies={0: {"star": 1}})
    passes(s, 3)
    assert s.record["terror_at"] == 3
    assert insanity(s) == [1, 0, 0]


def test_who_fights_a_great_old_one_suffers_an_insanity_even_if_it_is_not_defeated():
    s = table(3, phase="combat", gods={"hastur": 0}, aims={0: ["great_old_one"]}, trophies={0: {"shield": 1}})
    play(s, "fight")
    assert insanity(s) == [1, 0, 0]


def test_an_investigator_carries_two_items_trophies_and_gate_seals_not_counted():
    s = table(
        3,
        location={3: "curio_market"},
        shrine={3: 1},
        at={0: 3},
        items={0: {"glass_eye": 2}},
        trophies={0: {"eye": 5}},
        seal_of={"star": 0},
    )
    assert decision(s) == (0, "investigate")
    items_drawn(s, "blank_amulet")
    play(s, "use_location", "item:blank_amulet")
    assert decision(s) == (0, "drop_item")
    assert s.legal_names() == ["item:glass_eye", "item:blank_amulet"]
    play(s, "item:glass_eye")
    assert named(s, "items", 0, "item") == {"glass_eye": 1, "blank_amulet": 1}
    assert decision(s) == (1, "investigate")
