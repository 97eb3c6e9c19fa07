"""What the operations of Mythos cards, Minions and Elder Gods do, one by one, up to their limits, and on whom."""

import pytest

from elderzoo.envs.core.game import State

from .changes import changes, counted
from .story import chance, decision, library, market, minions, moxie, mythos, named, play, table

MARKET = ["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"]


def threatened(players=2, **fields) -> State:
    """The last turn of the Planning phase is that of seat 0; Aphoom Shah will thin all hands by a card."""
    fields = {"gods": ("aphoom_shah", "atlach_nacha"), "market": MARKET} | fields
    return table(players, **fields)


def comes(s: State, card: str, *rolls: int) -> State:
    """The Planning phase ends, and the card comes."""
    return play(chance(mythos(s, card), *rolls), "end_planning")


def over(s: State) -> State:
    """All end their turns of the Combat phase, the University stays, and the next round begins."""
    while decision(s)[1] in ("order", "combat", "clean"):
        play(s, {"order": "go", "combat": "end_combat", "clean": "keep"}[decision(s)[1]])
        if s.phase == "planning":
            break
    return s


def dealt(s: State, hand: dict, deck: dict) -> State:
    """Seat 0 has this hand and this deck."""
    return s.edit(hand={0: hand}, deck={0: deck}, discards={0: {}}, held={0: deck | hand})


# ------------------------------------------------------------------------------------------------- whom


def test_the_first_is_who_went_first_in_this_round():
    s = threatened(3, seat=2)
    comes(s, "sprung_tripwire")
    assert s.record["health"][:3].tolist() == [8, 7, 8]
    assert s.record["sanity"][:3].tolist() == [9, 9, 7]


def test_the_first_is_the_next_one_alive_where_that_one_is_dead():
    """Seat 2 dies of the card that it plays; seat 0 is next, round the table."""
    s = threatened(3, seat=2, hand={2: {"stagger": 1}}, health={2: 1})
    play(mythos(s, "knife_in_the_fog"), "play:stagger")
    assert s.record["dead"][:3].tolist() == [0, 0, 1]
    assert decision(s) == (0, "whom")


def test_the_first_is_able_to_decide():
    s = threatened(3, rules={"insanity": True}, sanity={1: 0}, entranced={1: 1}, seat=0, hand={0: {"stagger": 1}})
    s = s.edit(health={0: 1})
    play(mythos(s, "knife_in_the_fog"), "play:stagger")
    assert decision(s) == (2, "whom"), "seat 1 stares at nothing"
    assert s.legal_names() == ["seat+0", "seat+2"]


@pytest.mark.parametrize(
    ("health", "armor", "hit"),
    [
        ({0: 3, 1: 5, 2: 4}, {}, 0),
        ({0: 5, 1: 3, 2: 4}, {}, 1),
        ({0: 3, 1: 4, 2: 5}, {0: 2}, 0),
        ({0: 4, 1: 3, 2: 5}, {0: 0, 1: 2}, 1),
        ({0: 3, 1: 5, 2: 3}, {}, 0),
        ({0: 5, 1: 3, 2: 3}, {}, 1),
    ],
)
def test_the_weakest_has_least_health_whatever_the_armor_and_is_the_first_of_equals(health, armor, hit):
    s = threatened(3, health=health, armor=armor)
    before = counted(s)
    comes(s, "the_limping_thing")
    lost = {name for name in changes(before, s) if name.startswith(("health", "armor"))}
    assert lost == {f"{'armor' if armor.get(hit) else 'health'} {hit}"}


@pytest.mark.parametrize(
    ("sanity", "nerve", "hit"),
    [({0: 3, 1: 5, 2: 4}, {}, 1), ({0: 5, 1: 5, 2: 5}, {}, 0), ({0: 4, 1: 5, 2: 3}, {2: 3}, 1)],
)
def test_the_sturdiest_has_most_sanity_whatever_the_nerve_where_the_mind_is_hit(sanity, nerve, hit):
    """Three points of a card of three investigators."""
    s = threatened(3, sanity=sanity, nerve=nerve)
    comes(s, "the_portrait_has_turned")
    assert s.record["sanity"][:3].tolist() == [n - 3 * (p == hit) for p, n in sanity.items()]
    assert s.record["nerve"].sum() == sum(nerve.values())


