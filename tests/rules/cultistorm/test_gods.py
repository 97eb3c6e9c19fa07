"""Fights against Great Old Ones, and what their defeat brings."""

import pytest

from .fights import (
    EYE,
    PLANET,
    SHIELD,
    STAR,
    TENTACLE,
    begun_act,
    combat,
    held_up,
    needed,
    numbers,
    owed,
    takes,
    trophies,
)
from .phases import in_front
from .story import cultists_drawn, decision, ending, gods, named, play, table, told

GREAT = "great_old_one"
DIVER, ACOLYTE = "wharf_diver", "lodge_acolyte"
BEATS_DIVER = {STAR: 1, SHIELD: 1, EYE: 1}
# Hastur at place 3 (an Eye): two Stars, a Shield, a Tentacle, a Planet, and that Eye.
BEATS_HASTUR = {STAR: 2, SHIELD: 1, TENTACLE: 1, PLANET: 1, EYE: 1}
NOBODY_ELSE = {"fought": {1: 1}}


def spend(hand):
    return [f"card:{card}" for card, n in hand.items() for _ in range(n)]


def against(god="hastur", place=3, hand=None, cultists=(), **fields):
    """Seat 0 aims at a Great Old One; seat 2 is held up at place 4."""
    hand = {0: BEATS_HASTUR if hand is None else hand} | fields.pop("hands", {})
    fields = NOBODY_ELSE | {"gods": {god: place}} | fields
    return held_up(
        cultists, {0: [GREAT]} | fields.pop("aims", {}), {0: place} | fields.pop("at", {}), hand=hand, **fields
    )


# ------------------------------------------------------------------------------------------------ who may be fought


@pytest.mark.parametrize("investigator", ["dockhand", "trapper"])
def test_a_great_old_one_is_not_fought_while_a_cultist_is_there(investigator):
    names = {0: investigator, 1: "lay_preacher"}
    s = against(cultists=[(DIVER, 3)], investigators=names)
    assert s.legal_names() == ["pass"]
    s = against(cultists=[(DIVER, 2)], investigators=names)
    assert s.legal_names() == ["fight", "pass"]


def test_it_may_be_aimed_at_while_cultists_are_there():
    s = table(cultists=[(DIVER, 3)], gods={"hastur": 3}, at={0: 3})
    play(s, "target")
    assert s.legal_names() == ["slot:0", "slot:great_old_one"]


def test_only_those_at_its_location_aim_at_it():
    s = table(cultists=[(DIVER, 0)], gods={"hastur": 3})
    play(s, "target")
    assert s.legal_names() == ["slot:0"]


def test_one_investigator_may_clear_the_column_and_fight_it_in_the_same_phase():
    hand = {card: BEATS_HASTUR.get(card, 0) + BEATS_DIVER.get(card, 0) for card in BEATS_HASTUR}
    s = against(cultists=[(DIVER, 3)], hand=hand, aims={0: [GREAT, 0]})
    assert s.legal_names() == ["fight", "pass"]
    play(s, "fight")
    assert needed(s) == {"star": 1, "shield": 1, "eye": 1}  # nobody is asked which
    play(s, *spend(BEATS_DIVER))
    assert decision(s) == (0, "combat")
    assert numbers(s, "insanity") == [0, 0, 0]
    play(s, "fight", *spend(BEATS_HASTUR))
    assert gods(s) == {}
    assert numbers(s, "insanity") == [1, 0, 0]


def test_one_may_clear_the_column_for_another():
    fields = {"aims": {1: [0]}, "at": {1: 3}, "hands": {1: BEATS_DIVER}, "fought": {}}
    s = against(cultists=[(DIVER, 3)], **fields)
    assert s.legal_names() == ["wait", "pass"]
    play(s, "wait", "fight", *spend(BEATS_DIVER))
    assert decision(s) == (0, "combat")
    play(s, "fight", *spend(BEATS_HASTUR))
    assert (gods(s), owed(s), numbers(s, "insanity")) == ({}, 0, [1, 0, 0])


def test_it_may_be_fought_before_it_is_in_front_of_its_location():
    s = against()
    assert s.record["god_front"].sum() == 0
    play(s, "fight", *spend(BEATS_HASTUR))
    assert gods(s) == {}


# ---------------------------------------------------------------------------------------- the Insanity of the fight


def test_a_fight_begins_with_an_insanity():
    s = play(against(), "fight")
    assert numbers(s, "insanity") == [1, 0, 0]
    assert decision(s) == (0, "pay")


