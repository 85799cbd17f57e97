"""The command itself: languages, help, bad command lines, interruptions, faults."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import catalogue, main, sentences, terminal, texts
from tablee.kernel.content import ContentError, fault
from tablee.kernel.live import NotAnAnswer, ScriptError
from tablee.kernel.oracle import Dice, Option, Question
from tablee.kernel.sentence import Foreign, Said
from tablee.kernel.typography import typeset
from typed import typed as as_typed

from .conftest import DEMO, Run


def test_the_version(run: Run) -> None:
    assert run("--version").words.startswith("tablee 0.")


def test_no_word_at_all_is_the_help(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert "Les jeux installés." in ran.words
    assert "help." not in ran.words


@pytest.mark.parametrize("command", ["games", "rules", "actions", "new", "sheet", "odds", "do", "run", "fight", "play"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_command_has_help_in_both_languages(run: Run, command: str, lang: str) -> None:
    ran = run(command, "--help", "--lang", lang)
    assert ran.status == 0
    assert as_typed(texts.say(f"help.{command}").split(".")[0][:40]) in ran.words.replace("\n", " ")
    assert "help.opt" not in ran.words
    assert ("Montrer cette aide" if lang == "fr" else "Show this help") in ran.words


def test_the_language_by_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_LANG", "en")
    assert "complete" in run("games").out
    assert "complet " in run("games", "--lang=fr").out
    monkeypatch.setenv("TABLEE_LANG", "en_GB.UTF-8")
    assert "complete" in run("games").out
    monkeypatch.setenv("TABLEE_LANG", "de_DE")
    run("games").refused("langue inconnue « de » ; langues : fr, en.")
    assert "complet " in run("games", "--lang", "fr").out
    monkeypatch.setenv("TABLEE_LANG", "")
    assert "complet " in run("games").out


def test_a_language_that_is_not_spoken(run: Run) -> None:
    run("games", "--lang", "tlh").refused("langue inconnue « tlh »")
    run("games", "--lang").refused("langue inconnue")


def test_bad_command_lines(run: Run) -> None:
    run("dance").refused("commande inconnue « dance ». Commandes : ")
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
    assert texts.percent(share, digits) == typeset(french)
    texts.speak("en")
    assert texts.percent(share, digits) == english


@pytest.mark.parametrize(
    ("said", "french", "english"),
    [
        (
            ContentError("x.toml", Said("ce fichier n'existe pas")),
            "x.toml : ce fichier n'existe pas",
            "x.toml: there is no such file",
        ),
        (
            ContentError("x", fault("Object missing required field `game`")),
            "x : le fichier : il manque la clé « game »",
            'x: the file: the key "game" is missing',
        ),
        (
            ContentError("x", fault("Expected `int | null`, got `str` - at `$.a`")),
            "x : a : attendu un entier ou rien, trouvé un texte",
            "x: a: expected a whole number or nothing, found a text",
        ),
        (
            ContentError("x", Said("illisible ({})", (Foreign("[Errno 13] Permission denied: 'x'"),))),
            "x : illisible (accès refusé)",
            "x: unreadable ([Errno 13] Permission denied: 'x')",
        ),
        (
            ScriptError(Said("{} : {} n'est pas une face (de 1 à {})", (Dice(1, 6).said, 7, 6))),
            "1d6 : 7 n'est pas une face (de 1 à 6)",
            "1d6: 7 is not a face (1 to 6)",
        ),
        (
            NotAnAnswer(Question("q", "k", "R", (Option("a"), Option("b"))), "x"),
            "réponse refusée à k : « x » ; réponses ouvertes : a, b",
            'answer refused to k: "x"; open answers: a, b',
        ),
    ],
)
def test_the_kernel_in_both_languages(said: ContentError | ScriptError, french: str, english: str) -> None:
    for lang, sentence in ("fr", french), ("en", english):
        texts.speak(lang)
        assert as_typed(sentences.told(said.said)) == sentence


TOML = [
    "a",
    "a = ",
    "a = 1\na = 2",
    "[a",
    "[a]\n[a]",
    "a = [1",
    "a = {b = 1",
    'a = "',
    'a = "\\q"',
    "a = 1 b",
    "= 1",
    "a.b = 1\na = 2",
]
JSON = ["{", '{"a"}', '{"a":}', "{a:1}", "[1,]", "nope", "{} x", '{"a":1 2}', "[1 2]", '"\x01"']


@pytest.mark.parametrize(("name", "text"), [*(("f.toml", t) for t in TOML), *(("f.json", j) for j in JSON)])
def test_why_a_file_is_broken_is_said_in_french(run: Run, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    ran = run("play", tmp_path / name)
    ran.refused("ce n'est pas du ")
    why = ran.err.split("ce n'est pas du", 1)[1]
    assert not re.search(r"[A-Z]\w+ed\b|character|value|string|\bat\b|\bbyte\b|\bline\b", why)


STARTUP = """
import sys; sys.path.insert(0, sys.argv.pop(1))
from toy import toy; import tablee.kernel.game as g; found = g.Installed('toy', lambda: toy)
g.installed = lambda: {'toy': found}
from tablee.cli import main; sys.exit(main())
"""


def installed(*args: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own, with the toy game."""
    command = [sys.executable, "-c", STARTUP, str(Path(__file__).parents[1]), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)


