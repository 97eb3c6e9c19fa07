"""Positions from outside that contradict themselves are refused, with the field, before any rule runs on them."""

import copy

import numpy as np
import pytest

from elderzoo.envs.core.errors import PositionError
from elderzoo.envs.core.game import Game, State
from elderzoo.envs.cthulhus_vault import SPEC
from elderzoo.envs.cthulhus_vault.positions import COUNTS, LIES_ON
from elderzoo.envs.cthulhus_vault.state import (
    FIRST_TASK,
    IN_ATTACK,
    IN_BATTLE,
    IN_CHANGE,
    IN_MYSTERY,
    KEEP,
    LOSE,
    STORY,
    TARGET,
)

from .story import battle, card, mystery, play, tokens_drawn

# ------------------------------------------------------------------------------- a position of each question


def story() -> State:
    return mystery(3, stories={0: {"mansion": 1, "knife": 1}})


def bonus() -> State:
    return play(mystery(3, last="book", stories={0: {"lodge": 1}}), "play:lodge")


def victim() -> State:
    return play(bonus(), "bonus:steal")


def give() -> State:
    s = mystery(3, last="dawn", stories={0: {"silver_mirror": 1}})
    return play(s, "play:silver_mirror", "bonus:swap", "seat+2")


def keep_one() -> State:
    s = mystery(3, last="dawn", stories={0: {"book": 1}})
    play(s, "play:book")
    return play(tokens_drawn(s, "cultist", "investigator"), "bonus:peek")


def awaken() -> State:
    return mystery(3, tokens={0: {"cultist": 10}}, rules={"awaken": "may"})


def change() -> State:
    """Seat 0 has awakened; seat 2 has the most Investigator Power, and seat 1 is to choose after it."""
    tokens = {0: {"cultist": 10}, 1: {"investigator": 5, "cultist": 6}, 2: {"investigator": 9}}
    rules = {"investigators": "first_five"}
    return mystery(3, tokens=tokens, rules=rules)


def keep() -> State:
    return play(change(), "choose:curious_student")


def target() -> State:
    return battle(3, hand={0: {"lashing_limbs": 1}, 1: {"revolver": 1}, 2: {"shotgun": 1}})


def acting() -> State:
    return battle(3, acts=1, hand={0: {"lashing_limbs": 1}, 1: {"revolver": 1}, 2: {"shotgun": 1}})


def discard() -> State:
    return battle(3, acts=1, hand={0: {"lashing_limbs": 1}, 1: {"burning_sign": 1}, 2: {"shotgun": 1}})


def lose() -> State:
    return play(acting(), "special:revolver")


def aid() -> State:
    s = battle(3, acts=1, hand={0: {"lashing_limbs": 1}, 1: {"first_aid_kit": 1}, 2: {"shotgun": 1}})
    return play(s, "special:first_aid_kit")


POSITIONS = (story, bonus, victim, give, keep_one, awaken, change, keep, target, acting, discard, lose, aid)
ASKED = {"change": "character", "acting": "battle"}


@pytest.mark.parametrize("make", POSITIONS)
def test_these_positions_are_accepted_as_they_are(make):
    s = make()
    assert s.pending == ASKED.get(make.__name__, make.__name__)
    assert State.from_json(s.game, s.to_json()) == s


# ------------------------------------------------------------------------------------------------- refusals


def refuse(state: State, match: str, **changes):
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
    with pytest.raises(PositionError, match=match):
        State.from_json(state.game, data)


def named(s: State, vocab: str, **cells: int) -> list[int]:
    """Counts by name."""
    out = [0] * s.game.sizes[vocab]
    for name, n in cells.items():
        out[card(s.game, vocab, name)] = n
    return out


def test_every_kind_of_entry_has_its_place():
    assert set(LIES_ON) == set(range(IN_ATTACK + 1))
    assert set(COUNTS) <= set(LIES_ON)
    assert {kind for kind, below in LIES_ON.items() if below == (-1,)} == {IN_MYSTERY, IN_CHANGE, IN_BATTLE}


