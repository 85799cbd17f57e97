"""Campaigns, and who sits at them: making one, joining by an invitation, coming back, leaving."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Meta

from tablee.table import rights
from tablee.table.commands import Rename
from tablee.table.members import Code, Invitation, Invited
from tablee.table.seen import SeenRules
from tablee.table.state import Lang, Member, Role
from tablee.table.store import Campaign

from .handlers import Asking, Here, Id, Seated, ask, change, do, look, remove, set_to
from .refusals import language
from .seats import COOKIE, address, cookie, not_seated, sit, sitting, token_of

Line = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
Secret = Annotated[str, Meta(min_length=1, max_length=100)]
Known = Annotated[str, Meta(pattern="^[0-9a-f]{1,32}$")]  # the id of a campaign or a member
Passphrase = Annotated[str, Meta(max_length=200)]


class NewCampaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Line
    name: Line  # of the game master
    title: Line = ""
    options: Annotated[tuple[Line, ...], Meta(max_length=100)] = ()
    lang: Lang | None = None


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: Secret
    name: Line = ""  # of no use where the invitation names a member
    lang: Lang | None = None


class ComingBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    campaign: Known
    name: Line
    passphrase: Passphrase


class Showing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: Secret


class NewTitle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class NewInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: Role = "player"
    hours: Annotated[int, Meta(ge=1, le=24 * 366)] | None = None  # how long it is valid; none: until it is revoked
    uses: Annotated[int, Meta(ge=1, le=1000)] | None = None  # none: any number; if it names a member, once
    member: Known | None = None  # who comes back by it, on another device, whatever the role above says


class Link(msgspec.Struct, frozen=True):
    """An invitation with its secret, which is told only once. The secret stands where no server ever logs it."""

    id: str
    secret: str
    path: str
    bases: tuple[str, ...] = ()  # where other devices of the house reach this server; empty: it does not know


class MemberChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    name: Line = ""
    lang: Lang | None = None
    role: Role | None = None


class NewPassphrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    passphrase: Passphrase  # empty: none any more


class Sitting(msgspec.Struct, frozen=True):
    """A campaign, and who this device is at it."""

    campaign: Campaign
    member: Member


def link_path(secret: str) -> str:
    """Where an invitation leads, on whatever server: browsers do not send what stands behind the #."""
    return f"/#rejoindre={secret}"


# ---------------------------------------------------------------- campaigns


@look("/campaigns")
def my_campaigns(request: Asking, server: Here) -> tuple[Sitting, ...]:
    """The campaigns this device sits at."""
    seated = sitting(server.store, token_of(request))
    return tuple(Sitting(server.store.campaign(id), member) for id, member in seated.items())


@do("/campaigns")
async def create_campaign(request: Asking, data: JSONBody[NewCampaign], server: Here) -> Response[Sitting]:
    """A new campaign; whoever makes it is its game master, and this device is signed in."""
    server.trying(request)
    lang = data.lang or language(request)

    def made() -> tuple[Sitting, str]:
        member = server.store.create(data.game, data.title, data.name, data.options, lang)
        campaign = server.store.campaign_of(member.id)
        return Sitting(server.store.campaign(campaign), member), sit(server.store, token_of(request), member)

    seat, token = await sync_to_thread(made)
    return Response(seat, cookies=[cookie(request, token)])


@look("/campaigns/{campaign:str}")
def open_campaign(seat: Seated, server: Here) -> Sitting:
    """A campaign, and who this device is at it."""
    return Sitting(server.store.campaign(seat.campaign), seat.member)


@change("/campaigns/{campaign:str}")
async def rename_campaign(seat: Seated, data: JSONBody[NewTitle], server: Here) -> Campaign:
    """Give it another title."""
    await sync_to_thread(server.store.command, *seat.at, Rename(data.title))
    return await sync_to_thread(server.store.campaign, seat.campaign)


@remove("/campaigns/{campaign:str}")
async def delete_campaign(seat: Seated, server: Here) -> None:
    """Delete it with all that is in it, for everybody and for good."""
    await sync_to_thread(server.store.remove_campaign, *seat.at)
    server.hub.check(seat.campaign)


@look("/campaigns/{campaign:str}/rules")
def campaign_rules(seat: Seated, server: Here) -> SeenRules:
    """How it stands with the present rules: what they do not understand of it, for the game master."""
    return server.store.rules(*seat.at)


# ---------------------------------------------------------------- devices


@ask("/invitation")
async def show_invitation(request: Asking, data: JSONBody[Showing], server: Here) -> Invited:
    """What an invitation is for, before one joins."""
    server.trying(request)

    def shown() -> Invited:
        return server.store.members.invited(data.secret, sitting(server.store, token_of(request)))

    return await sync_to_thread(shown)


