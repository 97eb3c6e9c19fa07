"""The greedy player of Cthulhu's Vault in positions whose best move is plain."""

import pytest

from elderzoo import agents
from elderzoo.envs.core.game import Game
from elderzoo.envs.cthulhus_vault import SPEC
from tests.rules.cthulhus_vault.story import battle, decision, mystery, play, tokens_drawn


def choose(state, **weights) -> str:
    """The name of what the greedy player does."""
    bot = agents.load("greedy" + "".join(f":{k}={v}" for k, v in weights.items()), state.game)
    return state.game.actions.name(bot.act(state.view(state.seat)))


# ------------------------------------------------------------------------------------------------ the Mystery Stage


def test_it_takes_cultists_before_investigators():
    s = mystery(last="knife", stories={0: {"crooked_chapel": 1, "sealed_archive": 1}})
    assert choose(s) == "play:crooked_chapel"


def test_a_card_that_matches_earns_more():
    cards = {"total_eclipse": 1, "salt_marsh": 1}
    assert choose(mystery(last="book", stories={0: cards})) == "play:salt_marsh"
    assert choose(mystery(last="knife", stories={0: cards})) == "play:total_eclipse"


@pytest.mark.parametrize(("cultists", "expected"), [(6, "play:salt_marsh"), (9, "play:total_eclipse")])
def test_certain_awakening_goes_before_more_tokens(cultists, expected):
    s = mystery(
        last="book",
        stories={0: {"total_eclipse": 1, "salt_marsh": 1}},
        tokens={0: {"cultist": cultists, "investigator": 3}},
    )
    assert choose(s) == expected


@pytest.mark.parametrize(("cultists", "expected"), [(8, "play:total_eclipse"), (2, "play:storm_tide")])
def test_only_who_leads_takes_the_last_token_of_a_pool(cultists, expected):
    """Which ends the stage, and awakens the Ancient One of who has most Cultist Power."""
    s = mystery(
        last="book",
        pool={"cultist": 1, "investigator": 8},
        stories={0: {"total_eclipse": 1, "storm_tide": 1}},
        tokens={0: {"cultist": cultists}, 2: {"cultist": 5, "investigator": 2}},
        open={2: {"cultist": 5, "investigator": 2}},
    )
    assert choose(s) == expected


EVENTS = ("dawn", "red_fog", "storm_tide", "power_cut", "funeral", "disappearance", "falling_star", "total_eclipse")
PEOPLE = ("sea_captain", "cub_reporter", "gravedigger", "trance_medium", "strange_twins", "runaway_heir")


@pytest.mark.parametrize(("told", "expected"), [(EVENTS, "play:silver_mirror"), (PEOPLE, "play:unsent_letter")])
def test_the_next_player_is_left_a_type_that_is_rare(told, expected):
    """The cards differ in what they want next, an event and a person."""
    others = {1: {"lodge": 1}, 2: {"mansion": 1}, 3: {"salt_marsh": 1}}
    s = mystery(last="book", stories=others | {0: {"silver_mirror": 1, "unsent_letter": 1}})
    line = (*told, "book")
    s = s.edit(
        told=len(line),
        played=dict.fromkeys(line, 1),
        line=dict(enumerate(line)),
        tellers={k: (k - 1) % 4 for k in range(1, len(line))},
    )
    assert choose(s, variety=0) == expected


def steal(op="steal", card="dockside_tavern", **fields):
    s = mystery(last="book", stories={0: {card: 1}}, **fields)
    return play(tokens_drawn(s, "investigator", "investigator"), f"play:{card}", f"bonus:{op}")


def test_it_robs_who_is_nearest_to_awakening():
    piles = {1: {"investigator": 4}, 2: {"cultist": 6, "investigator": 1}, 3: {"cultist": 2}}
    assert choose(steal(tokens=piles, open=piles)) == "seat+2"


def test_it_robs_the_surer_cultist_where_nobody_is_near():
    piles = {1: {"investigator": 1, "cultist": 1}, 2: {"cultist": 1}, 3: {"investigator": 2}}
    assert choose(steal(tokens=piles, open=piles)) == "seat+2"


def test_what_it_alone_knows_counts():
    piles = {1: {"investigator": 2}, 2: {"investigator": 1, "cultist": 1}, 3: {"investigator": 1, "cultist": 1}}
    knows = {0: {(1, "investigator"): 2, (3, "cultist"): 1}}
    assert choose(steal(tokens=piles, knows=knows)) == "seat+3"


def test_in_an_exchange_it_gives_an_investigator():
    s = steal("swap", "sanatorium", tokens={0: {"investigator_2": 1, "investigator": 1, "cultist": 2}})
    assert choose(play(s, "seat+1")) == "give:investigator"


