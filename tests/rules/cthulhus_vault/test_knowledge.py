"""Who knows what of the face-down tokens: how it is learned, how it is lost, and that views show no more."""

import pytest

from .mysteries import dealt, noted, reprinted, tell, words
from .other_cards import played_with
from .story import START, chance, decision, game, mystery, open_, picked, play, sure, tokens, tokens_drawn

SEATS = (0, 1, 2)
HELD = {"investigator": 2, "investigator_2": 1, "cultist": 3, "cultist_2": 1}


def known_of(state, p) -> list[dict]:
    """What each of three seats knows of the tokens of ``p``."""
    return [sure(state, q, p) for q in SEATS]


def seen(state, owner, *kinds):
    """Script which tokens of ``owner`` a look will show."""
    wanted, left, draws = list(kinds), int(state.record["token_count"][owner]), []
    for kind, n in tokens(state, owner).items():
        for _ in range(n):
            draws.append(0 if kind in wanted else left - 1)
            if kind in wanted:
                wanted.remove(kind)
            left -= 1
    return chance(state, *draws)


def earned(title, last="book", **fields):
    """Seat 0 of three has told a card that earns its bonus, and has drawn two Investigators."""
    s = mystery(3, last=last, stories={0: {title: 1}}, **fields)
    play(tokens_drawn(s, "investigator", "investigator"), f"play:{title}")
    assert decision(s) == (0, "bonus")
    return s


# ---------------------------------------------------------------------------------- how it is learned


@pytest.mark.parametrize("players", [3, 6])
def test_everybody_knows_the_tokens_all_begin_with(players):
    s = game(players).new(2)
    for p in range(players):
        assert open_(s, p) == START
        assert [sure(s, q, p) for q in range(players)] == [START] * players


def test_everybody_sees_what_is_taken_from_a_known_pool():
    s = mystery(3, last="book", stories={0: {"black_candle": 1}})
    play(tokens_drawn(s, "cultist_2"), "play:black_candle")
    assert open_(s, 0) == {"cultist": 1}
    assert known_of(s, 0) == [{"investigator": 1, "cultist": 2, "cultist_2": 1}, {"cultist": 1}, {"cultist": 1}]


def test_a_bonus_of_a_known_pool_is_seen_as_well():
    s = play(earned("standing_stones"), "bonus:investigator")
    assert open_(s, 0) == {"investigator": 1}
    assert sure(s, 1, 0) == sure(s, 2, 0) == {"investigator": 1}


def test_tokens_of_the_mystery_pool_are_known_to_who_draws_them_alone():
    s = mystery(3, last="book", stories={0: {"dawn": 1}})
    play(tokens_drawn(s, "cultist_2", "investigator_2"), "play:dawn")
    assert open_(s, 0) == {}
    assert known_of(s, 0) == [{"investigator": 1, "investigator_2": 1, "cultist": 1, "cultist_2": 1}, {}, {}]
    assert [known_of(s, p) for p in (1, 2)] == [[{}, START, {}], [{}, {}, START]]


def test_what_is_drawn_blind_as_a_bonus_is_no_more_known():
    s = earned("salt_marsh")
    play(tokens_drawn(s, "cultist_2"), "bonus:mystery")
    assert known_of(s, 0) == [{"investigator": 3, "cultist": 1, "cultist_2": 1}, {}, {}]


def test_what_one_keeps_of_a_peek_is_known_to_oneself_alone():
    s = earned("dead_lighthouse")
    play(tokens_drawn(s, "cultist_2", "cultist_2", "cultist"), "bonus:peek")
    assert known_of(s, 0) == [{"investigator": 3, "cultist": 1}, {}, {}]
    play(s, "keep:cultist_2")
    assert known_of(s, 0) == [{"investigator": 3, "cultist": 1, "cultist_2": 1}, {}, {}]
    assert open_(s, 0) == {}


def test_a_peek_is_seen_by_who_peeks_while_it_chooses():
    s = earned("dead_lighthouse")
    play(tokens_drawn(s, "cultist_2", "investigator_2", "cultist_2"), "bonus:peek")
    assert s.view(0).to_json()["fields"]["aside"][0] == [0, 1, 0, 2]
    for q in (1, 2):
        fields = s.view(q).to_json()["fields"]
        assert fields["aside"][0] == [None] * 4
        assert fields["aside_count"][0] == 3
        assert "cultist 2" not in words(s, q)


