"""A turn of the battle: whom it hits, what may be played, what it costs, which tokens are lost, what is drawn."""

import pytest

from elderzoo.envs.core.errors import IllegalAction
from elderzoo.envs.core.game import Game
from elderzoo.envs.cthulhus_vault import SPEC

from . import story
from .story import (
    battle,
    card,
    cards_drawn,
    decision,
    hand,
    health,
    lost,
    next_to_act,
    picked,
    play,
    revealed,
    tokens,
    told,
)

STILL = {"battle_hand": "reset"}  # nothing is drawn between two order cards


def fight(players=4, one=0, acts=0, rules=None, **fields):
    return battle(players, one, acts, rules=STILL | (rules or {}), **fields)


def plays(s):
    """Legal battle actions without order."""
    return set(s.legal_names())


def discards(s):
    labels = s.game.labels["battle"]
    return {labels[k]: int(n) for k, n in enumerate(s.record["discards"]) if n}


# ------------------------------------------------------------------------------------------------------- targets


def test_the_ancient_one_names_its_target_before_its_card():
    s = fight(one=1, acts=1, hand={1: {"black_tide": 1, "peeled_mask": 1}})
    assert decision(s) == (1, "target")
    assert s.legal_names() == ["seat+1", "seat+2", "seat+3"]
    play(s, "seat+2")
    assert decision(s) == (1, "battle")
    assert s.record["target"] == 3
    assert told(s)[0] == "aimed"
    assert plays(s) == {"strike:black_tide", "special:black_tide", "strike:peeled_mask", "special:peeled_mask"}


def test_only_living_investigators_can_be_its_target():
    s = fight(5, one=1, acts=1, slain={3: 1}, tokens={3: {}}, hand={1: {"black_tide": 1}})
    assert s.legal_names() == ["seat+1", "seat+3", "seat+4"]
    for name in ("seat+2", "seat+0"):  # the slain one, and itself
        with pytest.raises(IllegalAction):
            s.step(name)


def test_its_attack_hits_the_target_alone():
    s = fight(hand={0: {"peeled_mask": 1}})
    play(s, "seat+2", "strike:peeled_mask")
    assert decision(s) == (2, "lose")
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert [health(s, p) for p in range(4)] == [10, 5, 3, 5]


def test_investigators_name_nobody_and_hit_the_ancient_one():
    s = fight(one=2, acts=0, hand={0: {"revolver": 1}, 1: {"shotgun": 1}})
    assert decision(s) == (0, "battle")
    play(s, "strike:revolver")
    assert decision(s) == (2, "lose")
    play(s, "lose:investigator@face_down")
    assert [health(s, p) for p in range(4)] == [5, 5, 9, 5]


# ------------------------------------------------------------------------------------------------- the free half


@pytest.mark.parametrize(("name", "left"), [("revolver", 9), ("shotgun", 8), ("fire_axe", 8)])
def test_the_basic_attack_costs_as_many_tokens_as_its_card_says(name, left):
    s = fight(acts=1, hand={1: {name: 1}})
    play(s, f"strike:{name}", *["lose:cultist@face_down"] * (10 - left))
    assert health(s, 0) == left


def test_the_basic_attack_is_free():
    s = fight(acts=1, hand={1: {"silver_dagger": 1}})
    play(s, "strike:silver_dagger")
    assert revealed(s, 1) == {}
    assert tokens(s, 1) == {"investigator": 3, "cultist": 2}


def test_the_basic_attack_needs_no_unrevealed_token():
    s = fight(acts=1, tokens={1: {}}, revealed={1: {"investigator": 1}}, hand={1: {"revolver": 1}})
    assert plays(s) == {"strike:revolver"}


def test_the_base_attack_of_the_ancient_one_is_free_as_well():
    s = fight(hand={0: {"into_the_maw": 1}}, tokens={0: {}}, revealed={0: {"investigator": 2, "cultist": 2}})
    play(s, "seat+1")
    assert plays(s) == {"strike:into_the_maw"}
    play(s, "strike:into_the_maw")
    assert decision(s) == (1, "lose")
    assert revealed(s, 0) == {"investigator": 2, "cultist": 2}


# ---------------------------------------------------------------------------------------------- the special half