def test_it_is_suffered_by_who_fights_alone_and_once():
    s = play(against(), "fight", *spend(BEATS_HASTUR))
    assert decision(s) == (2, "combat")
    assert numbers(s, "insanity") == [1, 0, 0]


def test_it_is_suffered_also_where_the_fight_is_given_up():
    s = play(against(), "fight", "decline")
    assert numbers(s, "insanity") == [1, 0, 0]
    assert owed(s) == 1  # and it has not fought
    assert gods(s) == {"hastur": 3}
    assert named(s, "hand", 0) == BEATS_HASTUR


def test_a_fight_against_a_cultist_costs_none():
    s = play(held_up([(DIVER, 0)], hand={0: BEATS_DIVER}, **NOBODY_ELSE), "fight", *spend(BEATS_DIVER))
    assert numbers(s, "insanity") == [0, 0, 0]


def test_the_fifth_insanity_loses_the_game_before_anything_is_spent():
    s = play(against(insanity={0: 4}), "fight")
    assert (s.is_over, ending(s)) == (True, "insane")
    assert s.returns.tolist() == [-1, -1, -1]
    assert named(s, "hand", 0) == BEATS_HASTUR


def test_the_protection_marker_spares_it():
    s = play(against(protected=0), "fight")
    assert numbers(s, "insanity") == [0, 0, 0]
    assert int(s.record["protected"]) == -1


def test_option_attack_able_does_not_ask_for_an_insanity_in_vain():
    s = against(hand={STAR: 1}, rules={"attack": "able"})
    assert s.legal_names() == ["pass"]
    s = against(rules={"attack": "able"})
    play(s, "fight")
    assert "decline" not in s.legal_names()


def test_option_attack_any_an_attempt_at_a_great_old_one_counts():
    s = play(against(hand={STAR: 1}, rules={"attack": "any"}), "fight", "decline")
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 0)


# ----------------------------------------------------------------------------------------------- after the defeat


def test_its_location_is_sealed_without_a_gate_seal_and_nobody_suffers_for_it():
    s = play(against(), "fight", *spend(BEATS_HASTUR))
    assert s.record["sealed"].tolist() == [0, 0, 0, 1, 0]
    assert s.record["seal_of"].tolist() == [-1, -1, -1, -1, -1]
    assert numbers(s, "insanity") == [1, 0, 0]
    assert [kind for kind in told(s) if kind in ("god_defeated", "sealed")] == ["sealed", "god_defeated"]


def test_the_gate_seal_of_a_location_sealed_without_it_stays_where_it_is():
    s = play(against(seal_of={"eye": 1}), "fight", *spend(BEATS_HASTUR))
    assert s.record["seal_of"].tolist() == [-1, -1, -1, 1, -1]


def test_all_trophies_there_return_to_the_supply_and_no_others():
    s = against(placed={(3, "eye"): 2, (2, "tentacle"): 1}, trophies={0: {"eye": 1}})
    assert s.record["trophy_supply"].tolist() == [8, 8, 7, 5, 8]
    play(s, "fight", *spend(BEATS_HASTUR))
    assert s.record["trophy_supply"].tolist() == [8, 8, 7, 7, 8]
    assert s.record["placed"][3].tolist() == [0, 0, 0, 0, 0]
    assert s.record["placed"][2].tolist() == [0, 0, 1, 0, 0]
    assert trophies(s, 0) == {"eye": 1}


def test_nobody_gets_a_trophy_for_it():
    s = play(
        against(under={(3, DIVER): 1}, hand=BEATS_HASTUR | {TENTACLE: 2}), "fight", *spend(BEATS_HASTUR | {TENTACLE: 2})
    )
    assert gods(s) == {}
    assert [trophies(s, p) for p in range(3)] == [{}, {}, {}]
    assert s.record["trophy_supply"].tolist() == [8, 8, 8, 8, 8]


def test_the_devoured_are_discarded_and_nobody_avenges_them():
    under = {(3, "hollow_chorister"): 1, (3, DIVER): 1, (1, ACOLYTE): 1}
    s = against(under=under, hand=BEATS_HASTUR | {TENTACLE: 2}, gods={"hastur": 3, "cthulhu": 1}, cultist_box={})
    play(s, "fight", *spend(BEATS_HASTUR | {TENTACLE: 2}))
    assert named(s, "cultist_discards", vocab="cultist") == {"hollow_chorister": 1, DIVER: 1}
    assert s.record["under"][3].sum() == 0
    assert s.record["under"][1].sum() == 1
    assert numbers(s, "insanity") == [1, 0, 0]


