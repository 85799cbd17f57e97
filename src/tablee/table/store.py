"""The store: every campaign of a server. What it gives to read is a member's view; what it takes is commands.

Synchronous: the server calls it in worker threads. Whatever changes a log is given to the writer, which writes together
what was given together; it returns once all is on disk.
"""

from __future__ import annotations

import random
import secrets
import time as clock
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, func, insert, select

from tablee.kernel.content import ContentError
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.ledger import plain
from tablee.kernel.sentence import Typed

from . import fights, journal, models, pictures, plans, rights
from .apply import apply
from .best import best
from .chances import answer_chances, chances, many_chances
from .commands import Command, PlayOn, Redo, Undo
from .database import BeforeUpgrade, Database
from .figures import changes, figures, figures_of
from .games import game_of
from .images import clear_of_fog, encode
from .log import Log, Logged, Memory, row_of
from .machine import Move, due
from .members import Members, member_of
from .models import campaigns, entries
from .models import members as members_table
from .moment import After, Moment
from .people import TITLE
from .pictures import Taken
from .refusal import Refused
from .seen import (
    SeenAction,
    SeenAim,
    SeenAnswers,
    SeenBest,
    SeenChance,
    SeenEntry,
    SeenEvening,
    SeenFight,
    SeenForces,
    SeenJournal,
    SeenOdds,
    SeenRules,
)
from .state import ANYBODY, Desk, Lang, Member, PlayOf, State, StateOf, Told, dump, empty_scene, onlooker
from .visibility import Eyes
from .writer import Writer

T = TypeVar("T")

_clear_of_fog = lru_cache(32)(clear_of_fog)  # every player asks for the same one

CLIENT = 80  # characters of a client's id for its command
PAGE = 500  # entries read at once, at most
SEARCHED = 20_000  # entries looked through for words
FREE = Undo, Redo, PlayOn  # what changes the play while not all of it is understood


class Accepted(msgspec.Struct, frozen=True):
    """A command that is in the log. `repeated`: it was there already, from the first time it was sent."""

    seq: int
    logged: Logged
    eyes: Eyes  # of who gave it, after it
    repeated: bool = False


