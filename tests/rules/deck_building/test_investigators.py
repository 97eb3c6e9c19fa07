"""Every special ability and every ability after death; what they change is written here and not read from the cards."""

import pytest

from elderzoo.envs.core.game import State

from .changes import changes, counted
from .story import cards_drawn, decision, game, mythos, play, table

KINDS = game().content.sections["investigator"]
MARKET = ["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"]


def scripted(s: State, script: str) -> State:
    """ "mythos:x" is the next Mythos card, "0:x,y" the next cards of seat 0."""
    for part in script.split():
        where, names = part.split(":")
        if where == "mythos":
            mythos(s, names)
        else:
            cards_drawn(s, int(where), *names.split(","))
    return s


WELL = "mythos:poisoned_well"
LOOKED = {"next_mythos poisoned_well": 1}

# Investigator, health and sanity printed, in which phase the ability is used, what is drawn, what is answered, what
# changes. The investigator has two points less of each; the Detective, seat 1 away from it, has lost much.
USED = [
    ("detective", (8, 9), "planning", WELL, "", {**LOOKED, "moxie": 1}),
    ("doctor", (7, 9), "planning", "", "seat+1", {"health 1": 1}),
    ("grandmother", (7, 10), "planning", "", "seat+1", {"sanity 1": 1}),
    ("boxer", (10, 6), "combat", "", "", {"moxie": 1}),
    (
        *("professor", (7, 10), "planning", "0:sleuth,stagger", ""),
        {"hand 0 sleuth": 1, "deck 0 sleuth": -1, "hand 0 stagger": 1, "deck 0 stagger": -1, "sanity 0": -1},
    ),
    (
        *("time_traveller", (8, 8), "planning", "", "card:shovel"),
        {"hand 0 shovel": 1, "discards 0 shovel": -1, "health 0": -1},
    ),
    ("jazz_singer", (8, 9), "planning", "1:sleuth", "seat+1", {"hand 1 sleuth": 1, "deck 1 sleuth": -1}),
    ("stage_hypnotist", (7, 10), "planning", "", "minion:zombie", {"bound zombie": 1}),
    ("steel_heiress", (8, 8), "planning", "", "buy:haggle", {"hand 0 haggle": 1, "market haggle": -1}),
    ("undertaker", (8, 8), "planning", "", "card:stagger", {"discards 0 stagger": -1, "box stagger": 1}),
    ("trench_veteran", (10, 7), "combat", "", "minion:zombie", {"zombie of 3": -1, "zombie of 1": 1}),
    ("card_sharp", (8, 8), "planning", "", "", {"moxie": 3, "sanity 0": -1}),
]

# The same of abilities that take effect by themselves when a turn of the phase begins.
ALWAYS = [
    ("gardener", (9, 8), "planning", "", {"health 1": 1}),
    ("engineer", (9, 8), "planning", "", {"cheap": 1}),
    ("librarian", (7, 9), "planning", "1:sleuth", {"hand 1 sleuth": 1, "deck 1 sleuth": -1}),
    ("big_game_hunter", (9, 8), "combat", "", {"moxie": 3}),
    ("airmail_pilot", (9, 8), "planning", "", {"armor 1": 1}),
    ("mission_sister", (8, 9), "planning", "", {"nerve 1": 1}),
    ("defrocked_priest", (8, 8), "combat", "", {"god 0": -1}),
    ("bookkeeper", (8, 9), "planning", "", {"moxie": 1}),
    ("ships_stoker", (10, 8), "combat", "", {"moxie": 1}),
]
FOES = {"minions": {("zombie", "3"): 1, ("tarantula", "1"): 2}, "god_health": {0: 20}}
ASKED = {"planning": "plan", "combat": "combat"}
OTHER = {"planning": "combat", "combat": "planning"}


def user(name: str, full: tuple[int, int], phase: str, **fields) -> State:
    who = {0: name, 1: "engineer" if name == "detective" else "detective"}
    return table(
        2,
        phase=phase,
        investigators=who,
        health={0: full[0] - 2, 1: 3},
        sanity={0: full[1] - 2, 1: 3},
        discards={0: {"shovel": 1, "stagger": 1}},
        market=MARKET,
        **FOES,
        **fields,
    )


def test_all_investigators_are_here():
    names = sorted(card["id"] for card in KINDS)
    assert sorted(row[0] for row in (*USED, *ALWAYS)) == names
    assert sorted(row[0] for row in (*AFTER, *AVENGED)) == names


@pytest.mark.parametrize(("name", "full"), [row[:2] for row in (*USED, *ALWAYS)], ids=lambda v: str(v))
def test_health_and_sanity(name, full):
    s = table(1, investigators={0: name})
    assert (s.record["health"][0], s.record["sanity"][0]) == full