def test_uvash_hurts_who_has_least_health_not_least_with_armor():
    """Five in Body Armor against six without; the armor takes the blow."""
    s = threatened(2, gods=("uvash",), health={0: 6, 1: 5}, armor={1: 3})
    comes(s, "the_long_night")
    assert s.record["health"][:2].tolist() == [6, 5]
    assert s.record["armor"][:2].tolist() == [0, 2]


def test_behmoth_gores_who_has_most_health_not_most_with_armor():
    s = threatened(2, gods=("behmoth",), health={0: 6, 1: 5}, armor={1: 3})
    comes(s, "the_long_night")
    assert s.record["health"][:2].tolist() == [5, 5]


def test_the_portrait_stares_at_who_has_most_sanity_not_most_with_nerve():
    s = threatened(2, sanity={0: 6, 1: 5}, nerve={1: 2})
    comes(s, "the_portrait_has_turned")
    assert s.record["sanity"][:2].tolist() == [4, 5]


def test_equals_are_found_from_the_first_seat_on():
    s = threatened(3, seat=1, health={0: 5, 1: 6, 2: 5})
    comes(s, "the_limping_thing")
    assert s.record["health"][:3].tolist() == [5, 6, 4]


def test_chance_picks_among_the_living():
    for roll, hit in ((0, 0), (1, 2)):
        s = threatened(3, health={1: 0}, dead={1: 1}, deck={1: {}}, sanity={0: 5, 2: 5})
        comes(s, "fever_dream", roll, 0)
        assert [p for p in (0, 2) if s.record["sanity"][p] == 4] == [hit]


def test_the_team_chooses_among_the_living():
    s = threatened(3, health={1: 0}, dead={1: 1}, deck={1: {}})
    comes(s, "knife_in_the_fog")
    assert decision(s) == (0, "whom")
    assert s.legal_names() == ["seat+0", "seat+2"]
    assert s.record["health"][2] == 9
    play(s, "seat+2")
    assert s.record["health"][2] == 7


def test_while_foes_act_no_card_is_played():
    """Armor in hand is of no use now, and no ability either."""
    s = threatened(2, hand={0: {"body_armor": 1}, 1: {"body_armor": 1}})
    comes(s, "knife_in_the_fog")
    assert s.legal_names() == ["seat+0", "seat+1"]
    play(s, "seat+0")
    assert s.record["health"][0] == 6


def test_an_effect_on_all_that_kills_one_goes_on():
    s = threatened(3, health={0: 1, 1: 5, 2: 5})
    comes(s, "poisoned_well")
    assert s.record["dead"][:3].tolist() == [1, 0, 0]
    assert s.record["health"][:3].tolist() == [0, 4, 4]


def test_both_effects_on_the_sturdiest_are_on_one():
    """Of two with 6 health the first is hurt by the Vault Worm, and stumbles too, though now the other is healthier."""
    s = threatened(2, health={0: 6, 1: 6}, minions={("vault_worm", "8"): 1})
    comes(s, "the_long_night")
    assert s.record["health"][:2].tolist() == [5, 6]
    assert (named(s, "discards", 0), named(s, "discards", 1)) == ({"stagger": 1}, {})


def test_the_second_effect_is_on_nobody_where_the_first_has_killed():
    """The Limping Thing kills the weakest, who was to drop a card."""
    s = threatened(2, health={0: 5, 1: 1}, hand={0: {"sleuth": 2}, 1: {"shovel": 1}})
    comes(s, "the_limping_thing")
    assert s.record["dead"][:2].tolist() == [0, 1]
    assert named(s, "hand", 0) == {"sleuth": 2}
    assert named(s, "box")["shovel"] == 1


def test_two_effects_on_somebody_by_chance_are_two_throws():
    s = threatened(2, minions={("reef_hybrid", "5"): 1}, hand={1: {"shovel": 1}})
    chance(mythos(s, "the_long_night"), 0, 1, 0)
    play(s, "end_planning")
    assert s.record["health"][:2].tolist() == [7, 7]
    assert named(s, "discards", 1) == {"shovel": 1}


