"""Bonus Actions: what each of them does, how much of it, and when it can be had."""

import pytest

from elderzoo.envs.core.errors import IllegalAction

from .mysteries import awoken, pools, reprinted, running_out, under_way
from .other_cards import played_with
from .story import START, chance, decision, mystery, picked, play, sure, tokens, tokens_drawn

NOBODY = {1: {}, 2: {}, 3: {}}


def earned(title, last="book", cards=None, **fields):
    """Seat 0 has told a card that earns its bonus, having drawn Investigators where it pays from the Mystery pool."""
    fields.setdefault("stories", {0: {title: 1}})
    s = mystery(last=last, **fields)
    s = played_with(s, cards) if cards else s
    play(tokens_drawn(s, *["investigator"] * paid_blind(s, title)), f"play:{title}")
    assert decision(s) == (0, "bonus")
    return s


def paid_blind(state, title) -> int:
    t = state.game.tables
    return int((t["icon"][state.game.labels["story"].index(title)] == 2).sum())


# ------------------------------------------------------------------------------ tokens of the Mystery pool


def test_mystery_draws_one_more_token():
    s = earned("salt_marsh")
    play(tokens_drawn(s, "cultist_2"), "bonus:mystery")
    assert tokens(s, 0) == {"investigator": 3, "cultist": 1, "cultist_2": 1}
    assert pools(s) == (8, 8, 73)
    assert decision(s) == (1, "story")


@pytest.mark.parametrize("n", [2, 3])
def test_mystery_draws_as_many_as_the_card_says(tmp_path, n):
    cards = reprinted(tmp_path, "salt_marsh", bonus=[("mystery", n)])
    s = earned("salt_marsh", cards=cards)
    play(tokens_drawn(s, *["cultist"] * n), "bonus:mystery")
    assert tokens(s, 0) == {"investigator": 3, "cultist": 1 + n}
    assert pools(s) == (8, 8, 74 - n)


def test_mystery_draws_no_more_than_there_are(tmp_path):
    """Four tokens: the card pays two, and a bonus of three finds two."""
    cards = reprinted(tmp_path, "salt_marsh", bonus=[("mystery", 3)])
    s = played_with(running_out(left={"cultist": 4}, last="book", stories={0: {"salt_marsh": 1}}), cards)
    play(s, "play:salt_marsh", "bonus:mystery")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 5}
    assert pools(s) == (8, 8, 0)


# ------------------------------------------------------------------------------ tokens of the known pools


@pytest.mark.parametrize(
    ("op", "n", "held", "left"),
    [
        ("cultist", 1, {"investigator": 3, "cultist": 2}, (8, 7, 74)),
        ("cultist", 2, {"investigator": 3, "cultist": 3}, (8, 6, 74)),
        ("investigator", 1, {"investigator": 4, "cultist": 1}, (7, 8, 74)),
        ("investigator", 2, {"investigator": 5, "cultist": 1}, (6, 8, 74)),
    ],
)
def test_tokens_of_a_known_pool(tmp_path, op, n, held, left):
    cards = reprinted(tmp_path, "standing_stones", bonus=[(op, n)])
    s = earned("standing_stones", cards=cards)
    assert s.legal_names() == [f"bonus:{op}", "decline"]
    play(s, f"bonus:{op}")
    assert tokens(s, 0) == held
    assert pools(s) == left
    assert decision(s) == (1, "story")


def test_cultist_and_investigator_are_a_choice():
    s = earned("standing_stones")
    assert s.legal_names() == ["bonus:cultist", "bonus:investigator", "decline"]


@pytest.mark.parametrize("side", ["cultist", "investigator"])
def test_a_bonus_of_two_takes_the_last_one_where_there_is_no_other(tmp_path, side):
    cards = reprinted(tmp_path, "standing_stones", bonus=[(side, 2)])
    s = played_with(running_out({side: 1}, last="book", stories={0: {"standing_stones": 1}}), cards)
    play(tokens_drawn(s, "cultist_2", "cultist_2"), "play:standing_stones", f"bonus:{side}")
    assert tokens(s, 0) == START | {"cultist_2": 2} | {side: 2}
    assert 0 in pools(s)


# ----------------------------------------------------------------------------------------------- stealing


def test_steal_asks_for_a_player_and_takes_a_token():
    s = earned("dockside_tavern", tokens={2: {"cultist_2": 1, "investigator": 2}})
    play(s, "bonus:steal")
    assert decision(s) == (0, "victim")
    play(picked(s, 2, "cultist_2"), "seat+2")
    assert tokens(s, 0) == {"investigator": 3, "cultist": 1, "cultist_2": 1}
    assert tokens(s, 2) == {"investigator": 2}
    assert [tokens(s, 1), tokens(s, 3)] == [START, START]
    assert decision(s) == (1, "story")


