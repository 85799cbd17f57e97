"""A whole campaign as one open file, and back: its log, its states, its members without their secrets.

What comes back is the same campaign at a table of its own: each member has a passphrase to sit down with, and a new id
where somebody of this server has his. A part of the log that cannot be read is set aside with a sentence; what the
present rules do not understand of the last state is told, and comes in for its game master to decide.
See `docs/formats.md`.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType
from msgspec.json import Decoder
from msgspec.structs import asdict, fields
from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.exc import IntegrityError
from zstandard import ZstdError

from tablee.kernel.event import Event
from tablee.kernel.ledger import plain
from tablee.kernel.live import Entry
from tablee.kernel.snapshot import KEYFRAME_EVERY

from . import images, models, pictures, rights
from .apply import LARGEST
from .character import CharacterFile, SetAside, read_character, readable
from .commands import AnyCommand, ImportCharacter
from .figures import Figures, figures_of
from .games import game_of
from .hidden import members_only
from .log import KEYFRAME_PAYS, Keyframe
from .members import HASHER, MEMBERS, NAME, ONCE, Seat, member_of
from .models import campaigns, entries, members
from .packed import Head, Line, packed, unpacked
from .refusal import Refused
from .seen import SeenEntry
from .state import Lang, Member, Role, Told, decoder
from .store import Store
from .understood import understood
from .visibility import Eyes, among_them

VERSION = 1
ENTRIES = 1_000_000  # of one campaign
MISSING = 10_000  # entries that may be missing
TOLD = 200  # parts that were set aside, each with its sentence; what comes after them is counted
WHOLE = 4_000_000_000  # bytes a file expands to, at most: more is made to fill a memory
PART = 1_000_000  # bytes of a command, of a transcript, of what an entry told
LONGEST = LARGEST + 3 * PART + 100_000  # bytes of a line
EVENT = 500  # bytes that something told counts for: it takes time to be put into words
BATCH = 500  # rows written at once
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is read for another
LOST = "lost"  # the kind of an entry that could not be read

PLAIN = r"^[^\x00-\x1f\x7f]*$"
Id = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Short = Annotated[str, Meta(max_length=40, pattern=PLAIN)]
Text = Annotated[str, Meta(max_length=80, pattern=PLAIN)]
Number = Annotated[int, Meta(ge=1, le=ENTRIES)]


class Figured(msgspec.Struct, frozen=True):
    """What the rules made of the state after an entry."""

    seq: Number
    figures: Figures


class CampaignHead(Head, frozen=True, omit_defaults=True):
    """The first line."""

    game: Text
    title: Text
    rules_version: Short
    created: float
    entries: Number
    at: Number  # the last thing done that was not taken back
    figures: Figured | None = None


class MemberLine(msgspec.Struct, frozen=True, omit_defaults=True):
    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=NAME, pattern=PLAIN)]
    role: Role
    lang: Lang
    joined: float
    removed: float | None = None


class PictureLine(msgspec.Struct, frozen=True):
    """A picture the campaign names: its bytes, as base64."""

    digest: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    large: Annotated[bytes, Meta(max_length=images.KEPT)]
    small: Annotated[bytes, Meta(max_length=images.KEPT)]


class EntryLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log. Without a state: nothing has changed."""

    seq: Number
    member: Annotated[str, Meta(max_length=32, pattern=PLAIN)] = ""
    kind: Short = LOST
    time: float = 0.0
    rules_version: Short = ""
    client: Annotated[str, Meta(max_length=80, pattern=PLAIN)] | None = None
    command: Raw = Raw(b"{}")
    transcript: Raw = Raw(b"[]")
    told: Raw = Raw(b"[]")
    parent: Number | None = None
    undone: Number | None = None
    act: Number | None = None
    encounter: Number | None = None
    reveals: bool = False
    state: Raw | UnsetType = UNSET


