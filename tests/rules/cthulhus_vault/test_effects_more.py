"""What special attacks do: operations about tokens of the own side, cards, order cards and guard."""

import pytest

from elderzoo.envs.core.game import State

from .other_cards import counts, special
from .story import (
    battle,
    decision,
    dice,
    hand,
    health,
    next_to_act,
    open_,
    picked,
    play,
    revealed,
    sure,
    tokens,
    tokens_drawn,
)

# ------------------------------------------------------------------------------------------- getting tokens


def test_heal_draws_from_the_mystery_pool_and_only_the_healed_see_what(fight):
    before = battle().record["mystery_count"]
    s = special(tokens_drawn(fight("heal 2", characters={1: "bootlegger"}), "cultist_2", "investigator"))
    assert tokens(s, 1) == {"investigator": 4, "cultist": 2, "cultist_2": 1}
    assert open_(s, 1) == {"investigator": 3, "cultist": 2}
    assert sure(s, 0, 1) == {"investigator": 3, "cultist": 2}
    assert sure(s, 1, 1) == {"investigator": 4, "cultist": 2, "cultist_2": 1}
    assert before - s.record["mystery_count"] == 2
    assert decision(s) == (2, "battle")


@pytest.mark.parametrize(("held", "got"), [(3, 3), (5, 1), (6, 0)])
def test_heal_stops_at_the_health_of_the_investigator(fight, held, got):
    """The Curious Student has six; it may have begun with fewer."""
    s = special(fight("heal 3", tokens={1: {"investigator": held}}))
    assert health(s, 1) == held + got


def test_revealed_tokens_count_for_the_health(fight):
    s = special(fight("heal 4", tokens={1: {"investigator": 2}}, revealed={1: {"cultist": 3}}))
    assert health(s, 1) == 6
    assert revealed(s, 1) == {"cultist": 3}


@pytest.mark.parametrize(("held", "got"), [(14, 4), (16, 2), (18, 0)])
def test_the_ancient_one_heals_up_to_the_number_of_the_power_guide(fight, held, got):
    s = special(fight("heal 4", by=0, then=(1,), tokens={0: {"investigator": held}}))
    assert health(s, 0) == held + got


def test_heal_takes_what_the_mystery_pool_still_has(fight):
    """All but two of the tokens that are not dealt out have been lost."""
    gone = {"investigator": 42 - 8 - 14, "investigator_2": 8, "cultist": 42 - 8 - 9 - 2, "cultist_2": 8}
    s = fight("heal 3", tokens={1: {"investigator": 3}}, pool=[8, 8], lost=gone, order={0: 1, 1: 1, 2: 1, 3: 1})
    left = int(s.record["mystery_count"])
    s = special(s)
    assert left == 2
    assert health(s, 1) == 5
    assert s.record["mystery_count"] == 0


def test_aid_asks_for_a_living_investigator_and_it_draws(fight):
    out = {"slain": [0, 0, 0, 1, 0, 0], "tokens": {3: {}}, "order": {0: 1, 1: 1, 2: 1, 3: 0}}
    s = special(fight("aid 2", hand={3: {}}, **out))
    assert decision(s) == (1, "aid")
    assert s.legal_names() == ["seat+0", "seat+1"]
    tokens_drawn(s, "cultist", "cultist")
    play(s, "seat+1")
    assert tokens(s, 2) == {"investigator": 3, "cultist": 4}
    assert health(s, 1) == 5
    assert sure(s, 1, 2) == {"investigator": 3, "cultist": 2}
    assert decision(s) == (2, "battle")


def test_aid_may_be_for_oneself(fight):
    s = play(special(fight("aid 1")), "seat+0")
    assert [health(s, p) for p in range(4)] == [10, 6, 5, 5]


def test_aid_stops_at_the_health_of_who_is_aided(fight):
    """The Bootlegger has seven."""
    s = play(special(fight("aid 4", tokens={2: {"cultist": 6}})), "seat+1")
    assert health(s, 2) == 7


# ------------------------------------------------------------------------------------ turning tokens over


