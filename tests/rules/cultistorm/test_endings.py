"""How it ends: all sealed, the causes of a loss, the Final Act and what it asks for, and a game called off."""

import pytest

from .phases import begun, hands, insanity, last_cultists, round_ahead, terror_ahead
from .story import chance, cultists, decision, ending, gods, play, table, told

FOUR_SEALED = {0: 1, 1: 1, 2: 1, 3: 1}
HASTUR = {"star": 3, "shield": 1, "tentacle": 1, "planet": 1}  # at Arkham
AZATHOTH = {"star": 2, "shield": 1, "tentacle": 1, "eye": 1, "planet": 2}
THREE = [("lodge_acolyte", 1), ("meadow_drover", 1), ("wharf_diver", 1)]


def sealing(**fields):
    """Seat 0 may seal Dunwich, at place 4."""
    fields = {"at": {0: 4}, "placed": {(4, "planet"): 3}, "seal_of": {"planet": 0}} | fields
    s = table(3, phase="sealing", **fields)
    assert decision(s) == (0, "sealing")
    return s


def facing(god="hastur", dice=None, rules=None, **fields):
    """Seat 0 may fight a Great Old One at Arkham, and is able to pay."""
    fields["gods"] = {god: 0} | fields.get("gods", {})
    s = table(
        3,
        phase="combat",
        rules={"auto_pay": True, **(rules or {})},
        aims={0: ["great_old_one"]},
        dice={0: dice or HASTUR},
        **fields,
    )
    assert decision(s) == (0, "combat")
    return s


# -------------------------------------------------------------------------------------------------------- the win


def test_with_the_fifth_seal_the_team_wins_at_once():
    s = sealing(sealed=FOUR_SEALED)
    play(s, "seal")
    assert s.is_over
    assert ending(s) == "sealed"
    assert s.returns.tolist() == [1, 1, 1]
    assert s.legal_names() == []
    assert told(s)[:2] == ["won", "sealed"]


def test_four_seals_are_not_enough():
    s = sealing(sealed={0: 1, 1: 1, 2: 1})
    play(s, "seal")
    assert s.record["sealed"].tolist() == [1, 1, 1, 0, 1]
    assert not s.is_over


def test_not_while_a_great_old_one_is_in_play():
    s = sealing(sealed=FOUR_SEALED, gods={"hastur": 0}, cultists=[("lodge_acolyte", 0), ("meadow_drover", 0)])
    play(s, "seal")
    assert s.record["sealed"].tolist() == [1, 1, 1, 1, 1]
    assert not s.is_over


def test_cultists_in_play_do_not_keep_the_team_from_winning():
    s = sealing(sealed=FOUR_SEALED, cultists=THREE)
    play(s, "seal")
    assert ending(s) == "sealed"


def test_the_defeat_of_a_great_old_one_that_seals_the_fifth_wins():
    s = facing(sealed={1: 1, 2: 1, 3: 1, 4: 1})
    play(s, "fight")
    assert s.record["sealed"].tolist() == [1, 1, 1, 1, 1]
    assert ending(s) == "sealed"
    assert s.returns.tolist() == [1, 1, 1]


def test_who_goes_insane_over_the_last_seal_has_won():
    s = sealing(sealed=FOUR_SEALED, cultists=[("lodge_acolyte", 4)], insanity={0: 4})
    play(s, "seal")
    assert ending(s) == "sealed"
    assert s.returns.tolist() == [1, 1, 1]


def test_who_goes_insane_over_another_seal_has_lost():
    s = sealing(sealed={0: 1, 1: 1, 2: 1}, cultists=[("lodge_acolyte", 4)], insanity={0: 4})
    play(s, "seal")
    assert ending(s) == "insane"
    assert s.returns.tolist() == [-1, -1, -1]


# ------------------------------------------------------------------------------------------------------- the losses


@pytest.mark.parametrize("seat", range(3))
def test_with_any_investigator_insane_all_have_lost(seat):
    s = terror_ahead(terror=("lit_windows", "shared_dream"), crystals={1: 2}, insanity={seat: 4})
    play(s, "pass")
    assert ending(s) == "insane"
    assert s.returns.tolist() == [-1, -1, -1]
    assert s.legal_names() == []