@pytest.mark.parametrize(("name", "full", "phase", "draws", "answers", "expected"), USED, ids=[row[0] for row in USED])
def test_an_ability_that_is_used_once_a_round(name, full, phase, draws, answers, expected):
    s = scripted(user(name, full, phase), draws)
    before = counted(s)
    assert "ability" in s.legal_names()
    play(s, "ability", *answers.split())
    assert changes(before, s) == {"used 0": 1, **expected}
    assert decision(s) == (0, ASKED[phase])
    assert "ability" not in s.legal_names()
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "full", "phase"), [row[:3] for row in USED], ids=[row[0] for row in USED])
def test_it_is_not_used_in_the_other_phase(name, full, phase):
    assert "ability" not in user(name, full, OTHER[phase]).legal_names()


@pytest.mark.parametrize(("name", "full", "phase"), [row[:3] for row in USED], ids=[row[0] for row in USED])
def test_it_is_not_used_while_abilities_are_off(name, full, phase):
    assert "ability" not in user(name, full, phase, silent=1).legal_names()


def begins(name: str, full: tuple[int, int], phase: str, draws: str = "", silent: int = 0) -> tuple[State, dict]:
    """The Detective ends its turn of a phase, and the turn of the investigator begins: what changes."""
    s = table(
        2,
        phase=phase,
        investigators={1: name},
        health={0: 3, 1: full[0] - 2},
        sanity={0: 3, 1: full[1] - 2},
        market=MARKET,
        silent=silent,
        **FOES,
    ).edit(turn={1: 0})
    scripted(s, draws)
    before = counted(s)
    play(s, f"end_{phase}")
    assert decision(s) == (1, ASKED[phase])
    return s, changes(before, s)


@pytest.mark.parametrize(("name", "full", "phase", "draws", "expected"), ALWAYS, ids=[row[0] for row in ALWAYS])
def test_an_ability_that_takes_effect_in_every_turn(name, full, phase, draws, expected):
    s, changed = begins(name, full, phase, draws)
    assert changed == expected
    assert "ability" not in s.legal_names(), "there is nothing more to use"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "full", "phase"), [row[:3] for row in ALWAYS], ids=[row[0] for row in ALWAYS])
def test_it_takes_no_effect_in_turns_of_the_other_phase(name, full, phase):
    assert begins(name, full, OTHER[phase])[1] == {}


@pytest.mark.parametrize(("name", "full", "phase"), [row[:3] for row in ALWAYS], ids=[row[0] for row in ALWAYS])
def test_it_takes_no_effect_while_abilities_are_off(name, full, phase):
    assert begins(name, full, phase, silent=1)[1] == {}


# ------------------------------------------------------------------------------------------------ after death

# Investigator, what is drawn, what is answered, what changes. Seat 1 is dead; the Ship's Stoker (seat 0) is two seats
# away in turn, the Card Sharp (seat 2) one.
AFTER = [
    ("gardener", WELL, "", LOOKED),
    ("detective", WELL, "bury", {"mythos_discards poisoned_well": 1}),
    ("doctor", "", "seat+1", {"health 2": 1}),
    ("engineer", "", "seat+2", {"armor 0": 1}),
    ("grandmother", "", "seat+2", {"sanity 0": 1}),
    ("librarian", "2:sleuth", "seat+1", {"hand 2 sleuth": 1, "deck 2 sleuth": -1}),
    ("professor", WELL, "seat+1", {**LOOKED, "nerve 2": 1}),
    ("time_traveller", f"{WELL} 2:stagger", "seat+1", {**LOOKED, "hand 2 stagger": 1, "deck 2 stagger": -1}),
    ("big_game_hunter", "", "minion:tarantula", {"bound tarantula": 1}),
    ("mission_sister", "", "", {"nerve 0": 1, "nerve 2": 1}),
    ("jazz_singer", "", "seat+2", {"nerve 0": 1}),
    ("stage_hypnotist", "", "minion:zombie seat+1", {"bound zombie": 1, "nerve 2": 1}),
    ("steel_heiress", "", "seat+2 seat+1", {"armor 0": 1, "nerve 2": 1}),
    ("defrocked_priest", "", "remove:0", {"permanent ration_cards": -1, "mythos_discards ration_cards": 1}),
    ("bookkeeper", WELL, "seat+2", {**LOOKED, "sanity 0": 1}),
    ("ships_stoker", "", "", {"armor 0": 1, "armor 2": 1}),
]

# The same of those that are for foes alone, who are out of reach in the Planning phase.
AVENGED = [
    ("boxer", "minion:zombie", {"zombie of 3": -1, "zombie of 1": 1}),
    ("airmail_pilot", "minion:tarantula", {"tarantula of 1": -1, "god 0": -1}),
    ("trench_veteran", "minion:zombie minion:tarantula", {"zombie of 3": -1, "zombie of 2": 1, "tarantula of 1": -1}),
    ("undertaker", "", {"tarantula of 1": -2, "zombie of 3": -1, "zombie of 2": 1}),
    ("card_sharp", "", {"god 0": -1}),
]


