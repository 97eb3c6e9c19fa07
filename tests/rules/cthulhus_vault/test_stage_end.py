"""How the Mystery Stage ends: awakening, running out of cards or of tokens, and who awakens then."""

import pytest

from .mysteries import awoken, pools, reprinted, running_out, tell, under_way, words
from .other_cards import played_with
from .story import card, decision, line, mystery, open_, picked, play, stories, tokens, tokens_drawn, told

MAY = {"awaken": "may"}
COUNT = {"threshold": "tokens"}
AT_TOKEN = {"empty_pool": "token"}
WHOLE_TURN = {"empty_pool": "turn"}
EMPTY_POOL = ["card", "token", "turn"]

# ------------------------------------------------------------------------------------------------ awakening


def test_enough_cultist_power_at_the_start_of_a_turn_awakens_at_once():
    """Nobody is asked and no card is played: an investigator is chosen next."""
    s = mystery(turn=1, secret={1: "hastur", 0: "cthulhu", 2: "yig", 3: "nyogtha"}, tokens={1: {"cultist": 10}})
    assert awoken(s) == (1, "awakening")
    assert s.record["ancient"] == card(s.game, "ancient", "hastur")
    assert s.phase == "battle"
    assert decision(s)[1] == "character"
    assert line(s) == [("book", -1)]
    assert "hastur of player_1 awakens" in s.text("public")


def test_investigator_power_awakens_nobody():
    s = mystery(turn=1, tokens={1: {"cultist": 9, "investigator": 12, "investigator_2": 3}})
    assert under_way(s)
    assert decision(s) == (1, "story")


def test_gaining_enough_in_the_own_turn_does_not_awaken_before_the_next_own_turn():
    hands = {0: {"dawn": 1, "knife": 1}}
    s = mystery(3, turn=0, last="book", tokens={0: {"cultist": 9}}, stories=hands)
    play(tokens_drawn(s, "cultist_2", "cultist_2"), "play:dawn")
    assert tokens(s, 0) == {"cultist": 9, "cultist_2": 2}
    for p in (1, 2):
        assert under_way(s)
        assert decision(s) == (p, "story")
        tell(s, next(iter(stories(s, p))))
    assert awoken(s) == (0, "awakening")
    assert stories(s, 0) == {}


def test_enough_power_out_of_turn_awakens_nobody():
    s = mystery(turn=0, tokens={2: {"cultist": 20}})
    assert under_way(s)
    assert decision(s) == (0, "story")
    play(s, s.legal_names()[0])
    assert under_way(s)
    assert decision(s) == (1, "story")


def test_who_is_robbed_before_its_turn_does_not_awaken():
    """Seat 1 has 10; seat 0 steals a Cultist of it."""
    s = mystery(last="book", tokens={1: {"cultist": 10}}, stories={0: {"lodge": 1}})
    robbed = play(s.clone(), "play:lodge", "bonus:steal", "seat+1")
    assert under_way(robbed)
    assert decision(robbed) == (1, "story")
    play(s, "play:lodge", "decline")
    assert awoken(s) == (1, "awakening")


def test_example_eight_cultists_among_fifteen_tokens_awaken_yig_at_five_players():
    secret = {2: "yig", 0: "cthulhu", 1: "cthuga", 3: "hastur", 4: "ithaqua"}
    s = mystery(5, turn=2, secret=secret, tokens={2: {"investigator": 7, "cultist": 8}})
    assert awoken(s) == (2, "awakening")
    assert s.record["ancient"] == card(s.game, "ancient", "yig")
    assert open_(s, 2) == {"investigator": 7, "cultist": 8}
    less = mystery(5, turn=2, secret=secret, tokens={2: {"investigator": 8, "cultist": 7}})
    assert under_way(less)
    assert less.record["ancient"] == -1


# ------------------------------------------------------------------------------- awakening, by option


def test_by_default_awakening_is_compulsory():
    assert mystery().game.options["awaken"] == "must"
    assert not under_way(mystery(turn=1, tokens={1: {"cultist_2": 5}}))


