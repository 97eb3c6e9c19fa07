"""The service behind HTTP and WebSocket: FastAPI routes that do nothing but carry messages."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Match, Route

from . import PROTOCOL
from .core import openapi
from .core.errors import CODES, ServiceError
from .core.service import Service
from .core.sessions import Session
from .core.wire import decode, dumps, error_message

PAGE = Path(__file__).parent / "page"
POLICY = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; frame-ancestors 'none'"
FLIGHT = 8  # requests of one connection that may think at the same time
OUTBOX = 4000  # messages a connection may lag behind
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class OneShot:
    """The client of one HTTP request."""

    streams = False

    def __init__(self, key: str):
        self.key, self._loop = key, asyncio.get_running_loop()
        self.attended: dict[str, Session] = {}
        self.answer: asyncio.Future[dict[str, Any]] = self._loop.create_future()

    def send(self, message: dict[str, Any]) -> None:
        self._loop.call_soon_threadsafe(self._set, message)

    def _set(self, message: dict[str, Any]) -> None:
        if not self.answer.done():
            self.answer.set_result(message)


class Connection:
    """The client of a WebSocket: messages go through an outbox, in the order in which they were sent."""

    streams = True

    def __init__(self, key: str, outbox: int = OUTBOX):
        self.key = key
        self.attended: dict[str, Session] = {}
        self.lagging = False
        self._loop, self._most = asyncio.get_running_loop(), outbox
        self.outbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def send(self, message: dict[str, Any]) -> None:
        self.call(self._put, message)

    def call(self, function: Callable, *arguments: Any) -> None:
        """Call a function on the loop, from any thread."""
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # the loop is closed: the client will resume elsewhere
            self.lagging = True

    def _put(self, message: dict[str, Any]) -> None:
        if self.lagging:
            return
        if self.outbox.qsize() >= self._most:  # it does not read: it can come back and resume
            self.lagging = True
            self.outbox.put_nowait(None)
            return
        self.outbox.put_nowait(message)


def answered(message: dict[str, Any]) -> Response:
    """An HTTP response with a message."""
    if message["type"] != "error":
        return Response(dumps(message), 200, media_type="application/json")
    headers = {"Retry-After": str(message["retry_after"])} if "retry_after" in message else {}
    return Response(dumps(message), message["status"], headers, media_type="application/problem+json")


def build(service: Service, origins: Iterable[str] = (), on_stop: Callable[[], None] | None = None) -> FastAPI:
    """The application. origins: sites whose pages may use the service, ``*`` for all. on_stop: called at the end."""
    allowed = tuple(origins)

    @asynccontextmanager
    async def lifespan(app: FastAPI):
        if not service.ready.is_set():
            Thread(target=service.warm, daemon=True).start()
        yield
        await asyncio.to_thread(service.stop)
        if on_stop is not None:
            on_stop()

    app = FastAPI(title="ElderZoo", version=str(PROTOCOL), lifespan=lifespan, redoc_url=None)
    app.state.service = service
    if allowed:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(allowed),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-API-Key"],
            expose_headers=["Retry-After"],
        )
    carrier = Carrier(service)
    for route in openapi.ROUTES:
        app.add_api_route(
            route.path,
            carrier.endpoint(route),
            methods=[route.method],
            name=route.name,
            response_class=JSONResponse,
            openapi_extra={"route": route.name},
        )
    _health(app, service)
    _page(app)
    _sockets(app, service, allowed)
    _errors(app)
    document: dict[str, Any] = {}

    def described() -> dict[str, Any]:
        if not document:
            document.update(openapi.document(service.games))
        return document

    app.openapi = described
    return app


class Carrier:
    """Turns an HTTP request into a message and its answer into a response."""

    def __init__(self, service: Service):
        self.service = service

    def endpoint(self, route: openapi.Route):
        async def carry(request: Request) -> Response:
            try:
                data = await self.message(route, request)
                key = client_key(self.service, request.headers, request.client)
            except ServiceError as problem:
                return answered(error_message(problem))
            client = OneShot(key)
            self.service.submit(data, client)
            return answered(await client.answer)

        return carry

    async def message(self, route: openapi.Route, request: Request) -> Any:
        """The message that a request carries; what the address says comes first."""
        if route.method == "POST":
            data = decode(await body(request, self.service.settings.largest), self.service.settings.largest)
            if not isinstance(data, dict):
                raise ServiceError("bad_message", "a message is an object", field="")
        else:
            data = _query(route, request)
        if route.type is not None:
            given = data.get("type", route.type)
            if given != route.type:
                raise ServiceError(
                    "bad_message", f"type is {str(given)[:60]!r}, this address takes {route.type!r}", field="type"
                )
            data = {**data, "type": route.type}
        for name, value in request.path_params.items():
            if data.setdefault(name, value) != value:
                raise ServiceError("bad_message", f"{name} differs from that of the address", field=name)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and token and "token" not in data:
            data["token"] = token.strip()
        return data


async def body(request: Request, largest: int) -> bytes:
    """The body of a request; raises ServiceError as soon as it is too large."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > largest:
            raise ServiceError("too_large", f"more than {largest} bytes", limit=largest)
        parts.append(part)
    return b"".join(parts)


def _query(route: openapi.Route, request: Request) -> dict[str, Any]:
    """The message in the query of a GET request."""
    given = dict(request.query_params)
    if "q" in given and route.type == "move":
        text = given["q"]
        if not text.lstrip().startswith("{"):
            try:
                text = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            except ValueError:
                raise ServiceError("bad_json", "q is neither JSON nor base64url of it", field="q") from None
        data = decode(text, 512 * 1024)
        if not isinstance(data, dict):
            raise ServiceError("bad_message", "q: a message is an object", field="q")
        return data
    data: dict[str, Any] = {}
    for name, kind in route.query.items():
        if name not in given:
            continue
        text = given[name]
        if kind == "integer":
            if not (text.isascii() and text.isdecimal() and len(text) <= 6):
                raise ServiceError("bad_message", f"{name} is {text[:60]!r}, expected a whole number", field=name)
            data[name] = int(text)
        elif kind == "object":
            data[name] = decode(text, 64 * 1024)
        elif kind == "array":
            data[name] = [word for word in text.split(",") if word]
        else:
            data[name] = text
    return data


