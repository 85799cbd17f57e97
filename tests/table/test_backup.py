"""Backups: consistent while others write, checked, kept in generations; restoring saves the present first."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import msgspec
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.sentence import plain
from tablee.table import commands as c
from tablee.table import dumps
from tablee.table.backup import DAYS, OTHERS, WEEKS, Backup, Backups, kept
from tablee.table.refusal import Refused
from tablee.table.state import dump
from tablee.table.store import Store
from web.devices import Device, tablee_serve

from .conftest import Sat

FORMS = (".db", ".jsonl.zst")


@pytest.fixture
def sat(tmp_path: Path, arena_installed: None) -> Iterator[Sat]:
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    sat = Sat(store)
    sat.character(sat.luc, "Alys")
    yield sat
    sat.store.close()


def url(sat: Sat) -> str:
    return str(sat.store.database.engine.url)


def contents(sat: Sat) -> tuple[bytes, ...]:
    """All that the store can tell: the state, the log as each sees it, who sits there, the invitations."""
    logs = [msgspec.json.encode(sat.log(member)) for member in sat.everybody]
    members = msgspec.json.encode(sat.store.members.of(sat.id, left_too=True))
    return dump(sat.state), *logs, members, msgspec.json.encode(sat.store.members.invitations(sat.id, sat.gm.id))


def reopened(sat: Sat) -> Sat:
    sat.store = Store(url(sat))
    return sat


@pytest.mark.parametrize("form", FORMS)
def test_what_was_saved_comes_back_and_the_present_is_kept(sat: Sat, tmp_path: Path, form: str) -> None:
    backups, token = Backups(url(sat)), sat.store.members.new_device()
    sat.store.members.seat(token, sat.luc.id)
    sat.store.members.set_passphrase(sat.ada.id, "quatre chats gris")
    then = contents(sat)
    file = backups.make("asked", tmp_path / f"ailleurs{form}")
    sat.do(sat.luc, c.Say("Après la sauvegarde"))
    sat.store.members.sign_out(token)
    later = contents(sat)
    sat.store.close()
    present = backups.restore(file)
    assert contents(reopened(sat)) == then
    assert sat.store.members.seated(token)[sat.id] == sat.luc
    assert sat.store.members.sign_in(sat.id, "Ada", "quatre chats gris") == sat.ada
    sat.do(sat.luc, c.Say("Et la suite"))
    sat.store.close()
    assert present is not None
    backups.restore(present)
    assert contents(reopened(sat)) == later


def test_undo_goes_on_after_a_restore(sat: Sat, tmp_path: Path) -> None:
    sat.do(sat.gm, c.Hide("alys", known_as="La rousse"))
    file = Backups(url(sat)).make("asked", tmp_path / "f.jsonl.zst")
    sat.store.close()
    Backups(url(sat)).restore(file)
    reopened(sat).do(sat.gm, c.Undo(confirm=True))
    assert "alys" not in sat.state.play.veils


def test_a_backup_is_one_moment_though_others_write(sat: Sat, tmp_path: Path) -> None:
    stop = threading.Event()

    def talk() -> None:
        n = 0
        while not stop.is_set():
            sat.do(sat.gm, c.Rename(f"Titre {n}"))
            n += 1

    talking = threading.Thread(target=talk)
    talking.start()
    try:
        files = [Backups(url(sat)).make("asked", tmp_path / f"{n}{FORMS[n % 2]}") for n in range(6)]
    finally:
        stop.set()
        talking.join()
    for n, file in enumerate(files):
        Backups(f"sqlite:///{tmp_path}/{n}/tablee.db").restore(file)
        store = Store(f"sqlite:///{tmp_path}/{n}/tablee.db")
        campaign = store.campaign(sat.id)
        assert store.state_at(sat.id, campaign.last).desk.title == campaign.title
        assert [entry.seq for entry in store.log(sat.id, sat.gm.id, after=0, limit=500)] == list(
            range(1, min(campaign.last, 500) + 1)
        )
        store.close()


# ---------------------------------------------------------------- damage


def no(backups: Backups, file: Path) -> str:
    with pytest.raises(Refused) as refused:
        backups.restore(file)
    assert refused.value.say(plain("fr")).endswith(".") and refused.value.say(plain("en")).endswith(".")
    return refused.value.key


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_backup_is_refused_and_nothing_is_changed(sat: Sat, tmp_path: Path, form: str) -> None:
    """Cut short anywhere, or with bytes changed anywhere, where it can be noticed."""
    backups = Backups(url(sat))
    file = backups.make("asked", tmp_path / f"sain{form}")
    whole, now = file.read_bytes(), contents(sat)
    sat.store.close()
    broken = tmp_path / f"abime{form}"
    step = max(1, len(whole) // 12)
    for at in range(0, len(whole) - 4, step):
        broken.write_bytes(whole[:at])
        assert no(backups, broken) in ("file_damaged", "file_kind")
    for at in range(100, len(whole) - 4, step):
        if form == ".db":  # SQLite keeps no checksum: what it notices is a broken page
            changed = whole[:at] + b"\xff" * min(4096, len(whole) - at) + whole[at + 4096 :]
        else:
            changed = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]
        broken.write_bytes(changed)
        assert no(backups, broken) in ("file_damaged", "file_kind", "file_newer", "file_large")
    assert contents(reopened(sat)) == now
    assert not [backup for backup in backups.all() if backup.kind in ("restore", "damaged")]


def test_other_files_are_no_backups(sat: Sat, tmp_path: Path) -> None:
    backups = Backups(url(sat))
    sat.store.close()
    other, newer, text = tmp_path / "autre.db", tmp_path / "futur.db", tmp_path / "texte.jsonl"
    with closing(sqlite3.connect(other)) as link:
        link.execute("CREATE TABLE poemes (vers TEXT)")
    assert no(backups, other) == "file_kind"
    with closing(sqlite3.connect(newer)) as link:
        link.execute("CREATE TABLE alembic_version (version_num TEXT)")
        link.execute("INSERT INTO alembic_version VALUES ('9999')")
        link.commit()
    assert no(backups, newer) == "file_newer"
    text.write_text("Il était une fois\n", "utf-8")
    assert no(backups, text) == "file_kind"
    text.write_text('{"tablee":"backup","version":2}\n', "utf-8")
    assert no(backups, text) == "file_version"
    text.write_text('{"tablee":"backup","version":1,"revision":"9999","made":0}\n["end",{}]\n', "utf-8")
    assert no(backups, text) == "file_newer"
    reopened(sat)


def test_lines_that_were_taken_out_are_missed(sat: Sat, tmp_path: Path) -> None:
    file = Backups(url(sat)).make("asked", tmp_path / "entier.jsonl.zst")
    sat.store.close()
    lines = zstandard.ZstdDecompressor().decompressobj().decompress(file.read_bytes()).splitlines()
    for fewer in (lines[:-3] + lines[-1:], lines[:-1], [*lines, lines[-2]], [*lines[:4], b"[", *lines[5:]]):
        (tmp_path / "moins.jsonl").write_bytes(b"\n".join(fewer))
        assert no(Backups(url(sat)), tmp_path / "moins.jsonl") == "file_damaged"
    (tmp_path / "texte.jsonl").write_bytes(b"\n".join(lines))
    Backups(url(sat)).restore(tmp_path / "texte.jsonl")  # all of them, as text
    reopened(sat)


def test_a_log_with_a_gap_is_no_good_backup(sat: Sat, tmp_path: Path) -> None:
    with sat.store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM entries WHERE seq = 3")
    with pytest.raises(Refused):
        Backups(url(sat)).make("asked", tmp_path / "trou.db")
    assert not (tmp_path / "trou.db").exists()


def test_a_database_that_is_none_any_more_is_put_aside_and_the_backup_comes_back(sat: Sat, tmp_path: Path) -> None:
    backups, then = Backups(url(sat)), contents(sat)
    file = backups.make("asked")
    sat.store.close()
    (tmp_path / "tablee.db").write_bytes(b"le chat a mange la base" * 1000)
    aside = backups.restore(file)
    assert aside is not None and aside.read_bytes().startswith(b"le chat")
    assert contents(reopened(sat)) == then


def test_nothing_is_restored_under_a_running_server(sat: Sat) -> None:
    backups = Backups(url(sat))
    file = backups.make("asked")
    sat.do(sat.luc, c.Say("Je suis encore là"))
    now = contents(sat)
    assert no(backups, file) == "in_use"
    assert contents(sat) == now
    sat.do(sat.luc, c.Say("Et on continue"))


def test_a_backup_is_restored_where_nothing_was(sat: Sat, tmp_path: Path) -> None:
    file = Backups(url(sat)).make("asked")
    then = contents(sat)
    sat.store.close()
    elsewhere = f"sqlite:///{tmp_path}/neuf/tablee.db"
    assert Backups(elsewhere).restore(file) is None
    sat.store = Store(elsewhere)
    assert contents(sat) == then


# ---------------------------------------------------------------- generations

START = datetime(2026, 1, 1, tzinfo=UTC)


@given(st.lists(st.integers(0, 24 * 200), max_size=60, unique=True))
def test_the_last_days_and_weeks_are_kept_and_the_newest_always(hours: list[int]) -> None:
    made = [Backup(Path(str(h)), START + timedelta(hours=h), "daily") for h in sorted(hours, reverse=True)]
    good = kept(made)
    assert good[:1] == made[:1]
    assert len(good) <= DAYS + WEEKS
    days = {backup.made.date() for backup in made}
    assert {backup.made.date() for backup in good} >= set(sorted(days)[-DAYS:])
    weeks = {backup.made.isocalendar()[:2] for backup in made}
    assert {backup.made.isocalendar()[:2] for backup in good} >= set(sorted(weeks)[-WEEKS:])
    assert kept(good) == good


def test_one_backup_a_day_and_generations_of_them(sat: Sat) -> None:
    now = [START.timestamp()]
    backups = Backups(url(sat), time=lambda: now[0])
    for _ in range(40):
        assert backups.daily() is not None
        now[0] += 3600 * 12
        assert backups.daily() is None
        now[0] += 3600 * 12
    there = backups.all()
    assert [backup.kind for backup in there] == ["daily"] * len(there)
    ages = [(START + timedelta(days=39) - backup.made).days for backup in there]
    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert 7 <= len(ages) <= 11 and max(ages) >= 15
    for backup in there:
        dumps.check_copy(backup.path)


def test_of_other_kinds_the_last_are_kept_and_what_was_asked_for_stays(sat: Sat) -> None:
    backups = Backups(url(sat))
    for _ in range(OTHERS + 2):
        backups.make("upgrade")
        backups.make("asked")
    kinds = [backup.kind for backup in backups.all()]
    assert (kinds.count("upgrade"), kinds.count("asked")) == (OTHERS, OTHERS + 2)


def test_a_day_without_a_backup_is_tried_again(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    backups = Backups(url(sat))

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tablee.table.backup.save", full)
        assert backups.daily() is None
    assert backups.daily() is not None


def test_a_store_in_memory_has_no_backups() -> None:
    assert Backups("sqlite://").daily() is None


# ---------------------------------------------------------------- a real server


def test_a_server_makes_the_backup_of_the_day_and_is_not_restored_under(tmp_path: Path) -> None:
    backups = Backups(f"sqlite:///{tmp_path}/tablee.db")
    with tablee_serve("--data", str(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as http:
        gm = Device(http).create("fluid")
        for _ in range(200):
            if backups.all():
                break
            time.sleep(0.05)
        assert [backup.kind for backup in backups.all()] == ["daily"]
        file = backups.make("asked")
        gm.do("say", text="après la sauvegarde")
        assert no(backups, file) == "in_use"
        assert gm.get("~")["campaign"]["last"] == 2
    backups.restore(file)
    with tablee_serve("--data", str(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as http:
        gm.http = http
        assert gm.get("~")["campaign"]["last"] == 1
