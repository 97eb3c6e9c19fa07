"""What a seat knows: Ghoul's cards, hand sizes, and deals that agree with both."""

from collections import Counter

import numpy as np

from elderzoo.envs.core import render

from .story import A, C, N, game, hand, known, play, size, table


def ghoul_took_two():
    s = table(
        (A, C, N),
        hand={0: {"ghoul": 1, "grimoire": 2}, 1: {"convert_cultist": 3}, 2: {"grim_banner": 2}},
        graveyard={"elder_sign": 2, "grimoire": 1},
    )
    return play(s, "play:ghoul", "take:elder_sign", "take:grimoire")


def test_cards_taken_face_up_are_known():
    assert known(ghoul_took_two(), 0) == {"elder_sign": 1, "grimoire": 1}


def test_every_deal_leaves_known_cards_where_they_are():
    s = ghoul_took_two()
    for seed in range(40):
        dealt = s.view(1).sample(seed)
        assert hand(dealt, 0).get("elder_sign", 0) >= 1
        assert hand(dealt, 0).get("grimoire", 0) >= 1
        assert [size(dealt, p) for p in range(3)] == [4, 3, 2]
        assert hand(dealt, 1) == {"convert_cultist": 3}
        assert hand(s.view(0).sample(seed), 0) == hand(s, 0)


def test_a_known_card_that_may_have_left_is_known_no_more():
    """Of three Grimoires one is known; after one was played nobody can tell whether it is still there."""
    s = ghoul_took_two().edit(pool={0: {(A, A, "plain"): 1}}, decide=(0, "turn"))
    assert known(s, 0) == {"elder_sign": 1, "grimoire": 1}
    play(s, "play:grimoire", "cultist:azathoth:plain>seat+0")
    assert known(s, 0) == {"elder_sign": 1}
    play(s, "play:elder_sign")
    assert known(s, 0) == {}


def test_a_card_of_another_kind_leaves_knowledge_as_it_is():
    s = table(hand={0: {"ghoul": 1, "grim_banner": 1}}, graveyard={"elder_sign": 1, "grimoire": 1})
    play(s, "play:ghoul", "take:elder_sign", "take:grimoire", "play:grim_banner")
    assert known(s, 0) == {"elder_sign": 1, "grimoire": 1}


def test_a_known_card_lost_by_theft_or_exchange_is_known_no_more():
    hands = {0: {"elder_sign": 1}, 1: {"cannibalistic_endeavor": 1}}
    s = table(turn=1, hand=hands, known={0: {"elder_sign": 1}})
    assert known(play(s, "play:cannibalistic_endeavor", "seat+1"), 0) == {}
    s = table(hand={0: {"elder_sign": 2}}, known={0: {"elder_sign": 2}})
    assert known(play(s, "exchange", "discard:elder_sign"), 0) == {"elder_sign": 1}


def small(gods=(A, C)):
    """All cards in sight but four: two are in the hand of seat 1, two in the deck."""
    g = game(gods)
    out = {k: int(n) for k, n in zip(g.labels["kind"], g.card_totals, strict=True) if n}
    for kind, n in {"elder_sign": 1, "grimoire": 2, "ghoul": 1}.items():
        out[kind] -= n
    return table(gods, hand={1: {"elder_sign": 1, "grimoire": 1}}, graveyard=out)


def test_deals_are_counted():
    """Two of {sign, Grimoire, Grimoire, Ghoul}: sign and Ghoul, either with a Grimoire, or both Grimoires."""
    assert small().view(0).deals() == 4
    assert small().view(1).deals() == 1
    assert small().edit(known={1: {"grimoire": 1}}).view(0).deals() == 3


def test_deals_are_counted_for_several_hands():
    s = small((A, C, N))
    s = s.edit(hand={0: {}, 1: {"elder_sign": 1}, 2: {"ghoul": 1}})
    assert s.view(0).deals() == 7


def test_every_deal_comes_up_as_often_as_its_cards_can_be_dealt():
    view = small().view(0)
    found = Counter(frozenset(hand(view.sample(seed), 1).items()) for seed in range(3000))
    expected = {
        frozenset({("grimoire", 2)}): 500,
        frozenset({("elder_sign", 1), ("ghoul", 1)}): 500,
        frozenset({("elder_sign", 1), ("grimoire", 1)}): 1000,
        frozenset({("grimoire", 1), ("ghoul", 1)}): 1000,
    }
    assert set(found) == set(expected)
    chi = sum((found[k] - n) ** 2 / n for k, n in expected.items())
    assert chi < 16.3, "three degrees of freedom, one in a thousand"


def reshuffled():
    """Seat 0 has just drawn five of the fresh deck: what was in hands when it was shuffled is not in it."""
    g = game((A, C, N))
    out = {k: int(n) for k, n in zip(g.labels["kind"], g.card_totals, strict=True) if n}
    hands = {0: {"grim_banner": 1}, 1: {"elder_sign": 3}, 2: {"grimoire": 2, "ghoul": 1}}
    for cards in hands.values():
        for kind, n in cards.items():
            out[kind] -= n
    return play(table((A, C, N), hand=hands, graveyard=out), "play:grim_banner", "pass")


def test_cards_in_hands_at_a_shuffle_are_never_dealt_to_the_deck():
    s = reshuffled()
    kinds = s.game.labels["kind"]
    for seed in range(40):
        dealt = s.view(0).sample(seed)
        assert dealt.record["deck"][kinds.index("elder_sign")] <= 1
        assert dealt.record["deck"][kinds.index("ghoul")] == 0
        assert [size(dealt, p) for p in range(3)] == [5, 3, 3]


def test_right_after_a_shuffle_the_hands_are_known_together_but_not_apart():
    s = reshuffled()
    assert (
        s.view(1).deals()
        > s.view(0).deals()
        == sum(1 for sign in range(4) for book in range(3) for ghoul in range(2) if sign + book + ghoul == 3)
    )


def test_a_deal_reads_nothing_hidden():
    s = ghoul_took_two()
    other = s.edit(hand={1: {"masters_call": 3}, 2: {"barrier_spell": 2}})
    assert np.array_equal(s.view(0).row, other.view(0).row)
    assert s.view(0).sample(3) == other.view(0).sample(3)


def test_what_a_seat_draws_is_noted_for_it_alone():
    s = play(table(hand={0: {"grim_banner": 1}}).force(("deck", 0), ("deck", 0)), "play:grim_banner")
    assert hand(s, 0) == {"cultist_of_azathoth": 2}
    assert s.record["note_count"][0] == 2 + 5
    assert not np.array_equal(s.view(0).row, s.view(1).row)
    assert render.told(s, s.record["notes"][0, 0]) == "player_0 draws cultist of azathoth"


def test_the_truth_is_always_among_the_deals():
    """What a seat believes about hands and deck never rules out what is the case."""
    g = game((A, C, N))
    rng = np.random.default_rng(5)
    s = g.new(5)
    while not s.is_over:
        r = s.record
        assert (r["known"] <= r["hand"]).all()
        for p in range(3):
            assert (r["deck"] + r["outside"][p] <= g.tables["copies"]).all()
        s.step(int(rng.choice(np.flatnonzero(s.legal()))))
    assert s.record["shuffles"] > 0
