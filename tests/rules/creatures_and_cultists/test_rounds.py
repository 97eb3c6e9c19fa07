"""Rounds: whom the stars favour, the order of play, drawing, and the deck."""

import pytest

from .story import deck, dice, discards, events, game, hand, lasting, out, play, points, size, table

ONE_LEFT = {("third", 0): 1}  # of a cult that is nearly gone
COPIES = {name: int(n) for name, n in zip(game().labels["kind"], game().tables["copies"], strict=False) if n}


def begin(throws: str, players=2, **rules):
    """A new game in which the dice for the stars fall like this."""
    return game(players, **rules).new(1, forced=[("dice", int(d) - 1) for d in throws])


def last_turn(players=2, **fields):
    """The end of a round: the favoured seat, the last to play, is seat ``players - 1``."""
    return table(players, turn=players - 1, favoured=players - 1, **fields)


def order(state, turns: int) -> list[int]:
    """Who takes the next turns, each of which ends without anything done."""
    seats = []
    for _ in range(turns):
        seats.append(state.seat)
        play(state, "end_turn")
    return seats


# ------------------------------------------------------------------------------------- favoured by the stars


@pytest.mark.parametrize(("throws", "favoured"), [("1234", 0), ("4321", 3), ("6645", 2), ("6626", 2), ("5155", 1)])
def test_the_lowest_of_one_die_each_is_favoured(throws, favoured):
    s = begin(throws, players=4)
    assert s.record["favoured"] == favoured
    assert s.record["forced_n"] == 0


def test_everybody_sees_the_dice_for_the_stars():
    s = dice(last_turn(3), "2", "5", "3")
    play(s, "end_turn")
    told = [e for e in reversed(events(s)) if "stars" in e]
    assert told[-4:] == [
        "player_0 rolls 2 for the stars: 2",
        "player_1 rolls 5 for the stars: 5",
        "player_2 rolls 3 for the stars: 3",
        "round 3: the stars favour player_0",
    ]


def test_only_those_tied_for_lowest_roll_again():
    """Seats 0 and 2 tie, then 2 is lower, although seat 1 would have been lower still."""
    s = begin("2426" + "32", players=4)
    assert s.record["favoured"] == 2
    assert s.record["forced_n"] == 0


def test_ties_are_rolled_again_until_one_is_lowest():
    s = begin("2226" + "553", players=4)
    assert s.record["favoured"] == 2
    s = begin("2226" + "445" + "66" + "12", players=4)
    assert s.record["favoured"] == 0
    assert s.record["forced_n"] == 0


def test_a_tie_of_others_than_the_lowest_does_not_matter():
    assert begin("5155", players=4).record["favoured"] == 1


def test_star_ties_all_lets_everybody_roll_again_when_the_lowest_tie():
    s = begin("2426" + "5316", players=4, star_ties="all")
    assert s.record["favoured"] == 2
    s = begin("2426" + "5136", players=4, star_ties="all")
    assert s.record["favoured"] == 1
    assert begin("5155", players=4, star_ties="all").record["favoured"] == 1


def test_star_ties_any_lets_everybody_roll_again_on_any_tie():
    s = begin("5155" + "2345", players=4, star_ties="any")
    assert s.record["favoured"] == 0
    s = begin("5155" + "1661" + "6432", players=4, star_ties="any")
    assert s.record["favoured"] == 3
    assert s.record["forced_n"] == 0


def test_a_cult_that_is_out_does_not_roll_for_the_stars():
    s = dice(last_turn(4, out=[0, 1, 0, 0, 0], alive={1: {}}), "5", "3", "4")
    play(s, "end_turn")
    assert s.record["favoured"] == 2
    assert s.record["forced_n"] == 0


def test_points_are_not_spent_on_the_die_for_the_stars():
    s = dice(last_turn(2, points={0: 20, 1: 20}), "3", "2")
    play(s, "end_turn")
    assert s.pending == "turn"
    assert points(s) == [20, 20]


