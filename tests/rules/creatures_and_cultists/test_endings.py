"""How a game ends: the last survivor, nobody left, the round cap; what a dead cult leaves; uniform windows."""

import pytest

from elderzoo.envs.core.game import Game
from elderzoo.envs.creatures_and_cultists import SPEC

from .story import attack, chance, dead_but, dice, discards, events, hand, known, lasting, out, play, points, table

LAST = dead_but(("third", 0))  # the only cultist of a cult
BONFIRE = "play:indoor_bonfire"  # kills one cultist of every cult


def all_out_but(*seats: int, players: int) -> dict:
    """Fields of a game in which only these seats are left."""
    gone = [p for p in range(players) if p not in seats]
    return {"out": dict.fromkeys(gone, 1), "alive": {p: {} for p in gone}}


# ----------------------------------------------------------------------------------------- the last survivor


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_cult_wins_at_once_and_the_others_share_the_loss(players):
    """Seat 0 kills the last cultist of the last other cult in the middle of its turn."""
    fields = all_out_but(0, 1, players=players)
    fields["alive"][1] = LAST
    s = table(players, hand={0: {"assassination": 2, "cricket_bat": 2}}, **fields)
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1")
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == pytest.approx([1] + [-1 / (players - 1)] * (players - 1))
    assert events(s)[0] == "player_0 has outlasted all other cults and wins"
    assert points(s)[0] == 5


def test_with_two_others_left_the_game_goes_on():
    s = table(3, hand={0: {"assassination": 2, "cricket_bat": 2}}, alive={1: LAST})
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1")
    assert not s.is_over
    assert (s.seat, s.pending, out(s)) == (0, "turn", [1])
    assert events(s)[0] == "player_1 is out of the game"


def test_a_cult_is_out_with_its_last_cultist_only():
    s = table(hand={0: {"assassination": 2}}, alive={1: dead_but(("third", 0), ("third", 5))})
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1")
    assert not s.is_over
    assert out(s) == []
    play(s, "play:assassination", "seat+1", "cultist:5>seat+1")
    assert s.is_over


def test_an_attack_may_win():
    s = table(hand={0: {"cricket_bat": 1}}, alive={1: LAST})
    attack(dice(s, "111"), "cricket_bat")
    assert s.returns.tolist() == [1, -1]


def test_the_defender_may_win_by_a_counter_attack():
    s = table(hand={0: {"harsh_language": 1, "deep_one": 1}, 1: {"cricket_bat": 1}}, alive={0: LAST})
    attack(dice(s, "555", "111"), "harsh_language")
    assert (s.seat, s.pending) == (1, "counter")
    play(s, "play:cricket_bat")
    assert s.returns.tolist() == [-1, 1]


def test_a_cult_that_its_own_monster_kills_makes_the_other_win():
    s = table(hand={0: {"deep_one": 1}}, alive={0: LAST})
    attack(dice(s, "666", "555"), "deep_one")
    assert s.returns.tolist() == [-1, 1]
    assert points(s) == [0, 0]


# ------------------------------------------------------------------------------------------- a dead cult


def test_the_cards_of_a_dead_cult_are_discarded_and_what_it_laid_on_others_stays():
    """Seat 1 dies: it holds cards, cards lie on it, and a curse that it laid lies on seat 2."""
    s = table(
        3,
        hand={0: {"assassination": 1}, 1: {"cricket_bat": 2, "elder_sign": 1}},
        lasting={1: {"use_the_library": 1, "rent_doubled": 1}, 2: {"power_drain": 1, "bad_shellfish": 1}},
        alive={1: LAST},
        points={1: 12},
        known={1: {"elder_sign": 1}},
    )
    play(s, "play:assassination", "seat+1", "cultist:0>seat+1")
    assert hand(s, 1) == known(s, 1) == lasting(s, 1) == {}
    assert discards(s) == {
        "assassination": 1,
        "cricket_bat": 2,
        "elder_sign": 1,
        "use_the_library": 1,
        "rent_doubled": 1,
    }
    assert lasting(s, 2) == {"power_drain": 1, "bad_shellfish": 1}
    assert points(s) == [5, 0, 0]


