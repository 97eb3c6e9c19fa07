"""Between the stages: roles, tokens shown, investigators chosen, tokens kept, the Ancient One's tokens, hands."""

import pytest

from .story import (
    CHARACTERS,
    battle,
    card,
    chance,
    decision,
    game,
    hand,
    mystery,
    open_,
    play,
    stories,
    sure,
    tokens,
    told,
)

# Numbers by which the display is drawn: of the investigators left, is this one among those still wanted?
ALL_BUT_THE_FIRST_FOUR = (8, 7, 6, 5, 0, 0, 0, 0, 0)


def change(players=4, one=0, display=CHARACTERS, rules=None, **fields):
    """The Ancient One of ``one`` awakens at the beginning of its turn; ``display`` lies there to choose from.

    ``tokens={seat: {kind: n}}``; the others have what they started with, ``one`` ten Cultist tokens.
    """
    fields["tokens"] = {one: {"cultist": 10}} | fields.get("tokens", {})
    s = mystery(players, one, rules=rules, **fields)
    return s.edit(display=dict.fromkeys(display, 1))


def choose(s, *names):
    """Choose investigators, one player after the other."""
    return play(s, *(f"choose:{name}" for name in names))


def keep(s, investigators, cultists):
    return play(s, *["keep:investigator"] * investigators, *["keep:cultist"] * cultists)


def lots(**more):
    """A seat's tokens, more than any investigator's health."""
    return {"investigator": 6, "cultist": 6} | more


def characters(s):
    labels = s.game.labels["character"]
    return [labels[c] if c >= 0 else None for c in s.record["character"][: s.game.num_players]]


def display(s):
    labels = s.game.labels["character"]
    return [labels[c] for c, there in enumerate(s.record["display"]) if there]


def everybodys(s, p):
    """Who knows what of the tokens of ``p``, seat by seat."""
    return [sure(s, q, p) for q in range(s.game.num_players)]


# -------------------------------------------------------------------------------------------------------- sides


def test_the_ancient_one_that_awakens_is_the_one_its_player_was_dealt():
    g = game(4)
    dealt = {p: card(g, "ancient", name) for p, name in enumerate(("hastur", "cthulhu", "yig", "ithaqua"))}
    s = change(one=2, secret=dealt)
    assert s.phase == "battle"
    assert g.labels["ancient"][s.record["ancient"]] == "yig"
    assert s.events()[-5] == "yig of player_2 awakens"


def test_whoever_awakens_is_the_ancient_one_and_all_others_are_investigators():
    s = change(one=2)
    names = s.game.labels["role"]
    assert [names[r] for r in s.record["role"][:4]] == ["investigator", "investigator", "ancient_one", "investigator"]
    assert s.record["role"][4:].tolist() == [-1, -1]


def test_the_ancient_ones_of_the_others_go_back_unseen():
    s = change()
    assert s.record["secret"].tolist() == [-1] * 6
    assert told(s).count("awoke") == 1


def test_before_it_nobody_has_a_role():
    s = mystery()
    assert s.record["role"].tolist() == [-1] * 6
    assert s.record["ancient"] == -1


def test_everybody_shows_all_tokens():
    mine = {"investigator": 2, "cultist_2": 1}
    s = change(tokens={0: {"cultist": 8, "cultist_2": 1, "investigator": 3}, 1: mine, 2: lots()})
    assert everybodys(s, 0) == [{"investigator": 3, "cultist": 8, "cultist_2": 1}] * 4
    assert everybodys(s, 1) == [mine] * 4
    assert everybodys(s, 2) == [{"investigator": 6, "cultist": 6}] * 4
    assert everybodys(s, 3) == [{"investigator": 1, "cultist": 1}] * 4
    assert open_(s, 1) == mine
    assert "player_1 shows its tokens: investigators 2 of 1 and 0 of 2, cultists 0 of 1 and 1 of 2" in s.events()


def test_story_cards_are_put_away():
    s = change(stories={0: {"lodge": 1}, 3: {"mansion": 1, "dawn": 1}})
    assert [stories(s, p) for p in range(4)] == [{}, {}, {}, {}]
    assert s.record["story_count"].tolist() == [0] * 6
    assert s.record["box_count"] == 59  # all but the one in the story line


