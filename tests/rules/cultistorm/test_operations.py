"""What the operations of cards do, one by one, from the least to the most of them and up to their limits. The cards
that have them here are no reference cards: an ability of the Dockhand, and an Unexpected Event, do nothing else."""

import copy
import tomllib

import pytest

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cultistorm import SPEC
from elderzoo.envs.cultistorm.tables import OPS, WHO
from tests.conformance import contents

from . import story
from .changes import (
    HANDS,
    VICTIMS,
    busy,
    changes,
    counted,
    discards,
    draws,
    fight,
    goes,
    gone,
    lost,
    moves,
    paid,
    recalls,
    scripted,
    thinned,
    together,
    turned,
)
from .phases import terror_ahead
from .story import decision, ending, number, play, table, told

REFERENCE = tomllib.loads((SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8"))
ABILITY = ("investigator", "dockhand", "first")
EVENT = ("item", "face_at_the_window", "effects")
ACT = ("act", "endless_night", "effects")


@pytest.fixture
def other_cards(monkeypatch, tmp_path):
    """Begins to play with cards of which one does something else."""

    def begin(where: tuple[str, str, str], says: str) -> None:
        section, name, field = where
        data = copy.deepcopy(REFERENCE)
        card = next(card for card in data[section] if card["id"] == name)
        card[field] = [effect_of(says)]
        lines = [f"title = {contents.toml(data['title'])}"]
        for kind in (kind for kind in data if kind != "title"):
            for card in data[kind]:
                lines += [f"[[{kind}]]", *(f"{key} = {contents.toml(value)}" for key, value in card.items())]
        path = tmp_path / "cards.toml"
        path.write_text("\n".join(lines), encoding="utf-8")

        def game(players, rules):
            return Game(SPEC, players, dict(rules), content=path, auto_single=False)

        monkeypatch.setattr(story, "_game", game)

    return begin


def effect_of(says: str) -> dict:
    """ "heal 2 all" or "trophy 1 star+eye"."""
    op, *rest = says.split()
    out = {"op": op}
    for word in rest:
        if word.isdigit():
            out["amount"] = int(word)
        elif word in WHO:
            out["who"] = word
        else:
            out["symbols"] = word.replace("+", " ")
    return out


# ------------------------------------------------------------------------------------------ operations of the team

LEARNED = {"level": {0: 1}}
USED = {"used_ability 0 1": 1}
ALONE = {"cultists": [("wharf_diver", 0)]}

# The effect; what is otherwise than in ``busy``; chance, answers, what changes beside the use of the ability.
OF_TEAM = [
    ("heal 1", {}, "", "", {"insanity 0": -1}),
    ("heal 4", {}, "", "", {"insanity 0": -2}),  # the permanent one stays
    ("heal 4", {"insanity": {0: 4}, "permanent": {}}, "", "", {"insanity 0": -4}),
    ("cure", {}, "", "", {"insanity 0": -1, "permanent 0": -1}),
    ("shelter", {}, "", "", {"protected 0": 1}),
    ("shelter", {"protected": 2}, "", "", {"protected 2": -1, "protected 0": 1}),
    ("sharpen", {}, "", "", {"sharp 0": 1}),
    ("go", {}, "", "place:4", moves(0, 0, 4)),
    ("draw 1", {}, "0:coil_of_rope", "", draws(0, "coil_of_rope")),
    (
        *("draw 3", {}, "0:coil_of_rope,harpoon_rack,harpoon_rack", ""),
        draws(0, "coil_of_rope", "harpoon_rack", "harpoon_rack"),
    ),
    (
        *("draw 3", {"deck": {0: {"coil_of_rope": 1}}}, "", ""),  # then the discard pile is shuffled
        {**draws(0, "coil_of_rope"), **recalls(0, "haymaker", "bar_the_door")},
    ),
    ("draw 3", {"deck": {0: {"coil_of_rope": 1}}, "discards": {}}, "", "", draws(0, "coil_of_rope")),
    ("recall 1", {}, "", "card:haymaker", recalls(0, "haymaker")),
    ("recall 1", {}, "", "decline", {}),
    ("recall 2", {}, "", "card:haymaker card:bar_the_door", recalls(0, "haymaker", "bar_the_door")),
    ("recall 2", {}, "", "card:haymaker decline", recalls(0, "haymaker")),
    ("recall 2", {"discards": {0: {"haymaker": 1}}}, "", "card:haymaker", recalls(0, "haymaker")),
    ("die 1", {}, "dice:planet", "", {"dice 0 planet": 1}),
    ("die 1", {}, "dice:wild", "symbol:star", {"dice 0 star": 1}),
    ("die 2", {}, "dice:planet,star", "", {"dice 0 planet": 1, "dice 0 star": 1}),
    ("die 2", {}, "dice:wild,wild", "symbol:star symbol:eye", {"dice 0 star": 1, "dice 0 eye": 1}),
    ("die 2", {"pool": {"star": 6}}, "dice:planet", "", {"dice 0 planet": 1}),  # the last of eight
    ("pool 1", {}, "dice:wild", "", {"pool wild": 1}),
    ("pool 2", {}, "dice:eye,star", "", {"pool eye": 1, "pool star": 1}),
    ("pool 2", {"pool": {"star": 6}}, "dice:planet", "", {"pool planet": 1}),
    ("roll", {}, "dice:planet", "die:eye", turned(0, "eye", "planet")),
    ("roll", {}, "dice:eye", "die:eye", {}),
    ("roll", {}, "dice:wild", "die:eye symbol:star", turned(0, "eye", "star")),
    ("turn", {}, "", "die:eye symbol:shield", turned(0, "eye", "shield")),
    ("find 1", {}, "items:laudanum", "item:laudanum", {"items 0 laudanum": 1}),
    ("find 1", {}, "items:glass_eye", "decline", {"item_discards glass_eye": 1}),
    (
        *("find 4", {}, "items:laudanum,glass_eye,glass_eye,dynamite", "item:glass_eye"),
        {"items 0 glass_eye": 1, **{f"item_discards {name}": 1 for name in ("laudanum", "glass_eye", "dynamite")}},
    ),
    (
        *("find 4", {}, "items:laudanum,power_cut,dynamite,kind_stranger", "item:dynamite"),  # two events first
        {
            "items 0 dynamite": 1,
            "fewer_dice": 1,
            "insanity 0": -1,
            **{f"item_discards {name}": 1 for name in ("laudanum", "power_cut", "kind_stranger")},
        },
    ),
    ("find 1", {}, "items:power_cut", "", {"fewer_dice": 1, "item_discards power_cut": 1}),
    (
        *("find 1", {"items": {0: {"dynamite": 1, "glass_eye": 1}}}, "items:laudanum", "item:laudanum item:glass_eye"),
        {"items 0 laudanum": 1, **lost(0, "glass_eye")},
    ),
    ("restock", {}, "", "", {"item_discards brass_orrery": -1}),
    ("trophy 1 star+eye", {}, "", "symbol:eye", {"trophies 0 eye": 1}),
    ("trophy 2 any", {}, "", "symbol:eye symbol:planet", {"trophies 0 eye": 1, "trophies 0 planet": 1}),
    ("trophy 2 star", {}, "", "symbol:star symbol:star", {"trophies 0 star": 2}),
    ("trophy 2 star+eye", {"trophies": {1: {"star": 7, "eye": 8}}}, "", "symbol:star", {"trophies 0 star": 1}),
    ("ward", {}, "", "", {"ward 0": 1}),
    ("ward", {"ward": 3}, "", "", {"ward 3": -1, "ward 0": 1}),
    ("blank", {}, "", "", {"die 0 eye": -1}),
    ("banish 1", {}, "", "slot:1", gone("wharf_diver", 0)),
    ("banish 2", {}, "", "slot:1 slot:0", {**gone("wharf_diver", 0), **gone("lodge_acolyte", 0)}),
    ("banish 2", ALONE, "", "slot:0", gone("wharf_diver", 0)),
    ("shove 1", {}, "", "slot:1", goes("wharf_diver", 0, 1)),
    ("shove 2", {}, "", "slot:0 slot:0", {**goes("lodge_acolyte", 0, 1), **goes("wharf_diver", 0, 1)}),
    ("shove 2", ALONE, "", "slot:0", goes("wharf_diver", 0, 1)),
    ("shove 1", {"ward": 1, "gods": {"hastur": 2}}, "", "slot:1", goes("wharf_diver", 0, 3)),
    ("ease 1", {}, "", "slot:3", {"crystals 3": -1}),
    ("ease 3", {}, "", "slot:3", {"crystals 3": -2}),
    ("ease 3", {"crystals": {2: 1, 4: 4}}, "", "slot:4", {"crystals 4": -3}),  # of the Final Act
    ("look", {}, "", "slot:3", {"open 3 last_sane_voice": 1}),
    ("terror 1", {}, "", "", {"terror_at": 1, "crystals 1": 1}),
    ("terror 3", {"crystals": {}}, "", "", {"terror_at": 3, "crystals 1": 1, "crystals 2": 1, "crystals 3": 1}),
]

# The effect, and the symbols that it gives in a fight.
IN_FIGHTS = [
    ("symbol 1 star", {"star": 1}),
    ("symbol 1 shield+planet", {"shield+planet": 1}),
    ("symbol 2 star+tentacle+eye", {"star+tentacle+eye": 2}),
    ("symbol 3 any", {"star+shield+tentacle+eye+planet": 3}),
]

BARRED = {"gods": {"hastur": 1, "cthulhu": 2, "shub_niggurath": 3}, "ward": 4}
ALL_OPEN = {0: "one_too_many", 1: "drums_below", 2: "shared_dream", 3: "last_sane_voice"}
NO_ITEMS = {name: n for name, n in story.named(table(), "item_deck", vocab="item").items() if name != "brass_orrery"}

# The effect, and what is otherwise than in ``busy`` where it would do nothing: then it is not used.
OF_NO_USE = [
    ("heal 2", {"insanity": {0: 1, 1: 3}}),  # the permanent one alone
    ("cure", {"permanent": {1: 1}, "insanity": {1: 1}}),
    ("shelter", {"protected": 0}),
    ("sharpen", {"sharp": {0: 1}}),
    ("draw 2", {"deck": {0: {}}, "discards": {}}),
    ("recall 1", {"discards": {}}),
    ("die 1", {"pool": {"star": 7}}),
    ("pool 1", {"pool": {"star": 7}}),
    ("roll", {"dice": {1: {"eye": 1}}}),
    ("turn", {"dice": {1: {"eye": 1}}}),
    ("find 2", {"item_box": NO_ITEMS, "item_discards": {"brass_orrery": 2}}),
    ("restock", {"item_discards": {}}),
    ("trophy 1 star", {"trophies": {1: {"star": 8}}}),
    ("ward", {"ward": 0}),
    ("blank", {"cultist_die": {1: "eye"}}),
    ("banish 1", {"cultists": [("wharf_diver", 1)]}),
    ("shove 1", {"cultists": [("wharf_diver", 1)]}),
    ("shove 1", BARRED),
    ("ease 1", {"crystals": {}}),
    ("look", {"terror_open": ALL_OPEN}),
]


def helped(other_cards, says: str, **fields) -> State:
    other_cards(ABILITY, says)
    return busy(0, 0, **LEARNED, **fields)


@pytest.mark.parametrize(("says", "fields", "script", "answers", "effect"), OF_TEAM, ids=[row[0] for row in OF_TEAM])
def test_an_operation_of_the_team(other_cards, says, fields, script, answers, effect):
    s = helped(other_cards, says, **fields)
    scripted(s, script)
    before = counted(s)
    play(s, "ability:1", *answers.split())
    assert changes(before, s) == together(effect, USED)
    assert decision(s) == (1, "investigate"), "all is resolved"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("says", "gives"), IN_FIGHTS, ids=[row[0] for row in IN_FIGHTS])
def test_symbols_are_given_in_a_fight_and_nowhere_else(other_cards, says, gives):
    assert "ability:1" not in helped(other_cards, says).legal_names()
    s = fight(0, 0, **LEARNED)
    before = counted(s)
    play(s, "ability:1")
    assert changes(before, s) == together(paid(gives), USED)


@pytest.mark.parametrize(("says", "fields"), OF_NO_USE, ids=[row[0] for row in OF_NO_USE])
def test_what_would_do_nothing_is_not_used(other_cards, says, fields):
    assert "ability:1" in helped(other_cards, says).legal_names()
    assert "ability:1" not in busy(0, 0, **LEARNED, **fields).legal_names()


@pytest.mark.parametrize("says", [row[0] for row in OF_TEAM if row[0].split()[0] not in ("symbol", "terror")])
def test_operations_of_the_team_are_not_for_fights(other_cards, says):
    other_cards(ABILITY, says)
    assert "ability:1" not in fight(0, 0, **LEARNED).legal_names()


def test_who_goes_leaves_the_own_location_and_the_targets(other_cards):
    s = helped(other_cards, "go", aims={0: [0, 1], 1: [2]})
    play(s, "ability:1")
    assert s.legal_names() == ["place:1", "place:2", "place:3", "place:4"]
    play(s, "place:2")
    assert s.record["aims"][:2].tolist() == [[-1, -1], [2, -1]]


def test_targets_on_a_cultist_that_is_banished_or_shoved_return(other_cards):
    """Those on others at the Location stay on them, though they are numbered anew."""
    for says in ("banish 1", "shove 1"):
        s = helped(other_cards, says, aims={0: [0, 1], 1: [2]})
        play(s, "ability:1", "slot:0")
        assert s.record["aims"][:2].tolist() == [[-1, 0], [1, -1]]


def test_the_fourth_that_is_shoved_to_a_location_summons(other_cards):
    three = [("lodge_almoner", 1), ("lodge_prompter", 1), ("lodge_lamplighter", 1)]
    s = helped(other_cards, "shove 1", cultists=[("wharf_diver", 0), *three])
    before = counted(s)
    play(s, "ability:1", "slot:0")
    everybody = {f"insanity {p}": 1 for p in range(3)}
    assert changes(before, s) == {**goes("wharf_diver", 0, 1), "cthulhu at 1": 1, **everybody, **USED}
    assert decision(s) == (0, "victim")


def test_a_card_that_was_looked_at_is_not_looked_at_again(other_cards):
    s = helped(other_cards, "look", terror_open={1: "drums_below"})
    play(s, "ability:1")
    assert s.legal_names() == ["slot:0", "slot:2", "slot:3"]


# -------------------------------------------------------------------------------------------- operations of foes

SHOCK = {"insanity 0": 1, "insanity 1": 1, "insanity 2": 1}
FULL = {"hastur": 0, "shub_niggurath": 1, "cthulhu": 2, "the_unlidded": 3, "yog_sothoth": 4}
FIVE = ("wharf_pilot", "wharf_diver", "meadow_reaper", "meadow_drover", "lodge_almoner")
FIVE_DRAWN = "cultists:" + ",".join(FIVE)
FOUR = {name: x for name, x in FULL.items() if x < 4}
THREE_STEPS = {"terror_at": 3, "crystals 1": 1, "crystals 2": 1, "crystals 3": 1}
THERE = [("lodge_almoner", 2)]

# The effect; what is otherwise than in ``hurt``; chance, answers, what changes beside the search that brings the event.
OF_FOES = [
    ("heal 1 all", {}, "", "", {"insanity 0": -1, "insanity 1": -1}),
    ("heal 4 maddest", {}, "", "", {"insanity 1": -2}),
    ("heal 1 sanest", {}, "", "", {}),
    ("scare 1 self", {}, "", "", {"insanity 0": 1}),
    ("scare 1 all", {}, "", "", SHOCK),
    ("scare 2 maddest", {}, "", "", {"insanity 1": 2}),
    ("scare 3 sanest", {}, "", "", {"insanity 2": 3}),
    ("scare 3 random", {}, "chance:2", "", {"insanity 2": 3}),
    ("scare 3 chosen", {}, "", "seat+2", {"insanity 2": 3}),
    ("scare 2 self", {"protected": 0}, "", "", {"insanity 0": 1, "protected 0": -1}),
    ("scare 1 all", {"protected": 1}, "", "", {"insanity 0": 1, "insanity 2": 1, "protected 1": -1}),
    ("scare 1 maddest", {"insanity": {0: 2, 1: 2}}, "", "", {"insanity 0": 1}),  # the first seat of these
    ("scare 1 sanest", {"insanity": {0: 2, 1: 1, 2: 1}}, "", "", {"insanity 1": 1}),
    ("madden self", {}, "", "", {"permanent 0": 1, "insanity 0": 1}),
    ("madden self", {"permanent": {0: 1}}, "", "", {"terror_at": 1, "crystals 1": 1}),
    ("madden maddest", {"protected": 1}, "", "", {"permanent 1": 1, "insanity 1": 1}),  # nothing spares that
    ("terror 1", {}, "", "", {"terror_at": 1, "crystals 1": 1}),
    ("terror 3", {}, "", "", THREE_STEPS),
    ("come 1", {}, "chance:4 cultists:wharf_diver", "", {"wharf_diver at 4": 1}),
    (
        *("come 5", {}, f"chance:4,3,3,0,2 {FIVE_DRAWN}", ""),
        {f"{name} at {x}": 1 for name, x in zip(FIVE, (4, 3, 3, 0, 2), strict=True)},
    ),
    ("come 1", {"ward": 2}, "chance:2", "", {}),
    ("come 1", {"gods": {"hastur": 2}}, "chance:2", "", {}),
    ("march 1", {}, "cultists:wharf_diver", "", {"marker": 1, "wharf_diver at 1": 1}),
    (
        *("march 5", {"marker": 2}, FIVE_DRAWN, ""),  # once around
        {f"{name} at {x}": 1 for name, x in zip(FIVE, (3, 4, 0, 1, 2), strict=True)},
    ),
    ("march 1", {"gods": {"hastur": 1}}, "cultists:wharf_diver", "", {"marker": 2, "wharf_diver at 2": 1}),
    ("march 1", {"ward": 1}, "", "", {"marker": 1}),  # it goes there alone
    ("march 5", {"gods": FULL}, "", "", {}),
    ("gather 1 self", {}, "cultists:wharf_diver", "", {"wharf_diver at 3": 1}),
    (
        *("gather 2 chosen", {}, "cultists:wharf_diver,wharf_pilot", "seat+1"),
        {"wharf_diver at 1": 1, "wharf_pilot at 1": 1},
    ),
    (
        *("gather 1 all", {}, "cultists:wharf_diver,wharf_pilot,meadow_reaper", ""),
        {"wharf_diver at 3": 1, "wharf_pilot at 1": 1, "meadow_reaper at 2": 1},
    ),
    ("gather 1 sanest", {}, "cultists:wharf_diver", "", {"wharf_diver at 2": 1}),
    (
        *("summon 1", {}, "chance:1", ""),  # it came where there was nothing to devour
        together(SHOCK, {"shub_niggurath at 0": 1, "god_front shub_niggurath": 2, "insanity 2": 1}),
    ),
    (
        *("summon 1", {"gods": {"cthulhu": 0}, "sealed": {1: 1}, "cultists": THERE}, "chance:1", ""),
        together(SHOCK, {"shub_niggurath at 2": 1, "insanity 2": 1}),
    ),
    ("summon 1", {"gods": FULL}, "", "", {**SHOCK, **THREE_STEPS}),
    ("summon 1", {"gods": FOUR, "sealed": {4: 1}}, "chance:0", "", {**SHOCK, **THREE_STEPS}),
    ("drop 1 self", {}, "chance:1", "", discards(0, "bar_the_door")),
    ("drop 3 self", {}, "chance:1,1,0", "", discards(0, "bar_the_door", "coil_of_rope", "spare_charm")),
    ("drop 3 sanest", {}, "chance:0,0", "", discards(2, "steady_hands", "night_shift")),
    ("drop 1 random", {}, "chance:1,0", "", discards(1, "lamp_on_the_ridge")),
    (
        *("drop 1 all", {}, "chance:2,1,0", ""),
        together(discards(0, "coil_of_rope"), discards(1, "two_barrels"), discards(2, "steady_hands")),
    ),
    ("rob 1 self", {}, "chance:1", "", lost(0, "laudanum")),
    ("rob 2 self", {}, "chance:0,0", "", {**lost(0, "glass_eye"), **lost(0, "laudanum")}),
    ("rob 2 maddest", {}, "chance:0", "", lost(1, "dynamite")),
    (
        *("rob 1 all", {}, "chance:0,0,0", ""),
        {**lost(0, "glass_eye"), **lost(1, "dynamite"), **lost(2, "railway_pass")},
    ),
    (
        *("rob 1 self", {"items": {0: {"railway_pass": 1}}, "worn": {0: {"railway_pass": 1}}}, "chance:0", ""),
        {**lost(0, "railway_pass"), "worn 0 railway_pass": -1},
    ),
    ("rob 1 self", {"items": {}}, "", "", {}),
    ("strip 1 self", {}, "chance:1", "", {"trophies 0 shield": -1}),
    ("strip 2 self", {}, "chance:0,0", "", {"trophies 0 shield": -1, "trophies 0 star": -1}),
    ("strip 2 chosen", {}, "chance:0", "seat+1", {"trophies 1 eye": -1}),
    (
        *("strip 1 all", {}, "chance:0,0,0", ""),
        {"trophies 0 star": -1, "trophies 1 eye": -1, "trophies 2 planet": -1},
    ),
    ("fewer_dice 1", {}, "", "", {"fewer_dice": 1}),
    ("fewer_dice 2", {"fewer_dice": 1}, "", "", {"fewer_dice": 2}),
    ("fewer_cards 1 self", {}, "", "", {"fewer_cards 0": 1}),
    ("fewer_cards 2 maddest", {"fewer_cards": {1: 1}}, "", "", {"fewer_cards 1": 2}),
    ("fewer_cards 1 all", {}, "", "", {f"fewer_cards {p}": 1 for p in range(3)}),
    ("darken 1", {}, "chance:1", "", {"shrine 3": -1}),
    ("darken 2", {}, "chance:0,0", "", {"shrine 1": -1, "shrine 3": -1}),
    ("darken 2", {"shrine": {4: 1}}, "chance:0", "", {"shrine 4": -1}),
    ("darken 2", {"shrine": {}}, "", "", {}),
    (
        "stir",
        {},
        "dice:star,shield,blank,eye,planet",
        "",
        {"die 0 star": 1, "die 1 shield": 1, "die 3 eye": 1, "die 4 planet": 1},
    ),
    ("stir", {"cultist_die": {2: "star"}}, "dice:blank,blank,blank,blank,blank", "", {"die 2 star": -1}),
    ("thin 1", {}, "cultists:wharf_diver", "", thinned("wharf_diver")),
    ("thin 5", {}, FIVE_DRAWN, "", thinned(*FIVE)),
]


def hurt(other_cards, says: str, script="", answers="", **fields) -> dict:
    """What changes when seat 0 searches at place 3 and finds an event that does this, beside that. Nobody else is
    there; there are no Cultists."""
    s = searched(other_cards, says, script, **fields)
    before = counted(s)
    play(s, "search", *answers.split())
    assert decision(s) == (1, "investigate"), "all is resolved"
    assert s.record["forced_n"] == 0
    return together(changes(before, s), {"searched 0": -1, "item_discards face_at_the_window": -1})


def searched(other_cards, says: str, script: str, **fields) -> State:
    other_cards(EVENT, says)
    hand = HANDS | {0: HANDS[0] | {"spare_charm": 1}}
    s = table(3, **VICTIMS | {"at": {0: 3, 1: 1, 2: 2}, "hand": hand} | fields)
    return scripted(s, f"items:face_at_the_window {script}")


@pytest.mark.parametrize(("says", "fields", "script", "answers", "effect"), OF_FOES, ids=[row[0] for row in OF_FOES])
def test_an_operation_of_foes(other_cards, says, fields, script, answers, effect):
    assert hurt(other_cards, says, script, answers, **fields) == effect


@pytest.mark.parametrize(("says", "fields"), [("scare 3 maddest", {}), ("madden maddest", {"insanity": {1: 4}})])
def test_more_than_a_mind_can_bear_loses_the_game(other_cards, says, fields):
    s = play(searched(other_cards, says, "", **fields), "search")
    assert ending(s) == "insane"


def test_who_speaks_for_the_team_says_whom_it_is_about(other_cards):
    """Anybody, the speaker too."""
    s = play(searched(other_cards, "scare 1 chosen", ""), "search")
    assert decision(s) == (0, "victim")
    assert s.legal_names() == ["seat+0", "seat+1", "seat+2"]


# ----------------------------------------------------------------------------------------- operations of Final Acts

OF_ACTS = [
    ("summon_second 1", {"marker": 2}, {"the_last_tide at 2": 1}),
    ("summon_second 1", {"gods": {"hastur": 2}, "marker": 2}, {"the_last_tide at 2": 1}),
    ("summon_second 1", {"sealed": {1: 1}, "marker": 1}, {"the_last_tide at 2": 1}),
]


@pytest.mark.parametrize(("says", "fields", "effect"), OF_ACTS)
def test_an_operation_of_a_final_act(other_cards, says, fields, effect):
    """What changes when the Terror marker brings the last crystal, beside that."""
    other_cards(ACT, says)
    s = terror_ahead(act="endless_night", terror_at=3, crystals={4: 4}, cultists=THERE, **fields)
    scripted(s, "dice:eye,eye,eye chance:2")
    before = counted(s)
    play(s, "pass")
    begun = {"pool eye": 3, "terror_at": 1, "crystals 4": -4, "act_now endless_night": 1, "act_god the_last_tide": 1}
    assert changes(before, s) == together(begun, {f"insanity {p}": 1 for p in range(3)}, effect)


def test_cultists_gather_nowhere_while_the_game_is_set_up(other_cards):
    """In a hard game the crystal of the setup turns a Terror card of one gem over: nobody is anywhere yet."""
    other_cards(("terror", "drums_below", "effects"), "gather 1 all")
    g = story.game(3, difficulty="hard")
    k = number(g, "terror", "drums_below")
    flipped = [s for s in map(g.new, range(60)) if s.record["terror_used"][k]]
    assert flipped
    for s in flipped:
        assert "terror_flipped" in told(s)
        assert not {"cultist_came", "cultist_barred"} & set(told(s))


# ------------------------------------------------------------------------------------------------- completeness


def test_every_operation_has_rows_from_its_least_to_its_most():
    used = {op: set() for op in OPS}
    for says in [row[0] for row in OF_TEAM + IN_FIGHTS + OF_FOES + OF_ACTS]:
        effect = effect_of(says)
        used[effect["op"]].add(effect.get("amount", 0))
    for op, (_, (least, most), _) in OPS.items():
        assert {least, most} <= used[op], op


def test_operations_of_foes_are_about_everybody_they_can_be_about():
    assert {effect_of(row[0]).get("who") for row in OF_FOES} == {None, *WHO}


def test_all_that_can_be_of_no_use_has_a_row():
    """To go, and to move the Terror marker, are always possible; symbols are given in fights."""
    ops = {effect_of(row[0])["op"] for row in OF_TEAM}
    assert {effect_of(row[0])["op"] for row in OF_NO_USE} == ops - {"go", "terror"}
