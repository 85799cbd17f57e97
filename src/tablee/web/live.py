"""Telling those who have a table open. What this process has written it tells from memory, once it is on disk. Other
processes get a notice, which says only which table and how far its log goes, and read what their own clients have not
been told yet. A notice that is lost costs time and nothing else: sequence numbers are compared with the store at every
beat."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import msgspec

from tablee.kernel.sentence import plain
from tablee.table.log import Logged, Now
from tablee.table.members import unseated
from tablee.table.readings import Readings
from tablee.table.refusal import Refused
from tablee.table.store import PAGE, Store
from tablee.table.writer import Written

from .messages import Beat, Gone, Hello, Message, Presence
from .news import Due, Known, Telling, Watch, encode
from .refusals import No, status_of
from .seats import Seat
from .threads import in_thread

if TYPE_CHECKING:
    from .postgres import Notices

QUEUED = 500_000  # characters put out for a client who has not taken them, after which no more entries are
RECENT = 16  # entries of a table remembered for those who listen
TELLERS = 2  # threads: more would only take the processor from the writer and the links
CLOSED = 4000  # and the status of the refusal: the code with which a link is closed
LOOKS = 100  # in a beat: how often it is looked which tables it is time for
SILENT = 3  # beats after which a process that says nothing is taken for dead

P = ParamSpec("P")
T = TypeVar("T")
News = tuple[int, dict[Watch, Due | Refused], set[str]]

log = logging.getLogger("tablee")


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """From one process to the others."""

    campaign: str
    process: str
    seq: int = 0  # the log goes this far
    check: bool = False  # somebody was signed out: look again at who may listen
    here: tuple[str, ...] | None = None  # the members whom this process serves


class Client:
    """One open WebSocket."""

    def __init__(self, seat: Seat, view_as: str, seq: int, known: Known | None) -> None:
        self.seat, self.view_as, self.seq, self.known = seat, view_as, seq, known
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue()  # None: close
        self.queued = 0  # characters of it
        self.left, self.code = False, 0

    @property
    def watch(self) -> Watch:
        return Watch(self.seat.member.id, self.view_as, self.seq, self.known)

    @property
    def full(self) -> bool:
        return self.queued >= QUEUED or self.outbox.qsize() >= PAGE

    def put(self, message: Message) -> None:
        if not self.left:
            self.post(encode(message).decode())

    def post(self, data: str) -> None:
        self.queued += len(data)
        self.outbox.put_nowait(data)

    async def next(self) -> str | None:
        """What he is to be sent next; None when he is dismissed."""
        data = await self.outbox.get()
        self.queued -= len(data or "")
        return data

    def dismiss(self, refused: Refused) -> None:
        """Say why, and close."""
        self.put(Gone(self.seq, refused.key, refused.say(plain(self.seat.member.lang))))
        self.outbox.put_nowait(None)
        self.left, self.code = True, CLOSED + status_of(refused)


class Recent:
    """The last entries that this process wrote at a table, without a gap, and how the table stands after them."""

    def __init__(self, now: Now, entries: tuple[Logged, ...]) -> None:
        self.now, self.entries = now, entries[-RECENT:]

    def after(self, seq: int) -> list[Logged]:
        return [each for each in self.entries if each.entry.seq > seq]

    def reach(self, seq: int) -> bool:
        """Whether all that follows this number is here."""
        return seq >= self.entries[0].entry.seq - 1

    def then(self, written: Written) -> Recent:
        gap = written.entries[0].entry.seq > self.now.last + 1
        return Recent(written.now, written.entries if gap else self.entries + written.entries)


class Room:
    """A table that at least one client of this process has open."""

    def __init__(self, campaign: str, due: float) -> None:
        self.campaign = campaign
        self.due = due  # when its next beat is
        self.clients: set[Client] = set()
        self.last = 0  # as far as was told
        self.known = 0  # as far as the log is known to go
        self.recent: Recent | None = None
        self.readings: Readings | None = None  # of the state that was told last
        self.stirred = self.check = False
        self.telling: asyncio.Task[None] | None = None
        self.shown: tuple[str, ...] = ()
        self.present: dict[str, tuple[tuple[str, ...], float]] = {}  # by process: whom it serves, and when it said so

    def members(self) -> tuple[str, ...]:
        return tuple(sorted({client.seat.member.id for client in self.clients}))

    def hear(self, written: Written) -> None:
        self.recent = self.recent.then(written) if self.recent is not None else Recent(*written)
        self.known = max(self.known, written.now.last)

    def remembered(self, watches: Iterable[Watch]) -> Recent | None:
        """What was written here last, if that is all there is for these."""
        recent = self.recent
        if recent is None or recent.now.last < self.known or not all(recent.reach(watch.seq) for watch in watches):
            return None
        return recent

    def here(self) -> tuple[str, ...]:
        return tuple(sorted({*self.members(), *(who for there, _ in self.present.values() for who in there)}))


class Hub:
    def __init__(self, store: Store, notices: Notices | None, beat: float) -> None:
        self.store, self.notices, self.beat = store, notices, beat
        self.process = secrets.token_hex(4)
        self.rooms: dict[str, Room] = {}
        self.stirred: Callable[[str], None] = lambda campaign: None  # told which table was written at, or opened
        self._tellers = ThreadPoolExecutor(TELLERS, "telling")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        self.store.writer.heard = lambda written: loop.call_soon_threadsafe(self._wrote, written)
        tasks = [asyncio.create_task(self._keep_alive())]
        if self.notices is not None:
            tasks += [asyncio.create_task(self._listen(self.notices)), asyncio.create_task(self.notices.sending())]
        try:
            yield
        finally:
            telling = [room.telling for room in self.rooms.values() if room.telling is not None]
            for task in (*tasks, *telling):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, *telling, return_exceptions=True)

    # ------------------------------------------------------------ between processes

    def _wrote(self, written: list[Written]) -> None:
        """This process has written something, and it is on disk."""
        for each in written:
            if each.entries:
                room = self.rooms.get(each.now.campaign)
                if room is not None:
                    room.hear(each)
                    self._stir(room)
                self.stirred(each.now.campaign)
                self._notify(Notice(each.now.campaign, self.process, each.now.last))

    def check(self, campaign: str) -> None:
        """Somebody may listen no longer: every process looks again."""
        notice = Notice(campaign, self.process, check=True)
        self._notify(notice)
        self._heard(notice)

    def _notify(self, notice: Notice) -> None:
        if self.notices is not None:
            self.notices.send(encode(notice).decode())

    async def _listen(self, notices: Notices) -> None:
        async for data in notices.heard():
            with suppress(msgspec.DecodeError):  # whoever else uses this database may say what he likes
                notice = msgspec.json.decode(data, type=Notice)
                if notice.process != self.process:
                    self._heard(notice)

    def _heard(self, notice: Notice) -> None:
        room = self.rooms.get(notice.campaign)
        if room is None:
            return
        if notice.here is not None:
            self._hear_presence(room, notice.process, notice.here)
        room.known = max(room.known, notice.seq)
        if notice.check or notice.seq > room.last:
            self._stir(room, notice.check)

    def _hear_presence(self, room: Room, process: str, here: tuple[str, ...]) -> None:
        before, _ = room.present.get(process, ((), 0.0))
        room.present[process] = here, monotonic()
        if here and not before:  # it has only just opened this table, and does not know who is here
            self._announce(room)
        self._show_presence(room)

    def _show_presence(self, room: Room) -> None:
        here = room.here()
        if here != room.shown:
            room.shown = here
            for client in room.clients:
                client.put(Presence(client.seq, here))

    def _announce(self, room: Room) -> None:
        self._notify(Notice(room.campaign, self.process, here=room.members()))

    # ------------------------------------------------------------ clients come and go

    async def enter(self, seat: Seat, after: int | None, view_as: str) -> Client:
        """A client sits down: hello, what he missed, and then all that happens."""
        last, known = await in_thread(self._known, seat, view_as)
        if after is None or after >= last:  # who has heard of everything knows how the table stands, or asks
            client = Client(seat, view_as, last, known)
        else:
            client = Client(seat, view_as, after, None)
        if seat.campaign not in self.rooms:  # beats of all tables at once would hold up what happens
            self.rooms[seat.campaign] = Room(seat.campaign, monotonic() + self.beat * random.random())
        room = self.rooms[seat.campaign]
        room.known = max(room.known, last)
        before = room.members()
        room.clients.add(client)
        client.put(Hello(last, seat.member.id, self.beat))
        if room.members() == before:
            client.put(Presence(client.seq, room.shown))
        else:
            self._show_presence(room)
            self._announce(room)
        self._stir(room)
        self.stirred(seat.campaign)
        return client

    def _known(self, seat: Seat, view_as: str) -> tuple[int, Known]:
        """The last number, and how the table stands then."""
        with self.store.reading(seat.campaign) as here:
            looked = self.store.looking(here, seat.member.id, view_as)
            return here.now.last, Known(here.now.stands, looked)

    async def leave(self, client: Client) -> None:
        room = self.rooms.get(client.seat.campaign)
        if room is None or client not in room.clients:
            return
        before = room.members()
        room.clients.discard(client)
        client.left = True
        if room.members() != before:
            self._show_presence(room)
            self._announce(room)
        if not room.clients and self.rooms.get(room.campaign) is room:
            del self.rooms[room.campaign]

    def sent(self, client: Client) -> None:
        """All that was put out for a client has gone; there may be more."""
        room = self.rooms.get(client.seat.campaign)
        if room is not None and client.seq < room.last:
            self._stir(room)

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(self.beat / LOOKS)
            now = monotonic()
            for room in [room for room in self.rooms.values() if room.due <= now]:
                room.due = now + self.beat
                self._beat(room)

    def _beat(self, room: Room) -> None:
        silent = [p for p, (_, at) in room.present.items() if monotonic() - at > SILENT * self.beat]
        for process in silent:
            del room.present[process]
        self._show_presence(room)
        for client in room.clients:
            client.put(Beat(client.seq))
        self._stir(room, check=True)
        self._announce(room)

    # ------------------------------------------------------------ what is new, for each

    def _stir(self, room: Room, check: bool = False) -> None:
        """There may be news: one task for each room works until nothing is left to tell."""
        room.stirred, room.check = True, room.check or check
        if room.telling is None or room.telling.done():
            room.telling = asyncio.create_task(self._tell_all(room))

    async def _tell_all(self, room: Room) -> None:
        while room.stirred and room.clients:
            check, room.stirred, room.check = room.check, False, False
            clients = [client for client in room.clients if not client.full]
            watches = {client.watch for client in clients}
            tokens = {client.seat.token for client in room.clients} if check else set[str]()
            recent = room.remembered(watches) if not check else None
            try:
                if recent is not None:
                    last, found, out = await self._in_turn(self._remembered, room, recent, watches)
                else:
                    last, found, out = await self._in_turn(self._read, room, watches, tokens)
            except Refused as refused:  # the whole campaign is gone
                for client in list(room.clients):
                    client.dismiss(refused)
                return
            except Exception:
                log.exception("the log of %s cannot be read; the next beat tries again", room.campaign)
                return
            room.last, room.known = last, max(room.known, last)
            for client in clients:
                self._hand_over(client, found[client.watch])
            for client in [client for client in room.clients if client.seat.token in out]:
                client.dismiss(No("removed", 403))
            room.stirred = room.stirred or any(c.seq < last and not c.full for c in clients if not c.left)

    async def _in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._tellers, lambda: work(*args, **kwargs))

    def _hand_over(self, client: Client, news: Due | Refused) -> None:
        if client.left:
            return
        if isinstance(news, Refused):
            client.dismiss(news)
            return
        for data in news.messages:
            client.post(data)
        client.seq += len(news.messages)  # numbers have no gap
        client.known = news.known

    # in threads: the last number; for each watch what follows; and the tokens that may listen no longer

    def _remembered(self, room: Room, recent: Recent, watches: Collection[Watch]) -> News:
        telling = Telling(recent.now, recent.after, room.readings)
        room.readings = telling.readings
        return recent.now.last, {watch: telling.due(watch) for watch in watches}, set()

    def _read(self, room: Room, watches: Collection[Watch], tokens: Collection[str]) -> News:
        with self.store.reading(room.campaign) as here:
            out = unseated(here.connection, room.campaign, tokens) if tokens else set()
            telling = Telling(here.now, lambda after: here.page(after, None, PAGE), room.readings)
            room.readings = telling.readings
            return here.now.last, {watch: telling.due(watch) for watch in watches}, out