# ------------------------------------------------------------------------------------------------------ display


def awakened(rules=None, *draws):
    """Seat 0 awakens its Ancient One, with the display as drawn."""
    s = mystery(rules={"awaken": "may"} | (rules or {}), tokens={0: {"cultist": 10}})
    return play(chance(s, *draws), "awaken")


def test_five_investigators_are_displayed_by_chance():
    s = awakened(None, *ALL_BUT_THE_FIRST_FOUR)
    assert display(s) == ["lighthouse_keeper", "safecracker", "retired_wrestler", "grieving_widow", "stunt_pilot"]
    assert s.legal_names() == [f"choose:{name}" for name in display(s)]


def test_other_chances_display_other_investigators():
    s = awakened(None, 0, 7, 0, 5, 0, 3, 0, 1, 0)
    assert display(s) == ["curious_student", "occultist", "lighthouse_keeper", "retired_wrestler", "stunt_pilot"]


def test_option_first_five_displays_those_of_the_file():
    s = awakened({"investigators": "first_five"})
    assert display(s) == list(CHARACTERS)


def test_option_all_displays_all_nine():
    s = awakened({"investigators": "all"})
    assert len(s.legal_names()) == 9
    choose(s, "stunt_pilot")
    assert characters(s)[1] == "stunt_pilot"


# ----------------------------------------------------------------------------------------------- order of choice


def test_the_most_investigator_power_chooses_first():
    s = change(tokens={2: {"investigator": 4}, 3: {"investigator": 2, "cultist": 4}})
    assert decision(s) == (2, "character")
    choose(s, "occultist")
    assert decision(s) == (3, "character")
    choose(s, "bootlegger")
    assert decision(s) == (1, "character")
    choose(s, "curious_student")
    assert characters(s) == [None, "curious_student", "occultist", "bootlegger"]


def test_values_are_compared_not_numbers_of_tokens():
    s = change(tokens={1: {"investigator": 3}, 3: {"investigator_2": 2}})
    assert decision(s) == (3, "character")
    choose(s, "occultist")
    assert decision(s) == (1, "character")


def test_cultist_power_does_not_help_against_more_investigator_power():
    s = change(tokens={1: {"investigator": 2, "cultist_2": 4}, 3: {"investigator": 3}})
    assert decision(s) == (3, "character")


def test_a_tie_goes_to_the_most_power_of_both_kinds():
    s = change(
        tokens={1: {"investigator": 2, "cultist": 3}, 2: {"investigator": 2, "cultist_2": 2}, 3: {"investigator": 2}}
    )
    assert decision(s) == (2, "character")
    choose(s, "occultist")
    assert decision(s) == (1, "character")
    choose(s, "bootlegger")
    assert decision(s) == (3, "character")


@pytest.mark.parametrize(("one", "order"), [(0, (1, 2, 3)), (2, (3, 0, 1)), (3, (0, 1, 2))])
def test_full_ties_go_clockwise_from_the_ancient_ones_player(one, order):
    s = change(one=one)
    for p, name in zip(order, CHARACTERS, strict=False):
        assert decision(s) == (p, "character")
        choose(s, name)
    assert s.record["character"][one] == -1


def test_an_investigator_can_be_chosen_once():
    s = change()
    choose(s, "occultist")
    assert s.legal_names() == [
        "choose:curious_student",
        "choose:bootlegger",
        "choose:country_doctor",
        "choose:lighthouse_keeper",
    ]


def test_with_six_players_the_last_gets_the_one_that_is_left():
    s = change(6)
    choose(s, *CHARACTERS[:4])
    assert decision(s) == (5, "character")
    assert s.legal_names() == ["choose:lighthouse_keeper"]
    choose(s, "lighthouse_keeper")
    assert characters(s) == [None, *CHARACTERS]


def test_the_investigators_nobody_chose_leave():
    s = choose(change(), *CHARACTERS[:2])
    assert display(s) == ["occultist", "country_doctor", "lighthouse_keeper"]
    choose(s, "occultist")
    assert display(s) == []


# ------------------------------------------------------------------------------------------------- tokens to keep