@pytest.mark.parametrize(
    ("amount", "left"), [(1, {"cultist": 1, "investigator": 1}), (3, {}), (2, {"investigator": 1}), (6, {})]
)
def test_recover_turns_revealed_tokens_down_cultists_first(fight, amount, left):
    s = special(fight(f"recover {amount}", revealed={1: {"cultist": 2, "investigator": 1}}))
    assert revealed(s, 1) == left
    assert health(s, 1) == 8
    assert open_(s, 1) == tokens(s, 1)
    assert decision(s) == (2, "battle")


def test_the_ancient_one_recovers_too(fight):
    s = special(fight("recover 2", by=0, then=(1,), revealed={0: {"cultist": 3}}))
    assert revealed(s, 0) == {"cultist": 1}
    assert tokens(s, 0) == {"investigator": 5, "cultist": 7}


def test_recovered_tokens_pay_again(fight):
    two = {1: {"steady_nerves": 1, "revolver": 1}}
    few = {"tokens": {1: {"cultist": 2}}, "revealed": {1: {"investigator": 1}}}
    s = fight("recover 1", then=(1,), hand=two, characters={1: "bootlegger"}, **few)
    assert "special:revolver" not in s.legal_names()
    special(s)
    assert decision(s) == (1, "battle")
    assert s.legal_names() == ["strike:revolver", "special:revolver"]


def test_expose_reveals_tokens_chosen_by_chance(fight):
    s = picked(fight("expose 2", by=0, then=(1,)), 2, "cultist", "investigator")
    special(s)
    assert revealed(s, 2) == {"cultist": 1, "investigator": 1}
    assert tokens(s, 2) == {"cultist": 1, "investigator": 2}
    assert open_(s, 2) == {"cultist": 1, "investigator": 2}
    assert health(s, 2) == 5
    assert decision(s) == (1, "battle")


def test_expose_shows_tokens_of_the_ancient_one_that_nobody_knew(fight):
    s = picked(fight("expose 1", hidden={"cultist": 2}), 0, "cultist")
    special(s)
    assert revealed(s, 0) == {"cultist": 1}
    assert tokens(s, 0) == {"investigator": 5, "cultist": 4}
    assert open_(s, 0) == {"investigator": 5, "cultist": 2}


def test_expose_ends_with_the_last_unrevealed_token(fight):
    s = special(fight("expose 6", tokens={0: {"cultist": 2}}, revealed={0: {"investigator": 1}}))
    assert revealed(s, 0) == {"cultist": 2, "investigator": 1}
    assert tokens(s, 0) == {}


# ------------------------------------------------------------------------------------------- cards and turns


def test_scatter_discards_battle_cards_of_the_target_chosen_by_chance(fight):
    s = fight("scatter 2", by=0, then=(), hand={2: {"revolver": 1, "barricade": 1, "fire_axe": 1}, 3: {}, 1: {}})
    held = [k for k, n in enumerate(s.record["hand"][2]) if n]
    assert [s.game.labels["battle"][k] for k in held] == ["revolver", "fire_axe", "barricade"]
    s.force(("events", 2), ("events", 0))
    next_to_act(s, 2)
    special(s)
    assert hand(s, 2) == {"fire_axe": 1}
    at = s.game.labels["battle"].index
    assert [int(s.record["discards"][at(k)]) for k in ("revolver", "barricade", "fire_axe")] == [1, 1, 0]


def test_scatter_takes_what_is_there(fight):
    s = special(fight("scatter 4", by=0, then=(1,), hand={2: {"barricade": 1}}))
    assert hand(s, 2) == {}
    assert hand(s, 1) == {"revolver": 1}


def test_scatter_costs_the_ancient_one_cards(fight):
    s = special(fight("scatter 1", hand={0: {"lashing_limbs": 2}}))
    assert hand(s, 0) == {"lashing_limbs": 1}


def test_the_next_order_card_of_who_is_stunned_does_nothing(fight):
    s = special(fight("stun 1", then=(0, 2), order={0: 2, 1: 1, 2: 1, 3: 1}))
    assert decision(s) == (2, "battle")
    assert "player_0 does nothing" in s.events()
    assert counts(s, "stun") == [0, 0, 0, 0]
    next_to_act(s, 0)
    play(s, "strike:shotgun", "lose:cultist@face_down", "lose:cultist@face_down", "lose:cultist@face_down")
    assert decision(s) == (0, "target")


