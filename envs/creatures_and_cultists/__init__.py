"""Creatures & Cultists: kill each other's cultists until the stars are right for summoning a deity."""

from pathlib import Path

import numpy as np

from ..core.spec import Decision, Event, GameSpec, Zone
from . import positions, rules, rules_hidden
from .actions import ACTIONS
from .state import KINDS, SCHEMA, VOCABULARIES
from .tables import CONTENT, OPTIONS, TABLES, build, chances, operations

# In the order of the constants in ``state``.
DECISIONS = (
    Decision("turn", "take your turn"),
    Decision("mondo", "play a Mondo card"),
    Decision("stars", "spend points on the die for the stars, or pass"),
    Decision("attacker", "choose the cultist who attacks", "kind"),
    Decision("cult", "choose the cult to attack", "kind"),
    Decision("row", "choose the row to attack", "kind"),
    Decision("target", "choose the cultist to attack", "kind"),
    Decision("spend", "spend points on the roll against {count}, or pass", "reason"),
    Decision("dodge", "dodge the attack, or pass", "kind"),
    Decision("sidestep", "choose the cultist who dodges", "kind"),
    Decision("elder_sign", "stop the card, or pass", "kind"),
    Decision("bluff", "bring the dead back, or pass", "slot"),
    Decision("counter", "strike back, or pass", "kind"),
    Decision("counterer", "choose the cultist who strikes back", "kind"),
    Decision("victim", "choose the cult to play the card on", "kind"),
    Decision("kill", "choose the cultist who dies, of a cult", "seat"),
    Decision("sacrifice", "choose one of your cultists to die"),
    Decision("raise", "choose a dead cultist of yours to return"),
    Decision("cleanse", "discard a card that lies on your cult, or pass"),
    # What is under way; nobody is asked.
    Decision("in_round", "the round begins"),
    Decision("in_mondo", "Mondo cards are played"),
    Decision("in_attack", "the attack is settled", "kind"),
    Decision("in_card", "the card is settled", "kind"),
    Decision("in_death", "the death is settled", "slot"),
    Decision("in_summoning", "the summoning is settled"),
    Decision("in_roll", "the dice are thrown", "reason"),
)

# In the order of the constants in ``state``.
EVENTS = (
    Event("skill_rolled", "{seat} has {skill} {value}", (("skill", "skill"), ("value", "count"))),
    Event("star_rolled", "{seat} rolls {die} for the stars: {result}", (("die", "count"), ("result", "count"))),
    Event("round_began", "round {round}: the stars favour {seat}", (("round", "count"),)),
    Event("turn_began", "the turn of {seat} begins"),
    Event("drew", "{seat} draws {count}", (("count", "count"),)),
    Event("received", "{seat} draws {card}", (("card", "kind"),)),  # only the seat itself is told
    Event("reshuffled", "the discards are shuffled into a deck of {count}", (("count", "count"),)),
    Event("discarded", "{seat} discards {card}", (("card", "kind"),)),
    Event("played", "{seat} plays {card}", (("card", "kind"),)),
    Event("played_on", "{seat} plays {card} on {other}", (("card", "kind"),)),
    Event(
        "attacked",
        "{seat} attacks {other}: {source} with {card} on {target}, targets {count}",
        (("card", "kind"), ("source", "slot"), ("target", "slot"), ("count", "count")),
    ),
    Event(
        "countered",
        "{seat} strikes back at {other}: {source} with {card} on {target}, targets {count}",
        (("card", "kind"), ("source", "slot"), ("target", "slot"), ("count", "count")),
    ),
    Event("spent", "{seat} spends {pairs} pairs of points for +{bonus}", (("pairs", "count"), ("bonus", "count"))),
    Event(
        "rolled",
        "{seat} rolls {dice} = {total} against {number} for {reason}: {outcome}",
        (("reason", "reason"), ("number", "count"), ("dice", "count"), ("total", "count"), ("outcome", "outcome")),
    ),
    Event("dodged", "{seat} dodges {card} of {other}", (("card", "kind"),)),
    Event("signed", "{seat} stops {card} with an Elder Sign", (("card", "kind"),)),
    Event("killed", "{seat} kills {slot} of {other}, worth {points}", (("slot", "slot"), ("points", "count"))),
    Event("died", "{slot} of {seat} dies", (("slot", "slot"),)),
    Event("bluffed", "{seat}: it was all a bluff, {slot} of {other} lives", (("slot", "slot"),)),
    Event("turned", "{card} turns on {source} of {seat}", (("card", "kind"), ("source", "slot"))),
    Event("kept", "{seat} keeps {card}", (("card", "kind"),)),
    Event("gained", "{seat} gains {count} points and has {points}", (("count", "count"), ("points", "count"))),
    Event("lost", "{seat} loses {count} points and has {points}", (("count", "count"), ("points", "count"))),
    Event("lasts", "{card} lies on {seat}", (("card", "kind"),)),
    Event("expired", "{card} no longer lies on {seat}", (("card", "kind"),)),
    Event("raised", "{slot} of {seat} returns", (("slot", "slot"),)),
    Event("readied", "the cultists of {seat} may attack again"),
    Event("eliminated", "{seat} is out of the game"),
    Event("summoned", "the deity of {seat} comes: {seat} wins"),
    Event("outlasted", "{seat} has outlasted all other cults and wins"),
    Event("nobody_left", "no cult is left"),
    Event("called_off", "the game is called off after {round} rounds", (("round", "count"),)),
)


def _by_kind(t):
    """One unit of a cell is one card of that cell's kind."""
    return np.eye(KINDS, dtype=np.int64)


SPEC = GameSpec(
    id="creatures_and_cultists-v0",
    module=__name__,
    title="Creatures & Cultists",
    kind="competitive",
    seats=(2, 5),
    default_seats=4,
    folder=Path(__file__).parent,
    schema=SCHEMA,
    tables=TABLES,
    actions=ACTIONS,
    content=CONTENT,
    vocabs=VOCABULARIES,
    decisions=DECISIONS,
    events=EVENTS,
    phases=("turn",),
    options=OPTIONS,
    build=build,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    resample=rules_hidden.resample,
    enter=rules.enter,
    zones=(*(Zone(field, _by_kind) for field in ("deck", "discards", "hand")), Zone("lasting", rules_hidden.laid)),
    reservoir="deck",
    elimination="out",
    max_decisions=20000,
    deals=rules_hidden.deals,
    problem=positions.problem,
    summary="Attack other cults with thugs and monsters for the points to summon your deity when the stars are right.",
    reference={"chances": chances, "operations": operations},
    presets={
        "turned": {
            option.name: next(c for c in option.choices if c != option.default)
            for option in OPTIONS
            if option.name != "skills"
        }
        | {"skills": "12/9/8,8/12/9,10/10/10,9/8/12,11/7/10"}
    },
)