def test_by_option_a_player_with_enough_power_may_awaken():
    s = mystery(turn=1, rules=MAY, tokens={1: {"cultist": 10}})
    assert decision(s) == (1, "awaken")
    assert s.legal_names() == ["awaken", "wait"]
    play(s, "awaken")
    assert awoken(s) == (1, "awakening")


def test_by_option_it_may_wait_and_is_asked_again_in_its_next_turn():
    hands = {1: {"dawn": 1, "knife": 1}}
    s = mystery(3, turn=1, rules=MAY, last="book", tokens={1: {"cultist": 10}}, stories=hands)
    play(s, "wait")
    assert under_way(s)
    assert decision(s) == (1, "story")
    assert s.legal_names() == ["play:knife", "play:dawn"]
    tell(s, "dawn")
    for p in (2, 0):
        assert decision(s) == (p, "story")
        tell(s, next(iter(stories(s, p))))
    assert decision(s) == (1, "awaken")


def test_by_option_nobody_is_asked_without_enough_power():
    s = mystery(turn=1, rules=MAY, tokens={1: {"cultist": 9}})
    assert decision(s) == (1, "story")


@pytest.mark.parametrize(
    ("held", "by_values", "by_tokens"),
    [
        ({"cultist": 10}, True, True),
        ({"cultist": 9}, False, False),
        ({"cultist_2": 5}, True, False),
        ({"cultist_2": 4, "cultist": 1}, False, False),
        ({"cultist_2": 8, "cultist": 1}, True, False),
        ({"cultist_2": 8, "cultist": 2}, True, True),
        ({"cultist_2": 1, "cultist": 8}, True, False),
        ({"cultist": 8, "investigator_2": 2}, False, False),
    ],
)
def test_values_or_by_option_tokens_are_counted(held, by_values, by_tokens):
    assert (mystery(turn=1, tokens={1: held}).phase == "battle") == by_values
    assert (mystery(turn=1, rules=COUNT, tokens={1: held}).phase == "battle") == by_tokens


def test_values_are_counted_unless_told():
    assert mystery().game.options["threshold"] == "values"


# ----------------------------------------------------------------------------------- running out of cards


def test_the_stage_ends_when_a_player_without_cards_would_begin_its_turn():
    s = mystery(last="book", tokens={3: {"cultist": 4}}, stories={0: {"dawn": 1}, 1: {}})
    tell(tokens_drawn(s, "cultist", "cultist"), "dawn")
    assert awoken(s) == (3, "no_cards")
    assert line(s) == [("book", -1), ("dawn", 0)]
    assert decision(s)[1] == "character"


def test_playing_the_last_card_does_not_end_the_stage():
    """It ends when seat 0 is to begin its next turn."""
    s = mystery(3, last="book", stories={0: {"dawn": 1}})
    tell(s, "dawn")
    for p in (1, 2):
        assert under_way(s)
        assert decision(s) == (p, "story")
        tell(s, next(iter(stories(s, p))))
    assert not under_way(s)
    assert s.record["ending"] == 1


def test_a_player_without_cards_is_no_matter_before_its_turn():
    s = mystery(last="book", stories={0: {"dawn": 1}, 2: {}})
    tell(s, "dawn")
    assert under_way(s)
    assert decision(s) == (1, "story")


def test_awakening_comes_before_running_out_of_cards():
    """Seat 1 has no cards but enough power; seat 2 has more."""
    held = {1: {"cultist": 10}, 2: {"cultist": 12}}
    assert awoken(mystery(turn=1, tokens=held, stories={1: {}})) == (1, "awakening")


def test_by_option_who_waits_without_cards_ends_the_stage():
    held = {1: {"cultist": 10}, 2: {"cultist": 12}}
    s = mystery(turn=1, rules=MAY, tokens=held, stories={1: {}})
    assert s.legal_names() == ["awaken", "wait"]
    assert awoken(play(s.clone(), "awaken")) == (1, "awakening")
    assert awoken(play(s, "wait")) == (2, "no_cards")


# ------------------------------------------------------------------------------------- a pool is empty


