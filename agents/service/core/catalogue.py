"""What there is: the service itself, games, bots, texts; and reports of how games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import messages as m
from .errors import ServiceError
from .games import facts
from .request import Request
from .texts import common, languages

if TYPE_CHECKING:
    from .service import Service


class Catalogue:
    """Answers requests that look something up."""

    def __init__(self, service: Service):
        self.service = service

    def on_welcome(self, message: m.Welcome, request: Request) -> dict[str, Any]:
        from .... import __version__  # pyright: ignore[reportMissingImports]

        s = self.service.settings
        return {
            "type": "welcome",
            "service": "elderzoo",
            "version": __version__,
            "games": list(self.service.games.ids),
            "languages": list(languages()),
            "debug": s.debug,
            "ready": self.service.ready.is_set(),
            "sessions": {
                "kept": bool(self.service.store),
                "restored": len(self.service.sessions.kept),
                "lost": list(self.service.sessions.lost),
                "lifetime_s": s.lifetime,
                "heartbeat_s": s.heartbeat,
            },
            "limits": {
                "message_bytes": s.largest,
                "requests_per_second": s.rate.per_second,
                "burst": s.rate.burst,
                "queue": s.queue,
            },
        }

    def on_games(self, message: m.GamesRequest, request: Request) -> dict[str, Any]:
        return {"type": "games", "games": [facts(self.service.games.spec(id)) for id in self.service.games.ids]}

    def on_game(self, message: m.GameRequest, request: Request) -> dict[str, Any]:
        table = self.service.table(message)
        out = table.catalogue(message.lang)
        if "sheet" in message.include:
            from ..page.sheet import sheet

            out["sheet"] = sheet(table.game)
        return out

    def on_bots(self, message: m.BotsRequest, request: Request) -> dict[str, Any]:
        return self.service.bots.describe(self.service.games.ids)

    def on_texts(self, message: m.TextsRequest, request: Request) -> dict[str, Any]:
        if message.game is None:
            templates = common(message.lang)
        else:
            templates = self.service.games.get(message.game).texts(message.lang).templates
        out = {"type": "texts", "lang": message.lang, "languages": list(languages()), "game": message.game}
        return out | {"texts": dict(templates)}

    def on_report(self, message: m.Report, request: Request) -> dict[str, Any]:
        table = self.service.table(message)
        recipe = self.service.bots.recipe(table.game, message.bot, message.level)
        game = table.game
        game.check_seat(message.seat)
        if len(message.returns) != game.num_players:
            raise ServiceError("bad_message", f"returns: {game.num_players} seats have one each", field="returns")
        line = message.model_dump(include={"game", "players", "options", "seat", "returns"})
        line |= {"bot": recipe.bot, "level": recipe.level, "rules_version": table.rules_version}
        if self.service.store.folder is not None:
            self.service.store.report(line)
        return {"type": "reported", "rules_version": table.rules_version, "kept": bool(self.service.store)}
