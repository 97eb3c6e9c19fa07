"""What a seat cannot see is dealt anew in agreement with all that it knows."""

import numpy as np

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cthulhus_vault import SPEC

from .few_hidden import KINDS, few_hidden
from .story import battle, game, hand, mystery, open_, picked, play, sure, tokens, tokens_drawn


def deals(s: State, seat: int, n: int = 200) -> list[State]:
    view = s.view(seat)
    return [view.sample(seed) for seed in range(n)]


def least(states: list[State], p: int, kind: str) -> int:
    """The fewest tokens of a kind that a seat has in any of these."""
    return min(tokens(s, p).get(kind, 0) for s in states)


def ignorant(s: State, seat: int) -> State:
    """The same position, but what that seat or everybody knew of others it knows no more."""
    own = {(seat, k): int(n) for k, n in enumerate(s.record["sure"][seat, seat])}
    return s.edit(sure={seat: own}, open={p: {} for p in range(s.game.num_players)})


def cultist_power(s: State, p: int) -> int:
    held = tokens(s, p)
    return held.get("cultist", 0) + 2 * held.get("cultist_2", 0)


# ------------------------------------------------------------------------------------ what is known is kept


def test_what_a_seat_has_looked_at_is_in_every_deal():
    s = mystery(3, last="mansion", stories={0: {"sudden_silence": 1}}, tokens={1: {"cultist_2": 2, "investigator": 1}})
    play(s, "play:sudden_silence", "bonus:look", "seat+1")
    assert sure(s, 0, 1) == {"cultist_2": 2, "investigator": 1}
    assert {tuple(tokens(d, 1).items()) for d in deals(s, 0)} == {(("investigator", 1), ("cultist_2", 2))}
    assert least(deals(ignorant(s, 0), 0), 1, "cultist_2") == 0
    assert least(deals(s, 2), 1, "cultist_2") == 0, "seat 2 has not looked"


def test_two_of_three_tokens_looked_at_are_in_every_deal_and_the_third_may_be_any():
    s = mystery(3, tokens={1: {"cultist_2": 1, "cultist": 1, "investigator_2": 1}}, knows={0: {(1, "cultist_2"): 1}})
    found = deals(s, 0)
    assert least(found, 1, "cultist_2") == 1
    assert {k for d in found for k in tokens(d, 1)} == set(KINDS)
    assert all(sum(tokens(d, 1).values()) == 3 for d in found)


def test_a_stolen_token_is_with_the_thief_in_the_deals_of_thief_and_victim():
    """Seat 0 knew the Value 2 token that seat 2 steals from it, and knows where it is now."""
    start = {"investigator": 1, "cultist": 1}
    s = mystery(3, 2, last="mansion", stories={2: {"storm_tide": 1}}, tokens={0: start | {"cultist_2": 1}})
    picked(s, 0, "cultist_2")
    play(s, "play:storm_tide", "bonus:steal", "seat+1")
    assert least(deals(s, 0), 2, "cultist_2") == 1
    assert least(deals(ignorant(s, 0), 0), 2, "cultist_2") == 0
    assert least(deals(s, 1), 2, "cultist_2") == 0, "seat 1 has not seen it"


def test_a_token_that_a_third_seat_knew_may_be_the_stolen_one():
    """Seat 1 knew a Cultist token of Value 2 before seat 0; seat 2 has stolen a token there."""
    start = {"investigator": 1, "cultist": 1}
    s = mystery(
        3,
        2,
        last="mansion",
        stories={2: {"storm_tide": 1}},
        tokens={0: start | {"cultist_2": 1}},
        knows={1: {(0, "cultist_2"): 1}},
    )
    assert least(deals(s, 1), 0, "cultist_2") == 1
    picked(s, 0, "investigator")
    play(s, "play:storm_tide", "bonus:steal", "seat+1")
    assert least(deals(s, 1), 0, "cultist_2") == 0


def test_tokens_of_known_pools_are_where_everybody_saw_them_go():
    s = mystery(3, last="lodge", stories={0: {"asylum_warden": 1}}, tokens={0: {"investigator_2": 2}})
    play(s, "play:asylum_warden", "bonus:cultist")
    assert open_(s, 0) == {"cultist": 2}
    for seat in (1, 2):
        assert least(deals(s, seat), 0, "cultist") == 2
        assert least(deals(ignorant(s, seat), seat), 0, "cultist") == 0


def test_what_all_begin_with_is_in_every_deal():
    s = game(4).new(3)
    for d in deals(s, 2, 50):
        assert [tokens(d, p) for p in range(4)] == [{"investigator": 1, "cultist": 1}] * 4