def test_the_last_cultist_of_its_pool_ends_the_stage():
    """The Lodge matches the Book, but there is no bonus any more."""
    s = running_out({"cultist": 1}, last="book", stories={0: {"lodge": 1}})
    play(tokens_drawn(s, "investigator_2"), "play:lodge")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 0) == {"investigator": 1, "investigator_2": 1, "cultist": 2}
    assert pools(s)[1] == 0
    assert "told" in told(s)
    assert not {"bonus_taken", "stole"} & set(told(s))


def test_the_last_investigator_of_its_pool_ends_the_stage():
    s = running_out({"investigator": 1}, last="book", stories={0: {"sealed_archive": 1}})
    play(tokens_drawn(s, "cultist_2"), "play:sealed_archive")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 0) == {"investigator": 2, "cultist": 1, "cultist_2": 1}
    assert pools(s)[0] == 0


def test_the_last_token_of_the_mystery_pool_ends_the_stage():
    s = running_out(left={"cultist_2": 2}, last="book", stories={0: {"dawn": 1}})
    play(s, "play:dawn")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 1, "cultist_2": 2}


def test_a_pool_with_a_token_left_ends_nothing():
    s = running_out({"cultist": 2, "investigator": 1}, {"cultist": 2}, last="book", stories={0: {"black_candle": 1}})
    play(s, "play:black_candle")
    assert pools(s) == (1, 1, 1)
    assert under_way(s)
    assert decision(s) == (1, "story")


def test_a_card_pays_what_there_is_left():
    """Two tokens of the Mystery pool are due and one is there; nothing stands in for the other."""
    s = running_out(left={"cultist": 1}, last="book", stories={0: {"dawn": 1}})
    play(s, "play:dawn")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 2}
    assert pools(s) == (8, 8, 0)


def test_an_empty_pool_ends_the_stage_before_the_next_player_can_awaken():
    """Seat 1 is next and has enough, seat 2 has more."""
    held = {1: {"cultist": 10}, 2: {"cultist": 12}}
    s = running_out({"cultist": 1}, last="book", tokens=held, stories={0: {"black_candle": 1}})
    tell(s, "black_candle")
    assert awoken(s) == (2, "empty_pool")


# ------------------------------------------------------------------------ when exactly, by option


@pytest.mark.parametrize(
    ("rules", "first", "pools_before", "left", "held"),
    [
        # The Cultist pool is emptied by the first icon, or by the second.
        ({}, "cultist", {"cultist": 1}, None, {"investigator": 1, "investigator_2": 1, "cultist": 2}),
        (AT_TOKEN, "cultist", {"cultist": 1}, None, {"investigator": 1, "cultist": 2}),
        (WHOLE_TURN, "cultist", {"cultist": 1}, None, {"investigator": 1, "investigator_2": 1, "cultist": 2}),
        (AT_TOKEN, "mystery", {"cultist": 1}, None, {"investigator": 1, "investigator_2": 1, "cultist": 2}),
        # The Mystery pool is emptied by the first icon, or by the second.
        ({}, "mystery", {}, {"investigator_2": 1}, {"investigator": 1, "investigator_2": 1, "cultist": 2}),
        (AT_TOKEN, "mystery", {}, {"investigator_2": 1}, {"investigator": 1, "investigator_2": 1, "cultist": 1}),
        (WHOLE_TURN, "mystery", {}, {"investigator_2": 1}, {"investigator": 1, "investigator_2": 1, "cultist": 2}),
        (AT_TOKEN, "cultist", {}, {"investigator_2": 1}, {"investigator": 1, "investigator_2": 1, "cultist": 2}),
    ],
)
def test_both_tokens_are_paid_or_by_option_none_after_the_pool_is_empty(
    tmp_path, rules, first, pools_before, left, held
):
    second = {"cultist": "mystery", "mystery": "cultist"}[first]
    cards = reprinted(tmp_path, "lodge", first=first, second=second)
    s = running_out(pools_before, left, last="book", rules=rules, stories={0: {"lodge": 1}})
    s = played_with(s, cards, **rules)
    if len(held) == 3:
        tokens_drawn(s, "investigator_2")
    play(s, "play:lodge")
    assert tokens(s, 0) == held
    assert under_way(s) == (rules == WHOLE_TURN)


