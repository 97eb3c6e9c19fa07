"""Terror cards, Final Acts, Great Old Ones, Cultists and Unexpected Events: each takes effect once. What that changes
is written here and not read from the cards."""

from collections import Counter

import pytest

from elderzoo.envs.core.game import State
from elderzoo.envs.cultistorm import SPEC

from .changes import HANDS, VICTIMS, changes, counted, discards, lost, scripted, thinned, together
from .fights import combat, held_up, needed, takes
from .phases import begun, insanity, terror_ahead
from .story import cultists, decision, game, gods, items_drawn, play, table

SECTIONS = game().content.sections


def ids(section: str, **keys) -> list[str]:
    return [card["id"] for card in SECTIONS[section] if all(card[key] == value for key, value in keys.items())]


SHOCK = {"insanity 0": 1, "insanity 1": 1, "insanity 2": 1}
DISCARDS = together(discards(0, "bar_the_door"), discards(1, "two_barrels"), discards(2, "steady_hands"))
DICE = {"die 0 star": 1, "die 1 shield": 1, "die 3 eye": 1, "die 4 planet": 1}
ROLL = "dice:star,shield,blank,eye,planet"
BOX = ("cold_hands", "missing_hours", "shared_dream", "lit_windows")  # for the rest of the Terror circle


def waits(place: int, name: str, players=3, **fields) -> State:
    """Seat 0 aims at this Cultist, at place ``place``; the last seat, alone at place 4, aims at another there, and is
    asked next. Nobody else has to fight."""
    last = players - 1
    fields = {"at": {0: place, 1: 3, last: 4}, "fought": dict.fromkeys(range(1, last), 1)} | VICTIMS | fields
    return combat([(name, place), ("society_secretary", 4)], {0: [0], last: [1]}, players=players, **fields)


def idle(terror="one_too_many", there="lodge_acolyte", players=3, **fields) -> State:
    """Seat 0 passes: then seat 1, at place 3 without Cultists, has not fought, which moves the Terror marker, and the
    last seat is asked. The Terror card named lies at place 1."""
    rest = [card for card in BOX if card != terror]
    fought = {0: 1} | dict.fromkeys(range(2, players - 1), 1)
    return waits(0, there, players, fought=fought, terror=(rest[0], terror, *rest[1:3]), **fields)


def by_terror(name: str, script: str, answers: str, **fields) -> dict:
    """What changes when the card is turned over, beside the card itself. One Shadow Too Many lies there next."""
    gems = next(row[1] for row in TERRORS if row[0] == name)
    s = idle(name, crystals={1: gems - 1}, **fields)
    scripted(s, f"terror:one_too_many {script}")
    before = counted(s)
    play(s, "pass", *answers.split())
    assert decision(s) == (s.game.num_players - 1, "combat"), "all is resolved"
    assert s.record["forced_n"] == 0
    flipped = {"terror_at": -1, "crystals 1": gems - 1, f"terror_used {name}": -1}
    return together(changes(before, s), flipped)


# ------------------------------------------------------------------------------------------------- Terror cards

# Terror card, gems, chance, answers, what changes.
TERRORS = [
    ("one_too_many", 2, "", "seat+1", {"insanity 1": 1}),
    ("last_sane_voice", 3, "", "", {"insanity 2": 2}),
    ("shared_dream", 3, "", "", SHOCK),
    ("lit_windows", 2, "chance:2 cultists:wharf_diver", "", {"wharf_diver at 2": 1}),
    ("drums_below", 2, "cultists:wharf_diver", "", {"marker": 1, "wharf_diver at 1": 1}),
    ("missing_hours", 3, "chance:0,1,0", "", DISCARDS),
    ("cold_hands", 2, "", "", {"fewer_dice": 1}),
    ("sleepless_night", 3, ROLL, "", {"fewer_cards 1": 1, **DICE}),
    ("it_answers", 2, "chance:1", "", together(SHOCK, {"shub_niggurath at 0": 1, "insanity 2": 1})),
    ("shuttered_town", 2, "chance:1", "", {"shrine 3": -1}),
    ("grave_robbed", 2, "chance:0,1", "", {"trophies 0 shield": -1}),
    (
        *("procession", 2, "cultists:wharf_diver,meadow_reaper", ""),
        {**thinned("wharf_diver", "meadow_reaper"), "terror_at": 1, "crystals 2": 1},
    ),
]


