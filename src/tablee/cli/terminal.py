"""The terminal: two consoles, and lines that come from a person or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable

import msgspec
from rich.console import Console
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
    },
    inherit=False,
)

out = Console(theme=THEME, highlight=False)
err = Console(theme=THEME, highlight=False, stderr=True)

Read = Callable[[str], str | None]


def complain(sentence: str) -> None:
    """One sentence about what went wrong, whole on its line however narrow the terminal is."""
    err.print(Text(sentence, style="bad"), soft_wrap=True)


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
    sys.stdout.write(text + "\n")
