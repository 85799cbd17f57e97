"""Only what is used is loaded, and a game that cannot be loaded takes down nothing but itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.kernel.game import installed
from typed import typed

TESTS = Path(__file__).parent
LOADED = """
import json, sys, time
def loaded():
    return sorted({name.split(".")[2] for name in sys.modules if name.startswith("tablee.games.")} - {"__main__"})
"""
COMMAND = f"""{LOADED}
from tablee.cli import main
status = main(json.loads(sys.argv[1]))
print(json.dumps(["loaded", status, loaded()]))
"""
SERVER = f"""{LOADED}
from litestar.testing import TestClient
from tablee.web.app import create_app
from tablee.web.settings import Settings

url, awaited, *asked = json.loads(sys.argv[1])
app = create_app(Settings(url))
said = [loaded(), [], []]
with TestClient(app) as client:
    said[1] = loaded()
    deadline = time.monotonic() + 30
    while len(loaded()) < awaited and time.monotonic() < deadline:
        time.sleep(0.01)
    for method, path, body in asked:
        headers = {{"x-tablee": "1", "origin": str(client.base_url)}}
        answer = client.request(method, "/api/v1" + path, json=body, headers=headers)
        said[2].append([answer.status_code, answer.json(), loaded()])
print(json.dumps(said))
"""


class Ran(msgspec.Struct):
    status: int
    loaded: list[str]
    out: str
    err: str


class Answer(msgspec.Struct, array_like=True):
    status: int
    body: Any
    loaded: list[str]


class Served(msgspec.Struct):
    made: list[str]  # the games loaded once the application is made
    started: list[str]  # and once it has started
    answers: list[Answer]
    err: str


def python(code: str, asked: object, *path: Path) -> tuple[str, str]:
    """What a process of its own has said, with these folders before all others."""
    paths = os.pathsep.join(map(str, filter(None, [*path, TESTS, os.environ.get("PYTHONPATH", "")])))
    command = [sys.executable, "-c", code, msgspec.json.encode(asked).decode()]
    env = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "200"}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, env=env, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout, ran.stderr


def tablee(*args: str, path: tuple[Path, ...] = ()) -> Ran:
    """A command, and the games that are loaded after it."""
    out, err = python(COMMAND, args, *path)
    *said, last = out.splitlines()
    _, status, loaded = msgspec.json.decode(last)
    return Ran(status, loaded, "\n".join(said), typed(err))


@pytest.mark.parametrize(
    ("args", "loaded"),
    [
        (["--help"], []),
        (["--version"], []),
        (["games"], []),
        (["rules", "--help"], []),
        (["serve", "--help"], []),
        (["rules", "go"], []),
        (["play", "no_such_scene"], []),
        (["rules", "fluid", "FLU-3.13"], ["fluid"]),
        (["new", "yin_yang", "--random", "--seed", "1"], ["yin_yang"]),
        (["fight", "vieux_monde/duel", "--n", "1"], ["vieux_monde"]),
        (["fight", "tertre", "--n", "1"], ["vieux_monde"]),
    ],
    ids=" ".join,
)
def test_a_command_loads_the_game_it_names_and_no_other(args: list[str], loaded: list[str]) -> None:
    assert tablee(*args).loaded == loaded


def serve(url: str, *asked: tuple[str, str, object], awaited: int = 0, path: tuple[Path, ...] = ()) -> Served:
    """A server from its making to its end, asked these things once so many games are loaded."""
    out, err = python(SERVER, [url, awaited, *asked], *path)
    return Served(*msgspec.json.decode(out, type=tuple[list[str], list[str], list[Answer]]), err)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tablee.db"


GAMES = ("GET", "/games", None)
RULE = ("GET", "/games/fluid/rules/FLU-3.13", None)


def test_the_server_starts_and_lists_its_games_without_loading_one(url: str) -> None:
    served = serve(url, GAMES, RULE)
    assert (served.made, served.started) == ([], [])
    listed, read = served.answers
    assert (listed.status, [game["id"] for game in listed.body], listed.loaded) == (200, list(installed()), [])
    assert (read.status, read.loaded) == (200, ["fluid"])


def test_what_is_played_on_a_server_is_loaded_once_it_has_started(url: str) -> None:
    created = serve(url, ("POST", "/campaigns", {"game": "fluid", "name": "Marie"})).answers[0]
    assert (created.status, created.loaded) == (201, ["fluid"])
    again = serve(url, GAMES, awaited=1)
    assert (again.made, again.answers[0].loaded) == ([], ["fluid"])


# ---------------------------------------------------------------- games of others


@pytest.fixture
def others(tmp_path: Path) -> Path:
    """A game that works, one that does not, one under an id of ours, and worse: each of a package of its own."""
    folder = tmp_path / "others"
    for name, point in {
        "arena": "arena = table.arena:arena",
        "broken": "broken = tablee_broken:game",
        "double": "yin_yang = table.arena:arena",
        "exits": "exits = tablee_exits.book:game",
        "none": "none = tablee_none:game",
        "syntax": "syntax = tablee_syntax:game",
    }.items():
        package = folder / f"{name}-1.0.dist-info"
        package.mkdir(parents=True)
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
        (package / "entry_points.txt").write_text(f"[tablee.games]\n{point}\n", "utf-8")
    (folder / "tablee_broken.py").write_text("raise ZeroDivisionError('by zero')\n", "utf-8")
    (folder / "tablee_syntax.py").write_text("def game(:\n", "utf-8")
    for name, code in ("exits", "raise SystemExit(3)\n"), ("none", "game = 3\n"):
        (folder / f"tablee_{name}").mkdir()
        (folder / f"tablee_{name}" / "__init__.py").write_text(code, "utf-8")
        (folder / f"tablee_{name}" / "about.json").write_bytes(b'{"id": "\xff' + b"[" * 100_000)
    return folder


BROKEN = "le jeu « broken » ne se charge pas : ZeroDivisionError: by zero."
DOUBLE = "le jeu « yin_yang » est installé 2 fois : double (table.arena:arena), tablee (tablee.games.yin_yang:game)."
EXITS = "le jeu « exits » ne se charge pas : SystemExit: 3."
NONE = "le jeu « none » ne se charge pas : TypeError: its entry point is a int, not a Game; write module:game."
SYNTAX = "le jeu « syntax » ne se charge pas : SyntaxError: invalid syntax (tablee_syntax.py, line 1)."
THERE = sorted([*installed(), "arena", "broken", "exits", "none", "syntax"])
FAULTS = [BROKEN, EXITS, NONE, SYNTAX, DOUBLE]
HAD = ["arena", *(id for id in installed() if id != "yin_yang")]


def test_games_that_cannot_be_had_are_named_and_the_others_are_listed(others: Path) -> None:
    ran = tablee("games", path=(others,))
    assert (ran.status, ran.loaded) == (0, [])
    assert sorted(line.split()[0] for line in ran.out.splitlines()[1:]) == sorted(HAD)
    assert ran.err.splitlines() == FAULTS
    english = tablee("games", "--lang", "en", path=(others,)).err.splitlines()
    assert english[0] == 'the game "broken" cannot be loaded: ZeroDivisionError: by zero.'
    assert english[-1].startswith('the game "yin_yang" is installed 2 times: double (')


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (["rules", "fluid", "FLU-3.13"], 0, []),
        (["rules", "arena"], 0, []),
        (["fight", "duel", "--n", "1"], 0, []),
        (["rules", "broken"], 70, [BROKEN]),
        (["play", "broken/demo"], 70, [BROKEN]),
        (["rules", "yin_yang"], 70, [DOUBLE]),
        (["rules", "exits"], 70, [EXITS]),
        (["rules", "none"], 70, [NONE]),
        (["rules", "syntax"], 70, [SYNTAX]),
        (["rules", "go"], 2, [f"jeu inconnu « go » ; jeux : {', '.join(THERE)}."]),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_only_commands_that_need_it_stumble(args: list[str], status: int, said: list[str], others: Path) -> None:
    ran = tablee(*args, path=(others,))
    assert (ran.status, ran.err.splitlines()) == (status, said)


def test_the_server_plays_the_others(url: str, others: Path) -> None:
    ids = "arena", "broken", "yin_yang", "go", "exits", "none", "syntax"
    asked = [("POST", "/campaigns", {"game": id, "name": "Marie"}) for id in ids]
    served = serve(url, GAMES, *asked, ("GET", "/games/broken/rules", None), path=(others,))
    listed, *created, read = served.answers
    assert sorted(game["id"] for game in listed.body) == sorted(HAD)
    keys = [(each.status, each.body.get("key")) for each in created]
    assert keys == [(201, None), *[(409, "game_fault")] * 2, (404, "game"), *[(409, "game_fault")] * 3]
    assert typed(created[1].body["text"]) == (
        "Le jeu « broken » est installé et ne se charge pas : « tablee rules broken » dit pourquoi."
    )
    assert (read.status, read.body["key"]) == (409, "game_fault")


def test_the_log_of_a_server_says_what_it_cannot_play_any_more(url: str, others: Path) -> None:
    assert serve(url, ("POST", "/campaigns", {"game": "yin_yang", "name": "Marie"})).answers[0].status == 201
    served = serve(url, GAMES, path=(others,))
    assert DOUBLE.removesuffix(".") in served.err
    assert served.answers[0].status == 200
