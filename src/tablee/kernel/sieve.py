"""Plain data through a sieve of types: what is not of its type is taken out, the smallest part possible, and the rest
is of its type. It takes as long as the data is long, however many parts are wrong.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple

import msgspec

from .content import fault
from .sentence import Said, Typed


class Part(NamedTuple):
    """What does not fit: its path, what stood there, and what was expected."""

    path: tuple[str, ...]
    value: Any
    why: Said


class _Wrong:
    """What is left of a part of which nothing fits."""


WRONG = _Wrong()
Inside = Callable[[str], Any]  # the type of what stands under a key; None: nothing may


def why_not(data: Any, tp: Any) -> Said | None:
    """Why plain data is not of a type; None if it is."""
    try:
        msgspec.convert(data, tp, str_keys=True)
    except msgspec.ValidationError as error:
        return fault(str(error), "")
    except RecursionError:
        return Said("illisible ({})", (Typed("…"),))
    return None


def sieved(data: Any, tp: Any, path: tuple[str, ...], aside: list[Part]) -> Any:
    """The data without the parts that do not fit, which are added to `aside`; WRONG if nothing of it does."""
    why = why_not(data, tp)
    if why is None:
        return data
    before = len(aside)
    kept = _inside(data, _bare(tp, data), path, aside)
    if kept is WRONG or why_not(kept, tp) is not None:  # it lacks what it cannot do without
        del aside[before:]
        aside.append(Part(path, data, why))
        return WRONG
    return kept


def fields_sieved(
    data: Mapping[str, Any], known: Mapping[str, Any], path: tuple[str, ...], aside: list[Part]
) -> dict[str, Any]:
    """The same for each of some fields, by their names in files; what is none of them is taken out."""
    return _table(data, known.get, path, aside)


def _inside(data: Any, tp: Any, path: tuple[str, ...], aside: list[Part]) -> Any:
    origin, args = typing.get_origin(tp), typing.get_args(tp)
    if isinstance(data, dict) and isinstance(tp, type) and issubclass(tp, msgspec.Struct):
        return _table(data, fields_of(tp).get, path, aside)
    if isinstance(data, dict) and origin is dict:
        of: Any = dict
        keys = of[args[0], Any]
        return _table(data, lambda key: args[1] if why_not({key: None}, keys) is None else None, path, aside)
    if isinstance(data, list) and origin in (list, frozenset, tuple) and (origin is not tuple or args[1:] == (...,)):
        rows = [sieved(row, args[0], (*path, str(n)), aside) for n, row in enumerate(data)]
        return [row for row in rows if row is not WRONG]
    return WRONG


def _table(data: Mapping[str, Any], inside: Inside, path: tuple[str, ...], aside: list[Part]) -> dict[str, Any]:
    kept = {}
    for key, value in data.items():
        tp = inside(key)
        if tp is None:
            aside.append(Part((*path, key), value, Said("clé inconnue « {} »", (Typed(key),))))
        elif (left := sieved(value, tp, (*path, key), aside)) is not WRONG:
            kept[key] = left
    return kept


@cache
def fields_of(tp: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of a struct's fields by their names in files, its tag among them."""
    hints = typing.get_type_hints(tp, include_extras=True)
    found = {field.encode_name: hints[field.name] for field in msgspec.structs.fields(tp)}
    config = tp.__struct_config__
    return {**found, str(config.tag_field): Any} if config.tag_field is not None else found


def _bare(tp: Any, data: Any) -> Any:
    """The type without what it is annotated with; of several, the one that plain data like this is of."""
    if typing.get_origin(tp) is Annotated:
        return _bare(typing.get_args(tp)[0], data)
    if typing.get_origin(tp) in (typing.Union, types.UnionType):
        kinds = [_bare(kind, data) for kind in typing.get_args(tp) if kind is not type(None)]
        fits = [kind for kind in kinds if _tagged(kind, data)]
        return fits[0] if len(fits) == 1 else tp
    return tp


def _tagged(kind: Any, data: Any) -> bool:
    """Whether data could be of one of several types: by its tag, or by being a table or a list."""
    config = getattr(kind, "__struct_config__", None)
    if config is not None and config.tag_field is not None:
        return isinstance(data, dict) and data.get(config.tag_field) == config.tag
    if config is not None or typing.get_origin(kind) is dict:
        return isinstance(data, dict)
    return isinstance(data, list) and typing.get_origin(kind) in (list, tuple, frozenset)
