"""Option shaping: what has been achieved is paid as it is made, and all pay together is that of the end.

With three players a hundredth of a win is the unit: 12 for a Location sealed, 6 for all Trophies laid that one takes,
3 for them held, 2 for its Gate Seal; 30 lost for all Insanity there can be, 3 for each Cultist beyond half of eleven.
"""

import pytest

from .fights import EYE, SHIELD, STAR, combat
from .story import ending, game, play, table

SHAPED = {"shaping": True}
DIVER, ACOLYTE = "wharf_diver", "lodge_acolyte"


def progress(players=3, **fields):
    """Hundredths of a win that a position is worth, with everybody asked what to do."""
    found = table(players, rules=SHAPED, **fields).returns.tolist()
    assert found == [found[0]] * players
    return found[0] * 100


def near(value):
    return pytest.approx(value)


def test_progress_is_not_paid_unless_told():
    assert game().options["shaping"] is False
    s = table(sealed={0: 1}, insanity={0: 2})
    assert s.returns.tolist() == [0, 0, 0]


def test_at_the_beginning_it_is_nothing():
    assert progress() == 0


def test_a_sealed_location():
    assert progress(sealed={0: 1}) == near(12)
    assert progress(sealed={0: 1, 3: 1, 4: 1}) == near(36)


def test_trophies_laid():
    assert progress(placed={(0, "star"): 1}) == near(2)
    assert progress(placed={(0, "star"): 3}) == near(6)
    assert progress(placed={(0, "star"): 3, (4, "planet"): 2}) == near(10)


def test_trophies_laid_beyond_what_is_needed_or_of_another_symbol_are_worth_nothing():
    assert progress(placed={(0, "star"): 5}) == near(6)
    assert progress(placed={(0, "shield"): 2}) == 0


def test_trophies_held_by_anybody():
    assert progress(trophies={0: {"star": 1}}) == near(1)
    assert progress(trophies={0: {"star": 1}, 2: {"star": 1, "eye": 1}}) == near(3)


def test_trophies_held_beyond_what_a_location_still_takes_are_worth_nothing():
    assert progress(trophies={0: {"star": 5}}) == near(3)
    assert progress(trophies={0: {"star": 3}}, placed={(0, "star"): 2}) == near(4 + 1)
    assert progress(trophies={0: {"star": 3}}, placed={(0, "star"): 3}) == near(6)
    assert progress(trophies={0: {"star": 3}}, sealed={0: 1}) == near(12)


def test_trophies_spent_on_abilities_are_worth_nothing():
    assert progress(knowledge={0: {"star": 1}}, level={0: 1}) == 0


def test_a_gate_seal_of_a_location_that_is_not_sealed():
    assert progress(seal_of={"star": 1}) == near(2)
    assert progress(seal_of={"star": 1, "eye": 1}, sealed={3: 1}) == near(12 + 2)


def test_insanity_costs():
    """Three minds bear twelve: two and a half hundredths each, rounded to a ninth of a hundredth."""
    assert progress(insanity={0: 4}) == near(-10)
    assert progress(insanity={0: 4, 1: 4, 2: 4}) == near(-30)
    assert progress(insanity={1: 2, 2: 2}) == near(-10)
    assert progress(insanity={0: 1}) == near(-22 / 9)
    assert progress(insanity={0: 4}, permanent={0: 1}) == near(-10)


def crowd(n):
    """So many Cultists at places where they summon nobody."""
    names = [DIVER, DIVER, ACOLYTE, ACOLYTE, "society_secretary", "society_secretary", "meadow_drover", "meadow_drover"]
    return [(name, i % 4) for i, name in enumerate(names[:n])]


def test_cultists_beyond_half_of_those_the_team_can_bear_cost():
    assert progress(cultists=crowd(5)) == 0
    assert progress(cultists=crowd(6)) == near(-13 / 9)  # one and a half, rounded as above
    assert progress(cultists=crowd(7)) == near(-40 / 9)
    assert progress(cultists=crowd(8)) == near(-67 / 9)