@do("/join")
async def join(request: Asking, data: JSONBody[Joining], server: Here) -> Response[Sitting]:
    """Sit down at a table by an invitation, as somebody new or as the member it names; the cookie stays."""
    server.trying(request)
    lang = data.lang or language(request)

    def joined() -> tuple[Sitting, str]:
        invited = server.store.members.invited(data.secret, sitting(server.store, token_of(request)))
        again = not_seated(server.store, token_of(request), invited.campaign, invited.member)
        member = again or server.store.members.join(data.secret, data.name, lang)
        campaign = server.store.campaign_of(member.id)
        return Sitting(server.store.campaign(campaign), member), sit(server.store, token_of(request), member)

    seat, token = await sync_to_thread(joined)
    return Response(seat, cookies=[cookie(request, token)])


@do("/sign-in")
async def sign_in(request: Asking, data: JSONBody[ComingBack], server: Here) -> Response[Sitting]:
    """Come back on another device, by one's name and passphrase."""
    server.trying(request)
    server.limits.take(server.settings.rates.secret, "secret", data.campaign)

    def back() -> tuple[Sitting, str]:
        member = server.store.members.sign_in(data.campaign, data.name, data.passphrase)
        not_seated(server.store, token_of(request), data.campaign, member)
        return Sitting(server.store.campaign(data.campaign), member), sit(server.store, token_of(request), member)

    seat, token = await sync_to_thread(back)
    return Response(seat, cookies=[cookie(request, token)])


@do("/sign-out", status_code=204, response_cookies=[Cookie(COOKIE, value="", max_age=0)])
async def sign_out(request: Asking, server: Here) -> None:
    """This device is forgotten, at every table; its WebSockets are closed."""
    server.limits.take(server.settings.rates.address, "address", address(request))
    token = token_of(request)
    seated = await sync_to_thread(server.store.members.seated, token)
    await sync_to_thread(server.store.members.sign_out, token)
    for campaign in seated:
        server.hub.check(campaign)


# ---------------------------------------------------------------- members


@look("/campaigns/{campaign:str}/members")
def list_members(seat: Seated, server: Here) -> tuple[Member, ...]:
    """Everybody at the table."""
    return tuple(server.store.members.of(seat.campaign).values())


@change("/campaigns/{campaign:str}/members/{member:str}")
async def change_member(seat: Seated, member: Id, data: JSONBody[MemberChange], server: Here) -> Member:
    """Another name or language for oneself; by the game master, for anybody, and a role."""
    by, store = seat.member.id, server.store
    changed = await sync_to_thread(
        lambda: store.members.change(seat.campaign, by, member, data.name, data.lang, data.role)
    )
    server.hub.check(seat.campaign)
    return changed


@remove("/campaigns/{campaign:str}/members/{member:str}")
async def remove_member(seat: Seated, member: Id, server: Here) -> None:
    """Leave, or be sent away by the game master; devices are signed out of this table and WebSockets closed."""
    await sync_to_thread(server.store.members.remove, *seat.at, member)
    server.hub.check(seat.campaign)


@set_to("/campaigns/{campaign:str}/passphrase", status_code=204)
async def set_passphrase(seat: Seated, data: JSONBody[NewPassphrase], server: Here) -> None:
    """A passphrase of one's own, to come back on another device."""
    rights.may(seat.member, "set_passphrase", own=True)
    await sync_to_thread(server.store.members.set_passphrase, seat.member.id, data.passphrase)


@look("/campaigns/{campaign:str}/invitations")
def list_invitations(seat: Seated, server: Here) -> tuple[Invitation, ...]:
    """Every invitation that was made, without its secret."""
    return server.store.members.invitations(*seat.at)


@do("/campaigns/{campaign:str}/invitations")
async def invite(seat: Seated, data: JSONBody[NewInvitation], server: Here) -> Link:
    """A new invitation."""
    expires = server.store.time() + data.hours * 3600 if data.hours is not None else None
    made = server.store.members.invite
    id, secret = await sync_to_thread(made, *seat.at, data.role, expires, data.uses, data.member)
    return Link(id, secret, link_path(secret), server.settings.bases)


@do("/campaigns/{campaign:str}/invitations/{invitation:str}/code")
async def make_code(seat: Seated, invitation: Id, server: Here) -> Code:
    """A code to say aloud: for a day it stands for the invitation's secret, wherever that is asked for."""
    return await sync_to_thread(server.store.members.code, *seat.at, invitation)


@remove("/campaigns/{campaign:str}/invitations/{invitation:str}")
async def revoke(seat: Seated, invitation: Id, server: Here) -> None:
    """Nobody joins by this invitation any more; who has joined stays."""
    await sync_to_thread(server.store.members.revoke, *seat.at, invitation)


ROUTES = [
    my_campaigns,
    create_campaign,
    open_campaign,
    rename_campaign,
    delete_campaign,
    campaign_rules,
    show_invitation,
    join,
    sign_in,
    sign_out,
    list_members,
    change_member,
    remove_member,
    set_passphrase,
    list_invitations,
    invite,
    make_code,
    revoke,
]