@pytest.mark.parametrize(
    ("make", "kind"),
    [(story, LOSE), (story, IN_MYSTERY), (target, STORY), (change, TARGET), (lose, KEEP), (lose, STORY)],
)
def test_an_entry_on_what_it_cannot_lie_on(make, kind):
    refuse(make(), rf"field 'stack'\[0, 0\] is {kind}, which cannot lie on", stack={(0, 0): kind})


def test_an_entry_at_the_bottom_that_belongs_on_another():
    refuse(story(), r"field 'stack'\[0, 0\] is 1, which cannot lie on -1", depth=1, stack={1: [-1] * 4})


@pytest.mark.parametrize(
    ("make", "at", "count", "span"),
    [
        (story, 0, 2, "1..1"),
        (story, 0, 0, "1..1"),
        (story, 1, 5, "0..4"),
        (victim, 0, 5, "1..4"),
        (keep, 0, 0, "1..200"),
        (lose, 0, 0, "1..200"),
        (lose, 1, 5, "0..4"),
        (lose, 2, 3, "0..2"),
        (change, 1, 3, "0..2"),
        (aid, 0, 7, "1..6"),
    ],
)
def test_a_count_that_an_entry_cannot_have(make, at, count, span):
    refuse(make(), rf"field 'stack'\[{at}, 3\] is {count}, allowed {span}", stack={(at, 3): count})


def test_nobody_is_asked():
    bottom = {0: [IN_MYSTERY, 0, -1, 2], 1: [-1] * 4}
    refuse(story(), rf"field 'stack'\[0, 0\] is {FIRST_TASK}, which asks nobody", depth=1, stack=bottom)


def test_an_ancient_one_awoke_but_is_nobodys():
    refuse(story(), "field 'ancient' is 2, but nobody is the Ancient One", ancient=2)


def test_an_ancient_one_that_is_not_in_this_game():
    """Eleven are."""
    refuse(story(), r"field 'secret'\[1\] is 11, no Ancient One of this game", secret={1: 11})
    refuse(target(), "field 'ancient' is 11, no Ancient One of this game", ancient=11)
    refuse(target(), "field 'ancient' is -1, no Ancient One of this game", ancient=-1)


def test_a_seat_without_its_secret_ancient_one():
    refuse(story(), r"field 'secret'\[2\] is -1", secret={2: -1})


@pytest.mark.parametrize("role", [{1: 1}, {0: 0}, {2: -1}])
def test_there_is_one_ancient_one_and_all_others_are_investigators(role):
    refuse(target(), "field 'role': there must be one Ancient One", role=role)


def test_investigators_that_are_not_in_this_game():
    """Nine are."""
    refuse(target(), r"field 'character'\[1\] is 9, no investigator of this game", character={1: 9})
    refuse(change(), "field 'display' shows an investigator that is not in this game", display={9: 1})


def test_the_target_is_no_seat():
    refuse(acting(), "field 'target' is 3, no seat of this game", target=3)


def test_a_story_line_that_is_not_what_is_counted():
    s = story()
    mansion = card(s.game, "story", "mansion")
    refuse(s, "field 'line' does not hold the 1 cards told", line={1: mansion})
    refuse(s, "field 'line' does not hold the 1 cards told", line={0: -1})
    refuse(s, "field 'last' is .*, the story line ends with", last=mansion)
    refuse(s, "field 'line' does not hold the cards of 'played'", line={0: mansion}, last=mansion)


def test_there_is_a_prologue():
    s = story()
    nothing = [0] * len(s.record["played"])
    refuse(s, "field 'last' is -1: there is a prologue", last=-1, line={0: -1}, told=0, played=nothing)


