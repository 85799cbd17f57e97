"""`tablee serve`, as a person starts it, and the bot of the examples at its table."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tablee.cli import main
from tablee.cli.serve import in_the_house, local
from tablee.web import serving
from tablee.web.campaigns import link_path
from tablee.web.settings import Settings

from .devices import Device, heard, tablee_serve

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_campaigns_are_there_again_when_the_server_is(tmp_path: Path) -> None:
    with tablee_serve("--data", str(tmp_path)) as url, httpx.Client(base_url=url) as http:
        gm = Device(http).create("fluid", title="Vaubrune")
        gm.do("say", text="à demain")
    assert (tmp_path / "tablee.db").exists()
    with tablee_serve("--data", str(tmp_path)) as url, httpx.Client(base_url=url) as http:
        gm.http = http
        assert gm.get("~")["campaign"]["title"] == "Vaubrune"
        with gm.live(after=0) as live:
            assert [heard(live, "entry")["seq"] for _ in range(2)] == [1, 2]


def test_whoever_comes_before_the_server_answers_is_not_turned_away() -> None:
    with serving.bound("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname(), 5) as early:
        assert early.getpeername() == listening.getsockname()


def test_a_file_serves_one_process_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "2"]) == 2
    assert "PostgreSQL" in capsys.readouterr().err


def test_an_address_that_is_taken_is_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--data", str(tmp_path), "--port", str(port)]) == 2
    assert f"127.0.0.1:{port}" in capsys.readouterr().err


def test_a_database_that_is_none_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "serve", "--database", "mysql://ici"]) == 2
    assert "postgresql://" in capsys.readouterr().err


@pytest.mark.parametrize(("host", "said"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_opening_the_server_to_others_is_explained(
    host: str, said: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.serving.run", lambda settings, listening, workers: listening.close())
    assert main(["serve", "--host", host, "--port", "0", "--data", str(tmp_path)]) == 0
    assert ("quiconque atteint cette adresse" in " ".join(capsys.readouterr().out.split())) is said


@pytest.mark.parametrize("words", [("serve",), ("demo", "--no-browser")])
@pytest.mark.parametrize("house", ["192.168.1.20", ""])
def test_the_house_is_let_in_when_it_is_said_and_told_the_address(
    house: str,
    words: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[Settings] = []
    hosts: list[str] = []

    def run(settings: Settings, listening: socket.socket, workers: int) -> None:
        kept.append(settings)
        hosts.append(listening.getsockname()[0])
        listening.close()

    monkeypatch.setattr("tablee.web.serving.run", run)
    monkeypatch.setattr("tablee.cli.serve.in_the_house", lambda host: house)
    monkeypatch.setattr("tablee.cli.demo.set_up", lambda store, game: None)
    assert main([*words, "--lan", "--port", "0", "--data", str(tmp_path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert hosts == ["0.0.0.0"] and "quiconque atteint cette adresse" in said and "0.0.0.0" not in said
    assert [base.rpartition(":")[0] for base in kept[0].bases] == ([f"http://{house}"] if house else [])
    assert f"http://{house or '127.0.0.1'}:" in said


def test_the_house_and_another_address_at_once_are_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--lan", "--host", "10.0.0.1"]) == 2
    assert "--lan" in capsys.readouterr().err


def test_the_address_in_the_house_is_one_that_others_can_call() -> None:
    for host in ("0.0.0.0", "::"):
        assert not local(in_the_house(host) or "192.168.1.20")


def test_the_bot_joins_by_a_link_and_plays(far: httpx.Client, url: str) -> None:
    gm = Device(far).create("fluid")
    link = url + link_path(gm.invite())
    bot = subprocess.Popen([sys.executable, str(BOT), link, "Robot"], stdout=subprocess.PIPE, text=True)
    try:
        assert bot.stdout is not None
        assert bot.stdout.readline() == "Robot: Fluid\n"
        robot = next(member["id"] for member in gm.get("~/members") if member["name"] == "Robot")
        with gm.live(after=0) as live:
            gm.do("start_encounter", ready="demo")
            for person in gm.get("~/table")["table"]["people"]:
                gm.do("give", who=person["id"], member=robot)
            played = 0
            while played < 5:  # it takes its turns and answers what it is asked, alone
                entry = heard(live, "entry")["entry"]
                played += entry.get("member") == robot and entry["kind"] in ("act", "answer")
        assert bot.poll() is None
    finally:
        bot.terminate()
        bot.wait(10)


def test_the_bot_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60
