"""What is told of each game without loading it, and the reference of each: `python -m tablee.games [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from tablee.kernel import game as kernel_game
from tablee.kernel.about import FILE, written
from tablee.kernel.reference import page


def main(folder: str = "") -> None:
    """Into the package of every game that is installed and is a package; the reference of ours into a folder."""
    for each in kernel_game.installed().values():
        if each.folder is not None and not folder:
            (each.folder / FILE).write_bytes(written(each.load()))
        elif folder and each.load().package.startswith("tablee."):
            (Path(folder) / f"{each.id}.md").write_text(page(each.load()), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
