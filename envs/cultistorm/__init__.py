"""Cultistorm: fight the Cultists, keep your sanity, and seal five Locations before the Great Old Ones come through."""

from pathlib import Path

import numpy as np

from ..core.spec import Decision, Event, GameSpec, Zone
from . import positions, rules, rules_hidden, rules_legal
from .actions import ACTIONS
from .state import CARDS, CULTISTS, ITEMS, PHASES, PLACES, SCHEMA, SYMBOLS, TERRORS, VOCABULARIES
from .tables import CONTENT, OPTIONS, TABLES, build, by_players, operations

# In the order of the constants in ``state``.
DECISIONS = (
    Decision("choose_self", "choose your investigator"),
    Decision("choose_start", "choose where to start"),
    Decision("discard", "discard cards of your hand before you draw"),
    Decision("investigate", "do something, let others act first, or pass"),
    Decision("combat", "fight at your Location"),
    Decision("sealing", "lay Trophies, seal your Location"),
    Decision("set_die", "choose what your die shows"),
    Decision("roll_die", "choose a die to roll again"),
    Decision("pool_die", "choose a die of the pool to roll again"),
    Decision("turn_die", "choose a die to turn"),
    Decision("where", "choose where to go"),
    Decision("support_whom", "choose whom to support", "card"),
    Decision("optional", "decide whether it takes effect", "source"),
    Decision("trophy", "choose a Trophy, {count} in all", "symbols"),
    Decision("recall", "take a card back, {count} at most, or decline"),
    Decision("cultist", "choose a Cultist of your Location"),
    Decision("crystal", "choose a Terror card"),
    Decision("victim", "choose an investigator who suffers this"),
    Decision("search_depth", "choose how many Items to draw"),
    Decision("found", "keep one of the Items found, or none"),
    Decision("drop_item", "drop an Item: you have too many"),
    Decision("trade_with", "choose whom to offer an Item"),
    Decision("trade_item", "choose the Item to offer"),
    Decision("trade_answer", "accept the Item, give one of yours for it, or decline", "item"),
    Decision("learn", "choose with which Trophies to learn"),
    Decision("gate_seal", "choose a Gate Seal"),
    Decision("target", "choose a foe to aim at"),
    Decision("lay_trophy", "choose where to lay the Trophy", "symbol"),
    Decision("shrine", "choose a Location to activate"),
    Decision("fight_whom", "choose which target to fight"),
    Decision("pay", "spend symbols on the fight"),
    # What is under way; nobody is asked.
    Decision("in_round", "the round goes on"),
    Decision("in_setup", "the game is set up"),
    Decision("in_cultists", "the Cultists gather"),
    Decision("in_preparation", "the investigators prepare"),
    Decision("in_investigation", "the investigators act"),
    Decision("in_combat", "the fights go on"),
    Decision("in_sealing", "Locations are sealed"),
    Decision("in_search", "a search goes on"),
    Decision("in_support", "a support is paid for", "card"),
    Decision("in_learning", "the price of knowledge"),
    Decision("in_effects", "it takes effect", "source"),
)

_COUNT = (("count", "count"),)
_LEFT = (("count", "count"), ("left", "count"))
_CARD = (("card", "card"),)
_ITEM = (("item", "item"),)
_PLACE = (("place", "place"),)
_SYMBOL = (("symbol", "symbol"),)
_FACE = (("face", "face"),)
_CULTIST = (("cultist", "cultist"),)
_GOD = (("god", "god"),)
_STEP = (("step", "step"),)
_ABILITY = (("investigator", "investigator"), ("level", "level"))

