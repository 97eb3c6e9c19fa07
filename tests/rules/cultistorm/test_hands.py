"""Whose cards are seen: hands open to the team, or hidden, and what is known of them then."""

import pytest

from .story import cards_drawn, decision, items_drawn, named, number, play, rolled, table

HIDDEN = {"hands": "hidden"}


def known(s, p):
    return named(s, "known", p)


def shown(s, seat, field):
    return s.view(seat).to_json()["fields"][field]


def three(rules=HIDDEN, **fields):
    fields["hand"] = {
        0: {"haymaker": 1, "deep_water_chart": 1},
        1: {"tide_tables": 1, "two_barrels": 1, "chalk_circle": 1},
        2: {"steady_hands": 1},
    } | fields.get("hand", {})
    return table(3, rules=rules, **fields)


def deals(s, seat, n=30):
    """What hands of seat 1 come up when ``seat`` thinks."""
    view = s.view(seat)
    return [named(view.sample(k), "hand", 1) for k in range(n)]


# ------------------------------------------------------------------------------------------------ what is seen


def test_hands_and_decks_are_open_to_the_team_unless_told():
    s = three(rules={})
    for seat in range(3):
        for p in range(3):
            assert shown(s, seat, "hand")[p] == s.record["hand"][p].tolist()
            assert shown(s, seat, "deck")[p] == s.record["deck"][p].tolist()
    assert known(s, 1) == {}


def test_option_hands_hidden_keeps_them_from_the_others():
    s = three()
    for seat in range(3):
        for p in range(3):
            for field in ("hand", "deck"):
                own = s.record[field][p].tolist()
                assert shown(s, seat, field)[p] == (own if p == seat else [None] * len(own))


@pytest.mark.parametrize("rules", [{}, HIDDEN])
def test_the_rest_is_seen_by_all(rules):
    s = three(rules=rules, discards={1: {"spring_the_trap": 1}}, items={1: {"dynamite": 1}}, dice={1: {"star": 1}})
    for field in ("hand_count", "deck_count", "discards", "items", "dice", "lent_to", "lent_by", "trophies"):
        assert shown(s, 0, field) == s.record[field].tolist()


def test_what_may_be_done_does_not_depend_on_it():
    assert three().legal_names() == three(rules={}).legal_names()


def test_a_hand_of_another_is_dealt_anew():
    s = three()
    found = {tuple(sorted(h.items())) for h in deals(s, 0)}
    assert len(found) > 10
    assert all(sum(h.values()) == 3 for h in deals(s, 0))
    assert deals(s, 1) == [named(s, "hand", 1)] * 30


def test_an_open_hand_is_not():
    s = three(rules={})
    assert deals(s, 0) == [named(s, "hand", 1)] * 30


# ------------------------------------------------------------------------------------------------ what is known


def test_a_drawn_card_is_not_known():
    s = three(insanity={2: 2}, hand={0: {"coffee_on_the_roof": 1}})
    cards_drawn(s, 0, "bar_the_door")
    play(s, "support:coffee_on_the_roof")
    assert named(s, "hand", 0) == {"bar_the_door": 1}
    assert known(s, 0) == {}


def test_a_search_shows_the_cards_with_icons_and_no_others():
    s = three(seat=1)
    items_drawn(s, "dynamite")
    play(s, "search", "decline")
    assert known(s, 1) == {"tide_tables": 1}
    assert known(s, 0) == known(s, 2) == {}
    assert all(h.get("tide_tables", 0) >= 1 for h in deals(s, 0))
    assert len({tuple(sorted(h.items())) for h in deals(s, 0)}) > 10


def test_a_search_shows_both_of_a_kind():
    s = three(seat=1, hand={1: {"tide_tables": 2, "two_barrels": 1}})
    items_drawn(s, "dynamite")
    play(s, "search", "slot:1", "decline")
    assert known(s, 1) == {"tide_tables": 2}


def test_with_open_hands_nothing_is_noted():
    s = three(rules={}, seat=1)
    items_drawn(s, "dynamite")
    play(s, "search", "decline")
    assert known(s, 1) == {}


