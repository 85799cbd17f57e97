"""What a client is told: the entries he has not heard of, and with the last of them how the table stands for him."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tablee.table.log import Logged, Now
from tablee.table.readings import Readings
from tablee.table.refusal import Refused
from tablee.table.state import ANYBODY, Member, onlooker
from tablee.table.visibility import Eyes

from .messages import News, Standing
from .refusals import No

NOTHING = Standing()  # has changed

log = logging.getLogger("tablee")
encode = msgspec.json.Encoder().encode


class Known(NamedTuple):
    """How a client knows the table: the entry whose state it is, who sees it, and all that was told, by its hash."""

    stands: int
    looked: Member
    sheets: frozenset[tuple[str, int]] = frozenset()
    table: int = 0  # with what all his own may do


class Watch(NamedTuple):
    """What a client has to be told: who looks, as whom, from where on, and what he knows. Equal ones are worked out
    once."""

    member: str
    view_as: str
    seq: int
    known: Known | None  # None: nothing is certain


class Due(NamedTuple):
    """Messages for a client, and what he knows once he has them."""

    messages: tuple[str, ...]
    known: Known | None


class Telling:
    """A campaign at one moment, for all who watch it; `page`: entries that follow a number; `before`: what was read in
    it when it was last told of."""

    def __init__(self, now: Now, page: Callable[[int], Sequence[Logged]], before: Readings | None = None) -> None:
        self.now, self.last, self.page = now, now.last, page
        self.readings = Readings(now.state, before)
        self._pages: dict[int, list[Logged]] = {}
        self._messages: dict[tuple[int, bool, tuple[str, ...], frozenset[str]], str] = {}

    def due(self, watch: Watch) -> Due | Refused:
        people = self.now.people
        member, looked = people.get(watch.member), people.get(watch.view_as or watch.member)
        if watch.view_as == ANYBODY and member is not None:
            looked = onlooker(member.lang)
        if member is None or looked is None or (watch.view_as and not member.gm):
            return No("removed", 403)
        page = self._page(watch.seq)
        eyes = Eyes(self.now.game, self.now.state, replace(looked, lang=member.lang), self.readings)
        if not page:
            self._look(eyes)
            return Due((), watch.known)
        now, known = None, watch.known
        if page[-1].entry.seq == self.last:
            try:
                now, known = self._standing(eyes, known)
            except Exception:  # what happened is told all the same; how the table stands, clients then ask
                log.exception("how %s stands cannot be told", self.now.campaign)
        return Due(tuple(self._message(eyes, each, now if each is page[-1] else None) for each in page), known)

    def _look(self, eyes: Eyes) -> None:
        """Read what the next entry is told with before anybody waits for it: after it most of this still holds."""
        try:
            for who in eyes.readable():
                self._sheet(eyes, who)
            for who in (*first_shown(eyes), *(who for who in eyes.mine if who in eyes.people)):
                self._menu(eyes, who)
        except Exception:
            log.exception("how %s stands cannot be read ahead", self.now.campaign)

    def _message(self, eyes: Eyes, logged: Logged, now: Standing | None) -> str:
        """The message of an entry, once for all who are told the same."""
        if not logged.for_all or (now is not None and now is not NOTHING):
            return encode(News(logged.entry.seq, logged.seen_by(eyes), now)).decode()
        key = logged.entry.seq, now is None, eyes.outlook, eyes.mine  # what concerns one's own is marked
        if key not in self._messages:
            self._messages[key] = encode(News(logged.entry.seq, logged.seen_by(eyes), now)).decode()
        return self._messages[key]

    def _page(self, after: int) -> list[Logged]:
        if after not in self._pages:
            page = self.page(after) if after < self.last else []
            self._pages[after] = [each for each in page if each.entry.seq <= self.last]
        return self._pages[after]

    def _standing(self, eyes: Eyes, known: Known | None) -> tuple[Standing, Known]:
        """How the table stands, without what is known of it; and what is known then."""
        stands = self.now.stands
        if known is not None and (known.stands, known.looked) == (stands, eyes.member):
            return NOTHING, known
        sheets = {who: self._sheet(eyes, who) for who in eyes.readable()}
        told = known.sheets if known is not None else frozenset()
        changed = {who: ready(sheet) for who, sheet in sheets.items() if (who, hash(sheet)) not in told}
        table, menus = encode(eyes.table()), {who: self._menu(eyes, who) for who in first_shown(eyes)}
        others = [self._menu(eyes, who) for who in sorted(eyes.mine - menus.keys()) if who in eyes.people]
        last = hash((table, *menus.items(), *others))
        after = Known(stands, eyes.member, frozenset((who, hash(sheet)) for who, sheet in sheets.items()), last)
        if not eyes.member.gm and known is not None and known.table == last and not changed:
            return NOTHING, after  # whatever others did
        return Standing(ready(table), {who: ready(menu) for who, menu in menus.items()}, changed), after

    def _sheet(self, eyes: Eyes, who: str) -> bytes:
        """A sheet as it is sent, once for all who read the same in it."""
        sheet = eyes.sheet(who)
        return self.readings.again(("sent", eyes.outlook, who), sheet, lambda: encode(sheet))

    def _menu(self, eyes: Eyes, who: str) -> bytes:
        """What somebody may do as it is sent, once for all who are offered the same."""
        menu = eyes.legal(who)
        key = "menu sent", eyes.outlook, eyes.member.gm, eyes.paused, who
        return self.readings.again(key, menu, lambda: encode(menu))


def ready(data: bytes) -> Any:
    """What is encoded already, as a part of a message."""
    return msgspec.Raw(data)


def first_shown(eyes: Eyes) -> tuple[str, ...]:
    """Whose actions a member has before him unless he chooses another's: of those he plays, who has the turn or is the
    first. The game master plays all, and those whom nobody else plays before the others."""
    gm, turn = eyes.member.gm, eyes.turn
    own = [who for who in eyes.people if who in eyes.mine or (gm and who in eyes.here)]
    acting = [who for who in own if who in turn]
    free = [who for who in acting if gm and not eyes.desk.owners.get(who)]
    return (*free, *acting, *own)[:1]