@pytest.mark.parametrize("kind", ["investigator", "investigator_2", "cultist", "cultist_2"])
def test_steal_is_blind_and_may_hit_any_token(kind):
    held = {"investigator": 2, "investigator_2": 1, "cultist": 1, "cultist_2": 3}
    s = earned("dockside_tavern", tokens={1: held})
    play(s, "bonus:steal")
    assert s.legal_names() == ["seat+1", "seat+2", "seat+3"]
    play(picked(s, 1, kind), "seat+1")
    assert tokens(s, 1) == {k: n - (k == kind) for k, n in held.items() if n > (k == kind)}
    assert tokens(s, 0)[kind] == {"investigator": 4, "cultist": 2}.get(kind, 1)


def test_stolen_tokens_move_directly_and_touch_no_pool():
    s = earned("dockside_tavern")
    before = pools(s)
    play(s, "bonus:steal", "seat+3")
    assert pools(s) == before == (8, 8, 74)
    assert s.record["lost"].sum() == 0


def test_nobody_steals_from_a_player_without_tokens():
    s = earned("dockside_tavern", tokens={1: {}, 2: {"cultist": 1}, 3: {}})
    play(s, "bonus:steal")
    assert s.legal_names() == ["seat+2"]


def test_nobody_steals_from_itself():
    s = play(earned("dockside_tavern"), "bonus:steal")
    before = s.clone()
    with pytest.raises(IllegalAction):
        s.step("seat+0")
    assert s == before


def test_steal_cannot_be_had_where_nobody_else_has_tokens():
    """The Dockside Tavern only lets steal, so nothing is asked; the Lodge still offers its other bonus."""
    s = mystery(last="book", tokens=NOBODY, stories={0: {"dockside_tavern": 1}})
    assert decision(play(s, "play:dockside_tavern")) == (1, "story")
    s = earned("lodge", tokens=NOBODY)
    assert s.legal_names() == ["bonus:cultist", "decline"]


@pytest.mark.parametrize(("has", "left"), [(3, {"cultist": 1}), (2, {}), (1, {})])
def test_steal_two_takes_two_or_all_there_are(tmp_path, has, left):
    cards = reprinted(tmp_path, "dockside_tavern", bonus=[("steal", 2)])
    s = earned("dockside_tavern", cards=cards, tokens={1: {"cultist": has}})
    play(s, "bonus:steal", "seat+1")
    assert tokens(s, 1) == left
    assert tokens(s, 0) == {"investigator": 3, "cultist": 1 + min(2, has)}
    assert [tokens(s, 2), tokens(s, 3)] == [START, START]


def test_two_stolen_tokens_are_chosen_one_after_the_other(tmp_path):
    cards = reprinted(tmp_path, "dockside_tavern", bonus=[("steal", 2)])
    s = earned("dockside_tavern", cards=cards, tokens={1: {"investigator_2": 1, "cultist_2": 1, "cultist": 1}})
    play(s, "bonus:steal")
    play(picked(s, 1, "cultist_2", "investigator_2"), "seat+1")
    assert tokens(s, 0) == {"investigator": 3, "investigator_2": 1, "cultist": 1, "cultist_2": 1}
    assert tokens(s, 1) == {"cultist": 1}


# ----------------------------------------------------------------------------------------------- exchanging


def test_swap_gives_a_chosen_token_for_one_chosen_by_chance():
    s = earned("sanatorium", tokens={3: {"cultist_2": 1, "investigator": 1}})
    play(s, "bonus:swap")
    assert decision(s) == (0, "victim")
    play(s, "seat+3")
    assert decision(s) == (0, "give")
    assert s.legal_names() == ["give:investigator", "give:cultist"]
    play(picked(s, 3, "cultist_2"), "give:investigator")
    assert tokens(s, 0) == {"investigator": 2, "cultist": 1, "cultist_2": 1}
    assert tokens(s, 3) == {"investigator": 2}
    assert decision(s) == (1, "story")


def test_swap_leaves_everybody_as_many_tokens_as_before():
    s = earned("sanatorium")
    before, counts = pools(s), s.record["token_count"][:4].tolist()
    play(s, "bonus:swap", "seat+1", "give:cultist")
    assert pools(s) == before
    assert s.record["token_count"][:4].tolist() == counts == [4, 2, 2, 2]


