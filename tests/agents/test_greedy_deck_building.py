"""The greedy player of Cthulhu: A Deck Building Game in positions whose best move is plain."""

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.agents.greedy.deck_building import WEIGHTS
from elderzoo.envs.core.errors import ConfigError
from tests.rules.deck_building.rounds import FIVE, in_turn, round_begun
from tests.rules.deck_building.story import mythos, named, play, table


def choose(state, name: str = "greedy") -> str:
    """The name of what the greedy player does."""
    return state.game.actions.name(agents.load(name, state.game).act(state.view(state.seat)))


def turn(state, *until: str) -> list[str]:
    """What it does in the turn under way, up to one of these actions."""
    player, done = agents.load("greedy", state.game), []
    while not done or done[-1] not in until:
        done.append(state.game.actions.name(player.act(state.view(state.seat))))
        play(state, done[-1])
    return done


def planning(players=2, **fields):
    """Planning of seat 0, a Ship's Stoker, who can do nothing special there."""
    fields = {"gods": ["szithara"], "investigators": {0: "ships_stoker"}} | fields
    fields["minions"] = {(k, str(h)): n for (k, h), n in fields.get("minions", {}).items()}
    return table(players, 0, **fields)


def fighting(players=2, **fields):
    """Combat of seat 0; Minions are named by kind and health left."""
    fields.setdefault("gods", ["glaathu", "szithara", "uvash"])
    fields["minions"] = {(k, str(h)): n for (k, h), n in fields.get("minions", {}).items()}
    return table(players, 0, "combat", **fields)


# ------------------------------------------------------------------------------------------------ Planning


def test_it_pays_with_sleuths_for_a_weapon_that_gives_as_much_in_the_same_round():
    s = planning(hand={0: {"sleuth": 4, "stagger": 1}}, market=["shovel"])
    done = turn(s, "end_planning")
    assert done == ["play:sleuth"] * 3 + ["buy:shovel", "end_planning"]
    assert named(s, "hand", 0) == {"sleuth": 1, "stagger": 1, "shovel": 1}


def test_what_it_does_not_spend_stays_in_hand_for_combat():
    s = planning(hand={0: {"sleuth": 3, "service_revolver": 1}}, market=["quarry_dynamite"])
    assert choose(s) == "end_planning"


def test_in_the_last_round_nothing_is_bought_that_does_not_fight():
    field = {"hand": {0: {"sleuth": 4}}, "market": ["burn_the_evidence"]}
    assert choose(planning(**field)) == "play:sleuth"
    assert choose(planning(god_health={0: 4}, **field)) == "end_planning"


def test_it_draws_before_it_decides_what_to_buy():
    s = planning(hand={0: {"sleuth": 3, "pull_an_all_nighter": 1}}, market=["shovel"])
    assert choose(s) == "play:pull_an_all_nighter"


def test_a_multiplier_is_kept_for_combat():
    s = planning(hand={0: {"sleuth": 3, "double_down": 1}}, market=["shovel"])
    assert "play:double_down" not in turn(s, "end_planning")
    s = fighting(hand={0: {"sleuth": 3, "double_down": 1}})
    assert "play:double_down" in turn(s, "hit")


def test_armor_that_is_bought_is_put_on_in_the_final_preparation():
    s = planning(health={0: 2}, hand={0: {"sleuth": 4}}, market=["body_armor"], gods=["the_salt_mother"])
    done = turn(s, "play:body_armor")
    assert done[-3:] == ["buy:body_armor", "to_final", "play:body_armor"]
    assert (s.record["armor"][0], s.record["health"][0]) == (3, 2)


def test_a_coat_pays_before_a_sleuth_does():
    """It wards off as well, where it is played in Planning."""
    s = planning(hand={0: {"sleuth": 3, "leather_coat": 1}}, market=["shovel"], gods=["the_salt_mother"])
    assert choose(s) == "play:leather_coat"