def test_every_terror_card_has_a_row():
    assert sorted(row[0] for row in TERRORS) == sorted(ids("terror"))


@pytest.mark.parametrize(("name", "gems", "script", "answers", "effect"), TERRORS, ids=[row[0] for row in TERRORS])
def test_a_terror_card_is_turned_over(name, gems, script, answers, effect):
    assert by_terror(name, script, answers) == effect


@pytest.mark.parametrize(("name", "gems"), [row[:2] for row in TERRORS], ids=[row[0] for row in TERRORS])
def test_a_terror_card_is_not_turned_over_before(name, gems):
    s = idle(name, crystals={1: gems - 2})
    before = counted(s)
    play(s, "pass")
    assert changes(before, s) == {"terror_at": 1, "crystals 1": 1}


# --------------------------------------------------------------------------------------------------- Final Acts


def by_act(name: str, script: str, answers: str, **fields) -> dict:
    """What changes when the Final Act begins, beside the act itself."""
    gems = next(row[1] for row in ACTS if row[0] == name)
    s = idle(act=name, terror_at=3, crystals={4: gems - 1}, **fields)
    scripted(s, script)
    before = counted(s)
    play(s, "pass", *answers.split())
    assert decision(s) == (2, "combat"), "all is resolved"
    assert s.record["forced_n"] == 0
    begins = {"terror_at": -1, "crystals 4": gems - 1, f"act_now {name}": -1}
    return together(changes(before, s), begins)


TIDE = {"the_last_tide at 0": 1, "act_god the_last_tide": 1, **SHOCK}

# Final Act, gems, chance, what changes at once (the Last Tide finds no Items).
ACTS = [
    ("stars_come_right", 5, "chance:2", TIDE),
    ("endless_night", 5, "chance:2,1", {**TIDE, "shrine 3": -1}),
    ("masters_voice", 5, f"chance:2 {ROLL}", {**TIDE, **DICE}),
]
# Final Act, steps of the Terror marker in a Terror Phase, dice of a pool and cards of a hand of three players, Stars
# that a Wharf Diver takes where the Location shows a Star, from then on.
LASTING = [
    ("stars_come_right", 2, 3, 4, 1),
    ("endless_night", 1, 2, 4, 1),
    ("masters_voice", 1, 3, 4, 2),
]


def test_every_final_act_has_a_row():
    assert sorted(row[0] for row in ACTS) == sorted(row[0] for row in LASTING) == sorted(ids("act"))


@pytest.mark.parametrize(("name", "gems", "script", "effect"), ACTS, ids=[row[0] for row in ACTS])
def test_a_final_act_begins(name, gems, script, effect):
    assert by_act(name, script, "", items={}) == effect


@pytest.mark.parametrize(("name", "gems"), [row[:2] for row in ACTS], ids=[row[0] for row in ACTS])
def test_a_final_act_does_not_begin_before(name, gems):
    s = idle(act=name, terror_at=3, crystals={4: gems - 2})
    before = counted(s)
    play(s, "pass")
    assert changes(before, s) == {"terror_at": 1, "crystals 4": 1}


@pytest.mark.parametrize(("name", "steps", "dice", "cards", "stars"), LASTING, ids=[row[0] for row in LASTING])
def test_what_a_final_act_changes_for_the_rest_of_the_game(name, steps, dice, cards, stars):
    s = terror_ahead(**begun(name))
    play(s, "pass")
    assert s.record["terror_at"] == steps
    assert s.record["pool"].sum() == dice
    assert s.record["hand_count"][0] == cards
    assert takes(combat([("wharf_diver", 0)], **begun(name)))["star"] == stars


