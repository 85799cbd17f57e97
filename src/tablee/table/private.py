"""Files that hold campaigns, with whispers and the digests of secrets in them: for their owner alone."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def own_folder(path: Path) -> None:
    """A folder that is there; it, and whatever had to be made above it, open to nobody else."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)


def own_file(path: Path) -> None:
    """A file that is there, empty if it was not, and open to nobody else."""
    own_folder(path.parent)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """What others could open they can no longer; a file of somebody else stays as he has it."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS:
        with suppress(PermissionError):
            path.chmod(mode & ~OTHERS)
