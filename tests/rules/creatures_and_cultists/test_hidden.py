"""What a seat knows of others' hands: windows, kept cards, sizes, shuffles; and deals that agree with all of it."""

from collections import Counter

import numpy as np
import pytest

from elderzoo.envs.core import render
from elderzoo.envs.core.game import Game
from elderzoo.envs.creatures_and_cultists import SPEC

from .cards import begin, use
from .story import attack, deck, dice, discards, game, hand, known, play, row, size, table

# ------------------------------------------------------------------------------------- what becomes known


def test_who_is_asked_for_a_dodge_has_one():
    s = attack(table(hand={0: {"harsh_language": 1}, 1: {"dodge": 2, "byakhee": 1}}), "harsh_language")
    assert known(s, 1) == {"dodge": 1}


def test_it_is_still_known_after_passing_and_after_being_asked_again():
    s = attack(table(hand={0: {"harsh_language": 2}, 1: {"dodge": 2}}), "harsh_language")
    dice(s, "666", "666")
    play(s, "pass")
    assert known(s, 1) == {"dodge": 1}
    attack(s, "harsh_language", 1)
    assert known(s, 1) == {"dodge": 1}


def test_a_card_that_was_played_is_known_no_more():
    s = attack(table(hand={0: {"harsh_language": 1}, 1: {"dodge": 2}}), "harsh_language")
    play(s, "play:dodge")
    assert known(s, 1) == {}
    assert hand(s, 1) == {"dodge": 1}


def test_who_is_asked_for_an_elder_sign_or_a_bluff_has_one():
    s, _ = use("power_drain", "seat+1", "pass", throws=("333",), hand={1: {"elder_sign": 1, "dodge": 1}})
    assert known(s, 1) == {"elder_sign": 1}
    s, _ = use("assassination", "seat+2", "cultist:0>seat+2", hand={2: {"its_a_bluff": 1, "dodge": 1}})
    assert known(s, 2) == {"its_a_bluff": 1}


def test_who_is_asked_to_strike_back_shows_no_card():
    s = table(hand={0: {"harsh_language": 1}, 1: {"cricket_bat": 1}})
    dice(s, "555")
    attack(s, "harsh_language")
    assert s.pending == "counter"
    assert known(play(s, "pass"), 1) == {}


def test_with_uniform_windows_being_asked_says_nothing():
    hands = {0: {"harsh_language": 1}, 1: {"dodge": 1}}
    s = attack(table(hand=hands, rules={"uniform_windows": True}), "harsh_language")
    assert s.pending == "dodge"
    assert known(s, 1) == {}


def test_a_card_kept_after_the_victims_boof_is_known():
    s = table(hand={0: {"harsh_language": 1, "dodge": 1}})
    dice(s, "333", "666")
    attack(s, "harsh_language")
    assert known(s, 0) == {"harsh_language": 1}
    assert hand(s, 0) == {"harsh_language": 1, "dodge": 1}


def test_a_known_card_that_may_have_left_is_known_no_more():
    """Of two Dodges one is known; when one is lost, nobody can tell whether it was that one."""
    s, _ = use("chain_letter", picks=(0,), hand={1: {"dodge": 2}}, known={1: {"dodge": 1}})
    assert discards(s) == {"chain_letter": 1, "dodge": 1}
    assert known(s, 1) == {}


def test_cards_of_other_kinds_leave_knowledge_as_it_is():
    s = table(hand={0: {"dodge": 1, "byakhee": 1}}, known={0: {"dodge": 1}})
    assert known(play(s, "discard:byakhee"), 0) == {"dodge": 1}


def test_nothing_is_known_of_a_dead_cult():
    s, _ = use(
        "assassination",
        "seat+1",
        "cultist:0>seat+1",
        hand={1: {"dodge": 2}},
        known={1: {"dodge": 1}},
        alive={1: row("third", 0)},
    )
    assert known(s, 1) == {}
    assert size(s, 1) == 0
    assert discards(s) == {"assassination": 1, "dodge": 2}


# ----------------------------------------------------------------------------------------- deals keep to it