# ----------------------------------------------------------------------------------------------- Great Old Ones

# Great Old One, the symbols on it, chance (the first is which of its wave comes), answers, what changes when it enters
# play: beside the Insanity that everybody suffers.
FIRST_WAVE = [
    ("hastur", "star star shield tentacle planet", "chance:0,0,1,0", "", DISCARDS),
    ("shub_niggurath", "star shield shield eye planet", "chance:1", "", {"insanity 2": 1}),
    ("cthulhu", "shield tentacle tentacle eye planet", "chance:2", "seat+1", {"permanent 1": 1, "insanity 1": 1}),
    ("the_unlidded", "star tentacle eye eye planet", f"chance:3 {ROLL}", "", {**DICE, "fewer_dice": 1}),
    (
        *(
            "yog_sothoth",
            "star shield tentacle eye planet",
            "chance:4 cultists:wharf_diver,wharf_pilot,meadow_reaper",
            "",
        ),
        thinned("wharf_diver", "wharf_pilot", "meadow_reaper"),
    ),
]
SECOND_WAVE = [
    # The Terror marker goes on, from the place of the Final Act past the start, where a Location is activated.
    (
        *("azathoth", "star shield tentacle eye planet planet", "chance:0", "place:0"),
        {"terror_at": -3, "crystals 0": 1, "crystals 1": 1, "shrine 0": 1},
    ),
    (
        *("nyarlathotep", "star star shield tentacle eye eye", "chance:1,0,1", "seat+1"),
        {"trophies 1 eye": -1, "shrine 3": -1},
    ),
    (
        *("the_last_tide", "shield shield tentacle tentacle eye planet", "chance:2,1,0,0", ""),
        {**lost(0, "laudanum"), **lost(1, "dynamite"), **lost(2, "railway_pass")},
    ),
]
SPECIAL_WAVE = [
    (
        *("choirmaster", "star eye eye planet planet", "", ""),
        {"fewer_cards 0": 1, "fewer_cards 1": 1, "fewer_cards 2": 1},
    ),
]
ALL_GODS = FIRST_WAVE + SECOND_WAVE + SPECIAL_WAVE


def test_every_great_old_one_has_a_row():
    rows = {"first": FIRST_WAVE, "second": SECOND_WAVE, "special": SPECIAL_WAVE}
    for wave, found in rows.items():
        assert [row[0] for row in found] == ids("god", wave=wave), "the order is that of the choice by chance"


@pytest.mark.parametrize(("name", "symbols", "script", "answers", "effect"), FIRST_WAVE, ids=[g[0] for g in FIRST_WAVE])
def test_a_great_old_one_is_summoned_by_terror(name, symbols, script, answers, effect):
    assert by_terror("it_answers", script, answers) == together(SHOCK, {f"{name} at 0": 1}, effect)


@pytest.mark.parametrize(
    ("name", "symbols", "script", "answers", "effect"), SECOND_WAVE, ids=[g[0] for g in SECOND_WAVE]
)
def test_a_great_old_one_is_summoned_by_a_final_act(name, symbols, script, answers, effect):
    comes = {f"{name} at 0": 1, f"act_god {name}": 1, **SHOCK}
    assert by_act("stars_come_right", script, answers) == together(comes, effect)


@pytest.mark.parametrize(("name", "symbols", "script", "answers", "effect"), SPECIAL_WAVE, ids=["choirmaster"])
def test_the_one_of_the_special_sect_is_summoned_where_a_special_cultist_is_in_play(
    name, symbols, script, answers, effect
):
    there = "hollow_precentor"
    expected = together(SHOCK, {f"{name} at 0": 1}, effect)
    assert by_terror("it_answers", script, answers, there=there, **rules_of(there)) == expected


