"""Ritual Circles: what makes one, what moves, and who chooses."""

import pytest

from .story import A, C, N, Y, actions_left, circles, graveyard, group, hand, play, pool, seals, table


def ready(pool_of_seat_0, rules=None, gods=(A, C), **fields):
    """Seat 0 one plain cultist of its god short of what ``pool_of_seat_0`` and one more make."""
    fields["hand"] = {0: {f"cultist_of_{gods[0]}": 2}}
    return table(gods, pool={0: pool_of_seat_0}, rules=rules, **fields)


def test_the_fourth_cultist_of_the_own_god_opens_a_seal_at_once_and_for_free():
    s = play(ready(group(A, 3)), "play:cultist_of_azathoth")
    assert seals(s, 0) == ["circle", "", "", ""]
    assert circles(s, 0) == {("north", A, "plain"): 4}
    assert not pool(s, 0)
    assert actions_left(s) == 1


def test_three_are_no_circle_and_neither_are_four_of_another_god():
    s = play(ready(group(A, 2) | group(C, 4)), "play:cultist_of_azathoth")
    assert seals(s, 0) == [""] * 4
    assert pool(s, 0) == group(A, 3) | group(C, 4)


def test_four_of_the_own_god_in_anothers_pool_are_no_circle():
    s = table(hand={0: {"convert_cultist": 1}}, pool={1: group(N, 4)})
    play(s, "play:convert_cultist", "group:nyarlathotep>seat+1")
    assert seals(s, 0) == seals(s, 1) == [""] * 4


@pytest.mark.parametrize(
    "cards",
    [
        group(A, 1) | group(A, 1, load="carrier"),
        group(A, 2) | group(A, 1, load="carrier") | group(N, 1),
    ],
)
def test_a_grimoire_counts_as_one_more(cards):
    s = ready(cards)
    play(s, "play:cultist_of_azathoth")
    assert seals(s, 0)[0] == ("circle" if (A, A, "carrier") in cards else "")


def test_three_cultists_one_with_a_grimoire_are_four_and_the_grimoire_moves_too():
    s = play(ready(group(A, 1) | group(A, 1, load="carrier")), "play:cultist_of_azathoth")
    assert circles(s, 0) == {("north", A, "plain"): 2, ("north", A, "carrier"): 1}
    assert not pool(s, 0)


def test_two_carriers_are_a_circle():
    s = table(hand={0: {"grimoire": 1}}, pool={0: group(A, 1) | group(A, 1, load="carrier")})
    play(s, "play:grimoire", "cultist:azathoth:plain>seat+0")
    assert circles(s, 0) == {("north", A, "carrier"): 2}


def test_converted_cultists_count_and_keep_what_they_are_printed_as():
    s = table(hand={0: {"convert_cultist": 1}}, pool={0: group(A, 1) | group(N, 3)})
    play(s, "play:convert_cultist", "group:nyarlathotep>seat+0")
    assert circles(s, 0) == {("north", A, "plain"): 1, ("north", N, "plain"): 3}


def test_calling_completes_a_circle():
    s = table(hand={0: {"masters_call": 1}}, pool={0: group(A, 2), 1: group(A, 2, native=C)})
    play(s, "play:masters_call", "seat+1")
    assert circles(s, 0) == {("north", A, "plain"): 2, ("north", C, "plain"): 2}


def test_a_sacrifice_may_complete_a_circle():
    s = table(pool={0: group(A, 3) | group(C, 2)})
    play(s, "sacrifice", "cultist:cthulhu:plain>seat+0", "cultist:cthulhu:plain>seat+0")
    assert seals(s, 0)[0] == "circle"
    assert not pool(s, 0)


def test_the_next_circle_takes_the_next_free_corner():
    s = ready(group(A, 3), sign={0: {"north": 1}}, complete={0: {"south": 1}}, circle={0: {("south", A, "plain"): 4}})
    play(s, "play:cultist_of_azathoth")
    assert seals(s, 0) == ["sign", "circle", "circle", ""]


# ------------------------------------------------------------------------------------------ more than four


def called(extra, rules=None):
    """Seat 0 has three and calls ``extra``."""
    s = table(hand={0: {"masters_call": 1}}, pool={0: group(A, 3), 1: extra}, rules=rules)
    return play(s, "play:masters_call", "seat+1")


def test_a_surplus_stays_in_the_pool():
    s = called(group(A, 3))
    assert seals(s, 0) == ["circle", "", "", ""]
    assert pool(s, 0) == group(A, 2)


def test_eight_points_make_two_circles_one_after_the_other():
    s = called(group(A, 6))
    assert seals(s, 0) == ["circle", "circle", "", ""]
    assert pool(s, 0) == group(A, 1)


def test_the_owner_chooses_who_moves_where_it_matters():
    """Of four natives and two converted ones two natives move in any case; the other two are chosen."""
    s = called(group(A, 1) | group(A, 2, native=C))
    assert s.seat == 0
    assert s.pending == "gather"
    assert s.legal_names() == ["cultist:azathoth:plain>seat+0"]
    play(s, "cultist:azathoth:plain>seat+0")
    assert s.legal_names() == ["native:azathoth", "native:cthulhu"]
    play(s, "native:cthulhu", "cultist:azathoth:plain>seat+0", "native:cthulhu")
    assert s.pending == "main"
    assert circles(s, 0) == {("north", C, "plain"): 2, ("north", A, "plain"): 2}
    assert pool(s, 0) == group(A, 2)


