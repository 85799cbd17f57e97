"""The log of one campaign, inside a transaction: states read and written, entries appended, undo and redo.

Every entry that changes the state stores it: one in a hundred whole, the others compressed against that one, so that
any state is two rows away and a damaged row harms one state. What was done (not: said, drafted, undone) has a parent,
what was done before it; those not taken back form one line from the start of the campaign to `at`. Undo marks the end
of that line as undone and writes the earlier play as a new state; redo the other way. Nothing is ever run again.
"""

from __future__ import annotations

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
import zstandard
from msgspec.structs import replace
from sqlalchemy import Connection, Row, and_, bindparam, insert, select, update
from zstandard import ZstdError

from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.kept import cached_property
from tablee.kernel.live import Entry
from tablee.kernel.oracle import ALL
from tablee.kernel.scene import Scene, in_files
from tablee.kernel.snapshot import KEYFRAME_EVERY

from . import pictures
from .apply import checked_size
from .commands import Act, AnyCommand, Command, Redo, StartEncounter, Undo, tag
from .games import game_of
from .hidden import looking_back
from .members import members_of
from .models import campaigns, entries
from .moment import After
from .pictures import Taken
from .refusal import Refused
from .seen import SeenEntry
from .state import Aside, Member, State, Told, load
from .understood import Understood, kept, understood, with_desk
from .visibility import Eyes

KEPT = 200  # campaigns held in memory
KEYFRAME_PAYS = 4  # a state that compresses less than this against the last keyframe becomes one itself