def test_the_token_given_is_not_the_one_that_comes_back():
    s = earned("sanatorium", tokens={1: {"cultist_2": 1}})
    play(s, "bonus:swap", "seat+1", "give:investigator")
    assert tokens(s, 0) == {"investigator": 2, "cultist": 1, "cultist_2": 1}
    assert tokens(s, 1) == {"investigator": 1}


def test_swap_of_tokens_of_one_kind_changes_nobodys_tokens():
    s = earned("sanatorium", tokens={1: {"cultist": 1}})
    play(s, "bonus:swap", "seat+1", "give:cultist")
    assert tokens(s, 0) == {"investigator": 3, "cultist": 1}
    assert tokens(s, 1) == {"cultist": 1}
    assert decision(s) == (1, "story")


def test_only_what_one_has_can_be_given():
    s = earned("sanatorium", tokens={0: {"cultist_2": 1}})
    play(s, "bonus:swap", "seat+1")
    assert s.legal_names() == ["give:investigator", "give:cultist_2"]


def test_swap_needs_another_player_with_tokens():
    s = mystery(last="book", tokens=NOBODY, stories={0: {"sanatorium": 1}})
    assert decision(play(s, "play:sanatorium")) == (1, "story")
    s = earned("sanatorium", tokens={2: {}, 3: {}})
    assert play(s, "bonus:swap").legal_names() == ["seat+1"]


def test_swap_needs_a_token_to_give():
    """By option, a turn goes on with an empty pool: the card pays nothing, and its player has no token."""
    fields = {"last": "book", "rules": {"empty_pool": "turn"}, "stories": {0: {"wax_museum": 1}}}
    s = play(running_out(left={}, tokens={0: {}}, **fields), "play:wax_museum")
    assert s.legal_names() == ["bonus:look", "decline"]
    s = play(running_out(left={}, tokens={0: {"cultist": 1}}, **fields), "play:wax_museum")
    assert s.legal_names() == ["bonus:swap", "bonus:look", "decline"]


# -------------------------------------------------------------------------------------------------- peeking


def test_peek_looks_at_two_and_keeps_one():
    s = earned("midnight_procession", last="red_fog")
    play(tokens_drawn(s, "cultist_2", "investigator_2"), "bonus:peek")
    assert decision(s) == (0, "keep_one")
    assert s.record["aside"][0].tolist() == [0, 1, 0, 1]
    assert s.legal_names() == ["keep:investigator_2", "keep:cultist_2"]
    play(s, "keep:cultist_2")
    assert tokens(s, 0) == {"investigator": 2, "cultist": 2, "cultist_2": 1}
    assert s.record["mystery"].tolist() == [29, 8, 30, 7]
    assert not s.record["aside"].any()
    assert decision(s) == (1, "story")


@pytest.mark.parametrize("n", [2, 3, 4])
def test_peek_looks_at_as_many_as_the_card_says(tmp_path, n):
    cards = reprinted(tmp_path, "dead_lighthouse", bonus=[("peek", n)])
    s = earned("dead_lighthouse", cards=cards)
    play(s, "bonus:peek")
    assert s.record["aside_count"][0] == s.record["aside"][0].sum() == n
    assert pools(s) == (8, 8, 74 - n)
    play(s, s.legal_names()[0])
    assert pools(s) == (8, 8, 73)
    assert s.record["token_count"][0] == 5


def test_there_is_no_way_not_to_keep_one():
    s = earned("dead_lighthouse")
    play(tokens_drawn(s, "cultist", "cultist", "cultist"), "bonus:peek")
    assert s.legal_names() == ["keep:cultist"]


@pytest.mark.parametrize("left", [1, 2])
def test_peek_looks_at_no_more_than_there_are(left):
    """Two tokens are paid; the bonus would look at three."""
    s = running_out(left={"cultist": 2 + left}, last="book", stories={0: {"dead_lighthouse": 1}})
    play(s, "play:dead_lighthouse", "bonus:peek")
    assert s.record["aside_count"][0] == left
    play(s, "keep:cultist")
    assert tokens(s, 0) == {"investigator": 1, "cultist": 4}
    assert pools(s) == (8, 8, left - 1)


# -------------------------------------------------------------------------------------------------- looking


