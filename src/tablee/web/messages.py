"""What a WebSocket says. Every message carries a sequence number: how far the log has been told to this client."""

from __future__ import annotations

import msgspec

from tablee.table.seen import SeenEntry


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message. A number lower than the client's own: the log was restored, and all is to be read again."""

    seq: int  # the last entry of the log, now
    member: str
    beat: float  # seconds between two beats; after two without any the link is dead


class News(msgspec.Struct, frozen=True, tag_field="type", tag="entry"):
    """An entry of the log, as this member may see it. Numbers follow each other without a gap."""

    seq: int
    entry: SeenEntry


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
