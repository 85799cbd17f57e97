"""What a WebSocket says. Every message carries a sequence number: how far the log has been told to this client."""

from __future__ import annotations

import msgspec

from tablee.kernel.sheet import Sheet
from tablee.table.seen import SeenAction, SeenEntry, SeenTable


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message. A number lower than the client's own: the log was restored, and all is to be read again."""

    seq: int  # the last entry of the log, now
    member: str
    beat: float  # seconds between two beats; after two without any the link is dead


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the table stands for a member. Without `table` nothing of it has changed since he was told last."""

    table: SeenTable | None = None
    actions: dict[str, tuple[SeenAction, ...]] = {}  # of whoever he plays and has the turn, or else is the first
    sheets: dict[str, Sheet] = {}  # of those he may read, the ones that were not told to this client as they are


class News(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="entry"):
    """An entry of the log, as this member may see it. Numbers follow each other without a gap."""

    seq: int
    entry: SeenEntry
    now: Standing | None = None  # with the last entry there is: how the table stands after it


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Which members have the table open."""

    seq: int
    here: tuple[str, ...]


class Beat(msgspec.Struct, frozen=True, tag_field="type", tag="beat"):
    """The link is alive, and everything up to this number was sent."""

    seq: int


class Gone(msgspec.Struct, frozen=True, tag_field="type", tag="gone"):
    """The last message: why the link is closed."""

    seq: int
    key: str
    text: str


Message = Hello | News | Presence | Beat | Gone
