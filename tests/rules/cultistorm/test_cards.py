"""Investigator cards, Items, Locations and abilities: each is played once, as a support or by itself, or spent in a
fight. What that changes is written here and not read from the cards."""

import pytest

from elderzoo.envs.cultistorm.state import NAMES

from .changes import (
    busy,
    changes,
    counted,
    draws,
    fight,
    goes,
    gone,
    moves,
    paid,
    recalls,
    scripted,
    together,
    turned,
)
from .story import decision, game, named, play, table

SECTIONS = game().content.sections
DECKS = {card["id"]: {row["card"]: row.get("copies", 1) for row in card["deck"]} for card in SECTIONS["investigator"]}


def of_kind(section: str, *lasts: str) -> list[str]:
    return [card["id"] for card in SECTIONS[section] if not lasts or card["lasts"] in lasts]


# -------------------------------------------------------------------------------------------- Investigator cards

# Card; the symbol it is in its owner's fight, what the support costs and brings (an Insanity, a new card), and its
# search icons; then what a friend draws or rolls, what is answered, what changes beside the card and that.
SUPPORTS = [
    ("coffee_on_the_roof", "star insanity card", "", "", {"insanity 1": -1}),
    ("walk_each_other_home", "shield insanity card", "", "accept place:4", {"insanity 1": -1, **moves(1, 1, 4)}),
    (
        *("hand_of_cards", "tentacle insanity card", "dice:star", "accept die:eye"),
        {"insanity 1": -1, **turned(1, "eye", "star")},
    ),
    ("talk_it_over", "eye insanity card", "", "accept slot:2", {"insanity 1": -1, "open 2 shared_dream": 1}),
    ("letter_from_home", "planet insanity", "1:coil_of_rope", "", {"insanity 1": -1, **draws(1, "coil_of_rope")}),
    ("spare_charm", "star insanity card icon", "dice:planet", "", {"dice 1 planet": 1}),
    ("chalk_circle", "shield insanity card", "", "", {"ward 1": 1}),
    ("sleep_in_shifts", "shield insanity card", "", "accept slot:3", {"protected 1": 1, "crystals 3": -1}),
    ("up_the_fire_escape", "tentacle insanity card", "", "place:0 accept", {**moves(1, 1, 0), "sharp 1": 1}),
    ("second_look", "tentacle insanity", "", "card:bar_the_door", recalls(1, "bar_the_door")),
    ("twist_of_the_wrist", "eye insanity card", "", "die:eye symbol:star", turned(1, "eye", "star")),
    (
        *("raise_the_alarm", "eye insanity card", "", "slot:0 accept"),
        {**goes("lodge_acolyte", 1, 2), "die 1 eye": -1},
    ),
    (
        *("emptied_pockets", "planet insanity card icon", "dice:wild,star", "accept die:eye"),
        {"pool wild": 1, **turned(1, "eye", "star")},
    ),
    (
        "compare_notes",
        "planet insanity card",
        "1:coil_of_rope,harpoon_rack",
        "",
        draws(1, "coil_of_rope", "harpoon_rack"),
    ),
    ("bar_the_door", "shield card", "", "accept", {"ward 1": 1, "protected 1": 1}),
    ("coil_of_rope", "star card", "1:night_shift", "place:3", {**moves(1, 1, 3), **draws(1, "night_shift")}),
    ("smelling_salts", "planet card", "", "accept", {"insanity 1": -3, "permanent 1": -1}),
    ("night_shift", "eye card", "", "accept", {"protected 1": 1, "insanity 1": -1}),
    ("cast_out", "star card", "", "slot:1", {**gone("wharf_diver", 1), "terror_at": 1, "crystals 1": 1}),
    ("hallowed_ground", "star card", "", "slot:2 accept", {"crystals 2": -1, "ward 1": 1}),
    (
        *("spring_the_trap", "tentacle card", "", "slot:1 slot:0"),
        {**goes("wharf_diver", 1, 2), **goes("lodge_acolyte", 1, 2)},
    ),
    ("lamp_on_the_ridge", "star card", "1:coil_of_rope", "accept", {**draws(1, "coil_of_rope"), "sharp 1": 1}),
    (
        "loaded_dice",
        "star card",
        "dice:planet",
        "accept die:eye symbol:star",
        {"dice 1 planet": 1, **turned(1, "eye", "star")},
    ),
    ("vanishing_act", "tentacle card", "", "place:4 accept", {**moves(1, 1, 4), "die 4 star": -1}),
    ("relay", "eye", "", "card:bar_the_door card:haymaker", recalls(1, "bar_the_door", "haymaker")),
    (
        *("wire_for_supplies", "planet card icon", "items:laudanum,glass_eye,blank_amulet", "item:laudanum accept"),
        # One is kept; the others, discarded, go back into the deck with what lay there.
        {"items 1 laudanum": 1, "item_discards brass_orrery": -1},
    ),
    ("forewarned", "eye card", "", "slot:3 accept slot:1", {"crystals 3": -2, "open 1 drums_below": 1}),
]