def test_more_is_known_of_a_pile_than_lies_there():
    s = story()  # an Investigator and a Cultist token of value 1 before each seat
    refuse(s, "field 'open' holds tokens that do not lie before seat 1", open={(1, 0): 3})
    refuse(s, "field 'open' holds tokens that do not lie before seat 1", open={(1, 1): 1})
    refuse(s, "field 'sure' holds tokens that do not lie before seat 2", sure={(0, 2, 3): 1})
    refuse(s, "field 'sure' holds tokens that do not lie before seat 2", sure={(1, 2, 0): 2})


def test_a_seat_knows_its_own_tokens():
    refuse(story(), r"field 'sure'\[1, 1\] is not what the seat has", sure={(1, 1): [1, 0, 0, 0]})


def test_more_is_known_of_a_hidden_pile_than_it_has_tokens():
    s = story()
    told = s.view(0).to_json()
    told["fields"]["sure"][0][2] = [2, 0, 1, 0]
    with pytest.raises(PositionError, match="field 'sure' holds tokens that do not lie before seat 2"):
        s.game.from_view(told, 0)


def test_more_cards_are_outside_a_deck_than_can_be():
    s = acting()
    at = card(s.game, "battle", "dynamite")  # two, both in the deck
    refuse(s, r"field 'outside'\[2\] holds more cards than can be outside the deck", outside={(2, at): 1})


def test_battle_cards_of_the_other_side():
    s = acting()
    mine, theirs = named(s, "battle", revolver=1), named(s, "battle", black_tide=1)
    refuse(s, r"field 'hand'\[2\] holds cards of the other deck", hand={2: theirs})
    refuse(s, r"field 'hand'\[0\] holds cards of the other deck", hand={0: mine})


def test_battle_cards_before_the_battle():
    s = story()
    mine = named(s, "battle", revolver=1)
    refuse(s, r"field 'hand'\[1\] holds cards of the other deck", hand={1: mine}, hand_count={1: 1})


def test_no_card_is_with_two_seats():
    s = story()
    refuse(s, "field 'secret'", secret={1: int(s.record["secret"][0])})
    refuse(target(), "field 'character'", character={2: int(target().record["character"][1])})


def test_investigators_attack_the_ancient_one():
    refuse(acting(), "field 'target'", target=2)


def test_what_all_know_every_seat_knows():
    s = story()
    refuse(s, r"field 'open'\[1\] holds tokens that seat 0 does not know of", open={(1, 0): 1})
    known = {(0, 1, 0): 1, (2, 1, 0): 1}
    refuse(s, r"field 'open'\[1\] holds tokens that seat 2 does not know of", open={(1, 0): 1}, sure={(0, 1, 0): 1})
    data = copy.deepcopy(s.to_json())
    data["fields"]["open"][1][0] = 1
    for q, p, k in known:
        data["fields"]["sure"][q][p][k] = 1
    assert State.from_json(s.game, data).view(0).sample(1).record["tokens"][1, 0] >= 1


def test_edit_gives_nobody_less_than_all_know():
    s = mystery(3, tokens={1: {"cultist": 5}})
    own = {q: {(q, 0): 1, (q, 2): 1} if q != 1 else {(1, 2): 5} for q in range(3)}
    with pytest.raises(PositionError, match=r"field 'open'\[1\] holds tokens that seat 0 does not know of"):
        s.edit(open={1: {"cultist": 5}}, sure=own)
    s = s.edit(open={1: {"cultist": 5}}, sure=own | {q: own[q] | {(1, 2): 5} for q in (0, 2)})
    for seed in range(20):
        s.view(0).sample(seed).check()


def test_a_seat_that_knows_nothing_of_its_own_tokens():
    refuse(story(), "field '(sure|open)'", open={(1, 0): 1}, sure=[[[0] * 4] * 6] * 6)


# -------------------------------------------------------------------------------------- the Mystery Stage


def test_roles_in_the_mystery_stage():
    refuse(story(), "field 'role': nobody has one in the Mystery Stage", role=[1, 0, 0, -1, -1, -1], ancient=3)


