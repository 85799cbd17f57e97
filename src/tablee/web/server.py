"""What every request is served with: the server's parts, and the seat of whoever asks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath

from tablee.table.refusal import Refused
from tablee.table.state import Member
from tablee.table.store import Store

from .judges import Judges
from .limits import Gate, Limits, Places
from .live import Hub
from .ready import Ready
from .refusals import Connection, No
from .seats import Seat, address, token_of
from .settings import Settings
from .threads import in_thread


@dataclass(frozen=True)
class Server:
    settings: Settings
    store: Store
    hub: Hub
    limits: Limits
    ready: Ready
    windows: Places  # WebSockets, by device
    callers: Places  # and by address, wherever their connections come from
    commands: Gate  # that wait to be written, of members alone
    odds: asyncio.Semaphore  # how many are worked out at once: others are answered meanwhile
    files: Gate  # campaigns that are brought in
    one_file: asyncio.Lock  # of which one is read at a time
    pictures: Gate  # pictures that are taken in
    one_picture: asyncio.Lock  # of which one is made at a time: it takes much room
    judges: Judges  # processes beside the table
    judging: Places  # encounters that are judged at once, by table

    def trying(self, connection: Connection) -> None:
        """Somebody tries a secret, or makes a campaign."""
        self.limits.take(self.settings.rates.trying, "trying", address(connection))

    def seat(self, connection: Connection, campaign: str) -> Seat:
        """Where a device sits at this table; refused if nowhere, or if it asks too often."""
        token, seated = self.seated(connection)
        member = seated.get(campaign)
        connection.scope["state"]["lang"] = (member or next(iter(seated.values()))).lang
        if member is None:
            raise Refused("not_member")
        return Seat(campaign, member, token)

    def remembered(self, connection: Connection, campaign: str) -> Seat | None:
        """Where a device sat at this table when that was read last."""
        token = token_of(connection)
        member = self.store.members.remembered(token, campaign)
        if member is None:
            return None
        self.limits.take(self.settings.rates.device, "device", token)
        connection.scope["state"]["lang"] = member.lang
        return Seat(campaign, member, token)

    def seated(self, connection: Connection, otherwise: str = "sign_in") -> tuple[str, dict[str, Member]]:
        """A device that sits somewhere, and as whom; refused if nowhere, or if it asks too often."""
        token = token_of(connection)
        seated = self.store.members.seated(token) if token else {}
        if not seated:
            self.limits.take(self.settings.rates.address, "address", address(connection))
            raise No(otherwise, 401)
        self.limits.take(self.settings.rates.device, "device", token)
        return token, seated


async def not_too_many(connection: Connection, _: BaseRouteHandler) -> None:
    """Refused, before a command is even read, while as many are in hand as are soon done."""
    connection.app.state.server.commands.check()


def provide_server(state: State) -> Server:
    server: Server = state.server
    return server


def provide_seat(request: Request[Any, Any, Any], campaign: FromPath[str], server: NamedDependency[Server]) -> Seat:
    """The seat of a request; what it changes counts for the whole table."""
    seat = server.seat(request, campaign)
    if request.method != "GET":
        server.limits.take(server.settings.rates.campaign, "campaign", campaign)
    return seat


async def provide_quick_seat(
    request: Request[Any, Any, Any], campaign: FromPath[str], server: NamedDependency[Server]
) -> Seat:
    """The same for what is given to the writer, which looks itself whether the device still sits there."""
    seat = server.remembered(request, campaign)
    if seat is None:
        seat = await in_thread(server.seat, request, campaign)
    server.limits.take(server.settings.rates.campaign, "campaign", campaign)
    return seat