def asked():
    """Seat 1 is asked whether it stops a spell of seat 0 with one of its three cards; seat 2 holds two."""
    hands = {0: {"byakhee": 2}, 1: {"elder_sign": 1, "cricket_bat": 2}, 2: {"shoggoth": 2}}
    s, _ = use("power_drain", "seat+1", throws=("333",), hand=hands)
    return s


@pytest.mark.parametrize("seat", [0, 2])
def test_every_deal_leaves_known_cards_and_sizes_as_they_are(seat):
    s = asked()
    for seed in range(30):
        dealt = s.view(seat).sample(seed)
        dealt.check()
        assert hand(dealt, 1)["elder_sign"] >= 1
        assert [size(dealt, p) for p in range(3)] == [2, 3, 2]
        assert hand(dealt, seat) == hand(s, seat)
        assert dealt.legal_names() == ["play:elder_sign", "pass"]


def test_a_seat_that_plays_mondo_cards_is_dealt_one():
    s = table(3, hand={0: {"use_the_library": 1, "dodge": 2}, 1: {"byakhee": 2}})
    mondo = {c["id"] for c in s.game.content.sections["card"] if c["type"] == "mondo"}
    found = set()
    for seed in range(30):
        dealt = s.view(1).sample(seed)
        assert {n.removeprefix("play:") for n in dealt.legal_names()} == set(hand(dealt, 0)) & mondo
        found |= set(dealt.legal_names())
    assert len(found) > 1


def test_a_seat_that_may_strike_back_is_dealt_a_card_for_it():
    """It has a choice, which the engine sees to: a seat without one would not have been asked."""
    g = Game(SPEC, 2, {"skills": "equal"})
    s = begin(g, hand={0: {"harsh_language": 1, "dodge": 1}, 1: {"cricket_bat": 1}})
    dice(s, "555")
    attack(s, "harsh_language")
    assert s.pending == "counter"
    for seed in range(30):
        assert len(s.view(0).sample(seed).legal_names()) == 2


def test_that_nobody_was_asked_is_no_knowledge():
    """Seat 1 was attacked without a window for a Dodge; a deal may give it one all the same."""
    s = table(hand={0: {"harsh_language": 1}, 1: {"byakhee": 4, "shoggoth": 2}})
    dice(s, "333", "666")
    attack(s, "harsh_language")
    assert any(hand(s.view(0).sample(seed), 1).get("dodge") for seed in range(30))


def test_a_deal_reads_nothing_hidden():
    s = asked()
    other = s.edit(hand={1: {"elder_sign": 1, "falling_piano": 2}, 2: {"cthugha": 1, "dodge": 1}})
    assert np.array_equal(s.view(0).row, other.view(0).row)
    assert s.view(0).sample(3) == other.view(0).sample(3)
    assert s.view(1).sample(3) != other.view(1).sample(3)


# ------------------------------------------------------------------------------------- how many deals there are


def in_sight(g: Game, **hidden: int) -> dict[str, int]:
    """All cards of the game but these: for the discards."""
    rest = {k: int(n) for k, n in zip(g.labels["kind"], g.card_totals, strict=True) if n}
    for kind, n in hidden.items():
        rest[kind] -= n
    return rest


def small(players=2, **fields):
    """All cards are in sight but four, two of them in the hand of seat 1 and two in the deck."""
    rest = in_sight(game(players), elder_sign=1, cricket_bat=2, shoggoth=1)
    fields.setdefault("hand", {1: {"elder_sign": 1, "cricket_bat": 1}})
    return table(players, discards=rest, **fields)


def test_deals_are_counted():
    """Two of {sign, bat, bat, Shoggoth}: sign and Shoggoth, either with a bat, or both bats."""
    assert small().view(0).deals() == 4
    assert small().view(1).deals() == 1
    assert small(known={1: {"cricket_bat": 1}}).view(0).deals() == 3


def test_deals_are_counted_for_several_hands():
    """One card each of {sign, bat, bat, Shoggoth}: three times three, but not both the sign or both the Shoggoth."""
    s = small(3, hand={1: {"elder_sign": 1}, 2: {"shoggoth": 1}})
    assert s.view(0).deals() == 7
    assert s.view(1).deals() == 2


