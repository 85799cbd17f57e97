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


def kept(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """The same for a rule about one thing, written where it belongs: what it makes of a thing lies with the thing.

    The thing is frozen and has a `__dict__`; the rule is given nothing else.
    """
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def of(thing: Any) -> T:
        try:
            found: T = thing.__dict__[name]
        except KeyError:
            found = thing.__dict__[name] = make(thing)
        return found

    return of


def once(of: S, work: Callable[[S, *Given], T], *given: *Given) -> T:
    """The same where a function is given more than the thing: values of which there are few."""
    kept: dict[Any, Any] = of.__dict__
    key = work, *given
    if key not in kept:
        kept[key] = work(of, *given)
    found: T = kept[key]
    return found
