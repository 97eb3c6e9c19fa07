"""Combat: Elder Gods, Mythos and Minions act in this order; then the investigators hit them."""

import pytest

from elderzoo.envs.core.game import Game
from elderzoo.envs.deck_building import SPEC

from .other_cards import changed, of, written
from .rounds import FIVE, acted, in_turn, round_begun, seats
from .story import chance, decision, game, minions, moxie, mythos, named, play, told

REFERENCE = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")


def begun(players=2, *cards, **fields):
    """Combat begins after the last Planning turn; ``cards`` are the Mythos cards that come."""
    fields.setdefault("gods", ["aphoom_shah", "the_salt_mother", "the_pallid_choir"])
    s = in_turn(players, **fields)
    s = s.edit(turn=dict.fromkeys(range(players), 1))
    mythos(s, *cards)
    return s


# ------------------------------------------------------------------------------------------------ Elder Gods


@pytest.mark.parametrize("gods", [["the_salt_mother", "the_pallid_choir"], ["the_pallid_choir", "the_salt_mother"]])
def test_elder_gods_act_in_the_order_of_setup(gods):
    s = play(begun(2, "the_long_night", "the_long_night", rules={"mode": "cthulhu"}, gods=gods), "end_planning")
    assert acted(s, "god_acts") == gods
    assert seats(s, "health") == [7, 6]
    assert seats(s, "sanity") == [8, 8]


def test_three_elder_gods_act_in_cthulhu_mode_from_four_players_on():
    gods = ["uvash", "behmoth", "aphoom_shah"]
    s = begun(4, *["the_long_night"] * 2, "subsidence", rules={"mode": "cthulhu"}, gods=gods)
    play(s, "end_planning")
    assert acted(s, "god_acts") == gods


def test_foes_act_gods_first_then_the_mythos_then_minions_then_the_investigators():
    s = begun(2, "poisoned_well", gods=["the_salt_mother"], minions={("drowned_colossus", 4): 1})
    play(s, "end_planning")
    assert acted(s) == ["the_salt_mother", "poisoned_well", "drowned_colossus"]
    assert seats(s, "health") == [5, 4]
    assert (s.phase, *decision(s)) == ("combat", 0, "order")


def test_a_banished_elder_god_acts_no_more():
    fields = {"rules": {"mode": "cthulhu"}, "gods": ["the_salt_mother", "the_pallid_choir"], "god_health": {0: 0}}
    s = play(begun(2, "the_long_night", "the_long_night", **fields), "end_planning")
    assert acted(s, "god_acts") == ["the_pallid_choir"]
    assert (seats(s, "health"), seats(s, "sanity")) == ([8, 7], [8, 8])


def test_an_elder_god_heals_up_to_its_own_health_and_no_further():
    """Uvash mends 4 against two, where so much is lacking."""
    most = int(begun(2, gods=["uvash"]).record["god_health"][0])
    for lacks, lacking_still in ((5, 1), (4, 0), (3, 0), (0, 0)):
        s = begun(2, "the_long_night", gods=["uvash"], god_health={0: most - lacks})
        play(s, "end_planning")
        assert s.record["god_health"][0] == most - lacking_still


def test_option_gods_one_by_one_only_the_first_acts_and_can_be_hit():
    rules = {"mode": "cthulhu", "gods": "one_by_one"}
    fields = {"gods": ["aphoom_shah", "the_pallid_choir"], "god_health": {0: 1, 1: 9}, "hand": {0: {"sleuth": 3}}}
    s = begun(1, "the_long_night", "the_long_night", rules=rules, **fields)
    play(s, "end_planning")
    assert acted(s, "god_acts") == ["aphoom_shah"]
    play(s, *["play:sleuth"] * 3, "hit")
    assert s.legal_names() == ["god:0"]
    play(s, "god:0", "spend:one")
    assert not s.is_over
    play(s, "hit")
    assert s.legal_names() == ["god:1"]
    play(s, "god:1", "spend:all", "end_combat", "keep")
    assert s.record["god_health"].tolist() == [0, 7, 0]
    mythos(s, "numb_fingers", "numb_fingers")
    play(s, "end_planning")
    assert acted(s, "god_acts")[-1] == "the_pallid_choir"