@pytest.mark.parametrize("rules", [{}, AT_TOKEN])
def test_a_pool_emptied_by_the_card_leaves_no_bonus(rules):
    s = running_out({"cultist": 1}, last="book", rules=rules, stories={0: {"lodge": 1}})
    play(s, "play:lodge")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 1) == {"investigator": 1, "cultist": 1}


def test_by_option_the_bonus_is_still_had_and_the_stage_ends_with_the_turn():
    s = running_out({"cultist": 1}, last="book", rules=WHOLE_TURN, stories={0: {"lodge": 1}})
    play(s, "play:lodge")
    assert decision(s) == (0, "bonus")
    assert s.legal_names() == ["bonus:steal", "decline"]
    assert awoken(play(s.clone(), "decline"))[1] == "empty_pool"
    play(s, "bonus:steal")
    play(picked(s, 2, "investigator"), "seat+2")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 2) == {"cultist": 1}


@pytest.mark.parametrize("when", EMPTY_POOL)
def test_a_bonus_that_empties_a_known_pool_ends_the_stage(when):
    s = running_out({"cultist": 2}, last="book", rules={"empty_pool": when}, stories={0: {"lodge": 1}})
    play(s, "play:lodge")
    assert under_way(s)
    play(s, "bonus:cultist")
    assert awoken(s) == (0, "empty_pool")
    assert pools(s)[1] == 0


@pytest.mark.parametrize("when", EMPTY_POOL)
def test_a_bonus_that_empties_the_mystery_pool_ends_the_stage(when):
    s = running_out(left={"cultist": 3}, last="book", rules={"empty_pool": when}, stories={0: {"salt_marsh": 1}})
    play(s, "play:salt_marsh", "bonus:mystery")
    assert awoken(s) == (0, "empty_pool")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 4}


@pytest.mark.parametrize("when", EMPTY_POOL)
def test_a_peek_empties_the_pool_only_where_nothing_goes_back(when):
    """Looking at the last two leaves one; looking at the last one leaves none."""
    for left, goes_on in ((2, True), (1, False)):
        s = running_out(
            left={"cultist": 2 + left}, last="book", rules={"empty_pool": when}, stories={0: {"dead_lighthouse": 1}}
        )
        play(s, "play:dead_lighthouse", "bonus:peek")
        assert under_way(s)
        play(s, "keep:cultist")
        assert under_way(s) == goes_on


def test_tokens_that_pass_between_players_end_nothing():
    s = running_out({"cultist": 1, "investigator": 1}, {"cultist": 3}, last="book", stories={0: {"dockside_tavern": 1}})
    play(s, "play:dockside_tavern", "bonus:steal", "seat+1")
    assert pools(s) == (1, 1, 1)
    assert under_way(s)


def test_unless_told_the_card_is_paid_in_full():
    assert mystery().game.options["empty_pool"] == "card"


# ------------------------------------------------------------------------------------ who awakens then


@pytest.mark.parametrize(
    ("held", "one"),
    [
        # Most Cultist Power: values, not tokens, and no Investigators.
        ({0: {"cultist": 3}, 1: {"cultist": 5}, 2: {"cultist": 4}}, 1),
        ({0: {"cultist": 6}, 1: {"cultist": 5}, 2: {"cultist_2": 4}}, 2),
        ({0: {"cultist": 2, "investigator": 20}, 1: {"cultist": 3}, 2: {"cultist": 1, "investigator_2": 8}}, 1),
        # Then most Power of both sides.
        ({0: {"cultist": 4}, 1: {"cultist": 4, "investigator": 1}, 2: {"cultist_2": 2, "investigator": 2}}, 2),
        ({0: {"cultist": 4}, 1: {"cultist": 4, "investigator_2": 2}, 2: {"cultist_2": 2, "investigator": 3}}, 1),
        ({0: {"investigator": 9}, 1: {"cultist": 4}, 2: {"cultist_2": 2, "investigator": 1}}, 2),
        # Then the first seat.
        ({0: {"cultist": 4}, 1: {"cultist": 4}, 2: {"cultist": 4}}, 0),
        ({0: {"cultist": 3}, 1: {"cultist": 4, "investigator": 2}, 2: {"cultist_2": 2, "investigator_2": 1}}, 1),
        ({0: {}, 1: {}, 2: {}}, 0),
    ],
)
def test_most_cultist_power_awakens_then_most_power_of_all_then_the_first_seat(held, one):
    for turn in range(3):
        assert awoken(mystery(3, turn=turn, tokens=held, stories={turn: {}})) == (one, "no_cards")


