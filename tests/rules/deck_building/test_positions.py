"""Positions from outside that contradict themselves are refused, with the field, before any rule runs on them."""

import copy
import re

import numpy as np
import pytest

from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.deck_building import SPEC
from elderzoo.envs.deck_building.positions import COUNTS, LIES_ON, SUBJECTS
from elderzoo.envs.deck_building.state import (
    AFTER,
    BURY,
    CLEAN,
    COMBAT,
    GOD_SLOTS,
    IN_EFFECTS,
    IN_MYTHOS,
    IN_ROUND,
    IN_TURNS,
    OF_CARD,
    ORDER,
    PLAN,
    TARGET,
    TOUGHEST,
    WHOM,
)

from .other_cards import changed, written
from .story import game, mythos, number, play, table

STARING = {"insanity": True}
MARKET = ["whiskey", "shovel", "box_camera", "doctors_bag", "haggle"]

# ------------------------------------------------------------------------------- a position of each question


def plan(**fields) -> State:
    return table(2, hand={0: {"sleuth": 2}}, **fields)


def order(**fields) -> State:
    return play(mythos(table(2, market=MARKET, **fields), "the_long_night"), "end_planning")


def combat(**fields) -> State:
    return table(2, phase="combat", market=MARKET, **{"hand": {0: {"shovel": 1}}} | fields)


def target() -> State:
    return play(combat(minions={("vault_worm", "8"): 1, ("vault_worm", "5"): 1}), "play:shovel", "hit")


def wounded() -> State:
    return play(target(), "minion:vault_worm")


def amount() -> State:
    return play(target(), "god:0")


def whom() -> State:
    return play(table(2, hand={0: {"talk_it_through": 1}}), "play:talk_it_through")


def minion() -> State:
    s = table(2, phase="combat", hand={0: {"flying_tackle": 1}}, minions={("zombie", "3"): 1})
    return play(s, "play:flying_tackle")


def bind() -> State:
    return play(table(2, hand={0: {"mystic_binding": 1}}, minions={("zombie", "3"): 1}), "play:mystic_binding")


def god() -> State:
    return play(table(4, phase="combat", hand={0: {"mystic_binding": 1}}), "play:mystic_binding")


def destroy() -> State:
    return play(table(2, hand={0: {"burn_the_evidence": 1, "sleuth": 1}}), "play:burn_the_evidence")


def retrieve() -> State:
    s = table(2, hand={0: {"retrace_your_steps": 1}}, discards={0: {"sleuth": 1}})
    return play(s, "play:retrace_your_steps")


def gain() -> State:
    return play(table(2, hand={0: {"call_in_a_favor": 1}}, market=MARKET), "play:call_in_a_favor")


def dispel() -> State:
    return play(table(2, hand={0: {"break_up_the_rite": 1}}, permanent={"ration_cards": 1}), "play:break_up_the_rite")


def bury() -> State:
    return play(table(2, hand={0: {"read_the_entrails": 1}}), "play:read_the_entrails")


def clean(**fields) -> State:
    return play(combat(**fields), "end_combat")


def after(**fields) -> State:
    s = table(
        2,
        phase="combat",
        investigators={1: "mission_sister"},
        market=MARKET,
        dead={1: 1},
        health={1: 0},
        deck={1: {}},
        **fields,
    )
    return play(s, "end_combat", "keep")


POSITIONS = (
    *(plan, order, combat, target, wounded, amount, whom, minion, bind, god),
    *(destroy, retrieve, gain, dispel, bury, clean, after),
)
ASKED = {"bind": "minion"}


@pytest.mark.parametrize("make", POSITIONS)
def test_these_positions_are_accepted_as_they_are(make):
    s = make()
    assert s.pending == ASKED.get(make.__name__, make.__name__)
    assert State.from_json(s.game, s.to_json()) == s


# ------------------------------------------------------------------------------------------------- refusals


def refuse(state: State, message: str, **changes):
    """Change fields of the state's JSON, given as field: {place: value} or value; it must be refused."""
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
    with pytest.raises(PositionError, match=re.escape(message)):
        State.from_json(state.game, data)


def kind(s: State, vocab: str, name: str) -> int:
    return number(s.game, vocab, name)


