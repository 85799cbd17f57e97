"""The database: SQLite in one file, or PostgreSQL by its URL. Opening it brings its tables up to date."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import StaticPool

from tablee.kernel.sentence import Typed

from .private import own_file
from .refusal import Refused

BUSY = 30  # seconds a writer waits for another process's
KEPT, MORE = 12, 24  # connections kept open, and those opened besides when many read at once
KEPT_THERE, MORE_THERE = 8, 8  # of a PostgreSQL server, which several processes share
MIGRATIONS = 7_215_441  # the advisory lock of PostgreSQL under which tables are changed

BeforeUpgrade = Callable[[Engine], None]


class Database:
    """Reads see one moment; writes come one after the other."""

    def __init__(self, url: str, before_upgrade: BeforeUpgrade | None = None) -> None:
        self.engine = engine_of(url)
        self.sqlite = self.engine.dialect.name == "sqlite"
        self._one_writer = threading.Lock()  # threads queue here in order, not in SQLite's busy loop
        if self.sqlite:
            check(self.engine)
        upgrade(self, before_upgrade)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, migrates: bool = False) -> Iterator[Connection]:
        """A transaction: all of it is kept when the block ends, or nothing."""
        with (
            self._one_writer if self.sqlite else nullcontext(),
            self.engine.connect().execution_options(writes=True) as connection,
            _without_references(connection) if migrates and self.sqlite else nullcontext(),
            connection.begin(),
        ):
            yield connection

    def close(self) -> None:
        self.engine.dispose()


def engine_of(url: str) -> Engine:
    """`sqlite:///file`, `sqlite://` (in memory), or `postgresql://…`."""
    parsed = make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True, pool_size=KEPT_THERE, max_overflow=MORE_THERE)
    if parsed.database in (None, "", ":memory:"):
        engine = create_engine(parsed, connect_args={"check_same_thread": False}, poolclass=StaticPool)
    else:
        own_file(Path(str(parsed.database)))  # what lies beside it while it is open is made as it is
        busy = {"timeout": BUSY}  # and the one used last is used next: it remembers most
        engine = create_engine(parsed, connect_args=busy, pool_size=KEPT, max_overflow=MORE, pool_use_lifo=True)
    event.listen(engine, "connect", _sqlite_settings)
    event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_settings(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # the driver begins no transaction of its own
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


@contextmanager
def _without_references(connection: Connection) -> Iterator[None]:
    """To change a table SQLite makes it anew and drops the old one: foreign keys would empty those that refer to it."""
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys=OFF")  # outside the transaction, in which it would do nothing
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


# ---------------------------------------------------------------- damage


def check(engine: Engine) -> None:
    """Refused if pages of this file are damaged: better now than in the middle of an evening."""
    try:
        with engine.connect() as connection:
            sound = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok"
    except DatabaseError as error:
        if not is_damage(error.orig):
            raise
        sound = False
    if not sound:
        engine.dispose()
        raise damaged(engine)


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite says that this is no database, or none any more."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def damaged(engine: Engine) -> Refused:
    return Refused("database_damaged", path=Typed(str(engine.url.database)))


# ---------------------------------------------------------------- migrations


def migrations(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "tablee.table:migrations")
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The revision of the tables this version of Tablée works with."""
    return str(ScriptDirectory.from_config(migrations()).get_current_head())


def revision(connection: Connection) -> str | None:
    """The revision the tables are at; None in an empty database."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(database: Database, before: BeforeUpgrade | None) -> None:
    """Bring the tables up to date; `before` is called first if there is anything in them to save."""
    with database.reading() as connection:
        found = revision(connection)
    if found == newest():
        return
    if found is not None and before is not None:
        before(database.engine)
    with database.writing(migrates=True) as connection:
        if not database.sqlite:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATIONS})"))
        if revision(connection) != newest():
            command.upgrade(migrations(connection), "head")
