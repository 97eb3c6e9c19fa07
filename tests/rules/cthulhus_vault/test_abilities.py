"""What each investigator brings to the battle, and what is for one Ancient One only."""

import pytest

from elderzoo.envs.cthulhus_vault.tables import ABILITIES

from .other_cards import CARD, changed, played_with, special, written
from .story import battle, decision, health, lost, next_to_act, play, revealed, tokens

RESET = {"battle_hand": "reset"}


EVERYBODY = (
    *("curious_student", "bootlegger", "occultist", "country_doctor", "lighthouse_keeper"),
    *("safecracker", "retired_wrestler", "grieving_widow", "stunt_pilot"),
)


def one(character: str, *cards: str, **position):
    """Seat 1 is that investigator and acts, with one of each of these cards; no cards are drawn before the reset."""
    other = "safecracker" if character == "lighthouse_keeper" else "lighthouse_keeper"
    position["hand"] = {0: {"lashing_limbs": 2}, 1: dict.fromkeys(cards, 1), 2: {"flare_gun": 2}}
    return battle(3, acts=1, characters={1: character, 2: other}, rules=RESET, **position)


# ------------------------------------------------------------------------------------------------ versatile


def test_the_versatile_pay_with_either_kind():
    few = {"tokens": {1: {"cultist": 2}}}
    assert "special:revolver" not in one("bootlegger", "revolver", **few).legal_names()
    s = one("curious_student", "revolver", **few)
    assert s.legal_names() == ["strike:revolver", "special:revolver"]
    play(s, "special:revolver")
    assert revealed(s, 1) == {"cultist": 1}
    assert tokens(s, 1) == {"cultist": 1}


def test_the_versatile_pay_with_the_kind_of_the_card_first():
    s = one("curious_student", "searchlight", tokens={1: {"cultist": 3, "investigator": 1}})
    play(s, "special:searchlight")
    assert revealed(s, 1) == {"cultist": 1, "investigator": 1}
    s = one("curious_student", "searchlight", tokens={1: {"cultist": 3, "investigator": 2}})
    play(s, "special:searchlight")
    assert revealed(s, 1) == {"investigator": 2}


def test_the_versatile_pay_as_many_tokens_as_others():
    assert "special:searchlight" not in one("curious_student", "searchlight", tokens={1: {"cultist": 1}}).legal_names()


def test_the_versatile_may_not_use_incantations():
    assert "special:burning_sign" not in one("curious_student", "burning_sign", "revolver").legal_names()


# ---------------------------------------------------------------------------------------------------- armed


@pytest.mark.parametrize(("who", "damage"), [("bootlegger", 2), ("curious_student", 1)])
def test_the_armed_strike_harder(who, damage):
    s = play(one(who, "revolver"), "strike:revolver", *["lose:cultist@face_down"] * damage)
    assert tokens(s, 0) == {"investigator": 5, "cultist": 5 - damage}
    assert s.pending != "lose"


@pytest.mark.parametrize("who", ["bootlegger", "curious_student"])
def test_special_attacks_of_the_armed_are_as_those_of_others(who):
    s = play(one(who, "revolver"), "special:revolver", *["lose:cultist@face_down"] * 2)
    assert tokens(s, 0) == {"investigator": 5, "cultist": 3}
    assert s.pending != "lose"


# --------------------------------------------------------------------------------------------- incantations


@pytest.mark.parametrize(
    "card", ["burning_sign", "word_of_banishment", "mending_chant", "circle_of_salt", "unbound_hour"]
)
def test_incantations_are_for_the_occultist_alone(card):
    assert f"special:{card}" in one("occultist", card, "revolver").legal_names()
    for who in sorted(set(EVERYBODY) - {"occultist"}):
        assert one(who, card, "revolver").legal_names() == ["strike:revolver", "special:revolver"], who


