"""How it ends: the win, the loss, the last round, and what is paid on the way by option."""

import random

import pytest

from .rounds import acted, in_turn, seats
from .story import decision, game, minions, mythos, play, table, told


def rewards(players, seed, **rules):
    """A game of random choices: what was paid after each decision, the names of all actions, and how it ended."""
    s, pick = game(players, **rules).new(seed), random.Random(seed)
    paid, actions, before = [], [], s.returns
    while not s.is_over:
        actions.append(pick.choice(s.legal_names()))
        s.step(actions[-1])
        paid.append(s.returns - before)
        before = s.returns
    return paid, actions, (s.returns.tolist(), int(s.record["round"]), told(s)[0])


# -------------------------------------------------------------------------------------------------- the win


def test_with_the_last_elder_god_banished_the_game_is_won_even_with_minions_left():
    there = {("zombie", 3): 2, ("drowned_colossus", 12): 1}
    s = in_turn(3, phase="combat", god_health={0: 2}, hand={0: {"shovel": 1}}, minions=there)
    play(s, "play:shovel", "hit", "god:0", "spend:needed")
    assert s.is_over
    assert s.returns.tolist() == [1, 1, 1]
    assert s.legal_names() == []
    assert told(s)[:2] == ["won", "banished"]
    assert minions(s) == there


def test_one_of_two_elder_gods_is_not_enough():
    s = in_turn(1, phase="combat", rules={"mode": "cthulhu"}, god_health={0: 1, 1: 2}, hand={0: {"sleuth": 3}})
    play(s, *["play:sleuth"] * 3, "hit", "god:0", "spend:one")
    assert not s.is_over
    play(s, "hit", "god:1", "spend:needed")
    assert s.is_over
    assert s.returns.tolist() == [1]


def test_with_one_by_one_all_elder_gods_have_to_be_banished():
    rules = {"mode": "cthulhu", "gods": "one_by_one"}
    s = in_turn(1, phase="combat", rules=rules, god_health={0: 1}, hand={0: {"sleuth": 1}})
    play(s, "play:sleuth", "hit", "god:0", "spend:one")
    assert not s.is_over
    assert decision(s) == (0, "combat")


def test_the_dead_win_with_the_others():
    s = in_turn(3, phase="combat", dead={1: 1}, health={1: 0}, deck={1: {}}, god_health={0: 1}, hand={0: {"sleuth": 1}})
    play(s, "play:sleuth", "hit", "god:0", "spend:one")
    assert s.returns.tolist() == [1, 1, 1]


def test_a_spell_that_banishes_the_last_elder_god_wins_before_it_kills_its_caster():
    spell = "spear_of_the_seventh_star"
    s = in_turn(1, phase="combat", god_health={0: 7}, health={0: 1}, hand={0: {spell: 1}})
    play(s, f"play:{spell}")
    assert s.is_over
    assert s.returns.tolist() == [1]
    assert seats(s, "dead") == [0]


# ------------------------------------------------------------------------------------------------- the loss


def test_a_loss_costs_every_seat_one():
    s = in_turn(2, gods=["the_salt_mother"], health={0: 1, 1: 1}).edit(turn=[1, 1, 0, 0, 0, 0])
    play(s, "end_planning")
    assert s.is_over
    assert s.returns.tolist() == [-1, -1]
    assert told(s)[:5] == ["lost", "died", "hurt", "died", "hurt"]
    assert acted(s, "mythos_came") == []


def test_the_mythos_may_end_the_game_between_two_of_its_cards():
    rules = {"mode": "cthulhu"}
    s = in_turn(1, rules=rules, gods=["aphoom_shah", "glaathu"], health={0: 1})
    mythos(s, "poisoned_well")
    play(s, "end_planning")
    assert s.is_over
    assert acted(s, "mythos_came") == ["poisoned_well"]
    assert s.record["mythos_count"] == 102


# --------------------------------------------------------------------------------------------- the last round


