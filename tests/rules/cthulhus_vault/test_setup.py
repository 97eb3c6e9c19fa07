"""Setting up: Ancient Ones, story cards and the prologue, tokens and pools, the Power Guide, the first player."""

import pytest

from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.cthulhus_vault import SPEC

from .mysteries import awoken, dealt, hand_of, pools, under_way
from .story import card, decision, game, line, mystery, open_, stories, tokens, told

SEATS = [3, 4, 5, 6]
ANCIENT_ONES = {
    "cthulhu",
    "cthuga",
    "hastur",
    "nyogtha",
    "yig",
    "y_golonac",
    "nyarlathotep",
    "ithaqua",
    "tsathoggua",
    "shudde_m_ell",
    "keltwald_spirit",
}


def secrets(state) -> list[str]:
    names = state.game.labels["ancient"]
    return [names[a] for a in state.record["secret"][: state.game.num_players]]


# ------------------------------------------------------------------------------------------------- seats


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_three_to_six_players(players):
    with pytest.raises(ConfigError, match=r"3\.\.6"):
        Game(SPEC, players)


def test_four_players_unless_told():
    assert Game(SPEC).num_players == 4


# -------------------------------------------------------------------------------------- step 1: Ancient Ones


@pytest.mark.parametrize("players", SEATS)
def test_each_player_is_dealt_another_ancient_one(players):
    for seed in range(5):
        s = game(players).new(seed)
        assert len(set(secrets(s))) == players
        assert set(secrets(s)) <= ANCIENT_ONES
        assert s.record["secret"][players:].tolist() == [-1] * (6 - players)


def test_there_are_eleven_ancient_ones_and_any_of_them_can_be_dealt():
    assert game().tables["ancients"] == 11
    first = {secrets(game(3).new(1, forced=[("deck", x)]))[0] for x in range(11)}
    assert first == ANCIENT_ONES


def test_an_ancient_one_dealt_is_not_dealt_again():
    names = game(3).labels["ancient"]
    assert secrets(game(3).new(1, forced=[("deck", 0)] * 3)) == names[:3]
    assert secrets(game(3).new(1, forced=[("deck", 10), ("deck", 9), ("deck", 8)])) == names[10:7:-1]
    assert secrets(game(3).new(1, forced=[("deck", 4), ("deck", 4), ("deck", 3)])) == [names[4], names[5], names[3]]


def test_ancient_ones_lie_face_down():
    """Each player knows its own; nobody has awoken one."""
    s = game(4).new(3)
    for seat in range(4):
        seen = s.view(seat).to_json()["fields"]["secret"]
        assert seen[seat] == s.record["secret"][seat]
        assert [seen[p] for p in range(4) if p != seat] == [None] * 3
    assert s.record["ancient"] == -1
    assert s.record["role"].tolist() == [-1] * 6


# --------------------------------------------------------------------------------------- step 2: story cards


@pytest.mark.parametrize("players", SEATS)
def test_seven_story_cards_each_one_prologue_and_the_rest_in_the_box(players):
    s = game(players).new(3)
    assert [hand_of(s, p) for p in range(players)] == [7] * players
    assert [sum(stories(s, p).values()) for p in range(players)] == [7] * players
    assert s.record["told"] == 1
    assert s.record["box_count"] == 60 - 7 * players - 1
    assert s.record["box"].sum() == 60 - 7 * players - 1
    s.check()


def test_story_cards_are_dealt_round_the_table_and_the_prologue_comes_last():
    titles = [c["id"] for c in game(3).content.sections["story"]]
    s = dealt(*titles[:21], prologue=titles[21])
    assert list(stories(s, 0)) == titles[0:21:3]
    assert list(stories(s, 1)) == titles[1:21:3]
    assert list(stories(s, 2)) == titles[2:21:3]
    assert line(s) == [(titles[21], -1)]


def test_the_prologue_is_the_last_card_of_the_story_and_nobody_has_told_it():
    s = game(4).new(5)
    ((title, teller),) = line(s)
    assert teller == -1
    assert s.record["last"] == card(s.game, "story", title)
    assert s.record["played"].sum() == s.record["played"][card(s.game, "story", title)] == 1
    assert told(s)[-1] == "prologue"
    assert f"the story begins with {title.replace('_', ' ')}" in s.text("public")


