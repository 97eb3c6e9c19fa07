"""The reference cards, and card files that are refused."""

import copy
import re
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from elderzoo.envs.core.errors import ContentError
from elderzoo.envs.core.game import Game
from elderzoo.envs.cthulhus_vault import SPEC
from elderzoo.envs.cthulhus_vault.tables import ABILITIES, BONUS_OPS, OPS
from tests.conformance import contents

from .other_cards import REFERENCE, card_of, changed, written
from .story import game

CARDS = game().content.sections
STORY, BATTLE = CARDS["story"], CARDS["battle"]


def copies(cards) -> int:
    return sum(c["copies"] for c in cards)


def of_deck(deck: str) -> list[dict]:
    return [c for c in BATTLE if c["deck"] == deck]


def ops(card: dict, key: str = "effects") -> frozenset:
    return frozenset(row["op"] for row in card[key])


# ------------------------------------------------------------------------------------------- story cards


def test_60_story_cards_12_of_a_type():
    assert copies(STORY) == len(STORY) == 60
    assert Counter(c["type"] for c in STORY) == dict.fromkeys(("person", "place", "item", "cult", "event"), 12)


def test_every_type_is_wanted_as_often_and_by_every_type():
    wants = Counter((c["type"], c["wants"]) for c in STORY)
    assert Counter(c["wants"] for c in STORY) == dict.fromkeys(("person", "place", "item", "cult", "event"), 12)
    assert len(wants) == 25
    assert set(wants.values()) == {2, 3}


def test_ten_cards_pay_a_cultist_and_ten_an_investigator():
    assert Counter((c["first"], c["second"]) for c in STORY) == {
        ("mystery", "mystery"): 40,
        ("cultist", "mystery"): 10,
        ("investigator", "mystery"): 10,
    }
    paying = Counter((c["type"], c["first"]) for c in STORY if c["first"] != "mystery")
    assert set(paying.values()) == {2}


def test_at_most_a_third_of_the_bonuses_touch_known_pools():
    known = [c for c in STORY if ops(c, "bonus") & {"cultist", "investigator"}]
    assert len(known) == 16
    assert len(known) <= len(STORY) / 3


def test_every_bonus_is_in_use_and_some_cards_offer_a_choice():
    assert {op for c in STORY for op in ops(c, "bonus")} == set(BONUS_OPS)
    assert Counter(len(c["bonus"]) for c in STORY) == {1: 22, 2: 38}


def test_no_two_story_cards_are_alike_and_at_most_three_have_icons_and_bonuses_in_common():
    alike = Counter((c["type"], c["first"], c["wants"], ops(c, "bonus")) for c in STORY)
    assert set(alike.values()) == {1}
    assert max(Counter((c["first"], ops(c, "bonus")) for c in STORY).values()) == 3


def test_the_lodge_is_the_rulebooks():
    """A Cultist and a Mystery token; then a Cultist token or a theft. Book wants a place, and the Lodge is one."""
    lodge = card_of(CARDS, "story", "lodge")
    assert (lodge["type"], lodge["first"], lodge["second"]) == ("place", "cultist", "mystery")
    assert lodge["bonus"] == [{"op": "cultist", "amount": 1}, {"op": "steal", "amount": 1}]
    assert lodge["provenance"] == {"name": "rulebook", "values": "rulebook"}
    book = card_of(CARDS, "story", "book")
    assert (book["type"], book["wants"]) == ("item", "place")
    assert book["provenance"] == {"name": "rulebook", "values": "designed"}


# ------------------------------------------------------------------------------------- tokens, guide, order


def test_100_tokens_half_of_either_kind():
    assert {c["id"]: c["copies"] for c in CARDS["token"]} == {
        "investigator": 42,
        "investigator_2": 8,
        "cultist": 42,
        "cultist_2": 8,
    }


@pytest.mark.parametrize(("players", "awaken", "tokens"), [(3, 10, 18), (4, 10, 18), (5, 8, 20), (6, 7, 22)])
def test_the_power_guide(players, awaken, tokens):
    t = game(players).tables
    assert (t["awaken_at"], t["ones_health"]) == (awaken, tokens)


