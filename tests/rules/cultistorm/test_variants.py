"""Two players, a special sect, creatures, and the difficulty."""

import pytest

from .phases import hands, last_cultists, paying, round_ahead
from .story import cultists, cultists_drawn, decision, game, named, play, table

SEEDS = range(12)


def sets_of(state, *fields) -> dict[str, int]:
    """How many cards of each set some zones hold."""
    kinds = state.game.tables["cultist_set"]
    n = {"core": 0, "special": 0, "creatures": 0}
    for field in fields:
        for k, copies in enumerate(state.record[field]):
            n[list(n)[int(kinds[k])]] += int(copies)
    return n


def set_up(players=3, **rules):
    """Cards of each set in the Cultist deck and in play, over several games."""
    for seed in SEEDS:
        s = game(players, **rules).new(seed)
        n = sets_of(s, "cultist_deck")
        for k in s.record["cultist"]:
            if k >= 0:
                n[list(n)[int(s.game.tables["cultist_set"][k])]] += 1
        yield s, n


# ------------------------------------------------------------------------------------------------------ two players


def aiming_high(players):
    return table(
        players,
        phase="combat",
        cultists=[("meadow_drover", 0), ("lodge_acolyte", 0)],
        aims={0: [1]},
        dice=paying(star=2, shield=1, tentacle=1),
    )


def test_with_two_players_everybody_fights_as_from_a_distance():
    s = aiming_high(2)
    assert "fight" in s.legal_names()
    play(s, "fight", "die:star", "die:star", "die:shield", "die:tentacle")
    assert s.record["trophies"][0].tolist() == [1, 0, 0, 0, 0]


def test_with_three_a_melee_fighter_reaches_the_bottom_of_the_column_only():
    assert "fight" not in aiming_high(3).legal_names()


def test_with_two_players_the_marker_moves_three_times():
    s = round_ahead(2, marker=0)
    play(s, "pass")
    assert s.record["marker"] == 3
    assert [int(x) for x in s.record["cultist_at"][:4]] == [1, 2, 3, -1]


@pytest.mark.parametrize(("players", "limit"), [(2, 5), (3, 4), (4, 4), (5, 4)])
def test_a_hand_of_five_with_two_players_else_four(players, limit):
    s = round_ahead(players)
    play(s, "pass", *["pass"] * players)
    assert s.record["hand_count"][:players].tolist() == [limit] * players


