"""Cthulhu's Vault: tell a mystery until an Ancient One awakens, then fight it, or be it."""

from pathlib import Path

import numpy as np

from ..core.spec import Decision, Event, GameSpec, Zone
from . import positions, rules, rules_hidden
from .actions import ACTIONS
from .state import BATTLES, KINDS, PHASES, SCHEMA, SIDES, STORIES, VALUES, VOCABULARIES
from .tables import CONTENT, OPTIONS, TABLES, abilities, bonuses, build, by_deck, operations

# In the order of the constants in ``state``.
DECISIONS = (
    Decision("awaken", "awaken your Ancient One, or wait"),
    Decision("story", "add a card to the story"),
    Decision("bonus", "take a bonus, or decline", "story"),
    Decision("victim", "choose the player it is about", "bonus"),
    Decision("give", "choose the token you give", "seat"),
    Decision("keep_one", "choose the token you keep"),
    Decision("character", "choose your investigator"),
    Decision("keep", "choose a token to keep, {count} left to choose"),
    Decision("target", "choose the investigator to attack"),
    Decision("battle", "play a battle card"),
    Decision("discard", "discard a battle card, as none can be played"),
    Decision("lose", "choose a token that is lost, {count} in all, of", "seat"),
    Decision("aid", "choose who draws {count} tokens"),
    # What is under way; nobody is asked.
    Decision("in_mystery", "the turn goes on", "story"),
    Decision("in_change", "the battle is prepared"),
    Decision("in_battle", "the battle goes on"),
    Decision("in_attack", "the attack is settled", "battle"),
)

_TOKEN = (("token", "token"),)
_COUNT = (("count", "count"),)

# In the order of the constants in ``state``.
EVENTS = (
    Event("prologue", "the story begins with {card}", (("card", "story"),)),
    Event("turn_began", "round {round}: the turn of {seat} begins", (("round", "count"),)),
    Event("told", "{seat} tells of {card}, earns its bonus: {match}", (("card", "story"), ("match", "yes"))),
    Event("took", "{seat} takes a token of the {token} pool", _TOKEN),
    Event("drew", "{seat} draws {count} of the Mystery pool", _COUNT),
    Event("received", "{seat} draws {token}", _TOKEN),  # only the seat itself is told
    Event("bonus_taken", "{seat} takes the bonus of {card}: {bonus}", (("card", "story"), ("bonus", "bonus"))),
    Event("stole", "{seat} steals a token of {other}"),
    Event("stolen", "{seat} steals {token} of {other}", _TOKEN),  # the two are told
    Event("swapped", "{seat} exchanges tokens with {other}"),
    Event("gave", "{seat} gives {token} to {other} for {got}", (("token", "token"), ("got", "token"))),  # the two
    Event("peeked", "{seat} looks at {count} of the Mystery pool", _COUNT),
    Event("looked", "{seat} looks at {count} tokens of {other}", _COUNT),
    Event("saw", "{seat} sees {token} of {other}", _TOKEN),  # only the seat itself is told
    Event("stage_over", "the Mystery Stage is over: {ending}", (("ending", "ending"),)),
    Event("awoke", "{ancient} of {seat} awakens", (("ancient", "ancient"),)),
    Event(
        "showed",
        "{seat} shows its tokens: investigators {a} of 1 and {b} of 2, cultists {c} of 1 and {d} of 2",
        (("a", "count"), ("b", "count"), ("c", "count"), ("d", "count")),
    ),
    Event("chose", "{seat} is the {character}", (("character", "character"),)),
    Event("returned", "{seat} returns tokens: investigators {a}, cultists {b}", (("a", "count"), ("b", "count"))),
    Event("filled", "{seat} fills up with {count} tokens", _COUNT),
    Event(
        "order_reset",
        "order deck {cycle}, with {count} investigators alive",
        (("cycle", "count"), ("count", "count")),
    ),
    Event("activated", "{seat} acts"),
    Event("drawn", "{seat} draws {card}", (("card", "battle"),)),  # only the seat itself is told
    Event("reshuffled", "the {deck} deck is shuffled anew: {count}", (("deck", "deck"), ("count", "count"))),
    Event("aimed", "{seat} attacks {other}"),
    Event("struck", "{seat} strikes {other} with {card}", (("card", "battle"),)),
    Event("cast", "{seat} uses the special attack of {card} on {other}", (("card", "battle"),)),
    Event("dropped", "{seat} can play nothing and discards {card}", (("card", "battle"),)),
    Event("skipped", "{seat} does nothing"),
    Event("hurt", "{other} costs {seat} tokens: {count}", _COUNT),
    Event("lost", "{seat} loses {token}, {face}", (("token", "token"), ("face", "face"))),
    Event("guarded", "{seat} is guarded against {count}", _COUNT),
    Event("healed", "{seat} heals {count}", _COUNT),
    Event("recovered", "{seat} turns {count} tokens face down", _COUNT),
    Event("exposed", "{seat} must reveal {count} tokens", _COUNT),
    Event("drained", "{seat} drains {count} tokens from {other}", _COUNT),
    Event("scattered", "{seat} loses {count} battle cards", _COUNT),
    Event("stunned", "{seat} is stunned, {count} times in all", _COUNT),
    Event("poisoned", "venom works in {seat}: {count} in all", _COUNT),
    Event("shielded", "{seat} is guarded against {count} in all", _COUNT),
    Event("hastened", "order cards of {seat} come into the deck: {count}", _COUNT),
    Event("delayed", "order cards of {seat} leave the deck: {count}", _COUNT),
    Event(
        "die_rolled",
        "{seat} throws {die} against {number}: works: {hit}",
        (("number", "count"), ("die", "count"), ("hit", "yes")),
    ),
    Event("devoured", "{other} devours {seat} with {count} tokens", _COUNT),
    Event("slain", "{seat} is slain"),
    Event("one_won", "the Ancient One of {seat} has won in order deck {cycle}", (("cycle", "count"),)),
    Event("many_won", "the investigators have defeated {other} in order deck {cycle}", (("cycle", "count"),)),
)


