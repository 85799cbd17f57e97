"""Files: scenes, characters and drafts, read with care and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from tablee.kernel import content
from tablee.kernel import game as kernel_game
from tablee.kernel.action import Scene
from tablee.kernel.draft import Waiver
from tablee.kernel.game import Game
from tablee.kernel.scenario import Scenario

from .errors import refuse


class CharacterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A finished character as `tablee new` writes it."""

    game: str
    rules_version: str
    character: dict[str, Any]
    waivers: tuple[Waiver, ...] = ()


class Stage(msgspec.Struct, frozen=True):
    """A scene that is ready to play, and where it came from."""

    game: Game
    scene: Scene
    title: str
    note: str = ""


def tablee_version() -> str:
    return version("tablee")


# ---------------------------------------------------------------- reading


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise refuse("error.no_file", path=path) from None
    except IsADirectoryError:
        raise refuse("error.directory", path=path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise refuse("error.unreadable", path=path, why=error) from None


def read_data(path: Path) -> Any:
    """Plain data from JSON or TOML, whichever it is."""
    text = read_text(path)
    json = path.suffix.lower() == ".json" or (path.suffix.lower() != ".toml" and text.lstrip().startswith("{"))
    try:
        return msgspec.json.decode(text) if json else tomllib.loads(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise refuse("error.format", path=path, format="JSON" if json else "TOML", why=error) from None


def read_character(path: Path) -> CharacterFile:
    return content.convert(read_data(path), CharacterFile, str(path))


def read_stage(ref: str, game: Game | None = None) -> Stage:
    """A scene by its file, by the name of a demonstration, or as GAME or GAME/DEMO."""
    path = Path(ref)
    if not path.is_file() and not path.suffix:
        if game is not None and not path.is_dir():
            return demo(game, ref)
        id, _, name = ref.partition("/")
        if id in kernel_game.games():
            return demo(kernel_game.game(id), name)
        having = [each for each in kernel_game.games().values() if ref in each.demos]
        if having and not path.is_dir():
            return demo(having[0], ref)
    return _stage(_scenario(read_text(path), ref), ref, game)


def demo(game: Game, name: str = "") -> Stage:
    """A demonstration of a game; the first one when none is named."""
    if not game.demos:
        raise refuse("error.no_demo", game=game.title)
    name = name or next(iter(game.demos))
    if name not in game.demos:
        raise refuse("error.demo", name=name, game=game.title, known=", ".join(game.demos))
    return _stage(_scenario(game.demos[name], name), name, game)


def _scenario(text: str, name: str) -> Scenario:
    return content.parse(text, Scenario, name)


def _stage(scenario: Scenario, name: str, wanted: Game | None) -> Stage:
    if wanted is not None and scenario.game != wanted.id:
        raise refuse("error.other_game", name=name, found=scenario.game, wanted=wanted.id)
    played = kernel_game.game(scenario.game)
    return Stage(played, scenario.start(name), scenario.title or name, scenario.note)


# ---------------------------------------------------------------- writing


def write(path: Path, data: bytes) -> None:
    """The whole file or nothing: written apart, then put in its place."""
    try:
        handle, apart = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise refuse("error.unwritable", path=path, why=error.strerror) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(apart, 0o666 & ~_umask())
        os.replace(apart, path)
    except OSError as error:
        Path(apart).unlink(missing_ok=True)
        raise refuse("error.unwritable", path=path, why=error.strerror) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def pretty(thing: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(thing), indent=2) + b"\n"