def test_every_kind_of_entry_has_its_place():
    assert set(LIES_ON) == set(range(IN_EFFECTS + 1))
    assert set(COUNTS) | set(SUBJECTS) <= set(LIES_ON)
    assert {entry for entry, below in LIES_ON.items() if below == (-1,)} == {IN_ROUND}


@pytest.mark.parametrize(
    ("make", "entry"),
    [(plan, CLEAN), (plan, TARGET), (combat, WHOM), (clean, PLAN), (amount, BURY), (whom, ORDER), (after, COMBAT)],
)
def test_an_entry_on_what_it_cannot_lie_on(make, entry):
    refuse(make(), f"field 'stack'[0, 0] is {entry}, which cannot lie on", stack={(0, 0): entry})


def test_an_entry_at_the_bottom_that_belongs_on_another():
    refuse(plan(), "field 'stack'[0, 0] is 1, which cannot lie on -1", depth=1, stack={1: [-1] * 4, 2: [-1] * 4})


@pytest.mark.parametrize(
    ("make", "at", "count", "span"),
    [
        (order, 0, 2, "1..1"),
        (plan, 0, 3, "0..2"),
        (plan, 2, 11, "0..10"),
        (combat, 0, 1, "0..0"),
        (wounded, 0, 55, "0..54"),
        (whom, 0, 3, "0..2"),
        (whom, 1, 4, "0..3"),
        (minion, 0, 0, "1..60"),
        (god, 0, 61, "1..60"),
        (destroy, 0, 0, "1..60"),
        (gain, 0, 0, "1..60"),
        (dispel, 0, 0, "1..60"),
        (bury, 0, 0, "1..1"),
        (clean, 0, 0, "1..1"),
    ],
)
def test_a_count_that_an_entry_cannot_have(make, at, count, span):
    refuse(make(), f"field 'stack'[{at}, 3] is {count}, allowed {span}", stack={(at, 3): count})


@pytest.mark.parametrize(
    ("make", "at", "subject", "span"),
    [
        (order, 0, 2, "0..1"),
        (order, 1, -1, "0..1"),
        (amount, 0, -1, "0..194"),
        (amount, 0, 195, "0..194"),
        (plan, 1, 2, "0..1"),
    ],
)
def test_a_subject_that_an_entry_cannot_have(make, at, subject, span):
    refuse(make(), f"field 'stack'[{at}, 2] is {subject}, allowed {span}", stack={(at, 2): subject})


def test_a_mythos_step_has_two_parts():
    s = play(mythos(table(2, market=MARKET), "knife_in_the_fog"), "end_planning")
    assert s.record["stack"][2, 0] == IN_MYTHOS
    refuse(s, "field 'stack'[2, 2] is 2, allowed 0..1", stack={(2, 2): 2})


def test_a_source_without_effects():
    s = whom()
    nothing = OF_CARD + 79
    refuse(s, "field 'stack'[0, 2] is 79, which has no effect", stack={(0, 2): nothing})
    refuse(s, "field 'stack'[1, 2] is 79, which has no effect", stack={(1, 2): nothing})


def test_a_question_about_an_effect_that_the_source_does_not_have():
    """Talk It Through and Burn the Evidence have one effect."""
    refuse(whom(), "field 'stack'[0, 2] is 6, which has no effect number 1", stack={(0, 3): 1})
    refuse(destroy(), "field 'stack'[1, 2] is 10, which has no effect number 2", stack={(1, 3): 2})


def test_nobody_is_asked():
    bottom = {0: [IN_ROUND, 0, -1, 2], 1: [-1] * 4, 2: [-1] * 4}
    refuse(plan(), f"field 'stack'[0, 0] is {IN_ROUND}, which asks nobody", depth=1, stack=bottom)
    turns = {0: [IN_TURNS, 0, 0, 1], 1: [IN_ROUND, 0, -1, 3], 2: [-1] * 4}
    refuse(plan(), f"field 'stack'[0, 0] is {IN_TURNS}, which asks nobody", depth=2, stack=turns)


# ----------------------------------------------------------------------------------------------- the foes


def test_gods_that_are_not_of_this_game():
    """Twelve are, and two players face one."""
    refuse(plan(), "field 'god'[0] is 12, no Elder God of this game", god={0: 12})
    refuse(plan(), "field 'god'[0] is -1, no Elder God of this game", god={0: -1})
    refuse(plan(), "field 'god'[1] is 3, no Elder God of this game", god={1: 3})
    refuse(god(), "field 'god'[1] is -1, no Elder God of this game", god={1: -1})