# ---------------------------------------------------------------------------------------------- looking


def test_what_one_looks_at_is_known_to_oneself_alone():
    s = play(earned("last_station", tokens={1: HELD}), "bonus:look")
    play(seen(s, 1, "investigator_2", "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"investigator_2": 1, "cultist": 1}
    assert sure(s, 2, 1) == {}
    assert sure(s, 1, 1) == HELD
    assert open_(s, 1) == {}
    assert "player_0 sees investigator 2 of player_1" in noted(s, 0)
    assert "sees" not in words(s, 1) + words(s, 2)


def test_looking_at_tokens_one_knew_of_does_not_add_up():
    """One Cultist was known; the one seen now may be the same. The Investigator was not known."""
    s = earned("last_station", tokens={1: HELD}, knows={0: {(1, "cultist"): 1}})
    play(seen(play(s, "bonus:look"), 1, "investigator", "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"investigator": 1, "cultist": 1}


def test_seeing_more_of_a_kind_than_one_knew_of_counts():
    s = earned("last_station", tokens={1: HELD}, knows={0: {(1, "cultist"): 1}})
    play(seen(play(s, "bonus:look"), 1, "cultist", "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"cultist": 2}


def test_seeing_fewer_of_a_kind_than_one_knew_of_loses_nothing():
    s = earned("last_station", tokens={1: HELD}, knows={0: {(1, "cultist"): 3, (1, "cultist_2"): 1}})
    play(seen(play(s, "bonus:look"), 1, "investigator", "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"investigator": 1, "cultist": 3, "cultist_2": 1}


def test_the_same_tokens_seen_twice_are_known_once():
    """Seat 0 sees two Cultists of seat 1, and in its next turn two Cultists again."""
    hands = {0: {"last_station": 1, "wax_museum": 1}, 1: {"sea_captain": 1, "knife": 1}, 2: {"standing_stones": 1}}
    s = mystery(3, last="book", tokens={1: HELD}, stories=hands)
    play(s, "play:last_station", "bonus:look")
    play(seen(s, 1, "cultist", "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"cultist": 2}
    tell(tokens_drawn(s, "investigator", "investigator"), "sea_captain")
    tell(s, "standing_stones")
    assert tokens(s, 1) == HELD | {"investigator": 4}
    play(s, "play:wax_museum", "bonus:look")
    play(seen(s, 1, "cultist", "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"cultist": 2}


# ---------------------------------------------------------------------------------------------- stealing


def test_a_stolen_token_is_known_to_thief_and_victim():
    s = play(earned("dockside_tavern", tokens={1: HELD}), "bonus:steal")
    play(picked(s, 1, "cultist_2"), "seat+1")
    assert known_of(s, 0) == [{"investigator": 3, "cultist": 1, "cultist_2": 1}, {"cultist_2": 1}, {}]
    assert known_of(s, 1) == [{}, {"investigator": 2, "investigator_2": 1, "cultist": 3}, {}]
    for q in (0, 1):
        assert "player_0 steals cultist 2 of player_1" in noted(s, q)
    assert "player_0 steals a token of player_1" in words(s, 2)
    assert "cultist 2" not in words(s, 2)


def test_what_others_knew_of_the_victim_falls_by_one_of_each_kind():
    """Seat 2 does not see which token goes: it may be any that it knew of."""
    knows = {2: {(1, "cultist"): 2, (1, "investigator"): 1, (1, "cultist_2"): 1, (0, "cultist"): 1}}
    s = play(earned("dockside_tavern", tokens={1: HELD}, knows=knows), "bonus:steal")
    play(picked(s, 1, "cultist"), "seat+1")
    assert sure(s, 2, 1) == {"cultist": 1}
    assert sure(s, 2, 0) == {"cultist": 1}


def test_what_the_thief_knew_falls_by_the_stolen_token_only():
    knows = {0: {(1, "cultist"): 2, (1, "investigator"): 1, (1, "cultist_2"): 1}}
    s = play(earned("dockside_tavern", tokens={1: HELD}, knows=knows), "bonus:steal")
    play(picked(s, 1, "cultist"), "seat+1")
    assert sure(s, 0, 1) == {"cultist": 1, "investigator": 1, "cultist_2": 1}


def test_the_thief_loses_nothing_by_a_token_it_did_not_know_of():
    s = play(earned("dockside_tavern", tokens={1: HELD}, knows={0: {(1, "cultist"): 2}}), "bonus:steal")
    play(picked(s, 1, "investigator_2"), "seat+1")
    assert sure(s, 0, 1) == {"cultist": 2}
    assert sure(s, 0, 0) == {"investigator": 3, "investigator_2": 1, "cultist": 1}


def test_what_everybody_knew_of_the_victim_falls_too():
    """All knew two Cultists and an Investigator of seat 1: a Cultist is left for all, more for the thief."""
    s = play(earned("dockside_tavern", tokens={1: HELD}, open={1: {"cultist": 2, "investigator": 1}}), "bonus:steal")
    assert known_of(s, 1) == [{"cultist": 2, "investigator": 1}, HELD, {"cultist": 2, "investigator": 1}]
    play(picked(s, 1, "cultist_2"), "seat+1")
    assert open_(s, 1) == {"cultist": 1}
    assert sure(s, 2, 1) == {"cultist": 1}
    assert sure(s, 0, 1) == {"cultist": 2, "investigator": 1}


def test_two_stolen_tokens_cost_others_two_of_each_kind(tmp_path):
    cards = reprinted(tmp_path, "dockside_tavern", bonus=[("steal", 2)])
    knows = {2: {(1, "cultist"): 3, (1, "investigator"): 1}}
    s = played_with(earned("dockside_tavern", tokens={1: HELD}, knows=knows), cards)
    play(s, "bonus:steal")
    play(picked(s, 1, "cultist_2", "investigator"), "seat+1")
    assert sure(s, 2, 1) == {"cultist": 1}
    assert sure(s, 1, 0) == {"investigator": 1, "cultist_2": 1}


def test_starting_tokens_are_forgotten_by_third_seats_after_a_theft():
    """From a real beginning: both tokens of seat 1 were known, one goes, and none is certain any more."""
    s = dealt("dockside_tavern", prologue="book")
    assert known_of(s, 1) == [START] * 3
    play(tokens_drawn(s, "cultist_2", "cultist_2"), "play:dockside_tavern", "bonus:steal")
    play(picked(s, 1, "cultist"), "seat+1")
    assert sure(s, 2, 1) == {}
    assert sure(s, 0, 1) == {"investigator": 1}
    assert sure(s, 2, 0) == START
    assert sure(s, 1, 0) == {"investigator": 1, "cultist": 2}


# --------------------------------------------------------------------------------------------- exchanging


def test_both_tokens_of_an_exchange_are_known_to_the_two():
    s = play(earned("wax_museum", tokens={1: HELD}), "bonus:swap", "seat+1")
    play(picked(s, 1, "cultist_2"), "give:cultist")
    assert known_of(s, 0) == [{"investigator": 3, "cultist_2": 1}, {"cultist_2": 1}, {}]
    assert sure(s, 0, 1) == {"cultist": 1}
    assert sure(s, 1, 1) == {"investigator": 2, "investigator_2": 1, "cultist": 4}
    assert sure(s, 2, 1) == {}
    for q in (0, 1):
        assert "player_0 gives cultist to player_1 for cultist 2" in noted(s, q)
    assert "player_0 exchanges tokens with player_1" in words(s, 2)


def test_third_seats_lose_one_of_each_kind_of_both_players_of_an_exchange():
    knows = {2: {(0, "cultist"): 1, (1, "cultist"): 3, (1, "investigator"): 2, (1, "investigator_2"): 1}}
    s = play(earned("wax_museum", tokens={1: HELD}, knows=knows), "bonus:swap", "seat+1")
    play(picked(s, 1, "cultist_2"), "give:investigator")
    assert sure(s, 2, 0) == {}
    assert sure(s, 2, 1) == {"cultist": 2, "investigator": 1}


def test_what_the_two_knew_of_each_other_falls_by_the_token_they_gave():
    knows = {0: {(1, "cultist"): 2, (1, "investigator_2"): 1}, 1: {(0, "cultist"): 1, (0, "investigator"): 1}}
    s = play(earned("wax_museum", tokens={1: HELD}, knows=knows), "bonus:swap", "seat+1")
    assert sure(s, 1, 0) == {"cultist": 1, "investigator": 1}
    play(picked(s, 1, "cultist"), "give:investigator")
    assert sure(s, 0, 1) == {"cultist": 1, "investigator_2": 1, "investigator": 1}
    assert sure(s, 1, 0) == {"cultist": 2}


# ------------------------------------------------------------------------------- the end of the stage


def test_all_tokens_are_shown_at_the_end_of_the_stage():
    held = {0: HELD, 1: {"cultist": 10}, 2: {"investigator_2": 1, "cultist_2": 2}}
    s = mystery(3, turn=1, tokens=held)
    assert s.phase == "battle"
    for p in SEATS:
        assert known_of(s, p) == [held[p]] * 3
        assert open_(s, p) == held[p]
    assert "player_2 shows its tokens: investigators 0 of 1 and 1 of 2, cultists 0 of 1 and 2 of 2" in words(s, 0)


def test_nothing_is_shown_before():
    s = mystery(3, turn=1, tokens={0: HELD, 1: {"cultist": 9}, 2: {"cultist_2": 2}})
    assert s.phase == "mystery"
    assert known_of(s, 0) == [HELD, {}, {}]
    assert known_of(s, 1) == [{}, {"cultist": 9}, {}]


# ------------------------------------------------------------------------------------------------ views


def in_the_middle():
    """Seat 0 has looked at seat 1 and stolen from seat 2; all know something of seat 1."""
    knows = {0: {(1, "cultist_2"): 1, (2, "investigator"): 1}, 1: {(2, "cultist"): 1}, 2: {(0, "cultist"): 1}}
    s = earned("last_station", tokens={1: HELD, 2: HELD}, open={1: {"cultist": 1}}, knows=knows)
    return play(picked(play(s, "bonus:steal"), 2, "cultist_2"), "seat+2")


@pytest.mark.parametrize("seat", SEATS)
def test_a_view_holds_what_its_seat_knows_and_nothing_of_what_others_know(seat):
    s = in_the_middle()
    fields = s.view(seat).to_json()["fields"]
    assert fields["sure"][seat] == s.record["sure"][seat].tolist()
    for q in SEATS:
        if q != seat:
            assert fields["sure"][q] == [[None] * 4] * 6
            assert fields["tokens"][q] == [None] * 4
    assert fields["tokens"][seat] == s.record["tokens"][seat].tolist()
    assert fields["token_count"][:3] == [5, 7, 6]


def test_views_by_the_numbers():
    """The same as literals: Investigators of Value 1 and 2, Cultists of Value 1 and 2."""
    s = in_the_middle()
    seen = {q: s.view(q).to_json()["fields"]["sure"][q][:3] for q in SEATS}
    assert seen[0] == [[3, 0, 1, 1], [0, 0, 1, 1], [1, 0, 0, 0]]
    assert seen[1] == [[0, 0, 0, 0], [2, 1, 3, 1], [0, 0, 0, 0]]
    assert seen[2] == [[0, 0, 1, 1], [0, 0, 1, 0], [2, 1, 3, 0]]
    assert s.view(0).to_json()["fields"]["open"][:3] == [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 2), (2, 0)])
def test_a_view_does_not_depend_on_what_the_seat_cannot_see(seat, other):
    """The same story with another token of ``other`` that the seat knows nothing of."""
    (third,) = {0, 1, 2} - {seat, other}
    views = []
    for hidden in ("cultist", "investigator_2"):
        s = mystery(3, turn=third, tokens={other: {"cultist_2": 1, hidden: 1}}, knows={seat: {(other, "cultist_2"): 1}})
        views.append(s.view(seat).row)
    assert (views[0] == views[1]).all()


def test_the_text_of_a_seat_tells_what_it_knows():
    s = in_the_middle()
    assert "player_1: cultist x1, cultist 2 x1" in words(s, 0)
    assert "player_0: cultist x1, cultist 2 x1" in words(s, 2)
    assert "player_2: cultist" not in words(s, 1)