def test_harm_to_the_last_one_ends_the_game_before_anything_else():
    s = threatened(1, health={0: 1}, sanity={0: 1})
    comes(s, "night_of_broken_windows")
    assert s.is_over
    assert s.returns.tolist() == [-1]
    assert s.record["sanity"][0] == 1


def test_a_tripwire_that_kills_the_first_shakes_nobody():
    s = threatened(2, health={0: 1})
    comes(s, "sprung_tripwire")
    assert s.record["dead"][:2].tolist() == [1, 0]
    assert (s.record["health"][1], s.record["sanity"][1]) == (7, 9)


# ---------------------------------------------------------------------------------------- hands and piles


@pytest.mark.parametrize(("fewer", "drawn"), [(1, 4), (3, 2), (5, 0)])
def test_fewer_cards_are_drawn_once(fewer, drawn):
    s = table(1, phase="combat", fewer={0: fewer}, market=MARKET)
    play(s, "end_combat", "keep")
    assert s.record["hand_count"][0] == drawn
    assert s.record["fewer"][0] == 0
    assert s.record["dead"][0] == 0, "nobody dies of an empty hand alone"


def test_no_more_than_a_hand_is_lost():
    s = threatened(2, fewer={0: 5, 1: 3})
    comes(s, "the_long_night")
    assert s.record["fewer"][:2].tolist() == [5, 5]


def test_who_has_no_card_drops_none():
    s = threatened(2, hand={1: {"shovel": 1}})
    comes(s, "numb_fingers", 0)
    assert named(s, "discards", 0) == {}
    assert named(s, "discards", 1) == {"shovel": 1}


def test_every_card_of_the_hand_may_be_dropped():
    """By its place in the hand: 0 and 1 are the two Sleuths, 2 the Shovel."""
    for roll, gone in enumerate(("sleuth", "sleuth", "shovel")):
        s = threatened(2, hand={0: {"sleuth": 2, "shovel": 1}})
        comes(s, "numb_fingers", roll)
        assert named(s, "discards", 0) == {gone: 1}


def test_a_curse_takes_staggers_of_the_box_while_there_are_any():
    """18 Staggers: two players have three each; of twelve in the box eleven are gone."""
    s = threatened(2, discards={0: {"stagger": 11}}, deck={0: {"sleuth": 7, "stagger": 3}})
    assert named(s, "box")["stagger"] == 1
    comes(s, "svens_family_curse")
    assert (named(s, "discards", 0)["stagger"], named(s, "discards", 1)) == (12, {})
    assert "stagger" not in named(s, "box")


def test_a_cursed_pile_is_drawn_from_later():
    s = table(1, phase="combat", discards={0: {"stagger": 2}}, deck={0: {"sleuth": 4}}, market=MARKET)
    play(s, "end_combat", "keep")
    assert s.record["hand_count"][0] == 5
    assert named(s, "hand", 0) == {"sleuth": 4, "stagger": 1}


# -------------------------------------------------------------------------------------------- the University


def test_cards_swept_are_unwanted_and_what_is_empty_stays_so():
    s = threatened(2)
    comes(s, "gasworks_explosion", 4, 0)
    assert market(s) == ["", "shovel", "box_camera", "doctors_bag", ""]
    assert named(s, "unwanted") == {"haggle": 1, "whiskey": 1}


def test_no_more_cards_are_swept_than_there_are():
    s = threatened(2)
    comes(s, "university_closed", 0, 0, 0, 0, 0)
    assert market(s) == [""] * 5
    assert named(s, "unwanted") == dict.fromkeys(MARKET, 1)
    s = threatened(2, permanent={"the_gate_stands_ajar": 1, "dripping_in_the_walls": 1}, god_health={0: 30})
    comes(s, "university_closed", 0, 0, 0, 0, 0)
    assert market(s) == [""] * 5


def test_what_was_swept_is_replaced_when_the_next_round_begins():
    s = threatened(1)
    comes(s, "university_closed", 0, 0, 0, 0, 0)
    assert decision(s) == (0, "combat")
    library(s, "shovel", "shovel", "haggle", "whiskey", "body_armor")
    play(s, "end_combat")
    assert market(s) == ["shovel", "shovel", "haggle", "whiskey", "body_armor"]
    assert decision(s) == (0, "plan"), "nothing was on sale that could be removed"