def test_look_shows_tokens_of_a_player_and_leaves_them():
    """Of four tokens the first and the last are seen."""
    held = {"investigator": 1, "investigator_2": 1, "cultist": 1, "cultist_2": 1}
    s = earned("last_station", tokens={2: held})
    play(s, "bonus:look")
    assert decision(s) == (0, "victim")
    play(chance(s, 0, 1, 1, 0), "seat+2")
    assert tokens(s, 2) == held
    assert tokens(s, 0) == {"investigator": 3, "cultist": 1}
    assert sure(s, 0, 2) == {"investigator": 1, "cultist_2": 1}
    assert decision(s) == (1, "story")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_look_shows_as_many_as_the_card_says(tmp_path, n):
    cards = reprinted(tmp_path, "last_station", bonus=[("look", n)])
    s = earned("last_station", cards=cards, tokens={1: {"investigator": 2, "cultist": 2, "cultist_2": 2}})
    play(s, "bonus:look", "seat+1")
    assert sum(sure(s, 0, 1).values()) == n


def test_look_shows_all_where_there_are_no_more(tmp_path):
    cards = reprinted(tmp_path, "last_station", bonus=[("look", 4)])
    s = earned("last_station", cards=cards, tokens={1: {"investigator": 1, "cultist_2": 2}})
    play(s, "bonus:look", "seat+1")
    assert sure(s, 0, 1) == {"investigator": 1, "cultist_2": 2}


def test_look_is_at_others_who_have_tokens():
    s = earned("last_station", tokens={1: {}})
    assert play(s, "bonus:look").legal_names() == ["seat+2", "seat+3"]
    s = mystery(last="book", tokens=NOBODY, stories={0: {"last_station": 1}})
    assert decision(play(s, "play:last_station")) == (1, "story")


# --------------------------------------------------------------------- pools that ran out, by option


@pytest.mark.parametrize(
    ("title", "left", "empty", "offered"),
    [
        ("lodge", {"cultist": 1}, "cultist", ["bonus:steal", "decline"]),
        ("sealed_archive", {"investigator": 1}, "investigator", ["bonus:steal", "decline"]),
    ],
)
def test_a_bonus_of_an_empty_known_pool_cannot_be_had(title, left, empty, offered):
    """By option the turn goes on after its card has emptied the pool."""
    s = running_out(left, last="book", rules={"empty_pool": "turn"}, stories={0: {title: 1}})
    play(s, f"play:{title}")
    assert dict(zip(("investigator", "cultist"), pools(s)[:2], strict=True))[empty] == 0
    assert s.legal_names() == offered


@pytest.mark.parametrize(("title", "offered"), [("iron_key", "bonus:look"), ("knife", "bonus:steal")])
def test_a_bonus_of_the_empty_mystery_pool_cannot_be_had(title, offered):
    """The Iron Key lets draw or look, the Knife steal or peek."""
    s = running_out(left={"cultist": 2}, last="dawn", rules={"empty_pool": "turn"}, stories={0: {title: 1}})
    assert play(s, f"play:{title}").legal_names() == [offered, "decline"]


@pytest.mark.parametrize("title", ["salt_marsh", "dead_lighthouse"])
def test_nothing_is_asked_where_the_only_bonus_cannot_be_had(title):
    s = running_out(left={"cultist": 2}, last="book", rules={"empty_pool": "turn"}, stories={0: {title: 1}})
    play(s, f"play:{title}")
    assert awoken(s) == (0, "empty_pool")


# ------------------------------------------------------------------------------------------ in general


@pytest.mark.parametrize(
    ("title", "steps"),
    [
        ("salt_marsh", ["bonus:mystery"]),
        ("standing_stones", ["bonus:cultist"]),
        ("standing_stones", ["bonus:investigator"]),
        ("dockside_tavern", ["bonus:steal", "seat+1"]),
        ("sanatorium", ["bonus:swap", "seat+1", "give:investigator"]),
        ("dead_lighthouse", ["bonus:peek", "keep:cultist"]),
        ("last_station", ["bonus:look", "seat+1"]),
    ],
)
def test_every_bonus_can_be_declined_and_is_announced_when_taken(title, steps):
    s = earned(title)
    assert s.legal_names()[-1] == "decline"
    declined = play(s.clone(), "decline")
    assert decision(declined) == (1, "story")
    assert declined.record["token_count"][:4].tolist() == [4, 2, 2, 2]
    if steps[0] == "bonus:peek":
        tokens_drawn(s, "cultist", "cultist", "cultist_2")
    play(s, *steps)
    assert f"player_0 takes the bonus of {title.replace('_', ' ')}: {steps[0][6:]}" in s.events()
    assert decision(s) == (1, "story")
    assert under_way(s)
