"""How many deals agree with what a seat knows, and how likely each is: counted, listed, and dealt."""

from collections import Counter
from itertools import combinations

import pytest

from elderzoo.envs.core.game import State

from .few_hidden import KINDS, beside, few_hidden, few_hidden_in_battle
from .story import card, hand, mystery, open_, play, sure, tokens

# ---------------------------------------------------------------------------------------------- all of them


def all_fillings(hidden: dict[str, int], rooms: list[int]) -> set[tuple]:
    """All ways to fill places with hidden things, told apart by kind; some may be left over."""

    def fill(left: tuple[str, ...], rooms: list[int], done: tuple):
        if not rooms:
            yield done
            return
        for chosen in set(combinations(sorted(left), rooms[0])):
            rest = list(left)
            for kind in chosen:
                rest.remove(kind)
            yield from fill(tuple(rest), rooms[1:], (*done, chosen))

    return set(fill(tuple(k for k, n in hidden.items() for _ in range(n)), rooms, ()))


def dealt(s: State, seat: int, read, n: int = 300) -> set:
    view = s.view(seat)
    return {read(view.sample(seed)) for seed in range(n)}


def test_deals_of_the_ancient_ones_hidden_tokens():
    """Of {Investigator, Cultist, Cultist, Cultist of 2} two lie before it: any two kinds, or two Cultists."""
    s = few_hidden_in_battle(
        {"investigator": 3, "cultist": 1, "cultist_2": 1}, {"investigator": 3}, {"cultist": 1, "investigator": 1}
    )
    expected = all_fillings({"investigator": 1, "cultist": 2, "cultist_2": 1}, [2])
    assert len(expected) == 4
    assert [s.view(seat).deals() for seat in range(3)] == [1, 4, 4]
    assert dealt(s, 1, lambda d: (tuple(sorted(beside(d, 0, {"investigator": 3}))),)) == expected


def test_deals_of_several_piles():
    """Two unknown tokens before the Ancient One, and one before seat 2, which it has drawn."""
    s = few_hidden_in_battle(
        {"investigator": 2, "cultist_2": 2}, {"investigator": 2}, {"cultist": 3, "investigator_2": 1}
    )
    s = s.edit(tokens={2: {"cultist": 3}}, sure={2: {(0, 0): 2, (1, 0): 3, (2, 2): 3}})
    expected = all_fillings({"cultist_2": 2, "cultist": 3, "investigator_2": 1}, [2, 1])
    assert len(expected) == 12
    assert s.view(1).deals() == 12
    read = lambda d: (tuple(sorted(beside(d, 0, {"investigator": 2}))), beside(d, 2, {"cultist": 2}))  # noqa: E731
    assert dealt(s, 1, read, 600) == expected


# In the Mystery Stage each of two others has one of the ten Ancient Ones that seat 0 has not, and seat 1 one of 58
# story cards: of sixty one is told and one in the hand of seat 0.
REST = 10 * 9 * 58
EIGHT = {"cultist": 8}  # what is known of the ten tokens of seat 1


def on_turn(turn: int, extra: dict[str, int], rules=None) -> State:
    """Seat 1 has eight known Cultists and two of {Cultist, Cultist, Cultist of 2, Investigator, Investigator}."""
    hidden = {"cultist": 2, "cultist_2": 1, "investigator": 2}
    held = {kind: EIGHT.get(kind, 0) + extra.get(kind, 0) for kind in KINDS}
    pool = {kind: n - extra.get(kind, 0) for kind, n in hidden.items()}
    cards = {0: {"dawn": 1}, 1: {"mansion": 1}, 2: {}}
    known = {0: {(1, "cultist"): 8}}
    return few_hidden(turn, {1: held, 2: {}}, pool, stories=cards, knows=known, rules=rules)


CC, CI, II = ("cultist", "cultist"), ("investigator", "cultist"), ("investigator", "investigator")
CC2, C2I = ("cultist", "cultist_2"), ("investigator", "cultist_2")


def test_deals_while_another_seat_plays():
    s = on_turn(0, {"cultist": 1, "investigator": 1})
    assert s.view(0).deals() == 5 * REST
    assert dealt(s, 0, lambda d: beside(d, 1, EIGHT)) == {CC, CI, II, CC2, C2I}


def test_deals_while_the_seat_plays_that_would_have_to_awaken():
    """It has less than ten."""
    s = on_turn(1, {"cultist": 1, "investigator": 1})
    assert s.pending == "story"
    assert s.view(0).deals() == 2 * REST
    assert dealt(s, 0, lambda d: beside(d, 1, EIGHT)) == {CI, II}


