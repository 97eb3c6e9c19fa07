"""What a seat sees, and what is dealt anew where it does not."""

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest

from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import State

from .story import cards_drawn, decision, game, mythos, named, number, play, table

HIDDEN = {"hands": "hidden"}


def two(**rules) -> State:
    """Seat 1 has one of {Sleuth, Sleuth, Shovel, Whiskey} in hand, seat 2 two of {Sleuth, Stagger, Stagger}."""
    return table(
        3,
        hand={0: {"shovel": 1}, 1: {"whiskey": 1}, 2: {"sleuth": 1, "stagger": 1}},
        deck={0: {"sleuth": 2}, 1: {"sleuth": 2, "shovel": 1}, 2: {"stagger": 1}},
        market=["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"],
        rules=rules,
    )


def hand(s: State, p: int) -> tuple:
    return tuple(sorted(named(s, "hand", p).items()))


# ------------------------------------------------------------------------------------------------ what is seen


def shown(s: State, seat: int, field: str) -> list:
    return s.view(seat).to_json()["fields"][field]


def test_open_hands_and_decks_are_seen_by_all():
    s = two()
    for seat in range(3):
        for p in range(3):
            assert shown(s, seat, "hand")[p] == s.record["hand"][p].tolist()
            assert shown(s, seat, "deck")[p] == s.record["deck"][p].tolist()


def test_hidden_hands_are_seen_by_their_owner_alone():
    s = two(**HIDDEN)
    for seat in range(3):
        for p in range(3):
            for field in ("hand", "deck"):
                mine = s.record[field][p].tolist()
                assert shown(s, seat, field)[p] == (mine if p == seat else [None] * len(mine))


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_sizes_piles_and_what_is_held_are_public(rules):
    s = two(**rules)
    for seat in range(3):
        for field in ("hand_count", "deck_count", "held", "discards", "active", "box", "unwanted"):
            assert shown(s, seat, field) == s.record[field].tolist(), field


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_nobody_sees_the_decks_of_the_library_and_the_mythos(rules):
    s = two(**rules)
    for seat in range(3):
        assert set(shown(s, seat, "library")) == set(shown(s, seat, "mythos")) == {None}
        assert shown(s, seat, "library_count") == s.record["library_count"]
        assert shown(s, seat, "mythos_count") == s.record["mythos_count"]


def test_the_card_looked_at_is_seen_by_the_whole_team():
    s = mythos(table(3, hand={0: {"chase_a_lead": 1}}, rules=HIDDEN), "fever_dream")
    play(s, "play:chase_a_lead")
    at = number(s.game, "mythos", "fever_dream")
    for seat in range(3):
        assert shown(s, seat, "next_mythos")[at] == 1


def drawn(**rules) -> State:
    """Seat 0 has drawn a Stagger."""
    s = table(2, hand={0: {"pull_an_all_nighter": 1}}, deck={0: {"sleuth": 1, "stagger": 1}}, rules=rules)
    return play(cards_drawn(s, 0, "stagger", "sleuth"), "play:pull_an_all_nighter")


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_all_are_told_how_many_cards_are_drawn_and_their_owner_which(rules):
    s = drawn(**rules)
    assert s.events()[-1] == "player_0 draws 2"
    notes = s.view(0).to_json()["fields"]["notes"]
    labels = s.game.labels
    told = [labels["card"][entry[3]] for entry in notes[0] if entry[0] == labels["event"].index("received")]
    assert told[:2] == ["sleuth", "stagger"]
    theirs = s.view(1).to_json()["fields"]["notes"]
    assert all(value in (None, -1) for entry in theirs[0] for value in entry)


# --------------------------------------------------------------------------------------------- dealt anew


def test_open_hands_stay_as_they_are():
    s = two()
    for seed in range(20):
        d = s.view(0).sample(seed)
        assert np.array_equal(d.record["hand"], s.record["hand"])
        assert np.array_equal(d.record["deck"], s.record["deck"])
    assert [s.view(seat).deals() for seat in range(3)] == [1, 1, 1]


def all_hands(held: dict[str, int], size: int) -> set[tuple]:
    """All hands of so many cards out of these, by kind."""
    names = sorted(held)
    found = product(*(range(held[name] + 1) for name in names))
    return {
        tuple((name, n) for name, n in zip(names, counts, strict=True) if n) for counts in found if sum(counts) == size
    }


