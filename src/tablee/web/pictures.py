"""Pictures: sent from a device, and shown to whoever may see them."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.params import PathParameter, QueryParameter

from tablee.table.images import SENT
from tablee.table.pictures import Taken
from tablee.table.refusal import Refused

from .exchange import Upload
from .handlers import Asking, Here, MaybeNumber, Seated, ViewAs, do, look

WEBP = "image/webp"
FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}  # under its id it never changes

Client = Annotated[str, QueryParameter(max_length=80, pattern=r"^[\x21-\x7e]*$")]
PictureId = Annotated[str, PathParameter(max_length=80)]
Size = Annotated[Literal["large", "small"], QueryParameter(description="« small » is a square of its middle.")]


@do("/campaigns/{campaign:str}/pictures", request_max_body_size=4 * SENT, operation_class=Upload)
async def send_picture(request: Asking, seat: Seated, server: Here, id: Client = "") -> Taken:
    """A PNG, JPEG or WebP file, encoded anew; a command then says what it is for. `id`: as for a command."""
    server.limits.take(server.settings.rates.picture, "picture", seat.token)
    with server.pictures:
        data = bytearray()
        async for piece in request.stream():
            data += piece
            if len(data) > SENT:
                raise Refused("picture_bytes", most=SENT // 1_000_000)
        async with server.one_picture:
            return await sync_to_thread(server.store.send_picture, *seat.at, bytes(data), id)


@look("/campaigns/{campaign:str}/pictures/{picture:str}", media_type=WEBP)
def see_picture(
    seat: Seated,
    server: Here,
    picture: PictureId,
    size: Size = "large",
    view_as: ViewAs = "",
    at: MaybeNumber = None,
) -> Response[bytes]:
    """A picture as WebP, if this member may see it: now, or as things stood after an entry."""
    data = server.store.picture(*seat.at, picture, size == "small", view_as, at)
    return Response(data, media_type=WEBP, headers=FOREVER)


ROUTES = [send_picture, see_picture]