def test_the_occultist_reveals_the_cost_of_an_incantation():
    s = one("occultist", "burning_sign", "revolver", tokens={1: {"investigator": 4, "cultist": 1}})
    assert "special:burning_sign" not in s.legal_names()
    s = play(one("occultist", "burning_sign"), "special:burning_sign", *["lose:cultist@face_down"] * 4)
    assert revealed(s, 1) == {"cultist": 2}
    assert tokens(s, 0) == {"investigator": 5, "cultist": 1}


def test_an_incantation_is_not_struck_with_either(tmp_path):
    """Even where the card has a basic attack."""
    path = written(changed("battle", "burning_sign", base=2), tmp_path)
    s = played_with(one("occultist", "burning_sign", "revolver"), path, **RESET)
    assert "strike:burning_sign" in s.legal_names()
    s = played_with(one("country_doctor", "burning_sign", "revolver"), path, **RESET)
    assert s.legal_names() == ["strike:revolver", "special:revolver"]


def test_who_holds_incantations_only_must_discard_one():
    s = one("country_doctor", "burning_sign", "mending_chant")
    assert decision(s) == (1, "discard")
    assert s.legal_names() == ["drop:burning_sign", "drop:mending_chant"]
    assert decision(one("occultist", "burning_sign", "mending_chant")) == (1, "battle")


# ---------------------------------------------------------------------------------------------------- medic


@pytest.mark.parametrize(("who", "drawn"), [("country_doctor", 4), ("safecracker", 2)])
def test_a_medic_lets_others_draw_more(who, drawn):
    s = one(who, "first_aid_kit", tokens={2: {"investigator": 1}})
    play(s, "special:first_aid_kit", "seat+1")
    assert health(s, 2) == 1 + drawn
    assert health(s, 1) == 5


@pytest.mark.parametrize(("who", "drawn"), [("country_doctor", 3), ("safecracker", 1)])
def test_a_medic_draws_more_itself(who, drawn, tmp_path):
    path = written(changed("battle", "steady_nerves", effects=[{"op": "heal", "amount": 1}]), tmp_path)
    s = played_with(one(who, "steady_nerves", tokens={1: {"cultist": 2}}), path, **RESET)
    assert health(special(s), 1) == 2 + drawn


def test_a_medic_heals_no_more_than_up_to_the_health():
    """The Lighthouse Keeper has six."""
    s = play(one("country_doctor", "first_aid_kit"), "special:first_aid_kit", "seat+1")
    assert health(s, 2) == 6


def test_nobody_draws_more_for_being_a_medic_when_others_aid():
    s = battle(
        3,
        acts=1,
        rules=RESET,
        characters={1: "safecracker", 2: "country_doctor"},
        hand={1: {"first_aid_kit": 1}, 2: {"revolver": 1}},
        tokens={2: {"cultist": 1}},
    )
    play(s, "special:first_aid_kit", "seat+1")
    assert health(s, 2) == 3


# ----------------------------------------------------------------------------------------- wary, steadfast


@pytest.fixture
def against(tmp_path):
    """Seat 1 is ``who``, seat 2 another, and the Ancient One of seat 0 attacks with a card that does ``effects``."""

    def make(who: str, *effects: str, target: int = 1, then: tuple[int, ...] = (2,), **position):
        rows = [{"op": e.split()[0], "amount": int(e.split()[1])} for e in effects]
        name = CARD["ancient_one"]
        hands = {0: {name: 1}, 1: {"revolver": 1}, 2: {"flare_gun": 1}}
        s = battle(3, characters={1: who, 2: "occultist"}, rules=RESET, hand=hands, **position)
        s = played_with(s, written(changed("battle", name, effects=rows), tmp_path), **RESET)
        return special(next_to_act(s, *then), target)

    return make


@pytest.mark.parametrize(("who", "lost_"), [("lighthouse_keeper", 1), ("bootlegger", 2)])
def test_the_wary_lose_less_to_what_hits_everybody(against, who, lost_):
    s = against(who, "damage_all 2")
    play(s, *["lose:cultist@face_down"] * (lost_ + 2))
    assert [health(s, p) for p in range(3)] == [10, 5 - lost_, 3]
    assert s.pending != "lose"