@pytest.mark.parametrize(("field", "value"), [("slain", {1: 1}), ("character", {2: 3}), ("ending", 0)])
def test_what_comes_after_the_mystery_stage_in_it(field, value):
    refuse(story(), f"field '{field}': the Mystery Stage is not over", **{field: value})
    with pytest.raises(PositionError, match=f"field '{field}': the Mystery Stage is not over"):
        story().edit(**{field: value})


def test_a_turn_of_two_seats():
    refuse(story(), "field 'stack': a turn of the Mystery Stage is that of one seat", stack={(1, 1): 1})


@pytest.mark.parametrize("subject", [-1, 60])
def test_a_bonus_of_no_story_card(subject):
    refuse(bonus(), rf"field 'stack'\[0, 2\] is {subject}, no story card of this game", stack={(0, 2): subject})


def test_a_turn_with_an_unknown_story_card():
    refuse(story(), "no story card of this game", stack={(1, 2): 60})


def test_a_seat_without_story_cards_is_to_play_one():
    s = story()
    none = [0] * len(s.record["stories"][0])
    refuse(s, r"field 'story_count'\[0\] is 0 for a seat that is to play", stories={0: none}, story_count={0: 0})


def test_a_seat_that_looks_at_no_token_is_to_keep_one():
    refuse(
        keep_one(),
        r"field 'aside_count'\[0\] is 0 for a seat that is to keep a token",
        aside={0: [0] * 4},
        aside_count={0: 0},
    )


@pytest.mark.parametrize("subject", [-1, 0, 1, 2, 5])
def test_a_bonus_that_concerns_no_player(subject):
    refuse(victim(), rf"field 'stack'\[0, 2\] is {subject}, a bonus without a player", stack={(0, 2): subject})


def test_there_is_nobody_to_take_tokens_from():
    gone = {p: [0] * 4 for p in (1, 2)}
    refuse(
        victim(),
        "field 'token_count': nobody has tokens",
        tokens=gone,
        token_count={1: 0, 2: 0},
        sure={(q, p): [0] * 4 for q in range(3) for p in (1, 2)},
        open=gone,
    )


@pytest.mark.parametrize("subject", [0, -1, 3])
def test_there_is_nobody_to_exchange_tokens_with(subject):
    refuse(give(), rf"field 'stack'\[0, 2\] is {subject}, ", stack={(0, 2): subject})


@pytest.mark.parametrize("seat", [0, 2])
def test_a_swap_without_a_token_on_either_side(seat):
    none = {(q, seat): [0] * 4 for q in range(3)}
    refuse(
        give(),
        r"field 'stack'\[0, 2\] is 2, nobody to exchange tokens with",
        tokens={seat: [0] * 4},
        token_count={seat: 0},
        sure=none,
        open={seat: [0] * 4},
    )


# ------------------------------------------------------------------------------------ between the stages


def test_the_battle_is_prepared_without_roles():
    refuse(change(), "field 'role': everybody has one when the battle is prepared", role=[-1] * 6, ancient=-1)


def test_fewer_investigators_on_display_than_are_to_be_chosen():
    refuse(change(), "field 'display' shows fewer investigators than are to be chosen", display=[1] + [0] * 15)


@pytest.mark.parametrize("make", [change, keep])
def test_a_battle_is_prepared_for_the_ancient_one_and_before_anybody_is_slain(make):
    refuse(make(), r"field 'stack'\[1, 1\] is 1, not the Ancient One before a battle", stack={(1, 1): 1})
    swapped = {0: 0, 2: 1}
    refuse(make(), r"field 'stack'\[1, 1\] is 0, not the Ancient One before a battle", role=swapped)
    refuse(make(), "not the Ancient One before a battle", slain={1: 1})


def test_who_has_an_investigator_chooses_none():
    refuse(change(), r"field 'stack'\[0, 1\] is 2, who has no investigator to choose", character={2: 0})
    refuse(change(), r"field 'stack'\[0, 1\] is 0, who has no investigator to choose", stack={(0, 1): 0}, seat=0)


