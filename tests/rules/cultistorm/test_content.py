"""The reference cards, and card files that are refused."""

from __future__ import annotations

import copy
import re
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import elderzoo.envs.cultistorm.tables as tables
from elderzoo.envs.core.content import Content, load, parse
from elderzoo.envs.core.errors import ContentError
from elderzoo.envs.cultistorm.state import (
    NAMES,
    OF_ABILITY,
    OF_ACT,
    OF_CARD,
    OF_CULTIST,
    OF_ITEM,
    OF_LOCATION,
    OF_REVENGE,
    OF_TERROR,
)
from elderzoo.envs.cultistorm.tables import CONTENT, INVESTIGATORS, OPS, OPTIONS, WHO, build

FOLDER = Path(tables.__file__).parent
FILE = FOLDER / "content" / "reference.toml"
REFERENCE = tomllib.loads(FILE.read_text(encoding="utf-8"))
LOADED = load(CONTENT, FOLDER, "reference")
CARDS = LOADED.sections
FIELDS = ("effects", "revenge", "first", "second", "third")
DEFAULTS = {o.name: o.default for o in OPTIONS}


def of(section: str, name: str, data: dict = CARDS) -> dict:
    return next(card for card in data[section] if card["id"] == name)


def copies(cards) -> int:
    return sum(c["copies"] for c in cards)


def rows(card: dict) -> list[dict]:
    return [row for field in FIELDS for row in card.get(field, [])]


def ops(card: dict, field: str = "effects") -> frozenset:
    return frozenset(row["op"] for row in card[field])


def set_of(row: dict) -> frozenset:
    return frozenset(NAMES if row["symbols"] == "any" else row["symbols"].split())


def fights(card: dict) -> bool:
    return card["effects"][0]["op"] == "symbol"


def deck(investigator: dict) -> list[dict]:
    """The cards of a deck, one by one."""
    return [of("card", row["card"]) for row in investigator["deck"] for _ in range(row["copies"])]


DECKS = {c["id"]: deck(c) for c in CARDS["investigator"]}
CORE = [c for c in CARDS["cultist"] if c["set"] == "core"]
SPECIAL = [c for c in CARDS["cultist"] if c["set"] == "special"]
CREATURES = [c for c in CARDS["cultist"] if c["set"] == "creatures"]
REGULAR = [c for c in CARDS["card"] if not c["unique"]]


# --------------------------------------------------------------------------------------- how many there are


def test_kinds_of_each_section():
    assert {name: len(cards) for name, cards in CARDS.items()} == {
        "card": 44,
        "item": 24,
        "location": 10,
        "cultist": 39,
        "god": 9,
        "terror": 12,
        "act": 3,
        "investigator": 6,
    }


def test_twenty_four_items_and_six_events():
    found = {last: [c for c in CARDS["item"] if c["lasts"] == last] for last in ("discard", "remove", "stays", "event")}
    assert {last: (len(cards), copies(cards)) for last, cards in found.items()} == {
        "discard": (9, 15),
        "remove": (5, 5),
        "stays": (4, 4),
        "event": (6, 6),
    }


def test_two_locations_of_each_symbol():
    assert Counter(c["symbol"] for c in CARDS["location"]) == dict.fromkeys(NAMES, 2)


