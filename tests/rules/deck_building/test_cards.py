"""Every Library card, played once; what it changes is written here and not read from the cards."""

import pytest

from elderzoo.envs.core.game import Game, State
from elderzoo.envs.deck_building import SPEC

from .changes import changes, counted
from .other_cards import changed, written
from .story import cards_drawn, decision, game, moxie, mythos, play, table

KINDS = game().content.sections["card"]


def scene(name: str, phase: str) -> State:
    """The turn of the Detective, hurt and shaken, who has made 2 x 2 Moxie of two Sleuths and Double Down and holds the
    card; the Doctor is worse off. A Zombie and two Tarantulas, Cthugha, two Permanent Mythos, a full University."""
    hand = {"sleuth": 2, "double_down": 1}
    hand[name] = hand.get(name, 0) + 1
    s = table(
        2,
        phase=phase,
        health={0: 5, 1: 2},
        sanity={0: 6, 1: 5},
        hand={0: hand},
        discards={0: {"shovel": 1, "stagger": 1}},
        market=["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"],
        minions={("zombie", "3"): 1, ("tarantula", "1"): 2},
        god_health={0: 20},
        permanent={"ration_cards": 1, "sleepwalking_plague": 1},
    )
    return play(s, "play:sleuth", "play:sleuth", "play:double_down")


def scripted(s: State, script: str) -> State:
    """ "mythos:x" is the next Mythos card, "0:x,y" the next cards of seat 0."""
    for part in script.split():
        where, names = part.split(":")
        if where == "mythos":
            mythos(s, names)
        else:
            cards_drawn(s, int(where), *names.split(","))
    return s


DRAWN = {"hand 0 sleuth": 1, "deck 0 sleuth": -1}
STUMBLE = {"hand 0 stagger": 1, "deck 0 stagger": -1}
LOOKED = {"next_mythos poisoned_well": 1}
WELL = "mythos:poisoned_well"
PLAGUE = {"permanent sleepwalking_plague": -1, "mythos_discards sleepwalking_plague": 1}
RATIONS = {"permanent ration_cards": -1, "mythos_discards ration_cards": 1}

