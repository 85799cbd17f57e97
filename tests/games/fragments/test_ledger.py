"""The ledger as its readers meet it: every rule said in French, references that lead somewhere, our own chapter."""

from __future__ import annotations

import re

import pytest

from tablee.kernel.ledger import Example, Rule, ledger_of

LEDGER = ledger_of("tablee.games.fragments")
RULES = [pytest.param(r, id=r.id) for r in LEDGER.rules.values()]
ENGLISH = re.compile(
    r"\b(the|of|and|or|to|with|from|by|any|is|are|unit|mount|level|roll|weapon|cells?|damage|dodge|its|not|only|none|death)\b"
)
ABBREVIATIONS = {"FOR", "THE", "PER"}


def cells(r: Rule) -> list[str]:
    return [str(cell) for row in r.rows for cell in row.values()]


def test_ids_follow_one_another_in_each_chapter() -> None:
    last: dict[str, int] = {}
    for r in LEDGER.rules.values():
        chapter, number = r.id.removeprefix("FD-").split(".")
        assert int(number) == last.get(chapter, 0) + 1, r.id
        last[chapter] = int(number)
    assert list(last.values())[:8] == [3, 25, 58, 24, 25, 40, 22, 13]  # the book's; the ninth is ours


@pytest.mark.parametrize("r", RULES)
def test_it_is_said_in_french(r: Rule) -> None:
    assert r.dit.strip() == r.dit != ""
    assert r.dit[-1] in ".)"
    for text in (r.dit, *cells(r)):
        assert not [w for w in ENGLISH.findall(text) if w not in ABBREVIATIONS], text
        assert text not in ("True", "False")


@pytest.mark.parametrize("r", RULES)
def test_it_is_set_as_french_is(r: Rule) -> None:
    for text in (r.dit, *cells(r)):
        assert not re.search(r"«(?! )|(?<! )»|[“”\"’]", text), text
        if not text.startswith("{"):  # growth rates, a table of their own
            assert not re.search(r"[^ ][;:?!](\s|$)", text), text
        assert not re.search(r"\b(A|Etats?|Epees?|Elements?|Epuisement|Epargner|Equiper)\b", text), text


@pytest.mark.parametrize("r", RULES)
def test_the_rules_it_names_exist(r: Rule) -> None:
    named = re.findall(r"FD-\d+\.\d+", " ".join([r.dit, r.says, r.ambiguity, *cells(r)]))
    assert not [id for id in named if id not in LEDGER.rules]


@pytest.mark.parametrize("r", RULES)
def test_players_read_rulings_not_doubts(r: Rule) -> None:
    assert not re.search(r"\b(lignes? \d|ambigu|le texte ne dit|n'est pas dit)", r.dit)


def test_our_chapter_has_no_lines_of_the_book() -> None:
    ours = {r.id for r in LEDGER.rules.values() if not r.lines}
    assert ours == {id for id in LEDGER.rules if id.startswith("FD-9.")}
    assert {LEDGER.rules[id].kind for id in ours} == {"mechanic", "catalog"}


@pytest.mark.parametrize("e", LEDGER.examples.values(), ids=lambda e: e.id)
def test_an_example_names_rules_there_are(e: Example) -> None:
    assert e.rules and set(e.rules) <= set(LEDGER.rules)