def test_a_card_taken_back_is_known():
    s = three(
        hand={0: {"relay": 1}},
        investigators={0: "telegraphist", 1: "trapper", 2: "night_nurse"},
        discards={1: {"spring_the_trap": 1, "lead_lined_net": 1}},
    )
    play(s, "support:relay", "card:spring_the_trap", "card:lead_lined_net")
    assert known(s, 1) == {"spring_the_trap": 1, "lead_lined_net": 1}
    for h in deals(s, 0):
        assert h["spring_the_trap"] == h["lead_lined_net"] == 1
        assert sum(h.values()) == 5


def test_a_known_card_that_is_played_is_known_no_more():
    s = three(seat=1, insanity={0: 1}, known={1: {"tide_tables": 1, "two_barrels": 1}})
    play(s, "support:tide_tables", "seat+1")
    assert known(s, 1) == {"two_barrels": 1}


def test_a_known_card_that_is_discarded_is_known_no_more():
    s = three(phase="preparation", seat=1, known={1: {"tide_tables": 1, "two_barrels": 1}})
    assert decision(s) == (1, "discard")
    play(s, "card:two_barrels")
    assert known(s, 1) == {"tide_tables": 1}


def test_of_two_in_hand_one_known_may_be_the_one_that_goes():
    s = three(phase="preparation", seat=1, hand={1: {"tide_tables": 2}}, known={1: {"tide_tables": 1}})
    play(s, "card:tide_tables")
    assert named(s, "hand", 1) == {"tide_tables": 1}
    assert known(s, 1) == {}


def test_known_cards_stay_known_into_the_next_round():
    s = three(phase="preparation", seat=1, known={1: {"tide_tables": 1}})
    rolled(s, "star", "star", "star")
    play(s, "pass", "pass", "pass")
    assert (s.phase, decision(s)[1]) == ("investigator", "investigate")
    assert known(s, 1) == {"tide_tables": 1}
    assert s.record["hand_count"][1] == 4
    assert s.record["known"][1][number(s.game, "card", "chalk_circle")] == 0


def test_what_lies_in_front_of_a_friend_is_in_no_hand():
    s = three(seat=1)
    play(s, "support:two_barrels", "seat+2")
    assert named(s, "lent_by", 1) == {"two_barrels": 1}
    assert all("two_barrels" not in h for h in deals(s, 0))


def test_what_is_discarded_is_in_no_hand():
    s = three(discards={1: {"spring_the_trap": 1, "hand_of_cards": 1}})
    assert all("spring_the_trap" not in h and "hand_of_cards" not in h for h in deals(s, 0))


def test_fights_show_all_hands():
    """Whether an attempt can be paid is known to the team."""
    s = three(cultists=[("lodge_acolyte", 0)], aims={0: [0]})
    play(s, "pass", "pass", "pass")
    assert (s.phase, *decision(s)) == ("combat", 0, "combat")
    for p in range(3):
        assert known(s, p) == named(s, "hand", p)


def test_all_that_was_in_hand_when_the_deck_ran_out_is_known():
    """Piles are seen by all: with an empty deck, what lies nowhere else is in the hand. What is drawn then is not."""
    full = named(table(3), "deck", 1)
    rest = {k: n for k, n in full.items() if k not in ("two_barrels", "chalk_circle")}
    s = three(
        phase="preparation", seat=1, hand={1: {"two_barrels": 1, "chalk_circle": 1}}, deck={1: {}}, discards={1: rest}
    )
    assert deals(s, 0) == [{"two_barrels": 1, "chalk_circle": 1}] * 30
    cards_drawn_after(s)
    play(s, "pass")
    assert s.record["hand_count"][1] == 4
    assert known(s, 1) == {"two_barrels": 1, "chalk_circle": 1}
    for h in deals(s, 0):
        assert h["two_barrels"] == h["chalk_circle"] == 1


def cards_drawn_after(s):
    """The two cards drawn of the new deck are its first kinds."""
    s.force(("deck", 0), ("deck", 0))


def test_where_the_deck_does_not_run_out_nothing_is_known_of_the_hand():
    s = three(phase="preparation", seat=1)
    cards_drawn(s, 1, "spring_the_trap")
    play(s, "pass")
    assert known(s, 1) == {}
    assert named(s, "hand", 1) == {"tide_tables": 1, "two_barrels": 1, "chalk_circle": 1, "spring_the_trap": 1}
