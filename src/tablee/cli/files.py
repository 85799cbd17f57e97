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
from tablee.kernel.about import listing
from tablee.kernel.game import Game
from tablee.kernel.scenario import Scenario, with_files
from tablee.kernel.scene import Scene
from tablee.table.character import VERSION, CharacterFile

from .errors import judged_by, refuse
from .sentences import reason
from .texts import lang, say


class Printed(msgspec.Struct, frozen=True):
    """What `tablee do --json` prints, as far as it is needed to go on."""

    game: str
    scene: dict[str, Any]


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
        raise refuse("error.unreadable", path=path, why=reason(error)) from None


def read_data(path: Path) -> Any:
    """Plain data from JSON or TOML, whichever it is."""
    text = read_text(path)
    json = path.suffix.lower() == ".json" or (path.suffix.lower() != ".toml" and text.lstrip().startswith("{"))
    try:
        return msgspec.json.decode(text) if json else tomllib.loads(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise refuse("error.format", path=path, format="JSON" if json else "TOML", why=reason(error)) from None


def read_character(path: Path) -> CharacterFile:
    return character_file(read_data(path), str(path))


def character_file(data: Any, name: str) -> CharacterFile:
    file = content.convert(data, CharacterFile, name)
    if file.version != VERSION:
        raise refuse("error.version", path=name, version=file.version, known=VERSION)
    return file


def read_stage(ref: str, game: Game | None = None) -> Stage:
    """A scene by its file, by the name of a demonstration, or as GAME or GAME/DEMO.

    A file is a scene, a character (who then is alone in it), or what `tablee do --json` has printed.
    """
    path = Path(ref)
    if not path.is_file() and not path.suffix:
        if game is not None and not path.is_dir():
            return demo(game, "" if ref == game.id else ref.removeprefix(f"{game.id}/"))
        id, _, name = ref.partition("/")
        if id in kernel_game.installed():
            return demo(kernel_game.game(id), name)
        having = [about.id for about in listing().games if any(scene.id == ref for scene in about.ready)]
        if having and not path.is_dir():
            return demo(kernel_game.game(having[0]), ref)
        if not path.exists():
            ready = [scene.id for about in listing().games for scene in about.ready]
            raise refuse("error.scene", scene=ref, known=", ".join(dict.fromkeys(ready)))
    data = read_data(path)
    if isinstance(data, dict) and "character" in data:
        return alone(character_file(data, ref), ref, game)
    if isinstance(data, dict) and "transcript" in data:
        return resumed(content.convert(data, Printed, ref), ref, game)
    return _stage(with_files(content.convert(data, Scenario, ref), path.parent), ref, game)


def alone(file: CharacterFile, name: str, wanted: Game | None) -> Stage:
    """A scene with this one character."""
    game = _played(file.game, name, wanted)
    scene = gathered(game, file.character, name)
    return Stage(game, scene, next((scene.name(who) for who in game.people(scene)), name))


def gathered(game: Game, character: dict[str, Any], name: str) -> Scene:
    """Ask the game: a scene with this one character, nothing under way."""
    if game.gather is None:
        raise refuse("error.no_sheet", game=game.title)
    with judged_by(game):
        try:
            return game.gather([character])
        except msgspec.ValidationError as error:
            raise content.ContentError(name, content.fault(str(error))) from None


def resumed(printed: Printed, name: str, wanted: Game | None) -> Stage:
    """The scene where an action has left it."""
    game = _played(printed.game, name, wanted)
    try:
        scene = msgspec.json.decode(msgspec.json.encode(printed.scene), type=game.scene)
    except msgspec.ValidationError as error:
        raise content.ContentError(name, content.fault(str(error).replace("`$", "`$.scene"))) from None
    return Stage(game, scene, name)


def _played(id: str, name: str, wanted: Game | None) -> Game:
    """The game with this id; refused if it is not the one that was asked for."""
    if wanted is not None and id != wanted.id:
        raise refuse("error.other_game", name=name, found=id, wanted=wanted.id)
    return kernel_game.game(id)


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
    played = _played(scenario.game, name, wanted)
    title, note = (played.words.tr(text, lang()) for text in (scenario.title or name, scenario.note))
    with judged_by(played):
        return Stage(played, scenario.start(name), title, note)


# ---------------------------------------------------------------- writing


def write(path: Path, data: bytes) -> None:
    """The whole file or nothing: written apart, then put in its place."""
    if path.is_dir():
        raise refuse("error.unwritable", path=path, why=say("error.is_directory"))
    try:
        handle, apart = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise refuse("error.unwritable", path=path, why=reason(error)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(apart, 0o666 & ~_umask())
        os.replace(apart, path)
    except OSError as error:
        Path(apart).unlink(missing_ok=True)
        raise refuse("error.unwritable", path=path, why=reason(error)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def pretty(thing: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(thing), indent=2) + b"\n"
