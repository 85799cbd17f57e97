"""Typed references: what a text stands for is said once, in its type; striking and renaming walk types, not texts.

    cible: Who                                  # a plain str for mypy, msgspec and every rule

The walker of a type is put together once. It goes only where references of its kind can stand, and gives back the very
same object when nothing changes.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

Gone = Literal["refuse", "clear", "with", "keep"]
T = TypeVar("T")


class Ref(NamedTuple):
    """What an id is of, and what becomes of a field that names somebody who is gone.

    In a list, a pair or a table the line is simply struck. A field by itself stands in the way (`refuse`), is cleared,
    or takes the whole struct `with` it (an engagement, a beast with its master). `keep`: it stays (who did it once).
    """

    kind: str
    gone: Gone = "refuse"


Who = Annotated[str, Ref("who")]
WhoOrNobody = Annotated[str, Ref("who", "clear")]
WithWho = Annotated[str, Ref("who", "with")]
WhoOnce = Annotated[str, Ref("who", "keep")]


OfWho = Annotated[str, Ref("of", "keep")]  # an id made of somebody's: « mage:sort »


NOBODY = "\N{WORD JOINER}"  # before an id that is nobody's, whoever bears it; it is told back without


class StillNeeded(Exception):
    """Something under way depends on somebody who is to go: where he is named, and who."""

    def __init__(self, where: str, who: str) -> None:
        super().__init__(where, who)
        self.where, self.who = where, who


class _Struck:
    """What a part becomes that goes as a whole."""


STRUCK = _Struck()
Change = Callable[[str], str | None]  # another id, the same, or None: gone
Walk = Callable[[Any, Change], Any]


class Ending:
    """The change by which these people go and nothing stands in their way: what depends on them goes with them."""

    def __init__(self, gone: frozenset[str]) -> None:
        self.gone = gone

    def __call__(self, id: str) -> str | None:
        return None if id in self.gone else id


class Unheard(Ending):
    """The same for who never heard of them: an action that names one of them is none, a field that may be empty is."""


def rewritten(thing: T, change: Change, kind: str = "who", tp: Any = None) -> T:
    """The struct with every reference of this kind changed; what holds none is not even looked at.

    Anything else than a struct must say its type.
    """
    kept: Any = thing
    walk = walker(kept.__class__ if tp is None else tp, kind)
    changed: T = kept if walk is None else walk(kept, change)
    return changed


def without(scene: Any, gone: frozenset[str], ending: bool = False) -> tuple[Any, frozenset[str]]:
    """The scene without these people and whoever goes with them; and all who went.

    StillNeeded if something depends on one of them; `ending`: it goes too.
    """
    after = rewritten(scene, Ending(gone) if ending else lambda id: None if id in gone else id)
    gone_too = frozenset(scene.people) - frozenset(after.people)
    return (after, gone) if gone_too <= gone else without(scene, gone | gone_too, ending)


def unheard(thing: T, gone: frozenset[str]) -> T | None:
    """A struct as one knows it who has never heard of these people; None if it goes with them."""
    after: Any = rewritten(thing, Unheard(gone))
    return None if after is STRUCK else after


def named(thing: Any, kind: str = "who", tp: Any = None) -> frozenset[str]:
    """Every id of this kind in a struct, or in anything else of which the type is said."""
    found: set[str] = set()

    def see(id: str) -> str:
        found.add(id)
        return id

    rewritten(thing, see, kind, tp)
    return frozenset(found)


def one_named(tp: type[msgspec.Struct], kind: str = "who") -> Iterator[str]:
    """The fields of a struct that hold one id of this kind, in their order."""
    return (field.name for field in msgspec.structs.fields(tp) if _ref(field.type, kind) is not None)


class Place(NamedTuple):
    """What stands at a path of a struct: the value, its type, and the ids among the keys that led there."""

    value: Any
    type: Any
    through: tuple[str, ...] = ()

    def named(self, kind: str = "who") -> frozenset[str]:
        """Every id of this kind on the way there and in what stands there."""
        return named(self.value, kind, self.type).union(self.through)


def at(thing: msgspec.Struct, path: str, kind: str = "who") -> Place | None:
    """What stands at a dotted path, as files name it, defaults included; None if there is nothing."""
    place = Place(thing, type(thing))
    for key in path.split("."):
        below = _below(place, key, kind)
        if below is None:
            return None
        place = below
    return place


def _below(place: Place, key: str, kind: str) -> Place | None:
    value, tp = place.value, _bare(place.type, place.value)
    args = typing.get_args(tp)
    if isinstance(value, msgspec.Struct) and key in value.__struct_encode_fields__:
        name = value.__struct_fields__[value.__struct_encode_fields__.index(key)]
        return Place(getattr(value, name), typing.get_type_hints(type(value), include_extras=True)[name], place.through)
    if isinstance(value, dict) and key in value:
        through = (*place.through, key) if _ref(args[0], kind) is not None else place.through
        return Place(value[key], args[1], through)
    if isinstance(value, tuple | list) and key.isdecimal() and int(key) < len(value):
        each = args[0] if len(args) < 2 or args[1] is Ellipsis else args[int(key)]
        return Place(value[int(key)], each, place.through)
    return None


def _bare(tp: Any, value: Any) -> Any:
    """The one of several types that fits this value, without what it is annotated with."""
    if typing.get_origin(tp) is Annotated and not isinstance(value, str):
        return _bare(typing.get_args(tp)[0], value)
    if typing.get_origin(tp) in (typing.Union, types.UnionType):
        fits = (each for each in typing.get_args(tp) if isinstance(value, typing.get_origin(each) or each))
        return next(fits, tp)
    return tp


# ---------------------------------------------------------------- putting a walker together


@cache
def walker(tp: Any, kind: str) -> Walk | None:
    """How to walk a value of this type; None: no reference of this kind can stand in it."""
    return _build(tp, kind, frozenset())


def _build(tp: Any, kind: str, above: frozenset[Any]) -> Walk | None:
    origin, args = typing.get_origin(tp), typing.get_args(tp)
    if origin is Annotated:
        ref = _ref(tp, kind)
        return _build(args[0], kind, above) if ref is None else _kept if ref.gone == "keep" else _one
    if isinstance(tp, type) and issubclass(tp, msgspec.Struct):
        return _again(tp, kind) if tp in above else _struct(tp, kind, above | {tp})
    if origin in (typing.Union, types.UnionType):
        return _union([a for a in args if a is not type(None)], kind, above)
    if origin in (tuple, list, frozenset):
        if origin is tuple and not (len(args) == 2 and args[1] is Ellipsis):
            return _pair([_build(a, kind, above) for a in args])
        each = _build(args[0], kind, above)
        return None if each is None else _row(each, origin)
    if origin is dict:
        return _table(_build(args[0], kind, above), _build(args[1], kind, above))
    return None


def _ref(tp: Any, kind: str) -> Ref | None:
    """What an annotated type says of the references of this kind."""
    extras = typing.get_args(tp)[1:] if typing.get_origin(tp) is Annotated else ()
    return next((m for m in extras if isinstance(m, Ref) and m.kind == kind), None)


def _one(id: str, change: Change) -> Any:
    new = change(id) if id else id
    return STRUCK if new is None else new


def _kept(id: str, change: Change) -> Any:
    return (change(id) or id) if id else id


def _again(tp: Any, kind: str) -> Walk:
    """A type inside itself: its walker is looked up when it is needed."""

    def walk(thing: Any, change: Change) -> Any:
        each = walker(tp, kind)
        return thing if each is None else each(thing, change)

    return walk


def _row(each: Walk, make: Callable[[Any], Any]) -> Walk:
    def walk(row: Any, change: Change) -> Any:
        if not row:
            return row
        new = [each(x, change) for x in row]
        return row if all(map(_same, new, row)) else make([x for x in new if x is not STRUCK])

    return walk


def _pair(parts: list[Walk | None]) -> Walk | None:
    if not any(parts):
        return None

    def walk(pair: Any, change: Change) -> Any:
        new = tuple([x if w is None else w(x, change) for x, w in zip(pair, parts, strict=True)])
        if any(x is STRUCK for x in new):
            return STRUCK
        return pair if all(map(_same, new, pair)) else new

    return walk


def _table(key: Walk | None, value: Walk | None) -> Walk | None:
    if key is None and value is None:
        return None

    def walk(table: Any, change: Change) -> Any:
        if not table:
            return table
        new, same = {}, True
        for k, v in table.items():
            k2 = k if key is None else key(k, change)
            v2 = v if value is None or k2 is STRUCK else value(v, change)
            if k2 is STRUCK or v2 is STRUCK:
                same = False
                continue
            same = same and k2 is k and v2 is v
            new[k2] = v2
        return table if same else new

    return walk


def _union(kinds: list[Any], kind: str, above: frozenset[Any]) -> Walk | None:
    walks = {typing.get_origin(k) or k: w for k in kinds if (w := _build(k, kind, above)) is not None}
    if not walks:
        return None
    if len(kinds) == 1:
        (only,) = walks.values()
        return lambda v, change: v if v is None else only(v, change)

    def walk(value: Any, change: Change) -> Any:
        each = walks.get(value.__class__)
        return value if each is None else each(value, change)

    return walk


def _struct(tp: type[msgspec.Struct], kind: str, above: frozenset[Any]) -> Walk | None:
    parts = []
    hints = typing.get_type_hints(tp, include_extras=True)
    for field in msgspec.structs.fields(tp):
        walk = _build(hints[field.name], kind, above)
        if walk is not None:
            ref = _ref(hints[field.name], kind)
            gone = ref.gone if ref is not None else "with" if field.required else "clear"
            parts.append((field.name, walk, gone, _default(field)))
    action = tp.__struct_config__.tag is not None
    return _walk_struct(tp.__name__, tuple(parts), action) if parts else None


def _walk_struct(name: str, parts: tuple[tuple[str, Walk, Gone, Any], ...], action: bool) -> Walk:
    def optional(default: Any) -> bool:
        return not action and default is not msgspec.NODEFAULT

    def walk(struct: Any, change: Change) -> Any:
        changed: dict[str, Any] = {}
        for field, each, gone, default in parts:
            old = getattr(struct, field)
            new = each(old, change)
            if new is old:
                continue
            if new is STRUCK:
                if gone == "refuse" and not isinstance(change, Ending):
                    raise StillNeeded(f"{name}.{field}", old)
                if gone == "with" or (gone == "refuse" and not (optional(default) and isinstance(change, Unheard))):
                    return STRUCK
                new = default
            changed[field] = new
        return replace(struct, **changed) if changed else struct

    return walk


def _default(field: msgspec.structs.FieldInfo) -> Any:
    make: Any = field.default_factory
    return field.default if make is msgspec.NODEFAULT else make()


def _same(a: Any, b: Any) -> bool:
    return a is b


# ---------------------------------------------------------------- where something is written


def told(path: str, tp: type[msgspec.Struct], known: Callable[[str], str]) -> str:
    """A path in the file of a struct, each id of somebody in it as he is `known`; cut short below any other key.

    What is no path of this struct is about something else, and stays as it is.
    """
    head, rest = ("scene.", path[6:]) if path.startswith("scene.") else ("", path)
    keys: list[str] = []
    here: Any = tp
    for key in rest.split("."):
        name, bracket, _ = key.partition("[")
        fields = _in_files(here)
        if name in fields:
            here = _item(fields[name]) if bracket else _there(fields[name])
        elif typing.get_origin(here) is dict and _ref(typing.get_args(here)[0], "who") is not None:
            key, here = known(key), _there(typing.get_args(here)[1])
        elif not keys:
            return path
        else:
            break
        keys.append(key)
    return head + ".".join(keys)


def _in_files(tp: Any) -> dict[str, Any]:
    """The types of a struct's fields, by the names they have in files."""
    if not (isinstance(tp, type) and issubclass(tp, msgspec.Struct)):
        return {}
    hints = typing.get_type_hints(tp, include_extras=True)
    return {f.encode_name: hints[f.name] for f in msgspec.structs.fields(tp)}


