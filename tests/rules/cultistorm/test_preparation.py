"""Preparation: what is discarded, how far hands are filled, and the dice pool."""

import pytest

from elderzoo.envs.core.errors import IllegalAction
from elderzoo.envs.core.game import Game
from elderzoo.envs.cultistorm import SPEC

from . import story
from .story import (
    cards_drawn,
    cultists_drawn,
    decision,
    game,
    items_drawn,
    named,
    play,
    rolled,
    table,
    told,
)

FOUR = {"coffee_on_the_roof": 1, "harpoon_rack": 2, "haymaker": 1}


def hands(s):
    return [int(n) for n in s.record["hand_count"][: s.game.num_players]]


def faces(s):
    return named(s, "pool", vocab="face")


def act(name):
    """A Final Act that has begun."""
    k = {"stars_come_right": 0, "endless_night": 1, "masters_voice": 2}[name]
    return {"act": name, "act_now": k, "gems": {4: 0}}


# -------------------------------------------------------------------------------------------- the first round


@pytest.mark.parametrize(("players", "cards", "dice"), [(2, 5, 3), (3, 4, 3), (4, 4, 4), (5, 4, 5)])
def test_in_the_first_round_hands_are_drawn_and_dice_are_rolled(players, cards, dice):
    """Nobody has anything to discard yet, so nobody is asked."""
    s = game(players).new(7)
    for p in range(players):
        assert decision(s) == (p, "choose_start")
        assert hands(s) == [0] * players
        play(s, "place:0")
    assert (s.phase, *decision(s)) == ("investigator", 0, "investigate")
    assert s.record["round"] == 1
    assert hands(s) == [cards] * players
    assert sum(faces(s).values()) == dice
    assert s.record["dice_left"] == 8 - dice


def test_everybody_draws_of_the_own_deck():
    s = table(2, phase="preparation", hand={0: {"haymaker": 1}, 1: {"two_barrels": 1}})
    cards_drawn(s, 0, "coil_of_rope", "bar_the_door", "spare_charm", "harpoon_rack")
    play(s, "pass")
    assert named(s, "hand", 0) == {
        "haymaker": 1,
        "coil_of_rope": 1,
        "bar_the_door": 1,
        "spare_charm": 1,
        "harpoon_rack": 1,
    }
    cards_drawn(s, 1, "tide_tables", "tide_tables", "hand_of_cards", "chalk_circle")
    play(s, "pass")
    assert named(s, "hand", 1) == {"two_barrels": 1, "tide_tables": 2, "hand_of_cards": 1, "chalk_circle": 1}
    assert [int(n) for n in s.record["deck_count"][:2]] == [10, 10]


# ------------------------------------------------------------------------------------------- the rounds after it


def test_any_number_of_cards_is_discarded_and_the_hand_filled_up_to_four():
    s = table(phase="preparation", hand={0: FOUR, 1: {"tide_tables": 1}})
    assert decision(s) == (0, "discard")
    assert s.legal_names() == ["card:harpoon_rack", "card:coffee_on_the_roof", "card:haymaker", "pass"]
    play(s, "card:harpoon_rack", "card:haymaker")
    assert decision(s) == (0, "discard")
    assert hands(s) == [2, 1, 0]
    cards_drawn(s, 0, "spare_charm", "coil_of_rope")
    play(s, "pass")
    assert named(s, "hand", 0) == {"coffee_on_the_roof": 1, "harpoon_rack": 1, "spare_charm": 1, "coil_of_rope": 1}
    assert named(s, "discards", 0) == {"harpoon_rack": 1, "haymaker": 1}
    assert decision(s) == (1, "discard")
    assert hands(s) == [4, 1, 0]


def test_nothing_has_to_be_discarded():
    s = table(phase="preparation", hand={0: FOUR})
    play(s, "pass")
    assert named(s, "hand", 0) == FOUR
    assert named(s, "discards", 0) == {}


