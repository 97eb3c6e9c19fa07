"""Positions from outside that contradict themselves are refused, with the field, before any rule runs on them."""

import copy
import re

import numpy as np
import pytest

from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cultistorm import SPEC
from elderzoo.envs.cultistorm.positions import ASKS_FOR, COUNTS, LIES_ON, SUBJECTS
from elderzoo.envs.cultistorm.positions_asked import ANSWERS
from elderzoo.envs.cultistorm.state import (
    CARDS,
    COMBAT,
    CRYSTAL,
    FOUND,
    GATE_SEAL,
    GREAT,
    IN_EFFECTS,
    IN_ROUND,
    IN_SEALING,
    IN_SEARCH,
    INVESTIGATE,
    OF_ACT,
    OF_CARD,
    OF_CULTIST,
    OF_GOD,
    OF_TERROR,
    PAY,
    SET_DIE,
    TARGET,
    VICTIM,
    WHERE,
)

from .fights import combat
from .story import game, items_drawn, number, play, table

HIDDEN = {"hands": "hidden"}
PORTER, ACOLYTE = "society_porter", "lodge_acolyte"


# ------------------------------------------------------------------------------- a position of each question


def investigate(**fields) -> State:
    return table(3, **fields)


def choose_self() -> State:
    return game(3, investigators="chosen").new(1)


def choose_start() -> State:
    return game(3).new(1)


def discard(**fields) -> State:
    return table(3, phase="preparation", hand={0: {"haymaker": 1}}, **fields)


def set_die() -> State:
    return play(table(3, pool={"wild": 1}), "take:wild")


def roll_die() -> State:
    return play(table(3, dice={0: {"star": 1}}), "reroll")


def pool_die() -> State:
    return play(table(3, pool={"star": 1}), "reroll_pool")


def support_whom(**fields) -> State:
    return play(table(3, hand={0: {"comet_log": 1}}, **fields), "support:comet_log")


def search_depth(**fields) -> State:
    return play(table(3, hand={0: {"tide_tables": 1, "deep_water_chart": 1}}, **fields), "search")


def found() -> State:
    s = items_drawn(table(3, hand={0: {"tide_tables": 1}}), "dynamite")
    return play(s, "search")


def trade_with() -> State:
    return play(table(3, items={0: {"dynamite": 1}}), "trade")


def trade_item() -> State:
    return play(trade_with(), trade_with().legal_names()[0])


def trade_answer() -> State:
    return play(trade_item(), "item:dynamite")


def learn() -> State:
    return play(table(3, trophies={0: {"star": 1, "eye": 1}}), "learn")


def gate_seal() -> State:
    return play(table(3, trophies={0: {"star": 1}}), "learn")


def target() -> State:
    return play(table(3, cultists=[(PORTER, 0)]), "target")


def fight(**fields) -> State:
    return combat([(PORTER, 0)], dice={0: {"star": 2, "shield": 2, "eye": 2, "planet": 2}}, **fields)


def pay(**fields) -> State:
    return play(fight(**fields), "fight")


def sealing(**fields) -> State:
    return table(3, phase="sealing", trophies={0: {"star": 1}}, **fields)


def lay_trophy() -> State:
    s = table(3, phase="sealing", rules={"symbols": "free"}, trophies={0: {"star": 1}}, location={1: second_star()})
    return play(s, "trophy:star")


def second_star() -> str:
    t, names = game(3).tables, game(3).labels["location"]
    stars = [names[k] for k in range(int(t["locations"])) if t["location_symbol"][k] == 0]
    return next(name for name in stars if name != "arkham")


def fight_whom() -> State:
    s = combat([(PORTER, 0), (ACOLYTE, 0)], players=2, aims={0: [0, 1]}, dice={0: {"star": 3, "shield": 3}})
    return play(s, "fight")


POSITIONS = (
    *(choose_self, choose_start, discard, investigate, fight, sealing, set_die, roll_die, pool_die, support_whom),
    *(search_depth, found, trade_with, trade_item, trade_answer, learn, gate_seal, target, lay_trophy, fight_whom, pay),
)
ASKED = {"fight": "combat"}


@pytest.mark.parametrize("make", POSITIONS)
def test_these_positions_are_accepted_as_they_are(make):
    s = make()
    assert s.pending == ASKED.get(make.__name__, make.__name__)
    assert State.from_json(s.game, s.to_json()) == s


# ------------------------------------------------------------------------------------------------- refusals