def test_lasting_cards_are_in_sight():
    """Of the four cards out of everybody's hands one lies on a cult: {sign, bat, bat} are left for two places."""
    rest = in_sight(game(), elder_sign=1, cricket_bat=2, power_drain=1)
    hands = {1: {"elder_sign": 1, "cricket_bat": 1}}
    assert table(discards=rest, hand=hands).view(0).deals() == 4
    s = table(discards=rest, hand=hands, lasting={1: {"power_drain": 1}})
    assert s.view(0).deals() == 2
    for seed in range(10):
        s.view(0).sample(seed).check()


def chi_square(found: Counter, expected: dict) -> float:
    assert set(found) == set(expected)
    return sum((found[k] - n) ** 2 / n for k, n in expected.items())


def test_every_deal_comes_up_as_often_as_its_cards_can_be_dealt():
    view = small().view(0)
    found = Counter(frozenset(hand(view.sample(seed), 1).items()) for seed in range(3000))
    expected = {
        frozenset({("cricket_bat", 2)}): 500,
        frozenset({("elder_sign", 1), ("shoggoth", 1)}): 500,
        frozenset({("elder_sign", 1), ("cricket_bat", 1)}): 1000,
        frozenset({("cricket_bat", 1), ("shoggoth", 1)}): 1000,
    }
    assert chi_square(found, expected) < 16.3, "three degrees of freedom, one in a thousand"


def test_two_hands_are_dealt_alike():
    """Of {sign, Shoggoth, bat} one lies in the deck: six deals."""
    rest = in_sight(game(3), elder_sign=1, cricket_bat=1, shoggoth=1)
    view = table(3, hand={1: {"elder_sign": 1}, 2: {"shoggoth": 1}}, discards=rest).view(0)
    found = Counter()
    for seed in range(3000):
        dealt = view.sample(seed)
        found[*hand(dealt, 1), *hand(dealt, 2)] += 1
    kinds = ("elder_sign", "cricket_bat", "shoggoth")
    expected = {(a, b): 500 for a in kinds for b in kinds if a != b}
    assert chi_square(found, expected) < 20.5, "five degrees of freedom, one in a thousand"


def test_a_known_card_stays_and_the_rest_is_dealt_alike():
    """The sign is known to be with seat 1; its other card is a bat two times in three."""
    view = small(known={1: {"elder_sign": 1}}).view(0)
    found = Counter(frozenset(hand(view.sample(seed), 1).items()) for seed in range(3000))
    expected = {
        frozenset({("elder_sign", 1), ("cricket_bat", 1)}): 2000,
        frozenset({("elder_sign", 1), ("shoggoth", 1)}): 1000,
    }
    assert chi_square(found, expected) < 10.8, "one degree of freedom, one in a thousand"


# ------------------------------------------------------------------------------------------- reshuffles


def reshuffled():
    """Seat 0 has just drawn two cards of a fresh deck: what was in hands when it was shuffled is not in it."""
    g = game(3)
    hands = {0: {"skim_the_forbidden_page": 1}, 1: {"elder_sign": 3}, 2: {"shoggoth": 2, "cthugha": 1}}
    kept = {"skim_the_forbidden_page": 1, "elder_sign": 3, "shoggoth": 2, "cthugha": 1}
    s = table(3, hand=hands, discards=in_sight(g, **kept))
    assert s.record["deck_count"] == 0
    dice(s, "333")
    return play(s, "play:skim_the_forbidden_page")


def test_cards_in_hands_at_a_shuffle_are_never_dealt_to_the_deck():
    s = reshuffled()
    kind = s.game.labels["kind"].index
    for seed in range(30):
        dealt = s.view(0).sample(seed)
        assert dealt.record["deck"][kind("elder_sign")] <= 3
        assert dealt.record["deck"][kind("shoggoth")] <= 1
        assert dealt.record["deck"][kind("cthugha")] == 0
        assert [size(dealt, p) for p in range(3)] == [2, 3, 3]


def test_right_after_a_shuffle_the_hands_are_known_together_but_not_apart():
    """Seat 0 knows the six cards of the others: 3 signs, 2 Shoggoths and Cthugha in hands of three. Seat 1 does not
    know what seat 0 has drawn."""
    s = reshuffled()
    assert s.view(0).deals() == sum(
        1 for sign in range(4) for shoggoth in range(3) for cthugha in range(2) if sign + shoggoth + cthugha == 3
    )
    assert s.view(1).deals() > s.view(0).deals()


