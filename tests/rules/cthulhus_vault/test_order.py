"""The order deck: its cards, how it is reset, the slain in it, and what adds and removes cards."""

import pytest

from elderzoo.envs.core.game import Game
from elderzoo.envs.cthulhus_vault import SPEC

from . import story
from .story import CHARACTERS, battle, decision, mystery, next_to_act, play, told

# Hands are filled when they are empty only: no card is drawn between two order cards here.
STILL = {"battle_hand": "empty", "damage_choice": "revealed_first"}
CARDS = ("revolver", "shotgun", "dynamite", "silver_dagger", "fire_axe")


def fight(players=4, one=0, acts=1, rules=None, **fields):
    """A battle in which everybody has two cards or more; all can be used to strike."""
    many = [p for p in range(players) if p != one]
    hands = {p: {CARDS[k]: 2} for k, p in enumerate(many)}
    hands[one] = {"black_tide": 2, "gathering_shadow": 2}
    fields["hand"] = hands | fields.get("hand", {})
    return battle(players, one, acts, rules=STILL | (rules or {}), **fields)


def order(s):
    """Order cards that are left, by seat."""
    return s.record["order"][: s.game.num_players].tolist()


def strike(s):
    """The investigator that acts strikes with a card of its hand."""
    return play(s, next(n for n in s.legal_names() if n.startswith("strike:")))


def reset_to(s, *outcomes):
    """Script which card comes first out of the next order decks; cards lie there by seat."""
    return s.force(*[("deck", n) for n in outcomes])


def first_deck(players, **rules):
    """The battle begins after everybody has chosen: its first order card is that of the Ancient One, seat 0."""
    s = mystery(players, 0, tokens={0: {"cultist": 18}}, rules={"ones_tokens": "own"} | rules)
    s = s.edit(display=dict.fromkeys(CHARACTERS, 1))
    play(s, *(f"choose:{name}" for name in CHARACTERS[: players - 2]))
    hands = 5 + sum((5, 3, 5, 4, 4)[: players - 1])
    s.force(*[("deck", 0)] * (hands + 1))
    return play(s, f"choose:{CHARACTERS[players - 2]}")


# ----------------------------------------------------------------------------------------------- the first deck


@pytest.mark.parametrize(
    ("players", "left"), [(3, [1, 1, 1]), (4, [2, 1, 1, 1]), (5, [3, 1, 1, 1, 1]), (6, [4, 1, 1, 1, 1, 1])]
)
def test_the_first_deck_has_a_card_of_each_investigator_and_as_many_of_the_ancient_one(players, left):
    s = first_deck(players)
    assert decision(s) == (0, "target")
    assert order(s) == left  # and the one just revealed
    assert s.record["cycle"] == 1


@pytest.mark.parametrize(("players", "left"), [(3, [0, 1, 1]), (6, [0, 1, 1, 1, 1, 1])])
def test_option_first_order_single_has_one_card_of_the_ancient_one(players, left):
    s = first_deck(players, first_order="single")
    assert decision(s) == (0, "target")
    assert order(s) == left


def test_option_first_order_single_is_for_the_first_deck_only():
    s = reset_to(fight(order={}, cycle=1, rules={"first_order": "single"}), 0)
    strike(s)
    assert s.record["cycle"] == 2
    assert order(s) == [2, 1, 1, 1]


# ------------------------------------------------------------------------------------------------------- drawing


def test_whose_card_is_revealed_acts_in_any_order():
    s = next_to_act(fight(order={1: 0, 2: 1, 3: 1, 0: 1}), 3, 0, 2)
    strike(s)
    assert decision(s) == (3, "battle")
    strike(s)
    assert decision(s) == (0, "target")
    assert order(s) == [0, 0, 1, 0]
    play(s, "seat+1", "strike:black_tide")
    assert decision(s) == (2, "battle")
    assert order(s) == [0, 0, 0, 0]


def test_it_is_chance_whose_card_comes_each_card_as_likely():
    """Three cards of the Ancient One and one of seat 2."""
    s = fight(order={0: 3, 2: 1})
    acted = [strike(s.clone().force(("deck", n))).seat for n in range(4)]
    assert acted == [0, 0, 0, 2]


def test_the_order_cards_left_are_no_secret_but_who_is_next_is():
    s = fight(order={0: 3, 2: 1})
    assert s.view(3).to_json()["fields"]["order"] == [3, 0, 1, 0, 0, 0]
    dealt = {strike(s.view(1).sample(seed)).seat for seed in range(20)}
    assert dealt == {0, 2}