def test_elder_gods_are_together_unless_told():
    assert game(2).options["gods"] == "together"
    s = in_turn(1, phase="combat", rules={"mode": "cthulhu"}, hand={0: {"shovel": 1}})
    play(s, "play:shovel", "hit")
    assert s.legal_names() == ["god:0", "god:1"]


# ---------------------------------------------------------------------------------------------------- Mythos


@pytest.mark.parametrize(
    ("players", "mode", "count"), [(3, "normal", 1), (6, "normal", 1), (1, "cthulhu", 2), (4, "cthulhu", 3)]
)
def test_so_many_mythos_cards_come_one_after_the_other(players, mode, count):
    cards = ["numb_fingers", "the_long_night", "numb_fingers"][:count]
    s = play(begun(players, *cards, rules={"mode": mode}), "end_planning")
    assert acted(s, "mythos_came") == cards
    assert s.record["mythos_count"] == 103 - count


def test_a_mythos_card_is_discarded_after_its_action():
    s = play(begun(2, "poisoned_well"), "end_planning")
    assert named(s, "mythos_discards", vocab="mythos") == {"poisoned_well": 1}
    assert named(s, "permanent", vocab="mythos") == {}
    assert seats(s, "health") == [7, 6]


def test_a_permanent_mythos_card_acts_when_it_comes_and_stays():
    s = play(begun(2, "dripping_in_the_walls"), "end_planning")
    assert seats(s, "sanity") == [8, 9]
    assert named(s, "permanent", vocab="mythos") == {"dripping_in_the_walls": 1}
    assert named(s, "mythos_discards", vocab="mythos") == {}


def test_permanent_mythos_cards_act_again_each_round_before_the_new_one():
    s = play(begun(1, "the_long_night", permanent={"dripping_in_the_walls": 1}), "end_planning")
    assert acted(s) == ["aphoom_shah", "dripping_in_the_walls", "the_long_night"]
    assert seats(s, "sanity") == [8]
    play(s, "end_combat", "keep")
    mythos(s, "numb_fingers")
    play(s, "end_planning")
    assert acted(s, "permanent")[-1] == "dripping_in_the_walls"
    assert seats(s, "sanity") == [7]
    assert named(s, "permanent", vocab="mythos") == {"dripping_in_the_walls": 1}


def test_an_empty_mythos_deck_is_made_anew_of_discards_without_permanent_cards():
    t = game(2).tables
    labels = game(2).labels["mythos"]
    all_cards = {labels[k]: int(n) for k, n in enumerate(t["mythos_copies"]) if n}
    rest = {name: n for name, n in all_cards.items() if name != "seal_on_every_tongue"}
    s = begun(2, mythos_discards=rest, permanent={"seal_on_every_tongue": 1})
    assert s.record["mythos_count"] == 0
    play(s, "end_planning")
    assert s.record["mythos_count"] == 101
    assert named(s, "permanent", vocab="mythos")["seal_on_every_tongue"] == 1


def eager(path, players=1, **more):
    """A lone Detective ends the Planning phase, with cards of another file whose Mythos cards all bring another."""
    data = changed("mythos", "the_stars_hurry", **more)
    data["mythos"] = [of("mythos", "the_stars_hurry", data)]
    g = Game(SPEC, players, content=written(data, path), auto_single=False)
    team = {"investigator": {0: "detective"}, "health": {0: 8}, "sanity": {0: 9}}
    s = g.new(1).edit(
        decide=(0, "planning"), god={0: "aphoom_shah"}, god_health={0: 9}, market=dict(enumerate(FIVE)), **team
    )
    return play(s, "end_planning")


@pytest.mark.parametrize("copies", [1, 20])
def test_nine_mythos_cards_come_in_a_round_at_most(copies, tmp_path):
    """The deck is made anew of cards that ask for more, again and again: the step ends all the same, in each round."""
    s = eager(tmp_path, copies=copies)
    for _ in range(2):
        assert decision(s) == (0, "combat")
        assert told(s)[: told(s).index("combat_began")].count("mythos_came") == 9
        assert s.record["more_mythos"] == 0
        play(s, "end_combat", "keep", "end_planning")


