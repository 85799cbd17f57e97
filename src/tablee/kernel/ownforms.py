"""How an entry of a table's own is filled in: a form for each kind, made from its type, the book and the game's words.

The type says what a field is. What the book has in a field says what may well stand there: ids of things of its
catalogues, or words it uses; it is offered and not imposed, the game judges.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import inspect

from . import own
from .catalogue import NAMED, Reader, kind_of, readable
from .content import ContentError
from .game import Game
from .ledger import plain

Plain = dict[str, Any]
Kind = Literal["yes_no", "number", "figure", "either", "choice", "text", "list", "table", "group", "other"]

DEEPEST = 6  # groups within groups
MOST = 400  # words offered for one field
WORD = re.compile(r"[^\W\d][\w:]{0,59}")
NAME = {"fr": "Nom", "en": "Name"}


class Offered(msgspec.Struct, frozen=True):
    """A word for a field, and what it is called."""

    id: str
    text: str


class OwnField(msgspec.Struct, frozen=True):
    """A field of an entry. `either`: a whole number or a word. `other`: too much for a form, to be written as JSON."""

    name: str
    text: str
    kind: Kind
    default: Any = None
    required: bool = False
    usual: bool = False  # asked for at once: entries of the book have it
    choices: tuple[Offered, ...] = ()  # of a choice; what a text, or the keys of a table, may well be
    of: tuple[str, ...] = ()  # the kinds of the table's own whose ids may stand there
    fields: tuple[OwnField, ...] = ()  # of a group
    item: OwnField | None = None  # of a list, or of a table by keys
    nothing: bool = False  # it may be none at all


class OwnForm(msgspec.Struct, frozen=True):
    """A kind of entry: what it is called, its fields, and what the book has of it to begin with."""

    kind: str
    text: str
    fields: tuple[OwnField, ...]
    book: tuple[Offered, ...]
    called: bool  # whether such an entry is somebody who can be called


def forms(game: Game, lang: str) -> tuple[OwnForm, ...]:
    """A form for each kind that a table may write; none: it may write nothing."""
    type = own.own_type(game.scene)
    if type is None:
        return ()
    maker = Maker(game, own.kinds(type), lang)
    return tuple(map(maker.form, own.kinds(type)))


def book_of(game: Game, kind: str, reader: Reader | None = None) -> Mapping[str, Plain]:
    """What the book has of a kind, as it is written there and a table may write it."""
    if kind in game.cast:
        return game.cast[kind]
    type = own.own_type(game.scene)
    things = (reader or Reader(game, "fr")).things
    there = {thing.id: {NAMED: thing.name, **thing.facts} for thing in things if thing.catalogue == kind}
    return {id: one for id, one in there.items() if type is not None and _fits(type, kind, id, one)}


def _fits(type: type[own.Own], kind: str, id: str, one: Plain) -> bool:
    """Whether a table may write such an entry: some of a catalogue may be of another sort."""
    try:
        own.read({kind: {id: one}}, type, "")
    except ContentError:
        return False
    return True


def begun(game: Game, kind: str, id: str) -> Plain | None:
    """An entry of the book to begin with, without its id; None if there is none."""
    there = book_of(game, kind).get(id)
    return {key: value for key, value in there.items() if key != "id"} if there is not None else None


class Here(NamedTuple):
    """Where a field stands: its kind of entry, the names that lead to it, and what the book has there."""

    kind: str
    path: tuple[str, ...]
    found: tuple[Any, ...]

    def below(self, name: str) -> Here:
        values = tuple(each[name] for each in self.found if isinstance(each, Mapping) and name in each)
        return Here(self.kind, (*self.path, name), values)

    def each(self) -> Here:
        """What stands in lists here, one by one."""
        return self._replace(
            found=tuple(one for there in self.found if isinstance(there, list | tuple) for one in there)
        )

    def values(self) -> Here:
        """What stands in tables here, by whatever key."""
        return self._replace(
            found=tuple(one for there in self.found if isinstance(there, Mapping) for one in there.values())
        )


class Maker:
    """Makes the forms of one game in one language."""

    def __init__(self, game: Game, kinds: Mapping[str, type[msgspec.Struct]], lang: str) -> None:
        self.game, self.kinds, self.lang = game, kinds, lang
        self.reader = Reader(game, lang)
        self.by_type = {type: kind for kind, type in kinds.items()}
        self.known: dict[str, set[str]] = {}  # ids, by catalogue
        for thing in self.reader.things:
            self.known.setdefault(thing.catalogue, set()).add(thing.id)
        self.names: dict[str, str] = {}  # of those who can be called
        for key, there in game.cast.items():
            self.known.setdefault(key, set()).update(there)
            self.names |= {id: self._called(id, one) for id, one in there.items()}

    def form(self, kind: str) -> OwnForm:
        book = book_of(self.game, kind, self.reader)
        here = Here(kind, (), tuple(book.values()))
        named = (Offered(id, self._called(id, one)) for id, one in book.items())
        offered = tuple(sorted(named, key=lambda each: plain(each.text)))
        fields = self.fields(self.kinds[kind], here)
        text = kind_of(self.game, kind, self.lang)
        return OwnForm(kind, text[:1].upper() + text[1:], fields, offered, kind in self.game.cast)

    def _called(self, id: str, one: Plain) -> str:
        named = one.get(NAMED) or (one.get("fiche") or {}).get(NAMED)
        return self.game.words.tr(named, self.lang) if isinstance(named, str) else readable(id).capitalize()

    def fields(self, type: type[msgspec.Struct], here: Here) -> tuple[OwnField, ...]:
        """The fields of an entry or of a part of it, but its id and what somebody carries of the table's own."""
        left_out = {"id"} if not here.path else set[str]()
        return tuple(
            self.field(each, here.below(each.encode_name))
            for each in msgspec.structs.fields(type)
            if each.encode_name not in left_out and each.name != own.FIELD
        )

    def field(self, each: Any, here: Here) -> OwnField:
        default = each.default if each.default is not msgspec.NODEFAULT else None
        if each.default_factory is not msgspec.NODEFAULT:
            default = each.default_factory()
        made = self.of(inspect.type_info(each.type), here)
        return msgspec.structs.replace(
            made,
            name=each.encode_name,
            text=self.label(here.kind, each.encode_name),
            default=msgspec.to_builtins(default, str_keys=True),
            required=each.required,
            usual=each.required or bool(here.found),
        )

    def of(self, info: inspect.Type, here: Here) -> OwnField:
        """What is filled in for a type, without its name."""
        match info:
            case inspect.UnionType(types=types) if len(left := _some(types)) == 1:
                return msgspec.structs.replace(self.of(left[0], here), nothing=len(left) < len(types))
            case inspect.UnionType(types=types) if all(map(_scalar, _some(types))):
                values = [
                    str(value) for each in types if isinstance(each, inspect.LiteralType) for value in each.values
                ]
                words = self.text([word for word in here.found if isinstance(word, str)]).choices
                found = tuple(map(self.offered, values)) or words
                return OwnField("", "", "either", choices=found, nothing=len(_some(types)) < len(types))
            case inspect.BoolType():
                return OwnField("", "", "yes_no")
            case inspect.IntType():
                return OwnField("", "", "number")
            case inspect.FloatType():
                return OwnField("", "", "figure")
            case inspect.LiteralType(values=values) if all(isinstance(value, str) for value in values):
                return OwnField("", "", "choice", choices=tuple(self.offered(str(value)) for value in values))
            case inspect.StrType():
                return self.text(here.found)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return OwnField("", "", "list", item=self.of(item, here.each()))
            case inspect.DictType(key_type=inspect.StrType() | inspect.LiteralType() as key, value_type=item):
                keys = self._keys(key, here.found)
                return msgspec.structs.replace(keys, kind="table", item=self.of(item, here.values()))
            case inspect.StructType(cls=cls) if len(here.path) < DEEPEST:
                kind = (self.by_type[cls],) if cls in self.by_type and here.path else ()
                ids = tuple(map(self.offered, sorted(self.known.get(kind[0], ())))) if kind else ()
                return OwnField("", "", "group", choices=ids, of=kind, fields=self.fields(cls, here))
        return OwnField("", "", "other")

    def _keys(self, key: inspect.Type, found: Iterable[Any]) -> OwnField:
        if isinstance(key, inspect.LiteralType):
            return OwnField("", "", "text", choices=tuple(self.offered(str(value)) for value in key.values))
        return self.text([word for there in found if isinstance(there, Mapping) for word in there])

    def text(self, found: Iterable[Any]) -> OwnField:
        """A text: with the ids of the catalogues that the book names there, or the words it uses there."""
        words = {each for each in found if isinstance(each, str)} - {""}
        catalogues = [key for key, ids in self.known.items() if words and words <= ids]
        if catalogues:
            key = min(catalogues, key=lambda each: len(self.known[each]))
            ids = sorted(self.known[key])
            return OwnField(
                "", "", "text", choices=tuple(map(self.offered, ids)), of=(key,) if key in self.kinds else ()
            )
        if len(words) > 1 and all(map(WORD.fullmatch, words)) and len(words) <= MOST:
            of = tuple(kind for kind in self.kinds if words & self.known.get(kind, set()))
            more = set().union(*(self.known[kind] for kind in of)) if of else set[str]()
            return OwnField("", "", "text", choices=tuple(map(self.offered, sorted(words | more))), of=of)
        return OwnField("", "", "text")

    def offered(self, id: str) -> Offered:
        return Offered(id, self.names.get(id) or self.reader.name(id) or readable(id) if id else "")

    def label(self, kind: str, key: str) -> str:
        """What a field is called, as articles of the catalogue call it."""
        phrase = self.game.words.fact.get(f"{kind}.{key}") or self.game.words.fact.get(key)
        said = phrase.say(self.lang) if phrase is not None else ""
        if said and "{" not in said:
            return said[:1].upper() + said[1:]
        if key == NAMED:
            return NAME[self.lang]
        return (readable(self.game.words.tr(key, self.lang))).capitalize()


def _some(types: Iterable[inspect.Type]) -> list[inspect.Type]:
    """What is something, of what may be nothing."""
    return [each for each in types if not isinstance(each, inspect.NoneType)]


def _scalar(info: inspect.Type) -> bool:
    return isinstance(info, inspect.IntType | inspect.StrType | inspect.LiteralType)


def each_of(field: OwnField) -> Iterator[OwnField]:
    """A field and all that stand below it."""
    yield field
    for below in (*field.fields, *([field.item] if field.item is not None else [])):
        yield from each_of(below)