@pytest.mark.parametrize(("name", "symbols"), [row[:2] for row in ALL_GODS], ids=[row[0] for row in ALL_GODS])
def test_what_a_great_old_one_takes(name, symbols):
    """At the Location of the Star, which adds one."""
    s = held_up((), {0: ["great_old_one"]}, gods={name: 0}, fought={1: 1})
    assert takes(s) == Counter([*symbols.split(), "star"])


# ----------------------------------------------------------------------------------------------------- Cultists

# Cultist, its sect, the symbols it takes, the Great Old One it worships.
CULTISTS = [
    ("lodge_acolyte", "star", "star shield tentacle", "hastur"),
    ("lodge_astrologer", "star", "shield eye planet", "hastur"),
    ("lodge_lamplighter", "star", "star tentacle planet", "hastur"),
    ("lodge_almoner", "star", "tentacle tentacle eye", "hastur"),
    ("lodge_prompter", "star", "shield planet planet", "hastur"),
    ("lodge_grand_master", "star", "star shield eye", "hastur"),
    ("meadow_drover", "shield", "shield tentacle eye", "shub_niggurath"),
    ("meadow_midwife", "shield", "star tentacle planet", "shub_niggurath"),
    ("meadow_butcher", "shield", "star shield eye", "shub_niggurath"),
    ("meadow_bellwether", "shield", "eye eye planet", "shub_niggurath"),
    ("meadow_reaper", "shield", "star star tentacle", "shub_niggurath"),
    ("meadow_matron", "shield", "star shield tentacle", "shub_niggurath"),
    ("wharf_caulker", "tentacle", "tentacle eye planet", "cthulhu"),
    ("wharf_diver", "tentacle", "star shield eye", "cthulhu"),
    ("wharf_netmaker", "tentacle", "shield tentacle planet", "cthulhu"),
    ("wharf_pilot", "tentacle", "star planet planet", "cthulhu"),
    ("wharf_chandler", "tentacle", "shield shield eye", "cthulhu"),
    ("wharf_harbourmaster", "tentacle", "star tentacle planet", "cthulhu"),
    ("lidless_optician", "eye", "star eye planet", "the_unlidded"),
    ("lidless_informer", "eye", "shield tentacle planet", "the_unlidded"),
    ("lidless_photographer", "eye", "star tentacle eye", "the_unlidded"),
    ("lidless_sleepwalker", "eye", "star star shield", "the_unlidded"),
    ("lidless_glazier", "eye", "tentacle tentacle planet", "the_unlidded"),
    ("lidless_surgeon", "eye", "shield eye eye", "the_unlidded"),
    ("society_secretary", "planet", "star shield planet", "yog_sothoth"),
    ("society_geometer", "planet", "star tentacle eye", "yog_sothoth"),
    ("society_locksmith", "planet", "shield eye planet", "yog_sothoth"),
    ("society_clockmaker", "planet", "shield shield tentacle", "yog_sothoth"),
    ("society_porter", "planet", "star eye eye", "yog_sothoth"),
    ("society_chairman", "planet", "tentacle planet planet", "yog_sothoth"),
    ("hollow_chorister", None, "star eye planet", "choirmaster"),
    ("hollow_bell_ringer", "eye", "shield tentacle planet", "choirmaster"),
    ("hollow_censer_bearer", None, "star shield tentacle", "choirmaster"),
    ("hollow_precentor", "eye", "shield eye eye", "choirmaster"),
    ("hollow_understudy", "eye", "star tentacle tentacle", "choirmaster"),
    ("cellar_gaunt", None, "shield eye planet", "the_unlidded"),
    ("thing_in_the_millrace", "tentacle", "star tentacle tentacle", "cthulhu"),
    ("ropewalk_crawler", None, "star shield planet", "hastur"),
    ("dark_heifer", "shield", "shield shield eye", "shub_niggurath"),
]
# Of those that do something when they come into play: chance, answers, what changes.
COMING = {
    "hollow_bell_ringer": ("", "", {"terror_at": 1, "crystals 2": 1}),
    "hollow_censer_bearer": ("", "", {"fewer_cards 2": 1}),
    "hollow_precentor": (ROLL, "", DICE),
    "hollow_understudy": (
        *("chance:1,0", ""),
        discards(1, "lamp_on_the_ridge"),
    ),
    "cellar_gaunt": ("chance:0,1", "", lost(0, "laudanum")),
    "ropewalk_crawler": ("chance:1", "", {"shrine 3": -1}),
    "dark_heifer": ("cultists:wharf_diver,meadow_reaper", "", thinned("wharf_diver", "meadow_reaper")),
}
# The same of those that do something when they are defeated, to seat 0 or to all.
REVENGE = {
    "hollow_chorister": ("", "", {"insanity 0": 1}),
    "hollow_precentor": ("", "", {"terror_at": 1, "crystals 1": 1}),
    "hollow_understudy": ("", "", {"fewer_dice": 1}),
    "thing_in_the_millrace": ("chance:1", "", discards(0, "coil_of_rope")),
    "dark_heifer": ("", "", {"fewer_cards 0": 1}),
}
NONE = ("", "", {})
ROWS = [row[0] for row in CULTISTS]