def test_a_god_and_a_mythos_card_may_each_bring_one_more():
    s = begun(1, "the_stars_hurry", "numb_fingers", "subsidence", gods=["thule_vrax"])
    play(s, "end_planning")
    assert acted(s, "mythos_came") == ["the_stars_hurry", "numb_fingers", "subsidence"]


# --------------------------------------------------------------------------------------------------- Minions


def test_minions_act_from_least_health_to_most():
    """Health left counts, not that of the card: a wounded Colossus comes before a fresh Zombie."""
    there = {("many_handed_bride", 10): 1, ("zombie", 3): 1, ("drowned_colossus", 2): 1, ("zombie", 1): 1}
    s = play(begun(2, "the_long_night", minions=there), "end_planning")
    assert acted(s, "minion_acts") == ["zombie", "drowned_colossus", "zombie", "many_handed_bride"]


def test_minions_of_equal_health_act_by_kind():
    there = {("zombie", 1): 1, ("many_handed_bride", 1): 1, ("masked_herald", 1): 1, ("drowned_colossus", 1): 1}
    s = play(begun(2, "the_long_night", minions=there), "end_planning", "seat+0")
    assert acted(s, "minion_acts") == ["masked_herald", "zombie", "drowned_colossus", "many_handed_bride"]


def test_each_of_several_minions_acts():
    s = play(begun(2, "the_long_night", minions={("zombie", 3): 2, ("zombie", 2): 1}), "end_planning")
    assert acted(s, "minion_acts") == ["zombie"] * 3
    assert seats(s, "health") == [5, 7]


def test_who_takes_the_damage_where_the_team_chooses():
    """A Masked Herald shakes one of them; whoever went first says whom."""
    s = play(begun(3, "the_long_night", minions={("masked_herald", 1): 1}), "end_planning")
    assert decision(s) == (0, "whom")
    assert s.legal_names() == ["seat+0", "seat+1", "seat+2"]
    play(s, "seat+2")
    assert seats(s, "sanity") == [9, 9, 7]


def test_a_minion_spawned_by_an_elder_god_acts_in_the_same_round():
    s = play(begun(1, "the_long_night", gods=["nyarlathotep"]), "end_planning", "seat+0")
    assert minions(s) == {("masked_herald", 1): 1}
    assert acted(s, "minion_acts") == ["masked_herald"]
    assert seats(s, "sanity") == [8]


def test_a_minion_spawned_by_the_mythos_acts_in_the_same_round():
    s = play(begun(2, "wedding_without_a_groom"), "end_planning")
    assert minions(s) == {("many_handed_bride", 10): 1}
    assert acted(s, "minion_acts") == ["many_handed_bride"]
    assert seats(s, "sanity") == [8, 8]


def test_a_minion_bred_by_another_acts_from_the_next_round_on(tmp_path):
    """With 3 health the young one would come after its wounded parent; it waits."""
    path = tmp_path / "cards.toml"
    path.write_text(REFERENCE.replace('"Tarantula"\ncopies = 16\nhealth = 1', '"Tarantula"\ncopies = 16\nhealth = 3'))
    g = Game(SPEC, 1, content=path, auto_single=False)
    team = {"investigator": {0: "detective"}, "health": {0: 8}, "sanity": {0: 9}, "god": {0: "aphoom_shah"}}
    s = g.new(1).edit(decide=(0, "planning"), **team, god_health={0: 9}, minions={("tarantula", "1"): 1})
    mythos(s, "the_long_night")
    play(s, "end_planning", "seat+0")
    assert minions(s) == {("tarantula", 1): 1, ("tarantula", 3): 1}
    assert decision(s) == (0, "combat")
    assert acted(s, "minion_acts") == ["tarantula"]
    play(s, "end_combat", "keep")
    mythos(s, "the_long_night")
    play(s, "end_planning", "seat+0", "seat+0")
    assert seats(s, "health") == [5]
    assert minions(s) == {("tarantula", 1): 1, ("tarantula", 3): 3}


def test_tarantulas_breed_and_the_young_wait():
    s = play(begun(2, "the_long_night", minions={("tarantula", 1): 2}), "end_planning", "seat+0", "seat+1")
    assert minions(s) == {("tarantula", 1): 4}
    assert decision(s) == (0, "order")
    assert seats(s, "health") == [7, 6]