def _by_story(t) -> np.ndarray:
    """One unit of a cell is one card of that cell's kind."""
    return np.eye(STORIES, dtype=np.int64)


def _by_token(t) -> np.ndarray:
    return np.eye(KINDS, dtype=np.int64)


def _in_pools(t) -> np.ndarray:
    """The known pools hold tokens of value 1."""
    return np.eye(KINDS, dtype=np.int64)[::VALUES][:SIDES]


def _by_battle(t) -> np.ndarray:
    return np.eye(BATTLES, dtype=np.int64)


SPEC = GameSpec(
    id="cthulhus_vault-v0",
    module=__name__,
    title="Cthulhu's Vault",
    kind="competitive",
    seats=(3, 6),
    default_seats=4,
    folder=Path(__file__).parent,
    schema=SCHEMA,
    tables=TABLES,
    actions=ACTIONS,
    content=CONTENT,
    vocabs=VOCABULARIES,
    decisions=DECISIONS,
    events=EVENTS,
    phases=PHASES,
    options=OPTIONS,
    build=build,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    resample=rules_hidden.resample,
    enter=rules.enter,
    zones=(
        *(Zone(field, _by_token, "token") for field in ("mystery", "tokens", "aside", "revealed", "lost")),
        Zone("pool", _in_pools, "token"),
        *(Zone(field, _by_story, "story") for field in ("box", "stories", "played")),
        *(Zone(field, _by_battle, "battle") for field in ("hand", "discards")),
        Zone("deck", by_deck, "battle"),
    ),
    reservoir=("box", "mystery", "deck"),
    balance_field="role",
    sides=True,
    balance_counts=("ending",),
    max_decisions=5000,
    deals=rules_hidden.deals,
    problem=positions.problem,
    summary="Gather tokens with a shared story until an Ancient One awakens; then it is one against all.",
    reference={"bonuses": bonuses, "abilities": abilities, "operations": operations},
    presets={"turned": {option.name: option.choices[1] for option in OPTIONS}},
)