@pytest.mark.parametrize(("players", "dice"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_three_dice_with_two_players_else_one_each(players, dice):
    s = round_ahead(players)
    play(s, "pass", *["pass"] * players)
    assert s.record["pool"].sum() == dice


@pytest.mark.parametrize(("players", "trophies"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_three_trophies_seal_with_two_players_else_one_each(players, trophies):
    for there in (trophies - 1, trophies):
        s = table(
            players, phase="sealing", trophies={0: {"planet": 1}}, placed={(0, "star"): there}, seal_of={"star": 0}
        )
        assert ("seal" in s.legal_names()) == (there == trophies)


# ---------------------------------------------------------------------------------------------------- special sect


@pytest.mark.parametrize(("players", "deck", "special"), [(2, 40, 6), (3, 35, 6), (4, 35, 8), (5, 40, 10)])
def test_special_cultists_replace_as_many_others(players, deck, special):
    for s, n in set_up(players, special_sect=True):
        assert n == {"core": deck - special, "special": special, "creatures": 0}
        assert s.record["replaced_count"] == special
        assert sets_of(s, "replaced") == {"core": special, "special": 0, "creatures": 0}
        assert sets_of(s, "cultist_box") == {"core": 0, "special": 12 - special, "creatures": 5}


def test_which_are_replaced_is_left_to_chance_and_hidden():
    found = {tuple(s.record["replaced"].tolist()) for s, _ in set_up(special_sect=True)}
    assert len(found) == len(SEEDS)
    s = game(3, special_sect=True).new(1)
    assert all(n is None for n in s.view(0).to_json()["fields"]["replaced"])


def test_the_great_old_one_of_the_sect_is_not_among_the_others():
    labels, waves = game(3, special_sect=True).labels["god"], game(3, special_sect=True).tables["wave"]
    assert [labels[k] for k in range(9) if waves[k] == 2] == ["choirmaster"]


def test_without_the_option_there_are_none():
    for s, n in set_up():
        assert n == {"core": 35, "special": 0, "creatures": 0}
        assert sets_of(s, "cultist_box") == {"core": 0, "special": 12, "creatures": 5}
        assert s.record["replaced_count"] == 0


def test_a_special_cultist_does_something_when_it_comes():
    s = round_ahead(rules={"special_sect": True}, cultist_box={}, marker=0)
    cultists_drawn(s, "hollow_bell_ringer")  # the Terror marker moves
    play(s, "pass")
    assert s.record["terror_at"] == 1
    assert decision(s) == (2, "discard")


def test_those_of_the_setup_do_nothing():
    there = 0
    for seed in range(40):
        s = game(3, special_sect=True).new(seed)
        there += any(name.startswith("hollow") for name, _ in cultists(s))
        assert s.record["terror_at"] == 0
        assert s.record["fewer_cards"].sum() == 0
        assert decision(s) == (0, "choose_start")
    assert there > 5


def test_some_have_no_symbol_and_leave_no_trophy():
    s = table(
        3,
        phase="combat",
        rules={"special_sect": True, "auto_pay": True},
        cultists=[("hollow_chorister", 0)],
        aims={0: [0]},
        dice=paying(star=1, eye=1, planet=1),
        cultist_box={},
        hand=hands(3),
    )
    play(s, "fight")
    assert named(s, "cultist_discards", vocab="cultist") == {"hollow_chorister": 1}
    assert s.record["trophies"].sum() == 0
    assert s.record["insanity"][0] == 1  # its revenge


# --------------------------------------------------------------------------------------------------------- creatures


@pytest.mark.parametrize(("players", "deck"), [(2, 40), (3, 35), (4, 35), (5, 40)])
def test_five_creatures_replace_five_others(players, deck):
    for s, n in set_up(players, creatures=True):
        assert n == {"core": deck - 5, "special": 0, "creatures": 5}
        assert sets_of(s, "replaced") == {"core": 5, "special": 0, "creatures": 0}
        assert sets_of(s, "cultist_box") == {"core": 0, "special": 12, "creatures": 0}


def test_a_special_sect_and_creatures_together():
    for _, n in set_up(4, special_sect=True, creatures=True):
        assert n == {"core": 22, "special": 8, "creatures": 5}


# -------------------------------------------------------------------------------------------------------- difficulty


@pytest.mark.parametrize(("difficulty", "more", "out"), [("easy", 1, 0), ("standard", 0, 0), ("hard", -1, 5)])
def test_difficulty_sets_gems_and_the_size_of_the_cultist_deck(difficulty, more, out):
    gems = [2, 3, 3, 2, 2, 3, 2, 3, 2, 2, 2, 2]
    assert game(3, difficulty=difficulty).tables["terror_gems"][:12].tolist() == [n + more for n in gems]
    for s, n in set_up(difficulty=difficulty):
        assert n == {"core": 35 - out, "special": 0, "creatures": 0}
        assert s.record["gems"][4] == 5
    s = game(3).new(1)
    assert game(3, difficulty="standard").identity == s.game.identity


def test_cards_taken_out_by_a_hard_game_are_not_known():
    s = game(3, difficulty="hard").new(1)
    assert s.record["replaced_count"] == 5
    assert all(n is None for n in s.view(1).to_json()["fields"]["replaced"])
    assert named(s, "replaced", vocab="cultist")


def test_once_the_deck_has_run_out_it_can_be_told_what_was_taken_out():
    out = [("lodge_almoner", -1), ("meadow_reaper", -1), ("wharf_pilot", -1), ("lidless_glazier", -1)]
    s = round_ahead(
        rules={"difficulty": "hard"},
        replaced=dict.fromkeys([name for name, _ in out], 1),
        cultist_discards=last_cultists(["society_porter"], out),
        act="endless_night",
        marker=0,
    )
    assert s.record["cultist_count"] == 1
    play(s, "pass")
    assert s.record["replaced_count"] == 0
    box = named(s, "cultist_box", vocab="cultist")
    assert [box[name] for name, _ in out] == [1, 1, 1, 1]
    assert s.record["cultist_count"] + len(cultists(s)) == 31