@pytest.mark.parametrize(("track", "god"), [("health", "the_salt_mother"), ("sanity", "the_pallid_choir")])
def test_it_heals_what_would_kill_it_in_this_round(track, god):
    s = planning(hand={0: {"sleuth": 2}}, gods=[god], **{track: {0: 1}})
    assert turn(s, "end_planning")[:3] == ["play:sleuth", "play:sleuth", f"heal:{track}"]


def test_it_fights_rather_than_heal_while_it_is_well():
    s = planning(hand={0: {"sleuth": 2}}, health={0: 7}, gods=["the_salt_mother"])
    assert choose(s) == "end_planning"


def test_it_pays_for_nothing_with_its_life():
    s = planning(sanity={0: 1}, hand={0: {"lash_of_embers": 1}}, market=["shovel"])
    assert choose(s) == "end_planning"
    s = fighting(health={0: 2}, hand={0: {"bloodletting_rite": 1}})
    assert choose(s) == "end_combat"
    assert choose(fighting(hand={0: {"bloodletting_rite": 1}})) == "play:bloodletting_rite"


def test_staggers_are_destroyed_and_sleuths_of_a_poor_deck_are_not():
    s = planning(hand={0: {"burn_the_evidence": 1, "sleuth": 2, "stagger": 1}})
    assert turn(s, "end_planning")[:3] == ["play:burn_the_evidence", "card:stagger", "decline"]


def test_a_minion_is_bound_before_it_acts():
    s = planning(hand={0: {"bear_trap": 1}}, minions={("zombie", 3): 1, ("drowned_colossus", 12): 1}, health={1: 3})
    assert turn(s, "end_planning")[:2] == ["play:bear_trap", "minion:drowned_colossus"]


def test_cards_that_hit_foes_are_kept_for_combat():
    s = planning(hand={0: {"whaling_harpoon": 1, "quarry_dynamite": 1}}, minions={("zombie", 3): 1})
    assert choose(s) == "end_planning"


def test_the_sturdiest_goes_first():
    """Blows on the first of the team fall on it."""
    assert choose(round_begun(3, health={0: 3}, gods=["the_salt_mother"])) == "yield"
    assert choose(round_begun(3, health={1: 3, 2: 3}, gods=["the_salt_mother"])) == "go"


# ------------------------------------------------------------------------------------------------ Combat


def test_it_kills_what_is_cheap_and_then_hits_the_god():
    s = fighting(hand={0: {"sleuth": 3}}, minions={("fire_vampire", 1): 1, ("vault_worm", 8): 1}, health={0: 4})
    done = turn(s, "end_combat")
    assert done[3:] == ["hit", "minion:fire_vampire", "spend:one", "hit", "god:0", "spend:all", "end_combat"]


def test_a_god_that_can_be_finished_comes_first():
    s = fighting(hand={0: {"sleuth": 3}}, minions={("fire_vampire", 1): 1}, health={0: 4}, god_health={0: 3})
    assert turn(s, "spend:needed")[-2:] == ["god:0", "spend:needed"]
    assert s.is_over


def test_the_hands_of_the_others_count_where_they_are_seen():
    """Four of its own and four of the next finish the god together."""
    field = {"hand": {0: {"sleuth": 4}, 1: {"sleuth": 4}}, "gods": ["glaathu"], "god_health": {0: 8}}
    field |= {"minions": {("fire_vampire", 1): 1}, "health": {0: 4}}
    s = in_turn(2, 0, "combat", **field)
    assert turn(s, "god:0", "minion:fire_vampire")[-1] == "god:0"
    s = in_turn(2, 0, "combat", rules={"hands": "hidden"}, **field)
    assert turn(s, "god:0", "minion:fire_vampire")[-1] == "minion:fire_vampire"


