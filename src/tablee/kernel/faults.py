"""Faults of things written by hand: which key, and what it may be. A game says what to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .content import ContentError

Faults = Iterator[tuple[str, str]]  # the key, and what is wrong with it

LONGEST = 80  # characters of a name


def refuse(faults: Faults, name: str) -> None:
    """ContentError for the first fault, if there is one."""
    for key, fault in faults:
        raise ContentError(f"{name}.{key} : {fault}")


def between(key: str, value: int | None, low: int, high: int) -> Faults:
    if value is not None and not low <= value <= high:
        yield key, f"de {low} à {high}, pas {value}"


def named(key: str, name: str, longest: int = LONGEST) -> Faults:
    if not name.strip():
        yield key, "il faut un nom"
    elif len(name) > longest:
        yield key, f"{longest} caractères au plus, pas {len(name)}"


def among(key: str, value: str, known: Iterable[str]) -> Faults:
    if value not in known:
        yield key, f"« {value} » inconnu ; connus : {', '.join(known) or 'aucun'}"


def present(key: str, who: Iterable[str], there: Iterable[str]) -> Faults:
    """Everybody named is there, and named once."""
    for one, times in Counter(who).items():
        yield from among(key, one, there)
        if times > 1:
            yield key, f"« {one} » est nommé {times} fois, une seule est permise"
