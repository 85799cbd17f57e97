"""Who could be called into a campaign, looked at before he comes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody
from msgspec import Meta

from tablee.table.making import SeenWish, preview

from .handlers import Here, Seated, ask

Short = Annotated[str, Meta(max_length=80)]


class Wished(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody as `bring` names him; `chosen` is the field of the wish that was chosen last: others give way to it."""

    key: Short = ""
    id: Short = ""
    wish: dict[str, Any] | None = None
    chosen: Short = ""
    name: Annotated[str, Meta(max_length=60)] = ""


@ask("/campaigns/{campaign:str}/preview")
async def see_wish(seat: Seated, data: JSONBody[Wished], server: Here) -> SeenWish:
    """For game masters: the sheet of somebody who could be called; of a wish, what may be chosen."""

    def shown() -> SeenWish:
        eyes = server.store.eyes(*seat.at)[1]
        return preview(eyes, data.key, data.id, data.wish, data.chosen, data.name)

    return await sync_to_thread(shown)


ROUTES = [see_wish]
