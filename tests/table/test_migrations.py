"""Older files: opened, saved and brought up to date, with all that is in them; or left as they were."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from alembic.config import Config
from sqlalchemy import Connection, inspect, text

from tablee.cli import main
from tablee.table import commands as c
from tablee.table import database
from tablee.table.backup import Backups
from tablee.table.refusal import Refused
from tablee.table.state import Member, dump
from tablee.table.store import Store
from typed import typed

from .postgres import Postgres

OLDER = Path(__file__).with_name("older.sql")
CAMPAIGN = "b69645b64488d202"
NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9001", "{down}", None, None


def upgrade() -> None:
    op.add_column("campaigns", sa.Column("colour", sa.String(20), nullable=False, server_default="rouge"))
    with op.batch_alter_table("campaigns") as campaigns:  # on SQLite a new table in the place of the old
        campaigns.alter_column("title", type_=sa.String(200), existing_type=sa.String(80), existing_nullable=False)
    {more}
"""


@pytest.fixture
def older(tmp_path: Path, arena_installed: None) -> str:
    """A file as the first version left it: a duel, a question open, something taken back, a device, a passphrase."""
    with closing(sqlite3.connect(tmp_path / "tablee.db")) as link:
        link.executescript(OLDER.read_text("utf-8"))
    return f"sqlite:///{tmp_path}/tablee.db"


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A version of Tablée that has one more revision than this one."""
    known = database.migrations

    def install(more: str = "") -> None:
        versions = tmp_path / "versions"
        shutil.copytree(str(files("tablee.table").joinpath("migrations/versions")), versions)
        (versions / "9001_later.py").write_text(NEXT.format(down=database.newest(), more=more), "utf-8")

        def migrations(connection: Connection | None = None) -> Config:
            config = known(connection)
            config.set_main_option("path_separator", "os")
            config.set_main_option("version_locations", str(versions))
            return config

        for module in ("database", "dumps"):
            monkeypatch.setattr(f"tablee.table.{module}.migrations", migrations)

    return install


def play_on(store: Store) -> None:
    """Everything that was in the older file is there and works."""
    members = store.members.of(CAMPAIGN)
    gm, luc, ada = (next(m for m in members.values() if m.name == name) for name in ("Marie", "Luc", "Ada"))
    assert store.members.seated("un appareil de Luc") == {CAMPAIGN: luc}
    assert store.members.sign_in(CAMPAIGN, "Ada", "quatre chats gris") == ada
    assert store.members.invited(store.members.invite(CAMPAIGN, gm.id, member=ada.id)[1]).member == ada
    log = store.log(CAMPAIGN, ada.id, after=0, limit=100)
    assert [entry.seq for entry in log] == list(range(1, 19))
    assert "Luc chuchote à Ada : Au puits, à minuit" in texts(store, ada)
    assert "Luc chuchote à Ada : Au puits, à minuit" not in texts(store, gm)
    assert [entry.seq for entry in log if entry.undone] == [16]
    again = store.command(CAMPAIGN, luc.id, c.Act({"do": "passer", "actor": "alys"}), "client-1")
    assert again.repeated
    store.command(CAMPAIGN, luc.id, c.Answer("non"))
    with pytest.raises(Refused) as refused:
        while True:
            store.command(CAMPAIGN, gm.id, c.Undo(confirm=True))
    assert refused.value.key == "nothing_to_undo"


def texts(store: Store, member: Member) -> list[str]:
    return [typed(seen.text) for entry in store.log(CAMPAIGN, member.id, after=0, limit=100) for seen in entry.events]


def test_a_file_of_the_first_version_is_opened_with_all_that_is_in_it(older: str) -> None:
    store = Store(older, before_upgrade=Backups(older).before_upgrade)
    with store.database.reading() as connection:
        assert database.revision(connection) == database.newest()
    play_on(store)
    store.close()


def test_it_is_saved_and_then_brought_up_to_date(older: str, later: Callable[..., None], tmp_path: Path) -> None:
    later()
    backups = Backups(older)
    store = Store(older, before_upgrade=backups.before_upgrade)
    with store.database.reading() as connection:
        assert database.revision(connection) == "9001"
        assert connection.execute(text("SELECT colour FROM campaigns")).scalar() == "rouge"
    play_on(store)
    store.close()
    (saved,) = backups.all()
    assert saved.kind == "upgrade"
    with closing(sqlite3.connect(saved.path)) as link:
        assert link.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    Store(older, before_upgrade=backups.before_upgrade).close()
    assert len(backups.all()) == 1  # nothing to change, nothing to save
    backups.restore(saved.path)
    store = Store(older, before_upgrade=backups.before_upgrade)  # an older backup is brought up to date as well
    play_on(store)
    store.close()


def test_lines_of_an_older_version_are_restored_and_brought_up_to_date(
    older: str, later: Callable[..., None], tmp_path: Path
) -> None:
    file = Backups(older).make("asked", tmp_path / "older.jsonl.zst")
    later()
    Store(older, before_upgrade=Backups(older).before_upgrade).close()
    Backups(older).restore(file)
    store = Store(older, before_upgrade=Backups(older).before_upgrade)
    play_on(store)
    store.close()


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(older: str, later: Callable[..., None]) -> None:
    later('raise RuntimeError("the lights go out")')
    backups = Backups(older)
    with pytest.raises(RuntimeError):
        Store(older, before_upgrade=backups.before_upgrade)
    engine = database.engine_of(older)
    with engine.connect() as connection:
        assert database.revision(connection) == "0001"
        assert "colour" not in {column["name"] for column in inspect(connection).get_columns("campaigns")}
    engine.dispose()
    assert [backup.kind for backup in backups.all()] == ["upgrade"]


def test_without_a_backup_nothing_is_changed(
    older: str, later: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    later()

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tablee.table.backup.save", full)
    with pytest.raises(OSError, match="No space"):
        Store(older, before_upgrade=Backups(older).before_upgrade)
    engine = database.engine_of(older)
    with engine.connect() as connection:
        assert database.revision(connection) == "0001"
    engine.dispose()


def test_a_file_of_a_newer_version_is_refused_with_a_sentence(
    older: str, later: Callable[..., None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "tablee.db")) as link:
        link.execute("UPDATE alembic_version SET version_num = '9999'")
        link.commit()
    before = (tmp_path / "tablee.db").read_bytes()
    assert main(["serve", "--data", str(tmp_path), "--port", "0"]) == 2
    assert "plus récente" in " ".join(capsys.readouterr().err.split())
    with closing(sqlite3.connect(tmp_path / "tablee.db")) as link:
        assert link.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    assert len(before) <= (tmp_path / "tablee.db").stat().st_size


def test_a_server_database_is_saved_and_brought_up_to_date(
    postgres: Postgres, older: str, later: Callable[..., None], tmp_path: Path
) -> None:
    url = postgres.empty()
    backups = Backups(url, tmp_path / "backups")
    backups.restore(Backups(older).make("asked", tmp_path / "older.db"))
    later()
    store = Store(url, before_upgrade=backups.before_upgrade)
    with store.database.reading() as connection:
        assert database.revision(connection) == "9001"
    before = dump(store.state_at(CAMPAIGN, 18))
    play_on(store)
    store.close()
    (saved,) = backups.all()
    assert (saved.kind, saved.path.name[-10:]) == ("upgrade", ".jsonl.zst")
    backups.restore(saved.path)
    store = Store(url, before_upgrade=backups.before_upgrade)
    assert dump(store.state_at(CAMPAIGN, 18)) == before
    store.close()
