"""Setting up: investigators, Starters, the decks, Elder Gods and Mythos cards by the setup table, the University."""

from itertools import pairwise

import pytest

from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.deck_building import SPEC

from .story import decision, game, market, named, table, told

SEATS = [1, 2, 3, 4, 5, 6]


def team(state) -> list[str]:
    names = state.game.labels["investigator"]
    return [names[k] for k in state.record["investigator"][: state.game.num_players]]


def gods(state) -> list[str]:
    names = state.game.labels["god"]
    return [names[k] if k >= 0 else "" for k in state.record["god"]]


# ------------------------------------------------------------------------------------------------- the team


@pytest.mark.parametrize("players", [0, 7])
def test_one_to_six_investigators(players):
    with pytest.raises(ConfigError, match=r"1\.\.6"):
        Game(SPEC, players)


def test_three_investigators_unless_told():
    assert Game(SPEC).num_players == 3


@pytest.mark.parametrize("players", SEATS)
def test_each_player_is_another_investigator_in_full_health_and_sanity(players):
    g = game(players)
    for seed in range(6):
        s = g.new(seed)
        assert len(set(team(s))) == players
        assert s.record["investigator"][players:].tolist() == [-1] * (6 - players)
        for p in range(players):
            k = s.record["investigator"][p]
            assert (s.record["health"][p], s.record["sanity"][p]) == (g.tables["health"][k], g.tables["sanity"][k])


def test_any_of_the_21_investigators_can_be_dealt():
    """Chance decides the first one, and then the deal of the only Elder God."""
    dealt = {team(game(1).new(1, forced=[("deck", x)]))[0] for x in range(21)}
    assert len(dealt) == 21


def test_an_investigator_dealt_is_not_dealt_again():
    names = game(3).labels["investigator"]
    assert team(game(3).new(1, forced=[("deck", 0)] * 3)) == names[:3]
    assert team(game(3).new(1, forced=[("deck", 20), ("deck", 19), ("deck", 18)])) == names[20:17:-1]
    assert team(game(3).new(1, forced=[("deck", 4), ("deck", 4), ("deck", 3)])) == [names[4], names[5], names[3]]


def test_the_numbers_of_an_investigator_are_those_of_its_card():
    """The Gardener comes first in the file: 9 health, 8 sanity."""
    s = game(1).new(1, forced=[("deck", 0)])
    assert team(s) == ["gardener"]
    assert (s.record["health"][0], s.record["sanity"][0]) == (9, 8)


# ------------------------------------------------------------------------------------------------- Starters


@pytest.mark.parametrize("players", SEATS)
def test_seven_sleuths_and_three_staggers_each(players):
    s = game(players).new(2)
    for p in range(players):
        owned = s.record["hand"][p] + s.record["deck"][p]
        assert {s.game.labels["card"][k]: n for k, n in enumerate(owned) if n} == {"sleuth": 7, "stagger": 3}
        assert named(s, "held", p) == {"sleuth": 7, "stagger": 3}
        assert named(s, "discards", p) == named(s, "active", p) == {}


@pytest.mark.parametrize(
    ("players", "left"),
    [
        (1, {"sleuth": 35, "stagger": 15}),
        (2, {"sleuth": 28, "stagger": 12}),
        (5, {"sleuth": 7, "stagger": 3}),
        (6, {}),
    ],
)
def test_starters_that_nobody_has_are_out_of_the_game(players, left):
    assert named(game(players).new(1), "box") == left


def test_the_own_deck_is_shuffled():
    """Hands differ by seed, and any card of the ten can come first."""
    hands = {tuple(sorted(named(game(1).new(seed), "hand", 0).items())) for seed in range(30)}
    assert len(hands) >= 3
    first_five = [("deck", 0)] * 2 + [("deck", 0)] * 5  # investigator (Gardener), Elder God, then University
    for top, expected in ((0, {"sleuth": 5}), (9, {"sleuth": 2, "stagger": 3})):
        draws = [("deck", max(top - n, 0)) for n in range(5)]
        s = game(1).new(1, forced=first_five + draws)
        assert named(s, "hand", 0) == expected


# ---------------------------------------------------------------------------------------------------- decks


def test_the_library_deck_holds_180_cards_and_none_of_them_is_a_starter():
    s = game(2).new(1)
    assert s.record["library_count"] == 175
    assert sum(named(s, "library").values()) == 175
    assert not {"sleuth", "stagger"} & set(named(s, "library"))
    assert len({*named(s, "library"), *market(s)}) == 69


