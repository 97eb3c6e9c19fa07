"""Cthulhu: A Deck Building Game: build a library fast enough to banish the Elder Gods, together."""

from pathlib import Path

import numpy as np

from ..core.spec import Decision, Event, GameSpec, Zone
from . import positions, rules, rules_hidden
from .actions import ACTIONS
from .state import CARDS, MINIONS, MYTHOS, PHASES, SCHEMA, TOUGHEST, VOCABULARIES
from .tables import CONTENT, OPTIONS, TABLES, build, operations, setup_table, whom

# In the order of the constants in ``state``.
DECISIONS = (
    Decision("order", "take your turn now, or let others go first"),
    Decision("plan", "play cards for Moxie, heal, buy"),
    Decision("combat", "play cards for Moxie, hit foes"),
    Decision("target", "choose the foe to hit"),
    Decision("wounded", "choose which of these Minions", "minion"),
    Decision("amount", "choose how much Moxie to spend on it"),
    Decision("whom", "choose an investigator", "source"),
    Decision("minion", "choose a Minion"),
    Decision("god", "choose an Elder God"),
    Decision("destroy", "destroy a card, {count} at most, or decline"),
    Decision("retrieve", "take a card back, {count} at most, or decline"),
    Decision("gain", "take a card of the University that costs {count} at most, or decline"),
    Decision("dispel", "discard a Permanent Mythos, {count} at most, or decline"),
    Decision("bury", "discard the next Mythos card, or keep it"),
    Decision("after", "use your ability after death, or decline"),
    Decision("clean", "remove unwanted cards from the University, or keep them"),
    # What is under way; nobody is asked.
    Decision("in_round", "the round goes on"),
    Decision("in_turns", "turns are taken"),
    Decision("in_start", "the turn begins"),
    Decision("in_gods", "the Elder Gods act"),
    Decision("in_mythos", "the Mythos comes"),
    Decision("in_minions", "the Minions act"),
    Decision("in_effects", "it takes effect", "source"),
)

_COUNT = (("count", "count"),)
_CARD = (("card", "card"),)
_MYTHOS = (("mythos", "mythos"),)
_GOD = (("god", "god"),)
_LEFT = (("count", "count"), ("left", "count"))