def test_five_order_cards_of_a_side_those_of_the_ancient_one_numbered():
    assert Counter(c["side"] for c in CARDS["order"]) == {"investigator": 5, "ancient_one": 5}
    assert [c["investigators"] for c in CARDS["order"] if c["side"] == "ancient_one"] == [1, 2, 3, 4, 5]
    assert game().tables["orders"].tolist() == [0, 1, 2, 3, 4, 5]


# ------------------------------------------------------------------------------------------ investigators


def test_nine_investigators():
    assert {c["id"]: (c["health"], c["hand"], c["ability"], c["amount"]) for c in CARDS["investigator"]} == {
        "curious_student": (6, 5, "versatile", 0),
        "bootlegger": (7, 3, "armed", 1),
        "occultist": (7, 5, "incantations", 0),
        "country_doctor": (7, 4, "medic", 2),
        "lighthouse_keeper": (6, 4, "wary", 1),
        "safecracker": (7, 3, "thrift", 1),
        "retired_wrestler": (8, 4, "steadfast", 2),
        "grieving_widow": (8, 3, "vengeful", 3),
        "stunt_pilot": (6, 5, "swift", 1),
    }


def test_health_and_hand_of_investigators_add_up_to_about_eleven():
    sums = [c["health"] + c["hand"] for c in CARDS["investigator"]]
    assert set(sums) == {10, 11, 12}
    assert abs(sum(sums) / len(sums) - 11) < 0.5
    assert {c["health"] for c in CARDS["investigator"]} == {6, 7, 8}
    assert {c["hand"] for c in CARDS["investigator"]} == {3, 4, 5}
    assert (6, 4) in {(c["health"], c["hand"]) for c in CARDS["investigator"]}, "as printed"


def test_each_investigator_has_an_ability_that_no_other_has():
    abilities = [c["ability"] for c in CARDS["investigator"]]
    assert sorted(abilities) == sorted(set(ABILITIES) - {"none"})


# -------------------------------------------------------------------------------------------- battle cards


def test_the_battle_deck_of_the_ancient_one():
    """34 cards: two of each Ancient One's own, and about a third for all."""
    deck = of_deck("ancient_one")
    assert copies(deck) == 34
    assert {c["copies"] for c in deck} == {2}
    assert copies(c for c in deck if c["ancient_one"] == "any") == 12
    assert {c["base"] for c in deck} == {1, 2}
    assert copies(c for c in deck if c["base"] == 2) == 8


def test_every_ancient_one_has_one_attack_of_its_own_and_no_two_have_the_same_operations():
    own = {c["ancient_one"]: ops(c) for c in BATTLE if c["ancient_one"] != "any"}
    assert own.keys() == {c["id"] for c in CARDS["ancient_one"]}
    assert len(own) == sum(c["ancient_one"] != "any" for c in BATTLE) == 11
    assert len(set(own.values())) == 11


def test_the_battle_deck_of_the_investigators():
    """30 cards, five of them Incantations, which have no basic attack."""
    deck = of_deck("investigator")
    assert copies(deck) == 30
    assert {c["base"] for c in deck if not c["incantation"]} == {1, 2}
    incantations = [c for c in deck if c["incantation"]]
    assert copies(incantations) == 5
    assert {(c["base"], c["cost_side"]) for c in incantations} == {(0, "cultist")}
    assert {c["cost"] for c in incantations} == {1, 2}
    assert {c["cost_side"] for c in deck if not c["incantation"] and c["cost"]} == {"investigator"}


def test_costs_are_zero_to_two_tokens_and_four_to_devour():
    devour = [c for c in BATTLE if "devour" in ops(c)]
    assert [(c["id"], c["cost"]) for c in devour] == [("into_the_maw", 4)]
    assert {c["cost"] for c in BATTLE if c not in devour} == {0, 1, 2}


