"""The reference deck and cult sheet, other decks, and files that are refused."""

import re
from collections import Counter

import numpy as np
import pytest

from elderzoo.envs.core.errors import ConfigError, ContentError
from elderzoo.envs.core.game import Game
from elderzoo.envs.creatures_and_cultists import SPEC
from elderzoo.envs.creatures_and_cultists.tables import ANSWERS, BOOFS, DURATIONS, OPS, ROLLERS, SPOOGES, WHO
from tests.conformance.contents import card, creatures_and_cultists

from .conftest import REFERENCE

NAMED = {
    "mondo": {"Resurrect Your Mentor", "Alliance With Ghouls", "Use The Library"},
    "event": {"Bad Dental Plan", "Mistaken for the KKK", "Assassination"},
    "sorcery": {"Power Drain", "Dread Curse of Azathoth", "Acrid Aroma of Appleton", "Create Gate"},
    "thuggery": {"Brass Knuckles", "Molotov Cocktail", "Big Honkin' Truck", "Tommy Gun"},
    "conjuring": {"Chthonian", "Byakhee", "Cthugha"},
    "defense": {"Elder Sign", "Dodge", "It's A Bluff!"},
}
CARDS = Game(SPEC, 2).content.sections["card"]
SHEET_PART = REFERENCE[REFERENCE.index("\n[[cultist]]") :]
SHEET = Game(SPEC, 2).content.sections["cultist"]


def of_type(*types):
    return [c for c in CARDS if c["type"] in types]


def copies(cards):
    return sum(c["copies"] for c in cards)


@pytest.fixture
def write(tmp_path):
    def make(text):
        path = tmp_path / "cards.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return make


# ------------------------------------------------------------------------------------------ the deck


def test_the_twenty_names_of_the_rulebook_are_in_their_types_and_the_only_ones_from_there():
    named = {t: {c["name"] for c in of_type(t) if c["provenance"]["name"] == "rulebook"} for t in NAMED}
    assert named == NAMED
    assert sum(map(len, NAMED.values())) == 20


def test_every_count_and_effect_is_designed():
    assert {c["provenance"]["values"] for c in CARDS + SHEET} == {"designed"}
    assert {c["provenance"]["name"] for c in SHEET} == {"designed"}


def test_118_cards_in_six_types():
    assert copies(CARDS) == 118
    assert {t: copies(of_type(t)) for t in NAMED} == {
        "mondo": 14,
        "event": 21,
        "sorcery": 17,
        "thuggery": 28,
        "conjuring": 19,
        "defense": 19,
    }
    assert 45 <= len(CARDS) <= 60


def test_three_kinds_of_defense_cards():
    assert {c["id"]: c["copies"] for c in of_type("defense")} == {"dodge": 7, "elder_sign": 7, "its_a_bluff": 5}


def test_modifiers_of_thuggery_cards():
    single = Counter()
    for c in of_type("thuggery"):
        if c["targets"] == 1:
            single[c["modifier"]] += c["copies"]
    assert single == {0: 4, 1: 6, 2: 7, 3: 5, 4: 1, 5: 1}
    several = [(c["targets"], c["modifier"], c["copies"]) for c in of_type("thuggery") if c["targets"] > 1]
    assert several == [(2, 1, 2), (3, 0, 2)]


def test_control_modifiers_and_survival_numbers_of_monsters():
    pairs = Counter()
    for c in of_type("conjuring"):
        assert c["targets"] == 1
        pairs[c["modifier"], c["survival"]] += c["copies"]
    assert pairs == {
        (3, 13): 2,
        (2, 12): 3,
        (1, 11): 4,
        (0, 10): 4,
        (-1, 9): 2,
        (-2, 8): 2,
        (-4, 6): 1,
        (-6, 4): 1,
    }


def test_skills_change_by_1_for_good_and_by_2_or_3_for_a_time():
    changes = {(c["duration"], abs(e["amount"])) for c in CARDS for e in c["effects"] if e["op"] in ("skill", "rolls")}
    assert changes == {("game", 1), ("turn", 2), ("turn", 3), ("round", 2)}


