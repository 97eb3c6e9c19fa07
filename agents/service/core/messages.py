"""The requests of the protocol. JSON Schema and OpenAPI follow from these models and from the games' declarations.

Numbers and texts are taken as they are and never converted; fields nobody knows are ignored.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, TypeAdapter

from .. import PROTOCOL

MAX_SEED = 2**53 - 1  # exact in readers that know doubles only
UNIQUE = 16  # characters from which an id is taken for unique

Seed = Annotated[StrictInt, Field(ge=0, le=MAX_SEED, description="The same seed gives the same answer.")]
Seat = Annotated[StrictInt, Field(ge=0, le=15)]
Name = Annotated[StrictStr, Field(min_length=1, max_length=40)]
Id = Annotated[StrictStr, Field(min_length=1, max_length=64)]
Word = Annotated[StrictStr, Field(min_length=1, max_length=200)]
Milliseconds = Annotated[StrictInt, Field(ge=0, le=60_000)]
ActionRef = StrictInt | Word
OptionValue = StrictBool | StrictInt | StrictFloat | StrictStr | list[StrictInt | StrictStr] | None


class Message(BaseModel):
    """What all messages of a client have."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    id: Id | None = Field(None, description="Comes back as `re`. The same id again gives the same answer.")
    protocol: StrictInt | None = Field(None, description=f"The protocol the client speaks: {PROTOCOL}.")
    rules_version: Word | None = Field(None, description="Refused where it is not that of the game.")


class GameChoice(BaseModel):
    """Which game, as it is configured."""

    game: Word = Field(description="Game id, such as `age_of_madness-v0`.")
    players: Annotated[StrictInt, Field(ge=1, le=16)] | None = Field(None, description="Seats; the game's default.")
    options: dict[Word, OptionValue] | None = Field(None, description="Rule options by name.")
    content: Word = Field("reference", description="A card file the service offers.")


class BotChoice(BaseModel):
    """Which bot: a level, or an agent by name."""

    bot: Word | None = Field(None, description="An agent, such as `greedy` or `search:sims=400`.")
    level: Annotated[StrictInt, Field(ge=1, le=10)] | None = Field(None, description="1 (weak) to 10 (strong).")


class Spoken(BaseModel):
    """In which language, and with what beside."""

    lang: Annotated[StrictStr, Field(max_length=20)] = Field("en", description="Language of the texts.")
    include: list[Literal["panels", "words"]] = Field(
        [], max_length=4, description="`panels`: the table in words as well; `words`: the same by field."
    )


class Welcome(Message):
    type: Literal["welcome"] = "welcome"


class GamesRequest(Message):
    type: Literal["games"] = "games"


class GameRequest(Message, GameChoice):
    type: Literal["game"] = "game"
    include: list[Literal["sheet"]] = Field([], max_length=4, description="`sheet`: what cards say as well.")
    lang: Annotated[StrictStr, Field(max_length=20)] = "en"


class BotsRequest(Message):
    type: Literal["bots"] = "bots"


class TextsRequest(Message):
    type: Literal["texts"] = "texts"
    game: Word | None = None
    lang: Annotated[StrictStr, Field(max_length=20)] = "en"


class Ping(Message):
    type: Literal["ping"] = "ping"


class Move(Message, GameChoice, BotChoice, Spoken):
    """Ask for a move in a position; nothing is remembered."""

    type: Literal["move"] = "move"
    seat: Seat = Field(description="The seat that decides.")
    view: dict[str, Any] | None = Field(None, description="What that seat sees: `identity`, `seat` and `fields`.")
    state: dict[str, Any] | None = Field(None, description="A whole position; with `debug` only.")
    legal: Annotated[list[ActionRef], Field(max_length=2000)] | None = Field(
        None, description="The legal actions the client knows, by name or id; a difference is an error."
    )
    seed: Seed = 0
    budget_ms: Milliseconds | None = Field(None, description="When there must be an answer, the best so far.")
    explain: StrictBool = False
    top: Annotated[StrictInt, Field(ge=1, le=50)] = 3
    debug: StrictBool = False


class Chair(BotChoice):
    """Who sits on a seat."""

    kind: Literal["human", "bot", "open"] = "bot"
    name: Name | None = None


class Create(Message, GameChoice, Spoken):
    """Begin a session."""

    type: Literal["create"] = "create"
    seed: Seed | None = Field(None, description="The deal; drawn where it is left out.")
    sit: Seat | Literal["random"] | None = Field(0, description="Your seat; null to watch.")
    seats: Annotated[list[Chair], Field(max_length=16)] | None = None
    name: Name | None = None
    debug: StrictBool = Field(False, description="Allows the open view and the record in mid-game, to everyone.")


class InSession(Message):
    """A request of somebody who has a token."""

    session: Word
    token: Word


class Join(Message, Spoken):
    type: Literal["join"] = "join"
    session: Word
    invite: Word
    seat: Seat | None = Field(None, description="An open seat; null to watch.")
    name: Name | None = None


class Resume(InSession, Spoken):
    type: Literal["resume"] = "resume"
    after: Annotated[StrictInt, Field(ge=0)] | None = Field(None, description="The newest `seq` you have.")


class Act(InSession, Spoken):
    type: Literal["act"] = "act"
    action: ActionRef
    seq: Annotated[StrictInt, Field(ge=0)] | None = Field(None, description="The newest `seq` you know.")
    wait_ms: Milliseconds = Field(0, description="Wait so long until you are to decide again (HTTP).")


class Poll(InSession, Spoken):
    type: Literal["poll"] = "poll"
    after: Annotated[StrictInt, Field(ge=0)]
    wait_ms: Milliseconds = 0


class Position(InSession, Spoken):
    type: Literal["position"] = "position"


class Open(InSession, Spoken):
    type: Literal["open"] = "open"


class Hint(InSession, BotChoice, Spoken):
    type: Literal["hint"] = "hint"
    seed: Seed = 0
    budget_ms: Milliseconds | None = None
    top: Annotated[StrictInt, Field(ge=1, le=50)] = 3


class Record(InSession, Spoken):
    type: Literal["record"] = "record"
    replay: StrictBool = Field(False, description="With every position, all cards open.")


class Leave(InSession, BotChoice):
    type: Literal["leave"] = "leave"


class Report(Message, GameChoice):
    """Tell how a game against a bot ended, so that levels can be measured again."""

    type: Literal["report"] = "report"
    bot: Word | None = None
    level: Annotated[StrictInt, Field(ge=1, le=10)] | None = None
    seat: Seat
    returns: Annotated[list[StrictFloat | StrictInt], Field(min_length=1, max_length=16)]


REQUESTS: dict[str, type[Message]] = {
    model.model_fields["type"].default: model
    for model in (
        Welcome,
        GamesRequest,
        GameRequest,
        BotsRequest,
        TextsRequest,
        Ping,
        Move,
        Create,
        Join,
        Resume,
        Act,
        Poll,
        Position,
        Open,
        Hint,
        Record,
        Leave,
        Report,
    )
}

AnyRequest = TypeAdapter(
    Annotated[
        Welcome
        | GamesRequest
        | GameRequest
        | BotsRequest
        | TextsRequest
        | Ping
        | Move
        | Create
        | Join
        | Resume
        | Act
        | Poll
        | Position
        | Open
        | Hint
        | Record
        | Leave
        | Report,
        Field(discriminator="type"),
    ]
)