def test_every_cultist_has_a_row():
    assert sorted(ROWS) == sorted(ids("cultist"))
    cards = SECTIONS["cultist"]
    assert sorted(COMING) == sorted(card["id"] for card in cards if card["effects"])
    assert sorted(REVENGE) == sorted(card["id"] for card in cards if card["revenge"])


def rules_of(name: str) -> dict:
    """Fields of a position with this Cultist in the deck, which holds all of its set."""
    card = next(card for card in SECTIONS["cultist"] if card["id"] == name)
    rules = {"special": {"special_sect": True}, "creatures": {"creatures": True}}.get(card["set"], {})
    players = 3 if "3" in card["players"] else int(card["players"][-1])
    return {"rules": rules, "players": players, "replaced": {}, "cultist_box": {}}


@pytest.mark.parametrize("name", ROWS)
def test_a_cultist_comes(name):
    """To place 2, by Lit Windows."""
    script, answers, effect = COMING.get(name, NONE)
    found = by_terror("lit_windows", f"chance:2 cultists:{name} {script}", answers, **rules_of(name))
    assert found == together({f"{name} at 2": 1}, effect)


@pytest.mark.parametrize(("name", "sect", "symbols", "god"), CULTISTS, ids=ROWS)
def test_a_cultist_is_defeated(name, sect, symbols, god):
    """By seat 0, with dice, at a Location of another symbol than that of its sect."""
    place = 1 if sect == "star" else 0
    dice = Counter(symbols.split())
    s = waits(place, name, dice={0: dict(dice)}, **rules_of(name))
    script, answers, effect = REVENGE.get(name, NONE)
    before = counted(s)
    play(scripted(s, script), "fight")
    assert needed(s) == dice
    play(s, *(f"die:{symbol}" for symbol in symbols.split()), *answers.split())
    spent = {f"dice 0 {symbol}": -n for symbol, n in dice.items()}
    wins = {f"trophies 0 {sect}": 1} if sect else {}
    defeated = {f"{name} at {place}": -1, f"cultist_discards {name}": 1}
    assert changes(before, s) == together(spent, wins, defeated, effect)
    assert decision(s) == (s.game.num_players - 1, "combat")
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "sect", "symbols", "god"), CULTISTS, ids=ROWS)
def test_as_the_fourth_of_a_location_a_cultist_summons_whom_it_worships(name, sect, symbols, god):
    """Seat 0, the Trapper, drives it on to place 1, where three Cultists are."""
    three = ("society_porter", "lodge_almoner", "meadow_bellwether", "wharf_pilot")
    there = [(other, 1) for other in three if other != name][:3] + [(name, 0)]
    s = table(cultists=there, investigators={0: "trapper", 1: "dockhand"}, level={0: 3}, **rules_of(name))
    play(s, "ability:3", "slot:3")
    assert gods(s) == {god: 1}


