"""Setting up: seats, the deal, the cult sheet, and skills: rolled, equal, or by list."""

from itertools import product

import pytest

from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.creatures_and_cultists import SPEC

from .story import dead, events, game, hand, out, points, size

# The dice for the stars that begin a game of two: seat 0 is favoured.
STARS = "12"


def rolled(*throws: str):
    """A new game of two whose dice fall like this, those for the skills first."""
    dice = "".join(throws) + STARS
    return Game(SPEC, 2, auto_single=False).new(1, forced=[("dice", int(d) - 1) for d in dice])


def skills(state, p: int) -> list[int]:
    """Sorcery, Conjuring, Thuggery."""
    return state.record["skill"][p].tolist()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_cards_each_and_the_rest_is_the_deck(players):
    s = game(players).new(3)
    assert [size(s, p) for p in range(players)] == [6] * players
    assert s.record["deck_count"] == 118 - 6 * players
    assert not s.record["discards"].any()
    assert not s.record["lasting"].any()
    s.check()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_begins_with_whole_cults_without_points(players):
    s = game(players).new(3)
    assert s.record["alive"][:players].all()
    assert [dead(s, p) for p in range(players)] == [set()] * players
    assert points(s) == [0] * players
    assert out(s) == []
    assert s.record["round"] == 1


def test_all_cults_have_the_same_sheet_of_24():
    t = game().tables
    assert t["points"].tolist() == [[2, 1, 1, 1, 1, 1, 1, 2], [3, 2, 2, 2, 2, 2, 2, 3], [5, 4, 3, 3, 3, 3, 4, 5]]
    assert t["is_thug"].tolist() == [[1, 1, 1, 1, 0, 0, 0, 0]] * 3


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_cults(players):
    with pytest.raises(ConfigError):
        Game(SPEC, players)


def test_the_deal_goes_round_one_card_at_a_time():
    """Seat 0 is dealt the first kinds of the deck and seat 1 the last ones, in turn."""
    dealt = [("deck", 0 if n % 2 == 0 else 117 - n) for n in range(12)]
    s = game(2).new(1, forced=dealt)
    assert hand(s, 0) == {"resurrect_your_mentor": 2, "alliance_with_ghouls": 2, "use_the_library": 2}
    assert hand(s, 1) == {"its_a_bluff": 5, "elder_sign": 1}


# ------------------------------------------------------------------------------------------------- skills


def test_each_skill_is_two_dice_and_three():
    s = rolled("123456615243" + STARS)
    assert skills(s, 0) == [6, 10, 14]
    assert skills(s, 1) == [10, 10, 10]


@pytest.mark.parametrize(("a", "b"), list(product(range(1, 7), repeat=2)))
def test_any_two_different_dice_count_and_doubles_never_do(a, b):
    again = "12" if a == b else ""
    s = rolled(f"{a}{b}", again, "12" * 5)
    assert skills(s, 0) == [6 if a == b else a + b + 3, 6, 6]
    assert skills(s, 1) == [6, 6, 6]


def test_doubles_are_rolled_again_however_often_they_come():
    s = rolled("1122665546" + "12" * 5 + STARS)
    assert skills(s, 0) == [13, 6, 6]
    assert skills(s, 1) == [6, 6, 6]


def test_rolled_skills_lie_from_6_to_14_and_differ_by_seed():
    g = Game(SPEC, 5)
    seen = {n for seed in range(40) for n in g.new(seed).record["skill"].ravel().tolist()}
    assert seen == set(range(6, 15))


def test_everybody_is_told_the_skills():
    s = rolled("123456615243" + STARS)
    told = [e for e in reversed(events(s)) if " has " in e]
    assert told == [
        "player_0 has sorcery 6",
        "player_0 has conjuring 10",
        "player_0 has thuggery 14",
        "player_1 has sorcery 10",
        "player_1 has conjuring 10",
        "player_1 has thuggery 10",
    ]
    assert s.view(0).to_json()["fields"]["skill"][1] == [10, 10, 10]


def test_skills_equal_throws_no_dice_for_them():
    s = Game(SPEC, 2, {"skills": "equal"}).new(1, forced=[("dice", 4), ("dice", 1)])
    assert skills(s, 0) == skills(s, 1) == [10, 10, 10]
    assert s.record["favoured"] == 1


@pytest.mark.parametrize("given", ["12/9/7", [12, 9, 7], [[12, 9, 7]], (12, 9, 7), " 12/9/7 "])
def test_one_list_of_skills_is_for_all(given):
    s = Game(SPEC, 3, {"skills": given}).new(1)
    assert [skills(s, p) for p in range(3)] == [[12, 9, 7]] * 3


@pytest.mark.parametrize("given", ["12/9/7,8/8/8,1/10/18", [[12, 9, 7], [8, 8, 8], [1, 10, 18]]])
def test_lists_of_skills_go_by_seat(given):
    s = Game(SPEC, 3, {"skills": given}).new(1)
    assert [skills(s, p) for p in range(3)] == [[12, 9, 7], [8, 8, 8], [1, 10, 18]]


def test_more_lists_than_seats_leave_some_over():
    s = Game(SPEC, 2, {"skills": "12/9/7,8/8/8,1/10/18"}).new(1)
    assert [skills(s, p) for p in range(5)] == [[12, 9, 7], [8, 8, 8], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("10/9", "10/9"),
        ("10/9/8/7", "10/9/8/7"),
        ("10/9/0", "1..18"),
        ("10/9/19", "1..18"),
        ("10/9/-1", "1..18"),
        ("ten/9/8", "ten"),
        ("", "such as"),
        ("rolled,10/9/8", "rolled"),
        ("10/9/8,", "such as"),
        ([10, 9], "10/9"),
        ([[10, 9, 8], 7], "neither"),
        ([10, 9, 8.5], "neither"),
        ([True, 9, 8], "True"),
        ([], "such as"),
        (7, "7"),
        (None, "None"),
        ("10/9/8,8/8/8", "2 cults for 3 seats"),
    ],
)
def test_a_bad_list_of_skills_is_refused(given, reason):
    with pytest.raises(ConfigError, match="skills") as e:
        Game(SPEC, 3, {"skills": given})
    assert reason in str(e.value)