def changed(state: State, **changes) -> dict:
    """The state's JSON with fields changed, given as field: {place: value} or value."""
    data = copy.deepcopy(state.to_json())
    for field, change in changes.items():
        if not isinstance(change, dict):
            data["fields"][field] = change
            continue
        for at, value in change.items():
            *path, last = at if isinstance(at, tuple) else (at,)
            cells = data["fields"][field]
            for k in path:
                cells = cells[k]
            cells[last] = value
    return data


def refuse(state: State, message: str, **changes):
    with pytest.raises(PositionError, match=re.escape(message)):
        State.from_json(state.game, changed(state, **changes))


def kind(s: State, vocab: str, name: str) -> int:
    return number(s.game, vocab, name)


def test_every_kind_of_entry_has_its_place():
    assert set(LIES_ON) == set(range(IN_EFFECTS + 1))
    assert set(COUNTS) | set(SUBJECTS) | set(ANSWERS) | set(ASKS_FOR) <= set(LIES_ON)
    assert {entry for entry, below in LIES_ON.items() if below == (-1,)} == {IN_ROUND}


@pytest.mark.parametrize(
    ("make", "entry"),
    [
        (investigate, COMBAT),
        (investigate, PAY),
        (fight, INVESTIGATE),
        (fight, TARGET),
        (sealing, FOUND),
        (discard, SET_DIE),
        (target, WHERE),
        (choose_start, GATE_SEAL),
        (trade_with, VICTIM),
    ],
)
def test_an_entry_on_what_it_cannot_lie_on(make, entry):
    refuse(make(), f"field 'stack'[0, 0] is {entry}, which cannot lie on", stack={(0, 0): entry})


@pytest.mark.parametrize(
    ("make", "at", "count", "span"),
    [
        (investigate, 0, 2, "1..1"),
        (investigate, 1, 3, "0..2"),
        (investigate, 1, -1, "0..2"),
        (investigate, 2, 8, "0..7"),
        (choose_start, 1, 4, "0..3"),
        (fight, 0, 2, "0..1"),
        (fight, 1, 32, "0..31"),
        (pay, 0, 3, "0..2"),
        (search_depth, 0, 14, "2..13"),
        (trade_item, 0, 0, "1..2"),
        (trade_answer, 0, 3, "1..2"),
        (sealing, 1, 1, "0..0"),
        (discard, 1, 4, "0..3"),
    ],
)
def test_a_count_that_an_entry_cannot_have(make, at, count, span):
    refuse(make(), f"field 'stack'[{at}, 3] is {count}, allowed {span}", stack={(at, 3): count})


@pytest.mark.parametrize(
    ("make", "at", "subject", "span"),
    [
        (investigate, 0, 0, "-1..-1"),
        (choose_start, 1, 3, "0..2"),
        (discard, 1, 2, "0..1"),
        (fight, 1, 6, "0..5"),
        (pay, 0, 14, "0..13"),
        (lay_trophy, 0, -1, "0..4"),
        (support_whom, 0, -1, f"0..{CARDS - 1}"),
        (trade_answer, 0, -1, "0..32767"),
    ],
)
def test_a_subject_that_an_entry_cannot_have(make, at, subject, span):
    refuse(make(), f"field 'stack'[{at}, 2] is {subject}, allowed {span}", stack={(at, 2): subject})


def test_nobody_is_asked():
    refuse(
        sealing(), "which asks nobody", depth=2, stack={0: [IN_SEALING, 0, -1, 0], 1: [IN_ROUND, 0, -1, 7], 2: [-1] * 4}
    )


def under_effect(source: int, count: int, entry: list[int], **changes) -> dict:
    """The stack of an effect in an action of seat 0, under a question."""
    return {
        "depth": 4,
        "stack": {
            0: entry,
            1: [IN_EFFECTS, 0, source, count],
            2: [LIES_ON[TARGET][0], 0, 0, 1],
            3: [IN_ROUND, 0, -1, 5],
        },
    } | changes


def going() -> int:
    return OF_CARD + number(game(3), "card", "walk_each_other_home")  # heals, and may have its friend go


