"""Paper: every game's sheets, blocks and rules are set; what is on them is what the sheet says."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tablee.cli import main
from tablee.cli.files import demo
from tablee.cli.printing import pages
from tablee.cli.texts import lang
from tablee.kernel import game as kernel_game
from tablee.kernel.game import Game
from tablee.kernel.sheet import Boxes, Mark, Pool, Row, Section, Sheet, Stat, Text
from tablee.paper import laid, press

from .pictures import picture, place

README = Path(__file__).parents[2] / "README.md"
GAMES = ("fluid", "fragments", "terre_natale", "vieux_monde", "yin_yang")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return kernel_game.game(request.param)


def test_everybody_of_a_ready_scene_is_set_on_one_page_or_two_and_the_same_each_time(game: Game) -> None:
    given = pages(demo(game))
    made = press.pdf("sheet", given)
    assert made.startswith(b"%PDF") and made == press.pdf("sheet", given)
    for sheet in given["sheets"]:
        alone = press.pictures("sheet", given | {"sheets": [sheet]}, dpi=30)
        assert 1 <= len(alone) <= 2 and all(page.startswith(PNG) for page in alone)
    assert press.pdf("blocks", given).startswith(b"%PDF")


def test_the_readme_shows_a_sheet_of_every_game(game: Game) -> None:
    """As `tests/paper/pictures.py` writes them: small, and of a whole page."""
    kept = place(game.id)
    assert f"docs/pictures/{kept.name}" in README.read_text("utf-8")
    assert kept.stat().st_size < 60_000
    with Image.open(kept) as there, Image.open(io.BytesIO(picture(game.id))) as now:
        assert there.size == now.size


def test_every_rule_is_set_as_a_card(game: Game) -> None:
    for language in ("fr", "en"):
        made = laid.cards(game.ledger.rules.values(), game.title, language)
        assert [card["id"] for card in made["rules"]] == list(game.ledger.rules)
        assert all(card["text"] for card in made["rules"] if not game.ledger.rules[card["id"]].see)
    assert press.pdf("rules", laid.cards(list(game.ledger.rules.values())[:60], game.title, "fr")).startswith(b"%PDF")


def test_every_line_that_is_not_left_to_the_book_is_on_paper_with_its_figure(game: Game) -> None:
    stage = demo(game)
    who = game.people(stage.scene)[0]
    shown = game.sheet(stage.scene, who)
    there = laid.sheet(shown)
    kept = [each for each in shown.sections if each.lines and not laid.too_long(each)]
    assert sorted(each.title for each in kept) == sorted(each["title"] for each in there["sections"])
    for section in kept:
        (set_,) = (
            each for each in there["sections"] if each["title"] == section.title and each["kind"] == section.kind
        )
        assert len(set_["lines"]) == len(section.lines)
        for line, on_paper in zip(section.lines, set_["lines"], strict=True):
            assert on_paper["label"] and line.label.endswith(on_paper["label"])
            if isinstance(line, Stat):
                assert on_paper["value"].replace("−", "-") == str(line.value)
            if isinstance(line, Pool):
                assert (on_paper["now"], on_paper["most"]) == (line.now, line.most)


def test_a_sum_is_written_out_and_a_minus_is_a_minus() -> None:
    shot = Stat("├─ Tir", (("AGI", 4, ""), ("gêne", -2, ""), ("rien", 0, "")))
    others = (Row("r", (Stat("c", (("a", 1, ""),)),)), Boxes("b", 1, (("n", 3, ""),), "−1"), Text("t", "mots"))
    sections = (
        Section("Jets", (shot, Stat("Seul", (("x", -3, ""),)))),
        Section("Longue", tuple(Mark(f"m{n}") for n in range(41)), "reference"),
        Section("Autres", others),
        Section("Vide", ()),
    )
    sheet = Sheet("a", "Anne d’Aubier Roux", sections)
    made = laid.sheet(sheet)
    assert [section["title"] for section in made["sections"]] == ["Jets", "Autres"]
    first, alone = made["sections"][0]["lines"]
    assert first == {"label": "Tir", "depth": 1, "is": "stat", "value": "2", "sum": "AGI 4 − gêne 2"}
    assert (alone["value"], alone["sum"]) == ("−3", "")
    assert made["initials"] == "AD"
    assert press.pdf("sheet", laid.page([sheet], "x", "fr")).startswith(b"%PDF")


def test_what_a_player_writes_is_never_read_as_instructions() -> None:
    sheet = Sheet(
        "a", '#panic() $x$ *gras* \\ "', (Section("#eval[1]", (Mark("#import", note="`raw` // /* <a> @b"),)),)
    )
    assert press.pdf("sheet", laid.page([sheet], "#1", "fr")).startswith(b"%PDF")
    assert press.pdf("blocks", laid.page([sheet], "#1", "fr")).startswith(b"%PDF")


def test_print_at_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "a.pdf"
    for words in (["fluid"], ["fluid/demo", "--sheets"], ["fluid", "combat", "--rules"]):
        assert main(["print", *words, "--out", str(made)]) == 0
        assert made.read_bytes().startswith(b"%PDF") and str(made) in capsys.readouterr().out.replace("\n", "")
        made.unlink()
    assert main(["print", "fluid", "zzzz", "--rules", "--out", str(made)]) == 2
    assert "zzzz" in capsys.readouterr().err and not made.exists()
    assert main(["print", "nulle-part", "--out", str(made)]) == 2
    assert not made.exists() and lang() == "fr"