def test_nobody_is_asked_where_only_one_choice_makes_exactly_four_points():
    s = called(group(A, 1, load="carrier"))
    assert s.pending == "main"
    assert circles(s, 0) == {("north", A, "plain"): 2, ("north", A, "carrier"): 1}
    assert pool(s, 0) == group(A, 1)


def test_a_carrier_or_two_plain_cultists_fill_the_last_two_points():
    s = table(
        hand={0: {"masters_call": 1}},
        pool={0: group(A, 3), 1: group(A, 1) | group(A, 1, native=C, load="carrier")},
    )
    play(s, "play:masters_call", "seat+1")
    assert s.legal_names() == ["cultist:azathoth:plain>seat+0", "cultist:azathoth:carrier>seat+0"]
    play(s, "cultist:azathoth:plain>seat+0")
    assert s.pending == "main"
    assert circles(s, 0) == {("north", A, "plain"): 4}
    assert pool(s, 0) == group(A, 1, native=C, load="carrier")


def test_circle_choice_auto_takes_carriers_first():
    s = called(group(A, 1) | group(A, 1, native=C, load="carrier"), rules={"circle_choice": "auto"})
    assert s.pending == "main"
    assert circles(s, 0) == {("north", C, "carrier"): 1, ("north", A, "plain"): 2}
    assert pool(s, 0) == group(A, 2)


def test_overflow_waste_moves_the_whole_group():
    s = called(group(A, 3) | group(A, 2, native=C), rules={"overflow": "waste"})
    assert seals(s, 0) == ["circle", "", "", ""]
    assert not pool(s, 0)
    assert circles(s, 0) == {("north", A, "plain"): 6, ("north", C, "plain"): 2}


def test_overflow_discard_buries_what_is_left():
    s = called(group(A, 3, load="carrier"), rules={"overflow": "discard", "circle_choice": "auto"})
    assert circles(s, 0) == {("north", A, "carrier"): 2}
    assert not pool(s, 0)
    assert graveyard(s) == {"masters_call": 1, "cultist_of_azathoth": 4, "grimoire": 1}


def test_overflow_discard_lets_the_owner_choose_too():
    s = called(group(A, 1, native=C) | group(A, 1), rules={"overflow": "discard"})
    play(s, "cultist:azathoth:plain>seat+0", "native:azathoth")
    assert circles(s, 0) == {("north", A, "plain"): 4}
    assert graveyard(s) == {"masters_call": 1, "cultist_of_cthulhu": 1}


def test_with_two_grimoires_a_carrier_the_least_possible_moves():
    """Two cultists worth three cannot make four: both move, and two points are lost."""
    s = table(
        hand={0: {"grimoire": 1}},
        pool={0: group(A, 1, load="double") | group(A, 1, load="carrier")},
        rules={"grimoire_max": 2},
    )
    assert seals(s, 0)[0] == "circle"
    assert circles(s, 0) == {("north", A, "double"): 1, ("north", A, "carrier"): 1}


def test_four_points_are_three_and_one_or_two_and_two():
    s = table(
        hand={0: {"masters_call": 1}},
        pool={0: group(A, 1, load="double"), 1: group(A, 1) | group(A, 2, load="carrier")},
        rules={"grimoire_max": 2},
    )
    play(s, "play:masters_call", "seat+1")
    assert s.legal_names() == [f"cultist:azathoth:{load}>seat+0" for load in ("plain", "carrier", "double")]
    three_and_one = {(A, "plain"): 1, (A, "double"): 1}
    two_and_two = {(A, "carrier"): 2}
    for first, north, east in (("plain", three_and_one, two_and_two), ("carrier", two_and_two, three_and_one)):
        done = play(s.clone(), f"cultist:azathoth:{first}>seat+0")
        assert circles(done, 0) == {("north", *k): n for k, n in north.items()} | {
            ("east", *k): n for k, n in east.items()
        }


def test_a_power_is_used_before_the_next_circle_moves():
    """Nine points of Cthulhu: the first circle's power is used before the second circle moves."""
    s = table((C, A), hand={0: {"masters_call": 1}}, pool={0: group(C, 3), 1: group(C, 5) | group(A, 2) | group(Y, 1)})
    play(s, "play:masters_call", "seat+1")
    assert seals(s, 0) == ["circle", "", "", ""]
    assert s.pending == "power_convert"
    play(s, "group:azathoth>seat+1")
    assert seals(s, 0) == ["circle", "circle", "", ""]
    assert s.pending == "power_convert"
    play(s, "decline")
    assert s.pending == "main"
    assert not pool(s, 0)
    assert pool(s, 1) == group(C, 2, native=A) | group(Y, 1)
    assert hand(s, 0) == {}


def test_a_winning_first_circle_leaves_the_second_where_it_is():
    signs = {0: {"north": 1, "east": 1, "south": 1}}
    s = table(hand={0: {"masters_call": 1}}, pool={0: group(A, 3), 1: group(A, 5)}, sign=signs)
    play(s, "play:masters_call", "seat+1")
    assert s.is_over
    assert pool(s, 0) == group(A, 4)
    assert s.returns.tolist() == [1, -1]