# -------------------------------------------------------------------------------------------- Unexpected Events


def test_cultists_gather_at_everybody_one_seat_after_the_other(tmp_path):
    """By other cards: a crate for everybody, found by a friend's support, and Cultists that all do something."""
    text = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")
    crate = 'op = "gather", amount = 1, who = "self"'
    assert text.count(crate) == 1
    blocks = text.replace(crate, crate.replace("self", "all")).split("[[")
    for k, block in enumerate(blocks):
        if block.startswith("cultist]]") and "\neffects" not in block:
            blocks[k] = block.replace("]]\n", ']]\neffects = [{ op = "fewer_dice", amount = 1 }]\n', 1)
    path = tmp_path / "cards.toml"
    path.write_text("[[".join(blocks), encoding="utf-8")
    here, there = (ids("cultist", set="core")[k : k + 3] for k in (0, 3))
    s = table(
        5,
        rules={"content": path},
        investigators={0: "telegraphist"},
        at={p: p for p in range(5)},
        hand={0: {"wire_for_supplies": 1}},
        cultists=[(name, 0) for name in here] + [(name, 1) for name in there],
    )
    items_drawn(s, "wrong_crate", "dynamite", "glass_eye")
    play(s, "support:wire_for_supplies", "seat+1")
    assert [len(cultists(s, x)) for x in range(5)] == [4, 4, 1, 1, 1]
    assert len(gods(s)) == 2
    assert s.record["fewer_dice"] == 5
    assert decision(s) == (1, "found")


# Event, chance, answers, what changes.
EVENTS = [
    ("face_at_the_window", "", "", {"insanity 0": 1}),
    ("rats_in_the_stacks", "chance:1", "", discards(0, "bar_the_door")),
    ("wrong_crate", "cultists:wharf_diver", "", {"wharf_diver at 3": 1}),
    ("light_fingers", "chance:0", "seat+1", lost(1, "dynamite")),
    ("power_cut", "", "", {"fewer_dice": 1}),
    ("kind_stranger", "", "", {"insanity 1": -1}),
]


def test_what_calms_the_maddest_counts_what_can_be_healed():
    s = table(3, hand={0: {"spare_charm": 1}}, insanity={0: 1, 1: 1}, permanent={0: 1})
    play(items_drawn(s, "kind_stranger"), "search")
    assert insanity(s) == [1, 0, 0]
    s = table(3, hand={0: {"spare_charm": 1}}, insanity={0: 3, 1: 3, 2: 2}, permanent={0: 1})
    play(items_drawn(s, "kind_stranger"), "search")
    assert insanity(s) == [3, 2, 2]


def test_the_team_may_choose_somebody_with_nothing_to_lose():
    s = table(3, hand={0: {"spare_charm": 1}}, items={1: {"glass_eye": 1}})
    play(items_drawn(s, "light_fingers"), "search")
    assert s.legal_names() == ["seat+0", "seat+1", "seat+2"]
    play(s, "seat+2")
    assert s.record["items"].sum() == 1


def test_every_event_has_a_row():
    assert sorted(row[0] for row in EVENTS) == sorted(ids("item", lasts="event"))


@pytest.mark.parametrize(("name", "script", "answers", "effect"), EVENTS, ids=[row[0] for row in EVENTS])
def test_an_event_comes(name, script, answers, effect):
    """Seat 0 searches at place 3, and finds nothing else."""
    hand = {0: {"spare_charm": 1, "bar_the_door": 1}}
    s = table(3, at={0: 3}, **VICTIMS | {"hand": HANDS | hand})
    scripted(s, f"items:{name} {script}")
    before = counted(s)
    play(s, "search", *answers.split())
    assert changes(before, s) == together({"searched 0": 1, f"item_discards {name}": 1}, effect)
    assert decision(s) == (1, "investigate")
    assert s.record["forced_n"] == 0
