"""The deck runs out: option deck_empty."""

import pytest

from .story import A, C, graveyard, group, hand, play, plays, seals, size, table

REST = {  # every card but six, to be put aside
    "cultist_of_azathoth": 10,
    "cultist_of_cthulhu": 10,
    "cultist_of_nyarlathotep": 10,
    "cultist_of_yog_sothoth": 10,
    "convert_cultist": 16,
    "masters_call": 8,
    "grimoire": 8,
    "artefact_of_old": 4,
    "steal_elder_sign": 4,
    "elder_sign": 4,
    "cannibalistic_endeavor": 4,
    "barrier_spell": 4,
    "ghoul": 1,
    "master_of_horror": 1,
    "star_spawn": 1,
    "whispers_of_the_void": 1,
}


def rest(**fewer):
    """All kinds but Grim Banner, less those lying elsewhere."""
    return {k: n - fewer.get(k, 0) for k, n in REST.items()}


def test_the_graveyard_becomes_the_deck_in_the_middle_of_a_draw():
    s = table(hand={0: {"grim_banner": 2}}, graveyard=rest())
    assert s.record["deck_count"] == 2
    play(s, "pass", "pass")
    assert size(s, 0) == 5
    assert not graveyard(s)
    assert hand(s, 0)["grim_banner"] == 4
    assert s.record["deck_count"] == 95


def test_a_card_that_is_just_being_played_is_shuffled_in():
    s = table(hand={0: {"grim_banner": 4}}, graveyard=rest())
    assert s.record["deck_count"] == 0
    play(s, "play:grim_banner")
    assert not graveyard(s)
    assert s.record["deck_count"] == 95
    assert size(s, 0) == 5


def test_with_both_piles_empty_everybody_draws_what_there_is():
    s = table(hand={0: {"grim_banner": 3}, 1: rest()})
    assert s.record["deck_count"] == 1
    play(s, "play:grim_banner")
    assert hand(s, 0) == {"grim_banner": 4}
    assert not graveyard(s)


def test_stop_means_nobody_draws_any_more():
    s = table(hand={0: {"grim_banner": 2}}, graveyard=rest(), rules={"deck_empty": "stop"})
    play(s, "pass", "pass")
    assert hand(s, 0) == {"grim_banner": 4}
    assert sum(graveyard(s).values()) == 96
    play(s, "pass", "pass")
    assert size(s, 1) == 0
    assert not s.is_over
    assert "grim_banner" not in plays(s)


def test_stop_still_gives_the_last_card():
    s = table(hand={0: {"grim_banner": 3}}, graveyard=rest(), rules={"deck_empty": "stop"})
    assert s.record["deck_count"] == 1
    assert plays(s) == {"grim_banner"}
    play(s, "play:grim_banner")
    assert hand(s, 0) == {"grim_banner": 3}
    assert not plays(s)


def test_end_means_that_the_next_draw_ends_the_game():
    rules = {"deck_empty": "end"}
    s = table(hand={0: {"grim_banner": 2}}, graveyard=rest(elder_sign=1), sign={1: {"north": 1}}, rules=rules)
    play(s, "pass", "pass")
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == [-1, 1]
    assert hand(s, 0) == {"grim_banner": 4}


def test_end_waits_for_somebody_to_draw():
    hands = {0: {"grim_banner": 4, "barrier_spell": 1, "elder_sign": 1}}
    s = table(hand=hands, graveyard=rest(elder_sign=1, barrier_spell=1), rules={"deck_empty": "end"})
    play(s, "play:barrier_spell")
    assert not s.is_over
    assert "grim_banner" in plays(s)
    play(s, "play:grim_banner")
    assert s.is_over
    assert s.returns.tolist() == [0, 0]


@pytest.mark.parametrize("deck_empty", ["reshuffle", "stop", "end"])
def test_a_deck_with_cards_is_the_same_under_every_option(deck_empty):
    s = table((A, C), pool={1: group(C, 2)}, rules={"deck_empty": deck_empty})
    play(s, "pass", "pass")
    assert size(s, 0) == 5
    assert s.record["deck_count"] == 93
    assert seals(s, 0) == [""] * 4