def test_no_god_is_there_twice():
    """Three players in Cthulhu Mode face two."""
    s = table(3, rules={"mode": "cthulhu"})
    first = int(s.record["god"][0])
    refuse(s, f"field 'god'[1] is {first}, an Elder God that is there already", god={1: first})


def test_gods_with_more_health_than_they_have():
    more = int(plan().record["god_health"][0]) + 1
    refuse(plan(), f"field 'god_health'[0] is {more}, more than it has", god_health={0: more})
    refuse(plan(), "field 'god_health'[1] is 1, more than it has", god_health={1: 1})


def test_minions_with_more_health_than_their_kind_has():
    s = minion()
    at, stock = kind(s, "minion", "zombie"), int(s.record["supply"][kind(s, "minion", "zombie")])
    refuse(
        s,
        f"field 'minions'[{at}] holds Minions with more health than their kind has",
        minions={(at, 3): 1},
        supply={at: stock - 1},
    )


@pytest.mark.parametrize("name", ["bound", "newborn"])
def test_more_minions_bound_or_newborn_than_there_are(name):
    s = minion()
    at = kind(s, "minion", "zombie")
    refuse(s, f"field '{name}'[{at}] is 2, more than there are in play", **{name: {at: 2}})
    refuse(s, f"field '{name}'[0] is 1, more than there are in play", **{name: {0: 1}})


def test_two_cards_are_next():
    refuse(bury(), "field 'next_mythos' holds more than one card", next_mythos=[1, 1] + [0] * 46)


def test_a_card_lasts_that_does_not():
    s = dispel()
    refuse(s, "field 'permanent' holds a card that does not stay", permanent={kind(s, "mythos", "fever_dream"): 1})


def test_no_god_is_left():
    refuse(plan(), "field 'god_health': the game is decided", god_health={0: 0})


# ----------------------------------------------------------------------------------------------- the team


def test_investigators_that_are_not_of_this_game():
    """21 are."""
    refuse(plan(), "field 'investigator'[1] is 21, no investigator of this game", investigator={1: 21})
    refuse(plan(), "field 'investigator'[0] is -1, no investigator of this game", investigator={0: -1})


def test_no_investigator_is_there_twice():
    """The Detective is seat 0."""
    s = table(3)
    detective = kind(s, "investigator", "detective")
    for seat in (1, 2):
        message = f"field 'investigator'[{seat}] is {detective}, an investigator who is there already"
        refuse(s, message, investigator={seat: detective})


def test_investigators_healthier_than_they_may_be():
    """The Detective has 8 and 9."""
    refuse(plan(), "field 'health'[0] is 9, more than the investigator has", health={0: 9})
    refuse(plan(), "field 'sanity'[0] is 10, more than the investigator has", sanity={0: 10})


def test_the_dead_have_no_health_and_all_others_have():
    refuse(plan(), "field 'dead'[1] is 1 with 7 health", dead={1: 1})
    refuse(plan(), "field 'dead'[1] is 0 with 0 health", health={1: 0})


def test_the_dead_have_no_cards():
    refuse(plan(), "field 'held'[1]: the dead have no cards", dead={1: 1}, health={1: 0})


def test_cards_held_are_those_of_hand_and_deck():
    s = plan()
    shovel = kind(s, "card", "shovel")
    refuse(s, "field 'held'[0] counts 11 cards of hand and deck, which are 10", held={(0, shovel): 1})
    refuse(s, "field 'held'[0] is not what hand and deck hold", held={(0, shovel): 1, (0, 0): 6})


def test_cards_known_to_be_in_a_hand_are_there():
    """Two Sleuths are; five and three Staggers are in the deck."""
    s = plan()
    shovel = kind(s, "card", "shovel")
    refuse(s, "field 'known'[0] holds cards that are not in that hand", known={(0, 0): 3})
    refuse(s, "field 'known'[0] holds cards that are not in that hand", known={(0, shovel): 1})
    refuse(s, "field 'known'[0] holds cards that are not in that hand", known={(0, kind(s, "card", "stagger")): 1})
    refuse(s, "field 'known'[1] holds cards that are not in that hand", known={(1, 0): 1})
    s.edit(known={0: {"sleuth": 2}}).check()


