"""A campaign as it was on a day that was saved: taken out of a backup, and brought in as one more beside it.

Nothing of what is played now is touched: whoever wants the old one only deletes the other.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import msgspec

from tablee.kernel.sentence import Typed

from . import rights
from .backup import Backups
from .commands import Rename
from .dumps import as_sqlite
from .exchange import Imported, export_campaign, import_campaign
from .people import TITLE
from .refusal import Refused
from .store import Store


class Saved(msgspec.Struct, frozen=True):
    """A backup of the server in which a campaign may be."""

    id: str
    made: float


def saved(store: Store, backups: Backups, campaign: str, by: str) -> tuple[Saved, ...]:
    """The backups made since the campaign began, the latest first, for its game master."""
    rights.may(store.members.of(campaign)[by], "restore_campaign")
    since = store.campaign(campaign).created
    found = () if backups.in_memory else backups.all()
    return tuple(Saved(each.path.name, each.made.timestamp()) for each in found if each.made.timestamp() > since)


def brought_back(store: Store, backups: Backups, campaign: str, by: str, id: str) -> Imported:
    """The campaign as it was then, beside the present one; for who was its game master then as now."""
    known = {each.id for each in saved(store, backups, campaign, by)}
    found = next((each for each in backups.all() if each.path.name == id and id in known), None)
    if found is None:
        raise Refused("no_backup", name=Typed(id))
    with as_sqlite(found.path) as whole, tempfile.TemporaryDirectory(prefix="tablee-") as apart:
        twin = Path(apart) / "twin.db"  # to open a database as ours is to change it
        shutil.copyfile(whole, twin)
        then = Store(f"sqlite:///{twin}")
        try:
            masters = [member.id for member in then.members.of(campaign).values() if member.gm]
            if masters[:1] != [by]:
                raise Refused("no_backup", name=Typed(id))
            with (Path(apart) / "campaign").open("w+b") as file:
                export_campaign(then, campaign, file)
                file.seek(0)
                came = import_campaign(store, file)
        finally:
            then.close()
    title = f"{store.campaign(came.campaign).title[: TITLE - 13]} ({found.made:%Y-%m-%d})"
    store.command(came.campaign, came.gm.id, Rename(title))
    return came
