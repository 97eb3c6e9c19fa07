"""What a seat sees, and what is dealt anew where it does not."""

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest

from elderzoo.envs.core.errors import IllegalAction, PositionError
from elderzoo.envs.core.game import State

from .story import cards_drawn, chance, decision, game, mythos, named, number, play, table

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
    assert s.events()[-1].startswith("player_0 draws 2 card")
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
    """All hands of what is held that hold what is known of them."""
    g = game(3, **HIDDEN)
    s, rng = g.new(seed), np.random.default_rng(seed)
    partly = 0
    for step in range(260):
        s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        if s.is_over:
            break
        if step % 5:
            continue
        sure = [named(s, "known", p) for p in range(3)]
        partly += any(sure)
        ways = []
        for p in range(3):
            hands = all_hands(named(s, "held", p), int(s.record["hand_count"][p]))
            ways.append(sum(all(dict(cards).get(name, 0) >= n for name, n in sure[p].items()) for cards in hands))
        for seat in range(3):
            assert s.view(seat).deals() == np.prod([ways[p] for p in range(3) if p != seat])
    assert partly > 0


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
        mythos_discards={"poisoned_well": 2},
        next_mythos={"poisoned_well": 1},
        rules=rules,
    )
    t = s.game.tables
    elsewhere = {"shovel": 3, "whiskey": 3, "haggle": 1, "pawnshop": 1, "body_armor": 1, "lash_of_embers": 0}
    gone = {"poisoned_well": 3, "ration_cards": 1, "fever_dream": 0}
    for seat in range(3):
        d = s.view(seat).sample(7)
        library, cards = named(d, "library"), named(d, "mythos", vocab="mythos")
        for name, n in elsewhere.items():
            assert library.get(name, 0) == t["copies"][number(s.game, "card", name)] - n
        for name, n in gone.items():
            assert cards.get(name, 0) == t["mythos_copies"][number(s.game, "mythos", name)] - n
        assert library == named(s, "library")
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
    with pytest.raises(PositionError, match=r"'held'\[1\] counts 3 cards of hand and deck, which are 4"):
        s.game.from_view(told, 2)


# ------------------------------------------------------------------------------- what is known of a hand

SHELF = ["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"]


def acting(hand: dict, deck: dict, rules=HIDDEN, **fields) -> State:
    """The Planning turn of seat 1 of two, with this hand and this deck."""
    fields = {"market": SHELF, "round": 2} | fields
    return table(2, seat=1, hand={1: hand}, deck={1: deck}, rules=rules, **fields)


def known(s: State, p: int = 1) -> dict[str, int]:
    return named(s, "known", p)


def bought() -> State:
    """Whiskey is bought; two of {Sleuth, Sleuth, Stagger, Stagger} are left in hand."""
    return play(bought_from(), *BUYING)


def bought_from(**fields) -> State:
    """With 1 Moxie made before, a Shovel pays for Whiskey."""
    return acting({"shovel": 1, "sleuth": 1, "stagger": 1}, {"sleuth": 1, "stagger": 1}, **fields).edit(base=1)


BUYING = ("play:shovel", "buy:whiskey")


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_a_purchase_is_known_to_be_in_the_hand(rules):
    s = play(bought_from(rules=rules), *BUYING)
    assert known(s) == {"whiskey": 1}
    assert known(s, 0) == {}


def test_a_card_taken_for_nothing_is_known():
    s = acting({"call_in_a_favor": 1, "sleuth": 1}, {"sleuth": 2})
    assert known(play(s, "play:call_in_a_favor", "buy:whiskey")) == {"whiskey": 1}


def test_a_card_taken_back_is_known():
    s = acting({"retrace_your_steps": 1, "sleuth": 1}, {"sleuth": 2}, discards={1: {"shovel": 1, "whiskey": 1}})
    assert known(play(s, "play:retrace_your_steps", "card:shovel")) == {"shovel": 1}


def test_drawn_cards_are_not_known():
    s = acting({"pull_an_all_nighter": 1}, {"sleuth": 2, "stagger": 1})
    assert known(play(s, "play:pull_an_all_nighter")) == {}


def test_a_known_card_that_is_played_is_known_no_more():
    s = acting({"sleuth": 3}, {"sleuth": 1}, known={1: {"sleuth": 2}})
    assert known(play(s, "play:sleuth")) == {"sleuth": 1}
    assert known(play(s, "play:sleuth")) == {}
    assert known(play(s, "play:sleuth")) == {}


def test_other_cards_played_leave_it_known():
    s = acting({"sleuth": 1, "shovel": 1}, {"sleuth": 1}, known={1: {"shovel": 1}})
    assert known(play(s, "play:sleuth")) == {"shovel": 1}


