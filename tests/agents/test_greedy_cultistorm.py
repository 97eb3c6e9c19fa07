"""The greedy player of Cultistorm in positions whose best move is plain."""

import pytest

from elderzoo import agents
from elderzoo.agents.greedy.cultistorm import WEIGHTS
from elderzoo.envs.core.errors import ConfigError
from elderzoo.envs.core.game import Game
from elderzoo.envs.cultistorm import SPEC
from tests.rules.cultistorm.story import decision, named, play, table

# Whom a hand of one card each of star, shield and tentacle defeats.
STAR_SHIELD_TENTACLE = "lodge_acolyte"
# At place 0, the Location of their sect, they take a Star more.
HAND = {"salt_line": 1, "harpoon_rack": 1, "divers_helmet": 1}


def choose(state, **weights) -> str:
    """The name of what the greedy player does."""
    bot = agents.load("greedy" + "".join(f":{k}={v}" for k, v in weights.items()), state.game)
    return state.game.actions.name(bot.act(state.view(state.seat)))


def turns(state, until: str, most: int = 40) -> list[str]:
    """What greedy players on every seat do, up to an action of this name."""
    done = []
    while not done or done[-1].split(" ")[-1] != until:
        done.append(f"{state.seat} {choose(state)}")
        play(state, done[-1].split(" ")[-1])
        assert len(done) < most
    return done


def busy(players=3, seat=0, **fields):
    """The Investigator Phase; everybody has taken a die and moved, so that only what is said below is open."""
    everybody = range(players)
    fields = {"took": dict.fromkeys(everybody, 1), "moved": dict.fromkeys(everybody, 1)} | fields
    return table(players, seat, **fields)


# ------------------------------------------------------------------------------------------------ a fight


@pytest.mark.parametrize("missing", ["tentacle", "star", "shield"])
def test_it_takes_the_die_that_completes_a_fight(missing):
    card = {"star": "salt_line", "shield": "harpoon_rack", "tentacle": "divers_helmet"}[missing]
    hand = {name: 1 for name in HAND if name != card}
    s = table(cultists=[(STAR_SHIELD_TENTACLE, 4)], hand={0: hand}, pool={"eye": 1, missing: 1, "planet": 1})
    assert choose(s) == f"take:{missing}"


def test_a_wild_die_is_set_to_what_is_lacking():
    s = table(cultists=[(STAR_SHIELD_TENTACLE, 4)], hand={0: {"salt_line": 1, "harpoon_rack": 1}}, pool={"wild": 1})
    assert choose(s) == "take:wild"
    assert choose(play(s, "take:wild")) == "symbol:tentacle"


def test_a_friend_is_left_the_die_that_completes_its_fight():
    s = table(
        cultists=[(STAR_SHIELD_TENTACLE, 4), (STAR_SHIELD_TENTACLE, 3)],
        hand={0: HAND, 1: {"salt_line": 1, "harpoon_rack": 1}},
        pool={"tentacle": 1, "planet": 1},
    )
    assert choose(s) == "take:planet"


def test_it_goes_where_it_can_pay_and_aims_there():
    s = busy(moved={0: 0}, cultists=[("meadow_bellwether", 0), (STAR_SHIELD_TENTACLE, 3)], hand={0: HAND})
    assert choose(s) == "move:3"
    play(s, "move:3", "pass", "pass")
    assert choose(s) == "target"
    assert choose(play(s, "target")) == "slot:1"


def test_two_do_not_aim_at_the_same():
    s = busy(cultists=[(STAR_SHIELD_TENTACLE, 4)], hand={0: HAND, 1: HAND}, at={0: 4}, moved={0: 1, 1: 0, 2: 1})
    done = turns(s, "fight")
    assert [a for a in done if "target" in a] == ["0 target"]


def test_a_place_where_the_fourth_is_about_to_come_goes_first():
    """The Cultist marker goes to places 1, 2 and 3 next."""
    s = busy(
        moved={0: 0},
        cultists=[(STAR_SHIELD_TENTACLE, 4), (STAR_SHIELD_TENTACLE, 3), ("lodge_almoner", 3), ("meadow_butcher", 3)],
        hand={0: HAND},
        at={0: 4, 1: 4, 2: 4},
    )
    assert choose(s) == "move:3"


