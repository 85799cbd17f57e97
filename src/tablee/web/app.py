"""The application: every route under /api/v1, the page at /, and what they share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.concurrency import sync_to_thread
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablee.table.backup import Backups
from tablee.table.refusal import Refused
from tablee.table.store import Store

from . import built, campaigns, compendium, exchange, forms, journal, judge, making, own, paper, pictures, playing
from .handlers import Here, look
from .judges import Judges
from .limits import Gate, Limits, Places, Watched
from .live import Hub
from .machine import Machines
from .ready import Ready
from .refusals import Asked, language, on_bug, on_database, on_http, on_refused
from .rows import Rows
from .seats import COOKIE
from .security import HEADER, add_headers, same_origin
from .server import Server, provide_seat, provide_server
from .settings import Settings
from .texts import say
from .threads import load, prepare

if TYPE_CHECKING:
    from .postgres import Notices

API = "/api/v1"
HOUR = 3600.0
AT_THE_END = 10.0  # seconds for what is kept of campaigns when a server stops
THREADS = 32  # most of them wait: for the disk, or for whoever writes before them
ODDS_AT_ONCE = 2  # others are answered meanwhile
AT_ONE = 2  # table: encounters that are judged at once
PICTURES_AT_ONCE = 8  # pictures that are sent to be taken in
FILES_AT_ONCE = 4  # campaigns that are sent to be brought in


class Health(msgspec.Struct, frozen=True):
    version: str


@look("/health")
def health(server: Here) -> Health:
    """The server answers and its database can be read."""
    with server.store.database.reading():
        return Health(server.store.version)


@get("/", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def not_built(request: Request[Any, Any, Any]) -> str:
    return say("not_built", language(request), api=API)


@get("/openapi.json", include_in_schema=False, sync_to_thread=True)
def schema(request: Request[Any, Any, Any], server: Here) -> Response[dict[str, Any]]:
    return server.ready.answer(request, lambda _: request.app.openapi_schema.to_schema(), "openapi")


def create_app(settings: Settings | None = None) -> Litestar:
    """The server. Its store is opened when it starts, and closed when it stops."""
    settings = settings or Settings()

    @asynccontextmanager
    async def open_store(app: Litestar) -> AsyncIterator[None]:
        prepare()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        backups = Backups(settings.database)
        store = await sync_to_thread(partial(Store, settings.database, before_upgrade=backups.before_upgrade))
        store.writer.start()
        hub = Hub(store, notices(settings), settings.beat)
        commands, files = Watched(settings.commands, seconds=2), Gate(FILES_AT_ONCE, seconds=30)
        odds, one_file = asyncio.Semaphore(ODDS_AT_ONCE), asyncio.Lock()
        taken, one_picture = Gate(PICTURES_AT_ONCE, seconds=5), asyncio.Lock()
        windows, callers = Places(settings.sockets, "sockets"), Places(settings.connections, "crowd")
        judges, judging = Judges(settings.judges), Places(AT_ONE, "judging")
        places = windows, callers, commands, odds, files, one_file, taken, one_picture, judges, judging
        app.state.server = Server(settings, store, hub, Limits(), Ready(), *places)
        played = {campaign.game for campaign in await sync_to_thread(store.campaigns)}
        tasks = save_daily(backups), sync_to_thread(load, played), commands.watching(), keep_figures(store)
        beside = [asyncio.create_task(task) for task in tasks]
        machines = Machines(store, judges)
        hub.stirred = machines.stir
        async with hub.running(), machines.running():
            yield
        for task in beside:
            task.cancel()
        await sync_to_thread(judges.close)
        await take_figures(store, AT_THE_END)
        store.close()

    api = Router(
        API,
        route_handlers=[
            health,
            schema,
            *compendium.ROUTES,
            *forms.ROUTES,
            *campaigns.ROUTES,
            *playing.ROUTES,
            *making.ROUTES,
            *own.ROUTES,
            *paper.ROUTES,
            *journal.ROUTES,
            *judge.ROUTES,
            *exchange.ROUTES,
            *pictures.ROUTES,
        ],
        dependencies={"seat": Provide(provide_seat, sync_to_thread=True)},
        guards=[same_origin],
    )
    page = built.page(settings.page) if settings.page else not_built
    return Litestar(
        [api, page],
        dependencies={"server": Provide(provide_server, sync_to_thread=False)},
        plugins=[Rows()],
        lifespan=[open_store],
        before_send=[add_headers],
        request_class=Asked,
        exception_handlers={
            Refused: on_refused,
            HTTPException: on_http,
            OperationalError: on_database,
            PoolTimeout: on_database,
            Exception: on_bug,
        },
        request_max_body_size=settings.body,
        openapi_config=described(),
        logging_config=None,
    )


async def save_daily(backups: Backups) -> None:
    """A backup for every day the server runs."""
    while True:
        await sync_to_thread(backups.daily)
        await asyncio.sleep(HOUR)


async def keep_figures(store: Store) -> None:
    """Every hour, and once more at the end: a new version of the rules is told from them (`Store.rules`)."""
    while True:
        await asyncio.sleep(HOUR)
        await take_figures(store, HOUR)


async def take_figures(store: Store, seconds: float) -> None:
    """Of each campaign in which something has happened, as far as one gets in this time."""
    until = monotonic() + seconds
    for campaign in await sync_to_thread(store.to_figure):
        if monotonic() > until:
            return
        try:
            await sync_to_thread(store.take_figures, campaign)
        except Exception:  # the campaign is played all the same
            logging.getLogger("tablee").exception("the figures of campaign %s cannot be taken", campaign)


def notices(settings: Settings) -> Notices | None:
    """How processes that share a database tell each other; one that has its own tells itself."""
    if settings.database.startswith("sqlite"):
        return None
    from .postgres import Notices

    return Notices(settings.database)


def described() -> OpenAPIConfig:
    device = SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie")
    own = SecurityScheme(
        type="apiKey",
        name=HEADER,
        security_scheme_in="header",
        description="« 1 » with everything that changes something.",
    )
    return OpenAPIConfig(
        title="Tablée",
        version="1",
        description="The live table: see docs/api.md.",
        components=Components(security_schemes={"device": device, "own_page": own}),
        use_handler_docstrings=True,
        operation_id_creator=_operation,
    )


def _operation(handler: HTTPRouteHandler, *_: Any) -> str:
    return handler.handler_name
