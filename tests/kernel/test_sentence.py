"""Sentences as pieces: names, patterns with facts, what elides, what was typed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Name, Pieces, RuleId, Said, Someone, Speaker, Sum, Thrown, Typed, text
from tablee.kernel.typography import typeset

NAMES = {"alix": ("alix", "Alix"), "brun": ("inconnu_1", "???"), "yves": ("yves", "Yves"), "yan": ("yan", "Yann")}
ENGLISH = {"Le tour de {}": "{}'s turn", "la nuit": "the night"}


def french(**more: object) -> Speaker:
    return Speaker("fr", NAMES, **more)


def english() -> Speaker:
    return Speaker("en", NAMES, lambda text: ENGLISH.get(text, text))


@pytest.mark.parametrize(
    ("who", "said"),
    [("alix", "Le tour d’Alix"), ("brun", "Le tour de ???"), ("yves", "Le tour d’Yves"), ("yan", "Le tour de Yann")],
)
def test_a_name_is_the_one_the_reader_knows_and_elides(who: str, said: str) -> None:
    pieces = french().said(Said("Le tour de {}", (Someone(who),)))
    assert text(pieces) == said
    assert pieces[-1] == Name(*NAMES[who])


def test_english_is_found_by_the_pattern() -> None:
    assert english().text(Said("Le tour de {}", (Someone("alix"),))) == "Alix's turn"
    assert english().text(Said("Le tour de {}", ("la nuit",))) == "the night's turn"
    assert english().text(Said("Le tour de {}", (Typed("la nuit"),))) == "la nuit's turn"


def test_a_reason_has_its_rule_behind_it() -> None:
    assert french().said(Closed("FLU-1.2", "Pas {}", (3,))) == ("Pas 3", RuleId("FLU-1.2"))
    assert str(Closed("FLU-1.2", "Pas {}", (3,))) == "Pas 3 (FLU-1.2)"


def test_patterns_stand_in_patterns_and_rows_in_slots() -> None:
    inner = Said("{} et {:+d}", (Someone("alix"), 2))
    assert french().text(Said(typeset("« {} » : {}"), (inner, ("la nuit", 3, True)))) == typeset(
        "« Alix et +2 » : la nuit, 3, oui"
    )
    assert french().text(Said("Avec {}", ((Someone("alix"), Someone("brun")),))) == "Avec Alix, ???"


def test_those_who_are_not_there_are_left_out_of_rows() -> None:
    speaker = french(concealed=frozenset({"alix"}))
    assert speaker.text(Said("Le camp de {}", ((Someone("alix"), Someone("yan")),))) == "Le camp de Yann"


@given(st.text())
def test_what_was_typed_is_told_back_as_it_is(typed: str) -> None:
    assert french().text(Said("« {} »", (Typed(typed),))) == f"«\u00a0{typed}\u00a0»"


def test_pieces_and_facts_go_through_json() -> None:
    pieces = "a", Name("x", "X"), Sum("5", (("Force", 5, "R-1"),)), Thrown("2d6", ((6, (1, 2)),)), RuleId("R-1")
    assert msgspec.json.decode(msgspec.json.encode(pieces), type=Pieces) == pieces
    assert msgspec.json.encode(Name("x", "X")) == b'["n","x","X"]'