def test_an_investigator_is_stunned_twice(fight):
    s = special(fight("stun 2", by=0, then=(2, 2, 1), order={0: 1, 1: 1, 2: 3, 3: 1}))
    assert decision(s) == (1, "battle")
    assert counts(s, "stun") == [0, 0, 0, 0]
    assert s.events().count("player_2 does nothing") == 2
    assert hand(s, 2) == {"shotgun": 1}


def test_stuns_add_up_to_four(fight):
    s = special(fight("stun 2", by=0, then=(1,), stun={2: 3}))
    assert counts(s, "stun") == [0, 0, 4, 0]


def test_venom_works_when_its_victim_is_next_activated(fight):
    s = special(fight("venom 2", by=0, then=(1,)))
    assert decision(s) == (1, "battle")
    assert health(s, 2) == 5
    assert counts(s, "venom") == [0, 0, 2, 0]
    next_to_act(s, 2)
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert decision(s) == (2, "lose")
    play(s, "lose:cultist@face_down", "lose:investigator@face_down")
    assert tokens(s, 2) == {"investigator": 2, "cultist": 1}
    assert counts(s, "venom") == [0, 0, 0, 0]
    assert decision(s) == (2, "battle")


def test_venom_adds_up_to_nine(fight):
    assert counts(special(fight("venom 4", by=0, then=(1,), venom={2: 3})), "venom") == [0, 0, 7, 0]
    assert counts(special(fight("venom 4", by=0, then=(1,), venom={2: 8})), "venom") == [0, 0, 9, 0]


def test_who_dies_of_venom_does_not_act(fight):
    s = special(fight("venom 5", by=0, then=(2, 3)))
    assert counts(s, "slain") == [0, 0, 1, 0]
    assert decision(s) == (3, "battle")


def test_venom_works_in_the_stunned_as_well(fight):
    s = special(fight("venom 1", "stun 1", by=0, then=(2, 1)))
    assert decision(s) == (2, "lose")
    play(s, "lose:cultist@face_down")
    assert decision(s) == (1, "battle")
    assert counts(s, "stun") == [0, 0, 0, 0]
    assert health(s, 2) == 4


def test_the_last_investigator_may_die_of_venom(fight):
    out = {"slain": [0, 1, 0, 1, 0, 0], "tokens": {1: {}, 2: {"cultist": 1}, 3: {}}}
    s = special(fight("venom 1", by=0, then=(2,), hand={1: {}, 3: {}}, order={0: 1, 1: 0, 2: 1, 3: 0}, **out))
    assert s.is_over
    assert s.returns.tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


# ------------------------------------------------------------------------------------------- guard


def test_guard_makes_the_next_attack_cost_less(fight):
    s = special(fight("guard 2", then=(0, 2)))
    assert counts(s, "guard") == [0, 2, 0, 0]
    play(s, "seat+1", "strike:lashing_limbs")
    assert health(s, 1) == 5
    assert counts(s, "guard") == [0, 0, 0, 0]
    assert "player_1 is guarded against 1" in s.events()
    assert decision(s) == (2, "battle")


def test_what_guard_does_not_cover_is_lost(fight):
    s = special(fight("damage 3", guard={0: 2}))
    assert decision(s) == (0, "lose")
    play(s, "lose:cultist@face_down")
    assert health(s, 0) == 9
    assert decision(s) == (2, "battle")


def test_guard_helps_against_what_hits_everybody(fight):
    s = special(fight("damage_all 2", by=0, then=(1,), guard={1: 1, 3: 5}))
    play(s, *["lose:cultist@face_down"] * 3)
    assert [health(s, p) for p in range(4)] == [10, 4, 3, 5]
    assert counts(s, "guard") == [0, 0, 0, 0]


