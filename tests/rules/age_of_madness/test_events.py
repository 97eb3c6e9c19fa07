"""What everybody is told, and in which words."""

import numpy as np

from elderzoo.envs.age_of_madness import SPEC
from elderzoo.envs.core.game import Game

from .story import A, C, N, events, group, play, table

NUMBER = {e.name: k for k, e in enumerate(SPEC.events)}


def test_a_story_is_told_newest_first():
    s = table((A, C), hand={0: {"convert_cultist": 1, "masters_call": 1}}, pool={0: group(A, 1), 1: group(N, 3)})
    play(s, "play:convert_cultist", "group:nyarlathotep>seat+1", "play:masters_call", "seat+1")
    assert events(s) == [
        "player_0 draws 6",
        "azathoth acts for player_0",
        "player_0 has 1 Seals open",
        "player_0 completes a Ritual Circle (north)",
        "player_0 calls 3 points of azathoth from player_1",
        "player_0 plays masters call",
        "player_0 converts 3 of nyarlathotep in the Pool of player_1 to azathoth",
        "player_0 plays convert cultist",
    ]


def test_a_public_draw_does_not_name_the_card():
    s = play(table(hand={0: {"grim_banner": 1}}), "play:grim_banner")
    assert s.record["events"][0].tolist() == [NUMBER["drew"], 0, -1, 2, -1, -1, -1, -1]


def test_every_kind_of_event_happens_and_can_be_told():
    g = Game(SPEC, 4)
    rng = np.random.default_rng(2)
    seen = set()
    for seed in range(12):
        s = g.new(seed)
        while not s.is_over:
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
            assert all("{" not in line for line in events(s)[:3])
            told = np.concatenate([s.record["events"], *s.record["notes"]])
            seen |= {g.labels["event"][e[0]] for e in told if e[0] >= 0}
    s = play(table(hand={0: {"grimoire": 5}, 1: {"convert_cultist": 5}}), *["pass"] * 4)
    assert events(s)[0] == "the game is called off at 0 Seals"
    assert seen | {"called_off"} == set(NUMBER)