def alone_against(path, data, minions):
    """A lone Detective ends the Planning phase against Aphoom Shah and these Minions, with cards of another file."""
    g = Game(SPEC, 1, content=written(data, path), auto_single=False)
    team = {"investigator": {0: "detective"}, "health": {0: 8}, "sanity": {0: 9}}
    s = g.new(1).edit(decide=(0, "planning"), god={0: "aphoom_shah"}, god_health={0: 9}, **team, minions=minions)
    return play(mythos(s, "the_long_night"), "end_planning")


def test_a_minion_brought_by_another_acts_from_the_next_round_on(tmp_path):
    """A Masked Herald of another file brings a Zombie, which would come after it."""
    brings = [{"op": "spawn", "amount": 1, "minion": "zombie"}]
    s = alone_against(tmp_path, changed("minion", "masked_herald", effects=brings), {("masked_herald", "1"): 1})
    assert minions(s) == {("masked_herald", 1): 1, ("zombie", 3): 1}
    assert acted(s, "minion_acts") == ["masked_herald"]
    assert seats(s, "health") == [8]
    play(s, "end_combat", "keep")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert acted(s, "minion_acts")[-2:] == ["masked_herald", "zombie"]
    assert seats(s, "health") == [7]


def test_a_minion_that_another_had_devoured_does_not_act(tmp_path):
    """Of four Zombies of another file the first feeds three to the Elder God; one is left to act."""
    feeds = [{"op": "hurt", "amount": 1, "who": "first"}, {"op": "devour", "amount": 3}]
    s = alone_against(tmp_path, changed("minion", "zombie", effects=feeds), {("zombie", "3"): 4})
    assert acted(s, "minion_acts") == ["zombie"] * 2
    assert minions(s) == {}
    assert seats(s, "health") == [6]


def test_a_newborn_minion_that_is_devoured_is_newborn_no_more(tmp_path):
    """A Zombie of another file brings a Tarantula, feeds it to the Elder God, and then asks whom to hurt."""
    feeds = [
        {"op": "spawn", "amount": 1, "minion": "tarantula"},
        {"op": "devour", "amount": 1},
        {"op": "hurt", "amount": 1, "who": "chosen"},
    ]
    s = alone_against(tmp_path, changed("minion", "zombie", effects=feeds), {("zombie", "3"): 1})
    assert decision(s) == (0, "whom")
    assert minions(s) == {("zombie", 3): 1}
    assert named(s, "newborn", vocab="minion") == {}


def test_no_more_minions_come_than_there_are():
    """Two Zombies should; there are 16, and 15 of them are in play (bound, to keep the story short)."""
    s = begun(2, "potters_field_opens", minions={("zombie", 3): 15}, bound={"zombie": 15})
    play(s, "end_planning")
    assert minions(s) == {("zombie", 3): 16}
    assert named(s, "supply", vocab="minion").get("zombie", 0) == 0
    assert acted(s, "minion_acts") == ["zombie"]


def test_with_all_of_a_kind_in_play_none_comes():
    s = begun(2, "wormhole_in_the_vault", minions={("vault_worm", 8): 3})
    play(s, "end_planning")
    assert minions(s) == {("vault_worm", 8): 3}
    assert acted(s, "minion_acts") == ["vault_worm"] * 3


def test_bound_minions_do_nothing_for_a_round():
    s = begun(1, "the_long_night", minions={("zombie", 3): 3}, bound={"zombie": 2})
    play(s, "end_planning")
    assert acted(s, "minion_acts") == ["zombie"]
    play(s, "end_combat", "keep")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert seats(s, "health") == [4]


def test_a_bound_tarantula_does_not_breed():
    there = {("tarantula", 1): 1, ("zombie", 3): 1}
    s = begun(1, investigators={0: "stage_hypnotist"}, minions=there)
    play(s, "ability", "minion:tarantula")
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert minions(s) == there
    assert acted(s, "minion_acts") == ["zombie"]


# ------------------------------------------------------------------------------------------- armor and nerve