def test_star_points_lets_pairs_of_points_lower_the_own_die():
    """Who has two points is asked, in seat order and before anybody rolls: 5 - 2 beats 4."""
    s = last_turn(4, points={0: 1, 1: 5, 2: 2, 3: 20}, rules={"star_points": True})
    dice(s, "6", "5", "6", "4")
    play(s, "end_turn")
    assert (s.seat, s.pending) == (1, "stars")
    assert s.legal_names() == ["spend:1", "spend:2", "pass"]
    play(s, "spend:2")
    assert (s.seat, s.pending) == (2, "stars")
    assert s.legal_names() == ["spend:1", "pass"]
    play(s, "pass")
    assert (s.seat, s.pending) == (3, "stars")
    assert s.legal_names() == [*(f"spend:{n}" for n in range(1, 6)), "pass"]
    play(s, "pass")
    assert s.record["favoured"] == 1
    assert points(s) == [1, 1, 2, 20]


def test_the_dice_for_the_stars_are_told_as_thrown_and_as_lowered():
    """What counts as less than 0 is told as 0."""
    s = last_turn(3, points={0: 4, 1: 10}, rules={"star_points": True})
    dice(s, "5", "3", "6")
    play(s, "end_turn", "spend:2", "spend:5")
    told = [e for e in reversed(events(s)) if "for the stars" in e]
    assert told[-3:] == [
        "player_0 rolls 5 for the stars: 3",
        "player_1 rolls 3 for the stars: 0",
        "player_2 rolls 6 for the stars: 6",
    ]


def test_star_points_count_again_when_a_tie_is_rolled_again_but_not_in_the_next_round():
    s = last_turn(2, points={0: 4}, rules={"star_points": True})
    dice(s, "5", "3", "6", "5")  # 5 - 2 ties with 3, and 6 - 2 beats 5
    play(s, "end_turn", "spend:2")
    assert s.record["favoured"] == 0
    assert s.record["forced_n"] == 0
    s = s.edit(hand={0: {}, 1: {}}, decide=(0, "turn"))
    dice(s, "4", "3")
    play(s, "end_turn")
    assert s.record["favoured"] == 1
    assert s.record["forced_n"] == 0


# ------------------------------------------------------------------------------------------- order of play


def test_three_cults_over_two_rounds():
    """The example of the rulebook: Jeff, Prima and John sit in that order, each at the right of the one before."""
    jeff, prima, john = 0, 1, 2
    s = begin("134", players=3)
    s = s.edit(hand={0: {}, 1: {}, 2: {}})
    assert s.record["favoured"] == jeff
    assert order(s, 2) == [prima, john]
    assert s.seat == jeff
    dice(s, "4", "1", "3")
    deck(s, *["dodge"] * 6, *["elder_sign"] * 6, *["cricket_bat"] * 6)
    play(s, "end_turn")
    assert s.record["favoured"] == prima
    assert order(s, 2) == [john, jeff]
    assert s.seat == prima
    assert s.record["round"] == 2


@pytest.mark.parametrize("favoured", range(5))
def test_play_goes_to_the_right_and_the_favoured_cult_is_last(favoured):
    s = table(5, turn=(favoured + 1) % 5, favoured=favoured)
    assert order(s, 4) == [(favoured + k) % 5 for k in range(1, 5)]
    assert s.seat == favoured
    assert s.record["round"] == 2


def test_the_turn_begins_in_the_open():
    s = play(table(3, turn=1), "end_turn")
    assert events(s)[0] == "the turn of player_2 begins"


def test_a_dead_cult_is_skipped():
    s = table(4, turn=1, favoured=0, out=[0, 0, 1, 0, 0], alive={2: {}})
    assert order(s, 2) == [1, 3]
    assert s.seat == 0
    assert not any("turn of player_2" in e for e in events(s))


def test_a_favoured_cult_that_dies_before_its_turn_ends_the_round_after_the_last_living_one():
    """Seat 2 kills the last cultist of seat 0, the favoured one; seat 3 still plays, then a round begins."""
    s = table(4, turn=2, favoured=0, hand={2: {"assassination": 1}}, alive={0: ONE_LEFT})
    play(s, "play:assassination", "seat+2", "cultist:0>seat+2")
    assert out(s) == [0]
    assert s.record["favoured"] == 0
    play(s, "end_turn")
    assert (s.seat, s.record["round"]) == (3, 2)
    dice(s, "5", "1", "5")
    play(s, "end_turn")
    assert (s.record["favoured"], s.record["round"]) == (2, 3)
    assert s.seat == 3
    assert order(s, 2) == [3, 1]


