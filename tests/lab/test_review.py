"""A book looked at for its author: its figures are those of the rules, and the report says what they say."""

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from tablee.cli import main
from tablee.kernel.game import Game, game, installed
from tablee.kernel.study import Study
from tablee.lab.compare import Pairs
from tablee.lab.edit import edited
from tablee.lab.report import Report
from tablee.lab.review import Survey, notes, page, survey
from tablee.lab.review.found import findings
from tablee.lab.review.survey import Curve, Fought, Line, Odd, Raise, Ranking, curves, how_many, odds_printed, raised
from tablee.lab.review.tongue import Tongue
from tablee.lab.tournament import Standing, duel
from tablee.lab.workers import Processes

KEPT = Path(__file__).parents[2] / "docs" / "lab"
GAMES = sorted(installed())
N = 4


@pytest.fixture(scope="module")
def told() -> list[int]:
    return []


@pytest.fixture(scope="module")
def fluid(told: list[int]) -> Survey:
    return survey(game("fluid"), N, 3, told=told.append)


# ---------------------------------------------------------------- what games say of their books


@pytest.mark.parametrize("id", GAMES)
def test_the_chances_of_a_test_never_fall_where_its_value_rises(id: str) -> None:
    played = game(id)
    assert played.study.tests
    for curve in curves(played):
        assert curve.rule in played.ledger.rules
        for line in curve.lines:
            assert len(line.chances) == len(curve.values)
            assert all(0 <= chance <= 1 for chance in line.chances)
            assert list(line.chances) == sorted(line.chances)
            assert len(set(line.chances)) > 3


@pytest.mark.parametrize("id", GAMES)
def test_all_a_study_names_has_its_english(id: str) -> None:
    played = game(id)
    said = [text for test in played.study.tests for text in (test.title, test.over, *test.lines)]
    said += [each.what for each in played.study.printed]
    same = [text for text in said if played.words.tr(text, "en") == text]
    assert same in ([], ["Score"])


@pytest.mark.parametrize("id", GAMES)
def test_whatever_may_be_raised_can_be(id: str) -> None:
    played = game(id)
    growth = played.study.growth
    assert growth is not None
    scene = duel(played, growth.contest, growth.entry, growth.entry)
    for path in growth.paths:
        assert edited(played, scene, raised(growth, "a", path)) != scene


def test_printed_odds_are_judged_by_their_last_digit() -> None:
    wrong = {id: [odd.what for odd in odds_printed(game(id)) if not odd.holds] for id in GAMES}
    assert {id: len(there) for id, there in wrong.items() if there} == {"fluid": 11}
    assert "Explosion (dés lancés) : 1" not in wrong["fluid"]  # 10 % is right
    assert not list(odds_printed(game("vieux_monde")))  # the book prints none
    assert Odd("", "", "7.1", 7.149, 0.1, False).holds
    assert not Odd("", "", "7.1", 7.151, 0.1, False).holds


# ---------------------------------------------------------------- the figures


def test_the_same_seed_gives_the_same_figures_whoever_works_them_out(fluid: Survey, told: list[int]) -> None:
    assert sum(told) == how_many(game("fluid"), N)
    with Processes(2) as workers:
        assert msgspec.json.encode(survey(game("fluid"), N, 3, workers)) == msgspec.json.encode(fluid)
    assert msgspec.json.decode(msgspec.json.encode(fluid), type=Survey) == fluid


def test_every_part_has_its_fights(fluid: Survey) -> None:
    played = game("fluid")
    assert [each.kind for each in fluid.rankings] == list(played.contests)
    for ranking in fluid.rankings:
        assert ranking.n % 2 == 0
        assert all(each.n >= N for each in ranking.standings)
    assert [each.pairs.n for each in fluid.raises] == [N] * 8
    assert [each.report.n for each in fluid.scenes if each.report] == [N] * len(played.demos)
    assert fluid.used is not None
    assert sum(of - n for n, of in fluid.used.rules.values()) == len(fluid.used.never_rules) > 0


# ---------------------------------------------------------------- what is said of them


def test_what_is_found() -> None:
    played = game("fluid")
    flat = Curve("FLU-3.19", "Réussir un test", "AGI", (1, 2, 3), (Line("sans dé de plus", (0.2, 0.2, 0.99)),))
    weapons = Ranking("armes", 40, (Standing("a", "Hache", 80, 70.0), Standing("b", "Dague", 80, 10.0, ("a",))))
    more = Raise("fiche.AGI", Pairs(400, 200, 10, 110)), Raise("fiche.INT", Pairs(400, 200, 3, 4))
    less = Raise("fiche.FOR", Pairs(400, 200, 100, 10))
    sure = Fought("duel", Report(100, {"A": 99, "B": 1}, fallen={"A": {0: 100}, "B": {1: 100}}))
    survey = Survey("fluid", "1", 9, 9, (flat,), (), (weapons,), (*more, less), (sure, Fought("demo")))
    said = {each.text: each.holds for each in findings(survey, Tongue(played, "en"))}
    mend = " ".join(text for text, holds in said.items() if not holds)
    seen = " ".join(text for text, holds in said.items() if holds)
    assert "from 1 to 2 the chance stays 20.0%" in mend
    assert "1 of 2" not in mend
    assert "1 entry is dominated" in mend
    assert "+1 in FOR makes one lose: −22.5" in mend
    assert "1 ready scene of 1 is almost decided beforehand" in mend
    assert "8 examples of the book do not follow its rules" in mend
    assert "+1 in AGI is worth +25.0" in seen
    assert "over 9 pairs of fights, +1 in INT shows no difference that is sure" in seen
    assert "No printed probability was found" in seen