def test_cards_known_to_be_in_a_hidden_hand_are_held():
    """Of seat 1 all know five cards, a Shovel and four Sleuths, two of them in its hand."""
    s = table(2, hand={1: {"shovel": 1, "sleuth": 1}}, deck={1: {"sleuth": 3}}, rules={"hands": "hidden"})
    shovel = kind(s, "card", "shovel")
    for cells in ({shovel: 2}, {0: 2, shovel: 1}, {1: 1}):
        data = s.view(0).to_json()
        for k, n in cells.items():
            data["fields"]["known"][1][k] = n
        with pytest.raises(PositionError, match=r"field 'known'\[1\] holds cards that are not in that hand"):
            s.game.from_view(data, 0)
    data["fields"]["known"][1][1] = 0
    data["fields"]["known"][1][0] = 2
    assert s.game.from_view(data, 0).record["hand"][1, shovel] == 0


def test_what_is_held_is_checked_after_the_game_as_well():
    """A view of it is dealt like any other."""
    s = combat(hand={0: {"shovel": 1}, 1: {"sleuth": 1}}, god_health={0: 1}, rules={"hands": "hidden"})
    play(s, "play:shovel", "hit", "god:0", "spend:one")
    assert s.is_over
    refuse(s, "field 'held'[1] counts 11 cards of hand and deck, which are 10", held={(1, 0): 8})
    data = s.view(0).to_json()
    data["fields"]["known"][1][kind(s, "card", "shovel")] = 1
    with pytest.raises(PositionError, match=r"field 'known'\[1\] holds cards that are not in that hand"):
        s.game.from_view(data, 0)


def test_nobody_stares_where_sanity_kills():
    refuse(plan(), "field 'entranced'[1] is 2 without option 'insanity'", entranced={1: 2})


def test_a_mind_without_sanity_is_lost_or_dead():
    refuse(plan(), "field 'sanity'[1] is 0 for an investigator in their right mind", sanity={1: 0})


def test_the_dead_do_not_stare():
    refuse(after(rules=STARING), "field 'entranced'[1] is 2 for one of the dead", entranced={1: 2})


def test_nobody_is_sane():
    """One who is calm again and still stares is."""
    s = table(2, phase="combat", market=MARKET, rules=STARING)
    refuse(clean(rules=STARING), "field 'dead': the game is decided", entranced={0: 1, 1: 1}, sanity={0: 0, 1: 0})
    refuse(s, "field 'dead': the game is decided", entranced={0: 1, 1: 1}, sanity={0: 0, 1: 0})
    refuse(s, "field 'dead'[0]: a turn is that of somebody able", entranced={0: 1, 1: 1}, sanity={0: 1, 1: 0})


# ------------------------------------------------------------------------------------- cards on the table


@pytest.mark.parametrize("name", ["sleuth", "stagger"])
def test_starters_are_not_on_sale(name):
    s = gain()
    at = kind(s, "card", name)
    refuse(s, f"field 'market'[2] is {at}, no Library card of this game", market={2: at})


def test_unknown_cards_are_not_on_sale():
    """71 kinds are known."""
    refuse(gain(), "field 'market'[0] is 71, no Library card of this game", market={0: 71})


def test_locations_only_are_places():
    s = plan()
    shovel = kind(s, "card", "shovel")
    left = int(s.record["library"][shovel])
    changes = {"library": {shovel: left - 1}, "library_count": int(s.record["library_count"]) - 1}
    refuse(s, "field 'locations' holds a card that is no Location", locations={shovel: 1}, **changes)


# ------------------------------------------------------------------------------------------- who is asked


@pytest.mark.parametrize("make", [plan, combat, order])
def test_a_turn_is_that_of_somebody_able(make):
    refuse(make(rules=STARING), "field 'dead'[0]: a turn is that of somebody able to take it", entranced={0: 1})


@pytest.mark.parametrize("make", [plan, combat, target, whom])
def test_who_has_its_turn_gets_no_second_one(make):
    refuse(make(), "field 'turn'[0] is 0 for a seat that has its turn", turn={0: 0})


