"""Backups: made every day and before the tables are changed, kept in several generations, and restored.

Each is a file in the folder `backups`, checked before it gets its name. Restoring first saves the present.
"""

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
import time as clock
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from platformdirs import user_data_path
from sqlalchemy import Connection, Engine, make_url, text
from sqlalchemy.exc import DatabaseError

from tablee.kernel.sentence import Typed

from .database import MIGRATIONS, damaged, engine_of, is_damage, revision
from .dumps import APART, as_lines, as_sqlite, clear_away, copy, fill, known, save
from .private import close_to_others, own_folder
from .refusal import Refused

Kind = Literal["daily", "upgrade", "restore", "damaged", "asked"]
DAYS, WEEKS = 7, 4  # daily backups kept: the last of each of so many days, and of each of so many weeks
OTHERS = 5  # backups kept of each other kind; those that were asked for are all kept
STAMP = "%Y%m%dT%H%M%S.%f"
NAME = re.compile(rf"tablee-(\d{{8}}T\d{{6}}\.\d{{6}})Z-({'|'.join(get_args(Kind))})\.(?:db|jsonl\.zst)")
PARTS = ("", "-wal", "-shm")  # the files of a SQLite database

log = logging.getLogger("tablee")


class Backup(NamedTuple):
    path: Path
    made: datetime
    kind: str


class Backups:
    """The backups of one database, in a folder of their own."""

    def __init__(self, url: str, folder: Path | None = None, time: Callable[[], float] = clock.time) -> None:
        self.url, self.time = make_url(url), time
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.in_memory = self.sqlite and self.url.database in (None, "", ":memory:")
        self.folder = folder or self._folder()

    def _folder(self) -> Path:
        """Beside the file; of a server's database, in the user's data folder."""
        if self.sqlite:
            return Path(str(self.url.database)).parent / "backups"
        return user_data_path("tablee", appauthor=False) / "backups" / (self.url.database or "postgresql")

    def all(self) -> list[Backup]:
        """The newest first."""
        found = ((path, NAME.fullmatch(path.name)) for path in self.folder.glob("tablee-*"))
        read = [Backup(path, datetime.strptime(m[1], STAMP).replace(tzinfo=UTC), m[2]) for path, m in found if m]
        return sorted(read, key=lambda backup: backup.made, reverse=True)

    # ------------------------------------------------------------ making

    def make(self, kind: Kind, to: Path | None = None) -> Path:
        """A new backup, under the name given or one of its own."""
        if self.sqlite and not Path(str(self.url.database)).is_file():
            raise Refused("no_database", path=Typed(str(self.url.database)))
        engine = engine_of(self.url.render_as_string(hide_password=False))
        try:
            path = to or self._free(kind)
            clear_away(path.parent, clock.time(), f"{APART}*")
            save(engine, path, self.time())
        except Refused as refused:
            if refused.key != "file_damaged":
                raise
            raise damaged(engine) from None
        except (DatabaseError, sqlite3.DatabaseError) as error:
            if not is_damage(error.orig if isinstance(error, DatabaseError) else error):
                raise
            raise damaged(engine) from None
        finally:
            engine.dispose()
        self._prune()
        return path

    def daily(self) -> Path | None:
        """Today's backup, unless it is there. Whatever prevents it is logged; the next call tries again."""
        made = next((backup for backup in self.all() if backup.kind == "daily"), None)
        if self.in_memory or (made is not None and made.made.date() >= self._now().date()):
            return None
        try:
            return self.make("daily")
        except Exception:
            log.exception("today's backup could not be made in %s", self.folder)
            return None

    def before_upgrade(self, engine: Engine) -> None:
        """The hook of the database: without this backup its tables are not changed. Refused if they are newer."""
        with engine.connect() as connection:
            known(str(revision(connection)))
        if not self.in_memory:
            self.make("upgrade")

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.time(), UTC)

    def _free(self, kind: Kind) -> Path:
        """A name that no other backup has."""
        own_folder(self.folder)
        moment, suffix = self._now(), ".db" if self.sqlite else ".jsonl.zst"
        while (path := self.folder / f"tablee-{moment.strftime(STAMP)}Z-{kind}{suffix}").exists():
            moment += timedelta(microseconds=1)
        return path

    def _prune(self) -> None:
        """Away with what is too old, and with what backups that were broken off have left."""
        clear_away(self.folder, clock.time(), ".tablee-*", ".backup-*")
        there = self.all()
        for backup in set(there) - set(kept(there)):
            backup.path.unlink(missing_ok=True)

    # ------------------------------------------------------------ restoring

    def restore(self, file: Path) -> Path | None:
        """The database as it was when this backup was made; where the present was saved, if there was one."""
        saved = self._restore_file(file) if self.sqlite else self._restore_server(file)
        self._prune()
        return saved

    def _restore_file(self, file: Path) -> Path | None:
        database = Path(str(self.url.database))
        with as_sqlite(file) as wanted:
            if not database.exists():
                _place(wanted, database)
                return None
            try:
                return self._replace(database, wanted)
            except (Refused, sqlite3.DatabaseError) as error:
                if not _beyond_use(error):
                    raise
            aside = self._free("damaged")
            for part in PARTS:
                if Path(f"{database}{part}").exists():
                    close_to_others(Path(shutil.move(f"{database}{part}", f"{aside}{part}")))
            _place(wanted, database)
            return aside

    def _replace(self, database: Path, wanted: Path) -> Path:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as present:
            _alone(present)
            saved = self._free("restore")
            copy(present, saved)
            with closing(sqlite3.connect(wanted)) as source:
                source.backup(present)  # one transaction: all of it, or the present is as it was
        return saved

    def _restore_server(self, file: Path) -> Path | None:
        engine = engine_of(self.url.render_as_string(hide_password=False))
        try:
            with as_lines(file) as wanted, engine.begin() as connection:
                _alone_on_server(connection)
                saved = self._free("restore") if revision(connection) is not None else None
                if saved is not None:
                    save(engine, saved, self.time())
                fill(connection, wanted)
        finally:
            engine.dispose()
        return saved