def test_deals_while_a_seat_is_asked_to_awaken():
    s = on_turn(1, {"cultist": 2}, {"awaken": "may"})
    assert s.pending == "awaken"
    assert s.view(0).deals() == 3 * REST
    assert dealt(s, 0, lambda d: beside(d, 1, EIGHT)) == {CC, CC2, C2I}


def test_deals_while_a_seat_plays_that_may_wait():
    s = play(on_turn(1, {"cultist": 2}, {"awaken": "may"}), "wait")
    assert s.pending == "story"
    assert s.view(0).deals() == 5 * REST
    assert dealt(s, 0, lambda d: beside(d, 1, EIGHT)) == {CC, CI, II, CC2, C2I}


def test_deals_where_tokens_are_counted():
    """Ten Cultist tokens are too many, whatever their value."""
    s = on_turn(1, {"cultist": 1, "investigator": 1}, {"threshold": "tokens"})
    assert s.view(0).deals() == 3 * REST
    assert dealt(s, 0, lambda d: beside(d, 1, EIGHT)) == {CI, C2I, II}


def test_a_seat_that_plays_counts_what_it_knows_itself():
    """Three tokens lie in the pool, and others have none but the known one of seat 0."""
    s = on_turn(1, {"cultist": 1, "investigator": 1})
    s = s.edit(open={0: {"investigator": 1}}, sure={1: {(0, 0): 1, (1, 0): 1, (1, 2): 9}})
    assert s.view(1).deals() == REST


def test_deals_of_tokens_looked_at_by_another_seat():
    """Two of {Cultist, Cultist of 2, Investigator} are aside, while seat 1 looks at them."""
    s = few_hidden(
        1,
        {1: {"cultist": 1}, 2: {}},
        {"cultist": 2, "cultist_2": 1, "investigator": 2},
        stories={0: {"lodge": 1}, 1: {"book": 1}, 2: {}},
        last="dawn",
        open={1: {"cultist": 1}},
    )
    s.force(("events", 0), ("events", 0))  # the two Investigators of the pool come with the card
    play(s, "play:book")
    s.force(("events", 0), ("events", 0))
    play(s, "bonus:peek")
    assert s.pending == "keep_one"
    hidden = {"cultist": 2, "cultist_2": 1, "investigator": 2}
    expected = all_fillings(hidden, [2, 2])
    # Seat 1 holds no more story cards.
    assert s.view(0).deals() == len(expected) * 10 * 9
    # To seat 1 the token of seat 0 is that Investigator or the Cultist of 2, and its story card one of 58.
    assert s.view(1).deals() == 2 * 58 * 10 * 9
    read = lambda d: (tuple(sorted(beside(d, 1, {"cultist": 1}))), aside(d, 1))  # noqa: E731
    assert dealt(s, 0, read, 1500) == expected


def aside(s: State, p: int) -> tuple[str, ...]:
    return tuple(sorted(k for k, n in zip(KINDS, s.record["aside"][p], strict=True) for _ in range(n)))


# ------------------------------------------------------------------------------------------- battle cards

CHANTS = ("burning_sign", "mending_chant", "word_of_banishment")  # one of each in the deck


def small_hands(players: int = 3, **fields) -> State:
    """Of three cards that seat 1 does not see each other investigator has one, and the rest is the deck."""
    holders = dict(zip(range(2, players), CHANTS, strict=False))
    hands = {p: {name: 1} for p, name in holders.items()}
    deck = {name: 1 for name in CHANTS if name not in holders.values()}
    return few_hidden_in_battle({"investigator": 3}, {"investigator": 3}, {}, hands, deck, players, **fields)


def test_deals_of_a_hand():
    s = small_hands()
    assert s.view(1).deals() == 3
    assert dealt(s, 1, lambda d: tuple(hand(d, 2))) == {(name,) for name in CHANTS}


def test_the_ancient_one_knows_no_hand():
    """Seat 1 has one of four cards, and seat 2 one of the other three."""
    cards = ("revolver", "dynamite", "shotgun", "fire_axe")
    s = few_hidden_in_battle(
        {"investigator": 3}, {"investigator": 3}, {}, {2: {"dynamite": 1}}, {"shotgun": 1, "fire_axe": 1}
    )
    assert s.view(0).deals() == 4 * 3
    expected = {(a, b) for a in cards for b in cards if a != b}
    assert dealt(s, 0, lambda d: (*hand(d, 1), *hand(d, 2))) == expected


