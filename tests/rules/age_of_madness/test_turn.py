"""Two Actions, then cards up to the hand size; passing; exchanging the hand."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .story import A, C, N, actions_left, graveyard, group, hand, play, plays, pool, size, table


def test_two_actions_then_the_next_player():
    s = table((A, C, N), hand={0: {"cultist_of_azathoth": 2}})
    play(s, "play:cultist_of_azathoth")
    assert s.seat == 0
    assert actions_left(s) == 1
    play(s, "play:cultist_of_azathoth")
    assert s.seat == 1
    assert actions_left(s) == 2
    play(s, "pass", "pass", "pass", "pass")
    assert s.seat == 0
    assert s.record["round"] == 2


def test_cards_are_drawn_up_to_five_at_the_end_of_the_own_turn_only():
    s = table(hand={0: {"cultist_of_azathoth": 3}, 1: {"cultist_of_cthulhu": 1}})
    play(s, "play:cultist_of_azathoth")
    assert size(s, 0) == 2
    play(s, "pass")
    assert size(s, 0) == 5
    assert size(s, 1) == 1


def test_more_than_the_hand_size_is_kept_and_nothing_drawn():
    s = table(hand={0: {"cultist_of_azathoth": 7}})
    play(s, "play:cultist_of_azathoth", "pass")
    assert hand(s, 0) == {"cultist_of_azathoth": 6}
    assert size(s, 0) == 6


def test_passing_is_always_allowed_and_changes_nothing_else():
    s = table(hand={0: {"cultist_of_azathoth": 5}})
    play(s, "pass", "pass")
    assert s.seat == 1
    assert hand(s, 0) == {"cultist_of_azathoth": 5}
    assert not graveyard(s)
    assert not pool(s, 0)


def test_exchange_discards_any_number_and_draws_up_to_the_hand_size():
    s = table(hand={0: {"grimoire": 3, "elder_sign": 2}})
    play(s, "exchange")
    assert s.legal_names() == ["discard:elder_sign", "discard:grimoire"]
    play(s, "discard:grimoire", "discard:grimoire", "done")
    assert graveyard(s) == {"grimoire": 2}
    assert size(s, 0) == 5
    assert s.seat == 1
    assert actions_left(s) == 2


def test_exchange_discards_at_least_one_card():
    s = play(table(hand={0: {"grimoire": 1}}), "exchange")
    assert s.legal_names() == ["discard:grimoire"]
    play(s, "discard:grimoire")
    assert s.legal_names() == ["done"]


def test_exchange_over_the_hand_size_draws_nothing():
    s = play(table(hand={0: {"convert_cultist": 8}}), "exchange", "discard:convert_cultist", "done")
    assert hand(s, 0) == {"convert_cultist": 7}


def test_exchange_respects_the_larger_hand_of_azathoth():
    s = table(hand={0: {"grimoire": 5}}, sign={0: {"north": 1, "east": 1}})
    play(s, "exchange", "discard:grimoire", "done")
    assert size(s, 0) == 7


@pytest.mark.parametrize("first", ["pass", "sacrifice", "play:cultist_of_azathoth"])
def test_exchange_is_only_a_first_action(first):
    s = table(hand={0: {"cultist_of_azathoth": 5}}, pool={0: group(A, 1)})
    assert "exchange" in s.legal_names()
    play(s, first)
    if s.pending == "sacrifice":
        play(s, "cultist:azathoth:plain>seat+0")
    assert s.seat == 0
    assert actions_left(s) == 1
    assert "exchange" not in s.legal_names()
    with pytest.raises(IllegalAction, match="exchange"):
        s.step("exchange")


def test_exchange_needs_a_card():
    assert "exchange" not in table().legal_names()


def test_only_cards_in_hand_are_played():
    s = table(hand={0: {"elder_sign": 1, "barrier_spell": 1}, 1: {"cultist_of_cthulhu": 2}})
    assert plays(s) == {"elder_sign", "barrier_spell"}


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing():
    s = table(hand={0: {"elder_sign": 1}})
    before = s.row.copy()
    for wrong in ("play:ghoul", "sacrifice", "seat+1", "done", "no such thing", -1, 9999):
        with pytest.raises(IllegalAction):
            s.step(wrong)
    assert (s.row == before).all()