def brought(*names: str) -> dict:
    """The stack of a Terror card under what it has brought, one on the other, the first effect of each done; the last
    one asks whom it is about."""
    g = game(3)
    kinds = {"act": OF_ACT, "god": OF_GOD, "cultist": OF_CULTIST, "card": OF_CARD, "terror": OF_TERROR}
    of = {name: kind for kind in kinds for name in g.labels[kind]}
    sources = [kinds[of[name]] + number(g, of[name], name) for name in ("drums_below", *names)]
    asked, top = g.tables, sources[-1]
    stack = [[VICTIM, 0, int(asked["op"][top, 0]), int(asked["amount"][top, 0])]]
    stack += [[IN_EFFECTS, 0, source, 1] for source in reversed(sources)]
    stack += [[LIES_ON[TARGET][0], 0, 0, 1], [IN_ROUND, 0, -1, 5]]
    return {"depth": len(stack), "stack": dict(enumerate(stack))}


def test_effects_are_those_of_their_source():
    s, source = investigate(), going()
    assert State.from_json(s.game, changed(s, **under_effect(source, 2, [WHERE, 0, -1, 1])))
    for count in (3, 7, 8 + 1, 8 + 2):
        refuse(s, "no question of source", **under_effect(source, count, [WHERE, 0, -1, 1]))
    for count in (2, 7, 8, 8 + 1):
        changes = brought("cthulhu")
        changes["stack"][2][3] = count
        refuse(s, f"field 'stack'[2, 3] is {count}, no effect of source", **changes)


def test_questions_are_those_of_the_last_effect():
    s, source = investigate(), going()
    for count in (0, 1):
        refuse(s, "no question of source", **under_effect(source, count, [WHERE, 0, -1, 1]))
    refuse(s, "no question of source", **under_effect(source, 2, [WHERE, 1, -1, 1]))
    refuse(s, "no question of source", **under_effect(source, 2, [CRYSTAL, 0, 0, 1]))
    refuse(s, "no question of source", **under_effect(source, 2, [VICTIM, 0, 1, 2]))


@pytest.mark.parametrize("names", [("cthulhu",), ("endless_night", "cthulhu")])
def test_an_effect_may_lie_on_one_that_brings_it(names):
    s = investigate()
    assert State.from_json(s.game, changed(s, **brought(*names)))


@pytest.mark.parametrize(
    "names",
    [
        ("cthulhu", "cthulhu"),
        ("cthulhu", "endless_night", "cthulhu"),
        ("endless_night", "endless_night", "cthulhu"),
        ("hollow_understudy", "cthulhu"),  # it comes before what the Cultist does
        ("walk_each_other_home", "cthulhu"),
        ("one_too_many",),
        tuple(["cthulhu", "nyarlathotep"] * 4),
    ],
)
def test_an_effect_on_one_that_does_not_bring_it(names):
    refuse(investigate(), "does not bring", **brought(*names))


def test_a_search_is_that_of_an_effect_that_finds():
    s, source = found(), going()
    stack = {0: [FOUND, 0, -1, 1], 1: [IN_SEARCH, 0, -1, 1], 2: [IN_EFFECTS, 0, source, 2]}
    stack |= {3: [LIES_ON[TARGET][0], 0, 0, 1], 4: [IN_ROUND, 0, -1, 5]}
    refuse(s, f"field 'stack'[1, 2] is -1, no question of source {source}", depth=5, stack=stack)


def test_the_phase_and_the_round_are_those_under_way():
    refuse(investigate(), "field 'phase' is 5, under way is 4", phase=5)
    refuse(fight(), "field 'stack'[2, 3] is 5, a round in this phase has come to 6", stack={(2, 3): 5})
    refuse(investigate(), "field 'round' is 0 after setting up", round=0)
    refuse(investigate(), "field 'first' is 3, no seat of this game", first=3)