def test_a_seat_that_is_to_play_a_card_is_dealt_one_that_it_can_play():
    """Of four cards three are Incantations, which seat 1 may not use. The number of deals leaves this out."""
    s = small_hands()
    assert dealt(s, 0, lambda d: tuple(hand(d, 1))) == {("revolver",)}
    assert s.view(0).deals() == 4 * 3


def test_deals_of_two_hands():
    s = small_hands(4)
    assert s.view(1).deals() == 3 * 2
    assert len(dealt(s, 1, lambda d: (*hand(d, 2), *hand(d, 3)))) == 6


def test_hands_are_filled_out_of_the_own_deck():
    s = few_hidden_in_battle(
        {"investigator": 3},
        {"investigator": 3},
        {},
        {0: {"black_tide": 1}, 2: {"burning_sign": 1}},
        {"peeled_mask": 1, "mending_chant": 1},
    )
    assert s.view(1).deals() == 2 * 2
    found = dealt(s, 1, lambda d: (*hand(d, 0), *hand(d, 2)))
    assert found == {(a, b) for a in ("black_tide", "peeled_mask") for b in ("burning_sign", "mending_chant")}


def known_outside(s: State, seat: int, **cells: int) -> State:
    at = {card(s.game, "battle", name): n for name, n in cells.items()}
    return s.edit(outside={seat: at}, shuffled=[0, 1])


def test_a_card_that_was_in_a_hand_at_the_shuffle_is_not_in_the_deck():
    s = known_outside(small_hands(4), 1, burning_sign=1)
    assert s.view(1).deals() == 2 * 2
    found = dealt(s, 1, lambda d: (*hand(d, 2), *hand(d, 3)))
    assert found == {
        ("burning_sign", "mending_chant"),
        ("burning_sign", "word_of_banishment"),
        ("mending_chant", "burning_sign"),
        ("word_of_banishment", "burning_sign"),
    }
    assert len(dealt(small_hands(4), 1, lambda d: (*hand(d, 2), *hand(d, 3)))) == 6, "without the knowledge"


def test_a_discard_keeps_what_was_outside_the_deck_at_the_shuffle():
    """Seat 2 holds the one card that was in a hand then, and there is no other hand for it."""
    s = known_outside(small_hands(), 1, burning_sign=1).edit(decide=(2, "battle"))
    assert (s.pending, s.seat) == ("discard", 2)
    found = [s.view(1).sample(seed) for seed in range(30)]
    assert {tuple(hand(d, 2)) for d in found} == {("burning_sign",)}


def test_of_several_copies_those_outside_are_in_hands():
    """Of the three Revolvers seat 1 holds one, another was in a hand at the shuffle, and one may be in the deck."""
    s = few_hidden_in_battle(
        {"investigator": 3}, {"investigator": 3}, {}, {2: {"revolver": 1}}, {"revolver": 1, "dynamite": 1}
    )
    assert dealt(s, 1, lambda d: tuple(hand(d, 2))) == {("revolver",), ("dynamite",)}
    assert s.view(1).deals() == 2
    s = known_outside(s, 1, revolver=2)
    assert dealt(s, 1, lambda d: tuple(hand(d, 2))) == {("revolver",)}
    assert s.view(1).deals() == 1


def reshuffled() -> State:
    """Seat 1 has just struck with a Revolver, and drawn from a deck shuffled anew."""
    nine = {"investigator": 9}
    s = few_hidden_in_battle(nine, nine, {}, {2: {"burning_sign": 1, "shotgun": 1}})
    return play(s, "strike:revolver", "lose:investigator@face_down")


def test_what_lay_in_hands_at_a_shuffle_is_dealt_to_hands_alone():
    s = reshuffled()
    at = card(s.game, "battle", "burning_sign")
    assert s.record["shuffled"].tolist()[1] == 1
    for seed in range(50):
        for seat in (0, 1):
            assert s.view(seat).sample(seed).record["deck"][1, at] == 0
    assert all(hand(s.view(1).sample(seed), 2)["burning_sign"] == 1 for seed in range(50)), "there is no other hand"


def test_ones_own_draws_are_known_to_have_left_the_deck():
    s = reshuffled()
    drawn = hand(s, 1)
    for name, n in drawn.items():
        at = card(s.game, "battle", name)
        before = {"burning_sign": 1, "shotgun": 1}.get(name, 0)
        assert s.record["outside"][1, at] == n + before
        assert s.record["outside"][0, at] == before
        assert s.record["outside"][2, at] == before


