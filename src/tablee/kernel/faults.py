"""Faults of things written by hand: which key, and what it may be. A game says what to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import TypeVar

from .content import ContentError
from .ledger import plain
from .oracle import Closed
from .scene import Person, Scene
from .sentence import Id, One, Said, Typed

Faults = Iterator[tuple[str, Said]]  # the key, and what is wrong with it

S = TypeVar("S", bound=Scene)

LONGEST = 80  # characters of a name


def refuse(faults: Faults, name: str) -> None:
    """ContentError for the first fault, if there is one."""
    for key, fault in faults:
        raise ContentError(f"{name}.{key}", fault)


def held(scene: S, faults: Faults, name: str) -> S:
    """The scene itself if it holds, else one sentence: which key, and what it may be."""
    refuse(faults, name)
    return scene


def between(key: str, value: int | None, low: int, high: int) -> Faults:
    if value is not None and not low <= value <= high:
        yield key, Said("de {} à {}, pas {}", (low, high, value))


def named(key: str, name: str, longest: int = LONGEST) -> Faults:
    if not name.strip():
        yield key, Said("il faut un nom")
    elif len(name) > longest:
        yield key, Said("{} caractères au plus, pas {}", (longest, len(name)))


def unknown(value: One, known: Iterable[One]) -> Said:
    return Said("« {} » inconnu ; connus : {}", (value, tuple(known) or "aucun"))


def among(key: str, value: str, known: Iterable[str], kind: Callable[[str], One] = Typed) -> Faults:
    """One of those that are known: of things, or of people (`Id`)."""
    if value not in known:
        yield key, unknown(kind(value), map(kind, known))


def once(key: str, values: Iterable[str], known: Iterable[str], kind: Callable[[str], One] = Typed) -> Faults:
    """Each is known, and named once."""
    for one, times in Counter(values).items():
        yield from among(key, one, known, kind)
        if times > 1:
            yield key, Said("« {} » est nommé {} fois, une seule est permise", (kind(one), times))


def each(key: str, values: Iterable[str], known: Iterable[str]) -> Faults:
    """Each of these is known, whatever their number."""
    for one in values:
        yield from among(key, one, known)


def under_own_ids(key: str, people: Mapping[str, Person]) -> Faults:
    """Everybody stands under his own id."""
    for who, p in people.items():
        if p.id != who:
            yield f"{key}.{who}.id", Said("le même nom que la clé, pas « {} »", (Id(p.id),))


def there(key: str, who: str, people: Iterable[str]) -> Faults:
    """Somebody is there."""
    return among(key, who, people, Id)


def present(key: str, who: Iterable[str], people: Iterable[str]) -> Faults:
    """Everybody named is there, and named once."""
    return once(key, who, people, Id)


# ---------------------------------------------------------------- words that nobody knows

FEW = 24  # words, no more, are all listed
NEAREST = 8


def knowing(closed: Closed, word: str, known: Iterable[str]) -> Closed:
    """A refusal of a word, with those that are known: ids, ids and names, or a catalogue."""
    return Closed(closed.rule, "{} ; {}", (Said(closed.text, closed.facts), listed(word, known)))


def listed(word: str, known: Iterable[str]) -> Said:
    """All words there are, or how many and those nearest to one that is wrong."""
    things = known if isinstance(known, Mapping) else dict.fromkeys(known, "")
    names = {id: str(getattr(x, "nom", x)) for id, x in things.items()}
    if len(names) <= FEW:
        return Said("on peut dire : {}", (tuple(map(Typed, names)) or "rien",))
    return Said("il y en a {}, les plus proches : {}", (len(names), tuple(map(Typed, nearest(word, names)))))


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The few ids that are most like a word, by themselves or by their names."""
    names = known if isinstance(known, Mapping) else dict.fromkeys(known, "")
    return sorted(names, key=lambda id: -max(_alike(word, id), _alike(word, names[id])))[:NEAREST]


def _alike(a: str, b: str) -> float:
    return SequenceMatcher(None, plain(a), plain(b)).ratio()
