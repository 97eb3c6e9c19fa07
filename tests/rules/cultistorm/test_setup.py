"""Setting up: Locations, Cultists, the supply, the Terror circle, investigators, and where a game begins."""

from collections import Counter

import pytest

from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.cultistorm import SPEC

from .phases import phases_told
from .story import cultists, decision, game, gods, named, play, table, told

SEATS = [2, 3, 4, 5]
SEEDS = range(12)


def locations(state) -> list[str]:
    return [state.game.labels["location"][k] for k in state.record["location"]]


def team(state) -> list[str]:
    return [state.game.labels["investigator"][k] for k in state.record["investigator"][: state.game.num_players]]


# -------------------------------------------------------------------------------------------------------- players


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_investigators(players):
    with pytest.raises(ConfigError, match=r"2\.\.5"):
        Game(SPEC, players)


def test_three_unless_told():
    assert Game(SPEC).num_players == 3


# ------------------------------------------------------------------------------------------------------- Locations


def test_five_locations_one_of_each_symbol():
    for seed in SEEDS:
        s = game(3).new(seed)
        assert sorted(s.game.tables["location_symbol"][s.record["location"]].tolist()) == [0, 1, 2, 3, 4]


def test_they_are_chosen_by_chance_from_ten():
    found, orders = Counter(), set()
    for seed in range(60):
        s = game(3).new(seed)
        found.update(locations(s))
        orders.add(tuple(s.game.tables["location_symbol"][s.record["location"]].tolist()))
    assert len(found) == 10
    assert min(found.values()) > 10
    assert len(orders) > 30


def test_option_symbols_free_some_may_share_a_symbol_but_none_is_there_twice():
    kinds = set()
    for seed in range(40):
        s = game(3, symbols="free").new(seed)
        assert len(set(locations(s))) == 5
        kinds.add(len(set(s.game.tables["location_symbol"][s.record["location"]].tolist())))
    assert {3, 4} <= kinds


def test_none_is_sealed_active_or_warded():
    r = game(3).new(2).record
    assert r["sealed"].tolist() == [0] * 5
    assert r["shrine"].tolist() == [0] * 5
    assert r["placed"].sum() == 0
    assert r["ward"] == -1


def test_a_cultist_die_at_each_location():
    faces = Counter()
    for seed in SEEDS:
        s = game(3).new(seed)
        faces.update(s.record["cultist_die"].tolist())
        assert told(s).count("cultist_die") == 5
    assert set(faces) == {-1, 0, 1, 2, 3, 4}


# --------------------------------------------------------------------------------------- Cultists, Great Old Ones


@pytest.mark.parametrize(("players", "cards", "more"), [(2, 40, True), (3, 35, False), (4, 35, False), (5, 40, True)])
def test_the_cultist_deck_is_that_of_the_number_of_players(players, cards, more):
    g = game(players)
    s = g.new(3)
    assert s.record["cultist_count"] == cards - 5
    assert s.record["cultist_deck"].sum() == cards - 5
    assert (g.tables["cultist_copies"][g.labels["cultist"].index("lodge_grand_master")] == 1) == more


def test_the_cultist_deck_is_shuffled():
    firsts = {tuple(name for name, _ in cultists(game(3).new(seed))) for seed in SEEDS}
    assert len(firsts) == len(SEEDS)


@pytest.mark.parametrize("players", SEATS)
def test_one_cultist_at_each_location_and_the_marker_at_the_first(players):
    s = game(players).new(4)
    assert [x for _, x in cultists(s)] == [0, 1, 2, 3, 4]
    assert s.record["marker"] == 0


def test_the_five_of_the_setup_count_towards_the_threshold():
    s = game(3).new(4)
    play(s, "place:0", "place:0", "place:0")
    assert len(cultists(s)) == 8


def test_no_great_old_one_is_in_play_and_all_of_both_waves_may_come():
    s = game(3).new(4)
    assert gods(s) == {}
    assert Counter(s.game.tables["wave"][:9].tolist()) == {0: 5, 1: 3, 2: 1}


# -------------------------------------------------------------------------------------------------------- supply


def test_the_supply():
    s = game(3).new(5)
    assert s.record["dice_left"] == 8
    assert s.record["pool"].sum() == 0
    assert s.record["trophy_supply"].tolist() == [8] * 5
    assert s.record["seal_of"].tolist() == [-1] * 5
    assert s.record["protected"] == -1


def test_the_item_deck_is_complete():
    s = game(3).new(5)
    assert s.record["item_count"] == s.game.tables["item_copies"].sum() == 30
    assert s.record["items"].sum() == 0


# ------------------------------------------------------------------------------------------------- the Terror circle


@pytest.mark.parametrize("places", [4, 5, 6])
def test_terror_cards_face_down_on_all_places_but_the_last(places):
    s = game(3, circle=places).new(6)
    r = s.record
    assert r["steps"] == places
    assert (r["terror"][: places - 1] >= 0).all()
    assert r["terror"][places - 1 :].tolist() == [-1] * (7 - places)
    assert r["terror_open"].tolist() == [-1] * 6
    assert r["terror_count"] == 14 - (places - 1)
    assert r["gems"][: places - 1].tolist() == [s.game.tables["terror_gems"][k] for k in r["terror"][: places - 1]]


def test_the_last_place_has_a_final_act_by_chance_of_five_gems():
    acts = Counter()
    for seed in range(40):
        s = game(3).new(seed)
        acts[int(s.record["act"])] += 1
        assert s.record["gems"][4] == 5
        assert s.record["act_now"] == -1
    assert set(acts) == {0, 1, 2}


