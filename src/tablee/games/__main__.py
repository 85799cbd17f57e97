"""What is told of each game without loading it, written again: `python -m tablee.games`."""

from __future__ import annotations

from tablee.kernel import game as kernel_game
from tablee.kernel.about import FILE, written


def main() -> None:
    """Into the package of every game that is installed and is a package."""
    for each in kernel_game.installed().values():
        if each.folder is not None:
            (each.folder / FILE).write_bytes(written(each.load()))


if __name__ == "__main__":
    main()