def test_an_order_card_is_gone_with_its_activation():
    s = next_to_act(fight(order={0: 2, 1: 1, 2: 1, 3: 1}), 0, 1)
    strike(s)
    assert order(s) == [1, 1, 1, 1]
    play(s, "seat+2", "strike:gathering_shadow")
    assert decision(s) == (1, "battle")
    assert order(s) == [1, 0, 1, 1]
    assert told(s).count("activated") == 2


# ------------------------------------------------------------------------------------------------------ the reset


def test_the_deck_is_reset_when_it_is_empty_and_not_before():
    s = reset_to(next_to_act(fight(order={2: 1}), 2), 0)
    strike(s)
    assert decision(s) == (2, "battle")
    assert (s.record["cycle"], order(s)) == (1, [0, 0, 0, 0])
    assert "order_reset" not in told(s)
    strike(s)
    assert decision(s) == (0, "target")
    assert (s.record["cycle"], order(s)) == (2, [2, 1, 1, 1])
    assert told(s)[:2] == ["activated", "order_reset"]


def test_a_reset_takes_in_all_cards_so_that_the_last_to_act_may_act_again():
    s = reset_to(fight(order={}), 3)  # after three cards of the Ancient One
    strike(s)
    assert decision(s) == (1, "battle")
    assert order(s) == [3, 0, 1, 1]


def test_a_reset_removes_the_slain_and_the_ancient_one_has_a_card_for_each_who_lives():
    s = reset_to(fight(5, order={}, slain={2: 1}, tokens={2: {}}, hand={2: {}}), 0)
    strike(s)
    assert decision(s) == (0, "target")
    assert order(s) == [2, 1, 0, 1, 1]


@pytest.mark.parametrize(
    ("slain", "left"), [((), [4, 1, 1, 1, 1, 1]), ((5,), [3, 1, 1, 1, 1, 0]), ((3, 4, 5), [1, 1, 1, 0, 0, 0])]
)
def test_every_reset_counts_the_living_anew(slain, left):
    gone = {"slain": dict.fromkeys(slain, 1), "tokens": {p: {} for p in slain}, "hand": {p: {} for p in slain}}
    s = reset_to(fight(6, order={}, **gone), 0)
    strike(s)
    assert order(s) == left


def test_the_card_of_an_investigator_slain_before_the_reset_is_skipped():
    s = next_to_act(fight(order={0: 1, 2: 1, 3: 1}, slain={2: 1}, tokens={2: {}}, hand={2: {}}), 2, 3)
    strike(s)
    assert decision(s) == (3, "battle")
    assert order(s) == [1, 0, 0, 0]
    assert told(s).count("activated") == 1
    assert s.record["cycle"] == 1


def test_the_card_of_the_slain_stays_in_the_deck_until_it_comes():
    s = fight(acts=0, order={0: 1, 2: 1, 3: 1}, tokens={2: {"cultist": 1}})
    next_to_act(s, 3)
    play(s, "seat+2", "strike:black_tide")
    assert told(s)[:2] == ["activated", "slain"]
    assert order(s) == [1, 0, 1, 0]


def test_a_last_card_of_the_slain_leads_to_the_reset():
    s = next_to_act(fight(order={2: 1}, slain={2: 1}, tokens={2: {}}, hand={2: {}}), 2)
    reset_to(s, 2)
    strike(s)
    assert s.record["cycle"] == 2
    assert decision(s) == (1, "battle")
    assert order(s) == [2, 0, 0, 1]


def test_it_goes_on_deck_after_deck():
    s = fight(order={}, cycle=7)
    reset_to(s, 3, 3, 3, 3)  # seats 1, 2 and 3 act, then the Ancient One three times
    strike(s)
    assert (s.record["cycle"], decision(s)) == (8, (1, "battle"))
    strike(s)
    assert decision(s) == (2, "battle")
    strike(s)
    assert decision(s) == (3, "battle")
    assert order(s) == [3, 0, 0, 0]


# -------------------------------------------------------------------------------------------------- noted numbers


def own_numbers(tmp_path):
    """The card file with 1, 1, 3, 4 and 5 noted on the Ancient One's order cards."""
    text = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(text.replace("investigators = 2\n", "investigators = 1\n"), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("option", "slain", "left"),
    [
        ("equal", (), [2, 1, 1, 1]),
        ("noted", (), [2, 1, 1, 1]),
        ("equal", (3,), [1, 1, 1, 0]),
        ("noted", (3,), [1, 1, 1, 0]),
        ("equal", (2, 3), [0, 1, 0, 0]),
        ("noted", (2, 3), [1, 1, 0, 0]),
    ],
)
def test_option_ones_order_takes_the_cards_noted_with_so_many_investigators_or_fewer(
    tmp_path, monkeypatch, option, slain, left
):
    g = Game(SPEC, 4, STILL | {"ones_order": option}, content=own_numbers(tmp_path), auto_single=False)
    monkeypatch.setattr(story, "game", lambda players, **rules: g)
    gone = {"slain": dict.fromkeys(slain, 1), "tokens": {p: {} for p in slain}, "hand": {p: {} for p in slain}}
    s = reset_to(fight(order={}, **gone), 0)
    strike(s)
    assert decision(s) == (0, "target")
    assert order(s) == left


