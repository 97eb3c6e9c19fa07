"""Barrier Spell, Cannibalistic Endeavor, Grim Banner, Ghoul."""

import pytest

from .story import (
    A,
    C,
    N,
    Y,
    actions_left,
    circle,
    graveyard,
    group,
    hand,
    known,
    play,
    plays,
    pool,
    seals,
    size,
    table,
)

ATTACKS = {
    "artefact_of_old": 1,
    "convert_cultist": 1,
    "masters_call": 1,
    "cannibalistic_endeavor": 1,
    "steal_elder_sign": 1,
    "master_of_horror": 1,
    "star_spawn": 1,
    "whispers_of_the_void": 1,
}


def rich_opponent(shield, rules=None):
    """Seat 1 is worth each attack of seat 0."""
    return table(
        hand={0: ATTACKS, 1: {"grimoire": 2}},
        pool={1: group(A, 1) | group(C, 2)},
        sign={1: {"north": 1}},
        complete={1: {"east": 1}},
        circle={1: circle(C, "east")},
        shield={1: shield},
        rules=rules,
    )


def test_without_a_barrier_every_attack_has_a_target():
    assert plays(rich_opponent(0)) == set(ATTACKS)


@pytest.mark.parametrize("card", sorted(set(ATTACKS) - {"master_of_horror"}))
def test_a_card_that_is_aimed_says_which_it_is_and_asks_once(card):
    s = play(rich_opponent(0), f"play:{card}")
    assert s.record["stack"][0, 1:].tolist() == [0, s.game.labels["kind"].index(card), 1]
    assert s.record["depth"] == 2


def test_a_barrier_keeps_every_attack_away():
    assert not plays(rich_opponent(1))


def test_a_barrier_lies_in_the_pool_until_the_next_own_turn_begins():
    s = play(table((A, C, N), hand={0: {"barrier_spell": 1}}), "play:barrier_spell")
    assert s.record["shield"].tolist() == [1, 0, 0, 0]
    assert not graveyard(s)
    play(s, "pass", "pass", "pass", "pass")
    assert s.record["shield"][0] == 1
    assert s.seat == 2
    play(s, "pass", "pass")
    assert s.seat == 0
    assert s.record["shield"][0] == 0
    assert graveyard(s) == {"barrier_spell": 1}


def test_two_barriers_add_nothing_and_leave_together():
    s = play(table(hand={0: {"barrier_spell": 2}}), "play:barrier_spell", "play:barrier_spell")
    assert s.record["shield"][0] == 2
    play(s, "pass", "pass")
    assert s.record["shield"][0] == 0
    assert graveyard(s) == {"barrier_spell": 2}


def test_a_barrier_does_not_stop_its_owners_cards():
    s = table(hand={0: {"barrier_spell": 1, "grim_banner": 1}}, turn=0)
    play(s, "play:barrier_spell", "play:grim_banner")
    assert s.seat == 1
    assert size(s, 0) == 5


def test_the_own_master_of_horror_goes_through_the_own_barrier():
    s = table(hand={0: {"barrier_spell": 1, "master_of_horror": 1}}, sign={0: {"north": 1}, 1: {"north": 1}})
    play(s, "play:barrier_spell", "play:master_of_horror")
    assert graveyard(s) == {"master_of_horror": 1, "elder_sign": 2}


def test_only_the_shielded_player_is_out_of_reach():
    s = table((A, C, N), hand={0: {"convert_cultist": 1}}, pool={1: group(C, 1), 2: group(C, 1)}, shield={1: 1})
    assert play(s, "play:convert_cultist").legal_names() == ["group:cthulhu>seat+2"]


def test_horror_skips_the_shielded():
    s = table((A, C, N), hand={0: {"master_of_horror": 1}}, sign={1: {"north": 1}, 2: {"north": 1}}, shield={1: 1})
    play(s, "play:master_of_horror")
    assert seals(s, 1)[0] == "sign"
    assert seals(s, 2)[0] == ""


def test_a_barrier_stops_cthulhus_conversion():
    s = table((C, A), hand={0: {"elder_sign": 1}}, pool={1: group(A, 2)}, shield={1: 1})
    assert play(s, "play:elder_sign").pending == "main"


