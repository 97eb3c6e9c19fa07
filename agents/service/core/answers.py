"""The answers of the protocol as models: what OpenAPI and clients in other languages are made from.

The service makes answers as plain dicts, which is several times faster; tests and ``elderzoo bot check`` hold every
answer against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class Part(BaseModel):
    """A part of an answer. What a newer service adds is taken as well."""

    model_config = ConfigDict(extra="allow")


class Answer(Part):
    protocol: int
    re: str | None = None


class AboutGame(Answer):
    rules_version: str


class Action(Part):
    id: int
    name: str
    key: str
    args: dict[str, str | int]
    text: str


class Event(Part):
    kind: str
    key: str
    seat: int | None
    other: int | None
    args: dict[str, str | int]
    private: bool
    to: int | None
    text: str


class Question(Part):
    seat: int
    decision: str
    key: str
    args: dict[str, int]
    subject: str | int | None
    text: str


class Change(Part):
    field: str
    index: list[int]
    before: int | float = Field(alias="from")
    after: int | float = Field(alias="to")


class View(Part):
    identity: dict[str, str | int]
    seat: int | None
    fields: dict[str, Any]


class Panel(Part):
    title: str
    marked: bool
    lines: list[list[str]]


class Now(AboutGame):
    """How the game stands, as a seat may know it."""

    seq: int
    seat: int | None
    to_decide: int | None
    question: Question | None
    pending: list[Question]
    legal: list[Action]
    phase: str
    decisions: int
    over: bool
    returns: list[float] | None
    ending: str | None
    panels: list[Panel] | None = None


class SeatInfo(Part):
    seat: int
    kind: Literal["human", "bot", "open"]
    name: str | None
    connected: bool
    bot: str | None
    level: int | None


class Table(Part):
    game: str
    players: int
    options: dict[str, Any]
    content: str
    seats: list[SeatInfo]
    watchers: int
    debug: bool
    seeded: bool
    status: Literal["playing", "over", "closed"]


class Scored(Part):
    action: Action
    score: float | None
    visits: int | None
    share: float
    sentence: str


class Error(Answer):
    type: Literal["error"]
    code: str
    status: int
    title: str
    detail: str
    field: str | None = None
    retry_after: int | None = None
    missing: list[str] | None = None
    extra: list[str] | None = None


class WelcomeAnswer(Answer):
    type: Literal["welcome"]
    service: str
    version: str
    games: list[str]
    languages: list[str]
    debug: bool
    ready: bool
    sessions: dict[str, Any]
    limits: dict[str, Any]


class GameFacts(Part):
    id: str
    title: str
    kind: Literal["competitive", "team"]
    seats: list[int]
    default_seats: int
    summary: str
    options: list[dict[str, Any]]


class GamesAnswer(Answer):
    type: Literal["games"]
    games: list[GameFacts]


class GameAnswer(AboutGame, GameFacts):
    type: Literal["game"]
    players: int
    content: str
    values: dict[str, Any]
    identity: dict[str, str | int]
    actions: list[dict[str, Any]]
    verbs: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    events: list[dict[str, Any]]
    phases: list[str]
    vocabularies: dict[str, list[str]]
    fields: list[dict[str, Any]]
    hidden: list[dict[str, Any]]
    observation: dict[str, Any]
    texts: dict[str, str]


class BotsAnswer(Answer):
    type: Literal["bots"]
    bots: list[dict[str, Any]]
    limits: dict[str, int]
    default_level: int
    calibration: dict[str, Any]
    levels: dict[str, list[dict[str, Any]]]


class TextsAnswer(Answer):
    type: Literal["texts"]
    lang: str
    languages: list[str]
    game: str | None
    texts: dict[str, str]


class Pong(Answer):
    type: Literal["pong"]


class Decided(AboutGame):
    """What a bot plays, and why."""

    game: str
    seat: int
    action: Action
    value: float | None
    scores: list[Scored]
    scored_by: str | None
    summary: str
    bot: str
    level: int | None
    seed: int
    worlds: int | None
    deadline_hit: bool
    fallback: str | None
    time_ms: float


class MoveAnswer(Decided):
    type: Literal["move"]


class HintAnswer(Decided):
    type: Literal["hint"]
    session: str
    seq: int


class PositionAnswer(Now):
    type: Literal["position"]
    session: str | None = None
    view: View
    events: list[Event]
    table: Table | None = None


class OpenedAnswer(Now):
    type: Literal["opened"]
    session: str
    view: View
    events: list[Event]


class Step(Now):
    type: Literal["step"]
    session: str | None = None
    by: int
    action: Action | None
    events: list[Event]
    changes: list[Change]
    rings: dict[str, Any]


Told = Annotated[PositionAnswer | Step, Field(discriminator="type")]


class Seated(AboutGame):
    session: str
    token: str
    invite: str
    seat: int | None
    seq: int
    table: Table
    messages: list[Told]


class CreatedAnswer(Seated):
    type: Literal["created"]


class JoinedAnswer(Seated):
    type: Literal["joined"]


class ResumedAnswer(Seated):
    type: Literal["resumed"]


class ActedAnswer(AboutGame):
    type: Literal["acted"]
    session: str
    seq: int
    messages: list[Told]


class MessagesAnswer(AboutGame):
    type: Literal["messages"]
    session: str
    seq: int
    messages: list[Told]
    table: Table


class RecordAnswer(AboutGame):
    type: Literal["record"]
    session: str
    seq: int
    game: str
    players: int
    options: dict[str, Any]
    content: str
    seed: int
    actions: list[str]
    seats: list[str]
    replay: dict[str, Any] | None = None


class LeftAnswer(AboutGame):
    type: Literal["left"]
    session: str
    seq: int


class ReportedAnswer(AboutGame):
    type: Literal["reported"]
    kept: bool


class TablePush(AboutGame):
    type: Literal["table"]
    session: str
    seq: int
    table: Table


class Heartbeat(Answer):
    type: Literal["heartbeat"]
    seqs: dict[str, int]


class Stopping(AboutGame):
    type: Literal["stopping"]
    session: str
    seq: int
    kept: bool
    detail: str


ANSWERS: dict[str, type[Answer]] = {
    "welcome": WelcomeAnswer,
    "games": GamesAnswer,
    "game": GameAnswer,
    "bots": BotsAnswer,
    "texts": TextsAnswer,
    "ping": Pong,
    "move": MoveAnswer,
    "create": CreatedAnswer,
    "join": JoinedAnswer,
    "resume": ResumedAnswer,
    "act": ActedAnswer,
    "poll": MessagesAnswer,
    "hint": HintAnswer,
    "position": PositionAnswer,
    "open": OpenedAnswer,
    "record": RecordAnswer,
    "leave": LeftAnswer,
    "report": ReportedAnswer,
}

AnyAnswer = TypeAdapter(
    Annotated[
        Error
        | WelcomeAnswer
        | GamesAnswer
        | GameAnswer
        | BotsAnswer
        | TextsAnswer
        | Pong
        | MoveAnswer
        | CreatedAnswer
        | JoinedAnswer
        | ResumedAnswer
        | ActedAnswer
        | MessagesAnswer
        | HintAnswer
        | PositionAnswer
        | OpenedAnswer
        | RecordAnswer
        | LeftAnswer
        | ReportedAnswer
        | Step
        | TablePush
        | Heartbeat
        | Stopping,
        Field(discriminator="type"),
    ]
)
