"""Investigator dice: choosing one, the re-choose face, rerolls, and dice that cards add."""

import pytest

from elderzoo.envs.core.errors import IllegalAction
from elderzoo.envs.core.game import Game
from elderzoo.envs.cultistorm import SPEC

from . import story
from .story import cards_drawn, decision, ending, named, play, rolled, table, told


def faces(s):
    return named(s, "pool", vocab="face")


def dice(s, p):
    return named(s, "dice", p, "symbol")


def takes(s):
    return [n for n in s.legal_names() if n.startswith("take")]


# ----------------------------------------------------------------------------------------------- choosing a die


def test_a_die_of_the_pool_is_taken_as_it_lies():
    s = table(3, pool={"star": 2, "eye": 1})
    assert takes(s) == ["take:star", "take:eye"]
    play(s, "take:star")
    assert dice(s, 0) == {"star": 1}
    assert faces(s) == {"star": 1, "eye": 1}
    assert s.record["insanity"][0] == 0
    assert decision(s) == (1, "investigate")


def test_an_investigator_takes_one_die_only():
    s = table(3, pool={"star": 2, "eye": 1})
    play(s, "take:star", "wait", "wait")
    assert decision(s) == (0, "investigate")
    assert takes(s) == []
    with pytest.raises(IllegalAction):
        play(s, "take:star")
    play(s, "move:1")
    assert decision(s) == (1, "investigate")
    assert takes(s) == ["take:star", "take:eye"]


def test_what_is_left_when_all_have_taken_one_is_taken_one_by_one():
    s = table(2, pool={"star": 1, "eye": 2, "planet": 1})
    play(s, "take:star", "take:eye")
    assert takes(s) == ["take:eye", "take:planet"]
    play(s, "take:planet")
    assert dice(s, 0) == {"star": 1, "planet": 1}
    assert takes(s) == ["take:eye"]
    play(s, "wait", "take:eye")
    assert dice(s, 0) == {"star": 1, "eye": 1, "planet": 1}
    assert faces(s) == {}


def test_who_passes_without_a_die_keeps_the_leftovers_from_the_others():
    s = table(2, pool={"star": 1, "eye": 2})
    play(s, "take:star", "pass")
    assert takes(s) == []


def test_a_die_of_the_pool_is_not_needed():
    s = table(2, pool={})
    assert takes(s) == []


def test_a_die_can_be_taken_again_in_the_next_round():
    s = table(2, round=2, took={0: 1, 1: 1})
    rolled(s, *["blank"] * 5, "star", "eye", "eye")
    play(s, "pass", "pass")
    assert s.record["round"] == 3
    assert takes(s) == ["take:star", "take:eye"]
    assert list(s.record["took"][:2]) == [0, 0]


# -------------------------------------------------------------------------------------------- the re-choose face


@pytest.mark.parametrize("symbol", ["star", "shield", "tentacle", "eye", "planet"])
def test_the_re_choose_face_is_changed_to_any_symbol(symbol):
    s = table(3, pool={"wild": 1})
    play(s, "take:wild")
    assert decision(s) == (0, "set_die")
    assert s.legal_names() == ["symbol:star", "symbol:shield", "symbol:tentacle", "symbol:eye", "symbol:planet"]
    assert faces(s) == {}
    play(s, f"symbol:{symbol}")
    assert dice(s, 0) == {symbol: 1}
    assert decision(s) == (1, "investigate")


def test_no_other_face_is_changed():
    s = table(3, pool={"planet": 1})
    play(s, "take:planet")
    assert decision(s) == (1, "investigate")


# ------------------------------------------------------------------------------------------------------ rerolls


def test_an_own_die_is_rolled_again_for_an_insanity():
    s = table(2, dice={0: {"star": 1, "eye": 1}})
    play(s, "reroll")
    assert decision(s) == (0, "roll_die")
    assert s.legal_names() == ["die:star", "die:eye"]
    rolled(s, "planet")
    play(s, "die:eye")
    assert dice(s, 0) == {"star": 1, "planet": 1}
    assert s.record["insanity"][0] == 1
    assert s.record["dice_left"] == 6
    assert decision(s) == (1, "investigate")


