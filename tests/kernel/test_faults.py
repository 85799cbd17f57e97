"""Faults of things written by hand: said once, with the key and what it may be."""

from __future__ import annotations

import pytest

from tablee.kernel.content import ContentError
from tablee.kernel.faults import LONGEST, among, between, named, present, refuse


def test_a_figure_out_of_bounds_names_the_bounds() -> None:
    assert list(between("x", 11, 1, 10)) == [("x", "de 1 à 10, pas 11")]
    assert list(between("x", 0, 1, 10)) == [("x", "de 1 à 10, pas 0")]
    assert not [*between("x", 1, 1, 10), *between("x", 10, 1, 10), *between("x", None, 1, 10)]


def test_a_name_is_there_and_not_too_long() -> None:
    assert list(named("nom", "  ")) == [("nom", "il faut un nom")]
    assert list(named("nom", "a" * (LONGEST + 1))) == [("nom", f"{LONGEST} caractères au plus, pas {LONGEST + 1}")]
    assert list(named("nom", "abcd", 3)) == [("nom", "3 caractères au plus, pas 4")]
    assert not [*named("nom", "a" * LONGEST), *named("nom", "abc", 3)]


def test_an_unknown_value_is_said_with_those_there_are() -> None:
    assert list(among("arme", "epée", ["epee", "arc"])) == [("arme", "« epée » inconnu ; connus : epee, arc")]
    assert list(among("arme", "arc", [])) == [("arme", "« arc » inconnu ; connus : aucun")]
    assert not list(among("arme", "arc", ["epee", "arc"]))


def test_everybody_named_is_there_and_named_once() -> None:
    assert list(present("file", ["a", "c"], {"a": 1, "b": 2})) == [("file", "« c » inconnu ; connus : a, b")]
    assert list(present("file", ["a", "b", "a"], ["a", "b"])) == [
        ("file", "« a » est nommé 2 fois, une seule est permise")
    ]
    assert not list(present("file", ["b", "a"], ["a", "b"]))


def test_the_first_fault_is_refused_under_its_name() -> None:
    with pytest.raises(ContentError, match=r"^scene\.x : de 1 à 2, pas 3$"):
        refuse(iter([("x", "de 1 à 2, pas 3"), ("y", "autre")]), "scene")
    refuse(iter(()), "scene")