def test_after_sixty_rounds_the_game_is_called_off_and_pays_nothing():
    s = table(2, phase="combat", round=60, market=["shovel"])
    play(s, "end_combat")
    assert decision(s) == (0, "clean")
    assert not s.is_over
    play(s, "keep")
    assert s.is_over
    assert s.returns.tolist() == [0, 0]
    assert told(s)[0] == "called_off"
    assert s.record["round"] == 60
    assert not s.is_truncated


def test_the_sixtieth_round_is_played():
    s = table(2, phase="combat", round=59, market=["shovel"])
    play(s, "end_combat", "keep")
    assert not s.is_over
    assert (s.record["round"], *decision(s)) == (60, 0, "order")


# -------------------------------------------------------------------------------------------- option shaping


def test_progress_is_not_paid_unless_told():
    assert game(2).options["shaping"] is False
    s = in_turn(2, phase="combat", hand={0: {"shovel": 1}})
    play(s, "play:shovel", "hit", "god:0", "spend:all")
    assert s.returns.tolist() == [0, 0]


def test_option_shaping_pays_harm_done_to_gods_as_half_of_all_there_is():
    s = in_turn(2, phase="combat", rules={"shaping": True}, hand={0: {"shovel": 1}})
    there_is = int(s.record["god_health"][0])
    assert s.returns.tolist() == [0, 0]
    play(s, "play:shovel", "hit", "god:0", "spend:all")
    assert s.returns == pytest.approx([2 / there_is / 2] * 2)


def test_option_shaping_takes_back_what_the_team_loses_and_gives_what_it_heals():
    """The Detective (8 and 9) and the Doctor (7 and 9) have 33 points in all."""
    hand = {"stagger": 1, "lash_of_embers": 1, "catch_your_breath": 1}
    s = in_turn(2, phase="combat", rules={"shaping": True}, hand={0: hand})
    play(s, "play:stagger")
    assert s.returns == pytest.approx([-1 / 66] * 2)
    play(s, "play:lash_of_embers")
    assert s.returns == pytest.approx([-2 / 66] * 2)
    play(s, "play:catch_your_breath")
    assert s.returns == pytest.approx([-1 / 66] * 2)


def test_with_shaping_the_dead_have_lost_all_they_had():
    """The Detective falls with 9 sanity: 17 points of 33."""
    s = in_turn(2, phase="combat", rules={"shaping": True}, hand={0: {"stagger": 1}}, health={0: 1})
    play(s, "play:stagger")
    assert s.returns == pytest.approx([-17 / 66] * 2)


def test_with_shaping_the_end_pays_what_is_missing_to_one():
    s = in_turn(2, phase="combat", rules={"shaping": True}, god_health={0: 4}, hand={0: {"shovel": 1, "sleuth": 2}})
    there_is = int(s.game.tables["god_health"][s.record["god"][0]])
    play(s, "play:shovel", "hit", "god:0", "spend:all")
    assert s.returns == pytest.approx([(there_is - 2) / there_is / 2] * 2)
    play(s, "play:sleuth", "play:sleuth", "hit", "god:0", "spend:needed")
    assert s.is_over
    assert s.returns.tolist() == [1, 1]


def test_with_shaping_a_game_called_off_pays_nothing_in_all():
    s = table(2, phase="combat", round=60, rules={"shaping": True}, god_health={0: 11}, hand={0: {"sleuth": 1}})
    play(s, "play:sleuth", "hit", "god:0", "spend:one")
    there_is = int(s.game.tables["god_health"][s.record["god"][0]])
    assert s.returns == pytest.approx([(there_is - 10) / there_is / 2] * 2)
    play(s, "end_combat")
    assert s.is_over
    assert s.returns.tolist() == [0, 0]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [1, 3, 6])
def test_with_shaping_all_pay_together_is_the_same_for_the_same_game(players, seed):
    plain, plain_actions, plain_end = rewards(players, seed)
    shaped, actions, end = rewards(players, seed, shaping=True)
    assert actions == plain_actions
    assert end == plain_end
    assert sum(shaped) == pytest.approx(sum(plain))
    assert not any(part.any() for part in plain[:-1])
    assert any(part.any() for part in shaped[:-1])