# Card, the same, the symbols that a friend gets for it in a fight.
LENT = [
    ("salt_line", "star insanity card", {"shield+planet": 1}),
    ("tide_tables", "star insanity card icon", {"tentacle+eye": 1}),
    ("harpoon_rack", "shield insanity card", {"star+tentacle": 1}),
    ("borrowed_lens", "shield insanity card", {"eye+planet": 1}),
    ("divers_helmet", "tentacle insanity card", {"shield+eye": 1}),
    ("sextant_reading", "tentacle insanity card", {"star+planet": 1}),
    ("deep_water_chart", "eye insanity card icon", {"tentacle+planet": 1}),
    ("watchmans_lantern", "eye insanity card", {"star+shield": 1}),
    ("comet_log", "planet insanity card", {"star+eye": 1}),
    ("lead_lined_net", "planet insanity card", {"shield+tentacle": 1}),
    ("untaught_word", "shield insanity card", {"star+shield+tentacle+eye+planet": 1}),
    ("locked_case_page", "tentacle insanity", {"star+shield+tentacle+eye+planet": 1}),
    ("haymaker", "star", {"star+shield": 2}),
    ("steady_hands", "eye card", {"shield+eye+planet": 1}),
    ("old_hymn", "planet", {"star": 1, "planet": 1}),
    ("two_barrels", "eye card", {"star+shield+tentacle+eye+planet": 1}),
    ("up_the_sleeve", "shield", {"star+shield+tentacle+eye+planet": 1}),
]
CARDS = [row[:2] for row in SUPPORTS + LENT]


def test_every_investigator_card_has_a_row():
    assert sorted(row[0] for row in SUPPORTS + LENT) == sorted(of_kind("card"))


def owner_of(name: str) -> str:
    """Somebody whose deck has the card: the Dockhand only where nobody else has it."""
    return [who for who, deck in DECKS.items() if name in deck][-1]


def cast(name: str, **fields) -> dict:
    """Fields of a position in which seat 0 has the card, and in the own deck one other card; seat 1, a friend with a
    melee weapon, has other cards."""
    owner = owner_of(name)
    friend = "night_nurse" if owner == "dockhand" else "dockhand"
    other = "lay_preacher" if owner == "trapper" else "trapper"
    if owner == "dockhand":
        fields = {"discards": {}} | fields
    return {"investigators": {0: owner, 1: friend, 2: other}, "deck": {0: {last_card(name): 1}}} | fields


def last_card(name: str) -> str:
    return next(card for card in DECKS[owner_of(name)] if card != name)


def price(name: str, says: str) -> dict:
    """What a support costs and brings who plays it."""
    out = {f"hand 0 {name}": -1}
    if "insanity" in says.split():
        out["insanity 0"] = 1
    return together(out, draws(0, last_card(name))) if "card" in says.split() else out


def supported(name: str, says: str, script: str, answers: str) -> tuple:
    """The card is played for the friend, who resolves it at place 1."""
    s = busy(1, 1, hand={0: {name: 1}}, **cast(name))
    scripted(s, script)
    before = counted(s)
    play(s, f"support:{name}")
    if decision(s) == (0, "support_whom"):
        play(s, "seat+1")
    play(s, *answers.split())
    assert decision(s) == (1, "investigate"), "all is resolved"
    assert s.record["forced_n"] == 0
    return changes(before, s)


@pytest.mark.parametrize(("name", "says", "script", "answers", "effect"), SUPPORTS, ids=[row[0] for row in SUPPORTS])
def test_a_card_supports_a_friend(name, says, script, answers, effect):
    expected = together(effect, price(name, says), {f"discards 0 {name}": 1})
    assert supported(name, says, script, answers) == expected


@pytest.mark.parametrize(("name", "says", "gives"), LENT, ids=[row[0] for row in LENT])
def test_a_card_for_fights_lies_in_front_of_a_friend(name, says, gives):
    expected = {f"lent_to 1 {name}": 1, f"lent_by 0 {name}": 1}
    assert supported(name, says, "", "") == together(expected, price(name, says))