def test_all_may_be_discarded():
    s = table(phase="preparation", hand={0: {"haymaker": 1, "coil_of_rope": 1}, 1: {"tide_tables": 1}})
    cards_drawn(s, 0, "spare_charm", "harpoon_rack", "harpoon_rack", "divers_helmet")
    play(s, "card:haymaker", "card:coil_of_rope")
    assert decision(s) == (1, "discard")
    assert named(s, "hand", 0) == {"spare_charm": 1, "harpoon_rack": 2, "divers_helmet": 1}


def test_who_has_no_cards_is_not_asked():
    s = table(phase="preparation", hand={1: {"tide_tables": 1}})
    assert decision(s) == (1, "discard")
    assert hands(s) == [4, 1, 0]


def test_the_first_seat_of_the_round_is_asked_first():
    s = table(seat=1, phase="preparation", hand={0: {"haymaker": 1}, 1: {"tide_tables": 1}, 2: {"steady_hands": 1}})
    for p in (1, 2, 0):
        assert decision(s) == (p, "discard")
        play(s, "pass")
    assert (s.phase, *decision(s)) == ("investigator", 1, "investigate")


def test_a_hand_above_the_limit_stays():
    s = table(phase="preparation", hand={0: FOUR | {"spare_charm": 1, "coil_of_rope": 1}})
    play(s, "pass")
    assert hands(s) == [6, 4, 4]


def test_with_two_players_hands_are_filled_up_to_five():
    s = table(2, phase="preparation", hand={0: FOUR, 1: {"tide_tables": 2}})
    play(s, "pass", "pass")
    assert hands(s) == [5, 5]


def test_an_empty_deck_is_made_anew_of_the_own_discards_in_the_middle_of_a_draw():
    s = table(
        phase="preparation",
        hand={0: {"haymaker": 1}},
        deck={0: {"spare_charm": 1}},
        discards={0: {"coil_of_rope": 1, "harpoon_rack": 2}},
    )
    cards_drawn(s, 0, "spare_charm")
    play(s, "card:haymaker")
    assert hands(s)[0] == 4
    assert named(s, "hand", 0)["spare_charm"] == 1
    assert s.record["deck_count"][0] == 1
    assert named(s, "discards", 0) == {}
    assert "reshuffled" in told(s)


def test_with_no_cards_left_the_hand_stays_short():
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, deck={0: {"spare_charm": 1}})
    play(s, "pass")
    assert named(s, "hand", 0) == {"haymaker": 1, "spare_charm": 1}
    assert s.record["deck_count"][0] == 0


# ------------------------------------------------------------------------------------------------- fewer cards


def test_fewer_cards_in_the_next_hand_of_one():
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, fewer_cards={0: 1, 2: 3})
    play(s, "pass")
    assert hands(s) == [3, 4, 1]
    assert list(s.record["fewer_cards"][:3]) == [0, 0, 0]


def test_a_shorter_hand_takes_no_cards_away():
    s = table(phase="preparation", hand={0: FOUR}, fewer_cards={0: 2})
    play(s, "pass")
    assert named(s, "hand", 0) == FOUR
    assert s.record["fewer_cards"][0] == 0


@pytest.fixture
def weary(monkeypatch, tmp_path):
    """Cards among which a Final Act leaves everybody one card fewer."""
    text = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(text.replace('lasting = "dice"', 'lasting = "cards"'), encoding="utf-8")

    def other(players, rules):
        return Game(SPEC, players, dict(rules), content=path, auto_single=False)

    monkeypatch.setattr(story, "_game", other)


@pytest.mark.parametrize(("players", "cards"), [(2, 4), (3, 3), (5, 3)])
def test_a_final_act_may_leave_everybody_a_card_fewer(weary, players, cards):
    s = table(players, phase="preparation", hand={0: {"haymaker": 1}}, **act("endless_night"))
    play(s, "pass")
    assert hands(s) == [cards] * players
    assert sum(faces(s).values()) == {2: 3, 3: 3, 5: 5}[players]


