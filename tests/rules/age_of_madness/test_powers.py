"""What the gods do when a Seal opens."""

from .story import A, C, N, Y, actions_left, events, graveyard, group, hand, play, plays, pool, seals, size, table

# --------------------------------------------------------------------------------------------- Azathoth


def test_azathoth_holds_one_more_card_for_each_open_seal():
    s = table(sign={0: {"north": 1, "east": 1}}, complete={0: {"west": 1}}, circle={0: {("west", A, "plain"): 4}})
    play(s, "pass", "pass")
    assert size(s, 0) == 8


def test_azathoth_draws_only_at_the_end_of_the_turn():
    s = play(table(hand={0: {"elder_sign": 1, "grim_banner": 4}}), "play:elder_sign")
    assert size(s, 0) == 4
    assert size(play(s, "pass"), 0) == 6


def test_azathoth_keeps_cards_when_a_seal_is_lost():
    s = table(hand={0: {"master_of_horror": 1, "grim_banner": 4, "grimoire": 2}}, sign={0: {"north": 1}})
    play(s, "play:master_of_horror", "pass")
    assert hand(s, 0) == {"grim_banner": 4, "grimoire": 2}


def test_no_other_god_changes_the_hand_size():
    for god in (C, N, Y):
        assert size(play(table((god, A), sign={0: {"north": 1}}), "pass", "pass"), 0) == 5


# ---------------------------------------------------------------------------------------------- Cthulhu


def test_cthulhu_converts_one_whole_group_in_any_pool():
    s = table((C, A, N), hand={0: {"elder_sign": 1}}, pool={0: group(N, 1), 1: group(A, 3), 2: group(C, 1)})
    play(s, "play:elder_sign")
    assert s.pending == "power_convert"
    assert s.legal_names() == ["group:azathoth>seat+1", "group:nyarlathotep>seat+0", "decline"]
    play(s, "group:azathoth>seat+1")
    assert pool(s, 1) == group(C, 3, native=A)
    assert pool(s, 0) == group(N, 1)
    assert s.pending == "main"
    assert actions_left(s) == 1
    assert not graveyard(s)


def test_cthulhus_power_is_used_at_once_or_lost():
    s = play(table((C, A), hand={0: {"elder_sign": 1}}, pool={1: group(A, 3)}), "play:elder_sign", "decline")
    assert pool(s, 1) == group(A, 3)
    assert s.pending == "main"
    assert "decline" not in s.legal_names()


def test_cthulhu_asks_nothing_without_a_group_to_convert():
    s = play(table((C, A), hand={0: {"elder_sign": 1}}, pool={1: group(C, 2)}), "play:elder_sign")
    assert s.pending == "main"


def test_a_free_conversion_may_complete_the_next_circle_which_fires_again():
    s = table((C, A), hand={0: {"cultist_of_cthulhu": 1}}, pool={0: group(C, 3) | group(A, 4), 1: group(N, 1)})
    play(s, "play:cultist_of_cthulhu", "group:azathoth>seat+0")
    assert seals(s, 0) == ["circle", "circle", "", ""]
    assert s.pending == "power_convert"
    play(s, "group:nyarlathotep>seat+1")
    assert pool(s, 1) == group(C, 1, native=N)
    assert actions_left(s) == 1


# ----------------------------------------------------------------------------------------- Nyarlathotep


def raised(**cards):
    return play(table((N, C), hand={0: {"elder_sign": 1}}, graveyard=cards), "play:elder_sign")


def test_nyarlathotep_takes_up_to_two_cultists_of_any_faction_from_the_graveyard():
    s = raised(cultist_of_azathoth=2, cultist_of_cthulhu=1, grimoire=1)
    assert s.legal_names() == ["take:cultist_of_azathoth", "take:cultist_of_cthulhu", "decline"]
    play(s, "take:cultist_of_azathoth", "take:cultist_of_cthulhu")
    assert pool(s, 0) == group(A, 1) | group(C, 1)
    assert graveyard(s) == {"cultist_of_azathoth": 1, "grimoire": 1}
    assert actions_left(s) == 1


def test_nyarlathotep_may_take_one_or_none():
    assert pool(play(raised(cultist_of_azathoth=2), "take:cultist_of_azathoth", "decline"), 0) == group(A, 1)
    s = play(raised(cultist_of_azathoth=2), "decline")
    assert not pool(s, 0)
    assert s.pending == "main"


def test_nyarlathotep_takes_the_only_one_there_is():
    s = play(raised(cultist_of_azathoth=1), "take:cultist_of_azathoth")
    assert s.pending == "main"
    assert pool(s, 0) == group(A, 1)