def test_whoever_chooses_keeps_as_many_tokens_as_its_health_before_the_next_one_chooses():
    s = change(tokens={1: lots()})
    choose(s, "curious_student")
    assert decision(s) == (1, "keep")
    keep(s, 4, 1)
    assert decision(s) == (1, "keep")
    keep(s, 0, 1)
    assert tokens(s, 1) == {"investigator": 4, "cultist": 2}
    assert decision(s) == (2, "character")


@pytest.mark.parametrize(
    ("investigators", "cultists", "kept"),
    [(6, 1, {"investigator": 6, "cultist": 1}), (1, 6, {"investigator": 1, "cultist": 6})],
)
def test_any_mix_may_be_kept(investigators, cultists, kept):
    s = choose(change(tokens={1: lots()}), "bootlegger")
    keep(s, investigators, cultists)
    assert tokens(s, 1) == kept


def test_one_kind_alone_may_be_kept():
    s = choose(change(tokens={1: lots()}), "curious_student")
    keep(s, 0, 6)
    assert tokens(s, 1) == {"cultist": 6}


def test_a_kind_that_is_used_up_cannot_be_kept():
    s = choose(change(tokens={1: {"investigator": 2, "cultist": 7}}), "curious_student")
    assert s.legal_names() == ["keep:investigator", "keep:cultist"]
    keep(s, 2, 0)
    assert s.legal_names() == ["keep:cultist"]
    keep(s, 0, 4)
    assert tokens(s, 1) == {"investigator": 2, "cultist": 4}


def test_tokens_are_kept_by_number_whatever_their_value():
    s = choose(change(tokens={1: {"investigator_2": 7, "cultist": 1}}), "curious_student")
    assert s.legal_names() == ["keep:investigator", "keep:cultist"]
    keep(s, 5, 1)
    assert tokens(s, 1) == {"investigator_2": 5, "cultist": 1}
    assert s.record["token_count"][1] == 6


def test_six_tokens_of_value_2_are_not_too_many_for_a_health_of_six():
    s = choose(change(tokens={1: {"investigator_2": 6}}), "curious_student")
    assert tokens(s, 1) == {"investigator_2": 6}
    assert decision(s) == (2, "character")


def test_fewer_tokens_than_health_begin_the_battle_with_fewer():
    s = choose(change(tokens={1: {"investigator": 3, "cultist": 1}}), "bootlegger")
    assert decision(s) == (2, "character")
    choose(s, "occultist", "curious_student")
    assert tokens(s, 1) == {"investigator": 3, "cultist": 1}


def test_tokens_not_kept_return_to_the_mystery_pool():
    s = choose(change(tokens={1: lots(cultist_2=1)}), "curious_student")
    before = s.record["mystery"].tolist()
    keep(s, 5, 0)
    assert s.record["mystery"].tolist() == before  # nothing moves until the last one is named
    keep(s, 0, 1)
    assert (s.record["mystery"] - before).tolist() == [1, 0, 5, 1]
    assert tokens(s, 1) == {"investigator": 5, "cultist": 1}
    assert s.record["pool"].tolist() == [8, 8]
    assert s.record["lost"].tolist() == [0, 0, 0, 0]


def test_everybody_knows_what_was_kept():
    s = choose(change(tokens={1: lots()}), "curious_student")
    keep(s, 2, 4)
    assert everybodys(s, 1) == [{"investigator": 2, "cultist": 4}] * 4
    assert open_(s, 1) == {"investigator": 2, "cultist": 4}


# ------------------------------------------------------------------------------------- tokens of the Ancient One


def to_battle(players=4, names=CHARACTERS, **fields):
    """Investigators are chosen from seat to seat, with too few tokens to choose among."""
    return choose(change(players, **fields), *names[: players - 1])


@pytest.mark.parametrize(("players", "total"), [(3, 18), (4, 18), (5, 20), (6, 22)])
def test_the_ancient_one_is_filled_up_to_the_power_guide(players, total):
    s = change(players)
    assert s.record["token_count"][0] == 10
    before = int(s.record["mystery_count"])
    choose(s, *CHARACTERS[: players - 1])
    assert s.record["token_count"][0] == total
    assert s.record["mystery_count"] == before - (total - 10)
    assert s.record["pool"].tolist() == [8, 8]
    assert s.record["token_count"][1:players].tolist() == [2] * (players - 1)