@pytest.mark.parametrize(("name", "says", "gives"), LENT, ids=[row[0] for row in LENT])
def test_in_a_fight_it_gives_the_friend_symbols(name, says, gives):
    s = fight(1, 0, lent_to={1: {name: 1}}, lent_by={0: {name: 1}}, **cast(name))
    before = counted(s)
    play(s, f"support:{name}")
    expected = {f"lent_to 1 {name}": -1, f"lent_by 0 {name}": -1, f"discards 0 {name}": 1}
    assert changes(before, s) == expected | paid(gives)
    assert decision(s) == (1, "pay")


@pytest.mark.parametrize(("name", "says"), [row[:2] for row in SUPPORTS + LENT], ids=[r[0] for r in SUPPORTS + LENT])
def test_in_a_fight_of_its_owner_a_card_is_the_symbol_on_it(name, says):
    s = fight(0, 0, hand={0: {name: 1}}, **cast(name))
    before = counted(s)
    play(s, f"card:{name}")
    expected = {f"paid {says.split()[0]}": 1, f"hand 0 {name}": -1, f"discards 0 {name}": 1}
    assert changes(before, s) == expected


@pytest.mark.parametrize(("name", "says"), [row[:2] for row in SUPPORTS + LENT], ids=[r[0] for r in SUPPORTS + LENT])
def test_a_card_with_a_search_icon_lets_its_owner_search_for_one_item(name, says):
    s = table(3, hand={0: {name: 1}}, **cast(name))
    assert ("search" in s.legal_names()) == ("icon" in says.split())
    if "icon" in says.split():
        scripted(s, "items:laudanum")
        play(s, "search")
        assert named(s, "found", vocab="item") == {"laudanum": 1}
        assert s.record["forced_n"] == 0


# -------------------------------------------------------------------------------------------------------- Items

USED_UP, REMOVED, STAYS = "discard", "remove", "stays"

# Item, what becomes of it, what its owner draws or rolls, what is answered, what changes beside the Item.
ITEMS = [
    ("bootleg_whiskey", USED_UP, "", "", {"insanity 0": -1}),
    ("dandelion_wine", USED_UP, "0:coil_of_rope", "", {"insanity 0": -1, **draws(0, "coil_of_rope")}),
    ("spiced_rum", USED_UP, "dice:star", "", {"insanity 0": -1, "pool star": 1}),
    (
        *("dynamite", REMOVED, "", "slot:1 slot:0"),
        {**gone("wharf_diver", 0), **gone("lodge_acolyte", 0), "terror_at": 1, "crystals 1": 1},
    ),
    ("laudanum", REMOVED, "", "", {"insanity 0": -1, "permanent 0": -1}),
    ("pawn_ticket", REMOVED, "0:coil_of_rope", "", {"item_discards brass_orrery": -1, **draws(0, "coil_of_rope")}),
    ("confession", REMOVED, "", "symbol:eye", {"trophies 0 eye": 1}),
    ("pocket_almanac", STAYS, "dice:star", "die:eye", turned(0, "eye", "star")),
    ("railway_pass", STAYS, "", "place:3", moves(0, 0, 3)),
    ("field_telescope", STAYS, "", "", {"sharp 0": 1}),
]

# Item, what becomes of it, the symbols it gives in a fight.
SPENT_ITEMS = [
    ("tarnished_medal", USED_UP, {"star+tentacle": 1}),
    ("riveted_buckler", USED_UP, {"shield+eye": 1}),
    ("jar_of_brine", USED_UP, {"tentacle+planet": 1}),
    ("glass_eye", USED_UP, {"star+eye": 1}),
    ("brass_orrery", USED_UP, {"shield+planet": 1}),
    ("blank_amulet", USED_UP, {"star+shield+tentacle+eye+planet": 1}),
    ("burning_page", REMOVED, {"star+shield+tentacle+eye+planet": 2}),
    ("knuckle_of_meteorite", STAYS, {"planet": 1}),
]


def test_every_item_has_a_row():
    assert sorted(row[0] for row in ITEMS + SPENT_ITEMS) == sorted(of_kind("item", USED_UP, REMOVED, STAYS))


def used(name: str, lasts: str) -> dict:
    if lasts == STAYS:
        return {f"worn 0 {name}": 1}
    return {f"items 0 {name}": -1, f"item_{'box' if lasts == REMOVED else 'discards'} {name}": 1}


