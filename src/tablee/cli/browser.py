"""The browser of whoever sits before this machine, if there is one."""

from __future__ import annotations

import os
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit

PATIENCE = 30  # seconds for the server to answer


def desktop() -> bool:
    """Whether somebody sits before this machine: a terminal, and windows to open beside it."""
    windows = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.stdout.isatty() and bool(windows)


def open_when_up(address: str, path: str) -> None:
    """Open a page as soon as the server answers, without waiting for it here; nothing happens without a desktop."""
    if desktop():
        Thread(target=_open, args=(address, path), daemon=True).start()


def _open(address: str, path: str) -> None:
    there, until = urlsplit(address), time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection((there.hostname or "", there.port or 80), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            with suppress(OSError, webbrowser.Error):
                webbrowser.open(address + path)
            return
