"""Cultists: joining, converting, calling, killing, sacrificing."""

import pytest

from .story import A, C, N, Y, actions_left, events, graveyard, group, hand, play, plays, pool, seals, size, table


@pytest.mark.parametrize("faction", [A, C, N, Y])
def test_a_cultist_of_any_faction_joins_the_own_pool(faction):
    s = table(hand={0: {f"cultist_of_{faction}": 1}}, pool={1: group(faction, 1)})
    play(s, f"play:cultist_of_{faction}")
    assert pool(s, 0) == {(faction, faction, "plain"): 1}
    assert pool(s, 1) == group(faction, 1)
    assert not hand(s, 0)
    assert not graveyard(s)
    assert actions_left(s) == 1


# ------------------------------------------------------------------------------------- Artefact of Old


def test_artefact_sends_one_cultist_of_an_opponent_to_the_graveyard():
    s = table((A, C, N), hand={0: {"artefact_of_old": 1}}, pool={0: group(A, 1), 1: group(Y, 2), 2: group(N, 1)})
    play(s, "play:artefact_of_old")
    assert s.seat == 0
    assert s.pending == "kill"
    assert graveyard(s) == {"artefact_of_old": 1}
    assert s.legal_names() == ["cultist:nyarlathotep:plain>seat+2", "cultist:yog_sothoth:plain>seat+1"]
    play(s, "cultist:yog_sothoth:plain>seat+1")
    assert pool(s, 1) == group(Y, 1)
    assert pool(s, 2) == group(N, 1)
    assert graveyard(s) == {"artefact_of_old": 1, "cultist_of_yog_sothoth": 1}


def test_artefact_needs_a_cultist_in_an_opponents_pool():
    assert not plays(table(hand={0: {"artefact_of_old": 1}}, pool={0: group(A, 2)}))


def test_a_seal_is_no_pool():
    s = table(hand={0: {"artefact_of_old": 1}}, complete={1: {"north": 1}}, circle={1: {("north", C, "plain"): 4}})
    assert not plays(s)


def test_a_converted_cultist_goes_to_the_graveyard_as_what_it_is_printed_as():
    s = table(hand={0: {"artefact_of_old": 1}}, pool={1: group(C, 2, native=Y)})
    play(s, "play:artefact_of_old", "cultist:cthulhu:plain>seat+1")
    assert graveyard(s) == {"artefact_of_old": 1, "cultist_of_yog_sothoth": 1}


def test_the_printed_faction_is_asked_only_where_it_differs():
    s = table((N, A, C), hand={0: {"artefact_of_old": 1}}, pool={2: {(C, C, "plain"): 1, (C, A, "plain"): 2}})
    play(s, "play:artefact_of_old", "cultist:cthulhu:plain>seat+2")
    assert s.seat == 0
    assert s.pending == "native"
    assert s.legal_names() == ["native:azathoth", "native:cthulhu"]
    play(s, "native:azathoth")
    assert pool(s, 2) == {(C, C, "plain"): 1, (C, A, "plain"): 1}
    assert graveyard(s) == {"artefact_of_old": 1, "cultist_of_azathoth": 1}
    assert actions_left(s) == 1


def test_a_grimoire_dies_with_its_cultist():
    s = table(hand={0: {"artefact_of_old": 1}}, pool={1: {(C, C, "carrier"): 1, (C, C, "plain"): 1}})
    play(s, "play:artefact_of_old")
    assert s.legal_names() == ["cultist:cthulhu:plain>seat+1", "cultist:cthulhu:carrier>seat+1"]
    play(s, "cultist:cthulhu:carrier>seat+1")
    assert graveyard(s) == {"artefact_of_old": 1, "cultist_of_cthulhu": 1, "grimoire": 1}


# ------------------------------------------------------------------------------------- Convert Cultist


def test_convert_turns_a_whole_group_where_it_stands():
    s = table((A, C, N), hand={0: {"convert_cultist": 1}}, pool={1: group(Y, 3) | group(N, 2), 0: group(Y, 1)})
    play(s, "play:convert_cultist")
    assert s.legal_names() == ["group:nyarlathotep>seat+1", "group:yog_sothoth>seat+0", "group:yog_sothoth>seat+1"]
    play(s, "group:yog_sothoth>seat+1")
    assert pool(s, 1) == {(A, Y, "plain"): 3, (N, N, "plain"): 2}
    assert pool(s, 0) == group(Y, 1)
    assert graveyard(s) == {"convert_cultist": 1}
    assert actions_left(s) == 1


