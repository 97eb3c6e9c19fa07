"""Cthulhu: Age of Madness: race to open four Seals for an Elder God."""

from pathlib import Path

import numpy as np

from ..core.spec import Decision, Event, GameSpec, Zone
from . import rules, rules_hidden
from .actions import ACTIONS
from .state import KINDS, SCHEMA, VOCABULARIES
from .tables import CONTENT, OPTIONS, TABLES, build, on_table


def _by_kind(t):
    """One unit of a cell is one card of that cell's kind."""
    return np.eye(KINDS, dtype=np.int64)


# In the order of the constants in ``state``.
DECISIONS = (
    Decision("main", "take an Action"),
    Decision("free_play", "play a card for free, or decline"),
    Decision("exchange", "discard a card, or stop"),
    Decision("convert", "choose the group to convert", "kind"),
    Decision("power_convert", "choose a group to convert for free, or decline"),
    Decision("call", "choose whose cultists to call", "kind"),
    Decision("rob", "choose who loses a card", "kind"),
    Decision("steal", "choose whose Elder Sign to steal", "kind"),
    Decision("dig", "take a card from the Graveyard", "kind"),
    Decision("raise", "take a cultist from the Graveyard, or decline"),
    Decision("break", "choose the Ritual Circle to break", "kind"),
    Decision("seize", "choose the Ritual Circle to take", "kind"),
    Decision("kill", "choose the cultist to kill", "kind"),
    Decision("attach", "choose the cultist who reads", "kind"),
    Decision("sacrifice", "choose the cultist to sacrifice"),
    Decision("turn", "choose the cultist to convert"),
    Decision("gather", "choose a cultist for the Ritual Circle", "corner"),
    Decision("native", "choose by printed faction", "faction"),
)

# In the order of the constants in ``state``; a reader's numbers are factions, then loads.
EVENTS = (
    Event("played", "{seat} plays {card}", (("card", "kind"),)),
    Event("passed", "{seat} passes"),
    Event("drew", "{seat} draws {count}", (("count", "count"),)),
    Event("received", "{seat} draws {card}", (("card", "kind"),)),  # only the seat itself is told
    Event("reshuffled", "the Graveyard is shuffled into a deck of {count}", (("count", "count"),)),
    Event("discarded", "{seat} loses {card} from hand", (("card", "kind"),)),
    Event(
        "converted",
        "{seat} converts {count} of {faction} in the Pool of {other} to {god}",
        (("faction", "faction"), ("god", "faction"), ("count", "count")),
    ),
    Event(
        "called",
        "{seat} calls {points} points of {faction} from {other}",
        (("faction", "faction"), ("points", "count")),
    ),
    Event(
        "killed",
        "{seat} kills a cultist of {other} serving {faction} (printed {native}, {load})",
        (("faction", "faction"), ("native", "faction"), ("load", "load")),
    ),
    Event(
        "sacrificed",
        "{seat} sacrifices a cultist serving {faction} (printed {native}, {load})",
        (("faction", "faction"), ("native", "faction"), ("load", "load")),
    ),
    Event(
        "attached",
        "a cultist of {seat} serving {faction} (printed {native}) is now {load}",
        (("faction", "faction"), ("native", "faction"), ("load", "load")),
    ),
    Event("raised", "{seat} brings {card} back from the Graveyard", (("card", "kind"),)),
    Event("dug", "{seat} takes {card} from the Graveyard into hand", (("card", "kind"),)),
    Event("circle", "{seat} completes a Ritual Circle ({corner})", (("corner", "corner"),)),
    Event("seal_opened", "{seat} has {seals} Seals open", (("seals", "count"),)),
    Event("seal_lost", "{seat} is down to {seals} Seals", (("seals", "count"),)),
    Event("power", "{faction} acts for {seat}", (("faction", "faction"),)),
    Event("barrier_gone", "the Barrier of {seat} fades"),
    Event("won", "{seat} opens the Gate and wins"),
    Event("called_off", "the game is called off at {seals} Seals", (("seals", "count"),)),
)

ZONES = (
    *(Zone(field, _by_kind) for field in ("deck", "graveyard", "box", "hand")),
    *(Zone(field, lambda t, field=field: on_table(t)[field]) for field in ("pool", "circle", "sign", "shield")),
)

SPEC = GameSpec(
    id="age_of_madness-v0",
    module=__name__,
    title="Cthulhu: Age of Madness",
    kind="competitive",
    seats=(2, 4),
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
    zones=ZONES,
    reservoir="deck",
    balance_field="god",
    max_decisions=20000,
    deals=rules_hidden.deals,
    summary="Recruit cultists and hunt Elder Signs to open four Seals before anybody else does.",
    presets={
        "turned": {
            "deck_empty": "stop",
            "overflow": "discard",
            "grimoire_max": 2,
            "whispers_fires": False,
            "dump": True,
            "strip_unused": True,
            "circle_choice": "auto",
            "marker": "dropped",
            "barrier_scope": "targeted",
            "free_play": "once",
        }
    },
)