class EntryRow(msgspec.Struct, gc=False):
    """A row of the log, as small as a million of them must be."""

    seq: int
    member: str
    kind: str
    time: float
    rules_version: str
    client: str | None
    command: bytes
    transcript: bytes
    told: bytes
    parent: int | None
    undone: int | None
    act: int | None
    encounter: int | None
    reveals: bool
    stands: int
    state: bytes | None = None
    keyframe: int | None = None


@dataclass(frozen=True)
class Imported:
    """A campaign that came in: its game master, by name how everybody sits down, and what could not be read."""

    campaign: str
    gm: Member
    passphrases: dict[str, str]
    aside: tuple[SetAside, ...]
    held: bool  # something of the state itself is not understood


# ---------------------------------------------------------------- out


def export_campaign(store: Store, campaign: str, file: BinaryIO, by: str = "") -> None:
    """All of it; for a member, without what others said or rolled for themselves alone."""
    with store.database.reading() as connection:
        reader = member_of(connection, campaign, by) if by else None  # neither the game nor a state need be understood
        if reader is not None:
            rights.may(reader, "export_campaign")
        row = connection.execute(select(campaigns).where(campaigns.c.id == campaign)).one_or_none()
        if row is None:
            raise Refused("no_campaign")
        taken = figures_of(connection, campaign)
        figured = Figured(*taken) if taken is not None else None
        about = row.game, row.title, row.rules_version, row.created, row.last, row.at, figured
        for piece in packed(CampaignHead("campaign", VERSION, *about), _things(connection, campaign, reader)):
            file.write(piece)


def _things(connection: Connection, campaign: str, reader: Member | None) -> Iterator[tuple[str, msgspec.Struct]]:
    query = select(members).where(members.c.campaign == campaign).order_by(members.c.joined, members.c.id)
    for row in connection.execute(query):
        yield "member", MemberLine(row.id, row.name, row.role, row.lang, row.joined, row.removed)
    whole = Keyframe(0, b"")
    query = select(entries).where(entries.c.campaign == campaign).order_by(entries.c.seq)
    for row in connection.execute(query, execution_options={"yield_per": BATCH}):
        if row.keyframe == row.seq:
            whole = Keyframe(row.seq, row.state)
        yield "entry", _entry(row, whole, reader)
    column = models.pictures.c
    digests = select(column.digest).where(column.campaign == campaign).order_by(column.digest)
    for digest in connection.execute(digests).scalars().all():
        here = (column.campaign == campaign) & (column.digest == digest)
        large, small = connection.execute(select(column.large, column.small).where(here)).one()
        yield "picture", PictureLine(digest, large, small)


def _entry(row: Row[Any], whole: Keyframe, reader: Member | None) -> EntryLine:
    told = PARTS["told"].decode(row.told)
    seen = [each for each in told if reader is None or among_them(reader, frozenset(), each.event.audience)]
    if told and not seen:
        line = {"parent": row.parent, "undone": row.undone, "rules_version": row.rules_version}
        return EntryLine(row.seq, kind="withheld", told=NOTHING_SEEN, state=_state(row, whole), **line)
    kept = {name: getattr(row, name) for name in EntryLine.__struct_fields__ if name not in ("state", *PARTS)}
    parts: dict[str, Any] = {name: Raw(getattr(row, name)) for name in PARTS}
    if len(seen) < len(told):
        parts = {"told": Raw(msgspec.json.encode(seen))}
    return EntryLine(**kept, **parts, state=_state(row, whole))


def _state(row: Row[Any], whole: Keyframe) -> Raw | UnsetType:
    """The state stored with an entry; one that is damaged is left out."""
    if row.state is None or row.keyframe == row.seq:
        return Raw(row.state) if row.state is not None else UNSET
    try:
        return Raw(whole.decompress(row.state))
    except ZstdError:
        return UNSET


# ---------------------------------------------------------------- in