def test_an_exchange_is_known_to_the_two():
    s = mystery(3, last="dawn", stories={0: {"silver_mirror": 1}}, tokens={1: {"cultist": 1, "cultist_2": 1}})
    play(s, "play:silver_mirror", "bonus:swap", "seat+1")
    play(picked(s, 1, "cultist_2"), "give:investigator")
    assert least(deals(s, 1), 0, "cultist_2") == 1
    assert least(deals(s, 0), 1, "investigator") == 1
    assert least(deals(s, 2), 0, "cultist_2") == 0
    assert least(deals(ignorant(s, 1), 1), 0, "cultist_2") == 0


def test_a_token_kept_of_a_peek_is_known_to_that_seat_alone():
    s = mystery(3, last="dawn", stories={0: {"book": 1}})
    play(tokens_drawn(play(s, "play:book"), "cultist_2", "investigator"), "bonus:peek")
    assert [sum(d.record["aside"][0]) for d in deals(s, 1, 20)] == [2] * 20
    assert {tuple(d.record["aside"][0]) for d in deals(s, 0, 20)} == {(1, 0, 0, 1)}
    play(s, "keep:cultist_2")
    assert all(tokens(d, 0) == tokens(s, 0) for d in deals(s, 0, 20))
    assert least(deals(s, 1), 0, "cultist_2") == 0


def test_what_others_are_dealt_is_what_they_know_of_themselves():
    """Of everybody else they know what all do."""
    s = mystery(4, open={1: {"cultist": 1}}, knows={2: {(1, "investigator"): 1}, 0: {(3, "cultist"): 1}})
    for d in deals(s, 0, 30):
        assert [sure(d, p, p) == tokens(d, p) for p in range(4)] == [True] * 4
        assert sure(d, 2, 1) == {"cultist": 1}
        assert sure(d, 0, 3) == {"cultist": 1}


def test_a_deal_keeps_every_size_and_everything_in_sight():
    s = mystery(4, tokens={1: {"cultist": 4}, 2: {"investigator_2": 3}})
    for d in deals(s, 3, 30):
        d.check()
        for field in ("token_count", "story_count", "mystery_count", "box_count", "pool", "played", "line"):
            assert np.array_equal(d.record[field], s.record[field]), field
        assert tokens(d, 3) == tokens(s, 3)
        assert np.array_equal(d.record["stories"][3], s.record["stories"][3])
        assert d.record["secret"][3] == s.record["secret"][3]
        assert len(set(d.record["secret"][:4].tolist())) == 4


def test_a_deal_reads_nothing_hidden():
    s = mystery(4, tokens={1: {"cultist": 4}, 2: {"investigator_2": 3}})
    other = s.edit(tokens={1: {"investigator": 4}, 2: {"cultist": 3}}, sure=known_only(4))
    s = s.edit(sure=known_only(4, s))
    assert np.array_equal(s.view(0).row, other.view(0).row)
    assert s.view(0).sample(3) == other.view(0).sample(3)
    assert s.view(1).sample(3) != other.view(1).sample(3)


def known_only(players: int, s: State | None = None) -> dict:
    """Each seat knows its own tokens only."""
    held = {0: {"investigator": 1, "cultist": 1}, 1: {"investigator": 4}, 2: {"cultist": 3}}
    held[3] = held[0]
    if s is not None:
        held = {p: tokens(s, p) for p in range(players)}
    return {p: {(p, KINDS.index(k)): n for k, n in held[p].items()} for p in range(players)}


# --------------------------------------------------------------------- what it means to be asked something


RICH = {1: {"cultist": 9, "investigator": 4}}
NINE = {0: {(1, "cultist"): 7}}


def test_a_seat_that_must_awaken_lacks_the_power_while_it_chooses_a_card():
    """Ten are needed; seat 0 knows seven of its nine."""
    s = mystery(3, 1, tokens=RICH, knows=NINE)
    assert s.pending == "story"
    for seat in (0, 2):
        assert max(cultist_power(d, 1) for d in deals(s, seat)) == 9


def test_a_seat_that_may_wait_can_have_it():
    """The same position under the other rule does give other deals."""
    s = mystery(3, 1, tokens=RICH, knows=NINE, rules={"awaken": "may"})
    assert s.pending == "story"
    power = [cultist_power(d, 1) for d in deals(s, 0)]
    assert min(power) < 10 <= max(power)


def test_another_seats_turn_says_nothing():
    s = mystery(3, 0, tokens=RICH, knows=NINE)
    power = [cultist_power(d, 1) for d in deals(s, 2)]
    assert min(power) < 10 <= max(power)


def test_after_the_card_nothing_is_said_of_the_seat_whose_turn_it_is():
    """The tokens it has just drawn may have brought it there."""
    s = mystery(3, 1, last="book", stories={1: {"mansion": 1}}, tokens=RICH, knows=NINE)
    play(s, "play:mansion")
    assert s.pending == "bonus"
    assert max(cultist_power(d, 1) for d in deals(s, 0)) >= 10