def test_a_special_attack_reveals_its_cost():
    s = fight(acts=3, hand={3: {"silver_dagger": 1}})
    play(s, "special:silver_dagger")
    assert revealed(s, 3) == {"investigator": 2}
    assert tokens(s, 3) == {"investigator": 1, "cultist": 2}


def test_what_is_revealed_still_counts_as_health():
    s = fight(acts=3, hand={3: {"silver_dagger": 1}})
    play(s, "special:silver_dagger")
    assert health(s, 3) == 5
    s = fight(tokens={2: {"cultist": 1}}, revealed={2: {"investigator": 2}}, hand={0: {"peeled_mask": 1}})
    play(s, "seat+2", "strike:peeled_mask")
    assert decision(s) == (2, "lose")  # three tokens, of which two go
    play(s, "lose:investigator@face_up", "lose:cultist@face_down")
    assert health(s, 2) == 1
    assert s.record["slain"][2] == 0


@pytest.mark.parametrize(("investigators", "may"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_special_attack_needs_as_many_unrevealed_tokens_as_it_costs(investigators, may):
    s = fight(acts=3, tokens={3: {"investigator": investigators, "cultist": 4}}, hand={3: {"silver_dagger": 1}})
    assert ("special:silver_dagger" in plays(s)) is may
    assert "strike:silver_dagger" in plays(s)


def test_revealed_tokens_cannot_pay_again():
    s = fight(
        acts=3, tokens={3: {"investigator": 1}}, revealed={3: {"investigator": 4}}, hand={3: {"silver_dagger": 1}}
    )
    assert plays(s) == {"strike:silver_dagger"}


def test_two_turns_pay_with_different_tokens():
    s = fight(acts=3, order={3: 2}, tokens={3: {"investigator": 2}}, hand={3: {"revolver": 3}})
    for n in (1, 2):
        play(s, "special:revolver", *["lose:cultist@face_down"] * 2)
        assert revealed(s, 3) == {"investigator": n}
        assert decision(s) == (3, "battle")
    assert plays(s) == {"strike:revolver"}


def test_a_cost_is_a_number_of_tokens_whatever_their_value():
    s = fight(acts=3, tokens={3: {"investigator_2": 1, "cultist": 2}}, hand={3: {"silver_dagger": 1, "revolver": 1}})
    assert plays(s) == {"strike:silver_dagger", "strike:revolver", "special:revolver"}
    play(s, "special:revolver")
    assert revealed(s, 3) == {"investigator_2": 1}


def test_values_do_not_count_as_damage_or_health():
    s = fight(tokens={1: {"cultist_2": 3}}, hand={0: {"peeled_mask": 1}})
    play(s, "seat+1", "strike:peeled_mask", "lose:cultist@face_down", "lose:cultist@face_down")
    assert tokens(s, 1) == {"cultist_2": 1}
    assert lost(s) == {"cultist_2": 2}


def test_investigator_tokens_do_not_pay_for_the_ancient_one():
    s = fight(tokens={0: {"investigator": 9, "cultist": 1}}, hand={0: {"howling_dark": 1, "peeled_mask": 1}})
    play(s, "seat+1")
    assert plays(s) == {"strike:howling_dark", "strike:peeled_mask", "special:peeled_mask"}
    play(s, "special:peeled_mask")
    assert revealed(s, 0) == {"cultist": 1}
    assert health(s, 0) == 10


def test_a_special_attack_is_for_the_ancient_one_it_names():
    held = {0: {"into_the_maw": 1, "thousand_fangs": 1}}
    s = fight(ancient="cthulhu", hand=held)
    play(s, "seat+1")
    assert plays(s) == {"strike:into_the_maw", "special:into_the_maw", "strike:thousand_fangs"}
    s = fight(ancient="yig", hand=held)
    play(s, "seat+1")
    assert plays(s) == {"strike:into_the_maw", "strike:thousand_fangs", "special:thousand_fangs"}


@pytest.mark.parametrize("ancient", ["cthulhu", "yig", "keltwald_spirit"])
def test_special_attacks_that_name_nobody_are_for_all(ancient):
    s = fight(ancient=ancient, hand={0: {"black_tide": 1}})
    play(s, "seat+1")
    assert plays(s) == {"strike:black_tide", "special:black_tide"}


# -------------------------------------------------------------------------------------------------- Incantations


def test_incantations_are_for_whoever_may_use_them():
    held = {"burning_sign": 1, "revolver": 1}
    many = {"cultist": 5, "investigator": 1}
    s = fight(
        acts=3, characters={3: "occultist", 2: "bootlegger", 1: "country_doctor"}, tokens={3: many}, hand={3: held}
    )
    assert plays(s) == {"special:burning_sign", "strike:revolver", "special:revolver"}
    play(s, "special:burning_sign")
    assert revealed(s, 3) == {"cultist": 2}
    s = fight(acts=1, characters={1: "country_doctor"}, tokens={1: many}, hand={1: held})
    assert plays(s) == {"strike:revolver", "special:revolver"}


def test_whoever_may_use_incantations_still_reveals_their_cost():
    s = fight(
        acts=3,
        characters={3: "occultist", 2: "bootlegger"},
        tokens={3: {"cultist": 1, "investigator": 5}},
        hand={3: {"burning_sign": 1, "mending_chant": 1}},
    )
    assert plays(s) == {"special:mending_chant"}


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("occultist", {"strike:burning_sign", "special:burning_sign", "strike:revolver"}),
        ("bootlegger", {"strike:revolver"}),
    ],
)
def test_an_incantation_with_a_basic_attack_is_still_only_for_whoever_may(tmp_path, monkeypatch, name, legal):
    text = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(text.replace('name = "Burning Sign"\n', 'name = "Burning Sign"\nbase = 1\n'), encoding="utf-8")
    g = Game(SPEC, 4, content=path, auto_single=False)
    monkeypatch.setattr(story, "game", lambda players, **rules: g)
    who = {1: "curious_student", 2: "lighthouse_keeper", 3: name}
    held = {3: {"burning_sign": 1, "revolver": 1}}
    s = fight(acts=3, characters=who, tokens={3: {"cultist": 5}}, hand=held)
    assert plays(s) == legal


