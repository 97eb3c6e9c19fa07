"""What people read of the table: what cards and foes do, what they cost, and names instead of numbers."""

import numpy as np
import pytest

from elderzoo import agents
from elderzoo.envs.core.render import heading, panels, spoken, text, told
from elderzoo.envs.deck_building import speech

from .story import game, play, table

DEAD = {"dead": {1: 1}, "deck": {1: {}}}
LINES = {1: 20, 3: 28, 6: 40}  # of the whole table, at most


def shown(s, title: str, seat=0) -> dict[str, str]:
    """The labelled lines of a panel."""
    (found,) = [p for p in panels(s, seat) if p.title.split(" (")[0] == title]
    return dict(found.lines)


def choices(s) -> list[str]:
    return [spoken(s, int(a)) for a in np.flatnonzero(s.legal())]


@pytest.mark.parametrize("players", LINES)
def test_the_whole_table_fits_one_screen(players):
    g, tall = game(players), 0
    s, bot = g.new(4), agents.load("greedy", g, 4)
    while not s.is_over:
        if int(s.record["decisions"]) % 7 == 0:
            lines = text(s, s.seat, events=0).splitlines()
            assert max(map(len, lines)) <= 120
            tall = max(tall, len(lines))
        s.step(bot.act(s.view(s.seat)))
    assert tall <= LINES[players]


def test_what_is_on_sale_shows_price_and_effect():
    s = table(2, market=["haggle", "shovel"], dear=1, hand={0: {"sleuth": 3}})
    assert shown(s, "table")["on sale"] == "haggle for 3 [1 Moxie, cards cost 1 less]; shovel for 4 [2 Moxie]"
    assert shown(s, "table")["prices"] == "1 Moxie more in this round"
    play(s, "play:sleuth", "play:sleuth", "play:sleuth")
    assert "buy: haggle for 3 [1 Moxie, cards cost 1 less]" in choices(s)
    assert shown(s, "table")["moxie"] == "3 left of 3"


def test_prices_are_shown_as_they_are_paid():
    s = table(2, market=["chase_a_lead"], cheap=1, hand={0: {"sleuth": 1}}).edit(cheap=1)
    assert shown(s, "table")["on sale"].startswith("chase a lead for 1 [")
    play(s, "play:sleuth")
    assert any(words.startswith("buy: chase a lead for 1 [") for words in choices(s))


def test_a_crowd_shows_its_limit():
    s = table(2, market=["feast_of_echoes"])
    assert "2 Moxie for each of at most 6 Minions" in shown(s, "table")["on sale"]


def test_foes_show_what_they_do():
    s = table(2, minions={("masked_herald", "1"): 2}, bound={"masked_herald": 1})
    assert shown(s, "table")["minions"] == "masked herald: 2 with 1 health, 1 bound [-1 sanity (somebody chosen)]"
    assert "CTHUGHA" in shown(s, "table")["elder gods"]


def test_investigators_show_their_state_and_ability():
    s = table(2, health={0: 3}, armor={0: 2}, used={0: 1})
    assert shown(s, "player_0")[""] == "detective, health 3 of 8, sanity 9 of 9, wards off 2 health"
    assert shown(s, "player_0")["ability"] == "look at the next Mythos, +1 Moxie (used)"
    assert "doctor, health" in shown(s, "player_1")[""]


def test_the_dead_show_what_they_still_do():
    s = table(2, health={1: 0}, dead={1: 1}, held={}, deck={1: {}}, box={"sleuth": 7, "stagger": 3})
    assert shown(s, "player_1") | {"after death": ""} == {"": "doctor, DEAD", "after death": ""}
    assert shown(s, "player_1")["after death"]


@pytest.mark.parametrize(("rounds", "words"), [(1, "entranced for 1 round"), (2, "entranced for 2 rounds")])
def test_who_stares_shows_for_how_long(rounds, words):
    s = table(2, rules={"insanity": True}, sanity={1: 0}, entranced={1: rounds})
    assert words in shown(s, "player_1")[""].split(", ")


def test_the_question_whom_tells_what_everybody_has_left():
    """Of health or sanity, as the effect is about; the dead are not told of."""
    s = table(3, hand={0: {"talk_it_through": 1}}, health={1: 0}, sanity={0: 5, 2: 3}, **DEAD)
    play(s, "play:talk_it_through")
    assert heading(s)[1].endswith("(talk it through: heal 2 sanity (anybody); sanity left: player_0 5, player_2 3)")
    s = table(3, hand={0: {"field_dressing": 1}}, health={0: 5, 1: 0, 2: 3}, **DEAD)
    play(s, "play:field_dressing")
    assert heading(s)[1].endswith("; health left: player_0 5, player_2 3)")


@pytest.mark.parametrize(
    ("fields", "left"),
    [
        ({"base": 40, "factor": 30}, "999 left of 999"),
        ({"base": 999, "factor": 999, "combo": 999, "plays": 200, "spent": 9}, "990 left of 999"),
        ({"base": 3, "factor": 2, "bonus": -9}, "0 left of 0"),
    ],
)
def test_moxie_is_shown_as_the_rules_count_it(fields, left):
    s = table(1, hand={0: {"sleuth": 1}}).edit(**fields)
    assert shown(s, "table")["moxie"] == left
    play(s, "end_planning")
    (lost,) = [e[4] for e in s.record["events"] if s.game.labels["event"][e[0]] == "moxie_made"]
    assert left.startswith(f"{lost} left")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            {"op": "spawn", "amount": 1, "each": 1, "minion": "masked_herald"},
            "1 of masked herald come for each investigator",
        ),
        ({"op": "hurt", "amount": 1, "each": 1, "who": "sturdiest"}, "-1 health for each investigator (the sturdiest)"),
        ({"op": "draw", "amount": 2, "who": "self"}, "draw 2"),
        ({"op": "destroy", "amount": 1}, "destroy up to 1 card"),
    ],
)
def test_an_effect_of_a_card_file_in_words(row, words):
    assert speech.card_effect({"each": 0, "who": "none", "minion": "none"} | row) == words


def test_foes_to_hit_have_names_and_health():
    s = table(2, phase="combat", hand={0: {"sleuth": 2}}, minions={("tarantula", "1"): 1}, god_health={0: 9})
    play(s, "play:sleuth", "play:sleuth", "hit")
    assert choices(s) == ["god: CTHUGHA (9 health)", "minion: tarantula (1 health)"]
    play(s, "god:0")
    assert heading(s)[1] == "  player_0: choose how much Moxie to spend on it (CTHUGHA (9 health))"


def test_cards_to_remove_have_names():
    s = table(2, phase="combat", market=["haggle", "shovel"])
    play(s, "end_combat")
    assert choices(s) == ["remove: haggle", "remove: shovel", "keep"]


def event(s, name: str, *numbers: int) -> str:
    entry = s.record["events"][0].copy()
    entry[:3] = s.game.labels["event"].index(name), 0, -1
    entry[3 : 3 + len(numbers)] = numbers
    return told(s, entry)


def test_events_say_nothing_of_nothing_and_count_in_words():
    s = table(2)
    assert event(s, "moxie_made", 0, 0) == "player_0 ends the turn"
    assert event(s, "moxie_made", 3, 0) == "player_0 ends the turn: 3 Moxie spent"
    assert event(s, "moxie_made", 3, 2) == "player_0 ends the turn: 3 Moxie spent, 2 lost"
    assert [event(s, "dropped", n) for n in (0, 1, 2)] == [
        "",
        "player_0 discards 1 card by chance",
        "player_0 discards 2 cards by chance",
    ]
    assert event(s, "calmed", 0, 7) == ""