def test_its_card_is_back_in_its_pile_and_may_return_in_the_next_round():
    crowd = [(DIVER, 1), (DIVER, 1), ("society_secretary", 1)]
    fields = {"at": {0: 3}, "hand": {0: BEATS_HASTUR}, "fought": {1: 1, 2: 1}, "god_front": {"hastur": 1}}
    s = combat(crowd, {0: [GREAT]}, gods={"hastur": 3}, marker=0, **fields)
    play(s, "fight", *spend(BEATS_HASTUR)[:-1])
    cultists_drawn(s, ACOLYTE, ACOLYTE, "society_geometer")  # the first of them is the fourth at place 1
    play(s, spend(BEATS_HASTUR)[-1])
    assert int(s.record["round"]) == 3
    assert gods(s) == {"hastur": 1}
    assert s.record["god_front"].sum() == 0
    assert numbers(s, "insanity") == [2, 1, 1]


def test_the_fight_counts_as_one():
    s = play(against(), "fight", *spend(BEATS_HASTUR))
    assert (decision(s), owed(s)) == ((2, "combat"), 0)


def test_others_who_aimed_at_it_have_no_target_left():
    s = against(aims={1: [GREAT]}, at={1: 3}, fought={})
    play(s, "fight", *spend(BEATS_HASTUR))
    assert decision(s) == (2, "combat")
    assert s.record["aims"][1].tolist() == [-1, -1]
    assert (numbers(s, "insanity"), owed(s)) == ([1, 0, 0], 1)  # there was no Cultist: only Terror


def test_markers_on_a_great_old_one_elsewhere_stay():
    s = against(gods={"hastur": 3, "cthulhu": 4}, aims={1: [GREAT]}, at={1: 4}, fought={})
    play(s, "fight", *spend(BEATS_HASTUR))
    assert gods(s) == {"cthulhu": 4}
    assert s.record["aims"][1].tolist() == [13, -1]


def test_with_the_fifth_seal_the_game_is_won_at_once():
    s = against(sealed={0: 1, 1: 1, 2: 1, 4: 1})
    play(s, "fight", *spend(BEATS_HASTUR))
    assert (s.is_over, ending(s)) == (True, "sealed")
    assert s.returns.tolist() == [1, 1, 1]


# --------------------------------------------------------------------------------------------- two at one Location


def two(hand=None, **fields):
    """Hastur and Azathoth (a Star, a Shield, a Tentacle, an Eye, two Planets) at place 3."""
    return against(gods={"hastur": 3, "azathoth": 3}, hand=hand, **fields)


def test_the_older_of_two_is_fought_and_the_other_does_not_stand_in_the_way():
    s = two()
    assert takes(s) == {"star": 2, "shield": 1, "tentacle": 1, "planet": 1, "eye": 1}
    play(s, *spend(BEATS_HASTUR))
    assert gods(s) == {"azathoth": 3}
    assert s.record["sealed"].tolist() == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(("choice", "front"), [("grace", []), ("at_once", ["azathoth"]), ("waits", [])])
def test_option_cleared_holds_for_the_younger_once_the_older_is_gone(choice, front):
    s = play(two(rules={"cleared": choice}), "fight", *spend(BEATS_HASTUR))
    assert gods(s) == {"azathoth": 3}
    assert in_front(s) == front


def test_the_trophies_stay_there_while_the_second_does():
    s = two(placed={(3, "eye"): 3})
    play(s, "fight", *spend(BEATS_HASTUR))
    assert s.record["placed"][3].tolist() == [0, 0, 0, 3, 0]


def test_the_second_is_the_one_to_be_fought_when_the_first_is_gone_and_then_the_location_is_sealed():
    s = against("azathoth", hand=BEATS_HASTUR | {STAR: 1, EYE: 2, PLANET: 2})
    assert takes(s) == {"star": 1, "shield": 1, "tentacle": 1, "eye": 2, "planet": 2}
    play(s, *spend({STAR: 1, SHIELD: 1, TENTACLE: 1, EYE: 2, PLANET: 2}))
    assert gods(s) == {}
    assert s.record["sealed"].tolist() == [0, 0, 0, 1, 0]


def test_what_the_older_has_devoured_is_discarded_with_it_and_not_the_strength_of_the_other():
    s = two(hand=BEATS_HASTUR | {TENTACLE: 2}, under={(3, DIVER): 1})
    assert takes(s)["tentacle"] == 2
    play(s, *spend(BEATS_HASTUR | {TENTACLE: 2}))
    assert named(s, "cultist_discards", vocab="cultist") == {DIVER: 1}
    assert takes(against("azathoth"))["tentacle"] == 1


