"""Content: TOML files read into typed structs. A bad file says which file, which key and what was expected."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class ContentError(Exception):
    """A sentence for the person who wrote the file."""


def read(package: str, name: str, type: type[T]) -> T:
    """A file of a package, as one struct."""
    return parse(files(package).joinpath(name).read_text("utf-8"), type, name)


def read_file(path: Path | str, type: type[T]) -> T:
    """A file of the user's."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise ContentError(f"{path} : ce fichier n'existe pas") from None
    except IsADirectoryError:
        raise ContentError(f"{path} : c'est un dossier, un fichier TOML est attendu") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} : illisible ({error})") from None
    return parse(text, type, str(path))


def parse(text: str, type: type[T], name: str) -> T:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{name} : ce n'est pas du TOML ({error})") from None
    return convert(data, type, name)


def convert(data: Any, type: type[T], name: str) -> T:
    """Plain data to a struct, or a ContentError that points at the key."""
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        raise ContentError(f"{name} : {sentence(_named(str(error), data, type))}") from None


PATTERNS = (
    (r"Expected `(.+?)`, got `(.+?)`", "attendu {0}, trouvé {1}"),
    (r"Object missing required field `(.+?)`", "il manque la clé « {0} »"),
    (r"Object contains unknown field `(.+?)`", "clé inconnue « {0} »"),
    (r"Invalid (?:enum )?value '?(.*?)'?", "valeur inconnue « {0} »"),
    (r"Expected `array` of length (\d+), got (\d+)", "une liste de {0} est attendue, celle-ci en a {1}"),
    (r"Expected `(.+?)` (.+)", "attendu {0} {1}"),
)
KINDS = {
    "int": "un entier",
    "str": "un texte",
    "bool": "true ou false",
    "array": "une liste",
    "object": "une table",
    "float": "un nombre",
    "null": "rien",
}


def sentence(error: str) -> str:
    """msgspec's message as a French sentence that begins with the key."""
    message, _, where = error.partition(" - at ")
    key = where.strip("`").removeprefix("$").removeprefix(".") or "le fichier"
    for pattern, french in PATTERNS:
        found = re.fullmatch(pattern, message)
        if found:
            said = french.format(*(_kinds(g) for g in found.groups()))
            return f"{key} : {said}"
    return f"{key} : {message}"


def _named(error: str, data: Any, type: Any) -> str:
    """msgspec writes [...] for a key of a table. It is the one that, left alone in its table, gives the same error."""
    message, at, where = error.partition(" - at ")
    if "[...]" not in where:
        return error
    here, path = data, list[Any]()
    for field, index in re.findall(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]", where):
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


def _kinds(names: str) -> str:
    return " ou ".join(KINDS.get(n.strip(), n.strip()) for n in names.split("|"))