# ------------------------------------------------------------------------------------------- Locations and foes


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("field 'location'[1] is -1, no Location", {"location": {1: -1}}),
        ("field 'location'[1] is 10, no Location", {"location": {1: 10}}),
        ("a Location that is there already", {"location": {1: number(game(3), "location", "arkham")}}),
        ("of a symbol that is there already", {"location": {1: number(game(3), "location", second_star())}}),
        ("field 'marker' is -1", {"marker": -1}),
        ("field 'protected' is 3, no seat", {"protected": 3}),
        ("field 'seal_of'[2] is 4, no seat", {"seal_of": {2: 4}}),
        ("there are 9 Investigator dice", {"pool": {0: 1}}),
        ("field 'ending' is 1 in a running game", {"ending": 1}),
        ("field 'cultist'[1] is -1: Cultists in play leave no gap", {"cultist": {2: 0}, "cultist_at": {2: 0}}),
        ("field 'cultist_at'[0] is -1 for Cultist", {"cultist_at": {0: -1}}),
        ("field 'cultist_at'[1] is 2 for Cultist -1", {"cultist_at": {1: 2}}),
        ("field 'cultist'[0] is 50, no Cultist", {"cultist": {0: 50}}),
        ("field 'god_at'[12] is 2, but there is no such", {"god_at": {12: 2}}),
        ("field 'god_front'[0] is 1 for a Great Old One that is not", {"god_front": {0: 1}}),
        ("field 'god_at' has two at Location 3", {"god_at": {0: 3, 1: 3}}),
        ("field 'under'[1] holds Cultists where no", {"under": {(1, 0): 1}}),
        ("field 'sealed': the game is won", {"sealed": [1] * 5}),
    ],
)
def test_the_table_is_as_it_may_be(message, changes):
    refuse(investigate(cultists=[(PORTER, 2)]), message, **changes)


@pytest.mark.parametrize("names", [("hastur", "cthulhu"), ("azathoth", "the_last_tide"), ("hastur", "choirmaster")])
def test_two_of_one_wave_do_not_share_a_location(names):
    s = investigate()
    gods = {kind(s, "god", name): 3 for name in names}
    refuse(s, "field 'god_at' has two at Location 3, of which none is the older", god_at=gods)


def test_an_older_and_a_younger_one_may_share_a_location():
    s = investigate()
    gods = {kind(s, "god", "hastur"): 3, kind(s, "god", "azathoth"): 3}
    assert State.from_json(s.game, changed(s, god_at=gods))


def test_no_more_cultists_than_the_team_can_bear():
    s = investigate()
    names = [c["id"] for c in s.game.content.sections["cultist"] if c["set"] == "core"][:12]
    refuse(
        s,
        "holds 12 Cultists, more than",
        cultist=[kind(s, "cultist", n) for n in names] + [-1],
        cultist_at=[*range(5), *range(5), 0, 1, -1],
    )


# ------------------------------------------------------------------------------------------- the Terror circle


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("field 'steps' is 4, this game has 5", {"steps": 4}),
        ("field 'steps' is 0, this game has 5", {"steps": 0}),
        ("field 'terror_at' is 5, no place", {"terror_at": 5}),
        ("field 'terror_at' is -1, no place", {"terror_at": -1}),
        ("field 'gems'[1] is 4, not those of its Terror card", {"gems": {1: 4}}),
        ("field 'gems'[5] is 1, beyond the circle", {"gems": {5: 1}}),
        ("field 'crystals'[4] is 9, with", {"crystals": {4: 9}}),
        ("field 'crystals'[5] is 1, with 0 gems", {"crystals": {5: 1}}),
        ("not one Terror card", {"terror_open": {1: 0}}),
        ("not one Terror card", {"terror": {4: 0}}),
        ("field 'terror_count' is", {"terror_used": {0: 1}}),
        ("field 'terror_old' is 1 where", {"terror_old": {4: 1}}),
        ("field 'terror_before' is not what lies face down", {"terror_old": {0: 1}}),
        ("no Final Act of this game", {"act": -1}),
        ("no Final Act of this game", {"act": 3}),
        ("no Final Act of this game", {"act": 0, "act_now": 1}),
        ("but the Final Act has begun", {"act_now": 0}),
        ("field 'gems'[4] is 6, not those of the Final Act", {"gems": {4: 6}}),
        ("field 'act_god' is 1, which no Final Act has brought", {"act_god": 1}),
        ("field 'god_lost' is 1 before", {"god_lost": 1}),
    ],
)
def test_the_terror_circle_is_as_it_may_be(message, changes):
    refuse(investigate(), message, **changes)