def test_nyarlathotep_asks_nothing_without_a_cultist_in_the_graveyard():
    assert raised(grimoire=2).pending == "main"


def test_a_circle_waits_until_both_cultists_are_taken():
    s = table(
        (N, C),
        hand={0: {"elder_sign": 1}},
        pool={0: group(N, 3)},
        graveyard={"cultist_of_nyarlathotep": 3, "grimoire": 1},
    )
    play(s, "play:elder_sign", "take:cultist_of_nyarlathotep")
    assert seals(s, 0) == ["sign", "", "", ""]
    play(s, "take:cultist_of_nyarlathotep")
    assert seals(s, 0) == ["sign", "circle", "", ""]
    assert pool(s, 0) == group(N, 1)
    assert s.pending == "raise"
    assert s.record["stack"][0, 3] == 2


# ------------------------------------------------------------------------------------------ Yog-Sothoth


def yog(cards, rules=None, **fields):
    return play(table((Y, C), hand={0: cards}, rules=rules, **fields), "play:elder_sign")


def test_yog_sothoth_plays_one_more_card_for_free():
    s = yog({"elder_sign": 1, "cultist_of_azathoth": 2, "grim_banner": 1, "artefact_of_old": 1})
    assert s.pending == "free_play"
    assert s.legal_names() == ["play:cultist_of_azathoth", "play:grim_banner", "decline"]
    play(s, "play:cultist_of_azathoth")
    assert s.pending == "main"
    assert actions_left(s) == 1
    assert pool(s, 0) == group(A, 1)


def test_yog_sothoth_may_decline():
    s = play(yog({"elder_sign": 1, "grim_banner": 1}), "decline")
    assert s.pending == "main"
    assert actions_left(s) == 1
    assert hand(s, 0) == {"grim_banner": 1}


def test_free_plays_chain():
    s = yog({"elder_sign": 3, "grim_banner": 1})
    play(s, "play:elder_sign")
    assert s.pending == "free_play"
    assert seals(s, 0).count("sign") == 2
    play(s, "play:elder_sign", "play:grim_banner")
    assert s.pending == "main"
    assert actions_left(s) == 1
    assert seals(s, 0).count("sign") == 3


def test_a_chain_of_free_plays_that_opens_the_fourth_seal_wins_with_plays_left():
    s = yog({"elder_sign": 4, "grim_banner": 1})
    play(s, "play:elder_sign", "play:elder_sign", "play:elder_sign")
    assert s.is_over
    assert s.record["depth"] == 0
    assert s.returns.tolist() == [1, -1]
    assert hand(s, 0) == {"grim_banner": 1}


def test_the_window_opens_after_the_last_action_too():
    s = table((Y, C), hand={0: {"elder_sign": 1, "cultist_of_azathoth": 1}})
    play(s, "pass", "play:elder_sign")
    assert s.seat == 0
    assert s.pending == "free_play"
    play(s, "play:cultist_of_azathoth")
    assert s.seat == 1
    assert pool(s, 0) == group(A, 1)
    assert size(s, 0) == 5


def test_the_window_opens_whatever_the_hand_holds():
    s = yog({"elder_sign": 1, "artefact_of_old": 1})
    assert s.pending == "free_play"
    assert s.legal_names() == ["decline"]


def test_an_empty_hand_is_not_asked():
    assert yog({"elder_sign": 1}).pending == "main"


def test_a_free_card_may_complete_a_circle():
    s = yog({"elder_sign": 1, "cultist_of_yog_sothoth": 2}, pool={0: group(Y, 3)})
    play(s, "play:cultist_of_yog_sothoth")
    assert seals(s, 0) == ["sign", "circle", "", ""]
    assert s.pending == "free_play"
    assert play(s, "play:cultist_of_yog_sothoth").pending == "main"


def test_free_play_action_adds_an_action_to_the_turn():
    s = yog({"elder_sign": 1, "grim_banner": 1}, rules={"free_play": "action"})
    assert s.pending == "main"
    assert actions_left(s) == 2
    assert "exchange" not in s.legal_names()
    play(s, "pass", "pass")
    assert s.seat == 1


def test_free_play_once_grants_one_a_turn():
    s = yog({"elder_sign": 3, "grim_banner": 2}, rules={"free_play": "once"})
    play(s, "play:elder_sign")
    assert s.pending == "main"
    assert actions_left(s) == 1
    assert plays(s) == {"elder_sign", "grim_banner"}
    play(s, "play:grim_banner")
    assert s.seat == 1
    play(s, "pass", "pass")
    assert s.record["freed"] == 0


def test_the_power_is_told():
    assert "yog sothoth acts for player_0" in events(yog({"elder_sign": 1, "grim_banner": 1}))
