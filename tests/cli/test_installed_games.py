"""Every game that is installed, through the commands as a player would use them."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path

import pytest

from tablee.cli import main, texts
from tablee.cli.files import demo
from tablee.cli.session import Session
from tablee.cli.wording import voice_of
from tablee.kernel.game import Game, games
from tablee.lab.opening import opening

GAMES = [game for game in games().values() if game.complete]
DEMOS = [pytest.param(game, name, id=f"{game.id}/{name}") for game in GAMES for name in game.demos]


@pytest.fixture(autouse=True)
def nothing_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.delenv("TABLEE_LANG", raising=False)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("game", "name"), DEMOS)
def test_a_demonstration_is_played_to_its_end_in_words(game: Game, name: str, lang: str) -> None:
    texts.speak(lang)
    tactic = next(iter(game.tactics.values()))
    table = Session(game, demo(game, name).scene, tactic, random.Random(3))
    first = opening(game, table.scene)
    if first is not None:
        table.choose(first, auto=True)
    while not table.over and table.scene.turn() and table.at < 400:
        voice = voice_of(game, table.scene)
        for action, closed in table.legal():
            assert voice.action(action)
            assert closed is None or voice.closed(closed)
        table.let_tactic(tactic)
        assert table.last is not None
        assert all(voice.event(event) not in ("", event.what) for event in table.last.events)
    assert table.at > 0


@pytest.mark.parametrize(("game", "name"), DEMOS)
def test_a_demonstration_at_the_table(game: Game, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    sys.stdin = io.StringIO("?\ns\no 1\n1\nc\nu\na\nx\nA\nu 3\nr\n")
    assert main(["play", f"{game.id}/{name}", "--seed", "2"]) == 0
    assert "inattendue" not in capsys.readouterr().err


@pytest.mark.parametrize(("game", "name"), DEMOS)
def test_a_demonstration_can_be_fought(game: Game, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fight", f"{game.id}/{name}", "--n", "20", "--seed", "2", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["unfinished"] == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_character_written_and_shown(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(5):
        file = str(tmp_path / f"{seed}.json")
        assert main(["new", game.id, "--random", "--seed", str(seed), "--out", file]) == 0
        assert main(["sheet", file, "--explain"]) == (0 if game.gather is not None else 2)
    assert "inattendue" not in capsys.readouterr().err