# ---------------------------------------------------------------------------------------------- nothing playable


def test_who_can_play_nothing_discards_a_card_and_draws_one():
    s = fight(acts=1, hand={1: {"burning_sign": 1, "mending_chant": 1}, 3: {"revolver": 1}})
    assert decision(s) == (1, "discard")
    assert plays(s) == {"drop:burning_sign", "drop:mending_chant"}
    cards_drawn(s, 1, "fire_axe")
    next_to_act(s, 3)
    play(s, "drop:burning_sign")
    assert hand(s, 1) == {"mending_chant": 1, "fire_axe": 1}
    assert discards(s) == {"burning_sign": 1}
    assert decision(s) == (3, "battle")  # the card drawn is not played at once
    assert [health(s, p) for p in range(4)] == [10, 5, 5, 5]


@pytest.mark.parametrize("filled", ["play", "empty"])
def test_the_card_for_a_discarded_one_is_drawn_however_hands_are_filled(filled):
    full = {"burning_sign": 1, "mending_chant": 1, "circle_of_salt": 1}
    s = fight(acts=2, rules={"battle_hand": filled}, characters={2: "bootlegger"}, hand={2: full, 3: {"revolver": 1}})
    next_to_act(cards_drawn(s, 1, "fire_axe"), 3)
    play(s, "drop:circle_of_salt")
    assert hand(s, 2) == {"burning_sign": 1, "mending_chant": 1, "fire_axe": 1}
    assert decision(s) == (3, "battle")


def test_nobody_discards_who_can_play_something():
    s = fight(acts=1, hand={1: {"burning_sign": 1, "revolver": 1}})
    assert plays(s) == {"strike:revolver", "special:revolver"}


# -------------------------------------------------------------------------------------------- which tokens are lost


def test_the_target_chooses_which_tokens_it_loses():
    s = fight(
        tokens={2: {"investigator": 1, "cultist": 2}},
        revealed={2: {"cultist": 1, "investigator": 1}},
        hand={0: {"into_the_maw": 1}},
    )
    play(s, "seat+2", "strike:into_the_maw")
    assert decision(s) == (2, "lose")
    assert s.legal_names() == [
        "lose:investigator@face_down",
        "lose:investigator@face_up",
        "lose:cultist@face_down",
        "lose:cultist@face_up",
    ]
    play(s, "lose:investigator@face_down")
    assert decision(s) == (2, "lose")
    assert s.legal_names() == ["lose:investigator@face_up", "lose:cultist@face_down", "lose:cultist@face_up"]
    play(s, "lose:cultist@face_up")
    assert tokens(s, 2) == {"cultist": 2}
    assert revealed(s, 2) == {"investigator": 1}
    assert decision(s)[1] != "lose"


