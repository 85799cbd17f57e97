"""Who asks: the device's cookie, and the member it sits as at a table."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Network, ip_address

import msgspec
from litestar.datastructures import Cookie

from tablee.kernel.sentence import Typed
from tablee.table.refusal import Refused
from tablee.table.state import Member
from tablee.table.store import Store

from .refusals import Connection, No

COOKIE = "tablee_device"
YEAR = 365 * 24 * 3600


class Seat(msgspec.Struct, frozen=True):
    """A device at a table."""

    campaign: str
    member: Member
    token: str

    @property
    def at(self) -> tuple[str, str]:
        """The table and the member, as the store asks for them."""
        return self.campaign, self.member.id


def token_of(connection: Connection) -> str:
    return connection.cookies.get(COOKIE, "")[:100]


def address(connection: Connection) -> str:
    """Whom limits count as one, as long as nothing better is known of him."""
    return neighbours(connection.client.host) if connection.client is not None else ""


@lru_cache(4096)
def neighbours(host: str) -> str:
    """All who may be this one: in IPv6 one household has every address that begins alike."""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if found.version == 4:
        return host
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def cookie(connection: Connection, token: str) -> Cookie:
    """Out of reach of scripts, sent by our own pages only, and under https never in the clear."""
    secure = connection.url.scheme in ("https", "wss")
    return Cookie(COOKIE, value=token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


def sit(store: Store, token: str, member: Member) -> str:
    """Sign a device in as this member: the token it has, or a new one if it has none that is known."""
    if token:
        try:
            store.members.seat(token, member.id)
            return token
        except Refused:
            pass
    token = store.members.new_device()
    store.members.seat(token, member.id)
    return token


def sitting(store: Store, token: str) -> dict[str, Member]:
    """Where this device sits, and as whom."""
    return store.members.seated(token) if token else {}


def not_seated(store: Store, token: str, campaign: str, again: Member | None = None) -> Member | None:
    """Who this device is at this table already, if anybody; refused if it is somebody else than this member."""
    there = sitting(store, token).get(campaign)
    if there is not None and (again is None or there.id != again.id):
        raise No("seated", 409, name=Typed(there.name))
    return there