def test_it_exchanges_nothing_that_is_worth_more():
    tokens = {0: {"cultist_2": 3}, 1: {"investigator": 1}, 2: {"investigator": 1}, 3: {"investigator": 1}}
    s = mystery(last="shared_nightmare", stories={0: {"family_solicitor": 1}}, tokens=tokens, open=tokens)
    s = play(tokens_drawn(s, "cultist_2", "cultist_2"), "play:family_solicitor")
    assert decision(s) == (0, "bonus")
    assert choose(s) == "decline"


def test_of_tokens_it_looks_at_it_keeps_the_most_cultist_power():
    s = mystery(last="book", stories={0: {"dead_lighthouse": 1}})
    s = tokens_drawn(s, "cultist", "cultist", "cultist", "investigator_2", "cultist_2")
    assert choose(play(s, "play:dead_lighthouse", "bonus:peek")) == "keep:cultist_2"


def test_it_awakens_where_it_may_wait():
    s = mystery(rules={"awaken": "may"}, tokens={0: {"cultist": 10}})
    assert decision(s) == (0, "awaken")
    assert choose(s) == "awaken"


# ------------------------------------------------------------------------------------------------ between the stages


def change(tokens):
    """Seat 0 awakens; seat 1 has most Investigator Power."""
    piles = {0: {"cultist": 10}, 1: tokens, 2: {"investigator": 1}}
    return mystery(3, tokens=piles, rules={"investigators": "all"})


def test_it_chooses_the_investigator_that_acts_twice():
    s = change({"investigator": 8, "cultist": 2})
    assert decision(s) == (1, "character")
    assert choose(s) == "choose:stunt_pilot"
    assert choose(s, swift=0) == "choose:grieving_widow"


def test_health_counts_no_further_than_the_own_tokens():
    s = change({"investigator": 5})
    assert choose(s, swift=0) == "choose:lighthouse_keeper"


def kept(s) -> list[int]:
    """How many Investigator and Cultist tokens the greedy player keeps."""
    names, who = [], s.seat
    while decision(s) == (who, "keep"):
        names.append(choose(s))
        play(s, names[-1])
    return [names.count("keep:investigator"), names.count("keep:cultist")]


def test_it_keeps_tokens_that_pay_for_special_attacks():
    s = change({"investigator": 6, "cultist": 6})
    assert kept(play(s, "choose:bootlegger")) == [6, 1]


def test_who_may_use_incantations_keeps_some_cultists():
    s = change({"investigator": 6, "cultist": 6})
    assert kept(play(s, "choose:occultist")) == [4, 3]


def test_the_ancient_one_keeps_cultists():
    s = mystery(3, tokens={0: {"cultist": 12, "investigator": 12}, 1: {"investigator": 1}, 2: {"investigator": 1}})
    for _ in range(2):
        play(s, s.legal_names()[0])
    assert decision(s) == (0, "keep")
    assert kept(s) == [6, 12]


# ------------------------------------------------------------------------------------------------ the Ancient One


def alone(seat, players):
    """Fields in which all investigators but one are slain."""
    gone = [p for p in range(1, players) if p != seat]
    return {"slain": dict.fromkeys(gone, 1), "tokens": {p: {} for p in gone}, "order": {0: 1, seat: 1}}


def test_it_hits_all_while_there_are_many():
    hand = {0: {"black_tide": 1, "peeled_mask": 1}}
    s = battle(6, hand=hand, tokens={0: {"investigator": 9}})
    assert choose(play(s, choose(s))) == "special:black_tide"
    s = battle(6, hand=hand, **alone(2, 6) | {"tokens": alone(2, 6)["tokens"] | {0: {"investigator": 9}}})
    assert choose(play(s, "seat+2")) == "strike:peeled_mask"


def test_it_attacks_who_is_nearly_slain_and_has_yet_to_act():
    tokens = {1: {"investigator": 2}, 2: {"investigator": 2}}
    s = battle(hand={0: {"gathering_shadow": 1}}, tokens=tokens, order={0: 1, 1: 0, 2: 1, 3: 1})
    assert choose(s) == "seat+2"
    assert choose(play(s, "seat+2")) == "strike:gathering_shadow"


def test_it_wears_down_who_has_fewest_tokens():
    s = battle(hand={0: {"gathering_shadow": 1}}, tokens={1: {"investigator": 4}})
    assert choose(s) == "seat+1"
    assert choose(s, focus=0) == "seat+3"  # the occultist, whose ability is worth most


def test_it_devours_who_has_most_tokens():
    s = battle(hand={0: {"into_the_maw": 1}}, tokens={2: {"investigator": 6, "cultist": 1}})
    assert choose(s) == "seat+2"
    assert choose(play(s, "seat+2")) == "special:into_the_maw"


def test_it_does_not_try_to_devour_who_cannot_be():
    tokens = {2: {"investigator": 8}, 3: {"investigator": 6}}
    s = battle(hand={0: {"into_the_maw": 1}}, tokens=tokens, characters={2: "retired_wrestler"})
    assert choose(s) == "seat+3"