def test_a_seat_without_an_investigator_keeps_tokens():
    refuse(keep(), r"field 'character'\[2\] is -1 for a seat that keeps tokens", character={2: -1})


@pytest.mark.parametrize(("subject", "count"), [(-1, 6), (1, 6), (4, 3), (0, 7)])
def test_a_number_of_tokens_kept_that_cannot_be(subject, count):
    """The Curious Student keeps six."""
    refuse(
        keep(),
        rf"field 'stack'\[0, 2\] is {subject}, not a number of tokens kept",
        stack={(0, 2): subject, (0, 3): count},
    )


def test_tokens_are_kept_where_there_are_not_too_many():
    six = [6, 0, 0, 0]
    known = {(q, 2): six for q in range(3)}
    refuse(keep(), "not a number of tokens kept", tokens={2: six}, token_count={2: 6}, sure=known, open={2: six})


def test_tokens_are_kept_that_the_seat_does_not_have():
    """Seat 2 has Investigator tokens only; of the three kept none is said to be one."""
    refuse(keep(), r"field 'stack'\[0, 2\] is 0, which the seat does not have", stack={(0, 2): 0, (0, 3): 3})


# ------------------------------------------------------------------------------------------- the battle


def test_a_question_of_the_battle_without_a_battle():
    refuse(target(), r"field 'stack'\[0, 0\] is 8, which cannot lie on -1", stack={1: [-1] * 4}, depth=1)


def test_a_game_that_is_not_over_waits_for_somebody():
    refuse(target(), "depth|stack", stack=[[-1] * 4] * len(target().record["stack"]), depth=0)


def test_nobody_has_a_role_in_the_battle():
    none = {"hand_count": [0] * 6, "hand": [[0] * 48] * 6}
    refuse(target(), "field 'role': everybody has one in the battle", role=[-1] * 6, ancient=-1, **none)


def test_an_investigator_is_nobody():
    refuse(target(), r"field 'character'\[2\] is -1 in the battle", character={2: -1})


def test_the_slain_have_no_tokens_and_all_others_have():
    refuse(target(), r"field 'slain'\[1\] is 1 for a seat with 5 tokens", slain={1: 1})
    gone = {(q, 1): [0] * 4 for q in range(3)}
    none = {"tokens": {1: [0] * 4}, "token_count": {1: 0}, "sure": gone, "open": {1: [0] * 4}}
    refuse(target(), r"field 'slain'\[1\] is 0 for a seat with 0 tokens", **none)
    refuse(target(), r"field 'slain'\[0\] is 1 for a seat with 10 tokens", slain={0: 1})


def test_the_slain_hold_no_cards():
    gone = {(q, 1): [0] * 4 for q in range(3)}
    refuse(
        target(),
        r"field 'hand_count'\[1\] is 1 for an investigator who is slain",
        slain={1: 1},
        tokens={1: [0] * 4},
        token_count={1: 0},
        sure=gone,
        open={1: [0] * 4},
    )
    with pytest.raises(PositionError, match=r"field 'hand_count'\[1\] is 1 for an investigator who is slain"):
        target().edit(slain={1: 1}, tokens={1: {}}, open={1: {}}, sure={q: known_without(q, 1) for q in range(3)})


def known_without(q: int, p: int) -> dict:
    """What seat ``q`` knows where all know all tokens of the Ancient One and of the investigator who is not ``p``."""
    piles = {0: {0: 5, 2: 5}, 1: {0: 3, 2: 2}, 2: {0: 3, 2: 2}}
    return {(owner, k): n for owner, pile in piles.items() if owner != p for k, n in pile.items()}


def test_the_ancient_one_has_tokens():
    gone = {(q, 0): [0] * 4 for q in range(3)}
    refuse(
        target(),
        "field 'tokens': the Ancient One has none",
        tokens={0: [0] * 4},
        token_count={0: 0},
        sure=gone,
        open={0: [0] * 4},
    )


