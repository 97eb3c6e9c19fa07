"""Moxie of a turn: multiplied first, then added to and subtracted from, whatever the order of play."""

from itertools import permutations

import pytest

from .rounds import FIVE, in_turn
from .story import decision, moxie, mythos, play, table


def worth(state) -> int:
    """Moxie that is left in a Combat turn, by the damage that an Elder God with plenty of health takes for it."""
    if "hit" not in state.legal_names():
        return 0
    before = int(state.record["god_health"][0])
    after = play(state.clone(), "hit", "god:0")
    play(after, "spend:all" if "spend:all" in after.legal_names() else "spend:one")
    return before - int(after.record["god_health"][0])


def fighter(*cards, **fields):
    """A Combat turn of the first of two with these cards in hand, against an Elder God of 25 health."""
    hand = {name: cards.count(name) for name in cards}
    fields.setdefault("investigators", {0: "steel_heiress"})
    fields.setdefault("minions", {})
    return in_turn(2, phase="combat", gods=["behmoth"], god_health={0: 25}, hand={0: hand}, **fields)


def test_sleuth_sleuth_times_two_plus_one_is_five_in_all_24_orders():
    s = fighter("sleuth", "sleuth", "double_down", "dented_war_medal")
    for order in permutations(("sleuth", "sleuth", "double_down", "dented_war_medal")):
        after = play(s.clone(), *(f"play:{name}" for name in order))
        assert worth(after) == 5, order


SETS = [
    # (what is played, points of health lacking, Moxie in any order)
    (("shovel", "sleuth", "thrice_spoken_name"), 0, 9),  # (2 + 1) x 3
    (("sleuth", "double_down", "doubled_shadow", "service_revolver"), 0, 7),  # 1 x 2 x 2 + 3
    (("sleuth", "sleuth", "one_thing_leads_to_another", "double_down"), 0, 10),  # (2 + 3 others) x 2
    (("brass_knuckles", "one_thing_leads_to_another", "stagger", "service_revolver"), 0, 10),  # 1 + 3 + 3 others + 3
    (("fickle_blessing", "shovel", "sleuth", "service_revolver"), 0, 6),  # (2 + 1) x 2 - 3 + 3
    (("fickle_blessing", "skin_of_slate", "sleuth", "shovel"), 0, 2),  # (1 + 2) x 2 - 3 - 1
    (("back_to_the_wall", "dented_war_medal", "double_down", "sleuth"), 3, 11),  # (1 + 1) x 2 + 3 + 1 + 3
    (("brass_knuckles", "fickle_blessing", "back_to_the_wall", "sleuth"), 2, 11),  # (1 + 3 + 1 + 1) x 2 - 3 + 2
]


@pytest.mark.parametrize(("cards", "lacks", "total"), SETS)
def test_the_order_of_play_does_not_matter(cards, lacks, total):
    """Cards that take health are left out where others count the health that is lacking."""
    s = fighter(*cards, health={0: 8 - lacks})
    for order in permutations(cards):
        after = play(s.clone(), *(f"play:{name}" for name in order))
        assert worth(after) == total, order


def test_the_order_of_play_does_not_matter_with_minions_about():
    """Four Minions: (1 + 1) x 2, and 4, and 1 + 2 x 4."""
    cards = ("into_the_thick_of_it", "feast_of_echoes", "double_down", "sleuth")
    s = fighter(*cards, minions={("masked_herald", 1): 3, ("zombie", 2): 1})
    for order in permutations(cards):
        assert worth(play(s.clone(), *(f"play:{name}" for name in order))) == 17, order


def test_what_is_added_is_not_multiplied():
    assert worth(play(fighter("service_revolver", "double_down"), "play:service_revolver", "play:double_down")) == 3
    assert worth(play(fighter("shovel", "double_down"), "play:shovel", "play:double_down")) == 4


def test_nothing_multiplied_is_nothing():
    s = play(fighter("double_down", "thrice_spoken_name"), "play:double_down", "play:thrice_spoken_name")
    assert worth(s) == 0
    assert s.legal_names() == ["end_combat"]


def test_moxie_is_never_negative():
    """2 - 3 is nothing; a Shovel later, it is (1 + 2) x 2 - 3."""
    s = play(fighter("sleuth", "fickle_blessing", "shovel"), "play:sleuth", "play:fickle_blessing")
    assert (worth(s), moxie(s)) == (0, 0)
    assert s.legal_names() == ["play:shovel", "end_combat"]
    play(s, "play:shovel")
    assert worth(s) == 3


def test_the_cards_tell_together_when_moxie_was_spent_in_between():
    s = fighter("sleuth", "sleuth", "double_down")
    play(s, "play:sleuth", "play:sleuth", "hit", "god:0", "spend:all")
    assert worth(s) == 0
    play(s, "play:double_down")
    assert worth(s) == 2


def test_what_was_spent_is_not_refunded():
    """2 spent of 2, then 1 less: the damage stands, nothing is left, and the next 3 make up for the 1 first."""
    s = fighter("shovel", "skin_of_slate", "service_revolver")
    play(s, "play:shovel", "hit", "god:0", "spend:all")
    assert s.record["god_health"][0] == 23
    play(s, "play:skin_of_slate")
    assert (worth(s), s.record["god_health"][0]) == (0, 23)
    play(s, "play:service_revolver")
    assert worth(s) == 2


def test_purchases_and_healing_are_spent_from_the_same_moxie():
    s = table(1, hand={0: {"shovel": 2, "sleuth": 1, "double_down": 1}}, market=list(FIVE), health={0: 5})
    play(s, "play:shovel", "play:shovel", "heal:health")
    assert moxie(s) == 2
    play(s, "play:sleuth", "play:double_down")
    assert moxie(s) == 8
    assert "buy:body_armor" in s.legal_names()
    play(s, "buy:body_armor", "buy:leather_coat")
    assert moxie(s) == 1
    assert s.legal_names() == ["to_final", "end_planning"]


def test_planning_and_combat_have_purses_of_their_own():
    """Neither what was doubled nor how many cards were played in Planning counts in Combat."""
    hand = {"double_down": 1, "sleuth": 3, "one_thing_leads_to_another": 1}
    s = in_turn(1, gods=["aphoom_shah"], hand={0: hand})
    mythos(s, "the_long_night")
    play(s, "play:double_down", "play:sleuth", "end_planning")
    assert (decision(s), moxie(s)) == ((0, "combat"), 0)
    play(s, "play:sleuth")
    assert worth(s) == 1
    play(s, "play:one_thing_leads_to_another")
    assert worth(s) == 2


def test_the_purse_of_one_investigator_is_not_that_of_the_next():
    s = in_turn(2, phase="combat", hand={0: {"double_down": 1, "shovel": 1}, 1: {"sleuth": 1}})
    play(s, "play:double_down", "play:shovel", "end_combat")
    assert (decision(s), worth(s)) == ((1, "combat"), 0)
    play(s, "play:sleuth")
    assert worth(s) == 1


def test_no_turn_makes_more_than_999():
    """900 x 40, of which 10 are spent: 989 are left, however much more there would be."""
    s = play(in_turn(2).edit(base=900, factor=40, spent=10), "end_planning")
    made = next(e for e in s.record["events"] if s.game.labels["event"][e[0]] == "moxie_made")
    assert made[3:5].tolist() == [10, 989]
