"""What people read of the table: what foes take, what is spent, who has done what, and names instead of numbers."""

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.envs.core.render import called, heading, panels, pending, spoken, text, told
from elderzoo.envs.cultistorm import words
from elderzoo.envs.cultistorm.state import CROWD, GREAT

from .story import game, play, rolled, table

LINES = {2: 44, 3: 40, 4: 47, 5: 50}  # of the whole table, at most


def shown(s, title: str, seat=0) -> dict[str, str]:
    """The labelled lines of a panel."""
    (found,) = [p for p in panels(s, seat) if p.title.split(" (")[0] == title]
    return dict(found.lines)


def played(players: int, seeds=range(2), **rules):
    """Positions of games of greedy teams."""
    g = game(players, **rules)
    for seed in seeds:
        s, bot = g.new(seed), agents.load("greedy", g, seed)
        while not s.is_over:
            yield s
            s.step(bot.act(s.view(s.seat)))


@pytest.mark.parametrize("players", LINES)
def test_the_whole_table_fits_one_screen(players):
    tall = 0
    for k, s in enumerate(played(players)):
        if k % 7 == 0:
            lines = text(s, s.seat, events=0).splitlines()
            assert max(map(len, lines)) <= 120
            tall = max(tall, len(lines))
    assert tall <= LINES[players]


def test_a_fight_takes_what_the_table_said():
    seen = 0
    for s in (s for players in (3, 5) for s in played(players)):
        if s.pending != "fight" and s.pending != "pay":
            continue
        r, t = s.record, s.game.tables
        slot, x = int(r["stack"][0, 2]), int(r["at"][s.seat])
        if slot == GREAT or r["stack"][0, 3] == 2:
            continue
        strong = words.is_strong(t, r["act_now"])
        takes = words.cultist_takes(t, r["cultist"][slot], x, r["location"], r["cultist_die"], strong)
        assert takes == list(r["need"])
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("rule", ["always", "sect", "devoured"])
@pytest.mark.parametrize("place", [0, 3])
def test_a_great_old_one_takes_what_the_table_said(rule, place):
    s = table(
        3,
        phase="combat",
        rules={"god_symbol": rule},
        gods={"cthulhu": place},
        under={(place, "lodge_acolyte"): 2, (place, "meadow_butcher"): 1},
        cultist_die={place: "eye"},
        at=dict.fromkeys(range(3), place),
        aims={0: [GREAT]},
    )
    row = shown(s, "locations")[words.plain(s.game.labels["location"][s.record["location"][place]])]
    assert "here: player_0, player_1, player_2" in row
    line = next(v for p in panels(s) if p.title == "locations" for _, v in p.lines if v.startswith("CTHULHU"))
    s.step("fight")
    assert "devoured 3: 2 star, shield" in line
    assert line.endswith(f": {words.symbols(s.record['need'])}")
    assert f"(CTHULHU takes {words.symbols(s.record['need'])}" in heading(s)[1]


def fighting():
    """Seat 0 fights a Cultist of place 0 with a card for each symbol."""
    return table(
        3,
        phase="combat",
        cultists=[("lodge_acolyte", 0)],
        hand={0: {"harpoon_rack": 1, "tide_tables": 1, "locked_case_page": 1}},
        dice={0: {"star": 1}},
        aims={0: [0]},
    )


def test_the_fight_under_way_shows_what_it_takes_and_what_is_spent():
    s = fighting()
    assert "fight" not in shown(s, "table")
    assert "aims at #0 lodge acolyte" in shown(s, "player_0")["has"]
    assert shown(s, "locations")[""] == "#0 lodge acolyte (star sect): 2 star, shield, tentacle"
    s.step("fight")
    assert shown(s, "table")["fight"] == "takes 2 star, shield, tentacle; spent: nothing yet"
    assert told(s, s.record["events"][0]) == "player_0 fights #0 lodge acolyte"
    s.step("card:harpoon_rack")
    assert shown(s, "table")["fight"] == "takes 2 star, shield, tentacle; spent: shield"