@pytest.mark.parametrize(("name", "lasts", "script", "answers", "effect"), ITEMS, ids=[row[0] for row in ITEMS])
def test_an_item_is_used(name, lasts, script, answers, effect):
    s = busy(0, 0, items={0: {name: 1}})
    scripted(s, script)
    before = counted(s)
    play(s, f"item:{name}", *answers.split())
    assert changes(before, s) == together(effect, used(name, lasts))
    assert decision(s) == (1, "investigate"), "all is resolved"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "lasts", "gives"), SPENT_ITEMS, ids=[row[0] for row in SPENT_ITEMS])
def test_an_item_is_spent_in_a_fight(name, lasts, gives):
    s = fight(0, 0, items={0: {name: 1}})
    before = counted(s)
    play(s, f"item:{name}")
    assert changes(before, s) == used(name, lasts) | paid(gives)
    assert decision(s) == (0, "pay")
    assert f"item:{name}" not in s.legal_names()


# ---------------------------------------------------------------------------------------------------- Locations

# Location, its symbol, the Insanity that a use costs (0 where it is for one use a round), what its visitor draws or
# rolls, what is answered, what changes beside that. The symbol is also the number of the place where it lies.
PLACES = [
    ("arkham", "star", 0, "0:coil_of_rope", "", draws(0, "coil_of_rope")),
    ("salem", "shield", 0, "", "", {"protected 0": 1}),
    ("keepers_lighthouse", "shield", 0, "", "slot:3", {"crystals 3": -1}),
    ("drowned_chapel", "tentacle", 1, "dice:planet", "", {"dice 0 planet": 1}),
    ("kingsport", "eye", 0, "", "", {"insanity 0": -1}),
    ("curio_market", "eye", 0, "items:glass_eye", "item:glass_eye", {"items 0 glass_eye": 1}),
    ("dunwich", "planet", 0, "", "", {"die 4 eye": -1}),
    ("standing_stones", "planet", 0, "", "die:eye symbol:star", turned(0, "eye", "star")),
]

# Location, its symbol, the symbols it gives in a fight there.
PLACES_FOR_FIGHTS = [
    ("hilltop_observatory", "star", {"star+eye+planet": 1}),
    ("innsmouth", "tentacle", {"star+shield+tentacle": 1}),
]


def test_every_location_has_a_row():
    assert sorted(row[0] for row in PLACES + PLACES_FOR_FIGHTS) == sorted(of_kind("location"))


@pytest.mark.parametrize(("name", "symbol", "cost", "script", "answers", "effect"), PLACES, ids=[r[0] for r in PLACES])
def test_a_location_is_used(name, symbol, cost, script, answers, effect):
    x = NAMES.index(symbol)
    s = busy(0, x, location={x: name}, shrine={x: 1})
    scripted(s, script)
    before = counted(s)
    play(s, "use_location", *answers.split())
    assert changes(before, s) == together(effect, {f"used_place {x}": 1, "insanity 0": cost})
    assert decision(s) == (1, "investigate"), "all is resolved"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "symbol", "cost"), [row[:3] for row in PLACES], ids=[row[0] for row in PLACES])
def test_a_location_is_for_one_use_a_round_unless_it_has_a_price(name, symbol, cost):
    x = NAMES.index(symbol)
    s = busy(0, x, location={x: name}, shrine={x: 1}, used_place={x: 1})
    assert ("use_location" in s.legal_names()) == (cost > 0)


@pytest.mark.parametrize(("name", "symbol", "gives"), PLACES_FOR_FIGHTS, ids=[row[0] for row in PLACES_FOR_FIGHTS])
def test_a_location_is_spent_in_a_fight(name, symbol, gives):
    x = NAMES.index(symbol)
    s = fight(0, x, location={x: name}, shrine={x: 1})
    before = counted(s)
    play(s, "use_location")
    assert changes(before, s) == {f"used_place {x}": 1} | paid(gives)
    assert "use_location" not in s.legal_names()


@pytest.mark.parametrize(
    ("name", "symbol"), [row[:2] for row in PLACES + PLACES_FOR_FIGHTS], ids=[r[0] for r in PLACES + PLACES_FOR_FIGHTS]
)
def test_a_cultist_is_stronger_by_the_symbol_of_the_location_if_it_is_of_its_sect(name, symbol):
    """A Lodge Acolyte takes a Star more where the Location shows a Star; elsewhere it does not."""
    x = NAMES.index(symbol)
    others = {"fought": {1: 1, 2: 1}, "at": {0: x, 1: x, 2: x}}
    s = table(3, phase="combat", location={x: name}, cultists=[("lodge_acolyte", x)], aims={0: [0]}, **others)
    play(s, "fight")
    assert named(s, "need", vocab="symbol") == {"star": 2 if symbol == "star" else 1, "shield": 1, "tentacle": 1}