# In the order of the constants in ``state``.
EVENTS = (
    Event("round_began", "round {round}", (("round", "count"),)),
    Event("filled", "{card} is on sale", _CARD),
    Event("drew", "{seat} draws {count} card(s)", _COUNT),
    Event("received", "{seat} draws {card}", _CARD),  # only the seat itself is told
    Event("reshuffled", "{seat} shuffles a new deck of {count} card(s)", _COUNT),
    Event("yielded", "{seat} lets others go first"),
    Event("turn_began", "the turn of {seat} in round {round}", (("round", "count"),)),
    Event("played", "{seat} plays {card}", _CARD),
    Event("bought", "{seat} buys {card} for {count}", (("card", "card"), ("count", "count"))),
    Event("gained", "{seat} takes {card}", _CARD),
    Event("healed", "{seat} heals {count} and has {left} health", _LEFT),
    Event("calmed", "{seat} recovers {count} and has {left} sanity", _LEFT),
    Event("armed", "{seat} is armored against {count} health damage", _COUNT),
    Event("steeled", "{seat} is steeled against {count} sanity damage", _COUNT),
    Event("ability_used", "{seat} uses the ability of the {investigator}", (("investigator", "investigator"),)),
    Event("moxie_made", "{seat} ends the turn: {count} Moxie spent, {left} lost", _LEFT),
    Event("combat_began", "the Combat phase of round {round} begins", (("round", "count"),)),
    Event("god_acts", "{god} acts", _GOD),
    Event("mythos_came", "the Mythos brings {mythos}", _MYTHOS),
    Event("permanent", "{mythos} is at work", _MYTHOS),
    Event("minion_acts", "{minion} acts", (("minion", "minion"),)),
    Event("spawned", "{count} of {minion} come", (("minion", "minion"), ("count", "count"))),
    Event("hurt", "{seat} loses {count} health and has {left}", _LEFT),
    Event("scared", "{seat} loses {count} sanity and has {left}", _LEFT),
    Event("warded", "{seat} wards off {count} {track} damage", (("track", "track"), ("count", "count"))),
    Event("died", "{seat} is dead"),
    Event("entranced", "{seat} stares at nothing"),
    Event("hit_god", "{seat} hits {god} for {count}, {left} left", (("god", "god"), *_LEFT)),
    Event("hit_minion", "{seat} hits {minion} for {count}, {left} left", (("minion", "minion"), *_LEFT)),
    Event("banished", "{seat} banishes {god}", _GOD),
    Event("defeated", "{seat} defeats {minion}", (("minion", "minion"),)),
    Event("mended", "{god} heals {count}", (("god", "god"), ("count", "count"))),
    Event("devoured", "{god} devours {count} Minion(s)", (("god", "god"), ("count", "count"))),
    Event("bound", "{seat} binds {minion}, {count} in all", (("minion", "minion"), ("count", "count"))),
    Event("destroyed", "{seat} destroys {card}", _CARD),
    Event("retrieved", "{seat} takes {card} back", _CARD),
    Event("cursed", "{seat} gains {count} Stagger(s)", _COUNT),
    Event("looked", "{seat} looks at the next Mythos: {mythos}", _MYTHOS),
    Event("buried", "{seat} discards the next Mythos: {mythos}", _MYTHOS),
    Event("dispelled", "{seat} ends {mythos}", _MYTHOS),
    Event("razed", "{card} is destroyed", _CARD),
    Event("silenced", "special abilities are off"),
    Event("dearer", "cards will cost {count} more", _COUNT),
    Event("dropped", "{seat} discards {count} card(s) by chance", _COUNT),
    Event("swept", "{card} is removed from the University", _CARD),
    Event("won", "the Elder Gods are banished in round {round}: the team wins", (("round", "count"),)),
    Event("lost", "nobody is left to act in round {round}: the team loses", (("round", "count"),)),
    Event("called_off", "the game is called off after {round} round(s)", (("round", "count"),)),
)


def _by_card(t) -> np.ndarray:
    """One unit of a cell, or one value, is one card of that kind."""
    return np.eye(CARDS, dtype=np.int64)


def _of_library(t) -> np.ndarray:
    """The Library deck holds no Starters."""
    return np.diag((np.asarray(t["cost"]) > 0).astype(np.int64))


def _by_mythos(t) -> np.ndarray:
    return np.eye(MYTHOS, dtype=np.int64)


def _by_minion(t) -> np.ndarray:
    return np.eye(MINIONS, dtype=np.int64)


def _wounded(t) -> np.ndarray:
    """Minions in play, by kind and health."""
    return np.repeat(np.eye(MINIONS, dtype=np.int64), TOUGHEST, axis=0)


SPEC = GameSpec(
    id="deck_building-v0",
    module=__name__,
    title="Cthulhu: A Deck Building Game",
    kind="team",
    seats=(1, 6),
    default_seats=3,
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
        Zone("library", _of_library, "card"),
        *(
            Zone(field, _by_card, "card")
            for field in ("box", "unwanted", "locations", "market", "hand", "deck", "discards", "active")
        ),
        *(Zone(field, _by_mythos, "mythos") for field in ("mythos", "next_mythos", "mythos_discards", "permanent")),
        Zone("supply", _by_minion, "minion"),
        Zone("minions", _wounded, "minion"),
    ),
    reservoir=("library", "box", "mythos", "supply"),
    max_decisions=10000,
    deals=rules_hidden.deals,
    problem=positions.problem,
    reveal=lambda options: frozenset() if options["hands"] == "hidden" else frozenset(("hand", "deck")),
    summary="Buy cards with Moxie, fight with what is left, and banish the Elder Gods before the team is gone.",
    reference={"setup": setup_table, "operations": operations, "whom": whom},
    balance_rules=({}, {"mode": "cthulhu"}),
    presets={"turned": {"mode": "cthulhu", "insanity": True, "hands": "hidden", "order": "seat", "gods": "one_by_one"}},
)