def test_a_favoured_cult_that_dies_while_the_last_living_one_plays_ends_the_round_with_that_turn():
    s = table(3, turn=2, favoured=0, hand={2: {"assassination": 1}}, alive={0: ONE_LEFT})
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1")
    assert out(s) == [0]
    assert (s.seat, s.record["round"]) == (2, 2)
    dice(s, "5", "1")
    play(s, "end_turn")
    assert (s.record["favoured"], s.record["round"]) == (2, 3)
    assert s.seat == 1


def test_a_favoured_cult_that_dies_in_its_own_turn_ends_the_round_at_once():
    """Its monster turns on the last cultist of seat 2, which does not survive."""
    s = table(3, turn=2, favoured=2, hand={2: {"deep_one": 1}}, alive={2: ONE_LEFT})
    dice(s, "666", "665", "3", "4")
    play(s, "play:deep_one", "cultist:0>seat+0", "cultist:0>seat+1")
    assert out(s) == [2]
    assert s.record["round"] == 3
    assert (s.record["favoured"], s.seat) == (0, 1)


# ------------------------------------------------------------------------------------------------- drawing


def test_nobody_draws_in_the_first_round():
    s = begin("12").edit(hand={0: {"dodge": 4}, 1: {"dodge": 1}})
    play(s, "end_turn")
    assert (size(s, 0), size(s, 1)) == (4, 1)
    dice(s, "1", "2")
    deck(s, *["elder_sign"] * 5, "dodge", "elder_sign")
    play(s, "end_turn")
    assert s.record["round"] == 2
    assert hand(s, 1) == {"dodge": 1, "elder_sign": 5}
    assert hand(s, 0) == {"dodge": 5, "elder_sign": 1}


def drawing(**rules):
    """The words of what happens between two rounds, and who holds what then: seat 1 plays first, then 2, then 0."""
    s = last_turn(3, hand={0: {"dodge": 5}, 1: {"dodge": 1, "elder_sign": 3}, 2: {"cricket_bat": 6}}, rules=rules)
    dice(s, "1", "2", "3")
    deck(s, "falling_piano", "brass_knuckles", "harsh_language")
    seen = s.record["event_count"] + 0
    play(s, "end_turn")
    told = list(reversed(events(s)[: s.record["event_count"] - seen]))
    words = [e.split()[1] if "player" in e.split()[0] else e.split()[0] for e in told]
    return words[:-1], [sorted(hand(s, p)) for p in range(3)]


def test_everybody_draws_up_to_six_after_the_roll_for_the_stars_in_the_order_of_play():
    words, hands = drawing()
    assert words == ["rolls", "rolls", "rolls", "round", "draws", "draws"]
    assert hands == [
        ["dodge", "harsh_language"],
        ["brass_knuckles", "dodge", "elder_sign", "falling_piano"],
        ["cricket_bat"],
    ]


def test_draw_time_before_fills_hands_before_the_roll_for_the_stars():
    words, hands = drawing(draw_time="before")
    assert words == ["draws", "draws", "rolls", "rolls", "rolls", "round"]
    assert hands == [
        ["dodge", "falling_piano"],
        ["brass_knuckles", "dodge", "elder_sign", "harsh_language"],
        ["cricket_bat"],
    ]


@pytest.mark.parametrize(("draw_time", "cards"), [("after", 0), ("before", 6)])
def test_draw_time_decides_whether_the_new_cards_are_seen_when_points_are_spent_on_the_stars(draw_time, cards):
    s = last_turn(points={0: 2}, rules={"star_points": True, "draw_time": draw_time})
    play(s, "end_turn")
    assert (s.seat, s.pending) == (0, "stars")
    assert size(s, 0) == cards


@pytest.mark.parametrize(
    ("lies", "held", "after"),
    [
        ({}, 2, 6),
        ({"rent_doubled": 1}, 2, 5),
        ({"deep_pockets": 1}, 2, 7),
        ({"deep_pockets": 1, "rent_doubled": 1}, 2, 6),
        ({"rent_doubled": 1}, 5, 5),
        ({"rent_doubled": 1}, 6, 6),
        ({}, 8, 8),
    ],
)
def test_the_hand_limit_stops_drawing_and_takes_nothing_away(lies, held, after):
    s = last_turn(lasting={0: lies}, hand={0: {"cricket_bat": min(held, 7), "dodge": held - min(held, 7)}})
    play(s, "end_turn")
    assert size(s, 0) == after
    assert discards(s) == {}
    s.check()


