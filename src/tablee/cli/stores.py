"""Where the campaigns are, and what can go wrong with that, as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from tablee.kernel.sentence import plain
from tablee.table.refusal import Refused as TableRefused

from .errors import Refused, refuse
from .sentences import reason
from .texts import lang

if TYPE_CHECKING:
    from tablee.table.store import Store

FILE = "tablee.db"


def database_url(data: Path | None, database: str | None) -> str:
    """The database named, or the file in the data folder: the user's own unless another is named."""
    if database is None:
        folder = data if data is not None else user_data_path("tablee", appauthor=False)
        return f"sqlite:///{folder.expanduser().resolve() / FILE}"
    if not database.startswith(("sqlite://", "postgresql://", "postgres://")):
        raise refuse("error.database", url=database)
    return database


def opened(url: str) -> Store:
    """The store; if its tables are of an older version they are saved and brought up to date."""
    from tablee.table.backup import Backups  # only now: the other commands start faster without a database
    from tablee.table.store import Store

    return Store(url, before_upgrade=Backups(url).before_upgrade)


def checked(url: str) -> None:
    """Refused if the store cannot be opened."""
    with told(None):
        opened(url).close()


@contextmanager
def told(path: Path | None) -> Iterator[None]:
    """What the table refuses, and what the disk or the database refuses, as a sentence of the command's."""
    from sqlalchemy.exc import DBAPIError

    try:
        yield
    except TableRefused as refused:
        raise Refused(refused.say(plain(lang()))) from None
    except DBAPIError as error:
        raise refuse("error.no_database", why=str(error.orig).strip()) from None
    except sqlite3.Error as error:
        raise refuse("error.no_database", why=str(error).strip()) from None
    except OSError as error:
        raise refuse("error.unwritable", path=error.filename or path, why=reason(error)) from None
