"""Positions from outside that contradict themselves are refused, with the field, before any rule runs on them."""

import copy

import pytest

from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import State
from elderzoo.envs.creatures_and_cultists.positions import LIES_ON, MOST
from elderzoo.envs.creatures_and_cultists.state import FIRST_TASK, IN_ATTACK, IN_CARD, IN_ROLL, KILL, TARGET, TURN

from .story import attack, dice, play, table


def refuse(state: State, match: str, **changes):
    """Change fields of the state's JSON, given as field: (index, value) or value; it must be refused."""
    data = copy.deepcopy(state.to_json())
    for field, change in changes.items():
        if isinstance(change, tuple):
            *path, last, value = change
            cells = data["fields"][field]
            for k in path:
                cells = cells[k]
            cells[last] = value
        else:
            data["fields"][field] = change
    with pytest.raises(PositionError, match=match):
        State.from_json(state.game, data)


def aiming() -> State:
    s = table(3, hand={0: {"tommy_gun": 1}})
    return play(s, "play:tommy_gun", "cultist:0>seat+0", "cultist:3>seat+1")


def defending() -> State:
    """Seat 1 may spend points on a defence."""
    s = table(hand={0: {"harsh_language": 1}}, points={1: 20})
    return attack(dice(s, "333"), "harsh_language")


def casting() -> State:
    return play(table(3, hand={0: {"assassination": 1}}), "play:assassination", "seat+1")


def test_these_positions_are_accepted_as_they_are():
    for s in (aiming(), defending(), casting(), table(4)):
        assert State.from_json(s.game, s.to_json()) == s


def test_every_kind_of_entry_has_its_place():
    assert set(LIES_ON) == set(range(IN_ROLL + 1))
    assert set(MOST) <= set(LIES_ON)
    assert all(kind != TURN or below == (-1,) for kind, below in LIES_ON.items())


@pytest.mark.parametrize("count", [3, 4, 4000, -1])
def test_no_more_targets_than_there_are_places_for(count):
    refuse(aiming(), "target|stack", stack=(0, 3, count))


@pytest.mark.parametrize(("field", "match"), [("attacker", "attacker"), ("defender", "defender"), ("row", "row")])
def test_an_attack_that_lacks_something(field, match):
    refuse(aiming(), match, **{field: -1})
    refuse(defending(), match, **{field: -1})


def test_an_attack_without_its_card_source_or_target():
    refuse(defending(), "card", card=-1)
    refuse(defending(), "source", source=-1)
    refuse(defending(), "target", target=(0, -1))
    refuse(defending(), "fate", fate=(0, -1))
    refuse(defending(), "fate", right=(2, 1))
    refuse(defending(), "at", at=1)
    refuse(defending(), "attacker", attacker=1)
    refuse(aiming(), "target", target=(0, -1))


def test_an_absent_seat_is_attacked():
    refuse(aiming(), "defender", defender=4)
    refuse(casting(), "victim", victim=3)


def test_a_card_without_its_victim_or_name():
    refuse(casting(), "victim", victim=-1)
    refuse(casting(), "card", card=-1)
    refuse(casting(), "card", card=50)


def test_more_kills_than_there_are_cultists():
    s = casting()
    assert int(s.record["stack"][0, 0]) == KILL
    refuse(s, "stack", stack=(0, 3, 9))
    refuse(s, "choose among", stack=(0, 3, 2), alive=(1, [[0] * 8, [0] * 8, [0] * 7 + [1]]))
    refuse(s, "stack", stack=(0, 3, 0))
    refuse(s, "stack", stack=(0, 2, 4))


def test_entries_that_do_not_lie_on_each_other():
    s = defending()
    refuse(s, r"stack.*0.* cannot lie on", stack=(0, 0, TARGET))
    refuse(table(), "which asks nobody|cannot lie", stack=(0, 0, FIRST_TASK))
    refuse(s, "stack", stack=(2, 3, 10), depth=4)
    top = int(s.record["depth"]) - 1
    refuse(s, "cannot lie on", stack=(top, 0, IN_CARD))
    refuse(s, "stack", stack=(top, 3, 2))
    assert int(s.record["stack"][2, 0]) == IN_ATTACK
    refuse(s, "stack", stack=(2, 3, 10))
    refuse(s, "asks nobody", stack=[e.tolist() for e in s.record["stack"][1:]] + [[-1] * 4], depth=top)


def test_cults_that_are_neither_in_nor_out():
    s = table(3)
    refuse(s, r"alive.*1.*nobody lives", alive=(1, [[0] * 8] * 3))
    refuse(s, r"out.*0.*cult that is out|stack", out=(0, 1), alive=(0, [[0] * 8] * 3))
    refuse(s, "points", out=(1, 1), points=(1, 3))
    refuse(s, "decided", out=[0, 1, 1, 0, 0])
    refuse(s, "favoured", favoured=-1)
    refuse(s, "favoured", favoured=3)
    with pytest.raises(PositionError, match="nobody lives"):
        s.edit(alive={1: [[0] * 8] * 3})
    with pytest.raises(PositionError, match="nobody lives"):
        s.edit(alive={1: [[0] * 8] * 3}, decide=(1, "turn"))


def test_knowledge_that_cannot_be():
    s = table(3, hand={1: {"dodge": 1}}, known={1: {"dodge": 1}})
    kind = s.game.labels["kind"].index
    refuse(s, r"known.*1", known=(1, kind("dodge"), 2))
    refuse(s, r"known.*1", known=(1, [0] * kind("tommy_gun") + [1] + [0] * (63 - kind("tommy_gun"))))
    refuse(s, r"known.*2", known=(2, kind("dodge"), 1))
    refuse(s, r"outside.*0", outside=(0, kind("dodge"), 7))
    view = s.view(0).to_json()
    view["fields"]["known"][1][kind("dodge")] = 2
    with pytest.raises(PositionError, match="known"):
        s.game.from_view(view, 0)
