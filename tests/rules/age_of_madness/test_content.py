"""The shipped cards, other cards, and files that are refused."""

import re

import numpy as np
import pytest

from elderzoo.envs.age_of_madness import SPEC
from elderzoo.envs.age_of_madness.tables import OPS, POWERS
from elderzoo.envs.core.errors import ContentError
from elderzoo.envs.core.game import Game

PUBLISHED = {
    "cultist_of_azathoth": 10,
    "cultist_of_cthulhu": 10,
    "cultist_of_nyarlathotep": 10,
    "cultist_of_yog_sothoth": 10,
    "convert_cultist": 16,
    "masters_call": 8,
    "grimoire": 8,
    "artefact_of_old": 4,
    "steal_elder_sign": 4,
    "elder_sign": 4,
    "grim_banner": 4,
    "cannibalistic_endeavor": 4,
    "barrier_spell": 4,
    "ghoul": 1,
    "master_of_horror": 1,
    "star_spawn": 1,
    "whispers_of_the_void": 1,
}
REFERENCE = (SPEC.folder / "content" / "reference.toml").read_text(encoding="utf-8")


def card(id_, op, copies=8, extra="", kind="advantage"):
    provenance = 'provenance = { name = "designed", values = "designed" }'
    head = f'[[card]]\nid = "{id_}"\nname = "{id_}"\ntype = "{kind}"\ncopies = {copies}\n'
    return f'{head}op = "{op}"\n{extra}\n{provenance}\n'


def god(id_, power, amount):
    provenance = 'provenance = { name = "designed", values = "designed" }'
    return f'[[god]]\nid = "{id_}"\nname = "{id_}"\npower = "{power}"\namount = {amount}\n{provenance}\n'


OTHER = "\n".join(
    [
        card("banner", "draw", 4, "amount = 3"),
        card("worm", "cultist", 12, 'faction = "hastur"', "cultist"),
        card("thief", "discard_random", 4, "amount = 2"),
        card("ward", "barrier", 4),
        card("toad", "cultist", 12, 'faction = "tsathoggua"', "cultist"),
        card("hand", "take_from_graveyard", 3, "amount = 3"),
        card("turn", "convert_group", 15),
        card("call", "call_group", 10),
        card("sigil", "place_sign", 8, kind="elder_sign"),
        card("small_banner", "draw", 4, "amount = 1"),
        god("hastur", "convert_group", 2),
        god("ithaqua", "free_play", 2),
        god("dagon", "take_cultists", 3),
        god("tsathoggua", "hand_size", 2),
    ]
)


@pytest.fixture
def write(tmp_path):
    def make(text):
        path = tmp_path / "cards.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return make


def test_the_base_deck_is_the_published_one():
    cards = Game(SPEC, 2).content.sections["card"]
    assert {c["id"]: c["copies"] for c in cards} == PUBLISHED
    assert sum(PUBLISHED.values()) == 100


def test_every_operation_and_power_is_used():
    sections = Game(SPEC, 2).content.sections
    assert {c["op"] for c in sections["card"]} == set(OPS)
    assert {g["power"] for g in sections["god"]} == set(POWERS)


def test_only_the_labels_of_cultists_are_ours():
    for c in Game(SPEC, 2).content.sections["card"]:
        assert c["provenance"] == {"name": "designed" if c["op"] == "cultist" else "rulebook", "values": "published"}