def test_the_marker_is_at_the_start_with_a_crystal_and_activates_nothing():
    s = game(3).new(6)
    assert s.record["terror_at"] == 0
    assert s.record["crystals"].tolist() == [1, 0, 0, 0, 0, 0]
    assert decision(s) == (0, "choose_start")
    play(s, "place:0", "place:0", "place:0")
    assert s.record["shrine"].sum() == 0


def test_gems_and_crystals_are_seen_and_what_lies_there_is_not():
    fields = game(3).new(6).view(0).to_json()["fields"]
    assert None not in fields["gems"] + fields["crystals"]
    assert set(fields["terror"]) == {None}
    assert fields["act"] is None
    assert set(fields["terror_deck"]) == set(fields["cultist_deck"]) == {None}


def test_every_terror_card_has_two_gems_or_more():
    assert game(3).tables["terror_gems"][:12].min() == 2


def test_a_card_of_one_gem_is_flipped_by_the_crystal_of_the_setup():
    flipped = 0
    for seed in range(20):
        s = game(3, difficulty="hard").new(seed)
        flipped += "terror_flipped" in told(s)
        assert s.record["crystals"][0] < s.record["gems"][0]
    assert 4 < flipped < 20
    assert not any("terror_flipped" in told(game(3).new(seed)) for seed in range(20))


# ---------------------------------------------------------------------------------------------------- investigators


@pytest.mark.parametrize("players", SEATS)
def test_each_player_is_another_investigator(players):
    for seed in SEEDS:
        s = game(players).new(seed)
        assert len(set(team(s))) == players
        assert s.record["investigator"][players:].tolist() == [-1] * (5 - players)


def test_any_of_six_may_be_dealt():
    assert len({name for seed in SEEDS for name in team(game(3).new(seed))}) == 6


def test_option_investigators_chosen_in_seat_order():
    s = game(3, investigators="chosen").new(1)
    assert decision(s) == (0, "choose_self")
    assert s.legal_names() == ["slot:0", "slot:1", "slot:2", "slot:3", "slot:4", "slot:5"]
    play(s, "slot:4")
    assert decision(s) == (1, "choose_self")
    assert "slot:4" not in s.legal_names()
    play(s, "slot:0", "slot:3")
    assert team(s) == ["stage_magician", "dockhand", "trapper"]
    assert decision(s) == (0, "choose_start")
    assert named(s, "deck", 1)["harpoon_rack"] == 2


def test_each_has_its_own_deck_shuffled_and_no_hand_yet():
    s = game(3).new(7)
    for p in range(3):
        k = s.record["investigator"][p]
        assert s.record["deck"][p].tolist() == s.game.tables["decklist"][k].tolist()
        assert s.record["deck_count"][p] == 15
        assert s.record["hand_count"][p] == 0
    hands = set()
    for seed in SEEDS:
        s = play(game(3).new(seed), "place:0", "place:0", "place:0")
        hands.add(tuple(s.record["hand"][0].tolist()))
    assert len(hands) == len(SEEDS)


def test_everybody_begins_sane_and_empty_handed():
    r = game(3).new(7).record
    for field in ("insanity", "permanent", "level", "trophies", "knowledge", "items", "dice"):
        assert r[field].sum() == 0
    assert (r["aims"] == -1).all()


def test_figures_start_where_their_players_say():
    s = game(3).new(8)
    assert s.legal_names() == ["place:0", "place:1", "place:2", "place:3", "place:4"]
    play(s, "place:3")
    assert decision(s) == (1, "choose_start")
    play(s, "place:3", "place:1")
    assert s.record["at"][:3].tolist() == [3, 3, 1]
    assert s.record["moved"].sum() == 0


# ------------------------------------------------------------------------------------------------------ first Items


def test_nobody_begins_with_an_item():
    s = play(game(3).new(9), "place:0", "place:0", "place:0")
    assert s.record["items"].sum() == 0
    assert decision(s) == (0, "investigate")


def test_option_starting_item_each_keeps_one_of_two():
    for seed in SEEDS:
        s = game(3, starting_item=True).new(seed)
        play(s, "place:0", "place:0", "place:0")
        for p in range(3):
            assert decision(s) == (p, "found")
            assert s.record["found"].sum() == 2
            names = [name for name in s.legal_names() if name != "decline"]
            assert "decline" in s.legal_names()
            play(s, names[0])
            assert s.record["items"][p].sum() == 1
        assert s.record["round"] == 1
        assert s.record["items"].sum() == 3
        lasts = s.game.tables["lasts"]
        assert all(lasts[k] != 3 for p in range(3) for k in range(24) if s.record["items"][p, k])


def test_option_starting_item_may_be_declined():
    s = game(3, starting_item=True).new(1)
    play(s, "place:0", "place:0", "place:0", "decline")
    assert s.record["items"].sum() == 0
    assert decision(s) == (1, "found")


# ---------------------------------------------------------------------------------------------------- the first round


@pytest.mark.parametrize(("players", "steps"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_the_first_round_begins_with_a_cultist_phase(players, steps):
    s = game(players).new(10)
    play(s, *["place:0"] * players)
    assert s.record["round"] == 1
    assert len(cultists(s)) == 5 + steps
    assert s.record["marker"] == steps % 5
    assert decision(s) == (0, "investigate")


def test_then_come_preparation_and_terror():
    s = play(game(3).new(10), "place:0", "place:0", "place:0")
    assert phases_told(s)[-3:] == ["preparation", "terror", "investigator"]
    assert s.record["hand_count"][:3].tolist() == [4, 4, 4]
    assert s.record["pool"].sum() == 3
    assert s.record["terror_at"] == 1


def test_the_symbols_are_five():
    assert game(3).labels["symbol"] == ["star", "shield", "tentacle", "eye", "planet"]
    s = table(3)
    assert s.game.tables["location_symbol"][s.record["location"]].tolist() == [0, 1, 2, 3, 4]
