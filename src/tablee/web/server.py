"""What every request is served with: the server's parts, and the seat of whoever asks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath

from tablee.table.refusal import Refused
from tablee.table.store import Store

from .limits import Limits
from .live import Hub
from .refusals import Connection, No
from .seats import Seat, address, token_of
from .settings import Settings


@dataclass(frozen=True)
class Server:
    settings: Settings
    store: Store
    hub: Hub
    limits: Limits
    odds: asyncio.Semaphore  # how many are worked out at once: others are answered meanwhile

    def trying(self, connection: Connection) -> None:
        """Somebody tries a secret, or makes a campaign."""
        self.limits.take(self.settings.rates.trying, "trying", address(connection))

    def seat(self, connection: Connection, campaign: str) -> Seat:
        """Where a device sits at this table; refused if nowhere, or if it asks too often."""
        token = token_of(connection)
        seated = self.store.members.seated(token) if token else {}
        if not seated:
            self.limits.take(self.settings.rates.address, "address", address(connection))
            raise No("sign_in", 401)
        self.limits.take(self.settings.rates.device, "device", token)
        member = seated.get(campaign)
        connection.scope["state"]["lang"] = (member or next(iter(seated.values()))).lang
        if member is None:
            raise Refused("not_member")
        return Seat(campaign, member, token)


def provide_server(state: State) -> Server:
    server: Server = state.server
    return server


def provide_seat(request: Request[Any, Any, Any], campaign: FromPath[str], server: NamedDependency[Server]) -> Seat:
    """The seat of a request; what it changes counts for the whole table."""
    seat = server.seat(request, campaign)
    if request.method != "GET":
        server.limits.take(server.settings.rates.campaign, "campaign", campaign)
    return seat