@pytest.mark.parametrize("make", [plan, combat, target, whom])
def test_a_turn_has_a_purse(make):
    refuse(make(), "field 'factor' is 0 in a turn", factor=0)


def test_a_round_has_begun():
    refuse(plan(), "field 'round' is 0: none has begun", round=0)


@pytest.mark.parametrize("make", [plan, whom])
def test_no_mythos_is_to_come_in_planning(make):
    refuse(make(), "field 'more_mythos' is 9 in the Planning phase", more_mythos=9)


@pytest.mark.parametrize(("make", "phase"), [(clean, "planning"), (after, "combat")])
def test_the_phase_is_that_of_the_round(make, phase):
    s = make()
    at = s.game.labels["phase"].index(phase)
    refuse(s, f"field 'phase' is {phase}, which the round is not in", phase=at)


@pytest.mark.parametrize(("make", "depth", "stage"), [(plan, 2, 2), (combat, 2, 7), (clean, 1, 8), (after, 1, 2)])
def test_a_round_is_where_its_steps_are(make, depth, stage):
    refuse(make(), f"field 'stack'[{depth}, 3] is {stage}, where no round is", stack={(depth, 3): stage})


def test_turns_are_of_the_phase():
    refuse(plan(), "field 'stack'[1, 2] is 1, not the phase", stack={(1, 2): 1})
    refuse(order(), "field 'stack'[0, 2] is 0, not the phase", stack={(0, 2): 0})
    refuse(plan(), f"field 'stack'[0, 0] is {COMBAT}, no turn of this phase", stack={(0, 0): COMBAT})
    refuse(combat(), f"field 'stack'[0, 0] is {PLAN}, no turn of this phase", stack={(0, 0): PLAN})


def test_an_effect_asks_whom_only_where_somebody_is_to_be_named():
    """A Sleuth makes Moxie, and a Body Armor is about its player."""
    for name in ("sleuth", "body_armor"):
        at = OF_CARD + kind(whom(), "card", name)
        refuse(whom(), f"field 'stack'[0, 2] is {at}, where effect 0 asks about nobody", stack={(0, 2): at})


def test_moxie_is_named_after_the_minion_and_damage_of_an_effect_before():
    refuse(wounded(), "field 'stack'[0, 3] is 2: Moxie is named afterwards", stack={(0, 3): 2})
    there = {("vault_worm", "8"): 1, ("vault_worm", "5"): 1}
    s = table(2, phase="combat", hand={0: {"flying_tackle": 1}}, minions=there)
    play(s, "play:flying_tackle", "minion:vault_worm")
    assert s.pending == "wounded"
    refuse(s, "field 'stack'[0, 3] is 0: Moxie is named afterwards", stack={(0, 3): 0})


def test_who_had_a_turn_is_not_asked_for_it():
    refuse(order(), "field 'turn'[0] is 1 for a seat that is asked whether it goes", turn={0: 1})


def test_the_living_do_not_act_after_death():
    refuse(after(), "field 'dead'[0] is 0 for a seat that acts after death", stack={(0, 1): 0}, seat=0)


@pytest.mark.parametrize("subject", [-1, 0, 3])
def test_a_wounded_minion_is_in_play(subject):
    refuse(wounded(), f"field 'stack'[0, 2] is {subject}, no Minion in play", stack={(0, 2): subject})


@pytest.mark.parametrize("subject", [-1, 0, 22])
def test_a_question_about_minions_is_to_strike_or_to_bind(subject):
    message = f"field 'stack'[0, 2] is {subject}, no question about Minions in play"
    refuse(minion(), message, stack={(0, 2): subject})


def test_there_is_no_minion_to_strike_and_none_free_to_bind():
    s = minion()
    at = kind(s, "minion", "zombie")
    refuse(s, "no question about Minions in play", minions={(at, 2): 0}, supply={at: 16})
    refuse(bind(), "no question about Minions in play", bound={at: 1})


def test_a_foe_that_is_hit_is_there():
    s = amount()
    at = GOD_SLOTS + kind(s, "minion", "zombie") * TOUGHEST + 2
    refuse(s, f"field 'stack'[0, 2] is {at}, a Minion that is not there", stack={(0, 2): at})
    refuse(s, "field 'stack'[0, 2] is 1, an Elder God that is not there", stack={(0, 2): 1})