def kept(backups: list[Backup]) -> list[Backup]:
    """Of these, the newest first, those still worth keeping."""
    daily = [backup for backup in reversed(backups) if backup.kind == "daily"]
    days = {backup.made.date(): backup for backup in daily}  # the last of each stays
    weeks = {backup.made.isocalendar()[:2]: backup for backup in daily}
    good = {*list(days.values())[-DAYS:], *list(weeks.values())[-WEEKS:]}
    for kind in ("upgrade", "restore", "damaged"):
        good.update([backup for backup in backups if backup.kind == kind][:OTHERS])
    return [backup for backup in backups if backup in good or backup.kind == "asked"]


def _place(wanted: Path, database: Path) -> None:
    with closing(sqlite3.connect(wanted)) as source:
        copy(source, database)


def _beyond_use(error: Refused | sqlite3.DatabaseError) -> bool:
    """Whether the present database is none any more: it cannot be saved, only put aside as it is."""
    return error.key in ("file_damaged", "file_kind", "file_newer") if isinstance(error, Refused) else is_damage(error)


def _alone(present: sqlite3.Connection) -> None:
    """Refused if another process has the file open: it would go on with what it remembers. Else nobody else gets in."""
    try:
        present.execute("PRAGMA locking_mode=EXCLUSIVE")
        mode = present.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        present.execute("BEGIN EXCLUSIVE")
        present.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Refused("in_use") from None
        raise
    if mode != "delete":
        raise Refused("in_use")


def _alone_on_server(connection: Connection) -> None:
    """The same for a server's database, and no upgrade meanwhile."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATIONS})"))
    others = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    if connection.execute(text(f"SELECT 1 FROM pg_stat_activity WHERE {others}")).first() is not None:
        raise Refused("in_use")