class Campaign(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    rules_version: str
    created: float
    last: int


class Fought(msgspec.Struct, frozen=True):
    """An encounter of the log."""

    since: int
    last: int
    steps: int


class Store:
    def __init__(
        self,
        url: str = "sqlite://",
        *,
        before_upgrade: BeforeUpgrade | None = None,
        rng: random.Random | None = None,
        time: Callable[[], float] = clock.time,
    ) -> None:
        self.database = Database(url, before_upgrade)
        self.rng, self.time, self.version = rng or random.SystemRandom(), time, version("tablee")
        self.members = Members(self)
        self.memory = Memory()
        self.writer = Writer(self.database, self.memory)

    def close(self) -> None:
        self.writer.close()
        self.database.close()

    # ------------------------------------------------------------ campaigns

    def create(self, game_id: str, title: str, name: str, options: tuple[str, ...] = (), lang: Lang = "fr") -> Member:
        """A new campaign, and its game master; `campaign_of` tells where he sits."""
        played = game_of(game_id)
        scene = empty_scene(played)
        if scene is None:
            raise Refused("no_gather", game=Typed(played.title))
        try:
            played.check_switches(options)
        except ContentError as error:
            raise Refused("fault", why=error.said) from None
        if len(title) > TITLE or not title.isprintable():
            raise Refused("title", most=TITLE)
        desk = Desk(title.strip() or played.title, secrets.token_hex(16))
        state = StateOf(PlayOf(scene, options=options, rules=played.version), desk)
        with self.database.writing() as connection:
            return self._created(connection, played, state, name, lang)

    def _created(self, connection: Connection, played: Game, state: State, name: str, lang: Lang) -> Member:
        id, data, now = secrets.token_hex(8), dump(state), self.time()
        row = {"game": played.id, "title": state.desk.title, "rules_version": played.version, "created": now}
        connection.execute(insert(campaigns).values(id=id, **row, last=1, at=1, keyframe=1))
        member = self.members.added(connection, id, name, "gm", lang)
        begun = (Told(Event("table.created")),)
        first = {"kind": "create", "command": b"{}", "transcript": b"[]", "told": msgspec.json.encode(begun)}
        stored = {"reveals": False, "stands": 1, "state": data, "keyframe": 1, "rules_version": played.version}
        connection.execute(insert(entries).values(campaign=id, seq=1, member=member.id, time=now, **first, **stored))
        return member

    def campaign(self, id: str) -> Campaign:
        with self.database.reading() as connection:
            row = connection.execute(select(campaigns).where(campaigns.c.id == id)).one_or_none()
        if row is None:
            raise Refused("no_campaign")
        return Campaign(row.id, row.game, row.title, row.rules_version, row.created, row.last)

    def campaigns(self) -> list[Campaign]:
        with self.database.reading() as connection:
            rows = connection.execute(select(campaigns).order_by(campaigns.c.created)).all()
        return [Campaign(row.id, row.game, row.title, row.rules_version, row.created, row.last) for row in rows]

    def campaign_of(self, member: str) -> str:
        """The campaign a member sits at."""
        with self.database.reading() as connection:
            query = select(members_table.c.campaign).where(members_table.c.id == member)
            found = connection.execute(query).scalar_one_or_none()
        if found is None:
            raise Refused("not_member")
        return str(found)

    def remove_campaign(self, campaign: str, by: str) -> None:
        with self.database.writing() as connection:
            rights.may(member_of(connection, campaign, by), "delete_campaign")
            connection.execute(delete(campaigns).where(campaigns.c.id == campaign))
        self.memory.forget(campaign)

    # ------------------------------------------------------------ commands

    def command(self, campaign: str, member: str, command: Command, client: str = "") -> Accepted:
        """Do it and keep it, or Refused with a sentence this member may read. Nobody is told before this returns."""
        return self.writer.write(campaign, self._commanded(member, command, client))

    def give(self, campaign: str, member: str, command: Command, client: str, token: str) -> Future[Accepted]:
        """The same, from a device that was signed in as this member, and must be still; without waiting for it."""
        return self.writer.give(campaign, self._commanded(member, command, client, token))

    def _commanded(self, member: str, command: Command, client: str, token: str = "") -> Callable[[Log], Accepted]:
        self._client(client)

        def commanded(log: Log) -> Accepted:
            if token:
                self.members.sits(log.connection, token, member)
            who = log.member(member)
            known = log.repeated(member, client) if client else None
            if known is not None:
                return Accepted(known.entry.seq, known, Eyes(log.game, log.now.state, who), True)
            try:
                after = self._done(log, who, command)
                if log.now.held and after.state is not log.now.state and not isinstance(command, FREE):
                    raise Refused("held")
                kept = log.append(who, after.command or command, after, client, self.time(), log.game.version)
            except Refused as refused:
                raise Eyes(log.game, log.now.state, who).refusal(refused) from None
            return Accepted(kept.entry.seq, kept, Eyes(log.game, log.now.state, who))

        return commanded

    def _client(self, client: str) -> None:
        if len(client) > CLIENT or not client.isprintable():
            raise Refused("client", most=CLIENT)

    def play_machine(self, campaign: str, move: Move, command: Command) -> Future[Accepted | None]:
        """What the machine does for the game master, if all is still as when it was asked; None: it is not."""

        def moved(log: Log) -> Accepted | None:
            master = next((each for each in log.now.people.values() if each.gm), None)
            if master is None or due(log) != move:
                return None
            return self._commanded(master.id, command, f"machine-{move.stands}-{move.question}")(log)

        return self.writer.give(campaign, moved)

    def _done(self, log: Log, who: Member, command: Command) -> After:
        if isinstance(command, Undo | Redo | PlayOn):  # which move along the log
            rights.check(log.now.state, who, command)
            if isinstance(command, Undo):
                return log.undo(who, command)
            return log.redo(who) if isinstance(command, Redo) else log.play_on()
        return apply(
            Moment(log.game, log.now.state, who, log.now.people, log.now.last + 1, self.rng, log.past), command
        )

    # ------------------------------------------------------------ pictures

    def send_picture(self, campaign: str, member: str, data: bytes, client: str = "") -> Taken:
        """Take a picture in, encoded anew; sent again under the same id it is there once. It takes a while."""
        self._client(client)
        rights.may(self.eyes(campaign, member)[1].member, "send_picture")
        encoded, id = encode(data), secrets.token_hex(16)

        def taken(log: Log) -> Taken:
            who = log.member(member)
            rights.may(who, "send_picture")
            if client and (known := log.sent_before(member, client)) is not None:
                return known
            if log.now.held:
                raise Refused("held")
            state = pictures.sent(log.now.state, member, id, encoded)
            pictures.keep(log.connection, campaign, encoded)
            kept = log.append(who, pictures.Upload(id), After(state), client, self.time(), log.game.version)
            return Taken(id, encoded.width, encoded.height, kept.entry.seq)

        return self.writer.write(campaign, taken)

    def picture(
        self, campaign: str, member: str, id: str, small: bool = False, view_as: str = "", at: int | None = None
    ) -> bytes:
        """A picture as WebP, as far as this member may see it, now or as things stood after an entry."""
        with self.reading(campaign) as log:
            who = self.looking(log, member, view_as)
            eyes = Eyes(log.game, log.now.state, who) if at is None else log.then(at, who)
            shown = eyes.picture(id)
            data = pictures.read(log.connection, campaign, shown.picture.digest, small and shown.fog is None)
        if data is None:
            raise Refused("no_picture")
        if shown.under is None or shown.fog is None:
            return data
        return _clear_of_fog(data, shown.under, shown.fog.grid, shown.fog.fog)

    # ------------------------------------------------------------ beside commands

    def note(self, log: Log, member: Member, command: Command, *events: Event) -> None:
        """Somebody sits down, leaves or is changed: told in the log, as all that happens."""
        after = After(log.now.state, tuple(map(Told, events)))
        log.append(member, command, after, "", self.time(), log.game.version)
        log.reseat()

    # ------------------------------------------------------------ looking

    @contextmanager
    def reading(self, campaign: str) -> Iterator[Log]:
        with self.database.reading() as connection:
            log = Log(connection, campaign, row_of(connection, campaign), self.memory.of(campaign))
            self.memory.keep(log.now)
            yield log

    def eyes(self, campaign: str, member: str, view_as: str = "") -> tuple[int, Eyes]:
        """The campaign through the eyes of a member, and the number of the last entry in what they see."""
        with self.reading(campaign) as log:
            who = self.looking(log, member, view_as)
            return log.now.last, Eyes(log.game, log.now.state, who)

    def looking(self, log: Log, member: str, view_as: str) -> Member:
        """Through whose eyes a member looks: his own, or those the game master borrows."""
        who = log.member(member)
        if not view_as:
            return who
        rights.may(who, "view_as")
        if view_as == ANYBODY:
            return onlooker(who.lang)
        return replace(log.member(view_as), lang=who.lang)

    def log(
        self,
        campaign: str,
        member: str,
        after: int | None = None,
        before: int | None = None,
        limit: int = 100,
        view_as: str = "",
    ) -> tuple[SeenEntry, ...]:
        """A page of the log: what follows `after`, or the last entries before `before`, or the very last."""
        with self.reading(campaign) as log:
            eyes = Eyes(log.game, log.now.state, self.looking(log, member, view_as))
            return tuple(each.seen_by(eyes) for each in log.page(after, before, max(1, min(limit, PAGE))))

    def search(self, campaign: str, member: str, words: str, limit: int = 50) -> tuple[SeenEntry, ...]:
        """The latest entries in which this member can read all these words, blind to accents and capitals."""
        wanted, found, before = plain(words).split(), list[SeenEntry](), None
        with self.reading(campaign) as log:
            eyes = Eyes(log.game, log.now.state, self.looking(log, member, ""))
            least = log.now.last - SEARCHED
            while wanted and len(found) < limit:
                page = log.page(None, before, PAGE)
                for entry in (each.seen_by(eyes) for each in reversed(page)):
                    said = plain(" ".join(seen.text for seen in entry.events))
                    if said and all(word in said for word in wanted):
                        found.append(entry)
                before = page[0].entry.seq if page else 0
                if before <= max(1, least):
                    break
        return tuple(found[:limit])

    def odds(self, campaign: str, member: str, action: dict[str, object], look: str = "") -> SeenOdds:
        """How an action of one's own may end, as far as this member may know."""
        return self._chances(campaign, member, lambda eyes, at: chances(eyes, action, look, at))

    def many_odds(
        self,
        campaign: str,
        member: str,
        asked: Sequence[tuple[dict[str, object], str]],
        first: dict[str, Any] | None = None,
    ) -> tuple[SeenChance, ...]:
        """The odds of several actions, each through one look, after a first step if there is one."""

        def worked_out(eyes: Eyes, at: tuple[str, int]) -> tuple[SeenChance, ...]:
            then = at if first is None else (*at, msgspec.json.encode(first))
            return tuple(many_chances(plans.foreseen(eyes, first), asked, then))

        return self._chances(campaign, member, worked_out)

    def aim(self, campaign: str, member: str, action: dict[str, Any], first: dict[str, Any] | None = None) -> SeenAim:
        """What an action covers on the map, after a first step if there is one."""
        return self._chances(campaign, member, lambda eyes, at: plans.aim(eyes, action, first))

    def plan(self, campaign: str, member: str, who: str, first: dict[str, Any]) -> tuple[SeenAction, ...]:
        """What somebody could do after a first step."""
        return self._chances(campaign, member, lambda eyes, at: plans.actions_after(eyes, who, first))

    def answer_odds(
        self, campaign: str, member: str, question: int, look: str = "", around: int | None = None
    ) -> SeenAnswers:
        """How the action under way may end after each answer to a question one may answer."""
        return self._chances(campaign, member, lambda eyes, at: answer_chances(eyes, question, look, around, at))

    def best(self, campaign: str, member: str, who: str) -> tuple[SeenBest, ...]:
        """What somebody might well do now, with reasons, as far as this member may know."""
        return self._chances(campaign, member, lambda eyes, at: best(eyes, who, at))

    def _chances(self, campaign: str, member: str, work_out: Callable[[Eyes, tuple[str, int]], T]) -> T:
        last, eyes = self.eyes(campaign, member)
        try:
            rights.may(eyes.member, "odds", own=True)
            return work_out(eyes, (campaign, last))
        except Refused as refused:
            raise eyes.refusal(refused) from None

    # ------------------------------------------------------------ the rules

    def rules(self, campaign: str, member: str, lang: Lang | None = None) -> SeenRules:
        """Under which rules a campaign is played, and what the present ones change, for its game master."""
        with self.reading(campaign) as log:
            who, now = log.member(member), log.now
            rights.may(who, "rules")
            eyes = Eyes(log.game, now.state, replace(who, lang=lang or who.lang))
            played, present = now.state.play.rules, log.game.version
            then, changed = figures_of(log.connection, campaign), None
            if then is not None and then[1].rules == played and played != present:
                changed = changes(eyes.voice, then[1], figures(log.game, log.read(then[0]).state))
            unread, aside = eyes.aside(now.aside), eyes.aside(now.state.play.aside)
            return SeenRules(played, present, changed, unread, aside)

    def to_figure(self) -> list[str]:
        """Campaigns in which something has happened since their figures were taken."""
        of = models.figures.c
        query = select(campaigns.c.id).outerjoin(models.figures, of.campaign == campaigns.c.id)
        with self.database.reading() as connection:
            found = connection.execute(query.where((of.seq.is_(None)) | (of.seq != campaigns.c.last)))
            return [str(row.id) for row in found]

    def take_figures(self, campaign: str) -> None:
        """Keep what the rules make of a campaign as it stands, for the day they are others."""
        try:
            with self.reading(campaign) as log:
                now = log.now
            if now.held:
                return
            taken = {"seq": now.last, "figures": msgspec.json.encode(figures(now.game, now.state))}
        except Refused:  # its game cannot be had, or it was deleted
            return
        with self.database.writing() as connection:
            if row_of(connection, campaign, lock=True) is not None:
                connection.execute(delete(models.figures).where(models.figures.c.campaign == campaign))
                connection.execute(insert(models.figures).values(campaign=campaign, **taken))

    # ------------------------------------------------------------ replay

    def encounters(self, campaign: str, member: str) -> tuple[Fought, ...]:
        """Every encounter of the log, the latest last."""
        with self.reading(campaign) as log:
            log.member(member)
            of = entries.c.encounter
            there = and_(entries.c.campaign == campaign, of.is_not(None), entries.c.undone.is_(None))
            query = select(of, func.max(entries.c.seq), func.count()).where(there).group_by(of).order_by(of)
            return tuple(Fought(*row) for row in log.connection.execute(query))

    def steps(self, campaign: str, member: str, since: int) -> tuple[SeenEntry, ...]:
        """The entries of an encounter that were not taken back, in order: `eyes_at` shows the table after each."""
        with self.reading(campaign) as log:
            return tuple(log.steps(Eyes(log.game, log.now.state, self.looking(log, member, "")), since))

    def fight(self, campaign: str, member: str, since: int, view_as: str = "") -> SeenFight:
        """What an encounter has come to so far, as this member was told of it."""
        with self.reading(campaign) as log:
            who = self.looking(log, member, view_as)
            steps = log.steps(Eyes(log.game, log.now.state, who), since)
            if not steps:
                raise Refused("no_such_encounter", entry=since)
            return fights.fight(since, steps, log.then(since, who), log.then(steps[-1].seq, who))

    def forces(self, campaign: str, member: str, since: int, view_as: str = "") -> SeenForces:
        """What was left of each side after the steps of an encounter, as far as this member may know."""
        with self.reading(campaign) as log:
            who = self.looking(log, member, view_as)
            steps = fights.steps_of(log.steps(Eyes(log.game, log.now.state, who), since))
            return fights.forces(steps, (log.then(seq, who) for seq in steps))

    def eyes_at(self, campaign: str, member: str, seq: int, view_as: str = "") -> Eyes:
        """The campaign as it stood after an entry; what was hidden then or is hidden now stays hidden."""
        with self.reading(campaign) as log:
            return log.then(seq, self.looking(log, member, view_as))

    # ------------------------------------------------------------ the journal

    def journal(self, campaign: str, member: str, zone: str = "") -> SeenJournal:
        """The evenings of play, the latest first, with the notes, as this member was told of them."""
        with self.reading(campaign) as log:
            eyes, here = Eyes(log.game, log.now.state, log.member(member)), journal.zone_of(zone)
            spans, jots = journal.spans(log, eyes, here)
            return SeenJournal(str(here), tuple(journal.timed(log, eyes, span) for span in spans[::-1]), jots)

    def evening(self, campaign: str, member: str, since: int, zone: str = "") -> SeenEvening:
        """What happened on one of them."""
        found = self.evenings(campaign, member, zone, since)
        if not found:
            raise Refused("no_evening", entry=since)
        return found[0]

    def evenings(self, campaign: str, member: str, zone: str = "", since: int = 0) -> tuple[SeenEvening, ...]:
        """What happened on all of them, in order, or on the one that began with this entry."""
        with self.reading(campaign) as log:
            eyes = Eyes(log.game, log.now.state, log.member(member))
            spans, _ = journal.spans(log, eyes, journal.zone_of(zone))
            return tuple(journal.evening(log, eyes, span) for span in spans if since in (0, span.since))

    def state_at(self, campaign: str, seq: int) -> State:
        """The whole state after an entry: for tests, exports and the crash test; never for a member."""
        with self.reading(campaign) as log:
            return log.read(seq).state
