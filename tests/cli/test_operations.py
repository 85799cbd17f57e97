"""`tablee backup`, `restore`, `export`, `import`, `demo`: as a person runs them."""

from __future__ import annotations

import io
import os
import random
import re
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from installing import Install
from tablee.cli import main
from tablee.kernel.game import Installed, games
from tablee.table import commands as c
from tablee.table.store import Store
from typed import printed

Out = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one campaign."""
    store = Store(f"sqlite:///{tmp_path}/data/tablee.db")
    gm = store.create("fluid", "Vaubrune", "Marie")
    store.command(store.campaign_of(gm.id), gm.id, c.Say("Il était une fois"))
    store.close()
    return tmp_path / "data"


def title(data: Path) -> list[str]:
    store = Store(f"sqlite:///{data}/tablee.db")
    found = [campaign.title for campaign in store.campaigns()]
    store.close()
    return found


def rename(data: Path, to: str) -> None:
    store = Store(f"sqlite:///{data}/tablee.db")
    campaign = store.campaigns()[0].id
    store.command(campaign, next(iter(store.members.of(campaign))), c.Rename(to))
    store.close()


def test_a_backup_is_made_and_gone_back_to(data: Path, tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "avant.db"
    assert main(["backup", "--data", str(data), "--to", str(file)]) == 0
    rename(data, "Autre titre")
    assert main(["restore", str(file), "--data", str(data)]) == 0
    assert title(data) == ["Vaubrune"]
    saved = next((data / "backups").glob("*-restore.db"))
    assert saved.name in printed(capsys).out.replace("\n", "")
    assert main(["restore", str(saved), "--data", str(data)]) == 0
    assert title(data) == ["Autre titre"]


def harmed(data: Path) -> None:
    """Pages in the middle of the file are no pages any more."""
    rename(data, "x" * 80)
    file = data / "tablee.db"
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2 :] = b"A" * (len(whole) - len(whole) // 2)
    file.write_bytes(whole)


@pytest.mark.parametrize(
    "args",
    [["backup"], ["backup", "--to", "f.jsonl.zst"], ["export"], ["serve", "--port", "0"], ["demo"]],
    ids=" ".join,
)
def test_a_damaged_database_is_named_at_the_start_with_the_way_back(
    data: Path, capsys: Out, args: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["backup", "--data", str(data)]) == 0
    monkeypatch.chdir(data)
    harmed(data)
    (saved,) = (data / "backups").iterdir()
    printed(capsys)
    assert main([*args, "--data", str(data)]) == 2
    said = " ".join(printed(capsys).err.split())
    assert said.startswith(f"La base {data}/tablee.db est abîmée") and "tablee restore" in said
    assert list((data / "backups").iterdir()) == [saved] and not (data / "f.jsonl.zst").exists()
    assert main(["restore", str(saved), "--data", str(data)]) == 0
    assert title(data) == ["Vaubrune"]


FULL = """
import resource, sys
from tablee.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("name", [None, "f.db", "f.jsonl.zst"])
def test_a_backup_for_which_there_is_no_room_says_so_and_leaves_nothing(data: Path, name: str | None) -> None:
    store = Store(f"sqlite:///{data}/tablee.db")
    (campaign,) = store.campaigns()
    gm = next(iter(store.members.of(campaign.id)))
    for n in range(60):  # more than there is room for, however well it is compressed
        store.command(campaign.id, gm, c.Say(random.Random(n).randbytes(1800).hex()))
    store.close()
    args = ["backup", "--data", str(data), *(["--to", str(data / name)] if name else [])]
    ran = subprocess.run([sys.executable, "-c", FULL, *args], capture_output=True, text=True, check=False)
    assert ran.returncode == 2, ran
    assert "impossible d’écrire" in ran.stderr and str(data) in ran.stderr and "Traceback" not in ran.stderr
    assert not [each for folder in (data, data / "backups") for each in folder.glob(".*")]
    assert not list(data.glob("backups/*")) and not list(data.glob("f.*"))


def test_what_a_backup_that_was_killed_has_left_is_cleared_away(data: Path) -> None:
    folder = data / "backups"
    for n, name in enumerate((".tablee-backup-x/copy.db", ".backup-old/copy.db", ".tablee-1.jsonl.zst.y", "z/copy.db")):
        left = folder / name
        left.parent.mkdir(parents=True, exist_ok=True)
        left.write_bytes(b"la moiti")
        for part in (left, left.parent):
            os.utime(part, (n, n))
    busy = folder / ".tablee-backup-busy"
    busy.mkdir()
    assert main(["backup", "--data", str(data)]) == 0
    (made,) = folder.glob("tablee-*")
    assert sorted(folder.iterdir()) == sorted([busy, folder / "z", made])