def test_that_comes_on_top_of_other_losses(weary):
    s = table(phase="preparation", **act("endless_night"), fewer_cards={1: 1})
    assert hands(s) == [3, 2, 3]


def test_before_it_begins_a_final_act_changes_nothing(weary):
    s = table(phase="preparation", act="endless_night")
    assert hands(s) == [4, 4, 4]


# -------------------------------------------------------------------------------------------------------- dice


def test_dice_that_were_not_used_return_and_a_new_pool_is_rolled():
    s = table(
        phase="preparation",
        hand={0: {"haymaker": 1}},
        pool={"eye": 1, "wild": 1},
        dice={0: {"planet": 2}, 2: {"star": 1}},
    )
    assert s.record["dice_left"] == 3
    rolled(s, "tentacle", "wild", "tentacle")
    play(s, "pass")
    assert faces(s) == {"tentacle": 2, "wild": 1}
    for p in range(3):
        assert named(s, "dice", p, "symbol") == {}
    assert s.record["dice_left"] == 5
    assert (s.phase, *decision(s)) == ("investigator", 0, "investigate")


def test_dice_stay_until_all_have_drawn():
    s = table(phase="preparation", hand={1: {"tide_tables": 1}}, pool={"eye": 1}, dice={0: {"planet": 1}})
    assert decision(s) == (1, "discard")
    assert faces(s) == {"eye": 1}
    assert named(s, "dice", 0, "symbol") == {"planet": 1}


@pytest.mark.parametrize(("players", "dice"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_there_are_as_many_dice_as_players_but_three_for_two(players, dice):
    s = table(players, phase="preparation", hand={0: {"haymaker": 1}})
    play(s, "pass")
    assert sum(faces(s).values()) == dice
    assert s.record["dice_left"] == 8 - dice


def test_fewer_dice_in_the_next_pool():
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, fewer_dice=1)
    rolled(s, "star", "planet")
    play(s, "pass")
    assert faces(s) == {"star": 1, "planet": 1}
    assert s.record["fewer_dice"] == 0
    assert s.record["dice_left"] == 6


def test_a_pool_is_never_less_than_empty():
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, fewer_dice=9)
    play(s, "pass")
    assert faces(s) == {}
    assert s.record["dice_left"] == 8


@pytest.mark.parametrize(("players", "dice"), [(2, 2), (3, 2), (5, 4)])
def test_a_final_act_may_leave_a_die_fewer(players, dice):
    s = table(players, phase="preparation", hand={0: {"haymaker": 1}}, **act("endless_night"))
    play(s, "pass")
    assert sum(faces(s).values()) == dice
    assert hands(s)[0] == (5 if players == 2 else 4)


def test_that_comes_on_top_of_dice_lost_otherwise():
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, **act("endless_night"), fewer_dice=1)
    play(s, "pass")
    assert sum(faces(s).values()) == 1


def test_other_final_acts_leave_the_dice_alone():
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, **act("masters_voice"))
    play(s, "pass")
    assert sum(faces(s).values()) == 3


# ------------------------------------------------------------------------------------------- what belongs to it


def test_in_preparation_there_are_discards_and_nothing_else():
    s = table(
        phase="preparation",
        hand={0: {"haymaker": 1}},
        dice={0: {"planet": 1}},
        trophies={0: {"star": 1}},
        items={0: {"railway_pass": 1}},
    )
    assert s.legal_names() == ["card:haymaker", "pass"]
    with pytest.raises(IllegalAction):
        play(s, "trophy:star")
    with pytest.raises(IllegalAction):
        play(s, "reroll")


@pytest.mark.parametrize(("order", "terror_at"), [("preparation", 1), ("terror", 0)])
def test_option_order_says_whether_terror_comes_before_the_investigators_act(order, terror_at):
    s = table(phase="preparation", hand={0: {"haymaker": 1}}, rules={"order": order})
    play(s, "pass")
    assert (s.phase, *decision(s)) == ("investigator", 0, "investigate")
    assert s.record["terror_at"] == terror_at


# ---------------------------------------------------------------------- option starting_item, option investigators