def test_as_a_process() -> None:
    ran = installed("rules", "toy", "coeur")
    assert ran.returncode == 0
    assert "Attaque" in ran.stdout
    assert ran.stderr == ""
    bad = installed("rules", "go", "--lang", "en")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == 'unknown game "go"; games: toy.\n'


def test_ctrl_c_is_status_130_without_a_trace() -> None:
    code = STARTUP.replace("sys.exit", "print('ready', file=sys.stderr, flush=True); sys.exit")
    command = [sys.executable, "-c", code, str(Path(__file__).parents[1]), "new", "toy"]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    heard = partial(signal.signal, signal.SIGINT, signal.default_int_handler)  # who runs this may have it ignored
    with subprocess.Popen(command, preexec_fn=heard, **pipes) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stderr.readline() == b"ready\n"
        while b"Nom" not in process.stdout.readline():  # the first field is asked for
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()


def test_an_output_that_takes_only_ascii() -> None:
    ran = installed("games", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0
    assert "etat" in ran.stdout
    asked = installed("new", "toy", env={**os.environ, "PYTHONIOENCODING": "ascii"}, input="q\n")
    assert asked.returncode == 2
    assert 'Entree garde la valeur montree, " ? " choisit' in asked.stdout and '" < " revient' in asked.stdout
    assert asked.stderr == "creation abandonnee, rien n'est ecrit.\n"


def test_data_lose_no_letter_to_ascii(tmp_path: Path) -> None:
    (tmp_path / "s").write_text(DEMO.replace('nom = "Alys"', 'nom = "Zoé « Œil »"'))
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = installed("do", "toy", "souffler", "--scene", "s", "--json", env=ascii_only, cwd=tmp_path)
    assert json.loads(ran.stdout)["scene"]["qui"]["alys"]["nom"] == "Zoé « Œil »"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("args", [("games",), ("--help",), ("new", "toy", "--random")])
def test_an_output_without_room_is_one_sentence(args: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", STARTUP, str(Path(__file__).parents[1]), *args]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (ran.returncode, as_typed(ran.stderr)) == (74, "impossible d'écrire le résultat (plus de place).\n")


@pytest.mark.parametrize("args", [("rules", "toy"), ("--help",), ("do", "toy", "souffler", "--scene", "s", "--json")])
def test_a_reader_who_has_gone_ends_it_quietly(args: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "s").write_text(DEMO)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", STARTUP, str(Path(__file__).parents[1]), *args]
    with os.fdopen(writing, "w") as gone:
        ran = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_name_too_long_for_the_system(run: Run) -> None:
    run("play", "a" * 300).refused("illisible (nom trop long).")


def test_a_word_while_something_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = io.StringIO()
    monkeypatch.setattr(terminal, "err", terminal.Screen(file=drawn, force_terminal=True, theme=terminal.THEME))
    with terminal.patience("calcul…", 5):
        pass
    with terminal.patience("calcul…", 0.01):
        time.sleep(0.2)
    assert drawn.getvalue().count("calcul…") == 1


def test_main_is_what_the_entry_point_calls() -> None:
    assert main(["--help"]) == 0