def test_convert_reaches_the_own_pool():
    s = table(hand={0: {"convert_cultist": 1}}, pool={0: group(C, 2)})
    play(s, "play:convert_cultist", "group:cthulhu>seat+0")
    assert pool(s, 0) == group(A, 2, native=C)


def test_convert_needs_a_group_that_changes():
    assert not plays(table(hand={0: {"convert_cultist": 1}}, pool={0: group(A, 2), 1: group(A, 1)}))
    assert plays(table(hand={0: {"convert_cultist": 1}}, pool={1: group(A, 1, native=C) | group(Y, 1)}))


def test_converted_cultists_join_the_native_group_and_are_converted_with_it():
    s = table(hand={0: {"convert_cultist": 1}}, pool={1: group(C, 1) | group(C, 2, native=N)})
    play(s, "play:convert_cultist", "group:cthulhu>seat+1")
    assert pool(s, 1) == {(A, C, "plain"): 1, (A, N, "plain"): 2}


def test_a_grimoire_is_converted_with_its_cultist():
    s = table(hand={0: {"convert_cultist": 1}}, pool={0: group(C, 1, load="carrier")})
    play(s, "play:convert_cultist", "group:cthulhu>seat+0")
    assert pool(s, 0) == group(A, 1, native=C, load="carrier")


# ---------------------------------------------------------------------------------------- Master's Call


def test_call_brings_the_own_gods_group_over_from_an_opponent():
    pools = {1: group(A, 1) | group(A, 1, native=C, load="carrier") | group(C, 2), 2: group(N, 3)}
    s = table((A, C, N), hand={0: {"masters_call": 1}}, pool=pools)
    play(s, "play:masters_call")
    assert s.legal_names() == ["seat+1"]
    play(s, "seat+1")
    assert pool(s, 0) == group(A, 1) | group(A, 1, native=C, load="carrier")
    assert pool(s, 1) == group(C, 2)
    assert graveyard(s) == {"masters_call": 1}


def test_call_chooses_among_several_opponents():
    s = table((A, C, N), hand={0: {"masters_call": 1}}, pool={1: group(A, 1), 2: group(A, 2)})
    play(s, "play:masters_call")
    assert s.legal_names() == ["seat+1", "seat+2"]
    assert pool(play(s, "seat+2"), 0) == group(A, 2)


def test_call_needs_a_group_of_the_own_god_at_an_opponent():
    assert not plays(table(hand={0: {"masters_call": 1}}, pool={0: group(A, 2), 1: group(C, 3)}))


def test_convert_then_call_takes_a_rivals_stack():
    s = table(hand={0: {"convert_cultist": 1, "masters_call": 1}}, pool={1: group(N, 3)})
    play(s, "play:convert_cultist", "group:nyarlathotep>seat+1", "play:masters_call", "seat+1")
    assert pool(s, 0) == group(A, 3, native=N)
    assert not pool(s, 1)


def test_marker_dropped_lets_called_cultists_serve_their_printed_god_again():
    pools = {1: group(A, 1) | group(A, 2, native=N)}
    s = table(hand={0: {"masters_call": 1}}, pool=pools, rules={"marker": "dropped"})
    play(s, "play:masters_call", "seat+1")
    assert pool(s, 0) == group(A, 1) | group(N, 2)


# -------------------------------------------------------------------------------------------- sacrifice


def test_sacrifice_kills_an_own_cultist_and_converts_one_other():
    s = table(pool={0: group(C, 2) | group(N, 1), 1: group(Y, 1)})
    play(s, "sacrifice")
    assert s.pending == "sacrifice"
    assert s.legal_names() == ["cultist:cthulhu:plain>seat+0", "cultist:nyarlathotep:plain>seat+0"]
    play(s, "cultist:cthulhu:plain>seat+0")
    assert graveyard(s) == {"cultist_of_cthulhu": 1}
    assert s.pending == "turn"
    assert s.legal_names() == ["cultist:cthulhu:plain>seat+0", "cultist:nyarlathotep:plain>seat+0"]
    play(s, "cultist:nyarlathotep:plain>seat+0")
    assert pool(s, 0) == {(C, C, "plain"): 1, (A, N, "plain"): 1}
    assert actions_left(s) == 1


def test_sacrifice_converts_one_cultist_not_its_group():
    s = play(table(pool={0: group(C, 3)}), "sacrifice", "cultist:cthulhu:plain>seat+0", "cultist:cthulhu:plain>seat+0")
    assert pool(s, 0) == {(C, C, "plain"): 1, (A, C, "plain"): 1}


