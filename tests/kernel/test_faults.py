"""Faults of things written by hand: said once, with the key and what it may be."""

from __future__ import annotations

import pytest

from tablee.kernel.content import ContentError
from tablee.kernel.faults import (
    LONGEST,
    Faults,
    among,
    between,
    each,
    held,
    named,
    once,
    present,
    refuse,
    there,
    under_own_ids,
)
from tablee.kernel.sentence import Id, Said, Typed
from toy import ALYS_BOR


def told(faults: Faults) -> list[tuple[str, str]]:
    return [(key, str(said)) for key, said in faults]


def test_a_figure_out_of_bounds_names_the_bounds() -> None:
    assert told(between("x", 11, 1, 10)) == [("x", "de 1 à 10, pas 11")]
    assert told(between("x", 0, 1, 10)) == [("x", "de 1 à 10, pas 0")]
    assert not [*between("x", 1, 1, 10), *between("x", 10, 1, 10), *between("x", None, 1, 10)]


def test_a_name_is_there_and_not_too_long() -> None:
    assert told(named("nom", "  ")) == [("nom", "il faut un nom")]
    assert told(named("nom", "a" * (LONGEST + 1))) == [("nom", f"{LONGEST} caractères au plus, pas {LONGEST + 1}")]
    assert told(named("nom", "abcd", 3)) == [("nom", "3 caractères au plus, pas 4")]
    assert not [*named("nom", "a" * LONGEST), *named("nom", "abc", 3)]


def test_an_unknown_value_is_said_with_those_there_are() -> None:
    assert told(among("arme", "epée", ["epee", "arc"])) == [("arme", "« epée » inconnu ; connus : epee, arc")]
    assert told(among("arme", "arc", [])) == [("arme", "« arc » inconnu ; connus : aucun")]
    assert not list(among("arme", "arc", ["epee", "arc"]))


def test_everybody_named_is_there_and_named_once() -> None:
    assert told(present("file", ["a", "c"], {"a": 1, "b": 2})) == [("file", "« c » inconnu ; connus : a, b")]
    assert told(present("file", ["a", "b", "a"], ["a", "b"])) == [
        ("file", "« a » est nommé 2 fois, une seule est permise")
    ]
    assert not list(present("file", ["b", "a"], ["a", "b"]))


def test_the_first_fault_is_refused_under_its_name() -> None:
    with pytest.raises(ContentError, match=r"^scene\.x : de 1 à 2, pas 3$"):
        refuse(iter([("x", Said("de 1 à {}, pas {}", (2, 3))), ("y", Said("autre"))]), "scene")
    refuse(iter(()), "scene")


def test_people_are_named_by_the_ids_a_reader_knows_and_things_as_they_are_written() -> None:
    ((_, things),) = among("arme", "arc", ["epee"])
    ((_, people),) = there("mage", "cid", ["ana"])
    assert things.facts == (Typed("arc"), (Typed("epee"),))
    assert people.facts == (Id("cid"), (Id("ana"),))
    assert told(once("armes", ["arc", "arc"], ["arc"])) == told(present("armes", ["arc", "arc"], ["arc"]))


def test_each_of_several_is_known_however_often_it_is_named() -> None:
    assert told(each("runes", ["feu", "eau", "feu"], ["feu"])) == [("runes", "« eau » inconnu ; connus : feu")]


def test_everybody_stands_under_his_own_id() -> None:
    assert not list(under_own_ids("qui", ALYS_BOR.people))
    wrong = {"cid": ALYS_BOR["alys"]}
    assert told(under_own_ids("qui", wrong)) == [("qui.cid.id", "le même nom que la clé, pas « alys »")]


def test_a_scene_that_holds_is_the_scene_itself() -> None:
    assert held(ALYS_BOR, iter(()), "scene") is ALYS_BOR
    with pytest.raises(ContentError, match=r"^scene\.tour : de 1 à 2, pas 3$"):
        held(ALYS_BOR, between("tour", 3, 1, 2), "scene")
