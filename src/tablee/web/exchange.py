"""Taking a character or a campaign away as one file, and bringing one back."""

from __future__ import annotations

import io
import tempfile
from dataclasses import dataclass
from typing import Annotated, BinaryIO

import msgspec
from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import PathParameter

from tablee.kernel.sentence import plain
from tablee.table.backup import Backups
from tablee.table.character import CharacterFile
from tablee.table.exchange import Imported, export_campaign, import_campaign
from tablee.table.going_back import Saved, brought_back, saved
from tablee.table.state import Member
from tablee.table.store import Campaign

from .handlers import Asking, Here, Seated, Who, do, look
from .playing import seen
from .refusals import language
from .seats import address, cookie, sit
from .server import Server

Backup = Annotated[str, PathParameter(max_length=80)]

FILE = "application/zstd"
LARGEST = 50_000_000  # bytes of a file that is brought back
EXPANDED = 200_000_000  # bytes it may expand to


class BroughtBack(msgspec.Struct, frozen=True):
    """A campaign that came in from its file: how its members sit down again, and what could not be read of it."""

    campaign: Campaign
    member: Member
    passphrases: dict[str, str]
    aside: tuple[str, ...]


@look("/campaigns/{campaign:str}/characters/{who:str}")
def export_character(seat: Seated, server: Here, who: Who) -> CharacterFile:
    """A character as a file, for those who play him; the command `import_character` takes the same fields."""

    _, eyes = server.store.eyes(*seat.at)
    return CharacterFile(eyes.game.id, eyes.game.version, seen(eyes, lambda eyes: eyes.character(who)))


@dataclass
class Upload(Operation):
    """A route that is sent a file."""

    def __post_init__(self) -> None:
        held = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        self.request_body = RequestBody({"application/octet-stream": OpenAPIMediaType(held)}, required=True)


@look("/campaigns/{campaign:str}/export", media_type=FILE)
def export(seat: Seated, server: Here) -> Response[bytes]:
    """The whole campaign as one file, for the game master; see docs/formats.md."""
    file = io.BytesIO()
    export_campaign(server.store, seat.campaign, file, seat.member.id)
    name = {"Content-Disposition": f'attachment; filename="tablee-{seat.campaign}.jsonl.zst"'}
    return Response(file.getvalue(), media_type=FILE, headers=name)


@do("/import", request_max_body_size=LARGEST, operation_class=Upload)
async def bring_back(request: Asking, server: Here) -> Response[BroughtBack]:
    """A campaign from its file, as a new campaign, for a device that sits at any table: there as its game master."""
    token, _ = await sync_to_thread(server.seated, request, "sign_in_first")
    for whose in (("device", token), ("address", address(request))):
        server.limits.take(server.settings.rates.file, "file", *whose)

    def brought(file: BinaryIO) -> BroughtBack:
        return seated(request, server, token, import_campaign(server.store, file, EXPANDED))

    with server.files, tempfile.TemporaryFile() as file:
        async for piece in request.stream():
            file.write(piece)
        file.seek(0)
        async with server.one_file:
            back = await sync_to_thread(brought, file)
    return Response(back, cookies=[cookie(request, token)])


@look("/campaigns/{campaign:str}/backups")
def list_saved(seat: Seated, server: Here) -> tuple[Saved, ...]:
    """The days this server was saved since the campaign began, for its game master."""
    return saved(server.store, Backups(server.settings.database), *seat.at)


@do("/campaigns/{campaign:str}/backups/{backup:str}")
async def bring_back_saved(request: Asking, seat: Seated, server: Here, backup: Backup) -> BroughtBack:
    """The campaign as it was when that backup was made, as a new campaign beside this one."""
    server.limits.take(server.settings.rates.file, "file", "device", seat.token)

    def brought() -> BroughtBack:
        came = brought_back(server.store, Backups(server.settings.database), *seat.at, backup)
        return seated(request, server, seat.token, came)

    with server.files:
        async with server.one_file:
            return await sync_to_thread(brought)


def seated(request: Asking, server: Server, token: str, came: Imported) -> BroughtBack:
    """A campaign that came in, and this device at it as its game master."""
    aside = tuple(one.say(plain(language(request))) for one in came.aside)
    sit(server.store, token, came.gm)
    return BroughtBack(server.store.campaign(came.campaign), came.gm, came.passphrases, aside)


ROUTES = [export_character, export, bring_back, list_saved, bring_back_saved]