@pytest.mark.parametrize(("players", "cards"), [(2, 40), (3, 35), (4, 35), (5, 40)])
def test_cultist_deck_by_players(players, cards):
    """As many of each sect, and each symbol as often as the others; seven of ten show three different ones."""
    used = [c for c in CORE if str(players) in c["players"]]
    assert copies(used) == cards
    sects, symbols, distinct = Counter(), Counter(), 0
    for c in used:
        sects[c["symbol"]] += c["copies"]
        for name in c["symbols"].split():
            symbols[name] += c["copies"]
        distinct += c["copies"] * (len(set(c["symbols"].split())) == 3)
    assert sects == dict.fromkeys(NAMES, cards // 5)
    assert symbols == dict.fromkeys(NAMES, cards * 3 // 5)
    assert distinct == {35: 25, 40: 28}[cards]


def test_cards_of_three_and_four_players_are_for_everybody():
    assert Counter(c["players"] for c in CORE) == {"2345": 25, "25": 5}
    assert copies(c for c in CORE if c["players"] == "25") == 5
    assert {c["players"] for c in SPECIAL + CREATURES} == {"2345"}


def test_no_cultist_shows_one_symbol_three_times():
    assert all(len(set(c["symbols"].split())) > 1 for c in CARDS["cultist"])


def test_special_sect_and_creatures():
    """Twelve and five; all of them do something, and some are worth no Trophy."""
    assert (len(SPECIAL), copies(SPECIAL), len(CREATURES), copies(CREATURES)) == (5, 12, 4, 5)
    assert all(rows(c) for c in SPECIAL + CREATURES)
    assert copies(c for c in SPECIAL if c["symbol"] == "none") == 7
    assert copies(c for c in CREATURES if c["symbol"] == "none") == 3
    assert {(c["god"], c["symbol"]) for c in SPECIAL} == {("choirmaster", "none"), ("choirmaster", "eye")}


def test_great_old_ones_by_wave_and_symbols():
    found = Counter((c["wave"], len(c["symbols"].split())) for c in CARDS["god"])
    assert found == {("first", 5): 5, ("second", 6): 3, ("special", 5): 1}
    assert Counter(
        name for c in CARDS["god"] if c["wave"] == "first" for name in c["symbols"].split()
    ) == dict.fromkeys(NAMES, 5)


def test_each_sect_has_a_god_of_its_own():
    worship = {(c["symbol"], c["god"]) for c in CORE}
    assert worship == {
        ("star", "hastur"),
        ("shield", "shub_niggurath"),
        ("tentacle", "cthulhu"),
        ("eye", "the_unlidded"),
        ("planet", "yog_sothoth"),
    }
    assert {(c["symbol"], c["god"]) for c in CREATURES if c["symbol"] != "none"} < worship


def test_fourteen_terror_cards_of_two_and_three_gems():
    """Most are of two."""
    found = Counter()
    for c in CARDS["terror"]:
        found[c["gems"]] += c["copies"]
    assert found == {2: 10, 3: 4}


def test_terror_is_rarely_for_everybody_and_summons_once_at_most():
    everybody = [c for c in CARDS["terror"] if any(row["who"] == "all" and row["op"] == "scare" for row in rows(c))]
    summoning = [c for c in CARDS["terror"] if ops(c) & {"summon", "summon_second"}]
    assert (copies(everybody), copies(summoning)) == (1, 1)
    assert copies(c for c in CARDS["terror"] if ops(c) == {"scare"}) == 4


def test_final_acts():
    """Five gems, one of the second wave, and a handicap each."""
    assert [(c["gems"], c["lasting"]) for c in CARDS["act"]] == [(5, "terror"), (5, "dice"), (5, "strong")]
    assert all(c["effects"][0]["op"] == "summon_second" for c in CARDS["act"])


# ------------------------------------------------------------------------------------------------- own decks


def test_three_melee_and_three_ranged_investigators():
    assert Counter(c["style"] for c in CARDS["investigator"]) == {"melee": 3, "ranged": 3}


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_of_fifteen(name):
    """Three unique cards and two search icons; the symbols are spread unevenly."""
    cards = DECKS[name]
    assert len(cards) == 15
    assert sum(c["unique"] for c in cards) == 3
    assert sum(c["search"] for c in cards) == 2
    assert sorted(Counter(c["symbol"] for c in cards).values()) == [2, 2, 3, 4, 4]


@pytest.mark.parametrize("name", DECKS)
def test_what_the_support_of_a_deck_does(name):
    """Seven of 15 give symbols, one of them any; three heal 1, a unique one 2; the other five do something else."""
    cards = DECKS[name]
    giving = [c for c in cards if fights(c)]
    assert len(giving) == 7
    assert sum(len(set_of(row)) == 5 for c in giving for row in c["effects"]) == 1
    assert sum(len(set_of(c["effects"][0])) == 2 for c in giving) >= 5
    healing = [(c["effects"][0]["amount"], c["unique"]) for c in cards if c["effects"][0]["op"] == "heal"]
    assert sorted(healing) == ([(1, 0), (1, 0), (2, 1)] if name == "night_nurse" else [(1, 0)] * 3)
    assert len([c for c in cards if not fights(c) and c["effects"][0]["op"] != "heal"]) == 5


def test_all_decks_together_have_each_symbol_as_often():
    assert Counter(c["symbol"] for cards in DECKS.values() for c in cards) == dict.fromkeys(NAMES, 18)


def test_unique_cards_are_of_one_deck_and_regular_ones_shared():
    held = {c["id"]: [n for n, cards in DECKS.items() if c in cards] for c in CARDS["card"]}
    assert len(REGULAR) == 26
    assert {len(held[c["id"]]) for c in CARDS["card"] if c["unique"]} == {1}
    assert {len(held[c["id"]]) for c in REGULAR} == {2, 3, 4}


def test_a_card_offers_friends_other_symbols_than_its_own():
    """One regular kind for each pair of symbols, two each of an own symbol."""
    pairs = [c for c in REGULAR if fights(c) and c["effects"][0]["symbols"] != "any"]
    assert {set_of(c["effects"][0]) for c in pairs} == {frozenset(two) for two in combinations(NAMES, 2)}
    assert Counter(c["symbol"] for c in pairs) == dict.fromkeys(NAMES, 2)
    assert not any(c["symbol"] in set_of(c["effects"][0]) for c in pairs)


def test_a_few_cards_draw_none_and_some_have_effects_to_decline():
    assert sorted(c["id"] for c in CARDS["card"] if c["no_draw"]) == [
        "haymaker",
        "letter_from_home",
        "locked_case_page",
        "old_hymn",
        "relay",
        "second_look",
        "up_the_sleeve",
    ]
    assert sum(any(row["optional"] for row in c["effects"]) for c in CARDS["card"]) == 16
    assert all(not c["effects"][0]["optional"] for c in CARDS["card"])


# ------------------------------------------------------------------------------------------------ what they say


def test_first_abilities_are_one_fixed_symbol_or_a_small_help():
    assert [(c["first"][0]["op"], c["first"][0]["symbols"]) for c in CARDS["investigator"]] == [
        ("symbol", "star"),
        ("symbol", "shield"),
        ("symbol", "planet"),
        ("symbol", "tentacle"),
        ("roll", "none"),
        ("go", "none"),
    ]


def test_abilities_are_of_one_effect_of_one():
    assert all(len(c[field]) == 1 for c in CARDS["investigator"] for field in ("first", "second", "third"))
    assert {row["amount"] for c in CARDS["investigator"] for row in rows(c)} == {0, 1}


def test_locations_are_for_one_use_a_round_but_one_at_a_price():
    assert [(c["id"], c["price"]) for c in CARDS["location"] if not c["once"]] == [("drowned_chapel", 1)]
    assert [c["id"] for c in CARDS["location"] if c["price"]] == ["drowned_chapel"]
    assert all(row["amount"] <= 1 for c in CARDS["location"] for row in rows(c))


def test_drinks_calm_by_one_and_most_items_give_a_symbol_once():
    drinks = [c for c in CARDS["item"] if c["lasts"] != "event" and "heal" in ops(c)]
    assert [c["id"] for c in drinks] == ["bootleg_whiskey", "dandelion_wine", "spiced_rum"]
    assert {row["amount"] for c in drinks for row in c["effects"]} == {1}
    assert copies(c for c in CARDS["item"] if c["lasts"] == "discard" and fights(c)) == 11


def test_foes_harm_by_one_and_rarely_by_more():
    more = {
        (card["id"], row["op"], row["amount"])
        for section in ("item", "cultist", "god", "terror", "act")
        for card in CARDS[section]
        if section != "item" or card["lasts"] == "event"
        for row in rows(card)
        if row["amount"] > 1
    }
    assert more == {
        ("dark_heifer", "thin", 2),
        ("yog_sothoth", "thin", 3),
        ("azathoth", "terror", 2),
        ("last_sane_voice", "scare", 2),
        ("procession", "thin", 2),
    }


def test_one_event_is_kind():
    assert [c["id"] for c in CARDS["item"] if c["lasts"] == "event" and "heal" in ops(c)] == ["kind_stranger"]


# ------------------------------------------------------------------------------------------------ no two alike


def test_every_operation_is_used():
    used = {row["op"] for section in CARDS.values() for card in section for row in rows(card)}
    assert used == set(OPS)
    assert len(used) == 37


def test_everybody_that_effects_can_be_about_is_used():
    used = {row["who"] for section in CARDS.values() for card in section for row in rows(card)}
    assert used == {"none", *WHO}


@pytest.mark.parametrize("section", ["card", "item", "location", "terror", "act"])
def test_at_most_three_kinds_share_a_set_of_operations(section):
    """But for those that give symbols in a fight, which stand with no other operation."""
    shared = Counter(ops(c) for c in CARDS[section])
    shared.pop(frozenset({"symbol"}), None)
    assert max(shared.values()) <= 3


def said(card: dict) -> tuple:
    """What it does and to whom, without the numbers."""
    return tuple((field, row["op"], row["who"], row["optional"]) for field in FIELDS for row in card.get(field, []))


@pytest.mark.parametrize("section", ["card", "item", "location", "terror", "act", "god"])
def test_no_two_kinds_differ_in_numbers_only_but_for_these(section):
    """Two cards take back others: one does it for nothing, the other for an Insanity."""
    alike = Counter((said(c), c.get("unique")) for c in CARDS[section] if ops(c) != {"symbol"})
    assert max(alike.values()) == 1


@pytest.mark.parametrize("section", ["card", "item", "location"])
def test_what_gives_symbols_gives_different_ones(section):
    giving = [c for c in CARDS[section] if ops(c) == {"symbol"}]
    found = {(*(set_of(row) for row in c["effects"]), c.get("symbol"), c.get("unique"), c.get("lasts")) for c in giving}
    amounts = {(c["id"], *(row["amount"] for row in c["effects"])) for c in giving if len(set_of(c["effects"][0])) == 5}
    assert len(giving) == {"card": 17, "item": 8, "location": 2}[section]
    assert len(found) == len(giving)
    assert (
        amounts
        == {
            "card": {("untaught_word", 1), ("locked_case_page", 1), ("two_barrels", 1), ("up_the_sleeve", 1)},
            "item": {("blank_amulet", 1), ("burning_page", 2)},
            "location": set(),
        }[section]
    )


def test_ordinary_cultists_of_a_sect_show_different_symbols():
    """They say nothing else."""
    assert not any(rows(c) for c in CORE)
    assert len({(c["symbol"], tuple(sorted(c["symbols"].split()))) for c in CORE}) == len(CORE) == 30


def test_each_special_cultist_and_creature_does_what_no_other_does():
    assert len({said(c) for c in SPECIAL + CREATURES}) == 9


def test_each_god_does_what_no_other_does_and_shows_other_symbols():
    assert len({ops(c) for c in CARDS["god"]}) == 9
    assert len({tuple(sorted(c["symbols"].split())) for c in CARDS["god"]}) == 9


def test_each_investigator_has_an_ability_that_no_other_has():
    kinds = {c["id"]: {(row["op"], row["symbols"]) for row in rows(c)} for c in CARDS["investigator"]}
    for name, own in kinds.items():
        others = set().union(*(k for n, k in kinds.items() if n != name))
        assert own - others == own


def test_texts_are_there_and_differ():
    texts = [c["text"] for cards in CARDS.values() for c in cards]
    assert all(texts)
    assert len(set(texts)) == len(texts) == 147


def test_names_differ():
    names = [c["name"] for cards in CARDS.values() for c in cards]
    assert len(set(names)) == len(names)


# ------------------------------------------------------------------------------------------------- where from


def test_all_is_ours_but_the_names_of_five_towns():
    named = {
        c["name"]: c["provenance"]["name"]
        for s in CARDS.values()
        for c in s
        if set(c["provenance"].values()) != {"designed"}
    }
    assert named == dict.fromkeys(("Arkham", "Salem", "Innsmouth", "Kingsport", "Dunwich"), "published")
    assert {c["provenance"]["values"] for cards in CARDS.values() for c in cards} == {"designed"}


# ------------------------------------------------------------------------------------------------ as the rules read


def built(players: int = 3, **options):
    return build(LOADED, DEFAULTS | options, players)[0]


def number(section: str, name: str) -> int:
    return [c["id"] for c in CARDS[section]].index(name)


@pytest.mark.parametrize(("players", "cards"), [(2, 57), (3, 52), (4, 52), (5, 57)])
def test_cultists_in_the_tables(players, cards):
    """The special sect and the creatures included."""
    assert built(players)["cultist_copies"].sum() == cards


def test_decks_in_the_tables():
    t = built()
    assert list(t["decklist"].sum(axis=1)) == [15] * 6 + [0] * 6
    assert t["decklist"][number("investigator", "night_nurse"), number("card", "tide_tables")] == 2
    assert list(t["card_copies"]) == list(t["decklist"].sum(axis=0))
    assert t["card_copies"].sum() == 90


@pytest.mark.parametrize(
    ("source", "effects"),
    [
        (OF_CARD + number("card", "old_hymn"), [("symbol", 1, 1, 0, 0), ("symbol", 1, 16, 0, 0)]),
        (OF_CARD + number("card", "walk_each_other_home"), [("heal", 1, 0, 0, 0), ("go", 0, 0, 0, 1)]),
        (OF_ITEM + number("item", "confession"), [("trophy", 1, 31, 0, 0)]),
        (OF_ITEM + number("item", "kind_stranger"), [("heal", 1, 0, 3, 0)]),
        (OF_LOCATION + number("location", "innsmouth"), [("symbol", 1, 7, 0, 0)]),
        (OF_ABILITY + number("investigator", "trapper"), [("symbol", 1, 4, 0, 0)]),
        (OF_ABILITY + INVESTIGATORS + number("investigator", "trapper"), [("symbol", 1, 12, 0, 0)]),
        (OF_ABILITY + 2 * INVESTIGATORS + number("investigator", "trapper"), [("shove", 1, 0, 0, 0)]),
        (OF_CULTIST + number("cultist", "hollow_understudy"), [("drop", 1, 0, 4, 0)]),
        (OF_REVENGE + number("cultist", "hollow_understudy"), [("fewer_dice", 1, 0, 0, 0)]),
        (OF_TERROR + number("terror", "shared_dream"), [("scare", 1, 0, 1, 0)]),
        (OF_ACT + number("act", "endless_night"), [("summon_second", 1, 0, 0, 0), ("darken", 1, 0, 0, 0)]),
    ],
)
def test_effects_in_the_tables(source, effects):
    """Operation, amount, set of symbols (star 1, shield 2, tentacle 4, eye 8, planet 16), whom, whether optional."""
    t, names = built(), list(OPS)
    columns = [t[name][source] for name in ("op", "amount", "symbols", "who", "optional")]
    assert t["effects"][source] == len(effects)
    assert [(names[op], *rest) for op, *rest in zip(*columns, strict=True)][: len(effects)] == effects


@pytest.mark.parametrize(
    ("difficulty", "gems", "out"), [("easy", {3, 4}, 0), ("standard", {2, 3}, 0), ("hard", {1, 2}, 5)]
)
def test_difficulty_moves_gems_and_takes_cultists_out(difficulty, gems, out):
    t = built(difficulty=difficulty)
    assert set(t["terror_gems"][:12]) == gems
    assert t["cultists_out"] == out
    assert list(t["act_gems"][:3]) == [5, 5, 5]


# ------------------------------------------------------------------------------------------------- refused files


def changed(section: str, name: str, **keys) -> dict:
    """The reference cards with other values of a card; None takes one out."""
    data = copy.deepcopy(REFERENCE)
    card = of(section, name, data)
    card |= keys
    for key in [key for key, value in card.items() if value is None]:
        del card[key]
    return data


def without(section: str, *names: str) -> dict:
    data = copy.deepcopy(REFERENCE)
    data[section] = [c for c in data[section] if c["id"] not in names]
    return data


def read(data: dict) -> Content:
    return parse(CONTENT, data, Path("cards.toml"))


def one(op: str, field: str = "effects", **more) -> dict:
    return {field: [{"op": op} | more]}


STAR = {"op": "symbol", "amount": 1, "symbols": "star"}

BAD = [
    # whose an operation is
    ("card", "relay", one("scare", amount=1, who="all"), "effects", "scare is not for card cards of this kind"),
    ("item", "dynamite", one("rob", amount=1, who="all"), "effects", "rob is not for item cards of this kind"),
    ("item", "power_cut", one("draw", amount=1), "effects", "draw is not for item cards of this kind"),
    ("item", "dynamite", {"lasts": "event"}, "effects", "banish is not for item cards of this kind"),
    ("location", "salem", one("come", amount=1), "effects", "come is not for location cards of this kind"),
    ("investigator", "trapper", one("stir", "first"), "first", "stir is not for investigator cards of this kind"),
    ("investigator", "trapper", one("stir", "second"), "second", "stir is not for investigator cards of this kind"),
    ("investigator", "trapper", one("stir", "third"), "third", "stir is not for investigator cards of this kind"),
    ("cultist", "cellar_gaunt", one("ward"), "effects", "ward is not for cultist cards of this kind"),
    ("cultist", "cellar_gaunt", one("ward", "revenge"), "revenge", "ward is not for cultist cards of this kind"),
    ("god", "cthulhu", one("ward"), "effects", "ward is not for god cards of this kind"),
    ("terror", "it_answers", one("ward"), "effects", "ward is not for terror cards of this kind"),
    ("act", "endless_night", one("ward"), "effects", "ward is not for act cards of this kind"),
    # how much
    ("card", "relay", one("recall"), "effects", "recall: 'amount' is 0, allowed 1..2"),
    ("card", "relay", one("recall", amount=3), "effects", "recall: 'amount' is 3, allowed 1..2"),
    ("card", "relay", one("ward", amount=1), "effects", "ward: 'amount' is 1, allowed 0..0"),
    ("card", "relay", one("recall", amount=10), "effects", "'amount' is 10, allowed 0..9"),
    ("terror", "it_answers", one("summon", amount=2), "effects", "summon: 'amount' is 2, allowed 1..1"),
    # which symbols
    ("card", "relay", one("symbol", amount=1), "effects", "names 0 symbols, allowed 1..5"),
    (
        "card",
        "relay",
        one("symbol", amount=1, symbols="star moon"),
        "effects",
        "is 'star moon', expected words of: star",
    ),
    ("card", "relay", one("symbol", amount=1, symbols="eye " * 6), "effects", "names 6 symbols, allowed 1..5"),
    (
        "card",
        "relay",
        one("symbol", amount=1, symbols="eye eye"),
        "effects",
        "symbol: 'symbols' names one of them twice",
    ),
    ("item", "confession", one("trophy", amount=1), "effects", "names 0 symbols, allowed 1..5"),
    ("item", "confession", one("heal", amount=1, symbols="star"), "effects", "heal takes no 'symbols'"),
    ("card", "relay", {"effects": [STAR, {"op": "ward"}]}, "effects", "symbol is of fights alone, and stands with no"),
    ("item", "dynamite", {"effects": [{"op": "ward"}, STAR]}, "effects", "symbol is of fights alone, and stands with"),
    ("investigator", "trapper", {"first": [STAR, {"op": "go"}]}, "first", "symbol is of fights alone, and stands with"),
    # whom it is about
    ("terror", "it_answers", one("scare", amount=1), "effects", "scare needs 'who'"),
    ("terror", "it_answers", one("come", amount=1, who="all"), "effects", "come takes no 'who'"),
    ("card", "relay", one("heal", amount=1, who="all"), "effects", "heal takes no 'who'"),
    ("item", "kind_stranger", one("heal", amount=1), "effects", "heal needs 'who'"),
    ("terror", "it_answers", one("scare", amount=1, who="first"), "effects", "'who' is 'first', allowed: none, self"),
    *(
        (section, name, one("scare", field, amount=1, who="self"), field, "scare: nobody brings it about: 'who' cannot")
        for section, name, field in (
            ("god", "cthulhu", "effects"),
            ("terror", "it_answers", "effects"),
            ("act", "endless_night", "effects"),
            ("cultist", "cellar_gaunt", "effects"),
        )
    ),
    # foes that bring foes
    ("god", "cthulhu", one("come", amount=1), "effects", "come is not for god cards: one would bring the next"),
    ("god", "cthulhu", one("march", amount=1), "effects", "march is not for god cards: one would bring the next"),
    ("god", "cthulhu", one("summon", amount=1), "effects", "summon is not for god cards: one would bring the next"),
    (
        "god",
        "cthulhu",
        one("summon_second", amount=1),
        "effects",
        "summon_second is not for god cards: one would bring the next",
    ),
    (
        "cultist",
        "cellar_gaunt",
        one("gather", "revenge", amount=1, who="self"),
        "revenge",
        "gather is not for cultist cards: one would bring the next",
    ),
    ("cultist", "cellar_gaunt", one("come", amount=1), "effects", "come is not for cultist cards: one would bring"),
    *(
        (
            section,
            name,
            one("summon_second", amount=1),
            "effects",
            "summon_second is for Final Acts: of two of the second",
        )
        for section, name in (("terror", "it_answers"), ("item", "power_cut"))
    ),
    (
        *("act", "endless_night"),
        {"effects": [{"op": "summon_second", "amount": 1}] * 2},
        *("effects", "summon_second stands there twice"),
    ),
    # an Item that brings itself back
    (
        *("item", "dynamite"),
        {"lasts": "discard", "effects": [{"op": "restock"}, {"op": "find", "amount": 1}]},
        *("effects", "find and restock: one that is discarded could find itself for ever"),
    ),
    # what may be declined
    ("card", "relay", {"effects": [STAR | {"optional": 1}]}, "effects", "symbol: 'optional' is for support effects"),
    ("item", "dynamite", one("ward", optional=1), "effects", "ward: 'optional' is for support effects outside fights"),
    ("location", "salem", one("ward", optional=1), "effects", "ward: 'optional' is for support effects outside fights"),
    ("terror", "it_answers", one("stir", optional=1), "effects", "stir: 'optional' is for support effects outside"),
    ("card", "relay", one("ward", optional=2), "effects", "'optional' is 2, allowed 0..1"),
    # what is missing
    *(
        (section, name, {field: None}, field, "is missing")
        for section, name, field in (
            ("card", "relay", "effects"),
            ("item", "dynamite", "effects"),
            ("item", "power_cut", "effects"),
            ("location", "salem", "effects"),
            ("investigator", "trapper", "first"),
            ("investigator", "trapper", "second"),
            ("investigator", "trapper", "third"),
            ("terror", "it_answers", "effects"),
            ("act", "endless_night", "effects"),
        )
    ),
    ("card", "relay", {"symbol": None}, "symbol", "missing"),
    ("card", "relay", {"symbol": "none"}, "symbol", "is 'none', allowed: star, shield, tentacle, eye, planet"),
    ("card", "relay", one("dig"), "effects", "'op' is 'dig', allowed: symbol, heal"),
    ("card", "relay", {"effects": [{"op": "ward"}] * 4}, "effects", "has 4 entries, capacity 3"),
    ("card", "relay", {"search": 3}, "search", "is 3, allowed 0..2"),
    ("card", "relay", {"xp": 1}, "xp", "unknown"),
    ("item", "dynamite", {"lasts": "forever"}, "lasts", "is 'forever', allowed: discard, remove, stays, event"),
    ("item", "dynamite", {"copies": 61}, "copies", "is 61, allowed 1..60"),
    ("terror", "it_answers", {"gems": 0}, "gems", "is 0, allowed 1..8"),
    ("act", "endless_night", {"gems": 10}, "gems", "is 10, allowed 1..9"),
    ("act", "endless_night", {"lasting": "rain"}, "lasting", "is 'rain', allowed: none, terror, dice, cards, strong"),
    ("investigator", "trapper", {"style": "magic"}, "style", "is 'magic', allowed: melee, ranged"),
    # Locations
    ("location", "salem", {"once": 0}, "price", "an action that may be used again and again needs one"),
    (
        "location",
        "salem",
        one("heal", amount=1) | {"once": 0, "price": 2},
        "effects",
        "heal: an action that may be used",
    ),
    *(
        (
            *("location", "salem"),
            one(op, amount=amount) | {"once": 0, "price": 2},
            *("effects", f"{op}: an action that may be used again and again could pay for itself"),
        )
        for op, amount in (("find", 1), ("restock", 0), ("terror", 1))
    ),
    ("location", "innsmouth", {"price": 1}, "price", "symbols of a Location are free"),
    ("location", "salem", {"price": 3}, "price", "is 3, allowed 0..2"),
    # foes
    ("cultist", "wharf_diver", {"symbols": "star eye"}, "symbols", "names 2 symbols, allowed 3..3"),
    ("cultist", "wharf_diver", {"symbols": "none"}, "symbols", "names 0 symbols, allowed 3..3"),
    ("cultist", "wharf_diver", {"symbols": "any"}, "symbols", "names 5 symbols, allowed 3..3"),
    ("cultist", "wharf_diver", {"symbols": "star eye moon"}, "symbols", "is 'star eye moon', expected words of: star"),
    ("cultist", "wharf_diver", {"symbol": "none"}, "symbol", "an ordinary Cultist has one"),
    ("cultist", "wharf_diver", {"god": "dagon"}, "god", "is 'dagon', no Great Old One of this file"),
    ("cultist", "wharf_diver", {"god": "azathoth"}, "god", "is of the second wave"),
    ("cultist", "wharf_diver", {"god": "choirmaster"}, "god", "is of the special wave"),
    ("cultist", "hollow_precentor", {"god": "cthulhu"}, "god", "is of the first wave"),
    ("cultist", "hollow_precentor", {"god": "azathoth"}, "god", "is of the second wave"),
    ("cultist", "cellar_gaunt", {"god": "choirmaster"}, "god", "is of the special wave"),
    ("cultist", "wharf_diver", {"players": ""}, "players", "is '', expected digits of 2345"),
    ("cultist", "wharf_diver", {"players": "1234"}, "players", "is '1234', expected digits of 2345"),
    # Terror that would set itself off for ever
    (
        "terror",
        "drums_below",
        one("terror", amount=2),
        "effects",
        "bring up to 2 steps of the Terror marker, 1 at most",
    ),
    ("terror", "missing_hours", one("terror", amount=3), "effects", "bring up to 3 steps of the Terror marker, 2 at"),
    ("terror", "missing_hours", one("madden", who="all"), "effects", "bring up to 5 steps of the Terror marker, 2 at"),
    (
        "terror",
        "drums_below",
        {"effects": [{"op": "madden", "who": "random"}, {"op": "terror", "amount": 1}]},
        "effects",
        "bring up to 2 steps of the Terror marker, 1 at most in a hard game",
    ),
    ("cultist", "wharf_diver", {"set": "promo"}, "set", "is 'promo', allowed: core, special, creatures"),
    ("god", "cthulhu", {"symbols": "star eye"}, "symbols", "names 2 symbols, allowed 3..9"),
    ("god", "cthulhu", {"symbols": "eye " * 10}, "symbols", "names 10 symbols, allowed 3..9"),
    ("god", "cthulhu", {"symbols": "eye eye moon"}, "symbols", "is 'eye eye moon', expected words of: star"),
    ("god", "cthulhu", {"wave": "third"}, "wave", "is 'third', allowed: first, second, special"),
    # decks
    ("investigator", "trapper", {"deck": [{"card": "excalibur", "copies": 9}]}, "deck", "no card 'excalibur' in this"),
    ("investigator", "trapper", {"deck": [{"card": "relay", "copies": 4}] * 2}, "deck", "names a card twice"),
    ("investigator", "trapper", {"deck": [{"card": "relay", "copies": 7}]}, "deck", "has 7 cards, allowed 8..40"),
    (
        "investigator",
        "trapper",
        {"deck": [{"card": c["id"], "copies": 9} for c in REGULAR[:4]] + [{"card": "relay", "copies": 5}]},
        "deck",
        "has 41 cards, allowed 8..40",
    ),
    ("investigator", "trapper", {"deck": None}, "deck", "missing"),
    # where they come from
    (
        "card",
        "relay",
        {"provenance": {"name": "designed", "values": "guess"}},
        "provenance.values",
        "is 'guess', allow",
    ),
]


@pytest.mark.parametrize(("section", "name", "keys", "field", "reason"), BAD)
def test_a_bad_card_is_refused_with_file_card_field_and_reason(section, name, keys, field, reason):
    with pytest.raises(ContentError) as error:
        read(changed(section, name, **keys))
    told = str(error.value)
    assert told.startswith("cards.toml: ")
    assert f"{name!r}, field {field!r}: {reason}" in told


def refuse(data: dict, message: str) -> None:
    with pytest.raises(ContentError, match=re.escape("cards.toml: " + message)):
        read(data)


def many(section: str, name: str, count: int, **keys) -> dict:
    """The reference cards with a kind of the section again and again, so that there are ``count`` kinds."""
    data = copy.deepcopy(REFERENCE)
    model = of(section, name, data)
    data[section] += [model | keys | {"id": f"{name}_{k}"} for k in range(count - len(data[section]))]
    return data


@pytest.mark.parametrize(
    ("section", "name", "capacity"),
    [
        ("card", "relay", 96),
        ("item", "dynamite", 40),
        ("location", "salem", 16),
        ("cultist", "wharf_diver", 56),
        ("god", "azathoth", 16),
        ("terror", "it_answers", 24),
        ("act", "endless_night", 8),
        ("investigator", "trapper", 12),
    ],
)
def test_so_many_kinds_fit(section, name, capacity):
    content = read(many(section, name, capacity))
    assert len(content.sections[section]) == capacity
    assert build(content, DEFAULTS, 5).shape == (1,)
    refuse(many(section, name, capacity + 1), f"{capacity + 1} {section} kinds, capacity {capacity}")


def ids(section: str) -> list[str]:
    return [c["id"] for c in CARDS[section]]


def test_so_many_items_are_needed_and_fit():
    """Four kinds of two cards, and two cards more; a deck holds 120."""
    few = [n for n in ids("item") if n not in ("tarnished_medal", "riveted_buckler", "jar_of_brine", "glass_eye")]
    data = without("item", *few)
    refuse(data, "card 'item', field 'copies': 8 in all, allowed 10..120")
    of("item", "glass_eye", data)["copies"] = 4
    assert copies(read(data).sections["item"]) == 10
    data = changed("item", "dynamite", copies=60)
    of("item", "laudanum", data)["copies"] = 33
    refuse(data, "card 'item', field 'copies': 121 in all, allowed 10..120")
    of("item", "laudanum", data)["copies"] = 32
    assert copies(read(data).sections["item"]) == 120


def test_terror_may_bring_as_many_steps_as_crystals_have_turned_it_over():
    assert read(changed("terror", "missing_hours", **one("terror", amount=2)))
    assert read(changed("terror", "drums_below", **one("madden", who="sanest")))
    assert read(changed("terror", "drums_below", gems=6, **one("madden", who="all")))


def test_terror_that_heals_and_summons_may_bring_a_step_for_each():
    data = changed("terror", "missing_hours", **one("heal", amount=4, who="all"))
    refuse(data, "card 'it_answers', field 'effects': bring up to 5 steps of the Terror marker, 1 at most")
    of("terror", "it_answers", data)["gems"] = 6
    assert read(data)


def test_so_many_terror_cards_are_needed_and_fit():
    data = without("terror", *ids("terror")[5:])
    of("terror", "one_too_many", data)["copies"] = 1
    refuse(data | {"terror": data["terror"][:4]}, "card 'terror', field 'copies': 5 in all, allowed 6..120")
    assert copies(read(data).sections["terror"]) == 6
    data = changed("terror", "drums_below", copies=60)
    of("terror", "cold_hands", data)["copies"] = 50
    refuse(data, "card 'terror', field 'copies': 122 in all, allowed 6..120")


def test_a_final_act_is_needed():
    refuse(without("act", *ids("act")), "card 'act', field 'copies': 0 in all, allowed 1..8")
    assert read(without("act", *ids("act")[1:]))


def test_five_investigators_are_needed():
    assert read(without("investigator", "trapper"))
    refuse(
        without("investigator", "trapper", "dockhand"), "card 'investigator', field 'copies': 4 in all, allowed 5..12"
    )


def test_the_cultists_of_a_god_are_of_one_sect():
    data = changed("cultist", "lodge_acolyte", god="cthulhu")
    refuse(data, "card 'cthulhu', field 'wave': Cultists of several sects worship it: star, tentacle")


def test_five_gods_of_the_first_wave_and_one_of_the_second_are_needed():
    data = changed("god", "yog_sothoth", wave="second")
    sect = next(c["symbol"] for c in data["cultist"] if c["god"] == "cthulhu")
    for c in data["cultist"]:
        if c["god"] == "yog_sothoth":
            c["god"], c["symbol"] = "cthulhu", sect
    refuse(data, "card 'first wave of god', field 'copies': 4 in all, allowed 5..16")
    second = ("azathoth", "nyarlathotep", "the_last_tide")
    refuse(without("god", *second), "card 'second wave of god', field 'copies': 0 in all, allowed 1..16")
    assert read(without("god", *second[1:]))


def test_a_special_sect_has_one_god_and_ten_cards():
    """Or neither."""
    sect = [c["id"] for c in SPECIAL]
    assert read(without("cultist", *sect) | {"god": without("god", "choirmaster")["god"]})
    refuse(
        many("god", "choirmaster", 10, id="second"),
        "card 'special wave of god', field 'copies': 2 in all, allowed 1..1",
    )
    refuse(without("cultist", "hollow_chorister"), "card 'special cultist', field 'copies': 8 in all, allowed 10..120")
    assert (
        copies(c for c in read(without("cultist", "hollow_understudy")).sections["cultist"] if c["set"] == "special")
        == 10
    )


def test_five_creatures_fit():
    refuse(changed("cultist", "cellar_gaunt", copies=3), "card 'creatures', field 'copies': 6 in all, allowed 0..5")
    assert read(without("cultist", *(c["id"] for c in CREATURES)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_cultist_deck_of_25_is_needed_by_each_number_of_players(players):
    """Cards that are for the others do not count."""
    others = "2345".replace(str(players), "")
    data = copy.deepcopy(REFERENCE)
    for c in data["cultist"]:
        if c["symbol"] in ("star", "shield") and c.get("set", "core") == "core":
            c["players"] = others
    fits = 21 if players in (3, 4) else 24
    refuse(data, f"card 'cultist deck of {players} players', field 'copies': {fits} in all, allowed 25..120")
    of("cultist", "wharf_diver", data)["copies"] += 25 - fits
    assert build(read(data), DEFAULTS, players)[0]["cultist_copies"].sum() == 25 + 17


def test_a_cultist_deck_of_120_fits():
    data = changed("cultist", "wharf_diver", copies=60)
    of("cultist", "wharf_caulker", data)["copies"] = 26
    refuse(data, "card 'cultist deck of 2 players', field 'copies': 122 in all, allowed 25..120")
    of("cultist", "wharf_caulker", data)["copies"] = 24
    assert read(data)


@pytest.mark.parametrize("symbol", NAMES)
def test_a_location_of_each_symbol_is_needed(symbol):
    two = [c["id"] for c in CARDS["location"] if c["symbol"] == symbol]
    assert read(without("location", two[0]))
    refuse(without("location", *two), f"card 'location', field 'symbol': no Location has the symbol {symbol}")


def test_foes_without_effects_are_allowed():
    """Cultists and Great Old Ones may come and go quietly."""
    assert read(changed("god", "cthulhu", effects=None))
    assert read(changed("cultist", "hollow_precentor", effects=None, revenge=None))
