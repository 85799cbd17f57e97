"""People made on the spot: a game master says in a few choices what somebody is to be, and the game makes him whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from .content import convert
from .oracle import Closed

TRIED = 400  # ways to mend what comes after a choice


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is to be, the weightiest choice first. A game adds its fields, each with a default."""

    offers: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # by field, what it may be: ids, and what they are called


@dataclass(frozen=True)
class Maker:
    """How a game makes somebody from a wish."""

    wish: type[Wish]
    closed: Callable[[Any], Closed | None]  # why nobody can be so
    make: Callable[[Any], dict[str, Any]]  # a character as plain data; what he is called stands in his sheet
    words: str = ""  # the action whose parameters bear the same names

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The fields of which one thing is chosen, or several, in order."""
        return tuple(name for name in self.wish.__struct_fields__ if name in self.wish.offers)

    def read(self, data: Mapping[str, Any]) -> Wish:
        """Plain data to a wish, or ContentError naming the key that is wrong."""
        return convert(dict(data), self.wish, "souhait")

    def settled(self, wish: Wish, chosen: str) -> Wish:
        """The same where it can be; else with what comes after a choice changed, and nothing before it."""
        if self.closed(wish) is None:
            return wish
        later = self.choices[self.choices.index(chosen) + 1 :] if chosen in self.choices else ()
        ways = product(*(self._instead(wish, name) for name in later))
        for values in islice(ways, TRIED):
            other = replace(wish, **dict(zip(later, values, strict=True)))
            if self.closed(other) is None:
                return other
        return wish

    def _instead(self, wish: Wish, name: str) -> list[Any]:
        """What a field may be, as it is first; of several things, none."""
        now = getattr(wish, name)
        return [now, ()] if isinstance(now, tuple) else [now, *(id for id in self.wish.offers[name] if id != now)]

    def left(self, wish: Wish) -> dict[str, tuple[str, ...]]:
        """By choice, what those before it leave; of several things, each that can be had with others or without."""
        found = {}
        for name in self.choices:
            if isinstance(getattr(wish, name), tuple):
                found[name] = self._among(wish, name)
                continue
            tried = {id: replace(wish, **{name: id}) for id in self.wish.offers[name]}
            found[name] = tuple(id for id, one in tried.items() if self.closed(self.settled(one, name)) is None)
        return found

    def _among(self, wish: Wish, name: str) -> tuple[str, ...]:
        """What can be had alone, or along with as much of that as goes together."""

        def open(*ids: str) -> bool:
            return self.closed(replace(wish, **{name: ids})) is None

        together: tuple[str, ...] = ()
        for id in self.wish.offers[name]:
            if open(*together, id):
                together += (id,)
        return tuple(id for id in self.wish.offers[name] if open(id) or open(*(x for x in together if x != id), id))