# Card, what is drawn, what is answered, what changes beside the card itself, which lies activated.
PLANNED = [
    ("sleuth", "", "", {"moxie": 2}),
    ("stagger", "", "", {"health 0": -1}),
    ("chase_a_lead", WELL, "", {"moxie": 2, **LOOKED}),
    ("pull_an_all_nighter", "0:sleuth,stagger", "", {**DRAWN, **STUMBLE}),
    ("ransack_the_study", "0:sleuth", "", {"moxie": 4, **DRAWN}),
    ("catch_your_breath", "", "", {"health 0": 2}),
    ("talk_it_through", "", "seat+1", {"sanity 1": 2}),
    ("field_dressing", "0:stagger", "seat+1", {"health 1": 1, **STUMBLE}),
    ("dive_for_cover", "", "", {"armor 0": 2}),
    ("brace_yourself", "", "", {"armor 0": 1, "nerve 0": 1}),
    (
        *("burn_the_evidence", "", "card:stagger card:shovel"),
        {"discards 0 stagger": -1, "discards 0 shovel": -1, "box stagger": 1, "box shovel": 1},
    ),
    ("retrace_your_steps", "", "card:shovel", {"discards 0 shovel": -1, "hand 0 shovel": 1}),
    ("call_in_a_favor", "", "buy:whiskey", {"market whiskey": -1, "hand 0 whiskey": 1}),
    ("haggle", "", "", {"moxie": 2, "cheap": 1}),
    ("double_down", "", "", {"moxie": 4}),
    ("one_thing_leads_to_another", "", "", {"moxie": 6}),
    ("back_to_the_wall", "", "", {"moxie": 5}),
    ("into_the_thick_of_it", "", "", {"moxie": 5}),
    ("tail_the_hooded_man", f"{WELL} 0:sleuth", "", {"moxie": 1, **LOOKED, **DRAWN}),
    ("rally_the_team", "0:sleuth 1:stagger", "", {**DRAWN, "hand 1 stagger": 1, "deck 1 stagger": -1}),
    ("break_up_the_rite", "", "remove:1", {"moxie": 4, **PLAGUE}),
    ("body_armor", "", "", {"armor 0": 3}),
    ("whiskey", "", "", {"sanity 0": 1, "nerve 0": 2}),
    ("shovel", "", "", {"moxie": 4}),
    ("service_revolver", "", "", {"moxie": 3}),
    ("storm_lantern", "", "", {"moxie": 2, "nerve 0": 1}),
    ("leather_coat", "", "", {"moxie": 2, "armor 0": 1}),
    ("doctors_bag", "", "seat+1", {"health 1": 3}),
    ("smelling_salts", "0:sleuth", "seat+1", {"sanity 1": 1, **DRAWN}),
    ("mail_order_catalogue", "", "buy:shovel", {"moxie": 1, "market shovel": -1, "hand 0 shovel": 1}),
    ("readers_ticket", "0:sleuth", "", {"cheap": 1, **DRAWN}),
    ("pocket_furnace", "", "card:stagger", {"moxie": 1, "discards 0 stagger": -1, "box stagger": 1}),
    ("box_camera", f"{WELL} 0:stagger", "", {**LOOKED, **STUMBLE}),
    ("touring_car", "0:sleuth,stagger", "", {"moxie": 1, **DRAWN, **STUMBLE}),
    ("brass_knuckles", "", "", {"moxie": 8}),
    ("dented_war_medal", "", "", {"moxie": 4}),
    ("field_telephone", "1:sleuth", "seat+1", {"moxie": 1, "hand 1 sleuth": 1, "deck 1 sleuth": -1}),
    ("silver_censer", "", "", {"nerve 0": 2, "nerve 1": 2}),
    ("lash_of_embers", "", "", {"moxie": 8, "sanity 0": -1}),
    ("bloodletting_rite", "", "", {"moxie": 5, "health 0": -2}),
    ("warding_circle", "", "", {"armor 0": 1, "armor 1": 1, "sanity 0": -1}),
    ("chant_of_the_still_water", "", "", {"sanity 0": 1, "sanity 1": 1, "health 0": -1}),
    ("lend_a_vein", "", "seat+1", {"health 1": 4, "health 0": -1}),
    ("read_the_entrails", WELL, "bury", {"mythos_discards poisoned_well": 1, "sanity 0": -1}),
    ("unname_the_star", "", "remove:1 remove:0", {**PLAGUE, **RATIONS, "moxie": 2, "sanity 0": -1}),
    ("doubled_shadow", "", "", {"moxie": 4, "sanity 0": -2}),
    ("thrice_spoken_name", "", "", {"moxie": 8, "health 0": -1, "sanity 0": -1}),
    (
        *("call_back_the_hour", "", "card:shovel card:stagger"),
        {
            "discards 0 shovel": -1,
            "discards 0 stagger": -1,
            "hand 0 shovel": 1,
            "hand 0 stagger": 1,
            "sanity 0": -1,
        },
    ),
    (
        *("eat_the_page", "0:sleuth", "card:stagger decline"),
        {"discards 0 stagger": -1, "box stagger": 1, **DRAWN, "sanity 0": -1},
    ),
    ("copper_wish", "", "buy:doctors_bag", {"market doctors_bag": -1, "hand 0 doctors_bag": 1, "health 0": -2}),
    (
        *("borrowed_time", "0:sleuth,sleuth,stagger", ""),
        {"hand 0 sleuth": 2, "deck 0 sleuth": -2, **STUMBLE, "sanity 0": -1},
    ),
    ("feast_of_echoes", "", "", {"moxie": 7, "sanity 0": -1}),
    ("fickle_blessing", "", "", {"moxie": 1}),
    ("skin_of_slate", "", "", {"armor 0": 3, "moxie": -1}),
]

