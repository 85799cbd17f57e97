"""Content: TOML files read into typed structs. A bad file says which file, which key and what was expected."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import msgspec.inspect

from .sentence import At, Fact, Foreign, Said, Typed, chain

T = TypeVar("T")


class ContentError(Exception):
    """A sentence for the person who wrote the file: where, if that can be said, and what is wrong there."""

    def __init__(self, at: str | Said, fault: Said) -> None:
        super().__init__(at, fault)
        where = At(at) if isinstance(at, str) else at
        self.said = Said("{} : {}", (where, fault)) if at else fault

    def __str__(self) -> str:
        return str(self.said)


def read(package: str, name: str, type: type[T]) -> T:
    """A file of a package, as one struct: `name` is a path below the package's own folder, « content/armes.toml ».

    The package is named by a module path (`__package__`, or its name), wherever it is installed.
    """
    return parse(files(package).joinpath(name).read_text("utf-8"), type, name)


def texts(package: str, folder: str) -> dict[str, str]:
    """Every file of a folder of a package, by its name without the suffix, in order."""
    found = sorted(files(package).joinpath(folder).iterdir(), key=lambda f: f.name)
    return {f.name.removesuffix(".toml"): f.read_text("utf-8") for f in found}


def read_file(path: Path | str, type: type[T]) -> T:
    """A file of the user's, in TOML; in JSON if its name says so."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise ContentError(str(path), Said("ce fichier n'existe pas")) from None
    except IsADirectoryError:
        raise ContentError(str(path), Said("c'est un dossier, un fichier TOML est attendu")) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(str(path), Said("illisible ({})", (Foreign(str(error)),))) from None
    return (parse_json if path.suffix.lower() == ".json" else parse)(text, type, str(path))


def parse_json(text: str, type: type[T], name: str | Said) -> T:
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ContentError(name, Said("ce n'est pas du JSON ({})", (Foreign(str(error)),))) from None
    return convert(data, type, name)


def parse(text: str, type: type[T], name: str | Said) -> T:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(name, Said("ce n'est pas du TOML ({})", (Foreign(str(error)),))) from None
    return convert(data, type, name)


def convert(data: Any, type: type[T], name: str | Said) -> T:
    """Plain data to a struct, or a ContentError that points at the key."""
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        raise ContentError(name, _allowed(fault(_named(str(error), data, type)), str(error), type)) from None


PATTERNS = (
    (r"Expected `(.+?)`, got `(.+?)`", "attendu {}, trouvé {}"),
    (r"Object missing required field `(.+?)`", "il manque la clé « {} »"),
    (r"Object contains unknown field `(.+?)`", "clé inconnue « {} »"),
    (r"Invalid (?:enum )?value '?(.*?)'?", "valeur inconnue « {} »"),
    (r"Expected `array` of length (\d+), got (\d+)", "une liste de {} est attendue, celle-ci en a {}"),
    (r"Expected `(.+?)` (.+)", "attendu {} {}"),
)
PATH = re.compile(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]")  # .field, [position] or, for a key of a table, [...]
KINDS = {
    "int": "un entier",
    "str": "un texte",
    "bool": "true ou false",
    "array": "une liste",
    "object": "une table",
    "float": "un nombre",
    "null": "rien",
}


def fault(error: str, whole: str = "le fichier") -> Said:
    """msgspec's message as a sentence that begins with the key; or with what is wrong as a whole, if that is named."""
    message, _, where = error.partition(" - at ")
    key = where.strip("`").removeprefix("$").removeprefix(".")
    said = _said(message)
    return Said("{} : {}", (At(key) if key else whole, said)) if key or whole else said


def _said(message: str) -> Said:
    for pattern, french in PATTERNS:
        found = re.fullmatch(pattern, message)
        if found:
            return Said(french, tuple(map(_kinds, found.groups())))
    return Said("{}", (Foreign(message),))


def _allowed(said: Said, error: str, type: Any) -> Said:
    """For a key or a value nobody knows: with those that may stand there."""
    message, _, where = error.partition(" - at ")
    unknown_value = re.match("Invalid (enum )?value", message) is not None
    if not unknown_value and "unknown field" not in message:
        return said
    here = msgspec.inspect.type_info(type)
    for field, index in PATH.findall(where):
        here = _below(here, field, index)
    if unknown_value:
        values = tuple(Typed(str(value)) for value in _values(here) if value != "")
        return Said("{} ; valeurs : {}", (said, values)) if values else said
    keys = tuple(Typed(f.encode_name) for f in _one(here).fields)
    return Said("{} ; clés : {}", (said, keys)) if keys else said


def _values(info: Any) -> list[Any]:
    """The few values a type has."""
    kinds = getattr(info, "types", (info,))
    literal = [value for kind in kinds if isinstance(kind, msgspec.inspect.LiteralType) for value in kind.values]
    return literal + [m.value for kind in kinds if isinstance(kind, msgspec.inspect.EnumType) for m in kind.cls]


def _one(info: Any) -> Any:
    """What may be left out, as what it is when it is there."""
    kinds = getattr(info, "types", (info,))
    return next(k for k in kinds if not isinstance(k, msgspec.inspect.NoneType))


def _below(info: Any, field: str, index: str) -> Any:
    """The type of what stands in a field, or at a position or key, of this type."""
    info = _one(info)
    if field:
        return next(f.type for f in info.fields if f.encode_name == field)
    if isinstance(info, msgspec.inspect.DictType):
        return info.value_type
    return info.item_types[int(index)] if isinstance(info, msgspec.inspect.TupleType) else info.item_type


def _named(error: str, data: Any, type: Any) -> str:
    """msgspec writes [...] for a key of a table. It is the one that, left alone in its table, gives the same error."""
    message, at, where = error.partition(" - at ")
    if "[...]" not in where:
        return error
    here, path = data, list[Any]()
    for field, index in PATH.findall(where):
        key = field or index
        if index == "...":
            key = next((k for k in here if _error(_put(data, path, {k: here[k]}), type) == error), None)
            if key is None:  # it takes two to be wrong
                return error
        elif index:
            key = int(index)
        here = here[key]
        path.append(key)
    return message + at + "$" + "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path)


def _error(data: Any, type: Any) -> str:
    try:
        msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _put(data: Any, path: list[Any], value: Any) -> Any:
    """The same data with another value at this path."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    changed = data.copy()
    changed[key] = _put(data[key], rest, value)
    return changed


def _kinds(names: str) -> Fact:
    """« un entier ou rien »; what is no kind of value stays as it is."""
    kinds = [name.strip() for name in names.split("|")]
    return chain("{} ou {}", (KINDS[kind] if kind in KINDS else Foreign(kind) for kind in kinds))
