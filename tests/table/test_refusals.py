"""Refusals are sentences in the reader's language, all of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tablee.table
from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.texts import EVENTS, TEXTS
from typed import typed

from .conftest import Sat

SOURCES = sorted(Path(tablee.table.__file__).parent.glob("*.py"))


def called(name: str) -> set[str]:
    """The texts given first to every call of this name in the table's code."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
                given = (
                    [node.args[0].body, node.args[0].orelse] if isinstance(node.args[0], ast.IfExp) else node.args[:1]
                )
                found |= {one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return found


def test_every_refusal_and_every_event_of_the_table_has_words_and_no_other_is_kept() -> None:
    refusals = {f"no.{key}" for key in called("Refused")}
    assert refusals == {key for key in TEXTS if key.startswith("no.")}
    events = {what for what in called("Event") if what.startswith("table.")}
    assert events <= set(EVENTS.event)


@pytest.mark.parametrize("key", list(TEXTS))
def test_both_languages_speak_of_the_same_things(key: str) -> None:
    french, english = TEXTS[key]
    assert french.strip() and english.strip()
    assert set(re.findall(r"{(\w+)}", french)) == set(re.findall(r"{(\w+)}", english))


@pytest.mark.parametrize(
    ("command", "french", "english"),
    [
        (
            c.Rule("gens.bran.vie", 500, "essai"),
            "scene.gens.bran.vie : de -100 à 100, pas 500.",
            "scene.gens.bran.vie: -100 to 100, not 500.",
        ),
        (
            c.SwitchOptions(("brume",)),
            "options : option inconnue « brume » ; options : nuit, jour.",
            'options: unknown option "brume"; options: nuit, jour.',
        ),
        (c.Put("personne", 1, 1), "« personne » n'est pas là.", '"personne" is not here.'),
    ],
)
def test_a_refusal_is_told_in_the_members_language(duel: Sat, command: c.Command, french: str, english: str) -> None:
    assert typed(duel.no(duel.gm, command).say(plain("fr"))) == french
    duel.store.members.change(duel.id, duel.gm.id, duel.gm.id, lang="en")
    assert typed(duel.no(duel.gm, command).say(plain("en"))) == english


@pytest.mark.parametrize(
    ("data", "french", "english"),
    [
        (b'{"do":"voler"}', "Commande mal écrite : do : valeur inconnue « voler ».", 'do: unknown value "voler".'),
        (
            b"{",
            "Commande mal écrite : le texte s'arrête trop tôt.",
            "Command not understood: Input data was truncated.",
        ),
        (
            b'{"do":"say","text":""}',
            "text : attendu un texte de longueur 1 au moins.",
            "expected a text of length >= 1.",
        ),
        (b'{"do":"rename","title":3}', "title : attendu un texte, trouvé un entier.", "expected a text, found a whole"),
    ],
)
def test_a_command_badly_written_says_what_is_wrong(data: bytes, french: str, english: str) -> None:
    with pytest.raises(Refused) as refused:
        c.read(data)
    assert french in typed(refused.value.say(plain("fr")))
    assert english in refused.value.say(plain("en"))


def test_a_role_and_a_limit_are_named_in_words(sat: Sat) -> None:
    assert sat.no(sat.eve, c.Say("Bravo")).say(plain("fr")) == typeset(
        "« say » n'est pas permis à votre rôle (spectateur)."
    )
    for _ in range(20):
        sat.do(sat.luc, c.NewDraft())
    assert sat.no(sat.luc, c.NewDraft()).say(plain("fr")) == typeset("Trop de brouillons : 20 au plus.")
