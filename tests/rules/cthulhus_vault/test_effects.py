"""What special attacks do: operations that cost tokens, and one effect after the other."""

import pytest

from elderzoo.envs.cthulhus_vault.tables import OPS

from .other_cards import counts, special
from .story import (
    battle,
    decision,
    dice,
    hand,
    health,
    lost,
    next_to_act,
    open_,
    picked,
    play,
    revealed,
    sure,
    tokens,
    told,
)

# ---------------------------------------------------------------------------------------- damage to the target


def test_damage_is_chosen_by_who_takes_it(fight):
    s = special(fight("damage 3"))
    assert decision(s) == (0, "lose")
    assert s.legal_names() == ["lose:investigator@face_down", "lose:cultist@face_down"]
    play(s, "lose:cultist@face_down", "lose:investigator@face_down", "lose:cultist@face_down")
    assert tokens(s, 0) == {"investigator": 4, "cultist": 3}
    assert lost(s) == {"investigator": 1, "cultist": 2}
    assert [health(s, p) for p in range(4)] == [7, 5, 5, 5]
    assert decision(s) == (2, "battle")


def test_damage_may_be_taken_from_revealed_tokens(fight):
    s = special(fight("damage 1", revealed={0: {"cultist_2": 1}}))
    play(s, "lose:cultist@face_up")
    assert revealed(s, 0) == {}
    assert lost(s) == {"cultist_2": 1}
    assert tokens(s, 0) == {"investigator": 5, "cultist": 5}


def test_damage_of_the_ancient_one_hurts_its_target_alone(fight):
    s = special(fight("damage 2", by=0, then=(1,)), target=3)
    assert decision(s) == (3, "lose")
    play(s, "lose:investigator@face_down", "lose:investigator@face_down")
    assert tokens(s, 3) == {"investigator": 1, "cultist": 2}
    assert [health(s, p) for p in range(4)] == [10, 5, 5, 3]
    assert decision(s) == (1, "battle")


def test_as_many_tokens_as_the_target_has_slay_it_without_a_question(fight):
    s = special(fight("damage 5", by=0, then=(3,)))
    assert decision(s) == (3, "battle")
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert lost(s) == {"investigator": 3, "cultist": 2}
    assert hand(s, 2) == {}
    assert s.record["discards"][s.game.labels["battle"].index("shotgun")] == 1