ONE = {"sleuth": 2, "shovel": 1, "whiskey": 1}  # what seat 1 holds, one of them in hand
TWO = {"sleuth": 1, "stagger": 2}  # what seat 2 holds, two of them in hand


def test_deals_are_counted_and_listed():
    s = two(**HIDDEN)
    assert len(all_hands(ONE, 1)) == 3
    assert len(all_hands(TWO, 2)) == 2
    expected = set(product(all_hands(ONE, 1), all_hands(TWO, 2)))
    view = s.view(0)
    assert view.deals() == len(expected) == 6
    assert {(hand(d, 1), hand(d, 2)) for d in map(view.sample, range(200))} == expected


def test_each_seat_has_deals_of_its_own():
    """Seat 0 has one of {Sleuth, Sleuth, Shovel}: two deals for the others."""
    s = two(**HIDDEN)
    assert [s.view(seat).deals() for seat in range(3)] == [3 * 2, 2 * 2, 2 * 3]


@pytest.mark.parametrize("seed", range(5))
def test_deals_of_random_positions_against_brute_force(seed):
    g = game(3, **HIDDEN)
    s, rng = g.new(seed), np.random.default_rng(seed)
    for _ in range(60 + 40 * seed):
        if not s.is_over:
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
    held = [named(s, "held", p) for p in range(3)]
    ways = [len(all_hands(held[p], int(s.record["hand_count"][p]))) for p in range(3)]
    for seat in range(3):
        assert s.view(seat).deals() == np.prod([ways[p] for p in range(3) if p != seat])


def test_a_deal_keeps_sizes_what_is_held_and_the_own_cards():
    s = two(**HIDDEN)
    for seed in range(50):
        d = s.view(1).sample(seed)
        d.check()
        for field in ("hand_count", "deck_count", "held", "discards", "active"):
            assert np.array_equal(d.record[field], s.record[field]), field
        assert np.array_equal(d.record["hand"] + d.record["deck"], s.record["held"])
        assert hand(d, 1) == hand(s, 1)
        assert d.view(1).to_json() == s.view(1).to_json()


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_the_decks_hold_what_is_nowhere_else(rules):
    """Every card lies somewhere in sight, or with somebody who is known to hold it."""
    s = table(
        3,
        hand={1: {"shovel": 2}},
        discards={2: {"whiskey": 1}},
        market=["whiskey", "shovel", "haggle"],
        unwanted={"whiskey": 1},
        locations={"pawnshop": 1},
        active={0: {"body_armor": 1}},
        permanent={"ration_cards": 1},
        mythos_discards={"poisoned_well": 4},
        next_mythos={"poisoned_well": 1},
        rules=rules,
    )
    left = {"shovel": 1, "whiskey": 1, "haggle": 2, "pawnshop": 0, "body_armor": 3, "lash_of_embers": 4}
    for seat in range(3):
        d = s.view(seat).sample(7)
        library = named(d, "library")
        assert {name: library.get(name, 0) for name in left} == left
        assert library == named(s, "library")
        cards = named(d, "mythos", vocab="mythos")
        assert (cards["poisoned_well"], cards["ration_cards"], cards["fever_dream"]) == (2, 1, 1)
        assert cards == named(s, "mythos", vocab="mythos")


def test_a_card_looked_at_stays_in_every_deal():
    s = mythos(table(2, hand={0: {"chase_a_lead": 1}}, rules=HIDDEN), "fever_dream")
    play(s, "play:chase_a_lead")
    for seed in range(10):
        d = s.view(1).sample(seed)
        assert named(d, "next_mythos", vocab="mythos") == {"fever_dream": 1}


def test_the_order_of_the_decks_is_dealt_by_the_seed():
    """The same view, other seeds: another Mythos card comes."""
    s = table(1, market=["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"], rules=HIDDEN)
    found = set()
    for seed in range(30):
        d = play(s.view(0).sample(seed), "end_planning")
        found.add(tuple(np.flatnonzero(d.record["mythos_discards"] + d.record["permanent"])))
    assert len(found) > 5