def test_of_two_gods_the_one_that_falls_is_hit():
    s = fighting(hand={0: {"sleuth": 4}}, rules={"mode": "cthulhu"}, god_health={0: 9, 1: 4})
    assert turn(s, "spend:needed")[-2:] == ["god:1", "spend:needed"]


def test_a_crowd_is_worth_more_before_it_is_thinned():
    s = fighting(hand={0: {"into_the_thick_of_it": 1, "quarry_dynamite": 1}}, minions={("zombie", 3): 3})
    assert turn(s, "hit")[:2] == ["play:into_the_thick_of_it", "play:quarry_dynamite"]


def test_even_a_stagger_is_of_use_to_who_lets_one_thing_lead_to_another():
    s = fighting(hand={0: {"one_thing_leads_to_another": 3, "stagger": 1}})
    assert turn(s, "hit")[:4] == ["play:one_thing_leads_to_another"] * 3 + ["play:stagger"]
    assert choose(fighting(hand={0: {"stagger": 1}})) == "end_combat"


def test_a_strike_finishes_what_it_can():
    s = fighting(hand={0: {"flying_tackle": 1}}, minions={("cellar_ghoul", 4): 1, ("many_handed_bride", 10): 1})
    assert turn(s, "minion:cellar_ghoul", "minion:many_handed_bride")[-1] == "minion:cellar_ghoul"


# ------------------------------------------------------------------------------------------- other choices


def test_the_team_lets_the_sturdiest_be_hurt_and_the_weakest_be_healed():
    s = planning(3, health={0: 5, 1: 7, 2: 3}, market=list(FIVE), gods=["the_pallid_choir"])
    mythos(s, "knife_in_the_fog")
    assert choose(play(s, "end_planning")) == "seat+1"
    s = planning(3, health={0: 5, 1: 7, 2: 3}, hand={0: {"doctors_bag": 1}}, gods=["the_salt_mother"])
    assert turn(s, "seat+0", "seat+1", "seat+2") == ["play:doctors_bag", "seat+2"]


def test_a_mythos_card_that_is_bad_enough_is_turned_away():
    for card, answer in (("svens_family_curse", "bury"), ("subsidence", "keep")):
        s = planning(3, hand={0: {"read_the_entrails": 1}}, sanity={1: 5})
        mythos(s, card)
        assert turn(s, "bury", "keep") == ["play:read_the_entrails", answer]


def test_the_worst_of_lasting_evils_is_ended():
    s = fighting(hand={0: {"break_up_the_rite": 1}}, permanent={"ration_cards": 1, "the_feeding_hour": 1})
    assert turn(s, "remove:0", "remove:1") == ["play:break_up_the_rite", "remove:0"]


def test_the_university_is_cleared_of_what_nobody_wants():
    s = fighting(market=["catch_your_breath", "service_revolver", "shovel"])
    assert turn(s, "keep") == ["end_combat", "remove:0", "keep"]


def test_weights_are_changed_by_name():
    s = fighting(hand={0: {"sleuth": 3}}, minions={("fire_vampire", 1): 1}, health={0: 4})
    play(s, "play:sleuth", "play:sleuth", "play:sleuth", "hit")
    assert (choose(s), choose(s, "greedy:stay=0")) == ("minion:fire_vampire", "god:0")
    with pytest.raises(ConfigError, match="unknown weight 'rage', known: pace, caution"):
        choose(s, "greedy:rage=1")
    assert next(iter(WEIGHTS)) == "pace"


def test_it_wins_where_chance_does_not():
    """Ten games of three."""
    won = {}
    for name in ("greedy", "random"):
        s = table(3)
        player, wins = agents.load(name, s.game), 0
        for seed in range(10):
            s = s.game.new(seed)
            while not s.is_over:
                s.step(player.act(s.view(s.seat)))
            wins += int(np.asarray(s.record["returns"])[0] > 0)
        won[name] = wins
    assert won["greedy"] >= 6
    assert won["random"] == 0