# ------------------------------------------------------------------------------------------------ investigators

# Investigator, whether they shoot, and by level what they draw or roll, what is answered, what changes beside that.
SHOOTS = {
    "dockhand": False,
    "night_nurse": False,
    "lay_preacher": False,
    "trapper": True,
    "stage_magician": True,
    "telegraphist": True,
}
ABILITIES = [
    ("dockhand", 3, "dice:planet", "", {"dice 0 planet": 1}),
    ("night_nurse", 2, "", "", {"insanity 0": -1}),
    ("night_nurse", 3, "", "", {"protected 0": 1}),
    ("lay_preacher", 2, "", "", {"die 0 eye": -1}),
    ("lay_preacher", 3, "", "slot:3", {"crystals 3": -1}),
    ("trapper", 3, "", "slot:1", goes("wharf_diver", 0, 1)),
    ("stage_magician", 1, "dice:star", "die:eye", turned(0, "eye", "star")),
    ("stage_magician", 2, "", "die:eye symbol:star", turned(0, "eye", "star")),
    ("stage_magician", 3, "dice:planet", "", {"pool planet": 1}),
    ("telegraphist", 1, "", "place:3", moves(0, 0, 3)),
    ("telegraphist", 2, "0:salt_line", "", draws(0, "salt_line")),
    ("telegraphist", 3, "", "card:relay", recalls(0, "relay")),
]

# Investigator, level, the symbols it gives in a fight.
ABILITIES_FOR_FIGHTS = [
    ("dockhand", 1, {"star": 1}),
    ("dockhand", 2, {"star+shield+tentacle": 1}),
    ("night_nurse", 1, {"shield": 1}),
    ("lay_preacher", 1, {"planet": 1}),
    ("trapper", 1, {"tentacle": 1}),
    ("trapper", 2, {"tentacle+eye": 1}),
]
ALL_ABILITIES = [row[:2] for row in ABILITIES + ABILITIES_FOR_FIGHTS]


def test_every_ability_has_a_row():
    everybody = of_kind("investigator")
    assert sorted(ALL_ABILITIES) == sorted((who, level) for who in everybody for level in (1, 2, 3))
    assert sorted(SHOOTS) == sorted(everybody)


def learned(who: str, level: int) -> dict:
    """Fields of a position in which seat 0 has learned so many abilities, and two of its cards are discarded."""
    rest = [name for name in ("dockhand", "night_nurse", "trapper") if name != who]
    discards = dict.fromkeys(list(DECKS[who])[:2], 1)
    return {"investigators": {0: who, 1: rest[0], 2: rest[1]}, "level": {0: level}, "discards": {0: discards}}


@pytest.mark.parametrize(
    ("who", "level", "script", "answers", "effect"), ABILITIES, ids=[f"{r[0]}{r[1]}" for r in ABILITIES]
)
def test_an_ability_is_used(who, level, script, answers, effect):
    s = busy(0, 0, **learned(who, level))
    scripted(s, script)
    before = counted(s)
    play(s, f"ability:{level}", *answers.split())
    assert changes(before, s) == effect | {f"used_ability 0 {level}": 1}
    assert decision(s) == (1, "investigate"), "all is resolved"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(
    ("who", "level", "gives"), ABILITIES_FOR_FIGHTS, ids=[f"{r[0]}{r[1]}" for r in ABILITIES_FOR_FIGHTS]
)
def test_an_ability_is_spent_in_a_fight(who, level, gives):
    s = fight(0, 0, **learned(who, level))
    before = counted(s)
    play(s, f"ability:{level}")
    assert changes(before, s) == {f"used_ability 0 {level}": 1} | paid(gives)
    assert f"ability:{level}" not in s.legal_names()


@pytest.mark.parametrize(("who", "level"), ALL_ABILITIES, ids=[f"{r[0]}{r[1]}" for r in ALL_ABILITIES])
def test_an_ability_of_a_higher_level_is_not_there_yet(who, level):
    """Neither in the Investigator Phase nor in a fight."""
    for s in (busy(0, 0, **learned(who, level - 1)), fight(0, 0, **learned(who, level - 1))):
        assert f"ability:{level}" not in s.legal_names()


@pytest.mark.parametrize(("who", "shoots"), SHOOTS.items())
def test_who_shoots_fights_any_cultist_of_the_column(who, shoots):
    there = [("lodge_acolyte", 0), ("wharf_diver", 0)]
    s = table(3, phase="combat", cultists=there, aims={0: [1]}, fought={1: 1, 2: 1}, **learned(who, 0))
    assert ("fight" in s.legal_names()) == shoots