def test_it_wins_when_it_can():
    tokens = {1: {"investigator": 1}, 2: {"investigator": 1}, 3: {"investigator": 1}}
    s = battle(hand={0: {"black_tide": 1, "into_the_maw": 1, "polar_gale": 1}}, tokens=tokens, ancient="cthulhu")
    assert choose(play(s, choose(s))) == "special:black_tide"


def test_what_a_guard_spares_does_not_count():
    s = battle(hand={0: {"gathering_shadow": 1}}, guard={1: 2, 3: 2})
    assert choose(s) == "seat+2"


def test_the_ancient_one_loses_revealed_tokens_then_investigators_then_cultists():
    names = []
    s = battle(
        acts=1,
        hand={1: {"searchlight": 1}},
        tokens={0: {"investigator": 1, "cultist": 5}},
        revealed={0: {"cultist": 1}},
    )
    play(s, "special:searchlight")
    for _ in range(3):
        assert decision(s) == (0, "lose")
        names.append(choose(s))
        play(s, names[-1])
    assert names == ["lose:cultist@face_up", "lose:investigator@face_down", "lose:cultist@face_down"]


# ------------------------------------------------------------------------------------------------ investigators


def acting(**fields):
    """Seat 1, the country doctor, acts."""
    characters = {1: "country_doctor", 2: "bootlegger", 3: "occultist"}
    return battle(acts=1, characters=characters, **fields)


def test_the_highest_damage_is_dealt():
    assert choose(acting(hand={1: {"searchlight": 1, "revolver": 1, "steady_nerves": 1}})) == "special:searchlight"


@pytest.mark.parametrize(("health", "expected"), [(2, "strike:steady_nerves"), (9, "special:flare_gun")])
def test_the_last_blow_goes_before_a_turn_that_the_ancient_one_misses(health, expected):
    s = acting(hand={1: {"flare_gun": 1, "steady_nerves": 1}}, tokens={0: {"cultist": health}, 1: {"investigator": 2}})
    assert choose(s) == expected


@pytest.mark.parametrize(("left", "expected"), [(1, "special:false_trail"), (0, "strike:false_trail")])
def test_order_cards_are_taken_away_while_there_are_any(left, expected):
    s = acting(hand={1: {"false_trail": 1}}, order={0: left, 1: 1, 2: 1, 3: 1})
    assert choose(s) == expected


@pytest.mark.parametrize(("tokens", "expected"), [(2, "special:first_aid_kit"), (7, "strike:first_aid_kit")])
def test_it_heals_who_lacks_tokens(tokens, expected):
    s = acting(hand={1: {"first_aid_kit": 1}}, tokens={p: {"investigator": tokens} for p in (1, 2, 3)})
    assert choose(s) == expected


def test_aid_goes_to_the_weakest():
    tokens = {1: {"investigator": 4}, 2: {"investigator": 2}, 3: {"investigator": 3}}
    s = play(acting(hand={1: {"first_aid_kit": 1}}, tokens=tokens), "special:first_aid_kit")
    assert decision(s) == (1, "aid")
    assert choose(s) == "seat+1"


@pytest.mark.parametrize(("guard", "expected"), [(0, "special:barricade"), (2, "strike:barricade")])
def test_a_guard_is_enough(guard, expected):
    s = acting(hand={1: {"barricade": 1}}, guard={1: guard}, tokens={0: {"investigator": 9, "cultist": 9}})
    assert choose(s) == expected


@pytest.mark.parametrize(
    ("character", "then"),
    [("bootlegger", "lose:cultist@face_down"), ("curious_student", "lose:investigator@face_down")],
)
def test_an_investigator_loses_what_is_revealed_then_what_pays_for_nothing(character, then):
    """The student pays with tokens of both sides, and loses one of the side with more."""
    s = battle(
        hand={0: {"into_the_maw": 1}},
        characters={1: character, 2: "country_doctor"},
        tokens={1: {"investigator": 2, "cultist": 1}},
        revealed={1: {"investigator": 1}},
    )
    play(s, "seat+1", "strike:into_the_maw")
    assert choose(s) == "lose:investigator@face_up"
    assert choose(play(s, "lose:investigator@face_up")) == then


def test_an_attacker_who_chooses_takes_what_may_still_pay():
    s = acting(hand={1: {"silver_dagger": 1}}, revealed={0: {"cultist": 3}})
    play(s, "special:silver_dagger")
    assert decision(s) == (1, "lose")
    assert choose(s) == "lose:any@face_down"


# ------------------------------------------------------------------------------------------------ whole games


@pytest.mark.parametrize("seats", [3, 6])
def test_it_finishes_games_under_every_other_rule(seats):
    for seed in range(2):
        g = Game(SPEC, seats, SPEC.presets["turned"])
        bot = agents.load("greedy", g)
        s = g.new(seed)
        while not s.is_over:
            s.step(bot.act(s.view(s.seat)))
        assert not s.is_truncated
        assert sum(s.returns) == pytest.approx(0)
