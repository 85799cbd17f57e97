"""`tablee backup`, `tablee restore`: the whole database as a file, and back."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from tablee.table.backup import Backups

from .errors import refuse
from .stores import database_url, told
from .terminal import out
from .texts import say


def backup(data: Path | None, database: str | None, to: Path | None) -> None:
    """Now, whether a server is running or not."""
    if to is not None and to.exists():
        raise refuse("error.exists", path=to)
    backups = Backups(database_url(data, database))
    with told(to or backups.folder):
        made = backups.make("asked", to)
    out.print(Text(say("backup.made", path=made)), soft_wrap=True)


def restore(file: Path, data: Path | None, database: str | None) -> None:
    """Save the present, and put what the file holds in its place."""
    if not file.is_file():
        raise refuse("error.no_file", path=file)
    with told(file):
        saved = Backups(database_url(data, database)).restore(file)
    if saved is not None:
        out.print(Text(say("backup.saved", path=saved)), soft_wrap=True)
    out.print(Text(say("backup.restored", path=file)), soft_wrap=True)
