# pyright: reportMissingImports=false
# The peers are optional: each is left out where it is not installed.
"""Other libraries' games, each called the fastest way its Python interface offers. Absent libraries are left out."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from elderzoo.benchmarks.layers import Probe

STEPS = 1000


def peers() -> list[Probe]:
    """Probes of the libraries that are installed."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        return []
    return [open_spiel(pyspiel, "crazy_eights", 4)]


def open_spiel(pyspiel, name: str, players: int) -> Probe:
    """OpenSpiel: observation through an Observer's buffer, mask written into a buffer, random legal actions."""
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name, {"players": players})
    observer: Any = make_observation(game)
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    pick = random.Random(0)
    states = [game.new_initial_state()]

    def run() -> int:
        state, steps = states[0], 0
        while steps < STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(outcomes, odds)[0])
            else:
                legal = state.legal_actions()
                mask[:] = 0
                mask[legal] = 1
                observer.set_from(state, state.current_player())
                state.apply_action(legal[int(pick.random() * len(legal))])
                steps += 1
        states[0] = state
        return steps

    facts = {"seats": players, "observation": len(observer.tensor), "actions": len(mask)}
    return Probe(f"OpenSpiel {name}", run, facts)
