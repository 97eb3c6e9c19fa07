"""How the battle ends: investigators slain, the Ancient One slain, both at once; what everybody gets."""

import pytest

from elderzoo.envs.core.errors import GameOver

from .story import battle, decision, dice, hand, health, lost, next_to_act, play, revealed, tokens, told

STILL = {"battle_hand": "reset"}  # nothing is drawn between two order cards


def fight(players=4, one=0, acts=0, rules=None, **fields):
    return battle(players, one, acts, rules=STILL | (rules or {}), **fields)


def dead(*seats):
    """Fields of a battle in which these investigators are slain already."""
    return dict.fromkeys(seats, 1), {p: {} for p in seats}


def last_stand(players, one=0, **fields):
    """Seat ``one`` acts, with one investigator left, to its left, who has a single token."""
    left = (one + 1) % players
    slain, gone = dead(*(p for p in range(players) if p not in (one, left)))
    fields["tokens"] = gone | {left: {"cultist": 1}} | fields.get("tokens", {})
    return fight(players, one, one, slain=slain, hand={one: {"black_tide": 1}} | fields.pop("hand", {}), **fields)


# ------------------------------------------------------------------------------------------- an investigator slain


def test_an_investigator_without_tokens_is_slain():
    s = fight(tokens={2: {"cultist": 1}}, hand={0: {"black_tide": 1}, 2: {"revolver": 2, "shotgun": 1}})
    next_to_act(s, 3, 1)
    play(s, "seat+2", "strike:black_tide")
    assert s.record["slain"].tolist() == [0, 0, 1, 0, 0, 0]
    assert told(s).count("slain") == 1
    assert lost(s) == {"cultist": 1}
    assert not s.is_over


def test_the_hand_of_the_slain_is_discarded():
    s = fight(tokens={2: {"cultist": 1}}, hand={0: {"black_tide": 1}, 2: {"revolver": 2, "shotgun": 1}})
    play(s, "seat+2", "strike:black_tide")
    assert hand(s, 2) == {}
    names = s.game.labels["battle"]
    assert {names[k]: int(n) for k, n in enumerate(s.record["discards"]) if n} == {
        "black_tide": 1,
        "revolver": 2,
        "shotgun": 1,
    }


def test_a_token_left_face_up_keeps_an_investigator_alive():
    s = fight(tokens={2: {"cultist": 1}}, revealed={2: {"cultist": 1}}, hand={0: {"black_tide": 1}})
    play(s, "seat+2", "strike:black_tide", "lose:cultist@face_down")
    assert health(s, 2) == 1
    assert s.record["slain"].tolist() == [0] * 6


def test_the_slain_no_longer_act_and_the_battle_goes_on():
    held = {0: {"black_tide": 2}, 3: {"revolver": 1}}
    s = fight(tokens={2: {"cultist": 1}}, hand=held, order={0: 1, 2: 1, 3: 1})
    next_to_act(s, 2, 3, 0)
    play(s, "seat+2", "strike:black_tide")
    assert decision(s) == (3, "battle")
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert decision(s) == (0, "target")
    assert s.legal_names() == ["seat+1", "seat+3"]
    assert s.returns.tolist() == [0, 0, 0, 0]


def test_an_attack_on_all_passes_the_slain_by():
    slain, gone = dead(2)
    s = fight(slain=slain, tokens=gone, hand={0: {"black_tide": 1}})
    play(s, "seat+1", "special:black_tide")
    assert decision(s) == (1, "lose")
    play(s, "lose:cultist@face_down")
    assert decision(s) == (3, "lose")
    play(s, "lose:cultist@face_down")
    assert "slain" not in told(s)
    assert [health(s, p) for p in range(4)] == [10, 4, 0, 4]


# --------------------------------------------------------------------------------------------- all of them slain


@pytest.mark.parametrize(
    ("players", "share"),
    [(3, [1, -1 / 2, -1 / 2]), (4, [1] + [-1 / 3] * 3), (5, [1] + [-1 / 4] * 4), (6, [1] + [-0.2] * 5)],
)
def test_the_ancient_one_wins_when_all_investigators_are_slain(players, share):
    s = last_stand(players)
    play(s, "seat+1", "strike:black_tide")
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == pytest.approx(share)
    assert s.events()[-1] == "the Ancient One of player_0 has won in order deck 1"


@pytest.mark.parametrize("one", [1, 3])
def test_it_wins_from_any_seat(one):
    s = last_stand(4, one)
    play(s, "seat+1", "strike:black_tide")
    assert s.returns.tolist() == pytest.approx([1 if p == one else -1 / 3 for p in range(4)])
    assert s.record["winners"].tolist() == [1 if p == one else 0 for p in range(6)]


