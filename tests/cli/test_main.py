"""The command itself: languages, help, bad command lines, interruptions, faults."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tablee.kernel.game
from tablee.cli import catalogue, main, sentences, texts

from .conftest import Run


def test_the_version(run: Run) -> None:
    assert run("--version").words.startswith("tablee 0.")


def test_no_word_at_all_is_the_help(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert "Les jeux installés." in ran.words
    assert "help." not in ran.words


@pytest.mark.parametrize("command", ["games", "rules", "new", "sheet", "odds", "do", "run", "fight", "play"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_command_has_help_in_both_languages(run: Run, command: str, lang: str) -> None:
    ran = run(command, "--help", "--lang", lang)
    assert ran.status == 0
    assert texts.say(f"help.{command}").split(".")[0][:40] in ran.words.replace("\n", " ")
    assert "help.opt" not in ran.words
    assert ("Montrer cette aide" if lang == "fr" else "Show this help") in ran.words


def test_the_language_by_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_LANG", "en")
    assert "complete" in run("games").out
    assert "complet " in run("games", "--lang=fr").out
    monkeypatch.setenv("TABLEE_LANG", "de_DE")
    assert "complet " in run("games").out


def test_a_language_that_is_not_spoken(run: Run) -> None:
    run("games", "--lang", "tlh").refused("langue inconnue « tlh »")
    run("games", "--lang").refused("langue inconnue")


def test_bad_command_lines(run: Run) -> None:
    run("dance").refused("commande inconnue « dance ».")
    run("rules").refused("il manque l'argument GAME.")
    run("games", "--quiet").refused("option inconnue --quiet.")
    run("games", "more").refused("argument en trop : more.")
    run("fight", "toy", "--n").refused("l'option --n demande une valeur.")
    run("run").refused("il manque l'argument")
    run("dance", "--lang", "en").refused("No such command 'dance'.")


def test_an_interruption_is_status_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(catalogue, "games", interrupted)
    ran = run("games")
    assert (ran.status, ran.err) == (130, "")


def test_a_fault_of_ours_is_a_sentence_unless_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(catalogue, "games", broken)
    ran = run("games")
    assert ran.status == 70
    assert ran.err == "erreur inattendue : ZeroDivisionError: by zero (TABLEE_DEBUG=1 montre la trace).\n"
    monkeypatch.setenv("TABLEE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("games")


def test_a_game_that_cannot_be_loaded(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("No module named 'tablee_go'")

    monkeypatch.setattr(tablee.kernel.game, "games", missing)
    assert "un jeu installé ne se charge pas" in run("games").err


def test_texts_have_the_same_places_in_both_languages() -> None:
    from string import Formatter

    for key, pair in texts.TEXTS.items():
        french, english = ({name for _, name, _, _ in Formatter().parse(text) if name is not None} for text in pair)
        assert french == english, key


def test_every_text_that_is_said_exists_and_the_others_are_gone() -> None:
    import re

    source = "".join(path.read_text() for path in Path(texts.__file__).parent.glob("*.py") if path.stem != "texts")
    said = set(re.findall(r"""["']([a-z]+(?:[._][a-z]+)*)["']""", source))
    assert not set(re.findall(r"""(?:say|refuse)\(\s*["']([^"']+)""", source)) - set(texts.TEXTS)
    assert not set(texts.TEXTS) - said


@pytest.mark.parametrize(
    ("share", "digits", "french", "english"),
    [
        (0.5, 1, "50,0 %", "50.0%"),
        (0.00001, 1, "<0,1 %", "<0.1%"),
        (0.99999, 1, ">99,9 %", ">99.9%"),
        (0.0, 1, "0,0 %", "0.0%"),
        (1.0, 2, "100,00 %", "100.00%"),
    ],
)
def test_percentages_keep_the_ends_for_what_is_certain(share: float, digits: int, french: str, english: str) -> None:
    texts.speak("fr")
    assert texts.percent(share, digits) == french
    texts.speak("en")
    assert texts.percent(share, digits) == english


def test_the_kernel_in_english() -> None:
    for french, english in [
        ("x.toml : ce fichier n'existe pas", "x.toml: there is no such file"),
        ("x : il manque la clé « game »", 'x: the key "game" is missing'),
        ("« a » et « b » s'excluent (R-1)", '"a" and "b" exclude each other (R-1)'),
        ("face impossible : 7 pour 1d6 (de 1 à 6)", "impossible face: 7 for 1d6 (1 to 6)"),
        ("réponse refusée à k : 'x' ; réponses ouvertes : a, b", "answer refused to k: 'x'; open answers: a, b"),
        ("2d6 : 7 n'est pas une face (de 1 à 6)", "2d6: 7 is not a face (1 to 6)"),
        ("2d6 : 2 faces attendues", "2d6: 2 faces expected"),
    ]:
        assert sentences.from_kernel(french, "en") == english
        assert sentences.from_kernel(french, "fr") == french


STARTUP = """
import sys; sys.path.insert(0, sys.argv.pop(1))
from toy import toy; import tablee.kernel.game as g; g.games = lambda: {'toy': toy}
from tablee.cli import main; sys.exit(main())
"""


def installed(*args: str, **options: object) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own, with the toy game."""
    command = [sys.executable, "-c", STARTUP, str(Path(__file__).parents[1]), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)  # type: ignore[call-overload]


def test_as_a_process() -> None:
    ran = installed("rules", "toy", "coeur")
    assert ran.returncode == 0
    assert "Attaque" in ran.stdout
    assert ran.stderr == ""
    bad = installed("rules", "go", "--lang", "en")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == 'unknown game "go"; games: toy\n'


def test_ctrl_c_is_status_130_without_a_trace() -> None:
    code = STARTUP.replace("sys.exit", "print('ready', file=sys.stderr, flush=True); sys.exit")
    command = [sys.executable, "-c", code, str(Path(__file__).parents[1]), "new", "toy"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stderr.readline() == b"ready\n"
        while b"Nom" not in process.stdout.readline():  # the first field is asked for
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()


def test_main_is_what_the_entry_point_calls() -> None:
    assert main(["--help"]) == 0