# In the order of the constants in ``state``.
EVENTS = (
    Event("round_began", "round {round}", (("round", "count"),)),
    Event("phase_began", "round {round}, {phase} phase", (("round", "count"), ("phase", "phase"))),
    Event("became", "{seat} is the {investigator}", (("investigator", "investigator"),)),
    Event("started", "{seat} starts at Location {place}", _PLACE),
    Event("drew", "{seat} draws {count} card(s)", _COUNT),
    Event("received", "{seat} draws {card}", _CARD),  # only the seat itself is told
    Event("reshuffled", "{seat} shuffles a new deck of {count} card(s)", _COUNT),
    Event("discarded", "{seat} discards {card}", _CARD),
    Event("cultist_came", "{cultist} appears at Location {place}", (*_CULTIST, *_PLACE)),
    Event("cultist_barred", "no Cultist can appear at Location {place}", _PLACE),
    Event("marker_moved", "the Cultist marker goes to Location {place}", _PLACE),
    Event("cultist_die", "the Cultist die of Location {place} shows {side}", (*_PLACE, ("side", "side"))),
    Event("cultists_reshuffled", "the Cultist deck is shuffled anew: {count} card(s)", _COUNT),
    Event("summoned", "{god} is summoned at Location {place}", (*_GOD, *_PLACE)),
    Event("crowded_out", "no Great Old One can come: everybody suffers, and the Terror grows"),
    Event("devoured", "{god} devours {cultist}", (*_GOD, *_CULTIST)),
    Event("in_front", "{god} is in front of Location {place}", (*_GOD, *_PLACE)),
    Event("terror_moved", "the Terror marker goes to place {step}", _STEP),
    Event("terror_flipped", "Terror: {terror}", (("terror", "terror"), *_STEP)),
    Event("terror_looked", "{terror} lies at place {step} of the circle", (("terror", "terror"), *_STEP)),
    Event("crystals_off", "the Terror card at place {step} loses {count} crystal(s)", (*_STEP, *_COUNT)),
    Event("act_began", "the Final Act begins: {act}", (("act", "act"),)),
    Event("activated", "{seat} activates Location {place}", _PLACE),
    Event("deactivated", "Location {place} is no longer active", _PLACE),
    Event("suffered", "{seat} suffers {count} Insanity and has {left}", _LEFT),
    Event("maddened", "{seat} suffers a permanent Insanity and has {left}", (("left", "count"),)),
    Event("healed", "{seat} loses {count} Insanity and has {left}", _LEFT),
    Event("cured", "{seat} loses the permanent Insanity and has {left}", (("left", "count"),)),
    Event("sheltered", "{seat} gets the Protection marker"),
    Event("spared", "the Protection marker spares {seat} an Insanity"),
    Event("pool_rolled", "the dice pool grows by {count}", _COUNT),
    Event("took_die", "{seat} gets a die: {face}", _FACE),
    Event("set", "{seat} sets a die to {symbol}", _SYMBOL),
    Event("rerolled", "{seat} rolls a die again: {face}", _FACE),
    Event("moved", "{seat} goes to Location {place}", _PLACE),
    Event("used_location", "{seat} uses Location {place}", _PLACE),
    Event("used_item", "{seat} uses {item}", _ITEM),
    Event("used_ability", "{seat} uses ability {level} of the {investigator}", _ABILITY),
    Event("supported", "{seat} supports {other} with {card}", _CARD),
    Event("searched", "{seat} searches and finds {count} Item(s)", _COUNT),
    Event("found_item", "{seat} finds {item}", _ITEM),
    Event("event_came", "an event: {item}", _ITEM),
    Event("kept", "{seat} keeps {item}", _ITEM),
    Event("dropped_item", "{seat} loses {item}", _ITEM),
    Event("offered", "{seat} offers {other} {item}", _ITEM),
    Event("traded", "{seat} gives {other} {item}", _ITEM),
    Event("refused", "{seat} refuses what {other} offers"),
    Event("learned", "{seat} learns ability {level} of the {investigator}", _ABILITY),
    Event("took_seal", "{seat} takes Gate Seal {symbol}", _SYMBOL),
    Event("aimed", "{seat} aims at {slot}", (("slot", "slot"),)),
    Event("laid", "{seat} lays a Trophy of {symbol} at Location {place}", (*_SYMBOL, *_PLACE)),
    Event("waited", "{seat} lets others act first"),
    Event("passed", "{seat} passes"),
    Event("fought", "{seat} begins a fight"),
    Event("spent_card", "{seat} spends {card} for {symbol}", (*_CARD, *_SYMBOL)),
    Event("spent_support", "{seat} uses {card}", _CARD),
    Event("spent_item", "{seat} spends {item}", _ITEM),
    Event("spent_ability", "{seat} uses ability {level} of the {investigator}", _ABILITY),
    Event("spent_die", "{seat} spends a die: {symbol}", _SYMBOL),
    Event("spent_location", "{seat} draws on Location {place}", _PLACE),
    Event("failed", "{seat} gives the fight up"),
    Event("defeated", "{seat} defeats {cultist} at Location {place}", (*_CULTIST, *_PLACE)),
    Event("banished", "{seat} drives {cultist} away", _CULTIST),
    Event("god_defeated", "{seat} defeats {god} at Location {place}", (*_GOD, *_PLACE)),
    Event("idle", "{seat} has not fought"),
    Event("sealed", "Location {place} is sealed, {count} in all", (*_PLACE, *_COUNT)),
    Event("warded", "Location {place} is warded", _PLACE),
    Event("shoved", "{seat} drives {cultist} to Location {place}", (*_CULTIST, *_PLACE)),
    Event("trophy_won", "{seat} gets a Trophy of {symbol}", _SYMBOL),
    Event("lost_cards", "{seat} discards {count} card(s) by chance", _COUNT),
    Event("lost_trophy", "{seat} loses a Trophy of {symbol}", _SYMBOL),
    Event("thinned", "the Cultist deck loses {count} card(s)", _COUNT),
    Event("recalled", "{seat} takes {card} back", _CARD),
    Event("fewer_dice", "the next dice pool is smaller by {count}", _COUNT),
    Event("fewer_cards", "{seat} will draw {count} card(s) fewer", _COUNT),
    Event("restocked", "the Item deck is shuffled anew: {count} card(s)", _COUNT),
    Event("won", "all Locations are sealed in round {round}: the team wins", (("round", "count"),)),
    Event("lost", "the team loses in round {round}: {ending}", (("round", "count"), ("ending", "ending"))),
    Event("called_off", "the game is called off after {round} round(s)", (("round", "count"),)),
)