def test_it_can_be_rolled_again_and_again():
    s = table(2, dice={0: {"star": 1}})
    rolled(s, "star", "eye")
    play(s, "reroll", "die:star", "wait", "reroll", "die:star")
    assert dice(s, 0) == {"eye": 1}
    assert s.record["insanity"][0] == 2


def test_a_reroll_to_the_re_choose_face_lets_its_holder_choose():
    s = table(2, dice={0: {"star": 1}})
    rolled(s, "wild")
    play(s, "reroll", "die:star")
    assert decision(s) == (0, "set_die")
    play(s, "symbol:tentacle")
    assert dice(s, 0) == {"tentacle": 1}
    assert s.record["insanity"][0] == 1


def test_without_a_die_there_is_nothing_to_reroll():
    s = table(2, dice={1: {"star": 1}})
    assert "reroll" not in s.legal_names()
    assert "reroll_pool" not in s.legal_names()


def test_dice_of_others_are_not_rerolled():
    s = table(2, dice={0: {"star": 1}, 1: {"eye": 1}})
    play(s, "reroll")
    assert s.legal_names() == ["die:star"]


def test_a_die_of_the_pool_is_rolled_again_for_an_insanity_of_whoever_pays():
    s = table(2, pool={"star": 1, "eye": 1})
    play(s, "wait", "reroll_pool")
    assert decision(s) == (1, "pool_die")
    assert s.legal_names() == ["die:star", "die:eye"]
    rolled(s, "tentacle")
    play(s, "die:star")
    assert faces(s) == {"tentacle": 1, "eye": 1}
    assert list(s.record["insanity"][:2]) == [0, 1]
    assert s.record["took"][1] == 0


def test_a_die_of_the_pool_may_come_to_show_the_re_choose_face_and_any_face_may_be_rerolled():
    s = table(2, pool={"star": 1})
    rolled(s, "wild", "shield")
    play(s, "reroll_pool", "die:star")
    assert faces(s) == {"wild": 1}
    assert decision(s) == (1, "investigate")
    play(s, "reroll_pool", "die:wild")
    assert faces(s) == {"shield": 1}


@pytest.mark.parametrize("what", ["reroll", "reroll_pool"])
def test_a_reroll_with_four_insanity_loses_the_game(what):
    s = table(2, insanity={0: 4}, pool={"star": 1}, dice={0: {"star": 1}})
    play(s, what)
    assert s.is_over
    assert ending(s) == "insane"


def test_the_protection_marker_pays_for_a_reroll():
    s = table(2, protected=0, dice={0: {"star": 1}})
    rolled(s, "eye")
    play(s, "reroll", "die:star")
    assert s.record["insanity"][0] == 0
    assert s.record["protected"] == -1


def test_own_dice_are_rerolled_in_combat_as_well_but_not_those_of_the_pool():
    s = table(
        2,
        phase="combat",
        cultists=[("lodge_acolyte", 0)],
        aims={0: [0]},
        dice={0: {"star": 1}},
        pool={"eye": 1},
    )
    assert "reroll" in s.legal_names()
    assert "reroll_pool" not in s.legal_names()
    assert takes(s) == []
    rolled(s, "shield")
    play(s, "reroll", "die:star")
    assert dice(s, 0) == {"shield": 1}
    assert s.record["insanity"][0] == 1
    assert decision(s) == (0, "combat")


# ------------------------------------------------------------------------------------------- dice that are added


def test_a_die_for_an_investigator_is_rolled_first_and_counts_as_none_taken():
    s = table(2, hand={0: {"spare_charm": 1}}, pool={"eye": 1})
    rolled(s, "tentacle")
    play(s, "support:spare_charm")
    assert dice(s, 1) == {"tentacle": 1}
    assert s.record["dice_left"] == 6
    assert s.record["took"][1] == 0
    assert takes(s) == ["take:eye"]