def test_with_one_investigator_left_the_battle_goes_on():
    slain, gone = dead(3)
    s = fight(slain=slain, tokens=gone | {2: {"cultist": 1}}, hand={0: {"black_tide": 1}, 1: {"revolver": 1}})
    next_to_act(s, 1)
    play(s, "seat+2", "strike:black_tide")
    assert not s.is_over
    assert decision(s) == (1, "battle")


def test_the_last_ones_may_fall_together():
    slain, gone = dead(1)
    s = fight(slain=slain, tokens=gone | {2: {"cultist": 1}, 3: {"investigator": 1}}, hand={0: {"black_tide": 1}})
    play(s, "seat+2", "special:black_tide")
    assert s.is_over
    assert told(s).count("slain") == 2
    assert s.returns.tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_devouring_the_last_one_wins():
    s = last_stand(3, hand={0: {"into_the_maw": 1}}, tokens={1: {"investigator": 4, "cultist": 2}})
    play(s, "seat+1", "special:into_the_maw")
    assert s.is_over
    assert s.returns.tolist() == pytest.approx([1, -1 / 2, -1 / 2])
    assert told(s)[0] == "one_won"
    assert "devoured" in told(s)


def test_venom_may_win_before_its_victim_acts():
    s = fight(
        3,
        order={1: 1},
        venom={1: 2},
        slain={2: 1},
        tokens={1: {"cultist": 2}, 2: {}},
        hand={0: {"gathering_shadow": 1}, 1: {"revolver": 1}},
    )
    play(s, "seat+1", "special:gathering_shadow", "lose:cultist@face_down")
    assert s.is_over
    assert s.returns.tolist() == pytest.approx([1, -1 / 2, -1 / 2])


# --------------------------------------------------------------------------------------------- the Ancient One slain


@pytest.mark.parametrize(
    ("players", "share"),
    [(3, [-1, 1 / 2, 1 / 2]), (4, [-1] + [1 / 3] * 3), (5, [-1] + [1 / 4] * 4), (6, [-1] + [0.2] * 5)],
)
def test_the_investigators_win_when_the_ancient_one_has_no_token(players, share):
    s = fight(players, acts=1, tokens={0: {"cultist": 1}}, hand={1: {"revolver": 1}})
    play(s, "strike:revolver")
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == pytest.approx(share)
    assert s.events()[-1] == "the investigators have defeated player_0 in order deck 1"


@pytest.mark.parametrize(("players", "acts", "slain"), [(3, 1, (2,)), (4, 2, (1, 3)), (6, 4, (1, 2, 3, 5))])
def test_the_slain_win_with_their_side(players, acts, slain):
    fallen, gone = dead(*slain)
    s = fight(players, acts=acts, slain=fallen, tokens=gone | {0: {"cultist": 1}}, hand={acts: {"barricade": 1}})
    play(s, "strike:barricade")
    assert s.returns.tolist() == pytest.approx([-1] + [1 / (players - 1)] * (players - 1))
    assert s.record["winners"][:players].tolist() == [0] + [1] * (players - 1)


@pytest.mark.parametrize("one", [1, 3])
def test_they_win_against_any_seat(one):
    s = fight(one=one, acts=2, tokens={one: {"investigator": 1}}, hand={2: {"revolver": 1}})
    play(s, "strike:revolver")
    assert s.returns.tolist() == pytest.approx([-1 if p == one else 1 / 3 for p in range(4)])


def test_an_ancient_one_with_one_token_left_fights_on():
    s = fight(acts=1, tokens={0: {"cultist": 2}}, hand={1: {"revolver": 1}, 0: {"black_tide": 1}})
    next_to_act(s, 0)
    play(s, "strike:revolver", "lose:cultist@face_down")
    assert not s.is_over
    assert decision(s) == (0, "target")
    assert health(s, 0) == 1


def test_its_revealed_tokens_count():
    s = fight(acts=1, tokens={0: {}}, revealed={0: {"cultist": 2}}, hand={1: {"revolver": 1}, 0: {"black_tide": 1}})
    next_to_act(s, 0)
    play(s, "strike:revolver", "lose:cultist@face_up")
    assert revealed(s, 0) == {"cultist": 1}
    assert not s.is_over
    assert decision(s) == (0, "target")


def test_more_damage_than_it_has_tokens_wins_as_well():
    s = fight(acts=1, tokens={0: {"cultist": 1}}, hand={1: {"shotgun": 1}})
    play(s, "strike:shotgun")
    assert s.is_over
    assert lost(s) == {"cultist": 1}
    assert s.returns.tolist() == pytest.approx([-1, 1 / 3, 1 / 3, 1 / 3])