def test_a_backup_goes_to_the_folder_of_backups_by_default(data: Path) -> None:
    assert main(["backup", "--data", str(data)]) == 0
    assert len(list((data / "backups").glob("*-asked.db"))) == 1


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_cannot_be_done_is_a_sentence_and_changes_nothing(
    data: Path, tmp_path: Path, capsys: Out, lang: str
) -> None:
    broken, there = tmp_path / "abime.db", tmp_path / "la.db"
    broken.write_bytes(b"rien")
    there.write_bytes(b"d'autre")
    folder = ["--data", str(data), "--lang", lang]
    for args in (
        ["restore", str(broken)],
        ["restore", str(tmp_path / "nulle_part.db")],
        ["restore", str(tmp_path)],
        ["backup", "--to", str(there)],
        ["backup", "--to", str(broken / "dedans.db")],
        ["import", str(broken)],
        ["import", str(tmp_path / "nulle_part.zst")],
        ["export", "campagne-inconnue"],
    ):
        assert main([*args, *folder]) == 2, args
        said = printed(capsys)
        assert said.err.strip() and "Traceback" not in said.err and not said.out
    assert main(["backup", "--data", str(tmp_path / "vide"), "--lang", lang]) == 2
    assert not (tmp_path / "vide" / "tablee.db").exists()
    assert title(data) == ["Vaubrune"]
    assert there.read_bytes() == b"d'autre"


def test_a_database_that_does_not_answer_is_a_sentence(capsys: Out) -> None:
    assert main(["backup", "--database", "postgresql://tablee@127.0.0.1:1/tablee"]) == 2
    assert "impossible d'ouvrir la base" in " ".join(printed(capsys).err.split())


def test_a_server_does_not_start_on_a_file_that_is_none(data: Path, capsys: Out) -> None:
    (data / "tablee.db").write_bytes(b"le chat a mange la base" * 1000)
    assert main(["serve", "--data", str(data), "--port", "0"]) == 2
    said = printed(capsys)
    assert "est abîmée" in " ".join(said.err.split()) and not said.out


def test_a_campaign_goes_out_and_comes_in(data: Path, tmp_path: Path, capsys: Out) -> None:
    assert main(["export", "--data", str(data)]) == 0
    campaign = printed(capsys).out.split()[0]
    file = tmp_path / "vaubrune.jsonl.zst"
    assert main(["export", campaign, "--to", str(file), "--data", str(data)]) == 0
    printed(capsys)
    assert main(["import", str(file), "--data", str(data)]) == 0
    assert re.search(r"Marie : \w{4}-\w{4}-\w{4}", printed(capsys).out)
    assert title(data) == ["Vaubrune", "Vaubrune"]


def test_a_campaign_that_is_not_understood_comes_in_and_says_what_is_to_be_done(
    data: Path, tmp_path: Path, capsys: Out
) -> None:
    assert main(["export", "--data", str(data)]) == 0
    campaign, file = printed(capsys).out.split()[0], tmp_path / "vaubrune.jsonl.zst"
    assert main(["export", campaign, "--to", str(file), "--data", str(data)]) == 0
    text = zstandard.ZstdDecompressor().decompressobj().decompress(file.read_bytes())
    file.write_bytes(text.replace(b'"personnages":{}', b'"personnages":{},"dragons":3'))
    assert main(["import", str(file), "--data", str(data)]) == 0
    said = " ".join(printed(capsys).out.split())
    assert "play.scene.dragons : clé inconnue « dragons »." in said
    assert "rien n'y est joué avant que son maître du jeu ait décidé" in said


LINK = re.compile(r"http://127\.0\.0\.1:\d+/#rejoindre=([\w-]+)")