def test_a_battle_that_is_decided():
    gone = {(q, p): [0] * 4 for q in range(3) for p in (1, 2)}
    none = {1: [0] * 4, 2: [0] * 4}
    refuse(
        target(),
        "field 'slain': the battle is decided",
        slain={1: 1, 2: 1},
        tokens=none,
        token_count={1: 0, 2: 0},
        sure=gone,
        open=none,
        hand={1: [0] * 48, 2: [0] * 48},
        hand_count={1: 0, 2: 0},
    )


@pytest.mark.parametrize("make", [acting, discard, aid])
def test_the_slain_are_asked_nothing(make):
    gone = {(q, 1): [0] * 4 for q in range(3)}
    refuse(
        make(),
        r"field 'slain'\[1\] is 1 for a seat that is asked",
        slain={1: 1},
        tokens={1: [0] * 4},
        token_count={1: 0},
        revealed={1: [0] * 4},
        sure=gone,
        open={1: [0] * 4},
        hand={1: [0] * 48},
        hand_count={1: 0},
    )


@pytest.mark.parametrize("make", [acting, lose])
def test_an_attack_on_nobody(make):
    refuse(make(), "field 'target' is -1 in an attack", target=-1)


def test_the_card_under_way_is_the_one_of_the_attack():
    refuse(lose(), "field 'card' is -1, not the attack on the stack", card=-1)
    refuse(lose(), "not the attack on the stack", card=40, stack={(1, 2): 40})


def test_investigators_choose_no_target():
    refuse(target(), r"field 'stack'\[0, 1\] is 1, who has no target to choose", stack={(0, 1): 1}, seat=1)


@pytest.mark.parametrize("make", [acting, discard])
def test_a_seat_without_battle_cards_is_to_play_one(make):
    none = {1: [0] * 48}
    refuse(make(), r"field 'hand_count'\[1\] is 0 for a seat that is to play a card", hand=none, hand_count={1: 0})


def test_nobody_loses_all_its_tokens_one_by_one():
    refuse(lose(), "field 'stack': seat 0 cannot lose 10 tokens and live", stack={(0, 3): 10})
    refuse(lose(), "field 'stack': seat 2 cannot lose 9 tokens and live", stack={(0, 3): 9, (0, 2): 2})
    refuse(lose(), "cannot lose 2 tokens and live", stack={(0, 2): -1})


# --------------------------------------------------------------------------------- edited, and played


def test_edit_refuses_as_well():
    s = story()
    with pytest.raises(PositionError, match="field 'open' holds tokens that do not lie before seat 1"):
        s.edit(open={1: {"cultist_2": 1}})
    with pytest.raises(PositionError, match="field 'target' is 5, no seat of this game"):
        s.edit(target=5)
    with pytest.raises(PositionError, match="field 'last' is -1"):
        s.edit(last=-1, decide=(0, "mystery"))


@pytest.mark.parametrize("seat", [1, 2])
def test_edit_begins_no_battle_for_the_slain(seat):
    """Nobody acts with no token."""
    s = target()
    with pytest.raises(PositionError):
        s.edit(tokens={seat: {}}, decide=(seat, "battle"))


@pytest.mark.parametrize("rules", [{}, SPEC.presets["turned"]])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_position_of_random_games_is_accepted(players, rules):
    """Five random games, of the whole state and of what each seat sees of some."""
    g = Game(SPEC, players, rules)
    for seed in range(5):
        s, rng = g.new(seed), np.random.default_rng(seed)
        while not s.is_over:
            assert SPEC.problem(g.tables, s.record) is None
            if s.record["decisions"] % 17 == 0:
                assert State.from_json(g, s.to_json()) == s
                p = int(rng.integers(players))
                assert SPEC.problem(g.tables, SPEC.schema.record(s.view(p).row)) is None
            s.step(int(rng.choice(np.flatnonzero(s.legal()))))
        assert SPEC.problem(g.tables, s.record) is None
