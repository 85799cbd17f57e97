"""The map in the terminal, and actions that are said with a cell of it."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable

import pytest
from msgspec import structs
from rich.console import Console

from tablee.cli import main, maps, table, texts
from tablee.cli.files import demo
from tablee.cli.menu import Cells, Menu, grouped
from tablee.cli.session import Session
from tablee.cli.wording import anywhere, voice_of
from tablee.kernel.game import Game, games
from tablee.kernel.ground import Ground, Plot
from tablee.lab.opening import opening
from typed import printed

Play = Callable[..., str]
fragments = games()["fragments"]


@pytest.fixture(autouse=True)
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEE_LANG", raising=False)
    texts.speak("fr")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """What is printed when these lines are typed; whoever begins has been asked for the impulses before."""

    def played(scene: str, *words: str, lang: str = "fr") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{word}\n" for word in words)))
        assert main(["--lang", lang, "play", scene, "--seed", "5"]) == 0
        said = printed(capsys)
        return said.out + said.err

    return played


def begun(name: str, game: Game = fragments) -> Session:
    tactic = next(iter(game.tactics.values()))
    session = Session(game, demo(game, name).scene, tactic, random.Random(5))
    first = opening(game, session.scene)
    assert first is not None
    session.choose(first, auto=True)
    return session


def drawing(session: Session, width: int, aims: frozenset[tuple[int, int]] = frozenset()) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    before, maps.out.width = maps.out.width, width
    try:
        drawn = maps.drawn(session, voice_of(session.game, session.scene), aims)
        assert drawn is not None
        with console.capture() as said:
            console.print(drawn)
    finally:
        maps.out.width = before
    return [line.rstrip() for line in said.get().splitlines()]


def test_two_letters_for_everybody_and_no_two_alike() -> None:
    names = ["Isaure", "Pillard 1", "Pillard 2", "Isabeau", "Is", "I", "…", "Pillard 12", *["Noyé"] * 30]
    found = maps.codes({str(place): name for place, name in enumerate(names)})
    assert list(found.values())[:6] == ["Is", "P1", "P2", "Ia", "I1", "I2"]
    assert len(set(found.values())) == len(names)
    assert {len(code) for code in found.values()} == {2}


def test_the_map_shows_everybody_at_their_column_and_row() -> None:
    lines = drawing(begun("demo"), 100)
    assert lines[0].split() == [str(column) for column in range(18)]
    assert lines[6] == "  5    =   =   =   Au  =   Go  =   =   w   w   =   Le  =   A1  .   .   .   ."
    assert lines[7].startswith("  6  .   .   .   .   .   Is  =")
    assert "f Forêt" in lines[-1]


@pytest.mark.parametrize("width", [120, 80, 60])
def test_the_map_fits_its_terminal(width: int) -> None:
    session = begun("falaises")
    lines = drawing(session, width, frozenset({(0, 0), (3, 5)}))
    assert max(map(len, lines)) <= width


def test_the_cells_one_may_aim_at_stand_in_brackets() -> None:
    lines = drawing(begun("demo"), 100, frozenset({(3, 0), (5, 1)}))
    assert lines[1].startswith("  0  f   f   f  (.)  .")
    assert lines[2].startswith("  1    f   f   .   .   .  (.)  h")


def test_the_fog_hides_whom_nobody_of_one_s_side_sees() -> None:
    lines = drawing(begun("brume"), 100)
    text = "\n".join(lines)
    assert lines[1].split()[1:] == ["░"] * 20
    assert "Fa" in text and "R1" in text  # in sight
    assert "N1" not in text  # behind the houses
    assert "hors de vue" in text


def test_open_ground_is_drawn_around_those_who_are_there() -> None:
    session = begun("duel")
    session.scene = structs.replace(session.scene, carte=None)
    text = "\n".join(drawing(session, 200))
    assert "Is" in text and "." in text


def test_the_same_action_on_many_cells_is_one_line() -> None:
    session = begun("demo")
    menu = Menu()
    menu.refresh(session)
    cells = [entry for entry in menu.actions if isinstance(entry, Cells)]
    assert [len(each.actions) > 50 for each in cells] == [True]
    assert len(menu.actions) < 30
    assert anywhere(voice_of(fragments, session.scene), cells[0].actions[0]) == "Aller à …"


def test_a_few_cells_are_listed_one_by_one() -> None:
    session = begun("demo")
    moves = next(each.actions for each in grouped(session.open()) if isinstance(each, Cells))
    assert grouped(list(moves[:3])) == list(moves[:3])
    assert grouped(list(moves[:4])) == [Cells(moves[:4])]


def test_a_cell_is_said_with_the_number_or_asked_for(play: Play) -> None:
    menu = "1  Aller à …"
    said = play("fragments/brume", "1", "1", "1", "1 8 10")
    assert menu in said
    assert "Fantin se déplace (mouvement : 2)" in said
    asked = play("fragments/brume", "1", "1", "1", "1", "8,10")
    assert "case : colonne et ligne (c : revenir) > 8,10" in asked
    assert "Fantin se déplace" in asked
    assert "Fantin moves (movement: 2)" in play("fragments/brume", "1", "1", "1", "1 (8, 10)", lang="en")


def test_what_is_no_cell_or_out_of_reach_is_told(play: Play) -> None:
    said = play("fragments/brume", "1", "1", "1", "1 99 99", "1 ici", "1", "c", "1", "là-bas", "2 2 3")
    assert "Cette case est hors d'atteinte avec 6 cases de mouvement (FD-2.20)" in said
    assert "« ici » n'est pas une case" in said
    assert "aucune case n'a été dite" in said
    assert "« là-bas » n'est pas une case" in said
    assert "« 2 2 3 »" in said
    assert "Fantin va" not in said


def test_the_map_on_request_and_always_where_there_is_room(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "hors de vue" not in play("fragments/brume", "1", "1", "1")
    assert "hors de vue" in play("fragments/brume", "1", "1", "1", "m")
    monkeypatch.setattr(table, "TALL", 1)
    assert "hors de vue" in play("fragments/brume", "1", "1", "1")


def test_a_game_without_a_map_says_so(play: Play) -> None:
    assert "se joue ici sans carte" in play("fluid", "m")


def test_a_ground_without_signs_is_drawn_all_the_same() -> None:
    session = begun("demo")
    plain = Ground("square", (Plot(0, 0, "sable"), Plot(1, 0, "sable")))
    voice = voice_of(session.game, session.scene)
    voice.ground = plain
    drawn = maps.drawn(session, voice)
    assert drawn is not None


def test_what_is_looked_for_but_closed_says_why(play: Play) -> None:
    said = play("fragments/brume", "1", "1", "1", "f recevoir IMPULSION", "f aller")
    assert "Fermées" in said and "a déjà 3 charges" in " ".join(said.split())
    assert "1  Aller à …" in said.rpartition("> f aller")[2]