def begun(players=2, **rules):
    return game(players, **rules).new(3)


def test_nobody_begins_with_an_item_unless_told():
    s = begun()
    play(s, "place:0", "place:1")
    assert s.phase == "investigator"
    assert [named(s, "items", p, "item") for p in range(2)] == [{}, {}]
    assert s.record["item_count"] == 30


def test_option_starting_item_everybody_keeps_one_of_two():
    s = begun(starting_item=True)
    play(s, "place:0")
    items_drawn(s, "railway_pass", "power_cut", "dynamite")
    play(s, "place:1")
    assert decision(s) == (0, "found")
    assert s.legal_names() == ["item:dynamite", "item:railway_pass", "decline"]
    assert named(s, "item_discards", vocab="item") == {"power_cut": 1}
    assert s.record["fewer_dice"] == 0
    items_drawn(s, "glass_eye", "glass_eye")
    play(s, "item:railway_pass")
    assert named(s, "items", 0, "item") == {"railway_pass": 1}
    assert decision(s) == (1, "found")
    play(s, "decline")
    assert named(s, "items", 1, "item") == {}
    assert named(s, "item_discards", vocab="item") == {"power_cut": 1, "dynamite": 1, "glass_eye": 2}
    assert (s.phase, *decision(s)) == ("investigator", 0, "investigate")


def test_a_starting_item_is_no_search():
    s = begun(starting_item=True)
    play(s, "place:0")
    items_drawn(s, "railway_pass", "dynamite")
    play(s, "place:1")
    assert s.record["searched"][0] == 0
    play(s, "decline", "decline")
    assert list(s.record["searched"][:2]) == [0, 0]


def test_investigators_are_dealt_unless_told():
    found = set()
    for seed in range(40):
        s = game(3).new(seed)
        assert decision(s) == (0, "choose_start")
        dealt = [int(k) for k in s.record["investigator"][:3]]
        assert len(set(dealt)) == 3
        found |= set(dealt)
    assert found == {0, 1, 2, 3, 4, 5}


def test_option_investigators_chosen_in_seat_order_and_each_once():
    s = begun(3, investigators="chosen")
    assert decision(s) == (0, "choose_self")
    assert s.legal_names() == [f"slot:{k}" for k in range(6)]
    assert named(s, "deck", 0) == {}
    play(s, "slot:3")
    assert s.game.labels["investigator"][s.record["investigator"][0]] == "trapper"
    assert named(s, "deck", 0)["two_barrels"] == 1
    assert s.record["deck_count"][0] == 15
    assert decision(s) == (1, "choose_self")
    assert s.legal_names() == ["slot:0", "slot:1", "slot:2", "slot:4", "slot:5"]
    play(s, "slot:0", "slot:5")
    assert [int(k) for k in s.record["investigator"][:3]] == [3, 0, 5]
    assert decision(s) == (0, "choose_start")


def test_everybody_chooses_where_to_start():
    s = begun(3)
    assert s.legal_names() == [f"place:{x}" for x in range(5)]
    play(s, "place:4", "place:4", "place:2")
    assert list(s.record["at"][:3]) == [4, 4, 2]
    assert list(s.record["moved"][:3]) == [0, 0, 0]


# --------------------------------------------------------------------------------------------- from round to round


def test_a_hand_stays_from_round_to_round_until_preparation():
    """All of a quiet round: the hand that is left after the fights is what the next Preparation asks about."""
    s = table(2, round=2, hand={0: {"haymaker": 1}}, at={0: 4, 1: 3}, dice={1: {"star": 1}}, ward=4)
    rolled(s, *["blank"] * 5)
    cultists_drawn(s, "lodge_acolyte", "wharf_diver", "wharf_pilot")
    play(s, "pass", "pass")
    assert (s.phase, *decision(s)) == ("preparation", 0, "discard")
    assert s.record["round"] == 3
    assert named(s, "hand", 0) == {"haymaker": 1}
    assert s.record["hand_count"][1] == 0