def test_what_is_too_much_for_the_target_is_lost(fight):
    s = special(fight("damage 9", by=0, then=(3,), tokens={2: {"cultist": 2}}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert lost(s) == {"cultist": 2}
    assert [health(s, p) for p in range(4)] == [10, 5, 0, 5]


def test_the_ancient_one_dies_of_as_many_as_it_has(fight):
    s = special(fight("damage 3", then=(), tokens={0: {"investigator": 2}}, revealed={0: {"cultist": 1}}))
    assert s.is_over
    assert s.returns.tolist() == pytest.approx([-1, 1 / 3, 1 / 3, 1 / 3])


# ----------------------------------------------------------------------------------------- damage to several


def test_damage_all_hurts_every_investigator_from_the_left_of_the_ancient_one_on(fight):
    s = special(fight("damage_all 2", by=0, then=(1,)))
    for seat in (1, 2, 3):
        assert decision(s) == (seat, "lose")
        play(s, "lose:investigator@face_down", "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 3, 3, 3]
    assert lost(s) == {"investigator": 3, "cultist": 3}
    assert decision(s) == (1, "battle")


def test_damage_all_goes_round_from_wherever_the_ancient_one_sits():
    s = next_to_act(battle(4, one=2, acts=2, hand={2: {"black_tide": 1}, 0: {"revolver": 1}}), 0)
    play(s, "seat+1", "special:black_tide")
    asked = []
    while s.pending == "lose":
        asked.append(s.seat)
        play(s, "lose:cultist@face_down")
    assert asked == [3, 0, 1]


def test_damage_all_passes_the_slain_by(fight):
    slain = {"slain": [0, 0, 1, 0, 0, 0], "tokens": {2: {}}, "order": {0: 1, 1: 1, 2: 0, 3: 1}}
    s = special(fight("damage_all 1", by=0, then=(1,), hand={2: {}}, **slain), target=3)
    assert decision(s) == (1, "lose")
    play(s, "lose:cultist@face_down")
    assert decision(s) == (3, "lose")
    play(s, "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 4, 0, 4]
    assert decision(s) == (1, "battle")


def test_damage_all_slays_some_and_asks_the_others(fight):
    s = special(fight("damage_all 2", by=0, then=(3,), tokens={1: {"cultist": 1}, 2: {"investigator": 2}}))
    assert counts(s, "slain") == [0, 1, 1, 0]
    assert decision(s) == (3, "lose")
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert tokens(s, 3) == {"investigator": 3}


def test_damage_all_may_end_the_battle(fight):
    few = {p: {"cultist": 1} for p in (1, 2, 3)}
    s = special(fight("damage_all 1", by=0, then=(), tokens=few))
    assert s.is_over
    assert s.returns.tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_damage_all_is_one_less_for_the_wary(fight):
    who = {3: "lighthouse_keeper"}
    s = special(fight("damage_all 2", by=0, then=(1,), characters=who))
    play(s, *["lose:cultist@face_down"] * 5)
    assert [health(s, p) for p in range(4)] == [10, 3, 3, 4]
    assert decision(s) == (1, "battle")
    s = special(fight("damage_all 1", by=0, then=(1,), characters=who))
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 4, 4, 5]
    assert decision(s) == (1, "battle")


def test_damage_others_spares_the_target(fight):
    s = special(fight("damage_others 2", by=0, then=(1,)))
    assert decision(s) == (1, "lose")
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert decision(s) == (3, "lose")
    play(s, "lose:investigator@face_down", "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 3, 5, 3]


def test_damage_others_still_comes_when_the_target_is_slain_before_it(fight):
    s = special(fight("damage 1", "damage_others 1", by=0, then=(1,), tokens={2: {"cultist": 1}}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 4, 0, 4]


# -------------------------------------------------------------------------------- damage with a catch


def test_torment_lets_the_attacker_choose_and_takes_face_down_tokens_blind(fight):
    s = special(fight("torment 2", revealed={0: {"investigator": 1}}))
    assert decision(s) == (1, "lose")
    assert s.legal_names() == ["lose:investigator@face_up", "lose:any@face_down"]
    picked(s, 0, "cultist")
    play(s, "lose:any@face_down")
    assert tokens(s, 0) == {"investigator": 5, "cultist": 4}
    assert decision(s) == (1, "lose")
    play(s, "lose:investigator@face_up")
    assert revealed(s, 0) == {}
    assert lost(s) == {"investigator": 1, "cultist": 1}
    assert decision(s) == (2, "battle")


def test_torment_of_the_ancient_one(fight):
    s = special(fight("torment 1", by=0, then=(1,)))
    assert decision(s) == (0, "lose")
    assert s.legal_names() == ["lose:any@face_down"]
    picked(s, 2, "investigator")
    play(s, "lose:any@face_down")
    assert tokens(s, 2) == {"investigator": 2, "cultist": 2}


@pytest.mark.parametrize(("amount", "gone"), [(2, 2), (3, 3), (9, 3)])
def test_rend_costs_a_token_for_each_revealed_one_up_to_its_amount(fight, amount, gone):
    s = special(fight(f"rend {amount}", revealed={0: {"cultist": 2, "investigator_2": 1}}))
    assert decision(s) == (0, "lose")
    play(s, *["lose:investigator@face_down"] * gone)
    assert tokens(s, 0) == {"investigator": 5 - gone, "cultist": 5}
    assert revealed(s, 0) == {"cultist": 2, "investigator_2": 1}
    assert decision(s) == (2, "battle")


def test_rend_does_nothing_where_nothing_is_revealed(fight):
    s = special(fight("rend 9"))
    assert health(s, 0) == 10
    assert decision(s) == (2, "battle")
    assert "hurt" not in told(s)


def test_rend_counts_what_the_same_attack_has_exposed(fight):
    s = special(fight("expose 2", "rend 9", by=0, then=(1,)))
    assert decision(s) == (2, "lose")
    assert sum(revealed(s, 2).values()) == 2
    play(s, s.legal_names()[0], s.legal_names()[0])
    assert health(s, 2) == 3


@pytest.mark.parametrize(("amount", "gone"), [(1, 1), (2, 2), (9, 2)])
def test_corrupt_costs_a_token_for_each_unrevealed_cultist_up_to_its_amount(fight, amount, gone):
    s = special(fight(f"corrupt {amount}", by=0, then=(1,), revealed={2: {"cultist": 3}}))
    assert decision(s) == (2, "lose")
    play(s, *["lose:investigator@face_down"] * gone)
    assert tokens(s, 2) == {"investigator": 3 - gone, "cultist": 2}
    assert revealed(s, 2) == {"cultist": 3}
    assert decision(s) == (1, "battle")


def test_corrupt_counts_tokens_and_not_their_values(fight):
    s = special(fight("corrupt 9", by=0, then=(1,), tokens={2: {"investigator": 3, "cultist_2": 1}}))
    play(s, "lose:cultist@face_down")
    assert tokens(s, 2) == {"investigator": 3}
    assert decision(s) == (1, "battle")


def test_corrupt_does_nothing_to_who_hides_no_cultist(fight):
    s = special(fight("corrupt 9", by=0, then=(1,), tokens={2: {"investigator": 3}}, revealed={2: {"cultist": 2}}))
    assert health(s, 2) == 5
    assert decision(s) == (1, "battle")


@pytest.mark.parametrize("throw", [1, 2, 3])
def test_a_gamble_fails_on_three_and_less(fight, throw):
    s = special(dice(fight("gamble 4"), throw))
    assert health(s, 0) == 10
    assert decision(s) == (2, "battle")
    assert f"player_1 throws {throw} against 4: works: no" in s.events()


@pytest.mark.parametrize("throw", [4, 5, 6])
def test_a_gamble_works_on_four_and_more(fight, throw):
    s = special(dice(fight("gamble 4"), throw))
    assert f"player_1 throws {throw} against 4: works: yes" in s.events()
    assert decision(s) == (0, "lose")
    play(s, *["lose:cultist@face_down"] * 4)
    assert tokens(s, 0) == {"investigator": 5, "cultist": 1}


def test_the_ancient_one_gambles_on_its_target(fight):
    s = special(dice(fight("gamble 1", by=0, then=(1,)), 4), target=1)
    assert decision(s) == (1, "lose")
    play(s, "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 4, 5, 5]


# --------------------------------------------------------------------------------------- devour and drain


def test_who_is_devoured_is_gone_with_all_its_tokens(fight):
    s = special(fight("devour 0", by=0, then=(1,), revealed={2: {"cultist_2": 2}}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert lost(s) == {"investigator": 3, "cultist": 2, "cultist_2": 2}
    assert [health(s, p) for p in range(4)] == [10, 5, 0, 5]
    assert hand(s, 2) == {}
    assert decision(s) == (1, "battle")
    assert "player_0 devours player_2 with 7 tokens" in s.events()


def test_guard_is_no_help_against_being_devoured(fight):
    s = special(fight("devour 0", by=0, then=(1,), guard={2: 9}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert counts(s, "guard") == [0, 0, 0, 0]


def test_devouring_the_last_investigator_wins(fight):
    out = {"slain": [0, 1, 0, 1, 0, 0], "tokens": {1: {}, 3: {}}, "order": {0: 1, 1: 0, 2: 1, 3: 0}}
    s = special(fight("devour 0", by=0, then=(), hand={1: {}, 3: {}}, **out))
    assert s.is_over
    assert s.returns.tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_the_steadfast_only_loses_tokens_when_devoured(fight):
    s = special(fight("devour 0", by=0, then=(1,), characters={2: "retired_wrestler"}))
    assert decision(s) == (2, "lose")
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert tokens(s, 2) == {"investigator": 3}
    assert counts(s, "slain") == [0, 0, 0, 0]
    assert decision(s) == (1, "battle")


def test_the_steadfast_may_die_of_it_and_may_be_guarded(fight):
    wrestler = {"characters": {2: "retired_wrestler"}}
    s = special(fight("devour 0", by=0, then=(1,), tokens={2: {"cultist": 2}}, **wrestler))
    assert counts(s, "slain") == [0, 0, 1, 0]
    s = special(fight("devour 0", by=0, then=(1,), guard={2: 2}, **wrestler))
    assert health(s, 2) == 5
    assert counts(s, "guard") == [0, 0, 0, 0]


def test_drained_tokens_go_face_down_to_the_ancient_one_for_all_to_see(fight):
    s = picked(fight("drain 2", by=0, then=(1,), hidden={"cultist": 1}), 2, "cultist", "investigator")
    special(s)
    assert tokens(s, 2) == {"investigator": 2, "cultist": 1}
    assert tokens(s, 0) == {"investigator": 6, "cultist": 6}
    assert open_(s, 0) == {"investigator": 6, "cultist": 5}
    assert sure(s, 3, 0) == {"investigator": 6, "cultist": 5}
    assert sure(s, 0, 0) == {"investigator": 6, "cultist": 6}
    assert open_(s, 2) == {"investigator": 2, "cultist": 1}
    assert lost(s) == {}
    assert decision(s) == (1, "battle")


def test_revealed_tokens_are_drained_too_and_turned_down(fight):
    s = fight("drain 1", by=0, then=(1,), tokens={2: {"investigator": 2}}, revealed={2: {"cultist": 1}})
    s.force(("events", 2))  # the third of its three tokens
    special(s)
    assert revealed(s, 2) == {}
    assert tokens(s, 2) == {"investigator": 2}
    assert tokens(s, 0) == {"investigator": 5, "cultist": 6}
    assert revealed(s, 0) == {}


@pytest.mark.parametrize(("held", "got"), [(16, 2), (17, 1), (18, 0)])
def test_the_ancient_one_drains_no_more_than_up_to_its_health(fight, held, got):
    """Eighteen tokens for four players."""
    s = special(fight("drain 2", by=0, then=(1,), tokens={0: {"investigator": held}}))
    assert [health(s, 0), health(s, 2)] == [held + got, 5 - got]


def test_who_is_drained_to_the_last_token_is_slain(fight):
    s = special(fight("drain 3", by=0, then=(1,), tokens={2: {"cultist_2": 1}, 0: {"cultist": 4}}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert tokens(s, 0) == {"cultist": 4, "cultist_2": 1}


def test_who_is_drained_of_the_last_face_down_token_lives_on_by_a_revealed_one(fight):
    s = fight("drain 1", by=0, then=(1,), tokens={2: {"cultist": 1}}, revealed={2: {"investigator": 1}})
    s.force(("events", 0))  # the face-down one
    special(s)
    assert tokens(s, 2) == {}
    assert revealed(s, 2) == {"investigator": 1}
    assert counts(s, "slain") == [0, 0, 0, 0]
    assert hand(s, 2) == {"shotgun": 1}
    assert "slain" not in told(s)


# --------------------------------------------------------------------- one effect after the other


def test_effects_on_a_slain_target_are_lost_and_those_on_oneself_are_not(fight):
    s = fight(
        "damage 1", "stun 1", "recover 1", by=0, then=(1,), tokens={2: {"cultist": 1}}, revealed={0: {"cultist": 1}}
    )
    special(s)
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert counts(s, "stun") == [0, 0, 0, 0]
    assert revealed(s, 0) == {}
    assert decision(s) == (1, "battle")


@pytest.mark.parametrize("later", ["venom 2", "expose 2", "delay 1", "scatter 2", "drain 2", "torment 1", "devour 0"])
def test_nothing_more_happens_to_who_is_slain(fight, later):
    s = special(fight("damage 1", later, by=0, then=(1,), tokens={2: {"cultist": 1}}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert [counts(s, f)[2] for f in ("venom", "stun", "guard", "hand_count", "token_count")] == [0] * 5
    assert counts(s, "order") == [1, 0, 1, 1]
    assert lost(s) == {"cultist": 1}
    assert health(s, 0) == 10
    assert decision(s) == (1, "battle")


def test_stun_venom_and_guard_of_the_slain_are_gone(fight):
    s = special(fight("damage 9", by=0, then=(1,), stun={2: 2, 3: 1}, venom={2: 3, 3: 2}, guard={2: 2, 3: 1}))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert [counts(s, f) for f in ("stun", "venom", "guard")] == [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 1]]


def test_stun_and_venom_of_the_devoured_are_gone(fight):
    s = special(fight("devour 0", by=0, then=(1,), stun={2: 4}, venom={2: 9}))
    assert counts(s, "stun") == counts(s, "venom") == [0, 0, 0, 0]


def test_a_die_is_not_thrown_for_a_slain_target(fight):
    s = special(fight("damage 1", "gamble 2", by=0, then=(1,), tokens={2: {"cultist": 1}}))
    assert "die_rolled" not in told(s)


def test_the_battle_ends_before_the_next_effect(fight):
    s = special(fight("damage 2", "aid 2", "haste 1", then=(), tokens={0: {"cultist": 2}}))
    assert s.is_over
    assert counts(s, "order") == [1, 1, 1, 1]
    assert s.returns.tolist() == pytest.approx([-1, 1 / 3, 1 / 3, 1 / 3])


def test_tokens_are_chosen_before_the_next_effect(fight):
    s = special(fight("damage 1", "expose 6", tokens={0: {"cultist": 1, "investigator": 1}}))
    assert decision(s) == (0, "lose")
    assert revealed(s, 0) == {}
    play(s, "lose:cultist@face_down")
    assert revealed(s, 0) == {"investigator": 1}


def test_an_effect_on_all_may_slay_the_target_before_one_on_it(fight):
    s = special(fight("damage_all 1", "venom 2", by=0, then=(1,), tokens={2: {"cultist": 1}}))
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert counts(s, "venom") == [0, 0, 0, 0]
    assert counts(s, "slain") == [0, 0, 1, 0]


def test_every_operation_has_a_story():
    told_of = {
        *("damage", "damage_all", "damage_others", "torment", "rend", "corrupt", "gamble", "devour", "drain"),
        *("heal", "aid", "recover", "expose", "scatter", "stun", "venom", "guard", "haste", "delay"),
    }
    assert told_of == set(OPS)