def test_hands_are_secret_and_the_prologue_is_not():
    s = game(4).new(3)
    for seat in range(4):
        fields = s.view(seat).to_json()["fields"]
        assert sum(fields["stories"][seat]) == 7
        assert all(set(fields["stories"][p]) == {None} for p in range(4) if p != seat)
        assert fields["story_count"][:4] == [7, 7, 7, 7]
        assert set(fields["box"]) == {None}
        assert fields["line"][0] == s.record["last"]


def test_another_game_is_another_story():
    hands = {tuple(stories(game(4).new(seed), 0)) for seed in range(8)}
    prologues = {line(game(4).new(seed))[0] for seed in range(8)}
    assert len(hands) == 8
    assert len(prologues) > 2
    assert stories(game(4).new(6), 2) == stories(game(4).new(6), 2)


# ------------------------------------------------------------------------------------ steps 3 to 5: the tokens


@pytest.mark.parametrize("players", SEATS)
def test_everybody_begins_with_a_token_of_each_side(players):
    s = game(players).new(3)
    for p in range(players):
        assert tokens(s, p) == {"investigator": 1, "cultist": 1}
        assert open_(s, p) == {"investigator": 1, "cultist": 1}
        assert s.record["token_count"][p] == 2
        assert s.record["revealed"][p].sum() == 0


@pytest.mark.parametrize(("players", "left"), [(3, 31), (4, 30), (5, 29), (6, 28)])
def test_known_pools_of_eight_and_all_other_tokens_in_the_mystery_pool(players, left):
    s = game(players).new(3)
    assert pools(s) == (8, 8, 2 * left + 16)
    assert s.record["mystery"].tolist() == [left, 8, left, 8]
    assert s.record["lost"].sum() == 0


def test_nobody_sees_what_is_in_the_mystery_pool():
    s = game(4).new(3)
    for seat in range(4):
        fields = s.view(seat).to_json()["fields"]
        assert fields["mystery"] == [None] * 4
        assert fields["mystery_count"] == 76
        assert fields["pool"] == [8, 8]


# --------------------------------------------------------------------------------- step 6: the Power Guide


@pytest.mark.parametrize(("players", "awaken", "health"), [(3, 10, 18), (4, 10, 18), (5, 8, 20), (6, 7, 22)])
def test_the_power_guide_card_of_the_number_of_players(players, awaken, health):
    t = game(players).tables
    assert (t["awaken_at"], t["ones_health"]) == (awaken, health)


@pytest.mark.parametrize(("players", "awaken"), [(3, 10), (4, 10), (5, 8), (6, 7)])
def test_the_power_to_awaken_an_ancient_one_depends_on_the_number_of_players(players, awaken):
    enough = mystery(players, turn=1, tokens={1: {"cultist": awaken}})
    assert awoken(enough) == (1, "awakening")
    less = mystery(players, turn=1, tokens={1: {"cultist": awaken - 1}})
    assert under_way(less)
    assert decision(less) == (1, "story")


# ---------------------------------------------------------------------------------------- steps 7 and 8


@pytest.mark.parametrize("players", SEATS)
def test_the_things_of_the_battle_are_put_aside(players):
    s = game(players).new(3)
    r = s.record
    assert r["deck_count"].tolist() == r["deck"].sum(axis=1).tolist() == [34, 30]
    for field in ("hand_count", "order", "revealed", "slain", "discards", "display"):
        assert not r[field].any(), field
    assert set(r["character"].tolist()) == {-1}
    assert s.phase == "mystery"


@pytest.mark.parametrize("players", SEATS)
def test_seat_0_is_the_first_player(players):
    for seed in range(5):
        s = game(players).new(seed)
        assert decision(s) == (0, "story")
        assert s.record["round"] == 1
        assert s.events()[-1] == "round 1: the turn of player_0 begins"
        assert s.legal_names() == [f"play:{title}" for title in stories(s, 0)]