def next_round(name: str, **fields) -> State:
    """The investigator is dead, and a round has just begun."""
    who = {0: "undertaker" if name == "ships_stoker" else "ships_stoker", 1: name, 2: "card_sharp"}
    if name == "card_sharp":
        who[2] = "undertaker"
    s = table(
        3,
        phase="combat",
        investigators=who,
        health={0: 4, 1: 0, 2: 3},
        sanity={0: 5, 2: 4},
        dead={1: 1},
        deck={1: {}},
        market=MARKET,
        permanent={"ration_cards": 1, "sleepwalking_plague": 1},
        **FOES | fields,
    )
    return play(s, "end_combat", "keep")


@pytest.mark.parametrize(("name", "draws", "answers", "expected"), AFTER, ids=[row[0] for row in AFTER])
def test_an_ability_after_death(name, draws, answers, expected):
    s = next_round(name)
    assert decision(s) == (1, "after")
    assert s.legal_names() == ["ability", "decline"]
    scripted(s, draws)
    before = counted(s)
    play(s, "ability", *answers.split())
    assert changes(before, s) == expected
    assert decision(s) == (0, "order"), "the living plan"
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize("name", [row[0] for row in AFTER])
def test_the_dead_may_decline(name):
    s = next_round(name)
    before = counted(s)
    play(s, "decline")
    assert changes(before, s) == {}
    assert decision(s) == (0, "order")


def before_the_fight(name: str, **fields) -> State:
    """The investigator is dead; the last turn of the Planning phase ends, and all foes have acted but bound Minions."""
    s = table(
        3,
        investigators={0: "ships_stoker", 1: name, 2: "librarian"},
        health={1: 0},
        dead={1: 1},
        deck={1: {}},
        market=MARKET,
        gods=("aphoom_shah",),
        **FOES | {"bound": {"zombie": 1, "tarantula": 2}} | fields,
    )
    return play(mythos(s, "the_long_night"), "end_planning")


@pytest.mark.parametrize(("name", "answers", "expected"), AVENGED, ids=[row[0] for row in AVENGED])
def test_an_ability_after_death_that_is_for_foes(name, answers, expected):
    assert decision(next_round(name)) == (0, "order"), "nobody is asked in the Planning phase"
    s = before_the_fight(name)
    assert decision(s) == (1, "after")
    before = counted(s)
    play(s, "ability", *answers.split())
    assert changes(before, s) == expected
    assert decision(s) == (0, "order"), "the living fight"
    assert s.record["used"][:3].tolist() == [0, 1, 0]


@pytest.mark.parametrize("name", [row[0] for row in AVENGED])
def test_the_dead_may_spare_the_foes(name):
    s = before_the_fight(name)
    before = counted(s)
    play(s, "decline")
    assert changes(before, s) == {}
    assert decision(s) == (0, "order")


@pytest.mark.parametrize("name", ["boxer", "big_game_hunter", "undertaker"])
def test_the_dead_are_not_asked_where_there_is_no_minion(name):
    assert decision(next_round(name, minions={})) == (0, "order")
    assert decision(before_the_fight(name, minions={}, bound={})) == (0, "order")


@pytest.mark.parametrize(("name", "track"), [("doctor", "health"), ("grandmother", "sanity")])
def test_the_dead_are_not_asked_where_all_are_well(name, track):
    full = {"health": {0: 10, 1: 0, 2: 8}, "sanity": {0: 8, 2: 8}}[track]
    who = {0: "ships_stoker", 1: name, 2: "card_sharp"}
    other = {"health": {0: 4, 1: 0, 2: 3}} if track == "sanity" else {"sanity": {0: 4, 2: 3}}
    fields = {"investigators": who, "dead": {1: 1}, "deck": {1: {}}, track: full, **other}
    s = table(3, phase="combat", market=MARKET, **fields)
    assert decision(play(s, "end_combat", "keep")) == (0, "order")


def test_the_priest_is_not_asked_where_nothing_lasts():
    fields = {"health": {1: 0}, "dead": {1: 1}, "deck": {1: {}}, "investigators": {1: "defrocked_priest"}}
    s = table(3, phase="combat", market=MARKET, **fields)
    assert decision(play(s, "end_combat", "keep")) == (0, "order")


def test_the_dead_act_even_while_abilities_are_off():
    """Special abilities are those of the living."""
    assert decision(next_round("mission_sister", silent=1)) == (1, "after")


def test_gardener_and_detective_dead_look_at_one_card():
    """The Gardener is asked first; the Detective then may turn the card away that they know."""
    s = table(
        3,
        phase="combat",
        seat=1,
        investigators={0: "gardener", 1: "boxer", 2: "detective"},
        health={0: 0, 2: 0},
        dead={0: 1, 2: 1},
        deck={0: {}, 2: {}},
        market=MARKET,
    )
    play(s, "end_combat", "keep")
    assert decision(s) == (0, "after")
    play(mythos(s, "fever_dream"), "ability")
    assert decision(s) == (2, "after")
    play(s, "ability")
    assert decision(s) == (2, "bury")
    before = counted(s)
    play(s, "bury")
    assert changes(before, s) == {"next_mythos fever_dream": -1, "mythos_discards fever_dream": 1}
    assert decision(s) == (1, "plan")