def test_an_attack_that_costs_nothing_leaves_the_guard_up(fight):
    assert counts(special(fight("rend 9", guard={0: 3})), "guard") == [3, 0, 0, 0]
    assert counts(special(dice(fight("gamble 9", guard={0: 3}), 3)), "guard") == [3, 0, 0, 0]


def test_venom_uses_the_guard_up(fight):
    s = special(fight("venom 3", by=0, then=(2,), guard={2: 5}))
    assert decision(s) == (2, "battle")
    assert health(s, 2) == 5
    assert counts(s, "guard") == [0, 0, 0, 0]


def test_draining_passes_the_guard_by(fight):
    s = special(fight("drain 2", by=0, then=(1,), guard={2: 5}))
    assert health(s, 2) == 3
    assert counts(s, "guard") == [0, 0, 5, 0]


def test_the_first_effect_of_an_attack_uses_all_of_the_guard_up(fight):
    s = special(dice(fight("damage 2", "gamble 2", guard={0: 3}), 4))
    assert decision(s) == (0, "lose")
    assert counts(s, "guard") == [0, 0, 0, 0]
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert health(s, 0) == 8
    assert decision(s) == (2, "battle")


def test_the_ancient_one_guards_itself_and_guards_add_up_to_nine(fight):
    assert counts(special(fight("guard 3", by=0, then=(1,), guard={0: 2})), "guard") == [5, 0, 0, 0]
    assert counts(special(fight("guard 5", by=0, then=(1,), guard={0: 8})), "guard") == [9, 0, 0, 0]


# ------------------------------------------------------------------------------------- haste and delay


def test_haste_puts_order_cards_of_the_attacker_into_this_deck(fight):
    s = fight("haste 2", then=(), order={0: 1, 1: 0, 2: 1, 3: 1})
    s.force(("deck", 3))  # of one card of seat 0, two of seat 1, and one each of seats 2 and 3
    special(s)
    assert decision(s) == (2, "battle")
    assert counts(s, "order") == [1, 2, 0, 1]


def acting_or_in_the_deck(s: State) -> list[int]:
    return [n + (p == s.seat) for p, n in enumerate(counts(s, "order"))]


def test_haste_is_over_when_the_order_deck_is_reset(fight):
    nothing = dict.fromkeys(range(4), 0)
    s = special(fight("haste 1", then=(), order=nothing, hand={1: {"steady_nerves": 2}}))
    assert decision(s) == (1, "battle")
    assert counts(s, "order") == [0, 0, 0, 0]
    assert s.record["cycle"] == 1
    play(s, "strike:steady_nerves", "lose:cultist@face_down", "lose:cultist@face_down")
    assert s.record["cycle"] == 2
    assert acting_or_in_the_deck(s) == [3, 1, 1, 1]


def test_an_order_deck_holds_at_most_twelve_cards_of_a_seat(fight):
    s = fight("haste 2", by=0, then=(), order={0: 11, 1: 1, 2: 1, 3: 1})
    s.force(("deck", 12))  # the one of seat 1
    special(s)
    assert decision(s) == (1, "battle")
    assert counts(s, "order") == [12, 0, 1, 1]


def test_delay_takes_order_cards_of_the_target_out(fight):
    s = fight("delay 1", then=(), order={0: 3, 1: 0, 2: 1, 3: 0})
    s.force(("deck", 2))  # two of seat 0 are left, then comes that of seat 2
    special(s)
    assert decision(s) == (2, "battle")
    assert counts(s, "order") == [2, 0, 0, 0]


def test_delay_takes_no_more_order_cards_than_are_left(fight):
    s = special(fight("delay 2", then=(), order={0: 1, 1: 0, 2: 1, 3: 0}))
    assert decision(s) == (2, "battle")
    assert counts(s, "order") == [0, 0, 0, 0]


def test_the_delayed_are_back_when_the_order_deck_is_reset(fight):
    s = special(fight("delay 1", by=0, then=(), order={0: 0, 1: 1, 2: 1, 3: 0}))
    assert decision(s) == (1, "battle")
    assert counts(s, "order") == [0, 0, 0, 0]
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert s.record["cycle"] == 2
    assert acting_or_in_the_deck(s) == [3, 1, 1, 1]
