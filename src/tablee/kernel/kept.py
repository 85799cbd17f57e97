"""What is worked out once of a thing that does not change, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple

S = TypeVar("S")
T = TypeVar("T")
Given = TypeVarTuple("Given")

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property(Generic[T]):
        """That of `functools` without its lock, which is one for all things of a class: while one thread worked it out
        for one of them, no other thread could for any. Two who come at once work it out twice, to the same end."""

        def __init__(self, make: Callable[[Any], T]) -> None:
            self.func, self.__doc__ = make, make.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, thing: Any, owner: type | None = None) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self.name] = self.func(thing)
            return found


def kept_for(make: Callable[[S, *Given], T]) -> Callable[[S, *Given], T]:
    """A rule, or a method, of a frozen thing with a `__dict__`, and of few values besides: its answer lies with it."""

    @wraps(make)
    def of(thing: S, *given: *Given) -> T:
        kept: dict[Any, Any] = thing.__dict__
        key = make, *given
        try:
            found: T = kept[key]
        except KeyError:
            found = kept[key] = make(thing, *given)
        return found

    return of


def once(of: S, work: Callable[[S, *Given], T], *given: *Given) -> T:
    """The same for a function that is not always asked so."""
    return kept_for(work)(of, *given)