# ------------------------------------------------------------------------------------------------------ the team


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("field 'investigator'[1] is -1, no investigator", {"investigator": {1: -1}}),
        ("field 'investigator'[1] is 6, no investigator", {"investigator": {1: 6}}),
        ("the investigator of another seat", {"investigator": {2: number(game(3), "investigator", "dockhand")}}),
        ("field 'at'[2] is -1, no place to be", {"at": {2: -1}}),
        ("field 'insanity'[1] is 0, no Insanity", {"permanent": {1: 1}}),
        ("field 'insanity'[0] is 5, no Insanity", {"insanity": {0: 5}}),
        ("field 'aims'[1] has 0, which is not", {"aims": {(1, 0): 0}, "at": {1: 1}}),
        ("field 'aims'[0] has 3, which is not", {"aims": {(0, 0): 3}}),
        (f"field 'aims'[0] has {GREAT}, which is not", {"aims": {(0, 0): GREAT}}),
        ("field 'aims'[2] holds one foe twice", {"aims": {2: [0, 0]}}),
        ("field 'ready'[0] is 1 for a seat that is asked", {"ready": {0: 1}}),
        ("field 'worn'[0] holds Items that it does not have", {"worn": {(0, 0): 1}}),
        ("field 'item_count' is", {"items": {(0, 0): 1}}),
        ("field 'need' holds symbols, but there is no fight", {"need": {0: 1}}),
        ("field 'paid' holds symbols, but there is no fight", {"paid": {1: 1}}),
        ("field 'known'[1] holds cards that are not in that hand", {"known": {(1, 0): 1}}),
        ("field 'lent_to' holds more cards of kind 0", {"lent_to": {(1, 0): 1}}),
    ],
)
def test_the_team_is_as_it_may_be(message, changes):
    s = investigate(cultists=[(PORTER, 0)])
    refuse(s, message, **changes)


def test_three_items_are_too_many():
    twice = next(c["id"] for c in game(3).content.sections["item"] if c["copies"] == 2 and c["lasts"] != "event")
    s = investigate(items={1: {"dynamite": 1}, 2: {twice: 2}})
    k, other = kind(s, "item", "dynamite"), kind(s, "item", twice)
    refuse(s, "field 'items'[1] holds 3 Items, allowed 2", items={(1, other): 2, (2, other): 0})
    refuse(s, "field 'found' holds Items, but nobody searches", items={(1, k): 0}, found={k: 1})


def test_while_setting_up_seats_come_one_after_the_other():
    s = choose_self()
    refuse(s, "field 'investigator'[1] is 2, no investigator of this game at this time", investigator={1: 2})
    refuse(s, "field 'stack'[0, 1] is 2, seat 0 is to choose", stack={(0, 1): 2})
    refuse(choose_start(), "field 'at'[2] is 1, no place to be at this time", at={2: 1})
    refuse(choose_start(), "field 'investigator'[0] is -1", investigator={0: -1})


def hidden() -> State:
    return investigate(hand={1: {"chalk_circle": 1}, 2: {"steady_hands": 1}}, rules=HIDDEN)


def test_hidden_hands_hold_the_own_cards():
    s = hidden()
    k, own = kind(s, "card", "haymaker"), kind(s, "card", "steady_hands")
    refuse(s, "hand and deck hold 15 cards, the own ones", discards={(2, own): 1})
    refuse(s, "field 'known'[2] holds cards that", known={(2, k): 1})
    refuse(s, "field 'hand'[2] holds cards that are not its own", hand={(2, own): 0, (2, k): 1})
    refuse(s, "field 'plain'[2] is 2, more cards without icons", plain={2: 2})
    refuse(s, "field 'plain'[0] is 1, more cards without icons", plain={0: 1})


@pytest.mark.parametrize("field", ["cultist_count", "item_count", "terror_count", "deck_count"])
def test_a_view_whose_decks_do_not_add_up(field):
    s = hidden()
    told = s.view(0).to_json()
    cells = told["fields"][field]
    told["fields"][field] = [cells[0], cells[1] + 1, *cells[2:]] if isinstance(cells, list) else cells + 1
    with pytest.raises(PositionError, match=f"field '{field}'"):
        s.game.from_view(told, 0)


@pytest.mark.parametrize(("make", "phase"), [(sealing, 6), (discard, 2)])
def test_supports_for_fights_lie_there_in_two_phases_only(make, phase):
    s = make()
    k = kind(s, "card", "steady_hands")
    message = f"field 'lent_by' holds cards for fights in phase {phase}"
    refuse(s, message, lent_by={(2, k): 1}, lent_to={(1, k): 1}, deck={(2, k): 0}, deck_count={2: 14})
    assert game(3).labels["phase"][phase] == make.__name__.replace("discard", "preparation")


@pytest.mark.parametrize(("make", "phase"), [(sealing, 6), (discard, 2)])
def test_target_markers_lie_there_in_two_phases_only(make, phase):
    s = make(cultists=[(PORTER, 0)])
    refuse(s, f"field 'aims'[1] holds Target markers in phase {phase}", aims={(1, 0): 0})