def import_campaign(store: Store, file: BinaryIO, most: int = WHOLE) -> Imported:
    """The campaign of a file as one more campaign of this store.

    Refused if it is no such file or expands to more than so many bytes. All of it is read and judged before any of it
    is stored, and that takes as long as the file is long.
    """
    lines = unpacked(file, "campaign", VERSION, most, LONGEST)
    with store.database.reading() as connection:
        theirs = frozenset(connection.execute(select(members.c.id)).scalars())
    reading = Reading(_read(next(lines).data, CampaignHead), most, theirs)
    for line in lines:
        reading.take(line)
    reading.finish()
    gm = next((row for row in reading.members if row["role"] == "gm" and row["removed"] is None), None)
    if gm is None:
        raise Refused("file_damaged")
    phrases = {row["id"]: passphrase() for row in reading.members if row["removed"] is None}
    hashed = {id: ONCE + HASHER.hash(phrase) for id, phrase in phrases.items()}
    people = [{**row, "passphrase": hashed.get(row["id"])} for row in reading.members]
    try:
        with store.database.writing() as connection:
            connection.execute(insert(campaigns), reading.campaign)
            if (taken := reading.head.figures) is not None:
                kept = {"seq": taken.seq, "figures": msgspec.json.encode(taken.figures)}
                connection.execute(insert(models.figures), {"campaign": reading.id, **kept})
            connection.execute(insert(members), people)
            for start in range(0, len(reading.rows), BATCH):
                batch = reading.rows[start : start + BATCH]
                connection.execute(insert(entries), [{"campaign": reading.id, **asdict(row)} for row in batch])
            for picture in reading.pictures.values():
                connection.execute(insert(models.pictures), {"campaign": reading.id, **asdict(picture)})
    except IntegrityError:
        raise Refused("file_damaged") from None
    member = Member(gm["id"], gm["name"], gm["role"], gm["lang"])
    named = {row["name"]: phrases[row["id"]] for row in reading.members if row["id"] in phrases}
    return Imported(reading.id, member, named, tuple(reading.set_aside()), reading.held)