def test_a_seat_that_is_asked_to_awaken_can():
    s = mystery(3, 1, tokens={1: {"cultist": 10, "investigator": 3}}, rules={"awaken": "may"})
    assert s.legal_names() == ["awaken", "wait"]
    for seat in (0, 2):
        found = deals(s, seat)
        assert min(cultist_power(d, 1) for d in found) == 10
        assert all(d.legal_names() == ["awaken", "wait"] for d in found)
    play(s, "wait")
    assert min(cultist_power(d, 1) for d in deals(s, 0)) < 10, "that it was asked is forgotten"


def test_by_option_tokens_are_counted_and_not_values():
    rules = {"threshold": "tokens"}
    s = mystery(3, 1, tokens={1: {"cultist_2": 9, "investigator": 4} | {"cultist_2": 8, "cultist": 1}}, rules=rules)
    cultists = [sum(n for k, n in tokens(d, 1).items() if k.startswith("cultist")) for d in deals(s, 0)]
    assert max(cultists) == 9
    assert max(cultist_power(d, 1) for d in deals(s, 0)) > 9


def test_six_players_need_seven():
    s = mystery(6, 1, tokens={1: {"cultist": 6, "investigator": 4}}, knows={0: {(1, "cultist"): 5}})
    assert max(cultist_power(d, 1) for d in deals(s, 0)) == 6


def test_a_rare_deal_that_explains_the_question_is_found_all_the_same():
    """Seat 1 has twelve tokens, nine of them known to be Cultists; of the 33 tokens that seat 0 does not know three are
    Investigators, and seat 1 must have them."""
    s = few_hidden(
        1,
        {1: {"cultist": 9, "investigator": 3}, 2: {}},
        {"cultist": 21, "cultist_2": 3},
        knows={0: {(1, "cultist"): 9}},
    )
    assert s.pending == "story"
    for d in deals(s, 0, 20):
        assert tokens(d, 1) == {"cultist": 9, "investigator": 3}
    s = s.edit(decide=(2, "mystery"))
    assert any(tokens(d, 1) != {"cultist": 9, "investigator": 3} for d in deals(s, 0, 20))


def test_a_rare_deal_is_found_where_others_might_have_what_it_takes():
    """The same with twenty unknown tokens before seat 2, which may well be dealt the Investigators first."""
    s = few_hidden(
        1,
        {1: {"cultist": 9, "investigator": 3}, 2: {"cultist": 20}},
        {"cultist": 1, "cultist_2": 3},
        knows={0: {(1, "cultist"): 9}},
    )
    for d in deals(s, 0, 20):
        assert tokens(d, 1) == {"cultist": 9, "investigator": 3}


def test_a_rare_deal_for_a_seat_that_may_awaken_is_found():
    """Only with all four Cultist tokens that are left does seat 1 have ten."""
    s = few_hidden(
        1,
        {1: {"cultist": 10}, 2: {}},
        {"investigator": 30},
        rules={"awaken": "may"},
        knows={0: {(1, "cultist"): 6}},
    )
    assert s.pending == "awaken"
    for d in deals(s, 0, 20):
        assert tokens(d, 1) == {"cultist": 10}


def test_a_rare_deal_by_value_is_found():
    """Seat 1 has nine tokens that are Cultists all; only with none of Value 2 has it less than ten."""
    s = few_hidden(1, {1: {"cultist": 9}, 2: {}}, {"cultist_2": 8}, knows={0: {(1, "cultist"): 1}})
    assert s.pending == "story"
    for d in deals(s, 0, 20):
        assert tokens(d, 1) == {"cultist": 9}
        assert tokens(d, 0) == {"investigator": 1}
    s = s.edit(decide=(2, "mystery"))
    assert any("cultist_2" in tokens(d, 1) for d in deals(s, 0, 20))


def test_a_rare_deal_by_value_for_a_seat_that_may_awaken_is_found():
    """Of eight hidden Cultists of Value 2 and thirty of Value 1 it must have four of the former beside a known one."""
    s = few_hidden(
        1,
        {1: {"cultist_2": 5}, 2: {}},
        {"cultist": 30, "cultist_2": 3},
        rules={"awaken": "may"},
        knows={0: {(1, "cultist_2"): 1}},
    )
    assert s.pending == "awaken"
    for d in deals(s, 0, 20):
        assert tokens(d, 1) == {"cultist_2": 5}