def client_key(service: Service, headers: Mapping[str, str], address: Any) -> str:
    """Who a request is from, for limits: its key, or its address. Raises ServiceError where a key is needed."""
    key = headers.get("x-api-key")
    if key is not None and service.limits.known(key):
        return key
    if service.limits.required:
        raise ServiceError("forbidden", "a known X-API-Key is needed", field="X-API-Key")
    return f"address:{address.host if address else ''}"


# ------------------------------------------------------------------------------------------- WebSocket


def _sockets(app: FastAPI, service: Service, allowed: tuple[str, ...]) -> None:
    @app.websocket("/v1/ws")
    async def socket(websocket: WebSocket) -> None:
        if not same_site(websocket.headers, allowed):
            await websocket.close(1008, "the page comes from elsewhere")
            return
        try:
            key = client_key(service, websocket.headers, websocket.client)
        except ServiceError as problem:
            await websocket.close(1008, problem.detail[:100])
            return
        await websocket.accept()
        connection = Connection(key)
        writing = asyncio.create_task(_write(websocket, connection, service.settings.heartbeat))
        try:
            await _read(websocket, connection, service, writing)
        except WebSocketDisconnect:
            pass
        finally:
            writing.cancel()
            await asyncio.to_thread(service.drop, connection)


def same_site(headers: Mapping[str, str], allowed: tuple[str, ...]) -> bool:
    """Whether a page may open a connection: it is ours, or of an allowed site. Clients that are no pages may."""
    origin = headers.get("origin")
    if origin is None or "*" in allowed or origin in allowed:
        return True
    return urlsplit(origin).netloc == headers.get("host")


async def _read(websocket: WebSocket, connection: Connection, service: Service, writing: asyncio.Task) -> None:
    """Take requests one after the other; those that think do not hold up the others."""
    flying: set[asyncio.Task] = set()
    while not writing.done():
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        try:
            data = decode(text if text is not None else received.get("bytes") or b"", service.settings.largest)
        except ServiceError as problem:
            connection.send(error_message(problem))
            continue
        answered = asyncio.Event()
        service.submit(data, connection, lambda event=answered: connection.call(event.set))
        if isinstance(data, dict) and data.get("type") in ("move", "hint", "poll", "record", "game"):
            while len(flying) >= FLIGHT:
                _, flying = await asyncio.wait(flying, return_when=asyncio.FIRST_COMPLETED)
            task = asyncio.create_task(answered.wait())
            flying.add(task)
            task.add_done_callback(flying.discard)
        else:
            await answered.wait()


async def _write(websocket: WebSocket, connection: Connection, heartbeat: float) -> None:
    """Send what is in the outbox; a heartbeat where there is nothing for long."""
    while True:
        try:
            message = await asyncio.wait_for(connection.outbox.get(), heartbeat)
        except TimeoutError:
            seqs = {session.id: session.seq for session in list(connection.attended.values())}
            message = {"type": "heartbeat", "protocol": PROTOCOL, "seqs": seqs}
        if message is None:
            await websocket.close(1013, "too slow: come back and resume")
            return
        try:
            await websocket.send_text(dumps(message))
        except (WebSocketDisconnect, RuntimeError):
            return


# ------------------------------------------------------------------------------------ health and page


def _health(app: FastAPI, service: Service) -> None:
    @app.get("/livez", include_in_schema=False)
    async def livez() -> Response:
        return Response("alive", media_type="text/plain")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> Response:
        ready = service.ready.is_set() and not service.stopping
        return Response("ready" if ready else "starting", 200 if ready else 503, media_type="text/plain")

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        text, kind = service.metrics.text()
        return Response(text, media_type=kind)

    @app.get("/v1/schema", include_in_schema=False)
    async def schema() -> Response:
        return Response(
            dumps(await asyncio.to_thread(openapi.schema, service.games)), media_type="application/schema+json"
        )


def _page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        return _file("index.html")

    @app.get("/page/{path:path}", include_in_schema=False)
    async def part(path: str) -> Response:
        return _file(path)


def _file(name: str) -> Response:
    """A file of the page."""
    path = (PAGE / name).resolve()
    if not path.is_relative_to(PAGE.resolve()) or not path.is_file():
        return answered(error_message(ServiceError("unknown_path", f"there is no page {name[:60]!r}")))
    headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": POLICY}
    return FileResponse(path, media_type=KINDS.get(path.suffix), headers=headers)


def _errors(app: FastAPI) -> None:
    @app.exception_handler(HTTPException)
    async def http(request: Request, problem: HTTPException) -> Response:
        code = {404: "unknown_path", 405: "wrong_method"}.get(problem.status_code, "bad_message")
        detail = f"{request.method} {request.url.path[:60]}: {CODES[code][1].lower()}"
        message = error_message(ServiceError(code, detail))
        headers = {"Allow": ", ".join(allowed(app, request))} if problem.status_code == 405 else {}
        return Response(dumps(message), CODES[code][0], headers, media_type="application/problem+json")


def allowed(app: FastAPI, request: Request) -> list[str]:
    """The methods that the address of a request takes; each may have a route of its own."""
    met = [r for r in app.routes if isinstance(r, Route) and r.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in met for method in route.methods or ()})
