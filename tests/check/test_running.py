"""How checks are run: one that breaks is a fault and stops no other, one that takes too long is stopped and named."""

from __future__ import annotations

import time
from collections.abc import Iterator
from string import Formatter

import pytest

from tablee import check as package
from tablee.check import CHECKS, Check, Subject, examine, found_by
from tablee.check.fault import Fault, fault
from tablee.check.limits import TooLong, limited
from tablee.check.texts import TEXTS
from tablee.cli import main
from tablee.kernel.words import LANGUAGES
from toy import toy


def breaking(subject: Subject) -> Iterator[Fault]:
    yield fault("no_demos")
    raise ZeroDivisionError("by zero")


def leaving(subject: Subject) -> Iterator[Fault]:
    raise SystemExit(3)
    yield


def endless(subject: Subject) -> Iterator[Fault]:
    yield fault("no_demos")
    while True:
        pass


def asked(of: object, seconds: float = 60.0) -> list[tuple[str, dict[str, str]]]:
    found = found_by(Check("x", "Essai", "Trial", of), Subject(toy, 1), seconds)
    return [(each.key, dict(each.facts)) for each in found]


def test_a_check_that_breaks_is_a_fault_and_what_it_found_counts() -> None:
    assert asked(breaking) == [("no_demos", {}), ("raised", {"doing": "Trial", "error": "ZeroDivisionError: by zero"})]
    assert asked(leaving) == [("raised", {"doing": "Trial", "error": "SystemExit: 3"})]


def test_a_check_that_does_not_end_is_stopped_and_named() -> None:
    begun = time.monotonic()
    assert asked(endless, 0.3) == [("no_demos", {}), ("endless", {"doing": "Trial"})]
    assert time.monotonic() - begun < 30


def test_the_others_are_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "CHECKS", (Check("a", "A", "A", breaking), Check("b", "B", "B", lambda subject: ())))
    assert [(each.id, len(faults)) for each, faults in examine(toy, 1)] == [("a", 2), ("b", 0)]


def test_a_limit_is_over_with_its_block() -> None:
    with pytest.raises(TooLong), limited(0.05):
        while True:
            pass
    for _ in range(20):  # it rings about when the block ends: before, or not at all
        try:
            with limited(0.01):
                end = time.monotonic() + 0.01
                while time.monotonic() < end:
                    pass
        except TooLong:
            pass
        time.sleep(0.002)


@pytest.mark.usefixtures("toy_installed")
def test_the_toy_game_is_told_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    """It is made for other tests, and for no table."""
    assert main(["check", "toy", "--quick"]) == 1
    said = capsys.readouterr().out
    assert "le jeu n’a pas de scène prête" in said and "Game.gather manque" in said
    assert "l’action Attaquer n’a pas de phrase" in said and "toy/book/duel.py:" in said
    assert main(["check", "toy", "--lang", "en"]) == 1
    assert "Game.gather is missing" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--n", "0"], ["--seconds", "0"]])
@pytest.mark.usefixtures("toy_installed")
def test_less_than_something_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "toy", *wrong]) == 2
    assert "au moins 1" in capsys.readouterr().err


def test_every_fault_is_told_in_both_languages_with_the_same_facts() -> None:
    for key, text in TEXTS.items():
        named = [
            {name for part in (said.what, said.mend) for _, name, _, _ in Formatter().parse(part) if name}
            for said in (text[lang] for lang in LANGUAGES)
        ]
        assert named[0] == named[1], key
        assert all(said.what.strip() and said.mend.strip() for said in text.values()), key


def test_checks_have_ids_of_their_own_and_titles() -> None:
    assert len({each.id for each in CHECKS}) == len(CHECKS)
    assert all(each.fr and each.en and each.title("fr") == each.fr for each in CHECKS)