@pytest.fixture
def unserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is not started."""
    monkeypatch.setattr("tablee.web.serving.run", lambda settings, listening, workers: listening.close())


@pytest.mark.usefixtures("unserved")
def test_the_demonstration_has_every_game_in_full_play(tmp_path: Path, capsys: Out) -> None:
    assert main(["demo", "--data", str(tmp_path), "--port", "0"]) == 0
    secrets = LINK.findall(printed(capsys).out)
    assert len(set(secrets)) == 3 * len(games())
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    assert {campaign.game for campaign in store.campaigns()} == set(games())
    for n, campaign in enumerate(store.campaigns()):
        gm, *players = [store.members.join(secret) for secret in secrets[3 * n : 3 * n + 3]]
        assert [(member.name, member.role) for member in (gm, *players)] == [
            ("La MJ", "gm"),
            ("Alix", "player"),
            ("Noé", "player"),
        ]
        table = store.eyes(campaign.id, gm.id)[1].table()
        assert table.encounter is not None
        theirs = {person.owner: person for person in table.people if person.owner and not person.away}
        assert set(theirs) == {player.id for player in players}
        turn = table.encounter.turn or [theirs[player.id].id for player in players]  # where nobody has it, all may act
        acting = [player for player in players if theirs[player.id].id in turn]
        assert acting, f"{campaign.game}: no player is to act"
        for player in players:
            eyes = store.eyes(campaign.id, player.id)[1]
            assert any(person.name == "???" for person in eyes.table().people)
            assert len(store.log(campaign.id, player.id, after=0, limit=500)) > 12
            if player in acting:
                assert any(not action.closed for action in eyes.legal(theirs[player.id].id))
    store.close()
    assert main(["demo", "--data", str(tmp_path), "--port", "0"]) == 0  # the same campaigns, new links
    again = LINK.findall(printed(capsys).out)
    assert len(again) == len(secrets) and not set(again) & set(secrets)


@pytest.mark.usefixtures("unserved")
def test_the_demonstration_speaks_english(tmp_path: Path, capsys: Out) -> None:
    assert main(["--lang", "en", "demo", "--data", str(tmp_path), "--port", "0"]) == 0
    said = printed(capsys).out
    first, link = said.splitlines()[:2]
    assert first.startswith("Open this link in a browser. You are The GM")
    assert LINK.search(link) and "Noah (" in said and "whose turn it is" in said


def broken() -> None:
    raise ModuleNotFoundError("No module named 'tablee_go'")


GO = "le jeu « go » ne se charge pas : ModuleNotFoundError: No module named 'tablee_go'.\n"


@pytest.mark.usefixtures("unserved")
def test_a_game_that_cannot_be_loaded_is_told_by_the_server(data: Path, install: Install, capsys: Out) -> None:
    install(Installed("go", broken), alone=False)
    assert main(["serve", "--data", str(data), "--port", "0"]) == 0
    said = printed(capsys)
    assert said.err == GO and "http://127.0.0.1:" in said.out


@pytest.mark.usefixtures("unserved")
def test_the_demonstration_does_without_a_game_that_cannot_be_loaded(
    tmp_path: Path, install: Install, capsys: Out
) -> None:
    begin, fluid = ["demo", "--data", str(tmp_path), "--port", "0"], games()["fluid"]
    install(fluid, Installed("go", broken))
    assert main(begin) == 0
    said = printed(capsys)
    assert said.err == GO and len(LINK.findall(said.out)) == 3
    install(Installed("fluid", broken))
    assert main(begin) == 0
    said = printed(capsys)
    assert said.err == "Le jeu « fluid » est installé et ne se charge pas : « tablee rules fluid » dit pourquoi.\n"
    assert not LINK.findall(said.out)


class AtOnce:
    """A thread that is done when it has been started."""

    def __init__(self, target: Callable[..., None], args: tuple[str, ...], daemon: bool) -> None:
        self.target, self.args = target, args

    def start(self) -> None:
        self.target(*self.args)


@pytest.mark.usefixtures("unserved")
@pytest.mark.parametrize(
    ("terminal", "display", "options", "opened"),
    [(True, ":0", [], True), (True, ":0", ["--no-browser"], False), (True, "", [], False), (False, ":0", [], False)],
)
def test_the_browser_is_opened_where_there_is_one(
    terminal: bool,
    display: str,
    options: list[str],
    opened: bool,
    tmp_path: Path,
    capsys: Out,
    install: Install,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []
    install(games()["fluid"])
    monkeypatch.setattr("tablee.cli.browser.Thread", AtOnce)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("socket.create_connection", lambda address, patience: io.BytesIO())

    def open_it(url: str) -> None:
        tried.append(url)
        raise webbrowser.Error("none that works")  # which is no fault of ours

    monkeypatch.setattr("webbrowser.open", open_it)
    assert main(["demo", "--data", str(tmp_path), "--port", "0", *options]) == 0
    assert tried == ([printed(capsys).out.splitlines()[1].strip()] if opened else [])


@pytest.mark.usefixtures("unserved")
def test_the_demonstration_finds_a_free_port_unless_one_is_named(
    tmp_path: Path, capsys: Out, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(games()["fluid"])
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("tablee.cli.demo.PORT", port)
        assert main(["demo", "--data", str(tmp_path)]) == 0
        assert f":{port}/" not in printed(capsys).out
        assert main(["demo", "--data", str(tmp_path), "--port", str(port)]) == 2