def test_what_a_dead_cult_laid_ends_as_it_would_have():
    s = table(3, turn=2, out={1: 1}, alive={1: {}}, favoured=2, lasting={2: {"power_drain": 1, "bad_shellfish": 1}})
    play(s, "end_turn")
    assert lasting(s, 2) == {"power_drain": 1}


def test_a_dead_cult_is_no_target():
    held = {"assassination": 1, "power_drain": 1, "cricket_bat": 1, "exploding_fruit_basket": 1}
    s = table(4, hand={0: held}, out={2: 1}, alive={2: {}})
    for name in ("assassination", "power_drain"):
        assert play(s.clone(), f"play:{name}").legal_names() == ["seat+1", "seat+3"]
    reaching = play(s.clone(), "play:exploding_fruit_basket", "cultist:0>seat+0")
    assert reaching.legal_names() == ["seat+1", "seat+3"]
    targets = play(s.clone(), "play:cricket_bat", "cultist:0>seat+0").legal_names()
    assert {n.split(">")[1] for n in targets} == {"seat+1", "seat+3"}


def test_effects_on_everybody_pass_a_dead_cult_by():
    s = table(3, hand={0: {"scandal_in_the_gazette": 1}}, out={1: 1}, alive={1: {}}, points={2: 5})
    play(s, "play:scandal_in_the_gazette")
    assert points(s) == [0, 0, 3]


# --------------------------------------------------------------------------------------------- nobody left


def bonfire(players=2, rules=None, **alive):
    """Seat 0 plays the Mondo card; cults have one cultist left, or by name another number of them."""
    living = dict.fromkeys(range(players), LAST) | {int(k[1:]): v for k, v in alive.items()}
    s = table(players, hand={0: {"indoor_bonfire": 1}}, alive=living, rules=rules)
    chance(s, *[0] * players)
    return play(s, BONFIRE)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_when_nobody_is_left_nobody_wins(players):
    s = bonfire(players)
    assert out(s) == list(range(players))
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == [0] * players


@pytest.mark.parametrize(("players", "paid"), [(2, [-1, 1]), (3, [-0.5, -0.5, 1])])
def test_nobody_left_last_pays_the_last_to_go(players, paid):
    """The card begins with its player and goes round to the right."""
    s = bonfire(players, rules={"nobody_left": "last"})
    assert out(s) == list(range(players))
    assert s.returns.tolist() == paid


@pytest.mark.parametrize("nobody_left", ["draw", "last"])
def test_one_who_is_left_wins_whatever_the_option(nobody_left):
    two = dead_but(("third", 0), ("third", 1))
    s = bonfire(3, rules={"nobody_left": nobody_left}, _1=two)
    assert out(s) == [0, 2]
    assert s.returns.tolist() == [-0.5, 1, -0.5]
    s = bonfire(2, rules={"nobody_left": nobody_left}, _0=two)
    assert s.returns.tolist() == [1, -1]


def test_a_bonfire_is_settled_for_everybody_before_anybody_wins():
    """After seat 0 only seat 1 is left, but it is not spared."""
    s = bonfire(2)
    killed = [e for e in reversed(events(s)) if "is out" in e]
    assert killed == ["player_0 is out of the game", "player_1 is out of the game"]
    assert not any("wins" in e for e in events(s))


# ------------------------------------------------------------------------------------------- the round cap


def test_the_game_is_called_off_after_100_rounds():
    s = table(turn=1, favoured=1, round=99, points={0: 24})
    play(s, "end_turn")
    assert not s.is_over
    assert s.record["round"] == 100
    s = s.edit(hand={0: {}, 1: {}}, favoured=1, decide=(0, "turn"))
    play(s, "end_turn")
    assert not s.is_over
    play(s, "end_turn")
    assert s.is_over
    assert not s.is_truncated
    assert s.returns.tolist() == [0, 0]
    assert events(s)[0] == "the game is called off after 100 rounds"


def test_the_last_round_can_still_be_won():
    s = table(favoured=0, round=100, points={0: 25}, ready={0: 1})
    play(dice(s, "333"), "summon")
    assert s.returns.tolist() == [1, -1]


