"""Positions changed at random: each is refused in one line that names what is wrong, or can be played to its end."""

import re

import numpy as np
import pytest

from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.deck_building import SPEC
from elderzoo.envs.deck_building.state import CARDS, IN_EFFECTS

OPTIONS = ({}, SPEC.presets["turned"], {"insanity": True}, {"hands": "hidden", "mode": "cthulhu"})
TRIES = 25


def step(s: State, rng) -> State:
    return s.step(int(rng.choice(np.flatnonzero(s.legal()))))


def met(g: Game, rng) -> State:
    """A position of a random game; half of them are questions other than the turn itself."""
    s = g.new(int(rng.integers(1000)))
    rarer = rng.random() < 0.5
    for n in range(int(rng.integers(200)), -60, -1):
        last = s.clone()
        if step(s, rng).is_over:
            return last
        if n <= 0 and (not rarer or s.pending not in ("plan", "combat", "order")):
            break
    return s


def changes(s: State, rng) -> dict:
    """One to three cells of the position, or of what is under way, with other values."""
    out = {}
    for _ in range(int(rng.integers(1, 4))):
        if rng.random() < 0.4:
            stack = out.get("stack", np.array(s.record["stack"]))
            tops = (IN_EFFECTS + 1, s.game.num_players, 200, 12)
            part = int(rng.integers(4))
            stack[int(rng.integers(s.record["depth"])), part] = rng.integers(-1 if part > 1 else 0, tops[part])
            out["stack"] = stack
            continue
        f = SPEC.schema.fields[int(rng.integers(len(SPEC.schema.fields)))]
        lo, hi = SPEC.schema.bounds(f, s.game.sizes)
        cells = out.get(f.name, np.array(s.record[f.name]))
        filled = np.argwhere(cells)
        at = tuple(int(rng.integers(n)) for n in cells.shape)
        if len(filled) and rng.random() < 0.5:
            at = tuple(filled[int(rng.integers(len(filled)))])
        cells[at] = rng.integers(lo, (hi if rng.random() < 0.5 else min(hi, 5)) + 1)
        out[f.name] = cells
    if rng.random() < 0.8:  # what follows from hands and decks follows from the changed ones
        hand, deck = (np.array(out.get(name, s.record[name])) for name in ("hand", "deck"))
        out |= {"held": hand + deck, "known": np.minimum(out.get("known", s.record["known"]), hand)}
    return out


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [1, 3, 6])
def test_a_changed_position_is_refused_or_played_to_its_end(players, options):
    g = Game(SPEC, players, options)
    rng = np.random.default_rng(players + 10 * OPTIONS.index(options))
    refused, played = [], 0
    for _ in range(TRIES):
        s = met(g, rng)
        try:
            s = s.edit(**changes(s, rng))
        except PositionError as error:
            refused.append(str(error))
            continue
        while not s.is_over:
            step(s, rng)
        s.check()
        played += 1
    assert played
    assert refused
    assert all(re.fullmatch("deck_building-v0: .+", line) for line in refused)


def test_what_was_known_of_hands_is_part_of_every_saved_position():
    g = Game(SPEC, 2, {"hands": "hidden"})
    s, rng = g.new(3), np.random.default_rng(3)
    while not s.record["known"].any():
        step(s, rng)
    assert s.record["known"].shape == (6, CARDS)
    assert State.from_json(g, s.to_json()) == State.from_bytes(g, s.to_bytes()) == s
