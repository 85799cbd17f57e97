"""The terminal: two consoles, and lines that come from a person or from a pipe."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
import rich._wrap
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text
from rich.theme import Theme

THEME = Theme(
    {
        "title": "bold",
        "name": "bold",
        "soft": "dim",
        "rule": "dim cyan",
        "key": "cyan",
        "good": "green",
        "middling": "yellow",
        "bad": "red",
        "bar": "blue",
        "edge": "bright_black",
        "side.0": "bold cyan",
        "side.1": "bold magenta",
        "side.2": "bold yellow",
        "side.3": "bold green",
    }
)


class ClosedPipe(Exception):
    """Whoever read our output has gone: there is nobody left to talk to."""


class Screen(Console):
    def on_broken_pipe(self) -> None:
        raise ClosedPipe


# To rich a no-break space is a space like any other, and a line would begin with the colon behind it.
rich._wrap.re_word = re.compile(r"[ \t\n]*[^ \t\n]+[ \t\n]*")

out = Screen(theme=THEME, highlight=False)
err = Screen(theme=THEME, highlight=False, stderr=True)

Read = Callable[[str], str | None]

PLAIN = dict(zip("«»━─█▸·≈–−×’✓✗⚄", '""#-#>-~--x\'vx*', strict=True)) | {"…": "...", "░": ":", "œ": "oe", "Œ": "OE"}


def plainer(error: UnicodeError) -> tuple[str, int]:
    """Characters the output has no place for, as near as ASCII comes: « é » is an e."""
    assert isinstance(error, UnicodeEncodeError)
    said = "".join(PLAIN.get(c) or plain_letter(c) for c in error.object[error.start : error.end])
    return said, error.end


def plain_letter(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"


def say_anything() -> None:
    """No character is too much for either stream, whatever its encoding."""
    codecs.register_error("tablee", plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="tablee")


def hush() -> None:
    """What is still to be written to a standard output that takes no more goes nowhere."""
    with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


@contextmanager
def patience(word: str, seconds: float = 0.5) -> Iterator[None]:
    """A word on the error stream when something takes long, gone when it is done."""
    if not err.is_terminal:
        yield
        return
    said = threading.Event()

    def say_so() -> None:
        said.set()
        err.print(Text(word, "soft"), end="")

    clock = threading.Timer(seconds, say_so)
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
        clock.join()
        if said.is_set():
            err.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))


def complain(sentence: str) -> None:
    """One sentence about what went wrong, whole on its line however narrow the terminal is."""
    stop = "" if sentence.endswith((".", "…", "!", "?")) else "."
    err.print(Text(sentence + stop, style="bad"), soft_wrap=True)


def read(prompt: str) -> str | None:
    """One line, or None at the end of the input. What comes through a pipe is echoed."""
    if sys.stdin.isatty():
        try:
            return out.input(Text(prompt, style="key")).strip()
        except EOFError:
            out.print()
            return None
    out.print(Text(prompt, style="key"), end="")
    line = sys.stdin.readline()
    out.print(Text(line.strip()))
    return line.strip() if line else None


def write_json(data: object) -> None:
    """Plain data on the standard output, neither wrapped nor coloured."""
    text = msgspec.json.format(msgspec.json.encode(data), indent=2).decode()
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # data lose no letter: what has no place is escaped
        text = json.dumps(json.loads(text), indent=2)
    sys.stdout.write(text + "\n")