def test_armor_wards_off_what_hurts_and_nothing_else():
    fields = {"rules": {"mode": "cthulhu"}, "gods": ["the_salt_mother", "the_pallid_choir"]}
    s = begun(2, "the_long_night", "the_long_night", hand={0: {"body_armor": 1}}, **fields)
    play(s, "play:body_armor", "end_planning")
    assert (seats(s, "health"), seats(s, "sanity")) == ([8, 6], [8, 8])
    assert seats(s, "armor") == [2, 0]


def test_nerve_wards_off_what_scares_and_nothing_else():
    fields = {"rules": {"mode": "cthulhu"}, "gods": ["the_salt_mother", "the_pallid_choir"]}
    s = begun(2, "the_long_night", "the_long_night", hand={0: {"whiskey": 1}}, **fields)
    play(s, "play:whiskey", "end_planning")
    assert (seats(s, "health"), seats(s, "sanity")) == ([7, 6], [9, 8])
    assert seats(s, "nerve") == [1, 0]


def test_damage_beyond_the_armor_comes_through():
    """Lightning hurts the healthiest for 1 for each investigator of the game, two of which the armor wards off."""
    s = begun(3, "lightning_out_of_a_clear_sky", hand={0: {"dive_for_cover": 1}}, health={0: 8, 1: 7, 2: 7})
    play(s, "play:dive_for_cover", "end_planning")
    assert seats(s, "health") == [7, 7, 7]
    assert seats(s, "armor") == [0, 0, 0]
    assert told(s)[:3] == ["hurt", "warded", "mythos_came"]


# ------------------------------------------------------------------------------------------- investigators hit


def test_investigators_fight_in_the_order_they_choose():
    s = play(begun(3, "the_long_night"), "end_planning")
    assert decision(s) == (0, "order")
    play(s, "yield", "go")
    assert decision(s) == (1, "combat")
    play(s, "end_combat", "yield", "go")
    assert decision(s) == (2, "combat")
    play(s, "end_combat")
    assert decision(s) == (0, "combat")


def test_without_moxie_nothing_is_hit():
    s = in_turn(2, phase="combat", hand={0: {"sleuth": 1, "stagger": 1}})
    assert s.legal_names() == ["play:sleuth", "play:stagger", "end_combat"]
    play(s, "play:sleuth")
    assert s.legal_names() == ["play:stagger", "hit", "end_combat"]


AMOUNTS = [
    ("god:0", {"sleuth": 1}, ["spend:one"]),
    ("god:0", {"shovel": 1}, ["spend:one", "spend:all"]),
    ("minion:zombie", {"sleuth": 1}, ["spend:one"]),
    ("minion:zombie", {"sleuth": 2}, ["spend:one", "spend:all"]),
    ("minion:zombie", {"sleuth": 3}, ["spend:one", "spend:needed"]),
    ("minion:zombie", {"shovel": 1, "sleuth": 2}, ["spend:one", "spend:needed"]),
    ("minion:masked_herald", {"sleuth": 1}, ["spend:one"]),
    ("minion:masked_herald", {"shovel": 1}, ["spend:one"]),
]


@pytest.mark.parametrize(("foe", "hand", "amounts"), AMOUNTS)
def test_one_moxie_or_what_is_needed_or_all_and_never_two_names_for_a_number(foe, hand, amounts):
    s = in_turn(2, phase="combat", hand={0: hand}, minions={("zombie", 3): 1, ("masked_herald", 1): 1})
    play(s, *(f"play:{name}" for name, n in hand.items() for _ in range(n)), "hit")
    assert s.legal_names() == ["god:0", "minion:masked_herald", "minion:zombie"]
    play(s, foe)
    assert s.legal_names() == amounts


def test_moxie_is_divided_among_foes():
    hand = {"shovel": 2, "sleuth": 3}
    s = in_turn(
        2, phase="combat", god_health={0: 20}, hand={0: hand}, minions={("zombie", 3): 1, ("masked_herald", 1): 1}
    )
    play(s, "play:shovel", "play:shovel", *["play:sleuth"] * 3)
    play(s, "hit", "minion:zombie", "spend:needed", "hit", "minion:masked_herald", "spend:one")
    play(s, "hit", "god:0", "spend:one", "hit", "god:0", "spend:all")
    assert minions(s) == {}
    assert s.record["god_health"][0] == 17
    assert (moxie(s), s.legal_names()) == (0, ["end_combat"])


