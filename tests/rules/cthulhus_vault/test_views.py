"""The table in words and as a picture: a long story crowds nothing out, and what all know is shown to all."""

import pytest

from elderzoo.envs.core.game import State
from elderzoo.envs.core.render import Panel, panels

from .story import battle, line, mystery, picked, play

EYES = (0, 3, "public", "open")
LAST = ("dawn", "item")  # the last card of these stories, and what it wants


def with_story(s: State, cards: int) -> State:
    """The same position after a long story, round the table from seat 0; Dawn is the last card."""
    held = s.record["stories"].sum(axis=0) > 0
    titles = [title for title, there in zip(s.game.labels["story"], held, strict=False) if not there]
    titles = [title for title in titles if title != LAST[0]][: cards - 1] + [LAST[0]]
    assert len(titles) == cards
    return s.edit(
        line=dict(enumerate(titles)),
        tellers={k: (k - 1) % 6 for k in range(1, cards)},
        played=dict.fromkeys(titles, 1),
        told=cards,
        last=s.game.labels["story"].index(LAST[0]),
    )


def before_the_last_card() -> State:
    """Six players have told six cards each, and five of them the last; the prologue stands before these."""
    hands = {p: {} for p in range(5)} | {5: {"knife": 1}}
    return with_story(mystery(6, turn=5, round=7, stories=hands), 42)


def all_told() -> State:
    """All cards are told, and the battle is on; many battle cards and tokens are gone."""
    gone = {"investigator": 9, "cultist": 8, "cultist_2": 3}
    s = with_story(battle(6, acts=1, hand={1: {"revolver": 1}}, lost=gone), 43)
    piles = {c["id"]: 1 for c in s.game.content.sections["battle"] if c["copies"] > 1 and c["id"] != "revolver"}
    return s.edit(discards=piles)


TABLES = {
    before_the_last_card: ["round", "pool", "mystery"],
    all_told: ["pool", "mystery", "ancient", "lost", "cycle", "deck count", "discards"],
}


def panel(s: State, eyes, title: str) -> Panel:
    (found,) = [p for p in panels(s, eyes) if p.title == title]
    return found


def words_of(p: Panel) -> str:
    return " ".join(" ".join([p.title, *(word for row in p.lines for word in row)]).split())


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("make", TABLES)
def test_a_long_story_stands_in_a_panel_of_its_own(make, eyes):
    s = make()
    table, story = panel(s, eyes, "table"), panel(s, eyes, "story")
    labels = [label for label, _ in table.lines]
    assert [label for label in TABLES[make] if label not in labels] == []
    assert "dawn" not in words_of(table)
    (_, told), wanted = story.lines
    assert len(told.split(", ")) == len(line(s)) == {before_the_last_card: 42, all_told: 43}[make]
    assert told.endswith({before_the_last_card: ", dawn (4)", all_told: ", dawn (5)"}[make])
    assert wanted == ("wanted next", "item")


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("make", TABLES)
def test_a_picture_has_the_table_and_all_of_a_long_story(make, eyes, monkeypatch):
    draw = pytest.importorskip("PIL.ImageDraw").ImageDraw
    drawn, text = [], draw.text
    monkeypatch.setattr(draw, "text", lambda self, at, said, *more: (drawn.append(said), text(self, at, said, *more)))
    s = make()
    s.picture(eyes)
    said = " ".join(" ".join(drawn).split())
    assert words_of(panel(s, eyes, "table")).partition(" discards ")[0] in said
    assert (" discards " in said) == (make is all_told), "as many kinds of them as there is room for"
    assert words_of(panel(s, eyes, "story")) in said
    assert said.count("wanted next item") == 1


def test_the_prologue_is_the_whole_story_at_first():
    assert panel(mystery(3, last="book"), "public", "story").lines == [("", "book"), ("wanted next", "place")]


# ---------------------------------------------------------------------------------------- what everybody knows


@pytest.mark.parametrize("eyes", [0, 1, 2, "public"])
def test_what_everybody_knows_of_a_pile_is_shown_to_all(eyes):
    s = mystery(3, open={1: {"cultist": 1}})
    assert ("open", "cultist") in panel(s, eyes, "player_1" + (" (you)" if eyes == 1 else "")).lines
    assert "open" not in [label for label, _ in panel(s, eyes, "player_2" + (" (you)" if eyes == 2 else "")).lines]


def test_spectators_read_what_all_have_seen_after_the_change_of_stage():
    s = mystery(3, turn=1, tokens={0: {"investigator_2": 2, "cultist": 1}, 1: {"cultist": 10}, 2: {"cultist_2": 2}})
    assert ("open", "investigator 2 x2, cultist") in panel(s, "public", "player_0").lines
    assert ("open", "cultist 2 x2") in panel(s, "public", "player_2").lines
    assert ("tokens", "3 hidden") in panel(s, "public", "player_0").lines


def known(s: State, seat: int) -> list[str]:
    return [value for p in panels(s, seat) for label, value in p.lines if label == "knows"]


def test_a_seat_reads_what_it_knows_beyond_what_all_do():
    """Seat 0 has looked at a token of seat 1; of seat 2 it knows what everybody does."""
    s = mystery(3, open={2: {"cultist": 1}}, knows={0: {(1, "cultist"): 1}})
    assert ["player_1: cultist x1" in text for text in known(s, 0)] == [True]
    assert ["player_2" in text for text in known(s, 0)] == [False]
    assert "player_1: " not in " ".join(known(s, 2))
    assert known(s, "public") == []


def test_nothing_is_added_where_all_know_all():
    assert known(battle(3), 1) == []


# ---------------------------------------------------------------------------------------------- what is said


def test_a_loss_is_told_with_its_face():
    s = battle(3, acts=2, hand={2: {"shotgun": 1}}, revealed={0: {"cultist": 1}}, rules={"battle_hand": "reset"})
    play(s, "strike:shotgun", "lose:cultist@face_up", "lose:investigator@face_down")
    said = s.events()
    assert "player_0 loses cultist, face up" in said
    assert "player_0 loses investigator, face down" in said


def test_a_loss_that_the_attacker_chose_says_which_token_it_was():
    s = battle(3, acts=1, hand={1: {"revolver": 1}}, rules={"battle_hand": "reset", "damage_choice": "attacker"})
    play(picked(play(s, "strike:revolver"), 0, "cultist"), "lose:any@face_down")
    assert "player_0 loses cultist, face down" in s.events()