def _there(tp: Any) -> Any:
    """What may be left out, as what it is when it is there."""
    kinds = [a for a in typing.get_args(tp) if a is not type(None)]
    return kinds[0] if typing.get_origin(tp) in (typing.Union, types.UnionType) and len(kinds) == 1 else tp


def _item(tp: Any) -> Any:
    """What stands in a list of one kind of things."""
    return next(iter(typing.get_args(_there(tp))), None)


# ---------------------------------------------------------------- what hides references


def untyped(tp: type[msgspec.Struct]) -> Iterator[str]:
    """Places in a struct, and in all it holds, where a reference could hide because nothing says what stands there."""
    seen: set[Any] = set()

    def look(tp: Any, where: str) -> Iterator[str]:
        if tp is Any or isinstance(tp, typing.TypeVar) or tp in (tuple, list, dict, frozenset):
            yield f"{where}: say what stands there; references cannot be found in it"
        elif isinstance(tp, type) and issubclass(tp, msgspec.Struct):
            if tp not in seen:
                seen.add(tp)
                hints = typing.get_type_hints(tp, include_extras=True)
                for name in tp.__struct_fields__:
                    yield from look(hints[name], f"{tp.__name__}.{name}")
        elif typing.get_origin(tp) is not Literal:
            for each in typing.get_args(tp):
                yield from look(each, where)

    yield from look(tp, tp.__name__)