def test_the_ancient_one_chooses_which_tokens_it_loses():
    s = fight(acts=1, hand={1: {"shotgun": 1}})
    play(s, "strike:shotgun")
    assert decision(s) == (0, "lose")
    play(s, "lose:investigator@face_down", "lose:cultist@face_down")
    assert tokens(s, 0) == {"investigator": 4, "cultist": 4}


def test_lost_tokens_are_out_of_the_game():
    s = fight(acts=1, hand={1: {"shotgun": 1}})
    before = s.record["mystery"].tolist()
    play(s, "strike:shotgun", "lose:investigator@face_down", "lose:cultist@face_down")
    assert lost(s) == {"investigator": 1, "cultist": 1}
    assert s.record["mystery"].tolist() == before
    assert s.record["pool"].tolist() == [8, 8]


ATTACKER = {"damage_choice": "attacker"}


def test_option_attacker_lets_the_ancient_one_choose_blindly_among_face_down_tokens():
    s = fight(
        rules=ATTACKER,
        tokens={2: {"investigator": 1, "cultist": 2}},
        revealed={2: {"cultist": 1}},
        hand={0: {"into_the_maw": 1}},
    )
    play(s, "seat+2", "strike:into_the_maw")
    assert decision(s) == (0, "lose")
    assert s.legal_names() == ["lose:cultist@face_up", "lose:any@face_down"]
    picked(s, 2, "investigator")
    play(s, "lose:any@face_down")
    assert tokens(s, 2) == {"cultist": 2}
    assert decision(s) == (0, "lose")
    play(s, "lose:cultist@face_up")
    assert tokens(s, 2) == {"cultist": 2}
    assert revealed(s, 2) == {}


def test_option_attacker_lets_investigators_choose_for_the_ancient_one():
    s = fight(acts=3, rules=ATTACKER, revealed={0: {"investigator": 1}}, hand={3: {"revolver": 1}})
    play(s, "strike:revolver")
    assert decision(s) == (3, "lose")
    assert s.legal_names() == ["lose:investigator@face_up", "lose:any@face_down"]
    picked(s, 0, "cultist")
    play(s, "lose:any@face_down")
    assert tokens(s, 0) == {"investigator": 5, "cultist": 4}


def test_option_revealed_first_asks_nobody_and_goes_on_by_chance():
    s = fight(
        rules={"damage_choice": "revealed_first"},
        tokens={2: {"investigator": 2, "cultist": 2}},
        revealed={2: {"cultist": 1}},
        hand={0: {"into_the_maw": 1}, 3: {"revolver": 1}},
    )
    next_to_act(picked(s, 2, "investigator"), 3)
    play(s, "seat+2", "strike:into_the_maw")
    assert decision(s) == (3, "battle")
    assert revealed(s, 2) == {}
    assert tokens(s, 2) == {"investigator": 1, "cultist": 2}


@pytest.mark.parametrize("choice", ["target", "attacker", "revealed_first"])
def test_more_damage_than_tokens_is_lost_and_nobody_chooses(choice):
    held = {0: {"into_the_maw": 1}, 3: {"revolver": 1}}
    s = fight(rules={"damage_choice": choice}, tokens={2: {"cultist": 1}}, hand=held)
    next_to_act(s, 3)
    play(s, "seat+2", "strike:into_the_maw")
    assert s.record["slain"][:4].tolist() == [0, 0, 1, 0]
    assert [health(s, p) for p in range(4)] == [10, 5, 0, 5]
    assert lost(s) == {"cultist": 1}
    assert decision(s) == (3, "battle")