def test_a_great_old_one_that_reaches_its_location():
    s = round_ahead(gods={"hastur": 2}, god_front={"hastur": 1})
    play(s, "pass")
    assert ending(s) == "great_old_one"
    assert s.returns.tolist() == [-1, -1, -1]
    assert told(s)[0] == "lost"


def test_the_threshold_holds_in_every_phase():
    many = [("lodge_astrologer", 3), ("lodge_astrologer", 3), ("meadow_midwife", 3), ("meadow_midwife", 3)]
    many += [("wharf_caulker", 4), ("wharf_caulker", 4), ("lidless_optician", 4), ("lidless_optician", 4)]
    for rest, over in ((2, False), (3, True)):
        s = terror_ahead(
            cultists=[*many, *THREE[:rest]],
            sealed={3: 1, 4: 1},
            terror=("one_too_many", "lit_windows"),
            crystals={1: 1},
        )
        chance(s, 4)
        play(s, "pass")
        assert s.is_over == over
        assert ending(s) == ("threshold" if over else None)


def test_too_much_at_once_is_lost_for_the_first_reason():
    s = round_ahead(gods={"hastur": 2, "yog_sothoth": 3}, god_front={"hastur": 1, "yog_sothoth": 1})
    play(s, "pass")
    assert ending(s) == "great_old_one"
    assert told(s).count("lost") == 1


def test_after_forty_rounds_the_game_is_called_off():
    s = round_ahead(round=39)
    play(s, "pass")
    assert not s.is_over
    s = round_ahead(round=40)
    play(s, "pass")
    assert s.is_over
    assert not s.is_truncated
    assert ending(s) is None
    assert s.returns.tolist() == [0, 0, 0]
    assert told(s)[0] == "called_off"


# --------------------------------------------------------------------------------------- the deck brings the Final Act


def running_out(deck, in_play=(), **fields):
    return round_ahead(
        cultists=list(in_play), cultist_discards=last_cultists(deck, in_play), marker=0, ward=2, **fields
    )


def test_when_the_cultist_deck_runs_out_the_final_act_begins():
    s = running_out(["lodge_almoner", "meadow_reaper"], act="endless_night")
    play(s, "pass")
    assert s.game.labels["act"][s.record["act_now"]] == "endless_night"
    assert len(gods(s)) == 1
    assert insanity(s) == [1, 1, 1]
    assert [x for _, x in cultists(s)] == [1, 3]
    assert not s.is_over


def test_with_a_card_left_it_does_not():
    s = running_out(["lodge_almoner", "meadow_reaper", "wharf_pilot"])
    play(s, "pass")
    assert s.record["cultist_count"] == 1
    assert s.record["act_now"] == -1
    assert gods(s) == {}


def test_the_discards_become_the_deck():
    s = running_out(["lodge_almoner", "meadow_reaper"])
    gone = int(s.record["cultist_discards"].sum())
    assert gone == 33
    play(s, "pass")
    assert s.record["cultist_count"] == 33
    assert s.record["cultist_discards"].sum() == 0
    assert "cultists_reshuffled" in told(s)


def test_cultists_come_of_the_new_deck_in_the_same_phase():
    s = running_out(["lodge_almoner"])
    chance(s, 0)
    play(s, "pass")
    assert gods(s) == {"azathoth": 1}
    assert [x for _, x in cultists(s)] == [1, 3]
    assert cultists(s, 1) == ["lodge_almoner"]
    assert s.record["cultist_count"] == 33


def test_the_place_of_the_final_act_is_empty_then():
    s = running_out(["lodge_almoner", "meadow_reaper"], crystals={4: 3})
    play(s, "pass")
    assert s.record["crystals"].tolist() == [0, 0, 0, 0, 0, 0]
    assert s.record["gems"][4] == 0


def test_the_second_time_it_is_only_shuffled():
    s = running_out(["lodge_almoner", "meadow_reaper"], **begun("masters_voice"))
    play(s, "pass")
    assert s.record["cultist_count"] == 33
    assert gods(s) == {}
    assert insanity(s) == [0, 0, 0]
    assert "act_began" not in told(s)