@pytest.mark.parametrize(("held", "one"), [(5, 1), (3, 0)])
def test_an_empty_pool_is_settled_likewise(held, one):
    """Seat 0 empties the pool and then has Cultist Power 4 itself."""
    s = running_out(
        {"cultist": 1}, last="book", tokens={0: {"cultist": 2}, 1: {"cultist": held}}, stories={0: {"lodge": 1}}
    )
    play(tokens_drawn(s, "cultist"), "play:lodge")
    assert awoken(s) == (one, "empty_pool")


def test_a_pool_emptied_by_a_bonus_is_settled_likewise():
    held = {1: {"cultist": 3}, 2: {"cultist_2": 4}}
    s = running_out({"cultist": 2}, last="book", tokens=held, stories={0: {"lodge": 1}})
    play(s, "play:lodge", "bonus:cultist")
    assert awoken(s) == (2, "empty_pool")


def test_by_option_to_count_tokens_values_still_decide_who_awakens():
    held = {0: {"cultist": 4}, 1: {"cultist_2": 3}, 2: {"cultist": 5}}
    assert awoken(mystery(3, turn=2, rules=COUNT, tokens=held, stories={2: {}})) == (1, "no_cards")


# --------------------------------------------------------------------------------- what the end brings


def ended():
    secret = {0: "cthulhu", 1: "hastur", 2: "yig"}
    hands = {0: {"dawn": 1, "knife": 1}, 1: {"red_fog": 1, "lodge": 1}, 2: {"funeral": 1}}
    held = {1: {"cultist": 10}, 2: {"investigator": 2, "cultist": 2}}
    s = mystery(3, turn=0, last="book", secret=secret, stories=hands, tokens=held)
    return tell(s, "dawn")


def test_story_cards_go_back_and_the_story_stays():
    s = ended()
    assert [stories(s, p) for p in range(3)] == [{}, {}, {}]
    assert s.record["box_count"] == 58
    assert [s.record["box"][card(s.game, "story", title)] for title in ("knife", "red_fog", "lodge", "funeral")] == [
        1
    ] * 4
    assert line(s) == [("book", -1), ("dawn", 0)]


def test_only_the_ancient_one_that_awoke_is_seen_and_the_others_are_gone():
    s = ended()
    assert s.record["ancient"] == card(s.game, "ancient", "hastur")
    assert s.record["secret"][:3].tolist() == [-1, -1, -1]
    assert s.record["role"][:3].tolist() == [0, 1, 0]
    assert "cthulhu" not in words(s, 0).replace("Cthulhu's Vault", "")


@pytest.mark.parametrize(
    ("s", "reason"),
    [
        (lambda: mystery(turn=1, tokens={1: {"cultist": 10}}), "awakening"),
        (lambda: mystery(turn=1, stories={1: {}}), "no cards"),
        (lambda: tell(running_out({"cultist": 1}, stories={0: {"lodge": 1}}), "lodge"), "empty pool"),
    ],
)
def test_all_are_told_why_the_stage_is_over_and_see_all_tokens(s, reason):
    s = s()
    text = s.events()
    assert f"the Mystery Stage is over: {reason}" in text
    assert sum("shows its tokens" in event for event in text) == 4
    for p in range(4):
        assert open_(s, p) == tokens(s, p)