# The same of cards that are for foes, in the Combat phase.
FOUGHT = [
    ("flying_tackle", "minion:zombie", {"zombie of 3": -1}),
    ("elephant_gun", "minion:zombie", {"moxie": 10, "zombie of 3": -1, "zombie of 1": 1}),
    ("drum_magazine", "", {"moxie": 3, "zombie of 3": -1, "zombie of 2": 1, "tarantula of 1": -2}),
    ("quarry_dynamite", "", {"zombie of 3": -1, "zombie of 1": 1, "tarantula of 1": -2}),
    ("whaling_harpoon", "minion:tarantula", {"tarantula of 1": -1, "god 0": -2}),
    (
        *("bear_trap", "minion:tarantula minion:zombie"),
        {"bound tarantula": 1, "zombie of 3": -1, "zombie of 1": 1},
    ),
    ("mystic_binding", "minion:zombie", {"bound zombie": 1, "god 0": -2, "sanity 0": -1}),
    ("spear_of_the_seventh_star", "", {"god 0": -7, "health 0": -1, "sanity 0": -1}),
    ("black_tide", "", {"zombie of 3": -1, "tarantula of 1": -2, "sanity 0": -2}),
]

# Locations: in which turns they work, what is drawn, and what that changes. Moxie of a Location is multiplied.
PLACES = [
    ("boarding_house", "planning", "", {"health": 1}),
    ("hilltop_chapel", "planning", "", {"sanity": 1}),
    ("night_reading_room", "planning", "", {"moxie": 2}),
    ("police_armory", "combat", "", {"moxie": 1}),
    ("railway_depot", "planning", "sleuth", {"hand": 1, "deck": -1}),
    ("pawnshop", "planning", "", {"cheap": 1}),
    ("salt_cellar", "planning", "", {"armor": 1}),
    ("rooftop_observatory", "planning", "poisoned_well", {"next_mythos poisoned_well": 1, "nerve": 1}),
]
OTHER = {"planning": "combat", "combat": "planning"}


def of(p: int, effect: dict, drawn: str) -> dict:
    """An effect with the seat it is on."""
    each = {"hand": f"hand {p} {drawn}", "deck": f"deck {p} {drawn}"}
    return {
        each.get(key, f"{key} {p}" if key in ("health", "sanity", "armor", "nerve") else key): n
        for key, n in effect.items()
    }


def script(p: int, drawn: str) -> str:
    return f"mythos:{drawn}" if drawn == "poisoned_well" else f"{p}:{drawn}" if drawn else ""


def test_every_kind_of_card_is_played_here():
    played = [row[0] for row in (*PLANNED, *FOUGHT, *PLACES)]
    assert sorted(played) == sorted(card["id"] for card in KINDS)


@pytest.mark.parametrize(("name", "draws", "answers", "expected"), PLANNED, ids=[row[0] for row in PLANNED])
def test_a_card_of_the_planning_phase(name, draws, answers, expected):
    s = scripted(scene(name, "planning"), draws)
    assert (moxie(s), decision(s)) == (4, (0, "plan"))
    before = counted(s)
    play(s, f"play:{name}", *answers.split())
    assert changes(before, s) == {f"hand 0 {name}": -1, f"active 0 {name}": 1, **expected}
    assert decision(s) == (0, "plan")
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "answers", "expected"), FOUGHT, ids=[row[0] for row in FOUGHT])
def test_a_card_of_the_combat_phase(name, answers, expected):
    s = scene(name, "combat")
    before = counted(s)
    play(s, f"play:{name}", *answers.split())
    assert changes(before, s) == {f"hand 0 {name}": -1, f"active 0 {name}": 1, **expected}
    assert decision(s) == (0, "combat")


@pytest.mark.parametrize(("name", "phase", "drawn", "effect"), PLACES, ids=[row[0] for row in PLACES])
def test_a_location_works_at_once_where_it_is_played_in_a_turn_of_its_kind(name, phase, drawn, effect):
    s = scripted(scene(name, phase), script(0, drawn))
    before = counted(s)
    play(s, f"play:{name}")
    assert changes(before, s) == {f"hand 0 {name}": -1, f"locations {name}": 1, **of(0, effect, drawn)}
    assert s.record["forced_n"] == 0