def test_tokens_known_of_others_are_not_exchanged_to_find_a_rare_deal():
    """Seat 1 must have the three hidden Investigators. Two known ones of seat 2 stay where seat 0 has seen them."""
    s = few_hidden(
        1,
        {1: {"cultist": 9, "investigator": 3}, 2: {"investigator": 2}, 3: {"cultist": 20}},
        {"cultist": 1, "cultist_2": 3},
        players=4,
        knows={0: {(1, "cultist"): 9, (2, "investigator"): 2}},
    )
    assert s.pending == "story"
    for d in deals(s, 0, 20):
        assert [tokens(d, p) for p in (1, 2)] == [{"cultist": 9, "investigator": 3}, {"investigator": 2}]


# ---------------------------------------------------------------------------------------------- soundness


def test_the_truth_is_always_among_the_deals():
    """What a seat believes never rules out what is the case; random games, under both rules of awakening."""
    for rules in ({}, {"awaken": "may", "ones_fill": "open", "battle_hand": "reset"}):
        g = Game(SPEC, 4, rules)
        rng = np.random.default_rng(5)
        for seed in range(3):
            s = g.new(seed)
            while not s.is_over:
                r = s.record
                for p in range(4):
                    assert (r["open"][p] <= r["tokens"][p]).all()
                    assert (r["sure"][p][:4] <= r["tokens"][:4]).all()
                    assert (r["sure"][p, p] == r["tokens"][p]).all()
                    assert (r["deck"] + r["outside"][p] <= g.tables["battle_copies"]).all()
                if s.pending == "story" and not rules:
                    assert cultist_power(s, s.seat) < 10
                s.step(int(rng.choice(np.flatnonzero(s.legal()))))


# ----------------------------------------------------------------------------- nothing in hand can be played


def test_a_seat_that_must_discard_is_dealt_nothing_that_it_can_play():
    """The Bootlegger holds two Incantations, and may use none; 28 of the 30 cards could be in its hand."""
    chants = {"burning_sign", "word_of_banishment", "mending_chant", "circle_of_salt", "unbound_hour"}
    s = battle(4, acts=1, characters={1: "bootlegger"}, hand={1: {"burning_sign": 1, "mending_chant": 1}})
    assert s.pending == "discard"
    dealt = [hand(d, 1) for d in deals(s, 0, 60)]
    assert all(sum(cards.values()) == 2 and set(cards) <= chants for cards in dealt)
    assert {name for cards in dealt for name in cards} == chants
    asked = [d.edit(decide=(1, "battle")).pending for d in deals(s, 2, 60)]
    assert set(asked) == {"discard"}


def test_what_it_cannot_pay_is_nothing_that_it_can_play():
    """The Occultist has a Cultist token: Incantations that cost two are all that it cannot use."""
    s = battle(
        3,
        acts=1,
        characters={1: "occultist"},
        tokens={1: {"investigator": 3, "cultist": 1}},
        hand={1: {"unbound_hour": 1}},
    )
    assert s.pending == "discard"
    dealt = [tuple(hand(d, 1)) for d in deals(s, 2, 60)]
    assert set(dealt) == {("unbound_hour",), ("burning_sign",), ("word_of_banishment",)}


def test_who_discards_sees_its_own_hand_and_any_hands_of_others():
    s = battle(4, acts=1, characters={1: "bootlegger"}, hand={1: {"burning_sign": 1}, 2: {"revolver": 2}})
    found = deals(s, 1, 60)
    assert {tuple(hand(d, 1)) for d in found} == {("burning_sign",)}
    assert len({name for d in found for name in hand(d, 2)}) > 5


def test_another_seats_hand_is_not_bound_by_a_discard():
    s = battle(
        4, acts=1, characters={1: "bootlegger"}, hand={1: {"burning_sign": 1}, 2: {"mending_chant": 1, "revolver": 1}}
    )
    assert any(name in hand(d, 2) for d in deals(s, 0, 30) for name in ("shotgun", "dynamite", "fire_axe"))


def test_a_discard_of_the_occultist_says_something_of_its_tokens():
    """With two Cultist tokens it could use any Incantation; two of its tokens are not known."""
    s = battle(3, acts=1, characters={1: "occultist"}, tokens={1: {"investigator": 3}}, hand={1: {"mending_chant": 1}})
    held = {0: {"investigator": 5, "cultist": 5}, 1: {"investigator": 1}, 2: {"investigator": 3, "cultist": 2}}
    known = {q: held | ({1: {"investigator": 3}} if q == 1 else {}) for q in range(3)}
    cells = {
        q: {(p, KINDS.index(k)): n for p, pile in piles.items() for k, n in pile.items()} for q, piles in known.items()
    }
    s = s.edit(open={1: {"investigator": 1}}, sure=cells, decide=(1, "battle"))
    assert s.pending == "discard"
    assert {d.edit(decide=(1, "battle")).pending for d in deals(s, 0, 60)} == {"discard"}