def test_no_card_text_is_a_sentence_of_another_card():
    texts = [c["text"] for c in Game(SPEC, 2).content.sections["card"] if c["op"] != "cultist"]
    assert all(texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("players", [2, 4])
def test_another_deck_plays_without_a_change_of_shape(write, players):
    g, reference = Game(SPEC, players, content=write(OTHER)), Game(SPEC, players)
    assert (g.n_actions, g.compact_size, g.width) == (reference.n_actions, reference.compact_size, reference.width)
    assert "play:worm" in g.actions
    rng = np.random.default_rng(0)
    for seed in range(4):
        s = g.new(seed)
        while not s.is_over:
            s.check()
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert not s.is_truncated


def test_numbers_of_another_deck_are_followed(write):
    g = Game(SPEC, 2, {"gods": "hastur,tsathoggua"}, content=write(OTHER), auto_single=False)
    s = g.new(1).edit(hand={0: {"banner": 1, "thief": 1}, 1: {"worm": 3}}, sign={1: {"north": 1}}, decide=(0, "turn"))
    s.step("play:banner")
    assert s.record["hand_count"][0] == 4
    s.step("play:thief").step("seat+1")
    assert s.record["hand_count"][1] == 1
    s.step("pass").step("pass")
    assert s.record["hand_count"][1] == 7


def test_a_god_with_two_conversions_asks_twice(write):
    g = Game(SPEC, 2, {"gods": "hastur,dagon"}, content=write(OTHER), auto_single=False)
    pools = {1: {("dagon", "tsathoggua", "plain"): 1, ("ithaqua", "tsathoggua", "plain"): 1}}
    s = g.new(1).edit(hand={0: {"sigil": 1}, 1: {}}, pool=pools, decide=(0, "turn"))
    s.step("play:sigil").step("group:dagon>seat+1")
    assert s.pending == "power_convert"
    assert s.step("group:ithaqua>seat+1").pending == "main"


def test_a_god_with_two_free_plays_asks_twice(write):
    g = Game(SPEC, 2, {"gods": "ithaqua,dagon"}, content=write(OTHER), auto_single=False)
    s = g.new(1).edit(hand={0: {"sigil": 1, "worm": 3}, 1: {}}, decide=(0, "turn"))
    s.step("play:sigil").step("play:worm")
    assert s.pending == "free_play"
    s.step("play:worm")
    assert s.pending == "main"
    assert s.record["stack"][0, 3] == 1


def test_free_plays_won_by_free_plays_add_up_in_one_decision(write):
    """However often signs come and go, the pending decisions stay few: five plays, less one used, plus five, ..."""
    cards = [
        card("sigil", "place_sign", 20, kind="elder_sign"),
        card("doom", "all_lose_sign", 20),
        card("worm", "cultist", 12, 'faction = "ithaqua"', "cultist"),
    ]
    gods = [god(f, "free_play", 5) for f in ("ithaqua", "dagon", "hastur", "tsathoggua")]
    g = Game(SPEC, 2, {"gods": "ithaqua,dagon"}, content=write("\n".join(cards + gods)), auto_single=False)
    s = g.new(1).edit(hand={0: {"sigil": 16, "doom": 14}, 1: {}}, decide=(0, "turn"))
    for name in ["sigil"] * 2 + ["sigil", "doom"] * 14:
        s.step(f"play:{name}")
        assert s.pending == "free_play"
        assert s.record["depth"] == 2
    assert s.record["stack"][0, 3] == 5 * 16 - 29
    assert s.step("decline").pending == "main"
    assert s.record["stack"][0, 3] == 1


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('op = "draw"', 'op = "dance"', "'grim_banner', field 'op': is 'dance'"),
        ("copies = 16", "copies = 21", "'convert_cultist', field 'copies': is 21"),
        ("copies = 16", "copies = 0", "'convert_cultist', field 'copies': is 0"),
        ('faction = "cthulhu"', 'faction = "dagon"', "'cultist_of_cthulhu', field 'faction': is 'dagon'"),
        ('faction = "cthulhu"', 'faction = "azathoth"', "'cultist_of_cthulhu', field 'op'"),
        ('faction = "cthulhu"\n', "", "'cultist_of_cthulhu', field 'faction': cultist needs it"),
        ('op = "draw"\namount = 2', 'op = "draw"', "'grim_banner', field 'amount': draw needs it"),
        (
            'op = "kill_one"',
            'op = "kill_one"\namount = 2',
            "'artefact_of_old', field 'amount': kill_one does not take it",
        ),
        (
            'op = "kill_one"',
            'op = "place_sign"',
            "'artefact_of_old', field 'op': place_sign is already .* 'elder_sign'",
        ),
        ('op = "kill_one"', 'op = "barrier"', "'barrier_spell', field 'op': barrier is already .* 'artefact_of_old'"),
        ('op = "kill_one"', 'op = "attach"', "'grimoire', field 'op': attach is already .* 'artefact_of_old'"),
        ('power = "free_play"', 'power = "sleep"', "'yog_sothoth', field 'power': is 'sleep'"),
        ('values = "published"', 'values = "guessed"', "field 'provenance.values': is 'guessed'"),
    ],
)
def test_a_bad_file_is_refused_by_file_card_field_and_reason(write, old, new, error):
    assert old in REFERENCE
    with pytest.raises(ContentError, match=f"cards.toml: .*{error}"):
        Game(SPEC, 2, content=write(REFERENCE.replace(old, new, 1)))


def test_three_gods_or_too_few_cards_are_refused(write):
    without_last_god = REFERENCE[: REFERENCE.rindex("[[god]]")]
    with pytest.raises(ContentError, match="3 gods, expected 4"):
        Game(SPEC, 2, content=write(without_last_god))
    few = re.sub(r"copies = \d+", "copies = 1", REFERENCE)
    assert Game(SPEC, 3, content=write(few)).new(0).record["deck_count"] == 2
    with pytest.raises(ContentError, match="17 cards in the deck, 4 seats need 20"):
        Game(SPEC, 4, content=write(few))
    with pytest.raises(ContentError, match="13 cards in the deck, 3 seats need 15"):  # four cultists may be left out
        Game(SPEC, 3, {"strip_unused": True}, write(few))
    many = re.sub(r"copies = \d+", "copies = 20", REFERENCE)
    with pytest.raises(ContentError, match="340 cards in all, allowed up to 240"):
        Game(SPEC, 2, content=write(many))