def test_2_or_3_points_are_lost_stolen_or_gained():
    assert {e["amount"] for c in CARDS for e in c["effects"] if e["op"] in ("lose", "steal", "gain")} == {2, 3}


def test_at_most_seven_events_and_spells_kill_and_three_cards_reach_other_rows():
    kills = [
        c for c in of_type("event", "sorcery") if {e["op"] for e in c["effects"]} & {"kill", "sacrifice", "strike"}
    ]
    assert copies(kills) == 6
    reach = [c["id"] for c in CARDS if c["reaches"] or "gate" in {e["op"] for e in c["effects"]}]
    assert reach == ["create_gate", "exploding_fruit_basket", "thing_in_the_cupboard"]
    assert copies(c for c in CARDS if c["id"] in reach) == 3


def test_three_in_four_mondo_cards_are_good_for_their_player():
    bad = [c for c in of_type("mondo") if c["id"] in ("indoor_bonfire", "chalk_shortage", "tax_audit")]
    assert copies(bad) == 3
    assert copies(of_type("mondo")) == 14


def test_every_operation_is_used_and_at_most_three_kinds_share_a_set_of_them():
    assert {e["op"] for c in CARDS for e in c["effects"]} == set(OPS)
    sets = Counter(frozenset((e["op"], e["skill"]) for e in c["effects"]) for c in CARDS if c["effects"])
    assert max(sets.values()) <= 3


def test_no_two_kinds_of_a_type_differ_in_numbers_only_but_for_attacks():
    """The rulebook has attacks of one kind differ by their modifiers."""
    seen = Counter()
    for c in of_type("mondo", "event", "sorcery"):
        effects = frozenset((e["op"], e["who"], e["skill"]) for e in c["effects"])
        seen[c["type"], effects] += 1
    assert set(seen.values()) == {1}


def test_every_word_of_a_card_file_is_used():
    assert {c["spooge"] for c in CARDS} == set(SPOOGES)
    assert {c["boof"] for c in CARDS} == set(BOOFS)
    assert {c["duration"] for c in CARDS} == set(DURATIONS)
    assert {c["roll"] for c in CARDS} == set(ROLLERS)
    assert {c["answer"] for c in CARDS} - {"none"} == set(ANSWERS)
    assert {e["who"] for c in CARDS for e in c["effects"]} == set(WHO)


def test_texts_are_there_differ_and_tell_of_spooge_boof_and_cost():
    texts = [c["text"] for c in CARDS]
    assert all(texts)
    assert len(set(texts)) == len(texts)
    for c in CARDS:
        assert ("Spooge:" in c["text"]) == (c["spooge"] != "none"), c["id"]
        assert "Boof:" in c["text"] or c["boof"] == "none", c["id"]
        assert not c["cost"] or f"{c['cost']} Fuggly Point" in c["text"], c["id"]


@pytest.mark.parametrize("skill", ["Thuggery", "Conjuring"])
def test_texts_of_attacks_tell_their_numbers(skill):
    for c in of_type(skill.lower()):
        assert f"{skill} {c['modifier']:+d}" in c["text"], c["id"]
        assert not c["survival"] or f"survival number {c['survival']}" in c["text"], c["id"]
        assert c["targets"] == 1 or f"up to {('two', 'three')[c['targets'] - 2]}" in c["text"], c["id"]
        assert not c["reaches"] or "any row" in c["text"], c["id"]


# -------------------------------------------------------------------------------------- the cult sheet


def test_the_cult_sheet_row_by_row():
    thugs = [(c["points"], c["thuggery"], c["conjuring"]) for c in SHEET if c["kind"] == "thug"]
    assert thugs == [
        *[(2, 3, -5), (1, 2, -5), (1, 1, -6), (1, 1, -6)],
        *[(3, 4, -3), (2, 3, -3), (2, 3, -4), (2, 2, -4)],
        *[(5, 5, -1), (4, 4, -1), (3, 4, -2), (3, 3, -2)],
    ]