def test_where_no_fourth_can_come_a_trophy_that_is_wanted_decides():
    """The Location of the first one's sect is sealed."""
    s = busy(
        moved={0: 0},
        cultists=[(STAR_SHIELD_TENTACLE, 3), ("meadow_midwife", 2)],
        hand={0: {"salt_line": 2, "harpoon_rack": 1, "divers_helmet": 1, "comet_log": 1}},
        at={0: 4, 1: 4, 2: 4},
        sealed={0: 1},
        seal_of={"shield": 0, "tentacle": 1, "eye": 1},
    )
    assert choose(s) == "move:2"


def test_a_melee_fighter_aims_at_the_bottom():
    field = {"cultists": [("meadow_bellwether", 4), (STAR_SHIELD_TENTACLE, 4)], "at": dict.fromkeys(range(3), 4)}
    assert choose(busy(hand={0: HAND}, **field)) != "target"
    assert choose(busy(seat=1, hand={1: HAND}, **field)) == "target"


def test_a_second_target_where_both_can_be_paid_for():
    s = busy(
        seat=1,
        cultists=[(STAR_SHIELD_TENTACLE, 4), (STAR_SHIELD_TENTACLE, 4)],
        at={0: 4, 1: 4, 2: 4},
        hand={1: {"salt_line": 2, "harpoon_rack": 2, "divers_helmet": 1}},
        dice={1: {"tentacle": 1}},
        aims={1: ["0"]},
    )
    assert choose(s) == "target"
    assert choose(play(s, "target")) == "slot:1"
    s = busy(
        seat=1,
        cultists=[(STAR_SHIELD_TENTACLE, 4), (STAR_SHIELD_TENTACLE, 4)],
        at={0: 4, 1: 4, 2: 4},
        hand={1: {"salt_line": 2, "harpoon_rack": 2, "divers_helmet": 1}},
        aims={1: ["0"]},
    )
    assert choose(s) != "target"


# ----------------------------------------------------------------------------------------------- supports


def lacking(**fields):
    """Seat 1 lacks a Tentacle; seat 0 has a card for it, and all are at place 4."""
    fields = {
        "hand": {0: {"harpoon_rack": 1}, 1: {"salt_line": 1, "borrowed_lens": 1}},
        "cultists": [(STAR_SHIELD_TENTACLE, 4)],
        "at": {0: 4, 1: 4, 2: 4},
    } | fields
    return busy(**fields)


def test_it_lends_the_symbol_that_is_missing():
    s = lacking()
    assert choose(s) == "support:harpoon_rack"
    play(s, "support:harpoon_rack")
    assert decision(s) == (0, "support_whom")
    assert choose(s) == "seat+1"


def test_never_for_the_fifth_insanity():
    assert choose(lacking(insanity={0: 4})) != "support:harpoon_rack"


def test_unique_cards_are_free():
    hand = {0: {"harpoon_rack": 1, "up_the_sleeve": 1}, 1: {"salt_line": 1, "borrowed_lens": 1}}
    assert choose(lacking(hand=hand, insanity={0: 2})) == "support:up_the_sleeve"
    assert choose(lacking(hand=hand, insanity={0: 4})) == "support:up_the_sleeve"


def test_whoever_suffers_least_lends():
    hand = {0: {"harpoon_rack": 1}, 1: {"salt_line": 1, "borrowed_lens": 1}, 2: {"harpoon_rack": 1}}
    assert choose(lacking(hand=hand, insanity={0: 3})) == "wait"
    assert choose(lacking(hand=hand, insanity={2: 3})) == "support:harpoon_rack"


def test_nobody_lends_where_it_is_not_enough():
    s = lacking(hand={0: {"harpoon_rack": 1}, 1: {"salt_line": 1}}, aims={2: ["0"]})
    assert choose(s) != "support:harpoon_rack"


