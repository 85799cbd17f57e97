"""Where things are written: a file and a line of a game's own sources."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from traceback import extract_tb
from typing import Any

from tablee.kernel.game import Game


class Sources:
    """The files of a game: its package, or the one module it is."""

    def __init__(self, game: Game) -> None:
        module = getattr(sys.modules.get(game.scene.__module__), "__file__", None)  # none: typed at the prompt
        self.root = Path(str(files(game.package))) if game.package else Path(module or "").parent
        self.base = self.root.parent if game.package else self.root
        self.code = tuple(sorted(self.root.rglob("*.py")) if game.package else [Path(module)] if module else [])
        self.data = tuple(sorted(self.root.rglob("*.toml")) if game.package else [])
        self.every = self.code + self.data
        self._texts = {path: path.read_text("utf-8") for path in self.every}
        self._found: dict[tuple[re.Pattern[str], tuple[Path, ...]], str] = {}

    def text(self, path: Path) -> str:
        return self._texts[path]

    def at(self, path: Path, line: int) -> str:
        """« brisants/book.py:12 »: from the folder the package lies in."""
        return f"{path.relative_to(self.base).as_posix()}:{line}"

    def thing(self, thing: Any) -> str:
        """Where a class or a function is written; nothing if it is not the game's."""
        thing = inspect.unwrap(getattr(thing, "func", thing))
        code = getattr(thing, "__code__", None)
        if code is not None:
            path = Path(code.co_filename)
            return self.at(path, code.co_firstlineno) if path in self._texts else ""
        path = Path(str(getattr(sys.modules.get(getattr(thing, "__module__", "")), "__file__", "")))
        named = re.compile(rf"^\s*class {getattr(thing, '__name__', '')}\b", re.M)
        return self._first(named, (path,)) if path in self._texts else ""

    def error(self, error: BaseException) -> str:
        """The deepest line of the game that an error has passed through; nothing if there is none."""
        frames = extract_tb(error.__traceback__)
        own = [(path, f.lineno) for f in frames if (path := Path(f.filename)) in self._texts and f.lineno]
        return self.at(*own[-1]) if own else ""

    def said(self, text: str) -> str:
        """The first line that holds a text between quotes; nothing if it is put together somewhere."""
        return self._first(re.compile(f"[\"']{re.escape(text)}[\"']"), self.every)

    def key(self, *keys: str) -> str:
        """The line of a TOML file that has this key: `[event.touche]`, `event.touche = …` or `touche = …`."""
        name = re.escape(keys[-1])
        whole = r"\.".join(f'"?{re.escape(key)}"?' for key in keys)
        return self._first(re.compile(rf'^\[?{whole}\b|^"?{name}"?\s*[.=]|^\[.*\.{name}\]', re.M), self.data)

    def mentioned(self, text: str) -> str:
        """The first line of the game that has a text in it."""
        return self._first(re.compile(rf"(?<![\w.]){re.escape(text)}(?![\w]|\.\d)"), self.every)

    def _first(self, wanted: re.Pattern[str], among: tuple[Path, ...]) -> str:
        if (wanted, among) not in self._found:
            self._found[wanted, among] = next(self._lines(wanted, among), "")
        return self._found[wanted, among]

    def _lines(self, wanted: re.Pattern[str], among: tuple[Path, ...]) -> Iterator[str]:
        for path in among:
            for found in wanted.finditer(self._texts[path]):
                yield self.at(path, self._texts[path].count("\n", 0, found.start()) + 1)