def test_a_known_card_that_is_destroyed_is_known_no_more():
    """One in the discard pile goes first, and says nothing of the hand."""
    s = acting(
        {"burn_the_evidence": 1, "shovel": 1}, {"sleuth": 2}, discards={1: {"shovel": 1}}, known={1: {"shovel": 1}}
    )
    play(s, "play:burn_the_evidence", "card:shovel")
    assert (known(s), named(s, "hand", 1), named(s, "discards", 1)) == ({"shovel": 1}, {"shovel": 1}, {})
    assert known(play(s, "card:shovel")) == {}


def dropping(*drawn: int) -> State:
    """The Mythos takes a card of the hand of seat 1, a Sleuth, Shovel and Whiskey of which the two last are known."""
    s = acting(
        {"sleuth": 1, "shovel": 1, "whiskey": 1},
        {"sleuth": 1, "stagger": 2},
        known={1: {"shovel": 1, "whiskey": 1}},
        gods=["aphoom_shah"],
    )
    s = s.edit(dead={0: 1}, health={0: 0}, deck={0: {}}, held={0: {}})
    return play(chance(mythos(s, "pickpocket_shade"), *drawn), "end_planning")


@pytest.mark.parametrize(
    ("gone", "left"),
    [("sleuth", {"shovel": 1, "whiskey": 1}), ("shovel", {"whiskey": 1}), ("whiskey", {"shovel": 1})],
)
def test_a_card_discarded_by_chance_is_seen_to_go(gone, left):
    order = sorted(("sleuth", "shovel", "whiskey"), key=lambda name: number(game(2), "card", name))
    s = dropping(order.index(gone))
    assert named(s, "discards", 1) == {gone: 1}
    assert known(s) == left


def test_nothing_is_known_of_a_hand_after_clean_up():
    s = mythos(bought(), "the_long_night")
    play(s, "end_planning")
    while decision(s)[1] != "clean":
        play(s, "go" if decision(s)[1] == "order" else "end_combat")
    assert (known(s), named(s, "hand", 1)) == ({}, {})


def test_nothing_is_known_of_the_dead():
    s = acting(
        {"sleuth": 1, "lash_of_embers": 1}, {"sleuth": 1}, known={1: {"sleuth": 1}}, sanity={1: 1}, health={1: 1}
    )
    play(s, "play:lash_of_embers")
    assert s.record["dead"][1] == 1
    assert (known(s), named(s, "held", 1)) == ({}, {})


def test_the_cards_of_the_dead_are_out_of_every_deal():
    """Seat 1 dies with cards in hand, deck and discard pile; they are in the box, and seat 2 is dealt as before."""
    s = table(
        3,
        hand={1: {"shovel": 2, "sleuth": 1}, 2: {"sleuth": 1}},
        deck={1: {"whiskey": 1}, 2: {"stagger": 1}},
        discards={1: {"whiskey": 1}},
        known={1: {"shovel": 1}},
        health={1: 1},
        gods=["aphoom_shah"],
        market=SHELF,
        rules=HIDDEN,
    )
    s = play(mythos(s, "poisoned_well"), "end_planning")
    assert s.record["dead"][1] == 1
    assert [named(s, field, 1) for field in ("held", "known", "hand", "deck", "discards")] == [{}] * 5
    assert (s.record["hand_count"][1], s.record["deck_count"][1]) == (0, 0)
    assert s.view(0).deals() == 2
    for seed in range(20):
        d = s.view(0).sample(seed)
        d.check()
        assert named(d, "held", 1) == {}
        assert (named(d, "box"), named(d, "library")) == (named(s, "box"), named(s, "library"))


def shuffled() -> State:
    """A Stagger is the last card of the deck, and one of {Sleuth, Whiskey, Whiskey} comes after a shuffle."""
    s = acting({"pull_an_all_nighter": 1, "shovel": 1}, {"stagger": 1}, discards={1: {"whiskey": 2, "sleuth": 1}})
    return play(s, "play:pull_an_all_nighter")


def test_all_that_was_in_hand_when_the_deck_ran_out_is_known():
    s = shuffled()
    assert known(s) == {"shovel": 1, "stagger": 1}
    assert s.record["hand_count"][1] == 3
    assert s.view(0).deals() == 2
    assert {hand(d, 1) for d in map(s.view(0).sample, range(60))} == {
        (("shovel", 1), ("sleuth", 1), ("stagger", 1)),
        (("shovel", 1), ("stagger", 1), ("whiskey", 1)),
    }


def test_a_deal_keeps_what_is_known_and_spreads_the_rest():
    """Whiskey, and two of {Sleuth, Sleuth, Stagger, Stagger}: three hands of 1, 4 and 1 ways in six."""
    s = bought()
    expected = {
        (("sleuth", 2), ("whiskey", 1)): 200,
        (("sleuth", 1), ("stagger", 1), ("whiskey", 1)): 800,
        (("stagger", 2), ("whiskey", 1)): 200,
    }
    assert s.view(0).deals() == 3
    assert chi_square(s, 0, lambda d: hand(d, 1), expected, 1200) < LIMIT[2]


