"""What is told of a game without loading it, and that it is what the game itself says."""

from dataclasses import replace
from pathlib import Path

import pytest

from tablee.games import __main__ as writer
from tablee.kernel import game as module
from tablee.kernel.about import FILE, about, listing, summary, written
from tablee.kernel.game import Installed, Switch
from tablee.kernel.words import Phrase
from toy import toy

DEMO = """
game = "toy"
title = "Le duel"
note = "Deux amis."
[scene]
ordre = ["alys", "bor"]
qui.alys = { nom = "Alys", camp = "rouge" }
qui.bor = { nom = "Bor", camp = "bleu" }
"""
GAMES = Path(writer.__file__).parent
OWN = [each for each in module.installed().values() if each.folder is not None and each.folder.parent == GAMES]


@pytest.mark.parametrize("one", [pytest.param(each, id=each.id) for each in OWN])
def test_the_file_of_each_game_says_what_the_game_says(one):
    """Else `make about` has to write it again."""
    assert (one.folder / FILE).read_bytes() == written(one.load())
    assert about(one) == summary(one.load())


def test_every_game_of_ours_is_looked_at():
    assert {each.folder for each in OWN} == {each.parent for each in GAMES.glob("*/__init__.py")}


@pytest.fixture
def duel(install):
    game = replace(
        toy,
        demos={"duel": DEMO},
        switches=(Switch("mort_subite", "TOY-2.4", True, ("premier_sang",)), Switch("sans_nom", "TOY-1.3")),
        words=toy.words | type(toy.words)(en={"Le duel": "The duel", "rouge": "red"}),
    )
    install(game)
    return game


def test_a_game_tells_of_itself_in_both_languages(duel):
    told = summary(duel)
    assert (told.id, told.title, told.credit, told.complete) == ("toy", "Duel", "Tablée", True)
    assert (told.rules, told.held, told.advice) == (18, 16, 1)
    scene = told.ready[0]
    assert (scene.id, scene.title, scene.note) == ("duel", Phrase("Le duel", "The duel"), Phrase(*["Deux amis."] * 2))
    assert scene.sides == (Phrase("bleu", "bleu"), Phrase("rouge", "red"))
    sudden, unnamed = told.switches
    assert (sudden.rule, sudden.default, sudden.excludes) == ("TOY-2.4", True, ("premier_sang",))
    assert unnamed.text == Phrase("sans_nom", "sans_nom")
    rule = duel.ledger.rules["TOY-1.3"]
    assert unnamed.says == Phrase(rule.dit or rule.says, rule.says)


@pytest.fixture
def packaged(duel, tmp_path, monkeypatch):
    """The same game in a package with its file."""
    folder = tmp_path / "tablee_toy"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / FILE).write_bytes(written(duel))
    monkeypatch.syspath_prepend(tmp_path)
    return folder / FILE


def told_by_the_file(duel):
    """Whether the file was enough; and in either case all is told."""
    one = Installed("toy", lambda: duel, "tablee_toy")
    assert about(one) == summary(duel)
    return one.loaded is None


def test_a_game_with_a_file_is_not_loaded_to_be_told_of(packaged, duel):
    assert told_by_the_file(duel)


@pytest.mark.parametrize("wrong", [b"", b"{", b"{}", b"\xff", None])
def test_a_file_that_cannot_be_read_is_as_none(packaged, duel, wrong):
    packaged.unlink() if wrong is None else packaged.write_bytes(wrong)
    assert not told_by_the_file(duel)


def test_the_file_of_another_game_is_as_none(packaged, duel):
    packaged.write_bytes(packaged.read_bytes().replace(b'"toy"', b'"go"'))
    assert not told_by_the_file(duel)


def test_the_files_are_written_again(packaged, duel, install):
    packaged.write_bytes(b"older")
    install(Installed("toy", lambda: duel, "tablee_toy"), Installed("alone", dict))
    writer.main()
    assert packaged.read_bytes() == written(duel)


def test_games_are_listed_by_title_and_those_that_cannot_be_had_are_told(install, duel):
    def go():
        raise ModuleNotFoundError("No module named 'tablee_go'")

    late, untold = replace(duel, id="late", title="Aube", demos={}), replace(duel, id="untold", demos={"x": "game ="})
    install(Installed("go", go), duel, late, untold)
    listed = listing()
    assert [each.id for each in listed.games] == ["late", "toy"]
    go_fault, untold_fault = map(str, listed.faults)
    assert go_fault == "le jeu « go » ne se charge pas : ModuleNotFoundError: No module named 'tablee_go'"
    assert untold_fault.startswith("le jeu « untold » ne se charge pas : x : ce n'est pas du TOML")