def test_a_god_that_is_not_to_be_fought_yet_is_not_hit():
    """One after the other: the first is there, the second is not."""
    s = table(4, phase="combat", hand={0: {"shovel": 1}}, rules={"gods": "one_by_one"})
    play(s, "play:shovel", "hit", "god:0")
    refuse(s, "field 'stack'[0, 2] is 1, an Elder God that is not there", stack={(0, 2): 1})


@pytest.mark.parametrize("make", [target, wounded, amount])
def test_there_is_moxie_to_hit_with(make):
    refuse(make(), "field 'spent': there is no Moxie to hit with", spent=3)


def test_there_is_a_lasting_card_to_discard():
    s = dispel()
    at = kind(s, "mythos", "ration_cards")
    discards = {"mythos_discards": {at: 1}}
    refuse(s, "field 'permanent': there is none to discard", permanent={at: 0}, **discards)


def test_there_is_a_next_card_to_discard():
    s = bury()
    at = int(np.flatnonzero(s.record["next_mythos"])[0])
    refuse(s, "field 'next_mythos': there is none to discard", next_mythos={at: 0}, mythos_discards={at: 1})


def test_there_is_a_card_to_remove():
    s = clean()
    unwanted = dict.fromkeys((kind(s, "card", name) for name in MARKET), 1)
    refuse(s, "field 'market': there is nothing to remove", market=[-1] * 5, unwanted=unwanted)


# --------------------------------------------------------------------------------- edited, and played


def test_edit_refuses_as_well():
    s = plan()
    with pytest.raises(PositionError, match=r"field 'health'\[0\] is 9, more than the investigator has"):
        s.edit(health={0: 9})
    with pytest.raises(PositionError, match=r"field 'held'\[0\] counts 10 cards of hand and deck, which are 11"):
        s.edit(hand={0: {"shovel": 3}})
    with pytest.raises(PositionError, match="field 'god_health': the game is decided"):
        s.edit(god_health=[0, 0, 0], decide=(0, "combat"))


@pytest.mark.parametrize("phase", ["planning", "combat"])
def test_edit_begins_no_turn_of_the_dead(phase):
    """The seat is passed over, and the round goes on."""
    s = table(2, phase="combat", dead={1: 1}, health={1: 0}, deck={1: {}}, market=MARKET)
    s = s.edit(decide=(1, phase))
    assert s.pending not in ("plan", "combat") or s.seat != 1
    s.check()


@pytest.mark.parametrize("rules", [{}, SPEC.presets["turned"]], ids=["reference", "turned"])
@pytest.mark.parametrize("players", [1, 3, 6])
def test_every_position_of_random_games_is_accepted(players, rules):
    """Thirty random games, of the whole state and of what each seat sees of some."""
    g = Game(SPEC, players, rules)
    met = set()
    for seed in range(30):
        s, rng = g.new(seed), np.random.default_rng(seed)
        while not s.is_over:
            assert SPEC.problem(g.tables, s.record) is None
            met.add(s.pending)
            if s.record["decisions"] % 37 == 0:
                assert State.from_json(g, s.to_json()) == s
                p = int(rng.integers(players))
                assert SPEC.problem(g.tables, SPEC.schema.record(s.view(p).row)) is None
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert SPEC.problem(g.tables, s.record) is None
    assert met >= {"plan", "combat", "target", "amount", "clean"}


def test_the_kinds_of_questions_are_all_met_here():
    asked = {make().pending for make in POSITIONS}
    assert asked == set(game().labels["decision"][: AFTER + 2])


def test_a_strike_taken_for_each_investigator_asks_which_as_well(tmp_path):
    """Three points for each of four: the question which of the worms is hit is a position like others."""
    path = written(changed("card", "flying_tackle", effects=[{"op": "strike", "amount": 3, "each": 1}]), tmp_path)
    s = table(
        4, phase="combat", hand={0: {"flying_tackle": 1}}, minions={("vault_worm", "8"): 1, ("vault_worm", "5"): 1}
    )
    other = Game(SPEC, 4, content=path, auto_single=False)
    s = State.from_json(other, {"identity": other.identity, "fields": s.to_json()["fields"]})
    play(s, "play:flying_tackle", "minion:vault_worm")
    assert s.pending == "wounded"
    play(s, "health:8")
    assert s.record["minions"].sum() == 1
