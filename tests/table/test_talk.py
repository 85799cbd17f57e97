"""Words, whispers and free dice."""

from __future__ import annotations

import pytest

from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.state import Member

from .conftest import Sat


def who_sees(sat: Sat, line: str, by: Member) -> str:
    done = sat.do(by, c.Line(line))
    return "".join(member.name[0] for member in sat.everybody if sat.texts(done, member))


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("Bonsoir à tous", "MLAÈ"),
        ("/r 2d6+3", "MLAÈ"),
        ("/lancer 2d6+3", "MLAÈ"),
        ("/GMR d20", "ML"),
        ("/mj d20", "ML"),
        ("/blind d20", "M"),
        ("/aveugle d20", "M"),
        ("/me d20", "L"),
        ("/moi d20", "L"),
        ("/w Ada psst", "LA"),
        ("/chuchoter ada psst", "LA"),
        ("/w eve coucou", "LÈ"),
        ("/w Marie je trahis", "ML"),
    ],
)
def test_a_typed_line_is_seen_by_whom_it_is_for(sat: Sat, line: str, seen: str) -> None:
    assert who_sees(sat, line, sat.luc) == seen


def test_a_free_roll_shows_its_dice_and_its_sum(sat: Sat) -> None:
    rolled = sat.do(sat.luc, c.Roll("2d6+3"))
    (event,) = rolled.logged.seen_by(sat.eyes(sat.eve)).events
    assert event.text.endswith(f" = {sum(event.dice[0].faces) + 3}")
    assert sat.texts(rolled, sat.eve)[0].startswith("Luc lance 2d6 [")
    noted = sat.do(sat.luc, c.Roll("d4", note="pour la porte"))
    assert sat.texts(noted, sat.eve)[0].endswith("(pour la porte)")


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("/r", "formula"),
        ("/r 2d", "formula"),
        ("/r 101d6", "formula"),
        ("/w", "whisper_whom"),
        ("/w Ada", "whisper_whom"),
        ("/w Personne coucou", "no_such_member"),
        ("/danser", "unknown_line"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused(sat: Sat, line: str, key: str) -> None:
    assert sat.no(sat.luc, c.Line(line)).key == key


def test_the_fault_of_a_formula_is_told_in_the_members_language(sat: Sat) -> None:
    assert "il faut" in sat.no(sat.luc, c.Roll("2d")).say(plain("fr"))
    sat.store.members.change(sat.id, sat.luc.id, sat.luc.id, lang="en")
    assert "it takes" in sat.no(sat.luc, c.Roll("2d")).say(plain("en"))


def test_a_member_lets_his_own_character_speak(duel: Sat) -> None:
    said = duel.do(duel.luc, c.Say("En garde.", "alys"))
    assert duel.texts(said, duel.ada) == [typeset("Alys : En garde.")]
    assert duel.no(duel.luc, c.Say("Je me rends.", "bran")).key == "not_yours"
    assert duel.no(duel.eve, c.Say("Bravo")).key == "right"


def test_whispers_go_to_members_only(sat: Sat) -> None:
    assert sat.no(sat.luc, c.Whisper(("personne",), "psst")).key == "no_such_member"