def test_each_row_is_mirrored_four_thugs_then_four_conjurers():
    for r in range(3):
        left, right = SHEET[8 * r : 8 * r + 4], SHEET[8 * r + 4 : 8 * r + 8]
        assert [c["kind"] for c in left + right] == ["thug"] * 4 + ["conjurer"] * 4
        assert [c["points"] for c in left] == [c["points"] for c in reversed(right)]
        assert [c["thuggery"] for c in left] == [c["conjuring"] for c in reversed(right)]
        assert [c["conjuring"] for c in left] == [c["thuggery"] for c in reversed(right)]


def test_rows_are_worth_10_18_and_30_points():
    assert [sum(c["points"] for c in SHEET[8 * r : 8 * r + 8]) for r in range(3)] == [10, 18, 30]


def test_the_tables_hold_what_the_file_says():
    t, k = Game(SPEC, 2).tables, Game(SPEC, 2).labels["kind"].index
    assert (t["total"], t["kinds"]) == (118, 57)
    assert (t["modifier"][k("cthugha")], t["survival"][k("cthugha")]) == (-6, 4)
    assert (t["points"][2, 7], t["cultist_mod"][2, 7].tolist(), t["is_thug"][2, 7]) == (5, [0, 5, -1], 0)
    assert t["minimum"][2:].tolist() == [25, 20, 15, 15]


# ---------------------------------------------------------------------------------------- other decks


@pytest.mark.parametrize("players", [2, 5])
def test_another_deck_plays_without_a_change_of_shape(write, players):
    g, reference = Game(SPEC, players, content=write(creatures_and_cultists())), Game(SPEC, players)
    assert (g.n_actions, g.compact_size, g.width) == (reference.n_actions, reference.compact_size, reference.width)
    assert "play:swarm" in g.actions
    rng = np.random.default_rng(0)
    for seed in range(3):
        s = g.new(seed)
        while not s.is_over:
            s.check()
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert not s.is_truncated


def test_numbers_of_another_deck_are_followed(write):
    g = Game(SPEC, 2, {"skills": "equal"}, content=write(creatures_and_cultists()), auto_single=False)
    s = g.new(1).edit(hand={0: {"fist": 1}, 1: {}}, favoured=1, decide=(0, "turn"))
    s.force(*[("dice", 4)] * 3)
    s.step("play:fist").step("cultist:0>seat+0").step("cultist:2>seat+1")
    assert (s.record["number"], s.record["total"]) == (10 + 4 - 1, 15)


def test_a_deck_without_an_answer_never_asks_for_it(write):
    without = "[[card]]".join(part for part in REFERENCE.split("[[card]]") if 'answer = "dodge"' not in part)
    g = Game(SPEC, 2, {"skills": "equal", "uniform_windows": True}, content=write(without), auto_single=False)
    s = g.new(1).edit(hand={0: {"harsh_language": 1}, 1: {}}, decide=(0, "turn"))
    s.step("play:harsh_language").step("cultist:0>seat+0").step("cultist:0>seat+1")
    assert (s.pending, s.legal_names()) == ("dodge", ["pass"])


# ---------------------------------------------------------------------------------------- refused files