def test_the_rest_of_an_attack_that_has_won_does_not_happen():
    s = fight(acts=1, tokens={0: {"cultist": 2}}, hand={1: {"shotgun": 1}})
    play(s, "special:shotgun")
    assert s.is_over
    assert "die_rolled" not in told(s)


def test_whoever_chooses_tokens_to_lose_has_one_left_after_it():
    s = fight(acts=1, tokens={0: {"cultist": 3}}, hand={1: {"shotgun": 1}})
    play(s, "strike:shotgun", "lose:cultist@face_down")
    assert not s.is_over
    play(s, "lose:cultist@face_down")
    assert not s.is_over
    assert tokens(s, 0) == {"cultist": 1}


# ------------------------------------------------------------------------------------------------------ both at once


def widow(acts, **fields):
    """A Grieving Widow, who costs the Ancient One three tokens when slain, is the last one of three seats."""
    left = {1: {"cultist": 1}, 2: {}}
    return fight(
        3, 0, acts, characters={1: "grieving_widow"}, slain={2: 1}, tokens=left | fields.pop("tokens", {}), **fields
    )


def test_if_both_fall_in_its_attack_the_ancient_one_wins():
    s = widow(0, tokens={0: {"cultist": 3}}, hand={0: {"black_tide": 1}})
    play(s, "seat+1", "strike:black_tide")
    assert health(s, 0) == 0
    assert s.is_over
    assert told(s)[0] == "one_won"
    assert s.returns.tolist() == pytest.approx([1, -1 / 2, -1 / 2])


def test_if_both_fall_when_an_investigator_is_activated_the_investigators_win():
    """Venom slays the widow at the beginning of her own activation."""
    held = {0: {"black_tide": 1}, 1: {"revolver": 1}}
    s = widow(0, tokens={0: {"cultist": 3}, 1: {"cultist": 2}}, venom={1: 1}, order={1: 1}, hand=held)
    play(s, "seat+1", "strike:black_tide", "lose:cultist@face_down")
    assert health(s, 0) == 0
    assert health(s, 1) == 0
    assert s.is_over
    assert told(s)[0] == "many_won"
    assert s.returns.tolist() == pytest.approx([-1, 1 / 2, 1 / 2])


def test_revenge_that_is_not_enough_does_not_save_them():
    s = widow(0, tokens={0: {"cultist": 4}}, hand={0: {"black_tide": 1}})
    play(s, "seat+1", "strike:black_tide")
    assert health(s, 0) == 1
    assert s.returns.tolist() == pytest.approx([1, -1 / 2, -1 / 2])


def test_revenge_wins_while_another_investigator_lives():
    s = fight(
        characters={1: "grieving_widow"},
        tokens={0: {"cultist": 3}, 1: {"cultist": 1}},
        hand={0: {"black_tide": 1}},
    )
    play(s, "seat+1", "strike:black_tide")
    assert s.is_over
    assert told(s)[0] == "many_won"
    assert s.returns.tolist() == pytest.approx([-1, 1 / 3, 1 / 3, 1 / 3])


# -------------------------------------------------------------------------------------------------- after the end


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nothing_is_legal_after_the_end(players):
    s = last_stand(players)
    play(s, "seat+1", "strike:black_tide")
    assert s.legal_names() == []
    assert s.legal().sum() == 0
    assert (s.seat, s.pending) == (-1, None)
    before = s.to_bytes()
    for action in ("seat+1", "strike:black_tide", 0):
        with pytest.raises(GameOver):
            s.step(action)
    assert s.to_bytes() == before


def test_nothing_pending_is_left_behind():
    """The losses of the others are not asked for any more: the widow's revenge has ended the battle."""
    s = fight(
        characters={1: "grieving_widow"},
        tokens={0: {"cultist": 3}, 1: {"cultist": 1}},
        hand={0: {"black_tide": 1}},
    )
    play(s, "seat+2", "special:black_tide")
    assert s.is_over
    assert s.record["depth"] == 0
    assert (s.record["stack"] == -1).all()
    assert [health(s, p) for p in range(4)] == [0, 0, 5, 5]


def test_returns_are_zero_until_the_end():
    s = fight(acts=1, tokens={0: {"cultist": 6}}, hand={1: {"dynamite": 1}}, order={0: 1})
    play(dice(s, 4), "special:dynamite", *["lose:cultist@face_down"] * 5)
    assert health(s, 0) == 1
    assert s.returns.tolist() == [0, 0, 0, 0]
    assert s.record["winners"].tolist() == [0] * 6