def test_each_investigator_that_is_hit_chooses_its_own_losses():
    s = fight(hand={0: {"black_tide": 1}}, characters={3: "bootlegger", 2: "occultist"})
    play(s, "seat+2", "special:black_tide")
    assert decision(s) == (1, "lose")
    play(s, "lose:cultist@face_down")
    assert decision(s) == (2, "lose")
    play(s, "lose:investigator@face_down")
    assert decision(s) == (3, "lose")
    play(s, "lose:cultist@face_down")
    assert [tokens(s, p) for p in (1, 2, 3)] == [
        {"investigator": 3, "cultist": 1},
        {"investigator": 2, "cultist": 2},
        {"investigator": 3, "cultist": 1},
    ]


# ---------------------------------------------------------------------------------------------------- battle hands


def test_a_card_played_goes_to_the_discards_for_all_to_see():
    s = fight(hand={0: {"black_tide": 2, "peeled_mask": 1}})
    play(s, "seat+1", "strike:black_tide")
    assert discards(s) == {"black_tide": 1}
    assert hand(s, 0) == {"black_tide": 1, "peeled_mask": 1}
    assert s.view(3).to_json()["fields"]["discards"][card(s.game, "battle", "black_tide")] == 1


def test_option_play_fills_a_short_hand_after_a_discard_too():
    """The Bootlegger holds three cards; the one discarded was its last."""
    s = battle(acts=2, hand={2: {"burning_sign": 1}})
    next_to_act(s, 3)
    play(s, "drop:burning_sign")
    assert s.record["hand_count"][2] == 3


def test_option_play_draws_up_to_the_hand_size_after_a_card():
    held = {"revolver": 1, "shotgun": 1, "fire_axe": 1}
    s = fight(acts=2, characters={2: "safecracker"}, rules={"battle_hand": "play"}, hand={1: {"barricade": 1}, 2: held})
    cards_drawn(s, 1, "dynamite")
    play(s, "strike:fire_axe", "lose:cultist@face_down")
    assert hand(s, 2) == {"revolver": 1, "shotgun": 1}  # once the damage is settled
    play(s, "lose:cultist@face_down")
    assert hand(s, 2) == {"revolver": 1, "shotgun": 1, "dynamite": 1}
    assert hand(s, 1) == {"barricade": 1}


def test_option_play_keeps_the_ancient_one_at_five_cards():
    held = {"black_tide": 2, "peeled_mask": 2, "writhing_wall": 1}
    s = fight(rules={"battle_hand": "play"}, hand={0: held})
    cards_drawn(s, 0, "polar_gale")
    play(s, "seat+1", "strike:writhing_wall", "lose:cultist@face_down")
    assert hand(s, 0) == {"black_tide": 2, "peeled_mask": 2, "polar_gale": 1}


def test_option_play_lets_an_empty_hand_draw_when_its_order_card_comes():
    """A hand that others have emptied is not out of the battle for good."""
    held = {0: {"black_tide": 2, "peeled_mask": 2, "writhing_wall": 1}}
    s = fight(rules={"battle_hand": "play"}, order={2: 1}, characters={2: "safecracker"}, hand=held)
    cards_drawn(cards_drawn(s, 0, "polar_gale").force(("deck", 0)), 1, "revolver", "shotgun", "dynamite")
    play(s, "seat+1", "strike:writhing_wall", "lose:cultist@face_down")
    assert decision(s) == (2, "battle")
    assert hand(s, 2) == {"revolver": 1, "shotgun": 1, "dynamite": 1}
    assert "skipped" not in told(s)


def test_option_reset_fills_all_hands_when_the_order_deck_is_reset():
    s = fight(
        acts=1,
        order={3: 1},
        slain={2: 1},
        tokens={2: {}},
        characters={2: "lighthouse_keeper", 3: "safecracker"},
        hand={0: {"black_tide": 1}, 1: {"revolver": 2}, 3: {"shotgun": 2}},
    )
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert decision(s) == (3, "battle")
    assert s.record["hand_count"][:4].tolist() == [1, 1, 0, 2]
    play(s, "strike:shotgun", "lose:cultist@face_down", "lose:cultist@face_down")
    assert s.record["cycle"] == 2
    assert s.record["hand_count"][:4].tolist() == [5, 5, 0, 3]


def test_option_reset_lets_a_seat_without_cards_do_nothing():
    s = fight(acts=1, order={2: 1, 3: 1}, hand={1: {"revolver": 1}, 3: {"shotgun": 1}})
    next_to_act(s, 2, 3)
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert told(s)[:3] == ["activated", "skipped", "activated"]
    assert decision(s) == (3, "battle")
    assert hand(s, 2) == {}