def test_many_attacks_of_the_ancient_one_hit_several():
    """Damage to one alone could not be fair at all seat counts."""
    wide = [c for c in of_deck("ancient_one") if ops(c) & {"damage_all", "damage_others"}]
    assert copies(wide) == 28


def test_every_operation_is_used_and_at_most_three_kinds_share_a_set_of_them():
    assert {op for c in BATTLE for op in ops(c)} == set(OPS)
    assert max(Counter(ops(c) for c in BATTLE).values()) <= 3


def test_no_two_battle_cards_of_a_deck_differ_in_numbers_only_but_for_two():
    """A Revolver and a Burning Sign do damage; the latter is an Incantation."""
    pairs = [{a["id"], b["id"]} for a, b in combinations(BATTLE, 2) if ops(a) == ops(b) and a["deck"] == b["deck"]]
    assert pairs == [{"revolver", "burning_sign"}]


# --------------------------------------------------------------------------------------------- where from


def test_names_of_the_rulebook_and_of_reviews():
    named = {
        section: {c["id"] for c in cards if c["provenance"]["name"] != "designed"} for section, cards in CARDS.items()
    }
    assert named["story"] == {"book", "lodge", "mansion", "dawn", "knife", "elder_sign"}
    assert named["battle"] == set()
    assert {c["name"] for c in CARDS["ancient_one"]} == {
        *("Cthulhu", "Cthuga", "Hastur", "Nyogtha", "Yig", "Y'golonac", "Nyarlathotep", "Ithaqua", "Tsathoggua"),
        *("Shudde M'ell", "Keltwald Spirit"),
    }
    assert {c["provenance"]["name"] for c in CARDS["ancient_one"] + CARDS["token"] + CARDS["guide"]} == {"rulebook"}
    published = {c["id"] for c in CARDS["investigator"] if c["provenance"]["name"] == "published"}
    assert published == named["investigator"] == {"curious_student", "bootlegger", "occultist"}


def test_all_values_are_ours_but_those_of_the_lodge_and_the_power_guide():
    official = {c["id"] for cards in CARDS.values() for c in cards if c["provenance"]["values"] != "designed"}
    assert official == {"lodge", "three_or_four", "five", "six"}


def test_texts_are_there_and_differ():
    texts = [c["text"] for section in ("story", "battle", "investigator", "ancient_one") for c in CARDS[section]]
    assert all(texts)
    assert len(set(texts)) == len(texts)


# ------------------------------------------------------------------------------------------ other card files


@pytest.mark.parametrize("players", [3, 6])
def test_other_cards_play_without_a_change_of_shape(players, tmp_path):
    g, reference = Game(SPEC, players, content=contents.write("cthulhus_vault-v0", tmp_path)), game(players)
    assert (g.n_actions, g.compact_size, g.width) == (reference.n_actions, reference.compact_size, reference.width)
    assert not np.array_equal(g.T, reference.T)
    rng = np.random.default_rng(0)
    for seed in range(3):
        s = g.new(seed)
        while not s.is_over:
            s.check()
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert not s.is_truncated


def test_a_copy_of_the_reference_file_is_the_same_game(tmp_path):
    assert Game(SPEC, 4, content=written(REFERENCE, tmp_path)).identity == game(4).identity


def test_the_guide_of_another_file_is_followed(tmp_path):
    g = Game(SPEC, 5, content=written(changed("guide", "five", awaken=12, tokens=9), tmp_path))
    assert (g.tables["awaken_at"], g.tables["ones_health"]) == (12, 9)


# --------------------------------------------------------------------------------------------- refused files


def refuse(data: dict, folder, message: str) -> None:
    with pytest.raises(ContentError, match=re.escape(message)):
        Game(SPEC, 3, content=written(data, folder))