@pytest.mark.parametrize(("name", "phase", "drawn", "effect"), PLACES, ids=[row[0] for row in PLACES])
def test_a_location_only_comes_into_play_in_a_turn_of_the_other_kind(name, phase, drawn, effect):
    s = scene(name, OTHER[phase])
    before = counted(s)
    play(s, f"play:{name}")
    assert changes(before, s) == {f"hand 0 {name}": -1, f"locations {name}": 1}


def next_turn(name: str, phase: str, drawn: str = "") -> tuple[State, dict]:
    """The Detective ends its turn of a phase, the Doctor's begins, and the Location was played before."""
    fields = {"health": {1: 2}, "sanity": {1: 5}, "market": ["whiskey", "shovel", "box_camera", "haggle", "body_armor"]}
    s = table(2, phase=phase, **fields).edit(turn={1: 0}, locations={name: 1})
    scripted(s, script(1, drawn))
    before = counted(s)
    play(s, f"end_{phase}")
    assert decision(s) == (1, {"planning": "plan", "combat": "combat"}[phase])
    return s, changes(before, s)


@pytest.mark.parametrize(("name", "phase", "drawn", "effect"), PLACES, ids=[row[0] for row in PLACES])
def test_a_location_works_in_the_turns_of_others(name, phase, drawn, effect):
    s, changed = next_turn(name, phase, drawn)
    once = {"moxie": 1} if "moxie" in effect else effect
    assert changed == of(1, once, drawn)
    assert s.record["locations"].sum() == 1


@pytest.mark.parametrize(("name", "phase", "drawn", "effect"), PLACES, ids=[row[0] for row in PLACES])
def test_a_location_does_nothing_in_turns_of_the_other_phase(name, phase, drawn, effect):
    assert next_turn(name, OTHER[phase])[1] == {}


def test_a_location_stays_when_the_round_ends():
    s = table(1, phase="combat", locations={"pawnshop": 1}, market=["whiskey"], hand={0: {"shovel": 1}})
    play(s, "play:shovel", "end_combat", "keep")
    assert s.record["round"] == 3
    assert s.record["locations"].sum() == 1
    assert s.record["cheap"] == 1, "at work in the next round"


def test_two_locations_of_a_kind_work_once(tmp_path):
    """Another file has two Pawnshops; the second one changes nothing where it is played, nor in later turns."""
    path = written(changed("card", "pawnshop", copies=2), tmp_path)
    other = Game(SPEC, 1, content=path, auto_single=False)
    s = other.new(1).edit(decide=(0, "planning"), hand={0: {"pawnshop": 2}}, deck={0: {}}, held={0: {"pawnshop": 2}})
    play(s, "play:pawnshop", "play:pawnshop")
    assert (s.record["locations"].sum(), s.record["cheap"]) == (2, 1)
    s = other.new(1).edit(decide=(0, "planning"), locations={"pawnshop": 2})
    assert s.record["cheap"] == 1


def test_a_location_may_be_played_by_another_who_gains_by_it_from_the_own_turn_on():
    """The Detective plays it; the Doctor, whose turn is next, is calmed."""
    s = table(2, hand={0: {"hilltop_chapel": 1}}, sanity={0: 9, 1: 5}, market=["whiskey"] * 4 + ["shovel"])
    s = s.edit(turn={1: 0})
    play(s, "play:hilltop_chapel")
    assert s.record["sanity"][:2].tolist() == [9, 5]
    play(s, "end_planning")
    assert s.record["sanity"][:2].tolist() == [9, 6]


def test_all_locations_work_in_one_turn():
    """All eight lie there; the one of the Combat phase waits for it. Nobody else gains by this turn."""
    names = [row[0] for row in PLACES]
    s = table(2, locations=dict.fromkeys(names, 1), health={0: 2}, sanity={0: 2})
    r = s.record
    assert (r["health"][0], r["sanity"][0], r["armor"][0], r["nerve"][0]) == (3, 3, 1, 1)
    assert (moxie(s), r["cheap"], r["hand_count"][0], r["next_mythos"].sum()) == (1, 1, 1, 1)
    assert (r["health"][1], r["armor"][1], r["nerve"][1]) == (7, 0, 0)