def test_option_empty_fills_a_hand_that_its_last_card_has_left():
    held = {2: {"revolver": 1, "shotgun": 1}, 3: {"barricade": 1}}
    filled = {"battle_hand": "empty"}
    s = fight(acts=2, rules=filled, characters={2: "safecracker"}, order={2: 1, 3: 1}, hand=held)
    next_to_act(s, 2)
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert hand(s, 2) == {"shotgun": 1}
    assert decision(s) == (2, "battle")
    play(s, "strike:shotgun", "lose:cultist@face_down", "lose:cultist@face_down")
    assert s.record["hand_count"][2] == 3
    assert decision(s) == (3, "battle")
    assert hand(s, 3) == {"barricade": 1}


def test_option_empty_fills_an_empty_hand_when_its_order_card_comes():
    s = fight(acts=1, rules={"battle_hand": "empty"}, order={2: 1}, hand={1: {"revolver": 2}})
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert decision(s)[0] == 2
    assert s.record["hand_count"][2] == 3


def all_discarded(side, held):
    """All battle cards of a deck but those in hands lie in its discard pile."""
    cards = {c["id"]: c["copies"] for c in story.game().content.sections["battle"] if c["deck"] == side}
    return {k: n - held.get(k, 0) for k, n in cards.items() if n > held.get(k, 0)}


def test_an_empty_deck_is_made_of_its_discards_again():
    held = {"revolver": 1, "shotgun": 1, "fire_axe": 1}
    gone = all_discarded("investigator", held | {"barricade": 1}) | {"black_tide": 2}
    hands = {2: held, 3: {"barricade": 1}}
    rules = {"battle_hand": "play"}
    s = fight(acts=2, rules=rules, characters={2: "safecracker"}, hand=hands, discards=gone, order={3: 1})
    assert s.record["deck_count"].tolist() == [32, 0]
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert "reshuffled" in told(s)
    assert s.record["hand_count"][2] == 3
    assert s.record["deck_count"][1] == 26  # of 30; the card just played among them or in the hand again
    assert discards(s) == {"black_tide": 2}


def test_a_deck_is_not_shuffled_before_it_is_needed():
    held = {"revolver": 1, "shotgun": 1, "fire_axe": 1}
    gone = all_discarded("investigator", held | {"dynamite": 1})
    s = fight(
        acts=2,
        characters={2: "safecracker"},
        rules={"battle_hand": "play"},
        hand={2: held, 3: {}},
        discards=gone,
        order={0: 1, 2: 1},
    )
    assert s.record["deck_count"].tolist() == [34, 1]
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert hand(s, 2) == {"shotgun": 1, "fire_axe": 1, "dynamite": 1}
    assert s.record["deck_count"][1] == 0
    assert "reshuffled" not in told(s)
    assert sum(discards(s).values()) == 27


def test_battle_hands_are_private_and_their_sizes_public():
    s = fight(hand={0: {"black_tide": 2}, 1: {"revolver": 2, "shotgun": 1}})
    seen = s.view(2).to_json()["fields"]
    assert set(seen["hand"][0] + seen["hand"][1]) == {None}
    assert seen["hand_count"] == [2, 3, 0, 0, 0, 0]
    own = s.view(1).to_json()["fields"]["hand"][1]
    assert own[card(s.game, "battle", "revolver")] == 2


def test_only_who_draws_is_told_which_card():
    held = {2: {"revolver": 1, "shotgun": 1, "fire_axe": 1}, 3: {"barricade": 1}}
    s = fight(acts=2, rules={"battle_hand": "play"}, characters={2: "safecracker"}, order={3: 1}, hand=held)
    cards_drawn(s, 1, "dynamite")
    play(s, "strike:revolver", "lose:cultist@face_down")
    drawn = s.game.labels["event"].index("drawn")
    assert s.record["notes"][2, 0].tolist()[:4] == [drawn, 2, -1, card(s.game, "battle", "dynamite")]
    assert s.record["note_count"].tolist() == [0, 0, 1, 0, 0, 0]
    assert "drawn" not in told(s)