def test_one_that_shows_the_re_choose_face_is_changed_by_who_gets_it():
    s = table(2, hand={0: {"spare_charm": 1}})
    rolled(s, "wild")
    play(s, "support:spare_charm")
    assert decision(s) == (1, "set_die")
    play(s, "symbol:planet")
    assert dice(s, 1) == {"planet": 1}


def test_a_die_for_the_pool_is_rolled_first():
    s = table(2, items={0: {"spiced_rum": 1}}, insanity={0: 1}, pool={"eye": 1})
    rolled(s, "wild")
    play(s, "item:spiced_rum")
    assert faces(s) == {"eye": 1, "wild": 1}
    assert s.record["dice_left"] == 6
    assert s.record["insanity"][0] == 0


def test_with_no_dice_in_the_supply_none_is_added():
    s = table(2, items={0: {"spiced_rum": 1}}, insanity={0: 1}, pool={"eye": 6}, dice={1: {"star": 2}})
    assert s.record["dice_left"] == 0
    assert "item:spiced_rum" not in s.legal_names()
    s = table(2, hand={0: {"spare_charm": 1}}, pool={"eye": 8})
    assert "support:spare_charm" not in s.legal_names()


def test_of_two_dice_only_what_the_supply_has_is_added(monkeypatch, tmp_path):
    """Cards among which those that give a die give two."""
    text = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(text.replace('op = "die", amount = 1', 'op = "die", amount = 2'), encoding="utf-8")
    monkeypatch.setattr(
        story, "_game", lambda players, rules: Game(SPEC, players, dict(rules), content=path, auto_single=False)
    )
    for pool, left, got in ((7, 0, {"planet": 1}), (6, 0, {"planet": 2}), (1, 5, {"planet": 2})):
        s = table(2, hand={0: {"spare_charm": 1}}, pool={"eye": pool})
        rolled(s, *["planet"] * sum(got.values()))
        play(s, "support:spare_charm")
        assert dice(s, 1) == got
        assert s.record["dice_left"] == left


def test_an_ability_adds_a_die_to_its_owner():
    s = table(2, level={0: 3})
    rolled(s, "shield")
    play(s, "ability:3")
    assert dice(s, 0) == {"shield": 1}
    assert s.record["insanity"][0] == 0


def test_a_die_is_turned_to_any_symbol_without_a_roll():
    s = table(2, hand={0: {"twist_of_the_wrist": 1}}, dice={1: {"star": 1, "eye": 1}})
    play(s, "support:twist_of_the_wrist")
    assert decision(s) == (1, "turn_die")
    assert s.legal_names() == ["die:star", "die:eye"]
    play(s, "die:star")
    assert decision(s) == (1, "set_die")
    play(s, "symbol:planet")
    assert dice(s, 1) == {"eye": 1, "planet": 1}
    assert s.record["insanity"][1] == 0


def test_a_die_is_rolled_again_for_nothing_where_a_card_says_so():
    s = table(2, items={0: {"pocket_almanac": 1}}, dice={0: {"star": 1}})
    rolled(s, "planet")
    play(s, "item:pocket_almanac", "die:star")
    assert dice(s, 0) == {"planet": 1}
    assert s.record["insanity"][0] == 0


def test_a_friend_gets_a_die_and_may_turn_one():
    s = table(2, investigators={0: "stage_magician", 1: "trapper"}, hand={0: {"loaded_dice": 1}})
    rolled(s, "wild")
    cards_drawn(s, 0, "up_the_sleeve")
    play(s, "support:loaded_dice")
    assert decision(s) == (1, "set_die")
    play(s, "symbol:star")
    assert decision(s) == (1, "optional")
    play(s, "accept", "die:star", "symbol:eye")
    assert dice(s, 1) == {"eye": 1}
    assert told(s)[:2] == ["set", "set"]
    assert decision(s) == (1, "investigate")