LASTING = {"duration": "game"}
ROLLED = {"roll": "player", "skill": "sorcery"}
REFUSED = [
    # fields without a meaning for the type
    ("event", ["lose target 1"], {"answer": "dodge"}, "answer", "has no meaning for this event card"),
    ("thuggery", [], {"survival": 9}, "survival", "has no meaning for this thuggery card"),
    ("event", ["lose target 1"], {"modifier": 1}, "modifier", "has no meaning"),
    ("sorcery", ["lose target 1"], {"targets": 2}, "targets", "has no meaning"),
    ("mondo", ["gain self 1"], {"reaches": 1}, "reaches", "has no meaning"),
    ("thuggery", ["lose target 1"], {}, "effects", "has no meaning"),
    ("sorcery", ["lose target 1"], {"roll": "player"}, "roll", "has no meaning"),
    ("event", ["lose target 1"], {"skill": "sorcery"}, "skill", "has no meaning"),
    ("mondo", ["gain self 1"], {"cost": 1}, "cost", "has no meaning"),
    ("event", ["lose target 1"], {"spooge": "draw"}, "spooge", "has no meaning"),
    ("event", ["lose target 1"], {"roll": "target", "skill": "sorcery", "boof": "backfire"}, "boof", "has no meaning"),
    ("sorcery", ["lose target 1"], {"boof": "backfire", "boof_amount": 1}, "boof_amount", "has no meaning"),
    ("sorcery", ["lose target 1"], {"duration": "turn"}, "duration", "has no meaning"),
    # fields that are missing
    ("defense", [], {}, "answer", "is missing"),
    ("conjuring", [], {}, "survival", "is missing"),
    ("event", [], {}, "effects", "is missing"),
    ("event", ["lose target 1"], {"roll": "player"}, "skill", "is missing"),
    ("sorcery", ["lose target 1"], {"boof": "points"}, "boof_amount", "is missing"),
    ("event", ["skill target 1 sorcery"], {}, "duration", "is missing"),
    # ranges and words
    ("rumour", [], {}, "type", "is 'rumour', allowed: mondo"),
    ("sorcery", ["lose target 1"], {"modifier": 10}, "modifier", "is 10, allowed -9..9"),
    ("sorcery", ["lose target 1"], {"cost": -1}, "cost", "is -1, allowed 0..20"),
    ("thuggery", [], {"targets": 5}, "targets", "is 5, allowed 1..4"),
    ("thuggery", [], {"modifier": "two"}, "modifier", "is 'two', expected int"),
    ("sorcery", ["lose target 1"], {"spooge": "win"}, "spooge", "is 'win', allowed: none"),
    ("thuggery", [], {"poison": 1}, "poison", "unknown"),
    # answers and rolls
    ("defense", [], {"answer": "dodge"}, "answer", "is already that of 'dodge'"),
    ("event", ["gain self 1"], ROLLED | {"roll": "target"}, "roll", "the target rolls"),
    ("sorcery", ["lose others 1"], {"spooge": "sure"}, "spooge", "'sure' is for Sorcery at a target"),
    ("event", ["lose target 1"], ROLLED | {"spooge": "sure"}, "spooge", "'sure' is for Sorcery at a target"),
    # effects
    ("event", ["skill others 1 sorcery"], LASTING, "effects", "all that lasts must be on one cult"),
    ("event", ["rolls self 1", "rolls target -1"], LASTING, "effects", "all that lasts must be on one cult"),
    ("event", ["skill target 1"], LASTING, "effects", "skill needs 'skill'"),
    ("event", ["lose target 1 sorcery"], {}, "effects", "lose takes no 'skill'"),
    ("event", ["kill target 4"], {}, "effects", "kill: 'amount' is 4, allowed 1..3"),
    ("event", ["strike target 3"], {}, "effects", "strike: 'amount' is 3, allowed 1..2"),
    ("event", ["lose target"], {}, "effects", "lose: 'amount' is 0, allowed 1..20"),
    ("event", ["rolls target 0"], LASTING, "effects", "rolls: 'amount' is 0"),
    ("event", ["ready self 1"], {}, "effects", "ready: 'amount' is 1, allowed 0..0"),
    ("mondo", ["lose target 1"], {}, "effects", "a Mondo card has no target"),
    ("event", ["steal self 1"], {}, "effects", "nobody steals from themselves"),
    # rows of effects
    ("event", ["dance target 1"], {}, "effects", "'op' is 'dance', allowed: skill, rolls"),
    ("event", ["lose neighbours 1"], {}, "effects", "'who' is 'neighbours', allowed: target"),
    ("event", ["skill target 1 cooking"], LASTING, "effects", "'skill' is 'cooking', allowed: none"),
    ("event", ["lose target 21"], {}, "effects", "'amount' is 21, allowed -9..20"),
    ("event", ["lose target 1"] * 4, {}, "effects", "has 4 entries, capacity 3"),
]


@pytest.mark.parametrize(("type_", "effects", "more", "field", "reason"), REFUSED)
def test_a_bad_card_is_refused_by_file_card_field_and_reason(write, type_, effects, more, field, reason):
    path = write(REFERENCE + card(type_, "own", 1, *effects, **more))
    with pytest.raises(ContentError, match=re.escape(f"cards.toml: card 'own', field '{field}': {reason}")):
        Game(SPEC, 2, content=path)