def test_barrier_scope_targeted_lets_effects_on_everybody_through():
    s = rich_opponent(1, rules={"barrier_scope": "targeted"})
    assert plays(s) == {"master_of_horror"}
    assert seals(play(s, "play:master_of_horror"), 1) == ["", "circle", "", ""]


def test_barrier_scope_cards_lets_god_powers_through():
    rules = {"barrier_scope": "cards"}
    assert not plays(rich_opponent(1, rules=rules))
    s = table((C, A), hand={0: {"elder_sign": 1}}, pool={1: group(A, 2)}, shield={1: 1}, rules=rules)
    play(s, "play:elder_sign", "group:azathoth>seat+1")
    assert pool(s, 1) == group(C, 2, native=A)


# -------------------------------------------------------------------------------- Cannibalistic Endeavor


@pytest.mark.parametrize(("index", "lost"), [(0, "elder_sign"), (1, "grimoire"), (2, "grimoire")])
def test_endeavor_discards_a_random_card_of_a_chosen_opponent(index, lost):
    hands = {0: {"cannibalistic_endeavor": 1}, 1: {"elder_sign": 1, "grimoire": 2}, 2: {"ghoul": 1}}
    s = table((A, C, N), hand=hands)
    play(s, "play:cannibalistic_endeavor")
    assert s.legal_names() == ["seat+1", "seat+2"]
    play(s.force(("events", index)), "seat+1")
    assert graveyard(s) == {"cannibalistic_endeavor": 1, lost: 1}
    assert size(s, 1) == 2
    assert hand(s, 2) == {"ghoul": 1}
    assert actions_left(s) == 1


def test_endeavor_is_not_made_up_for_before_the_victims_own_turn_ends():
    s = table(hand={0: {"cannibalistic_endeavor": 1}, 1: {"grimoire": 5}})
    play(s, "play:cannibalistic_endeavor", "seat+1", "pass")
    assert s.seat == 1
    assert size(s, 1) == 4
    assert size(play(s, "pass", "pass"), 1) == 5


def test_endeavor_needs_an_opponent_with_cards():
    assert not plays(table(hand={0: {"cannibalistic_endeavor": 1}}))


# ------------------------------------------------------------------------------------------ Grim Banner


def test_banner_draws_two_whatever_the_hand_size():
    s = table(hand={0: {"grim_banner": 2, "grimoire": 6}})
    play(s, "play:grim_banner")
    assert size(s, 0) == 9
    assert graveyard(s) == {"grim_banner": 1}
    play(s, "pass")
    assert size(s, 0) == 9


# ------------------------------------------------------------------------------------------------ Ghoul


def test_ghoul_takes_two_other_cards_of_choice_into_the_hand():
    s = table(hand={0: {"ghoul": 1, "grimoire": 5}}, graveyard={"elder_sign": 2, "cultist_of_azathoth": 1})
    play(s, "play:ghoul")
    assert s.legal_names() == ["take:cultist_of_azathoth", "take:elder_sign"]
    play(s, "take:elder_sign", "take:elder_sign")
    assert hand(s, 0) == {"grimoire": 5, "elder_sign": 2}
    assert graveyard(s) == {"ghoul": 1, "cultist_of_azathoth": 1}
    assert actions_left(s) == 1
    assert known(s, 0) == {"elder_sign": 2}


def test_ghoul_takes_what_there_is():
    s = play(table(hand={0: {"ghoul": 1}}, graveyard={"grimoire": 1}), "play:ghoul", "take:grimoire")
    assert s.pending == "main"
    assert hand(s, 0) == {"grimoire": 1}


def test_ghoul_needs_another_card_and_cannot_take_itself():
    assert not plays(table(hand={0: {"ghoul": 1}}))
    s = play(table(hand={0: {"ghoul": 1}}, rules={"dump": True}), "play:ghoul")
    assert graveyard(s) == {"ghoul": 1}
    assert s.pending == "main"


def test_a_ghoul_taken_by_another_way_stays_a_card_like_any_other():
    """Nyarlathotep raises cultists only."""
    s = table((N, Y), hand={0: {"elder_sign": 1}}, graveyard={"ghoul": 1})
    assert play(s, "play:elder_sign").pending == "main"