# --------------------------------------------------------------------------------------------- how likely


def chi_square(s: State, seat: int, read, expected: dict, n: int = 3000) -> float:
    view = s.view(seat)
    found = Counter(read(view.sample(seed)) for seed in range(n))
    assert set(found) == set(expected)
    assert sum(expected.values()) == n
    return sum((found[k] - e) ** 2 / e for k, e in expected.items())


# One in a thousand, by degrees of freedom.
LIMIT = {1: 10.8, 2: 13.8, 3: 16.3, 4: 18.5, 5: 20.5}


def test_hidden_tokens_come_up_as_often_as_they_can_be_drawn():
    s = few_hidden_in_battle(
        {"investigator": 3, "cultist": 1, "cultist_2": 1}, {"investigator": 3}, {"cultist": 1, "investigator": 1}
    )
    expected = {CC: 500, CI: 1000, CC2: 1000, C2I: 500}
    assert chi_square(s, 1, lambda d: beside(d, 0, {"investigator": 3}), expected) < LIMIT[3]


@pytest.mark.parametrize(
    ("turn", "extra", "rules", "expected"),
    [
        (0, {"cultist": 1, "investigator": 1}, None, {CC: 300, CC2: 600, CI: 1200, C2I: 600, II: 300}),
        (1, {"cultist": 1, "investigator": 1}, None, {CI: 2400, II: 600}),
        (1, {"cultist": 2}, {"awaken": "may"}, {CC: 600, CC2: 1200, C2I: 1200}),
    ],
)
def test_tokens_that_fit_the_question_come_up_alike(turn, extra, rules, expected):
    s = on_turn(turn, extra, rules)
    assert chi_square(s, 0, lambda d: beside(d, 1, EIGHT), expected) < LIMIT[len(expected) - 1]


def test_two_hands_come_up_alike():
    expected = {(a, b): 500 for a in CHANTS for b in CHANTS if a != b}
    assert chi_square(small_hands(4), 1, lambda d: (*hand(d, 2), *hand(d, 3)), expected) < LIMIT[5]


def test_hands_after_a_shuffle_come_up_alike():
    s = known_outside(small_hands(4), 1, burning_sign=1)
    expected = {
        ("burning_sign", "mending_chant"): 750,
        ("burning_sign", "word_of_banishment"): 750,
        ("mending_chant", "burning_sign"): 750,
        ("word_of_banishment", "burning_sign"): 750,
    }
    assert chi_square(s, 1, lambda d: (*hand(d, 2), *hand(d, 3)), expected) < LIMIT[3]


def test_ancient_ones_of_others_come_up_alike():
    """Ten that seat 0 does not hold."""
    s = mystery(3)
    mine = int(s.record["secret"][0])
    expected = {a: 300 for a in range(11) if a != mine}
    assert chi_square(s, 0, lambda d: int(d.record["secret"][2]), expected) < 27.9, "nine degrees of freedom"


# --------------------------------------------------------------------------------- from one stage to the other


def filled(fill: str) -> State:
    """Seat 0 awakens with ten tokens, which all see, and draws eight."""
    tokens_ = {0: {"cultist": 10}, 1: {"investigator": 3}, 2: {"investigator": 2}}
    s = mystery(3, tokens=tokens_, rules={"investigators": "first_five", "ones_fill": fill})
    return play(s, "choose:curious_student", "choose:bootlegger")


def test_tokens_the_ancient_one_draws_are_its_secret():
    s = filled("hidden")
    assert sum(tokens(s, 0).values()) == 18
    assert open_(s, 0) == sure(s, 1, 0) == {"cultist": 10}
    view = s.view(1)
    found = [tokens(view.sample(seed), 0) for seed in range(50)]
    assert all(sum(pile.values()) == 18 and pile["cultist"] >= 10 for pile in found)
    assert len({tuple(sorted(pile.items())) for pile in found}) > 5
    assert all(tokens(s.view(0).sample(seed), 0) == tokens(s, 0) for seed in range(5))


def test_tokens_the_ancient_one_draws_are_shown_by_option():
    s = filled("open")
    assert open_(s, 0) == sure(s, 1, 0) == tokens(s, 0)
    assert all(tokens(s.view(1).sample(seed), 0) == tokens(s, 0) for seed in range(20))


def test_tokens_of_investigators_are_known_after_the_change():
    s = filled("hidden")
    for seed in range(10):
        d = s.view(0).sample(seed)
        assert [tokens(d, 1), tokens(d, 2)] == [{"investigator": 3}, {"investigator": 2}]
