"""The built page: compressed, kept by browsers, and the answer to every address of its own."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.web.app import create_app
from tablee.web.settings import Settings

SCRIPT = b"export const page = 1;" * 100


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient[Any]]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>La page</title>", "utf-8")
    (tmp_path / "manifest.json").write_text("{}", "utf-8")
    (tmp_path / ".digest").write_text("0", "utf-8")
    (tmp_path / "assets" / "page-a1b2.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "page-a1b2.js.gz").write_bytes(gzip.compress(SCRIPT))
    with TestClient(create_app(Settings(page=str(tmp_path)))) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/", "/c/12/fiche/alys", "/nouvelle", "/regles/fluid", "/c/abc/regles/FLU-2.8", "/regles/fluid/FLU-2.8"]
)
def test_every_address_of_the_page_is_the_page(browser: TestClient[Any], path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert "La page" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_hashed_files_are_kept_for_good_and_sent_compressed(browser: TestClient[Any]) -> None:
    packed = browser.get("/assets/page-a1b2.js", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert "immutable" in packed.headers["cache-control"]
    assert packed.content == SCRIPT
    for refused in ("identity", "gzip;q=0"):
        plain = browser.get("/assets/page-a1b2.js", headers={"Accept-Encoding": refused})
        assert "content-encoding" not in plain.headers
        assert plain.content == SCRIPT


def test_a_page_that_has_not_changed_is_not_sent_again(browser: TestClient[Any]) -> None:
    tag = browser.get("/").headers["etag"]
    again = browser.get("/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/assets/other.js", "/manifest.json", "/.digest", "/assets/page-a1b2.js.gz", "/robots.txt", "/api/v1/no"]
)
def test_what_is_not_there_is_refused(browser: TestClient[Any], path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.json()["key"]) == (404, "no_page")


def test_the_parameters_of_actions_are_told(browser: TestClient[Any]) -> None:
    forms = browser.get("/api/v1/games/fluid/actions").json()
    fields = {field["name"]: field for form in forms if form["do"] == "tester" for field in form["fields"]}
    assert "actor" not in fields
    assert (fields["secret"]["kind"], fields["secret"]["default"]) == ("yes_no", False)
    assert fields["circonstances"]["kind"] == "number"
    assert {"id": "facile", "text": "Facile"} in fields["difficulte"]["choices"]  # a text the game has ids for


def test_a_ready_scene_tells_who_meets_there(browser: TestClient[Any]) -> None:
    games = {game["id"]: game for game in browser.get("/api/v1/games").json()}
    ready = games["vieux_monde"]["ready"][0]
    assert ready["sides"] == ["Compagnons", "Gens du gué"] and ready["note"].startswith("Une lame, un arc")
    english = {game["id"]: game for game in browser.get("/api/v1/games", headers={"accept-language": "en"}).json()}
    assert english["vieux_monde"]["ready"][0]["title"] == "The ford of Brumeval"
    assert english["vieux_monde"]["ready"][0]["sides"] == ["Companions", "People of the ford"]
