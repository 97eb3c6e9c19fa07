"""Die rolls: three dice at or under a number, Spooges and Boofs, and the bonus of the favoured cult."""

from itertools import product

import pytest

from elderzoo.envs.creatures_and_cultists.tables import ways_at_or_under

from .story import attack, dead, dice, play, points, rolls, table

THROWS = list(product(range(1, 7), repeat=3))


def summoner(number: int):
    """Seat 0 may summon its deity, by a roll against ``number``: two of it are the bonus of the favoured cult."""
    curses = max(0, (3 - number) // 2)  # each lowers its Sorcery by 2
    s = table(
        favoured=0,
        points={0: 25},
        ready={0: 1},
        skill={0: {"sorcery": number - 2 + 2 * curses}},
        lasting={0: {"dread_curse_of_azathoth": curses}},
    )
    assert "summon" in s.legal_names()
    return s


def thrown(state, dice_of_it: tuple[int, ...]) -> int:
    """1 where this throw of the real roll summons the deity."""
    s = state.clone()
    s.force(*[("dice", d - 1) for d in dice_of_it])
    s.step("summon")
    return int(s.is_over and s.returns[0] == 1)


@pytest.mark.parametrize("number", range(-2, 19))
def test_all_216_throws_of_three_dice(number):
    state = summoner(number)
    successes = sum(thrown(state, d) for d in THROWS)
    assert successes == ways_at_or_under()[max(number, 0)]
    assert successes == sum(sum(d) <= 5 or (sum(d) <= number and sum(d) < 16) for d in THROWS)


def test_the_chances_as_a_table():
    """Of 216; 3 to 5 always succeed, 16 to 18 never do."""
    assert ways_at_or_under() == [10, 10, 10, 10, 10, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 206, 206, 206]


def test_a_favoured_cult_with_sorcery_10_summons_with_160_of_216():
    state = table(favoured=0, points={0: 25}, ready={0: 1})
    assert state.record["skill"][0].tolist() == [10, 10, 10]
    assert sum(thrown(state, d) for d in THROWS) == 160


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        ("334", "rolls 334 = 10 against 10 for sorcery: success"),
        ("335", "rolls 335 = 11 against 10 for sorcery: failure"),
        ("222", "rolls 222 = 6 against 10 for sorcery: success"),
        ("113", "rolls 113 = 5 against 10 for sorcery: spooge"),
        ("555", "rolls 555 = 15 against 10 for sorcery: failure"),
        ("556", "rolls 556 = 16 against 10 for sorcery: boof"),
    ],
)
def test_a_roll_succeeds_at_or_under_the_number(throw, words):
    s = table(hand={0: {"siphon_the_faithful": 1}}, points={1: 10})
    play(dice(s, throw), "play:siphon_the_faithful", "seat+1")
    assert rolls(s) == [f"player_0 {words}"]
    taken = {"success": 2, "spooge": 4}.get(words.split(": ")[1], 0)
    assert points(s) == [taken, 10 - taken]


@pytest.mark.parametrize("throw", ["111", "112", "122", "113"])
def test_3_to_5_succeed_against_any_number(throw):
    s = table(
        hand={0: {"siphon_the_faithful": 1}},
        points={1: 10},
        skill={0: {"sorcery": 1}},
        lasting={0: {"dread_curse_of_azathoth": 2, "power_drain": 2}},
    )
    play(dice(s, throw), "play:siphon_the_faithful", "seat+1")
    assert rolls(s)[0].endswith("against 0 for sorcery: spooge")
    assert points(s) == [4, 6]


@pytest.mark.parametrize("throw", ["556", "566", "666"])
def test_16_to_18_fail_against_any_number(throw):
    s = table(favoured=0, hand={0: {"siphon_the_faithful": 1}}, points={1: 10}, skill={0: {"sorcery": 18}})
    play(dice(s, throw), "play:siphon_the_faithful", "seat+1")
    assert rolls(s)[0].endswith("against 20 for sorcery: boof")
    assert points(s) == [0, 10]


def test_a_roll_is_told_with_its_dice_number_reason_and_result():
    s = table(hand={0: {"deep_one": 1}}, skill={0: {"conjuring": 6}})
    attack(dice(s, "432", "654"), "deep_one", source=7)
    assert rolls(s) == [
        "player_0 rolls 432 = 9 against 9 for control: success",
        "player_1 rolls 654 = 15 against 11 for survival: failure",
    ]
    assert dead(s, 1) == {("first", 0)}


# ------------------------------------------------------------------------------- the favoured cult's bonus


def numbers(state) -> list[str]:
    """Number and reason of the rolls, such as "13 for thuggery"."""
    return [e.split(" against ")[1].split(":")[0] for e in rolls(state)]