def _one_of(kinds: int):
    """One unit of a cell, or one value, is one card of that kind."""
    return lambda t: np.eye(kinds, dtype=np.int64)


_CARD_ZONES = ("card_box", "hand", "deck", "discards", "lent_by")
_ITEM_ZONES = ("item_deck", "item_discards", "item_box", "found", "items")
_CULTIST_ZONES = ("cultist_deck", "cultist_discards", "cultist_box", "replaced", "cultist")
_TROPHY_ZONES = ("trophy_supply", "trophies", "knowledge")


def _places_of(kinds: int, places: int):
    return lambda t: np.tile(np.eye(kinds, dtype=np.int64), (places, 1))


SPEC = GameSpec(
    id="cultistorm-v0",
    module=__name__,
    title="Cultistorm",
    kind="team",
    seats=(2, 5),
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
    legal=rules_legal.legal,
    apply=rules.apply,
    resample=rules_hidden.resample,
    enter=rules.enter,
    zones=(
        *(Zone(field, _one_of(CARDS), "card") for field in _CARD_ZONES),
        *(Zone(field, _one_of(ITEMS), "item") for field in _ITEM_ZONES),
        *(Zone(field, _one_of(CULTISTS), "cultist") for field in _CULTIST_ZONES),
        Zone("under", _places_of(CULTISTS, PLACES), "cultist"),
        *(Zone(field, _one_of(TERRORS), "terror") for field in ("terror_deck", "terror_used", "terror", "terror_open")),
        *(Zone(field, _one_of(SYMBOLS), "symbol") for field in _TROPHY_ZONES),
        Zone("placed", _places_of(SYMBOLS, PLACES), "symbol"),
    ),
    reservoir=("card_box", "item_deck", "cultist_deck", "terror_deck", "trophy_supply"),
    max_decisions=10000,
    deals=rules_hidden.deals,
    problem=positions.problem,
    reveal=lambda options: frozenset() if options["hands"] == "hidden" else frozenset(("hand", "deck")),
    balance_counts=("ending",),
    summary="Gather symbols, fight Cultists for Trophies, support each other, and seal five Locations in time.",
    reference={"players": by_players, "operations": operations},
    presets={
        "turned": {
            "order": "terror",
            "idle": "both",
            "attack": "any",
            "last_god": "its",
            "cleared": "at_once",
            "bare": "at_once",
            "god_symbol": "devoured",
            "symbols": "free",
            "seals": "place",
            "starting_item": True,
            "investigators": "chosen",
            "special_sect": True,
            "creatures": True,
            "difficulty": "hard",
            "circle": 4,
            "hands": "hidden",
            "auto_pay": True,
            "shaping": True,
        }
    },
)
