"""The table's own book: how an entry is written, what is written, and what does not hold of what is being written."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody
from msgspec import Meta

from tablee.kernel import own
from tablee.kernel.catalogue import kind_of
from tablee.kernel.ownforms import OwnForm, begun, forms
from tablee.kernel.sentence import Foreign, Typed
from tablee.table.games import game_of
from tablee.table.own import why_not
from tablee.table.rights import may

from .handlers import Asking, GameId, Here, Seated, Who, ask, look
from .playing import seen
from .refusals import No

Entries = dict[str, dict[str, dict[str, Any]]]
SCENE = "scene"  # in a file of a whole scenario


class OwnEntry(msgspec.Struct, frozen=True):
    """An entry of the table's own, as files have it; `text` is what its kind is called.

    `shared`: players may read and choose it. `called`: it is somebody, who can be called by its kind and id.
    """

    kind: str
    id: str
    name: str
    text: str
    called: bool
    shared: bool
    entry: dict[str, Any]


class SeenOwn(msgspec.Struct, frozen=True):
    """All that a table has written; `key` is what files call it."""

    key: str
    entries: tuple[OwnEntry, ...]


class OwnBegun(msgspec.Struct, frozen=True):
    """An entry of the book, to begin with."""

    entry: dict[str, Any]


class OwnChecked(msgspec.Struct, frozen=True):
    """What does not hold of entries that are being written: of which, where in it, and why; nothing: they hold."""

    kind: str = ""
    id: str = ""
    at: str = ""
    why: str = ""


class OwnEntries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entries by kind and by id, as `write_own` takes them."""

    entries: Annotated[dict[str, dict[str, dict[str, Any]]], Meta(max_length=100)]


class OwnFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of entries, TOML or JSON: by kind and by id, or a scene that has such a part."""

    text: Annotated[str, Meta(max_length=64_000)]


@look("/games/{game:str}/own")
def own_forms(request: Asking, server: Here, game: GameId) -> Response[tuple[OwnForm, ...]]:
    """The form of each kind of entry that a table may write in this game; none: it may write nothing."""
    played = game_of(game)
    return server.ready.answer(request, lambda lang: forms(played, lang), "own", game)


@look("/games/{game:str}/own/{kind:str}/{entry:str}")
def own_begun(game: GameId, kind: Who, entry: Who) -> OwnBegun:
    """An entry of the book as it is written there, to begin one's own with."""
    played = game_of(game)
    type = own.own_type(played.scene)
    found = begun(played, kind, entry) if type is not None and kind in own.kinds(type) else None
    if found is None:
        raise No("no_begun", 404, id=Typed(entry))
    return OwnBegun(found)


@look("/campaigns/{campaign:str}/own")
def see_own(seat: Seated, server: Here) -> SeenOwn:
    """The table's own book, for the game master."""
    _, eyes = server.store.eyes(*seat.at)
    may(seat.member, "own")
    type = own.own_type(eyes.game.scene)
    if type is None:
        return SeenOwn("", ())
    there: Any = getattr(eyes.scene, own.FIELD)
    texts = {kind: kind_of(eyes.game, kind, seat.member.lang) for kind in own.kinds(type)}
    rows = [
        OwnEntry(
            kind,
            id,
            own.name_of(getattr(there, kind)[id]) or id,
            texts[kind],
            kind in eyes.game.cast,
            f"{kind}.{id}" in eyes.play.shared,
            one,
        )
        for kind, entries in own.of(eyes.scene).items()
        for id, one in entries.items()
    ]
    return SeenOwn(own.key_of(eyes.game.scene), tuple(rows))


@ask("/campaigns/{campaign:str}/own/check")
async def check_own(seat: Seated, data: JSONBody[OwnEntries], server: Here) -> OwnChecked:
    """For game masters: what the game would say of these entries beside what is written; nothing is kept."""

    def checked() -> OwnChecked:
        _, eyes = server.store.eyes(*seat.at)
        may(seat.member, "own")
        found = seen(eyes, lambda eyes: why_not(eyes.game, eyes.play, data.entries))
        return OwnChecked() if found is None else OwnChecked(found.kind, found.id, found.at, eyes.voice.text(found.why))

    return await sync_to_thread(checked)


@ask("/campaigns/{campaign:str}/own/read")
async def read_own(seat: Seated, data: JSONBody[OwnFile], server: Here) -> OwnEntries:
    """For game masters: the entries of a file, as it writes them; the command judges them."""

    def entries() -> OwnEntries:
        _, eyes = server.store.eyes(*seat.at)
        may(seat.member, "own")
        type = own.own_type(eyes.game.scene)
        return OwnEntries(in_file(data.text, own.key_of(eyes.game.scene) if type is not None else ""))

    return await sync_to_thread(entries)


def in_file(text: str, key: str) -> Entries:
    """The entries of a file: of a scenario, of a scene, or of nothing else; Refused if it is none."""
    try:
        found = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        for name in (SCENE, key):
            found = found.get(name, found) if isinstance(found, dict) else found
        return msgspec.convert(found, Entries)
    except (msgspec.DecodeError, msgspec.ValidationError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise No("own_file", 400, why=Foreign(str(error))) from None


ROUTES = [own_forms, own_begun, see_own, check_own, read_own]