DAMAGE = [{"op": "damage", "amount": 1}]
BAD = [
    # story cards
    ("story", "book", {"type": "thing"}, "type", "is 'thing', allowed: person, place, item, cult, event"),
    ("story", "book", {"wants": "thing"}, "wants", "is 'thing', allowed: person"),
    ("story", "book", {"first": "spiral"}, "first", "is 'spiral', allowed: investigator, cultist, mystery"),
    ("story", "book", {"second": None}, "second", "missing"),
    ("story", "book", {"copies": 11}, "copies", "is 11, allowed 1..10"),
    ("story", "book", {"bonus": None}, "bonus", "is missing"),
    ("story", "book", {"bonus": []}, "bonus", "is missing"),
    ("story", "book", {"bonus": [{"op": "peek", "amount": 2}, {"op": "peek", "amount": 3}]}, "bonus", "has the same"),
    ("story", "book", {"bonus": [{"op": "peek"}]}, "bonus", "peek: 'amount' is 1, allowed 2..4"),
    ("story", "book", {"bonus": [{"op": "steal", "amount": 3}]}, "bonus", "steal: 'amount' is 3, allowed 1..2"),
    ("story", "book", {"bonus": [{"op": "sing"}]}, "bonus", "'op' is 'sing', allowed: mystery"),
    ("story", "book", {"bonus": [{"op": o} for o in ("steal", "swap", "look")]}, "bonus", "has 3 entries, capacity 2"),
    # battle cards
    ("battle", "black_tide", {"deck": "elder_god"}, "deck", "is 'elder_god', allowed: ancient_one, investigator"),
    ("battle", "black_tide", {"ancient_one": "dagon"}, "ancient_one", "is 'dagon', no Ancient One of this deck"),
    ("battle", "revolver", {"ancient_one": "yig"}, "ancient_one", "is 'yig', no Ancient One of this deck"),
    ("battle", "black_tide", {"incantation": 1}, "incantation", "is for cards of investigators"),
    ("battle", "revolver", {"effects": []}, "effects", "is missing: the special attack does nothing"),
    ("battle", "into_the_maw", {"effects": [], "cost": 0}, "effects", "is missing: the special attack does nothing"),
    ("battle", "burning_sign", {"effects": [], "cost": 0, "base": 1}, "effects", "is missing: the special attack"),
    ("battle", "steady_nerves", {"effects": [], "base": 0}, "base", "is missing: the card does nothing"),
    ("battle", "black_tide", {"base": 0}, "base", "is missing: every Ancient One can use the base attack"),
    ("battle", "black_tide", {"cost_side": "investigator"}, "cost_side", "the Ancient One pays with Cultist tokens"),
    ("battle", "revolver", {"effects": [{"op": "devour"}]}, "effects", "devour is not for cards of the investigator"),
    ("battle", "black_tide", {"effects": [{"op": "aid", "amount": 1}]}, "effects", "aid is not for cards of the anc"),
    ("battle", "revolver", {"effects": [{"op": "stun", "amount": 3}]}, "effects", "stun: 'amount' is 3, allowed 1..2"),
    ("battle", "revolver", {"effects": [{"op": "damage"}]}, "effects", "damage: 'amount' is 0, allowed 1..9"),
    ("battle", "into_the_maw", {"effects": [{"op": "devour", "amount": 1}]}, "effects", "devour: 'amount' is 1"),
    ("battle", "revolver", {"effects": DAMAGE * 4}, "effects", "has 4 entries, capacity 3"),
    ("battle", "revolver", {"effects": [{"op": "laugh"}]}, "effects", "'op' is 'laugh', allowed: damage"),
    ("battle", "revolver", {"base": 6}, "base", "is 6, allowed 0..5"),
    ("battle", "revolver", {"cost": 7}, "cost", "is 7, allowed 0..6"),
    ("battle", "revolver", {"copies": 0}, "copies", "is 0, allowed 1..10"),
    ("battle", "revolver", {"colour": 1}, "colour", "unknown"),
    # investigators
    ("investigator", "bootlegger", {"amount": 3}, "amount", "is 3, allowed 1..2 for 'armed'"),
    ("investigator", "bootlegger", {"amount": None}, "amount", "is 0, allowed 1..2 for 'armed'"),
    ("investigator", "occultist", {"amount": 1}, "amount", "is 1, allowed 0..0 for 'incantations'"),
    ("investigator", "bootlegger", {"ability": "brave"}, "ability", "is 'brave', allowed: none"),
    ("investigator", "bootlegger", {"health": 13}, "health", "is 13, allowed 1..12"),
    ("investigator", "bootlegger", {"hand": 9}, "hand", "is 9, allowed 1..8"),
    # tokens, order cards, Power Guide
    ("token", "cultist", {"copies": 14}, "copies", "is 14, needed 15"),
    ("token", "investigator", {"copies": 101}, "copies", "is 101, allowed 0..100"),
    ("order", "ancient_one_1", {"side": "nobody"}, "side", "is 'nobody', allowed: ancient_one"),
    ("order", "ancient_one_1", {"investigators": 7}, "investigators", "is 7, allowed 0..6"),
    ("guide", "five", {"awaken": 0}, "awaken", "is 0, allowed 1..99"),
    ("guide", "five", {"tokens": 100}, "tokens", "is 100, allowed 1..99"),
    # where they come from
    ("story", "book", {"provenance": {"name": "rulebook"}}, "provenance", "needs 'name' and 'values'"),
    ("story", "book", {"provenance": {"name": "rulebook", "values": "guess"}}, "provenance.values", "is 'guess'"),
]


