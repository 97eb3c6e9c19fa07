"""Option ``damage_choice``: whatever costs tokens asks the same player, but for what says otherwise itself."""

import pytest

from .other_cards import counts, special
from .story import decision, dice, health, lost, next_to_act, picked, play, revealed, tokens

ATTACKER = {"damage_choice": "attacker"}
REVEALED_FIRST = {"damage_choice": "revealed_first"}
WRESTLER = {2: "retired_wrestler"}  # is not devoured, but loses two tokens

# What costs tokens, who attacks (seat 0 is the Ancient One), and how many tokens who is hit loses.
COSTS = [
    ("damage 2", 1, 2),
    ("rend 2", 1, 2),
    ("gamble 2", 1, 2),
    ("damage 2", 0, 2),
    ("damage_all 2", 0, 2),
    ("rend 2", 0, 2),
    ("corrupt 2", 0, 2),
    ("gamble 2", 0, 2),
    ("devour 0", 0, 2),
]


def attack(fight, effect: str, by: int, rules: dict):
    """Seat 2 or the Ancient One is hit, with two revealed tokens; the die shows four."""
    up = {0: {"cultist": 2}} if by else {2: {"cultist": 2}}
    who = {} if by else {"characters": WRESTLER}
    s = fight(effect, by=by, then=(), rules=rules, revealed=up, **who)
    return dice(s, 4) if effect.startswith("gamble") else s


@pytest.mark.parametrize(("effect", "by", "cost"), COSTS)
def test_by_option_the_attacker_chooses_tokens_lost_to_everything(fight, effect, by, cost):
    s = special(attack(fight, effect, by, ATTACKER))
    hit = 2 if by == 0 else 0
    if effect == "damage_all 2":  # the nearest comes first
        assert s.legal_names() == ["lose:any@face_down"]
        play(s, "lose:any@face_down", "lose:any@face_down")
    before = health(s, hit)
    assert decision(s) == (by, "lose")
    assert s.legal_names() == ["lose:cultist@face_up", "lose:any@face_down"]
    play(s, *["lose:cultist@face_up"] * cost)
    assert revealed(s, hit) == {}
    assert before - health(s, hit) == cost


@pytest.mark.parametrize(("effect", "by", "cost"), COSTS)
def test_by_default_who_is_hit_chooses_what_it_loses_to_everything(fight, effect, by, cost):
    s = special(attack(fight, effect, by, {}))
    hit = 2 if by == 0 else 0
    if effect == "damage_all 2":
        assert decision(s) == (1, "lose")
        play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert decision(s) == (hit, "lose")
    assert s.legal_names() == ["lose:investigator@face_down", "lose:cultist@face_down", "lose:cultist@face_up"]
    play(s, *["lose:cultist@face_down"] * cost)
    assert revealed(s, hit) == {"cultist": 2}


@pytest.mark.parametrize(("effect", "by", "cost"), [c for c in COSTS if c[0] != "damage_all 2"])
def test_by_option_revealed_tokens_go_first_whatever_costs_them(fight, effect, by, cost):
    s = next_to_act(attack(fight, effect, by, REVEALED_FIRST), 3)
    special(s)
    assert decision(s) == (3, "battle")
    assert revealed(s, 2 if by == 0 else 0) == {}
    assert lost(s) == {"cultist": cost}


def test_by_option_nobody_chooses_what_an_attack_on_all_costs(fight):
    s = fight("damage_all 1", by=0, then=(), rules=REVEALED_FIRST, revealed={p: {"cultist": 1} for p in (1, 2, 3)})
    special(next_to_act(s, 3))
    assert decision(s) == (3, "battle")
    assert lost(s) == {"cultist": 3}
    assert [health(s, p) for p in range(4)] == [10, 5, 5, 5]


def test_by_option_the_ancient_one_chooses_what_all_but_its_target_lose(fight):
    s = special(fight("damage_others 1", by=0, rules=ATTACKER))
    assert decision(s) == (0, "lose")
    play(picked(s, 1, "cultist"), "lose:any@face_down")
    assert tokens(s, 1) == {"investigator": 3, "cultist": 1}
    assert decision(s) == (0, "lose")
    play(picked(s, 3, "investigator"), "lose:any@face_down")
    assert tokens(s, 3) == {"investigator": 2, "cultist": 2}
    assert decision(s) == (2, "battle")


# ---------------------------------------------------------------------------------------------------- venom


@pytest.mark.parametrize(
    ("rules", "who", "names"),
    [
        ({}, 2, ["lose:investigator@face_down", "lose:cultist@face_down", "lose:cultist@face_up"]),
        (ATTACKER, 0, ["lose:cultist@face_up", "lose:any@face_down"]),
    ],
)
def test_who_chooses_what_venom_costs(fight, rules, who, names):
    """The Ancient One is the attacker, also when its victim is activated."""
    s = special(fight("venom 2", by=0, then=(2,), rules=rules, revealed={2: {"cultist": 1}}))
    assert decision(s) == (who, "lose")
    assert s.legal_names() == names
    play(s, "lose:cultist@face_up", names[-1] if who == 0 else "lose:cultist@face_down")
    assert health(s, 2) == 4
    assert decision(s) == (2, "battle")


def test_by_option_nobody_chooses_what_venom_costs(fight):
    s = special(fight("venom 1", by=0, then=(2,), rules=REVEALED_FIRST, revealed={2: {"cultist": 1}}))
    assert decision(s) == (2, "battle")
    assert revealed(s, 2) == {}
    assert counts(s, "venom") == [0, 0, 0, 0]


# ------------------------------------------------------------------------------------------- what says who


@pytest.mark.parametrize("rules", [{}, ATTACKER, REVEALED_FIRST])
def test_torment_is_the_attackers_whatever_the_option_says(fight, rules):
    s = special(fight("torment 1", rules=rules, revealed={0: {"cultist": 1}}))
    assert decision(s) == (1, "lose")
    assert s.legal_names() == ["lose:cultist@face_up", "lose:any@face_down"]
