"""Taking a character or a campaign away as one file, and bringing one back."""

from __future__ import annotations

import io
from dataclasses import dataclass

import msgspec
from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import RawBody

from tablee.kernel.sentence import plain
from tablee.table.character import CharacterFile
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.state import Member
from tablee.table.store import Campaign

from .handlers import Asking, Here, Seated, Who, do, look
from .playing import seen
from .refusals import language
from .seats import cookie, sit, token_of

FILE = "application/zstd"
LARGEST = 50_000_000  # bytes of a file that is brought back


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
    return CharacterFile(eyes.game.id, server.store.version, seen(eyes, lambda eyes: eyes.character(who)))


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
async def bring_back(request: Asking, body: RawBody, server: Here) -> Response[BroughtBack]:
    """A campaign from its file, as a new campaign; this device sits down as its game master."""
    server.trying(request)

    def brought() -> tuple[BroughtBack, str]:
        came = import_campaign(server.store, io.BytesIO(body))
        aside = tuple(one.say(plain(language(request))) for one in came.aside)
        back = BroughtBack(server.store.campaign(came.campaign), came.gm, came.passphrases, aside)
        return back, sit(server.store, token_of(request), came.gm)

    back, token = await sync_to_thread(brought)
    return Response(back, cookies=[cookie(request, token)])


ROUTES = [export_character, export, bring_back]
