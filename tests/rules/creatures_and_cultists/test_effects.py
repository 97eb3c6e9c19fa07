"""What cards can do, operation by operation, with cards of our own where the reference deck has none."""

import pytest

from .cards import FULL, NORMAL, begin, next_round, numbers, use
from .story import (
    attack,
    dead,
    deck,
    dice,
    discards,
    events,
    game,
    hand,
    lasting,
    play,
    plays,
    points,
    rolls,
    row,
    size,
    table,
)

LATER_ROWS = row("second") | row("third")


# ------------------------------------------------------------------------------------------------------------- on whom


@pytest.mark.parametrize(
    ("who", "names", "lost"),
    [
        ("target", ["seat+2"], [0, 0, -4]),
        ("self", [], [-4, 0, 0]),
        ("others", [], [0, -4, -4]),
        ("all", [], [-4, -4, -4]),
    ],
)
def test_an_effect_is_on_the_target_the_player_all_others_or_everybody(own, who, names, lost):
    _, changed = use("own", *names, own=own("event", f"lose {who} 4"), points={0: 9, 1: 9, 2: 9})
    assert changed == {"points": lost, "hand": [-1, 0, 0], "discards": {"own": 1}}


def test_effects_come_in_the_cards_order_and_cults_in_the_order_of_play(own):
    g = own("event", "lose all 1", "gain target 2", "draw self 1")
    s, _ = use("own", "seat+2", own=g, points={0: 1, 1: 1, 2: 1})
    assert events(s)[4::-1] == [
        "player_0 loses 1 points and has 0",
        "player_1 loses 1 points and has 0",
        "player_2 loses 1 points and has 0",
        "player_2 gains 2 points and has 2",
        "player_0 draws 1",
    ]


def test_a_cult_that_is_out_is_passed_over():
    """Its deity has swallowed it, but its cultists are still on the sheet."""
    s = table(4, hand={0: {"indoor_bonfire": 1}}, out={2: 1})
    play(s, "play:indoor_bonfire")
    assert [len(dead(s, p)) for p in range(4)] == [1, 1, 0, 1]


# ---------------------------------------------------------------------------------------------------- points and cards


def test_gain_and_lose_are_for_whom_they_are_on(own):
    _, changed = use("own", "seat+1", own=own("event", "gain target 20", "lose self 3"), points={0: 5})
    assert changed["points"] == [-3, 20, 0]


def test_points_never_go_below_zero(own):
    _, changed = use("own", own=own("event", "lose all 20"), points={0: 5, 1: 1})
    assert changed["points"] == [-5, -1, 0]


def test_steal_takes_from_each_cult_it_is_on(own):
    _, changed = use("own", own=own("event", "steal others 3"), points={1: 9, 2: 2})
    assert changed["points"] == [5, -3, -2]


def test_draw_gives_cards_beyond_the_hand_limit_to_whom_it_is_on(own):
    _, changed = use("own", "seat+1", own=own("event", "draw target 2", "draw all 1"), hand=FULL)
    assert changed["hand"] == [0, 3, 1]
    assert changed["deck"] == -5


def test_draw_stops_when_there_are_no_more_cards():
    """One card in the deck, one among the discards, and the card that draws."""
    g = game(3)
    rest = {k: int(n) for k, n in zip(g.labels["kind"], g.card_totals, strict=True) if n}
    for kind, n in {"skim_the_forbidden_page": 1, "dodge": 1}.items():
        rest[kind] -= n
    hands = {0: {"skim_the_forbidden_page": 1}, 1: rest | {"elder_sign": rest["elder_sign"] - 1}}
    s = begin(g, hand=hands, discards={"elder_sign": 1})
    dice(s, "111")
    play(s, "play:skim_the_forbidden_page")
    assert hand(s, 0)["dodge"] == 1
    assert hand(s, 0)["elder_sign"] == 1
    assert s.record["deck_count"] == 0