@pytest.mark.parametrize(("who", "lost_"), [("lighthouse_keeper", 0), ("bootlegger", 1)])
def test_the_wary_lose_less_to_what_hits_all_but_the_target(against, who, lost_):
    s = against(who, "damage_others 1", target=2)
    play(s, *["lose:cultist@face_down"] * lost_)
    assert [health(s, p) for p in range(3)] == [10, 5 - lost_, 5]
    assert decision(s) == (2, "battle")


@pytest.mark.parametrize("who", ["lighthouse_keeper", "bootlegger"])
def test_the_wary_lose_as_much_as_others_to_what_hits_them_alone(against, who):
    s = play(against(who, "damage 2"), *["lose:cultist@face_down"] * 2)
    assert health(s, 1) == 3
    assert decision(s) == (2, "battle")


def test_the_steadfast_are_bitten_where_others_are_devoured(against):
    s = play(against("retired_wrestler", "devour 0"), "lose:cultist@face_down", "lose:investigator@face_down")
    assert tokens(s, 1) == {"investigator": 2, "cultist": 1}
    assert s.record["slain"][:3].tolist() == [0, 0, 0]
    s = against("bootlegger", "devour 0")
    assert s.record["slain"][:3].tolist() == [0, 1, 0]
    assert lost(s) == {"investigator": 3, "cultist": 2}


# ---------------------------------------------------------------------------------------------------- thrift


def test_special_attacks_cost_the_thrifty_less():
    s = one("safecracker", "searchlight", "revolver", tokens={1: {"investigator": 1, "cultist": 3}})
    assert "special:searchlight" in s.legal_names()
    play(s, "special:searchlight")
    assert revealed(s, 1) == {"investigator": 1}
    s = one("bootlegger", "searchlight", "revolver", tokens={1: {"investigator": 1, "cultist": 3}})
    assert "special:searchlight" not in s.legal_names()


def test_the_thrifty_pay_nothing_for_a_cost_of_one():
    s = one("safecracker", "revolver", tokens={1: {"cultist": 3}})
    assert s.legal_names() == ["strike:revolver", "special:revolver"]
    play(s, "special:revolver")
    assert revealed(s, 1) == {}


def test_the_thrifty_pay_no_less_than_nothing():
    s = play(one("safecracker", "steady_nerves", revealed={1: {"cultist": 1}}), "special:steady_nerves")
    play(s, "lose:cultist@face_down")
    assert revealed(s, 1) == {}
    assert health(s, 0) == 9


# -------------------------------------------------------------------------------------------------- vengeful


def test_the_vengeful_cost_the_ancient_one_tokens_when_slain(against):
    s = against("grieving_widow", "damage 5", revealed={0: {"cultist": 2}})
    assert s.record["slain"][:3].tolist() == [0, 1, 0]
    assert health(s, 0) == 12 - 3
    assert revealed(s, 0) == {}, "revealed ones go first"
    assert decision(s) == (2, "battle")


def test_others_take_nothing_with_them(against):
    assert health(against("bootlegger", "damage 5"), 0) == 10


@pytest.mark.parametrize("effect", ["devour 0", "damage_all 5", "torment 5"])
def test_the_vengeful_avenge_whatever_slays_them(against, effect):
    position = {"tokens": {2: {"cultist": 7}}} if effect == "damage_all 5" else {}
    s = against("grieving_widow", effect, **position)
    while s.pending == "lose":
        play(s, "lose:cultist@face_down")
    assert health(s, 0) == 7


def test_revenge_is_not_for_losing_some_tokens(against):
    s = play(against("grieving_widow", "damage 4"), *["lose:investigator@face_down"] * 3, "lose:cultist@face_down")
    assert [health(s, p) for p in range(3)] == [10, 1, 5]


def test_revenge_may_win_the_battle_for_those_who_live(against):
    s = against("grieving_widow", "damage 5", tokens={0: {"cultist": 3}}, then=())
    assert s.is_over
    assert s.returns.tolist() == [-1, 0.5, 0.5]