def test_the_last_cultist_is_resolved_before_the_final_act_begins():
    """As the fourth it summons Cthulhu, who maddens whom the team names; then comes the second wave."""
    s = running_out(["wharf_pilot"], in_play=THREE)
    play(s, "pass")
    assert decision(s) == (2, "victim")
    assert gods(s) == {"cthulhu": 1}
    assert s.record["act_now"] == -1
    assert s.record["cultist_count"] == 0
    play(s, "seat+0")
    assert s.record["act_now"] == 0
    assert len(gods(s)) == 2
    assert insanity(s) == [2, 2, 3]


def test_cards_that_are_discarded_from_the_deck_run_it_out_too():
    s = terror_ahead(
        terror=("lit_windows", "procession"),
        crystals={1: 1},
        cultist_discards=last_cultists(["lodge_almoner", "meadow_reaper"]),
    )
    play(s, "pass")
    assert s.record["act_now"] == 0
    assert s.record["cultist_count"] == 35


# ----------------------------------------------------------------------------------- what the Final Act asks for


def test_before_the_final_act_the_last_great_old_one_may_be_defeated():
    s = facing()
    play(s, "fight")
    assert gods(s) == {}
    assert not s.is_over


def test_after_it_the_defeat_of_the_last_one_loses_unless_all_is_sealed():
    s = facing(**begun("endless_night"))
    play(s, "fight")
    assert ending(s) == "final_act"
    assert s.returns.tolist() == [-1, -1, -1]
    s = facing(**begun("endless_night", sealed={1: 1, 2: 1, 3: 1, 4: 1}))
    play(s, "fight")
    assert ending(s) == "sealed"


def test_after_it_one_of_two_may_be_defeated():
    s = facing(gods={"yog_sothoth": 1}, cultists=THREE, **begun("endless_night"))
    play(s, "fight")
    assert not s.is_over
    assert gods(s) == {"yog_sothoth": 1}


def test_with_none_in_play_when_it_began_nothing_is_lost():
    s = round_ahead(**begun("endless_night"))
    play(s, "pass")
    assert not s.is_over


def test_all_may_be_sealed_with_none_defeated():
    s = sealing(**begun("endless_night", sealed=FOUR_SEALED))
    play(s, "seal")
    assert ending(s) == "sealed"


def test_option_last_god_its_only_that_of_the_act_counts():
    rules = {"last_god": "its"}
    s = facing(rules=rules, act_god=5, **begun("endless_night"))
    play(s, "fight")
    assert gods(s) == {}
    assert not s.is_over
    s = facing(
        "azathoth", AZATHOTH, rules, gods={"yog_sothoth": 1}, cultists=THREE, act_god=5, **begun("endless_night")
    )
    play(s, "fight")
    assert ending(s) == "final_act"
    s = facing("azathoth", AZATHOTH, rules, act_god=5, **begun("endless_night", sealed={1: 1, 2: 1, 3: 1, 4: 1}))
    play(s, "fight")
    assert ending(s) == "sealed"


def test_the_act_notes_which_one_it_brought():
    s = terror_ahead(terror_at=3, crystals={4: 4}, gods={"hastur": 1}, rules={"last_god": "its"})
    chance(s, 1)
    play(s, "pass")
    assert s.game.labels["god"][s.record["act_god"]] == "nyarlathotep"


def test_option_last_god_round_there_is_time_until_the_round_ends():
    rules = {"last_god": "round"}
    s = facing(rules=rules, trophies={0: {"shield": 1}}, **begun("endless_night"))
    play(s, "fight")
    assert decision(s) == (0, "sealing")
    play(s, "pass")
    assert ending(s) == "final_act"
    s = facing(
        rules=rules,
        trophies={0: {"shield": 1}},
        at={1: 4},
        placed={(4, "planet"): 3},
        seal_of={"planet": 1},
        **begun("endless_night", sealed={1: 1, 2: 1, 3: 1}),
    )
    play(s, "fight")
    assert decision(s) == (1, "sealing")
    play(s, "seal")
    assert ending(s) == "sealed"


def test_option_last_god_round_another_in_play_at_the_end_is_no_loss():
    s = facing(
        rules={"last_god": "round"},
        gods={"yog_sothoth": 1},
        cultists=THREE,
        hand=hands(3),
        **begun("endless_night"),
    )
    play(s, "fight")
    assert not s.is_over
    assert s.record["round"] == 3
