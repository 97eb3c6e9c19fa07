"""Turns of the Mystery Stage: the story card, its two tokens, who earns its bonus, and the story line."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .mysteries import dealt, hand_of, noted, pools, tell, under_way, words
from .story import decision, line, mystery, play, stories, tokens, tokens_drawn

# ------------------------------------------------------------------------------------------------ turns


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_turns_go_clockwise_from_the_first_player_and_then_a_new_round_begins(players):
    s = mystery(players, turn=0, round=1, last="dawn")
    order = []
    for _ in range(players + 1):
        order.append((int(s.record["round"]), *decision(s)))
        tell(s, next(iter(stories(s, s.seat))))
    assert order == [(1, p, "story") for p in range(players)] + [(2, 0, "story")]


def test_each_turn_is_announced_with_its_round():
    s = mystery(3, turn=2, round=1, last="book", stories={2: {"dawn": 1, "knife": 1}})
    play(s, "play:dawn")
    assert s.events(2)[-1] == "round 2: the turn of player_0 begins"


# ---------------------------------------------------------------------------------- any card may be played


def test_any_card_of_the_hand_may_be_played_whatever_the_last_one_wants():
    cards = {"sea_captain": 1, "lodge": 1, "knife": 1, "blood_oath": 1, "dawn": 1}
    s = mystery(last="book", stories={0: cards})
    assert decision(s) == (0, "story")
    assert s.legal_names() == [f"play:{title}" for title in cards]


@pytest.mark.parametrize("title", ["sea_captain", "knife", "blood_oath", "dawn"])
def test_a_card_that_does_not_match_is_told_and_paid_without_a_bonus(title):
    """The Book wants a place; a person, an item, a cult and an event are none."""
    s = mystery(last="book", stories={0: {title: 1, "lodge": 1}})
    play(tokens_drawn(s, "cultist", "cultist"), f"play:{title}")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 3}
    assert line(s) == [("book", -1), (title, 0)]
    assert decision(s) == (1, "story")


def test_only_cards_of_the_own_hand_can_be_played():
    s = mystery(last="book", stories={0: {"dawn": 1, "knife": 1}, 1: {"lodge": 1}})
    before = s.clone()
    with pytest.raises(IllegalAction):
        s.step("play:lodge")
    assert s == before


def test_passing_is_not_possible():
    s = mystery(last="book", stories={0: {"dawn": 1}})
    assert s.legal_names() == ["play:dawn"]


# -------------------------------------------------------------------------------------- two tokens a card


def test_two_icons_of_the_mystery_pool():
    s = mystery(last="book", stories={0: {"dawn": 1}})
    play(tokens_drawn(s, "cultist_2", "investigator_2"), "play:dawn")
    assert tokens(s, 0) == {"investigator": 1, "investigator_2": 1, "cultist": 1, "cultist_2": 1}
    assert pools(s) == (8, 8, 74)
    assert s.record["mystery"].tolist() == [30, 7, 30, 7]


def test_an_icon_of_the_cultist_pool():
    s = mystery(last="book", stories={0: {"black_candle": 1}})
    play(tokens_drawn(s, "investigator_2"), "play:black_candle")
    assert tokens(s, 0) == {"investigator": 1, "investigator_2": 1, "cultist": 2}
    assert pools(s) == (8, 7, 75)


def test_an_icon_of_the_investigator_pool():
    s = mystery(last="book", stories={0: {"torn_photograph": 1}})
    play(tokens_drawn(s, "cultist_2"), "play:torn_photograph")
    assert tokens(s, 0) == {"investigator": 2, "cultist": 1, "cultist_2": 1}
    assert pools(s) == (7, 8, 75)


def test_nobody_else_is_paid():
    s = mystery(last="book", stories={0: {"black_candle": 1}})
    play(s, "play:black_candle")
    assert [tokens(s, p) for p in (1, 2, 3)] == [{"investigator": 1, "cultist": 1}] * 3


def test_where_the_tokens_come_from_is_told_to_all_and_what_was_drawn_only_to_the_drawer():
    s = mystery(last="book", stories={0: {"black_candle": 1}})
    play(tokens_drawn(s, "investigator_2"), "play:black_candle")
    assert s.events(4)[:3] == [
        "player_0 tells of black candle, earns its bonus: no",
        "player_0 takes a token of the cultist pool",
        "player_0 draws 1 of the Mystery pool",
    ]
    assert "player_0 draws investigator 2" in noted(s, 0)
    assert "investigator 2" not in words(s, 1)


# ---------------------------------------------------------------------------------- who earns the bonus

BY_TYPE = {"person": "sea_captain", "place": "lodge", "item": "knife", "cult": "blood_oath", "event": "storm_tide"}
WANTS = {"person": "shared_nightmare", "place": "book", "item": "dawn", "cult": "red_fog", "event": "mansion"}


@pytest.mark.parametrize("wanted", BY_TYPE)
@pytest.mark.parametrize("played", BY_TYPE)
def test_the_bonus_is_earned_by_a_card_of_the_type_that_the_last_one_wants(wanted, played):
    s = mystery(last=WANTS[wanted], stories={0: {BY_TYPE[played]: 1}})
    play(s, f"play:{BY_TYPE[played]}")
    assert decision(s) == ((0, "bonus") if wanted == played else (1, "story"))
    assert ("earns its bonus: yes" in s.text()) == (wanted == played)


def test_only_the_last_card_counts():
    """The Book wanted a place, but Dawn was told after it and wants an item."""
    s = mystery(last="book", stories={0: {"dawn": 1}, 1: {"lodge": 1, "knife": 1}})
    play(s, "play:dawn")
    place, item = s.clone(), s.clone()
    assert decision(play(place, "play:lodge")) == (2, "story")
    assert decision(play(item, "play:knife")) == (1, "bonus")


def test_the_bonus_is_that_of_the_card_just_played():
    """The Last Station lets steal or look; the Book before it, which lets peek or look, does not."""
    s = mystery(last="book", stories={0: {"last_station": 1}})
    play(s, "play:last_station")
    assert s.legal_names() == ["bonus:steal", "bonus:look", "decline"]


def test_a_card_with_one_bonus_offers_that_or_none():
    s = mystery(last="book", stories={0: {"salt_marsh": 1}})
    play(s, "play:salt_marsh")
    assert s.legal_names() == ["bonus:mystery", "decline"]


def test_the_tokens_of_the_card_come_before_its_bonus():
    s = mystery(last="book", stories={0: {"lodge": 1}})
    play(tokens_drawn(s, "cultist_2"), "play:lodge")
    assert decision(s) == (0, "bonus")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 2, "cultist_2": 1}


def test_declining_changes_nothing_and_the_next_player_goes_on():
    s = mystery(last="book", stories={0: {"lodge": 1}})
    play(s, "play:lodge")
    before, held = pools(s), [tokens(s, p) for p in range(4)]
    play(s, "decline")
    assert pools(s) == before == (8, 7, 75)
    assert [tokens(s, p) for p in range(4)] == held
    assert decision(s) == (1, "story")
    assert "bonus" not in " ".join(s.events(3))


def test_only_one_of_two_bonuses_is_taken():
    s = mystery(last="book", stories={0: {"lodge": 1}})
    play(s, "play:lodge", "bonus:cultist")
    assert decision(s) == (1, "story")
    assert s.record["token_count"][:4].tolist() == [5, 2, 2, 2]


# -------------------------------------------------------------------------------------------- the prologue


def test_the_first_player_earns_its_bonus_from_the_prologue():
    """The Night Librarian, the first card dealt, is a person; the prologue Last Station wants one."""
    s = dealt("night_librarian", "knife", "dawn", prologue="last_station")
    assert decision(s) == (0, "story")
    play(s, "play:night_librarian")
    assert decision(s) == (0, "bonus")
    assert s.legal_names() == ["bonus:peek", "decline"]


def test_a_prologue_that_wants_something_else_brings_the_first_player_no_bonus():
    s = dealt("night_librarian", "knife", "dawn", prologue="dead_lighthouse")
    play(s, "play:night_librarian")
    assert decision(s) == (1, "story")


def test_the_prologue_itself_pays_nobody():
    s = dealt("night_librarian", "knife", "dawn", prologue="crooked_chapel")
    assert s.record["token_count"][:3].tolist() == [2, 2, 2]
    assert pools(s) == (8, 8, 78)


# ------------------------------------------------------------------------- the example of the rulebook


def test_example_the_book_is_the_prologue_and_the_lodge_earns_its_bonus():
    """A token of the Cultist pool and one of the Mystery pool, then a choice of two bonuses, or none."""
    s = dealt("lodge", "knife", "dawn", prologue="book")
    assert line(s) == [("book", -1)]
    play(tokens_drawn(s, "investigator_2"), "play:lodge")
    assert tokens(s, 0) == {"investigator": 1, "investigator_2": 1, "cultist": 2}
    assert pools(s) == (8, 7, 77)
    assert decision(s) == (0, "bonus")
    assert s.legal_names() == ["bonus:cultist", "bonus:steal", "decline"]


def test_example_the_lodge_takes_another_cultist():
    s = dealt("lodge", "knife", "dawn", prologue="book")
    play(tokens_drawn(s, "investigator_2"), "play:lodge", "bonus:cultist")
    assert tokens(s, 0) == {"investigator": 1, "investigator_2": 1, "cultist": 3}
    assert pools(s) == (8, 6, 77)
    assert decision(s) == (1, "story")


def test_example_the_lodge_steals_from_any_player():
    s = dealt("lodge", "knife", "dawn", prologue="book")
    play(tokens_drawn(s, "investigator_2"), "play:lodge", "bonus:steal")
    assert decision(s) == (0, "victim")
    assert s.legal_names() == ["seat+1", "seat+2"]
    play(s, "seat+2")
    assert s.record["token_count"][:3].tolist() == [5, 2, 1]
    assert pools(s) == (8, 7, 77)
    assert decision(s) == (1, "story")


# ------------------------------------------------------------------------------- no cards are redrawn


def test_a_card_played_is_not_replaced():
    s = dealt("lodge", "knife", "dawn", prologue="book")
    box = s.record["box"].copy()
    for left, title in ((6, "lodge"), (5, "night_librarian")):
        tell(s, title)
        assert hand_of(s, 0) == left
        assert title not in stories(s, 0)
        for p in (1, 2):
            tell(s, next(iter(stories(s, p))))
    assert [hand_of(s, p) for p in range(3)] == [5, 5, 5]
    assert (s.record["box"] == box).all()
    assert under_way(s)


# ---------------------------------------------------------------------------------------- the story line


# The Book is the prologue, and Dawn, the last card, wants an item.
STORY_SO_FAR = "story: book, lodge (0), knife (1), dawn (2) wanted next item"


def three_told():
    s = mystery(
        3, last="book", stories={0: {"lodge": 1, "storm_tide": 1}, 1: {"knife": 1}, 2: {"dawn": 1, "red_fog": 1}}
    )
    return play(s, "play:lodge", "decline", "play:knife", "play:dawn")


def test_the_story_line_holds_the_cards_in_order_and_who_told_them():
    s = three_told()
    assert line(s) == [("book", -1), ("lodge", 0), ("knife", 1), ("dawn", 2)]
    assert s.record["told"] == 4
    assert s.record["played"].sum() == 4


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_reads_the_same_story(seat):
    assert STORY_SO_FAR in words(three_told(), seat)


def test_spectators_read_the_story_too():
    text = " ".join(three_told().text("public").split())
    assert STORY_SO_FAR in text


def test_what_was_told_is_no_secret_and_what_is_still_held_is():
    s = three_told()
    assert decision(s) == (0, "story")
    fields = s.view(0).to_json()["fields"]
    titles = s.game.labels["story"]
    assert [titles[k] for k in fields["line"][:4]] == ["book", "lodge", "knife", "dawn"]
    assert fields["tellers"][:4] == [-1, 0, 1, 2]
    assert set(fields["stories"][2]) == {None}
    assert "red fog" not in words(s, 0)
