"""Files that hold campaigns are for their owner alone, whatever the user's mask lets others do."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.table.backup import Backups
from tablee.table.private import own_folder
from tablee.table.store import Store

from .conftest import Sat


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    """A user whose files anybody may read and write unless they are made otherwise."""
    mask = os.umask(0)
    yield
    os.umask(mask)


def open_to_others(folder: Path) -> list[str]:
    """What lies below a folder and is not for its owner alone."""
    return [str(each.relative_to(folder)) for each in folder.rglob("*") if stat.S_IMODE(each.stat().st_mode) & 0o077]


def test_a_database_and_all_that_is_written_of_it(tmp_path: Path, arena_installed: None) -> None:
    url = f"sqlite:///{tmp_path}/a/b/tablee.db"
    store = Store(url)
    sat = Sat(store)
    assert {each.name for each in (tmp_path / "a/b").iterdir()} >= {"tablee.db", "tablee.db-wal"}
    assert open_to_others(tmp_path) == []
    backups = Backups(url)
    backups.make("asked")
    backups.make("asked", tmp_path / "c" / "copy.db")
    backups.make("asked", tmp_path / "d" / "e" / "copy.jsonl.zst")
    store.close()
    backups.restore(tmp_path / "c" / "copy.db")
    assert main(["export", sat.id, "--data", f"{tmp_path}/a/b", "--to", str(tmp_path / "vaubrune.jsonl.zst")]) == 0
    assert len(backups.all()) == 2 and (tmp_path / "vaubrune.jsonl.zst").exists()
    assert open_to_others(tmp_path) == []


def test_a_database_that_others_could_read_is_closed_to_them_and_so_is_what_is_put_aside(tmp_path: Path) -> None:
    file = tmp_path / "tablee.db"
    Store(f"sqlite:///{file}").close()
    file.chmod(0o644)
    Store(f"sqlite:///{file}").close()
    assert open_to_others(tmp_path) == []
    good = Backups(f"sqlite:///{file}").make("asked", tmp_path / "good.db")
    file.write_bytes(b"le chat a mange la base" * 1000)
    file.chmod(0o644)
    aside = Backups(f"sqlite:///{file}").restore(good)
    assert aside is not None and aside.read_bytes().startswith(b"le chat")
    assert open_to_others(tmp_path) == []


def test_a_folder_that_was_there_stays_as_it_is(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir(mode=0o755)
    own_folder(there / "new" / "newer")
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (there, there / "new", there / "new" / "newer")]
    assert modes == [0o755, 0o700, 0o700]