@pytest.mark.parametrize(("pick", "lost"), [(0, "byakhee"), (1, "dodge"), (2, "dodge")])
def test_discard_takes_each_card_of_a_hand_alike(own, pick, lost):
    g = own("event", "discard target 1")
    _, changed = use("own", "seat+1", own=g, picks=(pick,), hand={1: {"dodge": 2, "byakhee": 1}})
    assert changed["discards"] == {"own": 1, lost: 1}


def test_a_mondo_card_drawn_in_the_mondo_step_is_played_there(own):
    s, _ = use("own", own=own("mondo", "draw self 2"), draws=("dodge", "use_the_library", "byakhee"))
    assert s.pending == "mondo"
    assert s.legal_names() == ["play:use_the_library"]
    assert hand(s, 0) == {"dodge": 1, "use_the_library": 1, "byakhee": 1}


# ---------------------------------------------------------------------------------------------------- skills and rolls


@pytest.mark.parametrize("skill", ["sorcery", "conjuring", "thuggery"])
def test_skill_changes_one_skill(own, skill):
    s, _ = use("own", "seat+1", own=own("event", f"skill target -3 {skill}", duration="game"))
    assert numbers(s, 1) == NORMAL | {skill: NORMAL[skill] - 3}
    assert numbers(s, 0) == NORMAL


def test_cards_of_a_kind_add_up():
    s, _ = use("power_drain", "seat+1", throws=("333",), lasting={1: {"power_drain": 1}})
    assert lasting(s, 1) == {"power_drain": 2}
    assert numbers(s, 1) == NORMAL | {"sorcery": 8}


def test_cards_of_different_kinds_and_signs_add_up():
    laid = {1: {"power_drain": 1, "bad_dental_plan": 2, "dread_curse_of_azathoth": 1, "use_the_library": 2}}
    s = table(3, lasting=laid)
    assert numbers(s, 1) == {"sorcery": 10 - 1 - 4 - 2 + 2, "conjuring": 13 - 4 - 2, "thuggery": 13 - 2}


def test_a_skill_may_fall_below_zero():
    s = table(3, lasting={0: {"dread_curse_of_azathoth": 2, "power_drain": 2}}, rules={"skills": "3/3/3"})
    s = s.edit(hand={0: {"create_gate": 1}})
    dice(s, "123")
    play(s, "play:create_gate")
    assert s.record["number"] == 3 - 4 - 2
    assert rolls(s) == ["player_0 rolls 123 = 6 against 0 for sorcery: failure"]


def test_three_to_five_succeed_against_any_number():
    laid = {0: {"dread_curse_of_azathoth": 2}, 1: {}}
    s, changed = use("power_drain", "seat+1", throws=("122",), lasting=laid, rules={"skills": "1/1/1"})
    assert rolls(s) == ["player_0 rolls 122 = 5 against 0 for sorcery: spooge"]
    assert changed["lasting"] == {1: {"power_drain": 1}}


def test_sixteen_to_eighteen_fail_against_any_number():
    s, changed = use("skim_the_forbidden_page", throws=("664",), picks=(0,), rules={"skills": "18/18/18"})
    assert rolls(s) == ["player_0 rolls 664 = 16 against 18 for sorcery: boof"]
    assert changed["dead"] == {0: [("first", 0)]}


def test_rolls_count_on_an_events_roll():
    s, _ = use("temple_burglary", "seat+1", throws=("555",), lasting={0: {"loaded_dice_of_leng": 1}})
    assert rolls(s) == ["player_0 rolls 555 = 15 against 12 for event: failure"]


def test_the_stars_count_on_spells_and_events():
    for card_, number in {"power_drain": 12, "temple_burglary": 12}.items():
        s, _ = use(card_, "seat+1", throws=("555",), favoured=0)
        assert f"= 15 against {number} for" in rolls(s)[0]


# ---------------------------------------------------------------------------------------------------------- hand limit


def test_a_limit_below_the_hand_takes_no_cards_and_stops_drawing(own):
    g = own("event", "hand_limit target -4", duration="game")
    s, _ = use("own", "seat+1", own=g, hand=FULL | {0: {"elder_sign": 6}, 1: {"cricket_bat": 3}})
    assert hand(next_round(s), 1) == {"cricket_bat": 3}


