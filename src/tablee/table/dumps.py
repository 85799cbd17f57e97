"""A whole database as a file: a copy of SQLite's, or all rows of any as lines of JSON. Written, checked, read back."""

from __future__ import annotations

import base64
import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, LargeBinary, MetaData, Table, insert, select

from tablee.kernel.sentence import Typed

from .database import engine_of, migrations, revision
from .models import metadata
from .packed import Head, Line, packed, settle, unpacked, write_whole
from .private import own_folder
from .refusal import Refused

VERSION = 1  # of the lines
ROWS = 500  # written at once
LINES = (".jsonl.zst", ".jsonl")  # how the name of a file in lines ends
REVISION = "alembic_version"  # the table that holds the revision of the others
MAGIC = b"SQLite format 3\x00"
APART = ".tablee-backup-"  # the folder in which a backup is made before it gets its name
BROKEN_OFF = 3600.0  # seconds after which one in which nothing was written is of a backup that was broken off
DISK = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
}


class DumpHead(Head, frozen=True):
    """The first line: which tables follow."""

    revision: str
    made: float


def save(engine: Engine, path: Path, now: float) -> None:
    """A file of all that is in a database, checked before it gets its name, which says in which form."""
    if engine.dialect.name == "sqlite" and not path.name.endswith(LINES):
        with closing(sqlite3.connect(str(engine.url.database))) as source:
            copy(source, path)
    else:
        write_whole(path, dump(engine, now), check_lines)


# ---------------------------------------------------------------- copies of SQLite


def copy(source: sqlite3.Connection, path: Path) -> None:
    """By SQLite's online backup: consistent while others write. One file, checked."""
    own_folder(path.parent)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=APART) as apart:
        file = Path(apart) / "copy.db"
        with closing(sqlite3.connect(file)) as link:
            with _disk_told(path):
                source.backup(link)
            link.execute("PRAGMA journal_mode=DELETE")
        check_copy(file)
        file.chmod(0o600)
        settle(file, path)


@contextmanager
def _disk_told(path: Path) -> Iterator[None]:
    """What the disk refuses SQLite, as it refuses it everybody."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in DISK:
            raise
        number = DISK[error.sqlite_errorcode & 0xFF]
        raise OSError(number, os.strerror(number), str(path)) from None


def clear_away(folder: Path, now: float, *names: str) -> None:
    """What backups that were broken off have left in a folder, unless one may still be under way there."""
    for left in (each for name in names for each in folder.glob(name)):
        written = [part.stat().st_mtime for part in (left, *left.glob("*")) if part.exists()]
        if max(written, default=now) >= now - BROKEN_OFF:
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def check_copy(path: Path) -> None:
    """Refused unless this is a whole database of ours, with tables this version knows."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as link:
            if link.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise Refused("file_damaged")
            known(_sqlite_revision(link))
            if link.execute("PRAGMA foreign_key_check").fetchall() or link.execute(GAPS).fetchall():
                raise Refused("file_damaged")
    except sqlite3.DatabaseError:
        raise Refused("file_damaged") from None


GAPS = """
SELECT c.id FROM campaigns c LEFT JOIN entries e ON e.campaign = c.id
GROUP BY c.id, c.last HAVING COUNT(e.seq) != c.last OR MIN(e.seq) != 1 OR MAX(e.seq) != c.last
"""  # campaigns whose log is not whole


def _sqlite_revision(link: sqlite3.Connection) -> str:
    if not link.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (REVISION,)).fetchall():
        raise Refused("file_kind")
    return str(link.execute(f"SELECT version_num FROM {REVISION}").fetchone()[0])


def known(found: str) -> str:
    """Refused if this version of Tablée has never heard of these tables."""
    script = ScriptDirectory.from_config(migrations())
    if found not in {each.revision for each in script.walk_revisions()}:
        raise Refused("file_newer", revision=Typed(found))
    return found


# ---------------------------------------------------------------- lines


def dump(engine: Engine, now: float) -> Iterator[bytes]:
    """Every row of every table as it stands at one moment."""
    level = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**level) as connection, connection.begin():
        head = DumpHead("backup", VERSION, str(revision(connection)), now)
        yield from packed(head, _rows(connection))


def _rows(connection: Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    for table in _tables(connection).sorted_tables:
        if table.name != REVISION:
            found = connection.execute(
                select(table).order_by(*table.primary_key), execution_options={"yield_per": ROWS}
            )
            for row in found.mappings():
                yield str(table.name), {str(column): value for column, value in row.items()}


def _tables(connection: Connection) -> MetaData:
    """The tables of ours that are there, at whatever revision."""
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in {*metadata.tables, REVISION})
    return there


def check_lines(path: Path) -> None:
    """Refused unless every line can be read and the file is whole."""
    with path.open("rb") as file:
        for line in unpacked(file, "backup", VERSION, most=inf):
            _read(line)


def _read(line: Line) -> Any:
    """A row, or the head."""
    try:
        return msgspec.json.decode(line.data, type=DumpHead if line.kind == "head" else dict[str, Any])
    except msgspec.DecodeError:
        raise Refused("file_damaged") from None


def fill(connection: Connection, file: Path) -> None:
    """The tables as they are in a file of lines, in the place of those that are there, at the revision of the file."""
    with file.open("rb") as opened:
        lines = unpacked(opened, "backup", VERSION, most=inf)
        head = _read(next(lines))
        there = _tables(connection)
        there.drop_all(connection)
        command.upgrade(migrations(connection), known(head.revision))
        tables = _tables(connection).tables
        for kind, rows in groupby(lines, key=lambda line: line.kind):
            if kind not in tables:
                raise Refused("file_damaged")
            _insert(connection, tables[kind], rows)


def _insert(connection: Connection, table: Table, lines: Iterator[Line]) -> None:
    binary = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
    rows = list[dict[str, Any]]()
    for line in lines:
        row = _read(line)
        rows.append({**row, **{name: base64.b64decode(row[name]) for name in binary if row.get(name) is not None}})
        if len(rows) == ROWS:
            connection.execute(insert(table), rows)
            rows.clear()
    if rows:
        connection.execute(insert(table), rows)


# ---------------------------------------------------------------- either form as the other


def is_sqlite(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


@contextmanager
def as_sqlite(file: Path) -> Iterator[Path]:
    """A backup in either form as a checked SQLite database."""
    if is_sqlite(file):
        check_copy(file)
        yield file
        return
    check_lines(file)
    with tempfile.TemporaryDirectory(prefix="tablee-") as apart:
        made = Path(apart) / "lines.db"
        engine = engine_of(f"sqlite:///{made}")
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            fill(connection, file)
        engine.dispose()
        check_copy(made)
        yield made


@contextmanager
def as_lines(file: Path) -> Iterator[Path]:
    """A backup in either form as checked lines."""
    if not is_sqlite(file):
        check_lines(file)
        yield file
        return
    check_copy(file)
    with tempfile.TemporaryDirectory(prefix="tablee-") as apart:
        made, twin = Path(apart) / f"lines{LINES[0]}", Path(apart) / "twin.db"
        shutil.copyfile(file, twin)  # to open a database as ours is to change it
        engine = engine_of(f"sqlite:///{twin}")
        save(engine, made, 0.0)
        engine.dispose()
        yield made