def test_hands_known_in_part_come_up_as_often_as_they_can_be_drawn():
    """Seat 1 has a Sleuth, and one of {Sleuth, Shovel, Whiskey}; seat 2 two of {Sleuth, Stagger, Stagger}."""
    s = two(**HIDDEN)
    s = s.edit(
        hand={1: {"sleuth": 1, "shovel": 1}},
        deck={1: {"sleuth": 1, "whiskey": 1}},
        known={1: {"sleuth": 1}},
    )
    one = [(("sleuth", 2),), (("shovel", 1), ("sleuth", 1)), (("sleuth", 1), ("whiskey", 1))]
    two_ = {(("sleuth", 1), ("stagger", 1)): 2, (("stagger", 2),): 1}
    expected = {(a, b): 200 * n for a in one for b, n in two_.items()}
    assert s.view(0).deals() == 6
    assert chi_square(s, 0, lambda d: (hand(d, 1), hand(d, 2)), expected, 1800) < LIMIT[5]


# Turns of seat 1 from the hand and the deck before it; what is drawn, and lost by chance, is as it comes.
SEEN = {
    "buy": (lambda: bought_from(), BUYING),
    "gain": (
        lambda: acting({"call_in_a_favor": 1, "sleuth": 1}, {"sleuth": 1, "stagger": 1}),
        ("play:call_in_a_favor", "buy:whiskey"),
    ),
    "retrieve": (
        lambda: acting({"retrace_your_steps": 1, "sleuth": 1}, {"stagger": 2}, discards={1: {"stagger": 1}}),
        ("play:retrace_your_steps", "card:stagger"),
    ),
    "retrieve and play": (
        lambda: acting(
            {"retrace_your_steps": 1, "sleuth": 1}, {"sleuth": 1, "stagger": 1}, discards={1: {"sleuth": 1}}
        ),
        ("play:retrace_your_steps", "card:sleuth", "play:sleuth"),
    ),
    "destroy": (
        lambda: acting({"burn_the_evidence": 1, "stagger": 2}, {"sleuth": 2, "stagger": 1}),
        ("play:burn_the_evidence", "card:stagger", "decline"),
    ),
    "draw": (
        lambda: acting({"pull_an_all_nighter": 1, "shovel": 1}, {"sleuth": 2, "stagger": 2}, known={1: {"shovel": 1}}),
        ("play:pull_an_all_nighter",),
    ),
    "shuffle": (
        lambda: acting(
            {"pull_an_all_nighter": 1, "sleuth": 1},
            {"shovel": 1},
            discards={1: {"whiskey": 2, "stagger": 1, "sleuth": 1}},
        ),
        ("play:pull_an_all_nighter",),
    ),
    "buy and draw": (
        lambda: acting({"shovel": 1, "box_camera": 1, "sleuth": 1}, {"sleuth": 2, "stagger": 1}).edit(base=1),
        ("play:shovel", "buy:whiskey", "to_final", "play:box_camera"),
    ),
}
IN_SIGHT = ("held", "discards", "active", "hand_count", "deck_count", "known")


@pytest.mark.parametrize("what", SEEN)
def test_the_deals_are_the_hands_that_may_come_of_what_was_seen(what):
    """All hands that the turn leads to, from every deal before it in which it could be played."""
    make, turn = SEEN[what]
    s = make()
    view, true = s.view(0), play(make(), *turn)
    found = {hand(true, 1)}
    for seed in range(150):
        d = view.sample(seed)
        try:
            play(d, *turn)
        except IllegalAction:
            continue
        assert all(np.array_equal(d.record[field], true.record[field]) for field in IN_SIGHT)
        found.add(hand(d, 1))
    after = true.view(0)
    assert {hand(d, 1) for d in map(after.sample, range(150))} == found
    assert after.deals() == len(found)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (6, 3)])
def test_what_is_known_of_hands_is_in_them(players, seed):
    """In random games, of the truth and of every deal."""
    g = game(players, **HIDDEN)
    s, rng = g.new(seed), np.random.default_rng(seed)
    met = 0
    for _ in range(400):
        if s.is_over:
            break
        s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert (s.record["known"] <= s.record["hand"]).all()
        met = max(met, int(s.record["known"].sum()))
        if s.record["decisions"] % 20 == 0:
            d = s.view(0).sample(seed)
            assert (d.record["known"] <= d.record["hand"]).all()
            assert np.array_equal(d.record["known"], s.record["known"])
    assert met > 0


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