def passphrase() -> str:
    """Sixty bits that can be read out over the telephone."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def _read(data: bytes, type: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("file_damaged") from None


MEMBER = re.compile(rb"[0-9a-f]{16}")  # what the id of a member looks like
WITHHELD = b"{}"  # a command that whoever wrote the file may not know
NOTHING_SEEN = Raw(msgspec.json.encode([Told(Event("withheld", audience=members_only("")))]))

ANYTHING: Decoder[Any] = Decoder()
FIELDS: dict[str, Decoder[Any]] = {known.name: Decoder(known.type) for known in fields(EntryLine)}
PARTS: dict[str, Decoder[Any]] = {
    "command": Decoder(AnyCommand),
    "transcript": Decoder(tuple[Entry, ...]),
    "told": Decoder(tuple[Told, ...]),
}
BESIDE: dict[str, Decoder[Any]] = {  # what stands for the command in entries that are none
    **dict.fromkeys(("create", LOST, "withheld"), Decoder(dict[str, Any])),
    "seat": Decoder(Seat),
    "upload": Decoder(pictures.Upload),
}


class Reading:
    """A campaign as its rows, while its lines are read."""

    def __init__(self, head: CampaignHead, most: float, taken: frozenset[str]) -> None:
        self._taken = taken  # ids of members of this server: whoever has one of them gets another
        self.head, self.game, self.id = head, game_of(head.game), secrets.token_hex(8)
        self.members = list[dict[str, Any]]()
        self.rows = list[EntryRow]()
        self.pictures = dict[str, PictureLine]()
        self.aside = list[SetAside]()
        self._more, self._missing = 0, 0  # parts set aside that are only counted, and entries that were not there
        self._ids = dict[bytes, bytes]()
        self._sitting = set[str]()  # by name
        self._whole = Keyframe(0, b"")
        self._stands, self._state = 0, b""  # the last state, and the entry that has it
        self.held = False
        self._most = most

    @property
    def campaign(self) -> dict[str, Any]:
        head, last = self.head, len(self.rows)
        about = {"game": head.game, "title": head.title, "rules_version": head.rules_version, "created": head.created}
        at = {"last": last, "at": min(head.at, last), "keyframe": self._whole.seq, "elsewhere": last}
        return {"id": self.id, **about, **at}

    def take(self, line: Line) -> None:
        try:
            if line.kind == "member":
                self._member(_read(line.data, MemberLine))
            elif line.kind == "entry":
                self._entry(_read(line.data, dict[str, Raw]))
            elif line.kind == "picture":
                self._picture(_read(line.data, PictureLine))
            else:
                raise Refused("file_damaged")
        except Refused:
            where = f"entries.{len(self.rows) + 1}" if self.rows else f"members.{len(self.members) + 1}"
            where = f"pictures.{len(self.pictures) + 1}" if line.kind == "picture" else where
            self._set_aside(where, line.data)

    def finish(self) -> None:
        """Entries that were not there are put in their places; the whole is judged, and stored as it is."""
        self._fill_up_to(self.head.entries + 1)
        if not self._stands:
            raise Refused("file_damaged")
        state, aside = understood(self.game, self._state)
        self.held = bool(aside)
        named = {picture.digest for picture in state.desk.pictures.values()}
        self.pictures = {digest: picture for digest, picture in self.pictures.items() if digest in named}
        self.aside += [SetAside(part.path, part.value, Refused("fault", why=part.why)) for part in aside[:TOLD]]
        self._more += len(aside[TOLD:])
        reader, events = Eyes(self.game, state, Member("", "", "gm")), 0
        for row in self.rows:
            told = PARTS["told"].decode(row.told)
            events += len(told)
            if events * EVENT > self._most:
                raise Refused("file_large", most=self._most)
            if not _sayable(reader, row, told):
                self._set_aside(f"entries.{row.seq}.told", row.told)
                row.told = b"[]"

    def set_aside(self) -> list[SetAside]:
        """What could not be read, the first of it part by part."""
        more = [SetAside("…", None, Refused("unreadable_more", n=self._more))] if self._more else []
        return [*self.aside, *more]

    def _set_aside(self, path: str, value: bytes | None) -> None:
        if len(self.aside) < TOLD:
            said = None if value is None else value[:200].decode("utf-8", "replace")
            self.aside.append(SetAside(path, said, Refused("unreadable")))
        else:
            self._more += 1

    # ------------------------------------------------------------ members

    def _member(self, line: MemberLine) -> None:
        old, name = line.id.encode(), plain(line.name)
        new = secrets.token_hex(8) if line.id in self._taken else line.id
        if old in self._ids or len(self.members) >= MEMBERS * 10:
            raise Refused("file_damaged")
        if line.removed is None:
            if name in self._sitting or len(self._sitting) >= MEMBERS:
                raise Refused("file_damaged")
            self._sitting.add(name)
        self._ids[old] = new.encode()
        self.members.append({**asdict(line), "id": new, "campaign": self.id})

    def _picture(self, line: PictureLine) -> None:
        """One as it was encoded here, or somewhere alike; what nothing names is dropped at the end."""
        whole = hashlib.sha256(line.large + line.small).hexdigest() == line.digest
        if not whole or len(self.pictures) >= pictures.MOST or not images.sound(line.large, line.small):
            raise Refused("file_damaged")
        self.pictures[line.digest] = line

    def _renamed(self, data: bytes) -> bytes:
        """The same with the new ids of the members; nothing else looks like one of them."""
        return MEMBER.sub(lambda found: self._ids.get(found[0], found[0]), data) if len(data) > len(self.id) else data

    # ------------------------------------------------------------ entries

    def _entry(self, raw: dict[str, Raw]) -> None:
        seq = _read(bytes(raw.get("seq", b"")), Number)
        if seq <= len(self.rows):
            raise Refused("file_damaged")  # there is one already
        self._fill_up_to(seq)
        self._row(EntryLine(**self._fields(seq, raw)))

    def _fill_up_to(self, seq: int) -> None:
        """Entries that are missing are told of, and nothing happens in them."""
        self._missing += seq - len(self.rows) - 1
        if self._missing > MISSING:
            raise Refused("file_damaged")
        while len(self.rows) + 1 < seq:
            self._set_aside(f"entries.{len(self.rows) + 1}", None)
            self._row(EntryLine(len(self.rows) + 1))

    def _fields(self, seq: int, raw: dict[str, Raw]) -> dict[str, Any]:
        """Every field that can be read and makes sense; the others as if they were not there."""
        read: dict[str, Any] = {}
        for name, known in FIELDS.items():
            if name in raw and (value := _maybe(raw[name], known)) is not None:
                read[name] = value
        for name, known in PARTS.items():
            wanted = BESIDE.get(read.get("kind", LOST), known) if name == "command" else known
            if name in read and (len(read[name]) > PART or _maybe(read[name], wanted) is None):
                del read[name]
        for name in ("parent", "act", "encounter"):  # none of them lies ahead
            if read.get(name, 0) > seq - (name == "parent"):
                del read[name]
        for name in raw.keys() - read.keys():
            if bytes(raw[name]) not in (b"null", WITHHELD):
                self._set_aside(f"entries.{seq}.{name}", bytes(raw[name]))
        if "command" not in read:
            read.pop("act", None)  # nothing can be taken up from it
        return read

    def _row(self, line: EntryLine) -> None:
        kept = {name: getattr(line, name) for name in EntryLine.__struct_fields__ if name != "state"}
        parts = {name: self._renamed(bytes(kept[name])) for name in PARTS}
        member = self._ids.get(line.member.encode(), line.member.encode()).decode()
        self.rows.append(EntryRow(**{**kept, **parts, "member": member}, stands=self._stands))
        if line.state is not UNSET:
            self._keep(self.rows[-1], self._renamed(bytes(line.state)))

    def _keep(self, row: EntryRow, state: bytes) -> None:
        """Store a state with its entry as the log does: whole now and then, else against the last whole one."""
        if len(state) > LARGEST or not state.startswith(b"{") or not self._json(state):
            self._set_aside(f"entries.{row.seq}.state", state)
            return
        seq, small = row.seq, self._whole.compress(state)
        if not self._whole.seq or seq - self._whole.seq >= KEYFRAME_EVERY or len(small) * KEYFRAME_PAYS > len(state):
            self._whole, small = Keyframe(seq, state), state
        self._stands, self._state = seq, state
        row.state = bytes(memoryview(small))  # zstd's own bytes hold on to all the room it might have needed
        row.keyframe, row.stands = self._whole.seq, seq

    def _json(self, state: bytes) -> bool:
        """Whether all of this can be read, be it by other rules."""
        return _maybe(state, decoder(self.game.scene)) is not None or _maybe(state, ANYTHING) is not None


def _sayable(reader: Eyes, row: EntryRow, told: tuple[Told, ...]) -> bool:
    """Whether all that an entry tells can be put into words, the shadow of it as well."""
    try:
        reader.entry(SeenEntry(row.seq, row.kind, row.member, row.time), told)
        for each in told:
            if each.shadow is not None or not reader.sees(each.event.audience):
                reader.said(each.shadow or each.event)
    except Exception:  # anybody may have written it
        return False
    return True


def _maybe(data: Raw | bytes, known: Decoder[Any]) -> Any:
    """What this holds; None if it is not what it should be."""
    try:
        return known.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


# ---------------------------------------------------------------- one character


def export_character(store: Store, campaign: str, by: str, who: str) -> bytes:
    """The file of a character, for those who play him."""
    _, eyes = store.eyes(campaign, by)
    try:
        kept = eyes.character(who)
    except Refused as refused:
        raise eyes.refusal(refused) from None
    file = CharacterFile(eyes.game.id, eyes.game.version, kept)
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def import_character(data: bytes) -> tuple[ImportCharacter, tuple[SetAside, ...]]:
    """The command that brings the character of a file in, and what of him the present rules cannot read."""
    file = read_character(data)
    character, aside = readable(game_of(file.game), file.character)
    waivers = msgspec.to_builtins(file.waivers)
    return ImportCharacter(file.game, character, file.rules_version[:40], waivers), aside
