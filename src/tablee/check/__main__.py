"""`python -m tablee.check GAME` is `tablee check GAME`."""

from __future__ import annotations

import sys

from tablee.cli import main

if __name__ == "__main__":
    sys.exit(main(["check", *sys.argv[1:]]))