def test_round_cap_false_goes_on_and_the_round_is_counted_no_further():
    s = table(turn=1, favoured=1, round=100, rules={"round_cap": False})
    for _ in range(3):
        play(s, "end_turn")
        assert not s.is_over
        assert s.record["round"] == 100
        s = s.edit(hand={0: {}, 1: {}}, favoured=1, decide=(1, "turn"))


# -------------------------------------------------------------------------------------------------- windows


def windows(held: dict, throws: tuple[str, ...], card: str, source: int, **rules) -> list[tuple]:
    """Windows that open for seat 1 while seat 0 attacks, who passes in each: decision and legal actions."""
    s = dice(table(hand={0: {card: 1}, 1: held}, rules=rules), *throws)
    attack(s, card, source)
    seen = []
    while s.pending != "turn":
        assert s.seat == 1
        seen.append((s.pending, s.legal_names()))
        play(s, "pass")
    return seen


def test_a_window_opens_only_for_those_who_can_answer():
    assert windows({"elder_sign": 1}, ("111",), "harsh_language", 0) == []
    assert windows({"elder_sign": 1}, ("555",), "harsh_language", 0) == []
    assert windows({"dodge": 1}, ("111",), "deep_one", 7) == []
    assert windows({"dodge": 1}, ("555",), "harsh_language", 0) == [("dodge", ["play:dodge", "pass"])]
    assert windows({"elder_sign": 1}, ("111",), "deep_one", 7) == [("elder_sign", ["play:elder_sign", "pass"])]
    assert windows({"its_a_bluff": 1}, ("111",), "deep_one", 7) == [("bluff", ["play:its_a_bluff", "pass"])]
    assert windows({"cricket_bat": 1}, ("555",), "harsh_language", 0) == [("counter", ["play:cricket_bat", "pass"])]


def test_uniform_windows_open_for_everybody():
    uniform = {"uniform_windows": True}
    assert windows({}, ("111",), "harsh_language", 0, **uniform) == [("dodge", ["pass"]), ("bluff", ["pass"])]
    assert windows({}, ("555",), "harsh_language", 0, **uniform) == [("dodge", ["pass"]), ("counter", ["pass"])]
    assert windows({}, ("111",), "deep_one", 7, **uniform) == [("elder_sign", ["pass"]), ("bluff", ["pass"])]
    assert windows({}, ("555",), "deep_one", 7, **uniform) == []
    assert windows({"dodge": 1, "its_a_bluff": 1}, ("111",), "harsh_language", 0, **uniform) == [
        ("dodge", ["play:dodge", "pass"]),
        ("bluff", ["play:its_a_bluff", "pass"]),
    ]


@pytest.mark.parametrize(("uniform", "shown"), [(False, {"dodge": 1}), (True, {})])
def test_a_window_that_opens_for_everybody_tells_nothing_about_the_hand(uniform, shown):
    s = table(hand={0: {"harsh_language": 1}, 1: {"dodge": 1}}, rules={"uniform_windows": uniform})
    attack(s, "harsh_language")
    assert (s.seat, s.pending) == (1, "dodge")
    assert known(s, 1) == shown


@pytest.mark.parametrize(("uniform", "asked"), [(False, [(0, "turn")]), (True, [(1, "elder_sign"), (0, "turn")])])
def test_uniform_windows_are_about_sorcery_too(uniform, asked):
    s = table(hand={0: {"power_drain": 1, "cricket_bat": 1}}, rules={"uniform_windows": uniform})
    play(dice(s, "334"), "play:power_drain", "seat+1")
    seen = [(s.seat, s.pending)]
    while s.pending != "turn":
        play(s, "pass")
        seen.append((s.seat, s.pending))
    assert seen == asked


@pytest.mark.parametrize(("uniform", "asked"), [(False, (0, "turn")), (True, (1, "turn"))])
def test_with_uniform_windows_the_engine_takes_no_decision_that_is_no_choice(uniform, asked):
    """Seat 1, without a card, can only end its turn."""
    g = Game(SPEC, 2, {"skills": "equal", "uniform_windows": uniform})
    s = g.new(1).edit(hand={0: {"dodge": 6}, 1: {}}, favoured=0, decide=(1, "turn"))
    assert (s.seat, s.pending) == asked