def bare(played: Game) -> Game:
    return replace(played, study=Study(), contests={}, demos={})


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_a_game_does_not_offer_is_left_out_and_said_so(lang: str) -> None:
    played = bare(game("fluid"))
    found = survey(played, N, 1)
    assert how_many(played, N) == 0
    tongue = Tongue(played, lang)
    for written in (page(found, played, lang), notes(found, played, lang)):
        for part in ("printed", "rankings", "raises", "scenes", "used"):
            assert tongue.say(f"{part}.none") in written


# ---------------------------------------------------------------- the page


class Outline(HTMLParser):
    """Tags that are open, what is fetched, ids, and text."""

    VOID = {"meta", "link", "img", "br", "hr"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids[given["id"] or ""] += 1
        if given.get("href"):
            self.links.append(given["href"] or "")
        self.loads += [value or "" for key, value in attrs if key in ("src", "data", "srcset")]
        if tag in ("script", "link", "iframe", "object"):
            self.loads.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_page_stands_alone(fluid: Survey, lang: str) -> None:
    played = game("fluid")
    written = page(fluid, played, lang)
    outline = Outline(written)
    assert not outline.open
    assert not outline.loads
    assert all(link.startswith("#") and link[1:] in outline.ids for link in outline.links)
    assert max(outline.ids.values()) == 1
    assert set(re.findall(r"https?://[^\"' )]+", written)) == {"http://www.w3.org/2000/svg"}
    assert written.count('role="img" aria-label="') == written.count("<svg") == 7
    assert f'<html lang="{lang}">' in written
    for part in ("tests", "printed", "rankings", "raises", "scenes", "used", "text", "made", "summary"):
        assert part in outline.ids
    assert "--seed 3" in written
    assert written == page(fluid, played, lang)


def test_french_is_set_as_french(fluid: Survey) -> None:
    written = notes(fluid, game("fluid"), "fr")
    assert not re.search(r" [:;!?%»]|« ", re.sub(r"^\|.*$|^ {4}.*$", "", written, flags=re.MULTILINE))
    assert "'" not in written


# ---------------------------------------------------------------- in the terminal


def test_in_the_terminal(fluid: Survey, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = tmp_path / "known.json"
    known.write_bytes(msgspec.json.encode(fluid))
    folder = tmp_path / "there" / "reports"
    assert main(["report", "fluid", "--out", str(folder), "--from", str(known), "--lang", "en"]) == 0
    assert sorted(each.name for each in folder.iterdir()) == ["fluid.html", "fluid.json", "fluid.md"]
    assert (folder / "fluid.md").read_text("utf-8") == notes(fluid, game("fluid"), "en")
    assert json.loads((folder / "fluid.json").read_text("utf-8"))["seed"] == 3
    assert "The report is written" in capsys.readouterr().out
    known.write_text("{}")
    for args, said in [
        (["fluid", "--from", str(known)], "chiffres d’un rapport"),
        (["yin_yang", "--from", str(folder / "fluid.json")], "pas de «\u00a0yin_yang\u00a0»"),
        (["fluid", "--from", str(tmp_path / "none.json")], "n'existe pas"),
        (["fluid", "--n", "0"], "au moins 1"),
    ]:
        before = sorted(folder.iterdir())
        assert main(["report", *args, "--out", str(folder)]) == 2
        assert said in capsys.readouterr().err
        assert sorted(folder.iterdir()) == before
    assert main(["report", "fluid", "--out", str(known)]) == 2
    assert "n’est pas un dossier" in capsys.readouterr().err


def test_without_the_library_of_plots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    monkeypatch.setattr("tablee.cli.reporting.can_draw", lambda: False)
    assert main(["report", "fluid", "--out", str(tmp_path / "there")]) == 2
    assert "tablee[lab]" in capsys.readouterr().err
    assert not (tmp_path / "there").exists()


# ---------------------------------------------------------------- those that are kept


@pytest.mark.parametrize("id", sorted(file.stem for file in KEPT.glob("*.md")))
def test_the_kept_summary_is_what_is_written_of_its_figures_today(id: str) -> None:
    """`tablee report ID --out docs/lab --from docs/lab/ID.json` writes it again."""
    found = msgspec.json.decode((KEPT / f"{id}.json").read_bytes(), type=Survey)
    assert found.game == id
    assert (KEPT / f"{id}.md").read_text("utf-8") == notes(found, game(id))
    assert found.tests == tuple(curves(game(id)))
    assert found.printed == tuple(odds_printed(game(id)))