def test_a_limit_above_the_hand_draws_up_to_it(own):
    g = own("event", "hand_limit target -4", duration="game")
    s, _ = use("own", "seat+1", own=g, hand=FULL | {0: {"elder_sign": 6}, 1: {"cricket_bat": 1}})
    deck(s, "dodge")
    assert hand(next_round(s), 1) == {"cricket_bat": 1, "dodge": 1}


def test_limits_add_up_and_stop_at_no_cards(own):
    g = own("event", "hand_limit target -5", duration="game")
    s = begin(g, hand=FULL | {0: {"elder_sign": 6}, 1: {}}, lasting={1: {"own": 2}})
    assert hand(next_round(s), 1) == {}


def test_more_pockets_and_less_rent_cancel_out():
    s = table(3, hand=FULL | {0: {"elder_sign": 5}}, lasting={0: {"deep_pockets": 1, "rent_doubled": 1}})
    deck(s, "dodge")
    assert size(next_round(s), 0) == 6


# ------------------------------------------------------------------------------------------ ward, silence, gate, ready


def test_a_ward_against_sorcery_is_about_spells_of_others_on_its_cult(own):
    g = own("event", "ward target -3 sorcery", duration="game")
    laid = {1: {"own": 1}}
    s, _ = use("power_drain", "seat+1", throws=("555",), own=g, lasting=laid)
    assert rolls(s) == ["player_0 rolls 555 = 15 against 7 for sorcery: failure"]
    s, _ = use("power_drain", "seat+2", throws=("555",), own=g, lasting=laid)
    assert rolls(s) == ["player_0 rolls 555 = 15 against 10 for sorcery: failure"]
    s, _ = use("create_gate", throws=("555",), own=g, lasting={0: {"own": 1}, 1: {"own": 1}})
    assert rolls(s) == ["player_0 rolls 555 = 15 against 10 for sorcery: failure"]


def test_wards_add_up():
    s = table(3, lasting={1: {"salt_on_the_doorstep": 1, "address_on_the_flyer": 1}})
    assert numbers(s, 0) == NORMAL | {"conjuring": 14, "thuggery": 14}


def test_a_ward_counts_when_its_cult_is_struck_back_at():
    s = table(hand={0: {"harsh_language": 1}, 1: {"cricket_bat": 1}}, lasting={0: {"salt_on_the_doorstep": 1}})
    dice(s, "555", "555")
    attack(s, "harsh_language")
    play(s, "play:cricket_bat")
    assert rolls(s)[1].startswith("player_1 rolls 555 = 15 against 16 for thuggery")  # 10 + 3 + 2 + 2 - 1


def test_a_ward_says_nothing_about_defence_and_survival():
    s = table(3, hand={0: {"harsh_language": 1}}, lasting={1: {"salt_on_the_doorstep": 1}})
    dice(s, "333", "555")
    attack(s, "harsh_language")
    assert rolls(s)[1].startswith("player_1 rolls 555 = 15 against 7 for defence")


def test_a_ward_counts_on_an_events_roll_too():
    s, _ = use("temple_burglary", "seat+1", throws=("555",), lasting={1: {"address_on_the_flyer": 1}})
    assert rolls(s) == ["player_0 rolls 555 = 15 against 12 for event: failure"]


@pytest.mark.parametrize(
    ("skill", "left"),
    [
        ("sorcery", {"assassination", "byakhee", "cricket_bat"}),
        ("conjuring", {"assassination", "create_gate", "cricket_bat"}),
        ("thuggery", {"assassination", "create_gate", "byakhee"}),
    ],
)
def test_silence_forbids_the_cards_of_a_skill(own, skill, left):
    g = own("event", f"silence target 0 {skill}", duration="game")
    cards = {"assassination": 1, "create_gate": 1, "byakhee": 1, "cricket_bat": 1, "dodge": 1}
    s = begin(g, hand={0: cards}, lasting={0: {"own": 1}})
    assert plays(s) == left


