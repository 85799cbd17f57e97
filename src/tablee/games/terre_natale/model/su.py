"""What depends on nothing but somebody's sheet, what bears on him and what he has: worked out once, and kept.

His equipment is the same object from one action to the next, and so is what bears on him as long as nothing changes:
they are the key. Whatever looks at the scene, at an adversary or at what is left of a resource must not be kept so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from .people import Personnage

P = ParamSpec("P")
T = TypeVar("T")
MOST = 2048  # figures of one equipment, whoever has it; beyond, it begins anew


def su(fn: Callable[Concatenate[Personnage, P], T]) -> Callable[Concatenate[Personnage, P], T]:
    """A figure of somebody that is kept with his equipment; its other arguments are part of the key."""

    @wraps(fn)
    def asked(p: Personnage, /, *args: P.args, **kwargs: P.kwargs) -> T:
        known = p.equipement.su
        key = (fn, p.bears, args, *kwargs.items()) if kwargs else (fn, p.bears, args)
        found: T
        try:
            found = known[key]
        except KeyError:
            if len(known) >= MOST:
                known.clear()
            found = known[key] = fn(p, *args, **kwargs)
        return found

    return asked