def test_the_ancient_one_keeps_its_own_tokens():
    s = to_battle(tokens={0: {"cultist_2": 5, "investigator": 7}})
    own = tokens(s, 0)
    assert own["cultist_2"] >= 5
    assert own["investigator"] >= 7
    assert sum(own.values()) == 18


def test_it_is_filled_from_the_mystery_pool_by_chance():
    s = choose(change(tokens={0: {"cultist": 10, "investigator": 5}}), *CHARACTERS[:2])
    there = s.record["mystery"].tolist()
    assert there == [26, 8, 21, 8]
    chance(s, 0, 25 + 1, 25 + 7 + 21)  # an Investigator token, one of value 2, and a Cultist token of value 2
    choose(s, "occultist")
    assert tokens(s, 0) == {"investigator": 6, "investigator_2": 1, "cultist": 10, "cultist_2": 1}


def test_what_investigators_return_is_there_to_fill_it_up():
    """Three tokens are left in the Mystery pool; ten return, and eight of the thirteen are drawn."""
    out = {"investigator": 13, "investigator_2": 8, "cultist": 13, "cultist_2": 5}
    s = change(tokens={1: lots(investigator=8, cultist=8)}, lost=out)
    assert s.record["mystery"].tolist() == [11, 0, 1, 3]
    s = s.edit(lost=out | {"investigator": 24, "cultist": 14})
    assert s.record["mystery"].tolist() == [0, 0, 0, 3]
    choose(s, "curious_student")
    keep(s, 6, 0)
    assert s.record["mystery"].tolist() == [2, 0, 8, 3]
    choose(s, "bootlegger", "occultist")
    assert s.record["token_count"][0] == 18
    assert s.record["mystery_count"] == 5


def test_an_ancient_one_for_whom_the_pool_is_too_small_begins_with_fewer():
    s = choose(change(), *CHARACTERS[:2])
    s = s.edit(lost={"investigator": 31, "investigator_2": 8, "cultist": 21, "cultist_2": 5})
    assert s.record["mystery"].tolist() == [0, 0, 0, 3]
    choose(s, "occultist")
    assert tokens(s, 0) == {"cultist": 10, "cultist_2": 3}
    assert s.record["mystery_count"] == 0


def test_option_ones_tokens_own_fills_up_nothing():
    s = to_battle(rules={"ones_tokens": "own"})
    assert tokens(s, 0) == {"cultist": 10}
    assert "filled" not in told(s)


def test_option_ones_tokens_cultists_takes_the_cultist_pool_first():
    s = change(rules={"ones_tokens": "cultists"})
    before = s.record["mystery"].tolist()
    choose(s, *CHARACTERS[:3])
    assert tokens(s, 0) == {"cultist": 18}
    assert s.record["pool"].tolist() == [8, 0]
    assert s.record["mystery"].tolist() == before
    assert everybodys(s, 0) == [{"cultist": 18}] * 4


def test_option_ones_tokens_cultists_goes_on_with_those_of_the_mystery_pool():
    s = change(rules={"ones_tokens": "cultists"}, tokens={0: {"cultist_2": 5}})
    assert s.record["mystery"].tolist() == [31, 8, 31, 3]
    choose(s, *CHARACTERS[:3])
    assert tokens(s, 0) == {"cultist": 13, "cultist_2": 5}
    assert s.record["pool"].tolist() == [8, 0]
    assert s.record["mystery"].tolist() == [31, 8, 26, 3]
    assert everybodys(s, 0) == [{"cultist": 13, "cultist_2": 5}] * 4


def test_the_tokens_that_fill_it_up_are_hidden_from_the_others():
    s = choose(change(), *CHARACTERS[:2])
    chance(s, *[0] * 8)
    choose(s, "occultist")
    assert tokens(s, 0) == {"investigator": 8, "cultist": 10}
    assert everybodys(s, 0) == [{"investigator": 8, "cultist": 10}, {"cultist": 10}, {"cultist": 10}, {"cultist": 10}]
    assert open_(s, 0) == {"cultist": 10}
    assert s.view(1).to_json()["fields"]["tokens"][0] == [None] * 4
    assert s.view(0).to_json()["fields"]["tokens"][0] == [8, 0, 10, 0]
    assert s.record["note_count"][:4].tolist()[1:] == [s.record["hand_count"][p] for p in (1, 2, 3)]  # of cards drawn