@pytest.mark.parametrize(("section", "name", "keys", "field", "reason"), BAD)
def test_a_bad_card_is_refused_with_file_card_field_and_reason(section, name, keys, field, reason, tmp_path):
    with pytest.raises(ContentError) as error:
        Game(SPEC, 3, content=written(changed(section, name, **keys), tmp_path))
    said = str(error.value)
    assert said.startswith("cards.toml: ")
    assert f"{name!r}, field {field!r}: {reason}" in said


def without(section: str, *names: str) -> dict:
    data = copy.deepcopy(REFERENCE)
    data[section] = [c for c in data[section] if c["id"] not in names]
    return data


def test_the_least_number_of_tokens_is_enough(tmp_path):
    """Eight in the pool, one for each of six seats, and one in the Mystery pool."""
    assert (
        Game(SPEC, 6, content=written(changed("token", "cultist", copies=15), tmp_path)).new(0).record["pool"][1] == 8
    )


def test_all_four_tokens_are_needed_in_order(tmp_path):
    message = "card 'token', field 'token': investigator, cultist, cultist_2 given, expected investigator, invest"
    refuse(without("token", "investigator_2"), tmp_path, message)
    data = copy.deepcopy(REFERENCE)
    data["token"] = data["token"][::-1]
    refuse(data, tmp_path, "field 'token': cultist_2, cultist, investigator_2, investigator given")
    refuse(without("token", *("investigator", "investigator_2", "cultist", "cultist_2")), tmp_path, "none given")


def test_there_are_cards_for_six_players(tmp_path):
    events = [c["id"] for c in REFERENCE["story"] if c["type"] in ("event", "cult")]
    refuse(without("story", *events[:18]), tmp_path, "'story', field 'copies': 42 in all, allowed 43..200")
    assert Game(SPEC, 6, content=written(without("story", *events[:17]), tmp_path)).new(0).record["box_count"] == 0


def test_there_are_not_too_many_cards(tmp_path):
    data = copy.deepcopy(REFERENCE)
    for card in data["story"]:
        card["copies"] = 4
    refuse(data, tmp_path, "'story', field 'copies': 240 in all, allowed 43..200")


def test_there_are_five_investigators(tmp_path):
    some = ("safecracker", "retired_wrestler", "grieving_widow", "stunt_pilot")
    refuse(
        without("investigator", *some, "bootlegger"), tmp_path, "'investigator', field 'copies': 4 in all, allowed 5"
    )
    assert Game(SPEC, 6, content=written(without("investigator", *some), tmp_path)).tables["characters"] == 5


def test_there_is_an_ancient_one_for_everybody(tmp_path):
    data = copy.deepcopy(REFERENCE)
    kept = [c["id"] for c in data["ancient_one"][:5]]
    data["ancient_one"] = data["ancient_one"][:5]
    data["battle"] = [c for c in data["battle"] if c.get("ancient_one", "any") in (*kept, "any")]
    refuse(data, tmp_path, "'ancient_one', field 'copies': 5 in all, allowed 6..16")