def test_cards_are_dearer_in_the_next_round_and_not_in_the_one_after():
    s = threatened(1)
    comes(s, "bank_failure", 0, 0)
    assert (s.record["dear"], s.record["dear_next"]) == (0, 2)
    over(s)
    assert (s.record["round"], s.record["dear"], s.record["dear_next"]) == (3, 2, 0)
    s = dealt(s, {"shovel": 2, "service_revolver": 1}, {"sleuth": 7, "stagger": 3}).edit(
        market=dict(enumerate(MARKET[:4]))
    )
    play(s, "play:shovel", "play:shovel")
    assert [name for name in s.legal_names() if name.startswith("buy")] == ["buy:box_camera"]
    play(s, "play:service_revolver")
    assert moxie(play(s, "buy:whiskey")) == 2, "three and two more"
    comes(library(s, "body_armor", "haggle"), "choir_beneath_the_hill")
    over(s)
    assert (s.record["round"], s.record["dear"]) == (4, 0)


def test_dearer_and_cheaper_cancel():
    s = table(1, hand={0: {"haggle": 1}}, market=["chase_a_lead", "whiskey"], dear=1)
    play(s, "play:haggle", "buy:chase_a_lead")
    assert moxie(s) == 0


def test_raze_does_nothing_where_there_is_no_location():
    s = threatened(2)
    before = counted(s)
    comes(s, "subsidence")
    assert changes(before, s) == {"mythos_discards subsidence": 1, "fewer 0": 2, "fewer 1": 1}


def test_a_razed_location_is_out_of_the_game():
    """Chance picks among two."""
    s = threatened(2, locations={"hilltop_chapel": 1, "police_armory": 1})
    comes(s, "subsidence", 1)
    assert named(s, "locations") == {"hilltop_chapel": 1}
    assert named(s, "box")["police_armory"] == 1


# -------------------------------------------------------------------------------------------------- Minions


def test_no_more_minions_come_than_there_are():
    """Three Drowned Colossi in all, two of them here already and bound."""
    there = {("drowned_colossus", "12"): 2}
    s = threatened(2, minions=there, bound={"drowned_colossus": 2})
    comes(s, "harbor_wall_breaks")
    assert minions(s) == {("drowned_colossus", 12): 3}
    s = threatened(2, minions={("drowned_colossus", "12"): 3}, bound={"drowned_colossus": 3})
    comes(s, "harbor_wall_breaks")
    assert minions(s) == {("drowned_colossus", 12): 3}


def test_the_symbol_brings_minions_for_each_investigator():
    for players in (1, 2, 3):
        s = threatened(players)
        comes(s, "masquerade_at_midnight")
        while decision(s)[1] == "whom":
            play(s, "seat+0")
        assert minions(s) == {("masked_herald", 1): players}


def test_bred_minions_act_from_the_next_round_on():
    s = threatened(1, minions={("tarantula", "1"): 2}, gods=("the_pallid_choir",))
    comes(s, "numb_fingers")
    assert decision(s) == (0, "whom")
    play(s, "seat+0", "seat+0")
    assert decision(s) == (0, "combat")
    assert minions(s) == {("tarantula", 1): 4}
    assert s.record["health"][0] == 6
    over(s)
    comes(s, "numb_fingers")
    play(s, "seat+0")
    assert decision(s) == (0, "whom")


def test_breeding_ends_with_the_supply():
    """Sixteen in all: the fifteenth breeds the last, though fifteen act."""
    s = threatened(1, minions={("tarantula", "1"): 15}, armor={0: 20}, bound={"tarantula": 13})
    comes(s, "numb_fingers")
    play(s, "seat+0", "seat+0")
    assert decision(s) == (0, "combat")
    assert minions(s) == {("tarantula", 1): 16}


# ----------------------------------------------------------------------------------------------- Elder Gods