@pytest.mark.parametrize(("insanity", "expected"), [(4, True), (0, False)])
def test_it_heals_who_needs_it(insanity, expected):
    s = busy(hand={0: {"coffee_on_the_roof": 1}}, insanity={1: insanity})
    assert (choose(s) == "support:coffee_on_the_roof") == expected


def test_a_ward_where_the_fourth_is_about_to_come():
    s = busy(
        cultists=[("meadow_bellwether", 3), ("lodge_almoner", 3), ("meadow_butcher", 3)],
        at={0: 2, 1: 3, 2: 2},
        hand={0: {"chalk_circle": 1}},
    )
    assert choose(s) == "support:chalk_circle"
    assert choose(play(s, "support:chalk_circle")) == "seat+1"


# ------------------------------------------------------------------------------- searching, learning, passing


def test_it_searches_first_and_as_deep_as_it_may():
    s = table(hand={0: {"tide_tables": 1, "spare_charm": 1}}, pool={"star": 1})
    assert choose(s) == "search"
    assert choose(play(s, "search")) == "slot:2"


def test_it_learns_with_its_first_trophy_and_takes_the_seal_of_the_fullest_location():
    s = busy(trophies={0: {"star": 1}}, placed={(3, "eye"): 2}, cultists=[(STAR_SHIELD_TENTACLE, 4)])
    assert choose(s) == "learn"
    play(s, "learn")
    assert choose(s) == "symbol:eye"


def test_it_learns_no_more_than_brings_seals_that_are_wanted():
    """With five seats everybody's first ability is enough."""
    fields = {"trophies": {0: {"star": 2}}, "cultists": [(STAR_SHIELD_TENTACLE, 4)], "at": dict.fromkeys(range(5), 3)}
    assert choose(busy(5, level={0: 1}, seal_of={"star": 0}, **fields)) != "learn"
    taken = {"star": 0, "eye": 1, "shield": 2, "planet": 3}
    assert choose(busy(5, level=dict.fromkeys(range(5), 1), seal_of=taken, **fields)) == "learn"


def test_it_passes_when_nothing_is_left_to_do():
    assert choose(busy(2)) == "pass"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_never_ends_in_a_circle(players):
    """Whole games: no seat is asked more than 60 times in one Investigator Phase."""
    s = Game(SPEC, players).new(7)
    bot = agents.load("greedy", s.game)
    asked: dict[tuple, int] = {}
    while not s.is_over:
        if s.phase == "investigator":
            at = (int(s.record["round"]), s.seat)
            asked[at] = asked.get(at, 0) + 1
        s.step(bot.act(s.view(s.seat)))
    assert max(asked.values()) <= 60


# ------------------------------------------------------------------------------------------------- Combat


def test_it_fights_what_it_can_pay_for_and_gives_up_what_it_cannot():
    field = {"cultists": [(STAR_SHIELD_TENTACLE, 4)], "at": {0: 4}, "aims": {0: ["0"]}, "phase": "combat"}
    assert choose(table(hand={0: HAND}, **field)) == "fight"
    assert choose(table(hand={0: {"harpoon_rack": 1}}, **field)) == "pass"


def test_who_fights_behind_another_lets_it_go_first():
    s = table(
        phase="combat",
        cultists=[(STAR_SHIELD_TENTACLE, 4), ("meadow_midwife", 4)],
        at={0: 4, 1: 4},
        aims={0: ["1"], 1: ["0"]},
        hand={0: {"salt_line": 1, "divers_helmet": 1, "comet_log": 1}, 1: HAND},
        dice={0: {"star": 1}},
    )
    assert choose(s) == "wait"


def test_it_pays_with_dice_before_cards_and_with_items_last():
    s = table(
        phase="combat",
        cultists=[(STAR_SHIELD_TENTACLE, 4)],
        at={0: 4, 1: 4, 2: 4},
        aims={0: ["0"]},
        hand={0: HAND},
        dice={0: {"star": 1}},
        items={0: {"tarnished_medal": 1}},
    )
    play(s, "fight")
    done = [choose(s)]
    play(s, done[0])
    while decision(s)[1] == "pay":
        done.append(choose(s))
        play(s, done[-1])
    assert done[0] == "die:star"
    assert set(done) == {"die:star", "card:harpoon_rack", "card:divers_helmet"}
    assert named(s, "items", 0, "item") == {"tarnished_medal": 1}


