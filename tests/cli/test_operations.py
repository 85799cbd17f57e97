"""`tablee backup`, `restore`, `export`, `import`, `demo`: as a person runs them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.kernel.game import games
from tablee.table import commands as c
from tablee.table.store import Store

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
    assert saved.name in capsys.readouterr().out.replace("\n", "")
    assert main(["restore", str(saved), "--data", str(data)]) == 0
    assert title(data) == ["Autre titre"]


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
        said = capsys.readouterr()
        assert said.err.strip() and "Traceback" not in said.err and not said.out
    assert main(["backup", "--data", str(tmp_path / "vide"), "--lang", lang]) == 2
    assert not (tmp_path / "vide" / "tablee.db").exists()
    assert title(data) == ["Vaubrune"]
    assert there.read_bytes() == b"d'autre"


def test_a_database_that_does_not_answer_is_a_sentence(capsys: Out) -> None:
    assert main(["backup", "--database", "postgresql://tablee@127.0.0.1:1/tablee"]) == 2
    assert "impossible d'ouvrir la base" in " ".join(capsys.readouterr().err.split())


def test_a_server_does_not_start_on_a_file_that_is_none(data: Path, capsys: Out) -> None:
    (data / "tablee.db").write_bytes(b"le chat a mange la base" * 1000)
    assert main(["serve", "--data", str(data), "--port", "0"]) == 2
    said = capsys.readouterr()
    assert "impossible d'ouvrir la base" in " ".join(said.err.split()) and not said.out


def test_a_campaign_goes_out_and_comes_in(data: Path, tmp_path: Path, capsys: Out) -> None:
    assert main(["export", "--data", str(data)]) == 0
    campaign = capsys.readouterr().out.split()[0]
    file = tmp_path / "vaubrune.jsonl.zst"
    assert main(["export", campaign, "--to", str(file), "--data", str(data)]) == 0
    capsys.readouterr()
    assert main(["import", str(file), "--data", str(data)]) == 0
    assert re.search(r"Marie : \w{4}-\w{4}-\w{4}", capsys.readouterr().out)
    assert title(data) == ["Vaubrune", "Vaubrune"]


def test_the_demonstration_has_every_game_in_full_play(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.serving.run", lambda settings, listening, workers: listening.close())
    assert main(["demo", "--data", str(tmp_path), "--port", "0"]) == 0
    said = capsys.readouterr().out
    secrets = re.findall(r"#rejoindre=([\w-]+)", said)
    assert len(set(secrets)) == 2 * len(games())
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    assert {campaign.game for campaign in store.campaigns()} == set(games())
    for campaign, gm_secret, player_secret in zip(store.campaigns(), secrets[::2], secrets[1::2], strict=True):
        gm = store.members.join(gm_secret, "Qui mène")
        player = store.members.join(player_secret, "Qui joue")
        assert (gm.role, player.role) == ("gm", "player")
        table = store.eyes(campaign.id, gm.id)[1].table()
        assert table.encounter is not None and table.encounter.turn
        assert len([person for person in table.people if person.owner and not person.away]) == 2
        assert len(store.log(campaign.id, player.id, after=0, limit=500)) > 20
        assert any(person.name == "???" for person in store.eyes(campaign.id, player.id)[1].table().people)
    store.close()
    assert main(["demo", "--data", str(tmp_path), "--port", "0"]) == 0  # the same campaigns, new links
    again = re.findall(r"#rejoindre=([\w-]+)", capsys.readouterr().out)
    assert len(again) == len(secrets) and not set(again) & set(secrets)