def test_gods_mend_up_to_what_they_had():
    full = int(threatened(2).record["god_health"][0])
    for less, left in ((1, full), (3, full), (4, full), (5, full - 1)):
        s = threatened(2, god_health={0: full - less})
        comes(s, "choir_beneath_the_hill")
        assert s.record["god_health"][0] == left


def test_all_gods_mend_but_the_banished():
    s = threatened(4, god_health={0: 50, 1: 60})
    comes(s, "choir_beneath_the_hill")
    assert s.record["god_health"].tolist() == [58, 68, 0]
    s = threatened(4, god_health={0: 0, 1: 60})
    comes(s, "choir_beneath_the_hill")
    assert s.record["god_health"].tolist() == [0, 68, 0]


def test_the_god_that_has_lost_most_eats_the_weakest():
    there = {("zombie", "3"): 1, ("cellar_ghoul", "2"): 1, ("vault_worm", "1"): 1}
    s = threatened(4, god_health={0: 60, 1: 50}, minions=there)
    before = counted(s)
    comes(s, "hungry_altar", 0)
    assert changes(before, s) == {
        "mythos_discards hungry_altar": 1,
        "fewer 0": 1,
        "fewer 1": 1,
        "fewer 2": 1,
        "fewer 3": 1,
        "zombie of 3": -1,
        "cellar_ghoul of 2": -1,
        "vault_worm of 1": -1,
        "god 1": 9,
        "sanity 0": -1,
    }


def test_of_gods_that_have_lost_as_much_the_first_eats():
    s = threatened(4, minions={("zombie", "3"): 1}, bound={"zombie": 1})
    full = s.record["god_health"][:2].tolist()
    s = comes(s.edit(god_health=[full[0] - 9, full[1] - 9, 0]), "hungry_altar", 0)
    assert s.record["god_health"][:2].tolist() == [full[0] - 6, full[1] - 9]


def test_a_god_eats_all_there_are_and_heals_for_each():
    s = threatened(2, god_health={0: 20}, minions={("zombie", "3"): 1})
    comes(s, "hungry_altar", 0)
    assert minions(s) == {}
    assert s.record["god_health"][0] == 23
    s = threatened(2, god_health={0: 20})
    comes(s, "hungry_altar", 0)
    assert s.record["god_health"][0] == 20


def test_a_god_in_good_health_eats_as_well():
    s = threatened(2, minions={("zombie", "3"): 2})
    full = int(s.record["god_health"][0])
    comes(s, "the_table_is_laid")
    assert minions(s) == {("cellar_ghoul", 4): 1}
    assert s.record["god_health"][0] == full


# ------------------------------------------------------------------------------------------------- silence


def test_abilities_are_off_in_this_combat_and_the_next_planning_phase():
    """The Boxer cannot fight better, and in the round after the Detective cannot look; then they can again."""
    s = threatened(2, investigators={1: "boxer"}, health={1: 5})
    comes(s, "swallowed_words")
    play(s, "go", "end_combat")
    assert decision(s) == (1, "combat")
    assert "ability" not in s.legal_names()
    play(s, "end_combat", "keep", "go")
    assert decision(s) == (0, "plan")
    assert "ability" not in s.legal_names()
    play(s, "end_planning")
    comes(s, "choir_beneath_the_hill")
    assert s.record["silent"] == 0
    play(s, "yield", "go")
    assert decision(s) == (1, "combat")
    assert "ability" in s.legal_names()


def test_abilities_that_work_by_themselves_are_off_too():
    s = threatened(1, investigators={0: "gardener"}, health={0: 5})
    assert s.record["health"][0] == 6, "its turn began with a point"
    comes(s, "swallowed_words")
    over(s)
    assert (s.record["round"], s.record["health"][0]) == (3, 6)
    comes(s, "choir_beneath_the_hill")
    over(s)
    assert (s.record["round"], s.record["health"][0]) == (4, 7)


def test_the_seal_keeps_them_off_in_every_round():
    s = threatened(1, permanent={"seal_on_every_tongue": 1}, investigators={0: "gardener"}, health={0: 5}, silent=1)
    for round_ in (3, 4):
        over(comes(s, "choir_beneath_the_hill"))
        assert (s.record["round"], s.record["health"][0], s.record["silent"]) == (round_, 5, 1)