def test_revenge_of_the_last_one_is_too_late(against):
    """Both sides are beaten at once; the Ancient One is acting."""
    s = battle(
        3,
        characters={1: "grieving_widow", 2: "occultist"},
        hand={0: {"into_the_maw": 1}, 1: {"revolver": 1}},
        tokens={0: {"cultist": 3}, 1: {"cultist": 2}, 2: {}},
        slain=[0, 0, 1, 0, 0, 0],
        order={0: 1, 1: 1, 2: 0},
    )
    play(s, "seat+1", "strike:into_the_maw")
    assert [health(s, p) for p in range(3)] == [0, 0, 0]
    assert s.is_over
    assert s.returns.tolist() == [1, -0.5, -0.5]


# ----------------------------------------------------------------------------------------------------- swift


def cards_of_a_new_deck(who: str) -> list[int]:
    s = one(who, "revolver", order=dict.fromkeys(range(3), 0))
    play(s, "strike:revolver")
    while s.pending == "lose":
        play(s, "lose:cultist@face_down")
    assert s.record["cycle"] == 2
    return [int(n) + (p == s.seat) for p, n in enumerate(s.record["order"][:3])]


def test_the_swift_have_another_card_in_each_order_deck():
    assert cards_of_a_new_deck("stunt_pilot") == [2, 2, 1]
    assert cards_of_a_new_deck("curious_student") == [2, 1, 1]


# ------------------------------------------------------------------------------------------------- Ancient Ones

SPECIALS = {
    "cthulhu": "into_the_maw",
    "cthuga": "rain_of_embers",
    "hastur": "final_act",
    "nyogtha": "grasp_from_below",
    "yig": "thousand_fangs",
    "y_golonac": "open_palms",
    "nyarlathotep": "many_faces",
    "ithaqua": "polar_gale",
    "tsathoggua": "idle_feast",
    "shudde_m_ell": "collapsing_ground",
    "keltwald_spirit": "borrowed_body",
}


@pytest.mark.parametrize("ancient", SPECIALS)
def test_each_ancient_one_has_a_special_attack_of_its_own(ancient):
    s = play(battle(ancient=ancient, hand={0: dict.fromkeys(SPECIALS.values(), 1)}), "seat+1")
    assert [n for n in s.legal_names() if n.startswith("special:")] == [f"special:{SPECIALS[ancient]}"]
    assert len([n for n in s.legal_names() if n.startswith("strike:")]) == 11


def test_the_basic_attack_of_another_ancient_ones_card_can_be_used():
    s = play(battle(ancient="yig", hand={0: {"open_palms": 1}}), "seat+1", "strike:open_palms")
    assert decision(s) == (1, "lose")
    play(s, "lose:cultist@face_down", "lose:cultist@face_down")
    assert health(s, 1) == 3
    assert revealed(s, 0) == {}


def test_the_own_special_attack_needs_its_cost_unrevealed():
    s = battle(
        ancient="cthulhu",
        hand={0: {"into_the_maw": 1}},
        tokens={0: {"investigator": 5, "cultist": 3}},
        revealed={0: {"cultist": 5}},
    )
    assert play(s, "seat+1").legal_names() == ["strike:into_the_maw"]
    s = battle(ancient="cthulhu", hand={0: {"into_the_maw": 1}}, tokens={0: {"cultist": 3, "cultist_2": 1}})
    assert play(s, "seat+1").legal_names() == ["strike:into_the_maw", "special:into_the_maw"]


def test_special_attacks_of_all_are_for_all():
    common = ("black_tide", "howling_dark", "lashing_limbs", "peeled_mask", "gathering_shadow", "writhing_wall")
    for ancient in SPECIALS:
        s = play(battle(ancient=ancient, hand={0: dict.fromkeys(common, 1)}), "seat+1")
        assert {n for n in s.legal_names() if n.startswith("special:")} == {f"special:{k}" for k in common}, ancient


def test_every_ability_has_a_story_here():
    assert set(ABILITIES) == {"none", "incantations", "thrift", "versatile", "armed"} | {
        *("wary", "steadfast", "medic", "vengeful", "swift")
    }