def test_silence_says_nothing_about_rolls_against_the_skill():
    s, _ = use("temple_burglary", "seat+1", throws=("333",), lasting={0: {"mistaken_for_the_kkk": 1}})
    assert rolls(s) == ["player_0 rolls 333 = 9 against 10 for event: success"]


def test_a_gate_is_for_its_own_cult(own):
    s = table(3, hand={0: {"harsh_language": 1}}, lasting={1: {"create_gate": 1}})
    assert play(s, "play:harsh_language", "cultist:0>seat+0").pending == "target"


# -------------------------------------------------------------------------------------------------------------- deaths


def test_kill_asks_its_player_for_each_death_and_scores_for_it(own):
    g = own("event", "kill target 3")
    s, changed = use("own", "seat+2", *(f"cultist:{c}>seat+2" for c in (0, 1, 2)), own=g)
    assert changed == {
        "points": [4, 0, 0],
        "hand": [-1, 0, 0],
        "discards": {"own": 1},
        "dead": {2: [("first", 0), ("first", 1), ("first", 2)]},
    }
    assert s.record["mark"][2, 0].tolist() == [0, 0, 0, -1, -1, -1, -1, -1]
    assert s.pending == "turn"


def test_kill_never_spills_into_the_next_row(own):
    g = own("event", "kill target 3")
    names = ("cultist:2>seat+1", "cultist:5>seat+1")
    s, changed = use("own", "seat+1", *names, own=g, alive={1: row("first", 2, 5) | LATER_ROWS})
    assert changed["dead"] == {1: [("first", 2), ("first", 5)]}
    assert s.pending == "turn"


def test_kill_that_wipes_the_last_row_puts_the_cult_out(own):
    g = own("event", "kill target 3")
    names = ("cultist:2>seat+1", "cultist:5>seat+1")
    s, changed = use("own", "seat+1", *names, own=g, alive={1: row("third", 2, 5)}, lasting={1: {"power_drain": 1}})
    assert changed["out"] == {1}
    assert changed["points"] == [6, 0, 0]
    assert changed["discards"] == {"own": 1, "power_drain": 1}
    assert (s.pending, s.seat) == ("turn", 0)


def test_a_card_that_kills_the_last_rival_wins_at_once():
    s = table(2, hand={0: {"assassination": 1, "dodge": 1}}, alive={1: row("third", 5)})
    play(s, "play:assassination", "seat+1", "cultist:5>seat+1")
    assert s.is_over
    assert s.returns.tolist() == [1, -1]


def test_strike_takes_different_cultists_by_chance_and_scores_for_its_player(own):
    """The second of eight, then the last of the seven left."""
    _, changed = use("own", "seat+1", own=own("event", "strike target 2"), picks=(1, 6))
    assert changed["dead"] == {1: [("first", 1), ("first", 7)]}
    assert changed["points"] == [3, 0, 0]


def test_strike_stays_in_the_row_even_if_it_is_too_short(own):
    alive = {1: row("first", 4) | LATER_ROWS}
    s, changed = use("own", "seat+1", own=own("event", "strike target 2"), picks=(0,), alive=alive)
    assert changed["dead"] == {1: [("first", 4)]}
    assert s.pending == "turn"


def test_strike_that_wipes_the_last_row_puts_the_cult_out(own):
    alive = {1: row("third", 0, 4)}
    _, changed = use("own", "seat+1", own=own("event", "strike target 2"), picks=(1, 0), alive=alive)
    assert changed["out"] == {1}
    assert changed["points"] == [8, 0, 0]


def test_the_next_row_comes_into_play_when_a_card_killed_the_last_of_a_row(own):
    """Its cultists are reached by the next effect of the same card, and have all their attacks."""
    g = own("event", "strike target 1", "kill target 1")
    alive = {1: row("first", 4) | LATER_ROWS}
    s, _ = use("own", "seat+1", own=g, picks=(0,), alive=alive, used={1: {(4, 1): 1}})
    assert s.pending == "kill"
    assert s.legal_names() == [f"cultist:{c}>seat+1" for c in range(8)]
    play(s, "cultist:0>seat+1")
    assert ("second", 0) in dead(s, 1)
    assert s.record["used"][1].tolist() == [[0, 0]] * 8