def test_option_ones_fill_open_shows_them_to_all():
    s = choose(change(rules={"ones_fill": "open"}), *CHARACTERS[:2])
    chance(s, *[0] * 8)
    choose(s, "occultist")
    assert everybodys(s, 0) == [{"investigator": 8, "cultist": 10}] * 4
    assert open_(s, 0) == {"investigator": 8, "cultist": 10}


@pytest.mark.parametrize("fill", ["mystery", "own", "cultists"])
def test_an_ancient_one_with_too_many_tokens_chooses_which_to_keep(fill):
    s = choose(change(rules={"ones_tokens": fill}, tokens={0: {"investigator": 9, "cultist": 11}}), *CHARACTERS[:3])
    assert decision(s) == (0, "keep")
    assert characters(s) == [None, *CHARACTERS[:3]]
    before = s.record["mystery"].tolist()
    keep(s, 7, 11)
    assert tokens(s, 0) == {"investigator": 7, "cultist": 11}
    assert (s.record["mystery"] - before).tolist() == [2, 0, 0, 0]
    assert everybodys(s, 0) == [{"investigator": 7, "cultist": 11}] * 4


def test_an_ancient_one_with_just_enough_tokens_is_not_asked():
    s = to_battle(tokens={0: {"investigator": 8, "cultist": 10}})
    assert tokens(s, 0) == {"investigator": 8, "cultist": 10}
    assert s.record["cycle"] == 1


# -------------------------------------------------------------------------------------------------- battle hands


def test_nobody_has_battle_cards_before_the_investigators_are_chosen():
    s = choose(change(), *CHARACTERS[:2])
    assert s.record["hand_count"].tolist() == [0] * 6
    assert s.record["deck_count"].tolist() == [34, 30]


def test_investigators_are_dealt_as_many_cards_as_their_hand_size_and_the_ancient_one_five():
    s = to_battle(names=("bootlegger", "occultist", "country_doctor"))
    assert s.record["hand_count"][:4].tolist() == [5, 3, 5, 4]
    assert s.record["deck_count"].tolist() == [29, 18]
    sides = {c["id"]: c["deck"] for c in s.game.content.sections["battle"]}
    assert {sides[k] for k in hand(s, 0)} == {"ancient_one"}
    assert {sides[k] for p in (1, 2, 3) for k in hand(s, p)} == {"investigator"}


@pytest.mark.parametrize(("option", "cards"), [("five", 5), ("largest", 4)])
def test_option_ones_hand(option, cards):
    s = to_battle(rules={"ones_hand": option}, names=("bootlegger", "lighthouse_keeper", "country_doctor"))
    assert s.record["hand_count"][:4].tolist() == [cards, 3, 4, 4]


@pytest.mark.parametrize(("slain", "cards"), [((), 5), ((1,), 5), ((1, 2), 5)])
def test_option_ones_hand_largest_counts_the_slain_too(slain, cards):
    """The Curious Student holds five cards, the others three and four; what they could hold does not fall with them."""
    s = battle(
        4,
        rules={"ones_hand": "largest"},
        characters={1: "curious_student", 2: "bootlegger", 3: "country_doctor"},
        slain=dict.fromkeys(slain, 1),
        tokens={p: {} for p in slain},
        hand={0: {"lashing_limbs": 1}, 3: {"revolver": 1}},
    )
    play(s, "seat+3", "strike:lashing_limbs", "lose:cultist@face_down")
    assert s.record["hand_count"][0] == cards


def test_the_battle_begins_with_an_order_card_and_no_choice_before():
    s = to_battle()
    assert s.record["cycle"] == 1
    assert decision(s)[1] in ("target", "battle", "discard")
    assert told(s)[0] == "activated"
    assert told(s)[1] == "order_reset"