def test_the_mythos_deck_holds_all_103_cards():
    s = game(2).new(1)
    assert s.record["mythos_count"] == 103
    assert len(named(s, "mythos", vocab="mythos")) == 43
    for zone in ("next_mythos", "mythos_discards", "permanent"):
        assert named(s, zone, vocab="mythos") == {}


def test_the_101_minions_of_11_kinds_are_out_of_play():
    s = game(2).new(1)
    assert not s.record["minions"].any()
    supply = named(s, "supply", vocab="minion")
    assert (len(supply), sum(supply.values())) == (11, 101)
    assert (supply["tarantula"], supply["cellar_ghoul"], supply["vault_worm"]) == (16, 7, 3)


def test_five_cards_of_the_library_lie_face_up_at_the_university():
    for seed in range(5):
        s = game(3).new(seed)
        assert len(market(s)) == 5
        assert all(market(s))
        assert not {"sleuth", "stagger"} & set(market(s))
    assert len({tuple(market(game(3).new(seed))) for seed in range(5)}) == 5


def test_five_of_one_card_can_not_be_on_sale_beyond_its_copies():
    """Cards on sale are gone from the deck: the first kind has four copies, so the fifth is of the next kind."""
    s = game(1).new(1, forced=[("deck", 0)] * 7)
    assert market(s) == ["chase_a_lead"] * 4 + ["pull_an_all_nighter"]


# ------------------------------------------------------------------------------------------ the setup table


@pytest.mark.parametrize(
    ("mode", "players", "elder", "mythos"),
    [
        ("normal", 1, 1, 1),
        ("normal", 2, 1, 1),
        ("normal", 3, 1, 1),
        ("normal", 4, 2, 1),
        ("normal", 5, 2, 1),
        ("normal", 6, 2, 1),
        ("cthulhu", 1, 2, 2),
        ("cthulhu", 2, 2, 2),
        ("cthulhu", 3, 2, 2),
        ("cthulhu", 4, 3, 3),
        ("cthulhu", 5, 3, 3),
        ("cthulhu", 6, 3, 3),
    ],
)
def test_elder_gods_and_mythos_cards_by_players_and_mode(mode, players, elder, mythos):
    s = game(players, mode=mode).new(4)
    there = [name for name in gods(s) if name]
    assert len(set(there)) == len(there) == elder
    assert gods(s)[elder:] == [""] * (3 - elder)
    assert s.game.tables["mythos_a_round"] == mythos


def test_normal_is_the_mode_unless_told():
    assert game(3).options["mode"] == "normal"


def test_any_of_the_12_elder_gods_can_be_revealed_and_none_twice():
    revealed = {gods(game(1).new(1, forced=[("deck", 0), ("deck", x)]))[0] for x in range(12)}
    assert len(revealed) == 12
    names = game(1).labels["god"]
    s = game(1, mode="cthulhu").new(1, forced=[("deck", 0), ("deck", 3), ("deck", 3)])
    assert gods(s)[:2] == [names[3], names[4]]


def test_the_health_of_an_elder_god_grows_with_the_number_of_investigators():
    """By what its card says, for each of them."""
    cthugha = next(god for god in game(1).content.sections["god"] if god["id"] == "cthugha")
    health = [int(table(players).record["god_health"][0]) for players in SEATS]
    assert health[0] == cthugha["health"] + cthugha["each"]
    assert [more - less for less, more in pairwise(health)] == [cthugha["each"]] * 5
    assert cthugha["each"] > 0


def test_all_elder_gods_are_there_from_the_start():
    s = game(6, mode="cthulhu").new(1)
    assert (s.record["god_health"] > 0).all()
    seen = s.view(5).to_json()["fields"]
    assert seen["god"] == s.record["god"].tolist()


# --------------------------------------------------------------------------------------------- the first round


def test_the_first_round_begins_with_five_cards_each_and_the_question_who_goes_first():
    s = game(4).new(1, forced=[("deck", 4), ("deck", 4), ("deck", 3), ("deck", 12)])  # nobody draws more by ability
    assert s.record["round"] == 1
    assert s.record["hand_count"][:4].tolist() == [5, 5, 5, 5]
    assert s.record["deck_count"][:4].tolist() == [5, 5, 5, 5]
    assert (s.phase, *decision(s)) == ("planning", 0, "order")
    assert s.legal_names() == ["go", "yield"]
    assert told(s)[:4] == ["drew"] * 4


def test_a_lone_investigator_begins_at_once():
    s = game(1).new(1, forced=[("deck", 1)])
    assert team(s) == ["detective"]
    assert decision(s) == (0, "plan")
    assert s.record["hand_count"][0] == 5