@pytest.mark.parametrize(
    ("phase", "stay"), [("combat", True), ("sealing", False), ("terror", False), ("cultist", False)]
)
def test_supports_and_target_markers_return_where_another_phase_is_begun(phase, stay):
    """A Trophy to lay, and so somebody is asked in the Sealing Phase."""
    s = fight(lent_by={1: {"harpoon_rack": 1}}, lent_to={0: {"harpoon_rack": 1}}, trophies={0: {"star": 1}})
    s = s.edit(decide=(0, phase))
    s.check()
    left = [bool(s.record[name].any()) for name in ("lent_by", "lent_to")]
    assert [*left, bool((s.record["aims"] >= 0).any())] == [stay] * 3
    assert bool(s.record["discards"][1, kind(s, "card", "harpoon_rack")]) != stay


# -------------------------------------------------------------------------------------------- games that are over


def lost() -> State:
    return play(table(2, insanity={0: 4}, moved={0: 1}), "move:1")


def won() -> State:
    seal = {"sealed": dict.fromkeys(range(1, 5), 1), "placed": {(0, "star"): 3}, "seal_of": {0: 0}}
    return play(table(2, phase="sealing", **seal), "seal")


def called_off() -> State:
    s = table(2, phase="sealing", round=40, trophies={0: {"star": 1}})
    return play(s, "pass")


def cut_off() -> State:
    s = table(2, hand={0: {"spare_charm": 1}})
    s.record["limit"] = s.record["decisions"] + 1
    return play(s, "pass")


@pytest.mark.parametrize(("make", "over", "ending"), [(lost, 1, 1), (won, 1, 0), (called_off, 1, -1), (cut_off, 2, -1)])
def test_games_that_are_over_are_accepted_as_they_are(make, over, ending):
    s = make()
    assert (int(s.record["over"]), int(s.record["ending"])) == (over, ending)
    assert State.from_json(s.game, s.to_json()) == s


@pytest.mark.parametrize(
    ("make", "message", "changes"),
    [
        (lost, "field 'returns'[0] is 0.25, this ending pays -1", {"returns": {0: 0.25}}),
        (lost, "field 'returns'[0] is -1.0, this ending pays 1", {"ending": 0, "sealed": [1] * 5}),
        (lost, "field 'ending' is -1 in round 2", {"ending": -1, "returns": {0: 0, 1: 0}}),
        (lost, "field 'ending' is 0, not how this game ended", {"ending": 0}),
        (won, "field 'ending' is 1, not how this game ended", {"ending": 1}),
        (won, "field 'ending' is 0, not how this game ended", {"sealed": {3: 0}}),
        (called_off, "field 'returns'[1] is 1.0, this ending pays 0", {"returns": {1: 1.0}}),
        (cut_off, "field 'ending' is 2", {"ending": 2}),
        (lost, "field 'location'[0] is 15, no Location", {"location": {0: 15}}),
        (lost, "field 'investigator'[1] is 11, no investigator", {"investigator": {1: 11}}),
        (lost, "field 'steps' is 0, this game has 5", {"steps": 0}),
        (lost, "field 'item_count' is", {"items": {(0, 0): 1}}),
    ],
)
def test_games_that_are_over_ended_by_the_rules(make, message, changes):
    refuse(make(), message, **changes)


@pytest.mark.parametrize("make", [lost, won, called_off])
def test_a_game_that_is_over_goes_on_with_any_phase(make):
    s = make().edit(decide=(0, "investigator"), insanity={0: 0, 1: 0}, sealed={}, round=3)
    assert (s.is_over, s.pending, int(s.record["ending"])) == (False, "investigate", -1)
    assert s.returns.tolist() == [0, 0]


def test_a_die_that_was_to_be_set_returns_to_the_supply_with_another_phase():
    s = set_die().edit(decide=(0, "investigator"))
    assert int(s.record["dice_left"]) == 8
    with pytest.raises(PositionError, match="there are 9 Investigator dice, the game has 8"):
        set_die().edit(decide=(0, "investigator"), pool={"star": 2})


# ------------------------------------------------------------------------------------------------- questions