def test_another_may_fight_the_younger_in_the_same_phase_and_the_winner_may_not():
    beats_azathoth = {STAR: 1, SHIELD: 1, TENTACLE: 1, EYE: 2, PLANET: 2}
    s = two(aims={1: [GREAT]}, at={1: 3}, hands={1: beats_azathoth}, fought={})
    play(s, "fight", *spend(BEATS_HASTUR))
    assert s.record["aims"][0].tolist() == [-1, -1]
    assert decision(s) == (1, "combat")
    assert takes(s) == {"star": 1, "shield": 1, "tentacle": 1, "eye": 2, "planet": 2}
    play(s, *spend(beats_azathoth))
    assert gods(s) == {}
    assert s.record["sealed"].tolist() == [0, 0, 0, 1, 0]
    assert (numbers(s, "insanity"), owed(s)) == ([1, 1, 0], 0)


# ------------------------------------------------------------------------------------------------- option last_god

ACT = begun_act("stars_come_right")
AZATHOTH = 5  # its number among the Great Old Ones


def last(rules, god="hastur", others=None, **fields):
    """Seat 0 defeats a Great Old One at place 3 after the Final Act brought Azathoth."""
    at_hand = {STAR: 2, SHIELD: 1, TENTACLE: 1, PLANET: 2, EYE: 2}
    fields = {"act_god": AZATHOTH} | ACT | fields
    s = against(god, hand=at_hand, gods={god: 3} | (others or {}), rules=rules, **fields)
    play(s, "fight")
    while not s.is_over and decision(s) == (0, "pay"):
        play(s, next(name for name in s.legal_names() if name.startswith("card:")))
    return s


@pytest.mark.parametrize("god", ["hastur", "azathoth"])
def test_after_the_final_act_the_game_is_lost_with_the_last_great_old_one(god):
    s = last({}, god)
    assert (s.is_over, ending(s)) == (True, "final_act")
    assert s.returns.tolist() == [-1, -1, -1]


def test_it_goes_on_while_another_is_in_play():
    for god, others in (("hastur", {"azathoth": 1}), ("azathoth", {"cthulhu": 1})):
        s = last({}, god, others)
        assert not s.is_over
        assert decision(s) == (2, "combat")


def test_before_the_final_act_the_last_may_be_defeated():
    s = last({}, act_god=-1, act_now=-1, gems={})
    assert not s.is_over


def test_it_is_won_where_that_was_the_fifth_seal():
    for option in ("any", "its", "round"):
        s = last({"last_god": option}, "azathoth", sealed={0: 1, 1: 1, 2: 1, 4: 1})
        assert (s.is_over, ending(s)) == (True, "sealed")


def test_four_seals_and_the_last_great_old_one_are_not_enough():
    s = last({}, sealed={0: 1, 1: 1, 2: 1})
    assert ending(s) == "final_act"


def test_option_last_god_its_only_the_one_of_the_act_counts():
    assert not last({"last_god": "its"}, "hastur").is_over
    assert not last({"last_god": "its"}, "hastur", {"azathoth": 1}).is_over
    s = last({"last_god": "its"}, "azathoth", {"cthulhu": 1})
    assert (s.is_over, ending(s)) == (True, "final_act")


def test_option_last_god_round_is_seen_to_when_the_round_ends():
    s = last({"last_god": "round"}, trophies={1: {"star": 1}})
    assert not s.is_over
    play(s, "pass")
    assert (s.phase, s.is_over) == ("sealing", False)
    play(s, "pass")
    assert (s.is_over, ending(s)) == (True, "final_act")


def test_option_last_god_round_a_seal_in_between_may_still_win():
    s = last(
        {"last_god": "round"},
        sealed={1: 1, 2: 1, 4: 1},
        placed={(0, "star"): 3},
        seal_of={"star": 1},
    )
    play(s, "pass")
    assert decision(s) == (1, "sealing")
    play(s, "seal")
    assert (s.is_over, ending(s)) == (True, "sealed")


def test_option_last_god_round_nothing_is_lost_where_one_is_in_play_or_none_was_defeated():
    s = last({"last_god": "round"}, others={"cthulhu": 1})
    play(s, "pass")
    assert not s.is_over
    s = combat([], {}, fought={0: 1, 1: 1, 2: 1}, act_god=AZATHOTH, rules={"last_god": "round"}, **ACT)
    assert not s.is_over
    assert int(s.record["round"]) == 3


def test_the_last_one_in_play_is_what_counts_unless_told_otherwise():
    assert against().game.options["last_god"] == "any"