def test_cards_show_what_they_do_for_a_friend():
    hand = shown(fighting(), "player_0")["hand"]
    assert "harpoon rack [shield > star/tentacle]" in hand
    assert "tide tables [star > tentacle/eye | search]" in hand
    assert "locked case page [tentacle > any | no draw]" in hand


def test_what_the_friend_may_decline_is_told_apart():
    s = table(3, hand={0: {"walk_each_other_home": 1}}, insanity={1: 1})
    assert "[shield > heals 1 (+ goes anywhere)]" in shown(s, "player_0")["hand"]
    s = play(s, "support:walk_each_other_home")
    assert heading(s)[1] == "  player_1: decide whether it takes effect (walk each other home: goes anywhere)"


@pytest.mark.parametrize(("name", "place", "says"), [("drowned_chapel", 2, "active:"), ("arkham", 0, "active, used:")])
def test_a_location_is_used_where_that_is_all_for_the_round(name, place, says):
    s = table(3, location={place: name}, at={0: place}, shrine={place: 1}, insanity={0: 2})
    play(rolled(s, "eye"), "use_location")
    assert says in shown(s, "locations")[words.plain(name)]


def test_abilities_are_named_by_their_level():
    s = table(3, level={0: 2})
    names = [called(s, "level", level, "investigate") for level in range(2)]
    assert names == ["level 1 [star]", "level 2 [star/shield/tentacle]"]


def test_who_has_done_what_is_shown():
    s = table(3, pool={"eye": 1}, took={1: 1}, searched={2: 1}, fought={2: 1})
    said = {p: shown(s, f"player_{p}")[""] for p in range(3)}
    assert "took a die" in said[1]
    assert "moved" not in said[1]
    assert "searched, fought" in said[2]
    s.step("move:2")
    assert "moved" in shown(s, "player_0")[""]
    s.step("pass")
    assert "PASSED" in shown(s, "player_1")[""]
    assert "PASSED" not in shown(s, "player_0")[""]


def test_numbers_are_spoken_as_names():
    s = table(3, cultists=[("lodge_acolyte", 0), ("meadow_butcher", 0)], gods={"cthulhu": 0})
    names = [spoken(s, int(a)) for a in np.flatnonzero(s.legal())]
    assert "move: innsmouth" in names
    s.step("move:2")
    assert told(s, s.record["events"][0]) == "player_0 goes to Location innsmouth"
    s.step("target")
    names = [spoken(s, int(a)) for a in np.flatnonzero(s.legal())]
    assert names == ["slot: #0 lodge acolyte", "slot: #1 meadow butcher", "slot: CTHULHU"]


def test_investigators_to_choose_from_have_names():
    s = game(2, investigators="chosen").new(1)
    assert s.pending == "choose_self"
    names = [spoken(s, int(a)) for a in np.flatnonzero(s.legal())]
    assert "slot: night nurse (melee)" in names
    assert "slot: trapper (ranged)" in names


def test_the_course_of_the_game_is_not_told_as_an_interruption():
    s = table(3, hand={0: {"harpoon_rack": 1}})
    assert len(heading(s)) == 2
    s.step("support:harpoon_rack")
    assert heading(s)[1] == "  player_0: choose whom to support (harpoon rack)"
    assert len(pending(s)) > len(heading(s)) - 1  # the rest is for `why`


def test_nothing_is_told_of_nothing():
    s = table(3)
    event = s.record["events"][0].copy()
    event[:4] = s.game.labels["event"].index("lost_cards"), 1, -1, 0
    assert told(s, event) == ""
    event[3] = 1
    assert told(s, event) == "player_1 discards 1 card by chance"
    event[3] = 2
    assert told(s, event) == "player_1 discards 2 cards by chance"


def test_every_slot_has_a_word():
    s = table(3, cultists=[("lodge_acolyte", 0)])
    assert [called(s, "slot", slot, "target") for slot in (0, 1, CROWD)] == [
        "#0 lodge acolyte",
        "#1",
        "the Great Old One",
    ]