def test_sacrifice_asks_each_cult_it_is_on_and_scores_for_the_player(own):
    s, _ = use("own", own=own("event", "sacrifice others 1"))
    assert (s.pending, s.seat) == ("sacrifice", 1)
    play(s, "cultist:3>seat+0")
    assert (s.pending, s.seat) == ("sacrifice", 2)
    play(s, "cultist:0>seat+0")
    assert points(s) == [3, 0, 0]
    assert dead(s, 1) == {("first", 3)}
    assert dead(s, 2) == {("first", 0)}


@pytest.mark.parametrize(
    ("effect", "names", "picks"),
    [
        ("kill self 1", ["cultist:3>seat+0"], []),
        ("sacrifice self 1", ["cultist:3>seat+0"], []),
        ("strike self 1", [], [3]),
    ],
)
def test_nobody_scores_for_what_a_card_does_to_its_own_player(own, effect, names, picks):
    s, changed = use("own", *names, own=own("event", effect), picks=picks)
    assert changed == {"hand": [-1, 0, 0], "discards": {"own": 1}, "dead": {0: [("first", 3)]}}
    assert s.record["mark"][0, 0, 3] == -1


@pytest.mark.parametrize(
    ("type_", "effects", "more"),
    [
        ("event", ["strike self 1", "kill target 1"], {}),
        ("event", ["strike self 1", "steal target 2"], {}),
        ("sorcery", ["strike self 1", "lose target 1"], {"spooge": "draw"}),
    ],
)
def test_a_card_does_nothing_more_for_a_player_it_put_out(own, type_, effects, more):
    fields = {"alive": {0: row("third", 4)}, "points": {1: 1}}
    s, changed = use("own", "seat+1", own=own(type_, *effects, **more), throws=("111",), picks=(0,), **fields)
    assert changed["out"] == {0}
    assert changed["hand"] == [-1, 0, 0]
    assert points(s)[0] == 0
    assert (s.pending, s.seat) == ("turn", 1)


def test_raise_asks_the_cult_it_is_on(own):
    alive = {1: row("first", 0, 1) | LATER_ROWS}
    s, _ = use("own", "seat+1", own=own("event", "raise target 2"), alive=alive)
    assert (s.pending, s.seat) == ("raise", 1)
    play(s, "cultist:7>seat+0", "cultist:2>seat+0")
    assert s.record["alive"][1, 0].tolist() == [1, 1, 1, 0, 0, 0, 0, 1]
    assert (s.pending, s.seat) == ("turn", 0)


# ------------------------------------------------------------------------------------------------------------- cleanse


def test_cleanse_asks_for_each_card_and_may_be_passed(own):
    g = own("event", "cleanse self 2")
    s, _ = use("own", own=g, lasting={0: {"power_drain": 2, "use_the_library": 1}})
    assert s.legal_names() == ["discard:use_the_library", "discard:power_drain", "pass"]
    play(s, "discard:power_drain")
    assert s.pending == "cleanse"
    play(s, "pass")
    assert lasting(s, 0) == {"power_drain": 1, "use_the_library": 1}
    assert discards(s) == {"own": 1, "power_drain": 1}


def test_cleanse_asks_no_more_often_than_there_are_cards(own):
    s, _ = use("own", own=own("event", "cleanse self 3"), lasting={0: {"power_drain": 1}})
    play(s, "discard:power_drain")
    assert s.pending == "turn"


def test_cleanse_asks_each_cult_about_its_own_cards(own):
    g = own("event", "cleanse all 1")
    s, _ = use("own", own=g, lasting={0: {"power_drain": 1}, 2: {"rent_doubled": 1}})
    assert (s.seat, s.legal_names()) == (0, ["discard:power_drain", "pass"])
    play(s, "pass")
    assert (s.seat, s.legal_names()) == (2, ["discard:rent_doubled", "pass"])
    play(s, "discard:rent_doubled")
    assert (s.pending, s.seat) == ("turn", 0)