class Keyframe:
    """A state stored whole, and what compresses others against it."""

    def __init__(self, seq: int, data: bytes) -> None:
        frame = zstandard.ZstdCompressionDict(data, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
        self.seq, self.size = seq, len(data)
        self._to = zstandard.ZstdCompressor(level=3, dict_data=frame)
        self._from = zstandard.ZstdDecompressor(dict_data=frame)

    def compress(self, data: bytes) -> bytes:
        return self._to.compress(data)

    def decompress(self, data: bytes) -> bytes:
        return self._from.decompress(data)


@dataclass(frozen=True)
class Now:
    """A campaign as it stands: kept in memory, and valid as long as `last` is the number of its last entry.

    That goes for its members too: whenever one comes, changes or leaves, an entry says so.
    """

    campaign: str
    game: Game
    last: int
    at: int
    stands: int
    state: State
    keyframe: Keyframe
    people: Mapping[str, Member]
    aside: tuple[Aside, ...] = ()  # what the rules do not understand of the state: it is stored, and not in `state`

    @property
    def held(self) -> bool:
        """Whether the game master is to decide before it is played on."""
        return bool(self.aside) or self.state.play.rules != self.game.version


class Memory:
    """How the campaigns stood that were looked at last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Now] = OrderedDict()
        self._one = threading.Lock()

    def of(self, campaign: str) -> Now | None:
        with self._one:
            return self._kept.get(campaign)

    def keep(self, now: Now) -> None:
        with self._one:
            known = self._kept.get(now.campaign)
            if known is None or known.last <= now.last:
                self._kept[now.campaign] = now
            self._kept.move_to_end(now.campaign)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def forget(self, *campaigns: str) -> None:
        """These, or all."""
        with self._one:
            for campaign in campaigns or tuple(self._kept):
                self._kept.pop(campaign, None)


@dataclass(frozen=True)
class Logged:
    """An entry of the log with all it tells; only `seen_by` may leave the server."""

    entry: SeenEntry
    told: tuple[Told, ...]
    _read: dict[tuple[str, ...], tuple[State, SeenEntry]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def for_all(self) -> bool:
        """Whether nothing of it is for some alone: all who know the same people read the same in it."""
        return bool(self.told) and all(map(for_all, self.told))

    def seen_by(self, eyes: Eyes) -> SeenEntry:
        """The entry as a member may see it; worked out once for all who read the same in it."""
        if not self.for_all:
            return eyes.concerned(eyes.entry(self.entry, self.told))
        state, seen = self._read.get(eyes.outlook, (None, self.entry))
        if state is not eyes.whole:
            seen = eyes.entry(self.entry, self.told)
            self._read[eyes.outlook] = eyes.whole, seen
        return eyes.concerned(seen)


def for_all(told: Told) -> bool:
    return told.event.audience == ALL and all(die.audience == ALL for die in told.event.dice)


@cache
def timed(scene: type[Scene]) -> msgspec.json.Decoder[Any]:
    """What reads of a state the clock of its scene, and nothing else."""
    clock = msgspec.field(name=in_files(scene, "clock"), default=0)
    shown = msgspec.defstruct("Shown", [("clock", int, clock)])
    play = msgspec.defstruct("Played", [("scene", shown)])
    return msgspec.json.Decoder(msgspec.defstruct("Timed", [("play", play)]))


def logged(row: Row[Any]) -> Logged:
    header = SeenEntry(row.seq, row.kind, row.member, row.time, row.undone, row.encounter, act=row.act or 0)
    return Logged(header, msgspec.json.decode(row.told, type=tuple[Told, ...]))


SHOWN = tuple(entries.c[name] for name in ("seq", "kind", "member", "time", "undone", "encounter", "act", "told"))

# put together once: every command asks these
FREE = select(campaigns).where(campaigns.c.id == bindparam("this"))
LOCKED = FREE.with_for_update()
MOVED = update(campaigns).where(campaigns.c.id == bindparam("this"))
_AT = entries.c.campaign == bindparam("at")
REPEATED = select(*SHOWN).where(_AT, entries.c.member == bindparam("by"), entries.c.client == bindparam("sent_as"))
FOLLOWING = (
    select(*SHOWN).where(_AT, entries.c.seq > bindparam("after")).order_by(entries.c.seq).limit(bindparam("most"))
)


def row_of(connection: Connection, campaign: str, lock: bool = False) -> Row[Any] | None:
    """The row of a campaign, if there is one; locked, no other process changes it or adds to its log."""
    return connection.execute(LOCKED if lock else FREE, {"this": campaign}).one_or_none()


class Log:
    """One campaign in one transaction."""

    def __init__(self, connection: Connection, campaign: str, row: Row[Any] | None, known: Now | None = None) -> None:
        self.connection, self.campaign = connection, campaign
        if row is None:
            raise Refused("no_campaign")
        self.row, self.game = row, game_of(row.game)
        self.now = known if known is not None and known.last == row.last else self._load(known)
        self.written = list[Logged]()

    def _load(self, known: Now | None) -> Now:
        keyframe = known.keyframe if known is not None and known.keyframe.seq == self.row.keyframe else None
        if keyframe is None:
            whole = self._one(self.row.keyframe).state
            keyframe = Keyframe(self.row.keyframe, whole)
        stands, people = self._one(self.row.last).stands, members_of(self.connection, self.campaign)
        state, aside = self.read(stands)
        return Now(self.campaign, self.game, self.row.last, self.row.at, stands, state, keyframe, people, aside)

    # ------------------------------------------------------------ reading

    def member(self, id: str) -> Member:
        """Who sits there under this id."""
        if id not in self.now.people:
            raise Refused("not_member")
        return self.now.people[id]

    def _one(self, seq: int) -> Row[Any]:
        found = self.connection.execute(select(entries).where(self._here(), entries.c.seq == seq)).one_or_none()
        if found is None:
            raise Refused("not_on_line", entry=seq)
        return found

    def _here(self) -> Any:
        return entries.c.campaign == self.campaign

    def read(self, seq: int) -> Understood:
        """The state after this entry, as far as the present rules understand it."""
        stands, data = self._stored_at(seq)
        try:
            state = load(self.game, data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return understood(self.game, data)
        known = stands > self.row.elsewhere and state.play.rules == self.game.version
        return Understood(state) if known else understood(self.game, data)

    def _stored_at(self, seq: int) -> tuple[int, bytes]:
        """The state after this entry as it is stored, and with which entry; nothing of one that is damaged."""
        row = self._one(seq)
        if row.stands != seq:
            row = self._one(row.stands)
        if row.keyframe == row.seq:
            return row.seq, row.state
        try:
            return row.seq, Keyframe(row.keyframe, self._one(row.keyframe).state or b"").decompress(row.state)
        except ZstdError:
            return row.seq, b""

    def steps(self, eyes: Eyes, since: int) -> list[SeenEntry]:
        """The entries of an encounter that were not taken back, in order, as a member may see them."""
        there = and_(self._here(), entries.c.encounter == since, entries.c.undone.is_(None))
        rows = self.connection.execute(select(*SHOWN).where(there).order_by(entries.c.seq))
        return [logged(row).seen_by(eyes) for row in rows]

    def then(self, seq: int, who: Member) -> Eyes:
        """The campaign as it stood after an entry, to be looked at now."""
        return Eyes(self.game, looking_back(self.game, self.read(seq).state, self.now.state), who)

    def clock(self, seq: int) -> int:
        """What the scene's clock showed after this entry; 0 where it cannot be read."""
        try:
            return int(timed(self.game.scene).decode(self._stored_at(seq)[1]).play.scene.clock)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return 0

    def repeated(self, member: str, client: str) -> Logged | None:
        """What came of a command the first time it was sent."""
        sent = {"at": self.campaign, "by": member, "sent_as": client}
        row = self.connection.execute(REPEATED, sent).one_or_none()
        return logged(row) if row is not None else None

    def sent_before(self, member: str, client: str) -> Taken | None:
        """The picture that came the first time it was sent; Refused if it is not there any more."""
        known = self.repeated(member, client)
        if known is None:
            return None
        query = select(entries.c.command).where(self._here(), entries.c.seq == known.entry.seq)
        command = msgspec.json.decode(self.connection.execute(query).scalar_one())
        picture = self.now.state.desk.pictures.get(command.get("picture", ""))
        if picture is None:
            raise Refused("no_picture")
        return Taken(command["picture"], picture.width, picture.height, known.entry.seq)

    def page(self, after: int | None, before: int | None, limit: int) -> list[Logged]:
        """Entries in order: those that follow a number, or the last ones before it."""
        if after is not None:
            rows = self.connection.execute(FOLLOWING, {"at": self.campaign, "after": after, "most": limit})
            return [logged(row) for row in rows]
        query = select(*SHOWN).where(self._here())
        if before is not None:
            query = query.where(entries.c.seq < before)
        query = query.order_by(entries.c.seq.desc()).limit(limit)
        return [logged(row) for row in self.connection.execute(query)][::-1]

    def past(self, action: dict[str, Any], act: int) -> tuple[Entry, ...]:
        """How an action went before it was taken back: this one under way, or the same one taken at this point."""
        gone = and_(self._here(), entries.c.undone.is_not(None))
        # A few rows, put in order here: asked for it, SQLite would walk back through the whole log.
        if not act:
            begun = and_(gone, entries.c.parent == self.now.at, entries.c.act == entries.c.seq)
            rows = self.connection.execute(select(entries.c.seq, entries.c.command).where(begun))
            act = max((row.seq for row in rows if _begins(row.command, action)), default=0)
        query = select(entries.c.seq, entries.c.transcript).where(gone, entries.c.act == act)
        found = self.connection.execute(query).all() if act else []
        row = max(found, key=lambda row: row.seq, default=None)
        return msgspec.json.decode(row.transcript, type=tuple[Entry, ...]) if row is not None else ()

    # ------------------------------------------------------------ writing

    def append(self, member: Member, command: Command, after: After, client: str, time: float, version: str) -> Logged:
        """Write an entry and what stands after it; `now` is then the campaign with it."""
        now, seq = self.now, self.now.last + 1
        doing = not command.aside and not isinstance(command, Undo | Redo)
        keyframe, stored = self._stored(seq, after)
        encounter = after.state.play.encounter or now.state.play.encounter
        values = {
            "campaign": self.campaign,
            "seq": seq,
            "member": member.id,
            "client": client or None,
            "kind": tag(command),
            "command": msgspec.json.encode(command),
            "transcript": msgspec.json.encode(after.transcript),
            "told": msgspec.json.encode(after.told),
            "time": time,
            "rules_version": version,
            "parent": now.at if doing else None,
            "act": after.act,
            "encounter": encounter.since if encounter is not None else None,
            "reveals": after.reveals,
            **stored,
        }
        self.connection.execute(insert(entries), values)
        pictures.forget(self.connection, self.campaign, now.state, after.state)
        at = seq if doing else now.at
        moved = {"last": seq, "at": at, "keyframe": keyframe.seq, "title": after.state.desk.title}
        if after.stored is not None:  # whoever reads it is to judge it again
            moved["elsewhere"] = seq
        self.connection.execute(MOVED, {"this": self.campaign, **moved})
        aside = now.aside if after.state is now.state else after.aside
        self.now = Now(self.campaign, self.game, seq, at, stored["stands"], after.state, keyframe, now.people, aside)
        header = SeenEntry(seq, tag(command), member.id, time, None, values["encounter"], act=after.act or 0)
        self.written.append(Logged(header, after.told))
        return self.written[-1]

    def reseat(self) -> None:
        """The members have changed."""
        self.now = dataclasses.replace(self.now, people=members_of(self.connection, self.campaign))

    def mark(self) -> tuple[Now, int]:
        return self.now, len(self.written)

    def back_to(self, mark: tuple[Now, int]) -> None:
        """What was written since is taken back, here as in the transaction."""
        self.now, written = mark
        del self.written[written:]

    def _stored(self, seq: int, after: After) -> tuple[Keyframe, dict[str, Any]]:
        """The columns of a state: nothing if it is as before, whole if it is time for that, else compressed."""
        keyframe = self.now.keyframe
        if after.state is self.now.state:
            return keyframe, {"stands": self.now.stands, "state": None, "keyframe": None}
        data = after.stored if after.stored is not None else checked_size(after.state)
        small = keyframe.compress(data)
        if seq - keyframe.seq < KEYFRAME_EVERY and len(small) * KEYFRAME_PAYS <= len(data) + 1000:
            return keyframe, {"stands": seq, "state": small, "keyframe": keyframe.seq}
        return Keyframe(seq, data), {"stands": seq, "state": data, "keyframe": seq}

    # ------------------------------------------------------------ undo and redo

    def undo(self, member: Member, command: Undo) -> After:
        """Take back an entry and all that was done since: marks, and an older play as the new state."""
        first = command.entry if command.entry is not None else self.now.at
        line = and_(self._here(), entries.c.parent.is_not(None), entries.c.undone.is_(None))
        columns = entries.c.seq, entries.c.member, entries.c.reveals, entries.c.parent
        query = select(*columns).where(line, entries.c.seq >= first).order_by(entries.c.seq)
        undone = list(self.connection.execute(query))
        if not undone:
            raise Refused("nothing_to_undo")
        if command.entry is not None and undone[0].seq != command.entry:
            raise Refused("not_on_line", entry=command.entry)
        _confirmed(member, undone, command.confirm)
        numbers = [row.seq for row in undone]
        mark = update(entries).where(line, entries.c.seq >= first).values(undone=self.now.last + 1)
        self.connection.execute(mark)
        return self._back_at(undone[0].parent, Event("table.undone", facts=(("entries", numbers),)))

    def redo(self, member: Member) -> After:
        """Do again what was taken back last, if nothing else was done since."""
        children = and_(self._here(), entries.c.parent == self.now.at, entries.c.undone.is_not(None))
        columns = entries.c.seq, entries.c.member
        query = select(*columns).where(children).order_by(entries.c.undone.desc(), entries.c.seq.desc()).limit(1)
        row = self.connection.execute(query).one_or_none()
        if row is None:
            raise Refused("nothing_to_redo")
        if not member.gm and row.member != member.id:
            raise Refused("undo_gm")
        self.connection.execute(update(entries).where(self._here(), entries.c.seq == row.seq).values(undone=None))
        return self._back_at(row.seq, Event("table.redone", facts=(("entries", [row.seq]),)))

    def _back_at(self, seq: int, event: Event) -> After:
        """The play as it was after this entry; the desk as it is.

        Whoever is gone with what was taken back stays veiled: the log still speaks of him.
        """
        (then, aside), now = self.read(seq), self.now
        there = {*self.game.people(then.play.scene), *then.play.away}
        gone = {who: veil for who, veil in now.state.play.veils.items() if who not in there}
        state = replace(now.state, play=replace(then.play, veils={**gone, **then.play.veils}))
        self.now = dataclasses.replace(now, at=seq)
        stored = with_desk(self._stored_at(seq)[1], state.desk) if aside else None
        return After(state, (Told(event),), stored=stored, aside=aside)

    def play_on(self) -> After:
        """Under the present rules; what they do not understand is kept with the play. Undo takes all of it back."""
        state, aside, version = self.now.state, self.now.aside, self.game.version
        if not self.now.held:
            raise Refused("nothing_aside")
        play = replace(state.play, aside=kept((*state.play.aside, *aside)), rules=version)
        facts = ("version", version), *((("parts", len(aside)),) if aside else ())
        event = Event("table.play_on_without" if aside else "table.play_on", facts=facts)
        return After(replace(state, play=play), (Told(event),))


def _begins(command: bytes, action: dict[str, Any]) -> bool:
    """Whether a command of the log began this very action."""
    begun = msgspec.json.decode(command, type=AnyCommand)
    if isinstance(begun, Act):
        return begun.action == action
    return isinstance(begun, StartEncounter) and begun.opening == action


def _confirmed(member: Member, undone: list[Any], confirm: bool) -> None:
    """If others have acted too, or something hidden was revealed, it takes the game master, who confirms."""
    authors = {row.member for row in undone}
    if not member.gm and (authors != {member.id} or any(row.reveals for row in undone)):
        raise Refused("undo_gm")
    if not confirm and (len(authors) > 1 or any(row.reveals for row in undone)):
        raise Refused("undo_confirm")