@pytest.mark.parametrize(
    ("effects", "reason"),
    [
        ('[{ who = "target", amount = 1 }]', "'op' missing"),
        ('[{ op = "lose", amount = 1, colour = 2 }]', "'colour' unknown"),
        ('[{ op = "lose", amount = "1" }]', "'amount' is '1', expected int"),
        ('{ op = "lose", amount = 1 }', "expected a list of tables"),
        ('["lose"]', "expected a list of tables"),
    ],
)
def test_a_bad_row_of_effects_is_refused_by_its_key(write, effects, reason):
    text = card("event", "own", 1).replace("copies = 1\n", f"copies = 1\neffects = {effects}\n")
    with pytest.raises(ContentError, match="cards.toml: card 'own', field 'effects': .*" + re.escape(reason)):
        Game(SPEC, 2, content=write(REFERENCE + text))


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("points = 5", "points = 10", "cultist 'retired_wrestler', field 'points': is 10, allowed 1..9"),
        ('kind = "thug"', 'kind = "poet"', "cultist 'bouncer', field 'kind': is 'poet'"),
        ("conjuring = -5\n", "", "cultist 'bouncer', field 'conjuring': missing"),
        ("copies = 7", "copies = 21", "card 'cricket_bat', field 'copies': is 21, allowed 1..20"),
        ('values = "designed"', 'values = "guessed"', "field 'provenance.values': is 'guessed'"),
    ],
)
def test_other_fields_are_checked_too(write, old, new, error):
    assert old in REFERENCE
    with pytest.raises(ContentError, match=r"cards.toml: .*" + re.escape(error)):
        Game(SPEC, 2, content=write(REFERENCE.replace(old, new, 1)))


def test_a_deck_too_small_for_five_hands_or_too_large_is_refused(write):
    with pytest.raises(
        ContentError, match=r"cards.toml: card 'card', field 'copies': 20 cards in all, allowed 30..240"
    ):
        Game(SPEC, 2, content=write(card("thuggery", "own", 20) + SHEET_PART))
    many = "".join(card("thuggery", f"own_{n}", 20) for n in range(7))
    with pytest.raises(ContentError, match=r"258 cards in all, allowed 30..240"):
        Game(SPEC, 2, content=write(REFERENCE + many))


def test_a_deck_of_mondo_cards_only_is_refused(write):
    mondo = "".join(card("mondo", f"own_{n}", 20, "gain self 1") for n in range(2))
    with pytest.raises(ContentError, match="field 'type': a deck of Mondo cards only"):
        Game(SPEC, 2, content=write(mondo + SHEET_PART))


def test_a_sheet_of_another_size_is_refused(write):
    without_last = REFERENCE[: REFERENCE.rindex("[[cultist]]")]
    with pytest.raises(ContentError, match=r"cards.toml: card 'cultist', field 'cultist': 23 cultists, expected 24"):
        Game(SPEC, 2, content=write(without_last))


def test_more_kinds_than_there_is_room_for_are_refused(write):
    more = "".join(card("thuggery", f"own_{n}", 1) for n in range(8))
    with pytest.raises(ContentError, match=r"cards.toml: 65 card kinds, capacity 64"):
        Game(SPEC, 2, content=write(REFERENCE + more))


def test_more_lasting_kinds_than_there_is_room_for_are_refused(write):
    lasting = "".join(card("sorcery", f"own_{n}", 2, "rolls self 1", duration="game") for n in range(33))
    with pytest.raises(ContentError, match=r"cards.toml: card 'card', field 'duration': 33 kinds last, capacity 32"):
        Game(SPEC, 2, content=write(lasting + SHEET_PART))


@pytest.mark.parametrize("skills", ["10/9", "0/9/9", "19/9/9", "a/b/c", "10/9/8,1"])
def test_bad_skills_are_refused(skills):
    with pytest.raises(ConfigError, match="skills"):
        Game(SPEC, 2, {"skills": skills})
