"""Battles in which a card does what the test wants."""

import pytest

from elderzoo.envs.core.game import State

from .other_cards import CARD, changed, played_with, written
from .story import battle, next_to_act

IDLE = {0: {"lashing_limbs": 1}, 1: {"revolver": 1}, 2: {"shotgun": 1}, 3: {"fire_axe": 1}}


@pytest.fixture
def fight(tmp_path):
    """``fight("damage 2", "stun 1", by=1)``: seat ``by`` holds a card whose special attack does that, all others hold
    another card; seat 0 is the Ancient One. ``then``: who acts next. No cards are drawn before the order deck is reset,
    unless ``rules`` says otherwise.
    """

    def make(*effects: str, by: int = 1, then: tuple[int, ...] = (2,), rules=None, **position) -> State:
        name = CARD["investigator" if by else "ancient_one"]
        rows = [{"op": e.split()[0], "amount": int(e.split()[1])} for e in effects]
        position["hand"] = IDLE | {by: {name: 1}} | position.get("hand", {})
        rules = {"battle_hand": "reset"} | (rules or {})
        s = battle(4, acts=by, rules=rules, **position)
        s = played_with(s, written(changed("battle", name, effects=rows), tmp_path), **rules)
        return next_to_act(s, *then)

    return make