@pytest.mark.parametrize("option", ["equal", "noted"])
@pytest.mark.parametrize(("players", "left"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_with_the_reference_cards_both_ways_are_the_same(option, players, left):
    s = reset_to(fight(players, order={}, rules={"ones_order": option}), 0)
    strike(s)
    assert order(s) == [left] + [1] * (players - 1)


# ----------------------------------------------------------------------------------------------- more and less


def test_the_stunt_pilot_has_two_cards_in_every_order_deck():
    s = reset_to(fight(order={}, characters={2: "stunt_pilot"}), 4)  # after the Ancient One's three and seat 1's
    strike(s)
    assert decision(s) == (2, "battle")
    assert order(s) == [3, 1, 1, 1]


def test_a_slain_stunt_pilot_has_none():
    s = fight(order={}, characters={2: "stunt_pilot"}, slain={2: 1}, tokens={2: {}}, hand={2: {}})
    strike(reset_to(s, 0))
    assert order(s) == [1, 1, 0, 1]


def test_haste_puts_another_card_into_this_deck_only():
    s = fight(acts=0, ancient="nyarlathotep", order={3: 1}, hand={0: {"many_faces": 1, "black_tide": 2}})
    s.force(("deck", 1), ("deck", 0), ("deck", 0))  # seat 3, then the card that came in; and one of the next deck
    play(s, "seat+1", "special:many_faces")
    assert decision(s) == (3, "battle")
    assert order(s) == [1, 0, 0, 0]
    strike(s)
    assert decision(s) == (0, "target")
    play(s, "seat+1", "strike:black_tide")  # the last card of the deck
    assert s.record["cycle"] == 2
    assert order(s) == [2, 1, 1, 1]


def test_haste_of_an_investigator():
    s = fight(acts=3, order={0: 1}, hand={3: {"unbound_hour": 1, "revolver": 1}}, characters={3: "occultist"})
    next_to_act(s, 0)
    play(s, "special:unbound_hour")
    assert order(s) == [0, 0, 0, 1]
    assert decision(s) == (0, "target")


def test_delay_takes_a_card_of_the_ancient_one_out_until_the_reset():
    s = fight(order={0: 2, 2: 1}, hand={1: {"false_trail": 1, "revolver": 1}})
    s.force(("deck", 1), ("deck", 0), ("deck", 0))
    play(s, "special:false_trail")
    assert decision(s) == (2, "battle")
    assert order(s) == [1, 0, 0, 0]
    strike(s)
    assert decision(s) == (0, "target")
    play(s, "seat+1", "strike:black_tide")
    assert s.record["cycle"] == 2
    assert order(s) == [2, 1, 1, 1]


def test_delay_of_somebody_who_has_no_card_left_does_nothing():
    s = next_to_act(fight(order={2: 1, 3: 1}, hand={1: {"false_trail": 1, "revolver": 1}}), 3)
    play(s, "special:false_trail")
    assert decision(s) == (3, "battle")
    assert order(s) == [0, 0, 1, 0]


def test_delay_can_empty_the_deck_which_is_reset():
    s = reset_to(fight(order={0: 1}, hand={1: {"false_trail": 1, "revolver": 1}}), 5)
    play(s, "special:false_trail")
    assert s.record["cycle"] == 2
    assert decision(s) == (3, "battle")
    assert order(s) == [3, 1, 1, 0]


def test_delay_of_an_investigator():
    s = fight(acts=0, ancient="shudde_m_ell", order={1: 1, 3: 1}, hand={0: {"collapsing_ground": 1, "black_tide": 1}})
    play(s, "seat+1", "special:collapsing_ground")
    assert decision(s) == (3, "battle")
    assert order(s) == [0, 0, 0, 0]


def test_a_stunned_seats_card_is_used_up_for_nothing():
    s = next_to_act(fight(order={2: 1, 3: 1}, stun={2: 1}), 2, 3)
    strike(s)
    assert decision(s) == (3, "battle")
    assert order(s) == [0, 0, 0, 0]
    assert s.record["stun"].tolist() == [0] * 6
    assert story.hand(s, 2) == {"shotgun": 2}