@pytest.mark.parametrize(
    ("make", "field", "changes"),
    [
        (learn, "trophies", {"level": {0: 3}}),
        (learn, "trophies", {"level": {0: 2}}),
        (gate_seal, "seal_of", {"seal_of": [1] * 5}),
        (target, "aims", {"at": {0: 1}}),
        (target, "aims", {"cultist_at": {0: 3}}),
        (trade_with, "items", {"at": {1: 1, 2: 1}}),
        (trade_answer, "items", {"at": {0: 1}}),
        (search_depth, "item_count", {"stack": {(0, 3): 3}}),
        (fight_whom, "aims", {"aims": {0: [-1, -1]}}),
        (lay_trophy, "trophies", {"sealed": {0: 1, 1: 1}}),
    ],
)
def test_who_is_asked_can_answer(make, field, changes):
    s = make()
    refuse(s, f"field {field!r}: seat {s.seat} has no answer", **changes)


def test_a_support_that_nobody_can_resolve():
    s = play(table(3, hand={0: {"coffee_on_the_roof": 1}}, insanity={1: 1, 2: 1}), "support:coffee_on_the_roof")
    refuse(s, "field 'hand': seat 0 has no answer", insanity={1: 0, 2: 0})


def test_a_fight_is_that_with_a_foe_aimed_at():
    refuse(pay(), "field 'stack'[0, 2] is 1, no foe that seat 0 has aimed at", stack={(0, 2): 1})
    refuse(pay(), "field 'stack'[0, 2] is 0, no foe that seat 0 has aimed at", aims={0: [-1, -1]})


def test_a_fight_takes_what_the_foe_takes():
    s = pay()
    needs = [int(n) for n in s.record["need"]]
    assert sum(needs) == 3 + (s.game.labels["symbol"][0] == "star" and needs[0] > 1)
    refuse(s, "the foe takes", need={0: needs[0] + 1})
    refuse(s, "the foe takes", cultist_die={0: 2})


def test_what_is_paid_goes_with_how_far_the_fight_has_come():
    refuse(pay(), "field 'paid' holds 0 symbols, with 'stack'[0, 3] 2", stack={(0, 3): 2})
    refuse(pay(), "field 'paid' holds 1 symbols, with 'stack'[0, 3] 1", paid={1: 1})
    refuse(pay(), "field 'paid': the fight is won", paid={31: 9}, stack={(0, 3): 2})
    refuse(pay(), "but seat 0 cannot pay for the fight", dice={0: [0] * 5}, dice_left=8)


# ------------------------------------------------------------------------------------- many changes by chance


def careful(s: State, rng: np.random.Generator) -> int:
    """An action by chance, but seldom one that costs Insanity: other games end in their first round."""
    ids = np.flatnonzero(s.legal())
    names = [s.game.actions.name(int(a)) for a in ids]
    dear = ("reroll", "support", "move", "use_location", "fight", "wait")
    calm = [a for a, name in zip(ids, names, strict=True) if not name.startswith(dear)]
    return int(rng.choice(calm if calm and rng.random() < 0.9 else ids))


SEEDS = [pytest.param(range(16), id="quick"), pytest.param(range(16, 1016), id="full", marks=pytest.mark.full)]
PRESETS: list[dict] = [{}, SPEC.presets["turned"], HIDDEN | {"special_sect": True}, {"creatures": True}]
LEFT = {"seed", "stream", "forced", "forced_n", "returns", "winners", "limit", "auto", "seat", "players"}


@pytest.mark.parametrize("seeds", SEEDS)
def test_what_is_accepted_can_be_played_to_its_end(seeds):
    refused = told = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        g = Game(SPEC, 2 + seed % 4, PRESETS[seed // 4 % 4])
        s = g.new(seed)
        for _ in range(int(rng.integers(5, 60))):
            s, before = s.clone().step(careful(s, rng)), s
            if s.is_over:
                s = before
                break
        data = s.to_json()
        for _ in range(int(rng.integers(1, 4))):
            cells, at = data["fields"], str(rng.choice(sorted(set(data["fields"]) - LEFT)))
            while isinstance(cells[at], list):
                cells, at = cells[at], int(rng.integers(len(cells[at])))
            cells[at] = int(rng.choice([cells[at] - 1, cells[at] + 1, rng.integers(-1, 9), rng.integers(-1, 60)]))
        try:
            again = State.from_json(g, data)
        except PositionError as problem:
            refused += bool(re.search(r"field '|the zones hold", str(problem)))
            told += 1
            continue
        for _ in range(3000):
            if again.is_over:
                break
            again.step(int(rng.choice(np.flatnonzero(again.legal()))))
        assert again.is_over
    assert 0 < refused == told < len(seeds)