def test_a_great_old_one_in_front_of_its_location_is_fought():
    """Otherwise it comes through in the next Cultist Phase."""
    s = busy(
        moved={0: 0},
        gods={"yog_sothoth": 3},
        god_front={"yog_sothoth": 1},
        cultists=[(STAR_SHIELD_TENTACLE, 4)],
        at={0: 4, 1: 4, 2: 4},
        hand={0: HAND | {"watchmans_lantern": 2, "comet_log": 1}},
    )
    assert choose(s) == "move:3"


# ------------------------------------------------------------------------------------------ Trophies and seals


def sealing(**fields):
    """Seat 0 holds the Gate Seal of place 4 and stands there."""
    fields = {"at": {0: 4, 1: 0, 2: 0}, "seal_of": {"planet": 0}} | fields
    return table(phase="sealing", **fields)


def test_trophies_are_laid_where_they_complete_what_a_location_takes_and_no_more():
    s = sealing(placed={(4, "planet"): 1}, trophies={0: {"planet": 3, "star": 1}})
    assert turns(s, "seal") == ["0 trophy:planet", "0 trophy:planet", "0 seal"]
    assert named(s, "trophies", 0, "symbol") == {"planet": 1, "star": 1}


def test_nothing_is_laid_where_enough_lies():
    s = sealing(seat=1, at={0: 0, 1: 0, 2: 0}, placed={(4, "planet"): 3}, trophies={1: {"planet": 1}})
    assert choose(s) == "pass"


def test_trophies_that_do_not_suffice_yet_are_kept():
    assert choose(sealing(trophies={0: {"planet": 2}})) == "pass"


def test_all_lay_what_they_have_together():
    s = sealing(trophies={0: {"planet": 1}, 1: {"planet": 1}, 2: {"planet": 1}})
    assert turns(s, "seal") == ["0 trophy:planet", "1 trophy:planet", "2 trophy:planet", "0 seal"]


def test_it_does_not_go_insane_over_a_seal_but_for_the_last():
    field = {"placed": {(4, "planet"): 3}, "cultists": [(STAR_SHIELD_TENTACLE, 4)] * 2}
    assert choose(sealing(insanity={0: 2}, **field)) == "seal"
    assert choose(sealing(insanity={0: 3}, trophies={0: {"star": 1}}, **field)) == "pass"
    last = dict.fromkeys(range(4), 1)
    assert choose(sealing(insanity={0: 3}, sealed=last, **field)) == "seal"


def test_it_is_where_it_can_seal_in_time():
    s = busy(
        moved={0: 0},
        at={0: 1, 1: 1, 2: 1},
        placed={(4, "planet"): 3},
        seal_of={"planet": 0},
        cultists=[(STAR_SHIELD_TENTACLE, 2)],
    )
    assert choose(s) == "move:4"


# --------------------------------------------------------------------------------------------- other choices


def test_the_sanest_suffers():
    s = table(phase="terror", terror=["one_too_many", "one_too_many"], crystals={1: 1}, insanity={0: 3, 1: 0, 2: 2})
    assert decision(s)[1] == "victim"
    assert choose(s) == "seat+1"


@pytest.mark.parametrize(("spare", "expected"), [(3, "card:harpoon_rack"), (1, "pass")])
def test_the_third_card_of_a_symbol_is_discarded(spare, expected):
    s = table(
        phase="preparation",
        cultists=[(STAR_SHIELD_TENTACLE, 0), ("meadow_drover", 1)],
        hand={0: {"harpoon_rack": spare, "divers_helmet": 1}},
    )
    assert choose(s) == expected


def test_weights_can_be_changed_by_name():
    assert choose(lacking(), lack=22) == "support:harpoon_rack"
    assert choose(lacking(), lack=500) != "support:harpoon_rack"
    with pytest.raises(ConfigError, match="courage"):
        choose(lacking(), courage=1)
    assert all(isinstance(w, int) for w in WEIGHTS.values())