@pytest.mark.parametrize(("players", "threshold"), [(2, 13), (3, 11), (4, 12), (5, 13)])
def test_for_any_number_of_players_the_same_is_worth_the_same(players, threshold):
    least = {2: 3, 3: 3, 4: 4, 5: 5}[players]
    assert progress(players, sealed={0: 1}) == near(12)
    assert progress(players, placed={(0, "star"): least}) == near(6)
    assert progress(players, trophies={0: {"star": least}}) == near(3)
    assert progress(players, seal_of={"star": 0}) == near(2)
    assert progress(players, insanity=dict.fromkeys(range(players), 4)) == near(-30)
    assert progress(players, cultists=crowd(threshold // 2)) == 0
    more = progress(players, cultists=crowd(threshold // 2 + 1))
    assert more == pytest.approx(-3 * (threshold // 2 + 1 - threshold / 2), abs=0.2)


def test_great_old_ones_and_terror_are_worth_nothing_by_themselves():
    assert progress(gods={"hastur": 3}, crystals={2: 1}, terror_at=2) == 0


def test_it_is_paid_as_it_is_made():
    """A Trophy won, laid; an Insanity suffered."""
    s = combat([(DIVER, 0), (ACOLYTE, 0)], {0: [0, 1]}, hand={0: {STAR: 1, SHIELD: 1, EYE: 1}}, rules=SHAPED)
    assert s.returns.tolist() == [0, 0, 0]
    play(s, "fight", f"card:{STAR}", f"card:{SHIELD}", f"card:{EYE}")
    assert s.returns == pytest.approx([0.01] * 3)
    play(s, "trophy:tentacle")
    assert s.returns == pytest.approx([0.02] * 3)
    before = table(rules=SHAPED, insanity={0: 3}, moved={0: 1})
    assert before.returns == pytest.approx([-0.075] * 3, abs=0.002)
    play(before, "move:1")
    assert before.returns == pytest.approx([-0.1] * 3)


def last_seal(**fields):
    return table(
        phase="sealing",
        rules=SHAPED,
        sealed={1: 1, 2: 1, 3: 1, 4: 1},
        placed={(0, "star"): 3},
        seal_of={"star": 0},
        **fields,
    )


def test_the_end_pays_what_is_missing_to_a_win():
    s = last_seal()
    assert s.returns == pytest.approx([0.48 + 0.06 + 0.02] * 3)
    play(s, "seal")
    assert (ending(s), s.returns.tolist()) == ("sealed", [1, 1, 1])


def test_the_end_takes_back_what_was_paid_where_the_game_is_lost():
    fields = {"sealed": {1: 1}, "placed": {(0, "star"): 3}, "insanity": {0: 4}, "rules": SHAPED}
    s = combat([(DIVER, 0)], **fields)
    assert s.returns == pytest.approx([0.12 + 0.06 - 0.1] * 3)
    play(s, "pass")
    assert (ending(s), s.returns.tolist()) == ("insane", [-1, -1, -1])


def test_a_game_that_is_called_off_pays_nothing_in_all():
    s = table(phase="sealing", rules=SHAPED, sealed={1: 1}, trophies={0: {"star": 1}}, round=40)
    assert s.returns == pytest.approx([0.13] * 3)
    play(s, "pass")
    assert s.is_over
    assert s.returns.tolist() == [0, 0, 0]


def test_all_pay_of_a_game_is_that_of_the_end_whatever_is_played():
    """The same game with and without shaping, played by the same rule of thumb, ends with the same return."""
    found = {}
    for shaping in (False, True):
        s = game(3, shaping=shaping).new(7)
        paid, stood = 0.0, 0.0
        for n in range(3000):
            if s.is_over:
                break
            names = s.legal_names()
            s.step(names[(7 * n) % len(names)])
            paid += float(s.returns[0]) - stood
            stood = float(s.returns[0])
        assert s.is_over
        assert paid == pytest.approx(s.returns[0])
        found[shaping] = (s.returns.tolist(), int(s.record["round"]))
    assert found[False] == found[True]
    assert found[True][0] in ([-1, -1, -1], [1, 1, 1], [0, 0, 0])