def test_a_lowered_limit_takes_nothing_at_once():
    s = table(hand={0: {"rent_doubled": 1}, 1: {"dodge": 6}})
    play(s, "play:rent_doubled", "seat+1")
    assert hand(s, 1) == {"dodge": 6}
    assert lasting(s, 1) == {"rent_doubled": 1}


def test_a_dead_cult_draws_nothing():
    s = dice(last_turn(3, out={0: 1}, alive={0: {}}), "1", "2")
    play(s, "end_turn")
    assert [size(s, p) for p in range(3)] == [0, 6, 6]


# ------------------------------------------------------------------------------------------------ the deck


def all_but(*kinds: str) -> dict[str, int]:
    """Every card of the game except one of each named kind, named as often as there are to be taken."""
    left = dict(COPIES)
    for name in kinds:
        left[name] -= 1
    return left


def test_an_empty_deck_is_made_of_the_discards_in_the_middle_of_a_draw():
    """Two cards are left in the deck, the next four come out of the discards."""
    s = last_turn(hand={0: {}, 1: {"dodge": 6}}, discards=all_but(*["dodge"] * 6, "tommy_gun", "tommy_gun"))
    assert s.record["deck_count"] == 2
    dice(s, "1", "2")
    deck(s, "tommy_gun", "tommy_gun")
    s.force(*[("deck", 109 - n) for n in range(4)])  # the last kind of 110 cards
    play(s, "end_turn")
    assert hand(s, 0) == {"tommy_gun": 2, "its_a_bluff": 4}
    assert discards(s) == {}
    assert s.record["deck_count"] == 106
    assert any(e == "the discards are shuffled into a deck of 110" for e in events(s))


def test_cards_in_effect_stay_out_of_the_new_deck():
    lies = {"rent_doubled": 2, "power_drain": 3}
    s = last_turn(
        hand={0: {}, 1: {"dodge": 6}},
        lasting={1: lies},
        discards=all_but(*["dodge"] * 6, *["rent_doubled"] * 2, *["power_drain"] * 3),
    )
    assert s.record["deck_count"] == 0
    play(s, "end_turn")
    assert lasting(s, 1) == lies
    assert s.record["deck_count"] == 118 - 11 - 6
    kinds = s.game.labels["kind"]
    in_hands_and_deck = s.record["deck"] + s.record["hand"].sum(axis=0)
    assert [in_hands_and_deck[kinds.index(name)] for name in lies] == [0, 0]


def test_a_card_that_is_laid_while_the_deck_runs_out_is_not_shuffled_in():
    """A Spooged Power Drain draws a card: the deck is empty, and the drain itself is in effect."""
    s = table(hand={0: {"power_drain": 1}}, discards=all_but("power_drain"))
    assert s.record["deck_count"] == 0
    dice(s, "111")
    play(s, "play:power_drain", "seat+1")
    assert lasting(s, 1) == {"power_drain": 1}
    assert size(s, 0) == 1
    assert s.record["deck_count"] == 116
    assert discards(s) == {}


def test_with_deck_and_discards_empty_everybody_draws_what_there_is():
    """Nine cards for two hands of six: who plays first fills its hand first."""
    s = last_turn(3, hand={1: all_but(*["harsh_language"] * 4, *["falling_piano"] * 5)}, discards={"harsh_language": 4})
    assert s.record["deck_count"] == 5
    dice(s, "2", "3", "1")
    play(s, "end_turn")
    assert s.record["favoured"] == 2
    assert [size(s, p) for p in range(3)] == [6, 109, 3]
    assert s.record["deck_count"] == 0
    assert discards(s) == {}


def test_with_no_card_left_nobody_draws():
    s = dice(last_turn(hand={0: all_but()}), "2", "1")
    play(s, "end_turn")
    assert not s.is_over
    assert s.seat == 0
    assert [size(s, p) for p in range(2)] == [118, 0]
    assert events(s)[:2] == ["the turn of player_0 begins", "round 3: the stars favour player_1"]