def test_a_view_holds_nothing_that_is_hidden():
    """Two positions that differ in hidden cards only give the same view."""
    s = two(**HIDDEN)
    other = s.edit(hand={1: {"shovel": 1}}, deck={1: {"sleuth": 2, "whiskey": 1}})
    assert s.record["hand"][1].tolist() != other.record["hand"][1].tolist()
    assert s.view(0).to_json() == other.view(0).to_json()
    assert s.view(0).sample(3) == other.view(0).sample(3)
    assert s.view(1).to_json() != other.view(1).to_json()


def test_a_view_may_be_run_on():
    s = two(**HIDDEN)
    d = s.game.from_view(s.view(2).to_json(), 2, seed=5)
    assert d.view(2).to_json() == s.view(2).to_json()
    told = s.view(2).to_json()
    told["fields"]["held"][1][number(s.game, "card", "sleuth")] = 1
    with pytest.raises(PositionError, match=r"'held'\[1\] is not as many cards as hand and deck"):
        s.game.from_view(told, 2)


# ------------------------------------------------------------------------------- who decides has a choice


def test_a_seat_asked_about_its_cards_is_dealt_what_it_holds():
    """Seat 1 destroys a card: of {Stagger, Stagger, Sleuth} two are in its hand, and its discard pile is empty."""
    s = table(
        2,
        seat=1,
        hand={1: {"burn_the_evidence": 1, "stagger": 2}},
        deck={1: {"sleuth": 1}},
        rules=HIDDEN,
    )
    play(s, "play:burn_the_evidence")
    assert decision(s) == (1, "destroy")
    found = {hand(d, 1) for d in map(s.view(0).sample, range(60))}
    assert found == {(("stagger", 2),), (("sleuth", 1), ("stagger", 1))}
    for seed in range(10):
        assert s.view(0).sample(seed).legal_names()[-1] == "decline"


# --------------------------------------------------------------------------------------------- how likely

# One in a thousand, by degrees of freedom.
LIMIT = {1: 10.8, 2: 13.8, 5: 20.5}


def chi_square(s: State, seat: int, read, expected: dict, n: int) -> float:
    view = s.view(seat)
    found = Counter(read(view.sample(seed)) for seed in range(n))
    assert set(found) == set(expected)
    assert sum(expected.values()) == n
    return sum((found[k] - e) ** 2 / e for k, e in expected.items())


def test_hands_come_up_as_often_as_they_can_be_drawn():
    """One of four cards, two of them Sleuths; two of three, two of them Staggers. The two hands are independent."""
    s = two(**HIDDEN)
    one = {(("sleuth", 1),): 2, (("shovel", 1),): 1, (("whiskey", 1),): 1}
    two_ = {(("sleuth", 1), ("stagger", 1)): 2, (("stagger", 2),): 1}
    expected = {(a, b): 200 * m * n for a, m in one.items() for b, n in two_.items()}
    assert chi_square(s, 0, lambda d: (hand(d, 1), hand(d, 2)), expected, 2400) < LIMIT[5]


def test_a_hand_of_starters_comes_up_as_often_as_it_is_drawn():
    """Five of seven Sleuths and three Staggers, as at the start of a game."""
    s = table(
        2,
        hand={1: {"sleuth": 5}},
        deck={1: {"sleuth": 2, "stagger": 3}},
        rules=HIDDEN,
    )
    ways = {k: comb(3, k) * comb(7, 5 - k) for k in range(4)}
    assert list(ways.values()) == [21, 105, 105, 21]
    expected = {k: n * 10 for k, n in ways.items()}
    assert chi_square(s, 0, lambda d: named(d, "hand", 1).get("stagger", 0), expected, 2520) < 16.3


def test_every_card_of_a_deck_is_as_likely_to_be_drawn_next():
    """Two Sleuths, a Stagger and a Shovel."""
    s = table(1, hand={0: {"ransack_the_study": 1}}, deck={0: {"sleuth": 2, "stagger": 1, "shovel": 1}})
    expected = {"sleuth": 600, "stagger": 300, "shovel": 300}
    found = Counter()
    for seed in range(1200):
        d = play(s.view(0).sample(seed), "play:ransack_the_study")
        found[next(iter(named(d, "hand", 0)))] += 1
    assert found.keys() == expected.keys()
    assert sum((found[k] - n) ** 2 / n for k, n in expected.items()) < LIMIT[2]