def test_only_ones_own_draws_are_known_to_have_left_the_fresh_deck():
    s = reshuffled()
    kind = s.game.labels["kind"].index
    drawn = [name for name, n in hand(s, 0).items() for _ in range(n)]
    total = s.record["outside"].sum(axis=1)[:3].tolist()
    assert len(drawn) == 2
    assert total == [6 + 2, 6, 6]  # two hands were not shuffled; the spell that drew already lay with the discards
    assert all(s.record["outside"][0, kind(name)] > 0 for name in drawn)


def test_deals_after_a_shuffle_come_up_alike():
    """A Dodge was in a hand at the shuffle; of the Byakhee and the Shoggoth one lies in the deck."""
    g = game(3)
    kind = g.labels["kind"].index
    rest = in_sight(g, dodge=1, byakhee=1, shoggoth=1)
    s = table(3, hand={1: {"dodge": 1}, 2: {"byakhee": 1}}, discards=rest, shuffles=1)
    s = s.edit(outside={0: {kind("dodge"): int(g.card_totals[kind("dodge")])}})
    assert s.view(0).deals() == 4
    found = Counter()
    for seed in range(3000):
        dealt = s.view(0).sample(seed)
        found[*hand(dealt, 1), *hand(dealt, 2)] += 1
    expected = {
        ("dodge", "byakhee"): 750,
        ("dodge", "shoggoth"): 750,
        ("byakhee", "dodge"): 750,
        ("shoggoth", "dodge"): 750,
    }
    assert chi_square(found, expected) < 16.3, "three degrees of freedom, one in a thousand"


def test_a_question_that_few_deals_explain_is_dealt_its_cards():
    """Seat 1 chooses between two Mondo cards, the only ones left, and the deck is large."""
    g = game(3)
    mondo = {c["id"]: c["copies"] for c in g.content.sections["card"] if c["type"] == "mondo"}
    held = {"tax_audit": 1, "chain_letter": 1, "dodge": 1}
    seen = {k: n for k, n in mondo.items() if k not in held}
    s = Game(SPEC, 3, {"skills": "equal"}).new(1)
    s = s.edit(hand={0: {}, 1: held, 2: {"dodge": 3}}, discards=seen, favoured=0, round=2, decide=(1, "turn"))
    assert s.pending == "mondo"
    assert s.legal_names() == ["play:chain_letter", "play:tax_audit"]
    for viewer in (0, 2):
        for seed in range(50):
            dealt = s.view(viewer).sample(seed)
            assert {"tax_audit", "chain_letter"} <= set(hand(dealt, 1))


# ------------------------------------------------------------------------------------------------ notes


def test_what_a_seat_draws_is_noted_for_it_alone():
    s = table(3, hand={0: {"double_espresso": 1}})
    before = [int(n) for n in s.record["note_count"][:3]]
    deck(s, "shoggoth")
    play(s, "play:double_espresso")
    assert render.told(s, s.record["notes"][0, 0]) == "player_0 draws shoggoth"
    assert s.record["note_count"][:3].tolist() == [before[0] + 1, before[1], before[2]]
    notes = s.game.spec.schema.record(s.view(1).row)["notes"]
    assert notes[0, 0].tolist() == [-1] * 8


@pytest.mark.parametrize(
    "options", [{}, {"mondo_refill": "full", "bluff_scope": "any", "elder_sign_time": "before_roll"}]
)
def test_the_truth_is_always_among_the_deals(options):
    """What a seat believes about hands and deck never rules out what is the case."""
    g = Game(SPEC, 3, options)
    rng = np.random.default_rng(5)
    s = g.new(5)
    while not s.is_over:
        r = s.record
        assert (r["known"] <= r["hand"]).all()
        for p in range(3):
            assert (r["deck"] + r["outside"][p] <= g.tables["copies"]).all()
        s.step(int(rng.choice(np.flatnonzero(s.legal()))))
    assert s.record["shuffles"] > 0