def test_damage_stays_on_gods_and_minions():
    there = {("zombie", 3): 1}
    s = in_turn(1, phase="combat", gods=["aphoom_shah"], god_health={0: 20}, hand={0: {"sleuth": 3}}, minions=there)
    play(s, *["play:sleuth"] * 3, "hit", "minion:zombie", "spend:one")
    play(s, "hit", "god:0", "spend:all", "end_combat", "keep")
    assert minions(s) == {("zombie", 2): 1}
    mythos(s, "the_long_night")
    play(s, "end_planning")
    assert minions(s) == {("zombie", 2): 1}
    assert s.record["god_health"][0] == 18


def test_damage_beyond_the_health_of_a_foe_is_lost():
    s = in_turn(2, phase="combat", hand={0: {"flying_tackle": 1}}, minions={("zombie", 3): 2})
    play(s, "play:flying_tackle", "minion:zombie")
    assert minions(s) == {("zombie", 3): 1}
    s = in_turn(2, phase="combat", rules={"mode": "cthulhu"}, god_health={0: 2, 1: 9}, hand={0: {"mystic_binding": 1}})
    play(s, "play:mystic_binding", "god:0")
    assert s.record["god_health"][:2].tolist() == [0, 9]


def test_minions_of_a_kind_that_differ_in_health_are_told_apart():
    there = {("zombie", 3): 2, ("zombie", 1): 1}
    s = in_turn(2, phase="combat", hand={0: {"sleuth": 3}}, minions=there)
    play(s, *["play:sleuth"] * 3, "hit", "minion:zombie")
    assert decision(s) == (0, "wounded")
    assert s.legal_names() == ["health:1", "health:3"]
    play(s, "health:3")
    assert s.legal_names() == ["spend:one", "spend:needed"]
    play(s, "spend:one")
    assert minions(s) == {("zombie", 3): 1, ("zombie", 2): 1, ("zombie", 1): 1}


def test_minions_of_a_kind_with_the_same_health_are_not():
    s = in_turn(2, phase="combat", hand={0: {"shovel": 1}}, minions={("zombie", 2): 3})
    play(s, "play:shovel", "hit", "minion:zombie")
    assert decision(s) == (0, "amount")


def test_a_defeated_minion_is_out_of_play_and_may_come_again():
    s = in_turn(2, phase="combat", hand={0: {"sleuth": 3}}, minions={("zombie", 3): 2})
    assert named(s, "supply", vocab="minion")["zombie"] == 14
    play(s, *["play:sleuth"] * 3, "hit", "minion:zombie", "spend:needed")
    assert minions(s) == {("zombie", 3): 1}
    assert named(s, "supply", vocab="minion")["zombie"] == 15
    assert told(s)[0] == "defeated"


def test_a_banished_elder_god_can_not_be_hit():
    s = in_turn(2, phase="combat", rules={"mode": "cthulhu"}, god_health={0: 1}, hand={0: {"shovel": 1}})
    play(s, "play:shovel", "hit", "god:0", "spend:one")
    assert told(s)[0] == "banished"
    play(s, "hit")
    assert s.legal_names() == ["god:1"]


def test_activated_cards_are_discarded_after_the_fight_and_moxie_left_is_lost():
    s = in_turn(2, phase="combat", hand={0: {"shovel": 2, "sleuth": 1}})
    play(s, "play:shovel", "play:sleuth")
    assert named(s, "active", 0) == {"shovel": 1, "sleuth": 1}
    play(s, "end_combat")
    assert named(s, "active", 0) == {}
    assert named(s, "discards", 0) == {"shovel": 1, "sleuth": 1}
    assert (decision(s), moxie(s)) == ((1, "combat"), 0)


def test_foes_act_by_chance_alone_where_the_card_says_so():
    s = begun(3, "left_handed_luck")
    chance(s, 2, 1)
    play(s, "end_planning")
    assert named(s, "discards", 2) == {"stagger": 1}
    assert seats(s, "fewer") == [1, 2, 1]


def test_a_round_follows_with_foes_as_they_were():
    s = round_begun(2, minions={("zombie", 2): 1}, god_health={0: 5})
    assert (minions(s), s.record["god_health"][0]) == ({("zombie", 2): 1}, 5)