def test_there_is_an_order_card_of_the_ancient_one_for_each_investigator(tmp_path):
    refuse(without("order", "ancient_one_3"), tmp_path, "'order', field 'copies': 4 in all, allowed 5..12")


def test_the_ancient_one_has_an_order_card_against_a_single_investigator(tmp_path):
    """Else it would never act again once there are few."""
    data = changed("order", "ancient_one_1", investigators=2)
    refuse(data, tmp_path, "'order', field 'investigators': no card of the Ancient One is for one investigator")
    for card in data["order"]:
        if card["side"] == "ancient_one":
            card["investigators"] = 5
    refuse(data, tmp_path, "'order', field 'investigators': no card of the Ancient One is for one investigator")
    for noted in (0, 1):
        g = Game(SPEC, 3, content=written(changed("order", "ancient_one_1", investigators=noted), tmp_path))
        assert g.tables["orders"][1:6].tolist() == [1, 2, 3, 4, 5]


def test_there_are_more_battle_cards_than_hands_hold(tmp_path):
    """Five hands of five, five, four, four and four; the Ancient One holds five."""
    some = ("shotgun", "dynamite", "silver_dagger", "fire_axe")
    message = "'battle (investigator)', field 'copies': 22 in all, allowed 24..200"
    refuse(without("battle", *some), tmp_path, message)
    few = [c["id"] for c in REFERENCE["battle"] if c["deck"] == "ancient_one"]
    refuse(without("battle", *few[:15]), tmp_path, "'battle (ancient_one)', field 'copies': 4 in all, allowed 6..200")


def test_some_card_of_the_investigators_has_a_basic_attack(tmp_path):
    data = copy.deepcopy(REFERENCE)
    for card in data["battle"]:
        if card["deck"] == "investigator":
            card["base"] = 0
    refuse(data, tmp_path, "'battle (investigator)', field 'base': no card has a basic attack")
    chant = next(card for card in data["battle"] if card["id"] == "burning_sign")
    chant["base"] = 1
    refuse(data, tmp_path, "'battle (investigator)', field 'base': no card has a basic attack")
    axe = next(card for card in data["battle"] if card["id"] == "fire_axe")
    axe["base"] = 1
    assert Game(SPEC, 3, content=written(data, tmp_path)).tables["battles"] == 34


@pytest.mark.parametrize(
    ("name", "keys", "reason"),
    [
        ("six", {"least": 5}, "2 cards for 5 players, expected one"),
        ("five", {"least": 6, "most": 5}, "0 cards for 5 players, expected one"),
        ("three_or_four", {"least": 4}, "0 cards for 3 players, expected one"),
    ],
)
def test_the_power_guide_has_one_card_for_each_number_of_players(name, keys, reason, tmp_path):
    refuse(changed("guide", name, **keys), tmp_path, f"card 'guide', field 'least': {reason}")


@pytest.mark.parametrize(
    ("section", "capacity"), [("story", 80), ("battle", 48), ("investigator", 16), ("ancient_one", 16), ("order", 18)]
)
def test_no_more_kinds_than_there_is_room_for(section, capacity, tmp_path):
    data = copy.deepcopy(REFERENCE)
    while len(data[section]) <= capacity:
        data[section].append(data[section][-1] | {"id": f"another_{len(data[section])}"})
    refuse(data, tmp_path, f"cards.toml: {capacity + 1} {section} kinds, capacity {capacity}")


def test_two_cards_of_one_name_and_unknown_sections_are_refused(tmp_path):
    data = copy.deepcopy(REFERENCE)
    data["story"].append(data["story"][0])
    refuse(data, tmp_path, "card 'night_librarian', field 'id': used twice")
    refuse(REFERENCE | {"spell": [{"id": "a", "name": "A"}]}, tmp_path, "cards.toml: unknown section 'spell'")