def test_sacrifice_may_be_both_actions():
    s = table(pool={0: group(A, 3)})
    play(s, *["sacrifice", "cultist:azathoth:plain>seat+0"] * 2)
    assert graveyard(s) == {"cultist_of_azathoth": 2}
    assert s.seat == 1


def test_sacrifice_with_nothing_left_to_convert_just_loses_the_cultist():
    s = play(table(pool={0: group(A, 2)}), "sacrifice", "cultist:azathoth:plain>seat+0")
    assert pool(s, 0) == group(A, 1)
    assert actions_left(s) == 1


def test_sacrifice_needs_a_cultist_in_the_own_pool():
    s = table(hand={0: {"cultist_of_azathoth": 3}}, pool={1: group(A, 2)})
    assert "sacrifice" not in s.legal_names()


def test_sacrificing_a_carrier_grants_one_conversion_and_buries_the_grimoire():
    s = table(pool={0: group(C, 1, load="carrier") | group(N, 2)})
    play(s, "sacrifice", "cultist:cthulhu:carrier>seat+0", "cultist:nyarlathotep:plain>seat+0")
    assert graveyard(s) == {"cultist_of_cthulhu": 1, "grimoire": 1}
    assert pool(s, 0) == {(N, N, "plain"): 1, (A, N, "plain"): 1}


def test_sacrifice_and_conversion_ask_for_the_printed_faction():
    s = table(pool={0: {(C, C, "plain"): 2, (C, N, "plain"): 2}})
    play(s, "sacrifice", "cultist:cthulhu:plain>seat+0", "native:nyarlathotep")
    assert graveyard(s) == {"cultist_of_nyarlathotep": 1}
    assert s.pending == "turn"
    play(s, "cultist:cthulhu:plain>seat+0", "native:cthulhu")
    assert pool(s, 0) == {(C, C, "plain"): 1, (C, N, "plain"): 1, (A, C, "plain"): 1}


# --------------------------------------------------------------------------------------------- Grimoire


def test_grimoire_is_attached_to_an_own_cultist_of_any_faction():
    s = table(hand={0: {"grimoire": 2}}, pool={0: group(C, 2) | group(A, 1), 1: group(C, 1)})
    play(s, "play:grimoire")
    assert s.legal_names() == ["cultist:azathoth:plain>seat+0", "cultist:cthulhu:plain>seat+0"]
    play(s, "cultist:cthulhu:plain>seat+0")
    assert pool(s, 0) == group(C, 1) | group(C, 1, load="carrier") | group(A, 1)
    assert not graveyard(s)
    assert "a cultist of player_0 serving cthulhu (printed cthulhu) is now carrier" in events(s)


def test_grimoire_needs_an_own_cultist():
    assert not plays(table(hand={0: {"grimoire": 1}}, pool={1: group(C, 1)}))


def test_a_carrier_is_full():
    assert not plays(table(hand={0: {"grimoire": 1}}, pool={0: group(C, 1, load="carrier")}))


def test_grimoire_max_2_stacks_them():
    s = table(hand={0: {"grimoire": 2}}, pool={0: group(C, 1)}, rules={"grimoire_max": 2})
    play(s, "play:grimoire", "cultist:cthulhu:plain>seat+0", "play:grimoire", "cultist:cthulhu:carrier>seat+0")
    assert pool(s, 0) == group(C, 1, load="double")
    s = table(hand={0: {"grimoire": 1}}, pool={0: group(C, 1, load="double")}, rules={"grimoire_max": 2})
    assert not plays(s)


# ------------------------------------------------------------------------------------------ option dump


def test_dump_lets_a_card_without_a_target_go_to_the_graveyard_for_an_action():
    cards = {"grimoire": 1, "artefact_of_old": 1, "masters_call": 1, "convert_cultist": 1, "star_spawn": 1}
    s = table(hand={0: cards})
    assert not plays(s)
    s = table(hand={0: cards}, rules={"dump": True})
    assert plays(s) == set(cards)
    play(s, "play:masters_call", "play:grimoire")
    assert graveyard(s) == {"masters_call": 1, "grimoire": 1}
    assert not pool(s, 0)
    assert s.seat == 1
    assert size(s, 0) == 5
    assert seals(s, 0) == [""] * 4


def test_dump_does_not_spare_a_card_with_a_target_its_effect():
    s = table(hand={0: {"convert_cultist": 1}}, pool={1: group(C, 1)}, rules={"dump": True})
    assert play(s, "play:convert_cultist").pending == "convert"