def own_rolls(favoured: int, **rules):
    """Seat 0, in its turn, makes each kind of roll that it may make there."""
    held = {"harsh_language": 1, "deep_one": 1, "siphon_the_faithful": 1, "temple_burglary": 1}
    s = table(favoured=favoured, hand={0: held}, rules=rules)
    attack(dice(s, "555"), "harsh_language", source=3)
    attack(dice(s, "555"), "deep_one", source=4)
    play(dice(s, "555"), "play:siphon_the_faithful", "seat+1")
    play(dice(s, "555"), "play:temple_burglary", "seat+1")
    return numbers(s)


def answers(favoured: int, **rules):
    """Seat 1 makes each kind of roll that it may make in the turn of seat 0."""
    held = {"harsh_language": 1, "deep_one": 1, "worried_parents": 1}
    s = table(favoured=favoured, hand={0: held, 1: {"harsh_language": 1, "deep_one": 1}}, rules=rules)
    play(dice(s, "331"), "play:worried_parents", "seat+1")
    attack(dice(s, "331", "331"), "harsh_language")
    play(dice(s, "555"), "play:deep_one")  # the counter-attack
    attack(dice(s, "331", "331"), "deep_one", source=7)
    assert s.pending == "turn"
    return [e.split(" ", 1)[0][-1] + ": " + n for e, n in zip(rolls(s), numbers(s), strict=True)]


NOT_FAVOURED = ["11 for thuggery", "11 for control", "10 for sorcery", "10 for event"]
FAVOURED = ["13 for thuggery", "13 for control", "12 for sorcery", "12 for event"]


@pytest.mark.parametrize("star_bonus", ["round", "turn"])
def test_the_favoured_cult_adds_2_to_the_number_of_every_roll_of_its_turn(star_bonus):
    assert own_rolls(favoured=1, star_bonus=star_bonus) == NOT_FAVOURED
    assert own_rolls(favoured=0, star_bonus=star_bonus) == FAVOURED


def test_the_favoured_cult_adds_2_in_the_turns_of_others_too():
    assert answers(favoured=0) == [
        "1: 10 for event",
        "0: 15 for thuggery",
        "1: 7 for defence",
        "1: 5 for control",
        "0: 15 for control",
        "1: 9 for survival",
    ]
    assert answers(favoured=1) == [
        "1: 12 for event",
        "0: 13 for thuggery",
        "1: 9 for defence",
        "1: 7 for control",
        "0: 13 for control",
        "1: 11 for survival",
    ]


def test_star_bonus_turn_counts_in_the_own_turn_only():
    assert answers(favoured=1, star_bonus="turn") == [
        "1: 10 for event",
        "0: 13 for thuggery",
        "1: 7 for defence",
        "1: 5 for control",
        "0: 13 for control",
        "1: 9 for survival",
    ]


@pytest.mark.parametrize(
    ("thuggery", "after", "before"),
    [(10, 9, 8), (9, 8, 7), (6, 7, 6)],  # with +3: halves of 13, 12, 9 plus 2, and of 15, 14, 11
)
def test_star_defence_adds_the_bonus_after_halving_or_before(thuggery, after, before):
    for option, number in (("after", after), ("before", before)):
        s = table(
            favoured=1,
            hand={0: {"harsh_language": 1}},
            skill={1: {"thuggery": thuggery}},
            rules={"star_defence": option},
        )
        attack(dice(s, "331", "555"), "harsh_language")
        assert numbers(s) == ["13 for thuggery", f"{number} for defence"]


@pytest.mark.parametrize(("throw", "dies"), [("335", False), ("336", True)])
def test_the_bonus_counts_for_surviving_a_monster(throw, dies):
    """Under 10 plus 2: 11 saves, 12 kills. Skills and the victim's own modifiers do not matter."""
    s = table(favoured=1, hand={0: {"deep_one": 1}}, skill={1: {"thuggery": 1}})
    attack(dice(s, "331", throw), "deep_one", source=7)
    assert (dead(s, 1) == {("first", 0)}) is dies


def test_the_bonus_goes_to_whom_the_stars_favour_next():
    s = table(turn=1, favoured=1, hand={1: {"siphon_the_faithful": 1}})
    play(dice(s, "555"), "play:siphon_the_faithful", "seat+1")
    dice(s, "1", "2")
    play(s, "end_turn")
    assert (s.seat, s.record["favoured"]) == (1, 0)
    s = s.edit(hand={1: {"siphon_the_faithful": 1}}, decide=(1, "turn"))
    play(dice(s, "555"), "play:siphon_the_faithful", "seat+1")
    assert numbers(s) == ["12 for sorcery", "10 for sorcery"]
