"""The pictures of a campaign: which are named by what, which ones others may not have whole, and their bytes.

The state says which pictures there are, each under an id that nobody can guess; the store holds bytes by their digest.
A picture that nothing names any more goes, unless it was on the table once: undo may lead back to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, insert, select

from .commands import Aside
from .images import Encoded
from .models import pictures
from .refusal import Refused
from .state import FOG, Backdrop, Board, Desk, Kept, Picture, Play, State

MOST = 200  # pictures of a campaign
ROOM = 30_000_000  # bytes of all of them: a campaign is to fit into one file that any server takes
WAITING = 5  # pictures of one member that nothing names yet


# ---------------------------------------------------------------- which there are


def sent(state: State, member: str, id: str, encoded: Encoded) -> State:
    """With one more; of those that its sender has sent before and that nothing names, the last ones stay."""
    there = state.desk.pictures
    waiting = [each for each, picture in there.items() if picture.by == member]
    gone = {*waiting[: max(0, len(waiting) + 1 - WAITING)]}
    kept = {each: picture for each, picture in there.items() if each not in gone}
    if len(kept) >= MOST:
        raise Refused("too_many", what="pictures", most=MOST)
    size = len(encoded.large) + len(encoded.small)
    others = {picture.digest: picture.size for picture in kept.values()}
    if sum({**others, encoded.digest: size}.values()) > ROOM:
        raise Refused("picture_room", most=ROOM // 1_000_000)
    new = Picture(encoded.digest, encoded.width, encoded.height, size, member)
    return replace(state, desk=replace(state.desk, pictures={**kept, id: new}))


def of_scene(kept: Kept) -> Iterator[str]:
    """The pictures a kept scene names."""
    yield from (handout.picture for handout in kept.handouts if handout.picture)
    if kept.backdrop is not None:
        yield kept.backdrop.picture


def on_the_table(play: Play) -> frozenset[str]:
    """The pictures that are in the play: under the map, and in the players' hands."""
    under = (play.backdrop.picture,) if play.backdrop is not None else ()
    return frozenset((*under, *(handout.picture for handout in play.handouts if handout.picture)))


def swept(before: State, after: State) -> State:
    """The state without the pictures that nothing names any more."""
    if not after.desk.pictures or _named_alike(before, after):
        return after
    table, desk = on_the_table(after.play), after.desk
    named = {*desk.portraits.values(), *(id for scene in desk.scenes.values() for id in of_scene(scene))}
    there = dict[str, Picture]()
    for id, picture in desk.pictures.items():
        if id in table:
            there[id] = picture if picture.played else replace(picture, by="", played=True)
        elif id in named:
            there[id] = replace(picture, by="") if picture.by else picture
        elif picture.played or picture.by:
            there[id] = picture
    return after if there == desk.pictures else replace(after, desk=replace(desk, pictures=there))


def _named_alike(before: State, after: State) -> bool:
    then, now, was, desk = before.play, after.play, before.desk, after.desk
    played = then.backdrop is now.backdrop and then.handouts is now.handouts
    return played and was.portraits is desk.portraits and was.scenes is desk.scenes and was.pictures is desk.pictures


def there(desk: Desk, named: Iterable[str]) -> None:
    """Refused if one of these is no picture of the campaign."""
    if any(id not in desk.pictures for id in named):
        raise Refused("no_picture")


# ---------------------------------------------------------------- under the fog


def foggy(board: Board | None) -> Board | None:
    """The map, if a picture under it may not be seen whole."""
    return board if board is not None and any(FOG in row for row in board.fog) else None


def covered(salt: str, backdrop: Backdrop, board: Board) -> str:
    """The id of a picture as far as it lies in the light: another one with every change of the fog."""
    told = repr((salt, backdrop, board.grid, board.fog))
    return f"{backdrop.picture}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


# ---------------------------------------------------------------- their bytes


class Upload(Aside, frozen=True):
    """A picture has come from a device. Written by the store, never sent by a client."""

    picture: str


class Taken(msgspec.Struct, frozen=True):
    """A picture that was taken in: its id, how large it is, in pixels, and its entry in the log."""

    id: str
    width: int
    height: int
    seq: int


def keep(connection: Connection, campaign: str, encoded: Encoded) -> None:
    """Store a picture, unless it is there already."""
    if read(connection, campaign, encoded.digest) is None:
        row = {"campaign": campaign, "digest": encoded.digest, "large": encoded.large, "small": encoded.small}
        connection.execute(insert(pictures), row)


def read(connection: Connection, campaign: str, digest: str, small: bool = True) -> bytes | None:
    column = pictures.c.small if small else pictures.c.large
    here = and_(pictures.c.campaign == campaign, pictures.c.digest == digest)
    found: bytes | None = connection.execute(select(column).where(here)).scalar_one_or_none()
    return found


def forget(connection: Connection, campaign: str, before: State, after: State) -> None:
    """The bytes of pictures that were there and are no longer."""
    if before.desk.pictures is after.desk.pictures:
        return
    left = {picture.digest for picture in after.desk.pictures.values()}
    gone = {picture.digest for picture in before.desk.pictures.values()} - left
    if gone:
        here = and_(pictures.c.campaign == campaign, pictures.c.digest.in_(sorted(gone)))
        connection.execute(delete(pictures).where(here))
