"""What a game brings for the page to wear: sent as it is written, and nothing but colours and paths."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from litestar.testing import TestClient

from installing import Install
from tablee.kernel.content import ContentError
from tablee.kernel.game import Installed
from tablee.kernel.theme import FILE, theme_of
from tablee.web.app import create_app
from tablee.web.settings import Settings

EXAMPLE = Path(__file__).parents[2] / "examples" / "brisants" / "src" / "brisants"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Install) -> Path:
    """The package of a game with a theme, which is installed and never loaded."""
    package = tmp_path / "worn_game"
    shutil.copytree(EXAMPLE / "content", package / "content")
    (package / "__init__.py").write_text("raise ZeroDivisionError\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    install(Installed("worn", lambda: None, "worn_game"), alone=False)
    return package


def test_a_theme_is_sent_without_loading_the_game(folder: Path) -> None:
    with TestClient(create_app(Settings("sqlite://"))) as client:
        sent = client.get("/api/v1/games/worn/theme").json()
        assert sent["accent"] == ["#235a7a", "#86bfe0"] and sent["about"]["en"].startswith("Wreckers")
        assert len(sent["outlines"]) == 2 and sent["texture"]["width"] == 64 and sent["corner"] == 10
        assert client.get("/api/v1/games/fluid/theme").json() is None  # the page has its own
        assert client.get("/api/v1/games/no_such/theme").json() is None
        (folder / FILE).write_text("accent = 3", "utf-8")
        assert client.get("/api/v1/games/worn/theme").json() is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#235a7a", "red; background: url(x)"),
        ('"M37 10V4M34 7H40"', "'\"/><script>alert(1)</script>'"),
        ("M0 20q8-12 16 0t16 0t16 0t16 0", "url(javascript:x)"),
        ("corner = 10", 'corner = "10px;color:red"'),
        ("width = 64", "width = 64000"),
        ("corner = 10", 'corner = 10\nscript = "x"'),
    ],
)
def test_nothing_else_is_read_from_it(old: str, new: str, folder: Path) -> None:
    text = (folder / FILE).read_text("utf-8")
    assert theme_of(folder) is not None and old in text
    (folder / FILE).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ContentError):
        theme_of(folder)


def test_a_game_without_one_has_none(tmp_path: Path) -> None:
    assert theme_of(tmp_path) is None and theme_of(None) is None
